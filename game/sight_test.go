package game_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// byLetters gives each seat the level of its letter, and spectators that of the last one.
func byLetters(text string) game.Sight {
	return game.By(func(_ *game.State, seat game.Seat, _ game.ID) game.Level {
		i := len(text) - 1
		if seat != game.Nobody {
			i = int(seat)
		}
		return game.Level(strings.IndexByte("UCBF", text[i]))
	})
}

// sights is what each observer gets of an element of seat 0 and of one of nobody, in a place without an owner: seats 0,
// 1, 2, then spectators.
var sights = []struct {
	name  string
	seen  game.Sight
	order game.Order
	want  string
}{
	{"default", game.Sight{}, game.Ordered, "FFFF FFFF"},
	{"default of a bag", game.Sight{}, game.Unordered, "FFFF FFFF"},
	{"by all", game.ByAll, game.Ordered, "FFFF FFFF"},
	{"by none", game.ByNone, game.Ordered, "BBBB BBBB"},
	{"a pile by none", game.ByNone, game.Stacked, "BBBB BBBB"},
	{"a bag by none", game.ByNone, game.Unordered, "CCCC CCCC"},
	{"by owner", game.ByOwner, game.Ordered, "FBBB BBBB"},
	{"a bag by owner", game.ByOwner, game.Unordered, "FCCC CCCC"},
	{"counted", game.ByNone.Else(game.Counted), game.Ordered, "CCCC CCCC"},
	{"unseen", game.ByOwner.Else(game.Unseen), game.Stacked, "FUUU UUUU"},
	{"an unseen bag", game.ByNone.Else(game.Unseen), game.Unordered, "UUUU UUUU"},
	{"default backs", game.ByNone.Else(game.Back), game.Ordered, "BBBB BBBB"},
	{"backs of a bag", game.ByNone.Else(game.Back), game.Unordered, "CCCC CCCC"},
	{"and", game.ByNone.And(1), game.Ordered, "BFBB BFBB"},
	{"owner and", game.ByOwner.And(2), game.Ordered, "FBFB BBFB"},
	{"and spectators", game.ByNone.And(game.Nobody, 0), game.Ordered, "FBBF FBBF"},
	{"but", game.ByAll.But(0, 2), game.Ordered, "BFBF BFBF"},
	{"but spectators", game.ByAll.But(game.Nobody), game.Ordered, "FFFB FFFB"},
	{"owner but", game.ByOwner.But(0), game.Ordered, "BBBB BBBB"},
	{"default but", game.Sight{}.But(1), game.Ordered, "FBFF FBFF"},
	{"and after but", game.ByAll.But(0, 1).And(1), game.Ordered, "BFFF BFFF"},
	{"but after and", game.ByOwner.And(1, 2).But(2), game.Ordered, "FFBB BFBB"},
	{"but, counted", game.ByAll.But(1).Else(game.Counted), game.Ordered, "FCFF FCFF"},
	{"a rule", byLetters("FBCU"), game.Ordered, "FBCU FBCU"},
	{"a rule of a bag", byLetters("FBCU"), game.Unordered, "FCCU FCCU"},
	{"a rule and", byLetters("UUBB").And(0), game.Ordered, "FUBB FUBB"},
	{"a rule but", byLetters("FFFF").But(0, game.Nobody), game.Ordered, "BFFB BFFB"},
}

// The declaration of the place decides what an observer sees, and the view shows exactly that: the kind and the values
// at Face, the owner at Back, a count at Counted.
func TestSights(t *testing.T) {
	for _, c := range sights {
		x := den()
		x.row.Seen, x.row.Order = c.seen, c.order
		x.Setup = func(tx *game.Tx) {
			tx.Give(tx.Create(x.card, x.row, face.Is(1)), 0)
			tx.Create(x.card, x.row, face.Is(2))
		}
		s := start(t, x.Rules, 3)
		got, levels := "", make([][]game.Level, 4)
		for id := range s.In(x.row) {
			for i, o := range observers(s) {
				l := s.Sees(o, id)
				got += letters(l)
				levels[i] = append(levels[i], l)
				if s.Knows(o, id) != (l == game.Face) {
					t.Errorf("%s: %s knows %s: %v", c.name, o, s.Name(id), s.Knows(o, id))
				}
			}
			got += " "
			if s.Sees(game.Judge, id) != game.Face || !s.Knows(game.Judge, id) {
				t.Errorf("%s: the judge does not see %s", c.name, s.Name(id))
			}
			if s.Sees(9, id) != s.Sees(game.Nobody, id) {
				t.Errorf("%s: a seat that does not play does not see what spectators see", c.name)
			}
		}
		if got = strings.TrimSpace(got); got != c.want {
			t.Errorf("%s: they see %s, want %s", c.name, got, c.want)
		}
		for i, o := range observers(s) {
			if got, want := contents(s.View(o), x.row.ID()), viewOf(levels[i]); got != want {
				t.Errorf("%s: the view of %s shows %s, want %s", c.name, o, got, want)
			}
		}
	}
}

// contents writes the contents of a place with owners, as viewOf does.
func contents(v *game.State, in game.ID) string {
	var all []string
	for id := range v.In(in) {
		text := "?"
		if k := v.Kind(id); k != nil {
			text = fmt.Sprint(k.Name, face.Of(v, id))
		} else if face.Of(v, id) != 0 || v.Sees(game.Nobody, id) != game.Back {
			text = "a faceless thing with a face"
		}
		all = append(all, fmt.Sprint(text, " of ", v.Owner(id)))
	}
	return strings.Join(all, ", ")
}

// viewOf is what a view must show of card 1 of seat 0 and card 2 of nobody.
func viewOf(levels []game.Level) string {
	var all []string
	heap := 0
	for i, l := range levels {
		owner := []game.Seat{0, game.Nobody}[i]
		switch l {
		case game.Face:
			all = append(all, fmt.Sprint("card", i+1, " of ", owner))
		case game.Back:
			all = append(all, fmt.Sprint("? of ", owner))
		case game.Counted:
			heap++
		}
	}
	for range heap {
		all = append(all, "? of nobody")
	}
	return strings.Join(all, ", ")
}

// Else(Face) is refused, because it would show the faces to everyone.
func TestElseFace(t *testing.T) {
	x := den()
	x.row.Seen = game.ByNone.Else(game.Face)
	if err := x.Rules.Check(); err == nil || !strings.Contains(err.Error(), `place "row"`) {
		t.Errorf("got %v, want a fault of the place", err)
	}
}

func TestLevelNames(t *testing.T) {
	if got := fmt.Sprint(game.Unseen, game.Counted, game.Back, game.Face); got != "unseen counted back face" {
		t.Errorf("the levels are called %s", got)
	}
}

// The owner of a place sees everything in it, whoever owns the elements; no view has places of seats that do not play.
func TestOwnPlaces(t *testing.T) {
	x := den()
	x.Setup = func(tx *game.Tx) {
		x.deal(tx, x.hand.Of(0), 1, 2)
		x.deal(tx, x.hand.Of(1), 3)
		tx.Give(tx.First(x.hand.Of(0)), 1)
	}
	wantSight(t, start(t, x.Rules, 3),
		"hand/0: 1 2; hand/1: ?",
		"hand/0: ? ?; hand/1: 3",
		"hand/0: ? ?; hand/1: ?",
		"hand/0: ? ?; hand/1: ?")
	x = den()
	x.hand.Seen = game.ByOwner.And(2)
	x.Setup = func(tx *game.Tx) { x.deal(tx, x.hand.Of(1), 3) }
	s := start(t, x.Rules, 2)
	wantSight(t, s, "hand/1: ?", "hand/1: 3", "hand/1: ?")
	if got := drawn(s.View(2)); got != "hand/1: ?" {
		t.Errorf("player 3, which does not play, sees %s", got)
	}
	if seat, is := s.View(2).Viewer(); seat != game.Nobody || !is {
		t.Errorf("it is the view of %s", seat)
	}
}

// A place without a declaration inherits that of the place around it, with its owner.
func TestSightIsInherited(t *testing.T) {
	for _, c := range []struct {
		outer, inner game.Sight
		each         bool
		want         [3]string
	}{
		{game.ByNone, game.Sight{}, false, [3]string{"?", "?", "?"}},
		{game.ByNone.And(1), game.Sight{}, false, [3]string{"?", "1", "?"}},
		{game.ByNone.Else(game.Unseen), game.Sight{}, false, [3]string{"", "", ""}},
		{game.ByNone, game.ByAll, false, [3]string{"1", "1", "1"}},
		{game.ByNone, game.ByAll.But(1).Else(game.Counted), false, [3]string{"1", "?", "1"}},
		{game.Sight{}, game.ByNone, false, [3]string{"?", "?", "?"}},
		{game.Sight{}, game.Sight{}, false, [3]string{"1", "1", "1"}},
		{game.ByOwner, game.Sight{}, true, [3]string{"1", "?", "?"}},
		{game.Sight{}, game.ByOwner, true, [3]string{"1", "?", "?"}},
		{game.ByOwner, game.ByAll, true, [3]string{"1", "1", "1"}},
	} {
		x := den()
		outer := &game.Place{Name: "outer", Each: c.each, Seen: c.outer}
		mid := &game.Place{Name: "mid"}
		inner := &game.Place{Name: "inner", Seen: c.inner}
		x.Layout = append(x.Layout, layout(func(p *game.Plan) { p.Add(inner, p.Add(mid, p.Add(outer, game.Root))) }))
		s := x.setup(t, func(tx *game.Tx) { tx.Give(x.deal(tx, inner.ID(), 1)[0], 1) })
		for i, o := range observers(s) {
			if got := tokens(s.View(o), s.View(o).In(inner)); got != c.want[i] {
				t.Errorf("%v in %v: %s sees %q, want %q", c.inner, c.outer, o, got, c.want[i])
			}
		}
	}
}

// The contents of an element are seen as its kind declares, or as the contents of its place, but never if the element
// itself cannot be told from others. A back shows its contents if declared.
func TestContentsOfElements(t *testing.T) {
	for _, c := range []struct {
		name  string
		place game.Sight
		order game.Order
		kind  game.Sight
		want  string // for both seats and spectators; the box belongs to seat 0, the gem to seat 1
	}{
		{"open", game.Sight{}, game.Ordered, game.Sight{}, "box(1) | box(1) | box(1)"},
		{"inherited", game.ByNone, game.Ordered, game.Sight{}, "?(?) | ?(?) | ?(?)"},
		{"by the owner of each", game.ByOwner, game.Ordered, game.Sight{}, "box(?) | ?(1) | ?(?)"},
		{"closed boxes", game.ByAll, game.Ordered, game.ByNone, "box(?) | box(?) | box(?)"},
		{"counted in boxes", game.ByAll, game.Ordered, game.ByNone.Else(game.Counted), "box(?) | box(?) | box(?)"},
		{"boxes without backs", game.ByAll, game.Ordered, game.ByOwner.Else(game.Unseen), "box | box(1) | box"},
		{"boxes closed to one", game.ByAll, game.Ordered, game.Sight{}.But(1), "box(1) | box(?) | box(1)"},
		{"boxes open to one", game.ByNone, game.Ordered, game.ByNone.And(1), "?(?) | ?(1) | ?(?)"},
		{"faceless glass boxes", game.ByNone, game.Ordered, game.ByAll, "?(1) | ?(1) | ?(1)"},
		{"a heap of glass boxes", game.ByNone, game.Unordered, game.ByAll, "? | ? | ?"},
		{"counted glass boxes", game.ByNone.Else(game.Counted), game.Ordered, game.ByAll, "? | ? | ?"},
		{"unseen glass boxes", game.ByNone.And(1).Else(game.Unseen), game.Ordered, game.ByAll, " | box(1) | "},
		{"own glass boxes in a bag", game.ByOwner, game.Unordered, game.ByAll, "box(1) | ? | ?"},
		{"by rule", byLetters("FBB"), game.Ordered, game.ByAll, "box(1) | ?(1) | ?(1)"},
		{"by rule, not seen by all", byLetters("FCU"), game.Ordered, game.ByAll, "box(1) | ? | "},
		{"backs by rule", byLetters("FFB").But(1), game.Ordered, game.ByAll, "box(1) | ?(1) | ?(1)"},
		{"a bag by rule", byLetters("FBU"), game.Unordered, game.ByAll, "box(1) | ? | "},
	} {
		x := den()
		crate := &game.Kind{Name: "box", Seen: c.kind}
		x.Kinds = append(x.Kinds, crate)
		x.row.Seen, x.row.Order = c.place, c.order
		s := x.setup(t, func(tx *game.Tx) {
			id := tx.Create(crate, x.row)
			tx.Give(id, 0)
			tx.Give(x.deal(tx, id, 1)[0], 1)
		})
		var got []string
		for _, o := range observers(s) {
			v := s.View(o)
			got = append(got, tokens(v, v.In(x.row)))
			gem := card(s, 1)
			inView := strings.Contains(got[len(got)-1], "(")
			if l := s.Sees(o, gem); (l == game.Face) != strings.Contains(got[len(got)-1], "1") || (l == game.Unseen) == inView {
				t.Errorf("%s: the view of %s is %s, but it sees %s", c.name, o, got[len(got)-1], l)
			}
		}
		if got := strings.Join(got, " | "); got != c.want {
			t.Errorf("%s: they see %s, want %s", c.name, got, c.want)
		}
	}
}

// The contents of an element keep their order, even if the element is in an unordered place.
func TestContentsKeepTheirOrder(t *testing.T) {
	x := den()
	x.bag.Seen = game.ByAll
	s := x.setup(t, func(tx *game.Tx) {
		id := tx.Create(x.stone, x.bag)
		cards := x.deal(tx, id, 1, 2, 3)
		tx.MoveFirst(cards[2], id)
	})
	wantSight(t, s, "bag: stone(3 1 2)", "bag: stone(3 1 2)", "bag: stone(3 1 2)")
	s = x.play(t, s, func(tx *game.Tx) { tx.MoveFirst(card(tx.State, 2), tx.First(x.bag)) })
	wantSight(t, s, "bag: stone(2 3 1)", "bag: stone(2 3 1)", "bag: stone(2 3 1)")
}

// Show and Hide override the declaration, for all or some, until the element moves elsewhere or is shuffled.
func TestShowAndHide(t *testing.T) {
	x := den()
	row, pile := x.row.ID, x.pile.ID
	open := func(tx *game.Tx) game.ID { return card(tx.State, 1) }
	hidden := func(tx *game.Tx) game.ID { return card(tx.State, 5) }
	both := []string{"row: 1 2; pile: ? ? ?", "row: 1 2; pile: ? ? ?", "row: 1 2; pile: ? ? ?"}
	for _, c := range []struct {
		name string
		do   func(tx *game.Tx)
		want []string
	}{
		{"nothing", func(*game.Tx) {}, both},
		{"show all", func(tx *game.Tx) { tx.Show(hidden(tx)) }, []string{"row: 1 2; pile: ? ? 5", "row: 1 2; pile: ? ? 5", "row: 1 2; pile: ? ? 5"}},
		{"show one", func(tx *game.Tx) { tx.Show(hidden(tx), 1) }, []string{"row: 1 2; pile: ? ? ?", "row: 1 2; pile: ? ? 5", "row: 1 2; pile: ? ? ?"}},
		{"show spectators", func(tx *game.Tx) { tx.Show(hidden(tx), game.Nobody) }, []string{"row: 1 2; pile: ? ? ?", "row: 1 2; pile: ? ? ?", "row: 1 2; pile: ? ? 5"}},
		{"hide all", func(tx *game.Tx) { tx.Hide(open(tx)) }, []string{"row: ? 2; pile: ? ? ?", "row: ? 2; pile: ? ? ?", "row: ? 2; pile: ? ? ?"}},
		{"hide one", func(tx *game.Tx) { tx.Hide(open(tx), 0) }, []string{"row: ? 2; pile: ? ? ?", "row: 1 2; pile: ? ? ?", "row: 1 2; pile: ? ? ?"}},
		{"hide, then show one", func(tx *game.Tx) { tx.Hide(open(tx)); tx.Show(open(tx), 0, game.Nobody) }, []string{"row: 1 2; pile: ? ? ?", "row: ? 2; pile: ? ? ?", "row: 1 2; pile: ? ? ?"}},
		{"show, then hide one", func(tx *game.Tx) { tx.Show(hidden(tx)); tx.Hide(hidden(tx), 1) }, []string{"row: 1 2; pile: ? ? 5", "row: 1 2; pile: ? ? ?", "row: 1 2; pile: ? ? 5"}},
		{"show, then hide", func(tx *game.Tx) { tx.Show(hidden(tx), 1); tx.Hide(hidden(tx)) }, both},
		{"moved elsewhere and back", func(tx *game.Tx) { tx.Show(hidden(tx)); tx.Move(hidden(tx), row()); tx.Move(card(tx.State, 5), pile()) }, both},
		{"moved in the same place", func(tx *game.Tx) { tx.Show(hidden(tx)); tx.MoveFirst(hidden(tx), pile()) }, []string{"row: 1 2; pile: 5 ? ?", "row: 1 2; pile: 5 ? ?", "row: 1 2; pile: 5 ? ?"}},
		{"others moved", func(tx *game.Tx) { tx.Hide(open(tx)); tx.MoveFirst(card(tx.State, 2), row()) }, []string{"row: 2 ?; pile: ? ? ?", "row: 2 ?; pile: ? ? ?", "row: 2 ?; pile: ? ? ?"}},
		{"shuffled", func(tx *game.Tx) { tx.Show(hidden(tx)); tx.Shuffle(pile()) }, both},
		{"shuffled after the hiding", func(tx *game.Tx) {
			tx.Hide(open(tx))
			tx.Shuffle(row())
			tx.MoveFirst(open(tx), row())
		}, both},
		{"reset to the declaration", func(tx *game.Tx) {
			tx.Show(hidden(tx), 1)
			tx.Hide(open(tx))
			tx.AsDeclared(hidden(tx))
			tx.AsDeclared(open(tx))
			tx.AsDeclared(card(tx.State, 2))
		}, both},
		{"in a Try only", func(tx *game.Tx) { tx.Try(func() { tx.Show(hidden(tx)); tx.Hide(open(tx)) }) }, both},
		{"given", func(tx *game.Tx) { tx.Hide(open(tx), 1); tx.Give(open(tx), 1) }, []string{"row: 1 2; pile: ? ? ?", "row: ? 2; pile: ? ? ?", "row: 1 2; pile: ? ? ?"}},
	} {
		s := x.setup(t, func(tx *game.Tx) {
			x.deal(tx, row(), 1, 2)
			x.deal(tx, pile(), 3, 4, 5)
		})
		s = x.play(t, s, c.do)
		if got := sight(s); got != strings.Join(c.want, "\n") {
			t.Errorf("%s: they see\n%s\nwant\n%s", c.name, got, strings.Join(c.want, "\n"))
		}
		s = x.play(t, s, func(*game.Tx) {})
		if got := sight(s); got != strings.Join(c.want, "\n") {
			t.Errorf("%s: a move later they see\n%s", c.name, got)
		}
	}
}

// In a bag, a hidden element is part of the heap; where nothing is seen, it is not in the view.
func TestHideInOtherPlaces(t *testing.T) {
	x := den()
	x.bag.Seen = game.ByAll
	x.row.Seen = game.ByAll.Else(game.Unseen)
	s := x.setup(t, func(tx *game.Tx) {
		for _, id := range append(x.deal(tx, x.bag.ID(), 1, 2), x.deal(tx, x.row.ID(), 3, 4)...) {
			if face.Of(tx, id)%2 == 1 {
				tx.Hide(id, 1)
			}
		}
	})
	wantSight(t, s, "row: 3 4; bag: 1 2", "row: 4; bag: 2 ?", "row: 3 4; bag: 1 2")
	if got := letters(s.Sees(1, card(s, 1)), s.Sees(1, card(s, 3)), s.Sees(0, card(s, 3))); got != "CUF" {
		t.Errorf("they see %s", got)
	}
}

// If a rule gives a seat less than Back for an element, that element and its contents do not exist for the seat.
func TestHideUnderARule(t *testing.T) {
	for letter, want := range map[string]string{"C": "CU", "U": "UU", "B": "BB", "F": "BB"} {
		x := den()
		x.row.Seen = byLetters(strings.Repeat(letter, 3)).And(1)
		s := x.setup(t, func(tx *game.Tx) {
			id := x.deal(tx, x.row.ID(), 1)[0]
			x.deal(tx, id, 2)
			tx.Hide(id, 1)
			tx.Hide(card(tx.State, 2), 1)
		})
		if got := letters(s.Sees(1, card(s, 1)), s.Sees(1, card(s, 2))); got != want {
			t.Errorf("where the rule says %s, player 2 sees %s, want %s", letter, got, want)
		}
	}
}

func TestFaultsOfShowAndHide(t *testing.T) {
	x := den()
	s := x.setup(t, func(tx *game.Tx) { x.deal(tx, x.row.ID(), 1) })
	for _, c := range []struct {
		do   func(*game.Tx)
		want string
	}{
		{func(tx *game.Tx) { tx.Show(card(s, 1), 2) }, "there is no seat 2: there are 2 seats"},
		{func(tx *game.Tx) { tx.Hide(card(s, 1), -2) }, "there is no seat -2: there are 2 seats"},
		{func(tx *game.Tx) { tx.Show(x.row.ID()) }, "row is shown or hidden, but places and seats are permanent"},
		{func(tx *game.Tx) { tx.AsDeclared(x.row.ID()) }, "row is shown or hidden, but places and seats are permanent"},
		{func(tx *game.Tx) { tx.Hide(0) }, "element 0 is shown or hidden, but 0 means that no element was found"},
		{func(tx *game.Tx) { tx.Remove(card(s, 1)); tx.Show(card(s, 1)) }, "is shown or hidden, but it has left the game"},
	} {
		_, err := x.try(s, c.do)
		wantFault(t, err, c.want)
	}
	open := newBox()
	open.bag.Order = game.Ordered
	s = open.setup(t, func(tx *game.Tx) { tx.Show(tx.Create(open.card, open.row)) }) // everyone sees it anyway
	_, err := open.try(s, func(tx *game.Tx) { tx.Hide(tx.First(open.row)) })
	wantFault(t, err, "element #1 is hidden, but box declares no Seen: set it on a Place or a Kind")
}

// The function of By is called again after every move: fog lifts where a unit is next to it.
func TestFog(t *testing.T) {
	x := den()
	land := &game.Place{Name: "land", Names: []string{"c0", "c1", "c2", "c3", "c4"}}
	cell := land.At
	land.Seen = game.By(func(s *game.State, seat game.Seat, id game.ID) game.Level {
		at := s.Parent(id)
		for _, near := range []game.ID{at - 1, at, at + 1} {
			if near >= cell(0) && near <= cell(4) && s.Count(near) > 0 && s.Owner(s.First(near)) == seat {
				return game.Face
			}
		}
		return game.Unseen
	})
	x.Layout[0] = land
	s := x.setup(t, func(tx *game.Tx) {
		tx.Give(tx.Create(x.stone, cell(0)), 0)
		tx.Give(tx.Create(x.card, cell(3), face.Is(7)), 1)
	})
	wantSight(t, s, "c0: stone", "c3: 7", "")
	s = x.play(t, s, func(tx *game.Tx) { tx.Move(tx.First(cell(0)), cell(2)) })
	wantSight(t, s, "c2: stone; c3: 7", "c2: stone; c3: 7", "")
	was := kindNames(s, 0, 7)
	s = x.play(t, s, func(tx *game.Tx) { tx.Move(tx.First(cell(2)), cell(1)) }) // the card itself does not change
	wantSight(t, s, "c1: stone", "c3: 7", "")
	s = x.play(t, s, func(tx *game.Tx) { tx.Move(tx.First(cell(1)), cell(2)) })
	if now := kindNames(s, 0, 7); now == was {
		t.Errorf("it leaves the fog with its old handle, %s", now)
	}
}
