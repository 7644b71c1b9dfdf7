package board_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/cputime"
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

// randomForm makes a pattern of one to three parts, in some of the directions.
func randomForm(luck *rand.Rand, dirs []board.Direction) (f form) {
	tame := luck.IntN(2) == 0 // without conditions, as most pieces are
	for range 1 + luck.IntN(3) {
		p, ways := randomPart(luck, dirs)
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

func randomPart(luck *rand.Rand, all []board.Direction) (board.Pattern, []plainWay) {
	dirs := slices.Clone(all)
	luck.Shuffle(len(dirs), func(i, j int) { dirs[i], dirs[j] = dirs[j], dirs[i] })
	dirs, grid := dirs[:1+luck.IntN(4)], dirs[0].Name == ""
	each := func(most int) (ways []plainWay) {
		for _, d := range dirs {
			ways = append(ways, plainWay{path: []board.Direction{d}, most: most, quiet: true, take: true})
		}
		return ways
	}
	switch luck.IntN(6) {
	case 0:
		return board.To(dirs...), each(1)
	case 1:
		for i := range dirs {
			if !grid {
				break
			}
			dirs[i] = board.Direction{X: luck.IntN(5) - 2, Y: luck.IntN(5) - 2}
		}
		return board.To(dirs...), each(1)
	case 2:
		return board.Path(dirs...), []plainWay{{path: dirs, most: 1, quiet: true, take: true}}
	case 3:
		if luck.IntN(4) == 0 {
			return board.Anywhere(), []plainWay{{any: true, over: true, quiet: true, take: true}}
		}
	case 4:
		if !grid {
			break
		}
		dirs = nil
		for _, d := range [][2]int{{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}} {
			dirs = append(dirs, board.Direction{X: d[0], Y: d[1]})
		}
		return board.Leap(1, 2), each(1)
	}
	return board.Slide(dirs...), each(0)
}

// plainTo interprets the ways of the piece on a cell: where it can go, or what it attacks.
func plainTo(s *game.State, b *board.Board, ways []plainWay, cell game.ID, south, fresh, attacks bool) map[game.ID]bool {
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
func plainFollow(s *game.State, b *board.Board, w plainWay, cell game.ID, south bool, end func(game.ID)) {
	seen := map[game.ID]bool{cell: true}
	at := cell
	for n := 0; w.most == 0 || n < w.most; n++ {
		var round []game.ID
		for _, d := range w.path {
			if south {
				d.X, d.Y = -d.X, -d.Y
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
	sizes := [][2]int{{1, 1}, {3, 3}, {5, 4}, {8, 8}, {7, 9}, {64, 1}, {9, 9}, {10, 10}, {11, 11}, {13, 13}, {16, 16}, {19, 19}, {33, 32}}
	for _, size := range sizes {
		rounds := 60
		switch cells := size[0] * size[1]; {
		case cells > 400:
			rounds = 2
		case testing.Short():
			rounds = 6
		case cells > 200:
			rounds = 15
		}
		for round := range rounds {
			t.Run(fmt.Sprintf("%dx%d/%d", size[0], size[1], round), func(t *testing.T) {
				luck := rand.New(rand.NewPCG(uint64(size[0]*100+size[1]), uint64(round)))
				b := []func(string, int, int) *board.Grid{board.Square, board.Orthogonal, board.Hex}[round%3]("b", size[0], size[1])
				b.WrapX, b.WrapY = round%5 == 3 && size[0] > 2, round%7 > 4 && size[1] > 2
				compareMovement(t, &b.Board, b, eight, luck)
			})
		}
	}
}

// Relations of a graph lead anywhere, so a line has no order of cells, and may come back.
func TestMovementOnRandomGraphs(t *testing.T) {
	a, b, c := board.Direction{Name: "a"}, board.Direction{Name: "b"}, board.Direction{Name: "c"}
	dirs := []board.Direction{a, b, c, a.Back(), b.Back(), c.Back()}
	for _, cells := range []int{5, 40, 64, 65, 100, 150, 300} {
		for round := range 10 {
			t.Run(fmt.Sprintf("%d/%d", cells, round), func(t *testing.T) {
				luck := rand.New(rand.NewPCG(uint64(cells), uint64(round)))
				b := randomGraph(cells, luck)
				compareMovement(t, b, b, dirs, luck)
			})
		}
	}
}

// randomGraph joins nearly all cells by three relations.
func randomGraph(cells int, luck *rand.Rand) *board.Board {
	var nodes []board.Node
	var links []board.Link
	for i := range cells {
		nodes = append(nodes, board.Node{Name: fmt.Sprint("n", i), X: float64(i)})
	}
	for _, name := range []string{"a", "b", "c"} {
		for from, to := range luck.Perm(cells) {
			if from != to && luck.IntN(12) > 0 {
				links = append(links, board.Link{From: nodes[from].Name, To: nodes[to].Name, Name: name})
			}
		}
	}
	return board.Graph("b", nodes, links)
}

// compareMovement compares on a board, which is laid out by whole.
func compareMovement(t *testing.T, b *board.Board, whole game.Layout, dirs []board.Direction, luck *rand.Rand) {
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
		f := randomForm(luck, dirs)
		k := &game.Kind{Name: fmt.Sprint("kind", i), With: []game.With{m.Is(f.pattern)}}
		kinds, forms[k] = append(kinds, k), f
	}
	plain := &game.Kind{Name: "plain"} // without a pattern
	r := &game.Rules{
		Name: "moving", Seats: game.Exactly(seats), Layout: []game.Layout{before, whole}, Kinds: append(kinds, plain),
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

func checkMovement(t *testing.T, s *game.State, b *board.Board, m *board.Movement, forms map[*game.Kind]form, fresh map[game.ID]bool) {
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
func checkAfter(t *testing.T, tx *game.Tx, b *board.Board, m *board.Movement, luck *rand.Rand) {
	cells := slices.Collect(b.Cells(tx).All())
	any := func() game.ID { return cells[luck.IntN(len(cells))] }
	near := func(seat game.Seat) game.ID { // a cell that something of the seat attacks, if possible
		own := slices.Collect(b.Held(tx, seat).All())
		if len(own) == 0 || luck.IntN(3) == 0 {
			return any()
		}
		attacked := slices.Collect(m.Attacks(tx, own[luck.IntN(len(own))]).All())
		if len(attacked) == 0 {
			return any()
		}
		return attacked[luck.IntN(len(attacked))]
	}
	for range 100 {
		seat := game.Seat(luck.IntN(tx.Seats()))
		from, to := any(), near(seat)
		if tx.Count(from) == 0 || from == to || tx.Owner(tx.Last(from)) == seat {
			continue
		}
		var taken []game.ID
		if c := any(); luck.IntN(3) == 0 && c != from && c != to && tx.Count(c) > 0 {
			taken = []game.ID{c}
		}
		cell, want := near(seat), false
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
	cart := &game.Kind{Name: "cart", With: []game.With{m.Is(board.To(rail).UpTo(2))}}
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

// BenchmarkMovement asks where queens can go, and whether they attack a cell, on boards that fit one word, two words,
// and more. It reports how many times as long it takes to walk from cell to cell instead.
func BenchmarkMovement(b *testing.B) {
	for _, size := range []int{8, 10, 19} {
		luck := rand.New(rand.NewPCG(1, uint64(size)))
		m, states := queens(b, size, luck)
		g := m.Board.(*board.Grid)
		walked := walker(states[0], g)
		cells := slices.Collect(g.Cells(states[0]).All())
		var froms, tos []question
		for range 1000 {
			s := states[luck.IntN(len(states))]
			own := slices.Collect(g.Held(s, 0).All())
			froms = append(froms, question{s, own[luck.IntN(len(own))], nil})
			tos = append(tos, question{s, cells[luck.IntN(len(cells))], own})
		}
		b.Run(fmt.Sprintf("to/%d", size), func(b *testing.B) {
			race(b, froms, func(q *question) bool { return !m.To(q.s, q.cell).Empty() },
				func(q *question) bool { return !walked(q.s, q.cell, false).Empty() })
		})
		b.Run(fmt.Sprintf("attacked/%d", size), func(b *testing.B) {
			race(b, tos, func(q *question) bool { return m.Attacked(q.s, q.cell, 0) }, func(q *question) bool {
				return slices.ContainsFunc(q.own, func(c game.ID) bool { return walked(q.s, c, true).Has(q.cell) })
			})
		})
	}
}

// question is about a cell, and maybe the pieces of seat 0.
type question struct {
	s    *game.State
	cell game.ID
	own  []game.ID
}

// race measures two ways to get the same answers, in turns.
func race(b *testing.B, all []question, tables, walked func(*question) bool) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	perQuestion := func(ask func(*question) bool) float64 {
		begun := cputime.Thread()
		for i := range all {
			ask(&all[i])
		}
		return float64(cputime.Thread()-begun) / float64(len(all))
	}
	for i := range all {
		if tables(&all[i]) != walked(&all[i]) {
			b.Fatalf("question %d has two answers", i)
		}
	}
	var fast, slow []float64
	b.ReportAllocs()
	for n := 0; n < b.N; n += len(all) {
		fast = append(fast, perQuestion(tables))
		slow = append(slow, perQuestion(walked))
	}
	b.ReportMetric(slices.Min(fast), "ns/op")
	b.ReportMetric(slices.Min(slow)/slices.Min(fast), "walked/tables")
}

// queens returns states of a square board of this size with queens on a tenth to a third of its cells.
func queens(tb testing.TB, size int, luck *rand.Rand) (*board.Movement, []*game.State) {
	g := board.Square("b", size, size)
	m := &board.Movement{Board: g}
	queen := &game.Kind{Name: "queen", With: []game.With{m.Is(board.Slide(eight...))}}
	r := &game.Rules{
		Name: "queens", Seats: game.Exactly(2), Layout: []game.Layout{g}, Kinds: []*game.Kind{queen},
		Actions: []*game.Action{{Name: "wait", Pass: true}},
		Setup: func(tx *game.Tx) {
			tx.Give(tx.Create(queen, g.Middle()), 0)
			every := 3 + luck.IntN(8)
			for c := range g.Empty(tx).All() {
				if luck.IntN(every) == 0 {
					tx.Give(tx.Create(queen, c), game.Seat(luck.IntN(2)))
				}
			}
		},
	}
	states := make([]*game.State, 50)
	for i := range states {
		s, err := r.Start(2, game.SeedOf(1))
		states[i] = must(tb, s, err)
	}
	return m, states
}

// walker returns a function that walks in eight directions to where a queen can go, or what it attacks.
func walker(s *game.State, g *board.Grid) func(s *game.State, cell game.ID, attacks bool) game.Set[game.ID] {
	lines := make([][][]game.ID, g.At(g.Width-1, g.Height-1)+1)
	for c := range g.Cells(s).All() {
		for _, d := range eight {
			var line []game.ID
			for at := g.Next(c, d); at != 0; at = g.Next(at, d) {
				line = append(line, at)
			}
			lines[c] = append(lines[c], line)
		}
	}
	words := len(lines)>>6 + 1
	return func(s *game.State, cell game.ID, attacks bool) game.Set[game.ID] {
		var small [3][2]uint64
		filled, enemy, to := small[0][:], small[1][:], small[2][:]
		held, big := s.Held(1-s.Owner(s.Last(cell))), game.Set[game.ID]{}
		if words > 2 {
			big = s.Filled().Blank(words)
			filled, enemy, to = s.Filled().Words(), held.Words(), big.Words()
			clear(to)
		} else {
			filled[0], filled[1] = s.Filled().Low()
			enemy[0], enemy[1] = held.Low()
		}
		for _, line := range lines[cell] {
			for _, c := range line {
				word, bit := c>>6, uint64(1)<<(c&63)
				if attacks || filled[word]&bit == 0 || enemy[word]&bit != 0 {
					to[word] |= bit
				}
				if filled[word]&bit != 0 {
					break
				}
			}
		}
		if words > 2 {
			return big
		}
		return big.Small(to[0], to[1])
	}
}
