package server_test

import (
	"encoding/json"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/server"
	"github.com/plygame/ply/store"
	"github.com/plygame/ply/wire"
)

// A client that reconnects at any point, knowing the match up to any entry or not at all, sees exactly the same as
// clients that stayed connected.
func TestReconnectAnywhere(t *testing.T) {
	for _, name := range []string{"gofish", "market", "liarsdice", "hex"} {
		if testing.Short() && name != "gofish" {
			continue
		}
		t.Run(name, func(t *testing.T) { comeBack(t, name) })
	}
}

func comeBack(t *testing.T, name string) {
	path := filepath.Join(t.TempDir(), "ply.db")
	var db *store.SQLite
	var h *host
	begin := func() {
		var err error
		if db, err = store.OpenSQLite(path); err != nil {
			t.Fatal(err)
		}
		h = start(t, func(c *server.Config) { c.Store = db })
	}
	begin()
	defer func() { h.Stop(); db.Close() }()
	tb := h.table(name, 2, nil)
	luck := rand.New(rand.NewPCG(3, 4))
	views := [2][]*game.State{} // by entry, as seen by clients that stay connected
	note := func() {
		for seat, p := range tb.players {
			for len(views[seat]) <= p.seq {
				views[seat] = append(views[seat], nil)
			}
			views[seat][p.seq] = p.view
		}
	}
	rounds := 12
	if testing.Short() {
		rounds = 8
	}
	for round := range rounds {
		note()
		for seat, p := range tb.players {
			for since := -1; since <= p.seq; since++ {
				if since < 0 || views[seat][since] != nil {
					sameView(t, h, tb, seat, since, views[seat])
				}
			}
		}
		switch {
		case round%5 == 2: // undo something, by consent or by right
			p := tb.players[luck.IntN(2)]
			seq := p.seq
			if m := p.ask(wire.Request{Do: "undo"}); m.Refusal != nil {
				continue
			}
			if p.seq == seq { // the other player is asked
				sameView(t, h, tb, 0, -1, views[0])
				other := tb.players[0]
				if other == p {
					other = tb.players[1]
				}
				yes := true
				if m := other.ask(wire.Request{Do: "agree", Yes: &yes}); m.Refusal != nil {
					t.Fatal(asText(m))
				}
				seq = other.seq
			}
			for _, p := range tb.players {
				p.upTo(max(seq, tb.players[0].seq, tb.players[1].seq))
			}
		case round%5 == 4: // restart the server
			for _, p := range tb.players {
				p.ws.CloseNow()
			}
			h.Stop()
			db.Close()
			begin()
			tb.h = h
			for seat, old := range tb.players {
				p := h.dial()
				p.view, p.seq = old.view, old.seq
				p.ask(wire.Request{Do: "watch", Match: tb.id, Token: tb.tokens[seat], Since: &old.seq})
				tb.players[seat] = p
			}
		default:
			if !tb.random(luck) {
				return
			}
		}
	}
}

// sameView reconnects with the view of an entry, or with none, and compares.
func sameView(t *testing.T, h *host, tb *table, seat, since int, views []*game.State) {
	t.Helper()
	p := h.dial()
	defer p.ws.CloseNow()
	q := wire.Request{Do: "watch", Match: tb.id, Token: tb.tokens[seat]}
	if since >= 0 {
		q.Since = &since
		p.view, p.seq = reread(t, views[since]), since
	}
	if m := p.ask(q); m.Type != "welcome" {
		t.Fatalf("no welcome: %s", asText(m))
	}
	stayed := tb.players[seat]
	if p.seq != stayed.seq || string(p.view.Save()) != string(stayed.view.Save()) {
		t.Fatalf("seat %d came back at entry %d, knowing %d, and sees at %d\n%s\nnot\n%s", seat, stayed.seq, since, p.seq, p.view.Save(), stayed.view.Save())
	}
	var m wire.Message
	if m = p.ask(wire.Request{Do: "view"}); string(m.View) != string(json.RawMessage(stayed.view.Save())) {
		t.Fatalf("seat %d receives %s", seat, m.View)
	}
}

// reread saves and loads a view, as a client does.
func reread(t *testing.T, view *game.State) *game.State {
	t.Helper()
	s, err := view.Rules().Load(view.Save())
	if err != nil {
		t.Fatal(err)
	}
	return s
}
