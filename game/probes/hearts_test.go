package probes

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// Card is what is printed on a card of hearts. The ranks are 2 to 10, then jack to ace.
type Card struct{ Suit, Rank int8 }

const (
	suitNames = "CDHS"
	rankNames = "..23456789TJQKA"
	heart     = 2
)

func (c Card) String() string { return rankNames[c.Rank:c.Rank+1] + suitNames[c.Suit:c.Suit+1] }

var (
	cards  = game.NewPart[Card]("card")
	voids  = game.NewPart[uint8]("voids") // of a seat: the suits it is known not to have, as bits
	points = game.NewPart[int]("points")  // of a seat: the hearts it has taken
)

// hearts is a trick-taking game for four: take as few hearts as possible. Seat 2 is the dummy. Each suit has this many
// ranks.
func hearts(ranks int) *game.Rules {
	const dummy = game.Seat(2)
	card := &game.Kind{Name: "card", Label: func(s *game.State, id game.ID) string { return cards.Of(s, id).String() }}
	deck := &game.Place{Name: "deck", Seen: game.ByNone}
	hand := &game.Place{Name: "hand", Each: true, Order: game.Unordered, Seen: game.ByOwner}
	trick := &game.Place{Name: "trick"}
	taken := &game.Place{Name: "taken", Each: true, Order: game.Unordered, Seen: game.ByNone}
	suit := func(s *game.State, id game.ID) int8 { return cards.Of(s, id).Suit }

	// All cards are dealt, the same number to each seat.
	deal := func(t *game.Tx) {
		for suit := range int8(len(suitNames)) {
			for rank := range int8(ranks) {
				t.Create(card, deck, cards.Is(Card{suit, 2 + rank}))
			}
		}
		t.Shuffle(deck)
		for t.Count(deck) > 0 {
			for x := range game.Seat(t.Seats()) {
				t.Move(t.Last(deck), hand.Of(x))
			}
		}
	}

	// Seat 0 leads to the first trick. The others follow in turn: players with a card of the suit led must play one;
	// the others play any card.
	follows := func(t *game.Tx) game.Set[game.ID] {
		mine, led := hand.Contents(t), t.First(trick)
		if led == 0 {
			return mine
		}
		suited := mine.Where(func(id game.ID) bool { return suit(t.State, id) == suit(t.State, led) })
		if suited.Empty() {
			return mine
		}
		return suited
	}
	played := &game.Pick[game.ID]{Name: "card", Prompt: "Play a card", From: follows}

	// The highest card of the suit led takes the trick. Its player leads to the next.
	win := func(t *game.Tx) {
		best, led := t.First(trick), t.First(trick)
		winner, x := game.Nobody, (t.Seat+1)%4
		for id := range t.In(trick) {
			if suit(t.State, id) == suit(t.State, led) && cards.Of(t, id).Rank >= cards.Of(t, best).Rank {
				best, winner = id, x
			}
			x = (x + 1) % 4
		}
		for id := range t.In(trick) {
			if suit(t.State, id) == heart {
				points.Add(t, winner, 1)
			}
			t.Move(id, taken.Of(winner))
		}
		t.Say("{0} takes the trick with {1}", winner, best)
		t.Next(winner)
	}

	// Cards are played openly: the trick is complete before it is taken. When the first card is played, the dummy shows
	// its hand. A seat that does not follow suit has no card of it left, which everyone remembers.
	put := func(t *game.Tx) {
		id, led := played.In(t), t.First(trick)
		if led != 0 && suit(t.State, id) != suit(t.State, led) {
			voids.Edit(t, t.Seat, func(v *uint8) { *v |= 1 << suit(t.State, led) })
		}
		t.Move(id, trick)
		t.Say("{0} plays {1}", t.Seat, id)
		if t.Played() == 0 {
			for id := range t.In(hand.Of(dummy)) {
				t.Show(id)
			}
		}
		if t.Count(trick) == 4 {
			t.Moment()
			win(t)
		}
	}

	// Fewest hearts win.
	end := func(t *game.Tx) {
		if t.Count(hand.Of(t.Turn())) == 0 && t.Count(trick) == 0 {
			score := make([]int, t.Seats())
			for x := range score {
				score[x] = -points.Of(t, game.Seat(x))
			}
			t.Score(score...)
		}
	}

	// Nobody holds a card of a suit they could not follow.
	fits := func(s *game.State, _ game.Seat) bool {
		for x := range game.Seat(s.Seats()) {
			for id := range s.In(hand.Of(x)) {
				if voids.Of(s, x)>>suit(s, id)&1 != 0 {
					return false
				}
			}
		}
		return true
	}
	return &game.Rules{
		Name:    "hearts",
		Seats:   game.Exactly(4),
		Layout:  []game.Layout{deck, hand, trick, taken},
		Kinds:   []*game.Kind{card},
		Parts:   []game.Column{cards, voids, points},
		Setup:   deal,
		Actions: []*game.Action{{Name: "play", Pick: []game.Choice{played}, Do: put}},
		End:     end,
		Fits:    fits,
	}
}

// heartsDealt starts a game with these hands, all of the same size.
func heartsDealt(t testing.TB, ranks int, hands ...string) *game.State {
	t.Helper()
	var top []string
	words := make([][]string, len(hands))
	for x := range hands {
		words[x] = strings.Fields(hands[x])
	}
	for i := range words[0] {
		for x := range words {
			suit, rank := strings.Index(suitNames, words[x][i][1:]), strings.Index(rankNames, words[x][i][:1])
			top = append(top, fmt.Sprintf("#%d", suit*ranks+rank-1))
		}
	}
	return begin(t, hearts(ranks), 4, game.Chance{Order: top})
}

// holds returns the labels of the contents of a place, in alphabetical order.
func holds(s *game.State, place string) string {
	var all []string
	for id := range s.In(s.Find(place)) {
		all = append(all, s.Kind(id).Label(s, id))
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}

// playCards plays cards by their faces.
func playCards(t testing.TB, s *game.State, labels ...string) *game.State {
	t.Helper()
	for _, label := range labels {
		for id := range s.In(s.Find(fmt.Sprintf("hand/%d", s.Turn()))) {
			if cards.Of(s, id).String() == label {
				s = play(t, s, "play "+s.Name(id))
				break
			}
		}
	}
	return s
}

func TestHeartsDummy(t *testing.T) {
	s := heartsDealt(t, 4, "2C 3C 2D 2H", "4C 5C 3D 3H", "4D 5D 2S 3S", "4H 5H 4S 5S")
	const before = `
		hand/0: #1=2C #2=3C #3=2D #4=2H
		hand/1: hand/1:1 hand/1:2 hand/1:3 hand/1:4
		hand/2: hand/2:1 hand/2:2 hand/2:3 hand/2:4
		hand/3: hand/3:1 hand/3:2 hand/3:3 hand/3:4
		trick:`
	sees(t, s.View(0), before)
	sees(t, s.View(game.Nobody), `
		hand/0: hand/0:1 hand/0:2 hand/0:3 hand/0:4
		hand/2: hand/2:1 hand/2:2 hand/2:3 hand/2:4`)

	// The first card is played: everyone sees the hand of the dummy, which the dummy already knew.
	s = playCards(t, s, "3C")
	sees(t, s.View(0), `
		hand/0: #1=2C #3=2D #4=2H
		hand/1: hand/1:1 hand/1:2 hand/1:3 hand/1:4
		hand/2: #5=4D #6=5D #7=2S #8=3S
		trick: #2=3C`)
	sees(t, s.View(2), `
		hand/0: hand/0:1 hand/0:2 hand/0:3
		hand/2: #1=4D #2=5D #3=2S #4=3S
		trick: #5=3C`)
	sees(t, s.View(game.Nobody), `
		hand/0: hand/0:1 hand/0:2 hand/0:3
		hand/2: #1=4D #2=5D #3=2S #4=3S
		trick: #5=3C`)
	for n := range uint64(100) {
		for _, x := range everyone(s) {
			if got := holds(redealt(t, s, x, n), "hand/2"); got != "2S 3S 4D 5D" {
				t.Fatalf("a re-deal for %v gives the dummy %s", x, got)
			}
		}
	}

	// The cards it plays keep their handles; the trick goes face down to its winner, but nobody forgets what was in it.
	s = playCards(t, s, "4C", "2S")
	sees(t, s.View(0), `
		hand/2: #5=4D #6=5D #8=3S
		trick: #2=3C #9=4C #7=2S`)
	three := s
	s = playCards(t, s, "4H")
	whole := s.Moments()
	if len(whole) != 1 {
		t.Fatalf("%d moments", len(whole))
	}
	sees(t, whole[0].View(0), `
		trick: #2=3C #9=4C #7=2S #10=4H
		taken/1:`)
	sees(t, whole[0].View(game.Nobody), `
		hand/3: hand/3:1 hand/3:2 hand/3:3
		trick: #5=3C #6=4C #3=2S #7=4H`)
	if why := s.DisclosedSince(three); why == nil {
		t.Error("the last card of a trick can be undone as if nobody had seen it")
	}
	sees(t, s.View(0), `
		trick:
		taken/1: taken/1:1 taken/1:2 taken/1:3 taken/1:4`)
	if got := fmt.Sprint(whole[0].View(0).Said()); got != "[player 4 plays 4H]" {
		t.Errorf("at the moment of the trick, the lines are %s", got)
	}
	if got := fmt.Sprint(s.View(0).Said()); got != "[player 4 plays 4H player 2 takes the trick with 4C]" {
		t.Errorf("the lines are %s", got)
	}
	for n := range uint64(50) {
		for _, x := range everyone(s) {
			if got := holds(redealt(t, s, x, n), "taken/1"); got != "2S 3C 4C 4H" {
				t.Fatalf("a re-deal for %v makes the trick %s", x, got)
			}
		}
	}
	if got := points.Of(s, game.Seat(1)); got != 1 || s.Turn() != 1 {
		t.Errorf("seat 1 has %d hearts, and it is the turn of %v", got, s.Turn())
	}
}

func TestHeartsFullDeal(t *testing.T) {
	s := begin(t, hearts(13), 4)
	backs := "hand/1:"
	for i := range 13 {
		backs += fmt.Sprintf(" hand/1:%d", i+1)
	}
	if got := contentLines(s.View(0), "hand/1"); got != backs+"\n" {
		t.Errorf("player 1 sees %s", got)
	}
	for id := range s.View(0).In(s.Find("hand/0")) {
		if s.View(0).Kind(id) == nil {
			t.Error("a seat does not see its own cards")
		}
	}
}

func TestHeartsMustFollow(t *testing.T) {
	s := heartsDealt(t, 4, "2C 3C 2D 2H", "4C 5C 3D 3H", "4D 5D 2S 3S", "4H 5H 4S 5S")
	s = playCards(t, s, "3C")
	offers(t, s, "play #3", "play #4")
	refused(t, s, "play #6", game.NotOffered, "#6 cannot be chosen")

	// In its view the seat has other names for them, and the refusal is the same whether or not there is such a card
	// elsewhere.
	v := s.View(1)
	offers(t, v, "play #1", "play #2")
	for _, text := range []string{"play #3", "play #9", "play hand/3:1"} {
		m, err := v.Parse(1, text)
		if err == nil {
			_, err = v.Real(m)
		}
		if game.CodeOf(err) != game.NotOffered {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// Re-deals give a seat no card of a suit it did not follow.
func TestHeartsVoids(t *testing.T) {
	s := heartsDealt(t, 4, "2C 3C 2D 2H", "4C 3H 3D 4H", "4D 5D 2S 3S", "5C 5H 4S 5S")
	clubs := func(s *game.State, seat int) bool {
		return strings.Contains(holds(s, fmt.Sprintf("hand/%d", seat)), "C")
	}
	dealt := func(s *game.State) (one, three int) {
		for n := range uint64(200) {
			r := redealt(t, s, 0, n)
			if clubs(r, 1) {
				one++
			}
			if clubs(r, 3) {
				three++
			}
		}
		return one, three
	}
	s = playCards(t, s, "2C")
	if one, three := dealt(s); one == 0 || three == 0 {
		t.Errorf("seats 1 and 3 get clubs in %d and %d of 200 re-deals", one, three)
	}
	s = playCards(t, s, "4C", "2S", "5C", "5H", "2H", "3H", "3S") // only the dummy was void
	if got := voids.Of(s, game.Seat(2)); got != 1<<0|1<<2 {
		t.Errorf("the dummy has none of the suits %04b", got)
	}
	s = heartsDealt(t, 4, "2C 3C 2D 2H", "4H 3H 3D 4D", "5C 5D 2S 3S", "4C 5H 4S 5S")
	s = playCards(t, s, "2C", "4H")
	if one, three := dealt(s); one != 0 || three != 200 {
		t.Errorf("seats 1 and 3 get clubs in %d and %d of 200 re-deals, but seat 1 has none", one, three)
	}
}

func TestHeartsRandomly(t *testing.T) {
	watched(t, hearts(3), 20)
	watched(t, hearts(13), 1)
}
