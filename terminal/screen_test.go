package terminal

import (
	"bytes"
	"context"
	"image/color"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/cputime"
	"github.com/plygame/ply/match"
)

// at returns the name of what the cursor is on.
func at(m *screen) string {
	if !m.inTable {
		return m.list[m.item].label
	}
	return m.view.Name(m.at)
}

func TestPlayArrows(t *testing.T) {
	m := onScreen(seatedAt(t, rulesOf(t, "tictactoe", nil), 2), 80, 24)
	for _, c := range []struct{ key, to string }{
		{"up", "a2"}, {"right", "b2"}, {"right", "c2"}, {"right", "c2"}, {"down", "c1"}, {"down", "c1"}, {"left", "b1"}, {"left", "a1"}, {"left", "a1"},
		{"b", "b1"}, {"3", "b3"}, {"backspace", "b1"}, {"esc", "b1"},
	} {
		if press(m, c.key); at(m) != c.to {
			t.Fatalf("%s leads to %s, not to %s", c.key, at(m), c.to)
		}
	}
	// On hexagons, up and down lead back to the same cell, at every size.
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		m = onScreen(seatedAt(t, rulesOf(t, "hex", nil), 2), size[0], size[1])
		press(m, "f6", "esc")
		from := at(m)
		for range 4 {
			press(m, "up")
		}
		if at(m) == from {
			t.Errorf("the cursor stays at %s", from)
		}
		press(m, "down", "down", "down", "down")
		if at(m) != from {
			t.Errorf("up and down from %s lead to %s", from, at(m))
		}
	}
	// The cursor can move from the table to the list and back.
	m = onScreen(seatedAt(t, rulesOf(t, "hex", game.Values{"size": "3", "swap": "true"}), 2), 80, 24)
	press(m, "a1", "enter", "end", "tab")
	for _, c := range []struct{ key, to string }{{"up", "place"}, {"down", "swap"}, {"left", "b1"}, {"right", "c1"}, {"right", "swap"}, {"tab", "c1"}} {
		if press(m, c.key); at(m) != c.to {
			t.Fatalf("%s leads to %s, not to %s", c.key, at(m), c.to)
		}
	}
	press(m, "tab", "enter")
	wants(t, m, "Blue takes over")
}

// An option that cannot be chosen shows its reason when the cursor is on it, and when it is chosen.
func TestPlayExplains(t *testing.T) {
	m := onScreen(seatedAt(t, rulesOf(t, "hex", game.Values{"size": "3", "swap": "true"}), 2), 80, 24)
	press(m, "tab")
	wants(t, m, "swap: you can swap only in reply to the first stone")
	press(m, "enter")
	if !m.bad || m.state().Played() != 0 {
		t.Errorf("the swap was not refused: %q", m.message)
	}
	press(m, "b2", "enter", "a1", "enter", "b2", "enter")
	wants(t, m, "b2 cannot be chosen")
	press(m, "esc", "b1", "esc", "up", "left")
	for at(m) != "b2" {
		press(m, "right")
	}
	wants(t, m, "b2 (X of Red) cannot be chosen")

	m = onScreen(seatedAt(t, playFair(), 2), 80, 24)
	press(m, "enter", "1", "enter", "enter", "1", "enter", "enter", "enter", "sell", "enter", "right")
	wants(t, m, "ware5 cannot be chosen: ware5 is not for sale")
	press(m, "left", "enter", "left", "left")
	wants(t, m, "sell ware7… What do you sell? (1 of 1 to 2)", "ware7 cannot be chosen: it is already chosen")
	press(m, "esc")
	wants(t, m, "(0 of 1 to 2)")
	press(m, "esc")
	wants(t, m, "Choose what to do", "ware7: sell")
	press(m, "esc")
	wants(t, m, "You have not chosen anything yet")
}

// click clicks on a text, or some columns to the right of it.
func click(t *testing.T, m *screen, text string, right int) {
	t.Helper()
	for y, line := range strings.Split(seen(m), "\n") {
		if i := strings.Index(line, text); i >= 0 {
			m.Update(tea.MouseClickMsg{X: len([]rune(line[:i])) + right, Y: y, Button: tea.MouseLeft})
			return
		}
	}
	t.Fatalf("%q is not on the screen:\n%s", text, seen(m))
}

func TestPlayMouse(t *testing.T) {
	m := onScreen(seatedAt(t, rulesOf(t, "tictactoe", nil), 2), 80, 24)
	click(t, m, " 2│", 8)
	wants(t, m, "X plays b2")
	click(t, m, " 2│", 8)
	wants(t, m, "b2 (X) cannot be chosen")
	click(t, m, "Log", 0)
	if m.state().Played() != 1 {
		t.Error("a click beside the table makes a move")
	}
	m = onScreen(seatedAt(t, rulesOf(t, "gofish", nil), 3), 80, 24)
	m.Update(tea.MouseClickMsg{X: 40, Y: 12})
	wants(t, m, "Press Enter when player 1 is here")
	press(m, "enter")
	click(t, m, "+3 Player 3", 3)
	wants(t, m, "ask player 3… For which rank?")
	click(t, m, "+8", 1)
	if m.state().Played() != 1 {
		t.Errorf("the click made no move:\n%s", seen(m))
	}
	// Text that does not fit can be scrolled.
	m = onScreen(seatedAt(t, rulesOf(t, "hex", game.Values{"size": "26"}), 2), 80, 24)
	wants(t, m, "\n   a b c d")
	for range 10 {
		m.Update(tea.MouseWheelMsg{X: 5, Y: 5, Button: tea.MouseWheelUp})
	}
	wants(t, m, "26 . .")
	press(m, "?")
	first := seen(m)
	m.Update(tea.MouseWheelMsg{X: 5, Y: 5, Button: tea.MouseWheelDown})
	if seen(m) == first {
		t.Error("the wheel does not scroll the help")
	}
}

// Pages open by a key and by a word, and close by any key.
func TestPlayPages(t *testing.T) {
	m := onScreen(seatedAt(t, rulesOf(t, "gofish", nil), 2), 80, 24)
	press(m, "enter", "2 10", "enter", "enter", "enter")
	for _, c := range []struct{ key, word, text string }{
		{"f1", "help", "let another player act: a number from 1, or a role"},
		{"?", "help", "  Ctrl-Z  undo       undo a move"},
		{"f2", "values", "There are no values so far"},
		{"ctrl+l", "log", "Player 1 asks player 2 for 10: go fish"},
	} {
		for _, keys := range [][]string{{c.key}, {c.word, "enter"}, {":" + c.word, "enter"}} {
			press(m, keys...)
			if press(m, "end"); !strings.Contains(seen(m), "any other key") {
				t.Errorf("%v does not open a page:\n%s", keys, seen(m))
			}
			wants(t, m, c.text)
			press(m, "x")
			wants(t, m, "Whom do you ask?", "Hand of player 1:  8 face down", "Hand, yours:")
		}
	}
	press(m, "ctrl+s")
	wants(t, m, "Saved in ")
}

func TestPlayUndo(t *testing.T) {
	m := onScreen(seatedAt(t, rulesOf(t, "tictactoe", nil), 2, false, true), 80, 24)
	press(m, "ctrl+z")
	wants(t, m, "there is no move to undo")
	press(m, "b2", "enter")
	wants(t, m, "O's turn (a bot).", "Enter skip the pause")
	if press(m, "a1", "enter"); !m.bad {
		t.Error("a move is accepted while the bot thinks")
	}
	m.Update(botMsg(m.turns - 1)) // of an earlier wait
	if m.state().Played() != 1 {
		t.Error("an earlier wait ends the current one")
	}
	botMoves(m)
	moved := m.state().HashText()
	wants(t, m, "Move 3, your turn (X)", "O plays")
	press(m, "ctrl+z")
	wants(t, m, "Move 1, your turn (X)", "Undone: this is move 1 again.")
	press(m, "ctrl+y")
	if m.state().HashText() != moved {
		t.Error("redo leads to a different state")
	}
	wants(t, m, "Move 3, your turn (X)", "O plays")
	// A NoUndo action cannot be undone.
	m = onScreen(seatedAt(t, playFair(), 2), 80, 24)
	press(m, "enter", "1", "enter", "enter", "1", "enter", "enter", "enter", "cry", "enter")
	wants(t, m, "(you cannot undo it)", "(type a text of 2 to 12 letters)")
	press(m, "hear me", "enter", "ctrl+z")
	wants(t, m, "cry: it cannot be undone", "Player 1 cries hear me")
}

// Seats that choose in secret at the same time are asked one after the other; a seat that has chosen can return and
// withdraw.
func TestPlayTogether(t *testing.T) {
	m := onScreen(seatedAt(t, playFair(), 3), 80, 24)
	wants(t, m, "Pass the screen to player 1.")
	press(m, "enter", "2", "enter")
	wants(t, m, "Pass the screen to player 2.")
	press(m, "enter", "1", "enter", "enter")
	wants(t, m, "player 3's turn: bids", "Player 1 has chosen", "Player 2 has chosen", "How much do you bid?")
	if strings.Contains(seen(m), "bid 2") {
		t.Errorf("a secret is shown:\n%s", seen(m))
	}
	press(m, "seat 2", "enter")
	wants(t, m, "Pass the screen to player 2.")
	press(m, "enter", "withdraw", "enter")
	wants(t, m, "How much do you bid?")
	press(m, "3", "enter", "enter", "0", "enter")
	wants(t, m, "pass the screen to player 1", "Player 2 bids 3")
	press(m, "enter", "enter")
	wants(t, m, "Player 1 bids 2", "Player 2 bids 3", "Player 3 bids 0", "player 1's turn: trade")
	press(m, "done", "enter")
	wants(t, m, "Pass the screen to player 2.")
}

// With one seat at the screen it is never passed on, and the secrets of bots stay hidden.
func TestPlayBots(t *testing.T) {
	for _, r := range []*game.Rules{playFair(), rulesOf(t, "gofish", nil), rulesOf(t, "connect4", nil)} {
		m := onScreen(seatedAt(t, r, 2, true, true), 80, 24)
		for i := 0; !m.state().Over(); i++ {
			if botMoves(m); m.fault != nil || i > 2000 {
				t.Fatalf("%s: move %d: %v", r.Name, i, m.fault)
			}
		}
		wants(t, m, m.ending())
		if m.page == onPass {
			t.Error("the screen is passed on to a bot")
		}
	}
}

// program runs the screen without a real terminal.
func program(t *testing.T, m *screen, keys string) string {
	t.Helper()
	in, typing := io.Pipe()
	go func() {
		for _, k := range keys {
			time.Sleep(20 * time.Millisecond)
			typing.Write([]byte(string(k)))
		}
	}()
	var out bytes.Buffer
	ctx, stop := context.WithTimeout(context.Background(), time.Minute)
	defer stop()
	_, err := tea.NewProgram(m, tea.WithInput(in), tea.WithOutput(&out), tea.WithEnvironment([]string{"TERM=xterm-256color", "CLICOLOR_FORCE=1"}), tea.WithWindowSize(80, 24), tea.WithContext(ctx)).Run()
	if err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// Ctrl-C leaves at once, and the game can be resumed from its file. Colours can be turned off.
func TestPlayLeaves(t *testing.T) {
	const colored = "\x1b[38;"
	for _, colors := range []bool{true, false} {
		g := seatedAt(t, rulesOf(t, "tictactoe", nil), 2)
		text := program(t, newScreen(g, colors), "b2\ra1\r\x03")
		if g.state().Played() != 2 {
			t.Fatalf("%d moves were played", g.state().Played())
		}
		if strings.Contains(text, colored) != colors {
			t.Errorf("colours should be %v:\n%q", colors, text)
		}
		data, err := os.ReadFile(g.backend.(*local).file.Path)
		if err != nil {
			t.Fatal(err)
		}
		again, err := reopened(rulesOf(t, "tictactoe", nil), string(data), nil)
		if err != nil {
			t.Fatal(err)
		}
		if again.state().HashText() != g.state().HashText() || len(again.log) != 2 {
			t.Error("another game is resumed")
		}
		var said bytes.Buffer
		if err := g.leave(g, &console.Console{Err: &said}); err != nil || !strings.Contains(said.String(), "To continue:\n  ply play --resume "+g.backend.(*local).file.Path) {
			t.Errorf("%s, %v", said.String(), err)
		}
	}
}

// reopened resumes a record; nil bots means those in the record.
func reopened(r *game.Rules, record string, bots []bool) (*Session, error) {
	rec, err := match.ReadRecord([]byte(record))
	if err != nil {
		return nil, err
	}
	g, err := Resume(r, rec)
	if err != nil {
		return nil, err
	}
	if g.File = "none"; bots != nil {
		g.Bots = bots
	}
	return Terminal{}.Open(g)
}

// Ctrl-C ends a game played line by line, as quit does.
func TestPlayInterrupted(t *testing.T) {
	g := seatedAt(t, rulesOf(t, "tictactoe", nil), 2)
	var out bytes.Buffer
	p := &byLine{Session: g, con: &console.Console{Out: &out, Err: io.Discard}, typed: make(chan string, 1), broken: make(chan os.Signal)}
	p.typed <- "b2"
	go func() { p.broken <- os.Interrupt }()
	for !p.ended {
		if err := p.run(); err != nil {
			t.Fatal(err)
		}
	}
	if g.state().Over() || !strings.HasSuffix(out.String(), "> \n") {
		t.Errorf("it ends with %q", out.String())
	}
}

// A record keeps the names of its players, and bots stay bots unless others are named.
func TestPlayNames(t *testing.T) {
	g := seatedAt(t, rulesOf(t, "tictactoe", nil), 2, false, true)
	rec := g.backend.(*local).record()
	if got := strings.Join(rec.Names, ", "); got != ", bot 2" {
		t.Errorf("the names are %s", got)
	}
	rec.Names[0] = "Ann"
	for _, c := range []struct {
		bots  []bool
		names string
	}{
		{nil, "Ann, bot 2"},
		{[]bool{false, false}, "Ann, "},
		{[]bool{true, false}, "bot 1, "},
	} {
		g, err := reopened(rulesOf(t, "tictactoe", nil), rec.String(), c.bots)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(g.backend.(*local).record().Names, ", "); got != c.names {
			t.Errorf("the names are %s, not %s", got, c.names)
		}
	}
}

// Two boards are side by side if there is room, each with its name.
func TestPlayBoards(t *testing.T) {
	mine, theirs := board.Square("mine", 4, 4), board.Square("theirs", 4, 4)
	cell := &game.Pick[game.ID]{Name: "cell", From: theirs.Empty}
	peg := &game.Kind{Name: "peg"}
	r := &game.Rules{Name: "pegs", Seats: game.Exactly(1), Layout: []game.Layout{mine, theirs}, Kinds: []*game.Kind{peg},
		Actions: []*game.Action{{Name: "hit", Pick: []game.Choice{cell}, Do: func(t *game.Tx) { t.Create(peg, cell.In(t)) }}}}
	m := onScreen(seatedAt(t, r, 1), 100, 24)
	playGolden(t, "boards-100x24", seen(m))
	press(m, "b2", "enter")
	wants(t, m, "hit theirs/b2")
	press(m, "left", "left", "left")
	wants(t, m, "mine/")
	playGolden(t, "boards-50x18", seen(onScreen(seatedAt(t, r, 1), 50, 18)))
}

// Text by players cannot control the terminal.
func TestPlayEscapesText(t *testing.T) {
	for _, lines := range []bool{true, false} {
		g := seatedAt(t, playFair(), 2)
		var text string
		if lines {
			var out bytes.Buffer
			if err := playPlain(g, &console.Console{In: strings.NewReader("\n1\n\n1\n\ncry\n\x1b[2Jboo\nlog\n"), Out: &out, Err: io.Discard}); err != nil {
				t.Fatal(err)
			}
			_, text, _ = strings.Cut(out.String(), "Player 1 cries") // the typed text is echoed before
		} else {
			m := onScreen(g, 80, 24)
			press(m, "enter", "1", "enter", "enter", "1", "enter", "enter", "enter", "cry", "enter")
			m.Update(tea.PasteMsg{Content: "\x1b[2Jboo\x07"})
			press(m, "enter")
			text = seen(m)
		}
		if !strings.Contains(text, "boo") || strings.Contains(text, "\x1b") {
			t.Errorf("lines %v: %q", lines, text)
		}
	}
}

// Colours fit the background.
func TestPlayBackground(t *testing.T) {
	m := onScreen(seatedAt(t, rulesOf(t, "tictactoe", nil), 2), 80, 24)
	press(m, "b2", "enter")
	m.Update(tea.BackgroundColorMsg{Color: color.Black})
	dark := m.View().Content
	m.Update(tea.BackgroundColorMsg{Color: color.White})
	light := m.View().Content
	if dark == light || !strings.Contains(dark, "\x1b[") {
		t.Error("light and dark backgrounds have the same colours")
	}
}

// A finished game leaves no file, unless the user chose one.
func TestPlayRemovesFileWhenOver(t *testing.T) {
	for _, named := range []bool{false, true} {
		g := seatedAt(t, rulesOf(t, "tictactoe", nil), 2)
		g.backend.(*local).file.Wanted = named
		m := onScreen(g, 80, 24)
		for _, cell := range []string{"a1", "a2", "b1", "b2", "c1"} {
			press(m, cell, "enter")
		}
		wants(t, m, "Game over: X wins.", "*X")
		if got := strings.Count(seen(m), "*X"); got != 3 {
			t.Errorf("%d marks are starred:\n%s", got, seen(m))
		}
		if text := strings.Join(m.sc.Plain(), "\n"); !strings.Contains(text, "won with a1 b1 c1") {
			t.Error(text)
		}
		if err := g.leave(g, &console.Console{Err: io.Discard}); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(g.backend.(*local).file.Path); (err == nil) != named {
			t.Errorf("named %v: %v", named, err)
		}
	}
}

// The screen fits any window, however small or large.
func TestPlaySizes(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: takes long")
	}
	for _, r := range []*game.Rules{rulesOf(t, "hex", nil), rulesOf(t, "gofish", nil), playFair()} {
		for w := 0; w < 140; w += 11 {
			for h := 0; h < 50; h += 7 {
				m := onScreen(seatedAt(t, r, 2), w, h)
				press(m, "enter", "down", "right", "up", "?", "esc", "ctrl+l", "esc", "1", "enter")
				if n := strings.Count(seen(m), "\n"); n != h {
					t.Fatalf("%s, %d by %d: %d lines", r.Name, w, h, n)
				}
			}
		}
	}
}

// A game that cannot be saved continues with a warning.
func TestPlayUnsaved(t *testing.T) {
	lost := t.TempDir() + "/no/such/dir/x.ply"
	g := seatedAt(t, rulesOf(t, "tictactoe", nil), 2, false, true)
	g.backend.(*local).file.Path = lost
	var out, said bytes.Buffer
	if err := playPlain(g, &console.Console{In: strings.NewReader("a1\n"), Out: &out, Err: &said}); err != nil {
		t.Error(err)
	}
	if g.state().Played() != 2 || strings.Count(said.String(), "cannot save the game") != 2 {
		t.Errorf("%d moves were played: %s", g.state().Played(), said.String())
	}
	g = seatedAt(t, rulesOf(t, "tictactoe", nil), 2)
	g.backend.(*local).file.Path = lost
	m := onScreen(g, 80, 24)
	press(m, "a1", "enter")
	wants(t, m, "cannot save the game", "Move 2, O's turn")
	if err := g.leave(g, &console.Console{Err: io.Discard}); err == nil {
		t.Error("the game is lost without a warning")
	}
}

// Moves of others are shown once, even if nothing is hidden at first, and after undo.
func TestPlayNews(t *testing.T) {
	g := seatedAt(t, playFair(), 2)
	g.hides = false // as if the hands were open
	enter := func(seat game.Seat, text string) {
		t.Helper()
		if err := g.showSeat(seat); err != nil {
			t.Fatal(err)
		}
		if _, err := g.enter(text); err != nil {
			t.Fatal(err)
		}
	}
	expect := func(seat game.Seat, want string) {
		t.Helper()
		if err := g.showSeat(seat); err != nil {
			t.Fatal(err)
		}
		opening, entries := g.news()
		for _, e := range entries {
			opening = append(opening, g.lines(e)...)
		}
		if got := strings.Join(opening, "; "); got != want {
			t.Errorf("%s reads %q, not %q", seat, got, want)
		}
	}
	expect(0, "")
	enter(0, "1")
	expect(1, "Player 1 has chosen")
	enter(1, "2")
	expect(0, "Player 1: Bid 1; Player 2 has chosen; Player 1 bids 1; Player 2 bids 2")
	enter(0, "visit 2 now 1")
	if _, err := g.undo(g); err != nil {
		t.Fatal(err)
	}
	enter(0, "visit 2 now 2")
	enter(0, "done")
	expect(1, "Player 2: Bid 2; Player 1 bids 1; Player 2 bids 2; Player 1 visits player 2 with 2; Player 1: Done")
	expect(1, "")
}

// A key costs little more than drawing the whole screen once, even on a large board.
func TestPlayQuick(t *testing.T) {
	runtime.LockOSThread() // for its processor time
	defer runtime.UnlockOSThread()
	best := func(do func(m *screen)) time.Duration {
		best := time.Hour
		for range 10 {
			m := onScreen(seatedAt(t, rulesOf(t, "hex", game.Values{"size": "19"}), 2), 120, 40)
			from := cputime.Thread()
			do(m)
			best = min(best, cputime.Thread()-from)
		}
		return best
	}
	for _, key := range []string{"up", "x", "enter"} {
		var took, once time.Duration
		for try := 0; try == 0 || try < 20 && took > 10*once; try++ { // garbage may be collected meanwhile
			once = best(func(m *screen) { m.refresh(); m.View() })
			took = best(func(m *screen) { press(m, key); m.View() })
		}
		t.Logf("%s takes %v, drawing everything %v", key, took, once)
		if took > 10*once {
			t.Errorf("%s takes %v, drawing everything only %v", key, took, once)
		}
	}
}

// Every typed line results in a move or a reason.
func FuzzPlayLines(f *testing.F) {
	for _, text := range []string{"1\n\n2\n\nsell 1\n.\n", "\"", "cry \"a\nb", "seat -1\nseat 99999999999\nseat", ":", ": \n:undo", "visit 1 + now", "spend 1+1+1", "\x00", "\xff\xfe 1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var out bytes.Buffer
		g := seatedAt(t, playFair(), 2)
		if err := playPlain(g, &console.Console{In: strings.NewReader("\n" + text), Out: &out, Err: io.Discard}); err != nil {
			t.Fatal(err)
		}
		if _, err := reopened(playFair(), g.backend.(*local).record().String(), nil); err != nil {
			t.Fatalf("the record cannot be read: %v\n%s", err, g.backend.(*local).record())
		}
	})
}

// BenchmarkPlayKey measures a key press until the screen is drawn, on a large board.
func BenchmarkPlayKey(b *testing.B) {
	for _, c := range []struct {
		name string
		keys []string
	}{
		{"arrow", []string{"up", "right", "down", "left"}},
		{"letter", []string{"a", "backspace"}},
		{"move", []string{"enter", "ctrl+z"}},
	} {
		b.Run(c.name, func(b *testing.B) {
			r := rulesOf(b, "hex", game.Values{"size": "19"})
			m := onScreen(seatedAt(b, r, 2), 120, 40)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				press(m, c.keys[i%len(c.keys)])
				m.View()
			}
		})
	}
}
