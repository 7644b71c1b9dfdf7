package server_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"testing"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/server"
	"github.com/plygame/ply/store"
	"github.com/plygame/ply/wire"
)

// nth always chooses the nth move.
func nth(n int) bot.Player {
	return bot.Func(func(_ context.Context, t bot.Turn) (game.Move, error) {
		moves, err := t.View.Moves()
		if err != nil {
			return game.Move{}, err
		}
		return moves[n%len(moves)], nil
	})
}

// ownBots returns a bot with a parameter, one that always panics, and one that thinks until letGo is closed.
func ownBots(letGo <-chan struct{}, thinks chan<- struct{}) bot.Bots {
	return bot.Bots{
		{Name: "nth", Takes: "N", About: "Takes the move of a number.", New: func(parameter string) (bot.Player, error) {
			n, err := strconv.ParseUint("0"+parameter, 10, 8)
			if err != nil {
				return nil, errors.New("N is a small number")
			}
			return nth(int(n)), nil
		}},
		{Name: "panics", New: func(string) (bot.Player, error) {
			return bot.Func(func(context.Context, bot.Turn) (game.Move, error) { panic("help") }), nil
		}},
		{Name: "slow", New: func(string) (bot.Player, error) {
			return bot.Func(func(ctx context.Context, t bot.Turn) (game.Move, error) {
				select {
				case thinks <- struct{}{}:
				default:
				}
				select {
				case <-ctx.Done():
					return game.Move{}, ctx.Err()
				case <-letGo:
				}
				return nth(0).Choose(ctx, t)
			}), nil
		}},
	}
}

// A bot is chosen by name; without a name the default bot plays. Unknown names are refused.
func TestNamedBots(t *testing.T) {
	h := start(t, func(c *server.Config) { c.Bots, c.Bot = ownBots(nil, nil), "nth:2" })
	var list wire.BotList
	if h.ask("GET", "/api/bots", "", nil, &list); list.Default != "nth:2" || len(list.Bots) != 3 || list.Bots[0] != (wire.NamedBot{Name: "nth", Takes: "N", About: "Takes the move of a number."}) {
		t.Errorf("the list of bots: %+v", list)
	}
	for body, first := range map[string]string{`{"bots":[0]}`: "place c1", `{"bots":[0],"bot":"nth:4"}`: "place b2"} {
		c := h.create("tictactoe", rawBody(body))
		ada := h.watch(c.Match, h.join("tictactoe", c.Match, "Ada").Token)
		ada.until("the bot has moved", func(wire.Message) bool { return ada.view.Played() == 1 })
		m := ada.ask(wire.Request{Do: "history"})
		if e := m.Events[len(m.Events)-1]; e.Move != first && !strings.HasSuffix(e.Move, first) {
			t.Errorf("%s: %s, wanted %s", body, asText(e), first)
		}
	}
	c := h.create("gofish", map[string]any{"seats": 3})
	for _, x := range []struct{ path, body, why string }{
		{"/api/games/tictactoe/create", `{"bots":[0],"bot":"random"}`, `there is no bot "random"; the bots are: nth:N, panics, slow, or a number of simulations`},
		{"/api/games/tictactoe/create", `{"bots":[0],"bot":"nth:x"}`, "the bot nth:N: N is a small number"},
		{"/api/games/gofish/" + c.Match + "/bot", `{"seat":1,"bot":"slow:1"}`, "the bot slow takes no parameter"},
	} {
		var refused struct{ Refusal wire.Refusal }
		if status := h.ask("POST", x.path, c.Host, rawBody(x.body), &refused); status != 400 || refused.Refusal.Code != "no-bot" || refused.Refusal.Why != x.why {
			t.Errorf("%s: %d %+v", x.body, status, refused.Refusal)
		}
	}
	var done wire.Done
	h.ask("POST", "/api/games/gofish/"+c.Match+"/bot", c.Host, rawBody(`{"seat":1,"bot":"nth:7"}`), &done)
	if seat := done.Match.Seats[1]; seat.Bot != "nth:7" {
		t.Errorf("player 2 is played by %q", seat.Bot)
	}
	ada := h.watch(c.Match, h.join("gofish", c.Match, "Ada").Token)
	h.join("gofish", c.Match, "Bob")
	ada.ask(wire.Request{Do: "resign"})
	var now wire.Match
	if h.ask("GET", "/api/games/gofish/"+c.Match, "", nil, &now); now.Match.Seats[0].Bot != "nth:2" {
		t.Errorf("%q plays for a player who has resigned", now.Match.Seats[0].Bot)
	}
}

type rawBody string

func (b rawBody) MarshalJSON() ([]byte, error) { return []byte(b), nil }

// New refuses bots that a server cannot use.
func TestBotsAreChecked(t *testing.T) {
	for _, c := range []server.Config{
		{Bots: bot.Bots{{Name: "a b"}}},
		{Bot: "uct"},
		{Bots: ownBots(nil, nil), Bot: "nth:x"},
	} {
		if _, err := server.New(c); err == nil {
			t.Errorf("%+v is not refused", c)
		}
	}
}

// Nobody waits for a bot that is thinking, and its move is stale if the match has changed since.
func TestBotsThinkInTheBackground(t *testing.T) {
	t.Parallel()
	letGo, thinks := make(chan struct{}), make(chan struct{}, 1)
	h := start(t, func(c *server.Config) { c.Bots = ownBots(letGo, thinks) })
	c := h.create("tictactoe", map[string]any{"bots": []int{1}, "bot": "slow"})
	ada := h.watch(c.Match, h.join("tictactoe", c.Match, "Ada").Token)
	if m := ada.play("place a1"); m.Type != "answer" {
		t.Fatal(asText(m))
	}
	<-thinks
	if m := ada.ask(wire.Request{Do: "undo"}); m.Type != "answer" {
		t.Fatalf("while a bot thinks: %s", asText(m))
	}
	if m := ada.play("place b2"); m.Type != "answer" {
		t.Fatalf("while a bot thinks: %s", asText(m))
	}
	close(letGo)
	ada.until("the bot has moved", func(wire.Message) bool { return ada.view.Played() == 2 })
	// The first move is free again: a bot that still answered the undone move would have taken b1.
	if m := ada.ask(wire.Request{Do: "history"}); !strings.HasSuffix(m.Events[len(m.Events)-1].Move, "place a1") {
		t.Errorf("the bot has answered an undone move: %s", asText(m.Events))
	}
}

// A bot that panics only fails to move, and the log has the reason.
func TestBotPanics(t *testing.T) {
	d := new(diary)
	h := start(t, func(c *server.Config) { c.Bots, c.Log = ownBots(nil, nil), slog.New(slog.NewTextHandler(d, nil)) })
	c := h.create("tictactoe", map[string]any{"bots": []int{0}, "bot": "panics"})
	ada := h.watch(c.Match, h.join("tictactoe", c.Match, "Ada").Token)
	eventually(t, "the log tells of the panic", func() bool { return strings.Contains(d.String(), "bot panics panicked: help") })
	if m := ada.ask(wire.Request{Do: "ping"}); m.Type != "answer" {
		t.Error(asText(m))
	}
}

// Close does not wait for a bot that is thinking.
func TestCloseStopsThinkingBots(t *testing.T) {
	thinks := make(chan struct{}, 1)
	h := start(t, func(c *server.Config) { c.Bots = ownBots(nil, thinks) })
	c := h.create("tictactoe", map[string]any{"bots": []int{0}, "bot": "slow"})
	h.join("tictactoe", c.Match, "Ada")
	<-thinks
	h.Stop()
}

// The default bot replaces a bot that this server does not have.
func TestUnknownBotIsReplaced(t *testing.T) {
	d, mem := new(diary), new(store.Memory)
	c := func() created {
		h := start(t, func(c *server.Config) { c.Store, c.Bots = mem, ownBots(nil, nil) })
		defer h.Stop()
		return h.create("tictactoe", map[string]any{"bots": []int{0}, "bot": "slow"})
	}()
	h := start(t, func(c *server.Config) { c.Store, c.Log = mem, slog.New(slog.NewTextHandler(d, nil)) })
	ada := h.watch(c.Match, h.join("tictactoe", c.Match, "Ada").Token)
	ada.until("a bot has moved", func(wire.Message) bool { return ada.view.Played() == 1 })
	if kept, _ := mem.Load(t.Context(), c.Match); kept.Log[0].Kind != match.Seated || kept.Log[0].Player.Bot != "slow" {
		t.Errorf("the first entry: %v", fmt.Sprint(kept.Log[0]))
	}
	if !strings.Contains(d.String(), "unknown bot replaced by the default bot") {
		t.Error("the log does not mention the replaced bot")
	}
}
