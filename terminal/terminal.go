// Package terminal plays games in a terminal, on a drawn screen or line by line. A [Session] is one game: a local one
// ([Terminal.Open]) or a match on a server ([Terminal.Join]).
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
	"github.com/plygame/ply/internal/savefile"
	"github.com/plygame/ply/match"
)

// Terminal is the terminal that a game is played in.
type Terminal struct {
	In       io.Reader
	Out, Err io.Writer // Err gets what is not part of the game
	Color    bool      // Out can show colours
	Plain    bool      // ask line by line instead of drawing a screen, as happens anyway without a terminal
}

func (t Terminal) console() *console.Console {
	return &console.Console{In: t.In, Out: t.Out, Err: t.Err, Color: t.Color}
}

// onScreen reports whether to draw a screen.
func (t Terminal) onScreen() bool {
	in, isFile := t.In.(*os.File)
	out, isOut := t.Out.(*os.File)
	return !t.Plain && os.Getenv("TERM") != "dumb" && isFile && isOut && term.IsTerminal(int(in.Fd())) && term.IsTerminal(int(out.Fd()))
}

// Game is a local game.
type Game struct {
	Match *match.Match // the moves so far
	Bots  []bool       // by seat, whether a bot plays it
	Bot   bot.Player   // plays these seats; if nil, the first of bot.Standard
	File  string       // the record, written after every move; if "", a file in the state folder until the game is over
	Kept  bool         // File already has the moves so far
}

// Resume returns the game of a record, with the same bots.
func Resume(r *game.Rules, rec *match.Record) (Game, error) {
	if slices.ContainsFunc(rec.Moves, func(e match.Entry) bool { return e.Kind != match.Moved && e.Kind != match.Reseeded }) {
		return Game{}, errors.New("moves were undone or a player resigned in this match, so it cannot be resumed; ply replay shows it")
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

// Open starts or continues a local game.
func (t Terminal) Open(g Game) (*Session, error) {
	f := &savefile.File{Path: g.File, Wanted: true, Written: g.Kept}
	if g.File == "" {
		f = savefile.New(g.Match.Rules().Name, t.console())
	}
	s, err := newSession(g.Match, g.Bots, g.Bot, f)
	if err != nil {
		return nil, err
	}
	s.at = t
	return s, nil
}

// Run plays until the game is over or the players leave.
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
