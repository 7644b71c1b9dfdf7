package unit_test

import (
	"cmp"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/unit"
)

func bridge() *unit.Format {
	yes := func(*game.Tx) bool { return true }
	return &unit.Format{
		Catalogue: &unit.Catalogue{Fields: append(unit.Fields(), unit.NewField(morale))}, Kinds: []*game.Kind{man, crate},
		Terrain: []string{"floor", "wall", "exit", "start"}, Blocks: func(name string) bool { return name == "wall" }, Goals: []string{"exit"}, Seats: 2,
		Tests: map[string]unit.Condition{"out": {Holds: yes, Needs: []string{"exit"}}, "never": {Holds: func(*game.Tx) bool { return false }},
			"round 2 is over": {Holds: yes, Round: 2}, "round 11 is over": {Holds: yes, Round: 11}, "unit 7 is here": {Holds: yes}},
	}
}

const bridgeText = `{
	"title": "The bridge",
	"map": [
		"####",
		"#.x#",
		"#..#"
	],
	"legend": {"#": "wall", ".": "floor", "x": "exit"},
	"orders": [
		{"kind": "man", "at": "b1", "count": 2, "seat": 0, "with": {"morale": 4}},
		{"kind": "crate", "at": "c1", "round": 3}
	],
	"win": ["out", "never"],
	"lose": ["out"]
}`

func TestScenario(t *testing.T) {
	s, err := bridge().Read("bridge.json", []byte(bridgeText))
	if err != nil {
		t.Fatal(err)
	}
	if s.Title != "The bridge" || s.Width != 4 || s.Height != 3 || s.Terrain(2, 1) != "exit" || s.Terrain(0, 0) != "wall" || s.Terrain(1, 0) != "floor" {
		t.Errorf("got %+v", s)
	}
	if len(s.Due(0)) != 1 || len(s.Due(3)) != 1 || s.Due(3)[0].Kind != crate || s.Due(0)[0].Count != 2 || s.Due(0)[0].Cell != "b1" {
		t.Errorf("orders %+v", s.Orders)
	}
	y := newYard()
	got := y.play(t, func(tx *game.Tx) {
		var spawner unit.Spawner
		for _, p := range s.Due(0) {
			spawner.Spawn(tx, p.In(y.Find(p.Cell)))
		}
		if s.Win(tx) || !s.Lose(tx) {
			t.Error("the tests are wrong")
		}
	})
	if id := got.First(y.Find("b1")); morale.Of(got, id) != 4 || got.Owner(id) != 0 || got.Count(y.Find("b1")) != 2 {
		t.Error("they are not spawned as ordered")
	}
}

// Every fault is found, and says where it is.
func TestScenarioFaults(t *testing.T) {
	for _, c := range []struct{ from, to, want string }{
		{`"#.x#"`, `"#.x##"`, `bridge.json:5:3: map: row 2 has 5 signs, and other rows have 4`},
		{`"#..#"`, `"#..##"`, `bridge.json:6:3: map: row 3 has 5 signs, and other rows have 4`},
		{`"#.x#"`, `"#.o#"`, `bridge.json:5:6: map: the sign 'o' is not in the legend`},
		{`"exit"}`, `"gate"}`, `bridge.json:8:45: legend: there is no terrain "gate"; the terrains are floor, wall, exit, start`},
		{`"kind": "man"`, `"kind": "men"`, `bridge.json:10:12: a scenario cannot place "men"; it can place man, crate`},
		{`"kind": "man", `, ``, `bridge.json:10:3: the order has no "kind"`},
		{`"at": "b1", "count": 2, `, ``, `bridge.json:10:3: the order has no "at"`},
		{`"count": 2`, `"count": 0`, `bridge.json:10:40: count: 0 is not possible; it must be from 1 to 100`},
		{`"count": 2`, `"count": -2`, `bridge.json:10:40: count: -2 is not possible; it must be from 1 to 100`},
		{`"count": 2`, `"count": 100000`, `bridge.json:10:40: count: 100000 is not possible; it must be from 1 to 100`},
		{`"round": 3`, `"round": -4`, `bridge.json:11:42: round: -4 is not possible; the setup is round 0`},
		{`"round": 3`, `"round": 1001`, `bridge.json:11:42: round: 1001 never comes; the last round is 1000`},
		{`["out"]`, `["out", "round 2 is over"]`, `bridge.json:11:42: round: 3 never comes; the last round is 2`},
		{`["out", "never"]`, `["round 2 is over"]`, `bridge.json:11:42: round: 3 never comes; the last round is 2`},
		{`"seat": 0`, `"seat": 9`, `bridge.json:10:51: seat: 9 is not possible; it must be from 0 to 1`},
		{`"seat": 0`, `"seat": -1`, `bridge.json:10:51: seat: -1 is not possible; it must be from 0 to 1`},
		{`"seat": 0`, `"seat": null`, `bridge.json:10:51: null is not allowed: leave it out`},
		{`"count": 2`, `"at": "c1"`, `bridge.json:10:31: there are two "at"`},
		{`"title": "The bridge",`, `"title": "The bridge", "title": "",`, `bridge.json:2:25: there are two "title"`},
		{`"x": "exit"}`, `"x": "exit", "x": "floor"}`, `bridge.json:8:53: there are two "x"`},
		{`"#": "wall"`, `"#": "wall man man"`, `bridge.json:8:18: legend: wall blocks, so nothing can be there`},
		{`"#.x#"`, `"#..#"`, `bridge.json:13:10: win: "out" needs exit, which is not on the map`},
		{`"at": "b1"`, `"at": "b9"`, `bridge.json:10:25: there is no cell "b9" on the map`},
		{`"at": "b1"`, `"at": "a1"`, `bridge.json:10:25: a1 is wall, where nothing can be`},
		{`"count": 2`, `"count": "two"`, `bridge.json:10:40: count: "two" is not a whole number that fits`},
		{`"morale": 4`, `"moral": 4`, `bridge.json:10:63: with: there is no field "moral"; the fields are morale`},
		{`"morale": 4`, `"health": 4`, `bridge.json:10:63: with: health is printed on the kind and cannot be changed; you can change morale`},
		{`"round": 3`, `"when": 3`, `bridge.json:11:33: an order has no "when"; it has kind, count, at, round, seat and with`},
		{`["out"]`, `["gone"]`, `bridge.json:14:11: lose: there is no test "gone"; the tests are "never", "out", "round N is over" (N from 2 to 11), "unit 7 is here"`},
		{`"title"`, `"name"`, `bridge.json:2:2: there is no "name" in a scenario; the fields are title, about, legend, map, orders, win and lose`},
		{"\"#..#\"", "\"#.##\"", `bridge.json:11:27: c1 is wall, where nothing can be`},
		{"\"#.x#\",", "\"##x#\",\n\"####\",", `bridge.json:11:25: no way leads from b1 to the exit`},
	} {
		text := strings.Replace(bridgeText, c.from, c.to, 1)
		if text == bridgeText {
			t.Fatalf("%s is not in the text", c.from)
		}
		_, err := bridge().Read("bridge.json", []byte(text))
		if got := fmt.Sprint(err); !strings.Contains(got, c.want) {
			t.Errorf("%s gives\n%s\nwant\n%s", c.to, got, c.want)
		}
	}
}

// A row of the wrong length is reported once, without faults that follow from it.
func TestScenarioRows(t *testing.T) {
	text := strings.Replace(bridgeText, `"#.x#"`, `"#.x"`, 1)
	f := bridge()
	f.Needs = []string{"exit"}
	_, err := f.Read("bridge.json", []byte(text))
	if got, want := fmt.Sprint(err), "bridge.json:5:3: map: row 2 has 3 signs, and other rows have 4"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// With a start, everything must be reachable from the only one. Faults that follow from a unit in a wall are not reported.
func TestScenarioStart(t *testing.T) {
	for _, c := range []struct{ rows, rest, want string }{
		{`"s.x", "m.m"`, ``, `<nil>`},
		{`"..x", "m.m"`, ``, `x.json:1:9: the map has no start`},
		{`"s.x", "ms."`, ``, `x.json:1:11: map: there is a second start; the other one is b1`},
		{`"s.x", "###", "m.."`, ``, "x.json:1:25: no way leads from the start to a1"},
		{`"s#x", "m#m"`, ``, "x.json:1:11: no way leads from the start to the exit\nx.json:1:20: no way leads from the start to c1"},
		{`"s#x", "m#m"`, `}, "orders": [{"kind": "man", "at": "b1"}]}`, "x.json:1:142: b1 is wall, where nothing can be"},
		{`"s#x", "W#m"`, `, "W": "wall man man"}}`, "x.json:1:113: legend: wall blocks, so nothing can be there"},
	} {
		f := bridge()
		f.Start = "start"
		_, err := f.Read("x.json", fmt.Appendf(nil, `{"map": [%s], "legend": {"#": "wall", ".": "floor", "x": "exit", "s": "start", "m": "floor man"%s`, c.rows, cmp.Or(c.rest, "}}")))
		if got := fmt.Sprint(err); got != c.want {
			t.Errorf("%s, %s gives\n%s\nwant\n%s", c.rows, c.rest, got, c.want)
		}
	}
}

// Empty lists of tests never hold, unless the game requires them; other members can be required too.
func TestScenarioWithoutTests(t *testing.T) {
	s, err := bridge().Read("x.json", []byte(`{"map": ["."], "legend": {".": "floor"}, "win": [], "lose": []}`))
	if err != nil || s.Win(nil) || s.Lose(nil) {
		t.Errorf("%v", err)
	}
	f := bridge()
	f.Required = []string{"win", "title"}
	_, err = f.Read("x.json", []byte(`{"map": ["."], "legend": {".": "floor"}, "win": []}`))
	if got, want := fmt.Sprint(err), "x.json:1:1: title is missing\nx.json:1:49: win is empty"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// The scenario in the comment of Format can be read.
func TestScenarioOfTheComment(t *testing.T) {
	code, err := os.ReadFile("scenario.go")
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for line := range strings.Lines(string(code)) {
		if json, is := strings.CutPrefix(line, "//\t"); is {
			text.WriteString(json)
		}
	}
	mood, yes := game.NewPart[int]("mood"), func(*game.Tx) bool { return true }
	f := &unit.Format{
		Catalogue: &unit.Catalogue{Fields: append(unit.Fields(), unit.NewField(mood))}, Kinds: []*game.Kind{{Name: "guard"}},
		Terrain: []string{"wall", "floor", "start", "exit"}, Blocks: func(name string) bool { return name == "wall" }, Start: "start", Goals: []string{"exit"}, Seats: 2,
		Tests: map[string]unit.Condition{"everyone is out": {Holds: yes}, "somebody is dead": {Holds: yes}, "round 9 is over": {Holds: yes, Round: 9}},
	}
	if s, err := f.Read("comment", []byte(text.String())); err != nil || len(s.Orders) != 2 {
		t.Errorf("%v in\n%s", err, text.String())
	}
}

// An order that cannot be carried out in the setup is a Fault that names its place; later, the reason is returned.
func TestScenarioWithoutRoom(t *testing.T) {
	for round, want := range []string{"x.json:1:53: 2 of 3 man: there is no room for man", ""} {
		s, err := bridge().Read("x.json", fmt.Appendf(nil, `{"map": ["."], "legend": {".": "floor"}, "orders": [{"kind": "man", "at": "a1", "count": 3, "round": %d}]}`, round))
		if err != nil {
			t.Fatal(err)
		}
		y := newYard() // with room for two
		var spawner unit.Spawner
		var why *game.Line
		y.rules.Setup = func(t *game.Tx) { why = s.Enter(t, &spawner, y.Grid, round, false) }
		_, err = y.rules.Start(2, game.SeedOf(1))
		if want != "" && !strings.Contains(fmt.Sprint(err), want) || want == "" && (err != nil || why == nil || why.String() != "there is no room for man") {
			t.Errorf("round %d: %v, %v", round, err, why)
		}
	}
}

func FuzzScenario(f *testing.F) {
	f.Add(bridgeText)
	f.Add(`{"map": ["a"], "legend": {}, "orders": [{}]}`)
	f.Add(`{"map": [[]], "legend": [], "orders": {}, "win": 1}`)
	f.Fuzz(func(t *testing.T, text string) {
		if s, err := bridge().Read("x.json", []byte(text)); err == nil && s.Terrain(s.Width-1, s.Height-1) == "" {
			t.Error("a map with holes was read")
		}
	})
}
