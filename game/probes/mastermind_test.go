package probes

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/gametest"
)

// Code is four pegs, each of a colour from 1 to 6; 0 is no peg.
type Code [4]int8

func (c Code) String() string { return fmt.Sprintf("%d%d%d%d", c[0], c[1], c[2], c[3]) }

// Marks are what a guess is answered: a black one for each peg that is right, a white one for
// each other of a right colour in a wrong place.
type Marks struct{ Black, White int8 }

func (m Marks) String() string { return fmt.Sprint(m.Black, "+", m.White) }

var (
	hiddenCode = game.NewPart[Code]("code")   // on the table
	guessed    = game.NewPart[Code]("pegs")   // of a guess
	answered   = game.NewPart[Marks]("marks") // of a guess
)

// compare answers a guess. Every peg is matched once at most.
func compare(code, guess Code) (m Marks) {
	var here, there [7]int8
	for i := range code {
		if code[i] == guess[i] {
			m.Black++
		} else {
			here[code[i]]++
			there[guess[i]]++
		}
	}
	for colour := range here {
		m.White += min(here[colour], there[colour])
	}
	return m
}

// mastermind is a game for a maker, who sets a secret code, and a breaker, who finds it out.
func mastermind() *game.Rules {
	const maker, breaker = game.Seat(0), game.Seat(1)
	guess := &game.Kind{Name: "guess", Label: func(s *game.State, id game.ID) string {
		return guessed.Of(s, id).String() + ":" + answered.Of(s, id).String()
	}}
	rows := &game.Place{Name: "rows", Max: 10}

	// A code is four pegs of six colours. A colour may come more than once.
	pegs := &game.Pick[int]{Name: "pegs", Prompt: "Choose a colour", Repeat: true,
		Range:   func(*game.Tx) (int, int) { return 1, 6 },
		Several: func(*game.Tx) (int, int) { return 4, 4 }}
	chosen := func(t *game.Tx) (c Code) {
		i := 0
		for colour := range pegs.All(t) {
			c[i] = int8(colour)
			i++
		}
		return c
	}
	is := func(seat game.Seat, words string) game.Test {
		return game.When(words, func(t *game.Tx) bool { return t.Seat == seat })
	}

	// In the end the code is shown.
	finish := func(t *game.Tx, winner game.Seat) {
		hiddenCode.Show(t, game.Root)
		t.Announce("the code was {0}", hiddenCode.Of(t, game.Root).String())
		t.Win(winner)
	}

	// The breaker has ten guesses, one after the other.
	try := func(t *game.Tx) {
		pegs := chosen(t)
		marks := compare(hiddenCode.Of(t, game.Root), pegs)
		t.Create(guess, rows, guessed.Is(pegs), answered.Is(marks))
		t.Announce("{0} gets {1} black and {2} white", pegs.String(), marks.Black, marks.White)
		switch {
		case marks.Black == 4:
			finish(t, breaker)
		case t.Count(rows) == 10:
			finish(t, maker)
		default:
			t.Again()
		}
	}
	return &game.Rules{
		Name:   "mastermind",
		Seats:  game.Exactly(2),
		Layout: []game.Layout{rows},
		Kinds:  []*game.Kind{guess},
		Parts:  []game.Column{hiddenCode.Seen(game.ByNone.And(maker)), guessed, answered},
		Actions: []*game.Action{
			{Name: "set", Pick: []game.Choice{pegs}, Secret: true, If: is(maker, "only the maker sets a code"),
				Do: func(t *game.Tx) { hiddenCode.Set(t, game.Root, chosen(t)) }},
			{Name: "guess", Pick: []game.Choice{pegs}, Do: try, If: is(breaker, "only the breaker guesses")},
		},

		// As far as others than the maker know, the code could be any that would have got the
		// same answers.
		Guess: func(t *game.Tx, seat game.Seat) {
			if seat == maker || t.Played() == 0 || t.Over() {
				return
			}
			var c Code
			for i := range c {
				c[i] = int8(t.Roll(6))
			}
			hiddenCode.Set(t, game.Root, c)
		},
		Fits: func(s *game.State, _ game.Seat) bool {
			for id := range s.In(rows) {
				if compare(hiddenCode.Of(s, game.Root), guessed.Of(s, id)) != answered.Of(s, id) {
					return false
				}
			}
			return true
		},
		Debug: func(s *game.State) []game.Line {
			return []game.Line{*game.NewLine("the code is {0}", hiddenCode.Of(s, game.Root).String())}
		},
	}
}

// plainMarks compares two codes by striking pegs out, without what the game uses: it returns
// black and white.
func plainMarks(code, guess string) string {
	black, white := 0, 0
	a, b := strings.Split(code, ""), strings.Split(guess, "")
	for i := range a {
		if a[i] == b[i] {
			a[i], b[i] = "-", "+"
			black++
		}
	}
	for _, peg := range b {
		if i := slices.Index(a, peg); i >= 0 {
			a[i] = "-"
			white++
		}
	}
	return fmt.Sprint(black, "+", white)
}

// plainCodes are all 1296 codes, as text.
func plainCodes() (all []string) {
	for n := range 6 * 6 * 6 * 6 {
		all = append(all, fmt.Sprintf("%d%d%d%d", n/216+1, n/36%6+1, n/6%6+1, n%6+1))
	}
	return all
}

func readCode(text string) (c Code) {
	for i := range c {
		c[i] = int8(text[i] - '0')
	}
	return c
}

// codeMove writes a code as the picks of a move.
func codeMove(action, code string) string {
	return action + " " + strings.Join(strings.Split(code, ""), "+")
}

func TestMastermindLaws(t *testing.T) { gametest.Config{Games: few(5)}.Check(t, mastermind()) }

func TestMastermindMarks(t *testing.T) {
	for _, test := range []struct{ code, guess, marks string }{
		{"1122", "1122", "4+0"},
		{"1122", "1221", "2+2"},
		{"1122", "2211", "0+4"},
		{"1122", "1111", "2+0"},
		{"1122", "2333", "0+1"},
		{"1122", "1212", "2+2"},
		{"1122", "3344", "0+0"},
		{"1234", "4321", "0+4"},
		{"1234", "1243", "2+2"},
		{"1234", "2156", "0+2"},
		{"1112", "2111", "2+2"},
		{"1112", "1121", "2+2"},
		{"1112", "1222", "2+0"},
		{"1112", "2221", "0+2"},
		{"6243", "6225", "2+0"},
		{"5256", "2244", "1+0"},
	} {
		if got := compare(readCode(test.code), readCode(test.guess)).String(); got != test.marks {
			t.Errorf("%s for %s gets %s, want %s", test.guess, test.code, got, test.marks)
		}
	}

	// Many pairs, compared in another way. The well-known numbers for a first guess of 1122.
	counts := map[string]int{}
	all := plainCodes()
	for n, code := range all {
		counts[compare(readCode(code), readCode("1122")).String()]++
		for i := n % 7; i < len(all); i += 7 {
			guess := all[i]
			if got, want := compare(readCode(code), readCode(guess)).String(), plainMarks(code, guess); got != want {
				t.Fatalf("%s for %s gets %s, want %s", guess, code, got, want)
			}
		}
	}
	want := map[string]int{"0+0": 256, "0+1": 256, "0+2": 96, "0+3": 16, "0+4": 1, "1+0": 256, "1+1": 208, "1+2": 36,
		"2+0": 114, "2+1": 32, "2+2": 4, "3+0": 20, "4+0": 1}
	if fmt.Sprint(counts) != fmt.Sprint(want) {
		t.Errorf("1122 as the first guess is answered %v, want %v", counts, want)
	}
}

// codesFor returns the codes of so many re-deals, and how often each came.
func codesFor(t testing.TB, s *game.State, seat game.Seat, deals int) map[string]int {
	t.Helper()
	codes := map[string]int{}
	f := s.Fork()
	for n := range uint64(deals) {
		if err := f.Redeal(s, seat, n); err != nil {
			t.Fatal(err)
		}
		codes[hiddenCode.Of(f.State(), game.Root).String()]++
	}
	return codes
}

func TestMastermindRedeal(t *testing.T) {
	for _, test := range []struct {
		code    string
		guesses []string
		left    []int // how many codes agree with the answers so far
	}{
		// The example of Knuth's "The computer as Master Mind", with his numbers.
		{"3632", []string{"1122", "1344", "3526", "1462"}, []int{1296, 256, 44, 7, 1}},
		{"1122", []string{"1221", "3456", "1166", "1121"}, nil},
		{"6543", []string{"1111", "2222", "3311", "1441"}, nil},
	} {
		t.Run(test.code, func(t *testing.T) {
			s := play(t, begin(t, mastermind(), 2), codeMove("set", test.code))
			for n := 0; ; n++ {
				var want []string
				for _, code := range plainCodes() {
					fits := true
					for _, guess := range test.guesses[:n] {
						fits = fits && plainMarks(code, guess) == plainMarks(test.code, guess)
					}
					if fits {
						want = append(want, code)
					}
				}
				if test.left != nil && len(want) != test.left[n] {
					t.Errorf("after %d guesses %d codes are left, want %d", n, len(want), test.left[n])
				}

				// The breaker and the spectators could be in any of these games, and in no other.
				for _, x := range []game.Seat{1, game.Nobody} {
					got := codesFor(t, s, x, 15*len(want))
					for code := range got {
						if !slices.Contains(want, code) {
							t.Errorf("after %d guesses a re-deal for %v has the code %s", n, x, code)
						}
					}
					if missing := len(want) - len(got); missing > 0 {
						t.Errorf("after %d guesses %d of %d codes are never dealt to %v", n, missing, len(want), x)
					}
					redealt(t, s, x, uint64(n))
				}
				if got := codesFor(t, s, 0, 20); got[test.code] != 20 {
					t.Errorf("the maker does not know the code any more: %v", got)
				}
				if n == len(test.guesses) {
					break
				}
				s = play(t, s, codeMove("guess", test.guesses[n]))
			}
		})
	}
}

func TestMastermindViews(t *testing.T) {
	// Nobody but the maker can tell one code from another.
	s := begin(t, mastermind(), 2)
	for _, x := range everyone(s) {
		one, other := told(t, s, "set 1+1+2+2", x), told(t, s, "set 6+5+4+3", x)
		if same := one == other; same != (x != 0) {
			t.Errorf("%v is told of two codes:\n%s%s", x, one, other)
		}
	}
	refused(t, s, "guess 1+1+2+2", game.Unavailable, "only the breaker guesses")
	refused(t, s, "set 1+1+2", game.Missing, "it must be chosen once more")
	refused(t, s, "set 1+1+2+7", game.NotOffered, "7 cannot be chosen, only 1 to 6")

	s = play(t, s, "set 1+1+2+2", "guess 1+2+2+1", "guess 3+3+2+4")
	for _, x := range everyone(s) {
		v := s.View(x)
		sees(t, v, `
			rows: #1=1221:2+2 #2=3324:1+0`)
		want := Code{}
		if x == 0 {
			want = Code{1, 1, 2, 2}
		}
		if got := hiddenCode.Of(v, game.Root); got != want {
			t.Errorf("%v sees the code %v, want %v", x, got, want)
		}
		if got := fmt.Sprint(v.Said()); got != "[3324 gets 1 black and 0 white]" {
			t.Errorf("%v hears %s", x, got)
		}
		if got := v.Debug(); got != nil {
			t.Errorf("%v gets %v", x, got)
		}
	}
	if got := fmt.Sprint(s.View(game.Judge).Debug()); got != "[the code is 1122]" {
		t.Errorf("the judge gets %s", got)
	}

	// In the end all know it, and it is not dealt anew.
	s = play(t, s, "guess 1+1+2+2")
	for _, x := range everyone(s) {
		v := s.View(x)
		if got := hiddenCode.Of(v, game.Root); got != (Code{1, 1, 2, 2}) || !s.Won(1) {
			t.Errorf("%v sees the code %v; %v", x, got, s.Outcome())
		}
		if got := codesFor(t, s, x, 20); got["1122"] != 20 {
			t.Errorf("for %v the code is %v", x, got)
		}
	}
}

func TestMastermindRandomly(t *testing.T) {
	won := [2]int{}
	randomly(t, mastermind(), 20, func(t *testing.T, s *game.State) {
		for _, x := range everyone(s) {
			redealt(t, s, x, 7)
		}
		for x := range won {
			if s.Won(game.Seat(x)) {
				won[x]++
			}
		}
	})
	if won[0] == 0 {
		t.Error("no code was ever kept")
	}
}
