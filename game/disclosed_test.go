package game_test

import (
	"testing"

	"github.com/plygame/ply/game"
)

// discloser is a game in which each action discloses something, or nothing.
func discloser() *game.Rules {
	card := &game.Kind{Name: "card"}
	deck := &game.Place{Name: "deck", Order: game.Stacked, Seen: game.ByNone}
	hand := &game.Place{Name: "hand", Each: true, Seen: game.ByOwner}
	table := &game.Place{Name: "felt"}
	mark := game.NewPart[int]("mark")
	pin := game.NewPart[int]("pin")
	act := func(name string, do func(*game.Tx)) *game.Action { return &game.Action{Name: name, Do: do} }
	return &game.Rules{
		Name: "discloser", Version: "1", Seats: game.Exactly(2), Layout: []game.Layout{deck, hand, table}, Kinds: []*game.Kind{card},
		Parts: []game.Column{mark, pin.Seen(game.ByOwner)},
		Setup: func(t *game.Tx) {
			t.CreateMany(9, card, deck)
			t.Shuffle(deck)
			t.Move(t.Last(deck), hand.Of(0))
			t.Create(card, table)
			pin.Set(t, game.Seat(0), 4)
		},
		Guess: func(t *game.Tx, _ game.Seat) {},
		Actions: []*game.Action{
			act("mark", func(t *game.Tx) { mark.Set(t, game.Root, 7) }),
			act("shift", func(t *game.Tx) { t.Move(t.First(table), hand.Of(0)) }),
			act("bury", func(t *game.Tx) { t.Move(t.First(hand.Of(0)), deck) }),
			act("say", func(t *game.Tx) { t.Say("hello") }),
			act("roll", func(t *game.Tx) { mark.Set(t, game.Root, t.Roll(6)) }),
			act("draw", func(t *game.Tx) { t.Move(t.Last(deck), hand.Of(0)) }),
			act("open", func(t *game.Tx) { t.Move(t.First(hand.Of(0)), table) }),
			act("peek", func(t *game.Tx) { t.Reveal(t.Last(deck), 0) }),
			act("tell", func(t *game.Tx) { t.Tell([]game.Seat{0}, "psst") }),
			act("announce", func(t *game.Tx) { t.Announce("it is red") }),
			act("pin", func(t *game.Tx) { pin.Show(t, game.Seat(0)) }),
		},
	}
}

func TestDisclosed(t *testing.T) {
	s, err := discloser().Start(2, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	for action, want := range map[string]string{
		"mark": "", "shift": "", "bury": "", "say": "",
		"roll":     "chance has decided something",
		"draw":     "something hidden was shown",
		"open":     "something hidden was shown",
		"peek":     "a message revealed something about hidden things",
		"tell":     "a message revealed something about hidden things",
		"announce": "a message revealed something about hidden things",
		"pin":      "something hidden was shown",
	} {
		next, err := s.PlayText(0, action)
		if err != nil {
			t.Fatal(err)
		}
		why := ""
		if l := next.DisclosedSince(s); l != nil {
			why = l.String()
		}
		if why != want {
			t.Errorf("%s: %q, not %q", action, why, want)
		}
	}
}

// A secret choice discloses nothing until it is revealed.
func TestDisclosedSecretChoice(t *testing.T) {
	table := &game.Place{Name: "felt"}
	mark := game.NewPart[int]("mark")
	n := &game.Pick[int]{Name: "n", Range: func(*game.Tx) (int, int) { return 1, 3 }}
	r := &game.Rules{
		Name: "sealed", Version: "1", Seats: game.Exactly(2), Layout: []game.Layout{table}, Parts: []game.Column{mark},
		Flow: &game.Loop{Do: &game.Together{Name: "bid", Secret: true, Actions: []*game.Action{
			{Name: "bid", Pick: []game.Choice{n}, Do: func(t *game.Tx) { mark.Set(t, t.Seat, n.In(t)) }},
		}}},
	}
	a, err := r.Start(2, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	b, err := a.PlayText(0, "bid 1")
	if err != nil {
		t.Fatal(err)
	}
	c, err := b.PlayText(1, "bid 2")
	if err != nil {
		t.Fatal(err)
	}
	if why := b.DisclosedSince(a); why != nil {
		t.Errorf("a secret choice discloses %s", why)
	}
	if why := c.DisclosedSince(b); why == nil || why.String() != "a secret choice was revealed" {
		t.Errorf("a secret choice is revealed early: %v", why)
	}
}
