package gametest

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/plygame/ply/game"
)

// keysHold: positions reached by the same moves in a different order have one key; two states with one key
// offer the same moves; and a key kept by a fork equals one computed from scratch.
func keysHold(c *checker, g *trail) *breach {
	p := &positions{checker: c, met: map[uint64]*game.State{}}
	for i, s := range g.states {
		if why := p.meet(s); why != "" {
			return broken(i, "%s", why)
		}
	}
	r := rand.New(rand.NewPCG(g.setup.Seed, 31))
	for _, i := range c.some(g, mostKeys) {
		for _, check := range []func(*trail, int, *rand.Rand) string{p.transposed, p.siblings, p.copies, p.viewed} {
			if why := check(g, i, r); why != "" {
				return broken(i, "%s", why)
			}
		}
		if c.late() {
			return nil
		}
	}
	return p.keysOnFork(g)
}

// mostKeys is the number of states of a single game around which others are compared.
const mostKeys = 12

// positions are states by their keys.
type positions struct {
	*checker
	met map[uint64]*game.State
}

// meet compares a state with one of the same key.
func (p *positions) meet(s *game.State) string {
	key := p.key(s)
	other := p.met[key]
	if other == nil {
		p.met[key] = s
		return ""
	}
	if a, b := s.Outcome().String(), other.Outcome().String(); a != b || s.Turn() != other.Turn() {
		return fmt.Sprintf("two states with the key %016x are %s, turn of %s, and %s, turn of %s", key, a, s.Turn(), b,
			other.Turn())
	}
	if pos := p.rules.Position; pos.Mover || len(pos.Places)+len(pos.Parts) > 0 || p.hash(s) == p.hash(other) {
		return "" // what is available can depend on the past
	}
	a, ok1 := p.moveTexts(s)
	b, ok2 := p.moveTexts(other)
	if ok1 && ok2 && !slices.Equal(a, b) {
		return fmt.Sprintf("two states with the key %016x have different moves, after %d and %d moves: %s; and %s. "+
			"If the rules ask for Played or Loop.Round only now and then, keep the number in a Part",
			key, s.Played(), other.Played(), missing(a, b), missing(b, a))
	}
	return ""
}

// missing lists the texts of a list that another does not have.
func missing(a, b []string) string {
	var only []string
	for _, text := range a {
		if !slices.Contains(b, text) {
			only = append(only, text)
		}
	}
	if only == nil {
		return fmt.Sprintf("%d moves", len(a))
	}
	return strings.Join(only, ", ")
}

// moveTexts returns the moves as texts that name elements by where they are; false if they cannot be listed.
func (p *positions) moveTexts(s *game.State) ([]string, bool) {
	all, err := p.moves(s)
	if err != nil || len(all) > mostTexts {
		return nil, false
	}
	place := placesOf(s)
	texts := make([]string, len(all))
	for i, m := range all {
		fields := strings.Split(created.ReplaceAllStringFunc(s.Text(m), func(name string) string {
			return locationOf(s, place, s.Find(name))
		}), " ")
		for k, f := range fields {
			values := strings.Split(f, "+")
			slices.Sort(values)
			fields[k] = strings.Join(values, "+")
		}
		texts[i] = fmt.Sprint(m.Seat, " ", strings.Join(fields, " "))
	}
	slices.Sort(texts)
	return texts, true
}

// mostTexts is how many moves are compared.
const mostTexts = 500

func placesOf(s *game.State) map[game.ID]*game.Place { return maps.Collect(s.Places()) }

// locationOf describes where an element is; in an unordered place, also what it is.
func locationOf(s *game.State, place map[game.ID]*game.Place, id game.ID) string {
	up := s.Parent(id)
	switch {
	case id == 0 || !s.Alive(id):
		return "gone"
	case up == 0 || place[id] != nil || id == game.Root:
		return s.Name(id)
	}
	if pl := place[up]; pl != nil && pl.Order == game.Unordered {
		kind := "?"
		if k := s.Kind(id); k != nil {
			kind = k.Name
		}
		return fmt.Sprintf("%s:%s/%d", s.Name(up), kind, s.Owner(id))
	}
	n := 0
	for other := range s.In(up) {
		if other == id {
			break
		}
		n++
	}
	return fmt.Sprintf("%s:%d", locationOf(s, place, up), n)
}

// transposed plays three moves in other orders. If the result is the same except for numbers, the key must be
// the same.
func (p *positions) transposed(g *trail, i int, r *rand.Rand) string {
	if i+3 >= len(g.states) {
		return ""
	}
	met := map[string]*game.State{plain(g.states[i+3], p.save(g.states[i+3])): g.states[i+3]}
	for _, order := range [][]int{{2, 1, 0}, {1, 0, 2}, {0, 2, 1}} {
		s, err := g.states[i], error(nil)
		for _, k := range order {
			if s, err = p.play(s, g.moves[i+k]); err != nil {
				break
			}
		}
		if err != nil {
			continue
		}
		text := plain(s, p.save(s))
		if other := met[text]; other != nil && p.key(other) != p.key(s) {
			return fmt.Sprintf("%q lead to one position in two orders, with the keys %016x and %016x", texts(g.texts[i:i+3]),
				p.key(other), p.key(s))
		}
		met[text] = s
		if why := p.meet(s); why != "" {
			return why
		}
	}
	return ""
}

func texts(moves []textMove) (all []string) {
	for _, s := range moves {
		all = append(all, s.text)
	}
	return all
}

// siblings plays some other moves, and replies to them.
func (p *positions) siblings(g *trail, i int, r *rand.Rand) string {
	s := g.states[i]
	for range 2 {
		all, err := p.moves(s)
		if err != nil || len(all) == 0 {
			return ""
		}
		var next *game.State
		for _, k := range r.Perm(len(all))[:min(4, len(all))] {
			n, err := p.play(s, all[k])
			if err != nil {
				return ""
			}
			if why := p.meet(n); why != "" {
				return why
			}
			next = n
		}
		if s = next; s == nil {
			return ""
		}
	}
	return ""
}

// copies compares the key with that of equal states.
func (p *positions) copies(g *trail, i int, r *rand.Rand) string {
	s := g.states[i]
	key := p.key(s)
	if l, err := p.load(p.rules, p.save(s)); err == nil && p.key(l) != key {
		return fmt.Sprintf("the key is %016x, and %016x once saved and loaded", key, p.key(l))
	}
	from := g.states[r.IntN(len(g.states))]
	if a, err := p.apply(from, p.diff(from, s)); err == nil && p.key(a) != key {
		return fmt.Sprintf("the key is %016x, and %016x where it was made by changes", key, p.key(a))
	}
	return ""
}

// viewed compares the keys of a seat's views of the state and of a re-deal.
func (p *positions) viewed(g *trail, i int, r *rand.Rand) string {
	s := g.states[i]
	for seat := range game.Seat(s.Seats()) {
		d, err := p.redeal(s, seat, game.SeedOf(r.Uint64()))
		if err != nil {
			continue
		}
		if a, b := p.key(p.view(s, seat)), p.key(p.view(d, seat)); a != b {
			return fmt.Sprintf("the view of %s has the key %016x, that of a re-deal %016x", seat, a, b)
		}
	}
	return ""
}

// keysOnFork plays the game on a fork and asks for the key after every step.
func (p *positions) keysOnFork(g *trail) *breach {
	f := p.fork(g.states[0])
	for i, s := range g.states {
		if i > 0 {
			if err := f.Play(g.moves[i-1]); err != nil {
				return nil // another law reports it
			}
		}
		if a, b := p.key(f.State()), p.key(s); a != b {
			return broken(i, "a fork has kept the key %016x, but the state has %016x", a, b)
		}
		if i%5 == 1 {
			f.Moves() // tries moves and undoes them
			if a, b := p.key(f.State()), p.key(s); a != b {
				return broken(i, "after listing moves, a fork has the key %016x, but the state has %016x", a, b)
			}
		}
		if i%5 == 3 && f.Redeal(s, 0, uint64(i)) == nil {
			a := p.key(f.State())
			if d, err := f.Freeze(); err == nil && p.key(d) != a {
				return broken(i, "a re-dealt fork has the key %016x, but its state has %016x", a, p.key(d))
			}
			f.Reset(s)
		}
	}
	return nil
}

// plain writes a state without the numbers of its elements and anything else that is not in a key.
func plain(s *game.State, save []byte) string {
	page, err := openSheet(save)
	if err != nil {
		return ""
	}
	place := placesOf(s)
	called := func(name string) string { return spot(s, place, s.Find(name)) }
	values := map[string][]string{} // by element
	for v := range s.Values() {
		values[v.Of] = append(values[v.Of], v.Field+"="+created.ReplaceAllStringFunc(v.Is, called))
	}
	var b strings.Builder
	var holds func(in game.ID) string
	holds = func(in game.ID) string {
		var list []string
		for id := range s.In(in) {
			kind := "?"
			if k := s.Kind(id); k != nil {
				kind = k.Name
			}
			list = append(list, fmt.Sprintf("%s/%d%v{%s}", kind, s.Owner(id), values[s.Name(id)], holds(id)))
		}
		if pl := place[in]; pl != nil && pl.Order == game.Unordered {
			slices.Sort(list)
		}
		return strings.Join(list, ",")
	}
	for id := range s.Places() {
		fmt.Fprintf(&b, "%s%v: %s\n", s.Name(id), values[s.Name(id)], holds(id))
	}
	for _, of := range append([]string{"table"}, seatElements(s)...) {
		fmt.Fprintf(&b, "%s%v\n", of, values[of])
	}
	for _, field := range []string{"turn", "moves", "out", "away", "left", "outcome", "flow"} {
		fmt.Fprintf(&b, "%s: %s\n", field, created.ReplaceAllStringFunc(string(page.rest[field]), called))
	}
	if w := s.Scheduled(); w != 0 {
		fmt.Fprintf(&b, "scheduled: %s\n", holds(w))
	}
	return b.String()
}

func seatElements(s *game.State) (names []string) {
	for x := range game.Seat(s.Seats()) {
		names = append(names, s.Name(x.ID()))
	}
	return names
}

// spot is where, but keeps the number of elements that cannot be told apart by where they are.
func spot(s *game.State, place map[game.ID]*game.Place, id game.ID) string {
	for at := id; at != 0; at = s.Parent(at) {
		if pl := place[s.Parent(at)]; pl != nil && pl.Order == game.Unordered {
			return s.Name(id)
		}
	}
	return locationOf(s, place, id)
}
