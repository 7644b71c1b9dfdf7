package match_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
)

func begun(t testing.TB, r *game.Rules, seats int) *game.State {
	t.Helper()
	s, err := r.Start(seats, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// nimRules returns the rules of nim with one heap of seven sticks; taking the last one wins.
func nimRules() *game.Rules {
	heap, stick := &game.Place{Name: "heap"}, &game.Kind{Name: "stick"}
	n := &game.Pick[int]{Name: "n", Range: func(t *game.Tx) (int, int) { return 1, min(3, t.Count(heap)) }}
	return &game.Rules{
		Name: "nim", Version: "1", Seats: game.Exactly(2),
		Layout: []game.Layout{heap}, Kinds: []*game.Kind{stick},
		Setup: func(t *game.Tx) { t.CreateMany(7, stick, heap) },
		Actions: []*game.Action{{Name: "take", Pick: []game.Choice{n}, Do: func(t *game.Tx) {
			for range n.In(t) {
				t.Remove(t.Last(heap))
			}
			if t.Count(heap) == 0 {
				t.Win(t.Seat)
			}
		}}},
	}
}

// taken returns a match of nim after taking these numbers of sticks.
func taken(t testing.TB, sticks ...int) *match.Match {
	t.Helper()
	m := match.Begin(begun(t, nimRules(), 2))
	for _, n := range sticks {
		take(t, m, n)
	}
	return m
}

func take(t testing.TB, m *match.Match, n int) {
	t.Helper()
	batch, err := m.Make(nil, game.Move{Seat: m.State().Turn(), Action: "take", Picks: [][]game.Value{{{N: int64(n)}}}})
	do(t, m, batch, err)
}

func sameState(t testing.TB, got, want *game.State) {
	t.Helper()
	if a, b := string(got.Save()), string(want.Save()); a != b || got.Hash() != want.Hash() {
		t.Errorf("the states differ:\n%s\n%s", a, b)
	}
}

// refusedAs asserts that err is a refusal with this code and text.
func refusedAs(t testing.TB, err error, code game.Code, words string) {
	t.Helper()
	if game.CodeOf(err) != code || err.Error() != words {
		t.Errorf("refused as %q: %v; want %q: %s", game.CodeOf(err), err, code, words)
	}
}

// Back and Forward return to exactly the same states, however few are cached.
func TestBackAndForward(t *testing.T) {
	for _, keep := range []int{0, 1, 1000} {
		r, rec, all := fished(t, 0)
		m, err := match.Replay(r, rec, -1)
		if err != nil {
			t.Fatal(err)
		}
		m.Keep = keep
		for i := len(all) - 2; i >= 0; i-- {
			if err := m.Back(); err != nil {
				t.Fatal(err)
			}
			sameState(t, m.State(), all[i])
			if got := m.Record(); len(got.Moves) != i || got.Result != "" {
				t.Errorf("at %d the record has %d moves, and says %s", i, len(got.Moves), got.Result)
			}
		}
		refusedAs(t, m.Back(), match.NothingToDo, "there is no move to undo")
		if last, err := m.At(len(all) - 1); err != nil || last.Hash() != all[len(all)-1].Hash() {
			t.Errorf("an undone entry has no state: %v", err)
		}
		for _, s := range all[1:] {
			if err := m.Forward(); err != nil {
				t.Fatal(err)
			}
			sameState(t, m.State(), s)
		}
		refusedAs(t, m.Forward(), match.NothingToDo, "there is no move to redo")
		if m.Record().String() != rec.String() {
			t.Errorf("the record is\n%s", m.Record())
		}
	}
}

// A new move discards the undone moves.
func TestNewMoveDiscardsUndone(t *testing.T) {
	m := taken(t, 1, 2, 1)
	for range 3 {
		if err := m.Back(); err != nil {
			t.Fatal(err)
		}
	}
	if err := m.Forward(); err != nil {
		t.Fatal(err)
	}
	take(t, m, 3)
	refusedAs(t, m.Forward(), match.NothingToDo, "there is no move to redo")
	take(t, m, 2)
	if s, err := m.At(3); err != nil || s != m.State() {
		t.Errorf("an undone state is still there: %v", err)
	}
	var texts []string
	for _, e := range m.Record().Moves {
		texts = append(texts, e.Text())
	}
	if !slices.Equal(texts, []string{"take 1", "take 3", "take 2"}) {
		t.Errorf("the record is %v", texts)
	}
	if _, err := match.Replay(m.Rules(), m.Record(), -1); err != nil {
		t.Error(err)
	}
}

// A refused move does not change the match, and does not discard undone moves.
func TestRefusedMoveChangesNothing(t *testing.T) {
	m := taken(t, 1, 2)
	if err := m.Back(); err != nil {
		t.Fatal(err)
	}
	before := m.State()
	for words, move := range map[string]game.Move{
		"take: it is the turn of player 2":         {Seat: 0, Action: "take", Picks: [][]game.Value{{{N: 1}}}},
		"take, n: 9 cannot be chosen, only 1 to 3": {Seat: 1, Action: "take", Picks: [][]game.Value{{{N: 9}}}},
	} {
		if batch, err := m.Make(nil, move); batch != nil || err == nil || err.Error() != words {
			t.Errorf("got %v, want %s", err, words)
		}
	}
	if m.State() != before || m.Seq() != 1 {
		t.Error("a refused move has changed the match")
	}
	if err := m.Forward(); err != nil || m.Seq() != 2 {
		t.Errorf("Forward fails: %v", err)
	}
}

// A batch may have several moves; the match does not change until it is committed.
func TestMakeSeveral(t *testing.T) {
	m := taken(t, 1)
	move := func(seat game.Seat, n int64) game.Move {
		return game.Move{Seat: seat, Action: "take", Picks: [][]game.Value{{{N: n}}}}
	}
	batch, err := m.Make(nil, move(1, 3))
	if err == nil {
		batch, err = m.Make(batch, move(0, 2))
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Make(batch, move(0, 1)); game.CodeOf(err) != game.NotYourTurn {
		t.Errorf("a move after a batch is not checked against its state: %v", err)
	}
	if m.Seq() != 1 {
		t.Error("the batch has taken effect before it was committed")
	}
	if m.Commit(batch); m.Seq() != 3 || m.State().Played() != 3 {
		t.Errorf("the match is at %d", m.Seq())
	}
}

// A NoUndo move cannot be undone, nor can the moves before it.
func TestFinal(t *testing.T) {
	r := nimRules()
	r.Actions = append(r.Actions, &game.Action{Name: "swear", NoUndo: true, Do: func(*game.Tx) {}})
	m := match.Begin(begun(t, r, 2))
	take(t, m, 1)
	play(t, m, 1, "swear")
	before := m.State()
	refusedAs(t, m.Back(), match.Final, "swear: it cannot be undone")
	take(t, m, 1)
	if err := m.Back(); err != nil || m.State() != before {
		t.Error(err)
	}
	if game.CodeOf(m.Back()) != match.Final {
		t.Error("the move can be undone")
	}
}

// Callers may change the record they get.
func TestRecordIsACopy(t *testing.T) {
	m := taken(t, 1, 2)
	m.Record().Moves[0].Move = "take 3"
	if m.Record().Moves[0].Move != "take 1" {
		t.Error("the match can be changed through its record")
	}
}

// A record begins at the last Rig, and Back returns to rigged chance.
func TestRig(t *testing.T) {
	for _, keep := range []int{1, 100} {
		m := match.Begin(begun(t, rolling(), 2))
		m.Keep = keep
		m.Rig(game.Chance{Number: 7})
		if m.Record().Start == "" {
			t.Error("the record of a rigged start does not begin with a state")
		}
		play(t, m, 0, "roll")
		play(t, m, 1, "roll")
		m.Rig(game.Chance{Number: 500})
		rigged := m.State()
		for range 5 {
			play(t, m, m.State().Turn(), "roll")
		}
		rec := m.Record()
		if len(rec.Moves) != 5 || rec.Start != string(rigged.Save()) {
			t.Errorf("the record has %d moves", len(rec.Moves))
		}
		again, err := match.Replay(rolling(), rec, -1)
		if err != nil {
			t.Fatal(err)
		}
		sameState(t, again.State(), m.State())
		for range 6 {
			if err := m.Back(); err != nil {
				t.Fatal(err)
			}
		}
		if n := len(m.Record().Moves); n != 1 {
			t.Errorf("before the second Rig, the record has %d moves", n)
		}
		if err := m.Forward(); err != nil {
			t.Fatal(err)
		}
		sameState(t, m.State(), rigged)
		m.Rig()
		refusedAs(t, m.Forward(), match.NothingToDo, "there is no move to redo")
	}
}

// Whatever the order of moves, Back, Forward and Rig, the match agrees with a plain list of states.
func TestLocalModel(t *testing.T) {
	for seed := range uint64(40) {
		luck := rand.New(rand.NewPCG(seed, 1))
		m := match.Begin(begun(t, rolling(), 2))
		m.Keep = int(seed%4) + 1
		all, now := []*game.State{m.State()}, 0
		for range 200 {
			switch luck.IntN(7) {
			case 0, 1:
				if err := m.Back(); (err == nil) != (now > 0) {
					t.Fatal(err)
				} else if err == nil {
					now--
				}
			case 2:
				if err := m.Forward(); (err == nil) != (now < len(all)-1) {
					t.Fatal(err)
				} else if err == nil {
					now++
				}
			case 3:
				n := luck.IntN(len(all))
				if s, err := m.At(n); err != nil || s.Hash() != all[n].Hash() {
					t.Fatalf("seed %d: state %d of %d: %v", seed, n, now, err)
				}
			case 4:
				c := game.Chance{Number: 1 + luck.IntN(1000)}
				m.Rig(c)
				all[now] = all[now].Rig(c)
				all = all[:now+1]
			default:
				play(t, m, m.State().Turn(), "roll")
				next, err := all[now].PlayText(all[now].Turn(), "roll")
				if err != nil {
					t.Fatal(err)
				}
				all, now = append(all[:now+1], next), now+1
			}
			if m.Seq() != now || m.State().Hash() != all[now].Hash() {
				t.Fatalf("seed %d: the match is at %d, not %d", seed, m.Seq(), now)
			}
		}
		again, err := match.Replay(m.Rules(), m.Record(), -1)
		if err != nil {
			t.Fatal(err)
		}
		sameState(t, again.State(), m.State())
	}
}

// A local match can undo and redo, and write a record.
func ExampleBegin() {
	start, _ := nimRules().Start(2, game.SeedOf(1))
	m := match.Begin(start)
	heap := func() int { return m.State().Count(m.State().Find("heap")) }
	for _, text := range []string{"take 3", "take 1"} {
		batch, err := m.Play(m.State().Turn(), m.Seq(), text)
		if err != nil {
			fmt.Println(err)
			return
		}
		m.Commit(batch)
	}
	fmt.Println(heap(), m.Back(), heap(), m.Forward(), heap())
	fmt.Println(m.Forward())
	// Output:
	// 3 <nil> 4 <nil> 3
	// there is no move to redo
}
