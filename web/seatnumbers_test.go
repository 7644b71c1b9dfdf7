package web_test

import (
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/plygame/ply/games"
	"github.com/plygame/ply/wire"
)

// readable are all texts on the page that people can read or hear, including those in collapsed elements.
const readable = `(() => {
	const texts = [document.title], nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	while (nodes.nextNode()) texts.push(nodes.currentNode.data);
	for (const e of document.querySelectorAll("*")) for (const name of ["aria-label", "title", "alt", "placeholder", "data-tip"]) if (e.hasAttribute(name)) texts.push(e.getAttribute(name));
	return texts.filter((text) => text.trim());
})()`

// numbered matches a raw seat number.
var numbered = regexp.MustCompile(`(?i)\bseat[ /]\d`)

// checkSeatNumbers fails the test if the page shows a raw seat number: players have names and roles, or are called Player 1.
func (p *player) checkSeatNumbers(where string) {
	p.t.Helper()
	texts := eval[[]string](p, readable)
	if len(texts) < 5 {
		p.t.Errorf("%s: the page has no text except %q", where, texts)
	}
	for _, text := range texts {
		if numbered.MatchString(text) {
			p.t.Errorf("%s: the page shows %q", where, text)
		}
	}
}

// TestNoSeatNumbers checks pages of matches that are over or have only bots. TestAccessible checks all other pages.
func TestNoSeatNumbers(t *testing.T) {
	t.Parallel()
	h := newServer(t)
	var all []pageState
	for _, r := range games.All() {
		all = append(all,
			pageState{"over-" + r.Name, func(p *player) {
				match := h.create(r.Name, wire.Create{Seats: r.Seats.Min})
				programs, _ := h.programs(r.Name, match, r.Seats.Min)
				playRandomly(t, programs, 2000, rand.New(rand.NewPCG(9, 9)))
				p.open(matchPath(r.Name, match))
				p.waitFor("[data-result]")
			}},
			pageState{"bots-" + r.Name, func(p *player) {
				p.open(matchPath(r.Name, h.create(r.Name, wire.Create{Seats: r.Seats.Min, Bots: []int{0}})))
				p.waitIdle()
			}})
	}
	all = append(all, pageState{"home again", func(p *player) { p.open("/"); p.waitIdle() }})
	p := newPlayer(t, h, "Ann", desk)
	for _, at := range all {
		at.show(p)
		p.checkSeatNumbers(at.name)
	}
}

// TestNoSeatNumbersInSources checks that only words.ts says how to name a seat by its number, and that no source parses such a name.
func TestNoSeatNumbersInSources(t *testing.T) {
	parsed := regexp.MustCompile("(?i)eat[\\\\ /()\\[\\]s]{0,6}(\\\\d|\\[0-9)|[\"'`]seats? (\\$\\{|\\d)")
	for text, bad := range map[string]bool{`/\bseat (\d+)/g`: true, `/\b([Ss]eat )(\d+)\b/g`: true, "`Seat ${n + 1}`": true, `/seat\/[0-9]/`: true, "`seat/${seat}`": false, `"seat"`: false} {
		if parsed.MatchString(text) != bad {
			t.Errorf("%s: %v", text, !bad)
		}
	}
	files := 0
	err := filepath.WalkDir("src", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(path, "words.ts") || strings.HasSuffix(path, "wire.ts") {
			return err
		}
		files++
		source, err := os.ReadFile(path)
		for i, line := range strings.Split(string(source), "\n") {
			if parsed.MatchString(line) {
				t.Errorf("%s:%d: %s", path, i+1, strings.TrimSpace(line))
			}
		}
		return err
	})
	if err != nil || files < 50 {
		t.Errorf("only %d files read, %v", files, err)
	}
}
