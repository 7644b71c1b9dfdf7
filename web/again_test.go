package web_test

import (
	"strings"
	"testing"

	"github.com/plygame/ply/wire"
)

// The same next match is for everyone, with the seats moved on by one.
func TestAgain(t *testing.T) {
	t.Parallel()
	x := newPair(t, "tictactoe")
	zoe := newPlayer(t, x.house, "Zoe", desk)
	zoe.open(matchPath(x.game, x.match))
	zoe.waitFor(tableArea)
	for i, cell := range []string{"a1", "a2", "b1", "b2", "c1"} {
		[]*player{x.ann, x.bob}[i%2].mark(cell)
	}
	x.agree(x.game, x.match, x.ann, x.bob, zoe)
	if zoe.has(`[data-do="again"]`) {
		t.Error("who watches can begin the next match")
	}
	x.ann.click(`[data-do="again"]`)
	x.ann.until("the next match is there", `!location.pathname.endsWith(`+quoted(x.match)+`)`)
	x.ann.sits(1)
	next := eval[string](x.ann, "location.pathname")
	x.bob.waitForText("A rematch has begun")
	zoe.click(`[data-result] a[href="` + next + `"]`)
	zoe.waitForText("You are watching") // the seat that is free is kept for Bob
	zoe.waitForText("not here yet")
	if zoe.has(`[data-do="join"]`) {
		t.Error("who watches can take the seat of a player")
	}
	x.bob.reload() // later, when the page was closed in between
	x.bob.click(`[data-do="again"]`)
	x.bob.until("it is the same", "location.pathname === "+quoted(next))
	x.bob.sits(0)
	x.bob.mark("b2")
	x.ann.mark("a1")
	zoe.waitForText("Ann plays a1")
}

// rematch ends the match, and lets Ann begin the next one.
func (x *pair) rematch() (path, id string) {
	x.t.Helper()
	x.bob.click(`[data-do="resign"]`)
	x.bob.click(`dialog [data-do="sure"]`)
	x.ann.click(`[data-do="again"]`)
	x.ann.until("the next match is there", `!location.pathname.endsWith(`+quoted(x.match)+`)`)
	x.ann.sits(1)
	path = eval[string](x.ann, "location.pathname")
	return path, path[strings.LastIndex(path, "/")+1:]
}

// Whoever turns the next match down frees the seat for others.
func TestAgainDeclined(t *testing.T) {
	t.Parallel()
	x := newPair(t, "tictactoe")
	_, next := x.rematch()
	if _, err := x.client().Join(t.Context(), x.game, next, wire.Join{Name: "Cleo"}); wire.RefusalOf(err) == nil {
		t.Fatalf("a stranger gets the seat of Bob: %v", err)
	}
	x.bob.click(`[data-do="decline"]`)
	x.bob.waitForText("You declined the rematch")
	x.ann.waitForText("X is free")
	if _, err := x.client().Join(t.Context(), x.game, next, wire.Join{Name: "Cleo"}); err != nil {
		t.Fatal(err)
	}
	x.ann.waitForText("Cleo joins as X")
}

// The host need not wait. Who finds the seat taken in the next match watches.
func TestAgainTooLate(t *testing.T) {
	t.Parallel()
	x := newPair(t, "tictactoe")
	next, id := x.rematch()
	x.ann.waitForText("Waiting for Bob")
	x.ann.click(`[data-do="open-seat"]`)
	x.ann.waitForText("X is free")
	if _, err := x.client().Join(t.Context(), x.game, id, wire.Join{Name: "Cleo"}); err != nil {
		t.Fatal(err)
	}
	x.bob.excuse("409", "400")
	x.bob.click(`[data-do="again"]`)
	x.bob.until("it is the same", "location.pathname === "+quoted(next))
	x.bob.waitFor(`main[data-link="up"]:not([data-mover])`)
	x.bob.waitForText("Cleo")
}

// Against a bot it goes on with one button.
func TestAgainWithBot(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	match := h.create("tictactoe", wire.Create{Seats: 2, Bots: []int{1}})
	ann := newPlayer(t, h, "Ann", phone)
	ann.join("tictactoe", match)
	ann.click(`[data-do="resign"]`)
	ann.click(`dialog [data-do="sure"]`)
	ann.click(`[data-do="again"]`)
	ann.until("the next match is there", `!location.pathname.endsWith(`+quoted(match)+`)`)
	ann.sits(1)
	ann.until("the bot begins", `document.querySelectorAll("section.table [data-thing]").length === 1`)
}
