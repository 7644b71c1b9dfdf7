package game_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/plygame/ply/game"
)

// decl is a Sight in readable form: who sees, and what the others see.
type decl struct {
	who      int // default, all, owner, none, rule
	and, but []game.Seat
	rest     game.Level
}

// moody is a rule that depends on the state: on how many elements are together, and who owns them.
func moody(s *game.State, seat game.Seat, id game.ID) game.Level {
	return game.Level((int(seat) + 1 + s.Count(s.Parent(id)) + 2*int(s.Owner(id)+1)) % 4)
}

func (d decl) said() bool { return d.who > 0 || len(d.and)+len(d.but) > 0 || d.rest != game.Back }

func (d decl) sight() game.Sight {
	x := []game.Sight{{}, game.ByAll, game.ByOwner, game.ByNone, game.By(moody)}[d.who]
	if len(d.and) > 0 {
		x = x.And(d.and...)
	}
	if len(d.but) > 0 {
		x = x.But(d.but...)
	}
	if d.rest != game.Back {
		x = x.Else(d.rest)
	}
	return x
}

// wild is a game with random rules: what is seen where is random, and a move "do n" does random things that depend only
// on n and the state.
type wild struct {
	*game.Rules
	places  []*game.Place
	seen    map[*game.Place]decl
	kinds   []*game.Kind
	holds   map[*game.Kind]decl
	coin    decl // who sees the coins, if declared
	hasCoin bool
	target  bool // references can be seen on backs
	most    int  // moves create elements until there are this many
	still   bool // only new coins are rolled
	flat    bool // elements have no contents, and nothing points at them

	// Optional callbacks for what is done; removing counts as moving.
	onMove    func(s *game.State, id, from game.ID, before bool)
	onShuffle func(s *game.State, place game.ID)
	onShow    func(id game.ID, seats []game.Seat, show bool)
	onReveal  func(id game.ID, seats []game.Seat)
	onCoin    func(id game.ID, seats []game.Seat, show bool)
}

const wildSeats = 2

var someSeats = [][]game.Seat{nil, {0}, {1}, {game.Nobody}, {0, 1}, {1, game.Nobody}}

// newWild draws rules; those without fog are tame.
func newWild(seed uint64, tame bool) *wild {
	r := rand.New(rand.NewPCG(seed, 99))
	draw := func(silent bool) (d decl) {
		d = decl{rest: game.Back}
		if silent && r.IntN(3) == 0 {
			return d
		}
		d.who = 1 + r.IntN(3)
		if !tame && r.IntN(4) == 0 {
			d.who = 4
		}
		if r.IntN(3) == 0 {
			d.and = someSeats[r.IntN(len(someSeats))]
		}
		if r.IntN(3) == 0 {
			d.but = someSeats[r.IntN(len(someSeats))]
		}
		if r.IntN(2) == 0 && d.who != 4 {
			d.rest = game.Level(1 + r.IntN(2))
			if !tame {
				d.rest = game.Level(r.IntN(3))
			}
		}
		return d
	}
	w := &wild{seen: map[*game.Place]decl{}, holds: map[*game.Kind]decl{}, most: 12}
	place := func(name string, each bool) *game.Place {
		d := draw(true)
		if name == "b" { // something is always hidden
			d.who, d.and = 2+r.IntN(2), nil
		}
		p := &game.Place{Name: name, Each: each, Order: game.Order(r.IntN(3)), Seen: d.sight()}
		w.places, w.seen[p] = append(w.places, p), d
		return p
	}
	a, b, c, hand := place("a", false), place("b", false), place("c", false), place("hand", true)
	shelf, pouch := place("shelf", false), place("pouch", false)
	for _, name := range []string{"card", "box", "sack"} {
		k := &game.Kind{Name: name}
		d := decl{rest: game.Back}
		if name != "card" && r.IntN(2) == 0 {
			d = draw(false)
			k.Seen = d.sight()
		}
		w.kinds, w.holds[k] = append(w.kinds, k), d
	}
	var purse game.Column = coin.Rolled(six)
	if w.hasCoin = r.IntN(3) > 0; w.hasCoin {
		w.coin = draw(false)
		purse = coin.Seen(w.coin.sight()).Rolled(six)
	}
	var points game.Column = target
	if w.target = r.IntN(2) == 0; w.target {
		points = target.Seen(game.ByAll)
	}
	n := &game.Pick[int]{Name: "n", Range: fixed(0, 1_000_000)}
	w.Rules = &game.Rules{
		Name: "wild", Seats: game.Exactly(wildSeats), Kinds: w.kinds, Parts: []game.Column{face, label, purse, points},
		Layout: []game.Layout{a, b, c, hand, layout(func(p *game.Plan) {
			p.Add(shelf, a.ID())
			p.Add(pouch, hand.Of(0))
		})},
		Setup:   func(tx *game.Tx) { w.steps(tx, seed, 12) },
		Actions: []*game.Action{{Name: "do", Pick: []game.Choice{n}, Do: func(tx *game.Tx) { w.steps(tx, uint64(n.In(tx)), 3) }}},
		Guess:   func(*game.Tx, game.Seat) {},
	}
	return w
}

func (w *wild) start(t testing.TB) *game.State {
	t.Helper()
	return start(t, w.Rules, wildSeats)
}

// holders lists all places that can hold something.
func (w *wild) holders() (ids []game.ID) {
	for _, p := range w.places {
		if p.Each {
			ids = append(ids, p.Of(0), p.Of(1))
		} else {
			ids = append(ids, p.ID())
		}
	}
	return ids
}

// steps does up to n random things.
func (w *wild) steps(tx *game.Tx, seed uint64, n int) {
	r := rand.New(rand.NewPCG(seed, uint64(tx.Played())))
	for range 1 + r.IntN(n) {
		w.step(tx, r)
	}
}

func (w *wild) step(tx *game.Tx, r *rand.Rand) {
	live := slices.Collect(tx.All())
	some := func(ids []game.ID) game.ID { return ids[r.IntN(len(ids))] }
	to := some(w.holders())
	if len(live) > 0 && r.IntN(4) == 0 && !w.flat {
		to = some(live)
	}
	what := r.IntN(15)
	if w.flat && what == 12 {
		what = 3
	}
	if len(live) < 3 || what == 0 && len(live) > w.most {
		what = 1
	}
	if what == 1 && len(live) > w.most {
		what = 2
	}
	if what < 2 {
		id := tx.Create(w.kinds[r.IntN(3)], to, label.Is(string(rune('a'+r.IntN(26)))))
		face.Set(tx, id, int(id))
		tx.Give(id, game.Seat(r.IntN(3)-1))
		coin.Roll(tx, id)
		return
	}
	id := some(live)
	seats := someSeats[r.IntN(len(someSeats))]
	switch what {
	case 2:
		w.move(tx, id, 0, func() { tx.Remove(id) })
	case 3, 4, 5:
		if id != to && !tx.Within(to, id) {
			w.move(tx, id, to, func() { tx.Move(id, to) })
		}
	case 6:
		if other := some(live); other != id && !tx.Within(other, id) {
			w.move(tx, id, tx.Parent(other), func() { tx.MoveAfter(id, other) })
		}
	case 7, 8:
		tx.Shuffle(to)
		if w.onShuffle != nil {
			w.onShuffle(tx.State, to)
		}
	case 9:
		show := r.IntN(2) == 0
		if show {
			tx.Show(id, seats...)
		} else {
			tx.Hide(id, seats...)
		}
		if w.onShow != nil {
			w.onShow(id, seats, show)
		}
	case 10:
		tx.Give(id, game.Seat(r.IntN(3)-1))
	case 11:
		tx.Reveal(id, seats...)
		if w.onReveal != nil {
			w.onReveal(id, seats)
		}
	case 12:
		target.Set(tx, some(append(live, game.Root, to)), some(append(live, to)))
		label.Set(tx, to, fmt.Sprint(r.IntN(3)))
	case 14:
		tx.Become(id, w.kinds[r.IntN(3)])
	case 13:
		if w.still {
			return
		}
		w.flip(tx, some(append(live, game.Root, game.Seat(0).ID(), to)), seats, r)
	}
}

func (w *wild) move(tx *game.Tx, id, to game.ID, do func()) {
	from := tx.Parent(id)
	if w.onMove != nil && from != to {
		w.onMove(tx.State, id, from, true)
	}
	do()
	if w.onMove != nil && from != to {
		w.onMove(tx.State, id, from, false)
	}
}

// flip rolls the coin on an element, and shows or hides it.
func (w *wild) flip(tx *game.Tx, id game.ID, seats []game.Seat, r *rand.Rand) {
	coin.Roll(tx, id)
	if !w.hasCoin || w.coin.who == 4 {
		return
	}
	show := r.IntN(2) == 0
	if show {
		coin.Show(tx, id, seats...)
	} else {
		coin.Hide(tx, id, seats...)
	}
	if w.onCoin != nil {
		w.onCoin(id, seats, show)
	}
}

// walk plays n random moves and returns all states, including the first.
func (w *wild) walk(t testing.TB, s *game.State, moves int, seed uint64) []*game.State {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 5))
	all := []*game.State{s}
	for range moves {
		s = play(t, s, fmt.Sprint("do ", r.IntN(1_000_000)))
		all = append(all, s)
	}
	return all
}
