package mastermind_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/mastermind"
	"github.com/plygame/ply/gametest"
	"github.com/plygame/ply/match"
)

func TestLaws(t *testing.T) {
	gametest.Config{Make: "mastermind.New(4, 6, true, 10)"}.Check(t, mastermind.New(4, 6, true, 10))
}

func TestLawsWithoutRepeats(t *testing.T) {
	gametest.Config{Make: "mastermind.New(3, 4, false, 8)"}.Check(t, mastermind.New(3, 4, false, 8))
}

// TestAnswers checks that each peg counts once: in its own place, or else for an unmatched peg of its colour.
func TestAnswers(t *testing.T) {
	for _, c := range []struct{ code, guess, said string }{
		{"red+green+blue+yellow", "orange+orange+violet+violet", "guess 1: 0 exact, 0 colour only"},
		{"red+green+blue+yellow", "yellow+blue+green+red", "guess 1: 0 exact, 4 colour only"},
		{"red+green+blue+yellow", "red+red+red+red", "guess 1: 1 exact, 0 colour only"},
		{"red+red+blue+blue", "blue+red+red+green", "guess 1: 1 exact, 2 colour only"},
		{"red+green+green+green", "green+red+red+red", "guess 1: 0 exact, 2 colour only"},
		{"red+red+green+green", "red+red+red+green", "guess 1: 3 exact, 0 colour only"},
	} {
		g := gametest.New(t, mastermind.New(4, 6, true, 10), gametest.Setup{})
		g.Play(0, "set "+c.code)
		g.Play(1, "guess "+c.guess)
		g.ExpectSaid(c.said)
		g.ExpectRunning()
	}
}

// TestCodeBroken checks that the Codebreaker wins by finding the code, and that everyone then sees it.
func TestCodeBroken(t *testing.T) {
	g := gametest.New(t, mastermind.New(4, 6, true, 8), gametest.Setup{})
	g.Play(0, "set red+green+blue+blue")
	hidden(t, g.State())
	g.PlayAll("guess green+red+blue+blue")
	g.ExpectTurn(1)
	hidden(t, g.State())
	g.Play(1, "guess red+green+blue+blue")
	g.ExpectSaid("the code was red green blue blue")
	g.ExpectWinner(1)
	shown(t, g.State())
}

// TestCodeNotBroken checks that the Codemaker wins when no guess is left; the last guess may still be right.
func TestCodeNotBroken(t *testing.T) {
	for _, tries := range []int{8, 12} {
		g := gametest.New(t, mastermind.New(3, 4, true, tries), gametest.Setup{})
		g.Play(0, "set red+green+blue")
		for range tries - 1 {
			g.Play(1, "guess yellow+yellow+yellow")
			hidden(t, g.State())
		}
		last := g.State()
		g.Play(1, "guess red+green+yellow")
		g.ExpectSaid("no guesses are left: Codemaker has kept the code secret")
		g.ExpectWinner(0)
		shown(t, g.State())

		g = gametest.From(t, last)
		g.Play(1, "guess red+green+blue")
		g.ExpectWinner(1)
	}
}

func TestRefusals(t *testing.T) {
	g := gametest.New(t, mastermind.New(4, 6, false, 10), gametest.Setup{})
	g.RefuseWords(0, "set red+green+red+blue", "red is already used, and no colour may be used twice")
	g.Refuse(0, "set red+green+blue", game.Missing)
	g.Refuse(0, "set red+green+blue+yellow+orange", game.Surplus)
	g.Refuse(0, "set red+green+blue+pink", game.NotOffered)
	g.Refuse(1, "set red+green+blue+yellow", game.NotYourTurn)
	g.Play(0, "set red+green+blue+yellow")
	g.Refuse(0, "guess red+green+blue+yellow", game.NotYourTurn)
	g.Refuse(1, "set red+green+blue+yellow", game.Unavailable)
	g.RefuseWords(1, "guess red+green+blue+blue", "blue is already used, and no colour may be used twice")
}

// TestEnoughColours checks that without repeats there must be a colour for each peg.
func TestEnoughColours(t *testing.T) {
	r := mastermind.New(4, 6, true, 10)
	if _, err := r.With(game.Values{"length": "5", "colours": "4", "repeats": "false"}); err == nil || err.Error() != "without repeats, 5 pegs need at least 5 colours, but there are 4" {
		t.Errorf("5 pegs of 4 colours: %v", err)
	}
	if _, err := r.With(game.Values{"length": "5", "colours": "5", "repeats": "false"}); err != nil {
		t.Error(err)
	}
}

// TestUndo checks that a guess cannot be undone, because its answer is known; until then the code can be set again.
func TestUndo(t *testing.T) {
	s, err := mastermind.New(4, 6, true, 10).Start(2, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	m := match.Begin(s)
	play := func(seat game.Seat, text string) {
		batch, err := m.Play(seat, m.Seq(), text)
		if err != nil {
			t.Fatal(err)
		}
		m.Commit(batch)
	}
	play(0, "set red+green+blue+blue")
	if err := m.Back(); err != nil {
		t.Error(err)
	}
	play(0, "set red+red+blue+blue")
	play(1, "guess red+green+blue+blue")
	if err := m.Back(); game.CodeOf(err) != match.Final {
		t.Errorf("a guess can be undone: %v", err)
	}
}

// hidden checks that only the Codemaker sees the code.
func hidden(t *testing.T, s *game.State) {
	t.Helper()
	for id := range s.In(s.Find("code")) {
		if s.Sees(0, id) != game.Face || s.Sees(1, id) != game.Back || s.Sees(game.Nobody, id) != game.Back {
			t.Errorf("%s: player 1 sees %s, player 2 %s, spectators %s", s.Name(id), s.Sees(0, id), s.Sees(1, id), s.Sees(game.Nobody, id))
		}
	}
}

// shown checks that everyone sees the code.
func shown(t *testing.T, s *game.State) {
	t.Helper()
	for id := range s.In(s.Find("code")) {
		if s.Sees(1, id) != game.Face || s.Sees(game.Nobody, id) != game.Face {
			t.Errorf("%s: player 2 sees %s, spectators %s", s.Name(id), s.Sees(1, id), s.Sees(game.Nobody, id))
		}
	}
}

// pegs returns the colours of a code such as 3632.
func pegs(code string) string {
	names := strings.Fields("- red green blue yellow orange violet")
	var all []string
	for _, digit := range code {
		all = append(all, names[digit-'0'])
	}
	return strings.Join(all, "+")
}

// marks answers a guess by striking out pegs, independently of the game's code.
func marks(code, guess string) (exact, near int) {
	a, b := strings.Split(code, ""), strings.Split(guess, "")
	for i := range a {
		if a[i] == b[i] {
			a[i], b[i] = "-", "+"
			exact++
		}
	}
	for _, peg := range b {
		if i := slices.Index(a, peg); i >= 0 {
			a[i] = "-"
			near++
		}
	}
	return exact, near
}

// TestRedealsMatchTheAnswers checks that re-deals for the Codebreaker and spectators have exactly the codes that match the
// answers so far. The numbers are from Knuth's example in "The computer as Master Mind".
func TestRedealsMatchTheAnswers(t *testing.T) {
	const secret = "3632"
	guesses, left := []string{"1122", "1344", "3526", "1462"}, []int{256, 44, 7, 1}
	var codes []string
	for n := range 6 * 6 * 6 * 6 {
		codes = append(codes, fmt.Sprintf("%d%d%d%d", n/216+1, n/36%6+1, n/6%6+1, n%6+1))
	}
	g := gametest.New(t, mastermind.New(4, 6, true, 10), gametest.Setup{})
	g.Play(0, "set "+pegs(secret))
	for n, guess := range guesses {
		g.Play(1, "guess "+pegs(guess))
		exact, near := marks(secret, guess)
		g.ExpectSaid(fmt.Sprintf("guess %d: %d exact, %d colour only", n+1, exact, near))
		codes = slices.DeleteFunc(codes, func(code string) bool {
			a, b := marks(code, guess)
			return a != exact || b != near
		})
		if len(codes) != left[n] {
			t.Fatalf("after %d guesses there are %d codes, want %d", n+1, len(codes), left[n])
		}
		var want []string
		for _, code := range codes {
			want = append(want, pegs(code))
		}
		slices.Sort(want)
		for _, seat := range []game.Seat{1, game.Nobody} {
			if n == 0 && seat == game.Nobody {
				continue // the list is large, so once is enough
			}
			if got := dealt(t, g.State(), seat, 10*len(want)); !slices.Equal(got, want) {
				t.Errorf("after %d guesses, re-deals for %s have %d codes %.200q, want %d %.200q", n+1, seat, len(got), got, len(want), want)
			}
		}
		if got := dealt(t, g.State(), 0, 20); !slices.Equal(got, []string{pegs(secret)}) {
			t.Errorf("re-deals for the Codemaker have the codes %q", got)
		}
	}

	// At the end everyone knows the code.
	g.Play(1, "guess "+pegs(secret))
	for _, seat := range []game.Seat{0, 1, game.Nobody} {
		if got := dealt(t, g.State(), seat, 20); !slices.Equal(got, []string{pegs(secret)}) {
			t.Errorf("at the end, re-deals for %s have the codes %q", seat, got)
		}
	}
}

// TestRedealIsCheap checks that a re-deal does not list the codes, whether many are left or only one.
func TestRedealIsCheap(t *testing.T) {
	g := gametest.New(t, mastermind.New(5, 8, true, 10), gametest.Setup{})
	g.Play(0, "set red+green+blue+yellow+pink")
	for _, guess := range []string{"red+red+red+red+red", "white+pink+pink+pink+pink", "red+green+blue+yellow+violet"} {
		g.Play(1, "guess "+guess)
		f, seed := g.State().Fork(), uint64(0)
		if allocs := testing.AllocsPerRun(20, func() {
			if err := f.Redeal(g.State(), 1, seed); err != nil {
				t.Fatal(err)
			}
			seed++
		}); allocs > 50 {
			t.Errorf("after %s, a re-deal allocates %.0f times", guess, allocs)
		}
	}
}

// dealt returns the codes in this many re-deals for a seat.
func dealt(t *testing.T, s *game.State, seat game.Seat, deals int) []string {
	t.Helper()
	codes := map[string]bool{}
	f := s.Fork()
	for n := range uint64(deals) {
		if err := f.Redeal(s, seat, n); err != nil {
			t.Fatal(err)
		}
		var pegs []string
		for id := range f.State().In(s.Find("code")) {
			pegs = append(pegs, f.State().Kind(id).Name)
		}
		codes[strings.Join(pegs, "+")] = true
	}
	return slices.Sorted(maps.Keys(codes))
}
