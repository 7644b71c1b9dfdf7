package cribbage_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/plygame/ply/card"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/cribbage"
	"github.com/plygame/ply/gametest"
	"github.com/plygame/ply/match"
)

func TestLaws(t *testing.T) {
	few := 4
	if testing.Short() {
		few = 0 // as few as Check plays with -short
	}
	gametest.Config{Games: few, Make: "cribbage.New(true, false)"}.Check(t, cribbage.New(true, false))
}

// A whole game ends, deals pass on, and hands are shown between them.
func TestLawsOfGames(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	gametest.Config{Games: 1, Make: "cribbage.New(false, false)"}.Check(t, cribbage.New(false, false))
}

// With muggins, players count their hands.
func TestLawsOfMuggins(t *testing.T) {
	games := 2
	if testing.Short() {
		games = 0 // as few as Check plays with -short
	}
	gametest.Config{Games: games, Make: "cribbage.New(true, true)"}.Check(t, cribbage.New(true, true))
}

func FuzzMoves(f *testing.F) { gametest.Fuzz(f, cribbage.New(true, true)) }

func TestGolden(t *testing.T) {
	gametest.Golden(t, cribbage.New(true, false), "testdata/deal.golden", 1)
}

// dealt starts a game in which player 1 deals.
func dealt(t *testing.T, single, muggins bool, seats int, cards string) *gametest.Match {
	t.Helper()
	n := uint64(0)
	for ; ; n++ {
		s, err := cribbage.New(single, muggins).Start(seats, game.SeedOf(n))
		if err != nil {
			t.Fatal(err)
		}
		if cribbage.Dealer.Of(s, game.Root) == 0 {
			break
		}
	}
	return gametest.Deal(t, cribbage.New(single, muggins), gametest.Setup{Seats: seats, Seed: n}, cards)
}

func plays(g *gametest.Match, cards string) {
	for _, c := range strings.Fields(cards) {
		g.PlayAll("play " + c)
	}
}

func points(t *testing.T, g *gametest.Match, want ...int) {
	t.Helper()
	if got := cribbage.Points.BySeat(g.State()); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("the points are %v, want %v", got, want)
	}
}

const two = "hand 1: 5♥ 5♦ J♣ 6♠ K♠ 2♥; hand 2: 4♥ 5♠ 6♥ 10♠ Q♦ 3♣; deck: 5♣"

// TestDeal plays a whole deal of two players, with go, 31, the show and the crib.
func TestDeal(t *testing.T) {
	g := dealt(t, true, false, 2, two)
	g.Refuse(0, "discard K♠", game.Missing)
	g.Play(0, "discard K♠+2♥")
	g.ExpectToAct(1)
	g.Play(1, "discard Q♦+3♣")
	g.ExpectSaid("the starter is 5♣")
	g.ExpectTurn(1) // on the dealer's left
	plays(g, "10♠ 5♥")
	g.ExpectSaid("2 points for 15: player 1 has 2")
	plays(g, "5♠")
	g.ExpectSaid("2 points for pairs: player 2 has 2")
	plays(g, "5♦")
	g.ExpectSaid("6 points for pairs: player 1 has 8")
	g.ExpectTurn(1) // 25: the 6 makes 31
	plays(g, "6♥")
	g.ExpectSaid("2 points for 31: player 2 has 4")
	if n := len(g.State().Moments()); n != 1 {
		t.Errorf("%d moments", n)
	}
	plays(g, "J♣ 4♥ 6♠")
	g.ExpectSaid("1 point for the last card: player 1 has 9")
	g.ExpectSaid("player 2 shows 16 points: 8 for fifteens, 2 for pairs, 6 for runs")
	g.ExpectSaid("player 1 shows 15 points: 8 for fifteens, 6 for pairs, 1 for the jack of the suit")
	g.ExpectSaid("the crib of player 1 is worth 8 points: 8 for fifteens")
	points(t, g, 9+15+8, 4+16)
	shown, err := g.State().View(0).Derived()
	if err != nil || fmt.Sprintf("%s", shown) != `map[crib-shows:map[table:"8"] shows:map[seat/0:"15" seat/1:"16"]]` {
		t.Errorf("the counts are shown as %s, %v", shown, err)
	}
	g.ExpectWinner(0)
}

// TestAfterGo checks that pairs and runs do not continue across a new count.
func TestAfterGo(t *testing.T) {
	g := dealt(t, true, false, 2, "hand 1: 9♥ 8♦ J♣ Q♠ K♠ 2♥; hand 2: 10♦ 10♠ 9♣ 4♠ Q♦ 3♣; deck: 6♣")
	g.PlayAll("discard K♠+2♥", "discard Q♦+3♣")
	plays(g, "10♦ J♣ 10♠") // 30: nobody has an ace
	g.ExpectSaid("1 point for the last card: player 2 has 1")
	plays(g, "9♥") // 9, 10, J are no longer a run
	points(t, g, 0, 1)
	plays(g, "9♣")
	g.ExpectSaid("2 points for pairs: player 2 has 3")
}

// TestGo checks that a player who cannot play says go, and that re-deals respect it.
func TestGo(t *testing.T) {
	g := dealt(t, true, false, 2, "hand 1: 9♥ 9♦ J♣ Q♠ K♠ 2♥; hand 2: 8♥ 10♠ 10♥ 4♠ Q♦ 3♣; deck: 6♣")
	g.PlayAll("discard K♠+2♥", "discard Q♦+3♣")
	plays(g, "10♠ 9♥ 10♥")
	g.ExpectSaid("player 1 says go")
	if said := told(g.State()); strings.Contains(said, "player 2 says go") {
		t.Errorf("player 2 is told to say go after their own card:\n%s", said)
	}
	g.ExpectSaid("1 point for the last card: player 2 has 1")
	g.ExpectTurn(0)
	g.ExpectIn("front/1", "10♠", "10♥")
	for n := range uint64(30) {
		s, err := g.State().Redeal(1, game.SeedOf(n))
		if err != nil {
			t.Fatal(err)
		}
		for id := range s.In(s.Find("hand/0")) {
			if card.Ranks.Of(s, id) <= 2 {
				t.Fatalf("a re-deal gives player 1 the %v", card.Of(s, id))
			}
		}
	}
}

// TestGoOnce checks that a player who has said go does not say so again when the other one goes on.
func TestGoOnce(t *testing.T) {
	g := dealt(t, true, false, 2, "hand 1: 9♥ 9♦ J♣ Q♠ K♠ 2♥; hand 2: 10♥ 10♠ A♥ 2♠ Q♦ 3♣; deck: 6♣")
	g.PlayAll("discard K♠+2♥", "discard Q♦+3♣")
	plays(g, "10♠ 9♥ 10♥") // 29: player 1 cannot go on
	g.ExpectSaid("player 1 says go")
	plays(g, "A♥")
	if said := told(g.State()); strings.Contains(said, "says go") {
		t.Errorf("player 1 says go again:\n%s", said)
	}
	g.ExpectSaid("1 point for the last card: player 2 has 1")
	plays(g, "9♦ 2♠ J♣") // 21
	g.Deal("hand 1: Q♠")
	plays(g, "Q♠")
	g.ExpectSaid("2 points for 31: player 1 has 2")
}

// told is what was said about the last move.
func told(s *game.State) (said string) {
	for _, l := range s.Said() {
		said += l.String() + "\n"
	}
	return said
}

// TestOwnDiscards checks that players remember what they have put into the crib, and nothing else of it.
func TestOwnDiscards(t *testing.T) {
	g := dealt(t, true, false, 2, two)
	g.PlayAll("discard K♠+2♥", "discard Q♦+3♣")
	for seat, own := range []string{"K♠ 2♥", "Q♦ 3♣"} {
		faces, _ := card.ParseFaces(own)
		cribs := map[card.Group]bool{}
		for n := range uint64(20) {
			s, err := g.State().Redeal(game.Seat(seat), game.SeedOf(n))
			if err != nil {
				t.Fatal(err)
			}
			crib := card.GroupOf(s, s.Contents(s.Find("crib")))
			if !crib.Has(faces[0]) || !crib.Has(faces[1]) {
				t.Fatalf("a re-deal for player %d forgets what they discarded: %v", seat+1, crib)
			}
			cribs[crib] = true
		}
		if len(cribs) < 5 {
			t.Errorf("player %d knows more of the crib than they put into it: %d different ones", seat+1, len(cribs))
		}
	}
}

// TestHeels turns up a jack.
func TestHeels(t *testing.T) {
	g := dealt(t, true, false, 2, "hand 1: 9♥ 9♦ 7♣ Q♠ K♠ 2♥; hand 2: 8♥ 10♠ 10♥ 4♠ Q♦ 3♣; deck: J♦")
	g.PlayAll("discard K♠+2♥", "discard Q♦+3♣")
	g.ExpectSaid("2 points for his heels: player 1 has 2")
}

// TestHeelsWin looks for games that end with the jack that is turned up, before a card is played.
func TestHeelsWin(t *testing.T) {
	found := 0
	s, err := cribbage.New(false, false).Start(2, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	f := s.Fork()
	for seed := range uint64(2000) {
		f.Reset(s)
		f.Seed(seed)
		if _, err := f.Playout(2000); err != nil {
			t.Fatal(err)
		}
		end := f.State()
		if end.Count(end.Find("hand/0")) < 4 || end.Count(end.Find("hand/1")) < 4 {
			continue
		}
		found++
		jack, dealer := end.First(end.Find("starter")), cribbage.Dealer.Of(end, game.Root)
		if card.Ranks.Of(end, jack) != card.Jack || !end.Won(dealer) {
			t.Fatalf("seed %d ended before the play:\n%s", seed, gametest.Debug(end))
		}
	}
	if found == 0 {
		t.Error("no game ended with his heels")
	}
}

// TestMuggins counts hands too low and too high, and checks that a hand shows its points only once it was checked.
func TestMuggins(t *testing.T) {
	g := dealt(t, true, true, 2, two)
	g.PlayAll("discard K♠+2♥", "discard Q♦+3♣")
	plays(g, "10♠ 5♥ 5♠ 5♦ 6♥ J♣ 4♥ 6♠")
	g.ExpectTurn(1)
	shows(t, g, `map[]`)
	reads(t, g, 1, "count 14", "player 2 counts 14\n14 points for the show: player 2 has 18\n") // two fewer than 16
	shows(t, g, `map[]`)
	reads(t, g, 0, "muggins 2", "player 1 calls muggins: 2\n2 points for muggins: player 1 has 11\n")
	points(t, g, 9+2, 4+14)
	shows(t, g, `map[shows:map[seat/1:"16"]]`)
	reads(t, g, 0, "count 17", "player 1 counts 17\n15 points for the show: player 1 has 26\n"+
		"2 points for the overcount: player 2 has 20\n")
	reads(t, g, 1, "muggins 1", "player 2 calls muggins: 1\nthat is not the number of missed points\n")
	points(t, g, 11+15, 18+2)
	shows(t, g, `map[shows:map[seat/0:"15" seat/1:"16"]]`)
	g.PlayAll("count 0")
	shows(t, g, `map[shows:map[seat/0:"15" seat/1:"16"]]`)
	reads(t, g, 1, "accept", "player 2 accepts\n")
	shows(t, g, `map[crib-shows:map[table:"8"] shows:map[seat/0:"15" seat/1:"16"]]`)
	g.ExpectWinner(0)
}

// TestMugginsAgain checks that the hands of the next deal are hidden again.
func TestMugginsAgain(t *testing.T) {
	g := dealt(t, false, true, 2, two)
	g.PlayAll("discard K♠+2♥", "discard Q♦+3♣")
	plays(g, "10♠ 5♥ 5♠ 5♦ 6♥ J♣ 4♥ 6♠")
	g.PlayAll("count 0", "accept", "count 0", "accept", "count 0", "accept")
	shows(t, g, `map[crib-shows:map[table:"8"] shows:map[seat/0:"15" seat/1:"16"]]`)
	g.PlayAll("next", "next")
	g.PlayUntil(func(s *game.State) bool {
		return s.Count(s.Find("front/0")) == 4 && s.Count(s.Find("front/1")) == 4
	})
	shows(t, g, `map[]`)
}

// shows compares what players see of the counts.
func shows(t *testing.T, g *gametest.Match, want string) {
	t.Helper()
	for seat := range game.Seat(2) {
		shown, err := g.State().View(seat).Derived()
		if got := fmt.Sprintf("%s", shown); err != nil || got != want {
			t.Errorf("%v sees the counts %s, %v; want %s", seat, got, err, want)
		}
	}
}

// reads plays a move and compares what the log has of it.
func reads(t *testing.T, g *gametest.Match, seat game.Seat, move, want string) {
	t.Helper()
	before := g.State()
	g.Play(seat, move)
	m, err := before.Parse(seat, move)
	if err != nil {
		t.Fatal(err)
	}
	line := match.LineOf(before.MoveLine((*game.State).View, game.Nobody, m, g.State()), nil)
	var said []match.Line
	for _, l := range g.State().Said() {
		said = append(said, match.LineOf(l, nil))
	}
	got := ""
	for _, l := range match.LogLines(seat, line, said) {
		got += l.String() + "\n"
	}
	if got != want {
		t.Errorf("%s reads\n%swant\n%s", move, got, want)
	}
}

// TestPairs plays with partners.
func TestPairs(t *testing.T) {
	g := gametest.New(t, cribbage.New(false, false), gametest.Setup{Seats: 4, Seed: 1})
	g.PlayUntil(gametest.Over)
	s := g.State()
	if p := cribbage.Points.BySeat(s); p[0] != p[2] || p[1] != p[3] || len(s.Outcome().Winners) != 2 {
		t.Errorf("%v: %v", p, s.Outcome())
	}
}

// TestThree deals five cards to each of three players, and one to the crib.
func TestThree(t *testing.T) {
	g := gametest.New(t, cribbage.New(false, false), gametest.Setup{Seats: 3, Seed: 1})
	s := g.State()
	if s.Count(s.Find("hand/2")) != 5 || s.Count(s.Find("crib")) != 1 {
		t.Error("wrong deal")
	}
	g.PlayUntil(func(s *game.State) bool { return s.Count(s.Find("starter")) == 1 })
	if s := g.State(); s.Count(s.Find("crib")) != 4 || s.Count(s.Find("hand/0")) != 4 {
		t.Error("wrong crib")
	}
	g.PlayUntil(gametest.Over)
}

// TestEnds plays whole games. Whoever reaches 121 wins at once, in the middle of a deal or of the show, and skunks are
// said.
func TestEnds(t *testing.T) {
	ends := map[string]bool{}
	for seed := range uint64(60) {
		g := gametest.New(t, cribbage.New(false, false), gametest.Setup{Seats: 2, Seed: seed})
		g.PlayUntil(gametest.Over)
		p := cribbage.Points.BySeat(g.State())
		winner := 0
		if p[1] > p[0] {
			winner = 1
		}
		if p[winner] < 121 || p[1-winner] >= 121 {
			t.Fatal(p)
		}
		g.ExpectWinner(game.Seat(winner))
		said, last := "", ""
		for _, l := range g.State().Said() {
			said += l.String() + "\n"
			if strings.Contains(l.String(), ": player ") {
				last = l.String()
			}
		}
		if want := fmt.Sprintf(": player %d has", winner+1); !strings.Contains(last, want) {
			t.Errorf("the last to score should be the winner, player %d:\n%s", winner+1, said)
		}
		twice, once := strings.Contains(said, "is skunked twice"), strings.Contains(said, "is skunked:")
		if twice != (p[1-winner] < 61) || once != (p[1-winner] >= 61 && p[1-winner] < 91) {
			t.Errorf("%v, but\n%s", p, said)
		}
		dealer := cribbage.Dealer.Of(g.State(), game.Root)
		show := strings.Contains(last, "the show")
		ends["the dealer has not counted"] = ends["the dealer has not counted"] || show && game.Seat(winner) != dealer
		ends["in the play"] = ends["in the play"] || !show
		ends["skunked"] = ends["skunked"] || once
	}
	for _, how := range []string{"the dealer has not counted", "in the play", "skunked"} {
		if !ends[how] {
			t.Errorf("no game ended so: %s", how)
		}
	}
}
