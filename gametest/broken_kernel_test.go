package gametest

import (
	"errors"
	"hash/crc32"
	"iter"
	"slices"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
)

// With a sound kernel, rules cannot break the laws in this file. So these kernels are broken.

type (
	badHistory struct {
		history
		undo, redo func(history) error
		state      func(*game.State) *game.State
	}
	badFork struct {
		fork
		start   *game.State
		freeze  func(*badFork) (*game.State, error)
		moves   func(fork) ([]game.Move, error)
		perft   func(fork, int) (uint64, error)
		changes func(fork) []game.Change
		redeal  func(f fork, s *game.State, seat game.Seat, seed uint64) error
		random  func(fork) (bool, error)
		playout func(fork, int) (int, error)
		noted   func(fork) []game.Move
		handles func(fork, []game.Handle) ([]game.Handle, error)
		do      func(fork, game.Handle) error
		back    func(fork, game.Mark)
	}
	badTable struct {
		*game.State
		bad string
	}
)

func (h *badHistory) State() *game.State {
	if h.state == nil {
		return h.history.State()
	}
	return h.state(h.history.State())
}

func (h *badHistory) Back() error {
	if h.undo == nil {
		return h.history.Back()
	}
	return h.undo(h.history)
}

func (h *badHistory) Forward() error {
	if h.redo == nil {
		return h.history.Forward()
	}
	return h.redo(h.history)
}

func (f *badFork) Freeze() (*game.State, error) {
	if f.freeze == nil {
		return f.fork.Freeze()
	}
	return f.freeze(f)
}

func (f *badFork) Moves() ([]game.Move, error) {
	if f.moves == nil {
		return f.fork.Moves()
	}
	return f.moves(f.fork)
}

func (f *badFork) Perft(depth int) (uint64, error) {
	if f.perft == nil {
		return f.fork.Perft(depth)
	}
	return f.perft(f.fork, depth)
}

func (f *badFork) Changes() []game.Change {
	if f.changes == nil {
		return f.fork.Changes()
	}
	return f.changes(f.fork)
}

func (f *badFork) Redeal(s *game.State, seat game.Seat, seed uint64) error {
	if f.redeal == nil {
		return f.fork.Redeal(s, seat, seed)
	}
	return f.redeal(f.fork, s, seat, seed)
}

func (b badTable) Count(in game.Holder) int {
	n := b.State.Count(in)
	if b.bad == "Count" && n > 0 {
		n++
	}
	return n
}

func (b badTable) Parent(id game.ID) game.ID {
	if b.bad == "Parent" {
		return game.Root
	}
	return b.State.Parent(id)
}

func (b badTable) Owner(id game.ID) game.Seat {
	if b.bad == "Owner" {
		return 7
	}
	return b.State.Owner(id)
}

func (b badTable) First(in game.Holder) game.ID {
	if b.bad == "First" {
		return b.State.Last(in)
	}
	return b.State.First(in)
}

func (b badTable) Alive(id game.ID) bool { return b.State.Alive(id) && b.bad != "Alive" }

func (b badTable) In(in game.Holder) iter.Seq[game.ID] {
	all := slices.Collect(b.State.In(in))
	switch {
	case b.bad == "In" && len(all) > 2:
		all[1] = all[0]
	case b.bad == "In two places" && len(all) > 2:
		all[1] = b.State.Find("#1")
	}
	return slices.Values(all)
}

func (b badTable) All(kinds ...*game.Kind) iter.Seq[game.ID] {
	all := slices.Collect(b.State.All(kinds...))
	if b.bad == "All" && len(all) > 0 {
		all = all[1:]
	}
	return slices.Values(all)
}

func (b badTable) Filled() game.Set[game.ID] {
	if b.bad == "Filled" {
		return game.SetOf[game.ID]()
	}
	return b.State.Filled()
}

func (b badTable) Held(seat game.Seat) game.Set[game.ID] {
	if b.bad == "Held" {
		return b.State.Filled()
	}
	return b.State.Held(seat)
}

// brokenKernels each break a law, in one function.
var brokenKernels = []struct {
	name, law, words string
	spoil            func(*kernel)
}{
	{"a record is read without its last move", "replay", "not the one that was written", func(k *kernel) {
		k.read = func(text []byte) (*match.Record, error) {
			rec, err := match.ReadRecord(text)
			if err == nil && len(rec.Moves) > 0 {
				rec.Moves = rec.Moves[:len(rec.Moves)-1]
			}
			return rec, err
		}
	}},
	{"a replay ends too early", "replay", "replayed from the record", func(k *kernel) {
		k.replay = func(r *game.Rules, rec *match.Record, upTo int) (*game.State, error) {
			return replayed(r, rec, max(upTo-1, 0))
		}
	}},
	{"a fork freezes an old state", "replay in place", "is a different state", func(k *kernel) {
		k.fork = func(s *game.State) fork {
			return &badFork{fork: s.Fork(), start: s, freeze: func(f *badFork) (*game.State, error) { return f.start, nil }}
		}
	}},
	{"undo does nothing", "undo and redo", "undo", func(k *kernel) {
		k.history = func(s *game.State, keep int) history {
			return &badHistory{history: historyOf(s, keep), undo: func(history) error { return nil }}
		}
	}},
	{"redo does nothing", "undo and redo", "redo", func(k *kernel) {
		k.history = func(s *game.State, keep int) history {
			return &badHistory{history: historyOf(s, keep), redo: func(history) error { return nil }}
		}
	}},
	{"undo goes back by two", "undo and redo", "undone", func(k *kernel) {
		k.history = func(s *game.State, keep int) history {
			return &badHistory{history: historyOf(s, keep), undo: func(h history) error {
				err := h.Back()
				h.Back()
				return err
			}}
		}
	}},
	{"a save loads as the start", "save and load", "saved and loaded", func(k *kernel) {
		k.load = func(r *game.Rules, text []byte) (*game.State, error) { return r.Start(2, game.SeedOf(1)) }
	}},
	{"each save is longer", "save and load", "saved differently", func(k *kernel) {
		spaces := ""
		k.save = func(s *game.State) []byte {
			spaces += " "
			return append(s.Save(), spaces...)
		}
	}},
	{"a loaded game has other random numbers", "save and load", "", func(k *kernel) {
		k.load = func(r *game.Rules, text []byte) (*game.State, error) {
			s, err := r.Load(text)
			if err == nil {
				s = s.Reseed(game.SeedOf(99))
			}
			return s, err
		}
	}},
	{"a difference lacks something", "changes", "", func(k *kernel) {
		k.diff = func(from, to *game.State) []game.Change {
			d := from.Diff(to)
			return d[:max(0, len(d)-1)]
		}
	}},
	{"a state differs from itself", "changes", "differs from itself", func(k *kernel) {
		k.diff = func(from, to *game.State) []game.Change {
			if from == to {
				return []game.Change{{Field: "@turn", Was: "0", Is: "0"}}
			}
			return from.Diff(to)
		}
	}},
	{"a difference leads forward only", "changes", "do not fit", func(k *kernel) {
		k.diff = func(from, to *game.State) []game.Change {
			if from.Played() > to.Played() {
				from, to = to, from
			}
			return from.Diff(to)
		}
	}},
	{"changes fit everywhere", "changes", "not made from", func(k *kernel) {
		k.apply = func(s *game.State, c ...[]game.Change) (*game.State, error) {
			s, _ = s.Apply(c...)
			return s, nil
		}
	}},
	{"of several moves only the first is applied", "changes", "in a row", func(k *kernel) {
		k.apply = func(s *game.State, c ...[]game.Change) (*game.State, error) {
			return s.Apply(c[:min(1, len(c))]...)
		}
	}},
	{"a fork records nothing", "changes", "records the wrong changes", func(k *kernel) {
		k.fork = func(s *game.State) fork {
			return &badFork{fork: s.Fork(), changes: func(fork) []game.Change { return nil }}
		}
	}},
	{"playing changes the old state", "old states stay", "has changed the state", func(k *kernel) {
		played := map[*game.State]int{}
		k.play = func(s *game.State, m game.Move) (*game.State, error) {
			played[s]++
			return s.Play(m)
		}
		k.save = func(s *game.State) []byte { return append(s.Save(), make([]byte, played[s])...) }
	}},
	{"the hash of an old state changes", "old states stay", "has become", func(k *kernel) {
		calls := map[*game.State]uint64{}
		k.hash = func(s *game.State) uint64 {
			calls[s]++
			return s.Hash() + calls[s]/2
		}
	}},
	{"a listed move is refused", "what is offered is accepted", "but playing it gives", func(k *kernel) {
		k.play = func(s *game.State, m game.Move) (*game.State, error) {
			if s.Played() == 3 {
				return s, &game.Refusal{Code: game.Rejected, Why: game.Line{Text: "no"}}
			}
			return s.Play(m)
		}
	}},
	{"a move is listed twice", "what is offered is accepted", "twice", func(k *kernel) {
		k.moves = func(s *game.State) ([]game.Move, error) {
			all, err := s.Moves()
			return append(all, all...), err
		}
	}},
	{"a text leads to a different state", "what is offered is accepted", "played as text", func(k *kernel) {
		k.playText = func(s *game.State, seat game.Seat, text string) (*game.State, error) { return s, nil }
	}},
	{"an action is not offered", "offers agree with moves", "is offered: false", func(k *kernel) {
		k.offers = func(s *game.State, d game.Move) ([]game.Offer, error) {
			all, err := s.Offers(d)
			for i := range all {
				if s.Played() == 2 && d.Action == "" && all[i].Why == nil {
					all[i].Why = game.NewLine("not now")
				}
			}
			return all, err
		}
	}},
	{"an action is offered to the wrong seat", "offers agree with moves", "is offered: true", func(k *kernel) {
		k.offers = func(s *game.State, d game.Move) ([]game.Offer, error) {
			all, err := s.Offers(d)
			for i := range all {
				if d.Seat != s.Turn() {
					all[i].Why = nil
				}
			}
			return all, err
		}
	}},
	{"a value is not offered", "offers agree with moves", "is not offered for many", func(k *kernel) {
		k.offers = func(s *game.State, d game.Move) ([]game.Offer, error) {
			all, err := s.Offers(d)
			for i := range all {
				if all[i].Hi > 1 {
					all[i].Hi--
				}
			}
			return all, err
		}
	}},
	{"an impossible value is offered", "offers agree with moves", "no complete move continues", func(k *kernel) {
		k.offers = func(s *game.State, d game.Move) ([]game.Offer, error) {
			all, err := s.Offers(d)
			for i := range all {
				if all[i].Pick != "" && all[i].Why == nil {
					all[i].Hi++
				}
			}
			return all, err
		}
	}},
	{"a draft is complete too early", "offers agree with moves", "is marked as complete: true", func(k *kernel) {
		k.offers = func(s *game.State, d game.Move) ([]game.Offer, error) {
			all, err := s.Offers(d)
			for i := range all {
				all[i].Complete = true
			}
			return all, err
		}
	}},
	{"a draft is always complete", "bad input is refused", "it is marked as complete", func(k *kernel) {
		k.offers = func(s *game.State, d game.Move) ([]game.Offer, error) {
			all, err := s.Offers(d)
			for i := range all {
				all[i].Complete = true
			}
			return all, err
		}
	}},
	{"any seat may act", "bad input is refused", "is not in the list of moves", func(k *kernel) {
		k.play = func(s *game.State, m game.Move) (*game.State, error) {
			m.Seat = s.Turn()
			return s.Play(m)
		}
	}},
	{"odd moves panic", "bad input is refused", "it panics", func(k *kernel) {
		k.play = func(s *game.State, m game.Move) (*game.State, error) {
			if len(m.Picks) > 1 {
				panic("too many")
			}
			return s.Play(m)
		}
	}},
	{"a refusal returns a different state", "bad input is refused", "a different state", func(k *kernel) {
		k.play = func(s *game.State, m game.Move) (*game.State, error) {
			next, err := s.Play(m)
			if err != nil {
				next = s.Rig()
			}
			return next, err
		}
	}},
	{"bad input gives a plain error", "bad input is refused", "is not refused, but gives", func(k *kernel) {
		k.playText = func(s *game.State, seat game.Seat, text string) (*game.State, error) {
			next, err := s.PlayText(seat, text)
			if err != nil {
				err = errors.New(err.Error())
			}
			return next, err
		}
	}},
	{"damaged saves panic", "damaged data is refused", "panic", func(k *kernel) {
		k.load = func(r *game.Rules, text []byte) (*game.State, error) {
			s, err := r.Load(text)
			if err != nil {
				panic(err)
			}
			return s, nil
		}
	}},
	{"damaged saves give a plain error", "damaged data is refused", "is not refused", func(k *kernel) {
		k.read = func(text []byte) (*match.Record, error) {
			rec, err := match.ReadRecord(text)
			if err != nil {
				err = errors.New("broken")
			}
			return rec, err
		}
	}},
	{"damaged changes give a plain error", "damaged data is refused", "damaged changes", func(k *kernel) {
		k.apply = func(s *game.State, c ...[]game.Change) (*game.State, error) {
			next, err := s.Apply(c...)
			if err != nil {
				err = errors.New("broken")
			}
			return next, err
		}
	}},
	{"a fork lacks a move", "forks agree with states", "a fork has the moves", func(k *kernel) {
		k.fork = func(s *game.State) fork {
			return &badFork{fork: s.Fork(), moves: func(f fork) ([]game.Move, error) {
				all, err := f.Moves()
				return all[:max(0, len(all)-1)], err
			}}
		}
	}},
	{"a fork counts one too many", "forks agree with states", "are counted", func(k *kernel) {
		k.fork = func(s *game.State) fork {
			return &badFork{fork: s.Fork(), perft: func(f fork, depth int) (uint64, error) {
				n, err := f.Perft(depth)
				return n + uint64(depth-1), err
			}}
		}
	}},
	{"counting changes the fork", "forks agree with states", "has changed the fork", func(k *kernel) {
		k.fork = func(s *game.State) fork {
			return &badFork{fork: s.Fork(), perft: func(f fork, depth int) (uint64, error) {
				n, err := f.Perft(depth)
				if all, _ := f.Moves(); len(all) > 0 {
					f.Play(all[0])
				}
				return n, err
			}}
		}
	}},
}

func TestBrokenKernelsAreFound(t *testing.T) {
	for _, c := range brokenKernels {
		t.Run(c.law+"/"+c.name, func(t *testing.T) { mustFind(t, &newPebbles().Rules, c.law, c.words, c.spoil) })
	}
	for bad, words := range map[string]string{
		"Count": "Count says", "Parent": "Parent says", "Owner": "belongs to seat 7", "First": "First and Last say", "Alive": "is in the game: false",
		"In": "is in", "In two places": "and in", "All": "All yields", "Filled": "set Filled", "Held": "set Held by",
	} {
		t.Run("conservation of elements/"+bad, func(t *testing.T) {
			mustFind(t, &newPebbles().Rules, "conservation of elements", words, func(k *kernel) {
				k.look = func(s *game.State) elements { return badTable{s, bad} }
			})
		})
	}
}

// sampled skips all but a third of the mutants with -short.
func sampled(t *testing.T) {
	if testing.Short() && crc32.ChecksumIEEE([]byte(t.Name()))%3 != 0 {
		t.Skip("-short: one in three")
	}
}

// mustFind runs Check on a kernel that is sound except for one spoiled function.
func mustFind(t *testing.T, rules *game.Rules, law, words string, spoil func(*kernel)) {
	t.Helper()
	sampled(t)
	k := actual()
	spoil(&k)
	r := watch(t, func(t testing.TB) {
		c := newChecker(t, rules, Config{Games: 4, kernel: &k})
		if err := c.rules.Check(); err != nil {
			t.Fatal(err)
		}
		for i := range c.Games {
			g, err := c.walk(Setup{Seats: 2, Seed: uint64(i) + 1})
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range laws {
				if l.name == law {
					c.ask(l, g)
				}
			}
		}
	})
	r.wants(`law "`+law+`" is broken by `+rules.Name, "seed ", words)
}

// Every law is broken by one of the kernels above.
func TestEveryLawIsBrokenOnce(t *testing.T) {
	found := map[string]bool{"conservation of elements": true, playoutLaw: true, searchLaw: true, readLaw: true, "labels": true, optionLaw: true, derivedLaw: true, "position keys": len(badKeys) > 0}
	for _, c := range brokenRules {
		found[c.law] = true
	}
	for _, c := range brokenKernels {
		found[c.law] = true
	}
	for _, c := range leakyKernels {
		found[c.law] = true
	}
	for _, c := range flowKernels {
		found[c.law] = true
	}
	for _, c := range momentKernels {
		found[c.law] = true
	}
	for _, l := range append(slices.Clone(laws), law{name: endLaw}, law{name: processLaw}) {
		if !found[l.name] {
			t.Errorf("no test breaks law %q", l.name)
		}
	}
}
