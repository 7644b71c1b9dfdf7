package gametest

import (
	"slices"
	"strings"

	"github.com/plygame/ply/game"
)

// mirror returns the names of a state's elements in an observer's view. Elements that the observer cannot
// tell apart share a name.
type mirror struct {
	c      *checker
	s, v   *game.State
	seat   game.Seat
	probe  game.Move            // an action with a pick of elements
	heaped map[string]bool      // holders in the view whose elements are only counted
	back   map[string][]game.ID // elements of the state by name
}

func (c *checker) mirror(s *game.State, seat game.Seat) *mirror {
	m := &mirror{c: c, s: s, v: c.view(s, seat), seat: seat, probe: probe(s.Rules(), seat), heaped: map[string]bool{},
		back: map[string][]game.ID{}}
	for id := range s.All() {
		if c.sees(s, seat, id) == game.Counted {
			m.heaped[m.name(s.Parent(id))] = true
		}
	}
	for id := range s.All() {
		name := m.name(id)
		m.back[name] = append(m.back[name], id)
	}
	return m
}

// probe is a draft to which an element can be added; without an action if no move names elements.
func probe(r *game.Rules, seat game.Seat) game.Move {
	for _, a := range r.Actions {
		for i, p := range a.Pick {
			if _, ok := p.(*game.Pick[game.ID]); ok {
				return game.Move{Seat: seat, Action: a.Name, Picks: make([][]game.Value, i, i+1)}
			}
		}
	}
	return game.Move{}
}

// name returns the name of an element of the state.
func (m *mirror) name(id game.ID) string {
	if name := m.s.Name(id); !isCreated(name) {
		return name
	}
	switch level := m.c.sees(m.s, m.seat, id); {
	case level == game.Unseen:
		return "?"
	case level == game.Counted:
		return m.name(m.s.Parent(id)) + ":?"
	case m.probe.Action == "" && level == game.Face:
		return "a " + m.s.Kind(id).Name
	case m.probe.Action == "":
		return m.name(m.s.Parent(id)) + ":?"
	}
	d := m.probe.With(len(m.probe.Picks), game.Value{N: int64(id)})
	text := m.c.textFor(m.s, m.seat, d, m.s)
	return m.erased(text[strings.LastIndexByte(text, ' ')+1:])
}

// inView returns the name of an element of the view.
func (m *mirror) inView(id game.ID) string {
	name := m.v.Name(id)
	switch k := m.v.Kind(id); {
	case m.probe.Action != "" || !isCreated(name):
		return m.erased(name)
	case k != nil:
		return "a " + k.Name
	}
	return name[:strings.LastIndexByte(name, ':')] + ":?"
}

// erased removes the number from the name of an element in a heap.
func (m *mirror) erased(name string) string {
	if i := strings.LastIndexByte(name, ':'); i >= 0 && m.heaped[name[:i]] {
		return name[:i] + ":?"
	}
	return name
}

// origins returns the elements that a name of the view may mean.
func (m *mirror) origins(name string) (all []game.ID) {
	in := m.v.Parent(m.v.Find(name))
	switch {
	case !isCreated(name):
		return []game.ID{m.s.Find(name)}
	case m.probe.Action != "":
		return m.back[m.erased(name)]
	case isCreated(m.v.Name(in)):
		return slices.Collect(m.s.All())
	}
	for id := range m.s.In(in) {
		if m.c.sees(m.s, m.seat, id) != game.Unseen {
			all = append(all, id)
		}
	}
	i := slices.Index(slices.Collect(m.v.In(in)), m.v.Find(name))
	if loosePlaces(m.s)[m.s.Name(in)] || m.heaped[m.s.Name(in)] || i >= len(all) {
		return all
	}
	return all[i : i+1]
}

// toState translates a draft of the view to the state.
func (m *mirror) toState(d game.Move) game.Move {
	used := map[game.ID]bool{}
	return mapped(m.s.Rules(), d, func(id game.ID) game.ID {
		if !isCreated(m.v.Name(id)) {
			return id
		}
		for _, is := range m.back[m.inView(id)] {
			if !used[is] {
				used[is] = true
				return is
			}
		}
		return 0
	})
}

// mapped is the draft with other elements in place of those it names.
func mapped(r *game.Rules, d game.Move, to func(game.ID) game.ID) game.Move {
	picks := make([][]game.Value, len(d.Picks))
	for i, values := range d.Picks {
		picks[i] = append(picks[i], values...)
		for k, v := range values {
			if namesElements(r, d.Action, i) {
				picks[i][k].N = int64(to(game.ID(v.N)))
			}
		}
	}
	d.Picks = picks
	return d
}

// namesElements reports whether the values of a pick are elements.
func namesElements(r *game.Rules, action string, pick int) bool {
	for _, a := range r.Actions {
		if a.Name == action && pick < len(a.Pick) {
			_, is := a.Pick[pick].(*game.Pick[game.ID])
			return is
		}
	}
	return false
}
