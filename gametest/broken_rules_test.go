package gametest

import (
	"math/rand"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/plygame/ply/game"
)

// salt differs from one process to the next.
var salt = rand.Int()

// brokenRules each break a law, in a way an author might.
var brokenRules = []struct {
	name, law, words string
	rules            func() *game.Rules
}{
	{"a captured counter", "determinism", "most likely a Go variable that the rules write", func() *game.Rules {
		var calls atomic.Int64
		return newPebbles().after(func(t *game.Tx) { taken.Set(t, game.Root, int(calls.Add(1))) })
	}},
	{"the order of a map", "determinism", "played again", func() *game.Rules {
		m := map[int]bool{1: true, 2: true, 3: true, 4: true, 5: true, 6: true, 7: true, 8: true}
		return newPebbles().after(func(t *game.Tx) {
			for n := range m {
				taken.Set(t, game.Root, n)
				return
			}
		})
	}},
	{"a list in the order of a map", "determinism", "listed twice", func() *game.Rules {
		p := newPebbles()
		m := map[int]bool{1: true, 2: true, 3: true, 4: true, 5: true, 6: true, 7: true, 8: true}
		p.many.Range = nil
		p.many.List = func(t *game.Tx) (all []int) {
			for n := range m {
				all = append(all, min(n, heap.Of(t, game.Root)))
			}
			return all
		}
		return &p.Rules
	}},
	{"something that differs between processes", processLaw, "second process", func() *game.Rules {
		return newPebbles().after(func(t *game.Tx) { taken.Set(t, game.Root, salt) })
	}},
	{"moves that disturb each other", "determinism between goroutines", "while others play", func() *game.Rules {
		var inside atomic.Int64
		return newPebbles().after(func(t *game.Tx) {
			n := inside.Add(1)
			for range 20 {
				runtime.Gosched() // let other goroutines run
			}
			inside.Add(-1)
			taken.Set(t, game.Root, int(n))
		})
	}},
	{"values of the same name", "what is offered is accepted", "two moves have this text", func() *game.Rules {
		p := newPebbles()
		alike := &game.Pick[mute]{Name: "alike", List: func(*game.Tx) []mute { return []mute{1, 2} }}
		p.take.Pick = append(p.take.Pick, alike)
		return p.after(func(t *game.Tx) { taken.Set(t, game.Root, int(alike.In(t))) })
	}},
	{"an action that fails", "what is offered is accepted", "fault in the rules", func() *game.Rules {
		p := newPebbles()
		return p.after(func(t *game.Tx) {
			if heap.Of(t, game.Root) == 4 {
				panic("four pebbles are left")
			}
		})
	}},
	{"a result that is not decided", "decided", "ended differently", func() *game.Rules {
		p := newPebbles() // with four left, taking one to three does not decide the game
		p.Decided = func(s *game.State) (game.Set[game.Seat], bool) {
			return game.SetOf(s.Turn()), heap.Of(s, game.Root) == 4
		}
		return &p.Rules
	}},
	{"a result that only one way of playing decides", "decided", "a random game from there ended differently", func() *game.Rules {
		p := newPebbles() // happens to be right in the first game
		p.Decided = func(s *game.State) (game.Set[game.Seat], bool) { return game.SetOf[game.Seat](0), s.Played() == 0 }
		return &p.Rules
	}},
	{"a view from which a result seems decided", "decided", "Decided says of the view of", func() *game.Rules {
		p := newPebbles()
		p.Decided = func(s *game.State) (game.Set[game.Seat], bool) {
			_, isView := s.Viewer()
			return game.SetOf[game.Seat](0), isView
		}
		return &p.Rules
	}},
	{"a refusal without words", "bad input is refused", "without words", func() *game.Rules {
		p := newPebbles()
		p.many.If = func(t *game.Tx, n int) bool {
			if n == 3 {
				return t.Refuse("{0}", "")
			}
			return true
		}
		return &p.Rules
	}},
	{"a refusal with different words each time", "bad input is refused", "sent again", func() *game.Rules {
		p := newPebbles()
		var calls atomic.Int64
		p.take.Check = func(t *game.Tx) bool {
			if p.many.In(t) == 3 {
				return t.Refuse("asked {0} times", calls.Add(1))
			}
			return true
		}
		return &p.Rules
	}},
	{"a check that fails on odd text", "bad input is refused", "is not refused, but gives", func() *game.Rules {
		p := newPebbles()
		word := &game.Pick[string]{Name: "word", Text: &game.Text{Max: 60}, If: func(t *game.Tx, text string) bool {
			_ = text[:min(len(text), 1)] + string(text[strings.Index(text, "a")]) // panics if the text has no a
			return true
		}}
		word.Text.Pattern = "a*"
		word.Text.Min = 0
		p.take.Pick = append(p.take.Pick, word)
		return &p.Rules
	}},
	{"a line without its argument", "what is offered is accepted", `"{0} takes {1}" has no argument for {1}: it has 1`, func() *game.Rules {
		p := newPebbles()
		return p.after(func(t *game.Tx) { t.Say("{0} takes {1}", t.Seat) })
	}},
	{"a line with an argument too many", "what is said", `the line "some are taken" does not use argument {0} of 1`, func() *game.Rules {
		p := newPebbles()
		return p.after(func(t *game.Tx) { t.Say("some are taken", t.Seat) })
	}},
	{"a reason without its argument", "what is said", `asked of seat 0: the line "not {1}" has no argument`, func() *game.Rules {
		p := newPebbles()
		p.many.If = func(t *game.Tx, n int) bool {
			if n == 3 {
				return t.Refuse("not {1}", n)
			}
			return true
		}
		return &p.Rules
	}},
	{"a refusal without its argument", "bad input is refused", `it is refused, and the line "not {0}" has no argument`, func() *game.Rules {
		p := newPebbles()
		p.take.Check = func(t *game.Tx) bool {
			if p.many.In(t) == 3 {
				return t.Refuse("not {0}")
			}
			return true
		}
		return &p.Rules
	}},
	{"a game without an end", endLaw, "not over after 500 moves", func() *game.Rules {
		p := newPebbles()
		p.many.Range = func(*game.Tx) (int, int) { return 1, 3 }
		p.take.Do = func(t *game.Tx) { heap.Edit(t, game.Root, func(n *int) { *n += p.many.In(t) }) }
		return &p.Rules
	}},
}

// mute is a number whose text is always the same.
type mute int8

func (mute) String() string { return "one" }

func TestBrokenRulesAreFound(t *testing.T) {
	for _, c := range brokenRules {
		t.Run(c.law+"/"+c.name, func(t *testing.T) {
			sampled(t)
			r := watch(t, func(t testing.TB) {
				Config{Games: 6, MaxMoves: 500, Laws: []string{c.law}}.Check(t, c.rules())
			})
			r.wants(`law "`+c.law+`" is broken by pebbles`, "seed ", c.words)
		})
	}
}

func TestSoundRulesPass(t *testing.T) {
	r := watch(t, func(t testing.TB) { Config{Games: 10}.Check(t, &newPebbles().Rules) })
	r.wantsNone()
	if len(r.logs) == 0 || !strings.Contains(r.logs[0], "10 games") {
		t.Errorf("the log does not say how much was played: %q", r.logs)
	}
}

func TestFaultyDefinitionIsReported(t *testing.T) {
	p := newPebbles()
	p.take.Name = "two words"
	watch(t, func(t testing.TB) { Check(t, &p.Rules) }).wants("two words", "cannot be played")
}

func TestFaultySetupIsReported(t *testing.T) {
	p := newPebbles()
	p.Setup = func(*game.Tx) { panic("no heap") }
	watch(t, func(t testing.TB) { Check(t, &p.Rules) }).wants("cannot be started", "seed 1", "no heap")
}

func TestUnfinishedGameDoesNotProveAnEnd(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: plays many games")
	}
	p := newPebbles()
	rules := p.after(func(*game.Tx) { time.Sleep(10 * time.Millisecond) })
	watch(t, func(t testing.TB) { Config{Time: 15 * time.Millisecond}.Check(t, rules) }).wants(endLaw, "could not be checked")
}
