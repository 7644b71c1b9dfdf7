package card

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/plygame/ply/game"
)

// Copies is a kind of card and the number of copies in a deck.
type Copies struct {
	Kind *game.Kind
	N    int
}

// List is a deck of your own kinds of cards.
type List []Copies

// Size returns the number of cards.
func (l List) Size() (n int) {
	for _, e := range l {
		n += e.N
	}
	return n
}

// Kinds returns the kinds of the cards, for Rules.Kinds.
func (l List) Kinds() (all []*game.Kind) {
	for _, e := range l {
		all = append(all, e.Kind)
	}
	return all
}

// Create makes the cards in the place. Shuffle them then.
func (l List) Create(t *game.Tx, in game.Holder) {
	for _, e := range l {
		t.CreateMany(e.N, e.Kind, in)
	}
}

// String returns the deck as a Pool reads it, one kind per line.
func (l List) String() string {
	var b strings.Builder
	for _, e := range l {
		fmt.Fprintf(&b, "%d %s\n", e.N, title(e.Kind))
	}
	return b.String()
}

// title is the name that people read.
func title(k *game.Kind) string {
	if k.Look.Label != "" {
		return k.Look.Label
	}
	return k.Name
}

// Pool is the set of cards that players may build decks from.
type Pool struct {
	Kinds    []*game.Kind
	Copies   int // how many of one kind a deck may have; 0 for any number
	Min, Max int // how many cards a deck may have; a Max of 0 for any number

	// Limit returns how many of a kind a deck may have, if that differs from Copies.
	Limit func(*game.Kind) int
}

// Parse reads a deck: a number and the name of a card on each line, such as "3 Wolf". Empty lines, and what
// follows a #, are skipped. The error lists every fault with the number of its line.
func (p *Pool) Parse(text string) (List, error) {
	var deck List
	var faults []error
	for i, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		e, err := p.entry(line)
		if err == nil {
			deck, err = p.add(deck, e)
		}
		if err != nil {
			faults = append(faults, fmt.Errorf("line %d: %w", i+1, err))
		}
	}
	if n := deck.Size(); len(faults) == 0 && n < p.Min {
		faults = append(faults, fmt.Errorf("the deck has %d cards; it needs at least %d", n, p.Min))
	} else if p.Max > 0 && n > p.Max {
		faults = append(faults, fmt.Errorf("the deck has %d cards; it may have at most %d", n, p.Max))
	}
	if err := errors.Join(faults...); err != nil {
		return nil, err
	}
	return deck, nil
}

// entry reads one line. Without a number it means one card.
func (p *Pool) entry(line string) (Copies, error) {
	number := "1"
	if i := strings.IndexFunc(line, unicode.IsSpace); i > 0 {
		first := strings.TrimSuffix(line[:i], "x")
		if _, err := strconv.Atoi(first); err == nil || errors.Is(err, strconv.ErrRange) {
			number, line = first, strings.TrimSpace(line[i:])
		}
	}
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 || n > 1000 {
		return Copies{}, fmt.Errorf("%s of %s: write a number from 1 to 1000", number, line)
	}
	for _, k := range p.Kinds {
		if strings.EqualFold(line, title(k)) || strings.EqualFold(line, k.Name) {
			return Copies{k, n}, nil
		}
	}
	if near := p.near(line); near != "" {
		return Copies{}, fmt.Errorf("there is no card %q: did you mean %s?", line, near)
	}
	return Copies{}, fmt.Errorf("there is no card %q", line)
}

// add adds an entry to those of the same kind, up to the limit.
func (p *Pool) add(deck List, e Copies) (List, error) {
	i := slices.IndexFunc(deck, func(x Copies) bool { return x.Kind == e.Kind })
	if i < 0 {
		i, deck = len(deck), append(deck, Copies{Kind: e.Kind})
	}
	deck[i].N += e.N
	limit := p.Copies
	if p.Limit != nil {
		limit = p.Limit(e.Kind)
	}
	if limit > 0 && deck[i].N > limit {
		return deck, fmt.Errorf("%d %s: a deck may have at most %d", deck[i].N, title(e.Kind), limit)
	}
	return deck, nil
}

// near returns the card whose name differs by at most two letters.
func (p *Pool) near(name string) string {
	best, found := 3, ""
	for _, k := range p.Kinds {
		if d := distance(strings.ToLower(name), strings.ToLower(title(k))); d < best {
			best, found = d, title(k)
		}
	}
	return found
}

// distance is the number of letters to change, add or leave out to get from a to b.
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := range x {
		last := row[0]
		row[0] = i + 1
		for j := range y {
			cost := last
			if x[i] != y[j] {
				cost++
			}
			last = row[j+1]
			row[j+1] = min(cost, row[j]+1, last+1)
		}
	}
	return row[len(y)]
}
