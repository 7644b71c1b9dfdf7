package explain

import (
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/odd"
)

func TestExplainSightWords(t *testing.T) {
	for _, c := range []struct {
		seen  game.Sight
		loose bool
		words string
	}{
		{game.Sight{}, false, "everyone sees it"},
		{game.ByAll, true, "everyone sees it"},
		{game.ByAll.But(1), false, "everyone but player 2 sees it; player 2 sees backs"},
		{game.ByAll.But(1, game.Nobody).Else(game.Unseen), false, "everyone but player 2 and the spectators sees it; player 2 and the spectators cannot see that there is anything"},
		{game.ByOwner, false, "its owner sees it, others see backs"},
		{game.ByOwner, true, "its owner sees it, others see how many there are"},
		{game.ByOwner.And(2, game.Nobody), false, "its owner, player 3 and the spectators see it, others see backs"},
		{game.ByOwner.But(0), false, "its owner sees it, but not player 1, others see backs"},
		{game.ByNone, false, "nobody sees it, only backs"},
		{game.ByNone.Else(game.Unseen), false, "nobody sees it, nor that there is anything"},
		{game.ByNone.And(3).Else(game.Unseen), false, "player 4 sees it, others do not see that there is anything"},
		{game.ByNone.And(game.Nobody), true, "the spectators see it, others see how many there are"},
		{game.By(nil).And(1), false, "a rule decides who sees it; player 2 sees it anyway"},
		{game.By(nil).And(1, 2).But(0), false, "a rule decides who sees it; player 2 and player 3 see it anyway; player 1 never"},
	} {
		if words := sightOf(new(game.Rules), c.seen).contents("its owner", "it", c.loose).Words; words != c.words {
			t.Errorf("%s; want: %s", words, c.words)
		}
	}
}

// Options at the start are described by where they are; with chance, as an example.
func TestExplainPicks(t *testing.T) {
	card := &game.Kind{Name: "ace"}
	hand := &game.Place{Name: "hand", Each: true, Seen: game.ByOwner}
	pile := &game.Place{Name: "pile"}
	spots := &game.Place{Name: "spot", Names: []string{"left", "right"}}
	pair := board.Square("pair", 2, 1)
	lucky := game.NewPart[int]("explain-lucky")
	element := func(name string, from func(*game.Tx) game.Set[game.ID]) game.Choice {
		return &game.Pick[game.ID]{Name: name, From: from}
	}
	number := func(name string, list ...int) game.Choice {
		return &game.Pick[int]{Name: name, List: func(*game.Tx) []int { return list }}
	}
	picks := []game.Choice{
		element("mine", hand.Contents),
		element("theirs", func(t *game.Tx) game.Set[game.ID] { return t.Contents(hand.Of(1)) }),
		element("top", pile.Contents),
		element("where", func(*game.Tx) game.Set[game.ID] {
			return game.SetOf(game.Root, game.Seat(0).ID(), pile.ID(), hand.Of(0), hand.Of(1), spots.At(1), pair.At(0, 0))
		}),
		&game.Pick[game.Seat]{Name: "any", From: func(t *game.Tx) game.Set[game.Seat] { return t.Standing() }},
		&game.Pick[game.Seat]{Name: "some", From: func(*game.Tx) game.Set[game.Seat] { return game.SetOf[game.Seat](0, 2) }},
		number("row", 3, 4, 5), number("odd", 1, 3), number("one", 7), number("many", 10, 20, 30, 40, 50, 60, 70, 80, 90),
		&game.Pick[int]{Name: "where-it-applies", When: func(*game.Tx) bool { return true }, List: func(*game.Tx) []int { return []int{1, 2} }},
		&game.Pick[int]{Name: "chance", Range: func(t *game.Tx) (int, int) { return 0, lucky.Of(t, game.Root) }},
	}
	r := odd.Game("picks", game.Action{Pick: picks, Do: func(*game.Tx) {}})
	r.Seats, r.Kinds, r.Parts = game.Exactly(3), []*game.Kind{card}, []game.Column{lucky}
	r.Layout = []game.Layout{hand, pile, spots, pair}
	r.Setup = func(t *game.Tx) {
		for _, at := range []game.ID{hand.Of(0), hand.Of(1), pile.ID()} {
			t.Create(card, at)
		}
		lucky.Set(t, game.Root, 1+t.Int(100))
	}
	if err := r.Check(); err != nil {
		t.Fatal(err)
	}
	got := Of(r, 3, 3).Actions[0].Picks
	for i, want := range []string{
		"a thing on the table: at the start an ace from your hand",
		"a thing on the table: at the start an ace from another player's hand",
		"a thing on the table: at the start an ace from pile",
		"a thing on the table: at the start the table, your seat, your hand, another player's hand, pile, a place of spot or a cell of pair",
		"a player: at the start any player",
		"a player: at the start player 1 or player 3",
		"a number: at the start 3 to 5",
		"a number: at the start 1 or 3",
		"a number: at the start 7",
		"a number: at the start 9 of them: 10, 20, 30, 40, 50, 60, 70 and so on",
		"a number: at the start 1 to 2; asked only if it applies",
		"a number: at the start for example 0 to ",
	} {
		if !strings.HasPrefix(got[i].Words, want) || got[i].Name != "chance" && got[i].Words != want {
			t.Errorf("%s: %s; want: %s", got[i].Name, got[i].Words, want)
		}
	}
}

// The end of the game, and what happens to players who cannot act.
func TestExplainEnd(t *testing.T) {
	nothing, act := func(*game.Tx) {}, &game.Act{Name: "act"}
	twice := &game.Loop{Max: 2, Do: act}
	const (
		says   = "A move can end the game."
		ends   = "The game must be over when the order of play ends."
		passed = "A player who cannot act is skipped."
		never  = "The rules do not say what happens if no player at all can act."
	)
	for name, c := range map[string]struct {
		rules *game.Rules
		want  []string
	}{
		"default": {&game.Rules{}, []string{says, passed, never}},
		"End":     {&game.Rules{End: nothing}, []string{"After every move, a rule decides whether the game is over.", passed, never}},
		"Stuck is a draw": {&game.Rules{Stuck: (*game.Tx).Tie, Deadlock: nothing},
			[]string{says, "If a player cannot act on their turn, the game is a draw."}},
		"Stuck and Deadlock": {&game.Rules{Stuck: nothing, Deadlock: nothing},
			[]string{says, "A rule decides what happens when a player cannot act on their turn; if it does not end the game, the player is skipped.",
				"When no player can act, a rule decides how the game ends."}},
		"endless":         {&game.Rules{Flow: game.Steps{twice, &game.Phase{Name: "main", Do: &game.Loop{Do: act}}}}, []string{says, passed, never}},
		"endless turns":   {&game.Rules{Flow: &game.Loop{Do: &game.EachSeat{Name: "turn", Do: &game.Phase{Name: "main", Do: act}}}}, []string{says, passed, never}},
		"within a phase":  {&game.Rules{Flow: &game.Phase{Name: "main", EndIf: func(*game.Tx) bool { return true }, Do: &game.Loop{Do: act}}}, []string{says, ends, passed, never}},
		"of each seat":    {&game.Rules{Flow: &game.EachSeat{Do: &game.ForEach[game.ID]{Do: twice}}}, []string{says, ends, passed, never}},
		"in each element": {&game.Rules{Flow: &game.ForEach[game.ID]{Do: &game.Loop{Do: act}}}, []string{says, passed, never}},
	} {
		c.rules.Actions = []*game.Action{{Name: "act"}}
		if got := endOf(c.rules); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// hue is a number with a name.
type hue int

func (h hue) String() string { return [...]string{"red", "blue"}[h] }

// The data of parts and effects, in words.
func TestExplainTypes(t *testing.T) {
	for _, c := range []struct {
		of    game.With
		words string
	}{
		{dataOf(0), "a number"}, {dataOf(""), "a text"}, {dataOf(false), "yes or no"}, {dataOf(game.Seat(0)), "a seat"}, {dataOf(game.ID(0)), "a thing on the table"},
		{dataOf(hue(0)), "a hue"}, {dataOf([3]bool{}), "3 times yes or no"}, {dataOf(struct{}{}), "nothing"}, {dataOf([]int{}), "[]int"},
		{dataOf(struct{ A, B int8 }{}), "A: a number, B: a number"}, {dataOf(struct{ Do func() }{}), "Do: func()"}, {dataOf([]*int{}), "[]*int"}, {dataOf(map[int]int{}), "map[int]int"},
	} {
		if words := typeWords(c.of.Info().Type); words != c.words {
			t.Errorf("%q, want %q", words, c.words)
		}
	}
}

func dataOf[T any](v T) game.With { return game.NewTrait[T]("data").Is(v) }

// A label is what people call a kind; only a short one is drawn on it.
func TestExplainLabels(t *testing.T) {
	kind := func(label string) *game.Kind { return &game.Kind{Name: "line", Look: game.Look{Label: label}} }
	facts := kindFacts(&game.Rules{Kinds: []*game.Kind{kind("a stroke"), kind("Line"), kind("—"), kind("")}}, nil)
	for i, want := range []struct{ title, words string }{
		{"a stroke (line)", ""}, {"line", ""}, {"line", "drawn as —"}, {"line", ""},
	} {
		if facts[i].title() != want.title || facts[i].Words != want.words {
			t.Errorf("kind %d: %q: %q, want %v", i, facts[i].title(), facts[i].Words, want)
		}
	}
}
