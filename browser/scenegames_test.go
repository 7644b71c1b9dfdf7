package browser_test

import "github.com/plygame/ply/game"

const (
	evilName = `<img src=x onerror=document.title=7>`
	evilText = `<b id=evil>x</b><script>document.title=7</script>`
)

// parrot is a game in which players say something that everyone sees.
func parrot() *game.Rules {
	said := game.NewPart[string]("said")
	what := &game.Pick[string]{Name: "what", Prompt: "Say something", Text: &game.Text{Min: 1, Max: 80}}
	say := func(t *game.Tx) {
		said.Set(t, t.Seat, what.In(t))
		t.Say("{0} says "+what.In(t), t.Seat)
	}
	return &game.Rules{
		Name: "parrot", Version: "1", About: game.About{Title: "Parrot"}, Seats: game.Exactly(2),
		Parts:   []game.Column{said},
		Actions: []*game.Action{{Name: "say", Pick: []game.Choice{what}, Do: say}},
	}
}

// pairs is a game that is won with two cards of a hand, or with a place.
func pairs() *game.Rules {
	card := &game.Kind{Name: "card", Look: game.Look{Shape: "card"}}
	hand := &game.Place{Name: "hand", Each: true, Look: game.Look{Label: "Hand", Layout: "fan"}}
	fort := &game.Place{Name: "fort", Look: game.Look{Label: "Fort"}}
	return &game.Rules{
		Name: "pairs", Version: "1", About: game.About{Title: "Pairs"}, Seats: game.Exactly(2),
		Layout: []game.Layout{hand, fort}, Kinds: []*game.Kind{card},
		Setup: func(t *game.Tx) {
			for range 3 {
				t.Create(card, hand.Of(0))
			}
		},
		Actions: []*game.Action{
			{Name: "show", Do: func(t *game.Tx) {
				first := t.First(hand.Of(0))
				t.WinBy(t.Contents(hand.Of(0)).Where(func(id game.ID) bool { return id != first }), t.Seat)
			}},
			{Name: "hold", Do: func(t *game.Tx) { t.WinBy(game.SetOf(fort.ID()), t.Seat) }},
		},
	}
}

// morra is a game in which all players show some fingers at once.
func morra() *game.Rules {
	fingers := &game.Pick[int]{Name: "fingers", Prompt: "How many fingers?", Range: func(*game.Tx) (int, int) { return 1, 5 }}
	sum := game.NewPart[int]("sum").Looks(game.Look{Label: "Fingers"})
	show := &game.Action{Name: "show", Pick: []game.Choice{fingers}, Do: func(t *game.Tx) {
		sum.Set(t, t.Seat, sum.Of(t, t.Seat)+fingers.In(t))
	}}
	return &game.Rules{
		Name: "morra", Version: "1", About: game.About{Title: "Morra"}, Seats: game.Between(2, 3), Parts: []game.Column{sum},
		Actions: []*game.Action{show},
		Flow:    &game.Loop{Do: &game.Together{Name: "hands", Actions: []*game.Action{show}, Secret: true}},
		End: func(t *game.Tx) {
			if a, b := sum.Of(t, game.Seat(0)), sum.Of(t, game.Seat(1)); max(a, b) >= 6 && min(a, b) >= 2 {
				t.Score(a, b)
			}
		},
	}
}

// hush is a game in which both players choose a card in secret.
func hush() *game.Rules {
	card := &game.Kind{Name: "card", Look: game.Look{Shape: "card", Label: "Card"}}
	hand := &game.Place{Name: "hand", Each: true, Order: game.Unordered, Seen: game.ByOwner, Look: game.Look{Label: "Hand", Layout: "fan"}}
	which := &game.Pick[game.ID]{Name: "card", From: hand.Contents}
	play := &game.Action{Name: "play", Pick: []game.Choice{which}, Do: func(t *game.Tx) { t.Remove(which.In(t)) }}
	return &game.Rules{
		Name: "hush", Version: "1", About: game.About{Title: "Hush"}, Seats: game.Exactly(2), Kinds: []*game.Kind{card}, Layout: []game.Layout{hand},
		Setup: func(t *game.Tx) {
			for i := range 4 {
				t.Create(card, hand.Of(game.Seat(i%2)))
			}
		},
		Flow: &game.Loop{Do: &game.Together{Name: "cards", Actions: []*game.Action{play}, Secret: true}},
	}
}

// evilMove says a text that contains HTML.
func evilMove() string { return `{"action":"say","picks":[[` + quoted(evilText) + `]]}` }
