package browser_test

import (
	"math/rand/v2"
	"testing"

	"github.com/plygame/ply/games"
	"github.com/plygame/ply/wire"
)

// way is a way of playing a whole match in a browser.
type way struct {
	play    func(t *testing.T, game string, options map[string]any)
	options map[string]any // that make the match shorter
}

// ways says how each shipped game is played. Every way is that of at least one game: clicks, drag, keyboard, touch on a phone, two
// browsers, and a server that restarts in mid-match.
var ways = map[string]way{
	"breakthrough": {byKeyboard, map[string]any{"size": 4}},
	"checkers":     {byDrag, nil},
	"chess":        {foolsMate, nil},
	"connect4":     {byTouch, nil},
	"cribbage":     {byClicks, oneDeal},
	"gin":          {byTouch, oneDeal},
	"gofish":       {byTouch, nil},
	"hearts":       {byClicks, oneDeal},
	"hex":          {byTouch, map[string]any{"size": 5}},
	"letters":      {inTwoBrowsers, oneDeal},
	"liarsdice":    {inMotion, map[string]any{"dice": 2}},
	"market":       {byTouch, map[string]any{"rounds": 1}},
	"mastermind":   {byKeyboard, nil},
	"nim":          {inMotion, nil},
	"othello":      {byClicks, nil},
	"skirmish":     {byClicks, map[string]any{"turns": 1}},
	"survivors":    {byClicks, nil},
	"tictactoe":    {throughRestarts, nil},
}

var oneDeal = map[string]any{"one-deal": true}

// againstBots is a match of a game with as few seats as it can have, all but the first played by bots.
func againstBots(game string, options map[string]any) wire.Create {
	r, err := games.Find(game)
	if err != nil {
		panic(err) // only for shipped games
	}
	how := wire.Create{Seats: r.Seats.Min, Options: options}
	for seat := 1; seat < r.Seats.Min; seat++ {
		how.Bots = append(how.Bots, seat)
	}
	return how
}

// TestPlayToTheEnd plays one whole match of every shipped game. The page shows all of it, and makes the first moves; in CI it makes all.
func TestPlayToTheEnd(t *testing.T) {
	t.Parallel()
	for _, r := range games.All() {
		t.Run(r.Name, func(t *testing.T) {
			t.Parallel()
			way, ok := ways[r.Name]
			if !ok {
				t.Fatal("say in which way this game is played")
			}
			way.play(t, r.Name, way.options)
		})
	}
}

// byClicks plays against a bot with the mouse.
func byClicks(t *testing.T, game string, options map[string]any) {
	playBot(t, game, options, desk, func(p *player, luck *rand.Rand) { p.move(luck) })
}

// inMotion plays against a bot with the mouse, while things move across the table.
func inMotion(t *testing.T, game string, options map[string]any) {
	playBot(t, game, options, desk.inMotion(), func(p *player, luck *rand.Rand) { p.move(luck) })
}

// byTouch plays against a bot on a phone.
func byTouch(t *testing.T, game string, options map[string]any) {
	playBot(t, game, options, phone, func(p *player, luck *rand.Rand) { p.move(luck) })
}

// byKeyboard plays against a bot without a mouse.
func byKeyboard(t *testing.T, game string, options map[string]any) {
	playBot(t, game, options, desk, func(p *player, _ *rand.Rand) { p.chooseByKeys() })
}

// foolsMate plays the shortest match of chess, as Black, by dragging.
func foolsMate(t *testing.T, game string, options map[string]any) {
	h := newServer(t)
	match := h.create(game, wire.Create{Seats: 2, Options: options})
	white := h.sit(game, match, "Bob")
	p := newPlayer(t, h, "Ann", desk.inMotion())
	p.join(game, match)
	for _, moves := range [][3]string{{"move f2 f3", "e7", "e5"}, {"move g2 g4", "d8", "h4"}} {
		if err := white.Play(t.Context(), h.entries(match), moves[0]); err != nil {
			t.Fatal(err)
		}
		p.waitFor(`main[data-turn="mine"] path.open[data-place="` + moves[1] + `"]`)
		p.drag(moves[1], moves[2])
		p.waitFor(`main:not([data-turn="mine"])`)
	}
	h.expectResult(game, match, p)
}

// entries returns how many entries the log of a match has.
func (h *testServer) entries(match string) int {
	h.t.Helper()
	kept, err := h.store.Load(h.t.Context(), match)
	if err != nil {
		h.t.Fatal(err)
	}
	return len(kept.Log)
}

// clicks is how many moves of a match are made on the page, if not in CI. A program in the same seat makes the rest, as another tab
// would.
const clicks = 6

// playBot plays against a bot until the match is over.
func playBot(t *testing.T, game string, options map[string]any, s screen, move func(p *player, luck *rand.Rand)) {
	t.Helper()
	h := newServer(t)
	match := h.create(game, againstBots(game, options))
	p := newPlayer(t, h, "Ann", s)
	p.join(game, match)
	luck := rand.New(rand.NewPCG(1, 1))
	for made := 0; (made < clicks || inCI()) && p.ready(); made++ {
		move(p, luck)
	}
	if p.ready() {
		p.finish(match, luck)
	}
	h.expectResult(game, match, p)
}

// finish lets a program in the player's seat play until the match is over.
func (p *player) finish(match string, luck *rand.Rand) {
	p.t.Helper()
	p.cancel()
	token := eval[string](p, `JSON.parse(localStorage.getItem("ply.matches"))[`+quoted(match)+`].token`)
	program := p.testServer.programAt(match, token)
	for now := program.Now(); !now.Over; now = program.Now() {
		if !now.MyTurn() {
			if _, err := program.Next(p.t.Context()); err != nil {
				p.t.Fatal(err)
			}
			continue
		}
		moveRandomly(p.t, program, 0, luck)
	}
	p.atLeast(program.Now().Seq)
}

// inTwoBrowsers plays between two people. A reloaded page shows the same table and keeps its seat.
func inTwoBrowsers(t *testing.T, game string, options map[string]any) {
	h := newServer(t)
	match := h.create(game, wire.Create{Seats: 2, Options: options})
	ann, bob := newPlayer(t, h, "Ann", desk), newPlayer(t, h, "Bob", desk.inDark(true))
	ann.join(game, match)
	bob.join(game, match)
	playOut([]*player{ann, bob}, rand.New(rand.NewPCG(3, 1)), func(step int) {
		if step != 2 && step != 5 {
			return
		}
		for _, p := range []*player{ann, bob} {
			was, seq := p.still(), p.seq()
			p.reload()
			p.settled("after a reload", was)
			if p.seq() != seq || p.has(`[data-do="join"]`) {
				t.Fatalf("%s is at entry %d, was at %d", p.name, p.seq(), seq)
			}
		}
	})
	h.expectResult(game, match, ann, bob)
}

// throughRestarts stops and restarts the server in mid-match: the pages of both players report it, and continue.
func throughRestarts(t *testing.T, game string, options map[string]any) {
	h := newServer(t)
	match := h.create(game, wire.Create{Seats: 2, Options: options})
	ann, bob := newPlayer(t, h, "Ann", phone), newPlayer(t, h, "Bob", desk)
	ann.join(game, match)
	bob.join(game, match)
	ann.ignoreErrors(unreachable...)
	bob.ignoreErrors(unreachable...)
	playOut([]*player{ann, bob}, rand.New(rand.NewPCG(6, 6)), func(step int) {
		if step != 1 && step != 2 {
			return
		}
		was := bob.still()
		h.Stop()
		for _, p := range []*player{ann, bob} {
			p.waitFor(`main[data-link="down"]`)
			p.until("the page reports the lost connection", announced)
		}
		h.Start()
		for _, p := range []*player{ann, bob} {
			p.waitFor(`main[data-link="up"]`)
		}
		bob.settled("after the server restarted", was)
	})
	h.expectResult(game, match, ann, bob)
}

// expectResult checks that the match is over and that all pages show its result.
func (h *testServer) expectResult(game, match string, players ...*player) {
	h.t.Helper()
	about, err := h.client().Match(h.t.Context(), game, match)
	if err != nil {
		h.t.Fatal(err)
	}
	if !about.Match.Over {
		h.t.Fatal("the match is not over")
	}
	for _, p := range players {
		p.waitFor("[data-result]")
		if said := p.attr("[data-result]", "data-result"); said != about.Match.Outcome.Line.Text {
			h.t.Errorf("%s sees the result %q, want %q", p.name, said, about.Match.Outcome.Line.Text)
		}
		if p.text("[data-result] h2") == "" || p.turn() != "over" {
			h.t.Errorf("%s sees no result text, or data-turn is %q", p.name, p.turn())
		}
	}
}
