package server_test

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/server"
	"github.com/plygame/ply/wire"
)

// thinker is a bot that reports when it begins and ends thinking. It thinks until it is let go.
type thinker struct {
	begun, ended chan struct{}
	letGo        chan struct{}
}

func newThinker() *thinker {
	return &thinker{make(chan struct{}, 100), make(chan struct{}, 100), make(chan struct{})}
}

func (x *thinker) bots() bot.Bots {
	return append(bot.Standard(), bot.Bot{Name: "thinker", New: func(string) (bot.Player, error) {
		return bot.Func(func(ctx context.Context, t bot.Turn) (game.Move, error) {
			x.begun <- struct{}{}
			defer func() { x.ended <- struct{}{} }()
			select {
			case <-ctx.Done():
				return game.Move{}, ctx.Err()
			case <-x.letGo:
				return nth(0).Choose(ctx, t)
			}
		}), nil
	}})
}

// Bots of all matches share the thinkers. Those that wait do not hold up their own match, and move when it is their
// turn to think.
func TestBotsShareThinkers(t *testing.T) {
	x := newThinker()
	h := start(t, func(c *server.Config) { c.Bots, c.MaxThinking = x.bots(), 2 })
	var all []*player
	for range 5 {
		c := h.create("tictactoe", map[string]any{"bots": []int{1}, "bot": "thinker"})
		ada := h.watch(c.Match, h.join("tictactoe", c.Match, "Ada").Token)
		if m := ada.play("place a1"); m.Type != "answer" {
			t.Fatal(asText(m))
		}
		all = append(all, ada)
	}
	<-x.begun
	<-x.begun
	for _, ada := range all { // everyone is told that the bot is thinking, even if it waits
		ada.until("the bot thinks", func(m wire.Message) bool { return m.Type == "thinking" && slices.Equal(m.Thinking, []game.Seat{1}) })
	}
	select {
	case <-x.begun:
		t.Error("more bots think than there are thinkers")
	default:
	}
	close(x.letGo)
	for _, ada := range all {
		idle := false
		ada.until("the bot has moved", func(m wire.Message) bool {
			idle = idle || m.Type == "thinking" && len(m.Thinking) == 0
			return ada.view.Played() == 2
		})
		if !idle {
			t.Error("a bot that has moved is still said to think")
		}
	}
}

// A bot that thinks or waits is stopped when the match ends, when its seat is taken from it, and when its turn is undone.
func TestBotsAreStopped(t *testing.T) {
	x := newThinker()
	h := start(t, func(c *server.Config) { c.Bots, c.MaxThinking = x.bots(), 1 })
	begin := func(seats int) (created, *player) {
		c := h.create("gofish", map[string]any{"seats": seats})
		ada := h.watch(c.Match, h.join("gofish", c.Match, "Ada").Token)
		for seat := 1; seat < seats; seat++ {
			h.ask("POST", "/api/games/gofish/"+c.Match+"/bot", c.Host, map[string]any{"seat": seat, "bot": "thinker"}, nil)
		}
		return c, ada
	}
	moveOf := func(ada *player) string {
		for {
			moves := ada.ask(wire.Request{Do: "moves"}).Moves
			if len(moves) == 0 {
				return ""
			}
			ada.play(moves[0])
		}
	}
	for name, stop := range map[string]func(c created, ada *player){
		"the match ends": func(_ created, ada *player) { ada.ask(wire.Request{Do: "resign"}) },
		"the seat is freed": func(c created, _ *player) {
			h.ask("POST", "/api/games/gofish/"+c.Match+"/bot", c.Host, map[string]any{"seat": 1, "off": true}, nil)
		},
	} {
		c, ada := begin(2)
		moveOf(ada)
		<-x.begun
		waits, bea := begin(2) // this one waits for the thinker
		moveOf(bea)
		stop(waits, bea)
		select {
		case <-x.begun:
			t.Errorf("%s: a bot that waited thinks after all", name)
		default:
		}
		stop(c, ada)
		<-x.ended
	}
	select {
	case <-x.begun:
		t.Error("a stopped bot thinks")
	case <-time.After(10 * time.Millisecond):
	}
}

// While bots think hard in many matches, people in another match play on: ten of their moves take less time than five
// moves of the bots, which all wait for the one thinker. If people waited for the bots, all bots would have moved first.
func TestPeopleDoNotWaitForBots(t *testing.T) {
	h := start(t, func(c *server.Config) { c.MaxThinking = 1 })
	c := h.create("hex", map[string]any{})
	ada, bob := h.watch(c.Match, h.join("hex", c.Match, "Ada").Token), h.watch(c.Match, h.join("hex", c.Match, "Bob").Token)
	var bots []*player
	for range 10 {
		c := h.create("chess", map[string]any{"bots": []int{1}, "bot": "5000"})
		p := h.watch(c.Match, h.join("chess", c.Match, "Cleo").Token)
		p.play(p.ask(wire.Request{Do: "moves"}).Moves[0])
		bots = append(bots, p)
	}
	began := time.Now()
	for i, cell := range []string{"a1", "b1", "c1", "d1", "e1", "a3", "b3", "c3", "d3", "e3"} {
		who, other := ada, bob
		if i%2 == 1 {
			who, other = bob, ada
		}
		if m := who.play("place " + cell); m.Type != "answer" {
			t.Fatal(asText(m))
		}
		other.until("the other one sees the move", func(wire.Message) bool { return other.view.Played() == i+1 })
	}
	took, moved := time.Since(began), 0
	for _, p := range bots {
		if m := p.ask(wire.Request{Do: "history"}); slices.ContainsFunc(m.Events, func(e match.Event) bool { return e.Kind == match.Moved && e.Seat == 1 }) {
			moved++
		}
	}
	t.Logf("ten moves of people took %v; %d of 10 bots moved meanwhile", took, moved)
	if moved >= 5 {
		t.Errorf("%d of 10 bots have moved before people made ten moves", moved)
	}
}

// A number of simulations is a bot, up to the maximum of the server.
func TestSimulationsAreBounded(t *testing.T) {
	h := start(t, func(c *server.Config) { c.MaxSimulations = 300 })
	var list wire.BotList
	h.ask("GET", "/api/bots", "", nil, &list)
	var names []string
	for _, b := range list.Bots {
		names = append(names, b.Name)
	}
	if want := append(bot.Levels(), "random"); list.Default != "gentle" || !slices.Equal(names, want) || list.Simulations != 300 {
		t.Errorf("the bots are %+v", list)
	}
	for name, status := range map[string]int{"300": 200, "301": 400, "expert": 200, "0": 400, "deep": 400} {
		var refused struct{ Refusal wire.Refusal }
		if got := h.ask("POST", "/api/games/tictactoe/create", "", map[string]any{"bots": []int{1}, "bot": name}, &refused); got != status || status == 400 && refused.Refusal.Code != "no-bot" {
			t.Errorf("%s: %d %+v", name, got, refused)
		}
	}
}

// Bots that play without people stop after a number of moves. Those who watch and the log are told.
func TestBotsStopAlone(t *testing.T) {
	d := new(diary)
	h := start(t, func(c *server.Config) { c.MaxBotMoves, c.Log = 5, slog.New(slog.NewTextHandler(d, nil)) })
	c := h.create("hex", map[string]any{"bots": []int{0, 1}, "bot": "random"})
	zoe := h.watch(c.Match, "")
	zoe.until("the bots stop", func(m wire.Message) bool {
		return m.Type == "stopped" && m.Why == "the game has not ended after 5 moves, so the bots stop here"
	})
	if n := zoe.view.Played(); n != 5 {
		t.Errorf("the bots have made %d moves", n)
	}
	if !strings.Contains(d.String(), "bots stop") {
		t.Error("the log does not say so")
	}
	late := h.watch(c.Match, "")
	late.until("a later spectator is told", func(m wire.Message) bool { return m.Type == "stopped" })

	// With a person, they continue.
	c = h.create("hex", map[string]any{"bots": []int{1}, "bot": "random"})
	ada := h.watch(c.Match, h.join("hex", c.Match, "Ada").Token)
	for n := range 5 {
		ada.play(ada.ask(wire.Request{Do: "moves"}).Moves[0])
		for ada.view.Played() < 2*(n+1) {
			ada.read()
		}
	}
}
