package server_test

import (
	"testing"

	"github.com/plygame/ply/games"
	"github.com/plygame/ply/server"
	"github.com/plygame/ply/wire"
)

// In practice, a player gets hints: the moves a bot has considered, the best first, as drafts that can be played.
func TestHint(t *testing.T) {
	h := start(t)
	c := h.create("tictactoe", map[string]any{"bots": []int{1}, "bot": "random"})
	ada := h.watch(c.Match, h.join("tictactoe", c.Match, "Ada").Token)
	m := ada.ask(wire.Request{Do: "hint"})
	if m.Hint == nil || m.Hint.Level != "sharp" || len(m.Hint.Moves) != 9 {
		t.Fatalf("the hint is %s", asText(m))
	}
	best, share := m.Hint.Moves[0], 0
	for _, x := range m.Hint.Moves {
		share += x.Share
		if x.Action != "place" || len(x.Picks) != 1 || len(x.Picks[0]) != 1 || x.Line == nil || x.Line.Text != "{0} plays {1}" {
			t.Errorf("a move of the hint is %s", asText(x))
		}
	}
	if share < 90 || share > 110 || best.Value < 50 || best.Value > 100 {
		t.Errorf("the shares add up to %d, the best move is %s", share, asText(best))
	}
	if m := ada.ask(wire.Request{Do: "play", Seq: &ada.seq, Move: []byte(asText(map[string]any{"action": best.Action, "picks": best.Picks}))}); m.Type != "answer" {
		t.Errorf("the best move cannot be played: %s", asText(m))
	}
}

// Every draft of a hint can be played, in every game.
func TestHintsCanBePlayed(t *testing.T) {
	h := start(t)
	for _, r := range games.All() {
		bots := []int{}
		for seat := 1; seat < r.Seats.Min; seat++ {
			bots = append(bots, seat)
		}
		c := h.create(r.Name, map[string]any{"bots": bots, "bot": "random"})
		ada := h.watch(c.Match, h.join(r.Name, c.Match, "Ada").Token)
		for range 4 {
			eventually(t, "it is Ada's turn", func() bool { return ada.over || len(ada.ask(wire.Request{Do: "moves"}).Moves) > 0 })
			if ada.over {
				break
			}
			m := ada.ask(wire.Request{Do: "hint", Level: "20"})
			if m.Hint == nil || len(m.Hint.Moves) == 0 || len(m.Hint.Moves) > 20 {
				t.Fatalf("%s: the hint is %s", r.Name, asText(m))
			}
			best := m.Hint.Moves[0]
			if m := ada.ask(wire.Request{Do: "play", Seq: &ada.seq, Move: []byte(asText(map[string]any{"action": best.Action, "picks": best.Picks}))}); m.Type != "answer" {
				t.Fatalf("%s: %s cannot be played: %s", r.Name, asText(best), asText(m))
			}
		}
	}
}

// Hints are only for practice, for the player's own turn, and up to the level sharp.
func TestHintsAreRefused(t *testing.T) {
	x := newThinker()
	h := start(t, func(c *server.Config) { c.Bots, c.MaxThinking = x.bots(), 1 })
	refused := func(what string, p *player, level, code string) {
		t.Helper()
		if m := p.ask(wire.Request{Do: "hint", Level: level}); m.Type != "refusal" || m.Refusal.Code != code {
			t.Errorf("%s: %s, wanted %s", what, asText(m), code)
		}
	}
	c := h.create("tictactoe", map[string]any{})
	ada := h.watch(c.Match, h.join("tictactoe", c.Match, "Ada").Token)
	refused("with a free seat", ada, "", "no-right")
	h.join("tictactoe", c.Match, "Bob")
	refused("against a person", ada, "", "no-right")
	refused("a spectator", h.watch(c.Match, ""), "", "no-right")

	c = h.create("tictactoe", map[string]any{"bots": []int{1}, "bot": "thinker"})
	ada = h.watch(c.Match, h.join("tictactoe", c.Match, "Ada").Token)
	for _, level := range []string{"expert", "1001", "0", "random", "deep"} {
		refused("level "+level, ada, level, "no-bot")
	}
	if m := ada.ask(wire.Request{Do: "hint", Level: "gentle"}); m.Hint == nil {
		t.Errorf("a gentle hint: %s", asText(m))
	}
	ada.play("place b2")
	<-x.begun
	refused("on the bot's turn", ada, "", "not-turn")

	// The thinker is taken, so that this hint waits; the next one is refused, and a move makes it stale.
	c = h.create("tictactoe", map[string]any{"bots": []int{1}, "bot": "random"})
	bea := h.watch(c.Match, h.join("tictactoe", c.Match, "Bea").Token)
	bea.send(`{"id":"first","do":"hint"}`)
	refused("a second hint", bea, "", "too-fast")
	bea.send(`{"id":"end","do":"resign"}`)
	bea.until("the first hint is stale", func(m wire.Message) bool { return string(m.Re) == `"first"` && refusalCode(m) == "stale" })
	close(x.letGo)
}
