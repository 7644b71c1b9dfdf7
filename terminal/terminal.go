// Package terminal is the table of a game in a terminal, on a drawn screen or line by line. A [Session] is one game there:
// one that is kept here ([Terminal.Open]), or a match at a server ([Terminal.Join]).
//
//	s, err := terminal.Terminal{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}.Open(terminal.Game{Match: match.Begin(state), Bots: []bool{false, true}})
//	if err == nil {
//		err = s.Run()
//	}
package terminal

import (
	"errors"
	"io"
	"os"
	"slices"

	"golang.org/x/term"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/match"
)

// Terminal is where a game is played.
type Terminal struct {
	In       io.Reader
	Out, Err io.Writer // Err is told what is not part of the game
	Color    bool      // Out shows colours
	Plain    bool      // ask line by line, without drawing a screen; so it is, too, where there is no terminal
}

func (t Terminal) console() *console.Console {
	return &console.Console{In: t.In, Out: t.Out, Err: t.Err, Color: t.Color}
}

// onScreen reports whether a screen can be drawn, and is wanted.
func (t Terminal) onScreen() bool {
	in, isFile := t.In.(*os.File)
	out, isOut := t.Out.(*os.File)
	return !t.Plain && os.Getenv("TERM") != "dumb" && isFile && isOut && term.IsTerminal(int(in.Fd())) && term.IsTerminal(int(out.Fd()))
}

// Game is a game that is played here.
type Game struct {
	Match *match.Match // what was played so far
	Bots  []bool       // by seat, who is a bot
	Bot   bot.Player   // plays for the bots; the first of bot.Standard, if nil
	File  string       // where its record is written, move by move; "" keeps it in the state folder until it is over
	Kept  bool         // File has it already
}

// Resume goes on with a record, by the same bots.
func Resume(r *game.Rules, rec *match.Record) (Game, error) {
	if slices.ContainsFunc(rec.Moves, func(e match.Entry) bool { return e.Kind != match.Moved }) {
		return Game{}, errors.New("it is of a match in which moves were taken back or somebody resigned; ply replay shows it")
	}
	bots, names := people(rec)
	named := *rec
	named.Names = names
	m, err := match.Replay(r, &named, -1)
	if err != nil {
		return Game{}, err
	}
	return Game{Match: m, Bots: bots}, nil
}

// Open begins a game, or goes on with it.
func (t Terminal) Open(g Game) (*Session, error) {
	f := &file{path: g.File, wanted: true, written: g.Kept}
	if g.File == "" {
		f = newFile(g.Match.Rules().Name, t.console())
	}
	s, err := newSession(g.Match, g.Bots, g.Bot, f)
	if err != nil {
		return nil, err
	}
	s.at = t
	return s, nil
}

// Run plays until the game is over, or whoever sits there leaves.
func (g *Session) Run() error {
	if err := g.begin(); err != nil {
		return err
	}
	con, play := g.at.console(), playPlain
	if g.at.onScreen() {
		play = playScreen
	}
	err := play(g, con)
	return errors.Join(err, g.leave(g, con))
}
