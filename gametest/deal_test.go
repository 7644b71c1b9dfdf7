package gametest

import (
	"fmt"
	"testing"

	"github.com/plygame/ply/card"
	"github.com/plygame/ply/game"
)

// skirmish is a game of creatures: each seat has its own deck of four cards, a hand, a field and a discard pile.
func skirmish() *game.Rules {
	wolf, banner := &game.Kind{Name: "wolf", Look: game.Look{Label: "Wolf"}}, &game.Kind{Name: "banner", Look: game.Look{Label: "War banner"}}
	rage := &game.Kind{Name: "rage", Look: game.Look{Label: "Rage"}}
	deck := &game.Place{Name: "deck", Each: true, Order: game.Stacked, Seen: game.ByNone}
	hand := &game.Place{Name: "hand", Each: true, Order: game.Unordered, Seen: game.ByOwner}
	field, pile := &game.Place{Name: "field", Each: true}, &game.Place{Name: "pile", Each: true, Order: game.Stacked}
	field.Leave = card.Detach(field, pile)
	which := &game.Pick[game.ID]{Name: "card", From: hand.Contents, If: func(t *game.Tx, id game.ID) bool {
		return t.Kind(id) != rage || t.Count(field.Of(t.Seat)) > 0 || t.Refuse("{0} needs a creature", id)
	}}
	host := &game.Pick[game.ID]{Name: "on", From: field.Contents, When: func(t *game.Tx) bool { return t.Kind(which.In(t)) == rage }}
	return &game.Rules{
		Name: "skirmish", Seats: game.Exactly(2), Layout: []game.Layout{deck, hand, field, pile},
		Kinds: []*game.Kind{wolf, banner, rage}, Parts: card.Marks(),
		Setup: func(t *game.Tx) {
			for seat := range game.Seat(2) {
				card.List{{N: 2, Kind: wolf}, {N: 1, Kind: banner}, {N: 1, Kind: rage}}.Create(t, deck.Of(seat))
				for id := range t.In(deck.Of(seat)) {
					card.Whose.Set(t, id, seat)
				}
				t.Shuffle(deck.Of(seat))
				t.Draw(deck.Of(seat), hand.Of(seat), 2)
			}
		},
		Actions: []*game.Action{
			{Name: "play", Pick: []game.Choice{which, host}, Do: func(t *game.Tx) {
				if host.Chosen(t) > 0 {
					t.Move(which.In(t), host.In(t))
				} else {
					t.Move(which.In(t), field.Of(t.Seat))
				}
			}},
			{Name: "fight", Do: func(t *game.Tx) {
				for id := range field.Everything(t).All() {
					t.Move(id, pile.Of(card.Whose.Of(t, id)))
				}
			}},
			{Name: "stop", Do: func(t *game.Tx) { t.Tie() }},
		},
	}
}

func TestDeal(t *testing.T) {
	g := Deal(t, skirmish(), Setup{}, "field 1: Wolf, War banner; hand 1: Rage; hand/1: War banner, Wolf; deck 2: rage")
	g.ExpectIn("field/0", "Wolf", "War banner")
	g.ExpectIn("hand/0", "Rage")
	g.ExpectIn("hand/1", "War banner", "Wolf")
	g.ExpectIn("deck/1", "Wolf", "Rage")
	g.ExpectIn("deck/0", "Wolf")
	g.Play(0, "play Rage Wolf")
	g.Play(1, "play War banner")
	g.Play(0, "fight")
	g.ExpectIn("pile/0", "Rage", "Wolf", "War banner")
	g.ExpectIn("pile/1", "War banner")
	g.Deal("hand 2: Rage")
	g.RefuseWords(1, "play Rage", "Rage needs a creature")
	g.RefuseWords(1, "play Wolf", "Wolf cannot be chosen")
	g.Check()
}

// A hand that is dealt as large as it was is remembered as it was.
func TestDealKeepsMemory(t *testing.T) {
	g := New(t, skirmish(), Setup{})
	before := fmt.Sprint(g.State().View(0).Name(g.State().View(0).First(g.State().Find("hand/0"))))
	g.Deal("hand 1: Wolf Wolf")
	g.ExpectIn("hand/0", "Wolf", "Wolf")
	if v := g.State().View(0); v.Name(v.First(v.Find("hand/0"))) != before {
		t.Errorf("the handle was %s", before)
	}
	g.Check()
}

func TestDealFaults(t *testing.T) {
	for text, want := range map[string]string{
		"hand 1: Wlof":                    "hand/0: there is no Wlof in this game; it has Rage, War banner, Wolf",
		"hand 3: Wolf":                    `there is no place "hand/2"; the places are`,
		"hand 1: Rage; hand 2: Rage Rage": "hand/1: the game has only 2 Rage, and all are dealt already",
		"field 1: Wolf, Wolf, Wolf, Wolf, War banner, War banner, Rage, Rage": "from hand/1, which would be left with one less: say what hand/1 contains, too",
		"Wolf": `"Wolf" is not a place and its cards`,
	} {
		watch(t, func(tb testing.TB) { Deal(tb, skirmish(), Setup{}, text) }).wants(want)
	}
}

// All faults of a deal are reported together.
func TestDealReportsAllFaults(t *testing.T) {
	r := watch(t, func(tb testing.TB) {
		Deal(tb, skirmish(), Setup{}, "hand 1: Wlof Raeg; hnad 2: Wolf; Wolf; hand 2: Rage Rage Rage")
	})
	r.wants("there is no Wlof in this game", "there is no Raeg in this game", `there is no place "hnad/1"`,
		`"Wolf" is not a place and its cards`, "hand/1: the game has only 2 Rage, and all are dealt already")
}
