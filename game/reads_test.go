package game_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// A move reads as its action declares; picks without a choice are left out, with the words before them.
func ExampleState_MoveLine() {
	hand := &game.Place{Name: "hand", Each: true, Seen: game.ByOwner}
	table := &game.Place{Name: "felt"}
	card := &game.Kind{Name: "card", Label: func(*game.State, game.ID) string { return "Guard" }}
	what := &game.Pick[game.ID]{Name: "card", From: hand.Contents}
	whom := &game.Pick[game.Seat]{Name: "whom", Optional: true, From: func(t *game.Tx) game.Set[game.Seat] { return t.Others(t.Seat) }}
	rules := &game.Rules{
		Name: "letters", Version: "1", Seats: game.Exactly(2), Layout: []game.Layout{hand, table}, Kinds: []*game.Kind{card},
		Setup: func(t *game.Tx) { t.CreateMany(2, card, hand.Of(0)) },
		Actions: []*game.Action{
			{Name: "play", Label: "Play a card", Reads: "{seat} plays {card} on {whom}", Pick: []game.Choice{what, whom}, Do: func(t *game.Tx) { t.Move(what.In(t), table) }},
			{Name: "keep", Label: "Keep it", Pick: []game.Choice{what}, Do: func(t *game.Tx) {}},
		},
	}
	s, err := rules.Start(2, game.SeedOf(1))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, text := range []string{"play #1 1", "play #1 -", "keep #2"} {
		move, _ := s.Parse(0, text)
		next, _ := s.Play(move)
		fmt.Println(s.MoveLine((*game.State).View, 0, move, next), "|", s.MoveLine((*game.State).View, 1, move, next))
	}
	// Output:
	// player 1 plays Guard on player 2 | player 1 plays Guard on player 2
	// player 1 plays Guard | player 1 plays Guard
	// player 1: Keep it Guard | player 1: Keep it hand/0:2
}

// The arguments of a move line have the types of their picks.
func TestMoveLine(t *testing.T) {
	x := newBox()
	x.Actions = append(x.Actions, &game.Action{Name: "all", Reads: "{seat}: {kind}, {number}, {word}", Pick: []game.Choice{
		&game.Pick[*game.Kind]{Name: "kind", List: func(t *game.Tx) []*game.Kind { return t.Rules().Kinds }},
		&game.Pick[int]{Name: "number", Range: func(*game.Tx) (int, int) { return 1, 3 }, Optional: true, Several: func(*game.Tx) (int, int) { return 1, 2 }},
		&game.Pick[string]{Name: "word", Text: &game.Text{Max: 5}},
	}, Do: func(*game.Tx) {}})
	s := x.start(t)
	kind := s.Rules().Kinds[0].Name
	for text, want := range map[string]string{
		"all " + kind + " 1+3 hi": "player 1: " + kind + ", 1, 3, hi",
		"all " + kind + " - hi":   "player 1: " + kind + ", hi",
	} {
		move, err := s.Parse(0, text)
		if err != nil {
			t.Fatal(err)
		}
		next, err := s.Play(move)
		if err != nil {
			t.Fatal(err)
		}
		l := s.MoveLine((*game.State).View, 1, move, next)
		if l.String() != want {
			t.Errorf("%s reads %q, want %q", text, l, want)
		}
		if seat, _, _ := l.Arg(0); seat != game.Seat(0) {
			t.Errorf("%s: the first argument is %v", text, seat)
		}
	}
}

// A notation of the game replaces the words, where it has any for the move.
func TestMoveLineInNotation(t *testing.T) {
	x := newBox()
	number := &game.Pick[int]{Name: "number", Range: func(*game.Tx) (int, int) { return 1, 3 }}
	x.Actions = append(x.Actions, &game.Action{Name: "count", Reads: "{seat} counts to {number}", Pick: []game.Choice{number}, Do: func(*game.Tx) {},
		Notation: func(s *game.State, m game.Move) string {
			return []string{1: "I", 2: ""}[m.Picks[0][0].N] // 3 is a mistake
		}})
	s := x.start(t)
	for text, want := range map[string]string{
		"count 1": "player 1: I",
		"count 2": "player 1 counts to 2",
		"count 3": "player 1 counts to 3",
	} {
		move, err := s.Parse(0, text)
		if err != nil {
			t.Fatal(err)
		}
		next, err := s.Play(move)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.MoveLine((*game.State).View, 1, move, next).String(); got != want {
			t.Errorf("%s reads %q, want %q", text, got, want)
		}
	}
}

// For others, the line of a secret choice says only that it was made.
func TestMoveLineSecret(t *testing.T) {
	x := staged(&game.Loop{Do: &game.Together{Name: "all", Secret: true}})
	s := start(t, x.Rules, 2)
	m := game.Move{Seat: 1, Action: "do"}
	next, err := s.Play(m)
	if err != nil {
		t.Fatal(err)
	}
	for who, want := range map[game.Seat]string{0: "player 2 has chosen", 1: "player 2: do", game.Nobody: "player 2 has chosen", game.Judge: "player 2: do"} {
		if got := s.MoveLine((*game.State).View, who, m, next).String(); got != want {
			t.Errorf("%v reads %q", who, got)
		}
	}
}

// OffersUpTo refuses offers that take too many visits; within the bound they equal Offers.
func TestOffersUpTo(t *testing.T) {
	x := newBox()
	x.Actions = append(x.Actions, &game.Action{Name: "guess", Do: func(*game.Tx) {}, Pick: []game.Choice{
		&game.Pick[int]{Name: "n", Range: func(*game.Tx) (int, int) { return 1, 100 }, If: func(_ *game.Tx, n int) bool { return n > 5 }},
	}})
	s := x.start(t)
	d := game.Move{Seat: 0}
	all, err := s.Offers(d)
	if err != nil {
		t.Fatal(err)
	}
	some, err := s.OffersUpTo(d, 1000)
	if err != nil || fmt.Sprint(len(some), len(some[len(some)-1].Options)) != fmt.Sprint(len(all), len(all[len(all)-1].Options)) {
		t.Errorf("%v, %v", some, err)
	}
	_, err = s.OffersUpTo(d, 50)
	wantRefusal(t, err, game.TooMany, "there are too many choices to list")
	if again, err := s.Offers(d); err != nil || len(again) != len(all) {
		t.Errorf("afterwards: %v, %v", again, err)
	}
}

// ChangesBy uses cached views where it compares whole views.
func TestChangesBy(t *testing.T) {
	by := game.By(func(_ *game.State, seat game.Seat, _ game.ID) game.Level { return game.Face })
	place := &game.Place{Name: "field", Seen: by}
	thing := &game.Kind{Name: "thing"}
	rules := &game.Rules{Name: "fields", Seats: game.Exactly(2), Layout: []game.Layout{place}, Kinds: []*game.Kind{thing},
		Actions: []*game.Action{{Name: "put", Do: func(tx *game.Tx) { tx.Create(thing, place) }}}}
	s := start(t, rules, 2)
	next, err := s.Play(game.Move{Seat: 0, Action: "put"})
	if err != nil {
		t.Fatal(err)
	}
	var asked []*game.State
	keep := func(s *game.State, seat game.Seat) *game.State {
		asked = append(asked, s)
		return s.View(seat)
	}
	got := s.ChangesBy(keep, next, 0, 1)
	if want := s.Changes(next, 0, 1); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v, want %v", got, want)
	}
	if len(asked) != 4 || asked[0] != s || asked[1] != next {
		t.Errorf("%d views were requested", len(asked))
	}
}

// ParsePicks reads a move in pieces as Parse reads its text.
func TestParsePicks(t *testing.T) {
	x := newBox()
	x.Actions = append(x.Actions, &game.Action{Name: "all", Pick: []game.Choice{
		&game.Pick[int]{Name: "number", Range: func(*game.Tx) (int, int) { return 1, 3 }, Optional: true, Several: func(*game.Tx) (int, int) { return 1, 2 }},
		&game.Pick[string]{Name: "word", Text: &game.Text{Max: 50_000}},
	}, Do: func(*game.Tx) {}})
	s := x.start(t)
	for text, picks := range map[string][][]string{
		`all 1+3 "a b"`: {{"1", "3"}, {"a b"}},
		`all - "-"`:     {{}, {"-"}},
		"all":           nil,
	} {
		m, err := s.ParsePicks(0, "all", picks)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Text(m); got != text {
			t.Errorf("%q are %s, want %s", picks, got, text)
		}
	}
	for _, c := range []struct {
		action string
		picks  [][]string
		code   game.Code
	}{
		{"fly", nil, game.NoAction}, {"all", [][]string{{}, {}, {}}, game.Surplus}, {"all", [][]string{{"one"}}, game.NotOffered},
		{"all", [][]string{{}, {strings.Repeat("x", 10_000)}}, game.Malformed},
	} {
		if _, err := s.ParsePicks(0, c.action, c.picks); game.CodeOf(err) != c.code {
			t.Errorf("%s %.40q: %v", c.action, c.picks, err)
		}
	}
}
