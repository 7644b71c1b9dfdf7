package game_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// What a seat sees on a back stays where it is while the cards trade places under it.
func TestRedealKeepsWhatIsSeenOfBacks(t *testing.T) {
	for _, c := range []struct {
		name     string
		declared game.Column
		show     func(tx *game.Tx, id game.ID)
	}{
		{"by all", coin.Seen(game.ByAll), nil},
		{"by owner", coin.Seen(game.ByOwner).Rolled(six), nil},
		{"by none, but shown", coin.Seen(game.ByNone).Rolled(six), func(tx *game.Tx, id game.ID) { coin.Show(tx, id, 0) }},
		{"by owner, but hidden", coin.Seen(game.ByOwner).Rolled(six), func(tx *game.Tx, id game.ID) { coin.Hide(tx, id, 0) }},
		{"by rule", coin.Seen(game.By(func(s *game.State, seat game.Seat, id game.ID) game.Level {
			if s.Owner(id) == seat {
				return game.Face
			}
			return game.Unseen
		})).Rolled(six), nil},
	} {
		x := den()
		x.Parts = append(x.Parts, c.declared)
		s := x.setup(t, func(tx *game.Tx) {
			for i, id := range x.deal(tx, x.pile.ID(), 1, 2, 3, 4) {
				tx.Give(id, game.Seat(i%2))
				coin.Set(tx, id, i+1)
			}
			tx.Shuffle(x.pile)
			if c.show != nil {
				c.show(tx, tx.First(x.pile))
			}
		})
		for _, o := range observers(s) {
			got := redeals(t, s, o, 200, func(r *game.State) string { return fmt.Sprint(face.Of(r, r.First(x.pile))) })
			wantEven(t, c.name, got, "1", "2", "3", "4")
		}
	}
}

// The contents of an element move with it, so that what is seen in it stays where it is.
func TestRedealOfContents(t *testing.T) {
	for _, c := range []struct {
		name string
		in   game.Sight
		seen bool // their contents tell them apart
	}{
		{"seen", game.ByAll, true},
		{"unseen", game.ByNone.Else(game.Unseen), false},
	} {
		x := den()
		x.stone.Seen = c.in
		s := x.setup(t, func(tx *game.Tx) {
			for i, colour := range []string{"red", "blue"} {
				x.deal(tx, tx.Create(x.stone, x.pile, label.Is(colour)), i+1)
			}
			tx.Shuffle(x.pile)
		})
		order := map[string]int{}
		got := redeals(t, s, 0, 200, func(r *game.State) string {
			order[label.Of(r, r.First(x.pile))]++
			return fmt.Sprint(label.Of(r, r.Parent(card(r, 1))), " ", label.Of(r, r.Parent(card(r, 2))))
		})
		wantEven(t, c.name, got, "red blue")
		if c.seen {
			wantEven(t, c.name, order, label.Of(s, s.First(x.pile)))
		} else {
			wantEven(t, c.name, order, "red", "blue")
		}
	}
}

// Nobody sees who owns an element in a heap: owners are re-dealt with the elements.
func TestRedealOfOwners(t *testing.T) {
	x := den()
	x.row.Order, x.row.Seen = game.Unordered, game.ByNone
	s := x.setup(t, func(tx *game.Tx) {
		for seat := range game.Seat(2) {
			tx.CreateMany(2, x.stone, x.hand.Of(seat))
		}
		for seat := range game.Seat(2) {
			for id := range tx.In(x.hand.Of(seat)) {
				tx.Move(id, x.bag)
			}
		}
		tx.Move(tx.First(x.bag), x.row)
	})
	got := redeals(t, s, 0, 200, func(r *game.State) string { return r.Owner(r.First(x.row)).String() })
	wantEven(t, "in the row", got, "seat 0", "seat 1")
}

// A value that names a re-dealt card names the card in the same position afterwards: the seat sees that something
// points there.
func TestRedealOfPointers(t *testing.T) {
	x := den()
	s := x.setup(t, func(tx *game.Tx) {
		x.deal(tx, x.pile.ID(), 1, 2, 3)
		tx.Shuffle(x.pile)
		by := x.deal(tx, x.row.ID(), 4)[0]
		target.Set(tx, by, tx.First(x.pile))
		body.Set(tx, by, limbs{Left: 1, Holds: tx.Last(x.pile)})
	})
	got := redeals(t, s, 0, 200, func(r *game.State) string {
		by := card(r, 4)
		if target.Of(r, by) != r.First(x.pile) || body.Of(r, by).Holds != r.Last(x.pile) || body.Of(r, by).Left != 1 {
			t.Errorf("it points at %s and %s", r.Name(target.Of(r, by)), r.Name(body.Of(r, by).Holds))
		}
		return fmt.Sprint(face.Of(r, target.Of(r, by)))
	})
	wantEven(t, "pointed at", got, "1", "2", "3")
}

// A hidden element without a source is a Fault that names it. With a Guess, or where there is nothing to hide, there is
// no Fault.
func TestHiddenWithoutASource(t *testing.T) {
	const rest = ", but a re-deal has no way to make up what else it could be: "
	for _, c := range []struct {
		name  string
		build func(x *box)
		setup func(x *box, tx *game.Tx)
		want  string // "" if there is a source
	}{
		{"cards that were never shuffled", nil, func(x *box, tx *game.Tx) { x.deal(tx, x.pile.ID(), 1, 2) },
			`pile hides #1 from seat 0` + rest + `it was never shuffled, part "face" is not Rolled, and there is no Rules.Guess`},
		{"one card", nil, func(x *box, tx *game.Tx) { x.deal(tx, x.pile.ID(), 1) }, `pile hides #1 from seat 0` + rest},
		{"two kinds", nil, func(x *box, tx *game.Tx) { tx.Create(x.card, x.pile); tx.Create(x.stone, x.pile) },
			`pile hides #1 from seat 0` + rest + `it was never shuffled with others, and there is no Rules.Guess`},
		{"whether and where something is", func(x *box) { x.hand.Seen = game.ByOwner.Else(game.Unseen); x.Kinds = x.Kinds[:1] },
			func(x *box, tx *game.Tx) { tx.Create(x.stone, x.hand.Of(1)) }, `from seat 0` + rest},
		{"where something is, by rule", func(x *box) {
			x.hand.Seen = game.By(func(s *game.State, seat game.Seat, id game.ID) game.Level { return game.Unseen })
			x.Kinds = x.Kinds[:1]
		}, func(x *box, tx *game.Tx) { tx.Create(x.stone, x.hand.Of(1)) }, `from seat 0` + rest},
		{"a value hidden with Hide", func(x *box) { x.Parts = append(x.Parts, coin.Seen(game.ByAll)) }, func(x *box, tx *game.Tx) {
			coin.Set(tx, game.Root, 3)
			coin.Hide(tx, game.Root, 0)
		}, `part "coin"`},
		{"shuffled", nil, func(x *box, tx *game.Tx) { x.deal(tx, x.pile.ID(), 1, 2); tx.Shuffle(x.pile) }, ""},
		{"shuffled, one by one", nil, func(x *box, tx *game.Tx) {
			x.deal(tx, x.pile.ID(), 1, 2)
			tx.Shuffle(x.pile)
			tx.Move(tx.Last(x.pile), x.hand.Of(1))
			tx.Shuffle(x.pile)
			tx.Shuffle(x.hand.Of(1))
		}, ""},
		{"rolled", func(x *box) { x.Parts[len(x.Parts)-1] = face.Rolled(six) }, func(x *box, tx *game.Tx) { x.deal(tx, x.pile.ID(), 1) }, ""},
		{"guessed", func(x *box) { x.Guess = func(*game.Tx, game.Seat) {} }, func(x *box, tx *game.Tx) { x.deal(tx, x.pile.ID(), 1, 2) }, ""},
		{"all of one kind", func(x *box) { x.Kinds = x.Kinds[:1] }, func(x *box, tx *game.Tx) { tx.CreateMany(3, x.stone, x.pile) }, ""},
		{"revealed", nil, func(x *box, tx *game.Tx) { tx.Reveal(x.deal(tx, x.pile.ID(), 1)[0]) }, ""},
		{"own card", nil, func(x *box, tx *game.Tx) { x.deal(tx, x.hand.Of(0), 1) }, ""},
	} {
		x := den()
		if c.build != nil {
			c.build(x)
		}
		s := x.setup(t, func(tx *game.Tx) { c.setup(x, tx) })
		_, err := s.Redeal(0, game.SeedOf(1))
		forked := s.Fork().Redeal(s, 0, 1)
		if c.want == "" {
			if err != nil || forked != nil {
				t.Errorf("%s: %v, %v", c.name, err, forked)
			}
			continue
		}
		if err == nil || forked == nil {
			t.Errorf("%s: no fault: %v, %v", c.name, err, forked)
			continue
		}
		wantFault(t, err, c.want)
		wantFault(t, forked, c.want)
	}
}

// A Part hidden by a rule needs a source like any other.
func TestPartsHiddenByRule(t *testing.T) {
	fog := game.By(func(*game.State, game.Seat, game.ID) game.Level { return game.Unseen })
	for name, declared := range map[string]game.Column{"nothing": coin.Seen(fog), "rolled": coin.Seen(fog).Rolled(six)} {
		x := den()
		x.Parts = append(x.Parts, declared)
		x.Setup = func(tx *game.Tx) { coin.Set(tx, game.Root, 3) }
		s, err := x.Rules.Start(2, game.SeedOf(1))
		if err == nil {
			_, err = s.Redeal(0, game.SeedOf(1))
		}
		if (err == nil) != (name == "rolled") || err != nil && !strings.Contains(err.Error(), `part "coin"`) {
			t.Errorf("with %s as its source: %v", name, err)
		}
	}
}

// A roll may be the zero value, and is re-rolled like any other.
func TestRedealOfRollsThatAreZero(t *testing.T) {
	for name, declared := range map[string]func(*game.Part[bool]) game.Column{
		"with the face": func(p *game.Part[bool]) game.Column {
			return p.Rolled(func(tx *game.Tx, _ game.ID) bool { return tx.Coin() })
		},
		"by none": func(p *game.Part[bool]) game.Column {
			return p.Seen(game.ByNone).Rolled(func(tx *game.Tx, _ game.ID) bool { return tx.Coin() })
		},
	} {
		trap := game.NewPart[bool]("trap")
		x := den()
		x.Kinds = x.Kinds[:1]
		x.Parts = append(x.Parts, declared(trap))
		x.Setup = func(tx *game.Tx) { trap.Roll(tx, tx.Create(x.stone, x.pile)) }
		for _, came := range []int{0, 1} {
			s, err := x.Rules.Start(2, game.SeedOf(1), game.Chance{Number: came})
			if err != nil {
				t.Fatal(err)
			}
			got := redeals(t, s, 0, 100, func(r *game.State) string { return fmt.Sprint(trap.Of(r, r.First(x.pile))) })
			wantEven(t, fmt.Sprintf("%s, where %d came", name, came), got, "true", "false")
		}
	}
}

// However often cards are shuffled, seen and put back, a re-deal treats them as shuffled once, by the last shuffle.
func TestRedealAfterManyShuffles(t *testing.T) {
	again := func(times int, round string) string { return strings.Repeat("; "+round, times) }
	for _, c := range []struct{ long, short string }{
		{"make pile 1 2 3" + again(40, "mix pile"), "make pile 1 2 3; mix pile"},
		{"make pile 1 2 3; mix pile" + again(45, "deal pile row; deal row pile; mix pile") + "; deal pile hand", "make pile 1 2 3; mix pile; deal pile hand"},
		{"make pile 1 2 3 4; mix pile" + again(40, "deal pile hand; mix pile; deal hand pile; mix pile") + "; deal pile hand; deal pile hand", "make pile 1 2 3 4; mix pile; deal pile hand; deal pile hand"},
		{"make row 1 2 3" + again(40, "deal row bag; deal row bag; deal row bag; deal bag row; deal bag row; deal bag row") + "; deal row pile; deal row pile; mix pile", ""},
		{"make pile 1 2 3 4; mix pile" + again(40, "deal pile well; deal pile well; mix well; deal well pile; deal well pile; mix pile") + "; deal pile well", "make pile 1 2 3 4; mix pile; deal pile well"},
	} {
		p := playScript(t, c.long, 5)
		want := map[string]float64{}
		if c.short == "" { // two of three are in the pile, and it was seen which
			w := p.table(p.s)
			for _, order := range orders(w["pile"]) {
				w["pile"] = order
				want[w.String()] = 0.5
			}
		} else {
			want = worlds(c.short, make([]string, len(stepsOf(c.short))))
		}
		wantRedeals(t, c.long[:40], p, want)
	}
}

// Cards of piles that were shuffled one by one stay in their piles.
func TestRedealOfManyPiles(t *testing.T) {
	x := den()
	stack := &game.Place{Name: "stack", Seen: game.ByNone}
	for i := range 60 {
		stack.Names = append(stack.Names, fmt.Sprint("s", i))
	}
	x.Layout = append(x.Layout, stack)
	s := x.setup(t, func(tx *game.Tx) {
		for i := range 60 {
			x.deal(tx, stack.At(i), 10*i+1, 10*i+2)
			tx.Shuffle(stack.At(i))
		}
	})
	tops := map[int]int{}
	for seed := range uint64(60) {
		r, err := s.Redeal(0, game.SeedOf(seed))
		if err != nil {
			t.Fatal(err)
		}
		for i := range 60 {
			for id := range r.In(stack.At(i)) {
				if face.Of(r, id)/10 != i {
					t.Fatalf("card %d has come into pile %d", face.Of(r, id), i)
				}
			}
			if face.Of(r, r.Last(stack.At(i)))%10 == 1 {
				tops[i]++
			}
		}
	}
	for i := range 60 {
		if tops[i] < 12 || tops[i] > 48 {
			t.Errorf("in pile %d the first card came on top %d times of 60", i, tops[i])
		}
	}
}

// With many piles beside them, cards that went back and forth are still re-dealt as they could have moved.
func TestRedealBackAndForth(t *testing.T) {
	const script = "make row 1 2 3; deal row well; deal row pile; deal row pile; mix pile; deal pile well; mix well; deal well pile; mix pile"
	for seed := range rounds(12) {
		piles := 31 + int(seed%2)*32
		p := &scripted{box: den(), well: &game.Place{Name: "well", Seen: game.ByNone}}
		stack := &game.Place{Name: "stack", Seen: game.ByNone}
		for i := range piles {
			stack.Names = append(stack.Names, fmt.Sprint("s", i))
		}
		p.Layout = append(p.Layout, p.well, stack)
		fill := func(tx *game.Tx, i int) {
			p.deal(tx, stack.At(i), 10*i+101, 10*i+102)
			tx.Shuffle(stack.At(i))
		}
		steps := stepsOf(script)
		p.Setup = func(tx *game.Tx) {
			p.deal(tx, p.row.ID(), 1, 2, 3)
			for i := range piles - 2 {
				fill(tx, i)
			}
		}
		s, err := p.Rules.Start(2, game.SeedOf(seed))
		if err != nil {
			t.Fatal(err)
		}
		p.seen = []string{""}
		for _, step := range steps[1:] {
			what := ""
			s = p.play(t, s, func(tx *game.Tx) { what = p.step(tx, step, rand.New(rand.NewPCG(seed, 8))) })
			p.seen = append(p.seen, what)
		}
		p.s = p.play(t, s, func(tx *game.Tx) { fill(tx, piles-2); fill(tx, piles-1) })
		wantRedeals(t, fmt.Sprintf("%s (seed %d)", script, seed), p, worlds(script, p.seen))
		if t.Failed() {
			return
		}
	}
}

// Two histories that look the same to a seat are re-dealt alike, even if a card that was revealed since took different
// paths through overlapping shuffles.
func TestRedealOfPoolsThatOverlap(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: takes long")
	}
	for _, script := range []string{
		"make pile 1 2 3; make row 4; mix pile; deal pile hand; deal row pile; mix pile; deal pile well; deal hand well; mix well; tell well",
		"make pile 1 2 3 4; make row 5; mix pile; deal pile hand; deal row pile; mix pile; deal pile well; deal hand pile; mix pile; tell pile",
		"make pile 1 2 3; make row 4; mix pile; deal pile bag; deal row bag; deal bag well; deal pile bag; deal bag row",
		"make pile 1 2 3; make row 4; mix pile; deal pile bag; deal row bag; deal bag well; deal pile well; mix well; tell well; tell bag",
		"make row 1 2 3 4; deal row bag; deal row bag; deal row well; deal bag well; mix well; deal well row; deal row well; deal bag pile",
	} {
		for seed := range uint64(6) {
			p := playScript(t, script, seed)
			wantRedeals(t, fmt.Sprintf("%s (seed %d, seen %q)", script, seed, p.seen), p, worlds(script, p.seen))
			if t.Failed() {
				return
			}
		}
	}
}

// A re-dealt fork can be played like any other.
func TestPlayAfterRedeal(t *testing.T) {
	x, s := thief(t, 1)
	f := s.Fork()
	ends := map[uint64]bool{}
	for seed := range uint64(30) {
		seat := game.Seat(seed % 2)
		if err := f.Redeal(s, seat, seed); err != nil {
			t.Fatal(err)
		}
		got, want := strings.Fields(tokens(f.State(), f.State().In(x.hand.Of(seat)))), strings.Fields(tokens(s, s.In(x.hand.Of(seat))))
		slices.Sort(got) // the order in a hand has no meaning
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Fatalf("the hand of %s is %s, want %s", seat, got, want)
		}
		if _, err := f.Playout(10); err != nil {
			t.Fatal(err)
		}
		end, err := f.Freeze()
		if err != nil {
			t.Fatal(err)
		}
		ends[end.Hash()] = true
		sound(t, "played on", end)
		for _, o := range observers(end) {
			same(t, reload(t, end.View(o)), end.View(o))
		}
	}
	if len(ends) < 20 {
		t.Errorf("30 games have %d different results", len(ends))
	}
}
