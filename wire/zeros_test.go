package wire_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/wire"
)

type season int

func (s season) String() string { return [...]string{"spring", "summer", "autumn", "winter"}[s%4] }

// values is a game with a Part on everything that can have one. All are zero at the start.
func values() *game.Rules {
	score, year, power, flag := game.NewPart[int]("score"), game.NewPart[season]("season"), game.NewPart[[2]int]("power"), game.NewPart[bool]("flag")
	dealer, secret := game.NewPart[game.Seat]("dealer"), game.NewPart[int]("secret")
	unit, stone := &game.Kind{Name: "unit"}, &game.Kind{Name: "stone"}
	field := &game.Place{Name: "field"}
	return &game.Rules{
		Name: "values", Version: "1", Seats: game.Exactly(2), Layout: []game.Layout{field}, Kinds: []*game.Kind{unit, stone},
		Parts: []game.Column{score, year, power, flag, dealer, secret.Seen(game.ByOwner)},
		Guess: func(*game.Tx, game.Seat) {},
		Setup: func(t *game.Tx) { t.Create(unit, field); t.Create(stone, field) },
		Actions: []*game.Action{{Name: "go", Do: func(t *game.Tx) {
			score.Add(t, t.Seat, 1)
			year.Add(t, game.Root, 1)
			power.Set(t, t.First(field), [2]int{1, 2})
			flag.Set(t, t.Seat, true)
			dealer.Set(t, game.Root, t.Seat)
			secret.Add(t, t.Seat, 1)
			if t.Played() > 8 {
				t.Tie()
			}
		}}},
	}
}

// A missing value is zero where the game has such values, and nothing elsewhere.
func TestZeros(t *testing.T) {
	s, err := values().Start(2, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	got, _ := json.Marshal(wire.TableOf(s).Parts)
	want := `[{"name":"score","sort":"number","zero":"0","on":["seats"]},` +
		`{"name":"season","sort":"number","zero":"spring","on":["table"]},` +
		`{"name":"power","sort":"list","zero":"0 0","on":["kind/unit"]},` +
		`{"name":"flag","sort":"yes-no"},{"name":"dealer","sort":"seat","on":["table"]},{"name":"secret","sort":"number"}]`
	if string(got) != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

// Values whose type has a String method are told as text.
func TestTextsOfParts(t *testing.T) {
	s, err := values().Start(2, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	if got := wire.DerivedOf(s.View(0)); got != nil {
		t.Errorf("at the start: %s", got)
	}
	next, err := s.PlayText(0, "go")
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprintf("%s", wire.DerivedOf(next.View(0))); got != `map[season:map[table:"summer"]]` {
		t.Errorf("after a move: %s", got)
	}
}
