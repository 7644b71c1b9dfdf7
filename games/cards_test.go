package games_test

import (
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/plygame/ply/game"
)

// The benchmarks in this file report two metrics per operation: goal-ns is the limit, and best-ns is the time in the best
// of many laps, which is what an idle machine achieves.

// laps measures operations in groups large enough to include the cost of their garbage.
type laps struct {
	size, done int
	began      time.Time
	best       time.Duration
}

// next is called before each operation; it starts another lap when one is full.
func (l *laps) next() {
	if l.done%l.size == 0 {
		now := time.Now()
		if l.done > 0 {
			l.best = least(l.best, now.Sub(l.began))
		}
		l.began = now
	}
	l.done++
}

func (l *laps) report(b *testing.B, goal time.Duration) {
	b.Helper()
	b.ReportMetric(float64(goal.Nanoseconds()), "goal-ns")
	if l.best > 0 {
		b.ReportMetric(float64(l.best.Nanoseconds())/float64(l.size), "best-ns")
	}
}

func longPlay(tb testing.TB) *played {
	tb.Helper()
	g, err := longGame()
	if err != nil {
		tb.Fatal(err)
	}
	return g
}

// TestLongGame replays the long game in place, as the benchmarks do, and compares each move with the same move played from
// State to State.
func TestLongGame(t *testing.T) {
	g := longPlay(t)
	f := g.start.Fork()
	f.Record(true)
	s := g.start
	for i, m := range g.moves {
		next, err := s.Play(m)
		if err != nil {
			t.Fatalf("move %d: %v", i, err)
		}
		if err := f.Play(m); err != nil {
			t.Fatalf("move %d in place: %v", i, err)
		}
		if got, want := f.Changes(), s.Diff(next); len(want) == 0 || !slices.Equal(got, want) {
			t.Fatalf("move %d, %s: the fork recorded\n%v, the states differ by\n%v", i, s.Text(m), got, want)
		}
		if f.Hash() != g.hashes[i] || next.Hash() != g.hashes[i] {
			t.Fatalf("move %d: the hashes differ", i)
		}
		s = next
	}
	var of [4]int
	for _, m := range g.moves {
		of[slices.Index([]string{"draw", "play", "tap", "discard"}, m.Action)]++
	}
	if slices.Min(of[:]) < 500 {
		t.Errorf("draw, play, tap, discard were played %v times; none should be rare", of)
	}
}

// BenchmarkReplay10k replays 10,000 moves in place.
func BenchmarkReplay10k(b *testing.B) {
	g := longPlay(b)
	for _, c := range []struct {
		name                  string
		record, changes, hash bool
		goal                  time.Duration
	}{
		{name: "bare", goal: 7500 * time.Microsecond},
		{name: "recorded", record: true, goal: 7500 * time.Microsecond},
		{name: "changes", record: true, changes: true, goal: 7500 * time.Microsecond},
		{name: "hashed", record: true, hash: true, goal: 20 * time.Millisecond},
	} {
		b.Run(c.name, func(b *testing.B) {
			f := g.start.Fork()
			l := laps{size: 5}
			b.ReportAllocs()
			for b.Loop() {
				l.next()
				f.Reset(g.start)
				f.Record(c.record)
				for i, m := range g.moves {
					if err := f.Play(m); err != nil {
						b.Fatal(err)
					}
					if c.changes && len(f.Changes()) == 0 {
						b.Fatal("no changes")
					}
					if c.hash && f.Hash() != g.hashes[i] {
						b.Fatalf("the hashes differ after move %d", i)
					}
				}
			}
			l.report(b, c.goal)
		})
	}
}

// BenchmarkPlay plays the moves of the long game one after the other, each to a new State.
func BenchmarkPlay(b *testing.B) {
	for _, c := range []struct {
		name string
		diff bool
	}{{"state", false}, {"diff", true}} {
		b.Run(c.name, func(b *testing.B) {
			benchPlay(b, longPlay(b), c.diff, 5*time.Microsecond)
		})
	}
}

func benchPlay(b *testing.B, g *played, diff bool, goal time.Duration) {
	s, i := g.start, 0
	l := laps{size: 5000}
	b.ReportAllocs()
	for b.Loop() {
		l.next()
		if i == len(g.moves) {
			s, i = g.start, 0
		}
		next, err := s.Play(g.moves[i])
		if err != nil {
			b.Fatal(err)
		}
		if diff && len(s.Diff(next)) == 0 {
			b.Fatal("no changes")
		}
		s = next
		i++
	}
	l.report(b, goal)
}

// BenchmarkPlay10kElements plays moves among 10,000 cards, or on a board with 10,000 pieces.
func BenchmarkPlay10kElements(b *testing.B) {
	for _, c := range []struct {
		name  string
		rules *game.Rules
	}{{"cards", cardGame(10_000)}, {"board", fullBoard(100)}} {
		b.Run(c.name, func(b *testing.B) {
			g, err := playAtRandom(c.rules, 200)
			if err != nil {
				b.Fatal(err)
			}
			benchPlay(b, g, false, 20*time.Microsecond)
		})
	}
}

// BenchmarkOffers lists what the seat to act can do in the middle of the long game.
func BenchmarkOffers(b *testing.B) {
	s := longPlay(b).after(b, 1000)
	l := laps{size: 20_000}
	b.ReportAllocs()
	for b.Loop() {
		l.next()
		if all, err := s.Offers(game.Move{Seat: s.Turn()}); err != nil || len(all) == 0 {
			b.Fatal(all, err)
		}
	}
	l.report(b, 2*time.Microsecond)
}

// heap returns the bytes in use on the heap.
func heap() int {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}

// TestStateSize limits the memory of a state with 200 cards by loading it many times.
func TestStateSize(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: takes long")
	}
	s := longPlay(t).after(t, 1000)
	text := s.Save()
	states := make([]*game.State, 200)
	before := heap()
	for i := range states {
		var err error
		if states[i], err = s.Rules().Load(text); err != nil {
			t.Fatal(err)
		}
	}
	size := (heap() - before) / len(states)
	t.Logf("%d bytes per state", size)
	if size >= 32<<10 {
		t.Errorf("a state takes %d bytes, more than 32 KB", size)
	}
	runtime.KeepAlive(states)
}

// TestHistorySize limits the memory of keeping every state of 100 moves.
func TestHistorySize(t *testing.T) {
	g := longPlay(t)
	s := g.after(t, 1000)
	states := make([]*game.State, 100)
	before := heap()
	for i := range states {
		var err error
		if s, err = s.Play(g.moves[1000+i]); err != nil {
			t.Fatal(err)
		}
		states[i] = s
	}
	size := heap() - before
	t.Logf("%d bytes for %d states", size, len(states))
	if size >= 1<<20 {
		t.Errorf("a history of %d states takes %d bytes, more than 1 MB", len(states), size)
	}
	runtime.KeepAlive(states)
}
