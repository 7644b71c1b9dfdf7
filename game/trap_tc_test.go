package game_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// Undo restores everything: places and their order, numbers, owners and kinds, the position in the flow, scheduled
// effects, eliminated seats, and future chance.
func TestTrapTC1UndoForgetsNothing(t *testing.T) {
	x := newShop()
	all := shopStates(t, x)
	h := newHistory(all[0])
	for i, m := range shopMoves {
		p, err := h.State().Parse(m.seat, m.text)
		if err == nil {
			err = h.Play(p)
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := h.Back(); err != nil {
			t.Fatal(err)
		}
		same(t, h.State(), all[i])
		if got, want := standing(t, x, h.State()), standing(t, x, all[i]); got != want {
			t.Errorf("after Undo the game is\n%s\nwant\n%s", got, want)
		}
		if err := h.Play(p); err != nil { // the same again, with the same chance
			t.Fatal(err)
		}
		same(t, h.State(), all[i+1])
	}
	b := newBox()
	s := b.setup(t, func(tx *game.Tx) { tx.CreateMany(5, b.stone, b.row) })
	h = newHistory(s)
	b.do = func(tx *game.Tx) {
		tx.Shuffle(b.row)
		tx.Stream("loot").Roll(6)
		first := tx.First(b.row)
		points.Set(tx, first, tx.Roll(6))
		tx.Give(first, 1)
		tx.Become(tx.Last(b.row), b.card)
		tx.Move(first, b.hand.Of(0))
		tx.Remove(tx.First(b.row))
		tx.Eliminate(1)
	}
	playIn(t, h, "do")
	once := h.State()
	if err := h.Back(); err != nil {
		t.Fatal(err)
	}
	same(t, h.State(), s)
	playIn(t, h, "do")
	same(t, h.State(), once)
}

// A shuffle depends on the state alone: it is the same from the same state, also after saving and loading, and
// different with a different seed. A shuffle that is undone shifts nothing.
func TestTrapTC2ShufflesAreSeeded(t *testing.T) {
	x := newBox()
	x.do = func(tx *game.Tx) { tx.Shuffle(x.row) }
	s := x.setup(t, func(tx *game.Tx) { tx.CreateMany(20, x.card, x.row) })
	want := in(play(t, s, "do", "do"), x.row.ID())
	seen := map[string]bool{}
	for n := range 20 {
		if got := in(play(t, reload(t, play(t, reload(t, s), "do")), "do"), x.row.ID()); got != want {
			t.Fatalf("shuffled again from the same state: %s, want %s", got, want)
		}
		seen[in(play(t, s.Reseed(game.SeedOf(uint64(n))), "do"), x.row.ID())] = true
	}
	if len(seen) != 20 {
		t.Errorf("20 seeds give %d orders", len(seen))
	}
	tried := x.play(t, s, func(tx *game.Tx) { tx.Try(func() { tx.Shuffle(x.row); tx.Roll(6) }); tx.Shuffle(x.row) })
	same(t, tried, play(t, s, "do"))
	// A read-only function cannot shuffle.
	y := newBox()
	p := &game.Pick[int]{Name: "p", Range: func(tx *game.Tx) (int, int) { tx.Shuffle(y.row); return 1, 2 }}
	y.picking(func(*game.Tx) {}, p)
	if _, err := y.Rules.Start(2, game.SeedOf(1)); err == nil {
		t.Error("a pick can shuffle while it is evaluated")
	}
}

// A difference contains places and their order. A seat receives exactly the changes it sees, independent of what is
// hidden from it.
func TestTrapTC3ChangesOfPlaces(t *testing.T) {
	x := newBox()
	s := x.setup(t, func(tx *game.Tx) { tx.CreateMany(6, x.card, x.pile) })
	for name, do := range map[string]func(*game.Tx){
		"moved":    func(tx *game.Tx) { tx.Move(tx.First(x.pile), x.hand.Of(1)) },
		"shuffled": func(tx *game.Tx) { tx.Shuffle(x.pile) },
		"turned":   func(tx *game.Tx) { tx.MoveFirst(tx.Last(x.pile), x.pile) },
	} {
		next := x.play(t, s, do)
		d := s.Diff(next)
		if !slices.ContainsFunc(d, func(c game.Change) bool { return c.Field == "@in" }) {
			t.Errorf("%s: no place is in %v", name, d)
		}
		got, err := s.Apply(d)
		if err != nil {
			t.Fatal(err)
		}
		same(t, got, next)
		back, err := next.Apply(next.Diff(s))
		if err != nil {
			t.Fatal(err)
		}
		same(t, back, s)
	}
	sent := func(order ...string) (text [3]string) {
		x := newAlphabet()
		x.card.Label = nil
		rules := x.open(2, x.draw()).Rules()
		s := play(t, begun(rules, game.Chance{Order: order}), "draw")
		next := play(t, s, "draw")
		for i, all := range s.Changes(next, 0, 1, game.Nobody) {
			text[i] = fmt.Sprint(all)
		}
		return text
	}
	one, other := sent("#1", "#2"), sent("#1", "#5")
	if one[0] != other[0] || one[2] != other[2] {
		t.Errorf("the card that player 2 has drawn is sent to others:\n%s\n%s", one, other)
	}
	if one[1] == other[1] || !strings.Contains(one[1], `"B"`) || strings.Contains(one[0]+one[2], `"B"`) {
		t.Errorf("player 2 gets %s, the others %s and %s", one[1], one[0], one[2])
	}
}

// A move that fails anywhere leaves nothing behind: the next move is played on the old state.
func TestTrapTC4NoHalfMoves(t *testing.T) {
	fail := errors.New("it breaks")
	half := func(tx *game.Tx, x *box) {
		tx.Move(tx.First(x.row), x.pile)
		points.Set(tx, game.Root, 9)
		tx.Shuffle(x.row)
		tx.Give(tx.First(x.row), 1)
		tx.Say("half")
	}
	for where, spoil := range map[string]func(x *box, broken *bool){
		"Do": func(x *box, broken *bool) {
			x.do = func(tx *game.Tx) {
				half(tx, x)
				if *broken {
					panic(fail)
				}
			}
		},
		"Enter": func(x *box, broken *bool) {
			x.pile.Enter = func(tx *game.Tx, _, _ game.ID) {
				if *broken {
					panic(fail)
				}
			}
		},
		"End": func(x *box, broken *bool) {
			x.End = func(tx *game.Tx) {
				if points.Set(tx, game.Root, 8); *broken {
					panic(fail)
				}
			}
		},
		"a hook of the flow": func(x *box, broken *bool) {
			x.Flow = &game.Loop{Do: &game.EachSeat{Name: "turn", Do: &game.Phase{Name: "p", Do: &game.Act{Name: "act"}, End: func(tx *game.Tx) {
				if points.Set(tx, game.Root, 7); *broken {
					panic(fail)
				}
			}}}}
		},
		"a step that cannot continue": func(x *box, broken *bool) {
			x.Flow = &game.Loop{Do: &game.EachSeat{Name: "turn", Do: &game.Phase{Name: "p", Do: game.Steps{&game.Act{Name: "act"}, &game.EachSeat{
				Do: game.Steps{}, From: func(*game.Tx) game.Seat {
					if *broken {
						return 99
					}
					return 0
				}}}}}}
		},
	} {
		broken := false
		x := newBox()
		x.do = func(tx *game.Tx) { half(tx, x) }
		spoil(x, &broken)
		s := x.setup(t, func(tx *game.Tx) { tx.CreateMany(6, x.stone, x.row) })
		before, want := string(s.Save()), play(t, s, "do")
		f := s.Fork()
		broken = true
		next, err := s.PlayText(0, "do")
		if _, ok := errors.AsType[*game.Fault](err); !ok || next != s || string(s.Save()) != before || len(next.Said()) != 0 {
			t.Errorf("%s: it fails with %v and leaves %s", where, err, next.Save())
		}
		if err := f.Play(game.Move{Action: "do"}); err == nil {
			t.Errorf("%s: it does not fail in a fork", where)
		}
		broken = false
		same(t, play(t, s, "do"), want)
		f.Reset(s)
		if err := f.Play(game.Move{Action: "do"}); err != nil || f.Hash() != want.Hash() {
			t.Errorf("%s: after a failed move the fork differs: %v", where, err)
		}
	}
	// A refused move that has already acted, by a pick with Then, is undone as well.
	x := newBox()
	p := &game.Pick[int]{Name: "p", Range: fixed(1, 3), Then: func(tx *game.Tx, n int) { points.Set(tx, game.Root, n); tx.Roll(6) }}
	act := x.picking(func(*game.Tx) {}, p)
	act.Check = game.When("not three", func(tx *game.Tx) bool { return points.Of(tx, game.Root) != 3 })
	s := x.start(t)
	f := s.Fork()
	if next, err := s.PlayText(0, "pick 3"); game.CodeOf(err) != game.Rejected || next != s || points.Of(s, game.Root) != 0 {
		t.Errorf("a refused move has left %d: %v", points.Of(next, game.Root), err)
	}
	if err := f.Play(game.Move{Action: "pick", Picks: [][]game.Value{value(3)}}); game.CodeOf(err) != game.Rejected || f.Hash() != s.Hash() {
		t.Errorf("in a fork it has left %d: %v", points.Of(f.State(), game.Root), err)
	}
}

// No condition is evaluated before the picks it may read are chosen.
func TestTrapTC5ConditionsSeeArguments(t *testing.T) {
	asked := map[string]int{}
	everyWay(t, watching(t, asked).start(t))
	for _, who := range []string{"If of the action", "If of the first", "If", "Check", "Do"} {
		if asked[who] == 0 {
			t.Errorf("%s is never called", who)
		}
	}
	// Availability is not guessed: an action is available if it has a complete move.
	x := newBox()
	p := &game.Pick[int]{Name: "p", Range: fixed(1, 3)}
	act := x.picking(func(*game.Tx) {}, p)
	act.Check = game.When("never", func(tx *game.Tx) bool { return p.In(tx) > 3 })
	x.Actions = append(x.Actions, &game.Action{Name: "wait", Do: func(*game.Tx) {}})
	offers, err := x.start(t).Offers(game.Move{})
	if err != nil || len(offers) != 2 || offers[0].Why == nil || offers[1].Why != nil {
		t.Errorf("got %v, %v", offers, err)
	}
}

// Parts and Effects cannot hold functions or anything that leads to one, so no state contains any. A waiting effect is
// a name and data, and continues with newly built rules.
func TestTrapTC6NoClosuresInTheState(t *testing.T) {
	type holder struct{ Do *func() }
	for name, spoil := range map[string]func(*box){
		"pointer":     func(x *box) { x.Parts = append(x.Parts, game.NewPart[*func()]("bad")) },
		"interface":   func(x *box) { x.Parts = append(x.Parts, game.NewPart[interface{ Do() }]("bad")) },
		"channel":     func(x *box) { x.Parts = append(x.Parts, game.NewPart[chan func()]("bad")) },
		"in a struct": func(x *box) { x.Parts = append(x.Parts, game.NewPart[[2]holder]("bad")) },
		"of an effect": func(x *box) {
			x.Effects = []game.AnyEffect{&game.Effect[*func()]{Name: "bad", Do: func(*game.Tx, *func()) {}}}
		},
		"deep in its data": func(x *box) {
			x.Effects = []game.AnyEffect{&game.Effect[holder]{Name: "bad", Do: func(*game.Tx, holder) {}}}
		},
		"of a seat's own": func(x *box) { x.Parts = append(x.Parts, game.NewPrivate[*func()]("bad")) },
		"of a secret":     func(x *box) { x.Parts = append(x.Parts, game.NewPart[*func()]("bad").Seen(game.ByOwner)) },
	} {
		x := newBox()
		spoil(x)
		if faults := faultsOf(x.Rules.Check()); !strings.Contains(strings.Join(faults, "\n"), "bad") {
			t.Errorf("%s: got %v, want a fault", name, faults)
		}
	}
	s := must(t, newShop().start(t), 0, "owe")
	l, err := newShop().Rules.Load(s.Save())
	if err != nil {
		t.Fatal(err)
	}
	if l = must(t, l, 0, "done"); points.Of(l, game.Root) != 5 {
		t.Errorf("the effect scheduled before the save gives %d", points.Of(l, game.Root))
	}
}
