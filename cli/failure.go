package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/plygame/ply/games"
)

// The exit codes.
const (
	ok      = 0
	failed  = 1 // something failed or was refused
	misused = 2 // the command line is wrong
)

// misuse is a mistake in what was typed.
type misuse struct{ error }

func (m misuse) Unwrap() error { return m.error }

// errTold is the error of a command that has said already what is wrong.
var errTold = errors.New("told already")

// bug is what a panic comes to that no rules are to blame for.
func bug(p any) error {
	return fmt.Errorf("a bug in ply itself: %v\nPlease report it with the command line that led here", p)
}

// errNoGame is what is said of a command line that names no game.
var errNoGame = errors.New(`expected "<game>"`)

// misread says what is wrong with a command line, and where to look.
func misread(err error, all games.Catalogue) error {
	help := self() + " --help"
	if p, is := errors.AsType[*kong.ParseError](err); is {
		if node := p.Context.Selected(); node != nil {
			help = self() + " " + node.Name + " --help"
		}
	}
	why := strings.TrimSpace(err.Error())
	if strings.HasSuffix(why, errNoGame.Error()) {
		why = "which game? The games are: " + strings.Join(all.Names(), ", ")
	}
	return errors.New(why + "\nSee: " + help)
}
