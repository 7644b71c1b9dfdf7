package game_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

func TestTrace(t *testing.T) {
	x := dishes()
	x.Actions = append(x.Actions,
		&game.Action{Name: "eat", If: game.When("nothing is cooked", func(*game.Tx) bool { return false }), Do: func(*game.Tx) {}},
		&game.Action{Name: "say", Pick: []game.Choice{&game.Pick[string]{Name: "words", Text: &game.Text{}}}, Do: func(*game.Tx) {}},
		&game.Action{Name: "bid", Pick: []game.Choice{&game.Pick[int]{Name: "gold", Range: fixed(5, 8)}}, Do: func(*game.Tx) {}},
		&game.Action{Name: "take", Pick: []game.Choice{&game.Pick[game.ID]{Name: "what", From: x.row.Contents}}, Do: func(*game.Tx) {}},
	)
	s := x.start(t)
	want := `pick: yes
  spice: 3 of 4 can be chosen
    1 cannot: it is sold out
  guest: 1 of 1 can be chosen after pick 1+2
  plates: 2 of 2 can be chosen after pick 1+2 1
eat: no, nothing is cooked
say: yes
  words: free text
bid: yes
  gold: 4 of 4 can be chosen
take: no, nothing can be chosen for what
  what: 0 of 0 can be chosen
`
	if got := s.Trace(0).String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := s.Trace(1).String(); !strings.HasPrefix(got, "pick: no, it is the turn of player 1\n") {
		t.Errorf("got\n%s", got)
	}
	if got := s.Trace(9).String(); got != "there is no seat 9: there are 2 seats, counted from 0" {
		t.Errorf("got\n%s", got)
	}
}

// Offers and Trace name the later pick that blocks a move, with its reason.
func TestTraceBlockedLater(t *testing.T) {
	x := newBox()
	from := &game.Pick[int]{Name: "from", Range: fixed(1, 2)}
	to := &game.Pick[int]{Name: "to", Range: fixed(3, 5), If: func(t *game.Tx, n int) bool { return t.Refuse("{0} is too far", n) }}
	x.picking(func(*game.Tx) {}, from, to)
	x.Actions = append(x.Actions, &game.Action{Name: "wait", Do: func(*game.Tx) {}})
	s := x.start(t)
	tr := s.Trace(0)
	if !tr.Can || tr.Of != "seat" || tr.Below[0].Can || tr.Below[0].Below[1].Name != "to" || tr.Below[0].Below[1].Open != 0 || tr.Below[0].Below[1].Values != 3 || tr.Below[0].Below[1].With != "pick 1" || tr.Below[0].Below[0].Unproved != 0 {
		t.Errorf("%+v", tr)
	}
	want := `pick: no, there is no choice for it: 3 is too far, and 2 more reasons
  from: 0 of 2 can be chosen
    2 cannot: there is no choice for it: 3 is too far, and 2 more reasons
  to: 0 of 3 can be chosen after pick 1
    1 cannot: 3 is too far
    1 cannot: 4 is too far
    1 cannot: 5 is too far
wait: yes
`
	if got := tr.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// An action without any possible choice has a reason: the common reason, or the first one and the number of others.
func TestReasonWhenNothingCanBeChosen(t *testing.T) {
	for _, c := range []struct {
		text string
		want string
	}{{"it is closed", "it is closed"}, {"{0} costs too much", "1 costs too much, and 2 more reasons"}} {
		x := newBox()
		x.picking(func(*game.Tx) {}, &game.Pick[int]{Name: "p", Range: fixed(1, 3), If: func(t *game.Tx, n int) bool { return t.Refuse(c.text, n) }})
		x.Actions = append(x.Actions, &game.Action{Name: "wait", Do: func(*game.Tx) {}})
		if o := offer(t, x.start(t)); o.Why == nil || o.Why.String() != c.want {
			t.Errorf("%v, want %s", o.Why, c.want)
		}
	}
}

// And and Or give all reasons; a test that relies on an earlier one cannot fail.
func TestAllReasons(t *testing.T) {
	no := func(words string, n int) game.Test { return func(t *game.Tx) bool { return t.Refuse(words, n) } }
	yes := game.Test(func(*game.Tx) bool { return true })
	fails := game.Test(func(*game.Tx) bool { panic("there is no card") })
	for want, test := range map[string]game.Test{
		"it costs 3, and 4 are asleep": no("it costs {0}", 3).And(yes, no("{0} are asleep", 4)),
		"a 1, and b 2, and c 3":        no("a {0}", 1).Or(no("b {0}", 2), no("c {0}", 3)),
		"a 1, and c 3":                 no("a {0}", 1).And(no("x {0}", 2).Or(yes), no("c {0}", 3)),
		"only this 1":                  no("only this {0}", 1).And(fails),
		"twice 1":                      no("twice {0}", 1).And(no("twice {0}", 1)),
		"it is not available now":      yes.And(func(*game.Tx) bool { return false }),
	} {
		x := newBox()
		x.Actions = append(x.Actions, &game.Action{Name: "act", If: test, Do: func(*game.Tx) {}})
		s := x.start(t)
		_, err := s.PlayText(0, "act")
		wantRefusal(t, err, game.Unavailable, "act: "+want)
		if _, err = s.PlayText(0, "do"); err != nil {
			t.Error(err)
		}
	}
}

// Trace explains why an action is or is not available.
func ExampleState_Trace() {
	s, _ := nim().PlayText(0, "take 3")
	fmt.Print(s.Trace(0))
	fmt.Print(s.Trace(1))
	// Output:
	// take: no, it is the turn of player 2
	// take: yes
	//   n: 3 of 3 can be chosen
}
