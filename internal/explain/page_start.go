package explain

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/words"
)

// start lists what is on the table, for each number of seats.
func (p *page) start(e *Explanation) {
	var groups []group
	var faults []string
	for _, o := range e.Start {
		for _, x := range o.Piles {
			if !slices.Contains(groups, x.group) {
				groups = append(groups, x.group)
			}
		}
		if o.Fault != "" && !slices.Contains(faults, o.Fault) {
			faults = append(faults, o.Fault)
		}
	}
	if len(e.Table) == 0 && faults == nil {
		return
	}
	slices.SortStableFunc(groups, func(a, b group) int { return a.compare(e.rules, b) })
	p.heading("At the start")
	var rows []pageRow
	for _, g := range groups {
		chance, kinds := e.dealt(groups, g)
		if chance == (g.Kind != "") && kinds != nil {
			continue // show either the total or each kind
		}
		what := g.Kind
		if g.Kind == "" {
			what = joined(kinds, "or")
		}
		if g.Owner != game.Nobody {
			what += " of " + e.rules.SeatName(g.Owner)
		}
		rows = append(rows, pageRow{g.Place, what + ": " + strings.Join(amounts(e.Start, g), ", ")})
	}
	p.rows(rows)
	if rows == nil && faults == nil {
		p.lines(2, 2, "The table is empty.")
	}
	for _, b := range e.Start[0].boards {
		p.con.Printf("\n")
		for line := range strings.Lines(b) {
			p.con.Printf("    %s\n", strings.TrimRight(line, "\n"))
		}
	}
	for _, text := range faults {
		p.lines(2, 4, "A game that failed to start: "+text)
	}
}

// dealt reports whether the number of each kind in a place is random.
func (e *Explanation) dealt(groups []group, g group) (chance bool, kinds []string) {
	several := false
	for _, o := range groups {
		if o.Place != g.Place || o.Each != g.Each {
			continue
		}
		several = several || o.Kind == ""
		if o.Kind != "" && !slices.Contains(kinds, o.Kind) {
			kinds = append(kinds, o.Kind)
		}
		for _, start := range e.Start {
			chance = chance || slices.ContainsFunc(start.Piles, func(p pile) bool { return p.group == o && p.Low != p.High })
		}
	}
	if !several {
		return false, nil
	}
	return chance, kinds
}

// amounts returns how many there are, for each number of seats if that matters.
func amounts(start []opening, g group) (all []string) {
	for i := 0; i < len(start); {
		from, n := i, start[i].amount(g)
		for i < len(start) && start[i].amount(g) == n {
			i++
		}
		switch low, high := start[from].Seats, start[i-1].Seats; {
		case from == 0 && i == len(start):
			return []string{n}
		case low == high:
			all = append(all, fmt.Sprintf("%s with %s", n, words.Plural(low, "player")))
		default:
			all = append(all, fmt.Sprintf("%s with %s", n, playersOf(start[from:i])))
		}
	}
	return all
}

// playersOf returns the numbers of players of several openings.
func playersOf(start []opening) string {
	first, last := start[0].Seats, start[len(start)-1].Seats
	if last-first == len(start)-1 {
		return fmt.Sprintf("%d to %d players", first, last)
	}
	var all []string
	for _, o := range start {
		all = append(all, strconv.Itoa(o.Seats))
	}
	return joined(all, "or") + " players"
}

func (o opening) amount(g group) string {
	n := "none"
	for _, x := range o.Piles {
		if x.group != g {
			continue
		}
		n = numbers(x.Low, x.High)
		if x.Each {
			n += " for each player"
		}
		switch m := len(x.Places); {
		case m > mostNames:
			n += fmt.Sprintf(", in %d places", m)
		case m > 0:
			n = x.inPlaces()
		}
	}
	return n
}

// inPlaces returns how many are in each of several places.
func (p pile) inPlaces() string {
	var all []string
	for _, x := range p.Places {
		all = append(all, x.Place+" "+numbers(x.Low, x.High))
	}
	return strings.Join(all, ", ")
}
