package server_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"github.com/plygame/ply/server"
	"github.com/plygame/ply/wire"
)

// Requests that cannot be read are refused like all others. Other APIs of the same program keep their errors.
func TestUnreadableRequests(t *testing.T) {
	h := start(t, func(c *server.Config) { c.MaxMessage = 1000 })
	for _, c := range []struct {
		kind, body string
		status     int
		code, why  string
	}{
		{"application/json", `{"seats":"two"}`, 400, "malformed", "body.seats"},
		{"application/json", `{"seats":2,"colour":1}`, 400, "malformed", "body.colour"},
		{"application/json", `{"seats":`, 400, "malformed", ""},
		{"text/plain", `{}`, 415, "malformed", "Content-Type: application/json"},
		{"application/json", `{"preset":"` + strings.Repeat("x", 2000) + `"}`, 413, "too-long", ""},
	} {
		res, err := http.Post(h.URL+"/api/games/tictactoe/create", c.kind, strings.NewReader(c.body))
		if err != nil {
			t.Fatal(err)
		}
		text, _ := io.ReadAll(res.Body)
		res.Body.Close()
		var got struct{ Refusal wire.Refusal }
		if err := json.Unmarshal(text, &got); err != nil || res.StatusCode != c.status || res.Header.Get("Content-Type") != "application/json" ||
			got.Refusal.Code != c.code || got.Refusal.Why == "" || !strings.Contains(got.Refusal.Why, c.why) || strings.Contains(string(text), "$schema") {
			t.Errorf("%.40s: %d %s %s", c.body, res.StatusCode, res.Header.Get("Content-Type"), text)
		}
	}
	if _, is := huma.NewError(422, "it is wrong").(*huma.ErrorModel); !is {
		t.Error("the server has changed the errors of every API in the program")
	}
}
