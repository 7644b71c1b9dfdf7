package gametest

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/plygame/ply/game"
)

// scene is what can be seen on a table, without the names of created elements.
type scene struct {
	s     *game.State
	level func(game.ID) game.Level
	parts map[string]map[string]json.RawMessage
	loose map[string]bool // unordered places
}

// expected is an observer's scene by the declared sight: a plain reading of the state. Parts that name
// elements are left out, because names differ in a view.
func (c *checker) expected(s *game.State, o game.Seat) *scene {
	x := &scene{s: s, level: func(id game.ID) game.Level {
		return c.sees(s, o, id)
	}, loose: loosePlaces(s), parts: c.partsOf(c.view(s, game.Judge))}
	open := openParts(s.Rules())
	maps.DeleteFunc(x.parts, func(part string, of map[string]json.RawMessage) bool {
		for _, v := range of {
			if strings.Contains(string(v), `"#`) {
				return true
			}
		}
		return !open[part] && !plans(part)
	})
	return x
}

// plans reports whether a part describes a waiting effect.
func plans(part string) bool { return part == "@due" || strings.HasPrefix(part, "@do-") }

// shown is the scene of a view, with the parts of the expected one.
func (c *checker) shown(v *game.State, want *scene) *scene {
	x := &scene{s: v, loose: want.loose, parts: c.partsOf(v)}
	x.level = func(id game.ID) game.Level {
		if v.Kind(id) == nil {
			return game.Back
		}
		return game.Face
	}
	maps.DeleteFunc(x.parts, func(part string, _ map[string]json.RawMessage) bool { return want.parts[part] == nil })
	return x
}

// loosePlaces are the unordered places.
func loosePlaces(s *game.State) map[string]bool {
	loose := map[string]bool{}
	for _, l := range s.Rules().Layout {
		p, ok := l.(*game.Place)
		switch {
		case !ok || p.Order != game.Unordered:
		case p.Each:
			for x := range game.Seat(s.Seats()) {
				loose[s.Name(p.Of(x))] = true
			}
		case len(p.Names) > 0:
			for i := range p.Names {
				loose[s.Name(p.At(i))] = true
			}
		default:
			loose[s.Name(p.ID())] = true
		}
	}
	return loose
}

// isCreated reports whether a name belongs to an element created in the game, in a state or a view.
func isCreated(name string) bool { return strings.ContainsAny(name, "#:") }

// String writes down the scene: the contents of each place, and the values on the lasting elements.
func (x *scene) String() string {
	var b strings.Builder
	for id := game.Root; x.s.Name(id) != "?" && !isCreated(x.s.Name(id)); id++ {
		name := x.s.Name(id)
		if text := x.contents(id, x.loose[name]) + x.values(name); text != "" {
			fmt.Fprintf(&b, "%s:%s\n", name, text)
		}
	}
	return b.String()
}

// contents lists what is seen in a place or element. What is only counted comes last.
func (x *scene) contents(in game.ID, loose bool) string {
	var all []string
	heap := 0
	for id := range x.s.In(in) {
		if l := x.level(id); l == game.Counted {
			heap++
		} else if l > game.Counted {
			all = append(all, x.element(id, l == game.Face))
		}
	}
	for range heap {
		all = append(all, " ?")
	}
	if loose {
		slices.Sort(all)
	}
	return strings.Join(all, "")
}

func (x *scene) element(id game.ID, face bool) string {
	text := " ?"
	if face {
		text = " " + x.s.Kind(id).Name
	}
	if owner := x.s.Owner(id); owner != game.Nobody {
		text += " of " + owner.String()
	}
	if _, isView := x.s.Viewer(); face || isView {
		text += x.values(x.s.Name(id))
	}
	if in := x.contents(id, true); in != "" {
		text += " (" + in + " )"
	}
	return text
}

// values lists the values of parts on an element.
func (x *scene) values(name string) (text string) {
	for _, part := range slices.Sorted(maps.Keys(x.parts)) {
		if v, ok := x.parts[part][name]; ok {
			text += fmt.Sprintf(" %s=%s", part, v)
		}
	}
	return text
}
