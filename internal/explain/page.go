package explain

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/plygame/ply/internal/console"
)

// page writes an explanation.
type page struct {
	con   *console.Console
	width int
}

// title writes the title of an action.
func (p *page) title(text string) {
	if utf8.RuneCountInString(text)+2 > p.width {
		p.lines(2, 6, text)
		return
	}
	p.con.Printf("  %s\n", p.name(text))
}

func (p *page) heading(text string) { p.con.Printf("\n%s\n", p.con.Bold(text)) }

func (p *page) name(text string) string { return console.Paint(p.con.Color, "36", text) }

// pageRow is a name and a text.
type pageRow struct{ name, text string }

// longName is the maximum length of a name with its text beside it.
const longName = 16

// rows writes a column of names with the texts beside them, or below them on a narrow page.
func (p *page) rows(all []pageRow) {
	indent := 6
	for _, r := range all {
		if n := utf8.RuneCountInString(r.name); n <= longName {
			indent = max(indent, n+4)
		}
	}
	last := ""
	for _, r := range all {
		name := r.name
		if name == last {
			name = ""
		}
		last = r.name
		switch gap := indent - 2 - utf8.RuneCountInString(name); {
		case r.text == "":
			p.con.Printf("  %s\n", p.name(name))
		case indent > p.width/2:
			if name != "" {
				p.con.Printf("  %s\n", p.name(name))
			}
			p.lines(6, 6, r.text)
		case gap < 2:
			p.con.Printf("  %s\n", p.name(name))
			p.lines(indent, indent, r.text)
		default:
			p.beside("  "+p.name(name)+strings.Repeat(" ", gap), indent, indent, r.text)
		}
	}
}

// lines writes a text, with the indent of the first line and of the others.
func (p *page) lines(first, rest int, text string) {
	first, rest = min(first, p.width/2), min(rest, p.width/2)
	p.beside(strings.Repeat(" ", first), first, rest, text)
}

// beside writes a text after a margin of width first, and indents the following lines by rest.
func (p *page) beside(margin string, first, rest int, text string) {
	line, room := "", p.width-first
	for word := range strings.FieldsSeq(text) {
		if line != "" && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > room {
			p.con.Printf("%s%s\n", margin, line)
			margin, line, room = strings.Repeat(" ", rest), "", p.width-rest
		}
		line = strings.TrimLeft(line+" "+word, " ")
	}
	p.con.Printf("%s%s\n", margin, line)
}

// parts joins texts that are not empty.
func parts(all ...string) string {
	all = slices.DeleteFunc(all, func(s string) bool { return s == "" })
	return strings.Join(all, "; ")
}

// sentences turns texts into sentences.
func sentences(all ...string) string {
	var out []string
	for _, s := range all {
		if s == "" {
			continue
		}
		r, n := utf8.DecodeRuneInString(s)
		s = string(unicode.ToUpper(r)) + s[n:]
		if !strings.HasSuffix(s, ".") {
			s += "."
		}
		out = append(out, s)
	}
	return strings.Join(out, " ")
}
