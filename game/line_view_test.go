package game_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// talking is a den whose cards are labelled with their faces: 1 and 2 in the row, 3 and 4 in the pile, 5 and 6 in the
// hand of seat 0, 7 and 8 in the bag, and a stone in the row.
func talking() *box {
	x := den()
	x.card.Label = func(s *game.State, id game.ID) string { return fmt.Sprint("the ", face.Of(s, id)) }
	x.Setup = func(tx *game.Tx) {
		x.deal(tx, x.row.ID(), 1, 2)
		tx.Create(x.stone, x.row)
		x.deal(tx, x.pile.ID(), 3, 4)
		x.deal(tx, x.hand.Of(0), 5, 6)
		x.deal(tx, x.bag.ID(), 7, 8)
	}
	return x
}

// saidIn joins the lines of a state or view.
func saidIn(v *game.State) string {
	var all []string
	for _, l := range v.Said() {
		all = append(all, l.String())
	}
	return strings.Join(all, "; ")
}

// A reader who knows an element reads its label; one who sees its back reads where it is; all others read "something".
func TestLinesInViews(t *testing.T) {
	x := talking()
	row, pile, bag, hand := x.row.ID, x.pile.ID, x.bag.ID, x.hand.Of
	for _, c := range []struct {
		name string
		do   func(tx *game.Tx, is func(int) game.ID)
		want [4]string // for seat 0, seat 1, the spectators and the judge
	}{
		{"no elements", func(tx *game.Tx, is func(int) game.ID) {
			tx.Say("{0} takes {1} of {2} in {3}", tx.Seat, 2, "them", row())
		}, [4]string{"player 1 takes 2 of them in row", "player 1 takes 2 of them in row", "player 1 takes 2 of them in row", "player 1 takes 2 of them in row"}},
		{"in the open", func(tx *game.Tx, is func(int) game.ID) { tx.Say("{0}!", is(1)) }, [4]string{"the 1!", "the 1!", "the 1!", "the 1!"}},
		{"without a label", func(tx *game.Tx, is func(int) game.ID) { tx.Say("{0}!", tx.Last(row())) }, [4]string{"#3!", "#3!", "#3!", "#3!"}},
		{"backs", func(tx *game.Tx, is func(int) game.ID) { tx.Say("{0}, {1}!", is(4), is(5)) }, [4]string{"pile:2, the 5!", "pile:2, hand/0:1!", "pile:2, hand/0:1!", "the 4, the 5!"}},
		{"a heap", func(tx *game.Tx, is func(int) game.ID) { tx.Say("{0}!", is(7)) }, [4]string{"something!", "something!", "something!", "the 7!"}},
		{"drawn", func(tx *game.Tx, is func(int) game.ID) {
			id := is(4)
			tx.Move(id, hand(0))
			tx.Say("draws {0}", id)
		}, [4]string{"draws the 4", "draws hand/0:3", "draws hand/0:3", "draws the 4"}},
		{"drawn from a heap", func(tx *game.Tx, is func(int) game.ID) {
			id := is(7)
			tx.Say("draws {0}", id)
			tx.Move(id, hand(0))
		}, [4]string{"draws the 7", "draws hand/0:3", "draws hand/0:3", "draws the 7"}},
		{"revealed", func(tx *game.Tx, is func(int) game.ID) { tx.Say("{0}!", is(3)); tx.Reveal(is(3)) }, [4]string{"the 3!", "the 3!", "the 3!", "the 3!"}},
		{"revealed to one", func(tx *game.Tx, is func(int) game.ID) { tx.Reveal(is(7), 1); tx.Say("{0}!", is(7)) }, [4]string{"something!", "the 7!", "something!", "the 7!"}},
		{"known from before", func(tx *game.Tx, is func(int) game.ID) { tx.Move(is(1), pile()); tx.Say("{0}!", is(1)) }, [4]string{"the 1!", "the 1!", "the 1!", "the 1!"}},
		{"moved into the heap", func(tx *game.Tx, is func(int) game.ID) { tx.Move(is(1), bag()); tx.Say("{0}!", is(1)) }, [4]string{"the 1!", "the 1!", "the 1!", "the 1!"}},
		{"a stone moved into the heap", func(tx *game.Tx, is func(int) game.ID) {
			id := tx.Last(row())
			tx.Move(id, bag())
			tx.Say("{0}!", id)
		}, [4]string{"stone!", "stone!", "stone!", "#3!"}},
		{"moved from the hand into the heap", func(tx *game.Tx, is func(int) game.ID) { tx.Move(is(5), bag()); tx.Say("{0}!", is(5)) }, [4]string{"the 5!", "something!", "something!", "the 5!"}},
		{"removed", func(tx *game.Tx, is func(int) game.ID) { tx.Say("{0} is captured", is(1)); tx.Remove(is(1)) }, [4]string{"the 1 is captured", "the 1 is captured", "the 1 is captured", "the 1 is captured"}},
		{"a stone removed", func(tx *game.Tx, is func(int) game.ID) {
			id := tx.Last(row())
			tx.Say("{0} is captured", id)
			tx.Remove(id)
		}, [4]string{"stone is captured", "stone is captured", "stone is captured", "#3 is captured"}},
		{"removed unseen", func(tx *game.Tx, is func(int) game.ID) { tx.Say("{0} is lost", is(7)); tx.Remove(is(7)) }, [4]string{"something is lost", "something is lost", "something is lost", "the 7 is lost"}},
		{"shuffled in", func(tx *game.Tx, is func(int) game.ID) {
			tx.Move(is(1), pile())
			tx.Shuffle(pile())
			tx.Say("{0}!", is(1))
		}, [4]string{"the 1!", "the 1!", "the 1!", "the 1!"}},
		{"shuffled in from a hand", func(tx *game.Tx, is func(int) game.ID) {
			tx.Move(is(5), pile())
			tx.Say("{0}!", is(5))
			tx.Shuffle(pile())
		}, [4]string{"the 5!", "something!", "something!", "the 5!"}},
		{"in and out of sight in one move", func(tx *game.Tx, is func(int) game.ID) {
			id := is(3)
			tx.Move(id, row())
			tx.Say("{0}!", id)
			tx.Move(id, pile())
		}, [4]string{"pile:2!", "pile:2!", "pile:2!", "the 3!"}},
		{"by the label at the time", func(tx *game.Tx, is func(int) game.ID) {
			id := is(1)
			tx.Say("{0}!", id)
			face.Set(tx, id, 9)
		}, [4]string{"the 1!", "the 1!", "the 1!", "the 1!"}},
		{"created", func(tx *game.Tx, is func(int) game.ID) { tx.Say("{0}!", x.deal(tx, hand(1), 9)[0]) }, [4]string{"hand/1:1!", "the 9!", "hand/1:1!", "the 9!"}},
		{"tried", func(tx *game.Tx, is func(int) game.ID) { tx.Try(func() { tx.Say("hm"); tx.Announce("hm") }) }, [4]string{}},
		{"told to one", func(tx *game.Tx, is func(int) game.ID) { tx.Tell([]game.Seat{1}, "psst, {0} and {1}", is(5), is(7)) }, [4]string{"", "psst, hand/0:1 and something", "", "psst, the 5 and the 7"}},
		{"told to several", func(tx *game.Tx, is func(int) game.ID) { tx.Tell([]game.Seat{0, 1}, "psst"); tx.Say("loud") }, [4]string{"psst; loud", "psst; loud", "loud", "psst; loud"}},
		{"told to the spectators", func(tx *game.Tx, is func(int) game.ID) { tx.Tell([]game.Seat{game.Nobody}, "psst") }, [4]string{"", "", "psst", "psst"}},
		{"told to none", func(tx *game.Tx, is func(int) game.ID) { tx.Tell([]game.Seat{}, "psst") }, [4]string{"", "", "", "psst"}},
		{"announced", func(tx *game.Tx, is func(int) game.ID) { tx.Announce("no {0} of {1}", "king", is(5)) }, [4]string{"no king of the 5", "no king of hand/0:1", "no king of hand/0:1", "no king of the 5"}},
	} {
		s := x.start(t)
		next := x.play(t, s, func(tx *game.Tx) { c.do(tx, func(f int) game.ID { return card(tx.State, f) }) })
		for i, o := range append(observers(s), game.Judge) {
			v := next.View(o)
			if got := saidIn(v); got != c.want[i] {
				t.Errorf("%s: %s reads %q, want %q", c.name, o, got, c.want[i])
			}
			for _, l := range v.Said() {
				wantKnownArgs(t, c.name, v, l.Args)
			}
		}
		if got, want := saidIn(next), c.want[3]; got != want {
			t.Errorf("%s: the state says %q, want %q", c.name, got, want)
		}
	}
}

// wantKnownArgs fails if an element among the arguments is not in the view, or is in a place to which it could not be
// followed.
func wantKnownArgs(t *testing.T, name string, v *game.State, args []any) {
	t.Helper()
	for _, a := range args {
		id, ok := a.(game.ID)
		seat, _ := v.Viewer()
		if !ok || seat == game.Judge {
			continue
		}
		if !v.Alive(id) {
			t.Errorf("%s: element %d is not in the view", name, id)
		}
		if strings.HasPrefix(name, "shuffled in") {
			t.Errorf("%s: %s is told that it is in %s", name, seat, v.Name(id))
		}
	}
}

// The elements of a line are those of the view, so that a client can point at them.
func TestElementsOfLines(t *testing.T) {
	x := talking()
	s := x.play(t, x.start(t), func(tx *game.Tx) {
		tx.Say("{0} {1} {2}", card(tx.State, 2), card(tx.State, 4), card(tx.State, 5))
		tx.Announce("loud")
	})
	for _, o := range observers(s) {
		v := s.View(o)
		l := v.Said()[0]
		two, four, five := l.Args[0].(game.ID), l.Args[1].(game.ID), l.Args[2].(game.ID)
		if face.Of(v, two) != 2 || v.Name(four) != "pile:2" || v.Parent(five) != x.hand.Of(0) || (face.Of(v, five) == 5) != (o == 0) {
			t.Errorf("%s is shown %s, %s and %s", o, v.Name(two), v.Name(four), v.Name(five))
		}
		if l.Announced || !v.Said()[1].Announced {
			t.Errorf("%s: announced are %v, %v", o, l.Announced, v.Said()[1].Announced)
		}
	}
	if l := s.Said()[0]; l.Args[0] != any(card(s, 2)) {
		t.Error("the line of the state has changed")
	}
}

// Notices are filtered in the same way.
func TestNoticesInViews(t *testing.T) {
	x := talking()
	s := x.play(t, x.start(t), func(tx *game.Tx) {
		gone := card(tx.State, 1)
		stone := tx.Last(x.row)
		tx.Move(gone, x.bag)
		tx.Emit("fly", card(tx.State, 2), card(tx.State, 4), card(tx.State, 5), card(tx.State, 7), gone, tx.Seat, 3, "w", x.row.ID())
		tx.Emit("boom")
		tx.Emit("gone", stone)
		tx.Remove(stone)
	})
	for o, want := range map[game.Seat]string{
		0:           "fly #2 pile:2 #4 something the 1 seat 0 3 w row; boom ; gone stone",
		1:           "fly #2 pile:2 hand/0:1 something the 1 seat 0 3 w row; boom ; gone stone",
		game.Nobody: "fly #2 pile:2 hand/0:1 something the 1 seat 0 3 w row; boom ; gone stone",
	} {
		v := s.View(o)
		var got []string
		for _, n := range v.Notices() {
			var args []string
			for _, a := range n.Args {
				if id, ok := a.(game.ID); ok {
					args = append(args, v.Name(id))
				} else {
					args = append(args, fmt.Sprint(a))
				}
			}
			got = append(got, n.Name+" "+strings.Join(args, " "))
		}
		if got := strings.Join(got, "; "); got != want {
			t.Errorf("%s gets %s, want %s", o, got, want)
		}
	}
	if got := s.View(game.Judge).Notices(); len(got) != 3 || got[0].Args[3] != any(card(s, 7)) {
		t.Errorf("the judge gets %v", got)
	}
}

// Lines from the start are filtered too, and a loaded state has no lines.
func TestLinesOfTheStart(t *testing.T) {
	x := talking()
	setup := x.Setup
	s := x.setup(t, func(tx *game.Tx) {
		setup(tx)
		tx.Say("{0} {1}", card(tx.State, 1), card(tx.State, 5))
		tx.Tell([]game.Seat{1}, "psst")
	})
	for o, want := range map[game.Seat]string{0: "the 1 the 5", 1: "the 1 hand/0:1; psst", game.Nobody: "the 1 hand/0:1", game.Judge: "the 1 the 5; psst"} {
		if got := saidIn(s.View(o)); got != want {
			t.Errorf("%s reads %s, want %s", o, got, want)
		}
	}
	if l := reload(t, s.View(0)); len(l.Said())+len(l.Notices()) != 0 {
		t.Errorf("after Load it says %s", saidIn(l))
	}
}

// deeds is a den in which any element can be picked, openly and in secret.
func deeds(t *testing.T) (*box, *game.State) {
	x := den()
	all := func(tx *game.Tx) game.Set[game.ID] {
		set := game.SetOf(x.row.ID())
		for _, in := range []game.ID{x.row.ID(), x.pile.ID(), x.bag.ID(), x.hand.Of(0), x.hand.Of(1)} {
			set = set.Or(tx.Contents(in))
		}
		return set
	}
	deed := func(name string, secret bool, do func(tx *game.Tx, id game.ID)) {
		what := &game.Pick[game.ID]{Name: "what", From: all}
		x.Actions = append(x.Actions, &game.Action{Name: name, Secret: secret, Pick: []game.Choice{what}, Do: func(tx *game.Tx) { do(tx, what.In(tx)) }})
	}
	deed("take", false, func(tx *game.Tx, id game.ID) { tx.Move(id, x.row) })
	deed("hide", false, func(tx *game.Tx, id game.ID) { tx.Move(id, x.bag) })
	deed("draw", false, func(tx *game.Tx, id game.ID) { tx.Move(id, x.hand.Of(1)) })
	deed("name", false, func(*game.Tx, game.ID) {})
	deed("whisper", true, func(*game.Tx, game.ID) {})
	deed("recycle", false, func(tx *game.Tx, id game.ID) {
		tx.Move(id, x.pile)
		tx.Shuffle(x.pile)
		tx.Move(tx.Last(x.pile), x.row)
	})
	marked := &game.Pick[game.ID]{Name: "marked", From: all}
	x.Actions = append(x.Actions, &game.Action{Name: "mark", Pick: []game.Choice{marked, &game.Pick[int]{Name: "n", Range: fixed(0, 9)}}, Do: func(*game.Tx) {}})
	return x, x.setup(t, func(tx *game.Tx) {
		x.deal(tx, x.row.ID(), 1)
		x.deal(tx, x.pile.ID(), 2, 3)
		x.deal(tx, x.hand.Of(0), 4, 5)
		x.deal(tx, x.bag.ID(), 6, 7)
	})
}

// The text of a played move shows each seat the elements that it saw before or sees after the move. For everyone else a
// secret choice is a question mark.
func TestTextFor(t *testing.T) {
	x, s := deeds(t)
	for _, c := range []struct {
		action string
		card   int
		want   [3]string // for seat 0, which plays it, seat 1 and the spectators
	}{
		{"take", 1, [3]string{"take #1", "take #1", "take #1"}},
		{"take", 4, [3]string{"take #2", "take #2", "take #2"}},
		{"take", 5, [3]string{"take #3", "take #2", "take #2"}},
		{"take", 3, [3]string{"take pile:2", "take #2", "take #2"}}, // as seat 0 chose it
		{"take", 6, [3]string{"take #4", "take #2", "take #2"}},
		{"hide", 1, [3]string{"hide #1", "hide #1", "hide #1"}},
		{"hide", 4, [3]string{"hide #2", "hide hand/0:1", "hide hand/0:1"}},
		{"hide", 3, [3]string{"hide pile:2", "hide pile:2", "hide pile:2"}},
		{"draw", 6, [3]string{"draw ?", "draw #2", "draw ?"}},
		{"draw", 2, [3]string{"draw pile:1", "draw #2", "draw pile:1"}},
		{"whisper", 4, [3]string{"whisper #2", "?", "?"}},
		{"whisper", 6, [3]string{"whisper ?", "?", "?"}},
	} {
		m := game.Move{Seat: 0, Action: c.action, Picks: [][]game.Value{element(card(s, c.card))}}
		next, err := s.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		for i, o := range observers(s) {
			if got := s.TextFor(o, m, next); got != c.want[i] {
				t.Errorf("%s %d reads for %s as %s, want %s", c.action, c.card, o, got, c.want[i])
			}
		}
		if got := s.TextFor(5, m, next); got != c.want[2] {
			t.Errorf("%s %d reads for a seat that does not play as %s", c.action, c.card, got)
		}
		if got, want := s.TextFor(game.Judge, m, next), s.Text(m); got != want {
			t.Errorf("%s %d reads for the judge as %s, want %s", c.action, c.card, got, want)
		}
	}
	for f, want := range map[int]string{4: "mark hand/0:1 3", 6: "mark ? ?"} { // what is done to an unseen element is hidden, too
		m := game.Move{Seat: 0, Action: "mark", Picks: [][]game.Value{element(card(s, f)), value(3)}}
		next, err := s.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.TextFor(1, m, next); got != want {
			t.Errorf("marking card %d reads as %s, want %s", f, got, want)
		}
	}
	s = x.play(t, s, func(tx *game.Tx) {
		x.deal(tx, card(s, 2), 8)
		x.deal(tx, card(s, 1), 9)
		tx.Hide(card(tx.State, 9))
		tx.Again()
	})
	for f, want := range map[int]string{8: "name pile:1:1", 9: "name #1:1"} { // inside another element
		m := game.Move{Seat: 0, Action: "name", Picks: [][]game.Value{element(card(s, f))}}
		if got := s.TextFor(1, m, s); got != want {
			t.Errorf("card %d reads as %s, want %s", f, got, want)
		}
	}
	m := game.Move{Seat: 0, Action: "name", Picks: [][]game.Value{element(x.row.ID())}}
	if got := s.TextFor(1, m, s); got != "name row" {
		t.Errorf("a place is called %s", got)
	}
	v := s.View(0)
	m.Picks[0] = element(v.Find("pile:2"))
	if got := v.TextFor(1, m, v); got != "name pile:2" {
		t.Errorf("on a view it reads as %s", got)
	}
}

// The text of a move that shuffles does not reveal what went through the shuffle.
func TestTextForAfterAShuffle(t *testing.T) {
	_, s := deeds(t)
	m := game.Move{Seat: 0, Action: "recycle", Picks: [][]game.Value{element(card(s, 4))}}
	for _, f := range []int{4, 3} { // the element that comes out
		next, err := s.Rig(game.Chance{Order: []string{s.Name(card(s, f))}}).Play(m)
		if err != nil {
			t.Fatal(err)
		}
		for o, want := range map[game.Seat]string{0: "recycle #2", 1: "recycle hand/0:1", game.Nobody: "recycle hand/0:1"} {
			if got := s.TextFor(o, m, next); got != want {
				t.Errorf("where card %d comes out, %s reads %s, want %s", f, o, got, want)
			}
		}
	}
}

// In an open game everyone reads everything except secret choices.
func TestTextForInOpenGames(t *testing.T) {
	x := newBox()
	x.bag.Order = game.Ordered
	n := &game.Pick[int]{Name: "n", Range: fixed(0, 9)}
	x.Actions = append(x.Actions, &game.Action{Name: "bid", Secret: true, Pick: []game.Choice{n}, Do: func(*game.Tx) {}})
	s := x.start(t)
	for text, want := range map[string]string{"bid 3": "?", "do": "do"} {
		m, err := s.Parse(0, text)
		if err != nil {
			t.Fatal(err)
		}
		for o, want := range map[game.Seat]string{0: text, 1: want, game.Nobody: want, game.Judge: text} {
			if got := s.TextFor(o, m, s); got != want {
				t.Errorf("%s reads %s as %s, want %s", o, text, got, want)
			}
		}
	}
}

// Debug values are for the judge, and for callers that have the state itself.
func TestDebug(t *testing.T) {
	x := talking()
	x.Debug = func(s *game.State) []game.Line {
		return []game.Line{*game.NewLine("{0} is on top", s.Last(x.pile)), *game.NewLine("{0} moves", s.Played())}
	}
	s := x.play(t, x.start(t), func(*game.Tx) {})
	for _, v := range []*game.State{s, s.View(game.Judge)} {
		if got := fmt.Sprint(v.Debug()); got != "[the 4 is on top 1 moves]" {
			t.Errorf("they are %s", got)
		}
	}
	for _, v := range []*game.State{s.View(0), s.View(1), s.View(game.Nobody), s.View(5), reload(t, s.View(game.Judge)), newBox().start(t)} {
		if got := v.Debug(); got != nil {
			t.Errorf("a view has %v", got)
		}
	}
}

// The caller owns the lines: writing to them changes neither the state nor its views.
func TestSaidIsACopy(t *testing.T) {
	x := talking()
	s := x.play(t, x.start(t), func(tx *game.Tx) {
		tx.Say("{0} has {1}", tx.Seat, 7)
		tx.Emit("ding", 7)
	})
	spoil := func(s *game.State) {
		said, notices := s.Said(), s.Notices()
		said[0].Args[1], notices[0].Args[0] = 8, 8
		said[0].Text, notices[0].Name = "no", "no"
	}
	v := s.View(1)
	for _, s := range []*game.State{s, v, s.View(0)} {
		spoil(s)
		n := s.Notices()[0]
		if got := saidIn(s); got != "player 1 has 7" || n.Name != "ding" || n.Args[0] != 7 {
			t.Errorf("it says %s, and the notice is %v", got, n)
		}
	}
}
