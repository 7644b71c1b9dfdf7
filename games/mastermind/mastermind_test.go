package mastermind_test

import (
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

// Each peg counts once: in its own place, or else for a peg of its colour that is not yet matched.
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

// The breaker wins by finding the code; then everyone sees it.
func TestBroken(t *testing.T) {
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

// The maker wins when no guess is left; the last one may still be right.
func TestKept(t *testing.T) {
	for _, tries := range []int{8, 12} {
		g := gametest.New(t, mastermind.New(3, 4, true, tries), gametest.Setup{})
		g.Play(0, "set red+green+blue")
		for range tries - 1 {
			g.Play(1, "guess yellow+yellow+yellow")
			hidden(t, g.State())
		}
		last := g.State()
		g.Play(1, "guess red+green+yellow")
		g.ExpectSaid("no guess is left: Codemaker has kept the code")
		g.ExpectWinner(0)
		shown(t, g.State())

		g = gametest.From(t, last)
		g.Play(1, "guess red+green+blue")
		g.ExpectWinner(1)
	}
}

// What cannot be done, and why.
func TestRefusals(t *testing.T) {
	g := gametest.New(t, mastermind.New(4, 6, false, 10), gametest.Setup{})
	g.RefuseWords(0, "set red+green+red+blue", "red is used already, and no colour may be used twice")
	g.Refuse(0, "set red+green+blue", game.Missing)
	g.Refuse(0, "set red+green+blue+yellow+orange", game.Surplus)
	g.Refuse(0, "set red+green+blue+pink", game.NotOffered)
	g.Refuse(1, "set red+green+blue+yellow", game.NotYourTurn)
	g.Play(0, "set red+green+blue+yellow")
	g.Refuse(0, "guess red+green+blue+yellow", game.NotYourTurn)
	g.Refuse(1, "set red+green+blue+yellow", game.Unavailable)
	g.RefuseWords(1, "guess red+green+blue+blue", "blue is used already, and no colour may be used twice")
}

// Without repeats there must be a colour for each peg.
func TestEnoughColours(t *testing.T) {
	r := mastermind.New(4, 6, true, 10)
	if _, err := r.With(game.Values{"length": "5", "colours": "4", "repeats": "false"}); err == nil || err.Error() != "without repeats, 5 pegs need as many colours, and there are 4" {
		t.Errorf("5 pegs of 4 colours: %v", err)
	}
	if _, err := r.With(game.Values{"length": "5", "colours": "5", "repeats": "false"}); err != nil {
		t.Error(err)
	}
}

// A guess is final, for its answer has been read; the code can be set anew until then.
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
		t.Errorf("a guess is taken back: %v", err)
	}
}

// hidden fails unless the maker alone sees the code.
func hidden(t *testing.T, s *game.State) {
	t.Helper()
	for id := range s.In(s.Find("code")) {
		if s.Sees(0, id) != game.Face || s.Sees(1, id) != game.Back || s.Sees(game.Nobody, id) != game.Back {
			t.Errorf("%s: player 1 sees %s, player 2 %s, spectators %s", s.Name(id), s.Sees(0, id), s.Sees(1, id), s.Sees(game.Nobody, id))
		}
	}
}

// shown fails unless everyone sees the code.
func shown(t *testing.T, s *game.State) {
	t.Helper()
	for id := range s.In(s.Find("code")) {
		if s.Sees(1, id) != game.Face || s.Sees(game.Nobody, id) != game.Face {
			t.Errorf("%s: player 2 sees %s, spectators %s", s.Name(id), s.Sees(1, id), s.Sees(game.Nobody, id))
		}
	}
}
