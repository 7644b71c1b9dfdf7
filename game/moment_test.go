package game_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// stage is a table with secrets for tests; its one action calls do.
type stage struct {
	*game.Rules
	deck, hand, bag, felt, won *game.Place
	card                       *game.Kind
	rank, pin                  *game.Part[int]
	do                         func(*game.Tx)
}

func newStage() *stage {
	x := &stage{
		deck: &game.Place{Name: "deck", Order: game.Stacked, Seen: game.ByNone},
		hand: &game.Place{Name: "hand", Each: true, Seen: game.ByOwner},
		bag:  &game.Place{Name: "bag", Order: game.Unordered, Seen: game.ByNone},
		felt: &game.Place{Name: "felt"},
		won:  &game.Place{Name: "won", Order: game.Unordered, Seen: game.ByNone},
		rank: game.NewPart[int]("rank"),
		pin:  game.NewPart[int]("pin"),
		do:   func(*game.Tx) {},
	}
	x.card = &game.Kind{Name: "card", Label: func(s *game.State, id game.ID) string { return fmt.Sprint("card ", x.rank.Of(s, id)) }}
	x.Rules = &game.Rules{
		Name: "stage", Version: "1", Seats: game.Exactly(2),
		Layout: []game.Layout{x.deck, x.hand, x.bag, x.felt, x.won}, Kinds: []*game.Kind{x.card},
		Parts: []game.Column{x.rank, x.pin.Seen(game.ByOwner)},
		Setup: func(t *game.Tx) {
			t.Moment() // nobody watches yet
			t.CreateMany(12, x.card, x.deck, x.rank.Nth(func(i int) int { return i + 1 }))
			t.Shuffle(x.deck)
			for seat := range game.Seat(2) {
				t.Draw(x.deck, x.hand.Of(seat), 3)
			}
			t.Draw(x.deck, x.bag, 2)
			x.pin.Set(t, game.Seat(0), 4)
		},
		Guess:   func(*game.Tx, game.Seat) {},
		Actions: []*game.Action{{Name: "do", Do: func(t *game.Tx) { x.do(t) }}},
	}
	return x
}

// begin starts a game.
func (x *stage) begin(t testing.TB) *game.State {
	t.Helper()
	s, err := x.Rules.Start(2, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// plays performs do as one move.
func (x *stage) plays(t testing.TB, s *game.State, do func(*game.Tx)) *game.State {
	t.Helper()
	x.do = do
	next, err := s.PlayText(s.Turn(), "do")
	if err != nil {
		t.Fatal(err)
	}
	return next
}

// sweep puts the first card of seat 0 on the table and then on the pile of won cards.
func (x *stage) sweep(t *game.Tx) {
	id := t.First(x.hand.Of(0))
	t.Say("{0} is played", id)
	t.Move(id, x.felt)
	t.Moment()
	t.Say("{0} is swept", id)
	t.Move(id, x.won)
}

var everybody = []game.Seat{0, 1, game.Nobody, game.Judge}

func TestMoment(t *testing.T) {
	x := newStage()
	before := x.begin(t)
	if len(before.Moments()) != 0 {
		t.Error("there are moments after Setup")
	}
	id := before.First(x.hand.Of(0))
	after := x.plays(t, before, x.sweep)
	moments := after.Moments()
	if len(moments) != 1 {
		t.Fatalf("%d moments", len(moments))
	}
	m := moments[0]
	if m.Parent(id) != x.felt.ID() || after.Parent(id) != x.won.ID() || before.Parent(id) != x.hand.Of(0) {
		t.Errorf("the card is in %s, then in %s", m.Name(m.Parent(id)), after.Name(after.Parent(id)))
	}
	v := m.View(1)
	if v.Count(x.felt) != 1 || v.Kind(v.First(x.felt)) != x.card || x.rank.Of(v, v.First(x.felt)) != x.rank.Of(before, id) {
		t.Error("player 2 does not see the card on the table")
	}
	if !after.Knows(1, id) || before.Knows(1, id) {
		t.Error("player 2 does not know the card it has seen")
	}
	if views := after.View(1).Moments(); len(views) != 1 || !bytes.Equal(views[0].Save(), v.Save()) {
		t.Error("the moments of a view are not the views of the moments")
	}
	if moments[0] = nil; after.Moments()[0] == nil {
		t.Error("the caller cannot keep the list of moments")
	}
	without := x.plays(t, before, func(t *game.Tx) {
		t.Move(id, x.felt)
		t.Move(id, x.won)
	})
	if without.Hash() != after.Hash() {
		t.Error("a moment changes the hash of the state after the move")
	}
	if len(without.Moments()) != 0 || without.Knows(1, id) {
		t.Error("without a moment, the intermediate position is seen")
	}
}

// composed applies the changes from moment to moment to a view and compares each result with the view.
func composed(t testing.TB, before, after *game.State) {
	t.Helper()
	stages := append(append([]*game.State{before}, after.Moments()...), after)
	for _, o := range everybody {
		v := before.View(o)
		for i, s := range stages[1:] {
			changes := stages[i].Changes(s, o)[0]
			if want := stages[i].View(o).Diff(s.View(o)); len(changes)+len(want) > 0 && !reflect.DeepEqual(changes, want) {
				t.Fatalf("stage %d, %v: the changes are\n%v\nbut the views differ by\n%v", i+1, o, changes, want)
			}
			var err error
			if v, err = v.Apply(changes); err != nil {
				t.Fatalf("stage %d, %v: %v\n%v", i+1, o, err, changes)
			}
			if got, want := v.Save(), s.View(o).Save(); !bytes.Equal(got, want) || v.Hash() != s.View(o).Hash() {
				t.Fatalf("stage %d, %v sees\n%s\nnot\n%s", i+1, o, got, want)
			}
			if i < len(stages)-2 {
				atMoment(t, v)
			}
		}
	}
}

func TestMomentChanges(t *testing.T) {
	x := newStage()
	before := x.begin(t)
	composed(t, before, x.plays(t, before, x.sweep))
	for _, c := range before.Changes(x.plays(t, before, x.sweep).Moments()[0], 1)[0] {
		if c.Of == "" && c.Field != "@moment" {
			t.Errorf("at a moment, the game itself has changed: %v", c)
		}
	}
}

// atMoment checks that the state is marked as a moment, at which the game does not wait.
func atMoment(t testing.TB, s *game.State) {
	t.Helper()
	refused := func(what string, err error) {
		t.Helper()
		if game.CodeOf(err) != game.Unavailable || !strings.Contains(err.Error(), "a moment in the middle of a move") {
			t.Errorf("%s: %v", what, err)
		}
	}
	if !s.ToAct().Empty() {
		t.Errorf("it waits for %v", s.ToAct())
	}
	if _, waits := s.Progress(s.Turn()); waits || s.Where() != "in the middle of a move" {
		t.Errorf("it waits: %s", s.Where())
	}
	_, err := s.Play(game.Move{Seat: s.Turn(), Action: s.Rules().Actions[0].Name})
	refused("play", err)
	_, err = s.PlayText(s.Turn(), s.Rules().Actions[0].Name)
	refused("play text", err)
	_, err = s.Offers(game.Move{Seat: s.Turn()})
	refused("offers", err)
	_, err = s.Chooser(game.Move{Seat: s.Turn()})
	refused("chooser", err)
	_, err = s.Moves()
	refused("moves", err)
	_, err = s.MovesUpTo(1)
	refused("moves up to", err)
	_, err = s.Redeal(0, game.SeedOf(1))
	refused("re-deal", err)
	f := s.Fork()
	f.Seed(1)
	_, err = f.Moves()
	refused("moves of a fork", err)
	refused("fork", f.Play(game.Move{Seat: s.Turn(), Action: s.Rules().Actions[0].Name}))
	_, err = f.Random()
	refused("random", err)
	_, err = f.Playout(3)
	refused("playout", err)
	_, err = f.Perft(2)
	refused("perft", err)
	refused("re-deal of a fork", f.Redeal(s, 0, 1))
	if _, err := s.Rules().Load(s.Save()); game.CodeOf(err) != game.Damaged || !strings.Contains(err.Error(), "a moment in the middle of a move") {
		t.Errorf("load: %v", err)
	}
}

func TestMomentDoesNotWait(t *testing.T) {
	x := newStage()
	s := x.begin(t)
	m := x.plays(t, s, x.sweep).Moments()[0]
	atMoment(t, m)
	for _, o := range everybody {
		v := m.View(o)
		atMoment(t, v)
		if o >= 0 {
			if _, err := v.Real(game.Move{Seat: o, Action: "do"}); game.CodeOf(err) != game.Unavailable {
				t.Errorf("real: %v", err)
			}
		}
	}
	if _, err := s.Apply(s.Diff(m)); game.CodeOf(err) != game.Damaged {
		t.Errorf("changes turn a state into a moment: %v", err)
	}
	bad := append(s.Changes(m, 0)[0], game.Change{Field: "@flow", Is: `{"passes":1}`})
	if _, err := s.View(0).Apply(bad); game.CodeOf(err) != game.Damaged {
		t.Errorf("a moment at which the game waits is accepted: %v", err)
	}
}

func TestMomentDisclosed(t *testing.T) {
	x := newStage()
	s := x.begin(t)
	back := func(t *game.Tx, id game.ID) {
		t.Move(id, x.bag)
		t.Move(t.First(x.bag), x.won) // nobody can tell which element of the bag it was
	}
	for name, do := range map[string]func(*game.Tx){
		"a card": func(t *game.Tx) {
			id := t.First(x.hand.Of(0))
			t.Move(id, x.felt)
			t.Moment()
			back(t, id)
		},
		"a value": func(t *game.Tx) {
			x.pin.Show(t, game.Seat(0))
			t.Moment()
			x.pin.Hide(t, game.Seat(0), 1)
			x.pin.Set(t, game.Seat(0), 9)
		},
	} {
		next := x.plays(t, s, do)
		if why := next.DisclosedSince(s); why == nil || why.String() != "something hidden was shown" {
			t.Errorf("%s is shown at a moment, but disclosed is %v", name, why)
		}
	}
	id := s.First(x.hand.Of(0))
	next := x.plays(t, s, func(t *game.Tx) {
		t.Move(id, x.felt)
		t.Moment()
		back(t, id)
	})
	if next.Knows(1, id) {
		t.Error("player 2 can tell the card from the others that were in the bag")
	}
	if !next.Revealed(1).Has(id) || next.Revealed(0).Has(id) {
		t.Errorf("the move has shown %v to player 2 and %v to player 1", next.Revealed(1), next.Revealed(0))
	}
	for name, do := range map[string]func(*game.Tx){
		"nothing": func(t *game.Tx) { t.Moment() },
		"a new card": func(t *game.Tx) {
			id := t.Create(x.card, x.felt)
			t.Moment()
			t.Remove(id)
		},
	} {
		if why := x.plays(t, s, do).DisclosedSince(s); why != nil {
			t.Errorf("%s is shown: %v", name, why)
		}
	}
}

// remembers is the memory in the save of a state.
func remembers(s *game.State) string {
	var fields map[string]json.RawMessage
	json.Unmarshal(s.Save(), &fields)
	return string(fields["memory"])
}

func TestMomentIsRemembered(t *testing.T) {
	x := newStage()
	s := x.begin(t)
	after := x.plays(t, s, x.sweep)
	f := s.Fork()
	f.Record(true)
	if err := f.Play(game.Move{Seat: 0, Action: "do"}); err != nil {
		t.Fatal(err)
	}
	if got, want := f.Changes(), s.Diff(after); !reflect.DeepEqual(got, want) {
		t.Errorf("a fork records\n%v\nnot\n%v", got, want)
	}
	recorded, err := f.Freeze()
	if err != nil {
		t.Fatal(err)
	}
	f.Reset(s)
	f.Record(true)
	f.Seed(1)
	if _, err := f.Random(); err != nil {
		t.Fatal(err)
	}
	random, err := f.Freeze()
	if err != nil {
		t.Fatal(err)
	}
	h := newHistory(s)
	if err := h.Play(game.Move{Seat: 0, Action: "do"}); err != nil {
		t.Fatal(err)
	}
	replayed, err := replayed(x.Rules, h.Record(), -1)
	if err != nil {
		t.Fatal(err)
	}
	want := remembers(after)
	if !strings.Contains(want, "known") {
		t.Errorf("nothing is remembered: %s", want)
	}
	for how, got := range map[string]*game.State{"recorded": recorded, "random": random, "replayed": replayed} {
		if remembers(got) != want {
			t.Errorf("%s: the memory is\n%s\nnot\n%s", how, remembers(got), want)
		}
	}
	if why := recorded.DisclosedSince(s); why == nil || why.String() != "something hidden was shown" {
		t.Errorf("a recorded fork has disclosed %v", why)
	}
}

// For all observers, a moment is like the end of a move: what they see, what they know and how elements are named. So
// playing the stages as separate moves leads to the same result.
func TestMomentsAreLikeMoves(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: takes long")
	}
	for seed := range uint64(40) {
		x := newStage()
		one := x.begin(t)
		many := one
		r := rand.New(rand.NewPCG(seed, 0))
		for range 4 {
			script := [][]func(*game.Tx){}
			for range 1 + r.IntN(4) {
				script = append(script, x.randomDeeds(r))
			}
			before := one
			one = x.plays(t, one, func(t *game.Tx) {
				for i, deeds := range script {
					if i > 0 {
						t.Moment()
					}
					for _, deed := range deeds {
						deed(t)
					}
				}
			})
			composed(t, before, one)
			stages := append(one.Moments(), one)
			for i, deeds := range script {
				many = x.plays(t, many, func(t *game.Tx) {
					for _, deed := range deeds {
						deed(t)
					}
					if i < len(script)-1 {
						t.Again()
					}
				})
				compareStages(t, fmt.Sprintf("seed %d, stage %d", seed, i), stages[i], many)
			}
			if one.Turn() != many.Turn() {
				t.Fatal("the moves differ")
			}
		}
	}
}

func compareStages(t testing.TB, at string, got, want *game.State) {
	t.Helper()
	for _, o := range everybody {
		if a, b := table(got.View(o)), table(want.View(o)); a != b {
			t.Fatalf("%s: %v sees\n%s\nnot\n%s", at, o, a, b)
		}
		for id := range want.All() {
			if got.Knows(o, id) != want.Knows(o, id) {
				t.Fatalf("%s: %v knows %s: %v", at, o, want.Name(id), got.Knows(o, id))
			}
		}
		a, b := got.View(o).Said(), want.View(o).Said()
		if got.Moments() != nil {
			a = a[len(a)-len(b):] // those of the last stage
		}
		if fmt.Sprint(a) != fmt.Sprint(b) {
			t.Fatalf("%s: %v reads\n%v\nnot\n%v", at, o, a, b)
		}
	}
	if a, b := remembers(got), remembers(want); a != b {
		t.Fatalf("%s: the memory is\n%s\nnot\n%s", at, a, b)
	}
}

// table is the elements and values in a save.
func table(s *game.State) string {
	var fields map[string]json.RawMessage
	json.Unmarshal(s.Save(), &fields)
	return string(fields["elements"]) + string(fields["parts"])
}

// randomDeeds returns a random action for a stage.
func (x *stage) randomDeeds(r *rand.Rand) (deeds []func(*game.Tx)) {
	places := []game.Holder{x.deck, x.hand.Of(0), x.hand.Of(1), x.bag, x.felt, x.won}
	for range r.IntN(5) {
		from, to, n, seat := places[r.IntN(len(places))], places[r.IntN(len(places))], r.IntN(1000), game.Seat(r.IntN(2))
		some := func(t *game.Tx) game.ID { // always the same one
			all := slices.Collect(t.In(from))
			if len(all) == 0 {
				return 0
			}
			return all[n%len(all)]
		}
		with := func(f func(*game.Tx, game.ID)) {
			deeds = append(deeds, func(t *game.Tx) {
				if id := some(t); id != 0 {
					f(t, id)
				}
			})
		}
		switch r.IntN(10) {
		case 0:
			deeds = append(deeds, func(t *game.Tx) { t.Shuffle(from) })
		case 1:
			with(func(t *game.Tx, id game.ID) { t.Reveal(id, seat) })
		case 2:
			with(func(t *game.Tx, id game.ID) { t.Show(id, seat) })
		case 3:
			with(func(t *game.Tx, id game.ID) { t.Hide(id, seat) })
		case 4:
			deeds = append(deeds, func(t *game.Tx) { x.pin.Set(t, seat, n) })
		case 5:
			with(func(t *game.Tx, id game.ID) { x.rank.Set(t, id, n) })
		case 6:
			deeds = append(deeds, func(t *game.Tx) { t.Create(x.card, from, x.rank.Is(n)) })
		case 7:
			deeds = append(deeds, func(t *game.Tx) { x.pin.Show(t, seat, 1-seat) })
		default:
			with(func(t *game.Tx, id game.ID) {
				t.Say("{0} goes", id)
				t.Emit("go", id)
				t.Move(id, to)
			})
		}
	}
	return deeds
}

// A frozen moment does not change, whatever is written afterwards.
func TestMomentStays(t *testing.T) {
	x := newBox()
	want := []string{}
	x.Setup = func(t *game.Tx) { t.CreateMany(200, x.stone, x.row) }
	x.do = func(t *game.Tx) {
		for i := range 20 {
			id := game.ID(int(t.First(x.row)) + i)
			points.Set(t, id, i+1)
			points.Set(t, game.Root, i)
			t.Move(id, x.pile)
			t.Remove(t.Last(x.row))
			t.Create(x.card, x.bag)
			t.Int(6)
			t.Moment()
			t.Moment()
			want = append(want, seenIn(x, t.State), seenIn(x, t.State))
		}
	}
	s := start(t, x.Rules, 2)
	save := string(s.Save())
	next := play(t, s, "do")
	var got []string
	for _, m := range next.Moments() {
		got = append(got, seenIn(x, m))
	}
	if !slices.Equal(got, want) {
		t.Errorf("the moments are\n%s\nnot\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if string(s.Save()) != save {
		t.Error("the previous state has changed")
	}
	rng := next.Moments()[0].Hash()
	play(t, next, "do")
	if next.Moments()[0].Hash() != rng {
		t.Error("a moment has changed")
	}
}

func seenIn(x *box, s *game.State) string {
	sum := 0
	for id := range s.All() {
		sum += points.Of(s, id) * int(id)
	}
	return fmt.Sprint(s.Count(x.row), s.Count(x.pile), s.Count(x.bag), points.Of(s, game.Root), sum, s.Filled().Len(), s.Contents(x.bag).Len())
}

// marked puts a stone on the table and makes a moment.
func (x *box) marked(t *game.Tx) {
	t.Create(x.stone, x.row)
	t.Moment()
}

// counts returns how many stones were in the row at each moment.
func (x *box) counts(s *game.State) string {
	var all []int
	for _, m := range s.Moments() {
		all = append(all, m.Count(x.row))
	}
	return fmt.Sprint(all)
}

func TestMomentInTriesAndConditions(t *testing.T) {
	x := newBox()
	asked := 0
	ask := func(t *game.Tx) bool {
		asked++
		t.Moment()
		return true
	}
	where := &game.Pick[game.ID]{Name: "where", From: func(t *game.Tx) game.Set[game.ID] {
		ask(t)
		return game.SetOf(x.row.ID(), x.pile.ID())
	}, If: func(t *game.Tx, _ game.ID) bool { return ask(t) }}
	a := x.picking(func(t *game.Tx) {
		t.Try(func() { x.marked(t) })
		x.marked(t)
		t.Try(func() { x.marked(t) })
	}, where)
	a.If, a.Check = game.When("never", ask), game.When("never", ask)
	s := play(t, x.start(t), "pick row")
	if got := x.counts(s); got != "[1]" || asked == 0 {
		t.Errorf("there were %s stones at the moments", got)
	}
}

// A pick that acts may have moments, which count when the move is made, not while it is considered.
func TestMomentInThen(t *testing.T) {
	x := newBox()
	step := &game.Pick[int]{Name: "step", Range: fixed(1, 3), Repeat: true, Several: fixed(1, 3),
		Then: func(t *game.Tx, n int) { x.marked(t) }, If: func(t *game.Tx, n int) bool { return n != 2 }}
	walk := x.picking(nil, step)
	walk.Check = game.When("not twice", func(t *game.Tx) bool { return step.Chosen(t) != 2 })
	x.Actions = append(x.Actions, &game.Action{Name: "launch", Do: func(t *game.Tx) {
		x.marked(t)
		t.Launch(t.Seat, walk, step.Is(1, 1)) // refused: its moments do not count
		x.marked(t)
		if err := t.Launch(t.Seat, walk, step.Is(1, 3, 1)); err != nil {
			panic(err)
		}
	}})
	s := x.start(t)
	draft := game.Move{Seat: 0, Action: "pick", Picks: [][]game.Value{{{N: 1}}}}
	if _, err := s.Offers(draft); err != nil {
		t.Fatal(err)
	}
	next := play(t, s, "pick 1+3+1")
	if got := x.counts(next); got != "[1 2 3]" {
		t.Errorf("there were %s stones at the moments", got)
	}
	// The next move: finding out who can act runs picks, and leaves no moments behind.
	if got := x.counts(play(t, next, "pick 3")); got != "[4]" {
		t.Errorf("there were %s stones at the moments", got)
	}
	next = play(t, s, "launch")
	if got := x.counts(next); got != "[1 2 3 4 5]" {
		t.Errorf("there were %s stones at the moments", got)
	}
	if got := x.counts(play(t, next, "pick 1")); got != "[6]" {
		t.Errorf("there were %s stones at the moments", got)
	}
}
