package match

import (
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/plygame/ply/game"
)

// Record is a whole game in names: everything needed to play it again and to see that it comes out
// the same.
type Record struct {
	Game, Version, Digest string
	Match, Commitment     string // the id of a match, and what was published of its seed when it began
	Options               game.Values
	Seats                 int
	Seed                  game.Seed
	Start                 string   // a save, if the game did not begin at its beginning
	Names                 []string // of the players, by seat
	Moves                 []Entry  // moves, undos, new seeds and the resignation that ended it, each with the hash after it
	Result                string   // how it ended; empty if it has not
}

const recordTitle = "ply record 1"

// String returns the record as text, one line for each fact and each move.
func (r *Record) String() string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line(recordTitle)
	line("game %s", r.Game)
	line("version %s", r.Version)
	line("digest %s", r.Digest)
	if r.Match != "" {
		line("match %s", r.Match)
	}
	if r.Commitment != "" {
		line("commitment %s", r.Commitment)
	}
	for _, name := range slices.Sorted(maps.Keys(r.Options)) {
		line("option %s=%s", name, r.Options[name])
	}
	line("seats %d", r.Seats)
	line("seed %x", r.Seed)
	for i, name := range r.Names {
		line("name %d %s", i, strconv.Quote(name))
	}
	if r.Start != "" {
		line("start %s", r.Start)
	}
	for i, e := range r.Moves {
		line("%d %d %s = %s", i+1, e.by(), e.Text(), e.Hash)
	}
	if r.Result != "" {
		line("result %s", r.Result)
	} else {
		line("unfinished")
	}
	return b.String()
}

// ReadRecord reads a record as String writes it. One that is damaged, cut off or of
// another version is refused, with the line that is wrong.
func ReadRecord(text []byte) (*Record, error) {
	rec := &Record{Options: game.Values{}}
	lines := strings.Split(strings.TrimRight(string(text), "\n"), "\n")
	bad := func(n int, why string) (*Record, error) {
		return nil, refuse(game.Damaged, "the record cannot be read: line {0}: {1}", n+1, why)
	}
	if len(lines[0]) > 0 && strings.HasSuffix(lines[0], "\r") {
		for i := range lines {
			lines[i] = strings.TrimSuffix(lines[i], "\r")
		}
	}
	if lines[0] != recordTitle {
		return bad(0, fmt.Sprintf("it should be %q, but is %q", recordTitle, clip(lines[0])))
	}
	ended, seen := false, map[string]bool{}
	for i, line := range lines[1:] {
		if ended {
			return bad(i+1, "something follows after the end")
		}
		word, _, _ := strings.Cut(line, " ")
		if slices.Contains(recordHeader, word) && (seen[word] || len(rec.Moves) > 0) {
			return bad(i+1, fmt.Sprintf("%q stands once, before the moves", word))
		}
		seen[word] = true
		var why string
		if ended, why = rec.read(line); why != "" {
			return bad(i+1, why)
		}
	}
	if !ended {
		return bad(len(lines), `it is cut off: the last line is "unfinished" or "result ..."`)
	}
	for _, word := range recordHeader[:5] {
		if !seen[word] {
			return bad(len(lines)-1, fmt.Sprintf("a line %q is missing", word))
		}
	}
	return rec, nil
}

// recordHeader is what stands once in a record, the first five always.
var recordHeader = []string{"game", "version", "digest", "seats", "seed", "start", "match", "commitment"}

// read takes in one line; it answers whether that was the last one, or what is wrong.
func (r *Record) read(line string) (end bool, why string) {
	word, rest, _ := strings.Cut(line, " ")
	switch word {
	case "game":
		r.Game = rest
	case "version":
		r.Version = rest
	case "digest":
		r.Digest = rest
	case "match":
		r.Match = rest
	case "commitment":
		r.Commitment = rest
	case "option":
		name, value, ok := strings.Cut(rest, "=")
		if !ok {
			return false, "an option is name=value"
		}
		r.Options[name] = value
	case "seats":
		n, err := strconv.Atoi(rest)
		if err != nil || n < 1 || n > maxSeats {
			return false, "it is no number of seats"
		}
		r.Seats = n
	case "seed":
		seed, err := readSeed(rest)
		if err != nil {
			return false, err.Error()
		}
		r.Seed = seed
	case "name":
		no, quoted, _ := strings.Cut(rest, " ")
		name, err := strconv.Unquote(quoted)
		if err != nil || no != strconv.Itoa(len(r.Names)) {
			return false, "it is no name of a player"
		}
		r.Names = append(r.Names, name)
	case "start":
		r.Start = rest
	case "result":
		if rest == "" {
			return false, "it does not say how the game ended"
		}
		r.Result = rest
		return true, ""
	case "unfinished":
		return true, ""
	default:
		return false, r.readMove(word, rest)
	}
	return false, ""
}

func (r *Record) readMove(no, rest string) string {
	if no != strconv.Itoa(len(r.Moves)+1) {
		return fmt.Sprintf("it should be move %d, but begins with %q", len(r.Moves)+1, clip(no))
	}
	seat, rest, _ := strings.Cut(rest, " ")
	n, err := strconv.ParseInt(seat, 10, 8)
	cut := strings.LastIndex(rest, " = ")
	if err != nil || cut < 0 {
		return "a move is: number, seat, move = hash"
	}
	e := Entry{Kind: Moved, Seat: game.Seat(n), Move: rest[:cut], Hash: rest[cut+3:]}
	if e.Seat == game.Nobody {
		if e, err = otherEntry(rest[:cut]); err != nil {
			return err.Error()
		}
		e.Hash = rest[cut+3:]
	}
	r.Moves = append(r.Moves, e)
	return ""
}

// otherEntry reads what a match has besides moves. Text writes it.
func otherEntry(text string) (Entry, error) {
	word, rest, _ := strings.Cut(text, " ")
	n, err := strconv.Atoi(rest)
	switch {
	case word == "undo" && err == nil && n >= 0:
		return Entry{Kind: Undone, Seat: game.Nobody, Back: n}, nil
	case word == "resign" && err == nil && n >= 0 && n < maxSeats:
		return Entry{Kind: Resigned, Seat: game.Seat(n), Ends: true}, nil
	case word == "reseed":
		seed, err := readSeed(rest)
		return Entry{Kind: Reseeded, Seat: game.Nobody, Seed: SeedText(seed)}, err
	}
	return Entry{}, fmt.Errorf("a table does undo, reseed and resign, not %s", clip(text))
}

// Text is the entry as a record writes it: a move; "undo 3", which goes back to the state after entry
// 3; "reseed" and a seed, with which chance goes on; or "resign 0", by which seat 0 ended the game.
func (e Entry) Text() string {
	switch e.Kind {
	case Moved:
		return e.Move
	case Undone:
		return fmt.Sprintf("undo %d", e.Back)
	case Reseeded:
		return "reseed " + e.Seed
	case Resigned:
		return fmt.Sprintf("resign %d", e.Seat)
	}
	return ""
}

// by is whose entry it is in a record: all but moves are the table's.
func (e Entry) by() game.Seat {
	if e.Kind != Moved {
		return game.Nobody
	}
	return e.Seat
}

// maxSeats is how many seats a game can have.
const maxSeats = 32

func readSeed(text string) (seed game.Seed, err error) {
	b, err := hex.DecodeString(text)
	if err != nil || len(b) != len(seed) {
		return seed, fmt.Errorf("a seed is %d hexadecimal digits", 2*len(seed))
	}
	return game.Seed(b), nil
}

// clip is the beginning of a text that somebody else wrote.
func clip(text string) string {
	const most = 40
	if len(text) > most {
		text = text[:most] + "..."
	}
	return strings.ToValidUTF8(text, "?")
}
