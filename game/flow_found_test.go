package game_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// turning is a box in which each seat has one move per turn, with these effects.
func turning(effects ...game.AnyEffect) *box {
	x := staged(&game.Loop{Do: &game.EachSeat{Name: "turn", Do: &game.Act{Name: "act"}}})
	x.Effects = effects
	return x
}

// dealt is a box in which all seats secretly play a card of their own. The cards have 0, 1, ... points and are dealt,
// two to each seat, from a deck that nobody sees. Only cards for which may holds can be played.
func dealt(may func(points int) bool) *box {
	x := newBox()
	deck := &game.Place{Name: "deck", Seen: game.ByNone}
	own := &game.Place{Name: "own", Each: true, Seen: game.ByOwner}
	x.Layout = append(x.Layout, deck, own)
	card := &game.Pick[game.ID]{Name: "card", From: func(tx *game.Tx) game.Set[game.ID] {
		return tx.Contents(own.Of(tx.Seat)).Where(func(id game.ID) bool { return may(points.Of(tx, id)) })
	}}
	x.Actions = []*game.Action{{Name: "lay", Pick: []game.Choice{card}, Do: func(tx *game.Tx) { tx.Move(card.In(tx), x.row) }}}
	x.Flow = &game.Loop{Do: &game.Together{Name: "all", Secret: true}}
	x.Deadlock = func(tx *game.Tx) { tx.Tie() }
	x.Setup = func(tx *game.Tx) {
		for n := range 8 {
			tx.Create(x.card, deck, points.Is(n))
		}
		tx.Shuffle(deck)
		for seat := range game.Seat(2) {
			for range 2 {
				tx.Move(tx.Last(deck), own.Of(seat))
			}
		}
	}
	return x
}

func odd(n int) bool { return n%2 == 1 }

// redeal re-deals what a seat does not see.
func redeal(t testing.TB, s *game.State, seat game.Seat, seed uint64) *game.State {
	t.Helper()
	r, err := s.Redeal(seat, game.SeedOf(seed))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Until is evaluated after moves; writes by a hook on the way to the step are not moves.
func TestUntilWaitsForTheFirstMove(t *testing.T) {
	always := func(*game.Tx) bool { return true }
	for _, step := range []game.Step{
		&game.Act{Name: "b", Who: seat1, Max: 3, Until: always},
		&game.Together{Name: "b", Who: func(*game.Tx) game.Set[game.Seat] { return game.SetOf[game.Seat](1) }, Max: 3, Until: always},
	} {
		x := staged(&game.Loop{Do: game.Steps{&game.Act{Name: "a", Who: seat0}, game.Run(doesNothing), step}})
		s := play(t, x.start(t), "do")
		wantAt(t, s, 1, "b")
		wantAt(t, play(t, s, "do"), 0, "a")
	}
}

// Steps called by Setup run before the flow, together with their effects.
func TestCallInSetup(t *testing.T) {
	then := &game.Effect[int]{Name: "then", Do: func(tx *game.Tx, _ int) { sayAs(tx, "then") }}
	ask := &game.Act{Name: "ask", Who: seat1}
	x := staged(&game.Loop{Do: &game.Act{Name: "act", Who: seat0}}, ask)
	x.Effects = []game.AnyEffect{then}
	s := x.setup(t, func(tx *game.Tx) { tx.Call(ask, then.With(1)) })
	wantAt(t, s, 1, "ask")
	s = x.play(t, s, doesNothing)
	wantSaid(t, s, "then")
	wantAt(t, s, 0, "act")
}

// An effect after the action can schedule another, which follows in the same move.
func TestAfterActionInAChain(t *testing.T) {
	var count *game.Effect[int]
	count = &game.Effect[int]{Name: "count", Do: func(tx *game.Tx, n int) {
		sayAs(tx, fmt.Sprint("n", n, "-"))
		if n > 0 {
			tx.Schedule(count.With(n-1), game.Occasion{})
		}
	}}
	x := turning(count)
	s := x.play(t, x.start(t), func(tx *game.Tx) { tx.Schedule(count.With(2), game.Occasion{}) })
	wantSaid(t, s, "n2-0; n1-0; n0-0")
	wantSaid(t, x.play(t, s, doesNothing), "")
}

// A hook before the first move has no action to wait for, so its effects happen before any seat acts. Effects that
// Setup postpones wait for the first action.
func TestAfterActionBeforeTheFirstMove(t *testing.T) {
	x := newLab()
	x.first.Begin = func(tx *game.Tx) {
		if tx.Played() == 0 {
			tx.Schedule(x.note.With("begin"), game.Occasion{})
		}
	}
	s := x.setup(t, func(tx *game.Tx) { tx.Schedule(x.note.With("setup"), game.Occasion{}) })
	wantSaid(t, s, "begin0")
	s = x.play(t, s, saying("do"))
	wantSaid(t, s, "do0; setup0; -first0; +later0")
}

// An effect that a hook schedules for after the action has the seat of the hook, even if another seat is to act by
// then.
func TestAfterActionKeepsTheSeatOfItsHook(t *testing.T) {
	x := newLab()
	x.later.End = func(tx *game.Tx) { tx.Schedule(x.note.With("N"), game.Occasion{}) }
	s := play(t, x.start(t), "do", "do")
	wantSaid(t, s, "N0; +first1")
}

// If a seat has chosen a card without seeing it, a re-deal keeps that choice.
func TestRedealKeepsOwnFacelessChoice(t *testing.T) {
	x := newBox()
	deck := &game.Place{Name: "deck", Seen: game.ByNone}
	x.Layout = append(x.Layout, deck)
	x.picking(doesNothing, &game.Pick[game.ID]{Name: "from", From: deck.Contents})
	x.Flow = &game.Loop{Do: &game.Together{Name: "all", Secret: true}}
	s := x.setup(t, func(tx *game.Tx) {
		for n := range 6 {
			tx.Create(x.card, deck, points.Is(n))
		}
		tx.Shuffle(deck)
	})
	s = must(t, s, 0, "pick #3")
	for seed := range uint64(20) {
		if got, want := flowOf(t, redeal(t, s, 0, seed).View(0)), flowOf(t, s.View(0)); got != want {
			t.Fatalf("the seat sees %s\nwant          %s", got, want)
		}
	}
}

// If the game waits for a seat, that seat can act in every re-deal.
func TestRedealKeepsTheSeatToActAbleToAct(t *testing.T) {
	flow := &game.Loop{Do: &game.EachSeat{Name: "turn", Do: &game.Act{Name: "act"}}}
	for name, step := range map[string]game.Step{"no flow": nil, "a flow": flow} {
		x := dealt(odd)
		x.Flow = step
		asked := 0
		for seed := range uint64(40) {
			s, err := x.Rules.Start(2, game.SeedOf(seed))
			if err != nil {
				t.Fatal(err)
			}
			if s.Over() {
				continue
			}
			asked++
			r := redeal(t, s, 1-s.Turn(), seed)
			if m, err := r.Moves(); err != nil || len(m) == 0 {
				t.Fatalf("%s, seed %d: a re-deal has no moves: %v", name, seed, err)
			}
			f := s.Fork()
			if err := f.Redeal(s, 1-s.Turn(), seed); err != nil {
				t.Fatal(err)
			}
			if m, err := f.Moves(); err != nil || len(m) == 0 {
				t.Fatalf("%s, seed %d: a re-dealt fork has no moves: %v", name, seed, err)
			}
		}
		if asked < 20 {
			t.Errorf("%s: only %d games continue", name, asked)
		}
	}
}

// A re-deal makes new secret choices for the other seats from their new hands, and rejects a deal in which they could
// not have chosen anything.
func TestRedealMakesPossibleChoices(t *testing.T) {
	x := dealt(odd)
	redealt := 0
	for seed := range uint64(30) {
		s, err := x.Rules.Start(2, game.SeedOf(seed))
		if err != nil {
			t.Fatal(err)
		}
		if s.Over() || toAct(s) != "0 1" {
			continue
		}
		moves, err := s.Moves()
		if err != nil {
			t.Fatal(err)
		}
		s, err = s.Play(moves[len(moves)-1]) // of seat 1
		if err != nil {
			t.Fatal(err)
		}
		for k := range uint64(10) {
			r := redeal(t, s, 0, seed*100+k)
			redealt++
			if _, err := x.Rules.Load(r.Save()); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
		}
	}
	if redealt < 50 {
		t.Errorf("only %d re-deals", redealt)
	}
}

// Guess runs before the other seats' choices are made up.
func TestRedealGuessesBeforeOthersChoose(t *testing.T) {
	x := newBox()
	own := &game.Place{Name: "own", Each: true, Seen: game.ByOwner.Else(game.Unseen)}
	x.Layout = append(x.Layout, own)
	x.picking(doesNothing, &game.Pick[game.ID]{Name: "card", From: func(tx *game.Tx) game.Set[game.ID] { return tx.Contents(own.Of(tx.Seat)) }})
	x.Flow = &game.Loop{Do: &game.Together{Name: "all", Secret: true}}
	x.Guess = func(tx *game.Tx, seat game.Seat) { // the other may hold one card or more
		theirs := own.Of(1 - seat)
		for n := 1 + tx.Int(3); tx.Count(theirs) > n; {
			tx.Remove(tx.First(theirs))
		}
	}
	s := x.setup(t, func(tx *game.Tx) {
		for range 3 {
			for seat := range game.Seat(2) {
				tx.Create(x.card, own.Of(seat))
			}
		}
	})
	s = must(t, s, 1, "pick #2")
	for seed := range uint64(30) {
		if _, err := x.Rules.Load(redeal(t, s, 0, seed).Save()); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}

// A view does not show where the elements of a ForEach are now, except for the current one.
func TestForEachInAViewAfterAShuffle(t *testing.T) {
	x := newBox()
	secret := &game.Place{Name: "secret", Seen: game.ByNone}
	x.Layout = append(x.Layout, secret)
	x.Flow = &game.ForEach[game.ID]{Name: "each", From: secret.Contents, Do: &game.Act{Name: "act", Who: seat0}}
	s := x.setup(t, func(tx *game.Tx) { tx.CreateMany(4, x.card, secret) })
	s = x.play(t, s, func(tx *game.Tx) { tx.Shuffle(secret) })
	for _, seat := range []game.Seat{0, 1, game.Nobody} {
		flow := flowOf(t, s.View(seat))
		if !strings.Contains(flow, `"elements":["?","secret:`) || !strings.Contains(flow, `,"?","?"]`) {
			t.Errorf("%s sees %s", seat, flow)
		}
	}
}

// An effect listed in a second set of rules by mistake still works in the first.
func TestRefusedCheckLeavesEffectsAlone(t *testing.T) {
	note := &game.Effect[int]{Name: "note", Do: func(tx *game.Tx, n int) { sayAs(tx, "note") }}
	x, y := turning(note), turning(note)
	s := x.start(t)
	if err := y.Rules.Check(); err == nil || !strings.Contains(err.Error(), "is already used by other Rules") {
		t.Errorf("Check says %v", err)
	}
	wantSaid(t, x.play(t, s, func(tx *game.Tx) { tx.Apply(note.With(1)) }), "note0")
}

// A continuation can give a seat of a Together its move back, as in an Act.
func TestAgainInAContinuationInATogether(t *testing.T) {
	again := &game.Effect[int]{Name: "again", Do: func(tx *game.Tx, _ int) { tx.Again() }}
	ask := &game.Act{Name: "ask", Who: seat1}
	x := staged(&game.Loop{Do: &game.Together{Name: "all"}}, ask)
	x.Effects = []game.AnyEffect{again}
	s := x.by(t, x.start(t), 0, func(tx *game.Tx) { tx.Call(ask, again.With(1)) })
	wantAt(t, s, 1, "ask")
	s = x.by(t, s, 1, doesNothing)
	wantWaits(t, s, "0 1", "all")
}

// While some seats have chosen in secret and others have not, no step can be called: its moves would come in between.
// Only Stuck could call one, for a seat that the other choices leave without a move.
func TestStuckCallsWhileSeatsChooseInSecret(t *testing.T) {
	x := newBox()
	inner := &game.Act{Name: "inner", Who: seat0, Actions: []*game.Action{{Name: "vote", Do: doesNothing}}}
	x.Actions[0].If = game.When("cannot", func(tx *game.Tx) bool { return tx.Seat != 2 || tx.Committed().Empty() })
	x.Flow = &game.Loop{Do: &game.Together{Name: "outer", Secret: true}}
	x.Calls = []game.Step{inner}
	x.Stuck = func(tx *game.Tx) { tx.Call(inner, nil) }
	_, err := start(t, x.Rules, 3).PlayText(0, "do")
	wantFault(t, err, `step "inner" is called while seats choose in secret: call it before or after they do`)
}

// After a Fault in a replacement, Reset makes a Fork as good as new.
func TestForkReplacesAfterAFault(t *testing.T) {
	boom := true
	hurt := &game.Effect[int]{Name: "hurt", Do: func(tx *game.Tx, _ int) { points.Set(tx, game.Root, 1) }}
	ward := &game.Effect[int]{Name: "ward", Replaces: hurt, Do: func(tx *game.Tx, _ int) {
		if boom {
			panic("boom")
		}
		points.Set(tx, game.Root, 2)
	}}
	x := turning(hurt, ward)
	x.picking(func(tx *game.Tx) { tx.Apply(hurt.With(1)) }, &game.Pick[game.ID]{Name: "p", From: x.row.Contents})
	s := x.setup(t, func(tx *game.Tx) { tx.Create(x.card, x.row) })
	f := s.Fork()
	_, err := f.Playout(1)
	wantFault(t, err, "boom")
	boom = false
	f.Reset(s)
	if _, err := f.Playout(1); err != nil || points.Of(f.State(), game.Root) != 2 {
		t.Errorf("after a Fault the effect does %d, %v", points.Of(f.State(), game.Root), err)
	}
}

// After a Fault in the flow, Reset makes a Fork perform scheduled effects on time again.
func TestForkSchedulesAfterAFault(t *testing.T) {
	boom := true
	set := &game.Effect[int]{Name: "set", Do: func(tx *game.Tx, n int) { points.Set(tx, game.Root, n) }}
	x := newBox()
	x.picking(func(tx *game.Tx) { tx.Schedule(set.With(7), game.Occasion{}) }, &game.Pick[game.ID]{Name: "p", From: x.row.Contents})
	x.Effects = []game.AnyEffect{set}
	end := func(tx *game.Tx) bool {
		if boom {
			panic("boom")
		}
		if points.Of(tx, game.Root) != 7 {
			t.Error("the flow continues before the effect that was due after the action")
		}
		return false
	}
	x.Flow = &game.Loop{Do: &game.EachSeat{Name: "turn", Do: game.Steps{&game.Act{Name: "a"}, &game.Phase{If: end, Do: &game.Act{Name: "b"}}}}}
	s := x.setup(t, func(tx *game.Tx) { tx.Create(x.card, x.row) })
	f := s.Fork()
	_, err := f.Playout(1)
	wantFault(t, err, "boom")
	boom = false
	f.Reset(s)
	if _, err := f.Playout(1); err != nil || points.Of(f.State(), game.Root) != 7 {
		t.Errorf("the effect did %d, %v", points.Of(f.State(), game.Root), err)
	}
}

// A seat may set the first seat of the order as the next one in the middle of its own turn, and the game can be saved
// then.
func TestNextToTheFirstSeatIsSaved(t *testing.T) {
	x := staged(&game.Loop{Do: &game.EachSeat{Name: "turn", Do: &game.Act{Name: "act", Max: 2}}})
	s := play(t, x.start(t), "do", "do")
	s = x.play(t, s, func(tx *game.Tx) { tx.Next(0) })
	wantAt(t, s, 1, "act")
	same(t, reload(t, s), s)
	wantAt(t, play(t, reload(t, s), "do"), 0, "act")
}

// A seat that has chosen one of several look-alikes sees that it has chosen one of them.
func TestOwnChoiceFromAHeap(t *testing.T) {
	x := newBox()
	own := &game.Place{Name: "own", Each: true, Order: game.Unordered, Seen: game.ByOwner}
	x.Layout = append(x.Layout, own)
	x.picking(doesNothing, &game.Pick[game.ID]{Name: "from", From: func(tx *game.Tx) game.Set[game.ID] { return tx.Contents(own.Of(1 - tx.Seat)) }})
	x.Flow = &game.Loop{Do: &game.Together{Name: "all", Secret: true}}
	s := x.setup(t, func(tx *game.Tx) {
		for range 2 {
			tx.Create(x.card, own.Of(0))
			tx.Create(x.card, own.Of(1))
		}
	})
	next := must(t, s, 0, "pick #2")
	v := next.View(0)
	same(t, reload(t, v), v)
	got, err := s.View(0).Apply(s.Changes(next, 0)[0])
	if err != nil {
		t.Fatal(err)
	}
	same(t, got, v)
}

// In a view that hides a waiting effect, its data is the zero value.
func TestEffectInHidden(t *testing.T) {
	then := &game.Effect[int]{Name: "then", Do: func(*game.Tx, int) {}}
	ask := &game.Act{Name: "ask", Who: seat1}
	x := staged(&game.Loop{Do: &game.Act{Name: "act", Who: seat0}}, ask)
	x.Effects = []game.AnyEffect{then}
	x.Kinds = append(x.Kinds, &game.Kind{Name: "secret", Seen: game.ByOwner})
	x.Guess = func(*game.Tx, game.Seat) {}
	s := x.play(t, x.start(t), func(tx *game.Tx) { tx.Hide(tx.Call(ask, then.With(7)), 1) })
	wantAt(t, s, 1, "ask")
	for seat, want := range map[game.Seat]int{game.Judge: 7, 0: 7, 1: 0} {
		if got := then.In(s.View(seat)); got != want {
			t.Errorf("%s sees %d, want %d", seat, got, want)
		}
	}
	if got := then.In(s); got != 7 {
		t.Errorf("in the game it is %d", got)
	}
}

func TestScheduledTooOften(t *testing.T) {
	x := newLab()
	s := x.start(t)
	for _, n := range []int{0, -1, 1<<30 + 1, 1<<32 + 1} {
		_, err := x.try(s, func(tx *game.Tx) { tx.Schedule(x.note.With("n"), game.Occasion{}.Times(n)) })
		wantFault(t, err, fmt.Sprintf("Times is called with %d", n))
	}
	x.play(t, s, func(tx *game.Tx) { tx.Schedule(x.note.With("n"), game.Occasion{}.Times(1<<30)) })
}

// A move has one budget of steps, even if seats that cannot act are skipped in between.
func TestOneBudgetOfStepsForAMove(t *testing.T) {
	x := newBox()
	ran, can := 0, true
	x.Actions[0].If = game.When("cannot", func(*game.Tx) bool { return can })
	x.Flow = &game.Loop{Do: game.Steps{
		&game.Loop{Max: 30_000, Do: game.Run(func(*game.Tx) { ran++ })},
		&game.Act{Name: "act", Who: seat0},
	}}
	s := x.start(t)
	ran = 0
	_, err := x.try(s, func(*game.Tx) { can = false })
	wantFault(t, err, "the flow runs more than 100000 steps without waiting for a move")
	if ran > 100_000 {
		t.Errorf("a hook ran %d times", ran)
	}
}

// The element of a postponed effect belongs to the kernel: rules cannot change its kind or move it.
func TestScheduledEffectBelongsToTheKernel(t *testing.T) {
	x := newLab()
	_, err := x.try(x.start(t), func(tx *game.Tx) { tx.Become(tx.Schedule(x.note.With("n"), game.Occasion{End: x.turn}), x.card) })
	wantFault(t, err, "a scheduled effect (#1) is changed: it can only be removed")
	_, err = x.try(x.start(t), func(tx *game.Tx) { tx.Move(tx.Schedule(x.note.With("n"), game.Occasion{End: x.turn}), x.row) })
	wantFault(t, err, "scheduled effects cannot be moved")
	_, err = x.try(x.start(t), func(tx *game.Tx) { tx.Move(tx.Create(x.stone, x.row), tx.Find("@effects")) })
	wantFault(t, err, "nothing can be moved to their place")
	_, err = x.try(x.start(t), func(tx *game.Tx) { tx.Create(x.stone, tx.Find("@effects")) })
	wantFault(t, err, "a stone is created in @effects, which is only for scheduled effects")
}

func TestNilAmongEffects(t *testing.T) {
	var none *game.Effect[int]
	for _, e := range []game.AnyEffect{nil, none} {
		if err := newLab(e).Rules.Check(); err == nil || !strings.Contains(err.Error(), "Effects: entry 0 is nil") {
			t.Errorf("Check says %v", err)
		}
	}
}

// Picks whose Then writes are journalled. A Fork discards the journal when the move is played.
func TestForkOfActingPicksDoesNotGrow(t *testing.T) {
	x := newBox()
	x.picking(doesNothing, &game.Pick[int]{Name: "p", Range: fixed(1, 3), Then: func(tx *game.Tx, _ int) {
		points.Edit(tx, game.Root, func(n *int) { *n++ })
	}})
	f := x.start(t).Fork()
	heap := func() int64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	was := heap()
	const moves = 50_000
	for range moves {
		if err := f.Play(game.Move{Seat: f.State().Turn(), Action: "pick", Picks: [][]game.Value{value(1)}}); err != nil {
			t.Fatal(err)
		}
	}
	if grown := heap() - was; grown > 500_000 {
		t.Errorf("after %d moves the heap has grown by %d kB", moves, grown>>10)
	}
	if n := points.Of(f.State(), game.Root); n != moves {
		t.Errorf("the picks have acted %d times", n)
	}
}

// Filled lists places that players can see into, not where the kernel keeps effects.
func TestFilledOmitsEffects(t *testing.T) {
	x := newLab()
	s := x.setup(t, func(tx *game.Tx) {
		tx.Create(x.card, x.row)
		tx.Schedule(x.note.With("n"), game.Occasion{End: x.turn})
	})
	if got := names(s, s.Filled().All()); got != "row" {
		t.Errorf("filled are %s", got)
	}
	if x.waiting(s) != 1 {
		t.Errorf("%d effects wait", x.waiting(s))
	}
}

// Revealed names the elements that the last move showed to a seat, even if they were shuffled away again.
func TestRevealedThoughShuffledSince(t *testing.T) {
	x := newBox()
	deck := &game.Place{Name: "deck", Seen: game.ByNone}
	x.Layout = append(x.Layout, deck)
	s := x.setup(t, func(tx *game.Tx) { tx.CreateMany(4, x.card, deck) })
	s = x.play(t, s, func(tx *game.Tx) {
		tx.Reveal(s.Find("#2"), 1)
		tx.Shuffle(deck)
		tx.Reveal(s.Find("#3"), 0, 1)
	})
	for seat, want := range map[game.Seat]string{0: "#3", 1: "#2 #3", game.Nobody: ""} {
		if got := names(s, s.Revealed(seat).All()); got != want {
			t.Errorf("%s was shown %q, want %q", seat, got, want)
		}
	}
	if s := x.play(t, s, doesNothing); !s.Revealed(1).Empty() {
		t.Error("the element is still revealed after the next move")
	}
}

// Ask sets a seat's prompt anywhere in the flow; the elements it names are shown as usual.
func TestAskOfAnAct(t *testing.T) {
	x := newBox()
	secret := &game.Place{Name: "secret", Each: true, Seen: game.ByOwner}
	x.Layout = append(x.Layout, secret)
	ask := func(tx *game.Tx) *game.Line {
		if tx.Played() == 1 {
			return nil
		}
		return game.NewLine("Who has {0}, {1}?", tx.First(secret.Of(1)), tx.Seat)
	}
	x.Flow = &game.Loop{Do: &game.EachSeat{Name: "turn", Do: &game.Act{Name: "act", Ask: ask}}}
	s := x.setup(t, func(tx *game.Tx) { tx.Create(x.card, secret.Of(1)) })
	p, ok := s.Progress(0)
	if !ok || p.Ask == nil || p.Ask.String() != "Who has #1, player 1?" {
		t.Errorf("player 1 is asked %v", p.Ask)
	}
	if got, want := s.Where(), "waiting for player 1 to choose do: Who has #1, player 1?"; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	if p, _ := s.View(0).Progress(0); p.Ask == nil || strings.Contains(p.Ask.String(), "#1") {
		t.Errorf("in its view player 1 is asked %v", p.Ask)
	}
	s = x.play(t, s, doesNothing)
	if p, ok := s.Progress(1); !ok || p.Ask != nil {
		t.Errorf("without Ask, player 2 is asked %v", p.Ask)
	}
	if got, want := s.Where(), "waiting for player 2 to choose do"; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// In a Together each seat has its own prompt.
func TestAskOfATogether(t *testing.T) {
	x := staged(&game.Loop{Do: &game.Together{Name: "all", Ask: func(tx *game.Tx) *game.Line { return game.NewLine("And you, {0}?", tx.Seat) }}})
	s := x.start(t)
	for seat := range game.Seat(2) {
		if p, ok := s.Progress(seat); !ok || p.Ask == nil || p.Ask.String() != fmt.Sprintf("And you, player %d?", seat+1) {
			t.Errorf("%s is asked %v", seat, p.Ask)
		}
	}
	s = x.by(t, s, 0, doesNothing)
	if got, want := s.Where(), "waiting for player 2 to choose do: And you, player 2?"; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}
