package tableau

import (
	"cmp"
	"strings"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/words"
)

// Name is what people call an element: its label, else the name of its kind and its own.
func Name(s *game.State, id game.ID) string {
	k := s.Kind(id)
	switch {
	case k == nil:
		return s.Name(id)
	case k.Label != nil:
		return labelOf(s, k, id)
	case k.Look.Label != "":
		return k.Look.Label
	}
	return k.Name + " " + s.Name(id)
}

// labelOf asks the rules, which may be at fault.
func labelOf(s *game.State, k *game.Kind, id game.ID) (label string) {
	defer func() {
		if recover() != nil || label == "" {
			label = k.Name
		}
	}()
	return words.Tame(k.Label(s, id))
}

// ShortName is what an element is called among others of its place.
func ShortName(s *game.State, id game.ID) string {
	k := s.Kind(id)
	switch {
	case k == nil:
		return "?"
	case k.Label != nil:
		return labelOf(s, k, id)
	}
	if x := int(s.Owner(id)); x >= 0 && x < len(k.Look.BySeat) {
		return k.Look.BySeat[x]
	}
	if k.Look.Label != "" {
		return k.Look.Label
	}
	return k.Name
}

// Labelled puts labels into a text, for elements that a view has under the names in it.
func Labelled(text string, views ...*game.State) string {
	if !strings.Contains(text, "#") {
		return text
	}
	var b strings.Builder
	for text != "" {
		n := strings.IndexByte(text, '#')
		if n < 0 {
			break
		}
		b.WriteString(text[:n])
		end := n + 1
		for end < len(text) && text[end] >= '0' && text[end] <= '9' {
			end++
		}
		b.WriteString(labelIn(text[n:end], views))
		text = text[end:]
	}
	return b.String() + text
}

// MoveText is the text of a move with the labels of elements and kinds.
func MoveText(text string, views ...*game.State) string {
	rules := views[0].Rules()
	words := splitQuoted(text)
	for _, a := range rules.Actions {
		if a.Name != words[0] {
			continue
		}
		for i, p := range a.Pick[:min(len(a.Pick), len(words)-1)] {
			if _, is := p.(*game.Pick[*game.Kind]); is {
				words[i+1] = kindsSaid(words[i+1], rules)
			}
		}
	}
	return Labelled(strings.Join(words, " "), views...)
}

// kindsSaid puts the labels of kinds for their names.
func kindsSaid(word string, rules *game.Rules) string {
	names := strings.Split(word, "+")
	for i, name := range names {
		for _, k := range rules.Kinds {
			if k.Name == name {
				names[i] = cmp.Or(k.Look.Label, name)
			}
		}
	}
	return strings.Join(names, "+")
}

// splitQuoted splits a text at spaces that are not in quotes.
func splitQuoted(text string) (words []string) {
	from, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch {
		case quoted && text[i] == '\\':
			i++
		case text[i] == '"':
			quoted = !quoted
		case text[i] == ' ' && !quoted:
			words, from = append(words, text[from:i]), i+1
		}
	}
	return append(words, text[from:])
}

func labelIn(name string, views []*game.State) string {
	for _, v := range views {
		if id := v.Find(name); id != 0 && v.Kind(id) != nil && v.Kind(id).Label != nil {
			return labelOf(v, v.Kind(id), id)
		}
	}
	return name
}
