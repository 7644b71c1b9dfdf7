package gametest

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
)

// With a sound kernel, rules cannot break the laws in this file. So these kernels are broken.

// edited is a changed view.
func edited(v *game.State, edit func(*sheet)) *game.State {
	p, err := openSheet(v.Save())
	if err != nil {
		panic(err)
	}
	if p.parts == nil {
		p.parts = map[string]map[string]json.RawMessage{}
	}
	edit(p)
	s, err := p.state(v.Rules())
	if err != nil {
		panic(err)
	}
	return s
}

// behind remembers the state of each view.
func behind(k *kernel) map[*game.State]*game.State {
	of := map[*game.State]*game.State{}
	k.view = func(s *game.State, o game.Seat) *game.State {
		v := s.View(o)
		of[v] = s
		return v
	}
	return of
}

// handleOf returns an observer's handle for an element in sight.
func handleOf(s *game.State, o game.Seat, id game.ID) string {
	text := s.TextFor(o, game.Move{Seat: o, Action: "lay", Picks: [][]game.Value{{{N: int64(id)}}}}, s)
	return strings.TrimPrefix(text, "lay ")
}

// renamed is a view with other handles.
func renamed(v *game.State, to map[string]string) *game.State {
	text := numbers.ReplaceAllFunc(seals.ReplaceAll(v.Save(), nil), func(name []byte) []byte {
		if is, ok := to[strings.Trim(string(name), `"`)]; ok {
			return strconv.AppendQuote(nil, is)
		}
		return name
	})
	s, err := v.Rules().Load(text)
	if err != nil {
		panic(err)
	}
	return s
}

// suitsOfDeck shows an observer the suits of the cards in the deck, but not the cards.
func suitsOfDeck(s *game.State, o game.Seat) *game.State {
	if o != 1 {
		return s.View(o)
	}
	return edited(s.View(o), func(p *sheet) {
		if p.parts["suit"] == nil {
			p.parts["suit"] = map[string]json.RawMessage{}
		}
		n := 0
		for id := range s.In(s.Find("deck")) {
			n++
			p.parts["suit"][fmt.Sprintf("deck:%d", n)] = fmt.Append(nil, suit.Of(s, id))
		}
	})
}

// byCreation is a view with the names of the state.
func byCreation(s *game.State, o game.Seat) *game.State {
	if o == game.Judge {
		return s.View(o)
	}
	names := map[string]string{}
	for id := range s.All() {
		if s.Sees(o, id) == game.Face {
			names[handleOf(s, o, id)] = s.Name(id)
		}
	}
	return renamed(s.View(o), names)
}

var leakyKernels = []struct {
	name, law, words string
	spoil            func(*kernel)
}{
	{"another look, another view", "views", "made again", func(k *kernel) {
		looks := 0
		k.view = func(s *game.State, o game.Seat) *game.State {
			looks++
			return edited(s.View(o), func(p *sheet) {
				if len(p.elements) > 3 && o == 1 {
					p.parts["taken"] = map[string]json.RawMessage{"table": fmt.Append(nil, looks)}
				}
			})
		}
	}},
	{"spectators that get seat 0's view", "views", "says that it is the view of seat 0", func(k *kernel) {
		k.view = func(s *game.State, o game.Seat) *game.State {
			if o == game.Nobody {
				o = 0
			}
			return s.View(o)
		}
	}},
	{"the random numbers are in it", "views", `has the field "random"`, func(k *kernel) {
		k.save = func(s *game.State) []byte {
			if _, is := s.Viewer(); !is {
				return s.Save()
			}
			return append([]byte(`{"random":{},`), seals.ReplaceAll(s.Save(), nil)[1:]...)
		}
	}},
	{"hidden count", "views", "cellar: ?", func(k *kernel) {
		k.view = func(s *game.State, o game.Seat) *game.State {
			return edited(s.View(o), func(p *sheet) {
				for i := range s.Count(s.Find("cellar")) {
					if o != game.Judge {
						p.elements = append(p.elements, element{ID: fmt.Sprintf("cellar:%d", i+1), Kind: "?", In: "cellar"})
					}
				}
			})
		}
	}},
	{"a Part shown to the wrong seat", "views", "suit=", func(k *kernel) { k.view = suitsOfDeck }},
	{"something is not shown", "views", "but should show", func(k *kernel) {
		k.view = func(s *game.State, o game.Seat) *game.State {
			return edited(s.View(o), func(p *sheet) { p.clear(map[string]bool{"pile": true}) })
		}
	}},
	{"numbering", "views", "renumbered", func(k *kernel) { k.view = byCreation }},
	{"order of arrival", "views", "a different order", func(k *kernel) {
		k.view = func(s *game.State, o game.Seat) *game.State {
			if o < 0 {
				return s.View(o)
			}
			hand := fmt.Sprintf("hand/%d", o)
			return edited(s.View(o), func(p *sheet) {
				var order []string
				for id := range s.In(s.Find(hand)) {
					order = append(order, handleOf(s, o, id))
				}
				slices.SortStableFunc(p.elements, func(a, b element) int {
					if a.In != hand || b.In != hand {
						return strings.Compare(a.In, b.In)
					}
					return slices.Index(order, a.ID) - slices.Index(order, b.ID)
				})
			})
		}
	}},
	{"handle reuse", "views", "had gone out of its sight", func(k *kernel) {
		k.view = func(s *game.State, o game.Seat) *game.State {
			v := s.View(o)
			if o == game.Judge {
				return v
			}
			names := map[string]string{}
			for i, name := range slices.SortedFunc(maps.Keys(handles(v)), func(a, b string) int { return cmp.Or(len(a)-len(b), strings.Compare(a, b)) }) {
				names[name] = fmt.Sprintf("#%d", i+1)
			}
			return renamed(v, names)
		}
		k.changes = func(from, to *game.State, o game.Seat) []game.Change {
			return k.view(from, o).Diff(k.view(to, o))
		}
	}},
	{"names that change when the game is played again", "views", "played again", func(k *kernel) {
		starts, second := 0, map[*game.State]bool{}
		k.start = func(r *game.Rules, seats int, seed game.Seed, next ...game.Chance) (*game.State, error) {
			starts++
			return r.Start(seats, seed, next...)
		}
		k.play = func(s *game.State, m game.Move) (*game.State, error) {
			next, err := s.Play(m)
			second[next] = starts%2 == 0
			return next, err
		}
		k.view = func(s *game.State, o game.Seat) *game.State {
			if !second[s] || o == game.Judge {
				return s.View(o)
			}
			return renamed(s.View(o), map[string]string{"#1": "#99"})
		}
	}},
	{"a view loads as that of another", "views", "saved differently", func(k *kernel) {
		k.load = func(r *game.Rules, text []byte) (*game.State, error) {
			return r.Load([]byte(strings.Replace(string(seals.ReplaceAll(text, nil)), `"view":0`, `"view":1`, 1)))
		}
	}},
	{"what everyone remembers is not saved", "views", "differs", func(k *kernel) {
		k.load = func(r *game.Rules, text []byte) (*game.State, error) {
			p, err := openSheet(text)
			if _, isView := p.rest["view"]; err != nil || isView {
				return r.Load(text)
			}
			delete(p.rest, "memory")
			return p.state(r)
		}
	}},
	{"a state hash that changes the view", "views", "its hash is", func(k *kernel) {
		looks := uint64(0)
		k.hash = func(s *game.State) uint64 {
			if _, is := s.Viewer(); is && s.Turn() == 1 {
				looks++
			}
			return s.Hash() + looks/3
		}
	}},
	{"changes that are not filtered", "views", "but the views differ by", func(k *kernel) { k.changes = unfiltered }},
	{"a change is missing", "views", "but the views differ by", func(k *kernel) {
		k.changes = func(from, to *game.State, o game.Seat) []game.Change {
			all := from.Changes(to, o)[0]
			return all[:max(0, len(all)-1)]
		}
	}},
	{"a view differs from itself", "views", "differs from itself", func(k *kernel) {
		extra := func(all []game.Change) []game.Change {
			return append([]game.Change{{Field: "@turn", Was: "0", Is: "0"}}, all...)
		}
		k.changes = func(from, to *game.State, o game.Seat) []game.Change { return extra(from.Changes(to, o)[0]) }
		k.diff = func(from, to *game.State) []game.Change { return extra(from.Diff(to)) }
	}},
	{"changes fit everywhere", "views", "not made from", func(k *kernel) {
		k.apply = func(s *game.State, c ...[]game.Change) (*game.State, error) {
			s, _ = s.Apply(c...)
			return s, nil
		}
	}},
	{"changes lead to a different view", "views", "the changes lead to the view", func(k *kernel) {
		k.apply = func(s *game.State, c ...[]game.Change) (*game.State, error) { return s, nil }
	}},
	{"damaged changes panic", "views", "it panics", func(k *kernel) {
		k.apply = func(s *game.State, c ...[]game.Change) (*game.State, error) {
			next, err := s.Apply(c...)
			if err != nil && !strings.Contains(err.Error(), "different state") {
				panic(err)
			}
			return next, err
		}
	}},
	{"damaged changes give a plain error", "views", "damaged changes", func(k *kernel) {
		k.apply = func(s *game.State, c ...[]game.Change) (*game.State, error) {
			next, err := s.Apply(c...)
			if err != nil && !strings.Contains(err.Error(), "different state") {
				err = errors.New("broken")
			}
			return next, err
		}
	}},

	{"changes lose the memory", "changes", "is saved differently", func(k *kernel) { loseMemory(k, unremembered) }},
	{"changes lose the memory, unsaved", "changes", "sees differently", func(k *kernel) {
		loseMemory(k, unremembered)
		k.save = saveWithoutMemory
		k.redeal = func(*game.State, game.Seat, game.Seed, ...game.ID) (*game.State, error) {
			return nil, errors.New("none")
		}
	}},
	{"changes lose what is known", "changes", "knows #", func(k *kernel) {
		loseMemory(k, forgetful)
		k.save = saveWithoutMemory
	}},
	{"changes lose what was mixed", "changes", "is re-dealt differently", func(k *kernel) {
		loseMemory(k, unmixed)
		k.save = saveWithoutMemory
	}},

	{"the view offers less", "offers on the view", "the view of seat", func(k *kernel) {
		k.offers = func(s *game.State, d game.Move) ([]game.Offer, error) {
			all, err := s.Offers(d)
			for i := range all {
				if _, is := s.Viewer(); is && len(all[i].Options) > 1 {
					all[i].Options = all[i].Options[1:]
				}
			}
			return all, err
		}
	}},
	{"the view points at other elements", "offers on the view", "points at", func(k *kernel) {
		k.offers = func(s *game.State, d game.Move) ([]game.Offer, error) {
			all, err := s.Offers(d)
			for i := range all {
				for j := range all[i].Options {
					if _, is := s.Viewer(); is {
						all[i].Options[j].Points = []game.ID{s.Find("cellar")}
					}
				}
			}
			return all, err
		}
	}},
	{"offers of the view have no real move", "offers on the view", "but playing it gives", func(k *kernel) {
		k.real = func(v *game.State, m game.Move) (game.Move, error) { return m, nil }
	}},
	{"the real move has another card", "offers on the view", "which on its view means", func(k *kernel) {
		k.real = func(v *game.State, m game.Move) (game.Move, error) {
			if all, err := v.Moves(); err == nil && len(m.Picks) > 0 {
				return v.Real(all[len(all)-1])
			}
			return v.Real(m)
		}
	}},
	{"there are no lines", "offers on the view", "reads nothing", func(k *kernel) {
		k.textFor = func(s *game.State, o game.Seat, m game.Move, next *game.State) string {
			if s == next {
				return s.TextFor(o, m, next)
			}
			return ""
		}
	}},
	{"lines reach the wrong seats", "views", "but its observer is told", func(k *kernel) {
		k.told = func(s *game.State, _ game.Seat) ([]game.Line, []game.Notice) { return s.Said(), s.Notices() }
	}},
	{"notices use other names", "views", "but its observer is told", func(k *kernel) {
		k.told = func(s *game.State, o game.Seat) ([]game.Line, []game.Notice) {
			lines, _ := s.Told(o)
			return lines, s.Notices()
		}
	}},
	{"reading a move panics", "offers on the view", "panics", func(k *kernel) {
		k.textFor = func(s *game.State, o game.Seat, m game.Move, next *game.State) string {
			if s != next && o != m.Seat {
				panic("it is not yours")
			}
			return s.TextFor(o, m, next)
		}
	}},
	{"the text of a move uses other names", "offers on the view", "", func(k *kernel) {
		k.textFor = func(s *game.State, o game.Seat, m game.Move, next *game.State) string { return s.Text(m) }
	}},

	{"a re-deal that changes what the seat sees", "re-deal", "its view differs", func(k *kernel) {
		k.redeal = func(s *game.State, o game.Seat, seed game.Seed, keep ...game.ID) (*game.State, error) {
			return s.Redeal(1-max(o, 0), seed, keep...)
		}
	}},
	{"a re-deal that loses an element", "re-deal", "cellar holds 1 elements, not 2", func(k *kernel) {
		k.redeal = func(s *game.State, o game.Seat, seed game.Seed, keep ...game.ID) (*game.State, error) {
			r, err := s.Redeal(o, seed, keep...)
			if err != nil {
				return r, err
			}
			return without(r, r.Name(r.Last(r.Find("cellar")))), nil
		}
	}},
	{"a re-deal that makes one card another", "re-deal", "the elements differ", func(k *kernel) {
		k.redeal = func(s *game.State, o game.Seat, seed game.Seed, keep ...game.ID) (*game.State, error) {
			r, err := s.Redeal(o, seed, keep...)
			if err != nil {
				return r, err
			}
			return edited(r, func(p *sheet) { p.parts["suit"][r.Name(r.Last(r.Find("cellar")))] = []byte("7") }), nil
		}
	}},
	{"a re-deal that forgets", "re-deal", "it no longer knows", func(k *kernel) {
		k.redeal = func(s *game.State, o game.Seat, seed game.Seed, keep ...game.ID) (*game.State, error) {
			r, err := s.Redeal(o, seed, keep...)
			if err != nil {
				return r, err
			}
			return forgetful(r), nil
		}
	}},
	{"a re-deal that does nothing", "re-deal", "never changes", func(k *kernel) {
		k.redeal = func(s *game.State, o game.Seat, seed game.Seed, keep ...game.ID) (*game.State, error) {
			return s.Reseed(seed), nil
		}
	}},
	{"a re-deal that gives up", "re-deal", "it gives: nothing fits", func(k *kernel) {
		k.redeal = func(*game.State, game.Seat, game.Seed, ...game.ID) (*game.State, error) {
			return nil, &game.Refusal{Code: match.NothingToDo, Why: game.Line{Text: "nothing fits"}}
		}
	}},
	{"a seed that does not decide", "re-deal", "the same seed", func(k *kernel) {
		calls := uint64(0)
		k.redeal = func(s *game.State, o game.Seat, seed game.Seed, keep ...game.ID) (*game.State, error) {
			calls++
			return s.Redeal(o, game.SeedOf(calls), keep...)
		}
	}},
	{"a fork that deals for another seat", "re-deal", "a fork", func(k *kernel) {
		k.fork = func(s *game.State) fork {
			return &badFork{fork: s.Fork(), redeal: func(f fork, s *game.State, o game.Seat, seed uint64) error {
				return f.Redeal(s, 1-max(o, 0), seed)
			}}
		}
	}},
	{"move keys by what only the state has", "re-deal", "the keys of its moves", func(k *kernel) {
		k.moveKey = func(s *game.State, m game.Move) uint64 { return hashOf(s.Text(m)) }
	}},
	{"move keys by action alone", "re-deal", "has the key of", func(k *kernel) {
		k.moveKey = func(s *game.State, m game.Move) uint64 { return hashOf(m.Action) }
	}},
	{"a fork in which everything has another name", "re-deal", "the view in a fork has the hash", func(k *kernel) {
		k.fork = func(s *game.State) fork {
			return &badFork{fork: s.Fork(), redeal: func(f fork, s *game.State, o game.Seat, seed uint64) error {
				if err := f.Redeal(s, o, seed); err != nil {
					return err
				}
				r, err := f.Freeze()
				if err == nil {
					f.Reset(unremembered(r))
				}
				return err
			}}
		}
	}},
	{"a fork that does not deal", "re-deal", "a fork gives", func(k *kernel) {
		k.fork = func(s *game.State) fork {
			return &badFork{fork: s.Fork(), redeal: func(fork, *game.State, game.Seat, uint64) error {
				return errors.New("not today")
			}}
		}
	}},

	{"changes that are not filtered", "leaks", "changes: ", func(k *kernel) { k.changes = unfiltered }},
	{"undo", "leaks", "undo: ", func(k *kernel) {
		k.changes = func(from, to *game.State, o game.Seat) []game.Change {
			if to.Played() < from.Played() {
				return unfiltered(from, to, o)
			}
			return from.Changes(to, o)[0]
		}
	}},
	{"state hash used as view hash", "leaks", "hash: ", func(k *kernel) {
		of := behind(k)
		k.hash = func(s *game.State) uint64 {
			if real := of[s]; real != nil {
				return real.Hash()
			}
			return s.Hash()
		}
	}},
	{"spectators that get seat 0's view", "leaks", "view: ", func(k *kernel) {
		k.view = func(s *game.State, o game.Seat) *game.State {
			if o == game.Nobody {
				o = 0
			}
			return s.View(o)
		}
	}},
	{"a Part shown to the wrong seat", "leaks", "view: ", func(k *kernel) { k.view = suitsOfDeck }},
	{"private lines that reach everyone", "leaks", "line: ", func(k *kernel) {
		of := behind(k)
		k.said = func(v *game.State) []game.Line { return of[v].Said() }
	}},
	{"notices that reach everyone", "leaks", "notice: ", func(k *kernel) {
		of := behind(k)
		k.notices = func(v *game.State) []game.Notice { return of[v].Notices() }
	}},
	{"a move that everyone reads", "leaks", "text: ", func(k *kernel) {
		k.textFor = func(s *game.State, o game.Seat, m game.Move, next *game.State) string { return s.Text(m) }
	}},
	{"a move that everyone reads in words", "leaks", "reading: ", func(k *kernel) {
		k.moveLine = func(s *game.State, _ game.Seat, m game.Move, next *game.State) game.Line {
			return s.MoveLine((*game.State).View, game.Judge, m, next)
		}
	}},
	{"error text", "leaks", "refusal: ", func(k *kernel) {
		k.real = func(v *game.State, m game.Move) (game.Move, error) { return m, nil }
		k.play = func(s *game.State, m game.Move) (*game.State, error) {
			next, err := s.Play(m)
			if err != nil {
				err = fmt.Errorf("%w, by the way, %d is on top", err, suit.Of(s, s.Last(s.Find("deck"))))
			}
			return next, err
		}
	}},
}

func hashOf(text string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(text))
	return h.Sum64()
}

func unfiltered(from, to *game.State, _ game.Seat) []game.Change {
	return from.View(game.Judge).Diff(to.View(game.Judge))
}

// without is a state that lacks an element, and any memory of it.
func without(s *game.State, name string) *game.State {
	return edited(s, func(p *sheet) {
		p.elements = slices.DeleteFunc(p.elements, func(e element) bool { return e.ID == name })
		delete(p.parts["suit"], name)
		memory := regexp.MustCompile(`"`+name+`":[0-9]+,?`).ReplaceAll(p.rest["memory"], nil)
		p.rest["memory"] = []byte(strings.ReplaceAll(string(memory), ",}", "}"))
	})
}

// forgetful is a state in which nobody knows the cards of the deck.
func forgetful(s *game.State) *game.State {
	return edited(s, func(p *sheet) {
		memory, err := p.memory()
		if err != nil {
			return
		}
		for id := range s.In(s.Find("deck")) {
			delete(memory.Known, s.Name(id))
		}
		p.setMemory(memory)
	})
}

// loseMemory removes the observers' memory from the changes of states, and some of it from the resulting states.
func loseMemory(k *kernel, lose func(*game.State) *game.State) {
	k.diff = func(from, to *game.State) []game.Change {
		d := from.Diff(to)
		if !slices.ContainsFunc(d, func(c game.Change) bool { return !c.Memory() }) {
			return nil
		}
		return d
	}
	k.apply = func(s *game.State, c ...[]game.Change) (*game.State, error) {
		next, err := s.Apply(c...)
		if _, is := s.Viewer(); err == nil && !is {
			next = lose(next)
		}
		return next, err
	}
}

// unremembered is a state that observers see as if for the first time.
func unremembered(s *game.State) *game.State {
	return edited(s, func(p *sheet) { delete(p.rest, "memory") })
}

// unmixed is a state in which nobody remembers shuffles.
func unmixed(s *game.State) *game.State {
	mixed := regexp.MustCompile(`,"mixed":\{[^}]*\}`)
	return edited(s, func(p *sheet) { p.rest["memory"] = mixed.ReplaceAll(p.rest["memory"], nil) })
}

// saveWithoutMemory saves everything except the observers' memory.
func saveWithoutMemory(s *game.State) []byte {
	if _, is := s.Viewer(); is {
		return s.Save()
	}
	return saveWithout(s.Save(), "memory", "check")
}

func TestLeakyKernelsAreFound(t *testing.T) {
	for _, c := range leakyKernels {
		t.Run(c.law+"/"+c.name, func(t *testing.T) {
			sampled(t)
			t.Parallel()
			mustFind(t, &newSnap().Rules, c.law, c.words, c.spoil)
		})
	}
}

// Handles that survive a shuffle are found.
func TestHandlesThatFollowAreFound(t *testing.T) {
	k := actual()
	k.view = byCreation
	c := newChecker(t, &newSnap().Rules, Config{kernel: &k})
	if err := c.rules.Check(); err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(4) {
		g, err := c.walk(Setup{Seats: 2, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		if b := c.handlesHold(g); b == nil || !strings.Contains(b.words, "had gone out of its sight") {
			t.Errorf("with seed %d nothing is found: %v", seed, b)
		}
	}
}

// Fits that accepts only the real state is found.
func TestUnfitRedealIsFound(t *testing.T) {
	p := newSnap()
	real, strict := map[*game.State]bool{}, true
	p.Fits = func(s *game.State, _ game.Seat) bool { return !strict || real[s] }
	mustFind(t, &p.Rules, "re-deal", "Fits rejects it", func(k *kernel) {
		k.start = func(r *game.Rules, seats int, seed game.Seed, next ...game.Chance) (*game.State, error) {
			s, err := r.Start(seats, seed, next...)
			real[s] = true
			return s, err
		}
		k.play = func(s *game.State, m game.Move) (*game.State, error) {
			next, err := s.Play(m)
			real[next] = true
			return next, err
		}
		k.redeal = func(s *game.State, o game.Seat, seed game.Seed, keep ...game.ID) (*game.State, error) {
			strict = false
			defer func() { strict = true }()
			return s.Redeal(o, seed, keep...)
		}
	})
}
