package game_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// chiSquare returns how far counts are from being equally likely.
func chiSquare(counts []int) float64 {
	total := 0
	for _, n := range counts {
		total += n
	}
	want := float64(total) / float64(len(counts))
	sum := 0.0
	for _, n := range counts {
		sum += (float64(n) - want) * (float64(n) - want) / want
	}
	return sum
}

// wantUniform fails if counts this uneven come up less than once in ten thousand times. Seeds are fixed, so the test is
// not flaky. limits are by degrees of freedom.
func wantUniform(t *testing.T, what string, counts []int) {
	t.Helper()
	limits := map[int]float64{1: 15.2, 2: 18.5, 3: 21.2, 5: 25.8, 6: 27.9, 7: 29.9, 8: 31.9, 9: 33.8, 11: 37.4, 14: 42.6, 23: 57.1}
	limit, ok := limits[len(counts)-1]
	if !ok {
		t.Fatalf("no limit for %d degrees of freedom", len(counts)-1)
	}
	if got := chiSquare(counts); got > limit {
		t.Errorf("%s is not uniform: %v (chi-square %.1f, limit %.1f)", what, counts, got, limit)
	}
}

// drawing plays one move, which calls do, in a game with this seed.
func drawing(t *testing.T, seed uint64, do func(*box, *game.Tx)) *game.State {
	t.Helper()
	x := newBox()
	x.do = func(tx *game.Tx) { do(x, tx) }
	x.Setup = func(tx *game.Tx) { tx.CreateMany(4, x.stone, x.row) }
	s, err := x.Rules.Start(2, game.SeedOf(seed))
	if err != nil {
		t.Fatal(err)
	}
	return play(t, s, "do")
}

func TestDrawsAreUniform(t *testing.T) {
	numbers, sides, coins, chosen, orders := make([]int, 6), make([]int, 8), make([]int, 2), make([]int, 4), map[string]int{}
	drawing(t, 1, func(x *box, tx *game.Tx) {
		row := x.row.Contents(tx)
		for range 24000 {
			numbers[tx.Int(6)]++
			sides[tx.Roll(8)-1]++
			if tx.Coin() {
				coins[1]++
			} else {
				coins[0]++
			}
			chosen[tx.Choose(row)-row.First()]++
			tx.Shuffle(x.row)
			orders[in(tx.State, x.row.ID())]++
		}
	})
	wantUniform(t, "Int(6)", numbers)
	wantUniform(t, "Roll(8)", sides)
	wantUniform(t, "Coin", coins)
	wantUniform(t, "Choose", chosen)
	wantUniform(t, "Shuffle", slices.Collect(maps.Values(orders)))
	if len(orders) != 24 {
		t.Errorf("%d of 24 orders come up", len(orders))
	}
}

// A large bound that is not a power of two is also unbiased: with plain remainders, the lower half would come up twice
// as often.
func TestLargeBounds(t *testing.T) {
	thirds := make([]int, 3)
	drawing(t, 2, func(x *box, tx *game.Tx) {
		const n = 3 << 61
		for range 9000 {
			thirds[tx.Int(n)>>61]++
		}
	})
	wantUniform(t, "Int(3<<61)", thirds)
}

func sequence(tx *game.Tx, r game.Rand, n int) string {
	var b strings.Builder
	for range n {
		fmt.Fprint(&b, r.Int(10))
	}
	return b.String()
}

func TestSameSeedSameNumbers(t *testing.T) {
	draw := func(seed uint64) (got string) {
		drawing(t, seed, func(x *box, tx *game.Tx) { got = sequence(tx, tx.Rand, 50) })
		return got
	}
	if a, b := draw(7), draw(7); a != b {
		t.Errorf("%s and %s", a, b)
	}
	if draw(7) == draw(8) {
		t.Error("two seeds give the same numbers")
	}
	if game.SeedOf(1) == game.SeedOf(2) || game.SeedOf(1) == (game.Seed{}) {
		t.Error("two seeds are the same")
	}
}

// Child streams depend only on the seed and their name, and do not shift the numbers of others.
func TestStreams(t *testing.T) {
	draw := func(do func(tx *game.Tx) string) (got string) {
		drawing(t, 3, func(_ *box, tx *game.Tx) { got = do(tx) })
		return got
	}
	main := draw(func(tx *game.Tx) string { return sequence(tx, tx.Rand, 30) })
	loot := draw(func(tx *game.Tx) string { return sequence(tx, tx.Stream("loot"), 30) })
	if main == loot || loot == draw(func(tx *game.Tx) string { return sequence(tx, tx.Stream("luck"), 30) }) {
		t.Error("two streams are the same")
	}
	for name, do := range map[string]func(tx *game.Tx) string{
		"main after loot": func(tx *game.Tx) string { sequence(tx, tx.Stream("loot"), 9); return sequence(tx, tx.Rand, 30) },
		"main among loot": func(tx *game.Tx) (all string) {
			for range 30 {
				all += sequence(tx, tx.Rand, 1)
				tx.Stream("loot").Coin()
				tx.Stream("a").Coin()
			}
			return all
		},
	} {
		if got := draw(do); got != main {
			t.Errorf("%s: %s, want %s", name, got, main)
		}
	}
	if got := draw(func(tx *game.Tx) string {
		sequence(tx, tx.Rand, 9)
		sequence(tx, tx.Stream("zoo"), 9)
		return sequence(tx, tx.Stream("loot"), 15) + sequence(tx, tx.Stream("loot"), 15)
	}); got != loot {
		t.Errorf("loot is %s, want %s", got, loot)
	}
}

// A game saved in the middle of a stream and loaded continues with the same numbers.
func TestSavedMidStream(t *testing.T) {
	x := newBox()
	x.do = func(tx *game.Tx) {
		label.Set(tx, game.Root, sequence(tx, tx.Rand, 7)+"/"+sequence(tx, tx.Stream("loot"), 5))
		tx.Shuffle(x.row)
	}
	s := x.setup(t, func(tx *game.Tx) { tx.CreateMany(9, x.stone, x.row) })
	kept := s
	for range 40 {
		s, kept = play(t, s, "do"), play(t, reload(t, kept), "do")
		same(t, kept, s)
	}
}

// A refused or failed move draws nothing.
func TestFailedMoveDrawsNothing(t *testing.T) {
	x := newBox()
	s := x.start(t)
	want := x.play(t, s, func(tx *game.Tx) { points.Set(tx, game.Root, tx.Int(1000)) })
	for range 3 {
		if _, err := x.try(s, func(tx *game.Tx) { tx.Int(1000); panic("no") }); err == nil {
			t.Fatal("the move did not fail")
		}
	}
	same(t, x.play(t, s, func(tx *game.Tx) { points.Set(tx, game.Root, tx.Int(1000)) }), want)
}

func TestRig(t *testing.T) {
	x := newBox()
	var got []string
	x.do = func(tx *game.Tx) {
		got = []string{fmt.Sprint(tx.Int(6)), fmt.Sprint(tx.Roll(6)), fmt.Sprint(tx.Coin()), tx.Name(tx.Choose(x.row.Contents(tx)))}
		tx.Shuffle(x.row)
	}
	s := x.setup(t, func(tx *game.Tx) { tx.CreateMany(4, x.stone, x.row) })
	rigged := s.Rig(game.Chance{Number: 0}, game.Chance{Number: 6}, game.Chance{Number: 1}, game.Chance{Order: []string{"#3"}},
		game.Chance{Order: []string{"#2", "#4"}})
	for _, r := range []*game.State{rigged, reload(t, rigged)} {
		next := play(t, r, "do")
		// A rigged shuffle puts the named elements on top, topmost first.
		if want := []string{"0", "6", "true", "#3"}; !slices.Equal(got, want) || in(next, x.row.ID()) != "#1 #3 #4 #2" {
			t.Errorf("got %v and %s", got, in(next, x.row.ID()))
		}
		// Later draws are the ones that would have come first.
		free := x.play(t, next, func(tx *game.Tx) { label.Set(tx, game.Root, sequence(tx, tx.Rand, 20)) })
		want := x.play(t, s, func(tx *game.Tx) { label.Set(tx, game.Root, sequence(tx, tx.Rand, 20)) })
		if label.Of(free, game.Root) != label.Of(want, game.Root) {
			t.Error("rigged draws shift the random ones")
		}
	}
	if s.Hash() == rigged.Hash() {
		t.Error("rigged draws are part of the state")
	}
	if again := play(t, s, "do"); again.Hash() == play(t, rigged, "do").Hash() {
		t.Error("Rig has changed the state itself")
	}
}

func TestRigRefused(t *testing.T) {
	x := newBox()
	s := x.setup(t, func(tx *game.Tx) { tx.CreateMany(2, x.stone, x.row); tx.Create(x.card, x.pile) })
	roll := func(tx *game.Tx) { tx.Roll(6) }
	number := func(tx *game.Tx) { tx.Int(6) }
	choose := func(tx *game.Tx) { tx.Choose(x.row.Contents(tx)) }
	shuffle := func(tx *game.Tx) { tx.Shuffle(x.row) }
	for _, c := range []struct {
		chance game.Chance
		do     func(*game.Tx)
		want   string
	}{
		{game.Chance{Number: 0}, roll, "the rigged draw is 0, but a die with 6 sides is rolled"},
		{game.Chance{Number: 7}, roll, "the rigged draw is 7, but a die with 6 sides is rolled"},
		{game.Chance{Number: -1}, number, "the rigged draw is -1, but a number from 0 to 5 is drawn"},
		{game.Chance{Number: 6}, number, "the rigged draw is 6, but a number from 0 to 5 is drawn"},
		{game.Chance{Number: 2}, func(tx *game.Tx) { tx.Coin() }, "the rigged draw is 2, but a number from 0 to 1 is drawn"},
		{game.Chance{Number: 1, Order: []string{"#1"}}, roll, "the rigged draw is 1, but a die with 6 sides is rolled"},
		{game.Chance{Number: 1}, choose, "the rigged draw does not name one of the 2 elements to choose from"},
		{game.Chance{Order: []string{"#3"}}, choose, "the rigged draw does not name one of the 2 elements to choose from"},
		{game.Chance{Order: []string{"#1", "#2"}}, choose, "the rigged draw does not name one of the 2 elements to choose from"},
		{game.Chance{Order: []string{"#3"}}, shuffle, "the rigged shuffle puts #3 on top, which is not in row"},
		{game.Chance{Order: []string{"nothing"}}, shuffle, "the rigged shuffle puts nothing on top, which is not in row"},
	} {
		rigged := s.Rig(c.chance)
		before := rigged.Hash()
		next, err := x.try(rigged, func(tx *game.Tx) { tx.Remove(tx.Last(x.pile)); c.do(tx) })
		wantRefusal(t, err, game.Malformed, c.want)
		if next != rigged || rigged.Hash() != before {
			t.Errorf("%s: a refused move returns a different state", c.want)
		}
	}
}

// Draws in Setup can be rigged, too.
func TestRiggedStart(t *testing.T) {
	x := newBox()
	x.Setup = func(tx *game.Tx) {
		tx.CreateMany(5, x.card, x.pile)
		tx.Shuffle(x.pile)
		tx.Next(game.Seat(tx.Int(2)))
	}
	s, err := x.Rules.Start(2, game.SeedOf(1), game.Chance{Order: []string{"#5", "#1"}}, game.Chance{Number: 1})
	if err != nil || in(s, x.pile.ID()) != "#2 #3 #4 #1 #5" || s.Turn() != 1 {
		t.Errorf("%s begins with %s (%v)", s.Turn(), in(s, x.pile.ID()), err)
	}
	_, err = x.Rules.Start(2, game.SeedOf(1), game.Chance{Order: []string{"#9"}})
	wantRefusal(t, err, game.Malformed, "the rigged shuffle puts #9 on top, which is not in pile")
	h := newHistory(s)
	if h.Record().Start == "" {
		t.Error("a rigged start is not in the record")
	}
}

func TestReseed(t *testing.T) {
	x := newBox()
	x.do = func(tx *game.Tx) { label.Set(tx, game.Root, sequence(tx, tx.Rand, 20)) }
	s := play(t, x.start(t), "do")
	a, b := s.Reseed(game.SeedOf(5)), s.Reseed(game.SeedOf(6))
	if a.Hash() == b.Hash() || a.Hash() == s.Hash() {
		t.Error("the seed is not part of the hash")
	}
	if s.Seed() != game.SeedOf(1) || a.Seed() != game.SeedOf(5) || a.View(0).Seed() != (game.Seed{}) || a.View(game.Judge).Seed() != (game.Seed{}) {
		t.Error("the seed differs, or a view has one")
	}
	same(t, play(t, a, "do"), play(t, s.Reseed(game.SeedOf(5)), "do"))
	if label.Of(play(t, a, "do"), game.Root) == label.Of(play(t, b, "do"), game.Root) {
		t.Error("two seeds give the same numbers")
	}
}

// Shuffling nothing, or one element, changes nothing but still counts as a draw.
func TestShuffleOfOneElement(t *testing.T) {
	x := newBox()
	s := x.setup(t, func(tx *game.Tx) { tx.Create(x.stone, x.row) })
	s = x.play(t, s, func(tx *game.Tx) { tx.Shuffle(x.row); tx.Shuffle(x.pile) })
	if in(s, x.row.ID()) != "#1" || in(s, x.pile.ID()) != "" {
		t.Error("something was moved")
	}
	same(t, reload(t, s), s)
}

// Random numbers come from the state. A child stream does not shift the main one.
func ExampleRand() {
	x := newBox()
	x.do = func(t *game.Tx) {
		t.Say("{0} {1} {2}", t.Roll(6), t.Int(100), t.Stream("weather").Roll(6))
	}
	a, _ := x.Rules.Start(2, game.SeedOf(42))
	b, _ := x.Rules.Start(2, game.SeedOf(42))
	a, _ = a.PlayText(0, "do")
	b, _ = b.PlayText(0, "do")
	fmt.Println(a.Said()[0].String() == b.Said()[0].String())
	// Output: true
}

// A Chance is a draw with a fixed result, for tests.
func ExampleChance() {
	deck, card := &game.Place{Name: "deck", Order: game.Stacked}, &game.Kind{Name: "card"}
	rules := &game.Rules{
		Name: "cut", Seats: game.Exactly(2), Layout: []game.Layout{deck}, Kinds: []*game.Kind{card},
		Setup: func(t *game.Tx) { t.CreateMany(4, card, deck) },
		Actions: []*game.Action{{Name: "cut", Do: func(t *game.Tx) {
			t.Shuffle(deck)
			t.Say("{0} is on top, and the die shows {1}", t.Last(deck), t.Roll(6))
		}}},
	}
	s, _ := rules.Start(2, game.SeedOf(1))
	s, _ = s.Rig(game.Chance{Order: []string{"#2"}}, game.Chance{Number: 6}).PlayText(0, "cut")
	fmt.Println(s.Said()[0])
	// Output: #2 is on top, and the die shows 6
}
