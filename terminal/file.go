package terminal

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/match"
)

// file is where a game is kept while it is played.
type file struct {
	path    string // empty if there is no place for it
	wanted  bool   // it was named: it stays when the game is over
	written bool
}

// newFile returns a file of its own for a new game.
func newFile(name string, con *console.Console) *file {
	dir, err := console.StateDir()
	if err == nil {
		err = os.MkdirAll(dir, 0o755)
	}
	if err != nil {
		con.Note("The game will not be saved: %v. --record names a file for it.", err)
		return &file{}
	}
	base := filepath.Join(dir, name+time.Now().Format("-2006-01-02-150405"))
	path := base + ".ply"
	for n := 2; ; n++ {
		if _, err := os.Stat(path); err != nil {
			return &file{path: path}
		}
		path = fmt.Sprintf("%s-%d.ply", base, n)
	}
}

// write writes the record in one go: a crash leaves the old one or the new one.
func (f *file) write(r *match.Record) error {
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
