package hearts_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/plygame/ply/card"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/hearts"
	"github.com/plygame/ply/gametest"
)

func TestLaws(t *testing.T) {
	few := 3
	if testing.Short() {
		few = 0 // as few as Check plays with -short
	}
	gametest.Config{Games: few, Make: "hearts.New(true, 100, true)"}.Check(t, hearts.New(true, 100, true))
}

// Every fourth deal there is no passing, and a match ends.
func TestLawsOfMatches(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	gametest.Config{Games: 1, Make: "hearts.New(false, 20, false)"}.Check(t, hearts.New(false, 20, false))
}

func FuzzMoves(f *testing.F) {
	if testing.Short() {
		f.Skip("-short: takes long")
	}
	gametest.Fuzz(f, hearts.New(true, 100, false))
}

func TestGolden(t *testing.T) {
	gametest.Golden(t, hearts.New(true, 100, true), "testdata/deal.golden", 1)
}

const (
	north = "hand 1: 2♣ 3♣ 4♣ 5♣ 6♣ 7♣ 8♣ 9♣ 10♣ J♣ Q♣ K♣ A♣"
	suits = "; hand 2: 2♦ 3♦ 4♦ 5♦ 6♦ 7♦ 8♦ 9♦ 10♦ J♦ Q♦ K♦ A♦" +
		"; hand 3: 2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥ A♥" +
		"; hand 4: 2♠ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠ 10♠ J♠ Q♠ K♠ A♠"
)

// TestPassing passes to the left, and checks who knows what then.
func TestPassing(t *testing.T) {
	g := gametest.Deal(t, hearts.New(false, 100, false), gametest.Setup{Seats: 4}, north+suits)
	g.Refuse(0, "pass 2♣+3♣", game.Missing)
	g.Refuse(0, "pass 2♣+3♣+2♦", game.NotOffered)
	g.Play(3, "pass 2♠+3♠+4♠")
	g.Play(0, "pass 2♣+3♣+4♣")
	g.Play(1, "pass 2♦+3♦+4♦")
	g.ExpectToAct(2)
	g.Play(2, "pass 2♥+3♥+4♥")
	g.ExpectSaid("player 2 holds 2♣ and leads")
	g.ExpectTurn(1)
	s := g.State()
	for id := range s.All() {
		if s.Name(s.Parent(id)) != "hand/1" || card.Suits.Of(s, id) != card.Clubs {
			continue
		}
		if !s.Knows(0, id) || s.Knows(2, id) && card.Ranks.Of(s, id) != 2 {
			t.Errorf("who knows %v: %v %v", card.Of(s, id), s.Knows(0, id), s.Knows(2, id))
		}
	}
	for seat, want := range map[game.Seat][]string{0: {"2♣", "3♣", "4♣"}, 1: nil, 2: {"2♣"}, game.Nobody: {"2♣"}} {
		v := s.View(seat)
		if got := v.KnownIn(v.Find("hand/1")); !slices.Equal(got, want) {
			t.Errorf("%s is told of %q in the hand of player 2, want %q", seat, got, want)
		}
	}
	for n := range uint64(20) {
		r, err := s.Redeal(0, game.SeedOf(n))
		if err != nil {
			t.Fatal(err)
		}
		clubs := card.Suits.Where(r, r.Contents(r.Find("hand/1")), card.Clubs)
		if clubs.Len() < 3 {
			t.Fatal("a re-deal forgets what was passed")
		}
	}
}

// TestWays checks to whom cards are passed in each deal, by the number of players.
func TestWays(t *testing.T) {
	for seats, want := range map[int]string{3: "1 2 0 1", 4: "1 3 2 0 1", 5: "1 4 2 3 0 1"} {
		g := gametest.New(t, hearts.New(false, 200, false), gametest.Setup{Seats: seats, Seed: 5})
		for deal, way := range strings.Fields(want) {
			g.PlayUntil(func(s *game.State) bool { return hearts.Deals.Of(s, game.Root) == deal+1 })
			if got := strconv.Itoa(int(passed(g, seats))); got != way {
				t.Errorf("%d seats: in deal %d cards go to player %s, want %s", seats, deal+1, got, way)
			}
		}
	}
}

// TestPacks checks which cards are left out, and which one leads.
func TestPacks(t *testing.T) {
	for seats, want := range map[int]struct {
		each      int
		out, lead string
	}{3: {17, "2♦", "2♣"}, 4: {13, "", "2♣"}, 5: {10, "2♣ 2♦", "3♣"}} {
		s := gametest.New(t, hearts.New(false, 100, false), gametest.Setup{Seats: seats}).State()
		all := card.Group(1<<52 - 1)
		for seat := range seats {
			hand := s.Contents(s.Find(fmt.Sprintf("hand/%d", seat)))
			if hand.Len() != want.each {
				t.Errorf("%d players get %d cards", seats, hand.Len())
			}
			all &^= card.GroupOf(s, hand)
		}
		if all.String() != want.out {
			t.Errorf("%d players play without %v, want %s", seats, all, want.out)
		}
		g := gametest.New(t, hearts.New(true, 100, false), gametest.Setup{Seats: seats})
		passed(g, seats)
		g.ExpectSaid("holds " + want.lead + " and leads")
	}
}

// passed passes cards for player 1 and returns who gets them, 0 if there is no passing.
func passed(g *gametest.Match, seats int) game.Seat {
	s := g.State()
	if s.ToAct().Len() < seats {
		return 0
	}
	var mine string
	for seat := range game.Seat(seats) {
		var cards []string
		for id := range s.In(s.Find(fmt.Sprintf("hand/%d", seat))) {
			cards = append(cards, s.Name(id))
		}
		if g.Play(seat, "pass "+strings.Join(cards[:3], "+")); seat == 0 {
			mine = cards[0]
		}
	}
	return g.State().Owner(g.State().Parent(g.State().Find(mine)))
}

// dealt starts a deal of four players in which these are their hands after passing.
func dealt(t *testing.T, rules *game.Rules, hands ...string) *gametest.Match {
	t.Helper()
	cards := make([][]string, 4)
	for seat, hand := range hands {
		cards[seat] = strings.Fields(hand)
	}
	text := ""
	for seat := range 4 {
		before := append(slices.Clone(cards[seat][3:]), cards[(seat+1)%4][:3]...)
		text += fmt.Sprintf("hand %d: %s;", seat+1, strings.Join(before, " "))
	}
	g := gametest.Deal(t, rules, gametest.Setup{Seats: 4}, text)
	for seat := range 4 {
		g.Play(game.Seat(seat), "pass "+strings.Join(cards[(seat+1)%4][:3], "+"))
	}
	return g
}

// plays plays cards, each by the player whose turn it is.
func plays(g *gametest.Match, cards string) {
	for _, c := range strings.Fields(cards) {
		g.PlayAll("play " + c)
	}
}

func TestFollow(t *testing.T) {
	g := dealt(t, hearts.New(true, 100, false),
		"2♣ 3♣ 4♣ 2♦ 3♦ 4♦ 5♦ 6♦ 7♦ 8♦ 9♦ 10♦ 2♥",
		"5♣ 6♣ 7♣ 8♣ 9♣ J♦ Q♦ K♦ A♦ 3♥ 4♥ 5♥ 6♥",
		"Q♠ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥ A♥ 2♠ 3♠ 4♠ 5♠",
		"10♣ J♣ Q♣ K♣ A♣ 6♠ 7♠ 8♠ 9♠ 10♠ J♠ K♠ A♠")
	g.RefuseWords(0, "play 2♦", "2♦ cannot be chosen") // the 2♣ leads
	plays(g, "2♣")
	g.RefuseWords(1, "play 3♥", "3♥ cannot be chosen") // follow suit
	plays(g, "5♣")
	g.RefuseWords(2, "play Q♠", "Q♠ cannot be chosen") // no points on the first trick
	g.RefuseWords(2, "play A♥", "A♥ cannot be chosen")
	plays(g, "2♠ A♣")
	g.ExpectSaid("player 4 takes the trick with A♣: 0 points")
	whole := g.State().Moments()
	if len(whole) != 1 || whole[0].Count(whole[0].Find("trick/0")) != 1 || whole[0].Count(whole[0].Find("trick/3")) != 1 {
		t.Error("the trick is not complete on the table before it is swept")
	}
	for n := range uint64(20) { // player 3 has no clubs
		r, err := g.State().Redeal(0, game.SeedOf(n))
		if err != nil {
			t.Fatal(err)
		}
		if !card.Suits.Where(r, r.Contents(r.Find("hand/2")), card.Clubs).Empty() {
			t.Fatal("a re-deal gives player 3 a club")
		}
	}
	plays(g, "K♣ 3♣ 6♣ A♥")
	g.ExpectSaid("player 4 takes the trick with K♣: 1 point")
	plays(g, "6♠ 2♥ 3♥ Q♠")
	g.ExpectSaid("player 3 takes the trick with Q♠: 15 points")
	plays(g, "7♥") // hearts are broken
}

// TestUnbroken checks that hearts are not led before one was played.
func TestUnbroken(t *testing.T) {
	g := dealt(t, hearts.New(true, 100, false),
		"2♣ 3♣ 4♣ 2♦ 3♦ 4♦ 5♦ 6♦ 7♦ 8♦ 9♦ 10♦ 2♥",
		"5♣ 6♣ 7♣ 8♣ 9♣ J♦ Q♦ K♦ A♦ 3♥ 4♥ 5♥ 6♥",
		"A♣ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥ A♥ 2♠ 3♠ 4♠ 5♠",
		"10♣ J♣ Q♣ K♣ Q♠ 6♠ 7♠ 8♠ 9♠ 10♠ J♠ K♠ A♠")
	plays(g, "2♣ 5♣ A♣ 10♣")
	g.RefuseWords(2, "play 7♥", "7♥ cannot be chosen")
	plays(g, "2♠")
}

// TestOnlyPoints gives a player nothing but hearts for the first trick: they may play one.
func TestOnlyPoints(t *testing.T) {
	g := dealt(t, hearts.New(true, 100, false),
		"2♣ 3♣ 4♣ 2♦ 3♦ 4♦ 5♦ 6♦ 7♦ 8♦ 9♦ 10♦ J♦",
		"2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥ Q♠",
		"5♣ 6♣ 7♣ 8♣ 9♣ Q♦ K♦ A♦ A♥ 2♠ 3♠ 4♠ 5♠",
		"10♣ J♣ Q♣ K♣ A♣ 6♠ 7♠ 8♠ 9♠ 10♠ J♠ K♠ A♠")
	plays(g, "2♣ Q♠ 5♣ A♣")
	g.ExpectSaid("13 points")
}

// TestOnlyHeartsAreLeft leads a heart before hearts are broken: everybody knows that the player has nothing else.
func TestOnlyHeartsAreLeft(t *testing.T) {
	g := dealt(t, hearts.New(true, 100, false),
		"2♣ 3♣ 4♣ 2♦ 3♦ 4♦ 5♦ 6♦ 7♦ 8♦ 9♦ 10♦ A♥",
		"5♣ 6♣ 7♣ 8♣ 9♣ J♦ Q♦ K♦ A♦ 2♠ 3♠ 4♠ 5♠",
		"A♣ 2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥",
		"10♣ J♣ Q♣ K♣ Q♠ 6♠ 7♠ 8♠ 9♠ 10♠ J♠ K♠ A♠")
	plays(g, "2♣ 5♣ A♣ 10♣ 7♥")
	holdsOnly(t, g, 2, func(f card.Face) bool { return f.Suit == card.Hearts })
}

// TestOnlyPointsAreLeft discards points on the first trick: everybody knows that the player has nothing else.
func TestOnlyPointsAreLeft(t *testing.T) {
	for discard, queen := range map[string]bool{"Q♠": false, "2♥": true} {
		g := dealt(t, hearts.New(true, 100, false),
			"2♣ 3♣ 4♣ 2♦ 3♦ 4♦ 5♦ 6♦ 7♦ 8♦ 9♦ 10♦ J♦",
			"2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥ Q♠",
			"5♣ 6♣ 7♣ 8♣ 9♣ Q♦ K♦ A♦ A♥ 2♠ 3♠ 4♠ 5♠",
			"10♣ J♣ Q♣ K♣ A♣ 6♠ 7♠ 8♠ 9♠ 10♠ J♠ K♠ A♠")
		plays(g, "2♣ "+discard)
		holdsOnly(t, g, 1, func(f card.Face) bool {
			return f.Suit == card.Hearts || queen && f == card.Face{Rank: card.Queen, Suit: card.Spades}
		})
	}
}

// holdsOnly checks the hand of a player in 300 re-deals for each of the others.
func holdsOnly(t *testing.T, g *gametest.Match, of game.Seat, may func(card.Face) bool) {
	t.Helper()
	for seat := range game.Seat(4) {
		if seat == of {
			continue
		}
		hands := map[card.Group]bool{}
		for n := range uint64(300) {
			s, err := g.State().Redeal(seat, game.SeedOf(n))
			if err != nil {
				t.Fatal(err)
			}
			hand := s.Contents(s.Find(fmt.Sprintf("hand/%d", of)))
			for id := range hand.All() {
				if !may(card.Of(s, id)) {
					t.Fatalf("a re-deal for %v gives %v %v", seat, of, card.GroupOf(s, hand))
				}
			}
			hands[card.GroupOf(s, s.Contents(s.Find(fmt.Sprintf("hand/%d", (of+1)%4))))] = true
		}
		if seat != (of+1)%4 && len(hands) < 290 {
			t.Errorf("the others have only %d different hands", len(hands))
		}
	}
}

func TestMoon(t *testing.T) {
	g := shoot(t, hearts.New(true, 100, true))
	g.ExpectSaid("player 1 shoots the moon")
	g.ExpectWinner(0)
	if got := fmt.Sprint(hearts.Points.BySeat(g.State())); got != "[-10 26 26 26]" {
		t.Errorf("the points are %s", got)
	}
}

// TestMoonChoice takes 26 points off instead.
func TestMoonChoice(t *testing.T) {
	rules, err := hearts.New(true, 100, true).With(game.Values{"moon-choice": "true"})
	if err != nil {
		t.Fatal(err)
	}
	for move, want := range map[string]string{"give": "[-10 26 26 26]", "take-off": "[-36 0 0 0]"} {
		g := shoot(t, rules)
		g.ExpectTurn(0)
		g.Play(0, move)
		if got := fmt.Sprint(hearts.Points.BySeat(g.State())); got != want {
			t.Errorf("%s: the points are %s", move, got)
		}
		g.ExpectWinner(0)
	}
}

// shoot plays a deal in which player 1 takes all tricks.
func shoot(t *testing.T, rules *game.Rules) *gametest.Match {
	t.Helper()
	g := dealt(t, rules,
		"A♣ K♣ Q♣ A♥ K♥ Q♥ J♥ 10♥ 9♥ 8♥ 7♥ 6♥ A♦",
		"2♣ 3♣ 4♣ 2♦ 3♦ 4♦ 5♦ 6♦ 7♦ 8♦ 9♦ 10♦ J♦",
		"5♣ 6♣ 7♣ 2♥ 3♥ 4♥ 5♥ Q♦ K♦ Q♠ J♠ 10♠ 9♠",
		"8♣ 9♣ 10♣ J♣ A♠ K♠ 8♠ 7♠ 6♠ 5♠ 4♠ 3♠ 2♠")
	plays(g, "2♣ 5♣ 8♣ A♣") // player 1 takes all thirteen tricks
	plays(g, "K♣ 3♣ 6♣ 9♣ Q♣ 4♣ 7♣ 10♣")
	plays(g, "A♦ J♦ Q♦ J♣")
	for _, heart := range []string{"A♥", "K♥", "Q♥", "J♥"} {
		g.PlayAll("play " + heart)
		g.PlayUntil(func(s *game.State) bool { return s.Turn() == 0 || s.Over() })
	}
	g.PlayUntil(func(s *game.State) bool { return s.Over() || s.Count(s.Find("taken/0")) == 52 })
	return g
}

// TestMatch plays until the limit. The fewest points win.
func TestMatch(t *testing.T) {
	g := gametest.New(t, hearts.New(false, 50, false), gametest.Setup{Seats: 3, Seed: 2})
	g.PlayUntil(gametest.Over)
	points := hearts.Points.BySeat(g.State())
	if slices.Max(points) < 50 {
		t.Errorf("the match ended with %v", points)
	}
	g.ExpectWinner(game.Seat(slices.Index(points, slices.Min(points))))
}
