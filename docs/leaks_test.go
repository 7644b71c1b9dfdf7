package docs_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/gametest"
)

// Every leak on the page has a row in the table and a section, and the laws and tests it names exist.
func TestLeaksNameWhatCatchesThem(t *testing.T) {
	page := read(t, "leaks.md")
	laws := regexp.MustCompile(`law "([^"]+)"`).FindAllStringSubmatch(strings.Join(strings.Fields(page), " "), -1)
	table, rest, found := strings.Cut(page, "\n## Details\n")
	if !found {
		t.Fatal("leaks.md has no section for each leak")
	}
	var rows, parts []string
	for _, m := range regexp.MustCompile(`(?m)^\| \[([^\]]+)\]\(#([\w-]+)\) \|.*\|.*\|$`).FindAllStringSubmatch(table, -1) {
		if anchor(m[1]) != m[2] {
			t.Errorf("%q leads to #%s, not to #%s", m[1], m[2], anchor(m[1]))
		}
		rows = append(rows, m[1])
	}
	for _, m := range regexp.MustCompile(`(?m)^### (.+)$`).FindAllStringSubmatch(rest, -1) {
		parts = append(parts, m[1])
	}
	if len(rows) < 25 || !slices.Equal(rows, parts) {
		t.Errorf("the table has %d rows, and there are %d paragraphs:\n%q\n%q", len(rows), len(parts), rows, parts)
	}
	named := map[string]bool{}
	for _, m := range laws {
		if named[m[1]] = true; !slices.Contains(gametest.Laws(), m[1]) {
			t.Errorf("there is no law %q", m[1])
		}
	}
	for _, name := range gametest.Secrecy() {
		if !named[name] {
			t.Errorf("the page does not mention the law %q", name)
		}
	}
	known := map[string]map[string]bool{}
	for _, m := range regexp.MustCompile("`([\\w./]+)/((?:Test|Example|Fuzz)\\w*)`").FindAllStringSubmatch(page, -1) {
		if known[m[1]] == nil {
			known[m[1]] = testsOf(t, m[1])
		}
		if !known[m[1]][m[2]] {
			t.Errorf("package %s has no %s", m[1], m[2])
		}
	}
}

// anchor is the link target of a heading.
func anchor(heading string) string {
	return strings.ReplaceAll(regexp.MustCompile(`[^a-z0-9 -]`).ReplaceAllString(strings.ToLower(heading), ""), " ", "-")
}

// Every example of package game about hidden things is on the page.
func TestHiddenShowsItsExamples(t *testing.T) {
	showsExamples(t, "hidden.md", hiddenExamples, 15)
}

var number = game.NewPart[int]("number")

// vault is the target of the attacks in leaks.md: a deck that nobody sees, a hand that its owner sees, and an open bag.
// The deck is dealt in this order, from the top.
func vault(t *testing.T, top ...int) *game.State {
	t.Helper()
	deck := &game.Place{Name: "deck", Order: game.Stacked, Seen: game.ByNone}
	hand := &game.Place{Name: "hand", Each: true, Order: game.Unordered, Seen: game.ByOwner}
	bag := &game.Place{Name: "bag", Order: game.Unordered}
	card := &game.Kind{Name: "card", Label: func(s *game.State, id game.ID) string { return fmt.Sprint("card ", number.Of(s, id)) }}
	which := &game.Pick[game.ID]{Name: "card", From: hand.Contents}
	do := func(name string, do func(*game.Tx), picks ...game.Choice) *game.Action {
		return &game.Action{Name: name, Pick: picks, Do: do}
	}
	order := game.Chance{}
	for _, n := range top {
		order.Order = append(order.Order, fmt.Sprintf("#%d", n))
	}
	s, err := (&game.Rules{
		Name: "vault", Seats: game.Exactly(2), Layout: []game.Layout{deck, hand, bag}, Kinds: []*game.Kind{card}, Parts: []game.Column{number},
		Setup: func(t *game.Tx) {
			for n := range 6 {
				t.Create(card, deck, number.Is(n+1))
			}
			t.Shuffle(deck)
		},
		Actions: []*game.Action{
			do("draw", func(t *game.Tx) {
				t.Say("{0} draws {1}", t.Seat, t.Last(deck))
				t.Emit("draw", t.Last(deck))
				t.Move(t.Last(deck), hand.Of(t.Seat))
			}),
			do("lay", func(t *game.Tx) { t.Move(which.In(t), bag) }, which),
			do("bury", func(t *game.Tx) { t.Move(which.In(t), deck) }, which),
			do("spill", func(t *game.Tx) {
				for range 2 {
					t.Move(t.Last(deck), bag)
				}
			}),
		},
	}).Start(2, game.SeedOf(1), order)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// gets is everything that reaches a seat, or the spectators, while moves are played.
func gets(t *testing.T, seat game.Seat, s *game.State, moves ...string) string {
	t.Helper()
	var b strings.Builder
	for _, text := range moves {
		m, err := s.Parse(s.Turn(), text)
		if err != nil {
			t.Fatal(err)
		}
		next, err := s.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		v := next.View(seat)
		fmt.Fprintln(&b, s.TextFor(seat, m, next), s.Changes(next, seat)[0], next.Changes(s, seat)[0], v.Said(), v.Notices())
		fmt.Fprintln(&b, string(v.Save()), v.HashText())
		s = next
	}
	return b.String()
}

// wantAlike fails if an attacker could tell two games apart.
func wantAlike(t *testing.T, one, other string) {
	t.Helper()
	if one != other {
		t.Errorf("the games can be told apart:\n%s\n%s", one, other)
	}
}

// What another seat draws makes no visible difference: not in numbers, counts, lines, notices or hashes.
func TestAttackNumbers(t *testing.T) {
	for _, x := range []game.Seat{0, game.Nobody} {
		wantAlike(t, gets(t, x, vault(t, 1, 2), "draw", "draw"), gets(t, x, vault(t, 1, 6), "draw", "draw"))
	}
	if gets(t, 1, vault(t, 1, 2), "draw", "draw") == gets(t, 1, vault(t, 1, 6), "draw", "draw") {
		t.Error("the seat that draws does not see what")
	}
}

// The order in which a seat drew its cards does not show when it lays or buries one.
func TestAttackArrival(t *testing.T) {
	one, other := vault(t, 1, 2, 3, 4), vault(t, 1, 4, 3, 2)
	for _, last := range []string{"lay #2", "bury #2"} {
		moves := []string{"draw", "draw", "draw", "draw", "draw", last}
		wantAlike(t, gets(t, 0, one, moves...), gets(t, 0, other, moves...))
	}
}

// In an open bag, the contents are visible, but not the order in which they arrived.
func TestAttackBag(t *testing.T) {
	for _, x := range []game.Seat{0, 1, game.Nobody} {
		wantAlike(t, gets(t, x, vault(t, 5, 3), "spill"), gets(t, x, vault(t, 3, 5), "spill"))
	}
}

// A card that was seen and went back to the deck comes back under a new handle.
func TestAttackHandles(t *testing.T) {
	s := vault(t, 1, 2)
	var names []string
	for _, text := range []string{"draw", "draw", "bury #1", "draw", "draw"} {
		next, err := s.PlayText(s.Turn(), text)
		if err != nil {
			t.Fatal(err)
		}
		s = next
		v := s.View(0)
		for id := range v.In(v.Find("hand/0")) {
			names = append(names, v.Name(id))
		}
	}
	if got := strings.Join(names, " "); got != "#1 #1 #2" {
		t.Errorf("the card of player 1 has the handle %s", got)
	}
}

// A view contains nothing of the seed, the memory of others, or the number of elements.
func TestAttackSave(t *testing.T) {
	s := vault(t, 1, 2)
	for _, x := range []game.Seat{0, 1, game.Nobody, game.Judge} {
		v := s.View(x)
		for _, name := range []string{"random", "memory", "created"} {
			if text := string(v.Save()); strings.Contains(text, `"`+name+`":`) || !strings.Contains(text, `"turn":`) {
				t.Errorf("the view of %v has %s: %s", x, name, text)
			}
		}
		if other := s.Reseed(game.SeedOf(99)).View(x); other.Hash() != v.Hash() {
			t.Errorf("the hash of the view of %v depends on the seed", x)
		}
	}
}

// Spectators have their own view, and a seat that does not play has the same.
func TestAttackSpectators(t *testing.T) {
	s, err := vault(t, 1, 2).PlayText(0, "draw")
	if err != nil {
		t.Fatal(err)
	}
	nobody := string(s.View(game.Nobody).Save())
	if string(s.View(7).Save()) != nobody || string(s.View(-9).Save()) != nobody {
		t.Error("a seat that does not play does not get what spectators get")
	}
	if !strings.Contains(string(s.View(0).Save()), `"number":{`) || strings.Contains(nobody, `"number":{`) {
		t.Errorf("spectators see\n%s", nobody)
	}
}
