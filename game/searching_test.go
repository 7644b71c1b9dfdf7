package game_test

import (
	"testing"

	"github.com/plygame/ply/game"
)

// putting is a game of one place for each seat: put a stone, or end the game. If secret is set, only the owner sees
// the stones; if dice is set, a roll decides where a stone goes.
func putting(seen game.Sight, dice bool, flow game.Step) *game.Rules {
	box := &game.Place{Name: "box", Each: true, Seen: seen}
	stone := &game.Kind{Name: "stone"}
	n := &game.Pick[int]{Name: "n", Range: func(*game.Tx) (int, int) { return 1, 99 }}
	put := &game.Action{Name: "put", Pick: []game.Choice{n}, Do: func(t *game.Tx) {
		if dice {
			t.Roll(6)
		}
		t.Create(stone, box.Of(t.Seat))
	}}
	end := &game.Action{Name: "end", Do: func(t *game.Tx) { t.Win(t.Seat) }}
	r := &game.Rules{Name: "putting", Seats: game.Exactly(2), Layout: []game.Layout{box}, Kinds: []*game.Kind{stone}, Actions: []*game.Action{put, end}, Flow: flow}
	if flow != nil {
		r.Actions = nil
	}
	return r
}

func TestRulesOpen(t *testing.T) {
	act := &game.Action{Name: "wait", Do: func(t *game.Tx) { t.Win(t.Seat) }}
	for name, c := range map[string]struct {
		rules *game.Rules
		open  bool
	}{
		"open":     {putting(game.ByAll, false, nil), true},
		"dice":     {putting(game.ByAll, true, nil), true},
		"hidden":   {putting(game.ByOwner, false, nil), false},
		"together": {putting(game.ByAll, false, &game.Together{Name: "all", Actions: []*game.Action{act}}), false},
		"faulty":   {&game.Rules{}, false},
	} {
		if got := c.rules.Open(); got != c.open {
			t.Errorf("%s: open %v", name, got)
		}
	}
}

func TestForkDrawn(t *testing.T) {
	for _, dice := range []bool{false, true} {
		s, err := putting(game.ByAll, dice, nil).Start(2, game.SeedOf(1))
		if err != nil {
			t.Fatal(err)
		}
		f := s.Fork()
		f.Seed(1)
		m, err := s.Parse(0, "put 3")
		if err == nil {
			err = f.Play(m)
		}
		if err != nil || f.Drawn() != dice {
			t.Errorf("dice %v: drawn %v, %v", dice, f.Drawn(), err)
		}
		if f.Reset(s); f.Drawn() {
			t.Error("drawn after Reset")
		}
	}
}

// Handles of one fork are moves of another one, also moves that do not fit into a Handle.
func TestForkHandleFrom(t *testing.T) {
	for name, picks := range longPicks() {
		x := newBox()
		x.picking(func(t *game.Tx) { t.Create(x.stone, x.row) }, picks...)
		s := x.start(t)
		one, two := s.Fork(), s.Fork()
		all, err := one.Handles(nil)
		if err != nil {
			t.Fatal(err)
		}
		if name == "pair" { // other handles first, so that numbers differ
			_, err = two.Handles(nil)
		}
		for _, h := range all {
			k := two.HandleFrom(one, h)
			if k == h || two.HandleFrom(one, h) != k || s.Text(two.Move(k)) != s.Text(one.Move(h)) {
				t.Errorf("%s: %q becomes %q", name, s.Text(one.Move(h)), s.Text(two.Move(k)))
			}
			two.Reset(s)
			if err := two.Do(k); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			if one.HandleFrom(two, k) != h {
				t.Errorf("%s: %q does not come back", name, s.Text(one.Move(h)))
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	s, err := putting(game.ByAll, false, nil).Start(2, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	one, two := s.Fork(), s.Fork()
	all, _ := one.Handles(nil)
	defer func() {
		if recover() == nil {
			t.Error("a handle of a third fork is accepted")
		}
	}()
	one.HandleFrom(two, all[0])
}

// With ByAction, an action with one move is as likely as one with 99.
func TestForkByAction(t *testing.T) {
	s, err := putting(game.ByAll, false, nil).Start(2, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	f := s.Fork()
	ends := func() (n int) {
		for i := range uint64(2000) {
			f.Reset(s)
			f.Seed(i)
			if _, err := f.Random(); err != nil {
				t.Fatal(err)
			}
			if f.State().Over() {
				n++
			}
		}
		return n
	}
	if n := ends(); n > 60 {
		t.Errorf("the single move is chosen %d times of 2000", n)
	}
	f.ByAction(true)
	if n := ends(); n < 850 || n > 1150 {
		t.Errorf("by action, it is chosen %d times of 2000", n)
	}
	seen := map[int]bool{}
	f.Note(true)
	for i := range uint64(3000) {
		f.Reset(s)
		f.Seed(i)
		f.Note(true)
		if _, err := f.Random(); err != nil {
			t.Fatal(err)
		}
		if m := f.Noted()[len(f.Noted())-1]; m.Action == "put" {
			seen[int(m.Picks[0][0].N)] = true
		}
	}
	if len(seen) != 99 {
		t.Errorf("%d of 99 values are chosen", len(seen))
	}
}

// What helps bots is not part of the rules.
func TestHelpForBotsIsNotInTheDigest(t *testing.T) {
	plain, helped := putting(game.ByAll, false, nil), putting(game.ByAll, false, nil)
	helped.Value = func(*game.State, game.Seat) int { return 500 }
	helped.Likely = func(*game.State, game.Seat) int { return 1000 }
	helped.Weight = func(*game.Fork, game.Handle) int { return 1 }
	helped.Levels = [4]int{1, 2, 3, 4}
	if plain.Digest() == "" || plain.Digest() != helped.Digest() {
		t.Errorf("the digests are %q and %q", plain.Digest(), helped.Digest())
	}
}
