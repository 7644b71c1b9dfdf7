package game_test

import (
	"fmt"
	"math/rand/v2"
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
