package games_test

import "math/bits"

// plainFish is a game of go fish as plain data: how many cards of each rank are where. A card
// in the pond is its rank.
type plainFish struct {
	seats, turn int
	hand        [5][13]uint8
	holds       [5]uint16 // the ranks in each hand, as bits
	cards       [5]int    // in each hand
	books       [5]int
	laid        int
	pond        [52]uint8
	left        int // in the pond
}

// deal shuffles and gives seven cards each to two, five to more.
func (g *plainFish) deal(d *dice, seats int) {
	*g = plainFish{seats: seats, left: len(g.pond)}
	for i := range g.pond {
		j := d.below(uint64(i + 1))
		g.pond[i] = g.pond[j]
		g.pond[j] = uint8(i % 13)
	}
	cards := 5
	if seats == 2 {
		cards = 7
	}
	for seat := range seats {
		for range cards {
			g.draw(seat)
		}
	}
}

// draw takes a card from the pond, which must have one, and answers its rank.
func (g *plainFish) draw(seat int) uint8 {
	g.left--
	rank := g.pond[g.left]
	g.take(seat, rank, 1)
	return rank
}

// take adds cards of a rank to a hand, and lays down a book if there are four.
func (g *plainFish) take(seat int, rank, n uint8) {
	has := &g.hand[seat][rank]
	*has += n
	g.cards[seat] += int(n)
	g.holds[seat] |= 1 << rank
	if *has == 4 {
		g.lose(seat, rank)
		g.books[seat]++
		g.laid++
	}
}

// lose takes all cards of a rank from a hand, and answers how many they were.
func (g *plainFish) lose(seat int, rank uint8) uint8 {
	n := g.hand[seat][rank]
	g.hand[seat][rank] = 0
	g.cards[seat] -= int(n)
	g.holds[seat] &^= 1 << rank
	return n
}

// play plays to the end at random and answers how many times somebody asked.
func (g *plainFish) play(d *dice) (moves int) {
	for g.laid < 13 {
		if g.cards[g.turn] == 0 {
			if g.left == 0 {
				g.next()
				continue
			}
			g.draw(g.turn)
		}
		whom, rank := g.choose(d)
		moves++
		if n := g.lose(whom, rank); n > 0 {
			g.take(g.turn, rank, n)
		} else if g.left == 0 || g.draw(g.turn) != rank {
			g.next()
		}
	}
	return moves
}

func (g *plainFish) next() {
	if g.turn++; g.turn == g.seats {
		g.turn = 0
	}
}

// choose draws whom to ask, of those who hold cards if there are any, and for which rank.
func (g *plainFish) choose(d *dice) (whom int, rank uint8) {
	holds := g.holds[g.turn]
	for k := d.below(uint64(bits.OnesCount16(holds))); k > 0; k-- {
		holds &= holds - 1
	}
	rank = uint8(bits.TrailingZeros16(holds))
	if g.seats == 2 {
		return 1 - g.turn, rank
	}
	var others [5]int
	n := 0
	for seat := range g.seats {
		if seat != g.turn && g.cards[seat] > 0 {
			others[n] = seat
			n++
		}
	}
	if n > 0 {
		return others[d.below(uint64(n))], rank
	}
	whom = int(d.below(uint64(g.seats - 1)))
	if whom >= g.turn {
		whom++
	}
	return whom, rank
}

// plainGoFish plays many games with each deal, so that dealing takes next to no time.
func plainGoFish(d *dice, games int) (count tally) {
	var start plainFish
	for i := range games {
		if i%50 == 0 {
			start.deal(d, 2)
		}
		g := start
		moves := g.play(d)
		winner := 0
		if g.books[1] > g.books[0] {
			winner = 1
		}
		count.add(moves, winner)
	}
	return count
}
