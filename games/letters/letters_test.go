package letters_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/letters"
	"github.com/plygame/ply/gametest"
)

func TestLaws(t *testing.T) {
	gametest.Config{Games: 6, Make: "letters.New(true)"}.Check(t, letters.New(true))
}

func FuzzMoves(f *testing.F) { gametest.Fuzz(f, letters.New(true)) }

func TestGolden(t *testing.T) { gametest.Golden(t, letters.New(true), "testdata/night.golden", 3) }

// deal starts a match of three players; it is the turn of player 1.
func deal(t *testing.T, cards string) *gametest.Match {
	t.Helper()
	return gametest.Deal(t, letters.New(false), gametest.Setup{Seats: 3}, cards)
}

func TestWatchman(t *testing.T) {
	g := deal(t, "hand 1: Watchman Gossip; hand 2: Poet; hand 3: Envoy; deck: Thief")
	g.Refuse(0, "play Watchman 1 Watchman", game.NotOffered)
	g.Refuse(0, "play Watchman 0 Poet", game.NotOffered)
	g.Refuse(0, "play Watchman 1", game.Missing)
	g.Play(0, "play Watchman 2 Poet")
	g.ExpectSaid("player 3 does not hold it")
	g.ExpectTurn(1)
	for n := range uint64(50) { // nobody thinks that player 3 holds the poet
		s, err := g.State().Redeal(0, game.SeedOf(n))
		if err != nil {
			t.Fatal(err)
		}
		if k := s.Kind(s.First(s.Find("hand/2"))); k.Name == "poet" {
			t.Fatal("a re-deal gives player 3 the poet")
		}
	}
	g.Undo()
	g.Play(0, "play Watchman 1 Poet")
	g.ExpectSaid("that catches player 2")
	g.ExpectIn("played/1", "Poet")
	g.ExpectTurn(2)
}

func TestGossip(t *testing.T) {
	g := deal(t, "hand 1: Watchman Gossip; hand 2: Poet; hand 3: Envoy")
	g.Play(0, "play Gossip 2")
	s := g.State()
	if id := s.First(s.Find("hand/2")); !s.Knows(0, id) || s.Knows(1, id) {
		t.Error("player 1 should know what player 3 holds, and player 2 should not")
	}
	held := []map[string]bool{{}, {}}
	for n := range uint64(30) { // re-deals for player 1 remember it
		for seat := range game.Seat(2) {
			r, err := s.Redeal(seat, game.SeedOf(n))
			if err != nil {
				t.Fatal(err)
			}
			held[seat][r.Kind(r.First(r.Find("hand/2"))).Name] = true
		}
	}
	if len(held[0]) != 1 || !held[0]["envoy"] || len(held[1]) < 3 {
		t.Errorf("in re-deals player 3 holds %v for player 1, and %v for player 2", held[0], held[1])
	}
}

func TestDuelist(t *testing.T) {
	g := deal(t, "hand 1: Duelist Thief; hand 2: Poet; hand 3: Thief")
	g.Play(0, "play Duelist 1")
	g.ExpectSaid("that catches player 1")
	g.Undo()
	g.Play(0, "play Duelist 2")
	g.ExpectSaid("they hold the same card")
	if s := g.State(); !s.Knows(0, s.First(s.Find("hand/2"))) || !s.Knows(2, s.First(s.Find("hand/0"))) {
		t.Error("both should know the other's card")
	}
	g.Deal("hand 2: Duelist Chaperone; hand 3: Gossip")
	g.Play(1, "play Duelist 2")
	g.ExpectSaid("that catches player 3")
}

func TestChaperone(t *testing.T) {
	g := deal(t, "hand 1: Chaperone Thief; hand 2: Gossip; hand 3: Chaperone; deck: Watchman Watchman Envoy")
	g.Play(0, "play Chaperone")
	g.Refuse(1, "play Gossip 0", game.NotOffered)
	g.Play(1, "play Gossip 2")
	g.Play(2, "play Chaperone")
	g.Deal("hand 1: Gossip Thief")
	g.Play(0, "play Gossip 1")
	g.Deal("hand 2: Watchman Poet; hand 3: Thief")
	g.Refuse(1, "play Watchman 2 Poet", game.NotOffered) // the chaperone of player 1 has left, that of player 3 has not
	g.Play(1, "play Watchman 0 Poet")
}

// TestNobody plays a card when everybody has a chaperone.
func TestNobody(t *testing.T) {
	g := gametest.Deal(t, letters.New(false), gametest.Setup{Seats: 2},
		"hand 1: Chaperone Thief; hand 2: Gossip; deck: Envoy")
	g.Play(0, "play Chaperone")
	g.Play(1, "play Gossip")
	g.ExpectTurn(0)
}

func TestThief(t *testing.T) {
	g := deal(t, "hand 1: Thief Gossip; hand 2: Poet; hand 3: Envoy; deck: Abbess")
	g.Play(0, "play Thief 1")
	g.ExpectSaid("that catches player 2")
	g.Undo()
	g.Play(0, "play Thief 0")
	g.ExpectSaid("the thief takes Gossip from player 1")
	g.ExpectIn("hand/0", "Abbess")
}

func TestEnvoy(t *testing.T) {
	g := deal(t, "hand 1: Envoy Gossip; hand 2: Poet; hand 3: Duelist")
	g.Play(0, "play Envoy 1")
	g.ExpectIn("hand/0", "Poet")
	if s := g.State(); !s.Knows(0, s.First(s.Find("hand/1"))) {
		t.Error("player 1 should know what they gave away")
	}
}

func TestAbbess(t *testing.T) {
	g := deal(t, "hand 1: Abbess Thief; hand 2: Gossip; hand 3: Chaperone")
	g.RefuseWords(0, "play Thief 0", "you must play the abbess")
	g.Play(0, "play Abbess")
}

func TestPoet(t *testing.T) {
	g := deal(t, "hand 1: Poet Chaperone; hand 2: Gossip; hand 3: Duelist")
	g.Play(0, "play Poet")
	g.ExpectSaid("that catches player 1")
	g.ExpectTurn(1)
}

// TestNight plays to the end of a night in which the deck is used up, and of one in which one player is left.
func TestNight(t *testing.T) {
	g := gametest.Deal(t, letters.New(true), gametest.Setup{Seats: 2}, "hand 1: Gossip Watchman; hand 2: Abbess")
	g.Play(0, "play Watchman 1 Abbess")
	g.ExpectWinner(0)
	g = gametest.New(t, letters.New(false), gametest.Setup{Seats: 2, Seed: 1})
	g.PlayUntil(gametest.Over)
	s := g.State()
	if letters.Seals.Of(s, s.Outcome().Winners[0]) != 7 {
		t.Errorf("the winner has %d seals", letters.Seals.Of(s, s.Outcome().Winners[0]))
	}
}

// TestTies counts random nights: of equal cards, that of the player who has played the higher sum wins; if the sums are
// equal too, all of them win.
func TestTies(t *testing.T) {
	broken, shared := 0, 0
	for seats := 2; seats <= 4; seats++ {
		s, err := letters.New(true).Start(seats, game.SeedOf(1))
		if err != nil {
			t.Fatal(err)
		}
		f := s.Fork()
		for seed := range uint64(4000) {
			f.Reset(s)
			f.Seed(seed)
			if _, err := f.Playout(100); err != nil {
				t.Fatal(err)
			}
			end := f.State()
			highest, sums := map[game.Seat]bool{}, map[game.Seat]int{}
			top, most := 0, 0
			for seat := range end.Playing().All() {
				top = max(top, held(end, seat))
			}
			for seat := range end.Playing().All() {
				if held(end, seat) == top {
					highest[seat], sums[seat] = true, played(end, seat)
					most = max(most, sums[seat])
				}
			}
			winners := 0
			for seat := range game.Seat(seats) {
				want := highest[seat] && sums[seat] == most
				if won := end.Outcome().Winners; slices.Contains(won, seat) != want || letters.Seals.Of(end, seat) == 1 != want {
					t.Fatalf("%d seats, seed %d: %v won\n%s", seats, seed, won, gametest.Debug(end))
				}
				if want {
					winners++
				}
			}
			if winners > 1 {
				shared++
			} else if len(highest) > 1 {
				broken++
			}
		}
	}
	if broken < 10 || shared < 10 {
		t.Errorf("only %d ties were broken, and %d nights shared", broken, shared)
	}
}

func held(s *game.State, seat game.Seat) int {
	return letters.Value.Of(s, s.First(s.Find(fmt.Sprintf("hand/%d", seat))))
}

func played(s *game.State, seat game.Seat) (sum int) {
	for id := range s.In(s.Find(fmt.Sprintf("played/%d", seat))) {
		sum += letters.Value.Of(s, id)
	}
	return sum
}

// TestAbbessElsewhere checks that nobody thinks that a player who has played the thief or the envoy holds the abbess.
func TestAbbessElsewhere(t *testing.T) {
	for move, holder := range map[string]string{
		"play Thief 1": "hand/0", // the card that is left
		"play Envoy 2": "hand/2", // which was given away
	} {
		g := deal(t, "hand 1: Thief Envoy; hand 2: Duelist; hand 3: Gossip; deck: Chaperone")
		g.Play(0, move)
		for n := range uint64(300) {
			s, err := g.State().Redeal(1, game.SeedOf(n))
			if err != nil {
				t.Fatal(err)
			}
			if k := s.Kind(s.First(s.Find(holder))); k.Name == "abbess" {
				t.Fatalf("%s: a re-deal gives the abbess to %s", move, holder)
			}
		}
	}
}

// TestValue checks that bots expect as much of equal seats as of a tie, and that more seals are better.
func TestValue(t *testing.T) {
	for seats := 2; seats <= 4; seats++ {
		g := gametest.New(t, letters.New(false), gametest.Setup{Seats: seats})
		value := letters.New(false).Value
		for seat := range game.Seat(seats) {
			if v := value(g.State(), seat); v != 500 {
				t.Errorf("%d seats: %v is worth %d at the start", seats, seat, v)
			}
		}
		g.PlayUntil(func(s *game.State) bool { return s.Over() || letters.Seals.Of(s, game.Seat(1)) == 1 })
		s := g.State()
		if v := value(s, 1); letters.Seals.Of(s, game.Seat(0)) == 0 && (v <= 500 || v >= 1000) {
			t.Errorf("%d seats: a seal is worth %d", seats, v)
		}
	}
}
