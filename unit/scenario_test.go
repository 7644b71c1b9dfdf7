package unit_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/unit"
)

func bridge() *unit.Format {
	yes := func(*game.Tx) bool { return true }
	return &unit.Format{
		Catalogue: &unit.Catalogue{Fields: append(unit.Fields(), unit.NewField(morale))}, Kinds: []*game.Kind{man, crate},
		Terrain: []string{"floor", "wall", "exit"}, Blocks: func(name string) bool { return name == "wall" }, Goals: []string{"exit"},
		Tests: map[string]game.Test{"out": yes, "never": func(*game.Tx) bool { return false },
			"round 2 is over": yes, "round 11 is over": yes, "unit 7 is here": yes},
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
		{`"#.x#"`, `"#.x##"`, `bridge.json:5:3: map: this row has 5 signs, and the last row 4`},
		{`"#.x#"`, `"#.o#"`, `bridge.json:5:6: map: the sign 'o' is not in the legend`},
		{`"exit"}`, `"gate"}`, `bridge.json:8:45: legend: there is no terrain "gate"; the terrains are floor, wall, exit`},
		{`"kind": "man"`, `"kind": "men"`, `bridge.json:10:12: there is no kind "men"`},
		{`"kind": "man", `, ``, `bridge.json:10:3: the order has no kind`},
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
	if got, want := fmt.Sprint(err), "bridge.json:5:3: map: this row has 3 signs, and the last row 4"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
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
