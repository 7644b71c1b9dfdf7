package cli

import (
	"errors"
	"strings"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/catalogue"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/explain"
	"github.com/plygame/ply/internal/words"
)

type flowCommand struct {
	position
	format
	Mermaid bool `help:"Print a Mermaid diagram."`
}

func (flowCommand) Help() string {
	return "Prints the order of play as a tree: phases, loops, and who may do what. With --position, arrows mark the current steps, and the last line shows what the game is waiting for." +
		"\n\nExamples:\n\n    ply flow {game:hex}\n    ply flow {game:gofish} --position game.ply\n    ply flow {game:gofish} --mermaid > flow.mmd"
}

func (c *flowCommand) Validate() error {
	switch {
	case c.Mermaid && c.JSON:
		return errors.New("--json includes the diagram: leave out --mermaid")
	case c.Mermaid && c.Position != "":
		return errors.New("--mermaid cannot show a position: leave out --position")
	}
	return nil
}

func (c *flowCommand) Run(all catalogue.Catalogue, con *console.Console) error {
	r, _, err := c.set(all)
	if err != nil {
		return err
	}
	var s *game.State
	if c.Position != "" {
		if s, err = c.start(all, con); err != nil {
			return err
		}
		r = s.Rules()
	}
	switch {
	case c.JSON:
		return con.JSON(explain.OrderOf(r, s))
	case c.Mermaid:
		con.Printf("%s", r.FlowDiagram())
		return nil
	}
	con.Printf("%s%s\n\n", con.Bold(words.Title(r)), words.Options(r.Values()))
	if s == nil {
		con.Printf("%s", r.FlowText())
		return nil
	}
	for line := range strings.Lines(s.FlowText()) {
		if strings.HasPrefix(line, " ") { // not a current step
			line = con.Faint(strings.TrimSuffix(line, "\n")) + "\n"
		}
		con.Printf("%s", line)
	}
	con.Printf("\nAfter %s: %s.\n", words.Plural(s.Played(), "move"), s.Where())
	return nil
}
