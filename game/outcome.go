package game

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Outcome is how a game ended.
type Outcome struct {
	Over    bool
	Tie     bool
	Winners []Seat // empty for a draw, and if all seats have lost together
	Ranks   []int  // by seat, 1 for the best; equal ranks are shared, and eliminated seats rank by when they left
	Scores  []int  // by seat, if the game ended by score or with one (Tx.WinWith)
	By      []ID   // what has won, such as a line, if the rules name it; in a view, only what is visible

	shared bool // all seats have won or lost together, with the same score
}

// Over reports whether the game has ended.
func (s *State) Over() bool { return s.over != running }

// Won reports whether the seat has won.
func (s *State) Won(seat Seat) bool { return seat >= 0 && s.winners>>uint(seat)&1 != 0 }

// Tied reports whether the game has ended in a draw.
func (s *State) Tied() bool { return s.over == drawn }

// Decided returns who has won, or is certain to win however play continues, and whether that is known:
// because the game is over, or because Rules.Decided says so. An empty set means that nobody wins, as in a
// draw.
func (s *State) Decided() (winners Set[Seat], ok bool) {
	if s.over != running {
		return Set[Seat]{set{a: uint64(s.winners)}}, true
	}
	if s.rules.Decided == nil {
		return Set[Seat]{}, false
	}
	return s.rules.Decided(s)
}

// Rank returns the seat's rank, as in Outcome.Ranks: 1 for the best, and the same for equals; in a draw, 1
// for all. It is 0 while the game is running. It does not allocate.
func (s *State) Rank(seat Seat) int {
	if s.over == running || seat < 0 || int(seat) >= int(s.seats) {
		return 0
	}
	rank := 1
	for b := range int(s.seats) {
		if s.better(b, int(seat)) {
			rank++
		}
	}
	return rank
}

// Outcome returns how the game ended; its Over field is false while the game is running.
func (s *State) Outcome() Outcome {
	o := Outcome{Over: s.over != running, Tie: s.over == drawn, By: s.wonBy()}
	if !o.Over {
		return o
	}
	n := int(s.seats)
	o.Ranks = make([]int, n)
	if s.score != nil && s.over != byRank {
		o.Scores = slices.Clone((*s.score)[:n])
	}
	for a := range n {
		o.Ranks[a] = s.Rank(Seat(a))
	}
	for x := range Seat(n) {
		if s.Won(x) {
			o.Winners = append(o.Winners, x)
		}
	}
	o.shared = s.over == wonBy && s.score != nil && len(o.Winners)%n == 0 && slices.Min(o.Scores) == slices.Max(o.Scores)
	return o
}

// better reports whether one seat has done better than the other.
func (s *State) better(a, b int) bool {
	switch s.over {
	case byRank:
		return (*s.score)[a] < (*s.score)[b]
	case byScore:
		if s.out>>uint(a)&1|s.out>>uint(b)&1 != 0 {
			return s.left.stayed(a) > s.left.stayed(b)
		}
		for ; a < len(*s.score); a, b = a+int(s.seats), b+int(s.seats) { // tie-breakers follow the scores
			if x, y := (*s.score)[a], (*s.score)[b]; x != y {
				return x > y
			}
		}
		return false
	}
	if wonA, wonB := s.winners>>uint(a)&1, s.winners>>uint(b)&1; wonA|wonB != 0 || s.winners == 0 {
		return wonA > wonB
	}
	return s.out != 0 && s.left.stayed(a) > s.left.stayed(b)
}

// Line returns how the game ended for people to read, such as {0} wins (12 : 8).
func (o Outcome) Line() Line {
	l := Line{Text: "everyone has lost"}
	switch {
	case !o.Over:
		return Line{Text: "the game is not over"}
	case o.Tie:
		l.Text = "a draw"
	case len(o.Winners) > 0:
		l.Text = ""
		for i, x := range o.Winners {
			switch {
			case i == 0:
			case i == len(o.Winners)-1:
				l.Text += " and "
			default:
				l.Text += ", "
			}
			l.Text, l.Args = l.Text+"{"+itoa(i)+"}", append(l.Args, x)
		}
		l.Text += map[bool]string{true: " wins", false: " win"}[len(o.Winners) == 1]
	}
	l.Text += o.scores(o.shared)
	return l
}

// scores returns the scores by seat, in brackets.
func (o Outcome) scores(once bool) string {
	if o.Scores == nil {
		return ""
	}
	if once {
		return " (" + itoa(o.Scores[0]) + ")"
	}
	texts := make([]string, len(o.Scores))
	for i, n := range o.Scores {
		texts[i] = itoa(n)
	}
	return " (" + strings.Join(texts, " : ") + ")"
}

// String returns the outcome in the form that records use, with seats counted from 0; people read Line.
func (o Outcome) String() string {
	switch {
	case !o.Over:
		return "running"
	case o.Tie:
		return "draw"
	case len(o.Winners) == 0:
		return "lost by all" + o.scores(false)
	}
	var b strings.Builder
	b.WriteString("won by ")
	for i, x := range o.Winners {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(x.String())
	}
	b.WriteString(o.scores(false))
	return b.String()
}

// outcomeText is empty while the game runs.
func (t *turnState) outcomeText() string {
	if t.over == running {
		return ""
	}
	text := fmt.Sprintf("%d %d", t.over, t.winners)
	if t.score != nil {
		for _, n := range *t.score {
			text += " " + itoa(n)
		}
	}
	return text
}

func (t *turnState) readOutcome(text string) bool {
	t.over, t.winners, t.score = running, 0, nil
	if text == "" {
		return true
	}
	var numbers []int
	for w := range strings.FieldsSeq(text) {
		n, err := strconv.Atoi(w)
		if err != nil {
			return false
		}
		numbers = append(numbers, n)
	}
	if len(numbers) < 2 || numbers[0] < int(wonBy) || numbers[0] > int(byScore) || numbers[1] < 0 ||
		numbers[1] >= 1<<uint(t.seats) {
		return false
	}
	t.over, t.winners = ending(numbers[0]), uint32(numbers[1])
	score, n := numbers[2:], int(t.seats)
	if len(score) == 0 {
		return t.over == wonBy || t.over == drawn
	}
	t.score = &score
	return t.over != drawn && len(score) == n || t.over == byScore && len(score)%n == 0
}
