package browser_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
)

var (
	shots     = flag.String("screenshots", "", "directory for screenshots of all pages and games")
	onlyShots = flag.String("only", "", "take only screenshots whose names match this regular expression, such as chess.*-390-dark")
)

// TestScreenshots takes screenshots of every page, and of every game with all its seats at its important moments, at all sizes, in
// light and dark.
func TestScreenshots(t *testing.T) {
	if *shots == "" {
		t.Skip("only with -screenshots DIR")
	}
	if err := os.MkdirAll(*shots, 0o755); err != nil {
		t.Fatal(err)
	}
	eachGame(t, games.All(), func(t *testing.T, h *testServer, _ int, r *game.Rules) {
		p := newPlayer(t, h, "Ann", sizes[0])
		h.visit(p, r).moments(func(moment string) { p.shots(r.Name + "-" + moment) })
	})
	t.Run("pages", func(t *testing.T) {
		t.Parallel()
		h := newServer(t)
		p := newPlayer(t, h, "Ann", sizes[0])
		for _, at := range h.pageStates(t) {
			at.show(p)
			p.shots(at.name)
		}
	})
}

// shots takes screenshots at all sizes, in light and dark.
func (p *player) shots(name string) {
	p.t.Helper()
	for _, s := range sizes {
		for _, dark := range []bool{false, true} {
			s := s.inDark(dark)
			file := fmt.Sprintf("%s-%d-%s.png", name, s.width, s.theme())
			if ok, err := regexp.MatchString(*onlyShots, file); err != nil {
				p.t.Fatal(err)
			} else if !ok {
				continue
			}
			p.sized(s)
			p.shot(filepath.Join(*shots, file))
		}
	}
}
