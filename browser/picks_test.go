package browser_test

import (
	"testing"
)

// TestPickRefused checks that the page says why something cannot be chosen: on hover, on focus and on click.
func TestPickRefused(t *testing.T) {
	t.Parallel()
	b := newWorkshopPlayer(t, desk, 2, 2)
	why := `document.querySelector(".tip")?.textContent.includes("Ann has no bed")`
	b.until("the action is disabled", `document.querySelector('[data-action="rest"]').ariaDisabled === "true"`)
	eval[bool](b.player, `document.querySelector('[data-action="rest"]').focus() ?? true`)
	b.until("the reason shows on focus", why)
	eval[bool](b.player, `document.activeElement.blur() ?? true`)
	b.until("the tip disappears", "!("+why+")")
	b.hover(`[data-action="rest"]`)
	b.until("the reason shows on hover", why)
	b.act("rest")
	b.until("the toast shows the reason", `document.querySelector(".toast").textContent.includes("Ann has no bed")`)
	b.act("lay")
	b.asks("Where?")
	b.listChoices()
	if !b.has(`[data-panel] [data-value="b2"][aria-disabled="true"][data-tip*="wet"]`) {
		t.Error("the panel does not say why b2 cannot be chosen")
	}
	b.hover(`[data-place="b2"]`)
	b.until("the reason shows on the board", `[...document.querySelectorAll(".tip")].some((e) => e.textContent.includes("wet"))`)
	b.click(`[data-place="b2"]`)
	b.value("b2")
	b.until("the toast shows the reason", `document.querySelector(".toast").textContent.includes("wet")`)
	b.value("c3")
	b.expectMove("lay c3")
}
