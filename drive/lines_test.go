package drive

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/odd"
	"github.com/plygame/ply/match"
)

// The number of stored states is limited, the record is not.
func TestDriveLongGame(t *testing.T) {
	a := newAsker(t, Config{})
	a.do(`{"do":"start","game":"endless","seats":1,"seed":1}`)
	const more = 50
	for range maxTrack + more {
		a.do(`{"do":"play","move":"act"}`)
	}
	kept := a.do(`{"do":"save"}`)
	if !strings.Contains(kept.Record, fmt.Sprintf("\n%d 0 act = %s\n", maxTrack+more, kept.Hash)) || !strings.Contains(kept.Record, "\n1 0 act = ") {
		t.Error("the record is incomplete")
	}
	a.refused("stale", `{"do":"changes","seat":0,"since":%d}`, more-1)
	if c := a.do(`{"do":"changes","seat":0,"since":%d}`, more); len(c.Played) != maxTrack {
		t.Errorf("%d moves are sent", len(c.Played))
	}
	for range maxTrack {
		a.do(`{"do":"undo"}`)
	}
	if r := a.refused("nothing-to-do", `{"do":"undo"}`); !strings.Contains(r.Why, strconv.Itoa(maxTrack)) {
		t.Errorf("the refusal of an undo beyond the stored states is %+v", r)
	}
	a.do(`{"do":"chance","script":[1]}`)
	for range maxTrack + more {
		a.do(`{"do":"play","move":"act"}`)
	}
	kept = a.do(`{"do":"save"}`)
	if on := a.do(`{"do":"load","save":%s}`, jsonText(kept.Save)); on.Hash != kept.Hash {
		t.Errorf("loaded as %s", on.Text)
	}
	rec, err := match.ReadRecord([]byte(kept.Record))
	if err != nil || len(rec.Moves) != maxTrack+more || rec.Start == "" {
		t.Fatalf("the record has %d moves, and begins with %q: %v", len(rec.Moves), rec.Start, err)
	}
	if m, err := match.Replay(odd.Endless(), rec, -1); err != nil || m.State().HashText() != kept.Hash {
		t.Errorf("the record leads to a different state: %v", err)
	}
}

// Lists of moves are limited.
func TestDriveManyMoves(t *testing.T) {
	number := &game.Pick[int]{Name: "number", Range: func(*game.Tx) (int, int) { return 1, maxMoves + 1 }}
	many := odd.Game("many", game.Action{Pick: []game.Choice{number}, Do: func(*game.Tx) {}})
	a := newAsker(t, Config{Games: []*game.Rules{many}})
	a.do(`{"do":"start","game":"many"}`)
	if r := a.do(`{"do":"moves","seat":0}`); !r.More || len(r.list(t)) != maxMoves {
		t.Errorf("%d moves are listed, and more: %v", len(r.list(t)), r.More)
	}
	var all []drivenMove
	if r := a.do(`{"do":"moves"}`); json.Unmarshal(r.Moves, &all) != nil || !r.More || len(all) != maxMoves {
		t.Errorf("%d moves are listed, and more: %v", len(all), r.More)
	}
	a.do(`{"do":"play","move":"act %d"}`, maxMoves+1)
}

// through sends lines to a driver and returns its answers.
func through(t *testing.T, input []byte, c Config) []string {
	t.Helper()
	var out bytes.Buffer
	c.Games = everything()
	if err := c.Run(bytes.NewReader(input), &out); err != nil {
		t.Fatal(err)
	}
	if out.Len() == 0 {
		return nil
	}
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
}

func TestDriveLines(t *testing.T) {
	help, long := `{"do":"help"}`, strings.Repeat("x", maxLine+1)
	fits := `{"do":"help","id":"` + strings.Repeat("x", maxLine-len(`{"do":"help","id":""}`)) + `"}`
	for _, c := range []struct {
		name, input string
		want        []string
	}{
		{"nothing", "", nil},
		{"blank", "\n\r\n \t \n", nil},
		{"without an end", help, []string{"ok"}},
		{"several", help + "\n\n" + help + "\r\n", []string{"ok", "ok"}},
		{"marked", "\ufeff" + help + "\n", []string{"ok"}},
		{"zeros", "\x00\x00\n" + help + "\n", []string{"malformed", "ok"}},
		{"too long", long + "\n" + help + "\n", []string{"too-long", "ok"}},
		{"much too long", strings.Repeat(long, 9) + "\n" + help + "\n", []string{"too-long", "ok"}},
		{"too long, without an end", help + "\n" + long, []string{"ok", "too-long"}},
		{"just short enough", fits + "\n" + help + "\n", []string{"ok", "ok"}},
		{"just too long", fits[:1] + " " + fits[1:] + "\n" + help + "\n", []string{"too-long", "ok"}},
		{"quit", `{"do":"quit"}` + "\n" + help + "\n", []string{"ok"}},
	} {
		var got []string
		for _, line := range through(t, []byte(c.input), Config{}) {
			r := readReply(t, []byte(line+"\n"))
			got = append(got, r.Refusal.Code)
			if *r.OK {
				got[len(got)-1] = "ok"
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, not %v", c.name, got, c.want)
		}
	}
}

// Ten thousand lines of all sorts: each line that is not blank gets one answer.
func TestDriveAnswersEveryLine(t *testing.T) {
	luck := rand.New(rand.NewPCG(7, 8))
	var input bytes.Buffer
	expected := 0
	for range 10_000 {
		line := bytes.ReplaceAll(noise(luck), []byte("\n"), nil)
		if len(bytes.TrimSpace(line)) > 0 {
			expected++
		}
		input.Write(append(line, '\n'))
	}
	for _, c := range []Config{{}, {Judge: true}, {Fair: true, Seats: []game.Seat{0}}} {
		lines := through(t, input.Bytes(), c)
		if len(lines) != expected {
			t.Fatalf("%d answers to %d lines", len(lines), expected)
		}
		codes := map[string]int{}
		for _, line := range lines {
			codes[readReply(t, []byte(line+"\n")).Refusal.Code]++
		}
		for _, code := range []string{"", "malformed", "no-field", "no-request", "missing", "fault", "not-offered"} {
			if codes[code] == 0 {
				t.Errorf("%+v: no line was answered with %q: %v", c, code, codes)
			}
		}
	}
}

// sensible are the requests that noise varies.
var sensible = []string{
	`{"do":"start","game":"tictactoe","seed":1}`, `{"do":"start","game":"gofish","seats":3}`, `{"do":"start","game":"hex","options":{"size":3}}`,
	`{"do":"start","game":"faulty"}`, `{"do":"start","game":"staged"}`, `{"do":"start","game":"wordy"}`, `{"do":"start","game":"dicey","seats":2}`,
	`{"do":"moves","seat":0}`, `{"do":"moves"}`, `{"do":"offers","seat":0}`, `{"do":"offers","seat":0,"draft":{"action":"ask","picks":[["1"]]}}`,
	`{"do":"play","seat":0,"move":"place a1"}`, `{"do":"play","move":"act 1"}`, `{"do":"play","move":"act"}`, `{"do":"play","seat":1,"move":{"action":"place","picks":[["b2"]]}}`,
	`{"do":"play","move":"ask 1 A"}`, `{"do":"view","seat":0}`, `{"do":"view","seat":"spectator"}`, `{"do":"view","seat":"judge"}`, `{"do":"changes","seat":0,"since":0}`,
	`{"do":"undo"}`, `{"do":"redo"}`, `{"do":"save"}`, `{"do":"load","save":"ply record 1"}`, `{"do":"load","save":{"ply":1,"game":"hex"}}`,
	`{"do":"load","position":"x"}`, `{"do":"chance","script":[1,["#1"]]}`, `{"do":"flow"}`, `{"do":"games"}`, `{"do":"help","id":[1]}`,
}

// noise makes a line of random bytes, or of a request, which may be damaged.
func noise(luck *rand.Rand) []byte {
	if luck.IntN(10) == 0 {
		line := make([]byte, luck.IntN(200))
		for i := range line {
			line[i] = byte(luck.Uint32())
		}
		return line
	}
	line := []byte(sensible[luck.IntN(len(sensible))])
	for range luck.IntN(4) {
		i, j := luck.IntN(len(line)), luck.IntN(len(line))
		switch other := sensible[luck.IntN(len(sensible))]; luck.IntN(6) {
		case 0:
			line[i] = byte(luck.Uint32())
		case 1:
			line[i] = `{}[]":,0-1.e\ n`[luck.IntN(15)]
		case 2:
			line = append(line[:min(i, j)], line[max(i, j):]...)
		case 3:
			line = slices.Insert(line, i, line[min(i, j):max(i, j)]...)
		case 4:
			line = append(line[:i], other[luck.IntN(len(other)):]...)
		case 5:
			line = slices.Insert(line, i, bytes.Repeat([]byte{line[j]}, luck.IntN(50))...)
		}
		if len(line) == 0 {
			return line
		}
	}
	return line
}

// FuzzDrive sends any lines to a driver.
func FuzzDrive(f *testing.F) {
	for _, line := range sensible {
		f.Add(sensible[0] + "\n" + line)
	}
	f.Fuzz(func(t *testing.T, input string) {
		a := newAsker(t, Config{})
		for line := range strings.SplitSeq(input, "\n") {
			a.ask(line)
		}
	})
}

// The page has exactly the fields of all requests and all codes.
func TestDrivePage(t *testing.T) {
	page, err := os.ReadFile("../docs/drive.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{} // of the table of requests
	for _, m := range regexp.MustCompile("(?m)^\\| `(\\w+)` \\| ([^|]*) \\|").FindAllStringSubmatch(string(page), -1) {
		rows[m[1]] = m[2]
	}
	for _, k := range requestKinds() {
		var fields []string
		for _, m := range regexp.MustCompile("`(\\w+)`").FindAllStringSubmatch(rows[k.name], -1) {
			fields = append(fields, m[1])
		}
		if !slices.Equal(fields, k.fields) {
			t.Errorf("on the page %s has the fields %q, in the code %q", k.name, fields, k.fields)
		}
	}
	told := map[string]bool{}
	_, table, _ := strings.Cut(string(page), "\n| code | when |\n")
	table, _, _ = strings.Cut(table, "\n\n")
	for _, m := range regexp.MustCompile("(?m)^\\| `([a-z-]+)` \\|").FindAllStringSubmatch(table, -1) {
		told[m[1]] = true
	}
	if codes := driveCodes(t); !reflect.DeepEqual(told, codes) {
		t.Errorf("the page has the codes %v, the code %v", told, codes)
	}
}

// driveCodes finds the codes in the source.
func driveCodes(t *testing.T) map[string]bool {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	files = append(files, "../wire/move.go")
	codes := map[string]bool{}
	for _, c := range []game.Code{game.Over, game.NoSeat, game.NotYourTurn, game.NoAction, game.Unavailable, game.Missing, game.Surplus, game.NotOffered,
		game.Malformed, game.Rejected, match.Stale, game.Damaged, match.Final, match.NothingToDo, game.TooMany} {
		codes[string(c)] = true
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`\b(?:refuse\(|Code: )"([a-z-]+)"`).FindAllStringSubmatch(string(text), -1) {
			codes[m[1]] = true
		}
	}
	return codes
}
