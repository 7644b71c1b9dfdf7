package browser_test

import (
	"fmt"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
)

// workshop is a game without a goal that has every kind of pick: each seat has a hand of cards, and there are two boards,
// a shelf, a bench that holds one thing, and a card in a box on it.
type workshop struct {
	hall  *board.Grid
	annex *annex
	hand  *game.Place
	shelf *game.Place
	bench *game.Place
	card  *game.Kind
	box   *game.Kind
	label *game.Part[string]
	gold  *game.Part[int]
	tired *game.Part[bool]
	cards int
}

// longWord is very long and has no place to break.
const longWord = "Donaudampfschiffahrtsgesellschaftskapitän"

// annex is a second board with two cells.
type annex struct {
	board, cell game.Place
	first       game.ID
}

func (x *annex) Lay(p *game.Plan) {
	x.board = game.Place{Name: "annex", Look: game.Look{Layout: "grid", Label: "Annex"}}
	x.cell = game.Place{Name: "square"}
	x.first = p.Add(&x.cell, p.Add(&x.board, game.Root), "left", "right")
	p.Put(x.first, 0, 0)
	p.Put(x.first+1, 1, 0)
}

func newWorkshop(cards int) *game.Rules {
	w := &workshop{
		hall: board.Square("hall", 3, 3), annex: &annex{}, cards: cards,
		hand:  &game.Place{Name: "hand", Each: true, Order: game.Unordered, Seen: game.ByOwner, Look: game.Look{Label: "Hand", Layout: "fan"}},
		shelf: &game.Place{Name: "shelf", Look: game.Look{Label: "Shelf", Layout: "row"}},
		bench: &game.Place{Name: "bench", Max: 1, Look: game.Look{Label: "Bench"}},
		label: game.NewPart[string]("label").Looks(game.Look{Hidden: true}),
		gold:  game.NewPart[int]("gold").Looks(game.Look{Label: "Gold"}),
		tired: game.NewPart[bool]("tired"),
	}
	called := func(s *game.State, id game.ID) string { return w.label.Of(s, id) }
	w.card = &game.Kind{Name: "card", Look: game.Look{Shape: "card"}, Label: called}
	w.box = &game.Kind{Name: "box", Look: game.Look{Label: "a wooden box", Shape: "card", Picture: "▣"}, Label: called}
	return &game.Rules{
		Name: "workshop", Version: "1", About: game.About{Title: "Workshop"}, Seats: game.Between(2, 6),
		Layout: []game.Layout{w.hall, w.annex, w.hand, w.shelf, w.bench}, Kinds: []*game.Kind{w.card, w.box},
		Parts: []game.Column{w.label, w.gold, w.tired},
		Setup: w.begin, Actions: w.actions(),
	}
}

func (w *workshop) begin(t *game.Tx) {
	for seat := range game.Seat(t.Seats()) {
		for i := range w.cards {
			t.Create(w.card, w.hand.Of(seat), w.label.Is(fmt.Sprintf("%c%d", 'A'+seat, i+1)))
		}
		w.gold.Set(t, seat, 5+int(seat))
	}
	w.tired.Set(t, game.Seat(0), true)
	for _, name := range []string{"saw", "file", longWord} {
		t.Create(w.card, w.shelf, w.label.Is(name))
	}
	box := t.Create(w.box, w.bench, w.label.Is("box"))
	t.Create(w.card, box, w.label.Is("inlay"))
	for range 5 {
		t.Create(w.card, w.hall.At(0, 0), w.label.Is("brick"))
	}
}

// actions change as little as possible: the log shows what was chosen.
func (w *workshop) actions() []*game.Action {
	mine := func(name string) *game.Pick[game.ID] {
		return &game.Pick[game.ID]{Name: name, Prompt: "Which card?", From: w.hand.Contents}
	}
	whom := &game.Pick[game.Seat]{Name: "whom", Prompt: "To whom?", From: func(t *game.Tx) game.Set[game.Seat] { return t.Others(t.Seat) }}
	some := mine("some")
	some.Several = func(*game.Tx) (int, int) { return 2, 4 }
	colour := &game.Pick[string]{Name: "colour", Prompt: "Which colour?", Optional: true, List: func(*game.Tx) []string { return []string{"red", "not blue"} }}
	coats := &game.Pick[int]{Name: "coats", Prompt: "How many coats?", Range: func(*game.Tx) (int, int) { return 1, 5 }}
	shades := &game.Pick[string]{Name: "shades", Prompt: "Which shades?", List: func(*game.Tx) []string { return []string{"ochre", "slate", "umber"} }}
	shades.Several = func(*game.Tx) (int, int) { return 1, 2 }
	finish := &game.Pick[string]{Name: "finish", Prompt: "Which finish?", Optional: true, List: func(*game.Tx) []string { return []string{"matt", "shiny"} }}
	sum := &game.Pick[int]{Name: "sum", Prompt: "How much?", Range: func(*game.Tx) (int, int) { return 1, 500 }}
	word := &game.Pick[string]{Name: "word", Prompt: "Which word?", Text: &game.Text{Min: 2, Max: 12, Pattern: "[a-z]+"}}
	tool := &game.Pick[game.ID]{Name: "tool", Prompt: "Which tool?", From: w.shelf.Contents, Repeat: true,
		Several: func(*game.Tx) (int, int) { return 1, 3 },
		Then:    func(t *game.Tx, id game.ID) { t.Move(id, w.hand.Of(t.Seat)) }}
	where := &game.Pick[game.ID]{Name: "where", Prompt: "Where?", From: w.hall.Empty, If: func(t *game.Tx, id game.ID) bool {
		if id == w.hall.At(1, 1) {
			return t.Refuse("the floor is wet at {0}", id)
		}
		return true
	}}
	side := &game.Pick[game.ID]{Name: "side", Prompt: "Which side?", From: func(*game.Tx) game.Set[game.ID] {
		return game.SetOf(w.annex.first, w.annex.first+1)
	}}
	inner := &game.Pick[game.ID]{Name: "inner", Prompt: "Which part?", From: func(t *game.Tx) game.Set[game.ID] {
		return t.Contents(t.Last(w.bench)).Or(t.Contents(w.bench))
	}}
	out := &game.Pick[game.Seat]{Name: "out", Prompt: "Who goes home?", From: func(t *game.Tx) game.Set[game.Seat] { return t.Others(t.Seat) }}
	end := &game.Pick[string]{Name: "end", Prompt: "Which end?", List: func(*game.Tx) []string { return []string{"left", "right"} }}
	end.Points = func(t *game.Tx, which string) game.Set[game.ID] {
		if which == "left" {
			return game.SetOf(t.First(w.shelf), w.shelf.ID())
		}
		return game.SetOf(t.Last(w.shelf), w.shelf.ID())
	}
	as := &game.Pick[*game.Kind]{Name: "as", Prompt: "As what?", List: func(*game.Tx) []*game.Kind { return []*game.Kind{w.card, w.box} }}
	both := &game.Pick[string]{Name: "both", Prompt: "Which two?", List: func(*game.Tx) []string { return []string{"oak", "ash", "elm"} }}
	both.Several = func(*game.Tx) (int, int) { return 2, 2 }
	do := func(name string, do func(*game.Tx), picks ...game.Choice) *game.Action {
		if do == nil {
			do = func(*game.Tx) {}
		}
		return &game.Action{Name: name, Pick: picks, Do: do}
	}
	one, two, three := mine("keep"), mine("gift"), mine("work")
	rest := do("rest", nil)
	rest.If = func(t *game.Tx) bool {
		return t.Refuse("{0} has no bed", t.Seat)
	}
	return []*game.Action{
		do("keep", nil, one),
		do("give", func(t *game.Tx) { t.Move(two.In(t), w.hand.Of(whom.In(t))) }, two, whom),
		do("swap", nil, some),
		do("paint", nil, three, colour, coats),
		do("mix", nil, shades, finish),
		do("bet", nil, sum),
		do("name", nil, word),
		do("fetch", nil, tool),
		do("lay", func(t *game.Tx) { t.Create(w.card, where.In(t), w.label.Is("tile")) }, where),
		do("enter", nil, side),
		do("take", nil, inner),
		do("recast", nil, end, as),
		do("join", nil, both),
		do("dismiss", func(t *game.Tx) { t.Eliminate(out.In(t)) }, out),
		rest,
	}
}
