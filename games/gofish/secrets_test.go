package gofish_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/gofish"
	"github.com/plygame/ply/gametest"
)

// TestViews checks what each seat sees and reads after some moves.
func TestViews(t *testing.T) {
	g := deal(t, "9♣ K♦", "A♣ 3♣ 5♣ 7♣ J♣", "A♦ 2♣ 4♣ 6♣ Q♣", "3♥ 7♦ 7♥ 8♣ K♣")
	g.PlayAll("ask 1 A", "ask 2 J", "ask 0 2")
	s := g.State()
	expect(t, s.View(0), `
		pond: 35
		seat 0: A♣ A♦ 3♣ 5♣ 7♣ 9♣ J♣
		seat 1: ? ? ? ? ?
		seat 2: ? ? ? ? ?
		`)
	expect(t, s.View(1), `
		pond: 35
		seat 0: ? ? ? ? ? ? ?
		seat 1: 2♣ 4♣ 6♣ Q♣ K♦
		seat 2: ? ? ? ? ?
		`)
	expect(t, s.View(2), `
		pond: 35
		seat 0: ? ? ? ? ? ? ?
		seat 1: ? ? ? ? ?
		seat 2: 3♥ 7♦ 7♥ 8♣ K♣
		`)
	expect(t, s.View(game.Nobody), `
		pond: 35
		seat 0: ? ? ? ? ? ? ?
		seat 1: ? ? ? ? ?
		seat 2: ? ? ? ? ?
		`)
	expect(t, s.View(game.Judge), show(s))
	for place, want := range map[string]game.Level{"hand/0": game.Counted, "hand/1": game.Face, "pond": game.Back} {
		for id := range s.In(s.Find(place)) {
			if got := s.Sees(1, id); got != want {
				t.Fatalf("a card in %s: player 2 sees its %s, want its %s", place, got, want)
			}
		}
	}
	g.Play(2, "ask 0 7")
	for _, x := range []game.Seat{0, 1, 2, game.Nobody} {
		if got := said(g.State().View(x)); got != "player 3 asks player 1 for 7 and gets 1" {
			t.Errorf("%s reads %q", x, got)
		}
	}
}

// TestShownFish checks that everyone reads which card was shown, although they do not see it in the hand.
func TestShownFish(t *testing.T) {
	g := deal(t, "3♠", "A♣ 3♣ 5♣ 7♣ J♣ Q♦ K♦", "A♦ 2♣ 4♣ 6♣ Q♣ 8♣ 9♣")
	g.Play(0, "ask 1 3")
	for _, x := range []game.Seat{0, 1, game.Nobody} {
		v := g.State().View(x)
		if got := said(v); got != "player 1 asks player 2 for 3: go fish; player 1 fishes 3♠" {
			t.Errorf("%s reads %q", x, got)
		}
		if sees := slices.Contains(cards(v, 0), "3♠"); sees != (x == 0) {
			t.Errorf("%s sees 3♠: %t", x, sees)
		}
	}
}

// known lists the cards in a seat's hand that another seat knows.
func known(s *game.State, by, seat game.Seat) string {
	var all []string
	for _, card := range cards(s, int(seat)) {
		for id := range s.All() {
			if label(s, id) == card && s.Knows(by, id) {
				all = append(all, card)
			}
		}
	}
	return strings.Join(all, " ")
}

// TestKnows checks that asking for a rank reveals a card of it, that cards handed over or shown are known, and that nothing
// else is.
func TestKnows(t *testing.T) {
	g := deal(t, "Q♣ 4♠ 2♠ 9♦ 10♦", "Q♥ 3♣ 5♣ 7♣ 8♦", "Q♦ 2♣ 4♣ 6♣ 8♣", "3♥ 7♦ 7♥ J♣ K♣")
	know := func(of game.Seat, want string) {
		t.Helper()
		for by := range game.Seat(3) {
			if got := known(g.State(), by, of); by != of && got != want {
				t.Errorf("%s knows the cards of %s %q, want %q", by, of, got, want)
			}
		}
		if got := known(g.State(), game.Nobody, of); got != want {
			t.Errorf("spectators know the cards of %s %q, want %q", of, got, want)
		}
	}
	know(0, "")
	g.Play(0, "ask 1 Q")
	know(0, "Q♦ Q♥")
	g.Play(0, "ask 2 5") // draws Q♣, which nobody sees
	know(0, "5♣ Q♦ Q♥")
	know(1, "")
	g.Play(1, "ask 0 4") // draws 4♠
	know(1, "4♣ 4♠")
	g.Play(1, "ask 0 2") // draws 2♠
	g.Play(1, "ask 0 2")
	know(1, "2♣ 2♠ 4♣ 4♠")
	g.Play(2, "ask 0 7")
	know(2, "7♣ 7♦")
	g.Play(2, "ask 1 J")
	know(2, "7♣ 7♦ J♣")
	g.Play(0, "ask 2 Q") // reveals nothing new
	know(0, "5♣ Q♦ Q♥")
}

// redeals returns many states that are possible as far as the seat knows.
func redeals(t *testing.T, s *game.State, seat game.Seat) (all []*game.State) {
	t.Helper()
	for seed := range uint64(200) {
		r, err := s.Redeal(seat, game.SeedOf(seed))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	return all
}

// holds counts the states in which a seat has a card, or any card of a rank.
func holds(all []*game.State, seat int, card string) (n int) {
	for _, s := range all {
		if slices.ContainsFunc(cards(s, seat), func(c string) bool { return strings.HasPrefix(c, card) }) {
			n++
		}
	}
	return n
}

// TestRedeal checks which cards are dealt again for each seat, and which are not.
func TestRedeal(t *testing.T) {
	g := deal(t, "9♣ 4♠ 9♦", "Q♣ Q♥ 3♣ 5♣ 7♣", "Q♦ 2♣ 4♣ 6♣ 8♣", "3♥ 7♦ 7♥ J♣ K♣")
	g.PlayAll("ask 1 Q", "ask 2 Q", "ask 0 4", "ask 0 2", "ask 0 7")
	s := g.State()
	expect(t, s, `
		pond: 34
		seat 0: 3♣ 5♣ 9♣ Q♣ Q♦ Q♥
		seat 1: 2♣ 4♣ 4♠ 6♣ 8♣ 9♦
		seat 2: 3♥ 7♣ 7♦ 7♥ J♣ K♣
		`)
	g.ExpectTurn(2)
	for x := range game.Seat(3) {
		all := redeals(t, s, x)
		certain := func(seat int, card string) {
			t.Helper()
			if n := holds(all, seat, card); n != len(all) {
				t.Errorf("re-dealt for %s, seat %d has %s only %d times", x, seat, card, n)
			}
		}
		never := func(seat int, card string) {
			t.Helper()
			if n := holds(all, seat, card); n > 0 {
				t.Errorf("re-dealt for %s, seat %d has %s %d times", x, seat, card, n)
			}
		}
		open := func(seat int, card string) {
			t.Helper()
			if n := holds(all, seat, card); n == 0 || n == len(all) {
				t.Errorf("re-dealt for %s, seat %d has %s %d times", x, seat, card, n)
			}
		}
		for _, card := range cards(s, int(x)) {
			certain(int(x), card)
		}
		certain(0, "Q♣")
		certain(0, "Q♦")
		certain(1, "4♣")
		certain(1, "4♠")
		certain(1, "2♣")
		certain(2, "7♣")
		never(2, "Q")
		never(0, "2") // asked for since it last drew, without success
		never(0, "4")
		never(0, "7")
		if x != 0 {
			open(0, "9♣")
			open(0, "K")
			open(0, "Q♥")
		}
		if x != 1 {
			open(1, "9♦")
			open(1, "5")
		}
		if x != 2 {
			open(2, "J♣")
			open(2, "10")
		}
	}
}

// TestLacks checks that a seat is dealt a rank it lacks only after it has drawn a card.
func TestLacks(t *testing.T) {
	g := deal(t, "9♣ 10♣", "A♣ 2♣ 3♣ 4♣ 5♣ 6♣ 7♣", "8♦ 9♦ 10♦ J♦ Q♦ K♦ 2♦")
	g.Play(0, "ask 1 A")
	if n := holds(redeals(t, g.State(), 0), 1, "A"); n > 0 {
		t.Errorf("player 2 has no A, but is dealt one in %d re-deals", n)
	}
	g.Play(1, "ask 0 8")
	if n := holds(redeals(t, g.State(), 0), 1, "A"); n == 0 {
		t.Error("player 2 has drawn a card, but is never dealt an A")
	}
	if n := holds(redeals(t, g.State(), 1), 0, "8"); n > 0 {
		t.Errorf("player 1 has no 8, but is dealt one in %d re-deals", n)
	}
}

// TestRedealHasNoBooks checks that no hand has a whole book, which would be on the table.
func TestRedealHasNoBooks(t *testing.T) {
	for seats := 2; seats <= 5; seats++ {
		g := gametest.New(t, gofish.New(), gametest.Setup{Seats: seats, Seed: 3})
		for ; !g.State().Over(); next(t, g) {
			if g.State().Played()%10 > 0 {
				continue
			}
			for _, s := range redeals(t, g.State(), game.Seat(seats-1))[:20] {
				for x := range seats {
					ranks := map[string]int{}
					for _, card := range cards(s, x) {
						rank := strings.TrimRight(card, "♣♦♥♠")
						if ranks[rank]++; ranks[rank] == 4 {
							t.Fatalf("re-dealt after %d moves, seat %d has a book in its hand:\n%s", s.Played(), x, show(s))
						}
					}
				}
			}
		}
	}
}

// TestRedealDependsOnSeat checks that a re-deal depends on the seed and on what the seat knows, and on nothing else:
// re-dealing a re-deal gives the same as re-dealing the game itself.
func TestRedealDependsOnSeat(t *testing.T) {
	s, err := gofish.New().Start(3, game.SeedOf(5))
	if err != nil {
		t.Fatal(err)
	}
	equal := 0
	for seed := range uint64(50) {
		other, err := s.Redeal(1, game.SeedOf(seed))
		if err != nil {
			t.Fatal(err)
		}
		a, err := s.Redeal(1, game.SeedOf(seed+1000))
		if err != nil {
			t.Fatal(err)
		}
		b, err := other.Redeal(1, game.SeedOf(seed+1000))
		if err != nil {
			t.Fatal(err)
		}
		if a.Hash() == b.Hash() && other.Hash() != s.Hash() {
			equal++
		}
	}
	if equal != 50 {
		t.Errorf("%d of 50 re-deals are equal", equal)
	}
}
