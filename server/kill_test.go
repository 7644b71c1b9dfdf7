package server_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/server"
	"github.com/plygame/ply/store"
	"github.com/plygame/ply/wire"
)

var kills = flag.Int("kills", 3, "how often TestKill kills the server")

// victim is a server in its own process, which is killed again and again.
type victim struct {
	t       *testing.T
	program string
	address string
	data    string
	cmd     *exec.Cmd
}

// newVictim builds the program and chooses its address.
func newVictim(t *testing.T) *victim {
	t.Helper()
	v := &victim{t: t, program: filepath.Join(t.TempDir(), "ply"), data: filepath.Join(t.TempDir(), "matches.db")}
	if runtime.GOOS == "windows" {
		v.program += ".exe"
	}
	if out, err := exec.Command("go", "build", "-ldflags=-s -w", "-o", v.program, "github.com/plygame/ply/cmd/ply").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	v.address = ln.Addr().String()
	ln.Close()
	t.Cleanup(v.kill)
	return v
}

// start starts the server and waits until it is ready.
func (v *victim) start() {
	v.t.Helper()
	v.cmd = exec.Command(v.program, "serve", "--address", v.address, "--data", v.data, "--log-level", "error", "--rate", "100000", "--create-rate", "100000", "--isolate", "gofish")
	v.cmd.Stderr = os.Stderr
	if err := v.cmd.Start(); err != nil {
		v.t.Fatal(err)
	}
	for until := time.Now().Add(2 * time.Minute); time.Now().Before(until); time.Sleep(5 * time.Millisecond) {
		if res, err := http.Get("http://" + v.address + "/readyz"); err == nil {
			res.Body.Close()
			if res.StatusCode == 200 {
				return
			}
		}
	}
	v.t.Fatal("the server does not become ready")
}

// kill kills the process of the server.
func (v *victim) kill() {
	if v.cmd != nil {
		v.cmd.Process.Kill()
		v.cmd.Wait()
		v.cmd = nil
	}
	http.DefaultClient.CloseIdleConnections()
}

// survivors are the two clients of a match. They play, record the acknowledged moves, and reconnect whenever the
// connection is lost.
type survivors struct {
	address, game, id string
	tokens            [2]string
	luck              *rand.Rand

	ws    [2]*websocket.Conn
	views [2]*game.State
	seqs  [2]int
	over  bool

	mu    sync.Mutex
	noted map[int]noted // by entry
}

// noted is an acknowledged move.
type noted struct {
	seat game.Seat
	move string
}

func (p *survivors) rules() (*game.Rules, error) { return games.Find(p.game) }

// post sends a REST request.
func (p *survivors) post(what string, in, out any) error {
	body, err := json.Marshal(in)
	if err != nil {
		return err
	}
	res, err := http.Post("http://"+p.address+"/api/games/"+p.game+"/"+what, "application/json", bytes.NewReader(body))
	if err != nil {
		return err
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err == nil && res.StatusCode != 200 {
		err = fmt.Errorf("%s: %d %s", what, res.StatusCode, text)
	}
	if err != nil {
		return err
	}
	return json.Unmarshal(text, out)
}

// settle creates the match and takes both seats.
func (p *survivors) settle() error {
	var made wire.Created
	if err := p.post("create", wire.Create{Seats: 2}, &made); err != nil {
		return err
	}
	for seat := range p.tokens {
		var j wire.Joined
		if err := p.post(made.Match+"/join", wire.Join{Seat: &seat, Name: "x"}, &j); err != nil {
			return err
		}
		p.tokens[seat] = j.Token
	}
	p.id = made.Match
	return nil
}

// connect reconnects a client, which catches up with what it missed.
func (p *survivors) connect(ctx context.Context, seat int) error {
	ws, _, err := websocket.Dial(ctx, "ws://"+p.address+"/api/play", nil)
	if err != nil {
		return err
	}
	ws.SetReadLimit(1 << 24)
	p.ws[seat] = ws
	q := wire.Request{Do: "watch", Match: p.id, Token: p.tokens[seat]}
	if p.views[seat] != nil {
		q.Since = &p.seqs[seat]
	}
	if err := p.send(ctx, seat, q); err != nil {
		return err
	}
	for {
		m, err := p.read(ctx, seat)
		if err != nil || m.Type == "welcome" {
			return err
		}
		if m.Type == "refusal" {
			return &broken{fmt.Sprintf("match %s, seat %d: no welcome: %s", p.id, seat, m.Refusal.Why)}
		}
	}
}

// broken is an error that must never happen, whatever is killed.
type broken struct{ why string }

func (b *broken) Error() string { return b.why }

func (p *survivors) send(ctx context.Context, seat int, q wire.Request) error {
	return p.ws[seat].Write(ctx, websocket.MessageText, []byte(asText(q)))
}

// read handles a message.
func (p *survivors) read(ctx context.Context, seat int) (m wire.Message, err error) {
	_, text, err := p.ws[seat].Read(ctx)
	if err != nil {
		return m, err
	}
	if err := json.Unmarshal(text, &m); err != nil {
		return m, &broken{fmt.Sprintf("%v in %s", err, text)}
	}
	if m.View != nil && m.Type == "welcome" {
		r, err := p.rules()
		if err == nil {
			p.views[seat], err = r.Load(m.View)
		}
		if err != nil {
			return m, &broken{err.Error()}
		}
	} else if len(m.Stages) > 0 {
		if p.views[seat], err = p.views[seat].Apply(m.Changes()...); err != nil {
			return m, &broken{fmt.Sprintf("match %s, seat %d, entry %d: changes do not apply: %v", p.id, seat, *m.Seq, err)}
		}
	}
	if m.Type == "update" || m.Type == "welcome" {
		p.seqs[seat], p.over = *m.Seq, p.over || *m.Over
	}
	return m, nil
}

// upTo reads until a client knows an entry.
func (p *survivors) upTo(ctx context.Context, seat, seq int) error {
	for p.seqs[seat] < seq {
		if _, err := p.read(ctx, seat); err != nil {
			return err
		}
	}
	return nil
}

// move plays a random move and records it when it is acknowledged.
func (p *survivors) move(ctx context.Context) error {
	both := max(p.seqs[0], p.seqs[1])
	for seat := range p.ws {
		if err := p.upTo(ctx, seat, both); err != nil {
			return err
		}
	}
	if p.over {
		return nil
	}
	seat := game.Nobody
	for x := range p.views[0].ToAct().All() {
		seat = x
	}
	move, err := bot.Random(p.views[seat], seat, p.luck)
	if err != nil {
		return &broken{err.Error()}
	}
	text := p.views[seat].Text(move)
	q := wire.Request{ID: json.RawMessage("7"), Do: "play", Seq: &both, Move: json.RawMessage(asText(text))}
	if err := p.send(ctx, int(seat), q); err != nil {
		return err
	}
	for {
		m, err := p.read(ctx, int(seat))
		switch {
		case err != nil:
			return err
		case m.Type == "refusal":
			return &broken{fmt.Sprintf("match %s: %s of seat %d: %s", p.id, text, seat, m.Refusal.Why)}
		case m.Type == "answer":
			p.mu.Lock()
			p.noted[*m.Seq] = noted{seat, text}
			p.mu.Unlock()
			return p.upTo(ctx, 1-int(seat), *m.Seq)
		}
	}
}

// play plays until the match is over or the test stops it, and reconnects whenever the connection is lost.
func (p *survivors) play(enough context.Context) error {
	for enough.Err() == nil && !p.over {
		err := p.once(enough)
		if b, is := errors.AsType[*broken](err); is {
			return b
		}
		if err != nil {
			p.drop()
			time.Sleep(10 * time.Millisecond)
		}
	}
	return nil
}

// once plays the next move, or reconnects.
func (p *survivors) once(enough context.Context) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(enough), 10*time.Second)
	defer cancel()
	if p.id == "" {
		return p.settle()
	}
	for seat := range p.ws {
		if p.ws[seat] == nil {
			if err := p.connect(ctx, seat); err != nil {
				return err
			}
		}
	}
	return p.move(ctx)
}

// drop closes both connections.
func (p *survivors) drop() {
	for seat, ws := range p.ws {
		if ws != nil {
			ws.CloseNow()
			p.ws[seat] = nil
		}
	}
}

// crowd are all clients of all matches.
type crowd struct {
	address string
	mu      sync.Mutex
	all     []*survivors
	err     error
}

// play plays matches of a game, one after another, until the test stops it.
func (c *crowd) play(enough context.Context, name string, n int) {
	for enough.Err() == nil {
		p := &survivors{address: c.address, game: name, luck: rand.New(rand.NewPCG(uint64(n), 1)), noted: map[int]noted{}}
		c.mu.Lock()
		c.all = append(c.all, p)
		c.mu.Unlock()
		if err := p.play(enough); err != nil {
			c.mu.Lock()
			c.err = errors.Join(c.err, err)
			c.mu.Unlock()
			return
		}
		p.drop()
	}
}

func (c *crowd) failed() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}

// acknowledged returns the number of moves acknowledged so far.
func (c *crowd) acknowledged() (n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, p := range c.all {
		p.mu.Lock()
		n += len(p.noted)
		p.mu.Unlock()
	}
	return n
}

// check checks that every stored match can be replayed with the right hashes, and has every acknowledged move. It
// returns the number of these moves.
func (c *crowd) check(t *testing.T, path string) (matches map[string]*match.Match, found int) {
	t.Helper()
	c.mu.Lock()
	all := append([]*survivors{}, c.all...)
	c.mu.Unlock()
	db, err := store.OpenSQLite(path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Check(context.Background()); err != nil {
		t.Fatal(err)
	}
	matches = map[string]*match.Match{}
	list, err := db.List(context.Background(), store.Query{Limit: 1000})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range list {
		kept, err := db.Load(context.Background(), x.ID)
		if err != nil {
			t.Fatalf("match %s cannot be read: %v", x.ID, err)
		}
		r, err := games.Find(kept.Setup.Game)
		if err != nil {
			t.Fatal(err)
		}
		for _, from := range []*match.Snapshot{nil, kept.Snapshot} {
			if matches[x.ID], err = match.Open(kept.Setup, r, kept.Log, from); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, p := range all {
		found += p.check(t, matches)
	}
	return matches, found
}

// check checks that the log has every recorded move of a match.
func (p *survivors) check(t *testing.T, matches map[string]*match.Match) int {
	t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.noted) == 0 {
		return 0
	}
	m := matches[p.id]
	if m == nil {
		t.Fatalf("match %s is lost", p.id)
	}
	for seat := range game.Seat(2) {
		events, err := m.Events(0, seat)
		if err != nil {
			t.Fatal(err)
		}
		for n, x := range p.noted {
			if x.seat != seat {
				continue
			}
			if n > len(events) || events[n-1].Seat != seat || events[n-1].Move != x.move {
				t.Fatalf("match %s: entry %d, %q of %s, was acknowledged and is lost", p.id, n, x.move, seat)
			}
		}
	}
	return len(p.noted)
}

// A server that is killed at any time loses no acknowledged move, not even of a game in a process of its own. All matches
// can be read, all hashes are right, and clients that reconnect see what they should.
func TestKill(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: builds and kills a program")
	}
	v := newVictim(t)
	v.start()
	crowd := &crowd{address: v.address}
	enough, stop := context.WithCancel(context.Background())
	defer stop()
	var wait sync.WaitGroup
	for i := range 8 {
		wait.Go(func() { crowd.play(enough, []string{"hex", "gofish"}[i%2], i) })
	}
	defer wait.Wait()
	defer stop()
	luck := rand.New(rand.NewPCG(rand.Uint64(), 1))
	played := 0
	more := func() bool { return crowd.acknowledged() > played || crowd.failed() != nil }
	for range *kills {
		eventually(t, "more moves are acknowledged", more)
		time.Sleep(time.Duration(100+luck.IntN(400)) * time.Millisecond)
		v.kill()
		crowd.check(t, v.data)
		played = crowd.acknowledged()
		v.start()
	}
	eventually(t, "more moves are acknowledged", more)
	stop()
	wait.Wait()
	if err := crowd.failed(); err != nil {
		t.Fatal(err)
	}
	back := crowd.comeBack(t)
	v.kill()
	matches, found := crowd.check(t, v.data)
	for p, views := range back {
		for seat, view := range views {
			if want := matches[p.id].State().View(game.Seat(seat)).Save(); !bytes.Equal(view, want) {
				t.Errorf("match %s: seat %d sees\n%s\nand should see\n%s", p.id, seat, view, want)
			}
		}
	}
	if found == 0 || len(back) == 0 {
		t.Error("nothing was played")
	}
	t.Logf("%d kills: all %d acknowledged moves of %d matches are there; reconnected clients checked %d matches", *kills, found, len(matches), len(back))
}

// comeBack reconnects all clients with since, and returns what they see.
func (c *crowd) comeBack(t *testing.T) map[*survivors][2][]byte {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	all := map[*survivors][2][]byte{}
	for _, p := range c.all {
		p.drop()
		if p.id == "" || p.views[0] == nil || p.views[1] == nil {
			continue
		}
		var views [2][]byte
		for seat := range views {
			if err := p.connect(ctx, seat); err != nil {
				t.Fatal(err)
			}
			views[seat] = p.views[seat].Save()
		}
		p.drop()
		all[p] = views
	}
	return all
}

// Two servers on one database cannot both continue a match: of two moves at the same moment, only one is acknowledged,
// and only that one is in the log.
func TestTwoServersAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "matches.db")
	var hosts [2]*host
	for i := range hosts {
		db, err := store.OpenSQLite(path)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { db.Close() })
		hosts[i] = start(t, func(c *server.Config) { c.Store = db })
	}
	made := hosts[0].create("hex", map[string]any{"seats": 2})
	var players [2][2]*player // by server and seat
	tokens := []string{hosts[0].join("hex", made.Match, "x").Token, hosts[0].join("hex", made.Match, "y").Token}
	for seat, token := range tokens {
		for i, h := range hosts {
			players[i][seat] = h.watch(made.Match, token)
		}
	}
	acknowledged := map[int]string{}
	refused := 0
	for n := range 40 {
		seat, seq := n%2, 2+n
		var answers [2]wire.Message
		var moves [2]string
		var wait sync.WaitGroup
		for i := range hosts {
			p := players[i][seat]
			p.seq = seq
			moves[i] = fmt.Sprintf("place %c%d", 'a'+(2*n+i)%11, 1+(2*n+i)/11)
			wait.Go(func() { answers[i] = p.play(moves[i]) })
		}
		wait.Wait()
		for i, m := range answers {
			switch {
			case m.Type == "answer" && acknowledged[*m.Seq] != "":
				t.Fatalf("entry %d is acknowledged by both: %s, %s", *m.Seq, acknowledged[*m.Seq], moves[i])
			case m.Type == "answer":
				acknowledged[*m.Seq] = moves[i]
			case refusalCode(m) == string(match.Stale):
				refused++
			default:
				t.Fatalf("%s: %s", moves[i], asText(m))
			}
		}
		if acknowledged[seq+1] == "" {
			t.Fatalf("no seat could make move %d: %s, %s", n, asText(answers[0]), asText(answers[1]))
		}
	}
	db, err := store.OpenSQLite(path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	kept, err := db.Load(context.Background(), made.Match)
	if err != nil {
		t.Fatal(err)
	}
	r, err := games.Find("hex")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := match.Open(kept.Setup, r, kept.Log, nil); err != nil {
		t.Fatal(err)
	}
	if len(kept.Log) != 42 || refused != 40 {
		t.Errorf("there are %d entries, and %d moves were refused", len(kept.Log), refused)
	}
	for n, move := range acknowledged {
		if got := kept.Log[n-1].Move; !strings.EqualFold(got, move) {
			t.Errorf("entry %d is %q, and %q was acknowledged", n, got, move)
		}
	}
}
