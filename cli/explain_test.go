package cli

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
	"github.com/plygame/ply/internal/catalogue"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/odd"
)

// explained runs ply explain and returns what it prints.
func explained(t *testing.T, all catalogue.Catalogue, color bool, args ...string) string {
	t.Helper()
	var out, err bytes.Buffer
	if code := run(append([]string{"explain"}, args...), all, &console.Console{Out: &out, Err: &err, Color: color}); code != ok {
		t.Fatalf("explain %v: exit code %d: %s", args, code, &err)
	}
	return out.String()
}

// Every game, explained, is a golden file. With -update the files are written.
func TestExplainGames(t *testing.T) {
	t.Setenv("COLUMNS", "")
	all := append(catalogue.Catalogue(games.All()), fair("lenient", 3))
	for _, r := range all {
		name, args := r.Name, []string{r.Name}
		if name == "hex" {
			args = append(args, "--option", "swap=true", "--option", "size=5")
		}
		t.Run(name, func(t *testing.T) { goldenPage(t, name+".txt", explained(t, all, false, args...)) })
	}
	goldenPage(t, "fair.json", explained(t, all, false, "fair", "--json", "--seats", "3"))
}

// digest is what the kernel makes of a declaration; it may do so otherwise one day.
var digest = regexp.MustCompile(`"digest": "[0-9a-f]+"`)

func goldenPage(t *testing.T, name, text string) {
	t.Helper()
	text = digest.ReplaceAllString(text, `"digest": "..."`)
	path := filepath.Join("testdata", "explain", name)
	if flag.Lookup("update").Value.String() == "true" {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if text != string(want) {
		t.Errorf("%s is now\n%s\nIf the change is meant, run the test with -update.", path, text)
	}
}

var (
	greed  = &game.Option[string]{Name: "judges", Label: "Judges", Default: "strict", Choices: []string{"strict", "lenient"}}
	stalls = &game.Option[int]{Name: "stalls", Label: "Stalls", Description: "More stalls make a longer game.", Default: 2, Min: 1, Max: 9}
)

// hue is a number that has a name.
type hue int

func (h hue) String() string { return [...]string{"red", "blue"}[h] }

// fair declares some of everything that can be declared.
func fair(judges string, n int) *game.Rules {
	var (
		cost   = game.NewTrait[int]("cost")
		magic  = game.NewTrait[func()]("magic")
		gold   = game.NewPart[int]("gold")
		price  = game.NewPart[int]("price")
		color  = game.NewPart[hue]("color")
		bid    = game.NewPart[int]("bid")
		pips   = game.NewPart[int8]("pips")
		mark   = game.NewPart[string]("mark")
		last   = game.NewPart[struct{ Who, Whom game.Seat }]("last")
		closed = game.NewPart[bool]("closed")
		plan   = game.NewPrivate[game.ID]("plan")
	)
	ware := &game.Kind{Name: "ware", With: []game.With{cost.Is(3), magic.Is(func() {}), price.Is(2)}, Label: func(s *game.State, id game.ID) string { return color.Of(s, id).String() + " ware" }}
	egg := &game.Kind{Name: "egg", Look: game.Look{Label: "o"}}
	sack := &game.Kind{Name: "sack", Seen: game.ByOwner.Else(game.Counted)}
	deck := &game.Place{Name: "deck", Order: game.Stacked, Seen: game.ByNone}
	hand := &game.Place{Name: "hand", Each: true, Order: game.Unordered, Seen: game.ByOwner}
	shelf := &game.Place{Name: "shelf", Max: 6, Enter: func(*game.Tx, game.ID, game.ID) {}}
	cellar := &game.Place{Name: "cellar", Seen: game.ByOwner.And(game.Nobody).Else(game.Unseen), Leave: func(*game.Tx, game.ID, game.ID) {}}
	vault := &game.Place{Name: "vault", Seen: game.ByNone.And(1).Else(game.Counted)}
	hall := &game.Place{Name: "hall", Seen: game.ByAll.But(0, game.Nobody)}
	mist := &game.Place{Name: "mist", Seen: game.By(func(*game.State, game.Seat, game.ID) game.Level { return game.Unseen })}
	track := &game.Place{Name: "track", Names: []string{"dawn", "noon", "dusk"}, Max: 1}
	yard := board.Square("yard", 3, 2)
	layout := []game.Layout{deck, hand, shelf, cellar, vault, hall, mist, track, yard}
	for i := range n {
		layout = append(layout, &game.Place{Name: fmt.Sprintf("stall-%d", i+1)})
	}

	wares := &game.Pick[game.ID]{Name: "wares", Prompt: "Which wares?", From: hand.Contents, Several: func(*game.Tx) (int, int) { return 1, 2 },
		If: func(t *game.Tx, id game.ID) bool { return true }}
	whom := &game.Pick[game.Seat]{Name: "whom", From: func(t *game.Tx) game.Set[game.Seat] { return t.Others(t.Seat) }}
	coins := &game.Pick[int]{Name: "coins", Optional: true, When: func(t *game.Tx) bool { return whom.In(t) != game.Nobody }, Range: func(*game.Tx) (int, int) { return 1, 4 }}
	word := &game.Pick[string]{Name: "word", Text: &game.Text{Min: 2, Pattern: "[a-z]+"}, Ask: func(*game.Tx) *game.Line { return game.NewLine("What?") }}
	shade := &game.Pick[hue]{Name: "shade", List: func(*game.Tx) []hue { return []hue{0, 1} }}
	spot := &game.Pick[game.ID]{Name: "spot", From: yard.Empty, Repeat: true, Then: func(t *game.Tx, id game.ID) { t.Create(egg, id) }}
	amount := &game.Pick[int]{Name: "amount", Range: func(*game.Tx) (int, int) { return 0, 5 }}
	does := func(a game.Action, picks ...game.Choice) *game.Action {
		a.Pick, a.Do = picks, func(*game.Tx) {}
		return &a
	}
	sell := does(game.Action{Name: "sell", Label: "Sell wares", Check: func(t *game.Tx) bool { return true }}, wares, whom, coins)
	paint := does(game.Action{Name: "paint", NoUndo: true}, shade)
	shout := does(game.Action{Name: "shout"}, word)
	hide := does(game.Action{Name: "hide", Secret: true, If: game.When("the yard is empty", func(t *game.Tx) bool { return t.Played() > 0 })}, spot)
	pass := does(game.Action{Name: "pass", Pass: true})
	offer := does(game.Action{Name: "offer", Secret: true}, amount)
	object := does(game.Action{Name: "object"})

	theft := &game.Effect[game.Seat]{Name: "theft", Do: func(*game.Tx, game.Seat) {}}
	guard := &game.Effect[game.Seat]{Name: "guard", Do: func(*game.Tx, game.Seat) {}, Replaces: theft, If: func(*game.Tx, game.Seat) bool { return true }}
	rain := &game.Effect[struct{}]{Name: "rain", Do: func(*game.Tx, struct{}) {}}
	return &game.Rules{
		Name: "fair", About: game.About{Title: "The fair"}, Seats: game.Between(2, 4),
		Options: []game.Setting{greed.Is(judges), stalls.Is(n)},
		Presets: []game.Preset{{Name: "short", Label: "A short game", Values: game.Values{"stalls": "1"}}},
		Make:    func(v game.Values) *game.Rules { return fair(greed.In(v), stalls.In(v)) },
		Layout:  layout, Kinds: []*game.Kind{ware, egg, sack},
		Parts: []game.Column{
			gold, price, color, bid.Seen(game.ByOwner).Chosen(amount), pips.Rolled(func(t *game.Tx, _ game.ID) int8 { return int8(t.Roll(6)) }),
			mark.Seen(game.ByAll), last, closed, plan,
		},
		Setup: func(t *game.Tx) {
			for i := range 12 {
				t.Create(ware, deck, color.Is(hue(i%2)))
			}
			t.Shuffle(deck)
			for x := range game.Seat(t.Seats()) {
				gold.Set(t, x, 5)
				for range 2 {
					t.Move(t.Last(deck), hand.Of(x))
				}
			}
			t.CreateMany(t.Roll(3), egg, shelf)
			t.Create([]*game.Kind{ware, egg}[t.Int(2)], cellar)
			t.Give(t.Create(egg, yard.At(1, 1)), 1)
			pips.Roll(t, track.At(0))
			closed.Set(t, game.Root, true)
		},
		Actions: []*game.Action{sell, paint, shout},
		Effects: []game.AnyEffect{theft, guard, rain},
		Calls:   []game.Step{&game.Act{Name: "objection", Actions: []*game.Action{object, pass}, Who: func(t *game.Tx) game.Seat { return t.After(t.Seat) }}},
		Flow: game.Steps{
			&game.Loop{Max: 3, Do: &game.EachSeat{Name: "turn", Do: game.Switch{
				{Name: "market", If: func(*game.Tx) bool { return true }, Do: &game.Act{Name: "trade", Max: 2}},
				{Name: "evening", Do: game.Switch{{Do: &game.Act{Name: "rest", Actions: []*game.Action{hide, pass}, Min: 1, Max: -1}}}},
			}}},
			game.Switch{{If: func(*game.Tx) bool { return true }, Do: &game.Together{Name: "bidding", Label: "the bidding", Actions: []*game.Action{offer, pass}, Secret: true}}},
			game.Run((*game.Tx).Tie),
		},
		Guess: func(*game.Tx, game.Seat) {}, End: func(*game.Tx) {}, Deadlock: (*game.Tx).Tie, Position: game.Position{Places: []game.Layout{yard}, Parts: []game.Column{gold}, Mover: true},
	}
}

// What is read of a Sight is what the kernel makes of it.
func TestExplainSight(t *testing.T) {
	sights := []game.Sight{game.ByAll, game.ByOwner, game.ByNone, {}, game.By(func(*game.State, game.Seat, game.ID) game.Level { return game.Back })}
	for _, x := range sights[:4] {
		sights = append(sights, x.And(1), x.But(0), x.And(game.Nobody).But(2), x.Else(game.Unseen), x.And(2).Else(game.Counted))
	}
	for i, x := range sights {
		place := &game.Place{Name: "place", Each: true, Seen: x}
		kind := &game.Kind{Name: "kind"}
		s, err := game.Start(&game.Rules{
			Name: "sights", Seats: game.Exactly(3), Layout: []game.Layout{place}, Kinds: []*game.Kind{kind},
			Actions: []*game.Action{{Name: "pass", Do: func(*game.Tx) {}}},
			Setup:   func(t *game.Tx) { t.Create(kind, place.Of(0)) },
		}, 3, game.SeedOf(1))
		if err != nil {
			t.Fatal(err)
		}
		read := sightOf(x)
		for _, seat := range []game.Seat{0, 1, 2, game.Nobody} {
			want := read.rest
			has := func(all []game.Seat) bool { return strings.Contains(fmt.Sprint(all), fmt.Sprint(seat)) }
			if (read.who <= byAll || read.who == byOwner && seat == 0 || has(read.plus)) && !has(read.minus) {
				want = game.Face
			}
			if got := s.Sees(seat, s.First(place.Of(0))); got != want {
				t.Errorf("sight %d (%+v): %s gets a %s, and what was read says %s", i, read, seat, got, want)
			}
		}
		if (read.who == byRule) != (i == 4) {
			t.Errorf("sight %d: %+v", i, read)
		}
	}
}

func TestExplainSightWords(t *testing.T) {
	for _, c := range []struct {
		seen  game.Sight
		loose bool
		words string
	}{
		{game.Sight{}, false, "everyone sees it"},
		{game.ByAll, true, "everyone sees it"},
		{game.ByAll.But(1), false, "everyone but seat 1 sees it, these see backs"},
		{game.ByOwner, false, "its owner sees it, others see backs"},
		{game.ByOwner, true, "its owner sees it, others see how many there are"},
		{game.ByOwner.And(2, game.Nobody), false, "its owner, seat 2 and the spectators see it, others see backs"},
		{game.ByOwner.But(0), false, "its owner sees it, but not seat 0, others see backs"},
		{game.ByNone, false, "nobody sees it, only backs"},
		{game.ByNone.Else(game.Unseen), false, "nobody sees it, nor that there is anything"},
		{game.ByNone.And(3).Else(game.Unseen), false, "seat 3 sees it, others do not see that there is anything"},
		{game.ByNone.And(game.Nobody), true, "the spectators see it, others see how many there are"},
		{game.By(nil).And(1), false, "a rule says who sees it; seat 1 sees it in any case"},
		{game.By(nil).And(1, 2).But(0), false, "a rule says who sees it; seat 1 and seat 2 see it in any case; seat 0 never"},
	} {
		if words := sightOf(c.seen).contents("its owner", "it", c.loose).Words; words != c.words {
			t.Errorf("%s; want: %s", words, c.words)
		}
	}
}

// What can be chosen at the start is told by where it lies; where chance decides, as an example.
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
	with(r, nil)
	got := explain(r, 3, 3).Actions[0].Picks
	for i, want := range []string{
		"a thing on the table: at the start an ace of one's hand",
		"a thing on the table: at the start an ace of another's hand",
		"a thing on the table: at the start an ace of pile",
		"a thing on the table: at the start the table, one's seat, one's hand, another's hand, pile, a place of spot or a cell of pair",
		"a seat: at the start any seat",
		"a seat: at the start seat 0 or seat 2",
		"a number: at the start 3 to 5",
		"a number: at the start 1 or 3",
		"a number: at the start 7",
		"a number: at the start 9 of them: 10, 20, 30, 40, 50, 60, 70 and so on",
		"a number: at the start 1 to 2; asked only where it applies",
		"a number: at the start for example 0 to ",
	} {
		if !strings.HasPrefix(got[i].Words, want) || got[i].Name != "chance" && got[i].Words != want {
			t.Errorf("%s: %s; want: %s", got[i].Name, got[i].Words, want)
		}
	}
}

// How it ends, and what is said of those who can do nothing.
func TestExplainEnd(t *testing.T) {
	nothing, act := func(*game.Tx) {}, &game.Act{Name: "act"}
	twice := &game.Loop{Max: 2, Do: act}
	const (
		says   = "The game is over when a move says so."
		ends   = "When the order of play has come to its end, the game must be over."
		passed = "A seat that can do nothing is passed over."
		never  = "Some seat must always be able to do something: nothing is said about what happens otherwise."
	)
	for name, c := range map[string]struct {
		rules *game.Rules
		want  []string
	}{
		"nothing said": {&game.Rules{}, []string{says, passed, never}},
		"End":          {&game.Rules{End: nothing}, []string{"After every move a rule says whether the game is over.", passed, never}},
		"Stuck is a draw": {&game.Rules{Stuck: (*game.Tx).Tie, Deadlock: nothing},
			[]string{says, "A seat that is to act and can do nothing makes the game a draw."}},
		"Stuck and Deadlock": {&game.Rules{Stuck: nothing, Deadlock: nothing},
			[]string{says, "For a seat that is to act and can do nothing there is a rule; if that does not end the game, the seat is passed over.",
				"When no seat can do anything, a rule says how the game ends."}},
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

// The data of parts and effects in words.
func TestExplainTypes(t *testing.T) {
	for _, c := range []struct {
		of    any
		words string
		plain bool
	}{
		{0, "a number", true}, {"", "a text", true}, {false, "yes or no", true}, {game.Seat(0), "a seat", true}, {game.ID(0), "a thing on the table", true},
		{hue(0), "a hue", true}, {[3]bool{}, "3 times yes or no", true}, {struct{}{}, "nothing", true}, {[]int{}, "[]int", true},
		{struct{ A, B int8 }{}, "A: a number, B: a number", true}, {struct{ Do func() }{}, "Do: func()", false}, {[]*int{}, "[]*int", false}, {map[int]int{}, "map[int]int", false},
	} {
		of := reflect.TypeOf(c.of)
		if words := typeWords(of); words != c.words || plain(of) != c.plain {
			t.Errorf("%s: %q, plain %t", of, words, plain(of))
		}
	}
}

// However narrow, no line is wider than the page, but for words and drawings that are.
func TestExplainWidth(t *testing.T) {
	all := append(catalogue.Catalogue(games.All()), fair("strict", 2))
	for _, width := range []int{1, 30, 47, 80, 200} {
		t.Setenv("COLUMNS", fmt.Sprint(width))
		for _, r := range all {
			for line := range strings.Lines(explained(t, all, false, r.Name)) {
				line = strings.TrimSuffix(line, "\n")
				if utf8.RuneCountInString(line) > max(width, console.LeastWidth) && strings.Contains(strings.TrimSpace(line), " ") {
					t.Errorf("%s at %d: %q", r.Name, width, line)
				}
			}
		}
	}
}

// Colours change nothing else.
func TestExplainColors(t *testing.T) {
	all := catalogue.Catalogue{fair("strict", 2)}
	plain, color := explained(t, all, false, "fair"), explained(t, all, true, "fair")
	if plain == color || regexp.MustCompile("\x1b\\[[0-9]*m").ReplaceAllString(color, "") != plain {
		t.Errorf("in colours it is\n%s", color)
	}
}

// ring is a layout of another sort than places and boards.
type ring struct{ center, seats game.Place }

func (r *ring) Lay(p *game.Plan) {
	r.center.Name, r.seats.Name = "ring", "spoke"
	p.Add(&r.seats, p.Add(&r.center, game.Root), "n", "e", "s")
}

func TestExplainForeignLayout(t *testing.T) {
	r := odd.Game("ringed", game.Action{Do: func(*game.Tx) {}})
	x := &ring{}
	hub := &game.Kind{Name: "hub"}
	r.Layout, r.Kinds, r.Setup = []game.Layout{x}, []*game.Kind{hub}, func(t *game.Tx) { t.Create(hub, &x.center) }
	text := explained(t, catalogue.Catalogue{r}, false, "ringed")
	for _, want := range []string{"\n  ring  4 places.\n", "\n  ring  hub: 1\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}

// What programs read is complete: lists are lists, also when they are empty.
func TestExplainJSON(t *testing.T) {
	all := append(catalogue.Catalogue(games.All()), odd.Games()[1:]...)
	for _, r := range all {
		var v any
		if err := json.Unmarshal([]byte(explained(t, all, false, r.Name, "--json")), &v); err != nil {
			t.Fatal(err)
		}
		if at := nulls(v, r.Name); at != "" {
			t.Errorf("%s is null", at)
		}
	}
}

// nulls returns where a value is null.
func nulls(v any, at string) string {
	switch v := v.(type) {
	case nil:
		return at
	case []any:
		for i, x := range v {
			if where := nulls(x, fmt.Sprintf("%s[%d]", at, i)); where != "" {
				return where
			}
		}
	case map[string]any:
		for name, x := range v {
			if where := nulls(x, at+"."+name); where != "" {
				return where
			}
		}
	}
	return ""
}

// A pick, part or effect that has changed its form is noticed, not passed over.
func TestExplainField(t *testing.T) {
	defer func() {
		if p := fmt.Sprint(recover()); p != "game.Place has no field Nowhere" {
			t.Error(p)
		}
	}()
	field(reflect.ValueOf(game.Place{}), "Nowhere")
}
