package bot

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/plygame/ply/game"
)

// levels are the levels of play of a Search by name, each with its number of simulations if the rules do not say.
var levels = []struct {
	name        string
	simulations int
	about       string
}{
	{"gentle", 50, "Looks at each move for a moment: a friendly opponent for the first games."},
	{"steady", 200, "Thinks a little, and misses little that is in front of it."},
	{"sharp", 1000, "Thinks well ahead."},
	{"expert", 5000, "Takes its time and plays as well as it can."},
}

// Levels returns the names of the levels, the weakest first.
func Levels() (names []string) {
	for _, l := range levels {
		names = append(names, l.name)
	}
	return names
}

// NewSearch returns a Search of a level: gentle, steady, sharp or expert, or a number of simulations for each
// move. What a level means for a game is up to Rules.Levels; the default is 50, 200, 1,000 and 5,000
// simulations.
func NewSearch(level string) (*Search, error) {
	for i, l := range levels {
		if l.name == level {
			return &Search{level: i + 1}, nil
		}
	}
	if n, err := strconv.Atoi(level); err == nil && n > 0 && n <= mostSimulations {
		return &Search{Simulations: n}, nil
	}
	return nil, fmt.Errorf("%q is not a level: use %s, or a number of simulations from 1 to %d", short(level),
		strings.Join(Levels(), ", "), mostSimulations)
}

// mostSimulations is the highest number that can be typed as a level.
const mostSimulations = 10_000_000

// simulations returns how many simulations a level makes for a move.
func (x *Search) simulations(r *game.Rules) int {
	if x.Simulations > 0 || x.level == 0 {
		return x.Simulations
	}
	if n := r.Levels[x.level-1]; n > 0 {
		return n
	}
	return levels[x.level-1].simulations
}
