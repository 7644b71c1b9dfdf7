package probes

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/gametest"
)

var (
	lastBid = game.NewPart[int]("last-bid")    // of a seat: its bid for the lot, once all have bid
	buyer   = game.NewPart[game.Seat]("buyer") // on the table: the last buyer
)

// bids sells lots of these values one by one. All seats bid simultaneously and in secret; seats with equal bids bid
// again.
func bids(purse int, lots ...int) *game.Rules {
	const rounds = 3
	lot := &game.Kind{Name: "lot", Label: func(s *game.State, id game.ID) string { return fmt.Sprintf("lot %d", worth.Of(s, id)) }}
	hall := &game.Place{Name: "hall"} // the first one is sold next
	won := &game.Place{Name: "won", Each: true}

	// A seat may bid any amount up to all it has, including nothing. If it bids again, it bids at least the same.
	amount := &game.Pick[int]{Name: "amount", Prompt: "How much do you bid?", Range: func(t *game.Tx) (int, int) {
		return lastBid.Of(t, t.Seat), coins.Of(t, t.Seat)
	}}
	bid := &game.Action{Name: "bid", Pick: []game.Choice{amount}, Do: func(t *game.Tx) {
		lastBid.Set(t, t.Seat, amount.In(t))
		t.Say("{0} bids {1}", t.Seat, amount.In(t))
	}}
	putUp := func(t *game.Tx) {
		t.Return()
		for x := range t.Playing().All() {
			lastBid.Set(t, x, 0)
		}
	}

	// The bids are revealed, and all seats except the highest bidders are out of this round. If nobody has bid
	// anything, all are.
	compare := func(t *game.Tx) {
		best := 1
		for x := range t.Playing().All() {
			best = max(best, lastBid.Of(t, x))
		}
		for x := range t.Playing().All() {
			if lastBid.Of(t, x) < best {
				t.SitOut(x)
			}
		}
	}

	// If the bids are equal for the third time, the bidder to the left of the last buyer gets the lot.
	sell := func(t *game.Tx) {
		sold := t.First(hall)
		for i := range game.Seat(t.Seats()) {
			x := (buyer.Of(t, game.Root) + 1 + i) % game.Seat(t.Seats())
			if t.Playing().Has(x) {
				price := lastBid.Of(t, x)
				coins.Add(t, x, -price)
				buyer.Set(t, game.Root, x)
				t.Move(sold, won.Of(x))
				t.Say("{0} buys {1} for {2}", x, sold, price)
				return
			}
		}
		t.Remove(sold)
		t.Say("nobody wants the lot")
	}

	// A seat scores the value of its lots; a coin left over is worth half a point.
	count := func(t *game.Tx) {
		points := make([]int, t.Seats())
		for x := range game.Seat(t.Seats()) {
			points[x] = coins.Of(t, x)
			for id := range t.In(won.Of(x)) {
				points[x] += 2 * worth.Of(t, id)
			}
		}
		t.Score(points...)
	}
	return &game.Rules{
		Name:   "bids",
		Seats:  game.Between(2, 5),
		Layout: []game.Layout{hall, won},
		Kinds:  []*game.Kind{lot},
		Parts:  []game.Column{coins, worth, lastBid, buyer},
		Setup: func(t *game.Tx) {
			for _, points := range lots {
				t.Create(lot, hall, worth.Is(points))
			}
			for x := range game.Seat(t.Seats()) {
				coins.Set(t, x, purse)
			}
			buyer.Set(t, game.Root, game.Seat(t.Seats()-1))
		},
		Flow: game.Steps{
			&game.Loop{Times: func(t *game.Tx) int { return t.Count(hall) }, Do: &game.Phase{
				Name: "lot", Begin: putUp, End: sell,
				Do: &game.Loop{Max: rounds, While: func(t *game.Tx) bool { return t.Playing().Len() > 1 }, Do: game.Steps{
					&game.Together{Name: "bids", Secret: true, Actions: []*game.Action{bid}},
					game.Run(compare),
				}},
			}},
			game.Run(count),
		},
	}
}

// bySeats plays moves, each written with its seat: "1 bid 3".
func bySeats(t testing.TB, s *game.State, moves ...string) *game.State {
	t.Helper()
	for _, text := range moves {
		next, err := s.PlayText(game.Seat(text[0]-'0'), text[2:])
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		s = next
	}
	return s
}

// refusedTo checks that a move, written with its seat, is refused with the code and exactly these words.
func refusedTo(t testing.TB, s *game.State, text string, code game.Code, words string) {
	t.Helper()
	_, err := s.PlayText(game.Seat(text[0]-'0'), text[2:])
	r, ok := errors.AsType[*game.Refusal](err)
	if !ok || r.Code != code || r.Why.String() != words {
		t.Errorf("%s: want a refusal as %s, %q; got %v, %s", text, code, words, err, game.CodeOf(err))
	}
}

// legalFor returns all moves of one of the seats to act, as text, in alphabetical order.
func legalFor(t testing.TB, s *game.State, seat game.Seat) (all []string) {
	t.Helper()
	moves, err := s.Moves()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range moves {
		if m.Seat == seat {
			all = append(all, s.Text(m))
		}
	}
	slices.Sort(all)
	return all
}

// reloaded saves and loads the game, and fails the test unless it stays the same, also for observers.
func reloaded(t testing.TB, s *game.State) *game.State {
	t.Helper()
	l, err := s.Rules().Load(s.Save())
	if err != nil {
		t.Fatal(err)
	}
	if l.Hash() != s.Hash() || l.Where() != s.Where() {
		t.Fatalf("the loaded game is %s, the saved one %s", l.Where(), s.Where())
	}
	for _, x := range append(everyone(s), game.Judge) {
		if was, is := s.View(x).Save(), l.View(x).Save(); !bytes.Equal(was, is) {
			t.Fatalf("%v sees in the loaded game\n%s\nwant\n%s", x, is, was)
		}
	}
	return l
}

// toldTo is everything a seat learns from one move, written with the seat that makes it.
func toldTo(t testing.TB, s *game.State, seat game.Seat, text string) string {
	t.Helper()
	m, err := s.Parse(game.Seat(text[0]-'0'), text[2:])
	if err != nil {
		t.Fatal(err)
	}
	next, err := s.Play(m)
	if err != nil {
		t.Fatal(err)
	}
	v := next.View(seat)
	return fmt.Sprintln(s.Changes(next, seat)[0], s.TextFor(seat, m, next), v.Said(), v.Notices(), v.Where(), string(v.Save()))
}

// ofSeats returns the values of a part on all seats.
func ofSeats[T comparable](s *game.State, p *game.Part[T]) (all []T) {
	for x := range game.Seat(s.Seats()) {
		all = append(all, p.Of(s, x))
	}
	return all
}

// expect checks the text of a value.
func expect(t testing.TB, what string, got any, want string) {
	t.Helper()
	if text := fmt.Sprint(got); text != want {
		t.Errorf("%s: %s, want %s", what, text, want)
	}
}

func TestBidsLaws(t *testing.T) { gametest.Config{Games: few(4)}.Check(t, bids(4, 1, 2, 3)) }

func TestBidsInAnyOrder(t *testing.T) {
	// The seats bid in any order, which makes no difference.
	s := begin(t, bids(10, 3, 5), 3)
	expect(t, "where", s.Where(), "in phase lot, waiting for player 1, player 2, player 3 to choose bid")
	one, other := bySeats(t, s, "2 bid 3", "0 bid 4", "1 bid 6"), bySeats(t, s, "0 bid 4", "1 bid 6", "2 bid 3")
	if one.Hash() != other.Hash() {
		t.Errorf("the order of the bids makes a difference: %v", one.Diff(other))
	}
	expect(t, "said", one.Said(), "[player 1 bids 4 player 2 bids 6 player 3 bids 3 player 2 buys lot 3 for 6]")
	expect(t, "coins", ofSeats(one, coins), "[10 4 10]")
	refusedTo(t, one, "1 bid 5", game.NotOffered, "5 cannot be chosen, only 0 to 4")
	s = bySeats(t, one, "1 bid 0", "0 bid 0", "2 bid 1")
	expect(t, "outcome", s.Outcome(), "won by seat 2 (10 : 10 : 19)")
}

func TestBidsSecrecy(t *testing.T) {
	// Whatever a seat bids, and whether it withdraws its bid, nobody else knows the amount.
	s := begin(t, bids(10, 3, 5), 3)
	two := bySeats(t, s, "2 bid 2")
	for _, x := range everyone(s) {
		for _, from := range []*game.State{s, two} {
			three, seven := toldTo(t, from, x, "1 bid 3"), toldTo(t, from, x, "1 bid 7")
			if same := three == seven; same != (x != 1) {
				t.Errorf("%v can tell a bid of 3 from one of 7:\n%s%s", x, three, seven)
			}
		}
		three, seven := bySeats(t, s, "1 bid 3"), bySeats(t, s, "1 bid 7")
		for _, text := range []string{"0 bid 1", "1 withdraw"} {
			three, seven := toldTo(t, three, x, text), toldTo(t, seven, x, text)
			if same := three == seven; same != (x != 1) {
				t.Errorf("%s: %v can tell what player 2 has bid:\n%s%s", text, x, three, seven)
			}
		}
	}
	m, _ := two.Parse(1, "bid 7")
	next := bySeats(t, two, "1 bid 7")
	for _, x := range everyone(s) {
		want := "?"
		if x == 1 {
			want = "bid 7"
		}
		expect(t, fmt.Sprintf("the move for %v", x), two.TextFor(x, m, next), want)
		expect(t, "said", next.View(x).Said(), "[]")
		expect(t, "bids", ofSeats(next.View(x), lastBid), "[0 0 0]")
	}
	if got := string(next.View(1).Save()); !strings.Contains(got, "bid 7") || strings.Contains(got, "bid 2") {
		t.Errorf("player 2 sees\n%s", got)
	}
}

func TestBidsWithdrawn(t *testing.T) {
	s := bySeats(t, begin(t, bids(10, 3), 3), "0 bid 9", "2 bid 5")
	refusedTo(t, s, "0 bid 1", game.Unavailable, "you have already chosen")
	refusedTo(t, s, "1 withdraw", game.Unavailable, "there is no choice to take back")
	s = reloaded(t, bySeats(t, s, "0 withdraw"))
	expect(t, "where", s.Where(), "in phase lot, waiting for player 1, player 2 to choose bid")
	s = bySeats(t, s, "0 bid 1", "2 withdraw", "2 bid 2", "1 bid 0")
	expect(t, "said", s.Said(), "[player 1 bids 1 player 2 bids 0 player 3 bids 2 player 3 buys lot 3 for 2]")
	expect(t, "outcome", s.Outcome(), "won by seat 2 (10 : 10 : 14)")
}

func TestBidsEqual(t *testing.T) {
	// Seats 0 and 2 have bid the same. Only they bid again, at least as much.
	s := bySeats(t, begin(t, bids(10, 3, 5), 4), "0 bid 4", "1 bid 3", "3 bid 0", "2 bid 4")
	s = reloaded(t, s)
	expect(t, "where", s.Where(), "in phase lot, waiting for player 1, player 3 to choose bid")
	refusedTo(t, s, "1 bid 9", game.NotYourTurn, "player 2 is sitting out this round")
	refusedTo(t, s, "0 bid 3", game.NotOffered, "3 cannot be chosen, only 4 to 10")
	s = bySeats(t, s, "2 bid 6")
	s = reloaded(t, s)
	expect(t, "the bids in the view of player 1", ofSeats(s.View(0), lastBid), "[4 3 4 0]")

	// The second time one bids more.
	more := bySeats(t, s, "0 bid 7")
	expect(t, "said", more.Said(), "[player 1 bids 7 player 3 bids 6 player 1 buys lot 3 for 7]")

	// Three times the same: the last buyer counts as seat 3, so seat 0 gets it; the next time seat 2 does.
	s = bySeats(t, s, "0 bid 6", "0 bid 6", "2 bid 6")
	expect(t, "said", s.Said(), "[player 1 bids 6 player 3 bids 6 player 1 buys lot 3 for 6]")
	s = bySeats(t, s, "1 bid 0", "3 bid 0", "0 bid 4", "2 bid 4", "2 bid 4", "0 bid 4", "0 bid 4", "2 bid 4")
	expect(t, "coins", ofSeats(s, coins), "[4 10 6 10]")
	expect(t, "outcome", s.Outcome(), "won by seat 2 (10 : 10 : 16 : 10)")
}

func TestBidsNone(t *testing.T) {
	s := bySeats(t, begin(t, bids(2, 3, 5), 2), "1 bid 0", "0 bid 0")
	expect(t, "said", s.Said(), "[player 1 bids 0 player 2 bids 0 nobody wants the lot]")
	sees(t, s.View(0), `
		hall: #2=lot 5
		won/0:
		won/1:`)
	expect(t, "to act", slices.Collect(s.ToAct().All()), "[seat 0 seat 1]")
}

// A re-deal replaces the secret bids of others by any bids they could have made.
func TestBidsRedeal(t *testing.T) {
	s := bySeats(t, begin(t, bids(3, 3, 5), 3), "0 bid 3", "1 bid 0")
	for _, x := range everyone(s) {
		paid := map[string]int{}
		const deals = 400
		for n := range uint64(deals) {
			r := bySeats(t, redealt(t, s, x, n), "2 bid 0")
			paid[fmt.Sprint(r.Said()[:2])]++
		}
		ways := map[game.Seat]int{0: 4, 1: 4, 2: 16, game.Nobody: 16}[x]
		if len(paid) != ways {
			t.Errorf("in re-deals for %v the bids are %v", x, paid)
		}
		for bids, n := range paid {
			if n < deals/ways/3 || n > deals/ways*3 {
				t.Errorf("in re-deals for %v the bids are %s %d times of %d", x, bids, n, deals)
			}
		}
	}
}

// A search may leave the bids of others open, and let them bid again.
func TestBidsRedealOpen(t *testing.T) {
	s := bySeats(t, begin(t, bids(3, 3, 5), 3), "0 bid 3", "1 bid 2")
	f := s.Fork()
	for seat, want := range map[game.Seat]string{0: "[seat 1 seat 2]", 1: "[seat 0 seat 2]", 2: "[seat 0 seat 1 seat 2]", game.Nobody: "[seat 0 seat 1 seat 2]"} {
		if err := f.RedealOpen(s, seat, 1); err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(slices.Collect(f.State().ToAct().All())); got != want {
			t.Errorf("open for %v, %s are to act, want %s", seat, got, want)
		}
		if err := f.Redeal(s, seat, 1); err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(slices.Collect(f.State().ToAct().All())); got != "[seat 2]" {
			t.Errorf("re-dealt for %v, %s are to act, want [2]", seat, got)
		}
	}
	if err := f.RedealOpen(s, 0, 1); err != nil {
		t.Fatal(err)
	}
	bid := map[game.Seat]map[string]bool{}
	all, err := f.Handles(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range all {
		if bid[h.Seat()] == nil {
			bid[h.Seat()] = map[string]bool{}
		}
		bid[h.Seat()][f.State().Text(f.Move(h))] = true
	}
	if len(bid) != 2 || len(bid[1]) != 4 || len(bid[2]) != 4 {
		t.Errorf("the moves are %v", bid)
	}
	again, err := f.Freeze()
	if err != nil {
		t.Fatal(err)
	}
	other, same := bySeats(t, again, "1 bid 3", "2 bid 0"), bySeats(t, again, "2 bid 0", "1 bid 2")
	if real := bySeats(t, s, "2 bid 0"); fmt.Sprint(same.Said()) != fmt.Sprint(real.Said()) || fmt.Sprint(other.Said()) == fmt.Sprint(real.Said()) {
		t.Errorf("the real bids lead to %v, the same again to %v, others to %v", real.Said(), same.Said(), other.Said())
	}
}
