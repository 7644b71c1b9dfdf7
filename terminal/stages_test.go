package terminal

import (
	"bytes"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/console"
)

// sweeping is a game of tricks of two cards: a complete trick is shown before it is swept.
func sweeping() *game.Rules {
	number := game.NewPart[int]("number")
	card := &game.Kind{Name: "card", Label: func(s *game.State, id game.ID) string { return string(rune('A' + number.Of(s, id))) }}
	hand := &game.Place{Name: "hand", Each: true}
	trick := &game.Place{Name: "trick"}
	taken := &game.Place{Name: "taken"}
	played := &game.Pick[game.ID]{Name: "card", From: hand.Contents}
	return &game.Rules{
		Name: "sweeping", Version: "1", Seats: game.Exactly(2),
		Layout: []game.Layout{trick, taken, hand}, Kinds: []*game.Kind{card}, Parts: []game.Column{number},
		Setup: func(t *game.Tx) {
			for i := range 8 {
				t.Create(card, hand.Of(game.Seat(i%2)), number.Is(i))
			}
		},
		Actions: []*game.Action{{Name: "play", Pick: []game.Choice{played}, Do: func(t *game.Tx) {
			t.Move(played.In(t), trick)
			if t.Count(trick) < 2 {
				return
			}
			t.Say("the trick is whole")
			t.Moment()
			for id := range t.In(trick) {
				t.Move(id, taken)
			}
			t.Say("it is swept")
		}}},
	}
}

// shows is wants, ignoring the width of columns.
func shows(t *testing.T, m *screen, texts ...string) {
	t.Helper()
	flat := strings.Join(strings.Fields(seen(m)), " ")
	for _, text := range texts {
		if !strings.Contains(flat, text) {
			t.Fatalf("%q is not on the screen:\n%s", text, seen(m))
		}
	}
}

// A moment of a move stays on the screen until a key is pressed, or for a while; nothing can be chosen meanwhile.
func TestPlayStages(t *testing.T) {
	m := onScreen(seatedAt(t, sweeping(), 2), 80, 24)
	press(m, "A", "enter")
	if m.staging {
		t.Fatal("a move without moments shows a moment")
	}
	press(m, "B", "enter")
	shows(t, m, "trick: A (player 1) B (player 2)", "taken: empty", "the trick is whole", "any key continues")
	if !m.staging || m.ask != nil {
		t.Fatal("something can be chosen at a moment")
	}
	press(m, "C") // only ends the moment
	shows(t, m, "trick: empty", "taken: A (player 1) B (player 2)", "Move 3, player 1's turn")
	if m.staging || len(m.input) > 0 || m.state().Played() != 2 {
		t.Fatalf("the key does more than continue: %q", string(m.input))
	}
	press(m, "C", "enter", "D", "enter")
	shows(t, m, "trick: C (player 1) D (player 2)")
	if m.Update(stageMsg(m.turns - 1)); !m.staging {
		t.Error("an earlier wait ends the moment")
	}
	if m.Update(stageMsg(m.turns)); m.staging {
		t.Error("the moment is shown forever")
	}
	shows(t, m, "taken: A (player 1) B (player 2)")
	press(m, "ctrl+z", "ctrl+y")
	shows(t, m, "taken: A (player 1) B (player 2)")
}

// Moments of bots' moves are shown, too. Then the game continues.
func TestPlayStagesOfBots(t *testing.T) {
	m := onScreen(seatedAt(t, sweeping(), 2, false, true), 80, 24)
	press(m, "A", "enter")
	botMoves(m)
	shows(t, m, "trick: A ", "the trick is whole")
	if !m.staging {
		t.Fatal("the move of the bot shows no moment")
	}
	m.click(1, 1)
	shows(t, m, "trick: empty", "Move 3, your turn")
}

// If there are too many moments, only those of the last move are kept.
func TestPlayManyStages(t *testing.T) {
	g := seatedAt(t, sweeping(), 2)
	one := []stage{{state: g.state()}}
	for range manyStages {
		g.addStages(one)
	}
	if len(g.stages) != manyStages {
		t.Errorf("%d moments wait", len(g.stages))
	}
	if g.addStages(one); len(g.stages) != 1 {
		t.Errorf("%d moments wait", len(g.stages))
	}
}

// Line by line, the table is printed at each moment, on a terminal and elsewhere.
func TestPlayStagesByLine(t *testing.T) {
	for _, terminal := range []bool{true, false} {
		g := seatedAt(t, sweeping(), 2)
		for _, text := range []string{"play A", "play B"} {
			if err := g.showSeat(g.next(g.seat)); err != nil {
				t.Fatal(err)
			}
			if _, err := g.enter(strings.TrimPrefix(text, "play ")); err != nil {
				t.Fatal(err)
			}
		}
		if err := g.showSeat(g.next(g.seat)); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		p := &byLine{Session: g, con: &console.Console{Out: &out}, wipe: terminal}
		p.show()
		said, whole := strings.Index(out.String(), "the trick is whole"), strings.Index(out.String(), "trick: A (player 1) B (player 2)")
		after, swept := strings.Index(out.String(), "it is swept"), strings.Index(out.String(), "taken: A (player 1) B (player 2)")
		if said < 0 || whole < said || after < whole || swept < after || len(g.stages) > 0 {
			t.Errorf("on a terminal %t, this is printed:\n%s", terminal, out.String())
		}
	}
}

// On a server, all players see the moments of a move: in liar's dice, all dice before one is lost.
func TestJoinStages(t *testing.T) {
	all, _ := remoteTable(t, "liarsdice", 2)
	x := all[0].backend.(*remote).now.ToAct[0]
	bidder, doubter := all[x], all[1-x]
	press(bidder, "bid 3 fours", "enter")
	until(t, doubter, "3 fours")
	press(doubter, "liar", "enter")
	for _, m := range []*screen{doubter, bidder} {
		until(t, m, "any key continues")
		shows(t, m, "Lost dice: empty", "bid 3 fours, and there ")
		if view := m.view; !m.staging || view.Count(view.Find("cup/0"))+view.Count(view.Find("cup/1")) != 10 || len(m.stages) > 0 {
			t.Errorf("not all dice are shown:\n%s", seen(m))
		}
		if m.Update(newsMsg{}); !m.staging {
			t.Error("another event ends the moment")
		}
		press(m, "x")
		if strings.Contains(seen(m), "any key continues") || len(m.input) > 0 {
			t.Errorf("a key does not continue, or does more:\n%s", seen(m))
		}
		shows(t, m, "loses a die")
		if view := m.view; view.Count(view.Find("lost")) != 1 {
			t.Errorf("no die is lost:\n%s", seen(m))
		}
	}
}
