package gametest

import (
	"strings"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/connect4"
	"github.com/plygame/ply/games/tictactoe"
)

func FuzzTicTacToe(f *testing.F) { Fuzz(f, tictactoe.New()) }

func FuzzConnectFour(f *testing.F) { Fuzz(f, connect4.New()) }

// The bytes are passed directly, without a fuzzer.
func TestFuzzFindsBrokenRules(t *testing.T) {
	fuzz := func(rules *game.Rules, data ...byte) *recorder {
		return watch(t, func(t testing.TB) {
			c := newChecker(t, rules, Config{Games: 1, Inputs: 40})
			if err := rules.Check(); err != nil {
				t.Fatal(err)
			}
			c.fuzz(data)
		})
	}
	fuzz(&newPebbles().Rules, 0, 0, 0, 1, 2, 0xf3, 'a', 'b', 'c', 1, 1, 0xff, 1).wantsNone()
	fuzz(faulty(), 0, 0, 0, 0, 0, 0, 2).wants("what is offered is accepted", "too many")
	for _, c := range brokenRules {
		if c.law != "determinism" {
			continue
		}
		// By chance, a map may be iterated in the same order when the game is played again. That is rare, and does not
		// happen ten times in a row.
		failures := ""
		for n := 0; n < 10 && !strings.Contains(failures, `law "determinism"`); n++ {
			failures = strings.Join(fuzz(c.rules(), 0, 9, 1, 1, 1).failures, "\n")
		}
		if !strings.Contains(failures, `law "determinism"`) {
			t.Errorf("%s: the failures are\n%s", c.name, failures)
		}
	}
	words := newPebbles()
	words.take.If = func(t *game.Tx) bool {
		if heap.Of(t, game.Root) == 9 {
			return t.Refuse("")
		}
		return true
	}
	words.Stuck = (*game.Tx).Tie
	fuzz(&words.Rules, 0, 0, 1, 1, 0xf2, '1', ' ').wantsNone()
}

func TestInvent(t *testing.T) {
	for _, text := range []*game.Text{
		{}, {Min: 3, Max: 3}, {Max: 1}, {Pattern: `[a-z]{3}`}, {Pattern: `(ab|c)+\d?`}, {Pattern: `.\S[^a]x*`}, {Pattern: `(?i)yes|no`},
	} {
		p := newPebbles()
		word := &game.Pick[string]{Name: "word", Text: text}
		p.take.Pick = append(p.take.Pick, word)
		New(t, &p.Rules, Setup{Seed: 3}).PlayUntil(Over)
	}
}
