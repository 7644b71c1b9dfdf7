package game

// RandomBy plays one move, each with a probability proportional to its weight; it returns false when the game
// is over. A weight of 0 means never, unless all weights are 0: then all moves are equally likely. A negative
// weight is a Fault. Call Seed first, as for Random.
func (f *Fork) RandomBy(weight func(Handle) int) (more bool, err error) {
	from := len(f.weighed)
	f.weighed, err = f.Handles(f.weighed)
	defer func() { f.weighed = f.weighed[:from] }()
	all := f.weighed[from:]
	if err != nil || len(all) == 0 {
		return false, err
	}
	var h Handle
	if err := f.t.looked(func() { h = f.drawBy(all, weight) }); err != nil {
		return false, err
	}
	if f.count.noting {
		f.count.noted = append(f.count.noted, f.Move(h))
	}
	return true, f.Do(h)
}

// drawBy chooses one of the moves. It keeps one of all so far, so that each weight is computed once.
func (f *Fork) drawBy(all []Handle, weight func(Handle) int) (chosen Handle) {
	total := uint64(0)
	for _, h := range all {
		w := weight(h)
		if w < 0 || w > maxWeight {
			panic(faultf("a move has weight %d: it must be from 0 to %d", w, int64(maxWeight)))
		}
		if total += uint64(w); w > 0 && f.luck.below(total) < uint64(w) {
			chosen = h
		}
	}
	if total == 0 {
		return all[f.luck.below(uint64(len(all)))]
	}
	return chosen
}

// maxWeight leaves room for the sum of all weights.
const maxWeight = 1 << 31
