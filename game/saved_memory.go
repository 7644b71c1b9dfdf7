package game

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// savedMemory is the observers' memory in the form of a save.
type savedMemory struct {
	Recalled bool                         `json:"recalled,omitempty"`
	Known    map[string]uint64            `json:"known,omitempty"`
	Rolled   map[string]uint64            `json:"rolled,omitempty"`
	Values   map[string]map[string]uint64 `json:"values,omitempty"` // by Part
	Eyes     []savedMemories              `json:"eyes"`
}

type savedMemories struct {
	Next    uint32            `json:"next"`
	Mixings int8              `json:"mixings,omitempty"`
	Handles map[string]uint32 `json:"handles,omitempty"`
	Mixed   map[string]uint64 `json:"mixed,omitempty"`
}

// saveMemory returns the observers' memory, nothing if they see everything.
func (s *State) saveMemory() json.RawMessage {
	if s.mem == nil || s.view != nil || s.stale {
		return nil
	}
	out := savedMemory{Recalled: s.mem.recalled, Known: map[string]uint64{}, Rolled: map[string]uint64{}}
	for id := s.rules.c.first; id < s.n; id++ {
		if k := s.mem.known.at(id); k != 0 {
			out.Known[s.Name(id)] = k
		}
		if k := s.mem.rolled.at(id); k != 0 {
			out.Rolled[s.Name(id)] = k
		}
	}
	for slot := range s.mem.values {
		of := map[string]uint64{}
		for id := Root; id < s.n; id++ {
			if k := s.mem.values[slot].at(id); k != 0 {
				of[s.Name(id)] = k
			}
		}
		if len(of) > 0 {
			if out.Values == nil {
				out.Values = map[string]map[string]uint64{}
			}
			out.Values[s.rules.c.partNames[slot]] = of
		}
	}
	for i := range s.mem.eyes {
		e := &s.mem.eyes[i]
		to := savedMemories{e.next, e.mixings, map[string]uint32{}, map[string]uint64{}}
		for id := s.rules.c.first; id < s.n; id++ {
			if h := e.handle.at(id); h != 0 {
				to.Handles[s.Name(id)] = h
			}
			if m := e.mixed.at(id); m != 0 {
				to.Mixed[s.Name(id)] = m
			}
		}
		out.Eyes = append(out.Eyes, to)
	}
	text, _ := json.Marshal(out)
	return text
}

// loadMemory reads what saveMemory wrote. If that is nothing, everyone sees the save as if for the first time.
func (t *Tx) loadMemory(text json.RawMessage) (err error) {
	t.stale = true
	if len(text) == 0 || !t.rules.c.sighted {
		return t.looked(t.recall)
	}
	var in savedMemory
	if err := json.Unmarshal(text, &in); err != nil {
		return err
	}
	if len(in.Eyes) != int(t.seats)+1 {
		return errors.New("the number of memories does not match the observers")
	}
	t.memGen, t.mem = generations.Add(1), nil
	m := t.memory()
	m.recalled = in.Recalled
	for i, from := range in.Eyes {
		if err := t.loadEye(m, i, from); err != nil {
			return err
		}
	}
	for name, who := range in.Known {
		id := t.Find(name)
		if id < t.rules.c.first || who&^t.observers() != 0 {
			return fmt.Errorf("the memory of who knows %q is not valid", clip(name))
		}
		m.known.put(m.gen, id, who)
	}
	for name, who := range in.Rolled {
		id := t.Find(name)
		if id < t.rules.c.first || who&^t.observers()&^wasRolled != 0 {
			return fmt.Errorf("the memory of rolls for %q is not valid", clip(name))
		}
		m.rolled.put(m.gen, id, who)
	}
	if err := t.loadValues(m, in.Values); err != nil {
		return err
	}
	t.stale = false
	defer t.guard(&err)
	return t.checkMemory()
}

func (t *Tx) loadValues(m *memory, in map[string]map[string]uint64) error {
	if t.rules.c.explicit != nil {
		m.values = make([]paged[uint64], len(t.cols))
	}
	for part, of := range in {
		slot := slices.Index(t.rules.c.partNames, part)
		if slot < 0 || !t.rules.c.secrets[slot].explicit {
			return fmt.Errorf("part %q is not one that observers remember", clip(part))
		}
		for name, who := range of {
			id := t.Find(name)
			if id == 0 || who&^t.observers()&^wasRolled != 0 {
				return fmt.Errorf("the memory of who knows part %q of %q is not valid", clip(part), clip(name))
			}
			m.values[slot].put(m.gen, id, who)
		}
	}
	return nil
}

func (t *Tx) loadEye(m *memory, i int, from savedMemories) error {
	e := &m.eyes[i]
	if from.Mixings < 0 || from.Mixings > maxMixings {
		return errors.New("an observer remembers too many mixings")
	}
	e.next, e.mixings = from.Next, from.Mixings
	for name, h := range from.Handles {
		id := t.Find(name)
		if id < t.rules.c.first || h == 0 {
			return fmt.Errorf("%q cannot have the handle %d", clip(name), h)
		}
		t.setHandle(m, i, id, h)
	}
	for name, mixed := range from.Mixed {
		id := t.Find(name)
		if id < t.rules.c.first {
			return fmt.Errorf("%q cannot have gone through these mixings", clip(name))
		}
		e.mixed.put(m.gen, id, mixed)
	}
	return nil
}
