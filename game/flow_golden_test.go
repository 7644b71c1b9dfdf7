package game_test

import (
	"testing"

	"github.com/plygame/ply/game"
)

// everyStep is a game whose flow has every sort of step, and names that Mermaid could misread.
func everyStep() *game.Rules {
	no := func(*game.Tx) bool { return false }
	never := game.When("never", no)
	again := &game.Action{Name: "again"}
	reply := &game.Phase{Name: "reply", Do: act(again, simple("stop"))}
	again.Do = func(t *game.Tx) { t.Call(reply, nil) }
	gone := &game.Place{Name: "gone"}
	return &game.Rules{
		Name: "every", Seats: game.Exactly(2), Layout: []game.Layout{gone}, Calls: []game.Step{reply},
		Flow: game.Steps{
			&game.Phase{Name: "start", If: never, Begin: func(*game.Tx) {}, End: func(*game.Tx) {}, Do: game.Steps{}},
			&game.Loop{While: no, Max: 3, Do: act(simple("one"))},
			&game.Loop{Times: func(*game.Tx) int { return 0 }, Do: game.Steps{}},
			&game.ForEach[game.ID]{Name: "each", From: gone.Contents, Do: &game.Act{Name: "two", Actions: []*game.Action{simple("two")}, Min: 2, Max: 2, If: no}},
			&game.Phase{If: no, Do: game.Steps{act(simple("three")), act(simple("four"))}},
			game.Switch{{If: no, Do: act(simple("five"))}, {Name: "b", Label: `<b> "#1"`, If: no}, {Do: game.Run(func(*game.Tx) {})}},
			game.Switch{{}},
			game.Switch{},
			&game.ForEach[string]{Name: "list", List: func(*game.Tx) []string { return nil }, Do: game.Steps{}},
			game.Switch{{Name: "first", If: never, Do: act(simple("six"))}, {Name: "second", If: never}},
			&game.Together{Name: "all", Actions: []*game.Action{again}, Min: 1, Max: -1, Until: no,
				Who: func(t *game.Tx) game.Set[game.Seat] { return t.Standing() }},
			&game.Phase{Name: "rest", EndIf: no, Do: &game.Loop{Do: &game.EachSeat{Name: "turn", Reverse: true, Do: &game.Act{
				Name: "many", Actions: []*game.Action{again, simple("seven")}, Max: -1, Until: no}}}},
		},
	}
}

const everyTree = `phase start, if it is open, with Begin and End
loop, while a condition holds, at most 3 times
  act one
loop, a number of times that is computed
for each each
  act two, 2 moves, if a condition holds
if
  then
    act three
    act four
  else run
switch
  case "a": nothing
  case <b> #1: act five
switch
  else nothing
first open
  phase first, if it is open
    act six
  phase second, if it is open
together all: again, 1 or more moves, by seats that are computed, until a condition holds
phase rest, until a condition holds
  loop, until a phase around it ends
    each seat turn, in an order of its own
      act many: again or seven, any number of moves, until a condition holds
can be called:
  phase reply
    act again: again or stop
`

const everyDiagram = `flowchart TD
  start(("start"))
  n1{"start open?"}
  subgraph n1box["phase start, if it is open, with Begin and End"]
    n1x["its hooks"]
  end
  n3{{"loop, while a condition holds, at most 3 times"}}
  n4(["act one"])
  n5{{"loop, a number of times that is computed"}}
  n7{{"for each each"}}
  n8(["act two, 2 moves, if a condition holds"])
  n9{"if"}
  n11(["act three"])
  n12(["act four"])
  n13["run"]
  n14{"switch"}
  n16(["act five"])
  n17{"switch"}
  n19{"first open"}
  subgraph n20box["phase first, if it is open"]
    n21(["act six"])
  end
  subgraph n22box["phase second, if it is open"]
    n22x["nothing"]
  end
  n23[["together all: again, 1 or more moves, by seats that are computed, until a condition holds"]]
  subgraph n24box["phase rest, until a condition holds"]
    n25{{"loop, until a phase around it ends"}}
    n26{{"each seat turn, in an order of its own"}}
    n27(["act many: again or seven, any number of moves, until a condition holds"])
  end
  over(("the flow is over"))
  subgraph call28box["can be called"]
    call28(("call"))
    subgraph n28box["phase reply"]
      n29(["act again: again or stop"])
    end
    back28(("go on"))
  end
  start --> n1
  n1 -->|"yes"| n1x
  n1x --> n3
  n1 -->|"no"| n3
  n3 -->|"again"| n4
  n4 --> n3
  n3 -->|"no more"| n5
  n5 -->|"again"| n5
  n5 -->|"no more"| n7
  n7 -->|"next one"| n8
  n8 --> n7
  n7 -->|"all of them"| n9
  n9 -->|"then"| n11
  n11 --> n12
  n9 -->|"else"| n13
  n12 --> n14
  n13 --> n14
  n14 -->|"case #lt;b#gt; #35;1"| n16
  n14 -->|"case #quot;a#quot;"| n17
  n16 --> n17
  n17 -->|"else"| n19
  n19 -->|"first is open"| n21
  n19 -->|"second is open"| n22x
  n21 --> n23
  n22x --> n23
  n19 -->|"none is open"| n23
  n23 --> n25
  n25 -->|"again"| n26
  n26 -->|"next seat"| n27
  n27 --> n26
  n26 -->|"all seats"| n25
  n27 -->|"rest ends"| over
  call28 --> n29
  n29 --> back28
`

const everyPosition = `  phase start, if it is open, with Begin and End
  loop, while a condition holds, at most 3 times
    act one
  loop, a number of times that is computed
  for each each
    act two, 2 moves, if a condition holds
  if
    then
      act three
      act four
    else run
  switch
    case "a": nothing
    case <b> #1: act five
  switch
    else nothing
  first open
    phase first, if it is open
      act six
    phase second, if it is open
> together all: again, 1 or more moves, by seats that are computed, until a condition holds
  phase rest, until a condition holds
    loop, until a phase around it ends
      each seat turn, in an order of its own
        act many: again or seven, any number of moves, until a condition holds
  can be called:
>   phase reply (2 deep)
>     act again: again or stop (seat 1, 2 deep)
`

func TestFlowTextOfEveryStep(t *testing.T) {
	r := everyStep()
	if got := r.FlowText(); got != everyTree {
		t.Errorf("the flow is\n%s", got)
	}
	s := begun(r)
	if where := s.Where(); where != "waiting for seat 0, seat 1 to choose again" {
		t.Errorf("where: %s", where)
	}
	s = must(t, s, 1, "again")
	s = must(t, s, 1, "again")
	if got := s.FlowText(); got != everyPosition {
		t.Errorf("the flow is\n%s", got)
	}
	s = must(t, s, 1, "stop")
	if where := s.Where(); where != "waiting for seat 0, seat 1 to choose again or done" {
		t.Errorf("where: %s", where)
	}
}

func TestFlowDiagramOfEveryStep(t *testing.T) {
	if got := everyStep().FlowDiagram(); got != everyDiagram {
		t.Errorf("the diagram is\n%s", got)
	}
}
