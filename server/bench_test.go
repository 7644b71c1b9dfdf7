package server_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/server"
	"github.com/plygame/ply/store"
	"github.com/plygame/ply/wire"
)

// BenchmarkMove measures a move of a match with two clients, from sending it until it is acknowledged and both clients
// have the update. This includes the time and allocations of the clients, which read only the start of messages. With
// sqlite, the move is on disk by then. The reference measures the rules alone.
func BenchmarkMove(b *testing.B) {
	for _, name := range []string{"hex", "gofish"} {
		b.Run(name+"/memory", func(b *testing.B) { benchMoves(b, name, new(store.Memory)) })
		b.Run(name+"/sqlite", func(b *testing.B) {
			db, err := store.OpenSQLite(filepath.Join(b.TempDir(), "ply.db"))
			if err != nil {
				b.Fatal(err)
			}
			defer db.Close()
			benchMoves(b, name, db)
		})
		b.Run(name+"/rules", func(b *testing.B) { benchRules(b, name) })
	}
}

// benchRules plays the moves without a server.
func benchRules(b *testing.B, name string) {
	r, err := games.Find(name)
	if err != nil {
		b.Fatal(err)
	}
	luck := rand.New(rand.NewPCG(1, 1))
	s, texts := drawn(b, r, luck)
	b.ReportAllocs()
	at := s
	for i := 0; b.Loop(); i++ {
		e := texts[i%len(texts)]
		if i%len(texts) == 0 {
			at = s
		}
		if at, err = at.PlayText(e.Seat, e.Move); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "moves/s")
}

// drawn is a random game, with the names of the state.
func drawn(b *testing.B, r *game.Rules, luck *rand.Rand) (*game.State, []match.Entry) {
	begin, err := r.Start(2, game.Seed{1})
	var all []match.Entry
	for s := begin; err == nil && !s.Over(); {
		var seat game.Seat
		for seat = range s.ToAct().All() {
			break
		}
		var move game.Move
		if move, err = bot.Random(s.View(seat), seat, luck); err != nil {
			break
		}
		if move, err = s.View(seat).Real(move); err != nil {
			break
		}
		e := match.Entry{Seat: seat, Move: s.Text(move)}
		if s, err = s.PlayText(seat, e.Move); err == nil {
			all = append(all, e)
		}
	}
	if err != nil {
		b.Fatal(err)
	}
	return begin, all
}

// bencher is a client that reads only the start of messages.
type bencher struct {
	b   *testing.B
	ws  *websocket.Conn
	buf bytes.Buffer
}

// next returns the next message, which is valid until the following call.
func (x *bencher) next() []byte {
	_, r, err := x.ws.Reader(context.Background())
	if err == nil {
		x.buf.Reset()
		_, err = x.buf.ReadFrom(r)
	}
	if err != nil {
		x.b.Fatal(err)
	}
	return x.buf.Bytes()
}

// until reads until a message of one of these types.
func (x *bencher) until(kind string) []byte {
	for {
		text := x.next()
		if bytes.HasPrefix(text, []byte(`{"type":"refusal"`)) {
			x.b.Fatalf("%s", text)
		}
		if bytes.HasPrefix(text, []byte(`{"type":"`+kind+`"`)) {
			return text
		}
	}
}

// benchMoves plays one match after another. The clients keep views, but it measures only the time between sending a move
// and its arrival.
func benchMoves(b *testing.B, name string, db store.Store) {
	srv, err := server.New(server.Config{Games: games.All(), Store: db, Log: quiet(), CreateRate: 1e9, Rate: 1e9, RequestRate: 1e9, AddressRate: 1e9})
	if err != nil {
		b.Fatal(err)
	}
	web := httptest.NewServer(srv)
	defer web.Close()
	defer srv.Close(context.Background())
	b.ReportAllocs()
	b.ResetTimer()
	b.StopTimer()
	luck := rand.New(rand.NewPCG(1, 1))
	for n := 0; n < b.N; {
		n += benchMatch(b, web, name, luck, b.N-n)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "moves/s")
}

// benchMatch plays a match, up to a maximum number of moves.
func benchMatch(b *testing.B, web *httptest.Server, name string, luck *rand.Rand, most int) (n int) {
	post := func(path string, in, out any) {
		body, _ := json.Marshal(in)
		res, err := web.Client().Post(web.URL+"/api/games/"+name+path, "application/json", bytes.NewReader(body))
		if err != nil {
			b.Fatal(err)
		}
		defer res.Body.Close()
		text, err := io.ReadAll(res.Body)
		if err != nil || res.StatusCode != 200 || json.Unmarshal(text, out) != nil {
			b.Fatalf("%s: %d %v %s", path, res.StatusCode, err, text)
		}
	}
	var made wire.Created
	post("/create", wire.Create{Seats: 2}, &made)
	var clients [2]*bencher
	var tokens [2]string
	for i := range tokens {
		var j wire.Joined
		post("/"+made.Match+"/join", wire.Join{Seat: &i, Name: "x"}, &j)
		tokens[i] = j.Token
	}
	var views [2]*game.State
	for i, token := range tokens {
		ws, _, err := websocket.Dial(context.Background(), "ws"+strings.TrimPrefix(web.URL, "http")+"/api/play", nil)
		if err != nil {
			b.Fatal(err)
		}
		defer ws.CloseNow()
		ws.SetReadLimit(1 << 24)
		clients[i] = &bencher{b: b, ws: ws}
		ws.Write(context.Background(), websocket.MessageText, fmt.Appendf(nil, `{"do":"watch","match":%q,"token":%q}`, made.Match, token))
		var m wire.Message
		if err := json.Unmarshal(clients[i].until("welcome"), &m); err != nil {
			b.Fatal(err)
		}
		r, err := games.Find(name)
		if err == nil {
			views[i], err = r.Load(m.View)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	for seq := 2; n < most && !views[0].Over(); seq++ {
		var seat game.Seat
		for seat = range views[0].ToAct().All() {
			break
		}
		move, err := bot.Random(views[seat], seat, luck)
		if err != nil {
			b.Fatal(err)
		}
		msg := fmt.Appendf(nil, `{"id":1,"do":"play","seq":%d,"move":%q}`, seq, views[seat].Text(move))
		b.StartTimer()
		if err := clients[seat].ws.Write(context.Background(), websocket.MessageText, msg); err != nil {
			b.Fatal(err)
		}
		var told [2][]byte
		for i, c := range clients {
			told[i] = bytes.Clone(c.until("update"))
		}
		clients[seat].until("answer")
		b.StopTimer()
		for i := range views {
			var m wire.Message
			err := json.Unmarshal(told[i], &m)
			if err == nil {
				views[i], err = views[i].Apply(m.Changes()...)
			}
			if err != nil {
				b.Fatal(err)
			}
		}
		n++
	}
	return n
}
