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

// The kinds of entries.
const (
	Moved    = "move"   // a seat made a move
	Undone   = "undo"   // the entries after an earlier one no longer count
	Reseeded = "reseed" // a new seed for the random numbers
	Resigned = "resign" // a seat resigned
	Seated   = "seat"   // a player took or left a seat
	Updated  = "rules"  // the match continues with different rules

	Restored = "restored" // the match continues from a backup
	Looked   = "looked"   // the operator of the server looked at what a seat sees, or at everything
	Closed   = "closed"   // the operator of the server ended the match

	Renewed = "token" // the token of a seat or of the host is renewed; see [Match.Renew]
)

// Entry is one line of the log.
type Entry struct {
	Kind    string    `json:"kind"`
	Seat    game.Seat `json:"seat"`              // the seat that acted, or that was taken or left; game.Nobody for the match itself
	Move    string    `json:"move,omitempty"`    // the move, in the names of the state
	Ends    bool      `json:"ends,omitempty"`    // a resignation that ends the match
	Back    int       `json:"back,omitempty"`    // the entry that an undo goes back to; 0 is the beginning
	Seed    string    `json:"seed,omitempty"`    // the new seed
	Player  *Player   `json:"player,omitempty"`  // the player in the seat from then on
	Token   string    `json:"token,omitempty"`   // the hash of the new token of the seat, or of the host if the seat is game.Nobody
	Version string    `json:"version,omitempty"` // of the rules, with their digest
	Digest  string    `json:"digest,omitempty"`
	At      time.Time `json:"at"`
	Hash    string    `json:"hash"` // of the state after it

	made *game.Move    // the move, if it was not parsed from text
	rig  []game.Chance // the results of chance set after it, or nil; see [Match.Rig]
}

// Player is the player in a seat. The zero value means that the seat is free.
type Player struct {
	Name     string `json:"name,omitempty"`
	Bot      string `json:"bot,omitempty"`      // the name of the bot
	Token    string `json:"token,omitempty"`    // the hash of the seat's token, never the token itself
	Reserved string `json:"reserved,omitempty"` // the hash of a token that gives the right to take the seat, which is still empty
}

// Free reports whether anybody may take the seat.
func (p Player) Free() bool { return p.Bot == "" && p.Token == "" && p.Reserved == "" }

// TokenHash returns the hash of a token, which is stored instead of the token.
func TokenHash(secret string) string {
	sum := sha256.Sum256([]byte("ply token 1 " + secret))
	return hex.EncodeToString(sum[:])
}

// Batch is the effect of a request once it is committed: entries to append to a log of After entries, all of them or
// none.
type Batch struct {
	After   int
	Entries []Entry

	states []*game.State // after each of the entries
}

// State returns the state after the batch.
func (x *Batch) State() *game.State { return x.states[len(x.states)-1] }

// ChangesSeats reports whether the batch changes who has a seat.
func (x *Batch) ChangesSeats() bool {
	return slices.ContainsFunc(x.Entries, func(e Entry) bool { return e.Kind == Seated })
}

// batch returns an empty batch.
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

// Commit adds a batch to the match. The batch must come from this match, and the match must not have changed since.
func (m *Match) Commit(x *Batch) {
	if x.After != len(m.log) {
		panic(fmt.Sprintf("match %s: a batch made after entry %d is committed after entry %d", m.setup.ID, x.After,
			len(m.log)))
	}
	m.forget()
	for i, e := range x.Entries {
		m.appendEntry(e, x.states[i])
	}
}

// After returns the match as it will be after a batch, without committing it.
func (m *Match) After(x *Batch) *Match {
	next := *m
	next.log = slices.Clip(m.log)
	next.looked = nil
	next.players, next.kept, next.recent = slices.Clone(m.players), maps.Clone(m.kept), slices.Clone(m.recent)
	next.grants = slices.Clone(m.grants)
	next.checkpoints = maps.Clone(m.checkpoints)
	next.Commit(x)
	return &next
}

// appendEntry appends an entry.
func (m *Match) appendEntry(e Entry, after *game.State) {
	m.log = append(m.log, e)
	m.settle(e, after)
	m.cacheState(len(m.log), after)
}

// settle updates the match after an entry.
func (m *Match) settle(e Entry, after *game.State) {
	m.now = after
	switch e.Kind {
	case Reseeded:
		m.reseeds++
	case Seated:
		m.players[e.Seat] = *e.Player
		*m.grant(e.Seat) = Grant{Token: e.Player.Token, Since: e.At}
	case Renewed:
		m.renewed(e)
	case Closed:
		m.closed = true
	case Resigned:
		if e.Ends {
			m.resign = e.Seat
		}
	}
	if m.ask != nil && e.Kind != Renewed &&
		(e.Kind != Seated || e.Seat == m.ask.Seat || slices.Contains(m.ask.Need, e.Seat)) {
		m.ask = nil
	}
}
