package wire_test

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/wire"
)

// texts have characters that JSON escapes, and others.
var texts = []string{"", "", "a1", "#12", "A♣", `"`, `a\b`, "<b>&", "line\nline", "\x00", "\x7f", "\u2028", "é\xff", "日本"}

// fill fills a value with random data, recursively.
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
			t.Fatalf("it is encoded as\n%s\nwant\n%s", got, want)
		}
	}
}

// A message with First has the same text as a message with the same step and offers.
func TestEncodeFirst(t *testing.T) {
	offered := 0
	for _, r := range games.All() {
		played(t, r, 5, func(_, s *game.State) {
			for seat := range game.Seat(s.Seats()) {
				view := s.View(seat)
				m := wire.Message{Type: "update", Moves: []string{}, Offers: []wire.Offer{}}
				if acts := view.ToAct().Has(seat); acts || view.Committed().Has(seat) {
					offers, err := wire.Offers(view, game.Move{Seat: seat})
					if err != nil {
						t.Fatal(err)
					}
					m.Step, m.Offers = wire.ProgressOf(view, seat), slices.DeleteFunc(offers, func(o wire.Offer) bool { return !acts && o.Why != nil })
				}
				want, first := string(m.Encode()), wire.FirstOf(view, seat, 10_000, 16<<10)
				if first == wire.AskFirst {
					continue
				}
				offered += len(m.Offers)
				m.Step, m.Offers, m.First = nil, nil, first
				if got := string(m.Encode()); got != want {
					t.Fatalf("%s: %s is offered\n%s\nwant\n%s", r.Name, seat, got, want)
				}
				if few := wire.FirstOf(view, seat, 10_000, len(first)); few != first && first != wire.NothingFirst {
					t.Fatalf("%s: %s is offered %s in %d bytes", r.Name, seat, few, len(first))
				}
				if none := wire.FirstOf(view, seat, 10_000, len(first)-1); none != wire.AskFirst && first != wire.NothingFirst {
					t.Fatalf("%s: %s is offered %s in %d bytes", r.Name, seat, none, len(first)-1)
				}
			}
		})
	}
	if offered < 100 {
		t.Errorf("there were only %d offers", offered)
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
