package explain

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/plygame/ply/game"
)

// pickFact describes a pick of an action.
type pickFact struct {
	choiceFact
	Start   string `json:"start"`   // what can be chosen at the start, if that is known
	Count   string `json:"count"`   // how many at the start, of several
	Refuses bool   `json:"refuses"` // some values were refused when games were played
	Words   string `json:"words"`

	example bool     // Start is what one game has said, and others have said something else
	counts  []string // how many, of several, wherever it was asked
	asked   int      // in how many states
}

func (p *pickFact) say() {
	one := map[string]string{"element": "a thing on the table", "seat": "a player", "number": "a number",
		"value": "one of a list", "text": "one of a list", "kind": "a kind of thing"}[p.Sort]
	if p.named && p.Sort == "number" {
		one = "one of a list"
	}
	if p.By == "text" {
		one = textWords(p.Text)
	}
	words := []string{one}
	add := func(when bool, text string) {
		if when {
			words = append(words, text)
		}
	}
	if p.Start != "" {
		words[0] += ": at the start " + map[bool]string{true: "for example "}[p.example] + p.Start
	}
	add(p.When, "asked only if it applies")
	add(p.Refuses, "some are refused, with a reason")
	add(p.Narrow && !p.Refuses && p.asked < enoughAsked, "some may be refused, with a reason")
	add(p.Several, p.manyWords())
	add(p.Repeat && !p.Several, "repeatedly, while there is something to choose")
	add(p.Acts, "takes effect immediately")
	add(p.Optional, "optional")
	p.Words = strings.Join(words, "; ")
}

// manyWords describes how many values are chosen.
func (p *pickFact) manyWords() string {
	always := len(p.counts) == 1 && p.asked >= enoughAsked
	switch {
	case p.Repeat && always:
		return times(p.counts[0])
	case p.Repeat && p.Count != "":
		return "repeatedly, at the start " + times(p.Count)
	case p.Repeat:
		return "repeatedly, as often as a rule allows"
	case always:
		return "several at once: " + p.counts[0]
	case p.Count != "":
		return "several at once, at the start " + p.Count
	}
	return "several at once"
}

func times(n string) string {
	if n == "1" {
		return "once"
	}
	return n + " times"
}

func textWords(t *textFact) string {
	words := fmt.Sprintf("a text of %d to %d letters", t.Min, t.Max)
	if t.Pattern != "" {
		words += " of the form " + t.Pattern
	}
	return words
}

// askAll finds out whether an action is possible at the start, and its choices then. If they depend on chance, those of
// one game are shown as an example.
func (d *actionFact) askAll(begun []*game.State) {
	for i, s := range begun {
		other := *d
		other.Why, other.Picks = "", slices.Clone(d.Picks)
		for k := range other.Picks {
			other.Picks[k].Start, other.Picks[k].Count = "", ""
		}
		other.ask(s)
		if i == 0 {
			*d = other
			continue
		}
		if d.Why != other.Why {
			d.Why = ""
		}
		for k := range d.Picks {
			d.Picks[k].join(other.Picks[k])
		}
	}
}

// join adds the result of another game.
func (p *pickFact) join(o pickFact) {
	if p.Start == "" {
		p.Start, p.Count = o.Start, o.Count
	}
	p.example = p.example || o.Start != "" && o.Start != p.Start
	if p.Count != o.Count && o.Count != "" {
		p.Count = ""
	}
}

// ask asks one game at its start.
func (d *actionFact) ask(s *game.State) {
	if s.Over() {
		return
	}
	seat := firstToAct(s)
	c, err := s.Chooser(game.Move{Seat: seat})
	if err != nil {
		return
	}
	i := slices.IndexFunc(c.Offers(), func(o game.Offer) bool { return o.Action == d.Name })
	if i < 0 {
		return
	}
	if o := c.Offers()[i]; o.Why != nil && o.Pick == "" {
		d.Why = o.Why.String()
		return
	}
	c, err = c.Act(d.Name)
	for range maxAskings {
		o := c.Next()
		if err != nil || o == nil {
			return
		}
		v, ok := firstOpen(o)
		if !ok {
			return
		}
		if p := &d.Picks[o.At]; p.Start == "" {
			p.Start = startWords(s, seat, o)
			if p.Several {
				p.Count = numbers(o.Min, o.Max)
			}
		}
		c, err = c.Take(v)
	}
}

// maxAskings is the maximum number of choices to ask for.
const maxAskings = 20

// firstOpen returns a value that can be chosen.
func firstOpen(o *game.Offer) (v game.Value, ok bool) {
	for _, c := range o.Options {
		if c.Why == nil {
			return c.Value, true
		}
	}
	return game.Value{N: int64(o.Lo)}, o.Options == nil && o.Text == nil && o.Lo <= o.Hi
}

// startWords describes the choices.
func startWords(s *game.State, seat game.Seat, o *game.Offer) string {
	if o.Options == nil {
		return numbers(o.Lo, o.Hi)
	}
	var names []string
	add := func(name string) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	self, count := false, 0
	low, high := math.MaxInt, math.MinInt
	for _, c := range o.Options {
		if c.Why != nil {
			continue
		}
		count++
		low, high = min(low, int(c.Value.N)), max(high, int(c.Value.N))
		if o.Sort == "element" {
			add(whichWords(s, seat, game.ID(c.Value.N)))
		} else {
			add(valueText(s.Rules(), o, c.Value))
		}
		self = self || o.Sort == "seat" && c.Value.N == int64(seat)
	}
	switch {
	case o.Sort == "seat" && !self && count == s.Seats()-1:
		return "any other player"
	case o.Sort == "seat" && self && count == s.Seats():
		return "any player"
	case o.Sort == "number" && names[0] == strconv.Itoa(low) && high-low == len(names)-1:
		return numbers(low, high)
	}
	if len(names) > mostNames {
		return fmt.Sprintf("%d of them: %s and so on", len(names), strings.Join(names[:mostNames-1], ", "))
	}
	return joined(names, "or")
}

// valueText returns a value for people.
func valueText(r *game.Rules, o *game.Offer, v game.Value) string {
	switch o.Sort {
	case "seat":
		return r.SeatName(game.Seat(v.N))
	case "kind":
		return cmp.Or(o.Kind(v).Look.Label, o.Kind(v).Name)
	}
	return o.Show(v)
}

// numbers returns a range as text.
func numbers(low, high int) string {
	if low == high {
		return strconv.Itoa(low)
	}
	return fmt.Sprintf("%d to %d", low, high)
}

// withArticle returns a noun with its article.
func withArticle(noun string) string {
	if strings.ContainsRune("aeiou", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}

// mostNames is the maximum number of values to list.
const mostNames = 8

// whichWords describes an element and its part of the table.
func whichWords(s *game.State, seat game.Seat, id game.ID) string {
	if k := s.Kind(id); k != nil {
		g, of := groupOf(s, id)
		switch {
		case of == seat:
			return withArticle(k.Name) + " from your " + g.Place
		case g.Each:
			return withArticle(k.Name) + " from another player's " + g.Place
		}
		return withArticle(k.Name) + " from " + g.Place
	}
	switch name := layoutOf(s, id); {
	case id == game.Root:
		return "the table"
	case s.Name(id) == name:
		return name
	case s.Owner(id) == seat:
		return "your " + name
	case s.Owner(id) != game.Nobody:
		return "another player's " + name
	case isGrid(s.Rules(), name):
		return "a cell of " + name
	default:
		return "a place of " + name
	}
}
