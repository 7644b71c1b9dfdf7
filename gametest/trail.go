package gametest

import "github.com/plygame/ply/game"

// textMove is a move as text.
type textMove struct {
	seat game.Seat
	text string
}

// trail is a game as it was played: the states it went through and the moves between.
type trail struct {
	rules  *game.Rules
	setup  Setup
	given  bool // the first state was not made by the setup alone
	states []*game.State
	hashes []uint64 // of the states, computed when they were new
	moves  []game.Move
	texts  []textMove
	stop   *breach        // why the game could not continue, if it could not
	cut    bool           // there was no time to play on
	called []int          // states in which something is called
	chosen []int          // states in which something is chosen in secret
	looked int            // how many states have been searched for these
	sorts  map[int]string // sorts of moves, by number: see doing
}

func newTrail(k *kernel, r *game.Rules, setup Setup, s *game.State) *trail {
	return &trail{rules: r, setup: setup, states: []*game.State{s}, hashes: []uint64{k.hash(s)}}
}

// first returns the first state of the game, newly started if possible.
func (k *kernel) first(g *trail) (*game.State, error) {
	if g.given {
		return g.states[0], nil
	}
	return k.begin(g.rules, g.setup)
}

func (g *trail) last() *game.State { return g.states[len(g.states)-1] }

func (g *trail) add(k *kernel, m game.Move, next *game.State) {
	g.texts = append(g.texts, textMove{m.Seat, g.last().Text(m)})
	g.moves = append(g.moves, m)
	g.states = append(g.states, next)
	g.hashes = append(g.hashes, k.hash(next))
}

// back takes the last move back.
func (g *trail) back() {
	n := len(g.moves) - 1
	g.called, g.chosen, g.looked = nil, nil, 0
	g.texts, g.moves, g.states, g.hashes = g.texts[:n], g.moves[:n], g.states[:n+1], g.hashes[:n+1]
}

// someMoves returns the numbers of at most this many moves, including the first and last.
func (g *trail) someMoves(most int) []int {
	if len(g.moves) == 0 {
		return nil
	}
	return spread(len(g.moves), most)
}

// spread returns at most this many of the numbers below n.
func spread(n, most int) []int {
	if n <= most {
		most = n
	}
	if most == 1 {
		return []int{n - 1}
	}
	at := make([]int, most)
	for i := range at {
		at[i] = i * (n - 1) / (most - 1)
	}
	return at
}
