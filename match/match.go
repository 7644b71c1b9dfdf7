// Package match is one game being played: an append-only log, and the state it leads to. A match knows nothing about
// networks and disks. Each request returns a [Batch]. The caller stores the entries of the batch first and then commits
// it, so that nobody sees a change that could still be lost:
//
//	batch, err := m.Play(seat, seen, "place f6")
//	if err != nil {
//		return err // refused: nothing changed
//	}
//	if err := keep(batch.After, batch.Entries); err != nil {
//		return err // not stored: nothing changed
//	}
//	m.Commit(batch)
//
// Such a log only grows: an undo is an entry, too.
//
// A local match needs none of this: [Begin] and [Replay] return one whose caller plays all seats, with undo and redo.
// See [Match.Make].
package match

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"time"

	"github.com/plygame/ply/game"
)

// Setup is the start of a match. The setup and the log determine everything else.
type Setup struct {
	ID      string      `json:"id"`
	Game    string      `json:"game"`
	Version string      `json:"version"`
	Digest  string      `json:"digest"`
	Options game.Values `json:"options,omitempty"`
	Seats   int         `json:"seats"`
	Seed    string      `json:"seed"` // in hexadecimal digits
	Created time.Time   `json:"created"`

	Host     string `json:"host,omitempty"`     // the hash of the token of its creator
	Unlisted bool   `json:"unlisted,omitempty"` // not shown in lists of matches
}

// Match is one game being played. It is not safe for use by several goroutines at once.
type Match struct {
	Now  func() time.Time // the clock for entries; if nil, time.Now
	Keep int              // number of states in memory besides the first and the current one; 0 means 16

	setup       Setup
	rules       *game.Rules
	log         []Entry
	players     []Player
	grants      []Grant // by seat, and that of the host last
	now         *game.State
	kept        map[int]*game.State // cached states, by number
	recent      []int               // their numbers, the latest last
	checkpoints map[int]*game.State // see [Match.checkpoint]
	interval    int

	resign  game.Seat // the seat that ended the match by resigning, or game.Nobody
	closed  bool      // the operator of the server ended the match
	reseeds int       // number of new seeds
	ask     *Ask
	start   string  // a save of the first state, if it is not the start of a game
	undone  []Entry // moves that Forward can replay, the next one last

	looked []look // the last view of each observer

	snap   *game.State // the snapshot that the match was opened with
	snapAt int
}

// New starts a match. The rules determine the game, version and options; the other fields come from the setup.
func New(r *game.Rules, setup Setup) (*Match, error) {
	if err := r.Check(); err != nil {
		return nil, err
	}
	setup.Game, setup.Version, setup.Digest, setup.Options = r.Name, r.Version, r.Digest(), r.Values()
	setup.Created = setup.Created.UTC().Truncate(time.Millisecond)
	return open(setup, r)
}

// SeedText returns a seed in the form that a Setup has.
func SeedText(seed game.Seed) string { return hex.EncodeToString(seed[:]) }

func open(setup Setup, r *game.Rules) (*Match, error) {
	seed, err := setup.seed()
	if err != nil {
		return nil, err
	}
	s, err := r.Start(setup.Seats, seed)
	if err != nil {
		return nil, err
	}
	return opened(setup, s), nil
}

func opened(setup Setup, s *game.State) *Match {
	grants := make([]Grant, s.Seats()+1)
	grants[s.Seats()] = Grant{Token: setup.Host, Since: setup.Created}
	return &Match{setup: setup, rules: s.Rules(), players: make([]Player, s.Seats()), grants: grants, now: s,
		kept: map[int]*game.State{0: s}, resign: game.Nobody}
}

func (x Setup) seed() (game.Seed, error) {
	seed, err := readSeed(x.Seed)
	if err != nil {
		err = fmt.Errorf("match %s: the seed is not %d hexadecimal digits", x.ID, 2*len(seed))
	}
	return seed, err
}

// Commitment returns a commitment to the seed, to publish when the match begins. It reveals nothing; when the seed is
// published at the end, everyone can check that it is the original one.
func (x Setup) Commitment() string {
	sum := sha256.Sum256([]byte("ply commitment 1 " + x.ID + " " + x.Seed))
	return hex.EncodeToString(sum[:])
}

// Setup returns the start of the match.
func (m *Match) Setup() Setup { return m.setup }

// Rules returns the rules of the match.
func (m *Match) Rules() *game.Rules { return m.rules }

// Seq returns the number of entries.
func (m *Match) Seq() int { return len(m.log) }

// Log returns the entries from number from on; the first is 1. They contain all secrets: they are for the store, not
// for players.
func (m *Match) Log(from int) []Entry { return m.log[min(max(from-1, 0), len(m.log)):] }

// State returns the current state. It contains all secrets, too.
func (m *Match) State() *game.State { return m.now }

// Player returns the player in a seat.
func (m *Match) Player(seat game.Seat) Player {
	if seat < 0 || int(seat) >= len(m.players) {
		return Player{}
	}
	return m.players[seat]
}

// Over reports whether the match has ended: by the rules, by resignation, or because it was closed.
func (m *Match) Over() bool { return m.closed || m.resign != game.Nobody || m.now.Over() }

// Outcome returns how the match ended.
func (m *Match) Outcome() game.Outcome {
	if m.closed && !m.now.Over() {
		return game.Outcome{Over: true, Tie: true, Ranks: slices.Repeat([]int{1}, m.setup.Seats)}
	}
	if m.resign == game.Nobody {
		return m.now.Outcome()
	}
	o := game.Outcome{Over: true, Ranks: make([]int, m.setup.Seats)}
	for seat := range game.Seat(m.setup.Seats) {
		o.Ranks[seat] = 2
		if seat != m.resign && m.now.Standing().Has(seat) {
			o.Ranks[seat] = 1
			o.Winners = append(o.Winners, seat)
		}
	}
	return o
}

// Resigned returns the seat that ended the match by resigning, or game.Nobody.
func (m *Match) Resigned() game.Seat { return m.resign }

// ToAct returns the seats that can act.
func (m *Match) ToAct() []game.Seat {
	var all []game.Seat
	if !m.Over() {
		for seat := range m.now.ToAct().All() {
			all = append(all, seat)
		}
	}
	return all
}
