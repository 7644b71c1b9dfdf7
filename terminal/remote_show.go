package terminal

import (
	"context"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/tableau"
)

// remoteManual is the manual of a match on a server.
var remoteManual = manual{page: remoteHelp, over: []string{"Ctrl-C quit", "Ctrl-L log"},
	idle: []string{"Ctrl-C quit", "? help", "Ctrl-L log", "Ctrl-Z undo", "or type resign, players"},
	typed: `On a server:
  undo                  undo a move, or ask the other players to agree
  yes, no               agree or refuse when another player asks to undo
  resign                resign from the match
  players               show the players, how to join, and the commitment to the seed
  bot N                 let a bot play a free seat, if you created the match: a number from 1, or a role
  seat N                your own seat: change your choice while others still choose
  quit                  leave; prints how to return to your seat
`}

func (f *remote) manual() manual { return remoteManual }

// remoteHelp explains the keys in a match on a server.
var remoteHelp = append(append([]string{}, helpText[:10]...),
	"  Ctrl-Z  undo       undo a move, or ask the other players to agree",
	"          yes, no    agree or refuse when another player asks to undo",
	"          resign     resign from the match",
	"          players    show the players, how to join, the commitment",
	"          bot N      let a bot play a free seat, if you created the match",
	"  Ctrl-L  log        all moves so far",
	"  F2      values     points, money and other values",
	"          seat N     your own seat: change your choice while others still choose",
	"  Ctrl-C  quit       leave; prints how to return",
	"  ?  F1   help       this page",
	"If the game uses one of these words itself, type a colon before it: :undo",
)

// playerLines lists the players, and how to join.
func (m *screen) playerLines() (lines []string) {
	for _, l := range m.players() {
		lines = append(lines, tableau.Wrap(l, m.w-2)...)
	}
	return lines
}

// newsMsg means that something happened on the server.
type newsMsg struct{}

// awaitEvent waits for something to happen on the server.
func (m *screen) awaitEvent() tea.Cmd {
	if ended, _ := m.ended(); ended || !m.live() {
		return nil
	}
	r := m.backend
	return func() tea.Msg {
		if r.wait(context.Background()) != nil {
			return nil
		}
		return newsMsg{}
	}
}

// showNews shows what happened. It keeps the input and unfinished choices, if they are still possible.
func (m *screen) showNews() tea.Cmd {
	changed := m.receive(m.Session)
	if ended, why := m.ended(); ended {
		m.fault = why
		return tea.Quit
	}
	var cmd tea.Cmd
	if changed && !m.staging && m.page == onTable {
		cmd, _ = m.stage()
	}
	if changed && !m.staging {
		m.stages = nil // another page hides them
		was, page, input, stale := m.ask, m.page, m.input, m.stale
		cmd = m.settle()
		m.page, m.input, m.stale = page, input, stale
		if m.bad { // the reason may not apply any more
			m.message, m.bad = "", false
		}
		m.keepDraft(was)
		m.aim()
	}
	m.sayNotes()
	m.redraw()
	return cmd
}

// sayNotes shows the notes that the player has not seen, or the latest that fit. Urgent ones have their own line.
func (m *screen) sayNotes() {
	notes := slices.DeleteFunc(m.notes(), func(note string) bool { return note == m.urgent() })
	for len(notes) > 1 && width(strings.Join(notes, " ")) > m.w-2 {
		notes = notes[1:]
	}
	if len(notes) > 0 {
		m.say("%s", strings.Join(notes, " "))
	}
}

// ordered continues after a server command.
func (m *screen) ordered(said string, err error) tea.Cmd {
	cmd := m.showNews()
	if err != nil {
		m.refuse(err)
	} else if said != "" {
		m.say("%s", said)
	}
	return cmd
}

// ringOnEvents rings the bell when something happens on the server, until stop is called.
func (p *byLine) ringOnEvents() (stop func()) {
	p.bell = make(chan struct{})
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		for p.wait(ctx) == nil {
			select {
			case p.bell <- struct{}{}:
			case <-ctx.Done():
				return
			}
		}
	}()
	return cancel
}

// printEvents prints what happened while a line was being typed. It reports whether the table changed, so that the question
// must be asked again.
func (p *byLine) printEvents(prompt string) bool {
	changed, notes := p.receive(p.Session), p.notes()
	ended, _ := p.backend.ended()
	p.ended = p.ended || ended
	if changed && prompt != "" || len(notes) > 0 && prompt != "" {
		p.con.Printf("\n")
	}
	p.sayNotes(notes)
	if len(notes) > 0 && !changed {
		p.con.Printf("%s", prompt)
	}
	return changed
}

func (p *byLine) sayNotes(notes []string) {
	for _, note := range notes {
		p.con.Printf("%s\n", p.con.Faint(note))
	}
}

// ordered continues after a server command. It reports whether to ask the same question again.
func (p *byLine) ordered(said string, err error) (again bool) {
	changed := p.printEvents("")
	if err != nil {
		p.con.Printf("%s\n", p.con.Bad(p.words(err)))
	} else if said != "" {
		p.con.Printf("%s\n", said)
	}
	return !changed
}

// await shows what happens while others move, until the table changes.
func (p *byLine) await() error {
	p.watch()
	p.show()
	if text := p.waitsFor(); text != "" {
		p.con.Printf("%s\n", text)
	}
	p.sayNotes(p.notes())
	for !p.ended {
		select {
		case text, more := <-p.typed:
			switch {
			case !more && p.echo: // a script has ended, but its moves may still be pending
				p.typed = nil
			case !more:
				p.ended = true
			default:
				if done, err := p.meanwhile(text); done || err != nil {
					return err
				}
			}
		case <-p.broken:
			p.con.Printf("\n")
			p.ended = true
		case <-p.bell:
			if p.printEvents("") {
				return nil
			}
		}
	}
	return nil
}

// meanwhile handles a line typed while others move. It reports whether the table changed. A move from a script is kept for
// later.
func (p *byLine) meanwhile(text string) (done bool, err error) {
	before := p.seat
	again, is := p.command(text)
	switch {
	case is && again && p.ask != nil && p.seat == before && p.seat != game.Nobody:
		return true, p.turn() // the seat wants to change its choice
	case is:
		return !again, nil
	case p.echo:
		p.held = append(p.held, text)
	case text != "":
		p.con.Printf("%s\n", p.con.Bad(errWait.Error()))
	}
	return false, nil
}
