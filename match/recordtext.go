package match

import (
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/words"
)

// Record is a whole game as text: everything needed to replay it and check that the result is the same.
type Record struct {
	Game, Version, Digest string
	Match, Commitment     string // the ID of the match, and the commitment to its seed
	Options               game.Values
	Seats                 int
	Seed                  game.Seed
	Start                 string   // a save of the first state, if it is not the start of a game
	Names                 []string // of the players, by seat
	Moves                 []Entry  // moves, undos, new seeds and the final resignation, each with the hash after it
	Result                string   // how it ended; "" if it has not
}

const recordTitle = "ply record 1"

// String returns the text of the record, one fact or move per line.
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
		line("%d %d %s = %s", i+1, e.mover(), e.Text(), e.Hash)
	}
	if r.Result != "" {
		line("result %s", r.Result)
	} else {
		line("unfinished")
	}
	return b.String()
}

// ReadRecord parses the text of a record. It refuses damaged, truncated and unknown records, and names the line.
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
		return bad(0, fmt.Sprintf("it must be %q, not %q", recordTitle, words.Clip(lines[0])))
	}
	ended, seen := false, map[string]bool{}
	for i, line := range lines[1:] {
		if ended {
			return bad(i+1, "there is another line after the end")
		}
		word, _, _ := strings.Cut(line, " ")
		if slices.Contains(recordHeader, word) && (seen[word] || len(rec.Moves) > 0) {
			return bad(i+1, fmt.Sprintf("%q must appear once, before the moves", word))
		}
		seen[word] = true
		var why string
		if ended, why = rec.read(line); why != "" {
			return bad(i+1, why)
		}
	}
	if !ended {
		return bad(len(lines), `it is truncated: the last line must be "unfinished" or "result ..."`)
	}
	for _, word := range recordHeader[:5] {
		if !seen[word] {
			return bad(len(lines)-1, fmt.Sprintf("the line %q is missing", word))
		}
	}
	return rec, nil
}

// recordHeader lists the lines that appear at most once; the first five are required.
var recordHeader = []string{"game", "version", "digest", "seats", "seed", "start", "match", "commitment"}

// read parses one line. It returns whether that was the last one, or what is wrong.
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
			return false, "an option must be name=value"
		}
		r.Options[name] = value
	case "seats":
		n, err := strconv.Atoi(rest)
		if err != nil || n < 1 || n > maxSeats {
			return false, "the number of seats must be 1 to 32"
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
			return false, "a name must be a seat and a quoted name"
		}
		r.Names = append(r.Names, name)
	case "start":
		r.Start = rest
	case "result":
		if rest == "" {
			return false, "the result is missing"
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
		return fmt.Sprintf("it must begin with move %d, not %q", len(r.Moves)+1, words.Clip(no))
	}
	seat, rest, _ := strings.Cut(rest, " ")
	n, err := strconv.ParseInt(seat, 10, 8)
	cut := strings.LastIndex(rest, " = ")
	if err != nil || cut < 0 {
		return "a move must be: number, seat, move = hash"
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

// otherEntry parses an entry that is not a move. Text writes it.
func otherEntry(text string) (Entry, error) {
	word, rest, _ := strings.Cut(text, " ")
	n, err := strconv.Atoi(rest)
	switch {
	case word == "undo" && err == nil && n >= 0:
		return Entry{Kind: Undone, Seat: game.Nobody, Back: n}, nil
	case word == "resign" && err == nil && n >= 0 && n < maxSeats:
		return Entry{Kind: Resigned, Seat: game.Seat(n), Ends: true}, nil
	case word == "closed" && rest == "":
		return Entry{Kind: Closed, Seat: game.Nobody}, nil
	case word == Reseeded || word == Restored:
		seed, err := readSeed(rest)
		return Entry{Kind: word, Seat: game.Nobody, Seed: SeedText(seed)}, err
	}
	return Entry{}, fmt.Errorf("the entry must be undo, reseed, restored, closed or resign, not %s", words.Clip(text))
}

// Text returns the entry in the form of a record: a move; "undo 3" to return to the state after entry 3; "reseed" or
// "restored" and a new seed; "closed"; or "resign 0" if seat 0 ended the game.
func (e Entry) Text() string {
	switch e.Kind {
	case Moved:
		return e.Move
	case Undone:
		return fmt.Sprintf("undo %d", e.Back)
	case Reseeded, Restored:
		return e.Kind + " " + e.Seed
	case Closed:
		return Closed
	case Resigned:
		return fmt.Sprintf("resign %d", e.Seat)
	}
	return ""
}

// mover returns the seat of the entry in a record: only moves have one.
func (e Entry) mover() game.Seat {
	if e.Kind != Moved {
		return game.Nobody
	}
	return e.Seat
}

// maxSeats is the largest number of seats of a game.
const maxSeats = 32

func readSeed(text string) (seed game.Seed, err error) {
	b, err := hex.DecodeString(text)
	if err != nil || len(b) != len(seed) {
		return seed, fmt.Errorf("a seed must be %d hexadecimal digits", 2*len(seed))
	}
	return game.Seed(b), nil
}
