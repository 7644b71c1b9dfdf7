package cli

import (
	"errors"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/plygame/ply/internal/catalogue"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/words"
)

// The exit codes.
const (
	ok      = 0
	failed  = 1 // something failed or was refused
	misused = 2 // the command line is wrong
)

// misuse is a mistake in the command line.
type misuse struct{ error }

func (m misuse) Unwrap() error { return m.error }

// errReported is the error of a command that has already printed what is wrong.
var errReported = errors.New("already reported")

// errNoGame is the error of a command line without a game.
var errNoGame = errors.New(`expected "<game>"`)

// misread explains a parse error and names the help to read.
func misread(err error, all catalogue.Catalogue) error {
	help := console.Command() + " --help"
	if p, is := errors.AsType[*kong.ParseError](err); is {
		if node := p.Context.Selected(); node != nil {
			help = node.FullPath() + " --help"
		}
	}
	why := words.Misread(strings.TrimSpace(err.Error()))
	if strings.HasSuffix(err.Error(), errNoGame.Error()) {
		why = "which game? The games are: " + strings.Join(all.Names(), ", ")
	}
	return errors.New(why + "\nSee: " + help)
}

// exit reports the error, if any, and returns the exit code.
func exit(con *console.Console, err error) int {
	if err == nil {
		return ok
	}
	if !errors.Is(err, errReported) {
		con.Fail(err)
	}
	if _, is := errors.AsType[misuse](err); is {
		return misused
	}
	return failed
}
