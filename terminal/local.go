package terminal

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"time"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/words"
	"github.com/plygame/ply/match"
)

// maxBefore is how many moves of the log have the state before them.
const maxBefore = 1000

// local is a game that is kept here, in a file.
type local struct {
	match  *match.Match
	bots   []bool     // by seat, who is a bot
	player bot.Player // plays for the bots
	file   *file
}

// newSession goes on with a game that is kept here. What was played before has been read. A nil player
// is the standard bot.
func newSession(m *match.Match, bots []bool, player bot.Player, f *file) (*Session, error) {
	s, err := m.At(0)
	if err != nil {
		return nil, err
	}
	if player == nil {
		player, _ = bot.Standard().Player("")
	}
	l := &local{m, bots, player, f}
	g := sessionIn(l, bots)
	for _, x := range g.watchers() {
		g.opening[x] = linesSaid(s.View(x))
	}
	g.look(s)
	for n := range m.Seq() {
		if err := l.tell(g, n+1); err != nil {
			return nil, err
		}
	}
	for _, x := range g.watchers() {
		g.read[x], g.opened[x] = len(g.log), m.Seq() > 0
	}
	return g, nil
}

func (l *local) state() *game.State { return l.match.State() }
func (l *local) over() bool         { return l.match.Over() }
func (l *local) names() words.Names { return words.Names{Rules: l.match.Rules(), Sits: l.sits} }

// sits is who sits in a seat, if the record of the game says so.
func (l *local) sits(seat game.Seat) string { return l.match.Player(seat).Name }

func (l *local) outcome() (match.Line, game.Seat) {
	return match.LineOf(l.match.Outcome().Line(), l.sits), game.Nobody
}

func (l *local) bot() (game.Seat, bool) {
	for x := range l.state().ToAct().All() {
		if l.bots[x] {
			return x, true
		}
	}
	return game.Nobody, false
}

// longestThought is how long a bot thinks about one move.
const longestThought = 30 * time.Second

func (l *local) botMoves(g *Session) error {
	x, is := l.bot()
	if !is {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), longestThought)
	defer cancel()
	turn := bot.NewTurn(l.state(), x, l.luck())
	m, err := l.player.Choose(ctx, turn)
	if err == nil {
		err = l.play(g, turn.View, m)
	}
	if err != nil {
		return fmt.Errorf("the bot of %s cannot move: %w", l.names().Of(x), err)
	}
	return nil
}

// luck is the chance of the next move of a bot. It comes from the seed, so that a game that is resumed
// goes on as it would have.
func (l *local) luck() uint64 {
	seed := l.state().Seed()
	return rand.NewPCG(binary.LittleEndian.Uint64(seed[:]), uint64(l.state().Played())).Uint64()
}

func (l *local) next(at game.Seat) game.Seat {
	if _, bot := l.bot(); bot {
		return game.Nobody
	}
	act := l.state().ToAct()
	if at >= 0 && act.Has(at) {
		return at
	}
	for x := range act.All() {
		return x
	}
	return game.Nobody
}

func (l *local) waitsFor() string  { return "" }
func (l *local) urgent() string    { return "" }
func (l *local) players() []string { return nil }
func (l *local) greeting() string  { return "" }
func (l *local) manual() manual    { return localManual }

// play plays a move of a view, and writes it down.
func (l *local) play(g *Session, view *game.State, m game.Move) error {
	real, err := view.Real(m)
	if err != nil {
		return err
	}
	batch, err := l.match.Make(nil, real)
	if err != nil {
		return err
	}
	l.match.Commit(batch)
	if err := l.tell(g, l.match.Seq()); err != nil {
		return err
	}
	g.addStages(g.log[len(g.log)-1].stages)
	return l.write()
}

// tell enters move n of the game into the log of a session.
func (l *local) tell(g *Session, n int) error {
	before, err := l.match.At(n - 1)
	if err != nil {
		return err
	}
	after, err := l.match.At(n)
	if err != nil {
		return err
	}
	e := logged{before: before, line: map[game.Seat]match.Line{}, said: map[game.Seat][]match.Line{}}
	for _, moment := range after.Moments() {
		e.stages = append(e.stages, stage{state: moment})
	}
	for _, x := range g.watchers() {
		events, err := l.match.EventsUpTo(n-1, n, x)
		if err != nil {
			return err
		}
		e.seat, e.line[x], e.said[x] = events[0].Seat, *events[0].Line, events[0].Said
	}
	g.log = append(g.log, e)
	if n := len(g.log) - maxBefore; n > 0 {
		g.log[n-1].before, g.log[n-1].stages = nil, nil
	}
	g.look(after)
	return nil
}

// undo goes back to where somebody at the screen was to act, redo forward to there.
func (l *local) undo(g *Session) (string, error) {
	if len(g.people()) == 0 {
		return "", errors.New("nobody at the screen plays")
	}
	back := 0
	for back == 0 || !l.waits() {
		if err := l.match.Back(); err != nil {
			for range back {
				err = errors.Join(err, l.match.Forward())
			}
			return "", err
		}
		back++
	}
	g.log = g.log[:len(g.log)-back]
	for x, n := range g.read {
		g.read[x] = min(n, len(g.log))
	}
	return g.moveAgain("Undone"), l.write()
}

func (l *local) redo(g *Session) (string, error) {
	if err := l.match.Forward(); err != nil {
		return "", err
	}
	for {
		if err := l.tell(g, l.match.Seq()); err != nil {
			return "", err
		}
		if l.waits() || l.match.Forward() != nil {
			return g.moveAgain("Played again"), l.write()
		}
	}
}

// waits reports whether somebody at the screen is to act, or the game is over.
func (l *local) waits() bool {
	_, bot := l.bot()
	return !bot
}

func (l *local) save() (string, error) { return "Saved in " + l.file.path + ".", l.write() }

func (l *local) write() error { return l.file.write(l.record()) }

// begin writes a file that was named: it is better to know now that it cannot be.
func (l *local) begin() error {
	if l.file.wanted && !l.file.written {
		return l.write()
	}
	return nil
}

// leave says where the game is kept. One that is over, and that nobody asked to keep, is not.
func (l *local) leave(g *Session, con *console.Console) error {
	switch {
	case l.over() && !l.file.wanted:
		if l.file.written {
			return os.Remove(l.file.path)
		}
		return nil
	case len(g.log) == 0 && !l.file.wanted, l.file.path == "":
		return nil // nothing was played, or there is no place for it
	}
	if err := l.write(); err != nil {
		return err
	}
	if l.over() {
		con.Note("The record is in %s.", l.file.path)
	} else {
		con.Note("The game is saved. Go on with:\n  %s play --resume %s", console.Command(), words.ShellQuoted(l.file.path))
	}
	return nil
}

// record is the game so far; who is a bot is noted there.
func (l *local) record() *match.Record {
	r := l.match.Record()
	if r.Names == nil && !slices.Contains(l.bots, true) {
		return r
	}
	names := make([]string, len(l.bots))
	copy(names, r.Names)
	for x, bot := range l.bots {
		if bot {
			names[x] = botName(x)
		}
	}
	r.Names = names
	return r
}

// botName is what a record calls a bot.
func botName(x int) string { return fmt.Sprintf("bot %d", x+1) }

// people returns who is a bot by the names in a record, and the names of the others.
func people(rec *match.Record) (bots []bool, names []string) {
	bots = make([]bool, rec.Seats)
	for x, name := range rec.Names[:min(rec.Seats, len(rec.Names))] {
		switch name {
		case botName(x), fmt.Sprintf("bot %d", x): // as records had it once, like the next
			bots[x], name = true, ""
		case game.Seat(x).String():
			name = ""
		}
		names = append(names, name)
	}
	return bots, names
}

// Nothing happens elsewhere.

func (l *local) live() bool                              { return false }
func (l *local) order(_, _ string) (string, bool, error) { return "", false, nil }
func (l *local) hear(*Session) bool                      { return false }
func (l *local) notes() []string                         { return nil }
func (l *local) looked()                                 {}
func (l *local) outdated() bool                          { return false }
func (l *local) ended() (bool, error)                    { return false, nil }

func (l *local) wait(ctx context.Context) error {
	<-ctx.Done()
	return ctx.Err()
}
