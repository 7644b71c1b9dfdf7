package terminal

import (
	"bytes"
	"io"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/tableau"
	"github.com/plygame/ply/internal/words"
	"github.com/plygame/ply/match"
)

// lacks fails if a text is on the screen.
func lacks(t *testing.T, m *screen, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if strings.Contains(seen(m), text) {
			t.Fatalf("%q is on the screen:\n%s", text, seen(m))
		}
	}
}

// atShelf puts seat 0 at the screen; seat 1 is a bot.
func atShelf(t *testing.T, w, h int) *screen {
	return onScreen(seatedAt(t, playShelf(), 2, false, true), w, h)
}

// An element that several actions offer can be chosen first; then the screen asks for the action.
func TestPlayElementFirst(t *testing.T) {
	for name, choose := range map[string]func(m *screen){
		"keys":  func(m *screen) { press(m, "enter") },
		"space": func(m *screen) { press(m, "space") },
		"typed": func(m *screen) { press(m, "tool1", "enter") },
		"mouse": func(m *screen) { click(t, m, "tool1", 2) },
	} {
		m := atShelf(t, 80, 24)
		choose(m)
		if !strings.Contains(seen(m), "tool1: choose what to do with it") || !strings.Contains(seen(m), "*tool1") {
			t.Fatalf("%s: the screen does not ask for the action:\n%s", name, seen(m))
		}
		wants(t, m, ">1 Buy it", "+2 steal")
		lacks(t, m, "say")
		press(m, "esc")
		wants(t, m, "Choose what to do", "[tool1]")
		press(m, "esc")
		wants(t, m, "You have not chosen anything yet")
		choose(m)
		press(m, "2", "enter")
		wants(t, m, "Player 1: steal tool1", "Player 2's turn (a bot).")
	}
	// Both can be typed at once, on the screen and line by line.
	m := atShelf(t, 80, 24)
	press(m, "tool3 steal", "enter")
	wants(t, m, "Player 1: steal tool3")
	var out bytes.Buffer
	if err := playPlain(seatedAt(t, playShelf(), 2), &console.Console{In: strings.NewReader("\ntool2\nback\ntool2\n1\n\ntool4 buy\n"), Out: &out, Err: io.Discard}); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"tool2: choose what to do with it\n  1: Buy it   2: steal\n> back\nChoose what to do\n", "Player 1: Buy it tool2\n", "Player 2: Buy it tool4\n"} {
		if !strings.Contains(out.String(), text) {
			t.Errorf("%q is not in\n%s", text, out.String())
		}
	}
}

// A menu lists things as the hand shows them, numbers them without gaps, and says what a wrong word was read for.
func TestPlayMenuOrder(t *testing.T) {
	rank := game.NewPart[int]("menu-rank")
	animals := []string{"zebra", "ape", "mole", "bee"}
	card := &game.Kind{Name: "card", Label: func(s *game.State, id game.ID) string { return animals[rank.Of(s, id)] }}
	hand := &game.Place{Name: "hand", Each: true, Order: game.Unordered, Seen: game.ByOwner}
	which := &game.Pick[game.ID]{Name: "card", From: hand.Contents, If: func(t *game.Tx, id game.ID) bool { return rank.Of(t, id) != 1 || t.Refuse("it sleeps") }}
	lay := &game.Action{Name: "lay", Label: "Lay a card", Reads: "{seat} lays {card}", Pick: []game.Choice{which}, Do: func(t *game.Tx) {
		t.Announce("it is rank {0}", rank.Of(t, which.In(t)))
		t.Remove(which.In(t))
	}}
	never := &game.Action{Name: "never", If: game.When("not yet", func(*game.Tx) bool { return false }), Do: func(*game.Tx) {}}
	wait := &game.Action{Name: "wait", Do: func(*game.Tx) {}}
	r := &game.Rules{
		Name: "menu", Seats: game.Exactly(2), Layout: []game.Layout{hand}, Kinds: []*game.Kind{card}, Parts: []game.Column{rank}, Actions: []*game.Action{never, lay, wait},
		Setup: func(t *game.Tx) {
			for seat := range t.Standing().All() {
				t.CreateMany(4, card, hand.Of(seat), rank.Nth(func(i int) int { return 3 - i }))
			}
		},
	}
	var out bytes.Buffer
	if err := playPlain(seatedAt(t, r, 2), &console.Console{In: strings.NewReader("\nlay\nzz\n3\n\n"), Out: &out, Err: &out}); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"hand, yours: zebra ape mole bee\n", "  1: Lay a card   2: wait\n", "  1: zebra   2: mole   3: bee\n  cannot choose ape: it sleeps\n", "\nLay a card: \"zz\" is not one of the choices\n", "it is rank 3\n"} {
		if !strings.Contains(out.String(), text) {
			t.Errorf("%q is not in\n%s", text, out.String())
		}
	}
}

// Counters of seats, places and the table are on the screen as far as the seat there sees them; values that are not
// numbers for people are not.
func TestPlayCounts(t *testing.T) {
	m := onScreen(seatedAt(t, playShelf(), 2), 80, 24)
	press(m, "enter")
	wants(t, m, "Table:          round 1", "Player 1, you:  coins 0  luck 40  dice 0 0", "Player 2:       coins 0  dice 3 5", "crate B:        empty  price 6")
	lacks(t, m, "bits", "luck 41", "luck 0")
	press(m, "tool1 buy", "enter")
	wants(t, m, "Player 1, you:    coins 1  luck 40", "pass the screen to player 2")
	press(m, "enter", "enter")
	wants(t, m, "Player 1:         coins 1", "Player 2, you:    coins 0  luck 41")
	lacks(t, m, "luck 40")
	press(m, "f2")
	wants(t, m, "Table: round 1", "Player 1: coins 1, dice 0 0", "Player 2, you: coins 0, luck 41, dice 3 5", "Crate B: price 6")
	lacks(t, m, "bits", "luck 40")
	playGolden(t, "shelf-44x18", seen(atShelf(t, 44, 18)))
	playGolden(t, "shelf-80x24", seen(atShelf(t, 80, 24)))

	var out bytes.Buffer
	if err := playPlain(seatedAt(t, playShelf(), 2), &console.Console{In: strings.NewReader("\n"), Out: &out, Err: io.Discard}); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"\nTable: round 1\n", "\nPlayer 1, you: coins 0  luck 40  dice 0 0\n", "\ncrate B: empty (price 6)\n"} {
		if !strings.Contains(out.String(), text) {
			t.Errorf("%q is not in\n%s", text, out.String())
		}
	}
}

// Beside a board, counters are above the choices, so that the board keeps its space.
func TestPlayCountsBesideBoard(t *testing.T) {
	points := game.NewPart[int]("points")
	grid := board.Square("board", 8, 8)
	peg := &game.Kind{Name: "peg", Look: game.Look{Label: "o"}}
	cell := &game.Pick[game.ID]{Name: "cell", From: grid.Empty}
	r := &game.Rules{Name: "pegs", Seats: game.Exactly(2), Layout: []game.Layout{grid}, Kinds: []*game.Kind{peg}, Parts: []game.Column{points},
		Actions: []*game.Action{{Name: "put", Pick: []game.Choice{cell}, Do: func(t *game.Tx) {
			t.Create(peg, cell.In(t))
			points.Edit(t, t.Seat, func(n *int) { *n += 5 })
		}}}}
	for _, size := range [][2]int{{80, 24}, {44, 18}} {
		m := onScreen(seatedAt(t, r, 2), size[0], size[1])
		press(m, "c3", "enter")
		wants(t, m, "Player 1: ", "points 5", "Player 2, you: ", "points 0")
		if large := strings.Contains(seen(m), "└"); large != (size[0] == 80) {
			t.Errorf("%v: the board has lines: %v\n%s", size, large, seen(m))
		}
	}
}

// A few empty places keep their positions; if all are empty they share a line.
func TestPlayEmptyPlaces(t *testing.T) {
	m := atShelf(t, 80, 24)
	wants(t, m, "crate A:        tool9", "crate B:        empty", "bag:            empty")
	lacks(t, m, "bag of", "bag, yours")
	press(m, "tool1 buy", "enter")
	wants(t, m, "bag, yours:      │ tool1 │", "bag of player 2:  empty")
}

// Many elements that look the same are counted.
func TestPlayCountsAlike(t *testing.T) {
	m := onScreen(seatedAt(t, rulesOf(t, "nim", nil), 2), 80, 24)
	wants(t, m, "Heap A:] |  |  |     ", "Heap B:  |  |  |  |  |  5 in all", "Heap C:  |  |  |  |  |  |  |  7 in all")
}

// Players see the result of their move before the screen is passed on.
func TestPlayShowsResultBeforePassingOn(t *testing.T) {
	m := onScreen(seatedAt(t, rulesOf(t, "gofish", nil), 2), 80, 24)
	press(m, "enter", "2 10", "enter")
	wants(t, m, "10: go fish", "pass the screen to player 2", "Pond:              37 face down", "Hand, yours:")
	for _, page := range []string{"ctrl+l", "f2", "?"} {
		press(m, page, "x", "a", "esc")
		wants(t, m, "pass the screen to player 2")
	}
	press(m, "ctrl+z", "ctrl+z") // the first one asks, because an answer was revealed
	wants(t, m, "Move 1, player 1", "Whom do you ask?")
	press(m, "2 10", "enter", "space")
	wants(t, m, "Pass the screen to player 2.", "Press Enter when player 2 is here.")
	lacks(t, m, "Hand, yours")

	// The next seat can take over the screen at once, and is asked to move.
	press(m, "enter")
	press(m, "1 7", "enter", "seat 1", "enter", "enter")
	wants(t, m, "Whom do you ask?", "Enter choose")

	// A secret choice has no result yet, and the player knows their own choice.
	m = onScreen(seatedAt(t, playFair(), 3), 80, 24)
	press(m, "enter", "2", "enter")
	wants(t, m, "Pass the screen to player 2.", "Player 1 has chosen.")
	press(m, "enter")
	wants(t, m, "Player 1:          has chosen", "Player 2, you:     to move", "Player 3:          to move")
	press(m, "1", "enter")
	wants(t, m, "Player 1 and player 2 have chosen.")

	// The result is also printed line by line.
	var out bytes.Buffer
	if err := playPlain(seatedAt(t, rulesOf(t, "gofish", nil), 2), &console.Console{In: strings.NewReader("\n2 10\n"), Out: &out, Err: io.Discard}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "go fish\n\nPass the screen to player 2") {
		t.Errorf("player 1 is not told:\n%s", out.String())
	}
}

// If a seat will choose in secret, the screen is passed on before the first choice.
func TestPlaySecretsAhead(t *testing.T) {
	do := func(secret bool) []*game.Action {
		return []*game.Action{{Name: "act", Secret: secret, Do: func(t *game.Tx) {}}}
	}
	for name, c := range map[string]struct {
		rules *game.Rules
		pass  bool
	}{
		"action":   {&game.Rules{Name: "x", Seats: game.Exactly(2), Actions: do(true)}, true},
		"act":      {&game.Rules{Name: "x", Seats: game.Exactly(2), Flow: &game.Loop{Do: &game.EachSeat{Name: "e", Do: &game.Act{Name: "a", Actions: do(true)}}}}, true},
		"together": {&game.Rules{Name: "x", Seats: game.Exactly(2), Flow: &game.Loop{Do: &game.Together{Name: "t", Actions: do(false), Secret: true}}}, true},
		"open":     {&game.Rules{Name: "x", Seats: game.Exactly(2), Flow: &game.Loop{Do: &game.Together{Name: "t", Actions: do(false)}}}, false},
	} {
		if m := onScreen(seatedAt(t, c.rules, 2), 80, 24); (m.page == onPass) != c.pass {
			t.Errorf("%s: the screen is passed on: %v", name, !c.pass)
		}
		if m := onScreen(seatedAt(t, c.rules, 2, false, true), 80, 24); m.page == onPass {
			t.Errorf("%s: the screen is passed on although there is one player", name)
		}
	}
}

// If a text is required, a bot makes up one that fits.
func TestPlayBotTexts(t *testing.T) {
	luck := rand.New(rand.NewPCG(1, 2))
	for _, c := range []game.Text{{}, {Min: 1, Max: 1}, {Min: 30}, {Min: 3, Max: 5}, {Pattern: "[a-f]{4}"}, {Pattern: `(red|blue) [0-9]+x?`}, {Pattern: ".*", Min: 2, Max: 3}, {Pattern: `\w+@\w+`, Max: 9}} {
		texts := map[string]bool{}
		for range 30 {
			text := bot.Text(&c, luck)
			texts[text] = true
			if n := utf8.RuneCountInString(text); n < max(1, c.Min) || c.Max > 0 && n > c.Max {
				t.Errorf("%+v: %q has %d letters", c, text, n)
			}
			if !regexp.MustCompile("^(?:"+c.Pattern+")$").MatchString(text) && c.Pattern != "" {
				t.Errorf("%+v: %q does not fit", c, text)
			}
		}
		if len(texts) < 2 {
			t.Errorf("%+v: the text is always %v", c, texts)
		}
	}
	m := onScreen(seatedAt(t, playShelf(), 2, true, true), 80, 24)
	for i := 0; !m.state().Over() && i < 40; i++ {
		if botMoves(m); m.fault != nil {
			t.Fatal(m.fault)
		}
	}
	press(m, "ctrl+l")
	wants(t, m, "says ")
}

// A bot waits longer if much was said, and not at all if the player is in a hurry.
func TestPlayHurry(t *testing.T) {
	m := onScreen(seatedAt(t, rulesOf(t, "tictactoe", nil), 2, false, true), 80, 24)
	press(m, "b2", "enter")
	short := m.pause()
	cmd := press(m, "enter")
	if cmd == nil {
		t.Fatal("the player has to wait")
	}
	m.Update(cmd())
	thinks(m)
	if m.state().Played() != 2 {
		t.Errorf("%d moves were played", m.state().Played())
	}
	m.log[len(m.log)-1].said[m.seat] = make([]match.Line, 3)
	if long := m.pause(); long <= short || long > mostPause {
		t.Errorf("it waits for %v, and for %v after many lines", short, long)
	}
}

// Lines said before the first move are in the log.
func TestPlayOpening(t *testing.T) {
	m := atShelf(t, 80, 24)
	wants(t, m, "The shelf is open")
	press(m, "ctrl+l")
	wants(t, m, "The shelf is open")
	var out bytes.Buffer
	if err := playPlain(seatedAt(t, playShelf(), 2), &console.Console{In: strings.NewReader("\ncount 5\n\nlog\n"), Out: &out, Err: io.Discard}); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(out.String(), "The shelf is open"); n != 3 {
		t.Errorf("it is shown %d times, not to both players and in the log:\n%s", n, out.String())
	}
}

// After a refusal the next letter starts a new input, and Backspace edits the old one.
func TestPlayTypesAgain(t *testing.T) {
	m := onScreen(seatedAt(t, rulesOf(t, "tictactoe", nil), 2), 80, 24)
	press(m, "x9", "enter")
	wants(t, m, `"x9" is not one of the choices`, "> x9")
	press(m, "b2")
	wants(t, m, "> b2")
	press(m, "enter")
	wants(t, m, "X plays b2")
	press(m, "a11", "enter", "backspace", "enter")
	wants(t, m, "O plays a1")
}

// A prefix of an unavailable option explains why it is unavailable, and a wrong word names the words before it.
func TestPlayReasons(t *testing.T) {
	for _, c := range []struct{ text, why string }{
		{"en", "end: the shelf is full of tools that nobody has taken yet"},
		{"count 2", "that is too few"},
		{"count 31", "1 to 30"},
		{"steal crowbar", `steal: "crowbar" is not one of the choices`},
	} {
		m := atShelf(t, 80, 24)
		if press(m, c.text, "enter"); !m.bad || !strings.Contains(m.message, c.why) {
			t.Errorf("%s: %q", c.text, m.message)
		}
	}
	// A long reason has as many lines as it needs, and each of them can be clicked.
	m := atShelf(t, 80, 24)
	wants(t, m, " 5 end: the shelf is full of", "   tools that nobody has taken")
	click(t, m, "tools that nobody", 0)
	if !m.bad || at(m) != "end" {
		t.Errorf("the click is on %s: %q", at(m), m.message)
	}
}

// Line by line, equal reasons are printed once.
func TestPlayMergesEqualReasons(t *testing.T) {
	for _, c := range []struct{ labels, want string }{
		{"1 2 3", "1 to 3"}, {"1 2", "1, 2"}, {"a", "a"}, {"1 3 4 5 a 6", "1, 3 to 5, a, 6"}, {"x 9 10 11 12", "x, 9 to 12"}, {"1 2 4 5", "1, 2, 4, 5"},
	} {
		if got := words.Ranges(strings.Fields(c.labels)); got != c.want {
			t.Errorf("%s: %s, not %s", c.labels, got, c.want)
		}
	}
}

func TestPlayLightBackground(t *testing.T) {
	for env, light := range map[string]bool{"": false, "15;0": false, "0;15": true, "0;default;7": true, "7": true, "12;8": false} {
		if tableau.LightBackground(env) != light {
			t.Errorf("COLORFGBG=%s is light: %v", env, !light)
		}
	}
}

// In a small window nothing important is cut: the head names the seat, the keys are complete, and the last move is
// shown.
func TestPlaySmall(t *testing.T) {
	m := onScreen(seatedAt(t, rulesOf(t, "connect4", nil), 2), 40, 15)
	press(m, "d", "enter")
	wants(t, m, "Yellow's turn (O)", "arrows · Enter choose · Ctrl-C quit\n", "Red plays d1")
	lacks(t, m, "…")
	m = onScreen(seatedAt(t, rulesOf(t, "hex", game.Values{"size": "19"}), 2), 40, 15)
	wants(t, m, "▸\n", "▴\n")
	press(m, "s19", "enter")
	m.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	wants(t, m, "Move 2, Blue's turn", "Log", "Red plays s19")
}

// Whatever is pressed, in a window of any size, every game fits the window and continues.
func TestPlayAnyKeys(t *testing.T) {
	keys := []string{"up", "down", "left", "right", "enter", "enter", "enter", "enter", "enter", "enter", "tab", "esc", "space", "1", "2", "3", ".", "a", "ctrl+z", "ctrl+y", "ctrl+l", "?", "f2", "end", "seat 1", "backspace"}
	presses := 300
	if testing.Short() {
		presses = 150
	}
	for _, r := range append(games.All(), playFair(), playShelf()) {
		luck := rand.New(rand.NewPCG(7, uint64(len(r.Name))))
		g := seatedAt(t, r, r.Seats.Max, nil...)
		m := onScreen(g, 80, 24)
		most := 0
		for range presses {
			switch luck.IntN(12) {
			case 0:
				m.Update(tea.WindowSizeMsg{Width: luck.IntN(130), Height: luck.IntN(45)})
			case 1:
				m.Update(tea.MouseClickMsg{X: luck.IntN(m.w + 1), Y: luck.IntN(m.h + 1), Button: tea.MouseLeft})
			default:
				press(m, keys[luck.IntN(len(keys))])
			}
			if most = max(most, m.state().Played()); m.fault != nil {
				t.Fatalf("%s: %v", r.Name, m.fault)
			}
			for i, line := range strings.Split(strings.TrimSuffix(seen(m), "\n"), "\n") {
				if width(line) > m.w || i >= max(1, m.h) {
					t.Fatalf("%s: line %d of %d by %d is %q", r.Name, i, m.w, m.h, line)
				}
			}
		}
		if most == 0 {
			t.Errorf("%s: no move was played", r.Name)
		}
	}
}
