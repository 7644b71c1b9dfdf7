package bot

import (
	"math"

	"github.com/plygame/ply/game"
)

// whole is the pay-off of a seat that has beaten all others. All pay-offs are whole numbers from 0 to this,
// so that sums do not depend on the order in which they are added, nor on the processor.
const whole = 1 << 16

// payoff fills in what each seat gets, by its rank among the seats: whole for beating all others, 0 for being
// beaten by all. It returns false if the result is not known yet.
func payoff(s *game.State, out []int32) (known bool) {
	winners, known := s.Decided()
	if !known {
		return false
	}
	n := len(out)
	switch {
	case !s.Over():
		for i := range out {
			out[i] = 0
			if winners.Has(game.Seat(i)) {
				out[i] = whole
			} else if winners.Empty() {
				out[i] = whole / 2
			}
		}
	case s.Tied():
		fill(out, whole/2)
	case winners.Empty() && allEqual(s, n): // everyone has lost
		fill(out, 0)
	case winners.Len() == n: // everyone has won
		fill(out, whole)
	default:
		byRank(s, out)
	}
	return true
}

func fill(out []int32, with int32) {
	for i := range out {
		out[i] = with
	}
}

func allEqual(s *game.State, n int) bool {
	for i := range n {
		if s.Rank(game.Seat(i)) != 1 {
			return false
		}
	}
	return true
}

// byRank shares the pay-off by rank: a seat counts every seat it has beaten, and half of every seat it ties with.
func byRank(s *game.State, out []int32) {
	var ranks [64]int
	n := len(out)
	for i := range n {
		ranks[i] = s.Rank(game.Seat(i))
	}
	for i := range n {
		points := -1 // itself
		for j := range n {
			switch {
			case ranks[i] < ranks[j]:
				points += 2
			case ranks[i] == ranks[j]:
				points++
			}
		}
		out[i] = int32(points * whole / (2 * (n - 1)))
	}
}

// How much a search favours choices it has rarely tried: in the bound mean + exploreOpen * sqrt(ln N / n) of games in
// which everyone sees everything, and in the bound mean + explore * deviation * sqrt(ln N / n) of all others. In those,
// results vary with the deal, but less if an Evaluator ends the simulations.
const (
	exploreOpen   = 0.5
	exploreHidden = 1.8
	exploreValued = 0.6
)

// spread is how much the pay-offs of a seat vary. An Evaluator may give a good move nearly as much as a bad one: a die
// more or less in liar's dice, say, is a tenth of a win. A difference is large or small only compared with the spread.
type spread struct {
	n, sum, squares int64
	deviation       float64 // compared with whole; at first 1/2, as if half of the games were won and half of them lost
}

// add counts one more pay-off.
func (x *spread) add(payoff int64) {
	x.n++
	x.sum += payoff
	x.squares += payoff * payoff
	if x.n >= batch {
		mean := float64(x.sum) / float64(x.n)
		variance := float64(x.squares)/float64(x.n) - float64(mean*mean)
		x.deviation = max(math.Sqrt(max(variance, 0))/whole, 0.001)
	}
}

// mean is the average pay-off, compared with whole.
func (x *spread) mean() float64 {
	if x.n == 0 {
		return 0.5
	}
	return float64(x.sum) / float64(x.n*whole)
}

// tabled is how many visits have their own entry in the tables below.
const tabled = 1 << 12

// rootsOfLogs holds sqrt(ln n), and reciprocals 1 / sqrt(n). They are computed with operations that
// give the same result on every processor: math.Log does not.
var rootsOfLogs, reciprocals = func() (l, r [tabled]float64) {
	for n := 1; n < tabled; n++ {
		l[n], r[n] = math.Sqrt(ln(n)), 1/math.Sqrt(float64(n))
	}
	return l, r
}()

// rootOfLog is sqrt(ln n).
func rootOfLog(n int32) float64 {
	if n < tabled {
		return rootsOfLogs[n]
	}
	return math.Sqrt(ln(int(n)))
}

// reciprocal is 1 / sqrt(n).
func reciprocal(n int32) float64 {
	if n < tabled {
		return reciprocals[n]
	}
	return 1 / math.Sqrt(float64(n))
}

// ln is the natural logarithm. The explicit conversions keep a compiler from fusing operations.
func ln(n int) float64 {
	x, k := float64(n), 0
	for x > 1.5 {
		x, k = x/2, k+1
	}
	y := (x - 1) / (x + 1)
	square, power, sum := float64(y*y), y, 0.0
	for i := 1; i < 40; i += 2 {
		sum += float64(power / float64(i))
		power = float64(power * square)
	}
	return float64(2*sum) + float64(float64(k)*math.Ln2)
}

// mixed combines two numbers into one that looks random.
func mixed(a, b uint64) uint64 {
	x := a*0x9E3779B97F4A7C15 ^ b + 0xD1B54A32D192ED03
	x ^= x >> 32
	x *= 0xD6E8FEB86659FD93
	x ^= x >> 32
	x *= 0xD6E8FEB86659FD93
	return x ^ x>>32
}

// below turns a random number into one from 0 to n-1.
func below(random uint64, n int) int { return int(random >> 32 * uint64(n) >> 32) }
