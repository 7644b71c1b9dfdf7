package browser_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/chromedp"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/wire"
)

// TestNoSecretsInPage checks that a page has no trace of a card that its player cannot know: not in what it receives, not in
// what it shows, not anywhere in its memory.
func TestNoSecretsInPage(t *testing.T) {
	t.Parallel()
	h := newServer(t)
	id := h.create("gofish", wire.Create{Seats: 2})
	// Fresh windows have nothing of other matches in memory.
	players := []*player{newPlayerIn(t, h, "Ann", desk, freshWindow), newPlayerIn(t, h, "Bob", desk, freshWindow)}
	for _, p := range players {
		p.traffic.keepBodies()
		p.join("gofish", id)
	}
	luck := rand.New(rand.NewPCG(8, 8))
	for range 6 {
		for _, p := range players {
			if eval[bool](p, "!!("+canChoose+")") {
				p.move(luck)
			}
		}
	}
	for seat, p := range players {
		known, secret := h.cards(id, game.Seat(seat))
		if len(known) < 7 || len(secret) < 7 {
			t.Fatalf("too few cards: %s knows %v, not %v", p.name, known, secret)
		}
		for _, a := range p.traffic.all() {
			if a.err != nil && strings.Contains(a.url, "/api/") {
				t.Errorf("cannot read what %s received from %s: %v", p.name, a.url, a.err)
			}
		}
		held := map[string]string{"messages": strings.Join(p.messages(), "\n"), "page": p.dom()}
		if seat == 0 { // a snapshot takes long, and the other page runs the same code
			held["memory"] = strings.Join(p.memory(), "\n")
		}
		for where, all := range held {
			for _, label := range secret {
				if strings.Contains(all, label) {
					t.Errorf("the %s of %s contains %s", where, p.name, label)
				}
			}
			if !slices.ContainsFunc(known, func(label string) bool { return strings.Contains(all, label) }) {
				t.Errorf("the %s of %s contains none of %v: the search does not work", where, p.name, known)
			}
		}
	}
}

// cards returns the labels of all cards in a stored match: known are those that a seat has seen, the visible ones first;
// secret are those that it has never seen or heard of.
func (h *testServer) cards(id string, seat game.Seat) (known, secret []string) {
	h.t.Helper()
	m := h.match(id)
	var heard strings.Builder
	events, err := m.Events(0, seat)
	if err != nil {
		h.t.Fatal(err)
	}
	for _, e := range events {
		fmt.Fprintln(&heard, e.Said, e.Move, e.Notices)
	}
	knows := map[string]bool{}
	for n := m.Seq(); n >= 0; n-- {
		s, err := m.At(n)
		if err != nil {
			h.t.Fatal(err)
		}
		for _, label := range wire.Labels(s.View(seat)) {
			if !knows[label] {
				known = append(known, label)
			}
			knows[label] = true
		}
	}
	all, err := m.At(m.Seq())
	if err != nil {
		h.t.Fatal(err)
	}
	for _, label := range wire.Labels(all) {
		if !knows[label] && !strings.Contains(heard.String(), label) {
			secret = append(secret, label)
		}
	}
	return known, secret
}

// match opens a stored match, with all its secrets.
func (h *testServer) match(id string) *match.Match {
	h.t.Helper()
	kept, err := h.store.Load(h.t.Context(), id)
	if err != nil {
		h.t.Fatal(err)
	}
	rules, err := games.Find(kept.Setup.Game)
	if err != nil {
		h.t.Fatal(err)
	}
	m, err := match.Open(kept.Setup, rules, kept.Log, nil)
	if err != nil {
		h.t.Fatal(err)
	}
	return m
}

// memory returns all strings in the page's heap.
func (p *player) memory() []string {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	chunks := chromedp.Events(ctx, heapprofiler.AddHeapSnapshotChunk)
	if _, err := chromedp.Call(ctx, heapprofiler.TakeHeapSnapshot, heapprofiler.TakeHeapSnapshotParams{}); err != nil {
		p.t.Fatal(err)
	}
	var whole strings.Builder
	for chunk, err := range chunks { // the snapshot is complete when it parses
		if err != nil {
			p.t.Fatalf("cannot read the memory of %s: %v", p.name, err)
		}
		whole.WriteString(chunk.Chunk)
		var snapshot struct{ Strings []string }
		if strings.HasSuffix(strings.TrimSpace(chunk.Chunk), "}") && json.Unmarshal([]byte(whole.String()), &snapshot) == nil {
			return snapshot.Strings
		}
	}
	p.t.Fatal("the heap snapshot is incomplete")
	return nil
}
