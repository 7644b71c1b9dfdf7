package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/catalogue"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/words"
)

// file is where a game is kept while it is played.
type file struct {
	path    string // empty if there is no place for it
	wanted  bool   // it was named: it stays when the game is over
	written bool
}

// newFile returns the file of a new game: the one that was named, or one of its own.
func newFile(name, named string, con *console.Console) (*file, error) {
	if named != "" {
		if _, err := os.Stat(named); err == nil {
			return nil, misuse{fmt.Errorf("--record: there is a file %s already; name another, or go on with it by --resume", named)}
		}
		return &file{path: named, wanted: true}, nil
	}
	dir, err := console.StateDir()
	if err == nil {
		err = os.MkdirAll(dir, 0o755)
	}
	if err != nil {
		con.Note("The game will not be saved: %v. --record names a file for it.", err)
		return &file{}, nil
	}
	base := filepath.Join(dir, name+time.Now().Format("-2006-01-02-150405"))
	path := base + ".ply"
	for n := 2; ; n++ {
		if _, err := os.Stat(path); err != nil {
			return &file{path: path}, nil
		}
		path = fmt.Sprintf("%s-%d.ply", base, n)
	}
}

// write writes the record in one go: a crash leaves the old one or the new one.
func (f *file) write(r *game.Record) error {
	if f.path == "" {
		return nil
	}
	err := os.WriteFile(f.path+".new", []byte(r.String()), 0o600)
	if err == nil {
		err = os.Rename(f.path+".new", f.path)
	}
	if err != nil {
		return unsaved{err}
	}
	f.written = true
	return nil
}

// unsaved is why a move that was played could not be saved.
type unsaved struct{ error }

func (u unsaved) Error() string { return "the game cannot be saved: " + u.error.Error() }
func (u unsaved) Unwrap() error { return u.error }

// leave says where the game is kept. One that is over, and that nobody asked to keep, is not.
func (g *sitting) leave(con *console.Console) error {
	switch {
	case g.far != nil:
		g.far.leave(con)
		return nil
	case g.state().Over() && !g.file.wanted:
		if g.file.written {
			return os.Remove(g.file.path)
		}
		return nil
	case len(g.log) == 0 && !g.file.wanted, g.file.path == "":
		return nil // nothing was played, or there is no place for it
	}
	if err := g.file.write(g.record()); err != nil {
		return err
	}
	if g.state().Over() {
		con.Note("The record is in %s.", g.file.path)
	} else {
		con.Note("The game is saved. Go on with:\n  %s play --resume %s", console.Command(), words.ShellQuoted(g.file.path))
	}
	return nil
}

// resumed goes on with a game from a file.
func (c *playCommand) resumed(all catalogue.Catalogue, con *console.Console) (*sitting, error) {
	data, err := con.Read(c.Resume)
	if err != nil {
		return nil, fmt.Errorf("--resume: %w", err)
	}
	g, err := c.read(all, data, con)
	if err != nil {
		return nil, fmt.Errorf("--resume %s: %w", c.Resume, err)
	}
	seats := g.state().Seats()
	if c.Seats != nil && *c.Seats != seats {
		return nil, misuse{fmt.Errorf("--resume %s: it has %s, not %d; leave --seats out", c.Resume, words.Plural(seats, "seat"), *c.Seats)}
	}
	return g, nil
}

// read reads a record, or a save, which is JSON.
func (c *playCommand) read(all catalogue.Catalogue, data []byte, con *console.Console) (*sitting, error) {
	p := position{table: table{variant: variant{c.Game, c.Preset, c.Option}}}
	if bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")) {
		return c.load(all, &p, data, con)
	}
	rec, r, err := all.Record(data)
	if err != nil {
		return nil, err
	}
	if c.Game == "" {
		p.Game = rec.Game
	}
	if err := p.fits(rec.Game, r); err != nil {
		return nil, err
	}
	if slices.ContainsFunc(rec.Moves, func(e game.Entry) bool { return e.Seat == game.Nobody }) {
		return nil, errors.New("it is of a match in which moves were taken back, or somebody has given up; ply replay shows it")
	}
	begin, err := game.Replay(r, rec, 0)
	if err != nil {
		return nil, err
	}
	f := &file{path: c.Resume, wanted: true, written: true}
	if c.Record != "" {
		if f, err = newFile(r.Name, c.Record, con); err != nil {
			return nil, err
		}
	}
	bots := botsOf(rec)
	if c.Bots.typed {
		if err := c.Bots.fit(rec.Seats); err != nil {
			return nil, err
		}
		bots = c.Bots.of(rec.Seats)
	}
	g := newSitting(begin, bots, f)
	g.names = rec.Names
	return g, g.replay(rec.Moves)
}

// load begins at a save; what comes after it is recorded.
func (c *playCommand) load(all catalogue.Catalogue, p *position, data []byte, con *console.Console) (*sitting, error) {
	if c.Game == "" {
		p.Game = savedGame(data)
	}
	s, err := p.load(all, data)
	if err != nil {
		return nil, err
	}
	if err := c.Bots.fit(s.Seats()); err != nil {
		return nil, err
	}
	f, err := newFile(s.Rules().Name, c.Record, con)
	if err != nil {
		return nil, err
	}
	return newSitting(s, c.Bots.of(s.Seats()), f), nil
}

// savedGame is the game that a save names.
func savedGame(data []byte) string {
	var head struct{ Game string }
	_ = json.Unmarshal(data, &head) // what is no save is refused by whoever loads it
	return head.Game
}

// botsOf tells from the names in a record who plays at random.
func botsOf(rec *game.Record) []bool {
	bots := make([]bool, rec.Seats)
	for x := range bots {
		bots[x] = x < len(rec.Names) && rec.Names[x] == botName(x)
	}
	return bots
}

// replay plays the moves of a record, which must come out as they did.
func (g *sitting) replay(moves []game.Entry) error {
	for i, e := range moves {
		before := g.state()
		m, err := before.Parse(e.Seat, e.Text)
		if err == nil {
			err = g.h.Play(m)
		}
		if err == nil && g.state().HashText() != e.Hash {
			err = fmt.Errorf("its hash is %s, and the record says %s", g.state().HashText(), e.Hash)
		}
		if err != nil {
			return fmt.Errorf("move %d (%s of %s): %w", i+1, e.Text, e.Seat, err)
		}
		g.tell(before, m)
	}
	for _, x := range g.watchers() {
		g.read[x], g.opened[x] = len(g.log), true
	}
	return nil
}
