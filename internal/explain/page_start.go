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
	var all []lot
	for _, g := range groups {
		chance, kinds := e.dealt(groups, g)
		if chance == (g.Kind != "") && kinds != nil {
			continue // show either the total or each kind
		}
		what := e.called(g.Kind)
		if g.Kind == "" {
			for i := range kinds {
				kinds[i] = e.called(kinds[i])
			}
			what = joined(kinds, "or")
		}
		x := lot{place: g.Place, things: []string{what}, amount: strings.Join(amounts(e.Start, g), ", ")}
		if g.Owner != game.Nobody {
			x.owners = []string{e.rules.SeatName(g.Owner)}
		}
		all = append(all, x)
	}
	all = gathered(all, func(a, b lot) bool { return slices.Equal(a.things, b.things) }, func(a *lot, b lot) { a.owners = append(a.owners, b.owners...) })
	all = gathered(all, func(a, b lot) bool { return slices.Equal(a.owners, b.owners) }, func(a *lot, b lot) { a.things = append(a.things, b.things...) })
	var rows []pageRow
	for _, x := range all {
		rows = append(rows, pageRow{x.place, x.words()})
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

// called returns what players call things of a kind.
func (e *Explanation) called(kind string) string {
	for _, k := range e.rules.Kinds {
		if k.Name == kind {
			return labelOf(k)
		}
	}
	return kind
}

// lot is things of which a place has the same number at the start.
type lot struct {
	place, amount  string
	things, owners []string // names of kinds, and of the seats that own them
}

func (x lot) words() string {
	what := joined(x.things, "and")
	if x.owners != nil {
		what += " of " + joined(x.owners, "and")
	}
	switch several := len(x.things) > 1 || len(x.owners) > 1; {
	case several && strings.Contains(x.amount, " "):
		return what + ", each: " + x.amount
	case several:
		return what + ": " + x.amount + " each"
	}
	return what + ": " + x.amount
}

// gathered joins lots of the same place and number that are alike otherwise.
func gathered(lots []lot, alike func(a, b lot) bool, join func(a *lot, b lot)) (all []lot) {
	for _, x := range lots {
		i := slices.IndexFunc(all, func(a lot) bool {
			return a.place == x.place && a.amount == x.amount && (a.owners == nil) == (x.owners == nil) && alike(a, x)
		})
		if i < 0 {
			all = append(all, x)
		} else {
			join(&all[i], x)
		}
	}
	return all
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
