package market_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/market"
	"github.com/plygame/ply/gametest"
)

func TestLaws(t *testing.T) {
	if testing.Short() {
		t.Skip("-short runs TestLawsOfShortGame only")
	}
	gametest.Config{Make: "market.New(3, 0, true)"}.Check(t, market.New(3, 0, true))
}

func TestLawsOfShortGame(t *testing.T) {
	games := 3
	if testing.Short() {
		games = 1
	}
	gametest.Config{Make: "market.New(1, 4, false)", Games: games}.Check(t, market.New(1, 4, false))
}

// deal starts a game with these hands in the first night, by the titles of the cards; further hands are for the next
// nights.
func deal(t *testing.T, rules *game.Rules, seats int, hands ...string) *gametest.Match {
	t.Helper()
	s, err := rules.Start(seats, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	named := map[string][]string{}
	for id := range s.All() {
		title := strings.ReplaceAll(s.Kind(id).Look.Label, " ", "-")
		named[title] = append(named[title], s.Name(id))
	}
	var order []string
	for ; len(hands) > 0; hands = hands[seats:] {
		for i := range strings.Fields(hands[0]) {
			for _, hand := range hands[:seats] {
				title := strings.Fields(hand)[i]
				if len(named[title]) == 0 {
					t.Fatalf("no %s left", title)
				}
				order = append(order, named[title][0])
				named[title] = named[title][1:]
			}
		}
	}
	return gametest.New(t, rules, gametest.Setup{Seats: seats, Chance: []game.Chance{{Order: order}}})
}

// find returns the name of a card with this title in a seat's hand.
func find(t *testing.T, g *gametest.Match, seat game.Seat, title string) string {
	t.Helper()
	s := g.State()
	for id := range s.In(s.Find(fmt.Sprintf("hand/%d", seat))) {
		if s.Kind(id).Look.Label == strings.ReplaceAll(title, "-", " ") {
			return s.Name(id)
		}
	}
	t.Fatalf("%s has no %s\n%s", seat, title, g.Debug())
	return ""
}

// takes plays a turn with the card that each seat takes, or "X+Y" for a seat that sends the porter.
func takes(t *testing.T, g *gametest.Match, titles ...string) {
	t.Helper()
	moves := make([]string, len(titles))
	for i, title := range titles {
		seat := game.Seat(i)
		if a, b, two := strings.Cut(title, "+"); two {
			moves[i] = "send " + find(t, g, seat, a) + " " + find(t, g, seat, b)
		} else {
			moves[i] = "take " + find(t, g, seat, title)
		}
	}
	for i, move := range moves {
		g.Play(game.Seat(i), move)
	}
}

func coins(t *testing.T, g *gametest.Match, want ...int) {
	t.Helper()
	for seat, n := range want {
		if got := market.Coins.Of(g.State(), game.Seat(seat)); got != n {
			t.Errorf("seat %d has %d coins, want %d", seat, got, n)
		}
	}
}

func TestHands(t *testing.T) {
	for seats, want := range map[int]int{2: 10, 3: 9, 4: 8, 5: 7} {
		g := gametest.New(t, market.New(3, 0, true), gametest.Setup{Seats: seats})
		if got := g.State().Count(g.State().Find("hand/1")); got != want {
			t.Errorf("%d seats: %d cards", seats, got)
		}
	}
}

// TestNight checks what each card and the cats are worth, with three seats and five cards each.
func TestNight(t *testing.T) {
	g := deal(t, market.New(1, 4, true), 3,
		"Lantern Teapot Silk Spice Drum-pair", "Lantern Tailor Spice Cat Cotton", "Lantern Teapot Spice Drum-band Linen")
	takes(t, g, "Lantern", "Tailor", "Drum-band")
	takes(t, g, "Lantern", "Silk", "Cat")
	g.ExpectSaid("player 2 takes Silk for the tailor")
	g.ExpectIn("home/2", "cat")
	g.ExpectIn("stall/1", "tailor")
	takes(t, g, "Lantern", "Spice", "Drum-pair")
	takes(t, g, "Teapot", "Spice", "Linen")
	g.ExpectSaid("player 2 takes Spice") // the last card of the hand it was passed
	g.ExpectSaid("player 1 earns 15: lanterns 10, teapots 5, spices 0, cloth 0, drums 0; 15 in all")
	g.ExpectSaid("player 2 earns 15: lanterns 0, teapots 0, spices 6, cloth 9, drums 0; 15 in all")
	g.ExpectSaid("player 3 earns 9: lanterns 0, teapots 0, spices 0, cloth 3, drums 6; 9 in all")
	coins(t, g, 12, 12, 15)
	g.ExpectWinner(2)
}

// TestPassing checks that a player who has passed a card on knows where it is, all the way round.
func TestPassing(t *testing.T) {
	g := gametest.New(t, market.New(2, 0, false), gametest.Setup{Seats: 4})
	knows := func(seat, of game.Seat) (n int) {
		s := g.State()
		for id := range s.In(s.Find(fmt.Sprintf("hand/%d", of))) {
			if s.Knows(seat, id) {
				n++
			}
		}
		return n
	}
	turn := func() {
		moves := g.State().Played() + 4
		g.PlayUntil(func(s *game.State) bool { return s.Played() >= moves && s.Committed().Empty() })
	}
	for i, want := range [][4]int{{8, 0, 0, 0}, {7, 7, 0, 0}, {6, 6, 6, 0}, {5, 5, 5, 5}} {
		for of, n := range want {
			if got := knows(0, game.Seat(of)); got != n {
				t.Errorf("turn %d: player 1 knows %d cards of seat %d, want %d", i, got, of, n)
			}
		}
		turn()
	}
	// In the second night hands are passed to the right.
	for range 3 {
		turn()
	}
	turn()
	if knows(0, 3) != 7 || knows(0, 1) != 0 {
		t.Errorf("player 1 knows %d cards of player 4 and %d of player 2", knows(0, 3), knows(0, 1))
	}
}

// TestTie checks that the most cats break a tie.
func TestTie(t *testing.T) {
	g := deal(t, market.New(1, 4, true), 2,
		"Cat Spice Lantern Silk Lantern Teapot", "Linen Lantern Teapot Silk Silk Lantern")
	takes(t, g, "Cat", "Silk")
	takes(t, g, "Linen", "Silk")
	takes(t, g, "Spice", "Silk")
	takes(t, g, "Lantern", "Lantern")
	takes(t, g, "Lantern", "Lantern")
	coins(t, g, 9, 9)
	g.ExpectWinner(0)
}

// TestPorter checks that a porter fetches two cards and is passed on with the hand.
func TestPorter(t *testing.T) {
	g := deal(t, market.New(1, 4, true), 2,
		"Porter Spice Lantern Silk Lantern Teapot", "Tailor Linen Teapot Silk Silk Lantern")
	g.RefuseWords(0, "send "+find(t, g, 0, "Spice")+" "+find(t, g, 0, "Silk"), "there is no porter at your stall")
	takes(t, g, "Porter", "Lantern")
	card := find(t, g, 0, "Silk")
	g.Refuse(0, "send "+card+" "+card, game.NotOffered)
	takes(t, g, "Tailor+Silk", "Spice")
	g.ExpectSaid("player 1 sends Porter")
	g.ExpectSaid("player 1 takes Silk for the tailor")
	g.ExpectIn("stall/0", "tailor")
	if s := g.State(); !s.Knows(0, s.Find(find(t, g, 1, "Porter"))) {
		t.Error("player 1 does not know where its porter went")
	}
	g.Check()
}
