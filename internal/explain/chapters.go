package explain

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/plygame/ply/internal/words"
)

func (p *page) write(e *Explanation) {
	p.head(e)
	p.book(e)
	p.options(e)
	p.roles(e)
	p.table(e)
	p.start(e)
	p.things(e)
	p.data(e)
	p.actions(e)
	p.flow(e)
	p.effects(e)
	p.heading("The end")
	for _, line := range e.End {
		p.lines(2, 2, line)
	}
}

func (p *page) head(e *Explanation) {
	version := ""
	if e.Version != "" {
		version = ", version " + e.Version
	}
	name, space := "("+e.Game+version+")", " "
	if utf8.RuneCountInString(e.Title+name) >= p.width {
		space = "\n"
	}
	p.con.Printf("%s%s%s\n", p.con.Bold(e.Title), space, p.con.Faint(name))
	if e.Description != "" {
		p.con.Printf("\n")
		p.lines(0, 0, e.Description)
	}
	facts := []string{"For " + words.Players(e.rules)}
	if e.Minutes > 0 {
		facts = append(facts, "about "+words.Plural(e.Minutes, "minute"))
	}
	if e.Complexity > 0 {
		facts = append(facts, fmt.Sprintf("complexity %d of 5", e.Complexity))
	}
	p.con.Printf("\n")
	if len(e.Categories) > 0 {
		facts[len(facts)-1] += " (" + strings.Join(e.Categories, ", ") + ")"
	}
	p.lines(0, 0, strings.Join(facts, ", ")+".")
}

// book writes the rule book. A line that begins with a dash stays a list item.
func (p *page) book(e *Explanation) {
	if len(e.Book) == 0 {
		return
	}
	p.heading("The rules")
	for i, text := range e.Book {
		if i > 0 {
			p.con.Printf("\n")
		}
		for item := range strings.SplitSeq(strings.ReplaceAll(text, "\n- ", "\n\n- "), "\n\n") {
			if strings.HasPrefix(item, "- ") {
				p.lines(2, 4, item)
			} else {
				p.lines(2, 2, item)
			}
		}
	}
}

func (p *page) options(e *Explanation) {
	if len(e.Options)+len(e.Presets) == 0 {
		return
	}
	p.heading("Options")
	var rows []pageRow
	for _, o := range e.Options {
		text := o.Label + ": " + o.words(o.Value)
		if limits := o.limits(); limits != "" {
			text += " (" + limits + ")"
		}
		rows = append(rows, pageRow{o.Name, sentences(text, o.Description)})
	}
	for _, x := range e.Presets {
		rows = append(rows, pageRow{x.Name, sentences("Preset: " + x.Label + " (" + words.Preset(x.Values) + ")")})
	}
	p.rows(rows)
}

// words returns a value for people.
func (o setOption) words(value string) string {
	if o.Type == "bool" {
		return map[string]string{"true": "yes", "false": "no"}[value]
	}
	return value
}

// limits returns the possible values of an option, and its default.
func (o setOption) limits() string {
	var all []string
	switch {
	case o.Type == "number" && (o.Min != 0 || o.Max != 0):
		all = append(all, fmt.Sprintf("%d to %d", o.Min, o.Max))
	case o.Type == "select":
		all = append(all, joined(o.Choices, "or"))
	case o.Type == "bool":
		all = append(all, "yes or no")
	}
	if o.Value != o.Default {
		all = append(all, "default "+o.words(o.Default))
	}
	return strings.Join(all, ", ")
}

// roles lists the names of the seats, if the rules name them.
func (p *page) roles(e *Explanation) {
	if len(e.Roles) == 0 {
		return
	}
	p.heading("The players")
	var rows []pageRow
	for i, x := range e.Roles {
		text := fmt.Sprintf("player %d", i+1)
		if named := x.Color != "" && x.Color[0] != '#'; named && !strings.EqualFold(x.Color, x.Name) {
			text += ", in " + x.Color
		}
		rows = append(rows, pageRow{words.Capital(x.Name), sentences(text)})
	}
	p.rows(rows)
}

func (p *page) table(e *Explanation) {
	if len(e.Table) == 0 {
		return
	}
	p.heading("The table")
	var rows []pageRow
	for _, x := range e.Table {
		text := x.Words
		if e.hides() {
			text = parts(x.Words, x.Seen.Words)
		}
		rows = append(rows, pageRow{x.Name, sentences(text)})
	}
	p.rows(merged(rows))
	if !e.hides() {
		p.lines(2, 2, "Everyone sees everything.")
	}
}

// merged merges rows that differ only in a number: point-1 to point-24.
func merged(rows []pageRow) (all []pageRow) {
	stem := func(r pageRow) string { return strings.TrimRight(r.name, "0123456789") }
	for i := 0; i < len(rows); {
		n := 1
		for i+n < len(rows) && rows[i+n].text == rows[i].text && stem(rows[i+n]) == stem(rows[i]) &&
			stem(rows[i]) != rows[i].name {
			n++
		}
		if n > 2 {
			all = append(all, pageRow{rows[i].name + " to " + rows[i+n-1].name, rows[i].text})
		} else {
			all = append(all, rows[i:i+n]...)
		}
		i += n
	}
	return all
}

func (p *page) things(e *Explanation) {
	if len(e.Kinds) == 0 {
		return
	}
	p.heading("Things")
	var rows []pageRow
	for _, x := range e.Kinds {
		rows = append(rows, pageRow{x.title(), sentences(x.Description, x.Words)})
	}
	p.rows(rows)
}

func (p *page) data(e *Explanation) {
	if len(e.Derived) == 0 && !slices.ContainsFunc(e.Parts, func(x partFact) bool { return !x.Hidden }) {
		return
	}
	p.heading("Values")
	var rows []pageRow
	plain := false
	for _, x := range e.Parts {
		if x.Hidden {
			continue // it is for the rules, not for players
		}
		plain = plain || x.Seen == nil && !x.Private
		rows = append(rows, pageRow{x.Name, sentences(x.Words)})
	}
	for _, x := range e.Derived {
		rows = append(rows, pageRow{x.Name, sentences(x.Words)})
	}
	p.rows(rows)
	if e.hides() && plain {
		p.lines(2, 2, "By default, everyone who sees a thing sees its values, and everyone sees the values of places, players and the table.")
	}
}

func (p *page) actions(e *Explanation) {
	p.heading("Actions")
	for _, d := range e.Actions {
		name := d.Name
		for _, x := range d.Picks {
			name += " <" + x.Name + ">"
		}
		if !strings.EqualFold(d.Label, d.Name) && !d.Kernel {
			name += " (" + d.Label + ")"
		}
		p.title(name)
		if d.Description != "" {
			p.lines(4, 4, sentences(d.Description))
		}
		if d.Words != "" {
			p.lines(4, 4, sentences(d.Words))
		}
		for _, x := range d.Picks {
			text := sentences(x.Words)
			if x.Prompt != "" {
				text = "“" + x.Prompt + "” " + text
			} else if x.Asks {
				text += " The question varies."
			}
			p.lines(4, 6, x.Name+": "+text)
		}
	}
}

func (p *page) flow(e *Explanation) {
	p.heading("The order of play")
	for line := range strings.Lines(e.Flow) {
		text := strings.TrimLeft(line, " ")
		indent := 2 + len(line) - len(text)
		p.lines(indent, indent+4, strings.TrimSuffix(text, "\n"))
	}
}

func (p *page) effects(e *Explanation) {
	if len(e.Effects) == 0 {
		return
	}
	p.heading("Effects")
	var rows []pageRow
	for _, x := range e.Effects {
		data, instead := "with "+x.Of, ""
		if x.Of == nothing {
			data = ""
		}
		switch {
		case x.Replaces != "" && x.If:
			instead = "may happen instead of " + x.Replaces
		case x.Replaces != "":
			instead = "happens instead of " + x.Replaces
		}
		rows = append(rows, pageRow{x.Name, sentences(parts(data, instead))})
	}
	p.rows(rows)
}
