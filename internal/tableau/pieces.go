package tableau

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/words"
)

// CellOf returns the name of the cell of a board that an element is on, "" if it is elsewhere.
func CellOf(v *game.State, id game.ID) string {
	cell := v.Parent(id)
	if _, _, is := v.Spot(cell); !is || cell == 0 {
		return ""
	}
	name := v.Name(cell)
	return name[strings.LastIndexByte(name, '/')+1:]
}

// Describe returns the name of an element; for a cell also its terrain and values, and what is on it, with its values.
func Describe(v *game.State, names words.Names, id, top game.ID) string {
	text := Name(v, id)
	if top == id {
		return text
	}
	sc, gauges := SceneOf(v, names), plainGauges(v, names)
	for _, what := range []string{sc.groundOf(id), sc.valuesOf(gauges, id)} {
		if what != "" {
			text += ", " + what
		}
	}
	if top == 0 {
		return text
	}
	var order []string
	count := map[string]int{}
	for e := range v.In(id) {
		what := sc.pieceName(e)
		if values := sc.valuesOf(gauges, e); values != "" {
			what += ": " + values
		}
		if count[what]++; count[what] == 1 {
			order = append(order, what)
		}
	}
	for i, what := range order {
		if n := count[what]; n > 1 {
			order[i] = fmt.Sprintf("%d %s", n, what)
		}
	}
	return text + " (" + strings.Join(order, "; ") + ")"
}

// groundOf returns the terrain of a cell, and what covers it.
func (sc Scene) groundOf(id game.ID) (text string) {
	for _, p := range sc.parts {
		for _, t := range p.cells {
			switch {
			case t.id != id:
			case t.veil == "":
				return t.ground
			case t.ground == "":
				return t.veil
			default:
				return t.ground + ", " + t.veil
			}
		}
	}
	return ""
}

// pieceName returns the name of a piece, with its owner if that is not the same.
func (sc Scene) pieceName(id game.ID) string {
	what := shortName(sc.view, id)
	if x := sc.view.Owner(id); x >= 0 && sc.names.Of(x) != what {
		what += " of " + sc.names.Of(x)
	}
	return what
}

// plainGauges are the values for lists, without bars.
func plainGauges(v *game.State, names words.Names) []gauge {
	all := gaugesOf(v, names)
	for i := range all {
		all[i].plain = true
		if name := []rune(all[i].name); len(name) > 1 && unicode.IsLower(name[1]) {
			name[0] = unicode.ToLower(name[0])
			all[i].name = string(name)
		}
	}
	return all
}

// valuesOf lists the values of an element, or what the viewer knows it to be without seeing it.
func (sc Scene) valuesOf(gauges []gauge, id game.ID) string {
	if known := sc.view.KnownIn(id); sc.view.Kind(id) == nil && known != nil {
		return "you know: " + strings.Join(known, " ")
	}
	return strings.Join(valuesOn(sc.view, gauges, id)[0], ", ")
}

// pieces lists what is on a board, by name and values; with valued, only what has values.
func (sc Scene) pieces(p part, valued bool) (lines []string) {
	gauges := plainGauges(sc.view, sc.names)
	type sort struct{ what, values string }
	var order []sort
	cells := map[sort][]string{}
	for i, t := range p.cells {
		for id := range sc.view.In(t.id) {
			s := sort{sc.pieceName(id), sc.valuesOf(gauges, id)}
			if s.values == "" && valued {
				continue
			}
			if cells[s] == nil {
				order = append(order, s)
			}
			cells[s] = append(cells[s], p.chart.cells[i].name)
		}
	}
	for _, s := range order {
		if at := strings.Join(cells[s], " "); s.values == "" {
			lines = append(lines, s.what+": "+at)
		} else {
			lines = append(lines, s.what+" "+at+": "+s.values)
		}
	}
	return lines
}

// leader returns the only thing with values that a seat has on the boards, 0 if there are none or several. Things whose
// faces are not seen could have values.
func (sc Scene) leader(gauges []gauge, x game.Seat) (leader game.ID) {
	for id := range sc.view.All() {
		hidden := sc.view.Kind(id) == nil
		if sc.view.Owner(id) != x || CellOf(sc.view, id) == "" || !hidden && sc.valuesOf(gauges, id) == "" {
			continue
		}
		if hidden || leader != 0 {
			return 0
		}
		leader = id
	}
	return leader
}

// Words lists the pieces on the boards and the terrain, for people who cannot see them.
func (sc Scene) Words() (lines []string) {
	for _, p := range sc.parts {
		if p.chart == nil {
			continue
		}
		all := sc.pieces(p, false)
		if all == nil {
			lines = append(lines, p.title+": empty")
		}
		for _, line := range all {
			lines = append(lines, p.title+", "+line)
		}
		lines = append(lines, p.terrain()...)
	}
	return lines
}
