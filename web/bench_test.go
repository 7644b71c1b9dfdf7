package web_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/plygame/ply/wire"
)

// bench is a match of the workshop with a person in a browser at seat 0.
type bench struct {
	*player
	match string
}

// newBench seats a player; programs have the other seats.
func newBench(t *testing.T, s screen, seats, cards int) *bench {
	t.Helper()
	h := newHouse(t, newWorkshop(cards))
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
	p.hold("workshop", match, token, 0)
	p.waitFor(`[data-panel] [data-action="bet"]`)
	return &bench{p, match}
}

// act chooses an action in the panel.
func (b *bench) act(name string) { b.t.Helper(); b.click(`[data-panel] [data-action="` + name + `"]`) }

// value chooses in the panel.
func (b *bench) value(label string) {
	b.t.Helper()
	find := `[...document.querySelectorAll("[data-panel] [data-value]")].find((e) => e.textContent === ` + quoted(label) + `)`
	b.until("the panel has "+label, find)
	b.clickOn(find)
}

// thing is what can be pressed of a thing on the table, by what it is called.
func thing(label string) string {
	return `[...document.querySelectorAll("section.table [data-thing] > button")].find((e) => e.ariaLabel.split(" ")[0] === ` + quoted(label) + `)`
}

// point clicks on a thing on the table.
func (b *bench) point(label string) {
	b.t.Helper()
	b.until(label+" can be chosen", thing(label)+`?.matches(".open, .chosen")`)
	b.clickOn(thing(label))
}

// asks waits until the panel asks for something.
func (b *bench) asks(what string) {
	b.t.Helper()
	b.until("it is asked: "+what, `document.querySelector("[data-panel] h2").textContent.includes(`+quoted(what)+`)`)
}

// chosen waits until things are chosen on the table, and no others; they are named in the order of the alphabet.
func (b *bench) chosen(labels ...string) {
	b.t.Helper()
	const all = `[...document.querySelectorAll("section.table button.chosen")]`
	b.until(fmt.Sprint("chosen are ", labels), all+`.map((e) => e.ariaLabel.split(" ")[0]).sort().join(" ") === `+quoted(strings.Join(labels, " ")))
	b.until("they say so", all+`.every((e) => e.ariaPressed === "true")`)
}

// made waits until a move has arrived at the server, and checks that it is this one.
func (b *bench) made(want string) {
	b.t.Helper()
	b.until("the move is made", `document.querySelector('main[data-turn="theirs"]')`)
	all := b.house.moves(b.match)
	if len(all) == 0 || all[len(all)-1] != want {
		b.t.Errorf("what was made is %q, and %q was meant", all, want)
	}
}

// idle waits until nothing is chosen.
func (b *bench) idle() {
	b.t.Helper()
	b.until("nothing is chosen", `document.querySelector('[data-panel] [data-action="bet"]') && !document.querySelector('[data-do="cancel"]')`)
	b.chosen()
}
