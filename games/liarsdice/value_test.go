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
