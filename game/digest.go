package game

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
)

// digest hashes the names and forms of all declarations, independent of their order.
func digest(r *Rules) string {
	c := r.c
	var all []string
	add := func(parts ...string) { all = append(all, strings.Join(parts, "\x00")) }
	add("game", r.Name, itoa(r.Seats.Min), itoa(r.Seats.Max))
	if r.LastStanding {
		add("last standing")
	}
	for id := Root; id < c.first; id++ {
		line := []string{"place", c.names[id], c.names[c.base[id].parent]}
		if p := c.places[id]; p != nil {
			line = append(line, itoa(int(p.Order)), itoa(p.Max), p.Seen.text())
		}
		add(line...)
	}
	for _, k := range c.kinds {
		line := []string{"kind", k.Name, k.Seen.text()}
		for _, w := range k.With {
			line = append(line, w.text())
		}
		add(line...)
	}
	for i, p := range c.parts {
		f := p.part()
		line := []string{"part", f.name, c.secrets[i].seen.text(),
			fmt.Sprint(c.secrets[i].roll != nil, c.secrets[i].pick != nil)}
		for _, x := range f.code.fields {
			line = append(line, x.name, x.kind.String())
		}
		add(line...)
	}
	for _, a := range c.actions {
		line := []string{"action", a.Name, fmt.Sprint(a.If != nil, a.Check != nil, a.Do != nil, a.NoUndo, a.Secret, a.Pass)}
		for _, p := range a.picks {
			line = append(line, p.name, itoa(int(p.sort)), fmt.Sprint(p.optional, p.several != nil, p.repeat, p.text != nil))
			if p.when != nil {
				line = append(line, "when")
			}
		}
		add(line...)
	}
	for _, n := range c.nodes {
		line := []string{"step", n.path, nodeWords[n.kind], itoa(int(n.min)), itoa(int(n.max)),
			fmt.Sprint(n.secret, n.begin != nil, n.end != nil, n.endIf != nil, n.question != nil, n.times != nil,
				n.until != nil)}
		if n.test != nil {
			line = append(line, "if")
		}
		if n.each != nil {
			line = append(line, n.each.form())
		}
		if n.over != nil {
			line = append(line, itoa(int(n.over.sort)), fmt.Sprint(n.over.from != nil))
		}
		if n.kind == nodeLoop {
			line = append(line, itoa(n.most))
		}
		for _, a := range n.actions {
			line = append(line, a.Name)
		}
		add(line...)
	}
	for _, e := range r.Effects {
		add("effect", e.named(), e.text())
	}
	if r.c.repeat != nil {
		add("position", fmt.Sprint(r.Position.Mover))
		for id, counts := range r.c.repeat.places {
			if counts {
				add("position", "place", r.c.names[id])
			}
		}
		for _, slot := range r.c.repeat.slots {
			add("position", "part", r.c.partNames[slot])
		}
	}
	for _, text := range r.Data {
		add("data", text)
	}
	for _, o := range r.Options {
		add("option", o.Name, o.Value)
	}
	slices.Sort(all)
	sum := sha256.Sum256([]byte(strings.Join(all, "\x01")))
	return hex.EncodeToString(sum[:8])
}

// Digest returns a short hash of everything the rules declare, independent of order. It is empty if the rules
// have faults.
func (r *Rules) Digest() string {
	if r.Check() != nil {
		return ""
	}
	return r.c.digest
}
