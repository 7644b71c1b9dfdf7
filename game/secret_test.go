package game_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// coin is the Part that the tests hide in many ways.
var coin = game.NewPart[int]("coin")

func six(tx *game.Tx, _ game.ID) int { return 1 + tx.Int(6) }

// marked is a den with a coin of 7 on everything: a card of seat 0 in the row, one in the pile and one in the bag, the
// row, a hand, seat 0 and the table.
func marked(t *testing.T, declared game.Column) (*box, *game.State) {
	x := den()
	x.Parts = append(x.Parts, declared)
	return x, x.setup(t, func(tx *game.Tx) {
		for i, in := range []game.ID{x.row.ID(), x.pile.ID(), x.bag.ID()} {
			id := x.deal(tx, in, i+1)[0]
			tx.Give(id, 0)
			coin.Set(tx, id, 7)
		}
		for _, id := range []game.ID{x.row.ID(), x.hand.Of(0), game.Seat(0).ID(), game.Root} {
			coin.Set(tx, id, 7)
		}
	})
}

// coins writes where the view shows the coin.
func coins(x *box, v *game.State) string {
	var all []string
	for _, c := range []struct {
		name string
		id   game.ID
	}{{"open", v.First(x.row)}, {"back", v.First(x.pile)}, {"heap", v.First(x.bag)},
		{"row", x.row.ID()}, {"hand", x.hand.Of(0)}, {"seat", game.Seat(0).ID()}, {"table", game.Root}} {
		switch coin.Of(v, c.id) {
		case 7:
			all = append(all, c.name)
		case 0:
		default:
			all = append(all, c.name+" spoilt")
		}
	}
	return strings.Join(all, " ")
}

// A plain Part is seen with the face of its element, and is public on places, seats and the table. A Part declared with
// Seen is seen as declared, also on backs.
func TestPartsInViews(t *testing.T) {
	ownerOnly := game.By(func(s *game.State, seat game.Seat, id game.ID) game.Level {
		if s.Owner(id) == seat {
			return game.Face
		}
		return game.Back
	})
	for _, c := range []struct {
		name     string
		declared game.Column
		want     [3]string // by seat 0, seat 1 and the spectators
	}{
		{"plain", coin, [3]string{"open row hand seat table", "open row hand seat table", "open row hand seat table"}},
		{"rolled", coin.Rolled(six), [3]string{"open row hand seat table", "open row hand seat table", "open row hand seat table"}},
		{"by all", coin.Seen(game.ByAll), [3]string{"open back row hand seat table", "open back row hand seat table", "open back row hand seat table"}},
		{"default", coin.Seen(game.Sight{}), [3]string{"open back row hand seat table", "open back row hand seat table", "open back row hand seat table"}},
		{"by owner", coin.Seen(game.ByOwner).Rolled(six), [3]string{"open back hand seat", "", ""}},
		{"by owner and", coin.Seen(game.ByOwner.And(1)).Rolled(six), [3]string{"open back hand seat", "open back row hand seat table", ""}},
		{"by none", coin.Seen(game.ByNone).Rolled(six), [3]string{"", "", ""}},
		{"by spectators", coin.Seen(game.ByNone.And(game.Nobody)).Rolled(six), [3]string{"", "", "open back row hand seat table"}},
		{"by all but", coin.Seen(game.ByAll.But(0)).Rolled(six), [3]string{"", "open back row hand seat table", "open back row hand seat table"}},
		{"by rule", coin.Seen(ownerOnly).Rolled(six), [3]string{"open back hand seat", "", "row table"}},
		{"by rule and", coin.Seen(ownerOnly.And(1).But(game.Nobody)).Rolled(six), [3]string{"open back hand seat", "open back row hand seat table", ""}},
	} {
		x, s := marked(t, c.declared)
		for i, o := range observers(s) {
			if got := coins(x, s.View(o)); got != c.want[i] {
				t.Errorf("%s: %s sees it on %s, want %s", c.name, o, got, c.want[i])
			}
		}
		if got := coins(x, s.View(game.Judge)); got != "open back heap row hand seat table" {
			t.Errorf("%s: the judge sees it on %s", c.name, got)
		}
	}
}

// Show and Hide of a Part override its declaration, for all or some, until the opposite is called or the element is
// removed.
func TestShowAndHideOfParts(t *testing.T) {
	back := func(x *box, tx *game.Tx) game.ID { return tx.First(x.pile) }
	seat := game.Seat(0).ID()
	for _, c := range []struct {
		name string
		seen game.Sight
		do   func(x *box, tx *game.Tx)
		want [3]string
	}{
		{"show", game.ByNone, func(x *box, tx *game.Tx) { coin.Show(tx, back(x, tx)); coin.Show(tx, seat, 1) }, [3]string{"back", "back seat", "back"}},
		{"show and hide", game.ByNone, func(x *box, tx *game.Tx) { coin.Show(tx, seat); coin.Hide(tx, seat, 0, game.Nobody) }, [3]string{"", "seat", ""}},
		{"hide", game.ByOwner, func(x *box, tx *game.Tx) { coin.Hide(tx, seat) }, [3]string{"open back hand", "", ""}},
		{"hide and show", game.ByOwner, func(x *box, tx *game.Tx) { coin.Hide(tx, seat); coin.Show(tx, seat, 1) }, [3]string{"open back hand", "seat", ""}},
		{"reset to the declaration", game.ByOwner, func(x *box, tx *game.Tx) {
			coin.Show(tx, seat)
			coin.Hide(tx, back(x, tx))
			coin.AsDeclared(tx, seat)
			coin.AsDeclared(tx, back(x, tx))
			coin.AsDeclared(tx, game.Root)
		}, [3]string{"open back hand seat", "", ""}},
		{"of the table", game.ByNone, func(x *box, tx *game.Tx) { coin.Show(tx, game.Root, game.Nobody) }, [3]string{"", "", "table"}},
		{"of all", game.ByAll, func(x *box, tx *game.Tx) { coin.Hide(tx, x.row, 1) }, [3]string{"open back row hand seat table", "open back hand seat table", "open back row hand seat table"}},
		{"moved", game.ByNone, func(x *box, tx *game.Tx) {
			id := back(x, tx)
			coin.Show(tx, id, 1)
			tx.Remove(tx.First(x.row))
			tx.Move(id, x.row)
		}, [3]string{"", "open", ""}},
		{"tried", game.ByNone, func(x *box, tx *game.Tx) { tx.Try(func() { coin.Show(tx, seat) }) }, [3]string{"", "", ""}},
	} {
		x, s := marked(t, coin.Seen(c.seen).Rolled(six))
		s = x.play(t, s, func(tx *game.Tx) { c.do(x, tx) })
		for i, o := range observers(s) {
			if got := coins(x, s.View(o)); got != c.want[i] {
				t.Errorf("%s: %s sees it on %s, want %s", c.name, o, got, c.want[i])
			}
		}
	}
	x, s := marked(t, coin.Seen(game.ByNone).Rolled(six))
	before := s.Hash()
	s = x.play(t, s, func(tx *game.Tx) { coin.Show(tx, seat) })
	s = x.play(t, s, func(tx *game.Tx) { coin.Hide(tx, seat) })
	if got := coins(x, s.View(1)); got != "" || s.Hash() == before {
		t.Errorf("shown and hidden it is seen on %s", got)
	}
	x, s = marked(t, coin)
	_, err := x.try(s, func(tx *game.Tx) { coin.Show(tx, seat) })
	wantFault(t, err, `part "coin" is shown or hidden, but Rules.Parts of box does not declare who sees it: see Part.Seen`)
	x, s = marked(t, coin.Seen(game.ByNone).Rolled(six))
	_, err = x.try(s, func(tx *game.Tx) { coin.Hide(tx, seat, 5) })
	wantFault(t, err, "there is no seat 5: there are 2 seats")
}

// Elements in values of Parts are those of the view: the same element if it is seen, none if it is part of a heap or
// not visible at all.
func TestPartsThatNameElements(t *testing.T) {
	x := den()
	lost := &game.Place{Name: "lost", Seen: game.ByNone.Else(game.Unseen)}
	x.Layout = append(x.Layout, lost)
	places := []*game.Place{x.row, x.pile, x.bag, lost}
	s := x.setup(t, func(tx *game.Tx) {
		for i, p := range places {
			x.deal(tx, p.ID(), 10*i+1, 10*i+2) // in front of the named element
			id := x.deal(tx, p.ID(), 10*i+3)[0]
			by := x.deal(tx, x.row.ID(), 100+i)[0]
			target.Set(tx, by, id)
			body.Set(tx, by, limbs{Left: 1, Holds: id, By: 1})
		}
		by := x.deal(tx, x.row.ID(), 104)[0]
		target.Set(tx, by, x.bag.ID())
	})
	v := s.View(0)
	for i, want := range []string{v.Name(card(v, 3)), "pile:3", "?", "?", "bag"} {
		by := card(v, 100+i)
		if got := v.Name(target.Of(v, by)); got != want {
			t.Errorf("card %d points at %s, want %s", 100+i, got, want)
		}
		if b := body.Of(v, by); i < 4 && (b.Left != 1 || b.By != 1 || b.Holds != target.Of(v, by)) {
			t.Errorf("the body of card %d is %v", 100+i, b)
		}
	}
	if got := target.Of(v, card(v, 101)); v.Parent(got) != x.pile.ID() || v.Kind(got) != nil {
		t.Errorf("it points at %s in %s", v.Name(got), v.Name(v.Parent(got)))
	}
	if j := s.View(game.Judge); face.Of(j, target.Of(j, card(j, 102))) != 23 {
		t.Error("to the judge it does not point into the bag")
	}
}

// A Private has a value for each seat, which only that seat sees.
func TestPrivate(t *testing.T) {
	plan := game.NewPrivate[int]("plan")
	x := den()
	x.Parts = append(x.Parts, plan)
	x.Guess = func(*game.Tx, game.Seat) {}
	s := x.setup(t, func(tx *game.Tx) {
		for seat := range game.Seat(2) {
			plan.Set(tx, seat, game.Root, 10+int(seat))
			plan.Set(tx, seat, x.deal(tx, x.pile.ID(), 1)[0], 20+int(seat))
		}
	})
	for _, o := range append(observers(s), game.Judge) {
		v := s.View(o)
		got := ""
		for seat := range game.Seat(2) {
			got += fmt.Sprint(plan.Of(v, seat, game.Root), " ")
			for id := range v.In(x.pile) {
				got += fmt.Sprint(plan.Of(v, seat, id), " ")
			}
		}
		want := map[game.Seat]string{0: "10 20 0 0 0 0 ", 1: "0 0 0 11 0 21 ", game.Nobody: "0 0 0 0 0 0 ", game.Judge: "10 20 0 11 0 21 "}[o]
		if got != want {
			t.Errorf("%s sees %s, want %s", o, got, want)
		}
	}
	same(t, reload(t, s), s)
	if plan.Of(s, game.Nobody, game.Root) != 0 {
		t.Error("nobody has a plan")
	}
	next := x.play(t, s, func(tx *game.Tx) { plan.Edit(tx, 1, game.Root, func(n *int) { *n += 5 }) })
	if got := fmt.Sprint(plan.Of(next, 0, game.Root), plan.Of(next, 1, game.Root), plan.Of(s, 1, game.Root)); got != "10 16 11" {
		t.Errorf("edited, the plans are %s", got)
	}
	for _, seat := range []game.Seat{-1, 32} {
		_, err := x.try(s, func(tx *game.Tx) { plan.Set(tx, seat, game.Root, 1) })
		wantFault(t, err, fmt.Sprintf("private part \"plan\" has no value for %s", seat))
	}
}

// The private values of all seats count for a position that they are part of.
func TestPrivateInPosition(t *testing.T) {
	plan := game.NewPrivate[int]("plan")
	x := den()
	x.Parts = append(x.Parts, plan)
	x.Position = game.Position{Parts: []game.Column{plan}}
	x.Guess = func(*game.Tx, game.Seat) {}
	s := x.start(t)
	for i, c := range []struct {
		seat    game.Seat
		value   int
		repeats int
	}{{0, 1, 0}, {1, 1, 0}, {0, 0, 0}, {0, 1, 1}, {1, 0, 1}, {0, 0, 1}} {
		s = x.play(t, s, func(tx *game.Tx) { plan.Set(tx, c.seat, game.Root, c.value) })
		if got := s.Repeats(); got != c.repeats {
			t.Errorf("after step %d the position has occurred %d times, want %d", i, got, c.repeats)
		}
	}
}

// Roll draws the value as declared, with the state's random numbers.
func TestRoll(t *testing.T) {
	x := den()
	x.Parts = append(x.Parts, coin.Rolled(six))
	s := x.setup(t, func(tx *game.Tx) { x.deal(tx, x.row.ID(), 1) })
	got := 0
	rolled := x.play(t, s.Rig(game.Chance{Number: 3}), func(tx *game.Tx) { got = coin.Roll(tx, card(s, 1)) })
	if got != 4 || coin.Of(rolled, card(s, 1)) != 4 {
		t.Errorf("rolled %d, and the coin is %d", got, coin.Of(rolled, card(s, 1)))
	}
	_, err := x.try(s, func(tx *game.Tx) { points.Roll(tx, card(s, 1)) })
	wantFault(t, err, `part "points" is rolled, but Rules.Parts of box does not declare how: see Part.Rolled`)
}

// A declaration can be refined step by step without changing the original, so games can share it.
func TestDeclarationsAreValues(t *testing.T) {
	hidden := coin.Seen(game.ByNone)
	one, two := hidden.Rolled(func(*game.Tx, game.ID) int { return 1 }), hidden.Rolled(func(*game.Tx, game.ID) int { return 2 })
	for want, declared := range map[int]game.Column{1: one, 2: two} {
		x := den()
		x.Parts = append(x.Parts, declared)
		s := x.setup(t, func(tx *game.Tx) { coin.Roll(tx, game.Root) })
		if got := coin.Of(s, game.Root); got != want || coin.Of(s.View(0), game.Root) != 0 {
			t.Errorf("rolled %d, want %d", got, want)
		}
	}
	x := den()
	x.Parts = append(x.Parts, hidden)
	if err := x.Rules.Check(); err == nil || !strings.Contains(err.Error(), `part "coin" is hidden (Seen)`) {
		t.Errorf("a hidden part without a source: %v", err)
	}
}

// In a loaded game, a view does not skip seats just because it cannot see their options.
func TestViewOfLoaded(t *testing.T) {
	hand := &game.Place{Name: "hand", Each: true, Seen: game.ByOwner}
	card := &game.Kind{Name: "card"}
	two := &game.Pick[game.ID]{Name: "two", From: hand.Contents, Several: func(*game.Tx) (int, int) { return 2, 2 }}
	give := &game.Action{Name: "give", Pick: []game.Choice{two}, Do: func(*game.Tx) {}, Check: game.When("they must differ", func(tx *game.Tx) bool {
		seen := map[int]bool{}
		for id := range two.All(tx) {
			seen[points.Of(tx, id)] = true
		}
		return len(seen) == 2
	})}
	r := &game.Rules{
		Name: "giving", Seats: game.Exactly(2), Layout: []game.Layout{hand}, Kinds: []*game.Kind{card}, Parts: []game.Column{points},
		Setup: func(tx *game.Tx) {
			for seat := range game.Seat(2) {
				tx.Create(card, hand.Of(seat), points.Is(1))
				tx.Create(card, hand.Of(seat), points.Is(2))
			}
		},
		Flow: game.Steps{
			&game.Together{Name: "giving", Secret: true, Actions: []*game.Action{give}},
			&game.Together{Name: "resting", Actions: wait()},
		},
	}
	moves := func(s *game.State) []game.Move {
		t.Helper()
		all, err := s.Moves()
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	s := must(t, start(t, r, 2), 0, "give #1+#2")
	loaded, err := r.Load(s.Save())
	if err != nil {
		t.Fatal(err)
	}
	for name, s := range map[string]*game.State{"played": s, "loaded": loaded} {
		if all := moves(s.View(0)); len(all) != 0 {
			t.Errorf("%s: player 1, which has given, can still do %v", name, all)
		}
		if all := moves(s.View(1)); len(all) != 1 {
			t.Errorf("%s: player 2 can do %v, and should give its two cards", name, all)
		}
	}
}
