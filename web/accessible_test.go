package web_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/plygame/ply/client"
	"github.com/plygame/ply/games"
	"github.com/plygame/ply/wire"
)

const axePath = "node_modules/axe-core/axe.min.js"

// TestAccessible runs axe on every page and every game, in light and dark, and checks that no page shows a raw seat number.
func TestAccessible(t *testing.T) {
	axe := readAxe(t)
	h := newHouse(t)
	for _, s := range []screen{phone, desk} {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			p := newPlayer(t, h, "Ann", s)
			p.unguarded()
			for _, at := range h.sights(t) {
				at.show(p)
				p.finds(at.name, axe, everyRule)
				p.readsNoSeat(at.name)
				if s.touch {
					continue // colours were checked on the desktop screen
				}
				p.do("turn the light off", s.inDark(true).set())
				p.rest()
				p.finds(at.name+" in dark", axe, colourRules)
				p.do("turn it on", s.set())
			}
		})
	}
}

// The axe rules to check: all of them, or only those that depend on colours.
const (
	everyRule   = `{ resultTypes: ["violations"] }`
	colourRules = `{ resultTypes: ["violations"], runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } }`
)

// TestAccessibleChoosing runs axe on the table while the player chooses, for every kind of pick.
func TestAccessibleChoosing(t *testing.T) {
	t.Parallel()
	axe := readAxe(t)
	for _, s := range []screen{phone.inDark(true), desk} {
		b := newBench(t, s, 3, 4)
		b.unguarded()
		b.accessible("actions", axe)
		b.point("A2")
		b.asks("A2")
		b.accessible("which", axe)
		b.act("paint")
		b.asks("Which colour?")
		b.accessible("values", axe)
		b.click(`[data-do="cancel"]`)
		for _, action := range []string{"swap", "bet", "name", "fetch", "lay", "dismiss"} {
			b.act(action)
			b.waitFor(`[data-do="cancel"]`)
			b.accessible(action, axe)
			b.click(`[data-do="cancel"]`)
			b.idle()
		}
		b.act("swap")
		b.point("A1")
		b.point("A2")
		b.chosen("A1", "A2")
		b.accessible("several", axe)
		b.click(`[data-do="resign"]`)
		b.waitFor("dialog")
		b.accessible("sure", axe)
	}
}

func readAxe(t *testing.T) string {
	t.Helper()
	axe, err := os.ReadFile(axePath)
	if err != nil {
		inBrowser(t)
		lacking(t, fmt.Errorf("there is no axe: run npm ci in web (%w)", err))
	}
	return string(axe)
}

// unguarded disables the content security policy on pages opened from now on, so that tests can inject scripts.
func (p *player) unguarded() {
	p.t.Helper()
	if _, err := chromedp.Call(p.ctx, page.SetBypassCSP, page.SetBypassCSPParams{Enabled: true}); err != nil {
		p.t.Fatal(err)
	}
}

// accessible waits until the page is idle and runs axe on it.
func (p *player) accessible(what, axe string) {
	p.t.Helper()
	p.rest()
	p.finds(what, axe, everyRule)
}

// finds fails the test for every violation of some axe rules.
func (p *player) finds(what, axe, rules string) {
	p.t.Helper()
	for _, fault := range p.axe(axe, rules) {
		p.t.Errorf("%s on the %s: %s", what, p.screen.name, fault)
	}
}

// axe returns the violations that axe finds.
func (p *player) axe(script, rules string) []string {
	p.t.Helper()
	if !eval[bool](p, `typeof axe === "object"`) {
		eval[bool](p, script+"\n;true")
	}
	return eval[[]string](p, `axe.run(document, `+rules+`).then((r) => r.violations.map((v) =>
		v.id + " (" + v.impact + "): " + v.help + "\n" + v.nodes.slice(0, 3).map((n) => n.target.join(" ") + "\n    " + n.failureSummary.replaceAll("\n", "\n    ")).join("\n")))`)
}

// sight is a state of a page to look at.
type sight struct {
	name string
	show func(p *player)
}

// sights returns every page, every game in mid-match, and a match that is over.
func (h *house) sights(t *testing.T) []sight {
	t.Helper()
	all := []sight{
		{"home", func(p *player) { p.open("/"); p.rest() }},
		{"lost", func(p *player) {
			p.excuse("404")
			p.open("/nowhere")
			p.rest()
		}},
		{"waiting", func(p *player) {
			id := h.create("hex", wire.Create{Seats: 2})
			p.join("hex", id)
			p.rest()
		}},
		{"joining", func(p *player) {
			id := h.create("gofish", wire.Create{Seats: 3})
			h.sit("gofish", id, "Bob")
			p.open(matchPath("gofish", id))
			p.rest()
		}},
	}
	for _, r := range games.All() {
		all = append(all,
			sight{"about-" + r.Name, func(p *player) { p.open("/games/" + r.Name); p.rest() }},
			sight{"play-" + r.Name, func(p *player) { h.show(p, r.Name, 6); p.rest() }})
	}
	return append(all, sight{"over", func(p *player) { h.show(p, "connect4", 100); p.rest() }})
}

// show opens a match between programs after some moves, in the seat of a player to act, if any.
func (h *house) show(p *player, name string, moves int) {
	p.t.Helper()
	id := h.create(name, wire.Create{Seats: 2})
	programs, tokens := h.programs(name, id, 2)
	stroll(p.t, programs, moves, rand.New(rand.NewPCG(9, 9)))
	seat := 0
	if now := programs[0].Now(); len(now.ToAct) > 0 {
		seat = int(now.ToAct[0])
	}
	p.hold(name, id, tokens[seat], seat)
}

// programs fills all seats of a match with programs.
func (h *house) programs(name, id string, seats int) (programs []*client.Match, tokens []string) {
	h.t.Helper()
	for _, who := range []string{"Ann", "Bob", "Cleo", "Dan", "Eve"}[:seats] {
		joined, err := h.client().Join(h.t.Context(), name, id, wire.Join{Name: who})
		if err != nil {
			h.t.Fatal(err)
		}
		program, err := h.client().Watch(h.t.Context(), id, joined.Token, games.Find)
		if err != nil {
			h.t.Fatal(err)
		}
		h.t.Cleanup(program.Close)
		programs, tokens = append(programs, program), append(tokens, joined.Token)
	}
	return programs, tokens
}

// rest waits until the page has finished loading and nothing moves.
func (p *player) rest() {
	p.t.Helper()
	eval[bool](p, `new Promise((done) => {
		let last, same = 0;
		const look = () => {
			const moving = document.getAnimations().filter((a) => a.playState === "running" && a.effect.getTiming().iterations !== Infinity);
			const now = document.body.innerHTML + moving.length;
			same = now === last && !now.includes('aria-busy="true"') ? same + 1 : 0;
			last = now;
			if (same < 5) setTimeout(look, 40);
			else done(true);
		};
		look();
	})`)
}
