package game

import "slices"

func (t *Tx) runForEach(n *node, f *frame) {
	if f.at == 0 && f.list == "" {
		set := ask(t, f.seat, n.over)
		if set.of != ofAnything && set.of != form(anElement)+1 {
			panic(faultf("for each in step %q: its Over answers %s; it takes elements", n.around(t.rules.c.nodes), set.of))
		}
		var list []byte
		for _, id := range t.asTheyLie(set) {
			list = append(list, byte(id), byte(id>>8), byte(id>>16), byte(id>>24))
		}
		f = t.top()
		f.list = string(list)
	}
	for int(f.at)*4 < len(f.list) {
		id := idAt(f.list, int(f.at))
		f.at++
		if t.Alive(id) {
			t.push(n.kids[0], f.seat)
			return
		}
	}
	t.pop()
}

// asTheyLie returns elements in the order in which they lie on the table, so that the order tells
// nothing of what they are.
func (s *State) asTheyLie(set Set) []ID {
	type spot struct {
		id   ID
		path []int32
	}
	var all []spot
	ranks := map[ID]int32{} // of all that lie where one of them does
	for id := range set.All() {
		x := spot{id: id}
		for at := id; at >= s.rules.c.first; at = s.at(at).parent {
			up := s.at(at).parent
			if _, counted := ranks[at]; !counted {
				n := int32(0)
				for e := s.at(up).first; e != 0; e = s.at(e).next {
					ranks[e] = n
					n++
				}
			}
			if x.path = append(x.path, ranks[at]); up < s.rules.c.first {
				x.path = append(x.path, int32(up))
			}
		}
		if id < s.rules.c.first {
			x.path = append(x.path, int32(id))
		}
		slices.Reverse(x.path)
		all = append(all, x)
	}
	slices.SortFunc(all, func(a, b spot) int { return slices.Compare(a.path, b.path) })
	ids := make([]ID, len(all))
	for i, x := range all {
		ids[i] = x.id
	}
	return ids
}

func idAt(list string, i int) ID {
	return ID(list[4*i]) | ID(list[4*i+1])<<8 | ID(list[4*i+2])<<16 | ID(list[4*i+3])<<24
}

// In returns the element that the step is done for at present, 0 if it is not.
func (x *ForEach) In(s *State) ID {
	if f := s.frameOf(x); f != nil && f.at > 0 {
		return idAt(f.list, int(f.at)-1)
	}
	return 0
}
