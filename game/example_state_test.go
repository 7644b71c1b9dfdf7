package game_test

import (
	"errors"
	"fmt"
	"strings"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
)

// These are the examples of docs/state.md.

// load is how many sacks an animal can carry, thirst how many moves ago it last drank.
var (
	load   = game.NewTrait[int]("load")
	thirst = game.NewPart[int]("thirst")
)

// caravan is the table of most examples: a camp for each seat, a road with three stops, and a store of sacks.
type caravan struct {
	camel, mule, sack *game.Kind
	camp, road, store *game.Place
}

func newCaravan() *caravan {
	return &caravan{
		camel: &game.Kind{Name: "camel", With: []game.With{load.Is(3)}},
		mule:  &game.Kind{Name: "mule", With: []game.With{load.Is(1), thirst.Is(2)}},
		sack:  &game.Kind{Name: "sack"},
		camp:  &game.Place{Name: "camp", Each: true},
		road:  &game.Place{Name: "road", Names: []string{"oasis", "dune", "city"}},
		store: &game.Place{Name: "store", Order: game.Stacked},
	}
}

// open starts a game of two seats with one action, "go".
func (x *caravan) open(do func(*game.Tx)) *game.State { return begun(x.rules(do)) }

func (x *caravan) rules(do func(*game.Tx)) *game.Rules {
	return &game.Rules{
		Name: "caravan", Version: "1", Seats: game.Exactly(2),
		Layout: []game.Layout{x.camp, x.road, x.store},
		Kinds:  []*game.Kind{x.camel, x.mule, x.sack},
		Parts:  []game.Column{thirst},
		Setup: func(t *game.Tx) {
			for seat := range t.Standing().All() {
				t.Create(x.camel, x.camp.Of(seat))
				t.Create(x.mule, x.camp.Of(seat))
			}
			t.CreateMany(4, x.sack, x.store)
		},
		Actions: []*game.Action{{Name: "go", Do: do}},
	}
}

// nothing is the only action of examples that just read.
func nothing(*game.Tx) {}

// Any state can be queried for what is on the table.
func Example_stateRead() {
	x := newCaravan()
	s := x.open(nothing)
	for id := range s.In(x.camp.Of(1)) {
		fmt.Println(s.Name(id), s.Kind(id).Name, "of", s.Owner(id), "carries", load.Of(s, id), "thirst", thirst.Of(s, id))
	}
	store := x.store.ID()
	fmt.Println(s.Count(store), "sacks, from", s.Name(s.First(store)), "at the bottom to", s.Name(s.Last(store)), "on top")
	fmt.Println(s.Turn(), "is to act,", s.Played(), "moves made,", s.Outcome())
	// Output:
	// #3 camel of seat 1 carries 3 thirst 0
	// #4 mule of seat 1 carries 1 thirst 2
	// 4 sacks, from #5 at the bottom to #8 on top
	// seat 0 is to act, 0 moves made, running
}

// Writing goes through a Tx, during one move.
func Example_stateWrite() {
	x := newCaravan()
	dune := func() game.ID { return x.road.At(1) }
	s := x.open(func(t *game.Tx) {
		camel := t.First(x.camp.Of(t.Seat))
		t.Move(camel, dune())              // last, on top of a stack
		foal := t.Create(x.camel, dune())  // it belongs to the seat that acts
		t.MoveFirst(foal, dune())          // first, at the bottom of a stack
		t.MoveAfter(t.Last(x.store), foal) // right after another element, wherever that is
		t.Give(foal, 1)
		t.Become(foal, x.mule) // its printed values change; the rest stays
		t.Remove(t.First(x.store))
	})
	next := after(s, "go")
	fmt.Println("dune:", in(next, dune()), "- store:", in(next, x.store.ID()))
	foal := next.Find("#9")
	fmt.Println(next.Kind(foal).Name, "of", next.Owner(foal), "carries", load.Of(next, foal), "thirst", thirst.Of(next, foal))
	fmt.Println("before: store:", in(s, x.store.ID()))
	// Output:
	// dune: #9 #8 #1 - store: #6 #7
	// mule of seat 1 carries 1 thirst 0
	// before: store: #5 #6 #7 #8
}

// Elements can contain elements.
func Example_stateCarry() {
	x := newCaravan()
	s := x.open(func(t *game.Tx) {
		camel := t.First(x.camp.Of(0))
		for range load.Of(t, camel) {
			t.Move(t.Last(x.store), camel)
		}
		t.Move(camel, x.road.At(2)) // with everything it carries
	})
	s = after(s, "go")
	camel, top := s.Find("#1"), s.Find("#8")
	fmt.Println("the camel carries", in(s, camel))
	fmt.Println(s.Name(s.Parent(top)), s.Within(top, s.Find("city")), s.Count(s.Find("city")))
	// Output:
	// the camel carries #8 #7 #6
	// #1 true 1
}

// A Part can be set on an element, a seat, a place or the table.
func Example_stateParts() {
	gold := game.NewPart[int]("gold")
	x := newCaravan()
	rules := x.rules(func(t *game.Tx) {
		for id := range t.In(x.camp.Of(t.Seat)) {
			thirst.Add(t, id, 1)
		}
		gold.Set(t, t.Seat, 10)
		gold.Set(t, game.Root, 3)
		gold.Set(t, x.road.At(2), 99)
	})
	rules.Parts = append(rules.Parts, gold)
	s := after(begun(rules), "go")
	fmt.Println("seats:", gold.Of(s, game.Seat(0)), gold.Of(s, game.Seat(1)))
	fmt.Println("table:", gold.Of(s, game.Root), "city:", gold.Of(s, s.Find("city")), "a sack:", gold.Of(s, s.Find("#5")))
	all := s.Contents(x.camp.Of(0)).Or(s.Contents(x.camp.Of(1)))
	for id, n := range thirst.All(s, all) {
		fmt.Print(s.Name(id), " ", n, "; ")
	}
	fmt.Println("not thirsty:", names(s, thirst.Where(s, all, 0).All()))
	// Output:
	// seats: 10 0
	// table: 3 city: 99 a sack: 0
	// #1 1; #2 3; #3 0; #4 2; not thirsty: #3
}

// harness is custom data: plain fields.
type harness struct {
	Left, Right game.ID
	Knots       [2]int8
}

// A Part may be a struct. Saves store the elements in it by name.
func Example_stateStruct() {
	yoke := game.NewPart[harness]("yoke")
	x := newCaravan()
	rules := x.rules(func(t *game.Tx) {
		yoke.Set(t, game.Root, harness{Left: t.Find("#1"), Right: t.Find("#2"), Knots: [2]int8{3, 1}})
	})
	rules.Parts = append(rules.Parts, yoke)
	s := begun(rules)
	for _, c := range s.Diff(after(s, "go")) {
		fmt.Println(c.Of, c.Field, c.Is)
	}
	wrong := &game.Rules{Name: "wrong", Seats: game.Exactly(1), Actions: wait(), Parts: []game.Column{game.NewPart[*harness]("yoke")}}
	fmt.Println(wrong.Check())
	// Output:
	//  @turn 1
	//  @moves 1
	// table yoke {"Left":"#1","Right":"#2","Knots.0":3,"Knots.1":1}
	// the rules cannot be played:
	//   part "yoke": *game_test.harness is a ptr; a Part holds integers, bools, strings, IDs, Seats, and arrays and structs of those
}

// A derived value is computed from the state and read like a Part.
func Example_stateDerived() {
	x := newCaravan()
	// What an animal can still carry: one sack less for every three points of thirst.
	spare := game.NewDerived("spare", func(s *game.State, id game.ID) int {
		return max(0, load.Of(s, id)-thirst.Of(s, id)/3-s.Count(id))
	}).On(x.camel, x.mule)
	// The total for all animals of a seat.
	hauls := game.NewDerived("hauls", func(s *game.State, seat game.ID) (n int) {
		for id := range s.All(x.camel, x.mule) {
			if s.Owner(id).ID() == seat {
				n += spare.Of(s, id)
			}
		}
		return n
	}).OnSeats()
	rules := x.rules(func(t *game.Tx) {
		camel := t.First(x.camp.Of(t.Seat))
		for hauls.Of(t, t.Seat) > 2 { // computed again after each Move
			t.Move(t.Last(x.store), camel)
		}
		thirst.Set(t, camel, 3)
	})
	rules.Derived = []game.AnyDerived{spare, hauls}
	s := begun(rules)
	next := after(s, "go")
	fmt.Println("before:", spare.Of(s, s.Find("#1")), hauls.Of(s, game.Seat(0)))
	fmt.Println("after: ", spare.Of(next, next.Find("#1")), hauls.Of(next, game.Seat(0)))
	shown, err := next.Derived()
	fmt.Println(string(shown["spare"]["#3"]), shown["hauls"]["seat/1"] != nil, err)
	// Output:
	// before: 3 4
	// after:  0 1
	// 3 true <nil>
}

// A derived value of a seat is read with the ID of the seat; Owner returns the seat.
func Example_stateHandWorth() {
	hand, card := &game.Place{Name: "hand", Each: true}, &game.Kind{Name: "card"}
	worth := game.NewPart[int]("worth")
	held := game.NewDerived("held", func(s *game.State, seat game.ID) (n int) {
		for id := range s.In(hand.Of(s.Owner(seat))) { // Owner makes a Seat of its ID
			n += worth.Of(s, id)
		}
		return n
	}).OnSeats()
	s := begun(&game.Rules{
		Name: "cards", Seats: game.Exactly(2), Layout: []game.Layout{hand}, Kinds: []*game.Kind{card},
		Parts: []game.Column{worth}, Derived: []game.AnyDerived{held},
		Setup: func(t *game.Tx) {
			t.Create(card, hand.Of(0), worth.Is(10))
			t.Create(card, hand.Of(0), worth.Is(4))
			t.Create(card, hand.Of(1), worth.Is(7))
		},
		Actions: []*game.Action{{Name: "go", Do: nothing}},
	})
	fmt.Println(held.Of(s, game.Seat(0)), held.Of(s, game.Seat(1)))
	fmt.Println(s.Within(s.Find("#1"), hand.Of(0)), s.Within(s.Find("#1"), game.Seat(0).ID()))
	// Output:
	// 14 7
	// true false
}

// Hooks of a place define once what always happens there; Max limits how many elements it holds.
func Example_statePlaces() {
	x := newCaravan()
	x.road.Max = 2
	x.road.Enter = func(t *game.Tx, id, _ game.ID) {
		if t.Parent(id) == x.road.At(0) { // all stops share the hook
			thirst.Set(t, id, 0)
		}
	}
	s := x.open(func(t *game.Tx) { t.Move(t.Last(x.camp.Of(t.Seat)), x.road.At(0)) })
	s = after(s, "go", "go")
	fmt.Println(in(s, s.Find("oasis")), thirst.Of(s, s.Find("#2")), thirst.Of(s, s.Find("#4")))
	next, err := s.PlayText(0, "go") // a third element: a Fault, and nothing has happened
	fmt.Println(next == s, err != nil)
	// Output:
	// #2 #4 0 0
	// true true
}

// Outside of a state, elements are identified by name.
func Example_stateNames() {
	x := newCaravan()
	s := x.open(func(t *game.Tx) { t.Remove(t.Last(x.store)); t.Create(x.sack, x.store) })
	fmt.Println(s.Name(game.Root), s.Name(game.Seat(1).ID()), s.Name(x.camp.Of(1)), s.Name(x.road.At(1)), s.Name(s.Last(x.store)))
	next := after(s, "go")
	fmt.Println(in(next, x.store.ID()), "- #8 is in the game:", next.Find("#8") != 0, next.Alive(s.Find("#8")), s.Alive(s.Find("#8")))
	// Output:
	// table seat/1 camp/1 dune #8
	// #5 #6 #7 #9 - #8 is in the game: false false true
}

// A Set is the answer to a query, in bits. A loop visits the elements that were there when it began.
func Example_stateSets() {
	x := newCaravan()
	s := x.open(func(t *game.Tx) {
		all := t.Contents(x.camp.Of(0)).Or(t.Contents(x.camp.Of(1)))
		strong := all.Where(func(id game.ID) bool { return load.Of(t, id) > 1 })
		mine := all.Where(func(id game.ID) bool { return t.Owner(id) == t.Seat })
		t.Say(names(t.State, strong.All()) + " / " + names(t.State, strong.And(mine).All()) + " / " + names(t.State, all.Minus(strong).All()))
		for id := range t.In(x.store) {
			t.Remove(id) // none is skipped
		}
		t.Say("{0} sacks left", t.Count(x.store))
	})
	for _, line := range after(s, "go").Said() {
		fmt.Println(line)
	}
	// Output:
	// #1 #3 / #1 / #2 #4
	// 0 sacks left
}

// States are values: any of them can be kept, shared and played on from.
func Example_stateValues() {
	s := nim()
	one, three := after(s, "take 1", "take 3"), after(s, "take 3", "take 1")
	fmt.Println(s.Count(s.Find("heap")), one.Count(s.Find("heap")))
	fmt.Println("two ways to one state:", one.Hash() == three.Hash(), len(one.Diff(three)))
	next, err := one.PlayText(0, "take 9")
	fmt.Println("refused:", game.CodeOf(err), next == one)
	// Output:
	// 7 3
	// two ways to one state: true 0
	// refused: not-offered true
}

// A failed move leaves no trace.
func Example_stateFault() {
	x := newCaravan()
	s := x.open(func(t *game.Tx) {
		camel := t.First(x.camp.Of(t.Seat))
		t.Move(t.Last(x.store), camel)
		t.Move(camel, t.First(camel)) // into the sack it carries
	})
	next, err := s.PlayText(0, "go")
	fault, _ := errors.AsType[*game.Fault](err)
	fmt.Println(fault.Game, fault.Action, fault.Seat, "- move", fault.Move+1)
	fmt.Println(next == s, s.Count(x.store))
	// Output:
	// caravan go seat 0 - move 1
	// true 4
}

// Save writes the whole state by name. Load reads it, or refuses all of it.
func Example_stateSave() {
	s := after(nim(), "take 2")
	text := string(s.Save())
	again, err := nimRules().Load([]byte(text))
	fmt.Println(again.Hash() == s.Hash(), len(s.Diff(again)), err)
	_, err = nimRules().Load([]byte(strings.Replace(text, `"turn":1`, `"turn":0`, 1)))
	fmt.Println(game.CodeOf(err))
	_, err = newCaravan().rules(nothing).Load([]byte(text))
	fmt.Println(game.CodeOf(err))
	// Output:
	// true 0 <nil>
	// damaged
	// damaged
}

// Diff returns how two states differ; Apply turns one into the other and back.
func Example_stateChanges() {
	x := newCaravan()
	s := x.open(func(t *game.Tx) {
		camel := t.First(x.camp.Of(t.Seat))
		t.Move(camel, x.road.At(0))
		t.Move(camel, x.road.At(1)) // intermediate positions do not show
		thirst.Set(t, camel, 1)
	})
	next := after(s, "go")
	changes := s.Diff(next)
	for _, c := range changes {
		fmt.Printf("%s %s: %q -> %q\n", c.Of, c.Field, c.Was, c.Is)
	}
	forth, err := s.Apply(changes)
	fmt.Println(forth.Hash() == next.Hash(), err)
	back, err := next.Apply(next.Diff(s))
	fmt.Println(back.Hash() == s.Hash(), err)
	_, err = next.Apply(changes)
	fmt.Println(err)
	// Output:
	//  @turn: "0" -> "1"
	//  @moves: "0" -> "1"
	// #1 @in: "camp/0" -> "dune"
	// #1 thirst: "" -> "1"
	// true <nil>
	// true <nil>
	// the changes do not fit this state: they were made from a different state
}

// A match can undo and redo; NoUndo prevents it.
func Example_stateUndo() {
	rules := nimRules()
	rules.Actions = append(rules.Actions, &game.Action{Name: "swear", NoUndo: true, Do: nothing})
	m := match.Begin(begun(rules))
	do := func(text string) {
		batch, err := m.Play(m.State().Turn(), m.Seq(), text)
		if err != nil {
			fmt.Println(err)
			return
		}
		m.Commit(batch)
	}
	left := func() int { return m.State().Count(m.State().Find("heap")) }
	do("take 3")
	do("take 2")
	fmt.Println(left(), m.Back(), left(), m.Forward(), left())
	do("swear")
	fmt.Println(m.Back())
	// Output:
	// 2 <nil> 4 <nil> 2
	// swear: it cannot be undone
}

// A Record is enough to replay a game and to check that it ends the same.
func Example_stateRecord() {
	m := match.Begin(nim())
	for _, text := range []string{"take 3", "take 3"} {
		batch, err := m.Play(m.State().Turn(), m.Seq(), text)
		if err != nil {
			fmt.Println(err)
			return
		}
		m.Commit(batch)
	}
	text := m.Record().String()
	for line := range strings.Lines(text) {
		if word, _, _ := strings.Cut(line, " "); word != "seed" && word != "digest" {
			fmt.Print(line)
		}
	}
	rec, err := match.ReadRecord([]byte(text))
	again, err2 := match.Replay(nimRules(), rec, -1)
	fmt.Println(again.State().Count(again.State().Find("heap")), err, err2)

	rec.Moves[1].Move = "take 1"
	again, err = match.Replay(nimRules(), rec, -1)
	fmt.Println("stops after", again.Seq(), "move:", game.CodeOf(err))
	// Output:
	// ply record 1
	// game nim
	// version 1
	// seats 2
	// 1 0 take 3 = 6df2b4525fab14a7
	// 2 1 take 3 = 7d51f05921f0379a
	// unfinished
	// 1 <nil> <nil>
	// stops after 1 move: damaged
}

// A Fork is modified in place, for search and simulation.
func Example_stateFork() {
	s := nim()
	f := s.Fork()
	wins := 0
	for n := range uint64(1000) {
		f.Reset(s)
		f.Seed(n)
		if _, err := f.Playout(100); err != nil {
			fmt.Println(err)
		}
		if f.State().Won(0) {
			wins++
		}
	}
	fmt.Println("the first seat wins about half of the games:", wins > 400 && wins < 600)

	f.Reset(s)
	m, _ := s.Parse(0, "take 3")
	fmt.Println(f.Play(m), f.State().Played(), s.Played())
	kept, err := f.Freeze()
	fmt.Println(kept.Hash() == after(s, "take 3").Hash(), err)
	// Output:
	// the first seat wins about half of the games: true
	// <nil> 1 0
	// true <nil>
}

// Options are set before a game begins; Make builds the rules for them.
func Example_stateOptions() {
	sticks := &game.Option[int]{Name: "sticks", Label: "Number of sticks", Default: 7, Min: 1, Max: 50}
	var build func(n int) *game.Rules
	build = func(n int) *game.Rules {
		r := nimRules()
		heap, stick := r.Layout[0].(*game.Place), r.Kinds[0]
		r.Setup = func(t *game.Tx) { t.CreateMany(n, stick, heap) }
		r.Options = []game.Setting{sticks.Is(n)}
		r.Make = func(v game.Values) *game.Rules { return build(sticks.In(v)) }
		r.Presets = []game.Preset{{Name: "long", Values: game.Values{"sticks": "50"}}}
		return r
	}
	rules := build(7)
	long, err := rules.With(rules.Presets[0].Values)
	s := begun(long)
	fmt.Println(s.Count(s.Find("heap")), s.Rules().Values(), err)
	_, err = rules.With(game.Values{"sticks": "0", "colour": "red"})
	fmt.Println(err)
	_, err = rules.Load(s.Save())
	fmt.Println("by the rules for 7 sticks:", game.CodeOf(err))
	// Output:
	// 50 map[sticks:50] <nil>
	// nim has no option "colour"; it has sticks; option sticks must be from 1 to 50, not 0
	// by the rules for 7 sticks: damaged
}

// Score ends a game; further numbers break ties.
func Example_stateScore() {
	x := newCaravan()
	s := x.open(func(t *game.Tx) {
		if t.Seat == 0 {
			t.Remove(t.Last(x.camp.Of(0)))
			return
		}
		points, animals := []int{6, 6}, make([]int, 2)
		for seat := range animals {
			animals[seat] = t.Count(x.camp.Of(game.Seat(seat)))
		}
		t.Score(append(points, animals...)...) // most points, and among equals most animals
	})
	o := after(s, "go", "go").Outcome()
	fmt.Println(o, "- ranks", o.Ranks, "scores", o.Scores)
	// Output: won by seat 1 (6 : 6) - ranks [2 1] scores [6 6]
}

// DisclosedSince explains what undoing a move would not take back.
func Example_stateDisclosed() {
	rules := nimRules()
	rules.Actions = append(rules.Actions, &game.Action{Name: "bet", Do: func(t *game.Tx) { t.Say("it is {0}", t.Roll(6)) }})
	s := begun(rules)
	fmt.Println("take:", after(s, "take 2").DisclosedSince(s))
	fmt.Println("bet:", after(s, "bet").DisclosedSince(s))
	// Output:
	// take: <nil>
	// bet: chance has decided something
}

// Options that are allowed one by one may not go together.
func Example_stateFit() {
	sticks := &game.Option[int]{Name: "sticks", Default: 7, Min: 1, Max: 50}
	most := &game.Option[int]{Name: "most", Default: 3, Min: 1, Max: 9}
	var build func(n, m int) *game.Rules
	build = func(n, m int) *game.Rules {
		r := nimRules()
		r.Options = []game.Setting{sticks.Is(n), most.Is(m)}
		r.Make = func(v game.Values) *game.Rules { return build(sticks.In(v), most.In(v)) }
		r.Fit = func(v game.Values, _ int) *game.Line {
			if most.In(v) >= sticks.In(v) {
				return game.NewLine("who begins takes all {0} sticks", sticks.In(v))
			}
			return nil
		}
		return r
	}
	_, err := build(7, 3).With(game.Values{"sticks": "5", "most": "9"})
	fmt.Println(err)
	// Output: who begins takes all 5 sticks
}
