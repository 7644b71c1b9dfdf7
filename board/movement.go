package board

import (
	"fmt"
	"math/bits"

	"github.com/plygame/ply/game"
)

// Movement is how the pieces of a game move on a board. Each Kind gets its Pattern with Is:
//
//	moves := &board.Movement{Board: b}
//	rook := &game.Kind{Name: "rook", With: []game.With{moves.Is(board.Slide(board.Straight...))}}
//
// The rules are the same for all patterns:
//
//   - The piece of a cell is its topmost element. It belongs to a seat; those of other seats are enemies. A
//     piece of Nobody is an obstacle.
//   - A piece follows a way cell by cell. A way ends at the edge of the board, and when it comes back to a cell
//     it has visited or to the start.
//   - After each direction of a To or Slide, and after the last direction of a Path, the piece may stay where
//     it is: on an empty cell, or on the cell of an enemy, which it captures. It cannot stay where a piece of
//     its own seat or an obstacle is.
//   - Any piece on the way ends it; an enemy piece may be captured first. With Over, pieces do not end the way.
//   - Capturing allows only captures, Quiet only empty cells. First allows the way only to pieces that are
//     Unmoved.
//   - A piece attacks the cells where it could capture an enemy, whether or not one is there.
//
// Directions are those of a seat that faces north; Facing turns them for others. All methods consider only the
// patterns: other conditions, such as a king that must not be in check, belong in the rules.
type Movement struct {
	Board anyBoard // a *Board or *Grid

	// Facing is which way is forward for each seat: North, East, South or West. Seats that are not listed face
	// north.
	Facing []Direction

	// Unmoved returns the cells whose pieces have not moved yet, for patterns with First. It can be a fixed set:
	// pawns on their row have not moved.
	Unmoved func(s *game.State) game.Set[game.ID]

	b      *Board
	gaits  []*gait
	base   game.ID  // the first cell
	cells  game.ID  // how many there are
	word   bool     // the cells fit one word, and their elements two
	all    uint64   // all cells, then
	exact  bool     // the tables have everything that can attack
	sights []*sight // by face, if the cells fit one word

	watched [][]*reach // by face and cell, if they do not: from where each may be attacked
}

// gait is the pattern of a kind, with its tables. Tables never change once the board is laid out.
type gait struct {
	Pattern
	from []outlook // by face
}

// gaits is the Trait that kinds have their patterns in, one for all movements: a Kind belongs to one game.
var gaits = game.NewTrait[*gait]("moves")

// Is gives the pattern to a Kind.
func (m *Movement) Is(p Pattern) game.With {
	if m.Board == nil {
		panic("board: a Movement needs its Board")
	}
	if m.gaits == nil {
		m.b = m.Board.base()
		m.b.compile = append(m.b.compile, m.build)
	}
	if m.b.n > 0 {
		panic(fmt.Sprintf("board %q is already on the table: give kinds their patterns before the rules are checked",
			m.b.Name))
	}
	g := &gait{Pattern: p}
	m.gaits = append(m.gaits, g)
	return gaits.Is(g)
}

// On returns the pattern of a kind.
func (m *Movement) On(k *game.Kind) Pattern {
	if g := gaits.On(k); g != nil {
		return g.Pattern
	}
	return Pattern{}
}

// piece returns the pattern and owner of the piece on a cell, nil if it cannot move.
func (m *Movement) piece(r game.Reader, cell game.ID) (*gait, game.Seat) {
	if cell-m.base >= m.cells { // also if it is less
		return nil, game.Nobody
	}
	return gaits.Top(r, cell)
}

// To returns the cells where the piece on a cell can go.
func (m *Movement) To(r game.Reader, cell game.ID) game.Set[game.ID] {
	g, seat := m.piece(r, cell)
	if g == nil || seat == game.Nobody {
		return game.Set[game.ID]{}
	}
	s := stateOf(r)
	if !m.word {
		return m.wideTo(s, g, seat, cell, false)
	}
	x := &g.from[m.face(seat)].words[cell-m.base]
	filled, enemy := m.narrow(s.Filled()), m.enemy(s, seat)
	to := x.quiet&^filled | x.take&enemy
	if x.slides != 0 {
		to |= x.slide(filled) & (enemy | ^filled)
	}
	if x.rest != nil {
		to |= x.follow(filled, enemy, m.fresh(s, g, cell))
	}
	return m.set(to)
}

// Movable returns the cells of the seat's pieces that can go somewhere.
func (m *Movement) Movable(r game.Reader, seat game.Seat) game.Set[game.ID] {
	s := stateOf(r)
	return m.b.Held(s, seat).Where(func(cell game.ID) bool { return !m.To(s, cell).Empty() })
}

// Attacks returns the cells that the piece on a cell attacks.
func (m *Movement) Attacks(r game.Reader, cell game.ID) game.Set[game.ID] {
	s := stateOf(r)
	g, seat := m.piece(s, cell)
	if g == nil || seat == game.Nobody {
		return game.Set[game.ID]{}
	}
	if m.word {
		filled := m.narrow(s.Filled())
		return m.set(g.from[m.face(seat)].attacks64(int(cell-m.base), filled, m.fresh(s, g, cell)))
	}
	return m.wideTo(s, g, seat, cell, true)
}

// Attacked reports whether a piece of the seat attacks the cell.
func (m *Movement) Attacked(r game.Reader, cell game.ID, by game.Seat) bool {
	s := stateOf(r)
	if m.exact && m.b.Has(cell) {
		if !m.word {
			return m.wideAttacked(s, cell, by, 0, 0, nil)
		}
		return m.attacked64(s, cell, by, m.narrow(s.Filled()), m.narrow(s.Held(by)))
	}
	for c := range m.b.Held(s, by).All() {
		if m.Attacks(s, c).Has(cell) {
			return true
		}
	}
	return false
}

// AttackedAfter reports whether a piece of the seat would attack the cell if the piece on from had gone to
// another cell, capturing what is there and on the taken cells. For a king that moves, the cell is the one it
// goes to. This does not make the move, and is much cheaper than trying it with Tx.Try.
func (m *Movement) AttackedAfter(t *game.Tx, cell game.ID, by game.Seat, from, to game.ID,
	taken ...game.ID) (attacked bool) {
	if !m.exact || !m.b.Has(cell) {
		t.Try(func() {
			for _, x := range taken {
				t.Remove(t.Last(x))
			}
			m.Go(t, from, to)
			attacked = m.Attacked(t, cell, by)
		})
		return attacked
	}
	if !m.word {
		return m.wideAttacked(t.State, cell, by, from, to, taken)
	}
	gone, come := m.bit(from), m.bit(to)
	for _, x := range taken {
		gone |= m.bit(x)
	}
	filled, enemy := m.narrow(t.Filled()), m.narrow(t.Held(by))
	return m.attacked64(t.State, cell, by, filled&^gone|come, enemy&^gone&^come)
}

// attacked64 is Attacked on a board where these cells have pieces, and those of the seat are on enemy.
func (m *Movement) attacked64(s *game.State, cell game.ID, by game.Seat, filled, enemy uint64) bool {
	c, face := int(cell-m.base), m.face(by)
	x := m.sights[face]
	bit := uint64(1) << c
	for near := x.near[c] & enemy; near != 0; near &= near - 1 {
		i := bits.TrailingZeros64(near)
		if g, _ := m.piece(s, m.base+game.ID(i)); g != nil && g.from[face].words[i].take&bit != 0 {
			return true
		}
	}
	for _, line := range x.up[c] {
		if hit := line & filled; hit&-hit&enemy != 0 && m.slides(s, bits.TrailingZeros64(hit), face, bit) {
			return true
		}
	}
	for _, line := range x.down[c] {
		if hit := line & filled; hit != 0 {
			if i := 63 - bits.LeadingZeros64(hit); enemy>>i&1 != 0 && m.slides(s, i, face, bit) {
				return true
			}
		}
	}
	return false
}

// slides reports whether the piece on cell i slides to the cell of the bit if nothing is between them.
func (m *Movement) slides(s *game.State, i, face int, bit uint64) bool {
	g, _ := m.piece(s, m.base+game.ID(i))
	return g != nil && g.from[face].words[i].slides&bit != 0
}

// Attackers returns the cells of the seat's pieces that attack the cell.
func (m *Movement) Attackers(r game.Reader, cell game.ID, by game.Seat) game.Set[game.ID] {
	s := stateOf(r)
	return m.b.Held(s, by).Where(func(c game.ID) bool { return m.Attacks(s, c).Has(cell) })
}

// Threatened returns all cells that pieces of the seat attack.
func (m *Movement) Threatened(r game.Reader, by game.Seat) (all game.Set[game.ID]) {
	s := stateOf(r)
	for c := range m.b.Held(s, by).All() {
		all = all.Or(m.Attacks(s, c))
	}
	return all
}

// Go moves the piece on a cell to another one and removes the piece that was there. It returns whether there
// was one.
func (m *Movement) Go(t *game.Tx, from, to game.ID) (captured bool) {
	if taken := t.Last(to); taken != 0 {
		t.Remove(taken)
		captured = true
	}
	t.Move(t.Last(from), to)
	return captured
}

// face returns the index of the seat's tables.
func (m *Movement) face(seat game.Seat) int {
	if uint(seat) < uint(len(m.Facing)) {
		return int(seat)
	}
	return len(m.Facing)
}

// facing returns the direction of each index that face returns.
func (m *Movement) facing() []Direction { return append(m.Facing[:len(m.Facing):len(m.Facing)], North) }

// fresh reports whether patterns with First apply to the piece on the cell.
func (m *Movement) fresh(s *game.State, g *gait, cell game.ID) bool {
	return g.from[0].first && m.Unmoved != nil && m.Unmoved(s).Has(cell)
}
