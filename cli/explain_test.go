package cli

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
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

// The explanation of every game is a golden file. With -update, the test writes them.
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

// digest matches the digest of the declarations, which may change.
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
	const how = "To write it, run: go test ./cli -run TestExplainGames -update"
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v\n%s", err, how)
	}
	if text != string(want) {
		t.Errorf("%s is now\n%s\n%s", path, text, how)
	}
}

var (
	greed  = &game.Option[string]{Name: "judges", Label: "Judges", Default: "strict", Choices: []string{"strict", "lenient"}}
	stalls = &game.Option[int]{Name: "stalls", Label: "Stalls", Description: "More stalls make a longer game.", Default: 2, Min: 1, Max: 9}
)

// hue is a number with a name.
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

// No line is wider than the page, except long words and drawings.
func TestExplainWidth(t *testing.T) {
	all := append(catalogue.Catalogue(games.All()), fair("strict", 2))
	for _, width := range []int{1, 30, 47, 80, 200} {
		if testing.Short() && width != 47 {
			continue
		}
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

// Colours change nothing but the colours.
func TestExplainColors(t *testing.T) {
	all := catalogue.Catalogue{fair("strict", 2)}
	plain, color := explained(t, all, false, "fair"), explained(t, all, true, "fair")
	if plain == color || regexp.MustCompile("\x1b\\[[0-9]*m").ReplaceAllString(color, "") != plain {
		t.Errorf("with colours the page is\n%s", color)
	}
}

// ring is a layout that is neither a place nor a board.
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

// The JSON has no nulls: empty lists are lists, too.
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
