package terminal

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/explain"
	"github.com/plygame/ply/internal/tableau"
	"github.com/plygame/ply/internal/words"
	"github.com/plygame/ply/match"
)

// maxBefore is how many moves of the log have the state before them.
const maxBefore = 1000

// Session is a game that is played at this screen. Both ways to play it, on a drawn screen and
// line by line, tell it what was chosen and show what it answers.
type Session struct {
	h      *match.Match // nil if the game is kept at a server
	remote *remote      // the match there, else nil
	bots   []bool       // who does not sit at the screen
	file   *file
	at     Terminal
	seat   game.Seat // whose view is on the screen; Nobody before the first and for spectators
	view   *game.State
	hides  bool            // seats have seen different things
	secret map[string]bool // actions that others do not see chosen
	ask    *question
	stages []*game.State // moments of what was played that nobody has seen yet
	log    []logged
	read   map[game.Seat]int // how many entries of the log each seat has read

	opening map[game.Seat][]string // what was said before the first move, for each who looks
	opened  map[game.Seat]bool     // who has read that
}

// logged is a move as each of those who look at the screen may read it.
type logged struct {
	before *game.State // nil if it was long ago
	seat   game.Seat
	name   string // of who has moved, if people know it by one
	entry  int    // its number at a server
	note   bool   // it is no move, but something else that has happened at the table
	text   map[game.Seat]string
	said   map[game.Seat][]string
}

// newSession goes on with a game that is kept here. What was played before has been read.
func newSession(m *match.Match, bots []bool, f *file) (*Session, error) {
	s, err := m.At(0)
	if err != nil {
		return nil, err
	}
	g := &Session{h: m, bots: bots, file: f, seat: game.Nobody, read: map[game.Seat]int{}}
	g.opening, g.opened = map[game.Seat][]string{}, map[game.Seat]bool{}
	for _, x := range g.watchers() {
		g.opening[x] = linesSaid(s.View(x))
	}
	g.secret = secretActions(s.Rules())
	g.look(s)
	for n := range m.Seq() {
		if err := g.tell(n + 1); err != nil {
			return nil, err
		}
	}
	for _, x := range g.watchers() {
		g.read[x], g.opened[x] = len(g.log), m.Seq() > 0
	}
	return g, nil
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
func linesSaid(view *game.State) (lines []string) {
	for _, line := range view.Said() {
		lines = append(lines, words.Tame(line.String()))
	}
	return lines
}

// state is what nobody at the screen may see. Of a match at a server, it is what is known of it here.
func (g *Session) state() *game.State {
	if g.remote != nil {
		return g.remote.now.View
	}
	return g.h.State()
}

// over reports whether nothing more can be played.
func (g *Session) over() bool {
	if g.remote != nil {
		return g.remote.now.Over
	}
	return g.state().Over()
}

// outcome is how the game has ended, in words.
func (g *Session) outcome() string {
	if g.remote != nil {
		return g.remote.outcome()
	}
	return g.state().Outcome().String()
}

// standing says how the game stands.
func (g *Session) standing() string {
	if g.remote != nil && g.over() {
		return fmt.Sprintf("After %d moves: %s.", g.state().Played(), g.outcome())
	}
	return words.Standing(g.state())
}

// people are the seats that sit at the screen.
func (g *Session) people() (seats []game.Seat) {
	for x, bot := range g.bots {
		if !bot {
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

// lingers reports whether the one at the screen should see what came of its move before the screen
// is passed on: something was said, or it has got something.
func (g *Session) lingers() bool {
	if !g.hides || len(g.people()) < 2 || len(g.log) == 0 || g.seat < 0 || g.over() || g.next() == g.seat {
		return false
	}
	last := g.log[len(g.log)-1]
	if last.seat != g.seat || last.before == nil {
		return false
	}
	return last.said[g.seat] != nil || gains(last.before.View(g.seat), g.state().View(g.seat))
}

// gains reports whether a seat has got what it had not.
func gains(before, after *game.State) bool {
	had := map[string]int{}
	for _, r := range tableau.SceneOf(before).Mine() {
		for _, t := range r.Items {
			had[t.Text]++
		}
	}
	for _, r := range tableau.SceneOf(after).Mine() {
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

// bot returns a seat that is to act and plays at random.
func (g *Session) bot() (game.Seat, bool) {
	if g.remote != nil {
		return game.Nobody, false // its bots move there
	}
	for x := range g.state().ToAct().All() {
		if g.bots[x] {
			return x, true
		}
	}
	return game.Nobody, false
}

// next returns whom the game waits for: who is at the screen, if it can act still, else the first
// seat of those that can. It is Nobody when the game is over, a bot is to act, or somebody at
// another screen.
func (g *Session) next() game.Seat {
	if g.remote != nil {
		return g.remote.next()
	}
	if _, bot := g.bot(); bot {
		return game.Nobody
	}
	act := g.state().ToAct()
	if g.seat >= 0 && act.Has(g.seat) {
		return g.seat
	}
	for x := range act.All() {
		return x
	}
	return game.Nobody
}

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
	q, err := ask(g.view, game.Move{Seat: seat})
	g.ask = q
	return err
}

// watch shows the table when nobody is asked: to the only one who plays, else to spectators.
func (g *Session) watch() { g.lookAs(g.watcher()) }

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
	if g.remote != nil {
		g.remote.shown = g.remote.now
	}
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
		return true, g.play(g.view, q.draft)
	}
	g.ask = q
	return false, nil
}

// words are those of an error, with labels.
func (g *Session) words(err error) string {
	if g.view == nil {
		return err.Error()
	}
	return tableau.Labelled(err.Error(), g.view)
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

// play plays a move of a view.
func (g *Session) play(view *game.State, m game.Move) error {
	if g.remote != nil {
		return g.send(view, m)
	}
	real, err := view.Real(m)
	if err != nil {
		return err
	}
	step, err := g.h.Make(nil, real)
	if err != nil {
		return err
	}
	g.h.Commit(step)
	if err := g.tell(g.h.Seq()); err != nil {
		return err
	}
	g.addStages(g.state().Moments())
	return g.file.write(g.record())
}

// tell enters move n of the game into the log.
func (g *Session) tell(n int) error {
	before, err := g.h.At(n - 1)
	if err != nil {
		return err
	}
	after, err := g.h.At(n)
	if err != nil {
		return err
	}
	e := logged{before: before, text: map[game.Seat]string{}, said: map[game.Seat][]string{}}
	for _, x := range g.watchers() {
		events, err := g.h.EventsUpTo(n-1, n, x)
		if err != nil {
			return err
		}
		e.seat, e.name = events[0].Seat, events[0].Seat.String()
		e.text[x] = tableau.MoveText(events[0].Move, before.View(x), after.View(x))
		for _, line := range events[0].Said {
			e.said[x] = append(e.said[x], words.Tame(line.String()))
		}
	}
	g.log = append(g.log, e)
	if n := len(g.log) - maxBefore; n > 0 {
		g.log[n-1].before = nil
	}
	g.look(after)
	return nil
}

// lines is an entry of the log in the words for the seat at the screen.
func (g *Session) lines(e logged) []string {
	text := e.text[g.seat]
	if text == "?" {
		text = "chooses in secret"
	}
	if !e.note {
		text = e.name + ": " + text
	}
	return append([]string{text}, e.said[g.seat]...)
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

// news returns what the one at the screen has not read yet of the log. Where nothing is hidden,
// all read it together.
func (g *Session) news() (lines []string) {
	reader := g.seat
	if !g.hides {
		reader = game.Nobody
	}
	if !g.opened[reader] {
		lines, g.opened[reader] = append(lines, g.opening[g.seat]...), true
	}
	for _, e := range g.log[g.read[reader]:] {
		lines = append(lines, g.lines(e)...)
	}
	g.read[reader] = len(g.log)
	return lines
}

// botMoves plays a move of the bot, if one is to act.
func (g *Session) botMoves() error {
	x, is := g.bot()
	if !is {
		return nil
	}
	view := g.state().View(x)
	m, err := bot.Random(view, x, g.luck())
	if err == nil {
		err = g.play(view, m)
	}
	if err != nil {
		return fmt.Errorf("the bot of %s cannot move: %w", x, err)
	}
	return nil
}

// luck is the chance of the next random move. It comes from the seed, so that a game that is
// resumed goes on as it would have.
func (g *Session) luck() *rand.Rand {
	seed := g.state().Seed()
	return rand.New(rand.NewPCG(binary.LittleEndian.Uint64(seed[:]), uint64(g.state().Played())))
}

// undo goes back to where somebody at the screen was to act, redo forward to there.
func (g *Session) undo() error {
	if g.remote != nil {
		return g.takeBackThere()
	}
	if len(g.people()) == 0 {
		return errors.New("nobody at the screen plays")
	}
	back := 0
	for {
		if err := g.h.Back(); err != nil {
			for range back {
				err = errors.Join(err, g.h.Forward())
			}
			return err
		}
		back++
		if g.waits() {
			break
		}
	}
	g.log = g.log[:len(g.log)-back]
	for x, n := range g.read {
		g.read[x] = min(n, len(g.log))
	}
	return g.file.write(g.record())
}

// undone says what has come of undo or redo.
func (g *Session) undone() string {
	if g.remote != nil && g.remote.asking {
		return g.remote.asks()
	}
	return fmt.Sprintf("this is move %d again", g.state().Played()+1)
}

// save writes the game down, and says where it is.
func (g *Session) save() (string, error) {
	if g.remote != nil {
		return "the server keeps the match; go on with " + g.remote.command(), nil
	}
	return "saved in " + g.file.path, g.file.write(g.record())
}

func (g *Session) redo() error {
	if g.remote != nil {
		return errors.New("a match at a server cannot go forward again; make the move once more")
	}
	if err := g.h.Forward(); err != nil {
		return err
	}
	for {
		if err := g.tell(g.h.Seq()); err != nil {
			return err
		}
		if g.waits() || g.h.Forward() != nil {
			return g.file.write(g.record())
		}
	}
}

// waits reports whether somebody at the screen is to act, or the game is over.
func (g *Session) waits() bool {
	_, bot := g.bot()
	return !bot
}

// record is the game so far; who plays at random is noted there.
func (g *Session) record() *match.Record {
	r := g.h.Record()
	if r.Names == nil && !slices.Contains(g.bots, true) {
		return r
	}
	names := make([]string, len(g.bots))
	for x, bot := range g.bots {
		switch {
		case bot:
			names[x] = botName(x)
		case x < len(r.Names) && r.Names[x] != botName(x):
			names[x] = r.Names[x]
		default:
			names[x] = game.Seat(x).String()
		}
	}
	r.Names = names
	return r
}

// botName is what a record calls a seat that plays at random.
func botName(x int) string { return fmt.Sprintf("bot %d", x) }

// takes answers which seat is meant to go to the screen: one that is to act, or that can take
// back what it has chosen in secret.
func (g *Session) takes(text string) (game.Seat, error) {
	n, err := strconv.Atoi(strings.TrimPrefix(strings.TrimSpace(text), "seat "))
	seat := game.Seat(n)
	switch {
	case err != nil || n < 0 || n >= len(g.bots):
		return seat, fmt.Errorf("there is no seat %q", text)
	case g.remote != nil && g.bots[n]:
		return seat, fmt.Errorf("%s sits at another screen", g.remote.who(seat))
	case g.bots[n]:
		return seat, fmt.Errorf("%s is a bot", seat)
	case !g.state().ToAct().Has(seat) && !g.state().Committed().Has(seat):
		return seat, fmt.Errorf("%s is not to act", seat)
	}
	return seat, nil
}

// headline says who is at the screen, and where the game is.
func (g *Session) headline() string {
	s := g.view
	if g.over() {
		return g.standing()
	}
	if g.seat < 0 {
		return fmt.Sprintf("Move %d", s.Played()+1)
	}
	text := fmt.Sprintf("Move %d, %s", s.Played()+1, g.seat)
	if g.remote != nil {
		text = fmt.Sprintf("Move %d, you are %s", s.Played()+1, g.seat)
	}
	if m := g.mark(g.seat); m != "" {
		text += " (" + m + ")"
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
	lines = append(lines, words.Title(r)+", "+words.Plural(len(g.bots), "seat")+words.Options(r.Values()))
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
	if r.Flow != nil {
		where := g.state().View(g.seat).Where()
		lines = append(lines, "The game is "+strings.TrimRight(where, ".?!")+".")
	}
	if g.ask != nil {
		lines = append(lines, g.movesNow()...)
	}
	for i := range lines {
		lines[i] = tableau.Labelled(lines[i], g.view)
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
		lines = append(lines, "  "+hint(o))
	}
	return lines
}

// hint says of an action what is chosen for it first, or why it cannot be done.
func hint(o game.Offer) string {
	text := o.Action
	if o.Label != o.Action {
		text += " (" + o.Label + ")"
	}
	switch {
	case o.Why != nil:
		return text + " cannot be done: " + o.Why.String()
	case o.Pick != "":
		text += " <" + o.Pick + ">"
		if p := o.Prompt.String(); p != "" {
			text += ": " + p
		}
	}
	if o.NoUndo {
		text += " (it cannot be taken back)"
	}
	return text
}
