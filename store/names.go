package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/plygame/ply/match"
)

// Erased replaces a name that was erased.
const Erased = "[erased]"

// ofName returns the number that stands for the name in an entry in checksums.
func ofName(n int) int { return -1 - n }

// insertName stores the name of the player in an entry.
func (st *statements) insertName(id string, n int, name string) error {
	_, err := st.exec("INSERT INTO names (match, n, name, sum) VALUES (?, ?, ?, ?)", id, n, name,
		checksum(id, ofName(n), []byte(name)))
	return err
}

// restoreNames puts the names of players back into a log.
func restoreNames(ctx context.Context, tx *sql.Tx, id string, log []match.Entry) error {
	rows, err := tx.QueryContext(ctx, "SELECT n, name, sum FROM names WHERE match = ?", id)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var n int
		var name string
		var sum uint32
		if err := rows.Scan(&n, &name, &sum); err != nil {
			return err
		}
		if n < 1 || n > len(log) || log[n-1].Player == nil || sum != checksum(id, ofName(n), []byte(name)) {
			return fmt.Errorf("the name in entry %d has changed", n)
		}
		log[n-1].Player.Name = name
	}
	return rows.Err()
}

// moveNames takes the names of players out of the log of a file of version 3.
func moveNames(ctx context.Context, tx *sql.Tx) error {
	rows, err := tx.QueryContext(ctx, `SELECT id, match, n, entry, sum FROM entries WHERE entry LIKE '%"player":%'`)
	if err != nil {
		return err
	}
	type found struct {
		row   int64
		match string
		n     int
		text  []byte
		sum   uint32
		entry match.Entry
	}
	var all []found
	for rows.Next() {
		var x found
		if err := rows.Scan(&x.row, &x.match, &x.n, &x.text, &x.sum); err != nil {
			return errors.Join(err, rows.Close())
		}
		if x.sum == checksum(x.match, x.n, x.text) && json.Unmarshal(x.text, &x.entry) == nil && x.entry.Player != nil &&
			x.entry.Player.Name != "" {
			all = append(all, x) // others are damaged, and stay as they are
		}
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return err
	}
	for _, x := range all {
		name := x.entry.Player.Name
		x.entry.Player.Name = ""
		text, err := json.Marshal(x.entry)
		if err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, "UPDATE entries SET entry = ?, sum = ? WHERE id = ?", string(text),
			checksum(x.match, x.n, text), x.row); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, "INSERT INTO names (match, n, name, sum) VALUES (?, ?, ?, ?)", x.match, x.n, name,
			checksum(x.match, ofName(x.n), []byte(name))); err != nil {
			return err
		}
	}
	return nil
}

// Forget erases a name in all matches, or in one if id is not "", and returns the number of matches that had it. No
// trace of the name is left in the file. Call it only while nothing else uses the file: see [SQLite.Claim].
func (s *SQLite) Forget(ctx context.Context, name, id string) (matches int, err error) {
	if name == "" || name == Erased {
		return 0, nil
	}
	err = s.submit(ctx, func(st *statements) error {
		matches = 0
		ids, err := st.whoHas(ctx, name, id)
		for _, id := range ids {
			if err == nil {
				var had bool
				if had, err = st.erase(ctx, name, id); had {
					matches++
				}
			}
		}
		return err
	})
	if err == nil {
		err = s.emptyLog(ctx)
	}
	return matches, err
}

// emptyLog moves all changes from the write-ahead log into the file: the log would still contain what was erased.
func (s *SQLite) emptyLog(ctx context.Context) error {
	db, err := sql.Open("sqlite", source(s.path))
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)")
	return errors.Join(err, db.Close())
}

// whoHas returns the matches in which a player may have a name: all that have the word in their listing.
func (st *statements) whoHas(ctx context.Context, name, id string) (ids []string, err error) {
	quoted, _ := json.Marshal(name)
	rows, err := st.conn.QueryContext(ctx, `SELECT match FROM names WHERE name = ?1 AND ?3 IN ('', match)
		UNION SELECT id FROM matches WHERE instr(about, ?2) > 0 AND ?3 IN ('', id)`, name, string(quoted), id)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}

// erase replaces a name in a match, and reports whether a player had it.
func (st *statements) erase(ctx context.Context, name, id string) (had bool, err error) {
	rows, err := st.conn.QueryContext(ctx, "SELECT n FROM names WHERE match = ? AND name = ?", id, name)
	if err != nil {
		return false, err
	}
	var entries []int
	for rows.Next() {
		var n int
		if err := rows.Scan(&n); err != nil {
			return false, errors.Join(err, rows.Close())
		}
		entries = append(entries, n)
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return false, err
	}
	for _, n := range entries {
		if _, err := st.exec("UPDATE names SET name = ?, sum = ? WHERE match = ? AND n = ?", Erased,
			checksum(id, ofName(n), []byte(Erased)), id, n); err != nil {
			return false, err
		}
	}
	listed, err := st.eraseListed(ctx, name, id)
	return listed || len(entries) > 0, err
}

// eraseListed replaces a name in the listing of a match, and reports whether it was there.
func (st *statements) eraseListed(ctx context.Context, name, id string) (had bool, err error) {
	var about summed
	var x match.Listing
	err = st.conn.QueryRowContext(ctx, "SELECT about, about_sum FROM matches WHERE id = ?", id).Scan(&about.text,
		&about.sum)
	if err == nil {
		err = about.read(id, ofListing, &x)
	}
	if err != nil {
		return false, fmt.Errorf("match %s: %w: %w", id, ErrDamaged, err)
	}
	for i := range x.Seats {
		if x.Seats[i].Name == name {
			x.Seats[i].Name, had = Erased, true
		}
	}
	if x.Outcome != nil {
		x.Outcome.Line.Args = slices.Clone(x.Outcome.Line.Args)
		for i := range x.Outcome.Line.Args {
			if x.Outcome.Line.Args[i].Name == name {
				x.Outcome.Line.Args[i].Name, had = Erased, true
			}
		}
	}
	if !had {
		return false, nil
	}
	text, err := json.Marshal(x)
	if err != nil {
		return false, err
	}
	_, err = st.exec("UPDATE matches SET about = ?, about_sum = ? WHERE id = ?", string(text),
		checksum(id, ofListing, text), id)
	return true, err
}
