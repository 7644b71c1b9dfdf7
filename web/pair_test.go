package web_test

import (
	"fmt"
	"testing"

	"github.com/plygame/ply/wire"
)

// pair is a match of two people in browsers.
type pair struct {
	*house
	game, match string
	ann, bob    *player
}

func newPair(t *testing.T, game string) *pair {
	t.Helper()
	h := newHouse(t)
	x := &pair{house: h, game: game, match: h.create(game, wire.Create{Seats: 2}), ann: newPlayer(t, h, "Ann", desk), bob: newPlayer(t, h, "Bob", phone)}
	x.ann.join(game, x.match)
	x.bob.join(game, x.match)
	x.ann.waitForText("Bob")
	return x
}

// moves returns all moves of a match that stand, as the server keeps them.
func (h *house) moves(match string) (all []string) {
	h.t.Helper()
	kept, err := h.store.Load(h.t.Context(), match)
	if err != nil {
		h.t.Fatal(err)
	}
	for _, e := range kept.Log {
		if e.Kind == "move" {
			all = append(all, e.Move)
		}
	}
	return all
}

// atLeast waits until the page knows an entry.
func (p *player) atLeast(seq int) {
	p.t.Helper()
	p.until(fmt.Sprintf("entry %d is known", seq), fmt.Sprintf(`Number(document.querySelector("main").dataset.seq) >= %d`, seq))
}

// waitWithout waits until there is no such element any more.
func (p *player) waitWithout(selector string) {
	p.t.Helper()
	p.until("there is no "+selector, "!document.querySelector("+quoted(selector)+")")
}

// mark makes a move on a board by a click on a cell.
func (p *player) mark(cell string) {
	p.t.Helper()
	p.waitFor(`main[data-turn="mine"] path.open[data-place="` + cell + `"]`)
	seq := p.seq()
	p.click(`[data-place="` + cell + `"]`)
	p.atLeast(seq + 1)
}

// trouble returns what the page says went wrong.
func (p *player) trouble() string {
	p.t.Helper()
	return eval[string](p, `document.querySelector(".toast")?.textContent ?? ""`)
}

// sits waits until the seat of a page is the one that is meant.
func (p *player) sits(seat int) {
	p.t.Helper()
	p.waitFor(fmt.Sprintf(`main[data-mover="%d"]`, seat))
}
