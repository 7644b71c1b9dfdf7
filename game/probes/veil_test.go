package probes

import (
	"bytes"
	"cmp"
	"slices"
	"testing"

	"github.com/plygame/ply/game"
)

// wantSameOffers checks that a seat is offered the same on its view and on the state.
func wantSameOffers(t testing.TB, s *game.State) {
	t.Helper()
	if s.Over() {
		return
	}
	v := s.View(s.Turn())
	moves, err := v.Moves()
	if err != nil {
		t.Fatal(err)
	}
	var real []string
	for _, m := range moves {
		m, err := v.Real(m)
		if err != nil {
			t.Fatalf("%s: %v", v.Text(m), err)
		}
		for _, values := range m.Picks { // of several, in the order of the state
			slices.SortFunc(values, func(a, b game.Value) int { return cmp.Compare(a.N, b.N) })
		}
		real = append(real, s.Text(m))
	}
	slices.Sort(real)
	if on := legal(t, s); !slices.Equal(real, on) {
		t.Errorf("%v is offered\n\t%v\non its view, but\n\t%v\non the state", s.Turn(), real, on)
	}
}

// wantChangesFollow checks that for everyone, the changes between two states turn the view of one into exactly the view of the
// other.
func wantChangesFollow(t testing.TB, s, next *game.State) {
	t.Helper()
	all := append(everyone(s), game.Judge)
	for i, changes := range s.Changes(next, all...) {
		v, err := s.View(all[i]).Apply(changes)
		if err != nil {
			t.Fatalf("%v: %v\n%v", all[i], err, changes)
		}
		if got, want := v.Save(), next.View(all[i]).Save(); !bytes.Equal(got, want) {
			t.Errorf("%v sees, by changes\n%s\nwant\n%s", all[i], got, want)
		}
	}
}

// watched plays random games and checks every state and every move. States of forks are not re-dealt: forks do not
// remember who knows what.
func watched(t *testing.T, r *game.Rules, games int) {
	t.Helper()
	var last *game.State
	randomly(t, r, games, func(t *testing.T, s *game.State) {
		t.Helper()
		wantSameOffers(t, s)
		follows := last != nil && !last.Over() && s.Played() == last.Played()+1
		if follows {
			wantChangesFollow(t, last, s)
		}
		if follows || s.Played() == 0 {
			for i, x := range everyone(s) {
				redealt(t, s, x, uint64(i))
			}
		}
		if last = s; t.Failed() {
			t.FailNow()
		}
	})
}
