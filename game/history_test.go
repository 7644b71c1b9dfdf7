package game_test

import (
	"fmt"
	"testing"

	"github.com/plygame/ply/game"
)

// historyOf plays moves into a history.
func historyOf(t testing.TB, s *game.State, keep int, moves ...string) *game.History {
	t.Helper()
	h := game.NewHistory(s, keep)
	for _, text := range moves {
		playIn(t, h, text)
	}
	return h
}

func playIn(t testing.TB, h *game.History, text string) {
	t.Helper()
	m, err := h.State().Parse(h.State().Turn(), text)
	if err == nil {
		err = h.Play(m)
	}
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
}

// Undo and redo give back exactly the states that were: places, parts, turn, random
// numbers, all of it.
func TestUndoAndRedo(t *testing.T) {
	x := fair(false)
	moves := fairGame(t)
	all := states(t, x.Rules, 3, moves...)
	h := historyOf(t, all[0], 0, moves...)
	same(t, h.State(), all[len(all)-1])
	for i := len(moves) - 1; i >= 0; i-- {
		if err := h.Undo(); err != nil {
			t.Fatal(err)
		}
		same(t, h.State(), all[i])
		if got := len(h.Record().Moves); got != i {
			t.Errorf("after undoing to %d the record has %d moves", i, got)
		}
	}
	wantRefusal(t, h.Undo(), game.NothingToDo, "there is no move to undo")
	for i := range moves {
		if err := h.Redo(); err != nil {
			t.Fatal(err)
		}
		same(t, h.State(), all[i+1])
	}
	wantRefusal(t, h.Redo(), game.NothingToDo, "there is no move to redo")
	if r := h.Record(); len(r.Moves) != len(moves) || r.Result != all[len(all)-1].Outcome().String() {
		t.Errorf("the record has %d moves, %s", len(r.Moves), r.Result)
	}
}

// After another move, what was undone is forgotten.
func TestRedoIsForgotten(t *testing.T) {
	h := historyOf(t, nim(), 0, "take 1", "take 2")
	for range 2 {
		if err := h.Undo(); err != nil {
			t.Fatal(err)
		}
	}
	if err := h.Redo(); err != nil {
		t.Fatal(err)
	}
	playIn(t, h, "take 3")
	wantRefusal(t, h.Redo(), game.NothingToDo, "there is no move to redo")
	if r := h.Record(); len(r.Moves) != 2 || r.Moves[0].Text != "take 1" || r.Moves[1].Text != "take 3" {
		t.Errorf("the record is %v", r.Moves)
	}
	if _, err := game.Replay(h.State().Rules(), h.Record(), -1); err != nil {
		t.Error(err)
	}
}

// A refused move is no part of the history, and nothing that was undone is lost by it.
func TestRefusedIsNotKept(t *testing.T) {
	h := historyOf(t, nim(), 0, "take 1", "take 2")
	if err := h.Undo(); err != nil {
		t.Fatal(err)
	}
	before := h.State()
	wantRefusal(t, h.Play(game.Move{Seat: 0, Action: "take", Picks: [][]game.Value{value(1)}}), game.NotYourTurn, "take: it is the turn of seat 1")
	wantRefusal(t, h.Play(game.Move{Seat: 1, Action: "take", Picks: [][]game.Value{value(9)}}), game.NotOffered, "take, n: 9 cannot be chosen, only 1 to 3")
	if h.State() != before || len(h.Record().Moves) != 1 {
		t.Error("a refused move has changed the history")
	}
	if err := h.Redo(); err != nil || len(h.Record().Moves) != 2 {
		t.Errorf("the redo is lost: %v", err)
	}
}

// The states to go back to are bounded, at 100 unless it is said; the record is whole.
func TestBoundedHistory(t *testing.T) {
	for _, c := range []struct{ keep, can int }{{0, 100}, {3, 3}, {1, 1}, {500, 150}} {
		x := newBox()
		h := game.NewHistory(x.start(t), c.keep)
		for range 150 {
			playIn(t, h, "do")
		}
		undone := 0
		for h.Undo() == nil {
			undone++
		}
		if undone != c.can || h.State().Played() != 150-c.can {
			t.Errorf("keeping %d: %d moves can be undone", c.keep, undone)
		}
		if undone < 150 {
			wantRefusal(t, h.Undo(), game.NothingToDo, fmt.Sprintf("moves before the last %d cannot be undone", c.can))
		}
		for h.Redo() == nil {
			undone--
		}
		if undone != 0 || h.State().Played() != 150 || len(h.Record().Moves) != 150 {
			t.Errorf("keeping %d: after redo %d moves, %d in the record", c.keep, h.State().Played(), len(h.Record().Moves))
		}
	}
}

// A move that is final cannot be undone, nor can what came before it.
func TestFinal(t *testing.T) {
	x := inn()
	h := historyOf(t, x.start(t), 0, "pick 1 2", "sing")
	before := h.State()
	r := wantRefusal(t, h.Undo(), game.Final, "sing: it cannot be taken back")
	if r.Action != "sing" || h.State() != before {
		t.Error("the history has changed")
	}
	playIn(t, h, "pick 1 2")
	if err := h.Undo(); err != nil || h.State() != before {
		t.Error(err)
	}
	if game.CodeOf(h.Undo()) != game.Final {
		t.Error("it can be taken back after all")
	}
}

// The record that is handed out is the caller's.
func TestRecordIsACopy(t *testing.T) {
	h := historyOf(t, nim(), 0, "take 1", "take 2")
	h.Record().Moves[0].Text = "take 3"
	if h.Record().Moves[0].Text != "take 1" {
		t.Error("the history can be changed through its record")
	}
}

// A History plays, goes back and forward again, and writes the record.
func ExampleHistory() {
	h := game.NewHistory(nim(), 0)
	for _, n := range []int64{3, 1} {
		m := game.Move{Seat: h.State().Turn(), Action: "take", Picks: [][]game.Value{{{N: n}}}}
		fmt.Println(h.Play(m), h.State().Count(h.State().Find("heap")))
	}
	fmt.Println(h.Undo(), h.State().Count(h.State().Find("heap")))
	fmt.Println(h.Redo(), h.State().Count(h.State().Find("heap")))
	fmt.Println(h.Redo())
	// Output:
	// <nil> 4
	// <nil> 3
	// <nil> 4
	// <nil> 3
	// there is no move to redo
}
