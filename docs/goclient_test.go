package docs_test

import (
	"context"
	"strings"
	"testing"

	"github.com/plygame/ply/client"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
	"github.com/plygame/ply/wire"
)

func playOnline(ctx context.Context, url, name string, find func(string) (*game.Rules, error)) (*client.Moment, error) {
	c := &client.Client{URL: url}
	made, err := c.Create(ctx, name, wire.Create{Seats: 2, Bots: []int{1}})
	if err != nil {
		return nil, err
	}
	joined, err := c.Join(ctx, name, made.Match, wire.Join{Name: "Ada"})
	if err != nil {
		return nil, err
	}
	m, err := c.Watch(ctx, made.Match, joined.Token, find)
	if err != nil {
		return nil, err
	}
	defer m.Close()
	for {
		now := m.Now()
		if now.Over {
			return &now, nil
		}
		if now.MyTurn() { // play the first move there is
			moves, err := now.View.Moves()
			if err != nil {
				return nil, err
			}
			if err := m.Play(ctx, now.Seq, now.View.Text(moves[0])); err != nil {
				return nil, err
			}
		}
		if _, err := m.Next(ctx); err != nil {
			return nil, err
		}
	}
}

// The client on the page plays a match to its end.
func TestPlayOnline(t *testing.T) {
	h := serve(t)
	end, err := playOnline(t.Context(), h.URL, "gofish", games.Find)
	if err != nil {
		t.Fatal(err)
	}
	if line := end.Outcome.Line.String(); !strings.Contains(line, "win") && !strings.Contains(line, "draw") {
		t.Errorf("the match ended so: %s", line)
	}
}
