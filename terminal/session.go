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

// Session is a game that is played at this screen. Both ways to play it, on a drawn screen and
// line by line, tell it what was chosen and show what it answers.
type Session struct {
	room
	away    []bool // by seat, who does not sit at the screen
	at      Terminal
	seat    game.Seat // whose view is on the screen; Nobody before the first and for spectators
	view    *game.State
	hides   bool            // seats have seen different things
	secret  map[string]bool // actions that others do not see chosen
	ask     *question
	stages  []stage  // moments of what was played that nobody has seen yet
	saidNow []string // what was said up to the moment that is shown
	log     []logged
	read    map[game.Seat]int // how many entries of the log each seat has read

	opening map[game.Seat][]match.Line // what was said before the first move, for each who looks
	opened  map[game.Seat]bool         // who has read that
}

// logged is a move as each of those who look at the screen may read it.
type logged struct {
	before *game.State // nil if it was long ago
	seat   game.Seat
	entry  int  // its number at a server
	note   bool // it is no move, but something else that has happened at the table
	line   map[game.Seat]match.Line
	said   map[game.Seat][]match.Line
	stages []stage // its moments
}

// sessionIn begins a session of a game that is kept in a room, with those at the screen who are not away.
func sessionIn(r room, away []bool) *Session {
	return &Session{room: r, away: away, seat: game.Nobody, secret: secretActions(r.state().Rules()),
		read: map[game.Seat]int{}, opening: map[game.Seat][]match.Line{}, opened: map[game.Seat]bool{}}
}

// secretActions are the names of the actions that others do not see chosen.
func secretActions(r *game.Rules) map[string]bool {
	secret := map[string]bool{}
	add := func(actions []*game.Action, all bool) {
		for _, a := range actions {
			secret[a.Name] = secret[a.Name] || a.Secret || all
		}
	}
	add(r.Actions, false)
	for _, x := range explain.Rests(r) {
		add(x.Actions, x.Secret)
	}
	return secret
}

// linesSaid is what a view says of the last move.
func linesSaid(view *game.State) (lines []match.Line) {
	for _, line := range view.Said() {
		lines = append(lines, match.LineOf(line, nil))
	}
	return lines
}

// ending says how the game ended.
func (g *Session) ending() string {
	how, resigned := g.outcome()
	text := g.names().Within(how)
	if resigned >= 0 {
		text = g.names().Of(resigned) + " resigned, " + text
	}
	return "Game over: " + text + "."
}

// people are the seats that sit at the screen.
func (g *Session) people() (seats []game.Seat) {
	for x, away := range g.away {
		if !away {
			seats = append(seats, game.Seat(x))
		}
	}
	return seats
}

// watchers are those who look at the screen: people, and the spectators.
func (g *Session) watchers() []game.Seat { return append(g.people(), game.Nobody) }

// look finds out whether anything is hidden in a state.
func (g *Session) look(s *game.State) {
	if g.hides || len(g.people()) < 2 {
		return
	}
	open := s.View(game.Nobody).Hash()
	for _, x := range g.people() {
		g.hides = g.hides || s.View(x).Hash() != open
	}
	if g.hides { // up to now all have read together
		for _, x := range g.people() {
			g.read[x], g.opened[x] = g.read[game.Nobody], g.opened[game.Nobody]
		}
	}
}

// lingers reports whether the one at the screen should see what came of their move before the screen
// is passed on: something was said, or they have got something.
func (g *Session) lingers() bool {
	if !g.hides || len(g.people()) < 2 || len(g.log) == 0 || g.seat < 0 || g.over() || g.next(g.seat) == g.seat {
		return false
	}
	last := g.log[len(g.log)-1]
	if last.seat != g.seat || last.before == nil {
		return false
	}
	return last.said[g.seat] != nil || g.gains(last.before.View(g.seat), g.state().View(g.seat))
}

// gains reports whether a seat has got what it had not.
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

// linger shows the one at the screen what came of its move.
func (g *Session) linger() { g.view, g.ask = g.state().View(g.seat), nil }

// handover reports whether the screen must be passed on before the seat may look at it.
func (g *Session) handover(to game.Seat) bool {
	return to >= 0 && (g.hides && to != g.seat || !g.hides && g.secretAhead(to))
}

// secretAhead reports whether the seat may choose something in secret, so that nobody should look
// over its shoulder.
func (g *Session) secretAhead(seat game.Seat) bool {
	if len(g.people()) < 2 {
		return false
	}
	offers, err := g.state().View(seat).Offers(game.Move{Seat: seat})
	return err == nil && slices.ContainsFunc(offers, func(o game.Offer) bool { return g.secret[o.Action] })
}

// sit puts a seat to the screen and asks what it wants to do.
func (g *Session) sit(seat game.Seat) error {
	g.lookAs(seat)
	if seat < 0 || g.over() {
		return nil
	}
	q, err := ask(g.names(), g.view, game.Move{Seat: seat})
	g.ask = q
	return err
}

// watch shows the table when nobody is asked: to the only one who plays, else to spectators. What somebody at the screen
// has read is not told once more.
func (g *Session) watch() {
	if g.lookAs(g.watcher()); g.seat < 0 {
		for _, x := range g.people() {
			g.read[game.Nobody] = max(g.read[game.Nobody], g.read[x])
			g.opened[game.Nobody] = g.opened[game.Nobody] || g.opened[x]
		}
	}
}

// watcher is whose view is shown when nobody is asked.
func (g *Session) watcher() game.Seat {
	if p := g.people(); len(p) == 1 {
		return p[0]
	}
	if !g.hides && g.seat >= 0 {
		return g.seat
	}
	return game.Nobody
}

// lookAs shows the table as the seat sees it now, with nothing asked.
func (g *Session) lookAs(seat game.Seat) {
	g.seat, g.view, g.ask = seat, g.state().View(seat), nil
	g.looked()
}

// choose makes a choice; it answers whether that has completed a move, which is played then.
func (g *Session) choose(c choice) (played bool, err error) {
	q, err := g.ask.with(c)
	return g.advance(q, err)
}

// enter makes the choices that were typed.
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

// words are those of an error, with the names of players and the labels of actions.
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

// labelOf is what people call an action; nothing, if there is none of the name.
func labelOf(r *game.Rules, name string) string {
	if a := r.Action(name); a != nil {
		return cmp.Or(a.Label, a.Name)
	}
	return ""
}

// moveAgain says where undo or redo has led to.
func (g *Session) moveAgain(what string) string {
	return fmt.Sprintf("%s: this is move %d again.", what, g.state().Played()+1)
}

// back takes the last choice of the draft back.
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

// lines is an entry of the log in the words for the seat at the screen.
func (g *Session) lines(e logged) []string {
	return g.inWords(append([]match.Line{e.line[g.seat]}, e.said[g.seat]...))
}

func (g *Session) inWords(lines []match.Line) (all []string) {
	for _, l := range lines {
		all = append(all, g.names().Line(tableau.Titled(g.state(), g.names(), l)))
	}
	return all
}

// earlier is what the one at the screen saw when it had moved last, or one move ago if it has not
// moved or nobody is asked; nil if there was no move.
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

// news returns what the one at the screen has not read yet: the lines before the first move, and entries of the log. Where
// nothing is hidden, all read it together.
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

// takes answers which seat is meant to go to the screen: one that is to act, or that can take
// back what it has chosen in secret.
func (g *Session) takes(text string) (game.Seat, error) {
	seat, err := g.names().Seat(text, len(g.away))
	switch {
	case err != nil:
		return seat, err
	case g.away[seat] && g.live():
		return seat, fmt.Errorf("%s sits at another screen", g.names().Of(seat))
	case g.away[seat]:
		return seat, fmt.Errorf("%s is a bot", g.names().Of(seat))
	case !g.state().ToAct().Has(seat) && !g.state().Committed().Has(seat):
		return seat, fmt.Errorf("it is not %s's turn", g.names().Of(seat))
	}
	return seat, nil
}

// headline says who is at the screen, and where the game is.
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

// atScreen says whose turn it is at the screen, and who they are.
func (g *Session) atScreen() string {
	alone := len(g.people()) == 1
	if g.seat < 0 || g.ask == nil && !alone {
		return ""
	}
	seat, role, mark := g.seat, g.state().Rules().SeatName(g.seat), g.mark(g.seat)
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

// mark is how what belongs to a seat is drawn, if that is the same for all.
func (g *Session) mark(x game.Seat) (mark string) {
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

// hints is what the rules say about the game.
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

// movesNow says of each action what is chosen for it first, or why it cannot be done.
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

// hint says of an action what is chosen for it first, or why it cannot be done.
func (g *Session) hint(o game.Offer) string {
	text := o.Action
	if o.Label != o.Action {
		text += " (" + o.Label + ")"
	}
	switch {
	case o.Why != nil:
		return text + " cannot be done: " + g.names().Within(match.LineOf(*o.Why, nil))
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
