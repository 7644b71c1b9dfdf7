package browser_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/plygame/ply/client"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/wire"
)

// visits is a match between programs that a page visits at its important moments, in the seat of a player.
type visits struct {
	*player
	programs []*client.Match
	seat     int    // where the page sits
	enter    func() // opens the match on the page
	luck     *rand.Rand
}

// visit opens a new match with all the seats that a game can have.
func (h *testServer) visit(p *player, r *game.Rules) *visits {
	p.t.Helper()
	match := h.create(r.Name, wire.Create{Seats: r.Seats.Max, Options: deals(r.Name)})
	programs, tokens := h.programs(r.Name, match, r.Seats.Max)
	v := &visits{player: p, programs: programs, luck: rand.New(rand.NewPCG(9, 9))}
	if now := programs[0].Now(); len(now.ToAct) > 0 {
		v.seat = int(now.ToAct[0])
	}
	v.enter = func() {
		p.useSeat(r.Name, match, tokens[v.seat], v.seat)
		p.waitIdle()
	}
	v.enter()
	return v
}

// deals returns the options that make a match of several deals one deal.
func deals(game string) map[string]any {
	if short := ways[game].options; short["one-deal"] != nil {
		return short
	}
	return nil
}

// moments calls look at the start, in mid-draft if a move has several picks, in mid-game and at the end.
func (v *visits) moments(look func(moment string)) {
	v.t.Helper()
	look("start")
	if v.beginDraft() {
		look("draft")
		v.key("\x1b")
		v.until("the draft is dropped", `!document.querySelector('[data-do="cancel"]')`)
	}
	rounds, middle := 30, 4 // a random match of chess takes hundreds
	if len(v.programs) > 2 {
		rounds, middle = 200, 1 // nobody can end it alone
	}
	for round := 0; round < rounds && !v.programs[0].Now().Over; round++ {
		seq := playRandomly(v.t, v.programs, 1, v.luck)
		if round != middle {
			continue
		}
		v.atLeast(seq)
		v.waitIdle()
		look("middle")
		v.open("/") // until the match is over, so that the page need not draw every move
	}
	switch over := v.programs[0].Now().Over; {
	case !over && len(v.programs) > 2:
		v.t.Fatalf("the match is not over after %d rounds", rounds)
	case !over:
		v.concede()
	}
	v.enter()
	v.waitFor("[data-result]")
	v.waitIdle()
	look("end")
}

// beginDraft makes the first choice of a move, and reports false if that is the whole move.
func (v *visits) beginDraft() bool {
	v.t.Helper()
	first := fmt.Sprintf(`[...document.querySelectorAll(%s)]`, quoted(`[data-panel] [data-action], [data-panel] [data-value], `+tableArea+` button.open, `+tableArea+` path.open[data-place]`))
	v.until("something can be chosen", `document.querySelector('main[data-turn="theirs"]') || `+choosable+`.length`)
	if !v.has(`main[data-turn="mine"]`) {
		return false
	}
	before := v.seq()
	now := eval[string](v.player, moment)
	eval[bool](v.player, `((e) => { e.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 })); return true; })(`+first+`.find((e) => e.getAttribute("aria-disabled") !== "true" && !e.disabled))`)
	v.until("the choice has an effect", moment+" !== "+quoted(now))
	v.waitIdle()
	v.until("the move is begun or made", fmt.Sprintf(`document.querySelector('[data-do="cancel"]') || Number(document.querySelector("main").dataset.seq) > %d`, before))
	if seq := v.seq(); seq > before {
		v.catchUp(seq)
		return false
	}
	return true
}

// catchUp waits until all programs know an entry.
func (v *visits) catchUp(seq int) {
	v.t.Helper()
	for _, program := range v.programs {
		for program.Now().Seq < seq {
			if _, err := program.Next(v.t.Context()); err != nil {
				v.t.Fatal(err)
			}
		}
	}
}

// concede lets the opponent of the page resign.
func (v *visits) concede() {
	v.t.Helper()
	_ = v.programs[1-v.seat].Resign(v.t.Context()) // refused if the match has just ended; the caller waits for the result
}

// sized changes the size of the screen, and the pointer to a finger or a mouse.
func (p *player) sized(s screen) {
	p.t.Helper()
	p.do("change the screen to "+s.name, s.set())
	p.screen = s
	width := map[bool]string{true: "screen.width", false: "innerWidth"}[s.touch] // a page that is too wide for a phone widens its window
	p.until("the page has the new size", fmt.Sprintf(`matchMedia("(pointer: coarse)").matches === %v && %s === %d`, s.touch, width, s.width))
	p.waitIdle()
}

// eachGame runs a test for every shipped game, each with a player of its own.
func eachGame(t *testing.T, all []*game.Rules, test func(t *testing.T, h *testServer, i int, r *game.Rules)) {
	t.Helper()
	h := newServer(t)
	for i, r := range all {
		t.Run(r.Name, func(t *testing.T) {
			t.Parallel()
			test(t, h, i, r)
		})
	}
}
