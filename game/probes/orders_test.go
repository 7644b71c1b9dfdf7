package probes

import (
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/gametest"
)

// Assault is the order of a seat: the province it attacks, 0 for none, and the supply it spends.
type Assault struct {
	Goal  game.ID
	Spent int
}

var (
	assaults = game.NewPart[Assault]("assault") // of a seat
	supply   = game.NewPart[int]("supply")      // of a seat: what it can still spend
	marches  = game.NewPart[bool]("marches")    // of an army: it takes part in the attack
)

var (
	provinces = []string{"north", "east", "south", "west", "centre"}
	borders   = map[string]string{
		"north": "east west centre", "east": "north south centre", "south": "east west centre", "west": "south north centre",
		"centre": "north east south west",
	}
)

// campaign is a war of this many years in which all write their orders simultaneously.
func campaign(years int) *game.Rules {
	army := &game.Kind{Name: "army", Look: game.Look{BySeat: []string{"A", "B", "C", "D"}}}
	land := &game.Place{Name: "land", Names: provinces}
	border := func(s *game.State, from, to game.ID) bool {
		return slices.Contains(strings.Fields(borders[s.Name(from)]), s.Name(to))
	}
	of := func(t *game.Tx, x game.Seat) game.Set[game.ID] {
		return game.SetOf(slices.Collect(t.All(army))...).Where(func(id game.ID) bool { return t.Owner(id) == x })
	}

	// An order attacks a province, with some of the armies next to it and some of the supply; or it holds, and gains
	// one supply.
	where := &game.Pick[game.ID]{Name: "where", Prompt: "Which province do you attack?", From: func(t *game.Tx) game.Set[game.ID] {
		return game.SetOf(land.At(0), land.At(1), land.At(2), land.At(3), land.At(4)).Minus(t.Held(t.Seat))
	}}
	armies := &game.Pick[game.ID]{Name: "armies", Prompt: "By which armies?",
		Several: func(*game.Tx) (int, int) { return 1, 3 },
		From: func(t *game.Tx) game.Set[game.ID] {
			return of(t, t.Seat).Where(func(id game.ID) bool { return border(t.State, t.Parent(id), where.In(t)) })
		}}
	spend := &game.Pick[int]{Name: "spend", Prompt: "How much supply do you spend?", Range: func(t *game.Tx) (int, int) {
		return 0, supply.Of(t, t.Seat)
	}}
	attack := &game.Action{Name: "attack", Pick: []game.Choice{where, armies, spend}, Do: func(t *game.Tx) {
		for id := range armies.All(t) {
			marches.Set(t, id, true)
		}
		assaults.Set(t, t.Seat, Assault{where.In(t), spend.In(t)})
		supply.Add(t, t.Seat, -spend.In(t))
		t.Say("{0} attacks {1}: {2} and {3}", t.Seat, where.In(t), armies.Chosen(t), spend.In(t))
	}}
	hold := &game.Action{Name: "hold", Do: func(t *game.Tx) {
		supply.Add(t, t.Seat, 1)
		t.Say("{0} holds", t.Seat)
	}}

	// Attackers of a province meet those who stay in it. Each army counts one, and so does each supply. A seat stronger
	// than every other wins; if there is none, nobody wins.
	wins := func(t *game.Tx, x game.Seat, at game.ID) bool {
		force := make([]int, t.Seats())
		for y := range t.Standing().All() {
			if a := assaults.Of(t, y); a.Goal == at {
				force[y] = a.Spent
			}
		}
		for id := range t.All(army) {
			y := t.Owner(id)
			if m := marches.Of(t, id); m && assaults.Of(t, y).Goal == at || !m && t.Parent(id) == at {
				force[y]++
			}
		}
		mine := force[x]
		force[x] = 0
		return mine > slices.Max(force)
	}
	callOff := func(t *game.Tx, x game.Seat) {
		assaults.Set(t, x, Assault{})
		for id := range of(t, x).All() {
			marches.Set(t, id, false)
		}
	}

	// The armies of a failed attack stay where they are. So they may save their province from another attack, which
	// then fails as well. Armies that change places pass each other.
	standOff := func(t *game.Tx) bool {
		var failed []game.Seat
		for x := range t.Standing().All() {
			if at := assaults.Of(t, x).Goal; at != 0 && !wins(t, x, at) {
				failed = append(failed, x)
			}
		}
		for _, x := range failed {
			t.Say("the attack of {0} fails", x)
			callOff(t, x)
		}
		return len(failed) > 0
	}

	// Armies that have not left are lost where others come in. A seat with no army left is out.
	war := func(t *game.Tx) {
		for standOff(t) {
		}
		for x := range t.Standing().All() {
			for id := range t.In(assaults.Of(t, x).Goal) {
				if !marches.Of(t, id) {
					t.Remove(id)
				}
			}
		}
		for x := range t.Standing().All() {
			for id := range of(t, x).All() {
				if marches.Of(t, id) {
					t.Move(id, assaults.Of(t, x).Goal)
				}
			}
			callOff(t, x)
		}
		for x := range t.Standing().All() {
			if t.Held(x).Empty() {
				t.Eliminate(x)
				t.Say("{0} is beaten", x)
			}
		}
	}

	// The last seat with armies wins; otherwise the one with the most provinces at the end.
	end := func(t *game.Tx) {
		if left := t.Standing(); left.Len() == 1 {
			t.Win(slices.Collect(left.All())...)
		}
	}
	count := func(t *game.Tx) {
		score := make([]int, t.Seats())
		for x := range score {
			score[x] = t.Held(game.Seat(x)).Len()
		}
		t.Score(score...)
	}
	return &game.Rules{
		Name:   "campaign",
		Seats:  game.Between(2, 4),
		Layout: []game.Layout{land},
		Kinds:  []*game.Kind{army},
		Parts:  []game.Column{assaults, supply, marches},
		Setup: func(t *game.Tx) {
			for x := range game.Seat(t.Seats()) {
				for range 2 {
					t.Give(t.Create(army, land.At(int(x))), x)
				}
				supply.Set(t, x, 1)
			}
		},
		Flow: game.Steps{
			&game.Loop{Max: years, Do: game.Steps{
				&game.Together{Name: "orders", Secret: true, Actions: []*game.Action{attack, hold}},
				game.Run(war),
			}},
			game.Run(count),
		},
		End: end,
	}
}

func TestCampaignLaws(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: plays many games")
	}
	gametest.Config{Games: few(4)}.Check(t, campaign(4))
}

// fields writes who is in the provinces, the supplies, and what was said.
func fields(s *game.State) string {
	var b strings.Builder
	for _, name := range provinces {
		b.WriteString(name + ":")
		for id := range s.In(s.Find(name)) {
			b.WriteString(s.Kind(id).Look.BySeat[s.Owner(id)])
		}
		b.WriteString(" ")
	}
	for _, n := range ofSeats(s, supply) {
		b.WriteString(string(rune('0' + n)))
	}
	return b.String()
}

func TestCampaignWars(t *testing.T) {
	for _, test := range []struct {
		name  string
		moves string
		said  string
		want  string
	}{
		{"all hold", "2 hold, 0 hold, 1 hold", "", "north:AA east:BB south:CC west: centre: 222"},
		{"an empty province", "0 attack centre #1 0, 1 hold, 2 hold", "", "north:A east:BB south:CC west: centre:A 122"},
		{"an attack and its defence are equal", "0 attack east #1+#2 0, 1 hold, 2 hold",
			"the attack of player 1 fails", "north:AA east:BB south:CC west: centre: 122"},
		{"supply decides, and both who stayed are lost", "0 attack east #1+#2 1, 1 hold, 2 hold",
			"player 2 is beaten", "north: east:AA south:CC west: centre: 022"},
		{"equal attacks on an empty province", "0 attack centre #1 1, 1 attack centre #3+#4 0, 2 hold",
			"the attack of player 1 fails the attack of player 2 fails", "north:AA east:BB south:CC west: centre: 012"},
		{"the third one is no stronger either", "0 attack centre #1+#2 0, 1 attack centre #3+#4 0, 2 attack centre #5 0",
			"the attack of player 1 fails the attack of player 2 fails the attack of player 3 fails", "north:AA east:BB south:CC west: centre: 111"},
		{"the strongest of three", "0 attack centre #1+#2 0, 1 attack centre #3+#4 1, 2 attack centre #5 0",
			"the attack of player 1 fails the attack of player 3 fails", "north:AA east: south:CC west: centre:BB 101"},
		{"a province that is left is open", "0 attack centre #1+#2 0, 1 attack north #3+#4 0, 2 hold", "",
			"north:BB east: south:CC west: centre:AA 112"},
		{"they pass each other", "0 attack east #1+#2 0, 1 attack north #3+#4 0, 2 hold", "",
			"north:BB east:AA south:CC west: centre: 112"},
		{"who comes back saves the province", "0 attack centre #1+#2 0, 1 attack north #3 0, 2 attack centre #5+#6 0",
			"the attack of player 1 fails the attack of player 3 fails the attack of player 2 fails", "north:AA east:BB south:CC west: centre: 111"},
		{"or not", "0 attack centre #1 0, 1 attack north #3+#4 1, 2 attack centre #5 0",
			"the attack of player 1 fails the attack of player 3 fails player 1 is beaten", "north:BB east: south:CC west: centre: 101"},
	} {
		s := bySeats(t, begin(t, campaign(3), 3), strings.Split(test.moves, ", ")...)
		var said []string
		for _, l := range s.Said()[3:] {
			said = append(said, l.String())
		}
		expect(t, test.name, strings.Join(said, " "), test.said)
		expect(t, test.name, fields(s), test.want)
	}
}

func TestCampaignOrders(t *testing.T) {
	// One army has moved on: only that one borders on the south, and both border on the west.
	s := bySeats(t, begin(t, campaign(3), 2), "0 attack centre #1 1", "1 hold")
	var all []string
	for _, text := range legalFor(t, s, 0) {
		if strings.Contains(text, "south") || strings.Contains(text, "west") {
			all = append(all, text)
		}
	}
	expect(t, "legal", strings.Join(all, ", "), "attack south #1 0, attack west #1 0, attack west #1+#2 0, attack west #2 0")
	refusedTo(t, s, "0 attack south #2 0", game.NotOffered, "#2 cannot be chosen")
	refusedTo(t, s, "0 attack south #1 1", game.NotOffered, "1 cannot be chosen, only 0")
	refusedTo(t, s, "0 attack north #1 0", game.NotOffered, "north cannot be chosen")
	refusedTo(t, s, "1 attack north #3+#2 0", game.NotOffered, "#2 cannot be chosen")
}

func TestCampaignSecrecy(t *testing.T) {
	// Nobody can tell written orders apart, and the order in which they were written makes no difference.
	s := begin(t, campaign(3), 3)
	written := []string{"0 hold", "0 attack east #2 1", "0 attack centre #1+#2 0"}
	for _, x := range everyone(s) {
		for _, text := range written[1:] {
			one, other := toldTo(t, s, x, written[0]), toldTo(t, s, x, text)
			if same := one == other; same != (x != 0) {
				t.Errorf("%v can tell %s from %s:\n%s%s", x, written[0], text, one, other)
			}
			one, other = toldTo(t, bySeats(t, s, written[0]), x, "2 hold"), toldTo(t, bySeats(t, s, text), x, "2 hold")
			if same := one == other; same != (x != 0) {
				t.Errorf("when player 3 writes, %v can tell %s from %s:\n%s%s", x, written[0], text, one, other)
			}
		}
	}

	// Written orders have not happened yet: their armies have not moved. They survive a save.
	s = reloaded(t, bySeats(t, s, "1 attack centre #4+#3 1", "0 attack centre #1 1"))
	expect(t, "the field", fields(s), "north:AA east:BB south:CC west: centre: 111")
	for _, test := range []struct {
		seat game.Seat
		sees string
	}{{0, "attack centre #1 1"}, {1, "attack centre #4+#3 1"}} {
		for _, x := range everyone(s) {
			if got := strings.Contains(string(s.View(x).Save()), test.sees); got != (x == test.seat) {
				t.Errorf("%v sees %q: %t\n%s", x, test.sees, got, s.View(x).Save())
			}
		}
	}
	s = bySeats(t, s, "2 hold")
	expect(t, "the field", fields(s), "north:AA east: south:CC west: centre:BB 002")
}

func TestCampaignEnds(t *testing.T) {
	// A beaten seat writes no more orders, and the others do not wait for it.
	s := bySeats(t, begin(t, campaign(3), 3), "0 attack east #1+#2 1", "1 hold", "2 hold")
	expect(t, "where", s.Where(), "waiting for player 1, player 3 to choose attack or hold")
	refusedTo(t, s, "1 hold", game.NotYourTurn, "it is the turn of player 1, player 3")

	// The last seat wins at once.
	last := bySeats(t, s, "0 hold", "2 hold", "0 hold", "2 hold")
	expect(t, "outcome", last.Outcome(), "won by seat 0, seat 2 (1 : 0 : 1)")
	won := bySeats(t, s, "0 hold", "2 attack east #5+#6 2")
	expect(t, "outcome", won.Outcome(), "won by seat 2")
}
