package game_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
)

// sink is a game with everything that can be in a flow, and with secrets.
type sink struct {
	*game.Rules
	deck, hand, table, grave *game.Place
	card                     *game.Kind
}

func newSink() *sink {
	x := &sink{
		deck:  &game.Place{Name: "deck", Order: game.Stacked, Seen: game.ByNone},
		hand:  &game.Place{Name: "hand", Each: true, Seen: game.ByOwner},
		table: &game.Place{Name: "table-top"},
		grave: &game.Place{Name: "grave"},
		card:  &game.Kind{Name: "card"},
	}
	rank := game.NewPart[int]("rank")
	life := points
	mood := label

	own := func(tx *game.Tx) game.Set[game.ID] { return tx.Contents(x.hand.Of(tx.Seat)) }
	cardOf := &game.Pick[game.ID]{Name: "card", From: own}
	whom := &game.Pick[game.Seat]{Name: "whom", From: func(tx *game.Tx) game.Set[game.Seat] { return tx.Others(tx.Seat) }}
	bet := &game.Pick[int]{Name: "bet", Range: fixed(0, 2)}
	word := &game.Pick[string]{Name: "word", List: func(tx *game.Tx) []string { return []string{"yes", "no", "may be"} }}
	from := &game.Pick[game.ID]{Name: "from", From: x.table.Contents}

	var counter *game.Phase
	var ask *game.Together
	var turn *game.EachSeat
	var main *game.Phase
	lose := &game.Effect[hit]{Name: "lose", Do: func(tx *game.Tx, h hit) {
		life.Set(tx, h.By, life.Of(tx, h.By)-h.Force)
		if life.Of(tx, h.By) <= 0 && tx.Standing().Len() > 2 && tx.Standing().Has(h.By) {
			tx.Eliminate(h.By)
		}
	}}
	ward := &game.Effect[hit]{Name: "ward", Replaces: lose, If: func(tx *game.Tx, h hit) bool { return tx.Alive(h.On) && h.Force > 1 },
		Do: func(tx *game.Tx, h hit) { h.Force--; tx.Apply(lose.With(h)) }}
	tick := &game.Effect[int]{Name: "tick", Do: func(tx *game.Tx, n int) { life.Set(tx, game.Root, life.Of(tx, game.Root)+n) }}
	poll := &game.Effect[game.Seat]{Name: "poll", Do: func(tx *game.Tx, seat game.Seat) { tx.Call(ask, tick.With(int(seat))) }}

	draw := &game.Action{Name: "draw", If: game.When("the deck is empty", func(tx *game.Tx) bool { return tx.Count(x.deck) > 0 }),
		Do: func(tx *game.Tx) { tx.Move(tx.Last(x.deck), x.hand.Of(tx.Seat)) }}
	lay := &game.Action{Name: "lay", Pick: []game.Choice{cardOf}, Do: func(tx *game.Tx) {
		id := cardOf.In(tx)
		tx.Move(id, x.table)
		switch rank.Of(tx, id) % 4 {
		case 0:
			tx.Schedule(tick.With(1), game.Occasion{Start: turn}.For(tx.Seat).Times(2))
		case 1:
			tx.Schedule(tick.With(2), game.Occasion{End: main}.Always().With(id))
		case 2:
			tx.Schedule(poll.With(tx.Seat), game.Occasion{})
		case 3:
			tx.Again()
		}
	}}
	hitting := &game.Action{Name: "hit", Pick: []game.Choice{whom, bet}, Do: func(tx *game.Tx) {
		h := hit{By: whom.In(tx), Force: 1 + bet.In(tx), How: "hit", On: tx.Last(x.table)}
		tx.Call(counter, lose.With(h))
	}}
	bury := &game.Action{Name: "bury", Pick: []game.Choice{from}, Do: func(tx *game.Tx) { tx.Move(from.In(tx), x.grave); tx.Remove(from.In(tx)) }}
	pass := &game.Action{Name: "pass", Pass: true}
	say := &game.Action{Name: "say", Pick: []game.Choice{word}, Do: func(tx *game.Tx) { mood.Set(tx, game.Root, word.In(tx)) }}
	give := &game.Action{Name: "give", Pick: []game.Choice{cardOf}, Do: func(tx *game.Tx) {
		if id := cardOf.In(tx); tx.Alive(id) && tx.Parent(id) == x.hand.Of(tx.Seat) {
			tx.Move(id, x.table)
		}
	}}

	counter = &game.Phase{Name: "counter", Do: &game.EachSeat{
		LeftOf: func(tx *game.Tx) game.Seat { return tx.Seat }, Skip: func(tx *game.Tx, seat game.Seat) bool { return seat == tx.Seat },
		Do: &game.Act{Name: "respond", Actions: []*game.Action{hitting, pass}, If: func(tx *game.Tx) bool { return tx.Played()%3 != 0 }}},
		EndIf: func(tx *game.Tx) bool { return lose.In(tx).Force > 2 }}
	ask = &game.Together{Name: "ask", Actions: []*game.Action{say, give}, Secret: true}
	each := &game.ForEach[game.ID]{Name: "relics", From: func(tx *game.Tx) game.Set[game.ID] { return x.table.Contents(tx) }, Do: game.Steps{}}
	each.Do = &game.Phase{If: func(tx *game.Tx) bool { return rank.Of(tx, each.In(tx))%5 == 0 },
		Do: &game.Act{Name: "relic", Actions: []*game.Action{bury, pass}}}
	main = &game.Phase{Name: "main", Label: "Main phase",
		Begin: func(tx *game.Tx) {
			if tx.Seat == 1 && tx.Count(x.hand.Of(1)) == 0 {
				_ = tx.Launch(1, draw)
			}
		},
		EndIf: func(tx *game.Tx) bool { return tx.Count(x.hand.Of(tx.Seat)) > 4 },
		Do: game.Steps{
			&game.Act{Name: "start", Actions: []*game.Action{draw, pass}, Max: 2, Until: func(tx *game.Tx) bool { return tx.Count(x.hand.Of(tx.Seat)) == 3 }},
			&game.Loop{Times: func(tx *game.Tx) int { return 1 + tx.Played()%2 }, Do: &game.Act{Name: "play", Actions: []*game.Action{lay, hitting}}},
			each,
		}}
	turn = &game.EachSeat{Name: "turn", From: func(tx *game.Tx) game.Seat { return game.Seat(tx.Played() % tx.Seats()) }, Do: game.Steps{
		main,
		game.Switch{
			{Name: "glad", If: game.When("", func(tx *game.Tx) bool { return mood.Of(tx, game.Root) == "yes" }), Do: game.Switch{{Name: "gladder", Do: &game.Act{Name: "cheer", Actions: []*game.Action{pass, draw}}}}},
			{Name: "sad", If: game.When("", func(tx *game.Tx) bool { return mood.Of(tx, game.Root) == "no" }), Do: &game.Act{Name: "weep", Actions: []*game.Action{pass}}},
		},
		game.Switch{
			{If: func(tx *game.Tx) bool { return tx.Played()%3 == 0 }, Do: game.Run(func(tx *game.Tx) { tx.Shuffle(x.deck) })},
			{If: func(tx *game.Tx) bool { return tx.Played()%3 == 1 }, Do: &game.Together{Name: "trade", Actions: []*game.Action{give, pass}, Max: -1, Until: func(tx *game.Tx) bool { return tx.Passes() > 0 || tx.Played()%7 == 0 }}},
		},
	}}
	x.Rules = &game.Rules{
		Name: "sink", Seats: game.Between(2, 4),
		Layout: []game.Layout{x.deck, x.hand, x.table, x.grave}, Kinds: []*game.Kind{x.card},
		Parts: []game.Column{rank, life, mood},
		Setup: func(tx *game.Tx) {
			for n := range 16 {
				tx.Create(x.card, x.deck, rank.Is(n))
			}
			tx.Shuffle(x.deck)
			for seat := range game.Seat(tx.Seats()) {
				life.Set(tx, seat, 3)
				tx.Move(tx.Last(x.deck), x.hand.Of(seat))
			}
		},
		Flow:    &game.Loop{While: func(tx *game.Tx) bool { return tx.Played() < 1000 }, Do: game.Steps{turn, &game.EachSeat{UntilAllPass: true, Do: &game.Act{Name: "bid", Actions: []*game.Action{pass, say}}}}},
		Calls:   []game.Step{counter, ask},
		Effects: []game.AnyEffect{lose, ward, tick, poll},
		End: func(tx *game.Tx) {
			if tx.Played() >= 60 || life.Of(tx, game.Root) > 40 {
				tx.Tie()
			}
		},
	}
	return x
}

// randomGame is a randomly played game: its states and the moves between them.
type randomGame struct {
	states []*game.State
	moves  []game.Move
}

func (x *sink) random(seats int, seed uint64) (g randomGame, err error) {
	r := rand.New(rand.NewPCG(seed, 1))
	s, err := x.Rules.Start(seats, game.SeedOf(seed))
	if err != nil {
		return g, err
	}
	g.states = append(g.states, s)
	for !s.Over() {
		moves, err := s.Moves()
		if err != nil || len(moves) == 0 {
			return g, fmt.Errorf("%d moves, %v: %s", len(moves), err, s.Where())
		}
		for seat := range game.Seat(seats) { // Moves does not list withdrawals
			back := game.Move{Seat: seat, Action: "withdraw"}
			if _, err := s.Play(back); err == nil && r.IntN(4) == 0 {
				moves = []game.Move{back}
			}
		}
		m := moves[r.IntN(len(moves))]
		next, err := s.Play(m)
		if err != nil {
			return g, fmt.Errorf("%s: %v: %s", s.Text(m), err, s.Where())
		}
		s = next
		g.states, g.moves = append(g.states, s), append(g.moves, m)
	}
	return g, nil
}

// sinkGames are random games that together have waited in every step.
var sinkGames = sync.OnceValues(func() (*sink, []randomGame) {
	x := newSink()
	var all []randomGame
	for seed := range uint64(9) {
		g, err := x.random(2+int(seed)%3, seed)
		if err != nil {
			panic(err)
		}
		all = append(all, g)
	}
	return x, all
})

// The random games reach every step.
func TestSinkReachesEveryStep(t *testing.T) {
	rested := map[string]bool{}
	pending, bound, out, moves := 0, 0, 0, 0
	_, games := sinkGames()
	for _, g := range games {
		moves += len(g.moves)
		for _, s := range g.states {
			if p, ok := s.Progress(s.Turn()); ok {
				rested[p.Step] = true
			}
			if strings.Contains(flowOf(t, s), `"pending"`) {
				pending++
			}
			if strings.Contains(string(s.Save()), `"With":"#`) {
				bound++
			}
			if s.Standing().Len() < s.Seats() {
				out++
			}
		}
	}
	for _, step := range strings.Fields("start play relic respond ask cheer weep trade bid") {
		if !rested[step] {
			t.Errorf("no game has waited in %s", step)
		}
	}
	if pending == 0 || bound == 0 || out == 0 {
		t.Errorf("of %d states %d have secret choices, %d effects that are bound, %d seats that are out", moves, pending, bound, out)
	}
}

// wantAlikeExceptMemory fails unless two states are equal except for the observers' memory, which changes do not cover.
func wantAlikeExceptMemory(t testing.TB, got, want *game.State) {
	t.Helper()
	if d := want.Diff(got); len(d) > 0 || got.Hash() != want.Hash() {
		t.Fatalf("the states differ: %v", d)
	}
}

// A game can be saved and loaded wherever it waits, and plays on the same.
func TestSinkIsSaved(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: takes long")
	}
	x, games := sinkGames()
	for _, g := range games {
		for i, s := range g.states {
			l, err := x.Rules.Load(s.Save())
			if err != nil {
				t.Fatalf("move %d: %v\n%s\n%s", i, err, s.FlowText(), s.Save())
			}
			same(t, l, s)
			if l.Where() != s.Where() || l.FlowText() != s.FlowText() {
				t.Errorf("after Load it waits in a different step: %s, %s", l.Where(), s.Where())
			}
			if i == len(g.moves) {
				continue
			}
			for k := i; k < min(i+5, len(g.moves)); k++ {
				if l, err = l.Play(g.moves[k]); err != nil {
					t.Fatalf("loaded at move %d, move %d: %v", i, k, err)
				}
				if l.Hash() != g.states[k+1].Hash() {
					t.Fatalf("loaded at move %d it differs after move %d\n%v", i, k, l.Diff(g.states[k+1]))
				}
			}
		}
	}
}

// The position in the flow is part of the difference of two states, for every observer.
func TestSinkByChanges(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: takes long")
	}
	x, games := sinkGames()
	observers := []game.Seat{game.Judge, game.Nobody, 0, 1}
	for n, g := range games {
		for i := range g.moves {
			s, next := g.states[i], g.states[i+1]
			d := s.Diff(next)
			got, err := s.Apply(d)
			if err != nil {
				t.Fatalf("game %d, move %d: %v", n, i, err)
			}
			wantAlikeExceptMemory(t, got, next)
			back, err := next.Apply(next.Diff(s))
			if err != nil {
				t.Fatalf("game %d, move %d, back: %v", n, i, err)
			}
			wantAlikeExceptMemory(t, back, s)
			for k, changes := range s.Changes(next, observers...) {
				v, err := s.View(observers[k]).Apply(changes)
				if err != nil {
					t.Fatalf("game %d, move %d, %s: %v\n%v", n, i, observers[k], err, changes)
				}
				want := next.View(observers[k])
				if v.Hash() != want.Hash() {
					t.Fatalf("game %d, move %d, %s: the changes lead to a different view: %v", n, i, observers[k], v.Diff(want))
				}
				l, err := x.Rules.Load(want.Save())
				if err != nil || l.Hash() != want.Hash() {
					t.Fatalf("game %d, move %d: the view of %s cannot be loaded: %v\n%s", n, i, observers[k], err, want.Save())
				}
				if v.Where() != next.Where() {
					t.Errorf("in the view of %s: %s; want %s", observers[k], v.Where(), next.Where())
				}
			}
		}
	}
}

// A fork runs a flow as states do: it records the same changes, counts the same moves, and is unchanged after a look
// ahead.
func TestSinkInForks(t *testing.T) {
	_, games := sinkGames()
	for n, g := range games {
		plain, recorded := g.states[0].Fork(), g.states[0].Fork()
		recorded.Record(true)
		for i, m := range g.moves {
			s, next := g.states[i], g.states[i+1]
			moves, err := plain.Moves()
			if err != nil {
				t.Fatal(err)
			}
			count, err := plain.Perft(1)
			if game.CodeOf(err) == game.Malformed { // chance is refused
				count, err = uint64(len(moves)), nil
			}
			if err != nil || int(count) != len(moves) {
				t.Fatalf("game %d, move %d: perft 1 is %d, there are %d moves (%v)", n, i, count, len(moves), err)
			}
			if _, err = plain.Perft(2); err != nil && game.CodeOf(err) != game.Malformed {
				t.Fatal(err)
			}
			if plain.Hash() != s.Hash() {
				t.Fatalf("game %d, move %d: after looking ahead the fork differs\n%v", n, i, plain.State().Diff(s))
			}
			for _, wrong := range []game.Move{{Seat: m.Seat, Action: "nonsense"}, {Seat: 7, Action: m.Action}, {Seat: m.Seat, Action: m.Action, Picks: [][]game.Value{value(9999), value(1), value(1)}}} {
				if err := recorded.Play(wrong); err == nil {
					t.Fatal("nonsense is accepted")
				}
			}
			for _, f := range []*game.Fork{plain, recorded} {
				if err := f.Play(m); err != nil {
					t.Fatalf("game %d, move %d: %v", n, i, err)
				}
			}
			if got, want := fmt.Sprint(recorded.Changes()), fmt.Sprint(s.Diff(next)); got != want {
				t.Fatalf("game %d, move %d: recorded\n%s\nwant\n%s", n, i, got, want)
			}
			if plain.Hash() != next.Hash() || recorded.Hash() != next.Hash() {
				t.Fatalf("game %d, move %d: the forks differ", n, i)
			}
		}
	}
}

// Random play goes through every step, and its states are like any others.
func TestSinkPlayouts(t *testing.T) {
	x := newSink()
	s := start(t, x.Rules, 3)
	for seed := range uint64(60) {
		f := s.Fork()
		f.Seed(seed)
		n, err := f.Playout(1 + int(seed))
		if err != nil {
			t.Fatal(err)
		}
		end, err := f.Freeze()
		if err != nil {
			t.Fatal(err)
		}
		if n < 1+int(seed) && !end.Over() {
			t.Errorf("it stopped after %d moves", n)
		}
		l := reload(t, end)
		if l.Hash() != end.Hash() {
			t.Errorf("seed %d: after Load it differs: %v", seed, end.Diff(l))
		}
		if _, err := f.Playout(100); err != nil || !f.State().Over() {
			t.Errorf("seed %d: it does not reach the end: %v", seed, err)
		}
	}
}

// A history undoes moves, including secret choices, and a record of them replays the same.
func TestSinkHistory(t *testing.T) {
	x, games := sinkGames()
	for _, g := range games[:3] {
		h := newHistory(g.states[0])
		for _, m := range g.moves {
			if err := h.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		for i := len(g.moves) - 1; i >= 0; i-- {
			if err := h.Back(); err != nil {
				t.Fatal(err)
			}
			if h.State().Hash() != g.states[i].Hash() {
				t.Fatalf("undone to %d it differs", i)
			}
		}
		for range g.moves {
			if err := h.Forward(); err != nil {
				t.Fatal(err)
			}
		}
		rec, err := match.ReadRecord([]byte(h.Record().String()))
		if err != nil {
			t.Fatal(err)
		}
		s, err := replayed(x.Rules, rec, -1)
		if err != nil {
			t.Fatal(err)
		}
		same(t, s, g.states[len(g.moves)])
	}
}

// A re-deal keeps the flow as the seat sees it.
func TestSinkRedeal(t *testing.T) {
	x, games := sinkGames()
	for n, g := range games[:3] {
		for i, s := range g.states {
			for _, seat := range []game.Seat{0, 1} {
				r, err := s.Redeal(seat, game.SeedOf(uint64(i)))
				if err != nil {
					t.Fatalf("game %d, move %d: %v", n, i, err)
				}
				if a, b := r.View(seat), s.View(seat); a.Hash() != b.Hash() {
					t.Fatalf("game %d, move %d: the view of %s differs: %v", n, i, seat, a.Diff(b))
				}
				if r.Where() != s.Where() {
					t.Errorf("it waits in a different step: %s", r.Where())
				}
				if l, err := x.Rules.Load(r.Save()); err != nil || l.Hash() != r.Hash() {
					t.Fatalf("game %d, move %d: the re-deal cannot be loaded: %v", n, i, err)
				}
				f := s.Fork()
				if err := f.Redeal(s, seat, uint64(i)); err != nil {
					t.Fatalf("game %d, move %d, in a fork: %v", n, i, err)
				}
				if f.State().Where() != s.Where() {
					t.Errorf("in a fork it waits in a different step: %s", f.State().Where())
				}
				if _, err := f.Playout(100); err != nil || !f.State().Over() {
					t.Fatalf("game %d, move %d: the re-deal does not play on: %v", n, i, err)
				}
			}
		}
	}
}

// A move that fails in a nested Try leaves a recording fork unchanged.
func TestFaultInATryOfAFork(t *testing.T) {
	x := staged(&game.Loop{Do: &game.EachSeat{Do: &game.Phase{Name: "p", Do: &game.Act{Name: "act", Min: 2, Max: 2}}}})
	s := x.start(t)
	f := s.Fork()
	f.Record(true)
	do := game.Move{Seat: 0, Action: "do"}
	if err := f.Play(do); err != nil {
		t.Fatal(err)
	}
	before := f.Hash()
	where := f.State().FlowText()
	x.do = func(tx *game.Tx) {
		tx.Create(x.stone, x.row)
		tx.Try(func() {
			tx.Create(x.stone, x.row)
			tx.Try(func() { panic("oh") })
		})
	}
	if err := f.Play(do); err == nil {
		t.Fatal("the move does not fail")
	}
	x.do = doesNothing
	if f.State().FlowText() != where {
		t.Errorf("it waits in a different step:\n%s\nwant\n%s", f.State().FlowText(), where)
	}
	if got := f.State().Hash(); got != before {
		t.Errorf("the state differs")
	}
	if err := f.Play(do); err != nil {
		t.Error(err)
	}
	if want := play(t, play(t, s, "do"), "do"); f.Hash() != want.Hash() {
		t.Errorf("after the next move it differs: %v", want.Diff(f.State()))
	}
}

// A refused Perft, because of a random draw, leaves the fork unchanged.
func TestRefusedPerftOfAFlow(t *testing.T) {
	x := staged(&game.Loop{Do: &game.EachSeat{Do: &game.Phase{Name: "p", Do: &game.Act{Name: "act", Min: 2, Max: 2}, End: func(tx *game.Tx) { points.Set(tx, game.Root, tx.Roll(6)) }}}})
	f := x.start(t).Fork()
	if err := f.Play(game.Move{Seat: 0, Action: "do"}); err != nil {
		t.Fatal(err)
	}
	before, where := f.Hash(), f.State().FlowText()
	if _, err := f.Perft(4); err == nil {
		t.Fatal("Perft is not refused")
	}
	if f.Hash() != before || f.State().FlowText() != where {
		t.Errorf("the fork differs:\n%s\nwant\n%s", f.State().FlowText(), where)
	}
	if err := f.Play(game.Move{Seat: 0, Action: "do"}); err != nil {
		t.Error(err)
	}
	if f.State().Turn() != 1 {
		t.Errorf("%s is to act", f.State().Turn())
	}
}

// flowEdit edits the flow of a save.
func flowEdit(t testing.TB, s *game.State, edit func(flow map[string]any)) []byte {
	t.Helper()
	return edited(t, s.Save(), func(o object) {
		flow, _ := o["flow"].(map[string]any)
		edit(flow)
	})
}

func frameOf(flow map[string]any, i int) map[string]any {
	frames := flow["frames"].([]any)
	if i < 0 {
		i += len(frames)
	}
	return frames[i].(map[string]any)
}

// A save with a damaged flow is refused with a reason.
func TestDamagedFlows(t *testing.T) {
	var call func(*game.Tx)
	x := newRPS(func(x *rps) {
		each := &game.ForEach[game.ID]{Name: "each", From: func(tx *game.Tx) game.Set[game.ID] { return x.row.Contents(tx) }, Do: &game.Act{Name: "one", Actions: []*game.Action{x.Actions[0]}}}
		deal := &game.Act{Name: "deal", Who: seat1, Actions: []*game.Action{x.Actions[0]}}
		e := &game.Effect[int]{Name: "e", Do: func(*game.Tx, int) {}}
		x.Calls, x.Effects = []game.Step{deal}, []game.AnyEffect{e}
		x.Flow = &game.Loop{Max: 3, Do: game.Steps{
			&game.Phase{Name: "round", Do: x.step},
			&game.EachSeat{Name: "turn", Do: game.Steps{&game.Act{Name: "many", Min: 1, Max: 3, Actions: []*game.Action{x.Actions[0]}}, each}},
			&game.Together{Name: "open", Actions: []*game.Action{x.Actions[0]}, Max: 2},
			game.Run((*game.Tx).Tie),
		}}
		call = func(tx *game.Tx) { tx.Call(deal, e.With(1)) }
	})
	secret := must(t, start(t, x.Rules, 2), 1, "show rock 1 #1")
	many := must(t, must(t, secret, 0, "show rock 1 #1"), 0, "do")
	called := x.by(t, many, 0, call)
	wantAt(t, called, 1, "deal")
	each := must(t, must(t, must(t, called, 1, "do"), 0, "do"), 0, "do")
	wantAt(t, each, 0, "one")
	open := each
	for !strings.Contains(open.Where(), "player 1, player 2") {
		open = must(t, open, open.Turn(), "do")
	}
	open = must(t, open, 0, "do")
	over := open
	for !over.Over() {
		over = must(t, over, over.Turn(), "do")
	}
	for i, c := range []struct {
		s    *game.State
		what string
		edit func(flow map[string]any)
	}{
		{secret, "unknown step", func(f map[string]any) { frameOf(f, -1)["step"] = "nowhere" }},
		{secret, "another step", func(f map[string]any) { frameOf(f, -1)["step"] = "open" }},
		{secret, "a step that does not rest", func(f map[string]any) { f["frames"] = f["frames"].([]any)[:2]; delete(f, "pending") }},
		{secret, "no frames", func(f map[string]any) { delete(f, "frames"); delete(f, "pending") }},
		{secret, "frames twice", func(f map[string]any) { f["frames"] = append(f["frames"].([]any), f["frames"].([]any)...) }},
		{secret, "the first is not the flow", func(f map[string]any) { f["frames"] = f["frames"].([]any)[1:] }},
		{secret, "an unknown field", func(f map[string]any) { f["speed"] = 3 }},
		{secret, "an unknown field in a frame", func(f map[string]any) { frameOf(f, -1)["speed"] = 3 }},
		{secret, "an unknown field in a choice", func(f map[string]any) { f["pending"].([]any)[0].(map[string]any)["speed"] = 3 }},
		{secret, "passes", func(f map[string]any) { f["passes"] = -1 }},
		{secret, "passes as text", func(f map[string]any) { f["passes"] = "1" }},
		{secret, "a mover who does not play", func(f map[string]any) { f["mover"] = 9 }},
		{secret, "a mover below", func(f map[string]any) { f["mover"] = -7 }},
		{secret, "a loop that goes on", func(f map[string]any) { frameOf(f, 0)["at"] = 4 }},
		{secret, "a loop that has not begun", func(f map[string]any) { frameOf(f, 0)["at"] = 0 }},
		{secret, "a loop below 0", func(f map[string]any) { frameOf(f, 0)["at"] = -1 }},
		{secret, "steps of another branch", func(f map[string]any) { frameOf(f, 1)["at"] = 2 }},
		{secret, "steps beyond the end", func(f map[string]any) { frameOf(f, 1)["at"] = 99 }},
		{secret, "a phase that has come far", func(f map[string]any) { frameOf(f, 2)["at"] = 7 }},
		{secret, "a phase that has not begun", func(f map[string]any) { delete(frameOf(f, 2), "at") }},
		{secret, "a step that has not begun", func(f map[string]any) { delete(frameOf(f, -1), "at") }},
		{secret, "a seat that does not play", func(f map[string]any) { frameOf(f, -1)["seat"] = 2 }},
		{secret, "nobody as a seat", func(f map[string]any) { frameOf(f, -1)["seat"] = -1 }},
		{secret, "a choice of who has not chosen", func(f map[string]any) { f["pending"].([]any)[0].(map[string]any)["seat"] = 0 }},
		{secret, "a choice of who does not play", func(f map[string]any) { f["pending"].([]any)[0].(map[string]any)["seat"] = 5 }},
		{secret, "a choice of who is below", func(f map[string]any) { f["pending"].([]any)[0].(map[string]any)["seat"] = -1 }},
		{secret, "a choice twice", func(f map[string]any) { f["pending"] = append(f["pending"].([]any), f["pending"].([]any)...) }},
		{secret, "a choice is missing", func(f map[string]any) { delete(f, "pending") }},
		{secret, "a choice of nothing", func(f map[string]any) { f["pending"].([]any)[0].(map[string]any)["move"] = "" }},
		{secret, "a choice of an unknown action", func(f map[string]any) { f["pending"].([]any)[0].(map[string]any)["move"] = "dance" }},
		{secret, "a choice of withdraw", func(f map[string]any) { f["pending"].([]any)[0].(map[string]any)["move"] = "withdraw" }},
		{secret, "a choice of done", func(f map[string]any) { f["pending"].([]any)[0].(map[string]any)["move"] = "done" }},
		{secret, "a choice of an unknown value", func(f map[string]any) { f["pending"].([]any)[0].(map[string]any)["move"] = "show stone 1 #1" }},
		{secret, "a choice of a value out of range", func(f map[string]any) { f["pending"].([]any)[0].(map[string]any)["move"] = "show rock 7 #1" }},
		{secret, "a choice of what is not offered", func(f map[string]any) { f["pending"].([]any)[0].(map[string]any)["move"] = "show rock 1 row" }},
		{secret, "half a choice", func(f map[string]any) { f["pending"].([]any)[0].(map[string]any)["move"] = "show rock" }},
		{secret, "used by all", func(f map[string]any) { frameOf(f, -1)["moves"] = []any{1, 1} }},
		{secret, "used by nobody", func(f map[string]any) { frameOf(f, -1)["moves"] = []any{0, 0} }},
		{secret, "used too often", func(f map[string]any) { frameOf(f, -1)["moves"] = []any{0, 2} }},
		{secret, "too few numbers", func(f map[string]any) { frameOf(f, -1)["moves"] = []any{1} }},
		{secret, "too many numbers", func(f map[string]any) { frameOf(f, -1)["moves"] = []any{0, 1, 0} }},
		{secret, "numbers below 0", func(f map[string]any) { frameOf(f, -1)["moves"] = []any{-1, 1} }},
		{secret, "all are done", func(f map[string]any) { frameOf(f, -1)["done"] = 3 }},
		{secret, "done by who does not play", func(f map[string]any) { frameOf(f, -1)["done"] = 1 << 5 }},
		{secret, "done below 0", func(f map[string]any) { frameOf(f, -1)["done"] = -1 }},
		{many, "used more than it may", func(f map[string]any) { frameOf(f, -1)["used"] = 4 }},
		{many, "used all it may", func(f map[string]any) { frameOf(f, -1)["used"] = 3 }},
		{many, "used below 0", func(f map[string]any) { frameOf(f, -1)["used"] = -1 }},
		{many, "used beyond all bounds", func(f map[string]any) { frameOf(f, -1)["used"] = 1 << 20 }},
		{many, "has not begun", func(f map[string]any) { delete(frameOf(f, -1), "at") }},
		{many, "is done", func(f map[string]any) { frameOf(f, -1)["done"] = 1 }},
		{many, "another seat", func(f map[string]any) { frameOf(f, -1)["seat"] = 1 }},
		{many, "no seat", func(f map[string]any) { delete(frameOf(f, -1), "seat") }},
		{many, "another seat around", func(f map[string]any) { frameOf(f, 2)["seat"] = 1 }},
		{many, "an order of others", func(f map[string]any) { frameOf(f, 2)["order"] = []any{0, 7} }},
		{many, "an order of nobody", func(f map[string]any) { frameOf(f, 2)["order"] = []any{-1, 1} }},
		{many, "an order that is too short", func(f map[string]any) { frameOf(f, 2)["order"] = []any{} }},
		{many, "beyond the order", func(f map[string]any) { frameOf(f, 2)["at"] = 3 }},
		{many, "a choice in an open step", func(f map[string]any) { f["pending"] = []any{map[string]any{"seat": 1, "move": "do"}} }},
		{many, "elements of no step", func(f map[string]any) { frameOf(f, -1)["elements"] = []any{"#1"} }},
		{many, "a deed without a call", func(f map[string]any) { frameOf(f, -1)["then"] = "#1" }},
		{many, "an order of no step", func(f map[string]any) { frameOf(f, -1)["order"] = []any{0} }},
		{many, "moves of no step", func(f map[string]any) { frameOf(f, -1)["moves"] = []any{0, 0} }},
		{called, "not a deed", func(f map[string]any) { frameOf(f, -2)["then"] = "#1" }},
		{called, "a deed that is a place", func(f map[string]any) { frameOf(f, -2)["then"] = "row" }},
		{called, "a deed that does not exist", func(f map[string]any) { frameOf(f, -2)["then"] = "#99" }},
		{called, "a call has come far", func(f map[string]any) { frameOf(f, -2)["at"] = 7; delete(frameOf(f, -2), "then") }},
		{called, "a call of a step without a name", func(f map[string]any) {
			f["frames"] = append(f["frames"].([]any)[:5], frameOf(f, 4), map[string]any{"step": "/0", "at": 1}, frameOf(f, 3))
		}},
		{called, "nothing but a call", func(f map[string]any) { f["frames"] = f["frames"].([]any)[:len(f["frames"].([]any))-1] }},
		{called, "calls without end", func(f map[string]any) {
			frames := f["frames"].([]any)
			for range 200 {
				frames = append(frames, frames[len(frames)-2:]...)
			}
			f["frames"] = frames
		}},
		{each, "elements that are not there", func(f map[string]any) { frameOf(f, -2)["elements"] = []any{"#1", "#77"} }},
		{each, "elements without a name", func(f map[string]any) { frameOf(f, -2)["elements"] = []any{"?", "#2"} }},
		{each, "beyond the elements", func(f map[string]any) { frameOf(f, -2)["at"] = 3 }},
		{each, "before the elements", func(f map[string]any) { frameOf(f, -2)["at"] = 0 }},
		{each, "no elements", func(f map[string]any) { frameOf(f, -2)["elements"] = []any{} }},
		{open, "used more than it may", func(f map[string]any) { frameOf(f, -1)["moves"] = []any{3, 0} }},
		{open, "nobody is left", func(f map[string]any) { frameOf(f, -1)["moves"] = []any{2, 2} }},
		{open, "the one to act is done", func(f map[string]any) { frameOf(f, -1)["done"] = 1 }},
	} {
		text := flowEdit(t, c.s, c.edit)
		l, err := x.Rules.Load(text)
		if err == nil {
			t.Errorf("%d, %s: it is accepted\n%s", i, c.what, flowOf(t, l))
			continue
		}
		if l != nil || game.CodeOf(err) != game.Damaged || strings.Contains(err.Error(), "runtime error") {
			t.Errorf("%d, %s: %v", i, c.what, err)
		}
	}
	// A running game has a flow; a finished one has none.
	for what, edit := range map[string]func(object){
		"no flow":     func(o object) { delete(o, "flow") },
		"null":        func(o object) { o["flow"] = nil },
		"empty":       func(o object) { o["flow"] = map[string]any{} },
		"a list":      func(o object) { o["flow"] = []any{} },
		"a number":    func(o object) { o["flow"] = 1 },
		"turn":        func(o object) { o["turn"] = 1 },
		"out":         func(o object) { o["out"] = 1 },
		"an outcome":  func(o object) { o["outcome"], o["turn"] = "2 0", -1 },
		"only passes": func(o object) { o["flow"] = map[string]any{"passes": 1} },
	} {
		if _, err := x.Rules.Load(edited(t, many.Save(), edit)); game.CodeOf(err) != game.Damaged {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, err := x.Rules.Load(edited(t, over.Save(), func(o object) { o["flow"] = json.RawMessage(flowOf(t, many)) })); game.CodeOf(err) != game.Damaged {
		t.Errorf("a finished game is accepted with a flow: %v", err)
	}
	for _, s := range []*game.State{secret, many, called, each, open, over} {
		same(t, reload(t, s), s)
	}
}

// spoiled changes part of a JSON value at random.
func spoiled(r *rand.Rand, v any) any {
	switch v := v.(type) {
	case map[string]any:
		keys := slices.Sorted(maps.Keys(v))
		if len(keys) == 0 {
			return v
		}
		k := keys[r.IntN(len(keys))]
		switch r.IntN(6) {
		case 0:
			delete(v, k)
		case 1:
			v[[]string{"at", "used", "done", "seat", "step", "then", "order", "elements", "values", "moves", "pending", "frames", "passes", "mover"}[r.IntN(14)]] = v[k]
		default:
			v[k] = spoiled(r, v[k])
		}
		return v
	case []any:
		if len(v) == 0 {
			return []any{0}
		}
		i := r.IntN(len(v))
		switch r.IntN(6) {
		case 0:
			return append(v[:i:i], v[i+1:]...)
		case 1:
			return append(v, v[i])
		case 2:
			k := r.IntN(len(v))
			v[i], v[k] = v[k], v[i]
		default:
			v[i] = spoiled(r, v[i])
		}
		return v
	case json.Number:
		n, _ := v.Int64()
		return []any{n + 1, n - 1, 0, 255, 1 << 31, -1 << 40, "x", nil}[r.IntN(8)]
	case string:
		return []any{v + "0", "", "@call", "#1", "?", "deck", "turn", "main", "ask", "counter", "/0", "bid", nil, 7}[r.IntN(14)]
	}
	return nil
}

// However the flow of a save is damaged, it is refused or is a game that can be played.
func TestSpoiledFlows(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: takes long")
	}
	x, games := sinkGames()
	refused, loaded := 0, 0
	r := rand.New(rand.NewPCG(7, 7))
	for _, g := range games {
		for i := 0; i < len(g.states); i += 3 {
			for range 8 {
				text := edited(t, g.states[i].Save(), func(o object) {
					for range 1 + r.IntN(3) {
						o["flow"] = spoiled(r, o["flow"])
					}
				})
				if tryFlow(t, x.Rules, text) {
					loaded++
				} else {
					refused++
				}
			}
		}
	}
	if refused < 100 || loaded == 0 {
		t.Errorf("%d were refused, %d loaded", refused, loaded)
	}
}

// tryFlow loads a save and, if that succeeds, plays on; then nothing may fail.
func tryFlow(t testing.TB, r *game.Rules, text []byte) bool {
	t.Helper()
	defer func() {
		if p := recover(); p != nil {
			t.Fatalf("it panics: %v\n%s", p, text)
		}
	}()
	s, err := r.Load(text)
	if err != nil {
		if game.CodeOf(err) != game.Damaged || strings.Contains(err.Error(), "runtime error") {
			t.Fatalf("not refused with code Damaged: %v\n%s", err, text)
		}
		return false
	}
	if l, err := r.Load(s.Save()); err != nil || l.Hash() != s.Hash() {
		t.Fatalf("it is loaded, but its save is not: %v\n%s", err, text)
	}
	_, _, _ = s.Where(), s.FlowText(), s.ToAct()
	for seat := range game.Seat(s.Seats()) {
		s.Progress(seat)
		if _, err := s.Offers(game.Move{Seat: seat}); err != nil {
			t.Fatalf("the offers: %v\n%s", err, text)
		}
		v := s.View(seat)
		if l, err := r.Load(v.Save()); err != nil || l.Hash() != v.Hash() {
			t.Fatalf("the view of %s: %v\n%s", seat, err, text)
		}
	}
	f := s.Fork()
	f.Seed(1)
	// A changed count may be one that the game never reaches. Otherwise the state is like any other.
	if _, err := f.Playout(20); err != nil && !strings.Contains(err.Error(), "the flow takes more than") {
		t.Fatalf("it cannot be played: %v\n%s", err, text)
	}
	return true
}

func FuzzFlow(f *testing.F) {
	x := newSink()
	g, err := x.random(3, 5)
	if err != nil {
		f.Fatal(err)
	}
	for i := 0; i < len(g.states); i += 5 {
		f.Add(flowOf(f, g.states[i]), uint(i))
	}
	f.Fuzz(func(t *testing.T, flow string, at uint) {
		if !json.Valid([]byte(flow)) || len(flow) > 1<<14 {
			return
		}
		text := edited(t, g.states[at%uint(len(g.states))].Save(), func(o object) { o["flow"] = json.RawMessage(flow) })
		tryFlow(t, x.Rules, text)
	})
}

// The order in which a step visits hidden elements must not reveal what they are.
func TestForEachHidden(t *testing.T) {
	before, views := map[uint64]bool{}, map[uint64]bool{}
	for _, order := range [][]int{{0, 1, 2}, {2, 0, 1}, {1, 0, 2}} {
		x := newBox()
		secret := &game.Place{Name: "secret", Seen: game.ByNone}
		x.Layout = append(x.Layout, secret)
		each := &game.ForEach[game.ID]{Name: "each", From: secret.Contents, Do: &game.Act{Name: "act", Who: seat0}}
		x.Flow = game.Steps{&game.Act{Name: "first", Who: seat0}, each, &game.Act{Name: "last", Who: seat0}}
		x.Setup = func(tx *game.Tx) {
			var ids []game.ID
			for n := range 3 {
				ids = append(ids, tx.Create(x.card, x.bag, points.Is(n)))
			}
			for _, i := range order { // as a shuffle would
				tx.Move(ids[i], secret)
			}
		}
		s := x.start(t)
		before[s.View(1).Hash()] = true
		s = play(t, s, "do")
		for range 3 {
			wantAt(t, s, 0, "act")
			v := s.View(1)
			if l, err := x.Rules.Load(v.Save()); err != nil || l.Hash() != v.Hash() {
				t.Fatalf("the view: %v", err)
			}
			if id := each.In(v); !v.Alive(id) || v.Kind(id) != nil {
				t.Errorf("in the view the element is %s", v.Name(id))
			}
			views[v.Hash()] = true
			next := play(t, s, "do")
			got, err := v.Apply(s.Changes(next, 1)[0])
			if err != nil || got.Hash() != next.View(1).Hash() {
				t.Fatalf("the changes: %v", err)
			}
			s = next
		}
	}
	if len(before) != 1 {
		t.Fatalf("there are %d different starts", len(before))
	}
	if len(views) != 3 {
		t.Errorf("the views differ in %d ways: they depend on hidden elements", len(views))
	}
}
