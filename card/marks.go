package card

import "github.com/plygame/ply/game"

// Marks on cards. The player who controls a card is its owner in the game (State.Owner, Tx.Give); Whose is the seat
// that the card belongs to and returns to, seat 0 unless you set it.
var (
	Whose    = game.NewPart[game.Seat]("whose").Looks(game.Look{Hidden: true})
	Tapped   = game.NewPart[bool]("tapped").Looks(game.Look{Label: "Tapped"})
	FaceDown = game.NewPart[bool]("facedown").Looks(game.Look{Label: "Face down"})
	Counters = game.NewPart[int]("counters").Looks(game.Look{Label: "Counters"})
	Damage   = game.NewPart[int]("damage").Looks(game.Look{Label: "Damage"})
)

// Marks are all marks, for Rules.Parts.
func Marks() []game.Column { return []game.Column{Whose, Tapped, FaceDown, Counters, Damage} }

// TurnDown turns a card face down: only the seat that controls it sees what it is.
func TurnDown(t *game.Tx, id game.ID) {
	FaceDown.Set(t, id, true)
	t.Hide(id)
	if seat := t.Owner(id); seat != game.Nobody {
		t.Show(id, seat)
	}
}

// TurnUp turns a card face up again.
func TurnUp(t *game.Tx, id game.ID) {
	FaceDown.Set(t, id, false)
	t.AsDeclared(id)
}

// Clear removes all marks from a card except Whose.
func Clear(t *game.Tx, id game.ID) {
	Tapped.Set(t, id, false)
	FaceDown.Set(t, id, false)
	Counters.Set(t, id, 0)
	Damage.Set(t, id, 0)
}

// Detach returns a hook for Place.Leave. A card attached to another one is inside it (t.Move(banner, wolf)) and moves
// with it. When the host leaves play, attached cards, and those attached to them, come off and go to the discard pile;
// if there are several, to the pile of the seat they belong to: give every card its Whose when you create it, because
// cards without one belong to seat 0. The marks of the host and of all these cards are cleared.
func Detach(play, discard *game.Place) func(t *game.Tx, id, to game.ID) {
	return func(t *game.Tx, id, to game.ID) {
		if inPlay(t, play, to) {
			return
		}
		detach(t, id, discard)
		if to != 0 {
			Clear(t, id)
		}
	}
}

// detach discards all that is attached to a card, the innermost first.
func detach(t *game.Tx, id game.ID, discard *game.Place) {
	for x := range t.In(id) {
		detach(t, x, discard)
		Clear(t, x)
		if discard.Each {
			t.Move(x, discard.Of(Whose.Of(t, x)))
		} else {
			t.Move(x, discard)
		}
	}
}

// inPlay reports whether a place or card is in play.
func inPlay(t *game.Tx, play *game.Place, at game.ID) bool {
	for ; at != 0 && at != game.Root; at = t.Parent(at) {
		if play.Each || len(play.Names) > 0 {
			if play.All(t).Has(at) {
				return true
			}
		} else if at == play.ID() {
			return true
		}
	}
	return false
}
