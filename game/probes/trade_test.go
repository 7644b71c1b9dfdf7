package probes

import (
	"fmt"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/gametest"
)

// Ware is something to trade.
type Ware int8

func (w Ware) String() string { return allWares[w] }

var allWares = []string{"clay", "salt", "wool"}

// Deal is an offer of several of one ware for one of another.
type Deal struct {
	From, To   game.Seat
	Count      int8
	Give, Want Ware
	Final      bool // it can only be accepted or refused
	Struck     bool // it was accepted
}

var (
	wares = game.NewPart[Ware]("ware") // of a card
	sales = game.NewPart[int]("sales") // of a seat: how many sets it has sold
)

// bazaar is a game of sets. For each seat there are several cards of each ware, and some of them are dealt to it.
func bazaar(copies, size int) *game.Rules {
	card := &game.Kind{Name: "card", Label: func(s *game.State, id game.ID) string { return wares.Of(s, id).String() }}
	deck := &game.Place{Name: "deck", Seen: game.ByNone}
	hand := &game.Place{Name: "hand", Each: true, Order: game.Unordered, Seen: game.ByOwner}
	sold := &game.Place{Name: "sold"}
	cards := func(t *game.Tx, x game.Seat, w Ware) game.Set[game.ID] {
		return t.Contents(hand.Of(x)).Where(func(id game.ID) bool { return wares.Of(t, id) == w })
	}
	take := func(t *game.Tx, x game.Seat, w Ware, n int) (ids []game.ID) {
		for id := range cards(t, x, w).All() {
			if len(ids) < n {
				ids = append(ids, id)
			}
		}
		return ids
	}
	atLeast := func(n int) func(*game.Tx) []Ware {
		return func(t *game.Tx) (all []Ware) {
			for w := range Ware(len(allWares)) {
				if cards(t, t.Seat, w).Len() >= n {
					all = append(all, w)
				}
			}
			return all
		}
	}

	// A turn begins with a card from the deck. Then the seat may act up to three times. It may sell three of a ware.
	draw := func(t *game.Tx) { t.Move(t.Last(deck), hand.Of(t.Seat)) }
	set := &game.Pick[Ware]{Name: "set", Prompt: "What do you sell?", List: atLeast(3)}
	sell := &game.Action{Name: "sell", Pick: []game.Choice{set}, Do: func(t *game.Tx) {
		for _, id := range take(t, t.Seat, set.In(t), 3) {
			t.Move(id, sold)
		}
		sales.Add(t, t.Seat, 1)
		t.Say("{0} sells {1}", t.Seat, set.In(t).String())
	}}

	// Or it offers another seat something in exchange for a ware. It shows what it would give, and the other seat is
	// asked.
	var answer *game.Act
	var deal *game.Effect[Deal]
	propose := func(t *game.Tx, d Deal) {
		for _, id := range take(t, d.From, d.Give, int(d.Count)) {
			t.Reveal(id)
		}
		t.Say("{0} offers {1} to {2}: {3} for {4}", d.From, d.Count, d.To, d.Give.String(), d.Want.String())
		t.Call(answer, deal.With(d))
	}
	whom := &game.Pick[game.Seat]{Name: "whom", Prompt: "To whom?", From: func(t *game.Tx) game.Set[game.Seat] { return t.Others(t.Seat) }}
	give := &game.Pick[Ware]{Name: "give", Prompt: "What do you give?", List: atLeast(1)}
	count := &game.Pick[int8]{Name: "count", Prompt: "How many?", Range: func(t *game.Tx) (int, int) {
		return 1, min(2, cards(t, t.Seat, give.In(t)).Len())
	}}
	want := &game.Pick[Ware]{Name: "want", Prompt: "For what?", List: func(t *game.Tx) (all []Ware) {
		for w := range Ware(len(allWares)) {
			if w != give.In(t) {
				all = append(all, w)
			}
		}
		return all
	}}
	offer := &game.Action{Name: "offer", Pick: []game.Choice{whom, give, count, want}, Do: func(t *game.Tx) {
		propose(t, Deal{From: t.Seat, To: whom.In(t), Give: give.In(t), Count: count.In(t), Want: want.In(t)})
	}}

	// The other seat accepts, if it has that ware; or refuses; or makes a counter-offer, which can only be accepted or
	// refused.
	accept := &game.Action{Name: "accept",
		If: game.When("you have none of it", func(t *game.Tx) bool { return !cards(t, t.Seat, deal.In(t).Want).Empty() }),
		Do: func(t *game.Tx) { deal.Edit(t, func(d *Deal) { d.Struck = true }) }}
	refuse := &game.Action{Name: "refuse", Do: func(t *game.Tx) { t.Say("{0} refuses", t.Seat) }}
	counter := &game.Action{Name: "counter", Pick: []game.Choice{give, count, want},
		If: game.When("it is yes or no", func(t *game.Tx) bool { return !deal.In(t).Final }),
		Do: func(t *game.Tx) {
			propose(t, Deal{From: t.Seat, To: deal.In(t).From, Count: count.In(t), Give: give.In(t), Want: want.In(t), Final: true})
		}}
	answer = &game.Act{Name: "answer", Who: func(t *game.Tx) game.Seat { return deal.In(t).To },
		Actions: []*game.Action{accept, refuse, counter}}

	// Accepted wares change hands openly.
	deal = &game.Effect[Deal]{Name: "deal", Do: func(t *game.Tx, d Deal) {
		if !d.Struck {
			return
		}
		given, wanted := take(t, d.From, d.Give, int(d.Count)), take(t, d.To, d.Want, 1)
		for _, id := range append(given, wanted...) {
			t.Reveal(id)
			to := d.From
			if t.Parent(id) == hand.Of(d.From) {
				to = d.To
			}
			t.Move(id, hand.Of(to))
		}
		t.Say("{0} and {1} trade", d.From, d.To)
	}}
	return &game.Rules{
		Name:   "bazaar",
		Seats:  game.Between(2, 4),
		Layout: []game.Layout{deck, hand, sold},
		Kinds:  []*game.Kind{card},
		Parts:  []game.Column{wares, sales},
		Setup: func(t *game.Tx) {
			for i := range t.Seats() * copies * len(allWares) {
				t.Create(card, deck, wares.Is(Ware(i%len(allWares))))
			}
			t.Shuffle(deck)
			for x := range game.Seat(t.Seats()) {
				for range size {
					t.Move(t.Last(deck), hand.Of(x))
				}
			}
		},
		Flow: game.Steps{
			&game.Loop{Max: copies*len(allWares) - size, Do: &game.EachSeat{Name: "turn", Do: game.Steps{
				game.Run(draw),
				&game.Act{Name: "market", Max: 3, Actions: []*game.Action{sell, offer}},
			}}},
			game.Run(func(t *game.Tx) { t.Score(ofSeats(t.State, sales)...) }), // most sets win
		},
		Calls:   []game.Step{answer},
		Effects: []game.AnyEffect{deal},
	}
}

func TestBazaarLaws(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: plays many games")
	}
	gametest.Config{Games: few(3)}.Check(t, bazaar(2, 4))
}

// bazaarDealt is a game of three: seat 0 holds clay, clay and salt, seat 1 salt, wool and wool, seat 2 clay, salt and
// wool; seat 0 draws wool.
func bazaarDealt(t testing.TB) *game.State {
	t.Helper()
	return begin(t, bazaar(2, 3), 3, game.Chance{Order: strings.Fields("#1 #4 #2 #5 #3 #6 #7 #8 #9 #12 #10 #11")})
}

// inHands are the wares of all seats.
func inHands(s *game.State) string {
	return holds(s, "hand/0") + ", " + holds(s, "hand/1") + ", " + holds(s, "hand/2")
}

func TestBazaarAccept(t *testing.T) {
	s := bazaarDealt(t)
	expect(t, "hands", inHands(s), "clay clay salt wool, salt wool wool, clay salt wool")
	refusedTo(t, s, "0 offer 1 clay 3 wool", game.NotOffered, "3 cannot be chosen, only 1 to 2")
	refusedTo(t, s, "0 offer 1 clay 1 clay", game.NotOffered, "clay cannot be chosen")
	refusedTo(t, s, "0 offer 0 clay 1 wool", game.NotOffered, "0 cannot be chosen")

	// Seat 1 is asked during the turn of seat 0, and can only answer.
	s = reloaded(t, bySeats(t, s, "0 offer 1 clay 2 wool"))
	expect(t, "where", s.Where(), "waiting for player 2 to choose accept, refuse or counter")
	wantSameOffers(t, s)
	refusedTo(t, s, "0 done", game.NotYourTurn, "it is the turn of player 2")
	refusedTo(t, s, "1 sell wool", game.Unavailable, "it is not available in answer")
	s = bySeats(t, s, "1 accept")
	expect(t, "said", s.Said(), "[player 1 and player 2 trade]")
	expect(t, "hands", inHands(s), "salt wool wool, clay clay salt wool, clay salt wool")

	// Then the turn continues: two more actions, or none.
	expect(t, "where", s.Where(), "waiting for player 1 to choose sell, offer or done (1 done, 2 left)")
	s = bySeats(t, s, "0 offer 2 salt 1 wool", "2 accept")
	expect(t, "where", s.Where(), "waiting for player 1 to choose sell, offer or done (2 done, 1 left)")
	s = reloaded(t, s)
	s = bySeats(t, s, "0 sell wool")
	expect(t, "sales", ofSeats(s, sales), "[1 0 0]")
	expect(t, "hands", inHands(s)+", "+holds(s, "sold"), ", clay clay clay salt wool, clay salt salt, wool wool wool")
	expect(t, "the turn", s.Turn(), "seat 1")
}

func TestBazaarRefuse(t *testing.T) {
	s := bySeats(t, bazaarDealt(t), "0 offer 1 salt 1 clay")
	refusedTo(t, s, "1 accept", game.Unavailable, "you have none of it")
	s = bySeats(t, s, "1 refuse", "0 offer 2 clay 1 salt", "2 refuse", "0 done")
	expect(t, "hands", inHands(s), "clay clay salt wool, clay salt wool wool, clay salt wool")
	expect(t, "the turn", s.Turn(), "seat 1")

	// The third offer is the last action of the turn, even if it leads to a counter-offer.
	s = bySeats(t, bazaarDealt(t), "0 offer 1 salt 1 clay", "1 refuse", "0 offer 1 salt 1 clay", "1 refuse", "0 offer 1 salt 1 clay")
	wantSameOffers(t, s)
	s = bySeats(t, s, "1 counter wool 1 clay", "0 refuse")
	expect(t, "where", s.Where(), "waiting for player 2 to choose sell, offer or done (0 done, 3 left)")
}

func TestBazaarCounter(t *testing.T) {
	// Seat 1 has no clay and offers something else. Now seat 0 is asked, in an answer within an answer.
	s := bySeats(t, bazaarDealt(t), "0 offer 1 salt 1 clay", "1 counter wool 2 clay")
	s = reloaded(t, s)
	expect(t, "where", s.Where(), "waiting for player 1 to choose accept, refuse or counter")
	offers(t, s.View(0), "accept", "refuse")
	refusedTo(t, s, "0 counter clay 1 wool", game.Unavailable, "it is yes or no")

	// The counter-offer is accepted and performed; the first offer is not.
	yes := bySeats(t, s, "0 accept")
	expect(t, "said", yes.Said(), "[player 2 and player 1 trade]")
	expect(t, "hands", inHands(yes), "clay salt wool wool wool, clay salt, clay salt wool")
	expect(t, "where", yes.Where(), "waiting for player 1 to choose sell, offer or done (1 done, 2 left)")

	// It is refused: nothing happens.
	no := bySeats(t, s, "0 refuse")
	expect(t, "hands", inHands(no), inHands(s))
	expect(t, "where", no.Where(), "waiting for player 1 to choose sell, offer or done (1 done, 2 left)")
}

func TestBazaarSecrecy(t *testing.T) {
	// An offer shows what is given, and nothing about the other hand: it is legal whether or not the other seat has the
	// ware.
	s := bazaarDealt(t)
	known := func(s *game.State, x game.Seat, place string) (n int) {
		for id := range s.In(s.Find(place)) {
			if s.Knows(x, id) {
				n++
			}
		}
		return n
	}
	s = bySeats(t, s, "0 offer 1 clay 2 wool")
	for _, x := range []game.Seat{1, 2, game.Nobody} {
		expect(t, "known cards of player 1", known(s, x, "hand/0"), "2")
		for n := range uint64(50) {
			if r := redealt(t, s, x, n); strings.Count(holds(r, "hand/0"), "clay") < 2 {
				t.Fatalf("in a re-deal for %v player 1 has %s", x, holds(r, "hand/0"))
			}
		}
	}
	expect(t, "known cards of player 2", known(s, 0, "hand/1"), "0")

	// Seats 0 and 2 learn only that seat 1 refuses, whatever seat 1 holds.
	with, without := s, begin(t, bazaar(2, 3), 3, game.Chance{Order: strings.Fields("#1 #4 #2 #5 #8 #11 #7 #3 #9 #12 #10 #6")})
	without = bySeats(t, without, "0 offer 1 clay 2 wool")
	expect(t, "hands", inHands(without), "clay clay salt wool, salt salt salt, clay wool wool")
	refusedTo(t, without, "1 accept", game.Unavailable, "you have none of it")
	for _, x := range []game.Seat{0, game.Nobody} {
		if one, other := toldTo(t, with, x, "1 refuse"), toldTo(t, without, x, "1 refuse"); one != other {
			t.Errorf("%v can tell why player 2 refuses:\n%s%s", x, one, other)
		}
	}

	// A seat that accepts shows what it gives. Then everyone knows where three of the cards are.
	s = bySeats(t, s, "1 accept")
	expect(t, "known cards", fmt.Sprint(known(s, 2, "hand/0"), known(s, 2, "hand/1")), "1 2")
}
