package terminal

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	tea "charm.land/bubbletea/v2"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/savefile"
	"github.com/plygame/ply/internal/tableau"
	"github.com/plygame/ply/match"
)

// atRandom is a bot that is fast and moves at random.
var atRandom, _ = bot.Standard().Player("random")

// botMoves ends the pause before a bot's move, and lets it move.
func botMoves(m *screen) error {
	m.Update(botMsg(m.turns))
	thinks(m)
	return m.fault
}

// thinks waits for a bot that thinks.
func thinks(m *screen) {
	if t := m.thought; t != nil {
		<-t.Done
		m.Update(thoughtMsg{t})
	}
}

// seatedAt starts a game that is stored in a file of the test. Its bots play at random.
func seatedAt(t testing.TB, r *game.Rules, seats int, bots ...bool) *Session {
	t.Helper()
	s, err := r.Start(seats, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	if bots == nil {
		bots = make([]bool, seats)
	}
	g, err := newSession(match.Begin(s), bots, atRandom, &savefile.File{Path: filepath.Join(t.TempDir(), "game.ply")})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// onScreen shows a session on a screen of this size.
func onScreen(g *Session, w, h int) *screen {
	m := newScreen(g, true)
	m.Init()
	m.Update(tea.WindowSizeMsg{Width: w, Height: h})
	return m
}

var special = map[string]tea.Key{
	"enter": {Code: tea.KeyEnter}, "up": {Code: tea.KeyUp}, "down": {Code: tea.KeyDown}, "left": {Code: tea.KeyLeft},
	"right": {Code: tea.KeyRight}, "tab": {Code: tea.KeyTab}, "esc": {Code: tea.KeyEscape}, "backspace": {Code: tea.KeyBackspace},
	"ctrl+z": {Code: 'z', Mod: tea.ModCtrl}, "ctrl+y": {Code: 'y', Mod: tea.ModCtrl}, "ctrl+l": {Code: 'l', Mod: tea.ModCtrl},
	"ctrl+s": {Code: 's', Mod: tea.ModCtrl}, "ctrl+c": {Code: 'c', Mod: tea.ModCtrl}, "space": {Code: tea.KeySpace, Text: " "},
	"end": {Code: tea.KeyEnd}, "f1": {Code: tea.KeyF1}, "f2": {Code: tea.KeyF2}, "f3": {Code: tea.KeyF3},
}

// press sends keys; anything else is typed letter by letter.
func press(m *screen, keys ...string) (last tea.Cmd) {
	for _, k := range keys {
		if key, is := special[k]; is {
			_, last = m.Update(tea.KeyPressMsg(key))
			continue
		}
		for _, r := range k {
			_, last = m.Update(tea.KeyPressMsg{Code: r, Text: string(r)})
		}
	}
	return last
}

// seen is what the screen shows, without colours.
func seen(m *screen) string {
	c := m.paint()
	if c.H == 0 {
		return ""
	}
	var b strings.Builder
	for line := range strings.Lines(strings.ReplaceAll(c.String(nil), "\x1b[m", "") + "\n") {
		b.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	return b.String()
}

func wants(t *testing.T, m *screen, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if !strings.Contains(seen(m), text) {
			t.Fatalf("%q is not on the screen:\n%s", text, seen(m))
		}
	}
}

var update = flag.Bool("update", false, "write the golden files")

// playGolden compares a text with a file.
func playGolden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", "play", name+".golden")
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != strings.ReplaceAll(string(want), "\r\n", "\n") {
		t.Errorf("%s: the screen is\n%s\nwant\n%s\nIf the change is intended, run the test with -update.", name, got, want)
	}
}

func rulesOf(t testing.TB, name string, v game.Values) *game.Rules {
	t.Helper()
	r, err := games.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Check(); err != nil {
		t.Fatal(err)
	}
	if r, err = r.With(v); err != nil {
		t.Fatal(err)
	}
	return r
}

// The screens of all games, small and large.
func TestPlayScreens(t *testing.T) {
	for _, c := range []struct {
		name  string
		rules *game.Rules
		seats int
		keys  []string
	}{
		{"tictactoe", rulesOf(t, "tictactoe", nil), 2, []string{"b2", "enter", "up", "right", "enter"}},
		{"connect4", rulesOf(t, "connect4", nil), 2, []string{"d", "enter", "d", "enter", "e", "enter"}},
		{"hex", rulesOf(t, "hex", nil), 2, []string{"f6", "enter", "g6", "enter"}},
		{"hexlarge", rulesOf(t, "hex", game.Values{"size": "19", "swap": "true"}), 2, []string{"k10", "enter"}},
		{"hexhuge", rulesOf(t, "hex", game.Values{"size": "26"}), 2, []string{"z26", "enter", "y25"}},
		{"gofish", rulesOf(t, "gofish", nil), 3, []string{"enter", "2 8", "enter"}},
		{"gofishpassing", rulesOf(t, "gofish", nil), 3, []string{"enter", "2 8", "enter", "enter"}},
		{"gofishpassed", rulesOf(t, "gofish", nil), 3, []string{"enter", "2 8", "enter", "enter", "enter"}},
		{"nim", rulesOf(t, "nim", nil), 2, []string{"A 3", "enter", "enter"}},
		{"mastermind", rulesOf(t, "mastermind", nil), 2, []string{"enter", "1 2 3 4", "enter", "enter", "enter", "3 2 1 1", "enter", "1 3", "enter"}},
		{"liarsdice", rulesOf(t, "liarsdice", nil), 3, []string{"enter", "bid 2 threes", "enter", "enter", "enter", "enter"}},
		{"market", rulesOf(t, "market", nil), 4, []string{"enter", "enter", "enter", "enter", "enter"}},
		{"fair", playFair(), 2, []string{"enter", "2", "enter", "enter", "1", "enter", "enter", "enter", "sell", "enter"}},
		{"help", playFair(), 2, []string{"enter", "2", "enter", "enter", "1", "enter", "enter", "enter", "?"}},
	} {
		for _, size := range [][2]int{{80, 24}, {120, 40}, {44, 18}} {
			name := fmt.Sprintf("%s-%dx%d", c.name, size[0], size[1])
			t.Run(name, func(t *testing.T) {
				m := onScreen(seatedAt(t, c.rules, c.seats), size[0], size[1])
				press(m, c.keys...)
				playGolden(t, name, seen(m))
			})
		}
	}
}

// Whatever is pressed, the screen keeps its size and shows no card that its seat does not see: the labels of the fair
// occur nowhere else.
func TestPlayShowsNothingHidden(t *testing.T) {
	keys := []string{"up", "down", "left", "right", "enter", "enter", "enter", "tab", "esc", "1", "2", ".", "ctrl+z", "ctrl+y", "ctrl+l", "?", "f2", "space",
		"seat 0", "seat 1", "sell", "cry hey", "visit", "undo", "log", "withdraw"}
	passed, hidden := 0, 0
	for seed := range uint64(6) {
		luck := rand.New(rand.NewPCG(seed, 1))
		m := onScreen(seatedAt(t, playFair(), 2), 80, 24)
		for range 300 {
			press(m, keys[luck.IntN(len(keys))])
			text := seen(m)
			if n := strings.Count(text, "\n"); n != 24 {
				t.Fatalf("the screen has %d lines", n)
			}
			s := m.state()
			for id := range s.All() {
				label := tableau.Name(s, id)
				if !strings.HasPrefix(label, "ware") {
					continue
				}
				sees := m.page != onPass && m.seat >= 0 && s.Sees(m.seat, id) == game.Face
				sees = sees || s.Sees(game.Nobody, id) == game.Face
				if !sees {
					hidden++
				}
				if !sees && mentions(text, label) {
					t.Fatalf("seed %d: %s, which %s does not see, is on the screen:\n%s", seed, label, m.seat, text)
				}
			}
			if m.page == onPass {
				passed++
			}
		}
	}
	if passed < 30 || hidden < 1000 {
		t.Errorf("the screen was passed on %d times, and %d cards were hidden", passed, hidden)
	}
}

// mentions reports whether a text has the word.
func mentions(text, word string) bool {
	return slices.Contains(strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), word)
}

// The same line by line: what is printed after passing on the screen has only what that seat sees.
func TestPlayLinesHide(t *testing.T) {
	g := seatedAt(t, playFair(), 3)
	start := g.state()
	in := "\n1\n\n2\n\n3\n\nhelp\nlist\nlog\nsell 1\n\ntable\ndone\n\nlist\nvisit 2 now 1\nlog\nbananas\nundo\n"
	var out bytes.Buffer
	if err := playPlain(g, &console.Console{In: strings.NewReader(in), Out: &out, Err: io.Discard}); err != nil {
		t.Fatal(err)
	}
	pages := strings.Split(out.String(), "Pass the screen to player ")[1:]
	if len(pages) < 6 {
		t.Fatalf("the screen was passed on %d times:\n%s", len(pages), out.String())
	}
	own := 0
	for _, text := range pages {
		seat := game.Seat(text[0] - '1')
		for id := range start.All() {
			label := tableau.Name(start, id)
			switch sees := start.Sees(seat, id) == game.Face || g.state().Sees(game.Nobody, id) == game.Face; {
			case !strings.HasPrefix(label, "ware"):
			case sees && mentions(text, label):
				own++
			case !sees && mentions(text, label):
				t.Errorf("%s reads about %s:\n%s", seat, label, text)
			}
		}
	}
	if own < 15 {
		t.Errorf("the seats have read about %d cards of their own", own)
	}
}

// Every question can be answered step by step, in one line, or on the screen.
func TestPlayAnswers(t *testing.T) {
	for _, c := range []struct{ keys, move, said string }{
		{"sell;ware7;.", "sell ware7", "Player 1 sells ware7"},
		{"sell ware7+ware1", "sell ware7 + ware1", "Player 1 sells ware1"},
		{"sell ware7 ware1", "sell ware7 + ware1", "Player 1 sells ware1"},
		{"1;1;3", "sell ware7 + ware1", "Player 1 sells ware7"},
		{"sell;1;back;3;.", "sell ware1", "Player 1 sells ware1"},
		{"cry;hear me", "cry hear me", "Player 1 cries hear me"},
		{"cry hear me", "cry hear me", "Player 1 cries hear me"},
		{"cry;undo", "cry undo", "Player 1 cries undo"},
		{"cry;:back;cry;ho", "cry ho", "Player 1 cries ho"},
		{`cry "hear me"`, "cry hear me", "Player 1 cries hear me"},
		{"visit;2;not yet;.", "visit player 2 not yet", "Player 1 visits player 2 with 0"},
		{"visit 2 not yet;2", "visit player 2 not yet 2", "Player 1 visits player 2 with 2"},
		{`visit 2 "not yet" 2`, "visit player 2 not yet 2", "Player 1 visits player 2 with 2"},
		{"visit;back;visit player 2 now 1", "visit player 2 now 1", "Player 1 visits player 2 with 1"},
		{"spend;1;1;1", "spend coin + coin + coin", ""},
		{"spend;1;.", "spend coin", ""},
	} {
		for _, way := range []string{"lines", "screen"} {
			g := seatedAt(t, playFair(), 2)
			for x := range game.Seat(2) {
				if err := g.showSeat(x); err != nil {
					t.Fatal(err)
				}
				if _, err := g.enter("1"); err != nil {
					t.Fatal(err)
				}
			}
			if way == "lines" {
				var out bytes.Buffer
				in := strings.ReplaceAll("\n"+c.keys, ";", "\n") + "\nquit\n"
				if err := playPlain(g, &console.Console{In: strings.NewReader(in), Out: &out, Err: io.Discard}); err != nil {
					t.Fatal(err)
				}
			} else {
				m := onScreen(g, 80, 24)
				press(m, "enter")
				for key := range strings.SplitSeq(c.keys, ";") {
					press(m, key, "enter")
				}
			}
			if len(g.log) != 3 {
				t.Errorf("%s, %s: %d moves were played, so far: %s", c.keys, way, len(g.log), g.ask.soFar())
				continue
			}
			e := g.log[2]
			move := g.inWords([]match.Line{e.line[g.seat]})[0]
			if lines := strings.Join(g.lines(e), "; "); move != "Player 1: "+c.move || !strings.Contains(lines, cmp.Or(c.said, move)) {
				t.Errorf("%s, %s: %q, %q", c.keys, way, move, lines)
			}
		}
	}
}

// A refusal has a reason, and nothing happens.
func TestPlayRefusals(t *testing.T) {
	for _, c := range []struct{ keys, why string }{
		{"close", "close: the fair has just begun"},
		{"sell ware5", "ware5 is not for sale"},
		{"sell;ware5", "ware5 is not for sale"},
		{"sell ware7+ware7", "it is already chosen"},
		{"sell ware3", `"ware3" is not one of the choices`},
		{"visit 0", "there is no player 0; this game has 2"},
		{"visit 1", "player 1 cannot be chosen"},
		{"cry;x", "text"},
		{"bid 1", "Bid: it is not available in trade"},
		{"visit;what", `there is no player "what"; this game has 2`},
		{"bananas", `"bananas" is not one of the choices`},
		{"sell;.", "choose at least 1 first"},
		{"redo", "there is no move to redo"},
		{"seat 2", "it is not player 2's turn"},
		{"seat 7", "there is no player 7; this game has 2"},
	} {
		g := seatedAt(t, playFair(), 2)
		for x := range game.Seat(2) {
			if err := g.showSeat(x); err != nil {
				t.Fatal(err)
			}
			if _, err := g.enter("1"); err != nil {
				t.Fatal(err)
			}
		}
		m := onScreen(g, 120, 40)
		press(m, "enter")
		for key := range strings.SplitSeq(c.keys, ";") {
			press(m, key, "enter")
		}
		if !m.bad || !strings.Contains(m.message, c.why) || m.state().Played() != 2 {
			t.Errorf("%s: %q after %d moves", c.keys, m.message, m.state().Played())
		}
	}
}

// A card labelled 2 is chosen by a 2, wherever it is in the list.
func TestPlayNumbersAsLabels(t *testing.T) {
	number := game.NewPart[int]("label-number")
	card := &game.Kind{Name: "card", Label: func(s *game.State, id game.ID) string { return fmt.Sprint(number.Of(s, id)) }}
	hand := &game.Place{Name: "hand", Each: true, Seen: game.ByOwner}
	which := &game.Pick[game.ID]{Name: "card", From: hand.Contents}
	lay := &game.Action{Name: "lay", Pick: []game.Choice{which}, Do: func(t *game.Tx) {
		t.Say("{0} is laid", which.In(t))
		t.Remove(which.In(t))
	}}
	r := &game.Rules{
		Name: "labels", Seats: game.Exactly(1), Layout: []game.Layout{hand}, Kinds: []*game.Kind{card}, Parts: []game.Column{number}, Actions: []*game.Action{lay},
		Setup: func(t *game.Tx) {
			for _, n := range []int{5, 3, 2, 1} {
				t.Create(card, hand.Of(0), number.Is(n))
			}
		},
	}
	for _, text := range []string{"2", "lay 2"} {
		g := seatedAt(t, r, 1)
		if err := g.showSeat(0); err != nil {
			t.Fatal(err)
		}
		if played, err := g.enter(text); !played || err != nil {
			t.Fatalf("%s: %t, %v", text, played, err)
		}
		if got := strings.Join(g.lines(g.log[0])[1:], "; "); got != "2 is laid" {
			t.Errorf("%s: %s", text, got)
		}
	}
}

// The log shows the label of a chosen kind, and typed text is quoted as before.
func TestPlayLogsLabelsOfKinds(t *testing.T) {
	row := &game.Place{Name: "row"}
	queen := &game.Kind{Name: "queen", Look: game.Look{Label: "the Queen"}}
	rook := &game.Kind{Name: "rook"}
	word := &game.Pick[string]{Name: "word", List: func(*game.Tx) []string { return []string{"to be queen", "queen"} }}
	as := &game.Pick[*game.Kind]{Name: "as", List: func(*game.Tx) []*game.Kind { return []*game.Kind{queen, rook} }}
	as.Several = func(*game.Tx) (int, int) { return 1, 2 }
	r := &game.Rules{
		Name: "kinds", Seats: game.Exactly(1), Layout: []game.Layout{row}, Kinds: []*game.Kind{queen, rook},
		Actions: []*game.Action{{Name: "rise", Pick: []game.Choice{word, as}, Do: func(*game.Tx) {}}},
	}
	for text, want := range map[string]string{
		`rise "to be queen" queen`: `Player 1: rise to be queen the Queen`,
		`rise queen queen+rook`:    `Player 1: rise queen the Queen + rook`,
		`rise queen rook`:          `Player 1: rise queen rook`,
	} {
		g := seatedAt(t, r, 1)
		m, err := g.state().Parse(0, text)
		if err == nil {
			err = g.play(g, g.state().View(0), m)
		}
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if got := g.lines(g.log[0])[0]; got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
