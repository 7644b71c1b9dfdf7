package probes

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/gametest"
)

var (
	coins     = game.NewPart[int]("coins")       // of a seat, public
	sealed    = game.NewPart[int]("bid")         // of a seat: its bid for the lot, 0 before it has bid
	bidsOpen  = game.NewPart[bool]("open")       // on the table: the lot is sold, its bids are open
	bidsFirst = game.NewPart[game.Seat]("first") // on the table: the seat that bids first
	worth     = game.NewPart[int]("worth")       // of a lot
)

// auction sells lots of these values one by one, each to the highest secret bid.
func auction(purse int, lots ...int) *game.Rules {
	lot := &game.Kind{Name: "lot"}
	hall := &game.Place{Name: "hall"} // the first one is sold next
	won := &game.Place{Name: "won", Each: true}

	// The seats bid in turn, each at least one coin and at most all it has. A seat with no coins is skipped.
	amount := &game.Pick[int]{Name: "amount", Prompt: "How much do you bid?", Range: func(t *game.Tx) (int, int) {
		return 1, coins.Of(t, t.Seat)
	}}
	allHaveBid := func(t *game.Tx) bool {
		for x := range game.Seat(t.Seats()) {
			if coins.Of(t, x) > 0 && sealed.Of(t, x) == 0 {
				return false
			}
		}
		return true
	}

	// When all have bid, the bids are revealed. The highest wins the lot and pays for it; the others keep their coins.
	// Of equal bids the earliest wins. The winner bids first for the next lot.
	sell := func(t *game.Tx) {
		winner, best := game.Nobody, 0
		for i := range t.Seats() {
			x := (bidsFirst.Of(t, game.Root) + game.Seat(i)) % game.Seat(t.Seats())
			bid := sealed.Of(t, x)
			if bid == 0 {
				continue
			}
			sealed.Show(t, x)
			t.Announce("{0} has bid {1}", x, bid)
			if bid > best {
				winner, best = x, bid
			}
		}
		coins.Add(t, winner, -best)
		sold := t.First(hall)
		t.Move(sold, won.Of(winner))
		t.Say("{0} wins {1} for {2}", winner, sold, best)
		t.Emit("sold", sold, winner)
		bidsOpen.Set(t, game.Root, true)
		bidsFirst.Set(t, game.Root, winner)
		t.Next(winner)
	}

	// The bids stay open until the next one is made; then they are removed.
	takeBack := func(t *game.Tx) {
		for x := range game.Seat(t.Seats()) {
			sealed.Set(t, x, 0)
			sealed.Hide(t, x)
			sealed.Show(t, x, x)
		}
		bidsOpen.Set(t, game.Root, false)
		bidsFirst.Set(t, game.Root, t.Seat)
	}
	bid := func(t *game.Tx) {
		if bidsOpen.Of(t, game.Root) {
			takeBack(t)
		}
		sealed.Set(t, t.Seat, amount.In(t))
		t.Say("{0} bids", t.Seat)
		t.Emit("coins", t.Seat)
		if allHaveBid(t) {
			sell(t)
		}
	}

	// The game ends when everything is sold, or nobody has a coin left. Points are the values of the lots.
	end := func(t *game.Tx) {
		points, left := make([]int, t.Seats()), 0
		for x := range game.Seat(t.Seats()) {
			left += coins.Of(t, x)
			for id := range t.In(won.Of(x)) {
				points[x] += worth.Of(t, id)
			}
		}
		if left == 0 || t.Count(hall) == 0 {
			t.Score(points...)
		}
	}
	return &game.Rules{
		Name:   "auction",
		Seats:  game.Between(2, 4),
		Layout: []game.Layout{hall, won},
		Kinds:  []*game.Kind{lot},
		Parts:  []game.Column{coins, sealed.Seen(game.ByOwner).Chosen(amount), bidsOpen, bidsFirst, worth},
		Setup: func(t *game.Tx) {
			for _, points := range lots {
				t.Create(lot, hall, worth.Is(points))
			}
			for x := range game.Seat(t.Seats()) {
				coins.Set(t, x, purse)
			}
		},
		Actions: []*game.Action{{Name: "bid", Pick: []game.Choice{amount}, Do: bid, Secret: true}},
		End:     end,
	}
}

// everyone is all observers of a game, including spectators.
func everyone(s *game.State) (all []game.Seat) {
	for x := range game.Seat(s.Seats()) {
		all = append(all, x)
	}
	return append(all, game.Nobody)
}

// begin starts a game with this many seats.
func begin(t testing.TB, r *game.Rules, seats int, next ...game.Chance) *game.State {
	t.Helper()
	s, err := r.Start(seats, game.SeedOf(1), next...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// redealt makes a re-deal for the seat and checks that the seat cannot tell it from the state by its view or its
// offers.
func redealt(t testing.TB, s *game.State, seat game.Seat, seed uint64) *game.State {
	t.Helper()
	r, err := s.Redeal(seat, game.SeedOf(seed))
	if err != nil {
		t.Fatal(err)
	}
	if was, is := s.View(seat), r.View(seat); !bytes.Equal(was.Save(), is.Save()) {
		t.Fatalf("%v can tell a re-deal from the state after %d moves: %v", seat, s.Played(), was.Diff(is))
	}
	if s.Turn() == seat {
		offers(t, r.View(seat), legal(t, s.View(seat))...)
	}
	return r
}

// told is everything a seat learns from one move: the changes of its view, the text of the move, the lines and the
// notices.
func told(t testing.TB, s *game.State, text string, seat game.Seat) string {
	t.Helper()
	m, err := s.Parse(s.Turn(), text)
	if err != nil {
		t.Fatal(err)
	}
	next, err := s.Play(m)
	if err != nil {
		t.Fatal(err)
	}
	v := next.View(seat)
	return fmt.Sprintln(s.Changes(next, seat)[0], s.TextFor(seat, m, next), v.Said(), v.Notices(), string(v.Save()))
}

// contentLines writes the contents of the places of a view: a line for each, with names and, where visible, labels.
func contentLines(v *game.State, places ...string) string {
	var b strings.Builder
	for _, place := range places {
		b.WriteString(place + ":")
		for id := range v.In(v.Find(place)) {
			b.WriteString(" " + v.Name(id))
			if k := v.Kind(id); k != nil && k.Label != nil {
				b.WriteString("=" + k.Label(v, id))
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}

// sees checks that the places have exactly these contents, as contentLines writes them.
func sees(t testing.TB, v *game.State, want string) {
	t.Helper()
	want = dedent(want)
	var places []string
	for line := range strings.Lines(want) {
		place, _, _ := strings.Cut(line, ": ")
		places = append(places, strings.TrimRight(place, ":\n"))
	}
	if got := contentLines(v, places...); got != want {
		seat, _ := v.Viewer()
		t.Errorf("%v sees\n%swant\n%s", seat, got, want)
	}
}

// randomly plays random games: by Fork.Playout, and by State.Play with moves chosen on the views. It calls look for all
// states of the latter and the last of the former. All states are re-dealt, too, and played to the end from there, as a
// search does.
func randomly(t *testing.T, r *game.Rules, games int, look func(t *testing.T, s *game.State)) {
	t.Helper()
	if testing.Short() {
		games = max(1, games/5)
	}
	for n := range uint64(games) {
		seats := r.Seats.Min + int(n)%(r.Seats.Max-r.Seats.Min+1)
		s, err := r.Start(seats, game.SeedOf(n))
		if err != nil {
			t.Fatal(err)
		}
		f := s.Fork()
		f.Seed(n)
		if _, err := f.Playout(10_000); err != nil {
			t.Fatalf("game %d: %v", n, err)
		}
		last, err := f.Freeze()
		if err != nil {
			t.Fatalf("game %d: %v", n, err)
		}
		if !last.Over() {
			t.Fatalf("game %d is not over", n)
		}
		look(t, last)
		for luck := rand.New(rand.NewPCG(n, 1)); ; {
			look(t, s)
			if s.Over() {
				break
			}
			if err := f.Redeal(s, s.Turn(), n); err != nil {
				t.Fatalf("game %d: %v", n, err)
			}
			if _, err := f.Playout(10_000); err != nil || !f.State().Over() {
				t.Fatalf("game %d, after %d moves: a re-deal is played to %v, %v", n, s.Played(), f.State().Outcome(), err)
			}
			v := s.View(s.Turn())
			moves, err := v.Moves()
			if err != nil {
				t.Fatal(err)
			}
			m, err := v.Real(moves[luck.IntN(len(moves))])
			if err != nil {
				t.Fatal(err)
			}
			if s, err = s.Play(m); err != nil {
				t.Fatalf("game %d: %v", n, err)
			}
		}
	}
}

func TestAuctionLaws(t *testing.T) { gametest.Config{Games: few(4)}.Check(t, auction(6, 1, 2, 3)) }

func TestAuctionSecrecy(t *testing.T) {
	// Whatever seat 0 bids, nobody else can tell.
	s := begin(t, auction(10, 3, 5), 3)
	for _, x := range everyone(s) {
		three, seven := told(t, s, "bid 3", x), told(t, s, "bid 7", x)
		if same := three == seven; same != (x != 0) {
			t.Errorf("%v can tell a bid of 3 from one of 7:\n%s%s", x, three, seven)
		}
	}
	for _, x := range []game.Seat{1, 2, game.Nobody} {
		three, seven := told(t, play(t, s, "bid 3"), "bid 2", x), told(t, play(t, s, "bid 7"), "bid 2", x)
		if three != seven {
			t.Errorf("when player 2 bids, %v can tell what player 1 has bid:\n%s%s", x, three, seven)
		}
	}
	m, _ := s.Parse(0, "bid 7")
	next := play(t, s, "bid 7")
	for _, test := range []struct {
		seat   game.Seat
		text   string
		bid    int
		change string
	}{
		{0, "bid 7", 7, "[{ @turn 0 1} { @moves 0 1} {seat/0 bid  7}]"},
		{1, "?", 0, "[{ @turn 0 1} { @moves 0 1}]"},
		{2, "?", 0, "[{ @turn 0 1} { @moves 0 1}]"},
		{game.Nobody, "?", 0, "[{ @turn 0 1} { @moves 0 1}]"},
	} {
		v := next.View(test.seat)
		if got := s.TextFor(test.seat, m, next); got != test.text {
			t.Errorf("%v reads the move as %q, want %q", test.seat, got, test.text)
		}
		if got := sealed.Of(v, game.Seat(0)); got != test.bid {
			t.Errorf("%v sees a bid of %d, want %d", test.seat, got, test.bid)
		}
		if got := fmt.Sprint(s.Changes(next, test.seat)[0]); got != test.change {
			t.Errorf("%v sees the changes %s, want %s", test.seat, got, test.change)
		}
		if got := fmt.Sprint(v.Said(), v.Notices()[0].Name, v.Notices()[0].Args); got != "[player 1 bids]coins[seat 0]" {
			t.Errorf("%v hears %s", test.seat, got)
		}
	}
	if got := sealed.Of(next.View(game.Judge), game.Seat(0)); got != 7 {
		t.Errorf("the judge sees a bid of %d", got)
	}
}

func TestAuctionReveal(t *testing.T) {
	s := play(t, begin(t, auction(10, 3, 5), 3), "bid 4", "bid 6", "bid 6")
	for _, x := range everyone(s) {
		v := s.View(x)
		var bids, purses []int
		for y := range game.Seat(3) {
			bids, purses = append(bids, sealed.Of(v, y)), append(purses, coins.Of(v, y))
		}
		if !slices.Equal(bids, []int{4, 6, 6}) || !slices.Equal(purses, []int{10, 4, 10}) {
			t.Errorf("%v sees the bids %v and the coins %v", x, bids, purses)
		}
		want := "[player 3 bids player 1 has bid 4 player 2 has bid 6 player 3 has bid 6 player 2 wins #1 for 6]"
		if got := fmt.Sprint(v.Said()); got != want {
			t.Errorf("%v hears %s, want %s", x, got, want)
		}
		sees(t, v, `
			hall: #2
			won/0:
			won/1: #1
			won/2:`)

		// Re-deals do not change open bids.
		r := redealt(t, s, x, 5)
		for y := range game.Seat(3) {
			if got := sealed.Of(r, y); got != bids[y] {
				t.Errorf("a re-deal for %v makes the open bid %d of %v one of %d", x, bids[y], y, got)
			}
		}
	}

	// Seat 1 has won, because it bid before seat 2. It bids first for the next lot; then all bids are covered again.
	s = play(t, s, "bid 2")
	for _, x := range everyone(s) {
		want := []int{0, 0, 0}
		if x == 1 {
			want[1] = 2
		}
		for y := range game.Seat(3) {
			if got := sealed.Of(s.View(x), y); got != want[y] {
				t.Errorf("%v sees a bid of %d of %v, want %d", x, got, y, want[y])
			}
		}
	}
	refused(t, s, "bid 11", game.NotOffered, "11 cannot be chosen, only 1 to 10")
	refused(t, s, "bid 0", game.NotOffered, "0 cannot be chosen, only 1 to 10")

	// Seat 2 bid last but one, seat 0 last: seat 2 wins.
	s = play(t, s, "bid 10", "bid 10")
	if got := s.Outcome().String(); got != "won by seat 2 (0 : 3 : 5)" {
		t.Errorf("the game is %s", got)
	}
}

func TestAuctionWithoutCoins(t *testing.T) {
	// A seat with no coins is skipped, and only the others bid.
	s := play(t, begin(t, auction(5, 1, 1, 1, 9), 2), "bid 5", "bid 1", "bid 1", "bid 2")
	if got := s.Outcome().String(); s.Turn() != 1 || s.Over() {
		t.Fatalf("it is the turn of %v, the game is %s", s.Turn(), got)
	}
	sees(t, s.View(0), `
		hall: #4
		won/0: #1
		won/1: #2 #3`)
	s = play(t, s, "bid 2")
	if got := s.Outcome().String(); got != "won by seat 1 (1 : 11)" {
		t.Errorf("the game is %s", got)
	}
}

func TestAuctionRedeal(t *testing.T) {
	// Seat 0 has bid its last 4 coins, seat 1 has bid 3 of 10; seat 2 is to bid.
	s := play(t, begin(t, auction(10, 3, 5), 3), "bid 6", "bid 1", "bid 1", "bid 4", "bid 3")
	for _, test := range []struct {
		seat game.Seat
		most [3]int // possible bids of each seat; 0 if its bid is known, or not made
	}{
		{0, [3]int{0, 10, 0}},
		{1, [3]int{4, 0, 0}},
		{2, [3]int{4, 10, 0}},
		{game.Nobody, [3]int{4, 10, 0}},
	} {
		var bids [3]map[int]int
		for x := range bids {
			bids[x] = map[int]int{}
		}
		const deals = 600
		for n := range uint64(deals) {
			r := redealt(t, s, test.seat, n)
			for x := range game.Seat(3) {
				bids[x][sealed.Of(r, x)]++
			}
		}
		for x, most := range test.most {
			real := sealed.Of(s, game.Seat(x))
			if most == 0 {
				if bids[x][real] != deals {
					t.Errorf("re-deals for %v change the bid of seat %d: %v", test.seat, x, bids[x])
				}
				continue
			}
			for bid := 1; bid <= most; bid++ {
				if n := bids[x][bid]; n < deals/most/2 || n > deals/most*2 {
					t.Errorf("in re-deals for %v, seat %d bids %d %d times of %d", test.seat, x, bid, n, deals)
				}
			}
			if len(bids[x]) != most {
				t.Errorf("in re-deals for %v, seat %d bids %v", test.seat, x, bids[x])
			}
		}
	}
}

func TestAuctionRandomly(t *testing.T) {
	randomly(t, auction(6, 1, 2, 3, 4), 50, func(t *testing.T, s *game.State) {
		// A seat sees its own bid, and those of others once they are open.
		for _, x := range everyone(s) {
			v := s.View(x)
			for y := range game.Seat(s.Seats()) {
				want := 0
				if x == y || bidsOpen.Of(s, game.Root) {
					want = sealed.Of(s, y)
				}
				if got := sealed.Of(v, y); got != want {
					t.Fatalf("%v sees a bid of %d of %v, want %d", x, got, y, want)
				}
			}
			redealt(t, s, x, 3)
		}
	})
}
