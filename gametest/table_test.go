package gametest

import (
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/connect4"
	"github.com/plygame/ply/games/hex"
	"github.com/plygame/ply/games/tictactoe"
)

// won is a table at which seat 0 has won, with three in the lowest row.
func won(t testing.TB) *Table {
	b := New(t, tictactoe.New(), Setup{})
	b.PlayAll("place a1", "place a2", "place b1", "place b2", "place c1")
	return b
}

func TestTableHolds(t *testing.T) {
	b := won(t)
	b.ExpectOver()
	b.ExpectWinner(0)
	b.ExpectTurn(game.Nobody)
	b.Refuse(1, "place c3", game.Over)
	b.Undo()
	b.ExpectRunning()
	b.ExpectTurn(0)
	b.ExpectIn("c1")
	b.ExpectIn("b1", "X")
	b.ExpectIn("b1", "mark")
	b.ExpectIn("b1", "#3")
	b.ExpectAvailable(0, "place")
	b.ExpectUnavailable(1, "place", "turn of player 1")
	b.ExpectBoard(`
		3 . . .
		2 O O .
		1 X X .
		  a b c`)
	b.Check()
}

// TestTableFails shows that everything a table expects can fail.
func TestTableFails(t *testing.T) {
	for _, c := range []struct {
		name, words string
		do          func(*Table)
	}{
		{"Play", "refused", func(b *Table) { b.Play(1, "place c3") }},
		{"Play garbage", "refused", func(b *Table) { b.Play(1, "\"") }},
		{"PlayAll", "refused", func(b *Table) { b.Undo(); b.PlayAll("place c3", "place c3") }},
		{"Refuse what is accepted", "is accepted", func(b *Table) { b.Undo(); b.Refuse(0, "place c3", game.Over) }},
		{"Refuse as something else", "not as", func(b *Table) { b.Refuse(1, "place c3", game.NotOffered) }},
		{"RefuseWords of what is accepted", "is accepted", func(b *Table) { b.Undo(); b.RefuseWords(0, "place c3", "over") }},
		{"RefuseWords", "with the words", func(b *Table) { b.RefuseWords(1, "place c3", "no such words") }},
		{"Undo", "no move to undo", func(b *Table) {
			for range 6 {
				b.Undo()
			}
		}},
		{"ExpectTurn", "it is the turn of nobody", func(b *Table) { b.ExpectTurn(1) }},
		{"ExpectToAct", "the game waits for [], not for [seat 0]", func(b *Table) { b.ExpectToAct(0) }},
		{"ExpectRunning", "is over", func(b *Table) { b.ExpectRunning() }},
		{"ExpectOver", "should be over", func(b *Table) { b.Undo(); b.ExpectOver() }},
		{"ExpectWinner of another", "won by seat 0; it should be won by seat 1", func(b *Table) { b.ExpectWinner(1) }},
		{"ExpectWinner while it runs", "running", func(b *Table) { b.Undo(); b.ExpectWinner(0) }},
		{"ExpectWinner of none", "should be draw", func(b *Table) { b.ExpectWinner() }},
		{"ExpectTie", "should be a draw", func(b *Table) { b.ExpectTie() }},
		{"ExpectTie while it runs", "should be a draw", func(b *Table) { b.Undo(); b.ExpectTie() }},
		{"ExpectIn an empty cell", "lies nothing", func(b *Table) { b.ExpectIn("c3", "X") }},
		{"ExpectIn a full cell", "#1 mark of seat 0", func(b *Table) { b.ExpectIn("a1") }},
		{"ExpectIn of another seat", "#1 mark of seat 0", func(b *Table) { b.ExpectIn("a1", "O") }},
		{"ExpectIn no place", "no place", func(b *Table) { b.ExpectIn("z9") }},
		{"ExpectSaid", "is not in it", func(b *Table) { b.ExpectSaid("hello") }},
		{"ExpectAvailable", "over", func(b *Table) { b.ExpectAvailable(0, "place") }},
		{"ExpectAvailable of no action", "no action", func(b *Table) { b.ExpectAvailable(0, "jump") }},
		{"ExpectUnavailable", "should not be able", func(b *Table) { b.Undo(); b.ExpectUnavailable(0, "place", "") }},
		{"ExpectUnavailable for another reason", "game is over", func(b *Table) { b.ExpectUnavailable(0, "place", "too late") }},
		{"ExpectBoard", "the board should be", func(b *Table) { b.ExpectBoard(". . .\nO O .\nX X O") }},
		{"ExpectBoard of another size", "the board should be", func(b *Table) { b.ExpectBoard(". . .") }},
		{"PlayUntil", "has not come", func(b *Table) { b.Undo(); b.PlayUntil(func(*game.State) bool { return false }) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			watch(t, func(t testing.TB) { c.do(won(t)) }).wants(c.words, "tictactoe, seed 0, 2 seats")
		})
	}
}

func TestTableShowsHowItCameAbout(t *testing.T) {
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

func TestTableCheckFindsWhatIsBroken(t *testing.T) {
	var calls atomic.Int64
	rules := newPebbles().after(func(t *game.Tx) { taken.Set(t, game.Root, int(calls.Add(1))) })
	watch(t, func(t testing.TB) {
		b := New(t, rules, Setup{})
		b.Play(0, "take 1")
		b.Check()
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
	b := New(t, rules, Setup{Chance: []game.Chance{{Number: 5}}})
	b.Play(0, "take 1")
	b.ExpectSaid("rolled 5")
	b.Rig(game.Chance{Number: 2})
	b.Play(1, "take 1")
	b.ExpectSaid("rolled 2")
	if story := b.Story(); !strings.Contains(story, "1. seat 0: take 1") || !strings.Contains(story, "2. seat 1: take 1") {
		t.Errorf("the story has lost moves:\n%s", story)
	}
	b.Check()
	From(t, b.State()).ExpectTurn(0)
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
			b := Arrange(t, c.rules, Setup{Turn: 1}, c.drawing)
			b.ExpectTurn(1)
			b.ExpectBoard(c.drawing)
			b.PlayUntil(Over)
			b.Check()
		})
	}
}

func TestArrangeFails(t *testing.T) {
	for _, c := range []struct{ name, drawing, words string }{
		{"too small", "X O", "not of the size of the board"},
		{"too wide", "X O . .\n. X . .\nO . . .", "not of the size of the board"},
		{"unknown glyph", "X O .\n. ? .\nO . .", `"?"`},
		{"glyph in the margin", "3 X O .\nX . X .\n1 O . .\n  a b c", `"X"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			watch(t, func(t testing.TB) { Arrange(t, tictactoe.New(), Setup{}, c.drawing) }).wants("cannot be set up", c.words)
		})
	}
	watch(t, func(t testing.TB) { Arrange(t, &newPebbles().Rules, Setup{}, "X") }).wants("no board")
	watch(t, func(t testing.TB) { New(t, &newPebbles().Rules, Setup{}).ExpectBoard("X") }).wants("no board")
}

// TestArrangeReplaces puts a drawing where the rules have set something up.
func TestArrangeReplaces(t *testing.T) {
	p := tictactoe.New()
	p.Setup = func(t *game.Tx) {
		cells := t.Find("a1")
		t.Give(t.Create(p.Kinds[0], cells), 1)
	}
	b := Arrange(t, p, Setup{}, ". . .\n. X .\n. . .")
	b.ExpectIn("a1")
	b.ExpectIn("b2", "X")
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
	b := New(t, p.after(func(t *game.Tx) { t.Say("{0} has {1}", t.Seat, t.Count(p.bowl.Of(t.Seat))) }), Setup{})
	b.Play(0, "take 3")
	if story := b.Story(); !strings.Contains(story, "player 1 has 3") || !strings.Contains(story, "bowl/0: #1 pebble of seat 0") {
		t.Errorf("it is not in the story:\n%s", story)
	}
}

// In a game with a flow, several seats may be waited for.
func TestTableTogether(t *testing.T) {
	b := New(t, &newPledge().Rules, Setup{Seats: 3})
	b.ExpectToAct(0, 1, 2)
	b.Play(1, "pledge 2")
	b.ExpectToAct(0, 2)
	b.Refuse(1, "pledge 1", game.Unavailable)
	if text := b.Debug(); !strings.Contains(text, "seat 0, seat 2 to act") {
		t.Errorf("it does not say who is waited for: %s", text)
	}
	b.Play(1, "withdraw")
	b.ExpectToAct(0, 1, 2)
	b.PlayAll("pledge 1", "pledge 2", "pledge 3")
	b.ExpectToAct(0, 1, 2)
	b.ExpectAvailable(0, "spend")
	b.Check()
}

// A drawing can be arranged for any seat in a flow that goes round.
func TestArrangeInFlow(t *testing.T) {
	rules := tictactoe.New()
	rules.Flow = &game.Loop{Do: &game.EachSeat{Name: "turn", Do: &game.Phase{Name: "placing", Do: &game.Act{Name: "place", Actions: rules.Actions}}}}
	b := Arrange(t, rules, Setup{Turn: 1}, "X O .\n. X .\nO . .")
	b.ExpectToAct(1)
	b.Play(1, "place c1")
	b.ExpectToAct(0)
	b.Check()
}

// Things can be called by their labels, in moves and in what chance brings.
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
