package server_test

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
	"github.com/plygame/ply/server"
	"github.com/plygame/ply/wire"
)

// A sample is a position in the middle of a game, as seat 0 sees it, and always the same.
func TestSample(t *testing.T) {
	h, other := start(t), start(t)
	for _, r := range games.All() {
		h.create(r.Name, map[string]any{}) // matches do not affect samples
		var text, there string
		h.ask("GET", "/api/games/"+r.Name+"/sample", "", nil, &text)
		other.ask("GET", "/api/games/"+r.Name+"/sample", "", nil, &there)
		if text != there {
			t.Fatalf("%s: two samples: %s, %s", r.Name, text, there)
		}
		var x wire.Sample
		if status := h.ask("GET", "/api/games/"+r.Name+"/sample", "", nil, &x); status != 200 {
			t.Fatalf("%s: %d", r.Name, status)
		}
		if hasArt := strings.HasPrefix(x.Table.Art, "/art/"+r.Name+"/"); hasArt != (r.Art != nil) {
			t.Errorf("%s: the path of its pictures is %q", r.Name, x.Table.Art)
		}
		x.Table.Art = "" // only the server knows it
		view := loadView(t, r.Name, nil, x.View)
		if who, is := view.Viewer(); !is || who != 0 || view.Played() == 0 || view.Over() || asText(x.Table) != asText(wire.TableOf(view)) || !maps.Equal(x.Labels, wire.Labels(view)) {
			t.Errorf("%s: the sample is %s", r.Name, text)
		}
	}
	var text string
	if status := h.ask("GET", "/api/games/ludo/sample", "", nil, &text); status != 404 || !strings.Contains(text, "no-game") {
		t.Errorf("%d %s", status, text)
	}
}

// The table of a match is what its rules declare, with its options and seats; it is the same at any time.
func TestTable(t *testing.T) {
	h := start(t)
	tb := h.table("hex", 2, map[string]any{"size": 4})
	var before, after string
	h.ask("GET", "/api/games/hex/"+tb.id+"/table", "", nil, &before)
	tb.players[0].play("place b2")
	var x wire.Table
	if status := h.ask("GET", "/api/games/hex/"+tb.id+"/table", tb.tokens[0], nil, &x); status != 200 || x.Seats != 2 || len(x.Places) != 2 || len(x.Places[1].Spots) != 16 {
		t.Errorf("%d %+v", status, x)
	}
	if board := x.Places[0]; board.Look.Layout != "hex" || asText(board.Look.Sides) != "[0,1,0,1]" || x.Places[1].In != "board" {
		t.Errorf("%s", asText(x.Places))
	}
	tb.end()
	h.ask("GET", "/api/games/hex/"+tb.id+"/table", "", nil, &after)
	if before != after {
		t.Errorf("%s\n%s", before, after)
	}
	three := h.create("gofish", map[string]any{"seats": 3})
	if h.ask("GET", "/api/games/gofish/"+three.Match+"/table", "", nil, &x); x.Seats != 3 || len(x.Places[1].Spots) != 3 || *x.Places[1].Spots[2].Owner != game.Seat(2) {
		t.Errorf("%s", asText(x))
	}
	for _, path := range []string{"hex/" + three.Match, "gofish/nothere"} {
		if status := h.ask("GET", "/api/games/"+path+"/table", "", nil, &after); status != 404 || !strings.Contains(after, "no-match") {
			t.Errorf("%s: %d %s", path, status, after)
		}
	}
}

// One list has the matches of all games, except unlisted ones.
func TestAllMatches(t *testing.T) {
	h := start(t)
	open := h.create("gofish", map[string]any{})
	hidden := h.create("gofish", map[string]any{"unlisted": true})
	over := h.table("hex", 2, nil)
	over.end()
	last := h.create("nim", map[string]any{"bots": []int{0, 1}})
	list := func(query string) string {
		var x wire.Matches
		if status := h.ask("GET", "/api/matches"+query, "", nil, &x); status != 200 {
			t.Fatalf("%s: %d", query, status)
		}
		var ids []string
		for _, m := range x.Matches {
			ids = append(ids, m.ID)
		}
		return strings.Join(ids, " ")
	}
	for query, want := range map[string][]string{
		"": {last.Match, over.id, open.Match}, "?open=true": {open.Match}, "?over=true": {over.id}, "?over=false": {last.Match, open.Match}, "?limit=1": {last.Match},
	} {
		got := list(query)
		if len(strings.Fields(got)) != len(want) || strings.Contains(got, hidden.Match) {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
		for _, id := range want {
			if !strings.Contains(got, id) && query != "?limit=1" {
				t.Errorf("%s: %s, want %s", query, got, want)
			}
		}
	}
	var text string
	if status := h.ask("GET", "/api/matches?limit=x", "", nil, &text); status != 400 || !strings.Contains(text, "malformed") {
		t.Errorf("%d %s", status, text)
	}
}

// The lists of one game and of all games take and refuse the same parameters, and the OpenAPI document has both.
func TestMatchesOfAGame(t *testing.T) {
	h := start(t)
	open, later := h.create("hex", map[string]any{}), h.create("hex", map[string]any{})
	over := h.table("hex", 2, nil)
	over.end()
	h.create("nim", map[string]any{})
	list := func(query string) (ids []string, updated time.Time) {
		var x wire.MatchList
		if status := h.ask("GET", "/api/games/hex"+query, "", nil, &x); status != 200 {
			t.Fatalf("%s: %d", query, status)
		}
		for _, m := range x.Matches {
			ids, updated = append(ids, m.ID), m.Updated
		}
		slices.Sort(ids)
		return ids, updated
	}
	_, first := list("")
	for query, want := range map[string][]string{
		"": {open.Match, later.Match, over.id}, "?open=true": {open.Match, later.Match}, "?over=true": {over.id}, "?over=false": {open.Match, later.Match},
		"?over=true&limit=1": {over.id}, "?before=" + first.Format(time.RFC3339Nano): nil,
	} {
		slices.Sort(want)
		if got, _ := list(query); !slices.Equal(got, want) {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
	if got, _ := list("?limit=2"); len(got) != 2 {
		t.Errorf("two at most: %s", got)
	}
	for _, query := range []string{"?over=banana", "?limit=x", "?limit=1001", "?before=noon", "?open=perhaps"} {
		for _, path := range []string{"/api/games/hex", "/api/matches"} {
			var text string
			if status := h.ask("GET", path+query, "", nil, &text); status != 400 || !strings.Contains(text, "malformed") {
				t.Errorf("%s%s: %d %s", path, query, status, text)
			}
		}
	}
	var api struct {
		Paths map[string]struct {
			Get struct{ Parameters []struct{ Name string } }
		}
	}
	h.ask("GET", "/api/openapi.json", "", nil, &api)
	for path, want := range map[string]string{"/api/games/{game}": "after before game limit open over", "/api/matches": "after before limit open over"} {
		var names []string
		for _, p := range api.Paths[path].Get.Parameters {
			names = append(names, p.Name)
		}
		slices.Sort(names)
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%s takes %s, want %s", path, got, want)
		}
	}
}

// The description of a game has the roles of its seats.
func TestGameRoles(t *testing.T) {
	h := start(t)
	for name, want := range map[string]string{"hex": `[{"name":"Red","color":"red"},{"name":"Blue","color":"blue"}]`, "gofish": "null"} {
		var x wire.MatchList
		if h.ask("GET", "/api/games/"+name, "", nil, &x); asText(x.Game.Roles) != want {
			t.Errorf("%s has the roles %s", name, asText(x.Game.Roles))
		}
	}
}

// A game without a title goes by its name.
func TestGameWithoutTitle(t *testing.T) {
	h := start(t, func(c *server.Config) {
		act := &game.Action{Name: "go", Do: (*game.Tx).Tie}
		c.Games = []*game.Rules{{Name: "untitled", Seats: game.Exactly(1), Actions: []*game.Action{act}}}
	})
	var all wire.GameList
	if h.ask("GET", "/api/games", "", nil, &all); len(all.Games) != 1 || all.Games[0].Title != "untitled" {
		t.Errorf("the games are %+v", all.Games)
	}
}
