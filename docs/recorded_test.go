package docs_test

import (
	"context"
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
	"github.com/plygame/ply/wire"
)

// odds is a game with what other games lack: free text, ranges, a stop in the middle, values that point at elements or
// are unproved, notices, moments, eliminated seats, and positions that can be repeated.
func odds() *game.Rules {
	pile, hand := &game.Place{Name: "pile"}, &game.Place{Name: "hand", Each: true, Seen: game.ByOwner}
	coin := &game.Kind{Name: "coin", Label: func(s *game.State, id game.ID) string { return "coin " + s.Name(s.Parent(id)) }}
	word := &game.Pick[string]{Name: "word", Text: &game.Text{Min: 1, Max: 12, Pattern: "[a-z]+"}}
	count := &game.Pick[int]{Name: "count", Range: func(*game.Tx) (int, int) { return 1, 3 }}
	some := &game.Pick[game.ID]{Name: "some", From: pile.Contents, Several: func(*game.Tx) (int, int) { return 1, 3 }}
	tip := &game.Pick[int]{Name: "tip", Range: func(*game.Tx) (int, int) { return 1, 2 }, Optional: true}
	step := &game.Pick[int]{Name: "step", Repeat: true}
	step.Then = func(t *game.Tx, n int) { gold.Edit(t, t.Seat, func(g *int) { *g += n }) }
	step.From = func(t *game.Tx) game.Set[int] { // up to 2 in total: a step of 2 is the last, a step of 1 is not
		return game.SetOf([]int{1, 2}[:max(0, 2-gold.Of(t, t.Seat))]...)
	}
	step.Points = func(t *game.Tx, _ int) game.Set[game.ID] { return t.Contents(hand.Of(t.Seat)).With(hand.Of(t.Seat)) }
	lots := &game.Pick[int]{Name: "lots", Range: func(*game.Tx) (int, int) { return 1, 40 }, Several: func(*game.Tx) (int, int) { return 5, 5 }}
	secret := &game.Pick[int]{Name: "number", Range: func(*game.Tx) (int, int) { return 1, 2000 }, If: func(_ *game.Tx, n int) bool { return n%2 == 0 }} // too many to send unasked
	high := func(t *game.Tx) bool {                                                                                                                      // too few combinations to find
		sum := 0
		for n := range lots.All(t) {
			sum += n
		}
		return sum == 190
	}
	return &game.Rules{
		Derived: []game.AnyDerived{game.NewDerived("played", func(s *game.State, _ game.ID) int { return s.Played() }).OnTable()},
		Name:    "odds", Version: "1", Seats: game.Between(2, 3), Layout: []game.Layout{pile, hand}, Kinds: []*game.Kind{coin}, Parts: []game.Column{gold},
		Position: game.Position{Mover: true},
		Setup: func(t *game.Tx) {
			for range 6 {
				t.Create(coin, pile)
			}
		},
		Actions: []*game.Action{
			{Name: "say", Label: "Say a word", Pick: []game.Choice{word}, Do: func(t *game.Tx) { t.Say("{0} says {1}", t.Seat, word.In(t)) }},
			{Name: "earn", NoUndo: true, Pick: []game.Choice{count}, Do: func(t *game.Tx) { gold.Set(t, t.Seat, count.In(t)) }},
			{Name: "take", Pick: []game.Choice{some, tip}, Do: func(t *game.Tx) {
				for id := range some.All(t) {
					t.Move(id, hand.Of(t.Seat))
					t.Say("{0} takes one", t.Seat)
					t.Moment()
				}
				t.Say("{0} takes some", t.Seat)
				t.Emit("clink", t.Seat, hand.Of(t.Seat), 2, "loud")
				t.Moment()
			}},
			{Name: "gamble", Pick: []game.Choice{lots}, Check: high, Do: func(*game.Tx) {}},
			{Name: "guess", If: func(t *game.Tx) bool { return gold.Of(t, t.Seat) == 3 }, Pick: []game.Choice{secret}, Do: func(*game.Tx) {}},
			{Name: "climb", Pick: []game.Choice{step}},
			{Name: "rest", Do: func(t *game.Tx) {
				t.SitOut(t.Seat)
				if t.Playing().Len() == 0 {
					t.Return()
				}
			}},
			{Name: "fall", Do: func(t *game.Tx) { t.Return(); t.Eliminate(t.Seat) }},
		},
	}
}

// recording is everything that clients have sent and received.
type recording struct {
	t       *testing.T
	h       *host
	schema  huma.Registry
	clients []*socket
	luck    *rand.Rand
}

// Everything sent over the WebSocket in matches of all games conforms to messages.schema.json, and every field in it is
// used.
func TestRecordedMessages(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: takes long")
	}
	r := &recording{t: t, h: serve(t, odds()), schema: messageSchema(), luck: rand.New(rand.NewPCG(1, 1))}
	for _, g := range games.All() {
		r.match(g)
	}
	r.odds()
	r.bots()
	r.renewed()
	if err := r.h.Server.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	for _, c := range r.clients { // the rest, up to the farewell
		for {
			if _, _, err := c.read(); err != nil {
				break
			}
		}
	}
	r.judge()
}

// bots plays with bots: one that thinks for a while, with a hint, and two that never end.
func (r *recording) bots() {
	r.t.Helper()
	create := func(game, body string) (made wire.Created) {
		status, answer := r.h.ask("POST", "/api/games/"+game+"/create", "", body)
		if err := json.Unmarshal([]byte(answer), &made); err != nil || status != 200 {
			r.t.Fatalf("%d %s", status, answer)
		}
		return made
	}
	practice := create("tictactoe", `{"bots":[1],"bot":"ponders"}`)
	var seat wire.Joined
	_, answer := r.h.ask("POST", "/api/games/tictactoe/"+practice.Match+"/join", "", `{"name":"somebody"}`)
	if err := json.Unmarshal([]byte(answer), &seat); err != nil {
		r.t.Fatal(err)
	}
	c := r.watch(practice.Match, seat.Token, nil)
	hint, _ := c.ask(wire.Request{Do: "hint", Level: "gentle"})
	if hint.Hint == nil {
		r.t.Fatalf("no hint: %v", c.received)
	}
	c.ask(wire.Request{Do: "play", Seq: hint.Seq, Move: json.RawMessage(`"place a1"`)})
	c.until(func(m wire.Message) bool { return m.Type == "thinking" })
	alone := create("hex", `{"bots":[0,1],"bot":"random"}`)
	r.watch(alone.Match, "", nil).until(func(m wire.Message) bool { return m.Type == "stopped" })
}

// renewed renews a token.
func (r *recording) renewed() {
	r.t.Helper()
	match, _, tokens := r.made("tictactoe", 2, nil)
	r.h.ahead.Store(int64(600 * time.Hour))
	c := r.watch(match, tokens[0], nil)
	token := ""
	c.until(func(m wire.Message) bool { token = m.Token; return m.Type == "token" })
	if m, _ := c.ask(wire.Request{Do: "renew", Token: token}); m.Token != token {
		r.t.Fatalf("the new token cannot be used: %v", c.received)
	}
}

// watch makes a client watch a match.
func (r *recording) watch(match, token string, since *int) *socket {
	r.t.Helper()
	c := r.h.dial()
	r.clients = append(r.clients, c)
	if m, _ := c.ask(wire.Request{Do: "watch", Match: match, Token: token, Since: since}); m.Type != "welcome" {
		r.t.Fatalf("no welcome: %v", c.received)
	}
	if since != nil { // a client with a different past gets the whole view
		other := r.h.dial()
		r.clients = append(r.clients, other)
		if m, _ := other.ask(wire.Request{Do: "watch", Match: match, Token: token, Since: since, Mark: "another past"}); m.Type != "welcome" || m.View == nil {
			r.t.Fatalf("no view: %v", other.received)
		}
	}
	return c
}

// made creates a match and takes all its seats.
func (r *recording) made(game string, seats int, options map[string]any) (match, host string, tokens []string) {
	r.t.Helper()
	post := func(path string, body any, into any) {
		text, _ := json.Marshal(body)
		status, answer := r.h.ask("POST", "/api/games/"+game+path, "", string(text))
		if err := json.Unmarshal([]byte(answer), into); err != nil || status != 200 {
			r.t.Fatalf("%s: %d %s", path, status, answer)
		}
	}
	var made wire.Created
	post("/create", wire.Create{Seats: seats, Options: options, Unlisted: true}, &made)
	for range seats {
		var seat wire.Joined
		post("/"+made.Match+"/join", wire.Join{Name: "somebody"}, &seat)
		tokens = append(tokens, seat.Token)
	}
	return made.Match, made.Host, tokens
}

// match plays a match of a game for some time, with every sort of request.
func (r *recording) match(g *game.Rules) {
	r.t.Helper()
	options := map[string]any{}
	if g.Name == "hex" {
		options["size"] = 5
	}
	match, host, tokens := r.made(g.Name, g.Seats.Max, options)
	var seats []*socket
	for _, token := range tokens {
		seats = append(seats, r.watch(match, token, nil))
	}
	others := []*socket{r.watch(match, "", nil), r.watch(match, host, nil), r.watch(match, "the judge's secret", nil)}
	over := false
	for n := range 60 {
		seq, acted := 0, false
		for _, c := range seats {
			answer, _ := c.ask(wire.Request{Do: "moves"})
			if over = answer.Refusal != nil && answer.Refusal.Code == "over"; over {
				break
			}
			if len(answer.Moves) == 0 {
				continue
			}
			seq, acted = *answer.Seq, true
			text, _ := json.Marshal(answer.Moves[r.luck.IntN(len(answer.Moves))])
			c.ask(wire.Request{Do: "offers", Then: n%2 == 0})
			c.ask(wire.Request{Do: "play", Seq: &seq, Move: text})
			if n%7 == 3 {
				c.ask(wire.Request{Do: "undo"})
				for _, x := range seats {
					yes := n%2 == 0 || r.luck.IntN(3) > 0
					x.ask(wire.Request{Do: "agree", Yes: &yes})
				}
			}
			break
		}
		if over || !acted || g.Name == "tictactoe" && n > 1 {
			break
		}
	}
	for _, c := range slices.Concat(seats, others) {
		c.ask(wire.Request{Do: "history"})
		c.ask(wire.Request{Do: "view"})
		c.ask(wire.Request{Do: "ping"})
	}
	for _, c := range seats {
		c.ask(wire.Request{Do: "resign"})
	}
	var next wire.Created // refused where bots take over
	if _, text := r.h.ask("POST", "/api/games/"+g.Name+"/"+match+"/again", host, ""); json.Unmarshal([]byte(text), &next) == nil && next.Match != "" {
		r.watch(next.Match, "", new(0)) // with reserved seats
	}
	since := 3
	r.watch(match, "", &since)
}

// odds plays the game with the rare features.
func (r *recording) odds() {
	r.t.Helper()
	match, _, tokens := r.made("odds", 3, nil)
	var seats []*socket
	for _, token := range tokens {
		seats = append(seats, r.watch(match, token, nil))
	}
	spectator := r.watch(match, "", nil)
	seq := 3
	play := func(seat int, move string) {
		r.t.Helper()
		if m, _ := seats[seat].ask(wire.Request{Do: "play", Seq: &seq, Move: json.RawMessage(move)}); m.Type != "answer" {
			r.t.Fatalf("%s is refused: %+v", move, m.Refusal)
		}
		seq++
	}
	for _, draft := range []string{`{}`, `"say"`, `"climb"`, `{"action":"earn"}`, `{"action":"take"}`, `{"action":"take","picks":[["#1"]]}`, `{"action":"take","picks":[["#1"],[]]}`, `{"action":"take","picks":[["#1","#2","#3"]]}`, `"dance"`, `"take #9"`} {
		seats[0].ask(wire.Request{Do: "offers", Draft: json.RawMessage(draft)})
	}
	seats[0].ask(wire.Request{Do: "moves"}) // free text
	seats[0].ask(wire.Request{Do: "play", Seq: &seq})
	for seat := range seats { // the last seat to rest wakes all
		play(seat, `"rest"`)
		spectator.ask(wire.Request{Do: "view"})
	}
	play(0, `{"action":"take","picks":[["#1","#2"],[]]}`)
	play(1, `{"action":"take","picks":[["#3"],[2]]}`)
	play(2, `"say hello"`)
	play(0, `{"action":"earn","picks":[[3]]}`)
	play(1, `"fall"`)
	for _, c := range append(seats, spectator) {
		c.ask(wire.Request{Do: "history"})
		c.ask(wire.Request{Do: "view"})
	}
	seats[2].ask(wire.Request{Do: "undo"})
	seats[0].ask(wire.Request{Do: "undo"})
	seats[1].ask(wire.Request{Do: "leave"})
	r.watch(match, "", nil)
	spectator.ask(wire.Request{Do: "undo"})
	play(2, `"fall"`)
	seats[0].ask(wire.Request{Do: "history"})
}

// judge checks everything.
func (r *recording) judge() {
	r.t.Helper()
	used, types, faults := map[string]bool{}, map[string]bool{}, 0
	look := func(name, text string) {
		if errs := invalid(r.schema, name, text); errs != nil && faults < 10 {
			faults++
			r.t.Errorf("not a valid %s: %v\n%.600s", name, errs, text)
		}
		var v map[string]any
		if err := json.Unmarshal([]byte(text), &v); err != nil {
			r.t.Fatal(err)
		}
		if of, is := v["type"].(string); is {
			types[of] = true
		}
		r.use(name, v, used)
	}
	n := 0
	for _, c := range r.clients {
		for _, text := range c.sent {
			look("Request", text)
		}
		for _, text := range c.received {
			n++
			look("Message", text)
		}
	}
	if n < 1000 || len(types) != 11 {
		r.t.Errorf("there were only %d messages, of the types %v", n, slices.Collect(maps.Keys(types)))
	}
	for name, s := range r.schema.Map() {
		for field := range s.Properties {
			if !used[name+"."+field] {
				r.t.Errorf("%s.%s is used in none of %d messages", name, field, n)
			}
		}
	}
}

// use notes the fields that are used, and checks that nothing is null.
func (r *recording) use(name string, v any, used map[string]bool) {
	switch v := v.(type) {
	case []any:
		for _, x := range v {
			r.use(name, x, used)
		}
	case map[string]any:
		for field, x := range v {
			used[name+"."+field] = true
			if x == nil {
				r.t.Errorf("%s.%s is null", name, field)
			}
			s := r.schema.Map()[name].Properties[field]
			if s == nil {
				continue
			}
			for _, s := range append(s.AnyOf, s, s.Items) {
				if s != nil && s.Ref != "" {
					r.use(strings.TrimPrefix(s.Ref, "#/$defs/"), x, used)
				}
			}
		}
	}
}
