package terminal

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/tableau"
)

// key handles a key on the current page.
func (m *screen) key(k tea.KeyPressMsg) tea.Cmd {
	name := k.String()
	if name == "ctrl+c" || name == "ctrl+q" {
		return tea.Quit
	}
	if m.staging && m.page == onTable {
		return m.leaveStage()
	}
	switch m.page {
	case onPass:
		if name == "enter" || name == "space" {
			return m.showTable(m.to)
		}
		return nil
	case onHelp, onLog, onValues, onPlayers:
		m.turnPage(name)
		return nil
	}
	m.message = ""
	if cmd, is := m.control(name); is {
		return cmd
	}
	switch {
	case name == "enter":
		return m.enterKey()
	case name == "backspace" && len(m.input) > 0:
		m.input, m.stale = m.input[:len(m.input)-1], false
		m.pointAtInput()
	case name == "esc" && len(m.input) > 0:
		m.input = nil
	case name == "backspace" || name == "esc":
		m.takeBack()
	case k.Text == "?" && len(m.input) == 0 && (m.ask == nil || m.ask.text == nil):
		m.page, m.scroll = onHelp, 0
	case name == "space" && len(m.input) == 0:
		return m.chooseAtCursor()
	case k.Text != "":
		m.typed(k.Text)
	}
	return nil
}

// control handles a key that does not type anything; it returns false if the key has no meaning.
func (m *screen) control(name string) (tea.Cmd, bool) {
	switch name {
	case "up":
		m.arrow(0, -1)
	case "down":
		m.arrow(0, 1)
	case "left":
		m.arrow(-1, 0)
	case "right":
		m.arrow(1, 0)
	case "home":
		m.item = 0
		m.redraw()
	case "end":
		m.item = len(m.list) - 1
		m.redraw()
	case "tab", "shift+tab":
		m.other()
	case "ctrl+z":
		return m.steps(m.undo), true
	case "ctrl+y", "ctrl+r":
		return m.steps(m.redo), true
	case "ctrl+l":
		m.page, m.scroll = onLog, 1<<20
	case "ctrl+s":
		m.save()
	case "f1":
		m.page, m.scroll = onHelp, 0
	case "f2":
		m.page, m.scroll = onValues, 0
	case "f3":
		return m.hint(""), true
	default:
		return nil, false
	}
	return nil, true
}

// turnPage scrolls a long page, or leaves it.
func (m *screen) turnPage(name string) {
	switch name {
	case "up":
		m.scroll--
	case "down":
		m.scroll++
	case "pgup":
		m.scroll -= m.h - 4
	case "pgdown", "space":
		m.scroll += m.h - 4
	case "home":
		m.scroll = 0
	case "end":
		m.scroll = 1 << 20
	default:
		m.page = onTable
	}
}

// typed adds to the input, and moves the cursor to the choice that it may mean.
func (m *screen) typed(text string) {
	if m.page != onTable {
		return
	}
	if m.stale {
		m.input, m.stale = nil, false
	}
	for _, r := range text {
		if r >= ' ' && len(m.input) < 1000 {
			m.input = append(m.input, r)
		}
	}
	m.pointAtInput()
}

// pointAtInput moves the cursor to the choice that begins with the last typed word.
func (m *screen) pointAtInput() {
	words := strings.Fields(string(m.input))
	if m.ask == nil || len(words) == 0 || m.ask.text != nil {
		return
	}
	word := strings.ToLower(words[len(words)-1])
	begins := func(c choice) bool {
		return c.why == "" && (strings.HasPrefix(strings.ToLower(c.label), word) || strings.HasPrefix(strings.ToLower(c.name), word))
	}
	for _, s := range m.drawn.Spots {
		for _, c := range m.ask.of(s.ID, s.Top) {
			if begins(c) {
				m.inTable, m.at = true, s.ID
				m.redraw()
				return
			}
		}
	}
	for i, c := range m.list {
		if begins(c) || c.key == word {
			m.inTable, m.item = false, i
			m.redraw()
			return
		}
	}
}

// enterKey plays the input or, if there is none, the choice under the cursor.
func (m *screen) enterKey() tea.Cmd {
	text := strings.TrimSpace(string(m.input))
	if text == "" {
		return m.chooseAtCursor()
	}
	if m.ask.isCommand(text) {
		if cmd, is := m.command(text); is {
			return cmd
		}
	}
	if m.ask == nil {
		m.refuse(errWait)
		m.stale = true
		return nil
	}
	return m.after(m.enter(text))
}

// errWait is the error of choosing while nobody is asked.
var errWait = fmt.Errorf("it is not your turn")

// chooseAtCursor chooses what is under the cursor.
func (m *screen) chooseAtCursor() tea.Cmd {
	if m.looking {
		return m.settle()
	}
	if m.ask == nil {
		return m.skipPause()
	}
	if m.inTable {
		if s, ok := m.spotOf(m.at); ok {
			return m.pick(s)
		}
		return nil
	}
	if m.item >= len(m.list) {
		return nil
	}
	c := m.list[m.item]
	if c.number {
		m.say("type a number from %d to %d", m.ask.lo, m.ask.hi)
		return nil
	}
	return m.after(m.choose(c))
}

// pick chooses what is at a spot.
func (m *screen) pick(s tableau.Spot) tea.Cmd {
	var can []choice
	for _, c := range m.ask.of(s.ID, s.Top) {
		if c.why == "" {
			can = append(can, c)
		}
	}
	switch len(can) {
	case 0:
		m.refuse(fmt.Errorf("%s", m.about(s)))
		return nil
	case 1:
		return m.after(m.choose(can[0]))
	}
	return m.after(m.choose(choice{label: m.nameOf(s), id: s.ID, of: can}))
}

// nameOf describes an element on the table, with its values and what is on it.
func (m *screen) nameOf(s tableau.Spot) string {
	return tableau.Describe(m.view, m.names(), s.ID, s.Top)
}

// about describes an element on the table: what choosing it does, or why it cannot be chosen.
func (m *screen) about(s tableau.Spot) string {
	text := m.nameOf(s)
	if m.ask == nil {
		return text
	}
	var can []string
	why, means, note := "", "", ""
	for _, c := range m.ask.of(s.ID, s.Top) {
		if c.why != "" {
			why = c.why
			continue
		}
		can = append(can, c.does)
		if c.id == 0 {
			means = c.label
		}
		if c.note != "" {
			note = ": " + c.note
		}
	}
	switch {
	case means != "":
		return text + ": " + means
	case len(can) > 0 && m.ask.actions:
		return text + ": " + strings.Join(can, ", ")
	case len(can) > 0:
		return text + note
	case why != "":
		return text + " cannot be chosen: " + why
	case m.ask.draft.Action != "":
		return text + " cannot be chosen"
	}
	return text
}

// arrow moves the cursor to the nearest element in a direction.
func (m *screen) arrow(dx, dy int) {
	if !m.inTable {
		if dx < 0 && len(m.drawn.Spots) > 0 {
			m.other()
			return
		}
		m.item = max(0, min(m.item+dy+dx, len(m.list)-1))
		m.redraw()
		return
	}
	from, ok := m.spotOf(m.at)
	if !ok {
		m.other()
		return
	}
	best, to := 1<<30, game.ID(0)
	for _, s := range m.drawn.Spots {
		x, y := 2*s.X+s.W-2*from.X-from.W, 4*(s.Y-from.Y)
		along, across := x*dx+y*dy, x*dy+y*dx
		if along <= 0 || dx != 0 && across*across > along*along {
			continue // another direction
		}
		// At equal distance, up goes right and down goes left, so that down undoes up.
		d := 2*(along*along+across*across) + 1
		if across < 0 {
			d--
		}
		if d < best {
			best, to = d, s.ID
		}
	}
	switch {
	case to != 0:
		m.at = to
	case dx > 0:
		m.other()
		return
	}
	m.redraw()
}

// other moves the cursor from the table to the list, or back.
func (m *screen) other() {
	switch {
	case m.inTable && len(m.list) > 0:
		m.inTable = false
	case !m.inTable && len(m.drawn.Spots) > 0:
		m.inTable = true
		if _, ok := m.spotOf(m.at); !ok {
			m.at = m.drawn.Spots[0].ID
		}
	}
	m.redraw()
}

// click chooses what is under the mouse pointer.
func (m *screen) click(x, y int) tea.Cmd {
	if m.staging && m.page == onTable {
		return m.leaveStage()
	}
	switch m.page {
	case onPass:
		return nil
	case onHelp, onLog, onValues, onPlayers:
		m.page = onTable
		return nil
	}
	m.message = ""
	if l := m.areas.list; l.has(x, y) {
		if lines := m.listLines(); y > l.y && y-l.y-1 < len(lines) {
			m.inTable, m.item = false, lines[y-l.y-1].item
			m.redraw()
			return m.chooseAtCursor()
		}
	}
	t := m.areas.table
	if !t.has(x, y) {
		return nil
	}
	x, y = x-t.x+m.fx, y-t.y+m.fy
	for _, s := range m.drawn.Spots {
		if y == s.Y && x >= s.X-1 && x <= s.X+s.W {
			m.inTable, m.at = true, s.ID
			m.redraw()
			if m.ask != nil {
				return m.pick(s)
			}
			return nil
		}
	}
	return nil
}

// wheel scrolls what is under the mouse pointer.
func (m *screen) wheel(w tea.MouseWheelMsg) {
	by := 0
	switch w.Button {
	case tea.MouseWheelUp:
		by = -1
	case tea.MouseWheelDown:
		by = 1
	}
	switch {
	case m.page != onTable && m.page != onPass:
		m.scroll += 3 * by
	case m.page == onTable && m.areas.list.has(w.X, w.Y):
		m.item = max(0, min(m.item+by, len(m.list)-1))
		m.inTable = m.inTable && len(m.list) == 0
		m.redraw()
	case m.page == onTable:
		m.fy = max(0, min(m.fy+by, m.drawn.H-m.areas.table.h))
	}
}
