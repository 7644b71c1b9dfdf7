package terminal

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"

	"golang.org/x/term"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/ponder"
	"github.com/plygame/ply/internal/savefile"
	"github.com/plygame/ply/internal/tableau"
	"github.com/plygame/ply/internal/words"
)

const (
	lineWidth = 78 // columns of the output
	manyOpen  = 30 // more choices than this are listed only on request
	manyShut  = 6  // and so are more reasons than this why something cannot be chosen
)

// byLine plays a game line by line.
type byLine struct {
	*Session
	con    *console.Console
	typed  chan string   // lines, closed at the end of the input
	held   []string      // lines typed before they were asked for
	bell   chan struct{} // something happened on the server; nil for a local game
	stirs  bool          // the table changed while a line was being typed
	broken chan os.Signal
	echo   bool // print the input, because it does not come from a terminal
	wipe   bool // the output is a terminal that can be cleared
	shown  bool // the table has been shown
	ended  bool
}

func playPlain(g *Session, con *console.Console) error {
	p := &byLine{Session: g, con: con, typed: make(chan string), broken: make(chan os.Signal, 1)}
	if f, is := con.In.(*os.File); !is || !term.IsTerminal(int(f.Fd())) {
		p.echo = true
	}
	if f, is := con.Out.(*os.File); is && os.Getenv("TERM") != "dumb" {
		p.wipe = term.IsTerminal(int(f.Fd()))
	}
	signal.Notify(p.broken, os.Interrupt)
	defer signal.Stop(p.broken)
	go p.listen()
	defer p.ringOnEvents()()
	p.greet()
	return p.run()
}

// listen reads lines until the input ends.
func (p *byLine) listen() {
	in := bufio.NewScanner(p.con.In)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		p.typed <- in.Text()
	}
	close(p.typed)
}

// line asks for a line; it returns false at the end of the input.
func (p *byLine) line(prompt string) (string, bool) {
	p.con.Printf("%s", prompt)
	if len(p.held) > 0 {
		text := p.held[0]
		p.held = p.held[1:]
		p.con.Printf("%s\n", text)
		return strings.TrimSpace(text), true
	}
	for {
		select {
		case text, more := <-p.typed:
			if p.echo || !more {
				p.con.Printf("%s\n", text)
			}
			p.ended = !more
			return strings.TrimSpace(text), more
		case <-p.broken:
			p.con.Printf("\n")
			p.ended = true
			return "", false
		case <-p.bell:
			if p.printEvents(prompt) {
				p.stirs = true
				return "", true
			}
		}
	}
}

func (p *byLine) greet() {
	r := p.state().Rules()
	p.con.Printf("%s", p.con.Bold(words.Title(r)))
	if r.About.Description != "" {
		p.con.Printf(": %s", r.About.Description)
	}
	p.con.Printf("\nType a choice or a whole move, or help.\n")
}

// run plays until the game is over or the players leave.
func (p *byLine) run() error {
	for !p.over() && !p.ended {
		if x, bot := p.bot(); bot {
			t := p.think()
			if !p.waitFor(t, p.names().First(x)+" is thinking...") {
				return nil
			}
			if err := p.botMoves(p.Session, t); err != nil && !p.unsaved(err) {
				return err
			}
			continue
		}
		seat := p.next(p.seat)
		if seat < 0 {
			if err := p.await(); err != nil {
				return err
			}
			continue
		}
		if p.handover(seat) && !p.pass(seat) {
			return nil
		}
		was := p.ask
		if err := p.showSeat(seat); err != nil {
			return err
		}
		p.keepDraft(was)
		p.show()
		if err := p.turn(); err != nil {
			return err
		}
		if p.showsOwnResult() && !p.ended {
			p.showOwnResult()
			p.showResult()
		}
	}
	if p.over() {
		p.watch()
		p.con.Printf("\n")
		p.tellNews()
		p.table(p.view)
		p.con.Printf("%s\n", p.ending())
	}
	p.sayNotes(p.notes())
	_, why := p.backend.ended()
	return why
}

// waitFor waits until a bot has finished, and says so if that takes long. It returns false if the player leaves first.
func (p *byLine) waitFor(t *ponder.Thought, what string) bool {
	p.ended = !ponder.Wait(t, p.broken, func() { p.con.Note("%s", what) })
	return !p.ended
}

// hint prints what a bot would play.
func (p *byLine) hint(level string) {
	t, err := p.suggest(p.Session, level)
	if err == nil && p.waitFor(t, "A bot is thinking...") {
		err = t.Err
	}
	switch {
	case err != nil:
		p.con.Printf("%s\n", p.con.Bad(p.words(err)))
	case !p.ended:
		p.con.Printf("%s\n", t.Hint)
	}
}

// showResult shows the player the result of their move before the screen is passed on.
func (p *byLine) showResult() {
	p.con.Printf("\n")
	p.tellNews()
	if p.wipe {
		p.table(p.view)
		p.line("\nPress Enter to continue: ")
	}
}

// pass waits until the seat is at the screen.
func (p *byLine) pass(seat game.Seat) bool {
	if p.wipe && p.shown {
		p.con.Printf("\x1b[H\x1b[2J\x1b[3J")
	}
	_, more := p.line(fmt.Sprintf("\nPass the screen to %s, who presses Enter: ", p.names().Of(seat)))
	return more
}

// show prints what the seat at the screen sees.
func (p *byLine) show() {
	p.shown = true
	p.con.Printf("\n")
	p.tellNews()
	p.con.Printf("%s\n", p.con.Bold(p.headline()))
	p.table(p.view)
}

func (p *byLine) table(view *game.State) { p.print(tableau.SceneOf(view, p.names()).Plain()) }

// turn asks until the seat has moved or another seat gets the screen.
func (p *byLine) turn() error {
	for {
		p.sayNotes(p.notes())
		p.question()
		text, more := p.line("> ")
		if !more || p.stirs {
			p.stirs = false
			return nil
		}
		if text == "" {
			if _, canStop := p.ask.find("."); !canStop {
				continue
			}
			text = "."
		}
		if p.ask.isCommand(text) {
			if again, is := p.command(text); is {
				if again {
					continue
				}
				return nil
			}
		}
		played, err := p.enter(text)
		if _, fault := errors.AsType[*game.Fault](err); fault {
			return err
		}
		if err != nil && !p.unsaved(err) {
			p.con.Printf("%s\n", p.con.Bad(p.words(err)))
			if p.outdated() {
				return nil
			}
		} else if played {
			return nil
		}
	}
}

// unsaved reports whether a move was played but not saved. It prints that, and play continues.
func (p *byLine) unsaved(err error) bool {
	_, is := errors.AsType[savefile.Unsaved](err)
	if is {
		p.con.Note("%v", err)
	}
	return is
}

// question prints the question and the choices.
func (p *byLine) question() {
	q := p.ask
	prompt := q.prompt
	if so := q.soFar(); so != "" && len(q.draft.Picks) > 0 {
		prompt = so + "... " + prompt
	}
	prompt += q.tally()
	p.con.Printf("%s\n", prompt)
	if q.text != nil {
		p.con.Printf("  %s; commands start with a colon, such as :back\n", q.limits())
	}
	open := q.open()
	if len(open) > manyOpen {
		p.con.Printf("  %d choices, from %s to %s; type list to see them\n", len(open), open[0].label, open[len(open)-1].label)
	} else {
		p.list(open)
	}
	p.shut(manyShut)
}

// list prints choices, as many per line as fit.
func (p *byLine) list(choices []choice) {
	line := ""
	for _, c := range choices {
		word := c.key + ": " + c.label
		if strings.HasPrefix(c.key, "#") {
			word = strings.TrimSuffix(word, " "+c.key) // it is part of the label of things that look alike
		}
		if c.key == c.label {
			word = c.label
		}
		if c.note != "" {
			word += " (" + c.note + ")"
		}
		if line != "" && len(line)+3+len(word) > lineWidth {
			p.con.Printf("%s\n", line)
			line = ""
		}
		line += "   "[:min(3, 2+len(line))] + word
	}
	if line != "" {
		p.con.Printf("%s\n", line)
	}
}

// shut prints what cannot be chosen, and why, grouped by reason.
func (p *byLine) shut(most int) {
	var reasons []string
	labels := map[string][]string{}
	for _, c := range append(slices.Clone(p.ask.refused), p.ask.choices...) {
		if c.why == "" {
			continue
		}
		if labels[c.why] == nil {
			reasons = append(reasons, c.why)
		}
		labels[c.why] = append(labels[c.why], c.label)
	}
	for i, why := range reasons {
		if i == most {
			p.con.Printf("  and %s; type list to see all\n", words.Plural(len(reasons)-i, "more reason"))
			return
		}
		p.con.Printf("  %s\n", p.con.Faint("cannot choose "+words.Ranges(labels[why])+": "+why))
	}
}

// command runs a command. It reports whether to ask the same question again, and whether the text was a command at all.
func (p *byLine) command(text string) (again, is bool) {
	word, rest, _ := strings.Cut(strings.TrimPrefix(text, ":"), " ")
	if said, is, err := p.order(word, rest); is {
		return p.ordered(said, err), true
	}
	switch word {
	case "help", "?":
		p.help()
	case "table":
		p.con.Printf("\n")
		p.table(p.view)
	case "pieces":
		for _, line := range tableau.SceneOf(p.view, p.names()).Words() {
			p.con.Printf("  %s\n", line)
		}
	case "list":
		if p.ask == nil {
			p.con.Printf("%s\n", p.con.Bad(errWait.Error()))
			break
		}
		p.list(p.ask.open())
		p.shut(1 << 16)
	case "back":
		if !p.back() {
			p.con.Printf("You have not chosen anything yet. To undo a move, type undo.\n")
		}
	case "log":
		for _, line := range p.inWords(p.opening[p.seat]) {
			p.con.Printf("  %s\n", line)
		}
		for _, e := range p.log {
			p.con.Printf("  %s\n", strings.Join(p.lines(e), "\n    "))
		}
	case "values":
		for _, line := range tableau.ValueLines(p.view, p.names()) {
			p.con.Printf("  %s\n", line)
		}
	case "hint":
		p.hint(rest)
		return !p.ended, true
	case "undo", "redo":
		do := p.undo
		if word == "redo" {
			do = p.redo
		}
		said, err := do(p.Session)
		if err != nil {
			p.con.Printf("%s\n", p.con.Bad(p.words(err)))
			return !p.outdated(), true
		}
		p.con.Printf("%s\n", said)
		return false, true
	case "seat":
		return p.change(rest), true
	case "save":
		if said, err := p.save(); err != nil {
			p.con.Note("%v", err)
		} else {
			p.con.Printf("%s\n", said)
		}
	case "quit", "exit":
		p.ended = true
		return false, true
	default:
		return false, false
	}
	return true, true
}

// change brings another seat to the screen. It reports whether to ask the same question again.
func (p *byLine) change(to string) (again bool) {
	seat, err := p.seatFor(to)
	if err != nil {
		p.con.Printf("%s\n", p.con.Bad(p.words(err)))
		return true
	}
	if p.handover(seat) && !p.pass(seat) {
		return false
	}
	if err := p.showSeat(seat); err != nil {
		p.con.Printf("%s\n", p.con.Bad(p.words(err)))
		return false
	}
	p.show()
	return true
}

func (p *byLine) help() {
	for _, line := range p.hints() {
		p.con.Printf("%s\n", strings.Join(tableau.Wrap(line, lineWidth), "\n"))
	}
	p.con.Printf("\n%s", byLineHelp)
	p.con.Printf("%sIf the game uses one of these words itself, put a colon before the command: :undo\n", p.manual().typed)
}

const byLineHelp = `Type the number or name of a choice, or several choices in a row.
A whole move is the name of an action followed by its choices.
  .  or an empty line   no more choices, if you have enough
  back                  undo the last choice
  list                  list all choices, and why others are not possible
  table, log            show the table, the moves so far
  pieces                list the pieces on the boards
  values                show points, money and other values
`

// localManual is the manual of a local game.
var localManual = manual{page: helpText, idle: []string{"Enter skip the pause", "? help", "Ctrl-C quit"}, over: []string{"Ctrl-C quit", "Ctrl-L log", "Ctrl-Z undo"},
	typed: `  hint, hint LEVEL      what a bot would play: gentle, steady, sharp (the default), expert, or a number
  undo, redo            undo a move, redo it
  seat N                let another player act: a number from 1, or a role
  save, quit            save or leave; the game is also saved after every move
`}
