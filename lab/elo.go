package lab

import (
	"errors"
	"math"
)

// SPRT is a sequential probability ratio test: it ends a run as soon as the games show which of two hypotheses about
// the first of two bots holds. A drawn game counts as half a win, which keeps the chances of error below Alpha and
// Beta.
type SPRT struct {
	Elo0, Elo1  float64 // the hypotheses: the first bot is stronger by at most Elo0, or by at least Elo1
	Alpha, Beta float64 // how likely it may be to accept Elo1 wrongly, and Elo0
}

func (s *SPRT) check() error {
	good := func(p float64) bool { return p > 0 && p < 0.5 }
	switch {
	case !(s.Elo0 < s.Elo1) || math.Abs(s.Elo0) > 1000 || math.Abs(s.Elo1) > 1000:
		return errors.New("elo0 must be less than elo1, and both from -1000 to 1000")
	case !good(s.Alpha) || !good(s.Beta):
		return errors.New("alpha and beta must be more than 0 and less than 0.5")
	}
	return nil
}

// weigh returns what a score from 0 to 1 adds to the logarithm of the likelihood ratio.
func (s *SPRT) weigh(score float64) float64 {
	p0, p1 := expected(s.Elo0), expected(s.Elo1)
	return score*math.Log(p1/p0) + (1-score)*math.Log((1-p1)/(1-p0))
}

// bounds returns where the test ends.
func (s *SPRT) bounds() (low, high float64) {
	return math.Log(s.Beta / (1 - s.Alpha)), math.Log((1 - s.Beta) / s.Alpha)
}

// result returns which hypothesis is accepted, "elo0" or "elo1", or "" if neither is yet.
func (s *SPRT) result(ratio float64) string {
	low, high := s.bounds()
	switch {
	case ratio <= low:
		return "elo0"
	case ratio >= high:
		return "elo1"
	}
	return ""
}

// perNat is how many points of Elo a natural logarithm of odds is worth.
const perNat = 400 / math.Ln10

// expected returns the score that a difference of Elo leads to.
func expected(elo float64) float64 { return 1 / (1 + math.Exp(-elo/perNat)) }

// eloOf returns the difference of Elo that leads to a score, at most 9999.
func eloOf(score float64) float64 {
	return min(max(perNat*math.Log(score/(1-score)), -9999), 9999)
}

// z is how many standard deviations an interval of 95 % has on each side.
const z = 1.959964

// interval returns the interval of 95 % for a share of games (Wilson's). Games that count only in part make it wider
// than necessary.
func interval(share float64, games int) (low, high float64) {
	if games == 0 {
		return 0, 1
	}
	n := float64(games)
	middle := (share + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(share*(1-share)/n+z*z/(4*n*n))
	low, high = max(0, middle-half), min(1, middle+half)
	if share == 0 {
		low = 0 // exactly, which rounding may miss
	}
	if share == 1 {
		high = 1
	}
	return low, high
}

// ratings returns the Elo of players, with an average of 0, and half the interval of 95 % of each. points[i][j] is what
// i has scored against j in games[i][j] games. Every pair that has met counts as if it had drawn one more game, so that
// a player who wins all games has a rating, too.
func ratings(points, games [][]float64) (elo, plus []float64) {
	n := len(points)
	r := make([]float64, n) // in nats
	var spread [][]float64
	for range 500 {
		slope, information := make([]float64, n), make([][]float64, n)
		for i := range n {
			information[i] = make([]float64, n)
			for j := range n {
				information[i][j] += 1 / float64(n) // fixes the average, which the games say nothing about
			}
		}
		for i := range n {
			for j := range n {
				if i == j {
					continue
				}
				drawn := 1.0
				if games[i][j] == 0 {
					drawn = 1e-6 // so that the equations have a solution, though with huge intervals
				}
				p, met := 1/(1+math.Exp(r[j]-r[i])), games[i][j]+drawn
				slope[i] += points[i][j] + drawn/2 - met*p
				information[i][i] += met * p * (1 - p)
				information[i][j] -= met * p * (1 - p)
			}
		}
		spread = inverse(information)
		most := 0.0
		for i := range n {
			step := 0.0
			for j := range n {
				step += spread[i][j] * slope[j]
			}
			r[i] += min(max(step, -1), 1)
			most = max(most, math.Abs(step))
		}
		if most < 1e-9 {
			break
		}
	}
	average := 0.0
	for _, x := range r {
		average += x / float64(n)
	}
	for i, x := range r {
		elo = append(elo, perNat*(x-average))
		plus = append(plus, perNat*z*math.Sqrt(max(0, spread[i][i]-1/float64(n))))
	}
	return elo, plus
}

// inverse returns the inverse of a symmetric positive definite matrix (Gauss and Jordan).
func inverse(m [][]float64) [][]float64 {
	n := len(m)
	out := make([][]float64, n)
	for i := range out {
		out[i] = make([]float64, n)
		out[i][i] = 1
	}
	for c := range n {
		pivot := m[c][c]
		for j := range n {
			m[c][j], out[c][j] = m[c][j]/pivot, out[c][j]/pivot
		}
		for i := range n {
			if f := m[i][c]; i != c {
				for j := range n {
					m[i][j], out[i][j] = m[i][j]-f*m[c][j], out[i][j]-f*out[c][j]
				}
			}
		}
	}
	return out
}
