package terminal

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/ponder"
	"github.com/plygame/ply/internal/savefile"
	"github.com/plygame/ply/internal/tableau"
)

// Bots pause before a move, so that people can follow; each message before it adds linePause.
const (
	botPause  = 350 * time.Millisecond
	linePause = 300 * time.Millisecond
	mostPause = 2 * time.Second
)

// playPage is the page on the screen.
type playPage uint8

const (
	onTable playPage = iota
	onPass           // the screen is passed on: the game is hidden
	onHelp
	onLog
	onValues
	onPlayers // the players of a match on a server
)

// screen plays a game on a drawn screen.
type screen struct {
	*Session
	colors  bool
	theme   tableau.Theme
	w, h    int
	page    playPage
	to      game.Seat // the seat that gets the screen
	input   []rune
	stale   bool   // the input was refused: the next letter starts a new one
	message string // a refusal or a note
	bad     bool
	scroll  int // the first line shown of a long page
	fault   error
	turns   int             // counts the pauses, so that an outdated timer does nothing
	looking bool            // the player looks at the result of their move before passing the screen on
	staging bool            // a stage of a move is shown
	drafted *question       // the question before that
	thought *ponder.Thought // of the bot that is thinking now

	sc      tableau.Scene
	scores  []tableau.Row // the values shown beside the table
	inTable bool          // the cursor is on the table, not in the list
	at      game.ID       // the element under the cursor on the table
	item    int           // the choice under the cursor in the list
	list    []choice
	drawn   tableau.Drawing
	fx, fy  int // the top left corner of the visible part of the table
	areas   areas
}

// areas are the parts of the screen.
type areas struct {
	table, scores, list, log box
	foot                     int // lines at the bottom
}

type box struct{ x, y, w, h int }

func (b box) has(x, y int) bool { return x >= b.x && x < b.x+b.w && y >= b.y && y < b.y+b.h }

// botMsg means that the pause before a bot's move is over.
type botMsg int

// thoughtMsg means that a bot has finished thinking; longMsg, that it has been thinking for a while, which the screen shows.
type (
	thoughtMsg struct{ *ponder.Thought }
	longMsg    struct{}
)

// ponder waits for a bot without stopping the screen.
func (m *screen) ponder(t *ponder.Thought) tea.Cmd {
	m.dismiss()
	m.thought = t
	return tea.Batch(func() tea.Msg { <-t.Done; return thoughtMsg{t} }, tea.Tick(ponder.Soon, func(time.Time) tea.Msg { return longMsg{} }))
}

// heed makes the move of a bot, or shows its hint.
func (m *screen) heed(t *ponder.Thought) tea.Cmd {
	if _, bot := m.bot(); !bot {
		if m.say("%s", t.Hint); t.Err != nil {
			m.refuse(t.Err)
		}
		return nil
	}
	if err := m.botMoves(m.Session, t); err != nil && !m.unsaved(err) {
		m.fault = err
		return tea.Quit
	}
	return m.proceed()
}

// hint lets a bot look for a move of the player.
func (m *screen) hint(level string) tea.Cmd {
	t, err := m.suggest(m.Session, level)
	if m.input = nil; err != nil {
		m.refuse(err)
		return nil
	}
	m.say("A bot is thinking...")
	return m.ponder(t)
}

// dismiss stops a bot that is thinking.
func (m *screen) dismiss() {
	if m.thought != nil {
		m.thought.Stop()
		m.thought = nil
	}
}

func newScreen(g *Session, colors bool) *screen {
	dark := !tableau.LightBackground(os.Getenv("COLORFGBG"))
	m := &screen{Session: g, colors: colors, theme: tableau.ThemeFor(dark, colors), w: 80, h: 24}
	m.say("%s", g.greeting())
	return m
}

func playScreen(g *Session, con *console.Console) error {
	m := newScreen(g, con.Color)
	_, err := tea.NewProgram(m, tea.WithInput(con.In), tea.WithOutput(con.Out)).Run()
	if errors.Is(err, tea.ErrInterrupted) {
		err = nil
	}
	if err == nil && g.over() {
		con.Printf("%s\n", g.ending())
	}
	return errors.Join(err, m.fault)
}

// Init asks for the background colour, and starts.
func (m *screen) Init() tea.Cmd {
	return tea.Batch(tea.RequestBackgroundColor, m.settle(), m.awaitEvent())
}

// Update handles a message. Notes are shown when there is no other message.
func (m *screen) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmd := m.update(msg)
	if m.message == "" {
		m.sayNotes()
	}
	return m, cmd
}

func (m *screen) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.w, m.h = msg.Width, msg.Height
		m.redraw()
	case tea.BackgroundColorMsg:
		m.theme = tableau.ThemeFor(msg.IsDark(), m.colors)
	case tea.KeyPressMsg:
		return m.key(msg)
	case tea.PasteMsg:
		m.typed(strings.TrimSpace(msg.Content))
	case tea.MouseClickMsg:
		return m.click(msg.X, msg.Y)
	case tea.MouseWheelMsg:
		m.wheel(msg)
	case botMsg:
		if int(msg) == m.turns && m.thought == nil {
			return m.ponder(m.think())
		}
	case thoughtMsg:
		if msg.Thought == m.thought {
			m.thought = nil
			return m.heed(msg.Thought)
		}
	case stageMsg:
		if m.staging && int(msg) == m.turns {
			return m.leaveStage()
		}
	case newsMsg:
		return tea.Batch(m.showNews(), m.awaitEvent())
	}
	return nil
}

// settle shows the next turn.
func (m *screen) settle() tea.Cmd {
	m.input, m.page, m.turns, m.looking, m.staging = nil, onTable, m.turns+1, false, false
	m.dismiss()
	if _, bot := m.bot(); bot || m.over() || m.next(m.seat) < 0 {
		m.watch()
		m.refresh()
		if bot {
			turn := botMsg(m.turns)
			return tea.Tick(m.pause(), func(time.Time) tea.Msg { return turn })
		}
		return nil
	}
	return m.give(m.next(m.seat))
}

// pause returns how long to wait before the next bot's move.
func (m *screen) pause() time.Duration {
	said := 0
	if n := len(m.log); n > 0 {
		said = len(m.log[n-1].said[m.seat])
	}
	return min(botPause+time.Duration(said)*linePause, mostPause)
}

// skipPause ends the pause before a bot's move.
func (m *screen) skipPause() tea.Cmd {
	if _, bot := m.bot(); !bot {
		return nil
	}
	turn := botMsg(m.turns)
	return func() tea.Msg { return turn }
}

// give gives the screen to a seat, after passing it on if necessary.
func (m *screen) give(seat game.Seat) tea.Cmd {
	if m.handover(seat) {
		m.page, m.to, m.message = onPass, seat, ""
		return nil
	}
	return m.showTable(seat)
}

func (m *screen) showTable(seat game.Seat) tea.Cmd {
	m.page, m.looking = onTable, false
	if err := m.showSeat(seat); err != nil {
		m.fault = err
		return tea.Quit
	}
	m.refresh()
	return nil
}

// refresh redraws the table and moves the cursor to a choice.
func (m *screen) refresh() {
	m.sc = tableau.SceneOf(m.view, m.names())
	if was := m.earlier(); was != nil {
		m.sc.Compare(was)
	}
	m.aim()
}

// aim moves the cursor to a choice.
func (m *screen) aim() {
	m.item, m.inTable = 0, false
	m.redraw()
	m.item = max(0, slices.IndexFunc(m.list, func(c choice) bool { return c.why == "" }))
	if m.ask == nil {
		return
	}
	stays, first := false, game.ID(0)
	for _, s := range m.drawn.Spots {
		if m.ask.Stands(s.ID, s.Top) != tableau.CanChoose {
			continue
		}
		stays = stays || s.ID == m.at
		if first == 0 {
			first = s.ID
		}
	}
	if first != 0 {
		m.inTable = true
		if !stays {
			m.at = m.nearest(first)
		}
	}
	m.redraw()
}

// nearest returns the choice nearest to the cursor, or first.
func (m *screen) nearest(first game.ID) game.ID {
	was, ok := m.spotOf(m.at)
	if !ok {
		return first
	}
	best, found := 1<<30, first
	for _, s := range m.drawn.Spots {
		dx, dy := s.X-was.X, 2*(s.Y-was.Y)
		if d := dx*dx + dy*dy; d < best && m.ask.Stands(s.ID, s.Top) == tableau.CanChoose {
			best, found = d, s.ID
		}
	}
	return found
}

func (m *screen) spotOf(id game.ID) (tableau.Spot, bool) {
	for _, s := range m.drawn.Spots {
		if s.ID == id {
			return s, true
		}
	}
	return tableau.Spot{}, false
}

// say shows a message until the next key.
func (m *screen) say(format string, args ...any) {
	m.message, m.bad = fmt.Sprintf(format, args...), false
}

func (m *screen) refuse(err error) { m.message, m.bad = m.words(err), true }

// unsaved reports whether the move was played but not saved. It shows that, and play continues.
func (m *screen) unsaved(err error) bool {
	_, is := errors.AsType[savefile.Unsaved](err)
	if is {
		m.refuse(err)
	}
	return is
}

// after continues after a choice.
func (m *screen) after(played bool, err error) tea.Cmd {
	if err != nil && !m.unsaved(err) {
		if _, fault := errors.AsType[*game.Fault](err); fault {
			m.fault = err
			return tea.Quit
		}
		if m.outdated() {
			cmd := m.settle()
			m.refuse(err)
			return cmd
		}
		m.refuse(err)
		m.stale = true
		m.redraw()
		return nil
	}
	m.input = nil
	if played {
		return m.proceed()
	}
	m.aim()
	return nil
}

// command runs a typed command; it returns false if the text is not one.
func (m *screen) command(text string) (tea.Cmd, bool) {
	word, rest, _ := strings.Cut(strings.TrimPrefix(text, ":"), " ")
	if word == "players" && m.live() {
		m.input, m.page, m.scroll = nil, onPlayers, 0
		return nil, true
	}
	if said, is, err := m.order(word, rest); is {
		m.input = nil
		return m.ordered(said, err), true
	}
	switch word {
	case "help", "?":
		m.page, m.scroll = onHelp, 0
	case "log":
		m.page, m.scroll = onLog, 1<<20
	case "values":
		m.page, m.scroll = onValues, 0
	case "hint":
		return m.hint(rest), true
	case "undo":
		return m.steps(m.undo), true
	case "redo":
		return m.steps(m.redo), true
	case "back":
		m.takeBack()
	case "seat":
		seat, err := m.seatFor(rest)
		if err != nil {
			m.refuse(err)
			break
		}
		m.input = nil
		return m.give(seat), true
	case "save":
		m.save()
	case "quit", "exit":
		return tea.Quit, true
	default:
		return nil, false
	}
	m.input = nil
	return nil, true
}

func (m *screen) steps(do func(*Session) (string, error)) tea.Cmd {
	m.input = nil
	said, err := do(m.Session)
	if err != nil && !m.unsaved(err) {
		var cmd tea.Cmd
		if m.outdated() {
			cmd = m.settle()
		}
		m.refuse(err)
		return cmd
	}
	m.stages = nil
	cmd := m.settle()
	m.say("%s", said)
	return cmd
}

func (m *screen) save() {
	said, err := m.Session.save()
	if err != nil {
		m.refuse(err)
		return
	}
	m.say("%s", said)
}

func (m *screen) takeBack() {
	if m.back() {
		m.aim()
	} else {
		m.say("You have not chosen anything yet. Ctrl-Z undoes a move.")
	}
}

// redraw updates the layout and keeps the cursor visible.
func (m *screen) redraw() {
	if m.view == nil {
		return
	}
	m.layout()
	at := m.at
	if !m.inTable {
		at = 0
	}
	m.drawTable(at)
	if m.w < slim {
		m.stack()
		m.drawTable(at)
	}
	m.item = max(0, min(m.item, len(m.list)-1))
	t := m.areas.table
	if s, ok := m.spotOf(at); ok {
		m.fx = min(m.fx, max(0, s.X-2))
		m.fx = max(m.fx, s.X+s.W+2-t.w)
		m.fy = min(m.fy, max(0, s.Y-1))
		m.fy = max(m.fy, s.Y+2-t.h)
	}
	m.fx = max(0, min(m.fx, m.drawn.W-t.w))
	m.fy = max(0, min(m.fy, m.drawn.H-t.h))
}

// drawTable draws the table with the cursor, and lists the choices that are not on it.
func (m *screen) drawTable(at game.ID) {
	a := m.artist(m.areas.table.w, m.areas.table.h)
	a.At = at
	m.drawn = a.Draw()
	m.list = m.unplaced()
}

// artist returns an artist that draws the table with this width and height.
func (m *screen) artist(w, h int) *tableau.Artist {
	sc := m.sc
	if m.scores != nil {
		sc, _ = sc.Divided()
	}
	return &tableau.Artist{Asked: m.ask, Scene: sc, W: w, H: h}
}

// unplaced returns the choices that are not on the table.
func (m *screen) unplaced() (list []choice) {
	if m.ask == nil {
		return nil
	}
	placed := make(map[game.ID]bool, len(m.drawn.Spots))
	for _, s := range m.drawn.Spots {
		placed[s.ID], placed[s.Top] = true, true
	}
	for _, c := range append(m.ask.choices[:len(m.ask.choices):len(m.ask.choices)], m.ask.refused...) {
		if c.id == 0 || !placed[c.id] {
			list = append(list, c)
		}
	}
	if len(list) >= m.areas.list.h { // if the list is too long, possible choices come first
		slices.SortStableFunc(list, func(a, b choice) int { return cmp.Compare(min(1, len(a.why)), min(1, len(b.why))) })
	}
	return list
}

const (
	head     = 1  // lines above the table
	slim     = 56 // a narrower screen has the list below the table
	minPanel = 24 // the minimum width of the list beside the table
	maxPanel = 48 // and its maximum
)

// layout divides the screen: the table on the left, choices and log on the right.
func (m *screen) layout() {
	foot := 2 + len(m.askedLines())
	h := max(1, m.h-head-foot)
	m.scores = nil
	if m.w < slim {
		m.areas = areas{table: box{0, head, m.w, h}, foot: foot}
		return
	}
	if m.sc.HasBoard() {
		_, m.scores = m.sc.Divided()
	}
	a := m.artist(m.w-minPanel-2, h)
	a.Plan()
	rows := min(a.RowsWide(), m.w-2-minPanel-4)
	panel := m.w - 2 - max(rows, a.Wide(a.Large))
	panel = max(18, min(panel, maxPanel, max(minPanel, m.w*2/5)))
	x, y := m.w-panel, head
	m.areas = areas{table: box{0, head, x - 2, h}, foot: foot}
	if n := len(m.scores); n > 0 {
		m.areas.scores = box{x, y, panel, min(n+1, h/2)}
		y += m.areas.scores.h
	}
	half := max(3, (head+h-y)/2)
	m.areas.list = box{x, y, panel, half}
	m.areas.log = box{x, y + half, panel, head + h - y - half}
}

// stack divides a narrow screen: the table, below it the choices and, if it fits, the end of the log.
func (m *screen) stack() {
	h := m.areas.table.h
	a := m.artist(m.w, 0)
	a.Plan()
	table := a.Tallness() // in the compact form
	list := 0
	if m.ask != nil {
		list = min(len(m.list)+1, max(h/3, h-table))
	}
	log := max(0, min(h-list-table, h/3))
	if log == 0 && h > 9 {
		log = 1
	}
	table = h - list - log
	m.areas.table.h = table
	m.areas.list = box{1, head + table, m.w - 1, list}
	m.areas.log = box{1, head + table + list, m.w - 1, log}
}

// width returns the number of columns of a text.
func width(text string) int { return lipgloss.Width(text) }
