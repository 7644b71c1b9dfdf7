package wire_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
	"github.com/plygame/ply/wire"
)

// The changed values turn the derived values of one view into those of the next.
func TestDeriving(t *testing.T) {
	changed := map[string]int{}
	for _, r := range append(games.All(), weather()) {
		kept := map[game.Seat]*wire.Deriving{}
		played(t, r, 7, func(before, after *game.State) {
			for _, who := range []game.Seat{0, 1, game.Nobody, game.Judge} {
				if kept[who] == nil {
					kept[who] = wire.NewDeriving(before.View(who))
				}
				d := kept[who]
				if d == nil {
					return
				}
				values := wire.DerivedOf(before.View(who))
				told := d.Next(before.Changes(after, who)[0], func() wire.Derived { return d.PublicOf(after) }, func() *game.State { return after.View(who) })
				for name := range told {
					changed[r.Name+" "+name]++
				}
				if got, want := withChanges(t, values, told), wire.DerivedOf(after.View(who)); fmt.Sprintf("%s", got) != fmt.Sprintf("%s", want) {
					t.Fatalf("%s: the values of %s are %s, not %s", r.Name, who, got, want)
				}
			}
		})
	}
	for _, name := range []string{"gofish books", "othello discs", "gin deadwood", "weather mood", "weather season", "weather mean"} {
		if changed[name] == 0 {
			t.Errorf("%s has not changed, only %v", name, changed)
		}
	}
}

// withChanges puts changed values into others.
func withChanges(t *testing.T, values, told wire.Derived) wire.Derived {
	t.Helper()
	out := wire.Derived{}
	for name, of := range values {
		out[name] = maps.Clone(of)
	}
	for name, of := range told {
		for element, v := range of {
			if bytes.Equal(values[name][element], v) {
				t.Fatalf("%s of %s is sent, but is still %s", name, element, v)
			}
			if out[name] == nil {
				out[name] = map[string]json.RawMessage{}
			}
			if out[name][element] = v; string(v) == "null" {
				delete(out[name], element)
			}
		}
		if len(out[name]) == 0 {
			delete(out, name)
		}
	}
	return out
}

// mood is a value with a text.
type mood int8

func (m mood) String() string { return [...]string{"calm", "wild", "grim"}[m] }

// weather is a game with texts of Parts, on things that come and go, and of a public derived value.
func weather() *game.Rules {
	moods, season := game.NewPart[mood]("mood"), game.NewPart[mood]("season")
	sky, hidden := &game.Place{Name: "sky"}, &game.Place{Name: "hidden", Seen: game.ByNone}
	cloud := &game.Kind{Name: "cloud"}
	mean := game.NewDerived("mean", func(s *game.State, _ game.ID) mood { return mood(s.Count(sky) % 3) }).OnTable().Public()
	return &game.Rules{Name: "weather", Version: "1", Seats: game.Exactly(2), Layout: []game.Layout{sky, hidden}, Kinds: []*game.Kind{cloud},
		Parts: []game.Column{moods, season}, Derived: []game.AnyDerived{mean},
		Setup: func(t *game.Tx) { t.CreateMany(4, cloud, sky, moods.Nth(func(i int) mood { return mood(i % 3) })) },
		Actions: []*game.Action{
			{Name: "hide", If: func(t *game.Tx) bool { return t.Count(sky) > 0 }, Do: func(t *game.Tx) { t.Move(t.First(sky), hidden) }},
			{Name: "show", If: func(t *game.Tx) bool { return t.Count(hidden) > 0 }, Do: func(t *game.Tx) { t.Move(t.First(hidden), sky) }},
			{Name: "shift", If: func(t *game.Tx) bool { return t.Count(sky) > 0 }, Do: func(t *game.Tx) {
				moods.Set(t, t.Last(sky), (moods.Of(t, t.Last(sky))+1)%3)
			}},
			{Name: "turn", Do: func(t *game.Tx) { season.Set(t, game.Root, (season.Of(t, game.Root)+1)%3) }},
		},
		End: func(t *game.Tx) {
			if t.Played() > 60 {
				t.Tie()
			}
		}}
}
