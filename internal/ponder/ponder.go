// Package ponder lets a bot think in the background, so that a screen can show it and can be left meanwhile.
package ponder

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/tableau"
)

const (
	Soon = time.Second / 2  // players are told about a thought that takes longer
	most = 30 * time.Second // for one thought
	told = 3                // moves of a hint
)

// Thought is a bot at work. Its fields are set when Done is closed.
type Thought struct {
	Done chan struct{}
	Stop context.CancelFunc // ends it early

	View *game.State // what the bot sees
	Move game.Move   // the move it chooses, on View
	Hint string      // of a hint, what it suggests
	Err  error

	began time.Time
}

// Long reports whether the bot has been thinking for longer than Soon.
func (t *Thought) Long() bool { return time.Since(t.began) >= Soon }

// Move lets a player choose a move.
func Move(p bot.Player, turn bot.Turn) *Thought {
	return start(turn, func(ctx context.Context, t *Thought) { t.Move, t.Err = p.Choose(ctx, turn) })
}

// Hint lets a search of a level look for a move, and puts what it finds into words. The default level is sharp.
func Hint(level string, turn bot.Turn) (*Thought, error) {
	level = cmp.Or(level, "sharp")
	search, err := bot.NewSearch(level)
	if err != nil {
		return nil, err
	}
	return start(turn, func(ctx context.Context, t *Thought) {
		var found *bot.Thought
		if found, t.Err = search.Think(ctx, turn); t.Err == nil {
			t.Move, t.Hint = found.Move, inWords(level, turn.View, found)
		}
	}), nil
}

// Wait waits until a thought is done, and calls long if that takes longer than Soon. It stops the thought and returns
// false if leave is readable first.
func Wait[T any](t *Thought, leave <-chan T, long func()) bool {
	soon := time.After(Soon)
	for {
		select {
		case <-t.Done:
			return true
		case <-soon:
			long()
		case <-leave:
			t.Stop()
			return false
		}
	}
}

func start(turn bot.Turn, work func(context.Context, *Thought)) *Thought {
	ctx, stop := context.WithTimeout(context.Background(), most)
	t := &Thought{Done: make(chan struct{}), Stop: stop, View: turn.View, began: time.Now()}
	go func() {
		defer close(t.Done)
		defer stop()
		work(ctx, t)
	}()
	return t
}

// inWords says what a search suggests: "sharp suggests drop 4 (wins 72 of 100), then drop 3 (65)".
func inWords(level string, view *game.State, found *bot.Thought) string {
	best := view.Text(found.Move)
	text := []string{level + " suggests " + named(view, found.Move)}
	rest := slices.DeleteFunc(slices.Clone(found.Choices), func(c bot.Choice) bool {
		is := view.Text(c.Move) == best
		if is && c.Visits > 0 {
			text[0] += fmt.Sprintf(" (wins %d of 100)", percent(c.Value))
		}
		return is
	})
	for _, c := range rest[:min(len(rest), told-1)] {
		text = append(text, fmt.Sprintf("then %s (%d)", named(view, c.Move), percent(c.Value)))
	}
	return strings.Join(text, ", ")
}

// named returns the text of a move with the labels of the things that it chooses.
func named(view *game.State, m game.Move) string {
	of, text := view.Rules().Action(m.Action), view.Text(game.Move{Seat: m.Seat, Action: m.Action})
	for i, values := range m.Picks {
		word := strings.TrimPrefix(view.Text(prefix(m, i+1)), view.Text(prefix(m, i)))
		if of != nil && i < len(of.Pick) && of.Pick[i].Info().Type.Sort == "element" && len(values) > 0 {
			var names []string
			for _, v := range values {
				names = append(names, tableau.Name(view, game.ID(v.N)))
			}
			word = " " + strings.Join(names, ", ")
		}
		text += word
	}
	return text
}

// prefix is the draft of a move with its first n picks.
func prefix(m game.Move, n int) game.Move {
	m.Picks = m.Picks[:n]
	return m
}

func percent(x float64) int { return int(math.Round(100 * x)) }
