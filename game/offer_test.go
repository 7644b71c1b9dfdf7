package game_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// offer returns the one offer that follows a draft.
func offer(t testing.TB, s *game.State, picks ...[]game.Value) game.Offer {
	t.Helper()
	all, err := s.Offers(game.Move{Seat: s.Turn(), Action: "pick", Picks: picks})
	if err != nil || len(all) != 1 {
		t.Fatalf("%d offers, %v", len(all), err)
	}
	return all[0]
}

// shown writes the options of an offer, each with the reason why it cannot be chosen.
func shown(o game.Offer) string {
	var all []string
	for _, c := range o.Options {
		text := o.Show(c.Value)
		if c.Why != nil {
			text += " (" + c.Why.String() + ")"
		}
		all = append(all, text)
	}
	return strings.Join(all, ", ")
}

func TestOfferOfEachForm(t *testing.T) {
	x := newBox()
	look := game.Look{Picture: "hand.png"}
	for _, c := range []struct {
		pick game.Choice
		sort string
		want string
		low  int
		high int
	}{
		{&game.Pick[game.ID]{Name: "p", Prompt: "Which?", From: x.row.Contents, Look: look}, "element", "#1, #2", 1, 1},
		{&game.Pick[game.Seat]{Name: "p", Prompt: "Which?", From: func(tx *game.Tx) game.Set[game.Seat] { return tx.Others(0) }, Look: look}, "seat", "1", 1, 1},
		{&game.Pick[int]{Name: "p", Prompt: "Which?", From: func(*game.Tx) game.Set[int] { return game.SetOf(3, 5) }, Look: look}, "number", "3, 5", 1, 1},
		{&game.Pick[point]{Name: "p", Prompt: "Which?", List: func(*game.Tx) []point { return []point{{1, 2}} }, Look: look}, "value", "{1 2}", 1, 1},
		{&game.Pick[string]{Name: "p", Prompt: "Which?", List: func(*game.Tx) []string { return []string{"a b", "c"} }, Look: look}, "text", "a b, c", 1, 1},
		{&game.Pick[int]{Name: "p", Prompt: "Which?", Range: fixed(2, 9), Look: look}, "number", "", 1, 1},
		{&game.Pick[string]{Name: "p", Prompt: "Which?", Text: &game.Text{Max: 7}, Look: look}, "text", "", 1, 1},
		{&game.Pick[int]{Name: "p", Prompt: "Which?", From: func(*game.Tx) game.Set[int] { return game.SetOf(3, 5) }, Several: fixed(1, 2), Look: look}, "number", "3, 5", 1, 2},
	} {
		y := newBox()
		x.row = y.row
		if p, ok := c.pick.(*game.Pick[game.ID]); ok {
			p.From = y.row.Contents
		}
		a := y.picking(func(*game.Tx) {}, c.pick)
		a.Label, a.NoUndo = "Pick one", true
		s := y.setup(t, func(tx *game.Tx) { tx.CreateMany(2, y.stone, y.row) })
		o := offer(t, s)
		if o.Action != "pick" || o.Label != "Pick one" || !o.NoUndo || o.Pick != "p" || o.At != 0 || o.Prompt.String() != "Which?" || o.Look.Picture != "hand.png" {
			t.Errorf("%s: %+v", c.sort, o)
		}
		if o.Sort != c.sort || shown(o) != c.want || o.Min != c.low || o.Max != c.high || o.Complete || o.Why != nil || o.Optional || o.Repeat {
			t.Errorf("%s: %s, %d to %d: %+v", o.Sort, shown(o), o.Min, o.Max, o)
		}
		if o.Text != nil && o.Text.Max != 7 || strings.Contains(c.want, "{") != (c.sort == "value") {
			t.Errorf("text %+v", o.Text)
		}
	}
}

func TestOfferOfRange(t *testing.T) {
	x := newBox()
	x.picking(func(*game.Tx) {}, &game.Pick[int]{Name: "p", Range: fixed(-2, 1<<40)})
	if o := offer(t, x.start(t)); o.Lo != -2 || o.Hi != 1<<40 || o.Options != nil || o.Why != nil {
		t.Errorf("%+v", o)
	}
	x = newBox() // numbers of which some are refused are listed
	x.picking(func(*game.Tx) {}, &game.Pick[int]{Name: "p", Range: fixed(1, 3), If: func(t *game.Tx, n int) bool {
		if n == 2 {
			return t.Refuse("{0} is unlucky", n)
		}
		return true
	}})
	if o := offer(t, x.start(t)); shown(o) != "1, 2 (2 is unlucky), 3" {
		t.Error(shown(o))
	}
}

// Offers look ahead: a value with which the move cannot be completed has a reason.
func TestOfferLooksAhead(t *testing.T) {
	x := newBox()
	a := &game.Pick[int]{Name: "a", Range: fixed(1, 4), If: func(t *game.Tx, n int) bool {
		if n == 4 {
			return t.Refuse("4 is too much")
		}
		return true
	}}
	b := &game.Pick[int]{Name: "b", Range: func(tx *game.Tx) (int, int) { return 1, 2 * (a.In(tx) - 1) }}
	act := x.picking(func(*game.Tx) {}, a, b)
	act.Check = game.When("the sum must be even", func(tx *game.Tx) bool { return (a.In(tx)+b.In(tx))%2 == 0 })
	s := x.start(t)
	const nowhere = " (there is no choice for it)"
	if got, want := shown(offer(t, s)), "1"+nowhere+", 2, 3, 4 (4 is too much)"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	const odd = " (the sum must be even)" // the last pick shows the reason of Check
	if got, want := shown(offer(t, s, value(3))), "1, 2"+odd+", 3, 4"+odd; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if o := offer(t, s, value(3), value(1)); !o.Complete || o.Pick != "" || o.Why != nil {
		t.Errorf("%+v", o)
	}
	if o := offer(t, s, value(3), value(2)); o.Complete || o.Why == nil || o.Why.String() != "the sum must be even" {
		t.Errorf("%+v", o)
	}
}

// The last of several values shows the reason of Check; before it, another value may still satisfy Check.
func TestOfferShowsReasonOfCheck(t *testing.T) {
	x := newBox()
	two := &game.Pick[int]{Name: "two", Range: fixed(1, 4), Several: func(*game.Tx) (int, int) { return 2, 2 }}
	act := x.picking(func(*game.Tx) {}, two)
	act.Check = game.When("the sum must be even", func(tx *game.Tx) bool {
		sum := 0
		for n := range two.All(tx) {
			sum += n
		}
		return sum%2 == 0
	})
	s := x.start(t)
	if got, want := shown(offer(t, s)), "1, 2, 3, 4"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := shown(offer(t, s, value(1))), "1 (it is already chosen), 2 (the sum must be even), 3, 4 (the sum must be even)"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := shown(offer(t, s, value(1))), shown(offer(t, s, value(1))); got != want {
		t.Errorf("asking has changed something: %s, then %s", want, got)
	}
}

// Every offered move can be completed and played, and every playable move is offered.
func TestOffersAgreeWithMoves(t *testing.T) {
	for name, r := range map[string]*box{"dishes": dishes(), "steps": first(steps(0, 0)), "stops": first(steps(1, 3))} {
		s := r.start(t)
		want := map[string]bool{}
		for _, text := range texts(t, s) {
			want[canonical(text)] = true
		}
		got := map[string]bool{}
		var walk func(d game.Move)
		walk = func(d game.Move) {
			offers, err := s.Offers(d)
			if err != nil {
				t.Fatalf("%s: %s: %v", name, s.Text(d), err)
			}
			for _, o := range offers {
				d := d
				d.Action = o.Action
				if o.Complete {
					if _, err := s.Play(d); err != nil {
						t.Errorf("%s: %s is said to be complete: %v", name, s.Text(d), err)
					}
					full := d
					for len(full.Picks) < len(r.Actions[0].Pick) {
						full.Picks = append(full.Picks[:len(full.Picks):len(full.Picks)], nil)
					}
					got[canonical(s.Text(full))] = true
				}
				if o.Pick == "" {
					continue
				}
				for _, c := range o.Options {
					if c.Why == nil {
						walk(d.With(o.At, c.Value))
					}
				}
				if o.Optional && o.At == len(d.Picks) {
					d.Picks = append(d.Picks[:len(d.Picks):len(d.Picks)], nil)
					walk(d)
				}
			}
		}
		walk(game.Move{Seat: s.Turn()})
		for text := range want {
			if !got[text] {
				t.Errorf("%s: %s is a move, but the offers do not lead to it", name, text)
			}
		}
		for text := range got {
			if !want[text] {
				t.Errorf("%s: %s is offered, but is not a move", name, text)
			}
		}
	}
}

func first[A, B any](a A, _ B) A  { return a }
func second[A, B any](_ A, b B) B { return b }

// canonical sorts several values, but not repeated ones, whose order matters.
func canonical(text string) string {
	words := strings.Fields(text)
	for i, w := range words {
		if values := strings.Split(w, "+"); len(values) > 1 && values[0][0] != 'c' {
			if values[0] > values[1] {
				values[0], values[1] = values[1], values[0]
			}
			words[i] = strings.Join(values, "+")
		}
	}
	return strings.Join(words, " ")
}

// dishes is an action with picks of many forms in sequence: two different spices, a guest or none, and a number that
// depends on both.
func dishes() *box {
	x := newBox()
	spice := &game.Pick[int]{Name: "spice", Range: fixed(1, 4), Several: fixed(2, 2), If: func(t *game.Tx, n int) bool {
		if n == 3 {
			return t.Refuse("it is sold out")
		}
		return true
	}}
	guest := &game.Pick[game.Seat]{Name: "guest", Optional: true, From: func(tx *game.Tx) game.Set[game.Seat] {
		if slices.Contains(slices.Collect(spice.All(tx)), 4) {
			return game.SetOf[game.Seat]()
		}
		return tx.Others(tx.Seat)
	}}
	plates := &game.Pick[int]{Name: "plates", Range: func(tx *game.Tx) (int, int) { return 1, 1 + guest.Chosen(tx) }}
	x.picking(func(*game.Tx) {}, spice, guest, plates).Check = game.When("that is too hot", func(tx *game.Tx) bool {
		sum := 0
		for n := range spice.All(tx) {
			sum += n
		}
		return sum+plates.In(tx) < 7
	})
	return x
}

func TestOfferSeveral(t *testing.T) {
	x := dishes()
	s := x.start(t)
	o := offer(t, s)
	if got, want := shown(o), "1, 2, 3 (it is sold out), 4"; got != want || o.Min != 2 || o.Max != 2 {
		t.Errorf("got %s, %d to %d", got, o.Min, o.Max)
	}
	o = offer(t, s, value(4))
	if got, want := shown(o), "1, 2 (that is too hot), 3 (it is sold out), 4 (it is already chosen)"; got != want || o.Pick != "spice" || o.At != 0 || o.Complete {
		t.Errorf("got %s", got)
	}
	o = offer(t, s, value(2, 1))
	if o.Pick != "guest" || o.At != 1 || !o.Optional || o.Min != 0 || o.Max != 1 || shown(o) != "1" || o.Complete || o.Why != nil {
		t.Errorf("%s: %s", o.Pick, shown(o))
	}
	if o = offer(t, s, value(4, 1)); o.Pick != "guest" || shown(o) != "" || o.Why != nil {
		t.Errorf("nobody can be chosen, but the pick can be skipped: %s", o.Why)
	}
	if o = offer(t, s, value(1, 2), nil); o.Pick != "plates" || o.At != 2 || shown(o) != "1" {
		t.Errorf("%s: %s", o.Pick, shown(o))
	}
	if o = offer(t, s, value(1, 2), nil, value(1)); !o.Complete || o.Pick != "" {
		t.Errorf("%+v", o)
	}
	_, err := s.Offers(game.Move{Action: "pick", Picks: [][]game.Value{value(3)}})
	wantRefusal(t, err, game.NotOffered, "pick, spice: it is sold out")
	_, err = s.Offers(game.Move{Action: "pick", Picks: [][]game.Value{value(1), value(1)}})
	wantRefusal(t, err, game.Missing, "pick, spice: at least 2 must be chosen, got 1")
}

// While Several allows more values, the seat may add one or continue: an empty list begins the next pick.
func TestOfferSeveralContinues(t *testing.T) {
	x := newBox()
	a := &game.Pick[int]{Name: "a", Range: fixed(1, 3), Several: fixed(1, 3)}
	b := &game.Pick[int]{Name: "b", Range: func(tx *game.Tx) (int, int) { return a.Chosen(tx), 9 }}
	x.picking(func(*game.Tx) {}, a, b)
	s := x.start(t)
	if o := offer(t, s); o.Stop || o.Complete {
		t.Errorf("nothing is chosen yet: stop %v, complete %v", o.Stop, o.Complete)
	}
	if o := offer(t, s, value(2)); o.Pick != "a" || !o.Stop || o.Complete {
		t.Errorf("%s, stop %v, complete %v", o.Pick, o.Stop, o.Complete)
	}
	if o := offer(t, s, value(2), value()); o.Pick != "b" || o.At != 1 || o.Lo != 1 || o.Stop || o.Complete {
		t.Errorf("%q, stop %v, complete %v", o.Pick, o.Stop, o.Complete)
	}
	if o := offer(t, s, value(2, 1, 3)); o.Pick != "b" || o.Lo != 3 {
		t.Errorf("%q", o.Pick)
	}
}

// A draft is complete as soon as it could be played.
func TestOfferComplete(t *testing.T) {
	a := &game.Pick[int]{Name: "a", Range: fixed(1, 2), Optional: true}
	b := &game.Pick[int]{Name: "b", Range: fixed(1, 2), Optional: true}
	x := newBox()
	x.picking(func(*game.Tx) {}, a, b)
	s := x.start(t)
	for _, picks := range [][][]game.Value{{}, {nil}, {value(1)}, {nil, nil}, {nil, value(2)}} {
		_, err := s.Play(game.Move{Action: "pick", Picks: picks})
		if o := offer(t, s, picks...); err != nil || !o.Complete {
			t.Errorf("%v: complete %v, %v", picks, o.Complete, err)
		}
	}
	x, _ = steps(1, 2)
	s = x.start(t)
	if o := offer(t, s); o.Complete || !o.Repeat || o.Min != 1 || o.Max != 2 {
		t.Errorf("%+v", o)
	}
	if o := offer(t, s, element(s.Find("c1"))); !o.Complete || o.Pick != "to" || shown(o) != "c2, c3" {
		t.Errorf("after one step: complete %v, %s", o.Complete, shown(o))
	}
	if o := offer(t, s, element(s.Find("c1"), s.Find("c2"))); !o.Complete || o.Pick != "" {
		t.Errorf("after two steps: complete %v, %s", o.Complete, o.Pick)
	}
	x, _ = steps(0, 0)
	s = x.start(t)
	if o := offer(t, s, element(s.Find("c2"))); o.Complete || shown(o) != "c3, c4" {
		t.Errorf("another step is required: complete %v, %s", o.Complete, shown(o))
	}
	if o := offer(t, s, element(s.Find("c2"), s.Find("c4"))); !o.Complete || o.Pick != "" {
		t.Errorf("at the end: complete %v, %s", o.Complete, o.Pick)
	}
}

// The prompt may depend on the state and on earlier picks.
func TestAsk(t *testing.T) {
	x := newBox()
	a := &game.Pick[game.ID]{Name: "a", From: x.row.Contents, Prompt: "never seen", Ask: func(tx *game.Tx) *game.Line {
		return game.NewLine("{0}, one of {1}", tx.Seat, tx.Count(x.row))
	}}
	b := &game.Pick[int]{Name: "b", Range: fixed(1, 2), Prompt: "How often?", Ask: func(tx *game.Tx) *game.Line {
		if tx.Name(a.In(tx)) == "#2" {
			return nil
		}
		return game.NewLine("How often {0}?", a.In(tx))
	}}
	x.picking(func(*game.Tx) {}, a, b)
	s := x.setup(t, func(tx *game.Tx) { tx.CreateMany(2, x.stone, x.row) })
	for _, c := range []struct {
		picks [][]game.Value
		want  string
	}{
		{nil, "player 1, one of 2"},
		{[][]game.Value{element(s.Find("#1"))}, "How often #1?"},
		{[][]game.Value{element(s.Find("#2"))}, "How often?"},
	} {
		o := offer(t, s, c.picks...)
		if got := o.Prompt.String(); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// A draft without an action offers all actions, with a reason for those that are not available.
func TestOffersOfAllActions(t *testing.T) {
	x := newBox()
	n := &game.Pick[int]{Name: "n", Range: fixed(1, 2)}
	none := &game.Pick[game.ID]{Name: "none", From: x.row.Contents}
	x.Actions = []*game.Action{
		{Name: "wait", Label: "Wait a while", Do: func(*game.Tx) {}},
		{Name: "pay", If: game.When("there is no money", func(*game.Tx) bool { return false }), Do: func(*game.Tx) {}},
		{Name: "roll", Pick: []game.Choice{n}, Do: func(*game.Tx) {}},
		{Name: "take", Pick: []game.Choice{none}, Do: func(*game.Tx) {}},
		{Name: "lose", Check: game.When("not now", func(*game.Tx) bool { return false }), Do: func(*game.Tx) {}},
	}
	s := x.start(t)
	got := func(seat game.Seat) (all []string) {
		offers, err := s.Offers(game.Move{Seat: seat})
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range offers {
			text := o.Label
			if o.Why != nil {
				text += ": " + o.Why.String()
			}
			all = append(all, fmt.Sprint(text, " ", o.Pick, o.Complete))
		}
		return all
	}
	if got, want := strings.Join(got(0), "\n"), "Wait a while true\npay: there is no money false\nroll nfalse\ntake: nothing can be chosen for none nonefalse\nlose: not now false"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := got(1); got[0] != "Wait a while: it is the turn of player 1 false" || len(got) != 5 {
		t.Errorf("for the other seat: %q", got)
	}
	_, err := s.Offers(game.Move{Seat: 7})
	wantRefusal(t, err, game.NoSeat, "there is no seat 7: there are 2 seats, counted from 0")
	_, err = s.Offers(game.Move{Seat: 0, Action: "fly"})
	wantRefusal(t, err, game.NoAction, "there is no action fly; the actions are wait, pay, roll, take, lose")
	_, err = s.Offers(game.Move{Seat: 0, Action: "pay"})
	wantRefusal(t, err, game.Unavailable, "pay: there is no money")
}

// An action can be started with picks already made, and cancelled: a draft is a value owned by the caller and leaves no
// trace.
func TestPrefilledDraft(t *testing.T) {
	x, _ := steps(1, 3)
	s := x.start(t)
	before := string(s.Save())
	d := game.Move{Action: "pick"}
	for _, cell := range []string{"c1", "c3"} {
		o := offer(t, s, d.Picks...)
		next := d.With(o.At, game.Value{N: int64(s.Find(cell))})
		if len(d.Picks) > 0 && len(next.Picks[0]) == len(d.Picks[0]) {
			t.Error("With has changed the draft itself")
		}
		d = next
	}
	if string(s.Save()) != before {
		t.Error("choosing has changed the state")
	}
	if s, err := s.Play(d); err != nil || target.Of(s, game.Root) != s.Find("c3") {
		t.Error(err)
	}
}

// An Offer has everything a client needs: the prompt, the options, and why some cannot be chosen.
func ExampleOffer() {
	s := nim()
	offers, _ := s.Offers(game.Move{Seat: 0})
	o := offers[0]
	fmt.Println(o.Action, "-", o.Prompt, o.Lo, "to", o.Hi)

	draft := game.Move{Seat: 0, Action: o.Action}.With(o.At, game.Value{N: 2})
	offers, _ = s.Offers(draft)
	fmt.Println("complete:", offers[0].Complete)
	s, _ = s.Play(draft)
	fmt.Println(s.Count(s.Find("heap")))

	offers, _ = s.Offers(game.Move{Seat: 0})
	fmt.Println(offers[0].Why)
	// Output:
	// take - How many sticks? 1 to 3
	// complete: true
	// 5
	// it is the turn of player 2
}

// Offers look ahead through a pick with Then, and undo its effect.
func TestOfferLooksAheadOfThen(t *testing.T) {
	x := newBox()
	pay := &game.Pick[int]{Name: "pay", Range: fixed(1, 3), Then: func(tx *game.Tx, n int) {
		points.Edit(tx, game.Root, func(gold *int) { *gold -= n })
	}}
	buy := &game.Pick[int]{Name: "buy", Range: func(tx *game.Tx) (int, int) { return 1, points.Of(tx, game.Root) }}
	x.picking(func(*game.Tx) {}, pay, buy)
	s := x.setup(t, func(tx *game.Tx) { points.Set(tx, game.Root, 3) })
	if got := shown(offer(t, s)); got != "1, 2, 3 (there is no buy for it)" {
		t.Error(got)
	}
	if o := offer(t, s, value(1)); o.Hi != 2 || points.Of(s, game.Root) != 3 {
		t.Errorf("%d to %d", o.Lo, o.Hi)
	}
}

// The frozen state of a fork can be queried and played like any other.
func TestStateOfAFork(t *testing.T) {
	x := fair(false)
	s := start(t, x.Rules, 3)
	f := s.Fork()
	for _, text := range fairGame(t)[:5] {
		want := play(t, s, text)
		live := f.State()
		if next := play(t, live, text); next.Hash() != want.Hash() || live.Trace(0).String() != s.Trace(0).String() {
			t.Fatalf("from the fork, %s leads to a different state", text)
		}
		m, err := live.Parse(live.Turn(), text)
		if err == nil {
			err = f.Play(m)
		}
		if err != nil {
			t.Fatal(err)
		}
		s = want
	}
}

// Stop reports whether the seat may move on to the next pick; false if that is a dead end.
func TestOfferStop(t *testing.T) {
	a := &game.Pick[int]{Name: "a", Range: fixed(1, 3), Several: func(*game.Tx) (int, int) { return 1, 2 }}
	b := &game.Pick[int]{Name: "b", Range: func(tx *game.Tx) (int, int) {
		sum := 0
		for n := range a.All(tx) {
			sum += n
		}
		if sum == 4 {
			return 1, 1
		}
		return 1, 0
	}}
	x := newBox()
	x.picking(func(*game.Tx) {}, a, b)
	s := x.start(t)
	if o := offer(t, s, value(1)); o.Stop || o.Complete || o.Pick != "a" {
		t.Errorf("after 1: stop %v, complete %v, next is %q", o.Stop, o.Complete, o.Pick)
	}
	if o := offer(t, s, value(1, 3)); o.Pick != "b" || o.Stop {
		t.Errorf("after 1+3: stop %v, next is %q", o.Stop, o.Pick)
	}
	last := newBox()
	c := &game.Pick[int]{Name: "c", Range: fixed(1, 3), Several: func(*game.Tx) (int, int) { return 1, 2 }}
	last.picking(func(*game.Tx) {}, c)
	if o := offer(t, last.start(t), value(2)); !o.Stop || !o.Complete {
		t.Errorf("of the last pick: stop %v, complete %v", o.Stop, o.Complete)
	}
}

// A later pick of free text counts as possible to choose.
func TestOfferBeforeText(t *testing.T) {
	words := func() *game.Pick[string] { return &game.Pick[string]{Name: "words", Text: &game.Text{Min: 3}} }
	for name, p := range map[string]*game.Pick[int]{
		"one":      {Name: "p", Range: fixed(1, 3)},
		"then":     {Name: "p", Range: fixed(1, 3), Then: func(*game.Tx, int) {}},
		"several":  {Name: "p", Range: fixed(1, 3), Several: fixed(1, 2)},
		"repeated": {Name: "p", Range: fixed(1, 3), Repeat: true, Several: fixed(1, 2)},
	} {
		x := newBox()
		x.picking(func(*game.Tx) {}, p, words())
		s := x.start(t)
		o := offer(t, s)
		if shown(o) != "1, 2, 3" || o.Why != nil {
			t.Errorf("%s: %s (%v)", name, shown(o), o.Why)
		}
		if o := offer(t, s, value(2), []game.Value{}); o.Pick != "words" || o.Text == nil || o.Complete {
			t.Errorf("%s: it is followed by %s", name, o.Pick)
		}
		if o := offer(t, s, value(2), []game.Value{{Text: "hello"}}); !o.Complete {
			t.Errorf("%s: it is not complete", name)
		}
	}
}

// MovesUpTo lists the first moves, at most as many as requested.
func TestMovesUpTo(t *testing.T) {
	x := newBox()
	x.picking(doesNothing, &game.Pick[int]{Name: "p", Range: fixed(1, 9)})
	s := x.start(t)
	all, err := s.Moves()
	if err != nil || len(all) != 9 {
		t.Fatal(all, err)
	}
	for most, want := range map[int]int{-1: 0, 0: 0, 1: 1, 4: 4, 9: 9, 100: 9} {
		some, err := s.MovesUpTo(most)
		if err != nil || len(some) != want {
			t.Errorf("up to %d: %d moves, %v", most, len(some), err)
			continue
		}
		for i, m := range some {
			if s.Text(m) != s.Text(all[i]) {
				t.Errorf("up to %d: move %d is %s, not %s", most, i, s.Text(m), s.Text(all[i]))
			}
		}
	}
}
