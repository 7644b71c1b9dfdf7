package ponder_test

import (
	"context"
	"regexp"
	"strings"
	"testing"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
	"github.com/plygame/ply/internal/ponder"
)

func turn(t *testing.T, moves ...string) bot.Turn {
	t.Helper()
	r, err := games.Find("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	s, err := r.Start(2, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range moves {
		var m game.Move
		if m, err = s.Parse(s.Turn(), text); err == nil {
			s, err = s.Play(m)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return bot.NewTurn(s, s.Turn(), 7)
}

func TestMove(t *testing.T) {
	random, _ := bot.Standard().Player("random")
	x := ponder.Move(random, turn(t))
	if <-x.Done; x.Err != nil || x.Move.Action != "place" || x.Hint != "" {
		t.Errorf("the move is %v, %v", x.Move, x.Err)
	}
}

// A hint names the winning move first; otherwise it also names the next best moves.
func TestHint(t *testing.T) {
	x, err := ponder.Hint("", turn(t, "place a1", "place a2", "place b1", "place b2"))
	if err != nil {
		t.Fatal(err)
	}
	if <-x.Done; x.Hint != "sharp suggests place c1 (wins 100 of 100)" {
		t.Errorf("the hint is %q, %v", x.Hint, x.Err)
	}
	x, _ = ponder.Hint("40", turn(t))
	<-x.Done
	if !regexp.MustCompile(`^40 suggests place [a-c][1-3] \(wins \d+ of 100\), then place [a-c][1-3] \(\d+\), then place [a-c][1-3] \(\d+\)$`).MatchString(x.Hint) {
		t.Errorf("the hint is %q", x.Hint)
	}
	if _, err := ponder.Hint("deep", turn(t)); err == nil || !strings.Contains(err.Error(), "gentle, steady, sharp, expert") {
		t.Errorf("an unknown level: %v", err)
	}
}

// A thought can be stopped.
func TestStop(t *testing.T) {
	x := ponder.Move(bot.Func(func(ctx context.Context, _ bot.Turn) (game.Move, error) {
		<-ctx.Done()
		return game.Move{}, ctx.Err()
	}), turn(t))
	x.Stop()
	if <-x.Done; x.Err == nil {
		t.Error("a stopped thought has a move")
	}
}

// A thought that takes long is reported once, and ends when the player leaves.
func TestWait(t *testing.T) {
	leave, reports := make(chan int, 1), 0
	x := ponder.Move(bot.Func(func(ctx context.Context, _ bot.Turn) (game.Move, error) {
		<-ctx.Done()
		return game.Move{}, ctx.Err()
	}), turn(t))
	if ponder.Wait(x, leave, func() { reports++; leave <- 1 }) || reports != 1 || !x.Long() {
		t.Errorf("the player could not leave; %d reports", reports)
	}
	<-x.Done
	random, _ := bot.Standard().Player("random")
	if !ponder.Wait(ponder.Move(random, turn(t)), leave, func() {}) {
		t.Error("a thought that is done is not waited for")
	}
}
