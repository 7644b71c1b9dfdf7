package gametest

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

func TestExamine(t *testing.T) {
	r, err := Config{Games: 4, Laws: Secrecy()}.Examine(&newSnap().Rules)
	if err != nil {
		t.Fatal(err)
	}
	p := r.Pairs()
	if r.Games != 4 || r.Moves != 120 || len(r.Breaches) != 0 || p.Hidden == 0 || p.Compared == 0 || p.Illegal+p.Announced+p.Guessed != 0 {
		t.Errorf("the report is %+v", r)
	}
	if len(r.Observed) != 3 || r.Observed[game.Nobody].Compared == 0 {
		t.Errorf("the compared observers are %v", r.Observed)
	}
	if text, err := json.Marshal(r); err != nil || !strings.Contains(string(text), `"observed":{"-1":{"hidden":`) {
		t.Errorf("as JSON it is %s, %v", text, err)
	}
}

func TestExamineReportsBreaches(t *testing.T) {
	for _, c := range leakyRules {
		if c.name != "log line" {
			continue
		}
		r, err := Config{Games: 4, Make: "snap.New()", Laws: Secrecy()}.Examine(c.rules(newSnap()))
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Breaches) != 1 {
			t.Fatalf("there are %d breaches, not one: %+v", len(r.Breaches), r.Breaches)
		}
		b := r.Breaches[0]
		if b.Law != "leaks" || b.Seats != 2 || b.Seed == 0 || b.After == 0 || !strings.HasPrefix(b.Words, "line: ") || !strings.Contains(b.Test, "rules := snap.New()") {
			t.Errorf("the breach is %+v", b)
		}
	}
}

func TestExamineRefuses(t *testing.T) {
	if _, err := (Config{Laws: []string{"leeks"}}).Examine(&newSnap().Rules); err == nil || !strings.Contains(err.Error(), `no law "leeks"; the laws are determinism, `) {
		t.Errorf("an unknown law gives %v", err)
	}
	p := newSnap()
	p.Name = "two words"
	if _, err := (Config{}).Examine(&p.Rules); err == nil {
		t.Error("faulty rules are accepted")
	}
	p = newSnap()
	p.Setup = func(*game.Tx) { panic("no cards") }
	if _, err := (Config{}).Examine(&p.Rules); err == nil || !strings.Contains(err.Error(), "cannot be started, seed 1") {
		t.Errorf("rules that cannot be started give %v", err)
	}
}

func TestLawsAreChosen(t *testing.T) {
	watch(t, func(t testing.TB) { Config{Laws: []string{"leeks"}}.Check(t, &newSnap().Rules) }).wants(`there is no law "leeks"`)
	for _, name := range Secrecy() {
		if !slices.Contains(Laws(), name) {
			t.Errorf("there is no law %q", name)
		}
	}
	leaky := newSnap().drawn(func(t *game.Tx, card game.ID) { t.Emit("flash", suit.Of(t, card)) })
	watch(t, func(t testing.TB) { Config{Games: 4, Laws: []string{"views", "re-deal"}}.Check(t, leaky) }).wantsNone()
	endless := brokenRules[len(brokenRules)-1].rules()
	watch(t, func(t testing.TB) { Config{Games: 1, MaxMoves: 20, Laws: []string{"views"}}.Check(t, endless) }).wantsNone()
}

// A game whose only secret never varies leaves nothing to compare.
func TestNothingCompared(t *testing.T) {
	p := newPebbles()
	box := &game.Place{Name: "box", Seen: game.ByNone}
	p.Layout = append(p.Layout, box)
	setup := p.Setup
	p.Setup = func(t *game.Tx) {
		setup(t)
		t.Create(p.Kinds[0], box)
	}
	r := watch(t, func(t testing.TB) { Config{Games: 2, Laws: Secrecy()}.Check(t, &p.Rules) })
	r.wantsNone()
	if !strings.Contains(strings.Join(r.logs, "\n"), "no pair could be compared") {
		t.Errorf("the log is %q", r.logs)
	}
}
