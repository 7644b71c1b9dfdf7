package game_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/plygame/ply/game"
)

// These are the examples of docs/hidden.md.

// letter is what is printed on a card.
var letter = game.NewPart[string]("letter")

// alphabet is the table of most examples: a shuffled deck, a hand for each seat and a pile.
type alphabet struct {
	card             *game.Kind
	deck, hand, pile *game.Place
}

func newAlphabet() *alphabet {
	return &alphabet{
		card: &game.Kind{Name: "card", Label: func(s *game.State, id game.ID) string { return letter.Of(s, id) }},
		deck: &game.Place{Name: "deck", Seen: game.ByNone},
		hand: &game.Place{Name: "hand", Each: true, Seen: game.ByOwner},
		pile: &game.Place{Name: "pile"},
	}
}

// open starts a game with these actions. Card A is on top of the deck, then B, and so on.
func (x *alphabet) open(seats int, actions ...*game.Action) *game.State {
	return begun(&game.Rules{
		Name: "alphabet", Seats: game.Exactly(seats), Actions: actions,
		Layout: []game.Layout{x.deck, x.hand, x.pile}, Kinds: []*game.Kind{x.card}, Parts: []game.Column{letter},
		Setup: func(t *game.Tx) {
			for _, l := range []string{"A", "B", "C", "D", "E", "F"} {
				t.Create(x.card, x.deck, letter.Is(l))
			}
			t.Shuffle(x.deck)
		},
		Debug: func(s *game.State) []game.Line {
			return []game.Line{*game.NewLine("{0} is on top", s.Last(x.deck))}
		},
	}, game.Chance{Order: []string{"#1", "#2", "#3", "#4", "#5", "#6"}})
}

// draw is the action of taking the top card of the deck.
func (x *alphabet) draw() *game.Action {
	return &game.Action{Name: "draw", Do: func(t *game.Tx) {
		top := t.Last(x.deck)
		t.Move(top, x.hand.Of(t.Seat))
		t.Say("{0} draws {1}", t.Seat, top)
	}}
}

// begun starts a game; its first draws may be fixed.
func begun(r *game.Rules, next ...game.Chance) *game.State {
	s, err := r.Start(r.Seats.Min, game.SeedOf(1), next...)
	if err != nil {
		panic(err)
	}
	return s
}

// after plays moves, each by the seat to act.
func after(s *game.State, moves ...string) *game.State {
	for _, text := range moves {
		next, err := s.PlayText(s.Turn(), text)
		if err != nil {
			panic(err)
		}
		s = next
	}
	return s
}

// onTable lists the contents of places: names, and the letters that can be seen.
func onTable(s *game.State, places ...string) string {
	var all []string
	for _, place := range places {
		text := place + ":"
		for id := range s.In(s.Find(place)) {
			text += " " + s.Name(id)
			if k := s.Kind(id); k != nil && k.Label != nil {
				text += "=" + k.Label(s, id)
			}
		}
		all = append(all, text)
	}
	return strings.Join(all, "; ")
}

// possible lists what an element could be as far as the seat knows, from many re-deals.
func possible(s *game.State, seat game.Seat, what func(*game.State) string) []string {
	found := map[string]bool{}
	for n := range uint64(300) {
		could, err := s.Redeal(seat, game.SeedOf(n))
		if err != nil {
			panic(err)
		}
		found[what(could)] = true
	}
	return slices.Sorted(maps.Keys(found))
}

// The place of a card decides who sees it.
func Example_byOwner() {
	x := newAlphabet()
	s := x.open(2, x.draw())
	s = after(s, "draw", "draw")
	for _, seat := range []game.Seat{0, 1, game.Nobody} {
		v := s.View(seat)
		fmt.Println(seat, "sees", onTable(v, "hand/0", "hand/1"), "and reads:", v.Said()[0])
	}
	// Output:
	// seat 0 sees hand/0: #1=A; hand/1: hand/1:1 and reads: player 2 draws hand/1:1
	// seat 1 sees hand/0: hand/0:1; hand/1: #1=B and reads: player 2 draws B
	// nobody sees hand/0: hand/0:1; hand/1: hand/1:1 and reads: player 2 draws hand/1:1
}

// A Sight declares who sees the faces, and what the others see instead.
func Example_levels() {
	card := &game.Kind{Name: "card", Label: func(s *game.State, id game.ID) string { return letter.Of(s, id) }}
	places := []*game.Place{
		{Name: "all", Seen: game.ByAll},
		{Name: "none", Seen: game.ByNone},
		{Name: "and", Seen: game.ByNone.And(1)},
		{Name: "but", Seen: game.ByAll.But(1)},
		{Name: "counted", Seen: game.ByNone.And(1).Else(game.Counted)},
		{Name: "unseen", Seen: game.ByNone.And(1).Else(game.Unseen)},
		{Name: "bag", Seen: game.ByNone.And(1), Order: game.Unordered},
	}
	r := &game.Rules{Name: "levels", Seats: game.Exactly(2), Kinds: []*game.Kind{card}, Parts: []game.Column{letter}}
	for _, p := range places {
		r.Layout = append(r.Layout, p)
	}
	r.Setup = func(t *game.Tx) {
		for _, p := range places {
			t.Create(card, p, letter.Is("A"))
			t.Create(card, p, letter.Is("B"))
		}
	}
	r.Actions = []*game.Action{{Name: "pass", Do: func(*game.Tx) {}}}
	s := begun(r)
	for _, p := range places {
		id := s.First(p)
		fmt.Printf("%-8s %-29s %-8s %s\n", s.Sees(0, id), onTable(s.View(0), p.Name), s.Sees(1, id), onTable(s.View(1), p.Name))
	}
	// Output:
	// face     all: #1=A #2=B                face     all: #1=A #2=B
	// back     none: none:1 none:2           back     none: none:1 none:2
	// back     and: and:1 and:2              face     and: #3=A #4=B
	// face     but: #3=A #4=B                back     but: but:1 but:2
	// counted  counted: counted:1 counted:2  face     counted: #5=A #6=B
	// unseen   unseen:                       face     unseen: #7=A #8=B
	// counted  bag: bag:1 bag:2              face     bag: #9=A #10=B
}

// A rule decides for each seat and element: here a unit is seen from the neighbouring cells.
func Example_byRule() {
	unit := &game.Kind{Name: "unit"}
	cell := &game.Place{Name: "cell", Names: []string{"c1", "c2", "c3", "c4"}}
	cell.Seen = game.By(func(s *game.State, seat game.Seat, id game.ID) game.Level {
		for mine := range s.All(unit) {
			if far := int(s.Parent(mine)) - int(s.Parent(id)); s.Owner(mine) == seat && far*far <= 1 {
				return game.Face
			}
		}
		return game.Unseen
	})
	s := begun(&game.Rules{
		Name: "march", Seats: game.Exactly(2), Layout: []game.Layout{cell}, Kinds: []*game.Kind{unit},
		Setup: func(t *game.Tx) {
			t.Give(t.Create(unit, cell.At(0)), 0)
			t.Give(t.Create(unit, cell.At(3)), 1)
		},
		Actions: []*game.Action{{Name: "march", Do: func(t *game.Tx) {
			from := t.Held(t.Seat).First()
			t.Move(t.First(from), from+1-2*game.ID(t.Seat)) // seat 0 to the right, seat 1 to the left
		}}},
	})
	for range 3 {
		fmt.Println(onTable(s.View(0), cell.Names...), "|", onTable(s.View(1), cell.Names...))
		s = after(s, "march")
	}
	// Output:
	// c1: #1; c2:; c3:; c4: | c1:; c2:; c3:; c4: #1
	// c1:; c2: #1; c3:; c4: | c1:; c2:; c3:; c4: #1
	// c1:; c2: #1; c3: #2; c4: | c1:; c2: #2; c3: #1; c4:
}

// The contents of an element are seen like the element, unless its Kind declares otherwise.
func Example_inside() {
	card := &game.Kind{Name: "card", Label: func(s *game.State, id game.ID) string { return letter.Of(s, id) }}
	tray := &game.Kind{Name: "tray"}
	purse := &game.Kind{Name: "purse", Seen: game.ByNone.Else(game.Counted)}
	desk := &game.Place{Name: "desk"}
	s := begun(&game.Rules{
		Name: "inside", Seats: game.Exactly(1), Layout: []game.Layout{desk},
		Kinds: []*game.Kind{card, tray, purse}, Parts: []game.Column{letter},
		Setup: func(t *game.Tx) {
			t.Create(card, t.Create(tray, desk), letter.Is("A"))
			t.Create(card, t.Create(purse, desk), letter.Is("B"))
		},
		Actions: []*game.Action{{Name: "pass", Do: func(*game.Tx) {}}},
	})
	fmt.Println(onTable(s.View(0), "desk", "#1", "#2"))
	// Output: desk: #1 #2; #1: #3=A; #2: #2:1
}

func Example_moment() {
	x := newAlphabet()
	card := &game.Pick[game.ID]{Name: "card", From: x.hand.Contents}
	s := x.open(2, x.draw(), &game.Action{Name: "play", Pick: []game.Choice{card}, Do: func(t *game.Tx) {
		t.Move(card.In(t), x.pile)
		t.Say("{0} plays {1}", t.Seat, card.In(t))
		if t.Count(x.pile) == 2 {
			t.Moment() // the trick is complete
			t.Say("the trick is swept")
			for id := range t.In(x.pile) {
				t.MoveFirst(id, x.deck)
			}
		}
	}})
	before := after(s, "draw", "draw", "play #1")
	next := after(before, "play #2")
	for _, stage := range append(next.Moments(), next) {
		fmt.Println(onTable(stage.View(0), "pile"), stage.View(0).Said())
	}
	whole := next.Moments()[0]
	_, err := whole.Moves()
	fmt.Println(whole.ToAct().Empty(), err)
	fmt.Println(next.Knows(0, s.Find("#2")), next.DisclosedSince(before))
	// Output:
	// pile: #1=A #2=B [player 2 plays B]
	// pile: [player 2 plays B the trick is swept]
	// true this is a moment in the middle of a move: nothing can be done until the move has ended
	// true something hidden was shown
}

// Show and Hide affect what is there now. Reveal affects what is known.
func Example_showAndReveal() {
	x := newAlphabet()
	card := &game.Pick[game.ID]{Name: "card", From: x.hand.Contents}
	does := func(name string, do func(*game.Tx, game.ID)) *game.Action {
		return &game.Action{Name: name, Pick: []game.Choice{card}, Do: func(t *game.Tx) { do(t, card.In(t)); t.Again() }}
	}
	s := x.open(2, &game.Action{Name: "draw", Do: func(t *game.Tx) { x.draw().Do(t); t.Again() }},
		does("show", func(t *game.Tx, id game.ID) { t.Show(id, 1) }),
		does("cover", func(t *game.Tx, id game.ID) { t.AsDeclared(id) }),
		does("hide", func(t *game.Tx, id game.ID) { t.Hide(id) }),
		does("reveal", func(t *game.Tx, id game.ID) { t.Reveal(id, 1) }))
	s = after(s, "draw", "draw")
	for _, move := range []string{"show #1", "cover #1", "reveal #2", "hide #1"} {
		s = after(s, move)
		for seat := range game.Seat(2) {
			fmt.Printf("%-9s - %s sees %s and knows A %t, B %t\n", move, seat, onTable(s.View(seat), "hand/0"),
				s.Knows(seat, s.Find("#1")), s.Knows(seat, s.Find("#2")))
		}
	}
	// Output:
	// show #1   - seat 0 sees hand/0: #1=A #2=B and knows A true, B true
	// show #1   - seat 1 sees hand/0: #1=A hand/0:1 and knows A true, B false
	// cover #1  - seat 0 sees hand/0: #1=A #2=B and knows A true, B true
	// cover #1  - seat 1 sees hand/0: hand/0:1 hand/0:2 and knows A true, B false
	// reveal #2 - seat 0 sees hand/0: #1=A #2=B and knows A true, B true
	// reveal #2 - seat 1 sees hand/0: hand/0:1 hand/0:2 and knows A true, B true
	// hide #1   - seat 0 sees hand/0: hand/0:1 #2=B and knows A true, B true
	// hide #1   - seat 1 sees hand/0: hand/0:1 hand/0:2 and knows A true, B true
}

// listed writes changes down, one in a line.
func listed(changes []game.Change) (text string) {
	for _, c := range changes {
		text += fmt.Sprintf("  %s %s: %q -> %q\n", c.Of, c.Field, c.Was, c.Is)
	}
	return text
}

// Different seats can see different changes.
func Example_changes() {
	x := newAlphabet()
	card := &game.Pick[game.ID]{Name: "card", From: x.hand.Contents}
	lay := &game.Action{Name: "lay", Pick: []game.Choice{card}, Do: func(t *game.Tx) { t.Move(card.In(t), x.pile) }}
	s := after(x.open(2, x.draw(), lay), "draw", "draw", "draw")
	m, _ := s.Parse(1, "lay #2")
	next, _ := s.Play(m)
	told := s.Changes(next, 0, 1)
	for seat := range game.Seat(2) {
		fmt.Printf("%s reads %s\n%s", seat, s.TextFor(seat, m, next), listed(told[seat]))
		v, err := s.View(seat).Apply(told[seat])
		fmt.Println("  applied:", v.Hash() == next.View(seat).Hash(), err)
	}
	// Output:
	// seat 0 reads lay #3
	//    @turn: "1" -> "0"
	//    @moves: "3" -> "4"
	//   #3 @kind: "" -> "card"
	//   #3 letter: "" -> "\"B\""
	//   hand/1 @holds: "0 ?" -> "0"
	//   pile @holds: "0" -> "0 #3"
	//   applied: true <nil>
	// seat 1 reads lay #1
	//    @turn: "1" -> "0"
	//    @moves: "3" -> "4"
	//   hand/1 @holds: "0 #1" -> "0"
	//   pile @holds: "0" -> "0 #1"
	//   applied: true <nil>
}

// Say is for everyone, Tell for some seats, and Announce for what everyone should know. Debug is for the judge.
func Example_tell() {
	x := newAlphabet()
	s := x.open(2, &game.Action{Name: "peek", Do: func(t *game.Tx) {
		top := t.Last(x.deck)
		t.Reveal(top, t.Seat)
		t.Tell([]game.Seat{t.Seat}, "{0} is on top", top)
		t.Say("{0} peeks at {1}", t.Seat, top)
		if strings.Contains("AEIOU", letter.Of(t, top)) {
			t.Announce("it is a vowel")
		}
	}})
	s = after(s, "peek")
	for _, seat := range []game.Seat{0, 1} {
		for _, line := range s.View(seat).Said() {
			fmt.Println(seat, "reads:", line)
		}
	}
	fmt.Println("the judge gets:", s.View(game.Judge).Debug(), "and seat 0:", s.View(0).Debug())
	// Output:
	// seat 0 reads: A is on top
	// seat 0 reads: player 1 peeks at A
	// seat 0 reads: it is a vowel
	// seat 1 reads: player 1 peeks at deck:6
	// seat 1 reads: it is a vowel
	// the judge gets: [A is on top] and seat 0: []
}

// A seat knows what it has seen as long as it can follow it.
func Example_knows() {
	x := newAlphabet()
	card := &game.Pick[game.ID]{Name: "card", From: x.hand.Contents}
	s := x.open(2, x.draw(),
		&game.Action{Name: "lay", Pick: []game.Choice{card}, Do: func(t *game.Tx) { t.Move(card.In(t), x.pile) }},
		&game.Action{Name: "bury", Do: func(t *game.Tx) { t.Move(t.Last(x.pile), x.deck) }},
		&game.Action{Name: "shuffle", Do: func(t *game.Tx) { t.Shuffle(x.deck) }})
	a := s.Find("#1")
	for _, move := range []string{"draw", "draw", "lay #1", "bury", "shuffle"} {
		s = after(s, move)
		fmt.Printf("%-8s player 2: %s, %t\n", move, s.Sees(1, a), s.Knows(1, a))
	}
	// Output:
	// draw     player 2: back, false
	// draw     player 2: back, false
	// lay #1   player 2: face, true
	// bury     player 2: back, true
	// shuffle  player 2: back, false
}

// A re-deal changes what the seat cannot know, and nothing else.
func ExampleState_Redeal() {
	x := newAlphabet()
	s := after(x.open(2, x.draw()), "draw", "draw", "draw")
	hand := func(s *game.State, seat game.Seat) (text string) {
		for id := range s.In(x.hand.Of(seat)) {
			text += letter.Of(s, id)
		}
		return text
	}
	fmt.Println("player 1 has", hand(s, 0), "and player 2", hand(s, 1))
	fmt.Println("for player 1 it could be", possible(s, 0, func(s *game.State) string { return hand(s, 0) + "-" + hand(s, 1) }))
	fmt.Println("for player 2 it could be", possible(s, 1, func(s *game.State) string { return hand(s, 0) + "-" + hand(s, 1) }))
	could, err := s.Redeal(0, game.SeedOf(7))
	fmt.Println("player 1 sees the same:", could.View(0).Hash() == s.View(0).Hash(), err)
	// Output:
	// player 1 has AC and player 2 B
	// for player 1 it could be [AC-B AC-D AC-E AC-F]
	// for player 2 it could be [AC-B AD-B AE-B AF-B CA-B CD-B CE-B CF-B DA-B DC-B DE-B DF-B EA-B EC-B ED-B EF-B FA-B FC-B FD-B FE-B]
	// player 1 sees the same: true <nil>
}

// The contents of a closed chest are dealt again with the chest.
func Example_cargo() {
	x := newAlphabet()
	chest := &game.Kind{Name: "chest"}
	hold := &game.Place{Name: "hold", Seen: game.ByNone}
	s := begun(&game.Rules{
		Name: "hold", Seats: game.Exactly(1), Layout: []game.Layout{hold}, Kinds: []*game.Kind{x.card, chest}, Parts: []game.Column{letter},
		Setup: func(t *game.Tx) {
			for _, inside := range []string{"A", "B", "CD"} {
				id := t.Create(chest, hold)
				for _, l := range inside {
					t.Create(x.card, id, letter.Is(string(l)))
				}
			}
			t.Shuffle(hold)
		},
		Actions: []*game.Action{{Name: "pass", Do: func(*game.Tx) {}}},
	}, game.Chance{Order: []string{"#1", "#3", "#5"}})
	contents := func(s *game.State) string {
		var all []string
		for id := range s.In(hold) {
			text := ""
			for card := range s.In(id) {
				text += letter.Of(s, card)
			}
			all = append(all, text)
		}
		return strings.Join(all, " ")
	}
	fmt.Println("the hold has", contents(s), "and it could be", possible(s, 0, contents))
	// Output: the hold has CD B A and it could be [CD A B CD B A]
}

// Everything hidden must have a source.
func Example_noSource() {
	lock := game.NewPart[int]("lock")
	box := &game.Place{Name: "box", Seen: game.ByNone}
	card := &game.Kind{Name: "card"}
	pass := func() []*game.Action { return []*game.Action{{Name: "pass", Do: func(*game.Tx) {}}} }
	fmt.Println((&game.Rules{
		Name: "safe", Seats: game.Exactly(2), Actions: pass(),
		Parts: []game.Column{lock.Seen(game.ByNone)},
	}).Check())
	s := begun(&game.Rules{
		Name: "box", Seats: game.Exactly(2), Actions: pass(), Layout: []game.Layout{box}, Kinds: []*game.Kind{card},
		Parts: []game.Column{letter}, Setup: func(t *game.Tx) { t.Create(card, box, letter.Is("A")) },
	})
	_, err := s.Redeal(0, game.SeedOf(1))
	fmt.Println(err)
	// Output:
	// the rules cannot be played:
	//   part "lock" is hidden (Seen), but a re-deal has no way to make up its values: declare it Rolled or Chosen, or add Rules.Guess
	// fault in the rules: box: move 1: box hides #1 from seat 0, but a re-deal has no way to make up what else it could be: it was never shuffled, part "letter" is not Rolled, and there is no Rules.Guess
}

// A client chooses on its view; Real translates the move to the state.
func ExampleState_Real() {
	x := newAlphabet()
	card := &game.Pick[game.ID]{Name: "card", From: func(t *game.Tx) game.Set[game.ID] { return t.Contents(x.hand.Of(1 - t.Seat)) }}
	s := x.open(2, x.draw(), &game.Action{Name: "take", Pick: []game.Choice{card}, Do: func(t *game.Tx) {
		t.Move(card.In(t), x.hand.Of(t.Seat))
	}})
	s = after(s, "draw", "draw", "draw")
	v := s.View(1)
	for _, text := range []string{"take hand/0:2", "take hand/0:3", "take #1"} {
		m, err := v.Parse(1, text)
		if err == nil {
			m, err = v.Real(m)
		}
		if err != nil {
			fmt.Println(err)
			continue
		}
		next, _ := s.Play(m)
		fmt.Println(text, "is", s.Text(m), "and leads to", onTable(next.View(1), "hand/0", "hand/1"))
	}
	// Output:
	// take hand/0:2 is take #3 and leads to hand/0: hand/0:1; hand/1: #1=B #2=C
	// take, card: there is no hand/0:3
	// take, card: #1 cannot be chosen
}
