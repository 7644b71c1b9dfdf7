package survivors

import (
	"context"
	"flag"
	"strings"
	"testing"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
)

var (
	matches   = flag.Int("matches", 1, "how many matches of each mission TestLevels plays with each level")
	levels    = flag.String("levels", "gentle,steady", "the levels that TestLevels compares, the weakest first")
	onMission = flag.String("mission", "petrol", "the missions that TestLevels plays")
	team      = flag.Int("team", 2, "how many seats play in TestLevels")
)

// A team of bots plays missions to their end. How often the levels win is in docs/bots.md:
//
//	go test ./games/survivors -run TestLevels -v -matches 200 -levels gentle,sharp -mission petrol,night,hatches -timeout 0
func TestLevels(t *testing.T) {
	for name := range strings.SplitSeq(*onMission, ",") {
		for level := range strings.SplitSeq(*levels, ",") {
			won, points, rounds := 0, 0, 0
			for n := range uint64(*matches) {
				s := match(t, New(name), level, n)
				if o := s.Outcome(); len(o.Winners) > 0 {
					won++
				}
				points += s.Outcome().Scores[0]
				rounds += Round.Of(s, game.Root)
			}
			t.Logf("%s, %s: %d of %d won, %.1f points, %.1f rounds", name, level, won, *matches, float64(points)/float64(*matches), float64(rounds)/float64(*matches))
		}
	}
}

// match plays a match with bots of one level.
func match(t *testing.T, r *game.Rules, level string, seed uint64) *game.State {
	t.Helper()
	player, err := bot.NewSearch(level)
	if err != nil {
		t.Fatal(err)
	}
	s, err := r.Start(*team, game.SeedOf(seed))
	if err != nil {
		t.Fatal(err)
	}
	for !s.Over() {
		seat := s.ToAct().First()
		m, err := bot.Choose(context.Background(), player, s, seat, seed)
		if err != nil {
			t.Fatal(err)
		}
		if s, err = s.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	return s
}
