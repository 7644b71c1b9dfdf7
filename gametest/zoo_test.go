package gametest_test

import (
	"fmt"
	"testing"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/gametest"
)

// Together, the games in this file use everything that rules can do.

func TestLawsHold(t *testing.T) {
	lawsHold(t, cards(), jumps(), words(), dice(), menu(), duel(), shuffleboard(), boxes(), crowd(), kitchen(), passing())
}

// lawsHold checks games; with -short, only the first four.
func lawsHold(t *testing.T, all ...*game.Rules) {
	t.Helper()
	if testing.Short() {
		all = all[:2]
	}
	for _, rules := range all {
		t.Run(rules.Name, func(t *testing.T) {
			t.Parallel()
			thorough().Check(t, rules)
		})
	}
}

// thorough returns how closely to check the games of this package.
func thorough() gametest.Config {
	c := gametest.Config{MaxMoves: 2000}
	if !testing.Short() {
		c.Games, c.Moves, c.Inputs = 4, 120, 400
	}
	return c
}

// passing is a game whose only action is one plain pick and a Pass; it ends when all have passed twice. Random play has
// a shortcut for such an action.
func passing() *game.Rules {
	cell := &game.Place{Name: "cell", Names: []string{"a", "b", "c"}}
	look := &game.Action{Name: "look", Pass: true}
	at := &game.Pick[game.ID]{Name: "cell", From: func(t *game.Tx) game.Set[game.ID] { return cell.All(t) }}
	look.Pick, look.Do = []game.Choice{at}, func(*game.Tx) {}
	return &game.Rules{
		Name: "passing", Seats: game.Exactly(2), Layout: []game.Layout{cell}, Actions: []*game.Action{look},
		End: func(t *game.Tx) {
			if t.Passes() >= 4 {
				t.Tie()
			}
		},
	}
}

var (
	rank   = game.NewPart[int8]("rank")
	points = game.NewPart[int]("points")
	note   = game.NewPart[struct {
		Text  string
		By    game.Seat
		About game.ID
		Set   [3]bool
	}]("note")
)

// in returns the options of a pick: the contents of a place.
func in(place func(t *game.Tx) game.ID) func(*game.Tx) game.Set[game.ID] {
	return func(t *game.Tx) game.Set[game.ID] {
		var ids []game.ID
		for id := range t.In(place(t)) {
			ids = append(ids, id)
		}
		return game.SetOf(ids...)
	}
}

// cards is a game of drawing, playing and discarding several cards at once.
func cards() *game.Rules {
	deck := &game.Place{Name: "deck", Order: game.Stacked}
	hand := &game.Place{Name: "hand", Each: true}
	pile := &game.Place{Name: "pile", Order: game.Stacked}
	card := &game.Kind{Name: "card"}
	mine := in(func(t *game.Tx) game.ID { return hand.Of(t.Seat) })
	one := &game.Pick[game.ID]{Name: "card", From: mine, If: func(t *game.Tx, id game.ID) bool {
		if top := t.Last(pile); top != 0 && rank.Of(t, id) < rank.Of(t, top) {
			return t.Refuse("{0} is lower than {1}", id, top)
		}
		return true
	}}
	some := &game.Pick[game.ID]{Name: "cards", From: mine, Several: func(*game.Tx) (int, int) { return 2, 3 }}
	return &game.Rules{
		Name: "cards", Seats: game.Between(1, 4),
		Layout: []game.Layout{deck, hand, pile}, Kinds: []*game.Kind{card}, Parts: []game.Column{rank, points},
		Setup: func(t *game.Tx) {
			for i := range 30 {
				t.Create(card, deck, rank.Is(int8(i%10)))
			}
			t.Shuffle(deck)
			for x := range game.Seat(t.Seats()) {
				for range 3 {
					t.Move(t.Last(deck), hand.Of(x))
				}
			}
		},
		Actions: []*game.Action{
			{Name: "draw", If: game.When("the deck is empty", func(t *game.Tx) bool { return t.Count(deck) > 0 }), Do: func(t *game.Tx) {
				t.Say("{0} draws", t.Seat)
				t.Move(t.Last(deck), hand.Of(t.Seat))
			}},
			{Name: "play", Pick: []game.Choice{one}, Do: func(t *game.Tx) {
				t.Move(one.In(t), pile)
				points.Edit(t, t.Seat, func(n *int) { *n += int(rank.Of(t, one.In(t))) })
				if t.Coin() {
					t.Again()
				}
			}},
			{Name: "throw", Pick: []game.Choice{some}, Do: func(t *game.Tx) {
				for id := range some.All(t) {
					t.Remove(id)
				}
			}},
		},
		Stuck: func(t *game.Tx) {
			var all []int
			for x := range game.Seat(t.Seats()) {
				all = append(all, points.Of(t, x))
			}
			t.Score(all...)
		},
	}
}

// jumps is a game of pieces that jump over each other, several times in one move.
func jumps() *game.Rules {
	b := board.Square("board", 9, 1)
	man := &game.Kind{Name: "man", Look: game.Look{BySeat: []string{"X", "O"}}}
	over := func(t *game.Tx, at game.ID) (landing, taken game.ID) {
		for _, d := range []board.Direction{board.East, board.West} {
			mid := b.Next(at, d)
			to := b.Next(mid, d)
			if to != 0 && t.Count(mid) > 0 && t.Count(to) == 0 && t.Owner(t.Last(mid)) != t.Seat {
				return to, t.Last(mid)
			}
		}
		return 0, 0
	}
	from := &game.Pick[game.ID]{Name: "from"}
	to := &game.Pick[game.ID]{Name: "to", Repeat: true, Several: func(*game.Tx) (int, int) { return 1, 9 }}
	here := func(t *game.Tx) game.ID {
		if to.Chosen(t) > 0 {
			return to.In(t)
		}
		return from.In(t)
	}
	from.From = func(t *game.Tx) game.Set[game.ID] { return b.Held(t, t.Seat) }
	to.From = func(t *game.Tx) game.Set[game.ID] {
		if l, _ := over(t, here(t)); l != 0 {
			return game.SetOf(l)
		}
		return game.SetOf[game.ID]()
	}
	at := from
	to.Then = func(t *game.Tx, _ game.ID) {
		// The man is on the cell it has reached before this jump.
		var man game.ID
		for id := range t.All() {
			if note.Of(t, id).Set[0] {
				man = id
			}
		}
		if man == 0 {
			man = t.Last(at.In(t))
			note.Edit(t, man, func(n *struct {
				Text  string
				By    game.Seat
				About game.ID
				Set   [3]bool
			}) {
				n.Set[0], n.By, n.About, n.Text = true, t.Seat, to.In(t), "jumps \"far\""
			})
		}
		_, taken := over(t, t.Parent(man))
		t.Remove(taken)
		t.Move(man, to.In(t))
	}
	step := &game.Pick[game.ID]{Name: "by", From: func(t *game.Tx) game.Set[game.ID] { return b.Empty(t) }}
	who := &game.Pick[game.ID]{Name: "who", From: func(t *game.Tx) game.Set[game.ID] { return b.Held(t, t.Seat) }}
	return &game.Rules{
		Name: "jumps", Seats: game.Exactly(2),
		Layout: []game.Layout{b}, Kinds: []*game.Kind{man}, Parts: []game.Column{note},
		Setup: func(t *game.Tx) {
			for i, owner := range []game.Seat{0, 1, -1, 1, -1, 0, -1, 0, 1} {
				if owner >= 0 {
					t.Give(t.Create(man, b.At(i, 0)), owner)
				}
			}
		},
		Actions: []*game.Action{
			{Name: "jump", Pick: []game.Choice{from, to}, Do: func(t *game.Tx) {
				for id := range t.All() {
					note.Set(t, id, struct {
						Text  string
						By    game.Seat
						About game.ID
						Set   [3]bool
					}{})
				}
			}},
			{Name: "go", Pick: []game.Choice{who, step}, Check: game.When("only the next cell can be reached", func(t *game.Tx) bool {
				x, _ := b.XY(who.In(t))
				y, _ := b.XY(step.In(t))
				return x-y == 1 || y-x == 1
			}), Do: func(t *game.Tx) { t.Move(t.Last(who.In(t)), step.In(t)) }},
		},
		End: func(t *game.Tx) {
			if t.Played() == 60 {
				t.Tie()
			}
		},
		Stuck: (*game.Tx).Tie,
	}
}

// words is a game of free text.
func words() *game.Rules {
	said := &game.Place{Name: "said"}
	word := &game.Kind{Name: "word"}
	text := &game.Pick[string]{Name: "text", Text: &game.Text{Min: 2, Max: 12, Pattern: `[a-z]+( [a-z"+-]+)?`}}
	loud := &game.Pick[bool]{Name: "loud", List: func(*game.Tx) []bool { return []bool{false, true} }, Optional: true}
	return &game.Rules{
		Name: "words", Seats: game.Between(2, 3),
		Layout: []game.Layout{said}, Kinds: []*game.Kind{word}, Parts: []game.Column{note},
		Actions: []*game.Action{{Name: "say", Pick: []game.Choice{text, loud}, Do: func(t *game.Tx) {
			id := t.Create(word, said)
			note.Set(t, id, struct {
				Text  string
				By    game.Seat
				About game.ID
				Set   [3]bool
			}{Text: text.In(t), By: t.Seat, Set: [3]bool{1: loud.In(t)}})
			t.Say("{0} says {1}", t.Seat, text.In(t))
			if t.Count(said) == 8 {
				t.Win(t.Seat)
			}
		}}},
	}
}

// dice is a game in which chance decides nearly everything.
func dice() *game.Rules {
	cup := &game.Place{Name: "cup", Order: game.Unordered}
	die := &game.Kind{Name: "die", With: []game.With{rank.Is(1)}}
	keep := &game.Pick[game.ID]{Name: "keep", From: in(func(*game.Tx) game.ID { return cup.ID() }), Several: func(*game.Tx) (int, int) { return 0, 5 }}
	return &game.Rules{
		Name: "dice", Seats: game.Between(1, 3),
		Layout: []game.Layout{cup}, Kinds: []*game.Kind{die}, Parts: []game.Column{rank, points},
		Setup: func(t *game.Tx) { t.CreateMany(5, die, cup) },
		Actions: []*game.Action{{Name: "roll", Pick: []game.Choice{keep}, Do: func(t *game.Tx) {
			kept := map[game.ID]bool{}
			for id := range keep.All(t) {
				kept[id] = true
			}
			sum := 0
			for id := range t.In(cup) {
				if !kept[id] {
					rank.Set(t, id, int8(t.Stream("dice").Roll(6)))
				}
				sum += int(rank.Of(t, id))
			}
			lucky := t.Choose(in(func(*game.Tx) game.ID { return cup.ID() })(t))
			t.Emit("shine", lucky)
			points.Edit(t, t.Seat, func(n *int) { *n += sum + t.Int(3) })
			if points.Of(t, t.Seat) > 150 {
				t.Win(t.Seat)
			}
		}}},
	}
}

// offer is a value of a list.
type offer struct {
	Wood, Clay int8
}

func (o offer) String() string { return fmt.Sprintf("%dw %dc", o.Wood, o.Clay) }

// menu is a game of choices of all sorts, some of which depend on earlier ones.
func menu() *game.Rules {
	whom := &game.Pick[game.Seat]{Name: "whom", From: func(t *game.Tx) game.Set[game.Seat] { return t.Others(t.Seat) }}
	what := &game.Pick[offer]{Name: "what", List: func(t *game.Tx) []offer {
		return []offer{{1, 0}, {0, 1}, {int8(1 + whom.In(t)), 2}}
	}}
	many := &game.Pick[int]{Name: "many", Range: func(t *game.Tx) (int, int) { return -1, int(what.In(t).Wood) }}
	extra := &game.Pick[string]{Name: "extra", Optional: true, List: func(*game.Tx) []string { return []string{"a b", "-", "x+y", `"q"`} }}
	odd := &game.Pick[int]{Name: "odd", From: func(t *game.Tx) game.Set[int] { return game.SetOf(1, 3, 5, 600) }, If: func(t *game.Tx, n int) bool {
		if n > t.Played()*20+5 {
			return t.Refuse("{0} is too much", n)
		}
		return true
	}}
	return &game.Rules{
		Name: "menu", Seats: game.Between(2, 4), Parts: []game.Column{points},
		Actions: []*game.Action{
			{Name: "trade", Pick: []game.Choice{whom, what, many, extra}, Check: game.When("the sum must be even", func(t *game.Tx) bool {
				return (many.In(t)+int(what.In(t).Wood))%2 == 0
			}), Do: func(t *game.Tx) {
				points.Edit(t, whom.In(t), func(n *int) { *n += many.In(t) + len(extra.In(t)) })
			}},
			{Name: "count", If: game.When("it is too early", func(t *game.Tx) bool { return t.Played() > 2 }), Pick: []game.Choice{odd}, Do: func(t *game.Tx) {
				points.Edit(t, game.Root, func(n *int) { *n += odd.In(t) })
			}},
		},
		End: func(t *game.Tx) {
			if t.Played() == 40 {
				ranks := make([]int, t.Seats())
				for i := range ranks {
					ranks[i] = 1 + i/2
				}
				t.Rank(ranks...)
			}
		},
	}
}

// kitchen is a game in which optional picks, and picks of several values, come first.
func kitchen() *game.Rules {
	table := &game.Place{Name: "plates"}
	plate := &game.Kind{Name: "plate"}
	guest := &game.Pick[game.Seat]{Name: "guest", Optional: true, From: func(t *game.Tx) game.Set[game.Seat] { return t.Others(t.Seat) }}
	plates := &game.Pick[game.ID]{Name: "plates", Several: func(t *game.Tx) (int, int) { return 1, 2 + guest.Chosen(t) },
		From: in(func(*game.Tx) game.ID { return table.ID() })}
	spice := &game.Pick[string]{Name: "spice", List: func(t *game.Tx) []string { return []string{"salt", "pepper", "chili"}[:plates.Chosen(t)] }}
	spoons := &game.Pick[int]{Name: "spoons", Repeat: true, Several: func(*game.Tx) (int, int) { return 0, 2 },
		Range: func(t *game.Tx) (int, int) { return 0, 2 - spoonful(t) }}
	spoons.Then = func(t *game.Tx, n int) { points.Edit(t, game.Root, func(all *int) { *all += n }) }
	return &game.Rules{
		Name: "kitchen", Seats: game.Between(2, 3), Parts: []game.Column{points},
		Layout: []game.Layout{table}, Kinds: []*game.Kind{plate},
		Setup: func(t *game.Tx) { t.CreateMany(4, plate, table) },
		Actions: []*game.Action{
			{Name: "serve", Pick: []game.Choice{guest, plates, spice, spoons}, Do: func(t *game.Tx) {
				for id := range plates.All(t) {
					t.Move(id, table)
					t.Give(id, t.Seat)
				}
				points.Set(t, game.Root, 0)
			}},
		},
		End: func(t *game.Tx) {
			if t.Played() == 20 {
				t.Tie()
			}
		},
	}
}

// spoonful is what has been added so far.
func spoonful(t *game.Tx) int { return points.Of(t, game.Root) }

// duel is a game in which the last seat standing wins.
func duel() *game.Rules {
	whom := &game.Pick[game.Seat]{Name: "whom", From: func(t *game.Tx) game.Set[game.Seat] { return t.Others(t.Seat) }}
	return &game.Rules{
		Name: "duel", Seats: game.Between(2, 5), Parts: []game.Column{points},
		Actions: []*game.Action{{Name: "hit", Pick: []game.Choice{whom}, Do: func(t *game.Tx) {
			points.Edit(t, whom.In(t), func(n *int) { *n++ })
			if points.Of(t, whom.In(t)) == 3 {
				t.Eliminate(whom.In(t))
			}
		}}},
		End: func(t *game.Tx) {
			if left := t.Standing(); left.Len() == 1 {
				for x := range left.All() {
					t.Win(x)
				}
			}
		},
	}
}

// shuffleboard is a game in which a position that occurs for the third time is a draw.
func shuffleboard() *game.Rules {
	b := board.Orthogonal("board", 3, 2)
	man := &game.Kind{Name: "man", Look: game.Look{BySeat: []string{"X", "O"}}}
	from := &game.Pick[game.ID]{Name: "from", From: func(t *game.Tx) game.Set[game.ID] { return b.Held(t, t.Seat) }}
	to := &game.Pick[game.ID]{Name: "to", From: b.Empty}
	return &game.Rules{
		Name: "shuffleboard", Seats: game.Exactly(2), Position: game.Position{Places: []game.Layout{b}, Mover: true},
		Layout: []game.Layout{b}, Kinds: []*game.Kind{man},
		Setup: func(t *game.Tx) { b.Put(t, "X . O\n. . .", man) },
		Actions: []*game.Action{{Name: "go", Pick: []game.Choice{from, to}, Do: func(t *game.Tx) {
			t.Move(t.Last(from.In(t)), to.In(t))
		}}},
		End: func(t *game.Tx) {
			if t.Repeats() >= 2 {
				t.Tie()
			}
		},
	}
}

// boxes is a game of elements in elements that come and go, and change owners.
func boxes() *game.Rules {
	floor := &game.Place{Name: "floor"}
	shelf := &game.Place{Name: "shelf", Each: true, Max: 3}
	floor.Enter = func(t *game.Tx, id, _ game.ID) { rank.Edit(t, id, func(n *int8) { *n++ }) }
	floor.Leave = func(t *game.Tx, id, _ game.ID) { t.Give(id, game.Nobody) }
	box := &game.Kind{Name: "box"}
	any := func(t *game.Tx) game.Set[game.ID] {
		var ids []game.ID
		for id := range t.All(box) {
			ids = append(ids, id)
		}
		return game.SetOf(ids...)
	}
	what := &game.Pick[game.ID]{Name: "what", From: any}
	where := &game.Pick[game.ID]{Name: "where", From: func(t *game.Tx) game.Set[game.ID] {
		into := any(t).Where(func(id game.ID) bool { return id != what.In(t) && !t.Within(id, what.In(t)) })
		into = into.Or(game.SetOf(floor.ID()))
		if t.Count(shelf.Of(t.Seat)) < 3 && t.Parent(what.In(t)) != shelf.Of(t.Seat) {
			into = into.Or(game.SetOf(shelf.Of(t.Seat)))
		}
		return into
	}}
	gone := &game.Pick[game.ID]{Name: "gone", From: any}
	behind := &game.Pick[game.ID]{Name: "behind", From: in(func(*game.Tx) game.ID { return floor.ID() })}
	return &game.Rules{
		Name: "boxes", Seats: game.Between(1, 3), Parts: []game.Column{rank},
		Layout: []game.Layout{floor, shelf}, Kinds: []*game.Kind{box},
		Setup: func(t *game.Tx) { t.CreateMany(2, box, floor) },
		Actions: []*game.Action{
			{Name: "make", If: game.When("there are enough", func(t *game.Tx) bool { return any(t).Len() < 12 }), Do: func(t *game.Tx) { t.Create(box, floor) }},
			{Name: "put", Pick: []game.Choice{what, where}, Do: func(t *game.Tx) {
				if t.Parent(what.In(t)) == where.In(t) {
					t.MoveFirst(what.In(t), where.In(t))
				} else {
					t.Move(what.In(t), where.In(t))
					t.Give(what.In(t), t.Seat)
				}
			}},
			{Name: "break", Pick: []game.Choice{gone}, Do: func(t *game.Tx) { t.Remove(gone.In(t)) }},
			{Name: "sort", Pick: []game.Choice{behind}, If: game.When("there is nothing to sort", func(t *game.Tx) bool { return t.Count(floor) > 1 }), Do: func(t *game.Tx) {
				for id := range t.In(floor) {
					if id != behind.In(t) {
						t.MoveAfter(id, behind.In(t))
					}
				}
			}},
		},
		End: func(t *game.Tx) {
			if t.Played() == 80 {
				t.Tie()
			}
		},
	}
}

// crowd is a game with so many elements that they fill several pages.
func crowd() *game.Rules {
	field := &game.Place{Name: "field"}
	man := &game.Kind{Name: "man", With: []game.With{rank.Is(3)}}
	all := in(func(*game.Tx) game.ID { return field.ID() })
	who := &game.Pick[game.ID]{Name: "who", From: all}
	return &game.Rules{
		Name: "crowd", Seats: game.Exactly(2), Parts: []game.Column{rank},
		Layout: []game.Layout{field}, Kinds: []*game.Kind{man},
		Setup: func(t *game.Tx) { t.CreateMany(150, man, field) },
		Actions: []*game.Action{{Name: "hit", Pick: []game.Choice{who}, Do: func(t *game.Tx) {
			id := who.In(t)
			rank.Edit(t, id, func(n *int8) { *n-- })
			if t.Roll(6) > 3 {
				t.Remove(id)
				t.CreateMany(2, man, field)
			}
			t.Shuffle(field)
		}}},
		End: func(t *game.Tx) {
			if t.Played() == 50 {
				t.Tie()
			}
		},
	}
}
