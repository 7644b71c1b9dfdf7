package probes

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
)

var (
	inCheck = game.NewPart[bool]("check")   // on the table: the umpire has announced check for the side to move
	inVain  = game.NewPart[uint32]("tried") // of a man: the squares it was refused this turn, as bits
)

// kriegspiel is chess on a small board where each side sees only its own men, from a drawn position of kings, rooks and
// pawns. The umpire, who sees everything, responds.
func kriegspiel(start string) *game.Rules {
	b := board.Square("board", kriegWide, kriegHigh)
	b.Cell.Seen = game.ByOwner.Else(game.Unseen)
	king := &game.Kind{Name: "king", Look: game.Look{BySeat: []string{"K", "k"}}}
	rook := &game.Kind{Name: "rook", Look: game.Look{BySeat: []string{"R", "r"}}}
	pawn := &game.Kind{Name: "pawn", Look: game.Look{BySeat: []string{"P", "p"}}}
	square := func(cell game.ID) int {
		x, y := b.XY(cell)
		return y*kriegWide + x
	}
	men := func(s *game.State) (d diagram) {
		for id := range s.All() {
			d[square(s.Parent(id))] = s.Kind(id).Look.BySeat[s.Owner(id)][0]
		}
		return d
	}

	// A side may try any move that would be possible with only its own men on the board, but not again one that was
	// refused this turn.
	man := &game.Pick[game.ID]{Name: "man", From: func(t *game.Tx) game.Set[game.ID] {
		return game.SetOf(slices.Collect(t.All())...).Where(func(id game.ID) bool { return t.Owner(id) == t.Seat })
	}}
	to := &game.Pick[game.ID]{Name: "to", From: func(t *game.Tx) game.Set[game.ID] {
		mine, from, tried := men(t.State).of(t.Seat), square(t.Parent(man.In(t))), inVain.Of(t, man.In(t))
		return b.Cells(t).Where(func(cell game.ID) bool {
			return mine.goes(from, square(cell), true) && tried>>square(cell)&1 == 0
		})
	}}
	try := func(t *game.Tx) {
		id, cell, enemy := man.In(t), to.In(t), 1-t.Seat

		// If the move is not possible, the umpire says no, and the side tries something else.
		if !men(t.State).legal(t.Seat, square(t.Parent(id)), square(cell)) {
			t.Announce("no")
			inVain.Edit(t, id, func(squares *uint32) { *squares |= 1 << square(cell) })
			t.Again()
			return
		}
		for id := range t.All() {
			if t.Owner(id) == t.Seat {
				inVain.Set(t, id, 0)
			}
		}

		// The umpire announces where something is captured, but not what, and not that a pawn becomes a rook on the
		// last row.
		if taken := t.Last(cell); taken != 0 {
			t.Announce("{0} captures on {1}", t.Seat, cell)
			t.Remove(taken)
		}
		t.Move(id, cell)
		if t.Kind(id) == pawn && square(cell)/kriegWide == lastRow(t.Seat) {
			t.Become(id, rook)
		}

		// The umpire announces check, and when the other side has no move left: mate, or a draw.
		now := men(t.State)
		check := now.checked(enemy)
		inCheck.Set(t, game.Root, check)
		switch stuck := !now.canMove(enemy); {
		case check && stuck:
			t.Announce("checkmate")
			t.Win(t.Seat)
		case stuck:
			t.Announce("stalemate")
			t.Tie()
		case check:
			t.Announce("check")
		}
	}

	// Bare kings, and too many tries, are a draw.
	end := func(t *game.Tx) {
		if left := men(t.State); left.count(0) == 1 && left.count(1) == 1 || t.Played() >= 150 {
			t.Tie()
		}
	}

	// The unseen men can be any that remain of those at the start, some pawns now rooks, standing anywhere.
	guess := func(t *game.Tx, seat game.Seat) {
		free := b.Cells(t).Minus(b.Held(t, seat))
		for other := range t.Others(seat).All() {
			var pool []*game.Kind
			for _, glyph := range start {
				switch string(glyph) {
				case rook.Look.BySeat[other]:
					pool = append(pool, rook)
				case pawn.Look.BySeat[other]:
					pool = append(pool, pawn)
				}
			}
			for id := range t.All() {
				if t.Owner(id) != other {
					continue
				}
				inVain.Set(t, id, 0)
				cell := t.Choose(free)
				free = free.Minus(game.SetOf(cell))
				t.Move(id, cell)
				if t.Kind(id) == king {
					continue
				}
				i := t.Int(len(pool))
				if t.Become(id, pool[i]); pool[i] == pawn && t.Int(4) == 0 {
					t.Become(id, rook)
				}
				pool = slices.Delete(pool, i, i+1)
			}
		}
	}

	// A guess fits if the umpire would have said the same: check or not, no to everything refused this turn, and
	// neither mate nor a draw.
	fits := func(s *game.State, _ game.Seat) bool {
		d, turn := men(s), s.Turn()
		for id := range s.All(pawn) {
			if row := square(s.Parent(id)) / kriegWide; row == 0 || row == kriegHigh-1 {
				return false
			}
		}
		if turn == game.Nobody {
			return true
		}
		for id := range s.All() {
			for at := range d {
				if inVain.Of(s, id)>>at&1 != 0 && d.legal(turn, square(s.Parent(id)), at) {
					return false
				}
			}
		}
		return d.checked(turn) == inCheck.Of(s, game.Root) && !d.checked(1-turn) && d.canMove(turn)
	}
	return &game.Rules{
		Name:    "kriegspiel",
		Seats:   game.Exactly(2),
		Layout:  []game.Layout{b},
		Kinds:   []*game.Kind{king, rook, pawn},
		Parts:   []game.Column{inCheck, inVain},
		Setup:   func(t *game.Tx) { b.Put(t, start, king, rook, pawn) },
		Actions: []*game.Action{{Name: "try", Pick: []game.Choice{man, to}, Do: try, Secret: true}},
		End:     end,
		Guess:   guess,
		Fits:    fits,
	}
}

const kriegWide, kriegHigh = 4, 5

// diagram is the men on the board, row by row from the lower left, those of seat 0 in capital letters; 0 for an empty
// square.
type diagram [kriegWide * kriegHigh]byte

func lastRow(seat game.Seat) int { return []int{kriegHigh - 1, 0}[seat] }

func sideOf(man byte) game.Seat {
	switch {
	case man == 0:
		return game.Nobody
	case unicode.IsUpper(rune(man)):
		return 0
	}
	return 1
}

// of returns the men of one side alone.
func (d diagram) of(seat game.Seat) diagram {
	for at, man := range d {
		if sideOf(man) != seat {
			d[at] = 0
		}
	}
	return d
}

func (d diagram) count(seat game.Seat) (n int) {
	for _, man := range d {
		if sideOf(man) == seat {
			n++
		}
	}
	return n
}

// goes reports whether a man can go there. If blind, there may be men besides these.
func (d diagram) goes(from, to int, blind bool) bool {
	man := d[from]
	if man == 0 || sideOf(d[to]) == sideOf(man) {
		return false
	}
	x, y := to%kriegWide-from%kriegWide, to/kriegWide-from/kriegWide
	switch unicode.ToUpper(rune(man)) {
	case 'K':
		return max(x, -x, y, -y) == 1
	case 'R':
		return (x == 0 || y == 0) && d.clear(from, to)
	}
	ahead := 1 - 2*int(sideOf(man))
	return y == ahead && (x == 0 && d[to] == 0 || max(x, -x) == 1 && (blind || d[to] != 0))
}

// clear reports whether nothing is between two squares of a row or column.
func (d diagram) clear(from, to int) bool {
	if from > to {
		from, to = to, from
	}
	step := 1
	if from%kriegWide == to%kriegWide {
		step = kriegWide
	}
	for at := from + step; at < to; at += step {
		if d[at] != 0 {
			return false
		}
	}
	return true
}

// checked reports whether the king of the side is attacked.
func (d diagram) checked(seat game.Seat) bool {
	king := slices.Index(d[:], "Kk"[seat])
	for at, man := range d {
		if man != 0 && sideOf(man) != seat && d.goes(at, king, false) {
			return true
		}
	}
	return false
}

// legal reports whether the side may make the move, given all men on the board.
func (d diagram) legal(seat game.Seat, from, to int) bool {
	if sideOf(d[from]) != seat || !d.goes(from, to, false) {
		return false
	}
	d[from], d[to] = 0, d[from]
	return !d.checked(seat)
}

func (d diagram) canMove(seat game.Seat) bool {
	for from := range d {
		for to := range d {
			if d.legal(seat, from, to) {
				return true
			}
		}
	}
	return false
}

const kriegStart = `
	5 k . . r
	4 p . p .
	3 . . . .
	2 . P . P
	1 R . . K
	  a b c d`

// heard returns what a seat hears about the last move.
func heard(s *game.State, seat game.Seat) string {
	var all []string
	for _, line := range s.View(seat).Said() {
		all = append(all, line.String())
	}
	return strings.Join(all, ", ")
}

func TestKriegspielViews(t *testing.T) {
	s := start(t, kriegspiel(kriegStart))
	drawn(t, s.View(0), `
		5 . . . .
		4 . . . .
		3 . . . .
		2 . P . P
		1 R . . K
		  a b c d`)
	drawn(t, s.View(1), `
		5 k . . r
		4 p . p .
		3 . . . .
		2 . . . .
		1 . . . .
		  a b c d`)
	if got := scouting(s.View(0)); got != "a1 #1, d1 #2, b2 #3, d2 #4" {
		t.Errorf("player 1 sees %s", got)
	}
	if got := scouting(s.View(1)); got != "a4 #1, c4 #2, a5 #3, d5 #4" {
		t.Errorf("player 2 sees %s", got)
	}
	if got := scouting(s.View(game.Nobody)); got != "" {
		t.Errorf("spectators see %s", got)
	}

	// The view offers the moves it shows to be possible: the rook goes up to the far end.
	offers(t, s.View(0),
		"try #1 a2", "try #1 a3", "try #1 a4", "try #1 a5", "try #1 b1", "try #1 c1",
		"try #2 c1", "try #2 c2",
		"try #3 a3", "try #3 b3", "try #3 c3", "try #4 c3", "try #4 d3")
	wantSameOffers(t, s)
}

func TestKriegspielUmpire(t *testing.T) {
	s := start(t, kriegspiel(kriegStart))
	v := s.View(0)
	m, err := v.Parse(0, "try #1 a5")
	if err != nil {
		t.Fatal(err)
	}
	if m, err = v.Real(m); err != nil {
		t.Fatal(err)
	}
	no, err := s.Play(m)
	if err != nil {
		t.Fatal(err)
	}

	// The umpire says no, which everyone hears. The turn stays, and the same move is not offered again.
	for _, x := range everyone(no) {
		if got := heard(no, x); got != "no" {
			t.Errorf("%v hears %q", x, got)
		}
	}
	if got := legal(t, no.View(0)); no.Turn() != 0 || slices.Contains(got, "try #1 a5") || !slices.Contains(got, "try #1 a4") || len(got) != 12 {
		t.Errorf("it is the turn of %v, who is offered %v", no.Turn(), got)
	}
	if got := fmt.Sprint(s.Changes(no, 1)[0], s.TextFor(1, m, no)); got != "[{ @moves 0 1}]?" {
		t.Errorf("player 2 hears %s", got)
	}
	if got := fmt.Sprint(s.Changes(no, 0)[0], s.TextFor(0, m, no)); got != "[{ @moves 0 1} {#1 tried  65536}]try #1 a5" {
		t.Errorf("player 1 hears %s", got)
	}

	// The umpire announces where something is captured. Its owner sees it disappear; the other side does not see what
	// it was. Then everything may be tried again.
	took := playHere(t, no, "a1 a4")
	for _, x := range everyone(took) {
		if got := heard(took, x); got != "player 1 captures on a4, check" {
			t.Errorf("%v hears %q", x, got)
		}
	}
	drawn(t, took.View(1), `
		5 k . . r
		4 . . p .
		3 . . . .
		2 . . . .
		1 . . . .
		  a b c d`)
	if got := fmt.Sprint(no.Changes(took, 0)[0]); got != "[{ @turn 0 1} { @moves 1 2} {#1 tried 65536 } {a1 @holds 0 #1 0} {a4 @holds 0 0 #1} {table check  true}]" {
		t.Errorf("player 1 hears %s", got)
	}

	// A king in check must get out of it.
	for _, refused := range []string{"d5 d4", "a5 b4"} {
		if got := heard(playHere(t, took, refused), 1); got != "no" {
			t.Errorf("%s: the umpire says %q", refused, got)
		}
	}
	if got := heard(playHere(t, took, "a5 a4"), 0); got != "player 2 captures on a4" {
		t.Errorf("the umpire says %q", got)
	}
}

// playHere plays moves by the squares they lead from and to.
func playHere(t testing.TB, s *game.State, moves ...string) *game.State {
	t.Helper()
	for _, move := range moves {
		from, to, _ := strings.Cut(move, " ")
		s = play(t, s, fmt.Sprintf("try %s %s", s.Name(s.Last(s.Find(from))), to))
	}
	return s
}

func TestKriegspielEnds(t *testing.T) {
	for _, test := range []struct{ name, start, move, said, outcome string }{
		{"mate by king and rook", `
			5 k . . .
			4 . . . .
			3 K . . R
			2 . . . .
			1 . . . .`, "d3 d5", "checkmate", "won by seat 0"},
		{"mate by two rooks", `
			5 k . . .
			4 . . . R
			3 . . R .
			2 . . . .
			1 . . . K`, "c3 c5", "checkmate", "won by seat 0"},
		{"stalemate", `
			5 k . . .
			4 . . . .
			3 . . R .
			2 . R . .
			1 . . . K`, "c3 c4", "stalemate", "draw"},
		{"bare kings", `
			5 k . . .
			4 . . . .
			3 . . . .
			2 . . . .
			1 r K . .`, "b1 a1", "player 1 captures on a1", "draw"},
		{"a pawn becomes a rook, and nobody is told but by the check", `
			5 . . . k
			4 P . . .
			3 . . . .
			2 . . . .
			1 K . . .`, "a4 a5", "check", ""},
	} {
		s := playHere(t, start(t, kriegspiel(test.start)), test.move)
		outcome := ""
		if s.Over() {
			outcome = s.Outcome().String()
		}
		if got := heard(s, game.Nobody); got != test.said || outcome != test.outcome {
			t.Errorf("%s: the umpire says %q, and it is %q; want %q, %q", test.name, got, outcome, test.said, test.outcome)
		}
	}
}

// Guessed men can be anywhere, provided that the umpire would have said the same.
func TestKriegspielGuess(t *testing.T) {
	s := start(t, kriegspiel(kriegStart))
	b := s.Rules().Layout[0].(*board.Grid)
	s = playHere(t, s, "a1 a5")
	if heard(s, 0) != "no" {
		t.Fatal("the umpire does not say no")
	}
	boards := map[string]bool{}
	for n := range uint64(200) {
		r := redealt(t, s, 0, n)
		boards[b.Draw(r)] = true
		if got := heard(playHere(t, withoutRefusals(t, r), "a1 a5"), 0); got != "no" {
			t.Fatalf("the umpire says %q on\n%s", got, b.Draw(r))
		}
	}
	if len(boards) < 150 {
		t.Errorf("200 re-deals give %d boards", len(boards))
	}

	// The other side knows that its king on a5 is attacked.
	s = playHere(t, s, "a1 a4")
	for n := range uint64(200) {
		r := redealt(t, s, 1, n)
		attacked := false
		for id := range r.All() {
			if r.Owner(id) == 0 {
				x, y := b.XY(r.Parent(id))
				attacked = attacked || x == 0 || y == 4 || x == 1 && y == 3
			}
		}
		if !attacked {
			t.Fatalf("there is no check in\n%s", b.Draw(r))
		}
	}
}

// withoutRefusals returns the state with nothing refused this turn.
func withoutRefusals(t testing.TB, s *game.State) *game.State {
	t.Helper()
	var changes []game.Change
	for id := range s.All() {
		if was := inVain.Of(s, id); was != 0 {
			changes = append(changes, game.Change{Of: s.Name(id), Field: "tried", Was: fmt.Sprint(was)})
		}
	}
	s, err := s.Apply(changes)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestKriegspielRandomly(t *testing.T) { watched(t, kriegspiel(kriegStart), 20) }
