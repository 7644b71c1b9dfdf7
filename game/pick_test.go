package game_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
)

type suit string

type compass uint8

const (
	north compass = iota
	east
)

func (c compass) String() string { return [...]string{"north", "east"}[c] }

// point is a position as a value to choose.
type point struct{ X, Y int16 }

// texts lists all moves of the seat to act.
func texts(t testing.TB, s *game.State) []string {
	t.Helper()
	all, err := s.Moves()
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, m := range all {
		out = append(out, s.Text(m))
	}
	return out
}

// chosen is a box with one action that notes its picks.
func chosen[T comparable](p *game.Pick[T]) (*box, *[]T) {
	x := newBox()
	var got []T
	x.picking(func(tx *game.Tx) {
		got = slices.Collect(p.All(tx))
		if len(got) != p.Chosen(tx) || len(got) > 0 && p.In(tx) != got[len(got)-1] {
			panic("All, Chosen and In disagree")
		}
	}, p)
	return x, &got
}

// takes plays every move of a pick and checks that the chosen values arrive, by text, by value, and from a record.
func takes[T comparable](t *testing.T, p *game.Pick[T], moves []string, want [][]T) {
	t.Helper()
	x, got := chosen(p)
	x.Setup = func(tx *game.Tx) { tx.CreateMany(3, x.stone, x.row) }
	s := x.start(t)
	if all := texts(t, s); !slices.Equal(all, moves) {
		t.Errorf("the moves are %q, want %q", all, moves)
	}
	all, _ := s.Moves()
	for i, m := range all {
		for _, again := range []func() (*game.State, error){
			func() (*game.State, error) { return s.Play(m) },
			func() (*game.State, error) { return s.PlayText(0, s.Text(m)) },
		} {
			*got = nil
			if _, err := again(); err != nil || !slices.Equal(*got, want[i]) {
				t.Errorf("%s: got %v, want %v (%v)", s.Text(m), *got, want[i], err)
			}
		}
		h := newHistory(s)
		if err := h.Play(m); err != nil {
			t.Fatal(err)
		}
		rec, err := match.ReadRecord([]byte(h.Record().String()))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := replayed(x.Rules, rec, -1); err != nil {
			t.Errorf("%s: %v", s.Text(m), err)
		}
	}
}

func TestPickForms(t *testing.T) {
	t.Run("elements", func(t *testing.T) {
		p := &game.Pick[game.ID]{Name: "p", From: func(tx *game.Tx) game.Set[game.ID] { return tx.Contents(tx.Find("row")) }}
		first := newBox().start(t).Find("hand/1") + 3 // two more hands follow
		takes(t, p, []string{"pick #1", "pick #2", "pick #3"}, [][]game.ID{{first}, {first + 1}, {first + 2}})
	})
	t.Run("places", func(t *testing.T) {
		x := newBox()
		p := &game.Pick[game.ID]{Name: "p", From: func(*game.Tx) game.Set[game.ID] { return game.SetOf(x.row.ID(), x.hand.Of(1)) }}
		x.picking(func(tx *game.Tx) { tx.Create(x.stone, p.In(tx)) }, p)
		s := play(t, x.start(t), "pick hand/1", "pick row")
		if s.Count(x.hand.Of(1)) != 1 || s.Count(x.row) != 1 {
			t.Error("the stones are elsewhere")
		}
	})
	t.Run("seats", func(t *testing.T) {
		p := &game.Pick[game.Seat]{Name: "p", From: func(tx *game.Tx) game.Set[game.Seat] { return tx.Others(tx.Seat) }}
		takes(t, p, []string{"pick 1"}, [][]game.Seat{{1}})
	})
	t.Run("numbers", func(t *testing.T) {
		p := &game.Pick[int]{Name: "p", From: func(*game.Tx) game.Set[int] { return game.SetOf(300, 0, 65535) }}
		takes(t, p, []string{"pick 0", "pick 300", "pick 65535"}, [][]int{{0}, {300}, {65535}})
	})
	t.Run("range", func(t *testing.T) {
		p := &game.Pick[int]{Name: "p", Range: fixed(-1, 1)}
		takes(t, p, []string{"pick -1", "pick 0", "pick 1"}, [][]int{{-1}, {0}, {1}})
	})
	t.Run("range of a small type", func(t *testing.T) {
		p := &game.Pick[int8]{Name: "p", Range: fixed(-128, -127)}
		takes(t, p, []string{"pick -128", "pick -127"}, [][]int8{{-128}, {-127}})
	})
	t.Run("empty range", func(t *testing.T) {
		p := &game.Pick[int]{Name: "p", Range: fixed(2, 1), Optional: true}
		takes(t, p, []string{"pick -"}, [][]int{nil})
	})
	t.Run("strings", func(t *testing.T) {
		odd := []string{"plain", "two words", "", "-", `"quoted"`, "a+b", "tab\tnew\nline", "é", " = "}
		p := &game.Pick[string]{Name: "p", List: func(*game.Tx) []string { return odd }}
		takes(t, p, []string{"pick plain", `pick "two words"`, `pick ""`, `pick "-"`, `pick "\"quoted\""`, `pick "a+b"`,
			`pick "tab\tnew\nline"`, "pick é", `pick " = "`}, [][]string{{odd[0]}, {odd[1]}, {odd[2]}, {odd[3]}, {odd[4]}, {odd[5]}, {odd[6]}, {odd[7]}, {odd[8]}})
	})
	t.Run("own strings", func(t *testing.T) {
		p := &game.Pick[suit]{Name: "p", List: func(*game.Tx) []suit { return []suit{"hearts", "spades"} }}
		takes(t, p, []string{"pick hearts", "pick spades"}, [][]suit{{"hearts"}, {"spades"}})
	})
	t.Run("enum", func(t *testing.T) {
		p := &game.Pick[compass]{Name: "p", List: func(*game.Tx) []compass { return []compass{east, north} }}
		takes(t, p, []string{"pick east", "pick north"}, [][]compass{{east}, {north}})
	})
	t.Run("large numbers", func(t *testing.T) {
		p := &game.Pick[int64]{Name: "p", List: func(*game.Tx) []int64 { return []int64{math.MinInt64, 0, math.MaxInt64} }}
		takes(t, p, []string{"pick -9223372036854775808", "pick 0", "pick 9223372036854775807"}, [][]int64{{math.MinInt64}, {0}, {math.MaxInt64}})
		u := &game.Pick[uint64]{Name: "p", List: func(*game.Tx) []uint64 { return []uint64{math.MaxUint64, 1} }}
		takes(t, u, []string{"pick 18446744073709551615", "pick 1"}, [][]uint64{{math.MaxUint64}, {1}})
	})
	t.Run("bools", func(t *testing.T) {
		p := &game.Pick[bool]{Name: "p", List: func(*game.Tx) []bool { return []bool{true, false} }}
		takes(t, p, []string{"pick true", "pick false"}, [][]bool{{true}, {false}})
	})
	t.Run("positions", func(t *testing.T) {
		p := &game.Pick[point]{Name: "p", List: func(*game.Tx) []point { return []point{{0, -1}, {32767, -32768}} }}
		takes(t, p, []string{`pick "{0 -1}"`, `pick "{32767 -32768}"`}, [][]point{{{0, -1}}, {{32767, -32768}}})
	})
	t.Run("arrays", func(t *testing.T) {
		p := &game.Pick[[2]game.Seat]{Name: "p", List: func(*game.Tx) [][2]game.Seat { return [][2]game.Seat{{-1, 3}} }}
		takes(t, p, []string{`pick "[nobody seat 3]"`}, [][][2]game.Seat{{{-1, 3}}})
	})
}

func TestText(t *testing.T) {
	p := &game.Pick[string]{Name: "word", Text: &game.Text{Min: 2, Max: 5, Pattern: "[a-zé ]*"}}
	x, got := chosen(p)
	s := x.start(t)
	for _, text := range []string{"ab", "é é é", "a b"} {
		*got = nil
		if _, err := s.Play(game.Move{Action: "pick", Picks: [][]game.Value{{{Text: text}}}}); err != nil || !slices.Equal(*got, []string{text}) {
			t.Errorf("%q: %v", text, err)
		}
	}
	for text, why := range map[string]string{
		"":         "the text needs at least 2 letters",
		"a":        "the text needs at least 2 letters",
		"é":        "the text needs at least 2 letters",
		"abcdef":   "the text has more than 5 letters",
		"AB":       "the text does not match [a-zé ]*",
		"ab\n":     "the text does not match [a-zé ]*",
		"ab\xff":   "the text is not UTF-8",
		"\xff\xfe": "the text is not UTF-8",
	} {
		_, err := s.Play(game.Move{Action: "pick", Picks: [][]game.Value{{{Text: text}}}})
		wantRefusal(t, err, game.NotOffered, "pick, word: "+why)
	}
	_, err := s.Moves()
	wantRefusal(t, err, game.Malformed, "pick word takes free text, so its moves cannot be listed")

	long := &game.Pick[string]{Name: "word", Text: &game.Text{}}
	x, _ = chosen(long)
	s = x.start(t)
	if _, err := s.Play(game.Move{Action: "pick", Picks: [][]game.Value{{{Text: strings.Repeat("é", 200)}}}}); err != nil {
		t.Error(err)
	}
	_, err = s.Play(game.Move{Action: "pick", Picks: [][]game.Value{{{Text: strings.Repeat("x", 201)}}}})
	wantRefusal(t, err, game.NotOffered, "pick, word: the text has more than 200 letters")
}

// Text may be refused with a custom reason.
func TestTextIf(t *testing.T) {
	p := &game.Pick[string]{Name: "word", Text: &game.Text{}, If: func(t *game.Tx, w string) bool {
		if w == "magic" {
			return t.Refuse("{0} is taken", w)
		}
		return true
	}}
	x, _ := chosen(p)
	_, err := x.start(t).PlayText(0, "pick magic")
	wantRefusal(t, err, game.NotOffered, "pick, word: magic is taken")
	play(t, x.start(t), "pick dust")
}

func TestOptional(t *testing.T) {
	p := &game.Pick[int]{Name: "p", Range: fixed(1, 2), Optional: true}
	takes(t, p, []string{"pick -", "pick 1", "pick 2"}, [][]int{nil, {1}, {2}})
	x, got := chosen(p2(fixed(1, 2)))
	s := x.start(t)
	*got = []int{9}
	if _, err := s.Play(game.Move{Action: "pick"}); err != nil || *got != nil { // not mentioned at all
		t.Errorf("%v, %v", *got, err)
	}
}

func p2(span func(*game.Tx) (int, int)) *game.Pick[int] {
	return &game.Pick[int]{Name: "p", Range: span, Optional: true}
}

// Skipped picks are zero, and count as none.
func TestSkipped(t *testing.T) {
	a := &game.Pick[int]{Name: "a", Range: fixed(3, 4), Optional: true}
	b := &game.Pick[game.Seat]{Name: "b", From: func(tx *game.Tx) game.Set[game.Seat] {
		if a.Chosen(tx) == 0 {
			return game.SetOf[game.Seat](0)
		}
		return game.SetOf[game.Seat](1)
	}}
	x := newBox()
	x.picking(func(tx *game.Tx) { points.Set(tx, game.Root, 10*a.In(tx)+int(b.In(tx))+100*a.Chosen(tx)) }, a, b)
	s := x.start(t)
	if got, want := texts(t, s), []string{"pick - 0", "pick 3 1", "pick 4 1"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if n := points.Of(play(t, s, "pick - 0"), game.Root); n != 0 {
		t.Errorf("skipped: %d", n)
	}
	if n := points.Of(play(t, s, "pick 4 1"), game.Root); n != 141 {
		t.Errorf("chosen: %d", n)
	}
}

func TestSeveral(t *testing.T) {
	p := &game.Pick[int]{Name: "p", Range: fixed(1, 3), Several: fixed(1, 2)}
	takes(t, p, []string{"pick 1", "pick 1+2", "pick 1+3", "pick 2", "pick 2+3", "pick 3"}, [][]int{{1}, {1, 2}, {1, 3}, {2}, {2, 3}, {3}})
	zero := &game.Pick[int]{Name: "p", Range: fixed(1, 2), Several: fixed(0, 9)}
	takes(t, zero, []string{"pick -", "pick 1", "pick 1+2", "pick 2"}, [][]int{nil, {1}, {1, 2}, {2}})
	optional := &game.Pick[int]{Name: "p", Range: fixed(1, 2), Several: fixed(2, 2), Optional: true}
	x, got := chosen(optional)
	s := x.start(t)
	for _, text := range []string{"pick -", "pick 2+1"} {
		play(t, s, text)
	}
	if !slices.Equal(*got, []int{2, 1}) { // in the order of the player
		t.Errorf("got %v", *got)
	}
}

// The number of moves is the number of combinations, each counted once.
func TestSeveralCounts(t *testing.T) {
	binomial := func(n, k int) int {
		ways := 1
		for i := range k {
			ways = ways * (n - i) / (i + 1)
		}
		return ways
	}
	for n := 1; n <= 8; n++ {
		for low := 0; low <= n; low++ {
			for high := low; high <= n; high++ {
				want := 0
				for k := low; k <= high; k++ {
					want += binomial(n, k)
				}
				x, _ := chosen(&game.Pick[int]{Name: "p", Range: fixed(1, n), Several: fixed(low, high)})
				s := x.start(t)
				all := texts(t, s)
				if len(all) != want || len(slices.Compact(slices.Sorted(slices.Values(all)))) != want {
					t.Errorf("%d to %d of %d: %d moves, want %d", low, high, n, len(all), want)
				}
				if nodes, err := s.Fork().Perft(1); err != nil || nodes != uint64(want) {
					t.Errorf("%d to %d of %d: perft %d, want %d (%v)", low, high, n, nodes, want, err)
				}
			}
		}
	}
}

// The number of values may depend on the state and on earlier picks.
func TestSeveralDynamic(t *testing.T) {
	n := &game.Pick[int]{Name: "n", Range: fixed(0, 2)}
	which := &game.Pick[int]{Name: "which", Range: fixed(1, 3), Several: func(tx *game.Tx) (int, int) { return n.In(tx), n.In(tx) }}
	x := newBox()
	x.picking(func(*game.Tx) {}, n, which)
	s := x.start(t)
	if got, want := texts(t, s), []string{"pick 0 -", "pick 1 1", "pick 1 2", "pick 1 3", "pick 2 1+2", "pick 2 1+3", "pick 2 2+3"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	_, err := s.PlayText(0, "pick 2 1")
	wantRefusal(t, err, game.Missing, "pick, which: at least 2 must be chosen, got 1")
	_, err = s.PlayText(0, "pick 0 1")
	wantRefusal(t, err, game.Surplus, "pick, which: no value can be chosen here")
	_, err = s.PlayText(0, "pick 2 1+1")
	wantRefusal(t, err, game.NotOffered, "pick, which: 1 is chosen twice")
}

// A value cannot be chosen twice under different names.
func TestSeveralRejectsTheSameValueTwice(t *testing.T) {
	p := &game.Pick[game.ID]{Name: "p", Several: fixed(2, 2)}
	x, _ := chosen(p)
	p.From = x.row.Contents
	s := x.setup(t, func(tx *game.Tx) { tx.CreateMany(2, x.stone, x.row) })
	id := int64(s.Find("#1"))
	if _, err := s.Play(game.Move{Action: "pick", Picks: [][]game.Value{{{N: id}, {N: id, Text: "x"}}}}); game.CodeOf(err) != game.NotOffered {
		t.Errorf("it counts twice: %v", err)
	}
	n := &game.Pick[int]{Name: "p", Range: fixed(1, 3), Several: fixed(2, 2)}
	x, _ = chosen(n)
	if _, err := x.start(t).Play(game.Move{Action: "pick", Picks: [][]game.Value{{{N: 1}, {N: 1, Text: "x"}}}}); game.CodeOf(err) != game.NotOffered {
		t.Errorf("it counts twice: %v", err)
	}
	w := &game.Pick[string]{Name: "p", Text: &game.Text{}, Several: fixed(2, 2)}
	x, _ = chosen(w)
	if _, err := x.start(t).Play(game.Move{Action: "pick", Picks: [][]game.Value{{{Text: "a"}, {Text: "a", N: 1}}}}); game.CodeOf(err) != game.NotOffered {
		t.Errorf("it counts twice: %v", err)
	}
}

// steps is a walk along a row of places: a repeated pick with Then. It may stop after low steps and must stop after
// high; 0 means that it continues as long as possible.
func steps(low, high int) (*box, *game.Pick[game.ID]) {
	x := newBox()
	all, cell := cells(5)
	x.Layout = append(x.Layout, all)
	here := func(tx *game.Tx) game.ID { return target.Of(tx, game.Root) }
	to := &game.Pick[game.ID]{Name: "to", Repeat: true}
	to.From = func(tx *game.Tx) game.Set[game.ID] {
		near := game.SetOf[game.ID]()
		for i := 1; i <= 2; i++ { // one or two cells further
			if id := here(tx) + game.ID(i); id <= cell(4) {
				near = near.Or(game.SetOf(id))
			}
		}
		return near
	}
	to.Then = func(tx *game.Tx, id game.ID) { target.Set(tx, game.Root, id) }
	if high > 0 {
		to.Several = fixed(low, high)
	}
	x.picking(func(tx *game.Tx) { points.Set(tx, game.Root, to.Chosen(tx)) }, to)
	x.Setup = func(tx *game.Tx) { target.Set(tx, game.Root, cell(0)) }
	x.Deadlock = (*game.Tx).Tie
	return x, to
}

func TestRepeatUntilNothingIsLeft(t *testing.T) {
	x, _ := steps(0, 0)
	s := x.start(t)
	want := []string{"pick c1+c2+c3+c4", "pick c1+c2+c4", "pick c1+c3+c4", "pick c2+c3+c4", "pick c2+c4"}
	if got := texts(t, s); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	_, err := s.PlayText(0, "pick c1+c2")
	wantRefusal(t, err, game.Missing, "pick, to: it must be chosen once more")
	_, err = s.PlayText(0, "pick -")
	wantRefusal(t, err, game.Missing, "pick, to: it must be chosen")
	_, err = s.PlayText(0, "pick c1+c4")
	wantRefusal(t, err, game.NotOffered, "pick, to: c4 cannot be chosen")
	_, err = s.PlayText(0, "pick c2+c4+c4")
	wantRefusal(t, err, game.NotOffered, "pick, to: c4 cannot be chosen")
	if s.Played() != 0 || target.Of(s, game.Root) != s.Find("c0") {
		t.Error("a refused move has changed the state")
	}
	s = play(t, s, "pick c2+c4")
	if target.Of(s, game.Root) != s.Find("c4") || points.Of(s, game.Root) != 2 || s.Played() != 1 {
		t.Errorf("at %s after %d steps", s.Name(target.Of(s, game.Root)), points.Of(s, game.Root))
	}
	if s.Outcome().String() != "draw" {
		t.Errorf("nobody can continue, but the game is %s", s.Outcome())
	}
}

func TestRepeatUntilStopped(t *testing.T) {
	x, _ := steps(1, 2)
	s := x.start(t)
	want := []string{"pick c1", "pick c1+c2", "pick c1+c3", "pick c2", "pick c2+c3", "pick c2+c4"}
	if got := texts(t, s); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	_, err := s.PlayText(0, "pick c1+c2+c3")
	wantRefusal(t, err, game.Surplus, "pick, to: it can be chosen at most 2 times, got 3")
	x, _ = steps(0, 1)
	want = []string{"pick -", "pick c1", "pick c2"}
	if got := texts(t, x.start(t)); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Later picks of the same move see the effects of the repeated one, and the move is paid for once.
func TestPicksAfterRepeat(t *testing.T) {
	x, to := steps(1, 2)
	back := &game.Pick[game.ID]{Name: "back", From: func(tx *game.Tx) game.Set[game.ID] { return game.SetOf(target.Of(tx, game.Root) - 1) }}
	a := x.Actions[0]
	a.Pick = append(a.Pick, back)
	a.Do = func(tx *game.Tx) {
		points.Edit(tx, tx.Seat, func(n *int) { *n-- })
		target.Set(tx, game.Root, back.In(tx))
		label.Set(tx, game.Root, names(tx.State, to.All(tx)))
	}
	s := play(t, x.start(t), "pick c2+c4 c3")
	if target.Of(s, game.Root) != s.Find("c3") || points.Of(s, game.Seat(0)) != -1 || label.Of(s, game.Root) != "c2 c4" {
		t.Errorf("at %s, %d", s.Name(target.Of(s, game.Root)), points.Of(s, game.Seat(0)))
	}
	h := newHistory(x.start(t))
	if err := h.Play(game.Move{Action: "pick", Picks: [][]game.Value{element(s.Find("c1"), s.Find("c2")), element(s.Find("c1"))}}); err != nil {
		t.Fatal(err)
	}
	if err := h.Back(); err != nil || target.Of(h.State(), game.Root) != s.Find("c0") || points.Of(h.State(), game.Seat(0)) != 0 {
		t.Errorf("undo does not restore everything: %v", err)
	}
}

// A listed value that appears only after the previous value is chosen can be read from a record.
func TestRepeatedListIsRead(t *testing.T) {
	x := newBox()
	word := &game.Pick[string]{Name: "word", Repeat: true, Several: fixed(2, 3),
		List: func(tx *game.Tx) []string { return []string{fmt.Sprint("w", points.Of(tx, game.Root)), "stay"} },
		Then: func(tx *game.Tx, w string) { points.Edit(tx, game.Root, func(n *int) { *n++ }) }}
	x.picking(func(*game.Tx) {}, word)
	s := x.start(t)
	for _, text := range texts(t, s) {
		play(t, s, text)
	}
	if n := len(texts(t, s)); n != 4+8 {
		t.Errorf("%d moves", n)
	}
}

// Then of a pick without Repeat runs once, even for several values.
func TestThen(t *testing.T) {
	x := newBox()
	acted := 0
	take := &game.Pick[game.ID]{Name: "take", From: x.row.Contents, Several: fixed(1, 2)}
	take.Then = func(tx *game.Tx, last game.ID) {
		acted++
		for id := range take.All(tx) {
			tx.Move(id, x.hand.Of(tx.Seat))
		}
	}
	give := &game.Pick[game.ID]{Name: "give", From: x.hand.Contents}
	x.picking(func(tx *game.Tx) { tx.Move(give.In(tx), x.bag) }, take, give)
	s := x.setup(t, func(tx *game.Tx) { tx.CreateMany(3, x.stone, x.row) })
	if got := len(texts(t, s)); got != 3*1+3*2 {
		t.Errorf("%d moves", got)
	}
	if in(s, x.row.ID()) != "#1 #2 #3" {
		t.Error("listing moves has changed the state")
	}
	acted = 0
	f := s.Fork()
	m, _ := s.Parse(0, "pick #3+#1 #1")
	if err := f.Play(m); err != nil {
		t.Fatal(err)
	}
	next := f.State()
	if acted < 1 || in(next, x.row.ID()) != "#2" || in(next, x.hand.Of(0)) != "#3" || in(next, x.bag.ID()) != "#1" {
		t.Errorf("row %s, hand %s, bag %s", in(next, x.row.ID()), in(next, x.hand.Of(0)), in(next, x.bag.ID()))
	}
	_, err := s.PlayText(0, "pick #1 #2")
	wantRefusal(t, err, game.NotOffered, "pick, give: #2 cannot be chosen")
	if in(s, x.row.ID()) != "#1 #2 #3" {
		t.Error("a refused move has changed the state")
	}
}
