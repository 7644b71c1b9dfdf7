package game_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
)

// Elements are the same after saving and loading: their kinds, places, owners and references. Nothing has to be
// registered; the loading rules are newly built, with all declarations in reverse order.
func TestTrapBS1IdentityIsKept(t *testing.T) {
	one, other := newBox(), newBox()
	slices.Reverse(other.Layout)
	slices.Reverse(other.Kinds)
	slices.Reverse(other.Parts)
	s := one.setup(t, func(tx *game.Tx) {
		chest := tx.Create(one.stone, one.row)
		coin := tx.Create(one.card, chest, points.Is(5))
		key := tx.Create(one.card, one.hand.Of(1))
		tx.Remove(tx.Create(one.card, chest))
		target.Set(tx, key, chest)
		body.Set(tx, game.Root, limbs{Holds: coin, By: 1, Name: "coin"})
	})
	l, err := other.Rules.Load(s.Save())
	if err != nil {
		t.Fatal(err)
	}
	chest, coin, key := l.Find("#1"), l.Find("#2"), l.Find("#3")
	if l.Kind(chest) != other.stone || l.Kind(coin) != other.card || l.Parent(coin) != chest || l.Parent(key) != other.hand.Of(1) || l.Owner(key) != 1 {
		t.Errorf("the order differs: %s", l.Save())
	}
	if target.Of(l, key) != chest || body.Of(l, game.Root) != (limbs{Holds: coin, By: 1, Name: "coin"}) || points.Of(l, coin) != 5 {
		t.Errorf("a reference names a different element: %+v", body.Of(l, game.Root))
	}
	if l.Hash() != s.Hash() || l.Find("#4") != 0 {
		t.Error("the loaded state differs")
	}
	make := func(x *box, s *game.State) *game.State {
		return x.play(t, s, func(tx *game.Tx) { tx.Create(x.card, tx.Find("#1")); tx.Move(tx.Find("#3"), tx.Find("#1")) })
	}
	if a, b := make(one, s), make(other, l); a.Hash() != b.Hash() || in(a, a.Find("#1")) != in(b, b.Find("#1")) || b.Find("#5") == 0 {
		t.Errorf("after further moves they differ: %s, %s", in(a, a.Find("#1")), in(b, b.Find("#1")))
	}
}

// watching makes an action of two picks whose functions fail the test if they are called before the picks they may read
// are chosen.
func watching(t *testing.T, asked map[string]int) *box {
	x := newBox()
	a := &game.Pick[int]{Name: "a", Range: fixed(1, 3)}
	see := func(tx *game.Tx, who string, chosen int) {
		asked[who]++
		if a.Chosen(tx) != chosen {
			t.Errorf("%s is called when %d of %d picks are chosen", who, a.Chosen(tx), chosen)
		}
	}
	a.If = func(tx *game.Tx, n int) bool { see(tx, "If of the first", 0); return true }
	b := &game.Pick[int]{Name: "b"}
	b.List = func(tx *game.Tx) []int { see(tx, "List", 1); return []int{a.In(tx), a.In(tx) + 1, 9} }
	b.Several = func(tx *game.Tx) (int, int) { see(tx, "Several", 1); return 1, min(2, a.In(tx)) }
	b.Ask = func(tx *game.Tx) *game.Line { see(tx, "Ask", 1); return game.NewLine("{0} and?", a.In(tx)) }
	b.If = func(tx *game.Tx, n int) bool {
		see(tx, "If", 1)
		if n == 9 && a.In(tx) == 3 {
			return tx.Refuse("not with three")
		}
		return true
	}
	act := x.picking(func(tx *game.Tx) { see(tx, "Do", 1) }, a, b)
	act.If = func(tx *game.Tx) bool { see(tx, "If of the action", 0); return true }
	act.Check = func(tx *game.Tx) bool {
		see(tx, "Check", 1)
		if b.Chosen(tx) < 1 {
			t.Error("Check is called before everything is chosen")
		}
		return true
	}
	return x
}

// everyWay asks a state in every possible way what can be done.
func everyWay(t *testing.T, s *game.State) {
	t.Helper()
	d := game.Move{}
	for range 3 {
		offers, err := s.Offers(d)
		if err != nil {
			t.Fatal(err)
		}
		d.Action = offers[0].Action
		if o := offers[0]; o.Pick != "" && !o.Complete {
			v := game.Value{N: 1}
			if len(o.Options) > 0 {
				v = o.Options[0].Value
			}
			d = d.With(o.At, v)
		}
	}
	if _, err := s.Play(d); err != nil {
		t.Fatal(err)
	}
	texts(t, s)
	s.Trace(0)
	s.Trace(1)
	f := s.Fork()
	if _, err := f.Perft(2); err != nil {
		t.Fatal(err)
	}
	f.Seed(3)
	if _, err := f.Playout(20); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"pick", "pick 1", "pick 3 9", "pick 7 1", "pick 1 1+2+3", "pick - -"} {
		s.PlayText(0, text)
	}
}

// The options of a later pick are computed only when the earlier one is chosen; reading too early is a Fault that names
// the pick, not an empty value.
func TestTrapBS2FiltersSeeTheChoice(t *testing.T) {
	asked := map[string]int{}
	everyWay(t, watching(t, asked).start(t))
	for _, who := range []string{"List", "Several", "Ask", "If"} {
		if asked[who] == 0 {
			t.Errorf("%s is never called", who)
		}
	}
	x := newBox()
	later := &game.Pick[int]{Name: "later", Range: fixed(1, 2)}
	early := &game.Pick[int]{Name: "early", List: func(tx *game.Tx) []int { return []int{later.In(tx)} }}
	x.picking(func(*game.Tx) {}, early, later)
	_, err := x.Rules.Start(2, game.SeedOf(1))
	if f, ok := errors.AsType[*game.Fault](err); !ok || !strings.Contains(f.Why, `"later"`) {
		t.Errorf("a pick is read before it is chosen: %v", err)
	}
}

// No query returns elements that have left the game, and a loop that changes what it visits skips nothing.
func TestTrapBS3NoRemovedNoSkipped(t *testing.T) {
	x := newBox()
	s := x.setup(t, func(tx *game.Tx) {
		tx.Seat = 0
		for range 50 {
			tx.Create(x.card, tx.Create(x.stone, x.row, points.Is(7)), points.Is(7))
		}
	})
	all := s.Contents(x.row)
	met := 0
	next := x.play(t, s, func(tx *game.Tx) {
		for id := range tx.In(x.row) {
			if met++; met%2 == 0 {
				tx.Remove(id) // together with the card in it
			}
		}
	})
	if met != 50 {
		t.Errorf("%d of 50 are visited", met)
	}
	x.play(t, s, func(tx *game.Tx) {
		for id := range tx.In(x.row) {
			if !tx.Alive(id) {
				t.Errorf("the loop visits %s, which has left the game", s.Name(id))
				break
			}
			for other := range tx.In(x.row) {
				if other != id {
					tx.Remove(other)
				}
			}
		}
	})
	dead := func(what string, id game.ID) {
		if !next.Alive(id) {
			t.Errorf("%s returns %s, which has left the game", what, next.Name(id))
		}
	}
	count := map[string]int{}
	for what, ids := range map[string][]game.ID{
		"In": slices.Collect(next.In(x.row)), "All": slices.Collect(next.All()), "All of a kind": slices.Collect(next.All(x.card)),
		"Contents": slices.Collect(next.Contents(x.row).All()), "First and Last": {next.First(x.row), next.Last(x.row)},
		"Filled": slices.Collect(next.Filled().All()), "Held": slices.Collect(next.Held(0).All()),
	} {
		count[what] = len(ids)
		for _, id := range ids {
			dead(what, id)
		}
	}
	if count["In"] != 25 || count["All"] != 50 || count["All of a kind"] != 25 || count["Contents"] != 25 || count["Filled"] != 26 || next.Count(x.row) != 25 {
		t.Errorf("there are %v", count)
	}
	for id := range all.All() {
		if v := points.Of(next, id); !next.Alive(id) && (v != 0 || next.Find(s.Name(id)) != 0 || next.Parent(id) != 0 || next.Kind(id) != nil || next.Count(id) != 0) {
			t.Errorf("%s is gone, but still has %d", s.Name(id), v)
		}
	}
}

// Undo returns to the old state: no rule runs again. Undo is refused in the match, not in the client.
func TestTrapBS4UndoReplaysNothing(t *testing.T) {
	x := newBox()
	done := 0
	x.do = func(tx *game.Tx) { done++; tx.Create(x.stone, x.row) }
	x.Actions = append(x.Actions, &game.Action{Name: "swear", NoUndo: true, Do: func(*game.Tx) { done++ }})
	s := x.start(t)
	h := newHistory(s)
	h.Keep = 100
	for range 60 {
		playIn(t, h, "do")
	}
	for range 60 {
		if err := h.Back(); err != nil {
			t.Fatal(err)
		}
	}
	if done != 60 || h.State() != s {
		t.Errorf("60 moves run %d times", done)
	}
	for range 60 {
		if err := h.Forward(); err != nil {
			t.Fatal(err)
		}
	}
	if done != 60 || h.State().Count(x.row) != 60 {
		t.Errorf("60 moves run %d times", done)
	}
	playIn(t, h, "swear")
	before := h.State()
	if err := h.Back(); game.CodeOf(err) != match.Final || h.State() != before || len(h.Record().Moves) != 61 {
		t.Errorf("the move is undone: %v", err)
	}
}

// A bot starts with nothing that depends on what its seat cannot see: over many re-deals, the hidden card has each of
// its possible values equally often, whatever it really is. The same holds for future chance.
func TestTrapBS5BotsSeeNothing(t *testing.T) {
	const deals = 3000
	guesses := func(top ...string) map[string]int {
		x := newAlphabet()
		rules := &game.Rules{
			Name: "alphabet", Seats: game.Exactly(2), Actions: []*game.Action{x.draw()},
			Layout: []game.Layout{x.deck, x.hand, x.pile}, Kinds: []*game.Kind{x.card}, Parts: []game.Column{letter},
			Setup: func(tx *game.Tx) {
				for _, l := range []string{"A", "B", "C", "D"} {
					tx.Create(x.card, x.deck, letter.Is(l))
				}
				tx.Shuffle(x.deck)
			},
		}
		s := play(t, begun(rules, game.Chance{Order: top}), "draw", "draw")
		if mine := letter.Of(s, s.Last(x.hand.Of(0))); mine != "A" {
			t.Fatalf("player 1 has drawn %s", mine)
		}
		f, found := s.Fork(), map[string]int{}
		for seed := range uint64(deals) {
			if err := f.Redeal(s, 0, seed); err != nil {
				t.Fatal(err)
			}
			if w := f.State(); letter.Of(w, w.Last(x.hand.Of(0))) != "A" {
				t.Fatal("its own card has changed")
			}
			found[letter.Of(f.State(), f.State().Last(x.hand.Of(1)))]++
		}
		return found
	}
	for _, truth := range []string{"#2", "#3", "#4"} {
		found := guesses("#1", truth)
		for _, l := range []string{"B", "C", "D"} {
			if n := found[l]; n < deals/3-deals/20 || n > deals/3+deals/20 {
				t.Errorf("the other card is really %s, and %s in %d of %d re-deals", truth, l, n, deals)
			}
		}
	}
	x := newBox()
	x.do = func(tx *game.Tx) { points.Set(tx, game.Root, tx.Int(1<<30)) }
	s := x.start(t)
	real, same := points.Of(play(t, s, "do"), game.Root), 0
	for n := range uint64(50) {
		could, err := s.Redeal(0, game.SeedOf(100+n))
		if err != nil {
			t.Fatal(err)
		}
		if points.Of(play(t, could, "do"), game.Root) == real {
			same++
		}
	}
	if same > 0 {
		t.Errorf("%d of 50 re-deals predict the draw", same)
	}
}

// Whatever a client has checked, Play checks the turn, the condition, the limits and the whole move. A move chosen step
// by step is a move like any other, and goes into the record.
func TestTrapBS6AllIsCheckedAgain(t *testing.T) {
	x := newBox()
	which := &game.Pick[int]{Name: "which", Range: fixed(1, 4), Several: fixed(2, 3)}
	sum := func(tx *game.Tx) (n int) {
		for v := range which.All(tx) {
			n += v
		}
		return n
	}
	act := x.picking(func(tx *game.Tx) { points.Set(tx, game.Root, sum(tx)) }, which)
	act.If = game.When("only thrice", func(tx *game.Tx) bool { return tx.Played() < 3 })
	act.Check = game.When("not seven", func(tx *game.Tx) bool { return sum(tx) != 7 })
	x.Actions = append(x.Actions, &game.Action{Name: "wait", Do: func(*game.Tx) {}})
	s := x.start(t)
	for _, c := range []struct {
		seat   game.Seat
		values []int
		code   game.Code
	}{
		{0, []int{1}, game.Missing}, {0, nil, game.Missing}, {0, []int{1, 2, 3, 4}, game.Surplus}, {0, []int{2, 2}, game.NotOffered},
		{0, []int{1, 5}, game.NotOffered}, {0, []int{3, 4}, game.Rejected}, {1, []int{1, 2}, game.NotYourTurn}, {2, []int{1, 2}, game.NoSeat},
	} {
		m := game.Move{Seat: c.seat, Action: "pick", Picks: [][]game.Value{value(c.values...)}}
		h, f := newHistory(s), s.Fork()
		if next, err := s.Play(m); game.CodeOf(err) != c.code || next != s {
			t.Errorf("%s, %v: %v, want %s", c.seat, c.values, err, c.code)
		}
		if err := h.Play(m); game.CodeOf(err) != c.code || h.State() != s || len(h.Record().Moves) != 0 {
			t.Errorf("%s, %v in a history: %v", c.seat, c.values, err)
		}
		if err := f.Play(m); game.CodeOf(err) != c.code || f.Hash() != s.Hash() {
			t.Errorf("%s, %v in a fork: %v", c.seat, c.values, err)
		}
	}
	h := newHistory(s)
	for turn := range 3 {
		d := game.Move{Seat: h.State().Turn(), Action: "pick"}
		for _, v := range value(1, 2+turn%2) {
			offers, err := h.State().Offers(d)
			if err != nil || offers[0].Why != nil {
				t.Fatal(err, offers)
			}
			d = d.With(offers[0].At, v)
		}
		if err := h.Play(d); err != nil {
			t.Fatal(err)
		}
	}
	if rec := h.Record(); len(rec.Moves) != 3 || rec.Moves[1].Move != "pick 1+3" || h.State().Played() != 3 {
		t.Errorf("the record is %v", rec.Moves)
	}
	for seat, want := range map[game.Seat]game.Code{1: game.Unavailable, 0: game.NotYourTurn} {
		d := game.Move{Seat: seat, Action: "pick"}
		offers, err := h.State().Offers(d)
		if err == nil && (len(offers) != 1 || offers[0].Why == nil) {
			t.Errorf("%s is offered %v", seat, offers)
		}
		if err := h.Play(d.With(0, game.Value{N: 1}).With(0, game.Value{N: 2})); game.CodeOf(err) != want {
			t.Errorf("%s: %v, want %s", seat, err, want)
		}
	}
}

// Turns wrap around, whoever begins; and a Switch without an open case is skipped.
func TestTrapBS7TurnsWrapAround(t *testing.T) {
	for first := range game.Seat(4) {
		want, back := "", ""
		for i := range 8 {
			want += fmt.Sprint(" ", (int(first)+i)%4)
			back += fmt.Sprint(" ", (int(first)+8-i)%4)
		}
		who := func(*game.Tx) game.Seat { return first }
		before := func(*game.Tx) game.Seat { return (first + 3) % 4 }
		setup := func(tx *game.Tx) { tx.Next(first) }
		plain, flow := newBox(), staged(&game.Loop{Do: &game.EachSeat{Do: &game.Act{Name: "act"}}})
		plain.Setup, flow.Setup = setup, setup
		for way, x := range map[string]*box{
			"no flow": plain, "named in Setup": flow, "From": inOrder(game.EachSeat{From: who}), "LeftOf": inOrder(game.EachSeat{LeftOf: before}),
		} {
			if got, _ := x.turns(t, start(t, x.Rules, 4), 8); " "+got != want {
				t.Errorf("%s, beginning with %s: %s, want%s", way, first, got, want)
			}
		}
		next := func(*game.Tx) game.Seat { return (first + 1) % 4 } // its predecessor in reverse order
		x := inOrder(game.EachSeat{Reverse: true, LeftOf: next})
		if got, _ := x.turns(t, start(t, x.Rules, 4), 8); " "+got != back {
			t.Errorf("backwards, beginning with %s: %s, want%s", first, got, back)
		}
	}
	x := staged(&game.Loop{Do: &game.EachSeat{Do: game.Steps{&game.Act{Name: "act"}, game.Switch{{If: no(""), Do: &game.Act{Name: "odd"}}}}}})
	if got, _ := x.turns(t, start(t, x.Rules, 3), 4); got != "0 1 2 0" {
		t.Errorf("with a Switch that does nothing: %s", got)
	}
}

// Nothing can be put into itself or into its contents, in any way.
func TestTrapBS8NotIntoItself(t *testing.T) {
	x := newBox()
	s := x.setup(t, func(tx *game.Tx) {
		in := x.row.ID()
		for range 5 {
			in = tx.Create(x.stone, in)
		}
	})
	before := string(s.Save())
	top := s.Find("#1")
	for i := 1; i <= 5; i++ {
		inner := s.Find(fmt.Sprint("#", i))
		ways := map[string]func(*game.Tx){
			"Move":      func(tx *game.Tx) { tx.Move(top, inner) },
			"MoveFirst": func(tx *game.Tx) { tx.MoveFirst(top, inner) },
			"MoveAfter": func(tx *game.Tx) { tx.MoveAfter(top, inner) },
		}
		for way, do := range ways {
			next, err := x.try(s, do)
			if _, ok := errors.AsType[*game.Fault](err); !ok || next != s {
				t.Errorf("%s into #%d: %v", way, i, err)
			}
		}
		if _, err := s.Apply([]game.Change{{Of: "#1", Field: "@in", Was: "row", Is: fmt.Sprint("#", i)}}); game.CodeOf(err) != game.Damaged {
			t.Errorf("changes put it into #%d: %v", i, err)
		}
	}
	if string(s.Save()) != before {
		t.Error("the state has changed")
	}
}

// telling is a game with secrets of all sorts: a hand, a Part of a seat, a Part of the table used as a variable, lines
// and notices for some, and values for the judge.
func telling(card string) *game.State {
	x := newAlphabet()
	purse, plan := game.NewPart[int]("purse"), game.NewPart[string]("plan")
	rules := &game.Rules{
		Name: "telling", Seats: game.Exactly(2),
		Layout: []game.Layout{x.deck, x.hand, x.pile}, Kinds: []*game.Kind{x.card},
		Parts: []game.Column{letter, purse.Seen(game.ByOwner), plan.Seen(game.ByNone)},
		Guess: func(*game.Tx, game.Seat) {},
		Setup: func(tx *game.Tx) {
			for _, l := range []string{"A", "B", "C"} {
				tx.Create(x.card, x.deck, letter.Is(l))
			}
			tx.Shuffle(x.deck)
		},
		Actions: []*game.Action{
			{Name: "wait", Do: func(*game.Tx) {}},
			{Name: "draw", Do: func(tx *game.Tx) {
				top := tx.Last(x.deck)
				tx.Move(top, x.hand.Of(tx.Seat))
				tx.Say("{0} draws {1}", tx.Seat, top)
				tx.Tell([]game.Seat{tx.Seat}, "you have "+letter.Of(tx, top))
				tx.Emit("draw", top)
				purse.Set(tx, tx.Seat, int(letter.Of(tx, top)[0]))
				plan.Set(tx, game.Root, "next comes "+letter.Of(tx, tx.Last(x.deck)))
			}},
		},
		Debug: func(s *game.State) []game.Line {
			return []game.Line{*game.NewLine("player 2 has {0}", letter.Of(s, s.Last(x.hand.Of(1))))}
		},
	}
	return after(begun(rules, game.Chance{Order: []string{card}}), "wait", "draw")
}

// What another seat has drawn reaches nobody else: not through names, data of seats, variables, lines, notices or debug
// values, and not after loading either. Spectators are not seat 0.
func TestTrapBS9NothingHiddenGetsOut(t *testing.T) {
	gets := func(s *game.State, seat game.Seat) string {
		v := s.View(seat)
		return fmt.Sprintln(string(v.Save()), v.HashText(), v.Said(), v.Notices(), v.Debug())
	}
	b, c := telling("#2"), telling("#3")
	for _, s := range [][2]*game.State{{b, c}, {reload(t, b), reload(t, c)}} {
		for _, seat := range []game.Seat{0, game.Nobody, 5} {
			if one, other := gets(s[0], seat), gets(s[1], seat); one != other {
				t.Errorf("%s can tell the states apart:\n%s\n%s", seat, one, other)
			}
		}
		for _, seat := range []game.Seat{1, game.Judge} {
			if gets(s[0], seat) == gets(s[1], seat) {
				t.Errorf("%s cannot tell the states apart", seat)
			}
		}
		if d := s[0].View(game.Judge).Debug(); len(d) != 1 || d[0].String() != "player 2 has B" || len(s[0].View(1).Debug()) != 0 {
			t.Errorf("the judge gets %v", d)
		}
	}
	next := after(b, "draw")
	if gets(next, game.Nobody) == gets(next, 0) || gets(next, game.Nobody) == gets(next, 1) || gets(next, 5) != gets(next, game.Nobody) {
		t.Error("spectators get the view of a seat")
	}
}

// A refused move of several seats at once is not counted, performed or recorded.
func TestTrapBS10RefusedIsNotDone(t *testing.T) {
	for _, secret := range []bool{false, true} {
		n := &game.Pick[int]{Name: "n", Range: fixed(1, 3), If: func(t *game.Tx, n int) bool {
			if n == 2 {
				return t.Refuse("not two")
			}
			return true
		}}
		act := &game.Action{Name: "bid", Pick: []game.Choice{n}, Do: func(tx *game.Tx) { points.Set(tx, tx.Seat, n.In(tx)) }}
		x := staged(game.Steps{&game.Together{Name: "all", Actions: []*game.Action{act}, Secret: secret}, game.Run((*game.Tx).Tie)})
		x.Actions = nil
		h := newHistory(start(t, x.Rules, 3))
		send := func(seat game.Seat, text string) error {
			m, err := h.State().Parse(seat, text)
			if err != nil {
				return err
			}
			return h.Play(m)
		}
		if err := send(1, "bid 1"); err != nil {
			t.Fatal(err)
		}
		before := h.State()
		for seat, text := range map[game.Seat]string{0: "bid 2", 1: "bid 3", 2: "bid 9"} {
			if err := send(seat, text); game.CodeOf(err) == "" {
				t.Errorf("secret %v: %s of %s is not refused: %v", secret, text, seat, err)
			}
		}
		if h.State() != before || toAct(h.State()) != "0 2" || len(h.Record().Moves) != 1 {
			t.Errorf("secret %v: refused moves are recorded: %v", secret, h.Record().Moves)
		}
		for _, seat := range []game.Seat{2, 0} {
			if err := send(seat, "bid 3"); err != nil {
				t.Fatal(err)
			}
		}
		s := h.State()
		if got := fmt.Sprint(points.Of(s, game.Seat(0)), points.Of(s, game.Seat(1)), points.Of(s, game.Seat(2))); got != "3 1 3" || !s.Over() {
			t.Errorf("secret %v: they have bid %s", secret, got)
		}
	}
}

// Counters and scheduled effects are in the state and not in the rules: two games with the same rules do not disturb
// each other, and a game that switches to newly built rules after every move stays the same.
func TestTrapBS11NothingInClosures(t *testing.T) {
	want := shopStates(t, newShop())
	x := newShop()
	one, other := x.start(t), x.start(t)
	for i, m := range shopMoves {
		one = must(t, one, m.seat, m.text)
		if i > 0 { // one move behind
			other = must(t, other, shopMoves[i-1].seat, shopMoves[i-1].text)
		}
		if one.Hash() != want[i+1].Hash() || other.Hash() != want[i].Hash() {
			t.Fatalf("two games with the same rules disturb each other at move %d", i)
		}
	}
	s := newShop().start(t)
	for i, m := range shopMoves {
		l, err := newShop().Rules.Load(s.Save())
		if err != nil {
			t.Fatal(err)
		}
		if s = must(t, l, m.seat, m.text); s.Hash() != want[i+1].Hash() {
			t.Fatalf("with new rules for each move, the state differs after move %d", i)
		}
	}
}
