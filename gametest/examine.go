package gametest

import (
	"fmt"
	"maps"
	"slices"

	"github.com/plygame/ply/game"
)

// Report is what Examine has checked and found.
type Report struct {
	Games    int                 `json:"games"`
	Moves    int                 `json:"moves"`
	Options  int                 `json:"options,omitempty"` // combinations of options and numbers of seats that were played
	Observed map[game.Seat]Pairs `json:"observed"`          // by observer, Nobody for the spectators: what the law "leaks" compared
	Breaches []Breach            `json:"breaches"`
	LeftOut  string              `json:"left_out,omitempty"` // what there was no time for: see Config.Time
}

// Breach is a broken law. There is at most one for each law, and one for each fault in the rules.
type Breach struct {
	Law   string   `json:"law"`
	Seats int      `json:"seats"`
	Seed  uint64   `json:"seed"`
	After int      `json:"after"` // number of moves
	Words string   `json:"words"`
	Test  string   `json:"test"`           // a Go test that reproduces it
	Also  []string `json:"also,omitempty"` // other laws broken by the same fault in the rules

	fault *game.Fault
}

// Pairs counts how often the law "leaks" played a move twice: once as it was, and once with something
// different in place of what an observer does not see.
type Pairs struct {
	Hidden    int `json:"hidden"`    // moves at which something was hidden from the observer
	Compared  int `json:"compared"`  // pairs that were compared
	Illegal   int `json:"illegal"`   // pairs skipped: another seat could not have made the move
	Announced int `json:"announced"` // pairs skipped: the rules announce something different
	Guessed   int `json:"guessed"`   // pairs skipped: Rules.Guess has put other things into sight
}

func (p Pairs) plus(o Pairs) Pairs {
	return Pairs{p.Hidden + o.Hidden, p.Compared + o.Compared, p.Illegal + o.Illegal, p.Announced + o.Announced,
		p.Guessed + o.Guessed}
}

// Pairs returns the sum over all observers.
func (r *Report) Pairs() (sum Pairs) {
	for _, p := range r.Observed {
		sum = sum.plus(p)
	}
	return sum
}

// enoughPairs is how many pairs must be compared for an observer before the result means anything.
const enoughPairs = 10

// TooFew lists the observers with hidden information for whom too few pairs were compared to tell whether
// secrets are kept; Nobody for the spectators.
func (r *Report) TooFew() (all []game.Seat) {
	for _, o := range slices.Sorted(maps.Keys(r.Observed)) {
		if p := r.Observed[o]; p.Hidden > 0 && p.Compared < enoughPairs {
			all = append(all, o)
		}
	}
	return all
}

func (p Pairs) String() string {
	if p.Hidden == 0 {
		return "nothing is hidden from anyone"
	}
	text := fmt.Sprintf("%d pairs compared for leaks, %d skipped because the move is not legal in both, %d because of announcements",
		p.Compared, p.Illegal, p.Announced)
	if p.Guessed > 0 {
		text += fmt.Sprintf(", %d because Rules.Guess changed what is in sight", p.Guessed)
	}
	if p.Compared == 0 {
		text += "; there are secrets, but no pair could be compared"
	}
	return text
}

// observed adds to the counts for an observer.
func (c *checker) observed(seat game.Seat, p Pairs) {
	if c.report.Observed == nil {
		c.report.Observed = map[game.Seat]Pairs{}
	}
	c.report.Observed[seat] = c.report.Observed[seat].plus(p)
}

// Examine is Check outside of tests: it returns a Report. The error means that the rules or a law cannot be
// examined at all. Examine does not start a second process.
func (c Config) Examine(rules *game.Rules) (*Report, error) {
	if err := c.unknownLaw(); err != nil {
		return nil, err
	}
	if err := rules.Check(); err != nil {
		return nil, err
	}
	k := newChecker(nobody{}, rules, c)
	if err := k.games(); err != nil {
		return nil, err
	}
	return &k.report, nil
}

// nobody is a teller that ignores everything.
type nobody struct{}

func (nobody) Helper()               {}
func (nobody) Name() string          { return "" }
func (nobody) Errorf(string, ...any) {}
func (nobody) Logf(string, ...any)   {}
