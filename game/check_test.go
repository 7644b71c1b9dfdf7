package game_test

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// definition is a box with one of everything, for the tests to break.
type definition struct {
	*box
	size *game.Option[int]
	pick *game.Pick[game.ID]
}

func newDefinition() *definition {
	d := &definition{box: newBox()}
	d.size = &game.Option[int]{Name: "size", Default: 3, Min: 2, Max: 5}
	d.pick = &game.Pick[game.ID]{Name: "what", From: d.row.Contents}
	d.Options = []game.Setting{d.size.Is(3)}
	d.Presets = []game.Preset{{Name: "big", Values: game.Values{"size": "5"}}}
	d.Make = func(game.Values) *game.Rules { return newDefinition().Rules }
	d.Position = game.Position{Places: []game.Layout{d.row}, Mover: true}
	d.picking(func(*game.Tx) {}, d.pick)
	return d
}

// choose replaces the pick of the definition.
func (d *definition) choose(c game.Choice) { d.Actions[0].Pick = []game.Choice{c} }

type fault struct {
	spoil func(*definition)
	want  string // exact, up to an optional ...
}

func list[T any](all ...T) func(*game.Tx) []T { return func(*game.Tx) []T { return all } }

const nameRule = "a name consists of letters, digits, - and _, and begins with a letter"

var faults = []fault{
	// Rules
	{func(d *definition) { d.Name = "" }, `game "": ` + nameRule + `; a game's name must be in lower case`},
	{func(d *definition) { d.Name = "Box" }, `game "Box": a game's name must be in lower case: use "box", and About.Title for players`},
	{func(d *definition) { d.Name = "a box" }, `game "a box": ` + nameRule + `; a game's name must be in lower case`},
	{func(d *definition) { d.Seats = game.Seats{} }, "Seats: 0 to 0 is not possible; a game has 1 to 32 seats, such as game.Exactly(2)"},
	{func(d *definition) { d.Seats = game.Between(3, 2) }, "Seats: 3 to 2 is not possible; a game has 1 to 32 seats, such as game.Exactly(2)"},
	{func(d *definition) { d.Seats = game.Between(1, 33) }, "Seats: 1 to 33 is not possible; a game has 1 to 32 seats, such as game.Exactly(2)"},
	{func(d *definition) { d.Version = "1\n2" }, `version "1\n2" has more than one line`},
	{func(d *definition) { d.Position.Places[0] = nil }, `Position: entry 0 of Places is nil`},
	{func(d *definition) { d.Position.Places[0] = &game.Place{Name: "attic"} }, `Position: place "attic" is not declared: add it to Layout`},
	{func(d *definition) { d.Position.Places[0] = layout(nil) }, `Position: entry 0 of Places, a game_test.layout, is not declared: add it to Layout`},
	{func(d *definition) { d.Position.Parts = []game.Column{nil} }, `Position: entry 0 of Parts is nil`},
	{func(d *definition) { d.Position.Parts = []game.Column{game.NewPart[int]("lost")} }, `Position: part "lost" is not declared: add it to Parts`},
	{func(d *definition) { d.Layout = append(d.Layout, layout(func(*game.Plan) { panic("no board") })) }, "the check stopped at: no board (check_test.go:63)"},

	// Roles
	{func(d *definition) { d.Roles = make([]game.Role, 9) }, "there are 9 Roles for at most 4 seats"},
	{func(d *definition) { d.Roles = []game.Role{{Name: "White"}, {Name: "white"}} }, `Roles: two seats have the name "white"`},
	{func(d *definition) { d.Roles = []game.Role{{}, {Name: "a {0}"}} }, `Roles: "a {0}" of seat 1 begins or ends with a space, or has a line break, a tab or a brace`},

	// Options and presets
	{func(d *definition) { d.Options[0].Name = "the size" }, `option "the size": ` + nameRule + "\n" + `preset "big": there is no option "size"`},
	{func(d *definition) { d.Options = append(d.Options, d.Options[0]) }, `two options have the name "size"`},
	{func(d *definition) { d.Options[0].Min, d.Options[0].Max = 4, 3 }, `option "size": Min 4 is greater than Max 3` + "\n..."},
	{func(d *definition) { d.Options[0].Default = "9" }, `option "size": the default is not allowed: option size must be from 2 to 5, not 9`},
	{func(d *definition) { d.Options[0] = d.size.Is(1) }, `option size must be from 2 to 5, not 1`},
	{func(d *definition) { d.Options[0].Value = "x" }, `option size must be a whole number, not "x"`},
	{func(d *definition) { d.Make = nil }, "there are Options, but no Rules.Make to build the rules for them: add it"},
	{func(d *definition) { d.Presets[0].Name = "" }, `preset "": ` + nameRule},
	{func(d *definition) { d.Presets[0].Values["depth"] = "1" }, `preset "big": there is no option "depth"`},
	{func(d *definition) { d.Presets[0].Values = game.Values{"c": "", "a": "", "b": ""} }, `preset "big": there is no option "a"` + "\n" + `preset "big": there is no option "b"` + "\n" + `preset "big": there is no option "c"`},
	{func(d *definition) { d.Presets[0].Values["size"] = "6" }, `preset "big": option size must be from 2 to 5, not 6`},

	// Layout
	{func(d *definition) { d.Layout[0] = nil }, `Layout: entry 0 is nil` + "\n" + `Position: place "row" is not declared: add it to Layout`},
	{func(d *definition) { d.row.Name = "the row" }, `place "the row": ` + nameRule},
	{func(d *definition) { d.row.Max = -1 }, `place "row": Max is -1; it cannot be negative`},
	{func(d *definition) { d.pile.Name = "row" }, `two places have the name "row"`},
	{func(d *definition) { d.row.Name = "table" }, `place "table": this name is reserved for the table; use another name`},
	{func(d *definition) { d.Layout = append(d.Layout, d.row) }, `place "row" is in Layout twice`},
	{func(d *definition) { d.hand.Names = []string{"left", "right"} }, `place "hand" has Each, so it cannot have Names`},
	{func(d *definition) { d.Layout[0] = owned(newBox()).row }, `place "row" is already used by other Rules; build the rules in a function, so that each has its own` + "\n..."},

	// Kinds
	{func(d *definition) { d.Kinds[0] = nil }, `Kinds: entry 0 is nil`},
	{func(d *definition) { d.stone.Name = "1st" }, `kind "1st": ` + nameRule},
	{func(d *definition) { d.stone.Name = "card" }, `two kinds have the name "card"`},
	{func(d *definition) { d.stone.With = []game.With{nil} }, `kind "stone": With has a nil entry`},
	{func(d *definition) { d.stone.With = []game.With{game.NewPart[int]("lost").Is(1)} }, `kind "stone": part "lost" is not declared: add it to Parts`},
	{func(d *definition) {
		speed := game.NewTrait[int]("speed")
		d.stone.With = []game.With{speed.Is(1), speed.Is(2)}
	}, `kind "stone": trait "speed" is given 2 times` + "\n..."},

	// Parts
	{func(d *definition) { d.Parts[0] = nil }, `Parts: entry 0 is nil`},
	{func(d *definition) { d.Parts[0] = game.NewPart[int]("hit points") }, `part "hit points": ` + nameRule},
	{func(d *definition) { d.Parts[0] = game.NewPart[int]("label") }, `two parts have the name "label"`},
	{func(d *definition) { d.Derived = []game.AnyDerived{nil} }, `Derived: entry 0 is nil`},
	{func(d *definition) {
		d.Derived = []game.AnyDerived{game.NewDerived("a b", func(*game.State, game.ID) int { return 0 })}
	}, `derived value "a b": ` + nameRule},
	{func(d *definition) {
		d.Derived = []game.AnyDerived{game.NewDerived("label", func(*game.State, game.ID) int { return 0 })}
	}, `two parts or derived values have the name "label"`},
	{func(d *definition) {
		d.Derived = []game.AnyDerived{game.NewDerived("sum", func(*game.State, game.ID) int { return 0 }).On().Public()}
	}, `derived value "sum" is shown on elements, so it cannot be public: observers have different names for them`},
	{func(d *definition) { d.Derived = []game.AnyDerived{game.NewDerived[int]("sum", nil)} }, `derived value "sum" has no function`},
	{func(d *definition) {
		d.Derived = []game.AnyDerived{game.NewDerived("sum", func(*game.State, game.ID) []int { return nil }).OnTable()}
	}, `derived value "sum" cannot be shown: []int is a slice; a Part holds integers, bools, strings, IDs, Seats, and arrays and structs of those`},
	{func(d *definition) {
		d.Derived = []game.AnyDerived{game.NewDerived("sum", func(*game.State, game.ID) int { return 0 }).On((*game.Kind)(nil))}
	}, `derived value "sum" is shown on a kind that is nil`},
	{func(d *definition) {
		d.Derived = []game.AnyDerived{game.NewDerived("sum", func(*game.State, game.ID) int { return 0 }).On(&game.Kind{Name: "ghost"})}
	}, `derived value "sum" is shown on kind "ghost", which is not declared: add it to Kinds`},

	{func(d *definition) {
		d.Derived = []game.AnyDerived{game.NewDerived("sum", func(*game.State, game.ID) int { return 0 }).From(nil)}
	}, `derived value "sum" depends on a part that is nil`},
	{func(d *definition) {
		d.Derived = []game.AnyDerived{game.NewDerived("sum", func(*game.State, game.ID) int { return 0 }).From(game.NewPart[int]("ghost"))}
	}, `derived value "sum" depends on part "ghost", which is not declared: add it to Parts`},
	{func(d *definition) {
		plan := game.NewPrivate[int]("plan")
		d.Guess = func(*game.Tx, game.Seat) {}
		d.Parts = append(d.Parts, plan)
		d.Derived = []game.AnyDerived{game.NewDerived("sum", func(*game.State, game.ID) int { return 0 }).From(plan)}
	}, `derived value "sum" depends on part "plan", which is private: it has no single value`},
	{func(d *definition) {
		swept := game.NewDerived[int]("sum", nil).Swept(func(*game.State, func(game.ID, int)) {})
		d.Derived = []game.AnyDerived{swept.From(d.Parts[0])}
	}, `derived value "sum" is swept, so it cannot name Parts: use one function for each element`},

	{func(d *definition) { d.Parts = append(d.Parts, game.NewPrivate[int]("plan")) }, `part "plan" is Private, but a re-deal has no way to make up its values for the other seats: add Rules.Guess`},
	{func(d *definition) {
		d.Layout = append(d.Layout, &game.Place{Name: "attic", Seen: game.ByNone.Else(game.Face)})
	}, `place "attic": Else(Face) would show the faces to everyone: use ByAll`},
	{func(d *definition) { d.Kinds[0].Seen = game.ByNone.Else(game.Face) }, `kind "stone": Else(Face) would show the faces to everyone: use ByAll`},
	{func(d *definition) { d.Parts = append(d.Parts, coin.Seen(game.ByNone)) }, `part "coin" is hidden (Seen), but a re-deal has no way to make up its values: declare it Rolled or Chosen, or add Rules.Guess`},
	{func(d *definition) {
		d.Parts = append(d.Parts, coin.Seen(game.ByOwner).Chosen(&game.Pick[int]{Name: "n", Range: fixed(0, 1)}))
	}, `part "coin" is Chosen by a pick that no action uses: add the pick to an action`},
	{func(d *definition) {
		d.Parts = append(d.Parts, game.NewPart[game.ID]("goal").Seen(game.ByOwner).Chosen(d.pick))
	}, `part "goal" is Chosen by a pick of action "pick", which is not secret: set Secret on that action`},

	// Actions
	{func(d *definition) { d.Actions = nil }, "there are no actions, so no seat can do anything: add some to Rules.Actions"},
	{func(d *definition) { d.Actions[0] = nil }, `Actions: entry 0 is nil`},
	{func(d *definition) { d.Actions[0].Name = "" }, `action "": ` + nameRule},
	{func(d *definition) { d.Actions = append(d.Actions, d.Actions[0]) }, `two actions have the name "pick"`},
	{func(d *definition) { d.Actions[0].At = d.Layout[0].(*game.Place) }, `action "pick": At is for actions without picks; let a pick choose from the place`},
	{func(d *definition) {
		d.Actions[0].Pick, d.Actions[0].At = nil, &game.Place{Name: "attic"}
	}, `action "pick": At is the place "attic", which is not in Rules.Layout`},
	{func(d *definition) { d.Actions[0].Reads = "{seat} takes {nothing}" }, `action "pick": Reads contains {nothing}, which is neither {seat} nor one of its picks`},
	{func(d *definition) {
		d.Kinds[0].Seen = game.ByNone
		d.Actions[0].Notation = func(*game.State, game.Move) string { return "" }
	}, `action "pick": Notation is for games in which everyone sees everything: use Reads`},
	{func(d *definition) { d.Actions[0].Do = nil }, `action "pick": it does nothing: give it a Do, or set Pass`},
	{func(d *definition) { d.Actions = owned(newBox()).Actions }, `action "do": it is already used by other Rules; build the rules in a function, so that each has its own`},
	{func(d *definition) { d.choose(nil) }, `action "pick": pick 0 is nil`},
	{func(d *definition) { d.Actions[0].Pick = []game.Choice{d.pick, d.pick} }, `action "pick": two picks have the name "what"`},
	{func(d *definition) { d.pick.For = &game.Action{Name: "other"} }, `action "pick": its pick "what" is only for the action "other": give each its own`},

	// Flow
	{func(d *definition) { d.Flow = game.Steps{nil} }, `flow: a step in the flow is nil` + "\n..."},
	{func(d *definition) { d.Flow = game.Steps{flowAct, (*game.Act)(nil)} }, `flow: a step in the flow is nil`},
	{func(d *definition) { d.Flow = game.Steps{flowAct, (*game.Together)(nil)} }, `flow: a step in the flow is nil`},
	{func(d *definition) { d.Flow = game.Steps{flowAct, (*game.Loop)(nil)} }, `flow: a step in the flow is nil`},
	{func(d *definition) { d.Flow = game.Steps{flowAct, (*game.EachSeat)(nil)} }, `flow: a step in the flow is nil`},
	{func(d *definition) { d.Flow = game.Steps{flowAct, (*game.ForEach[game.ID])(nil)} }, `flow: a step in the flow is nil`},
	{func(d *definition) { d.Flow = game.Steps{flowAct, (*game.ForEach[string])(nil)} }, `flow: a step in the flow is nil`},
	{func(d *definition) { d.Flow = game.Steps{flowAct, (*game.Phase)(nil)} }, `flow: a step in the flow is nil`},
	{func(d *definition) { d.Flow = game.Steps{flowAct, game.Run(nil)} }, `flow: a step in the flow is nil`},
	{func(d *definition) { d.Flow = &game.Phase{Name: "p", Do: game.Steps{flowAct, &game.Loop{Max: 1}}} }, `flow: a step in p is nil`},
	{func(d *definition) { d.Flow = &game.Phase{Name: "p", Do: game.Steps{flowAct, &game.Loop{}}} }, `flow: a step in p is nil` + "\n..."},
	{func(d *definition) { d.Flow = game.Steps{flowAct, &game.EachSeat{Name: "turn"}} }, `flow: a step in turn is nil`},
	{func(d *definition) {
		d.Flow = game.Steps{flowAct, &game.ForEach[game.ID]{Name: "all", From: d.row.Contents}}
	}, `flow: a step in all is nil`},
	{func(d *definition) { d.Flow = game.Steps{flowAct, game.Switch{nil}} }, `flow: a step in the flow is nil`},
	{func(d *definition) { d.Flow = game.Steps{flowAct, game.Switch{{If: yes}, nil, {}}} }, `flow: a step in the flow is nil`},
	{func(d *definition) { d.Flow = game.Steps{flowAct, game.Switch{{If: yes, Do: game.Steps{nil}}}} }, `flow: a step in the flow is nil`},
	{func(d *definition) { d.Flow = game.Steps{flowAct, &game.EachSeat{UntilAllPass: true, Do: nil}} }, `flow: a step in the flow is nil`},
	{func(d *definition) { d.Flow, d.Calls = flowAct, []game.Step{nil} }, `flow: a step in the flow is nil`},
	{func(d *definition) { p := &game.Phase{Name: "p"}; p.Do = p; d.Flow = game.Steps{flowAct, p} }, "flow: a step contains itself, in p: use a Loop or Tx.Call to repeat a step"},
	{func(d *definition) {
		many := make(game.Steps, 1<<14)
		for i := range many {
			many[i] = game.Steps{}
		}
		d.Flow = game.Steps{flowAct, many}
	}, `flow: there are more than 16384 steps` + "\n..."},
	{func(d *definition) { d.Flow = &game.Phase{Name: "p", Do: &game.Loop{Max: -2, Do: flowAct}} }, "flow: a loop in p has Max -2: it must be 0 (no limit) or more"},
	{func(d *definition) {
		d.Flow = &game.Phase{Name: "p", Do: &game.EachSeat{From: seat0, Continue: true, Do: flowAct}}
	}, `flow: an EachSeat in p has more than one of From, LeftOf and Continue: use only one`},
	{func(d *definition) { s := game.Switch{{}}; s[0].Do = s; d.Flow = game.Steps{flowAct, s} }, "flow: a step contains itself, in the flow: use a Loop or Tx.Call to repeat a step"},
	{func(d *definition) {
		d.Flow = &game.Act{Name: "act", Actions: []*game.Action{d.Actions[0], d.Actions[0]}}
	}, `step "act": action "pick" is listed twice`},
	{func(d *definition) { d.Flow = &game.Act{} }, `flow: act in the flow has no Name: give it one, because saves need it for steps that wait for a move`},
	{func(d *definition) { d.Flow = &game.Phase{Name: "p", Do: &game.EachSeat{Do: &game.Together{}}} }, `flow: together in p has no Name: give it one, because saves need it for steps that wait for a move`},
	{func(d *definition) { d.Flow = &game.EachSeat{Name: "each", Do: &game.Loop{Do: &game.Act{}}} }, `flow: act in each has no Name: give it one, because saves need it for steps that wait for a move`},
	{func(d *definition) { d.Flow = &game.Act{Name: "an act"} }, `step "an act": ` + nameRule},
	{func(d *definition) { d.Flow = &game.EachSeat{Name: "@call", Do: flowAct} }, `step "@call": ` + nameRule},
	{func(d *definition) { d.Flow = game.Steps{flowAct, flowAct} }, `two steps have the name "act"`},
	{func(d *definition) { d.Flow = &game.Phase{Name: "act", Do: flowAct} }, `two steps have the name "act"`},
	{func(d *definition) { d.Flow, d.Calls = flowAct, []game.Step{flowAct} }, `two steps have the name "act"`},
	{func(d *definition) {
		d.Flow = game.Steps{&game.Loop{Do: &game.EachSeat{Name: "turn", Do: game.Steps{}}}, flowAct, &game.Loop{Do: &game.EachSeat{Name: "turn", Do: game.Steps{}}}}
	}, `two steps have the name "turn"` + "\n..."},
	{func(d *definition) { d.Flow = &game.Phase{Name: "p", Do: game.Switch{{Do: flowAct}, {Name: "q"}}} }, `flow: phase 1 of a Switch in p has no If, so the phases after it never run: put it last`},
	{func(d *definition) { d.Flow, d.Calls = flowAct, []game.Step{&game.Phase{Do: &game.Act{Name: "in"}}} }, "Calls: entry 0 has no Name: give it one"},
	{func(d *definition) {
		d.Flow = &game.Phase{Name: "p", Do: &game.ForEach[game.ID]{Name: "all", Do: flowAct}}
	}, `flow: for each "all" in p needs exactly one of From and List`},
	{func(d *definition) {
		d.Flow = &game.Phase{Name: "p", Do: &game.ForEach[game.ID]{Name: "all", From: d.row.Contents, List: list[game.ID](), Do: flowAct}}
	}, `flow: for each "all" in p needs exactly one of From and List`},
	{func(d *definition) {
		d.Flow = &game.ForEach[float64]{Name: "all", List: list[float64](), Do: flowAct}
	}, `flow: for each "all" iterates over values of type float64: List takes elements, seats, integers and strings; From takes the same without strings`},
	{func(d *definition) {
		d.Flow = &game.ForEach[string]{Name: "all", From: func(*game.Tx) game.Set[string] { return game.Set[string]{} }, Do: flowAct}
	}, `flow: for each "all" iterates over values of type string: List takes elements, seats, integers and strings; From takes the same without strings`},
	{func(d *definition) { d.Flow = &game.Together{Name: "all", Secret: true, Max: 2} }, `step "all": a secret choice is one move for each seat; remove Min and Max`},
	{func(d *definition) { d.Flow = &game.Together{Name: "all", Secret: true, Max: -1} }, `step "all": a secret choice is one move for each seat; remove Min and Max`},
	{func(d *definition) { d.Flow = &game.Act{Name: "act", Min: 2} }, `step "act": 2 to 0 moves is not possible; Min must be 0 or more, and Max at least Min, or -1 for any number`},
	{func(d *definition) { d.Flow = &game.Act{Name: "act", Min: 3, Max: 2} }, `step "act": 3 to 2 moves is not possible; Min must be 0 or more, and Max at least Min, or -1 for any number`},
	{func(d *definition) { d.Flow = &game.Together{Name: "act", Min: -1, Max: 2} }, `step "act": -1 to 2 moves is not possible; Min must be 0 or more, and Max at least Min, or -1 for any number`},
	{func(d *definition) { d.Flow = &game.Act{Name: "act", Max: 1 << 20} }, `step "act": 0 to 1048576 moves is not possible; Min must be 0 or more, and Max at least Min, or -1 for any number`},
	{func(d *definition) { d.Flow, d.Calls = flowAct, []game.Step{game.Steps{&game.Act{Name: "in"}}} }, "Calls: entry 0 has no Name: give it one"},
	{func(d *definition) {
		d.Flow = game.Steps{flowAct, &game.Phase{Name: "p", Do: &game.Loop{Do: game.Steps{}}}}
	}, `flow: a loop in p never ends, and nothing in it waits for a move: give it a Max, Times or While`},
	{func(d *definition) {
		d.Flow = game.Steps{flowAct, &game.Loop{Do: &game.EachSeat{Name: "turn", Do: &game.Phase{Name: "p", Do: game.Steps{}}}}}
	}, `flow: a loop in the flow never ends, and nothing in it waits for a move: give it a Max, Times or While`},
	{func(d *definition) {
		d.pick.Then = func(*game.Tx, game.ID) {}
		d.Flow = &game.Together{Name: "all", Secret: true}
	}, `step "all": action "pick" has a pick with Then, which takes effect at once, so it cannot be a secret choice`},
	{func(d *definition) {
		d.choose(&game.Pick[string]{Name: "s", Text: &game.Text{}})
		d.Flow = &game.Together{Name: "all", Secret: true}
	}, `step "all": action "pick" takes free text, which a re-deal cannot make up, so it cannot be a secret choice`},
	{func(d *definition) {
		d.Flow = &game.Act{Name: "act", Actions: []*game.Action{{Name: "other", Do: func(*game.Tx) {}}}}
	}, `action "pick" is not offered in any step of the flow: add it to the Actions of an Act or Together`},
	{func(d *definition) { d.Flow = &game.Act{Name: "act", Actions: []*game.Action{d.Actions[0], nil}} }, `Actions: entry 1 is nil`},
	{func(d *definition) {
		d.Flow = &game.Act{Name: "act", Max: 2, Actions: []*game.Action{d.Actions[0], {Name: "done", Do: func(*game.Tx) {}}}}
	}, `two actions have the name "done"`},
	{func(d *definition) {
		d.Flow = &game.Together{Name: "act", Secret: true, Actions: []*game.Action{d.Actions[0], {Name: "withdraw", Do: func(*game.Tx) {}}}}
	}, `two actions have the name "withdraw"`},
	{func(d *definition) {
		d.Flow = &game.Act{Name: "act", Actions: append(owned(newBox()).Actions, d.Actions...)}
	}, `action "do": it is already used by other Rules; build the rules in a function, so that each has its own`},

	// Effects
	{func(d *definition) { d.Effects = []game.AnyEffect{nil} }, `Effects: entry 0 is nil`},
	{func(d *definition) { d.Effects = []game.AnyEffect{anEffect("a"), anEffect("a")} }, `two effects have the name "a"`},
	{func(d *definition) { d.Effects = []game.AnyEffect{anEffect("an effect")} }, `effect "an effect": ` + nameRule},
	{func(d *definition) { d.Effects = []game.AnyEffect{&game.Effect[int]{Name: "a"}} }, `effect "a" does nothing: give it a Do`},
	{func(d *definition) {
		d.Effects = []game.AnyEffect{&game.Effect[int]{Name: "a", Do: anEffect("").Do, If: func(*game.Tx, int) bool { return true }}}
	}, `effect "a" has an If, but no Replaces: set Replaces, or check the condition in its Do`},
	{func(d *definition) { a := anEffect("a"); a.Replaces = a; d.Effects = []game.AnyEffect{a} }, `effect "a" replaces itself`},
	{func(d *definition) { a := anEffect("a"); a.Replaces = anEffect("b"); d.Effects = []game.AnyEffect{a} }, `effect "a" replaces "b", which is not declared: add it to Rules.Effects`},
	{func(d *definition) {
		x, a := newBox(), anEffect("a")
		x.Effects = []game.AnyEffect{a}
		owned(x)
		d.Effects = []game.AnyEffect{a}
	}, `effect "a" is already used by other Rules; build the rules in a function, so that each has its own`},
	{func(d *definition) {
		d.Effects = []game.AnyEffect{&game.Effect[*int]{Name: "a", Do: func(*game.Tx, *int) {}}}
	}, `effect "a": *int is a ptr; a Part holds integers, bools, strings, IDs, Seats, and arrays and structs of those`},

	// Picks
	{func(d *definition) { d.pick.Name = "what?" }, `action "pick": pick "what?": ` + nameRule},
	{func(d *definition) { d.pick.From = nil }, `action "pick": pick "what": it has 0 of From, List, Range and Text, but needs exactly one`},
	{func(d *definition) { d.pick.List = list[game.ID]() }, `action "pick": pick "what": it has 2 of From, List, Range and Text, but needs exactly one`},
	{func(d *definition) {
		other := newDefinition()
		owned(other.box)
		d.choose(other.pick)
	}, `action "pick": pick "what" is already used by other Rules; build the rules in a function, so that each has its own`},
	{func(d *definition) {
		d.choose(&game.Pick[string]{Name: "s", From: func(*game.Tx) game.Set[string] { return game.Set[string]{} }})
	}, `action "pick": pick "s": From chooses elements, seats or numbers, not string; use List`},
	{func(d *definition) { d.choose(&game.Pick[game.Seat]{Name: "s", Range: fixed(0, 1)}) }, `action "pick": pick "s": Range chooses numbers, not game.Seat`},
	{func(d *definition) { d.choose(&game.Pick[int]{Name: "s", Text: &game.Text{}}) }, `action "pick": pick "s": Text chooses strings, not int`},
	{func(d *definition) { d.choose(&game.Pick[string]{Name: "s", Text: &game.Text{Min: 3, Max: 2}}) }, `action "pick": pick "s": a text of 3 to 2 letters is not possible: Min and Max must be 0 or more, and Min at most Max`},
	{func(d *definition) { d.choose(&game.Pick[string]{Name: "s", Text: &game.Text{Pattern: "("}}) }, `action "pick": pick "s": pattern "(": ...`},
	{func(d *definition) { d.choose(&game.Pick[[9]byte]{Name: "s", List: list[[9]byte]()}) }, `action "pick": pick "s": [9]uint8 cannot be chosen; it must be an ID, a Seat, a *Kind, an integer, a string, or plain data of at most 8 bytes`},
	{func(d *definition) {
		d.choose(&game.Pick[string]{Name: "s", Text: &game.Text{}, Points: func(*game.Tx, string) game.Set[game.ID] { return game.SetOf[game.ID]() }})
	}, `action "pick": pick "s": a free text cannot have Points: remove it`},
	{func(d *definition) {
		d.choose(&game.Pick[string]{Name: "s", Text: &game.Text{}, Note: func(*game.Tx, string) *game.Line { return nil }})
	}, `action "pick": pick "s": a free text cannot have a Note: remove it`},
	{func(d *definition) {
		d.choose(&game.Pick[string]{Name: "s", Text: &game.Text{}, List: list[string](), Repeat: true})
	}, `action "pick": pick "s": List suggests one text: remove Repeat and Several, or List`},
	{func(d *definition) { d.choose(&game.Pick[[2]game.ID]{Name: "s", List: list[[2]game.ID]()}) }, `action "pick": pick "s": [2]game.ID contains an element, which records cannot store; choose the element with a separate Pick`},
	{func(d *definition) { d.choose(&game.Pick[float64]{Name: "s", List: list[float64]()}) }, `action "pick": pick "s": float64 cannot be chosen; it must be ...`},
	{func(d *definition) { d.choose(&game.Pick[*int]{Name: "s", List: list[*int]()}) }, `action "pick": pick "s": *int cannot be chosen; it must be ...`},
	{func(d *definition) { d.pick.Optional, d.pick.Repeat = true, true }, `action "pick": pick "what": a repeated pick cannot be Optional; use Several to set the least number of choices`},
}

// flowAct is a step that offers all actions.
var flowAct = &game.Act{Name: "act"}

func anEffect(name string) *game.Effect[int] {
	return &game.Effect[int]{Name: name, Do: func(*game.Tx, int) {}}
}

// owned makes the rules own everything they use.
func owned(x *box) *box {
	if err := x.Rules.Check(); err != nil {
		panic(err)
	}
	return x
}

func TestDefinitionIsSound(t *testing.T) {
	if err := newDefinition().Rules.Check(); err != nil {
		t.Fatal(err)
	}
}

func TestFaultsOfDefinitions(t *testing.T) {
	for _, c := range faults {
		d := newDefinition()
		c.spoil(d)
		err := d.Rules.Check()
		if err == nil {
			t.Errorf("no fault is found; want: %s", c.want)
			continue
		}
		got := strings.Join(faultsOf(err), "\n")
		if want, open := strings.CutSuffix(c.want, "..."); got != want && !(open && strings.HasPrefix(got, want)) {
			t.Errorf("got:  %s\nwant: %s", got, c.want)
		}
		if s, again := d.Rules.Start(2, game.SeedOf(1)); s != nil || again == nil || again.Error() != err.Error() {
			t.Errorf("%s: Start gives %v", c.want, again)
		}
	}
}

// The fault for a step that contains itself is short, even if the step branches.
func TestStepWithinItself(t *testing.T) {
	p := &game.Phase{Name: "p"}
	p.Do = game.Steps{flowAct, p}
	s := game.Steps{flowAct, nil, nil}
	s[1], s[2] = s, s
	l := &game.Loop{}
	l.Do = &game.EachSeat{Do: game.Steps{l, l, flowAct}}
	for _, flow := range []game.Step{p, s, l} {
		x := newBox()
		x.Flow = flow
		err := x.Rules.Check()
		got := faultsOf(err)
		if !slices.ContainsFunc(got, func(f string) bool { return strings.Contains(f, "a step contains itself") }) {
			t.Errorf("got %.200s", err)
		}
		if len(got) > 5 {
			t.Errorf("%d faults are reported", len(got))
		}
	}
}

func TestAllFaultsAtOnce(t *testing.T) {
	d := newDefinition()
	d.Name = "Box"
	d.Presets[0].Name = ""
	d.row.Max = -1
	d.stone.Name = "card"
	d.Parts[0] = nil
	d.pick.Name = ""
	d.Actions[0].Do = nil
	d.Position.Parts = []game.Column{nil}
	err := d.Rules.Check()
	want := []string{
		`game "Box": a game's name must be in lower case: use "box", and About.Title for players`,
		`preset "": ` + nameRule,
		`place "row": Max is -1; it cannot be negative`,
		`Parts: entry 0 is nil`,
		`two kinds have the name "card"`,
		`action "pick": pick "": ` + nameRule,
		`action "pick": it does nothing: give it a Do, or set Pass`,
		`Position: entry 0 of Parts is nil`,
	}
	if got := faultsOf(err); !slices.Equal(got, want) {
		t.Errorf("got %v\nwant %v", err, want)
	}
	if !strings.HasPrefix(err.Error(), "the rules cannot be played:\n  game \"Box\"") {
		t.Errorf("the error reads: %s", err)
	}
	if again := d.Rules.Check(); again.Error() != err.Error() {
		t.Errorf("checked again: %v", again)
	}
	if d.Digest() != "" {
		t.Error("rules with faults have a digest")
	}
}

func TestNoRules(t *testing.T) {
	if err := (*game.Rules)(nil).Check(); err == nil || !strings.Contains(err.Error(), "the *Rules is nil") {
		t.Errorf("got %v", err)
	}
}

// A Part holds plain data only (law 3). Slices, maps and functions do not compile.
func TestPartsArePlain(t *testing.T) {
	type inner struct{ Speed float32 }
	const rest = "; a Part holds integers, bools, strings, IDs, Seats, and arrays and structs of those"
	for _, c := range []struct {
		part game.Column
		want string
	}{
		{game.NewPart[float64]("p"), "float64 is a float64" + rest},
		{game.NewPart[complex64]("p"), "complex64 is a complex64" + rest},
		{game.NewPart[*int]("p"), "*int is a ptr" + rest},
		{game.NewPart[chan int]("p"), "chan int is a chan" + rest},
		{game.NewPart[uintptr]("p"), "uintptr is a uintptr" + rest},
		{game.NewPart[error]("p"), "error is a interface" + rest},
		{game.NewPart[struct{ A, B *int }]("p"), "*int (field A) is a ptr" + rest},
		{game.NewPart[struct{ In [2]inner }]("p"), "float32 (field In.0.Speed) is a float32" + rest},
		{game.NewPart[struct{ A, _ int }]("p"), "struct { A int; _ int } has a blank field"},
		{game.NewPart[[4097]bool]("p"), "[4097]bool has more than 4096 entries"},
		{game.NewPart[limbs]("p"), ""},
		{game.NewPart[[4096]bool]("p"), ""},
		{game.NewPart[struct{}]("p"), ""},
	} {
		x := newBox()
		x.Parts = append(x.Parts, c.part)
		err := x.Rules.Check()
		if c.want == "" && err != nil {
			t.Error(err)
		}
		if want := "the rules cannot be played:\n  part \"p\": " + c.want; c.want != "" && (err == nil || err.Error() != want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// Every fault that the code can report has a row in the tables above: some row matches each format.
func TestEveryFaultHasARow(t *testing.T) {
	formats := reported(t, "check.go", "rules.go", "pick.go", "place.go", "part.go", "flow_build.go", "effect.go", "sight.go", "lasting.go")
	if len(formats) < 40 {
		t.Fatalf("found only %d calls of report", len(formats))
	}
	for _, f := range formats {
		form := regexp.MustCompile(`(?s)^(action ".*?": )?` + regexp.MustCompile(`%[sdvq]`).ReplaceAllString(regexp.QuoteMeta(f), ".*") + "$")
		if f == "%s" || f == "part %q: %s" { // reported by options and types
			continue
		}
		if !slices.ContainsFunc(faults, func(c fault) bool {
			return slices.ContainsFunc(strings.Split(c.want, "\n"), form.MatchString)
		}) {
			t.Errorf("no row for the fault: %s", f)
		}
	}
}

// reported lists the formats of all calls of report and inAction in these files.
func reported(t *testing.T, files ...string) (formats []string) {
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		} else if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) == 0 {
				return true
			}
			name := ""
			switch f := call.Fun.(type) {
			case *ast.Ident:
				name = f.Name
			case *ast.SelectorExpr:
				name = f.Sel.Name
			}
			if lit, ok := call.Args[0].(*ast.BasicLit); ok && (name == "report" || name == "inAction") {
				format, _ := strconv.Unquote(lit.Value)
				formats = append(formats, format)
			}
			return true
		})
	}
	return formats
}

// A wrong number of seats hides no other fault.
func TestAllFaultsDespiteSeats(t *testing.T) {
	for _, seats := range []game.Seats{{}, {Min: 3, Max: 2}, {Min: 1, Max: 33}, {Min: -2, Max: -1}} {
		d := newDefinition()
		d.Seats = seats
		d.Kinds[0].Name = "a stone"
		d.pick.Name = "a pick"
		faults := faultsOf(d.Rules.Check())
		all := strings.Join(faults, "\n")
		if len(faults) != 3 || !strings.Contains(all, "a stone") || !strings.Contains(all, "a pick") || !strings.Contains(all, "Seats:") {
			t.Errorf("%v: %v", seats, faults)
		}
	}
}
