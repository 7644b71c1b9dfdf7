package cribbage

import "github.com/plygame/ply/card"

// Count is what a hand scores with the starter, part by part.
type Count struct{ Fifteens, Pairs, Runs, Flush, Nobs int }

// Sum is what it scores in all.
func (c Count) Sum() int { return c.Fifteens + c.Pairs + c.Runs + c.Flush + c.Nobs }

// worth is what a card adds to the count: aces 1, jacks, queens and kings 10.
func worth(r card.Rank) int { return min(10, int(r)) }

// Show counts four cards and the starter; in the crib, a flush needs all five.
func Show(hand [4]card.Face, starter card.Face, crib bool) (c Count) {
	var ranks [card.King + 1]int8
	var ways [16]int // how many combinations have this sum
	ways[0] = 1
	add := func(r card.Rank) {
		ranks[r]++
		for sum := 15 - worth(r); sum >= 0; sum-- {
			ways[sum+worth(r)] += ways[sum]
		}
	}
	for _, f := range hand {
		add(f.Rank)
		if f.Rank == card.Jack && f.Suit == starter.Suit {
			c.Nobs = 1
		}
	}
	add(starter.Rank)
	c.Fifteens = 2 * ways[15]
	c.Pairs, c.Runs = sequences(&ranks)
	if suit := hand[0].Suit; hand[1].Suit == suit && hand[2].Suit == suit && hand[3].Suit == suit {
		if starter.Suit == suit {
			c.Flush = 5
		} else if !crib {
			c.Flush = 4
		}
	}
	return c
}

// sequences counts pairs, and runs of three or more: each card of a rank makes a run of its own.
func sequences(ranks *[card.King + 1]int8) (pairs, runs int) {
	length, times := 0, 1
	for r := card.Ace; r <= card.King+1; r++ {
		if r <= card.King && ranks[r] > 0 {
			n := int(ranks[r])
			pairs += n * (n - 1)
			length, times = length+1, times*n
			continue
		}
		if length >= 3 {
			runs += length * times
		}
		length, times = 0, 1
	}
	return pairs, runs
}

// Peg counts what the last card of a line scores in the play: fifteen or thirty-one, pairs, and a run of the last
// cards in any order.
func Peg(line []card.Rank) (count, pairs, run int) {
	sum := 0
	for _, r := range line {
		sum += worth(r)
	}
	if sum == 15 || sum == 31 {
		count = 2
	}
	last, same := len(line)-1, 1
	for last-same >= 0 && line[last-same] == line[last] {
		same++
	}
	pairs = same * (same - 1)
	var seen uint
	low, high := card.King, card.Ace
	for n := 1; n <= len(line); n++ {
		r := line[len(line)-n]
		if seen>>r&1 != 0 {
			break
		}
		seen |= 1 << r
		low, high = min(low, r), max(high, r)
		if n >= 3 && int(high-low) == n-1 {
			run = n
		}
	}
	return count, pairs, run
}
