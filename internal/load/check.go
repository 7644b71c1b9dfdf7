package load

import (
	"context"
	"errors"
	"fmt"

	"github.com/plygame/ply/match"
	"github.com/plygame/ply/store"
)

// checkStore opens the store, replays every match, which compares every hash, and looks for every acknowledged move.
func (l *load) checkStore(ctx context.Context, path string) (found int, err error) {
	db, err := store.OpenSQLite(path)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := db.Check(ctx); err != nil {
		return 0, err
	}
	for _, p := range l.pairs {
		kept, err := db.Load(ctx, p.id)
		if err != nil {
			return found, fmt.Errorf("match %s is lost: %w", p.id, err)
		}
		if _, err := match.Open(kept.Setup, l.rules, kept.Log, nil); err != nil {
			return found, err
		}
		for _, x := range p.noted {
			seq, move := x.seq, x.move
			if seq > len(kept.Log) || kept.Log[seq-1].Kind != match.Moved || l.plans != nil && kept.Log[seq-1].Move != move {
				return found, fmt.Errorf("match %s: entry %d, %q, was acknowledged, but is lost", p.id, seq, move)
			}
			found++
		}
	}
	return found, nil
}

// checkOver asks the server for the number of entries of each match.
func (l *load) checkOver(ctx context.Context) (found int, err error) {
	for _, p := range l.pairs {
		m, err := l.client.Match(ctx, l.rules.Name, p.id)
		if err != nil {
			return found, err
		}
		for _, x := range p.noted {
			if x.seq > m.Match.Entries {
				return found, fmt.Errorf("match %s: entry %d was acknowledged, but is lost", p.id, x.seq)
			}
			found++
		}
	}
	return found, nil
}
