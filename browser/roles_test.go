package browser_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/games"
	"github.com/plygame/ply/server"
	"github.com/plygame/ply/server/servertest"
	"github.com/plygame/ply/wire"
)

// inPlayers returns the text of a seat in the list of players.
func (p *player) inPlayers(seat int) string {
	p.t.Helper()
	return p.text(fmt.Sprintf(`.side li[data-seat="%d"] .who`, seat))
}

// TestRolesAtHome checks that lists of matches name roles, and say how the player's own matches ended.
func TestRolesAtHome(t *testing.T) {
	t.Parallel()
	h := newServer(t)
	match := h.create("hex", wire.Create{Seats: 2})
	_, tokens := h.programs("hex", match, 1)
	zoe, ann := newPlayer(t, h, "Zoe", desk), newPlayer(t, h, "Ann", desk)
	row := fmt.Sprintf(`[data-match="%s"]`, match)
	zoe.open("/")
	zoe.until("the match is listed with roles", `document.querySelector('`+row+`')?.innerText.includes("with Ann (Red)") && document.querySelector('`+row+`').innerText.includes("Free: Blue")`)
	bob := h.sit("hex", match, "Bob")
	if err := bob.Resign(t.Context()); err != nil {
		t.Fatal(err)
	}
	ann.useSeat("hex", match, tokens[0], 0)
	ann.open("/")
	ann.until("the result is shown", `document.querySelector('`+row+` .state')?.textContent === "You win"`)
	if got := ann.text(row); !strings.Contains(got, "as Red, with Bob (Blue)") {
		t.Errorf("the row is %q", got)
	}
}

// TestChooseBot checks that players see what the bots do, can choose between several, and see which one plays. A bot can
// be added to a free seat, and plays.
func TestChooseBot(t *testing.T) {
	t.Parallel()
	single := &testServer{Host: servertest.Start(t, server.Config{Games: games.All(), Bots: bot.Standard()[:1]}), t: t}
	ann := newPlayer(t, single, "Ann", desk)
	ann.open("/games/hex")
	ann.waitForText(bot.Standard()[0].About)
	if ann.has("#bot") {
		t.Error("a single bot is offered as a choice")
	}
	eager := bot.Standard()[0]
	eager.Name, eager.Takes, eager.About = "eager", "MOVES", "Looks some moves ahead."
	h := &testServer{Host: servertest.Start(t, server.Config{Games: games.All(), Bots: append(bot.Standard(), eager)}), t: t}
	bea := newPlayer(t, h, "Bea", desk)
	bea.open("/games/hex")
	bea.waitFor(`#bot option[value="eager"]`)
	eval[bool](bea, `(() => { const e = document.querySelector("#bot"); e.value = "eager"; return e.dispatchEvent(new Event("change")); })()`)
	bea.waitForText("Looks some moves ahead.")
	bea.write("#bot-takes", "3")
	bea.write(`[name="name"]`, "Bea")
	bea.click(`[data-do="bots"]`)
	bea.waitFor(tableArea)
	if got := bea.inPlayers(1); !strings.Contains(got, "eager:3") {
		t.Errorf("the bot is %q", got)
	}
	bea.withFriends("hex")
	bea.click(`[data-do="add-bot"][data-seat="1"]`)
	bea.waitWithout(".invite")
	if got := bea.inPlayers(1); !strings.Contains(got, "gentle") {
		t.Errorf("the bot is %q", got)
	}
	bea.playCell("c3")
	bea.until("the bot moves", `document.querySelectorAll("section.table [data-thing]").length === 2`)
}
