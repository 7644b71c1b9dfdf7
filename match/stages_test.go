package match_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/odd"
	"github.com/plygame/ply/match"
)

func TestStages(t *testing.T) {
	m := begin(t, odd.Glimpse(), 2)
	before := m.State()
	batch, err := m.Play(0, m.Seq(), "show")
	do(t, m, batch, err)
	for _, who := range []game.Seat{0, 1, game.Nobody} {
		stages := m.Stages(before, who)
		if len(stages) != 2 {
			t.Fatalf("%v gets %d stages", who, len(stages))
		}
		v, said, names := before.View(who), []match.Line(nil), []string(nil)
		for _, x := range stages {
			if v, err = v.Apply(x.Changes); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(v.Save(), x.View.Save()) {
				t.Errorf("the changes for %v lead to\n%s\nnot\n%s", who, v.Save(), x.View.Save())
			}
			said = append(said, x.Said...)
			for _, n := range x.Notices {
				names = append(names, n.Name)
			}
		}
		if got := stages[0].View.Count(m.Rules().Layout[1].(*game.Place)); got != 1 {
			t.Errorf("%v sees %d cards on the table", who, got)
		}
		if fmt.Sprint(stages[0].Said, stages[1].Said, names) != "[ace is shown] [ace goes back] [show]" {
			t.Errorf("%v reads %v, then %v, and hears %v", who, stages[0].Said, stages[1].Said, names)
		}
		events, err := m.Events(m.Seq()-1, who)
		if err != nil || fmt.Sprint(events[0].Said) != fmt.Sprint(said) {
			t.Errorf("the event for %v says %v, and its stages %v", who, events, said)
		}
	}
	before = m.State()
	batch, err = m.Play(1, m.Seq(), "wait")
	do(t, m, batch, err)
	if stages := m.Stages(before, 0); stages != nil {
		t.Errorf("a move without moments has %d stages", len(stages))
	}
}
