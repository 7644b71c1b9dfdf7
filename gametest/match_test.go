package gametest

import (
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/connect4"
	"github.com/plygame/ply/games/hex"
	"github.com/plygame/ply/games/tictactoe"
)

// won is a table at which seat 0 has won, with three in the lowest row.
func won(t testing.TB) *Match {
	m := New(t, tictactoe.New(), Setup{})
	m.PlayAll("place a1", "place a2", "place b1", "place b2", "place c1")
	return m
}

func TestTableHolds(t *testing.T) {
	m := won(t)
	m.ExpectOver()
	m.ExpectWinner(0)
	m.ExpectTurn(game.Nobody)
	m.Refuse(1, "place c3", game.Over)
	m.Undo()
	m.ExpectRunning()
	m.ExpectTurn(0)
	m.ExpectIn("c1")
	m.ExpectIn("b1", "X")
	m.ExpectIn("b1", "mark")
	m.ExpectIn("b1", "#3")
	m.ExpectAvailable(0, "place")
	m.ExpectUnavailable(1, "place", "turn of player 1")
	m.ExpectBoard(`
		3 . . .
		2 O O .
		1 X X .
		  a b c`)
	m.Check()
}

// Every expectation of a table can fail.
func TestTableFails(t *testing.T) {
	for _, c := range []struct {
		name, words string
		do          func(*Match)
	}{
		{"Play", "refused", func(m *Match) { m.Play(1, "place c3") }},
		{"Play garbage", "refused", func(m *Match) { m.Play(1, "\"") }},
		{"PlayAll", "refused", func(m *Match) { m.Undo(); m.PlayAll("place c3", "place c3") }},
		{"Refuse what is accepted", "is accepted", func(m *Match) { m.Undo(); m.Refuse(0, "place c3", game.Over) }},
		{"Refuse as something else", "not as", func(m *Match) { m.Refuse(1, "place c3", game.NotOffered) }},
		{"RefuseWords of what is accepted", "is accepted", func(m *Match) { m.Undo(); m.RefuseWords(0, "place c3", "over") }},
		{"RefuseWords", `they should contain "no such words"`, func(m *Match) { m.RefuseWords(1, "place c3", "no such words") }},
		{"Undo", "no move to undo", func(m *Match) {
			for range 6 {
				m.Undo()
			}
		}},
		{"ExpectTurn", "it is the turn of nobody", func(m *Match) { m.ExpectTurn(1) }},
		{"ExpectToAct", "the game waits for [], not for [seat 0]", func(m *Match) { m.ExpectToAct(0) }},
		{"ExpectRunning", "is over", func(m *Match) { m.ExpectRunning() }},
		{"ExpectOver", "should be over", func(m *Match) { m.Undo(); m.ExpectOver() }},
		{"ExpectWinner of another", "won by seat 0; it should be won by seat 1", func(m *Match) { m.ExpectWinner(1) }},
		{"ExpectWinner while it runs", "running", func(m *Match) { m.Undo(); m.ExpectWinner(0) }},
		{"ExpectWinner of none", "should be draw", func(m *Match) { m.ExpectWinner() }},
		{"ExpectTie", "should be a draw", func(m *Match) { m.ExpectTie() }},
		{"ExpectTie while it runs", "should be a draw", func(m *Match) { m.Undo(); m.ExpectTie() }},
		{"ExpectIn an empty cell", "contains nothing", func(m *Match) { m.ExpectIn("c3", "X") }},
		{"ExpectIn a full cell", "#1 mark of seat 0", func(m *Match) { m.ExpectIn("a1") }},
		{"ExpectIn of another seat", "#1 mark of seat 0", func(m *Match) { m.ExpectIn("a1", "O") }},
		{"ExpectIn no place", "no place", func(m *Match) { m.ExpectIn("z9") }},
		{"ExpectSaid", "is not in it", func(m *Match) { m.ExpectSaid("hello") }},
		{"ExpectAvailable", "over", func(m *Match) { m.ExpectAvailable(0, "place") }},
		{"ExpectAvailable of no action", "no action", func(m *Match) { m.ExpectAvailable(0, "jump") }},
		{"ExpectUnavailable", "should not be able", func(m *Match) { m.Undo(); m.ExpectUnavailable(0, "place", "") }},
		{"ExpectUnavailable for another reason", "game is over", func(m *Match) { m.ExpectUnavailable(0, "place", "too late") }},
		{"ExpectBoard", "the board should be", func(m *Match) { m.ExpectBoard(". . .\nO O .\nX X O") }},
		{"ExpectBoard of another size", "the board should be", func(m *Match) { m.ExpectBoard(". . .") }},
		{"PlayUntil", "the condition never held", func(m *Match) { m.Undo(); m.PlayUntil(func(*game.State) bool { return false }) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			watch(t, func(t testing.TB) { c.do(won(t)) }).wants(c.words, "tictactoe, seed 0, 2 seats")
		})
	}
}

func TestFailureShowsTheStory(t *testing.T) {
	watch(t, func(t testing.TB) { won(t).ExpectRunning() }).wants("seat 1: place b2", "1 X X X")
}

func TestTableReportsFaults(t *testing.T) {
	rules := newPebbles().after(func(*game.Tx) { panic("oh") })
	watch(t, func(t testing.TB) { New(t, rules, Setup{}).Try(0, "take 1") }).wants("fault in the rules", "oh")
}

func TestNewReportsFaults(t *testing.T) {
	watch(t, func(t testing.TB) { New(t, &game.Rules{}, Setup{}) }).wants("cannot be played")
	watch(t, func(t testing.TB) { New(t, tictactoe.New(), Setup{Seats: 3}) }).wants("cannot be started")
}

func TestTableCheckFindsBrokenRules(t *testing.T) {
	var calls atomic.Int64
	rules := newPebbles().after(func(t *game.Tx) { taken.Set(t, game.Root, int(calls.Add(1))) })
	watch(t, func(t testing.TB) {
		m := New(t, rules, Setup{})
		m.Play(0, "take 1")
		m.Check()
	}).wants(`law "determinism" is broken`)
}

func TestPlayUntilEnds(t *testing.T) {
	p := newPebbles()
	p.many.Range = func(*game.Tx) (int, int) { return 1, 1 }
	p.take.Do = func(*game.Tx) {}
	watch(t, func(t testing.TB) { New(t, &p.Rules, Setup{}).PlayUntil(Over) }).wants("after 10000 random moves")
}

func TestFromAndRig(t *testing.T) {
	p := newPebbles()
	rules := p.after(func(t *game.Tx) { t.Say("rolled {0}", t.Roll(6)) })
	m := New(t, rules, Setup{Chance: []game.Chance{{Number: 5}}})
	m.Play(0, "take 1")
	m.ExpectSaid("rolled 5")
	m.Rig(game.Chance{Number: 2})
	m.Play(1, "take 1")
	m.ExpectSaid("rolled 2")
	if story := m.Story(); !strings.Contains(story, "1. seat 0: take 1") || !strings.Contains(story, "2. seat 1: take 1") {
		t.Errorf("the story lacks moves:\n%s", story)
	}
	m.Check()
	From(t, m.State()).ExpectTurn(0)
}

func TestArrange(t *testing.T) {
	for _, c := range []struct {
		name    string
		rules   *game.Rules
		drawing string
	}{
		{"tictactoe", tictactoe.New(), "X O .\n. X .\nO . ."},
		{"with margin", tictactoe.New(), "3 X O .\n2 . X .\n1 O . .\n  a b c"},
		{"hex", hex.New(4, false), ". . X .\n O O . .\n  . . . X\n   X . O ."},
		{"connect4", connect4.New(), ". . . . . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. X . . . . .\nX O O . . . X"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := Arrange(t, c.rules, Setup{Turn: 1}, c.drawing)
			m.ExpectTurn(1)
			m.ExpectBoard(c.drawing)
			m.PlayUntil(Over)
			m.Check()
		})
	}
}

func TestArrangeFails(t *testing.T) {
	for _, c := range []struct{ name, drawing, words string }{
		{"too small", "X O", "its size differs from the board"},
		{"too wide", "X O . .\n. X . .\nO . . .", "its size differs from the board"},
		{"unknown glyph", "X O .\n. ? .\nO . .", `"?", which is not the drawing of any piece there; ` +
			"pieces are drawn as O (mark of player 2), X (mark of player 1)"},
		{"glyph in the margin", "3 X O .\nX . X .\n1 O . .\n  a b c", `"X"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			watch(t, func(t testing.TB) { Arrange(t, tictactoe.New(), Setup{}, c.drawing) }).wants("cannot be set up", c.words)
		})
	}
	watch(t, func(t testing.TB) { Arrange(t, &newPebbles().Rules, Setup{}, "X") }).wants("no board")
	over := tictactoe.New()
	over.Setup = (*game.Tx).Tie
	watch(t, func(t testing.TB) { Arrange(t, over, Setup{}, "X . .\n. . .\n. . .") }).wants("is over as soon as Setup has run")
	watch(t, func(t testing.TB) { New(t, &newPebbles().Rules, Setup{}).ExpectBoard("X") }).wants("no board")
}

// banners is a board of pieces whose kind only their owner sees, set up from boxes.
func banners() *game.Rules {
	grid := board.Square("board", 3, 3)
	grid.Cell.Seen = game.ByOwner
	box := &game.Place{Name: "box", Each: true, Order: game.Unordered, Seen: game.ByOwner}
	major := &game.Kind{Name: "major", Look: game.Look{BySeat: []string{"M", "m"}}}
	captain := &game.Kind{Name: "captain", Look: game.Look{BySeat: []string{"C", "c"}}}
	from := &game.Pick[game.ID]{Name: "from", From: func(t *game.Tx) game.Set[game.ID] { return grid.Held(t, t.Seat) }}
	to := &game.Pick[game.ID]{Name: "to", From: grid.Empty}
	return &game.Rules{
		Name: "banners", Seats: game.Exactly(2), Layout: []game.Layout{grid, box}, Kinds: []*game.Kind{major, captain},
		Setup: func(t *game.Tx) {
			for seat := range game.Seat(2) {
				for x, k := range []*game.Kind{major, captain} {
					t.Give(t.Create(k, box.Of(seat)), seat)
					t.Move(t.First(box.Of(seat)), grid.At(x, 2*int(seat)))
				}
			}
		},
		Actions: []*game.Action{{Name: "march", Pick: []game.Choice{from, to}, Do: func(t *game.Tx) { t.Move(t.First(from.In(t)), to.In(t)) }}},
	}
}

// Pieces that are hidden from other seats can be arranged, and are as hidden as if they had been set up there.
func TestArrangeHiddenPieces(t *testing.T) {
	const drawing = "m . .\n. . .\nM . C"
	m := Arrange(t, banners(), Setup{}, drawing)
	m.ExpectBoard(drawing)
	s := m.State()
	if piece := s.First(s.Find("a3")); s.Sees(0, piece) == game.Face || s.Sees(1, piece) != game.Face {
		t.Errorf("seat 0 sees %v of a hidden piece, its owner %v", s.Sees(0, piece), s.Sees(1, piece))
	}
	m.PlayAll("march c1 c2", "march a3 b3")
	m.ExpectBoard(". m .\n. . C\nM . .")
}

// Arrange replaces what the rules have set up.
func TestArrangeReplaces(t *testing.T) {
	p := tictactoe.New()
	p.Setup = func(t *game.Tx) {
		cells := t.Find("a1")
		t.Give(t.Create(p.Kinds[0], cells), 1)
	}
	m := Arrange(t, p, Setup{}, ". . .\n. X .\n. . .")
	m.ExpectIn("a1")
	m.ExpectIn("b2", "X")
}

func TestGolden(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "game.golden")
	golden := func(seed uint64) *recorder {
		return watch(t, func(t testing.TB) { Golden(t, tictactoe.New(), path, seed) })
	}
	golden(1).wants("-update")
	*update = true
	golden(1).wantsNone()
	*update = false
	golden(1).wantsNone()
	golden(2).wants("line 1", "seed 2", "seed 1")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, words := range []string{"tictactoe, seed 1, 2 seats", "1. seat 0: place ", "  a b c", "hash "} {
		if !strings.Contains(string(text), words) {
			t.Errorf("the golden file has no %q:\n%s", words, text)
		}
	}
	if err := os.WriteFile(path, append(text, "more\n"...), 0o644); err != nil {
		t.Fatal(err)
	}
	golden(1).wants("more")
}

func TestStoryHasWhatWasSaid(t *testing.T) {
	p := newPebbles()
	m := New(t, p.after(func(t *game.Tx) { t.Say("{0} has {1}", t.Seat, t.Count(p.bowl.Of(t.Seat))) }), Setup{})
	m.Play(0, "take 3")
	if story := m.Story(); !strings.Contains(story, "player 1 has 3") || !strings.Contains(story, "bowl/0: #1 pebble of seat 0") {
		t.Errorf("it is not in the story:\n%s", story)
	}
}

// In a game with a flow, the table may wait for several seats.
func TestTableTogether(t *testing.T) {
	m := New(t, &newPledge().Rules, Setup{Seats: 3})
	m.ExpectToAct(0, 1, 2)
	m.Play(1, "pledge 2")
	m.ExpectToAct(0, 2)
	m.Refuse(1, "pledge 1", game.Unavailable)
	if text := m.Debug(); !strings.Contains(text, "seat 0, seat 2 to act") {
		t.Errorf("it does not say which seats must act: %s", text)
	}
	m.Play(1, "withdraw")
	m.ExpectToAct(0, 1, 2)
	m.PlayAll("pledge 1", "pledge 2", "pledge 3")
	m.ExpectToAct(0, 1, 2)
	m.ExpectAvailable(0, "spend")
	m.Check()
}

// A position can be arranged for any seat of a flow that goes round the table.
func TestArrangeInFlow(t *testing.T) {
	rules := tictactoe.New()
	rules.Flow = &game.Loop{Do: &game.EachSeat{Name: "turn", Do: &game.Phase{Name: "placing", Do: &game.Act{Name: "place", Actions: rules.Actions}}}}
	m := Arrange(t, rules, Setup{Turn: 1}, "X O .\n. X .\nO . .")
	m.ExpectToAct(1)
	m.Play(1, "place c1")
	m.ExpectToAct(0)
	m.Check()
}

// Moves and rigged draws can use labels.
func TestPlayByLabel(t *testing.T) {
	hand := &game.Place{Name: "hand", Each: true, Seen: game.ByOwner}
	deck := &game.Place{Name: "deck", Order: game.Stacked, Seen: game.ByNone}
	pile := &game.Place{Name: "pile"}
	linen := &game.Kind{Name: "linen", Look: game.Look{Label: "Linen"}}
	silk := &game.Kind{Name: "silk"}
	card := &game.Pick[game.ID]{Name: "card", From: hand.Contents}
	rules := &game.Rules{
		Name: "cloth", Seats: game.Exactly(2), Layout: []game.Layout{hand, deck, pile}, Kinds: []*game.Kind{linen, silk},
		Setup: func(t *game.Tx) {
			t.CreateMany(3, linen, deck)
			t.CreateMany(3, silk, deck)
			t.Shuffle(deck)
			for i := range game.Seat(4) {
				t.Move(t.Last(deck), hand.Of(i%2))
			}
		},
		Actions:  []*game.Action{{Name: "lay", Pick: []game.Choice{card}, Do: func(t *game.Tx) { t.Move(card.In(t), pile) }}},
		Deadlock: (*game.Tx).Tie,
	}
	g := New(t, rules, Setup{Chance: []game.Chance{{Order: []string{"Linen", "silk", "Linen", "silk"}}}})
	g.ExpectIn("hand/0", "Linen", "Linen")
	g.Play(0, "lay Linen")
	g.Refuse(1, "lay Linen", game.NotOffered)
	g.Play(1, "lay silk")
	g.ExpectIn("pile", "Linen", "silk")
}
