package terminal

import (
	"context"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/ponder"
	"github.com/plygame/ply/internal/words"
	"github.com/plygame/ply/match"
)

// backend holds the game of a session: on this machine ([local]) or on a server ([remote]).
type backend interface {
	state() *game.State                            // the whole state as far as it is known; never shown as it is
	over() bool                                    // no more moves are possible
	names() words.Names                            // the names of the seats
	outcome() (how match.Line, resigned game.Seat) // how the game ended, and the seat that ended it by resigning, if any

	bot() (game.Seat, bool)                                    // a seat to act that a bot plays on this machine
	think() *ponder.Thought                                    // lets it choose a move
	suggest(g *Session, level string) (*ponder.Thought, error) // lets a bot look for a move of the player at the screen
	botMoves(g *Session, t *ponder.Thought) error              // makes the move it has chosen
	next(at game.Seat) game.Seat                               // the seat at this screen to act, preferably this one, or Nobody
	waitsFor() string                                          // the players elsewhere that the game waits for
	urgent() string                                            // a message that comes before everything else
	players() []string                                         // the players, and how others can join
	greeting() string                                          // the first message, or ""
	manual() manual                                            // the keys and commands

	play(g *Session, view *game.State, m game.Move) error
	undo(g *Session) (said string, err error)
	redo(g *Session) (said string, err error)
	save() (said string, err error)
	begin() error // checks what must work before play starts
	leave(g *Session, con *console.Console) error

	// If others play at their own screens, the game can change at any time.
	live() bool                                                // whether they do
	order(word, rest string) (said string, is bool, err error) // runs a command that exists only there
	wait(ctx context.Context) error                            // waits until something happens
	receive(g *Session) (changed bool)                         // takes in what happened; changed if the table must be shown again
	notes() []string                                           // messages that have not been shown yet
	looked()                                                   // records that the current table is shown
	outdated() bool                                            // whether the table on the screen is out of date
	ended() (is bool, why error)                               // whether the session must end, and why if that is a failure
}

// manual lists keys and commands.
type manual struct {
	page       []string // on a screen
	typed      string   // line by line
	idle, over []string // the most useful keys while waiting, and after the game
}
