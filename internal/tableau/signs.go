package tableau

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"

	"github.com/plygame/ply/game"
)

// lettersOf returns a letter for each kind that has no sign of its own: the first one of its name that is free.
func lettersOf(r *game.Rules) map[*game.Kind]string {
	letters, taken := map[*game.Kind]string{}, map[rune]bool{}
	for _, k := range r.Kinds {
		if k == nil || len(k.Look.BySeat) > 0 || k.Look.Label != "" && len([]rune(k.Look.Label)) <= 2 {
			continue
		}
		if c := free(k.Name, taken); c != "" {
			letters[k] = c
		} else {
			letters[k] = strings.ToLower(k.Name[:1])
		}
	}
	return letters
}

// free takes the first free letter of a name, or of the alphabet; "" if there is none.
func free(name string, taken map[rune]bool) string {
	for _, c := range strings.ToLower(name) + "abcdefghijklmnopqrstuvwxyz" {
		if c >= 'a' && c <= 'z' && !taken[c] {
			taken[c] = true
			return string(c)
		}
	}
	return ""
}

// glyph returns an element in one or two letters, or by a label of up to four.
func (sc Scene) glyph(v *game.State, id game.ID) string {
	k := v.Kind(id)
	if k == nil {
		return "?"
	}
	most := 2
	if k.Label != nil {
		most = 4
	}
	if text := shortName(v, id); lipgloss.Width(text) <= most {
		return text
	}
	if x := int(v.Owner(id)); x >= 0 && x < len(k.Look.BySeat) {
		return k.Look.BySeat[x]
	}
	if look := []rune(k.Look.Label); len(look) == 1 || len(look) == 2 {
		return k.Look.Label
	}
	if v.Owner(id) == 0 {
		return strings.ToUpper(sc.letters[k])
	}
	return sc.letters[k]
}

// face returns the element that stands for a cell: the topmost one of a seat, or else the topmost one.
func face(v *game.State, cell game.ID) (id game.ID) {
	id = v.Last(cell)
	if v.Count(cell) > 1 && v.Owner(id) < 0 {
		for e := range v.In(cell) {
			if v.Owner(e) >= 0 {
				id = e
			}
		}
	}
	return id
}

// cellText returns how a cell is drawn: the element that stands for it, and how many are there if there are several.
func (sc Scene) cellText(v *game.State, cell game.ID) string {
	text := sc.glyph(v, face(v, cell))
	if n := v.Count(cell); n > 1 {
		text += fmt.Sprint(n)
	}
	return text
}

// unseen is the sign of cells that a seat does not see, and lastSeen of those where it remembers something.
const unseen, lastSeen = "~", "?"

// lieOn notes the terrain of cells, and what covers them.
func (sc Scene) lieOn(v *game.State) {
	shown, _ := v.Derived()
	for i := range sc.parts {
		p := &sc.parts[i]
		if p.chart == nil {
			continue
		}
		veil := veilOf(v, p)
		for _, d := range v.Rules().Derived {
			values := shown[d.String()] // of elements that it is shown on: it may not be defined for others
			for i := range p.cells {    // what is remembered of a cell comes before what it is
				t := &p.cells[i]
				if values[v.Name(t.id)] == nil || d.Look().Hidden && d != veil {
					continue
				}
				if text, ok := d.Value(v, t.id).(string); ok && text != "" {
					t.ground, t.sign = text, lastSeen
				} else if n, err := strconv.Atoi(fmt.Sprint(d.Value(v, t.id))); d == veil && err == nil && n > 0 {
					t.veil = d.Look().Words[n]
				}
			}
		}
		for _, c := range v.Rules().Parts {
			sc.lieFrom(v, p, c)
		}
		if legend := sc.legend(v, p); legend != "" {
			p.rows = append(p.rows, Row{Title: "Signs", Owner: game.Nobody, Note: legend, bare: true})
		}
	}
}

var overForm = regexp.MustCompile(`^\{([^}]+)\}`)

// veilOf returns the value with words whose pictures are drawn over the cells of a board, nil if there is none.
func veilOf(v *game.State, p *part) game.AnyDerived {
	m := overForm.FindStringSubmatch(placeOf(v, p.cells[0].id).Look.Over)
	for _, d := range v.Rules().Derived {
		if m != nil && d.String() == m[1] && len(d.Look().Words) > 0 {
			return d
		}
	}
	return nil
}

// lieFrom notes the terrain of cells that a Part with words gives. The value 0 is terrain only if it has a sign.
func (sc Scene) lieFrom(v *game.State, p *part, c game.Column) {
	look := c.Look()
	if len(look.Words) == 0 || look.Hidden {
		return
	}
	taken, first := map[rune]bool{}, []rune(look.Signs)
	for _, letter := range sc.letters {
		taken[[]rune(letter)[0]] = true
	}
	signs := make([]string, len(look.Words))
	for n, word := range look.Words {
		if n < len(first) {
			signs[n] = string(first[n])
		} else if n > 0 {
			signs[n] = free(word, taken)
		}
	}
	for i := range p.cells {
		t := &p.cells[i]
		n, ok := c.Number(v, t.id)
		if !ok || n < 0 || n >= len(look.Words) || t.ground != "" || signs[n] == "" {
			continue
		}
		if t.ground, t.sign = look.Words[n], signs[n]; n == 0 && t.veil != "" {
			t.sign = unseen
		}
	}
}

// legend explains the signs of a board with terrain.
func (sc Scene) legend(v *game.State, p *part) string {
	var all []string
	add := func(sign, word string) {
		if text := sign + " " + word; !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	for _, t := range p.cells {
		switch {
		case t.sign == lastSeen:
			add(lastSeen, "last seen here")
		case t.sign == unseen && t.veil != "":
			add(unseen, t.veil)
		case t.sign != "":
			add(t.sign, t.ground)
		}
	}
	if all == nil {
		return ""
	}
	slices.Sort(all)
	for _, t := range p.cells {
		if t.top == 0 {
			continue
		}
		id := face(v, t.id)
		if k := v.Kind(id); k != nil && sc.letters[k] != "" {
			add(sc.glyph(v, id), shortName(v, id))
		}
	}
	return strings.Join(all, "  ")
}

// terrain lists the cells of each terrain, and those that are covered.
func (p part) terrain() (lines []string) {
	cells := map[string][]string{}
	for i, t := range p.cells {
		for _, word := range []string{t.ground, t.veil} {
			if word != "" {
				cells[word] = append(cells[word], p.chart.cells[i].name)
			}
		}
	}
	for word, names := range cells {
		lines = append(lines, word+": "+strings.Join(names, " "))
	}
	slices.Sort(lines)
	return lines
}
