package game_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// model is a table of maps and slices, written in the most obvious way: it does what a Tx does, without regard to
// speed.
type model struct {
	in     map[game.ID][]game.ID // contents of each place and element, in order
	at     map[game.ID]game.ID
	kind   map[game.ID]*game.Kind
	owner  map[game.ID]game.Seat
	points map[game.ID]int
	body   map[game.ID]limbs
	next   game.ID
}

func (m *model) clone() *model {
	c := &model{map[game.ID][]game.ID{}, maps.Clone(m.at), maps.Clone(m.kind), maps.Clone(m.owner), maps.Clone(m.points), maps.Clone(m.body), m.next}
	for id, all := range m.in {
		c.in[id] = slices.Clone(all)
	}
	return c
}

func (m *model) create(k *game.Kind, in game.ID, owner game.Seat) game.ID {
	id := m.next
	m.next++
	m.in[in] = append(m.in[in], id)
	m.at[id], m.kind[id], m.owner[id] = in, k, owner
	return id
}

func (m *model) take(id game.ID) {
	from := m.at[id]
	m.in[from] = slices.DeleteFunc(m.in[from], func(o game.ID) bool { return o == id })
}

// put inserts the element at index i of the place; -1 is the end.
func (m *model) put(id, to game.ID, i int) {
	if i < 0 {
		i = len(m.in[to])
	}
	m.in[to] = slices.Insert(m.in[to], i, id)
	m.at[id] = to
}

func (m *model) remove(id game.ID) {
	for _, c := range slices.Clone(m.in[id]) {
		m.remove(c)
	}
	m.take(id)
	for _, facts := range []func(){
		func() { delete(m.in, id) }, func() { delete(m.at, id) }, func() { delete(m.kind, id) },
		func() { delete(m.owner, id) }, func() { delete(m.points, id) }, func() { delete(m.body, id) },
	} {
		facts()
	}
}

func (m *model) within(id, in game.ID) bool {
	for ; id != 0; id = m.at[id] {
		if id == in {
			return true
		}
	}
	return false
}

// pair is a Tx and the model that runs beside it.
type pair struct {
	*box
	r      *rand.Rand
	m      *model
	places []game.ID
	seats  int
}

func (p *pair) some(ids []game.ID) game.ID {
	if len(ids) == 0 {
		return 0
	}
	return ids[p.r.IntN(len(ids))]
}

// live lists all elements of the model. It is rarely called, so it may be slow.
func (p *pair) live() []game.ID { return slices.Sorted(maps.Keys(p.m.at)) }

// step does the same to the Tx and to the model.
func (p *pair) step(tx *game.Tx) {
	m, live := p.m, p.live()
	id := p.some(live)
	to := p.some(p.places)
	if p.r.IntN(4) == 0 && id != 0 {
		to = p.some(live)
	}
	kind := []*game.Kind{p.stone, p.card}[p.r.IntN(2)]
	what := p.r.IntN(13)
	if id == 0 {
		what = 0
	}
	switch what {
	case 0, 1, 2:
		got := tx.Create(kind, to)
		if want := m.create(kind, to, tx.Seat); got != want {
			panic(fmt.Sprintf("created %d, want %d", got, want))
		}
	case 3:
		if !m.within(to, id) {
			tx.Move(id, to)
			m.take(id)
			m.put(id, to, -1)
		}
	case 4:
		if !m.within(to, id) {
			tx.MoveFirst(id, to)
			m.take(id)
			m.put(id, to, 0)
		}
	case 5:
		if other := p.some(live); !m.within(other, id) {
			tx.MoveAfter(id, other)
			m.take(id)
			m.put(id, m.at[other], slices.Index(m.in[m.at[other]], other)+1)
		}
	case 6:
		tx.Remove(id)
		m.remove(id)
	case 7:
		seat := game.Seat(p.r.IntN(p.seats+1)) - 1
		tx.Give(id, seat)
		m.owner[id] = seat
	case 8, 9:
		on := p.some([]game.ID{id, game.Root, game.Seat(0).ID(), to})
		n := p.r.IntN(3)
		points.Set(tx, on, n)
		m.points[on] = n
		b := limbs{Left: int8(p.r.IntN(3)), Name: []string{"", "x"}[p.r.IntN(2)], Holds: id}
		body.Set(tx, on, b)
		m.body[on] = b
	case 10:
		tx.Shuffle(to)
		m.in[to] = slices.Collect(tx.In(to)) // the only thing that the model cannot predict
	case 11:
		tx.Become(id, kind)
		m.kind[id] = kind
	case 12:
		was := m.clone()
		tx.Try(func() {
			for range p.r.IntN(12) {
				p.step(tx)
			}
			if why := p.compare(tx.State); why != "" {
				panic("tried: " + why)
			}
		})
		p.m = was
	}
}

// compare queries the state for everything and returns where it differs from the model.
func (p *pair) compare(s *game.State) string {
	m := p.m
	live := p.live()
	if got := slices.Collect(s.All()); !slices.Equal(got, live) {
		return fmt.Sprintf("the elements are %v, want %v", got, live)
	}
	filled, held := map[game.ID]bool{}, make([]map[game.ID]bool, p.seats)
	for i := range held {
		held[i] = map[game.ID]bool{}
	}
	for _, in := range slices.Concat(p.places, live) {
		all := m.in[in]
		if got := slices.Collect(s.In(in)); !slices.Equal(got, all) {
			return fmt.Sprintf("%s contains %v, want %v", s.Name(in), got, all)
		}
		if s.Count(in) != len(all) || s.Contents(in).Len() != len(all) {
			return fmt.Sprintf("%s contains %d elements, want %d", s.Name(in), s.Count(in), len(all))
		}
		var first, last game.ID
		if len(all) > 0 {
			first, last = all[0], all[len(all)-1]
			filled[in] = true
			if o := m.owner[last]; o != game.Nobody {
				held[o][in] = true
			}
		}
		if s.First(in) != first || s.Last(in) != last {
			return fmt.Sprintf("%s is from %d to %d, want %d to %d", s.Name(in), s.First(in), s.Last(in), first, last)
		}
		if points.Of(s, in) != m.points[in] || body.Of(s, in) != m.body[in] {
			return fmt.Sprintf("on %s are %d, %v; want %d, %v", s.Name(in), points.Of(s, in), body.Of(s, in), m.points[in], m.body[in])
		}
	}
	for _, id := range live {
		if s.Parent(id) != m.at[id] || s.Kind(id) != m.kind[id] || s.Owner(id) != m.owner[id] || !s.Alive(id) || s.Find(s.Name(id)) != id {
			return fmt.Sprintf("%s is a %s of %s in %s", s.Name(id), s.Kind(id).Name, s.Owner(id), s.Name(s.Parent(id)))
		}
	}
	sorted := func(m map[game.ID]bool) []game.ID { return slices.Sorted(maps.Keys(m)) }
	if got := slices.Collect(s.Filled().All()); !slices.Equal(got, sorted(filled)) {
		return fmt.Sprintf("filled are %v, want %v", got, sorted(filled))
	}
	for seat := range held {
		if got := slices.Collect(s.Held(game.Seat(seat)).All()); !slices.Equal(got, sorted(held[seat])) {
			return fmt.Sprintf("seat %d holds %v, want %v", seat, got, sorted(held[seat]))
		}
	}
	return ""
}

// newPair starts a game whose moves are many random steps.
func newPair(t testing.TB, seed uint64, elements, perMove int) (*pair, *game.State) {
	x := newBox()
	p := &pair{box: x, r: rand.New(rand.NewPCG(seed, 1)), seats: 2}
	p.m = (&model{}).clone()
	p.m.at, p.m.kind, p.m.owner, p.m.points, p.m.body = map[game.ID]game.ID{}, map[game.ID]*game.Kind{}, map[game.ID]game.Seat{}, map[game.ID]int{}, map[game.ID]limbs{}
	x.do = func(tx *game.Tx) {
		for range perMove {
			p.step(tx)
		}
	}
	x.Setup = func(tx *game.Tx) {
		p.places = []game.ID{x.row.ID(), x.pile.ID(), x.bag.ID(), x.hand.Of(0), x.hand.Of(1)}
		first := tx.Create(x.stone, x.row)
		p.m.next = first
		p.m.create(x.stone, x.row.ID(), game.Nobody)
		for i := 1; i < elements; i++ {
			in := p.places[i%3] // the places of a seat would give it an owner
			tx.Create(x.card, in)
			p.m.create(x.card, in, game.Nobody)
		}
	}
	return p, x.start(t)
}

// Random operations on the table against the model, compared after each move, on tables of one page, several, and very
// many.
func TestModel(t *testing.T) {
	for _, c := range []struct{ elements, moves, perMove, games int }{{1, 60, 4, 10}, {70, 30, 12, 3}, {600, 8, 40, 2}, {4200, 3, 50, 1}} {
		if testing.Short() {
			c.games = (c.games + 1) / 2
		}
		for seed := range uint64(c.games) {
			p, s := newPair(t, seed, c.elements, c.perMove)
			past := []*game.State{s}
			pastSaves := []string{string(s.Save())}
			for i := range c.moves {
				if why := p.compare(s); why != "" {
					t.Fatalf("%d elements, seed %d, after %d moves: %s", c.elements, seed, i, why)
				}
				next, err := s.PlayText(s.Turn(), "do")
				if err != nil {
					t.Fatalf("%d elements, seed %d, move %d: %v", c.elements, seed, i, err)
				}
				s = next
				past, pastSaves = append(past, s), append(pastSaves, string(s.Save()))
				same(t, reload(t, s), s)
			}
			for range 6 { // between any two states
				a, b := past[p.r.IntN(len(past))], past[p.r.IntN(len(past))]
				applied(t, a, b, a.Diff(b))
			}
			for i, s := range past {
				if string(s.Save()) != pastSaves[i] {
					t.Fatalf("%d elements, seed %d: the state after %d moves has changed since", c.elements, seed, i)
				}
			}
			if t.Failed() {
				t.Fatalf("%d elements, seed %d", c.elements, seed)
			}
		}
	}
}

// The same in a fork that writes in place, records, is reset and frozen.
func TestModelInFork(t *testing.T) {
	games := uint64(3)
	if testing.Short() {
		games = 1
	}
	for _, elements := range []int{1, 70, 600} {
		for seed := range games {
			p, s := newPair(t, seed, elements, 20)
			f := s.Fork()
			f.Record(true)
			f.Hash()
			type point struct {
				s *game.State
				m *model
			}
			points := []point{{s, p.m.clone()}}
			for i := range 30 {
				switch p.r.IntN(5) {
				case 0: // back to some earlier state
					to := points[p.r.IntN(len(points))]
					f.Reset(to.s)
					f.Record(true)
					p.m = to.m.clone()
				case 1:
					frozen, err := f.Freeze()
					if err != nil {
						t.Fatal(err)
					}
					points = append(points, point{frozen, p.m.clone()})
				default:
					before, err := p.Rules.Load(f.State().Save())
					if err != nil {
						t.Fatal(err)
					}
					if err := f.Play(game.Move{Seat: f.State().Turn(), Action: "do"}); err != nil {
						t.Fatal(err)
					}
					after, err := p.Rules.Load(f.State().Save())
					if err != nil {
						t.Fatal(err)
					}
					if after.Hash() != f.Hash() {
						t.Fatalf("%d elements, seed %d, step %d: the incremental hash is wrong", elements, seed, i)
					}
					if got, want := f.Changes(), before.Diff(after); !slices.Equal(got, want) {
						t.Fatalf("%d elements, seed %d, step %d: the changes are\n%v\nwant\n%v", elements, seed, i, got, want)
					}
				}
				if why := p.compare(f.State()); why != "" {
					t.Fatalf("%d elements, seed %d, step %d: %s", elements, seed, i, why)
				}
			}
			for _, at := range points {
				p.m = at.m
				if why := p.compare(at.s); why != "" {
					t.Fatalf("%d elements, seed %d: a frozen state: %s", elements, seed, why)
				}
			}
		}
	}
}

// A failed move does not change the state, wherever it fails.
func TestModelWithFaults(t *testing.T) {
	for seed := range uint64(6) {
		p, s := newPair(t, seed, 50, 30)
		for i := range 15 {
			before, was := string(s.Save()), p.m.clone()
			stop := p.r.IntN(30)
			_, err := p.try(s, func(tx *game.Tx) {
				for range stop {
					p.step(tx)
				}
				panic("here")
			})
			wantFault(t, err, "here")
			p.m = was
			if why := p.compare(s); why != "" || string(s.Save()) != before {
				t.Fatalf("seed %d, move %d: %s", seed, i, why)
			}
			s = play(t, s, "do")
		}
	}
}

// Perft undoes everything, on tables of any size.
func TestModelWithPerft(t *testing.T) {
	x := newBox()
	id := &game.Pick[game.ID]{Name: "id", From: x.row.Contents}
	to := &game.Pick[game.ID]{Name: "to", From: func(tx *game.Tx) game.Set[game.ID] {
		return tx.Contents(x.row).Minus(game.SetOf(id.In(tx))).Or(game.SetOf(x.pile.ID(), x.hand.Of(1)))
	}}
	x.picking(func(tx *game.Tx) {
		tx.Move(id.In(tx), to.In(tx))
		points.Edit(tx, to.In(tx), func(n *int) { *n++ })
		tx.Create(x.card, id.In(tx))
		if tx.Count(x.hand.Of(1)) > 1 {
			tx.Remove(tx.First(x.hand.Of(1)))
		}
	}, id, to)
	x.Deadlock = (*game.Tx).Tie
	for _, n := range []int{3, 100} { // the rest is put aside
		x.Setup = func(tx *game.Tx) { tx.CreateMany(n-3, x.card, x.bag); tx.CreateMany(3, x.stone, x.row) }
		y := *x
		s, err := x.Rules.Start(2, game.SeedOf(1))
		if err != nil {
			t.Fatal(err)
		}
		f := s.Fork()
		f.Record(true)
		want := string(s.Save())
		for depth := range 4 {
			if _, err := f.Perft(depth); err != nil {
				t.Fatal(err)
			}
			if got := string(f.State().Save()); got != want || f.Hash() != s.Hash() || len(f.Changes()) != 0 {
				t.Fatalf("with %d elements, after counting %d moves deep:\n%s\nwant\n%s", n, depth, got, want)
			}
			for _, place := range []game.ID{y.row.ID(), y.pile.ID(), y.hand.Of(1)} {
				if f.State().Filled().Has(place) != s.Filled().Has(place) || f.State().Held(0).Has(place) != s.Held(0).Has(place) {
					t.Fatalf("%s is not undone", strings.ToUpper(s.Name(place)))
				}
			}
		}
	}
}
