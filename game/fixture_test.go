package game_test

import (
	"errors"
	"fmt"
	"iter"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// Parts that the fixtures share.
var (
	points = game.NewPart[int]("points")
	label  = game.NewPart[string]("label")
	target = game.NewPart[game.ID]("target")
	body   = game.NewPart[limbs]("body")
)

// limbs is plain data with a field of every sort.
type limbs struct {
	Left, Right int8
	Up          bool
	Name        string
	Holds       game.ID
	By          game.Seat
	Grip        [3]uint16
}

// box is a table for tests; its one action calls do.
type box struct {
	*game.Rules
	row, pile, bag, hand *game.Place
	stone, card          *game.Kind
	do                   func(*game.Tx)
}

func newBox() *box {
	x := &box{
		row:   &game.Place{Name: "row"},
		pile:  &game.Place{Name: "pile", Order: game.Stacked},
		bag:   &game.Place{Name: "bag", Order: game.Unordered},
		hand:  &game.Place{Name: "hand", Each: true},
		stone: &game.Kind{Name: "stone"},
		card:  &game.Kind{Name: "card"},
		do:    func(*game.Tx) {},
	}
	x.Rules = &game.Rules{
		Name:    "box",
		Version: "1",
		Seats:   game.Between(1, 4),
		Layout:  []game.Layout{x.row, x.pile, x.bag, x.hand},
		Kinds:   []*game.Kind{x.stone, x.card},
		Parts:   []game.Column{points, label, target, body},
		Actions: []*game.Action{{Name: "do", Do: func(t *game.Tx) { x.do(t) }}},
	}
	return x
}

// start begins a game of two seats.
func (x *box) start(t testing.TB) *game.State {
	t.Helper()
	return start(t, x.Rules, 2)
}

// play makes the seat to act do something.
func (x *box) play(t testing.TB, s *game.State, do func(*game.Tx)) *game.State {
	t.Helper()
	next, err := x.try(s, do)
	if err != nil {
		t.Fatal(err)
	}
	return next
}

func (x *box) try(s *game.State, do func(*game.Tx)) (*game.State, error) {
	was := x.do
	x.do = do
	defer func() { x.do = was }()
	return s.Play(game.Move{Seat: s.Turn(), Action: "do"})
}

// setup starts a game with the table that do sets up.
func (x *box) setup(t testing.TB, do func(*game.Tx)) *game.State {
	t.Helper()
	x.Setup = do
	return x.start(t)
}

// picking replaces the action of the box by one named "pick" with these picks.
func (x *box) picking(do func(*game.Tx), picks ...game.Choice) *game.Action {
	a := &game.Action{Name: "pick", Pick: picks, Do: do}
	x.Actions = []*game.Action{a}
	return a
}

func start(t testing.TB, r *game.Rules, seats int) *game.State {
	t.Helper()
	s, err := r.Start(seats, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// play plays moves given as texts, each by the seat to act.
func play(t testing.TB, s *game.State, moves ...string) *game.State {
	t.Helper()
	for _, text := range moves {
		next, err := s.PlayText(s.Turn(), text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		s = next
	}
	return s
}

// names lists elements by name.
func names(s *game.State, ids iter.Seq[game.ID]) string {
	var all []string
	for id := range ids {
		all = append(all, s.Name(id))
	}
	return strings.Join(all, " ")
}

// in lists the contents of a place.
func in(s *game.State, place game.ID) string { return names(s, s.In(place)) }

// wantFault fails unless err is a Fault with these words.
func wantFault(t testing.TB, err error, words string) *game.Fault {
	t.Helper()
	f, ok := errors.AsType[*game.Fault](err)
	if !ok {
		t.Fatalf("got %v, want a Fault: %s", err, words)
	}
	if !strings.Contains(f.Error(), words) {
		t.Errorf("the Fault says %q, want %q", f, words)
	}
	return f
}

// wantRefusal fails unless err is a Refusal with this code and exactly these words.
func wantRefusal(t testing.TB, err error, code game.Code, words string) *game.Refusal {
	t.Helper()
	r, ok := errors.AsType[*game.Refusal](err)
	if !ok {
		t.Fatalf("got %v, want a Refusal: %s", err, words)
	}
	if r.Code != code || r.Error() != words {
		t.Errorf("refused as %q: %q\nwant %q: %q", r.Code, r.Error(), code, words)
	}
	return r
}

// wantDamaged fails unless err is a Damaged Refusal with these words.
func wantDamaged(t testing.TB, err error, words string) {
	t.Helper()
	if game.CodeOf(err) != game.Damaged || !strings.Contains(err.Error(), words) {
		t.Errorf("got %v, want a Refusal as damaged: %s", err, words)
	}
}

// same fails unless two states are equal in every respect that can be queried.
func same(t testing.TB, got, want *game.State) {
	t.Helper()
	if d := want.Diff(got); len(d) > 0 {
		t.Errorf("the states differ: %v", d)
	}
	if got.Hash() != want.Hash() {
		t.Errorf("the hash is %s, want %s", got.HashText(), want.HashText())
	}
	if a, b := string(got.Save()), string(want.Save()); a != b {
		t.Errorf("the saves differ:\n%s\n%s", a, b)
	}
}

// reload saves and loads a state.
func reload(t testing.TB, s *game.State) *game.State {
	t.Helper()
	l, err := s.Rules().Load(s.Save())
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// layout makes a Layout of a function.
type layout func(*game.Plan)

func (l layout) Lay(p *game.Plan) { l(p) }

// cells returns a Layout of n cells, c0 and so on, and a function that returns their IDs.
func cells(n int) (game.Layout, func(i int) game.ID) {
	var first game.ID
	all := make([]string, n)
	for i := range all {
		all[i] = fmt.Sprintf("c%d", i)
	}
	place := &game.Place{Name: "cell"}
	return layout(func(p *game.Plan) { first = p.Add(place, game.Root, all...) }),
		func(i int) game.ID { return first + game.ID(i) }
}

// value makes the values of one pick.
func value(n ...int) []game.Value {
	all := []game.Value{}
	for _, n := range n {
		all = append(all, game.Value{N: int64(n)})
	}
	return all
}

// element makes the values of one pick of elements.
func element(ids ...game.ID) []game.Value {
	all := []game.Value{}
	for _, id := range ids {
		all = append(all, game.Value{N: int64(id)})
	}
	return all
}

// fixed is a Range with constant bounds.
func fixed(lo, hi int) func(*game.Tx) (int, int) {
	return func(*game.Tx) (int, int) { return lo, hi }
}

// faultsOf returns the faults of a definition; nil for other errors.
func faultsOf(err error) (all []string) {
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range many.Unwrap() {
			all = append(all, e.Error())
		}
	}
	return all
}
