package liarsdice

import "github.com/plygame/ply/game"

// value tells bots how well a seat stands: by its lead in dice over each of the others, after the round has been
// played to its end by players who say what is most probably true.
func (g *table) value(s *game.State, seat game.Seat) int {
	loser := game.Nobody
	if id := s.First(g.bid); id != 0 && !Open.Of(s, game.Root) {
		loser = g.outlook(s, bidding{Counts.Of(s, id), Faces.Of(s, id), s.Owner(id), s.Turn()})
	}
	left := func(x game.Seat) int {
		n := s.Count(g.cup.Of(x))
		if x == loser {
			n--
		}
		return n
	}
	sum, mine := 0, left(seat)
	for other := range game.Seat(s.Seats()) {
		if other != seat && mine > 0 {
			sum += 1000 * mine / (mine + left(other))
		}
	}
	return sum / (s.Seats() - 1)
}

// bidding is where a round is: the last bid, who made it, and who is to answer.
type bidding struct {
	count  int
	face   Face
	bidder game.Seat
	next   game.Seat
}

// outlook returns who loses a die if everyone does what is most probably right, knowing only their own dice.
func (g *table) outlook(s *game.State, b bidding) game.Seat {
	var hands [16][7]int // by seat and face: the dice that count for a bid on it
	total := 0
	for seat := range game.Seat(s.Seats()) {
		for die := range s.In(g.cup.Of(seat)) {
			hands[seat][Pips.Of(s, die)]++
			total++
		}
		if g.wild {
			for f := 2; f <= 6; f++ {
				hands[seat][f] += hands[seat][1]
			}
		}
	}
	for {
		raise, ok := g.answer(&hands[b.next], total, total-s.Count(g.cup.Of(b.next)), b)
		if !ok {
			break
		}
		raise.bidder, raise.next = b.next, g.after(s, b.next)
		b = raise
	}
	n := 0
	for seat := range s.Seats() {
		n += hands[seat][b.face]
	}
	if n < b.count {
		return b.bidder
	}
	return b.next
}

// after is the next seat that has dice.
func (g *table) after(s *game.State, seat game.Seat) game.Seat {
	for {
		if seat++; int(seat) == s.Seats() {
			seat = 0
		}
		if s.Count(g.cup.Of(seat)) > 0 {
			return seat
		}
	}
}

// answer returns the bid that is most probably true, the highest of equally probable ones, or false if it is more
// probable that the last bid is a lie.
func (g *table) answer(hand *[7]int, total, others int, b bidding) (best bidding, ok bool) {
	top := certain - g.chance(others, b.count-hand[b.face], b.face)
	for face := Face(1); face <= 6; face++ {
		count := b.count
		if face <= b.face {
			count++
		}
		if count = max(count, hand[face]); count > total {
			continue
		}
		p := g.chance(others, count-hand[face], face)
		if p > top || p == top && ok && count >= best.count {
			best, top, ok = bidding{count: count, face: face}, p, true
		}
	}
	return best, ok
}

// certain is a probability of 1.
const certain = 1 << 40

// odds is the probability that at least k of n dice show what one of 3, or one of 6, sides shows.
var odds = [2][37][38]int64{oddsOf(3), oddsOf(6)}

func oddsOf(sides int64) (least [37][38]int64) {
	for n := range least {
		least[n][0] = certain
		for k := 1; k <= n; k++ {
			least[n][k] = (least[n-1][k-1] + (sides-1)*least[n-1][k]) / sides
		}
	}
	return least
}

// chance is the probability that at least k of n unknown dice count for a face.
func (g *table) chance(n, k int, face Face) int64 {
	switch {
	case k <= 0:
		return certain
	case k > n:
		return 0
	case g.wild && face != 1:
		return odds[0][n][k]
	}
	return odds[1][n][k]
}

// likely tells bots how likely it is that the last bidder has these dice. Most bidders believe what they say: the chance that it is
// true, as they see it, counts twice.
func (g *table) likely(s *game.State, seat game.Seat) int {
	id := s.First(g.bid)
	if id == 0 || s.Owner(id) == seat || Open.Of(s, game.Root) {
		return 1000
	}
	p := g.truth(s, s.Owner(id), Counts.Of(s, id), Faces.Of(s, id)) >> 20
	return int(1000 * p * p >> 40)
}

// weight tells bots what others do: they bid the more often the more probable it is that the bid is true, as they see it, and
// call the more often the less probable the last one is. The numbers fit games between bots.
func (g *table) weight(f *game.Fork, h game.Handle) int {
	m, _ := g.drafts.Get().(*game.Move)
	if m == nil {
		m = &game.Move{}
	}
	defer g.drafts.Put(m)
	f.Decode(h, m)
	s := f.State()
	id := s.First(g.bid)
	count, face := Counts.Of(s, id), Faces.Of(s, id)
	switch m.Action {
	case "bid":
		return int(g.truth(s, m.Seat, int(m.Picks[0][0].N), Face(m.Picks[1][0].N)) >> 28)
	case "liar":
		lie := int((certain - g.truth(s, m.Seat, count, face)) >> 28)
		return 4 * lie * lie >> 12
	case "exact":
		return int((g.truth(s, m.Seat, count, face) - g.truth(s, m.Seat, count+1, face)) >> 28)
	}
	return 1
}

// truth is the probability that there are at least this many dice of a face, as a seat sees it.
func (g *table) truth(s *game.State, seat game.Seat, count int, face Face) int64 {
	others := 0
	for x := range game.Seat(s.Seats()) {
		if x != seat {
			others += s.Count(g.cup.Of(x))
		}
	}
	for die := range s.In(g.cup.Of(seat)) {
		if pips := Pips.Of(s, die); pips == face || g.wild && pips == 1 {
			count--
		}
	}
	return g.chance(others, count, face)
}
