package game_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
)

// inn is a game in which players can make every mistake.
func inn() *box {
	x := newBox()
	a := &game.Pick[int]{Name: "a", Range: fixed(1, 5)}
	b := &game.Pick[int]{Name: "b", Range: fixed(1, 5), Several: fixed(1, 2), If: func(tx *game.Tx, n int) bool {
		if n == a.In(tx) {
			return tx.Refuse("it is {0} already", n)
		}
		return true
	}}
	act := x.picking(func(tx *game.Tx) {
		if a.In(tx) == 5 {
			tx.Win(tx.Seat)
		}
		tx.Create(x.stone, x.row)
	}, a, b)
	act.Check = game.When("the sum must not be 9", func(tx *game.Tx) bool { return a.In(tx)+b.In(tx) != 9 })
	x.Actions = append(x.Actions,
		&game.Action{Name: "sleep", If: game.When("you are not tired", func(tx *game.Tx) bool { return tx.Played() > 3 }), Do: func(*game.Tx) {}},
		&game.Action{Name: "eat", Pick: []game.Choice{&game.Pick[game.ID]{Name: "what", From: x.bag.Contents}}, Do: func(*game.Tx) {}},
		&game.Action{Name: "say", Pick: []game.Choice{
			&game.Pick[int]{Name: "to", Range: fixed(1, 3)},
			&game.Pick[string]{Name: "words", List: func(*game.Tx) []string { return []string{"hello", "well well"} }},
		}, Do: func(*game.Tx) {}},
		&game.Action{Name: "sing", NoUndo: true, Do: func(*game.Tx) {}},
		&game.Action{Name: "roll", Do: func(tx *game.Tx) { tx.Create(x.stone, x.row); tx.Roll(6) }},
	)
	return x
}

type refused struct {
	code game.Code
	want string
	ask  func(x *box, s *game.State) error
}

func played(s *game.State, m game.Move) error {
	next, err := s.Play(m)
	if err != nil && next != s {
		panic("a refused move returns a different state")
	}
	return err
}

func pick(picks ...[]game.Value) game.Move { return game.Move{Action: "pick", Picks: picks} }

func read(s *game.State, seat game.Seat, text string) error {
	_, err := s.PlayText(seat, text)
	return err
}

// At least one row for every code that the kernel uses, word for word.
var refusals = []refused{
	{game.TooMany, "there are 13983816 moves, but at most 1048576 can be listed", func(*box, *game.State) error {
		bets, err := lotto().Rules.Start(2, game.SeedOf(1))
		if err != nil {
			return err
		}
		_, err = bets.Moves()
		return err
	}},
	{game.Over, "the game is over", func(x *box, s *game.State) error {
		s, _ = s.PlayText(0, "pick 5 1")
		return played(s, game.Move{Seat: 1, Action: "sing"})
	}},
	{game.NoSeat, "there is no seat 2: there are 2 seats, counted from 0", func(x *box, s *game.State) error { return played(s, game.Move{Seat: 2, Action: "sing"}) }},
	{game.NoSeat, "there is no seat -1: there are 2 seats, counted from 0", func(x *box, s *game.State) error { return played(s, game.Move{Seat: game.Nobody, Action: "sing"}) }},
	{game.NoSeat, "box is for 1 to 4 seats, not 5", func(x *box, s *game.State) error {
		_, err := x.Rules.Start(5, game.SeedOf(1))
		return err
	}},
	{game.NoSeat, "nim is for 2 seats, not 3", func(x *box, s *game.State) error {
		_, err := nimRules().Start(3, game.SeedOf(1))
		return err
	}},
	{game.NotYourTurn, "sing: it is the turn of player 1", func(x *box, s *game.State) error { return played(s, game.Move{Seat: 1, Action: "sing"}) }},
	{game.NoAction, "there is no action dance; the actions are pick, sleep, eat, say, sing, roll", func(x *box, s *game.State) error { return played(s, game.Move{Action: "dance"}) }},
	{game.NoAction, "there is no action dance; the actions are pick, sleep, eat, say, sing, roll", func(x *box, s *game.State) error { return read(s, 0, "dance") }},
	{game.NoAction, `there is no action ""; the actions are pick, sleep, eat, say, sing, roll`, func(x *box, s *game.State) error { return played(s, game.Move{}) }},
	{game.Unavailable, "sleep: you are not tired", func(x *box, s *game.State) error { return played(s, game.Move{Action: "sleep"}) }},
	{game.Missing, "pick, a: it must be chosen", func(x *box, s *game.State) error { return played(s, pick()) }},
	{game.Missing, "pick, a: it must be chosen", func(x *box, s *game.State) error { return played(s, pick(nil, value(1))) }},
	{game.Missing, "pick, b: at least 1 must be chosen, got 0", func(x *box, s *game.State) error { return played(s, pick(value(1))) }},
	{game.Surplus, "pick: it takes 2 picks, got 3", func(x *box, s *game.State) error { return played(s, pick(value(1), value(2), value(3))) }},
	{game.Surplus, "pick: it takes 2 picks, got 3", func(x *box, s *game.State) error { return read(s, 0, "pick 1 2 3") }},
	{game.Surplus, "eat: it takes one pick (what), got 2", func(x *box, s *game.State) error { return read(s, 0, "eat row row") }},
	{game.Surplus, "sing: it takes no picks", func(x *box, s *game.State) error { return read(s, 0, "sing 1") }},
	{game.Surplus, "pick, a: exactly one must be chosen, got 2", func(x *box, s *game.State) error { return played(s, pick(value(1, 2), value(3))) }},
	{game.Surplus, "pick, b: at most 2 can be chosen, got 3", func(x *box, s *game.State) error { return played(s, pick(value(1), value(2, 3, 4))) }},
	{game.NotOffered, "pick, a: 6 cannot be chosen, only 1 to 5", func(x *box, s *game.State) error { return played(s, pick(value(6), value(1))) }},
	{game.NotOffered, "pick, b: it is 1 already", func(x *box, s *game.State) error { return played(s, pick(value(1), value(2, 1))) }},
	{game.NotOffered, "pick, b: 2 is chosen twice", func(x *box, s *game.State) error { return played(s, pick(value(1), value(2, 2))) }},
	{game.NotOffered, "pick, a: x is not a whole number", func(x *box, s *game.State) error { return read(s, 0, "pick x 1") }},
	{game.NotOffered, "pick, a: 01 is not a whole number", func(x *box, s *game.State) error { return read(s, 0, "pick 01 2") }},
	{game.NotOffered, "say, to: 9 cannot be chosen, only 1 to 3", func(x *box, s *game.State) error { return read(s, 0, "say 9 hello") }}, // the value is wrong, not the wording
	{game.NotOffered, "say, words: bye cannot be chosen", func(x *box, s *game.State) error { return read(s, 0, "say 1 bye") }},
	{game.NotOffered, `say, words: "" cannot be chosen`, func(x *box, s *game.State) error { return read(s, 0, `say 1 ""`) }},
	{game.NotOffered, "eat, what: row cannot be chosen", func(x *box, s *game.State) error { return read(s, 0, "eat row") }},
	{game.NotOffered, "eat, what: there is no cake", func(x *box, s *game.State) error { return read(s, 0, "eat cake") }},
	{game.NotOffered, "eat, what: ? cannot be chosen", func(x *box, s *game.State) error {
		return played(s, game.Move{Action: "eat", Picks: [][]game.Value{value(-1)}})
	}},
	{game.Malformed, "a move is an action followed by its picks, like: pick <a> <b>", func(x *box, s *game.State) error { return read(s, 0, "") }},
	{game.Malformed, "a move is an action followed by its picks, like: pick <a> <b>", func(x *box, s *game.State) error { return read(s, 0, `pick "1`) }},
	{game.Malformed, "a move is an action followed by its picks, like: pick <a> <b>", func(x *box, s *game.State) error { return read(s, 0, "pick 1++2") }},
	{game.Malformed, "the move is longer than 10000 bytes", func(x *box, s *game.State) error { return read(s, 0, strings.Repeat("x", 10_001)) }},
	{game.Malformed, "the rigged draw is 7, but a die with 6 sides is rolled", func(x *box, s *game.State) error {
		return played(s.Rig(game.Chance{Number: 7}), game.Move{Action: "roll"})
	}},
	{game.Rejected, "pick: the sum must not be 9", func(x *box, s *game.State) error { return played(s, pick(value(5), value(4))) }},
	{game.Damaged, "the changes do not fit this state: they were made from a different state", func(x *box, s *game.State) error {
		_, err := s.Apply([]game.Change{{Field: "@moves", Was: "9", Is: "10"}})
		return err
	}},
}

func TestRefusals(t *testing.T) {
	x := inn()
	s := x.start(t)
	before := string(s.Save())
	for _, c := range refusals {
		err := c.ask(x, s)
		wantRefusal(t, err, c.code, c.want)
		if again := c.ask(x, s); again == nil || again.Error() != err.Error() {
			t.Errorf("the second time it says %v instead of %v", again, err)
		}
		if game.CodeOf(fmt.Errorf("wrapped: %w", err)) != c.code {
			t.Errorf("%s: the code is lost in a wrapped error", c.want)
		}
	}
	if string(s.Save()) != before {
		t.Error("bad input has changed the state")
	}
	if game.CodeOf(nil) != "" || game.CodeOf(fmt.Errorf("other")) != "" {
		t.Error("an error that is not a Refusal has a code")
	}
}

// Every code has its own row.
func TestEveryCodeHasARow(t *testing.T) {
	outside := map[string]bool{"stale": true} // used by package match, which compares what players have seen
	file, err := parser.ParseFile(token.NewFileSet(), "refusal.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	codes := 0
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if typ, ok := spec.Type.(*ast.Ident); !ok || typ.Name != "Code" {
			return true
		}
		code, _ := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
		codes++
		for _, c := range refusals {
			if string(c.code) == code {
				return true
			}
		}
		if !outside[code] {
			t.Errorf("no row for the code %s", code)
		}
		return true
	})
	if codes < 12 {
		t.Errorf("found only %d codes", codes)
	}
}

// Untrusted input cannot make a Refusal long.
func TestRefusalsAreShort(t *testing.T) {
	x := inn()
	s := x.start(t)
	long := strings.Repeat("é", 5000) // a rune is not cut in half
	for _, err := range []error{
		played(s, game.Move{Action: long}),
		read(s, 0, long),
		read(s, 0, "pick "+long),
		read(s, 0, "eat "+long),
		second(x.Rules.Load([]byte(`{"` + long + `":1}`))),
		second(s.Apply([]game.Change{{Of: "table", Field: "points", Is: long}})),
		second(s.Apply([]game.Change{{Of: "table", Field: "points", Is: `{"` + long + `":1}`}})),
		second(match.ReadRecord([]byte(long))),
		second(match.ReadRecord([]byte("ply record 1\n" + long))),
		second(x.Rules.Load([]byte(`{"ply":1,"game":"` + long + `"}`))),
	} {
		if err == nil || len(err.Error()) > 400 {
			t.Errorf("%.500v", err)
		}
		if err != nil && !utf8.ValidString(err.Error()) {
			t.Errorf("%q is not readable", err)
		}
	}
}

// A Refusal has a code for programs and words for people; the state does not change.
func ExampleRefusal() {
	s := nim()
	for _, m := range []struct {
		seat game.Seat
		text string
	}{{1, "take 2"}, {0, "take 4"}, {0, "eat 1"}, {0, "take"}} {
		_, err := s.PlayText(m.seat, m.text)
		fmt.Printf("%s: %v\n", game.CodeOf(err), err)
	}
	// Output:
	// not-turn: take: it is the turn of player 1
	// not-offered: take, n: 4 cannot be chosen, only 1 to 3
	// no-action: there is no action eat; the actions are take
	// missing: take, n: it must be chosen
}
