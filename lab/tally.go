package lab

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/words"
)

// Tally counts the results of games. Each game counts once: wins, shared, lost, draws, unfinished and faults add up to
// games.
type Tally struct {
	Games, Moves, Draws, Unfinished, Faults int
	Shared, Lost                            int            // games with several winners, and with none
	Wins, Shares                            []int          // by seat: sole wins, and shared wins
	Teams                                   map[uint64]int // shared wins by the seats that shared them, as bits

	Fault   error // the first fault, by number of the game
	FaultAt int
}

// end counts a finished or unfinished game.
func (t *Tally) end(s *game.State) {
	if !s.Over() {
		t.Unfinished++
		return
	}
	winners, last := 0, 0
	for x := range t.Wins {
		if s.Won(game.Seat(x)) {
			winners, last = winners+1, x
		}
	}
	switch {
	case winners > 1:
		t.share(s)
	case winners == 1:
		t.Wins[last]++
	case s.Tied():
		t.Draws++
	default:
		t.Lost++
	}
}

// share counts a game with several winners.
func (t *Tally) share(s *game.State) {
	t.Shared++
	team := uint64(0)
	for x := range t.Shares {
		if s.Won(game.Seat(x)) {
			t.Shares[x]++
			team |= 1 << x
		}
	}
	t.shared(team, 1)
}

// shared counts wins of a team.
func (t *Tally) shared(team uint64, n int) {
	if t.Teams == nil {
		t.Teams = map[uint64]int{}
	}
	t.Teams[team] += n
}

// fail counts a game with a fault.
func (t *Tally) fail(i int, err error) {
	t.Faults++
	if t.Fault == nil || i < t.FaultAt {
		t.Fault, t.FaultAt = err, i
	}
}

func (t *Tally) add(o *Tally) {
	t.Games += o.Games
	t.Moves += o.Moves
	t.Draws += o.Draws
	t.Unfinished += o.Unfinished
	t.Shared += o.Shared
	t.Lost += o.Lost
	for x := range o.Wins {
		t.Wins[x] += o.Wins[x]
		t.Shares[x] += o.Shares[x]
	}
	for team, n := range o.Teams {
		t.shared(team, n)
	}
	faults := t.Faults + o.Faults
	if o.Fault != nil {
		t.fail(o.FaultAt, o.Fault)
	}
	t.Faults = faults
}

// Summary is a Tally with averages and speed.
type Summary struct {
	Games      int     `json:"games"`
	Moves      int     `json:"moves"`
	Seconds    float64 `json:"seconds"`
	Rate       float64 `json:"playouts_per_second"`
	Length     float64 `json:"moves_per_game"`
	Wins       []int   `json:"wins"`   // by seat, sole wins
	Shared     int     `json:"shared"` // games with several winners
	Shares     []int   `json:"shares"` // by seat, shared wins
	Teams      []Team  `json:"teams"`  // which seats shared wins
	Lost       int     `json:"lost"`   // games that everyone lost
	Draws      int     `json:"draws"`
	Unfinished int     `json:"unfinished"`
	Faults     int     `json:"faults"`
}

// Team is a group of seats that won together.
type Team struct {
	Seats []game.Seat `json:"seats"`
	Wins  int         `json:"wins"`
}

// teams lists the groups of seats that shared wins.
func (t *Tally) teams() []Team {
	all := []Team{}
	for _, team := range slices.Sorted(maps.Keys(t.Teams)) {
		var seats []game.Seat
		for x := range t.Wins {
			if team>>x&1 == 1 {
				seats = append(seats, game.Seat(x))
			}
		}
		all = append(all, Team{seats, t.Teams[team]})
	}
	return all
}

// Summary summarizes games that took this long.
func (t *Tally) Summary(took time.Duration) Summary {
	seconds := max(took, time.Nanosecond).Seconds()
	return Summary{
		Games: t.Games, Moves: t.Moves, Seconds: seconds,
		Rate:   float64(t.Games) / seconds,
		Length: float64(t.Moves) / float64(t.Games),
		Wins:   t.Wins, Shared: t.Shared, Shares: t.Shares, Teams: t.teams(), Lost: t.Lost,
		Draws: t.Draws, Unfinished: t.Unfinished, Faults: t.Faults,
	}
}

// Text returns the summary for people, one number per line.
func (s Summary) Text(r *game.Rules) string {
	var b strings.Builder
	width := 14
	for _, team := range s.Teams {
		if s.teamed() {
			width = max(width, len([]rune(team.name(r)+" win")))
		}
	}
	row := func(name string, n int, more string) { fmt.Fprintf(&b, "  %-*s %12d  %s\n", width, name, n, more) }
	row("games", s.Games, fmt.Sprintf("%.0f per second", s.Rate))
	row("moves", s.Moves, fmt.Sprintf("%.2f per game", s.Length))
	percent := func(n int) string { return fmt.Sprintf("%5.1f %%", 100*float64(n)/float64(s.Games)) }
	if s.teamed() {
		for _, team := range s.Teams {
			row(team.name(r)+" win", team.Wins, percent(team.Wins))
		}
	} else {
		for x, n := range s.Wins {
			row(words.Capital(r.SeatName(game.Seat(x)))+" wins", n, percent(n))
		}
		if s.Shared > 0 {
			row("shared wins", s.Shared, percent(s.Shared)+"  "+sharers(r, s.Shares))
		}
	}
	row("draws", s.Draws, percent(s.Draws))
	for _, rare := range []struct {
		name string
		n    int
	}{{"lost by all", s.Lost}, {"unfinished", s.Unfinished}, {"faults", s.Faults}} {
		if rare.n > 0 {
			row(rare.name, rare.n, percent(rare.n))
		}
	}
	return b.String()
}

// mostTeams is how many groups of winners are listed one by one.
const mostTeams = 6

// teamed reports whether the seats are in teams, as far as the games show: nobody has won alone, and few groups have
// won.
func (s Summary) teamed() bool {
	return len(s.Teams) > 0 && len(s.Teams) <= mostTeams && !slices.ContainsFunc(s.Wins, func(n int) bool { return n > 0 })
}

// name returns the names of the team's players.
func (t Team) name(r *game.Rules) string {
	var names []string
	for _, x := range t.Seats {
		names = append(names, r.SeatName(x))
	}
	return words.Capital(words.List(names, "and"))
}

// sharers lists how often each player shared a win.
func sharers(r *game.Rules, shares []int) string {
	var words []string
	for x, n := range shares {
		words = append(words, fmt.Sprintf("%s in %d", r.SeatName(game.Seat(x)), n))
	}
	return strings.Join(words, ", ")
}
