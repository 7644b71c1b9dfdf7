package game_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// A Chooser makes one choice after the other. A player who changes their mind goes back.
func ExampleChooser() {
	toppings := &game.Pick[string]{
		Name:    "toppings",
		List:    func(*game.Tx) []string { return []string{"basil", "olives", "onions"} },
		Several: func(*game.Tx) (int, int) { return 1, 3 },
	}
	tip := &game.Pick[int]{Name: "tip", Range: func(*game.Tx) (int, int) { return 1, 5 }, Optional: true}
	s, _ := (&game.Rules{
		Name: "pizza", Seats: game.Exactly(1),
		Actions: []*game.Action{{Name: "order", Pick: []game.Choice{toppings, tip}, Do: func(*game.Tx) {}}},
	}).Start(1, game.SeedOf(1))

	c, _ := s.Chooser(game.Move{Seat: 0})
	c, _ = c.Act("order")
	c, _ = c.Take(game.Value{Text: "onions"})
	c, _ = c.Back().Take(game.Value{Text: "olives"}) // no, not onions
	fmt.Println(c.Next().Pick, "may stop:", c.Next().Stop, "that is all:", c.Next().StopLast)
	c, _ = c.Stop()
	fmt.Println(c.Next().Pick, "may stop:", c.Next().Stop, "that is all:", c.Next().StopLast)
	c, _ = c.Take(game.Value{N: 2})
	m, whole := c.Move()
	fmt.Println(s.Text(m), whole)
	// Output:
	// toppings may stop: true that is all: false
	// tip may stop: true that is all: true
	// order olives 2 true
}

// menus are rules of one action, "pick", with picks of every form.
func menus() map[string]*box {
	several := func(low, high int) func(*game.Tx) (int, int) { return fixed(low, high) }
	ints := func(name string, p game.Pick[int]) *game.Pick[int] {
		p.Name = name
		if p.List == nil && p.From == nil {
			p.Range = fixed(1, 3)
		}
		return &p
	}
	list := func(*game.Tx) []int { return []int{4, 5, 6} }
	all := map[string]*box{}
	add := func(name string, check game.Test, picks ...game.Choice) {
		x := newBox()
		x.picking(func(*game.Tx) {}, picks...).Check = check
		all[name] = x
	}
	add("nothing", nil)
	add("one", nil, ints("a", game.Pick[int]{List: list}))
	add("range", nil, ints("a", game.Pick[int]{}))
	add("two", nil, ints("a", game.Pick[int]{List: list}), ints("b", game.Pick[int]{}))
	add("optional", nil, ints("a", game.Pick[int]{List: list, Optional: true}))
	add("optional first", nil, ints("a", game.Pick[int]{Optional: true}), ints("b", game.Pick[int]{List: list}))
	add("optional both", nil, ints("a", game.Pick[int]{Optional: true}), ints("b", game.Pick[int]{Optional: true}))
	add("several", nil, ints("a", game.Pick[int]{List: list, Several: several(1, 2)}))
	add("none or several", nil, ints("a", game.Pick[int]{List: list, Optional: true, Several: several(2, 3)}))
	add("none or both", nil, ints("a", game.Pick[int]{List: list, Optional: true, Several: several(2, 2)}), ints("b", game.Pick[int]{}))
	add("several in a range", nil, ints("a", game.Pick[int]{Several: several(1, 2)}))
	add("all of them", nil, ints("a", game.Pick[int]{List: list, Several: several(2, 9)}))
	add("several first", nil, ints("a", game.Pick[int]{List: list, Several: several(0, 2)}), ints("b", game.Pick[int]{List: list}))
	add("several, then optional", nil, ints("a", game.Pick[int]{List: list, Several: several(1, 2)}), ints("b", game.Pick[int]{Optional: true}))
	add("several twice", nil, ints("a", game.Pick[int]{Several: several(0, 2)}), ints("b", game.Pick[int]{List: list, Several: several(0, 2)}))
	p := ints("a", game.Pick[int]{List: list, Several: several(2, 3)})
	add("checked", game.When("the sum must be even", func(tx *game.Tx) bool {
		sum := 0
		for n := range p.All(tx) {
			sum += n
		}
		return sum%2 == 0
	}), p)
	after := func(p *game.Pick[int], n int) game.Test { return func(tx *game.Tx) bool { return p.In(tx) == n } }
	never := func(*game.Tx) bool { return false }
	w := ints("a", game.Pick[int]{List: list})
	add("sometimes a second", nil, w, ints("b", game.Pick[int]{List: list, When: after(w, 5)}))
	v := ints("a", game.Pick[int]{})
	add("sometimes in between", nil, v, ints("b", game.Pick[int]{List: list, When: after(v, 2)}), ints("c", game.Pick[int]{}))
	u := ints("a", game.Pick[int]{List: list})
	u2 := ints("b", game.Pick[int]{When: after(u, 4)})
	add("sometimes, and then", nil, u, u2, ints("c", game.Pick[int]{List: list, Several: several(1, 2), When: func(tx *game.Tx) bool { return u2.In(tx) == 3 || u.In(tx) == 6 }}))
	add("never first", nil, ints("a", game.Pick[int]{List: list, When: never}), ints("b", game.Pick[int]{List: list}))
	add("never", nil, ints("a", game.Pick[int]{List: list, When: never}))
	add("none of several", nil, ints("a", game.Pick[int]{List: list, Several: several(0, 0)}), ints("b", game.Pick[int]{}))
	add("none at last", nil, ints("a", game.Pick[int]{}), ints("b", game.Pick[int]{List: list, Several: several(0, 0)}))
	add("none again and again", nil, ints("a", game.Pick[int]{}), ints("b", game.Pick[int]{List: list, Repeat: true, Several: several(0, 0)}))
	q := ints("a", game.Pick[int]{List: list, Several: several(1, 2)})
	add("several, then sometimes", nil, q, ints("b", game.Pick[int]{Optional: true, When: func(tx *game.Tx) bool { return q.Chosen(tx) == 2 }}))
	r := ints("a", game.Pick[int]{Repeat: true, Several: several(1, 2)})
	add("again, then sometimes", nil, r, ints("b", game.Pick[int]{List: list, When: func(tx *game.Tx) bool { return r.Chosen(tx) == 1 }}))
	o := ints("a", game.Pick[int]{List: list, Optional: true})
	add("optional, then sometimes", nil, o, ints("b", game.Pick[int]{When: func(tx *game.Tx) bool { return o.Chosen(tx) > 0 }}))
	k := ints("a", game.Pick[int]{List: list})
	k2 := ints("b", game.Pick[int]{When: after(k, 5)})
	add("sometimes, checked", game.When("too much", func(tx *game.Tx) bool { return k.In(tx)+k2.In(tx) < 7 }), k, k2)
	act := newBox()
	held := &game.Pick[game.ID]{Name: "a", From: act.row.Contents, Several: several(1, 2), Then: func(tx *game.Tx, id game.ID) { tx.Remove(id) }}
	rest := &game.Pick[game.ID]{Name: "b", From: act.row.Contents}
	act.picking(func(*game.Tx) {}, held, rest)
	act.Setup = func(tx *game.Tx) { tx.CreateMany(3, act.stone, act.row) }
	all["several that act"] = act
	for name, x := range map[string]*box{"steps": first(steps(0, 0)), "stops": first(steps(1, 3)), "dishes": dishes()} {
		all[name] = x
	}
	return all
}

// A choice, or stopping, leads to what the offers promised; going back leads to the previous offers.
func TestChooserLeadsWhereOffered(t *testing.T) {
	for name, x := range menus() {
		t.Run(name, func(t *testing.T) {
			s := x.start(t)
			c, err := s.Chooser(game.Move{Seat: s.Turn()})
			if err != nil {
				t.Fatal(err)
			}
			moves := map[string]bool{}
			for i := range c.Offers() {
				if o := c.Offers()[i]; o.Why == nil {
					next, err := c.Act(o.Action)
					if err != nil || next.Back() != c {
						t.Fatal(err)
					}
					chooseAll(t, s, next, moves)
				}
			}
			list, err := s.Moves()
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range list {
				if !moves[s.Text(m)] {
					t.Errorf("%s cannot be chosen", s.Text(m))
				}
				delete(moves, s.Text(m))
			}
			for m := range moves {
				if !strings.Contains(m, "+") { // in another order
					t.Errorf("%s can be chosen, but is not among the moves", m)
				}
			}
		})
	}
}

// chooseAll makes every possible choice and notes the resulting moves.
func chooseAll(t *testing.T, s *game.State, c *game.Chooser, moves map[string]bool) {
	t.Helper()
	m, whole := c.Move()
	asked, err := s.Chooser(m)
	if err != nil {
		t.Fatalf("%s: %v", s.Text(m), err)
	}
	if before := asked.Back(); before == nil || !sameOffers(before, c.Back()) {
		t.Errorf("%s, given as a draft, does not go back to where it came from", s.Text(m))
	}
	if whole {
		moves[s.Text(padded(s, m))] = true
		if _, err := s.Play(m); err != nil {
			t.Errorf("%s: %v", s.Text(m), err)
		}
		if _, err := c.Take(game.Value{}); game.CodeOf(err) != game.Surplus {
			t.Errorf("%s takes one more: %v", s.Text(m), err)
		}
		return
	}
	if !sameOffers(asked, c) {
		t.Errorf("%s, given as a draft, offers different values: %+v and %+v", s.Text(m), asked.Offers(), c.Offers())
	}
	o := c.Next()
	values := o.Options
	for n := o.Lo; o.Options == nil && n <= o.Hi; n++ {
		values = append(values, game.Candidate{Value: game.Value{N: int64(n)}, Last: o.Last})
	}
	for _, v := range values {
		next, err := c.Take(v.Value)
		if (err == nil) != (v.Why == nil) && o.Options != nil {
			t.Errorf("%s, %s: %v, %v", s.Text(m), o.Show(v.Value), v.Why, err)
		}
		if err != nil {
			if next != c {
				t.Error("a refused choice changes the offers")
			}
			continue
		}
		longer, whole := next.Move()
		fresh, err := s.Chooser(longer)
		if err != nil {
			t.Fatal(err)
		}
		if _, is := fresh.Move(); v.Last != whole || v.Last != is {
			t.Errorf("%s, %s: last %t, whole %t, %t", s.Text(m), o.Show(v.Value), v.Last, whole, is)
		}
		chooseAll(t, s, next, moves)
	}
	next, err := c.Stop()
	if (err == nil) != o.Stop {
		t.Errorf("%s: stop %t: %v", s.Text(m), o.Stop, err)
	}
	if err == nil {
		if _, whole := next.Move(); whole != o.StopLast {
			t.Errorf("%s: stopping ends it: %t, whole: %t", s.Text(m), o.StopLast, whole)
		}
		if next.Back() != c {
			t.Error("Back does not lead to the previous offers")
		}
		if n := next.Next(); n != nil {
			if n.At != o.At+1 {
				t.Errorf("%s: after pick %d comes %d", s.Text(m), o.At, n.At)
			}
			chooseAll(t, s, next, moves)
		} else if m, _ := next.Move(); true {
			moves[s.Text(padded(s, m))] = true
			if _, err := s.Play(m); err != nil {
				t.Errorf("%s: %v", s.Text(m), err)
			}
		}
	}
}

func picksOf(s *game.State, action string) []game.Choice {
	for _, a := range s.Rules().Actions {
		if a.Name == action {
			return a.Pick
		}
	}
	return nil
}

// padded is the move with a list of values for every pick, as in Moves.
func padded(s *game.State, m game.Move) game.Move {
	m.Picks = append([][]game.Value{}, m.Picks...)
	for len(m.Picks) < len(picksOf(s, m.Action)) {
		m.Picks = append(m.Picks, nil)
	}
	return m
}

func sameOffers(a, b *game.Chooser) bool {
	if a == nil || b == nil {
		return a == b
	}
	return reflect.DeepEqual(plainOffers(a), plainOffers(b))
}

// plainOffers are the offers as text, without pointers.
func plainOffers(c *game.Chooser) (all []string) {
	for _, o := range c.Offers() {
		var values []string
		for _, v := range o.Options {
			values = append(values, fmt.Sprint(v.Value, v.Why, v.Last))
		}
		all = append(all, fmt.Sprint(o.Action, o.Why, o.Complete, o.Stop, o.StopLast, o.Last, o.Pick, o.At, o.Min, o.Max, o.Lo, o.Hi, values))
	}
	return all
}

// Draw draws only moves, and eventually all of them.
func TestChooserDraws(t *testing.T) {
	luck := rand.New(rand.NewPCG(1, 2))
	for name, x := range menus() {
		s := x.start(t)
		list, err := s.Moves()
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for range 40 * len(list) {
			c, err := s.Chooser(game.Move{Seat: s.Turn()})
			for whole := false; err == nil && !whole; _, whole = c.Move() {
				c, err = c.Random(luck.IntN, nil)
			}
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			m, _ := c.Move()
			seen[s.Text(padded(s, m))] = true
		}
		for _, m := range list {
			if !seen[s.Text(m)] {
				t.Errorf("%s: %s is never drawn", name, s.Text(m))
			}
		}
	}
}

// If the pick refuses a drawn text, Draw draws another.
func TestChooserDrawsTexts(t *testing.T) {
	x := newBox()
	x.picking(func(*game.Tx) {}, &game.Pick[string]{Name: "word", Text: &game.Text{Pattern: "[a-z]+"}})
	s := x.start(t)
	c, _ := s.Chooser(game.Move{Seat: s.Turn(), Action: "pick"})
	if !c.Next().Last {
		t.Error("a text is not the last choice")
	}
	made := []string{"No", "no!", "yes"}
	c, err := c.Random(func(int) int { return 0 }, func(*game.Text) string {
		text := made[0]
		made = made[1:]
		return text
	})
	if m, whole := c.Move(); err != nil || !whole || s.Text(m) != "pick yes" {
		t.Error(s.Text(m), whole, err)
	}
}

// A value that cannot be chosen is refused, and the choices so far stay.
func TestChooserRefuses(t *testing.T) {
	x := menus()["several first"]
	s := x.start(t)
	top, err := s.Chooser(game.Move{Seat: s.Turn()})
	if err != nil {
		t.Fatal(err)
	}
	if top.Next() != nil || top.Back() != nil {
		t.Error("Back succeeds before the first choice")
	}
	begun, _ := top.Act("pick")
	after, _ := begun.Stop()
	for _, c := range []struct {
		from *game.Chooser
		do   func(*game.Chooser) (*game.Chooser, error)
		code game.Code
	}{
		{top, func(c *game.Chooser) (*game.Chooser, error) { return c.Take(game.Value{N: 4}) }, game.Missing},
		{top, func(c *game.Chooser) (*game.Chooser, error) { return c.Stop() }, game.Missing},
		{top, func(c *game.Chooser) (*game.Chooser, error) { return c.Act("dance") }, game.NoAction},
		{begun, func(c *game.Chooser) (*game.Chooser, error) { return c.Act("pick") }, game.Surplus},
		{begun, func(c *game.Chooser) (*game.Chooser, error) { return c.Take(game.Value{N: 9}) }, game.NotOffered},
		{after, func(c *game.Chooser) (*game.Chooser, error) { return c.Stop() }, game.Missing},
	} {
		if got, err := c.do(c.from); game.CodeOf(err) != c.code || got != c.from {
			t.Errorf("%v, want %s", err, c.code)
		}
	}
	if _, err := s.Chooser(game.Move{Seat: 7}); game.CodeOf(err) != game.NoSeat {
		t.Error(err)
	}
}
