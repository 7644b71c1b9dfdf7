package server

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/plygame/ply/match"
	"github.com/plygame/ply/store"
)

// Retention sets how long matches are stored after their last change. Zero means forever.
type Retention struct {
	Ended     time.Duration // matches that are over
	Abandoned time.Duration // matches that were begun and are not over
	Unbegun   time.Duration // matches without a move
	Archive   string        // a folder for the records of deleted matches, without names; "" means that no records are kept
}

// tidyEvery is how often the server looks for old matches.
const tidyEvery = time.Hour

// tidyRegularly deletes old matches from time to time.
func (s *Server) tidyRegularly() {
	defer s.tasks.Done()
	tick := time.NewTicker(tidyEvery)
	defer tick.Stop()
	for {
		select {
		case <-s.stop:
			return
		case <-tick.C:
			if _, err := s.Tidy(s.life); err != nil && s.life.Err() == nil {
				s.config.Log.Error("cannot delete old matches", "reason", err)
			}
		}
	}
}

// Tidy deletes the matches that [Config.Retention] no longer keeps, except those in memory, and returns their number.
// The server calls it every hour.
func (s *Server) Tidy(ctx context.Context) (deleted int, err error) {
	keep := &s.config.Retention
	for _, over := range []bool{true, false} {
		shortest := keep.Ended
		if !over {
			shortest = shorter(keep.Abandoned, keep.Unbegun)
		}
		if shortest <= 0 {
			continue
		}
		q := store.Query{Over: &over, Unlisted: true, Before: s.now().Add(-shortest), Limit: 1000}
		for {
			all, err := s.list(ctx, q)
			if err != nil {
				return deleted, err
			}
			for _, x := range all {
				q.Before, q.After = x.Updated, x.ID
				done, err := s.tidy(ctx, x)
				if err != nil {
					return deleted, err
				}
				if done {
					deleted++
					s.metrics.deleted.Inc()
				}
			}
			if len(all) == 0 {
				break
			}
		}
	}
	if deleted > 0 {
		s.config.Log.Info("old matches were deleted", "matches", deleted)
	}
	return deleted, nil
}

// shorter returns the shorter of two times, of which 0 means forever.
func shorter(a, b time.Duration) time.Duration {
	if a <= 0 || b > 0 && b < a {
		return b
	}
	return a
}

// tidy deletes a match if it is old enough, and reports whether it did.
func (s *Server) tidy(ctx context.Context, x match.Listing) (bool, error) {
	s.mu.Lock()
	live := s.live[x.ID] != nil
	s.mu.Unlock()
	if live || !x.Over && x.Begun && s.config.Retention.Abandoned <= 0 {
		return false, nil
	}
	kept, err := s.config.Store.Load(ctx, x.ID)
	if err != nil {
		if errors.Is(err, store.ErrDamaged) || errors.Is(err, store.ErrMissing) {
			return false, nil // people should look at a damaged match before it is deleted
		}
		return false, err
	}
	after, why := s.config.Retention.of(&kept)
	if after <= 0 || s.now().Sub(lastChange(&kept)) < after {
		return false, nil
	}
	if err := s.archive(&kept); err != nil {
		return false, fmt.Errorf("cannot archive match %s: %w", x.ID, err)
	}
	switch err := s.config.Store.Delete(ctx, x.ID, len(kept.Log), why); {
	case errors.Is(err, store.ErrConflict), errors.Is(err, store.ErrMissing):
		return false, nil // someone has continued it
	case err != nil:
		return false, err
	}
	s.config.Log.Info("match deleted", "match", x.ID, "game", x.Game, "why", why)
	return true, nil
}

// of returns how long a match is stored, and what it is.
func (r *Retention) of(k *store.Kept) (time.Duration, string) {
	begun := slices.ContainsFunc(k.Log, func(e match.Entry) bool { return e.Kind == match.Moved })
	switch {
	case k.About.Over:
		return r.Ended, "it was over long ago"
	case begun:
		return r.Abandoned, "nobody continued it"
	}
	return r.Unbegun, "it was never begun"
}

// lastChange returns when a match last changed; its listing may be older.
func lastChange(k *store.Kept) time.Time {
	if n := len(k.Log); n > 0 {
		return k.Log[n-1].At
	}
	return k.Setup.Created
}

// archive writes the record of a match with moves to the archive, without names.
func (s *Server) archive(k *store.Kept) error {
	dir := s.config.Retention.Archive
	if dir == "" || !slices.ContainsFunc(k.Log, func(e match.Entry) bool { return e.Kind == match.Moved }) {
		return nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	result := ""
	if k.About.Over {
		result = k.About.Outcome.Result()
	}
	rec := match.RecordOf(k.Setup, k.Log, result)
	clear(rec.Names)
	err := os.WriteFile(filepath.Join(dir, k.Setup.ID+".ply"), []byte(rec.String()), 0o600)
	if err == nil {
		s.metrics.archived.Inc()
	}
	return err
}
