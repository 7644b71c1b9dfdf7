package game_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// Wherever rules can act, they can make a moment.
func TestMomentAnywhere(t *testing.T) {
	x := newBox()
	x.pile.Enter = func(t *game.Tx, _, _ game.ID) { x.marked(t) }
	later := &game.Effect[int]{Name: "later", Do: func(t *game.Tx, _ int) { x.marked(t) }}
	reply := &game.Act{Name: "reply"}
	x.Effects, x.Calls = []game.AnyEffect{later}, []game.Step{reply}
	x.Flow = &game.Loop{Do: game.Steps{
		&game.EachSeat{Do: &game.Phase{Name: "turn", Do: &game.Act{Name: "act"}, End: x.marked}},
		game.Run(x.marked),
	}}
	x.do = func(t *game.Tx) {
		t.Create(x.card, x.pile)
		t.Call(reply, later.With(1))
	}
	s := start(t, x.Rules, 2)
	before := s
	next := play(t, s, "do")
	if got := x.counts(next); got != "[1]" {
		t.Errorf("in a hook there were %s stones", got)
	}
	composed(t, before, next)
	x.do = func(t *game.Tx) {}
	before, next = next, play(t, next, "do")
	if got := x.counts(next); got != "[2 3]" {
		t.Errorf("in an effect and at the end of a phase there were %s stones", got)
	}
	composed(t, before, next)
	before, next = next, play(t, next, "do")
	if got := x.counts(next); got != "[4 5]" {
		t.Errorf("at the end of a phase and in a step there were %s stones", got)
	}
	composed(t, before, next)
	for _, m := range next.Moments() {
		atMoment(t, m)
	}
}

// Secret choices are performed one after the other, with moments in between.
func TestMomentInSecretChoices(t *testing.T) {
	x := newStage()
	card := &game.Pick[game.ID]{Name: "card", From: func(t *game.Tx) game.Set[game.ID] { return x.hand.Contents(t) }}
	x.Actions = []*game.Action{{Name: "do", Pick: []game.Choice{card}, Do: func(t *game.Tx) {
		t.Move(card.In(t), x.felt)
		t.Moment()
		t.Remove(card.In(t))
	}}}
	x.Flow = &game.Loop{Do: &game.Together{Name: "all", Secret: true}}
	s := x.begin(t)
	choose := func(s *game.State, seat game.Seat) *game.State {
		return must(t, s, seat, "do "+s.Name(s.First(x.hand.Of(seat))))
	}
	before := choose(s, 1)
	if len(before.Moments()) != 0 {
		t.Error("something is shown before all have chosen")
	}
	after := choose(before, 0)
	if len(after.Moments()) != 2 {
		t.Fatalf("%d moments", len(after.Moments()))
	}
	composed(t, before, after)
	other := choose(choose(s, 0), 1)
	for i, m := range after.Moments() {
		atMoment(t, m)
		for _, o := range everybody {
			if a, b := table(m.View(o)), table(other.Moments()[i].View(o)); a != b {
				t.Errorf("%v can see who chose last:\n%s\n%s", o, a, b)
			}
		}
	}
}

func TestMomentLines(t *testing.T) {
	x := newStage()
	s := x.begin(t)
	id := s.First(x.hand.Of(0))
	name := fmt.Sprint("card ", x.rank.Of(s, id))
	next := x.plays(t, s, func(t *game.Tx) {
		t.Emit("play", id)
		x.sweep(t)
		t.Tell([]game.Seat{0}, "well done")
		t.Emit("sweep")
	})
	m := next.Moments()[0]
	for _, o := range []game.Seat{0, 1, game.Nobody} {
		if got := fmt.Sprint(m.View(o).Said()); got != "["+name+" is played]" {
			t.Errorf("at the moment %v reads %s", o, got)
		}
		want := name + " is played " + name + " is swept"
		if o == 0 {
			want += " well done"
		}
		if got := fmt.Sprint(next.View(o).Said()); got != "["+want+"]" {
			t.Errorf("in the end %v reads %s", o, got)
		}
		if a, b := m.View(o).Notices(), next.View(o).Notices(); len(a) != 1 || a[0].Name != "play" || len(b) != 2 || b[1].Name != "sweep" {
			t.Errorf("%v hears %v, then %v", o, a, b)
		}
	}
	// At the moment, the line can point at the card; once the card is out of sight, it cannot.
	if arg, ok := m.View(1).Said()[0].Args[0].(game.ID); !ok || m.View(1).Parent(arg) != x.felt.ID() {
		t.Errorf("at the moment the line points at %v", m.View(1).Said()[0].Args[0])
	}
	if arg := next.View(1).Said()[0].Args[0]; arg != name {
		t.Errorf("in the end the line points at %v", arg)
	}
}

// A line said before a moment does not point at a card that has come back under a new handle.
func TestMomentLinesLoseTrack(t *testing.T) {
	x := newStage()
	s := x.begin(t)
	id := s.First(x.hand.Of(0))
	next := x.plays(t, s, func(t *game.Tx) {
		t.Move(id, x.felt)
		t.Say("{0} is played", id)
		t.Moment()
		t.Move(id, x.bag)
		t.Shuffle(x.bag)
		t.Moment()
		t.Move(id, x.felt)
	})
	v := next.View(1)
	if v.Kind(v.First(x.felt)) == nil {
		t.Fatal("player 2 does not see the card that came back")
	}
	if arg, points := v.Said()[0].Args[0].(game.ID); points {
		t.Errorf("the line points at %s", v.Name(arg))
	}
}

func TestMomentsAreLimited(t *testing.T) {
	x := newBox()
	x.do = func(t *game.Tx) {
		for {
			t.Moment()
		}
	}
	s := x.start(t)
	if next, err := s.PlayText(0, "do"); next != s || err == nil || !strings.Contains(err.Error(), "more than 1000 moments") {
		t.Errorf("moments without end: %v", err)
	}
}

// Where nobody watches, a moment costs nothing.
func TestMomentInSimulation(t *testing.T) {
	x := newStage()
	s := x.begin(t)
	x.do = func(t *game.Tx) {
		t.Move(t.First(x.hand.Of(0)), x.felt)
		t.Moment()
		t.Move(t.First(x.felt), x.hand.Of(0))
	}
	f := s.Fork()
	m := game.Move{Action: "do"}
	if n := testing.AllocsPerRun(100, func() {
		f.Reset(s)
		f.Play(m)
	}); n != 0 {
		t.Errorf("a fork allocates %v times", n)
	}
	if f.State().Moments() != nil {
		t.Error("a fork keeps moments")
	}
}

// A move reads as the observers saw it at its moments, even if the card is face down when it ends.
func TestMomentInTheLineOfTheMove(t *testing.T) {
	x := newStage()
	which := &game.Pick[game.ID]{Name: "card", From: func(t *game.Tx) game.Set[game.ID] { return x.hand.Contents(t) }}
	var through func(*game.Tx, game.ID)
	x.Actions = append(x.Actions, &game.Action{Name: "play", Reads: "{seat} plays {card}", Pick: []game.Choice{which},
		Do: func(t *game.Tx) { through(t, which.In(t)) }})
	before := x.begin(t)
	id := before.First(x.hand.Of(0))
	open := "player 1 plays " + fmt.Sprint("card ", x.rank.Of(before, id))
	for name, c := range map[string]struct {
		through func(*game.Tx, game.ID)
		others  string
	}{
		"shown": {func(t *game.Tx, id game.ID) {
			t.Move(id, x.felt)
			t.Moment()
			t.Move(id, x.won)
		}, open},
		"shown later": {func(t *game.Tx, id game.ID) {
			t.Moment()
			t.Move(id, x.felt)
			t.Moment()
			t.Move(id, x.won)
		}, open},
		"not shown": {func(t *game.Tx, id game.ID) {
			t.Moment()
			t.Move(id, x.felt)
			t.Move(id, x.won)
		}, "player 1 plays hand/0:1"},
		"lost before": {func(t *game.Tx, id game.ID) {
			t.Move(id, x.deck)
			t.Shuffle(x.deck)
			for t.Count(x.deck) > 0 {
				t.Move(t.First(x.deck), x.felt)
			}
			t.Moment()
			for t.Count(x.felt) > 0 {
				t.Move(t.First(x.felt), x.won)
			}
		}, "player 1 plays hand/0:1"},
	} {
		through = c.through
		m := game.Move{Seat: 0, Action: "play", Picks: [][]game.Value{{{N: int64(id)}}}}
		next, err := before.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		for o, want := range map[game.Seat]string{0: open, 1: c.others, game.Nobody: c.others, game.Judge: open} {
			if got := before.MoveLine((*game.State).View, o, m, next).String(); got != want {
				t.Errorf("%s: %s reads %q, want %q", name, o, got, want)
			}
		}
		if got := before.TextFor(1, m, next); strings.HasPrefix(got, "play #") != (c.others == open) {
			t.Errorf("%s: the text of the move is %q", name, got)
		}
	}
}
