package game_test

import (
	"io/fs"
	"testing"
	"testing/fstest"

	sticks "github.com/plygame/ply/games/nim"
)

// TestArtFolder gives Rules.Art a folder of pictures, and a folder that holds it, as //go:embed art does.
func TestArtFolder(t *testing.T) {
	picture := &fstest.MapFile{Data: []byte("<svg/>")}
	for name, art := range map[string]fs.FS{
		"a folder":   fstest.MapFS{"king.svg": picture},
		"embedded":   fstest.MapFS{"art/king.svg": picture},
		"art a file": fstest.MapFS{"king.svg": picture, "art": picture},
		"none":       nil,
	} {
		r := sticks.New(3, 3, 2, true)
		r.Art = art
		if err := r.Check(); err != nil {
			t.Fatal(err)
		}
		if art == nil {
			if r.Art != nil {
				t.Error("there are pictures from nowhere")
			}
		} else if _, err := fs.Stat(r.Art, "king.svg"); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
