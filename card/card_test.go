package card_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/plygame/ply/card"
	"github.com/plygame/ply/game"
)

func gin() *card.Melds {
	m := &card.Melds{}
	for r := card.Ace; r <= card.King; r++ {
		m.Worth[r] = min(10, int(r))
	}
	return m
}

// least tries every way to partition the cards: each card is left over, or begins one of the melds it is the lowest of.
func least(m *card.Melds, g card.Group) int {
	for f := range g.Faces() {
		best := m.Worth[f.Rank] + least(m, g&^f.Group())
		for part := g; part != 0; part = (part - 1) & g {
			if part.Has(f) && part.Len() >= 3 && plainMeld(part) {
				best = min(best, least(m, g&^part))
			}
		}
		return best
	}
	return 0
}

// plainMeld reports whether cards are a set or a run, card by card.
func plainMeld(g card.Group) bool {
	faces := slices.Collect(g.Faces())
	set, run := true, true
	for i, f := range faces[1:] {
		set = set && f.Rank == faces[0].Rank
		run = run && f.Suit == faces[0].Suit && f.Rank == faces[i].Rank+1
	}
	return set || run
}

// TestBestMelds compares with exhaustive search, in hands that have many melds.
func TestBestMelds(t *testing.T) {
	m, r := gin(), rand.New(rand.NewPCG(1, 2))
	melded := 0
	for range 400 {
		var hand card.Group
		for hand.Len() < 9 {
			hand |= card.Face{Rank: card.Rank(1 + r.IntN(6)), Suit: card.Suit(1 + r.IntN(4))}.Group()
		}
		melds, rest := m.Best(hand, nil)
		together := rest
		for _, x := range melds {
			if together&x != 0 || !plainMeld(x) || !m.Is(x) {
				t.Fatalf("%v has the melds %v", hand, melds)
			}
			together |= x
		}
		if together != hand {
			t.Fatalf("%v is divided into %v and %v", hand, melds, rest)
		}
		if got, want := m.Count(rest), least(m, hand); got != want {
			t.Fatalf("%v: %d are left, but %d is possible", hand, got, want)
		}
		melded += len(melds)
	}
	if melded < 400 {
		t.Errorf("only %d melds in 400 hands", melded)
	}
}

func TestMeldsDoNotAllocate(t *testing.T) {
	m, faces := gin(), []card.Group{}
	var hand card.Group
	all, _ := card.ParseFaces("A♣ 2♣ 3♣ 4♣ 4♦ 4♥ 5♣ 6♣ 6♦ 6♥")
	for _, f := range all {
		hand |= f.Group()
	}
	buf := make([]card.Group, 0, 8)
	if n := testing.AllocsPerRun(100, func() { faces, _ = m.Best(hand, buf[:0]) }); n > 0 {
		t.Errorf("%v allocations for %v", n, faces)
	}
}

func BenchmarkBest(b *testing.B) {
	m, r := gin(), rand.New(rand.NewPCG(1, 2))
	hands := make([]card.Group, 1000)
	for i := range hands {
		for hands[i].Len() < 10 {
			hands[i] |= card.Face{Rank: card.Rank(1 + r.IntN(13)), Suit: card.Suit(1 + r.IntN(4))}.Group()
		}
	}
	buf := make([]card.Group, 0, 8)
	b.ReportAllocs()
	for i := range b.N {
		m.Best(hands[i%len(hands)], buf[:0])
	}
}

// TestFaceDown turns a card down and up: only its controller sees it meanwhile.
func TestFaceDown(t *testing.T) {
	field := &game.Place{Name: "field", Each: true}
	hand := &game.Place{Name: "hand", Each: true, Seen: game.ByOwner}
	wolf := &game.Kind{Name: "wolf"}
	down := &game.Action{Name: "down", Do: func(t *game.Tx) { card.TurnDown(t, t.First(field.Of(0))) }}
	up := &game.Action{Name: "up", Do: func(t *game.Tx) { card.TurnUp(t, t.First(field.Of(0))) }}
	r := &game.Rules{
		Name: "down", Seats: game.Exactly(2), Layout: []game.Layout{field, hand}, Kinds: []*game.Kind{wolf}, Parts: card.Marks(),
		Setup: func(t *game.Tx) { t.Create(wolf, field.Of(0)) }, Actions: []*game.Action{down, up},
	}
	s, err := r.Start(2, game.SeedOf(1))
	for _, c := range []struct {
		move  string
		seat  game.Seat
		other game.Level
	}{{"down", 0, game.Back}, {"up", 1, game.Face}} {
		if err == nil {
			s, err = s.PlayText(c.seat, c.move)
		}
		if err != nil {
			t.Fatal(err)
		}
		id := s.First(field.Of(0))
		if s.Sees(0, id) != game.Face || s.Sees(1, id) != c.other || s.Sees(game.Nobody, id) != c.other {
			t.Errorf("after %s: %v %v %v", c.move, s.Sees(0, id), s.Sees(1, id), s.Sees(game.Nobody, id))
		}
	}
}

// TestDetachAll destroys a wolf with an aura that carries a gem: both come off, go to the piles of the seats they belong
// to, and lose their marks. A card without Whose belongs to seat 0.
func TestDetachAll(t *testing.T) {
	field, pile := &game.Place{Name: "field"}, &game.Place{Name: "pile", Each: true, Order: game.Stacked}
	field.Leave = card.Detach(field, pile)
	var kinds []*game.Kind
	for _, name := range []string{"wolf", "aura", "gem", "dust"} {
		kinds = append(kinds, &game.Kind{Name: name})
	}
	r := &game.Rules{
		Name: "auras", Seats: game.Exactly(2), Layout: []game.Layout{field, pile}, Kinds: kinds, Parts: card.Marks(),
		Setup: func(t *game.Tx) {
			on := t.Create(kinds[0], field, card.Whose.Is(1))
			for _, k := range kinds[1:3] {
				x := t.Create(k, field, card.Whose.Is(1), card.Tapped.Is(true))
				t.Move(x, on)
				on = x
			}
			t.Move(t.Create(kinds[3], field, card.Tapped.Is(true)), on)
		},
		Actions: []*game.Action{{Name: "die", Do: func(t *game.Tx) { t.Move(t.First(field), pile.Of(1)) }}},
	}
	s, err := r.Start(2, game.SeedOf(1))
	if err == nil {
		s, err = s.PlayText(0, "die")
	}
	if err != nil {
		t.Fatal(err)
	}
	for seat, want := range []string{"dust ", "gem aura wolf "} {
		got := ""
		for id := range s.In(pile.Of(game.Seat(seat))) {
			got += s.Kind(id).Name + " "
			if card.Tapped.Of(s, id) || s.Count(id) > 0 {
				t.Errorf("%s is tapped: %v, and holds %d", s.Kind(id).Name, card.Tapped.Of(s, id), s.Count(id))
			}
		}
		if got != want {
			t.Errorf("the pile of seat %d has %q, want %q", seat, got, want)
		}
	}
}

// TestGatherForgetsPlaces shuffles the same cards from different places: the same chance gives the same deck.
func TestGatherForgetsPlaces(t *testing.T) {
	deck := &game.Place{Name: "deck", Order: game.Stacked, Seen: game.ByNone}
	hand := &game.Place{Name: "hand", Each: true, Order: game.Unordered, Seen: game.ByOwner}
	k := &game.Kind{Name: "card"}
	which := &game.Pick[game.ID]{Name: "card", From: func(t *game.Tx) game.Set[game.ID] { return t.Contents(deck) }}
	r := &game.Rules{
		Name: "gather", Seats: game.Exactly(2), Layout: []game.Layout{deck, hand}, Kinds: []*game.Kind{k},
		Setup: func(t *game.Tx) { t.CreateMany(9, k, deck) },
		Actions: []*game.Action{
			{Name: "take", Pick: []game.Choice{which}, Do: func(t *game.Tx) { t.Move(which.In(t), hand.Of(t.Seat)) }},
			{Name: "gather", Do: func(t *game.Tx) { card.Gather(t, deck, hand) }},
		},
	}
	decks := map[string]bool{}
	for _, moves := range [][]string{{"take #3", "take #5", "gather"}, {"take #9", "take #1", "gather"}} {
		s, err := r.Start(2, game.SeedOf(1))
		for i, move := range moves {
			if err == nil {
				s, err = s.PlayText(game.Seat(i%2), move)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		order := ""
		for id := range s.In(deck) {
			order += s.Name(id) + " "
		}
		decks[order] = true
	}
	if len(decks) != 1 {
		t.Errorf("the same chance gives different decks: %v", decks)
	}
}

func TestPoolNumbers(t *testing.T) {
	wolf := &game.Kind{Name: "wolf"}
	pool := &card.Pool{Kinds: []*game.Kind{wolf}, Max: 5, Limit: func(*game.Kind) int { return 0 }}
	for text, want := range map[string]string{
		"2x wolf":                     "",
		"wolf":                        "",
		"":                            "",
		"0 wolf":                      "line 1: 0 of wolf: write a number from 1 to 1000",
		"\n6 WOLF":                    "the deck has 6 cards; it may have at most 5",
		"3 fox":                       `line 1: there is no card "fox"`,
		"3\twolf":                     "",
		"3x\t wolf":                   "",
		"99999999999999999999 wolf":   "line 1: 99999999999999999999 of wolf: write a number from 1 to 1000",
		"-99999999999999999999\twolf": "line 1: -99999999999999999999 of wolf: write a number from 1 to 1000",
	} {
		_, err := pool.Parse(text)
		if got := errorText(err); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// Printed on a card, a rank reads as in a label: K, not k. The names of the pictures have it in lower case.
func TestWordsOfRanks(t *testing.T) {
	words := card.Ranks.Info().Look.Words
	for r := card.Ace; r <= card.King; r++ {
		if words[r] != r.String() {
			t.Errorf("rank %d is printed as %q, its label is %q", r, words[r], r)
		}
	}
}
