package card

// Melds defines what counts as a meld: sets are cards of one rank, runs are cards of one suit in sequence, with the
// ace low.
type Melds struct {
	Set, Run int     // how many cards a set or a run needs; 0 means 3
	Worth    [14]int // by rank: what an unmelded card counts
}

// Count returns the total worth of the cards if none of them is melded.
func (m *Melds) Count(g Group) (sum int) {
	for ; g != 0; g &= g - 1 {
		sum += m.Worth[g.first().Rank]
	}
	return sum
}

// Is reports whether the cards are one set or one run.
func (m *Melds) Is(g Group) bool {
	var buf [mostMelds]Group
	for _, x := range m.In(g, buf[:0]) {
		if x == g {
			return true
		}
	}
	return false
}

// mostMelds is more than eleven cards can contain. For more melds, memory is allocated.
const mostMelds = 64

// In appends every set and run in the cards to buf: a set of four contains four sets of three, too.
func (m *Melds) In(g Group, buf []Group) []Group {
	least := orThree(m.Set)
	for r := Ace; r <= King; r++ {
		same := g.ofRank(r)
		if same.Len() < least {
			continue
		}
		for part := same; part != 0; part = (part - 1) & same {
			if part.Len() >= least {
				buf = append(buf, part)
			}
		}
	}
	least = orThree(m.Run)
	for s := Clubs; s <= Spades; s++ {
		here := g.inSuit(s)
		for from := 0; from+least <= int(King); from++ {
			for to := from + least; to <= int(King); to++ {
				run := uint(1)<<to - uint(1)<<from
				if here&run != run {
					break
				}
				buf = append(buf, Group(run)<<(int(s-Clubs)*int(King)))
			}
		}
	}
	return buf
}

func orThree(n int) int {
	if n == 0 {
		return 3
	}
	return n
}

// Best chooses the melds that leave the least worth unmelded, and returns them with the remaining cards. The melds
// are appended to buf; nothing is allocated if it has room.
func (m *Melds) Best(g Group, buf []Group) (melds []Group, rest Group) {
	var space [mostMelds]Group
	s := search{melds: m.In(g, space[:0]), worth: &m.Worth}
	s.choose(0, 0, 0, 0)
	for _, i := range s.best[:s.bestLen] {
		buf = append(buf, s.melds[i])
		g &^= s.melds[i]
	}
	return buf, g
}

// search tries all ways to choose melds that do not overlap.
type search struct {
	melds         []Group
	worth         *[14]int
	taken, best   [52 / 2]int16
	bestLen, most int
}

func (s *search) choose(from, chosen int, used Group, sum int) {
	if sum > s.most {
		s.most, s.bestLen, s.best = sum, chosen, s.taken
	}
	for i := from; i < len(s.melds); i++ {
		if s.melds[i]&used != 0 {
			continue
		}
		worth := 0
		for g := s.melds[i]; g != 0; g &= g - 1 {
			worth += s.worth[g.first().Rank]
		}
		s.taken[chosen] = int16(i)
		s.choose(i+1, chosen+1, used|s.melds[i], sum+worth)
	}
}
