package checkers_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/checkers"
	"github.com/plygame/ply/gametest"
)

func TestLaws(t *testing.T) {
	gametest.Config{Make: "checkers.New()"}.Check(t, checkers.New())
}

func TestGolden(t *testing.T) {
	gametest.Golden(t, checkers.New(), "testdata/game.golden", 1)
}

func FuzzMoves(f *testing.F) { gametest.Fuzz(f, checkers.New()) }

// The published numbers.
func TestPerft(t *testing.T) {
	want := []uint64{7, 49, 302, 1469, 7361, 36768, 179740, 845931}
	if testing.Short() {
		want = want[:6]
	}
	f := start(t).Fork()
	for i, want := range want {
		if got, err := f.Perft(i + 1); got != want || err != nil {
			t.Errorf("%d games of %d moves, want %d: %v", got, i+1, want, err)
		}
	}
}

// white begins with this position, and White (o) to move up the board.
func white(t *testing.T, drawing string) *gametest.Match {
	t.Helper()
	return gametest.Arrange(t, checkers.New(), gametest.Setup{Turn: 1}, drawing)
}

// offers reports a test error unless exactly these moves are legal.
func offers(t *testing.T, s *game.State, want ...string) {
	t.Helper()
	slices.Sort(want)
	if got := legal(t, s); !slices.Equal(got, want) {
		t.Errorf("legal moves are\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
}

func legal(t *testing.T, s *game.State) (all []string) {
	t.Helper()
	moves, err := s.Moves()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range moves {
		all = append(all, s.Text(m))
	}
	slices.Sort(all)
	return all
}

func TestJumps(t *testing.T) {
	g := white(t, `
		. x . . . . . .
		. . . . . . . .
		. . . . . x . .
		. . . . . . . .
		. . . x . . . .
		. . o . . . . .
		. . . . . . . .
		o . . . . . . .`)
	offers(t, g.State(), "jump c3 e5+g7")
	g.RefuseWords(1, "jump c3 e5", "it must be chosen once more")
	g.Refuse(1, "jump c3", game.Missing)
	g.Refuse(1, "jump c3 e5+g7+h8", game.NotOffered)
	g.Refuse(1, "jump a1 c3", game.NotOffered)
	g.RefuseWords(1, "move a1 b2", "you must jump")
	g.Play(1, "jump c3 e5+g7")
	g.ExpectBoard(`
		8 . x . . . . . .
		7 . . . . . . o .
		6 . . . . . . . .
		5 . . . . . . . .
		4 . . . . . . . .
		3 . . . . . . . .
		2 . . . . . . . .
		1 o . . . . . . .
		  a b c d e f g h`)
	g.Undo()
	offers(t, g.State(), "jump c3 e5+g7")
}

func TestChoiceOfJumps(t *testing.T) {
	offers(t, white(t, `
		. . . . . . . .
		. . . . . . . .
		. x . x . . . .
		. . . . . . . .
		. . . x . x . .
		. . . . . . . .
		. . . x . . . .
		. . o . . . . .`).State(), "jump c1 e3+c5+a7", "jump c1 e3+c5+e7", "jump c1 e3+g5")
}

// TestCrowning: from d8 a king could continue and capture on e7, but being crowned ends the move.
func TestCrowning(t *testing.T) {
	g := white(t, `
		. . . . . . . .
		. . x . x . . .
		. o . . . . . .
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .`)
	offers(t, g.State(), "jump b6 d8")
	g.Play(1, "jump b6 d8")
	g.ExpectBoard(`
		8 . . . O . . . .
		7 . . . . x . . .
		6 . . . . . . . .
		5 . . . . . . . .
		4 . . . . . . . .
		3 . . . . . . . .
		2 . . . . . . . .
		1 . . . . . . . .
		  a b c d e f g h`)
	offers(t, g.State(), "move e7 d6", "move e7 f6")

	// A king goes both ways, and captures both ways.
	g.PlayAll("move e7 d6", "move d8 e7", "move d6 c5", "move e7 d6", "move c5 d4")
	offers(t, g.State(), "move d6 c5", "move d6 c7", "move d6 e5", "move d6 e7")
	g.PlayAll("move d6 c7", "move d4 e3", "move c7 d6", "move e3 d2", "move d6 e5", "move d2 e1")
	offers(t, g.State(), "move e5 d4", "move e5 d6", "move e5 f4", "move e5 f6")
	g.PlayAll("move e5 f4", "move e1 d2", "move f4 e3")
	offers(t, g.State(), "jump d2 f4")
}

// TestKingGoesRound: a king takes four men and comes back to where it began.
func TestKingGoesRound(t *testing.T) {
	g := white(t, `
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		. . x . x . . .
		. . . . . . . .
		. . x . x . . .
		. . . O . . . .
		. . . . . . . .`)
	offers(t, g.State(), "jump d2 b4+d6+f4+d2", "jump d2 f4+d6+b4+d2")
	g.Play(1, "jump d2 b4+d6+f4+d2")
	g.ExpectWinner(1)
}

func TestBlockedLoses(t *testing.T) {
	g := white(t, `
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		. . . . . . . x
		. . . . . . o .
		. . . . . . . .
		. . . . o . . .`)
	g.Play(1, "move e1 d2")
	g.ExpectRunning()
	offers(t, g.State(), "jump h4 f2")
	g.Undo()
	g.Play(1, "move e1 f2")
	g.ExpectWinner(1)
}

func TestRepetition(t *testing.T) {
	s, err := position("B:WK29:BK4")
	if err != nil {
		t.Fatal(err)
	}
	g := gametest.From(t, s)
	round := []string{"move h8 g7", "move a1 b2", "move g7 h8", "move b2 a1"}
	for _, text := range slices.Concat(round, round) {
		g.ExpectRunning()
		g.PlayAll(text)
	}
	g.ExpectTie()
}

// TestFortyMoves begins after 78 moves in which no man has moved and no piece was taken: two more, and it is a draw,
// unless the last of them wins, takes a piece or moves a man.
func TestFortyMoves(t *testing.T) {
	for _, c := range []struct {
		name, drawing, last, ends string
	}{
		{"a king moves", `
			. x . . . . . X
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . . . . o .
			. . . . . . . .
			. . . . O . . .`, "move e1 d2", "draw"},
		{"a man moves", `
			. . . . . . . X
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . . . . o .
			. . . . . . . .
			. . . . O . . .`, "move g3 f4", "running"},
		{"a piece is taken", `
			. . . . . . . X
			. . . . . . . .
			. . . . . . . .
			. . x . . . . .
			. . . O . . . .
			. . . . o . . .
			. . . . . . . .
			. . . . . . . .`, "jump d4 b6", "running"},
		{"a king moves and blocks the last man", `
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . . . . . x
			. . . . . . o .
			. . . . . . . .
			. . . . O . . .`, "move e1 f2", "won by seat 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := checkers.New()
			b := r.Layout[0].(*board.Grid)
			black := strings.Contains(c.drawing, "X")
			r.Setup = func(t *game.Tx) {
				b.Put(t, c.drawing, r.Kinds...)
				calm := 79
				if black {
					calm = 78
				} else {
					t.Next(1)
				}
				r.Parts[0].(*game.Part[int]).Set(t, game.Root, calm)
			}
			g := gametest.New(t, r, gametest.Setup{})
			if black {
				g.PlayAll("move h8 g7")
			}
			g.PlayAll(c.last)
			if got := g.State().Outcome().String(); got != c.ends {
				t.Errorf("it is %s, want %s", got, c.ends)
			}
		})
	}
}

func position(fen string) (*game.State, error) {
	return checkers.New().StartAt(2, game.SeedOf(1), fen)
}

func start(t *testing.T) *game.State {
	return gametest.New(t, checkers.New(), gametest.Setup{}).State()
}

// plain is a position without the kernel: the cells row by row from the lower left, as they are drawn.
type plain [64]byte

// jumps adds to all every complete capture of the piece on i.
func (p plain) jumps(i int, so string, all *[]string) {
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
		next.jumps(to, so+"+"+cellName(to), all)
	}
	if !went && strings.Contains(so, "+") {
		*all = append(*all, "jump "+strings.Replace(so, "+", " ", 1))
	}
}

func (p plain) moves(side byte) (all []string) {
	for i := range p {
		if p[i]|32 == side {
			p.jumps(i, cellName(i), &all)
		}
	}
	for i := range p {
		if p[i]|32 != side || len(all) > 0 && strings.HasPrefix(all[0], "jump") {
			continue
		}
		for _, d := range plainWays(p[i]) {
			if x, y := i%8+d[0], i/8+d[1]; x >= 0 && y >= 0 && x < 8 && y < 8 && p[x+8*y] == '.' {
				all = append(all, "move "+cellName(i)+" "+cellName(x+8*y))
			}
		}
	}
	slices.Sort(all)
	return all
}

func plainWays(piece byte) [][2]int {
	return map[byte][][2]int{
		'x': {{1, -1}, {-1, -1}}, 'o': {{1, 1}, {-1, 1}},
		'X': {{1, 1}, {-1, 1}, {1, -1}, {-1, -1}}, 'O': {{1, 1}, {-1, 1}, {1, -1}, {-1, -1}},
	}[piece]
}

func cellName(i int) string { return string([]byte{'a' + byte(i%8), '1' + byte(i/8)}) }

func TestAgainstPlain(t *testing.T) {
	games := 60
	if testing.Short() {
		games = 6
	}
	first, kings, longest := start(t), 0, 0
	f := first.Fork()
	for n := range games {
		f.Reset(first)
		f.Seed(uint64(n))
		for turn := range 200 {
			s, err := f.Freeze()
			if err != nil {
				t.Fatal(err)
			}
			if s.Over() {
				break
			}
			drawing := s.Rules().Layout[0].(*board.Grid).Draw(s)
			var p plain
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
		t.Errorf("%d kings were seen, and up to %d jumps in a move: the games have not tried enough", kings, longest)
	}
}
