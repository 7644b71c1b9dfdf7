package browser_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"github.com/plygame/ply/wire"
)

// touch sends a touch event with a finger at each of the points.
func (p *player) touch(kind input.DispatchTouchEventType, at ...point) {
	p.t.Helper()
	e := input.DispatchTouchEventParams{Type: kind, TouchPoints: []*input.TouchPoint{}}
	for i, a := range at {
		id := float64(i)
		e.TouchPoints = append(e.TouchPoints, &input.TouchPoint{X: a.x, Y: a.y, ID: &id})
	}
	p.do("touch", chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, input.DispatchTouchEvent, e)
		return err
	}))
}

// cellSize is the width of a cell of the board in pixels, and cellAt where its centre is.
const cellSize = `document.querySelector('[data-place="j10"]').getBoundingClientRect().width`

func (p *player) cellAt(cell string) point {
	p.t.Helper()
	at := eval[[]float64](p, `((r) => [r.left + r.width / 2, r.top + r.height / 2])(document.querySelector('[data-place="`+cell+`"]').getBoundingClientRect())`)
	return point{at[0], at[1]}
}

// TestPinch enlarges a board of small cells with two fingers, moves it with one, and taps a cell, on a phone. What is between the
// fingers stays there, a finger that moves the board chooses nothing, and the page itself is neither enlarged nor scrolled.
func TestPinch(t *testing.T) {
	t.Parallel()
	h := newServer(t)
	match := h.create("hex", wire.Create{Seats: 2, Options: map[string]any{"size": 19}})
	p := newPlayer(t, h, "Ann", phone)
	p.join("hex", match)
	h.sit("hex", match, "Bob")
	p.waitForText("Bob joins as Blue")
	p.waitFor(`path.open[data-place="j10"]`)
	p.waitIdle()
	small := eval[float64](p, cellSize)
	if small >= 24 {
		t.Fatalf("cells are %.0f pixels wide before the board is enlarged", small)
	}
	c := p.cellAt("j10")
	p.touch(input.DispatchTouchEventTypeTouchStart, point{c.x - 20, c.y})
	p.touch(input.DispatchTouchEventTypeTouchStart, point{c.x - 20, c.y}, point{c.x + 20, c.y})
	for d := 30.0; d <= 60; d += 10 {
		p.touch(input.DispatchTouchEventTypeTouchMove, point{c.x - d, c.y}, point{c.x + d, c.y})
	}
	p.touch(input.DispatchTouchEventTypeTouchEnd)
	p.until("the board is enlarged", cellSize+" >= 24")
	large := eval[float64](p, cellSize)
	if at := p.cellAt("j10"); math.Hypot(at.x-c.x, at.y-c.y) > large/2 {
		t.Errorf("the cell between the fingers has moved from %.0f to %.0f", c, at)
	}

	before := p.cellAt("j10")
	p.touch(input.DispatchTouchEventTypeTouchStart, c)
	for i := range 5 {
		p.touch(input.DispatchTouchEventTypeTouchMove, point{c.x + 10*float64(i+1), c.y + 6*float64(i+1)})
	}
	p.touch(input.DispatchTouchEventTypeTouchEnd)
	p.until("the board follows the finger", `document.querySelector('[data-place="j10"]').getBoundingClientRect().left > 0`)
	if at := p.cellAt("j10"); math.Abs(at.x-before.x-50) > 12 || math.Abs(at.y-before.y-30) > 12 {
		t.Errorf("a finger moved by 50, 30 has moved the board from %.0f to %.0f", before, at)
	}
	if chosen := eval[bool](p, `document.querySelector('[data-do="confirm"]') !== null`); chosen || len(h.moves(match)) > 0 {
		t.Error("moving the board has chosen a cell")
	}
	if !eval[bool](p, `visualViewport.scale === 1 && scrollX === 0 && scrollY === 0`) {
		t.Error("the page is enlarged or scrolled")
	}

	p.click(`[data-place="j10"]`) // it is as large as a fingertip now, so there is nothing to confirm
	p.waitFor(`main[data-turn="theirs"]`)
	if all := h.moves(match); len(all) != 1 || !strings.HasSuffix(all[0], " j10") {
		t.Errorf("the moves are %q", all)
	}
}
