package probes

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

var houses = game.NewPart[int]("houses") // of a seat

// robber is a game of goods for three or four: get cards, build houses of two equal cards, and send the robber to the
// others. There is a card for each word of goods, and this many stalls on the market. Upper and lower case words are
// equal cards, so that tests can tell them apart.
func robber(goods string, stalls int) *game.Rules {
	deck := &game.Place{Name: "deck", Order: game.Stacked, Seen: game.ByNone}
	market := &game.Place{Name: "market"}
	hand := &game.Place{Name: "hand", Each: true, Order: game.Unordered, Seen: game.ByOwner}
	waste := &game.Place{Name: "waste"}
	var kinds []*game.Kind
	for _, name := range slices.Compact(slices.Sorted(strings.FieldsSeq(goods))) {
		kinds = append(kinds, &game.Kind{Name: name, Label: func(*game.State, game.ID) string { return name }})
	}

	// The stalls are filled from the deck as long as there are cards.
	fill := func(t *game.Tx) {
		for t.Count(market) < stalls && t.Count(deck) > 0 {
			t.Move(t.Last(deck), market)
		}
	}
	setup := func(t *game.Tx) {
		for name := range strings.FieldsSeq(goods) {
			i := slices.IndexFunc(kinds, func(k *game.Kind) bool { return k.Name == name })
			t.Create(kinds[i], deck)
		}
		t.Shuffle(deck)
		fill(t)
	}

	// A seat takes a card from the market, visible to all, or draws the top card of the deck, which nobody else sees.
	ware := &game.Pick[game.ID]{Name: "ware", From: market.Contents}
	take := func(t *game.Tx) {
		t.Say("{0} takes {1}", t.Seat, ware.In(t))
		t.Move(ware.In(t), hand.Of(t.Seat))
		fill(t)
	}
	draw := func(t *game.Tx) {
		card := t.Last(deck)
		t.Move(card, hand.Of(t.Seat))
		t.Say("{0} draws {1}", t.Seat, card)
	}

	// Or it sends the robber to a seat that has cards. The robber takes one without looking, and only the two of them
	// know which.
	whom := &game.Pick[game.Seat]{Name: "whom", From: func(t *game.Tx) game.Set[game.Seat] {
		with := game.SetOf[game.Seat]()
		for x := range t.Others(t.Seat).All() {
			if t.Count(hand.Of(x)) > 0 {
				with = with.With(x)
			}
		}
		return with
	}}
	rob := func(t *game.Tx) {
		card := t.Choose(t.Contents(hand.Of(whom.In(t))))
		t.Move(card, hand.Of(t.Seat))
		t.Say("{0} robs {1} of {2}", t.Seat, whom.In(t), card)
	}

	// Or it builds a house: two equal cards go from its hand to the waste, visible to all, even if the waste is
	// shuffled at once.
	pair := &game.Pick[game.ID]{Name: "pair", From: hand.Contents, Several: func(*game.Tx) (int, int) { return 2, 2 }}
	alike := game.When("a house is built of two cards alike", func(t *game.Tx) bool {
		names := map[string]bool{}
		for card := range pair.All(t) {
			names[strings.ToLower(t.Kind(card).Name)] = true
		}
		return len(names) == 1
	})
	build := func(t *game.Tx) {
		for card := range pair.All(t) {
			t.Reveal(card)
			t.Move(card, waste)
			t.Say("{0} builds with {1}", t.Seat, card)
		}
		houses.Add(t, t.Seat, 1)
	}

	// When only one card is left in the deck, the waste is shuffled into it. The game ends with a second house, or when
	// the deck is used up. Most houses win.
	end := func(t *game.Tx) {
		if t.Count(deck) <= 1 && t.Count(waste) > 0 {
			for card := range t.In(waste) {
				t.Move(card, deck)
			}
			t.Shuffle(deck)
		}
		points := make([]int, t.Seats())
		for x := range points {
			points[x] = houses.Of(t, game.Seat(x))
		}
		if slices.Max(points) == 2 || t.Count(deck) == 0 {
			t.Score(points...)
		}
	}
	return &game.Rules{
		Name:   "robber",
		Seats:  game.Between(3, 4),
		Layout: []game.Layout{deck, market, hand, waste},
		Kinds:  kinds,
		Parts:  []game.Column{houses},
		Setup:  setup,
		Actions: []*game.Action{
			{Name: "take", Pick: []game.Choice{ware}, Do: take},
			{Name: "draw", Do: draw},
			{Name: "rob", Pick: []game.Choice{whom}, Do: rob},
			{Name: "build", Pick: []game.Choice{pair}, Check: alike, Do: build},
		},
		End: end,
	}
}

const robberGoods = "wood wood wood wood clay clay clay clay wool wool wool wool"

// robbed plays a game of three with this order of the deck, topmost card first.
func robbed(t testing.TB, stalls int, deck string, moves ...string) *game.State {
	t.Helper()
	var top []string
	for i := range strings.Fields(deck) {
		top = append(top, fmt.Sprintf("#%d", i+1))
	}
	return play(t, begin(t, robber(deck, stalls), 3, game.Chance{Order: top}), moves...)
}

// where counts, over many re-deals for a seat, the places of an element.
func where(t testing.TB, s *game.State, seat game.Seat, name string) map[string]int {
	t.Helper()
	count := map[string]int{}
	for n := range uint64(200) {
		r := redealt(t, s, seat, n)
		count[r.Name(r.Parent(r.Find(name)))]++
	}
	return count
}

// wantPlaces checks that the element is in exactly these places in the re-deals.
func wantPlaces(t testing.TB, s *game.State, seat game.Seat, name string, places ...string) {
	t.Helper()
	slices.Sort(places)
	got := where(t, s, seat, name)
	if !slices.Equal(slices.Sorted(maps.Keys(got)), places) {
		t.Errorf("for %v, %s is in %v; want %v", seat, name, got, places)
	}
}

// wantKnowing checks that exactly these seats know the element.
func wantKnowing(t testing.TB, s *game.State, name string, seats ...game.Seat) {
	t.Helper()
	for _, x := range everyone(s) {
		if want := slices.Contains(seats, x); s.Knows(x, s.Find(name)) != want {
			t.Errorf("%v knows %s: %v, want %v", x, name, !want, want)
		}
	}
}

func TestRobberViews(t *testing.T) {
	// The market gets wood and clay, seat 0 draws ore, seat 1 takes wood (wool fills the stall),
	// seat 2 takes clay (corn), seat 0 draws gold.
	s := robbed(t, 2, "wood clay ore wool corn gold salt", "draw", "take #1", "take #2", "draw")
	sees(t, s.View(0), `
		deck: deck:1
		market: #4=wool #5=corn
		hand/0: #3=ore #6=gold
		hand/1: hand/1:1
		hand/2: hand/2:1
		waste:`)
	sees(t, s.View(1), `
		market: #3=wool #4=corn
		hand/0: hand/0:1 hand/0:2
		hand/1: #1=wood
		hand/2: hand/2:1`)
	sees(t, s.View(game.Nobody), `
		deck: deck:1
		market: #3=wool #4=corn
		hand/0: hand/0:1 hand/0:2
		hand/1: hand/1:1
		hand/2: hand/2:1`)
	sees(t, s.View(game.Judge), `
		deck: #7=salt
		hand/0: #3=ore #6=gold
		hand/1: #1=wood
		hand/2: #2=clay`)

	// Only its owner knew the card that seat 1 robs. It comes into the hand of the robber under a new handle, and the
	// owner's remaining cards keep theirs.
	next, err := s.Rig(game.Chance{Order: []string{"#6"}}).PlayText(1, "rob 0")
	if err != nil {
		t.Fatal(err)
	}
	sees(t, next.View(1), `
		hand/0: hand/0:1
		hand/1: #1=wood #5=gold`)
	sees(t, next.View(0), `
		hand/0: #3=ore
		hand/1: hand/1:1 hand/1:2`)
	for _, test := range []struct {
		seat game.Seat
		said string
	}{
		{0, "player 2 robs player 1 of gold"},
		{1, "player 2 robs player 1 of gold"},
		{2, "player 2 robs player 1 of something"},
		{game.Nobody, "player 2 robs player 1 of something"},
	} {
		if got := next.View(test.seat).Said(); len(got) != 1 || got[0].String() != test.said {
			t.Errorf("%v reads %v, want %s", test.seat, got, test.said)
		}
	}

	// Everyone sees the cards used to build, under each observer's own handles.
	s = robbed(t, 2, "wood wood ore clay salt corn gold iron silk gems", "take #1", "draw", "draw", "take #2", "draw", "draw")
	m, err := s.Parse(0, "build #2+#1")
	if err != nil {
		t.Fatal(err)
	}
	if next, err = s.Play(m); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		seat        game.Seat
		waste, text string
	}{
		{0, "waste: #2=wood #1=wood\n", "build #2+#1"},
		{1, "waste: #7=wood #8=wood\n", "build #7+#8"},
		{game.Nobody, "waste: #5=wood #6=wood\n", "build #5+#6"},
	} {
		if got := contentLines(next.View(test.seat), "waste"); got != test.waste {
			t.Errorf("%v sees %q, want %q", test.seat, got, test.waste)
		}
		if got := s.TextFor(test.seat, m, next); got != test.text {
			t.Errorf("%v reads %q, want %q", test.seat, got, test.text)
		}
	}
}

// (a) Every observer can follow the only card of a hand.
func TestRobberTakesTheOnlyCard(t *testing.T) {
	s := robbed(t, 1, "wood clay ore wool corn gold salt", "draw", "take #1", "draw")
	wantPlaces(t, s, 2, "#1", "hand/1")
	wantKnowing(t, s, "#1", 0, 1, 2, game.Nobody)
	s = play(t, s, "rob 1")
	for _, x := range everyone(s) {
		wantPlaces(t, s, x, "#1", "hand/0")
	}
	wantKnowing(t, s, "#1", 0, 1, 2, game.Nobody)
}

// (b) For observers who have not seen it, the robbed card could be either of two known ones.
func TestRobberTakesOneOfTwo(t *testing.T) {
	s := robbed(t, 2, "wood clay ore wool corn gold salt iron silk", "draw", "take #1", "draw", "draw", "take #2", "draw")
	wantKnowing(t, s, "#1", 0, 1, 2, game.Nobody)
	wantKnowing(t, s, "#2", 0, 1, 2, game.Nobody)
	before := s
	s = play(t, s.Rig(game.Chance{Order: []string{"#2"}}), "rob 1")
	for _, name := range []string{"#1", "#2"} {
		wantKnowing(t, s, name, 0, 1)
		for _, x := range []game.Seat{2, game.Nobody} {
			if got := where(t, s, x, name); got["hand/0"] < 70 || got["hand/1"] < 70 || len(got) != 2 {
				t.Errorf("for %v, %s is in %v", x, name, got)
			}
		}
	}
	for _, x := range []game.Seat{0, 1} {
		wantPlaces(t, s, x, "#1", "hand/1")
		wantPlaces(t, s, x, "#2", "hand/0")
	}

	// Nothing else has moved: whatever was possible before the robbery still is.
	for _, name := range []string{"#3", "#4", "#5", "#6", "#7", "#8", "#9"} {
		wantPlaces(t, s, 2, name, slices.Collect(maps.Keys(where(t, before, 2, name)))...)
	}
}

// (c) A known card that may have been robbed is in one of the two hands; an unknown one may be any of those it was
// drawn from.
func TestRobberTakesKnownOrUnknown(t *testing.T) {
	for _, stolen := range []string{"#1", "#6"} {
		s := robbed(t, 1, "wood clay ore wool corn gold salt iron silk", "draw", "take #1", "draw", "draw", "draw", "draw")
		wantKnowing(t, s, "#1", 0, 1, 2, game.Nobody)
		wantKnowing(t, s, "#6", 1)
		s = play(t, s.Rig(game.Chance{Order: []string{stolen}}), "rob 1")
		for _, x := range []game.Seat{2, game.Nobody} {
			wantPlaces(t, s, x, "#1", "hand/0", "hand/1")
		}
		wantPlaces(t, s, 2, "#6", "hand/0", "hand/1", "deck")
		wantPlaces(t, s, 2, "#8", "hand/0", "hand/1", "deck") // really in the deck
		wantPlaces(t, s, 2, "#3", "market")

		// The robber has seen the card, so what they know about the other card does not change.
		if wantPlaces(t, s, 0, stolen, "hand/0"); stolen == "#1" {
			wantPlaces(t, s, 0, "#6", "hand/1", "hand/2", "deck")
		} else {
			wantPlaces(t, s, 0, "#1", "hand/1")
		}
	}
}

// (d) Shuffling the waste into the deck reveals no hand, and puts no card into a hand that was discarded after the hand
// was dealt.
func TestRobberShuffles(t *testing.T) {
	s := robbed(t, 1, "wood clay ore wool wood gold salt iron", "take #1", "draw", "draw", "draw", "draw", "draw")
	wantPlaces(t, s, 2, "#3", "hand/0", "hand/1", "deck")
	s = play(t, s, "build #1+#5")
	if got := s.Count(s.Find("deck")); got != 3 {
		t.Fatalf("there are %d cards in the deck, want the one from before and the two of the house", got)
	}
	for _, name := range []string{"#3", "#6", "#8"} { // the last one never left the deck
		wantPlaces(t, s, 2, name, "hand/1", "deck")
	}
	wantPlaces(t, s, 2, "#1", "deck")
	wantPlaces(t, s, 2, "#5", "deck")

	// Cards drawn from now on may also be one of those.
	s = play(t, s, "draw")
	for _, name := range []string{"#1", "#3", "#5", "#6", "#8"} {
		wantPlaces(t, s, 2, name, "hand/1", "deck")
	}
	wantKnowing(t, s, "#3", 1)
}

// plainRobber is the game without the kernel, as seen by seats that know the rules: a letter for each card.
type plainRobber struct {
	deck, market, waste string    // the top of the deck is its end
	hands               [3]string // in alphabetical order
	stalls              int
	turn                int
}

func plainRobbery(s *game.State) plainRobber {
	letters := func(place string) (all string) {
		for id := range s.In(s.Find(place)) {
			all += s.Kind(id).Name
		}
		return all
	}
	p := plainRobber{deck: letters("deck"), market: letters("market"), waste: letters("waste"), turn: int(s.Turn())}
	for x := range p.hands {
		p.hands[x] = sorted(letters(fmt.Sprintf("hand/%d", x)))
	}
	return p
}

func sorted(letters string) string {
	all := strings.Split(letters, "")
	slices.Sort(all)
	return strings.Join(all, "")
}

// without removes the i-th letter.
func without(letters string, i int) string { return letters[:i] + letters[i+1:] }

// seenBy is everything a seat sees.
func (p plainRobber) seenBy(seat int) string {
	text := fmt.Sprint(len(p.deck), " ", p.market, " ", p.waste, " ", p.turn)
	for x, hand := range p.hands {
		if x == seat {
			text += " " + hand
		} else {
			text += fmt.Sprint(" ", len(hand))
		}
	}
	return text
}

// deed is a move as everyone can describe it: the stall, the victim, or the letters used to build.
type deed struct {
	what string
	at   int
	with string
}

// after returns all possible results of a deed, each equally likely; a game that can result in several ways is listed
// several times. It is empty if the deed is impossible.
func (p plainRobber) after(d deed) (all []plainRobber) {
	me := p.turn
	p.turn = (p.turn + 1) % len(p.hands)
	switch d.what {
	case "take":
		p.hands[me] = sorted(p.hands[me] + p.market[d.at:d.at+1])
		p.market = without(p.market, d.at)
		p.fill()
		return p.tidied()
	case "draw":
		p.hands[me] = sorted(p.hands[me] + p.deck[len(p.deck)-1:])
		p.deck = p.deck[:len(p.deck)-1]
		return p.tidied()
	case "rob":
		for i := range p.hands[d.at] {
			q := p
			q.hands[me] = sorted(p.hands[me] + p.hands[d.at][i:i+1])
			q.hands[d.at] = without(p.hands[d.at], i)
			all = append(all, q.tidied()...)
		}
		return all
	}
	for _, card := range d.with {
		i := strings.IndexRune(p.hands[me], card)
		if i < 0 {
			return nil
		}
		p.hands[me] = without(p.hands[me], i)
		p.waste += string(card)
	}
	return p.tidied()
}

func (p *plainRobber) fill() {
	for len(p.market) < p.stalls && p.deck != "" {
		p.market += p.deck[len(p.deck)-1:]
		p.deck = p.deck[:len(p.deck)-1]
	}
}

func (p plainRobber) tidied() (all []plainRobber) {
	if len(p.deck) > 1 || p.waste == "" {
		return []plainRobber{p}
	}
	for _, deck := range orders(p.deck + p.waste) {
		q := p
		q.deck, q.waste = deck, ""
		all = append(all, q)
	}
	return all
}

// orders returns all orders of the letters.
func orders(letters string) (all []string) {
	if len(letters) < 2 {
		return []string{letters}
	}
	for i := range letters {
		for _, rest := range orders(without(letters, i)) {
			all = append(all, letters[i:i+1]+rest)
		}
	}
	return all
}

// robberGame is a random game so far, with what all seats could see.
type robberGame struct {
	s     *game.State
	deeds []deed
	past  []plainRobber // before each deed, and now
}

// worlds returns the probability of each state for a seat that remembers everything it has seen.
func (g *robberGame) worlds(goods string, stalls, seat int) map[string]float64 {
	type way struct {
		plainRobber
		chance float64
	}
	var ways []way
	for _, deck := range orders(goods) {
		p := plainRobber{deck: deck, stalls: stalls}
		p.fill()
		if p.seenBy(seat) == g.past[0].seenBy(seat) {
			ways = append(ways, way{p, 1})
		}
	}
	for i, d := range g.deeds {
		var next []way
		for _, w := range ways {
			after := w.after(d)
			for _, p := range after {
				if p.turn = g.past[i+1].turn; p.seenBy(seat) == g.past[i+1].seenBy(seat) {
					next = append(next, way{p, w.chance / float64(len(after))})
				}
			}
		}
		ways = next
	}
	sum, worlds := 0.0, map[string]float64{}
	for _, w := range ways {
		sum += w.chance
	}
	for _, w := range ways {
		w.stalls = 0
		worlds[fmt.Sprint(w.plainRobber)] += w.chance / sum
	}
	return worlds
}

// newRobberGame plays a random game of n deeds.
func newRobberGame(t testing.TB, goods string, stalls, deeds int, seed uint64) *robberGame {
	t.Helper()
	luck := rand.New(rand.NewPCG(seed, 0))
	s, err := robber(strings.Join(strings.Split(goods, ""), " "), stalls).Start(3, game.SeedOf(seed))
	if err != nil {
		t.Fatal(err)
	}
	g := &robberGame{s: s, past: []plainRobber{plainRobbery(s)}}
	for range deeds {
		moves, err := g.s.Moves()
		if err != nil {
			t.Fatal(err)
		}
		byAction := map[string][]game.Move{}
		for _, m := range moves {
			byAction[m.Action] = append(byAction[m.Action], m)
		}
		actions := slices.Sorted(maps.Keys(byAction))
		some := byAction[actions[luck.IntN(len(actions))]]
		if houses := byAction["build"]; len(houses) > 0 { // rare
			some = houses
		}
		m := some[luck.IntN(len(some))]
		d := deed{what: m.Action}
		switch m.Action {
		case "take":
			d.at = slices.Index(slices.Collect(g.s.In(g.s.Find("market"))), game.ID(m.Picks[0][0].N))
		case "rob":
			d.at = int(m.Picks[0][0].N)
		case "build":
			for _, v := range m.Picks[0] {
				d.with += g.s.Kind(game.ID(v.N)).Name
			}
		}
		next, err := g.s.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		if next.Over() {
			break
		}
		g.s, g.deeds, g.past = next, append(g.deeds, d), append(g.past, plainRobbery(next))
	}
	return g
}

// unseen counts the robberies in which the seat did not see which of several cards was taken. If it is the robber
// itself, it sees what it gets but not which one that was, so they all count.
func (g *robberGame) unseen(seat int) (n int) {
	for i, d := range g.deeds {
		if p := g.past[i]; d.what == "rob" && d.at != seat && len(p.hands[d.at]) > 1 {
			if n++; p.turn == seat {
				n++
			}
		}
	}
	return n
}

// dealt counts the worlds that re-deals for a seat give, by states and by forks.
func (g *robberGame) dealt(t testing.TB, seat, n int) map[string]int {
	t.Helper()
	count := map[string]int{}
	f := g.s.Fork()
	for i := range uint64(n / 2) {
		r, err := g.s.Redeal(game.Seat(seat), game.SeedOf(i))
		if err == nil {
			err = f.Redeal(g.s, game.Seat(seat), i)
		}
		if err != nil {
			t.Fatal(err)
		}
		count[fmt.Sprint(plainRobbery(r))]++
		count[fmt.Sprint(plainRobbery(f.State()))]++
	}
	return count
}

// Re-deals give only worlds that a seat cannot tell apart. If it has missed at most one robbery, they give all of them,
// with the right probabilities.
func TestRobberAgainstPlain(t *testing.T) {
	const goods, stalls = "AaBbCcD", 1
	games := uint64(40)
	if testing.Short() {
		games = 10
	}
	var missed [3]int
	shuffled := 0
	for seed := range games {
		g := newRobberGame(t, goods, stalls, 5+int(seed%6), seed)
		for _, d := range g.deeds {
			if d.what == "build" && g.past[len(g.past)-1].waste == "" {
				shuffled++
			}
		}
		for seat := range 3 {
			want := g.worlds(goods, stalls, seat)
			least := slices.Min(slices.Collect(maps.Values(want)))
			n := max(200, int(40/least))
			got := g.dealt(t, seat, n)
			for world, k := range got {
				if want[world] == 0 {
					t.Errorf("game %d, seat %d: impossible, but dealt %d times: %s", seed, seat, k, world)
				}
			}
			unseen := g.unseen(seat)
			missed[min(unseen, 2)]++
			for world, p := range want {
				k, mean := float64(got[world]), p*float64(n)
				if math.Abs(k-mean) > 6*math.Sqrt(mean) && unseen < 2 {
					t.Errorf("game %d, seat %d: dealt %.0f times of %d, want about %.0f: %s", seed, seat, k, n, mean, world)
				}
			}
			if t.Failed() {
				t.Fatal(g.deeds)
			}
		}
	}
	if slices.Min(missed[:]) == 0 || shuffled == 0 && !testing.Short() {
		t.Errorf("%v seats have missed no robbery, one, or several, and the waste was shuffled %d times: the games do not cover that", missed, shuffled)
	}
}

func TestRobberRandomly(t *testing.T) { watched(t, robber(robberGoods, 3), 20) }

// The robbed card has a different ID in each re-deal, but the keys of the handles are the same in all.
func TestRobberHandleKeys(t *testing.T) {
	s, err := robber(robberGoods, 3).Start(3, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	most := 0
	for n := range 20 {
		f := s.Fork()
		var want map[uint64]bool
		for seed := range uint64(4) {
			if err := f.Redeal(s, s.Turn(), seed); err != nil {
				t.Fatal(err)
			}
			all, err := f.Handles(nil)
			if err != nil {
				t.Fatal(err)
			}
			keys := map[uint64]bool{}
			for _, h := range all {
				if k := f.MoveKey(h); k != f.State().MoveKey(f.Move(h)) {
					t.Fatalf("%q and its handle have different keys", f.State().Text(f.Move(h)))
				}
				keys[f.MoveKey(h)] = true
			}
			if want == nil {
				want = keys
			}
			if !maps.Equal(keys, want) {
				t.Fatalf("the keys in a re-deal are %v, want %v", keys, want)
			}
			if n := testing.AllocsPerRun(3, func() {
				for _, h := range all {
					f.MoveKey(h)
				}
			}); n != 0 {
				t.Fatalf("the keys allocate %.1f times", n)
			}
		}
		most = max(most, len(want))
		moves := legal(t, s)
		if s = play(t, s, moves[n*7%len(moves)]); s.Over() {
			break
		}
	}
	if most < 3 {
		t.Errorf("there were never more than %d moves with different keys", most)
	}
}
