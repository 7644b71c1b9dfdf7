package web_test

import (
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
