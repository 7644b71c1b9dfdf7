package game_test

import (
	"slices"
	"testing"

	"github.com/plygame/ply/game"
)

// toss is a game with chance, a pick that acts, and a Check: a coin is tossed a chosen number of times, and heads
// score.
func toss() *box {
	x := newBox()
	n := &game.Pick[int]{Name: "n", Range: fixed(0, 3), Then: func(t *game.Tx, n int) {
		for range n {
			if t.Coin() {
				points.Add(t, t.Seat, 1)
			}
		}
	}}
	x.picking(func(t *game.Tx) {
		t.Create(x.stone, x.row)
		if t.Count(x.row) == 20 {
			t.Score(points.Of(t, game.Seat(0)), points.Of(t, game.Seat(1)))
		}
	}, n).Check = func(t *game.Tx) bool { return points.Of(t, t.Seat)%5 != 4 }
	return x
}

// faultOf returns the Fault that f panics with, if any.
func faultOf(f func()) (err error) {
	defer func() {
		if p, ok := recover().(*game.Fault); ok {
			err = p
		}
	}()
	f()
	return nil
}

// frozen returns the state of the fork without changing it.
func frozen(t testing.TB, f *game.Fork) *game.State {
	t.Helper()
	s, err := f.State().Rules().Load(f.State().Save())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestMarksNest(t *testing.T) {
	f := toss().start(t).Fork()
	f.Seed(3)
	var marks []game.Mark
	var states []*game.State
	for range 6 {
		marks = append(marks, f.Mark())
		states = append(states, frozen(t, f))
		if _, err := f.Playout(2); err != nil {
			t.Fatal(err)
		}
	}
	for _, k := range []int{5, 4, 2, 0} { // 2 drops 3
		f.Back(marks[k])
		same(t, frozen(t, f), states[k])
		if k == 2 {
			marks[3] = f.Mark()
			_, _ = f.Random()
			f.Back(marks[3])
			same(t, frozen(t, f), states[2])
		}
	}
	for k, m := range marks {
		wantFault(t, faultOf(func() { f.Back(m) }), "a mark that is no longer valid")
		_ = k
	}
}

func TestBackRefusesDroppedMarks(t *testing.T) {
	s := toss().start(t)
	f := s.Fork()
	wantFault(t, faultOf(func() { f.Back(game.Mark{}) }), "an empty mark")
	wantFault(t, faultOf(func() { f.Back(s.Fork().Mark()) }), "a mark of another fork")
	for name, forget := range map[string]func(){
		"Reset":   func() { f.Reset(s) },
		"Freeze":  func() { _, _ = f.Freeze() },
		"Restart": func() { _ = f.Restart(1) },
		"Redeal":  func() { _ = f.Redeal(s, 0, 1) },
		"Record":  func() { f.Record(true); f.Record(false) },
		"Back":    func() { f.Back(f.Mark()) },
		"an outer mark": func() {
			outer := f.Mark()
			f.Back(outer)
		},
	} {
		outer := f.Mark()
		m := f.Mark()
		if forget(); name == "Back" || name == "an outer mark" {
			f.Back(outer)
		}
		f.Mark() // reuses the position of m in the journal
		f.Mark()
		was := f.Hash()
		if err := faultOf(func() { f.Back(m) }); err == nil {
			t.Errorf("after %s the mark can still be used", name)
		} else if wantFault(t, err, "a mark that is no longer valid"); f.Hash() != was {
			t.Errorf("after %s the refused mark has changed the fork", name)
		}
	}
	f.Record(true)
	wantFault(t, faultOf(func() { f.Mark() }), "a fork that records changes cannot be marked")
}

func TestRefusedMoveInMarkedForkChangesNothing(t *testing.T) {
	s := toss().start(t).Rig(game.Chance{Number: 1}, game.Chance{Number: 1}, game.Chance{Number: 1}, game.Chance{Number: 0})
	s = play(t, s, "pick 3", "pick 1").Rig(game.Chance{Number: 1})
	f := s.Fork()
	m := f.Mark()
	for range 2 {
		if err := f.Play(game.Move{Seat: 0, Action: "pick", Picks: [][]game.Value{value(1)}}); game.CodeOf(err) != game.Rejected {
			t.Fatalf("a fourth point is refused as %v", err)
		}
		same(t, frozen(t, f), s)
	}
	f.Back(m)
	same(t, frozen(t, f), s)
}

// Back restores the random numbers of the game, but not the choices of Random.
func TestBackRestoresChance(t *testing.T) {
	s := toss().start(t)
	for _, seeded := range []bool{false, true} {
		f := s.Fork()
		if seeded {
			f.Seed(7)
		}
		_, _ = f.Random()
		all, err := f.Handles(nil)
		if err != nil {
			t.Fatal(err)
		}
		hashes := map[uint64]int{}
		for range 10 {
			m := f.Mark()
			_ = f.Do(all[2])
			hashes[f.Hash()]++
			f.Back(m)
		}
		if len(hashes) != 1 {
			t.Errorf("seeded %t: the same move leads to %d states", seeded, len(hashes))
		}
		clear(hashes)
		for n := range uint64(10) {
			m := f.Mark()
			f.Seed(n)
			_ = f.Do(all[2])
			hashes[f.Hash()]++
			f.Back(m)
		}
		if len(hashes) < 2 {
			t.Error("after Seed the same move has the same chance")
		}
		moves := map[string]bool{}
		f.Note(true)
		for range 10 {
			m := f.Mark()
			_, _ = f.Random()
			moves[s.Text(f.Noted()[0])] = true
			f.Back(m)
			if len(f.Noted()) != 0 {
				t.Fatal("Noted still has undone moves")
			}
		}
		if len(moves) < 2 {
			t.Errorf("seeded %t: Random chooses %v after each Back", seeded, moves)
		}
	}
}

func TestBackAfterAFault(t *testing.T) {
	x := newBox()
	bad := false
	n := &game.Pick[int]{Name: "n", Range: fixed(1, 3), If: func(t *game.Tx, n int) bool {
		if bad && n == 2 {
			panic("no")
		}
		return true
	}}
	x.picking(func(t *game.Tx) {
		t.Create(x.stone, x.row)
		points.Add(t, t.Seat, n.In(t))
		if bad {
			panic("not now")
		}
	}, n)
	s := x.start(t)
	f := s.Fork()
	all, err := f.Handles(nil)
	if err != nil {
		t.Fatal(err)
	}
	m := f.Mark()
	bad = true
	wantFault(t, f.Do(all[0]), "not now")
	_, err = f.Handles(nil)
	wantFault(t, err, "no")
	bad = false
	f.Back(m)
	same(t, frozen(t, f), s)
	if err := f.Do(all[1]); err != nil || points.Of(f.State(), game.Seat(0)) != 2 {
		t.Errorf("afterwards %v", err)
	}
}

func TestNotedGoesBack(t *testing.T) {
	f := toss().start(t).Fork()
	f.Seed(1)
	f.Note(true)
	_, _ = f.Playout(3)
	kept := slices.Clone(f.Noted())
	m := f.Mark()
	_, _ = f.Playout(3)
	f.Back(m)
	if got := f.Noted(); len(got) != 3 || f.State().Text(got[2]) != f.State().Text(kept[2]) {
		t.Errorf("%v is noted, want %v", got, kept)
	}
	m = f.Mark()
	f.Note(true)
	_, _ = f.Playout(2)
	f.Back(m)
	if got := f.Noted(); len(got) != 0 {
		t.Errorf("%v was undone, but is noted", got)
	}
}

func TestMarksAllocateNothing(t *testing.T) {
	f := toss().start(t).Fork()
	f.Seed(1)
	var buf []game.Handle
	look := func() {
		outer := f.Mark()
		_, _ = f.Random()
		buf, _ = f.Handles(buf[:0])
		for _, h := range buf {
			m := f.Mark()
			_ = f.Do(h)
			f.Back(m)
		}
		f.Back(outer)
	}
	look()
	if n := testing.AllocsPerRun(100, look); n > 0 {
		t.Errorf("%.1f allocations for a look ahead", n)
	}
}
