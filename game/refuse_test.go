package game_test

import (
	"fmt"
	"testing"

	"github.com/plygame/ply/game"
)

// reasons is a game whose picks and actions are refused with and without a reason.
func reasons() (x *box, pick *game.Pick[game.ID]) {
	x = newBox()
	pick = &game.Pick[game.ID]{Name: "what", From: x.row.Contents}
	other := &game.Pick[int]{Name: "many", Range: fixed(1, 3)}
	pick.If = func(tx *game.Tx, id game.ID) bool {
		return points.Of(tx, id) < 2 || points.Of(tx, id) < 4 && tx.Refuse("{0} weighs {1} {2}, {3}", id, points.Of(tx, id), "stones", tx.Seat)
	}
	x.Actions = []*game.Action{
		{Name: "take", Pick: []game.Choice{pick, other}, Do: doesNothing, Check: func(tx *game.Tx) bool {
			return other.In(tx) == 1 || other.In(tx) == 2 && tx.Refuse("{0} of {1} are too many", other.In(tx), pick.In(tx))
		}},
		{Name: "plain", If: func(*game.Tx) bool { return false }, Do: doesNothing},
		{Name: "said", If: func(tx *game.Tx) bool { return tx.Refuse("{0} must wait for {1} rounds", tx.Seat, 2) }, Do: doesNothing},
	}
	x.Setup = func(tx *game.Tx) {
		tx.CreateMany(5, x.stone, x.row, points.Nth(func(i int) int { return i }))
	}
	return x, pick
}

// The reason that a condition gives with Refuse appears in refusals and offers; each sort of condition has a default
// reason.
func TestRefuse(t *testing.T) {
	x, _ := reasons()
	s := x.start(t)
	for _, c := range []struct {
		move string
		code game.Code
		want string
	}{
		{"plain", game.Unavailable, "plain: it is not available now"},
		{"said", game.Unavailable, "said: player 1 must wait for 2 rounds"},
		{"take #3 1", game.NotOffered, "take, what: #3 weighs 2 stones, player 1"},
		{"take #5 1", game.NotOffered, "take, what: it cannot be chosen"},
		{"take #1 2", game.Rejected, "take: 2 of #1 are too many"},
		{"take #1 3", game.Rejected, "take: these choices cannot be combined"},
	} {
		_, err := s.PlayText(0, c.move)
		wantRefusal(t, err, c.code, c.want)
	}
	play(t, s, "take #2 1")
	offers, err := s.Offers(game.Move{})
	if err != nil || len(offers) != 3 {
		t.Fatal(offers, err)
	}
	var got []string
	for _, o := range offers[0].Options {
		got = append(got, fmt.Sprint(o.Why))
	}
	want := []string{"<nil>", "<nil>", "#3 weighs 2 stones, player 1", "#4 weighs 3 stones, player 1", "it cannot be chosen"}
	if fmt.Sprintf("%q", got) != fmt.Sprintf("%q", want) {
		t.Errorf("the candidates are\n%q\nwant\n%q", got, want)
	}
	if a, b := fmt.Sprint(offers[1].Why), fmt.Sprint(offers[2].Why); a != "it is not available now" || b != "player 1 must wait for 2 rounds" {
		t.Errorf("the actions are refused by %q and %q", a, b)
	}
}

// The reason of one condition is not used for another: not that of an earlier candidate, of one tried in a Try, or of
// one that held in the end.
func TestReasonsAreNotMixedUp(t *testing.T) {
	x := newBox()
	pick := &game.Pick[int]{Name: "n", Range: fixed(1, 4), If: func(tx *game.Tx, n int) bool {
		switch n {
		case 1:
			return tx.Refuse("one")
		case 3: // refuses, but holds
			tx.Refuse("three")
			return true
		}
		return n != 2
	}}
	x.picking(doesNothing, pick)
	offers, err := x.start(t).Offers(game.Move{Action: "pick"})
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, o := range offers[0].Options {
		got += fmt.Sprint(o.Why, ";")
	}
	if want := "one;it cannot be chosen;<nil>;<nil>;"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// Do can evaluate the conditions of the rules. There, Refuse only returns false: the move goes ahead, and the reason is
// discarded.
func TestRefuseInDo(t *testing.T) {
	x := newBox()
	rich := func(tx *game.Tx) bool { return points.Of(tx, tx.Seat) > 0 || tx.Refuse("{0} is poor", tx.Seat) }
	x.Actions = []*game.Action{{Name: "do", Do: func(tx *game.Tx) {
		if !rich(tx) {
			points.Set(tx, tx.Seat, 5)
		}
		tx.Refuse("too late")
	}}, {Name: "other", If: func(*game.Tx) bool { return false }, Do: doesNothing}}
	s := play(t, x.start(t), "do")
	if points.Of(s, game.Seat(0)) != 5 || s.Played() != 1 || len(s.Said()) != 0 {
		t.Errorf("%d points, %d moves, said %v", points.Of(s, game.Seat(0)), s.Played(), s.Said())
	}
	_, err := s.PlayText(1, "other")
	wantRefusal(t, err, game.Unavailable, "other: it is not available now")
}

// A condition with a reason also works in the flow, where the reason is discarded.
func TestRefuseInTheFlow(t *testing.T) {
	upTo := func(n int) game.Test {
		return func(tx *game.Tx) bool {
			return tx.Played() < n || tx.Refuse("{0} were played, in {1}", tx.Played(), game.Root)
		}
	}
	x := staged(game.Steps{
		&game.Loop{While: upTo(2), Do: &game.Act{Name: "while", Who: seat0}},
		&game.Act{Name: "never", Who: seat0, If: upTo(2)},
		&game.Act{Name: "until", Who: seat0, Max: -1, Until: upTo(4).Not("it was less")},
		&game.Together{Name: "all", Max: -1, Until: upTo(6).Not("it was less")},
		&game.Phase{Name: "phase", EndIf: upTo(8).Not("it was less"), Do: &game.Loop{Do: &game.Act{Name: "loop", Who: seat0}}},
		&game.Phase{If: upTo(8), Do: &game.Act{Name: "shut", Who: seat0}},
		game.Switch{{If: upTo(8), Do: &game.Act{Name: "not-this", Who: seat0}}, {Do: &game.Act{Name: "this", Who: seat0}}},
	})
	s := x.start(t)
	for _, step := range []string{"while", "while", "until", "until", "all", "all", "loop", "loop", "this"} {
		wantAt(t, s, 0, step)
		if step != "this" {
			s = play(t, s, "do")
			same(t, reload(t, s), s)
		}
	}
}

// A condition is read-only, whether or not it refuses.
func TestConditionsWithReasonsAreReadOnly(t *testing.T) {
	x, pick := reasons()
	pick.If = func(tx *game.Tx, id game.ID) bool { points.Add(tx, id, 1); return tx.Refuse("too late") }
	_, err := x.Rules.Start(2, game.SeedOf(1))
	wantFault(t, err, "a read-only function (If of pick what)")
}

// The arguments of a reason are plain values, as in every line.
func TestRefuseOfAFloat(t *testing.T) {
	x := newBox()
	x.Actions[0].If = func(tx *game.Tx) bool { return tx.Played() == 0 || tx.Refuse("{0} is too much", 1.5) }
	x.Actions = append(x.Actions, &game.Action{Name: "wait", Do: doesNothing})
	_, err := play(t, x.start(t), "do").PlayText(1, "do")
	wantFault(t, err, `argument {0} of "{0} is too much" is not an ID, a Seat, a Place, an integer or a string`)
}

// Reasons cost nothing where nobody reads them.
func TestRefuseAllocatesNothing(t *testing.T) {
	playout := func(refuses bool) float64 {
		refuse := func(tx *game.Tx, text string, id game.ID, n int) bool {
			return refuses && tx.Refuse(text, id, n, tx.Seat)
		}
		x := newBox()
		what := &game.Pick[game.ID]{Name: "what", From: x.row.Contents}
		what.If = func(tx *game.Tx, id game.ID) bool {
			n := points.Of(tx, id)
			return n%3 == 0 || refuse(tx, "{0} has {1}, {2}", id, n)
		}
		x.Actions = []*game.Action{
			{Name: "take", Pick: []game.Choice{what}, Do: func(tx *game.Tx) { tx.Move(what.In(tx), x.pile) }},
			{Name: "never", Do: doesNothing, If: func(tx *game.Tx) bool { return refuse(tx, "{0} {1} {2}", tx.First(x.row), 1000+tx.Played()) }},
			{Name: "wait", Do: doesNothing},
		}
		x.End = func(tx *game.Tx) {
			if tx.Played() > 40 {
				tx.Tie()
			}
		}
		s := x.setup(t, func(tx *game.Tx) {
			tx.CreateMany(60, x.stone, x.row, points.Nth(func(i int) int { return 1000 + i }))
		})
		f := s.Fork()
		run := func() {
			f.Reset(s)
			f.Seed(3)
			if _, err := f.Playout(1000); err != nil {
				t.Fatal(err)
			}
		}
		run()
		return testing.AllocsPerRun(20, run)
	}
	if with, without := playout(true), playout(false); with > without {
		t.Errorf("a playout with reasons allocates %v times, without them %v times", with, without)
	}
}
