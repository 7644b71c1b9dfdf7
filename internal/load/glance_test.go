package load

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/wire"
)

// What is read without package json is what that reads, and everything else is left to it.
func TestLook(t *testing.T) {
	seq, over, ends := 12, false, true
	update := wire.Message{Type: "update", Seq: &seq, From: &seq, Mark: "abc", ToAct: []game.Seat{0, 1}, Over: &over, Events: []match.Event{{N: 12, At: time.Now()}}}
	changes := []game.Change{{Field: "@turn", Was: "0", Is: "1"}, {Of: "#1", Field: "@kind", Is: "card"}, {Of: "#2", Field: "@kind", Was: "card"}, {Of: "a", Field: "b"}}
	with := func(change func(*wire.Message)) wire.Message {
		m := update
		m.Stages = []wire.Stage{{Changes: changes}}
		change(&m)
		return m
	}
	for what, m := range map[string]wire.Message{
		"plain":        with(func(*wire.Message) {}),
		"nothing seen": update,
		"one to act":   with(func(m *wire.Message) { m.ToAct = []game.Seat{1} }),
		"nobody":       with(func(m *wire.Message) { m.ToAct = []game.Seat{} }),
		"labels":       with(func(m *wire.Message) { m.Stages[0].Labels = map[string]string{"#1": "A♣", "#2": ""} }),
		"odd label":    with(func(m *wire.Message) { m.Stages[0].Labels = map[string]string{"#1": `"}],"events":`} }),
		"brace":        with(func(m *wire.Message) { m.Stages[0].Labels = map[string]string{"#1": `}`} }),
		"two stages":   with(func(m *wire.Message) { m.Stages = append(m.Stages, m.Stages[0]) }),
		"both": with(func(m *wire.Message) {
			m.Stages[0].Labels = map[string]string{"#1": "A♣"}
			m.Stages = append(m.Stages, wire.Stage{Changes: changes[:2]})
		}),
		"escaped": with(func(m *wire.Message) { m.Stages[0].Changes = []game.Change{{Of: "#1", Field: "letter", Is: `"B"`}} }),
		"over":    with(func(m *wire.Message) { m.Over, m.ToAct, m.Outcome = &ends, []game.Seat{}, &wire.Outcome{} }),
		"answer":  {Type: "answer", Re: json.RawMessage("7"), Seq: &seq},
		"refusal": {Type: "refusal", Refusal: &wire.Refusal{Why: "no"}},
	} {
		text := m.Encode()
		var want glance
		if err := json.Unmarshal(text, &want); err != nil {
			t.Fatal(err)
		}
		if got, err := look(text, false); err != nil || got.Type != want.Type || got.Seq != want.Seq || got.Over != want.Over || len(got.ToAct)+len(want.ToAct) > 0 && !reflect.DeepEqual(got.ToAct, want.ToAct) || !reflect.DeepEqual(got.Stages, want.Stages) {
			t.Errorf("%s: %v is read, not %v (%v)", what, got, want, err)
		}
		if got, err := look(text, true); err != nil || got.Type != want.Type || got.Seq != want.Seq || got.Over != want.Over {
			t.Errorf("%s: %v is read with a plan, not %v (%v)", what, got, want, err)
		}
		if _, err := look(text[:len(text)-1], false); err == nil {
			t.Errorf("%s is read without its end", what)
		}
	}
	text := with(func(*wire.Message) {})
	r := reader{rest: string(text.Encode())}
	if _, ok := r.update(false); !ok {
		t.Error("a usual update is left to package json")
	}
}
