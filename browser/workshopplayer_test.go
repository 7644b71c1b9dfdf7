package browser_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/plygame/ply/wire"
)

// workshopPlayer is a player in a browser in seat 0 of a workshop match.
type workshopPlayer struct {
	*player
	match string
}

// newWorkshopPlayer starts a workshop match with a player in a browser; programs have the other seats.
func newWorkshopPlayer(t *testing.T, s screen, seats, cards int) *workshopPlayer {
	t.Helper()
	h := newServer(t, newWorkshop(cards))
	match := h.create("workshop", wire.Create{Seats: seats})
	var token string
	for seat := range seats {
		joined, err := h.client().Join(t.Context(), "workshop", match, wire.Join{Name: []string{"Ann", "Bob", "Cleo", "Dan", "Eve", "Fay"}[seat]})
		if err != nil {
			t.Fatal(err)
		}
		if seat == 0 {
			token = joined.Token
		}
	}
	p := newPlayer(t, h, "Ann", s)
	p.useSeat("workshop", match, token, 0)
	p.waitFor(`[data-panel] [data-action="bet"]`)
	return &workshopPlayer{p, match}
}

func (b *workshopPlayer) act(name string) {
	b.t.Helper()
	b.click(`[data-panel] [data-action="` + name + `"]`)
}

// thing returns an expression for the button of a thing on the table, by its label.
func thing(label string) string {
	return `[...document.querySelectorAll("section.table [data-thing] > button")].find((e) => e.ariaLabel.split(" ")[0] === ` + quoted(label) + `)`
}

func (b *workshopPlayer) point(label string) {
	b.t.Helper()
	b.until(label+" can be chosen", thing(label)+`?.matches(".open, .chosen")`)
	b.clickOn(thing(label))
}

// asks waits until the panel asks for something.
func (b *workshopPlayer) asks(what string) {
	b.t.Helper()
	b.until("the panel asks "+what, `document.querySelector("[data-panel] h2").textContent.includes(`+quoted(what)+`)`)
}

// chosen waits until exactly these things are chosen on the table; the labels are in alphabetical order.
func (b *workshopPlayer) chosen(labels ...string) {
	b.t.Helper()
	const all = `[...document.querySelectorAll("section.table button.chosen")]`
	b.until(fmt.Sprint("chosen are ", labels), all+`.map((e) => e.ariaLabel.split(" ")[0]).sort().join(" ") === `+quoted(strings.Join(labels, " ")))
	b.until("they have aria-pressed", all+`.every((e) => e.ariaPressed === "true")`)
}

// expectMove waits until a move has reached the server, and checks it.
func (b *workshopPlayer) expectMove(want string) {
	b.t.Helper()
	b.until("the move is made", `document.querySelector('main[data-turn="theirs"]')`)
	all := b.testServer.moves(b.match)
	if len(all) == 0 || all[len(all)-1] != want {
		b.t.Errorf("the moves are %q, want %q last", all, want)
	}
}

func (b *workshopPlayer) idle() {
	b.t.Helper()
	b.until("nothing is chosen", `document.querySelector('[data-panel] [data-action="bet"]') && !document.querySelector('[data-do="cancel"]')`)
	b.chosen()
}
