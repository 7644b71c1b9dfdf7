package probes

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
)

var (
	goSize = &game.Option[int]{Name: "size", Label: "Board size", Default: 9, Min: 2, Max: 19}
	goKomi = &game.Option[int]{Name: "komi", Label: "Komi, in half points", Default: 13, Min: 0, Max: 99}

	passes = game.NewPart[int]("passes") // on the table: how many in a row
)

// goban is Go with area scoring and positional superko, from a drawn position or the empty
// board. Black is seat 0.
func goban(size, komi int, position string) *game.Rules {
	b := board.Orthogonal("board", size, size)
	stone := &game.Kind{Name: "stone", Look: game.Look{Shape: "disc", BySeat: []string{"X", "O"}}}

	// The liberties of a group are the empty points next to it.
	liberties := func(t *game.Tx, group game.Set[game.ID]) game.Set[game.ID] { return b.Around(group).And(b.Empty(t)) }

	// A stone is placed; then enemy groups next to it without liberties are captured.
	place := func(t *game.Tx, cell game.ID) {
		t.Create(stone, cell)
		var captured game.Set[game.ID]
		for enemy := range b.Around(game.SetOf(cell)).And(b.Held(t, 1-t.Seat)).All() {
			if group := b.Group(t, enemy); liberties(t, group).Empty() {
				captured = captured.Or(group)
			}
		}
		for point := range captured.All() {
			t.Remove(t.Last(point))
		}
	}

	// A stone needs a liberty, and no position of the whole board may occur a second time.
	allowed := func(t *game.Tx, cell game.ID) (ok bool) {
		t.Try(func() {
			place(t, cell)
			switch {
			case liberties(t, b.Group(t, cell)).Empty():
				ok = t.Refuse("a stone on {0} would have no liberty", cell)
			case t.Repeats() > 0:
				ok = t.Refuse("a stone on {0} would repeat an earlier position", cell)
			default:
				ok = true
			}
		})
		return ok
	}
	point := &game.Pick[game.ID]{Name: "point", Prompt: "Choose an empty point", From: b.Empty, If: allowed}

	// A seat scores a point for each stone, and for each empty point of a region that only its stones touch. White also
	// gets the komi. Points are counted in halves.
	score := func(t *game.Tx) {
		points := [2]int{2 * b.Held(t, 0).Len(), 2*b.Held(t, 1).Len() + komi}
		for left := b.Empty(t); !left.Empty(); {
			region := b.Group(t, left.First())
			left = left.Minus(region)
			border := b.Around(region)
			black, white := border.And(b.Held(t, 0)), border.And(b.Held(t, 1))
			if white.Empty() && !black.Empty() {
				points[0] += 2 * region.Len()
			}
			if black.Empty() && !white.Empty() {
				points[1] += 2 * region.Len()
			}
		}
		t.Score(points[0], points[1])
	}

	play := func(t *game.Tx) {
		place(t, point.In(t))
		passes.Set(t, game.Root, 0)
	}
	pass := func(t *game.Tx) {
		passes.Add(t, game.Root, 1)
		if passes.Of(t, game.Root) == 2 {
			score(t)
		}
	}
	return &game.Rules{
		Name:     "go",
		Seats:    game.Exactly(2),
		Options:  []game.Setting{goSize.Is(size), goKomi.Is(komi)},
		Make:     func(v game.Values) *game.Rules { return goban(goSize.In(v), goKomi.In(v), "") },
		Layout:   []game.Layout{b},
		Kinds:    []*game.Kind{stone},
		Parts:    []game.Column{passes},
		Position: game.Position{Places: []game.Layout{b}},
		Setup: func(t *game.Tx) {
			if position != "" {
				b.Put(t, position, stone)
			}
		},
		Actions: []*game.Action{
			{Name: "play", Pick: []game.Choice{point}, Do: play},
			{Name: "pass", Do: pass},
		},
	}
}

func TestGoCapture(t *testing.T) {
	s := start(t, goban(5, 0, `
		5 . . X . .
		4 . X O X .
		3 . X O O X
		2 . . X . .
		1 . . . . .
		  a b c d e`))
	s = play(t, s, "play d2")
	drawn(t, s, `
		5 . . X . .
		4 . X . X .
		3 . X . . X
		2 . . X X .
		1 . . . . .
		  a b c d e`)

	// White cannot play where it would be captured at once, unless it captures there itself.
	refused(t, s, "play c5", game.NotOffered, "c5 cannot be chosen")
	s = play(t, s, "play d3")
	drawn(t, s, `
		5 . . X . .
		4 . X . X .
		3 . X . O X
		2 . . X X .
		1 . . . . .
		  a b c d e`)
	s = play(t, s, "play c3")
	refused(t, s, "play d3", game.NotOffered, "a stone on d3 would have no liberty")
	refused(t, s, "play c4", game.NotOffered, "a stone on c4 would have no liberty")
}

func TestGoSuicide(t *testing.T) {
	s := start(t, goban(4, 0, `
		4 . O . .
		3 O O . .
		2 . . X X
		1 . . X .
		  a b c d`))
	refused(t, s, "play a4", game.NotOffered, "a stone on a4 would have no liberty")
	s = play(t, s, "play a1")
	refused(t, s, "play d1", game.NotOffered, "a stone on d1 would have no liberty")

	// Taking the last liberty is not suicide if it captures.
	s = start(t, goban(4, 0, `
		4 . O X .
		3 O O X .
		2 X X . .
		1 . . . .
		  a b c d`))
	s = play(t, s, "play a4")
	drawn(t, s, `
		4 X . X .
		3 . . X .
		2 X X . .
		1 . . . .
		  a b c d`)
}

func TestGoKo(t *testing.T) {
	s := start(t, goban(5, 0, `
		5 . . . . .
		4 . X O . .
		3 X . X O .
		2 . X O . .
		1 . . . . .
		  a b c d e`))
	s = play(t, s, "play e5", "play b3")
	drawn(t, s, `
		5 . . . . X
		4 . X O . .
		3 X O . O .
		2 . X O . .
		1 . . . . .
		  a b c d e`)
	refused(t, s, "play c3", game.NotOffered, "a stone on c3 would repeat an earlier position")
	if slices.Contains(legal(t, s), "play c3") {
		t.Error("retaking the ko is a legal move")
	}

	// After a threat and its answer the board is different.
	s = play(t, s, "play a1", "play e1", "play c3")
	refused(t, s, "play b3", game.NotOffered, "a stone on b3 would repeat an earlier position")
	play(t, s, "play a5", "pass", "play b3")
}

// Sending two and returning one is a cycle of three moves: not a ko, because the position before the last is different,
// but the whole board repeats.
func TestGoSuperko(t *testing.T) {
	const before = `
		4 . . . .
		3 . . X .
		2 O O X .
		1 . X . X
		  a b c d`
	s := start(t, goban(4, 0, before))
	sent := play(t, s, "play a1")
	taken := play(t, sent, "play c1")
	drawn(t, taken, `
		4 . . . .
		3 . . X .
		2 O O X .
		1 . . O X
		  a b c d`)
	refused(t, taken, "play b1", game.NotOffered, "a stone on b1 would repeat an earlier position")

	// With an additional stone elsewhere it is a new position.
	again := play(t, taken, "play d4", "pass", "play b1")
	drawn(t, again, `
		4 . . . X
		3 . . X .
		2 O O X .
		1 . X . X
		  a b c d`)
}

func TestGoScore(t *testing.T) {
	tests := []struct {
		name   string
		komi   int
		drawn  string
		points []int // in halves
		winner game.Seat
	}{
		{"a wall down the middle", 13, `
			5 . X O . .
			4 . X O . .
			3 . X O . .
			2 . X O . .
			1 . X O . .`, []int{20, 30 + 13}, 1},
		{"points between both count for nobody", 1, `
			5 . X . O .
			4 . X . O .
			3 . X . O .
			2 . X . O .
			1 . X . O .`, []int{20, 20 + 1}, 1},
		{"eyes, and a region that borders on both", 13, `
			5 X X X X X
			4 X . X . X
			3 X X X X X
			2 . . . . .
			1 . . O . .`, []int{30, 2 + 13}, 0},
		{"an empty board belongs to nobody", 13, `
			5 . . . . .
			4 . . . . .
			3 . . . . .
			2 . . . . .
			1 . . . . .`, []int{0, 13}, 1},
		{"one stone owns it all", 13, `
			5 . . . . .
			4 . . . . .
			3 . . X . .
			2 . . . . .
			1 . . . . .`, []int{50, 13}, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := start(t, goban(5, test.komi, test.drawn))
			one := play(t, s, "pass")
			if one.Outcome().Over {
				t.Fatal("the game is over after one pass")
			}
			o := play(t, one, "pass").Outcome()
			if !slices.Equal(o.Scores, test.points) || !slices.Equal(o.Winners, []game.Seat{test.winner}) {
				t.Errorf("scores %v, winners %v; want %v, %v", o.Scores, o.Winners, test.points, test.winner)
			}
		})
	}
}

func TestGoPass(t *testing.T) {
	s := start(t, goban(9, 13, ""))
	s = play(t, s, "pass", "play e5", "pass", "play c3", "pass")
	if s.Outcome().Over {
		t.Error("the game is over without two passes in a row")
	}
	s = play(t, s, "pass")
	if got := s.Outcome().String(); got != "won by seat 1 (0 : 175)" {
		t.Errorf("after two passes: %s", got)
	}
	if _, err := s.PlayText(0, "pass"); game.CodeOf(err) != game.Over {
		t.Errorf("a move after the end: %v", err)
	}
}

// plainGo is Go without the kernel: the board as text, row by row from the lower left.
type plainGo struct {
	size   int
	points string
	been   map[string]bool
	passes int
	turn   int
}

func newPlainGo(size int) *plainGo {
	empty := strings.Repeat(".", size*size)
	return &plainGo{size: size, points: empty, been: map[string]bool{empty: true}}
}

// group returns the points connected to i with the same contents, and whether any of them is next to an empty one.
func (p *plainGo) group(points []byte, i int) (group []int, free bool) {
	group = []int{i}
	for k := 0; k < len(group); k++ {
		x, y := group[k]%p.size, group[k]/p.size
		for _, d := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
			nx, ny := x+d[0], y+d[1]
			if nx < 0 || ny < 0 || nx >= p.size || ny >= p.size {
				continue
			}
			n := ny*p.size + nx
			if points[n] == '.' {
				free = true
			}
			if points[n] == points[i] && !slices.Contains(group, n) {
				group = append(group, n)
			}
		}
	}
	return group, free
}

// after returns the board after a stone, "" if it is not allowed.
func (p *plainGo) after(i int) string {
	if p.points[i] != '.' {
		return ""
	}
	points := []byte(p.points)
	points[i] = "XO"[p.turn]
	for n := range points {
		if points[n] == "OX"[p.turn] {
			if group, free := p.group(points, n); !free {
				for _, dead := range group {
					points[dead] = '.'
				}
			}
		}
	}
	if _, free := p.group(points, i); !free || p.been[string(points)] {
		return ""
	}
	return string(points)
}

func (p *plainGo) moves() (moves []string) {
	if p.passes == 2 {
		return nil
	}
	for i := range p.points {
		if p.after(i) != "" {
			moves = append(moves, fmt.Sprintf("play %c%d", 'a'+i%p.size, i/p.size+1))
		}
	}
	moves = append(moves, "pass")
	slices.Sort(moves)
	return moves
}

// played returns the game after a legal move.
func (p *plainGo) played(move string) *plainGo {
	q := *p
	q.turn = 1 - p.turn
	if move == "pass" {
		q.passes++
		return &q
	}
	var col byte
	var row int
	fmt.Sscanf(move, "play %c%d", &col, &row)
	q.passes = 0
	q.points = p.after((row-1)*p.size + int(col-'a'))
	q.been = map[string]bool{q.points: true}
	for points := range p.been {
		q.been[points] = true
	}
	return &q
}

func (p *plainGo) perft(depth int) (n uint64) {
	if depth == 0 {
		return 1
	}
	for _, move := range p.moves() {
		n += p.played(move).perft(depth - 1)
	}
	return n
}

func TestGoPerft(t *testing.T) {
	s := start(t, goban(5, 0, ""))
	for depth := range 4 {
		if got, want := perft(t, s, depth), newPlainGo(5).perft(depth); got != want {
			t.Errorf("perft(%d) = %d, want %d", depth, got, want)
		}
	}
	// The smallest board is full of captures and repetitions.
	s = start(t, goban(2, 0, ""))
	for depth := range 8 {
		if got, want := perft(t, s, depth), newPlainGo(2).perft(depth); got != want {
			t.Errorf("2 by 2: perft(%d) = %d, want %d", depth, got, want)
		}
	}
}

func TestGoAgainstPlain(t *testing.T) {
	games := 200
	if testing.Short() {
		games = 20
	}
	r := goban(5, 0, "")
	repeated := 0
	for n := range games {
		luck := rand.New(rand.NewPCG(uint64(n), 0))
		s, plain := start(t, r), newPlainGo(5)
		for turn := 0; !s.Outcome().Over && turn < 150; turn++ {
			got, want := legal(t, s), plain.moves()
			if !slices.Equal(got, want) {
				t.Fatalf("game %d, turn %d:\n%s\ngot  %v\nwant %v", n, turn, r.Layout[0].(*board.Grid).Draw(s), got, want)
			}
			free := *plain
			free.been = nil
			repeated += len(free.moves()) - len(want)

			move := got[luck.IntN(len(got))]
			if move == "pass" { // try again: with few passes the board fills
				move = got[luck.IntN(len(got))]
			}
			s, plain = play(t, s, move), plain.played(move)
		}
	}
	if repeated == 0 {
		t.Error("no stone was ever refused for repeating a position: the games do not cover that")
	}
}
