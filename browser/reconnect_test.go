package browser_test

import (
	"math/rand/v2"
	"testing"

	"github.com/plygame/ply/wire"
)

// unreachable are the browser's console messages while the server is down.
var unreachable = []string{"WebSocket connection to", "net::ERR_", "Failed to load resource"}

// announced is true if a live region has a text.
const announced = `[...document.querySelectorAll('[role="status"], [role="alert"]')].some((e) => e.textContent.trim())`

// TestLostConnection plays against a program. The page reports a lost connection, and when it is back continues with
// everything that happened in between.
func TestLostConnection(t *testing.T) {
	t.Parallel()
	h := newServer(t)
	match := h.create("connect4", wire.Create{Seats: 2})
	line := h.Line()
	ann := newPlayer(t, h, "Ann", tablet)
	ann.at = line.URL
	ann.ignoreErrors(unreachable...)
	ann.join("connect4", match)
	bob := h.sit("connect4", match, "Bob")
	ann.waitForText("Bob")
	luck := rand.New(rand.NewPCG(5, 5))
	for range 3 {
		ann.ready()
		ann.move(luck)
		at := ann.seq()
		line.Cut()
		ann.waitFor(`main[data-link="down"]`)
		ann.until("the page reports the lost connection", announced)
		moveRandomly(t, bob, at, luck)
		line.Mend()
		ann.waitFor(`main[data-link="up"]`)
		if !ann.ready() || ann.seq() <= at {
			t.Fatalf("Ann is still at entry %d", at)
		}
	}
}

// TestTwoTabs checks that two tabs of one player share a seat and show the same.
func TestTwoTabs(t *testing.T) {
	t.Parallel()
	h := newServer(t)
	match := h.create("gofish", wire.Create{Seats: 2, Bots: []int{1}})
	one := newPlayer(t, h, "Ann", desk)
	one.join("gofish", match)
	two := one.tab()
	two.open(matchPath("gofish", match))
	two.waitFor(tableArea)
	if two.has(`[data-do="join"]`) {
		t.Fatal("the second tab has no seat")
	}
	luck := rand.New(rand.NewPCG(7, 7))
	for i := range 6 {
		if p := []*player{one, two}[i%2]; p.ready() {
			p.move(luck)
		}
	}
	one.atLeast(two.seq())
	one.ready()
	two.shows(one)
}

// TestMoveWhileJoining checks that a player sees a move that was made while they were connecting.
func TestMoveWhileJoining(t *testing.T) {
	t.Parallel()
	h := newServer(t)
	match := h.create("tictactoe", wire.Create{Seats: 2})
	ann := h.sit("tictactoe", match, "Ann")
	bob := newPlayer(t, h, "Bob", desk)
	bob.open(matchPath("tictactoe", match))
	bob.waitForText("Ann joins as X")
	eval[bool](bob, `(() => {
		const open = new Promise((done) => (globalThis.connect = done));
		globalThis.WebSocket = class extends WebSocket {
			send(text) {
				globalThis.connecting = true;
				void open.then(() => super.send(text));
			}
		};
		return true;
	})()`)
	bob.write(`main [name="name"]`, bob.name)
	bob.click(`[data-do="join"]`)
	bob.until("the page connects as a player", "globalThis.connecting")
	if err := ann.Play(t.Context(), 2, "place b2"); err != nil {
		t.Fatal(err)
	}
	eval[bool](bob, "(connect(), true)")
	bob.waitForSeat(1)
	bob.until("the log has the move", `document.querySelector(".log").textContent.includes("Ann plays b2")`)
}
