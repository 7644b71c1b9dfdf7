package game

// mix joins two words so that each bit of either affects all bits of the result.
func mix(a, b uint64) uint64 {
	x := a ^ b*0x9E3779B97F4A7C15
	x ^= x >> 32
	x *= 0xD6E8FEB86659FD93
	x ^= x >> 29
	x += a
	x *= 0xBF58476D1CE4E5B9
	x ^= x >> 32
	return x
}

// hashText hashes a text (FNV-1a, mixed).
func hashText(s string) uint64 {
	h := uint64(0xcbf29ce484222325)
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 0x100000001b3
	}
	return mix(h, uint64(len(s))+1)
}

// key returns the hash of the element's name, which does not depend on the order of declarations.
func (s *State) key(id ID) uint64 {
	if c := s.rules.c; id < c.first {
		return c.keys[id]
	} else if s.view != nil && s.view.names != nil {
		return s.view.key(s, id)
	} else {
		return mix(uint64(id-c.first)+1, 0x1D)
	}
}

// rowHash returns what one element adds to the hash of the state.
func (s *State) rowHash(id ID, r *row) uint64 {
	if r.flags&live == 0 {
		return 0
	}
	h := s.key(id)
	if r.kind != 0 {
		h = mix(h, s.rules.c.kindKey[r.kind-1])
	}
	h = mix(h, uint64(r.owner)+2)
	if r.parent != 0 {
		h = mix(h, s.key(r.parent))
	}
	if r.prev != 0 {
		h = mix(h+1, s.key(r.prev))
	}
	return h
}

// cellHash turns the hash of a part's value into what it adds to the hash of the state.
func (s *State) cellHash(slot int, id ID, value uint64) uint64 {
	if value == 0 {
		return 0
	}
	return mix(mix(s.key(id), s.rules.c.partKey[slot]), value)
}

// tableHash sums all rows and cells from scratch.
func (s *State) tableHash() uint64 {
	var sum uint64
	for id := s.rules.c.first; id < s.n; id++ { // the layout is the same in every state
		sum += s.rowHash(id, s.at(id))
	}
	for slot, c := range s.cols {
		for id := Root; id < min(s.n, c.size()); id++ {
			if !c.blank(id) {
				sum += s.cellHash(slot, id, c.hash(s, id))
			}
		}
	}
	return sum
}

// Hash returns the hash of the whole state. It depends on names, not on the order of declarations, and is the
// same on every platform. In a game with secrets, keep it on the server while the game is running.
func (s *State) Hash() uint64 {
	sum := s.sum
	if !s.kept {
		sum = s.tableHash()
	}
	sum += mix(hashGame, s.rules.c.nameKey) + mix(hashSeats, uint64(s.seats)) + mix(hashTurn, uint64(s.turn)+2) +
		mix(hashMoves, uint64(s.moves)) + mix(hashOut, uint64(s.out))
	if s.view == nil {
		sum += mix(hashCreated, uint64(s.n-s.rules.c.first))
	}
	if s.away != 0 {
		sum += mix(hashAway, uint64(s.away))
	}
	if s.moment > 0 {
		sum += mix(hashMoment, uint64(s.moment))
	}
	if s.left.groups != 0 {
		sum += mix(hashLeft, hashText(s.left.text()))
	}
	if s.over != running {
		sum += mix(hashOver, uint64(s.over)) + mix(hashWinners, uint64(s.winners))
		if s.score != nil {
			for i, n := range *s.score {
				sum += mix(hashScore, mix(uint64(i)+1, uint64(n)))
			}
		}
	}
	if s.by != (set{}) {
		sum += s.byHash()
	}
	if s.view != nil {
		sum += s.view.hashKnown()
	}
	sum += s.flowHash()
	sum += s.rng.hash()
	sum += s.past.sum
	return mix(sum, 1)
}

// The numbers that the facts outside the table are mixed with.
var (
	hashGame    = hashText("game")
	hashSeats   = hashText("seats")
	hashTurn    = hashText("turn")
	hashMoves   = hashText("moves")
	hashCreated = hashText("created")
	hashOut     = hashText("out")
	hashAway    = hashText("away")
	hashMoment  = hashText("moment")
	hashLeft    = hashText("left")
	hashOver    = hashText("over")
	hashWinners = hashText("winners")
	hashScore   = hashText("score")
	hashBy      = hashText("by")
	hashKnown   = hashText("known")
)

// HashText returns the hash in the form that records use.
func (s *State) HashText() string { return hashTextOf(s.Hash()) }

func hashTextOf(h uint64) string {
	var text [16]byte
	for i := range text {
		text[i] = "0123456789abcdef"[h>>(60-4*i)&15]
	}
	return string(text[:])
}
