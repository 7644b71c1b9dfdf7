package game_test

import (
	"testing"

	"github.com/plygame/ply/game"
)

// everyStep is a game whose flow has every sort of step and phase.
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
			game.Switch{{If: no, Do: act(simple("five"))}, {Name: "b", If: no}, {Do: game.Run(func(*game.Tx) {})}},
			game.Switch{{}},
			game.Switch{},
			&game.ForEach[string]{Name: "list", List: func(*game.Tx) []string { return nil }, Do: game.Steps{}},
			game.Switch{{Name: "first", If: never, Do: act(simple("six"))}, {Name: "second", If: never}},
			&game.Together{Name: "all", Actions: []*game.Action{again}, Min: 1, Max: -1, Until: no,
				Who: func(t *game.Tx) game.Set[game.Seat] { return t.Standing() }},
			&game.EachSeat{UntilAllPass: true, Do: act(simple("bid"))},
			&game.Phase{Name: "rest", EndIf: no, Do: &game.Loop{Do: &game.EachSeat{Name: "turn", Reverse: true, Do: &game.Act{
				Name: "many", Actions: []*game.Action{again, simple("seven")}, Max: -1, Until: no}}}},
		},
	}
}

const everyTree = `phase start, if it is open, with Begin and End
loop, while a condition holds, at most 3 times
  act one
loop, a computed number of times
for each each
  act two, 2 moves, if a condition holds
if a condition holds
  act three
  act four
switch
  if a condition holds
    act five
  phase b, if it is open
  else:
    run a function
switch
  else: phase
switch
for each list
switch
  phase first, if it is open
    act six
  phase second, if it is open
together all: again, 1 or more moves, by computed seats, until a condition holds
each seat, until all pass
  act bid
phase rest, until a condition holds
  loop, until an enclosing phase ends
    each seat turn, in reverse order
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
  n5{{"loop, a computed number of times"}}
  n7{{"for each each"}}
  n8(["act two, 2 moves, if a condition holds"])
  n9{"open?"}
  subgraph n9box["if a condition holds"]
    n11(["act three"])
    n12(["act four"])
  end
  n13{"switch"}
  subgraph n14box["if a condition holds"]
    n15(["act five"])
  end
  subgraph n16box["phase b, if it is open"]
    n16x["nothing"]
  end
  subgraph n17box["phase"]
    n18["run a function"]
  end
  n19{"switch"}
  subgraph n20box["phase"]
    n20x["nothing"]
  end
  n21{"switch"}
  n22{{"for each list"}}
  n24{"switch"}
  subgraph n25box["phase first, if it is open"]
    n26(["act six"])
  end
  subgraph n27box["phase second, if it is open"]
    n27x["nothing"]
  end
  n28[["together all: again, 1 or more moves, by computed seats, until a condition holds"]]
  n29{{"each seat, until all pass"}}
  n30(["act bid"])
  subgraph n31box["phase rest, until a condition holds"]
    n32{{"loop, until an enclosing phase ends"}}
    n33{{"each seat turn, in reverse order"}}
    n34(["act many: again or seven, any number of moves, until a condition holds"])
  end
  over(("the flow is over"))
  subgraph call35box["can be called"]
    call35(("call"))
    subgraph n35box["phase reply"]
      n36(["act again: again or stop"])
    end
    back35(("continue"))
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
  n9 -->|"yes"| n11
  n11 --> n12
  n12 --> n13
  n9 -->|"no"| n13
  n13 -->|"if a condition holds"| n15
  n13 -->|"b is open"| n16x
  n13 -->|"else"| n18
  n15 --> n19
  n16x --> n19
  n18 --> n19
  n19 -->|"else"| n20x
  n20x --> n21
  n21 -->|"none is open"| n22
  n22 -->|"next one"| n22
  n22 -->|"all of them"| n24
  n24 -->|"first is open"| n26
  n24 -->|"second is open"| n27x
  n26 --> n28
  n27x --> n28
  n24 -->|"none is open"| n28
  n28 --> n29
  n29 -->|"next seat"| n30
  n30 --> n29
  n29 -->|"all seats"| n32
  n32 -->|"again"| n33
  n33 -->|"next seat"| n34
  n34 --> n33
  n33 -->|"all seats"| n32
  n34 -->|"rest ends"| over
  call35 --> n36
  n36 --> back35
`

const everyPosition = `  phase start, if it is open, with Begin and End
  loop, while a condition holds, at most 3 times
    act one
  loop, a computed number of times
  for each each
    act two, 2 moves, if a condition holds
  if a condition holds
    act three
    act four
  switch
    if a condition holds
      act five
    phase b, if it is open
    else:
      run a function
  switch
    else: phase
  switch
  for each list
  switch
    phase first, if it is open
      act six
    phase second, if it is open
> together all: again, 1 or more moves, by computed seats, until a condition holds
  each seat, until all pass
    act bid
  phase rest, until a condition holds
    loop, until an enclosing phase ends
      each seat turn, in reverse order
        act many: again or seven, any number of moves, until a condition holds
  can be called:
>   phase reply (2 deep)
>     act again: again or stop (player 2, 2 deep)
`

func TestFlowTextOfEveryStep(t *testing.T) {
	r := everyStep()
	if got := r.FlowText(); got != everyTree {
		t.Errorf("the flow is\n%s", got)
	}
	s := begun(r)
	if where := s.Where(); where != "waiting for player 1, player 2 to choose again" {
		t.Errorf("where: %s", where)
	}
	s = must(t, s, 1, "again")
	s = must(t, s, 1, "again")
	if got := s.FlowText(); got != everyPosition {
		t.Errorf("the flow is\n%s", got)
	}
	s = must(t, s, 1, "stop")
	if where := s.Where(); where != "waiting for player 1, player 2 to choose again or done" {
		t.Errorf("where: %s", where)
	}
}

func TestFlowDiagramOfEveryStep(t *testing.T) {
	if got := everyStep().FlowDiagram(); got != everyDiagram {
		t.Errorf("the diagram is\n%s", got)
	}
}
