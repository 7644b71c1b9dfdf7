package browser_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"github.com/plygame/ply/wire"
)

var update = flag.Bool("update", false, "write the server's answers to "+dialoguePath)

const dialoguePath = "../web/client/testdata/workshop.json"

// dialogue is a file of recorded answers for the unit tests of the client: what each draft leads to, and the notation of each move.
type dialogue struct {
	Drafts []draftAnswer `json:"drafts"`
	Moves  []moveText    `json:"moves"`
}

type draftAnswer struct {
	Draft  json.RawMessage `json:"draft"` // null for an empty draft
	Answer json.RawMessage `json:"answer"`
}

type moveText struct {
	Move json.RawMessage `json:"move"`
	Text string          `json:"text"`
}

// TestDialogue checks that the recorded answers and moves are those of a real server.
func TestDialogue(t *testing.T) {
	file, err := os.ReadFile(dialoguePath)
	if err != nil {
		t.Fatal(err)
	}
	var is, must dialogue
	if err := json.Unmarshal(file, &is); err != nil || len(is.Drafts) == 0 || len(is.Moves) == 0 {
		t.Fatalf("%s is unreadable or has no drafts or moves: %v", dialoguePath, err)
	}
	h := newServer(t, newWorkshop(5))
	ask := h.workshopSeat(nil)
	for _, d := range is.Drafts {
		must.Drafts = append(must.Drafts, draftAnswer{d.Draft, ask(wire.Request{Do: "offers", Draft: notNull(d.Draft)})})
	}
	for _, m := range is.Moves {
		match := ""
		play := h.workshopSeat(&match)
		seq := 3
		if answer := play(wire.Request{Do: "play", Seq: &seq, Move: m.Move}); bytes.Contains(answer, []byte(`"refusal"`)) {
			t.Errorf("%s is refused: %s", m.Move, answer)
			continue
		}
		must.Moves = append(must.Moves, moveText{m.Move, strings.Join(h.moves(match), ", ")})
	}
	want := must.lines(t)
	if *update {
		if err := os.WriteFile(dialoguePath, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if !*update && !bytes.Equal(file, want) {
		t.Errorf("%s differs from the server's answers; run: go test ./browser -run Dialogue -update, then npm test in web", dialoguePath)
	}
}

// workshopSeat creates a workshop match with three players, and returns a function that sends requests as the first.
func (h *testServer) workshopSeat(id *string) func(wire.Request) json.RawMessage {
	h.t.Helper()
	match := h.create("workshop", wire.Create{Seats: 3})
	if id != nil {
		*id = match
	}
	var token string
	for _, name := range []string{"Ann", "Bob", "Cleo"} {
		joined, err := h.client().Join(h.t.Context(), "workshop", match, wire.Join{Name: name})
		if err != nil {
			h.t.Fatal(err)
		}
		if token == "" {
			token = joined.Token
		}
	}
	ws, _, err := websocket.Dial(h.t.Context(), "ws"+strings.TrimPrefix(h.URL, "http")+"/api/play", nil)
	if err != nil {
		h.t.Fatal(err)
	}
	ws.SetReadLimit(1 << 20)
	h.t.Cleanup(func() { ws.CloseNow() })
	ask := func(q wire.Request) json.RawMessage {
		q.ID = json.RawMessage("1")
		text, err := json.Marshal(q)
		if err != nil {
			h.t.Fatal(err)
		}
		if err := ws.Write(h.t.Context(), websocket.MessageText, text); err != nil {
			h.t.Fatal(err)
		}
		for {
			_, answer, err := ws.Read(h.t.Context())
			if err != nil {
				h.t.Fatal(err)
			}
			var m wire.Message
			if err := json.Unmarshal(answer, &m); err != nil {
				h.t.Fatal(err)
			}
			if string(m.Re) == "1" {
				return answer
			}
		}
	}
	ask(wire.Request{Do: "watch", Match: match, Token: token})
	return ask
}

func notNull(raw json.RawMessage) json.RawMessage {
	if string(raw) == "null" {
		return nil
	}
	return raw
}

// lines formats a dialogue with one draft or move per line.
func (d dialogue) lines(t *testing.T) []byte {
	t.Helper()
	one := func(v any) string {
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return "    " + string(text)
	}
	var drafts, moves []string
	for _, x := range d.Drafts {
		drafts = append(drafts, one(x))
	}
	for _, x := range d.Moves {
		moves = append(moves, one(x))
	}
	return fmt.Appendf(nil, "{\n  \"drafts\": [\n%s\n  ],\n  \"moves\": [\n%s\n  ]\n}\n", strings.Join(drafts, ",\n"), strings.Join(moves, ",\n"))
}
