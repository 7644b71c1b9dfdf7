package store

import (
	"context"
	"errors"
	"fmt"

	"github.com/plygame/ply/match"
)

// List implements Store.
func (s *SQLite) List(ctx context.Context, q Query) ([]match.Listing, error) {
	tx, err := s.reading(ctx, s.lists)
	if err != nil {
		return nil, err
	}
	defer tx.Rollback()
	query, args := q.sql()
	rows, err := tx.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	all := []match.Listing{}
	var damage []error
	for rows.Next() {
		var id string
		var about summed
		var x match.Listing
		var updated int64
		if err := rows.Scan(&id, &about.text, &about.sum, &updated); err != nil {
			return nil, err
		}
		if err := about.read(id, ofListing, &x); err != nil {
			damage = append(damage, fmt.Errorf("match %s: %w: %w", id, ErrDamaged, err))
			continue
		}
		all = append(all, x)
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	return all, errors.Join(damage...)
}

// sql returns the SQL of a query. Each part of it reads one index in the order of the list, so that it stops at the
// limit however many matches there are. Without Over, there are two parts: the matches that are over, and the others.
func (q Query) sql() (query string, args []any) {
	terms := ""
	add := func(term string, value ...any) { terms, args = terms+" AND "+term, append(args, value...) }
	if !q.Unlisted {
		add("unlisted = 0")
	}
	if q.Game != "" {
		add("game = ?", q.Game)
	}
	if !q.Before.IsZero() {
		before := q.Before.UnixMilli()
		if q.After == "" {
			add("updated < ?", before)
		} else {
			add("updated <= ?", before)
			add("(updated < ? OR id > ?)", before, q.After)
		}
	}
	part := func(term string) string {
		return "SELECT id, about, about_sum, updated FROM matches WHERE " + term + terms
	}
	switch {
	case q.Open && q.Over != nil && *q.Over:
		query = part("0")
	case q.Open:
		query = part("open = 1")
	case q.Over != nil && *q.Over:
		query = part("over = 1")
	case q.Over != nil:
		query = part("over = 0")
	case q.Unlisted && q.Game == "":
		query = part("1")
	default:
		query = part("over = 0") + " UNION ALL " + part("over = 1")
		args = append(args, args...)
	}
	return query + " ORDER BY updated DESC, id LIMIT ?", append(args, q.most())
}
