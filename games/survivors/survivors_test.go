package survivors

import (
	"flag"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/gametest"
	"github.com/plygame/ply/unit"
)

var long = flag.Int("games", 60, "how many random games TestRandomGames plays of each mission and number of seats; 8334 are 100,000 in all")

func TestLaws(t *testing.T) {
	for _, name := range mission.Choices {
		t.Run(name, func(t *testing.T) {
			if testing.Short() && name != mission.Default {
				t.Skip("-short plays the first mission only")
			}
			few := 4
			if testing.Short() {
				few = 0 // as few as Check plays with -short
			}
			gametest.Config{Games: few, Make: fmt.Sprintf("survivors.New(%q)", name)}.Check(t, New(name))
		})
	}
}

func TestGolden(t *testing.T) { gametest.Golden(t, New("petrol"), "testdata/petrol.golden", 3) }

// Random games end, without a fault. go test ./games/survivors -run RandomGames -games 8334
func TestRandomGames(t *testing.T) {
	all := 0
	for _, name := range mission.Choices {
		for seats := 1; seats <= 4; seats++ {
			f := start(t, New(name), seats).Fork()
			moves, won := 0, 0
			for n := range uint64(*long) {
				if err := f.Restart(n); err != nil {
					t.Fatal(err)
				}
				m, err := f.Playout(5000)
				if err != nil {
					t.Fatalf("%s, %d seats, game %d: %v", name, seats, n, err)
				}
				o := f.State().Outcome()
				if !o.Over {
					t.Fatalf("%s, %d seats: game %d does not end", name, seats, n)
				}
				if len(o.Winners) > 0 && len(o.Winners) < seats {
					t.Fatalf("%s, %d seats: game %d: only %v won", name, seats, n, o.Winners)
				}
				if moves += m; len(o.Winners) > 0 {
					won++
				}
				all++
			}
			t.Logf("%s, %d seats: %d moves a game, %d won", name, seats, moves / *long, won)
		}
	}
	t.Logf("%d games", all)
}

func start(t testing.TB, r *game.Rules, seats int) *game.State {
	t.Helper()
	s, err := r.Start(seats, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// drawn starts a mission on a map drawn with these signs.
func drawn(t testing.TB, seats int, rows ...string) *game.State {
	t.Helper()
	win := []string{`"all are at the exit"`}
	if strings.Contains(strings.Join(rows, ""), "g") {
		win = append(win, `"everything is found"`)
	}
	text := fmt.Sprintf(`{"map": ["%s"], "legend": {"#": "wall", ".": "street", "r": "room", "d": "dark", "s": "start", "x": "exit", "+": "door", "L": "locked",
		"o": "street drifter", "O": "street drifter drifter drifter", "l": "street lurcher", "H": "street hulk", "h": "street hatch", "g": "room supplies", "D": "dark drifter"},
		"win": [%s], "lose": ["somebody is dead", "round 5 is over"]}`, strings.Join(rows, `", "`), strings.Join(win, ", "))
	r, err := Read("drawn.json", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return start(t, r, seats)
}

// play plays moves with these dice, "move b1" or "move b1: 6 2".
func play(t testing.TB, s *game.State, seat game.Seat, moves ...string) *game.State {
	t.Helper()
	for _, m := range moves {
		text, dice, _ := strings.Cut(m, ":")
		var next []game.Chance
		for _, d := range strings.Fields(dice) {
			if n, err := strconv.Atoi(d); err == nil {
				next = append(next, game.Chance{Number: n})
			} else { // the kind that is drawn
				next = append(next, game.Chance{Order: []string{d}})
			}
		}
		var err error
		if s, err = s.Rig(next...).PlayText(seat, text); err != nil {
			t.Fatalf("%s: %v", m, err)
		}
	}
	return s
}

// refused returns why a move is not legal.
func refused(t testing.TB, s *game.State, seat game.Seat, move string) string {
	t.Helper()
	_, err := s.PlayText(seat, move)
	if err == nil {
		t.Fatalf("%s is legal", move)
	}
	return err.Error()
}

// named returns the name of the first element of a kind.
func named(s *game.State, kind string) string {
	for id := range s.All() {
		if s.Kind(id).Name == kind {
			return s.Name(id)
		}
	}
	return ""
}

func points(s *game.State) int { return unit.Points.Of(s, unit.Leads.Of(s, game.Seat(0))) }

// Steps cost a point, and one more where the dead are; doors must be opened or broken.
func TestMoveAndDoors(t *testing.T) {
	s := play(t, drawn(t, 1, "s.+rx"), 0, "move b1", "open c1", "move c1")
	if points(s) != 3 || Round.Of(s, game.Root) != 2 {
		t.Errorf("after three points the dead act and a round begins: %d points, round %d", points(s), Round.Of(s, game.Root))
	}
	s = drawn(t, 1, "sL.x#")
	if why := refused(t, s, 0, "open b1"); !strings.Contains(why, "open") {
		t.Error(why)
	}
	if s = play(t, s, 0, "break b1"); points(s) != 1 || Noise.Of(s, unit.Leads.Of(s, game.Seat(0))) != 2 || Tile.Of(s, s.Find("b1")) != Doorway {
		t.Errorf("it costs two points and is heard: %d points, noise %d", points(s), Noise.Of(s, unit.Leads.Of(s, game.Seat(0))))
	}
	s = play(t, drawn(t, 1, "so..x"), 0, "move b1")
	if points(s) != 2 {
		t.Error("to go where the dead are costs one point")
	}
	if s = play(t, s, 0, "move c1"); points(s) != 3 || Round.Of(s, game.Root) != 2 {
		t.Error("to leave them costs two")
	}
}

// A weapon rolls its dice; surplus hits go to the next one on the tile. Five points of experience give a skill.
func TestAttack(t *testing.T) {
	s := drawn(t, 1, "sO..x")
	s = play(t, s, 0, "move b1")
	knife, target := named(s, "knife"), named(s, "drifter")
	if s = play(t, s, 0, "attack "+knife+" "+target+": 3"); s.Count(s.Find("b1")) != 4 {
		t.Error("3 does not hit")
	}
	s = drawn(t, 1, "sO..x")
	s = play(t, s, 0, "move b1", "attack "+knife+" "+target+": 4")
	if s.Count(s.Find("b1")) != 3 || Experience.Of(s, unit.Leads.Of(s, game.Seat(0))) != 1 {
		t.Error("4 hits and gives experience")
	}
	if refusedBy := refused(t, drawn(t, 1, "s.O.x"), 0, "attack "+knife+" "+target); !strings.Contains(refusedBy, "target") && !strings.Contains(refusedBy, "attack") {
		t.Error(refusedBy)
	}
}

// The dark hides what is not on the next tile, for both sides, and a lamp shows it.
func TestDark(t *testing.T) {
	r := New("petrol")
	s := start(t, r, 3)
	g := drawn(t, 3, "s.Dx")
	hunter := g.Find(named(g, "hunter"))
	if Uses.On(unit.Named(r.Kinds, "pistol")).Range != 3 || s == nil {
		t.Fatal("the pistol reaches three tiles")
	}
	for id := range g.In(hunter) {
		if g.Kind(id).Name == "pistol" {
			g2 := play(t, play(t, g, 0, "done"), 1, "done")
			if why := refused(t, g2, 2, "attack "+g.Name(id)+" "+named(g, "drifter")); why == "" {
				t.Error("it shoots into the dark")
			}
			g2 = play(t, g2, 2, "move b1")
			play(t, g2, 2, "attack "+g.Name(id)+" "+named(g, "drifter")+": 3")
		}
	}
}

// The dead go to the survivors they see, otherwise to the noise; they open doors and bite. Each is shown on its own.
func TestNight(t *testing.T) {
	s := drawn(t, 1, "s...ol.x")
	s = play(t, s, 0, "done")
	if s.Count(s.Find("d1")) != 2 || len(s.Moments()) != 2 {
		t.Errorf("one goes one step and one two, in %d moments:\n%s", len(s.Moments()), s.FlowText())
	}
	s = play(t, drawn(t, 1, "s+l.x"), 0, "done")
	if Tile.Of(s, s.Find("b1")) != Doorway || s.Count(s.Find("c1")) != 1 {
		t.Error("the dead open a door and stay where they are")
	}
	s = play(t, drawn(t, 1, "sLl.x"), 0, "done")
	if Tile.Of(s, s.Find("b1")) != Locked || len(s.Moments()) != 0 {
		t.Error("a locked door stops them")
	}
	s = play(t, drawn(t, 1, "so..x"), 0, "move b1", "done")
	if n := unit.Health.Of(s, unit.Leads.Of(s, game.Seat(0))); n != 2 {
		t.Errorf("it bites: health %d", n)
	}
}

// More of the dead come out of a hatch the later it is, and the louder it was.
func TestHatch(t *testing.T) {
	for _, c := range []struct{ die, want int }{{3, 0}, {5, 0}, {6, 1}} {
		s := play(t, drawn(t, 1, "s.Lhx"), 0, fmt.Sprintf("done: %d", c.die))
		if n := s.Count(s.Find("d1")) - 1; n != c.want {
			t.Errorf("%d brings %d", c.die, n)
		}
	}
}

// Everyone wins or loses together, with a score.
func TestEnd(t *testing.T) {
	s := play(t, drawn(t, 2, "sxg"), 0, "move b1")
	if s.Over() {
		t.Error("the supplies are missing")
	}
	s = play(t, drawn(t, 2, "sx"), 0, "move b1", "done")
	s = play(t, s, 1, "move b1")
	if o := s.Outcome(); !o.Over || len(o.Winners) != 2 || o.Scores[0] != o.Scores[1] || o.Scores[0] != 18 {
		t.Errorf("the outcome is %s", o)
	}
	s = drawn(t, 2, "s.x")
	for range 5 {
		s = play(t, play(t, s, 0, "done"), 1, "done")
	}
	if o := s.Outcome(); !o.Over || len(o.Winners) != 0 || o.Scores[0] != 18 {
		t.Errorf("the outcome is %s", o)
	}
}

// The missions can be read, and are drawn as they are in their files.
func TestMissions(t *testing.T) {
	for _, name := range mission.Choices {
		r := New(name)
		if err := r.Check(); err != nil {
			t.Error(err)
		}
		if !strings.Contains(r.About.Rules, ".") || len(r.Data) != 2 {
			t.Errorf("%s: %q", name, r.About.Rules)
		}
	}
	if New("petrol").Digest() == New("night").Digest() {
		t.Error("two missions have the same digest")
	}
	_, err := Read("broken.json", []byte(`{"map": ["s#x"], "legend": {"s": "start", "#": "wall", "x": "exit"}, "orders": [{"kind": "ghoul", "at": "a1"}, {"kind": "hulk", "at": "a1"}]}`))
	want := `broken.json:1:90: a scenario cannot place "ghoul"; it can place drifter, lurcher, hulk, hatch, supplies`
	if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "no way leads from the start to the exit") {
		t.Errorf("got %v, want %s", err, want)
	}
}

// The numbers that docs/units.md gives. A turn of 60 dead, with and without a moment for each.
func horde(b *testing.B) *game.State {
	rows := []string{"sOOOOOOO", "OOOOOOOO", "OOOO...x"}
	s := drawn(b, 1, rows...)
	return s
}

func BenchmarkHorde(b *testing.B) {
	s := horde(b)
	m, err := s.Parse(0, "done")
	if err != nil {
		b.Fatal(err)
	}
	f := s.Fork()
	b.ReportAllocs()
	for b.Loop() {
		f.Reset(s)
		if err := f.Play(m); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkHordeInMoments(b *testing.B) {
	s := horde(b)
	m, err := s.Parse(0, "done")
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		next, err := s.Play(m)
		if err != nil {
			b.Fatal(err)
		}
		n = len(next.Moments())
	}
	b.ReportMetric(float64(n), "moments")
}

func BenchmarkRandom(b *testing.B) {
	f := start(b, New("petrol"), 2).Fork()
	moves := 0
	for n := uint64(0); b.Loop(); n++ {
		if err := f.Restart(n); err != nil {
			b.Fatal(err)
		}
		m, err := f.Playout(5000)
		if err != nil {
			b.Fatal(err)
		}
		moves += m
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
	b.ReportMetric(float64(moves)/float64(b.N), "moves/game")
}

// A game that is saved and loaded after every move, in the middle of turns, continues as if it had not been: with the
// same dice, noise, items, and things still to come.
func TestSavedAtEveryStep(t *testing.T) {
	for _, name := range mission.Choices {
		r := New(name)
		a := start(t, r, 3)
		b := a
		for n := 0; !a.Over() && n < 60; n++ {
			all, err := a.Moves()
			if err != nil {
				t.Fatal(err)
			}
			m := all[(7*n+3)%len(all)]
			text := a.Text(m)
			if a, err = a.Play(m); err != nil {
				t.Fatal(err)
			}
			loaded, err := New(name).Load(b.Save())
			if err != nil {
				t.Fatal(err)
			}
			move, err := loaded.Parse(m.Seat, text)
			if err != nil {
				t.Fatal(err)
			}
			if b, err = loaded.Play(move); err != nil {
				t.Fatal(err)
			}
			if a.Hash() != b.Hash() {
				t.Fatalf("%s: after %d moves the game that was loaded is another one", name, n+1)
			}
		}
	}
}

// Mistakes in missions are found before the game begins.
func TestMissionFaults(t *testing.T) {
	const rest = `"legend": {"s": "start", ".": "street", "#": "wall", "x": "exit", "g": "street supplies"}`
	for _, c := range []struct{ text, want string }{
		{`{"map": ["s.x"], "win": ["all are at the exit"], `, `<nil>`},
		{`{"map": ["s.x"], `, `m.json:1:1: win is missing`},
		{`{"map": ["s.x"], "win": [], `, `m.json:1:25: win is empty`},
		{`{"map": ["s.."], "win": ["all are at the exit"], `, `m.json:1:26: win: "all are at the exit" needs exit, which is not on the map`},
		{`{"map": ["s.x"], "win": ["everything is found"], `, `needs supplies, which is not on the map`},
		{`{"map": ["sgs"], "win": ["everything is found"], `, `m.json:1:13: map: there is a second start; the other one is a1`},
		{`{"map": ["s#g"], "win": ["everything is found"], `, `m.json:1:13: no way leads from the start to c1`},
		{`{"map": ["s#x"], "win": ["all are at the exit"], `, `m.json:1:11: no way leads from the start to the exit`},
		{`{"map": ["s.x"], "win": ["all are at the exit"], "orders": [{"kind": "pistol", "at": "b1"}], `, `a scenario cannot place "pistol"`},
		{`{"map": ["s.x"], "win": ["all are at the exit"], "orders": [{"kind": "nurse", "at": "b1"}], `, `a scenario cannot place "nurse"`},
		{`{"map": ["s.x"], "win": ["all are at the exit"], "orders": [{"kind": "hulk", "at": "b1", "seat": 0}], `, `seat: units of scenarios belong to nobody in this game`},
		{`{"map": ["s.x"], "win": ["round 5 is over"], "orders": [{"kind": "hulk", "at": "b1", "round": 6}], `, `round: 6 never comes; the last round is 5`},
	} {
		_, err := Read("m.json", []byte(c.text+rest+"}"))
		if got := fmt.Sprint(err); !strings.Contains(got, c.want) {
			t.Errorf("%s gives %s, want %s", c.text, got, c.want)
		}
	}
	if err := New("nowhere").Check(); err == nil || !strings.Contains(err.Error(), "missions/nowhere.json") {
		t.Errorf("a mission without a file: %v", err)
	}
}

// Without tests to lose by, a mission is lost when nobody is left.
func TestLostWhenNobodyIsLeft(t *testing.T) {
	r, err := Read("m.json", []byte(`{"map": ["sOx"], "win": ["all are at the exit"], "legend": {"s": "start", "O": "street hulk hulk hulk hulk", "x": "exit"}}`))
	if err != nil {
		t.Fatal(err)
	}
	s := start(t, r, 2)
	for n := 0; !s.Over() && n < 20; n++ {
		s = play(t, s, s.Turn(), "done")
	}
	if o := s.Outcome(); !o.Over || len(o.Winners) > 0 {
		t.Errorf("the outcome is %s", o)
	}
}
