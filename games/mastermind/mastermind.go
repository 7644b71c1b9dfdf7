// Package mastermind is Mastermind: one player sets a secret code, and the other guesses it.
package mastermind

import (
	"fmt"
	"slices"
	"strconv"
	"sync"

	"github.com/plygame/ply/game"
)

var (
	length  = &game.Option[int]{Name: "length", Label: "Pegs in the code", Default: 4, Min: 3, Max: 5}
	colours = &game.Option[int]{Name: "colours", Label: "Colours", Default: 6, Min: 4, Max: 8}
	repeats = &game.Option[bool]{
		Name: "repeats", Label: "Repeats", Default: true,
		Description: "A colour may be used more than once.",
	}
	guesses = &game.Option[int]{Name: "guesses", Label: "Guesses", Default: 10, Min: 8, Max: 12}
)

// palette is the list of colours. No two begin with the same letter, so one letter is enough to type one.
var palette = [...]string{"red", "green", "blue", "yellow", "orange", "violet", "white", "pink"}

// rules are the rules for players.
const rules = `The Codemaker sets a secret code of coloured pegs, and the Codebreaker tries to guess it.

Each guess is answered: a pin ● for each peg of the right colour in the right place, and a pin ○ for each further peg
whose colour is in the code, but in a different place. Each peg counts once.

The Codebreaker wins by guessing the code; the Codemaker wins if no guesses are left.`

// The seats: one sets the code, the other breaks it.
const maker, breaker game.Seat = 0, 1

// table is what the functions of a game share.
type table struct {
	length  int
	repeats bool

	pegs        []*game.Kind // one for each colour
	exact, near *game.Kind   // the pins of an answer
	code, row   *game.Place
	colour      *game.Pick[string]
	rounds      *game.Loop
	codes       func() []combination // all that can be set
}

func codemaker(*game.Tx) game.Seat   { return maker }
func codebreaker(*game.Tx) game.Seat { return breaker }

// New returns the rules for a code of this many pegs and hues. Colours may repeat if twice is set, and
// the Codebreaker has this many tries.
func New(pegs, hues int, twice bool, tries int) *game.Rules {
	names := palette[:hues]

	// Only the Codemaker sees the code. Each guess has a row, which everyone sees: its pegs, then the pins
	// of the answer.
	g := &table{
		length: pegs, repeats: twice,
		exact: &game.Kind{Name: "exact", Look: game.Look{Label: "●", Picture: "{kind}.svg"}},
		near:  &game.Kind{Name: "near", Look: game.Look{Label: "○", Picture: "{kind}.svg"}},
		code:  &game.Place{Name: "code", Seen: game.ByOwner, Look: game.Look{Label: "Code", Layout: "row", Shape: "disc", Back: "hidden.svg"}},
		row:   &game.Place{Name: "guess", Look: game.Look{Label: "Guess", Layout: "row"}, Enter: func(t *game.Tx, id, _ game.ID) { t.Give(id, game.Nobody) }},
	}
	for _, name := range names {
		g.pegs = append(g.pegs, &game.Kind{Name: name, Look: game.Look{Label: name, Shape: "disc", Color: name, Picture: "{kind}.svg"}})
	}
	for i := range tries {
		g.row.Names = append(g.row.Names, strconv.Itoa(i+1))
	}

	g.codes = sync.OnceValue(g.all) // only re-deals need them

	// Players set the code, and guess it, by choosing one colour after another.
	g.colour = &game.Pick[string]{
		Name: "colour", Repeat: true, Ask: g.ask, If: g.fresh,
		List:    func(*game.Tx) []string { return names },
		Several: func(*game.Tx) (int, int) { return pegs, pegs },
	}
	set := &game.Action{Name: "set", Label: "Set the code", Secret: true, Pick: []game.Choice{g.colour}, Do: g.set}
	guess := &game.Action{Name: "guess", Label: "Guess the code", Reads: "{seat} guesses {colour}", NoUndo: true, Pick: []game.Choice{g.colour}, Do: g.guess}

	// The Codemaker sets the code, then the Codebreaker guesses. If no guesses are left, the Codemaker wins.
	g.rounds = &game.Loop{Max: tries, Do: &game.Act{Name: "guessing", Label: "Guess", Actions: []*game.Action{guess},
		Who: codebreaker}}
	return &game.Rules{
		Name:    "mastermind",
		Version: "1",
		About:   game.About{Title: "Mastermind", Description: "One player sets a secret code of coloured pegs, and the other guesses it.", Minutes: 15, Complexity: 2, Categories: []string{"deduction", "abstract"}, Picture: "cover.svg", Rules: rules},
		Art:     art,
		Theme:   theme,
		Seats:   game.Exactly(2),
		Roles:   []game.Role{maker: {Name: "Codemaker"}, breaker: {Name: "Codebreaker"}},
		Options: []game.Setting{length.Is(pegs), colours.Is(hues), repeats.Is(twice), guesses.Is(tries)},
		Fit: func(v game.Values, _ int) *game.Line {
			if !repeats.In(v) && colours.In(v) < length.In(v) {
				return game.NewLine("without repeats, {0} pegs need at least {0} colours, but there are {1}", length.In(v), colours.In(v))
			}
			return nil
		},
		Make: func(v game.Values) *game.Rules {
			return New(length.In(v), colours.In(v), repeats.In(v), guesses.In(v))
		},
		Layout: []game.Layout{g.code, g.row},
		Kinds:  append(slices.Clone(g.pegs), g.exact, g.near),
		Flow: game.Steps{
			&game.Act{Name: "setting", Label: "Set the code", Actions: []*game.Action{set}, Who: codemaker},
			g.rounds,
		},
		Guess: g.invent,
	}
}

// ask is the prompt: which peg to choose.
func (g *table) ask(t *game.Tx) *game.Line {
	peg, of := g.colour.Chosen(t)+1, g.length
	if t.Seat == maker {
		return game.NewLine("Your secret code, peg {0} of {1}: which colour?", peg, of)
	}
	return game.NewLine("Guess {0} of {1}, peg {2} of {3}: which colour?", g.rounds.Round(t), g.rounds.Max, peg, of)
}

// fresh refuses a colour that is already used, if colours do not repeat.
func (g *table) fresh(t *game.Tx, colour string) bool {
	return g.repeats || !slices.Contains(slices.Collect(g.colour.All(t)), colour) ||
		t.Refuse("{0} is already used, and no colour may be used twice", colour)
}

// lay puts the chosen pegs into a place.
func (g *table) lay(t *game.Tx, in game.Holder) {
	for colour := range g.colour.All(t) {
		t.Create(g.pegs[slices.Index(palette[:], colour)], in)
	}
}

// set lays the code, which only the Codemaker sees.
func (g *table) set(t *game.Tx) {
	g.lay(t, g.code)
	t.Say("{0} has set a code of {1} pegs", t.Seat, g.length)
}

// guess lays a row and answers it: a pin ● for each peg of the right colour in the right place,
// and a pin ○ for each further peg of a right colour in a wrong place.
func (g *table) guess(t *game.Tx) {
	row := g.row.At(g.rounds.Round(t) - 1)
	g.lay(t, row)
	exact, near := answer(g.read(t, g.code), g.read(t, row))
	t.CreateMany(exact, g.exact, row)
	t.CreateMany(near, g.near, row)
	t.Announce("guess {0}: {1} exact, {2} colour only", row, exact, near)

	switch {
	case exact == g.length:
		t.Say("{0} has broken the code", breaker)
		g.end(t, breaker)
	case row == g.row.At(g.rounds.Max-1):
		t.Say("no guesses are left: {0} has kept the code secret", maker)
		g.end(t, maker)
	}
}

// end shows the code to everyone.
func (g *table) end(t *game.Tx, winner game.Seat) {
	text, args := "the code was", []any{}
	for id := range t.In(g.code) {
		t.Show(id)
		text += fmt.Sprintf(" {%d}", len(args))
		args = append(args, id)
	}
	t.Say(text, args...)
	t.Win(winner)
}

// read returns the pegs in the code or at the beginning of a row.
func (g *table) read(t *game.Tx, in game.Holder) (c combination) {
	at := 0
	for id := range t.In(in) {
		if at < g.length {
			c.add(at, slices.Index(g.pegs, t.Kind(id)))
		}
		at++
	}
	return c
}
