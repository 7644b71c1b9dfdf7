package game_test

import (
	"testing"

	"github.com/plygame/ply/game"
)

// lotto is a game in which players choose 6 of 49 numbers; further picks may be added.
func lotto(more ...game.Choice) *box {
	x := newBox()
	six := &game.Pick[int]{Name: "six", Range: fixed(1, 49), Several: fixed(6, 6)}
	x.picking(func(*game.Tx) {}, append([]game.Choice{six}, more...)...)
	return x
}

// Moves can be counted where there are too many to list.
func TestCountMoves(t *testing.T) {
	bonus := &game.Pick[int]{Name: "bonus", Range: fixed(0, 9)}
	code := &game.Pick[int]{Name: "code", Range: fixed(1, 8), Repeat: true, Several: fixed(1, 5)}
	for _, c := range []struct {
		x    *box
		want uint64
	}{
		{lotto(), 13_983_816},
		{lotto(bonus), 139_838_160},
		{lotto(code), 13_983_816 * (8 + 64 + 512 + 4096 + 32768)},
	} {
		if n, err := c.x.start(t).CountMoves(); err != nil || n != c.want {
			t.Errorf("%d moves are counted, want %d (%v)", n, c.want, err)
		}
	}
	x := newBox()
	x.picking(func(*game.Tx) {}, &game.Pick[int]{Name: "half", Range: fixed(1, 100), Several: fixed(50, 50)})
	_, err := x.start(t).CountMoves()
	wantRefusal(t, err, game.TooMany, "there are about 1.01e+29 moves, too many to count")
	x = newBox()
	x.picking(func(*game.Tx) {}, &game.Pick[string]{Name: "text", Text: &game.Text{}})
	if _, err := x.start(t).CountMoves(); game.CodeOf(err) != game.Malformed {
		t.Errorf("free text is counted: %v", err)
	}
}

// Moves refuses to list more than a million moves, but can list the first few, and random play works.
func TestTooManyToList(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: takes long")
	}
	s := lotto().start(t)
	_, err := s.Moves()
	wantRefusal(t, err, game.TooMany, "there are 13983816 moves, but at most 1048576 can be listed")
	if some, err := s.MovesUpTo(1000); len(some) != 1000 || err != nil {
		t.Errorf("%d moves are listed, want 1000 (%v)", len(some), err)
	}
	f := s.Fork()
	f.Seed(1)
	if n, err := f.Playout(100); n != 100 || err != nil {
		t.Error(n, err)
	}
	if _, err := f.Perft(1); err != nil && game.CodeOf(err) != game.TooMany {
		t.Error(err)
	}
	x := newBox() // four picks of one value each, which are enumerated
	var picks []game.Choice
	for _, name := range []string{"a", "b", "c", "d"} {
		picks = append(picks, &game.Pick[int]{Name: name, Range: fixed(1, 99)})
	}
	x.picking(func(*game.Tx) {}, picks...)
	s = x.start(t)
	_, err = s.Moves()
	wantRefusal(t, err, game.TooMany, "there are too many moves to list: at most 1048576 can be listed")
	if n, err := s.CountMoves(); n != 99*99*99*99 || err != nil {
		t.Error(n, err)
	}
}
