// Package store stores matches. A match is a setup and an append-only log. A [Store] appends entries only if the log
// has the length that the writer expects, so that two writers can never both continue a match. It returns only when the
// entries will survive a crash. Package storetest checks any Store.
package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/plygame/ply/match"
)

// Errors for errors.Is. After any other error, it is unknown whether the store kept the data: load the match to find
// out.
var (
	ErrExists   = errors.New("a match with this ID already exists")
	ErrMissing  = errors.New("there is no such match")
	ErrConflict = errors.New("the match has changed in the meantime")
	ErrDamaged  = errors.New("the stored data is damaged")
	ErrClosed   = errors.New("the store is closed")
	ErrDenied   = errors.New("cannot write to the file of the store")
	ErrDisk     = errors.New("the disk is full or failing")
	ErrBusy     = errors.New("another program is using the file of the store")
	ErrServed   = fmt.Errorf("%w: another server", ErrBusy)
	ErrDeleted  = fmt.Errorf("%w: it was deleted", ErrMissing)
)

// AnyLength, for Delete, stands for a log of any length.
const AnyLength = -1

// Store stores matches. All methods are safe for concurrent use.
type Store interface {
	// Create stores a new match, with the log so far.
	Create(ctx context.Context, m Kept, about match.Listing) error

	// Append appends entries to a log of exactly after entries, or fails with ErrConflict.
	// The listing replaces the previous one, unless it is nil.
	Append(ctx context.Context, id string, after int, entries []match.Entry, about *match.Listing) error

	// Load returns a match with its whole log and its latest snapshot, if any.
	Load(ctx context.Context, id string) (Kept, error)

	// Describe is Load without the log and the snapshot.
	Describe(ctx context.Context, id string) (Kept, error)

	// Delete deletes a match with a log of exactly after entries, or fails with ErrConflict. With AnyLength it deletes
	// the match whatever its log is, also if that cannot be read. Nothing of the match is left but its ID, the time and
	// the reason: from then on, Create fails with ErrExists, and everything else with ErrDeleted.
	Delete(ctx context.Context, id string, after int, why string) error

	// Snapshot stores a snapshot of a match, replacing an older one.
	Snapshot(ctx context.Context, id string, x match.Snapshot) error

	// List returns matches, the latest first. It leaves out matches that cannot be read; then it returns the others
	// together with ErrDamaged.
	List(ctx context.Context, q Query) ([]match.Listing, error)

	// Close finishes or cancels pending work. Acknowledged data is never lost.
	Close() error
}

// Kept is a stored match.
type Kept struct {
	Setup    match.Setup
	Log      []match.Entry
	Snapshot *match.Snapshot
	About    match.Listing // its listing, filled in by Load and Describe
}

// Query selects the matches to list.
type Query struct {
	Game     string    // only of this game
	Open     bool      // only with a free seat
	Over     *bool     // only finished, or only unfinished ones
	Unlisted bool      // include unlisted ones
	Before   time.Time // only last changed before this time, for the next page of a list
	After    string    // with Before: also those changed at that time whose ID comes after this one
	Limit    int       // the maximum number; 0 means 100, and 1,000 is the upper limit
}

// most returns the maximum number of matches that a query may return.
func (q Query) most() int {
	switch {
	case q.Limit <= 0:
		return 100
	case q.Limit > 1000:
		return 1000
	}
	return q.Limit
}

// fits reports whether a query selects a match.
func (q Query) fits(x *match.Listing) bool {
	return (q.Game == "" || q.Game == x.Game) && (!q.Open || x.Open()) && (q.Over == nil || *q.Over == x.Over) &&
		(q.Unlisted || !x.Unlisted) &&
		(q.Before.IsZero() || x.Updated.Before(q.Before) || q.After != "" && x.Updated.Equal(q.Before) && x.ID > q.After)
}
