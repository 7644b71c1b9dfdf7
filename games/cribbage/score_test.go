package cribbage_test

import (
	"testing"

	"github.com/plygame/ply/card"
	"github.com/plygame/ply/games/cribbage"
)

// published is how many of all hands with a starter score 0 to 29.
// It is the table at https://en.wikipedia.org/wiki/Cribbage_statistics.
var published = [30]int{
	1009008, 99792, 2813796, 505008, 2855676, 697508, 1800268, 751324, 1137236, 361224,
	388740, 51680, 317340, 19656, 90100, 9168, 58248, 11196, 2708, 0,
	8068, 2496, 444, 356, 3680, 0, 0, 0, 76, 4,
}

// TestAllHands scores every one of the 12,994,800 hands with every starter.
func TestAllHands(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds")
	}
	deck := card.Standard{}.Faces()
	var count [30]int
	var total, sum int
	for a := range deck {
		for b := range a {
			for c := range b {
				for d := range c {
					hand := [4]card.Face{deck[a], deck[b], deck[c], deck[d]}
					for e, starter := range deck {
						if e == a || e == b || e == c || e == d {
							continue
						}
						n := cribbage.Show(hand, starter, false).Sum()
						count[n]++
						total++
						sum += n
					}
				}
			}
		}
	}
	if count != published {
		t.Errorf("the distribution is\n%v, want\n%v", count, published)
	}
	mean := float64(sum) / float64(total)
	if total != 12_994_800 || mean < 4.7690 || mean > 4.7692 {
		t.Errorf("%d hands have the mean %.4f", total, mean)
	}
	t.Logf("%d hands, mean %.4f", total, mean)
}

func TestShow(t *testing.T) {
	for _, c := range []struct {
		cards string // the starter is last
		crib  bool
		want  cribbage.Count
	}{
		{"5♣ 5♦ 5♥ J♠ 5♠", false, cribbage.Count{Fifteens: 16, Pairs: 12, Nobs: 1}},
		{"5♣ 5♦ 5♥ J♠ 5♥", false, cribbage.Count{Fifteens: 16, Pairs: 12}},
		{"A♣ 2♣ 3♣ 4♣ 5♦", false, cribbage.Count{Fifteens: 2, Runs: 5, Flush: 4}},
		{"A♣ 2♣ 3♣ 4♣ 5♦", true, cribbage.Count{Fifteens: 2, Runs: 5}},
		{"A♣ 2♣ 3♣ 4♣ 5♣", true, cribbage.Count{Fifteens: 2, Runs: 5, Flush: 5}},
		{"7♣ 7♦ 8♥ 8♠ 9♠", false, cribbage.Count{Fifteens: 8, Pairs: 4, Runs: 12}},
		{"3♣ 3♦ 3♥ 4♠ 5♠", false, cribbage.Count{Fifteens: 6, Pairs: 6, Runs: 9}},
		{"Q♣ K♦ A♥ 2♠ 3♠", false, cribbage.Count{Fifteens: 4, Runs: 3}},
		{"2♣ 4♦ 6♥ 8♠ K♠", false, cribbage.Count{}},
	} {
		faces, err := card.ParseFaces(c.cards)
		if err != nil {
			t.Fatal(err)
		}
		if got := cribbage.Show([4]card.Face(faces), faces[4], c.crib); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.cards, got, c.want)
		}
	}
}

func TestPeg(t *testing.T) {
	for _, c := range []struct {
		line              []card.Rank
		count, pairs, run int
	}{
		{[]card.Rank{7}, 0, 0, 0},
		{[]card.Rank{7, 8}, 2, 0, 0},
		{[]card.Rank{7, 7}, 0, 2, 0},
		{[]card.Rank{5, 5, 5}, 2, 6, 0},
		{[]card.Rank{4, 4, 4, 4}, 0, 12, 0},
		{[]card.Rank{4, 4, 5, 4}, 0, 0, 0},
		{[]card.Rank{4, 5, 6}, 2, 0, 3},
		{[]card.Rank{6, 4, 5, 3}, 0, 0, 4},
		{[]card.Rank{2, 4, 3, 5, 1}, 2, 0, 5},
		{[]card.Rank{4, 5, 5, 6}, 0, 0, 0},
		{[]card.Rank{4, 5, 6, 6}, 0, 2, 0},
		{[]card.Rank{6, 6, 4, 5}, 0, 0, 3},
		{[]card.Rank{9, 4, 5, 6, 7}, 2, 0, 4},
		{[]card.Rank{card.Jack, card.Queen, card.Ace}, 0, 0, 0},
		{[]card.Rank{card.Queen, card.King, card.Ace}, 0, 0, 0},
		{[]card.Rank{1, 2, 3, 4, 5, 6, 7}, 0, 0, 7},
		{[]card.Rank{10, card.Jack, 1, card.Queen}, 2, 0, 0},
	} {
		count, pairs, run := cribbage.Peg(c.line)
		if count != c.count || pairs != c.pairs || run != c.run {
			t.Errorf("%v scores %d, %d and %d; want %d, %d and %d", c.line, count, pairs, run, c.count, c.pairs, c.run)
		}
	}
}
