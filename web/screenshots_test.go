package web_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

var shots = flag.String("screenshots", "", "directory for screenshots of all pages and games")

// TestScreenshots takes screenshots of every page and every game on all screens, in light and dark.
func TestScreenshots(t *testing.T) {
	if *shots == "" {
		t.Skip("only with -screenshots DIR")
	}
	if err := os.MkdirAll(*shots, 0o755); err != nil {
		t.Fatal(err)
	}
	h := newServer(t)
	for _, s := range screens {
		for _, dark := range []bool{false, true} {
			s := s.inDark(dark)
			p := newPlayer(t, h, "Ann", s)
			for _, at := range h.pageStates(t) {
				at.show(p)
				p.shot(filepath.Join(*shots, fmt.Sprintf("%s-%s-%s.png", at.name, s.name, s.theme())))
			}
		}
	}
}
