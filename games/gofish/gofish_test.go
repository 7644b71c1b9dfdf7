package gofish_test

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/gofish"
	"github.com/plygame/ply/gametest"
)

func TestLaws(t *testing.T) {
	gametest.Config{MaxMoves: 1000, Make: "gofish.New()"}.Check(t, gofish.New())
}

func FuzzMoves(f *testing.F) { gametest.Fuzz(f, gofish.New()) }

// deal starts a game in which the seats are dealt these cards. The cards of pond are on top of the pond, the first one
// topmost, and all others below.
func deal(t *testing.T, pond string, hands ...string) *gametest.Match {
	t.Helper()
	s, err := gofish.New().Start(2, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]string{}
	for id := range s.All() {
		named[label(s, id)] = s.Name(id)
	}
	var order []string
	add := func(card string) {
		if named[card] == "" {
			t.Fatalf("no card %s, or it is used twice", card)
		}
		order = append(order, named[card])
		named[card] = ""
	}
	for i := range strings.Fields(hands[0]) {
		for _, hand := range hands {
			add(strings.Fields(hand)[i])
		}
	}
	for _, card := range strings.Fields(pond) {
		add(card)
	}
	return gametest.New(t, gofish.New(), gametest.Setup{Seats: len(hands), Chance: []game.Chance{{Order: order}}})
}

// label returns the label of a card, or ? if it is hidden.
func label(s *game.State, id game.ID) string {
	if k := s.Kind(id); k != nil {
		return k.Label(s, id)
	}
	return "?"
}

// cards lists a seat's hand, sorted.
func cards(s *game.State, seat int) []string {
	ids := slices.Collect(s.In(s.Find(fmt.Sprintf("hand/%d", seat))))
	slices.SortFunc(ids, func(a, b game.ID) int {
		return 4*int(gofish.Ranks.Of(s, a)-gofish.Ranks.Of(s, b)) + int(gofish.Suits.Of(s, a)-gofish.Suits.Of(s, b))
	})
	var all []string
	for _, id := range ids {
		all = append(all, label(s, id))
	}
	return all
}

// show formats a state or a view.
func show(s *game.State) string {
	var b strings.Builder
	fmt.Fprintf(&b, "pond: %d\n", s.Count(s.Find("pond")))
	for x := range s.Seats() {
		fmt.Fprintf(&b, "seat %d:", x)
		for _, card := range cards(s, x) {
			b.WriteString(" " + card)
		}
		for id := range s.Held(game.Seat(x)).All() {
			fmt.Fprintf(&b, " [%s]", s.Name(id))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func expect(t *testing.T, s *game.State, want string) {
	t.Helper()
	want = strings.ReplaceAll(strings.TrimLeft(want, "\n"), "\t", "")
	if got := show(s); got != want {
		t.Errorf("after %d moves the table is\n%s\nwant\n%s", s.Played(), got, want)
	}
}

// said returns the lines of the last move.
func said(s *game.State) string {
	var all []string
	for _, l := range s.Said() {
		all = append(all, l.String())
	}
	return strings.Join(all, "; ")
}

// TestGolden compares random games with those in the golden files; -update writes them.
func TestGolden(t *testing.T) {
	for _, c := range []struct {
		seats int
		seed  uint64
	}{{2, 1}, {3, 2}} {
		g := gametest.New(t, gofish.New(), gametest.Setup{Seats: c.seats, Seed: c.seed})
		var b strings.Builder
		for move := ""; ; {
			s := g.State()
			fmt.Fprintf(&b, "%s%s%shash %s\n\n", move, indented(said(s)), show(s), s.HashText())
			if s.Outcome().Over {
				fmt.Fprintln(&b, s.Outcome())
				break
			}
			move = fmt.Sprintf("%d. %s\n", s.Played()+1, s.Turn())
			next(t, g)
		}
		path := fmt.Sprintf("testdata/seats%d.golden", c.seats)
		if flag.Lookup("update").Value.String() == "true" {
			if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if b.String() != string(want) {
			t.Errorf("the game differs from %s; if that is intended, run the test with -update", path)
		}
	}
}

// next plays a random move, and fails if the game has not ended after 500.
func next(t *testing.T, g *gametest.Match) {
	t.Helper()
	was := g.State().Played()
	if was == 500 {
		t.Fatalf("the game does not end:\n%s", show(g.State()))
	}
	g.PlayUntil(func(s *game.State) bool { return s.Played() > was })
}

func indented(lines string) string {
	if lines == "" {
		return ""
	}
	return "   " + strings.ReplaceAll(lines, "; ", "\n   ") + "\n"
}

func TestDeal(t *testing.T) {
	for seats, each := range map[int]int{2: 7, 3: 5, 4: 5, 5: 5} {
		g := gametest.New(t, gofish.New(), gametest.Setup{Seats: seats, Seed: 1})
		s := g.State()
		for x := range seats {
			if n := len(cards(s, x)); n != each {
				t.Errorf("%d seats: seat %d gets %d cards, want %d", seats, x, n, each)
			}
		}
		if n := s.Count(s.Find("pond")); n != 52-seats*each {
			t.Errorf("with %d seats the pond has %d cards", seats, n)
		}
		g.ExpectTurn(0)
	}
}

// TestDealtBook deals all four cards of a rank to one seat.
func TestDealtBook(t *testing.T) {
	g := deal(t, "", "2♣ 3♣ 4♣ 5♣ 6♣", "A♣ A♦ A♥ 7♣ A♠", "2♦ 3♦ 4♦ 5♦ 6♦")
	expect(t, g.State(), `
		pond: 37
		seat 0: 2♣ 3♣ 4♣ 5♣ 6♣
		seat 1: 7♣ [A]
		seat 2: 2♦ 3♦ 4♦ 5♦ 6♦
		`)
	g.ExpectTurn(0)
	g.Refuse(0, "ask 1 A", game.NotOffered)
}

// TestAsk covers every result of asking.
func TestAsk(t *testing.T) {
	g := deal(t, "9♣ 3♠ 7♠", "A♣ 3♣ 3♦ 5♣ 7♣", "A♦ A♥ 2♣ 4♣ 6♣", "3♥ 7♦ 7♥ 8♣ K♣")
	step := func(seat game.Seat, move, lines, look string, next game.Seat) {
		t.Helper()
		g.Play(seat, move)
		if got := said(g.State()); got != lines {
			t.Errorf("%q says %q, want %q", move, got, lines)
		}
		expect(t, g.State(), look)
		g.ExpectTurn(next)
	}
	step(0, "ask 1 A", "player 1 asks player 2 for A and gets 2", `
		pond: 37
		seat 0: A♣ A♦ A♥ 3♣ 3♦ 5♣ 7♣
		seat 1: 2♣ 4♣ 6♣
		seat 2: 3♥ 7♦ 7♥ 8♣ K♣
		`, 0)
	step(0, "ask 1 3", "player 1 asks player 2 for 3: go fish", `
		pond: 36
		seat 0: A♣ A♦ A♥ 3♣ 3♦ 5♣ 7♣ 9♣
		seat 1: 2♣ 4♣ 6♣
		seat 2: 3♥ 7♦ 7♥ 8♣ K♣
		`, 1)
	g.Play(1, "ask 0 2") // draws 3♠
	g.ExpectTurn(2)
	step(2, "ask 0 7", "player 3 asks player 1 for 7 and gets 1", `
		pond: 35
		seat 0: A♣ A♦ A♥ 3♣ 3♦ 5♣ 9♣
		seat 1: 2♣ 3♠ 4♣ 6♣
		seat 2: 3♥ 7♣ 7♦ 7♥ 8♣ K♣
		`, 2)
	step(2, "ask 0 7", "player 3 asks player 1 for 7: go fish; player 3 fishes 7♠; player 3 lays down a book of 7", `
		pond: 34
		seat 0: A♣ A♦ A♥ 3♣ 3♦ 5♣ 9♣
		seat 1: 2♣ 3♠ 4♣ 6♣
		seat 2: 3♥ 8♣ K♣ [7]
		`, 2)
	step(2, "ask 0 3", "player 3 asks player 1 for 3 and gets 2", `
		pond: 34
		seat 0: A♣ A♦ A♥ 5♣ 9♣
		seat 1: 2♣ 3♠ 4♣ 6♣
		seat 2: 3♣ 3♦ 3♥ 8♣ K♣ [7]
		`, 2)
	step(2, "ask 1 3", "player 3 asks player 2 for 3 and gets 1; player 3 lays down a book of 3", `
		pond: 34
		seat 0: A♣ A♦ A♥ 5♣ 9♣
		seat 1: 2♣ 4♣ 6♣
		seat 2: 8♣ K♣ [3] [7]
		`, 2)
	g.Check()
}

// TestFishedBook completes a book with a drawn card that was not asked for: the turn ends.
func TestFishedBook(t *testing.T) {
	g := deal(t, "A♠", "A♣ A♦ A♥ 5♣ 7♣ 8♣ 9♣", "2♣ 3♣ 4♣ 6♣ 10♣ J♣ Q♣")
	g.Play(0, "ask 1 5")
	g.ExpectSaid("player 1 lays down a book of A")
	g.ExpectTurn(1)
}

func TestRefused(t *testing.T) {
	g := deal(t, "", "A♣ 2♣ 3♣ 4♣ 5♣ 6♣ 7♣", "A♦ 2♦ 3♦ 4♦ 5♦ 6♦ Q♦")
	g.RefuseWords(0, "ask 1 Q", "Q cannot be chosen")
	g.RefuseWords(0, "ask 0 A", "0 cannot be chosen")
	g.RefuseWords(0, "ask 2 A", "2 cannot be chosen")
	g.RefuseWords(0, "ask 1 1", "there is no 1")
	g.RefuseWords(1, "ask 0 Q", "it is the turn of player 1")
	g.Refuse(0, "ask 1 pond", game.NotOffered)
	g.Refuse(0, "ask 1", game.Missing)
	g.Play(0, "ask 1 A")
}

// TestOneTakesAll is a whole game of two players in which one takes everything: first the other's cards, then the pond.
func TestOneTakesAll(t *testing.T) {
	g := deal(t, "A♥ A♠ 2♥ 2♠ 3♥ 3♠ 4♥ 4♠ 5♥ 5♠ 6♥ 6♠ 7♥ 7♠ 8♣ 8♦ 8♥ 8♠ 9♣ 9♦ 9♥ 9♠ "+
		"10♣ 10♦ 10♥ 10♠ J♣ J♦ J♥ J♠ Q♣ Q♦ Q♥ Q♠ K♣ K♦ K♥ K♠",
		"A♣ 2♣ 3♣ 4♣ 5♣ 6♣ 7♣", "A♦ 2♦ 3♦ 4♦ 5♦ 6♦ 7♦")
	for rank := range strings.FieldsSeq("A 2 3 4 5 6 7 8 9 10 J Q K") {
		for range 3 {
			g.ExpectRunning()
			g.Play(0, "ask 1 "+rank)
		}
		if rank == "7" {
			// Both seats have no cards left; the one to move draws a card and continues.
			expect(t, g.State(), `
				pond: 23
				seat 0: 8♣ [A] [2] [3] [4] [5] [6] [7]
				seat 1:
				`)
			g.ExpectTurn(0)
		}
	}
	g.ExpectSaid("player 1 lays down a book of K")
	g.ExpectWinner(0)
	if got := g.State().Outcome().String(); got != "won by seat 0 (13 : 0)" {
		t.Error(got)
	}
	g.Check()
}

// TestEmptyHand asks a seat that has no cards; it draws one at the start of its turn.
func TestEmptyHand(t *testing.T) {
	g := deal(t, "K♣ 7♥ 7♠ 8♣", "A♣ 2♣ 3♣ 4♣ 5♣ 6♣ 7♣", "A♦ 2♦ 3♦ 4♦ 5♦ 6♦ 7♦")
	g.PlayAll("ask 1 A", "ask 1 2", "ask 1 3", "ask 1 4", "ask 1 5", "ask 1 6", "ask 1 7", "ask 1 A")
	g.ExpectSaid("player 1 asks player 2 for A: go fish")
	expect(t, g.State(), `
		pond: 36
		seat 0: A♣ A♦ 2♣ 2♦ 3♣ 3♦ 4♣ 4♦ 5♣ 5♦ 6♣ 6♦ 7♣ 7♦ K♣
		seat 1: 7♥
		`)
	g.ExpectTurn(1)
	g.RefuseWords(1, "ask 0 A", "A cannot be chosen")
	g.Play(1, "ask 0 7")
	g.Play(1, "ask 0 7")
	g.ExpectSaid("player 2 fishes 7♠")
	expect(t, g.State(), `
		pond: 34
		seat 0: A♣ A♦ 2♣ 2♦ 3♣ 3♦ 4♣ 4♦ 5♣ 5♦ 6♣ 6♦ K♣
		seat 1: 8♣ [7]
		`)
	g.ExpectTurn(1)
}

// TestEmptyPond plays random games to the end: when the pond is empty nothing is drawn, and seats without cards are
// skipped.
func TestEmptyPond(t *testing.T) {
	passed := 0
	for seed := range uint64(40) {
		g := gametest.New(t, gofish.New(), gametest.Setup{Seats: 2 + int(seed%4), Seed: seed})
		pond := g.State().Find("pond")
		g.PlayUntil(func(s *game.State) bool { return s.Count(pond) == 0 })
		for !g.State().Outcome().Over {
			s := g.State()
			for x := range s.Seats() {
				if len(cards(s, x)) == 0 && game.Seat(x) == s.Turn() {
					t.Fatalf("it is the turn of seat %d, which has no cards:\n%s", x, show(s))
				}
			}
			next(t, g)
			if x := g.State().Turn(); x != game.Nobody && x != s.Turn() && int(x) != (int(s.Turn())+1)%s.Seats() {
				passed++
			}
			if strings.Contains(said(g.State()), "fishes") {
				t.Fatal("a card was drawn from an empty pond")
			}
		}
		books := 0
		for _, n := range g.State().Outcome().Scores {
			books += n
		}
		if books != 13 {
			t.Errorf("the game ends with %d books:\n%s", books, show(g.State()))
		}
	}
	if passed == 0 {
		t.Error("no seat was skipped in any of the games")
	}
}

// TestWinners checks that the seats with the most books win, also if there are several.
func TestWinners(t *testing.T) {
	shared := 0
	for seed := range uint64(40) {
		g := gametest.New(t, gofish.New(), gametest.Setup{Seats: 4, Seed: seed})
		g.PlayUntil(gametest.Over)
		o := g.State().Outcome()
		var best []game.Seat
		for x, n := range o.Scores {
			if n != g.State().Held(game.Seat(x)).Len() {
				t.Fatalf("seat %d has %d points:\n%s", x, n, show(g.State()))
			}
			if n == slices.Max(o.Scores) {
				best = append(best, game.Seat(x))
			}
		}
		g.ExpectWinner(best...)
		if len(best) > 1 {
			shared++
		}
	}
	if shared == 0 {
		t.Error("no win was shared in any of the games")
	}
}
