package store_test

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"github.com/plygame/ply/match"
	"github.com/plygame/ply/store"
)

// TestEncodeMove compares the fast encoding of moves with package json, for moves with unusual texts and times, and with
// each of the other fields set.
func TestEncodeMove(t *testing.T) {
	usual := match.Entry{Kind: match.Moved, Seat: 1, Move: "place a1", At: time.UnixMilli(1_700_000_000_123).UTC(), Hash: "00ff"}
	all := []match.Entry{usual}
	for _, text := range []string{"", "ask 0 10", `say "yes"`, "a\\b", "a<b", "a>b", "a&b", "é", "\u2028", "a\tb", "\x7f", "\xff"} {
		e := usual
		e.Move = text
		all = append(all, e)
		e = usual
		e.Hash = text
		all = append(all, e)
	}
	for _, at := range []time.Time{{}, time.Unix(0, 0).UTC(), time.Unix(1, 120_000_000).UTC(), usual.At.In(time.FixedZone("", 3600)), time.Date(10_000, 1, 1, 0, 0, 0, 0, time.UTC)} {
		e := usual
		e.At = at
		all = append(all, e)
	}
	for i := range reflect.TypeFor[match.Entry]().NumField() {
		e := usual
		switch f := reflect.ValueOf(&e).Elem().Field(i); {
		case !f.CanSet():
			continue
		case f.Kind() == reflect.String:
			f.SetString("x")
		case f.Kind() == reflect.Bool:
			f.SetBool(true)
		case f.CanInt():
			f.SetInt(7)
		case f.Kind() == reflect.Pointer:
			f.Set(reflect.New(f.Type().Elem()))
		case f.Type() != reflect.TypeFor[time.Time]():
			t.Fatalf("no value for the field %s", reflect.TypeFor[match.Entry]().Field(i).Name)
		}
		all = append(all, e)
	}
	if _, ok := store.EncodeMove(usual); !ok {
		t.Error("a usual move takes the slow way")
	}
	for _, e := range all {
		want, err := json.Marshal(e)
		if got, ok := store.EncodeMove(e); ok && (err != nil || string(got) != string(want)) {
			t.Errorf("%s, want %s, %v", got, want, err)
		}
	}
}
