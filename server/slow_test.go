package server_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/server"
	"github.com/plygame/ply/store"
	"github.com/plygame/ply/wire"
)

// narrow is a listener whose connections have small buffers.
type narrow struct{ net.Listener }

func (l narrow) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err == nil {
		c.(*net.TCPConn).SetWriteBuffer(4096)
	}
	return c, err
}

// startNarrow starts a server with small buffers for unread messages.
func startNarrow(t *testing.T, queue int) *host {
	t.Helper()
	h := start(t, func(c *server.Config) { c.Queue = queue })
	h.Stop()
	h.Wrap = func(l net.Listener) net.Listener { return narrow{l} }
	h.Start()
	return h
}

// A client that does not read is disconnected and can reconnect; others do not wait for it.
func TestSlowReader(t *testing.T) {
	h := startNarrow(t, 20)
	tb := h.table("hex", 2, nil)
	a, b := tb.players[0], tb.players[1]
	slow := h.raw()
	defer slow.Close()
	slow.(*net.TCPConn).SetReadBuffer(4096)
	watch := fmt.Sprintf(`{"do":"watch","match":%q,"token":%q}`, tb.id, tb.tokens[0])
	slow.Write(frame(1, true, true, []byte(watch)))
	a.until("it is there", func(m wire.Message) bool { return m.Type == "presence" })
	var longest time.Duration
	dropped := func() bool {
		var metrics string
		h.ask("GET", "/metrics", "", nil, &metrics)
		return strings.Contains(metrics, "\nply_slow_readers_total 1\n")
	}
	step := func() time.Duration { // a move, and its undo
		t.Helper()
		began := time.Now()
		if m := a.play("place a1"); m.Type != "answer" {
			t.Fatal(asText(m))
		}
		if m := a.ask(wire.Request{Do: "undo"}); m.Type != "answer" {
			t.Fatal(asText(m))
		}
		b.upTo(a.seq)
		return time.Since(began)
	}
	for i := 0; !dropped(); i++ {
		if i > 3000 {
			t.Fatal("a client that does not read is not disconnected")
		}
		for range 20 {
			longest = max(longest, step())
		}
	}
	usual := step()
	for range 20 {
		usual = max(usual, step())
	}
	if longest > 4*time.Second && longest > 4*usual { // the server disconnects a slow reader after 5 seconds; a busy machine is slow afterwards, too
		t.Errorf("the others waited for %s, and afterwards for %s", longest, usual)
	}
	for _, p := range tb.players {
		if m := p.ask(wire.Request{Do: "ping"}); m.Type != "answer" {
			t.Errorf("another client was disconnected: %s", asText(m))
		}
	}
	back := h.watch(tb.id, tb.tokens[0])
	if string(back.view.Save()) != string(a.view.Save()) {
		t.Error("after reconnecting it sees something else")
	}
}

// A client that was too slow and then reads finds the reason.
func TestSlowReaderIsTold(t *testing.T) {
	h := startNarrow(t, 10)
	tb := h.table("hex", 2, nil)
	slow := h.watch(tb.id, "")
	for i := 0; ; i++ {
		if m := tb.players[0].play("place a1"); m.Type != "answer" {
			t.Fatal(asText(m))
		}
		tb.players[0].ask(wire.Request{Do: "undo"})
		var metrics string
		if h.ask("GET", "/metrics", "", nil, &metrics); strings.Contains(metrics, "\nply_slow_readers_total 1\n") {
			break
		}
		if i > 20_000 {
			t.Fatal("a client that does not read is not disconnected")
		}
		tb.players[1].upTo(tb.players[0].seq)
	}
	slow.until("it is told", func(m wire.Message) bool { return m.Type == "farewell" && m.Code == "slow" && m.Why != "" })
	if _, err := slow.read(); websocket.CloseStatus(err) != websocket.StatusPolicyViolation {
		t.Errorf("the connection ends with %v", err)
	}
}

// Bots play against people and for watchers, but not alone.
func TestBots(t *testing.T) {
	t.Parallel()
	mem := new(store.Memory)
	d := new(diary)
	h := start(t, func(c *server.Config) { c.Store, c.Log = mem, slog.New(slog.NewTextHandler(d, nil)) })
	entries := func(id string) int {
		kept, err := mem.Load(context.Background(), id)
		if err != nil {
			t.Fatal(err)
		}
		return len(kept.Log)
	}
	alone := h.create("tictactoe", map[string]any{"bots": []int{0, 1}})
	h.ask("GET", "/api/games/tictactoe/"+alone.Match, "", nil, nil)
	time.Sleep(250 * time.Millisecond)
	if n := entries(alone.Match); n != 2 {
		t.Errorf("bots played alone: %d entries", n)
	}
	p := h.watch(alone.Match, "")
	p.until("they have ended", func(wire.Message) bool { return p.over })

	c := h.create("gofish", map[string]any{"seats": 3, "bots": []int{0, 2}})
	j := h.join("gofish", c.Match, "Ada")
	ada := h.watch(c.Match, j.Token)
	for !ada.over {
		if !ada.view.ToAct().Has(1) {
			if _, err := ada.read(); err != nil {
				t.Fatal(err)
			}
			continue
		}
		moves, err := ada.view.Moves()
		if err != nil {
			t.Fatal(err)
		}
		if m := ada.play(ada.view.Text(moves[len(moves)/2])); m.Type != "answer" && refusalCode(m) != "stale" {
			t.Fatal(asText(m))
		}
	}
	// With three players, a bot takes over for one who resigns.
	tb := h.table("gofish", 3, nil)
	if m := tb.players[1].ask(wire.Request{Do: "resign"}); m.Type != "answer" {
		t.Fatal(asText(m))
	}
	tb.players[1].until("it is out", func(m wire.Message) bool { return m.Type == "farewell" && m.Code == "left" })
	h.unharmed(d)
}

// faulty is a game with a fault.
func faulty(version string) *game.Rules {
	n := &game.Pick[int]{Name: "n", Range: func(*game.Tx) (int, int) { return 0, 9 }}
	return &game.Rules{
		Name: "faulty", Version: version, Seats: game.Between(2, 3), About: game.About{Title: "Faulty"},
		Actions: []*game.Action{
			{Name: "good", Pick: []game.Choice{n}, Do: func(t *game.Tx) {
				if version == "3" && n.In(t) == 5 {
					t.Win(t.Seat)
				}
			}},
			{Name: "bad", Do: func(*game.Tx) { panic("the secret is xyzzy") }},
		},
	}
}

// The refusal for a fault in the rules reveals nothing, and the match continues.
func TestFaultyRules(t *testing.T) {
	h := start(t, func(c *server.Config) { c.Games = []*game.Rules{faulty("1")} })
	c := h.create("faulty", map[string]any{"seats": 2})
	j := h.join("faulty", c.Match, "Ada")
	p := h.dial()
	p.send(asText(wire.Request{Do: "watch", Match: c.Match, Token: j.Token, ID: json.RawMessage("0")}))
	answer := func(q wire.Request) (m wire.Message) {
		t.Helper()
		q.ID = json.RawMessage("7")
		p.send(asText(q))
		for string(m.Re) != "7" {
			ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
			_, text, err := p.ws.Read(ctx)
			cancel()
			if err != nil {
				t.Fatal(err)
			}
			m = wire.Message{}
			if err := json.Unmarshal(text, &m); err != nil || strings.Contains(string(text), "xyzzy") {
				t.Fatalf("%v in %s", err, text)
			}
		}
		return m
	}
	for seq := 1; seq < 4; seq += 2 {
		if m := answer(wire.Request{Do: "play", Seq: &seq, Move: json.RawMessage(`"bad"`)}); refusalCode(m) != "fault" {
			t.Errorf("the answer to the fault is %s", asText(m))
		}
		if m := answer(wire.Request{Do: "play", Seq: &seq, Move: json.RawMessage(`"good 1"`)}); m.Type != "answer" {
			t.Errorf("the match does not continue: %s", asText(m))
		}
		if m := answer(wire.Request{Do: "undo"}); m.Type != "answer" {
			t.Error(asText(m))
		}
	}
}

// A match continues with changed rules if its replay gives the same states; otherwise it can only be read.
func TestOtherRules(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: it waits")
	}
	t.Parallel()
	mem := new(store.Memory)
	with := func(rules ...*game.Rules) *host {
		return start(t, func(c *server.Config) { c.Store, c.Games = mem, rules })
	}
	h := with(faulty("1"))
	c := h.create("faulty", map[string]any{"seats": 2})
	j := h.join("faulty", c.Match, "Ada")
	play := func(n int) {
		kept, err := mem.Load(context.Background(), c.Match)
		if err != nil {
			t.Fatal(err)
		}
		m, err := match.Open(kept.Setup, faulty("1"), kept.Log, nil)
		if err != nil {
			t.Fatal(err)
		}
		batch, err := m.Play(0, m.Seq(), fmt.Sprint("good ", n))
		if err == nil {
			err = mem.Append(context.Background(), c.Match, batch.After, batch.Entries, nil)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	play(5)
	h.Stop()

	h = with(faulty("3")) // with these rules it would be over
	if m := h.dial().ask(wire.Request{Do: "watch", Match: c.Match, Token: j.Token}); refusalCode(m) != "other-rules" {
		t.Errorf("the match continues: %s", asText(m))
	}
	readable(t, h, c)
	h.Stop()

	h = with(games.All()...) // the server does not have the game
	if m := h.dial().ask(wire.Request{Do: "watch", Match: c.Match, Token: j.Token}); refusalCode(m) != "no-game" {
		t.Errorf("the match continues: %s", asText(m))
	}
	readable(t, h, c)
	h.Stop()

	h = with(faulty("2"))
	p := h.dial()
	p.send(asText(wire.Request{Do: "watch", Match: c.Match, Token: j.Token}))
	_, text, err := p.ws.Read(context.Background())
	if err != nil || !strings.Contains(string(text), `"welcome"`) {
		t.Errorf("it does not continue with equivalent rules: %s %v", text, err)
	}
	kept, _ := mem.Load(context.Background(), c.Match)
	if last := kept.Log[len(kept.Log)-1]; last.Kind != match.Updated || last.Version != "2" {
		t.Errorf("the log does not mention it: %+v", last)
	}
}

// readable checks that a match that cannot be continued can be read.
func readable(t *testing.T, h *host, c created) {
	t.Helper()
	path := "/api/games/faulty/" + c.Match
	var info wire.Match
	if status := h.ask("GET", path, "", nil, &info); status != 200 || info.Match.ID != c.Match || info.Match.Seats[0].Name != "Ada" || info.Seed != "" {
		t.Errorf("the match cannot be read: %d %+v", status, info)
	}
	var text string
	if status := h.ask("GET", path+"/record", "the judge's secret", nil, &text); status != 200 || !strings.Contains(text, "good 5") {
		t.Errorf("its record cannot be read: %d %s", status, text)
	}
	if status := h.ask("GET", path+"/record", "", nil, &text); status != 403 {
		t.Errorf("everyone reads its record: %d %s", status, text)
	}
	for _, what := range []string{"/join", "/leave"} {
		if status := h.ask("POST", path+what, "", map[string]any{"name": "Bo"}, &text); !slices.Contains([]int{409, 404}, status) {
			t.Errorf("%s: %d %s", what, status, text)
		}
	}
}

// A bot that meets a fault does not retry forever, and the match stays.
func TestBotThatCannotMove(t *testing.T) {
	r := faulty("1")
	r.Actions = r.Actions[1:]
	d := new(diary)
	h := start(t, func(c *server.Config) { c.Games, c.Log = []*game.Rules{r}, slog.New(slog.NewTextHandler(d, nil)) })
	c := h.create("faulty", map[string]any{"seats": 2, "bots": []int{0}})
	h.join("faulty", c.Match, "Ada")
	tried := func() int { return strings.Count(d.String(), "bot cannot move") }
	eventually(t, "the bot has tried", func() bool { return tried() > 0 })
	time.Sleep(300 * time.Millisecond)
	if n := tried(); n != 1 {
		t.Errorf("it was tried %d times", n)
	}
	var info wire.Match
	if status := h.ask("GET", "/api/games/faulty/"+c.Match, "", nil, &info); status != 200 || info.Match.Entries != 2 {
		t.Errorf("%d %+v", status, info)
	}
}
