package browser_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/wire"
)

const scenesPath = "../web/src/match/testdata/scenes.json"

// scene is what a real server sends to some observers of a match, recorded for the unit tests of the match page.
type scene struct {
	Game, Table json.RawMessage
	Seen        map[string][]json.RawMessage // by seat, or "spectator"; a connection made later has a word after it
}

// scripts are the matches of the scenes. Each line is a seat and what it does, "join NAME", or "late OBSERVER WORD", which
// connects once more, after an entry that the observer knows if there is one: "late OBSERVER WORD ENTRY".
var scripts = []struct {
	name  string
	rules *game.Rules // nil for a game of the catalogue
	game  string
	seats int
	seen  []string // the observers; spectators watch before anybody joins
	do    []string
}{
	{"noughts", nil, "tictactoe", 2, []string{"0", "1"}, []string{
		"join Ann", "join Bob", "0 play place a1", "1 play place b1", "0 undo", "1 agree no", "0 undo", "1 agree yes",
		"0 play place a1", "1 play place b1", "0 play place a2", "1 play place b2", "0 play place a3",
	}},
	{"roles", nil, "hex", 2, []string{"spectator", "spectator first", "spectator last"}, []string{
		"join Ann", "late spectator first", "join Bob", "1 resign", "late spectator last",
	}},
	{"late", nil, "tictactoe", 2, []string{"spectator", "0", "0 before", "0 after", "1 after"}, []string{
		"join Ann", "join Bob", "late 0 before 2", "0 play place b2", "late 0 after 2", "late 1 after",
	}},
	{"seats", nil, "tictactoe", 2, []string{"0"}, []string{
		"join Ann", "join Bob", "0 play place b2", "1 play place a1", "1 undo", "1 play place a2", "1 leave", "join Cleo",
	}},
	{"stages", sweeper(), "sweeper", 2, []string{"0"}, []string{"join Ann", "join Bob", "0 first", "1 first", "0 first", "1 first", "0 first"}},
	{"secret", morra(), "morra", 2, []string{"0", "1"}, []string{
		"join Ann", "join Bob", "0 play show 3", "0 play withdraw", "0 play show 4", "1 play show 5", "0 play show 1", "1 play show 2",
	}},
	{"hush", hush(), "hush", 2, []string{"0"}, []string{"join Ann", "join Bob", "0 first", "0 play withdraw"}},
	{"twins", twins(), "twins", 2, []string{"0"}, []string{"join Ann", "join Bob"}},
	{"cards", pairs(), "pairs", 2, []string{"0"}, []string{"join Ann", "join Bob", "0 play show"}},
	{"place", pairs(), "pairs", 2, []string{"0"}, []string{"join Ann", "join Bob", "0 play hold"}},
	{"evil", parrot(), "parrot", 2, []string{"1"}, []string{"join " + evilName, "join Bob", "0 play " + evilMove()}},
	{"workshop", newWorkshop(5), "workshop", 3, []string{"0"}, []string{"join Ann", "join Bob", "join Cleo"}},
}

// TestScenes checks that the recorded scenes are what a real server sends.
func TestScenes(t *testing.T) {
	all := map[string]scene{}
	for _, c := range scripts {
		h := newServer(t)
		if c.rules != nil {
			h = newServer(t, c.rules)
		}
		w := &watched{testServer: h, game: c.game, match: h.create(c.game, wire.Create{Seats: c.seats}), heard: map[string][]wire.Message{}}
		for _, who := range c.seen {
			if who == "spectator" {
				w.watch(who, "")
			}
		}
		for _, line := range c.do {
			w.act(line, c.seen)
		}
		all[c.name] = w.scene(c.seen)
	}
	want := sceneLines(all)
	if *update {
		if err := os.WriteFile(scenesPath, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	is, err := os.ReadFile(scenesPath)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(is, want) {
		t.Errorf("%s differs from the server's messages; run: go test ./browser -run Scenes -update, then npm test in web", scenesPath)
	}
}

// watched is a match with observers, each on a connection of its own.
type watched struct {
	*testServer
	game, match string
	seats       []*websocket.Conn // for requests of the seats
	tokens      []string          // by seat
	entries     int
	mu          sync.Mutex
	heard       map[string][]wire.Message // by observer
	raw         map[string][]json.RawMessage
}

// watch adds an observer.
func (w *watched) watch(who, token string) {
	w.t.Helper()
	w.hear(who, w.dial(token))
}

// hear records what an observer receives on a connection.
func (w *watched) hear(who string, ws *websocket.Conn) {
	w.t.Helper()
	w.mu.Lock()
	w.heard[who] = []wire.Message{}
	w.mu.Unlock()
	go func() {
		for {
			_, text, err := ws.Read(w.t.Context())
			if err != nil {
				return
			}
			var m wire.Message
			if err := json.Unmarshal(text, &m); err != nil {
				panic(err) // the server sends JSON
			}
			w.mu.Lock()
			if w.raw == nil {
				w.raw = map[string][]json.RawMessage{}
			}
			w.heard[who] = append(w.heard[who], m)
			w.raw[who] = append(w.raw[who], text)
			w.mu.Unlock()
		}
	}()
	w.until(who, func(m wire.Message) bool { return m.Type == "welcome" })
}

// dial connects and sends a watch request; the caller reads the welcome.
func (w *watched) dial(token string) *websocket.Conn {
	w.t.Helper()
	return w.dialSince(token, nil, "")
}

// dialSince is dial for an observer who knows the match up to an entry.
func (w *watched) dialSince(token string, since *int, mark string) *websocket.Conn {
	w.t.Helper()
	ws, _, err := websocket.Dial(w.t.Context(), "ws"+strings.TrimPrefix(w.URL, "http")+"/api/play", nil)
	if err != nil {
		w.t.Fatal(err)
	}
	ws.SetReadLimit(1 << 20)
	w.t.Cleanup(func() { ws.CloseNow() })
	w.send(ws, wire.Request{Do: "watch", Match: w.match, Token: token, Since: since, Mark: mark})
	return ws
}

// late connects an observer once more: "OBSERVER WORD", or "OBSERVER WORD ENTRY".
func (w *watched) late(line string) {
	w.t.Helper()
	words := strings.Fields(line)
	token := ""
	if seat, err := strconv.Atoi(words[0]); err == nil {
		token = w.tokens[seat]
	}
	who := words[0] + " " + words[1]
	if len(words) == 2 {
		w.watch(who, token)
		return
	}
	since, err := strconv.Atoi(words[2])
	if err != nil {
		w.t.Fatal(err)
	}
	w.hear(who, w.dialSince(token, &since, w.mark(words[0], since)))
}

// mark returns the mark of an entry as an observer knows it.
func (w *watched) mark(who string, entry int) string {
	w.t.Helper()
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, m := range w.heard[who] {
		if m.Seq != nil && *m.Seq == entry {
			return m.Mark
		}
	}
	w.t.Fatalf("%s does not know entry %d", who, entry)
	return ""
}

func (w *watched) send(ws *websocket.Conn, q wire.Request) {
	w.t.Helper()
	q.ID = json.RawMessage("1")
	text, err := json.Marshal(q)
	if err == nil {
		err = ws.Write(w.t.Context(), websocket.MessageText, text)
	}
	if err != nil {
		w.t.Fatal(err)
	}
}

// ask sends a request for a seat and returns the answer.
func (w *watched) ask(seat int, q wire.Request) wire.Message {
	w.t.Helper()
	w.send(w.seats[seat], q)
	for {
		var m wire.Message
		_, text, err := w.seats[seat].Read(w.t.Context())
		if err == nil {
			err = json.Unmarshal(text, &m)
		}
		if err != nil {
			w.t.Fatal(err)
		}
		if string(m.Re) == "1" && m.Type != "welcome" {
			if m.Refusal != nil {
				w.t.Fatalf("%s is refused: %s", q.Do, text)
			}
			return m
		}
	}
}

// act runs one line of a script, and waits until all observers know the result.
func (w *watched) act(line string, seen []string) {
	w.t.Helper()
	who, rest, _ := strings.Cut(line, " ")
	if who == "late" {
		w.late(rest)
		return
	}
	if who == "join" {
		joined, err := w.client().Join(w.t.Context(), w.game, w.match, wire.Join{Name: rest})
		if err != nil {
			w.t.Fatal(err)
		}
		w.seats = slices.Insert(w.seats, min(joined.Seat, len(w.seats)), w.dial(joined.Token))
		w.tokens = slices.Insert(w.tokens, min(joined.Seat, len(w.tokens)), joined.Token)
		w.entries++
		if name := fmt.Sprint(joined.Seat); slices.Contains(seen, name) && w.heard[name] == nil {
			w.watch(name, joined.Token)
		}
		w.known(w.entries)
		return
	}
	seat := int(who[0] - '0')
	do, rest, _ := strings.Cut(rest, " ")
	switch do {
	case "first":
		moves := w.ask(seat, wire.Request{Do: "moves"}).Moves
		w.play(seat, quoted(moves[0]))
	case "play":
		if !strings.HasPrefix(rest, "{") {
			rest = quoted(rest)
		}
		w.play(seat, rest)
	case "undo":
		before := w.count("asked")
		w.ask(seat, wire.Request{Do: "undo"})
		if moves, err := w.store.Load(w.t.Context(), w.match); err == nil && len(moves.Log) > w.entries {
			w.entries++
			w.known(w.entries)
			return
		}
		w.wait(func() bool { return w.count("asked") > before })
	case "agree":
		yes, before := rest == "yes", w.count("asked")
		w.ask(seat, wire.Request{Do: "agree", Yes: &yes})
		if yes {
			w.entries++
			w.known(w.entries)
		}
		w.wait(func() bool { return w.count("asked") > before })
	default:
		w.ask(seat, wire.Request{Do: do})
		w.entries++
		w.known(w.entries)
		if do == "leave" {
			w.seats, w.tokens = slices.Delete(w.seats, seat, seat+1), slices.Delete(w.tokens, seat, seat+1)
		}
	}
}

func (w *watched) play(seat int, move string) {
	w.t.Helper()
	seq := w.entries
	w.ask(seat, wire.Request{Do: "play", Seq: &seq, Move: json.RawMessage(move)})
	w.entries++
	w.known(w.entries)
}

// count returns how many messages of a type the observers have received in all.
func (w *watched) count(kind string) (n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, all := range w.heard {
		for _, m := range all {
			if m.Type == kind {
				n++
			}
		}
	}
	return n
}

// known waits until all observers know an entry.
func (w *watched) known(seq int) {
	w.t.Helper()
	w.mu.Lock()
	var all []string
	for who := range w.heard {
		all = append(all, who)
	}
	w.mu.Unlock()
	for _, who := range all {
		w.until(who, func(m wire.Message) bool { return m.Seq != nil && *m.Seq >= seq })
	}
}

func (w *watched) until(who string, is func(wire.Message) bool) {
	w.t.Helper()
	w.wait(func() bool {
		w.mu.Lock()
		defer w.mu.Unlock()
		return slices.ContainsFunc(w.heard[who], is)
	})
}

func (w *watched) wait(is func() bool) {
	w.t.Helper()
	for end := time.Now().Add(patience); !is(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			w.t.Fatalf("timeout: the observers have only %v", w.heard)
		}
	}
}

// scene returns what was recorded, without values that differ between matches.
func (w *watched) scene(seen []string) scene {
	w.t.Helper()
	all := scene{
		Game: w.get("/api/games/"+w.game+"?limit=1", "game"), Table: w.get("/api"+matchPath(w.game, w.match)+"/table", ""),
		Seen: map[string][]json.RawMessage{},
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, who := range seen {
		for i, m := range w.heard[who] {
			if slices.Contains([]string{"welcome", "update", "asked"}, m.Type) {
				all.Seen[who] = append(all.Seen[who], normalize(w.t, w.raw[who][i], w.match))
			}
		}
	}
	return all
}

// get reads a document from the server, or one of its fields.
func (w *watched) get(path, field string) json.RawMessage {
	w.t.Helper()
	q, err := http.NewRequestWithContext(context.Background(), http.MethodGet, w.url(path), nil)
	if err != nil {
		w.t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(q)
	if err != nil {
		w.t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK {
		w.t.Fatalf("%s: %d %s %v", path, res.StatusCode, text, err)
	}
	if field == "" {
		return normalize(w.t, text, w.match)
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil {
		w.t.Fatal(err)
	}
	return normalize(w.t, fields[field], w.match)
}

// normalize replaces values that differ between matches: ids, times and hashes.
func normalize(t *testing.T, text []byte, match string) json.RawMessage {
	t.Helper()
	var doc any
	if err := json.Unmarshal(bytes.ReplaceAll(text, []byte(match), []byte("m")), &doc); err != nil {
		t.Fatal(err)
	}
	var clean func(any)
	clean = func(x any) {
		switch x := x.(type) {
		case []any:
			for _, y := range x {
				clean(y)
			}
		case map[string]any:
			for key, y := range x {
				if _, is := y.(string); is && slices.Contains([]string{"at", "created", "updated"}, key) {
					x[key] = "2026-01-01T00:00:00Z"
				} else if is && slices.Contains([]string{"mark", "hash", "check", "digest", "past"}, key) {
					x[key] = key
				} else {
					clean(y)
				}
			}
		}
	}
	clean(doc)
	lines, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	return lines
}

// sceneLines formats the scenes with one message per line.
func sceneLines(all map[string]scene) []byte {
	var scenes []string
	for _, name := range slices.Sorted(maps.Keys(all)) {
		var seen []string
		for _, who := range slices.Sorted(maps.Keys(all[name].Seen)) {
			var messages []string
			for _, m := range all[name].Seen[who] {
				messages = append(messages, "        "+string(m))
			}
			seen = append(seen, fmt.Sprintf("      %q: [\n%s\n      ]", who, strings.Join(messages, ",\n")))
		}
		scenes = append(scenes, fmt.Sprintf("  %q: {\n    \"game\": %s,\n    \"table\": %s,\n    \"seen\": {\n%s\n    }\n  }", name, all[name].Game, all[name].Table, strings.Join(seen, ",\n")))
	}
	return []byte("{\n" + strings.Join(scenes, ",\n") + "\n}\n")
}
