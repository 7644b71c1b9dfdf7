package docs_test

import (
	"fmt"
	"strings"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
)

// gold is what a seat has, price what a card costs.
var (
	gold  = game.NewPart[int]("gold")
	price = game.NewPart[int]("price")
)

// market is the table of the examples in picks.md: four cards on a shelf that cost 1, 3, 2 and 6 gold; a hand and five
// gold for each of three seats.
type market struct{ shelf, hand *game.Place }

func newMarket() *market {
	return &market{&game.Place{Name: "shelf"}, &game.Place{Name: "hand", Each: true}}
}

// open starts a game with these actions.
func (m *market) open(actions ...*game.Action) *game.State {
	card := &game.Kind{Name: "card"}
	s, err := (&game.Rules{
		Name: "market", Seats: game.Exactly(3), Actions: actions,
		Layout: []game.Layout{m.shelf, m.hand}, Kinds: []*game.Kind{card}, Parts: []game.Column{gold, price},
		Setup: func(t *game.Tx) {
			for _, n := range []int{1, 3, 2, 6} {
				t.Create(card, m.shelf, price.Is(n))
			}
			for seat := range t.Standing().All() {
				gold.Set(t, seat, 5)
			}
		},
	}).Start(3, game.SeedOf(1))
	if err != nil {
		panic(err)
	}
	return s
}

// list prints every move of the seat to act.
func list(s *game.State) {
	var all []string
	moves, err := s.Moves()
	for _, m := range moves {
		all = append(all, s.Text(m))
	}
	if err != nil {
		all = append(all, err.Error())
	}
	fmt.Println(strings.Join(all, ", "))
}

type Spot struct{ X, Y int16 }

func (s Spot) String() string { return fmt.Sprintf("%d:%d", s.X, s.Y) }

func Example_forms() {
	b := board.Square("board", 3, 3)
	cell := &game.Pick[game.ID]{Name: "cell", Prompt: "Choose a cell", From: b.Empty}
	whom := &game.Pick[game.Seat]{Name: "whom", From: func(t *game.Tx) game.Set[game.Seat] { return t.Others(t.Seat) }}
	bet := &game.Pick[int]{Name: "bet", Range: func(*game.Tx) (int, int) { return 1, 3 }}
	face := &game.Pick[int]{Name: "face", From: func(*game.Tx) game.Set[int] { return game.SetOf(7, 11) }}
	suit := &game.Pick[string]{Name: "suit", List: func(*game.Tx) []string { return []string{"hearts", "spades"} }}
	spot := &game.Pick[Spot]{Name: "spot", List: func(*game.Tx) []Spot { return []Spot{{0, 0}, {-3, 12}} }}
	word := &game.Pick[string]{Name: "word", Text: &game.Text{Min: 2, Max: 12, Pattern: "[a-z]+"}}
	s, _ := (&game.Rules{
		Name: "forms", Seats: game.Exactly(2), Layout: []game.Layout{b},
		Actions: []*game.Action{{Name: "do", Pick: []game.Choice{cell, whom, bet, face, suit, spot, word}, Do: func(t *game.Tx) {
			t.Say("{0} bets {1} on {2}", t.Seat, bet.In(t), cell.In(t))
		}}},
	}).Start(2, game.SeedOf(1))
	next, err := s.PlayText(0, "do b2 1 3 11 spades -3:12 hello")
	fmt.Println(next.Said(), err)
	_, err = s.PlayText(0, "do b2 1 3 11 spades -3:12 Hello")
	fmt.Println(err)
	// Output:
	// [player 1 bets 3 on b2] <nil>
	// do, word: the text does not match [a-z]+
}

func Example_howMany() {
	m := newMarket()
	cards := &game.Pick[game.ID]{Name: "cards", From: m.shelf.Contents, Several: func(*game.Tx) (int, int) { return 4, 4 }}
	tip := &game.Pick[int]{Name: "tip", Range: func(*game.Tx) (int, int) { return 1, 2 }, Optional: true}
	s := m.open(&game.Action{Name: "take", Pick: []game.Choice{cards, tip}, Do: func(t *game.Tx) {
		for id := range cards.All(t) {
			t.Move(id, m.hand.Of(t.Seat))
		}
		if tip.Chosen(t) > 0 {
			gold.Add(t, t.Seat, -tip.In(t))
		}
	}})
	list(s)
	// Output: take #1+#2+#3+#4 -, take #1+#2+#3+#4 1, take #1+#2+#3+#4 2
}

func Example_when() {
	m := newMarket()
	card := &game.Pick[game.ID]{Name: "card", From: m.shelf.Contents}
	wrapping := &game.Pick[string]{Name: "wrapping",
		When: func(t *game.Tx) bool { return price.Of(t, card.In(t)) > 5 },
		List: func(*game.Tx) []string { return []string{"paper", "silk"} }}
	s := m.open(&game.Action{Name: "take", Pick: []game.Choice{card, wrapping}, Do: func(*game.Tx) {}})
	list(s)
	// Output: take #1 -, take #2 -, take #3 -, take #4 paper, take #4 silk
}

func Example_chooseKind() {
	row := &game.Place{Name: "row"}
	pawn := &game.Kind{Name: "pawn"}
	queen := &game.Kind{Name: "queen", Look: game.Look{Label: "the Queen"}}
	knight := &game.Kind{Name: "knight"}
	as := &game.Pick[*game.Kind]{Name: "as", List: func(*game.Tx) []*game.Kind { return []*game.Kind{queen, knight} }}
	s, _ := (&game.Rules{
		Name: "promotion", Seats: game.Exactly(1), Layout: []game.Layout{row}, Kinds: []*game.Kind{pawn, queen, knight},
		Setup: func(t *game.Tx) { t.Create(pawn, row) },
		Actions: []*game.Action{{Name: "promote", Pick: []game.Choice{as}, Do: func(t *game.Tx) {
			t.Become(t.First(row), as.In(t))
		}}},
	}).Start(1, game.SeedOf(1))
	move, _ := s.Parse(0, "promote queen")
	next, _ := s.Play(move)
	fmt.Println(next.Kind(next.Find("#1")).Name, "-", s.MoveLine((*game.State).View, 0, move, next))
	// Output: queen - player 1: promote the Queen
}

func Example_note() {
	m := newMarket()
	card := &game.Pick[game.ID]{Name: "card", From: m.shelf.Contents}
	card.Note = func(t *game.Tx, id game.ID) *game.Line { return game.NewLine("{0} {0|coin|coins}", price.Of(t, id)) }
	s := m.open(&game.Action{Name: "buy", Pick: []game.Choice{card}, Do: func(*game.Tx) {}})
	offers, _ := s.Offers(game.Move{Seat: 0, Action: "buy"})
	for _, x := range offers[0].Options[:2] {
		fmt.Println(offers[0].Show(x.Value), x.Note)
	}
	// Output:
	// #1 1 coin
	// #2 3 coins
}

func Example_points() {
	m := newMarket()
	end := &game.Pick[string]{Name: "end", List: func(*game.Tx) []string { return []string{"cheap", "dear"} }}
	end.Points = func(t *game.Tx, which string) game.Set[game.ID] {
		return m.shelf.Contents(t).Where(func(id game.ID) bool { return (price.Of(t, id) > 2) == (which == "dear") })
	}
	s := m.open(&game.Action{Name: "praise", Pick: []game.Choice{end}, Do: func(*game.Tx) {}})
	offers, _ := s.Offers(game.Move{Seat: 0, Action: "praise"})
	for _, x := range offers[0].Options {
		fmt.Print(offers[0].Show(x.Value), ":")
		for _, id := range x.Points {
			fmt.Print(" ", s.Name(id))
		}
		fmt.Println()
	}
	// Output:
	// cheap: #1 #3
	// dear: #2 #4
}

func Example_before() {
	m := newMarket()
	card := &game.Pick[game.ID]{Name: "card", Repeat: true, Several: func(*game.Tx) (int, int) { return 1, 4 }}
	card.From = func(t *game.Tx) game.Set[game.ID] {
		return m.shelf.Contents(t).Where(func(id game.ID) bool { return price.Of(t, id) > price.Of(t, card.Before(t)) })
	}
	card.Then = func(t *game.Tx, id game.ID) { t.Move(id, m.hand.Of(t.Seat)) }
	s := m.open(&game.Action{Name: "climb", Pick: []game.Choice{card}})
	for _, text := range []string{"climb #1+#3+#4", "climb #3+#1"} {
		_, err := s.PlayText(0, text)
		fmt.Println(err)
	}
	// Output:
	// <nil>
	// climb, card: #1 cannot be chosen
}

func Example_repeated() {
	m := newMarket()
	card := &game.Pick[game.ID]{Name: "card", Repeat: true, Several: func(*game.Tx) (int, int) { return 1, 3 }}
	card.From = func(t *game.Tx) game.Set[game.ID] {
		return m.shelf.Contents(t).Where(func(id game.ID) bool { return price.Of(t, id) <= gold.Of(t, t.Seat) })
	}
	card.Then = func(t *game.Tx, id game.ID) {
		gold.Add(t, t.Seat, -price.Of(t, id))
		t.Move(id, m.hand.Of(t.Seat))
	}
	s := m.open(&game.Action{Name: "buy", Pick: []game.Choice{card}})
	_, err := s.PlayText(0, "buy #2+#3+#1")
	fmt.Println(err)
	s, _ = s.PlayText(0, "buy #2+#3")
	fmt.Println(gold.Of(s, game.Seat(0)), "gold is left after", s.Played(), "move")
	// Output:
	// buy, card: #1 cannot be chosen
	// 0 gold is left after 1 move
}

func Example_depending() {
	m := newMarket()
	whom := &game.Pick[game.Seat]{Name: "whom", From: func(t *game.Tx) game.Set[game.Seat] { return t.Others(t.Seat) }}
	card := &game.Pick[game.ID]{Name: "card", From: func(t *game.Tx) game.Set[game.ID] { return t.Contents(m.hand.Of(whom.In(t))) }}
	draw := &game.Action{Name: "draw", Do: func(t *game.Tx) { t.Move(t.First(m.shelf), m.hand.Of(t.Seat)) }}
	s := m.open(draw, &game.Action{Name: "steal", Pick: []game.Choice{whom, card}, Do: func(t *game.Tx) {
		t.Move(card.In(t), m.hand.Of(t.Seat))
	}})
	s, _ = s.PlayText(0, "draw")
	list(s)
	// Output: draw, steal 0 #1
}

func afford(t *game.Tx, id game.ID) bool {
	n := price.Of(t, id)
	return n <= gold.Of(t, t.Seat) || t.Refuse("{0} costs {1} gold", id, n)
}

func Example_reasons() {
	m := newMarket()
	cards := &game.Pick[game.ID]{Name: "cards", From: m.shelf.Contents, If: afford, Several: func(*game.Tx) (int, int) { return 2, 3 }}
	rich := game.When("the purse is empty", func(t *game.Tx) bool { return gold.Of(t, t.Seat) > 0 })
	open := game.When("the market has closed", func(t *game.Tx) bool { return t.Played() < 2 })
	sum := func(t *game.Tx) (n int) {
		for id := range cards.All(t) {
			n += price.Of(t, id)
		}
		return n
	}
	s := m.open(&game.Action{
		Name: "buy", Pick: []game.Choice{cards}, If: rich.And(open),
		Check: game.When("together they cost too much", func(t *game.Tx) bool { return sum(t) <= gold.Of(t, t.Seat) }),
		Do:    func(t *game.Tx) { gold.Add(t, t.Seat, -sum(t)) },
	})
	list(s)
	for _, text := range []string{"buy #1+#4", "buy #1+#2+#3"} {
		_, err := s.PlayText(0, text)
		fmt.Println(err, "-", game.CodeOf(err))
	}
	// Output:
	// buy #1+#2, buy #1+#3, buy #2+#3
	// buy, cards: #4 costs 6 gold - not-offered
	// buy: together they cost too much - rejected
}

func Example_try() {
	m := newMarket()
	take := func(t *game.Tx, id game.ID) { t.Move(id, m.hand.Of(t.Seat)) }
	card := &game.Pick[game.ID]{Name: "card", From: m.shelf.Contents, If: func(t *game.Tx, id game.ID) bool {
		ok := false
		t.Try(func() {
			take(t, id)
			last := t.Last(m.shelf)
			ok = price.Of(t, last) == 6 || t.Refuse("{0} would be the last on the shelf", last)
		})
		return ok
	}}
	s := m.open(&game.Action{Name: "take", Pick: []game.Choice{card}, Do: func(t *game.Tx) { take(t, card.In(t)) }})
	_, err := s.PlayText(0, "take #4")
	fmt.Println(err)
	// Output: take, card: #3 would be the last on the shelf
}

func buying(m *market) *game.Action {
	card := &game.Pick[game.ID]{Name: "card", From: m.shelf.Contents, If: afford}
	card.Ask = func(t *game.Tx) *game.Line {
		return game.NewLine("You have {0} gold. Which card?", gold.Of(t, t.Seat))
	}
	told := &game.Pick[game.Seat]{Name: "told", Prompt: "Who is told?", Several: func(*game.Tx) (int, int) { return 1, 2 },
		From: func(t *game.Tx) game.Set[game.Seat] { return t.Others(t.Seat) }}
	return &game.Action{Name: "buy", Label: "Buy a card", Pick: []game.Choice{card, told}, Do: func(t *game.Tx) {
		t.Move(card.In(t), m.hand.Of(t.Seat))
	}}
}

func Example_offers() {
	m := newMarket()
	s := m.open(buying(m))
	c, _ := s.Chooser(game.Move{Seat: 0})
	c, _ = c.Act("buy")
	for o := c.Next(); o != nil; o = c.Next() {
		fmt.Printf("%s (%d to %d)\n", o.Prompt, o.Min, o.Max)
		for _, x := range o.Options {
			if x.Why != nil {
				fmt.Printf("  cannot choose %s: %s\n", o.Show(x.Value), x.Why)
			}
		}
		if o.Stop { // here the player chooses
			c, _ = c.Stop()
		} else {
			c, _ = c.Take(o.Options[0].Value)
		}
	}
	move, whole := c.Move()
	_, err := s.Play(move)
	fmt.Println(s.Text(move), whole, err)
	// Output:
	// You have 5 gold. Which card? (1 to 1)
	//   cannot choose #4: #4 costs 6 gold
	// Who is told? (1 to 2)
	// Who is told? (1 to 2)
	//   cannot choose 1: it is already chosen
	// buy #1 1 true <nil>
}

func Example_unproved() {
	six := &game.Pick[int]{Name: "six", Range: func(*game.Tx) (int, int) { return 1, 49 }, Several: func(*game.Tx) (int, int) { return 6, 6 }}
	sum := func(t *game.Tx) (n int) {
		for v := range six.All(t) {
			n += v
		}
		return n
	}
	s := newMarket().open(&game.Action{Name: "draw", Pick: []game.Choice{six}, Do: func(*game.Tx) {},
		Check: func(t *game.Tx) bool { return sum(t) == 279 || t.Refuse("the sum is {0}, not 279", sum(t)) }})
	offers, _ := s.Offers(game.Move{Seat: 0, Action: "draw"})
	fmt.Println(offers[0].Why, offers[0].Unproved, offers[0].Options[0].Unproved)
	for _, text := range []string{"draw 1+2+3+4+5+6", "draw 44+45+46+47+48+49"} {
		_, err := s.PlayText(0, text)
		fmt.Println(err)
	}
	// Output:
	// <nil> true true
	// draw: the sum is 21, not 279
	// <nil>
}

func Example_trace() {
	m := newMarket()
	whom := &game.Pick[game.Seat]{Name: "whom", From: func(t *game.Tx) game.Set[game.Seat] { return t.Others(t.Seat) }}
	card := &game.Pick[game.ID]{Name: "card", From: func(t *game.Tx) game.Set[game.ID] { return t.Contents(m.hand.Of(whom.In(t))) }}
	s := m.open(buying(m), &game.Action{Name: "steal", Pick: []game.Choice{whom, card}, Do: func(*game.Tx) {}})
	fmt.Print(s.Trace(0))
	// Output:
	// buy: yes
	//   card: 3 of 4 can be chosen
	//     1 cannot: #4 costs 6 gold
	//   told: 2 of 2 can be chosen after buy #1
	// steal: no, there is no card for it
	//   whom: 0 of 2 can be chosen
	//     2 cannot: there is no card for it
	//   card: 0 of 0 can be chosen after steal 1
}

func Example_movesAsText() {
	word := &game.Pick[string]{Name: "word", List: func(*game.Tx) []string { return []string{"yes", "not yet"} }}
	to := &game.Pick[game.Seat]{Name: "to", From: func(t *game.Tx) game.Set[game.Seat] { return t.Others(t.Seat) },
		Several: func(*game.Tx) (int, int) { return 0, 2 }}
	s := newMarket().open(&game.Action{Name: "answer", Pick: []game.Choice{word, to}, Do: func(*game.Tx) {}})
	list(s)
	m, err := s.Parse(0, `answer "not yet" 2+1`)
	fmt.Println(m.Picks, err)
	// Output:
	// answer yes -, answer yes 1, answer yes 1+2, answer yes 2, answer "not yet" -, answer "not yet" 1, answer "not yet" 1+2, answer "not yet" 2
	// [[{0 not yet}] [{2 } {1 }]] <nil>
}
