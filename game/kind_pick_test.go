package game_test

import (
	"cmp"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
)

// crowned is a box in which a stone becomes the chosen kind.
func crowned() (*box, *game.Pick[*game.Kind]) {
	x := newBox()
	x.card.Look = game.Look{Label: "playing card", Picture: "🂡"}
	as := &game.Pick[*game.Kind]{Name: "as", List: func(*game.Tx) []*game.Kind { return []*game.Kind{x.stone, x.card} }}
	x.picking(func(t *game.Tx) { t.Become(t.First(x.row), as.In(t)) }, as)
	x.Setup = func(t *game.Tx) { t.Create(x.stone, x.row) }
	return x, as
}

// A kind is chosen by its name or its label, and stored by its name.
func TestPickKind(t *testing.T) {
	x, _ := crowned()
	s := x.start(t)
	o := offer(t, s)
	if o.Sort != "kind" || shown(o) != "stone, card" || o.Kind(o.Options[1].Value) != x.card || o.Kind(game.Value{N: 9}) != nil {
		t.Errorf("%s %s %+v", o.Sort, shown(o), o)
	}
	for _, text := range []string{"pick card", `pick "playing card"`} {
		h := newHistory(s)
		m, err := s.Parse(0, text)
		if err == nil {
			err = h.Play(m)
		}
		if err != nil {
			t.Fatal(err)
		}
		next := h.State()
		if words := s.MoveLine((*game.State).View, 0, m, next).String(); next.Kind(next.Find("#1")) != x.card || s.Text(m) != "pick card" || words != "player 1: pick playing card" {
			t.Errorf("%q is %q, in words %q", text, s.Text(m), words)
		}
		if again := recorded(t, x.Rules, h); again.Hash() != h.State().Hash() {
			t.Error("the record leads to a different state")
		}
	}
	if _, err := s.PlayText(0, "pick @effect"); game.CodeOf(err) != game.NotOffered {
		t.Error(err)
	}
	if moves, err := s.Moves(); err != nil || len(moves) != 2 {
		t.Error(moves, err)
	}
}

// recorded replays the record of a game.
func recorded(t *testing.T, r *game.Rules, h *history) *game.State {
	t.Helper()
	rec, err := match.ReadRecord([]byte(h.Record().String()))
	if err != nil {
		t.Fatal(err)
	}
	s, err := replayed(r, rec, -1)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A pick of a kind that does not apply has no value.
func TestPickKindWhen(t *testing.T) {
	x, as := crowned()
	as.When = func(tx *game.Tx) bool { return tx.Kind(tx.First(x.row)) == x.stone }
	x.Actions[0].Do = func(tx *game.Tx) {
		if k := as.In(tx); k != nil {
			tx.Become(tx.First(x.row), k)
		}
	}
	s := play(t, x.start(t), "pick card")
	play(t, s, "pick -")
	if o := offer(t, s); o.Pick != "" || !o.Complete || o.Kind(game.Value{N: 1}) != nil {
		t.Errorf("%+v", o)
	}
}

// Rules that list an undeclared kind are at fault.
func TestPickKindUndeclared(t *testing.T) {
	for _, c := range []struct {
		kind  *game.Kind
		words string
	}{
		{&game.Kind{Name: "ghost"}, `pick "as" lists kind "ghost", which is not declared: add it to Kinds`},
		{nil, `pick "as" lists a kind that is nil`},
	} {
		x, as := crowned()
		as.List = func(*game.Tx) []*game.Kind { return []*game.Kind{c.kind} }
		_, err := x.Rules.Start(2, game.SeedOf(1))
		wantFault(t, err, c.words)
	}
	x, as := crowned()
	as.List = nil
	as.From = func(*game.Tx) game.Set[*game.Kind] { return game.Set[*game.Kind]{} }
	if err := x.Rules.Check(); err == nil || !strings.Contains(err.Error(), "From chooses elements, seats or numbers, not *game.Kind; use List") {
		t.Error(err)
	}
}

// All functions of a repeated pick can read the previous value.
func TestBefore(t *testing.T) {
	x := newBox()
	first := &game.Pick[int]{Name: "first", Range: fixed(5, 6)}
	walk := &game.Pick[int]{Name: "walk", Repeat: true, Several: fixed(0, 3)}
	from := func(tx *game.Tx) int { return cmp.Or(walk.Before(tx), first.In(tx)) }
	walk.Range = func(tx *game.Tx) (int, int) { return from(tx) - 1, from(tx) + 1 }
	walk.If = func(tx *game.Tx, n int) bool { return n != from(tx) || tx.Refuse("{0} is where it is", n) }
	var trail []int
	walk.Then = func(tx *game.Tx, n int) { trail = append(trail, from(tx), n) }
	x.picking(func(tx *game.Tx) { tx.Say("from {0} to {1}", walk.Before(tx), walk.In(tx)) }, first, walk)
	s := x.start(t)
	trail = nil
	wantSaid(t, play(t, s, "pick 5 6+7+6"), "from 7 to 6")
	if len(trail) != 6 || trail[0] != 5 || trail[2] != 6 || trail[4] != 7 {
		t.Error(trail)
	}
	wantSaid(t, play(t, s, "pick 5 4"), "from 0 to 4")
	_, err := s.PlayText(0, "pick 5 6+6")
	wantRefusal(t, err, game.NotOffered, "pick, walk: 6 is where it is")
	if o := offer(t, s, value(5), value(6)); shown(o) != "5, 6 (6 is where it is), 7" {
		t.Error(shown(o))
	}
	if moves, err := s.Moves(); err != nil || len(moves) != 2*(1+2+4+8) {
		t.Error(len(moves), err)
	}
}

// Without a previous value Before is Nobody; with several values it is the last but one.
func TestBeforeNone(t *testing.T) {
	x := newBox()
	whom := &game.Pick[game.Seat]{Name: "whom", From: func(tx *game.Tx) game.Set[game.Seat] { return tx.Standing() }, Several: fixed(1, 2)}
	x.picking(func(tx *game.Tx) { tx.Say("{0}", whom.Before(tx)) }, whom)
	s := x.start(t)
	wantSaid(t, play(t, s, "pick 1"), game.Nobody.String())
	wantSaid(t, play(t, s, "pick 1+0"), "player 2")
}
