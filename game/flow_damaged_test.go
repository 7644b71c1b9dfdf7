package game_test

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// flowEdit edits the flow of a save.
func flowEdit(t testing.TB, s *game.State, edit func(flow map[string]any)) []byte {
	t.Helper()
	return edited(t, s.Save(), func(o object) {
		flow, _ := o["flow"].(map[string]any)
		edit(flow)
	})
}

func frameOf(flow map[string]any, i int) map[string]any {
	frames := flow["frames"].([]any)
	if i < 0 {
		i += len(frames)
	}
	return frames[i].(map[string]any)
}

// A save with a damaged flow is refused with a reason.
func TestDamagedFlows(t *testing.T) {
	var call func(*game.Tx)
	x := newRPS(func(x *rps) {
		each := &game.ForEach[game.ID]{Name: "each", From: func(tx *game.Tx) game.Set[game.ID] { return x.row.Contents(tx) }, Do: &game.Act{Name: "one", Actions: []*game.Action{x.Actions[0]}}}
		deal := &game.Act{Name: "deal", Who: seat1, Actions: []*game.Action{x.Actions[0]}}
		e := &game.Effect[int]{Name: "e", Do: func(*game.Tx, int) {}}
		x.Calls, x.Effects = []game.Step{deal}, []game.AnyEffect{e}
		x.Flow = &game.Loop{Max: 3, Do: game.Steps{
			&game.Phase{Name: "round", Do: x.step},
			&game.EachSeat{Name: "turn", Do: game.Steps{&game.Act{Name: "many", Min: 1, Max: 3, Actions: []*game.Action{x.Actions[0]}}, each}},
			&game.Together{Name: "open", Actions: []*game.Action{x.Actions[0]}, Max: 2},
			game.Run((*game.Tx).Tie),
		}}
		call = func(tx *game.Tx) { tx.Call(deal, e.With(1)) }
	})
	secret := must(t, start(t, x.Rules, 2), 1, "show rock 1 #1")
	many := must(t, must(t, secret, 0, "show rock 1 #1"), 0, "do")
	called := x.by(t, many, 0, call)
	wantAt(t, called, 1, "deal")
	each := must(t, must(t, must(t, called, 1, "do"), 0, "do"), 0, "do")
	wantAt(t, each, 0, "one")
	open := each
	for !strings.Contains(open.Where(), "player 1, player 2") {
		open = must(t, open, open.Turn(), "do")
	}
	open = must(t, open, 0, "do")
	over := open
	for !over.Over() {
		over = must(t, over, over.Turn(), "do")
	}
	for i, c := range []struct {
		s    *game.State
		what string
		edit func(flow map[string]any)
	}{
		{secret, "unknown step", func(f map[string]any) { frameOf(f, -1)["step"] = "nowhere" }},
		{secret, "another step", func(f map[string]any) { frameOf(f, -1)["step"] = "open" }},
		{secret, "a step that does not rest", func(f map[string]any) { f["frames"] = f["frames"].([]any)[:2]; delete(f, "pending") }},
		{secret, "no frames", func(f map[string]any) { delete(f, "frames"); delete(f, "pending") }},
		{secret, "frames twice", func(f map[string]any) { f["frames"] = append(f["frames"].([]any), f["frames"].([]any)...) }},
		{secret, "the first is not the flow", func(f map[string]any) { f["frames"] = f["frames"].([]any)[1:] }},
		{secret, "an unknown field", func(f map[string]any) { f["speed"] = 3 }},
		{secret, "an unknown field in a frame", func(f map[string]any) { frameOf(f, -1)["speed"] = 3 }},
		{secret, "an unknown field in a choice", func(f map[string]any) { f["pending"].([]any)[0].(map[string]any)["speed"] = 3 }},
		{secret, "passes", func(f map[string]any) { f["passes"] = -1 }},
		{secret, "passes as text", func(f map[string]any) { f["passes"] = "1" }},
		{secret, "a mover who does not play", func(f map[string]any) { f["mover"] = 9 }},
		{secret, "a mover below", func(f map[string]any) { f["mover"] = -7 }},
		{secret, "a loop that continues", func(f map[string]any) { frameOf(f, 0)["at"] = 4 }},
		{secret, "a loop that has not begun", func(f map[string]any) { frameOf(f, 0)["at"] = 0 }},
		{secret, "a loop below 0", func(f map[string]any) { frameOf(f, 0)["at"] = -1 }},
		{secret, "steps of another branch", func(f map[string]any) { frameOf(f, 1)["at"] = 2 }},
		{secret, "steps beyond the end", func(f map[string]any) { frameOf(f, 1)["at"] = 99 }},
		{secret, "a phase that has come far", func(f map[string]any) { frameOf(f, 2)["at"] = 7 }},
		{secret, "a phase that has not begun", func(f map[string]any) { delete(frameOf(f, 2), "at") }},
		{secret, "a step that has not begun", func(f map[string]any) { delete(frameOf(f, -1), "at") }},
		{secret, "a seat that does not play", func(f map[string]any) { frameOf(f, -1)["seat"] = 2 }},
		{secret, "nobody as a seat", func(f map[string]any) { frameOf(f, -1)["seat"] = -1 }},
		{secret, "a choice of who has not chosen", func(f map[string]any) { f["pending"].([]any)[0].(map[string]any)["seat"] = 0 }},
		{secret, "a choice of who does not play", func(f map[string]any) { f["pending"].([]any)[0].(map[string]any)["seat"] = 5 }},
		{secret, "a choice of who is below", func(f map[string]any) { f["pending"].([]any)[0].(map[string]any)["seat"] = -1 }},
		{secret, "a choice twice", func(f map[string]any) { f["pending"] = append(f["pending"].([]any), f["pending"].([]any)...) }},
		{secret, "a choice is missing", func(f map[string]any) { delete(f, "pending") }},
		{secret, "a choice of nothing", func(f map[string]any) { f["pending"].([]any)[0].(map[string]any)["move"] = "" }},
		{secret, "a choice of an unknown action", func(f map[string]any) { f["pending"].([]any)[0].(map[string]any)["move"] = "dance" }},
		{secret, "a choice of withdraw", func(f map[string]any) { f["pending"].([]any)[0].(map[string]any)["move"] = "withdraw" }},
		{secret, "a choice of done", func(f map[string]any) { f["pending"].([]any)[0].(map[string]any)["move"] = "done" }},
		{secret, "a choice of an unknown value", func(f map[string]any) { f["pending"].([]any)[0].(map[string]any)["move"] = "show stone 1 #1" }},
		{secret, "a choice of a value out of range", func(f map[string]any) { f["pending"].([]any)[0].(map[string]any)["move"] = "show rock 7 #1" }},
		{secret, "a choice of what is not offered", func(f map[string]any) { f["pending"].([]any)[0].(map[string]any)["move"] = "show rock 1 row" }},
		{secret, "half a choice", func(f map[string]any) { f["pending"].([]any)[0].(map[string]any)["move"] = "show rock" }},
		{secret, "used by all", func(f map[string]any) { frameOf(f, -1)["moves"] = []any{1, 1} }},
		{secret, "used by nobody", func(f map[string]any) { frameOf(f, -1)["moves"] = []any{0, 0} }},
		{secret, "used too often", func(f map[string]any) { frameOf(f, -1)["moves"] = []any{0, 2} }},
		{secret, "too few numbers", func(f map[string]any) { frameOf(f, -1)["moves"] = []any{1} }},
		{secret, "too many numbers", func(f map[string]any) { frameOf(f, -1)["moves"] = []any{0, 1, 0} }},
		{secret, "numbers below 0", func(f map[string]any) { frameOf(f, -1)["moves"] = []any{-1, 1} }},
		{secret, "all are done", func(f map[string]any) { frameOf(f, -1)["done"] = 3 }},
		{secret, "done by who does not play", func(f map[string]any) { frameOf(f, -1)["done"] = 1 << 5 }},
		{secret, "done below 0", func(f map[string]any) { frameOf(f, -1)["done"] = -1 }},
		{many, "used more than it may", func(f map[string]any) { frameOf(f, -1)["used"] = 4 }},
		{many, "used all it may", func(f map[string]any) { frameOf(f, -1)["used"] = 3 }},
		{many, "used below 0", func(f map[string]any) { frameOf(f, -1)["used"] = -1 }},
		{many, "used beyond all bounds", func(f map[string]any) { frameOf(f, -1)["used"] = 1 << 20 }},
		{many, "has not begun", func(f map[string]any) { delete(frameOf(f, -1), "at") }},
		{many, "is done", func(f map[string]any) { frameOf(f, -1)["done"] = 1 }},
		{many, "another seat", func(f map[string]any) { frameOf(f, -1)["seat"] = 1 }},
		{many, "no seat", func(f map[string]any) { delete(frameOf(f, -1), "seat") }},
		{many, "another seat around", func(f map[string]any) { frameOf(f, 2)["seat"] = 1 }},
		{many, "an order of others", func(f map[string]any) { frameOf(f, 2)["order"] = []any{0, 7} }},
		{many, "an order of nobody", func(f map[string]any) { frameOf(f, 2)["order"] = []any{-1, 1} }},
		{many, "an order that is too short", func(f map[string]any) { frameOf(f, 2)["order"] = []any{} }},
		{many, "beyond the order", func(f map[string]any) { frameOf(f, 2)["at"] = 3 }},
		{many, "a choice in an open step", func(f map[string]any) { f["pending"] = []any{map[string]any{"seat": 1, "move": "do"}} }},
		{many, "elements of no step", func(f map[string]any) { frameOf(f, -1)["elements"] = []any{"#1"} }},
		{many, "a deed without a call", func(f map[string]any) { frameOf(f, -1)["then"] = "#1" }},
		{many, "an order of no step", func(f map[string]any) { frameOf(f, -1)["order"] = []any{0} }},
		{many, "moves of no step", func(f map[string]any) { frameOf(f, -1)["moves"] = []any{0, 0} }},
		{called, "not a deed", func(f map[string]any) { frameOf(f, -2)["then"] = "#1" }},
		{called, "a deed that is a place", func(f map[string]any) { frameOf(f, -2)["then"] = "row" }},
		{called, "a deed that does not exist", func(f map[string]any) { frameOf(f, -2)["then"] = "#99" }},
		{called, "a call has come far", func(f map[string]any) { frameOf(f, -2)["at"] = 7; delete(frameOf(f, -2), "then") }},
		{called, "a call of a step without a name", func(f map[string]any) {
			f["frames"] = append(f["frames"].([]any)[:5], frameOf(f, 4), map[string]any{"step": "/0", "at": 1}, frameOf(f, 3))
		}},
		{called, "nothing but a call", func(f map[string]any) { f["frames"] = f["frames"].([]any)[:len(f["frames"].([]any))-1] }},
		{called, "calls without end", func(f map[string]any) {
			frames := f["frames"].([]any)
			for range 200 {
				frames = append(frames, frames[len(frames)-2:]...)
			}
			f["frames"] = frames
		}},
		{each, "elements that are not there", func(f map[string]any) { frameOf(f, -2)["elements"] = []any{"#1", "#77"} }},
		{each, "elements without a name", func(f map[string]any) { frameOf(f, -2)["elements"] = []any{"?", "#2"} }},
		{each, "beyond the elements", func(f map[string]any) { frameOf(f, -2)["at"] = 3 }},
		{each, "before the elements", func(f map[string]any) { frameOf(f, -2)["at"] = 0 }},
		{each, "no elements", func(f map[string]any) { frameOf(f, -2)["elements"] = []any{} }},
		{open, "used more than it may", func(f map[string]any) { frameOf(f, -1)["moves"] = []any{3, 0} }},
		{open, "nobody is left", func(f map[string]any) { frameOf(f, -1)["moves"] = []any{2, 2} }},
		{open, "the one to act is done", func(f map[string]any) { frameOf(f, -1)["done"] = 1 }},
	} {
		text := flowEdit(t, c.s, c.edit)
		l, err := x.Rules.Load(text)
		if err == nil {
			t.Errorf("%d, %s: it is accepted\n%s", i, c.what, flowOf(t, l))
			continue
		}
		if l != nil || game.CodeOf(err) != game.Damaged || strings.Contains(err.Error(), "runtime error") {
			t.Errorf("%d, %s: %v", i, c.what, err)
		}
	}
	// A running game has a flow; a finished one has none.
	for what, edit := range map[string]func(object){
		"no flow":     func(o object) { delete(o, "flow") },
		"null":        func(o object) { o["flow"] = nil },
		"empty":       func(o object) { o["flow"] = map[string]any{} },
		"a list":      func(o object) { o["flow"] = []any{} },
		"a number":    func(o object) { o["flow"] = 1 },
		"turn":        func(o object) { o["turn"] = 1 },
		"out":         func(o object) { o["out"] = 1 },
		"an outcome":  func(o object) { o["outcome"], o["turn"] = "2 0", -1 },
		"only passes": func(o object) { o["flow"] = map[string]any{"passes": 1} },
	} {
		if _, err := x.Rules.Load(edited(t, many.Save(), edit)); game.CodeOf(err) != game.Damaged {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, err := x.Rules.Load(edited(t, over.Save(), func(o object) { o["flow"] = json.RawMessage(flowOf(t, many)) })); game.CodeOf(err) != game.Damaged {
		t.Errorf("a finished game is accepted with a flow: %v", err)
	}
	for _, s := range []*game.State{secret, many, called, each, open, over} {
		same(t, reload(t, s), s)
	}
}

// spoiled changes part of a JSON value at random.
func spoiled(r *rand.Rand, v any) any {
	switch v := v.(type) {
	case map[string]any:
		keys := slices.Sorted(maps.Keys(v))
		if len(keys) == 0 {
			return v
		}
		k := keys[r.IntN(len(keys))]
		switch r.IntN(6) {
		case 0:
			delete(v, k)
		case 1:
			v[[]string{"at", "used", "done", "seat", "step", "then", "order", "elements", "values", "moves", "pending", "frames", "passes", "mover"}[r.IntN(14)]] = v[k]
		default:
			v[k] = spoiled(r, v[k])
		}
		return v
	case []any:
		if len(v) == 0 {
			return []any{0}
		}
		i := r.IntN(len(v))
		switch r.IntN(6) {
		case 0:
			return append(v[:i:i], v[i+1:]...)
		case 1:
			return append(v, v[i])
		case 2:
			k := r.IntN(len(v))
			v[i], v[k] = v[k], v[i]
		default:
			v[i] = spoiled(r, v[i])
		}
		return v
	case json.Number:
		n, _ := v.Int64()
		return []any{n + 1, n - 1, 0, 255, 1 << 31, -1 << 40, "x", nil}[r.IntN(8)]
	case string:
		return []any{v + "0", "", "@call", "#1", "?", "deck", "turn", "main", "ask", "counter", "/0", "bid", nil, 7}[r.IntN(14)]
	}
	return nil
}

// However the flow of a save is damaged, it is refused or is a game that can be played.
func TestSpoiledFlows(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: takes long")
	}
	x, games := sinkGames()
	refused, loaded := 0, 0
	r := rand.New(rand.NewPCG(7, 7))
	for _, g := range games {
		for i := 0; i < len(g.states); i += 3 {
			for range 8 {
				text := edited(t, g.states[i].Save(), func(o object) {
					for range 1 + r.IntN(3) {
						o["flow"] = spoiled(r, o["flow"])
					}
				})
				if tryFlow(t, x.Rules, text) {
					loaded++
				} else {
					refused++
				}
			}
		}
	}
	if refused < 100 || loaded == 0 {
		t.Errorf("%d were refused, %d loaded", refused, loaded)
	}
}

// tryFlow loads a save and, if that succeeds, plays on; then nothing may fail.
func tryFlow(t testing.TB, r *game.Rules, text []byte) bool {
	t.Helper()
	defer func() {
		if p := recover(); p != nil {
			t.Fatalf("it panics: %v\n%s", p, text)
		}
	}()
	s, err := r.Load(text)
	if err != nil {
		if game.CodeOf(err) != game.Damaged || strings.Contains(err.Error(), "runtime error") {
			t.Fatalf("not refused with code Damaged: %v\n%s", err, text)
		}
		return false
	}
	if l, err := r.Load(s.Save()); err != nil || l.Hash() != s.Hash() {
		t.Fatalf("it is loaded, but its save is not: %v\n%s", err, text)
	}
	_, _, _ = s.Where(), s.FlowText(), s.ToAct()
	for seat := range game.Seat(s.Seats()) {
		s.Progress(seat)
		if _, err := s.Offers(game.Move{Seat: seat}); err != nil {
			t.Fatalf("the offers: %v\n%s", err, text)
		}
		v := s.View(seat)
		if l, err := r.Load(v.Save()); err != nil || l.Hash() != v.Hash() {
			t.Fatalf("the view of %s: %v\n%s", seat, err, text)
		}
	}
	f := s.Fork()
	f.Seed(1)
	// A changed count may be one that the game never reaches. Otherwise the state is like any other.
	if _, err := f.Playout(20); err != nil && !strings.Contains(err.Error(), "the flow takes more than") {
		t.Fatalf("it cannot be played: %v\n%s", err, text)
	}
	return true
}

func FuzzFlow(f *testing.F) {
	x := newSink()
	g, err := x.random(3, 5)
	if err != nil {
		f.Fatal(err)
	}
	for i := 0; i < len(g.states); i += 5 {
		f.Add(flowOf(f, g.states[i]), uint(i))
	}
	f.Fuzz(func(t *testing.T, flow string, at uint) {
		if !json.Valid([]byte(flow)) || len(flow) > 1<<14 {
			return
		}
		text := edited(t, g.states[at%uint(len(g.states))].Save(), func(o object) { o["flow"] = json.RawMessage(flow) })
		tryFlow(t, x.Rules, text)
	})
}
