package terminal

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/ponder"
	"github.com/plygame/ply/internal/savefile"
	"github.com/plygame/ply/internal/words"
	"github.com/plygame/ply/match"
)

// maxBefore is the number of log entries that keep the state before them.
const maxBefore = 1000

// local is a game on this machine, saved in a file.
type local struct {
	match  *match.Match
	bots   []bool     // by seat, whether a bot plays it
	player bot.Player // plays these seats
	file   *savefile.File
	asked  string // the hash of the state in which undo was given once, if it must be given twice
}

// newSession starts a session of a local game. Earlier moves count as read. A nil player is the standard bot.
func newSession(m *match.Match, bots []bool, player bot.Player, f *savefile.File) (*Session, error) {
	s, err := m.At(0)
	if err != nil {
		return nil, err
	}
	if player == nil {
		player, _ = bot.Standard().Player("")
	}
	l := &local{match: m, bots: bots, player: player, file: f}
	g := newSessionWith(l, bots)
	for _, x := range g.watchers() {
		g.opening[x] = linesSaid(s.View(x))
	}
	g.noteSecrets(s)
	for n := range m.Seq() {
		if err := l.logMove(g, n+1); err != nil {
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

// sits returns the name of a player, if the record has it.
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

func (l *local) think() *ponder.Thought {
	x, _ := l.bot()
	return ponder.Move(l.player, bot.NewTurn(l.state(), x, l.luck()))
}

func (l *local) botMoves(g *Session, t *ponder.Thought) error {
	err := t.Err
	if err == nil {
		err = l.play(g, t.View, t.Move)
	}
	if err != nil {
		x, _ := l.bot()
		return fmt.Errorf("the bot for %s cannot move: %w", l.names().Of(x), err)
	}
	return nil
}

func (l *local) suggest(g *Session, level string) (*ponder.Thought, error) {
	if g.ask == nil {
		return nil, errWait
	}
	return ponder.Hint(level, bot.NewTurn(l.state(), g.seat, l.luck()))
}

// luck returns the random seed for the next move of a bot. It comes from the seed of the game, so that bots play the
// same after a resume.
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

// play plays a move chosen on a view, and saves the game.
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
	if err := l.logMove(g, l.match.Seq()); err != nil {
		return err
	}
	g.addStages(g.log[len(g.log)-1].stages)
	return l.write()
}

// logMove adds move n to the log of a session.
func (l *local) logMove(g *Session, n int) error {
	before, err := l.match.At(n - 1)
	if err != nil {
		return err
	}
	after, err := l.match.At(n)
	if err != nil || after.Seed() != before.Seed() { // not a move, but new random numbers
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
	g.noteSecrets(after)
	return nil
}

// undo goes back to the last position where a player at the screen had to act; redo goes forward to the next. If that
// takes back something random or something that was shown, undo must be given twice, and random results change.
func (l *local) undo(g *Session) (string, error) {
	if len(g.people()) == 0 {
		return "", errors.New("there is no player at this screen")
	}
	was, back, why := l.state(), 0, (*game.Line)(nil)
	for back == 0 || !l.awaitsPlayer() {
		err := l.match.Back()
		if after, _ := l.match.At(l.match.Seq() + 1); err == nil {
			back, why = back+1, cmp.Or(after.DisclosedSince(l.state()), why)
		}
		if err != nil || why != nil && l.asked != was.HashText() {
			for range back {
				err = errors.Join(err, l.match.Forward())
			}
			if l.asked = was.HashText(); err == nil {
				err = fmt.Errorf("undo again to confirm: %s", why.Text)
			}
			return "", err
		}
	}
	if now := l.state(); was.Seed() != now.Seed() || was.DrawnSince(now) {
		l.match.Reseed(was.Seed())
	}
	g.log = g.log[:len(g.log)-back]
	for x, n := range g.read {
		g.read[x] = min(n, len(g.log))
	}
	return g.describePosition("Undone"), l.write()
}

func (l *local) redo(g *Session) (string, error) {
	if err := l.match.Forward(); err != nil {
		return "", err
	}
	for {
		if err := l.logMove(g, l.match.Seq()); err != nil {
			return "", err
		}
		if l.awaitsPlayer() || l.match.Forward() != nil {
			return g.describePosition("Redone"), l.write()
		}
	}
}

// awaitsPlayer reports whether a player at the screen is to act, or the game is over.
func (l *local) awaitsPlayer() bool {
	_, bot := l.bot()
	return !bot
}

func (l *local) save() (string, error) { return "Saved in " + l.file.Path + ".", l.write() }

func (l *local) write() error { return l.file.Write(l.record()) }

// begin writes the file that was asked for, to find out now if that fails.
func (l *local) begin() error {
	if l.file.Wanted && !l.file.Written {
		return l.write()
	}
	return nil
}

// leave prints where the game is saved. It deletes the file of a finished game unless it was asked for.
func (l *local) leave(g *Session, con *console.Console) error {
	switch {
	case l.over() && !l.file.Wanted:
		if l.file.Written {
			return os.Remove(l.file.Path)
		}
		return nil
	case len(g.log) == 0 && !l.file.Wanted, l.file.Path == "":
		return nil // nothing was played, or it cannot be saved
	}
	if err := l.write(); err != nil {
		return err
	}
	if l.over() {
		con.Note("The record is in %s.", l.file.Path)
	} else {
		con.Note("The game is saved. To continue:\n  %s play --resume %s", console.Command(), words.ShellQuoted(l.file.Path))
	}
	return nil
}

// record returns the record of the game so far, with the bots marked.
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

// botName is the name of a bot in a record.
func botName(x int) string { return fmt.Sprintf("bot %d", x+1) }

// people returns which seats are bots according to a record, and the names of the others.
func people(rec *match.Record) (bots []bool, names []string) {
	bots = make([]bool, rec.Seats)
	for x, name := range rec.Names[:min(rec.Seats, len(rec.Names))] {
		switch name {
		case botName(x), fmt.Sprintf("bot %d", x): // in old records, like the next case
			bots[x], name = true, ""
		case game.Seat(x).String():
			name = ""
		}
		names = append(names, name)
	}
	return bots, names
}

// A local game changes only when the player does something.

func (l *local) live() bool                              { return false }
func (l *local) order(_, _ string) (string, bool, error) { return "", false, nil }
func (l *local) receive(*Session) bool                   { return false }
func (l *local) notes() []string                         { return nil }
func (l *local) looked()                                 {}
func (l *local) outdated() bool                          { return false }
func (l *local) ended() (bool, error)                    { return false, nil }

func (l *local) wait(ctx context.Context) error {
	<-ctx.Done()
	return ctx.Err()
}
