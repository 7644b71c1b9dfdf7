package match

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/plygame/ply/game"
)

// The sorts of entries.
const (
	Moved    = "move"   // a seat has made a move
	Undone   = "undo"   // what came after an earlier entry does not count any more
	Reseeded = "reseed" // chance goes on with other numbers
	Resigned = "resign" // a seat has given up
	Seated   = "seat"   // somebody has taken a seat, or left it
	Updated  = "rules"  // the match goes on with other rules
)

// Entry is one line of the log.
type Entry struct {
	Kind    string    `json:"kind"`
	Seat    game.Seat `json:"seat"`              // whose deed it is, or which seat was taken; game.Nobody for the table
	Move    string    `json:"move,omitempty"`    // a move as the state names it
	Ends    bool      `json:"ends,omitempty"`    // a resignation that ends the match
	Back    int       `json:"back,omitempty"`    // the entry that an undo goes back to; 0 is the beginning
	Seed    string    `json:"seed,omitempty"`    // where chance goes on
	Player  *Player   `json:"player,omitempty"`  // who sits there from then on
	Version string    `json:"version,omitempty"` // of the rules, with their digest
	Digest  string    `json:"digest,omitempty"`
	At      time.Time `json:"at"`
	Hash    string    `json:"hash"` // of the state after it

	made *game.Move    // the move, if it was not read from a text
	rig  []game.Chance // what chance was told to decide after it, not nil if it was; see [Match.Rig]
}

// Player is who sits in a seat. The seat is free if all is empty.
type Player struct {
	Name     string `json:"name,omitempty"`
	Bot      string `json:"bot,omitempty"`      // which bot it is
	Token    string `json:"token,omitempty"`    // the hash of the secret that gives the seat, never the secret
	Reserved string `json:"reserved,omitempty"` // nobody sits there yet: the hash of a secret that gives the right to take the seat
}

// Free reports whether anybody may sit there.
func (p Player) Free() bool { return p.Bot == "" && p.Token == "" && p.Reserved == "" }

// TokenHash is what is kept of the secret of a seat.
func TokenHash(secret string) string {
	sum := sha256.Sum256([]byte("ply token 1 " + secret))
	return hex.EncodeToString(sum[:])
}

// Batch is what a request will do once it is committed: entries to append to the log, all of them or none, behind the first After.
type Batch struct {
	After   int
	Entries []Entry

	states []*game.State // after each of the entries
}

// State returns the state after the batch.
func (x *Batch) State() *game.State { return x.states[len(x.states)-1] }

// batch begins one with nothing in it.
func (m *Match) batch() *Batch { return &Batch{After: len(m.log)} }

// add puts an entry at the end of a batch.
func (m *Match) add(x *Batch, e Entry, after *game.State) *Batch {
	now := m.Now
	if now == nil {
		now = time.Now
	}
	e.At, e.Hash = now().UTC().Truncate(time.Millisecond), after.HashText()
	x.Entries, x.states = append(x.Entries, e), append(x.states, after)
	return x
}

// Commit makes a batch part of the match. It must be the match's own, and the match as it was when
// the batch was made.
func (m *Match) Commit(x *Batch) {
	if x.After != len(m.log) {
		panic(fmt.Sprintf("match %s: a batch after entry %d is committed after entry %d", m.setup.ID, x.After, len(m.log)))
	}
	m.forget()
	for i, e := range x.Entries {
		m.take(e, x.states[i])
	}
}

// After returns the match as it will be after a batch, which is not committed.
func (m *Match) After(x *Batch) *Match {
	next := *m
	next.log = slices.Clip(m.log)
	next.looked = nil
	next.players, next.kept, next.recent = slices.Clone(m.players), maps.Clone(m.kept), slices.Clone(m.recent)
	next.Commit(x)
	return &next
}

// take appends an entry.
func (m *Match) take(e Entry, after *game.State) {
	m.log = append(m.log, e)
	m.settle(e, after)
	m.keep(len(m.log), after)
}

// settle is what follows from an entry.
func (m *Match) settle(e Entry, after *game.State) {
	m.now = after
	switch e.Kind {
	case Reseeded:
		m.reseeds++
	case Seated:
		m.players[e.Seat] = *e.Player
	case Resigned:
		if e.Ends {
			m.resign = e.Seat
		}
	}
	if m.ask != nil && (e.Kind != Seated || e.Seat == m.ask.Seat || slices.Contains(m.ask.Need, e.Seat)) {
		m.ask = nil
	}
}
