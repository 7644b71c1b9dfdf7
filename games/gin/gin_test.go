package gin_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/plygame/ply/card"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/gin"
	"github.com/plygame/ply/gametest"
)

func TestLaws(t *testing.T) {
	few := 4
	if testing.Short() {
		few = 0 // as few as Check plays with -short
	}
	gametest.Config{Games: few, MaxMoves: 400, Make: "gin.New(true, true)"}.Check(t, gin.New(true, true))
}

// A match ends, deals pass on, and hands are shown between them.
func TestLawsOfMatches(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	gametest.Config{Games: 1, Make: "gin.New(false, false)"}.Check(t, gin.New(false, false))
}

func FuzzMoves(f *testing.F) { gametest.Fuzz(f, gin.New(true, false)) }

func TestGolden(t *testing.T) { gametest.Golden(t, gin.New(true, false), "testdata/deal.golden", 1) }

// dealt starts a game in which player 1 deals, so that player 2 begins.
func dealt(t *testing.T, rules *game.Rules, cards string) *gametest.Match {
	t.Helper()
	for n := uint64(0); ; n++ {
		s, err := rules.Start(2, game.SeedOf(n))
		if err != nil {
			t.Fatal(err)
		}
		if gin.Dealer.Of(s, game.Root) == 0 {
			return gametest.Deal(t, rules, gametest.Setup{Seed: n}, cards)
		}
	}
}

const (
	sharp = "hand 2: A♣ 2♣ 3♣ 4♣ 7♦ 7♥ 7♠ K♥ K♠ 5♦" // with K♦ and without 5♦: gin
	plain = "hand 1: A♦ 2♦ 3♦ 9♣ 9♥ 9♠ Q♣ Q♦ 7♣ 4♥"
)

func TestFirstCard(t *testing.T) {
	g := dealt(t, gin.New(true, false), sharp+"; "+plain+"; pile: K♦; deck: 6♥ 6♠")
	g.ExpectTurn(1)
	g.Refuse(1, "draw deck", game.NotOffered)
	g.PlayAll("pass", "draw pile")
	g.RefuseWords(0, "discard K♦", "K♦ cannot be chosen")
	g.Play(0, "discard 4♥")
	g.ExpectTurn(1)
	g.Undo()
	g.Undo()
	g.Play(0, "pass")
	g.ExpectTurn(1)
	g.Refuse(1, "draw pile", game.NotOffered) // both have refused it
	g.Play(1, "draw deck")
	g.ExpectIn("pile", "K♦")
}

func TestGin(t *testing.T) {
	g := dealt(t, gin.New(true, false), sharp+"; "+plain+"; pile: K♦")
	g.ExpectUnavailable(1, "knock", "")
	g.Play(1, "draw pile")
	g.ExpectSaid("player 2 takes K♦")
	g.Refuse(1, "gin 7♦", game.NotOffered)
	g.Play(1, "gin 5♦")
	g.ExpectSaid("player 2 has 0 deadwood, player 1 has 31") // nothing is laid off on gin
	g.ExpectSaid("player 2 scores 51 for gin: 51 in all")
	g.ExpectWinner(1)
}

func TestKnock(t *testing.T) {
	g := dealt(t, gin.New(true, false), "hand 2: A♣ 2♣ 3♣ 4♣ 7♦ 7♥ 7♠ 2♥ 2♠ Q♥; "+plain+"; pile: 3♥")
	g.PlayAll("draw pile")
	g.ExpectUnavailable(1, "gin", "some deadwood would be left")
	g.PlayAll("knock Q♥")
	g.ExpectSaid("player 2 has 7 deadwood, player 1 has 24") // 7♣ is laid off
	g.ExpectSaid("player 2 scores 17 for a knock: 17 in all")
	g.ExpectIn("melds/1", "7♦", "7♥", "7♠", "A♣", "2♣", "3♣", "4♣", "7♣")
}

func TestUndercut(t *testing.T) {
	g := dealt(t, gin.New(true, false),
		"hand 2: A♣ 2♣ 3♣ 4♣ 7♦ 7♥ 7♠ 2♥ 2♠ Q♥; hand 1: A♦ 2♦ 3♦ 9♣ 9♥ 9♠ 9♦ 7♣ 5♣ A♥; pile: 3♥")
	g.PlayAll("draw pile", "knock Q♥")
	g.ExpectSaid("player 1 scores 16 for an undercut: 16 in all") // 7♣ and 5♣ are laid off, 1 is left
	g.ExpectWinner(0)
}

func TestBigGin(t *testing.T) {
	g := dealt(t, gin.New(true, true), "hand 2: A♣ 2♣ 3♣ 4♣ 7♦ 7♥ 7♠ K♥ K♠ 5♣; "+plain+"; pile: K♦")
	g.PlayAll("draw pile", "big-gin")
	g.ExpectSaid("player 2 scores 62 for big gin")
}

// TestMatch plays two deals that player 2 wins with gin.
func TestMatch(t *testing.T) {
	g := dealt(t, gin.New(false, false), sharp+"; "+plain+"; pile: K♦")
	g.PlayAll("draw pile", "gin 5♦", "next", "next")
	g.ExpectSaid("player 2 deals")
	g.ExpectTurn(0)
	g.Deal(sharp + "; " + plain + "; pile: K♦")
	g.PlayAll("pass", "draw pile", "gin 5♦")
	// 102, 200 for the match, 40 for two deals
	g.ExpectSaid("player 2 ends the match: with the extra points, player 2 has 342 points and player 1 has 0")
	g.ExpectWinner(1)
}

// TestVoid draws until two cards are left: nobody scores, and the same player deals again. Three such deals in a row
// end the match.
func TestVoid(t *testing.T) {
	g := dealt(t, gin.New(false, false),
		"hand 1: A♣ 3♣ 5♣ 7♣ 9♣ J♣ K♣ 2♦ 4♦ 6♦; hand 2: 8♦ 10♦ Q♦ A♥ 3♥ 5♥ 7♥ 9♥ J♥ K♥; pile: Q♠")
	for deal := range 3 {
		g.PlayAll("pass", "pass")
		for s := g.State(); s.Count(s.Find("deck")) > 2; s = g.State() {
			seat := s.Turn()
			g.Play(seat, "draw deck")
			s = g.State()
			g.Play(seat, "discard "+s.Name(s.Last(s.Find(fmt.Sprintf("hand/%d", seat)))))
		}
		g.ExpectSaid("only two cards are left: the deal is void")
		s := g.State()
		if gin.Points.Of(s, game.Seat(0)) != 0 || gin.Hands.Of(s, game.Seat(1)) != 0 || s.Over() != (deal == 2) {
			t.Fatalf("after %d void deals:\n%s", deal+1, g.Debug())
		}
		if deal < 2 {
			g.PlayAll("next", "next")
			g.ExpectSaid("player 1 deals")
			g.ExpectTurn(1)
		}
	}
}

// TestTurns checks who plays next after the first card was taken, by either player.
func TestTurns(t *testing.T) {
	g := dealt(t, gin.New(true, false), sharp+"; "+plain+"; pile: 6♦")
	g.PlayAll("draw pile", "discard K♥")
	g.ExpectTurn(0)
	g.PlayAll("draw deck", "discard Q♣")
	g.ExpectTurn(1)
}

// TestBoxes counts a match in which both have won deals: 100 for the match, 20 for each deal.
func TestBoxes(t *testing.T) {
	const cut = "hand 2: A♣ 2♣ 3♣ 4♣ 7♦ 7♥ 7♠ 2♥ 2♠ Q♥; hand 1: A♦ 2♦ 3♦ 9♣ 9♥ 9♠ 9♦ 7♣ 5♣ A♥; pile: 3♥"
	g := dealt(t, gin.New(false, false), cut)
	g.PlayAll("draw pile", "knock Q♥")
	g.ExpectSaid("player 1 scores 16 for an undercut: 16 in all")
	g.PlayAll("next", "next")
	for range 2 {
		g.Deal(sharp + "; " + plain + "; pile: K♦")
		if g.State().Turn() == 0 {
			g.Play(0, "pass")
		}
		g.PlayAll("draw pile", "gin 5♦")
		if !g.State().Over() {
			g.PlayAll("next", "next")
		}
	}
	// 102, 100 for the match and 40; 16 and 20
	g.ExpectSaid("player 2 ends the match: with the extra points, player 2 has 242 points and player 1 has 36")
}

// TestBoxesWin ends a match with 100 points, but the other player has won more deals and has more points in the end.
func TestBoxesWin(t *testing.T) {
	const (
		small = "hand 2: A♣ 2♣ 3♣ 4♣ 7♦ 7♥ 7♠ 2♥ 2♠ Q♥; hand 1: A♦ 2♦ 3♦ 9♣ 9♥ 9♠ Q♣ A♥ 7♣ 4♥; pile: 3♥"
		large = "hand 1: A♣ 2♣ 3♣ 4♣ 7♦ 7♥ 7♠ K♥ K♠ 5♦; hand 2: 10♠ 10♥ J♦ J♣ Q♠ Q♥ 9♦ 9♣ 8♠ 8♥; pile: K♦"
	)
	g := dealt(t, gin.New(false, false), small)
	take := func(seat game.Seat) {
		if g.State().Turn() != seat {
			g.PlayAll("pass")
		}
		g.Play(seat, "draw pile")
	}
	for range 11 {
		take(1)
		g.Play(1, "knock Q♥")
		g.PlayAll("next", "next")
		g.Deal(small)
	}
	g.Deal(large)
	take(0)
	g.Play(0, "gin 5♦")
	g.ExpectSaid("player 1 scores 114 for gin: 114 in all") // 100 and 20 more; player 2 has 88, and 220 for the deals
	g.ExpectSaid("player 1 ends the match: with the extra points, player 1 has 234 points and player 2 has 308")
	g.ExpectWinner(1)
}

// left lays cards off one by one in every possible way, and returns the least that is left.
func left(m *card.Melds, melds []card.Group, rest card.Group) int {
	best := m.Count(rest)
	for i := range melds {
		for f := range rest.Faces() {
			if old := melds[i]; m.Is(old | f.Group()) {
				melds[i] |= f.Group()
				best = min(best, left(m, melds, rest&^f.Group()))
				melds[i] = old
			}
		}
	}
	return best
}

// TestLayOffs compares laying off with trying everything, on random hands.
func TestLayOffs(t *testing.T) {
	m := &card.Melds{}
	for r := card.Ace; r <= card.King; r++ {
		m.Worth[r] = min(10, int(r))
	}
	luck := rand.New(rand.NewPCG(3, 4))
	draw := func(n int, without card.Group) (g card.Group) {
		for g.Len() < n {
			g |= card.Face{Rank: card.Rank(1 + luck.IntN(8)), Suit: card.Suit(1 + luck.IntN(4))}.Group() &^ without
		}
		return g
	}
	off := 0
	for range 300 {
		knocker := draw(8, 0)
		hand := draw(7, knocker)
		knocked, _ := m.Best(knocker, nil)
		melds, rest := gin.LayOff(knocked, hand)
		least := 1000
		all := m.In(hand, nil)
		for chosen := range 1 << len(all) {
			over, fits := hand, true
			for i, x := range all {
				if chosen>>i&1 != 0 {
					fits = fits && x&^over == 0
					over &^= x
				}
			}
			if fits {
				least = min(least, left(m, append([]card.Group{}, knocked...), over))
			}
		}
		if got := m.Count(rest); got != least {
			t.Fatalf("%v on %v: %d are left after %v, but %d is possible", hand, knocked, got, melds, least)
		}
		over := hand
		for _, x := range melds {
			over &^= x
		}
		off += (over &^ rest).Len()
	}
	if off < 40 {
		t.Errorf("only %d cards were laid off", off)
	}
}

// TestDeadwood checks that players are shown their own deadwood, and not that of the other player before the hands are
// shown.
func TestDeadwood(t *testing.T) {
	g := dealt(t, gin.New(true, false), sharp+"; "+plain+"; pile: K♦")
	for seat, want := range []string{`map[seat/0:"31"]`, `map[seat/1:"25"]`} {
		shown, err := g.State().View(game.Seat(seat)).Derived()
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprintf("%s", shown["deadwood"]); got != want {
			t.Errorf("player %d sees %s, want %s", seat+1, got, want)
		}
	}
	g.ExpectUnavailable(1, "knock", "")
}

// TestTaken checks that everyone remembers what was taken from the discard pile.
func TestTaken(t *testing.T) {
	g := dealt(t, gin.New(true, false), sharp+"; "+plain+"; pile: 6♦")
	g.PlayAll("draw pile", "discard K♥")
	for n := range uint64(20) {
		s, err := g.State().Redeal(0, game.SeedOf(n))
		if err != nil {
			t.Fatal(err)
		}
		if !card.GroupOf(s, s.Contents(s.Find("hand/1"))).Has(card.Face{Rank: 6, Suit: card.Diamonds}) {
			t.Fatal(fmt.Sprint("a re-deal forgets the 6♦ that player 2 took: ", card.GroupOf(s, s.Contents(s.Find("hand/1")))))
		}
	}
}
