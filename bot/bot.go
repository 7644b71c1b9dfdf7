// Package bot has players that are programs.
//
// A [Player] gets a [Turn], with the view of its seat, and answers with a move. [Choose] asks one for a move in a State. [Bots] is the list of players that can be chosen by name, such as "random"; a
// program hands its own list to a server or to the command line.
//
// A Player knows the view and re-deals of what its seat cannot know, never the state, so it cannot cheat. The same Turn
// must give the same move, unless its context ends before the Player is done. Several goroutines may ask a Player at once.
package bot

import (
	"context"
	"math/rand/v2"

	"github.com/plygame/ply/game"
)

// Player chooses moves for a seat.
type Player interface {
	// Choose returns a legal move of the turn's seat, named as its view names things: view.Real turns it
	// into a move of the state. When ctx ends, Choose returns soon, with the best move so far or the error
	// of ctx.
	Choose(ctx context.Context, t Turn) (game.Move, error)
}

// Turn is what a Player is asked.
type Turn struct {
	View   *game.State // what the seat sees
	Seat   game.Seat   // it is to act
	Seed   uint64      // all chance in the choice comes from it
	Budget int         // how many simulations a search may run; 0 leaves it to the Player

	state *game.State // for re-deals only; nil where nobody has it
}

// NewTurn returns the turn of a seat.
func NewTurn(s *game.State, seat game.Seat, seed uint64) Turn {
	return Turn{View: s.View(seat), Seat: seat, Seed: seed, state: s}
}

// Redeal puts a fork of these rules to a state that the seat cannot tell from the real one: see game.Fork.Redeal. Each
// simulation of a search begins with it. Moves have other IDs there than in the view, and the same MoveKey. A
// turn that was not made by [NewTurn] knows only the view, and refuses if that hides something.
func (t Turn) Redeal(f *game.Fork, seed uint64) error {
	if t.state == nil {
		return f.Redeal(t.View, t.Seat, seed)
	}
	return f.Redeal(t.state, t.Seat, seed)
}

// Func is a Player made of a function.
type Func func(ctx context.Context, t Turn) (game.Move, error)

// Choose implements Player.
func (f Func) Choose(ctx context.Context, t Turn) (game.Move, error) { return f(ctx, t) }

// Choose asks a Player for a move of a seat. The Player gets the view of the seat; the move is one of the state.
func Choose(ctx context.Context, p Player, s *game.State, seat game.Seat, seed uint64) (game.Move, error) {
	t := NewTurn(s, seat, seed)
	m, err := p.Choose(ctx, t)
	if err != nil {
		return game.Move{}, err
	}
	m.Seat = seat
	return t.View.Real(m)
}

// Random chooses a move at random on the view of a seat, step by step: what to do first, then each
// value or to stop, all that are offered being equally likely. The move is one of the view: view.Real makes a
// move of the state out of it. Where values that are not proved have led nowhere, it begins again, some times.
// It is the Player called random, for callers that have their own source of chance.
func Random(view *game.State, seat game.Seat, luck *rand.Rand) (m game.Move, err error) {
	for range attempts {
		if m, err = random(view, seat, luck); err == nil || game.CodeOf(err) == "" {
			break
		}
	}
	return m, err
}

// attempts is how often a move is begun.
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
