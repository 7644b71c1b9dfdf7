package client_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/plygame/ply/client"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/server"
	"github.com/plygame/ply/server/servertest"
	"github.com/plygame/ply/store"
	"github.com/plygame/ply/wire"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(patient{m}) }

// patient gives goroutines time to end before goleak looks for them.
type patient struct{ *testing.M }

func (p patient) Run() int {
	code := p.M.Run()
	for end := time.Now().Add(time.Minute); goleak.Find() != nil && time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
	}
	return code
}

func quiet() *slog.Logger { return slog.New(slog.NewTextHandler(io.Discard, nil)) }

// host is a server that stores its matches in a file.
type host struct{ *servertest.Host }

func newHost(t *testing.T) *host {
	t.Helper()
	db, err := store.OpenSQLite(filepath.Join(t.TempDir(), "ply.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return &host{servertest.Start(t, server.Config{Games: games.All(), Store: db, Judge: "judge"})}
}

func (h *host) client() *client.Client {
	return &client.Client{URL: h.URL, HTTP: &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}, Wait: 5 * time.Millisecond, MaxWait: 50 * time.Millisecond}
}

func within(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	t.Cleanup(cancel)
	return ctx
}

// seated creates a match, takes all seats and watches as each.
func seated(t *testing.T, h *host, name string, seats int) (id string, programs []*client.Match, tokens []string) {
	t.Helper()
	ctx, c := within(t), h.client()
	made, err := c.Create(ctx, name, wire.Create{Seats: seats})
	if err != nil {
		t.Fatal(err)
	}
	for i := range seats {
		j, err := c.Join(ctx, name, made.Match, wire.Join{Name: fmt.Sprint("player ", i)})
		if err != nil {
			t.Fatal(err)
		}
		tokens = append(tokens, j.Token)
	}
	for _, token := range tokens {
		programs = append(programs, watch(t, h, made.Match, token))
	}
	return made.Match, programs, tokens
}

func watch(t *testing.T, h *host, id, token string) *client.Match {
	t.Helper()
	x, err := h.client().Watch(within(t), id, token, games.Find)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(x.Close)
	return x
}

// until reads news until a condition holds.
func until(t *testing.T, x *client.Match, what string, holds func(client.News) bool) client.News {
	t.Helper()
	for {
		n, err := x.Next(within(t))
		if err != nil {
			t.Fatalf("waiting until %s: %v", what, err)
		}
		if holds(n) {
			return n
		}
	}
}

func isKind(k client.Kind) func(client.News) bool {
	return func(n client.News) bool { return n.Kind == k }
}

// upTo waits until a program knows an entry.
func upTo(t *testing.T, x *client.Match, seq int) {
	t.Helper()
	for x.Now().Seq < seq {
		if _, err := x.Next(within(t)); err != nil {
			t.Fatalf("waiting for entry %d at %d: %v", seq, x.Now().Seq, err)
		}
	}
}

// random plays a random move of a seat that must act. It reports whether the match continues.
func random(t *testing.T, programs []*client.Match, luck *rand.Rand) bool {
	t.Helper()
	now := programs[0].Now()
	if now.Over {
		return false
	}
	x := programs[now.ToAct[luck.IntN(len(now.ToAct))]]
	now = x.Now()
	moves, err := now.View.Moves()
	if err != nil {
		t.Fatal(err)
	}
	moves = slices.DeleteFunc(moves, func(m game.Move) bool { return m.Seat != now.Seat })
	if err := x.Play(within(t), now.Seq, now.View.Text(moves[luck.IntN(len(moves))])); err != nil {
		t.Fatal(err)
	}
	for _, y := range programs {
		upTo(t, y, x.Now().Seq)
	}
	return true
}

func code(err error) string {
	if r := wire.RefusalOf(err); r != nil {
		return r.Code
	}
	return ""
}

// All games can be played to their end, and every program sees what its seat should.
func TestWholeMatches(t *testing.T) {
	h := newHost(t)
	for i, r := range games.All() {
		if testing.Short() && i%4 > 0 {
			continue
		}
		id, programs, _ := seated(t, h, r.Name, r.Seats.Max)
		luck := rand.New(rand.NewPCG(1, 2))
		for random(t, programs, luck) {
		}
		text, err := h.client().Record(within(t), r.Name, id)
		if err != nil {
			t.Fatal(err)
		}
		rec, err := match.ReadRecord([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		again, err := match.Replay(r, rec, -1)
		if err != nil {
			t.Fatal(err)
		}
		s := again.State()
		for seat, x := range programs {
			now := x.Now()
			if want := s.View(game.Seat(seat)).Save(); !bytes.Equal(now.View.Save(), want) {
				t.Errorf("%s: seat %d sees\n%s\nwant\n%s", r.Name, seat, now.View.Save(), want)
			}
			if now.Outcome.Result() != s.Outcome().String() {
				t.Errorf("%s: seat %d knows the outcome %+v, want %s", r.Name, seat, now.Outcome, s.Outcome())
			}
			x.Close()
		}
	}
}

// The server is killed and restarted at every third move: the programs reconnect and continue.
func TestKilled(t *testing.T) {
	h := newHost(t)
	_, programs, _ := seated(t, h, "gofish", 3)
	luck := rand.New(rand.NewPCG(3, 4))
	for i := range 12 {
		if !random(t, programs, luck) {
			break
		}
		if i%3 != 2 {
			continue
		}
		h.Kill()
		for _, x := range programs {
			until(t, x, "it is lost", isKind(client.Lost))
		}
		if programs[0].Now().Connected {
			t.Error("it is lost and connected")
		}
		h.Start()
		for _, x := range programs {
			if n := until(t, x, "it is back", isKind(client.Back)); len(n.Events) > 0 || !n.Now.Connected {
				t.Errorf("nothing was missed: %+v", n)
			}
		}
	}
}

// A program that reconnects gets what it missed.
func TestMissed(t *testing.T) {
	h := newHost(t)
	id, programs, tokens := seated(t, h, "tictactoe", 2)
	gone := programs[1]
	h.Cut()
	until(t, gone, "it is lost", isKind(client.Lost))
	h.Stop()
	h.Start()
	again := watch(t, h, id, tokens[0])
	if err := again.Play(within(t), again.Now().Seq, "place b2"); err != nil {
		t.Fatal(err)
	}
	upTo(t, gone, 3)
	if now := gone.Now(); !now.MyTurn() || !bytes.Contains(now.View.Save(), []byte(`"b2"`)) {
		t.Errorf("it has not received the move: %+v", now)
	}
}

// A move played while the server is down waits for it.
func TestPlayAway(t *testing.T) {
	h := newHost(t)
	_, programs, _ := seated(t, h, "tictactoe", 2)
	seen := programs[0].Now().Seq
	h.Kill()
	until(t, programs[0], "it is lost", isKind(client.Lost))
	played := make(chan error)
	go func() { played <- programs[0].Play(within(t), seen, "place a1") }()
	select {
	case err := <-played:
		t.Fatalf("without a server, the answer is %v", err)
	case <-time.After(50 * time.Millisecond):
	}
	h.Start()
	if err := <-played; err != nil {
		t.Error(err)
	}
	upTo(t, programs[1], seen+1)
}

// A move whose answer is lost is played once.
func TestAnswerLost(t *testing.T) {
	h := newHost(t)
	id, programs, tokens := seated(t, h, "tictactoe", 2)
	programs[0].Close()
	way := h.Proxy()
	c := h.client()
	c.URL = way.URL
	x, err := c.Watch(within(t), id, tokens[0], games.Find)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	until(t, x, "somebody is here", isKind(client.Present))
	way.Answers.Drop(true)
	played := make(chan error)
	seen := x.Now().Seq
	go func() { played <- x.Play(within(t), seen, "place a1") }()
	upTo(t, programs[1], seen+1) // the move is made, but the answer is lost
	way.Answers.Drop(false)
	way.Cut()
	way.Mend()
	if err := <-played; err != nil {
		t.Errorf("the move was made, but the answer is %v", err)
	}
	upTo(t, x, seen+1)
	all, err := x.History(within(t), 0)
	if err != nil {
		t.Fatal(err)
	}
	moves := 0
	for _, e := range all {
		if e.Kind == match.Moved {
			moves++
		}
	}
	if moves != 1 {
		t.Errorf("%d moves were made: %+v", moves, all)
	}
}

func TestRefusals(t *testing.T) {
	h := newHost(t)
	id, programs, tokens := seated(t, h, "tictactoe", 2)
	ctx, c := within(t), h.client()
	seen := programs[0].Now().Seq
	if err := programs[1].Play(ctx, seen, "place a1"); code(err) != string(game.NotYourTurn) {
		t.Errorf("out of turn: %v", err)
	}
	if err := programs[0].Play(ctx, seen, "place a1"); err != nil {
		t.Fatal(err)
	}
	upTo(t, programs[1], seen+1)
	if err := programs[1].Play(ctx, seen+1, "place a1"); err == nil || code(err) == "" {
		t.Errorf("a cell that is taken: %v", err)
	}
	if err := programs[1].Play(ctx, seen, "place a2"); code(err) != string(match.Stale) {
		t.Errorf("stale: %v", err)
	}
	if _, err := c.Watch(ctx, id, "wrong", games.Find); code(err) != "no-right" {
		t.Errorf("a wrong token: %v", err)
	}
	if _, err := c.Watch(ctx, "nowhere", "", games.Find); code(err) != "no-match" {
		t.Errorf("no match: %v", err)
	}
	if _, err := c.Join(ctx, "tictactoe", id, wire.Join{Name: "Eve"}); code(err) != "taken" {
		t.Errorf("a full match: %v", err)
	}
	if _, err := c.Create(ctx, "ludo", wire.Create{}); code(err) != "no-game" {
		t.Errorf("no game: %v", err)
	}
	if err := watch(t, h, id, "").Play(ctx, seen+1, "place a2"); code(err) != "no-right" {
		t.Errorf("a spectator plays: %v", err)
	}
	if _, err := c.Watch(ctx, id, tokens[0], func(string) (*game.Rules, error) { return games.Find("nim") }); err == nil || !strings.Contains(err.Error(), "not compatible") {
		t.Errorf("other rules: %v", err)
	}
}

// Leaving the seat or closing the match ends the connection for good.
func TestFarewell(t *testing.T) {
	h := newHost(t)
	id, programs, tokens := seated(t, h, "tictactoe", 2)
	if _, err := h.client().Leave(within(t), "tictactoe", id, tokens[0]); err != nil {
		t.Fatal(err)
	}
	n := until(t, programs[1], "somebody leaves", isKind(client.Happened))
	for len(n.Events) == 0 || n.Events[0].N < 3 {
		n = until(t, programs[1], "somebody leaves", isKind(client.Happened))
	}
	if !n.Now.Match.Seats[0].Free {
		t.Errorf("the seat is not free: %+v", n.Now.Match)
	}
	_ = programs[0].Play(within(t), programs[0].Now().Seq, "place a1") // it is notified by now
	for {
		_, err := programs[0].Next(within(t))
		if f, is := errors.AsType[*client.Farewell](err); is {
			if f.Code != "left" {
				t.Errorf("the farewell is %+v", f)
			}
			break
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if _, err := programs[0].History(within(t), 0); err == nil {
		t.Error("requests still succeed")
	}
	programs[1].Close()
	for {
		if _, err := programs[1].Next(within(t)); err != nil {
			if !errors.Is(err, client.ErrClosed) {
				t.Error(err)
			}
			break
		}
	}
}

// A server that shuts down tells its clients.
func TestShutDown(t *testing.T) {
	h := newHost(t)
	_, programs, _ := seated(t, h, "tictactoe", 2)
	h.Stop()
	if n := until(t, programs[0], "it is lost", isKind(client.Lost)); !strings.Contains(n.Why, "shutting down") {
		t.Errorf("the server has said %q", n.Why)
	}
}

func TestUndo(t *testing.T) {
	h := newHost(t)
	_, programs, _ := seated(t, h, "tictactoe", 2)
	ctx := within(t)
	play := func(x *client.Match, move string) {
		t.Helper()
		if err := x.Play(ctx, x.Now().Seq, move); err != nil {
			t.Fatal(err)
		}
		for _, y := range programs {
			upTo(t, y, x.Now().Seq)
		}
	}
	play(programs[0], "place a1")
	if asked, err := programs[0].Undo(ctx); asked || err != nil {
		t.Errorf("by right: %v, %v", asked, err)
	}
	upTo(t, programs[1], programs[0].Now().Seq)
	play(programs[0], "place a1")
	play(programs[1], "place b1")
	if asked, err := programs[0].Undo(ctx); !asked || err != nil {
		t.Fatalf("by consent: %v, %v", asked, err)
	}
	n := until(t, programs[1], "it is asked", func(n client.News) bool { return n.Kind == client.Asked && n.Now.Asked != nil })
	if !n.Now.MustAgree() || n.Now.Asked.Seat != 0 {
		t.Errorf("the request is %+v", n.Now.Asked)
	}
	if err := programs[1].Agree(ctx, true); err != nil {
		t.Fatal(err)
	}
	if now := programs[1].Now(); now.View.Played() != 0 || now.Asked != nil {
		t.Errorf("%d moves are left, asked is %+v", now.View.Played(), now.Asked)
	}
	if err := programs[0].Resign(ctx); err != nil {
		t.Fatal(err)
	}
	if now := programs[0].Now(); !now.Over || now.Resigned != 0 {
		t.Errorf("it has resigned: %+v", now)
	}
}

func TestOffers(t *testing.T) {
	h := newHost(t)
	_, programs, _ := seated(t, h, "gofish", 2)
	now := programs[0].Now()
	x := programs[now.ToAct[0]]
	all, err := x.Offers(within(t), "")
	if err != nil || len(all) == 0 || all[0].Action != "ask" {
		t.Fatalf("%+v, %v", all, err)
	}
	next, err := x.Offers(within(t), "ask "+all[0].Values[0].Value)
	if err != nil || len(next) != 1 || *next[0].At != 1 {
		t.Errorf("%+v, %v", next, err)
	}
}

// The error for a server that is not a Ply server suggests that.
func TestNoServer(t *testing.T) {
	other := httptest.NewServer(http.NotFoundHandler())
	c := &client.Client{URL: other.URL, HTTP: &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}}
	if _, err := c.Games(within(t)); err == nil || !strings.Contains(err.Error(), "may not be a Ply server") {
		t.Error(err)
	}
	if _, err := c.Watch(within(t), "x", "", games.Find); err == nil {
		t.Error("Watch succeeds")
	}
	other.Close()
	if _, err := c.Games(within(t)); err == nil || !strings.Contains(err.Error(), "does not respond") {
		t.Error(err)
	}
}

// Everyone in a match is told about the rematch, and gets the same one.
func TestAgain(t *testing.T) {
	h := newHost(t)
	id, programs, tokens := seated(t, h, "tictactoe", 2)
	if _, err := h.client().Again(within(t), "tictactoe", id, tokens[0]); code(err) != "not-over" {
		t.Errorf("before the end: %v", err)
	}
	if err := programs[0].Resign(within(t)); err != nil {
		t.Fatal(err)
	}
	first, err := h.client().Again(within(t), "tictactoe", id, tokens[1])
	if err != nil || first.Host == "" {
		t.Fatal(first, err)
	}
	for _, x := range programs {
		if n := until(t, x, "the next match", isKind(client.Again)); n.Now.Next != first.Match || x.Now().Next != first.Match {
			t.Errorf("it receives %q, want %q", n.Now.Next, first.Match)
		}
	}
	if second, err := h.client().Again(within(t), "tictactoe", id, tokens[0]); err != nil || second.Match != first.Match || second.Host != "" {
		t.Error(second, err)
	}
	if late := watch(t, h, id, ""); late.Now().Next != first.Match {
		t.Errorf("a later client receives %q", late.Now().Next)
	}
}
