package terminal

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/match"
)

// file is the file that a game is saved in.
type file struct {
	path    string // "" if the game cannot be saved
	wanted  bool   // the user chose it: it stays when the game is over
	written bool
}

// newFile returns a new file in the state folder.
func newFile(name string, con *console.Console) *file {
	dir, err := console.StateDir()
	if err == nil {
		err = os.MkdirAll(dir, 0o755)
	}
	if err != nil {
		con.Note("The game will not be saved: %v. To save it, choose a file with --record.", err)
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

// write replaces the record atomically: a crash leaves the old or the new one.
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

// unsaved means that a move was played but could not be saved.
type unsaved struct{ error }

func (u unsaved) Error() string { return "cannot save the game: " + u.error.Error() }
func (u unsaved) Unwrap() error { return u.error }
