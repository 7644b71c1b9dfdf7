package game_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// recalled is a den with cards everywhere: 1 and 2 in the row, 3 to 5 in the pile, 6 and 7 in the hand of seat 0, 8 and
// 9 in that of seat 1, 10 and 11 in the bag.
func recalled() *box {
	x := den()
	x.Setup = func(tx *game.Tx) {
		x.deal(tx, x.row.ID(), 1, 2)
		x.deal(tx, x.pile.ID(), 3, 4, 5)
		x.deal(tx, x.hand.Of(0), 6, 7)
		x.deal(tx, x.hand.Of(1), 8, 9)
		x.deal(tx, x.bag.ID(), 10, 11)
	}
	return x
}

// An observer knows what it has seen or was shown, as long as it could follow it.
func TestKnows(t *testing.T) {
	x := recalled()
	row, pile, bag, hand := x.row.ID, x.pile.ID, x.bag.ID, x.hand.Of
	move := func(f int, to func() game.ID) func(*game.Tx) {
		return func(tx *game.Tx) { tx.Move(card(tx.State, f), to()) }
	}
	shuffle := func(place func() game.ID) func(*game.Tx) { return func(tx *game.Tx) { tx.Shuffle(place()) } }
	reveal := func(f int, seats ...game.Seat) func(*game.Tx) {
		return func(tx *game.Tx) { tx.Reveal(card(tx.State, f), seats...) }
	}
	of := func(seat game.Seat) func() game.ID { return func() game.ID { return hand(seat) } }
	remove := func(faces ...int) func(*game.Tx) {
		return func(tx *game.Tx) {
			for _, f := range faces {
				tx.Remove(card(tx.State, f))
			}
		}
	}
	type moves = []func(*game.Tx)
	for _, c := range []struct {
		name  string
		moves moves
		want  [3]string // what seat 0, seat 1 and the spectators know
	}{
		{"at the beginning", nil, [3]string{"1 2 6 7", "1 2 8 9", "1 2"}},
		{"followed into the pile", moves{move(1, pile)}, [3]string{"1 2 6 7", "1 2 8 9", "1 2"}},
		{"own card, followed", moves{move(6, pile), move(3, of(1))}, [3]string{"1 2 6 7", "1 2 3 8 9", "1 2"}},
		{"followed from hand to hand", moves{move(6, of(1)), move(6, pile), move(6, of(1))}, [3]string{"1 2 6 7", "1 2 6 8 9", "1 2"}},
		{"shuffled", moves{move(1, pile), shuffle(pile)}, [3]string{"2 6 7", "2 8 9", "2"}},
		{"shuffled where only the owner sees", moves{reveal(6), shuffle(of(0))}, [3]string{"1 2 6 7", "1 2 8 9", "1 2"}},
		{"shuffled in the open", moves{shuffle(row)}, [3]string{"1 2 6 7", "1 2 8 9", "1 2"}},
		{"shuffled alone", moves{remove(3, 4, 5), move(1, pile), shuffle(pile)}, [3]string{"1 2 6 7", "1 2 8 9", "1 2"}},
		{"revealed to all", moves{reveal(3)}, [3]string{"1 2 3 6 7", "1 2 3 8 9", "1 2 3"}},
		{"revealed to one", moves{reveal(3, 1)}, [3]string{"1 2 6 7", "1 2 3 8 9", "1 2"}},
		{"revealed to spectators", moves{reveal(3, game.Nobody)}, [3]string{"1 2 6 7", "1 2 8 9", "1 2 3"}},
		{"revealed, then shuffled", moves{reveal(3), shuffle(pile)}, [3]string{"1 2 6 7", "1 2 8 9", "1 2"}},
		{"shuffled, then revealed", moves{shuffle(pile), reveal(3)}, [3]string{"1 2 3 6 7", "1 2 3 8 9", "1 2 3"}},
		{"shown and hidden", moves{func(tx *game.Tx) { tx.Show(card(tx.State, 4), 0) }, func(tx *game.Tx) { tx.Hide(card(tx.State, 4)) }}, [3]string{"1 2 4 6 7", "1 2 8 9", "1 2"}},
		{"shown and hidden in one move", moves{func(tx *game.Tx) { tx.Show(card(tx.State, 4)); tx.Hide(card(tx.State, 4)) }}, [3]string{"1 2 6 7", "1 2 8 9", "1 2"}},
		{"hidden in the open", moves{func(tx *game.Tx) { tx.Hide(card(tx.State, 1)) }}, [3]string{"1 2 6 7", "1 2 8 9", "1 2"}},
		{"into the bag", moves{move(1, bag)}, [3]string{"1 2 6 7", "1 2 8 9", "1 2"}},
		{"a card leaves the bag unseen", moves{move(1, bag), move(10, pile)}, [3]string{"2 6 7", "2 8 9", "2"}},
		{"the card itself leaves the bag unseen", moves{move(1, bag), move(1, pile)}, [3]string{"2 6 7", "2 8 9", "2"}},
		{"a card of the bag goes to a hand", moves{move(1, bag), move(10, of(0))}, [3]string{"1 2 6 7 10", "2 8 9", "2"}},
		{"a card of the bag goes into the open", moves{move(1, bag), move(10, row)}, [3]string{"1 2 6 7 10", "1 2 8 9 10", "1 2 10"}},
		{"a card leaves the bag and is revealed", moves{move(1, bag), func(tx *game.Tx) { tx.Reveal(card(tx.State, 10), 1); tx.Move(card(tx.State, 10), pile()) }}, [3]string{"2 6 7", "1 2 8 9 10", "2"}},
		{"the last card leaves the bag", moves{remove(10, 11), move(1, bag), move(1, pile)}, [3]string{"1 2 6 7", "1 2 8 9", "1 2"}},
		{"a card of the bag is removed", moves{move(1, bag), remove(10)}, [3]string{"2 6 7", "2 8 9", "2"}},
		{"a shown card is removed from the bag", moves{move(1, bag), func(tx *game.Tx) { tx.Show(card(tx.State, 10), 0) }, remove(10)}, [3]string{"1 2 6 7", "2 8 9", "2"}},
		{"shuffled in the bag", moves{move(1, bag), shuffle(bag)}, [3]string{"2 6 7", "2 8 9", "2"}},
		{"in a Try only", moves{func(tx *game.Tx) {
			tx.Try(func() {
				tx.Shuffle(row())
				tx.Move(card(tx.State, 1), pile())
				tx.Shuffle(pile())
				tx.Reveal(card(tx.State, 3))
			})
		}}, [3]string{"1 2 6 7", "1 2 8 9", "1 2"}},
		{"gone", moves{remove(1, 6)}, [3]string{"2 7", "2 8 9", "2"}},
		{"given", moves{func(tx *game.Tx) { tx.Give(card(tx.State, 8), 0) }}, [3]string{"1 2 6 7", "1 2 8 9", "1 2"}},
	} {
		s := x.start(t)
		for _, do := range c.moves {
			s = x.play(t, s, do)
		}
		for i, o := range observers(s) {
			if got := knowing(s, o); got != c.want[i] {
				t.Errorf("%s: %s knows %s, want %s", c.name, o, got, c.want[i])
			}
		}
		if s.Knows(0, 0) || s.Knows(0, 9999) {
			t.Errorf("%s: an absent element is known", c.name)
		}
	}
}

// A seat that does not play knows what spectators know. The judge knows everything.
func TestKnowsOfOthers(t *testing.T) {
	x := recalled()
	s := x.play(t, x.start(t), func(tx *game.Tx) { tx.Reveal(card(tx.State, 3), game.Nobody) })
	for o, want := range map[game.Seat]string{game.Nobody: "1 2 3", 7: "1 2 3", 31: "1 2 3", 99: "1 2 3", game.Judge: "1 2 3 4 5 6 7 8 9 10 11", -5: "1 2 3"} {
		if got := knowing(s, o); got != want {
			t.Errorf("%s knows %s, want %s", o, got, want)
		}
	}
	v := s.View(0)
	for id := range v.All() { // a view contains only what is known
		if v.Knows(0, id) != (v.Kind(id) != nil) || v.Knows(1, id) != v.Knows(0, id) {
			t.Errorf("in its view, player 1 knows %s: %v", v.Name(id), v.Knows(0, id))
		}
	}
}

// The owner of an unordered hand never loses track of it; the others do.
func TestKnowsInUnorderedHands(t *testing.T) {
	x := recalled()
	x.hand.Order = game.Unordered
	s := x.start(t)
	s = x.play(t, s, func(tx *game.Tx) { tx.Reveal(card(s, 6)) })
	s = x.play(t, s, func(tx *game.Tx) { tx.Move(card(s, 7), x.pile) })
	if got := knowing(s, 0) + "; " + knowing(s, 1) + "; " + knowing(s, game.Nobody); got != "1 2 6 7; 1 2 8 9; 1 2" {
		t.Errorf("they know %s", got)
	}
	s = x.play(t, s, func(tx *game.Tx) { tx.Move(card(s, 1), x.hand.Of(0)) })
	s = x.play(t, s, func(tx *game.Tx) { tx.Move(card(s, 1), x.hand.Of(1)) }) // seat 1 sees that it was this one
	if got := knowing(s, 0) + "; " + knowing(s, 1) + "; " + knowing(s, game.Nobody); got != "1 2 6 7; 1 2 8 9; 2" {
		t.Errorf("they know %s", got)
	}
}

// RevealOne shows an observer the first of the cards, unless they already know one of them.
func TestRevealOne(t *testing.T) {
	x := recalled()
	s := x.start(t)
	s = x.play(t, s, func(tx *game.Tx) { tx.Reveal(card(s, 4), 1) })
	pile := game.SetOf(card(s, 3), card(s, 4), card(s, 5))
	for _, c := range []struct {
		do   func(tx *game.Tx)
		want [3]string
	}{
		{func(tx *game.Tx) { tx.RevealOne(pile) }, [3]string{"1 2 3 6 7", "1 2 4 8 9", "1 2 3"}},
		{func(tx *game.Tx) { tx.RevealOne(pile, 0) }, [3]string{"1 2 3 6 7", "1 2 4 8 9", "1 2"}},
		{func(tx *game.Tx) { tx.RevealOne(pile, game.Nobody, 1) }, [3]string{"1 2 6 7", "1 2 4 8 9", "1 2 3"}},
		{func(tx *game.Tx) { tx.RevealOne(game.SetOf(card(s, 6), card(s, 7)), 0) }, [3]string{"1 2 6 7", "1 2 4 8 9", "1 2"}},
		{func(tx *game.Tx) { tx.RevealOne(game.SetOf[game.ID]()) }, [3]string{"1 2 6 7", "1 2 4 8 9", "1 2"}},
		{func(tx *game.Tx) { tx.Try(func() { tx.RevealOne(pile) }) }, [3]string{"1 2 6 7", "1 2 4 8 9", "1 2"}},
	} {
		next := x.play(t, s, c.do)
		for i, o := range observers(s) {
			if got := knowing(next, o); got != c.want[i] {
				t.Errorf("%s knows %s, want %s", o, got, c.want[i])
			}
		}
	}
	for words, do := range map[string]func(tx *game.Tx){
		"there is no seat 5: there are 2 seats": func(tx *game.Tx) { tx.RevealOne(pile, 5) },
		"places and seats are permanent":        func(tx *game.Tx) { tx.RevealOne(game.SetOf(x.row.ID())) },
	} {
		_, err := x.try(s, do)
		wantFault(t, err, words)
	}
}

// A read-only function cannot reveal anything.
func TestRevealInReadOnlyFunctions(t *testing.T) {
	for name, do := range map[string]func(x *box, tx *game.Tx){
		"Reveal":    func(x *box, tx *game.Tx) { tx.Reveal(card(tx.State, 3)) },
		"RevealOne": func(x *box, tx *game.Tx) { tx.RevealOne(tx.Contents(x.pile)) },
		"Show":      func(x *box, tx *game.Tx) { tx.Show(card(tx.State, 3)) },
		"Hide":      func(x *box, tx *game.Tx) { tx.Hide(card(tx.State, 1)) },
		"as before": func(x *box, tx *game.Tx) { tx.AsDeclared(card(tx.State, 1)) },
	} {
		x := recalled()
		armed := false
		what := &game.Pick[game.ID]{Name: "what", From: func(tx *game.Tx) game.Set[game.ID] {
			if armed {
				do(x, tx)
			}
			return tx.Contents(x.row)
		}}
		x.picking(func(*game.Tx) {}, what)
		s := x.start(t)
		armed = true
		_, err := s.Play(game.Move{Seat: 0, Action: "pick", Picks: [][]game.Value{element(card(s, 1))}})
		if err == nil {
			t.Errorf("%s: it is not a Fault", name)
			continue
		}
		wantFault(t, err, "a read-only function")
	}
}

// An observer who loses track of an element loses track of its hidden contents.
func TestKnowsContentsOfElements(t *testing.T) {
	x := den()
	x.stone.Seen = game.ByNone
	s := x.setup(t, func(tx *game.Tx) {
		for i := range 2 {
			tx.Create(x.stone, x.row)
			x.deal(tx, x.row.ID(), i+1)
		}
	})
	s = x.play(t, s, func(tx *game.Tx) {
		for i, id := range []game.ID{s.Find("#1"), s.Find("#3")} {
			tx.Move(card(s, i+1), id)
			tx.Move(id, x.pile)
		}
	})
	if got := knowing(s, 0); got != "0 1 0 2" {
		t.Fatalf("player 1 knows %s", got)
	}
	s = x.play(t, s, func(tx *game.Tx) { tx.Shuffle(x.pile) })
	if got := knowing(s, 0); got != "" {
		t.Errorf("after the stones were shuffled, player 1 knows %s", got)
	}
}

// Where not even the number of elements is seen, nothing can be followed.
func TestKnowsNothingInTheFog(t *testing.T) {
	for name, hidden := range map[string]game.Sight{
		"declared": game.ByNone.Else(game.Unseen),
		"by rule":  game.By(func(*game.State, game.Seat, game.ID) game.Level { return game.Unseen }),
	} {
		x := den()
		land := &game.Place{Name: "land", Names: []string{"c0", "c1"}, Seen: hidden}
		x.Layout = append(x.Layout, land)
		s := x.setup(t, func(tx *game.Tx) { x.deal(tx, x.row.ID(), 1) })
		s = x.play(t, s, func(tx *game.Tx) { tx.Move(card(s, 1), land.At(0)) })
		if s.Knows(1, card(s, 1)) {
			t.Errorf("%s: the element was followed into the fog", name)
		}
	}
}

// A value rolled out of sight is no longer known, whatever the result; the rest of the element still is.
func TestRolledIsNotKnown(t *testing.T) {
	for name, declared := range map[string]game.Column{"with the face": coin.Rolled(six), "apart": coin.Seen(game.ByOwner).Rolled(six)} {
		x := den()
		x.Parts = append(x.Parts, declared)
		x.Setup = func(tx *game.Tx) {
			id := tx.Create(x.card, x.row, label.Is("red"), coin.Is(4))
			tx.Give(id, 1)
		}
		s := x.start(t)
		die := s.First(x.row)
		s = x.play(t, s, func(tx *game.Tx) { tx.Move(die, x.pile) })
		for _, pips := range []int{4, 2} {
			s = x.play(t, s.Rig(game.Chance{Number: pips - 1}), func(tx *game.Tx) { coin.Roll(tx, die) })
			seen := map[int]int{}
			for seed := range uint64(60) {
				r, err := s.Redeal(0, game.SeedOf(seed))
				if err != nil {
					t.Fatalf("%s, rolled %d: %v", name, pips, err)
				}
				seen[coin.Of(r, die)]++
				if label.Of(r, die) != "red" {
					t.Fatalf("%s: it is %s", name, label.Of(r, die))
				}
			}
			if len(seen) != 6 {
				t.Errorf("%s, rolled %d: re-dealt it shows %v", name, pips, seen)
			}
		}
	}
}

// keeping is a den with a long game. Its moves are words, so that it can be recorded.
func keeping(t testing.TB) (*box, *game.State, []string) {
	x, moves := longKeeping()
	return x, x.start(t), moves
}

func longKeeping() (*box, []string) {
	x := recalled()
	f := &game.Pick[int]{Name: "f", Range: fixed(1, 11)}
	place := &game.Pick[int]{Name: "place", Range: fixed(0, 4)}
	at := func(i int) game.ID {
		return []game.ID{x.row.ID(), x.pile.ID(), x.bag.ID(), x.hand.Of(0), x.hand.Of(1)}[i]
	}
	x.Actions = append(x.Actions,
		&game.Action{Name: "move", Pick: []game.Choice{f, place}, Do: func(tx *game.Tx) {
			tx.Move(card(tx.State, f.In(tx)), at(place.In(tx)))
			tx.Say("moves {0}", card(tx.State, f.In(tx)))
		}},
		&game.Action{Name: "mix", Pick: []game.Choice{place}, Do: func(tx *game.Tx) { tx.Shuffle(at(place.In(tx))) }},
		&game.Action{Name: "tell", Pick: []game.Choice{f}, Do: func(tx *game.Tx) { tx.Reveal(card(tx.State, f.In(tx)), 1-tx.Seat) }},
		&game.Action{Name: "show", Pick: []game.Choice{f}, Do: func(tx *game.Tx) { tx.Show(card(tx.State, f.In(tx)), tx.Seat) }},
	)
	return x, strings.Split("move 1 1,tell 3,mix 1,move 4 3,show 5,move 6 2,mix 3,move 9 0,tell 7,move 2 4,move 10 0,mix 4,move 3 2,move 11 1,show 8,mix 0,tell 1,move 5 0", ",")
}

// wantMemory fails unless all observers see and know the same, by the same names, and re-deals are the same.
func wantMemory(t testing.TB, what string, got, want *game.State) {
	t.Helper()
	for _, o := range append(observers(want), game.Judge) {
		if a, b := string(got.View(o).Save()), string(want.View(o).Save()); a != b {
			t.Fatalf("%s: %s sees\n%s\nwant\n%s", what, o, a, b)
		}
		if a, b := knowing(got, o), knowing(want, o); a != b {
			t.Fatalf("%s: %s knows %s, want %s", what, o, a, b)
		}
		a, err1 := got.Redeal(o, game.SeedOf(3))
		b, err2 := want.Redeal(o, game.SeedOf(3))
		if fmt.Sprint(err1) != fmt.Sprint(err2) || err1 == nil && a.Hash() != b.Hash() {
			t.Fatalf("%s: the re-deal for %s differs: %v, %v", what, o, err1, err2)
		}
	}
}

// An element that goes out of sight without moving is lost to observers who no longer see that it is there: otherwise
// they would know that it has not moved. It is not lost if it was revealed, or put there by the seat itself, or if the
// seat still sees that something is there.
func TestMemoryLosesWhatIsOutOfSight(t *testing.T) {
	for _, test := range []struct {
		name string
		dark game.Level // what is seen of the row in the dark
		do   func(x *box, tx *game.Tx)
		want string
	}{
		{"unseen", game.Unseen, func(*box, *game.Tx) {}, "3"},
		{"counted", game.Counted, func(*box, *game.Tx) {}, "1 2 3"},
		{"a back", game.Back, func(*box, *game.Tx) {}, "1 2 3"},
		{"revealed", game.Unseen, func(x *box, tx *game.Tx) { tx.Reveal(card(tx.State, 2), 0) }, "2 3"},
		{"put there", game.Unseen, func(x *box, tx *game.Tx) { tx.Move(card(tx.State, 3), x.row) }, "3"},
	} {
		t.Run(test.name, func(t *testing.T) {
			x := den()
			x.row.Seen = game.By(func(s *game.State, _ game.Seat, _ game.ID) game.Level {
				if points.Of(s, game.Root) > 0 {
					return test.dark
				}
				return game.Face
			})
			x.Guess = func(*game.Tx, game.Seat) {}
			s := x.setup(t, func(tx *game.Tx) { x.deal(tx, x.row.ID(), 1, 2); x.deal(tx, x.hand.Of(0), 3) })
			if got := knowing(s, 0); got != "1 2 3" {
				t.Fatalf("before, player 1 knows %q", got)
			}
			s = x.play(t, s, func(tx *game.Tx) { points.Set(tx, game.Root, 1); test.do(x, tx) })
			if got := knowing(s, 0); got != test.want {
				t.Errorf("player 1 knows %q, want %q", got, test.want)
			}
			same(t, reload(t, s), s)
		})
	}
}

// The observers' memory is part of the state: it survives undo and redo, saves, records, forks, refused moves and Try.
func TestMemoryIsKept(t *testing.T) {
	x, s, moves := keeping(t)
	all := states(t, x.Rules, 2, moves...)
	h := historyOf(t, s, moves...)
	wantMemory(t, "played into a history", h.State(), all[len(moves)])
	for i := len(moves) - 1; i >= 0; i-- {
		if err := h.Back(); err != nil {
			t.Fatal(err)
		}
		wantMemory(t, fmt.Sprint("undone to ", i), h.State(), all[i])
	}
	for i := range moves {
		if err := h.Forward(); err != nil {
			t.Fatal(err)
		}
		wantMemory(t, fmt.Sprint("redone to ", i+1), h.State(), all[i+1])
	}
	f := s.Fork()
	f.Record(true)
	for i, text := range moves {
		loaded := reload(t, all[i])
		wantMemory(t, fmt.Sprint("loaded after ", i), loaded, all[i])
		wantMemory(t, fmt.Sprint("loaded, then played ", text), play(t, loaded, text), all[i+1])
		replayed, err := replayed(x.Rules, h.Record(), i+1)
		if err != nil {
			t.Fatal(err)
		}
		wantMemory(t, fmt.Sprint("replayed up to ", i+1), replayed, all[i+1])
		if _, err := all[i].PlayText(all[i].Turn(), "move 1 9"); err == nil {
			t.Fatal("the move is not refused")
		}
		if _, err := x.try(all[i], func(tx *game.Tx) { tx.Shuffle(x.row); tx.Reveal(card(tx.State, 3)); panic("stop") }); err == nil {
			t.Fatal("the move is not a Fault")
		}
		m, err := f.State().Parse(f.State().Turn(), text)
		if err == nil {
			err = f.Play(m)
		}
		if err != nil {
			t.Fatal(err)
		}
		if refused := f.Play(m); refused == nil {
			t.Fatal("a move out of turn is accepted")
		}
		if i%3 != 0 {
			continue
		}
		frozen, err := f.Freeze()
		if err != nil {
			t.Fatal(err)
		}
		wantMemory(t, fmt.Sprint("frozen after ", i+1), frozen, all[i+1])
	}
	for i, s := range all {
		wantMemory(t, fmt.Sprint("at the end, the state after ", i), s, states(t, x.Rules, 2, moves[:i]...)[i])
	}
}

// To check whether a move is possible, the kernel runs Then, and undoes it if the move is refused in the end: nobody
// learns or forgets anything from that.
func TestMemoryOfTries(t *testing.T) {
	x := recalled()
	n := &game.Pick[int]{Name: "n", Range: fixed(0, 2), Then: func(tx *game.Tx, _ int) {
		tx.Reveal(card(tx.State, 3))
		tx.Move(card(tx.State, 1), x.pile)
		tx.Shuffle(x.pile)
		tx.Show(card(tx.State, 8))
	}}
	x.Actions = append([]*game.Action{{Name: "dare", Pick: []game.Choice{n}, Do: func(*game.Tx) {}, Check: func(tx *game.Tx) bool {
		if n.In(tx) < 2 {
			return tx.Refuse("it was too low")
		}
		return true
	}}}, x.Actions...)
	s := x.start(t)
	f := s.Fork()
	f.Record(true)
	before := sight(s)
	for range 3 {
		for _, low := range []string{"dare 0", "dare 1"} {
			if _, err := s.PlayText(s.Turn(), low); game.CodeOf(err) != game.Rejected {
				t.Fatalf("got %v", err)
			}
			m, err := f.State().Parse(f.State().Turn(), low)
			if err != nil {
				t.Fatal(err)
			}
			if err := f.Play(m); game.CodeOf(err) != game.Rejected {
				t.Fatalf("got %v", err)
			}
		}
		if err := f.Play(game.Move{Seat: s.Turn(), Action: "do"}); err != nil {
			t.Fatal(err)
		}
		s = play(t, s, "do")
	}
	frozen, err := f.Freeze()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []*game.State{s, frozen} {
		if got := knowing(s, 0) + "; " + knowing(s, 1) + "; " + knowing(s, game.Nobody); got != "1 2 6 7; 1 2 8 9; 1 2" || sight(s) != before {
			t.Errorf("they know %s and see\n%s", got, sight(s))
		}
		if got := kindNames(s, 0, 1); got != "#1" {
			t.Errorf("card 1 has become %s", got)
		}
	}
	wantMemory(t, "frozen", frozen, s)
}

// A state reached without memory is like one seen for the first time: observers know only what they see, and no handle
// reveals what went through a shuffle.
func TestForgottenInForks(t *testing.T) {
	x, s, moves := keeping(t)
	f := s.Fork()
	for _, text := range moves {
		m, err := f.State().Parse(f.State().Turn(), text)
		if err == nil {
			err = f.Play(m)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	frozen, err := f.Freeze()
	if err != nil {
		t.Fatal(err)
	}
	fresh, err := x.start(t).Apply(x.start(t).Diff(frozen))
	if err != nil {
		t.Fatal(err)
	}
	_, err = frozen.Redeal(0, game.SeedOf(1))
	wantRefusal(t, err, game.Unavailable, "there is no memory of what seat 0 has known: the state comes from a Fork that did not Record")
	g := s.Fork()
	for _, text := range moves {
		m, err := g.State().Parse(g.State().Turn(), text)
		if err == nil {
			err = g.Play(m)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, o := range observers(s) {
		if a, b := string(g.State().View(o).Save()), string(frozen.View(o).Save()); a != b {
			t.Errorf("the view of %s differs in the fork:\n%s\n%s", o, a, b)
		}
		wantAlike(t, o, frozen, fresh)
		for id := range frozen.All() {
			if frozen.Knows(o, id) != (frozen.Sees(o, id) == game.Face) {
				t.Errorf("%s knows %s", o, frozen.Name(id))
			}
		}
	}
}
