package terminal

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
)

const (
	stagePause = 900 * time.Millisecond // for a stage of a move; each message adds linePause
	manyStages = 6                      // more stages than this are skipped
)

// stage is a stage of a move, with the messages since the stage before it.
type stage struct {
	state *game.State
	said  []match.Line // from a server; nil if the state has them
}

// lines returns the messages of the stage, for the observer with this view.
func (s stage) lines(view *game.State) []match.Line {
	if s.said != nil {
		return s.said
	}
	return linesSaid(view)
}

// addStages queues the stages of a move. If too many wait, it drops those of earlier moves.
func (g *Session) addStages(moments []stage) {
	if len(g.stages)+len(moments) > manyStages {
		g.stages = nil
	}
	g.stages = append(g.stages, moments...)
}

// nextStage puts the next stage on the screen; it returns false if there is none.
func (g *Session) nextStage() bool {
	if len(g.stages) == 0 {
		return false
	}
	if n := len(g.log); n == 0 || g.seat < 0 || g.log[n-1].seat != g.seat { // the player who moved keeps watching
		g.seat = g.watcher()
	}
	g.ask, g.view = nil, g.stages[0].state.View(g.seat)
	g.saidNow, g.stages = g.inWords(g.stages[0].lines(g.view)), g.stages[1:]
	return true
}

// stageMsg means that a stage was shown long enough.
type stageMsg int

// stage shows the next stage of a move for a while; it returns false if there is none.
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

// proceed continues after a move, first with its stages.
func (m *screen) proceed() tea.Cmd {
	if cmd, is := m.stage(); is {
		return cmd
	}
	if m.showsOwnResult() {
		m.showOwnResult()
		m.looking = true
		m.refresh()
		return nil
	}
	return m.settle()
}

// leaveStage leaves the stage on the screen. It keeps earlier input if it is still possible.
func (m *screen) leaveStage() tea.Cmd {
	input, stale := m.input, m.stale
	cmd := m.proceed()
	if !m.staging && m.live() {
		m.input, m.stale = input, stale
		m.keepDraft(m.drafted)
		m.aim()
	}
	return cmd
}

// stageText returns the last message of the stage on the screen.
func (m *screen) stageText() string {
	if n := len(m.saidNow); n > 0 {
		return m.saidNow[n-1]
	}
	return "The move continues."
}

// tellNews prints what happened since the player last looked.
func (p *byLine) tellNews() {
	opening, entries := p.news()
	p.print(opening)
	for _, e := range entries {
		p.tellEntry(e)
	}
	p.stages = nil
}

// tellEntry prints a log entry, with the table at each stage of the move, between the messages before and after it.
func (p *byLine) tellEntry(e logged) {
	lines := p.lines(e)
	p.print(lines[:1])
	lines = lines[1:]
	for _, x := range e.stages {
		view := x.state.View(p.seat)
		n := min(len(x.lines(view)), len(lines))
		p.print(lines[:n])
		lines = lines[n:]
		if slices.ContainsFunc(p.stages, func(s stage) bool { return s.state == x.state }) {
			p.con.Printf("%s\n", p.con.Bold("During the move:"))
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
