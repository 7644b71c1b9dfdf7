package game

import "slices"

// Rotate moves the contents of each of the places to the next one, and of the last to the first, all at once
// and in order. Observers who know the contents of a place know them in the next place too, even if it is
// unordered: this is how hands are passed on.
func (t *Tx) Rotate(places ...ID) {
	t.writing()
	if c := t.rules.c; !c.hooks && !c.capped && t.areLasting(places) {
		t.rotateAll(places)
		return
	}
	var few [3][64]ID // they stay on the stack, unlike those of growing slices
	ids, from, to := few[0][:0], few[1][:0], few[2][:0]
	for i, p := range places {
		if slices.Contains(places[:i], p) {
			panic(faultf("Rotate got %s twice", t.Name(p)))
		}
		next := places[(i+1)%len(places)]
		for id := t.known(p).first; id != 0; id = t.at(id).next {
			ids, from, to = append(ids, id), append(from, p), append(to, next)
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

// areLasting reports whether all of these are places of the layout in this game.
func (t *Tx) areLasting(places []ID) bool {
	for _, p := range places {
		if p < t.rules.c.lowest() || p >= t.rules.c.first || t.at(p).flags&live == 0 {
			return false
		}
	}
	return true
}

// rotateAll is Rotate for lasting places without hooks or a Max: nothing can be in the way, so the contents of
// a place are handed on as they are linked.
func (t *Tx) rotateAll(places []ID) {
	var few [16]row
	were := few[:0]
	for i, p := range places {
		if slices.Contains(places[:i], p) {
			panic(faultf("Rotate got %s twice", t.Name(p)))
		}
		were = append(were, *t.at(p))
	}
	for i, from := range places {
		to, was := places[(i+1)%len(places)], &were[i]
		up := t.w(to)
		up.first, up.last, up.count = was.first, was.last, was.count
		for id := was.first; id != 0; id = t.at(id).next {
			t.mustMove(id, "moved")
			t.w(id).parent = to
			if t.piles != nil {
				t.piled(id, from, false)
				t.piled(id, to, true)
			}
			if t.rules.c.sighted {
				t.unmask(id)
			}
		}
	}
	for _, p := range places {
		t.refresh(p)
	}
}
