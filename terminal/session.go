package terminal

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/explain"
	"github.com/plygame/ply/internal/tableau"
	"github.com/plygame/ply/internal/words"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/wire"
)

// Session is a game at this screen. Both user interfaces, the drawn screen and the one that asks line by line, pass
// choices to it and show the result.
type Session struct {
	backend
	away    []bool // by seat, whether its player is not at this screen
	at      Terminal
	seat    game.Seat // whose view is on the screen; Nobody at first and for spectators
	view    *game.State
	hides   bool            // the views of seats differ
	secret  map[string]bool // actions that are chosen in secret
	ask     *question
	stages  []stage  // stages of moves that nobody has seen yet
	saidNow []string // the messages of the stage on the screen
	log     []logged
	read    map[game.Seat]int // number of log entries that each seat has read

	opening map[game.Seat][]match.Line // messages before the first move, by observer
	opened  map[game.Seat]bool         // who has read them
}

// logged is a log entry, in the words for each observer at the screen.
type logged struct {
	before *game.State // nil for old entries
	seat   game.Seat
	entry  int  // its number on the server
	note   bool // not a move, but another event
	line   map[game.Seat]match.Line
	said   map[game.Seat][]match.Line
	stages []stage
}

// newSessionWith starts a session; away are the seats that are not at this screen.
func newSessionWith(r backend, away []bool) *Session {
	return &Session{backend: r, away: away, seat: game.Nobody, secret: explain.SecretActions(r.state().Rules()),
		read: map[game.Seat]int{}, opening: map[game.Seat][]match.Line{}, opened: map[game.Seat]bool{}}
}

// linesSaid returns the messages of the last move in a view.
func linesSaid(view *game.State) (lines []match.Line) {
	for _, line := range view.Said() {
		lines = append(lines, match.LineOf(line, nil))
	}
	return lines
}

// ending describes how the game ended.
func (g *Session) ending() string {
	how, resigned := g.outcome()
	text := g.names().Within(how)
	if resigned >= 0 {
		text = g.names().Of(resigned) + " resigned, " + text
	}
	return "Game over: " + text + "."
}

// people returns the seats at this screen.
func (g *Session) people() (seats []game.Seat) {
	for x, away := range g.away {
		if !away {
			seats = append(seats, game.Seat(x))
		}
	}
	return seats
}

// watchers returns the observers at this screen: its seats and spectators.
func (g *Session) watchers() []game.Seat { return append(g.people(), game.Nobody) }

// noteSecrets notes whether anything is hidden in a state.
func (g *Session) noteSecrets(s *game.State) {
	if g.hides || len(g.people()) < 2 {
		return
	}
	open := s.View(game.Nobody).Hash()
	for _, x := range g.people() {
		g.hides = g.hides || s.View(x).Hash() != open
	}
	if g.hides { // until now everyone has read the same
		for _, x := range g.people() {
			g.read[x], g.opened[x] = g.read[game.Nobody], g.opened[game.Nobody]
		}
	}
}

// showsOwnResult reports whether the player should see the result of their move before passing the screen on:
// there was a message, or they gained something.
func (g *Session) showsOwnResult() bool {
	if !g.hides || len(g.people()) < 2 || len(g.log) == 0 || g.seat < 0 || g.over() || g.next(g.seat) == g.seat {
		return false
	}
	last := g.log[len(g.log)-1]
	if last.seat != g.seat || last.before == nil {
		return false
	}
	return last.said[g.seat] != nil || g.gains(last.before.View(g.seat), g.state().View(g.seat))
}

// gains reports whether the seat has something new.
func (g *Session) gains(before, after *game.State) bool {
	had := map[string]int{}
	for _, r := range tableau.SceneOf(before, g.names()).Mine() {
		for _, t := range r.Items {
			had[t.Text]++
		}
	}
	for _, r := range tableau.SceneOf(after, g.names()).Mine() {
		for _, t := range r.Items {
			if had[t.Text]--; had[t.Text] < 0 {
				return true
			}
		}
	}
	return false
}

// showOwnResult shows the player the result of their move.
func (g *Session) showOwnResult() { g.view, g.ask = g.state().View(g.seat), nil }

// handover reports whether the screen must be passed to the seat before its view is shown.
func (g *Session) handover(to game.Seat) bool {
	return to >= 0 && (g.hides && to != g.seat || !g.hides && g.secretAhead(to))
}

// secretAhead reports whether the seat may choose something in secret, so that the others should look away.
func (g *Session) secretAhead(seat game.Seat) bool {
	if len(g.people()) < 2 {
		return false
	}
	offers, err := g.state().View(seat).Offers(game.Move{Seat: seat})
	return err == nil && slices.ContainsFunc(offers, func(o game.Offer) bool { return g.secret[o.Action] })
}

// showSeat brings a seat to the screen and asks for its move.
func (g *Session) showSeat(seat game.Seat) error {
	g.lookAs(seat)
	if seat < 0 || g.over() {
		return nil
	}
	q, err := questionAfter(g.names(), g.view, game.Move{Seat: seat})
	g.ask = q
	return err
}

// watch shows the table while nobody is asked: to the only player at the screen, otherwise to spectators. It does not
// repeat what somebody at the screen has read.
func (g *Session) watch() {
	if g.lookAs(g.watcher()); g.seat < 0 {
		for _, x := range g.people() {
			g.read[game.Nobody] = max(g.read[game.Nobody], g.read[x])
			g.opened[game.Nobody] = g.opened[game.Nobody] || g.opened[x]
		}
	}
}

// watcher returns whose view is shown while nobody is asked.
func (g *Session) watcher() game.Seat {
	if p := g.people(); len(p) == 1 {
		return p[0]
	}
	if !g.hides && g.seat >= 0 {
		return g.seat
	}
	return game.Nobody
}

// lookAs shows the table as the seat sees it, and asks nothing.
func (g *Session) lookAs(seat game.Seat) {
	g.seat, g.view, g.ask = seat, g.state().View(seat), nil
	g.looked()
}

// choose makes a choice. If that completes a move, it plays the move and returns true.
func (g *Session) choose(c choice) (played bool, err error) {
	q, err := g.ask.with(c)
	return g.advance(q, err)
}

// enter makes the choices in a typed text.
func (g *Session) enter(text string) (played bool, err error) {
	q, err := g.ask.read(text)
	return g.advance(q, err)
}

func (g *Session) advance(q *question, err error) (bool, error) {
	switch {
	case err != nil:
		return false, err
	case q.done:
		return true, g.play(g, g.view, q.draft)
	}
	g.ask = q
	return false, nil
}

// words returns the text of an error, with the names of players and the labels of actions.
func (g *Session) words(err error) string {
	r := wire.RefusalOf(err)
	if r == nil {
		return words.Tame(err.Error())
	}
	line := match.Line{Text: r.Why}
	if r.Line != nil {
		line = *r.Line
	}
	if label := labelOf(g.state().Rules(), r.Action); label != "" && r.Pick == "" {
		return label + ": " + g.names().Within(line)
	}
	return g.names().Line(line)
}

// labelOf returns the label of an action, or "" if there is none with this name.
func labelOf(r *game.Rules, name string) string {
	if a := r.Action(name); a != nil {
		return cmp.Or(a.Label, a.Name)
	}
	return ""
}

// describePosition describes the position after undo or redo.
func (g *Session) describePosition(what string) string {
	return fmt.Sprintf("%s: this is move %d again.", what, g.state().Played()+1)
}

// back undoes the last choice of the draft.
func (g *Session) back() bool {
	if g.ask == nil {
		return false
	}
	q := g.ask.back()
	if q != nil {
		g.ask = q
	}
	return q != nil
}

// lines returns a log entry in the words for the seat at the screen.
func (g *Session) lines(e logged) []string {
	return g.inWords(match.LogLines(e.seat, e.line[g.seat], e.said[g.seat]))
}

func (g *Session) inWords(lines []match.Line) (all []string) {
	for _, l := range lines {
		all = append(all, g.names().Line(tableau.Titled(g.state(), g.names(), l)))
	}
	return all
}

// earlier returns what the player saw after their last move. If they have not moved or nobody is asked, it returns what
// they saw one move ago; nil if there was no move.
func (g *Session) earlier() *game.State {
	for i := len(g.log) - 1; i >= 0; i-- {
		if i == 0 || g.ask == nil || g.log[i-1].seat == g.seat {
			if g.log[i].before == nil {
				return nil
			}
			return g.log[i].before.View(g.seat)
		}
	}
	return nil
}

// news returns what the player has not read yet: the lines before the first move, and log entries. If nothing is hidden,
// everyone reads together.
func (g *Session) news() (opening []string, entries []logged) {
	reader := g.seat
	if !g.hides {
		reader = game.Nobody
	}
	if !g.opened[reader] {
		opening, g.opened[reader] = g.inWords(g.opening[g.seat]), true
	}
	entries = g.log[g.read[reader]:]
	g.read[reader] = len(g.log)
	return opening, entries
}

// seatFor parses the seat to bring to the screen. It must be to act, or able to take back a secret choice.
func (g *Session) seatFor(text string) (game.Seat, error) {
	seat, err := g.names().Seat(text, len(g.away))
	switch {
	case err != nil:
		return seat, err
	case g.away[seat] && g.live():
		return seat, fmt.Errorf("%s plays at another screen", g.names().Of(seat))
	case g.away[seat]:
		return seat, fmt.Errorf("%s is a bot", g.names().Of(seat))
	case !g.state().ToAct().Has(seat) && !g.state().Committed().Has(seat):
		return seat, fmt.Errorf("it is not %s's turn", g.names().Of(seat))
	}
	return seat, nil
}

// headline returns the title line: the move, whose turn it is, and the step.
func (g *Session) headline() string {
	s := g.view
	if g.over() {
		return g.ending()
	}
	text := fmt.Sprintf("Move %d", s.Played()+1)
	if who := g.atScreen(); who != "" {
		text += ", " + who
	}
	if x, is := s.Progress(g.seat); is && s.Rules().Flow != nil {
		label := x.Label
		if label == "" {
			label = x.Step
		}
		text += ": " + label
		if x.Left > 1 || x.Used > 0 {
			text += fmt.Sprintf(", %d done", x.Used)
		}
		if x.Left >= 0 && (x.Left > 1 || x.Used > 0) {
			text += fmt.Sprintf(", %d left", x.Left)
		}
	}
	return text
}

// atScreen returns whose turn it is at the screen, and as which player.
func (g *Session) atScreen() string {
	alone := len(g.people()) == 1
	if g.seat < 0 || g.ask == nil && !alone {
		return ""
	}
	seat, role, mark := g.seat, g.state().Rules().SeatName(g.seat), g.pieceMark(g.seat)
	switch {
	case g.ask == nil && mark != "" && mark != role:
		return "you are " + role + " (" + mark + ")"
	case g.ask == nil:
		return "you are " + role
	case alone && mark != "" && mark != role:
		return "your turn (" + role + ", " + mark + ")"
	case alone:
		return "your turn (" + role + ")"
	case mark != "" && mark != role:
		return g.names().Of(seat) + "'s turn (" + mark + ")"
	}
	return g.names().Of(seat) + "'s turn"
}

// pieceMark returns how the pieces of a seat are drawn, if all look the same.
func (g *Session) pieceMark(x game.Seat) (mark string) {
	for _, k := range g.state().Rules().Kinds {
		if int(x) < len(k.Look.BySeat) {
			if mark != "" && mark != k.Look.BySeat[x] {
				return ""
			}
			mark = k.Look.BySeat[x]
		}
	}
	return mark
}

// hints returns the rules and the possible moves.
func (g *Session) hints() (lines []string) {
	r := g.state().Rules()
	lines = append(lines, words.Title(r)+", "+words.Plural(len(g.away), "player")+words.Options(r.Values()))
	if r.About.Description != "" {
		lines = append(lines, r.About.Description)
	}
	for _, text := range explain.Paragraphs(r.About.Rules) {
		text = strings.NewReplacer("\n- ", "\n- ", "\n", " ").Replace(text)
		lines = append(append(lines, ""), strings.Split(text, "\n")...)
	}
	if r.About.Rules != "" {
		lines = append(lines, "")
	}
	if act := g.state().ToAct(); act.Len() > 0 && g.ask == nil {
		lines = append(lines, "Waiting for "+g.names().All(act)+".")
	}
	if g.ask != nil {
		lines = append(lines, g.movesNow()...)
	}
	return lines
}

// movesNow describes each action: its first choice, or why it is not possible.
func (g *Session) movesNow() (lines []string) {
	offers, err := g.view.Offers(game.Move{Seat: g.seat})
	if err != nil {
		return nil
	}
	lines = append(lines, "Moves now:")
	for _, o := range offers {
		lines = append(lines, "  "+g.hint(o))
	}
	return lines
}

// hint describes an action: its first choice, or why it is not possible.
func (g *Session) hint(o game.Offer) string {
	text := o.Action
	if o.Label != o.Action {
		text += " (" + o.Label + ")"
	}
	switch {
	case o.Why != nil:
		return text + " is not possible: " + g.names().Within(match.LineOf(*o.Why, nil))
	case o.Pick != "":
		text += " <" + o.Pick + ">"
		if p := g.names().Line(match.LineOf(o.Prompt, nil)); p != "" {
			text += ": " + p
		}
	}
	if o.NoUndo {
		text += " (you cannot undo it)"
	}
	return text
}
