package lab

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/words"
)

// Standings is the result of an [Arena].
type Standings struct {
	Game     string      `json:"game"`
	Options  game.Values `json:"options,omitempty"`
	Seats    int         `json:"seats"`
	Seed     uint64      `json:"seed"`
	Games    int         `json:"games"`
	Wanted   int         `json:"wanted"` // fewer are played if something ends the run early
	Moves    int         `json:"moves"`
	Shortest int         `json:"shortest"` // moves of a game
	Longest  int         `json:"longest"`
	MaxMoves int         `json:"max_moves"`
	CutOff   int         `json:"cut_off"` // games that reached MaxMoves, which count as draws

	Bots     []Standing `json:"bots"`     // the strongest first
	Pairings []Pairing  `json:"pairings"` // those that have met, in the order of Bots
	Lineups  []Lineup   `json:"lineups"`
	BySeat   []Share    `json:"by_seat"`

	Test *TestResult `json:"sprt,omitempty"`

	rules *game.Rules
}

// Share is how much of the games was won. A draw counts as a win shared by all seats.
type Share struct {
	Name  string  `json:"name"`
	Share float64 `json:"share"` // from 0 to 1
	Low   float64 `json:"low"`   // the interval of 95 %
	High  float64 `json:"high"`
	Par   float64 `json:"par"` // what it would be if all were equally strong
}

// Standing is how well a bot did in all its games.
type Standing struct {
	Share
	Games int     `json:"games"`
	Elo   float64 `json:"elo"`   // the average of all bots is 0
	Error float64 `json:"error"` // the interval of 95 % is Elo ± Error

	Seconds     float64 `json:"seconds_per_move"`
	Simulations float64 `json:"simulations_per_move"`   // of searches only
	Rate        float64 `json:"simulations_per_second"` // of the processor
}

// Pairing is how two bots did against each other. With more than two seats, one wins against the other by a better
// rank.
type Pairing struct {
	Bots  [2]string `json:"bots"`
	Games int       `json:"games"` // in which both played
	Won   int       `json:"won"`   // by the first
	Drawn int       `json:"drawn"`
	Lost  int       `json:"lost"`
	Score float64   `json:"score"` // of the first, from 0 to 1; a draw is a half
	Low   float64   `json:"low"`   // the interval of 95 %
	High  float64   `json:"high"`
	Elo   float64   `json:"elo"` // the difference that the score stands for, at most 9999
}

// Lineup is how the bots did that played together.
type Lineup struct {
	Games  int     `json:"games"`
	Shares []Share `json:"shares"`
}

// TestResult is the result of an [SPRT].
type TestResult struct {
	SPRT
	Ratio    float64 `json:"llr"` // the logarithm of the likelihood ratio
	Low      float64 `json:"low"` // the test ends here
	High     float64 `json:"high"`
	Accepted string  `json:"accepted"` // elo0, elo1, or "" if it is open
	First    string  `json:"first"`    // the bot in question
	Second   string  `json:"second"`
}

func shareOf(name string, share float64, games int, par float64) Share {
	s := Share{Name: name, Par: par}
	if games > 0 {
		s.Share = min(1, share/float64(games))
	}
	s.Low, s.High = interval(s.Share, games)
	return s
}

func (t *tournament) standings() *Standings {
	s := &Standings{
		Game: t.Rules.Name, Options: t.Rules.Values(), Seats: t.Arena.Seats, Seed: t.Seed, Games: t.games, Wanted: t.Total(),
		Moves:    t.moves,
		Shortest: t.length[0], Longest: t.length[1], MaxMoves: cmp.Or(t.MaxMoves, defaultMoves), CutOff: t.cut,
		rules: t.Rules, Bots: []Standing{}, Pairings: []Pairing{},
	}
	points, games := t.scores()
	elo, plus := ratings(points, games)
	order := make([]int, len(t.names))
	for i, name := range t.names {
		order[i] = i
		e, par := t.efforts[i], float64(t.seats[i])/float64(max(1, t.played[i]*t.Arena.Seats))
		one := Standing{Share: shareOf(name, t.shares[i], t.played[i], par), Games: t.played[i], Elo: elo[i], Error: plus[i]}
		one.Seconds = e.took.Seconds() / float64(max(1, e.moves))
		one.Simulations = float64(e.simulations) / float64(max(1, e.searches))
		if e.searched > 0 {
			one.Rate = float64(e.simulations) / e.searched.Seconds()
		}
		s.Bots = append(s.Bots, one)
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(elo[j], elo[i]) })
	slices.SortStableFunc(s.Bots, func(a, b Standing) int { return cmp.Compare(b.Elo, a.Elo) })
	for k, i := range order {
		for _, j := range order[k+1:] {
			if d := t.duels[i][j]; d.games > 0 {
				s.Pairings = append(s.Pairings, pairing(t.names[i], t.names[j], d))
			}
		}
	}
	for i, g := range t.groups {
		s.Lineups = append(s.Lineups, t.lineup(i, g, order))
	}
	for seat, share := range t.bySeat {
		s.BySeat = append(s.BySeat, shareOf(t.Rules.SeatName(game.Seat(seat)), share, t.games, 1/float64(t.Arena.Seats)))
	}
	if t.SPRT != nil {
		s.Test = &TestResult{SPRT: *t.SPRT, Ratio: t.ratio, First: t.Arena.Bots[0].Name, Second: t.Arena.Bots[1].Name}
		s.Test.Low, s.Test.High = t.SPRT.bounds()
		s.Test.Accepted = t.SPRT.result(t.ratio)
	}
	return s
}

// scores returns what each bot has scored against each other one, and in how many games. A game counts once for two
// bots, however many seats they have in it.
func (t *tournament) scores() (points, games [][]float64) {
	for i := range t.names {
		points, games = append(points, make([]float64, len(t.names))), append(games, make([]float64, len(t.names)))
		for j, d := range t.duels[i] {
			if all := d.won + d.drawn + d.lost; all > 0 {
				games[i][j] = float64(d.games) * t.weight(i, j)
				points[i][j] = games[i][j] * (float64(d.won) + float64(d.drawn)/2) / float64(all)
			}
		}
	}
	return points, games
}

// weight returns how much a game counts for two bots. Results of one game depend on each other: a bot with three
// opponents has not played three games.
func (t *tournament) weight(i, j int) float64 {
	return min(1, 1/float64(max(t.opponents(i), t.opponents(j))))
}

// opponents returns the most other bots that a bot has met in one game.
func (t *tournament) opponents(i int) (most int) {
	for _, line := range t.lineups {
		others := map[int]bool{}
		for _, x := range line {
			others[t.of[x]] = true
		}
		if others[i] {
			most = max(most, len(others)-1)
		}
	}
	return most
}

func pairing(a, b string, d duel) Pairing {
	p := Pairing{Bots: [2]string{a, b}, Games: d.games, Won: d.won, Drawn: d.drawn, Lost: d.lost}
	p.Score = (float64(d.won) + float64(d.drawn)/2) / float64(d.won+d.drawn+d.lost)
	p.Low, p.High = interval(p.Score, d.games)
	p.Elo = eloOf(p.Score)
	return p
}

func (t *tournament) lineup(i int, g lineSums, order []int) Lineup {
	line := Lineup{Games: g.games}
	for _, name := range order {
		held := 0
		for _, x := range t.lineups[i] {
			if t.of[x] == name {
				held++
			}
		}
		if held > 0 {
			line.Shares = append(line.Shares,
				shareOf(t.names[name], g.shares[name], g.games, float64(held)/float64(t.Arena.Seats)))
		}
	}
	return line
}

// String returns the report.
func (s *Standings) String() string {
	var b strings.Builder
	section := func(title, text string) {
		if text != "" {
			fmt.Fprintf(&b, "%s\n%s\n", title, text)
		}
	}
	section("Bots", s.bots())
	if s.Seats > 2 {
		section("Wins by lineup", s.lineups())
		section("One against one, by rank", s.pairs())
	} else {
		section("Cross table: score of the row against the column", s.cross())
		section("One against one", s.pairs())
	}
	section("Seats", s.seats())
	section("Games", s.games())
	b.WriteString(strings.Join(s.notes(), "\n") + "\n")
	return b.String()
}

func (s *Standings) bots() string {
	return table(func(row func(...string)) {
		head := []string{"", "Elo", "±", "games", "score", "95 % interval", "time a move", "simulations", "per second"}
		if s.Seats > 2 {
			head[4], head = "wins", slices.Insert(head, 6, "par")
		}
		row(head...)
		for _, x := range s.Bots {
			if x.Games == 0 {
				continue
			}
			elo, plus := signed(x.Elo), fmt.Sprintf("%.0f", min(x.Error, 9999))
			if len(s.Bots) == 1 {
				elo, plus = "-", "-"
			}
			simulations, rate := "-", "-"
			if x.Rate > 0 {
				simulations, rate = fmt.Sprintf("%.0f", x.Simulations), fmt.Sprintf("%.0f", x.Rate)
			}
			line := []string{x.Name, elo, plus, fmt.Sprint(x.Games), percent(x.Share.Share), x.interval(), duration(x.Seconds),
				simulations, rate}
			if s.Seats > 2 {
				line = slices.Insert(line, 6, percent(x.Par))
			}
			row(line...)
		}
	})
}

// lineups lists what each bot has won in each lineup. If only two bots play, it leaves out the one with more seats: it
// has won the rest.
func (s *Standings) lineups() string {
	return table(func(row func(...string)) {
		row("", "games", "wins", "95 % interval", "par")
		for _, l := range s.Lineups {
			for i, x := range l.Shares {
				if l.Games == 0 || len(l.Shares) == 2 && x.Par > l.Shares[1-i].Par {
					continue
				}
				var others []string
				for j, o := range l.Shares {
					if seats := int(o.Par*float64(s.Seats) + 0.5); j != i && seats > 1 {
						others = append(others, fmt.Sprintf("%d %s", seats, o.Name))
					} else if j != i {
						others = append(others, o.Name)
					}
				}
				row(x.Name+" with "+words.List(others, "and"), fmt.Sprint(l.Games), percent(x.Share), x.interval(), percent(x.Par))
			}
		}
	})
}

// cross returns the scores of all against all, if there are more than two bots.
func (s *Standings) cross() string {
	if len(s.Bots) < 3 {
		return ""
	}
	score := map[[2]string]string{}
	for _, p := range s.Pairings {
		score[p.Bots] = percent(p.Score)
		score[[2]string{p.Bots[1], p.Bots[0]}] = percent(1 - p.Score)
	}
	return table(func(row func(...string)) {
		head := []string{""}
		for _, x := range s.Bots {
			head = append(head, x.Name)
		}
		row(head...)
		for _, x := range s.Bots {
			line := []string{x.Name}
			for _, y := range s.Bots {
				line = append(line, cmp.Or(score[[2]string{x.Name, y.Name}], "-"))
			}
			row(line...)
		}
	})
}

func (s *Standings) pairs() string {
	if len(s.Pairings) == 0 {
		return ""
	}
	return table(func(row func(...string)) {
		head := []string{"", "games", "won", "drawn", "lost", "score", "95 % interval", "Elo", "95 % interval"}
		if s.Seats > 2 {
			copy(head[2:], []string{"better", "equal", "worse"})
		}
		row(head...)
		for _, p := range s.Pairings {
			row(p.Bots[0]+" - "+p.Bots[1], fmt.Sprint(p.Games), fmt.Sprint(p.Won), fmt.Sprint(p.Drawn), fmt.Sprint(p.Lost),
				percent(p.Score), Share{Low: p.Low, High: p.High}.interval(), eloText(p.Score), eloText(p.Low)+" to "+
					eloText(p.High))
		}
	})
}

func (s *Standings) seats() string {
	return table(func(row func(...string)) {
		row("", "wins", "95 % interval")
		for _, x := range s.BySeat {
			row(words.Capital(x.Name), percent(x.Share), x.interval())
		}
	})
}

func (s *Standings) games() string {
	text := fmt.Sprintf("  %s, %.1f moves on average, from %d to %d\n", words.Plural(s.Games, "game"),
		float64(s.Moves)/float64(max(1, s.Games)), s.Shortest, s.Longest)
	if s.CutOff > 0 {
		text += fmt.Sprintf("  %s reached the limit of %d moves and counted as drawn\n", words.Plural(s.CutOff, "game"),
			s.MaxMoves)
	}
	return text
}

// notes explains the numbers, and how the run ended.
func (s *Standings) notes() (all []string) {
	if x := s.Test; x != nil {
		verdict := "no decision yet; more games are needed."
		switch x.Accepted {
		case "elo0":
			verdict = fmt.Sprintf("%s is less than %g Elo stronger than %s.", x.First, x.Elo1, x.Second)
		case "elo1":
			verdict = fmt.Sprintf("%s is more than %g Elo stronger than %s.", x.First, x.Elo0, x.Second)
		}
		all = append(all, fmt.Sprintf("Test of Elo %g against %g (alpha %g, beta %g): %s The log-likelihood ratio is %.2f; the test ends at %.2f and %.2f.",
			x.Elo0, x.Elo1, x.Alpha, x.Beta, verdict, x.Ratio, x.Low, x.High))
	}
	if s.Games < s.Wanted {
		all = append(all, fmt.Sprintf("The run ended after %d of %d games.", s.Games, s.Wanted))
	}
	return append(all, "An Elo of 0 is the average of these bots. Speeds are simulations per second of one processor.")
}

func (x Share) interval() string { return fmt.Sprintf("%.1f to %.1f", 100*x.Low, 100*x.High) }

// eloText returns the difference of Elo that a score stands for.
func eloText(score float64) string {
	switch {
	case score <= 0:
		return "-∞"
	case score >= 1:
		return "+∞"
	}
	return signed(eloOf(score))
}

func signed(x float64) string {
	if x = math.Round(x); x == 0 {
		return "0"
	}
	return fmt.Sprintf("%+.0f", x)
}

func percent(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) }

// duration describes the time of a move with three digits.
func duration(seconds float64) string {
	d := time.Duration(seconds * float64(time.Second))
	for unit := time.Duration(1); ; unit *= 10 {
		if d < 1000*unit {
			return d.Round(unit).String()
		}
	}
}

// table aligns rows in columns: the first to the left, the others to the right.
func table(fill func(row func(...string))) string {
	var rows [][]string
	var width []int
	fill(func(cells ...string) {
		rows = append(rows, cells)
		for i, c := range cells {
			if i == len(width) {
				width = append(width, 0)
			}
			width[i] = max(width[i], len([]rune(c)))
		}
	})
	var b strings.Builder
	for _, cells := range rows {
		line := ""
		for i, c := range cells {
			pad := strings.Repeat(" ", width[i]-len([]rune(c)))
			if i == 0 {
				line += "  " + c + pad
			} else {
				line += "  " + pad + c
			}
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}
