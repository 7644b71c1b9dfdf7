package game_test

import (
	"fmt"

	"github.com/plygame/ply/game"
)

// These are the examples of docs/bots.md.

// wins reports whether the seat to act can win against any play. It appends the moves it lists to buf.
func wins(f *game.Fork, buf []game.Handle) bool {
	me := f.State().Turn()
	all, err := f.Handles(buf)
	if err != nil {
		return false
	}
	for _, h := range all[len(buf):] {
		m := f.Mark()
		err := f.Do(h)
		won := err == nil && (f.State().Won(me) || !f.State().Over() && !wins(f, all))
		f.Back(m)
		if won {
			return true
		}
	}
	return false
}

// A search returns to a Mark.
func ExampleMark() {
	f := nim().Fork()
	fmt.Println("who begins wins:", wins(f, nil))
	fmt.Println("moves made when that is found out:", f.State().Played())

	m := f.Mark()
	_, _ = f.Playout(100)
	fmt.Println("over:", f.State().Over())
	f.Back(m)
	fmt.Println("over:", f.State().Over())
	// Output:
	// who begins wins: true
	// moves made when that is found out: 0
	// over: true
	// over: false
}

// A Handle is a move as a small value. The best move here is the one that wins the most playouts.
func ExampleHandle() {
	s := nim()
	f := s.Fork()
	all, err := f.Handles(nil)
	if err != nil {
		fmt.Println(err)
	}
	won := map[game.Handle]int{}
	for _, h := range all {
		for n := range uint64(200) {
			f.Reset(s)
			f.Seed(n)
			_ = f.Do(h)
			_, _ = f.Playout(100)
			if f.State().Rank(h.Seat()) == 1 {
				won[h]++
			}
		}
	}
	best := all[0]
	for _, h := range all {
		if won[h] > won[best] {
			best = h
		}
	}
	fmt.Println(len(all), "moves, best:", s.Text(f.Move(best)))
	// Output:
	// 3 moves, best: take 3
}

// RandomBy plays at random by weights: here a move counts by the square of what it takes.
func Example_botsWeights() {
	s := nim()
	f := s.Fork()
	f.Seed(1)
	var m game.Move // reused, so that nothing is allocated
	greedy := func(h game.Handle) int {
		f.Decode(h, &m)
		return int(m.Picks[0][0].N) * int(m.Picks[0][0].N)
	}
	taken := map[int]int{}
	for range 1400 {
		f.Reset(s)
		if _, err := f.RandomBy(greedy); err != nil {
			fmt.Println(err)
		}
		taken[s.Count(s.Find("heap"))-f.State().Count(s.Find("heap"))]++
	}
	for n := 1; n <= 3; n++ {
		fmt.Printf("%d is taken about %d times of 14: %t\n", n, n*n, taken[n] > 70*n*n && taken[n] < 130*n*n)
	}
	// Output:
	// 1 is taken about 1 times of 14: true
	// 2 is taken about 4 times of 14: true
	// 3 is taken about 9 times of 14: true
}

// A search that remembers the positions it has seen.
func Example_botsKey() {
	type table map[uint64]bool
	var wins func(s *game.State, met table) bool
	wins = func(s *game.State, met table) bool {
		if s.Outcome().Over {
			return false // the seat that moved last has won
		}
		if known, ok := met[s.PositionKey()]; ok {
			return known
		}
		won := false
		moves, _ := s.Moves()
		for _, m := range moves {
			next, _ := s.Play(m)
			won = won || !wins(next, met)
		}
		met[s.PositionKey()] = won
		return won
	}
	met := table{}
	fmt.Println("the first seat wins:", wins(nim(), met), "- positions met:", len(met))
	fmt.Println(after(nim(), "take 3").PositionKey() == after(nim(), "take 1", "take 1", "take 1").PositionKey())
	// Output:
	// the first seat wins: true - positions met: 12
	// true
}

// A search by picks chooses value by value, and looks at what follows without playing a move.
func ExampleFork_Offers() {
	f := nim().Fork()
	offers, _ := f.Offers(game.Move{Seat: 0}, nil)
	for _, o := range offers {
		fmt.Println(o.Action, o.Pick, o.Lo, "to", o.Hi, "completes the move:", o.Last)
	}
	next, _ := f.Offers(game.Move{Seat: 0, Action: offers[0].Action}.With(0, game.Value{N: 2}), offers[:0])
	fmt.Println("complete:", next[0].Complete)
	// Output:
	// take n 1 to 3 completes the move: true
	// complete: true
}

// untilDecided plays at random until there is a winner.
func untilDecided(f *game.Fork) error {
	for {
		if _, ok := f.State().Decided(); ok {
			return nil
		}
		if _, err := f.Random(); err != nil {
			return err
		}
	}
}

// A playout need not reach the end of the game: Random plays one move at a time, and the caller decides when to stop.
func Example_botsRound() {
	s := nim()
	f := s.Fork()
	heap := s.Find("heap")
	half := s.Count(heap) / 2
	moves := 0
	for n := range uint64(100) {
		f.Reset(s)
		f.Seed(n)
		for more := true; more && f.State().Count(heap) > half; moves++ {
			var err error
			if more, err = f.Random(); err != nil {
				fmt.Println(err)
			}
		}
	}
	fmt.Println("about 3 moves each:", moves > 200 && moves < 400, "over:", f.State().Over())
	// Output:
	// about 3 moves each: true over: false
}
