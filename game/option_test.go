package game_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
)

var (
	heapSize = &game.Option[int]{Name: "size", Label: "Sticks", Default: 7, Min: 1, Max: 50}
	misere   = &game.Option[bool]{Name: "misere", Description: "Whoever takes the last one loses."}
	style    = &game.Option[string]{Name: "style", Default: "plain", Choices: []string{"plain", "fancy"}}
	motto    = &game.Option[string]{Name: "motto"}
)

// setNim is nim with options.
func setNim(sticks int, last bool, how, words string) *game.Rules {
	r := nimRules()
	heap, stick := r.Layout[0].(*game.Place), r.Kinds[0]
	r.Setup = func(t *game.Tx) { t.CreateMany(sticks, stick, heap) }
	r.Options = []game.Setting{heapSize.Is(sticks), misere.Is(last), style.Is(how), motto.Is(words)}
	r.Presets = []game.Preset{{Name: "long", Label: "A long game", Values: game.Values{"size": "50", "style": "fancy"}}}
	r.Make = func(v game.Values) *game.Rules {
		return setNim(heapSize.In(v), misere.In(v), style.In(v), motto.In(v))
	}
	return r
}

func TestOptions(t *testing.T) {
	r := setNim(7, false, "plain", "")
	if err := r.Check(); err != nil {
		t.Fatal(err)
	}
	if len(r.Values()) != 0 {
		t.Errorf("the defaults are said: %v", r.Values())
	}
	for i, want := range []string{"size/Sticks/number/7/7", "misere/misere/bool/false/false", "style/style/select/plain/plain", "motto/motto/text//"} {
		o := r.Options[i]
		if got := strings.Join([]string{o.Name, o.Label, o.Type, o.Default, o.Value}, "/"); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	for _, c := range []struct {
		set, want game.Values
		sticks    int
	}{
		{game.Values{}, game.Values{}, 7},
		{game.Values{"size": "7"}, game.Values{}, 7},
		{game.Values{"size": "3", "misere": "true"}, game.Values{"size": "3", "misere": "true"}, 3},
		{game.Values{"motto": "a=b, c"}, game.Values{"motto": "a=b, c"}, 7},
		{r.Presets[0].Values, game.Values{"size": "50", "style": "fancy"}, 50},
	} {
		made, err := r.With(c.set)
		if err != nil {
			t.Fatal(err)
		}
		if !maps.Equal(made.Values(), c.want) || (len(c.want) == 0) != (made == r) {
			t.Errorf("with %v the values are %v", c.set, made.Values())
		}
		s := start(t, made, 2)
		if n := s.Count(s.Find("heap")); n != c.sticks {
			t.Errorf("with %v there are %d sticks", c.set, n)
		}
		if made != r && made.Digest() == r.Digest() {
			t.Errorf("with %v the digest is the same", c.set)
		}
		// With changes options that are already set.
		more, err := made.With(game.Values{"style": "fancy"})
		if err != nil || more.Values()["style"] != "fancy" || more.Values()["size"] != made.Values()["size"] {
			t.Errorf("further options: %v, %v", more.Values(), err)
		}
		back, err := made.With(game.Values{"size": "7", "misere": "false", "style": "plain", "motto": ""})
		if err != nil || len(back.Values()) != 0 {
			t.Errorf("back to the defaults: %v, %v", back.Values(), err)
		}
	}
}

func TestOptionsRefused(t *testing.T) {
	r := setNim(7, false, "plain", "")
	for _, c := range []struct {
		set  game.Values
		want string
	}{
		{game.Values{"depth": "3"}, `nim has no option "depth"; it has size, misere, style, motto`},
		{game.Values{"size": "many"}, `option size must be a whole number, not "many"`},
		{game.Values{"size": "51"}, "option size must be from 1 to 50, not 51"},
		{game.Values{"misere": "yes"}, `option misere must be true or false, not "yes"`},
		{game.Values{"style": "odd"}, `option style must be one of plain, fancy, not "odd"`},
		{game.Values{"motto": "two\nlines"}, "option motto must be one line of text"},
		{game.Values{"motto": strings.Repeat("x", 1001)}, "option motto must be one line of text"},
		{game.Values{"style": "odd", "size": "0", "depth": "1"}, `nim has no option "depth"; it has size, misere, style, motto; option size must be from 1 to 50, not 0; option style must be one of plain, fancy, not "odd"`},
	} {
		made, err := r.With(c.set)
		if made != nil {
			t.Errorf("%v is accepted", c.set)
		}
		wantRefusal(t, err, game.Malformed, c.want)
	}
	_, err := nimRules().With(game.Values{"size": "3"})
	wantRefusal(t, err, game.Malformed, `nim has no options, but "size" was set`)
	broken := setNim(7, false, "plain", "")
	broken.Actions = nil
	if _, err := broken.With(nil); err == nil {
		t.Error("rules with faults accept options")
	}
	none := setNim(7, false, "plain", "")
	none.Make = func(game.Values) *game.Rules { return nil }
	if made, err := none.With(game.Values{"size": "3"}); err == nil {
		t.Errorf("a Make that returns nothing gives %v", made)
	}
}

// Saves and records contain their options, and rules with other options refuse them.
func TestOptionsInSavesAndRecords(t *testing.T) {
	r := setNim(7, false, "plain", "")
	short, err := r.With(game.Values{"size": "3"})
	if err != nil {
		t.Fatal(err)
	}
	h := historyOf(t, start(t, short, 2), "take 2", "take 1")
	rec, err := match.ReadRecord([]byte(h.Record().String()))
	if err != nil || rec.Options["size"] != "3" {
		t.Fatalf("the record has the options %v (%v)", rec.Options, err)
	}
	again, err := r.With(rec.Options)
	if err != nil {
		t.Fatal(err)
	}
	if s, err := replayed(again, rec, -1); err != nil || s.Outcome().String() != "won by seat 1" {
		t.Errorf("%s, %v", s.Outcome(), err)
	}
	_, err = replayed(r, rec, -1)
	wantDamaged(t, err, "with different rules for nim, or other options")
	_, err = r.Load(h.State().Save())
	wantDamaged(t, err, "with different rules for nim, or other options")
	if !strings.Contains(string(h.State().Save()), `"options":{"size":"3"}`) {
		t.Error("the save lacks its options")
	}
}

// Options are declared with their limits; Make builds the rules for a choice of them.
func ExampleOption() {
	size := &game.Option[int]{Name: "size", Label: "Number of sticks", Default: 7, Min: 1, Max: 50}
	var build func(sticks int) *game.Rules
	build = func(sticks int) *game.Rules {
		r := nimRules()
		heap, stick := r.Layout[0].(*game.Place), r.Kinds[0]
		r.Options = []game.Setting{size.Is(sticks)}
		r.Make = func(v game.Values) *game.Rules { return build(size.In(v)) }
		r.Setup = func(t *game.Tx) { t.CreateMany(sticks, stick, heap) }
		return r
	}
	rules := build(7)
	big, err := rules.With(game.Values{"size": "20"})
	fmt.Println(big.Values(), err)
	s, _ := big.Start(2, game.SeedOf(1))
	fmt.Println(s.Count(s.Find("heap")))
	_, err = rules.With(game.Values{"size": "99", "colour": "red"})
	fmt.Println(err)
	// Output:
	// map[size:20] <nil>
	// 20
	// nim has no option "colour"; it has size; option size must be from 1 to 50, not 99
}

func TestMakeThatStops(t *testing.T) {
	r := setNim(7, false, "plain", "")
	r.Make = func(game.Values) *game.Rules { panic("no such size") }
	if made, err := r.With(game.Values{"size": "3"}); made != nil || err == nil || !strings.Contains(err.Error(), "no such size") {
		t.Errorf("got %v", err)
	}
	// A Make that does not report what is set would make records that nobody can replay.
	r = setNim(7, false, "plain", "")
	r.Make = func(game.Values) *game.Rules { return setNim(7, false, "plain", "") }
	if made, err := r.With(game.Values{"size": "3"}); err == nil && len(made.Values()) == 0 {
		t.Error("the size is missing from Set, without an error")
	}
}
