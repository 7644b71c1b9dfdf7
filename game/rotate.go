package game

import "slices"

// Rotate moves the contents of each of the places to the next one, and of the last to the first, all at once
// and in order. Observers who know the contents of a place know them in the next place too, even if it is
// unordered: this is how hands are passed on.
func (t *Tx) Rotate(places ...ID) {
	t.writing()
	var ids, from, to []ID
	for i, p := range places {
		if slices.Contains(places[:i], p) {
			panic(faultf("Rotate got %s twice", t.Name(p)))
		}
		for id := range t.In(p) {
			ids, from, to = append(ids, id), append(from, p), append(to, places[(i+1)%len(places)])
		}
	}
	for i, id := range ids {
		t.mustMove(id, "moved")
		t.leaving(id, from[i], to[i])
	}
	for i, id := range ids {
		if t.known(id).parent != from[i] {
			panic(faultf("%s has left %s during Rotate: a hook has moved it", t.Name(id), t.Name(from[i])))
		}
		if to[i] == id || t.Within(to[i], id) {
			panic(faultf("element %s is put into itself, or into something on it", t.Name(id)))
		}
		t.unlink(id, t.w(id))
	}
	for i, id := range ids {
		t.mayHold(to[i], id, nil)
		t.link(id, t.w(id), to[i], t.at(to[i]).last)
		if t.rules.c.sighted {
			t.unmask(id)
		}
	}
	for i, id := range ids {
		if t.at(id).parent == to[i] {
			t.entered(id, to[i], from[i])
		}
	}
}
