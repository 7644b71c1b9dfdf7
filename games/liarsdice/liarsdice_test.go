package liarsdice_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/liarsdice"
	"github.com/plygame/ply/gametest"
)

func TestLaws(t *testing.T) {
	gametest.Config{Make: "liarsdice.New(5, true, false)"}.Check(t, liarsdice.New(5, true, false))
}

func TestLawsOfAllOptions(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: takes long")
	}
	gametest.Config{Make: "liarsdice.New(2, false, true)"}.Check(t, liarsdice.New(2, false, true))
}

// rolls returns the faces that are rolled: "123 456" for two seats.
func rolls(cups string) (next []game.Chance) {
	for _, pips := range strings.ReplaceAll(cups, " ", "") {
		next = append(next, game.Chance{Number: int(pips - '0')})
	}
	return next
}

// deal starts a game with these rolls in which seat 0 begins.
func deal(t *testing.T, wild, exact bool, cups string) *gametest.Match {
	t.Helper()
	seats := strings.Fields(cups)
	return gametest.New(t, liarsdice.New(len(seats[0]), wild, exact), gametest.Setup{
		Seats: len(seats), Chance: append([]game.Chance{{Number: 0}}, rolls(cups)...),
	})
}

// again lets all seats roll, with these results.
func again(g *gametest.Match, cups string) {
	g.Rig(rolls(cups)...)
	for seat := range g.State().Standing().All() {
		g.Play(seat, "roll")
	}
}

func TestBidsGoUp(t *testing.T) {
	g := deal(t, true, false, "123 456 222")
	g.ExpectUnavailable(0, "liar", "there is no bid yet")
	g.RefuseWords(1, "bid 1 ones", "it is the turn of player 1")
	g.Refuse(0, "bid 10 ones", game.NotOffered) // there are only nine dice
	g.Refuse(0, "bid 0 ones", game.NotOffered)
	g.Refuse(0, "exact", game.NoAction)
	g.Play(0, "bid 3 fours")
	g.ExpectTurn(1)
	g.Refuse(1, "bid 2 sixes", game.NotOffered)
	g.RefuseWords(1, "bid 3 fours", "it is not higher than")
	g.RefuseWords(1, "bid 3 ones", "it is not higher than")
	g.Play(1, "bid 3 sixes")
	g.Refuse(2, "bid 3 sixes", game.NotOffered)
	g.Play(2, "bid 4 ones") // more dice of any face
	g.Play(0, "bid 9 sixes")
	g.ExpectUnavailable(1, "bid", "the bid is the highest possible")
	g.Play(1, "liar")
}

func TestCounting(t *testing.T) {
	for _, x := range []struct {
		words string
		wild  bool
		bid   string
		loser game.Seat
	}{
		{"wild ones count as fives", true, "bid 4 fives", 1},
		{"but they are not enough for five", true, "bid 5 fives", 0},
		{"without wild ones there are two fives", false, "bid 2 fives", 1},
		{"and not three", false, "bid 3 fives", 0},
		{"ones are just ones", true, "bid 2 ones", 1},
		{"and nothing counts as a one", true, "bid 3 ones", 0},
	} {
		t.Run(x.words, func(t *testing.T) {
			g := deal(t, x.wild, false, "153 156")
			g.PlayAll(x.bid, "liar")
			g.ExpectSaid(g.State().Rules().SeatName(x.loser) + " loses a die and has 2 left")
			g.ExpectToAct(0, 1)
			again(g, "12345")
			g.ExpectTurn(x.loser)
		})
	}
}

func TestLastDice(t *testing.T) {
	g := deal(t, true, false, "2 3 4")
	g.PlayAll("bid 1 twos", "liar") // seat 1 doubts a true bid
	g.ExpectSaid("player 1 told the truth")
	g.ExpectSaid("player 2 loses the last die and is out")
	g.ExpectToAct(0, 2)
	again(g, "5 6")
	g.ExpectTurn(2) // seat 1 is out, so the seat after it begins
	g.PlayAll("bid 2 sixes", "liar")
	g.ExpectSaid("player 3 bid 2 sixes, and there is 1")
	g.ExpectWinner(0)
}

func TestExact(t *testing.T) {
	g := deal(t, true, true, "22 33 44")
	g.PlayAll("bid 1 twos", "exact")
	g.ExpectSaid("the bid is not exactly right")
	g.ExpectSaid("player 2 loses a die and has 1 left")
	again(g, "26 2 42")
	g.ExpectTurn(1)
	g.PlayAll("bid 3 twos", "exact") // seat 2 is right
	g.ExpectSaid("player 1 loses a die and has 1 left")
	g.ExpectSaid("player 2 loses the last die and is out")
	again(g, "5 66")
	g.ExpectTurn(2)
	g.PlayAll("bid 2 sixes", "exact")
	g.ExpectSaid("the bid is exactly right")
	g.ExpectRunning()
}

func TestSecrets(t *testing.T) {
	g := deal(t, true, false, "12 34 56")
	die := g.State().Find("#1")
	sees := func(seat game.Seat, want game.Level) {
		t.Helper()
		if got := g.State().Sees(seat, die); got != want {
			t.Errorf("%s sees the die of player 1: %s, want %s", seat, got, want)
		}
	}
	sees(0, game.Face)
	sees(1, game.Counted)
	g.PlayAll("bid 4 sixes", "liar")
	sees(1, game.Face)
	sees(game.Nobody, game.Face)
	again(g, "1 34 56")
	sees(0, game.Face)
	sees(1, game.Counted)
	sees(game.Nobody, game.Counted)
}

// TestDiceShownBeforeLoss checks that everyone sees all dice before one is lost.
func TestDiceShownBeforeLoss(t *testing.T) {
	g := deal(t, true, false, "2 3 4")
	g.PlayAll("bid 1 twos", "liar")
	moments := g.State().Moments()
	if len(moments) != 1 {
		t.Fatalf("the move has %d moments", len(moments))
	}
	for _, who := range []game.Seat{0, 1, 2, game.Nobody} {
		view := moments[0].View(who)
		for i, want := range []int{2, 3, 4} {
			cup := view.Find("cup/" + string(rune('0'+i)))
			if die := view.First(cup); view.Count(cup) != 1 || view.Kind(die) == nil || int(liarsdice.Pips.Of(view, die)) != want {
				t.Errorf("%s does not see the %d of seat %d", who, want, i)
			}
		}
	}
	if n := g.State().Count(g.State().Find("cup/1")); n != 0 {
		t.Errorf("afterwards player 2 has %d dice", n)
	}
}

// facesFor counts how often each die shows each face in re-deals for a seat.
func facesFor(t *testing.T, s *game.State, seat game.Seat, deals int) map[game.ID]*[7]int {
	t.Helper()
	faces := map[game.ID]*[7]int{}
	f := s.Fork()
	for n := range uint64(deals) {
		if err := f.Redeal(s, seat, n); err != nil {
			t.Fatal(err)
		}
		for id := range s.All() {
			if strings.HasPrefix(s.Name(s.Parent(id)), "cup/") {
				if faces[id] == nil {
					faces[id] = new([7]int)
				}
				faces[id][liarsdice.Pips.Of(f.State(), id)]++
			}
		}
	}
	return faces
}

// rerolled checks that re-deals for each observer roll the dice of the other players, all faces equally likely, and leave
// the observer's own dice alone.
func rerolled(t *testing.T, s *game.State) {
	t.Helper()
	const deals = 1200
	for _, seat := range []game.Seat{0, 1, game.Nobody} {
		for id, count := range facesFor(t, s, seat, deals) {
			if s.Owner(id) == seat {
				if is := liarsdice.Pips.Of(s, id); count[is] != deals {
					t.Errorf("a re-deal for %s rolls its own die %s: %v", seat, s.Name(id), count[1:])
				}
				continue
			}
			chi := 0.0
			for _, n := range count[1:] {
				chi += float64((n-deals/6)*(n-deals/6)) / (deals / 6)
			}
			if chi > 25 { // probability 1 in 7,000; the seeds are fixed
				t.Errorf("re-deals for %s give die %s of %s the faces %v", seat, s.Name(id), s.Owner(id), count[1:])
			}
		}
	}
}

// TestRedeal checks that a re-deal rolls the dice that a player does not see, also after they were shown and rolled again.
// While the cups are lifted, every die keeps its face.
func TestRedeal(t *testing.T) {
	g := deal(t, true, false, "12 34")
	rerolled(t, g.State())
	g.PlayAll("bid 1 fives", "liar")
	for _, seat := range []game.Seat{0, 1, game.Nobody} {
		for id, count := range facesFor(t, g.State(), seat, 20) {
			if is := liarsdice.Pips.Of(g.State(), id); count[is] != 20 {
				t.Errorf("%s sees that %s is %s, but re-deals give it the faces %v", seat, g.State().Name(id), is, count[1:])
			}
		}
	}
	again(g, "2 34") // player 2 rolls the same faces again
	rerolled(t, g.State())
}

// TestRollsAreSecret checks that a player's rolls do not depend on those of the others.
func TestRollsAreSecret(t *testing.T) {
	g := deal(t, true, false, "12 34 56")
	g.PlayAll("bid 6 sixes", "liar")
	lifted := g.State()
	one, two := gametest.From(t, lifted), gametest.From(t, lifted)
	again(one, "6 54 32")
	again(two, "6 11 11")
	if a, b := string(one.State().View(0).Save()), string(two.State().View(0).Save()); a != b {
		t.Errorf("the views of player 1 differ:\n%s\n%s", a, b)
	}
	if a, b := lifted.Changes(one.State(), 0), lifted.Changes(two.State(), 0); !reflect.DeepEqual(a, b) {
		t.Errorf("the changes for player 1 differ:\n%v\n%v", a, b)
	}
}
