package game

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unsafe"
)

// survivesReset lists the fields of a Tx that Reset may leave unchanged: what makes up the Tx itself, and buffers that
// are always written before they are read.
var survivesReset = []string{
	"choosing.aside", // cleared by its user
	"dealing.dealt", "dealing.free", "dealing.hands", "dealing.oldRows", "dealing.ownersSeen", "dealing.who",
	"flowRun.keptBytes.all", "flowRun.keptBytes.used", "flowRun.keptChoices.keptMoves.all", "flowRun.keptChoices.keptMoves.used",
	"flowRun.keptChoices.keptPicks.all", "flowRun.keptChoices.keptPicks.used", "flowRun.keptChoices.keptValues.all", "flowRun.keptChoices.keptValues.used",
	"keying.dirty", "keying.asked",
	"pages.colTab", "pages.gen", "pages.spare", "pages.spareCols", "pages.tab",
	"derivation.last",
	"derivation.rooms.all", "derivation.rooms.from", "scratch.arena.room.buf", "scratch.arena.counted", "scratch.arena.epoch", "scratch.arena.faceRead", "scratch.arena.probing", "scratch.arena.room.sets", "scratch.arena.turnRead", "scratch.ids", "scratch.seatBuf", "scratch.touched",
	"tracking.blind",
}

// survivesRollback lists the fields of a Tx that rollback may leave unchanged: those above, and those that callers
// restore themselves or set before each move.
var survivesRollback = append([]string{
	"Seat",
	"choosing.acted", "choosing.ahead", "choosing.anyText", "choosing.asking", "choosing.conditions", "choosing.final", "choosing.found", "choosing.gaveUp", "choosing.held", "choosing.listening", "choosing.most", "choosing.picked",
	"choosing.proving", "choosing.reads", "choosing.sole", "choosing.stays", "choosing.visits", "choosing.wordless",
	"choosing.reason",                                                       // a condition may refuse within Try
	"dealing.dealer", "dealing.given", "dealing.givenAt", "dealing.givenTo", // of an earlier deal
	"derivation.limited",
	"draws.chanced", "draws.chancy", "draws.noChance",
	"keying.on", // rolling back notes its own writes
	"flowRun.did", "flowRun.flowing", "flowRun.frames", "flowRun.instead", "flowRun.steps",
	"flowRun.sealed",                  // set at the start of every move, and no checkpoint comes between a mark within a move and its rollback
	"pages.haveCols", "pages.ownRows", // copied pages are kept
	"progress.answering", "progress.began", "progress.depth", "progress.doing", "progress.looking", "progress.stage",
	"scratch.arena.room.next", "scratch.arena.room.used", "scratch.arena.values", "scratch.arena.held",
	"stages.existed", "stages.mover", "stages.staged",
	"talk.talking",
	"tracking.lostTrack", "tracking.shownNow", "tracking.trackingMemory",
}, survivesReset...)

func TestResetHandlesEveryField(t *testing.T) {
	s := roleState(t)
	f := s.Fork()
	scramble(t, &f.t)
	f.Reset(s)
	compareFields(t, fields(&s.Fork().t), fields(&f.t), survivesReset)
}

func TestRollbackHandlesEveryField(t *testing.T) {
	f := roleState(t).Fork()
	f.t.derivation.current(f.t.State)
	before := fields(&f.t)
	m := f.t.mark()
	writes, rows, displaced, own := f.t.writes, f.t.rowsWere, f.t.displaced, f.t.derivation.own
	scramble(t, &f.t)
	f.t.writes, f.t.rowsWere, f.t.displaced, f.t.derivation.own = writes, rows, displaced, own // these control the rollback
	f.t.rollback(&m)
	compareFields(t, before, fields(&f.t), survivesRollback)
}

func roleState(t *testing.T) *State {
	cell := &Pick[ID]{Name: "cell", From: func(t *Tx) Set[ID] { return SetOf(Root) }}
	s, err := (&Rules{
		Name: "roles", Version: "1", Seats: Exactly(2),
		Derived: []AnyDerived{NewDerived("derived", func(s *State, id ID) int { return s.Played() })},
		Actions: []*Action{{Name: "act", Pick: []Choice{cell}, Do: (*Tx).Tie}},
	}).Start(2, SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// compareFields reports fields that differ although they must not, and listed fields that do not exist.
func compareFields(t *testing.T, want, got map[string]string, survive []string) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(got)) {
		if got[name] != want[name] && !slices.Contains(survive, name) {
			t.Errorf("%s is %s, want %s: restore it in its role, or list it as surviving", name, got[name], want[name])
		}
	}
	for _, name := range survive {
		if _, ok := got[name]; !ok {
			t.Errorf("%s is listed, but there is no such field", name)
		}
	}
}

// fields returns the contents of the fields of a Tx. Empty and nil slices are equal.
func fields(tx *Tx) map[string]string {
	all := map[string]string{}
	var visit func(name string, v reflect.Value)
	visit = func(name string, v reflect.Value) {
		if v.Kind() != reflect.Struct {
			all[name] = written(name, v)
			return
		}
		for i := range v.NumField() {
			visit(name+"."+v.Type().Field(i).Name, v.Field(i))
		}
	}
	visitFields(tx, visit)
	return all
}

// written writes a value as text, pointers only as present or not.
func written(name string, v reflect.Value) string {
	var b strings.Builder
	switch v.Kind() {
	case reflect.Pointer:
		return fmt.Sprint("pointer ", v.Pointer() != 0)
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			fmt.Fprintf(&b, "[%s]", written(name, v.Index(i)))
		}
		return b.String()
	case reflect.Struct:
		for i := range v.NumField() {
			field := v.Type().Field(i).Name
			if name == "choosing.picked" && (field == "last" || field == "all") {
				continue // not read while n is 0
			}
			fmt.Fprintf(&b, "%s %s ", field, written(name, v.Field(i)))
		}
		return b.String()
	}
	return fmt.Sprint(v)
}

// scramble changes every field of a Tx.
func scramble(t *testing.T, tx *Tx) {
	visitFields(tx, func(name string, v reflect.Value) { scrambleValue(t, name, v) })
}

func scrambleValue(t *testing.T, name string, v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(v.Int() + 7)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(v.Uint() + 7)
	case reflect.String:
		v.SetString(v.String() + "garbage")
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
	case reflect.Struct:
		for i := range v.NumField() {
			scrambleValue(t, name+"."+v.Type().Field(i).Name, settable(v.Field(i)))
		}
	case reflect.Array:
		for i := range v.Len() {
			scrambleValue(t, name, v.Index(i))
		}
	case reflect.Slice:
		v.Set(reflect.AppendSlice(reflect.MakeSlice(v.Type(), 2, 2), v))
		for i := range v.Len() {
			if e := v.Index(i); e.Kind() != reflect.Interface {
				scrambleValue(t, name, e)
			}
		}
	default:
		t.Fatalf("%s is a %s, which this test cannot fill: teach it", name, v.Kind())
	}
}

// visitFields visits the fields of a Tx except its State and Rand, which Reset sets as a whole.
func visitFields(tx *Tx, visit func(name string, v reflect.Value)) {
	v := reflect.ValueOf(tx).Elem()
	for i := range v.NumField() {
		if name := v.Type().Field(i).Name; name != "State" && name != "Rand" {
			visit(name, settable(v.Field(i)))
		}
	}
}

func settable(v reflect.Value) reflect.Value {
	return reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem()
}
