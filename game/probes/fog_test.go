package probes

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
)

const fogSize = 6 // of the map, which is square

// Ground is the terrain of a cell.
type Ground uint8

const (
	unexplored Ground = iota // not charted
	meadow
	wood
	lake
)

var (
	ground  = game.NewPart[Ground]("ground")   // of a cell
	charted = game.NewPrivate[Ground]("chart") // of a cell: its ground when the seat last saw it
)

// fog is a hunt in an unmapped country: two sides move their scouts and capture those of the other, and see no further
// than two cells. The scouts start as drawn.
func fog(scouts string) *game.Rules {
	b := board.Square("map", fogSize, fogSize)
	scout := &game.Kind{Name: "scout", Look: game.Look{BySeat: []string{"A", "B"}}}

	// A scout sees ground and scouts up to two cells away, but scouts in a wood only from adjacent cells. Spectators
	// see all the ground and the scouts in the open.
	near := func(s *game.State, seat game.Seat, cell game.ID, most int) bool {
		x, y := b.XY(cell)
		for id := range s.All(scout) {
			if sx, sy := b.XY(s.Parent(id)); s.Owner(id) == seat && max(sx-x, x-sx, sy-y, y-sy) <= most {
				return true
			}
		}
		return false
	}
	hidden := func(s *game.State, seat game.Seat, cell game.ID) bool { // a scout of the other side
		switch covered := ground.Of(s, cell) == wood; {
		case seat == game.Nobody:
			return covered
		case covered:
			return !near(s, seat, cell, 1)
		}
		return !near(s, seat, cell, 2)
	}
	scoutSight := func(s *game.State, seat game.Seat, id game.ID) game.Level {
		if s.Owner(id) != seat && hidden(s, seat, s.Parent(id)) {
			return game.Unseen
		}
		return game.Face
	}
	groundSight := func(s *game.State, seat game.Seat, cell game.ID) game.Level {
		if seat != game.Nobody && !near(s, seat, cell, 2) {
			return game.Unseen
		}
		return game.Face
	}
	b.Cell.Seen = game.By(scoutSight)

	// One cell in six is a lake, two are woods, and the first and last row are open.
	lot := func(t *game.Tx, cell game.ID) Ground {
		if _, y := b.XY(cell); y == 0 || y == fogSize-1 {
			return meadow
		}
		switch t.Roll(6) {
		case 1:
			return lake
		case 2, 3:
			return wood
		}
		return meadow
	}

	// Each side charts what it sees, and keeps that until it sees the cell again.
	chart := func(t *game.Tx) {
		for seat := range game.Seat(t.Seats()) {
			for cell := range b.Cells(t).All() {
				if groundSight(t.State, seat, cell) == game.Face {
					charted.Set(t, seat, cell, ground.Of(t, cell))
				}
			}
		}
	}

	// A scout moves to an adjacent cell, but not into a lake or onto its own side. It captures an enemy there, which
	// everyone is told.
	mine := func(t *game.Tx) game.Set[game.ID] {
		return game.SetOf(slices.Collect(t.All(scout))...).Where(func(id game.ID) bool { return t.Owner(id) == t.Seat })
	}
	who := &game.Pick[game.ID]{Name: "scout", From: mine}
	to := &game.Pick[game.ID]{Name: "to", From: func(t *game.Tx) game.Set[game.ID] {
		around := b.Around(game.SetOf(t.Parent(who.In(t)))).Minus(b.Held(t, t.Seat))
		return around.Where(func(cell game.ID) bool { return ground.Of(t, cell) != lake })
	}}
	move := func(t *game.Tx) {
		if enemy := t.Last(to.In(t)); enemy != 0 {
			t.Remove(enemy)
			t.Announce("{0} loses a scout", 1-t.Seat)
		}
		t.Move(who.In(t), to.In(t))
	}

	// Instead it may burn down the wood it is in, or the side may wait.
	inWood := &game.Pick[game.ID]{Name: "scout", From: func(t *game.Tx) game.Set[game.ID] {
		return mine(t).Where(func(id game.ID) bool { return ground.Of(t, t.Parent(id)) == wood })
	}}
	burn := func(t *game.Tx) { ground.Set(t, t.Parent(inWood.In(t)), meadow) }

	// A side with no scouts left has lost. After fifty moves the side with more scouts wins.
	end := func(t *game.Tx) {
		chart(t)
		left := []int{0, 0}
		for id := range t.All(scout) {
			left[t.Owner(id)]++
		}
		if slices.Min(left) == 0 || t.Played() >= 50 {
			t.Score(left...)
		}
	}

	// A side assumes that charted ground has not changed. Scouts it does not see are somewhere out of its sight, and
	// have charted no more than their side sees from there.
	guess := func(t *game.Tx, seat game.Seat) {
		if seat != game.Nobody {
			for cell := range b.Cells(t).All() {
				if was := charted.Of(t, seat, cell); was != unexplored && groundSight(t.State, seat, cell) != game.Face && !t.Kept(cell) {
					ground.Set(t, cell, was)
				}
			}
		}
		dark := b.Cells(t).Where(func(cell game.ID) bool {
			return hidden(t.State, seat, cell) && ground.Of(t, cell) != lake
		})
		for id := range t.All(scout) {
			if !t.Kept(id) {
				cell := t.Choose(dark)
				dark = dark.Minus(game.SetOf(cell))
				t.Move(id, cell)
			}
		}
		for other := range t.Others(seat).All() {
			for cell := range b.Cells(t).All() {
				charted.Set(t, other, cell, unexplored)
			}
		}
		chart(t)
	}
	return &game.Rules{
		Name:   "fog",
		Seats:  game.Exactly(2),
		Layout: []game.Layout{b},
		Kinds:  []*game.Kind{scout},
		Parts:  []game.Column{ground.Seen(game.By(groundSight)).Rolled(lot), charted},
		Setup: func(t *game.Tx) {
			for cell := range b.Cells(t).All() {
				ground.Roll(t, cell)
			}
			b.Put(t, scouts, scout)
			chart(t)
		},
		Actions: []*game.Action{
			{Name: "move", Pick: []game.Choice{who, to}, Do: move, Secret: true},
			{Name: "burn", Pick: []game.Choice{inWood}, Do: burn, Secret: true},
			{Name: "wait", Do: func(*game.Tx) {}, Secret: true},
		},
		End:   end,
		Guess: guess,
	}
}

// foggy starts a hunt in a drawn country: ~ is a lake, w a wood. The first and last row are meadows.
func foggy(t testing.TB, country, scouts string) *game.State {
	t.Helper()
	var rolls []game.Chance
	rows := strings.Fields(country)
	for y := range rows {
		for _, c := range rows[len(rows)-1-y] {
			rolls = append(rolls, game.Chance{Number: 1 + strings.IndexRune("~ww.", c)})
		}
	}
	return start(t, fog(scouts), rolls...)
}

// grounds draws what a view knows of the country: the ground it sees, or with a seat the chart of that seat.
func grounds(v *game.State, of func(cell game.ID) Ground) string {
	b := v.Rules().Layout[0].(*board.Grid)
	text := ""
	for y := fogSize - 1; y >= 0; y-- {
		for x := range fogSize {
			text += string("?.w~"[of(b.At(x, y))])
		}
		text += "\n"
	}
	return text
}

// wantCountry checks the ground that a view shows, and the chart of its seat.
func wantCountry(t testing.TB, v *game.State, seat game.Seat, want, chart string) {
	t.Helper()
	if got := grounds(v, func(cell game.ID) Ground { return ground.Of(v, cell) }); got != dedent(want) {
		t.Errorf("%v sees the ground\n%swant\n%s", seat, got, dedent(want))
	}
	if got := grounds(v, func(cell game.ID) Ground { return charted.Of(v, seat, cell) }); got != dedent(chart) {
		t.Errorf("the chart of %v is\n%swant\n%s", seat, got, dedent(chart))
	}
}

// scouting returns where a view shows scouts, with their handles.
func scouting(v *game.State) string {
	var all []string
	for id := range v.All() {
		all = append(all, fmt.Sprintf("%s %v", v.Name(v.Parent(id)), v.Name(id)))
	}
	return strings.Join(all, ", ")
}

func TestFogSight(t *testing.T) {
	s := foggy(t, `
		......
		.~....
		..w...
		......`, `
		6 . . . . . .
		5 . . . . B .
		4 . . . . . .
		3 . . . . . .
		2 . A . . . .
		1 . . . . . .
		  a b c d e f`)
	shown := func(s *game.State, zero, one, spectator string) {
		t.Helper()
		for _, test := range []struct {
			seat game.Seat
			want string
		}{{0, zero}, {1, one}, {game.Nobody, spectator}} {
			if got := scouting(s.View(test.seat)); got != test.want {
				t.Errorf("%v sees %s, want %s", test.seat, got, test.want)
			}
		}
	}
	shown(s, "b2 #1", "e5 #1", "b2 #1, e5 #2")

	// Within two cells they come into sight of each other, under new handles.
	s = play(t, s, "wait", "move #1 d4")
	shown(s, "b2 #1, d4 #2", "b2 #2, d4 #1", "b2 #1, d4 #2")

	// Out of sight they are gone; when they come back, nobody knows whether they are the same.
	s = play(t, s, "wait", "move #1 e5")
	shown(s, "b2 #1", "e5 #1", "b2 #1, e5 #2")
	s = play(t, s, "wait", "move #1 d4")
	shown(s, "b2 #1, d4 #3", "b2 #3, d4 #1", "b2 #1, d4 #2")

	// A scout in a wood is seen only from adjacent cells, although it sees as far as ever. Spectators do not see it at
	// all.
	s = play(t, s, "move #2 c3")
	shown(s, "c3 #1, d4 #3", "c3 #3, d4 #1", "d4 #2")
	s = play(t, s, "move #1 d5")
	shown(s, "c3 #1, d5 #3", "d5 #1", "d5 #2")
	s = play(t, s, "burn #2")
	shown(s, "c3 #1, d5 #3", "c3 #4, d5 #1", "c3 #3, d5 #2")

	drawn(t, s.View(0), `
		6 . . . . . .
		5 . . . B . .
		4 . . . . . .
		3 . . A . . .
		2 . . . . . .
		1 . . . . . .
		  a b c d e f`)
}

func TestFogChart(t *testing.T) {
	s := foggy(t, `
		..ww..
		.~..~.
		..w...
		......`, `
		6 . . . . . .
		5 . . . . . B
		4 . . . . . .
		3 . . . . . .
		2 A . . . . .
		1 . . . . . .
		  a b c d e f`)
	wantCountry(t, s.View(0), 0, `
		??????
		??????
		.~.???
		..w???
		...???
		...???`, `
		??????
		??????
		.~.???
		..w???
		...???
		...???`)
	wantCountry(t, s.View(1), 1, `
		???...
		???w..
		???.~.
		???...
		??????
		??????`, `
		???...
		???w..
		???.~.
		???...
		??????
		??????`)

	// Ground that was seen once stays on the chart, even if it changes.
	s = play(t, s, "move #2 b1", "wait", "move #2 c1", "wait", "move #2 d1", "wait", "move #2 e1", "wait")
	wantCountry(t, s.View(0), 0, `
		??????
		??????
		??????
		??w...
		??....
		??....`, `
		??????
		??????
		.~.???
		..w...
		......
		......`)
	s = play(t, s, "move #2 f1", "move #1 e5", "wait", "move #1 d4", "wait", "move #1 c3", "wait", "burn #1")
	if got := ground.Of(s, s.Find("c3")); got != meadow {
		t.Fatalf("c3 is %v", got)
	}
	wantCountry(t, s.View(0), 0, `
		??????
		??????
		??????
		???...
		???...
		???...`, `
		??????
		??????
		.~.???
		..w...
		......
		......`)

	// Nobody sees the chart of another.
	for seat, want := range map[game.Seat][]bool{0: {true, false}, 1: {false, true}, game.Nobody: {false, false}, game.Judge: {true, true}} {
		text := string(s.View(seat).Save())
		for x, reads := range want {
			if got := strings.Contains(text, fmt.Sprintf("chart/%d", x)); got != reads {
				t.Errorf("the view of %v has the chart of seat %d: %v, want %v", seat, x, got, reads)
			}
		}
	}
	if got := grounds(s.View(game.Nobody), func(cell game.ID) Ground { return ground.Of(s, cell) }); strings.Contains(got, "?") {
		t.Errorf("the spectators see\n%s", got)
	}
}

// Nobody sees where others go.
func TestFogMovesAreSecret(t *testing.T) {
	s := foggy(t, "...... ...... ...... ......", `
		6 . . . . . B
		5 . . . . . .
		4 . . . . . .
		3 . . . . . .
		2 . . . . . .
		1 A . . . . .
		  a b c d e f`)
	m, err := s.Parse(0, "move #2 b2")
	if err != nil {
		t.Fatal(err)
	}
	next, err := s.Play(m)
	if err != nil {
		t.Fatal(err)
	}
	for seat, want := range map[game.Seat]string{0: "move #1 b2", 1: "?", game.Nobody: "?", game.Judge: "move #2 b2"} {
		if got := s.TextFor(seat, m, next); got != want {
			t.Errorf("%v reads %q, want %q", seat, got, want)
		}
	}
	want := "[{ @turn 0 1} { @moves 0 1}]"
	if got := fmt.Sprint(s.Changes(next, 1)[0]); got != want {
		t.Errorf("player 2 sees change %s, want %s", got, want)
	}
}

// Unseen things are guessed: scouts in the dark, woods where none are charted.
func TestFogGuess(t *testing.T) {
	s := foggy(t, `
		......
		.~....
		..w...
		......`, `
		6 . . . . . B
		5 . . . . . B
		4 . . . . . .
		3 . . . . . .
		2 . A . . . .
		1 . . . . . .
		  a b c d e f`)
	s = play(t, s, "wait", "move #2 e4", "wait", "move #2 d4", "wait", "move #2 e4")
	places, grounds := map[string]int{}, map[Ground]bool{}
	for n := range uint64(300) {
		r := redealt(t, s, 0, n)
		for id := range r.All() {
			if cell := r.Parent(id); r.Owner(id) == 1 {
				places[r.Name(cell)]++
				if ground.Of(r, cell) == lake {
					t.Error("a scout is dealt into a lake")
				}
			}
		}
		grounds[ground.Of(r, r.Find("f3"))] = true
		if got := ground.Of(r, r.Find("c3")); got != wood {
			t.Errorf("c3, which is charted, is dealt as %v", got)
		}
	}
	if len(places) < 15 || places["e4"] > 100 || len(grounds) != 3 {
		t.Errorf("scouts are dealt to %v, and f3 is %v", places, grounds)
	}
	for _, near := range []string{"a1", "b4", "d4"} { // but not in sight, and not into the lake
		if places[near] > 0 {
			t.Errorf("a scout is dealt to %s, where player 1 sees none", near)
		}
	}
}

const fogStart = `
	6 B . B . . B
	5 . . . . . .
	4 . . . . . .
	3 . . . . . .
	2 . . . . . .
	1 A . . A . A
	  a b c d e f`

func TestFogRandomly(t *testing.T) { watched(t, fog(fogStart), 20) }
