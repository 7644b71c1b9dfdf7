package docs_test

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/card"
	"github.com/plygame/ply/game"
)

// The recipes of cookbook.md. Each function returns the rules of a small game, or is a part of several of them.

var Number = game.NewPart[int]("number") // on a card

type cards struct {
	card             *game.Kind
	deck, hand, pile *game.Place
}

func newCards() *cards {
	return &cards{
		card: &game.Kind{Name: "card", Label: func(s *game.State, id game.ID) string { return strconv.Itoa(Number.Of(s, id)) }},
		deck: &game.Place{Name: "deck", Order: game.Stacked, Seen: game.ByNone},
		hand: &game.Place{Name: "hand", Each: true, Order: game.Unordered, Seen: game.ByOwner},
		pile: &game.Place{Name: "pile", Order: game.Stacked},
	}
}

func (c *cards) deal(t *game.Tx) {
	t.CreateMany(20, c.card, c.deck, Number.Nth(func(i int) int { return i + 1 }))
	t.Shuffle(c.deck)
	for seat := range t.Standing().All() {
		t.Draw(c.deck, c.hand.Of(seat), 3)
	}
}

func (c *cards) rules(name string, actions ...*game.Action) *game.Rules {
	return &game.Rules{
		Name: name, Version: "1", Seats: game.Between(2, 4),
		Layout: []game.Layout{c.deck, c.hand, c.pile}, Kinds: []*game.Kind{c.card}, Parts: []game.Column{Number},
		Setup: c.deal, Actions: actions,
	}
}

func (c *cards) play(then func(t *game.Tx, id game.ID)) *game.Action {
	which := &game.Pick[game.ID]{Name: "card", Prompt: "Which card do you play?", From: c.hand.Contents}
	return &game.Action{Name: "play", Pick: []game.Choice{which}, Do: func(t *game.Tx) {
		t.Move(which.In(t), c.pile)
		then(t, which.In(t))
	}}
}

func drawUp() *game.Rules {
	c := newCards()
	r := c.rules("drawup", c.play(func(t *game.Tx, _ game.ID) {
		mine := c.hand.Of(t.Seat)
		t.Draw(c.deck, mine, 3-t.Count(mine)) // fewer, if the deck runs out
	}))
	r.End = func(t *game.Tx) { // the first seat with an empty hand wins
		if t.Count(c.hand.Of(t.Seat)) == 0 {
			t.Win(t.Seat)
		}
	}
	return r
}

func reshuffle() *game.Rules {
	c := newCards()
	draw := func(t *game.Tx) {
		if t.Count(c.deck) == 0 {
			for id := range t.In(c.pile) {
				t.Move(id, c.deck)
			}
			t.Shuffle(c.deck)
			t.Say("the pile is shuffled into a new deck")
		}
		t.Draw(c.deck, c.hand.Of(t.Seat), 1)
	}
	r := c.rules("reshuffle", c.play(func(t *game.Tx, _ game.ID) { draw(t) }))
	r.End = func(t *game.Tx) {
		if t.Played() == 40 {
			t.Tie()
		}
	}
	return r
}

func peekMillSearch() *game.Rules {
	c := newCards()
	peek := &game.Action{Name: "peek", Do: func(t *game.Tx) {
		t.Reveal(t.Last(c.deck), t.Seat)
		t.Tell([]game.Seat{t.Seat}, "{0} is on top", t.Last(c.deck))
	}}
	mill := &game.Action{Name: "mill", Do: func(t *game.Tx) { t.Draw(c.deck, c.pile, 2) }}

	// To search, a seat first gets to see the whole deck; then it is asked for a card.
	which := &game.Pick[game.ID]{Name: "card", Prompt: "Which card do you take?", From: c.deck.Contents}
	take := &game.Action{Name: "take", Secret: true, Pick: []game.Choice{which}, Do: func(t *game.Tx) {
		t.Move(which.In(t), c.hand.Of(t.Seat))
		t.Shuffle(c.deck)
	}}
	searching := &game.Act{Name: "searching", Actions: []*game.Action{take}}
	search := &game.Action{Name: "search", Do: func(t *game.Tx) {
		for id := range t.In(c.deck) {
			t.Show(id, t.Seat)
		}
		t.Call(searching, nil)
	}}
	r := c.rules("search", peek, mill, search)
	r.Calls = []game.Step{searching}
	r.End = func(t *game.Tx) {
		if t.Count(c.deck) < 3 {
			t.Tie()
		}
	}
	return r
}

func showToOne() *game.Rules {
	c := newCards()
	which := &game.Pick[game.ID]{Name: "card", From: c.hand.Contents}
	whom := &game.Pick[game.Seat]{Name: "whom", From: func(t *game.Tx) game.Set[game.Seat] { return t.Others(t.Seat) }}
	show := &game.Action{Name: "show", Pick: []game.Choice{which, whom}, Do: func(t *game.Tx) {
		t.Show(which.In(t), whom.In(t))
		t.Say("{0} shows {1} to {2}", t.Seat, which.In(t), whom.In(t))
	}}
	r := c.rules("show", show)
	r.End = func(t *game.Tx) {
		if t.Played() == 8 {
			t.Tie()
		}
	}
	return r
}

func whoStarts() *game.Rules {
	c := newCards()
	r := c.rules("starter", c.play(func(*game.Tx, game.ID) {}))
	r.Setup = func(t *game.Tx) {
		c.deal(t)
		best, starter := 0, game.Nobody
		for seat := range t.Standing().All() {
			id := t.First(c.hand.Of(seat))
			t.Reveal(id) // everyone turns up a card
			if n := Number.Of(t, id); n > best {
				best, starter = n, seat
			}
		}
		t.Next(starter) // in Setup: this seat begins
	}
	r.End = func(t *game.Tx) {
		if c.hand.Everything(t).Empty() {
			t.Tie()
		}
	}
	return r
}

var (
	Coins = game.NewPart[int]("coins")  // of a seat
	Price = game.NewTrait[int]("price") // printed on what can be bought
)

func costs() *game.Rules {
	shop := &game.Place{Name: "shop"}
	yard := &game.Place{Name: "yard", Each: true}
	hut := &game.Kind{Name: "hut", With: []game.With{Price.Is(2)}}
	tower := &game.Kind{Name: "tower", With: []game.With{Price.Is(5)}}
	what := &game.Pick[game.ID]{Name: "what", Prompt: "What do you build?", From: shop.Contents, If: func(t *game.Tx, id game.ID) bool {
		return Coins.Of(t, t.Seat) >= Price.Of(t, id) || t.Refuse("it costs {0}, and you have {1}", Price.Of(t, id), Coins.Of(t, t.Seat))
	}}
	build := &game.Action{Name: "build", Pick: []game.Choice{what}, Do: func(t *game.Tx) {
		Coins.Add(t, t.Seat, -Price.Of(t, what.In(t)))
		t.Move(what.In(t), yard.Of(t.Seat))
	}}
	work := &game.Action{Name: "work", Do: func(t *game.Tx) { Coins.Add(t, t.Seat, 2) }}
	return &game.Rules{
		Name: "costs", Version: "1", Seats: game.Exactly(2), Layout: []game.Layout{shop, yard},
		Kinds: []*game.Kind{hut, tower}, Parts: []game.Column{Coins}, Actions: []*game.Action{build, work},
		Setup: func(t *game.Tx) { t.CreateMany(4, hut, shop); t.CreateMany(2, tower, shop) },
		End: func(t *game.Tx) {
			if t.Count(yard.Of(t.Seat)) == 3 {
				t.Win(t.Seat)
			} else if t.Played() == 60 {
				t.Tie()
			}
		},
	}
}

func oncePerTurn() *game.Rules {
	used := game.NewPart[bool]("used") // of a seat
	rest := &game.Action{Name: "rest", Do: func(t *game.Tx) { Coins.Add(t, t.Seat, 1) }}
	magic := &game.Action{
		Name: "magic",
		If:   game.When("you have used magic this turn", func(t *game.Tx) bool { return !used.Of(t, t.Seat) }),
		Do:   func(t *game.Tx) { used.Set(t, t.Seat, true); Coins.Add(t, t.Seat, 3) },
	}
	return &game.Rules{
		Name: "once", Version: "1", Seats: game.Exactly(2), Parts: []game.Column{used, Coins},
		Flow: game.Steps{
			&game.Loop{Max: 3, Do: &game.EachSeat{Name: "turn", Do: game.Steps{
				game.Run(func(t *game.Tx) { used.Set(t, t.Seat, false) }), // a new turn
				&game.Act{Name: "main", Min: 2, Max: 2, Actions: []*game.Action{rest, magic}},
			}}},
			game.Run(func(t *game.Tx) { t.Score(Coins.BySeat(t)...) }),
		},
	}
}

func targets() *game.Rules {
	b := board.Square("field", 5, 5)
	archer := &game.Kind{Name: "archer", Look: game.Look{BySeat: []string{"A", "a"}}}
	theirs := func(t *game.Tx) game.Set[game.ID] { return b.Held(t, 1-t.Seat) }
	who := &game.Pick[game.ID]{Name: "who", Prompt: "Who shoots?", From: func(t *game.Tx) game.Set[game.ID] { return b.Held(t, t.Seat) }}
	at := &game.Pick[game.ID]{Name: "at", Prompt: "At whom?", From: theirs, If: func(t *game.Tx, cell game.ID) bool {
		x, y := b.XY(who.In(t)) // the second pick sees the first
		u, v := b.XY(cell)
		return max(x-u, u-x, y-v, v-y) <= 3 || t.Refuse("{0} is more than three cells away", cell)
	}}
	shoot := &game.Action{Name: "shoot", Pick: []game.Choice{who, at}, Do: func(t *game.Tx) {
		t.Remove(t.First(at.In(t)))
		if theirs(t).Empty() {
			t.Win(t.Seat)
		}
	}}
	return &game.Rules{
		Name: "targets", Version: "1", Seats: game.Exactly(2), Layout: []game.Layout{b}, Kinds: []*game.Kind{archer},
		Actions: []*game.Action{shoot}, Deadlock: (*game.Tx).Tie,
		Setup: func(t *game.Tx) {
			b.Put(t, "a . . . a\n. . . . .\n. . a . .\n. A . . .\nA . . . A", archer)
		},
	}
}

func responses() *game.Rules {
	type hit struct {
		On    game.Seat
		Force int
	}
	life := game.NewPart[int]("life") // of a seat
	land := &game.Effect[hit]{Name: "land", Do: func(t *game.Tx, h hit) { life.Add(t, h.On, -h.Force) }}
	block := &game.Action{Name: "block", Do: func(t *game.Tx) { land.Edit(t, func(h *hit) { h.Force-- }) }}
	take := &game.Action{Name: "take", Do: func(*game.Tx) {}}
	answer := &game.Act{Name: "answer", Actions: []*game.Action{block, take},
		Who: func(t *game.Tx) game.Seat { return land.In(t).On }, // the seat that is hit
		Ask: func(t *game.Tx) *game.Line { return game.NewLine("You are hit by {0}", land.In(t).Force) }}
	strike := &game.Action{Name: "strike", Do: func(t *game.Tx) { t.Call(answer, land.With(hit{1 - t.Seat, t.Roll(3)})) }}
	return &game.Rules{
		Name: "responses", Version: "1", Seats: game.Exactly(2), Parts: []game.Column{life},
		Effects: []game.AnyEffect{land}, Calls: []game.Step{answer},
		Setup: func(t *game.Tx) { life.Set(t, game.Seat(0), 5); life.Set(t, game.Seat(1), 5) },
		Flow:  &game.Loop{Max: 50, Do: &game.EachSeat{Name: "turn", Do: &game.Act{Name: "fight", Actions: []*game.Action{strike}}}},
		End: func(t *game.Tx) {
			for seat := range t.Standing().All() {
				if life.Of(t, seat) <= 0 {
					t.Win(1 - seat)
				}
			}
		},
	}
}

func trading() *game.Rules {
	type deal struct {
		To         game.Seat
		Give, Want game.ID
	}
	ware := &game.Kind{Name: "ware"}
	stall := &game.Place{Name: "stall", Each: true}
	swap := &game.Effect[deal]{Name: "swap", Do: func(*game.Tx, deal) {}}
	give := &game.Pick[game.ID]{Name: "give", From: stall.Contents}
	want := &game.Pick[game.ID]{Name: "want", From: func(t *game.Tx) game.Set[game.ID] { return stall.Everything(t).Minus(stall.Contents(t)) }}
	accept := &game.Action{Name: "accept", Do: func(t *game.Tx) {
		d := swap.In(t) // the offer that is answered
		from := t.Parent(d.Give)
		t.Move(d.Give, t.Parent(d.Want))
		t.Move(d.Want, from)
	}}
	decline := &game.Action{Name: "decline", Do: func(*game.Tx) {}}
	answer := &game.Act{Name: "answer", Who: func(t *game.Tx) game.Seat { return swap.In(t).To }, Actions: []*game.Action{accept, decline}}
	offer := &game.Action{Name: "offer", Pick: []game.Choice{give, want}, Do: func(t *game.Tx) {
		t.Call(answer, swap.With(deal{t.Owner(t.Parent(want.In(t))), give.In(t), want.In(t)}))
	}}
	return &game.Rules{
		Name: "trading", Version: "1", Seats: game.Exactly(3), Layout: []game.Layout{stall}, Kinds: []*game.Kind{ware},
		Effects: []game.AnyEffect{swap}, Calls: []game.Step{answer},
		Setup: func(t *game.Tx) {
			for seat := range t.Standing().All() {
				t.CreateMany(2, ware, stall.Of(seat))
			}
		},
		Flow: game.Steps{&game.Loop{Max: 2, Do: &game.EachSeat{Name: "turn", Do: &game.Act{Name: "trade", Actions: []*game.Action{offer}}}}, game.Run((*game.Tx).Tie)},
	}
}

func workers() *game.Rules {
	worker := &game.Kind{Name: "worker"}
	supply := &game.Place{Name: "supply", Each: true}
	job := &game.Place{Name: "job", Names: []string{"field", "mine", "market", "fair", "inn", "well"}, Max: 1}
	free := &game.Pick[game.ID]{Name: "job", From: func(t *game.Tx) game.Set[game.ID] { return t.Empty(job.All(t)) }}
	send := &game.Action{Name: "send", Pick: []game.Choice{free}, Do: func(t *game.Tx) { t.Move(t.Last(supply.Of(t.Seat)), free.In(t)) }}
	payday := func(t *game.Tx) { // the workers earn a coin and come home
		for id := range job.Everything(t).All() {
			Coins.Add(t, t.Owner(id), 1)
			t.Move(id, supply.Of(t.Owner(id)))
		}
	}
	has := func(t *game.Tx, seat game.Seat) bool { return t.Count(supply.Of(seat)) > 0 }
	anyLeft := func(t *game.Tx) bool { return !supply.Everything(t).Empty() }
	return &game.Rules{
		Name: "workers", Version: "1", Seats: game.Between(2, 3), Layout: []game.Layout{supply, job}, Kinds: []*game.Kind{worker}, Parts: []game.Column{Coins},
		Setup: func(t *game.Tx) {
			for seat := range t.Standing().All() {
				t.CreateMany(2, worker, supply.Of(seat))
			}
		},
		Flow: game.Steps{
			&game.Loop{Max: 4, Do: &game.Phase{Name: "round", End: payday, Do: &game.Loop{
				While: anyLeft, Do: &game.EachSeat{Name: "turn", Only: has, Do: &game.Act{Name: "place", Actions: []*game.Action{send}}},
			}}},
			game.Run(func(t *game.Tx) { t.Score(Coins.BySeat(t)...) }),
		},
	}
}

func dealerRotation() *game.Rules {
	c := newCards()
	deals := game.NewPart[game.Seat]("dealer") // of the table
	dealer := func(t *game.Tx) game.Seat { return deals.Of(t, game.Root) }
	round := game.Steps{
		game.Run(func(t *game.Tx) { t.Say("{0} deals", dealer(t)) }),
		&game.EachSeat{Name: "turn", LeftOf: dealer, Do: &game.Act{Name: "card", Actions: []*game.Action{c.play(func(*game.Tx, game.ID) {})}}},
		game.Run(func(t *game.Tx) { deals.Set(t, game.Root, t.After(dealer(t))) }),
	}
	r := c.rules("dealer")
	r.Parts = append(r.Parts, deals)
	r.Flow = game.Steps{&game.Loop{Max: 3, Do: round}, game.Run((*game.Tx).Tie)}
	return r
}

func secretChoice() *game.Rules {
	hands := []string{"paper", "rock", "scissors"} // each beats the next
	hand := game.NewPart[int]("hand")              // of a seat
	what := &game.Pick[string]{Name: "what", List: func(*game.Tx) []string { return hands }}
	show := &game.Action{Name: "show", Pick: []game.Choice{what}, Do: func(t *game.Tx) {
		hand.Set(t, t.Seat, slices.Index(hands, what.In(t)))
		t.Say("{0} shows {1}", t.Seat, what.In(t))
	}}
	compare := func(t *game.Tx) {
		switch (hand.Of(t, game.Seat(1)) - hand.Of(t, game.Seat(0)) + 3) % 3 {
		case 1:
			t.Win(0)
		case 2:
			t.Win(1)
		}
	}
	return &game.Rules{
		Name: "secret", Version: "1", Seats: game.Exactly(2), Parts: []game.Column{hand},
		Flow: game.Steps{
			&game.Loop{Max: 5, Do: game.Steps{
				&game.Together{Name: "choosing", Secret: true, Actions: []*game.Action{show}},
				game.Run(compare), // until somebody wins
			}},
			game.Run((*game.Tx).Tie),
		},
	}
}

var Pips = game.NewPart[int]("pips") // on a die

func dice() *game.Rules {
	die := &game.Kind{Name: "die", Label: func(s *game.State, id game.ID) string { return strconv.Itoa(Pips.Of(s, id)) }}
	cup := &game.Place{Name: "cup", Each: true}
	which := &game.Pick[game.ID]{Name: "dice", Prompt: "Which dice do you roll again?", From: cup.Contents, Several: func(*game.Tx) (int, int) { return 1, 3 }}
	again := &game.Action{Name: "reroll", Pick: []game.Choice{which}, Do: func(t *game.Tx) {
		for id := range which.All(t) {
			Pips.Roll(t, id)
		}
	}}
	first := game.Run(func(t *game.Tx) {
		for range 3 {
			Pips.Roll(t, t.Create(die, cup.Of(t.Seat)))
		}
	})
	count := func(t *game.Tx) {
		sums := make([]int, t.Seats())
		for id := range cup.Everything(t).All() {
			sums[t.Owner(id)] += Pips.Of(t, id)
		}
		t.Score(sums...)
	}
	return &game.Rules{
		Name: "dice", Version: "1", Seats: game.Between(2, 4), Layout: []game.Layout{cup}, Kinds: []*game.Kind{die},
		Parts: []game.Column{Pips.Rolled(func(t *game.Tx, _ game.ID) int { return t.Roll(6) })},
		Flow: game.Steps{
			&game.EachSeat{Name: "turn", Do: game.Steps{first, &game.Act{Name: "rerolls", Max: 2, Actions: []*game.Action{again}}}},
			game.Run(count),
		},
	}
}

func elimination() *game.Rules {
	lives := game.NewPart[int]("lives") // of a seat
	roll := &game.Action{Name: "roll", Do: func(t *game.Tx) {
		if n := t.Roll(6); n <= 3 {
			t.Say("{0} rolls {1} and has {2} left", t.Seat, n, lives.Add(t, t.Seat, -1))
		}
		if lives.Of(t, t.Seat) == 0 {
			t.Eliminate(t.Seat)
		}
	}}
	return &game.Rules{
		Name: "elimination", Version: "1", Seats: game.Between(2, 4), Parts: []game.Column{lives},
		Setup: func(t *game.Tx) {
			for seat := range t.Standing().All() {
				lives.Set(t, seat, 2)
			}
		},
		Actions:      []*game.Action{roll},
		LastStanding: true, // the last seat in the game wins
	}
}

func auction() *game.Rules {
	high, bidder := game.NewPart[int]("high"), game.NewPart[game.Seat]("bidder") // of the table
	amount := &game.Pick[int]{Name: "amount", Range: func(t *game.Tx) (int, int) { return high.Of(t, game.Root) + 1, Coins.Of(t, t.Seat) }}
	bid := &game.Action{Name: "bid", Pick: []game.Choice{amount}, Do: func(t *game.Tx) {
		high.Set(t, game.Root, amount.In(t))
		bidder.Set(t, game.Root, t.Seat)
	}}
	pass := &game.Action{Name: "pass", Pass: true, Do: func(t *game.Tx) { t.SitOut(t.Seat) }} // out of this auction
	sold := func(t *game.Tx) bool {
		return t.Playing().Len() == 1 && t.Playing().First() == bidder.Of(t, game.Root) || t.Playing().Empty()
	}
	pay := func(t *game.Tx) {
		if x := bidder.Of(t, game.Root); x != game.Nobody {
			t.Say("{0} pays {1}", x, high.Of(t, game.Root))
			Coins.Add(t, x, -high.Of(t, game.Root))
		}
		t.Return() // all seats are back
	}
	open := func(t *game.Tx) { high.Set(t, game.Root, 0); bidder.Set(t, game.Root, game.Nobody) }
	lot := &game.Phase{Name: "auction", Begin: open, EndIf: sold, End: pay, Do: &game.Loop{
		Do: &game.EachSeat{Name: "turn", Do: &game.Act{Name: "bidding", Actions: []*game.Action{bid, pass}}},
	}}
	return &game.Rules{
		Name: "auction", Version: "1", Seats: game.Between(2, 4), Parts: []game.Column{Coins, high, bidder},
		Setup: func(t *game.Tx) {
			for seat := range t.Standing().All() {
				Coins.Set(t, seat, 10)
			}
		},
		Flow: game.Steps{&game.Loop{Max: 3, Do: lot}, game.Run(func(t *game.Tx) { t.Score(Coins.BySeat(t)...) })},
	}
}

func teams() *game.Rules {
	points := game.NewPart[int]("points")        // of a seat
	team := func(t *game.Tx) (all []game.Seat) { // partners sit opposite each other; with two players, each plays alone
		for seat := t.Seat % 2; int(seat) < t.Seats(); seat += 2 {
			all = append(all, seat)
		}
		return all
	}
	roll := &game.Action{Name: "roll", Do: func(t *game.Tx) {
		points.Add(t, t.Seat, t.Roll(6))
		sum := 0
		for _, seat := range team(t) {
			sum += points.Of(t, seat)
		}
		if sum >= 20 {
			t.Win(team(t)...)
		}
	}}
	return &game.Rules{
		Name: "teams", Version: "1", Seats: game.Exactly(4), Parts: []game.Column{points}, Actions: []*game.Action{roll},
		Roles: []game.Role{{Name: "North", Color: "red"}, {Name: "East", Color: "blue"}, {Name: "South", Color: "red"}, {Name: "West", Color: "blue"}},
	}
}

func pairs() *game.Rules {
	r := teams()
	r.Seats = game.Between(2, 4)
	r.Fit = func(_ game.Values, seats int) *game.Line {
		if seats == 3 {
			return game.NewLine("three cannot play in pairs")
		}
		return nil
	}
	return r
}

func majority() *game.Rules {
	cube := &game.Kind{Name: "cube"}
	area := &game.Place{Name: "area", Names: []string{"coast", "forest", "hills"}}
	where := &game.Pick[game.ID]{Name: "where", From: area.All}
	place := &game.Action{Name: "place", Pick: []game.Choice{where}, Do: func(t *game.Tx) { t.Create(cube, where.In(t)) }}
	count := func(t *game.Tx) {
		points, present := make([]int, t.Seats()), make([]int, t.Seats())
		for at := range area.All(t).All() {
			here := make([]int, t.Seats())
			for id := range t.In(at) {
				if here[t.Owner(id)]++; here[t.Owner(id)] == 1 {
					present[t.Owner(id)]++
				}
			}
			most := slices.Max(here)
			if first := slices.Index(here, most); most > 0 && !slices.Contains(here[first+1:], most) {
				points[first] += 3 // one seat alone has the most
			}
		}
		t.Score(append(points, present...)...) // ties: presence in more areas decides
	}
	return &game.Rules{
		Name: "majority", Version: "1", Seats: game.Between(2, 4), Layout: []game.Layout{area}, Kinds: []*game.Kind{cube},
		Flow: game.Steps{
			&game.Loop{Max: 5, Do: &game.EachSeat{Name: "turn", Do: &game.Act{Name: "placing", Actions: []*game.Action{place}}}},
			game.Run(count),
		},
	}
}

// Boxes is how many boxes a player has closed.
var Boxes = game.NewPart[int]("boxes").Looks(game.Look{Label: "Boxes"})

func dotsAndBoxes() *game.Rules {
	line, edge := &game.Kind{Name: "line"}, &game.Place{Name: "edge", Max: 1}
	join := func(x, y, u, v int) string { return fmt.Sprintf("%c%d-%c%d", 'a'+x, y+1, 'a'+u, v+1) } // a1-b1
	for i := range 6 {
		x, y := i%2, i/2 // two edges in each of three rows, and in each of three columns
		edge.Names = append(edge.Names, join(x, y, x+1, y), join(y, x, y, x+1))
	}
	drawn := func(t *game.Tx, name string) bool { return t.Count(edge.At(slices.Index(edge.Names, name))) > 0 }
	closed := func(t *game.Tx) (n int) {
		for i := range 4 {
			x, y := i%2, i/2
			if drawn(t, join(x, y, x+1, y)) && drawn(t, join(x, y+1, x+1, y+1)) && drawn(t, join(x, y, x, y+1)) && drawn(t, join(x+1, y, x+1, y+1)) {
				n++
			}
		}
		return n
	}
	free := func(t *game.Tx) game.Set[game.ID] { return t.Empty(edge.All(t)) }
	which := &game.Pick[game.ID]{Name: "edge", Prompt: "Which dots do you join?", From: free}
	draw := &game.Action{Name: "draw", Reads: "{seat} draws {edge}", Pick: []game.Choice{which}, Do: func(t *game.Tx) {
		before := closed(t)
		t.Create(line, which.In(t))
		if n := closed(t) - before; n > 0 {
			Boxes.Add(t, t.Seat, n)
			t.Again()
		}
		if free(t).Empty() {
			t.Score(Boxes.BySeat(t)...)
		}
	}}
	return &game.Rules{Name: "boxes", Version: "1", Seats: game.Exactly(2), Layout: []game.Layout{edge}, Kinds: []*game.Kind{line}, Parts: []game.Column{Boxes}, Actions: []*game.Action{draw}}
}

func drawThenPlay() *game.Rules {
	c := newCards()
	draw := &game.Action{Name: "draw", Label: "Draw a card", NoUndo: true, Do: func(t *game.Tx) { t.Draw(c.deck, c.hand.Of(t.Seat), 1) }}
	turn := game.Steps{
		&game.Act{Name: "draw", Actions: []*game.Action{draw}},
		&game.Act{Name: "play", Actions: []*game.Action{c.play(func(*game.Tx, game.ID) {})}},
	}
	r := c.rules("drawplay")
	r.Flow = game.Steps{&game.Loop{Max: 3, Do: &game.EachSeat{Name: "turn", Do: turn}}, game.Run((*game.Tx).Tie)}
	return r
}

func secondPick() *game.Rules {
	c := newCards()
	which := &game.Pick[game.ID]{Name: "card", Prompt: "Which card do you play?", From: c.hand.Contents}
	whom := &game.Pick[game.Seat]{
		Name: "whom", Prompt: "Who draws a card?",
		When: func(t *game.Tx) bool { return Number.Of(t, which.In(t))%2 == 0 },
		From: func(t *game.Tx) game.Set[game.Seat] { return t.Others(t.Seat) },
	}
	play := &game.Action{Name: "play", NoUndo: true, Pick: []game.Choice{which, whom}, Do: func(t *game.Tx) {
		t.Move(which.In(t), c.pile)
		if whom.Chosen(t) > 0 {
			t.Draw(c.deck, c.hand.Of(whom.In(t)), 1)
		}
		if t.Count(c.hand.Of(t.Seat)) == 0 {
			t.Win(t.Seat)
		}
	}}
	return c.rules("evens", play)
}

// Rank is what a piece is worth in a battle; the flag has 0. The label of the piece shows it.
var Rank = game.NewPart[int]("rank").Looks(game.Look{Hidden: true})

type armies struct {
	field      *board.Grid
	camp, lost *game.Place
	piece      *game.Kind
}

func newArmies() *armies {
	a := &armies{
		field: board.Orthogonal("field", 4, 4),
		camp:  &game.Place{Name: "camp", Each: true, Order: game.Unordered, Seen: game.ByOwner},
		lost:  &game.Place{Name: "lost"},
		piece: &game.Kind{Name: "piece", Label: func(s *game.State, id game.ID) string { return strconv.Itoa(Rank.Of(s, id)) }},
	}
	a.field.Cell.Seen = game.ByOwner // cells have no owner: the owner of a piece sees it, the other player its back
	a.field.Look.Sides = []game.Seat{1, game.Nobody, 0, game.Nobody}
	return a
}

// battle shows both pieces for a moment, takes away the lower one, or both, and reports whether the attacker has won.
func (a *armies) battle(t *game.Tx, attacker, defender game.ID) bool {
	t.Show(attacker)
	t.Show(defender)
	t.Say("{0} attacks {1}", attacker, defender) // before the moment: players read it while they see both
	t.Moment()
	t.AsDeclared(attacker) // cover them again
	t.AsDeclared(defender)
	x, y := Rank.Of(t, attacker), Rank.Of(t, defender)
	if x <= y {
		t.Move(attacker, a.lost)
	}
	if y <= x {
		t.Move(defender, a.lost)
	}
	if y == 0 { // the flag
		t.Win(t.Seat)
	}
	return x > y
}

func hiddenPieces() *game.Rules {
	a := newArmies()
	mine := func(t *game.Tx) game.Set[game.ID] { return a.field.Held(t, t.Seat) }
	home := []*board.Region{a.field.Row(0), a.field.Row(3)}
	which := &game.Pick[game.ID]{Name: "which", From: a.camp.Contents}
	where := &game.Pick[game.ID]{Name: "where", From: func(t *game.Tx) game.Set[game.ID] { return a.field.Empty(t).And(home[t.Seat].Set()) }}
	put := &game.Action{Name: "put", Pick: []game.Choice{which, where}, Do: func(t *game.Tx) { t.Move(which.In(t), where.In(t)) }}

	from := &game.Pick[game.ID]{Name: "from", From: mine}
	to := &game.Pick[game.ID]{Name: "to", From: func(t *game.Tx) game.Set[game.ID] { return a.field.Beside(from)(t).Minus(mine(t)) }}
	move := &game.Action{Name: "move", Pick: []game.Choice{from, to}, Do: func(t *game.Tx) {
		attacker, defender := t.First(from.In(t)), t.First(to.In(t))
		if defender == 0 || a.battle(t, attacker, defender) {
			t.Move(attacker, to.In(t))
		}
	}}
	return &game.Rules{
		Name: "hidden", Version: "1", Seats: game.Exactly(2), Layout: []game.Layout{a.field, a.camp, a.lost}, Kinds: []*game.Kind{a.piece}, Parts: []game.Column{Rank},
		Setup: func(t *game.Tx) {
			for seat := range t.Standing().All() {
				t.CreateMany(4, a.piece, a.camp.Of(seat), Rank.Nth(func(i int) int { return i }))
			}
		},
		Flow: game.Steps{
			&game.Together{Name: "setup", Min: 4, Max: 4, Actions: []*game.Action{put}}, // all at the same time
			&game.Loop{Max: 30, Do: &game.EachSeat{Name: "turn", Do: &game.Act{Name: "moving", Actions: []*game.Action{move}}}},
			game.Run((*game.Tx).Tie),
		},
	}
}

func pushYourLuck() *game.Rules {
	points := game.NewPart[int]("points").Looks(game.Look{Label: "Points"}) // of a seat
	pot := game.NewPart[int]("pot").Looks(game.Look{Label: "This turn"})    // of the table
	roll := &game.Action{Name: "roll", Do: func(t *game.Tx) {
		n := t.Roll(6)
		t.Say("{0} rolls {1}", t.Seat, n)
		if n == 1 {
			t.Say("{0} loses {1}", t.Seat, pot.Of(t, game.Root))
			pot.Set(t, game.Root, 0)
			return // the turn passes
		}
		pot.Add(t, game.Root, n)
		t.Again() // roll again or bank
	}}
	rolled := game.When("roll first", func(t *game.Tx) bool { return pot.Of(t, game.Root) > 0 })
	bank := &game.Action{Name: "bank", If: rolled, Do: func(t *game.Tx) {
		t.Say("{0} banks {1}", t.Seat, pot.Of(t, game.Root))
		if points.Add(t, t.Seat, pot.Of(t, game.Root)) >= 50 {
			t.Win(t.Seat)
		}
		pot.Set(t, game.Root, 0)
	}}
	return &game.Rules{
		Name: "luck", Version: "1", Seats: game.Between(2, 4), Parts: []game.Column{points, pot},
		Actions: []*game.Action{roll, bank},
	}
}

// tray is where dice are rolled and kept. A 1 counts 100, a 5 counts 50.
type tray struct {
	die       *game.Kind
	cup, kept *game.Place
}

func newTray() *tray {
	return &tray{
		die:  &game.Kind{Name: "die", Look: game.Look{Shape: "square"}, Label: func(s *game.State, id game.ID) string { return strconv.Itoa(Pips.Of(s, id)) }},
		cup:  &game.Place{Name: "cup"},
		kept: &game.Place{Name: "kept"},
	}
}

func (x *tray) worth(r game.Reader, id game.ID) int {
	return map[int]int{1: 100, 5: 50}[Pips.Of(r, id)]
}

// counting are the dice in the cup that count.
func (x *tray) counting(t *game.Tx) game.Set[game.ID] {
	return t.Contents(x.cup).Where(func(id game.ID) bool { return x.worth(t, id) > 0 })
}

// sum is what the dice count that were kept, and those in the cup.
func (x *tray) sum(t *game.Tx) (sum int) {
	for id := range t.Contents(x.kept).Or(x.counting(t)).All() {
		sum += x.worth(t, id)
	}
	return sum
}

func (x *tray) roll(t *game.Tx) {
	for id := range t.In(x.cup) {
		Pips.Roll(t, id)
	}
}

func keptDice() *game.Rules {
	x, points := newTray(), game.NewPart[int]("points").Looks(game.Look{Label: "Points"}) // of a seat
	banked := game.NewPart[bool]("banked").Looks(game.Look{Hidden: true})                 // of the table
	which := &game.Pick[game.ID]{Name: "dice", From: x.counting, Several: func(t *game.Tx) (int, int) { return 1, t.Count(x.cup) - 1 }}
	keep := &game.Action{Name: "keep", Label: "Keep dice, roll the rest", Pick: []game.Choice{which}, Do: func(t *game.Tx) {
		for id := range which.All(t) {
			t.Move(id, x.kept)
		}
		x.roll(t)
	}}
	bank := &game.Action{Name: "bank", Do: func(t *game.Tx) {
		points.Add(t, t.Seat, x.sum(t))
		t.Say("{0} banks {1}", t.Seat, x.sum(t))
		banked.Set(t, game.Root, true)
	}}
	begin := func(t *game.Tx) { card.Sweep(t, x.cup, x.kept); banked.Set(t, game.Root, false); x.roll(t) }
	going := func(t *game.Tx) bool { return !banked.Of(t, game.Root) && !x.counting(t).Empty() }
	end := func(t *game.Tx) {
		if !banked.Of(t, game.Root) {
			t.Say("nothing counts: {0} gets nothing", t.Seat)
		}
	}
	turn := game.Steps{game.Run(begin), &game.Loop{While: going, Do: &game.Act{Name: "choice", Actions: []*game.Action{keep, bank}}}, game.Run(end)}
	return &game.Rules{
		Name: "kept", Version: "1", Seats: game.Between(2, 4), Layout: []game.Layout{x.cup, x.kept}, Kinds: []*game.Kind{x.die},
		Parts: []game.Column{Pips.Rolled(func(t *game.Tx, _ game.ID) int { return t.Roll(6) }), points, banked},
		Setup: func(t *game.Tx) { t.CreateMany(5, x.die, x.cup) },
		Flow:  game.Steps{&game.Loop{Max: 3, Do: &game.EachSeat{Name: "turn", Do: turn}}, game.Run(func(t *game.Tx) { t.Score(points.BySeat(t)...) })},
	}
}
