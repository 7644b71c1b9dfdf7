package browser_test

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
)

//go:embed testdata/findings.js
var findingsScript string

// sizes are the screens on which nothing may be covered or cut.
var sizes = []screen{
	{name: "360 px", width: 360, height: 740, scale: 1, touch: true, dark: true},
	{name: "390 px", width: 390, height: 844, scale: 1, touch: true},
	{name: "820 px", width: 820, height: 1180, scale: 1, touch: true},
	{name: "1280 px", width: 1280, height: 800, scale: 1},
	{name: "1920 px", width: 1920, height: 1080, scale: 1},
}

// TestTables checks every shipped game with all its seats at its important moments on all screens: the page is no wider than the
// screen, nothing that can be read or pressed is covered or cut, no word is broken, targets are large enough for a finger, and the
// player's own things are in sight. On a dark phone and a light desk it also looks for raw seat numbers and for things that stand for
// something offered and cannot be clicked, and runs axe in mid-game, with high contrast on one of the two.
func TestTables(t *testing.T) {
	t.Parallel()
	axe := readAxe(t)
	eachGame(t, games.All(), func(t *testing.T, h *testServer, i int, r *game.Rules) {
		p := newPlayer(t, h, "Ann", sizes[0])
		p.bypassCSP()
		found := report{}
		v := h.visit(p, r)
		v.moments(func(moment string) {
			for _, s := range sizes {
				if !slices.Contains(looks[moment], s.name) && !inCI() {
					continue
				}
				p.sized(s)
				for _, line := range p.findings() {
					found.add(line, moment, s.name)
				}
				if !s.touch {
					p.until("the table is scaled down until it fits the window", fits)
				}
				if !s.dark && s.touch || s.width > 1280 {
					continue
				}
				p.checkSeatNumbers(moment)
				if moment != "draft" {
					v.checkClickable(r, moment)
				}
				switch {
				case moment == "middle" && s.touch == (i%2 == 0):
					p.checkAxe(moment, axe)
				case moment == "middle", moment == "end" && s.touch && (inCI() || slices.Contains(results, r.Name)):
					p.reportViolations(moment, axe, everyRule)
				}
			}
		})
		if len(found.lines) > 0 {
			t.Errorf("%s with %d seats:\n%s", r.Name, r.Seats.Max, found)
		}
	})
}

// looks are the screens to look at: all of them in mid-game and in CI; otherwise those with the least room.
var looks = map[string][]string{
	"start":  {"360 px", "1280 px"},
	"draft":  {"360 px", "1280 px"},
	"middle": {"360 px", "390 px", "820 px", "1280 px", "1920 px"},
	"end":    {"360 px", "820 px", "1280 px"},
}

// results are games whose results differ, which is enough outside of CI: a winner with a role, without one, points, points of many, and a rank of each.
var results = []string{"hex", "gofish", "mastermind", "hearts", "liarsdice"}

// fits is true if no part of the table needs to be scrolled.
const fits = `[".tabletop", ".tabletop > .all", ".middle"].map((s) => document.querySelector(s)).filter(Boolean).every((e) => e.scrollHeight <= e.clientHeight + 1 && e.scrollWidth <= e.clientWidth + 1 && e.scrollTop === 0)`

// findings returns what is covered, cut, broken or too small on the page.
func (p *player) findings() []string {
	p.t.Helper()
	return eval[[]string](p, fmt.Sprintf("(() => { %s; return findings({ width: %d, touch: %v }); })()", strings.Replace(findingsScript, "export function", "function", 1), p.screen.width, p.screen.touch))
}

// report collects findings with the moments and sizes at which they were made. Those that differ only in numbers are one.
type report struct {
	lines []string            // the first of each
	more  map[string]int      // how many others there are
	when  map[string][]string // moments and sizes
}

var digits = regexp.MustCompile(`\d+`)

func (r *report) add(line, moment, size string) {
	if r.when == nil {
		r.more, r.when = map[string]int{}, map[string][]string{}
	}
	at := moment + " at " + size
	key := digits.ReplaceAllString(line, "#")
	switch when := r.when[key]; {
	case len(when) == 0:
		r.lines = append(r.lines, line)
	case slices.Contains(when, at):
		r.more[key]++
		return
	}
	r.when[key] = append(r.when[key], at)
}

func (r report) String() string {
	var b strings.Builder
	for _, line := range r.lines {
		key := digits.ReplaceAllString(line, "#")
		if n := r.more[key]; n > 0 {
			line = fmt.Sprintf("%s, and %d more like it", line, n)
		}
		fmt.Fprintf(&b, "  %s\n      (%s)\n", line, strings.Join(r.when[key], ", "))
	}
	return b.String()
}
