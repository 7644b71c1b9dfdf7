package unit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
)

// Order says what to spawn: how many units of a kind, where, for which seat, and with which values instead of those
// of the kind. It is a value: each method returns a changed copy.
type Order struct {
	Kind  *game.Kind
	Count int
	At    []game.ID // where; the Spawner decides which of these, or which one near them
	Seat  game.Seat // the owner
	Over  []game.With
}

// Spawn returns an order for one unit that belongs to nobody.
func Spawn(k *game.Kind) Order { return Order{Kind: k, Count: 1, Seat: game.Nobody} }

// Times sets the number of units.
func (o Order) Times(n int) Order { o.Count = n; return o }

// In sets the cells.
func (o Order) In(at ...game.ID) Order { o.At = at; return o }

// For sets the owner.
func (o Order) For(seat game.Seat) Order { o.Seat = seat; return o }

// With sets Parts that differ from those of the kind.
func (o Order) With(with ...game.With) Order {
	o.Over = append(append([]game.With(nil), o.Over...), with...)
	return o
}

// Place is a strategy for one unit of an order, the i-th: it returns where to put it, or 0 and the reason why there
// is no place. It sees the units placed before.
type Place func(t *game.Tx, o Order, i int) (at game.ID, why *game.Line)

// Spawner carries out orders: it places a whole batch with the strategy for its kind, or each unit with the strategy
// for its kind, or with the default, which is [InTurn].
type Spawner struct {
	Batch   map[*game.Kind]func(t *game.Tx, o Order) (at []game.ID, why *game.Line)
	One     map[*game.Kind]Place
	Default Place
}

// Spawn carries out an order, one unit after the other. It returns the new units, and the reason if there are fewer
// than ordered. A unit gets the MaxHealth and MaxPoints of its kind, unless the order says otherwise.
func (x *Spawner) Spawn(t *game.Tx, o Order) (made []game.ID, why *game.Line) {
	mustSuit(t, o.Kind)
	if batch := x.Batch[o.Kind]; batch != nil {
		at, why := batch(t, o)
		for _, cell := range at[:min(len(at), o.Count)] {
			made = append(made, create(t, o, cell))
		}
		return made, why
	}
	for i := range o.Count {
		at, why := x.place(o.Kind)(t, o, i)
		if at == 0 {
			return made, why
		}
		made = append(made, create(t, o, at))
	}
	return made, nil
}

// SpawnNamed spawns units for nobody in a cell. Their names have spaces between them.
func (x *Spawner) SpawnNamed(t *game.Tx, kinds []*game.Kind, names string, at game.ID) {
	for _, name := range strings.Fields(names) {
		x.Spawn(t, Spawn(Named(kinds, name)).In(at))
	}
}

// Lead spawns a unit that its owner leads: see [Leads].
func (x *Spawner) Lead(t *game.Tx, o Order) (leader game.ID) {
	made, why := x.Spawn(t, o.Times(1))
	if why != nil {
		panic(fmt.Sprintf("%s has no leader: %s", o.Seat, why))
	}
	Leads.Set(t, o.Seat, made[0])
	return made[0]
}

// Enter brings the units of a reserve onto the board that arrive in this round or earlier, each near one of the
// cells. Units without a place wait. Those that were made without health and points get the MaxHealth and MaxPoints of
// their kind.
func (x *Spawner) Enter(t *game.Tx, reserve game.Holder, round int, at ...game.ID) (entered []game.ID) {
	for id := range t.In(reserve) {
		if Arrives.Of(t, id) > round {
			continue
		}
		o := Order{Kind: t.Kind(id), Count: 1, At: at, Seat: t.Owner(id)}
		if cell, _ := x.place(o.Kind)(t, o, len(entered)); cell != 0 {
			Arrives.Set(t, id, 0)
			t.Move(id, cell)
			fill(t, id, nil)
			entered = append(entered, id)
		}
	}
	return entered
}

func (x *Spawner) place(k *game.Kind) Place {
	switch {
	case x.One[k] != nil:
		return x.One[k]
	case x.Default != nil:
		return x.Default
	}
	return InTurn
}

func create(t *game.Tx, o Order, at game.ID) game.ID {
	id := t.Create(o.Kind, at, o.Over...)
	if t.Owner(id) != o.Seat {
		t.Give(id, o.Seat)
	}
	fill(t, id, o.Over)
	return id
}

// fill gives a unit the MaxHealth and MaxPoints of its kind, unless the order says otherwise.
func fill(t *game.Tx, id game.ID, over []game.With) {
	k := t.Kind(id)
	fillOne(t, id, k, over, Health, MaxHealth)
	fillOne(t, id, k, over, Points, MaxPoints)
}

func fillOne(t *game.Tx, id game.ID, k *game.Kind, over []game.With, has *game.Part[int], most *game.Trait[int]) {
	if n := most.On(k); n > 0 && has.Of(t, id) == 0 && !sets(over, has) {
		has.Set(t, id, n)
	}
}

// sets reports whether one of the values is of the Part.
func sets(with []game.With, part *game.Part[int]) bool {
	return slices.ContainsFunc(with, func(w game.With) bool {
		x := w.Info()
		return !x.Trait && x.Name == part.String()
	})
}

// InTurn is a strategy: the cells of the order in turn, except full ones.
func InTurn(t *game.Tx, o Order, i int) (game.ID, *game.Line) {
	for k := range o.At {
		if at := o.At[(i+k)%len(o.At)]; !t.Full(at) {
			return at, nil
		}
	}
	return 0, noRoom(o)
}

// Nearest returns a strategy: the free cell nearest to the cells of the order, in turn. Free means that enter allows
// it and nothing is there. If several are equally near, it is the first in the order of the board.
func Nearest(b *board.Board, enter func(s *game.State, cell game.ID) bool) Place {
	return func(t *game.Tx, o Order, i int) (game.ID, *game.Line) {
		if len(o.At) == 0 {
			return 0, noRoom(o)
		}
		from, best := o.At[i%len(o.At)], game.ID(0)
		far := -1
		for cell := range b.Cells(t).All() {
			if t.Count(cell) > 0 || enter != nil && !enter(t.State, cell) {
				continue
			}
			if d := b.Distance(from, cell); d >= 0 && (far < 0 || d < far) {
				best, far = cell, d
			}
		}
		if best == 0 {
			return 0, noRoom(o)
		}
		return best, nil
	}
}

func noRoom(o Order) *game.Line { return game.NewLine("there is no room for {0}", label(o.Kind)) }

func label(k *game.Kind) string {
	if k.Look.Label != "" {
		return k.Look.Label
	}
	return k.Name
}

// Stage is how far the setup has come.
type Stage int8

// The stages of the setup, in order.
const (
	Playing Stage = iota // the setup is over, or the game has none
	Board                // terrain; nothing is spawned yet
	Props                // scenery, such as spawn points and doors: kinds with [Prop]
	Agents               // everything else
)

// Stages sets up the table in order: the board, the props, then the agents. Spawning something out of order is a
// Fault.
type Stages struct{ Board, Props, Agents func(t *game.Tx) }

// Setup is for Rules.Setup.
func (x Stages) Setup(t *game.Tx) {
	for i, do := range []func(*game.Tx){x.Board, x.Props, x.Agents} {
		stage.Set(t, game.Root, Stage(i+1))
		if do != nil {
			do(t)
		}
	}
	stage.Set(t, game.Root, Playing)
}

// mustSuit panics if a kind cannot be spawned at this stage.
func mustSuit(t *game.Tx, k *game.Kind) {
	prop := Prop.On(k)
	switch at := stage.Of(t, game.Root); {
	case at == Board:
		panic(fmt.Sprintf("a %s is spawned while the board is set up: props and agents come later", k.Name))
	case at == Props && !prop:
		panic(fmt.Sprintf("a %s is spawned among the props: it has no Prop trait, so it belongs to the agents", k.Name))
	case at == Agents && prop:
		panic(fmt.Sprintf("a %s is spawned among the agents: props come before them", k.Name))
	}
}

// Script lets each of the units act, in Phase.Begin or Run. It shows everyone the table after each unit that did
// something.
func Script(t *game.Tx, units game.Set[game.ID], act func(t *game.Tx, id game.ID) (did bool)) {
	for id := range units.All() {
		if t.Alive(id) && act(t, id) {
			t.Moment()
		}
	}
}
