package probes

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/gametest"
)

var trade = game.NewPart[int8]("trade") // of a card: what it is good for

const tradeNames = "SMW" // science, masonry, war

// wonders is a draft: all take a card from their hands simultaneously and pass the rest on. For each seat there are
// several cards of each trade, and some of them are dealt in each of two ages.
func wonders(copies, size int) *game.Rules {
	card := &game.Kind{Name: "card", Label: func(s *game.State, id game.ID) string { return tradeNames[trade.Of(s, id):][:1] }}
	pack := &game.Kind{Name: "pack"} // the cards to pass on
	deck := &game.Place{Name: "deck", Seen: game.ByNone}
	hand := &game.Place{Name: "hand", Each: true, Seen: game.ByOwner}
	built := &game.Place{Name: "built", Each: true}
	rest := &game.Place{Name: "rest", Seen: game.ByNone}
	cards := func(t *game.Tx, x game.Seat) game.ID { return t.First(hand.Of(x)) }

	// Each age begins with a pack for each seat.
	deal := func(t *game.Tx) {
		for x := range game.Seat(t.Seats()) {
			p := t.Create(pack, hand.Of(x))
			for range size {
				t.Move(t.Last(deck), p)
			}
		}
	}

	// All choose a card simultaneously. Chosen cards are built openly.
	choice := &game.Pick[game.ID]{Name: "card", Prompt: "Which card do you take?", From: func(t *game.Tx) game.Set[game.ID] {
		return t.Contents(cards(t, t.Seat))
	}}
	take := &game.Action{Name: "take", Pick: []game.Choice{choice}, Do: func(t *game.Tx) {
		t.Move(choice.In(t), built.Of(t.Seat))
		t.Say("{0} builds {1}", t.Seat, choice.In(t))
	}}

	// The packs are passed on, to the left in the first age and to the right in the second.
	var ages *game.Loop
	pass := func(t *game.Tx) {
		n := game.Seat(t.Seats())
		var packs []game.ID
		for x := range n {
			packs = append(packs, cards(t, x))
		}
		for x, p := range packs {
			to := game.Seat(x) + 1
			if ages.Round(t) == 2 {
				to = game.Seat(x) + n - 1
			}
			t.Move(p, hand.Of(to%n))
		}
	}

	// The last card of each pack is set aside, face down.
	layAside := func(t *game.Tx) {
		for x := range game.Seat(t.Seats()) {
			p := cards(t, x)
			t.Move(t.First(p), rest)
			t.Remove(p)
		}
	}

	// Cards of a trade score the square of their number, and a set of all trades seven points.
	count := func(t *game.Tx) {
		score := make([]int, t.Seats())
		for x := range score {
			n := make([]int, len(tradeNames))
			for id := range t.In(built.Of(game.Seat(x))) {
				n[trade.Of(t, id)]++
			}
			for _, n := range n {
				score[x] += n * n
			}
			score[x] += 7 * slices.Min(n)
		}
		t.Score(score...)
	}
	ages = &game.Loop{Max: 2, Do: &game.Phase{Name: "age", Begin: deal, End: layAside,
		Do: &game.Loop{Max: size - 1, Do: game.Steps{
			&game.Together{Name: "draft", Secret: true, Actions: []*game.Action{take}},
			game.Run(pass),
		}},
	}}
	return &game.Rules{
		Name:   "wonders",
		Seats:  game.Between(2, 5),
		Layout: []game.Layout{deck, hand, built, rest},
		Kinds:  []*game.Kind{card, pack},
		Parts:  []game.Column{trade},
		Setup: func(t *game.Tx) {
			for i := range t.Seats() * copies * len(tradeNames) {
				t.Create(card, deck, trade.Is(int8(i%len(tradeNames))))
			}
			t.Shuffle(deck)
		},
		Flow: game.Steps{ages, game.Run(count)},
	}
}

func TestWondersLaws(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: plays many games")
	}
	gametest.Config{Games: few(3)}.Check(t, wonders(2, 3))
}

// wondersDealt is a game of three: seat 0 gets science, seat 1 masonry and seat 2 war.
func wondersDealt(t testing.TB) *game.State {
	t.Helper()
	return begin(t, wonders(2, 3), 3, game.Chance{Order: strings.Fields("#1 #4 #7 #2 #5 #8 #3 #6 #9 #10 #13 #11 #16 #14 #12 #17 #15 #18")})
}

// inHand returns the labels of the cards in the hand of a seat.
func inHand(s *game.State, x game.Seat) string {
	return holds(s, s.Name(s.First(s.Find(fmt.Sprintf("hand/%d", x)))))
}

func TestWondersPass(t *testing.T) {
	s := wondersDealt(t)
	hands := func(s *game.State) string { return inHand(s, 0) + ", " + inHand(s, 1) + ", " + inHand(s, 2) }
	expect(t, "hands", hands(s), "S S S, M M M, W W W")
	refusedTo(t, s, "0 take #2", game.NotOffered, "#2 cannot be chosen")

	// To the left in the first age. The last cards are set aside, and the second age begins.
	s = bySeats(t, s, "2 take #3", "0 take #1", "1 take #2")
	expect(t, "said", s.Said(), "[player 1 builds S player 2 builds M player 3 builds W]")
	expect(t, "hands", hands(s), "W W, S S, M M")
	s = bySeats(t, reloaded(t, s), "2 take #5", "1 take #4", "0 take #6")
	expect(t, "laid aside", holds(s, "rest"), "M S W")
	expect(t, "hands", hands(s), "M S S, M S W, M W W")

	// To the right in the second.
	s = bySeats(t, s, "0 take #10", "1 take #14", "2 take #15")
	expect(t, "hands", hands(s), "S W, M W, M S")
	s = bySeats(t, s, "0 take #16", "1 take #17", "2 take #13")
	for x, built := range []string{"S S S W", "M M M S", "M S W W"} {
		expect(t, "built", holds(s, fmt.Sprintf("built/%d", x)), built)
	}
	expect(t, "outcome", s.Outcome(), "won by seat 2 (10 : 10 : 13)")
}

func TestWondersViews(t *testing.T) {
	s := wondersDealt(t)
	const before = `
		hand/0: #1
		#1: #2=S #3=S #4=S
		hand/1: hand/1:1
		hand/1:1: hand/1:1:1 hand/1:1:2 hand/1:1:3
		built/0:
		built/1:`
	sees(t, s.View(0), before)

	// A chosen card stays in the hand until all have chosen, and only its player knows it.
	s = reloaded(t, bySeats(t, s, "0 take #4", "1 take #2"))
	sees(t, s.View(0), before)
	for _, x := range everyone(s) {
		one, other := toldTo(t, wondersDealt(t), x, "0 take #1"), toldTo(t, wondersDealt(t), x, "0 take #7")
		if same := one == other; same != (x != 0) {
			t.Errorf("%v can tell one card from another:\n%s%s", x, one, other)
		}
		if got := strings.Contains(string(s.View(x).Save()), "take #3"); got != (x == 0) {
			t.Errorf("%v sees that #3 is taken: %t\n%s", x, got, s.View(x).Save())
		}
	}
	s = bySeats(t, s, "2 take #3")
	sees(t, s.View(0), `
		built/0: #3=S
		built/1: #6=M
		built/2: #7=W
		hand/0: #5
		#5: #8=W #9=W
		hand/1: hand/1:1
		hand/1:1: hand/1:1:1 hand/1:1:2`)
}

// A seat remembers the cards it has passed on, and knows nothing about cards it has not seen.
func TestWondersMemory(t *testing.T) {
	s := bySeats(t, wondersDealt(t), "2 take #3", "0 take #1", "1 take #2")
	could := func(s *game.State, what func(*game.State) string) string {
		all := map[string]bool{}
		for n := range uint64(200) {
			all[what(redealt(t, s, 0, n))] = true
		}
		return strings.Join(slices.Sorted(maps.Keys(all)), ", ")
	}
	expect(t, "the hand of player 2", could(s, func(s *game.State) string { return inHand(s, 1) }), "S S")
	expect(t, "the hand of player 3", could(s, func(s *game.State) string { return inHand(s, 2) }), "M M, M S, M W, S S, S W, W W")

	// One more round: of the cards set aside, it has seen all except that of the hand of seat 1.
	s = bySeats(t, s, "0 take #6", "1 take #4", "2 take #5")
	expect(t, "laid aside", could(s, func(s *game.State) string { return holds(s, "rest") }), "M S W, S S W, S W W")

	// With two players the hand comes back. Missing cards were built openly.
	two := begin(t, wonders(3, 4), 2, game.Chance{Order: strings.Fields("#1 #4 #7 #10 #2 #5 #8 #11")})
	two = bySeats(t, two, "0 take #1", "1 take #2")
	expect(t, "the hand of player 2", could(two, func(s *game.State) string { return inHand(s, 1) }), "S S S")
	two = bySeats(t, two, "1 take #4", "0 take #5")
	expect(t, "the hands", could(two, func(s *game.State) string { return inHand(s, 0) + ", " + inHand(s, 1) }), "S S, M M")
}
