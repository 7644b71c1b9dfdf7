package web_test

import (
	"math/rand/v2"
	"testing"

	"github.com/plygame/ply/wire"
)

// TestPlayToTheEnd plays whole matches in two browsers. A reloaded page shows the same table and keeps its seat.
func TestPlayToTheEnd(t *testing.T) {
	for i, c := range []struct {
		game    string
		options map[string]any
		screen  screen
	}{
		{game: "tictactoe", screen: desk},
		{game: "connect4", screen: phone},
		{game: "hex", screen: desk, options: map[string]any{"size": 5}},
		{game: "gofish", screen: desk},
	} {
		t.Run(c.game, func(t *testing.T) {
			t.Parallel()
			h := newServer(t)
			match := h.create(c.game, wire.Create{Seats: 2, Options: c.options})
			ann, bob := newPlayer(t, h, "Ann", c.screen), newPlayer(t, h, "Bob", desk.inDark(true))
			ann.join(c.game, match)
			bob.join(c.game, match)
			luck := rand.New(rand.NewPCG(uint64(i), 1))
			playOut([]*player{ann, bob}, luck, func(step int) {
				if step != 2 && step != 5 && step != 30 {
					return
				}
				for _, p := range []*player{ann, bob} {
					was, seq := p.still(), p.seq()
					p.reload()
					p.settled("after a reload", was)
					if p.seq() != seq || p.has(`[data-do="join"]`) {
						t.Fatalf("%s is at entry %d, was at %d", p.name, p.seq(), seq)
					}
				}
			})
			h.expectResult(c.game, match, ann, bob)
		})
	}
}

// expectResult checks that the match is over and that all pages show its result.
func (h *testServer) expectResult(game, match string, players ...*player) {
	h.t.Helper()
	about, err := h.client().Match(h.t.Context(), game, match)
	if err != nil {
		h.t.Fatal(err)
	}
	if !about.Match.Over {
		h.t.Fatal("the match is not over")
	}
	for _, p := range players {
		p.waitFor("[data-result]")
		if said := p.attr("[data-result]", "data-result"); said != about.Match.Outcome.Line.Text {
			h.t.Errorf("%s sees the result %q, want %q", p.name, said, about.Match.Outcome.Line.Text)
		}
		if p.text("[data-result] h2") == "" || p.turn() != "over" {
			h.t.Errorf("%s sees no result text, or data-turn is %q", p.name, p.turn())
		}
	}
}
