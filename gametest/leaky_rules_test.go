package gametest

import (
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// leakyRules each reveal a secret in a different way, or re-deal wrongly.
var leakyRules = []struct {
	name, law, words string
	rules            func(*snap) *game.Rules
}{
	{"hidden count", "leaks", "line: ", func(p *snap) *game.Rules {
		return p.drawn(func(t *game.Tx, _ game.ID) {
			n := 0
			for id := range t.In(p.hand.Of(t.Seat)) {
				if suit.Of(t, id) == 1 {
					n++
				}
			}
			t.Say("{0} has {1} of the first suit", t.Seat, n)
		})
	}},
	{"log line", "leaks", "line: ", func(p *snap) *game.Rules {
		return p.drawn(func(t *game.Tx, card game.ID) { t.Say("it is {0}", suit.Of(t, card)) })
	}},
	{"notice", "leaks", "notice: ", func(p *snap) *game.Rules {
		return p.drawn(func(t *game.Tx, card game.ID) { t.Emit("flash", suit.Of(t, card)) })
	}},
	{"timing of a shuffle", "leaks", "notice: ", func(p *snap) *game.Rules {
		return p.drawn(func(t *game.Tx, card game.ID) {
			if suit.Of(t, card) == 1 {
				t.Shuffle(p.deck)
				t.Emit("shuffle")
			}
		})
	}},
	{"how many moments there are", "leaks", "moment: ", func(p *snap) *game.Rules {
		return p.drawn(func(t *game.Tx, card game.ID) {
			for range suit.Of(t, card) {
				t.Moment()
			}
		})
	}},
	{"an open Part at a moment", "leaks", "moment: ", func(p *snap) *game.Rules {
		return p.drawn(func(t *game.Tx, card game.ID) {
			taken.Set(t, t.Seat, int(suit.Of(t, card)))
			t.Moment()
			taken.Set(t, t.Seat, 0)
		})
	}},
	{"a secret choice in the log", "leaks", "line: ", func(p *snap) *game.Rules {
		number := &game.Pick[int]{Name: "number", Range: func(*game.Tx) (int, int) { return 1, 9 }}
		p.Actions = append(p.Actions, &game.Action{Name: "note", Secret: true, Pick: []game.Choice{number}, Do: func(t *game.Tx) {
			t.Say("{0} notes {1}", t.Seat, number.In(t))
		}})
		return &p.Rules
	}},
	{"a rolled value in the log", "leaks", "line: ", func(p *snap) *game.Rules {
		return p.lucky(func(t *game.Tx) { t.Say("{0} has rolled {1}", t.Seat, luck.Of(t, t.Seat)) })
	}},
	{"whose turn it is", "leaks", "view: ", func(p *snap) *game.Rules {
		return p.drawn(func(t *game.Tx, card game.ID) {
			if suit.Of(t, card) == 1 {
				t.Again()
			}
		})
	}},
	{"an open Part made of what is hidden", "leaks", "view: ", func(p *snap) *game.Rules {
		return p.drawn(func(t *game.Tx, card game.ID) { taken.Set(t, t.Seat, int(suit.Of(t, card))) })
	}},
	{"error text", "leaks", "refusal: ", func(p *snap) *game.Rules {
		number := &game.Pick[int]{Name: "number", Range: func(*game.Tx) (int, int) { return 1, 3 }, Repeat: true, Several: func(*game.Tx) (int, int) { return 1, 2 }}
		p.Actions = append(p.Actions, &game.Action{Name: "guess", Pick: []game.Choice{number}, Check: func(t *game.Tx) bool {
			return t.Refuse("{0} is on top", p.top(t))
		}, Do: nothing})
		return &p.Rules
	}},
	{"the reason of a Check", "leaks", "offers: ", func(p *snap) *game.Rules {
		number := &game.Pick[int]{Name: "number", Range: func(*game.Tx) (int, int) { return 1, 3 }}
		p.Actions = append(p.Actions, &game.Action{Name: "guess", Pick: []game.Choice{number}, Check: func(t *game.Tx) bool {
			return t.Refuse("{0} is on top", p.top(t))
		}, Do: nothing})
		return &p.Rules
	}},
	{"the reason why not", "leaks", "offers: ", func(p *snap) *game.Rules {
		p.Actions = append(p.Actions, &game.Action{Name: "peek", If: func(t *game.Tx) bool {
			return t.Refuse("{0} is on top, and you may not look", p.top(t))
		}, Do: nothing})
		return &p.Rules
	}},
	{"option list", "leaks", "", func(p *snap) *game.Rules {
		p.card.From = func(t *game.Tx) game.Set[game.ID] {
			return p.hand.Contents(t).Where(func(id game.ID) bool { return int(suit.Of(t, id)) == p.top(t) })
		}
		return &p.Rules
	}},
	{"the contents of the deck decide", "leaks", "depends on what it does not see", func(p *snap) *game.Rules {
		p.Actions = nil
		for n, name := range []string{"shout", "cry", "sing", "hum", "whisper"} {
			p.Actions = append(p.Actions, &game.Action{Name: name, Do: nothing, If: game.When("it is not the time", func(t *game.Tx) bool {
				sum := 0
				for id := range t.In(p.deck) {
					sum = 2*sum + int(suit.Of(t, id))
				}
				return sum%5 == n
			})})
		}
		return &p.Rules
	}},
	{"a fault that depends on what is hidden", "leaks", "card of the first suit", func(p *snap) *game.Rules {
		return p.drawn(func(t *game.Tx, card game.ID) {
			if suit.Of(t, card) == 1 && t.Count(p.deck) == 3 {
				panic("a card of the first suit")
			}
		})
	}},
	{"option list", "offers on the view", "offers", func(p *snap) *game.Rules {
		p.card.From = func(t *game.Tx) game.Set[game.ID] {
			return p.hand.Contents(t).Where(func(id game.ID) bool { return int(suit.Of(t, id)) == p.top(t) })
		}
		return &p.Rules
	}},
	{"error text", "offers on the view", "offers", func(p *snap) *game.Rules {
		p.card.If = func(t *game.Tx, id game.ID) bool {
			if suit.Of(t, id) == 1 {
				return t.Refuse("{0} is on top", p.top(t))
			}
			return true
		}
		return &p.Rules
	}},
	{"a prompt", "offers on the view", "offers", func(p *snap) *game.Rules {
		p.card.Ask = func(t *game.Tx) *game.Line { return game.NewLine("{0} is on top", p.top(t)) }
		return &p.Rules
	}},
	{"a later pick", "offers on the view", "after \"lay ", func(p *snap) *game.Rules {
		number := &game.Pick[int]{Name: "number", Range: func(t *game.Tx) (int, int) { return 1, 1 + p.top(t) }}
		p.Actions[1].Pick = append(p.Actions[1].Pick, number)
		return &p.Rules
	}},
	{"Fits contradicts the truth", "re-deal", "Fits rejects the real state", func(p *snap) *game.Rules {
		p.Fits = func(s *game.State, seat game.Seat) bool {
			return seat == game.Nobody || s.Played() < 3 || suit.Of(s, s.Last(p.deck)) == 2
		}
		return &p.Rules
	}},
	{"nothing Fits", "re-deal", "", func(p *snap) *game.Rules {
		p.Fits = func(*game.State, game.Seat) bool { return false }
		return &p.Rules
	}},
	{"hidden data without a source", "re-deal", "a re-deal has no way to make up what else it could be", func(p *snap) *game.Rules {
		setup := p.Setup
		p.deck.Order = game.Ordered
		p.Setup = func(t *game.Tx) {
			setup(t)
			t.Create(p.Kinds[0], p.deck, suit.Is(3))
		}
		return &p.Rules
	}},
	{"it cannot be played on", "re-deal", "cannot be played on", func(p *snap) *game.Rules {
		setup := p.Setup
		first := game.ID(0)
		p.Setup = func(t *game.Tx) {
			setup(t)
			first = t.First(p.cellar)
		}
		return p.drawn(func(t *game.Tx, card game.ID) {
			if card == first {
				panic("this one cannot be drawn")
			}
		})
	}},
}

func nothing(*game.Tx) {}

func TestLeakyRulesAreFound(t *testing.T) {
	for _, c := range leakyRules {
		t.Run(c.law+"/"+c.name, func(t *testing.T) {
			sampled(t)
			t.Parallel()
			r := watch(t, func(t testing.TB) {
				Config{Games: 10, Laws: []string{c.law}}.Check(t, c.rules(newSnap()))
			})
			r.wants(`law "`+c.law+`" is broken by snap`, "seed ", c.words, "g.Check()")
		})
	}
}

// honest are games that leak nothing.
var honest = map[string]func(*snap) *game.Rules{
	"snap": func(p *snap) *game.Rules { return &p.Rules },
	"what is announced is meant": func(p *snap) *game.Rules {
		return p.drawn(func(t *game.Tx, card game.ID) { t.Announce("it is {0}", suit.Of(t, card)) })
	},
	"what is revealed is known": func(p *snap) *game.Rules {
		return p.drawn(func(t *game.Tx, card game.ID) {
			t.Reveal(card)
			t.Say("it is {0}", suit.Of(t, card))
		})
	},
	"what is shown is seen": func(p *snap) *game.Rules {
		return p.lucky(func(t *game.Tx) {
			luck.Show(t, t.Seat)
			t.Say("{0} has rolled {1}", t.Seat, luck.Of(t, t.Seat))
		})
	},
	"what is shown at a moment is seen": func(p *snap) *game.Rules {
		return p.drawn(func(t *game.Tx, card game.ID) {
			t.Move(card, p.pile)
			t.Moment()
			t.Say("it is {0}", suit.Of(t, card))
			t.MoveFirst(card, p.deck)
			t.Shuffle(p.deck)
		})
	},
	"a value at a moment": func(p *snap) *game.Rules {
		return p.lucky(func(t *game.Tx) {
			luck.Show(t, t.Seat)
			t.Moment()
			luck.Hide(t, t.Seat, 1-t.Seat, game.Nobody)
			luck.Roll(t, t.Seat)
		})
	},
	"a card taken at random": func(p *snap) *game.Rules {
		return p.drawn(func(t *game.Tx, card game.ID) {
			if other := t.Contents(p.hand.Of(1 - t.Seat)); !other.Empty() {
				t.Move(t.Choose(other), p.hand.Of(t.Seat))
			}
		})
	},
}

func TestHonestRulesPass(t *testing.T) {
	for name, rules := range honest {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			games := 6
			if testing.Short() {
				games = 2
			}
			r := watch(t, func(t testing.TB) { Config{Games: games, Laws: Secrecy()}.Check(t, rules(newSnap())) })
			r.wantsNone()
			if !strings.Contains(strings.Join(r.logs, "\n"), "pairs compared for leaks") {
				t.Errorf("the log does not say what was compared: %q", r.logs)
			}
		})
	}
}
