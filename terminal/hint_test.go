package terminal

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
)

// A hint appears on the screen when the bot has finished; the player can continue in the meantime.
func TestPlayHint(t *testing.T) {
	m := onScreen(seatedAt(t, rulesOf(t, "tictactoe", nil), 2), 80, 24)
	press(m, "a1", "enter", "b1", "enter", "a2", "enter", "b2", "enter")
	for _, keys := range [][]string{{"f3"}, {"h", "i", "n", "t", "enter"}, {"hint sharp", "enter"}} {
		press(m, keys...)
		wants(t, m, "A bot is thinking...")
		x := m.thought
		<-x.Done
		m.Update(thoughtMsg{x})
		wants(t, m, "sharp suggests place a3 (wins 100 of 100)")
	}
	press(m, "hint deep", "enter")
	wants(t, m, `"deep" is not a level`)
	press(m, "f3")
	x := m.thought
	press(m, "c3", "enter") // a move comes first
	<-x.Done
	m.Update(thoughtMsg{x})
	if m.thought != nil || strings.Contains(m.message, "suggests") {
		t.Errorf("an outdated hint is shown: %s", m.message)
	}
}

// A screen stays usable while a bot thinks: it says so, and an undo stops the bot.
func TestPlayThinking(t *testing.T) {
	g := seatedAt(t, rulesOf(t, "tictactoe", nil), 2, false, true)
	stopped := make(chan struct{})
	g.backend.(*local).player = bot.Func(func(ctx context.Context, _ bot.Turn) (game.Move, error) {
		defer close(stopped)
		<-ctx.Done()
		return game.Move{}, ctx.Err()
	})
	m := onScreen(g, 80, 24)
	press(m, "b2", "enter")
	m.Update(botMsg(m.turns))
	for !m.thought.Long() {
		time.Sleep(time.Millisecond)
	}
	m.Update(longMsg{})
	wants(t, m, "O is thinking...")
	m.Update(botMsg(m.turns)) // Enter, to skip the pause
	x := m.thought
	press(m, "ctrl+z")
	<-stopped
	<-x.Done
	m.Update(thoughtMsg{x})
	wants(t, m, "Move 1, your turn (X)")
	if m.fault != nil {
		t.Error(m.fault)
	}
}
