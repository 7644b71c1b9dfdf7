package terminal

import (
	"context"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/tableau"
)

// remoteManual is for a match at a server.
var remoteManual = manual{page: remoteHelp, over: []string{"Ctrl-C quit", "Ctrl-L log"},
	idle: []string{"Ctrl-C quit", "? help", "Ctrl-L log", "Ctrl-Z undo", "or type a word: resign, players"},
	typed: `At a server:
  undo                  undo a move; if the others must agree, they are asked
  yes, no               let another player undo a move, or not
  resign                give up the match
  players               who plays, who is here, how to join, the commitment to the seed
  bot N                 let a bot play a free seat, if you made the match: a number from 1, or the role
  seat N                your own seat: take back what you have chosen while others choose
  quit                  leave; it says what to type to come back to your seat
`}

func (f *remote) manual() manual { return remoteManual }

// remoteHelp is what the keys do at a match at a server.
var remoteHelp = append(append([]string{}, helpText[:10]...),
	"  Ctrl-Z  undo       undo a move; if the others must agree, they are asked",
	"          yes, no    let another player undo a move, or not",
	"          resign     give up the match",
	"          players    who plays, who is here, how to join, the commitment",
	"          bot N      let a bot play a free seat, if you made the match",
	"  Ctrl-L  log        all moves so far",
	"  F2      values     what the game counts: points, money and the like",
	"          seat N     your own seat: take back what you have chosen meanwhile",
	"  Ctrl-C  quit       leave; it says what to type to come back",
	"  ?  F1   help       this page",
	"Where the game has such a word itself, put a colon before: :undo",
)

// playerLines says who plays, and how to join.
func (m *screen) playerLines() (lines []string) {
	for _, l := range m.players() {
		lines = append(lines, tableau.Wrap(l, m.w-2)...)
	}
	return lines
}

// newsMsg tells that something has happened at the server.
type newsMsg struct{}

// heed waits for something to happen at the server.
func (m *screen) heed() tea.Cmd {
	if ended, _ := m.ended(); ended || !m.live() {
		return nil
	}
	r := m.room
	return func() tea.Msg {
		if r.wait(context.Background()) != nil {
			return nil
		}
		return newsMsg{}
	}
}

// heard shows what has happened. What is being typed or chosen stays, if it can.
func (m *screen) heard() tea.Cmd {
	changed := m.hear(m.Session)
	if ended, why := m.ended(); ended {
		m.fault = why
		return tea.Quit
	}
	var cmd tea.Cmd
	if changed && !m.staging && m.page == onTable {
		cmd, _ = m.stage()
	}
	if changed && !m.staging {
		m.stages = nil // who reads another page does not see them
		was, page, input, stale := m.ask, m.page, m.input, m.stale
		cmd = m.settle()
		m.page, m.input, m.stale = page, input, stale
		if m.bad { // what was refused may be as it should be by now
			m.message, m.bad = "", false
		}
		m.keepDraft(was)
		m.aim()
	}
	m.sayNotes()
	m.redraw()
	return cmd
}

// sayNotes shows the notes that the player has not seen, the latest of them if there is no room for all.
// Urgent ones have a line of their own.
func (m *screen) sayNotes() {
	notes := slices.DeleteFunc(m.notes(), func(note string) bool { return note == m.urgent() })
	for len(notes) > 1 && width(strings.Join(notes, " ")) > m.w-2 {
		notes = notes[1:]
	}
	if len(notes) > 0 {
		m.say("%s", strings.Join(notes, " "))
	}
}

// ordered goes on when something was done at the server.
func (m *screen) ordered(said string, err error) tea.Cmd {
	cmd := m.heard()
	if err != nil {
		m.refuse(err)
	} else if said != "" {
		m.say("%s", said)
	}
	return cmd
}

// attend makes the bell ring when something happens at the server; it returns what ends that.
func (p *byLine) attend() (stop func()) {
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

// stirred tells what has happened while a line is asked for; it answers whether the table has
// changed, so that something else is to be asked.
func (p *byLine) stirred(prompt string) bool {
	changed, notes := p.hear(p.Session), p.notes()
	ended, _ := p.room.ended()
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

// ordered goes on when something was done at the server; it answers whether the same is asked again.
func (p *byLine) ordered(said string, err error) (again bool) {
	changed := p.stirred("")
	if err != nil {
		p.con.Printf("%s\n", p.con.Bad(p.words(err)))
	} else if said != "" {
		p.con.Printf("%s\n", said)
	}
	return !changed
}

// await shows what happens while others are to move, until that has changed the table.
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
			case !more && p.echo: // all that will be typed is there
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
			if p.stirred("") {
				return nil
			}
		}
	}
	return nil
}

// meanwhile does what is typed while others are to move; it answers whether the table has changed.
// A move from a script is kept for later.
func (p *byLine) meanwhile(text string) (done bool, err error) {
	before := p.seat
	again, is := p.command(text)
	switch {
	case is && again && p.ask != nil && p.seat == before && p.seat != game.Nobody:
		return true, p.turn() // a seat that wants to take back what it has chosen
	case is:
		return !again, nil
	case p.echo:
		p.held = append(p.held, text)
	case text != "":
		p.con.Printf("%s\n", p.con.Bad(errWait.Error()))
	}
	return false, nil
}
