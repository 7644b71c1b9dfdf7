package game_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
)

// fair is a game with some of everything: elements in elements, parts on everything, random streams, a past, picks of
// several forms. Its declarations are in one order or another.
func fair(turned bool) *box {
	x := newBox()
	x.Name = "fair"
	x.row.Max = 30
	what := &game.Pick[game.ID]{Name: "what", From: x.row.Contents, Several: fixed(1, 2)}
	to := &game.Pick[game.Seat]{Name: "to", From: func(tx *game.Tx) game.Set[game.Seat] { return tx.Standing() }}
	word := &game.Pick[string]{Name: "word", List: func(*game.Tx) []string { return []string{"so be it", "no"} }, Optional: true}
	x.Actions = []*game.Action{
		{Name: "hand", Pick: []game.Choice{what, to, word}, Do: func(tx *game.Tx) {
			for id := range what.All(tx) {
				tx.Move(id, x.hand.Of(to.In(tx)))
				target.Set(tx, tx.Seat, id)
				points.Edit(tx, id, func(n *int) { *n += 3 })
			}
			label.Set(tx, game.Root, word.In(tx))
		}},
		{Name: "busy", Do: func(tx *game.Tx) {
			x.busy(tx)
			tx.Create(x.card, x.bag)
			if tx.Played()%7 == 6 {
				tx.Again()
			}
		}},
		{Name: "quit", Do: func(tx *game.Tx) {
			tx.Eliminate(tx.Seat)
			if tx.Standing().Len() == 1 {
				scores := make([]int, tx.Seats())
				for i := range scores {
					scores[i] = tx.Count(x.hand.Of(game.Seat(i)))
				}
				tx.Score(scores...)
			}
		}},
	}
	x.Position = game.Position{Places: []game.Layout{x.row, x.bag}, Parts: []game.Column{points}, Mover: true}
	x.Setup = x.furnish
	if turned {
		slices.Reverse(x.Layout)
		slices.Reverse(x.Kinds)
		slices.Reverse(x.Parts)
		slices.Reverse(x.Actions)
	}
	return x
}

// fairGame is a complete game of fair by three seats that uses everything.
func fairGame(t testing.TB) (moves []string) {
	t.Helper()
	s := start(t, fair(false).Rules, 3)
	for i, action := range []string{"busy", "hand", "busy", "hand", "busy", "busy", "hand", "quit", "busy", "hand", "quit"} {
		var all []string
		for _, text := range texts(t, s) {
			if strings.HasPrefix(text, action) {
				all = append(all, text)
			}
		}
		slices.Sort(all)
		moves = append(moves, all[(i*37+11)%len(all)])
		s = play(t, s, moves[i])
	}
	return moves
}

// states are all states of a game.
func states(t testing.TB, r *game.Rules, seats int, moves ...string) []*game.State {
	t.Helper()
	all := []*game.State{start(t, r, seats)}
	for _, text := range moves {
		all = append(all, play(t, all[len(all)-1], text))
	}
	return all
}

func TestSaveAndLoad(t *testing.T) {
	moves := fairGame(t)
	for i, s := range states(t, fair(false).Rules, 3, moves...) {
		l := reload(t, s)
		same(t, l, s)
		if l.Turn() != s.Turn() || l.Played() != s.Played() || l.Seats() != s.Seats() || l.Outcome().String() != s.Outcome().String() ||
			l.Repeats() != s.Repeats() || names(l, l.All()) != names(s, s.All()) || l.Filled().Len() != s.Filled().Len() || l.Held(1).Len() != s.Held(1).Len() {
			t.Errorf("after %d moves the loaded state differs", i)
		}
		if i < len(moves) {
			same(t, play(t, l, moves[i]), play(t, s, moves[i]))
		}
	}
}

// Saves, hashes, records and changes use names, so they survive reordered declarations (law 12).
func TestReorderedDeclarations(t *testing.T) {
	one, other := fair(false), fair(true)
	moves := fairGame(t)
	a, b := states(t, one.Rules, 3, moves...), states(t, other.Rules, 3, moves...)
	if one.Digest() != other.Digest() || one.Digest() == "" {
		t.Errorf("the digests are %s and %s", one.Digest(), other.Digest())
	}
	for i := range a {
		if a[i].Hash() != b[i].Hash() {
			t.Fatalf("after %d moves the hashes are %s and %s", i, a[i].HashText(), b[i].HashText())
		}
		if !bytes.Equal(a[i].Save(), b[i].Save()) {
			t.Errorf("after %d moves the saves differ:\n%s\n%s", i, a[i].Save(), b[i].Save())
		}
		l, err := other.Rules.Load(a[i].Save())
		if err != nil {
			t.Fatal(err)
		}
		same(t, l, b[i])
		if i > 0 {
			next, err := b[i-1].Apply(a[i-1].Diff(a[i]))
			if err != nil {
				t.Fatal(err)
			}
			same(t, next, b[i])
		}
	}
	h := newHistory(a[0])
	for _, text := range moves {
		m, err := h.State().Parse(h.State().Turn(), text)
		if err == nil {
			err = h.Play(m)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	rec, err := match.ReadRecord([]byte(h.Record().String()))
	if err != nil {
		t.Fatal(err)
	}
	s, err := replayed(other.Rules, rec, -1)
	if err != nil {
		t.Fatal(err)
	}
	same(t, s, b[len(b)-1])
}

// The content of a declaration changes the digest; its position and look do not.
func TestDigest(t *testing.T) {
	base := newDefinition().Digest()
	for name, change := range map[string]func(*definition){
		"name":      func(d *definition) { d.Name = "other" },
		"seats":     func(d *definition) { d.Seats = game.Between(1, 3) },
		"place":     func(d *definition) { d.row.Name = "line" },
		"order":     func(d *definition) { d.row.Order = game.Stacked },
		"max":       func(d *definition) { d.row.Max = 3 },
		"each":      func(d *definition) { d.row.Each, d.pick.From = true, d.pile.Contents; d.Position.Places = nil },
		"new place": func(d *definition) { d.Layout = append(d.Layout, &game.Place{Name: "more"}) },
		"kind":      func(d *definition) { d.stone.Name = "rock" },
		"part":      func(d *definition) { d.Parts = d.Parts[1:] },
		"type":      func(d *definition) { d.Parts[0] = game.NewPart[int8]("points") },
		"field":     func(d *definition) { d.Parts[0] = game.NewPart[struct{ A int }]("points") },
		"action":    func(d *definition) { d.Actions[0].Name = "choose" },
		"pick":      func(d *definition) { d.pick.Name = "which" },
		"sort":      func(d *definition) { d.choose(&game.Pick[int]{Name: "what", Range: fixed(1, 2)}) },
		"option":    func(d *definition) { d.Options[0] = d.size.Is(4) },
	} {
		d := newDefinition()
		change(d)
		if err := d.Rules.Check(); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if d.Digest() == base {
			t.Errorf("%s: the digest is the same", name)
		}
	}
	for name, change := range map[string]func(*definition){
		"nothing": func(d *definition) {},
		"version": func(d *definition) { d.Version = "2" },
		"about":   func(d *definition) { d.About.Title = "A box" },
		"look":    func(d *definition) { d.row.Look.Color, d.stone.Look.Shape, d.pick.Look.Label = "red", "disc", "x" },
		"prompt":  func(d *definition) { d.pick.Prompt, d.Actions[0].Label = "What?", "Pick" },
		"rules":   func(d *definition) { d.Setup, d.End = func(*game.Tx) {}, func(*game.Tx) {} },
		"order":   func(d *definition) { slices.Reverse(d.Layout); slices.Reverse(d.Parts); slices.Reverse(d.Kinds) },
	} {
		d := newDefinition()
		change(d)
		if d.Digest() != base {
			t.Errorf("%s: the digest differs", name)
		}
	}
}

// midGame is a state of fair with everything in it.
func midGame(t testing.TB) (*box, *game.State) {
	x := fair(false)
	all := states(t, x.Rules, 3, fairGame(t)[:7]...)
	return x, all[7]
}

func TestSaveCutOff(t *testing.T) {
	x, s := midGame(t)
	save := s.Save()
	for n := range len(save) {
		if l, err := x.Rules.Load(save[:n]); err == nil || l != nil {
			t.Fatalf("cut off after %d bytes, it is accepted", n)
		} else if n%100 == 0 {
			wantDamaged(t, err, "the save cannot be loaded: it is not a save of Ply: ")
		}
	}
	for _, more := range []string{"{}", "x", "]", "null", string(save)} {
		_, err := x.Rules.Load(append(save[:len(save):len(save)], more...))
		wantDamaged(t, err, "the save cannot be loaded: there is more after its end")
	}
	if _, err := x.Rules.Load(append(save[:len(save):len(save)], " \n"...)); err != nil {
		t.Errorf("space at the end: %v", err)
	}
}

// Every changed byte is noticed.
func TestSaveWithOneByteChanged(t *testing.T) {
	x, s := midGame(t)
	save := s.Save()
	step := 2
	if testing.Short() {
		step = 11
	}
	for i := 0; i < len(save); i += step {
		for _, b := range []byte{save[i] ^ 1, '0', ' ', '"'} {
			bad := slices.Clone(save)
			bad[i] = b
			l, err := x.Rules.Load(bad)
			if err == nil && !bytes.Equal(l.Save(), save) {
				t.Errorf("with %q instead of %q at %d it is loaded as a different state", b, save[i], i)
			} else if err != nil && (l != nil || game.CodeOf(err) != game.Damaged) {
				t.Errorf("at %d: %v", i, err)
			}
		}
	}
}

// object is a JSON object to damage.
type object map[string]any

// edited damages a save and removes the seals at its end, which would notice.
func edited(t testing.TB, save []byte, edit func(object)) []byte {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(save))
	d.UseNumber()
	var o object
	if err := d.Decode(&o); err != nil {
		t.Fatal(err)
	}
	delete(o, "hash")
	delete(o, "check")
	edit(o)
	out, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func (o object) element(i int) map[string]any { return o["elements"].([]any)[i].(map[string]any) }

func (o object) last() map[string]any { return o.element(len(o["elements"].([]any)) - 1) }

func (o object) part(name string) map[string]any {
	return o["parts"].(map[string]any)[name].(map[string]any)
}

func (o object) stream(i int) map[string]any {
	return o["random"].(map[string]any)["streams"].([]any)[i].(map[string]any)
}

func TestDamagedSaves(t *testing.T) {
	x, s := midGame(t)
	if l, err := x.Rules.Load(edited(t, s.Save(), func(object) {})); err != nil {
		t.Fatal(err)
	} else {
		same(t, l, s)
	}
	dead := "#13" // the first card in the bag
	if s.Find(dead) != 0 {
		t.Fatal("it was to be removed")
	}
	for _, c := range []struct {
		want string
		edit func(object)
	}{
		{"it has format 2, but this version of Ply reads format 1", func(o object) { o["ply"] = 2 }},
		{"it has format 0, but this version of Ply reads format 1", func(o object) { delete(o, "ply") }},
		{`it is a game of "chess", not of "fair"`, func(o object) { o["game"] = "chess" }},
		{"it was made with different rules for fair, or other options (digest 0123, here " + x.Digest() + ")", func(o object) { o["digest"] = "0123" }},
		{"fair cannot be played by 5 seats", func(o object) { o["seats"] = 5 }},
		{"fair cannot be played by -1 seats", func(o object) { o["seats"] = -1 }},
		{"it is not a save of Ply: json: unknown field", func(o object) { o["secret"] = 1 }},
		{"it is not a save of Ply: json: cannot unmarshal", func(o object) { o["moves"] = "three" }},
		{"it is not a save of Ply: json: cannot unmarshal", func(o object) { o["moves"] = -3 }},
		{"it is not a save of Ply: json: cannot unmarshal", func(o object) { o["elements"] = map[string]any{} }},
		{"-1 is not a valid number of elements", func(o object) { o["created"] = -1 }},
		{"3 is not a valid number of elements", func(o object) { o["created"] = 3 }},
		{"99999999 is not a valid number of elements", func(o object) { o["created"] = 99999999 }},
		{"", func(o object) { o["created"] = len(o["elements"].([]any)) }}, // those with the highest numbers are missing
		{"the seat to act does not exist", func(o object) { o["turn"] = 3 }},
		{"the seat to act does not exist", func(o object) { o["turn"] = -1 }},
		{"@turn cannot be -2", func(o object) { o["turn"] = -2 }},
		{"", func(o object) { o["turn"] = 200 }},
		{"the seat to act does not exist", func(o object) { o["out"] = 8 }},
		{"the seat to act does not exist", func(o object) { o["outcome"] = "2 0" }}, // ended, but it is still a seat's turn
		{"is not an outcome", func(o object) { o["turn"], o["outcome"] = -1, "won by me" }},
		{"is not an outcome", func(o object) { o["turn"], o["outcome"] = -1, "9 0" }},
		{"is not an outcome", func(o object) { o["turn"], o["outcome"] = -1, "1 8" }},
		{"is not an outcome", func(o object) { o["turn"], o["outcome"] = -1, "4 1 2 3" }}, // two scores for three
		{"is not an outcome", func(o object) { o["turn"], o["outcome"] = -1, "1 1 1" }},
		{"the past positions cannot be read", func(o object) { o["past"] = "xyz" }},
		{"the past positions cannot be read", func(o object) { o["past"] = o["past"].(string)[1:] }},
		{`element "row" is listed twice, or was never created`, func(o object) { o.element(0)["id"] = "row" }},
		{"is listed twice, or was never created", func(o object) { o.element(0)["id"] = o.element(1)["id"] }},
		{"is listed twice, or was never created", func(o object) {
			o["elements"] = append(o["elements"].([]any), o.element(2))
		}},
		{`there is no element "#999"`, func(o object) { o.last()["id"] = "#999" }},
		{`there is no element "#0"`, func(o object) { o.last()["id"] = "#0" }},
		{`there is no kind "dragon"`, func(o object) { o.element(0)["kind"] = "dragon" }},
		{"is not in any place", func(o object) { o.element(0)["kind"] = "" }},
		{"there is no spot", func(o object) { o.element(0)["in"] = "attic" }},
		{"there is no spot", func(o object) { o.element(0)["in"] = "table" }},
		{"there is no spot", func(o object) { o.element(0)["in"] = "seat/0" }},
		{"there is no hand/3 in this game", func(o object) { o.element(0)["in"] = "hand/3" }},
		{"", func(o object) { o.element(0)["in"] = "" }},
		{"is in itself or in nothing", func(o object) { o.element(0)["in"] = o.element(0)["id"] }},
		{"is in itself or in nothing", func(o object) { o.element(0)["in"], o.element(1)["in"] = o.element(1)["id"], o.element(0)["id"] }},
		{`there is no seat "3"`, func(o object) { o.element(0)["owner"] = 3 }},
		{`there is no seat "-1"`, func(o object) { o.element(0)["owner"] = -1 }},
		{"it is not a save of Ply", func(o object) { o.element(0)["owner"] = "me" }},
		{"row holds too many elements", func(o object) {
			o["created"] = 100
			for i := range 31 {
				o["elements"] = append(o["elements"].([]any), map[string]any{"id": fmt.Sprintf("#%d", 60+i), "kind": "stone", "in": "row"})
			}
		}},
		{`there is no part "weight"`, func(o object) { o["parts"].(map[string]any)["weight"] = map[string]any{"table": 1} }},
		{`there is no element "roof"`, func(o object) { o.part("points")["roof"] = 1 }},
		{"is not in the game", func(o object) { o.part("points")[dead] = 1 }}, // removed long ago
		{`part "points": json: cannot unmarshal`, func(o object) { o.part("points")["table"] = "many" }},
		{`part "points": json: cannot unmarshal`, func(o object) { o.part("points")["table"] = 1.5 }},
		{`part "points": json: cannot unmarshal`, func(o object) { o.part("points")["table"] = json.Number("99999999999999999999") }},
		{`part "label": json: cannot unmarshal`, func(o object) { o.part("label")["table"] = 7 }},
		{`part "body": there is no field "Tail"`, func(o object) { o.part("body")["row"] = map[string]any{"Tail": 1} }},
		{`part "body": field Left: json: cannot unmarshal number 200`, func(o object) { o.part("body")["row"] = map[string]any{"Left": 200} }},
		{`part "body": json: cannot unmarshal`, func(o object) { o.part("body")["row"] = []int{1} }},
		{`part "target": there is no element "roof"`, func(o object) { o.part("target")["table"] = "roof" }},
		{"", func(o object) { o.part("target")["table"] = 12 }}, // a slot number instead of a name
		{"", func(o object) { o["parts"] = []int{1} }},
		{"the random numbers have no main stream", func(o object) { o["random"].(map[string]any)["streams"] = []any{} }},
		{"the random numbers have no main stream", func(o object) { o.stream(0)["name"] = "main" }},
		{"the random streams are out of order", func(o object) { o.stream(1)["name"] = "" }},
		{"a seed is 64 hexadecimal digits", func(o object) { o.stream(0)["seed"] = "12" }},
		{"a seed is 64 hexadecimal digits", func(o object) { o["random"].(map[string]any)["seed"] = strings.Repeat("x", 64) }},
		{`random stream "other": `, func(o object) { o.stream(1)["state"] = "00" }},
		{"", func(o object) { o["random"] = 5 }},
	} {
		l, err := x.Rules.Load(edited(t, s.Save(), c.edit))
		if l != nil || err == nil {
			t.Errorf("it is accepted; want: %s", c.want)
			continue
		}
		wantDamaged(t, err, "the save cannot be loaded: ")
		wantDamaged(t, err, c.want)
	}
}

// The seal notices the same edits.
func TestSealedSaves(t *testing.T) {
	x, s := midGame(t)
	for want, edit := range map[string]func(o, sealed object){
		"it was modified after it was written": func(o, sealed object) { o["check"] = sealed["check"] },
		"its hash does not match its contents": func(o, sealed object) { o["hash"] = sealed["hash"] },
	} {
		var sealed object
		if err := json.Unmarshal(s.Save(), &sealed); err != nil {
			t.Fatal(err)
		}
		_, err := x.Rules.Load(edited(t, s.Save(), func(o object) {
			o.part("points")["table"] = 1000
			edit(o, sealed)
		}))
		wantDamaged(t, err, want)
	}
}

// Rules refuse saves of another game, and rules with faults refuse all.
func TestLoadWithOtherRules(t *testing.T) {
	_, s := midGame(t)
	if _, err := nimRules().Load(s.Save()); game.CodeOf(err) != game.Damaged {
		t.Errorf("nim loads it: %v", err)
	}
	more := fair(false)
	more.Parts = append(more.Parts, game.NewPart[int]("more"))
	if _, err := more.Rules.Load(s.Save()); game.CodeOf(err) != game.Damaged || !strings.Contains(err.Error(), "with different rules for fair") {
		t.Errorf("other rules load it: %v", err)
	}
	bad := fair(false)
	bad.Kinds = append(bad.Kinds, nil)
	if _, err := bad.Rules.Load(s.Save()); err == nil || game.CodeOf(err) != "" {
		t.Errorf("rules with faults load it: %v", err)
	}
}

// A game with the maximum number of seats can be saved and loaded.
func TestSaveWithAllSeats(t *testing.T) {
	for _, n := range []int{31, 32} {
		x := newBox()
		x.Seats = game.Between(1, 32)
		s := start(t, x.Rules, n)
		s = x.play(t, s, func(tx *game.Tx) { tx.Eliminate(game.Seat(n - 1)); tx.Create(x.stone, x.hand.Of(game.Seat(n-1))) })
		same(t, reload(t, s), s)
		if s.Standing().Len() != n-1 || s.Held(0).Len() != 1 {
			t.Errorf("%d stand", s.Standing().Len())
		}
	}
}

// Any value that a Part can hold survives saving and loading.
func TestEveryValueCanBeLoaded(t *testing.T) {
	x := newBox()
	for _, text := range []string{"", "é", "\x00", "\u2028", "\xff\xfe", "<&>", `\"`, "a\xc3"} {
		s := x.play(t, x.start(t), func(tx *game.Tx) { label.Set(tx, game.Root, text) })
		l, err := x.Rules.Load(s.Save())
		if err != nil {
			t.Errorf("with %q on the table: %v", text, err)
		} else if label.Of(l, game.Root) != text {
			t.Errorf("%q comes back as %q", text, label.Of(l, game.Root))
		}
	}
	for name, id := range map[string]func(*game.Tx) game.ID{
		"none":    func(*game.Tx) game.ID { return 0 },
		"a place": func(*game.Tx) game.ID { return x.row.ID() },
		"removed": func(tx *game.Tx) game.ID {
			id := tx.Create(x.stone, x.row)
			tx.Remove(id)
			return id
		},
		"not there":               func(*game.Tx) game.ID { return 9999 },
		"of a seat that is empty": func(*game.Tx) game.ID { return x.hand.Of(3) },
	} {
		s, err := x.try(x.start(t), func(tx *game.Tx) { target.Set(tx, game.Root, id(tx)) })
		if err != nil {
			continue // a Fault is fine, too
		}
		l, err := x.Rules.Load(s.Save())
		if err != nil {
			t.Errorf("with %s on the table: %v", name, err)
		} else if target.Of(l, game.Root) != target.Of(s, game.Root) {
			t.Errorf("%s comes back as %d", name, target.Of(l, game.Root))
		}
	}
}

// Save stores a whole game by name; Load restores it, or explains what is wrong.
func ExampleRules_Load() {
	s, _ := nim().PlayText(0, "take 2")
	again, err := s.Rules().Load(s.Save())
	fmt.Println(again.Count(again.Find("heap")), again.Turn(), again.Hash() == s.Hash(), err)

	_, err = s.Rules().Load(s.Save()[:100])
	fmt.Println(err)
	// Output:
	// 5 seat 1 true <nil>
	// the save cannot be loaded: it is not a save of Ply: unexpected EOF
}
