package game

import (
	"slices"
)

// Again lets the acting seat act once more before the next one.
func (t *Tx) Again() { t.Next(t.Seat) }

// Next sets which seat acts next, out of the usual order. In Setup it sets who begins; in a Flow, that holds
// for every EachSeat. Later, the enclosing EachSeat continues with that seat as soon as the current turn has
// ended; if there is none, the next EachSeat begins with it. In an Act or a Together that is not secret,
// naming the acting seat gives it one more move.
func (t *Tx) Next(seat Seat) {
	t.writing()
	t.mustSeat(seat, false)
	t.follows = seat
}

// Win ends the game: these seats have won. If no seat is given, all have lost together.
func (t *Tx) Win(seats ...Seat) {
	var mask uint32
	for _, x := range seats {
		t.mustSeat(x, false)
		mask |= 1 << uint(x)
	}
	t.finish(wonBy, mask, nil)
}

// WinWith is [Tx.Win] with the points of each seat, which do not decide who has won. With no seats, they are the
// points of a team that has lost.
func (t *Tx) WinWith(points []int, seats ...Seat) {
	if len(points) != int(t.seats) {
		panic(faultf("the game is won with %d numbers for %d seats: WinWith needs one number per seat", len(points), t.seats))
	}
	t.Win(seats...)
	kept := slices.Clone(points)
	t.score = &kept
}

// Tie ends the game in a draw: nobody has won.
func (t *Tx) Tie() { t.finish(drawn, 0, nil) }

// Score ends the game: the seat with the most points has won, or several seats if they are equal.
// Equal points share a rank. Pass one number per seat; eliminated seats rank behind all others.
// Further numbers, again one per seat, break ties:
//
//	t.Score(append(points, cards...)...)
func (t *Tx) Score(points ...int) { t.finishBy(byScore, points) }

// Rank ends the game with the ranks of the seats, 1 for the best. Those with rank 1 have won.
func (t *Tx) Rank(ranks ...int) { t.finishBy(byRank, ranks) }

func (t *Tx) finishBy(how ending, numbers []int) {
	if n := int(t.seats); len(numbers) != n && (how == byRank || len(numbers) == 0 || len(numbers)%n != 0) {
		panic(faultf("the game is ended with %d numbers for %d seats: Rank needs one number per seat, and Score one or more numbers per seat", len(numbers), n))
	}
	kept := slices.Clone(numbers)
	t.finish(how, 0, &kept)
	t.winners = t.best()
}

// best returns the seats of rank 1.
func (t *Tx) best() (seats uint32) {
	if t.over == drawn {
		return 0
	}
	for a := range int(t.seats) {
		best := true
		for b := range int(t.seats) {
			best = best && !t.better(b, a)
		}
		if best {
			seats |= 1 << uint(a)
		}
	}
	return seats
}

func (t *Tx) finish(how ending, winners uint32, numbers *[]int) {
	t.writing()
	if t.over != running {
		panic(faultf("the game is ended twice: it was already %s", t.Outcome()))
	}
	t.over, t.winners, t.score = how, winners, numbers
}
