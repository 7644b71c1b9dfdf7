package probes

import (
	"fmt"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/gametest"
)

// Claim is a bid: that there are at least so many dice with this face under all cups together.
type Claim struct{ Count, Face int8 }

func (c Claim) String() string { return fmt.Sprintf("%dx%d", c.Count, c.Face) }

var (
	pips    = game.NewPart[int]("pips")
	claimed = game.NewPart[Claim]("claim") // on the table: the bid that stands
	lifted  = game.NewPart[bool]("lifted") // on the table: the cups are lifted
)

// liarsDice is played with so many dice under the cup of each seat.
func liarsDice(dice int) *game.Rules {
	// Each seat sees its own dice; how many there are under a cup is for all to see.
	die := &game.Kind{Name: "die", Label: func(s *game.State, id game.ID) string { return fmt.Sprint(pips.Of(s, id)) }}
	cup := &game.Place{Name: "cup", Each: true, Order: game.Unordered, Seen: game.ByOwner}

	// The first bid is free. A later one names more dice, or as many with a higher face.
	claim := &game.Pick[Claim]{Name: "claim", Prompt: "How many dice of which face?"}
	claim.List = func(t *game.Tx) (all []Claim) {
		stands, total := claimed.Of(t, game.Root), 0
		for x := range game.Seat(t.Seats()) {
			total += t.Count(cup.Of(x))
		}
		for count := max(stands.Count, 1); count <= int8(total); count++ {
			for face := int8(1); face <= 6; face++ {
				if count > stands.Count || face > stands.Face {
					all = append(all, Claim{count, face})
				}
			}
		}
		return all
	}
	bid := func(t *game.Tx) {
		claimed.Set(t, game.Root, claim.In(t))
		t.Say("{0} bids {1}", t.Seat, claim.In(t).String())
	}

	bidder := func(t *game.Tx) game.Seat {
		for x := t.Seat - 1; ; x-- {
			if x < 0 {
				x = game.Seat(t.Seats()) - 1
			}
			if t.Standing().Has(x) {
				return x // the one before
			}
		}
	}

	// Instead of bidding a seat may doubt the bid that stands. All cups are lifted and the dice of
	// the face are counted. If there are enough, the seat that doubts has lost, else the bidder.
	doubt := func(t *game.Tx) {
		stands := claimed.Of(t, game.Root)
		count := int8(0)
		for id := range t.All(die) {
			t.Show(id)
			if pips.Of(t, id) == int(stands.Face) {
				count++
			}
		}
		loser := t.Seat
		if count < stands.Count {
			loser = bidder(t)
		}
		lifted.Set(t, game.Root, true)
		t.Announce("{0} doubts {1}: there are {2}, and {3} loses a die", t.Seat, stands.String(), count, loser)
		t.Next(loser)
	}

	// The dice lie open until the loser puts one of its own away. Then all roll again, and the
	// loser begins. Who has no dice left is out; the last one wins.
	roll := func(t *game.Tx) {
		t.Remove(t.Last(cup.Of(t.Seat)))
		claimed.Set(t, game.Root, Claim{})
		lifted.Set(t, game.Root, false)
		for id := range t.All(die) {
			t.Hide(id)
			t.Show(id, t.Owner(id))
			pips.Roll(t, id)
		}
		if t.Count(cup.Of(t.Seat)) > 0 {
			t.Again()
			return
		}
		t.Eliminate(t.Seat)
		t.Say("{0} is out", t.Seat)
		if left := t.Standing(); left.Len() == 1 {
			for x := range left.All() {
				t.Win(x)
			}
		}
	}
	down := game.When("the cups are lifted", func(t *game.Tx) bool { return !lifted.Of(t, game.Root) })
	bidden := game.When("there is no bid to doubt", func(t *game.Tx) bool { return claimed.Of(t, game.Root) != Claim{} })
	return &game.Rules{
		Name:   "liarsdice",
		Seats:  game.Between(2, 4),
		Layout: []game.Layout{cup},
		Kinds:  []*game.Kind{die},
		Parts:  []game.Column{pips.Rolled(func(t *game.Tx, _ game.ID) int { return t.Roll(6) }), claimed, lifted},
		Setup: func(t *game.Tx) {
			for x := range game.Seat(t.Seats()) {
				for range dice {
					pips.Roll(t, t.Create(die, cup.Of(x)))
				}
			}
		},
		Actions: []*game.Action{
			{Name: "bid", Pick: []game.Choice{claim}, Do: bid, If: down},
			{Name: "doubt", Do: doubt, If: down.And(bidden)},
			{Name: "roll", Do: roll, If: down.Not("the cups are down")},
		},
	}
}

func TestLiarsDiceLaws(t *testing.T) { gametest.Config{Games: few(10)}.Check(t, liarsDice(2)) }

func TestLiarsDiceViews(t *testing.T) {
	s := begin(t, liarsDice(2), 3, dice(1, 2, 3, 4, 5, 6)...)
	covered := func(s *game.State) {
		t.Helper()
		sees(t, s.View(game.Nobody), `
			cup/0: cup/0:1 cup/0:2
			cup/1: cup/1:1 cup/1:2
			cup/2: cup/2:1 cup/2:2`)
	}
	covered(s)
	sees(t, s.View(0), `
		cup/0: #1=1 #2=2
		cup/1: cup/1:1 cup/1:2
		cup/2: cup/2:1 cup/2:2`)
	sees(t, s.View(2), `
		cup/0: cup/0:1 cup/0:2
		cup/1: cup/1:1 cup/1:2
		cup/2: #1=5 #2=6`)
	refused(t, s, "doubt", game.Unavailable, "there is no bid to doubt")
	refused(t, s, "roll", game.Unavailable, "the cups are down")
	refused(t, s, "bid 7x1", game.NotOffered, "7x1 cannot be chosen")

	// There is one three, so seat 1 has lied. All see all dice until they are rolled again.
	s = play(t, s, "bid 1x3", "bid 2x3")
	refused(t, s, "bid 2x2", game.NotOffered, "2x2 cannot be chosen")
	covered(s)
	bidden := s
	s = play(t, s, "doubt")
	want := `[{ @turn 2 1} { @moves 2 3} {#3 @kind  die} {#3 @owner  1} {#3 pips  3} {#4 @kind  die} {#4 @owner  1} {#4 pips  4} ` +
		`{#5 @kind  die} {#5 @owner  2} {#5 pips  5} {#6 @kind  die} {#6 @owner  2} {#6 pips  6} ` +
		`{cup/1 @holds 0 ?2 0 #3 #4} {cup/2 @holds 0 ?2 0 #5 #6} {table lifted  true}]`
	if got := fmt.Sprint(bidden.Changes(s, 0)[0]); got != want {
		t.Errorf("player 1 sees the changes\n%s\nwant\n%s", got, want)
	}
	for _, x := range everyone(s) {
		if got := fmt.Sprint(s.View(x).Said()); got != "[player 3 doubts 2x3: there are 1, and player 2 loses a die]" {
			t.Errorf("%v hears %s", x, got)
		}
	}
	sees(t, s.View(game.Nobody), `
		cup/0: #1=1 #2=2
		cup/1: #3=3 #4=4
		cup/2: #5=5 #6=6`)
	sees(t, s.View(0), `
		cup/0: #1=1 #2=2
		cup/1: #3=3 #4=4
		cup/2: #5=5 #6=6`)
	sees(t, s.View(2), `
		cup/0: #3=1 #4=2
		cup/1: #5=3 #6=4
		cup/2: #1=5 #2=6`)
	if s.Turn() != 1 {
		t.Errorf("it is the turn of %v", s.Turn())
	}
	refused(t, s, "bid", game.Unavailable, "the cups are lifted")

	// One of its dice is put away, the other five show other faces now, and only their owners see
	// them. Seat 1, which has lied, begins.
	rolled := play(t, s.Rig(dice(6, 5, 4, 3, 2)...), "roll")
	sees(t, rolled.View(0), `
		cup/0: #1=6 #2=5
		cup/1: cup/1:1
		cup/2: cup/2:1 cup/2:2`)
	sees(t, rolled.View(1), `
		cup/0: cup/0:1 cup/0:2
		cup/1: #1=4
		cup/2: cup/2:1 cup/2:2`)
	sees(t, rolled.View(2), `
		cup/0: cup/0:1 cup/0:2
		cup/1: cup/1:1
		cup/2: #1=3 #2=2`)
	if rolled.Turn() != 1 {
		t.Errorf("it is the turn of %v", rolled.Turn())
	}
	sees(t, play(t, rolled, "bid 5x5", "doubt").View(2), `
		cup/0: #7=5 #8=6
		cup/1: #9=4
		cup/2: #1=3 #2=2`)

	// Whatever the others have rolled, nobody can tell by anything.
	other := play(t, s.Rig(dice(6, 5, 1, 1, 1)...), "roll")
	if is, was := string(rolled.View(0).Save()), string(other.View(0).Save()); is != was {
		t.Errorf("player 1 can tell what the others have rolled:\n%s\n%s", is, was)
	}
	if is, was := fmt.Sprint(s.Changes(rolled, 0)), fmt.Sprint(s.Changes(other, 0)); is != was {
		t.Errorf("player 1 can tell from the changes what the others have rolled:\n%s\n%s", is, was)
	}
}

// diceFor counts how often each die shows each face in re-deals for a seat.
func diceFor(t testing.TB, s *game.State, seat game.Seat, deals int) map[string]*[7]int {
	t.Helper()
	faces := map[string]*[7]int{}
	f := s.Fork()
	for n := range uint64(deals) {
		if err := f.Redeal(s, seat, n); err != nil {
			t.Fatal(err)
		}
		for id := range f.State().All() {
			name := s.Name(id)
			if faces[name] == nil {
				faces[name] = new([7]int)
			}
			faces[name][pips.Of(f.State(), id)]++
		}
	}
	return faces
}

// rollsOthers reports a test error unless re-deals for each seat roll the dice of the others, and
// of nobody else.
func rollsOthers(t *testing.T, s *game.State, when string) {
	t.Helper()
	const deals = 1200
	for _, x := range everyone(s) {
		faces := diceFor(t, s, x, deals)
		for id := range s.All() {
			count, is := faces[s.Name(id)], pips.Of(s, id)
			if s.Owner(id) == x {
				if count[is] != deals {
					t.Fatalf("%s, a re-deal for %v rolls its own die %s: %v", when, x, s.Name(id), count[1:])
				}
				continue
			}
			chi := 0.0
			for _, n := range count[1:] {
				chi += float64((n-deals/6)*(n-deals/6)) / (deals / 6)
			}
			if chi > 25 { // one time in 7,000
				t.Fatalf("%s, re-deals for %v do not roll %s of %v, but give it the faces %v", when, x, s.Name(id), s.Owner(id), count[1:])
			}
		}
		redealt(t, s, x, 1)
	}
}

func TestLiarsDiceRedeal(t *testing.T) {
	s := begin(t, liarsDice(2), 3, dice(1, 2, 3, 4, 5, 6)...)
	rollsOthers(t, s, "at the beginning")
	s = play(t, s, "bid 1x3", "bid 2x3")
	rollsOthers(t, s, "after two bids")

	// What lies open stays as it is.
	s = play(t, s, "doubt")
	for _, x := range everyone(s) {
		for name, count := range diceFor(t, s, x, 20) {
			if is := pips.Of(s, s.Find(name)); count[is] != 20 {
				t.Errorf("%v sees that %s is %d, and a re-deal makes it %v", x, name, is, count[1:])
			}
		}
	}

	// Once they are rolled again, nobody knows the dice of others, though they are the same dice,
	// and even if they show the same faces.
	rollsOthers(t, play(t, s.Rig(dice(1, 2, 3, 5, 6)...), "roll"), "after a second roll like the first")
	s = play(t, s.Rig(dice(2, 1, 4, 6, 5)...), "roll")
	rollsOthers(t, s, "after a second roll")
	s = play(t, s, "bid 1x1", "doubt", "roll")
	rollsOthers(t, s, "after a third roll")
}

func TestRolledAgain(t *testing.T) {
	// One die under the cup of seat 0. It can be shown, covered and rolled, or both in one move.
	rules := func() *game.Rules {
		die := &game.Kind{Name: "die"}
		cup := &game.Place{Name: "cup", Each: true, Seen: game.ByOwner}
		do := func(name string, steps ...func(*game.Tx, game.ID)) *game.Action {
			return &game.Action{Name: name, Do: func(t *game.Tx) {
				for _, step := range steps {
					step(t, t.First(cup.Of(0)))
				}
			}}
		}
		show := func(t *game.Tx, id game.ID) { t.Show(id) }
		cover := func(t *game.Tx, id game.ID) {
			t.Hide(id)
			t.Show(id, 0)
		}
		roll := func(t *game.Tx, id game.ID) { pips.Roll(t, id) }
		return &game.Rules{
			Name: "die", Seats: game.Exactly(2), Layout: []game.Layout{cup}, Kinds: []*game.Kind{die},
			Parts:   []game.Column{pips.Rolled(func(t *game.Tx, _ game.ID) int { return t.Roll(6) })},
			Setup:   func(t *game.Tx) { pips.Roll(t, t.Create(die, cup.Of(0))) },
			Actions: []*game.Action{do("show", show), do("cover", cover), do("roll", roll), do("cover-roll", cover, roll), do("roll-cover", roll, cover)},
		}
	}
	for _, test := range []struct {
		moves string
		knows bool // seat 1 knows what the die shows
	}{
		{"", false},
		{"show", true},
		{"show cover", true},
		{"show cover roll", false},
		{"show cover roll show", true},
		{"show roll", true},
		{"show roll cover", true},
		{"show cover-roll", false},
		{"show roll-cover", false},
		{"show roll cover cover-roll show cover", true},
	} {
		for _, face := range []int{4, 5} { // the same as before, or another
			s := begin(t, rules(), 2, dice(4)...)
			for _, move := range strings.Fields(test.moves) {
				if s = s.Rig(); strings.Contains(move, "roll") {
					s = s.Rig(dice(face)...)
				}
				s = play(t, s, move)
			}
			id := s.Find("#1")
			if got := diceFor(t, s, 1, 60)["#1"]; test.knows != (got[pips.Of(s, id)] == 60) {
				t.Errorf("%s, when a %d was rolled: re-deals for player 2 give the faces %v", test.moves, face, got[1:])
			}
			if got := diceFor(t, s, 0, 60)["#1"]; got[pips.Of(s, id)] != 60 {
				t.Errorf("%s, when a %d was rolled: re-deals for its owner give the faces %v", test.moves, face, got[1:])
			}
		}
	}
}

func TestLiarsDiceEnd(t *testing.T) {
	// Seat 1 lies and has no dice left; the others go on without it.
	s := play(t, begin(t, liarsDice(1), 3, dice(1, 2, 3)...), "bid 1x1", "bid 2x1", "doubt")
	if s.Turn() != 1 {
		t.Errorf("it is the turn of %v", s.Turn())
	}
	s = play(t, s.Rig(dice(4, 5)...), "roll")
	sees(t, s.View(2), `
		cup/0: cup/0:1
		cup/1:
		cup/2: #1=5`)
	if s.Turn() != 2 {
		t.Errorf("seat 1 is out, and it is the turn of %v", s.Turn())
	}

	// Seat 0 doubts in vain: the one who bid was seat 2, not seat 1.
	s = play(t, s, "bid 1x5", "doubt", "roll")
	if !s.Won(2) {
		t.Errorf("the game is %v", s.Outcome())
	}
}

func TestLiarsDiceRandomly(t *testing.T) {
	randomly(t, liarsDice(3), 20, func(t *testing.T, s *game.State) {
		for _, x := range everyone(s) {
			v := s.View(x)
			for y := range game.Seat(s.Seats()) {
				cup := s.Find(fmt.Sprint("cup/", int(y)))
				if v.Count(cup) != s.Count(cup) {
					t.Fatalf("%v sees %d dice of %v, not %d", x, v.Count(cup), y, s.Count(cup))
				}
				for id := range v.In(cup) {
					if open := x == y || lifted.Of(s, game.Root); open != (v.Kind(id) != nil) || open != (pips.Of(v, id) != 0) {
						t.Fatalf("%v sees %s as %d", x, v.Name(id), pips.Of(v, id))
					}
				}
			}
			redealt(t, s, x, 7)
		}
	})
}
