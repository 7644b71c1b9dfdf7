package bot_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
	"github.com/plygame/ply/games/gofish"
	"github.com/plygame/ply/games/tictactoe"
)

// Bots play every game to its end, on their seats' views.
func TestRandomPlaysToTheEnd(t *testing.T) {
	for _, r := range games.All() {
		for seats := r.Seats.Min; seats <= r.Seats.Max; seats++ {
			luck := rand.New(rand.NewPCG(1, uint64(seats)))
			s, err := r.Start(seats, game.SeedOf(uint64(seats)))
			for n := 0; err == nil && !s.Over(); n++ {
				if n == 5000 {
					t.Fatalf("%s does not end", r.Name)
				}
				seats := slices.Collect(s.ToAct().All())
				view := s.View(seats[n%len(seats)])
				var m game.Move
				if m, err = bot.Random(view, seats[n%len(seats)], luck); err == nil {
					m, err = view.Real(m)
				}
				if err == nil {
					s, err = s.Play(m)
				}
			}
			if err != nil {
				t.Errorf("%s with %d seats: %v", r.Name, seats, err)
			}
		}
	}
}

func ExampleRandom() {
	s, err := tictactoe.New().Start(2, game.SeedOf(1))
	if err != nil {
		fmt.Println(err)
		return
	}
	luck := rand.New(rand.NewPCG(1, 2))
	for !s.Over() {
		view := s.View(s.Turn())
		m, err := bot.Random(view, s.Turn(), luck)
		if err != nil {
			fmt.Println(err)
			return
		}
		m, _ = view.Real(m)
		s, _ = s.Play(m)
	}
	fmt.Println(s.Outcome())
	// Output: won by seat 0
}

// Bots play every game to its end, and give the same move for the same turn.
func TestBotsPlayToTheEnd(t *testing.T) {
	for _, name := range []string{"4", "random"} {
		p, err := bot.Standard().Player(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range games.All() {
			s, err := r.Start(r.Seats.Min, game.SeedOf(3))
			for n := uint64(0); err == nil && !s.Over(); n++ {
				if n == 5000 {
					t.Fatalf("%s does not end %s", name, r.Name)
				}
				seat := slices.Collect(s.ToAct().Minus(s.Committed()).All())[0]
				var m game.Move
				if m, err = bot.Choose(t.Context(), p, s, seat, n); err != nil {
					break
				}
				if n%8 == 0 {
					if again, _ := bot.Choose(t.Context(), p, s, seat, n); s.Text(again) != s.Text(m) {
						t.Fatalf("%s in %s: %q, but for the same turn again: %q", name, r.Name, s.Text(m), s.Text(again))
					}
				}
				s, err = s.Play(m)
			}
			if err != nil {
				t.Errorf("%s in %s: %v", name, r.Name, err)
			}
		}
	}
}

// A Player gets a view without anything its seat cannot see.
func TestPlayersSeeOnlyTheView(t *testing.T) {
	r := gofish.New()
	s, err := r.Start(2, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	seat := s.Turn()
	peeks := bot.Func(func(_ context.Context, turn bot.Turn) (game.Move, error) {
		if string(turn.View.Save()) != string(s.View(seat).Save()) || turn.Seat != seat || turn.Seed != 7 {
			t.Errorf("the player of %v did not get its view: seat %v, seed %d", seat, turn.Seat, turn.Seed)
		}
		return game.Move{}, errors.New("no idea")
	})
	if _, err := bot.Choose(t.Context(), peeks, s, seat, 7); err == nil || err.Error() != "no idea" {
		t.Errorf("the error of the player: %v", err)
	}
}

func TestNames(t *testing.T) {
	var got string
	first := func(parameter string) (bot.Player, error) {
		if _, err := strconv.Atoi(parameter); parameter != "" && err != nil {
			return nil, fmt.Errorf("%q is not a number", parameter)
		}
		got = parameter
		return bot.Func(func(context.Context, bot.Turn) (game.Move, error) { return game.Move{}, nil }), nil
	}
	all := append(bot.Bots{{Name: "first", Takes: "N", New: first}}, bot.Standard()...)
	for _, c := range []struct {
		all             bot.Bots
		name, parameter string
		wrong           string
	}{
		{all, "first", "", ""},
		{all, "", "", ""},
		{all, "first:12", "12", ""},
		{all, "first:x", "", `the bot first:N: "x" is not a number`},
		{all, "random", "", ""},
		{all, "random:3", "", "the bot random takes no parameter"},
		{all, "uct", "", `there is no bot "uct"; the bots are: first:N, gentle, steady, sharp, expert, random, or a number of simulations`},
		{nil, "", "", ""},
		{nil, "random", "", ""},
		{nil, "first", "", `there is no bot "first"; the bots are: gentle, steady, sharp, expert, random, or a number of simulations`},
		{nil, strings.Repeat("x", 100), "", `there is no bot "` + strings.Repeat("x", 60) + `…"; the bots are: gentle, steady, sharp, expert, random, or a number of simulations`},
	} {
		got = ""
		p, err := c.all.Player(c.name)
		if text := fmt.Sprint(err); (p == nil) != (err != nil) || err != nil && text != c.wrong || err == nil && c.wrong != "" || got != c.parameter {
			t.Errorf("%q: %v, parameter %q", c.name, err, got)
		}
	}
}

func TestCheck(t *testing.T) {
	random := bot.Standard()[0]
	for _, c := range []struct {
		all   bot.Bots
		wrong string
	}{
		{nil, ""},
		{bot.Standard(), ""},
		{bot.Bots{random, random}, "two bots have the name gentle"},
		{bot.Bots{{Name: "a:b", New: random.New}}, `its name "a:b" must be a word`},
		{bot.Bots{{New: random.New}}, `its name "" must be a word`},
		{bot.Bots{{Name: "a"}}, "the bot a has no New"},
	} {
		if err := c.all.Check(); (err == nil) != (c.wrong == "") || err != nil && !strings.Contains(err.Error(), c.wrong) {
			t.Errorf("%v; wanted %q", err, c.wrong)
		}
	}
}

// A Player of a game with secrets searches in re-deals, which have the same view and other cards. Without the state
// there are none.
func TestTurnRedeal(t *testing.T) {
	s, err := gofish.New().Start(2, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	turn := bot.NewTurn(s, s.Turn(), 1)
	f := turn.View.Fork()
	others := 0
	for seed := range uint64(20) {
		if err := turn.Redeal(f, seed); err != nil {
			t.Fatal(err)
		}
		if got := f.State(); string(got.View(1-turn.Seat).Save()) != string(s.View(1-turn.Seat).Save()) {
			others++
		}
		for _, m := range must(turn.View.Moves()) {
			if !slices.ContainsFunc(must(f.Handles(nil)), func(h game.Handle) bool { return f.MoveKey(h) == turn.View.MoveKey(m) }) {
				t.Errorf("%s is not a move in re-deal %d", turn.View.Text(m), seed)
			}
		}
	}
	if others < 15 {
		t.Errorf("the other hand has changed in %d of 20 re-deals", others)
	}
	bare := bot.Turn{View: turn.View, Seat: turn.Seat}
	if err := bare.Redeal(f, 1); game.CodeOf(err) != game.Malformed {
		t.Errorf("a view without its state is re-dealt: %v", err)
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// A program adds its own bot to those that come with Ply.
func ExampleBots() {
	first := bot.Func(func(_ context.Context, t bot.Turn) (game.Move, error) {
		moves, err := t.View.Moves()
		for _, m := range moves {
			if m.Seat == t.Seat {
				return m, nil
			}
		}
		return game.Move{}, errors.Join(err, errors.New("there is no move"))
	})
	bots := append(bot.Standard(), bot.Bot{
		Name: "first", About: "Takes the first move.",
		New: func(string) (bot.Player, error) { return first, nil },
	})

	p, err := bots.Player("first")
	if err != nil {
		fmt.Println(err)
		return
	}
	s, _ := tictactoe.New().Start(2, game.SeedOf(1))
	for !s.Over() {
		m, err := bot.Choose(context.Background(), p, s, s.Turn(), 1)
		if err != nil {
			fmt.Println(err)
			return
		}
		s, _ = s.Play(m)
	}
	fmt.Println(s.Outcome())

	_, err = bots.Player("second")
	fmt.Println(err)
	// Output:
	// won by seat 0
	// there is no bot "second"; the bots are: gentle, steady, sharp, expert, random, first, or a number of simulations
}
