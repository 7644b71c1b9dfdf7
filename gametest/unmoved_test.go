package gametest

import (
	"fmt"
	"testing"

	"github.com/plygame/ply/game"
)

var rooted = game.NewPart[bool]("rooted")

// marsh is a game of men on a path of twelve cells who see their own cell and the adjacent ones. Guess decides where
// the unseen men are; leave returns those it does not move.
func marsh(leave func(t *game.Tx, id game.ID) bool) *game.Rules {
	const length = 12
	cell := &game.Place{Name: "cell"}
	for i := range length {
		cell.Names = append(cell.Names, fmt.Sprintf("c%d", i+1))
	}
	man := &game.Kind{Name: "man"}
	near := func(s *game.State, seat game.Seat, at game.ID) bool {
		for id := range s.All(man) {
			if far := int(s.Parent(id)) - int(at); s.Owner(id) == seat && far*far <= 4 {
				return true
			}
		}
		return false
	}
	cell.Seen = game.By(func(s *game.State, seat game.Seat, id game.ID) game.Level {
		if seat == game.Nobody || near(s, seat, s.Parent(id)) {
			return game.Face
		}
		return game.Unseen
	})
	who := &game.Pick[game.ID]{Name: "who", From: func(t *game.Tx) game.Set[game.ID] {
		var mine []game.ID
		for id := range t.All(man) {
			if t.Owner(id) == t.Seat {
				mine = append(mine, id)
			}
		}
		return game.SetOf(mine...)
	}}
	to := &game.Pick[game.ID]{Name: "to", From: func(t *game.Tx) game.Set[game.ID] {
		var free []game.ID
		for _, at := range []game.ID{t.Parent(who.In(t)) - 1, t.Parent(who.In(t)) + 1} {
			if at >= cell.At(0) && at <= cell.At(length-1) && t.Count(at) == 0 {
				free = append(free, at)
			}
		}
		return game.SetOf(free...)
	}}
	return &game.Rules{
		Name: "marsh", Seats: game.Exactly(2), Layout: []game.Layout{cell}, Kinds: []*game.Kind{man}, Parts: []game.Column{rooted},
		Setup: func(t *game.Tx) {
			for i, owner := range []game.Seat{0, 0, 1, 1} {
				t.Give(t.Create(man, cell.At([]int{1, 4, 7, 10}[i]), rooted.Is(i == 3)), owner)
			}
		},
		Actions: []*game.Action{
			{Name: "go", Secret: true, Pick: []game.Choice{who, to}, Do: func(t *game.Tx) { t.Move(who.In(t), to.In(t)) }},
			{Name: "wait", Secret: true, Do: func(*game.Tx) {}},
		},
		End: func(t *game.Tx) {
			if t.Played() == 80 {
				t.Tie()
			}
		},
		Guess: func(t *game.Tx, seat game.Seat) {
			var hidden, free []game.ID
			for i := range length {
				at := cell.At(i)
				id := t.Last(at)
				if seat == game.Nobody || near(t.State, seat, at) || id != 0 && leave(t, id) {
					continue
				}
				free = append(free, at)
				if id != 0 {
					hidden = append(hidden, id)
				}
			}
			for i, id := range hidden {
				k := i + t.Int(len(free)-i)
				if other := t.Last(free[k]); other != 0 {
					t.Move(other, t.Parent(id))
				}
				t.Move(id, free[k])
				free[i], free[k] = free[k], free[i]
			}
		},
	}
}

func TestUnmovedMenAreFound(t *testing.T) {
	const words = "though it could be in"
	t.Run("by the kernel", func(t *testing.T) {
		mustFind(t, marsh((*game.Tx).Kept), "re-deal", words, func(k *kernel) { keepLastSeen(k) })
	})
	t.Run("by the rules", func(t *testing.T) {
		second := func(t *game.Tx, id game.ID) bool { return t.Kept(id) || rooted.Of(t, id) }
		mustFind(t, marsh(second), "re-deal", words, func(*kernel) {})
	})
}

// Neither re-dealt men nor one whose position the rules announce are reported as leaks.
func TestMenThatMoveAreFine(t *testing.T) {
	fort := marsh((*game.Tx).Kept)
	fort.Fits = func(s *game.State, seat game.Seat) bool { // everyone knows where one of the men is
		return s.Played() == 0 || s.Parent(s.Find("#4")) == s.Find("c11")
	}
	fort.Actions[0].Pick[0].(*game.Pick[game.ID]).If = func(t *game.Tx, id game.ID) bool { return !rooted.Of(t, id) }
	for _, rules := range []*game.Rules{marsh((*game.Tx).Kept), fort} {
		Config{Games: 4, Laws: []string{"re-deal", "leaks"}}.Check(t, rules)
	}
}

// keepLastSeen makes re-deals keep what was seen once, as long as it has not moved.
func keepLastSeen(k *kernel) {
	known := map[*game.State]map[string]bool{}
	k.play = func(s *game.State, m game.Move) (*game.State, error) {
		next, err := s.Play(m)
		if err != nil {
			return next, err
		}
		is := map[string]bool{}
		for o := range game.Seat(s.Seats()) {
			for id := range s.All() {
				key := fmt.Sprint(o, id)
				is[key] = (s.Sees(o, id) == game.Face || known[s][key]) && s.Parent(id) == next.Parent(id)
			}
		}
		known[next] = is
		return next, nil
	}
	k.redeal = func(s *game.State, o game.Seat, seed game.Seed, keep ...game.ID) (*game.State, error) {
		for id := range s.All() {
			if known[s][fmt.Sprint(o, id)] {
				keep = append(keep, id)
			}
		}
		return s.Redeal(o, seed, keep...)
	}
}
