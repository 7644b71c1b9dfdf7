package web_test

import (
	"strings"
	"testing"
)

// A click on something that several actions begin with asks which is meant; what is chosen can be taken back at each step.
func TestPickWhich(t *testing.T) {
	t.Parallel()
	b := newBench(t, desk, 3, 4)
	b.point("A2")
	b.asks("A2")
	b.chosen("A2")
	b.click(`[data-do="back"]`)
	b.idle()
	b.point("A2")
	b.asks("A2")
	b.point("A3") // another one instead
	b.asks("A3")
	b.chosen("A3")
	b.act("give")
	b.asks("To whom?")
	b.chosen("A3")
	b.click(`[data-do="back"]`)
	b.idle()
	b.point("A1")
	b.act("give")
	b.asks("To whom?")
	b.click(`[data-do="cancel"]`)
	b.idle()
	b.point("A4")
	b.act("give")
	b.asks("To whom?")
	b.clickOn(`[...document.querySelectorAll("section.table .others button.open")].find((e) => e.textContent === "Cleo")`)
	b.made("give #4 2")
}

// Several are switched on and off, on the table and in the panel alike.
func TestPickSeveral(t *testing.T) {
	t.Parallel()
	b := newBench(t, desk, 2, 5)
	b.act("swap")
	b.asks("Which card?")
	b.point("A1")
	b.chosen("A1")
	b.pressed(1)
	if b.has(`[data-do="confirm"]`) {
		t.Error("one is enough")
	}
	b.value("A3")
	b.chosen("A1", "A3")
	b.pressed(2)
	b.waitFor(`[data-do="confirm"]`)
	b.point("A1")
	b.chosen("A3")
	b.value("A3")
	b.chosen()
	b.pressed(0)
	b.point("A5")
	b.point("A2")
	b.chosen("A2", "A5")
	b.click(`[data-do="back"]`)
	b.chosen("A5")
	b.value("A4")
	b.click(`[data-do="confirm"]`)
	b.made("swap #5+#4")
}

// What is optional can be passed over; each step can be taken back; a small number is a button.
func TestPickOptional(t *testing.T) {
	t.Parallel()
	b := newBench(t, desk, 2, 3)
	b.act("paint")
	b.point("A1")
	b.asks("Which colour?")
	b.click(`[data-do="confirm"]`)
	b.asks("How many coats?")
	b.click(`[data-do="back"]`)
	b.asks("Which colour?")
	b.chosen("A1")
	b.click(`[data-do="back"]`)
	b.asks("Which card?")
	b.chosen()
	b.point("A2")
	b.value("not blue")
	b.asks("How many coats?")
	b.waitForText("not blue")
	b.key("\x1b")
	b.asks("Which colour?")
	b.value("not blue")
	b.value("5")
	b.made(`paint #2 "not blue" 5`)
}

func TestPickOptionalPassed(t *testing.T) {
	t.Parallel()
	b := newBench(t, desk, 2, 3)
	b.point("A3")
	b.act("paint")
	b.click(`[data-do="confirm"]`)
	b.value("2")
	b.made(`paint #3 - 2`)
}

// To have enough of several leads to the next pick, even if that need not be made, and back again.
func TestPickSeveralThenOptional(t *testing.T) {
	t.Parallel()
	b := newBench(t, desk, 2, 3)
	b.act("mix")
	b.asks("Which shades?")
	b.value("slate")
	b.click(`[data-do="confirm"]`)
	b.asks("Which finish?")
	b.click(`[data-do="back"]`)
	b.asks("Which shades?")
	b.pressed(1)
	b.click(`[data-do="confirm"]`)
	b.asks("Which finish?")
	b.value("matt")
	b.made("mix slate matt")
}

// The last choice is played without asking what follows it.
func TestPickLast(t *testing.T) {
	t.Parallel()
	b := newBench(t, desk, 2, 3)
	b.act("give")
	b.asks("Which card?")
	b.point("A1")
	b.asks("To whom?")
	b.value("Bob")
	b.made("give #1 1")
	for _, m := range b.messages() {
		if strings.Contains(m, `"complete":true`) {
			t.Errorf("it was asked what follows the whole move: %s", m)
		}
	}
}

// A pick that is made again and again acts at once, and ends when one has enough.
func TestPickRepeated(t *testing.T) {
	t.Parallel()
	b := newBench(t, desk, 2, 2)
	b.act("fetch")
	b.asks("Which tool?")
	b.point("file")
	b.waitFor(`[data-do="confirm"]`)
	b.point("saw")
	b.until("one is left", `document.querySelectorAll("[data-panel] [data-value]").length === 1`)
	b.click(`[data-do="back"]`)
	b.until("two are left", `document.querySelectorAll("[data-panel] [data-value]").length === 2`)
	b.point(longWord)
	b.until("one is left again", `document.querySelectorAll("[data-panel] [data-value]").length === 1`)
	b.click(`[data-do="confirm"]`)
	b.made("fetch #6+#7")
}

// What cannot be chosen says why: on hover, on focus and when it is clicked on.
func TestPickClosed(t *testing.T) {
	t.Parallel()
	b := newBench(t, desk, 2, 2)
	why := `document.querySelector(".tip")?.textContent.includes("Ann has no bed")`
	b.until("it cannot be chosen", `document.querySelector('[data-action="rest"]').ariaDisabled === "true"`)
	eval[bool](b.player, `document.querySelector('[data-action="rest"]').focus() ?? true`)
	b.until("the reason shows on focus", why)
	eval[bool](b.player, `document.activeElement.blur() ?? true`)
	b.until("it goes", "!("+why+")")
	b.hover(`[data-action="rest"]`)
	b.until("the reason shows under the mouse", why)
	b.act("rest")
	b.until("the reason is told", `document.querySelector(".toast").textContent.includes("Ann has no bed")`)
	b.act("lay")
	b.asks("Where?")
	if !b.has(`[data-panel] [data-value="b2"][aria-disabled="true"][data-tip*="wet"]`) {
		t.Error("the panel does not say why b2 cannot be chosen")
	}
	b.hover(`[data-place="b2"]`)
	b.until("the reason shows on the board", `[...document.querySelectorAll(".tip")].some((e) => e.textContent.includes("wet"))`)
	b.click(`[data-place="b2"]`)
	b.value("b2")
	b.until("the reason is told", `document.querySelector(".toast").textContent.includes("wet")`)
	b.value("c3")
	b.made("lay c3")
}
