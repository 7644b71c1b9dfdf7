// Package odd has unusual games for tests: broken, endless, random or leaky ones, and one that shows moments.
package odd

import (
	"strings"
	"sync/atomic"

	"github.com/plygame/ply/game"
)

// Games returns games for testing commands.
func Games() []*game.Rules {
	return []*game.Rules{undeclared(), faulty(), Endless(), fickle(), dealt(), unlucky(), Dicey(), wordy(), shared(),
		leaky(1), late(), oracle(), staged(), stubborn()}
}

// Game returns rules for one to three seats with one action.
func Game(name string, a game.Action) *game.Rules {
	a.Name = "act"
	return &game.Rules{Name: name, About: game.About{Title: strings.ToUpper(name)}, Seats: game.Between(1, 3),
		Actions: []*game.Action{&a}}
}

func undeclared() *game.Rules {
	r := Game("undeclared", game.Action{})
	r.Kinds = []*game.Kind{{Name: "bad name"}}
	return r
}

// faulty panics when the higher of two numbers is chosen.
func faulty() *game.Rules {
	pick := &game.Pick[int]{Name: "number", Range: func(*game.Tx) (int, int) { return 0, 1 }}
	return Game("faulty", game.Action{Pick: []game.Choice{pick}, Do: func(t *game.Tx) {
		if pick.In(t) == 1 {
			panic("the roof is on fire")
		}
		t.Win(t.Seat)
	}})
}

// Endless never ends.
func Endless() *game.Rules { return Game("endless", game.Action{Do: func(*game.Tx) {}}) }

// fickle depends on something that is not in the state.
func fickle() *game.Rules {
	var calls atomic.Int64
	level := game.NewPart[int]("fickle-level")
	r := Game("fickle", game.Action{Do: func(t *game.Tx) {
		level.Set(t, game.Root, int(calls.Add(1)))
		t.Win(t.Seat)
	}})
	r.Parts = []game.Column{level}
	return r
}

// dealt is decided by its Setup.
func dealt() *game.Rules {
	lucky := game.NewPart[int]("dealt-lucky")
	r := Game("dealt", game.Action{Do: func(t *game.Tx) { t.Win(game.Seat(lucky.Of(t, game.Root))) }})
	r.Seats = game.Exactly(2)
	r.Parts = []game.Column{lucky}
	r.Setup = func(t *game.Tx) { lucky.Set(t, game.Root, t.Int(2)) }
	return r
}

// unlucky has a Setup that fails half of the time.
func unlucky() *game.Rules {
	r := Game("unlucky", game.Action{Do: func(t *game.Tx) { t.Win(t.Seat) }})
	r.Setup = func(t *game.Tx) {
		if t.Coin() {
			panic("there are no cards")
		}
	}
	return r
}

// Dicey is decided by a die.
func Dicey() *game.Rules {
	return Game("dicey", game.Action{Do: func(t *game.Tx) {
		n := t.Roll(6)
		t.Say("{0} rolls {1}", t.Seat, n)
		if n == 6 {
			t.Win(t.Seat)
		}
	}})
}

func wordy() *game.Rules {
	word := &game.Pick[string]{Name: "word", Text: &game.Text{Max: 10}}
	return Game("wordy", game.Action{Pick: []game.Choice{word}, Do: func(t *game.Tx) { t.Win(t.Seat) }})
}

// shared is won by everyone.
func shared() *game.Rules {
	r := Game("shared", game.Action{Do: func(t *game.Tx) { t.Win(0, 1) }})
	r.Seats = game.Exactly(2)
	return r
}

var lowest = &game.Option[int]{Name: "lowest", Label: "Lowest card", Default: 1, Min: 1, Max: 9}

// leaky tells everyone which card was drawn.
func leaky(from int) *game.Rules {
	number := game.NewPart[int]("leaky-number")
	card := &game.Kind{Name: "card"}
	deck := &game.Place{Name: "deck", Seen: game.ByNone}
	hand := &game.Place{Name: "hand", Each: true, Seen: game.ByOwner}
	r := Game("leaky", game.Action{Do: func(t *game.Tx) {
		id := t.Last(deck)
		t.Move(id, hand.Of(t.Seat))
		t.Say("{0} draws {1}", t.Seat, number.Of(t, id))
	}})
	r.Seats = game.Between(2, 3)
	r.Options = []game.Setting{lowest.Is(from)}
	r.Make = func(v game.Values) *game.Rules { return leaky(lowest.In(v)) }
	r.Layout, r.Kinds, r.Parts = []game.Layout{deck, hand}, []*game.Kind{card}, []game.Column{number}
	r.Setup = func(t *game.Tx) {
		for n := range 6 {
			t.Create(card, deck, number.Is(from+n))
		}
		t.Shuffle(deck)
	}
	r.End = func(t *game.Tx) {
		if t.Count(deck) == 0 {
			t.Tie()
		}
	}
	return r
}

// late leaks what was drawn, but only when the deck is almost empty.
func late() *game.Rules {
	r := leaky(1)
	number, deck, hand := r.Parts[0].(*game.Part[int]), r.Layout[0].(*game.Place), r.Layout[1].(*game.Place)
	r.Name, r.Options, r.Make = "late", nil, nil
	r.Actions[0].Do = func(t *game.Tx) {
		id := t.Last(deck)
		t.Move(id, hand.Of(t.Seat))
		if t.Count(deck) == 1 {
			t.Say("{0} has drawn {1}", t.Seat, number.Of(t, id))
		}
	}
	return r
}

// staged has a custom order of play: each seat builds, the other may object, then all vote.
func staged() *game.Rules {
	do := func(name string) *game.Action { return &game.Action{Name: name, Do: func(*game.Tx) {}} }
	objection := &game.Act{Name: "objection", Actions: []*game.Action{do("object"), do("agree")},
		Who: func(t *game.Tx) game.Seat { return 1 - t.Seat }}
	build := &game.Action{Name: "build", Do: func(t *game.Tx) { t.Call(objection, nil) }}
	r := Game("staged", game.Action{})
	r.Seats, r.Actions, r.Calls = game.Exactly(2), nil, []game.Step{objection}
	r.Flow = game.Steps{
		&game.Loop{Max: 2, Do: &game.EachSeat{Name: "turn", Do: &game.Phase{
			Name: "work", Do: &game.Act{Name: "site", Actions: []*game.Action{build, do("dig")}, Min: 1, Max: 2}}}},
		&game.Phase{Name: "council",
			Do: &game.Together{Name: "vote", Actions: []*game.Action{do("yes"), do("no")}, Secret: true}},
		game.Run((*game.Tx).Tie),
	}
	return r
}

// oracle announces everything hidden, move by move.
func oracle() *game.Rules {
	r := leaky(1)
	number, deck := r.Parts[0].(*game.Part[int]), r.Layout[0].(*game.Place)
	r.Name, r.Options, r.Make = "oracle", nil, nil
	r.Actions[0].Do = func(t *game.Tx) {
		for id := range t.In(deck) {
			t.Announce("there will be {0}", number.Of(t, id))
		}
		t.Remove(t.Last(deck))
	}
	return r
}

// stubborn ignores the options of its preset.
func stubborn() *game.Rules {
	r := Game("stubborn", game.Action{Do: func(t *game.Tx) { t.Win(t.Seat) }})
	r.Options, r.Make = []game.Setting{lowest.Is(1)}, func(game.Values) *game.Rules { return stubborn() }
	r.Presets = []game.Preset{{Name: "high", Values: game.Values{"lowest": "9"}}}
	return r
}

// Glimpse is a game in which one move turns a card face up and down again.
func Glimpse() *game.Rules {
	card := &game.Kind{Name: "card", Label: func(*game.State, game.ID) string { return "ace" }}
	hand := &game.Place{Name: "hand", Each: true, Seen: game.ByOwner}
	felt := &game.Place{Name: "felt"}
	return &game.Rules{
		Name: "glimpse", Version: "1", Seats: game.Exactly(2), Layout: []game.Layout{hand, felt}, Kinds: []*game.Kind{card},
		Setup: func(t *game.Tx) { t.CreateMany(2, card, hand.Of(0)) },
		Guess: func(*game.Tx, game.Seat) {},
		Actions: []*game.Action{
			{Name: "show", Do: func(t *game.Tx) {
				id := t.First(hand.Of(0))
				t.Move(id, felt)
				t.Say("{0} is shown", id)
				t.Emit("show", id)
				t.Moment()
				t.Say("{0} goes back", id)
				t.Move(id, hand.Of(0))
			}},
			{Name: "wait", Do: func(*game.Tx) {}},
		},
	}
}
