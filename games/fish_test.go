package games_test

import (
	"fmt"
	"math"
	"math/bits"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/gofish"
)

// plainFish is a hand-written game of go fish with arrays of cards.
type plainFish struct {
	seats, turn int
	pond        pile
	hand, book  [5]pile
}

// pile is a list of cards; a card is four times its rank plus its suit.
type pile struct {
	card [52]uint8
	n    int
}

func (p *pile) add(card uint8) {
	p.card[p.n] = card
	p.n++
}

func (p *pile) take() uint8 {
	p.n--
	return p.card[p.n]
}

// ranks returns the ranks of the cards as bits.
func (p *pile) ranks() (set uint16) {
	for _, card := range p.card[:p.n] {
		set |= 1 << (card >> 2)
	}
	return set
}

// count returns the number of cards of a rank.
func (p *pile) count(rank uint8) (n int) {
	for _, card := range p.card[:p.n] {
		if card>>2 == rank {
			n++
		}
	}
	return n
}

// give moves all cards of a rank to another pile, and returns their number.
func (p *pile) give(rank uint8, to *pile) int {
	kept := 0
	for _, card := range p.card[:p.n] {
		if card>>2 == rank {
			to.add(card)
		} else {
			p.card[kept] = card
			kept++
		}
	}
	given := p.n - kept
	p.n = kept
	return given
}

func (g *plainFish) deal(d *dice, seats int) {
	*g = plainFish{seats: seats}
	for i := range uint64(52) {
		g.pond.add(uint8(i))
		k := d.below(i + 1)
		g.pond.card[i], g.pond.card[k] = g.pond.card[k], uint8(i)
	}
	for range dealt(seats) {
		for seat := range seats {
			g.draw(seat)
		}
	}
}

// dealt is the number of cards that each seat is dealt.
func dealt(seats int) int {
	if seats == 2 {
		return 7
	}
	return 5
}

// draw takes a card from the pond, which must not be empty, and returns its rank.
func (g *plainFish) draw(seat int) uint8 {
	card := g.pond.take()
	g.hand[seat].add(card)
	g.lay(seat, card>>2)
	return card >> 2
}

func (g *plainFish) lay(seat int, rank uint8) {
	if g.hand[seat].count(rank) == 4 {
		g.hand[seat].give(rank, &g.book[seat])
	}
}

// play plays random moves to the end, and returns how many there were.
func (g *plainFish) play(d *dice) (moves int) {
	for !g.over() {
		mine := &g.hand[g.turn]
		if mine.n == 0 {
			if g.pond.n == 0 {
				g.pass()
				continue
			}
			g.draw(g.turn)
		}
		whom := another(g.turn, g.seats, d)
		rank := anyOf(mine.ranks(), d)
		moves++
		if g.hand[whom].give(rank, mine) > 0 {
			g.lay(g.turn, rank)
		} else if g.pond.n == 0 || g.draw(g.turn) != rank {
			g.pass()
		}
	}
	return moves
}

func (g *plainFish) over() bool {
	n := 0
	for seat := range g.seats {
		n += g.book[seat].n
	}
	return n == 52
}

func (g *plainFish) pass() {
	if g.turn++; g.turn == g.seats {
		g.turn = 0
	}
}

// another returns a random seat other than this one.
func another(seat, seats int, d *dice) int {
	if seats == 2 {
		return 1 - seat
	}
	other := int(d.below(uint64(seats - 1)))
	if other >= seat {
		other++
	}
	return other
}

// anyOf returns a random bit of the set.
func anyOf(set uint16, d *dice) uint8 {
	for k := d.below(uint64(bits.OnesCount16(set))); k > 0; k-- {
		set &= set - 1
	}
	return uint8(bits.TrailingZeros16(set))
}

// books returns how many books each seat has laid down.
func (g *plainFish) books() (n [5]int) {
	for seat := range g.seats {
		n[seat] = g.book[seat].n / 4
	}
	return n
}

// countFish is the same game with numbers only: how many cards of each rank a seat holds.
type countFish struct {
	seats, turn, left int
	pond              [52]uint8
	hand              [5][13]uint8
	ranks             [5]uint16 // in each hand, as bits
	laid              [5]int
}

func (g *countFish) deal(d *dice, seats int) {
	*g = countFish{seats: seats, left: 52}
	for i := range uint64(52) {
		k := d.below(i + 1)
		g.pond[i] = g.pond[k]
		g.pond[k] = uint8(i >> 2)
	}
	for range dealt(seats) {
		for seat := range seats {
			g.draw(seat)
		}
	}
}

func (g *countFish) draw(seat int) uint8 {
	g.left--
	rank := g.pond[g.left]
	g.get(seat, rank, 1)
	return rank
}

func (g *countFish) get(seat int, rank, n uint8) {
	has := &g.hand[seat][rank]
	*has += n
	g.ranks[seat] |= 1 << rank
	if *has == 4 {
		g.lose(seat, rank)
		g.laid[seat]++
	}
}

func (g *countFish) lose(seat int, rank uint8) uint8 {
	n := g.hand[seat][rank]
	g.hand[seat][rank] = 0
	g.ranks[seat] &^= 1 << rank
	return n
}

func (g *countFish) play(d *dice) (moves int) {
	for g.laid[0]+g.laid[1]+g.laid[2]+g.laid[3]+g.laid[4] < 13 {
		if g.ranks[g.turn] == 0 {
			if g.left == 0 {
				g.pass()
				continue
			}
			g.draw(g.turn)
		}
		whom := another(g.turn, g.seats, d)
		rank := anyOf(g.ranks[g.turn], d)
		moves++
		if n := g.lose(whom, rank); n > 0 {
			g.get(g.turn, rank, n)
		} else if g.left == 0 || g.draw(g.turn) != rank {
			g.pass()
		}
	}
	return moves
}

func (g *countFish) pass() {
	if g.turn++; g.turn == g.seats {
		g.turn = 0
	}
}

func (g *countFish) books() [5]int { return g.laid }

// fishGame is plainFish or countFish.
type fishGame[T any] interface {
	*T
	deal(d *dice, seats int)
	play(d *dice) int
	books() [5]int
}

// again is how many games are played per deal when measuring time, so that dealing hardly counts.
const again = 50

// plainGoFish plays games with two seats.
func plainGoFish[T any, G fishGame[T]](d *dice, games int) (count tally) {
	var start, g T
	for i := range games {
		if i%again == 0 {
			G(&start).deal(d, 2)
		}
		g = start
		moves := G(&g).play(d)
		winner := 0
		if books := G(&g).books(); books[1] > books[0] {
			winner = 1
		}
		count.add(moves, winner)
	}
	return count
}

// BenchmarkGoFishCounts compares go fish with countFish, the faster of the two loops.
func BenchmarkGoFishCounts(b *testing.B) {
	c := *goFish
	c.plain = plainGoFish[countFish]
	c.bench(b)
}

// fishTally sums up a number of games.
type fishTally struct {
	games   int
	moves   float64
	squares float64 // of the numbers of moves
	wins    [5]int  // a shared win counts for every winner
}

func (c *fishTally) add(moves int, books []int) {
	c.games++
	c.moves += float64(moves)
	c.squares += float64(moves * moves)
	most := 0
	for _, n := range books {
		most = max(most, n)
	}
	for seat, n := range books {
		if n == most {
			c.wins[seat]++
		}
	}
}

// TestGoFish compares random games of the kernel and of the loops with the results of 4 million games of countFish.
func TestGoFish(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: takes long")
	}
	for _, e := range []struct {
		moves float64
		wins  []float64
	}{
		{55.467, []float64{.4991, .5009}},
		{64.659, []float64{.3880, .3844, .3802}},
		{75.372, []float64{.3313, .3274, .3190, .3124}},
		{90.596, []float64{.2978, .2873, .2842, .2843, .2781}},
	} {
		seats := len(e.wins)
		compare := func(t *testing.T, c fishTally) {
			t.Helper()
			n := float64(c.games)
			mean := c.moves / n
			near(t, "moves", mean, e.moves, .01+5*math.Sqrt((c.squares/n-mean*mean)/n))
			for seat, p := range e.wins {
				near(t, fmt.Sprintf("won by seat %d", seat), float64(c.wins[seat])/n, p, .0005+5*math.Sqrt(p*(1-p)/n))
			}
		}
		t.Run(fmt.Sprintf("%d seats/kernel", seats), func(t *testing.T) { compare(t, kernelFish(t, seats, 3000)) })
		t.Run(fmt.Sprintf("%d seats/cards", seats), func(t *testing.T) { compare(t, loopFish[plainFish](seats, 30_000)) })
		t.Run(fmt.Sprintf("%d seats/counts", seats), func(t *testing.T) { compare(t, loopFish[countFish](seats, 30_000)) })
	}
}

func kernelFish(t *testing.T, seats, games int) (c fishTally) {
	if raceDetector {
		games /= 10
	}
	var f *game.Fork
	r := gofish.New()
	for i := range games {
		s, err := r.Start(seats, game.SeedOf(uint64(i)))
		if err != nil {
			t.Fatal(err)
		}
		if f == nil {
			f = s.Fork()
		}
		f.Reset(s)
		f.Seed(uint64(i))
		moves, err := f.Playout(longest)
		if err != nil {
			t.Fatal(err)
		}
		c.add(moves, f.State().Outcome().Scores)
	}
	return c
}

func loopFish[T any, G fishGame[T]](seats, games int) (c fishTally) {
	d := dice(1)
	var g T
	for range games {
		G(&g).deal(&d, seats)
		moves := G(&g).play(&d)
		books := G(&g).books()
		c.add(moves, books[:seats])
	}
	return c
}
