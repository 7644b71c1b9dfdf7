package server_test

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/plygame/ply/server"
	"github.com/plygame/ply/wire"
)

var yes = true

// Every role can do exactly what it is allowed to.
func TestRoles(t *testing.T) {
	h := start(t)
	c := h.create("gofish", map[string]any{"seats": 3})
	ada, bo := h.join("gofish", c.Match, "Ada"), h.join("gofish", c.Match, "Bo")
	other := h.create("gofish", map[string]any{"seats": 2})
	foreign := h.join("gofish", other.Match, "Cy")
	path := "/api/games/gofish/" + c.Match
	code := func(method, path, token string, body any) string {
		var e struct{ Refusal wire.Refusal }
		var text string
		if status := h.ask(method, path, token, body, &text); status == 200 {
			return "done"
		}
		if err := json.Unmarshal([]byte(text), &e); err != nil {
			t.Fatalf("%v in %s", err, text)
		}
		return e.Refusal.Code
	}
	for _, x := range []struct{ method, path, token, want string }{
		{"POST", "/bot", "", "no-token"}, {"POST", "/bot", "wrong", "no-right"}, {"POST", "/bot", ada.Token, "no-right"}, {"POST", "/bot", foreign.Token, "no-right"},
		{"POST", "/bot", other.Host, "no-right"}, {"POST", "/bot", c.Host, "done"},
		{"POST", "/leave", "", "no-token"}, {"POST", "/leave", c.Host, "no-right"}, {"POST", "/leave", "the judge's secret", "no-right"}, {"POST", "/leave", foreign.Token, "no-right"},
		{"POST", "/again", "", "no-token"}, {"POST", "/again", foreign.Token, "no-right"}, {"POST", "/again", bo.Token, "not-over"},
		{"GET", "/record", "", "no-right"}, {"GET", "/record", ada.Token, "no-right"}, {"GET", "/record", c.Host, "no-right"}, {"GET", "/record", "the judge's secret", "done"},
		{"GET", "", "wrong", "done"},
	} {
		var body any
		if x.path == "/bot" {
			body = map[string]any{"seat": 2}
		}
		if got := code(x.method, path+x.path, x.token, body); got != x.want {
			t.Errorf("%s %s as %.8s: %s, not %s", x.method, x.path, x.token, got, x.want)
		}
	}
	requests := []string{"offers", "moves", "play", "undo", "agree", "resign", "leave"}
	for role, token := range map[string]string{"spectator": "", "host": c.Host, "judge": "the judge's secret"} {
		p := h.watch(c.Match, token)
		if p.role != role {
			t.Errorf("%s is %s", role, p.role)
		}
		for _, do := range requests {
			if m := p.ask(wire.Request{Do: do, Seq: &p.seq, Move: json.RawMessage(`"ask 1 7"`), Yes: &yes}); refusalCode(m) != "no-right" {
				t.Errorf("%s by the %s: %s", do, role, asText(m))
			}
		}
		for _, do := range []string{"view", "history", "ping"} {
			if m := p.ask(wire.Request{Do: do}); m.Type != "answer" {
				t.Errorf("%s by the %s: %s", do, role, asText(m))
			}
		}
	}
	p := h.dial()
	for token, want := range map[string]string{"wrong": "no-right", foreign.Token: "no-right", other.Host: "no-right", strings.Repeat("x", 5000): "no-right"} {
		if m := p.ask(wire.Request{Do: "watch", Match: c.Match, Token: token}); refusalCode(m) != want {
			t.Errorf("watched with %.8s: %s", token, asText(m))
		}
	}
	for id, want := range map[string]string{"": "no-match", "nothere": "no-match", strings.Repeat("x", 5000): "no-match", "'; DROP TABLE matches": "no-match"} {
		if m := p.ask(wire.Request{Do: "watch", Match: id}); refusalCode(m) != want {
			t.Errorf("watched %.8s: %s", id, asText(m))
		}
	}
	if got := code("GET", "/api/games/hex/"+c.Match, "", nil); got != "no-match" {
		t.Errorf("a match of another game: %s", got)
	}
}

// A player who leaves or loses a seat receives nothing more about it.
func TestLeaving(t *testing.T) {
	h := start(t)
	tb := h.table("gofish", 2, nil)
	old, tab := tb.players[1], h.watch(tb.id, tb.tokens[1])
	if status := h.ask("POST", "/api/games/gofish/"+tb.id+"/leave", tb.tokens[1], nil, nil); status != 200 {
		t.Fatal(status)
	}
	for _, p := range []*player{old, tab} {
		p.until("it has to go", func(m wire.Message) bool {
			if m.Type == "update" {
				t.Errorf("it still receives the match: %s", asText(m))
			}
			return m.Type == "farewell" && m.Code == "left"
		})
		if _, err := p.read(); websocket.CloseStatus(err) != websocket.StatusNormalClosure {
			t.Errorf("the connection ends with %v", err)
		}
	}
	if m := h.dial().ask(wire.Request{Do: "watch", Match: tb.id, Token: tb.tokens[1]}); refusalCode(m) != "no-right" {
		t.Errorf("the old token gives %s", asText(m))
	}
	j := h.join("gofish", tb.id, "Cy")
	if j.Seat != 1 || j.Token == tb.tokens[1] {
		t.Fatalf("%+v", j)
	}
	again := h.watch(tb.id, j.Token)
	if m := again.ask(wire.Request{Do: "leave"}); m.Type != "answer" {
		t.Error(asText(m))
	}
	again.until("it has left", func(m wire.Message) bool { return m.Type == "farewell" })
	tb.players[0].upTo(5)
}

// Nobody has two seats: joining with the token of a seat frees the old seat.
func TestChangingSeats(t *testing.T) {
	h := start(t)
	c := h.create("gofish", map[string]any{"seats": 3})
	path := "/api/games/gofish/" + c.Match
	first := h.join("gofish", c.Match, "Ada")
	old := h.watch(c.Match, first.Token)
	ben := h.join("gofish", c.Match, "Ben")

	var refused struct{ Refusal wire.Refusal }
	for _, seat := range []int{0, 1} { // a taken seat stays taken, and nobody moves
		if status := h.ask("POST", path+"/join", first.Token, map[string]any{"name": "Ada", "seat": seat}, &refused); status != 409 || refused.Refusal.Code != "taken" {
			t.Errorf("seat %d: %d %+v", seat, status, refused.Refusal)
		}
	}
	var second struct {
		Seat  int
		Token string
		Match struct {
			Seats []struct {
				Name string
				Free bool
			}
		}
	}
	if status := h.ask("POST", path+"/join", first.Token, map[string]any{"name": "Ada", "seat": 2}, &second); status != 200 || second.Seat != 2 {
		t.Fatalf("%d %+v", status, second)
	}
	if s := second.Match.Seats; !s[0].Free || s[1].Name != "Ben" || s[2].Name != "Ada" {
		t.Errorf("the seats are %+v", s)
	}
	old.until("it has to go", func(m wire.Message) bool { return m.Type == "farewell" && m.Code == "left" })
	if m := h.dial().ask(wire.Request{Do: "watch", Match: c.Match, Token: first.Token}); refusalCode(m) != "no-right" {
		t.Errorf("the old token gives %s", asText(m))
	}
	if seat, _ := h.watch(c.Match, second.Token).view.Viewer(); seat != 2 {
		t.Errorf("the new token gives the view of %v", seat)
	}
	if j := h.join("gofish", c.Match, "Cy"); j.Seat != 0 {
		t.Errorf("the old seat is not free: %+v", j)
	}
	// The token of another match, of the host or of nothing frees no seat.
	d := h.create("gofish", map[string]any{"seats": 2})
	for i, token := range []string{ben.Token, d.Host} {
		if status := h.ask("POST", "/api/games/gofish/"+d.Match+"/join", token, map[string]any{"name": "Ben"}, &second); status != 200 || second.Seat != i {
			t.Errorf("%d %+v", status, second)
		}
	}
	h.watch(c.Match, ben.Token)
}

// The host can free the seat of a player who has left, but not while they are connected or shortly after.
func TestHostFreesASeat(t *testing.T) {
	for _, token := range []string{"host", "the judge's secret"} {
		for what, c := range map[string]struct {
			keep      time.Duration
			connected bool
			status    int
		}{
			"connected": {time.Nanosecond, true, 409},
			"just gone": {time.Hour, false, 409},
			"long gone": {time.Nanosecond, false, 200},
		} {
			h := start(t, func(config *server.Config) { config.KeepSeat = c.keep })
			m := h.create("gofish", map[string]any{"seats": 2})
			ada := h.watch(m.Match, h.join("gofish", m.Match, "Ada").Token)
			j := h.join("gofish", m.Match, "Bo")
			bo := h.watch(m.Match, j.Token)
			ada.until("both are there", func(x wire.Message) bool { return x.Type == "presence" && x.Here[1] })
			if !c.connected {
				bo.ws.CloseNow()
				ada.until("Bo has gone", func(x wire.Message) bool { return x.Type == "presence" && !x.Here[1] })
			}
			token := token
			if token == "host" {
				token = m.Host
			}
			if status := h.ask("POST", "/api/games/gofish/"+m.Match+"/bot", token, map[string]any{"seat": j.Seat, "off": true}, nil); status != c.status {
				t.Errorf("freeing the seat of a player who is %s: %d, want %d", what, status, c.status)
			}
		}
	}
}

// A player also keeps the seat if the match has left memory meanwhile.
func TestSeatIsKeptBeyondMemory(t *testing.T) {
	h := start(t, func(c *server.Config) { c.Idle = time.Millisecond })
	c := h.create("tictactoe", map[string]any{})
	j := h.join("tictactoe", c.Match, "Ada")
	h.watch(c.Match, j.Token).ws.CloseNow()
	for range 3 {
		time.Sleep(20 * time.Millisecond) // whether it leaves memory or not, the answer is the same
		if status := h.ask("POST", "/api/games/tictactoe/"+c.Match+"/bot", c.Host, map[string]any{"seat": 0, "off": true}, nil); status != 409 {
			t.Errorf("the seat is freed: %d", status)
		}
	}
}

// A player whose seat the host frees receives nothing more.
func TestSeatIsFreed(t *testing.T) {
	h := start(t, func(c *server.Config) { c.KeepSeat = time.Nanosecond })
	c := h.create("gofish", map[string]any{"seats": 2})
	path := "/api/games/gofish/" + c.Match + "/bot"
	j := h.join("gofish", c.Match, "Bo")
	free := map[string]any{"seat": j.Seat, "off": true}
	if status := h.ask("POST", path, j.Token, free, nil); status != 403 {
		t.Errorf("a player frees a seat: %d", status)
	}
	if status := h.ask("POST", path, c.Host, free, nil); status != 200 {
		t.Fatalf("the host cannot free a seat: %d", status)
	}
	if m := h.dial().ask(wire.Request{Do: "watch", Match: c.Match, Token: j.Token}); refusalCode(m) != "no-right" {
		t.Errorf("the old token gives %s", asText(m))
	}
	if status := h.ask("POST", path, c.Host, free, nil); status != 409 {
		t.Errorf("a free seat is freed: %d", status)
	}
	if status := h.ask("POST", path, c.Host, map[string]any{"seat": 7, "off": true}, nil); status != 400 {
		t.Errorf("a seat that does not exist is freed: %d", status)
	}
	if again := h.join("gofish", c.Match, "Cy"); again.Seat != j.Seat {
		t.Errorf("%+v", again)
	}
}

// Everyone is told who is connected; two tabs of a seat count once.
func TestPresence(t *testing.T) {
	h := start(t)
	tb := h.table("hex", 2, nil)
	p := tb.players[0]
	here := func(want string) {
		t.Helper()
		p.until(want, func(m wire.Message) bool {
			return m.Type == "presence" && asText([]any{m.Here, m.Spectators}) == want
		})
	}
	watcher := h.watch(tb.id, "")
	here("[[true,true],1]")
	tab := h.watch(tb.id, tb.tokens[1])
	here("[[true,true],1]")
	tb.players[1].ws.Close(websocket.StatusNormalClosure, "")
	here("[[true,true],1]")
	watcher.ws.CloseNow()
	here("[[true,true],0]")
	if m := p.play("place a1"); m.Type != "answer" {
		t.Fatal(asText(m))
	}
	tab.upTo(p.seq)
	if m := tab.play("place b2"); m.Type != "answer" {
		t.Fatal(asText(m))
	}
	tab.ws.CloseNow()
	here("[[true,false],0]")
}

// Two tabs of one seat see the same.
func TestTwoTabs(t *testing.T) {
	h := start(t)
	tb := h.table("gofish", 2, nil)
	tab := h.watch(tb.id, tb.tokens[0])
	for range 6 {
		tb.random(newLuck(5))
	}
	tab.upTo(tb.players[0].seq)
	if string(tab.view.Save()) != string(tb.players[0].view.Save()) {
		t.Error("two tabs of one seat see different things")
	}
}

func TestUndo(t *testing.T) {
	h := start(t)
	tb := h.table("hex", 2, nil)
	a, b := tb.players[0], tb.players[1]
	a.play("place a1")
	b.upTo(a.seq)
	before := string(a.view.Save())
	if m := a.ask(wire.Request{Do: "undo"}); m.Type != "answer" || a.seq != 4 || string(a.view.Save()) == before {
		t.Fatalf("the last move is not undone: %s", asText(m))
	}
	a.play("place a1")
	b.upTo(a.seq)
	b.play("place b2")
	a.upTo(b.seq)
	asked := func(p *player, need int) {
		t.Helper()
		p.until("it is asked", func(m wire.Message) bool {
			if m.Type == "asked" && need == 0 {
				return m.Asked == nil
			}
			return m.Type == "asked" && m.Asked != nil && m.Asked.Seat == 0 && len(m.Asked.Need) == need
		})
	}
	for _, answer := range []bool{false, true} {
		a.ask(wire.Request{Do: "undo"})
		a.ask(wire.Request{Do: "undo"}) // the same request again changes nothing
		asked(b, 1)
		late := h.watch(tb.id, "")
		asked(late, 1)
		if m := a.ask(wire.Request{Do: "agree", Yes: &yes}); refusalCode(m) == "" {
			t.Error("a player agrees to their own request")
		}
		if m := b.ask(wire.Request{Do: "agree"}); refusalCode(m) != "missing" {
			t.Error(asText(m))
		}
		if m := b.ask(wire.Request{Do: "agree", Yes: &answer}); m.Type != "answer" {
			t.Error(asText(m))
		}
		asked(late, 0)
	}
	a.upTo(b.seq)
	if a.seq != 7 || a.view.ToAct().Has(1) {
		t.Errorf("both moves should be undone: entry %d", a.seq)
	}
	// A move ends the request, too.
	a.play("place a1")
	b.upTo(a.seq)
	b.play("place b2")
	a.upTo(b.seq)
	a.ask(wire.Request{Do: "undo"})
	asked(b, 1)
	a.play("place c3")
	asked(b, 0)
	if m := b.ask(wire.Request{Do: "agree", Yes: &yes}); refusalCode(m) == "" {
		t.Error("a request that has ended is agreed to")
	}
	if m := a.ask(wire.Request{Do: "resign"}); m.Type != "answer" || !a.over {
		t.Error(asText(m))
	}
	for _, do := range []string{"undo", "resign", "offers", "play"} {
		if m := b.ask(wire.Request{Do: do, Seq: &b.seq, Move: json.RawMessage(`"place d4"`)}); refusalCode(m) != "over" {
			t.Errorf("%s: %s", do, asText(m))
		}
	}
}

func TestOrigins(t *testing.T) {
	h := start(t, func(c *server.Config) { c.Origins = []string{"friend.example", "*.friend.example"} })
	for origin, allowed := range map[string]bool{
		"": true, h.URL: true, "https://friend.example": true, "https://a.friend.example": true,
		"https://evil.example": false, "https://friend.example.evil.example": false, "null": false, "https://evilfriend.example": false, "::": false,
	} {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		opts := &websocket.DialOptions{HTTPHeader: http.Header{}}
		if origin != "" {
			opts.HTTPHeader.Set("Origin", origin)
		}
		ws, _, err := websocket.Dial(ctx, "ws"+strings.TrimPrefix(h.URL, "http")+"/api/play", opts)
		cancel()
		if (err == nil) != allowed {
			t.Errorf("from %q: %v", origin, err)
		}
		if ws != nil {
			ws.CloseNow()
		}
	}
}

func TestLimits(t *testing.T) {
	h := start(t, func(c *server.Config) {
		c.MaxPerAddress, c.MaxLive, c.Rate, c.CreateRate, c.MaxMessage = 3, 2, 5, 0.5, 2000
	})
	var codes []string
	create := func() (id string) {
		var out struct {
			Match   string
			Refusal wire.Refusal
		}
		h.ask("POST", "/api/games/hex/create", "", map[string]any{}, &out)
		codes = append(codes, out.Refusal.Code)
		return out.Match
	}
	var ids []string
	for range 4 {
		if id := create(); id != "" {
			ids = append(ids, id)
		}
	}
	for range 4 {
		create()
	}
	if !slices.Contains(codes, "too-fast") || len(ids) < 3 {
		t.Errorf("there is no limit to creating matches: %q", codes)
	}
	var text string
	if status := h.ask("POST", "/api/games/hex/create", "", map[string]any{"preset": strings.Repeat("x", 3000)}, &text); status != 413 {
		t.Errorf("a body of 3000 bytes: %d %s", status, text)
	}
	watch := func(id string) *player {
		p := h.dial()
		for range 20 {
			m := p.ask(wire.Request{Do: "watch", Match: id})
			if m.Type == "welcome" {
				return p
			}
			time.Sleep(500 * time.Millisecond) // matches just created are kept in memory for a moment
		}
		t.Fatalf("match %s cannot be watched", id)
		return nil
	}
	a, b := watch(ids[0]), watch(ids[1])
	if m := h.dial().ask(wire.Request{Do: "watch", Match: ids[2]}); refusalCode(m) != "busy" {
		t.Errorf("more matches than allowed: %s", asText(m))
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if _, res, err := websocket.Dial(ctx, "ws"+strings.TrimPrefix(h.URL, "http")+"/api/play", nil); err == nil || res.StatusCode != 503 {
		t.Errorf("more connections than allowed: %v", err)
	}
	b.ws.CloseNow() // now there is room
	for end := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		var out struct{ Match struct{ ID string } }
		if h.ask("GET", "/api/games/hex/"+ids[2], "", nil, &out); out.Match.ID == ids[2] {
			break
		}
		if time.Now().After(end) {
			t.Fatal("there is no room although nobody watches")
		}
	}
	refused, began := 0, time.Now()
	for range 30 {
		a.send(`{"do":"ping","id":1}`)
	}
	for range 30 {
		m, err := a.read()
		if err != nil {
			t.Fatal(err)
		}
		if refusalCode(m) == "too-fast" {
			refused++
		}
	}
	if most := 11 + int(5*time.Since(began).Seconds()); 30-refused > most { // ten at once, and five per second
		t.Errorf("%d of 30 messages were too fast, want all except at most %d", refused, most)
	}
}

// A client that is too fast for too long is disconnected with a farewell.
func TestFlood(t *testing.T) {
	h := start(t, func(c *server.Config) { c.Rate = 1 })
	p := h.dial()
	go func() {
		for range 1500 {
			if p.ws.Write(context.Background(), websocket.MessageText, []byte(`{"do":"ping"}`)) != nil {
				return
			}
		}
	}()
	p.until("it is sent away", func(m wire.Message) bool { return m.Type == "farewell" && m.Code == "misuse" })
	if _, err := p.read(); websocket.CloseStatus(err) != websocket.StatusPolicyViolation {
		t.Errorf("the connection ends with %v", err)
	}
}
