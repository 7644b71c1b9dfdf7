package explain

import (
	"fmt"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
)

// endOf says how a game ends, and what happens to seats that can do nothing.
func endOf(r *game.Rules) (all []string) {
	if r.LastStanding {
		all = append(all, "The last seat that is not eliminated has won.")
	}
	if r.End != nil {
		all = append(all, "After every move a rule says whether the game is over.")
	} else {
		all = append(all, "The game is over when a move says so.")
	}
	if r.Flow != nil && ends(r.Flow) {
		all = append(all, "When the order of play has come to its end, the game must be over.")
	}
	return append(append(all, stuckWords(r)...), positionWords(r)...)
}

func stuckWords(r *game.Rules) (all []string) {
	var must []string
	for _, x := range Rests(r) {
		if x.min > 0 {
			must = append(must, x.name)
		}
	}
	switch {
	case r.Stuck != nil && isDraw(r.Stuck):
		return []string{"A seat that is to act and can do nothing makes the game a draw."}
	case r.Stuck != nil:
		all = append(all, "For a seat that is to act and can do nothing there is a rule; if that does not end the game, the seat is passed over.")
	case must != nil:
		all = append(all, fmt.Sprintf("A seat that can do nothing is passed over, but not %s, where it must be able to act.", inSteps(must)))
	default:
		all = append(all, "A seat that can do nothing is passed over.")
	}
	switch {
	case r.Deadlock == nil:
		all = append(all, "Some seat must always be able to do something: nothing is said about what happens otherwise.")
	case isDraw(r.Deadlock):
		all = append(all, "When no seat can do anything, the game is a draw.")
	default:
		all = append(all, "When no seat can do anything, a rule says how the game ends.")
	}
	return all
}

func isDraw(f func(*game.Tx)) bool { return sameFunc(f, (*game.Tx).Tie) }

func positionWords(r *game.Rules) []string {
	var names []string
	for _, l := range r.Position.Places {
		switch l := l.(type) {
		case *game.Place:
			names = append(names, l.Name)
		case *board.Grid:
			names = append(names, l.Name)
		}
	}
	for _, p := range r.Position.Parts {
		names = append(names, p.Info().Name)
	}
	if r.Position.Mover {
		names = append(names, "the seat to act")
	}
	if names == nil {
		return nil
	}
	return []string{"Positions that come again are counted, compared by " + joined(names, "and") + "."}
}

// ends reports whether a step can come to its end.
func ends(x game.Step) bool {
	switch x := x.(type) {
	case nil, game.Switch:
		return true
	case *game.Loop:
		return x.While != nil || x.Times != nil || x.Max > 0
	case *game.Phase:
		if x.EndIf != nil {
			return true
		}
	}
	for _, in := range x.Within() {
		if !ends(in) {
			return false
		}
	}
	return true
}
