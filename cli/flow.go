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
	Mermaid bool `help:"Answer a diagram in the language of Mermaid."`
}

func (flowCommand) Help() string {
	return "Prints the order of play as a tree: phases, loops, who acts and what may be done. With --position, arrows mark the steps that the game is in, and the last line says what it waits for." +
		"\n\nExamples:\n\n    ply flow hex\n    ply flow gofish --position game.ply\n    ply flow gofish --mermaid > flow.mmd"
}

func (c *flowCommand) Validate() error {
	switch {
	case c.Mermaid && c.JSON:
		return errors.New("--json has the diagram already; leave --mermaid out")
	case c.Mermaid && c.Position != "":
		return errors.New("--mermaid shows no position; leave --position out")
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
		if strings.HasPrefix(line, " ") { // the game is elsewhere
			line = con.Faint(strings.TrimSuffix(line, "\n")) + "\n"
		}
		con.Printf("%s", line)
	}
	con.Printf("\nAfter %s: %s.\n", words.Plural(s.Played(), "move"), s.Where())
	return nil
}
