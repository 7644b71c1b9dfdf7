package lab

import (
	"fmt"
	"slices"
	"strings"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/words"
	"github.com/plygame/ply/match"
)

// witness notes what happens in random games, so that a check can warn of what never does.
type witness struct {
	actions  []*game.Action
	possible map[string]bool // actions that a seat could choose
	moved    map[game.Seat]bool
	unheard  []string // see game.State.Unheard
	looks    int
}

const (
	leastTelling = 10   // the minimum number of games that show that something never happens
	mostLooks    = 2000 // the maximum number of states in which to look for actions that were not possible before
)

// look notes which actions are possible.
func (w *witness) look(s *game.State) {
	if w.actions == nil {
		w.actions, w.possible, w.moved = slices.Collect(s.Actions()), map[string]bool{}, map[game.Seat]bool{}
	}
	for _, text := range s.Unheard() {
		if !slices.Contains(w.unheard, text) {
			w.unheard = append(w.unheard, text)
		}
	}
	if w.looks++; len(w.possible) == len(w.actions) || w.looks > mostLooks {
		return
	}
	for seat := range s.ToAct().All() {
		offers, _ := s.Offers(game.Move{Seat: seat})
		for _, o := range offers {
			if o.Why == nil {
				w.possible[o.Action] = true
			}
		}
	}
}

// hear notes who has moved, and how.
func (w *witness) hear(rec *match.Record) {
	for _, e := range rec.Moves {
		action, _, _ := strings.Cut(e.Move, " ")
		w.possible[action], w.moved[e.Seat] = true, true
	}
}

// warnings returns what is legitimate in some games, and a mistake in most.
func warnings(trials []*Trial) (all []string) {
	games, possible, actions := 0, map[string]bool{}, []*game.Action(nil)
	for _, t := range trials {
		if t.Games < leastTelling || t.Failed() {
			continue
		}
		games += t.Games
		actions = t.seen.actions
		for name := range t.seen.possible {
			possible[name] = true
		}
		for seat := range game.Seat(t.Seats) {
			if !t.seen.moved[seat] {
				all = append(all, fmt.Sprintf("with %s, %s never moves in %s: is that meant?", words.Plural(t.Seats, "seat"),
					t.rules.SeatName(seat), words.Plural(t.Games, "random game")))
			}
		}
	}
	for _, a := range actions {
		if !possible[a.Name] && !a.Stops() && !a.Withdraws() {
			all = append(all, fmt.Sprintf("action %s is never possible in %s: does a step offer it, and can its If hold?", a.Name,
				words.Plural(games, "random game")))
		}
	}
	for _, t := range trials {
		for _, text := range t.seen.unheard {
			warning := fmt.Sprintf("Refuse %s refuses nothing in Do or another function that acts, and the move goes ahead: to forbid the move, use If or Check", text)
			if !slices.Contains(all, warning) {
				all = append(all, warning)
			}
		}
	}
	return all
}
