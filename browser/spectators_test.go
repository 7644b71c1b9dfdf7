package browser_test

import (
	"slices"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
)

// TestSpectators checks games with hands as a spectator sees them, with all seats: nothing is covered or cut, at the start
// and at the end.
func TestSpectators(t *testing.T) {
	t.Parallel()
	watched := []string{"gofish", "liarsdice", "market"}
	some := slices.DeleteFunc(games.All(), func(r *game.Rules) bool { return !slices.Contains(watched, r.Name) })
	eachGame(t, some, func(t *testing.T, h *testServer, _ int, r *game.Rules) {
		p := newPlayer(t, h, "Zoe", sizes[0])
		v := h.visit(p, r)
		at := eval[string](p, "(localStorage.clear(), location.pathname)")
		v.enter = func() {
			p.open(at)
			p.waitFor(tableArea + " .area")
			p.waitIdle()
		}
		look := func(moment string) {
			v.enter()
			for _, s := range []screen{sizes[0], desk} {
				p.sized(s)
				for _, line := range p.findings() {
					t.Errorf("%s, %s at %s: %s", r.Name, moment, s.name, line)
				}
			}
		}
		look("start")
		p.open("/")
		for round := 0; round < 200 && !v.programs[0].Now().Over; round++ {
			playRandomly(t, v.programs, 1, v.luck)
		}
		look("end")
		p.waitFor("[data-result]")
	})
}
