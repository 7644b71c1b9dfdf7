package game_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// stepNames are the named steps of the sink.
var stepNames = strings.Fields("turn main start play relics relic glad gladder cheer sad weep trade bid counter respond ask")

// lineOf returns the line of a tree for a step, and its index.
func lineOf(t testing.TB, text, step string) (line string, no, indent int) {
	t.Helper()
	form := regexp.MustCompile(`^([> ]*)(.*\b)?(phase|each seat|for each|act|together) ` + step + `\b`)
	found := 0
	for i, l := range strings.Split(text, "\n") {
		if m := form.FindStringSubmatch(l); m != nil {
			line, no, indent = l, i, len(m[1])
			found++
		}
	}
	if found != 1 {
		t.Errorf("step %s is in %d lines of\n%s", step, found, text)
	}
	return line, no, indent
}

// The tree has a line for every step; nested steps are indented below it.
func TestFlowText(t *testing.T) {
	x := newSink()
	text := x.FlowText()
	at := map[string][2]int{}
	for _, step := range stepNames {
		_, no, indent := lineOf(t, text, step)
		at[step] = [2]int{no, indent}
	}
	for _, c := range [][2]string{{"turn", "main"}, {"main", "start"}, {"main", "play"}, {"main", "relics"}, {"relics", "relic"}, {"turn", "glad"}, {"glad", "gladder"}, {"gladder", "cheer"}, {"sad", "weep"}, {"turn", "trade"}, {"counter", "respond"}} {
		if up, in := at[c[0]], at[c[1]]; up[0] >= in[0] || up[1] >= in[1] {
			t.Errorf("%s is not below %s:\n%s", c[1], c[0], text)
		}
	}
	if strings.Contains(text, ">") {
		t.Errorf("the flow of the rules has a marked step:\n%s", text)
	}
	if i := strings.Index(text, "can be called"); i < 0 || i > strings.Index(text, "phase counter") || i < strings.Index(text, "act bid") {
		t.Errorf("callable steps are not set apart:\n%s", text)
	}
	for _, word := range []string{"lay", "draw", "in secret", "while a condition holds", "any number of moves", "up to 2 moves"} {
		if !strings.Contains(text, word) {
			t.Errorf("missing %q:\n%s", word, text)
		}
	}
	if again := newSink().FlowText(); again != text {
		t.Error("the text is not deterministic")
	}
}

// For a state, the current steps are marked, with their seats.
func TestFlowTextOfAState(t *testing.T) {
	x := newDuel()
	s := start(t, x.Rules, 3)
	marked := func(s *game.State) string {
		var all []string
		for _, step := range strings.Fields("turn main act answer reply deal") {
			if line, _, _ := lineOf(t, s.FlowText(), step); strings.Contains(line, ">") {
				all = append(all, step)
			}
		}
		return strings.Join(all, " ")
	}
	if got := marked(s); got != "turn main act" {
		t.Errorf("marked: %s\n%s", got, s.FlowText())
	}
	s = x.play(t, x.play(t, s, doesNothing), x.strikes(1))
	if got := marked(s); got != "turn main act answer reply" {
		t.Errorf("marked: %s\n%s", got, s.FlowText())
	}
	if line, _, _ := lineOf(t, s.FlowText(), "turn"); !strings.Contains(line, "player 2") {
		t.Errorf("the turn is of %s", line)
	}
	if line, _, _ := lineOf(t, s.FlowText(), "reply"); !strings.Contains(line, "player 3") {
		t.Errorf("the reply is of %s", line)
	}
	// Of the callable steps, only those being called are shown.
	lines := strings.Split(s.FlowText(), "\n")
	_, no, _ := lineOf(t, s.FlowText(), "deal")
	if strings.Contains(lines[no-1], ">") && strings.Contains(lines[no-1], "called") {
		t.Errorf("deal is not called:\n%s", s.FlowText())
	}
	s = x.play(t, s, (*game.Tx).Tie)
	if strings.Contains(s.FlowText(), ">") {
		t.Errorf("a finished game has a marked step:\n%s", s.FlowText())
	}
}

func TestWhere(t *testing.T) {
	x := newDuel()
	x.phase.Label = "Main phase"
	s := start(t, x.Rules, 3)
	if got, want := s.Where(), "in phase Main phase, waiting for player 1 to choose do"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	s = x.play(t, s, x.strikes(1))
	if got, want := s.Where(), "in phase Main phase, answer, waiting for player 2 to choose do"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := s.View(2).Where(); got != s.Where() {
		t.Errorf("in a view: %q", got)
	}
	y := newRPS(nil)
	s = must(t, start(t, y.Rules, 3), 1, "do")
	if got, want := s.Where(), "in phase round, waiting for player 1, player 3 to choose show or do"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	z := staged(&game.Act{Name: "act", Who: seat0, Min: 1, Max: 3})
	s = z.start(t)
	if got, want := s.Where(), "waiting for player 1 to choose do (0 done, 1 more needed, 3 left)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	s = play(t, s, "do")
	if got, want := s.Where(), "waiting for player 1 to choose do or done (1 done, 2 left)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	s = z.play(t, s, (*game.Tx).Tie)
	if got, want := s.Where(), "the game is over: a draw"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	// An action with the name of a kernel action is shown like any other.
	b := newBox()
	b.Actions = append(b.Actions, &game.Action{Name: "withdraw", Do: doesNothing}, &game.Action{Name: "done", Do: doesNothing})
	if got, want := b.start(t).Where(), "waiting for player 1 to choose do, withdraw or done"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	b = newBox()
	b.Actions = append(b.Actions, &game.Action{Name: "withdraw", Do: doesNothing}, &game.Action{Name: "done", Do: doesNothing})
	b.Flow = &game.Act{Name: "act", Who: seat0}
	if got, want := b.start(t).Where(), "waiting for player 1 to choose do, withdraw or done"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := mayDo(t, b.start(t), 0); got != "do withdraw done" {
		t.Errorf("may do %s", got)
	}
}

// Without a flow the seats take turns.
func TestFlowTextWithoutAFlow(t *testing.T) {
	x := newBox()
	if got, want := x.FlowText(), "the seats take turns, one action each: do\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	s := x.start(t)
	if got := s.FlowText(); !strings.Contains(got, "the seats take turns, one action each: do") {
		t.Errorf("got %q", got)
	}
	if got := s.Where(); got != "waiting for player 1 to choose do" {
		t.Errorf("got %q", got)
	}
	if p, ok := s.Progress(0); !ok || p != (game.Progress{Needs: 1, Left: 1}) {
		t.Errorf("progress %+v", p)
	}
	for _, seat := range []game.Seat{1, 2, -1, 31, game.Judge} {
		if p, ok := s.Progress(seat); ok || p != (game.Progress{}) {
			t.Errorf("progress of %s: %+v", seat, p)
		}
	}
	if toAct(s) != "0" {
		t.Errorf("it waits for %s", toAct(s))
	}
	if s = x.play(t, s, (*game.Tx).Tie); toAct(s) != "" {
		t.Errorf("when it is over it waits for %q", toAct(s))
	}
	if got := x.FlowDiagram(); !strings.HasPrefix(got, "flowchart ") || !strings.Contains(got, "do") {
		t.Errorf("the diagram is %q", got)
	}
	x = newBox()
	x.Name = "Bad"
	if x.FlowText() != "" || x.FlowDiagram() != "" {
		t.Error("faulty rules have a flow")
	}
}

// The diagram is valid Mermaid: every arrow joins two declared nodes, every node except the starts is reached, and
// texts are quoted.
func TestFlowDiagram(t *testing.T) {
	quoted := newBox()
	quoted.Flow = &game.Loop{Do: game.Switch{{Name: "quoted", Label: `a "b"|c`, If: yes, Do: &game.Act{Name: "in", Who: seat0}}, {Do: &game.Act{Name: "none", Who: seat0}}}}
	for name, r := range map[string]*game.Rules{"sink": newSink().Rules, "duel": newDuel().Rules, "rps": newRPS(nil).Rules, "quoted": quoted.Rules} {
		text := r.FlowDiagram()
		if !strings.HasPrefix(text, "flowchart TD\n") {
			t.Errorf("%s: it begins %.20q", name, text)
		}
		declares := regexp.MustCompile(`^\s*(\w+)(\(\("|\(\["|\[\["|\{\{"|\["|\{"|\("|>")([^"]*)"[\]\)\}]+$`)
		arrow := regexp.MustCompile(`^\s*(\w+) -->(\|"[^"]*"\|)? (\w+)$`)
		box := regexp.MustCompile(`^\s*(subgraph \w+\["[^"]*"\]|end)$`)
		nodes, reached := map[string]int{}, map[string]bool{}
		var arrows [][2]string
		open := 0
		for _, l := range strings.Split(strings.TrimSpace(text), "\n")[1:] {
			switch {
			case arrow.MatchString(l):
				m := arrow.FindStringSubmatch(l)
				arrows = append(arrows, [2]string{m[1], m[3]})
				reached[m[3]] = true
			case declares.MatchString(l):
				nodes[declares.FindStringSubmatch(l)[1]]++
			case box.MatchString(l):
				if strings.TrimSpace(l) == "end" {
					open--
				} else {
					open++
				}
			default:
				t.Errorf("%s: unexpected line: %s", name, l)
			}
		}
		if open != 0 {
			t.Errorf("%s: %d boxes are not closed", name, open)
		}
		for _, a := range arrows {
			if nodes[a[0]] != 1 || nodes[a[1]] != 1 {
				t.Errorf("%s: an arrow from %s to %s, which are declared %d and %d times", name, a[0], a[1], nodes[a[0]], nodes[a[1]])
			}
		}
		lonely := 0
		for n := range nodes {
			if !reached[n] {
				lonely++
			}
		}
		if want := 1 + len(r.Calls); lonely > want || len(arrows) == 0 {
			t.Errorf("%s: %d nodes are reached by no arrow, want %d at most\n%s", name, lonely, want, text)
		}
	}
}

// The names of steps are part of the digest, their labels are not.
func TestDigestOfAFlow(t *testing.T) {
	digest := func(edit func(*game.Act)) string {
		a := &game.Act{Name: "act", Who: seat0}
		edit(a)
		return staged(a).Digest()
	}
	plain := digest(func(*game.Act) {})
	if plain != digest(func(a *game.Act) { a.Label = "Label" }) {
		t.Error("the label changes the digest")
	}
	for name, edit := range map[string]func(*game.Act){
		"name":  func(a *game.Act) { a.Name = "other" },
		"limit": func(a *game.Act) { a.Max = 2 },
	} {
		if digest(edit) == plain {
			t.Errorf("the %s does not change the digest", name)
		}
	}
}
