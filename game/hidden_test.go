package game_test

import (
	"fmt"
	"iter"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// face is printed on a card: observers who see the card see it.
var face = game.NewPart[int]("face")

// den is a box with secrets: the row is open, nobody sees into the pile (ordered) and the bag (unordered), and owners
// see their hands (ordered).
func den() *box {
	x := newBox()
	x.pile.Seen, x.bag.Seen, x.hand.Seen = game.ByNone, game.ByNone, game.ByOwner
	x.Parts = append(x.Parts, face)
	return x
}

// deal creates cards with these faces in the place.
func (x *box) deal(tx *game.Tx, place game.ID, faces ...int) (ids []game.ID) {
	for _, f := range faces {
		ids = append(ids, tx.Create(x.card, place, face.Is(f)))
	}
	return ids
}

// observers are everyone who watches a game, spectators last.
func observers(s *game.State) (all []game.Seat) {
	for x := range game.Seat(s.Seats()) {
		all = append(all, x)
	}
	return append(all, game.Nobody)
}

// drawn writes what a state or view shows: the contents place by place, by face or kind, ? for faceless elements,
// contents of elements in brackets.
func drawn(v *game.State) string {
	created := map[game.ID]bool{}
	for id := range v.All() {
		created[id] = true
	}
	var places []string
	for in := game.Root; int(in) < int(game.Root)+200; in++ {
		if v.Count(in) > 0 && !created[in] {
			places = append(places, v.Name(in)+": "+tokens(v, v.In(in)))
		}
	}
	return strings.Join(places, "; ")
}

func tokens(v *game.State, ids iter.Seq[game.ID]) string {
	var all []string
	for id := range ids {
		text := "?"
		if k := v.Kind(id); k != nil {
			text = k.Name
			if f := face.Of(v, id); f != 0 {
				text = fmt.Sprint(f)
			}
		}
		if v.Count(id) > 0 {
			text += "(" + tokens(v, v.In(id)) + ")"
		}
		all = append(all, text)
	}
	return strings.Join(all, " ")
}

// sight is what all observers see, one line each.
func sight(s *game.State) string {
	var lines []string
	for _, o := range observers(s) {
		lines = append(lines, drawn(s.View(o)))
	}
	return strings.Join(lines, "\n")
}

// wantSight fails unless the observers, spectators last, see this.
func wantSight(t testing.TB, s *game.State, want ...string) {
	t.Helper()
	if got := sight(s); got != strings.Join(want, "\n") {
		t.Errorf("they see\n%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
}

// wantAlike fails unless the observer's views of two states are equal to the byte.
func wantAlike(t testing.TB, o game.Seat, a, b *game.State) {
	t.Helper()
	x, y := a.View(o), b.View(o)
	d := x.Diff(y)
	if string(x.Save()) != string(y.Save()) || x.Hash() != y.Hash() || len(d) > 0 {
		t.Errorf("%s can tell them apart: %v", o, d)
	}
}

// letters writes levels as U, C, B and F.
func letters(levels ...game.Level) (text string) {
	for _, l := range levels {
		text += "UCBF"[l : l+1]
	}
	return text
}

// knowing lists the faces of the cards that the observer knows.
func knowing(s *game.State, o game.Seat) string {
	var all []string
	for id := range s.All() {
		if s.Knows(o, id) {
			all = append(all, fmt.Sprint(face.Of(s, id)))
		}
	}
	return strings.Join(all, " ")
}

// card finds the card with this face.
func card(s *game.State, f int) game.ID {
	for id := range s.All() {
		if face.Of(s, id) == f {
			return id
		}
	}
	panic(fmt.Sprintf("there is no card %d", f))
}

// kindNames is the handle that the observer has for the card with this face.
func kindNames(s *game.State, o game.Seat, f int) string {
	v := s.View(o)
	return v.Name(card(v, f))
}
