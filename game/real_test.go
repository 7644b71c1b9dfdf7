package game_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// thief is a den in which a seat takes cards from the unordered hand of the other seat, from the top of the pile, or
// from its own hand.
func thief(t testing.TB, seed uint64, next ...game.Chance) (*box, *game.State) {
	x := den()
	x.hand.Order = game.Unordered
	what := &game.Pick[game.ID]{Name: "what", From: func(tx *game.Tx) game.Set[game.ID] { return tx.Contents(x.hand.Of(1 - tx.Seat)) }}
	some := &game.Pick[game.ID]{Name: "some", Several: fixed(1, 3), From: what.From}
	mine := &game.Pick[game.ID]{Name: "mine", From: x.hand.Contents, If: func(tx *game.Tx, id game.ID) bool {
		if face.Of(tx, id) == 6 {
			return tx.Refuse("{0} cannot be played", id)
		}
		return true
	}}
	top := &game.Pick[game.ID]{Name: "top", From: func(tx *game.Tx) game.Set[game.ID] { return game.SetOf(tx.Last(x.pile)) }, Optional: true}
	n := &game.Pick[int]{Name: "n", Range: fixed(0, 3)}
	take := func(tx *game.Tx, id game.ID) { tx.Move(id, x.hand.Of(tx.Seat)) }
	luck := &game.Pick[int]{Name: "luck", Range: fixed(1, 1), Then: func(tx *game.Tx, _ int) { tx.Roll(6) }}
	x.Actions = []*game.Action{
		{Name: "steal", Pick: []game.Choice{what}, Do: func(tx *game.Tx) { take(tx, what.In(tx)) }},
		{Name: "rob", Pick: []game.Choice{some}, Do: func(tx *game.Tx) {
			for id := range some.All(tx) {
				take(tx, id)
			}
		}},
		{Name: "play", Pick: []game.Choice{mine, n}, Do: func(tx *game.Tx) { tx.Move(mine.In(tx), x.row) }},
		{Name: "draw", Pick: []game.Choice{top}, Do: func(tx *game.Tx) {
			if id := top.In(tx); id != 0 {
				take(tx, id)
			}
		}},
		{Name: "dare", Pick: []game.Choice{luck, mine}, Do: func(tx *game.Tx) { tx.Move(mine.In(tx), x.row) }},
		{Name: "never", If: game.When("it is too late", func(*game.Tx) bool { return false }), Do: func(*game.Tx) {}},
	}
	x.Setup = func(tx *game.Tx) {
		x.deal(tx, x.pile.ID(), 1, 2, 3, 4)
		tx.Shuffle(x.pile)
		for range 3 {
			take := tx.Last(x.pile)
			tx.Move(take, x.hand.Of(1))
		}
		x.deal(tx, x.hand.Of(0), 5, 6)
	}
	s, err := x.Rules.Start(2, game.SeedOf(seed), next...)
	if err != nil {
		t.Fatal(err)
	}
	return x, s
}

// A move of a view means a move of the state: the same element if the view shows its face, the element in that position
// if the view shows a back.
func TestReal(t *testing.T) {
	_, s := thief(t, 1)
	v := s.View(0)
	for text, want := range map[string]string{
		"play #1 2":    "play #5 2", // card 5 is the fifth element created
		"draw pile:1":  "draw " + s.Name(s.Last(s.Find("pile"))),
		"draw -":       "draw -",
		"dare 1 #1":    "dare 1 #5", // chance decides here, and is left to the state
		`steal hand/1`: "",
	} {
		m, err := v.Parse(0, text)
		if err != nil {
			t.Fatal(err)
		}
		real, err := v.Real(m)
		if want == "" {
			wantRefusal(t, err, game.NotOffered, "steal, what: hand/1 cannot be chosen")
			continue
		}
		if err != nil || s.Text(real) != want {
			t.Errorf("%s means %s, %v; want %s", text, s.Text(real), err, want)
		}
		if v.Text(m) != text {
			t.Errorf("Real has changed its argument to %s", v.Text(m))
		}
		if _, err := s.Play(real); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	own, err := s.Parse(0, "play #5 2")
	if err != nil {
		t.Fatal(err)
	}
	if real, err := s.View(game.Judge).Real(own); err != nil || s.Text(real) != "play #5 2" {
		t.Errorf("a move of the state means %s, %v", s.Text(real), err)
	}
}

// Elements have different numbers in a view. A view refuses moves of the state and vice versa, if it can be told where
// they were chosen.
func TestMovesOfViewsAndStates(t *testing.T) {
	_, s := thief(t, 1)
	v := s.View(0)
	const noView = "this is the state, not a view: call Real on the view where the move was chosen; moves of the state can be played directly"
	const notOfState = "the move was chosen on a view, where elements have different IDs: call Real on that view and play the result"
	const notOfView = "the move was chosen on a state, not on a view: it can be played directly"
	own, err := s.Parse(0, "play #5 2")
	if err != nil {
		t.Fatal(err)
	}
	seen, err := v.Parse(0, "play #1 2")
	if err != nil {
		t.Fatal(err)
	}
	listed, err := v.Moves()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range append(listed, seen) {
		_, err = s.Real(m)
		wantRefusal(t, err, game.Malformed, noView)
		next, err := s.Play(m)
		wantRefusal(t, err, game.Malformed, notOfState)
		if next != s {
			t.Error("a refused move returns a different state")
		}
		wantRefusal(t, s.Fork().Play(m), game.Malformed, notOfState)
		if _, err = v.Play(m); err != nil { // on the view, its effect can be previewed
			t.Errorf("%s: %v", v.Text(m), err)
		}
		real, err := v.Real(m)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = s.Play(real); err != nil {
			t.Errorf("%s: %v", s.Text(real), err)
		}
		_, err = v.Real(real)
		wantRefusal(t, err, game.Malformed, notOfView)
	}
	_, err = s.Real(own)
	wantRefusal(t, err, game.Malformed, noView)
	_, err = v.Real(own)
	wantRefusal(t, err, game.Malformed, notOfView)
	all, err := s.Moves()
	if err != nil {
		t.Fatal(err)
	}
	_, err = v.Real(all[0])
	wantRefusal(t, err, game.Malformed, notOfView)
	by := game.Move{Seat: 0, Action: "play", Picks: seen.Picks} // written by hand: only the values count
	if real, err := v.Real(by); err != nil || s.Text(real) != "play #5 2" {
		t.Errorf("it means %s, %v", s.Text(real), err)
	}
}

// A card chosen in an unseen hand can be any of them: always the same for the same state, each equally likely, and
// different cards for different names.
func TestRealOfAHeap(t *testing.T) {
	arrived := map[string]int{} // by order of arrival, and by internal order
	for seed := range uint64(300) {
		_, s := thief(t, seed)
		v := s.View(0)
		hand := s.Find("hand/1")
		m, err := v.Parse(0, "rob hand/1:1+hand/1:2+hand/1:3")
		if err != nil {
			t.Fatal(err)
		}
		real, err := v.Real(m)
		if err != nil {
			t.Fatal(err)
		}
		again, err := s.View(0).Real(m)
		if err != nil || s.Text(again) != s.Text(real) {
			t.Fatalf("the second time it is %s, not %s", s.Text(again), s.Text(real))
		}
		ids := real.Picks[0]
		if ids[0] == ids[1] || ids[0] == ids[2] || ids[1] == ids[2] {
			t.Fatalf("two names mean the same card: %s", s.Text(real))
		}
		in := slices.Collect(s.In(hand))
		for k, value := range ids {
			one, err := v.Parse(0, fmt.Sprint("steal hand/1:", k+1))
			if err != nil {
				t.Fatal(err)
			}
			if alone, err := v.Real(one); err != nil || alone.Picks[0][0] != value {
				t.Fatalf("alone it is %v, %v", alone.Picks, err)
			}
			arrived[fmt.Sprint("place ", slices.Index(in, game.ID(value.N)), " as ", k+1)]++
			arrived[fmt.Sprint("face ", face.Of(s, game.ID(value.N)), " as ", k+1)]++
		}
	}
	for what, n := range arrived {
		if want := 100; strings.HasPrefix(what, "place") && (n < want-35 || n > want+35) {
			t.Errorf("%s: %d times of 300", what, n)
		}
		if want := 75; strings.HasPrefix(what, "face") && (n < want-30 || n > want+30) {
			t.Errorf("%s: %d times of 300", what, n)
		}
	}
	if len(arrived) != 9+12 {
		t.Errorf("there are %d combinations: %v", len(arrived), arrived)
	}
}

// A refusal uses the words of the view and does not depend on hidden elements.
func TestRealRefusals(t *testing.T) {
	_, s := thief(t, 1, game.Chance{Order: []string{"#1", "#2", "#3", "#4"}})
	_, other := thief(t, 2, game.Chance{Order: []string{"#4", "#3", "#1", "#2"}})
	if string(s.View(0).Save()) != string(other.View(0).Save()) || s.Hash() == other.Hash() {
		t.Fatal("the two states should differ only in what is hidden")
	}
	v, w := s.View(0), other.View(0)
	pick := func(name string) [][]game.Value { return [][]game.Value{element(v.Find(name))} }
	for _, c := range []struct {
		m     game.Move
		code  game.Code
		words string
	}{
		{game.Move{Seat: 1, Action: "steal", Picks: pick("#1")}, game.NoSeat, "seat 1 cannot move on another seat's view: use its own"},
		{game.Move{Seat: 5, Action: "steal"}, game.NoSeat, "seat 5 cannot move on another seat's view: use its own"},
		{game.Move{Seat: game.Nobody, Action: "steal"}, game.NoSeat, "seat -1 cannot move on another seat's view: use its own"},
		{game.Move{Seat: 0, Action: "fly"}, game.NoAction, "there is no action fly; the actions are steal, rob, play, draw, dare, never"},
		{game.Move{Seat: 0, Action: "never"}, game.Unavailable, "never: it is too late"},
		{game.Move{Seat: 0, Action: "steal"}, game.Missing, "steal, what: it must be chosen"},
		{game.Move{Seat: 0, Action: "steal", Picks: pick("#1")}, game.NotOffered, "steal, what: #1 cannot be chosen"},
		{game.Move{Seat: 0, Action: "steal", Picks: pick("pile:1")}, game.NotOffered, "steal, what: pile:1 cannot be chosen"},
		{game.Move{Seat: 0, Action: "steal", Picks: [][]game.Value{value(9999)}}, game.NotOffered, "steal, what: ? cannot be chosen"},
		{game.Move{Seat: 0, Action: "steal", Picks: [][]game.Value{value(-1)}}, game.NotOffered, "steal, what: ? cannot be chosen"},
		{game.Move{Seat: 0, Action: "steal", Picks: [][]game.Value{element(v.Find("hand/1:1"), v.Find("hand/1:2"))}}, game.Surplus, "steal, what: exactly one must be chosen, got 2"},
		{game.Move{Seat: 0, Action: "steal", Picks: append(pick("hand/1:1"), value(1))}, game.Surplus, "steal: it takes one pick (what), got 2"},
		{game.Move{Seat: 0, Action: "rob", Picks: [][]game.Value{element(v.Find("hand/1:1"), v.Find("hand/1:1"))}}, game.NotOffered, "rob, some: hand/1:1 is chosen twice"},
		{game.Move{Seat: 0, Action: "play", Picks: append(pick("#2"), value(1))}, game.NotOffered, "play, mine: #2 cannot be played"},
		{game.Move{Seat: 0, Action: "play", Picks: append(pick("#1"), value(7))}, game.NotOffered, "play, n: 7 cannot be chosen, only 0 to 3"},
	} {
		_, err := v.Real(c.m)
		wantRefusal(t, err, c.code, c.words)
		_, err = w.Real(c.m)
		wantRefusal(t, err, c.code, c.words)
	}
	l := reload(t, v)
	_, err := l.Real(game.Move{Seat: 0, Action: "draw", Picks: [][]game.Value{nil}})
	wantRefusal(t, err, game.Malformed, "the view was loaded or changed, so its moves cannot be translated: choose them on a View of the state")
	after, err := s.Play(game.Move{Seat: 0, Action: "draw", Picks: [][]game.Value{nil}})
	if err != nil {
		t.Fatal(err)
	}
	_, err = after.View(0).Real(game.Move{Seat: 0, Action: "draw"})
	wantRefusal(t, err, game.NotYourTurn, "draw: it is the turn of player 2")
}

// Refusals and offers name elements as the view does.
func TestWordsOfViews(t *testing.T) {
	_, s := thief(t, 1)
	v := s.View(0)
	offers, err := v.Offers(game.Move{Seat: 0, Action: "play"})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range offers[0].Options {
		text := offers[0].Show(c.Value)
		if c.Why != nil {
			text += " (" + c.Why.String() + ")"
		}
		got = append(got, text)
	}
	if got := strings.Join(got, ", "); got != "#1, #2 (#2 cannot be played)" {
		t.Errorf("offered are %s", got)
	}
}
