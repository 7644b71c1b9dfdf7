package liarsdice_test

import "testing"

// Bots are told who will lose a die, if everyone says what is most probably true.
func TestValue(t *testing.T) {
	g := deal(t, true, false, "666 234")
	value := func() [2]int {
		s := g.State()
		return [2]int{s.Rules().Value(s, 0), s.Rules().Value(s, 1)}
	}
	if v := value(); v != [2]int{500, 500} {
		t.Errorf("before the first bid: %v", v)
	}
	g.Play(0, "bid 3 sixes") // seat 1 has none, and calls
	if v := value(); v != [2]int{600, 400} {
		t.Errorf("after a true bid that is hard to believe: %v", v)
	}
	g = deal(t, true, false, "666 234")
	g.Play(0, "bid 5 twos")
	if v := value(); v != [2]int{400, 600} {
		t.Errorf("after a lie that nobody believes: %v", v)
	}
}

// A bid tells bots something about the dice of the bidder.
func TestLikely(t *testing.T) {
	before := 1001
	for _, cups := range []string{"666 234", "662 234", "623 234", "234 234"} {
		g := deal(t, true, false, cups)
		likely := g.State().Rules().Likely
		if n := likely(g.State(), 1); n != 1000 {
			t.Errorf("%s: %d before the first bid", cups, n)
		}
		g.Play(0, "bid 3 sixes")
		n := likely(g.State(), 1)
		if n >= before || n <= 0 {
			t.Errorf("%s: 3 sixes are bid with a likelihood of %d, and %d with one six more", cups, n, before)
		}
		if before = n; likely(g.State(), 0) != 1000 {
			t.Errorf("%s: bidders know their dice", cups)
		}
	}
}

// Bots expect others to call a bid the sooner, the less they can believe it, and to bid what they hold.
func TestWeight(t *testing.T) {
	weights := func(cups, bid string) map[string]int {
		g := deal(t, true, true, cups)
		g.Play(0, bid)
		f := g.State().Fork()
		handles, err := f.Handles(nil)
		if err != nil {
			t.Fatal(err)
		}
		all := map[string]int{}
		for _, h := range handles {
			all[g.State().Text(f.Move(h))] = g.State().Rules().Weight(f, h)
		}
		return all
	}
	unlikely, likely := weights("666 234", "bid 3 sixes"), weights("666 661", "bid 3 sixes")
	if unlikely["liar"] <= likely["liar"] || likely["liar"] != 0 {
		t.Errorf("who has no six calls with %d, who has three with %d", unlikely["liar"], likely["liar"])
	}
	if held, not := likely["bid 4 sixes"], likely["bid 4 fives"]; held <= not {
		t.Errorf("a bid on sixes has the weight %d, one on fives %d", held, not)
	}
	if unlikely["bid 6 ones"] != 0 || unlikely["exact"] <= 0 {
		t.Errorf("what cannot be: %d; an exact call: %d", unlikely["bid 6 ones"], unlikely["exact"])
	}
}
