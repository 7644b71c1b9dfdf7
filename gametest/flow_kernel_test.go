package gametest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/plygame/ply/game"
)

// With a sound kernel, rules cannot break the laws in this file. So these kernels are broken.

// inFlow returns a state or view with a changed position in the flow.
func inFlow(s *game.State, edit func(*place)) *game.State {
	return edited(s, func(p *sheet) {
		if at, ok := p.flow(); ok {
			edit(&at)
			p.setFlow(at)
		}
	})
}

// choosing reports whether seats choose in secret in this state.
func choosing(s *game.State) bool {
	k := actual()
	p := k.placeOf(s)
	return p.chooses(s.Rules())
}

// pendingIn returns the secret choices.
func pendingIn(s *game.State) []commitment {
	k := actual()
	return k.placeOf(s).Pending
}

// unscheduled removes the last effect that waits for the end of a round.
func unscheduled(s *game.State) *game.State {
	return edited(s, func(p *sheet) {
		for i, e := range slices.Backward(p.elements) {
			if strings.Contains(string(p.parts["@due"][e.ID]), "interest") {
				p.elements = slices.Delete(p.elements, i, i+1)
				delete(p.parts["@due"], e.ID)
				delete(p.parts["@do-interest"], e.ID)
				return
			}
		}
	})
}

// offersOf spoils the offers of a seat that asks for its actions.
func offersOf(k *kernel, spoil func(s *game.State, seat game.Seat, all []game.Offer) []game.Offer) {
	k.offers = func(s *game.State, d game.Move) ([]game.Offer, error) {
		all, err := s.Offers(d)
		if d.Action == "" && err == nil {
			all = spoil(s, d.Seat, all)
		}
		return all, err
	}
}

// flowKernels each break a law in a game with a flow, in one function.
var flowKernels = []struct {
	name, law, words string
	spoil            func(*kernel)
}{
	{"a seat is forgotten", "somebody can act", ": false; it can do something: true", func(k *kernel) {
		k.toAct = func(s *game.State) game.Set[game.Seat] {
			return s.ToAct().Minus(game.SetOf[game.Seat](1)).Or(game.SetOf(s.Turn()))
		}
	}},
	{"the game always waits for everyone", "somebody can act", ": true; it can do something: false", func(k *kernel) {
		k.toAct = func(s *game.State) game.Set[game.Seat] {
			if s.Outcome().Over {
				return s.ToAct()
			}
			return game.SetOf[game.Seat](0, 1)
		}
	}},
	{"the game waits for nobody", "somebody can act", "waits for no seat", func(k *kernel) {
		k.toAct = func(s *game.State) game.Set[game.Seat] { return game.SetOf[game.Seat]() }
	}},
	{"a finished game waits for a seat", "somebody can act", "the game is over, but waits for", func(k *kernel) {
		k.toAct = func(s *game.State) game.Set[game.Seat] {
			if s.Outcome().Over {
				return game.SetOf[game.Seat](0)
			}
			return s.ToAct()
		}
	}},
	{"the game waits for a seat that can only stop", "somebody can act", "can only choose \"done\"", func(k *kernel) {
		offersOf(k, func(s *game.State, seat game.Seat, all []game.Offer) []game.Offer {
			for i := range all {
				if p, _ := s.Progress(seat); p.Used == 2 && !stops(s.Rules(), all[i].Action) && all[i].Why == nil {
					all[i].Why = game.NewLine("it is over")
				}
			}
			return all
		})
	}},
	{"nobody makes progress", "somebody can act", "it has Progress: false", func(k *kernel) {
		k.progress = func(*game.State, game.Seat) (game.Progress, bool) { return game.Progress{}, false }
	}},
	{"progress of the wrong seat", "somebody can act", "it has Progress: true", func(k *kernel) {
		k.progress = func(s *game.State, _ game.Seat) (game.Progress, bool) { return s.Progress(s.Turn()) }
	}},
	{"nothing is left to do", "somebody can act", "but its Progress is", func(k *kernel) {
		k.progress = func(s *game.State, seat game.Seat) (game.Progress, bool) {
			p, ok := s.Progress(seat)
			p.Left = 0
			return p, ok
		}
	}},
	{"more is needed than there is", "somebody can act", "can choose \"done\": true", func(k *kernel) {
		k.progress = func(s *game.State, seat game.Seat) (game.Progress, bool) {
			p, ok := s.Progress(seat)
			p.Needs = 1
			return p, ok
		}
	}},
	{"Where names another seat", "somebody can act", "Where says", func(k *kernel) {
		k.where = func(s *game.State) string { return strings.Replace(s.Where(), "player 1, ", "", 1) }
	}},

	{"a debt is not settled", "settled", "called once more it changes something", func(k *kernel) {
		k.play = func(s *game.State, m game.Move) (*game.State, error) {
			next, err := s.Play(m)
			if err == nil && m.Action == "spend" {
				next = edited(next, func(p *sheet) { p.parts["heap"] = map[string]json.RawMessage{"seat/0": []byte("-1")} })
			}
			return next, err
		}
	}},
	{"Settle fails", "settled", "called once more, Settle gives", func(k *kernel) {
		k.settled = func(*game.State) (bool, error) { return false, &game.Fault{Why: "no"} }
	}},

	{"the first to choose is remembered", "order of arrival", "lead to the hash", func(k *kernel) {
		k.play = func(s *game.State, m game.Move) (*game.State, error) {
			next, err := s.Play(m)
			if err == nil && choosing(s) && len(pendingIn(s)) == 0 && m.Seat > 0 {
				next = edited(next, func(p *sheet) { p.parts["taken"] = map[string]json.RawMessage{"table": []byte("5")} })
			}
			return next, err
		}
	}},
	{"the first to choose is in the save", "order of arrival", "the secret choices lead to\n", func(k *kernel) {
		first := map[*game.State]game.Seat{}
		k.play = func(s *game.State, m game.Move) (*game.State, error) {
			next, err := s.Play(m)
			if err == nil && choosing(s) && len(pendingIn(s)) == 0 {
				first[next] = m.Seat
			} else if err == nil {
				first[next] = first[s]
			}
			return next, err
		}
		k.save = func(s *game.State) []byte { return append(s.Save(), make([]byte, first[s])...) }
	}},
	{"the last one to choose is refused", "order of arrival", "it gives: no", func(k *kernel) {
		k.play = func(s *game.State, m game.Move) (*game.State, error) {
			if len(pendingIn(s)) > 0 && m.Seat == 0 && !withdraws(s.Rules(), m.Action) {
				return s, &game.Refusal{Code: game.Rejected, Why: game.Line{Text: "no"}}
			}
			return s.Play(m)
		}
	}},
	{"withdrawing does nothing", "order of arrival", "has taken back", func(k *kernel) {
		k.play = func(s *game.State, m game.Move) (*game.State, error) {
			if withdraws(s.Rules(), m.Action) {
				return s, nil
			}
			return s.Play(m)
		}
	}},
	{"withdrawing is refused", "order of arrival", "cannot be taken back", refuseToWithdraw},
	{"the game waits for a seat that has chosen", "order of arrival", "but the game still waits for it", func(k *kernel) {
		k.toAct = func(s *game.State) game.Set[game.Seat] {
			if !choosing(s) || len(pendingIn(s)) == 0 {
				return s.ToAct()
			}
			return game.SetOf[game.Seat](0, 1)
		}
	}},

	{"a save forgets what is due", "what is scheduled", "saved and loaded, the schedule is", func(k *kernel) {
		k.load = func(r *game.Rules, text []byte) (*game.State, error) {
			s, err := r.Load(text)
			if err == nil {
				s = unscheduled(s)
			}
			return s, err
		}
	}},
	{"a save forgets how often it is due", "what is scheduled", "saved and loaded, the schedule is", func(k *kernel) {
		k.load = func(r *game.Rules, text []byte) (*game.State, error) {
			return r.Load([]byte(strings.ReplaceAll(string(seals.ReplaceAll(text, nil)), `"Effect":"interest"`, `"Effect":"interest","Left":1`)))
		}
	}},
	{"a loaded game is in another step", "what is scheduled", "saved and loaded, there is", func(k *kernel) {
		k.load = func(r *game.Rules, text []byte) (*game.State, error) {
			s, err := r.Load(text)
			if err == nil {
				s = inFlow(s, func(p *place) { p.Passes++ })
			}
			return s, err
		}
	}},
	{"a fork forgets what is due", "what is scheduled", "forked, the schedule is", func(k *kernel) {
		k.fork = func(s *game.State) fork {
			return &badFork{fork: s.Fork(), freeze: func(f *badFork) (*game.State, error) {
				s, err := f.fork.Freeze()
				return unscheduled(s), err
			}}
		}
	}},
	{"a fork does not do what is due", "what is scheduled", "and played on, the hash is", func(k *kernel) {
		k.fork = func(s *game.State) fork {
			return &badFork{fork: unscheduled(s).Fork(), freeze: func(*badFork) (*game.State, error) { return s, nil }}
		}
	}},
	{"a re-deal forgets what is due", "what is scheduled", "re-dealt for seat 0, the schedule is", func(k *kernel) {
		k.redeal = func(s *game.State, o game.Seat, seed game.Seed, keep ...game.ID) (*game.State, error) {
			r, err := s.Redeal(o, seed, keep...)
			if err == nil {
				r = unscheduled(r)
			}
			return r, err
		}
	}},
	{"undo forgets what is due", "what is scheduled", "undone, the schedule is", func(k *kernel) {
		k.history = func(s *game.State, keep int) history {
			return &badHistory{history: historyOf(s, keep), state: unscheduled}
		}
	}},

	{"one state cannot be loaded", "save and load", "cannot be loaded: not this one", func(k *kernel) {
		k.load = func(r *game.Rules, text []byte) (*game.State, error) {
			s, err := r.Load(text)
			if err == nil && s.Played() == 17 {
				err = &game.Refusal{Code: game.Damaged, Why: game.Line{Text: "not this one"}}
			}
			return s, err
		}
	}},
	{"undo changes the random numbers", "undo and redo", "when a move is undone, the", func(k *kernel) {
		k.history = func(s *game.State, keep int) history {
			return &badHistory{history: historyOf(s, keep), state: func(s *game.State) *game.State { return s.Reseed(game.SeedOf(9)) }}
		}
	}},
	{"a choice cannot be withdrawn", "what is offered is accepted", `"withdraw" of seat`, refuseToWithdraw},
	{"seats choose twice", "bad input is refused", "is not in the list of moves", func(k *kernel) {
		k.play = func(s *game.State, m game.Move) (*game.State, error) {
			if choosing(s) && m.Action == "pledge" {
				if back, err := s.Play(withdrawal(s, m.Seat)); err == nil {
					if next, err := back.Play(m); err == nil {
						return next, nil
					}
				}
			}
			return s.Play(m)
		}
	}},

	{"a damaged flow makes it panic", "damaged data is refused", "makes it panic: where am I", func(k *kernel) {
		k.where = func(*game.State) string { panic("where am I") }
	}},
	{"damage grows", "damaged data is refused", "of the state it gives", func(k *kernel) {
		k.load = func(r *game.Rules, text []byte) (*game.State, error) {
			s, err := r.Load(text)
			if err == nil {
				s = inFlow(s, func(p *place) { p.Passes++ })
			}
			return s, err
		}
	}},

	{"withdrawing is offered without a choice", "offers agree with moves", "withdraw of seat 0 is offered: true", func(k *kernel) {
		offersOf(k, func(s *game.State, seat game.Seat, all []game.Offer) []game.Offer {
			if choosing(s) && seat == 0 && !s.Committed().Has(0) {
				all = append(all, game.Offer{Action: withdrawal(s, seat).Action})
			}
			return all
		})
	}},
	{"withdrawing is not offered", "offers agree with moves", "is offered: false", func(k *kernel) {
		offersOf(k, func(s *game.State, _ game.Seat, all []game.Offer) []game.Offer {
			if choosing(s) {
				all[len(all)-1].Why = game.NewLine("what is done is done")
			}
			return all
		})
	}},
	{"an action is offered twice", "offers agree with moves", "offered twice", func(k *kernel) {
		offersOf(k, func(_ *game.State, _ game.Seat, all []game.Offer) []game.Offer { return append(all, all[0]) })
	}},
	{"an unknown action is offered", "offers agree with moves", "which is not an action", func(k *kernel) {
		offersOf(k, func(_ *game.State, _ game.Seat, all []game.Offer) []game.Offer {
			return append(all, game.Offer{Action: "dance", Why: game.NewLine("not here")})
		})
	}},
	{"an action is left out", "offers agree with moves", "no offer of", func(k *kernel) {
		offersOf(k, func(_ *game.State, _ game.Seat, all []game.Offer) []game.Offer { return all[1:] })
	}},

	{"a view with the choices of others", "views", "it contains the secret choice of seat", func(k *kernel) { k.view = allChoices }},
	{"a view with another choice of its own", "views", "as the secret choice of seat", func(k *kernel) {
		k.view = func(s *game.State, o game.Seat) *game.State {
			return inFlow(s.View(o), func(p *place) {
				for i := range p.Pending {
					p.Pending[i].Move = map[bool]string{true: "pledge 1", false: "pledge 2"}[p.Pending[i].Move == "pledge 2"]
				}
			})
		}
	}},
	{"a view of another step", "views", "its position in the flow is", func(k *kernel) {
		k.view = func(s *game.State, o game.Seat) *game.State {
			return inFlow(s.View(o), func(p *place) { p.Frames[0].At++ })
		}
	}},
	{"a view of another call", "views", "its flow refers to", func(k *kernel) {
		k.view = func(s *game.State, o game.Seat) *game.State {
			v := s.View(o)
			return inFlow(v, func(p *place) {
				for i := range p.Frames {
					if f := &p.Frames[i]; f.Then != "" {
						f.Then = v.Name(v.First(v.Scheduled()))
					}
				}
			})
		}
	}},
	{"the view of another seat's choices is offered", "offers on the view", "the view of seat", func(k *kernel) {
		offersOf(k, func(s *game.State, seat game.Seat, all []game.Offer) []game.Offer {
			if _, is := s.Viewer(); is && choosing(s) && len(pendingIn(s)) > 0 {
				all[len(all)-1].Label = "Change it"
			}
			return all
		})
	}},
	{"a re-deal leaves the choices of others", "re-deal", "never changes", func(k *kernel) {
		k.redeal = func(s *game.State, _ game.Seat, seed game.Seed, _ ...game.ID) (*game.State, error) {
			return s.Reseed(seed), nil
		}
	}},
	{"a re-deal makes an impossible choice", "re-deal", "which was not possible", func(k *kernel) {
		changeChoices(k, func(seat game.Seat) (game.Move, bool) {
			return game.Move{Seat: seat, Action: "pledge", Picks: [][]game.Value{{{N: 7}}}}, true
		})
	}},
	{"a re-deal chooses for the wrong seat", "re-deal", "", func(k *kernel) {
		k.redeal = func(s *game.State, o game.Seat, seed game.Seed, keep ...game.ID) (*game.State, error) {
			return s.Redeal(1-max(o, 0), seed, keep...)
		}
	}},
	{"a re-deal forgets the choices", "re-deal", "the secret choices are", func(k *kernel) {
		changeChoices(k, func(game.Seat) (game.Move, bool) { return game.Move{}, false })
	}},

	{"a choice that everyone reads", "leaks", "text: ", func(k *kernel) {
		k.textFor = func(s *game.State, o game.Seat, m game.Move, next *game.State) string { return s.Text(m) }
	}},
	{"a view with the choices of others", "leaks", "view: ", func(k *kernel) { k.view = allChoices }},
	{"changes with the choices of others", "leaks", "changes: ", func(k *kernel) { k.changes = unfiltered }},
	{"undo with the choices of others", "leaks", "undo: ", func(k *kernel) {
		k.changes = func(from, to *game.State, o game.Seat) []game.Change {
			if to.Played() < from.Played() {
				return unfiltered(from, to, o)
			}
			return from.Changes(to, o)[0]
		}
	}},
	{"a hash with the choices of others", "leaks", "hash: ", func(k *kernel) {
		of := behind(k)
		k.hash = func(s *game.State) uint64 {
			if real := of[s]; real != nil {
				return real.Hash()
			}
			return s.Hash()
		}
	}},
	{"a line about a choice", "leaks", "line: ", func(k *kernel) {
		of := behind(k)
		k.said = func(v *game.State) []game.Line {
			return append(v.Said(), game.Line{Text: fmt.Sprint("chosen is ", pendingIn(of[v]))})
		}
	}},
	{"a notice about a choice", "leaks", "notice: ", func(k *kernel) {
		of := behind(k)
		k.notices = func(v *game.State) []game.Notice {
			return append(v.Notices(), game.Notice{Name: fmt.Sprint("chosen is ", pendingIn(of[v]))})
		}
	}},
	{"a reason about a choice", "leaks", "offers: ", func(k *kernel) {
		offersOf(k, func(s *game.State, seat game.Seat, all []game.Offer) []game.Offer {
			return append(all, game.Offer{Action: "peek", Why: game.NewLine(fmt.Sprint("chosen is ", pendingIn(s)))})
		})
	}},
	{"a refusal about a choice", "leaks", "refusal: ", func(k *kernel) {
		k.play = func(s *game.State, m game.Move) (*game.State, error) {
			next, err := s.Play(m)
			if err != nil {
				err = fmt.Errorf("%w, and chosen is %v", err, pendingIn(s))
			}
			return next, err
		}
	}},
}

// allChoices is a view in which everyone sees the secret choices.
func allChoices(s *game.State, o game.Seat) *game.State {
	return inFlow(s.View(o), func(p *place) { p.Pending = pendingIn(s) })
}

func refuseToWithdraw(k *kernel) {
	k.play = func(s *game.State, m game.Move) (*game.State, error) {
		if withdraws(s.Rules(), m.Action) {
			return s, &game.Refusal{Code: game.Unavailable, Why: game.Line{Text: "too late"}}
		}
		return s.Play(m)
	}
}

// changeChoices changes the secret choices of others in every re-deal.
func changeChoices(k *kernel, choice func(game.Seat) (game.Move, bool)) {
	dealt := map[*game.State]game.Seat{}
	k.redeal = func(s *game.State, o game.Seat, seed game.Seed, keep ...game.ID) (*game.State, error) {
		r, err := s.Redeal(o, seed, keep...)
		dealt[r] = o
		return r, err
	}
	k.chosen = func(s *game.State, seat game.Seat) (game.Move, bool) {
		m, ok := s.Chosen(seat)
		if o, is := dealt[s]; is && ok && seat != o {
			return choice(seat)
		}
		return m, ok
	}
}

func TestBrokenFlowsAreFound(t *testing.T) {
	for _, c := range flowKernels {
		t.Run(c.law+"/"+c.name, func(t *testing.T) {
			sampled(t)
			t.Parallel()
			mustFind(t, &newPledge().Rules, c.law, c.words, c.spoil)
		})
	}
}

// flowRules each break a law of the flow, in a way an author might.
var flowRules = []struct {
	name, law, words string
	rules            func(*pledge)
}{
	{"an effect that counts for itself", "what is scheduled", "and played on, the hash is", func(p *pledge) {
		var calls atomic.Int64
		p.interest.Do = func(t *game.Tx, n int) { heap.Set(t, game.Root, int(calls.Add(1))) }
	}},
	{"an action that remembers who was asked last", "order of arrival", "in another to", func(p *pledge) {
		var last atomic.Int64
		p.pledge.Check = func(t *game.Tx) bool {
			last.Store(int64(t.Seat))
			return true
		}
		do := p.pledge.Do
		p.pledge.Do = func(t *game.Tx) {
			do(t)
			taken.Set(t, game.Root, int(last.Load()))
		}
	}},
	{"a Settle that works now and then", "settled", "called once more it changes something", func(p *pledge) {
		var calls atomic.Int64
		settle := p.Settle
		p.Settle = func(t *game.Tx) {
			if calls.Add(1)%2 != 0 {
				settle(t)
			}
		}
	}},
	{"an If that changes its mind", "somebody can act", "it can do something: false", func(p *pledge) {
		var calls atomic.Int64
		p.pledge.If = game.When("not now", func(*game.Tx) bool { return calls.Add(1)%7 != 0 })
	}},
}

func TestBrokenFlowRulesAreFound(t *testing.T) {
	for _, c := range flowRules {
		t.Run(c.law+"/"+c.name, func(t *testing.T) {
			sampled(t)
			t.Parallel()
			p := newPledge()
			c.rules(p)
			r := watch(t, func(t testing.TB) {
				Config{Games: 6, Laws: []string{c.law}}.Check(t, &p.Rules)
			})
			r.wants(`law "`+c.law+`" is broken by pledge`, "seed ", c.words)
		})
	}
}

func TestSoundFlowPasses(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: takes long")
	}
	t.Parallel()
	r := watch(t, func(t testing.TB) { Config{Games: 3}.Check(t, &newPledge().Rules) })
	r.wantsNone()
}

// The games that the laws check contain everything that seats acting together can do.
func TestWalkArrivesInAnyOrder(t *testing.T) {
	for seed := range uint64(2) { // by the list of moves, and by offers
		c := newChecker(t, &newPledge().Rules, Config{})
		if err := c.rules.Check(); err != nil {
			t.Fatal(err)
		}
		back, early, ended := 0, 0, 0
		for n := range uint64(10) {
			g, err := c.walk(Setup{Seats: 3, Seed: 2*n + seed})
			if err != nil {
				t.Fatal(err)
			}
			for i, m := range g.moves {
				switch {
				case withdraws(c.rules, m.Action):
					back++
				case stops(c.rules, m.Action):
					ended++
				case m.Seat != g.states[i].Turn():
					early++ // before a seat with a lower number
				}
			}
		}
		if back == 0 || early == 0 || ended == 0 {
			t.Errorf("in games from seed %d on, %d choices were withdrawn, %d seats acted early, %d finished", seed, back, early, ended)
		}
	}
}
