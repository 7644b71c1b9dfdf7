package browser_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/chromedp/cdproto/animation"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"

	"github.com/plygame/ply/client"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/wire"
)

// dealer is a game in which one move deals thirty cards and the next returns them to the deck.
func dealer() *game.Rules {
	number := game.NewPart[int]("number").Looks(game.Look{Hidden: true})
	card := &game.Kind{Name: "card", Look: game.Look{Shape: "card"}, Label: func(s *game.State, id game.ID) string { return fmt.Sprint("No ", number.Of(s, id)) }}
	deck := &game.Place{Name: "deck", Order: game.Stacked, Seen: game.ByNone, Look: game.Look{Label: "Deck", Layout: "pile"}}
	hand := &game.Place{Name: "hand", Each: true, Seen: game.ByOwner, Look: game.Look{Label: "Hand", Layout: "fan"}}
	deal := func(t *game.Tx) {
		for range 30 {
			t.Move(t.Last(deck), hand.Of(0))
		}
	}
	collect := func(t *game.Tx) {
		for range 30 {
			t.Move(t.Last(hand.Of(0)), deck)
		}
	}
	return &game.Rules{
		Name: "dealer", Version: "1", About: game.About{Title: "Dealer"}, Seats: game.Exactly(2),
		Layout: []game.Layout{deck, hand}, Kinds: []*game.Kind{card}, Parts: []game.Column{number},
		Setup: func(t *game.Tx) {
			for i := range 40 {
				t.Create(card, deck, number.Is(i+1))
			}
		},
		Actions: []*game.Action{
			{Name: "deal", If: func(t *game.Tx) bool { return t.Count(deck) >= 30 || t.Refuse("the cards are elsewhere") }, Do: deal},
			{Name: "collect", If: func(t *game.Tx) bool { return t.Count(deck) < 30 || t.Refuse("the cards are elsewhere") }, Do: collect},
		},
	}
}

// dealing opens a dealer match on a page in seat 0, and returns a function that makes the next move.
func dealing(t *testing.T, s screen) (p *player, next func()) {
	t.Helper()
	h := newServer(t, dealer())
	match := h.create("dealer", wire.Create{Seats: 2})
	var programs []*client.Match
	var tokens []string
	for _, name := range []string{"Ann", "Bob"} {
		joined, err := h.client().Join(t.Context(), "dealer", match, wire.Join{Name: name})
		if err != nil {
			t.Fatal(err)
		}
		programs, tokens = append(programs, h.programAt(match, joined.Token)), append(tokens, joined.Token)
	}
	p = newPlayer(t, h, "Ann", s)
	p.useSeat("dealer", match, tokens[0], 0)
	p.waitIdle()
	moves := 0
	return p, func() {
		t.Helper()
		program := programs[moves%2]
		if err := program.Play(t.Context(), 2+moves, []string{"deal", "collect"}[moves%2]); err != nil {
			t.Fatal(err)
		}
		moves++
	}
}

// running are the running animations of things on the table.
const running = `document.getAnimations().filter((a) => a.playState === "running" && a.effect?.target?.closest("section.table"))`

// slowMotion slows animations down so much that even a busy machine sees them running.
func (p *player) slowMotion() {
	p.t.Helper()
	if _, err := chromedp.Call(p.ctx, animation.Enable, cdp.Empty{}); err != nil {
		p.t.Fatal(err)
	}
	p.playbackRate(0.01)
}

func (p *player) playbackRate(rate float64) {
	p.t.Helper()
	if _, err := chromedp.Call(p.ctx, animation.SetPlaybackRate, animation.SetPlaybackRateParams{PlaybackRate: rate}); err != nil {
		p.t.Fatal(err)
	}
}

// TestMotion checks that the table stays still once it has been fitted to the largest hand, that a click or a key ends all
// animations, and that nothing is animated for players who prefer reduced motion.
func TestMotion(t *testing.T) {
	t.Parallel()
	p, next := dealing(t, desk.inMotion())
	p.checkSizesStay(next)
	p.checkSkipping(next)
	p.playbackRate(1)
	p.sized(desk)
	p.checkReducedMotion(next)
}

// checkSizesStay checks that the hand keeps its place and its cards their size when most of them are gone.
func (p *player) checkSizesStay(next func()) {
	p.t.Helper()
	next()
	p.atLeast(3)
	p.waitIdle()
	const sizes = `[".own", ".middle"].map((s) => { const r = document.querySelector(s).getBoundingClientRect(); return [r.top, r.height].map(Math.round).join(); }).join(" ") + getComputedStyle(document.querySelector(".own")).getPropertyValue("--card-w")`
	p.until("the table is fitted to the hand", `((own, all) => own.bottom <= all.bottom + 1)(document.querySelector(".own").getBoundingClientRect(), document.querySelector(".tabletop").getBoundingClientRect())`)
	full := eval[string](p, sizes)
	for i := range 3 {
		next()
		p.atLeast(4 + i)
		p.waitIdle()
		if now := eval[string](p, sizes); now != full {
			p.t.Errorf("after move %d the sizes are %s instead of %s", i+2, now, full)
		}
	}
}

// checkSkipping skips one move with a click and one with a key.
func (p *player) checkSkipping(next func()) {
	p.t.Helper()
	p.slowMotion()
	for i, skip := range []func(){func() { p.click(".headline") }, func() { p.key("x") }} {
		next()
		p.until("things move", running+".length > 0")
		began := time.Now()
		skip()
		if n := eval[int](p, running+".length"); n > 0 {
			p.t.Errorf("%d things still move %v after skip %d", n, time.Since(began), i)
		}
	}
}

// checkReducedMotion looks for animations in every frame of two moves.
func (p *player) checkReducedMotion(next func()) {
	p.t.Helper()
	eval[bool](p, `(() => {
		globalThis.most = 0;
		const look = () => { globalThis.most = Math.max(globalThis.most, document.getAnimations().length); requestAnimationFrame(look); };
		look();
		return true;
	})()`)
	for range 2 {
		seq := p.seq()
		next()
		p.atLeast(seq + 1)
		p.click(".headline")
	}
	p.waitIdle()
	if most := eval[int](p, "most"); most != 0 {
		p.t.Errorf("%d animations run at once", most)
	}
}

// TestMotionCost limits what the page does while things move, thirty cards at once or on a large board: layouts, processor time in all,
// and that of the longest task.
func TestMotionCost(t *testing.T) {
	t.Parallel()
	p, next := dealing(t, desk.inMotion())
	p.checkMotionCost(0, next)

	h := newServer(t)
	match := h.create("hex", wire.Create{Seats: 2, Options: map[string]any{"size": 19}})
	programs, tokens := h.programs("hex", match, 2)
	luck := rand.New(rand.NewPCG(2, 2))
	playRandomly(t, programs, 30, luck)
	q := newPlayer(t, h, "Ann", desk.inMotion())
	q.useSeat("hex", match, tokens[0], 0)
	q.waitIdle()
	q.checkMotionCost(2, func() { playRandomly(t, programs, 1, luck) }) // what is animated in an SVG is also laid out
}

// checkMotionCost counts the layouts per frame while a move is animated, so slowly that things still move afterwards.
func (p *player) checkMotionCost(limit float64, move func()) {
	p.t.Helper()
	p.slowMotion()
	if _, err := chromedp.Call(p.ctx, performance.Enable, performance.EnableParams{TimeDomain: "threadTicks"}); err != nil {
		p.t.Fatal(err)
	}
	busy := p.metric("TaskDuration")
	move()
	p.until("things move", running+".length > 0")
	frames := func(n int) {
		eval[bool](p, fmt.Sprintf(`(async () => { for (let i = 0; i < %d; i++) await %s; return true; })()`, n, nextFrame))
	}
	frames(4) // the page may still react to the move
	layouts := p.metric("LayoutCount")
	frames(12)
	if n := p.metric("LayoutCount") - layouts; n > 12*limit+3 {
		p.t.Errorf("%.0f layouts in 12 frames while things move", n)
	}
	if n := eval[int](p, running+".length"); n == 0 {
		p.t.Error("nothing moves any more")
	}
	busy = p.metric("TaskDuration") - busy
	p.t.Logf("%.0f ms of processor time for a move and 16 frames", 1000*busy)
	if busy > 0.4 {
		p.t.Errorf("a move and 16 frames take %.1f seconds of processor time", busy)
	}
	p.checkTasks(move)
}

// checkTasks checks that no task takes more than 50 ms of processor time when things begin to move. The browser compiles code and
// collects garbage when it likes to, so one of several moves is enough.
func (p *player) checkTasks(move func()) {
	p.t.Helper()
	const limit, tries = 50_000, 5
	for range tries {
		longest := max(p.longestTask(move), p.longestTask(move)) // dealing and collecting
		p.t.Logf("the longest task took %.0f ms of processor time", longest/1000)
		if longest <= limit {
			return
		}
	}
	p.t.Errorf("a task takes more than 50 ms of processor time in all of %d tries", tries)
}

// longestTask is the processor time of the longest task from a move until things move, in microseconds.
func (p *player) longestTask(move func()) float64 {
	p.t.Helper()
	eval[bool](p, `dispatchEvent(new KeyboardEvent("keydown", { key: "Shift" }))`) // skips what still moves
	p.playbackRate(10)                                                             // what cannot be skipped would take half a minute
	p.until("nothing moves", running+".length === 0")
	p.playbackRate(0.01)
	before := p.seq()
	return p.tasks(func() {
		move()
		p.atLeast(before + 1)
		p.until("things move", running+".length > 0")
		eval[bool](p, nextFrame+".then(() => true)")
	})[0].Busy
}

// metric returns a figure that the browser keeps about the page.
func (p *player) metric(name string) float64 {
	p.t.Helper()
	all, err := chromedp.Call(p.ctx, performance.GetMetrics, cdp.Empty{})
	if err != nil {
		p.t.Fatal(err)
	}
	for _, m := range all.Metrics {
		if m.Name == name {
			return m.Value
		}
	}
	p.t.Fatalf("the browser has no metric %s", name)
	return 0
}
