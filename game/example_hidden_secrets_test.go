package game_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/plygame/ply/game"
)

// Sealed bids: a Part that only its owner sees, until it is shown.
func Example_sealedBid() {
	bid := game.NewPart[int]("bid")
	amount := &game.Pick[int]{Name: "amount", Range: func(*game.Tx) (int, int) { return 1, 9 }}
	s := begun(&game.Rules{
		Name: "auction", Seats: game.Exactly(2), Parts: []game.Column{bid.Seen(game.ByOwner).Chosen(amount)},
		Actions: []*game.Action{{Name: "bid", Secret: true, Pick: []game.Choice{amount}, Do: func(t *game.Tx) {
			if t.Seat == 0 { // a lot is put up: remove the last bids
				for x := range game.Seat(2) {
					bid.Set(t, x, 0)
					bid.AsDeclared(t, x)
				}
			}
			bid.Set(t, t.Seat, amount.In(t))
			if t.Seat == 1 { // all have bid
				bid.Show(t, game.Seat(0))
				bid.Show(t, game.Seat(1))
			}
		}}},
	})
	m, _ := s.Parse(0, "bid 7")
	next, _ := s.Play(m)
	zero := game.Seat(0).ID()
	for seat := range game.Seat(2) {
		fmt.Println(seat, "reads", s.TextFor(seat, m, next), "and sees", bid.Of(next.View(seat), zero))
	}
	theirs := func(s *game.State) string { return fmt.Sprint(bid.Of(s, zero)) }
	fmt.Println("for seat 1 it could be", possible(next, 1, theirs))
	fmt.Println("when both have bid, seat 1 sees", bid.Of(after(next, "bid 4").View(1), zero))
	fmt.Println("and of the next bid", bid.Of(after(next, "bid 4", "bid 2").View(1), zero))
	// Output:
	// seat 0 reads bid 7 and sees 7
	// seat 1 reads ? and sees 0
	// for seat 1 it could be [1 2 3 4 5 6 7 8 9]
	// when both have bid, seat 1 sees 7
	// and of the next bid 0
}

// digits is three digits.
type digits [3]int8

// right counts the right digits of a guess.
func (c digits) right(guess digits) (n int) {
	for i := range c {
		if c[i] == guess[i] {
			n++
		}
	}
	return n
}

// A player who could not follow suit has no card of it, and re-deals respect that.
func Example_voids() {
	suit := game.NewPart[string]("suit")
	lacks := game.NewPart[string]("lacks") // on seats: the suit that everyone knows they do not hold
	card := &game.Kind{Name: "card"}
	deck := &game.Place{Name: "deck", Order: game.Stacked, Seen: game.ByNone}
	hand := &game.Place{Name: "hand", Each: true, Order: game.Unordered, Seen: game.ByOwner}
	trick := &game.Place{Name: "trick"}
	which := &game.Pick[game.ID]{Name: "card", From: func(t *game.Tx) game.Set[game.ID] {
		all, led := t.Contents(hand.Of(t.Seat)), t.First(trick)
		follow := all.Where(func(id game.ID) bool { return led != 0 && suit.Of(t, id) == suit.Of(t, led) })
		if follow.Empty() {
			return all
		}
		return follow
	}}
	s := begun(&game.Rules{
		Name: "tricks", Seats: game.Exactly(2), Layout: []game.Layout{deck, hand, trick},
		Kinds: []*game.Kind{card}, Parts: []game.Column{suit, lacks},
		Setup: func(t *game.Tx) {
			t.CreateMany(8, card, deck, suit.Nth(func(i int) string { return []string{"hearts", "spades"}[i/4] }))
			t.Shuffle(deck)
			t.Draw(deck, hand.Of(0), 2)
			t.Draw(deck, hand.Of(1), 2)
		},
		Actions: []*game.Action{{Name: "play", Pick: []game.Choice{which}, Do: func(t *game.Tx) {
			led := t.First(trick)
			t.Move(which.In(t), trick)
			if led != 0 && suit.Of(t, which.In(t)) != suit.Of(t, led) {
				lacks.Set(t, t.Seat, suit.Of(t, led))
			}
		}}},
		Fits: func(s *game.State, _ game.Seat) bool {
			for seat := range s.Standing().All() {
				for id := range s.In(hand.Of(seat)) {
					if suit.Of(s, id) == lacks.Of(s, seat) {
						return false
					}
				}
			}
			return true
		},
	}, game.Chance{Order: []string{"#1", "#5", "#6", "#7"}}) // seat 1 has only spades
	holds := func(s *game.State) string { return suit.Of(s, s.First(hand.Of(1))) }
	fmt.Println("player 2 could hold", possible(s, 0, holds))
	s = after(s, "play #1", "play #6")
	fmt.Println("player 2 could hold", possible(s, 0, holds))
	// Output:
	// player 2 could hold [hearts spades]
	// player 2 could hold [spades]
}

// Mastermind: Guess makes up a code, and Fits checks it against the answers so far.
func Example_mastermind() {
	secret, tried, answer := game.NewPart[digits]("secret"), game.NewPart[digits]("tried"), game.NewPart[int]("answer")
	row, rows := &game.Kind{Name: "row"}, &game.Place{Name: "rows"}
	invent := func(t *game.Tx, _ game.Seat) {
		secret.Set(t, game.Root, digits{int8(t.Roll(3)), int8(t.Roll(3)), int8(t.Roll(3))})
	}
	digit := &game.Pick[int8]{Name: "digit", Range: func(*game.Tx) (int, int) { return 1, 3 }, Repeat: true,
		Several: func(*game.Tx) (int, int) { return 3, 3 }}
	s := begun(&game.Rules{
		Name: "mastermind", Seats: game.Exactly(1), Layout: []game.Layout{rows}, Kinds: []*game.Kind{row},
		Parts: []game.Column{secret.Seen(game.ByNone), tried, answer},
		Setup: func(t *game.Tx) { invent(t, game.Nobody) },
		Actions: []*game.Action{{Name: "try", Pick: []game.Choice{digit}, Do: func(t *game.Tx) {
			c := digits(slices.Collect(digit.All(t)))
			n := secret.Of(t, game.Root).right(c)
			t.Create(row, rows, tried.Is(c), answer.Is(n))
			t.Announce("{0} right", n)
		}}},
		Guess: invent,
		Fits: func(s *game.State, _ game.Seat) bool {
			for id := range s.In(rows) {
				if secret.Of(s, game.Root).right(tried.Of(s, id)) != answer.Of(s, id) {
					return false
				}
			}
			return true
		},
	}, game.Chance{Number: 1}, game.Chance{Number: 2}, game.Chance{Number: 3})
	for _, text := range []string{"try 1+1+1", "try 1+2+2"} {
		s = after(s, text)
		could := possible(s, 0, func(s *game.State) string { return fmt.Sprint(secret.Of(s, game.Root)) })
		fmt.Println(text, "-", s.Said()[0], "- it could be one of", len(could))
	}
	// Output:
	// try 1+1+1 - 1 right - it could be one of 12
	// try 1+2+2 - 2 right - it could be one of 2
}

// Battleship: others do not even see that there are ships.
func Example_battleship() {
	at, hit := game.NewPart[int]("at"), game.NewPart[bool]("hit")
	ship, peg := &game.Kind{Name: "ship"}, &game.Kind{Name: "peg"}
	sea := &game.Place{Name: "sea", Each: true, Seen: game.ByOwner.Else(game.Unseen)}
	pegs := &game.Place{Name: "pegs", Each: true} // where the seat was shot at
	strikes := func(s *game.State, seat game.Seat, n int) bool { return at.Of(s, s.First(sea.Of(seat))) == n }
	spot := &game.Pick[int]{Name: "spot", Range: func(*game.Tx) (int, int) { return 1, 5 }}
	s := begun(&game.Rules{
		Name: "battleship", Seats: game.Exactly(2), Layout: []game.Layout{sea, pegs},
		Kinds: []*game.Kind{ship, peg}, Parts: []game.Column{at, hit},
		Setup: func(t *game.Tx) {
			t.Create(ship, sea.Of(0), at.Is(2))
			t.Create(ship, sea.Of(1), at.Is(4))
		},
		Actions: []*game.Action{{Name: "shoot", Pick: []game.Choice{spot}, Do: func(t *game.Tx) {
			other := 1 - t.Seat
			hits := strikes(t.State, other, spot.In(t))
			t.Create(peg, pegs.Of(other), at.Is(spot.In(t)), hit.Is(hits))
			t.Announce("{0} shoots at {1}: {2}", t.Seat, spot.In(t), fmt.Sprint(hits))
		}}},
		Guess: func(t *game.Tx, _ game.Seat) {
			for id := range t.All(ship) {
				if !t.Kept(id) {
					at.Set(t, id, t.Roll(5))
				}
			}
		},
		Fits: func(s *game.State, _ game.Seat) bool {
			for id := range s.All(peg) {
				if hit.Of(s, id) != strikes(s, s.Owner(s.Parent(id)), at.Of(s, id)) {
					return false
				}
			}
			return true
		},
	})
	s = after(s, "shoot 3", "shoot 5")
	fmt.Println("player 1 sees", onTable(s.View(0), "sea/0", "sea/1"), "and", s.View(0).Count(pegs.Of(1)), "peg")
	other := func(s *game.State) string { return fmt.Sprint(at.Of(s, s.First(sea.Of(1)))) }
	fmt.Println("the other ship could be at", possible(s, 0, other))
	// Output:
	// player 1 sees sea/0: #1; sea/1: and 1 peg
	// the other ship could be at [1 2 4 5]
}

// Liar's dice: secret rolls are shown, and rolled again once everyone has seen them.
func Example_liarsDice() {
	pips := game.NewPart[int]("pips")
	die := &game.Kind{Name: "die", Label: func(s *game.State, id game.ID) string { return fmt.Sprint(pips.Of(s, id)) }}
	cup := &game.Place{Name: "cup", Each: true, Seen: game.ByOwner}
	doubt := &game.Action{Name: "doubt", Do: func(t *game.Tx) {
		for id := range t.All(die) {
			t.Show(id)
		}
	}}

	// Nothing happens until every seat has seen enough. Then the cups cover the dice, which are rolled again.
	enough := &game.Action{Name: "enough", Do: func(*game.Tx) {}}
	cover := func(t *game.Tx) {
		for id := range t.All(die) {
			t.AsDeclared(id)
			pips.Roll(t, id)
		}
	}
	s := begun(&game.Rules{
		Name: "liar", Seats: game.Exactly(2), Layout: []game.Layout{cup}, Kinds: []*game.Kind{die},
		Parts: []game.Column{pips.Rolled(func(t *game.Tx, _ game.ID) int { return t.Roll(6) })},
		Setup: func(t *game.Tx) {
			for x := range game.Seat(2) {
				pips.Roll(t, t.Create(die, cup.Of(x)))
				pips.Roll(t, t.Create(die, cup.Of(x)))
			}
		},
		Flow: &game.Loop{Do: game.Steps{
			&game.Act{Name: "call", Who: func(*game.Tx) game.Seat { return 1 }, Actions: []*game.Action{doubt}},
			&game.Phase{Name: "open", Do: &game.Together{Name: "looking", Actions: []*game.Action{enough}}, End: cover},
		}},
	}, game.Chance{Number: 3}, game.Chance{Number: 1}, game.Chance{Number: 5}, game.Chance{Number: 6})
	fmt.Println("cup/0 could be", possible(s, 0, func(s *game.State) string { return onTable(s, "cup/0") }))
	fmt.Println("cup/1 could be one of", len(possible(s, 0, func(s *game.State) string { return onTable(s, "cup/1") })))
	fmt.Println("player 1 sees", onTable(s.View(0), "cup/0", "cup/1"))
	s = s.Rig(game.Chance{Number: 2}, game.Chance{Number: 2}, game.Chance{Number: 4}, game.Chance{Number: 1})
	for _, move := range []string{"doubt", "enough", "enough"} {
		s = after(s, move)
		fmt.Printf("%-6s - %s\n", move, onTable(s.View(0), "cup/0", "cup/1"))
	}
	// Output:
	// cup/0 could be [cup/0: #1=3 #2=1]
	// cup/1 could be one of 36
	// player 1 sees cup/0: #1=3 #2=1; cup/1: cup/1:1 cup/1:2
	// doubt  - cup/0: #1=3 #2=1; cup/1: #3=5 #4=6
	// enough - cup/0: #1=3 #2=1; cup/1: #3=5 #4=6
	// enough - cup/0: #1=2 #2=2; cup/1: cup/1:1 cup/1:2
}

// vowels is a draft: all take a card of their hand at the same time, and the hands are passed on.
// Most vowels win.
func vowels(pass func(t *game.Tx, hands []game.ID)) *game.State {
	card := &game.Kind{Name: "card", Label: func(s *game.State, id game.ID) string { return letter.Of(s, id) }}
	deck := &game.Place{Name: "deck", Order: game.Stacked, Seen: game.ByNone}
	hand := &game.Place{Name: "hand", Each: true, Order: game.Unordered, Seen: game.ByOwner}
	row := &game.Place{Name: "row", Each: true}
	which := &game.Pick[game.ID]{Name: "card", Prompt: "Which card do you take?", From: hand.Contents}
	take := &game.Action{Name: "take", Pick: []game.Choice{which}, Do: func(t *game.Tx) { t.Move(which.In(t), row.Of(t.Seat)) }}
	count := func(t *game.Tx) {
		points := make([]int, t.Seats())
		for x := range points {
			for id := range t.In(row.Of(game.Seat(x))) {
				points[x] += strings.Count("AEIOU", letter.Of(t, id))
			}
		}
		t.Score(points...)
	}
	return begun(&game.Rules{
		Name: "vowels", Seats: game.Exactly(3), Layout: []game.Layout{deck, hand, row}, Kinds: []*game.Kind{card}, Parts: []game.Column{letter},
		Setup: func(t *game.Tx) {
			for _, l := range "ABCDEFGHIJK" {
				t.Create(card, deck, letter.Is(string(l)))
			}
			t.Shuffle(deck)
			for i := range 9 {
				t.Move(t.Last(deck), hand.Of(game.Seat(i/3)))
			}
		},
		Flow: game.Steps{
			&game.Loop{Max: 3, Do: game.Steps{
				&game.Together{Name: "choice", Actions: []*game.Action{take}, Secret: true},
				game.Run(func(t *game.Tx) { pass(t, []game.ID{hand.Of(0), hand.Of(1), hand.Of(2)}) }),
			}},
			game.Run(count),
		},
	}, game.Chance{Order: []string{"#1", "#2", "#3", "#4", "#5", "#6", "#7", "#8", "#9"}})
}

// A player who has passed on a hand knows what is in it.
func Example_passingHands() {
	rotate := func(t *game.Tx, hands []game.ID) { t.Rotate(hands...) }
	oneByOne := func(t *game.Tx, hands []game.ID) {
		var all [][]game.ID
		for _, h := range hands {
			all = append(all, slices.Collect(t.In(h)))
		}
		for i, cards := range all {
			for _, id := range cards {
				t.Move(id, hands[(i+1)%len(hands)])
			}
		}
	}
	cards := func(place string) func(s *game.State) string {
		return func(s *game.State) string {
			var all []string
			for id := range s.In(s.Find(place)) {
				all = append(all, letter.Of(s, id))
			}
			return strings.Join(slices.Sorted(slices.Values(all)), "")
		}
	}
	s := after(vowels(rotate), "take #1", "take #4", "take #7")
	fmt.Println("seat 0 sees", onTable(s.View(0), "hand/0", "hand/1", "hand/2", "row/0"))
	fmt.Println("for seat 0, hand/1 could be", possible(s, 0, cards("hand/1")), "and hand/2", possible(s, 0, cards("hand/2")))

	lost := after(vowels(oneByOne), "take #1", "take #4", "take #7")
	fmt.Println("card by card, hand/1 could be", possible(lost, 0, cards("hand/1")))

	s = after(s, "take #9", "take #3", "take #5", "take #6", "take #8", "take #2")
	fmt.Println(s.Outcome())
	// Output:
	// seat 0 sees hand/0: #4=H #5=I; hand/1: hand/1:1 hand/1:2; hand/2: hand/2:1 hand/2:2; row/0: #1=A
	// for seat 0, hand/1 could be [BC] and hand/2 [EF EJ EK FJ FK JK]
	// card by card, hand/1 could be [BC BE BF BJ BK CE CF CJ CK EF EJ EK FJ FK JK]
	// won by seat 0 (2 : 0 : 1)
}

// The robber: a card moves from one hand to another, and a third seat does not know which.
func Example_robber() {
	card := &game.Kind{Name: "card", Label: func(s *game.State, id game.ID) string { return letter.Of(s, id) }}
	shop := &game.Place{Name: "shop"}
	hand := &game.Place{Name: "hand", Each: true, Order: game.Unordered, Seen: game.ByOwner}
	s := begun(&game.Rules{
		Name: "robber", Seats: game.Exactly(3), Layout: []game.Layout{shop, hand}, Kinds: []*game.Kind{card}, Parts: []game.Column{letter},
		Setup: func(t *game.Tx) {
			t.Create(card, shop, letter.Is("A"))
			t.Create(card, shop, letter.Is("B"))
		},
		Actions: []*game.Action{{Name: "take", Do: func(t *game.Tx) {
			for id := range t.In(shop) {
				t.Move(id, hand.Of(t.Seat))
			}
		}}, {Name: "rob", Do: func(t *game.Tx) {
			stolen := t.Choose(t.Contents(hand.Of(0)))
			t.Move(stolen, hand.Of(t.Seat))
			t.Say("{0} robs seat 0 of {1}", t.Seat, stolen)
		}}},
	})
	s = after(s, "take")
	fmt.Println("seat 2 sees", onTable(s.View(2), "hand/0", "hand/1"), "and knows A:", s.Knows(2, s.Find("#1")))
	s = after(s.Rig(game.Chance{Order: []string{"#2"}}), "rob")
	fmt.Println("seat 2 sees", onTable(s.View(2), "hand/0", "hand/1"), "and knows A:", s.Knows(2, s.Find("#1")))
	for seat := range game.Seat(3) {
		could := possible(s, seat, func(s *game.State) string { return letter.Of(s, s.First(hand.Of(1))) })
		fmt.Printf("%s reads: %s; it could be %v\n", seat, s.View(seat).Said()[0], could)
	}
	// Output:
	// seat 2 sees hand/0: hand/0:1 hand/0:2; hand/1: and knows A: true
	// seat 2 sees hand/0: hand/0:1; hand/1: hand/1:1 and knows A: false
	// seat 0 reads: player 2 robs seat 0 of B; it could be [B]
	// seat 1 reads: player 2 robs seat 0 of B; it could be [B]
	// seat 2 reads: player 2 robs seat 0 of something; it could be [A B]
}

// The dummy of a card game lays its hand open, and its partner plays from it.
func Example_dummy() {
	x := newAlphabet()
	card := &game.Pick[game.ID]{Name: "card", From: func(t *game.Tx) game.Set[game.ID] { return t.Contents(x.hand.Of(1)) }}
	s := x.open(2, x.draw(),
		&game.Action{Name: "lay", Do: func(t *game.Tx) {
			for id := range t.In(x.hand.Of(t.Seat)) {
				t.Show(id)
			}
		}},
		&game.Action{Name: "play", Pick: []game.Choice{card}, Do: func(t *game.Tx) { t.Move(card.In(t), x.pile) }})
	s = after(s, "draw", "draw", "draw", "lay")
	for _, seat := range []game.Seat{0, game.Nobody} {
		fmt.Println(seat, "sees", onTable(s.View(seat), "hand/0", "hand/1"))
	}
	offers, _ := s.View(0).Offers(game.Move{Seat: 0, Action: "play"})
	fmt.Println("seat 0 can play", offers[0].Show(offers[0].Options[0].Value))
	// Output:
	// seat 0 sees hand/0: #1=A #2=C; hand/1: #3=B
	// nobody sees hand/0: hand/0:1 hand/0:2; hand/1: #1=B
	// seat 0 can play #3
}

// Fog on a map: a rule decides which ground a seat sees, and a Private part holds what it remembers.
func Example_fog() {
	ground, atlas := game.NewPart[string]("ground"), game.NewPrivate[string]("atlas")
	scout := &game.Kind{Name: "scout"}
	cell := &game.Place{Name: "cell", Names: []string{"c1", "c2", "c3", "c4"}}
	near := func(s *game.State, seat game.Seat, at game.ID) game.Level {
		for id := range s.All(scout) {
			if far := int(s.Parent(id)) - int(at); seat == 0 && far*far <= 1 {
				return game.Face
			}
		}
		return game.Unseen
	}
	explore := func(t *game.Tx) {
		for i := range cell.Names {
			if at := cell.At(i); near(t.State, 0, at) == game.Face {
				atlas.Set(t, 0, at, ground.Of(t, at))
			}
		}
	}
	s := begun(&game.Rules{
		Name: "fog", Seats: game.Exactly(1), Layout: []game.Layout{cell}, Kinds: []*game.Kind{scout},
		Parts: []game.Column{ground.Seen(game.By(near)), atlas},
		Setup: func(t *game.Tx) {
			for i, g := range []string{"wood", "hill", "lake", "wood"} {
				ground.Set(t, cell.At(i), g)
			}
			t.Create(scout, cell.At(0))
			explore(t)
		},
		Actions: []*game.Action{{Name: "east", Do: func(t *game.Tx) {
			id := t.First(t.Filled().First())
			t.Move(id, t.Parent(id)+1)
			explore(t)
		}}},
		Guess: func(t *game.Tx, seat game.Seat) {
			for i := range cell.Names {
				at := cell.At(i)
				if seen := atlas.Of(t, 0, at); seat != 0 || seen == "" {
					g := []string{"wood", "hill", "lake"}[t.Int(3)]
					ground.Set(t, at, g)
					if seen != "" {
						atlas.Set(t, 0, at, g)
					}
				}
			}
		},
	})
	v := after(s, "east", "east").View(0)
	for i := range cell.Names {
		fmt.Printf("%s: sees %q, remembers %q\n", cell.Names[i], ground.Of(v, cell.At(i)), atlas.Of(v, 0, cell.At(i)))
	}
	// Output:
	// c1: sees "", remembers "wood"
	// c2: sees "hill", remembers "hill"
	// c3: sees "lake", remembers "lake"
	// c4: sees "wood", remembers "wood"
}

// Kriegspiel: hidden pieces must not decide what a seat is offered. The attempt is offered, and may fail.
func Example_kriegspiel() {
	man := &game.Kind{Name: "man"}
	cell := &game.Place{Name: "cell", Names: []string{"c1", "c2", "c3"}, Seen: game.ByOwner.Else(game.Unseen)}
	all := func() game.Set[game.ID] { return game.SetOf(cell.At(0), cell.At(1), cell.At(2)) }
	to := &game.Pick[game.ID]{Name: "to", From: func(t *game.Tx) game.Set[game.ID] { return all().Minus(t.Held(t.Seat)) }}
	s := begun(&game.Rules{
		Name: "kriegspiel", Seats: game.Exactly(2), Layout: []game.Layout{cell}, Kinds: []*game.Kind{man},
		Setup: func(t *game.Tx) {
			t.Give(t.Create(man, cell.At(0)), 0)
			t.Give(t.Create(man, cell.At(2)), 1)
		},
		Actions: []*game.Action{{Name: "go", Secret: true, Pick: []game.Choice{to}, Do: func(t *game.Tx) {
			if other := t.First(to.In(t)); other != 0 {
				t.Announce("{0} tries: no", t.Seat)
				t.Reveal(other, t.Seat)
				t.Again()
				return
			}
			t.Move(t.First(t.Held(t.Seat).First()), to.In(t))
			t.Announce("{0} has moved", t.Seat)
		}}},
		Guess: func(t *game.Tx, _ game.Seat) {
			for id := range t.All(man) {
				if !t.Kept(id) {
					t.Move(id, t.Choose(all().Minus(t.Filled()).Or(game.SetOf(t.Parent(id)))))
				}
			}
		},
	})
	where := func(s *game.State) string { return s.Name(s.Parent(s.Find("#2"))) }
	fmt.Println("seat 0 thinks that the other man is at", possible(s, 0, where))
	for _, move := range []string{"go c3", "go c2", "go c1"} {
		m, _ := s.Parse(s.Turn(), move)
		next, _ := s.Play(m)
		fmt.Println(m.Seat, "plays", move, "- the other reads", s.TextFor(1-m.Seat, m, next), "and", next.Said()[0])
		s = next
		fmt.Println("seat 0 thinks that the other man is at", possible(s, 0, where))
	}
	// Output:
	// seat 0 thinks that the other man is at [c2 c3]
	// seat 0 plays go c3 - the other reads ? and player 1 tries: no
	// seat 0 thinks that the other man is at [c3]
	// seat 0 plays go c2 - the other reads ? and player 1 has moved
	// seat 0 thinks that the other man is at [c3]
	// seat 1 plays go c1 - the other reads ? and player 2 has moved
	// seat 0 thinks that the other man is at [c1 c3]
}
