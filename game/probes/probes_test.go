// Package probes holds games that try out what the kernel offers: chained jumps, dice that must be played, positions
// that must not recur. They are written to be read as much as run: if the rules of one read badly, the kernel is not
// finished. Some games are shipped by now. Checkers stays here twice, as checkers and as draughts, because reference_test.go
// compares the plain way to write it, the fast way and a hand-written loop.
package probes

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
)

// start starts a game for two with these draws first.
func start(t testing.TB, r *game.Rules, next ...game.Chance) *game.State {
	t.Helper()
	s, err := r.Start(2, game.SeedOf(1), next...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// play plays the moves, each by the seat whose turn it is.
func play(t testing.TB, s *game.State, moves ...string) *game.State {
	t.Helper()
	for _, text := range moves {
		next, err := s.PlayText(s.Turn(), text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		s = next
	}
	return s
}

// refused checks that a move is refused with the code and exactly these words, and does not change the state.
func refused(t testing.TB, s *game.State, text string, code game.Code, words string) {
	t.Helper()
	hash := s.Hash()
	after, err := s.PlayText(s.Turn(), text)
	r, ok := errors.AsType[*game.Refusal](err)
	switch {
	case !ok:
		t.Errorf("%s: want a refusal, got %v", text, err)
	case r.Code != code || r.Why.String() != words:
		t.Errorf("%s: refused as %s, %q; want %s, %q", text, r.Code, r.Why, code, words)
	case after != s || s.Hash() != hash:
		t.Errorf("%s: the refusal changed the state", text)
	}
}

// legal returns all moves of the seat to act, as text, in alphabetical order.
func legal(t testing.TB, s *game.State) []string {
	t.Helper()
	moves, err := s.Moves()
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, m := range moves {
		all = append(all, s.Text(m))
	}
	slices.Sort(all)
	return all
}

// offers checks that exactly these moves are legal, in any order.
func offers(t testing.TB, s *game.State, want ...string) {
	t.Helper()
	slices.Sort(want)
	if got := legal(t, s); !slices.Equal(got, want) {
		t.Errorf("legal moves are\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
}

// drawn checks what the board of the game looks like.
func drawn(t testing.TB, s *game.State, want string) {
	t.Helper()
	b := s.Rules().Layout[0].(*board.Grid)
	if got := b.Draw(s); got != dedent(want) {
		t.Errorf("the board is\n%s\nwant\n%s", got, dedent(want))
	}
}

// dedent removes the tabs and the empty first line of a drawing in a test.
func dedent(drawing string) string {
	return strings.TrimPrefix(strings.ReplaceAll(drawing, "\t", ""), "\n") + "\n"
}

// perft counts the games of this many moves.
func perft(t testing.TB, s *game.State, depth int) uint64 {
	t.Helper()
	n, err := s.Fork().Perft(depth)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// holds returns the labels of the contents of a place, in alphabetical order.
func holds(s *game.State, place string) string {
	var all []string
	for id := range s.In(s.Find(place)) {
		all = append(all, s.Kind(id).Label(s, id))
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}
