package terminal

import (
	"context"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/words"
	"github.com/plygame/ply/match"
)

// room is where the game of a session is kept: here ([local]), or at a server ([remote]).
type room interface {
	state() *game.State                            // what is known of the game; nobody at the screen may see it
	over() bool                                    // nothing more can be played
	names() words.Names                            // what its seats are called
	outcome() (how match.Line, resigned game.Seat) // how the game has ended, and who has ended it by resigning, if anybody

	bot() (game.Seat, bool)      // a seat that is to act and that a bot plays here
	botMoves(g *Session) error   // lets it move
	next(at game.Seat) game.Seat // the seat at this screen that is to act, preferably this one; Nobody if none is
	waitsFor() string            // whom the game waits for elsewhere
	urgent() string              // what must be known before anything else
	players() []string           // who plays, and how others join
	greeting() string            // a first message, "" for none
	manual() manual              // what can be pressed and typed

	play(g *Session, view *game.State, m game.Move) error
	undo(g *Session) (said string, err error)
	redo(g *Session) (said string, err error)
	save() (said string, err error)
	begin() error // what has to work before anybody plays
	leave(g *Session, con *console.Console) error

	// Where others play at screens of their own, things happen that nobody here has done.
	live() bool                                                // whether they do
	order(word, rest string) (said string, is bool, err error) // does what can be typed only there
	wait(ctx context.Context) error                            // waits until something has happened
	hear(g *Session) (changed bool)                            // takes in what has; changed if the table must be shown again
	notes() []string                                           // what else the player has not been told yet
	looked()                                                   // notes that the table is now shown as it is
	outdated() bool                                            // whether the table that is shown is an old one
	ended() (is bool, why error)                               // whether it cannot go on here, and why if that is a failure
}

// manual is what can be pressed and typed.
type manual struct {
	page       []string // on a screen
	typed      string   // line by line
	idle, over []string // the most useful keys while nobody is asked, and when the game is over
}
