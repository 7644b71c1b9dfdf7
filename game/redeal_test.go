package game_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/plygame/ply/game"
)

// redeals re-deals n times and counts the results of asked.
func redeals(t testing.TB, s *game.State, o game.Seat, n int, asked func(r *game.State) string, keep ...game.ID) map[string]int {
	t.Helper()
	got := map[string]int{}
	for seed := range uint64(n) {
		r, err := s.Redeal(o, game.SeedOf(seed), keep...)
		if err != nil {
			t.Fatal(err)
		}
		wantAlike(t, o, s, r)
		got[asked(r)]++
		if t.Failed() {
			t.Fatalf("with seed %d", seed)
		}
	}
	return got
}

// wantEven fails unless all of these came up, about equally often.
func wantEven(t testing.TB, what string, got map[string]int, want ...string) {
	t.Helper()
	total := 0
	for _, n := range got {
		total += n
	}
	slices.Sort(want)
	if keys := slices.Sorted(maps.Keys(got)); !slices.Equal(keys, want) {
		t.Errorf("%s: the results are %q, want %q", what, keys, want)
		return
	}
	for _, w := range want {
		if e := total / len(want); got[w] < e/2 || got[w] > e*2 {
			t.Errorf("%s: %s comes up %d times in %d", what, w, got[w], total)
		}
	}
}

// The seat that a re-deal was made for cannot tell it from the state: neither by its view nor by what it knows or is
// offered, and no element is added or lost. That holds in random games with random rules, and for a re-deal of a
// re-deal.
func TestRedealIsIndistinguishable(t *testing.T) {
	rules := uint64(60)
	if testing.Short() {
		rules = 30
	}
	for seed := range rules {
		w := newWild(seed, seed%2 == 0)
		for i, s := range w.walk(t, w.start(t), 10, seed) {
			for _, o := range observers(s) {
				r, err := s.Redeal(o, game.SeedOf(seed+uint64(i)))
				if err == nil && i%3 == 0 {
					r, err = r.Redeal(o, game.SeedOf(seed))
				}
				if err != nil {
					t.Fatalf("rules %d, after %d moves: %v", seed, i, err)
				}
				wantAlike(t, o, s, r)
				if a, b := census(s), census(r); a != b {
					t.Errorf("there is\n%s\nwant\n%s", b, a)
				}
				sound(t, "dealt again", r)
				same(t, reload(t, r), r)
				if t.Failed() {
					t.Fatalf("rules %d, after %d moves, for %s", seed, i, o)
				}
			}
		}
	}
}

// census lists the elements of a state, wherever they are.
func census(s *game.State) string {
	var all []string
	for id := range s.All() {
		all = append(all, fmt.Sprint(s.Kind(id).Name, " ", face.Of(s, id), label.Of(s, id)))
	}
	slices.Sort(all)
	return strings.Join(all, ", ")
}

// A value rolled out of sight is rolled again; values that are seen, known or kept stay.
func TestRedealOfRolls(t *testing.T) {
	for name, declared := range map[string]game.Column{"with the face": coin.Rolled(six), "by owner": coin.Seen(game.ByOwner).Rolled(six)} {
		x := den()
		x.Parts = append(x.Parts, declared)
		s := x.setup(t, func(tx *game.Tx) {
			for seat := range game.Seat(2) {
				for range 2 {
					coin.Roll(tx, tx.Create(x.card, x.hand.Of(seat)))
				}
			}
		})
		mine, theirs := slices.Collect(s.In(x.hand.Of(0))), slices.Collect(s.In(x.hand.Of(1)))
		if name == "with the face" {
			s = x.play(t, s, func(tx *game.Tx) { tx.Reveal(theirs[1]) })
		} else {
			s = x.play(t, s, func(tx *game.Tx) { coin.Show(tx, theirs[1], 0) })
		}
		stays := fmt.Sprint(coin.Of(s, mine[0]), coin.Of(s, mine[1]), coin.Of(s, theirs[1]))
		got := redeals(t, s, 0, 600, func(r *game.State) string {
			if now := fmt.Sprint(coin.Of(r, mine[0]), coin.Of(r, mine[1]), coin.Of(r, theirs[1])); now != stays {
				t.Errorf("%s: what player 1 knows was %s and is %s", name, stays, now)
			}
			return fmt.Sprint(coin.Of(r, theirs[0]))
		})
		wantEven(t, name, got, "1", "2", "3", "4", "5", "6")
		kept := redeals(t, s, 0, 20, func(r *game.State) string { return fmt.Sprint(coin.Of(r, theirs[0])) }, theirs[0])
		wantEven(t, name+", kept", kept, fmt.Sprint(coin.Of(s, theirs[0])))
	}
}

// A seat does not see its own element in a heap, so that is rolled again, too.
func TestRedealOfRollsInAHeap(t *testing.T) {
	x := den()
	x.Kinds = x.Kinds[:1]
	x.Parts = append(x.Parts, coin.Seen(game.ByOwner).Rolled(six))
	s := x.setup(t, func(tx *game.Tx) {
		id := tx.Create(x.stone, x.bag)
		tx.Give(id, 0)
		coin.Roll(tx, id)
	})
	got := redeals(t, s, 0, 300, func(r *game.State) string { return fmt.Sprint(coin.Of(r, r.First(x.bag))) })
	wantEven(t, "in a heap", got, "1", "2", "3", "4", "5", "6")
}

// A hidden value rolled for a seat or the table is rolled again.
func TestRedealOfRollsOnSeats(t *testing.T) {
	x := den()
	x.Parts = append(x.Parts, coin.Seen(game.ByOwner).Rolled(six))
	s := x.setup(t, func(tx *game.Tx) {
		for _, id := range []game.ID{game.Seat(0).ID(), game.Seat(1).ID(), game.Root} {
			coin.Roll(tx, id)
		}
	})
	mine := coin.Of(s, game.Seat(0))
	for _, id := range []game.ID{game.Seat(1).ID(), game.Root} {
		got := redeals(t, s, 0, 600, func(r *game.State) string {
			if coin.Of(r, game.Seat(0)) != mine {
				t.Error("the seat's own value has changed")
			}
			return fmt.Sprint(coin.Of(r, id))
		})
		wantEven(t, s.Name(id), got, "1", "2", "3", "4", "5", "6")
	}
}

// secretBids is a game in which seats secretly choose a number, up to what they have.
func secretBids() (*box, *game.Part[int]) {
	x := den()
	bid := game.NewPart[int]("bid")
	n := &game.Pick[int]{Name: "n", From: func(tx *game.Tx) game.Set[int] { return game.SetOf(1, 2, 3, 4, 5) }, If: func(tx *game.Tx, n int) bool {
		if n > points.Of(tx, tx.Seat) {
			return tx.Refuse("there is not so much")
		}
		return true
	}}
	x.Parts = append(x.Parts, bid.Seen(game.ByOwner).Chosen(n))
	x.Actions = append(x.Actions, &game.Action{Name: "bid", Secret: true, Pick: []game.Choice{n}, Do: func(tx *game.Tx) { bid.Set(tx, tx.Seat, n.In(tx)) }})
	x.Setup = func(tx *game.Tx) {
		for seat := range game.Seat(tx.Seats()) {
			points.Set(tx, seat, 3)
		}
	}
	return x, bid
}

// A secret choice is replaced by a possible one; if there is none yet, there is none after the re-deal.
func TestRedealOfChoices(t *testing.T) {
	x, bid := secretBids()
	s := play(t, start(t, x.Rules, 3), "bid 2", "bid 3")
	got := redeals(t, s, 0, 300, func(r *game.State) string {
		return fmt.Sprint(bid.Of(r, game.Seat(0)), " ", bid.Of(r, game.Seat(1)), " ", bid.Of(r, game.Seat(2)))
	})
	wantEven(t, "for player 1", got, "2 1 0", "2 2 0", "2 3 0")
	got = redeals(t, s, game.Nobody, 600, func(r *game.State) string {
		return fmt.Sprint(bid.Of(r, game.Seat(0)), bid.Of(r, game.Seat(1)))
	})
	wantEven(t, "for spectators", got, "1 1", "1 2", "1 3", "2 1", "2 2", "2 3", "3 1", "3 2", "3 3")
	shown := x.play(t, s, func(tx *game.Tx) { bid.Show(tx, game.Seat(1)) })
	got = redeals(t, shown, 0, 30, func(r *game.State) string { return fmt.Sprint(bid.Of(r, game.Seat(1))) })
	wantEven(t, "shown", got, "3")
}

// Guess makes up what has no other source; Fits rejects what is impossible. Kept reports what a Guess must not change.
func TestGuessAndFits(t *testing.T) {
	x := den()
	asked := map[game.Seat]int{}
	x.Guess = func(tx *game.Tx, seat game.Seat) {
		asked[seat]++
		for id := range tx.In(x.pile) {
			if !tx.Kept(id) {
				face.Set(tx, id, 10+tx.Int(4))
			}
		}
	}
	x.Fits = func(s *game.State, seat game.Seat) bool {
		return seat == game.Nobody || face.Of(s, s.First(x.pile)) != 11
	}
	s := x.setup(t, func(tx *game.Tx) { x.deal(tx, x.pile.ID(), 10, 12) })
	s = x.play(t, s, func(tx *game.Tx) { tx.Reveal(tx.Last(x.pile)) })
	top := func(r *game.State) string {
		return fmt.Sprint(face.Of(r, r.First(x.pile)), " ", face.Of(r, r.Last(x.pile)))
	}
	wantEven(t, "for player 1", redeals(t, s, 0, 300, top), "10 12", "12 12", "13 12")
	wantEven(t, "for spectators", redeals(t, s, game.Nobody, 300, top), "10 12", "11 12", "12 12", "13 12")
	wantEven(t, "kept", redeals(t, s, game.Nobody, 20, top, s.First(x.pile)), "10 12")
	if asked[0] < 350 || asked[game.Nobody] < 320 || asked[1] != 0 {
		t.Errorf("asked for %v", asked)
	}
	_, err := x.try(s, func(tx *game.Tx) { tx.Kept(tx.First(x.pile)) })
	wantFault(t, err, "Kept is called outside of Rules.Guess")
}

// If nothing fits, Redeal returns a Refusal, for a state and for a fork.
func TestNothingFits(t *testing.T) {
	x := den()
	x.Fits = func(*game.State, game.Seat) bool { return false }
	s := x.setup(t, func(tx *game.Tx) { x.deal(tx, x.pile.ID(), 1, 2); tx.Shuffle(x.pile) })
	_, err := s.Redeal(0, game.SeedOf(1))
	wantRefusal(t, err, game.Unavailable, "Rules.Fits rejected 100000 deals: none matches what seat 0 has been told")
	err = s.Fork().Redeal(s, game.Nobody, 1)
	wantRefusal(t, err, game.Unavailable, "Rules.Fits rejected 100000 deals: none matches what the spectators have been told")
}

// Fits holds what the seat was told: cards are dealt until they fit.
func TestFitsOfDeals(t *testing.T) {
	x := den()
	x.Fits = func(s *game.State, _ game.Seat) bool { return face.Of(s, s.Last(x.hand.Of(1))) <= 2 } // announced as low
	s := x.setup(t, func(tx *game.Tx) {
		x.deal(tx, x.pile.ID(), 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
		tx.Shuffle(x.pile)
		tx.Move(card(tx.State, 2), x.hand.Of(1))
	})
	low := func(r *game.State) string { return fmt.Sprint(face.Of(r, r.Last(x.hand.Of(1)))) }
	wantEven(t, "low", redeals(t, s, 0, 300, low), "1", "2")
	f, got := s.Fork(), map[string]int{}
	for seed := range uint64(300) {
		if err := f.Redeal(s, 0, seed); err != nil {
			t.Fatal(err)
		}
		got[low(f.State())]++
	}
	wantEven(t, "low, in a fork", got, "1", "2")
}

// A re-deal changes an order that the seat cannot see, even among elements that it sees; an order that it sees stays.
func TestRedealOfOrder(t *testing.T) {
	for _, c := range []struct {
		name  string
		seen  game.Sight
		order game.Order
		want  []string
	}{
		{"an open bag", game.ByAll, game.Unordered, []string{"1", "2", "3"}},
		{"a hidden bag", game.ByNone, game.Unordered, []string{"1", "2", "3"}},
		{"a number", game.ByNone.Else(game.Counted), game.Ordered, []string{"1", "2", "3"}},
		{"an open row", game.ByAll, game.Ordered, []string{"3"}},
		{"backs of cards that are known", game.ByNone, game.Ordered, []string{"3"}},
		{"seen by this seat", game.ByNone.And(0).Else(game.Counted), game.Ordered, []string{"3"}},
	} {
		x := den()
		x.row.Seen, x.row.Order = c.seen, c.order
		s := x.setup(t, func(tx *game.Tx) {
			for _, id := range x.deal(tx, x.row.ID(), 1, 2, 3) {
				tx.Reveal(id)
			}
		})
		got := redeals(t, s, 0, 150, func(r *game.State) string { return fmt.Sprint(face.Of(r, r.Last(x.row))) })
		wantEven(t, c.name, got, c.want...)
	}
}

// Elements to keep stay the same, in the same place.
func TestRedealKeeps(t *testing.T) {
	x := den()
	s := x.setup(t, func(tx *game.Tx) {
		x.deal(tx, x.pile.ID(), 1, 2, 3, 4)
		tx.Shuffle(x.pile)
		tx.Move(tx.Last(x.pile), x.bag)
	})
	for _, keep := range []game.ID{s.First(x.pile), s.First(x.bag)} {
		was := face.Of(s, keep)
		worlds := redeals(t, s, 0, 120, func(r *game.State) string {
			if face.Of(r, keep) != was || r.Parent(keep) != s.Parent(keep) || s.Parent(keep) == x.pile.ID() && r.First(x.pile) != keep {
				t.Errorf("card %d has moved to %s", was, drawn(r))
			}
			return drawn(r)
		}, keep)
		if len(worlds) != 6 {
			t.Errorf("with one of four kept there are %d results: %v", len(worlds), worlds)
		}
	}
}

// The same seed gives the same re-deal, a different one a different one. Future random numbers are never those of the
// state, and depend only on the seed.
func TestRedealIsDeterministic(t *testing.T) {
	x := den()
	s := x.setup(t, func(tx *game.Tx) { x.deal(tx, x.pile.ID(), 1, 2, 3, 4, 5, 6); tx.Shuffle(x.pile) })
	roll := func(s *game.State) string {
		text := ""
		x.play(t, s, func(tx *game.Tx) { text = sequence(tx, tx.Rand, 8) })
		return text
	}
	seen := map[string]bool{roll(s): true}
	tables := map[string]bool{}
	for seed := range uint64(10) {
		a, err := s.Redeal(0, game.SeedOf(seed))
		if err != nil {
			t.Fatal(err)
		}
		b, err := s.Redeal(0, game.SeedOf(seed))
		if err != nil {
			t.Fatal(err)
		}
		same(t, a, b)
		if seen[roll(a)] {
			t.Errorf("seed %d: the random numbers are those of a different seed", seed)
		}
		seen[roll(a)] = true
		tables[drawn(a)] = true
		other, err := x.play(t, s, func(tx *game.Tx) { tx.Int(3) }).Redeal(0, game.SeedOf(seed))
		if err != nil {
			t.Fatal(err)
		}
		if roll(other) != roll(a) {
			t.Errorf("seed %d: the random numbers depend on those of the state", seed)
		}
		f, g := s.Fork(), s.Fork()
		if err := f.Redeal(s, 0, seed); err != nil {
			t.Fatal(err)
		}
		if err := g.Redeal(s, 0, seed); err != nil {
			t.Fatal(err)
		}
		if drawn(f.State()) != drawn(g.State()) {
			t.Errorf("seed %d: two forks differ", seed)
		}
	}
	if len(tables) < 8 {
		t.Errorf("ten seeds give %d different re-deals", len(tables))
	}
}

// Many goroutines may re-deal, view and play the same state at once.
func TestConcurrentRedeals(t *testing.T) {
	x, _, moves := keeping(t)
	all := states(t, x.Rules, 2, moves...)
	s := all[len(all)-1]
	f := all[3].Fork()
	if err := f.Play(game.Move{Seat: all[3].Turn(), Action: "do"}); err != nil {
		t.Fatal(err)
	}
	stale, err := f.Freeze() // whose memory was not kept
	if err != nil {
		t.Fatal(err)
	}
	want := string(s.View(0).Save())
	stood := string(stale.View(1).Save())
	var wg sync.WaitGroup
	for g := range uint64(8) {
		wg.Go(func() {
			f := s.Fork()
			for i := range uint64(10) {
				r, err := s.Redeal(0, game.SeedOf(g*100+i))
				if err != nil || string(r.View(0).Save()) != want {
					t.Errorf("the view of the re-deal differs: %v", err)
				}
				if err := f.Redeal(s, game.Seat(i%2), g*100+i); err != nil {
					t.Error(err)
				}
				if _, err := f.Playout(5); err != nil {
					t.Error(err)
				}
				if string(s.View(0).Save()) != want || string(stale.View(1).Save()) != stood {
					t.Error("the view differs")
				}
				for _, changes := range all[i].Changes(s, 0, 1, game.Nobody, game.Judge) {
					_ = changes
				}
				_, _ = s.View(1).Real(game.Move{Seat: 1, Action: "do"})
				_ = s.Knows(0, card(s, 3))
				_ = reload(t, s)
				if _, err := s.PlayText(s.Turn(), "mix 1"); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
}

// Views cannot be re-dealt. For the judge nothing changes, and in an open game only the random numbers do.
func TestRedealOfOpenGames(t *testing.T) {
	x := den()
	s := x.setup(t, func(tx *game.Tx) { x.deal(tx, x.pile.ID(), 1, 2, 3, 4, 5, 6); tx.Shuffle(x.pile) })
	_, err := s.View(0).Redeal(0, game.SeedOf(1))
	wantRefusal(t, err, game.Malformed, "a view cannot be dealt again: call Redeal on the state")
	open := newBox()
	open.bag.Order = game.Ordered
	o := open.setup(t, func(tx *game.Tx) { tx.CreateMany(4, open.card, open.row); tx.Shuffle(open.row) })
	for seed := range uint64(5) {
		r, err := s.Redeal(game.Judge, game.SeedOf(seed))
		if err != nil || drawn(r) != drawn(s) || r.Hash() == s.Hash() {
			t.Errorf("re-dealt for the judge it is %s, %v", drawn(r), err)
		}
		r, err = o.Redeal(0, game.SeedOf(seed))
		if err != nil || len(o.View(game.Judge).Diff(r.View(game.Judge))) != 0 || r.Hash() == o.Hash() {
			t.Errorf("a re-dealt open game is %s, %v", drawn(r), err)
		}
		a, err1 := s.Redeal(9, game.SeedOf(seed))
		b, err2 := s.Redeal(game.Nobody, game.SeedOf(seed))
		if err1 != nil || err2 != nil || a.Hash() != b.Hash() {
			t.Errorf("the re-deal for a seat that does not play differs: %v, %v", err1, err2)
		}
	}
}

// A re-dealt fork shows the seat the same elements under the same names, also when it starts recording or is frozen.
// Known elements stay known, whether or not others have traded places.
func TestForkRedealKeepsTheView(t *testing.T) {
	for seed := range uint64(60) {
		w := newWild(seed, seed%2 == 0)
		for i, s := range w.walk(t, w.start(t), 10, seed) {
			f := s.Fork()
			for _, o := range observers(s) {
				want := s.View(o).Hash()
				if err := f.Redeal(s, o, seed+uint64(i)); err != nil {
					t.Fatal(err)
				}
				if got := f.State().View(o).Hash(); got != want {
					t.Errorf("the view in the fork has the hash %x, want %x", got, want)
				}
				f.Record(i%2 == 0)
				if got := f.State().View(o).Hash(); got != want {
					t.Errorf("recorded, the view in the fork has the hash %x, want %x", got, want)
				}
				r, err := f.Freeze()
				if err != nil {
					t.Fatal(err)
				}
				wantAlike(t, o, s, r)
				if t.Failed() {
					t.Fatalf("rules %d, after %d moves, for %s", seed, i, o)
				}
			}
		}
	}
}

// In a fork, too, Guess sees what the seat knows, although other elements have traded places.
func TestForkGuessKeepsWhatIsKnown(t *testing.T) {
	x := den()
	kept := 0
	x.Guess = func(tx *game.Tx, _ game.Seat) {
		kept = 0
		for id := range tx.In(x.pile) {
			if tx.Kept(id) {
				kept++
			}
		}
	}
	s := x.setup(t, func(tx *game.Tx) { x.deal(tx, x.pile.ID(), 1, 2, 3, 4, 5, 6); tx.Shuffle(x.pile) })
	s = x.play(t, s, func(tx *game.Tx) { tx.Reveal(tx.Last(x.pile)) })
	f := s.Fork()
	for seed := range uint64(10) {
		if err := f.Redeal(s, 0, seed); err != nil || kept != 1 {
			t.Fatalf("with seed %d, %d cards are kept, want 1 (%v)", seed, kept, err)
		}
	}
}

// Redeal draws a new secret choice for another seat; RedealOpen leaves it open.
func TestRedealOpen(t *testing.T) {
	x := newBox()
	bid := &game.Pick[int]{Name: "bid", Range: fixed(1, 3)}
	offer := &game.Action{Name: "offer", Pick: []game.Choice{bid}, Do: func(*game.Tx) {}}
	x.Actions = []*game.Action{offer}
	x.Flow = &game.Loop{Do: &game.Together{Name: "bids", Actions: []*game.Action{offer}, Secret: true}}
	s, err := start(t, x.Rules, 2).PlayText(1, "offer 2")
	if err != nil {
		t.Fatal(err)
	}
	f := s.Fork()
	for _, c := range []struct {
		deal func(*game.State, game.Seat, uint64) error
		seat game.Seat
		want string
	}{{f.Redeal, 0, "[0]"}, {f.RedealOpen, 0, "[0 1]"}, {f.RedealOpen, 1, "[0]"}} {
		if err := c.deal(s, c.seat, 1); err != nil {
			t.Fatal(err)
		}
		if is := fmt.Sprint(slices.Collect(f.State().ToAct().All())); is != strings.ReplaceAll(strings.ReplaceAll(c.want, "0", "seat 0"), "1", "seat 1") {
			t.Errorf("for seat %d %s are to act, want %s", c.seat, is, c.want)
		}
	}
}
