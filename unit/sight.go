package unit

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
)

// Sight declares what units see of each other: fog of war. In adds it to the rules, and views, memory and re-deals
// are derived from this one declaration. Everyone sees the ground itself.
//
// A seat sees a unit if one of its own units is near enough and nothing blocks the line between them, so two units with
// the same range see each other or not. A seat always sees its own units. Spectators see units only when the game is
// over, because players could be among them.
type Sight struct {
	Board *board.Grid
	Units []*game.Kind // what sees, and can be hidden

	Range  func(k *game.Kind) int                         // how many cells far a unit sees
	Blocks func(s *game.State, cell game.ID) bool         // whether a cell blocks the view; nil means that none does
	Cover  func(s *game.State, cell game.ID) (within int) // how far a unit in the cell can be seen; 0 means as usual
	Enter  func(s *game.State, cell game.ID) bool         // whether a unit can be in the cell; nil means always

	// Ground are the Parts that Blocks, Cover and Enter depend on. What is visible from each cell is cached until
	// they change; without Parts, forever.
	Ground []game.Column

	// Remembers keeps for each seat which unit it last saw on each cell, and when: see Last. Screens show it. In the view
	// of a seat, the word fog stands for what covers a cell: "mist" if it is out of sight, "bow-azure" if a bow of Azure
	// was last seen there. The picture of that name is drawn over the cell if its Look has Over: "{fog}.svg".
	Remembers bool

	memory *game.Private[Sighting]
	spots  *game.Private[[maxSpots / 64]uint64] // of a seat: the cells of which it remembers something, as bits
	far    int
	walls  *game.Derived[game.Set[game.ID]]
	disks  *game.Derived[[]game.Set[game.ID]]   // by range: the cells around a cell
	lines  *game.Derived[[]game.Set[game.ID]]   // of a cell, by range
	charts *game.Derived[[][]game.Set[game.ID]] // of the table: the lines of all cells, unless there are many
	seen   *game.Derived[outlook]               // of a seat
	foes   *game.Derived[game.Set[game.ID]]     // of a seat: the units of others that it sees
}

// outlook is which cells the units of a seat see, and where they are themselves.
type outlook struct{ seen, own game.Set[game.ID] }

// Sighting is what a seat remembers of a cell: which unit it last saw there, as long as it has not seen the cell
// without it. The zero Sighting is none.
type Sighting struct {
	Kind  uint8 // its number in Sight.Units, from 1
	Owner game.Seat
	Move  int32 // the number of moves made when it was last seen
}

// In adds the sight to the rules and returns them. Rules.Check then refuses an order of play that could give hidden things
// away. A turn must end with an action that is a Pass, because a turn that ends on its own shows what the seat can do, or
// sees: acts have no Until and no Max. Seats must not be asked to react (Rules.Calls), because the question shows that
// someone can. Let players give orders in advance instead.
func (x *Sight) In(r *game.Rules) *game.Rules {
	guessed := r.Guess != nil
	r.Checks = append(r.Checks, func(r *game.Rules) error { return x.check(r, guessed) })
	if !x.complete() {
		return r
	}
	for _, k := range x.Units {
		x.far = max(x.far, x.Range(k))
	}
	x.walls = game.NewDerived("sight-walls", x.blocked).From(x.Ground...)
	x.lines = game.NewDerived("sight-lines", x.linesOf).From(x.Ground...)
	x.charts = game.NewDerived("sight-charts", x.chartsOf).From(x.Ground...)
	x.disks = game.NewDerived("sight-disks", x.disksOf).From()
	x.seen = game.NewDerived("sight-cells", x.cellsOf).FromElements(x.Ground...)
	x.foes = game.NewDerived("sight-units", x.foesOf).FromElements(x.Ground...)
	r.Derived = append(r.Derived, x.walls, x.disks, x.lines, x.charts, x.seen, x.foes)
	x.Board.Cell.Seen = game.By(x.level)
	if x.Remembers {
		x.memory = game.NewPrivate[Sighting]("last-seen").Looks(game.Look{Hidden: true})
		x.spots = game.NewPrivate[[maxSpots / 64]uint64]("last-spots").Looks(game.Look{Hidden: true})
		r.Parts = append(r.Parts, x.memory, x.spots)
		r.Derived = append(r.Derived,
			game.NewDerived("fog", x.fog).Looks(game.Look{Hidden: true, Words: x.fogWords(r)}).OnPlaces(&x.Board.Cell),
			game.NewDerived("recalled", x.recalled).Looks(game.Look{Label: "Last seen here"}).OnPlaces(&x.Board.Cell))
		r.Settle = both(r.Settle, x.remember)
	}
	r.Guess = x.guess
	return r
}

func (x *Sight) complete() bool { return x.Range != nil && len(x.Units) > 0 && x.Board != nil }

// check returns everything in the rules that could give hidden things away.
func (x *Sight) check(r *game.Rules, guessed bool) error {
	var faults []error
	add := func(text string, args ...any) { faults = append(faults, fmt.Errorf("fog: "+text, args...)) }
	if !x.complete() {
		add("set Board, Units and Range of the Sight")
	}
	if guessed {
		add("there is a Guess already")
	}
	if len(r.Calls) > 0 {
		add("Rules.Calls asks seats in the middle of a turn: let players give orders in advance instead")
	}
	if r.Flow == nil {
		if !slices.ContainsFunc(r.Actions, isPass) {
			add("no action is a Pass: a turn must not end on its own")
		}
		return errors.Join(faults...)
	}
	var walk func(s game.Step)
	walk = func(s game.Step) {
		switch s := s.(type) {
		case nil:
			return
		case *game.Act:
			for _, why := range selfEnding(r, s.Actions, s.Max, s.Until != nil) {
				add("act %q %s", s.Name, why)
			}
		case *game.Together:
			for _, why := range selfEnding(r, s.Actions, s.Max, false) {
				add("act %q %s", s.Name, why)
			}
		}
		for _, in := range s.Within() {
			walk(in)
		}
	}
	walk(r.Flow)
	return errors.Join(faults...)
}

func isPass(a *game.Action) bool { return a != nil && a.Pass }

// selfEnding returns how an act can end without a Pass.
func selfEnding(r *game.Rules, actions []*game.Action, most int, until bool) (why []string) {
	if len(actions) == 0 {
		actions = r.Actions
	}
	switch passes := slices.ContainsFunc(actions, isPass); {
	case !passes:
		why = append(why, "has no action that is a Pass: a turn must not end on its own")
	case most > 0 && slices.ContainsFunc(actions, func(a *game.Action) bool { return !isPass(a) }):
		why = append(why, fmt.Sprintf("ends on its own after Max %d moves: let a Pass end it", most))
	}
	if until {
		why = append(why, "ends on its own with Until: let a Pass end it")
	}
	return why
}

// both calls two functions, of which the first may be nil.
func both(a, b func(*game.Tx)) func(*game.Tx) {
	if a == nil {
		return b
	}
	return func(t *game.Tx) { a(t); b(t) }
}

// blocked returns the cells that block the view.
func (x *Sight) blocked(s *game.State, _ game.ID) (walls game.Set[game.ID]) {
	if x.Blocks == nil {
		return walls
	}
	return x.Board.Cells(s).Where(func(cell game.ID) bool { return x.Blocks(s, cell) })
}

// linesOf returns the cells that can be seen from a cell, by range.
func (x *Sight) linesOf(s *game.State, cell game.ID) (by []game.Set[game.ID]) {
	if !x.Board.Has(cell) {
		return nil
	}
	walls, disks := x.walls.Of(s, game.Root), x.disks.Of(s, cell)
	clear := disks[x.far].Where(func(to game.ID) bool { return x.Board.Sees(cell, to, walls) })
	for _, near := range disks {
		by = append(by, clear.And(near))
	}
	return by
}

// chartsOf returns the lines of all cells of a small board.
func (x *Sight) chartsOf(s *game.State, _ game.ID) (all [][]game.Set[game.ID]) {
	if x.Board.Width*x.Board.Height <= maxSpots {
		for cell := range x.Board.Cells(s).All() {
			all = append(all, x.linesOf(s, cell))
		}
	}
	return all
}

// sights returns the cells that can be seen from a cell, by range.
func (x *Sight) sights(s *game.State, charts [][]game.Set[game.ID], cell game.ID) []game.Set[game.ID] {
	if i := int(cell - x.Board.At(0, 0)); i < len(charts) {
		return charts[i]
	}
	return x.lines.Of(s, cell)
}

// disksOf returns the cells within each range of a cell.
func (x *Sight) disksOf(_ *game.State, cell game.ID) (by []game.Set[game.ID]) {
	for n := 0; x.Board.Has(cell) && n <= x.far; n++ {
		by = append(by, x.Board.Within(cell, n))
	}
	return by
}

// cellsOf returns the outlook of a seat.
func (x *Sight) cellsOf(s *game.State, of game.ID) (o outlook) {
	seat, n, charts := s.Owner(of), lastWord(x.Board), x.charts.Of(s, game.Root)
	var seen, own []uint64
	from := s.Filled()
	o.seen, seen = blanked(from, n)
	o.own, own = blanked(from, n)
	for id := range s.All(x.Units...) {
		if at := s.Parent(id); s.Owner(id) == seat && x.Board.Has(at) {
			addWords(seen, x.sights(s, charts, at)[x.Range(s.Kind(id))])
			own[at>>6] |= 1 << (at & 63)
		}
	}
	return o
}

// Cells returns the cells that a seat sees.
func (x *Sight) Cells(r game.Reader, seat game.Seat) game.Set[game.ID] {
	return x.seen.Of(r, seat).seen
}

// Line returns the cells within a range that can be seen from a cell.
func (x *Sight) Line(r game.Reader, cell game.ID, far int) game.Set[game.ID] {
	s := r.Read()
	return x.sights(s, x.charts.Of(s, game.Root), cell)[min(far, x.far)]
}

// Sees reports whether a seat sees a unit, also in the middle of a move.
func (x *Sight) Sees(s *game.State, seat game.Seat, id game.ID) bool {
	if s.Owner(id) == seat || s.Over() {
		return true
	}
	return seat >= 0 && x.foes.Of(s, seat).Has(id)
}

// Enemies returns the units of other seats that a seat sees.
func (x *Sight) Enemies(s *game.State, seat game.Seat) game.Set[game.ID] { return x.foes.Of(s, seat) }

func (x *Sight) foesOf(s *game.State, of game.ID) game.Set[game.ID] {
	seat, o := s.Owner(of), x.seen.Of(s, of)
	return Select(s, func(id game.ID) bool {
		at := s.Parent(id)
		return s.Owner(id) != seat && o.seen.Has(at) && !x.shelters(s, &o, at)
	}, x.Units...)
}

// hides reports whether a unit in the cell would be out of a seat's sight.
func (x *Sight) hides(s *game.State, seat game.Seat, cell game.ID) bool {
	o := x.seen.Of(s, seat)
	return !o.seen.Has(cell) || x.shelters(s, &o, cell)
}

// shelters reports whether a seat that sees the cell is too far away to see a unit there.
func (x *Sight) shelters(s *game.State, o *outlook, cell game.ID) bool {
	within := 0
	if x.Cover != nil {
		within = x.Cover(s, cell)
	}
	switch {
	case within == 0:
		return false
	case within > x.far:
		return x.Board.Within(cell, within).And(o.own).Empty()
	}
	return x.disks.Of(s, cell)[within].And(o.own).Empty()
}

func (x *Sight) level(s *game.State, seat game.Seat, id game.ID) game.Level {
	if x.isUnit(s.Kind(id)) && !x.Sees(s, seat, id) {
		return game.Unseen
	}
	return game.Face
}

func (x *Sight) isUnit(k *game.Kind) bool { return number(x.Units, k) > 0 }

// Last returns what a seat remembers of a cell.
func (x *Sight) Last(r game.Reader, seat game.Seat, cell game.ID) Sighting {
	last := x.memory.Of(r, seat, cell)
	if last.Move == inSight {
		last.Move = int32(r.Read().Played())
	}
	return last
}

// inSight stands for the time of a sighting that lasts, so that nothing is written as long as nothing changes.
const inSight = -1

// hazy returns what the seat whose view this is remembers of a cell that it does not see.
func (x *Sight) hazy(s *game.State, cell game.ID) (last Sighting, hazy bool) {
	seat, view := s.Viewer()
	if !view || seat < 0 || s.Over() || x.Cells(s, seat).Has(cell) && !x.covered(s, seat, cell) {
		return last, false
	}
	return x.Last(s, seat, cell), true
}

// covered reports whether a seat remembers a unit in a cell that it sees, where the unit would be hidden.
func (x *Sight) covered(s *game.State, seat game.Seat, cell game.ID) bool {
	return x.Last(s, seat, cell) != (Sighting{}) && x.hides(s, seat, cell)
}

// fog is the number of the word for what covers a cell in the view of a seat.
func (x *Sight) fog(s *game.State, cell game.ID) uint16 {
	last, hazy := x.hazy(s, cell)
	switch {
	case !hazy:
		return 0
	case last == Sighting{}:
		return 1
	}
	return 2 + uint16(last.Owner)*uint16(len(x.Units)) + uint16(last.Kind-1)
}

// fogWords are nothing, mist, and all units of all seats.
func (x *Sight) fogWords(r *game.Rules) []string {
	all := []string{"", "mist"}
	for seat := range r.Seats.Max {
		owner := fmt.Sprint(seat + 1)
		if seat < len(r.Roles) && r.Roles[seat].Name != "" {
			owner = strings.ReplaceAll(strings.ToLower(r.Roles[seat].Name), " ", "-")
		}
		for _, k := range x.Units {
			all = append(all, k.Name+"-"+owner)
		}
	}
	return all
}

// recalled says which unit the seat whose view this is last saw in a cell, and when.
func (x *Sight) recalled(s *game.State, cell game.ID) string {
	last, _ := x.hazy(s, cell)
	if last == (Sighting{}) {
		return ""
	}
	when := "now"
	if n := s.Played() - int(last.Move); n == 1 {
		when = "1 move ago"
	} else if n > 1 {
		when = fmt.Sprintf("%d moves ago", n)
	}
	return fmt.Sprintf("%s of %s, %s", label(x.Units[last.Kind-1]), s.Rules().SeatName(last.Owner), when)
}

// remember notes for each seat which units are on the cells it sees. It looks at all of them before it writes, because
// what is seen is computed again after a write.
func (x *Sight) remember(t *game.Tx) {
	var buf [64]noted
	notes := buf[:0]
	for seat := range game.Seat(t.Seats()) {
		notes = x.notes(t.State, seat, notes)
	}
	x.write(t, notes)
}

// maxSpots is the number of cells up to which a seat's memory is found without looking at all cells, and the lines of
// all cells are kept in one table.
const maxSpots = 256

// write notes down what seats remember.
func (x *Sight) write(t *game.Tx, notes []noted) {
	for i := 0; i < len(notes); {
		seat := notes[i].seat
		spots := x.spots.Of(t, seat, seat)
		for ; i < len(notes) && notes[i].seat == seat; i++ {
			n := notes[i]
			x.memory.Set(t, seat, n.cell, n.is)
			if at := n.cell - x.Board.At(0, 0); at < maxSpots {
				spots[at>>6] &^= 1 << (at & 63)
				if n.is != (Sighting{}) {
					spots[at>>6] |= 1 << (at & 63)
				}
			}
		}
		x.spots.Set(t, seat, seat, spots)
	}
}

// noted is what a seat is about to remember of a cell.
type noted struct {
	seat game.Seat
	cell game.ID
	is   Sighting
}

// notes adds what differs from what a seat remembers.
func (x *Sight) notes(s *game.State, seat game.Seat, all []noted) []noted {
	seen, foes, first := x.Cells(s, seat), x.Enemies(s, seat), x.Board.At(0, 0)
	if x.Board.Width*x.Board.Height > maxSpots {
		for cell := range x.Board.Cells(s).All() {
			all = x.outdated(s, seat, cell, seen, foes, all)
		}
	} else {
		for i, word := range x.spots.Of(s, seat, seat) {
			for ; word != 0; word &= word - 1 {
				all = x.outdated(s, seat, first+game.ID(i<<6+bits.TrailingZeros64(word)), seen, foes, all)
			}
		}
	}
	for id := range foes.All() {
		at := s.Parent(id)
		if x.topFoe(s, at, foes) != id {
			continue // one sighting for each cell
		}
		is := Sighting{number(x.Units, s.Kind(id)), s.Owner(id), inSight}
		if x.memory.Of(s, seat, at) != is {
			all = append(all, noted{seat, at, is})
		}
	}
	return all
}

// outdated adds a note if what a seat remembers of a cell has changed: a unit has left it, or is no longer seen.
func (x *Sight) outdated(s *game.State, seat game.Seat, cell game.ID, seen, foes game.Set[game.ID],
	all []noted) []noted {
	if x.topFoe(s, cell, foes) != 0 {
		return all
	}
	last := x.memory.Of(s, seat, cell)
	if last == (Sighting{}) {
		return all
	}
	if seen.Has(cell) {
		return append(all, noted{seat: seat, cell: cell})
	}
	if last.Move == inSight {
		last.Move = int32(s.Played() - 1)
		all = append(all, noted{seat, cell, last})
	}
	return all
}

// topFoe returns the topmost of these units in a cell, 0 if there is none.
func (x *Sight) topFoe(s *game.State, cell game.ID, foes game.Set[game.ID]) (top game.ID) {
	if top = s.Last(cell); top == 0 || foes.Has(top) {
		return top
	}
	top = 0
	for id := range s.In(cell) {
		if foes.Has(id) {
			top = id
		}
	}
	return top
}

// number returns the number of a kind among others, from 1; 0 if it is not there.
func number(kinds []*game.Kind, k *game.Kind) uint8 {
	for i, u := range kinds {
		if u == k {
			return uint8(i + 1)
		}
	}
	return 0
}

// guess puts the units that a seat does not see anywhere where it would not see them. As many units can share a cell as
// share one now.
func (x *Sight) guess(t *game.Tx, seat game.Seat) {
	var dark, hidden []game.ID
	most := 1
	for cell := range x.Board.Cells(t).All() {
		known, unknown := 0, 0
		for id := range t.In(cell) {
			switch {
			case !x.isUnit(t.Kind(id)):
			case t.Owner(id) == seat || t.Kept(id):
				known++
			default:
				hidden = append(hidden, id)
				unknown++
			}
		}
		most = max(most, unknown)
		if known == 0 && (seat < 0 || x.hides(t.State, seat, cell)) && (x.Enter == nil || x.Enter(t.State, cell)) {
			dark = append(dark, cell)
		}
	}
	if most > 1 {
		dark = slices.Repeat(dark, most)
	}
	x.scatter(t, hidden, dark)
	if x.memory != nil {
		x.forget(t, seat)
	}
}

// scatter puts each of the units into one of the cells, at random.
func (x *Sight) scatter(t *game.Tx, hidden, dark []game.ID) {
	hidden = hidden[:min(len(hidden), len(dark))]
	for i := range hidden {
		k := i + t.Int(len(dark)-i)
		dark[i], dark[k] = dark[k], dark[i]
	}
	for waiting := true; waiting; { // for others to leave cells with little room
		moved := false
		waiting = false
		for i, id := range hidden {
			switch {
			case t.Parent(id) == dark[i]:
			case t.Full(dark[i]):
				waiting = true
			default:
				t.Move(id, dark[i])
				moved = true
			}
		}
		if waiting && !moved && !x.makeRoom(t, hidden, dark) {
			return
		}
	}
}

// makeRoom moves the first unit that waits for another one out of its way, if there is a free cell.
func (x *Sight) makeRoom(t *game.Tx, hidden, dark []game.ID) bool {
	for i, id := range hidden {
		for _, cell := range dark[i:] {
			if t.Parent(id) != dark[i] && !t.Full(cell) {
				t.Move(id, cell)
				return true
			}
		}
	}
	return false
}

// forget makes up what the other seats remember: what they see now.
func (x *Sight) forget(t *game.Tx, seat game.Seat) {
	for other := range game.Seat(t.Seats()) {
		if other == seat {
			continue
		}
		var notes []noted
		for cell := range x.Board.Cells(t).All() {
			if x.memory.Of(t, other, cell) != (Sighting{}) {
				notes = append(notes, noted{seat: other, cell: cell})
			}
		}
		x.write(t, notes)
		x.write(t, x.notes(t.State, other, nil))
	}
}
