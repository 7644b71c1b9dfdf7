package game_test

import (
	"fmt"
	"regexp"
	"slices"
	"testing"

	"github.com/plygame/ply/game"
)

// Options that are allowed individually may not fit together; Fit explains why.
func ExampleRules_fit() {
	var made func(pegs, colours int) *game.Rules
	length := &game.Option[int]{Name: "length", Default: 4, Min: 3, Max: 8}
	colours := &game.Option[int]{Name: "colours", Default: 6, Min: 3, Max: 8}
	made = func(l, c int) *game.Rules {
		return &game.Rules{
			Name: "code", Version: "1", Seats: game.Exactly(2),
			Options: []game.Setting{length.Is(l), colours.Is(c)},
			Make:    func(v game.Values) *game.Rules { return made(length.In(v), colours.In(v)) },
			Fit: func(v game.Values, _ int) *game.Line {
				if length.In(v) > colours.In(v) {
					return game.NewLine("{0} pegs of different colours need more than {1} colours", length.In(v), colours.In(v))
				}
				return nil
			},
			Actions: []*game.Action{{Name: "pass", Pass: true}},
		}
	}
	r := made(4, 6)
	_, err := r.With(game.Values{"length": "8"})
	fmt.Println(err)
	r, err = r.With(game.Values{"length": "8", "colours": "8"})
	fmt.Println(r.Values(), err)
	// Output:
	// 8 pegs of different colours need more than 6 colours
	// map[colours:8 length:8] <nil>
}

// Start refuses values that do not fit the number of seats; With refuses values that fit no number of seats.
func TestFitOfSeats(t *testing.T) {
	cards := &game.Option[int]{Name: "cards", Default: 10, Min: 1, Max: 20}
	var made func(n int) *game.Rules
	made = func(n int) *game.Rules {
		return &game.Rules{
			Name: "deal", Version: "1", Seats: game.Between(2, 4), Options: []game.Setting{cards.Is(n)},
			Make: func(v game.Values) *game.Rules { return made(cards.In(v)) },
			Fit: func(v game.Values, seats int) *game.Line {
				if cards.In(v) < 2*seats {
					return game.NewLine("{0} cards are too few for {1} seats", cards.In(v), seats)
				}
				return nil
			},
			Actions: []*game.Action{{Name: "pass", Pass: true}},
		}
	}
	r, err := made(10).With(game.Values{"cards": "6"})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(r.SeatCounts()); n == 0 || n == r.Seats.Max-r.Seats.Min+1 || !slices.Contains(r.SeatCounts(), 3) {
		t.Errorf("it can be played by %v", r.SeatCounts())
	}
	if _, err := r.Start(3, game.SeedOf(1)); err != nil || r.Unfit(3) != nil {
		t.Error(err)
	}
	for seats, want := range map[int]string{4: "6 cards are too few for 4 seats", 5: "deal is for 2 to 4 seats, not 5"} {
		if _, err := r.Start(seats, game.SeedOf(1)); err == nil || err.Error() != want || game.CodeOf(err) != game.NoSeat || r.Unfit(seats).String() != want {
			t.Errorf("%d seats: %v", seats, err)
		}
	}
	if _, err := r.With(game.Values{"cards": "3"}); err == nil || err.Error() != "3 cards are too few for 2 seats" {
		t.Errorf("3 cards: %v", err)
	}
}

// The numbers after the points break ties and do not count as points.
func TestScoreBreaksTies(t *testing.T) {
	for _, c := range []struct {
		numbers []int
		want    string
		ranks   []int
	}{
		{[]int{5, 7, 7}, "won by seat 1, seat 2 (5 : 7 : 7)", []int{3, 1, 1}},
		{[]int{5, 7, 7, 9, 1, 2}, "won by seat 2 (5 : 7 : 7)", []int{3, 2, 1}},
		{[]int{7, 7, 7, 2, 2, 1, 0, 1, 5}, "won by seat 1 (7 : 7 : 7)", []int{2, 1, 3}},
	} {
		r := &game.Rules{Name: "points", Version: "1", Seats: game.Exactly(3), Actions: []*game.Action{{Name: "end", Do: func(t *game.Tx) { t.Score(c.numbers...) }}}}
		s, err := r.Start(3, game.SeedOf(1))
		if err != nil {
			t.Fatal(err)
		}
		if s, err = s.PlayText(0, "end"); err != nil {
			t.Fatal(err)
		}
		loaded, err := r.Load(s.Save())
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range []*game.State{s, loaded} {
			if o := s.Outcome(); o.String() != c.want || !slices.Equal(o.Ranks, c.ranks) {
				t.Errorf("%v: %s, ranks %v", c.numbers, o, o.Ranks)
			}
		}
	}
}

// A repeated pick with a minimum cannot stop below it, even if nothing is left to choose.
func TestRepeatNeedsItsMinimum(t *testing.T) {
	n := &game.Pick[int]{Name: "n", Repeat: true, List: func(*game.Tx) []int { return []int{1, 2} }, Several: func(*game.Tx) (int, int) { return 3, 3 }}
	n.If = func(t *game.Tx, v int) bool {
		if slices.Contains(slices.Collect(n.All(t)), v) {
			return t.Refuse("it is used")
		}
		return true
	}
	r := &game.Rules{Name: "three", Version: "1", Seats: game.Exactly(1), Actions: []*game.Action{
		{Name: "a", Pick: []game.Choice{n}, Do: func(*game.Tx) {}}, {Name: "b", Do: func(*game.Tx) {}}}}
	s, err := r.Start(1, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.PlayText(0, "a 1+2"); game.CodeOf(err) != game.Missing {
		t.Errorf("two of three: %v", err)
	}
	moves, err := s.Moves()
	if err != nil || len(moves) != 1 || moves[0].Action != "b" {
		t.Errorf("the moves are %v: %v", moves, err)
	}
}

// The digest covers the printed values of kinds, and whether there are conditions.
func TestDigestCoversDeclarations(t *testing.T) {
	price := game.NewTrait[int]("price")
	from := func(change func(*game.Rules)) string {
		silk := &game.Kind{Name: "silk", With: []game.With{price.Is(3)}}
		r := &game.Rules{Name: "d", Version: "1", Seats: game.Exactly(2), Kinds: []*game.Kind{silk},
			Flow: &game.Loop{Do: &game.Phase{Name: "p", Do: &game.Act{Name: "act"}}}, Actions: []*game.Action{{Name: "a", Do: func(*game.Tx) {}}}}
		change(r)
		return r.Digest()
	}
	was := from(func(*game.Rules) {})
	if was == "" || was != from(func(*game.Rules) {}) {
		t.Fatal("the digest is not deterministic")
	}
	for name, change := range map[string]func(*game.Rules){
		"trait":  func(r *game.Rules) { r.Kinds[0].With[0] = price.Is(4) },
		"added":  func(r *game.Rules) { r.Kinds[0].With = append(r.Kinds[0].With, game.NewTrait[func()]("f").Is(nil)) },
		"if":     func(r *game.Rules) { r.Actions[0].If = game.When("no", func(*game.Tx) bool { return true }) },
		"end if": func(r *game.Rules) { r.Flow.(*game.Loop).Do.(*game.Phase).EndIf = func(*game.Tx) bool { return false } },
	} {
		if from(change) == was {
			t.Errorf("%s: the digest is the same", name)
		}
	}
}

// The digest covers the shape of the flow: any change to how a game continues makes different rules.
func TestDigestCoversTheFlow(t *testing.T) {
	act := &game.Act{Name: "act"}
	some := func(*game.Tx, game.Seat) bool { return true }
	seen := map[string]string{}
	for name, flow := range map[string]game.Step{
		"plain":        &game.EachSeat{Do: act},
		"reverse":      &game.EachSeat{Do: act, Reverse: true},
		"from":         &game.EachSeat{Do: act, From: seat0},
		"left of":      &game.EachSeat{Do: act, LeftOf: seat0},
		"continue":     &game.EachSeat{Do: act, Continue: true},
		"only":         &game.EachSeat{Do: act, Only: some},
		"skip":         &game.EachSeat{Do: act, Skip: some},
		"order":        &game.EachSeat{Do: act, Order: backAndForth},
		"all pass":     &game.EachSeat{Do: act, UntilAllPass: true},
		"phase":        &game.Phase{Do: act},
		"phase, if":    &game.Phase{Do: act, If: yes},
		"switch":       game.Switch{{Do: act}},
		"switch, two":  game.Switch{{If: yes}, {Do: act}},
		"each element": &game.ForEach[game.ID]{Name: "e", Do: act, List: list[game.ID]()},
		"each seat":    &game.ForEach[game.Seat]{Name: "e", Do: act, List: list[game.Seat]()},
		"each number":  &game.ForEach[int]{Name: "e", Do: act, List: list[int]()},
		"each text":    &game.ForEach[string]{Name: "e", Do: act, List: list[string]()},
	} {
		x := staged(flow)
		if err := x.Rules.Check(); err != nil {
			t.Fatal(err)
		}
		if d := x.Digest(); seen[d] != "" {
			t.Errorf("the digest is the same: %s and %s", name, seen[d])
		} else {
			seen[d] = name
		}
	}
}

// The digest covers effects: their data, what they replace, and whether conditionally.
func TestDigestCoversEffects(t *testing.T) {
	type small struct{ N int8 }
	type large struct{ N int64 }
	always := func(*game.Tx, int) bool { return true }
	do := func(*game.Tx, int) {}
	digest := func(effects ...game.AnyEffect) string {
		x := newBox()
		x.Effects = effects
		if err := x.Rules.Check(); err != nil {
			t.Fatal(err)
		}
		return x.Digest()
	}
	hit := func() *game.Effect[int] { return &game.Effect[int]{Name: "hit", Do: do} }
	one, other, third := hit(), hit(), hit()
	seen := map[string]string{}
	for name, d := range map[string]string{
		"one":         digest(hit()),
		"name":        digest(&game.Effect[int]{Name: "miss", Do: do}),
		"two":         digest(one, &game.Effect[int]{Name: "shield", Do: do}),
		"replaces":    digest(other, &game.Effect[int]{Name: "shield", Do: do, Replaces: other}),
		"replaces if": digest(third, &game.Effect[int]{Name: "shield", Do: do, Replaces: third, If: always}),
		"small":       digest(&game.Effect[small]{Name: "hit", Do: func(*game.Tx, small) {}}),
		"large":       digest(&game.Effect[large]{Name: "hit", Do: func(*game.Tx, large) {}}),
	} {
		if seen[d] != "" {
			t.Errorf("the digest is the same: %s and %s", name, seen[d])
		}
		seen[d] = name
	}
}

// When the rules panic, the Fault has the line.
func TestFaultHasTheLineOfAPanic(t *testing.T) {
	r := &game.Rules{Name: "broken", Version: "1", Seats: game.Exactly(1), Actions: []*game.Action{{Name: "a", Do: func(t *game.Tx) {
		var none []int
		_ = none[t.Played()]
	}}}}
	s, err := r.Start(1, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.PlayText(0, "a"); err == nil || !regexp.MustCompile(`index out of range.* \(fit_test\.go:\d+\)$`).MatchString(err.Error()) {
		t.Errorf("the Fault is %v", err)
	}
}
