package terminal

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
)

const (
	stagePause = 900 * time.Millisecond // for a moment of a move; longer if much was said at it
	manyStages = 6                      // so many moments are not shown one after the other
)

// stage is a moment of a move, and what was said up to it since the one before.
type stage struct {
	state *game.State
	said  []match.Line // as a server tells it; else the state says so
}

// lines is what was said up to the moment, for those who see this of it.
func (s stage) lines(view *game.State) []match.Line {
	if s.said != nil {
		return s.said
	}
	return linesSaid(view)
}

// addStages keeps the moments of a move until they are shown. If too many wait, only those of the last
// move do.
func (g *Session) addStages(moments []stage) {
	if len(g.stages)+len(moments) > manyStages {
		g.stages = nil
	}
	g.stages = append(g.stages, moments...)
}

// nextStage puts the next moment on the screen, as those who look at it may see it; false if there is
// none.
func (g *Session) nextStage() bool {
	if len(g.stages) == 0 {
		return false
	}
	if n := len(g.log); n == 0 || g.seat < 0 || g.log[n-1].seat != g.seat { // who has moved looks on
		g.seat = g.watcher()
	}
	g.ask, g.view = nil, g.stages[0].state.View(g.seat)
	g.saidNow, g.stages = g.inWords(g.stages[0].lines(g.view)), g.stages[1:]
	return true
}

// stageMsg tells that a moment was shown long enough.
type stageMsg int

// stage shows the next moment of a move for a while; false if there is none.
func (m *screen) stage() (tea.Cmd, bool) {
	if !m.staging {
		m.drafted = m.ask
	}
	if m.staging = m.nextStage(); !m.staging {
		return nil, false
	}
	m.turns++
	m.refresh()
	turn := stageMsg(m.turns)
	pause := min(stagePause+time.Duration(len(m.saidNow))*linePause, mostPause)
	return tea.Tick(pause, func(time.Time) tea.Msg { return turn }), true
}

// proceed goes on when a move was played: first with its moments.
func (m *screen) proceed() tea.Cmd {
	if cmd, is := m.stage(); is {
		return cmd
	}
	if m.lingers() {
		m.linger()
		m.looking = true
		m.refresh()
		return nil
	}
	return m.settle()
}

// goOn leaves the moment that is shown. What was typed or chosen before stays, if it can.
func (m *screen) goOn() tea.Cmd {
	input, stale := m.input, m.stale
	cmd := m.proceed()
	if !m.staging && m.live() {
		m.input, m.stale = input, stale
		m.keepDraft(m.drafted)
		m.aim()
	}
	return cmd
}

// stageText is what is said of the moment that is shown.
func (m *screen) stageText() string {
	if n := len(m.saidNow); n > 0 {
		return m.saidNow[n-1]
	}
	return "The move goes on."
}

// tellNews prints what was played since somebody read along.
func (p *byLine) tellNews() {
	opening, entries := p.news()
	p.print(opening)
	for _, e := range entries {
		p.tellEntry(e)
	}
	p.stages = nil
}

// tellEntry prints an entry of the log. Where somebody reads along, the table is shown at each moment of the move, between
// what was said before and after it.
func (p *byLine) tellEntry(e logged) {
	lines := p.lines(e)
	p.print(lines[:1])
	lines = lines[1:]
	for _, x := range e.stages {
		view := x.state.View(p.seat)
		n := min(len(x.lines(view)), len(lines))
		p.print(lines[:n])
		lines = lines[n:]
		if p.wipe && slices.ContainsFunc(p.stages, func(s stage) bool { return s.state == x.state }) {
			p.con.Printf("%s\n", p.con.Bold("In the middle of the move:"))
			p.table(view)
		}
	}
	p.print(lines)
}

func (p *byLine) print(lines []string) {
	for _, line := range lines {
		p.con.Printf("%s\n", line)
	}
}
