package gametest

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/plygame/ply/game"
)

// sheet is a save that can be edited.
type sheet struct {
	rest     map[string]json.RawMessage
	created  int
	elements []element
	parts    map[string]map[string]json.RawMessage
}

// element is an element as in a save.
type element struct {
	ID    string     `json:"id"`
	Kind  string     `json:"kind"`
	In    string     `json:"in"`
	Owner *game.Seat `json:"owner,omitempty"`
}

// fieldsOf are the fields of a save.
func fieldsOf(save []byte) (fields map[string]json.RawMessage, err error) {
	err = json.Unmarshal(save, &fields)
	return fields, err
}

// saveWithout is a save without some fields.
func saveWithout(save []byte, names ...string) []byte {
	fields, err := fieldsOf(save)
	if err != nil {
		return nil
	}
	for _, name := range names {
		delete(fields, name)
	}
	text, _ := json.Marshal(fields)
	return text
}

func openSheet(save []byte) (*sheet, error) {
	p := &sheet{}
	var err error
	if p.rest, err = fieldsOf(save); err != nil {
		return nil, err
	}
	for name, to := range map[string]any{"created": &p.created, "elements": &p.elements, "parts": &p.parts} {
		if text, ok := p.rest[name]; ok {
			if err := json.Unmarshal(text, to); err != nil {
				return nil, err
			}
		}
	}
	delete(p.rest, "hash") // they no longer match
	delete(p.rest, "check")
	return p, nil
}

// flow is the position in the flow, false if the usual one.
func (p *sheet) flow() (at place, ok bool) {
	err := json.Unmarshal(p.rest["flow"], &at)
	return at, err == nil
}

func (p *sheet) setFlow(at place) { p.rest["flow"], _ = json.Marshal(at) }

// memory is what observers remember.
func (p *sheet) memory() (all recollection, err error) {
	err = json.Unmarshal(p.rest["memory"], &all)
	return all, err
}

func (p *sheet) setMemory(all recollection) { p.rest["memory"], _ = json.Marshal(all) }

// bare is the sheet with nothing on the table.
func (p *sheet) bare() *sheet {
	return &sheet{rest: p.rest, created: p.created}
}

// clear removes the contents of these places, and their contents in turn.
func (p *sheet) clear(places map[string]bool) {
	gone := maps.Clone(places)
	p.elements = slices.DeleteFunc(p.elements, func(e element) bool {
		if !gone[e.In] {
			return false
		}
		gone[e.ID] = true
		for _, of := range p.parts {
			delete(of, e.ID)
		}
		return true
	})
}

// put adds an element.
func (p *sheet) put(x piece, in string) {
	p.created++
	e := element{ID: fmt.Sprintf("#%d", p.created), Kind: x.kind, In: in}
	if x.owner != game.Nobody {
		e.Owner = &x.owner
	}
	p.elements = append(slices.Clip(p.elements), e)
}

// state loads the sheet.
func (p *sheet) state(r *game.Rules) (*game.State, error) {
	text, err := p.text()
	if err != nil {
		return nil, err
	}
	return r.Load(text)
}

// text is the sheet as a save.
func (p *sheet) text() ([]byte, error) {
	save := maps.Clone(p.rest)
	for name, from := range map[string]any{"created": p.created, "elements": p.elements, "parts": p.parts} {
		text, err := json.Marshal(from)
		if err != nil {
			return nil, err
		}
		save[name] = text
	}
	if p.elements == nil {
		save["elements"] = json.RawMessage("[]")
	}
	if len(p.parts) == 0 {
		delete(save, "parts")
	}
	return json.Marshal(save)
}
