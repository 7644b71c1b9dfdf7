package upkeep

import (
	"context"
	"errors"

	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/words"
)

// Forget is the command that erases a name.
type Forget struct {
	Name  string `arg:"" help:"The exact name of a player."`
	Match string `placeholder:"ID" help:"Only in this match."`
	database
}

// Help implements the help of the command.
func (Forget) Help() string {
	return `Erases a player's name everywhere in the match database, so that it cannot be recovered from the file. The matches and their moves stay; the name becomes [erased]. The server must be stopped. Names are all that the database knows about players: it has no accounts, addresses or messages.

Backups made earlier still have the name: delete them, or run ply forget on each with --data.

Examples:

    ply forget "Ada Lovelace"
    ply forget Ada --match abcdefghijklmnop`
}

// Run runs the command.
func (c *Forget) Run(con *console.Console) error {
	path, err := c.existing()
	if err != nil {
		return err
	}
	s, err := claimed(path)
	if err != nil {
		return err
	}
	n, err := s.Forget(context.Background(), c.Name, c.Match)
	if err = errors.Join(err, s.Close()); err != nil {
		return err
	}
	if n == 0 {
		con.Printf("Erased nothing: no match has a player with exactly this name.\n")
		return nil
	}
	con.Printf("Erased the name in %s.\n", words.Plural(n, "match"))
	return nil
}
