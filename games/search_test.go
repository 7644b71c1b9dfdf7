package games_test

import (
	"runtime"
	"testing"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/cputime"
)

// quest is a search that is compared with the hand-written loop of its game.
type quest struct {
	*contest
	bound float64 // a simulation may cost this many games of the loop
}

var quests = []quest{{ticTacToe, 35}, {connectFour, 20}}

// searchBlock is the number of simulations in a search, which then takes a few milliseconds.
const searchBlock = 2000

// measure runs one search and as many games of the loop, and returns the time of each.
func (q *quest) measure(tb testing.TB, u *uct, d *dice, seed uint64) (search, loop time.Duration) {
	began := cputime.Thread()
	if _, err := u.search(searchBlock, seed); err != nil {
		tb.Fatal(err)
	}
	between := cputime.Thread()
	q.plain(d, searchBlock*plainMore)
	return between - began, (cputime.Thread() - between) / plainMore
}

func BenchmarkUCT(b *testing.B) {
	for _, q := range append(quests, quest{hex11, 0}) {
		b.Run(q.name, func(b *testing.B) {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			u := newUCT(q.start(b))
			var search, loop time.Duration
			var d dice
			b.ReportAllocs()
			for i := range b.N {
				s, l := q.measure(b, u, &d, uint64(i))
				search, loop = search+s, loop+l
			}
			b.ReportMetric(float64(b.N*searchBlock)/search.Seconds(), "simulations/s")
			b.ReportMetric(float64(b.N*searchBlock)/loop.Seconds(), "loop-games/s")
			b.ReportMetric(search.Seconds()/loop.Seconds(), "ratio")
		})
	}
}

// TestSearchFastEnough compares a simple search with its bounds, as TestFastEnough does for playouts.
func TestSearchFastEnough(t *testing.T) {
	if testing.Short() || raceDetector || testing.CoverMode() != "" {
		t.Skip("timing is meaningless here")
	}
	for _, q := range quests {
		t.Run(q.name, func(t *testing.T) {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			u := newUCT(q.start(t))
			var d dice
			var search, loop time.Duration
			ratio := q.bound + 1
			for round := 0; round < 5 && ratio > q.bound; round++ {
				for i := range 40 {
					s, l := q.measure(t, u, &d, uint64(i))
					search, loop = least(search, s), least(loop, l)
				}
				ratio = float64(search) / float64(loop)
			}
			t.Logf("%.0f simulations/s, the loop plays %.0f games/s: ratio %.1f", searchBlock/search.Seconds(), searchBlock/loop.Seconds(), ratio)
			if ratio > q.bound {
				t.Errorf("a simulation costs as much as %.1f games of a hand-written loop, more than %.0f", ratio, q.bound)
			}
		})
	}
}

// TestSearchAllocatesNothing checks that a search allocates nothing once warmed up.
func TestSearchAllocatesNothing(t *testing.T) {
	for _, q := range quests {
		u := newUCT(q.start(t))
		search := func() {
			if _, err := u.search(500, 7); err != nil {
				t.Fatal(err)
			}
		}
		search()
		if n := testing.AllocsPerRun(5, search); n > 0 {
			t.Errorf("%s: %.0f allocations in 500 simulations", q.name, n)
		}
	}
	f := connectFour.start(t).Fork()
	buf := make([]game.Handle, 0, 100)
	look := func() {
		if _, err := byMarks(f, 4, buf); err != nil {
			t.Fatal(err)
		}
	}
	look()
	if n := testing.AllocsPerRun(5, look); n > 0 {
		t.Errorf("%.0f allocations in a depth-first search", n)
	}
}

// TestSearchFindsMoves checks that the search blocks the opponent's row and completes its own.
func TestSearchFindsMoves(t *testing.T) {
	for _, c := range []struct {
		played []string
		want   string
	}{
		{[]string{"place a1", "place b2", "place a2"}, "place a3"},
		{[]string{"place a1", "place b2", "place a2", "place b3"}, "place a3"},
		{[]string{"place b2", "place a2", "place a1"}, "place c3"},
	} {
		s := ticTacToe.start(t)
		for _, text := range c.played {
			next, err := s.PlayText(s.Turn(), text)
			if err != nil {
				t.Fatal(err)
			}
			s = next
		}
		u := newUCT(s)
		h, err := u.search(3000, 1)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Text(u.f.Move(h)); got != c.want {
			t.Errorf("after %v the search plays %s, want %s", c.played, got, c.want)
		}
	}
}

// byMarks counts the positions up to a depth with Mark and Back. It appends its moves to moves.
func byMarks(f *game.Fork, depth int, moves []game.Handle) (nodes int, err error) {
	nodes = 1
	if depth == 0 || f.State().Over() {
		return nodes, nil
	}
	all, err := f.Handles(moves)
	if err != nil {
		return 0, err
	}
	for _, h := range all[len(moves):] {
		m := f.Mark()
		if err := f.Do(h); err != nil {
			return 0, err
		}
		n, err := byMarks(f, depth-1, all)
		if err != nil {
			return 0, err
		}
		nodes += n
		f.Back(m)
	}
	return nodes, nil
}

// byStates is byMarks with a new State for each move.
func byStates(s *game.State, depth int) (nodes int, err error) {
	nodes = 1
	if depth == 0 || s.Over() {
		return nodes, nil
	}
	all, err := s.Moves()
	if err != nil {
		return 0, err
	}
	for _, m := range all {
		next, err := s.Play(m)
		if err != nil {
			return 0, err
		}
		n, err := byStates(next, depth-1)
		if err != nil {
			return 0, err
		}
		nodes += n
	}
	return nodes, nil
}

// TestMarksBeatStates checks that a depth-first search with marks is at least four times as fast as with States.
func TestMarksBeatStates(t *testing.T) {
	if testing.Short() || raceDetector || testing.CoverMode() != "" {
		t.Skip("timing is meaningless here")
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	s := connectFour.start(t)
	f := s.Fork()
	buf := make([]game.Handle, 0, 100)
	var marks, states time.Duration
	for range 30 {
		began := cputime.Thread()
		a, err := byMarks(f, 4, buf)
		between := cputime.Thread()
		b, err2 := byStates(s, 4)
		if marks, states = least(marks, between-began), least(states, cputime.Thread()-between); err != nil || err2 != nil || a != b {
			t.Fatal(a, b, err, err2)
		}
	}
	t.Logf("marks %v, states %v: %.1f times as fast", marks, states, float64(states)/float64(marks))
	if states < 4*marks {
		t.Errorf("a depth-first search takes %v with marks and %v with States: not four times as fast", marks, states)
	}
}

func BenchmarkDepthFirst(b *testing.B) {
	s := connectFour.start(b)
	f := s.Fork()
	buf := make([]game.Handle, 0, 200)
	for name, run := range map[string]func() (int, error){
		"marks":       func() (int, error) { return byMarks(f, 5, buf) },
		"states":      func() (int, error) { return byStates(s, 5) },
		"perft":       func() (int, error) { n, err := f.Perft(5); return int(n), err },
		"perftPlayed": func() (int, error) { n, err := f.PerftPlayed(5); return int(n), err },
	} {
		b.Run(name, func(b *testing.B) {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			b.ReportAllocs()
			began, nodes := cputime.Thread(), 0
			for range b.N {
				n, err := run()
				if err != nil {
					b.Fatal(err)
				}
				nodes += n
			}
			b.ReportMetric(float64(nodes)/(cputime.Thread()-began).Seconds(), "nodes/s")
		})
	}
}

// BenchmarkForkCalls measures the costs that docs/bots.md reports for each call.
func BenchmarkForkCalls(b *testing.B) {
	s := connectFour.start(b)
	f := s.Fork()
	f.Seed(1)
	all, err := f.Handles(nil)
	if err != nil {
		b.Fatal(err)
	}
	move, buf := f.Move(all[3]), all[:0:len(all)]
	for _, c := range []struct {
		name string
		call func()
	}{
		{"Reset", func() { f.Reset(s) }},
		{"Reset,Do", func() { f.Reset(s); _ = f.Do(all[3]) }},
		{"Reset,Play", func() { f.Reset(s); _ = f.Play(move) }},
		{"Reset,Random", func() { f.Reset(s); _, _ = f.Random() }},
		{"Reset,Playout", func() { f.Reset(s); _, _ = f.Playout(longest) }},
		{"Mark,Do,Back", func() { m := f.Mark(); _ = f.Do(all[3]); f.Back(m) }},
		{"Mark,Back", func() { f.Back(f.Mark()) }},
		{"Handles", func() { _, _ = f.Handles(buf) }},
		{"Moves", func() { _, _ = f.Moves() }},
		{"Rank", func() { f.State().Rank(1) }},
		{"Outcome", func() { f.State().Outcome() }},
		{"Hash", func() { f.Hash() }},
		{"Freeze", func() { _, _ = f.Freeze() }},
		{"State.Play", func() { _, _ = s.Play(move) }},
		{"State.Moves", func() { _, _ = s.Moves() }},
	} {
		b.Run(c.name, func(b *testing.B) {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			f.Reset(s)
			if c.name == "Rank" || c.name == "Outcome" {
				_, _ = f.Playout(longest)
			}
			b.ReportAllocs()
			began := cputime.Thread()
			for range b.N {
				c.call()
			}
			b.ReportMetric(float64((cputime.Thread()-began).Nanoseconds())/float64(b.N), "cpu-ns/op")
		})
	}
}
