package game_test

import (
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"weak"

	"github.com/plygame/ply/game"
)

// The tests in this file and the other trap_*_test.go files cover the traps in docs/features.md: known defects of other
// engines. Each trap has a test named after it, which fails if the kernel has that defect.

// shop is a small game with some of everything: turns of several moves, a step in which both seats choose in secret, a
// waiting effect, a call in the middle of an action, and chance.
type shop struct {
	*box
	turn  *game.EachSeat
	round *game.Loop
}

// newShop builds the rules again, as another process would: they share nothing with earlier ones.
func newShop() *shop {
	x := &shop{box: newBox()}
	n := &game.Pick[int]{Name: "n", Range: fixed(1, 3)}
	price := &game.Pick[int]{Name: "price", Range: fixed(1, 9)}
	owed := &game.Effect[int]{Name: "owed", Do: func(tx *game.Tx, v int) {
		points.Edit(tx, game.Root, func(n *int) { *n += v })
		tx.Say("{0} is owed", v)
	}}
	work := &game.Action{Name: "work", Pick: []game.Choice{n}, Do: func(tx *game.Tx) {
		for range n.In(tx) {
			tx.Create(x.stone, x.row, points.Is(tx.Roll(6)))
		}
		tx.Shuffle(x.row)
		target.Set(tx, tx.Seat, tx.First(x.row))
	}}
	bid := &game.Action{Name: "bid", Pick: []game.Choice{price}, Do: func(tx *game.Tx) {
		owed.Edit(tx, func(v *int) { *v = price.In(tx) })
	}}
	other := func(tx *game.Tx) game.Seat { return 1 - x.turn.In(tx) }
	answer := &game.Act{Name: "answer", Who: other, Actions: []*game.Action{bid}}
	owe := &game.Action{Name: "owe", Do: func(tx *game.Tx) { tx.Schedule(owed.With(5), game.Occasion{End: x.turn}.Times(2)) }}
	ask := &game.Action{Name: "ask", Do: func(tx *game.Tx) { tx.Call(answer, owed.With(1)) }}
	x.turn = &game.EachSeat{Name: "turn", Do: &game.Phase{Name: "day", Do: &game.Act{Name: "main", Actions: []*game.Action{work, owe, ask}, Min: 1, Max: 2}}}
	vote := &game.Together{Name: "vote", Secret: true, Actions: []*game.Action{simple("aye"), simple("nay")}}
	x.round = &game.Loop{Do: game.Steps{x.turn, &game.Phase{Name: "night", Do: vote}}}
	x.Name, x.Actions, x.Effects, x.Calls, x.Flow = "shop", nil, []game.AnyEffect{owed}, []game.Step{answer}, x.round
	x.Setup = func(tx *game.Tx) { tx.CreateMany(3, x.stone, x.row) }
	return x
}

// shopMoves is a game of shop, by seat and text, that uses everything.
var shopMoves = []struct {
	seat game.Seat
	text string
}{
	{0, "work 2"}, {0, "owe"}, {1, "ask"}, {0, "bid 7"}, {1, "done"}, {1, "aye"}, {0, "nay"},
	{0, "ask"}, {1, "bid 2"}, {0, "owe"}, {1, "work 3"}, {1, "done"}, {0, "aye"}, {1, "aye"}, {0, "work 1"},
}

// shopStates are the states of that game.
func shopStates(t testing.TB, x *shop) []*game.State {
	t.Helper()
	all := []*game.State{x.start(t)}
	for _, m := range shopMoves {
		all = append(all, must(t, all[len(all)-1], m.seat, m.text))
	}
	return all
}

// standing is everything a state reports about the position in the game.
func standing(t testing.TB, x *shop, s *game.State) string {
	t.Helper()
	text := fmt.Sprint(s.Where(), "\n", s.FlowText(), toAct(s), s.Turn(), s.Committed().Len(), x.round.Round(s), x.turn.In(s))
	for seat := range game.Seat(2) {
		p, waits := s.Progress(seat)
		text += fmt.Sprintln("\n", p.Step, p.Used, p.Needs, p.Left, waits, mayDo(t, s, seat))
	}
	return text
}

// The position in the game is stored once, and all reports follow from it, however the state was reached. The turn
// cannot be set to a seat that the step does not wait for.
func TestTrapTF1FlowInOnePlace(t *testing.T) {
	x := newShop()
	all := shopStates(t, x)
	h := newHistory(all[0])
	for i, s := range all {
		want := standing(t, x, s)
		for way, got := range map[string]*game.State{
			"loaded": reload(t, s), "seen by the judge": s.View(game.Judge), "in the history": h.State(),
		} {
			if got := standing(t, x, got); got != want {
				t.Errorf("after %d moves, %s:\n%s\nwant\n%s", i, way, got, want)
			}
		}
		turn := game.Change{Field: "@turn", Was: fmt.Sprint(int(s.Turn())), Is: fmt.Sprint(1 - int(s.Turn()))}
		if wrong, err := s.Apply([]game.Change{turn}); err == nil && !wrong.ToAct().Has(wrong.Turn()) {
			t.Errorf("after %d moves the turn is that of %s, and the game waits for %s", i, wrong.Turn(), toAct(wrong))
		}
		if i == len(shopMoves) {
			break
		}
		led, err := s.Apply(s.Diff(all[i+1]))
		if err != nil {
			t.Fatal(err)
		}
		if got, want := standing(t, x, led), standing(t, x, all[i+1]); got != want {
			t.Errorf("brought to move %d by changes:\n%s\nwant\n%s", i+1, got, want)
		}
		m, err := s.Parse(shopMoves[i].seat, shopMoves[i].text)
		if err == nil {
			err = h.Play(m)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// An action or effect that would do nothing when its time comes is found before any game starts.
func TestTrapTF2NothingToApply(t *testing.T) {
	for name, spoil := range map[string]func(*box){
		"action":           func(x *box) { x.Actions = append(x.Actions, &game.Action{Name: "idle"}) },
		"action of a step": func(x *box) { x.Flow = &game.Act{Name: "act", Who: seat0, Actions: []*game.Action{{Name: "idle"}}} },
		"effect":           func(x *box) { x.Effects = []game.AnyEffect{&game.Effect[int]{Name: "idle"}} },
	} {
		x := newBox()
		spoil(x)
		_, err := x.Rules.Start(2, game.SeedOf(1))
		if !strings.Contains(strings.Join(faultsOf(err), "\n"), `"idle"`) {
			t.Errorf("%s: got %v, want a fault that names it", name, err)
		}
	}
	// An undeclared effect might be a forgotten one, so it is a Fault.
	x := newBox()
	s := x.start(t)
	stray := &game.Effect[int]{Name: "stray", Do: func(*game.Tx, int) {}}
	for name, do := range map[string]func(*game.Tx){
		"done":      func(tx *game.Tx) { tx.Apply(stray.With(1)) },
		"scheduled": func(tx *game.Tx) { tx.Schedule(stray.With(1), game.Occasion{}) },
	} {
		next, err := x.try(s, do)
		if f, ok := errors.AsType[*game.Fault](err); !ok || next != s || !strings.Contains(f.Why, "stray") {
			t.Errorf("an undeclared effect is %s: %v", name, err)
		}
	}
}

// The kernel uses no clock and no randomness except the seed, and the same game with newly built rules is the same to
// the byte.
func TestTrapTF3NoClockNoRandomIDs(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) < 50 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range file.Imports {
			switch path := strings.Trim(i.Path.Value, `"`); path {
			case "time", "os", "net", "crypto/rand", "math/rand", "hash/maphash":
				t.Errorf("%s imports %s", name, path)
			}
		}
	}
	one, other := shopStates(t, newShop()), shopStates(t, newShop())
	for i := range one {
		if string(one[i].Save()) != string(other[i].Save()) {
			t.Fatalf("after %d moves the saves differ:\n%s\n%s", i, one[i].Save(), other[i].Save())
		}
	}
}

// Nothing passed to a state or returned by it can be used to write to it.
func TestTrapTF4NothingIsShared(t *testing.T) {
	x := newRPS(nil)
	s := start(t, x.Rules, 3)
	m, err := s.Parse(2, "show rock 1+2 #2")
	if err != nil {
		t.Fatal(err)
	}
	s, err = s.Play(m)
	if err != nil {
		t.Fatal(err)
	}
	before := string(s.Save())
	m.Picks[0][0], m.Picks[1] = game.Value{Text: "paper"}, nil // kept by the state until all have chosen
	d := start(t, x.Rules, 3).Diff(s)
	for i := range d {
		d[i].Is = "spoiled"
	}
	text := s.Save()
	for i := range text {
		text[i] = 'x'
	}
	must(t, must(t, s, 0, "show paper 3 -"), 1, "show scissors 2 #1") // perhaps allocated in the same memory
	if string(s.Save()) != before {
		t.Errorf("the state is now\n%s\nit was\n%s", s.Save(), before)
	}
	b := newBox()
	over := b.play(t, b.start(t), func(tx *game.Tx) { tx.Say("{0} wins", game.Seat(1)); tx.Score(3, 5) })
	before = string(over.Save())
	o := over.Outcome()
	o.Winners[0], o.Ranks[0], o.Scores[0] = 0, 9, 9
	if o := over.Outcome(); o.Winners[0] != 1 || o.Ranks[0] != 2 || o.Scores[0] != 3 || string(over.Save()) != before {
		t.Errorf("writing to its outcome has changed the state: %s", o)
	}
	// The cells of a board belong to the rules; what is on them does not.
	all, cell := cells(200)
	b = newBox()
	b.Layout = append(b.Layout, all)
	s = b.setup(t, func(tx *game.Tx) { tx.Create(b.stone, cell(7)) })
	next := b.play(t, s, func(tx *game.Tx) { tx.Move(tx.First(cell(7)), cell(190)) })
	if s.Count(cell(7)) != 1 || s.Count(cell(190)) != 0 || next.Count(cell(7)) != 0 || next.Count(cell(190)) != 1 {
		t.Error("two states share the contents of a board")
	}
}

// Creating something impossible is a Fault: nothing is skipped, and nothing of its batch remains.
func TestTrapTF5NoSilentSpawn(t *testing.T) {
	x := newBox()
	x.row.Max = 2
	gone := game.ID(0)
	s := x.setup(t, func(tx *game.Tx) {
		gone = tx.Create(x.card, x.pile)
		tx.Remove(gone)
	})
	before := string(s.Save())
	for name, do := range map[string]func(*game.Tx){
		"nowhere":                 func(tx *game.Tx) { tx.Create(x.stone, game.ID(0)) },
		"on the table":            func(tx *game.Tx) { tx.Create(x.stone, game.Root) },
		"in a removed element":    func(tx *game.Tx) { tx.Create(x.stone, gone) },
		"of an undeclared kind":   func(tx *game.Tx) { tx.Create(&game.Kind{Name: "ghost"}, x.row) },
		"of no kind":              func(tx *game.Tx) { tx.Create(nil, x.row) },
		"with an undeclared part": func(tx *game.Tx) { tx.Create(x.stone, x.row, game.NewPart[int]("speed").Is(3)) },
		"one too many":            func(tx *game.Tx) { tx.CreateMany(3, x.stone, x.row) },
		"in a full batch":         func(tx *game.Tx) { tx.CreateMany(2, x.stone, x.row); tx.Create(x.stone, x.row) },
	} {
		next, err := x.try(s, do)
		f, ok := errors.AsType[*game.Fault](err)
		if !ok || next != s || string(s.Save()) != before {
			t.Errorf("%s: got %v and %s", name, err, in(next, x.row.ID()))
		} else if f.Undeclared != strings.Contains(name, "undeclared") {
			t.Errorf("%s: the Fault says that something is undeclared: %v", name, f.Undeclared)
		}
	}
	if s = x.play(t, s, func(tx *game.Tx) { tx.CreateMany(2, x.stone, x.row) }); s.Count(x.row) != 2 {
		t.Errorf("a batch that fits is %s", in(s, x.row.ID()))
	}
}

// The code of a refusal does not depend on its words: different words do not change it, and a panic is not a refusal,
// whatever it says.
func TestTrapVB1CodesAreNotWords(t *testing.T) {
	s := newBox().start(t)
	_, turn := s.PlayText(1, "do")
	_, none := s.PlayText(0, "fly")
	for _, words := range []string{turn.Error(), none.Error(), "not-turn", "over", "the game has ended", ""} {
		x := newBox()
		p := &game.Pick[int]{Name: "p", Range: fixed(1, 3), If: func(t *game.Tx, n int) bool {
			if n == 1 {
				return t.Refuse(words)
			}
			return true
		}}
		act := x.picking(func(*game.Tx) { panic(words) }, p)
		act.Check = game.When(words, func(tx *game.Tx) bool { return p.In(tx) != 2 })
		x.Actions = append(x.Actions, &game.Action{Name: "no", If: game.When(words, func(*game.Tx) bool { return false }), Do: func(*game.Tx) {}})
		s := x.start(t)
		for text, want := range map[string]game.Code{"pick 1": game.NotOffered, "pick 2": game.Rejected, "no": game.Unavailable, "pick 3": ""} {
			_, err := s.PlayText(0, text)
			if err == nil || game.CodeOf(err) != want {
				t.Errorf("%q says %q, and the code is %q, want %q", text, err, game.CodeOf(err), want)
			}
			if game.CodeOf(fmt.Errorf("the server: %w", err)) != want {
				t.Errorf("%q: wrapped, the code is lost", text)
			}
		}
	}
}

// Any state of a game can be saved, loaded with newly built rules, and played on.
func TestTrapVB2SavesAreLoaded(t *testing.T) {
	all := shopStates(t, newShop())
	for i, s := range all {
		l, err := newShop().Rules.Load(s.Save())
		if err != nil {
			t.Fatalf("after %d moves: %v\n%s", i, err, s.Save())
		}
		if l.Hash() != s.Hash() || string(l.Save()) != string(s.Save()) {
			t.Errorf("after %d moves the loaded state differs", i)
		}
		for k, m := range shopMoves[i:] {
			if l = must(t, l, m.seat, m.text); l.Hash() != all[i+k+1].Hash() {
				t.Fatalf("loaded after %d moves, it differs after move %d", i, i+k+1)
			}
		}
	}
}

// After a roll of dice no legal move is missing, and mandatory captures are enforced: men move along a track by the
// dice, and if one can be hit, one must be.
func TestTrapVB3DiceAndCaptures(t *testing.T) {
	const length = 12
	for a := 1; a <= 6; a++ {
		for b := 1; b <= 6; b++ {
			x := newBox()
			track, cell := cells(length)
			x.Layout = append(x.Layout, track)
			dice := game.NewPart[[2]int8]("dice")
			x.Parts = append(x.Parts, dice)
			lands := func(tx *game.Tx, man game.ID) (at [2]game.ID) {
				for i, d := range dice.Of(tx, game.Root) {
					if to := tx.Parent(man) + game.ID(d); to < cell(length) {
						at[i] = to
					}
				}
				return at
			}
			hits := func(tx *game.Tx, to game.ID) bool { return to != 0 && tx.Held(1).Has(to) }
			men := func(tx *game.Tx) game.Set[game.ID] {
				return tx.Filled().Where(func(c game.ID) bool { return c >= cell(0) && tx.Held(0).Has(c) })
			}
			must := func(tx *game.Tx) bool {
				for c := range men(tx).All() {
					if at := lands(tx, tx.First(c)); hits(tx, at[0]) || hits(tx, at[1]) {
						return true
					}
				}
				return false
			}
			from := &game.Pick[game.ID]{Name: "from", From: men}
			die := &game.Pick[int]{Name: "die", Range: fixed(0, 1), If: func(tx *game.Tx, i int) bool {
				to := lands(tx, tx.First(from.In(tx)))[i]
				switch {
				case to == 0:
					return tx.Refuse("it would leave the track")
				case must(tx) && !hits(tx, to):
					return tx.Refuse("another man must be hit")
				}
				return true
			}}
			x.Actions = []*game.Action{
				{Name: "roll", If: game.When("it is rolled", func(tx *game.Tx) bool { return tx.Played() == 0 }), Do: func(tx *game.Tx) {
					dice.Set(tx, game.Root, [2]int8{int8(tx.Roll(6)), int8(tx.Roll(6))})
					tx.Again()
				}},
				{Name: "go", If: game.When("roll first", func(tx *game.Tx) bool { return tx.Played() > 0 }), Pick: []game.Choice{from, die}, Do: func(*game.Tx) {}},
			}
			mine, theirs := []int{0, 4, 9}, []int{3, 7}
			s := x.setup(t, func(tx *game.Tx) {
				for _, at := range mine {
					tx.Give(tx.Create(x.stone, cell(at)), 0)
				}
				for _, at := range theirs {
					tx.Give(tx.Create(x.stone, cell(at)), 1)
				}
			})
			s = play(t, s.Rig(game.Chance{Number: a}, game.Chance{Number: b}), "roll")

			// The same, computed from plain numbers.
			var free, forced []string
			for _, at := range mine {
				for i, d := range []int{a, b} {
					text := fmt.Sprintf("go c%d %d", at, i)
					if at+d < length {
						free = append(free, text)
					}
					if slices.Contains(theirs, at+d) {
						forced = append(forced, text)
					}
				}
			}
			want := free
			if len(forced) > 0 {
				want = forced
			}
			if got := texts(t, s); !slices.Equal(got, want) {
				t.Errorf("after %d and %d: %q, want %q", a, b, got, want)
			}
			for _, text := range free {
				if _, err := s.PlayText(0, text); (err == nil) != slices.Contains(want, text) {
					t.Errorf("after %d and %d, %s: %v", a, b, text, err)
				}
			}
		}
	}
}

// A state keeps none of its predecessors in memory, although it remembers positions, what was seen, and what waits.
func TestTrapVB4OldStatesAreFreed(t *testing.T) {
	x := newBox()
	x.hand.Seen, x.pile.Seen = game.ByOwner, game.ByNone
	x.Position = game.Position{Places: []game.Layout{x.row}, Mover: true}
	s := x.setup(t, func(tx *game.Tx) {
		tx.CreateMany(40, x.card, x.pile)
		tx.Shuffle(x.pile)
	})
	var old []weak.Pointer[game.State]
	for i := range 30 {
		old = append(old, weak.Make(s))
		s = x.play(t, s, func(tx *game.Tx) {
			tx.Move(tx.Last(x.pile), x.hand.Of(tx.Seat))
			tx.Say("move {0}", i)
			tx.Reveal(tx.Last(x.hand.Of(tx.Seat)))
		})
		s.View(0)
		s.Hash()
	}
	runtime.GC()
	runtime.GC()
	kept := 0
	for _, p := range old {
		if p.Value() != nil {
			kept++
		}
	}
	if kept > 1 { // the last one may still be in a register
		t.Errorf("%d of %d old states are kept alive", kept, len(old))
	}
	runtime.KeepAlive(s)
}
