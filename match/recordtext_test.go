package match_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/gofish"
	"github.com/plygame/ply/match"
)

// fished returns the record of a whole game of go fish, from the start or a later move, and its states.
func fished(t testing.TB, from int) (*game.Rules, *match.Record, []*game.State) {
	t.Helper()
	r, luck := gofish.New(), rand.New(rand.NewPCG(2, 3))
	s := begun(t, r, 3)
	all, moves := []*game.State{s}, []game.Move{}
	for !s.Over() {
		view := s.View(s.Turn())
		m, err := bot.Random(view, s.Turn(), luck)
		if err == nil {
			m, err = view.Real(m)
		}
		if err == nil {
			s, err = s.Play(m)
		}
		if err != nil {
			t.Fatal(err)
		}
		all, moves = append(all, s), append(moves, m)
	}
	m := match.Begin(all[from])
	for _, move := range moves[from:] {
		batch, err := m.Make(nil, move)
		do(t, m, batch, err)
	}
	return r, m.Record(), all[from:]
}

func TestRecordText(t *testing.T) {
	for _, from := range []int{0, 4} {
		_, rec, _ := fished(t, from)
		rec.Names = []string{"Ann \"the\" First", "", "C=\n3"}
		rec.Options = game.Values{"size": "3", "odd": "a=b c"}
		read, err := match.ReadRecord([]byte(rec.String()))
		if err != nil {
			t.Fatal(err)
		}
		if fmt.Sprintf("%+v", read) != fmt.Sprintf("%+v", rec) {
			t.Errorf("got  %+v\nwant %+v", read, rec)
		}
		if (from == 0) != (rec.Start == "") {
			t.Errorf("from %d: the start is %.20q", from, rec.Start)
		}
		// Lines may end with CR LF.
		if other, err := match.ReadRecord([]byte(strings.ReplaceAll(rec.String(), "\n", "\r\n"))); err != nil || other.String() != rec.String() {
			t.Errorf("with \\r\\n: %v", err)
		}
	}
	open := taken(t, 1).Record()
	if !strings.HasSuffix(open.String(), "\nunfinished\n") || open.Result != "" {
		t.Errorf("an unfinished game reads\n%s", open)
	}
}

func TestReplay(t *testing.T) {
	for _, from := range []int{0, 4} {
		x, rec, all := fished(t, from)
		for n := range len(all) {
			m, err := match.Replay(x, rec, n)
			if err != nil {
				t.Fatal(err)
			}
			sameState(t, m.State(), all[n])
		}
		for _, n := range []int{-1, 1000} {
			m, err := match.Replay(x, rec, n)
			if err != nil {
				t.Fatal(err)
			}
			sameState(t, m.State(), all[len(all)-1])
		}
	}
}

// A record that is truncated or changed anywhere is refused with the line, or its replay stopped before the first wrong
// move.
func TestDamagedRecords(t *testing.T) {
	for _, from := range []int{0, 4} {
		x, rec, all := fished(t, from)
		text := rec.String()
		for n := range len(text) - 1 {
			check(t, fmt.Sprintf("cut off after %d", n), x, []byte(text[:n]), all)
		}
		lines := strings.SplitAfter(text, "\n")
		lines = lines[:len(lines)-1]
		for i, line := range lines {
			if strings.HasPrefix(line, "version") {
				continue // this line is for people
			}
			check(t, "without "+line, x, []byte(strings.Join(slices.Delete(slices.Clone(lines), i, i+1), "")), all)
			check(t, "twice "+line, x, []byte(strings.Join(slices.Insert(slices.Clone(lines), i, line), "")), all)
			if i > 0 {
				turned := slices.Clone(lines)
				turned[i-1], turned[i] = turned[i], turned[i-1]
				check(t, "in disorder "+line, x, []byte(strings.Join(turned, "")), all)
			}
		}
		step := 11
		if testing.Short() {
			step = 97
		}
		for i := from; i < len(text); i += step {
			bad := []byte(text)
			bad[i] ^= 1
			check(t, fmt.Sprintf("changed at %d", i), x, bad, all)
		}
	}
}

// check reads and replays a damaged record: the result must be a state of the original game.
func check(t *testing.T, what string, r *game.Rules, text []byte, all []*game.State) {
	t.Helper()
	rec, err := match.ReadRecord(text)
	if err != nil {
		if rec != nil || game.CodeOf(err) != game.Damaged || !strings.Contains(err.Error(), "the record cannot be read: line ") {
			t.Errorf("%s: %v", what, err)
		}
		return
	}
	m, err := match.Replay(r, rec, -1)
	if m == nil {
		if err == nil || game.CodeOf(err) == "" {
			t.Errorf("%s: no state, but %v", what, err)
		}
		return
	}
	s := m.State()
	n := slices.IndexFunc(all, func(o *game.State) bool { return o.Hash() == s.Hash() })
	switch {
	case err != nil && game.CodeOf(err) == "":
		t.Errorf("%s: %v", what, err)
	case err != nil && !strings.Contains(err.Error(), "replay stopped before move ") && !strings.Contains(err.Error(), "the record has the result "):
		t.Errorf("%s: %v", what, err)
	case n < 0 && s.Played() > all[0].Played():
		t.Errorf("%s: the replay reaches a state that is not in the game, after %d moves: %v", what, s.Played(), err)
	case err == nil && rec.String() != string(text) && n != len(all)-1:
		t.Errorf("%s: the replay ends differently", what)
	}
}

func TestReplayStops(t *testing.T) {
	r := nimRules()
	whole := taken(t, 3, 3, 1)
	edit := func(edit func(*match.Record)) *match.Record {
		rec := whole.Record()
		edit(rec)
		return rec
	}
	for _, c := range []struct {
		rec  *match.Record
		at   int // number of replayed moves; -1 for no match
		want string
	}{
		{edit(func(r *match.Record) { r.Game = "chess" }), -1, "the record is of chess, not nim"},
		{edit(func(r *match.Record) { r.Digest = "0" }), -1, "the record was made with different rules for nim, or other options (digest 0, here " + r.Digest() + ")"},
		{edit(func(r *match.Record) { r.Seats = 9 }), -1, "nim is for 2 seats, not 9"},
		{edit(func(r *match.Record) { r.Start = "{}" }), -1, "the save cannot be loaded: it has format 0, but this version of Ply reads format 1"},
		{edit(func(r *match.Record) { r.Seed[0]++ }), 0, "replay stopped before move 1 (take 3 of player 1): its hash is "},
		{edit(func(r *match.Record) { r.Moves[1].Hash = "0000000000000000" }), 1, "replay stopped before move 2 ("},
		{edit(func(r *match.Record) { r.Moves[0].Move = "dance" }), 0, "replay stopped before move 1 (dance of player 1): there is no action dance; the actions are take"},
		{edit(func(r *match.Record) { r.Moves[2].Move = "take 2" }), 2, "replay stopped before move 3 (take 2 of player 1): take, n: 2 cannot be chosen"},
		{edit(func(r *match.Record) { r.Moves[1].Move = "take 2" }), 1, "replay stopped before move 2 (take 2 of player 2): its hash is "},
		{edit(func(r *match.Record) { r.Moves[1].Seat = 0 }), 1, "replay stopped before move 2 (take 3 of player 1): take: it is the turn of player 2"},
		{edit(func(r *match.Record) { r.Moves[1].Seat = 77 }), 1, "replay stopped before move 2 (take 3 of player 78): there is no seat 77: there are 2 seats, counted from 0"},
		{edit(func(r *match.Record) { r.Moves[1].Kind = "dream" }), 1, "unknown kind of entry dream"},
		{edit(func(r *match.Record) {
			r.Moves = append(r.Moves, match.Entry{Kind: match.Moved, Seat: 0, Move: "take 1", Hash: "0"})
		}), 3, "(take 1 of player 1): the game is over"},
		{edit(func(r *match.Record) { r.Result = "draw" }), 3, "the record has the result draw, but the game is won by "},
	} {
		m, err := match.Replay(r, c.rec, -1)
		if err == nil || !strings.Contains(err.Error(), c.want) || game.CodeOf(err) == "" {
			t.Errorf("got  %v\nwant %s", err, c.want)
		}
		switch {
		case c.at < 0 && m != nil:
			t.Errorf("%s: there is a match", c.want)
		case c.at < 0:
		case m.Seq() != c.at:
			t.Errorf("%s: the match is after %d moves", c.want, m.Seq())
		case c.rec.Seed == whole.State().Seed():
			before, err := whole.At(c.at)
			if err != nil {
				t.Fatal(err)
			}
			sameState(t, m.State(), before)
		}
	}
}

// A fault in the rules stops the replay before the move, too.
func TestReplayStopsAtFault(t *testing.T) {
	r := nimRules()
	take := r.Actions[0].Do
	r.Actions[0].Do = func(tx *game.Tx) {
		if take(tx); tx.Played() == 2 {
			panic("the rules have changed since")
		}
	}
	rec := taken(t, 1, 1, 1).Record()
	m, err := match.Replay(r, rec, -1)
	if err == nil || game.CodeOf(err) != "" || !strings.HasPrefix(err.Error(), "replay stopped before move 3 (take 1 of player 1): ") || !strings.Contains(err.Error(), "the rules have changed since") {
		t.Error(err)
	}
	if m == nil || m.Seq() != 2 || m.State().HashText() != rec.Moves[1].Hash {
		t.Error("the match is not the one before the move")
	}
}

func TestUnreadableRecords(t *testing.T) {
	good := taken(t, 1, 2).Record().String()
	for _, c := range []struct{ from, to, want string }{
		{"ply record 1", "ply record 2", `line 1: it must be "ply record 1", not "ply record 2"`},
		{"ply record 1\n", "", `line 1: it must be "ply record 1", not "game nim"`},
		{good, "", `line 1: it must be "ply record 1", not ""`},
		{"seats 2", "seats two", "line 5: the number of seats must be 1 to 32"},
		{"seats 2", "seats 0", "line 5: the number of seats must be 1 to 32"},
		{"seats 2", "seats 33", "line 5: the number of seats must be 1 to 32"},
		{"seed ", "seed x", "line 6: a seed must be 64 hexadecimal digits"},
		{"seats 2", "name 1 \"x\"\nseats 2", "line 5: a name must be a seat and a quoted name"},
		{"seats 2", "name 0 x\nseats 2", "line 5: a name must be a seat and a quoted name"},
		{"seats 2", "option x\nseats 2", "line 5: an option must be name=value"},
		{"\n2 1 take", "\n3 1 take", `line 8: it must begin with move 2, not "3"`},
		{"\n2 1 take", "\n\n2 1 take", `line 8: it must begin with move 2, not ""`},
		{"\n2 1 take", "\n2 x take", "line 8: a move must be: number, seat, move = hash"},
		{"\n2 1 take", "\n2 128 take", "line 8: a move must be: number, seat, move = hash"},
		{"take 2 = ", "take 2 ", "line 8: a move must be: number, seat, move = hash"},
		{"unfinished\n", "result\n", "line 9: the result is missing"},
		{"unfinished\n", "", `line 9: it is truncated: the last line must be "unfinished" or "result ..."`},
		{"unfinished\n", "unfinished\nresult draw\n", "line 10: there is another line after the end"},
	} {
		text := strings.Replace(good, c.from, c.to, 1)
		if text == good {
			t.Fatalf("%q is not in\n%s", c.from, good)
		}
		rec, err := match.ReadRecord([]byte(text))
		if rec != nil {
			t.Errorf("it is accepted; want %s", c.want)
			continue
		}
		if game.CodeOf(err) != game.Damaged || err.Error() != "the record cannot be read: "+c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}

func TestReplayWithFaultyRules(t *testing.T) {
	rec := taken(t, 1).Record()
	bad := nimRules()
	bad.Actions = nil
	if m, err := match.Replay(bad, rec, -1); m != nil || err == nil || game.CodeOf(err) != "" {
		t.Errorf("got %v", err)
	}
}

// Undo, reseed and resign entries are refused where they make no sense.
func TestReplayOfMatch(t *testing.T) {
	m := begin(t, rolling(), 2)
	play(t, m, 0, "roll")
	m.Undo(0)
	batch, err := m.Agree(1, true)
	do(t, m, batch, err)
	play(t, m, 0, "roll")
	batch, err = m.Resign(0, "")
	do(t, m, batch, err)
	text := m.Record().String()
	rec, err := match.ReadRecord([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	for n := range 6 {
		again, err := match.Replay(rolling(), rec, n)
		want, wrong := m.At(n + 2) // two players have taken their seats
		if err != nil || wrong != nil || again.Seq() != n {
			t.Fatalf("after entry %d: %v, %v", n, err, wrong)
		}
		sameState(t, again.State(), want)
	}
	for was, is := range map[string]string{
		"undo 0": "undo 2", "-1 undo": "-1 redo", "reseed ": "reseed x", "resign 0": "resign 2", "-1 resign": "-1 forfeit",
		"result won by seat 1": "result won by seat 0",
	} {
		bad := strings.Replace(text, was, is, 1)
		if bad == text {
			t.Fatalf("%q is not in\n%s", was, text)
		}
		rec, err := match.ReadRecord([]byte(bad))
		if err == nil {
			_, err = match.Replay(rolling(), rec, -1)
		}
		if game.CodeOf(err) != game.Damaged {
			t.Errorf("%s: %v", is, err)
		}
	}
	after, err := m.State().PlayText(1, "roll")
	if err != nil {
		t.Fatal(err)
	}
	rec.Moves = append(rec.Moves, match.Entry{Kind: match.Moved, Seat: 1, Move: "roll", Hash: after.HashText()})
	if _, err := match.Replay(rolling(), rec, -1); game.CodeOf(err) != game.Damaged {
		t.Errorf("a move after the end: %v", err)
	}
}

// Any text that parses as a record is written and parsed back to the same record, and replays or is refused.
func FuzzReadRecord(f *testing.F) {
	r, rec, _ := fished(f, 0)
	f.Add([]byte(rec.String()))
	rec.Names, rec.Options = []string{"Ann", "B\n\"b\"", ""}, game.Values{"a": "b=c"}
	f.Add([]byte(rec.String()))
	f.Add([]byte("ply record 1\nunfinished"))
	f.Add([]byte("ply record 1\r\nresult draw\r\n"))
	for _, file := range []string{"finished", "later", "undone"} {
		text, err := os.ReadFile("testdata/" + file + ".ply")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		rec, err := match.ReadRecord(text)
		if err != nil {
			if rec != nil || game.CodeOf(err) == "" {
				t.Fatalf("the error is not a refusal: %v", err)
			}
			return
		}
		again, err := match.ReadRecord([]byte(rec.String()))
		if err != nil || again.String() != rec.String() {
			t.Fatalf("got\n%s\nwant\n%s\n%v", again, rec, err)
		}
		if strings.Contains(rec.Start, `"created":`) {
			return // a save may claim a huge number of elements
		}
		for _, r := range []*game.Rules{r, race()} {
			if _, err := match.Replay(r, rec, -1); err != nil && game.CodeOf(err) == "" {
				t.Fatalf("the error is not a refusal: %v", err)
			}
		}
	})
}

// A Record is a game as text; replaying it checks every hash.
func ExampleRecord() {
	start, _ := nimRules().Start(2, game.SeedOf(1))
	m := match.Begin(start)
	for _, text := range []string{"take 3", "take 3", "take 1"} {
		batch, err := m.Play(m.State().Turn(), m.Seq(), text)
		if err != nil {
			fmt.Println(err)
			return
		}
		m.Commit(batch)
	}
	rec := m.Record()
	rec.Names = []string{"Ann", "Bob"}
	fmt.Println(strings.Count(rec.String(), "\n"), "lines, the first is:", strings.Split(rec.String(), "\n")[0])
	for i, e := range rec.Moves {
		fmt.Println(i+1, e.Seat, e.Text())
	}
	fmt.Println(rec.Result)
	read, _ := match.ReadRecord([]byte(rec.String()))
	again, err := match.Replay(nimRules(), read, 2)
	s := again.State()
	fmt.Println(s.Count(s.Find("heap")), again.Player(1).Name, err)
	// Output:
	// 12 lines, the first is: ply record 1
	// 1 seat 0 take 3
	// 2 seat 1 take 3
	// 3 seat 0 take 1
	// won by seat 0
	// 1 Bob <nil>
}
