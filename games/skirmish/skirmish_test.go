package skirmish

import (
	"flag"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/gametest"
	"github.com/plygame/ply/unit"
)

var long = flag.Int("games", 20, "how many random games TestRandomGames plays; 5000 takes some minutes")

// The laws hold, and enough moves are compared to find what leaks.
func TestLaws(t *testing.T) {
	config := gametest.Config{Games: 1}
	if testing.Short() {
		config = gametest.Config{Games: 1, Laws: []string{"views", "offers on the view", "re-deal", "save and load"}}
	}
	config.Check(t, New(8))
}

// Random games end, without a fault, and both companies win some. go test ./games/skirmish -run RandomGames -games 5000
func TestRandomGames(t *testing.T) {
	s, err := New(30).Start(2, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	f := s.Fork()
	won := []int{0, 0}
	for n := range uint64(*long) {
		if err := f.Restart(n); err != nil {
			t.Fatal(err)
		}
		if _, err := f.Playout(5000); err != nil {
			t.Fatal(err)
		}
		o := f.State().Outcome()
		if !o.Over {
			t.Fatalf("game %d does not end", n)
		}
		for _, seat := range o.Winners {
			won[seat]++
		}
	}
	if won[0] == 0 || won[1] == 0 {
		t.Errorf("the companies won %v", won)
	}
}

// duel starts a match on a field without woods and rocks, with these units instead of the companies: "sword 0 c3".
func duel(t *testing.T, units ...string) *game.State {
	t.Helper()
	r := New(30)
	setup := r.Setup
	r.Setup = func(tx *game.Tx) {
		setup(tx)
		for cell := range r.Layout[0].(interface {
			Cells(game.Reader) game.Set[game.ID]
		}).Cells(tx).All() {
			Terrain.Set(tx, cell, Grass)
		}
		for id := range tx.All() {
			tx.Remove(id)
		}
		var spawner unit.Spawner
		for _, u := range units {
			w := strings.Fields(u)
			spawner.Spawn(tx, unit.Spawn(unit.Named(r.Kinds, w[0])).For(game.Seat(w[1][0]-'0')).In(tx.Find(w[2])))
		}
	}
	s, err := r.Start(2, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func play(t *testing.T, s *game.State, seat game.Seat, move string, rolls ...int) *game.State {
	t.Helper()
	var next []game.Chance
	for _, n := range rolls {
		next = append(next, game.Chance{Number: n})
	}
	s, err := s.Rig(next...).PlayText(seat, move)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// find returns the unit in a cell.
func find(s *game.State, cell string) game.ID { return s.Last(s.Find(cell)) }

func TestStrike(t *testing.T) {
	s := duel(t, "bow 0 c3", "sword 1 c7", "captain 0 a1", "captain 1 l12")
	bow, sword := find(s, "c3"), find(s, "c7")
	s = play(t, s, 0, "strike "+s.Name(bow)+" "+s.Name(sword), 2)
	if unit.Health.Of(s, sword) != 3 || unit.Points.Of(s, bow) != 0 {
		t.Errorf("after a miss, health %d, points %d", unit.Health.Of(s, sword), unit.Points.Of(s, bow))
	}
	if _, err := s.PlayText(0, "strike "+s.Name(bow)+" "+s.Name(sword)); err == nil {
		t.Error("it strikes twice")
	}
	s = play(t, play(t, s, 0, "end"), 1, "end")
	s = play(t, s, 0, "strike "+s.Name(bow)+" "+s.Name(sword), 3)
	if unit.Health.Of(s, sword) != 2 {
		t.Errorf("after a hit, health %d", unit.Health.Of(s, sword))
	}
}

// In fog the log tells where a unit goes only to those who see it there, and a watcher strikes at what comes by.
func TestFog(t *testing.T) {
	s := duel(t, "sword 0 f5", "bow 1 f9", "captain 0 a1", "captain 1 l12")
	sword, bow := find(s, "f5"), find(s, "f9")
	if s.Sees(0, bow) != game.Face || s.Sees(1, sword) != game.Face {
		t.Fatal("at four cells they see each other")
	}
	s = play(t, s, 0, "end")
	m, _ := s.Parse(1, "move "+s.Name(bow)+" f12")
	away, err := s.Play(m)
	if err != nil {
		t.Fatal(err)
	}
	if got := s.TextFor(0, m, away); !strings.HasSuffix(got, " ?") {
		t.Errorf("the other side reads %q", got)
	}
	if away.Sees(0, bow) != game.Unseen || away.Sees(game.Nobody, bow) != game.Unseen {
		t.Error("it is still in sight")
	}
	s = play(t, play(t, s, 1, "watch "+s.Name(bow)), 1, "end")
	s = play(t, s, 0, "move "+s.Name(sword)+" f6", 6)
	if unit.Health.Of(s, sword) != 2 || Watches.Of(s, bow) {
		t.Errorf("the watch did not strike: health %d", unit.Health.Of(s, sword))
	}
}

// The company that loses its captain has lost; in the end, health decides.
func TestEnd(t *testing.T) {
	s := duel(t, "sword 0 f5", "captain 1 f6", "captain 0 a1")
	sword, captain := find(s, "f5"), find(s, "f6")
	for range 2 {
		s = play(t, s, 0, "strike "+s.Name(sword)+" "+s.Name(captain), 6)
		if !s.Over() {
			s = play(t, play(t, s, 0, "end"), 1, "end")
		}
	}
	if !s.Won(0) {
		t.Errorf("the outcome is %s", s.Outcome())
	}
	s = duel(t, "sword 0 f5", "captain 1 l12", "captain 0 a1")
	for i := range 60 {
		s = play(t, s, game.Seat(i%2), "end")
	}
	if o := s.Outcome(); !s.Won(0) || len(o.Scores) != 2 || o.Scores[0] != 7 || o.Scores[1] != 4 {
		t.Errorf("the outcome is %s", o)
	}
}

// Fields are the same from both sides, and all open cells are connected.
func TestFields(t *testing.T) {
	for seed := range uint64(20) {
		s, err := New(30).Start(2, game.SeedOf(seed))
		if err != nil {
			t.Fatal(err)
		}
		woods := 0
		for y := range size {
			for x := range size {
				a, b := s.Find(string(rune('a'+x))+itoa(y+1)), s.Find(string(rune('a'+size-1-x))+itoa(size-y))
				if Terrain.Of(s, a) != Terrain.Of(s, b) {
					t.Fatalf("seed %d: %s and %s differ", seed, s.Name(a), s.Name(b))
				}
				if Terrain.Of(s, a) == Wood {
					woods++
				}
			}
		}
		if woods == 0 {
			t.Errorf("seed %d has no woods", seed)
		}
	}
}

func itoa(n int) string {
	if n > 9 {
		return "1" + string(rune('0'+n-10))
	}
	return string(rune('0' + n))
}

// Enough moves are compared for each observer to find what leaks: at least 300 pairs.
func TestLeaks(t *testing.T) {
	if testing.Short() {
		t.Skip("takes ten seconds")
	}
	compared := map[game.Seat]int{}
	for seed := uint64(1); min(compared[0], compared[1], compared[game.Nobody]) < 300; seed++ {
		if seed > 60 {
			t.Fatalf("in 60 games only %v pairs were compared", compared)
		}
		report, err := gametest.Config{Games: 1, Seed: seed, Laws: []string{"leaks"}}.Examine(New(6))
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range report.Breaches {
			t.Error(b.Words)
		}
		for o, p := range report.Observed {
			compared[o] += p.Compared
		}
	}
	t.Logf("pairs compared: %v", compared)
}
