package browser_test

import "testing"

// TestRematch checks that all players get the same rematch, in which everyone moves one seat on.
func TestRematch(t *testing.T) {
	t.Parallel()
	x := newPair(t, "tictactoe")
	zoe := newPlayer(t, x.testServer, "Zoe", desk)
	zoe.open(matchPath(x.game, x.match))
	zoe.waitFor(tableArea)
	for i, cell := range []string{"a1", "a2", "b1", "b2", "c1"} {
		[]*player{x.ann, x.bob}[i%2].playCell(cell)
	}
	x.expectResult(x.game, x.match, x.ann, x.bob, zoe)
	if zoe.has(`[data-do="again"]`) {
		t.Error("a spectator can start the rematch")
	}
	x.ann.click(`[data-do="again"]`)
	x.ann.until("the rematch is open", `!location.pathname.endsWith(`+quoted(x.match)+`)`)
	x.ann.waitForSeat(1)
	next := eval[string](x.ann, "location.pathname")
	x.bob.waitForText("A rematch has begun")
	zoe.click(`[data-result] a[href="` + next + `"]`)
	zoe.waitForText("You are watching") // the free seat is reserved for Bob
	zoe.waitForText("not here yet")
	if zoe.has(`[data-do="join"]`) {
		t.Error("a spectator can take a reserved seat")
	}
	x.bob.reload() // as if Bob had closed the page in between
	x.bob.click(`[data-do="again"]`)
	x.bob.until("Bob is in the same rematch", "location.pathname === "+quoted(next))
	x.bob.waitForSeat(0)
	x.bob.playCell("b2")
	x.ann.playCell("a1")
	zoe.waitForText("Ann plays a1")
}
