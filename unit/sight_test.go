package unit_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/gametest"
	"github.com/plygame/ply/unit"
)

var ground = game.NewPart[uint8]("ground") // 1 is a wood, 2 a wall

// mist is a game in fog on a drawn map of 7x7, with switches for what breaks it.
type mist struct {
	*board.Grid
	kinds []*game.Kind
	sight *unit.Sight
	walk  *unit.Walk
	rules *game.Rules
}

func newMist(zones bool) *mist {
	m := &mist{Grid: board.Square("mist", 7, 7)}
	for i, name := range []string{"near", "far"} {
		m.kinds = append(m.kinds, &game.Kind{Name: name, With: []game.With{unit.MaxHealth.Is(2), unit.MaxPoints.Is(1), speed.Is(2 + i)}})
	}
	m.sight = &unit.Sight{
		Board: m.Grid, Units: m.kinds, Range: func(k *game.Kind) int { return 2 * speed.On(k) / 2 }, Ground: []game.Column{ground}, Remembers: true,
		Blocks: func(s *game.State, cell game.ID) bool { return ground.Of(s, cell) == 2 },
		Enter:  func(s *game.State, cell game.ID) bool { return ground.Of(s, cell) != 2 },
		Cover:  func(s *game.State, cell game.ID) int { return int(ground.Of(s, cell) & 1) },
	}
	m.walk = &unit.Walk{Board: m.Grid, Units: m.kinds, Zones: zones, Sight: m.sight, Ground: m.sight.Ground,
		Cost: func(s *game.State, _ *game.Kind, cell game.ID) int { return []int{1, 2, -1}[ground.Of(s, cell)] }}
	who := unit.Mine("who", m.kinds...)
	to := &game.Pick[game.ID]{Name: "to", From: func(t *game.Tx) game.Set[game.ID] { return m.walk.Reach(t.State, who.In(t), speed.Of(t, who.In(t))) }}
	move := &game.Action{Name: "move", Pick: []game.Choice{who, to}, Do: func(t *game.Tx) { m.walk.Go(t, who.In(t), to.In(t), nil); t.Again() }}
	m.rules = &game.Rules{
		Name: "mist", Seats: game.Exactly(2), Layout: []game.Layout{m.Grid}, Kinds: m.kinds, Parts: append(unit.Parts(), ground),
		Setup: unit.Stages{Board: func(t *game.Tx) {
			for y := 1; y < 6; y++ {
				for x := range 7 {
					ground.Set(t, m.At(x, y), uint8([]int{0, 0, 0, 0, 1, 2}[t.Int(6)]))
				}
			}
		}, Agents: func(t *game.Tx) {
			var spawner unit.Spawner
			for i := range 6 {
				spawner.Spawn(t, unit.Spawn(m.kinds[i%2]).For(game.Seat(i%2)).In(m.At(1+i/2*2, 6*(i%2))))
			}
		}}.Setup,
		Actions: []*game.Action{unit.Costs(move, who, unit.Cost(1)), {Name: "end", Pass: true, Do: func(t *game.Tx) { unit.Refresh(t, 1-t.Seat, m.kinds...) }}},
		End: func(t *game.Tx) {
			if t.Played() >= 60 {
				t.Tie()
			}
		},
	}
	return m
}

func (m *mist) in() *mist { m.walk.In(m.sight.In(m.rules)); return m }

func TestMistLaws(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: takes long")
	}
	gametest.Config{Games: 3}.Check(t, newMist(true).in().rules)
}

// Rules whose order of play could tell what is hidden are refused, also if they are changed after In.
func TestSightRefusesRulesThatTell(t *testing.T) {
	act := func(m *mist, a *game.Act) *game.Loop {
		a.Name = "act"
		return &game.Loop{Do: &game.EachSeat{Name: "turn", Do: a}}
	}
	for _, c := range []struct {
		name, want string
		spoil      func(*mist)
	}{
		{"a turn that ends on its own", "no action is a Pass", func(m *mist) { m.rules.Actions[1].Pass = false }},
		{"an asked reaction", "Rules.Calls asks seats", func(m *mist) {
			m.rules.Calls = []game.Step{&game.Act{Name: "react", Who: func(*game.Tx) game.Seat { return 0 }}}
		}},
		{"a second Guess", "there is a Guess already", func(m *mist) { m.rules.Guess = func(*game.Tx, game.Seat) {} }},
		{"no range", "set Board, Units and Range", func(m *mist) { m.sight.Range = nil }},
		{"Max", `act "act" ends on its own after Max 1 moves`, func(m *mist) { m.rules.Flow = act(m, &game.Act{Max: 1}) }},
		{"Until", `act "act" ends on its own with Until`, func(m *mist) {
			m.rules.Flow = act(m, &game.Act{Max: -1, Until: func(t *game.Tx) bool { return m.sight.Enemies(t.State, t.Seat).Empty() }})
		}},
		{"no Pass in an act", `act "act" has no action that is a Pass`, func(m *mist) { m.rules.Flow = act(m, &game.Act{Max: -1, Actions: m.rules.Actions[:1]}) }},
		{"ended by the Pass", "<nil>", func(m *mist) { m.rules.Flow = act(m, &game.Act{Max: -1}) }},
		{"only the Pass", "<nil>", func(m *mist) {
			m.rules.Flow = game.Steps{act(m, &game.Act{Max: -1}), &game.EachSeat{Name: "more", Do: &game.Act{Name: "last", Actions: m.rules.Actions[1:], Max: 1}}}
		}},
	} {
		for _, late := range []bool{false, true} {
			if late && (c.name == "a second Guess" || c.name == "no range") {
				continue
			}
			m := newMist(false)
			if !late {
				c.spoil(m)
			}
			m.sight.In(m.rules)
			if late {
				c.spoil(m)
			}
			if got := fmt.Sprint(m.rules.Check()); !strings.Contains(got, c.want) {
				t.Errorf("%s, late %t: %s, want %s", c.name, late, got, c.want)
			}
		}
	}
}

// What lies on a unit hides it neither from those who see the cell nor from memory; of several enemies in a cell, the topmost is
// remembered. A re-deal moves units under other things too.
func TestSightOfSeveralInACell(t *testing.T) {
	m := newMist(false)
	stone := &game.Kind{Name: "stone"}
	m.rules.Kinds = append(m.rules.Kinds, stone)
	m.rules.Setup = func(t *game.Tx) {
		var spawner unit.Spawner
		spawner.Spawn(t, unit.Spawn(m.kinds[0]).For(0).In(m.Find("a1")))
		for _, order := range []unit.Order{unit.Spawn(m.kinds[0]).In(m.Find("b1")), unit.Spawn(m.kinds[1]).In(m.Find("b1")), unit.Spawn(m.kinds[1]).In(m.Find("g7"))} {
			spawner.Spawn(t, order.For(1))
		}
		t.Create(stone, m.Find("b1"))
		t.Create(stone, m.Find("g7"))
	}
	m.in()
	s, err := m.rules.Start(2, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	if last := m.sight.Last(s, 0, m.Find("b1")); last.Kind != 2 || last.Owner != 1 {
		t.Errorf("player 1 remembers %+v", last)
	}
	moved := false
	for n := range uint64(20) {
		dealt, err := s.Redeal(0, game.SeedOf(n))
		if err != nil {
			t.Fatal(err)
		}
		if id := s.First(m.Find("g7")); dealt.Parent(id) != s.Parent(id) {
			moved = true
		}
	}
	if !moved {
		t.Error("a re-deal leaves the unit under the stone where it is")
	}
}

// On a board with room for one, units are dealt to other cells one after the other.
func TestRedealWithRoomForOne(t *testing.T) {
	m := newMist(false)
	m.Cell.Max = 1
	m.in()
	s, err := m.rules.Start(2, game.SeedOf(3))
	if err != nil {
		t.Fatal(err)
	}
	for n := range uint64(50) {
		if _, err := s.Redeal(0, game.SeedOf(n)); err != nil {
			t.Fatal(err)
		}
	}
}

// A unit passes its own side where there is room for one, and does not pass an unseen enemy without health.
func TestWalkWithRoomForOne(t *testing.T) {
	for _, c := range []struct {
		owner game.Seat
		want  string
	}{{0, "c1"}, {1, "a1"}} {
		b := board.Square("lane", 3, 1)
		b.Cell.Max = 1
		k := &game.Kind{Name: "wisp"} // it has no health
		walk := &unit.Walk{Board: b, Units: []*game.Kind{k}, Cost: func(*game.State, *game.Kind, game.ID) int { return 1 }}
		walk.Sight = &unit.Sight{Board: b, Units: walk.Units, Range: func(*game.Kind) int { return 0 }}
		s, err := walk.In(walk.Sight.In(&game.Rules{
			Name: "lane", Seats: game.Exactly(2), Layout: []game.Layout{b}, Kinds: []*game.Kind{k}, Parts: unit.Parts(),
			Setup: func(t *game.Tx) {
				var spawner unit.Spawner
				spawner.Spawn(t, unit.Spawn(k).For(0).In(b.Find("a1")))
				spawner.Spawn(t, unit.Spawn(k).For(c.owner).In(b.Find("b1")))
			},
			Actions: []*game.Action{{Name: "go", Pass: true, Do: func(t *game.Tx) { walk.Go(t, t.Find("#1"), b.Find("c1"), nil) }}},
		})).Start(2, game.SeedOf(1))
		if err != nil {
			t.Fatal(err)
		}
		if !walk.Reach(s, s.Find("#1"), 2).Has(b.Find("c1")) {
			t.Error("it does not reach c1")
		}
		if s, err = s.PlayText(0, "go"); err != nil || s.Name(s.Parent(s.Find("#1"))) != c.want {
			t.Errorf("past a unit of %s it goes to %s, want %s: %v", c.owner, s.Name(s.Parent(s.Find("#1"))), c.want, err)
		}
	}
}

// What seats see, reach and remember is what slow searches find, in random games on random maps.
func TestSightAgainstNaive(t *testing.T) {
	m := newMist(false).in()
	looked := 0
	for seed := range uint64(6) {
		s, err := m.rules.Start(2, game.SeedOf(seed))
		if err != nil {
			t.Fatal(err)
		}
		memory := map[string]unit.Sighting{}
		random := rand.New(rand.NewPCG(seed, 1))
		for !s.Over() {
			m.compare(t, s, memory)
			all, _ := s.Moves()
			if s, err = s.Play(all[random.IntN(len(all))]); err != nil {
				t.Fatal(err)
			}
			looked++
		}
	}
	if looked < 100 {
		t.Errorf("only %d states", looked)
	}
}

// compare computes everything again in another way.
func (m *mist) compare(t *testing.T, s *game.State, memory map[string]unit.Sighting) {
	t.Helper()
	for seat := range game.Seat(2) {
		for cell := range m.Cells(s).All() {
			if got, want := m.sight.Cells(s, seat).Has(cell), m.sees(s, seat, cell); got != want {
				t.Fatalf("%s sees %s: %t, want %t", seat, s.Name(cell), got, want)
			}
		}
		for id := range s.All(m.kinds...) {
			want := s.Owner(id) == seat || m.sees(s, seat, s.Parent(id)) && (ground.Of(s, s.Parent(id)) != 1 || m.beside(s, seat, s.Parent(id))) || s.Over()
			if got := m.sight.Sees(s, seat, id); got != want || (s.Sees(seat, id) == game.Face) != want {
				t.Fatalf("%s sees %s: %t, %s, want %t", seat, s.Name(id), got, s.Sees(seat, id), want)
			}
		}
		for cell := range m.Cells(s).All() {
			key := fmt.Sprint(seat, cell)
			if id := s.Last(cell); m.sees(s, seat, cell) {
				memory[key] = unit.Sighting{}
				if id != 0 && s.Owner(id) != seat && s.Sees(seat, id) == game.Face && !s.Over() {
					kind := uint8(1)
					if s.Kind(id) == m.kinds[1] {
						kind = 2
					}
					memory[key] = unit.Sighting{Kind: kind, Owner: 1 - seat, Move: int32(s.Played())}
				}
			}
			if got := m.sight.Last(s, seat, cell); !s.Over() && got != memory[key] {
				t.Fatalf("after %d moves, %s remembers %+v of %s, want %+v", s.Played(), seat, got, s.Name(cell), memory[key])
			}
		}
	}
	if s.Over() {
		return
	}
	for id := range s.All(m.kinds...) {
		want := m.steps(s, id, speed.Of(s, id))
		got := m.walk.Reach(s, id, speed.Of(s, id))
		for cell := range m.Cells(s).All() {
			if got.Has(cell) != want[cell] {
				t.Fatalf("%s reaches %s: %t, want %t", s.Name(id), s.Name(cell), got.Has(cell), want[cell])
			}
		}
	}
}

// sees looks along the line in small steps: every point must be in a cell that is clear.
func (m *mist) sees(s *game.State, seat game.Seat, cell game.ID) bool {
	for id := range s.All(m.kinds...) {
		if at := s.Parent(id); s.Owner(id) == seat && m.Distance(at, cell) <= speed.Of(s, id) && m.line(s, at, cell) {
			return true
		}
	}
	return false
}

func (m *mist) line(s *game.State, a, b game.ID) bool {
	ax, ay := m.XY(a)
	bx, by := m.XY(b)
	const parts = 1009 // prime, so that no point is at an edge, except at corners, which do not count
	for i := 1; i < parts; i++ {
		x, y := 2*ax*parts+parts+2*(bx-ax)*i, 2*ay*parts+parts+2*(by-ay)*i // in units of 1/(2*parts) cell
		if x%(2*parts) == 0 || y%(2*parts) == 0 {
			continue
		}
		if cell := m.At(x/(2*parts), y/(2*parts)); cell != a && cell != b && ground.Of(s, cell) == 2 {
			return false
		}
	}
	return true
}

func (m *mist) beside(s *game.State, seat game.Seat, cell game.ID) bool {
	for id := range s.All(m.kinds...) {
		if s.Owner(id) == seat && m.Distance(s.Parent(id), cell) <= 1 {
			return true
		}
	}
	return false
}

// steps tries all ways.
func (m *mist) steps(s *game.State, id game.ID, points int) map[game.ID]bool {
	reached := map[game.ID]bool{}
	var goOn func(at game.ID, left int)
	goOn = func(at game.ID, left int) {
		for to := range m.Around(game.SetOf(at)).All() {
			cost := []int{1, 2, 99}[ground.Of(s, to)]
			other := s.Last(to)
			known := other != 0 && other != id && m.sight.Sees(s, s.Owner(id), other)
			if cost > left || known && s.Owner(other) != s.Owner(id) {
				continue
			}
			if !known && to != s.Parent(id) {
				reached[to] = true
			}
			goOn(to, left-cost)
		}
	}
	goOn(s.Parent(id), points)
	return reached
}

// A unit stops beside an enemy in sight, and in front of one that it has not seen.
func TestWalk(t *testing.T) {
	m := newMist(true)
	m.rules.Setup = func(t *game.Tx) {
		ground.Set(t, m.Find("d1"), 1)
		var spawner unit.Spawner
		spawner.Spawn(t, unit.Spawn(m.kinds[1]).For(0).In(m.Find("b1")).With(unit.Points.Is(9)))
		spawner.Spawn(t, unit.Spawn(m.kinds[0]).For(1).In(m.Find("d1")))
	}
	m.sight.Cover = func(s *game.State, cell game.ID) int { return int(ground.Of(s, cell) & 1) }
	m.in()
	s, err := m.rules.Start(2, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	mine := s.Find("#1")
	if !m.walk.Reach(s, mine, 3).Has(m.Find("d1")) {
		t.Error("it does not try to go where an unseen enemy is")
	}
	s, err = s.PlayText(0, "move #1 d1")
	if err != nil || s.Name(s.Parent(mine)) != "c1" && s.Name(s.Parent(mine)) != "c2" {
		t.Fatalf("it stops at %s, %v", s.Name(s.Parent(mine)), err)
	}
	if m.sight.Enemies(s, 0).Len() != 1 {
		t.Error("now the enemy is in sight")
	}
	reach := m.walk.Reach(s, mine, 3)
	if reach.Has(m.Find("d1")) || reach.Has(m.Find("e1")) {
		t.Error("it goes through an enemy, or past one beside it")
	}
}

// A scripted side acts in one move, with a moment for each unit that did something.
func TestScript(t *testing.T) {
	y := newYard()
	y.rules.Setup = func(t *game.Tx) {
		var spawner unit.Spawner
		spawner.Spawn(t, unit.Spawn(man).Times(4).In(y.At(0, 0), y.At(1, 0), y.At(2, 0), y.At(3, 0)))
	}
	var order []string
	s := y.play(t, func(t *game.Tx) {
		all := game.SetOf(t.Find("#1"), t.Find("#2"), t.Find("#3"), t.Find("#4"))
		unit.Script(t, all, func(t *game.Tx, id game.ID) bool {
			order = append(order, t.Name(id))
			if t.Name(id) == "#2" {
				t.Remove(t.Find("#3"))
				return true
			}
			if t.Name(id) == "#4" {
				morale.Set(t, id, 1)
				return true
			}
			return false
		})
	})
	if got := strings.Join(order, " "); got != "#1 #2 #4" || len(s.Moments()) != 2 {
		t.Errorf("acted: %s, %d moments", got, len(s.Moments()))
	}
}
