package explain

import (
	"fmt"

	"github.com/plygame/ply/game"
)

// endOf describes how a game ends, and what happens to seats that cannot act.
func endOf(r *game.Rules) (all []string) {
	if r.LastStanding {
		all = append(all, "The last player who is not eliminated wins.")
	}
	if r.End != nil {
		all = append(all, "After every move, a rule decides whether the game is over.")
	} else {
		all = append(all, "A move can end the game.")
	}
	if r.Flow != nil && ends(r.Flow) {
		all = append(all, "The game must be over when the order of play ends.")
	}
	return append(append(all, stuckWords(r)...), positionWords(r)...)
}

func stuckWords(r *game.Rules) (all []string) {
	var must []string
	for _, x := range rests(r) {
		if x.min > 0 {
			must = append(must, x.name)
		}
	}
	stuck, deadlock := r.Ties()
	switch {
	case stuck:
		return []string{"If a player cannot act on their turn, the game is a draw."}
	case r.Stuck != nil:
		all = append(all, "A rule decides what happens when a player cannot act on their turn; if it does not end the game, the player is skipped.")
	case must != nil:
		all = append(all, fmt.Sprintf("A player who cannot act is skipped, except %s, where they must be able to act.",
			inSteps(must)))
	default:
		all = append(all, "A player who cannot act is skipped.")
	}
	switch {
	case r.Deadlock == nil:
		all = append(all, "The rules do not say what happens if no player at all can act.")
	case deadlock:
		all = append(all, "When no player can act, the game is a draw.")
	default:
		all = append(all, "When no player can act, a rule decides how the game ends.")
	}
	return all
}

func positionWords(r *game.Rules) []string {
	var names []string
	for _, l := range r.Position.Places {
		if name := layoutName(l); name != "" {
			names = append(names, name)
		}
	}
	for _, p := range r.Position.Parts {
		names = append(names, p.Info().Name)
	}
	if r.Position.Mover {
		names = append(names, "the player to act")
	}
	if names == nil {
		return nil
	}
	return []string{"Repeated positions are counted, compared by " + joined(names, "and") + "."}
}

// ends reports whether a step can end.
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
