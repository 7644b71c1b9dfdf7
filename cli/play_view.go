package cli

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// View draws the screen.
func (m *screen) View() tea.View {
	v := tea.NewView(m.paint().String(m.theme))
	v.AltScreen, v.MouseMode, v.WindowTitle = true, tea.MouseModeCellMotion, title(m.state().Rules())
	if m.page == onTable && len(m.input) > 0 {
		v.Cursor = tea.NewCursor(min(m.w-1, 2+width(m.shownInput())), m.h-1)
	}
	return v
}

// paint draws what the page shows.
func (m *screen) paint() *canvas {
	c := newCanvas(m.w, m.h)
	switch m.page {
	case onPass:
		m.paintPass(c)
	case onHelp:
		m.paintPage(c, "Help", m.helpLines())
	case onLog:
		m.paintPage(c, "Log", m.logLines(m.w-2))
	case onValues:
		m.paintPage(c, "Values", valueLines(m.view))
	default:
		m.paintTable(c)
	}
	return c
}

// paintPass hides everything until the next seat is there.
func (m *screen) paintPass(c *canvas) {
	lines := []string{title(m.state().Rules()), "", "Pass the screen to " + m.to.String() + ".", "", "Press Enter when " + m.to.String() + " is here."}
	for i, line := range lines {
		st := style(0)
		if i == 2 {
			st = styleOf(int(m.to)) | boldly
		}
		c.put(max(0, (m.w-width(line))/2), m.h/2-3+i, line, st)
	}
}

// paintPage draws lines that can be scrolled through.
func (m *screen) paintPage(c *canvas, name string, lines []string) {
	c.put(1, 0, name, boldly)
	c.fill(0, reversed)
	h := max(1, m.h-3)
	m.scroll = max(0, min(m.scroll, len(lines)-h))
	for i, line := range lines[m.scroll:min(len(lines), m.scroll+h)] {
		c.put(1, 2+i-1, line, 0)
	}
	rest := ""
	if len(lines) > h {
		rest = fmt.Sprintf("lines %d to %d of %d; arrows scroll, ", m.scroll+1, min(len(lines), m.scroll+h), len(lines))
	}
	c.put(1, m.h-1, rest+"any other key goes back to the table", colorFaint)
}

// helpText is what the keys do.
var helpText = []string{
	"Choose",
	"  arrows             move over the table; to the right of it is the list",
	"  Tab                to the list and back",
	"  Enter or Space     choose what the cursor is on",
	"  mouse              a click chooses",
	"  letters            type a choice or a whole move, and Enter",
	"  .                  no more, where enough is chosen",
	"  Esc or Backspace   take the last choice back",
	"  + marks what can be chosen, * what is. Go to the rest to see why not.",
	"Keys, or the word typed",
	"  Ctrl-Z  undo       take a move back",
	"  Ctrl-Y  redo       play it again",
	"  Ctrl-L  log        all moves so far",
	"  F2      values     what the game counts: points, money and the like",
	"  Ctrl-S  save       save; that is done after every move, too",
	"  Ctrl-C  quit       leave; the game can be resumed",
	"  ?  F1   help       this page",
	"          seat N     another seat that may act gets the screen",
	"Where the game has such a word itself, put a colon before: :undo",
}

func (m *screen) helpLines() (lines []string) {
	for _, l := range append(helpText[:len(helpText):len(helpText)], m.hints()...) {
		lines = append(lines, wrapped(l, m.w-2)...)
	}
	return lines
}

func (m *screen) logLines(w int) (lines []string) {
	for _, e := range m.log {
		for i, l := range m.lines(e) {
			lines = append(lines, indented(l, w, i > 0)...)
		}
	}
	return lines
}

// indented wraps a line of the log; what was said goes to the right a little.
func indented(text string, w int, said bool) []string {
	if !said {
		return wrapped(text, w)
	}
	lines := wrapped(text, w-2)
	for i := range lines {
		lines[i] = "  " + lines[i]
	}
	return lines
}

func (m *screen) paintTable(c *canvas) {
	if m.w < 20 || m.h < 8 {
		c.put(0, 0, "The window is too small.", 0)
		return
	}
	m.paintHead(c)
	t := m.areas.table
	c.blit(t.x, t.y, m.drawn.canvas, m.fx, m.fy, t.w, t.h)
	m.paintEdges(c)
	if m.areas.log.w > 0 {
		for y := t.y; y < t.y+t.h; y++ {
			c.put(m.areas.list.x-2, y, "│", colorFaint)
		}
	}
	m.paintList(c)
	m.paintLog(c)
	m.paintFoot(c)
}

func (m *screen) paintHead(c *canvas) {
	text := title(m.state().Rules()) + "  " + m.headline()
	if _, bot := m.bot(); bot {
		text += ": a bot thinks"
	}
	st := styleOf(int(m.seat))
	if m.state().Over() {
		st = colorNone
	}
	c.put(1, 0, shortened(text, m.w-10), st|boldly)
	c.put(m.w-7, 0, "? help", 0)
	c.fill(0, reversed)
}

// paintEdges tells that there is more of the table than is seen.
func (m *screen) paintEdges(c *canvas) {
	t := m.areas.table
	mark := func(is bool, x, y int, text string) {
		if is {
			c.put(x, y, text, colorMark|boldly)
		}
	}
	mark(m.fx > 0, t.x, t.y+t.h/2, "◂")
	mark(m.fx+t.w < m.drawn.w, t.x+t.w, t.y+t.h/2, "▸")
	mark(m.fy > 0, t.x+t.w/2, t.y, "▴")
	mark(m.fy+t.h < m.drawn.h, t.x+t.w/2, t.y+t.h-1, "▾")
}

// listed answers which choices of the list are seen: from which on, and how many.
func (m *screen) listed() (first, n int) {
	n = min(len(m.list), m.areas.list.h-1)
	first = max(0, min(m.item-n/2, len(m.list)-n))
	return first, n
}

func (m *screen) paintList(c *canvas) {
	b := m.areas.list
	if m.ask == nil {
		return
	}
	onBoard := 0
	for _, ch := range m.ask.choices {
		if ch.why == "" {
			onBoard++
		}
	}
	for _, ch := range m.list {
		if ch.why == "" {
			onBoard--
		}
	}
	header := "Choices"
	if onBoard > 0 {
		header = fmt.Sprintf("%d on the table", onBoard)
	}
	first, n := m.listed()
	if n < len(m.list) {
		header += fmt.Sprintf(", %d of %d", n, len(m.list))
	}
	c.put(b.x, b.y, shortened(header, b.w), colorFaint)
	for i, ch := range m.list[first : first+n] {
		m.paintChoice(c, b.x, b.y+1+i, b.w, ch, !m.inTable && first+i == m.item)
	}
}

func (m *screen) paintChoice(c *canvas, x, y, w int, ch choice, here bool) {
	text, st, mark := ch.label, colorMark, "+"
	if ch.key != ch.label && ch.key != "" {
		text = ch.key + " " + text
	}
	switch {
	case m.ask.has(ch):
		mark, st = "*", colorMark|boldly
	case ch.why != "":
		mark, st = " ", colorFaint
		text += ": " + ch.why
	}
	if here {
		mark, st = ">", st|reversed|boldly
	}
	text = shortened(mark+text, w-1)
	end := c.put(x, y, text, st)
	for here && end < x+w-1 {
		end = c.put(end, y, " ", st)
	}
}

// paintLog draws the end of the log.
func (m *screen) paintLog(c *canvas) {
	b := m.areas.log
	if b.h < 2 {
		return
	}
	type colored struct {
		text string
		st   style
	}
	var lines []colored // last first
	for i := len(m.log) - 1; i >= 0 && len(lines) < b.h-1; i-- {
		e := m.log[i]
		said := m.lines(e)
		for k := len(said) - 1; k >= 0; k-- {
			st := styleOf(int(e.seat))
			if k > 0 {
				st = colorNone
			}
			w := indented(said[k], b.w-1, k > 0)
			for j := len(w) - 1; j >= 0; j-- {
				lines = append(lines, colored{w[j], st})
			}
		}
	}
	lines = lines[:min(len(lines), b.h-1)]
	c.put(b.x, b.y, "Log", colorFaint)
	for i, l := range lines {
		c.put(b.x, b.y+len(lines)-i, l.text, l.st)
	}
}

// paintFoot draws what is asked, what the cursor is on or was refused, and what is typed.
func (m *screen) paintFoot(c *canvas) {
	c.put(1, m.h-3, shortened(m.asked(), m.w-2), boldly)
	text, st := m.message, colorNone
	switch {
	case text != "" && m.bad:
		st = colorBad
	case text == "":
		text = m.pointedAt()
	}
	c.put(1, m.h-2, shortened(text, m.w-2), st)
	if len(m.input) > 0 {
		c.put(0, m.h-1, "> "+m.shownInput(), 0)
		return
	}
	c.put(1, m.h-1, shortened(m.keys(), m.w-2), colorFaint)
}

// shownInput is the end of what is typed, as far as there is room.
func (m *screen) shownInput() string {
	in := m.input
	for len(in) > 0 && width(string(in)) > m.w-4 {
		in = in[1:]
	}
	return string(in)
}

func (m *screen) keys() string {
	switch {
	case m.state().Over():
		return "Ctrl-Z undo · Ctrl-L log · Ctrl-C quit"
	case m.ask == nil:
		return "Ctrl-C quit"
	}
	return "arrows · Enter choose · Esc back · or type a move · Ctrl-Z undo · Ctrl-C quit"
}

// asked is what the seat at the screen is asked.
func (m *screen) asked() string {
	q := m.ask
	switch {
	case m.state().Over():
		return "The game is over: " + m.state().Outcome().String() + "."
	case q == nil:
		return ""
	}
	text := q.prompt
	if so := q.soFar(); so != "" && len(q.draft.Picks) > 0 {
		text = so + "… " + text
	}
	if q.max > 1 {
		text += fmt.Sprintf(" (%d of %d to %d)", q.chosen, q.min, q.max)
	}
	if q.text != nil {
		text += " (type " + q.limits() + ")"
	}
	if q.final {
		text += " (it cannot be taken back)"
	}
	return text
}

// pointedAt is about what the cursor is on.
func (m *screen) pointedAt() string {
	switch {
	case m.inTable:
		if s, ok := m.spotOf(m.at); ok {
			return m.about(s)
		}
	case m.item < len(m.list):
		c := m.list[m.item]
		if c.why != "" {
			return c.label + ": " + c.why
		}
		return strings.TrimSpace(c.label)
	}
	return ""
}
