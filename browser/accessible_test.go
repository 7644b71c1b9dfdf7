package browser_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/plygame/ply/client"
	"github.com/plygame/ply/games"
	"github.com/plygame/ply/wire"
)

const axePath = "../web/node_modules/axe-core/axe.min.js"

// TestAccessible runs axe on every page, on a dark phone and a light desk, and checks that none shows a raw seat number. The pages of
// the games are divided between the two, because they differ only in their texts and options. TestTables looks at the tables.
func TestAccessible(t *testing.T) {
	t.Parallel()
	axe := readAxe(t)
	h := newServer(t)
	for i, s := range []screen{phone.inDark(true), desk} {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			p := newPlayer(t, h, "Ann", s)
			p.bypassCSP()
			for n, at := range h.pageStates(t) {
				if strings.HasPrefix(at.name, "about-") && n%2 == i {
					continue
				}
				at.show(p)
				p.checkSeatNumbers(at.name)
				p.checkAxe(at.name, axe)
			}
		})
	}
}

// checkAxe fails the test for every violation of any rule of axe, and of those about colours with high contrast.
func (p *player) checkAxe(what, axe string) {
	p.t.Helper()
	p.reportViolations(what, axe, everyRule)
	p.highContrast(true)
	p.reportViolations(what+" with high contrast", axe, colourRules)
	p.highContrast(false)
}

// highContrast switches high contrast and the colours for colour-blind players on or off, until the next page.
func (p *player) highContrast(on bool) {
	p.t.Helper()
	eval[bool](p, fmt.Sprintf(`((root) => {
		if (%v) Object.assign(root, { contrast: "more", palette: "distinct" });
		else ["contrast", "palette"].forEach((name) => delete root[name]);
		return true;
	})(document.documentElement.dataset)`, on))
}

// The axe rules to check: all of them, or only those that depend on colours.
const (
	everyRule   = `{ resultTypes: ["violations"], preload: false }`
	colourRules = `{ resultTypes: ["violations"], preload: false, runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } }`
)

// TestAccessibleChoosing runs axe on the table while the player chooses, for every kind of pick.
func TestAccessibleChoosing(t *testing.T) {
	t.Parallel()
	axe := readAxe(t)
	for _, s := range []screen{phone.inDark(true), desk} {
		b := newWorkshopPlayer(t, s, 3, 4)
		b.bypassCSP()
		b.accessible("actions", axe)
		b.point("A2")
		b.asks("A2")
		b.accessible("which", axe)
		b.act("paint")
		b.asks("Which colour?")
		b.accessible("values", axe)
		b.click(`[data-do="cancel"]`)
		actions := []string{"swap", "bet", "name"} // the panel is the same on all screens
		if s.touch {
			actions = []string{"fetch", "lay", "dismiss"}
		}
		for _, action := range actions {
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
		if s.touch {
			b.click(`[data-do="menu"]`)
		}
		b.click(`[data-do="leave"]`) // nobody can resign before the first move
		b.waitFor("dialog")
		b.accessible("sure", axe)
	}
}

func readAxe(t *testing.T) string {
	t.Helper()
	axe, err := os.ReadFile(axePath)
	if err != nil {
		inBrowser(t)
		skipOrFail(t, fmt.Errorf("axe-core is missing: run npm ci in web (%w)", err))
	}
	return string(axe)
}

// bypassCSP disables the content security policy on pages opened from now on, so that tests can inject scripts.
func (p *player) bypassCSP() {
	p.t.Helper()
	if _, err := chromedp.Call(p.ctx, page.SetBypassCSP, page.SetBypassCSPParams{Enabled: true}); err != nil {
		p.t.Fatal(err)
	}
}

// accessible waits until the page is idle and runs axe on it.
func (p *player) accessible(what, axe string) {
	p.t.Helper()
	p.waitIdle()
	p.reportViolations(what, axe, everyRule)
}

// reportViolations fails the test for every violation of some axe rules.
func (p *player) reportViolations(what, axe, rules string) {
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

// pageState is a state of a page to look at.
type pageState struct {
	name string
	show func(p *player)
}

// pageStates returns every page but the tables of matches with all their players.
func (h *testServer) pageStates(t *testing.T) []pageState {
	t.Helper()
	all := []pageState{
		{"home", func(p *player) { p.open("/"); p.waitIdle() }},
		{"lost", func(p *player) {
			p.ignoreErrors("404")
			p.open("/nowhere")
			p.waitIdle()
		}},
		{"waiting", func(p *player) {
			id := h.create("hex", wire.Create{Seats: 2})
			p.join("hex", id)
			p.waitIdle()
		}},
		{"hint", func(p *player) {
			name := map[bool]string{true: "gofish", false: "hex"}[p.screen.touch]
			p.join(name, h.create(name, wire.Create{Seats: 2, Bots: []int{1}}))
			p.askHint()
		}},
		{"joining", func(p *player) {
			id := h.create("gofish", wire.Create{Seats: 3})
			h.sit("gofish", id, "Bob")
			p.open(matchPath("gofish", id))
			p.waitIdle()
		}},
	}
	for _, r := range games.All() {
		all = append(all, pageState{"about-" + r.Name, func(p *player) { p.open("/games/" + r.Name); p.waitIdle() }})
	}
	return all
}

// askHint asks for a hint by keyboard, and waits until the table shows it. The button keeps the focus.
func (p *player) askHint() {
	p.t.Helper()
	p.waitFor(`[data-do="hint"]:not(:disabled)`)
	p.tabTo(`[data-do="hint"]`)
	p.key(kb.Enter)
	p.waitFor("[data-hint]")
	p.waitFor("section.table [data-advised]")
	if !eval[bool](p, `document.activeElement.matches('[data-do="hint"]')`) {
		p.t.Error("the button for a hint loses the focus")
	}
	p.waitIdle()
}

// show opens a match between programs after some moves, in the seat of a player to act, if any.
func (h *testServer) show(p *player, name string, moves int) {
	p.t.Helper()
	r, err := games.Find(name)
	if err != nil {
		p.t.Fatal(err)
	}
	seats := r.Seats.Min
	id := h.create(name, wire.Create{Seats: seats})
	programs, tokens := h.programs(name, id, seats)
	for seq := playRandomly(p.t, programs, moves, rand.New(rand.NewPCG(9, 9))); programs[0].Now().Seq < seq; {
		if _, err := programs[0].Next(p.t.Context()); err != nil {
			p.t.Fatal(err)
		}
	}
	seat := 0
	if now := programs[0].Now(); len(now.ToAct) > 0 {
		seat = int(now.ToAct[0])
	}
	p.useSeat(name, id, tokens[seat], seat)
}

// programs fills all seats of a match with programs.
func (h *testServer) programs(name, id string, seats int) (programs []*client.Match, tokens []string) {
	h.t.Helper()
	for _, who := range []string{"Ann", "Bob", "Cleo", "Dan", "Eve", "Finn"}[:seats] {
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

// waitIdle waits until the page has finished loading, is connected if it shows a match, and nothing moves or changes for some frames.
func (p *player) waitIdle() {
	p.t.Helper()
	p.until("the page has loaded", `document.querySelector("main") && !document.querySelector('main[data-link="down"]:not(:has(.gone)), .loading, .waiting, .blank')`)
	eval[bool](p, `(async () => {
		let changes = 0;
		const observer = new MutationObserver(() => changes++);
		observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
		const moving = () => document.getAnimations().some((a) => a.playState === "running" && a.effect.getTiming().iterations !== Infinity);
		const busy = () => document.querySelector('[aria-busy="true"]') || [...document.images].some((i) => !i.complete) || moving();
		for (let still = 0; still < 5; ) {
			const before = changes;
			await `+nextFrame+`;
			await new Promise((done) => setTimeout(done));
			still = changes === before && !busy() ? still + 1 : 0;
		}
		observer.disconnect();
		return true;
	})()`)
}
