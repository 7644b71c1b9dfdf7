package terminal

import (
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/explain"
	"github.com/plygame/ply/internal/tableau"
	"github.com/plygame/ply/internal/words"
)

var seatNumber = regexp.MustCompile(`(?i)\bseats?[ /]\d`)

// noSeats fails if a text for people contains a seat number.
func noSeats(t *testing.T, text string) {
	t.Helper()
	if at := seatNumber.FindStringIndex(text); at != nil {
		t.Fatalf("the text contains %q:\n%s", text[at[0]:at[1]], text)
	}
}

// playSome plays up to n random moves, each by the seat to act in one of the sessions. It returns everything printed
// line by line meanwhile, and everything drawn.
func playSome(t *testing.T, all []*screen, most int) string {
	t.Helper()
	luck := rand.New(rand.NewPCG(1, 2))
	var out bytes.Buffer
	for range most {
		for _, bot := all[0].bot(); bot; _, bot = all[0].bot() {
			all[0].watch()
			all[0].refresh()
			out.WriteString(seen(all[0]))
			if err := botMoves(all[0]); err != nil {
				t.Fatal(err)
			}
		}
		i := slices.IndexFunc(all, func(m *screen) bool { return !m.over() && m.next(m.seat) >= 0 })
		if i < 0 {
			break
		}
		m := all[i]
		p := &byLine{Session: m.Session, con: &console.Console{Out: &out, Err: io.Discard}, wipe: true}
		if err := m.showSeat(m.next(m.seat)); err != nil {
			t.Fatal(err)
		}
		p.show()
		for _, word := range []string{"help", "log", "values", "pieces", "list", "players", "seat 9", "bot 9"} {
			p.command(word)
		}
		for played := false; !played; {
			p.question()
			_, err := m.enter("zz 1 1 1")
			if err != nil {
				out.WriteString(p.words(err) + "\n")
			}
			m.refresh()
			out.WriteString(seen(m))
			open := m.ask.open()
			c := open[luck.IntN(len(open))]
			if c.number {
				played, err = m.enter(c.key[:strings.Index(c.key, " ")])
			} else {
				played, err = m.choose(c)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		for _, o := range all {
			catchUp(t, o, m)
		}
	}
	for _, m := range all {
		p := &byLine{Session: m.Session, con: &console.Console{Out: &out, Err: io.Discard}}
		if m.over() {
			if err := p.run(); err != nil {
				t.Fatal(err)
			}
		}
		m.settle()
		out.WriteString(seen(m))
	}
	return out.String()
}

// catchUp makes a screen receive what was played at another.
func catchUp(t *testing.T, m, other *screen) {
	t.Helper()
	f, remotely := m.backend.(*remote)
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for remotely && f.now.Seq < other.backend.(*remote).now.Seq {
		if err := f.match.Wait(ctx); err != nil {
			t.Fatal(err)
		}
		m.receive(m.Session)
	}
}

// Players never see seat numbers: people have names and roles.
func TestNobodyReadsSeats(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: takes long")
	}
	for _, r := range games.All() {
		r = rulesOf(t, r.Name, nil)
		seats := max(2, r.Seats.Min)
		t.Run(r.Name, func(t *testing.T) {
			text := playSome(t, []*screen{onScreen(seatedAt(t, r, seats), 80, 24)}, 60)
			noSeats(t, text)
			if name := words.Capital(r.SeatName(1)); !strings.Contains(text, name) || strings.Contains(text, "@") {
				t.Errorf("%s is missing, or something internal is shown:\n%s", name, text)
			}
			bots := make([]bool, seats)
			bots[0] = true
			text = playSome(t, []*screen{onScreen(seatedAt(t, r, seats, bots...), 80, 24)}, 10)
			noSeats(t, text)
			var page bytes.Buffer
			explain.Of(r, r.Seats.Min, r.Seats.Max).Write(&console.Console{Out: &page})
			noSeats(t, page.String())
			all, _ := remoteTable(t, r.Name, seats)
			text = playSome(t, all, 25)
			if !all[0].over() {
				press(all[0], "resign", "enter", "resign", "enter")
				text += seen(all[0])
			}
			noSeats(t, text)
			if strings.Contains(text, "Player 1:") && !strings.Contains(text, "Player 1: Ann") || !strings.Contains(text, "Ann") {
				t.Errorf("Ann is not named:\n%s", text)
			}
		})
	}
}

// If two players have the same name, the role distinguishes them.
func TestNames(t *testing.T) {
	names := []string{"Ada", "Ada"}
	n := words.Names{Rules: rulesOf(t, "hex", nil), Sits: func(x game.Seat) string { return names[x] }}
	if got := n.Of(0) + ", " + n.First(1) + ", " + n.Full(0); got != "Ada (Red), Ada (Blue), Ada (Red)" {
		t.Error(got)
	}
	names[0] = "blue"
	if got := n.Of(0) + ", " + n.Full(1); got != "blue (Red), Ada (Blue)" {
		t.Error(got)
	}
	names[0], names[1] = "Ada", ""
	if got := n.Of(0) + ", " + n.Of(1) + ", " + n.Full(0); got != "Ada, Blue, Ada (Red)" {
		t.Error(got)
	}
	for text, want := range map[string]game.Seat{"1": 0, "2": 1, "blue": 1, "Ada": 0, "Player 2": 1, " red ": 0} {
		if got, err := n.Seat(text, 2); err != nil || got != want {
			t.Errorf("%q is %d, %v", text, got, err)
		}
	}
	for text, want := range map[string]string{
		"0": "there is no player 0; this game has 2 (1 or Red, 2 or Blue)", "5": "there is no player 5; this game has 2 (1 or Red, 2 or Blue)",
		"": `there is no player ""; this game has 2 (1 or Red, 2 or Blue)`,
	} {
		if _, err := n.Seat(text, 2); err == nil || err.Error() != want {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// dealing is a game with a dealer, which is a seat, on the table, and a trick with cards of both players.
func dealing() *game.Rules {
	dealer, trick := game.NewPart[game.Seat]("dealer"), &game.Place{Name: "trick", Order: game.Ordered}
	hand := &game.Place{Name: "hand", Each: true}
	card := &game.Kind{Name: "card", Look: game.Look{Label: "Jack"}}
	return &game.Rules{
		Name: "dealing", Version: "1", Seats: game.Exactly(2), Layout: []game.Layout{trick, hand}, Kinds: []*game.Kind{card}, Parts: []game.Column{dealer},
		Setup: func(t *game.Tx) {
			for x := range game.Seat(2) {
				t.Give(t.Create(card, trick), x)
			}
		},
		Actions: []*game.Action{{Name: "deal", Do: func(t *game.Tx) {
			t.Say("{0} deals into {1}", t.Seat, hand.Of(t.Seat))
			dealer.Set(t, game.Root, 1-dealer.Of(t, game.Root))
		}}},
	}
}

// A value that is a seat is shown, even seat 0, and so is the owner of each of several elements.
func TestPlayShowsSeats(t *testing.T) {
	g := seatedAt(t, dealing(), 2)
	for _, who := range []string{"player 1", "player 2"} {
		if err := g.showSeat(g.next(g.seat)); err != nil {
			t.Fatal(err)
		}
		text := strings.Join(tableau.SceneOf(g.view, g.names()).Plain(), "\n")
		values := strings.Join(tableau.ValueLines(g.view, g.names()), "\n")
		if !strings.Contains(text, "Table: dealer "+who) || values != "Table: dealer "+who || !strings.Contains(text, "trick: Jack (player 1) Jack (player 2)") {
			t.Errorf("the table is\n%s\n%s", text, values)
		}
		if _, err := g.enter("deal"); err != nil {
			t.Fatal(err)
		}
		if got, want := strings.Join(g.lines(g.log[len(g.log)-1]), "; "), words.Capital(who)+" deals into hand of "+who; got != want {
			t.Errorf("the log says %q, not %q", got, want)
		}
	}
}
