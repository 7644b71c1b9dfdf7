package cli

import (
	"errors"
	"fmt"

	"github.com/plygame/ply/internal/catalogue"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/replay"
	"github.com/plygame/ply/match"
)

type replayCommand struct {
	format
	File  string `arg:"" help:"The record; - reads standard input."`
	Moves *int   `placeholder:"N" help:"Stop after this many moves."`
}

func (replayCommand) Help() string {
	return "Plays the moves of a record again. The state after each move must match the record.\n\nExamples:\n\n    ply replay game.ply\n    ply replay game.ply --moves 10"
}

func (c *replayCommand) Validate() error {
	if c.Moves != nil && *c.Moves < 0 {
		return errors.New("--moves must not be negative")
	}
	return nil
}

func (c *replayCommand) Run(all catalogue.Catalogue, con *console.Console) error {
	data, err := con.Read(c.File)
	if err != nil {
		return err
	}
	rec, r, err := replay.Read(all, data)
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	upTo := len(rec.Moves)
	if c.Moves != nil {
		if upTo = *c.Moves; upTo > len(rec.Moves) {
			return misuse{fmt.Errorf("--moves %[3]d: %[1]s has only %[2]d moves", c.File, len(rec.Moves), upTo)}
		}
	}
	m, stopped := match.Replay(r, rec, upTo)
	if m != nil {
		t, err := replay.Retell(m, rec)
		if err != nil {
			return err
		}
		if !c.JSON {
			t.Write(con)
		} else if err := con.JSON(t.Summary()); err != nil {
			return err
		}
	}
	if stopped != nil {
		return fmt.Errorf("%s: %w", c.File, stopped)
	}
	return nil
}
