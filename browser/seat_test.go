package browser_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// tableArea selects the table.
const tableArea = "main section.table"

func (p *player) join(game, match string) {
	p.t.Helper()
	p.open(matchPath(game, match))
	p.write(`main [name="name"]`, p.name)
	p.click(`[data-do="join"]`)
	p.until("the seat is taken", `document.querySelector("main[data-turn]") && !document.querySelector('[data-do="join"]')`)
}

// useSeat gives the page a seat that was taken elsewhere.
func (p *player) useSeat(game, match, token string, seat int) {
	p.t.Helper()
	p.useSeatLater(game, match, token, seat)
	p.open(matchPath(game, match))
	p.waitFor(tableArea)
}

// useSeatLater gives the browser a seat, which it has on the next page.
func (p *player) useSeatLater(game, match, token string, seat int) {
	p.t.Helper()
	p.ignoreErrors("/favicon.ico") // /healthz does not name an icon
	p.do("open /healthz", chromedp.Navigate(p.at+"/healthz"))
	eval[bool](p, heldSeat(game, match, token, seat))
}

func (p *player) turn() string { p.t.Helper(); return p.attr("main", "data-turn") }

func (p *player) seq() int {
	p.t.Helper()
	n, _ := strconv.Atoi(p.attr("main", "data-seq"))
	return n
}

// choosable are the elements that can be clicked to choose something: in the panel, on a board, and elsewhere on the table.
const choosable = `[...document.querySelectorAll('[data-panel] [data-value], [data-panel] [data-action], [data-panel] [data-do="confirm"], ` +
	tableArea + ` button.open, ` + tableArea + ` path.open[data-place]')].filter((e) => e.getAttribute("aria-disabled") !== "true" && !e.disabled && e.getClientRects().length)`

// listChoices waits for the list of choices in the panel, and opens it if necessary.
func (p *player) listChoices() {
	p.t.Helper()
	p.until("the choices are listed", `document.querySelector("[data-panel] [data-value]") || document.querySelector("[data-panel] summary")`)
	if !p.has("[data-panel] [data-value]") {
		p.click("[data-panel] summary")
		p.waitFor("[data-panel] [data-value]")
	}
}

// moment changes whenever a click has had an effect.
const moment = `[document.querySelector("main").dataset.seq, document.querySelector("main").dataset.turn, document.querySelector("[data-panel]")?.innerHTML].join()`

// canChoose is true if it is the player's turn and there is something to choose.
const canChoose = `document.querySelector('main[data-turn="mine"]') && ` + choosable + `.length`

// ready waits until the player can choose something, and reports false if the match is over.
func (p *player) ready() bool {
	p.t.Helper()
	p.until("something can be chosen", `document.querySelector("[data-result]") || `+canChoose)
	return !p.has("[data-result]")
}

// choose clicks a random element that can be chosen.
func (p *player) choose(luck *rand.Rand) {
	p.t.Helper()
	where := luck.Float64()
	one := fmt.Sprintf("((all) => all[Math.floor(%f * all.length)])(%s)", where, choosable)
	now := eval[[]string](p, `[`+moment+`, (`+one+`?.outerHTML ?? "").slice(0, 300)]`)
	if now[1] == "" {
		return // the choice has just disappeared
	}
	changed := moment + " !== " + quoted(now[0])
	if !p.clicksOn(one, changed) && !eval[bool](p, changed) {
		p.t.Fatalf("%s cannot click on %s", p.name, now[1])
	}
	p.until("a click on "+now[1]+" has an effect", changed)
}

// move chooses until a move is made.
func (p *player) move(luck *rand.Rand) {
	p.t.Helper()
	for at := p.seq(); p.seq() == at && !p.has("[data-result]"); {
		p.until("something can be chosen, or there is a new entry", fmt.Sprintf(`Number(document.querySelector("main").dataset.seq) !== %d || %s`, at, canChoose))
		if p.seq() == at {
			p.choose(luck)
		}
	}
}

// playOut plays random moves until the match is over, and calls between after each.
func playOut(players []*player, luck *rand.Rand, between func(step int)) {
	t := players[0].t
	t.Helper()
	deadline := time.Now().Add(patience)
	for step := 0; !players[0].has("[data-result]"); {
		if time.Now().After(deadline) {
			t.Fatalf("nobody can move; %s is at entry %d", players[0].name, players[0].seq())
		}
		for _, p := range players {
			if !eval[bool](p, "!!("+canChoose+")") {
				continue
			}
			p.move(luck)
			if between != nil {
				for _, other := range players {
					other.atLeast(p.seq())
				}
				between(step)
			}
			step++
			deadline = time.Now().Add(patience)
		}
	}
}

// table returns the HTML of the table without what depends on the viewer: the last move, the focus and the sizes of things.
func (p *player) table() string {
	p.t.Helper()
	p.do("move the mouse away", chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, 0, 0))
	text := eval[string](p, `(() => {
		const all = document.querySelector(`+quoted(tableArea)+`).cloneNode(true);
		const notes = document.createTreeWalker(all, NodeFilter.SHOW_COMMENT), gone = [];
		while (notes.nextNode()) gone.push(notes.currentNode);
		gone.forEach((n) => n.remove());
		all.querySelectorAll("path.recent, .focus").forEach((e) => e.remove());
		all.querySelectorAll(".tabletop, [data-reserve]").forEach((e) => { e.removeAttribute("style"); e.classList.remove("brief1", "brief2", "brief3"); });
		for (const e of [all, ...all.querySelectorAll("*")]) {
			e.setAttribute("class", [...e.classList].sort().join(" ")); // their order depends on which was set first
			e.removeAttribute("tabindex");
			e.classList.remove("recent");
			e.ariaLabel = e.ariaLabel?.replace(", last move", "") ?? null;
		}
		return all.outerHTML;
	})()`)
	return strings.ReplaceAll(text, "><", ">\n<")
}

// settled waits until the table equals another page's, or an earlier one.
func (p *player) settled(why, want string) {
	p.t.Helper()
	var got string
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if p.has(tableArea) {
			if got = p.table(); got == want {
				return
			}
		}
	}
	p.t.Errorf("%s: the table of %s differs:\n%s", why, p.name, firstDifference(want, got))
}

func firstDifference(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range max(len(a), len(b)) {
		if i >= len(a) || i >= len(b) || a[i] != b[i] {
			return fmt.Sprintf("line %d of %d and %d\nwas %s\nis  %s", i, len(a), len(b), strings.Join(a[min(i, len(a)):min(i+2, len(a))], ""), strings.Join(b[min(i, len(b)):min(i+2, len(b))], ""))
		}
	}
	return "nothing"
}

// still waits until the table shows what can be chosen, if it is the player's turn, and has not changed for a while. It
// returns the table.
func (p *player) still() string {
	p.t.Helper()
	p.until("the choices are shown", `!document.querySelector('main[data-turn="mine"]') || `+choosable+`.length`)
	last, since := "", time.Now()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(30 * time.Millisecond) {
		if now := p.table(); now != last {
			last, since = now, time.Now()
		} else if time.Since(since) > 250*time.Millisecond {
			return now
		}
	}
	p.t.Fatalf("the table of %s keeps changing", p.name)
	return ""
}
