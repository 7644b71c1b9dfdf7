package cli

import (
	"errors"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/plygame/ply/internal/catalogue"
	"github.com/plygame/ply/internal/console"
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

// errNoGame is what is said of a command line that names no game.
var errNoGame = errors.New(`expected "<game>"`)

// misread says what is wrong with a command line, and where to look.
func misread(err error, all catalogue.Catalogue) error {
	help := console.Command() + " --help"
	if p, is := errors.AsType[*kong.ParseError](err); is {
		if node := p.Context.Selected(); node != nil {
			help = console.Command() + " " + node.Name + " --help"
		}
	}
	why := strings.TrimSpace(err.Error())
	if strings.HasSuffix(why, errNoGame.Error()) {
		why = "which game? The games are: " + strings.Join(all.Names(), ", ")
	}
	return errors.New(why + "\nSee: " + help)
}

// exit says what went wrong, if anything, and answers the exit code.
func exit(con *console.Console, err error) int {
	if err == nil {
		return ok
	}
	if !errors.Is(err, errTold) {
		con.Fail(err)
	}
	if _, is := errors.AsType[misuse](err); is {
		return misused
	}
	return failed
}
