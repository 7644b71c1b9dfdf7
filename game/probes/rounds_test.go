package probes

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/gametest"
)

var (
	rank      = game.NewPart[int]("rank")         // of a card
	livesLeft = game.NewPart[int]("lives")        // of a seat
	dealer    = game.NewPart[game.Seat]("dealer") // on the table
)

// cuckoo is played in rounds until one seat is left. Nobody wants the lowest card, and everyone may press theirs on a
// neighbour. There are two cards of each rank.
func cuckoo(ranks, start int) *game.Rules {
	card := &game.Kind{Name: "card", Label: func(s *game.State, id game.ID) string { return fmt.Sprint(rank.Of(s, id)) }}
	deck := &game.Place{Name: "deck", Seen: game.ByNone}
	hand := &game.Place{Name: "hand", Each: true, Seen: game.ByOwner}
	deals := func(t *game.Tx) game.Seat { return dealer.Of(t, game.Root) }

	// The seats deal in turn, one card to each.
	var rounds *game.Loop
	next := func(t *game.Tx) {
		if rounds.Round(t) > 1 {
			dealer.Set(t, game.Root, t.After(deals(t)))
		}
	}
	deal := &game.Action{Name: "deal", Do: func(t *game.Tx) {
		for x := range game.Seat(t.Seats()) {
			for id := range t.In(hand.Of(x)) {
				t.Move(id, deck)
			}
		}
		t.Shuffle(deck)
		for x := range t.Standing().All() {
			t.Move(t.Last(deck), hand.Of(x))
		}
		t.Say("round {0}: {1} deals", rounds.Round(t), t.Seat)
	}}

	// One after the other, the dealer last, they keep their card or exchange it with the neighbour, who can refuse only
	// with the highest card. The dealer exchanges with the deck.
	keep := &game.Action{Name: "keep", Do: func(t *game.Tx) { t.Say("{0} keeps", t.Seat) }}
	exchange := &game.Action{Name: "exchange", Do: func(t *game.Tx) {
		from, mine, other := hand.Of(t.After(t.Seat)), t.First(hand.Of(t.Seat)), game.ID(0)
		if t.Seat == deals(t) {
			from = deck.ID()
		}
		if other = t.Last(from); rank.Of(t, other) == ranks {
			t.Show(other)
			t.Announce("{0} cannot exchange: there contentLines {1}", t.Seat, ranks)
			return
		}
		t.Move(mine, from)
		t.Move(other, hand.Of(t.Seat))
		t.Say("{0} exchanges", t.Seat)
	}}

	// All cards are revealed. The lowest cost a life each, unless all are equal.
	reckon := func(t *game.Tx) {
		lowest := ranks
		for x := range t.Standing().All() {
			t.Show(t.First(hand.Of(x)))
			lowest = min(lowest, rank.Of(t, t.First(hand.Of(x))))
		}
		lose := t.Standing().Where(func(x game.Seat) bool { return rank.Of(t, t.First(hand.Of(x))) == lowest })
		if lose.Len() == t.Standing().Len() {
			return
		}
		for x := range lose.All() {
			livesLeft.Add(t, x, -1)
			t.Announce("{0} loses a life", x)
			if livesLeft.Of(t, x) == 0 {
				t.Eliminate(x)
				t.Announce("{0} is out", x)
			}
		}
		if left := slices.Collect(t.Standing().All()); len(left) == 1 {
			t.Win(left...)
		}
	}
	rounds = &game.Loop{Do: &game.Phase{Name: "round", Begin: next, End: reckon, Do: game.Steps{
		&game.Act{Name: "deal", Who: deals, Actions: []*game.Action{deal}},
		&game.EachSeat{Name: "turn", LeftOf: deals,
			Do: &game.Act{Name: "choose", Actions: []*game.Action{keep, exchange}}},
	}}}
	return &game.Rules{
		Name:   "cuckoo",
		Seats:  game.Between(2, 6),
		Layout: []game.Layout{deck, hand},
		Kinds:  []*game.Kind{card},
		Parts:  []game.Column{rank, livesLeft, dealer},
		Setup: func(t *game.Tx) {
			for i := range 2 * ranks {
				t.Create(card, deck, rank.Is(i/2+1))
			}
			t.Shuffle(deck)
			for x := range game.Seat(t.Seats()) {
				livesLeft.Set(t, x, start)
			}
		},
		Flow: rounds,
	}
}

func TestCuckooLaws(t *testing.T) { gametest.Config{Games: few(4)}.Check(t, cuckoo(5, 1)) }

// cuckooDealt makes the dealer deal these ranks to the seats that play; the next one is on top of the deck. Of two
// cards of a rank the first is dealt first.
func cuckooDealt(t testing.TB, s *game.State, ranks string) *game.State {
	t.Helper()
	var top []string
	for i, r := range ranks {
		top = append(top, fmt.Sprintf("#%d", 2*int(r-'0')-1+strings.Count(ranks[:i], string(r))))
	}
	return play(t, s.Rig(game.Chance{Order: top}), "deal")
}

func TestCuckooRounds(t *testing.T) {
	s := begin(t, cuckoo(9, 2), 4)
	state := func(s *game.State) string {
		return fmt.Sprintf("%v, %v deals, %s", ofSeats(s, livesLeft), dealer.Of(s, game.Root), s.Where())
	}
	expect(t, "the game", state(s), "[2 2 2 2], seat 0 deals, in phase round, waiting for player 1 to choose deal")

	// The seat left of the dealer begins. Seat 1 loses a life, and deals next.
	s = cuckooDealt(t, s, "7248")
	expect(t, "said", s.Said(), "[round 1: player 1 deals]")
	for _, x := range []game.Seat{1, 2, 3, 0} {
		expect(t, "the turn", s.Turn(), x.String())
		s = reloaded(t, play(t, s, "keep"))
	}
	expect(t, "the game", state(s), "[2 1 2 2], seat 1 deals, in phase round, waiting for player 2 to choose deal")

	// The seat left of seat 1 begins. Seats 1 and 3 have the lowest card: one is out.
	s = cuckooDealt(t, s, "5464")
	expect(t, "the turn", s.Turn(), "seat 2")
	s = play(t, s, "keep", "keep", "keep", "keep")
	expect(t, "said", s.Said(), "[player 2 keeps player 2 loses a life player 2 is out player 4 loses a life]")
	expect(t, "the game", state(s), "[2 0 2 1], seat 2 deals, in phase round, waiting for player 3 to choose deal")

	// Three seats are left and get a card each. Seat 3 presses its 8 on seat 0 and gets the 2.
	s = cuckooDealt(t, s, "2985")
	expect(t, "where", s.Where(), "in phase round, waiting for player 4 to choose keep or exchange")
	s = play(t, s, "exchange")
	expect(t, "hands", holds(s, "hand/0")+holds(s, "hand/2")+holds(s, "hand/3"), "892")
	s = play(t, s, "keep", "keep")
	expect(t, "the game", state(s), "[2 0 2 0], seat 0 deals, in phase round, waiting for player 1 to choose deal")

	// Seat 3 would have dealt, but is out. Between the remaining two, equal cards cost nothing.
	s = play(t, cuckooDealt(t, s, "33"), "keep", "keep")
	expect(t, "the game", state(s), "[2 0 2 0], seat 2 deals, in phase round, waiting for player 3 to choose deal")
	for range 2 {
		s = play(t, cuckooDealt(t, s, "34"), "keep", "keep")
	}
	expect(t, "outcome", s.Outcome(), "won by seat 2")
}

func TestCuckooExchange(t *testing.T) {
	s := cuckooDealt(t, begin(t, cuckoo(9, 2), 3), "5291")

	// The neighbour has the highest card and shows it.
	no := play(t, s, "exchange")
	expect(t, "said", no.Said(), "[player 2 cannot exchange: there contentLines 9]")
	sees(t, no.View(0), `
		hand/0: #1=5
		hand/1: hand/1:1
		hand/2: #2=9`)

	// Seat 1 keeps its 2, seat 2 presses its 9 on the dealer, who exchanges it for the 1 from the deck.
	s = play(t, s, "keep", "exchange")
	sees(t, s.View(0), `
		hand/0: #2=9
		hand/1: hand/1:1
		hand/2: hand/2:1`)
	for n := range uint64(50) { // it knows the card it has given away, and nothing of seat 1
		r := redealt(t, s, 0, n)
		expect(t, "the hand of player 3 for player 1", holds(r, "hand/2"), "5")
	}
	s = play(t, s, "exchange")
	expect(t, "said", s.Said(), "[player 1 exchanges player 1 loses a life]")

	// All cards stay open until they are dealt again.
	for _, x := range everyone(s) {
		expect(t, "the hands", holds(s.View(x), "hand/0")+holds(s.View(x), "hand/1")+holds(s.View(x), "hand/2"), "125")
	}
	s = play(t, s, "deal")
	for _, x := range everyone(s) {
		for y := range game.Seat(3) {
			if got := s.Knows(x, s.First(s.Find(fmt.Sprintf("hand/%d", y)))); got != (x == y) {
				t.Errorf("%v knows the card of %v: %t", x, y, got)
			}
		}
	}
}
