package game_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"strconv"
	"testing"

	"github.com/plygame/ply/game"
)

// These tests generate random flows of all steps and hooks and compare whatever must agree: states and forks, saves and
// loaded states, changes and views, re-deals.

// randomFlow is a card game with a random flow.
type randomFlow struct {
	*game.Rules
	rand              *rand.Rand
	named             int // steps
	deck, hand, table *game.Place
	open, secret      []*game.Action
	calls, timed      []game.Step // callable steps, and steps to schedule for

	rank, deep              *game.Part[int] // on a card; on the table, how many calls are open
	ret, tick, hurt, shield *game.Effect[about]
	draw                    *game.Action
}

// about is the data of the effects.
type about struct {
	Card game.ID
	By   game.Seat
	N    int
}

func newRandomFlow(seed uint64) *randomFlow {
	x := &randomFlow{rand: rand.New(rand.NewPCG(seed, 77)), rank: game.NewPart[int]("rank"), deep: game.NewPart[int]("deep")}
	x.deck = &game.Place{Name: "deck", Order: game.Stacked, Seen: game.ByNone}
	x.hand = &game.Place{Name: "hand", Each: true, Seen: game.ByOwner}
	x.table = &game.Place{Name: "table-top"}
	switch seed % 4 {
	case 1:
		x.hand.Order = game.Unordered
	case 2:
		x.hand.Seen = game.ByOwner.Else(game.Counted)
	case 3:
		x.deck.Order = game.Unordered
	}
	x.effects()
	x.actions()
	card := &game.Kind{Name: "card"}
	x.Rules = &game.Rules{
		Name: "random-flow", Seats: game.Between(2, 4), Layout: []game.Layout{x.deck, x.hand, x.table}, Kinds: []*game.Kind{card},
		Parts: []game.Column{x.rank, x.deep, points}, Effects: []game.AnyEffect{x.ret, x.tick, x.hurt, x.shield},
		Flow: &game.Loop{Do: game.Steps{x.step(4, false), x.step(4, false), &game.Act{Name: "base", Who: seat0, Actions: x.open}}},
		Setup: func(tx *game.Tx) {
			for n := range 14 {
				tx.Create(card, x.deck, x.rank.Is(n))
			}
			tx.Shuffle(x.deck)
			for seat := range game.Seat(tx.Seats()) {
				for range 2 {
					tx.Move(tx.Last(x.deck), x.hand.Of(seat))
				}
			}
		},
		End: func(tx *game.Tx) {
			if tx.Played() >= 35 {
				tx.Tie()
			}
		},
	}
	return x
}

func (x *randomFlow) effects() {
	add := func(p *game.Part[int], tx *game.Tx, by int) { p.Edit(tx, game.Root, func(n *int) { *n += by }) }
	x.ret = &game.Effect[about]{Name: "ret", Do: func(tx *game.Tx, _ about) { add(x.deep, tx, -1) }}
	x.tick = &game.Effect[about]{Name: "tick", Do: func(tx *game.Tx, a about) { add(points, tx, a.N) }}
	x.hurt = &game.Effect[about]{Name: "hurt", Do: func(tx *game.Tx, _ about) { add(points, tx, -1) }}
	x.shield = &game.Effect[about]{Name: "shield", Replaces: x.hurt,
		If: func(_ *game.Tx, a about) bool { return a.N%2 == 1 },
		Do: func(tx *game.Tx, a about) { a.N++; tx.Schedule(x.hurt.With(a), game.Occasion{}) }}
}

func (x *randomFlow) actions() {
	left := func(tx *game.Tx) game.ID { return x.hand.Of((tx.Seat + 1) % game.Seat(tx.Seats())) }
	own := &game.Pick[game.ID]{Name: "own", From: func(tx *game.Tx) game.Set[game.ID] { return tx.Contents(x.hand.Of(tx.Seat)) }}
	theirs := &game.Pick[game.ID]{Name: "theirs", From: func(tx *game.Tx) game.Set[game.ID] { return tx.Contents(left(tx)) }}
	word := &game.Pick[int]{Name: "word", Range: fixed(0, 3)}
	full := game.When("empty", func(tx *game.Tx) bool { return tx.Count(x.deck) > 0 })
	x.draw = &game.Action{Name: "draw", If: full, Do: func(tx *game.Tx) { tx.Move(tx.Last(x.deck), x.hand.Of(tx.Seat)) }}
	lay := &game.Action{Name: "lay", Pick: []game.Choice{own}, Do: func(tx *game.Tx) {
		if tx.Parent(own.In(tx)) == x.hand.Of(tx.Seat) {
			tx.Move(own.In(tx), x.table)
			x.happen(tx, x.rank.Of(tx, own.In(tx)))
		}
	}}
	steal := &game.Action{Name: "steal", Pick: []game.Choice{theirs}, Do: func(tx *game.Tx) {
		if id := theirs.In(tx); tx.Alive(id) && tx.Parent(id) == left(tx) {
			tx.Move(id, x.hand.Of(tx.Seat))
			tx.Say("{0} steals {1}", tx.Seat, id)
		}
	}}
	say := &game.Action{Name: "say", Pick: []game.Choice{word}, Do: func(tx *game.Tx) { x.happen(tx, 10*word.In(tx)+tx.Played()%10) }}
	peek := &game.Action{Name: "peek", Pick: []game.Choice{theirs}, Do: func(tx *game.Tx) { tx.Reveal(theirs.In(tx), tx.Seat) }}
	x.open = []*game.Action{say, lay, x.draw, {Name: "pass", Pass: true}, steal, peek}
	x.secret = []*game.Action{say, lay, steal, peek}
}

// happen does one of many things that actions and hooks can do: the n-th.
func (x *randomFlow) happen(tx *game.Tx, n int) {
	card := tx.Last(x.hand.Of(game.Seat(n % tx.Seats())))
	a := about{Card: card, By: tx.Seat, N: n}
	switch n % 10 {
	case 0, 1:
		if x.deep.Of(tx, game.Root) < 3 && len(x.calls) > 0 {
			x.deep.Edit(tx, game.Root, func(n *int) { *n++ })
			tx.Call(x.calls[n%len(x.calls)], x.ret.With(a))
		}
	case 2:
		tx.Schedule(x.tick.With(a), game.Occasion{})
	case 3, 4:
		if len(x.timed) > 0 {
			tx.Schedule(x.tick.With(a), x.occasion(n, card))
		}
	case 5:
		tx.Apply(x.hurt.With(a))
	case 6:
		tx.Shuffle(x.deck)
	case 7:
		_ = tx.Launch(game.Seat(n%tx.Seats()), x.draw)
	case 8:
		if id := tx.First(x.table); id != 0 {
			tx.Move(id, x.deck)
			tx.Shuffle(x.deck)
		}
	case 9:
		switch {
		case n < 10 && tx.Standing().Len() > 2:
			tx.Eliminate(game.Seat(n % tx.Seats()))
		case n/10 == 1 && tx.Seat != game.Nobody && tx.Played() > 0:
			tx.Again()
		}
	}
}

func (x *randomFlow) occasion(n int, card game.ID) game.Occasion {
	step := x.timed[n%len(x.timed)]
	w := game.Occasion{Start: step}
	if n%3 == 0 {
		w = game.Occasion{End: step}
	}
	if n%4 == 0 {
		w = w.Times(2)
	}
	if n%7 == 0 && card != 0 {
		w = w.With(card)
	}
	return w
}

func (x *randomFlow) name(of string) string {
	x.named++
	return of + strconv.Itoa(x.named)
}

// some returns some of these actions, at least one.
func (x *randomFlow) some(all []*game.Action) []*game.Action {
	var some []*game.Action
	for _, a := range all {
		if x.rand.IntN(2) == 0 {
			some = append(some, a)
		}
	}
	if len(some) == 0 {
		return all[:1]
	}
	return some
}

func (x *randomFlow) hook() func(*game.Tx) {
	if x.rand.IntN(3) > 0 {
		return nil
	}
	n := x.rand.IntN(40)
	return func(tx *game.Tx) { x.happen(tx, n) }
}

// every is a condition that holds at every n-th move.
func (x *randomFlow) every(n int) func(*game.Tx) bool {
	k := x.rand.IntN(n)
	return func(tx *game.Tx) bool { return (tx.Played()+k)%n == 0 }
}

// step makes a step with at most this many nested levels. seated means that it is within a seat's turn.
func (x *randomFlow) step(depth int, seated bool) game.Step {
	kind := x.rand.IntN(13)
	if depth <= 0 {
		kind = x.rand.IntN(5)
	}
	switch kind {
	case 0, 1:
		return x.act(seated)
	case 2:
		return &game.Together{Name: x.name("tog"), Actions: x.some(x.open), Max: x.rand.IntN(3)}
	case 3, 4:
		s := &game.Together{Name: x.name("sec"), Actions: x.some(x.secret), Secret: true}
		x.calls = append(x.calls, s)
		return s
	case 5:
		var all game.Steps
		for range 1 + x.rand.IntN(3) {
			all = append(all, x.step(depth-1, seated))
		}
		return all
	case 6, 7:
		p := &game.Phase{Name: x.name("ph"), Begin: x.hook(), End: x.hook()}
		if x.rand.IntN(3) == 0 {
			p.EndIf = x.every(4)
		}
		p.Do = x.step(depth-1, seated)
		x.calls, x.timed = append(x.calls, p), append(x.timed, p)
		return p
	case 8, 9:
		e := &game.EachSeat{Name: x.name("each")}
		switch x.rand.IntN(4) {
		case 0:
			e.Reverse = true
		case 1:
			e.Continue = true
		}
		e.Do = x.step(depth-1, true)
		x.calls, x.timed = append(x.calls, e), append(x.timed, e)
		return e
	case 10:
		if x.rand.IntN(3) == 0 {
			f := &game.ForEach[string]{Name: x.name("list"), List: list("a", "", "b")}
			f.Do = x.step(depth-1, seated)
			x.calls = append(x.calls, f)
			return f
		}
		f := &game.ForEach[game.ID]{Name: x.name("for"), From: []func(*game.Tx) game.Set[game.ID]{
			x.table.Contents, x.deck.Contents, func(tx *game.Tx) game.Set[game.ID] { return tx.Contents(x.hand.Of(1)) },
		}[x.rand.IntN(3)]}
		f.Do = x.step(depth-1, seated)
		x.calls = append(x.calls, f)
		return f
	case 11:
		return game.Switch{{If: x.every(2), Do: x.step(depth-1, seated)}, {Do: x.step(depth-1, seated)}}
	default:
		return &game.Loop{Max: 2, Do: x.step(depth-1, seated)}
	}
}

func (x *randomFlow) act(seated bool) *game.Act {
	a := &game.Act{Name: x.name("act"), Actions: x.some(x.open)}
	switch x.rand.IntN(4) {
	case 0:
		a.Max = 2
	case 1:
		a.Max = -1
		a.Until = x.every(3)
	}
	if !seated || x.rand.IntN(4) == 0 {
		k := x.rand.IntN(8)
		a.Who = func(tx *game.Tx) game.Seat { return game.Seat((tx.Played() + k) % tx.Seats()) }
	}
	if x.rand.IntN(6) == 0 {
		a.If = x.every(2)
	}
	return a
}

// atRandom is how many flows to make: fewer where that is slow.
func atRandom(many, few int) uint64 {
	slow := testing.Short()
	if info, ok := debug.ReadBuildInfo(); ok {
		slow = slow || slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"})
	}
	if slow {
		return uint64(few)
	}
	return uint64(many)
}

// start begins a game, or returns nil if the flow is at fault because no seat in it can act.
func (x *randomFlow) start(t *testing.T, seed uint64) *game.State {
	t.Helper()
	if err := x.Rules.Check(); err != nil {
		t.Fatal(err)
	}
	s, err := x.Rules.Start(2+int(seed%3), game.SeedOf(seed))
	if isFault(err) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func isFault(err error) bool {
	_, ok := errors.AsType[*game.Fault](err)
	return ok
}

func TestRandomFlows(t *testing.T) {
	states, withdrawn, ended := 0, 0, 0
	for seed := range atRandom(12, 3) {
		x := newRandomFlow(seed)
		s := x.start(t, seed)
		if s == nil {
			continue
		}
		w := &flowWalk{T: t, rules: x.Rules, s: s, rand: rand.New(rand.NewPCG(seed, 5)), seed: seed, plain: s.Fork(), recording: s.Fork()}
		w.recording.Record(true)
		for !w.s.Over() && w.step() {
			if t.Failed() {
				return
			}
		}
		states += w.states
		withdrawn += w.withdrawn
		if w.s.Over() {
			ended++
		}
	}
	t.Logf("%d states; %d choices were withdrawn; %d games ended", states, withdrawn, ended)
	if states == 0 || withdrawn == 0 || ended == 0 {
		t.Error("the random flows cover too little")
	}
}

// flowWalk is one randomly played game with two forks beside it.
type flowWalk struct {
	*testing.T
	rules             *game.Rules
	s                 *game.State
	rand              *rand.Rand
	seed              uint64
	plain, recording  *game.Fork
	states, withdrawn int
}

// wrong reports a disagreement, and where.
func (w *flowWalk) wrong(format string, args ...any) {
	w.Helper()
	w.Errorf("seed %d, move %d: %s\n%s", w.seed, w.s.Played(), fmt.Sprintf(format, args...), flowOf(w.T, w.s))
}

// step compares everything in one state and plays a move; false if the game cannot continue.
func (w *flowWalk) step() bool {
	w.states++
	loaded, err := w.rules.Load(w.s.Save())
	if err != nil {
		w.wrong("the save cannot be loaded: %v", err)
		return false
	}
	moves, err := w.s.Moves()
	if err != nil || len(moves) == 0 {
		w.wrong("%d moves, %v", len(moves), err)
		return false
	}
	from := moves
	for seat := range game.Seat(w.s.Seats()) {
		if w.s.ToAct().Has(seat) {
			w.offered(seat, moves)
		}
		w.redealt(seat)
		back := game.Move{Seat: seat, Action: "withdraw"}
		if _, err := w.s.Play(back); err == nil && w.rand.IntN(5) == 0 {
			w.withdrawn++
			from = []game.Move{back}
		}
	}
	return w.play(from[w.rand.IntN(len(from))], loaded)
}

// offered compares how many moves of each action a seat has in the state and in its view.
func (w *flowWalk) offered(seat game.Seat, moves []game.Move) {
	w.Helper()
	seen, err := w.s.View(seat).Moves()
	if err != nil {
		w.wrong("moves in the view of %s: %v", seat, err)
	}
	count := func(moves []game.Move) string {
		n := map[string]int{}
		for _, m := range moves {
			if m.Seat == seat {
				n[m.Action]++
			}
		}
		return fmt.Sprint(n)
	}
	if got, want := count(seen), count(moves); got != want {
		w.wrong("%s sees %s, and has %s", seat, got, want)
	}
}

// redealt re-deals what a seat does not see: its view stays the same, and the game can continue.
func (w *flowWalk) redealt(seat game.Seat) {
	w.Helper()
	r, err := w.s.Redeal(seat, game.SeedOf(w.seed*1000+uint64(w.s.Played())))
	if err != nil {
		w.wrong("re-deal for %s: %v", seat, err)
		return
	}
	if was, is := w.s.View(seat), r.View(seat); was.Hash() != is.Hash() {
		w.wrong("a re-deal shows in the view of %s: %v", seat, was.Diff(is))
	}
	if _, err := w.rules.Load(r.Save()); err != nil {
		w.wrong("the save of a re-deal for %s: %v", seat, err)
	}
	if moves, err := r.Moves(); err != nil || len(moves) == 0 {
		w.wrong("a re-deal for %s has %d moves, %v", seat, len(moves), err)
	}
	if got, err := w.s.Apply(w.s.Diff(r)); err != nil || got.Hash() != r.Hash() {
		w.wrong("the changes to a re-deal for %s: %v", seat, err)
	}
	f := w.s.Fork()
	if err := f.Redeal(w.s, seat, w.seed); err != nil {
		w.wrong("re-deal of a fork for %s: %v", seat, err)
	} else if _, err := f.Playout(30); err != nil && !isFault(err) {
		w.wrong("playout of a re-deal for %s: %v", seat, err)
	}
}

// play plays a move in the state, in the forks and in the loaded state; false if it is a fault, which it must be in all
// of them.
func (w *flowWalk) play(m game.Move, loaded *game.State) bool {
	w.Helper()
	next, err := w.s.Play(m)
	one, two := w.plain.Play(m), w.recording.Play(m)
	if (err == nil) != (one == nil) || (err == nil) != (two == nil) {
		w.wrong("%s: %v; in forks %v, %v", w.s.Text(m), err, one, two)
		return false
	}
	if err != nil {
		if !isFault(err) {
			w.wrong("%s: %v", w.s.Text(m), err)
		}
		return false
	}
	if got, err := loaded.Play(m); err != nil || got.Hash() != next.Hash() {
		w.wrong("%s leads to a different state after saving: %v", w.s.Text(m), err)
	}
	if w.plain.Hash() != next.Hash() || w.recording.Hash() != next.Hash() {
		w.wrong("%s leads to a different state in a fork", w.s.Text(m))
	}
	w.changed(m, next)
	w.s = next
	return true
}

// changed compares the changes of a move with what observers are told.
func (w *flowWalk) changed(m game.Move, next *game.State) {
	w.Helper()
	d := w.s.Diff(next)
	if got, want := fmt.Sprint(w.recording.Changes()), fmt.Sprint(d); got != want {
		w.wrong("%s is recorded as %s\nwant %s", w.s.Text(m), got, want)
	}
	if got, err := w.s.Apply(d); err != nil || got.Hash() != next.Hash() {
		w.wrong("the changes of %s: %v", w.s.Text(m), err)
	}
	if got, err := next.Apply(next.Diff(w.s)); err != nil || got.Hash() != w.s.Hash() {
		w.wrong("the changes back before %s: %v", w.s.Text(m), err)
	}
	observers := []game.Seat{game.Judge, game.Nobody, 0, 1}
	for i, changes := range w.s.Changes(next, observers...) {
		want := next.View(observers[i])
		if got, err := w.s.View(observers[i]).Apply(changes); err != nil || got.Hash() != want.Hash() {
			w.wrong("the changes of %s for %s: %v", w.s.Text(m), observers[i], err)
		}
		if got, err := w.rules.Load(want.Save()); err != nil || got.Hash() != want.Hash() {
			w.wrong("the view of %s after %s, loaded: %v\n%s", observers[i], w.s.Text(m), err, flowOf(w.T, want))
		}
	}
}

// Random draws the moves that Moves lists, each about equally often.
func TestRandomMovesOfRandomFlows(t *testing.T) {
	compared := 0
	for seed := range atRandom(2, 1) {
		x := newRandomFlow(seed)
		for s := x.start(t, seed); s != nil && !s.Over(); {
			moves, err := s.Moves()
			if err != nil {
				t.Fatal(err)
			}
			if n, err := s.Fork().Perft(1); err == nil { // Perft fails if a move is a fault
				if int(n) != len(moves) {
					t.Errorf("seed %d, move %d: perft counts %d of %d moves", seed, s.Played(), n, len(moves))
				}
				if ends := endsOf(t, s, moves); ends != nil {
					compared++
					wantEnds(t, s, ends, len(moves))
				}
			}
			if t.Failed() {
				t.Fatalf("seed %d", seed)
			}
			if s, err = s.Play(moves[int(seed+uint64(s.Played())*7)%len(moves)]); err != nil {
				break
			}
		}
	}
	if compared == 0 {
		t.Error("nothing was compared")
	}
}

// endsOf returns the resulting states of all moves with their counts; nil if chance is involved.
func endsOf(t *testing.T, s *game.State, moves []game.Move) map[uint64]int {
	t.Helper()
	ends := map[uint64]int{}
	for _, m := range moves {
		next, err := s.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		if slices.ContainsFunc(s.Diff(next), func(c game.Change) bool { return c.Field == "@random" }) {
			return nil
		}
		ends[next.Hash()]++
	}
	return ends
}

// wantEnds plays random moves and fails unless they lead to these states.
func wantEnds(t *testing.T, s *game.State, ends map[uint64]int, moves int) {
	t.Helper()
	const each = 40
	got := map[uint64]int{}
	f := s.Fork()
	for k := range uint64(each * moves) {
		f.Reset(s)
		f.Seed(k)
		if _, err := f.Random(); err != nil {
			t.Fatal(err)
		}
		end, err := f.Freeze()
		if err != nil {
			t.Fatal(err)
		}
		if got[end.Hash()]++; ends[end.Hash()] == 0 {
			t.Fatalf("move %d: a random move is not one of the moves\n%s", s.Played(), flowOf(t, s))
		}
	}
	for h, n := range ends {
		if got[h] < each*n*3/10 || got[h] > each*n*9/4 {
			t.Errorf("move %d: a move was made %d times, want about %d\n%s", s.Played(), got[h], each*n, flowOf(t, s))
		}
	}
}
