package games_test

import (
	"math/bits"
	"slices"
	"testing"

	"github.com/plygame/ply/card"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/cribbage"
	"github.com/plygame/ply/games/gin"
	"github.com/plygame/ply/games/hearts"
)

var (
	heartsDeal   = &contest{"hearts", func() *game.Rules { return hearts.New(true, 100, false) }, plainCards[plainHearts], 100, 7.5, 3}
	cribbageDeal = &contest{"cribbage", func() *game.Rules { return cribbage.New(true, false) }, plainCards[plainCribbage], 300, 8, 4}
	ginDeal      = &contest{"gin", func() *game.Rules { return gin.New(true, false) }, plainCards[plainGin], 50, 8, 20}
)

// cardTable is a hand-written card game with arrays of cards. A card is 13 times its suit plus its rank, both from 0.
type cardTable struct {
	deck  pile
	hands [3]pile
}

func (x *cardTable) deal(d *dice, seats, each int, without ...uint8) {
	*x = cardTable{}
	for i := range uint8(52) {
		if slices.Contains(without, i) {
			continue
		}
		x.deck.add(i)
		k := d.below(uint64(x.deck.n))
		x.deck.card[x.deck.n-1], x.deck.card[k] = x.deck.card[k], i
	}
	for range each {
		for seat := range seats {
			x.hands[seat].add(x.deck.take())
		}
	}
}

// at takes a card out of a pile.
func (p *pile) at(i int) uint8 {
	c := p.card[i]
	copy(p.card[i:p.n-1], p.card[i+1:p.n])
	p.n--
	return c
}

// any takes a random card out of a pile.
func (p *pile) any(d *dice) uint8 { return p.at(int(d.below(uint64(p.n)))) }

// plainCardGame is a hand-written card game.
type plainCardGame[T any] interface {
	*T
	start(d *dice)
	play(d *dice) (moves, winner int)
}

func plainCards[T any, G plainCardGame[T]](d *dice, games int) (count tally) {
	var start, g T
	for i := range games {
		if i%again == 0 {
			G(&start).start(d)
		}
		g = start
		count.add(G(&g).play(d))
	}
	return count
}

// plainHearts is one deal of hearts for three.
type plainHearts struct {
	cardTable
	points [3]int
}

func (g *plainHearts) start(d *dice) {
	*g = plainHearts{}
	g.deal(d, 3, 17, 14) // without the 2♦
}

func (g *plainHearts) play(d *dice) (moves, winner int) {
	var passed [3][3]uint8
	for seat := range 3 {
		for i := range 3 {
			passed[seat][i] = g.hands[seat].any(d)
		}
	}
	lead := 0
	for seat := range 3 {
		for _, c := range passed[seat] {
			g.hands[(seat+1)%3].add(c)
		}
	}
	for seat := range 3 {
		if slices.Contains(g.hands[seat].card[:g.hands[seat].n], 1) {
			lead = seat
		}
	}
	broken := false
	for trick := range 17 {
		var suit, best uint8
		points, taker := 0, lead
		for i := range 3 {
			seat := (lead + i) % 3
			hand := &g.hands[seat]
			var can [17]int
			n := 0
			allow := func(ok func(c uint8) bool) bool {
				for k, c := range hand.card[:hand.n] {
					if ok(c) {
						can[n] = k
						n++
					}
				}
				return n > 0
			}
			switch {
			case i == 0 && trick == 0:
				allow(func(c uint8) bool { return c == 1 })
			case i == 0 && !broken && allow(func(c uint8) bool { return c/13 != 2 }):
			case i > 0 && allow(func(c uint8) bool { return c/13 == suit }):
			case i > 0 && trick == 0 && allow(func(c uint8) bool { return c/13 != 2 && c != 3*13+11 }):
			default:
				allow(func(uint8) bool { return true })
			}
			c := hand.at(can[d.below(uint64(n))])
			switch {
			case i == 0:
				suit, best = c/13, high(c)
			case c/13 == suit && high(c) > best:
				best, taker = high(c), seat
			}
			if c/13 == 2 {
				points++
				broken = true
			} else if c == 3*13+11 {
				points += 13
			}
		}
		g.points[taker] += points
		lead = taker
	}
	winner = 0
	for seat, points := range g.points {
		if points == 26 {
			return 54, seat
		}
		if points < g.points[winner] {
			winner = seat
		}
	}
	return 54, winner
}

// high is the rank of a card if aces are high.
func high(c uint8) uint8 {
	if c%13 == 0 {
		return 13
	}
	return c % 13
}

func faceOf(c uint8) card.Face {
	return card.Face{Rank: card.Rank(c%13) + 1, Suit: card.Suit(c/13) + 1}
}

// plainCribbage is one deal of cribbage for two.
type plainCribbage struct {
	cardTable
	points [2]int
}

func (g *plainCribbage) start(d *dice) {
	*g = plainCribbage{}
	g.deal(d, 2, 6)
}

func (g *plainCribbage) play(d *dice) (moves, winner int) {
	var crib [4]card.Face
	for i := range 4 {
		crib[i] = faceOf(g.hands[i/2].any(d))
	}
	var kept [2][4]card.Face
	for seat := range 2 {
		for i := range 4 {
			kept[seat][i] = faceOf(g.hands[seat].card[i])
		}
	}
	starter := faceOf(g.deck.take())
	if starter.Rank == card.Jack {
		g.points[0] += 2
	}
	moves = 2
	var line []card.Rank
	var space [8]card.Rank
	line = space[:0]
	sum, seat := 0, 1
	fits := func(seat int) (can [4]int, n int) {
		for k, c := range g.hands[seat].card[:g.hands[seat].n] {
			if sum+min(10, int(c%13)+1) <= 31 {
				can[n] = k
				n++
			}
		}
		return can, n
	}
	for g.hands[0].n+g.hands[1].n > 0 {
		can, n := fits(seat)
		r := faceOf(g.hands[seat].at(can[d.below(uint64(n))])).Rank
		moves++
		line = append(line, r)
		sum += min(10, int(r))
		count, pairs, run := plainPeg(line)
		g.points[seat] += count + pairs + run
		if _, n := fits(1 - seat); n > 0 {
			seat = 1 - seat
			continue
		}
		if _, n := fits(seat); n > 0 {
			continue
		}
		if sum < 31 {
			g.points[seat]++
		}
		line, sum = space[:0], 0
		if g.hands[1-seat].n > 0 {
			seat = 1 - seat
		}
	}
	g.points[1] += plainShow(kept[1], starter, false)
	g.points[0] += plainShow(kept[0], starter, false) + plainShow(crib, starter, true)
	switch {
	case g.points[0] > g.points[1]:
		return moves, 0
	case g.points[1] > g.points[0]:
		return moves, 1
	}
	return moves, -1
}

// plainShow counts a hand with the starter, combination by combination.
func plainShow(hand [4]card.Face, starter card.Face, crib bool) (points int) {
	all := [5]card.Face{hand[0], hand[1], hand[2], hand[3], starter}
	longest, times := 0, 0
	for set := 1; set < 32; set++ {
		sum, n, low, high, seen := 0, 0, card.King, card.Ace, uint(0)
		for i, f := range all {
			if set>>i&1 != 0 {
				sum += min(10, int(f.Rank))
				n++
				low, high = min(low, f.Rank), max(high, f.Rank)
				seen |= 1 << f.Rank
			}
		}
		if sum == 15 {
			points += 2
		}
		if n == 2 && low == high {
			points += 2
		}
		if n >= 3 && int(high-low) == n-1 && bits.OnesCount(seen) == n {
			if n > longest {
				longest, times = n, 0
			}
			if n == longest {
				times++
			}
		}
	}
	points += longest * times
	flush := true
	for _, f := range hand {
		flush = flush && f.Suit == hand[0].Suit
		if f.Rank == card.Jack && f.Suit == starter.Suit {
			points++
		}
	}
	if flush && starter.Suit == hand[0].Suit {
		points += 5
	} else if flush && !crib {
		points += 4
	}
	return points
}

// plainPeg counts what the last card of a line scores.
func plainPeg(line []card.Rank) (count, pairs, run int) {
	sum := 0
	for _, r := range line {
		sum += min(10, int(r))
	}
	if sum == 15 || sum == 31 {
		count = 2
	}
	for n := 2; n <= len(line) && line[len(line)-n] == line[len(line)-1]; n++ {
		pairs = n * (n - 1)
	}
	for n := 3; n <= len(line); n++ {
		last := line[len(line)-n:]
		is := true
		for low := slices.Min(last); is && int(low) < int(slices.Min(last))+n; low++ {
			is = slices.Contains(last, low)
		}
		if is {
			run = n
		}
	}
	return count, pairs, run
}

// TestPlainCribbage compares the two ways to count.
func TestPlainCribbage(t *testing.T) {
	d := dice(5)
	for range 20_000 {
		var x cardTable
		x.deal(&d, 1, 5)
		var hand [4]card.Face
		var line []card.Rank
		for i := range hand {
			hand[i] = faceOf(x.hands[0].card[i])
			line = append(line, hand[i].Rank)
		}
		starter, crib := faceOf(x.hands[0].card[4]), d.below(2) == 0
		if a, b := cribbage.Show(hand, starter, crib).Sum(), plainShow(hand, starter, crib); a != b {
			t.Fatalf("%v %v: %d and %d", hand, starter, a, b)
		}
		a, b, c := cribbage.Peg(line)
		if u, v, w := plainPeg(line); a != u || b != v || c != w {
			t.Fatalf("%v: %d %d %d and %d %d %d", line, a, b, c, u, v, w)
		}
	}
}

// plainGin is one deal of gin rummy.
type plainGin struct {
	cardTable
	pile pile
}

var ginWorth = func() *card.Melds {
	m := &card.Melds{}
	for r := card.Ace; r <= card.King; r++ {
		m.Worth[r] = min(10, int(r))
	}
	return m
}()

func (g *plainGin) start(d *dice) {
	*g = plainGin{}
	g.deal(d, 2, 10)
	g.pile.add(g.deck.take())
}

func (g *plainGin) play(d *dice) (moves, winner int) {
	seat := 1
	for turn := 0; ; turn++ {
		hand, taken := &g.hands[seat], uint8(255)
		switch first := turn < 2; {
		case first && d.below(2) == 0:
			moves++
			seat = 1 - seat
			continue
		case first || turn > 2 && d.below(2) == 0: // after two passes, a card must be drawn
			taken = g.pile.take()
			hand.add(taken)
		default:
			hand.add(g.deck.take())
		}
		moves += 2
		var all card.Group
		for _, c := range hand.card[:hand.n] {
			all |= faceOf(c).Group()
		}
		var can, knocks [11]int
		n, k := 0, 0
		for i, c := range hand.card[:hand.n] {
			if c == taken {
				continue
			}
			can[n] = i
			n++
			var space [8]card.Group
			if _, rest := ginWorth.Best(all&^faceOf(c).Group(), space[:0]); ginWorth.Count(rest) <= 10 {
				knocks[k] = i
				k++
			}
		}
		move := int(d.below(uint64(n + k)))
		if move >= n {
			return moves, g.knock(seat, all&^faceOf(hand.card[knocks[move-n]]).Group())
		}
		g.pile.add(hand.at(can[move]))
		if g.deck.n <= 2 {
			return moves, -1
		}
		if taken != 255 && turn < 2 {
			turn = 2
		}
		seat = 1 - seat
	}
}

func (g *plainGin) knock(seat int, mine card.Group) (winner int) {
	var theirs card.Group
	for _, c := range g.hands[1-seat].card[:g.hands[1-seat].n] {
		theirs |= faceOf(c).Group()
	}
	melds, rest := ginWorth.Best(mine, nil)
	count := ginWorth.Count(rest)
	if count == 0 {
		return seat
	}
	_, left := gin.LayOff(melds, theirs)
	if ginWorth.Count(left) <= count {
		return 1 - seat
	}
	return seat
}
