package browser_test

import "fmt"

// pair is a match between two players in browsers.
type pair struct {
	*testServer
	game, match string
	ann, bob    *player
}

// moves returns the stored moves of a match, without those that were undone.
func (h *testServer) moves(match string) (all []string) {
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

// waitWithout waits until no element matches.
func (p *player) waitWithout(selector string) {
	p.t.Helper()
	p.until("there is no "+selector, "!document.querySelector("+quoted(selector)+")")
}

// playCell makes a move by clicking a cell.
func (p *player) playCell(cell string) {
	p.t.Helper()
	p.waitFor(`main[data-turn="mine"] path.open[data-place="` + cell + `"]`)
	seq := p.seq()
	p.click(`[data-place="` + cell + `"]`)
	p.atLeast(seq + 1)
}
