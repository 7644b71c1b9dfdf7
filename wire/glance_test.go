package wire

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
)

// GlanceAt reads the same as package json, and leaves unusual forms to it.
func TestGlance(t *testing.T) {
	seq, over, ends := 12, false, true
	update := Message{Type: "update", Seq: &seq, From: &seq, Mark: "abc", ToAct: []game.Seat{0, 1}, Over: &over, Events: []match.Event{{N: 12, At: time.Now()}}}
	changes := []game.Change{{Field: "@turn", Was: "0", Is: "1"}, {Of: "#1", Field: "@kind", Is: "card"}, {Of: "#2", Field: "@kind", Was: "card"}, {Of: "a", Field: "b"}}
	derived := Derived{"books": {"seat/0": json.RawMessage("3"), "seat/1": null}, "mood": {"table": json.RawMessage(`"}"`), "b": json.RawMessage(`[{"x":1},[]]`)}}
	with := func(change func(*Message)) Message {
		m := update
		m.Stages = []Stage{{Changes: changes}}
		change(&m)
		return m
	}
	for what, m := range map[string]Message{
		"plain":        with(func(*Message) {}),
		"nothing seen": update,
		"one to act":   with(func(m *Message) { m.ToAct = []game.Seat{1} }),
		"nobody":       with(func(m *Message) { m.ToAct = []game.Seat{} }),
		"labels":       with(func(m *Message) { m.Stages[0].Labels = map[string]string{"#1": "A♣", "#2": ""} }),
		"odd label":    with(func(m *Message) { m.Stages[0].Labels = map[string]string{"#1": `"}],"events":`} }),
		"brace":        with(func(m *Message) { m.Stages[0].Labels = map[string]string{"#1": `}`} }),
		"derived":      with(func(m *Message) { m.Stages[0].Derived = derived }),
		"both maps": with(func(m *Message) {
			m.Stages[0].Labels, m.Stages[0].Derived = map[string]string{"#1": "A♣"}, derived
		}),
		"odd derived": with(func(m *Message) {
			m.Stages[0].Derived = Derived{"of": {"a": json.RawMessage(`"\"}}}],\"events\":"`), "b": json.RawMessage(`"}]"`)}}
		}),
		"two stages": with(func(m *Message) { m.Stages = append(m.Stages, m.Stages[0]) }),
		"both": with(func(m *Message) {
			m.Stages[0].Labels = map[string]string{"#1": "A♣"}
			m.Stages = append(m.Stages, Stage{Changes: changes[:2]})
		}),
		"escaped": with(func(m *Message) { m.Stages[0].Changes = []game.Change{{Of: "#1", Field: "letter", Is: `"B"`}} }),
		"over":    with(func(m *Message) { m.Over, m.ToAct, m.Outcome = &ends, []game.Seat{}, &Outcome{} }),
		"answer":  {Type: "answer", Re: json.RawMessage("7"), Seq: &seq},
		"named":   {Type: "answer", Re: json.RawMessage(`"x"`), Seq: &seq},
		"more":    {Type: "answer", Re: json.RawMessage("7"), Seq: &seq, More: true},
		"refusal": {Type: "refusal", Refusal: &Refusal{Why: "no"}},
		"here":    {Type: "presence", Here: []bool{true, false}, Spectators: &seq},
	} {
		text := m.Encode()
		var want Glance
		if err := json.Unmarshal(text, &want); err != nil {
			t.Fatal(err)
		}
		if got, err := GlanceAt(text, false); err != nil || got.Type != want.Type || got.Seq != want.Seq || got.Over != want.Over || len(got.ToAct)+len(want.ToAct) > 0 && !reflect.DeepEqual(got.ToAct, want.ToAct) || !reflect.DeepEqual(got.Stages, want.Stages) {
			t.Errorf("%s: %v is read, not %v (%v)", what, got, want, err)
		}
		if got, err := GlanceAt(text, true); err != nil || got.Type != want.Type || got.Seq != want.Seq || got.Over != want.Over {
			t.Errorf("%s: %v is read with a plan, not %v (%v)", what, got, want, err)
		}
		if _, err := GlanceAt(text[:len(text)-1], false); err == nil {
			t.Errorf("%s is read without its end", what)
		}
	}
	for what, text := range map[string]Message{
		"usual update":               with(func(*Message) {}),
		"update with derived values": with(func(m *Message) { m.Stages[0].Derived = derived }),
	} {
		r := scanner{string(text.Encode())}
		if _, ok := r.update(false); !ok {
			t.Errorf("a %s is left to package json", what)
		}
	}
}

// Scan reads the same as package json.
func TestScan(t *testing.T) {
	scanned := 0
	for _, text := range []string{
		`{"id":7,"do":"play","seq":12,"move":"place a1"}`,
		`{"id":0,"do":"play","seq":0,"move":""}`,
		`{"id":7,"do":"play","seq":12,"move":"give ♣ é"}`,
		`{"id":07,"do":"play","seq":12,"move":"place a1"}`,
		`{"id":7,"do":"play","seq":99999999999999999999,"move":"place a1"}`,
		`{"id":7,"do":"play","seq":12,"move":"say \"a\""}`,
		"{\"id\":7,\"do\":\"play\",\"seq\":12,\"move\":\"a\nb\"}",
		`{"id":7,"do":"play","seq":12,"move":"place a1"} `,
		`{"id":7,"do":"play","seq":12,"move":"place a1","seq":13}`,
		`{"id":7,"do":"play","seq":-1,"move":"place a1"}`,
		`{"id":7,"do":"play","seq":12,"move":{"action":"place"}}`,
		`{"id":7,"do":"play","seq":12,"move":"place a1"`,
		`{"id":"7","do":"play","seq":12,"move":"place a1"}`,
		`{"id":7,"do":"offers"}`,
		``,
	} {
		var got, want Request
		if !got.Scan([]byte(text)) {
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s is not scanned, but something is read", text)
			}
			continue
		}
		scanned++
		if err := json.Unmarshal([]byte(text), &want); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s is scanned as %+v, not %+v (%v)", text, got, want, err)
		}
	}
	if scanned != 3 {
		t.Errorf("%d requests are scanned, not 3", scanned)
	}
}

func FuzzScan(f *testing.F) {
	f.Add(`{"id":7,"do":"play","seq":12,"move":"place a1"}`)
	f.Fuzz(func(t *testing.T, text string) {
		var got, want Request
		if utf8.ValidString(text) && got.Scan([]byte(text)) {
			if err := json.Unmarshal([]byte(text), &want); err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%s is scanned as %+v, not %+v (%v)", text, got, want, err)
			}
		}
	})
}
