package board_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
)

// plainWay is a way written out for the interpreter, which follows the text of Movement word by word.
type plainWay struct {
	path        []board.Direction
	most        int // 0: any number of times
	over, any   bool
	quiet, take bool // may stay on empty cells, may capture
	first       bool
}

// form is a pattern for the kit and for the interpreter.
type form struct {
	pattern board.Pattern
	ways    []plainWay
}

// randomForm makes a pattern of one to three parts.
func randomForm(luck *rand.Rand) (f form) {
	tame := luck.IntN(2) == 0 // without conditions, as most pieces are
	for range 1 + luck.IntN(3) {
		p, ways := randomPart(luck)
		if luck.IntN(4) == 0 {
			n := 1 + luck.IntN(3)
			if !ways[0].any {
				p = p.UpTo(n)
				for i := range ways {
					ways[i].most = n
				}
			}
		}
		if tame {
			f.pattern, f.ways = f.pattern.Or(p), append(f.ways, ways...)
			continue
		}
		set := func(change func(*plainWay)) {
			for i := range ways {
				change(&ways[i])
			}
		}
		if luck.IntN(5) == 0 {
			p = p.Over()
			set(func(w *plainWay) { w.over = true })
		}
		switch luck.IntN(6) {
		case 0:
			p = p.Capturing()
			set(func(w *plainWay) { w.quiet = false })
		case 1:
			p = p.Quiet()
			set(func(w *plainWay) { w.take = false })
		}
		if luck.IntN(5) == 0 {
			p = p.First()
			set(func(w *plainWay) { w.first = true })
		}
		f.pattern, f.ways = f.pattern.Or(p), append(f.ways, ways...)
	}
	return f
}

func randomPart(luck *rand.Rand) (board.Pattern, []plainWay) {
	dirs := slices.Clone(eight)
	luck.Shuffle(len(dirs), func(i, j int) { dirs[i], dirs[j] = dirs[j], dirs[i] })
	dirs = dirs[:1+luck.IntN(4)]
	each := func(most int) (ways []plainWay) {
		for _, d := range dirs {
			ways = append(ways, plainWay{path: []board.Direction{d}, most: most, quiet: true, take: true})
		}
		return ways
	}
	switch luck.IntN(6) {
	case 0:
		return board.Step(dirs...), each(1)
	case 1:
		for i := range dirs {
			dirs[i] = board.Direction{X: luck.IntN(5) - 2, Y: luck.IntN(5) - 2}
		}
		return board.Step(dirs...), each(1)
	case 2:
		return board.Path(dirs...), []plainWay{{path: dirs, most: 1, quiet: true, take: true}}
	case 3:
		if luck.IntN(4) == 0 {
			return board.Anywhere(), []plainWay{{any: true, over: true, quiet: true, take: true}}
		}
	case 4:
		dirs = nil
		for _, d := range [][2]int{{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}} {
			dirs = append(dirs, board.Direction{X: d[0], Y: d[1]})
		}
		return board.Leap(1, 2), each(1)
	}
	return board.Slide(dirs...), each(0)
}

// plainTo interprets the ways of the piece on a cell: where it can go, or what it attacks.
func plainTo(s *game.State, b *board.Grid, ways []plainWay, cell game.ID, south, fresh, attacks bool) map[game.ID]bool {
	to, seat := map[game.ID]bool{}, s.Owner(s.Last(cell))
	if seat == game.Nobody {
		return to
	}
	stays := func(w plainWay, c game.ID) bool {
		top := s.Last(c)
		switch {
		case attacks:
			return w.take
		case top == 0:
			return w.quiet
		}
		return w.take && s.Owner(top) != seat && s.Owner(top) != game.Nobody
	}
	for _, w := range ways {
		if w.first && !fresh {
			continue
		}
		if w.any {
			for c := range b.Cells(s).All() {
				if c != cell && stays(w, c) {
					to[c] = true
				}
			}
			continue
		}
		plainFollow(s, b, w, cell, south, func(c game.ID) {
			if stays(w, c) {
				to[c] = true
			}
		})
	}
	return to
}

// plainFollow visits the cells at the end of each round of the way.
func plainFollow(s *game.State, b *board.Grid, w plainWay, cell game.ID, south bool, end func(game.ID)) {
	seen := map[game.ID]bool{cell: true}
	at := cell
	for n := 0; w.most == 0 || n < w.most; n++ {
		var round []game.ID
		for _, d := range w.path {
			if south {
				d = board.Direction{X: -d.X, Y: -d.Y}
			}
			if at = b.Next(at, d); at == 0 || seen[at] {
				return
			}
			seen[at] = true
			round = append(round, at)
		}
		for i, c := range round {
			if i == len(round)-1 {
				end(c)
			}
			if s.Last(c) != 0 && !w.over {
				return
			}
		}
	}
}

// TestMovementAgainstInterpreter compares tables and interpreter on random boards with random patterns.
func TestMovementAgainstInterpreter(t *testing.T) {
	for _, size := range [][2]int{{1, 1}, {3, 3}, {5, 4}, {8, 8}, {7, 9}, {64, 1}, {9, 9}, {11, 11}, {13, 13}, {19, 19}} {
		rounds := 60
		if testing.Short() || size[0]*size[1] > 64 {
			rounds = 6
		}
		for round := range rounds {
			t.Run(fmt.Sprintf("%dx%d/%d", size[0], size[1], round), func(t *testing.T) {
				luck := rand.New(rand.NewPCG(uint64(size[0]*100+size[1]), uint64(round)))
				b := []func(string, int, int) *board.Grid{board.Square, board.Orthogonal, board.Hex}[round%3]("b", size[0], size[1])
				b.WrapX, b.WrapY = round%5 == 3 && size[0] > 2, round%7 > 4 && size[1] > 2
				compareMovement(t, b, luck)
			})
		}
	}
}

func compareMovement(t *testing.T, b *board.Grid, luck *rand.Rand) {
	seats := 2 + luck.IntN(2)
	before := board.Square("before", 1+luck.IntN([]int{3, 130}[luck.IntN(2)]), 1)
	fresh := map[game.ID]bool{}
	var unmoved game.Set[game.ID]
	m := &board.Movement{Board: b, Facing: []board.Direction{board.North, board.South}, Unmoved: func(*game.State) game.Set[game.ID] {
		return unmoved
	}}
	var kinds []*game.Kind
	forms := map[*game.Kind]form{}
	for i := range 1 + luck.IntN(5) {
		f := randomForm(luck)
		k := &game.Kind{Name: fmt.Sprint("kind", i), With: []game.With{m.Is(f.pattern)}}
		kinds, forms[k] = append(kinds, k), f
	}
	plain := &game.Kind{Name: "plain"} // without a pattern
	r := &game.Rules{
		Name: "moving", Seats: game.Exactly(seats), Layout: []game.Layout{before, b}, Kinds: append(kinds, plain),
		Actions: []*game.Action{{Name: "wait", Pass: true}},
		Setup: func(tx *game.Tx) {
			full := luck.IntN(90)
			for c := range b.Cells(tx).All() {
				if luck.IntN(100) < full {
					k := plain
					if luck.IntN(8) > 0 {
						k = kinds[luck.IntN(len(kinds))]
					}
					tx.Give(tx.Create(k, c), game.Seat(luck.IntN(seats+1)-1))
				}
				if luck.IntN(2) == 0 {
					fresh[c] = true
				}
			}
			unmoved = game.SetOf(slices.Collect(maps.Keys(fresh))...)
			checkAfter(t, tx, b, m, luck)
		},
	}
	s, err := r.Start(seats, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	checkMovement(t, s, b, m, forms, fresh)
}

func checkMovement(t *testing.T, s *game.State, b *board.Grid, m *board.Movement, forms map[*game.Kind]form, fresh map[game.ID]bool) {
	attackers := map[game.Seat]map[game.ID][]game.ID{}
	for c := range b.Cells(s).All() {
		top := s.Last(c)
		owner := s.Owner(top)
		f := forms[s.Kind(top)]
		for _, attacks := range []bool{false, true} {
			want := plainTo(s, b, f.ways, c, owner == 1, fresh[c], attacks)
			got := m.To(s, c)
			if attacks {
				got = m.Attacks(s, c)
			}
			if !sameCells(got, want) {
				t.Fatalf("%s: %v (attacks: %t) gives %v, want %v\n%s", s.Name(c), f.pattern, attacks, slices.Collect(got.All()), want, b.Draw(s))
			}
			if !attacks {
				continue
			}
			if attackers[owner] == nil {
				attackers[owner] = map[game.ID][]game.ID{}
			}
			for to := range want {
				attackers[owner][to] = append(attackers[owner][to], c)
			}
		}
	}
	for seat := range game.Seat(s.Seats()) {
		threatened := map[game.ID]bool{}
		for c := range b.Cells(s).All() {
			want := map[game.ID]bool{}
			for _, from := range attackers[seat][c] {
				want[from], threatened[c] = true, true
			}
			if int(c)%9 == 0 && !sameCells(m.Attackers(s, c, seat), want) {
				t.Fatalf("attackers of %s by %d: %v, want %v\n%s", s.Name(c), seat, slices.Collect(m.Attackers(s, c, seat).All()), want, b.Draw(s))
			}
			if got := m.Attacked(s, c, seat); got != (len(want) > 0) {
				t.Fatalf("%s attacked by %d: %t, want %t\n%s", s.Name(c), seat, got, !got, b.Draw(s))
			}
		}
		if got := m.Threatened(s, seat); !sameCells(got, threatened) {
			t.Fatalf("threatened by %d: %v, want %v", seat, slices.Collect(got.All()), threatened)
		}
	}
}

func sameCells(got game.Set[game.ID], want map[game.ID]bool) bool {
	if got.Len() != len(want) {
		return false
	}
	for c := range got.All() {
		if !want[c] {
			return false
		}
	}
	return true
}

// checkAfter compares AttackedAfter with what is attacked once the move has been tried.
func checkAfter(t *testing.T, tx *game.Tx, b *board.Grid, m *board.Movement, luck *rand.Rand) {
	cells := slices.Collect(b.Cells(tx).All())
	any := func() game.ID { return cells[luck.IntN(len(cells))] }
	for range 40 {
		from, to, seat := any(), any(), game.Seat(luck.IntN(tx.Seats()))
		if tx.Count(from) == 0 || from == to || tx.Owner(tx.Last(from)) == seat {
			continue
		}
		var taken []game.ID
		if c := any(); luck.IntN(3) == 0 && c != from && c != to && tx.Count(c) > 0 {
			taken = []game.ID{c}
		}
		cell, want := any(), false
		tx.Try(func() {
			if taken != nil {
				tx.Remove(tx.Last(taken[0]))
			}
			m.Go(tx, from, to)
			want = m.Attacked(tx, cell, seat)
		})
		if got := m.AttackedAfter(tx, cell, seat, from, to, taken...); got != want {
			t.Fatalf("%s attacked by %d after %s-%s: %t\n%s", tx.Name(cell), seat, tx.Name(from), tx.Name(to), got, b.Draw(tx.State))
		}
	}
}

// On a graph, patterns follow relations.
func TestMovementOnGraph(t *testing.T) {
	b := board.Graph("line", []board.Node{{Name: "A"}, {Name: "B", X: 1}, {Name: "C", X: 2}, {Name: "D", X: 3}}, []board.Link{
		{From: "A", To: "B", Name: "rail"}, {From: "B", To: "C", Name: "rail"}, {From: "C", To: "D", Name: "rail"}, {From: "A", To: "C"},
	})
	rail := board.Direction{Name: "rail"}
	m := &board.Movement{Board: b}
	train := &game.Kind{Name: "train", With: []game.With{m.Is(board.Slide(rail, rail.Back()))}}
	cart := &game.Kind{Name: "cart", With: []game.With{m.Is(board.Step(rail).UpTo(2))}}
	r := &game.Rules{
		Name: "rails", Seats: game.Exactly(2), Layout: []game.Layout{b}, Kinds: []*game.Kind{train, cart},
		Actions: []*game.Action{{Name: "wait", Pass: true}},
		Setup: func(tx *game.Tx) {
			tx.Give(tx.Create(train, b.Find("B")), 0)
			tx.Give(tx.Create(cart, b.Find("A")), 1)
			tx.Give(tx.Create(train, b.Find("D")), 1)
		},
	}
	s, err := r.Start(2, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	for cell, want := range map[string]string{"A": "[B]", "B": "[A C D]", "C": "[]", "D": "[B C]"} {
		var names []string
		for c := range m.To(s, b.Find(cell)).All() {
			names = append(names, s.Name(c))
		}
		if got := fmt.Sprint(names); got != want {
			t.Errorf("%s: %s, want %s", cell, got, want)
		}
	}
	if !m.Attacked(s, b.Find("B"), 1) || m.Attacked(s, b.Find("A"), 1) || !m.Attacked(s, b.Find("A"), 0) {
		t.Error("who attacks what")
	}
}

// BenchmarkMovement asks where a queen can go, on boards that fit one word, two words, and more.
func BenchmarkMovement(b *testing.B) {
	for _, size := range []int{8, 10, 19} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			g := board.Square("b", size, size)
			m := &board.Movement{Board: g}
			queen := &game.Kind{Name: "queen", With: []game.With{m.Is(board.Slide(eight...))}}
			r := &game.Rules{
				Name: "queens", Seats: game.Exactly(2), Layout: []game.Layout{g}, Kinds: []*game.Kind{queen},
				Actions: []*game.Action{{Name: "wait", Pass: true}},
				Setup: func(tx *game.Tx) {
					tx.Give(tx.Create(queen, g.At(3, 3)), 0)
					tx.Give(tx.Create(queen, g.At(3, 6)), 1)
					tx.Give(tx.Create(queen, g.At(6, 6)), 0)
				},
			}
			s, err := r.Start(2, game.SeedOf(1))
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for range b.N {
				if m.To(s, g.At(3, 3)).Empty() {
					b.Fatal("nowhere")
				}
			}
		})
	}
}
