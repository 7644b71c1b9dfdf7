package server_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/server"
	"github.com/plygame/ply/store"
	"github.com/plygame/ply/wire"
)

var leakMatches = flag.Int("matches", 6, "how many go fish matches are searched for leaks")

// Every message can be computed from the stored match and the receiver's view, and contains nothing that the receiver
// cannot know.
func TestNothingLeaks(t *testing.T) {
	mem := new(store.Memory)
	h := start(t, func(c *server.Config) { c.Store = mem })
	n := *leakMatches
	if testing.Short() {
		n = min(n, 2)
	}
	for i := range n {
		searched(t, h, mem, "gofish", nil, 2+i%3, uint64(i))
	}
	done := map[string]bool{"gofish": true}
	for i, name := range []string{"market", "mastermind", "liarsdice", "skirmish", "survivors"} {
		if done[name] = true; testing.Short() && i > 0 {
			continue
		}
		for k := range max(1, n/10) {
			searched(t, h, mem, name, nil, 2, uint64(i*100+k))
		}
	}
	oneDeal := map[string]any{"one-deal": true} // a whole game of them
	for _, name := range []string{"hearts", "cribbage", "gin", "letters"} {
		done[name] = true
	}
	for i := range max(1, n/3) {
		if searched(t, h, mem, "letters", oneDeal, 2+i%3, uint64(i)); testing.Short() {
			return
		}
		searched(t, h, mem, "hearts", oneDeal, 3+i%3, uint64(i))
		searched(t, h, mem, "cribbage", map[string]any{"one-deal": true, "muggins": i%2 == 1}, 2+i%3, uint64(i))
		searched(t, h, mem, "gin", map[string]any{"one-deal": true, "big-gin": true}, 2, uint64(i))
	}
	for i, r := range games.All() {
		if !done[r.Name] {
			searched(t, h, mem, r.Name, nil, r.Seats.Min, uint64(i))
		}
	}
}

// oneOfEach are the games in which no two things have the same label.
var oneOfEach = []string{"gofish", "hearts", "cribbage", "gin"}

// searched plays a match with all kinds of observers and searches what they receive.
func searched(t *testing.T, h *host, mem *store.Memory, name string, options map[string]any, seats int, seed uint64) {
	t.Helper()
	c := h.create(name, map[string]any{"seats": seats, "options": options})
	tb := &table{h: h, game: name, id: c.Match}
	for i := range seats {
		j := h.join(name, c.Match, fmt.Sprint("player ", i))
		tb.tokens = append(tb.tokens, j.Token)
		tb.players = append(tb.players, h.watch(c.Match, j.Token))
	}
	for _, p := range tb.players {
		p.upTo(seats)
	}
	others := []*player{h.watch(c.Match, ""), h.watch(c.Match, c.Host)}
	luck := rand.New(rand.NewPCG(seed, 7))
	var rest []string
	for step := 0; tb.random(luck); step++ { // a whole game
		if step == 2000 {
			t.Fatalf("%s does not end", name)
		}
		if step%7 == 3 { // send requests, so that the answers are searched
			p := tb.players[luck.IntN(seats)]
			p.ask(wire.Request{Do: "offers", Then: true})
			p.ask(wire.Request{Do: "moves"})
			p.ask(wire.Request{Do: "history"})
			p.ask(wire.Request{Do: "view"})
			if m := p.ask(wire.Request{Do: "undo"}); m.Seq != nil { // it may be allowed to
				for _, x := range tb.players {
					x.upTo(*m.Seq)
				}
			}
			for _, path := range []string{"/games/" + name, "/matches", "/games/" + name + "/sample", "/games/" + name + "/" + c.Match} {
				var text string
				h.ask("GET", "/api"+path, "", nil, &text)
				rest = append(rest, text)
			}
			for _, path := range []string{"/record", "/table"} {
				var text string
				h.ask("GET", "/api/games/"+name+"/"+c.Match+path, tb.tokens[0], nil, &text)
				rest = append(rest, text)
			}
		}
	}
	for _, p := range others {
		p.upTo(tb.players[0].seq)
	}
	x := newSearch(t, mem, c.Match)
	x.secrets = append(append(x.secrets, tb.tokens...), c.Host)
	for seat, p := range tb.players {
		x.look(p, game.Seat(seat))
	}
	for _, p := range others {
		x.look(p, game.Nobody)
	}
	for _, text := range rest {
		x.secret("a stranger", []byte(text))
	}
	for _, p := range slices.Concat(tb.players, others) {
		p.ws.CloseNow()
	}
}

// search is the stored match to compare with.
type search struct {
	t       *testing.T
	m       *match.Match
	secrets []string
	events  []match.Event // as the receiver may read them
	states  []*game.State // by entry
}

func newSearch(t *testing.T, s store.Store, id string) *search {
	t.Helper()
	kept, err := s.Load(context.Background(), id)
	if err != nil {
		t.Fatal(err)
	}
	r, err := games.Find(kept.Setup.Game)
	if err == nil {
		r, err = r.With(kept.Setup.Options)
	}
	if err != nil {
		t.Fatal(err)
	}
	m, err := match.Open(kept.Setup, r, kept.Log, nil)
	if err != nil {
		t.Fatal(err)
	}
	x := &search{t: t, m: m, secrets: []string{kept.Setup.Seed, kept.Setup.Host}}
	for n := 0; n <= m.Seq(); n++ {
		if n > 0 {
			e := m.Log(n)[0]
			x.secrets = append(x.secrets, e.Hash)
			if e.Seed != "" {
				x.secrets = append(x.secrets, e.Seed)
			}
			if e.Player != nil {
				x.secrets = append(x.secrets, e.Player.Token)
			}
		}
		s, err := m.At(n)
		if err != nil {
			t.Fatal(err)
		}
		x.states = append(x.states, s)
	}
	x.secrets = slices.DeleteFunc(x.secrets, func(s string) bool { return s == "" })
	return x
}

// secret searches for what nobody may ever receive.
func (x *search) secret(who string, text []byte) {
	x.t.Helper()
	for _, s := range x.secrets {
		if strings.Contains(string(text), s) {
			x.t.Fatalf("%s receives the secret %s: %s", who, s, text)
		}
	}
}

// look searches everything a player has received.
func (x *search) look(p *player, who game.Seat) {
	x.t.Helper()
	var err error
	if x.events, err = x.m.Events(0, who); err != nil {
		x.t.Fatal(err)
	}
	at := 0
	for _, text := range p.all {
		x.secret(fmt.Sprint(who), text)
		var m wire.Message
		if err := json.Unmarshal(text, &m); err != nil {
			x.t.Fatal(err)
		}
		from := at
		if m.Seq != nil {
			at = *m.Seq
		}
		x.compare(&m, text, from, at, who)
		x.hidden(text, &m, from, at, who)
	}
}

// compare computes a message again.
func (x *search) compare(m *wire.Message, text []byte, from, at int, who game.Seat) {
	x.t.Helper()
	if m.From != nil {
		from = *m.From
	}
	now := x.states[at].View(who)
	same := func(what string, got, want any) {
		if asText(got) != asText(want) {
			x.t.Fatalf("%s of %s at entry %d: %s, want %s in %s", what, who, at, asText(got), asText(want), text)
		}
	}
	if m.View != nil {
		same("the view", m.View, json.RawMessage(now.Save()))
		if labels := wire.Labels(now); len(m.Labels)+len(labels) > 0 {
			same("the labels", m.Labels, labels)
		}
		if derived := wire.DerivedOf(now); len(m.Derived)+len(derived) > 0 {
			same("the derived values", m.Derived, derived)
		}
	}
	if n := len(m.Encode()); n != len(text) { // nothing is in it that was not read, so its size tells nothing either
		x.t.Fatalf("a message to %s at entry %d has %d bytes, and %d when encoded again: %s", who, at, len(text), n, text)
	}
	if len(m.Stages) == 1 {
		was := wire.DerivedOf(x.states[from].View(who))
		if changed := wire.DerivedChanges(was, wire.DerivedOf(now)); len(m.Stages[0].Derived)+len(changed) > 0 {
			same("the changed derived values", m.Stages[0].Derived, changed)
		}
		same("the changes", m.Stages[0].Changes, x.states[from].Changes(x.states[at], who)[0])
	}
	if m.From != nil {
		same("the events", append([]match.Event{}, m.Events...), x.events[from:at])
	}
	if (m.Type == "update" || m.Type == "welcome") && !*m.Over {
		var seats []game.Seat
		for seat := range now.ToAct().All() {
			seats = append(seats, seat)
		}
		same("who is to act", m.ToAct, seats)
	}
	if m.Offers != nil && (m.Type == "answer" || now.ToAct().Has(who)) {
		offers, err := wire.Offers(now, game.Move{Seat: who})
		if slices.ContainsFunc(m.Offers, func(o wire.Offer) bool { return len(o.Thens) > 0 }) {
			offers, err = wire.OffersForeseen(now, game.Move{Seat: who}, 1000, 16<<10)
		}
		if err != nil {
			x.t.Fatal(err)
		}
		same("the offers", m.Offers, offers)
	}
}

// hidden searches for the labels of things that the receiver does not see, if no two things have the same label.
func (x *search) hidden(text []byte, m *wire.Message, from, at int, who game.Seat) {
	x.t.Helper()
	if !slices.Contains(oneOfEach, x.m.Setup().Game) || m.From != nil && *m.From+1 < at || len(m.Events) > 1 {
		return // it has seen more on the way
	}
	known := map[string]bool{}
	for _, s := range append([]*game.State{x.states[from], x.states[at]}, x.states[at].Moments()...) {
		view := s.View(who)
		for _, label := range wire.Labels(view) {
			known[label] = true
		}
		x.knows(view, known)
	}
	said := "" // everyone hears it
	for _, e := range m.Events {
		for _, l := range e.Said {
			said += l.String() + " "
		}
	}
	for _, label := range wire.Labels(x.states[at]) {
		if !known[label] && !strings.Contains(said, label) && strings.Contains(string(text), label) {
			x.t.Fatalf("%s receives %s at entry %d, but cannot see it: %s", who, label, at, text)
		}
	}
}

// knows adds the labels of what the receiver has seen, and could follow since.
func (x *search) knows(view *game.State, known map[string]bool) {
	for place := range view.Places() {
		for _, label := range view.KnownIn(place) {
			known[label] = true
		}
		for id := range view.In(place) {
			for _, label := range view.KnownIn(id) {
				known[label] = true
			}
		}
	}
}

// Only those who know a card without seeing it are told: everyone who saw it taken, but not the player who holds it.
func TestKnownCardsAreToldToThoseWhoKnow(t *testing.T) {
	h := start(t, func(*server.Config) {})
	c := h.create("gin", map[string]any{"seats": 2})
	watching := []*player{h.watch(c.Match, h.join("gin", c.Match, "Ann").Token), h.watch(c.Match, h.join("gin", c.Match, "Bob").Token),
		h.watch(c.Match, "")}
	for _, p := range watching {
		p.upTo(2)
	}
	var taker game.Seat
	for taker = range watching[0].view.ToAct().All() {
		break
	}
	pile := watching[0].view.Find("pile")
	want := wire.Labels(watching[0].view)[watching[0].view.Name(watching[0].view.Last(pile))]
	if m := watching[taker].play("draw pile"); m.Refusal != nil {
		t.Fatal(m.Refusal)
	}
	for i, p := range watching {
		p.upTo(3)
		got := p.view.KnownIn(p.view.Find(fmt.Sprint("hand/", int(taker))))
		if i == int(taker) && got != nil || i != int(taker) && !slices.Equal(got, []string{want}) {
			t.Errorf("watcher %d is told of %q in the hand of player %d, who took %s", i, got, taker+1, want)
		}
		if tells := strings.Contains(string(p.all[len(p.all)-1]), `"field":"@known"`); i != int(taker) && !tells {
			t.Errorf("watcher %d gets no change: %s", i, p.all[len(p.all)-1])
		}
	}
}

// Answers do not depend on what the client cannot see: two servers have matches that differ only in that, and give the
// same answers to every request of every client.
func TestAnswersRevealNothing(t *testing.T) {
	stores := []*store.Memory{{}, {}}
	var hosts []*host
	for _, mem := range stores {
		hosts = append(hosts, start(t, func(c *server.Config) { c.Store, c.RequestRate = mem, 1e6 }))
	}
	compared, secretive := 0, 0
	for gi, r := range games.All() {
		name, before := r.Name, compared
		if testing.Short() && name != "gofish" && name != "market" {
			continue
		}
		for k := range 4 {
			luck := rand.New(rand.NewPCG(uint64(gi), uint64(k)))
			s, err := r.Start(r.Seats.Min, game.SeedOf(uint64(100*gi+k)))
			if err != nil {
				t.Fatal(err)
			}
			for n := k * k * k * 3; n > 0 && !s.Over(); n-- { // at the start, soon after it, and far into the game
				s = randomMove(t, s, luck)
			}
			if s.Over() {
				continue
			}
			for who := game.Nobody; who < game.Seat(r.Seats.Min); who++ {
				other, err := s.Redeal(who, game.SeedOf(luck.Uint64()))
				if err != nil || other.HashText() == s.HashText() {
					continue
				}
				compared++
				id := fmt.Sprintf("%s%d%d", name, k, who)
				for i, world := range []*game.State{s, other} {
					putMatch(t, stores[i], id, r, world)
				}
				twins(t, hosts, id, name, who, s, luck)
			}
		}
		if compared > before {
			secretive++
		}
	}
	if !testing.Short() && (compared < 40 || secretive < 9) || compared == 0 {
		t.Errorf("only %d pairs were compared, of %d games with secrets", compared, secretive)
	}
}

func randomMove(t *testing.T, s *game.State, luck *rand.Rand) *game.State {
	t.Helper()
	for seat := range s.ToAct().All() {
		view := s.View(seat)
		move, err := bot.Random(view, seat, luck)
		if err == nil {
			move, err = view.Real(move)
		}
		if err == nil {
			s, err = s.Play(move)
		}
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	return s
}

// putMatch stores a match that is in this state.
func putMatch(t *testing.T, into store.Store, id string, r *game.Rules, s *game.State) {
	t.Helper()
	noon := time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	m, err := match.New(r, match.Setup{ID: id, Seats: s.Seats(), Seed: match.SeedText(game.SeedOf(1)), Created: noon, Host: match.TokenHash("host")})
	if err != nil {
		t.Fatal(err)
	}
	var log []match.Entry
	for seat := range s.Seats() {
		p := &match.Player{Name: fmt.Sprint("player ", seat), Token: match.TokenHash(fmt.Sprint("seat ", seat))}
		log = append(log, match.Entry{Kind: match.Seated, Seat: game.Seat(seat), Player: p, At: noon, Hash: s.HashText()})
	}
	kept := store.Kept{Setup: m.Setup(), Log: log, Snapshot: &match.Snapshot{Seq: len(log), Save: s.Save()}}
	if err := into.Create(context.Background(), kept, m.Listing()); err != nil {
		t.Fatal(err)
	}
	if err := into.Snapshot(context.Background(), id, *kept.Snapshot); err != nil {
		t.Fatal(err)
	}
}

// twins sends two servers the same requests and compares the answers.
func twins(t *testing.T, hosts []*host, id, name string, who game.Seat, s *game.State, luck *rand.Rand) {
	t.Helper()
	token := ""
	if who >= 0 {
		token = fmt.Sprint("seat ", who)
	}
	script := forgeries(s, who, luck)
	var told [2][]string
	for i, h := range hosts {
		p := h.dial()
		p.ask(wire.Request{Do: "watch", Match: id, Token: token + "x"})
		p.ask(wire.Request{Do: "watch", Match: id, Token: token})
		for _, q := range script {
			p.ask(q)
		}
		for _, text := range p.all {
			told[i] = append(told[i], string(text))
		}
		for _, path := range []string{"", "/record", "/table"} {
			for _, as := range []string{"", "wrong", token} {
				var text string
				status := h.ask("GET", "/api/games/"+name+"/"+id+path, as, nil, &text)
				told[i] = append(told[i], fmt.Sprint(status, text))
			}
		}
		p.ws.CloseNow()
	}
	if len(told[0]) != len(told[1]) {
		t.Fatalf("%s: %d messages here, %d there", id, len(told[0]), len(told[1]))
	}
	for i := range told[0] {
		if told[0][i] != told[1][i] {
			t.Fatalf("%s: message %d contains what %s cannot know:\n%s\n%s", id, i, who, told[0][i], told[1][i])
		}
	}
}

// forgeries are requests of a client that tries to learn more; none of them changes anything.
func forgeries(s *game.State, who game.Seat, luck *rand.Rand) (all []wire.Request) {
	add := func(q wire.Request) { all = append(all, q) }
	number := func(n int) *int { return &n }
	for _, do := range []string{"offers", "moves", "view", "history", "undo", "agree"} {
		add(wire.Request{Do: do})
	}
	for _, n := range []int{-1, 0, 1, 2, 1000, 1 << 40, -1 << 62} {
		add(wire.Request{Do: "history", Since: number(n)})
		add(wire.Request{Do: "play", Seq: number(n), Move: json.RawMessage(`"nothing"`)})
	}
	names := []string{"", "?", "0", "-1", "99999999999999999999", "pond", "hand", "hand:0", "hand:1", "pond/0", "pond/1", "code", "1", "2"}
	for id := range s.All() {
		if luck.IntN(3) == 0 {
			names = append(names, s.Name(id), fmt.Sprint("#", id), s.View(1-who).Name(id))
		}
	}
	for _, a := range s.Rules().Actions {
		for _, x := range names {
			for _, picks := range [][][]string{{{x}}, {{"1"}, {x}}, {{x}, {x}}, {{x, x}}} {
				move := asText(map[string]any{"action": a.Name, "picks": picks})
				add(wire.Request{Do: "offers", Draft: json.RawMessage(move)})
			}
		}
	}
	luck.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all[:min(len(all), 150)]
}
