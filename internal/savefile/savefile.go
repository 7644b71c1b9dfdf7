// Package savefile writes the record of a game at a screen after every move.
package savefile

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/match"
)

// File is the file that a game is saved in.
type File struct {
	Path    string // "" if the game cannot be saved
	Wanted  bool   // the user chose it: it stays when the game is over
	Written bool   // it exists
}

// New returns a new file in the state folder.
func New(name string, con *console.Console) *File {
	dir, err := console.StateDir()
	if err == nil {
		err = os.MkdirAll(dir, 0o755)
	}
	if err != nil {
		con.Note("The game will not be saved: %v. To save it, choose a file with --record.", err)
		return &File{}
	}
	base := filepath.Join(dir, name+time.Now().Format("-2006-01-02-150405"))
	path := base + ".ply"
	for n := 2; ; n++ {
		if _, err := os.Stat(path); err != nil {
			return &File{Path: path}
		}
		path = fmt.Sprintf("%s-%d.ply", base, n)
	}
}

// Write replaces the record atomically: a crash leaves the old or the new one.
func (f *File) Write(r *match.Record) error {
	if f.Path == "" {
		return nil
	}
	err := os.WriteFile(f.Path+".new", []byte(r.String()), 0o600)
	if err == nil {
		err = os.Rename(f.Path+".new", f.Path)
	}
	if err != nil {
		return Unsaved{err}
	}
	f.Written = true
	return nil
}

// Unsaved means that a move was played but could not be saved.
type Unsaved struct{ error }

func (u Unsaved) Error() string { return "cannot save the game: " + u.error.Error() }
func (u Unsaved) Unwrap() error { return u.error }
