// Package match is one game being played: an append-only log of what has happened, and the state
// it leads to. A match knows nothing of networks and disks. What is done gives a [Batch]; whoever
// keeps the match writes the entries of the batch down first and then commits it, so that nothing
// is ever told that could be lost:
//
//	batch, err := m.Play(seat, seen, "place f6")
//	if err != nil {
//		return err // refused: nothing has changed
//	}
//	if err := keep(batch.After, batch.Entries); err != nil {
//		return err // not kept: nothing has changed
//	}
//	m.Commit(batch)
//
// Nothing in the log of such a match is ever erased. To undo is an entry, too.
//
// A match without players elsewhere needs none of that: [Begin] and [Replay] give one that its caller
// plays alone, moves of all seats, back and forward. See [Match.Make].
package match

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"

	"github.com/plygame/ply/game"
)

// Setup is how a match begins. With the log it is all there is to know of a match.
type Setup struct {
	ID      string      `json:"id"`
	Game    string      `json:"game"`
	Version string      `json:"version"`
	Digest  string      `json:"digest"`
	Options game.Values `json:"options,omitempty"`
	Seats   int         `json:"seats"`
	Seed    string      `json:"seed"` // in hexadecimal digits
	Created time.Time   `json:"created"`

	Host     string `json:"host,omitempty"`     // the hash of the secret of who has made it
	Unlisted bool   `json:"unlisted,omitempty"` // it is in no list of matches
}

// Match is one game being played. It is not safe for use by several goroutines at once.
type Match struct {
	Now  func() time.Time // the clock of the entries; time.Now, if nil
	Keep int              // how many states are kept besides the first and the present one; 16, if 0

	setup   Setup
	rules   *game.Rules
	log     []Entry
	players []Player
	now     *game.State
	kept    map[int]*game.State // states that need not be computed again, by number
	recent  []int               // which of them, the latest last
	resign  game.Seat           // who has ended the match by giving up; game.Nobody, if nobody has
	reseeds int                 // how often chance has gone on afresh
	ask     *Ask
	start   string  // a save of the first state, if that is not the beginning of a game
	undone  []Entry // moves that can be made again, the next one last

	looked []look // the last view of each observer

	snap   *game.State // what the match is opened with
	snapAt int
}

// New begins a match. Of the setup it takes the id, the number of seats, the seed and what has no
// part in the game; what is played is said by the rules.
func New(r *game.Rules, setup Setup) (*Match, error) {
	if err := r.Check(); err != nil {
		return nil, err
	}
	setup.Game, setup.Version, setup.Digest, setup.Options = r.Name, r.Version, r.Digest(), r.Values()
	setup.Created = setup.Created.UTC().Truncate(time.Millisecond)
	return open(setup, r)
}

// SeedText is a seed as a Setup has it.
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
	return &Match{setup: setup, rules: s.Rules(), players: make([]Player, s.Seats()), now: s, kept: map[int]*game.State{0: s}, resign: game.Nobody}
}

func (x Setup) seed() (game.Seed, error) {
	seed, err := readSeed(x.Seed)
	if err != nil {
		err = fmt.Errorf("match %s: its seed is not %d hexadecimal digits", x.ID, 2*len(seed))
	}
	return seed, err
}

// Commitment is what can be published when the match begins: it gives nothing away, and when the
// seed is published at the end, everyone can see that it was the one from the beginning on.
func (x Setup) Commitment() string {
	sum := sha256.Sum256([]byte("ply commitment 1 " + x.ID + " " + x.Seed))
	return hex.EncodeToString(sum[:])
}

// Setup returns how the match has begun.
func (m *Match) Setup() Setup { return m.setup }

// Rules returns what is played.
func (m *Match) Rules() *game.Rules { return m.rules }

// Seq returns how many entries there are.
func (m *Match) Seq() int { return len(m.log) }

// Log returns the entries from one on, the first is 1. They tell everything: they are for who keeps
// the match, not for its players.
func (m *Match) Log(from int) []Entry { return m.log[min(max(from-1, 0), len(m.log)):] }

// State returns the present state. It tells everything, too.
func (m *Match) State() *game.State { return m.now }

// Player returns who sits in a seat.
func (m *Match) Player(seat game.Seat) Player {
	if seat < 0 || int(seat) >= len(m.players) {
		return Player{}
	}
	return m.players[seat]
}

// Over reports whether the match has ended, by the rules or because somebody gave up.
func (m *Match) Over() bool { return m.resign != game.Nobody || m.now.Over() }

// Outcome returns how the match has ended.
func (m *Match) Outcome() game.Outcome {
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

// Resigned returns who has ended the match by giving up, game.Nobody if nobody has.
func (m *Match) Resigned() game.Seat { return m.resign }

// ToAct returns the seats that can do something.
func (m *Match) ToAct() []game.Seat {
	var all []game.Seat
	if !m.Over() {
		for seat := range m.now.ToAct().All() {
			all = append(all, seat)
		}
	}
	return all
}
