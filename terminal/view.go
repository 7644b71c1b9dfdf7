package terminal

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/tableau"
	"github.com/plygame/ply/internal/words"
)

// View draws the screen.
func (m *screen) View() tea.View {
	v := tea.NewView(m.paint().String(m.theme))
	v.AltScreen, v.MouseMode, v.WindowTitle = true, tea.MouseModeCellMotion, words.Title(m.state().Rules())
	if m.page == onTable && m.writes() {
		v.Cursor = tea.NewCursor(min(m.w-1, 2+width(m.shownInput())), m.h-1)
	}
	return v
}

// paint draws the current page.
func (m *screen) paint() *tableau.Canvas {
	c := tableau.NewCanvas(m.w, m.h)
	switch m.page {
	case onPass:
		m.paintPass(c)
	case onHelp:
		m.paintPage(c, "Help", m.helpLines())
	case onLog:
		m.paintPage(c, "Log", m.logLines(m.w-2))
	case onValues:
		m.paintPage(c, "Values", tableau.ValueLines(m.view, m.names()))
	case onPlayers:
		m.paintPage(c, "Players", m.playerLines())
	default:
		m.paintTable(c)
	}
	return c
}

// paintPass hides everything until the next player is here.
func (m *screen) paintPass(c *tableau.Canvas) {
	lines := []string{words.Title(m.state().Rules()), "", "Pass the screen to " + m.names().Of(m.to) + ".", "", "Press Enter when " + m.names().Of(m.to) + " is here."}
	if who := m.haveChosen(); who != "" {
		lines = append(lines, "", who)
	}
	for i, line := range lines {
		st := tableau.Style(0)
		if i == 2 {
			st = m.styleOf(m.to) | tableau.Bold
		}
		line = tableau.Shorten(line, m.w)
		c.Put(max(0, (m.w-width(line))/2), m.h/2-3+i, line, st)
	}
}

// haveChosen lists the players who have chosen in secret.
func (m *screen) haveChosen() string {
	who := m.state().Committed()
	switch who.Len() {
	case 0:
		return ""
	case 1:
		return words.Capital(m.names().All(who)) + " has chosen."
	}
	return words.Capital(m.names().All(who)) + " have chosen."
}

// styleOf returns the colour of a seat.
func (m *screen) styleOf(x game.Seat) tableau.Style { return tableau.StyleOf(m.state().Rules(), x) }

// paintPage draws a page that scrolls.
func (m *screen) paintPage(c *tableau.Canvas, name string, lines []string) {
	c.Put(1, 0, name, tableau.Bold)
	c.Fill(0, tableau.Reversed)
	h := max(1, m.h-3)
	m.scroll = max(0, min(m.scroll, len(lines)-h))
	for i, line := range lines[m.scroll:min(len(lines), m.scroll+h)] {
		c.Put(1, 2+i-1, line, 0)
	}
	rest := ""
	if len(lines) > h {
		rest = fmt.Sprintf("lines %d to %d of %d; arrows scroll, ", m.scroll+1, min(len(lines), m.scroll+h), len(lines))
	}
	c.Put(1, m.h-1, rest+"any other key returns to the table", tableau.ColorFaint)
}

// helpText explains the keys.
var helpText = []string{
	"To choose",
	"  arrows             move on the table; the list is to its right",
	"  Tab                switch between table and list",
	"  Enter or Space     choose what is under the cursor",
	"  mouse              click to choose",
	"  letters            type a choice or a whole move, then Enter",
	"  .                  no more choices, if you have enough",
	"  Esc or Backspace   undo the last choice",
	"  + can be chosen, * is chosen. Move to anything else to see why not.",
	"Keys, or words to type",
	"  Ctrl-Z  undo       undo a move",
	"  Ctrl-Y  redo       redo it",
	"  Ctrl-L  log        all moves so far",
	"  F2      values     points, money and other values",
	"  F3      hint       what a bot would play; hint expert for a better one",
	"  Ctrl-S  save       save; the game is also saved after every move",
	"  Ctrl-C  quit       leave; the game can be resumed",
	"  ?  F1   help       this page",
	"          seat N     let another player act: a number from 1, or a role",
	"If the game uses one of these words itself, type a colon before it: :undo",
}

func (m *screen) helpLines() (lines []string) {
	for _, l := range append(append(m.hints(), ""), m.manual().page...) {
		lines = append(lines, tableau.Wrap(l, m.w-2)...)
	}
	return lines
}

func (m *screen) logLines(w int) (lines []string) {
	for _, l := range m.inWords(m.opening[m.seat]) {
		lines = append(lines, tableau.Wrap(l, w)...)
	}
	for _, e := range m.log {
		for i, l := range m.lines(e) {
			lines = append(lines, indented(l, w, i > 0)...)
		}
	}
	return lines
}

// indented wraps a line of the log, and indents messages.
func indented(text string, w int, said bool) []string {
	if !said {
		return tableau.Wrap(text, w)
	}
	lines := tableau.Wrap(text, w-2)
	for i := range lines {
		lines[i] = "  " + lines[i]
	}
	return lines
}

func (m *screen) paintTable(c *tableau.Canvas) {
	if m.w < 20 || m.h < 8 {
		c.Put(0, 0, "The window is too small.", 0)
		return
	}
	m.paintHead(c)
	t := m.areas.table
	c.Blit(t.x, t.y, m.drawn.Canvas, m.fx, m.fy, t.w, t.h)
	m.paintEdges(c)
	if m.w >= slim {
		for y := t.y; y < t.y+t.h; y++ {
			c.Put(m.areas.list.x-2, y, "│", tableau.ColorFaint)
		}
	}
	m.paintScores(c)
	m.paintList(c)
	m.paintLog(c)
	m.paintFoot(c)
}

func (m *screen) paintHead(c *tableau.Canvas) {
	title, text := words.Title(m.state().Rules())+"  ", m.headline()
	if width(title+text) > m.w-10 { // drop the number of the move first, then the title
		text = words.Capital(strings.TrimPrefix(text, fmt.Sprintf("Move %d, ", m.view.Played()+1)))
	}
	if width(title+text) <= m.w-10 {
		text = title + text
	}
	st := m.styleOf(m.seat)
	if m.over() {
		st = tableau.ColorNone
	}
	c.Put(1, 0, tableau.Shorten(text, m.w-10), st|tableau.Bold)
	c.Put(m.w-7, 0, "? help", 0)
	c.Fill(0, tableau.Reversed)
}

// paintEdges marks the sides where the table continues.
func (m *screen) paintEdges(c *tableau.Canvas) {
	t := m.areas.table
	mark := func(is bool, x, y int, text string) {
		if is {
			c.Put(x, y, text, tableau.ColorMark|tableau.Bold)
		}
	}
	mark(m.fx > 0, t.x, t.y+t.h/2, "◂")
	mark(m.fx+t.w < m.drawn.W, min(t.x+t.w, m.w-1), t.y+t.h/2, "▸")
	mark(m.fy > 0, t.x+t.w-1, t.y, "▴")
	mark(m.fy+t.h < m.drawn.H, t.x+t.w-1, t.y+t.h-1, "▾")
}

// listLine is a line of the list of choices.
type listLine struct {
	item  int
	text  string
	first bool // of its choice
}

// listLines returns the visible lines of the list. Long choices are wrapped if everything fits.
func (m *screen) listLines() []listLine {
	room, w := m.areas.list.h-1, m.areas.list.w-2
	if room < 1 || w < 4 {
		return nil
	}
	var lines []listLine
	for i, c := range m.list {
		for k, text := range tableau.Wrap(m.choiceText(c), w-2) {
			lines = append(lines, listLine{i, text, k == 0})
		}
	}
	if len(lines) <= room {
		return lines
	}
	lines = nil
	n := min(len(m.list), room)
	from := max(0, min(m.item-n/2, len(m.list)-n))
	for i := from; i < from+n; i++ {
		lines = append(lines, listLine{i, tableau.Shorten(m.choiceText(m.list[i]), w), true})
	}
	return lines
}

// choiceText returns a choice with its key, and why it is not possible.
func (m *screen) choiceText(c choice) string {
	text := c.label
	if c.key != c.label && c.key != "" {
		text = c.key + " " + text
	}
	if c.why != "" && !m.ask.has(c) {
		text += ": " + c.why
	}
	if c.note != "" {
		text += " (" + c.note + ")"
	}
	return text
}

func (m *screen) paintList(c *tableau.Canvas) {
	b := m.areas.list
	if m.ask == nil || b.h < 1 {
		return
	}
	lines := m.listLines()
	c.Put(b.x, b.y, tableau.Shorten(m.listTitle(lines), b.w), tableau.ColorFaint)
	for y, l := range lines {
		m.paintChoice(c, b.x, b.y+1+y, b.w, l, !m.inTable && l.item == m.item)
	}
}

// listTitle returns how many choices are on the table, and how many of the list are not visible.
func (m *screen) listTitle(lines []listLine) string {
	open := func(choices []choice) (n int) {
		for _, c := range choices {
			if c.why == "" {
				n++
			}
		}
		return n
	}
	title := "Choices"
	if len(m.list) == 0 {
		title = ""
	}
	switch onTable := open(m.ask.choices) - open(m.list); {
	case onTable > 0 && open(m.list) > 0:
		title = words.Plural(onTable, "choice") + " on the table, or"
	case onTable > 0:
		title = words.Plural(onTable, "choice") + " on the table"
	}
	seen := map[int]bool{}
	for _, l := range lines {
		seen[l.item] = true
	}
	if n := len(m.list) - len(seen); n > 0 {
		title += fmt.Sprintf(" (%d more)", n)
	}
	return title
}

func (m *screen) paintChoice(c *tableau.Canvas, x, y, w int, l listLine, here bool) {
	ch, st, mark := m.list[l.item], tableau.ColorMark, "+"
	switch {
	case m.ask.has(ch):
		mark, st = "*", tableau.ColorMark|tableau.Bold
	case ch.why != "":
		mark, st = " ", tableau.ColorFaint
	}
	if here {
		mark, st = ">", st|tableau.Reversed|tableau.Bold
	}
	if !l.first {
		mark = "   "
	}
	end := c.Put(x, y, mark+l.text, st)
	for here && end < x+w-1 {
		end = c.Put(end, y, " ", st)
	}
}

// paintScores draws the values beside a board.
func (m *screen) paintScores(c *tableau.Canvas) {
	b := m.areas.scores
	for i, r := range m.scores {
		if i < b.h {
			x := c.Put(b.x, b.y+i, r.Title+": ", m.styleOf(r.Owner))
			c.Put(x, b.y+i, tableau.Shorten(r.Note, b.x+b.w-x), 0)
		}
	}
}

// paintLog draws the end of the log.
func (m *screen) paintLog(c *tableau.Canvas) {
	b := m.areas.log
	if m.w >= slim {
		c.Put(b.x, b.y, "Log", tableau.ColorFaint)
		b.y, b.h = b.y+1, b.h-1
	}
	if b.h < 1 {
		return
	}
	type colored struct {
		text string
		st   tableau.Style
	}
	var lines []colored // last first
	for i := len(m.log) - 1; i >= 0 && len(lines) < b.h; i-- {
		e := m.log[i]
		said := m.lines(e)
		for k := len(said) - 1; k >= 0; k-- {
			st := m.styleOf(e.seat)
			if k > 0 {
				st = tableau.ColorNone
			}
			w := indented(said[k], b.w-1, k > 0)
			if b.h < 3 { // the beginning of a message matters most
				w = []string{tableau.Shorten(said[k], b.w-1)}
			}
			for j := len(w) - 1; j >= 0; j-- {
				lines = append(lines, colored{w[j], st})
			}
		}
	}
	opening := m.inWords(m.opening[m.seat])
	for k := len(opening) - 1; k >= 0 && len(lines) < b.h; k-- {
		w := tableau.Wrap(opening[k], b.w-1)
		for j := len(w) - 1; j >= 0; j-- {
			lines = append(lines, colored{w[j], tableau.ColorNone})
		}
	}
	lines = lines[:min(len(lines), b.h)]
	for i, l := range lines {
		c.Put(b.x, b.y+len(lines)-1-i, l.text, l.st)
	}
}

// paintFoot draws the question, a message or what is under the cursor, and the input.
func (m *screen) paintFoot(c *tableau.Canvas) {
	for i, line := range m.askedLines() {
		c.Put(1, m.h-m.areas.foot+i, line, tableau.Bold)
	}
	text, st := m.message, tableau.ColorNone
	switch {
	case text != "" && m.bad:
		st = tableau.ColorBad
	case text == "":
		text = m.pointedAt()
	}
	c.Put(1, m.h-2, tableau.Shorten(text, m.w-2), st)
	if m.writes() {
		c.Put(0, m.h-1, "> "+m.shownInput(), 0)
		return
	}
	c.Put(1, m.h-1, m.keys(), tableau.ColorFaint)
}

// writes reports whether there is input, or a text is asked for.
func (m *screen) writes() bool { return len(m.input) > 0 || m.ask != nil && m.ask.text != nil }

// askedLines returns the question in one line, or two if it is long.
func (m *screen) askedLines() []string {
	lines := tableau.Wrap(m.questionText(), m.w-2)
	if len(lines) > 2 {
		lines = []string{lines[0], tableau.Shorten(strings.Join(lines[1:], " "), m.w-2)}
	}
	return lines
}

// shownInput returns the end of the input that fits the screen.
func (m *screen) shownInput() string {
	in := m.input
	for len(in) > 0 && width(string(in)) > m.w-4 {
		in = in[1:]
	}
	return string(in)
}

// keys lists the most useful keys that fit the screen.
func (m *screen) keys() string {
	keys := []string{"arrows", "Enter choose", "Ctrl-C quit", "Esc back", "or type a move", "Ctrl-Z undo"}
	switch {
	case m.staging:
		keys = []string{"any key continues", "Ctrl-C quit"}
	case m.over():
		keys = m.manual().over
	case m.looking:
		keys = []string{"Enter continue", "? help", "Ctrl-C quit", "Ctrl-Z undo"}
	case m.ask == nil:
		keys = m.manual().idle
	}
	for len(keys) > 1 && width(strings.Join(keys, " · ")) > m.w-2 {
		keys = keys[:len(keys)-1]
	}
	return strings.Join(keys, " · ")
}

// questionText returns the question, or what the game waits for.
func (m *screen) questionText() string {
	q := m.ask
	switch {
	case m.staging:
		return m.stageText()
	case m.over():
		return m.ending()
	case m.urgent() != "":
		return m.urgent()
	case q == nil:
		return m.waitsFor()
	}
	text := q.prompt
	if so := q.soFar(); so != "" && len(q.draft.Picks) > 0 {
		text = so + "… " + text
	}
	text += q.tally()
	if q.text != nil {
		text += " (type " + q.limits() + ")"
	}
	if q.final {
		text += " (you cannot undo it)"
	}
	return text
}

// waitsFor returns what the game waits for while nobody is asked.
func (m *screen) waitsFor() string {
	if next := m.next(m.seat); m.looking && next >= 0 {
		return "Press Enter, then pass the screen to " + m.names().Of(next) + "."
	}
	if m.looking {
		return "Press Enter to continue."
	}
	if x, bot := m.bot(); bot {
		if m.thought != nil && m.thought.Long() {
			return m.names().First(x) + " is thinking..."
		}
		return m.names().First(x) + "'s turn (a bot)."
	}
	return m.backend.waitsFor()
}

// pointedAt describes what is under the cursor.
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
		if c.note != "" {
			return c.label + ": " + c.note
		}
		return strings.TrimSpace(c.label)
	}
	return ""
}
