package probes

import (
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/gametest"
)

// Berth is where a ship is: its first cell, and whether it extends north or east.
type Berth struct {
	X, Y  int8
	North bool
}

func (b Berth) String() string {
	way := "-east"
	if b.North {
		way = "-north"
	}
	return fmt.Sprintf("%c%d%s", 'a'+b.X, b.Y+1, way)
}

var (
	shipNo = game.NewPart[int]("ship")   // of a hull: the ship of the fleet it is part of
	placed = game.NewPart[int]("placed") // of a seat: how many of its ships are at sea
)

// battleship is a game for two, each with a square sea of this size and ships of these lengths.
func battleship(size int, lengths ...int) *game.Rules {
	// A ship is a hull in each of its cells. Its owner sees it; others do not even see that something is there. Everyone
	// sees pegs, one for each shot.
	hull := &game.Kind{Name: "hull", Look: game.Look{Label: "S"}}
	miss := &game.Kind{Name: "miss", Look: game.Look{Label: "o"}}
	hit := &game.Kind{Name: "hit", Look: game.Look{Label: "x"}}
	sunk := &game.Kind{Name: "sunk", Look: game.Look{Label: "#"}}
	var seas [2]*board.Grid
	for x := range seas {
		seas[x] = board.Orthogonal(fmt.Sprint("sea-", x), size, size)
		seas[x].Cell.Seen = game.ByOwner.Else(game.Unseen)
	}
	pegs := func(s *game.State, seat game.Seat, kinds ...*game.Kind) game.Set[game.ID] {
		var cells []game.ID
		for id := range s.All(kinds...) {
			if seas[seat].Has(s.Parent(id)) {
				cells = append(cells, s.Parent(id))
			}
		}
		return game.SetOf(cells...)
	}
	ship := func(s *game.State, seat game.Seat, n int) (hulls []game.ID, at game.Set[game.ID]) {
		var cells []game.ID
		for id := range s.All(hull) {
			if s.Owner(id) == seat && shipNo.Of(s, id) == n {
				hulls, cells = append(hulls, id), append(cells, s.Parent(id))
			}
		}
		return hulls, game.SetOf(cells...)
	}

	// Ships are afloat until they are reported sunk.
	afloat := func(s *game.State, seat game.Seat) (fleet [][]game.ID, ships []game.Set[game.ID]) {
		for n := range lengths {
			if hulls, cells := ship(s, seat, n); len(hulls) > 0 && cells.And(pegs(s, seat, sunk)).Empty() {
				fleet, ships = append(fleet, hulls), append(ships, cells)
			}
		}
		return fleet, ships
	}

	// berths are all that have room for a ship in the sea; cells are those it occupies there.
	berths := func(length int) (all []Berth) {
		for y := range size {
			for x := range size {
				if x+length <= size {
					all = append(all, Berth{int8(x), int8(y), false})
				}
				if y+length <= size {
					all = append(all, Berth{int8(x), int8(y), true})
				}
			}
		}
		return all
	}
	cells := func(seat game.Seat, at Berth, length int) game.Set[game.ID] {
		way := board.East
		if at.North {
			way = board.North
		}
		all := []game.ID{seas[seat].At(int(at.X), int(at.Y))}
		for len(all) < length {
			all = append(all, seas[seat].Next(all[len(all)-1], way))
		}
		return game.SetOf(all...)
	}

	// One seat after the other places its ships, one by one and in secret. Ships may touch, but not overlap.
	complete := game.When("all ships must be placed first", func(t *game.Tx) bool {
		return placed.Of(t, t.Seat) == len(lengths)
	})
	at := &game.Pick[Berth]{Name: "at", Prompt: "Where does the ship lie?", List: func(t *game.Tx) []Berth {
		length := lengths[placed.Of(t, t.Seat)]
		return slices.DeleteFunc(berths(length), func(at Berth) bool {
			return !cells(t.Seat, at, length).And(t.Filled()).Empty()
		})
	}}
	place := func(t *game.Tx) {
		n := placed.Of(t, t.Seat)
		for cell := range cells(t.Seat, at.In(t), lengths[n]).All() {
			t.Create(hull, cell, shipNo.Is(n))
		}
		placed.Set(t, t.Seat, n+1)
		if n+1 < len(lengths) {
			t.Again()
		}
	}

	// Then they shoot in turn. Everyone is told whether a shot is a miss, a hit, or sinks a ship, which is then shown.
	// The player who has sunk the whole fleet wins.
	target := &game.Pick[game.ID]{Name: "target", Prompt: "Where do you shoot?", From: func(t *game.Tx) game.Set[game.ID] {
		return seas[1-t.Seat].Cells(t).Minus(pegs(t.State, 1-t.Seat, miss, hit, sunk))
	}}
	shoot := func(t *game.Tx) {
		cell, enemy := target.In(t), 1-t.Seat
		for n := range lengths {
			hulls, all := ship(t.State, enemy, n)
			if !all.Has(cell) {
				continue
			}
			t.Show(t.Create(hit, cell))
			if !all.Minus(pegs(t.State, enemy, hit)).Empty() {
				t.Announce("{0} hits at {1}", t.Seat, cell)
				return
			}
			t.Announce("{0} hits at {1} and sinks ship {2}, of length {3}", t.Seat, cell, n+1, len(hulls))
			for _, id := range hulls {
				t.Show(id)
				t.Announce("it lay at {0}", t.Parent(id))
			}
			for id := range t.All(hit) {
				if all.Has(t.Parent(id)) {
					t.Become(id, sunk)
				}
			}
			if _, ships := afloat(t.State, enemy); len(ships) == 0 {
				t.Win(t.Seat)
			}
			return
		}
		t.Show(t.Create(miss, cell))
		t.Announce("{0} misses at {1}", t.Seat, cell)
	}

	// Ships that have not been sunk could be anywhere consistent with the pegs: under no miss, together under all hits,
	// but none under hits only, because it would be sunk; and they do not overlap.
	agree := func(ships []game.Set[game.ID], hits, others game.Set[game.ID]) bool {
		all := others
		for _, ship := range ships {
			if !ship.And(all).Empty() || ship.Minus(hits).Empty() {
				return false
			}
			all = all.Or(ship)
		}
		return hits.Minus(all).Empty()
	}
	guess := func(t *game.Tx, seat game.Seat) {
		for x := range t.Others(seat).All() {
			fleet, ships := afloat(t.State, x)
			hits, others := pegs(t.State, x, hit), pegs(t.State, x, miss, sunk)
			open := make([][]game.Set[game.ID], len(ships))
			for i, hulls := range fleet {
				for _, at := range berths(len(hulls)) {
					if c := cells(x, at, len(hulls)); c.And(others).Empty() {
						open[i] = append(open[i], c)
					}
				}
			}
			for again := true; again; again = !agree(ships, hits, others) {
				for i := range ships {
					ships[i] = open[i][t.Int(len(open[i]))]
				}
			}
			for i, hulls := range fleet {
				n := 0
				for cell := range ships[i].All() {
					t.MoveFirst(hulls[n], cell)
					n++
				}
			}
		}
	}
	fits := func(s *game.State, _ game.Seat) bool {
		for x := range game.Seat(2) {
			_, ships := afloat(s, x)
			if !agree(ships, pegs(s, x, hit), pegs(s, x, miss, sunk)) {
				return false
			}
		}
		return true
	}
	return &game.Rules{
		Name:   "battleship",
		Seats:  game.Exactly(2),
		Layout: []game.Layout{seas[0], seas[1]},
		Kinds:  []*game.Kind{hull, miss, hit, sunk},
		Parts:  []game.Column{shipNo, placed},
		Actions: []*game.Action{
			{Name: "place", Pick: []game.Choice{at}, Do: place, Secret: true, If: complete.Not("all ships are placed")},
			{Name: "shoot", Pick: []game.Choice{target}, Do: shoot, If: complete},
		},
		Guess: guess,
		Fits:  fits,
	}
}

// seaOf draws one of the seas.
func seaOf(s *game.State, seat game.Seat) string { return s.Rules().Layout[seat].(*board.Grid).Draw(s) }

// wantSea checks what a seat's sea looks like.
func wantSea(t testing.TB, s *game.State, seat game.Seat, want string) {
	t.Helper()
	if got := seaOf(s, seat); got != dedent(want) {
		viewer, _ := s.Viewer()
		t.Errorf("%v sees the sea of %v as\n%s\nwant\n%s", viewer, seat, got, dedent(want))
	}
}

// volley makes seat 0 shoot at these cells, and seat 1 at cells of the other sea, from the top.
func volley(t testing.TB, s *game.State, cells ...string) *game.State {
	t.Helper()
	for _, cell := range cells {
		s = play(t, s, "shoot sea-1/"+cell)
		if s.Turn() == 1 {
			n := s.Played()/2 - 3
			s = play(t, s, fmt.Sprintf("shoot sea-0/%c%d", 'a'+n%6, 6-n/6))
		}
	}
	return s
}

// The fleet of seat 0 is in the lower half of its sea.
var fleets = []string{"place a1-east", "place e1-north", "place b3-east",
	"place c2-east", "place a5-north", "place f4-north"}

func TestBattleshipLaws(t *testing.T) { gametest.Config{Games: few(4)}.Check(t, battleship(4, 2, 2)) }

func TestBattleshipViews(t *testing.T) {
	// Wherever a ship is placed, only its owner can tell.
	s := begin(t, battleship(6, 3, 2, 2), 2)
	for n, text := range fleets {
		other := "place c5-east"
		for _, x := range everyone(s) {
			if same := told(t, s, text, x) == told(t, s, other, x); same != (x != s.Turn()) {
				t.Errorf("ship %d of %v: %v can tell where it is: %v", n, s.Turn(), x, !same)
			}
		}
		s = play(t, s, text)
	}
	blank := `
		6 . . . . . .
		5 . . . . . .
		4 . . . . . .
		3 . . . . . .
		2 . . . . . .
		1 . . . . . .
		  a b c d e f`
	wantSea(t, s.View(0), 0, `
		6 . . . . . .
		5 . . . . . .
		4 . . . . . .
		3 . S S . . .
		2 . . . . S .
		1 S S S . S .
		  a b c d e f`)
	wantSea(t, s.View(1), 0, blank)
	wantSea(t, s.View(0), 1, blank)
	wantSea(t, s.View(1), 1, `
		6 S . . . . .
		5 S . . . . S
		4 . . . . . S
		3 . . . . . .
		2 . . S S S .
		1 . . . . . .
		  a b c d e f`)
	wantSea(t, s.View(game.Nobody), 0, blank)
	wantSea(t, s.View(game.Nobody), 1, blank)
	sees(t, s.View(0), `
		sea-0/a1: #1
		sea-0/e2: #5
		sea-1/c2:
		sea-1/f4:`)

	// A miss, a hit, and a sunk ship.
	s = volley(t, s, "a1", "f4", "f5", "d2")
	for _, x := range []game.Seat{0, game.Nobody} {
		v := s.View(x)
		wantSea(t, v, 1, `
			6 . . . . . .
			5 . . . . . #
			4 . . . . . #
			3 . . . . . .
			2 . . . x . .
			1 o . . . . .
			  a b c d e f`)
		wantNothingElse(t, v, 1)
	}
	wantSea(t, s.View(1), 1, `
		6 S . . . . .
		5 S . . . . #
		4 . . . . . #
		3 . . . . . .
		2 . . S x S .
		1 o . . . . .
		  a b c d e f`)

	// Handles are assigned as elements come into sight: for spectators a peg of each seat in turn, for the other seat
	// seven of its own hulls first. The sunk ship is visible now.
	sees(t, s.View(game.Nobody), `
		sea-1/a1: #1
		sea-1/f4: #5 #3
		sea-1/f5: #6 #7
		sea-1/d2: #9
		sea-1/c2:
		sea-0/a1:`)
	sees(t, s.View(0), `
		sea-1/a1: #8
		sea-1/f4: #12 #10
		sea-1/f5: #13 #14
		sea-1/d2: #16
		sea-1/c2:
		sea-0/a1: #1`)
	sees(t, s.View(1), `
		sea-1/a1: #8
		sea-1/f4: #6 #10
		sea-1/f5: #7 #12
		sea-1/d2: #2 #14
		sea-1/c2: #1
		sea-0/a1:`)
}

// wantNothingElse checks that the view shows no more of a sea than one peg for each shot, and the hulls of sunk ships.
func wantNothingElse(t testing.TB, v *game.State, seat game.Seat) {
	t.Helper()
	sea := v.Rules().Layout[seat].(*board.Grid)
	for i := range sea.Width * sea.Height {
		cell := sea.At(i%sea.Width, i/sea.Width)
		var kinds []string
		for id := range v.In(cell) {
			kinds = append(kinds, v.Kind(id).Name)
		}
		switch fmt.Sprint(kinds) {
		case "[]", "[miss]", "[hit]", "[hull sunk]":
			if v.Count(cell) != len(kinds) {
				t.Errorf("%s counts %d, and holds %v", v.Name(cell), v.Count(cell), kinds)
			}
		default:
			t.Errorf("%s shows %v", v.Name(cell), kinds)
		}
	}
}

func TestBattleshipPlay(t *testing.T) {
	s := play(t, begin(t, battleship(6, 3, 2, 2), 2), "place a1-east")
	refused(t, s, "place b1-north", game.NotOffered, "b1-north cannot be chosen")
	refused(t, s, "place f1-east", game.NotOffered, "f1-east cannot be chosen")
	refused(t, s, "shoot sea-1/a1", game.Unavailable, "all ships must be placed first")

	s = play(t, begin(t, battleship(6, 3, 2, 2), 2), fleets...)
	refused(t, s, "place", game.Unavailable, "all ships are placed")
	refused(t, s, "shoot sea-0/a1", game.NotOffered, "sea-0/a1 cannot be chosen")
	for _, test := range []struct{ cell, said string }{
		{"a1", "[player 1 misses at sea-1/a1]"},
		{"c2", "[player 1 hits at sea-1/c2]"},
		{"e2", "[player 1 hits at sea-1/e2]"},
		{"a5", "[player 1 hits at sea-1/a5]"},
		{"d2", "[player 1 hits at sea-1/d2 and sinks ship 1, of length 3 it lay at sea-1/c2 it lay at sea-1/d2 it lay at sea-1/e2]"},
		{"a6", "[player 1 hits at sea-1/a6 and sinks ship 2, of length 2 it lay at sea-1/a5 it lay at sea-1/a6]"},
	} {
		shot := play(t, s, "shoot sea-1/"+test.cell)
		for _, x := range everyone(s) {
			if got := fmt.Sprint(shot.View(x).Said()); got != test.said {
				t.Errorf("%v hears %s, want %s", x, got, test.said)
			}
		}
		refused(t, volley(t, s, test.cell), "shoot sea-1/"+test.cell, game.NotOffered, "sea-1/"+test.cell+" cannot be chosen")
		s = volley(t, s, test.cell)
	}
	if s = volley(t, s, "f5", "f4"); !s.Won(0) {
		t.Errorf("the fleet is sunk, and the game is %v", s.Outcome())
	}
}

// plainSea is what has been announced about a sea, without the kernel: cells are bits, by row and column.
type plainSea struct {
	miss, hit uint64
	sunk      [3]uint64 // by ship, where it was
}

var plainLengths = [3]int{3, 2, 2}

// plainShips are all placements of a ship in a sea of 6 by 6.
func plainShips(length int) (all []uint64) {
	for y := range 6 {
		for x := range 6 {
			var east, north uint64
			for i := range length {
				east |= 1 << (6*y + x + i)
				north |= 1 << (6*(y+i) + x)
			}
			if x+length <= 6 {
				all = append(all, east)
			}
			if y+length <= 6 {
				all = append(all, north)
			}
		}
	}
	return all
}

// fleets are all possible fleets.
func (p plainSea) fleets() (all [][3]uint64) {
	for _, a := range plainShips(3) {
		for _, b := range plainShips(2) {
			for _, c := range plainShips(2) {
				if p.allows([3]uint64{a, b, c}) {
					all = append(all, [3]uint64{a, b, c})
				}
			}
		}
	}
	return all
}

func (p plainSea) allows(fleet [3]uint64) bool {
	union := fleet[0] | fleet[1] | fleet[2]
	ok := bits.OnesCount64(union) == 7 && union&p.miss == 0 && p.hit&^union == 0
	for i, ship := range fleet {
		if p.sunk[i] != 0 {
			ok = ok && ship == p.sunk[i]
		} else {
			ok = ok && ship&^p.hit != 0
		}
	}
	return ok
}

// shoot notes the announcement for a shot at this fleet.
func (p *plainSea) shoot(cell string, fleet [3]uint64) {
	bit := uint64(1) << (6*int(cell[1]-'1') + int(cell[0]-'a'))
	if (fleet[0]|fleet[1]|fleet[2])&bit == 0 {
		p.miss |= bit
		return
	}
	p.hit |= bit
	for i, ship := range fleet {
		if ship&^p.hit == 0 {
			p.sunk[i] = ship
		}
	}
}

// plainFleet reads where the ships of a seat are.
func plainFleet(s *game.State, seat game.Seat) (fleet [3]uint64) {
	sea := s.Rules().Layout[seat].(*board.Grid)
	for id := range s.All() {
		if s.Kind(id).Name == "hull" && s.Owner(id) == seat {
			x, y := sea.XY(s.Parent(id))
			fleet[shipNo.Of(s, id)] |= 1 << (6*y + x)
		}
	}
	return fleet
}

func TestBattleshipRedeal(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: plays many games")
	}
	s := play(t, begin(t, battleship(6, 3, 2, 2), 2), fleets...)
	fleet := plainFleet(s, 1)
	var told plainSea
	for _, test := range []struct {
		shots  []string
		fleets int // fleets that agree with the announcements
	}{
		{nil, 113_648},
		{[]string{"b2", "e5", "d4", "c5"}, 36_216},
		{[]string{"d2"}, 9_500},
		{[]string{"c4", "e1", "b4", "d1", "d3", "f2"}, 1_466},
		{[]string{"f4"}, 400},
		{[]string{"f5"}, 41},
		{[]string{"a5", "c1", "e3"}, 7},
		{[]string{"c2", "f6"}, 3},
		{[]string{"e2"}, 3},
		{[]string{"a4", "b5"}, 1},
	} {
		for _, cell := range test.shots {
			told.shoot(cell, fleet)
		}
		s = volley(t, s, test.shots...)
		want := told.fleets()
		if len(want) != test.fleets {
			t.Errorf("after %d shots %d fleets agree with the announcements, want %d", s.Played()/2-3, len(want), test.fleets)
		}
		sampleFleets(t, s, 0, told, want)
		if !testing.Short() {
			sampleFleets(t, s, game.Nobody, told, want)
		}
		if r := redealt(t, s, 1, 1); plainFleet(r, 1) != fleet {
			t.Errorf("player 2 no longer knows where its own ships are")
		}
	}
}

// sampleFleets checks that re-deals for a seat put the fleet of seat 1 in every possible position, equally often, and
// in no other.
func sampleFleets(t *testing.T, s *game.State, seat game.Seat, told plainSea, want [][3]uint64) {
	t.Helper()
	deals := max(1000, min(3000, 20*len(want)))
	got := map[[3]uint64]int{}
	f := s.Fork()
	for n := range uint64(deals) {
		if err := f.Redeal(s, seat, n); err != nil {
			t.Fatal(err)
		}
		fleet := plainFleet(f.State(), 1)
		if !told.allows(fleet) {
			t.Fatalf("a re-deal for %v puts the ships in an impossible position:\n%s", seat, seaOf(f.State(), 1))
		}
		got[fleet]++
	}
	if 20*len(want) <= deals && len(got) != len(want) {
		t.Errorf("%d re-deals for %v give %d of %d fleets", deals, seat, len(got), len(want))
	}

	// In how many fleets there is a ship in the cell, and in how many re-deals.
	for cell := range 36 {
		for ship := range plainLengths {
			expected, dealt := 0, 0
			for _, fleet := range want {
				expected += int(fleet[ship] >> cell & 1)
			}
			for fleet, n := range got {
				dealt += n * int(fleet[ship]>>cell&1)
			}
			p := float64(expected) / float64(len(want))
			mean := p * float64(deals)
			if off := float64(dealt) - mean; off*off > 25*mean*(1-p) {
				t.Errorf("of %d re-deals for %v, %d have ship %d in cell %d; want about %.1f", deals, seat, dealt, ship, cell, mean)
			}
		}
	}
}

func TestBattleshipRandomly(t *testing.T) {
	randomly(t, battleship(6, 3, 2, 2), 10, func(t *testing.T, s *game.State) {
		for _, x := range everyone(s) {
			redealt(t, s, x, 7)
			for y := range game.Seat(2) {
				if x != y {
					wantNothingElse(t, s.View(x), y)
				}
			}
		}
	})
}
