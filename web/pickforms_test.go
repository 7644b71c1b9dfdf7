package web_test

import (
	"fmt"
	"strings"
	"testing"
)

// A number of many is written, and only one that can be is taken.
func TestPickNumber(t *testing.T) {
	t.Parallel()
	b := newBench(t, desk, 2, 2)
	b.act("bet")
	for _, bad := range []string{"0", "501", "1.5", ""} {
		b.write(`[data-panel] input`, bad)
		if !b.has(`[data-panel] form button:disabled`) {
			t.Errorf("%q is taken", bad)
		}
	}
	b.write(`[data-panel] input`, "77")
	b.key("\r")
	b.made("bet 77")
}

// A text is checked for its length and its form, and the reason is told.
func TestPickText(t *testing.T) {
	t.Parallel()
	b := newBench(t, phone, 2, 2)
	b.act("name")
	for _, bad := range []string{"", "x", "thirteenchars"} {
		b.write(`[data-panel] input`, bad)
		if !b.has(`[data-panel] form button:disabled`) {
			t.Errorf("%q is taken", bad)
		}
	}
	b.write(`[data-panel] input`, "Hello")
	b.click(`[data-panel] form button`)
	b.until("it is told why not", `document.querySelector(".toast").textContent.includes("does not match")`)
	if got := eval[string](b.player, `document.querySelector("[data-panel] input").value`); got != "Hello" {
		t.Errorf("what was written is gone: %q", got)
	}
	b.write(`[data-panel] input`, "hello")
	b.click(`[data-panel] form button`)
	b.made("name hello")
}

// There are two boards, stacks on one of them, and things in things.
func TestPickOnBoards(t *testing.T) {
	t.Parallel()
	b := newBench(t, desk, 2, 2)
	if n := eval[int](b.player, `document.querySelectorAll(`+quoted(tableArea+` [role="grid"]`)+`).length`); n != 2 {
		t.Fatalf("there are %d boards", n)
	}
	if says := b.attr(`[role="gridcell"][aria-label^="a1"]`, "aria-label"); says == "" || !b.has(tableArea+` [data-thing]`) {
		t.Errorf("the stack is said to be %q", says)
	}
	b.click(`[data-place="right"]`)
	b.made("enter right")
}

func TestPickInside(t *testing.T) {
	t.Parallel()
	b := newBench(t, desk, 2, 2)
	b.point("inlay")
	b.until("the move is made", `document.querySelector('main[data-turn="theirs"]')`)
	if all := b.house.moves(b.match); len(all) != 1 || all[0] != "take #9" {
		t.Errorf("what was made is %q", all)
	}
}

// What a value points at stands for it, unless several values do. A kind goes by its label and its sign.
func TestPickPointed(t *testing.T) {
	t.Parallel()
	b := newBench(t, desk, 2, 2)
	b.act("recast")
	b.point("saw")
	b.until("a kind is asked for", `document.querySelector('[data-panel] [data-value="box"]')`)
	if text := b.text(`[data-panel] [data-value="box"]`); text != "▣ a wooden box" {
		t.Errorf("the kind is called %q", text)
	}
	b.click(`[data-panel] [data-value="box"]`)
	b.made("recast left box")
}

// Who is out is said to be, and Parts of seats are shown.
func TestPickSeat(t *testing.T) {
	t.Parallel()
	b := newBench(t, desk, 3, 2)
	for seat, gold := range []string{"5", "6", "7"} {
		if text := b.text(fmt.Sprintf(`li[data-seat="%d"]`, seat)); !strings.Contains(text, "Gold "+gold) {
			t.Errorf("seat %d is told to be %q", seat, text)
		}
	}
	if text := b.text(`li[data-seat="0"]`); !strings.Contains(text, "tired yes") {
		t.Errorf("Ann is told to be %q", text)
	}
	b.act("dismiss")
	b.asks("Who goes home?")
	b.click(`li[data-seat="2"] button.open`)
	b.made("dismiss 2")
	b.until("it is said who is out", `document.querySelector('li[data-seat="2"]').textContent.includes("out")`)
}
