package probes

import (
	"bytes"
	"strings"
	"testing"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/gametest"
)

// Traits printed on a unit of the ambush, and Parts that change.
var (
	might    = game.NewTrait[int]("might")     // damage it deals
	vigour   = game.NewTrait[int]("vigour")    // action points per turn
	venomous = game.NewTrait[bool]("venomous") // poisons what it hits

	health   = game.NewPart[int]("health")
	vigours  = game.NewPart[int]("vigours") // remaining action points
	poisoned = game.NewPart[bool]("poisoned")
)

// blow is a unit striking another.
type blow struct{ By, At game.ID }

// ambush is a skirmish between two sides, drawn as text: captains, scouts and vipers.
func ambush(drawing string) *game.Rules {
	b := board.Square("field", 5, 4)
	captain := &game.Kind{Name: "captain", With: []game.With{might.Is(3), vigour.Is(3), health.Is(5)}}
	scout := &game.Kind{Name: "scout", With: []game.With{might.Is(1), vigour.Is(4), health.Is(3)}}
	viper := &game.Kind{Name: "viper", With: []game.With{might.Is(1), vigour.Is(2), health.Is(2), venomous.Is(true)}}
	kinds := []*game.Kind{captain, scout, viper}
	for _, k := range kinds {
		k.Label = func(*game.State, game.ID) string { return k.Name }
	}
	around := func(s *game.State, unit game.ID) game.Set[game.ID] { return b.Around(game.SetOf(s.Parent(unit))) }
	hurt := func(t *game.Tx, unit game.ID, n int) {
		t.Say("{0} loses {1}", unit, n)
		if health.Add(t, unit, -n); health.Of(t, unit) <= 0 {
			t.Say("{0} is slain", unit)
			t.Remove(unit)
		}
	}

	// A side gives orders to its units until it is done. A unit pays for its actions with action points, which it gets
	// at the start of its side's turn.
	rest := func(t *game.Tx) {
		for unit := range t.All(kinds...) {
			if t.Owner(unit) == t.Seat {
				vigours.Set(t, unit, vigour.Of(t, unit))
			}
		}
	}
	orders := &game.Act{Name: "orders", Max: -1}
	turn := &game.EachSeat{Name: "turn", Do: game.Steps{game.Run(rest), orders}}
	able := func(points int, kinds ...*game.Kind) *game.Pick[game.ID] {
		return &game.Pick[game.ID]{Name: "unit", From: func(t *game.Tx) game.Set[game.ID] {
			return b.Held(t, t.Seat).Where(func(cell game.ID) bool {
				unit := t.Last(cell)
				return vigours.Of(t, unit) >= points && (len(kinds) == 0 || t.Kind(unit) == kinds[0])
			})
		}}
	}
	pay := func(t *game.Tx, unit game.ID, points int) { vigours.Add(t, unit, -points) }

	// A step to an adjacent cell costs a point.
	walker := able(1)
	goal := &game.Pick[game.ID]{Name: "to", From: func(t *game.Tx) game.Set[game.ID] {
		return around(t.State, t.Last(walker.In(t))).And(b.Empty(t))
	}}
	walk := &game.Action{Name: "walk", Pick: []game.Choice{walker, goal}, Do: func(t *game.Tx) {
		unit := t.Last(walker.In(t))
		pay(t, unit, 1)
		t.Move(unit, goal.In(t))
	}}

	// For three points a captain rallies a recruit: a scout with little health, which cannot act yet.
	rallier := able(3, captain)
	beside := &game.Pick[game.ID]{Name: "at", From: func(t *game.Tx) game.Set[game.ID] {
		return around(t.State, t.Last(rallier.In(t))).And(b.Empty(t))
	}}
	rally := &game.Action{Name: "rally", Pick: []game.Choice{rallier, beside}, Do: func(t *game.Tx) {
		pay(t, t.Last(rallier.In(t)), 3)
		t.Create(scout, beside.In(t), health.Is(1))
	}}

	// Poison takes one health at the start of its side's turn, until the unit is dead.
	venom := &game.Effect[game.ID]{Name: "venom", Do: func(t *game.Tx, unit game.ID) { hurt(t, unit, 1) }}
	strike := &game.Effect[blow]{Name: "strike", Do: func(t *game.Tx, x blow) {
		switch {
		case !t.Alive(x.By):
			t.Say("the attack comes to nothing")
			return
		case !around(t.State, x.By).Has(t.Parent(x.At)):
			t.Say("{0} misses", x.By)
			return
		}
		hurt(t, x.At, might.Of(t, x.By))
		if t.Alive(x.At) && venomous.Of(t, x.By) && !poisoned.Of(t, x.At) {
			poisoned.Set(t, x.At, true)
			t.Schedule(venom.With(x.At), game.Occasion{Start: turn}.Always().For(t.Owner(x.At)).With(x.At))
		}
	}}

	// Before an attack hits, its target may dodge to another cell or strike first; both cost a point it has saved.
	target := func(t *game.Tx) game.ID { return strike.In(t).At }
	awake := game.When("it has no action points left", func(t *game.Tx) bool { return vigours.Of(t, target(t)) > 0 })
	aside := &game.Pick[game.ID]{Name: "to", From: func(t *game.Tx) game.Set[game.ID] { return around(t.State, target(t)).And(b.Empty(t)) }}
	dodge := &game.Action{Name: "dodge", If: awake, Pick: []game.Choice{aside}, Do: func(t *game.Tx) {
		pay(t, target(t), 1)
		t.Move(target(t), aside.In(t))
	}}
	counter := &game.Action{Name: "counter", If: awake, Do: func(t *game.Tx) {
		pay(t, target(t), 1)
		hurt(t, strike.In(t).By, might.Of(t, target(t)))
	}}
	take := &game.Action{Name: "take", Do: func(*game.Tx) {}}
	reaction := &game.Act{
		Name:    "reaction",
		Who:     func(t *game.Tx) game.Seat { return t.Owner(target(t)) },
		Actions: []*game.Action{dodge, counter, take},
	}

	// An attack on a neighbour costs two points.
	attacker := able(2)
	victim := &game.Pick[game.ID]{Name: "at", From: func(t *game.Tx) game.Set[game.ID] {
		return around(t.State, t.Last(attacker.In(t))).And(b.Held(t, 1-t.Seat))
	}}
	assault := &game.Action{Name: "attack", Pick: []game.Choice{attacker, victim}, Do: func(t *game.Tx) {
		x := blow{t.Last(attacker.In(t)), t.Last(victim.In(t))}
		pay(t, x.By, 2)
		t.Say("{0} attacks {1}", x.By, x.At)
		t.Call(reaction, strike.With(x))
	}}
	orders.Actions = []*game.Action{walk, assault, rally}

	// A side without units is out, and the other has won. After 40 rounds the game is a draw.
	end := func(t *game.Tx) {
		for side := range t.Standing().All() {
			if b.Held(t, side).Empty() {
				t.Eliminate(side)
			}
		}
		if t.Standing().Len() == 1 {
			for side := range t.Standing().All() {
				t.Win(side)
			}
		}
	}
	return &game.Rules{
		Name:    "ambush",
		Seats:   game.Exactly(2),
		Layout:  []game.Layout{b},
		Kinds:   kinds,
		Parts:   []game.Column{health, vigours, poisoned},
		Setup:   func(t *game.Tx) { b.Put(t, drawing, kinds...) },
		Flow:    game.Steps{&game.Loop{Max: 40, Do: turn}, game.Run((*game.Tx).Tie)},
		Calls:   []game.Step{reaction},
		Effects: []game.AnyEffect{venom, strike},
		End:     end,
	}
}

const ambushStart = `
	s . . . .
	v c . . .
	. . . C V
	. . . . S`

func TestAmbushLaws(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: plays many games")
	}
	gametest.Config{Games: few(4)}.Check(t, ambush(ambushStart))
}

func TestAmbushRandomly(t *testing.T) {
	slain, drawn := 0, 0
	randomly(t, ambush(ambushStart), 12, func(t *testing.T, s *game.State) {
		t.Helper()
		for id := range s.All() {
			if health.Of(s, id) <= 0 || vigours.Of(s, id) < 0 {
				t.Errorf("%s has %d health and %d points", s.Kind(id).Name, health.Of(s, id), vigours.Of(s, id))
			}
		}
		if s.Over() && s.Tied() {
			drawn++
		} else if s.Over() {
			slain++
		}
	})
	if slain == 0 {
		t.Errorf("no game is won, %d are drawn", drawn)
	}
}

// wantUnit checks the health and points of the unit on a cell.
func wantUnit(t testing.TB, s *game.State, cell string, life, points int) {
	t.Helper()
	unit := s.Last(s.Find(cell))
	if unit == 0 || health.Of(s, unit) != life || vigours.Of(s, unit) != points {
		t.Errorf("on %s is a unit (%d) of %d health and %d points, want %d and %d", cell, unit, health.Of(s, unit), vigours.Of(s, unit), life, points)
	}
}

// Units make several moves per turn, as long as they have points and their side is not done.
func TestAmbushOrders(t *testing.T) {
	s := start(t, ambush(`
		. . . . .
		s . . . .
		. . . . .
		. . . S C`))
	s = play(t, s, "walk d1 d2", "walk d2 d3", "walk d3 d2")
	wantUnit(t, s, "d2", 3, 1)
	wantUnit(t, s, "e1", 5, 3)
	wantUnit(t, s, "a3", 3, 0)
	if got := s.Where(); got != "waiting for player 1 to choose walk, attack, rally or done (3 done)" {
		t.Errorf("the game is %s", got)
	}
	if p, ok := s.Progress(0); !ok || p != (game.Progress{Step: "orders", Label: "orders", Used: 3, Left: -1}) {
		t.Errorf("player 1 has come to %+v", p)
	}

	// The other side gets its points at the start of its turn.
	next := play(t, s, "done")
	wantUnit(t, next, "a3", 3, 4)
	wantUnit(t, next, "d2", 3, 1)
	if next.Turn() != 1 {
		t.Errorf("it is the turn of %v", next.Turn())
	}

	// The turn of a side that cannot do anything more ends on its own.
	s = play(t, s, "walk d2 d3", "walk e1 e2", "walk e2 e1")
	refused(t, s, "walk d3 d2", game.NotOffered, "d3 cannot be chosen")
	s = play(t, s, "walk e1 e2")
	if s.Turn() != 1 {
		t.Errorf("it is the turn of %v, which cannot do anything", s.Turn())
	}
}

// A recruit is a scout with values other than the printed ones.
func TestAmbushRally(t *testing.T) {
	s := start(t, ambush(`
		. . . . .
		s . . . .
		. . . . .
		. . . S C`))
	s = play(t, s, "rally e1 e2")
	drawn(t, s, `
		4 . . . . .
		3 s . . . .
		2 . . . . S
		1 . . . S C
		  a b c d e`)
	wantUnit(t, s, "e2", 1, 0)
	wantUnit(t, s, "d1", 3, 4)
	wantUnit(t, s, "e1", 5, 0)
	refused(t, s, "walk e2 e3", game.NotOffered, "e2 cannot be chosen")
	refused(t, s, "rally d1 d2", game.NotOffered, "d1 cannot be chosen")
	s = play(t, s, "done", "done")
	wantUnit(t, s, "e2", 1, 4)
}

// facing is a game in which the units have their points, and seat 0 is to act.
func facing(t testing.TB, drawing string) *game.State {
	t.Helper()
	return play(t, start(t, ambush(drawing)), "done", "done")
}

const ambushClose = `
	. . . . .
	. . . . .
	. c C . .
	. . . . S`

// An attack waits until the other side has chosen the reaction of its unit.
func TestAmbushReactions(t *testing.T) {
	s := play(t, facing(t, ambushClose), "attack c2 b2")
	if got := s.Where(); got != "waiting for player 2 to choose dodge, counter or take" {
		t.Errorf("the game is %s", got)
	}
	var in []string // the marked steps
	for line := range strings.Lines(s.FlowText()) {
		for _, step := range []string{"turn", "orders", "reaction"} {
			if strings.HasPrefix(line, ">") && strings.Contains(line, step) {
				in = append(in, step)
			}
		}
	}
	if strings.Join(in, " ") != "turn orders reaction" {
		t.Errorf("the game is in %v of\n%s", in, s.FlowText())
	}
	offers(t, s, "counter", "dodge a1", "dodge a2", "dodge a3", "dodge b1", "dodge b3", "dodge c1", "dodge c3", "take")
	wantUnit(t, s, "b2", 5, 3)
	wantUnit(t, s, "c2", 5, 1)
	if _, err := s.PlayText(1, "done"); game.CodeOf(err) != game.Unavailable {
		t.Errorf("to be done instead gives %v", err)
	}
	for _, test := range []struct {
		reaction, unit               string
		life, points, others, theirs int
		says                         []string
	}{
		{"take", "b2", 2, 3, 5, 1, []string{"captain loses 3"}},
		{"counter", "b2", 2, 2, 2, 1, []string{"captain loses 3", "captain loses 3"}},
		{"dodge a1", "a1", 5, 2, 5, 1, []string{"captain misses"}},
		{"dodge c1", "c1", 2, 2, 5, 1, []string{"captain loses 3"}}, // out of reach
	} {
		next := play(t, s, test.reaction)
		wantUnit(t, next, test.unit, test.life, test.points)
		wantUnit(t, next, "c2", test.others, test.theirs)
		wantSaid(t, next, test.says...)

		// The attacker's turn continues.
		if got := next.Where(); got != "waiting for player 1 to choose walk, attack, rally or done (1 done)" || waits(next) != 0 {
			t.Errorf("after %s, the game is %s, and %d effects wait", test.reaction, got, waits(next))
		}
	}

	// Without points it cannot react.
	s = play(t, start(t, ambush(ambushClose)), "attack c2 b2")
	offers(t, s, "take")
	refused(t, s, "counter", game.Unavailable, "it has no action points left")
}

// If the counterattack kills the attacker, its attack is cancelled.
func TestAmbushAttackerSlain(t *testing.T) {
	s := facing(t, `
		. . . . .
		. . . . .
		. c S . .
		. . . . S`)
	s = play(t, s, "attack c2 b2", "counter")
	wantSaid(t, s, "scout loses 3", "scout is slain", "the attack comes to nothing")
	wantUnit(t, s, "b2", 5, 2)
	drawn(t, s, `
		4 . . . . .
		3 . . . . .
		2 . c . . .
		1 . . . . S
		  a b c d e`)
	if s.Turn() != 0 || waits(s) != 0 {
		t.Errorf("it is the turn of %v, and %d effects wait", s.Turn(), waits(s))
	}

	// If that was the last unit of its side, the side has lost.
	s = facing(t, `
		. . . . .
		. . . . .
		. c S . .
		. . . . .`)
	s = play(t, s, "attack c2 b2", "counter")
	if got := s.Outcome().String(); got != "won by seat 1" || s.Standing().Has(0) {
		t.Errorf("the game is %s, and %d sides stand", got, s.Standing().Len())
	}
}

// Poison hurts at the start of its side's turn, and disappears with the unit.
func TestAmbushPoison(t *testing.T) {
	s := facing(t, `
		. . . . .
		. . . . .
		. c V . .
		. . S . .`)
	s = play(t, s, "attack c2 b2", "take")
	wantUnit(t, s, "b2", 4, 3)
	if waits(s) != 1 {
		t.Errorf("%d effects wait, want the poison", waits(s))
	}
	s = play(t, s, "done")
	wantSaid(t, s, "captain loses 1")
	wantUnit(t, s, "b2", 3, 3)
	s = play(t, s, "done")
	wantUnit(t, s, "b2", 3, 3) // the other side's turn

	// A second bite does not poison it twice.
	s = play(t, s, "attack c2 b2", "take")
	wantUnit(t, s, "b2", 2, 3)
	if waits(s) != 1 {
		t.Errorf("%d effects wait, want the poison", waits(s))
	}

	// If another unit kills it, the poison disappears.
	slain := play(t, s, "attack c1 b2", "take", "attack c1 b2", "take")
	if !slain.Over() || waits(slain) != 0 {
		t.Errorf("the game is %s, and %d effects wait", slain.Where(), waits(slain))
	}

	// Poison can kill, too, and a side can lose by it before it can act.
	s = play(t, s, "done")
	wantUnit(t, s, "b2", 1, 3)
	s = play(t, s, "done", "done")
	wantSaid(t, s, "captain loses 1", "captain is slain")
	if got := s.Outcome().String(); got != "won by seat 0" || waits(s) != 0 {
		t.Errorf("the game is %s, and %d effects wait", got, waits(s))
	}
}

// When one of several poisoned units dies, the others stay poisoned.
func TestAmbushPoisonOfOthers(t *testing.T) {
	s := facing(t, `
		. . . . .
		. s V . .
		. c V . .
		. . S . .`)
	s = play(t, s, "attack c3 b3", "take", "attack c2 b2", "take")
	if waits(s) != 2 {
		t.Errorf("%d effects wait, want two poisons", waits(s))
	}
	s = play(t, s, "done")
	wantSaid(t, s, "scout loses 1", "captain loses 1")
	s = play(t, s, "done", "attack c3 b3", "take")
	wantSaid(t, s, "scout loses 1", "scout is slain")
	if waits(s) != 1 {
		t.Errorf("%d effects wait, want the poison of the captain", waits(s))
	}
	s = play(t, s, "done")
	wantSaid(t, s, "captain loses 1")
}

// A game saved while a reaction is chosen continues as if it had not been saved.
func TestAmbushSavedInTheMiddle(t *testing.T) {
	s := facing(t, `
		. . . . .
		. . V . .
		. c C . .
		. . . . S`)
	s = play(t, s, "attack c3 b2", "take", "attack c2 b2") // a poison and a strike are waiting
	loaded, err := ambush(ambushStart).Load(s.Save())
	if err != nil {
		t.Fatal(err)
	}
	if loaded.Where() != s.Where() || loaded.Where() != "waiting for player 2 to choose dodge, counter or take" || waits(loaded) != 2 {
		t.Errorf("the game that was loaded is %s, and %d effects wait", loaded.Where(), waits(loaded))
	}
	offers(t, loaded, legal(t, s)...)
	for _, moves := range [][]string{{"take", "done"}, {"counter", "done"}, {"dodge a1", "walk c2 b2", "done"}} {
		a, b := play(t, s, moves...), play(t, loaded, moves...)
		if a.Hash() != b.Hash() || !bytes.Equal(a.Save(), b.Save()) {
			t.Errorf("after %v, the loaded game differs by %v", moves, a.Diff(b))
		}
	}
	v, err := ambush(ambushStart).Load(s.View(1).Save())
	if err != nil || v.Where() != s.Where() {
		t.Errorf("the loaded view of player 2 is %v, %v", v, err)
	}
}
