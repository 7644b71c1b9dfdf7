package game_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// secretTable is a table on which cards are passed on, laid face down and shown.
type secretTable struct {
	card, other             *game.Kind
	deck, hand, row, buried *game.Place
	notes                   *game.Part[int]
	dealt                   []string // their letters, two for each seat
	rules                   *game.Rules
}

func newSecretTable() *secretTable {
	x := &secretTable{notes: game.NewPart[int]("notes"), dealt: []string{"A", "B", "C", "D", "E", "F"}}
	x.card = &game.Kind{Name: "card", Label: func(s *game.State, id game.ID) string {
		return letter.Of(s, id) + strings.Repeat("*", x.notes.Of(s, id))
	}}
	x.other = &game.Kind{Name: "other"}
	x.deck = &game.Place{Name: "deck", Seen: game.ByNone, Order: game.Stacked}
	x.hand = &game.Place{Name: "hand", Each: true, Order: game.Unordered, Seen: game.ByOwner}
	x.row = &game.Place{Name: "row", Seen: game.ByNone}
	x.buried = &game.Place{Name: "buried", Seen: game.ByNone.Forgotten()}
	all := &game.Pick[game.ID]{Name: "card", From: func(t *game.Tx) game.Set[game.ID] { return game.SetOf(slices.Collect(t.All(x.card))...) }}
	act := func(name string, do func(*game.Tx, game.ID)) *game.Action {
		return &game.Action{Name: name, Pick: []game.Choice{all}, Do: func(t *game.Tx) { do(t, all.In(t)) }}
	}
	x.rules = &game.Rules{
		Name: "secrets", Seats: game.Exactly(3), Kinds: []*game.Kind{x.card, x.other}, Parts: []game.Column{letter, x.notes},
		Layout: []game.Layout{x.deck, x.hand, x.row, x.buried},
		Setup: func(t *game.Tx) {
			for i, l := range x.dealt {
				t.Create(x.card, x.hand.Of(game.Seat(i/2)), letter.Is(l))
			}
		},
		Flow: &game.Loop{Do: &game.Act{Name: "turn", Who: func(*game.Tx) game.Seat { return 0 }, Actions: []*game.Action{
			act("pass", func(t *game.Tx, id game.ID) { t.Move(id, x.hand.Of(1)) }),
			act("give", func(t *game.Tx, id game.ID) { t.Move(id, x.hand.Of(2)) }),
			act("lay", func(t *game.Tx, id game.ID) { t.Move(id, x.row) }),
			act("bury", func(t *game.Tx, id game.ID) { t.Move(id, x.buried) }),
			act("reveal", func(t *game.Tx, id game.ID) { t.Reveal(id, 2) }),
			act("hint", func(t *game.Tx, id game.ID) { t.RevealOne(t.Contents(t.Parent(id)), 2) }),
			act("mark", func(t *game.Tx, id game.ID) { x.notes.Set(t, id, 1) }),
			act("turn", func(t *game.Tx, id game.ID) { t.Become(id, x.other) }),
			act("mix", func(t *game.Tx, id game.ID) { t.Shuffle(t.Parent(id)) }),
		}}},
	}
	return x
}

// know lists what a seat knows in its view without seeing it.
func know(v *game.State) string {
	var all []string
	for id := range v.Places() {
		if known := v.KnownIn(id); known != nil {
			all = append(all, fmt.Sprint(v.Name(id), known))
		}
		for in := range v.In(id) {
			if known := v.KnownIn(in); known != nil {
				all = append(all, fmt.Sprint(v.Name(in), known))
			}
		}
	}
	return strings.Join(all, " ")
}

// Who knows one of two cards that are the same cannot tell which of them is shown, or leaves.
func TestKnownTwins(t *testing.T) {
	for moves, want := range map[string]string{
		"reveal #1":                             "hand/0[A]",
		"reveal #1,reveal #2":                   "hand/0[A]",
		"reveal #1,reveal #1":                   "hand/0[A]",
		"reveal #1,give #1":                     "",
		"reveal #1,give #2":                     "",
		"reveal #1,reveal #2,give #1":           "",
		"reveal #1,reveal #3,give #3":           "hand/0[A]",
		"reveal #1,reveal #2,give #2,reveal #1": "hand/0[A]",
		"reveal #1,give #2,lay #2,reveal #1":    "hand/0[A] row:1[A]",
		"lay #2,reveal #1":                      "hand/0[A]",
		"reveal #1,lay #2":                      "", // it could be that one
	} {
		x := newSecretTable()
		x.dealt = []string{"A", "A", "C", "D", "E", "F"}
		s := begun(x.rules)
		for _, move := range strings.Split(moves, ",") {
			s = after(s, move)
		}
		if got := know(s.View(2)); got != want {
			t.Errorf("after %q, seat 2 knows %q, want %q", moves, got, want)
		}
	}
}

func TestKnownIn(t *testing.T) {
	for _, x := range []struct {
		moves string
		want  []string // by seat, the spectators last
	}{
		{"", []string{"", "", "", ""}},
		{"pass A", []string{"hand/1[A]", "", "", ""}},
		{"pass B,pass A", []string{"hand/1[A B]", "", "", ""}},
		{"pass A,pass B,give C", []string{"", "hand/2[C]", "", ""}}, // it could be one of theirs
		{"pass A,mix A", []string{"", "", "", ""}},
		{"lay A,lay C,lay B", []string{"row:1[A] row:3[B]", "row:2[C]", "", ""}},
		{"lay A,lay B,give A", []string{"hand/2[A] row:1[B]", "", "", ""}},
		{"lay A,bury A", []string{"", "", "", ""}},
		{"reveal A", []string{"", "", "hand/0[A]", ""}},
		{"reveal A,reveal B,pass A", []string{"hand/1[A]", "", "", ""}}, // it could be either
		{"reveal A,mark A", []string{"", "", "", ""}},
		{"reveal A,mark A,reveal A", []string{"", "", "hand/0[A*]", ""}},
		{"hint A", []string{"", "", "", ""}}, // there is an A or a B
		{"hint A,reveal A", []string{"", "", "hand/0[A]", ""}},
		{"reveal A,turn A", []string{"", "", "", ""}},
		{"reveal A,mark B", []string{"", "", "hand/0[A]", ""}},
	} {
		s := begun(newSecretTable().rules)
		for _, move := range strings.FieldsFunc(x.moves, func(r rune) bool { return r == ',' }) {
			name, card, _ := strings.Cut(move, " ")
			next := after(s, fmt.Sprintf("%s #%d", name, card[0]-'A'+1))
			for i, changes := range s.Changes(next, 0, 1, 2, game.Nobody) {
				seat := game.Seat(i)
				if i == 3 {
					seat = game.Nobody
				}
				v, err := s.View(seat).Apply(changes)
				if err != nil || know(v) != know(next.View(seat)) || v.Hash() != next.View(seat).Hash() {
					t.Fatalf("after %q, the changes of %s lead to %q: %v", x.moves, seat, know(v), err)
				}
			}
			s = next
		}
		for i, seat := range []game.Seat{0, 1, 2, game.Nobody} {
			v := s.View(seat)
			if got := know(v); got != x.want[i] {
				t.Errorf("after %q, %s knows %q, want %q", x.moves, seat, got, x.want[i])
			}
			loaded, err := s.Rules().Load(v.Save())
			if err != nil || know(loaded) != know(v) {
				t.Errorf("after %q, the save of %s has %q: %v", x.moves, seat, know(loaded), err)
			}
			for n := range uint64(5) {
				if other, err := s.Redeal(seat, game.SeedOf(n)); err != nil || know(other.View(seat)) != know(v) {
					t.Errorf("after %q, %s knows %q in a re-deal: %v", x.moves, seat, know(other.View(seat)), err)
				}
			}
		}
		if got := know(s) + know(s.View(game.Judge)); got != "" {
			t.Errorf("after %q, the state and the judge know %q", x.moves, got)
		}
	}
}

// What seats know survives a save of the state.
func TestKnownInIsSaved(t *testing.T) {
	s := after(begun(newSecretTable().rules), "pass #1", "lay #2")
	loaded, err := s.Rules().Load(s.Save())
	if err != nil || know(loaded.View(0)) != "hand/1[A] row:1[B]" {
		t.Errorf("%v: %s", err, know(loaded.View(0)))
	}
}

// Changes of what a seat knows that do not fit its view are refused.
func TestKnownInRefuses(t *testing.T) {
	v := after(begun(newSecretTable().rules), "pass #1", "lay #2").View(0)
	for _, c := range []game.Change{
		{Of: "hand/1", Was: `["B"]`, Is: `["A"]`}, {Of: "hand/2", Was: `["B"]`}, {Of: "hand/1", Was: `["A"]`, Is: "A"},
		{Of: "hand/1", Was: `["A"]`, Is: `["B","A"]`}, {Of: "hand/1", Was: `["A"]`, Is: "[]"},
		{Of: "row:2", Is: `["C"]`}, {Of: "nowhere", Is: `["C"]`}, {Of: "seat/1", Is: `["C"]`}, {Of: "", Is: `["C"]`},
	} {
		c.Field = "@known"
		if _, err := v.Apply([]game.Change{c}); game.CodeOf(err) != game.Damaged {
			t.Errorf("%v: %v", c, err)
		}
	}
	for _, x := range [][2]string{{`["A"]`, `["B"]`}, {`["A"]`, `[]`}, {`"hand/1":["A"]`, `"hand/7":["A"]`}} {
		text := strings.Replace(string(v.Save()), x[0], x[1], 1)
		text = text[:strings.Index(text, `,"check"`)] + "}"
		if _, err := v.Rules().Load([]byte(text)); game.CodeOf(err) != game.Damaged {
			t.Errorf("%s: %v", text, err)
		}
	}
}
