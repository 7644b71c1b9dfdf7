package probes

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// Dice counts the dice left to play in this turn, by number.
type Dice [7]int8

var diceLeft = game.NewPart[Dice]("dice")

// Hop is one checker moved by one die. Each seat counts the points from its own side: 24 is where its last checkers
// start, 6 to 1 are its home.
type Hop struct{ From, To int8 }

const (
	bar = 25
	off = 0
)

func (s Hop) String() string {
	from, to := strconv.Itoa(int(s.From)), strconv.Itoa(int(s.To))
	if s.From == bar {
		from = "bar"
	}
	if s.To == off {
		to = "off"
	}
	return from + "/" + to
}

// backgammon is the game without the doubling cube. Positions list the checkers of both seats, each by its own count of
// the points: "24*2 13*5 8*3 6*5" is the start.
func backgammon(positions ...string) *game.Rules {
	checker := &game.Kind{Name: "checker", Look: game.Look{BySeat: []string{"X", "O"}}}
	onBar := &game.Place{Name: "bar", Each: true, Order: game.Unordered}
	borneOff := &game.Place{Name: "off", Each: true, Order: game.Unordered}
	points := make([]*game.Place, 25)
	layout := []game.Layout{onBar, borneOff}
	for n := 1; n <= 24; n++ {
		points[n] = &game.Place{Name: fmt.Sprint("point-", n), Order: game.Unordered}
		layout = append(layout, points[n])
	}

	// Seat 0 goes from point 24 to point 1, seat 1 from 1 to 24.
	at := func(seat game.Seat, n int8) game.ID {
		switch {
		case n == bar:
			return onBar.Of(seat)
		case n == off:
			return borneOff.Of(seat)
		case seat == 1:
			n = 25 - n
		}
		return points[n].ID()
	}
	holds := func(t *game.Tx, seat game.Seat, n int8) bool { return t.Owner(t.Last(at(seat, n))) == seat }
	rearmost := func(t *game.Tx) int8 {
		for n := int8(bar); n > off; n-- {
			if holds(t, t.Seat, n) {
				return n
			}
		}
		return off
	}

	// Two dice are rolled; a double counts four times.
	roll := func(t *game.Tx) {
		a, b := t.Roll(6), t.Roll(6)
		var dice Dice
		dice[a]++
		dice[b]++
		if a == b {
			dice[a] = 4
		}
		diceLeft.Set(t, game.Root, dice)
	}
	left := func(t *game.Tx) (dice Dice, n int) {
		dice = diceLeft.Of(t, game.Root)
		for _, k := range dice {
			n += int(k)
		}
		return dice, n
	}

	// A checker moves as many points as a die shows, to a point not held by two or more enemies. While checkers are on
	// the bar, only they may move. When all are home they may be borne off: by the exact number, or the rearmost by a
	// higher one.
	steps := func(t *game.Tx) (all []Hop) {
		rear := rearmost(t)
		dice, _ := left(t)
		for n := rear; n > off && (rear < bar || n == bar); n-- {
			for die := int8(1); die <= 6; die++ {
				to := n - die
				switch {
				case dice[die] == 0 || !holds(t, t.Seat, n):
					continue
				case to <= off && (rear > 6 || to < off && n < rear):
					continue
				case to > off && !holds(t, t.Seat, to) && t.Count(at(t.Seat, to)) > 1:
					continue
				}
				if step := (Hop{n, max(to, off)}); !slices.Contains(all, step) {
					all = append(all, step)
				}
			}
		}
		return all
	}

	// A step uses the smallest die that suffices. A single enemy that is hit goes to the bar.
	die := func(t *game.Tx, step Hop) int8 {
		dice, _ := left(t)
		n := step.From - step.To
		for dice[n] == 0 {
			n++
		}
		return n
	}
	move := func(t *game.Tx, step Hop) {
		used := die(t, step)
		diceLeft.Edit(t, game.Root, func(dice *Dice) { dice[used]-- })
		to := at(t.Seat, step.To)
		if hit := t.Last(to); hit != 0 && t.Owner(hit) != t.Seat {
			t.Move(hit, onBar.Of(t.Owner(hit)))
		}
		t.Move(t.Last(at(t.Seat, step.From)), to)
	}

	// As many dice as possible must be played; if only one can be, the larger one.
	var most func(t *game.Tx) int
	after := func(t *game.Tx, step Hop) (n int) {
		t.Try(func() {
			move(t, step)
			n = 1 + most(t)
		})
		return n
	}
	most = func(t *game.Tx) (n int) {
		_, all := left(t)
		for _, step := range steps(t) {
			if n = max(n, after(t, step)); n == all {
				break
			}
		}
		return n
	}
	obliged := func(t *game.Tx, step Hop) bool {
		n := most(t)
		if after(t, step) < n {
			return t.Refuse("{0} dice can be played, and must be", n)
		}
		for _, other := range steps(t) {
			if n == 1 && die(t, other) > die(t, step) {
				return t.Refuse("the {0} can be played, and must be, for it is the larger one", die(t, other))
			}
		}
		return true
	}

	step := &game.Pick[Hop]{Name: "step", Prompt: "Choose a checker and where it goes", Repeat: true, List: steps, If: obliged}
	step.Then = func(t *game.Tx, s Hop) { move(t, s) }

	// A player who has borne off all checkers wins. Otherwise the next seat's dice are rolled.
	done := func(t *game.Tx) {
		if rearmost(t) == off {
			t.Win(t.Seat)
			return
		}
		roll(t)
	}
	return &game.Rules{
		Name:   "backgammon",
		Seats:  game.Exactly(2),
		Layout: layout,
		Kinds:  []*game.Kind{checker},
		Parts:  []game.Column{diceLeft},
		Setup: func(t *game.Tx) {
			for seat, position := range positions {
				for _, stack := range strings.Fields(position) {
					var n int8
					count := 1
					fmt.Sscanf(stack, "%d*%d", &n, &count)
					for range count {
						t.Give(t.Create(checker, at(game.Seat(seat), n)), game.Seat(seat))
					}
				}
			}
			roll(t)
		},
		Actions: []*game.Action{
			{Name: "play", Pick: []game.Choice{step}, Do: done},
			{Name: "pass", Do: done,
				If: game.When("the dice can be played", func(t *game.Tx) bool { return len(steps(t)) == 0 })},
		},
	}
}

const backgammonStart = "24*2 13*5 8*3 6*5"

// dice rigs the next draws.
func dice(numbers ...int) (next []game.Chance) {
	for _, n := range numbers {
		next = append(next, game.Chance{Number: n})
	}
	return next
}

// playListed plays a legal move by its text, with these rigged draws.
func playListed(t testing.TB, s *game.State, text string, numbers ...int) *game.State {
	t.Helper()
	s = s.Rig(dice(numbers...)...)
	moves, err := s.Moves()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range moves {
		if s.Text(m) == text {
			next, err := s.Play(m)
			if err != nil {
				t.Fatal(err)
			}
			return next
		}
	}
	t.Fatalf("%s is not among the legal moves:\n\t%s", text, strings.Join(legal(t, s), "\n\t"))
	return nil
}

// position lists the checkers of a seat by its own count of the points.
func position(s *game.State, seat game.Seat) string {
	var all []string
	add := func(name string, n int) {
		if n > 0 {
			all = append(all, fmt.Sprintf("%s*%d", name, n))
		}
	}
	add("bar", s.Count(s.Find(fmt.Sprint("bar/", int(seat)))))
	for n := 24; n > 0; n-- {
		point := n
		if seat == 1 {
			point = 25 - n
		}
		if id := s.Find(fmt.Sprint("point-", point)); s.Owner(s.Last(id)) == seat {
			add(strconv.Itoa(n), s.Count(id))
		}
	}
	add("off", s.Count(s.Find(fmt.Sprint("off/", int(seat)))))
	return strings.Join(all, " ")
}

func TestBackgammonDice(t *testing.T) {
	tests := []struct {
		name         string
		white, black string
		dice         []int
		moves        []string
	}{
		// Black's 24 is white's 1.
		{"either die alone, not both: the larger one", "12", "24*2", []int{5, 6}, []string{"play 12/6"}},
		{"only the smaller one can be played", "12", "24*2 19*2", []int{5, 6}, []string{"play 12/7"}},
		{"both dice in one order only", "12", "15*2", []int{5, 2}, []string{"play 12/7+7/5"}},
		{"a first step that leaves the other die unplayed is not allowed", "24 12", "19*2 12*2 7*2", []int{6, 5},
			[]string{"play 12/7+7/1"}},
		{"both dice by different checkers", "24 13", "5*2", []int{4, 1},
			[]string{"play 13/12+12/8", "play 13/9+24/23", "play 13/9+9/8", "play 24/23+13/9", "play 24/23+23/19"}},
		{"the bar first", "25 13", "1*2", []int{6, 5},
			[]string{"play bar/19+13/8", "play bar/19+19/14", "play bar/20+13/7", "play bar/20+20/14"}},
		{"two on the bar, one can enter", "25*2 13", "6*2", []int{6, 5}, []string{"play bar/20"}},
		{"closed out", "25 13", "6*2 5*2 4*2 3*2 2*2 1*2", []int{6, 5}, []string{"pass"}},
		{"a double is played four times", "24", "6", []int{2, 2}, []string{"play 24/22+22/20+20/18+18/16"}},
		{"a double as far as it goes", "24", "9*2", []int{2, 2}, []string{"play 24/22+22/20+20/18"}},
		{"bearing off exactly", "6 1*2", "6", []int{6, 1},
			[]string{"play 1/off+6/off", "play 6/off+1/off", "play 6/5+5/off"}},
		{"bearing off the rearmost by a larger die", "3*2", "6", []int{6, 5}, []string{"play 3/off+3/off"}},
		{"not by a larger die while one is further back", "5 3", "6", []int{4, 4}, []string{"play 5/1+3/off+1/off"}},
		{"not while one is outside", "7 1", "24*2 23*2", []int{1, 5}, []string{"play 7/6"}},
		{"bearing off after the last one came home", "7 1", "12", []int{1, 2},
			[]string{"play 7/5+1/off", "play 7/5+5/4", "play 7/6+6/4"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := start(t, backgammon(test.white, test.black), dice(test.dice...)...)
			offers(t, s, test.moves...)
		})
	}
}

func TestBackgammonRefusals(t *testing.T) {
	larger := start(t, backgammon("12", "24*2"), dice(5, 6)...)
	refused(t, larger, "play 12/7", game.NotOffered, "the 6 can be played, and must be, for it is the larger one")
	refused(t, larger, "play 12/1", game.NotOffered, "12/1 cannot be chosen")
	refused(t, larger, "pass", game.Unavailable, "the dice can be played")

	both := start(t, backgammon("24 12", "19*2 12*2 7*2"), dice(6, 5)...)
	refused(t, both, "play 24/19", game.NotOffered, "2 dice can be played, and must be")
	refused(t, both, "play 12/7", game.Missing, "it must be chosen once more")
	refused(t, both, "play", game.Missing, "it must be chosen")

	entering := start(t, backgammon("25 13", "1*2"), dice(6, 5)...)
	refused(t, entering, "play 13/7", game.NotOffered, "13/7 cannot be chosen")
}

func TestBackgammonPlay(t *testing.T) {
	// One game from the start: 3-1 makes the five point, and a blot is hit.
	s := start(t, backgammon(backgammonStart, backgammonStart), dice(3, 1)...)
	if n := len(legal(t, s)); n != 31 {
		t.Errorf("3-1 can be played in %d ways, want 31", n)
	}
	s = playListed(t, s, "play 8/5+6/5", 6, 4)
	if got := position(s, 0); got != "24*2 13*5 8*2 6*4 5*2" {
		t.Errorf("player 1 stands on %s", got)
	}
	s = playListed(t, s, "play 24/18+13/9", 6, 1)
	if got := position(s, 1); got != "24*1 18*1 13*4 9*1 8*3 6*5" {
		t.Errorf("player 2 stands on %s", got)
	}
	s = playListed(t, s, "play 13/7+8/7", 5, 5)
	if got, want := position(s, 1), "bar*1 24*1 13*4 9*1 8*3 6*5"; got != want {
		t.Errorf("the blot on 18 was hit: player 2 stands on %s, want %s", got, want)
	}

	// Seat 1 cannot enter: the five point is held. It passes, and seat 0's dice are rolled.
	offers(t, s, "pass")
	refused(t, s, "play bar/20", game.NotOffered, "bar/20 cannot be chosen")
	s = playListed(t, s, "pass", 2, 1)
	if got := diceLeft.Of(s, game.Root); s.Turn() != 0 || got != (Dice{1: 1, 2: 1}) {
		t.Errorf("after the pass it is the turn of %v with dice %v", s.Turn(), got)
	}
	if s.Played() != 4 {
		t.Errorf("%d moves were played, want 4", s.Played())
	}
}

func TestBackgammonWin(t *testing.T) {
	s := start(t, backgammon("2 1", "2 1"), dice(2, 2)...)
	offers(t, s, "play 2/off+1/off")
	s = playListed(t, s, "play 2/off+1/off")
	if got := s.Outcome().String(); got != "won by seat 0" {
		t.Errorf("all are off, and the game is %s", got)
	}
	if got := position(s, 0); got != "off*2" {
		t.Errorf("player 1 stands on %s", got)
	}
}

// plainBackgammon is a position for the seat to move, without the kernel: mine and theirs by each side's own count of
// the points.
type plainBackgammon struct{ mine, theirs [26]int }

func plainPosition(s *game.State) (p plainBackgammon) {
	read := func(seat game.Seat, to *[26]int) {
		for _, stack := range strings.Fields(position(s, seat)) {
			name, count, _ := strings.Cut(stack, "*")
			n, err := strconv.Atoi(name)
			if name == "bar" {
				n, err = 25, nil
			}
			if k, _ := strconv.Atoi(count); err == nil && n > 0 {
				to[n] += k
			}
		}
	}
	read(s.Turn(), &p.mine)
	read(1-s.Turn(), &p.theirs)
	return p
}

// sequences appends what can be played with the dice in this order, as far as possible.
func (p plainBackgammon) sequences(dice []int, so []string, first int, all map[string]int) {
	all[strings.Join(so, "+")] = first<<8 | len(so)
	if len(dice) == 0 {
		return
	}
	back := 0
	for n, k := range p.mine {
		if k > 0 {
			back = n
		}
	}
	for from := 1; from <= 25; from++ {
		to := from - dice[0]
		if p.mine[from] == 0 || p.mine[25] > 0 && from != 25 || to <= 0 && back > 6 || to < 0 && from != back {
			continue
		}
		next := p
		text := fmt.Sprint(from, "/", to)
		if to <= 0 {
			text = fmt.Sprint(from, "/off")
		} else {
			if p.theirs[25-to] > 1 {
				continue
			}
			next.mine[to]++
			next.theirs[25-to], next.theirs[25] = 0, next.theirs[25]+p.theirs[25-to]
		}
		next.mine[from]--
		text = strings.Replace(text, "25/", "bar/", 1)
		next.sequences(dice[1:], append(so[:len(so):len(so)], text), first, all)
	}
}

// moves returns all legal moves with two dice.
func (p plainBackgammon) moves(a, b int) (moves []string) {
	all := map[string]int{}
	if a == b {
		p.sequences([]int{a, a, a, a}, nil, a, all)
	} else {
		p.sequences([]int{min(a, b), max(a, b)}, nil, min(a, b), all)
		p.sequences([]int{max(a, b), min(a, b)}, nil, max(a, b), all)
	}
	longest, large := 0, 0
	for _, m := range all {
		longest = max(longest, m&255)
	}
	for _, m := range all {
		if m&255 == longest {
			large = max(large, m>>8)
		}
	}
	for text, m := range all {
		switch {
		case longest == 0:
			return []string{"pass"}
		case m&255 == longest && (longest > 1 || m>>8 == large):
			moves = append(moves, "play "+text)
		}
	}
	slices.Sort(moves)
	return moves
}

func TestBackgammonAgainstPlain(t *testing.T) {
	games := 10
	if testing.Short() {
		games = 4
	}
	passes, longest := 0, 0
	for n := range games {
		r := backgammon(backgammonStart, backgammonStart)
		s, err := r.Start(2, game.SeedOf(uint64(n)))
		if err != nil {
			t.Fatal(err)
		}
		f := s.Fork()
		f.Seed(uint64(n))
		for turn := 0; ; turn++ {
			if s, err = f.Freeze(); err != nil {
				t.Fatal(err)
			}
			if s.Outcome().Over {
				break
			}
			var rolled []int
			for face, k := range diceLeft.Of(s, game.Root) {
				for range k {
					rolled = append(rolled, face)
				}
			}
			got, want := legal(t, s), plainPosition(s).moves(rolled[0], rolled[1])
			if !slices.Equal(got, want) {
				t.Fatalf("game %d, turn %d: %v to move with %v, %s against %s\ngot  %v\nwant %v", n, turn, s.Turn(), rolled,
					position(s, s.Turn()), position(s, 1-s.Turn()), got, want)
			}
			if want[0] == "pass" {
				passes++
			}
			longest = max(longest, len(want))
			if _, err := f.Random(); err != nil {
				t.Fatal(err)
			}
		}
		if got := position(s, s.Outcome().Winners[0]); got != "off*15" {
			t.Errorf("game %d: the winner stands on %s", n, got)
		}
	}
	t.Logf("%d games, %d passes, up to %d moves to choose from", games, passes, longest)
	if passes == 0 {
		t.Error("no seat ever had to pass: the games do not cover that")
	}
}
