package game_test

import (
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
)

// history is a game with undo and redo.
type history struct{ *match.Match }

func newHistory(s *game.State) *history { return &history{match.Begin(s)} }

// historyOf plays moves into a history.
func historyOf(t testing.TB, s *game.State, moves ...string) *history {
	t.Helper()
	h := newHistory(s)
	for _, text := range moves {
		playIn(t, h, text)
	}
	return h
}

func playIn(t testing.TB, h *history, text string) {
	t.Helper()
	m, err := h.State().Parse(h.State().Turn(), text)
	if err == nil {
		err = h.Play(m)
	}
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
}

func (h *history) Play(m game.Move) error {
	batch, err := h.Make(nil, m)
	if err == nil {
		h.Commit(batch)
	}
	return err
}

// replayed is the state after the first moves of a record.
func replayed(r *game.Rules, rec *match.Record, upTo int) (*game.State, error) {
	m, err := match.Replay(r, rec, upTo)
	if m == nil {
		return nil, err
	}
	return m.State(), err
}
