package terminal

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/plygame/ply/game"
)

const (
	stagePause = 900 * time.Millisecond // for a moment of a move; longer if much was said at it
	manyStages = 6                      // so many moments are not shown one after the other
)

// addStages keeps the moments of a move until they are shown. If too many wait, only those of the last
// move do.
func (g *Session) addStages(moments []*game.State) {
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
	g.ask, g.view, g.stages = nil, g.stages[0].View(g.seat), g.stages[1:]
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
	pause := min(stagePause+time.Duration(len(m.view.Said()))*linePause, mostPause)
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
	if lines := linesSaid(m.view); len(lines) > 0 {
		return lines[len(lines)-1]
	}
	return "The move goes on."
}

// showStages prints the table at the moments of what was played, where somebody reads along.
func (p *byLine) showStages() {
	view := p.view
	for p.wipe && len(p.stages) > 0 {
		p.view, p.stages = p.stages[0].View(p.seat), p.stages[1:]
		p.con.Printf("%s\n", p.con.Bold("In the middle of the move:"))
		p.table()
	}
	p.view, p.stages = view, nil
}
