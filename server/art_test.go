package server_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/plygame/ply/games"
	"github.com/plygame/ply/server"
	"github.com/plygame/ply/server/servertest"
)

// The pictures of a game are served where its entry and its tables say, and nowhere else.
func TestArt(t *testing.T) {
	r := games.All()[0]
	r.Art = fstest.MapFS{"king.svg": {Data: []byte("<svg/>")}}
	h := servertest.Start(t, server.Config{Games: append(games.All()[1:], r)})
	get := func(path string) (status int, body string) {
		res, err := http.Get(h.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		text, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		return res.StatusCode, string(text)
	}
	_, list := get("/api/games/" + r.Name)
	_, rest, _ := strings.Cut(list, `"art":"`)
	path, _, _ := strings.Cut(rest, `"`)
	if status, body := get(path + "king.svg"); status != 200 || body != "<svg/>" || !strings.HasPrefix(path, "/art/"+r.Name+"/") {
		t.Errorf("%q: %d %s", path, status, body)
	}
	if _, sample := get("/api/games/" + r.Name + "/sample"); !strings.Contains(sample, path) {
		t.Errorf("the sample has no %s", path)
	}
	for _, wrong := range []string{path, path + "queen.svg", "/art/" + r.Name + "/0/king.svg", "/art/chess-960/0/king.svg", path + "../king.svg"} {
		if status, _ := get(wrong); status != 404 {
			t.Errorf("%s: %d", wrong, status)
		}
	}
}
