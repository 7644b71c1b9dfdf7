package game_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// fairRecord is the record of a whole game of fair, from its beginning or later on.
func fairRecord(t testing.TB, from int) (*box, *game.Record, []*game.State) {
	t.Helper()
	x := fair(false)
	moves := fairGame(t)
	all := states(t, x.Rules, 3, moves...)[from:]
	return x, historyOf(t, all[0], 0, moves[from:]...).Record(), all
}

func TestRecordText(t *testing.T) {
	for _, from := range []int{0, 4} {
		_, rec, _ := fairRecord(t, from)
		rec.Names = []string{"Ann \"the\" First", "", "C=\n3"}
		rec.Options = game.Values{"size": "3", "odd": "a=b c"}
		read, err := game.ReadRecord([]byte(rec.String()))
		if err != nil {
			t.Fatal(err)
		}
		if fmt.Sprintf("%+v", read) != fmt.Sprintf("%+v", rec) {
			t.Errorf("got  %+v\nwant %+v", read, rec)
		}
		if (from == 0) != (rec.Start == "") {
			t.Errorf("from %d: the start is %.20q", from, rec.Start)
		}
		// Lines may end like those of another system.
		if other, err := game.ReadRecord([]byte(strings.ReplaceAll(rec.String(), "\n", "\r\n"))); err != nil || other.String() != rec.String() {
			t.Errorf("with \\r\\n: %v", err)
		}
	}
	open := historyOf(t, nim(), 0, "take 1").Record()
	if !strings.HasSuffix(open.String(), "\nunfinished\n") || open.Result != "" {
		t.Errorf("an unfinished game reads\n%s", open)
	}
}

func TestReplay(t *testing.T) {
	for _, from := range []int{0, 4} {
		x, rec, all := fairRecord(t, from)
		for n := range len(all) {
			s, err := game.Replay(x.Rules, rec, n)
			if err != nil {
				t.Fatal(err)
			}
			same(t, s, all[n])
		}
		for _, n := range []int{-1, 1000} {
			s, err := game.Replay(x.Rules, rec, n)
			if err != nil {
				t.Fatal(err)
			}
			same(t, s, all[len(all)-1])
		}
	}
}

// A record that is cut off or changed anywhere is refused with the line, or its replay
// stops before the first wrong move.
func TestDamagedRecords(t *testing.T) {
	for _, from := range []int{0, 4} {
		x, rec, all := fairRecord(t, from)
		text := rec.String()
		for n := range len(text) - 1 {
			check(t, fmt.Sprintf("cut off after %d", n), x, []byte(text[:n]), all)
		}
		lines := strings.SplitAfter(text, "\n")
		lines = lines[:len(lines)-1]
		for i, line := range lines {
			if strings.HasPrefix(line, "version") {
				continue // it is for people
			}
			check(t, "without "+line, x, []byte(strings.Join(slices.Delete(slices.Clone(lines), i, i+1), "")), all)
			check(t, "twice "+line, x, []byte(strings.Join(slices.Insert(slices.Clone(lines), i, line), "")), all)
			if i > 0 {
				turned := slices.Clone(lines)
				turned[i-1], turned[i] = turned[i], turned[i-1]
				check(t, "in disorder "+line, x, []byte(strings.Join(turned, "")), all)
			}
		}
		step := 3
		if testing.Short() {
			step = 29
		}
		for i := from; i < len(text); i += step {
			bad := []byte(text)
			bad[i] ^= 1
			check(t, fmt.Sprintf("changed at %d", i), x, bad, all)
		}
	}
}

// check reads and replays a damaged record: what comes out is a state of the true game.
func check(t *testing.T, what string, x *box, text []byte, all []*game.State) {
	t.Helper()
	rec, err := game.ReadRecord(text)
	if err != nil {
		if rec != nil || game.CodeOf(err) != game.Damaged || !strings.Contains(err.Error(), "the record cannot be read: line ") {
			t.Errorf("%s: %v", what, err)
		}
		return
	}
	s, err := game.Replay(x.Rules, rec, -1)
	if s == nil {
		if err == nil || game.CodeOf(err) == "" {
			t.Errorf("%s: no state, and %v", what, err)
		}
		return
	}
	n := slices.IndexFunc(all, func(o *game.State) bool { return o.Hash() == s.Hash() })
	switch {
	case err != nil && game.CodeOf(err) == "":
		t.Errorf("%s: %v", what, err)
	case err != nil && !strings.Contains(err.Error(), "replay stops before move ") && !strings.Contains(err.Error(), "the record says "):
		t.Errorf("%s: %v", what, err)
	case n < 0 && s.Played() > all[0].Played():
		t.Errorf("%s: replay reaches a state that never was, after %d moves: %v", what, s.Played(), err)
	case err == nil && rec.String() != string(text) && n != len(all)-1:
		t.Errorf("%s: it is replayed to another end", what)
	}
}

func TestReplayStops(t *testing.T) {
	x, rec, all := fairRecord(t, 0)
	edit := func(edit func(*game.Record)) *game.Record {
		r := *rec
		r.Moves = slices.Clone(rec.Moves)
		edit(&r)
		return &r
	}
	for _, c := range []struct {
		rec  *game.Record
		at   int // moves that were replayed, -1 for none and no state
		want string
	}{
		{edit(func(r *game.Record) { r.Game = "chess" }), -1, "the record is of chess, not of fair"},
		{edit(func(r *game.Record) { r.Digest = "0" }), -1, "the record was made by other rules of fair, or with other options (digest 0, here " + x.Digest() + ")"},
		{edit(func(r *game.Record) { r.Seats = 9 }), -1, "fair is for 1 to 4 seats, not 9"},
		{edit(func(r *game.Record) { r.Start = "{}" }), -1, "the save cannot be loaded: it is of format 0, and this version of Ply reads format 1"},
		{edit(func(r *game.Record) { r.Seed[0]++ }), 0, "replay stops before move 1 (busy of seat 0): its hash is "},
		{edit(func(r *game.Record) { r.Moves[3].Hash = "0000000000000000" }), 3, "replay stops before move 4 ("},
		{edit(func(r *game.Record) { r.Moves[0].Text = "dance" }), 0, "replay stops before move 1 (dance of seat 0): there is no action dance; there is hand, busy, quit"},
		{edit(func(r *game.Record) { r.Moves[4].Text = "hand #99 0" }), 4, "replay stops before move 5 (hand #99 0 of seat 1): hand, what: there is no #99"},
		{edit(func(r *game.Record) { r.Moves[4].Text = "quit" }), 4, "replay stops before move 5 (quit of seat 1): its hash is "},
		{edit(func(r *game.Record) { r.Moves[2].Seat = 0 }), 2, "replay stops before move 3 (busy of seat 0): busy: it is the turn of seat 2"},
		{edit(func(r *game.Record) { r.Moves[2].Seat = 77 }), 2, "replay stops before move 3 (busy of seat 77): there is no seat 77: 3 play"},
		{edit(func(r *game.Record) { r.Moves = append(r.Moves, game.Entry{Seat: 0, Text: "busy", Hash: "0"}) }), len(all) - 1, "(busy of seat 0): the game is over"},
		{edit(func(r *game.Record) { r.Result = "draw" }), len(all) - 1, "the record says draw, and the game is won by "},
	} {
		s, err := game.Replay(x.Rules, c.rec, -1)
		if err == nil || !strings.Contains(err.Error(), c.want) || game.CodeOf(err) == "" {
			t.Errorf("got  %v\nwant %s", err, c.want)
		}
		if c.at < 0 {
			if s != nil {
				t.Errorf("%s: there is a state", c.want)
			}
			continue
		}
		if c.rec.Seed == rec.Seed {
			same(t, s, all[c.at])
		}
		same(t, reload(t, s), s)
	}
}

// A fault of the rules stops the replay before the move, too.
func TestReplayStopsAtFault(t *testing.T) {
	x := newBox()
	x.do = func(tx *game.Tx) { tx.Create(x.stone, x.row) }
	h := historyOf(t, x.start(t), 0, "do", "do", "do")
	x.do = func(tx *game.Tx) {
		tx.Create(x.stone, x.row)
		if tx.Count(x.row) == 3 {
			panic("the rules have changed since")
		}
	}
	s, err := game.Replay(x.Rules, h.Record(), -1)
	wantFault(t, err, "the rules have changed since")
	if !strings.HasPrefix(err.Error(), "replay stops before move 3 (do of seat 0): ") {
		t.Error(err)
	}
	if s == nil || s.Played() != 2 || s.Count(x.row) != 2 || s.HashText() != h.Record().Moves[1].Hash {
		t.Error("it is not the state before the move")
	}
}

func TestUnreadableRecords(t *testing.T) {
	good := historyOf(t, nim(), 0, "take 1", "take 2").Record().String()
	for _, c := range []struct{ from, to, want string }{
		{"ply record 1", "ply record 2", `line 1: it should be "ply record 1", but is "ply record 2"`},
		{"ply record 1\n", "", `line 1: it should be "ply record 1", but is "game nim"`},
		{good, "", `line 1: it should be "ply record 1", but is ""`},
		{"seats 2", "seats two", "line 5: it is no number of seats"},
		{"seats 2", "seats 0", "line 5: it is no number of seats"},
		{"seats 2", "seats 33", "line 5: it is no number of seats"},
		{"seed ", "seed x", "line 6: a seed is 64 hexadecimal digits"},
		{"seats 2", "name 1 \"x\"\nseats 2", "line 5: it is no name of a player"},
		{"seats 2", "name 0 x\nseats 2", "line 5: it is no name of a player"},
		{"seats 2", "option x\nseats 2", "line 5: an option is name=value"},
		{"\n2 1 take", "\n3 1 take", `line 8: it should be move 2, but begins with "3"`},
		{"\n2 1 take", "\n\n2 1 take", `line 8: it should be move 2, but begins with ""`},
		{"\n2 1 take", "\n2 x take", "line 8: a move is: number, seat, move = hash"},
		{"\n2 1 take", "\n2 128 take", "line 8: a move is: number, seat, move = hash"},
		{"take 2 = ", "take 2 ", "line 8: a move is: number, seat, move = hash"},
		{"unfinished\n", "result\n", "line 9: it does not say how the game ended"},
		{"unfinished\n", "", `line 9: it is cut off: the last line is "unfinished" or "result ..."`},
		{"unfinished\n", "unfinished\nresult draw\n", "line 10: something follows after the end"},
	} {
		text := strings.Replace(good, c.from, c.to, 1)
		if text == good {
			t.Fatalf("%q is not in\n%s", c.from, good)
		}
		rec, err := game.ReadRecord([]byte(text))
		if rec != nil {
			t.Errorf("it is read; want %s", c.want)
			continue
		}
		wantRefusal(t, err, game.Damaged, "the record cannot be read: "+c.want)
	}
}

// A Record is a game in names, to be replayed with every hash checked.
func ExampleRecord() {
	h := game.NewHistory(nim(), 0)
	for _, n := range []int64{3, 3, 1} {
		_ = h.Play(game.Move{Seat: h.State().Turn(), Action: "take", Picks: [][]game.Value{{{N: n}}}})
	}
	rec := h.Record()
	rec.Names = []string{"Ann", "Bob"}
	fmt.Println(strings.Count(rec.String(), "\n"), "lines, the first is:", strings.Split(rec.String(), "\n")[0])
	for i, e := range rec.Moves {
		fmt.Println(i+1, e.Seat, e.Text)
	}
	fmt.Println(rec.Result)
	again, _ := game.ReadRecord([]byte(rec.String()))
	s, err := game.Replay(h.State().Rules(), again, 2)
	fmt.Println(s.Count(s.Find("heap")), again.Names, err)
	// Output:
	// 12 lines, the first is: ply record 1
	// 1 seat 0 take 3
	// 2 seat 1 take 3
	// 3 seat 0 take 1
	// won by seat 0
	// 1 [Ann Bob] <nil>
}

func TestReplayByFaultyRules(t *testing.T) {
	_, rec, _ := fairRecord(t, 0)
	bad := fair(false)
	bad.Actions = nil
	if s, err := game.Replay(bad.Rules, rec, -1); s != nil || err == nil || game.CodeOf(err) != "" {
		t.Errorf("got %v", err)
	}
}

// The text of a move that cannot be is still a text.
func TestTextOfNonsense(t *testing.T) {
	s := nim()
	for want, m := range map[string]game.Move{
		"dance ? -":  {Action: "dance", Picks: [][]game.Value{value(1), nil}},
		"take 1 ?+?": {Action: "take", Picks: [][]game.Value{value(1), value(2, 3)}},
		"take -7":    {Action: "take", Picks: [][]game.Value{value(-7)}},
	} {
		if got := s.Text(m); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	for _, text := range []string{`take 1"2"`, `take "1"2`, "take 1+", "+", `"`, "take\t\t"} {
		if _, err := s.PlayText(0, text); err == nil || game.CodeOf(err) == "" {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := s.PlayText(0, " \t take \t 1  "); err != nil {
		t.Error(err)
	}
}
