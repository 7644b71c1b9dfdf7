package docs_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/gametest"
)

// recipes are the games of cookbook.md, by the name of the function that makes them.
var recipes = map[string]func() *game.Rules{
	"drawUp": drawUp, "reshuffle": reshuffle, "peekMillSearch": peekMillSearch, "showToOne": showToOne, "whoStarts": whoStarts,
	"costs": costs, "oncePerTurn": oncePerTurn, "targets": targets, "responses": responses, "trading": trading, "workers": workers,
	"dealerRotation": dealerRotation, "secretChoice": secretChoice, "dice": dice, "elimination": elimination, "auction": auction,
	"teams": teams, "majority": majority, "dotsAndBoxes": dotsAndBoxes, "drawThenPlay": drawThenPlay, "secondPick": secondPick,
	"pairs": pairs, "hiddenPieces": hiddenPieces, "pushYourLuck": pushYourLuck, "keptDice": keptDice,
}

// Every recipe passes the laws.
func TestCookbookLaws(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: plays many games")
	}
	for name, make := range recipes {
		t.Run(name, func(t *testing.T) { gametest.Config{Games: 2, Moves: 60, Inputs: 50}.Check(t, make()) })
	}
}

// Every recipe is on the page, and none is long.
func TestCookbookIsComplete(t *testing.T) {
	page, code := read(t, "cookbook.md"), declarations(t)
	for name := range recipes {
		if !regexp.MustCompile(`(?m)^<!-- .*\b` + name + `\b.* -->$`).MatchString(page) {
			t.Errorf("cookbook.md does not show %s", name)
		}
		if n := strings.Count(code[name], "\n"); n > 32 {
			t.Errorf("the recipe %s has %d lines", name, n)
		}
	}
	for _, comment := range regexp.MustCompile(`(?m)^<!-- (.*) -->$`).FindAllStringSubmatch(page, -1) {
		for name := range strings.FieldsSeq(comment[1]) {
			if strings.HasPrefix(code[name], "func "+name+"() *game.Rules") && recipes[name] == nil {
				t.Errorf("the laws do not check the recipe %s", name)
			}
		}
	}
}

// dealt starts a recipe with cards so that seat 0 has 1, 2 and 3, seat 1 has 4, 5 and 6, and 7 is the next card.
func dealt(t *testing.T, make func() *game.Rules) *gametest.Match {
	order := game.Chance{Order: []string{"1", "2", "3", "4", "5", "6", "7", "8", "9"}}
	return gametest.New(t, make(), gametest.Setup{Seats: 2, Chance: []game.Chance{order}})
}

// Each recipe does what the page says.
func TestRecipes(t *testing.T) {
	t.Run("hands", func(t *testing.T) {
		s := dealt(t, drawUp).State()
		if mine, other := s.Sees(0, s.Find("#1")), s.Sees(1, s.Find("#1")); mine != game.Face || other != game.Counted {
			t.Errorf("the owner gets the %v of a card, and the other seat %v", mine, other)
		}
	})
	t.Run("draw up", func(t *testing.T) {
		g := dealt(t, drawUp)
		g.Play(0, "play 2")
		g.ExpectIn("hand/0", "1", "3", "7")
	})
	t.Run("reshuffle", func(t *testing.T) {
		g := dealt(t, reshuffle)
		g.PlayUntil(func(s *game.State) bool { return s.Count(s.Find("deck")) == 0 })
		g.PlayUntil(func(s *game.State) bool { return s.Count(s.Find("deck")) > 0 })
		g.ExpectSaid("the pile is shuffled into a new deck")
		g.ExpectIn("pile")
	})
	t.Run("peek, mill, search", func(t *testing.T) {
		g := dealt(t, peekMillSearch)
		top := g.State().Find("#7")
		g.Play(0, "peek")
		if s := g.State(); !s.Knows(0, top) || s.Knows(1, top) {
			t.Error("the wrong seat has peeked")
		}
		g.Play(1, "mill")
		g.ExpectIn("pile", "7", "8")
		g.Play(0, "search")
		g.ExpectToAct(0)
		g.Play(0, "take 20")
		g.ExpectIn("hand/0", "1", "2", "3", "20")
		if s := g.State(); s.Knows(0, s.Last(s.Find("deck"))) {
			t.Error("the deck is still known after the shuffle")
		}
	})
	t.Run("show to one", func(t *testing.T) {
		g := gametest.New(t, showToOne(), gametest.Setup{Seats: 3})
		card := g.State().First(g.State().Find("hand/0"))
		g.Play(0, "show "+g.State().Name(card)+" 2")
		if s := g.State(); s.Sees(2, card) != game.Face || s.Sees(1, card) == game.Face {
			t.Error("the wrong seat sees the card")
		}
	})
	t.Run("who starts", func(t *testing.T) { dealt(t, whoStarts).ExpectTurn(1) })
	t.Run("costs", func(t *testing.T) {
		g := gametest.New(t, costs(), gametest.Setup{})
		g.RefuseWords(0, "build #1", "it costs 2, and you have 0")
		g.PlayAll("work", "work", "build #1")
		g.ExpectIn("yard/0", "hut")
		g.RefuseWords(1, "build #5", "it costs 5, and you have 2")
	})
	t.Run("once per turn", func(t *testing.T) {
		g := gametest.New(t, oncePerTurn(), gametest.Setup{})
		g.Play(0, "magic")
		g.ExpectUnavailable(0, "magic", "you have used magic this turn")
		g.PlayAll("rest", "magic", "rest", "magic")
	})
	t.Run("dots and boxes", func(t *testing.T) {
		g := gametest.New(t, dotsAndBoxes(), gametest.Setup{})
		g.PlayAll("draw a1-b1", "draw a1-a2", "draw a2-b2")
		g.Play(1, "draw b1-b2")
		g.ExpectToAct(1)
		if got := Boxes.BySeat(g.State()); got[0] != 0 || got[1] != 1 {
			t.Errorf("the boxes are %v", got)
		}
		g.PlayAll("draw b1-c1")
		g.ExpectToAct(0)
	})
	t.Run("draw, then play", func(t *testing.T) {
		g := dealt(t, drawThenPlay)
		g.RefuseWords(0, "play 1", "not available")
		g.Play(0, "draw")
		g.ExpectToAct(0)
		g.Play(0, "play 7")
		g.ExpectToAct(1)
	})
	t.Run("second pick", func(t *testing.T) {
		g := dealt(t, secondPick)
		g.Play(0, "play 1")
		g.Play(1, "play 4 0")
		g.ExpectIn("hand/0", "2", "3", "7")
	})
	t.Run("targets", func(t *testing.T) {
		g := gametest.New(t, targets(), gametest.Setup{})
		g.RefuseWords(0, "shoot a1 a5", "a5 is more than three cells away")
		g.Play(0, "shoot a1 c3")
		g.Refuse(1, "shoot a5 e5", game.NotOffered)
	})
	t.Run("responses", func(t *testing.T) {
		g := gametest.New(t, responses(), gametest.Setup{})
		g.Rig(game.Chance{Number: 3})
		g.Play(0, "strike")
		g.ExpectToAct(1)
		g.Play(1, "block")
		g.ExpectToAct(1)
		for c := range g.State().Values(game.Seat(1)) {
			if c.Field == "life" && c.Is != "3" {
				t.Errorf("after a hit of 3 that was blocked, %s has %s lives of 5", c.Of, c.Is)
			}
		}
	})
	t.Run("trading", func(t *testing.T) {
		g := gametest.New(t, trading(), gametest.Setup{})
		g.Play(0, "offer #1 #5")
		g.ExpectToAct(2)
		g.Play(2, "accept")
		g.ExpectIn("stall/0", "#2", "#5")
		g.PlayAll("offer #3 #2", "decline")
		g.ExpectIn("stall/0", "#2", "#5")
	})
	t.Run("workers", func(t *testing.T) {
		g := gametest.New(t, workers(), gametest.Setup{Seats: 2})
		g.Play(0, "send mine")
		g.Refuse(1, "send mine", game.NotOffered)
		g.PlayAll("send inn", "send well", "send fair")
		g.ExpectIn("supply/0", "worker", "worker")
		g.ExpectIn("mine")
	})
	t.Run("dealer rotation", func(t *testing.T) {
		g := gametest.New(t, dealerRotation(), gametest.Setup{Seats: 3})
		for round := range game.Seat(3) {
			for turn := range game.Seat(3) {
				g.ExpectTurn((round + turn + 1) % 3)
				moves, _ := g.State().Moves()
				g.Play(g.State().Turn(), g.State().Text(moves[0]))
			}
		}
		g.ExpectTie()
	})
	t.Run("secret choice", func(t *testing.T) {
		g := gametest.New(t, secretChoice(), gametest.Setup{})
		g.Play(1, "show rock")
		g.Play(0, "show rock")
		g.PlayAll("show paper", "show rock")
		g.ExpectWinner(0)
	})
	t.Run("dice", func(t *testing.T) {
		g := gametest.New(t, dice(), gametest.Setup{Chance: []game.Chance{{Number: 6}, {Number: 1}, {Number: 2}}})
		g.Rig(game.Chance{Number: 5}, game.Chance{Number: 4})
		g.Play(0, "reroll #2+#3")
		g.ExpectIn("cup/0", "6", "5", "4")
		g.Play(0, "done")
		g.ExpectTurn(1)
	})
	t.Run("elimination", func(t *testing.T) {
		g := gametest.New(t, elimination(), gametest.Setup{Seats: 3})
		for range 5 {
			g.Rig(game.Chance{Number: 1})
			g.PlayAll("roll")
		}
		g.ExpectWinner(2)
	})
	t.Run("auction", func(t *testing.T) {
		g := gametest.New(t, auction(), gametest.Setup{Seats: 3})
		g.PlayAll("bid 2", "pass", "bid 5")
		g.Refuse(0, "bid 5", game.NotOffered)
		g.Play(0, "pass")
		g.ExpectSaid("player 3 pays 5")
		g.ExpectToAct(0)
	})
	t.Run("teams", func(t *testing.T) {
		g := gametest.New(t, teams(), gametest.Setup{})
		for range 7 {
			g.Rig(game.Chance{Number: 6})
			g.PlayAll("roll")
		}
		g.ExpectWinner(0, 2)
	})
	t.Run("pairs", func(t *testing.T) {
		if why := pairs().Unfit(3); why == nil || why.String() != "three cannot play in pairs" || pairs().Unfit(2) != nil || pairs().Unfit(4) != nil {
			t.Errorf("three players: %v", why)
		}
		g := gametest.New(t, pairs(), gametest.Setup{Seats: 2})
		for range 7 {
			g.Rig(game.Chance{Number: 6})
			g.PlayAll("roll")
		}
		g.ExpectWinner(0)
	})
	t.Run("hidden pieces", func(t *testing.T) {
		g := gametest.New(t, hiddenPieces(), gametest.Setup{})
		for i, m := range []string{"put #5 a4", "put #1 d1"} { // in any order
			s, seat := g.State(), game.Seat(1-i)
			g.Play(seat, m)
			move, _ := s.Parse(seat, m)
			if got := s.TextFor(1-seat, move, g.State()); got != "put ? ?" {
				t.Errorf("seat %d reads: %s", 1-seat, got)
			}
		}
		g.PlayAll("put #3 b1", "put #2 a1", "put #4 c1", "put #8 b4", "put #7 c4", "put #6 d4")
		s := g.State()
		if mine, other := s.Sees(1, s.Find("#8")), s.Sees(0, s.Find("#8")); mine != game.Face || other != game.Back {
			t.Errorf("the owner gets the %v of a piece, and the other seat %v", mine, other)
		}
		g.PlayAll("move b1 b2", "move b4 b3", "move b2 b3")
		both := g.State().Moments()[0]
		if both.Sees(0, both.Find("#8")) != game.Face || both.Sees(1, both.Find("#3")) != game.Face {
			t.Error("a battle does not show both pieces")
		}
		g.ExpectIn("lost", "2")
		g.ExpectSaid("2 attacks 3")
		if s := g.State(); s.Sees(0, s.Find("#8")) != game.Back || !s.Knows(0, s.Find("#8")) {
			t.Error("after the battle, the piece that won is not covered, or not known")
		}
	})
	t.Run("push your luck", func(t *testing.T) {
		g := gametest.New(t, pushYourLuck(), gametest.Setup{})
		g.ExpectUnavailable(0, "bank", "roll first")
		g.Rig(game.Chance{Number: 6}, game.Chance{Number: 5}, game.Chance{Number: 4}, game.Chance{Number: 1})
		g.PlayAll("roll", "roll", "bank")
		g.ExpectSaid("player 1 banks 11")
		g.ExpectToAct(1)
		g.PlayAll("roll", "roll")
		g.ExpectSaid("player 2 loses 4")
		g.ExpectToAct(0)
	})
	t.Run("kept dice", func(t *testing.T) {
		number := func(all ...int) (c []game.Chance) {
			for _, n := range all {
				c = append(c, game.Chance{Number: n})
			}
			return c
		}
		g := gametest.New(t, keptDice(), gametest.Setup{Chance: number(1, 5, 2, 3, 4)})
		g.Refuse(0, "keep #3", game.NotOffered)
		g.Rig(number(2, 5, 2, 6)...)
		g.Play(0, "keep #1")
		g.ExpectIn("kept", "1")
		g.Rig(number(2, 3, 4, 1, 1, 2, 3, 4)...) // nothing counts; then the next player rolls five dice
		g.Play(0, "keep #3")
		g.ExpectToAct(1)
		g.Play(1, "bank")
		g.ExpectSaid("player 2 banks 200")
	})
	t.Run("majority", func(t *testing.T) {
		g := gametest.New(t, majority(), gametest.Setup{Seats: 2})
		g.PlayAll("place coast", "place hills", "place coast", "place hills", "place coast", "place forest", "place hills", "place forest", "place hills", "place coast")
		g.ExpectWinner(1)
	})
}
