package game_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/plygame/ply/game"
)

// A fork that plays in place reaches the same states as State.Play: the same hash, incremental or computed from
// scratch, the same changes, the same saves.
func TestForkPlaysTheSame(t *testing.T) {
	x := fair(false)
	moves := fairGame(t)
	all := states(t, x.Rules, 3, moves...)
	f := all[0].Fork()
	for _, recorded := range []bool{false, true} {
		f.Reset(all[0])
		f.Record(recorded)
		for i, text := range moves {
			m, err := f.State().Parse(f.State().Turn(), text)
			if err == nil {
				err = f.Play(m)
			}
			if err != nil {
				t.Fatal(err)
			}
			if f.Hash() != all[i+1].Hash() || f.State().Hash() != all[i+1].Hash() {
				t.Fatalf("after %s the hash is %x, want %x", text, f.Hash(), all[i+1].Hash())
			}
			if got, want := f.Changes(), all[i].Diff(all[i+1]); recorded && !slices.Equal(got, want) {
				t.Errorf("after %s the changes are\n%v\nwant\n%v", text, got, want)
			} else if !recorded && got != nil {
				t.Error("there are changes without recording")
			}
			same(t, f.State(), all[i+1])
		}
		s, err := f.Freeze()
		if err != nil {
			t.Fatal(err)
		}
		same(t, s, all[len(all)-1])
		same(t, reload(t, s), s)
	}
}

// Frozen states do not change while the fork plays on, and the fork can be reset to any of them.
func TestForkAndFreeze(t *testing.T) {
	x := fair(false)
	begin := start(t, x.Rules, 3)
	beginSave := string(begin.Save())
	f := begin.Fork()
	f.Seed(5)
	var frozen []*game.State
	var saves []string
	for range 60 {
		if more, err := f.Random(); err != nil || !more {
			f.Reset(begin)
			f.Seed(uint64(len(frozen)))
			continue
		}
		s, err := f.Freeze()
		if err != nil {
			t.Fatal(err)
		}
		frozen, saves = append(frozen, s), append(saves, string(s.Save()))
	}
	if len(frozen) < 30 {
		t.Fatalf("only %d states", len(frozen))
	}
	for i, s := range frozen {
		if string(s.Save()) != saves[i] {
			t.Fatalf("state %d has changed since it was frozen", i)
		}
		same(t, reload(t, s), s)
		f.Reset(s)
		if f.Hash() != s.Hash() || string(f.State().Save()) != saves[i] {
			t.Fatalf("Reset does not lead to state %d", i)
		}
	}
	if string(begin.Save()) != beginSave {
		t.Error("the original state has changed")
	}
}

// A refused move or a Fault does not change a fork.
func TestForkRefuses(t *testing.T) {
	for _, recorded := range []bool{false, true} {
		x := inn()
		s := x.start(t).Rig(game.Chance{Number: 9})
		f := s.Fork()
		f.Record(recorded)
		for _, m := range []game.Move{{Seat: 1, Action: "sing"}, pick(value(5), value(4)), pick(value(9)), {Action: "roll"}} {
			if err := f.Play(m); game.CodeOf(err) == "" {
				t.Fatalf("%v gives %v", m, err)
			}
			if string(f.State().Save()) != string(s.Save()) || f.Hash() != s.Hash() {
				t.Errorf("recorded %v: %s has changed the fork", recorded, m.Action)
				f.Reset(s)
				f.Record(recorded)
			}
			if len(f.Changes()) != 0 {
				t.Errorf("a refused move changes %v", f.Changes())
			}
		}
	}
}

// Hash and Changes may be called at any time.
func TestForkHashAtAnyTime(t *testing.T) {
	x := newBox()
	x.do = x.busy
	s := x.setup(t, x.furnish)
	want := play(t, s, "do")
	m := game.Move{Action: "do"}
	fresh := func(f *game.Fork) uint64 {
		l, err := x.Rules.Load(f.State().Save())
		if err != nil {
			return 0
		}
		return l.Hash()
	}
	for name, do := range map[string]func(f *game.Fork){
		"record, hash, play":           func(f *game.Fork) { f.Record(true); f.Hash(); _ = f.Play(m) },
		"record, play":                 func(f *game.Fork) { f.Record(true); _ = f.Play(m) },
		"record, hash, stop, play":     func(f *game.Fork) { f.Record(true); f.Hash(); f.Record(false); _ = f.Play(m) },
		"record, hash, random":         func(f *game.Fork) { f.Record(true); f.Hash(); _, _ = f.Random() },
		"record, play, random":         func(f *game.Fork) { f.Record(true); _ = f.Play(m); f.Hash(); _, _ = f.Random() },
		"record, hash, playout":        func(f *game.Fork) { f.Record(true); f.Hash(); _, _ = f.Playout(3) },
		"record twice":                 func(f *game.Fork) { f.Record(true); f.Hash(); f.Record(true); _ = f.Play(m) },
		"play, record, hash":           func(f *game.Fork) { _ = f.Play(m); f.Record(true); f.Hash() },
		"record, hash, perft":          func(f *game.Fork) { f.Record(true); f.Hash(); _, _ = f.Perft(1); _ = f.Play(m) },
		"record, hash, freeze, play":   func(f *game.Fork) { f.Record(true); f.Hash(); _, _ = f.Freeze(); _ = f.Play(m) },
		"record, play, freeze, random": func(f *game.Fork) { f.Record(true); _ = f.Play(m); _, _ = f.Freeze(); _, _ = f.Random() },
	} {
		f := s.Fork()
		do(f)
		hash := f.Hash()
		if hash != fresh(f) {
			t.Errorf("%s: the hash is not that of the state", name)
		}
		if f.State().Played() == 1 && hash != want.Hash() {
			t.Errorf("%s: the hash differs", name)
		}
		if froze, err := f.Freeze(); err != nil || froze.Hash() != hash {
			t.Errorf("%s: the frozen state has a different hash (%v)", name, err)
		}
	}
	f := s.Fork()
	f.Record(true)
	if c := f.Changes(); len(c) != 0 {
		t.Errorf("before the first move there are changes: %v", c)
	}
}

// A seeded fork uses one fast generator for everything random, so the same seed gives the same game, and the random
// numbers of the state are untouched.
func TestForkSeed(t *testing.T) {
	x := fair(false)
	s := start(t, x.Rules, 3)
	run := func(f *game.Fork, seed uint64) uint64 {
		f.Reset(s)
		f.Seed(seed)
		if _, err := f.Playout(30); err != nil {
			t.Fatal(err)
		}
		return f.Hash()
	}
	f := s.Fork()
	a, b := run(f, 1), run(f, 2)
	if a == b || run(f, 1) != a || run(s.Fork(), 1) != a {
		t.Error("a seeded fork does not follow its seed")
	}
	// Without a seed, a fork uses the random numbers of the state.
	f.Reset(s)
	if err := f.Play(game.Move{Action: "busy"}); err != nil || f.Hash() != play(t, s, "busy").Hash() {
		t.Errorf("chance differs in a fork: %v", err)
	}
}

func TestForkMoves(t *testing.T) {
	x, _ := steps(1, 3)
	s := x.start(t)
	f := s.Fork()
	before := f.Hash()
	all, err := f.Moves()
	if err != nil {
		t.Fatal(err)
	}
	want, _ := s.Moves()
	if fmt.Sprint(all) != fmt.Sprint(want) || f.Hash() != before {
		t.Errorf("%d moves in the fork, %d of the state", len(all), len(want))
	}
	x = newBox()
	x.picking(func(*game.Tx) {}, &game.Pick[string]{Name: "p", Text: &game.Text{}})
	f = x.start(t).Fork()
	_, err = f.Moves()
	wantRefusal(t, err, game.Malformed, "pick p takes free text, so its moves cannot be listed")
	_, err = f.Random()
	wantRefusal(t, err, game.Malformed, "pick p takes free text, so its moves cannot be listed")
	if err := f.Play(game.Move{Action: "pick", Picks: [][]game.Value{{{Text: "x"}}}}); err != nil {
		t.Error(err)
	}
}

// Perft counts the games of a number of moves and leaves the fork unchanged.
func TestPerft(t *testing.T) {
	naive := func(s *game.State, depth int) uint64 { return 0 }
	naive = func(s *game.State, depth int) (n uint64) {
		if depth == 0 {
			return 1
		}
		all, err := s.Moves()
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range all {
			next, err := s.Play(m)
			if err != nil {
				t.Fatal(err)
			}
			n += naive(next, depth-1)
		}
		return n
	}
	x, _ := steps(1, 2)
	y := dishes()
	for name, r := range map[string]*game.Rules{"nim": nimRules(), "steps": x.Rules, "dishes": y.Rules, "shifting": first(shifting(false)).Rules} {
		s := start(t, r, 2)
		f := s.Fork()
		save := string(s.Save())
		for depth := range 4 {
			n, err := f.Perft(depth)
			if want := naive(s, depth); err != nil || n != want {
				t.Errorf("%s: %d games of %d moves, want %d (%v)", name, n, depth, want, err)
			}
			if string(f.State().Save()) != save || f.Hash() != s.Hash() {
				t.Errorf("%s: Perft changes the fork", name)
			}
		}
	}
}

// Perft refuses to count games with chance; the fork does not change.
func TestPerftWithChance(t *testing.T) {
	x := newBox()
	s := x.start(t)
	x.do = func(tx *game.Tx) { tx.Create(x.stone, x.row); tx.Roll(6) }
	f := s.Fork()
	_, err := f.Perft(2)
	wantRefusal(t, err, game.Malformed, "chance decides here: fix the draw in advance with Rig")
	if f.State().Count(x.row) != 0 || f.Hash() != s.Hash() {
		t.Error("Perft changes the fork")
	}
	if err := f.Play(game.Move{Action: "do"}); err != nil || f.State().Count(x.row) != 1 {
		t.Errorf("the game cannot continue: %v", err)
	}
	f.Reset(s.Rig(game.Chance{Number: 1}, game.Chance{Number: 2}))
	if n, err := f.Perft(2); err != nil || n != 1 {
		t.Errorf("with rigged chance: %d, %v", n, err)
	}
}

// A Fault names the action, also in random moves and in Perft.
func TestForkFaultNamesAction(t *testing.T) {
	x := newBox()
	n := &game.Pick[int]{Name: "n", Range: fixed(1, 2)}
	x.picking(func(*game.Tx) { panic("not this") }, n)
	x.Actions = append(x.Actions, &game.Action{Name: "never", If: no("never"), Do: func(*game.Tx) {}})
	s := x.start(t)
	f := s.Fork()
	f.Seed(1)
	_, err := f.Random()
	_, err2 := s.Fork().PerftPlayed(1)
	for _, err := range []error{err, err2} {
		if got := wantFault(t, err, "not this"); got.Action != "pick" || got.Seat != 0 || got.Move != 0 {
			t.Errorf("it names %s of %s, move %d", got.Action, got.Seat, got.Move+1)
		}
	}
}

// A warm fork plays without allocating.
func TestForkAllocatesNothing(t *testing.T) {
	s := nim()
	f := s.Fork()
	run := func() {
		f.Reset(s)
		f.Seed(3)
		if _, err := f.Playout(1000); err != nil {
			t.Fatal(err)
		}
	}
	run()
	if n := testing.AllocsPerRun(20, run); n > 8 {
		t.Errorf("a playout of some five moves allocates %v times", n)
	}
}

// A Fork plays in place: for search, simulation and long replays.
func ExampleFork() {
	s := nim()
	f := s.Fork()
	games, _ := f.Perft(3)
	fmt.Println("games of three moves:", games)

	f.Seed(7)
	moves, err := f.Playout(100)
	fmt.Println(moves > 2, f.State().Over(), err)

	f.Reset(s)
	f.Record(true)
	_ = f.Play(game.Move{Seat: 0, Action: "take", Picks: [][]game.Value{{{N: 1}}}})
	fmt.Println(len(f.Changes()), "changes")
	next, _ := f.Freeze()
	fmt.Println(next.Count(next.Find("heap")), s.Count(s.Find("heap")))
	// Output:
	// games of three moves: 23
	// true true <nil>
	// 4 changes
	// 6 7
}

// Restart detects whether a start uses chance, even if that is only tried and undone, depends on the number of seats,
// or comes from the flow. Without chance, Setup runs only once.
func TestForkRestart(t *testing.T) {
	number := game.NewPart[int]("number")
	never, always := func(int) bool { return false }, func(int) bool { return true }
	draw := func(t *game.Tx) int { return t.Roll(1000) }
	for name, c := range map[string]struct {
		setup  func(t *game.Tx) int
		flow   func(t *game.Tx) int
		chance func(seats int) bool
	}{
		"none":  {setup: func(t *game.Tx) int { return t.Seats() }, chance: never},
		"drawn": {setup: draw, chance: always},
		"flow":  {flow: draw, chance: always},
		"tried": {setup: func(t *game.Tx) (n int) {
			t.Try(func() { n = t.Roll(1000) })
			return n
		}, chance: always},
		"of two": {setup: func(t *game.Tx) int {
			if t.Seats() == 2 {
				return t.Stream("two").Roll(1000)
			}
			return 0
		}, chance: func(seats int) bool { return seats == 2 }},
		"unlucky": {setup: func(t *game.Tx) int {
			n := t.Roll(4)
			if n == 1 {
				panic("an unlucky start")
			}
			return n
		}, chance: always},
	} {
		t.Run(name, func(t *testing.T) {
			runs := 0
			spot := &game.Place{Name: "spot"}
			note := func(from func(t *game.Tx) int) func(t *game.Tx) {
				return func(t *game.Tx) {
					runs++
					number.Set(t, spot.ID(), from(t))
				}
			}
			end := &game.Action{Name: "end", Do: func(t *game.Tx) { t.Tie() }}
			r := &game.Rules{Name: "starts", Seats: game.Between(1, 3), Layout: []game.Layout{spot}, Parts: []game.Column{number}}
			if c.flow != nil {
				r.Flow = &game.Phase{Name: "begin", Begin: note(c.flow), Do: &game.EachSeat{Do: act(end)}}
			} else {
				r.Setup, r.Actions = note(c.setup), []*game.Action{end}
			}
			for seats := 1; seats <= 3; seats++ {
				f, made := (*game.Fork)(nil), 0
				for n := range uint64(20) {
					start, wrong := r.Start(seats, game.SeedOf(n))
					switch {
					case wrong != nil && name != "unlucky":
						t.Fatal(wrong)
					case f == nil && wrong != nil:
						continue
					case f == nil:
						f = start.Fork()
					}
					runs = 0
					err := f.Restart(n)
					if (err == nil) != (wrong == nil) {
						t.Fatalf("start %d ends with %v, want %v", n, err, wrong)
					}
					if err != nil {
						continue
					}
					made++
					if got, want := number.Of(f.State(), spot.ID()), number.Of(start, spot.ID()); got != want {
						t.Errorf("start %d with %d seats has %d, want %d", n, seats, got, want)
					}
					if made > 1 && (runs > 0) != c.chance(seats) {
						t.Errorf("start %d with %d seats runs Setup %d times", n, seats, runs)
					}
				}
				if made < 5 {
					t.Errorf("%d starts were made", made)
				}
			}
		})
	}
}
