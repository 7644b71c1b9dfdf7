package gametest

import (
	"hash/fnv"
	"regexp"
	"testing"

	"github.com/plygame/ply/game"
)

// lead is the stone a seat has placed last, in lanes.
var lead = game.NewPart[game.ID]("lead")

// lanes is a game that depends on everything a key covers: positions, values, passes and the progress of a turn.
func lanes() *game.Rules {
	track := &game.Place{Name: "track", Names: []string{"p0", "p1", "p2", "p3"}}
	stone := &game.Kind{Name: "stone"}
	fuel := game.NewPart[int]("fuel")
	cell := &game.Pick[game.ID]{Name: "cell", From: func(t *game.Tx) game.Set[game.ID] { return t.Empty(track.All(t)) }}
	n := &game.Pick[int]{Name: "n", Range: func(t *game.Tx) (int, int) { return 1, fuel.Of(t, t.Seat) }}
	put := &game.Action{Name: "put", Pick: []game.Choice{cell}, Do: func(t *game.Tx) {
		lead.Set(t, t.Seat, t.Create(stone, cell.In(t)))
		if t.Empty(track.All(t)).Empty() {
			t.Tie()
		}
	}}
	burn := &game.Action{Name: "burn", Pick: []game.Choice{n},
		If: game.When("there is no fuel", func(t *game.Tx) bool { return fuel.Of(t, t.Seat) > 0 }),
		Do: func(t *game.Tx) { fuel.Add(t, t.Seat, -n.In(t)) }}
	rest := &game.Action{Name: "rest", Pass: true}
	boast := &game.Action{Name: "boast", Do: func(*game.Tx) {},
		If: game.When("nobody rests", func(t *game.Tx) bool { return t.Passes() == 1 })}
	return &game.Rules{
		Name: "lanes", Seats: game.Exactly(2), Layout: []game.Layout{track}, Kinds: []*game.Kind{stone}, Parts: []game.Column{fuel, lead},
		Setup: func(t *game.Tx) {
			for x := range game.Seat(2) {
				fuel.Set(t, x, 3)
			}
		},
		Flow: &game.Loop{Do: &game.EachSeat{Do: &game.Act{Name: "act", Min: 1, Max: 2, Actions: []*game.Action{put, burn, rest, boast}}}},
	}
}

// stamps is a game in which the order of moves affects only the numbers of elements.
func stamps() *game.Rules {
	sheet := &game.Place{Name: "sheet", Names: []string{"p0", "p1", "p2", "p3", "p4", "p5"}}
	stamp := &game.Kind{Name: "stamp"}
	cell := &game.Pick[game.ID]{Name: "cell", From: func(t *game.Tx) game.Set[game.ID] { return t.Empty(sheet.All(t)) }}
	return &game.Rules{
		Name: "stamps", Seats: game.Exactly(2), Layout: []game.Layout{sheet}, Kinds: []*game.Kind{stamp}, Parts: []game.Column{lead},
		Actions: []*game.Action{{Name: "put", Pick: []game.Choice{cell}, Do: func(t *game.Tx) {
			lead.Set(t, cell.In(t), t.Create(stamp, cell.In(t)))
		}}},
		Deadlock: (*game.Tx).Tie,
	}
}

// naiveKey makes a key of the text of a state, leaving out some things.
func naiveKey(s *game.State, leave ...string) uint64 {
	text := plain(s, s.Save())
	for _, x := range append(leave, `moves: \d+`, `"at":\d+`) {
		text = regexp.MustCompile(x).ReplaceAllString(text, "")
	}
	h := fnv.New64a()
	h.Write([]byte(text))
	return h.Sum64()
}

// badKeys are kernels whose keys lack something or contain too much.
var badKeys = []struct {
	name, words string
	spoil       func(*kernel)
}{
	{"a Part is left out", "have different moves", keyWithout(`fuel=\d+`)},
	{"the flow is left out", "have different moves", keyWithout(`flow: .*`)},
	{"passes are left out", "have different moves", keyWithout(`"passes":\d+,?`)},
	{"the table is left out", "have different moves", keyWithout(`(?m)^p\d\[.*$`, `lead="[^"]*"`)},
	{"the turn is left out", "turn of", keyWithout(`(?m)^turn: .*$`, `(?m)^flow: .*$`)},
	{"saving changes the key", "once saved and loaded", func(k *kernel) {
		loaded := map[*game.State]uint64{}
		k.load = func(r *game.Rules, text []byte) (*game.State, error) {
			s, err := r.Load(text)
			loaded[s] = 1
			return s, err
		}
		k.key = func(s *game.State) uint64 { return s.PositionKey() + loaded[s] }
	}},
	{"changes change the key", "made by changes", func(k *kernel) {
		applied := map[*game.State]uint64{}
		k.apply = func(s *game.State, c ...[]game.Change) (*game.State, error) {
			s, err := s.Apply(c...)
			applied[s] = 1
			return s, err
		}
		k.key = func(s *game.State) uint64 { return s.PositionKey() + applied[s] }
	}},
	{"the key of a view has secrets in it", "the view of", func(k *kernel) {
		views := map[*game.State]uint64{}
		k.view = func(s *game.State, seat game.Seat) *game.State {
			v := s.View(seat)
			views[v] = s.Hash()
			return v
		}
		k.key = func(s *game.State) uint64 { return s.PositionKey() + views[s] }
	}},
	{"a fork keeps an old key", "a fork has kept", func(k *kernel) {
		first := map[*game.State]uint64{}
		k.key = func(s *game.State) uint64 {
			if _, ok := first[s]; !ok {
				first[s] = s.PositionKey()
			}
			return first[s]
		}
	}},
	{"a fork does not notice an undo", "after listing moves", func(k *kernel) {
		listed := map[*game.State]uint64{}
		k.key = func(s *game.State) uint64 { return s.PositionKey() + listed[s] }
		k.fork = func(s *game.State) fork {
			return &badFork{fork: s.Fork(), moves: func(f fork) ([]game.Move, error) {
				listed[f.State()] = 1
				return f.Moves()
			}}
		}
	}},
	{"a fork does not notice a re-deal", "a re-dealt fork", func(k *kernel) {
		dealt := map[*game.State]uint64{}
		k.key = func(s *game.State) uint64 { return s.PositionKey() + dealt[s] }
		k.fork = func(s *game.State) fork {
			return &badFork{fork: s.Fork(), redeal: func(f fork, s *game.State, seat game.Seat, seed uint64) error {
				dealt[f.State()] = 1
				return f.Redeal(s, seat, seed)
			}}
		}
	}},
}

// numberedKeys are kernels whose keys depend on when elements were created.
var numberedKeys = []struct {
	name, words string
	spoil       func(*kernel)
}{
	{"creation numbers count", "in two orders", func(k *kernel) {
		k.key = func(s *game.State) uint64 {
			sum := s.PositionKey()
			for id := range s.All() {
				sum += uint64(id) * uint64(s.Parent(id))
			}
			return sum
		}
	}},
	{"an element that is named counts by its number", "in two orders", func(k *kernel) {
		k.key = func(s *game.State) uint64 {
			sum := s.PositionKey()
			for id := range s.Places() {
				sum += uint64(lead.Of(s, id)) * uint64(id)
			}
			return sum
		}
	}},
}

// keyWithout makes keys that leave out some things.
func keyWithout(what ...string) func(*kernel) {
	return func(k *kernel) { k.key = func(s *game.State) uint64 { return naiveKey(s, what...) } }
}

func TestBadKeysAreFound(t *testing.T) {
	for _, c := range badKeys {
		t.Run(c.name, func(t *testing.T) { mustFind(t, lanes(), "position keys", c.words, c.spoil) })
	}
	for _, c := range numberedKeys {
		t.Run(c.name, func(t *testing.T) { mustFind(t, stamps(), "position keys", c.words, c.spoil) })
	}
}

// A key of the whole text passes, so the tests above find what is left out.
func TestNaiveKeyHolds(t *testing.T) {
	k := actual()
	k.key = func(s *game.State) uint64 { return naiveKey(s) }
	Config{Laws: []string{"position keys"}, kernel: &k}.Check(t, lanes())
}

func TestKeyGames(t *testing.T) {
	Check(t, lanes())
	Check(t, stamps())
}
