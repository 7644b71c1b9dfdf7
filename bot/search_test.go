package bot_test

import (
	"context"
	"fmt"
	"runtime"
	"testing"
	"time"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
	"github.com/plygame/ply/games/connect4"
	"github.com/plygame/ply/games/gofish"
)

// described returns everything in a thought.
func described(s *game.State, seat game.Seat, th *bot.Thought) string {
	view := s.View(seat)
	text := fmt.Sprintf("%s after %d, solved %v", view.Text(th.Move), th.Simulations, th.Solved)
	for _, c := range th.Choices {
		text += fmt.Sprintf("\n%s %d %v", view.Text(c.Move), c.Visits, c.Value)
	}
	return text
}

// The same turn gives the same thought with any number of workers, in every game.
func TestWorkersDoNotMatter(t *testing.T) {
	t.Parallel()
	for _, r := range games.All() {
		s := start(t, r, r.Seats.Min)
		for range 3 { // a few moves into the game
			m, err := bot.Choose(t.Context(), &bot.Search{Simulations: 8}, s, firstToAct(s), 5)
			if err != nil {
				t.Fatal(err)
			}
			if s, err = s.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		seat := firstToAct(s)
		first := ""
		for _, workers := range []int{1, 2, 8} {
			th, err := (&bot.Search{Simulations: 100, Workers: workers}).Think(t.Context(), bot.NewTurn(s, seat, 9))
			if err != nil {
				t.Fatalf("%s: %v", r.Name, err)
			}
			switch got := described(s, seat, th); {
			case first == "":
				first = got
			case got != first:
				t.Errorf("%s with %d workers:\n%s\nwith one:\n%s", r.Name, workers, got, first)
			}
		}
	}
}

// A search stops when its time is up or its context ends, with the best move so far.
func TestSearchStopsPromptly(t *testing.T) {
	t.Parallel()
	s := start(t, connect4.New(), 2)
	began := time.Now()
	th, err := (&bot.Search{Time: 50 * time.Millisecond}).Think(t.Context(), bot.NewTurn(s, 0, 1))
	if err != nil || th.Simulations < 8 {
		t.Fatalf("%d simulations, %v", th.Simulations, err)
	}
	if took := time.Since(began); took > time.Minute {
		t.Errorf("a search of 50 ms took %v", took)
	}

	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	th, err = (&bot.Search{Simulations: 1 << 30}).Think(ctx, bot.NewTurn(s, 0, 1))
	if err != nil || th.Move.Action == "" {
		t.Errorf("a search that was stopped returns %v, %v", th, err)
	}

	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (&bot.Search{}).Think(cancelled, bot.NewTurn(s, 0, 1)); err != context.Canceled {
		t.Errorf("a search that was stopped before it began returns %v", err)
	}
}

// A search also stops while it looks for a move that wins at once.
func TestSearchStopsWhileItLooksForAWin(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	played := 0
	number := &game.Pick[int]{Name: "number", Range: func(*game.Tx) (int, int) { return 1, 30_000 }}
	s := start(t, &game.Rules{Name: "numbers", Seats: game.Exactly(2), Actions: []*game.Action{{
		Name: "say", Pick: []game.Choice{number}, Do: func(*game.Tx) {
			if played++; played == 100 {
				cancel()
			}
		}}}}, 2)
	if _, err := (&bot.Search{}).Think(ctx, bot.NewTurn(s, 0, 1)); err != context.Canceled || played > 200 {
		t.Errorf("after the context has ended, %d moves are played: %v", played-100, err)
	}
}

// A search does not depend on what its seat cannot know: neither on the other hands nor on the seed of the game.
func TestSearchDoesNotProfitFromTheSeed(t *testing.T) {
	t.Parallel()
	s := start(t, gofish.New(), 2)
	seat := firstToAct(s)
	differ := false
	var first string
	for n := range uint64(5) {
		other, err := s.Redeal(seat, game.SeedOf(n))
		if err != nil {
			t.Fatal(err)
		}
		th, err := (&bot.Search{Simulations: 200}).Think(t.Context(), bot.NewTurn(other, seat, 3))
		if err != nil {
			t.Fatal(err)
		}
		differ = differ || string(other.Save()) != string(s.Save())
		switch got := described(other, seat, th); {
		case first == "":
			first = got
		case got != first:
			t.Errorf("re-deal %d, which the seat cannot tell from the others:\n%s\nthe first one:\n%s", n, got, first)
		}
	}
	if !differ {
		t.Error("the re-deals are all the same")
	}
}

// The first simulations of a search try different moves, although all of them begin before the first one ends.
func TestFirstSimulationsTryDifferentMoves(t *testing.T) {
	t.Parallel()
	s := start(t, gofish.New(), 4)
	for seed := range uint64(3) {
		th, err := (&bot.Search{Simulations: 8}).Think(t.Context(), bot.NewTurn(s, firstToAct(s), seed))
		if err != nil {
			t.Fatal(err)
		}
		if len(th.Choices) != 8 {
			t.Errorf("8 simulations try %d moves", len(th.Choices))
		}
	}
}

// A search keeps to its memory.
func TestSearchMemory(t *testing.T) {
	s := start(t, connect4.New(), 2)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	th, err := (&bot.Search{Simulations: 100_000}).Think(t.Context(), bot.NewTurn(s, 0, 1))
	if err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if used := after.HeapAlloc - before.HeapAlloc; used > 24<<20 {
		t.Errorf("%d simulations use %d MB", th.Simulations, used>>20)
	}
	th, err = (&bot.Search{Simulations: 20_000, Memory: 1 << 18}).Think(t.Context(), bot.NewTurn(s, 0, 1))
	if err != nil || th.Simulations != 20_000 {
		t.Errorf("with little memory: %d simulations, %v", th.Simulations, err)
	}
}

// A move with free text cannot be searched: it is made up, wherever in the game it is.
func TestSearchOfFreeText(t *testing.T) {
	t.Parallel()
	box := &game.Place{Name: "box"}
	word := &game.Pick[string]{Name: "word", Text: &game.Text{Max: 10}}
	r := &game.Rules{
		Name: "talk", Seats: game.Exactly(2), Layout: []game.Layout{box},
		Actions: []*game.Action{
			{Name: "wait", Do: func(*game.Tx) {}},
			{Name: "say", Pick: []game.Choice{word}, Do: func(t *game.Tx) { t.Win(t.Seat) }},
		},
	}
	s := start(t, r, 2)
	for seed := range uint64(20) {
		m, err := bot.Choose(t.Context(), &bot.Search{Simulations: 20}, s, 0, seed)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Play(m); err != nil {
			t.Errorf("%q: %v", s.Text(m), err)
		}
	}
}

// A position may be over by repetition if it is reached in one way, and still be open if it is reached in another.
func TestSearchOfRepetitions(t *testing.T) {
	t.Parallel()
	ring, stone := &game.Place{Name: "ring", Names: []string{"a", "b", "c"}, Max: 1}, &game.Kind{Name: "stone"}
	to := &game.Pick[game.ID]{Name: "to", From: func(t *game.Tx) game.Set[game.ID] { return t.Empty(ring.All(t)) }}
	r := &game.Rules{
		Name: "ring", Seats: game.Exactly(2), Layout: []game.Layout{ring}, Kinds: []*game.Kind{stone},
		Setup:    func(t *game.Tx) { t.Create(stone, ring.At(0)) },
		Position: game.Position{Places: []game.Layout{ring}, Mover: true},
		Actions: []*game.Action{{Name: "move", Pick: []game.Choice{to}, Do: func(t *game.Tx) {
			for id := range t.All(stone) {
				t.Move(id, to.In(t))
			}
		}}},
		End: func(t *game.Tx) {
			if t.Repeats() == 2 {
				t.Tie()
			} else if t.Played() == 40 {
				t.Win(0)
			}
		},
	}
	s := start(t, r, 2)
	for seed := range uint64(5) {
		if _, err := (&bot.Search{Simulations: 2000}).Think(t.Context(), bot.NewTurn(s, 0, seed)); err != nil {
			t.Fatal(err)
		}
	}
}
