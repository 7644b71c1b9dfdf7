package server_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/server"
	"github.com/plygame/ply/store"
)

// While players, the host, spectators and the operator do everything with a match at once, and it leaves memory again
// and again, nothing fails, and what is stored can be replayed.
func TestEverythingAtOnce(t *testing.T) {
	kept, d := new(store.Memory), new(diary)
	h := start(t, func(c *server.Config) {
		c.Store, c.Log, c.Bot, c.Idle, c.MaxLive, c.KeepSeat = kept, slog.New(slog.NewTextHandler(d, nil)), "random", 3*time.Millisecond, 2, time.Millisecond
		c.Rate, c.AddressRate, c.RequestRate, c.CreateRate = 1e6, 1e6, 1e6, 1e6
	})
	rounds := 12
	if testing.Short() {
		rounds = 2
	}
	for round := range rounds {
		name := []string{"tictactoe", "gofish", "liarsdice"}[round%3]
		m := h.create(name, map[string]any{"seats": 2})
		path := "/api/games/" + name + "/" + m.Match
		tokens := &tokens{all: []string{m.Host, "", "wrong", h.join(name, m.Match, "Ann").Token, h.join(name, m.Match, "Bob").Token}}
		within, stop := context.WithTimeout(t.Context(), 300*time.Millisecond)
		var wait sync.WaitGroup
		for i := range 3 {
			wait.Go(func() { h.storm(within, m.Match, tokens, rand.New(rand.NewPCG(uint64(round), uint64(i)))) })
		}
		for i := range 3 {
			luck := rand.New(rand.NewPCG(uint64(round), uint64(10+i)))
			wait.Go(func() {
				for within.Err() == nil {
					what := []string{"join", "leave", "bot", "again", "renew", "", "record", "table"}[luck.IntN(8)]
					method, body := "POST", any(map[string]any{})
					switch what {
					case "join":
						body = map[string]any{"name": "Ann"}
					case "bot":
						body = map[string]any{"seat": luck.IntN(2), "off": luck.IntN(2) == 0}
					case "", "record", "table":
						method, body = "GET", nil
					}
					var text string
					status := h.ask(method, strings.TrimSuffix(path+"/"+what, "/"), tokens.one(luck), body, &text)
					if status >= 500 && status != 503 {
						t.Errorf("%s: %d %s", what, status, text)
					}
					tokens.add(text)
				}
			})
		}
		wait.Go(func() {
			luck := rand.New(rand.NewPCG(uint64(round), 20))
			for within.Err() == nil {
				h.Server.Inspect(t.Context(), m.Match)
				h.Server.LookAt(t.Context(), m.Match, game.Seat(luck.IntN(2)))
				time.Sleep(time.Duration(luck.IntN(30)) * time.Millisecond)
				switch luck.IntN(16) {
				case 0:
					h.Server.CloseMatch(t.Context(), m.Match)
				case 1:
					h.Server.DeleteMatch(t.Context(), m.Match, "spam")
				}
			}
		})
		wait.Wait()
		stop()
	}
	h.unharmed(d)
	all, err := kept.List(t.Context(), store.Query{Unlisted: true, Limit: 1000})
	if err != nil || len(all) == 0 {
		t.Fatalf("%d matches, %v", len(all), err)
	}
	entries := 0
	for _, x := range all {
		k, err := kept.Load(t.Context(), x.ID)
		if errors.Is(err, store.ErrDeleted) {
			continue
		}
		r, wrong := games.Find(k.Setup.Game)
		if err = errors.Join(err, wrong); err == nil {
			_, err = match.Open(k.Setup, r, k.Log, nil)
		}
		if err != nil {
			t.Errorf("match %s: %v", x.ID, err)
		}
		entries += len(k.Log)
	}
	t.Logf("%d matches with %d entries", len(all), entries)
}

// tokens are those that the clients of a match know.
type tokens struct {
	mu  sync.Mutex
	all []string
}

func (x *tokens) one(luck *rand.Rand) string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.all[luck.IntN(len(x.all))]
}

// add adds the token in an answer, if there is one.
func (x *tokens) add(text string) {
	if _, rest, is := strings.Cut(text, `"token":"`); is {
		x.mu.Lock()
		defer x.mu.Unlock()
		token, _, _ := strings.Cut(rest, `"`)
		x.all = append(x.all, token)
	}
}

// storm connects again and again with some token, and sends requests at random.
func (h *host) storm(within context.Context, id string, tokens *tokens, luck *rand.Rand) {
	for within.Err() == nil {
		ws, _, err := websocket.Dial(within, "ws"+strings.TrimPrefix(h.URL, "http")+"/api/play", nil)
		if err != nil {
			continue
		}
		ws.SetReadLimit(1 << 24)
		write := func(q map[string]any) { _ = ws.Write(within, websocket.MessageText, []byte(asText(q))) }
		write(map[string]any{"do": "watch", "match": id, "token": tokens.one(luck), "since": luck.IntN(9)})
		var seq int
		moves := []string{"place a1", "place b2", "place c3", "ask"}
		for range 1 + luck.IntN(20) {
			_, text, err := ws.Read(within)
			if err != nil {
				break
			}
			said := string(text)
			if strings.Contains(said, `"code":"failed"`) || strings.Contains(said, `"code":"fault"`) {
				h.t.Errorf("a client reads %s", said)
			}
			if _, rest, is := strings.Cut(said, `"seq":`); is {
				fmt.Sscan(strings.FieldsFunc(rest, func(r rune) bool { return r < '0' || r > '9' })[0], &seq)
			}
			if _, rest, is := strings.Cut(said, `"moves":["`); is {
				if list, _, is := strings.Cut(rest, `"]`); is {
					moves = slices.Concat(moves[:1], strings.Split(list, `","`))
				}
			}
			switch luck.IntN(9) {
			case 0, 1, 2:
				write(map[string]any{"do": "play", "seq": seq, "move": moves[luck.IntN(len(moves))]})
			case 3:
				write(map[string]any{"do": "undo"})
			case 4:
				write(map[string]any{"do": "agree", "yes": luck.IntN(2) == 0})
			case 5:
				write(map[string]any{"do": "history", "since": luck.IntN(9)})
			case 6:
				write(map[string]any{"do": []string{"offers", "view", "hint", "ping", "resign"}[luck.IntN(5)]})
			default:
				write(map[string]any{"do": "moves"})
			}
		}
		ws.CloseNow()
	}
}
