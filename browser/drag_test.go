package browser_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"github.com/plygame/ply/wire"
)

// point is a point on the screen.
type point struct{ x, y float64 }

// middle returns the middle of an element, once it has come to rest.
func (p *player) middle(selector string) point {
	p.t.Helper()
	p.waitFor(selector)
	at := eval[[]float64](p, `(async () => {
		const middle = () => {
			const { x, y, width, height } = document.querySelector(`+quoted(selector)+`).getBoundingClientRect();
			return [x + width / 2, y + height / 2];
		};
		for (let was = "", i = 0; i < 30 && was !== middle().join(); i++) {
			was = middle().join();
			await `+nextFrame+`;
		}
		return middle();
	})()`)
	return point{at[0], at[1]}
}

// finger is a mouse or a finger that drags things.
type finger struct {
	p  *player
	at point
}

// press puts the finger down.
func (p *player) press(at point) *finger {
	p.t.Helper()
	f := &finger{p, at}
	f.send("press", input.DispatchMouseEventTypeMousePressed, input.DispatchTouchEventTypeTouchStart)
	return f
}

// move moves the finger in several steps.
func (f *finger) move(to point) {
	f.p.t.Helper()
	from := f.at
	for i := range 4 {
		part := float64(i+1) / 4
		f.at = point{from.x + (to.x-from.x)*part, from.y + (to.y-from.y)*part}
		f.send("move", input.DispatchMouseEventTypeMouseMoved, input.DispatchTouchEventTypeTouchMove)
	}
}

// lift lifts the finger.
func (f *finger) lift() {
	f.p.t.Helper()
	f.send("lift", input.DispatchMouseEventTypeMouseReleased, input.DispatchTouchEventTypeTouchEnd)
}

func (f *finger) send(what string, mouse input.DispatchMouseEventType, touch input.DispatchTouchEventType) {
	f.p.t.Helper()
	f.p.do(what, chromedp.Func(func(ctx context.Context, t *chromedp.Target) (err error) {
		if !f.p.screen.touch {
			e := input.DispatchMouseEventParams{Type: mouse, X: f.at.x, Y: f.at.y, Button: input.MouseButtonLeft, ClickCount: 1}
			_, err = cdp.Call(ctx, t, input.DispatchMouseEvent, e)
			return err
		}
		e := input.DispatchTouchEventParams{Type: touch, TouchPoints: []*input.TouchPoint{}}
		if touch != input.DispatchTouchEventTypeTouchEnd {
			e.TouchPoints = append(e.TouchPoints, &input.TouchPoint{X: f.at.x, Y: f.at.y})
		}
		_, err = cdp.Call(ctx, t, input.DispatchTouchEvent, e)
		return err
	}))
}

// cellAt selects a cell of a board.
func cellAt(name string) string { return `[role="gridcell"][data-place="` + name + `"]` }

// drag drags what is on one cell to another.
func (p *player) drag(from, to string) {
	p.t.Helper()
	f := p.press(p.middle(cellAt(from)))
	f.move(p.middle(cellAt(to)))
	f.lift()
}

// TestDrag checks that a piece can be dragged to a cell with a mouse and with a finger, that one dropped elsewhere springs
// back and stays chosen, and that Escape cancels.
func TestDrag(t *testing.T) {
	t.Parallel()
	for _, s := range []screen{desk.inMotion(), phone.inMotion()} {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			h := newServer(t)
			match := h.create("chess", wire.Create{Seats: 2})
			p := newPlayer(t, h, "Ann", s)
			p.join("chess", match)
			h.sit("chess", match, "Bob")
			p.atLeast(2)
			p.waitFor(`path.open[data-place="e2"]`)

			f := p.press(p.middle(cellAt("e2")))
			p.waitFor(cellAt("e2") + "[data-pressed]")
			f.move(p.middle(cellAt("h5")))
			p.waitFor(".carried")
			p.waitFor(`path.open[data-place="e4"]`)
			f.lift()
			p.waitWithout(".carried")
			p.waitFor(`path.open[data-place="e4"]`) // still chosen, as after a click

			if !s.touch {
				f = p.press(p.middle(cellAt("d2"))) // instead of e2
				f.move(p.middle(cellAt("d4")))
				p.waitFor(".carried")
				p.key("\x1b")
				p.waitWithout(".carried")
				f.lift()
				p.waitFor(`path.open[data-place="g1"]`)
			}
			if n := len(h.moves(match)); n != 0 {
				t.Fatalf("%d moves made by drags that end nowhere", n)
			}
			scrolled := eval[float64](p, "scrollY")
			p.drag("g1", "f3")
			p.waitFor(`main[data-turn="theirs"]`)
			if all := h.moves(match); len(all) != 1 || !strings.Contains(all[0], "f3") {
				t.Errorf("the moves are %q", all)
			}
			if now := eval[float64](p, "scrollY"); now != scrolled {
				t.Errorf("dragging scrolls the page from %v to %v", scrolled, now)
			}
		})
	}
}

// TestTouchScrolls checks that a finger that starts beside things still scrolls the page.
func TestTouchScrolls(t *testing.T) {
	t.Parallel()
	h := newServer(t)
	match := h.create("chess", wire.Create{Seats: 2})
	p := newPlayer(t, h, "Ann", phone)
	p.join("chess", match)
	p.waitFor(`path.open[data-place="e2"]`)
	eval[bool](p, `(document.body.style.minHeight = "3000px", scrollTo(0, 0), true)`)
	at := p.middle(cellAt("e5"))
	f := p.press(at)
	f.move(point{at.x, at.y - 200})
	f.move(point{at.x, at.y - 300})
	f.lift()
	p.until("the page has scrolled", "scrollY > 50")
}

// byDrag plays against a bot by dragging, every step and every jump.
func byDrag(t *testing.T, game string, options map[string]any) {
	playBot(t, game, options, desk, func(p *player, luck *rand.Rand) { p.dragMove(luck) })
}

// dragMove makes a move by dragging a piece from cell to cell until its move is complete.
func (p *player) dragMove(luck *rand.Rand) {
	p.t.Helper()
	seq := p.seq()
	from := p.chosenCell()
	if from == "" {
		from = p.openCell(luck)
	}
	moved := fmt.Sprintf(`Number(document.querySelector("main").dataset.seq) > %d`, seq)
	for deadline := time.Now().Add(patience); p.seq() == seq; {
		f := p.press(p.middle(cellAt(from)))
		f.move(point{f.at.x + 9, f.at.y + 9}) // lifts it
		p.until("it can go somewhere", fmt.Sprintf(`%s || document.querySelector("path.open[data-place]") && document.querySelector(%s)?.classList.contains("chosen")`, moved, quoted(cellAt(from))))
		if p.seq() > seq {
			break
		}
		to := p.openCell(luck)
		f.move(p.middle(cellAt(to)))
		f.lift()
		landed := fmt.Sprintf(`%s || document.querySelector(%s)?.classList.contains("chosen") && document.querySelector("path.open[data-place]")`, moved, quoted(cellAt(to)))
		switch there, _ := tryEval[bool](p, soon(landed)); {
		case there:
			from = to
		case time.Now().After(deadline):
			p.t.Fatalf("%s cannot drag from %s to %s", p.name, from, to)
		} // else it sprang back, because the page was still changing: drag it again
	}
}

// chosenCell returns the name of the cell that is chosen already, because no other can be, or "".
func (p *player) chosenCell() string {
	p.t.Helper()
	return eval[string](p, `document.querySelector("[role=gridcell].chosen")?.dataset.place ?? ""`)
}

// openCell returns the name of a random cell that can be chosen.
func (p *player) openCell(luck *rand.Rand) string {
	p.t.Helper()
	all := eval[[]string](p, `[...document.querySelectorAll("path.open[data-place]")].map((e) => e.dataset.place)`)
	if len(all) == 0 {
		p.t.Fatal("no cell can be chosen")
	}
	return all[luck.IntN(len(all))]
}
