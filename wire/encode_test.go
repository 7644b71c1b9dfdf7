package wire_test

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/wire"
)

// texts have all that JSON escapes, and what it does not.
var texts = []string{"", "", "a1", "#12", "A♣", `"`, `a\b`, "<b>&", "line\nline", "\x00", "\x7f", "\u2028", "é\xff", "日本"}

// fill puts something random into a value, and into all that is in it.
func fill(v reflect.Value, luck *rand.Rand) {
	switch x := v.Addr().Interface().(type) {
	case *json.RawMessage:
		*x = json.RawMessage([]string{"", "7", "12", "0", "-1", `"x"`, `{ "a" : [1, "<"] }`, "null"}[luck.IntN(8)])
		return
	case *time.Time:
		*x = time.UnixMilli(luck.Int64N(4e12)).UTC()
		return
	case *wire.First:
		return // see TestEncodeFirst
	case *game.Values:
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(texts[luck.IntN(len(texts))])
	case reflect.Bool:
		v.SetBool(luck.IntN(2) == 0)
	case reflect.Int, reflect.Int8:
		v.SetInt(luck.Int64N(5) - 1)
	case reflect.Pointer:
		if luck.IntN(2) == 0 {
			v.Set(reflect.New(v.Type().Elem()))
			fill(v.Elem(), luck)
		}
	case reflect.Slice:
		if n := luck.IntN(4) - 1; n >= 0 {
			v.Set(reflect.MakeSlice(v.Type(), n, n))
			for i := range n {
				fill(v.Index(i), luck)
			}
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for range luck.IntN(4) {
			key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			fill(key, luck)
			fill(value, luck)
			if raw, is := value.Interface().(json.RawMessage); is && len(raw) == 0 {
				continue // not JSON
			}
			v.SetMapIndex(key, value)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), luck)
		}
	default:
		panic("what is a " + v.Type().String() + "?")
	}
}

// Encode writes every field of every message as json.Marshal does.
func TestEncode(t *testing.T) {
	luck := rand.New(rand.NewPCG(1, 1))
	for range 3000 {
		var m wire.Message
		fill(reflect.ValueOf(&m).Elem(), luck)
		want, err := json.Marshal(&m)
		if err != nil {
			t.Fatal(err)
		}
		if got := m.Encode(); string(got) != string(want) {
			t.Fatalf("it is encoded as\n%s\nand not as\n%s", got, want)
		}
	}
}

// What was encoded before is put in where it belongs.
func TestEncodeFirst(t *testing.T) {
	luck := rand.New(rand.NewPCG(2, 1))
	for range 1000 {
		var m wire.Message
		fill(reflect.ValueOf(&m).Elem(), luck)
		m.Ask = false
		if m.Offers == nil {
			m.Offers = []wire.Offer{}
		}
		want := string(m.Encode())
		m.First, m.Step, m.Offers = wire.FirstOf(m.Step, m.Offers), nil, nil
		if got := string(m.Encode()); got != want {
			t.Fatalf("it is encoded as\n%s\nand not as\n%s", got, want)
		}
	}
	text := string((&wire.Message{Type: "update", First: wire.AskFirst}).Encode())
	if want := `{"type":"update","ask":true}`; text != want {
		t.Errorf("it is encoded as %s, not as %s", text, want)
	}
}

// BenchmarkEncode compares Encode with json.Marshal, on an update of a seat that may place a stone on 121 cells.
func BenchmarkEncode(b *testing.B) {
	one, zero := 1, 0
	seat, over := game.Seat(1), false
	offer := wire.Offer{Action: "place", Label: "place", Pick: "cell", At: &zero, Prompt: &wire.Line{Text: "Choose an empty cell"}, Sort: "element", Min: &one, Max: &one, Last: true}
	for range 121 {
		offer.Values = append(offer.Values, wire.Value{Value: "f6"})
	}
	m := &wire.Message{
		Type: "update", Seq: &one, From: &zero, Mark: "0123456789ab", ToAct: []game.Seat{1}, Over: &over,
		Stages: []wire.Stage{{Changes: []game.Change{{Field: "@turn", Was: "0", Is: "1"}, {Of: "#1", Field: "@kind", Is: "stone"}, {Of: "f6", Field: "@holds", Was: "0", Is: "0 #1"}}}},
		Events: []match.Event{{N: 1, Kind: "move", Move: "place f6", Line: &wire.Line{Text: "{0}: place {1}", Args: []match.Arg{{Seat: &seat, Name: "Ann"}, {Element: "f6"}}}, At: time.Now().UTC()}},
		Offers: []wire.Offer{offer},
	}
	b.Run("encode", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			m.Encode()
		}
	})
	b.Run("reference", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := json.Marshal(m); err != nil {
				b.Fatal(err)
			}
		}
	})
}
