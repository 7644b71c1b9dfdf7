// Package store keeps matches. A match is a setup and a log that only grows. A [Store] appends to it
// only if the log is as long as the writer believes, so that two writers can never both go on with
// one match, and answers only when what was appended will be there after a crash. Package storetest
// checks any Store.
package store

import (
	"context"
	"errors"
	"time"

	"github.com/plygame/ply/match"
)

// What can go wrong, for errors.Is. Every other error means that it is not known whether the store
// has kept what it was given: load the match again to see.
var (
	ErrExists   = errors.New("there is a match of this id already")
	ErrMissing  = errors.New("there is no such match")
	ErrConflict = errors.New("the match has gone on elsewhere")
	ErrDamaged  = errors.New("what is stored is damaged")
	ErrClosed   = errors.New("the store is closed")
	ErrDenied   = errors.New("the file of the store cannot be written")
	ErrDisk     = errors.New("the disk is full or does not work")
	ErrBusy     = errors.New("another program holds the file of the store")
)

// Store keeps matches. All methods may be called by any number of goroutines.
type Store interface {
	// Create begins to keep a match, with what its log says already.
	Create(ctx context.Context, m Kept, about match.Listing) error

	// Append appends entries to the log of a match that has so many, or fails with ErrConflict.
	// The listing takes the place of the one before, unless it is nil.
	Append(ctx context.Context, id string, after int, entries []match.Entry, about *match.Listing) error

	// Load returns a match with its whole log and its latest snapshot, if there is one.
	Load(ctx context.Context, id string) (Kept, error)

	// Snapshot keeps a state of a match to begin with when it is loaded; it replaces an older one.
	Snapshot(ctx context.Context, id string, x match.Snapshot) error

	// List returns matches, the latest first. It leaves out those that cannot be read, and says so with an
	// error that is ErrDamaged: the others are returned all the same.
	List(ctx context.Context, q Query) ([]match.Listing, error)

	// Close ends all that is under way. Nothing that was acknowledged is lost.
	Close() error
}

// Kept is a match as it is stored.
type Kept struct {
	Setup    match.Setup
	Log      []match.Entry
	Snapshot *match.Snapshot
	About    match.Listing // what is listed of it, when it is loaded
}

// Query says which matches are to be listed.
type Query struct {
	Game     string    // only of this game
	Open     bool      // only those that somebody can join
	Over     *bool     // only those that are over, or only those that are not
	Unlisted bool      // also those that are not for everyone
	Before   time.Time // only those that were changed before; to go on where a list ended
	Limit    int       // at most so many; 0 means 100, and more than 1,000 are never returned
}

// most is how many matches a query may return.
func (q Query) most() int {
	switch {
	case q.Limit <= 0:
		return 100
	case q.Limit > 1000:
		return 1000
	}
	return q.Limit
}

// fits reports whether a match is asked for.
func (q Query) fits(x *match.Listing) bool {
	return (q.Game == "" || q.Game == x.Game) && (!q.Open || x.Open()) && (q.Over == nil || *q.Over == x.Over) &&
		(q.Unlisted || !x.Unlisted) && (q.Before.IsZero() || x.Updated.Before(q.Before))
}
