package server_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/plygame/ply/client"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/tictactoe"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/server"
	"github.com/plygame/ply/store"
	"github.com/plygame/ply/wire"
)

// A store from before protocol 2 can still be read: lists show how its matches ended, records are available, a running
// match continues with the same seat token, and a match with different rules is refused.
func TestOldStore(t *testing.T) {
	text, err := os.ReadFile("testdata/before-protocol-2.db")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "matches.db")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	kept, err := store.OpenSQLite(path)
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	h := start(t, func(c *server.Config) { c.Store = kept })

	for _, x := range []struct{ path, line, result string }{
		{"tictactoe/iwed6lidftvkhn42", "a draw", "draw"},
		{"gofish/o75gmfrhw5qwdnqb", "player 3 wins (4 : 3 : 6)", "won by seat 2 (4 : 3 : 6)"},
	} {
		name, id, _ := strings.Cut(x.path, "/")
		var list wire.MatchList
		h.ask("GET", "/api/games/"+name, "", nil, &list)
		if len(list.Matches) != 1 || list.Matches[0].Outcome == nil || list.Matches[0].Outcome.Line.String() != x.line {
			t.Errorf("the list of %s is %s", name, asText(list))
		}
		var about wire.Match
		h.ask("GET", "/api/games/"+x.path, "", nil, &about)
		if o := about.Match.Outcome; o == nil || o.Line.String() != x.line || o.Result() != x.result {
			t.Errorf("%s ended with %s", x.path, asText(about))
		}
		rec, err := (&client.Client{URL: h.URL}).Record(t.Context(), name, id)
		if err != nil {
			t.Fatal(err)
		}
		if read, err := match.ReadRecord([]byte(rec)); err != nil || read.Result != x.result {
			t.Errorf("%v: the record of %s is\n%s", err, x.path, rec)
		}
	}

	ada := h.watch("zjpp63yjatjbsrlc", "YFxK4rHEbNX3CtSC7LC3RDkbalsbew31")
	moves := ada.ask(wire.Request{Do: "moves"}).Moves
	if len(moves) == 0 {
		t.Fatal("Ada has no moves")
	}
	if m := ada.play(moves[0]); m.Type != "answer" || m.Seq == nil || *m.Seq != 4 {
		t.Errorf("the match does not continue: %s", asText(m))
	}

	if code := h.ask("GET", "/api/games/nim/sysnrhhqlrypqwjx/table", "", nil, nil); code != http.StatusOK {
		t.Errorf("a match of another version of nim with acceptable entries: %d", code)
	}
	other := tictactoe.New()
	other.Name = "hex"
	changed := start(t, func(c *server.Config) { c.Store, c.Games = kept, []*game.Rules{other} })
	var refused struct{ Refusal wire.Refusal }
	changed.ask("GET", "/api/games/hex/zjpp63yjatjbsrlc/table", "", nil, &refused)
	if refused.Refusal.Code != "other-rules" || !strings.Contains(refused.Refusal.Why, "hex") {
		t.Errorf("a match with other rules: %s", asText(refused))
	}
}
