package probes

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
)

// checkers is English draughts from a drawn position. Dark (x) moves up the board and first.
func checkers(position string) *game.Rules {
	b := board.Square("board", 8, 8)
	top, _, bottom, _ := b.Edges()
	man := &game.Kind{Name: "man", Look: game.Look{BySeat: []string{"x", "o"}}}
	king := &game.Kind{Name: "king", Look: game.Look{BySeat: []string{"X", "O"}}}

	// Men go diagonally forward, kings both ways.
	forward := [2][]board.Direction{{board.NorthEast, board.NorthWest}, {board.SouthEast, board.SouthWest}}
	bothWays := slices.Concat(forward[0], forward[1])
	ways := func(t *game.Tx, cell game.ID) []board.Direction {
		piece := t.Last(cell)
		if t.Kind(piece) == king {
			return bothWays
		}
		return forward[t.Owner(piece)]
	}

	// A step goes to an adjacent empty square.
	steps := func(t *game.Tx, cell game.ID) (to game.Set[game.ID]) {
		for _, way := range ways(t, cell) {
			next := b.Shift(game.SetOf(cell), way)
			to = to.Or(next.And(b.Empty(t)))
		}
		return to
	}

	// A jump goes over one enemy to the empty square behind it.
	jumps := func(t *game.Tx, cell game.ID) (to game.Set[game.ID]) {
		enemy := 1 - t.Owner(t.Last(cell))
		for _, way := range ways(t, cell) {
			over := b.Shift(game.SetOf(cell), way).And(b.Held(t, enemy))
			to = to.Or(b.Shift(over, way).And(b.Empty(t)))
		}
		return to
	}

	// stuck reports whether no piece of the seat has such a move.
	stuck := func(t *game.Tx, seat game.Seat, moves func(*game.Tx, game.ID) game.Set[game.ID]) bool {
		for cell := range b.Held(t, seat).All() {
			if !moves(t, cell).Empty() {
				return false
			}
		}
		return true
	}
	mine := func(t *game.Tx) game.Set[game.ID] { return b.Held(t, t.Seat) }

	// A man that reaches the far row is crowned. It cannot move on from there, so its move has ended.
	far := [2]*board.Region{top, bottom}
	crown := func(t *game.Tx, cell game.ID) {
		if far[t.Seat].Has(cell) && t.Kind(t.Last(cell)) == man {
			t.Become(t.Last(cell), king)
		}
	}

	// Stepping: one piece moves to an empty square, only if nothing can be captured.
	walker := &game.Pick[game.ID]{Name: "piece", Prompt: "Choose a piece", From: mine,
		If: func(t *game.Tx, cell game.ID) bool {
			if steps(t, cell).Empty() {
				return t.Refuse("the piece on {0} cannot move", cell)
			}
			return true
		}}
	square := &game.Pick[game.ID]{Name: "to", Prompt: "Choose where it goes",
		From: func(t *game.Tx) game.Set[game.ID] { return steps(t, walker.In(t)) }}
	step := func(t *game.Tx) {
		t.Move(t.Last(walker.In(t)), square.In(t))
		crown(t, square.In(t))
	}

	// Jumping: one piece captures as long as it can.
	jumper := &game.Pick[game.ID]{Name: "piece", Prompt: "Choose a piece", From: mine,
		If: func(t *game.Tx, cell game.ID) bool {
			if jumps(t, cell).Empty() {
				return t.Refuse("the piece on {0} has nothing to capture", cell)
			}
			return true
		}}
	landing := &game.Pick[game.ID]{Name: "to", Prompt: "Choose where it lands", Repeat: true}
	from := func(t *game.Tx) game.ID { return cmp.Or(landing.Before(t), jumper.In(t)) }
	landing.From = func(t *game.Tx) game.Set[game.ID] { return jumps(t, from(t)) }
	landing.Then = func(t *game.Tx, to game.ID) {
		t.Remove(t.Last(between(b, from(t), to)))
		t.Move(t.Last(from(t)), to)
	}

	return &game.Rules{
		Name:   "checkers",
		Seats:  game.Exactly(2),
		Layout: []game.Layout{b},
		Kinds:  []*game.Kind{man, king},
		Setup:  func(t *game.Tx) { b.Put(t, position, man, king) },
		Actions: []*game.Action{
			{Name: "jump", Pick: []game.Choice{jumper, landing}, Do: func(t *game.Tx) { crown(t, landing.In(t)) }},
			{Name: "step", Pick: []game.Choice{walker, square}, Do: step,
				If: game.When("a capture must be made", func(t *game.Tx) bool { return stuck(t, t.Seat, jumps) })},
		},

		// A player who cannot move has lost. A position that occurs for the third time is a draw.
		Position: game.Position{Places: []game.Layout{b}, Mover: true},
		Stuck:    func(t *game.Tx) { t.Win(1 - t.Seat) },
		End: func(t *game.Tx) {
			if t.Repeats() >= 2 {
				t.Tie()
			}
		},
	}
}

// between returns the square that a jump passes over.
func between(b *board.Grid, from, to game.ID) game.ID {
	x1, y1 := b.XY(from)
	x2, y2 := b.XY(to)
	return b.At((x1+x2)/2, (y1+y2)/2)
}

const checkersStart = `
	8 . o . o . o . o
	7 o . o . o . o .
	6 . o . o . o . o
	5 . . . . . . . .
	4 . . . . . . . .
	3 x . x . x . x .
	2 . x . x . x . x
	1 x . x . x . x .
	  a b c d e f g h`

func TestCheckersPerft(t *testing.T) {
	s := start(t, checkers(checkersStart))
	want := []uint64{1, 7, 49, 302, 1469, 7361, 36768, 179740}
	if testing.Short() {
		want = want[:6]
	}
	for depth, n := range want {
		if got := perft(t, s, depth); got != n {
			t.Errorf("perft(%d) = %d, want %d", depth, got, n)
		}
	}
}

func TestCheckersJumps(t *testing.T) {
	const lone = `
		8 . o . . . . . .
		7 . . . . . . . .
		6 . . . . . o . .
		5 . . . . . . . .
		4 . . . o . . . .
		3 . . x . . . . .
		2 . . . . . . . .
		1 x . . . . . . .
		  a b c d e f g h`
	s := start(t, checkers(lone))
	offers(t, s, "jump c3 e5+g7")

	refused(t, s, "jump c3 e5", game.Missing, "it must be chosen once more")
	refused(t, s, "jump c3", game.Missing, "it must be chosen")
	refused(t, s, "jump c3 -", game.Missing, "it must be chosen")
	refused(t, s, "jump c3 e5+g7+h8", game.NotOffered, "h8 cannot be chosen")
	refused(t, s, "jump c3 a5", game.NotOffered, "a5 cannot be chosen")
	refused(t, s, "jump a1 c3", game.NotOffered, "the piece on a1 has nothing to capture")
	refused(t, s, "jump d4 b2", game.NotOffered, "d4 cannot be chosen")
	refused(t, s, "step a1 b2", game.Unavailable, "a capture must be made")

	before := s.Hash()
	after := play(t, s, "jump c3 e5+g7")
	drawn(t, s, lone)
	drawn(t, after, `
		8 . o . . . . . .
		7 . . . . . . x .
		6 . . . . . . . .
		5 . . . . . . . .
		4 . . . . . . . .
		3 . . . . . . . .
		2 . . . . . . . .
		1 x . . . . . . .
		  a b c d e f g h`)

	// Undo is one step, however many jumps the move has.
	if s.Played() != 0 || after.Played() != 1 || s.Hash() != before {
		t.Errorf("%d moves before, %d after; the hash before was %x and is %x", s.Played(), after.Played(), before, s.Hash())
	}
	if again := play(t, s, "jump c3 e5+g7"); again.Hash() != after.Hash() {
		t.Error("the same move from the old state leads to a different state")
	}
}

func TestCheckersChoiceOfJumps(t *testing.T) {
	s := start(t, checkers(`
		8 . . . . . . . .
		7 . . . . . . . .
		6 . o . o . . . .
		5 . . . . . . . .
		4 . . . o . o . .
		3 . . . . . . . .
		2 . . . o . . . .
		1 . . x . . . . .
		  a b c d e f g h`))
	offers(t, s, "jump c1 e3+c5+a7", "jump c1 e3+c5+e7", "jump c1 e3+g5")
}

func TestCheckersCrowning(t *testing.T) {
	// On d8 a king could capture on e7, but crowning ends the move.
	s := start(t, checkers(`
		8 . . . . . . . .
		7 . . o . o . . .
		6 . x . . . . . .
		5 . . . . . . . .
		4 . . . . . . . .
		3 . . . . . . . .
		2 . . . . . . . .
		1 . . . . . . . .
		  a b c d e f g h`))
	offers(t, s, "jump b6 d8")
	s = play(t, s, "jump b6 d8")
	drawn(t, s, `
		8 . . . X . . . .
		7 . . . . o . . .
		6 . . . . . . . .
		5 . . . . . . . .
		4 . . . . . . . .
		3 . . . . . . . .
		2 . . . . . . . .
		1 . . . . . . . .
		  a b c d e f g h`)
	offers(t, s, "step e7 d6", "step e7 f6")
	s = play(t, s, "step e7 d6")
	offers(t, s, "step d8 c7", "step d8 e7")
	s = play(t, s, "step d8 e7")
	offers(t, s, "step d6 c5", "step d6 e5")

	// A king goes both ways, and captures both ways.
	s = play(t, s, "step d6 c5", "step e7 d6")
	offers(t, s, "step c5 b4", "step c5 d4")
	s = play(t, s, "step c5 d4")
	offers(t, s, "step d6 c5", "step d6 c7", "step d6 e5", "step d6 e7")
	s = play(t, s, "step d6 e5", "step d4 e3", "step e5 f4")
	offers(t, s, "step e3 d2", "step e3 f2")
	s = play(t, s, "step e3 d2", "step f4 e3")
	offers(t, s, "step d2 c1", "step d2 e1")
	s = play(t, s, "step d2 e1", "step e3 f2")
	offers(t, s, "jump e1 g3")
}

func TestCheckersKingGoesRound(t *testing.T) {
	// A king captures four men and returns to where it started.
	s := start(t, checkers(`
		8 . . . . . . . .
		7 . . . . . . . .
		6 . . . . . . . .
		5 . . o . o . . .
		4 . . . . . . . .
		3 . . o . o . . .
		2 . . . X . . . .
		1 . . . . . . . .
		  a b c d e f g h`))
	offers(t, s, "jump d2 b4+d6+f4+d2", "jump d2 f4+d6+b4+d2")
	s = play(t, s, "jump d2 b4+d6+f4+d2")
	if got := s.Outcome().String(); got != "won by seat 0" {
		t.Errorf("with no man left the game is %s", got)
	}
}

func TestCheckersStuckSeatLoses(t *testing.T) {
	s := start(t, checkers(`
		8 . . . . . . . .
		7 . . . . . . . .
		6 . . . . . . . .
		5 . . . . . . . .
		4 . . . . . . . o
		3 . . . . . . x .
		2 . . . . . . . .
		1 . . . . x . . .
		  a b c d e f g h`))
	blocked := play(t, s, "step e1 f2")
	if got := blocked.Outcome().String(); got != "won by seat 0" {
		t.Errorf("h4 is blocked, but the game is %s", got)
	}
	free := play(t, s, "step e1 d2")
	if got := free.Outcome().String(); got != "running" {
		t.Errorf("h4 can capture, but the game is %s", got)
	}
	offers(t, free, "jump h4 f2")
}

func TestCheckersRepetition(t *testing.T) {
	s := start(t, checkers(`
		8 . . . . . . . O
		7 . . . . . . . .
		6 . . . . . . . .
		5 . . . . . . . .
		4 . . . . . . . .
		3 . . . . . . . .
		2 . . . . . . . .
		1 X . . . . . . .
		  a b c d e f g h`))
	round := []string{"step a1 b2", "step h8 g7", "step b2 a1", "step g7 h8"}
	s = play(t, s, round...)
	if n := s.Repeats(); n != 1 {
		t.Errorf("after one round the position has occurred %d times before, want 1", n)
	}
	s = play(t, s, round...)
	if got := s.Outcome().String(); got != "draw" {
		t.Errorf("the position has occurred three times, but the game is %s", got)
	}
}

// plainCheckers is a position without the kernel: the squares row by row from the lower left, as they are drawn.
type plainCheckers [64]byte

// jumps appends every complete capture of the piece on i.
func (p plainCheckers) jumps(i int, so string, all *[]string) {
	went := false
	for _, d := range plainWays(p[i]) {
		x, y := i%8+2*d[0], i/8+2*d[1]
		if x < 0 || y < 0 || x > 7 || y > 7 {
			continue
		}
		over, to := i+d[0]+8*d[1], x+8*y
		if p[to] != '.' || p[over] == '.' || p[over]|32 == p[i]|32 {
			continue
		}
		next := p
		next[i], next[over], next[to] = '.', '.', p[i]
		went = true
		next.jumps(to, so+"+"+squareName(to), all)
	}
	if !went && strings.Contains(so, "+") {
		*all = append(*all, "jump "+strings.Replace(so, "+", " ", 1))
	}
}

func (p plainCheckers) moves(side byte) (all []string) {
	for i := range p {
		if p[i]|32 == side {
			p.jumps(i, squareName(i), &all)
		}
	}
	for i := range p {
		if p[i]|32 != side || len(all) > 0 && strings.HasPrefix(all[0], "jump") {
			continue
		}
		for _, d := range plainWays(p[i]) {
			if x, y := i%8+d[0], i/8+d[1]; x >= 0 && y >= 0 && x < 8 && y < 8 && p[x+8*y] == '.' {
				all = append(all, "step "+squareName(i)+" "+squareName(x+8*y))
			}
		}
	}
	slices.Sort(all)
	return all
}

func plainWays(piece byte) [][2]int {
	return map[byte][][2]int{
		'x': {{1, 1}, {-1, 1}}, 'o': {{1, -1}, {-1, -1}},
		'X': {{1, 1}, {-1, 1}, {1, -1}, {-1, -1}}, 'O': {{1, 1}, {-1, 1}, {1, -1}, {-1, -1}},
	}[piece]
}

func squareName(i int) string { return string([]byte{'a' + byte(i%8), '1' + byte(i/8)}) }

func TestCheckersAgainstPlain(t *testing.T) {
	games := 60
	if testing.Short() {
		games = 6
	}
	r := checkers(checkersStart)
	first, kings, longest := start(t, r), 0, 0
	f := first.Fork()
	for n := range games {
		f.Reset(first)
		f.Seed(uint64(n))
		for turn := range 200 {
			s, err := f.Freeze()
			if err != nil {
				t.Fatal(err)
			}
			if s.Outcome().Over {
				break
			}
			drawing := r.Layout[0].(*board.Grid).Draw(s)
			var p plainCheckers
			for y, row := range strings.Split(drawing, "\n")[:8] {
				for x := range 8 {
					p[x+8*(7-y)] = row[2+2*x]
				}
			}
			got, want := legal(t, s), p.moves("xo"[s.Turn()])
			if !slices.Equal(got, want) {
				t.Fatalf("game %d, turn %d, %v to move:\n%s\ngot  %v\nwant %v", n, turn, s.Turn(), drawing, got, want)
			}
			kings += strings.Count(drawing, "X") + strings.Count(drawing, "O")
			for _, move := range got {
				longest = max(longest, strings.Count(move, "+")+1)
			}
			if _, err := f.Random(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if kings == 0 || longest < 2 {
		t.Errorf("%d kings were seen, and up to %d jumps in a move: the games cover too little", kings, longest)
	}
}
