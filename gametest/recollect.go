package gametest

import "github.com/plygame/ply/game"

// recollection is what observers remember, as in a save. The last of the eyes are those of the spectators.
type recollection struct {
	Recalled bool                         `json:"recalled,omitempty"`
	Known    map[string]uint64            `json:"known,omitempty"`
	Rolled   map[string]uint64            `json:"rolled,omitempty"`
	Values   map[string]map[string]uint64 `json:"values,omitempty"`
	Eyes     []*eyes                      `json:"eyes"`
}

type eyes struct {
	Next    uint32            `json:"next"`
	Mixings int8              `json:"mixings,omitempty"`
	Handles map[string]uint32 `json:"handles,omitempty"`
	Mixed   map[string]uint64 `json:"mixed,omitempty"`
}

// remember makes observers know moved elements exactly if they see them now. For the others, they were mixed with
// whatever was mixed before.
func (d *dealer) remember() error {
	if d.sheet.rest["memory"] == nil {
		return nil
	}
	all, err := d.sheet.memory()
	if err != nil {
		return err
	}
	delete(d.sheet.rest, "memory")
	s, err := d.sheet.state(d.s.Rules()) // as if seen for the first time
	if err != nil {
		return err
	}
	if all.Known == nil {
		all.Known = map[string]uint64{}
	}
	for _, name := range d.moved {
		for i, e := range all.Eyes {
			seat, bit := game.Seat(i), uint64(1)<<i
			if i == s.Seats() {
				seat, bit = game.Nobody, spectators
			}
			if s.Sees(seat, s.Find(name)) == game.Face {
				all.Known[name] |= bit
				e.see(name)
			} else {
				all.Known[name] &^= bit
				e.lose(name)
			}
		}
	}
	d.sheet.setMemory(all)
	return nil
}

// spectators is the bit of those who only watch.
const spectators = 1 << 63

func (e *eyes) see(name string) {
	if e.Handles == nil {
		e.Handles = map[string]uint32{}
	}
	if e.Handles[name] == 0 {
		e.Next++
		e.Handles[name] = e.Next
	}
	delete(e.Mixed, name)
}

func (e *eyes) lose(name string) {
	delete(e.Handles, name)
	if e.Mixings > 0 {
		if e.Mixed == nil {
			e.Mixed = map[string]uint64{}
		}
		e.Mixed[name] = 1<<e.Mixings - 1
	}
}
