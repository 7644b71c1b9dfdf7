package gametest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// Arrange starts from a position drawn as text, in the form of Match.Draw; the margin may be left out. What
// the rules set up elsewhere stays, and setup.Turn is the seat to act. Parts of drawn elements are zero,
// because a drawing does not show them. Observers see the position for the first time: who may know a hidden piece
// depends only on where it is, and re-deals need Rules.Guess, since the piece was never shuffled.
func Arrange(t testing.TB, rules *game.Rules, setup Setup, drawing string) *Match {
	t.Helper()
	m := New(t, rules, setup)
	s, err := arrange(m.State(), setup.Turn, cells(drawing))
	if err != nil {
		t.Fatalf("the drawing cannot be set up: %v\n%s", err, drawing)
	}
	m.g = newTrail(&m.kernel, rules, m.g.setup, s)
	m.g.given = true
	return m
}

// piece is what a glyph stands for.
type piece struct {
	kind  string
	owner game.Seat
}

// arranger finds out how things are drawn by trial: it puts an element on an empty table and looks where the
// drawing changes.
type arranger struct {
	rules *game.Rules
	seats int
	bare  *sheet
	blank [][]string // the drawing of the empty table
}

func arrange(start *game.State, turn game.Seat, rows [][]string) (*game.State, error) {
	if start.Over() {
		return nil, fmt.Errorf("%s is over as soon as Setup has run, so no seat can act", start.Rules().Name)
	}
	base, err := openSheet(start.Save())
	if err != nil {
		return nil, err
	}
	delete(base.rest, "memory") // everybody sees the table for the first time
	base.turnTo(turn)
	a := &arranger{rules: start.Rules(), seats: start.Seats(), bare: base.bare()}
	empty, err := a.bare.state(a.rules)
	if err != nil {
		return nil, err
	}
	if a.blank = cells(draw(empty)); len(a.blank) == 0 {
		return nil, fmt.Errorf("%s has no board that can be drawn", a.rules.Name)
	}
	spots := a.spots(start)
	places := map[string]bool{}
	for _, in := range spots {
		places[in] = true
	}
	base.clear(places)
	if err := a.fill(base, spots, rows); err != nil {
		return nil, err
	}
	return base.state(a.rules)
}

// turnTo makes it the turn of a seat, in the steps that go round the seats. Where several seats act together,
// they all have the turn.
func (p *sheet) turnTo(turn game.Seat) {
	at, flows := p.flow()
	if n := len(at.Frames); n > 0 && at.Frames[n-1].Moves != nil {
		return
	}
	p.rest["turn"] = []byte(strconv.Itoa(int(turn)))
	if !flows {
		return
	}
	turning := slices.IndexFunc(at.Frames, func(f frame) bool { return len(f.Order) > 0 })
	for i := range at.Frames {
		f := &at.Frames[i]
		if k := slices.Index(f.Order, turn); k >= 0 {
			f.At = k + 1
		}
		if turning >= 0 && i >= turning && f.Seat != nil {
			f.Seat = &turn
		}
	}
	p.setFlow(at)
}

// fill puts what the drawing shows on the sheet.
func (a *arranger) fill(to *sheet, spots map[[2]int]string, rows [][]string) error {
	margin, err := a.margin(rows)
	if err != nil {
		return err
	}
	glyphs := a.glyphs(spots)
	for y, row := range rows {
		for x, glyph := range row {
			if glyph == a.blank[y][x+margin] {
				continue
			}
			in, is := spots[[2]int{x + margin, y}]
			p, known := glyphs[glyph]
			if !is || !known {
				return fmt.Errorf("row %d has %q, which is not the drawing of any piece there; pieces are drawn as %s",
					y+1, glyph, drawings(glyphs))
			}
			to.put(p, in)
		}
	}
	return nil
}

// drawings says how every piece is drawn: "P (pawn of player 1), p (pawn of player 2)".
func drawings(glyphs map[string]piece) string {
	var all []string
	for glyph, p := range glyphs {
		owner := ""
		if p.owner != game.Nobody {
			owner = fmt.Sprintf(" of player %d", p.owner+1)
		}
		all = append(all, fmt.Sprintf("%s (%s%s)", glyph, p.kind, owner))
	}
	slices.Sort(all)
	return strings.Join(all, ", ")
}

// margin compares the size of the drawing with that of the board, and returns how many margin columns are
// missing.
func (a *arranger) margin(rows [][]string) (int, error) {
	have, margin := a.blank, 0
	if len(rows) == len(have)-1 {
		have, margin = inner(have), 1
	}
	same := len(rows) == len(have)
	for i := 0; same && i < len(rows); i++ {
		same = len(rows[i]) == len(have[i])
	}
	if !same {
		var b strings.Builder
		for _, row := range a.blank {
			b.WriteString("\n" + strings.Join(row, " "))
		}
		return 0, fmt.Errorf("its size differs from the board, which is%s", b.String())
	}
	return margin, nil
}

// spots finds which cell of the drawing shows which place.
func (a *arranger) spots(s *game.State) map[[2]int]string {
	found := map[[2]int]string{}
	first := game.Seat(a.rules.Seats.Max).ID() // the places come after the seats
	for id := first; s.Name(id) != "?" && s.Name(id)[0] != '#'; id++ {
		if at, _, ok := a.try(piece{a.rules.Kinds[0].Name, 0}, s.Name(id)); ok {
			found[at] = s.Name(id)
		}
	}
	return found
}

// glyphs finds how each kind is drawn for each owner. Among those drawn alike, it picks the first kind and
// the lowest seat.
func (a *arranger) glyphs(spots map[[2]int]string) map[string]piece {
	found := map[string]piece{}
	var in string
	for _, in = range spots {
		break // any place will do
	}
	for _, k := range a.rules.Kinds {
		for x := range a.seats + 1 {
			p := piece{k.Name, game.Seat(x)}
			if x == a.seats {
				p.owner = game.Nobody
			}
			_, glyph, ok := a.try(p, in)
			if _, taken := found[glyph]; ok && !taken {
				found[glyph] = p
			}
		}
	}
	return found
}

// try puts one piece into a place, and returns which cell of the drawing changes.
func (a *arranger) try(p piece, in string) (at [2]int, glyph string, ok bool) {
	one := *a.bare
	one.put(p, in)
	s, err := one.state(a.rules)
	if err != nil {
		return at, "", false
	}
	rows := cells(draw(s))
	for y := range min(len(rows), len(a.blank)) {
		for x := range min(len(rows[y]), len(a.blank[y])) {
			if rows[y][x] != a.blank[y][x] {
				return [2]int{x, y}, rows[y][x], true
			}
		}
	}
	return at, "", false
}
