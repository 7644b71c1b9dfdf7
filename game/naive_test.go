package game_test

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// naive computes what an observer sees in the most obvious way: from the declarations, element by element, without
// regard to speed. It tracks only what was shown and hidden.
type naive struct {
	w     *wild
	said  map[game.ID]map[game.Seat]bool // by Show and Hide
	coins map[game.ID]map[game.Seat]bool // by those of the coin
	known map[game.Seat]map[game.ID]bool

	saw      map[game.Seat]game.Level // what they saw of the elements being moved
	revealed map[game.ID]map[game.Seat]bool
	touched  map[game.ID]bool // since the last move
}

var wildObservers = []game.Seat{0, 1, game.Nobody}

func newNaive(w *wild) *naive {
	n := &naive{w: w, said: map[game.ID]map[game.Seat]bool{}, coins: map[game.ID]map[game.Seat]bool{}, known: map[game.Seat]map[game.ID]bool{}}
	for _, o := range wildObservers {
		n.known[o] = map[game.ID]bool{}
	}
	n.next()
	note := func(in map[game.ID]map[game.Seat]bool, id game.ID, seats []game.Seat, show bool) {
		n.touched[id] = true
		if len(seats) == 0 {
			seats = wildObservers
		}
		if in[id] == nil {
			in[id] = map[game.Seat]bool{}
		}
		for _, x := range seats {
			in[id][x] = show
		}
	}
	w.onShow = func(id game.ID, seats []game.Seat, show bool) { note(n.said, id, seats, show) }
	w.onCoin = func(id game.ID, seats []game.Seat, show bool) { note(n.coins, id, seats, show) }
	w.onReveal = func(id game.ID, seats []game.Seat) {
		note(n.revealed, id, seats, true)
		if len(seats) == 0 {
			seats = wildObservers
		}
		for _, x := range seats {
			n.known[x][id] = true
		}
	}
	w.onMove, w.onShuffle = n.moved, n.shuffled
	return n
}

// next begins a move.
func (n *naive) next() {
	n.touched, n.revealed = map[game.ID]bool{}, map[game.ID]map[game.Seat]bool{}
}

func (n *naive) isElement(s *game.State, id game.ID) bool { return s.Kind(id) != nil }

// around finds the declaration that applies to the contents of a place or element.
func (n *naive) around(s *game.State, in game.ID) (d decl, owner game.Seat, loose bool) {
	owner = game.Nobody
	loose = !n.isElement(s, in) && n.place(in).Order == game.Unordered
	for n.isElement(s, in) {
		if d := n.w.holds[s.Kind(in)]; d.said() {
			return d, game.Nobody, loose
		}
		in = s.Parent(in)
	}
	for up := in; up > game.Root && owner == game.Nobody; up = s.Parent(up) {
		owner = s.Owner(up)
	}
	for ; in > game.Root; in = s.Parent(in) {
		if d := n.w.seen[n.place(in)]; d.said() {
			return d, owner, loose
		}
	}
	return decl{who: 1, rest: game.Back}, owner, loose
}

// place finds the Place by its ID.
func (n *naive) place(id game.ID) *game.Place {
	for _, p := range n.w.places {
		if !p.Each && p.ID() == id || p.Each && (p.Of(0) == id || p.Of(1) == id) {
			return p
		}
	}
	return nil
}

// shows reports whether a declaration lets the observer see an element or a value on it.
func (d decl) shows(s *game.State, o, owner game.Seat, id game.ID) bool {
	if slices.Contains(d.but, o) {
		return false
	}
	if slices.Contains(d.and, o) {
		return true
	}
	switch d.who {
	case 2:
		if owner == game.Nobody {
			owner = s.Owner(id)
		}
		return o == owner && o != game.Nobody
	case 3:
		return false
	case 4:
		return moody(s, o, id) == game.Face
	}
	return true
}

func (n *naive) sees(s *game.State, o game.Seat, id game.ID) game.Level {
	if !s.Alive(id) {
		return game.Unseen
	}
	up := s.Parent(id)
	if n.isElement(s, up) && n.sees(s, o, up) < game.Back {
		return game.Unseen
	}
	d, owner, loose := n.around(s, up)
	face := d.shows(s, o, owner, id)
	if said, ok := n.said[id][o]; ok {
		face = said
	}
	level := d.rest
	if d.who == 4 {
		level = min(moody(s, o, id), game.Back)
	}
	switch {
	case face:
		return game.Face
	case level == game.Back && loose:
		return game.Counted
	}
	return level
}

// view writes what the observer sees.
func (n *naive) view(s *game.State, o game.Seat) string {
	var lines []string
	for _, in := range append([]game.ID{game.Root, game.Seat(0).ID(), game.Seat(1).ID()}, n.w.holders()...) {
		lines = append(lines, s.Name(in)+n.values(s, o, in, true)+": "+n.list(s, o, in))
	}
	return strings.Join(lines, "\n")
}

func (n *naive) list(s *game.State, o game.Seat, in game.ID) string {
	var all []string
	heap := 0
	for id := range s.In(in) {
		text := ""
		switch n.sees(s, o, id) {
		case game.Face:
			text = s.Kind(id).Name + n.values(s, o, id, true)
		case game.Back:
			text = "?" + n.values(s, o, id, false)
		case game.Counted:
			heap++
			continue
		default:
			continue
		}
		all = append(all, fmt.Sprintf("%s of %s [%s]", text, s.Owner(id), n.list(s, o, id)))
	}
	return laidOut(n.w, s, in, append(all, slices.Repeat([]string{"? of nobody []"}, heap)...))
}

// laidOut joins tokens, sorted where the order has no meaning.
func laidOut(w *wild, s *game.State, in game.ID, all []string) string {
	if (&naive{w: w}).place(in) != nil && (&naive{w: w}).place(in).Order == game.Unordered {
		slices.Sort(all)
	}
	return strings.Join(all, ", ")
}

// values writes the Parts that the observer sees on an element.
func (n *naive) values(s *game.State, o game.Seat, id game.ID, faced bool) (text string) {
	if f := face.Of(s, id); f != 0 && faced {
		text += fmt.Sprint(" ", f)
	}
	if l := label.Of(s, id); l != "" && faced {
		text += " " + l
	}
	purse := faced
	if n.w.hasCoin {
		purse = n.w.coin.shows(s, o, game.Nobody, id)
		if said, ok := n.coins[id][o]; ok {
			purse = said
		}
	}
	if c := coin.Of(s, id); c != 0 && purse {
		text += fmt.Sprint(" coin ", c)
	}
	if at := target.Of(s, id); (faced || n.w.target) && s.Alive(at) {
		if is := n.spot(s, o, at); is != "" {
			text += " at " + is
		}
	}
	return text
}

// spot identifies an element as far as the observer can: by its number if they see the face, by its position if they
// see the back.
func (n *naive) spot(s *game.State, o game.Seat, id game.ID) string {
	if !n.isElement(s, id) {
		return s.Name(id)
	}
	switch n.sees(s, o, id) {
	case game.Face:
		return fmt.Sprint("card ", face.Of(s, id))
	case game.Back:
		i := 0
		for other := range s.In(s.Parent(id)) {
			if other == id {
				break
			}
			if n.sees(s, o, other) >= game.Back {
				i++
			}
		}
		return fmt.Sprint(n.spot(s, o, s.Parent(id)), " ", i)
	}
	return ""
}

// seen writes a View in the same form.
func (n *naive) seen(v *game.State) string {
	var lines []string
	for _, in := range append([]game.ID{game.Root, game.Seat(0).ID(), game.Seat(1).ID()}, n.w.holders()...) {
		lines = append(lines, v.Name(in)+seenValues(v, in)+": "+n.seenList(v, in))
	}
	return strings.Join(lines, "\n")
}

func (n *naive) seenList(v *game.State, in game.ID) string {
	var all []string
	for id := range v.In(in) {
		text := "?"
		if k := v.Kind(id); k != nil {
			text = k.Name
		}
		all = append(all, fmt.Sprintf("%s%s of %s [%s]", text, seenValues(v, id), v.Owner(id), n.seenList(v, id)))
	}
	return laidOut(n.w, v, in, all)
}

func seenValues(v *game.State, id game.ID) (text string) {
	if f := face.Of(v, id); f != 0 {
		text += fmt.Sprint(" ", f)
	}
	if l := label.Of(v, id); l != "" {
		text += " " + l
	}
	if c := coin.Of(v, id); c != 0 {
		text += fmt.Sprint(" coin ", c)
	}
	if at := target.Of(v, id); at != 0 {
		text += " at " + seenSpot(v, at)
	}
	return text
}

func seenSpot(v *game.State, id game.ID) string {
	if k := v.Kind(id); k != nil {
		return fmt.Sprint("card ", face.Of(v, id))
	}
	if !slices.Contains(slices.Collect(v.All()), id) {
		return v.Name(id)
	}
	return fmt.Sprint(seenSpot(v, v.Parent(id)), " ", slices.Index(slices.Collect(v.In(v.Parent(id))), id))
}

// moved is called before and after an element moves or is removed.
func (n *naive) moved(s *game.State, id, from game.ID, before bool) {
	n.touched[id] = true
	for o := range s.In(id) {
		n.touched[o] = true
	}
	if before {
		n.saw = map[game.Seat]game.Level{}
		for _, o := range wildObservers {
			n.saw[o] = n.sees(s, o, id)
		}
		return
	}
	delete(n.said, id)
	for _, o := range wildObservers {
		if n.saw[o] >= game.Back || n.sees(s, o, id) == game.Face || n.revealed[id][o] {
			continue
		}
		lost := []game.ID{id}
		for other := range s.In(from) {
			if n.sees(s, o, other) < game.Back {
				lost = append(lost, other)
			}
		}
		if len(lost) > 1 || n.saw[o] == game.Unseen {
			n.forget(s, o, lost)
		}
	}
}

func (n *naive) shuffled(s *game.State, place game.ID) {
	for id := range s.In(place) {
		n.touched[id] = true
		delete(n.said, id)
	}
	for _, o := range wildObservers {
		var lost []game.ID
		for id := range s.In(place) {
			if n.sees(s, o, id) != game.Face {
				lost = append(lost, id)
			}
		}
		if len(lost) > 1 {
			n.forget(s, o, lost)
		}
	}
}

// forget makes an observer lose track of elements and their hidden contents.
func (n *naive) forget(s *game.State, o game.Seat, ids []game.ID) {
	for _, id := range ids {
		if n.sees(s, o, id) != game.Face {
			delete(n.known[o], id)
			n.forget(s, o, slices.Collect(s.In(id)))
		}
	}
}

// ended updates what is known and reports where the state differs.
func (n *naive) ended(s *game.State) string {
	for _, o := range wildObservers {
		for id := range s.All() {
			if n.sees(s, o, id) == game.Face {
				n.known[o][id] = true
			}
		}
		maps.DeleteFunc(n.known[o], func(id game.ID, _ bool) bool { return !s.Alive(id) })
	}
	for _, all := range []map[game.ID]map[game.Seat]bool{n.said, n.coins} {
		maps.DeleteFunc(all, func(id game.ID, _ map[game.Seat]bool) bool { return !s.Alive(id) })
	}
	for _, o := range wildObservers {
		v := s.View(o)
		if got, want := n.seen(v), n.view(s, o); got != want {
			return fmt.Sprintf("%s sees\n%s\nwant\n%s", o, got, want)
		}
		for id := range s.All() {
			if got, want := s.Sees(o, id), n.sees(s, o, id); got != want {
				return fmt.Sprintf("%s sees %s of %s, want %s", o, got, s.Name(id), want)
			}
		}
	}
	return ""
}

// handles maps the faces in a view to their handles.
func handles(v *game.State) map[int]int {
	all := map[int]int{}
	for id := range v.All() {
		if v.Kind(id) != nil {
			n, err := strconv.Atoi(strings.TrimPrefix(v.Name(id), "#"))
			if err != nil {
				panic(v.Name(id))
			}
			all[face.Of(v, id)] = n
		}
	}
	return all
}

// Views of random games with random rules agree with the naive model; handles stay while an element is in sight and are
// never reused.
func TestViewsAgainstNaive(t *testing.T) {
	rules := uint64(150)
	if testing.Short() {
		rules = 40
	}
	for seed := range rules {
		w := newWild(seed, seed%3 == 0)
		n := newNaive(w)
		s := w.start(t)
		last, given := map[game.Seat]map[int]int{}, map[game.Seat]int{}
		for i := range 25 {
			if why := n.ended(s); why != "" {
				t.Fatalf("rules %d, after %d moves: %s", seed, i, why)
			}
			for _, o := range wildObservers {
				now, top := handles(s.View(o)), given[o]
				for f, h := range now {
					was := last[o][f]
					if h != was && h <= given[o] || was != 0 && h != was && !n.touched[game.ID(f)] && seed%3 == 0 {
						t.Fatalf("rules %d, after %d moves: %s calls card %d #%d, after #%d; #%d was given already", seed, i, o, f, h, was, given[o])
					}
					top = max(top, h)
				}
				last[o], given[o] = now, top
			}
			n.next()
			s = play(t, s, fmt.Sprint("do ", 31*int(seed)+i))
		}
	}
}

// What observers know agrees with the naive model, where they see the backs or the number of hidden elements.
func TestKnowledgeAgainstNaive(t *testing.T) {
	for seed := range uint64(60) {
		w := newWild(seed, true)
		w.still = true
		n := newNaive(w)
		s := w.start(t)
		for i := range 25 {
			n.ended(s)
			for _, o := range wildObservers {
				for id := range s.All() {
					if got := s.Knows(o, id); got != n.known[o][id] {
						t.Fatalf("rules %d, after %d moves: %s knows %s in %s: %v", seed, i, o, s.Name(id), s.Name(s.Parent(id)), got)
					}
				}
			}
			n.next()
			s = play(t, s, fmt.Sprint("do ", 17*int(seed)+i))
		}
	}
}
