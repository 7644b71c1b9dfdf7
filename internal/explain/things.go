package explain

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/plygame/ply/game"
)

// kindFact describes a kind of thing.
type kindFact struct {
	Name        string   `json:"name"`
	Label       string   `json:"label,omitempty"` // what players call it, if different
	Description string   `json:"description"`
	Printed     []string `json:"printed"`
	Starts      []string `json:"starts"` // initial values of its parts
	Glyphs      []string `json:"glyphs"` // by seat
	Such        []string `json:"such"`   // names of examples
	Seen        *seenBy  `json:"seen,omitempty"`
	Words       string   `json:"words"`

	rules *game.Rules
}

// kindFacts lists the kinds, with examples from a started game.
func kindFacts(r *game.Rules, s *game.State) []kindFact {
	all := []kindFact{}
	for _, k := range r.Kinds {
		x := kindFact{rules: r, Name: k.Name, Description: k.Description, Glyphs: append([]string{}, k.Look.BySeat...),
			Such: examples(k, s)}
		if called := labelOf(k); !strings.EqualFold(called, k.Name) {
			x.Label = called
		}
		x.Printed, x.Starts = printedOn(k)
		if by := sightOf(r, k.Seen); !by.silent() {
			what := "what is in it"
			if by.By == "owner" {
				what = "it"
			}
			s := by.contents("the owner of a thing in it", what, false)
			x.Seen = &s
		}
		x.Words = x.words(k)
		all = append(all, x)
	}
	return all
}

func (x *kindFact) words(k *game.Kind) string {
	var words []string
	add := func(what string, all []string) {
		if len(all) > 0 {
			words = append(words, what+strings.Join(all, ", "))
		}
	}
	if label := k.Look.Label; label != "" && isGlyph(label) {
		words = append(words, "drawn as "+label)
	}
	var glyphs []string
	for seat, g := range x.Glyphs {
		glyphs = append(glyphs, g+" for "+x.rules.SeatName(game.Seat(seat)))
	}
	add("drawn as ", glyphs)
	add("such as ", x.Such)
	add("printed on it: ", x.Printed)
	add("begins with ", x.Starts)
	if x.Seen != nil {
		words = append(words, x.Seen.Words)
	}
	return strings.Join(words, "; ")
}

// labelOf returns what players call things of a kind.
func labelOf(k *game.Kind) string {
	if label := k.Look.Label; label != "" && !isGlyph(label) {
		return label
	}
	return k.Name
}

// isGlyph reports whether a label fits on a piece, so that it says nothing in a sentence.
func isGlyph(label string) bool { return utf8.RuneCountInString(label) <= 2 }

// title is what players call it, then its name if that differs.
func (x *kindFact) title() string {
	if x.Label == "" {
		return x.Name
	}
	return x.Label + " (" + x.Name + ")"
}

// someExamples is the maximum number of examples.
const someExamples = 4

// examples returns the names of the first things of a kind.
func examples(k *game.Kind, s *game.State) (names []string) {
	names = []string{}
	defer func() { _ = recover() }() // a label that fails: ply check reports it
	if s == nil || k.Label == nil {
		return names
	}
	for id := range s.All(k) {
		if name := k.Label(s, id); name != "" && name != k.Name && !slices.Contains(names, name) {
			names = append(names, name)
		}
		if len(names) == someExamples {
			break
		}
	}
	return names
}

// partFact describes a Part.
type partFact struct {
	Name    string   `json:"name"`
	Type    string   `json:"type"` // in Go
	Private bool     `json:"private"`
	Rolled  bool     `json:"rolled"`
	Chosen  string   `json:"chosen"`           // the pick that chooses it
	Seen    *seenBy  `json:"seen,omitempty"`   // if it differs from the element it is on
	Start   []string `json:"start"`            // where it has values at the start
	Hidden  bool     `json:"hidden,omitempty"` // players need not know it
	Words   string   `json:"words"`
}

// partFacts lists the parts. Started games show where they have values.
func partFacts(r *game.Rules, begun []*game.State) []partFact {
	all := []partFact{}
	for _, c := range r.Parts {
		f := c.Info()
		x := partFact{Name: f.Name, Type: f.Type.Name, Private: f.Private, Rolled: f.Rolled, Chosen: f.Chosen,
			Hidden: f.Look.Hidden, Start: startOf(c, begun)}
		words := []string{typeWords(f.Type)}
		if len(x.Start) > 0 {
			words = append(words, "at the start "+joined(x.Start, "and"))
		}
		if f.Rolled {
			words = append(words, "rolled at random")
		}
		if f.Chosen != "" {
			words = append(words, "chosen with "+f.Chosen)
		}
		if f.Seen != nil {
			s := sightOf(r, *f.Seen).seen("the owner of what it is on", "it")
			x.Seen = &s
			words = append(words, s.Words)
		}
		if f.Private {
			words = append(words, "each player has their own, which nobody else sees")
		}
		x.Words = strings.Join(words, "; ")
		all = append(all, x)
	}
	return all
}

// derivedFacts lists the derived values.
func derivedFacts(r *game.Rules) (all []partFact) {
	for _, d := range r.Derived {
		if d.Shown() {
			of := d.Info().Type
			all = append(all, partFact{Name: d.String(), Type: of.Name, Start: []string{},
				Words: typeWords(of) + "; computed from what the player sees"})
		}
	}
	return all
}

// startOf returns where a Part has values at the start: on the table, on seats, places or things.
func startOf(c game.Column, begun []*game.State) []string {
	all := []string{}
	if c.Info().Private || len(begun) == 0 {
		return all
	}
	add := func(words string) {
		if words != "" && !slices.Contains(all, words) {
			all = append(all, words)
		}
	}
	add(common(c, begun, "on the table", func(*game.State) []game.ID { return []game.ID{game.Root} }))
	add(common(c, begun, "for each player", func(s *game.State) (ids []game.ID) {
		for seat := range game.Seat(s.Seats()) {
			ids = append(ids, seat.ID())
		}
		return ids
	}))
	s := begun[0]
	for id := range s.Places() {
		if _, set := valueAt(c, s, id); set {
			add("on " + layoutOf(s, id))
		}
	}
	for id := range s.All() {
		if _, set := valueAt(c, s, id); set {
			add("on " + cmp.Or(s.Kind(id).Look.Label, s.Kind(id).Name))
		}
	}
	return all
}

// common returns the value that all of some elements share, or that they have different ones.
func common(c game.Column, begun []*game.State, where string, of func(*game.State) []game.ID) string {
	var texts []string
	some := false
	for _, s := range begun {
		for _, id := range of(s) {
			text, set := valueAt(c, s, id)
			some = some || set
			if !slices.Contains(texts, text) {
				texts = append(texts, text)
			}
		}
	}
	switch {
	case !some:
		return ""
	case len(texts) == 1 && texts[0] != "":
		return texts[0] + " " + where
	}
	return where
}

// hides reports whether something on the table is hidden from anyone.
func (e *Explanation) hides() bool {
	hidden := func(s *seenBy) bool { return s != nil && s.hides }
	return slices.ContainsFunc(e.Table, func(x placeFact) bool { return x.Seen.hides }) ||
		slices.ContainsFunc(e.Kinds, func(x kindFact) bool { return hidden(x.Seen) }) ||
		slices.ContainsFunc(e.Parts, func(x partFact) bool { return x.Private || hidden(x.Seen) })
}
