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
	x.bob.waitForText("Another match")
	zoe.click(`[data-result] a[href="` + next + `"]`)
	zoe.waitFor(`[data-do="join"]`)
	x.bob.reload() // later, when the page was closed in between
	x.bob.click(`[data-do="again"]`)
	x.bob.until("it is the same", "location.pathname === "+quoted(next))
	x.bob.sits(0)
	x.bob.mark("b2")
	x.ann.mark("a1")
	zoe.waitForText("Ann plays a1")
	zoe.waitWithout(`[data-do="join"]`)
}

// Who finds the seat taken in the next match gets another one, or watches.
func TestAgainTooLate(t *testing.T) {
	t.Parallel()
	x := newPair(t, "tictactoe")
	x.bob.click(`[data-do="resign"]`)
	x.bob.click(`dialog [data-do="sure"]`)
	x.ann.click(`[data-do="again"]`)
	x.ann.until("the next match is there", `!location.pathname.endsWith(`+quoted(x.match)+`)`)
	next := eval[string](x.ann, "location.pathname")
	if _, err := x.client().Join(t.Context(), x.game, next[strings.LastIndex(next, "/")+1:], wire.Join{Name: "Cleo"}); err != nil {
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
