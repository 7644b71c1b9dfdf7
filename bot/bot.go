// Package bot has computer players.
//
// A [Player] gets a [Turn], with the view of its seat, and returns a move. [Choose] asks a Player for a
// move in a State. [Bots] is the list of players that can be chosen by name, such as "random"; a program
// can pass its own list to a server or to the command line.
//
// A Player sees only the view and re-deals of what its seat cannot know, never the state, so it cannot
// cheat. The same Turn must give the same move, unless its context ends before the Player has finished.
// Several goroutines may use a Player at once.
package bot

import (
	"context"
	"math/rand/v2"

	"github.com/plygame/ply/game"
)

// Player chooses moves for a seat.
type Player interface {
	// Choose returns a legal move of the turn's seat, with the names and IDs of its view: view.Real translates
	// it to a move of the state. When ctx ends, Choose returns soon, with the best move so far or the error of
	// ctx.
	Choose(ctx context.Context, t Turn) (game.Move, error)
}

// Turn is what a Player gets to choose a move.
type Turn struct {
	View   *game.State // what the seat sees
	Seat   game.Seat   // the seat to act
	Seed   uint64      // all random choices depend on it
	Budget int         // how many simulations a search may run; 0 lets the Player decide

	state *game.State // for re-deals only; nil if only the view is known
}

// NewTurn returns the turn of a seat.
func NewTurn(s *game.State, seat game.Seat, seed uint64) Turn {
	return Turn{View: s.View(seat), Seat: seat, Seed: seed, state: s}
}

// Redeal sets a fork of these rules to a state that the seat cannot tell from the real one: see
// game.Fork.Redeal. Every simulation of a search begins with it. Moves have different IDs there than in the
// view, but the same MoveKey. A turn that was not made by [NewTurn] knows only the view; its Redeal is
// refused if the view hides something.
func (t Turn) Redeal(f *game.Fork, seed uint64) error { return f.Redeal(t.known(), t.Seat, seed) }

// redealOpen is Redeal, but leaves open what other seats have chosen in secret. Unlikely deals are rejected and
// repeated, as often as Rules.Likely says.
func (t Turn) redealOpen(f *game.Fork, seed uint64) error {
	likely := t.View.Rules().Likely
	for n := range uint64(mostDeals) {
		if err := f.RedealOpen(t.known(), t.Seat, mixed(seed, n)); err != nil || likely == nil {
			return err
		}
		if below(mixed(seed, ^n), 1000) < likely(f.State(), t.Seat) {
			break
		}
	}
	return nil
}

// mostDeals is how often a simulation deals until a deal is likely.
const mostDeals = 30

// known is the state, or the view if only that is known.
func (t Turn) known() *game.State {
	if t.state == nil {
		return t.View
	}
	return t.state
}

// Func is a function that implements Player.
type Func func(ctx context.Context, t Turn) (game.Move, error)

// Choose implements Player.
func (f Func) Choose(ctx context.Context, t Turn) (game.Move, error) { return f(ctx, t) }

// Choose asks a Player for a move of a seat. The Player gets the view of the seat; Choose returns a move of
// the state.
func Choose(ctx context.Context, p Player, s *game.State, seat game.Seat, seed uint64) (game.Move, error) {
	t := NewTurn(s, seat, seed)
	m, err := p.Choose(ctx, t)
	if err != nil {
		return game.Move{}, err
	}
	m.Seat = seat
	return t.View.Real(m)
}

// Random chooses a move at random on the view of a seat, step by step: first the action, then each value or
// to stop, all offered choices being equally likely. It returns a move of the view, which view.Real
// translates to the state. If unproved values lead nowhere, it starts over, a limited number of times. It is
// the Player named random, for callers with their own source of random numbers.
func Random(view *game.State, seat game.Seat, luck *rand.Rand) (m game.Move, err error) {
	for range attempts {
		if m, err = random(view, seat, luck); err == nil || game.CodeOf(err) == "" {
			break
		}
	}
	return m, err
}

// attempts is how often Random starts over.
const attempts = 20

func random(view *game.State, seat game.Seat, luck *rand.Rand) (game.Move, error) {
	c, err := view.Chooser(game.Move{Seat: seat})
	for err == nil {
		if m, whole := c.Move(); whole {
			return m, nil
		}
		c, err = c.Random(luck.IntN, func(t *game.Text) string { return Text(t, luck) })
	}
	return game.Move{}, err
}
