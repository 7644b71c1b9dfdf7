package game

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// History is a game as it was played, with the states to go back to. It keeps a bounded
// number of them; the record of moves is always whole.
type History struct {
	states []*State
	moves  []Entry
	undone []*State
	redo   []Entry
	keep   int
	record Record
}

// NewHistory begins at s and keeps so many states to go back to; 0 means 100.
func NewHistory(s *State, keep int) *History {
	if keep <= 0 {
		keep = 100
	}
	return &History{states: []*State{s}, keep: keep, record: recordOf(s)}
}

// State returns the present state.
func (h *History) State() *State { return h.states[len(h.states)-1] }

// Play plays a move; what was undone before is forgotten.
func (h *History) Play(m Move) error {
	s := h.State()
	next, err := s.Play(m)
	if err != nil {
		return err
	}
	h.push(next, Entry{m.Seat, s.Text(m), next.HashText()})
	h.undone, h.redo = nil, nil
	return nil
}

func (h *History) push(s *State, e Entry) {
	h.states = append(h.states, s)
	h.moves = append(h.moves, e)
	if n := len(h.states) - 1 - h.keep; n > 0 {
		h.states = slices.Delete(h.states, 0, n)
	}
}

// Undo goes back by one move.
func (h *History) Undo() error {
	n := len(h.states) - 1
	if n == 0 && len(h.moves) > 0 {
		return refuse(NothingToDo, "moves before the last {0} cannot be undone", h.keep)
	}
	if n == 0 {
		return refuse(NothingToDo, "there is no move to undo")
	}
	last := h.moves[len(h.moves)-1]
	action, _, _ := strings.Cut(last.Text, " ")
	if a := h.State().rules.c.byAction[action]; a != nil && a.NoUndo {
		return &Refusal{Code: Final, Action: action, Why: *NewLine("it cannot be taken back")}
	}
	h.undone, h.redo = append(h.undone, h.states[n]), append(h.redo, last)
	h.states, h.moves = h.states[:n], h.moves[:len(h.moves)-1]
	return nil
}

// Redo goes forward again by one move that was undone.
func (h *History) Redo() error {
	n := len(h.undone) - 1
	if n < 0 {
		return refuse(NothingToDo, "there is no move to redo")
	}
	h.push(h.undone[n], h.redo[n])
	h.undone, h.redo = h.undone[:n], h.redo[:n]
	return nil
}

// Record returns the game so far.
func (h *History) Record() *Record {
	r := h.record
	r.Moves = slices.Clone(h.moves)
	if o := h.State().Outcome(); o.Over {
		r.Result = o.String()
	}
	return &r
}

// Record is a whole game in names: what is needed to play it again and to see that it
// comes out the same.
type Record struct {
	Game, Version, Digest string
	Match, Commitment     string // the id of a match, and what was published of its seed when it began
	Options               Values
	Seats                 int
	Seed                  Seed
	Start                 string   // a save, if the game did not begin at its beginning
	Names                 []string // of the players, by seat
	Moves                 []Entry
	Result                string // how it ended; empty if it has not
}

// Entry is one move of a Record, with the hash of the state after it. Those of Nobody are what a
// match has besides moves: "undo 3" goes back to the state after entry 3, "reseed" and a seed lets
// chance go on otherwise, and "resign 0" ends the game because seat 0 has given up.
type Entry struct {
	Seat Seat
	Text string
	Hash string
}

func recordOf(s *State) Record {
	r := s.rules
	rec := Record{Game: r.Name, Version: r.Version, Digest: r.c.digest, Options: r.Values(), Seats: s.Seats(), Seed: s.rng.seed}
	if fresh, err := Start(r, s.Seats(), s.rng.seed); err != nil || fresh.Hash() != s.Hash() {
		rec.Start = string(s.Save())
	}
	return rec
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
	for _, name := range sortedKeys(r.Options) {
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
		line("%d %d %s = %s", i+1, e.Seat, e.Text, e.Hash)
	}
	if r.Result != "" {
		line("result %s", r.Result)
	} else {
		line("unfinished")
	}
	return b.String()
}

func sortedKeys(v Values) []string {
	var names []string
	for name := range v {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// ReadRecord reads a record as String writes it. One that is damaged, cut off or of
// another version is refused, with the line that is wrong.
func ReadRecord(text []byte) (*Record, error) {
	rec := &Record{Options: Values{}}
	lines := strings.Split(strings.TrimRight(string(text), "\n"), "\n")
	bad := func(n int, why string) (*Record, error) {
		return nil, refuse(Damaged, "the record cannot be read: line {0}: {1}", n+1, why)
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
		if err := readSeed(&r.Seed, rest); err != nil {
			return false, err.Error()
		}
	case "name":
		no, quoted, _ := strings.Cut(rest, " ")
		name, err := strconv.Unquote(quoted)
		if err != nil || no != itoa(len(r.Names)) {
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
	if no != itoa(len(r.Moves)+1) {
		return fmt.Sprintf("it should be move %d, but begins with %q", len(r.Moves)+1, clip(no))
	}
	seat, rest, _ := strings.Cut(rest, " ")
	n, err := strconv.ParseInt(seat, 10, 8)
	cut := strings.LastIndex(rest, " = ")
	if err != nil || cut < 0 {
		return "a move is: number, seat, move = hash"
	}
	r.Moves = append(r.Moves, Entry{Seat(n), rest[:cut], rest[cut+3:]})
	return ""
}

// Replay plays a record again, checking every hash, up to so many moves, or all if upTo is
// negative. When a move is refused or comes out differently, it answers the state before
// that move, and why.
func Replay(r *Rules, rec *Record, upTo int) (*State, error) {
	s, err := rec.begin(r)
	if err != nil {
		return nil, err
	}
	if upTo < 0 || upTo > len(rec.Moves) {
		upTo = len(rec.Moves)
	}
	if slices.ContainsFunc(rec.Moves, func(e Entry) bool { return e.Seat == Nobody }) {
		return rec.replayMatch(s, upTo)
	}
	return rec.replay(s, rec.Moves[:upTo], upTo == len(rec.Moves))
}

// begin answers the state the record starts from.
func (r *Record) begin(rules *Rules) (*State, error) {
	if err := Check(rules); err != nil {
		return nil, err
	}
	switch {
	case r.Game != rules.Name:
		return nil, refuse(Damaged, "the record is of {0}, not of {1}", r.Game, rules.Name)
	case r.Digest != rules.c.digest:
		return nil, refuse(Damaged, "the record was made by other rules of {0}, or with other options (digest {1}, here {2})",
			r.Game, clip(r.Digest), rules.c.digest)
	case r.Start != "":
		return Load(rules, []byte(r.Start))
	}
	return Start(rules, r.Seats, r.Seed)
}

// replay plays the entries in place; only the end is frozen.
func (r *Record) replay(s *State, entries []Entry, whole bool) (*State, error) {
	f := NewFork(s)
	f.Record(true)
	f.Hash()
	for i, e := range entries {
		m, err := f.s.Parse(e.Seat, e.Text)
		if err == nil {
			err = f.Play(m)
		}
		if err == nil {
			if hash := hashTextOf(f.Hash()); e.Hash != hash {
				f.t.rollback(&f.start)
				f.unhash()
				err = refuse(Damaged, "its hash is {0}, and the record says {1}", hash, clip(e.Hash))
			}
		}
		if err != nil {
			reached, _ := f.Freeze()
			return reached, fmt.Errorf("replay stops before move %d (%s of %s): %w", i+1, clip(e.Text), e.Seat, err)
		}
	}
	s, err := f.Freeze()
	if err == nil && whole && r.Result != "" && r.Result != s.Outcome().String() {
		err = refuse(Damaged, "the record says {0}, and the game is {1}", clip(r.Result), s.Outcome().String())
	}
	return s, err
}

// replayMatch replays the record of a match, which may have gone back. It keeps all states.
func (r *Record) replayMatch(s *State, upTo int) (*State, error) {
	states, result := []*State{s}, ""
	for i, e := range r.Moves[:upTo] {
		next, err := e.after(states)
		switch {
		case err == nil && result != "":
			err = refuse(Damaged, "the game is over: {0}", result)
		case err == nil && next.HashText() != e.Hash:
			err = refuse(Damaged, "its hash is {0}, and the record says {1}", next.HashText(), clip(e.Hash))
		}
		if err != nil {
			return states[i], fmt.Errorf("replay stops before entry %d (%s of %s): %w", i+1, clip(e.Text), e.Seat, err)
		}
		states = append(states, next)
		if seat, is := e.resigns(next); is {
			result = next.withoutSeat(seat).String()
		}
	}
	s = states[upTo]
	if result == "" {
		result = s.Outcome().String()
	}
	if upTo == len(r.Moves) && r.Result != "" && r.Result != result {
		return s, refuse(Damaged, "the record says {0}, and the game is {1}", clip(r.Result), result)
	}
	return s, nil
}

// after returns the state after an entry; before it lie those of all entries so far.
func (e Entry) after(before []*State) (*State, error) {
	s := before[len(before)-1]
	if e.Seat != Nobody {
		return s.PlayText(e.Seat, e.Text)
	}
	word, rest, _ := strings.Cut(e.Text, " ")
	switch word {
	case "undo":
		if n, err := strconv.Atoi(rest); err == nil && n >= 0 && n < len(before) {
			return before[n], nil
		}
	case "reseed":
		var seed Seed
		if readSeed(&seed, rest) == nil {
			return s.Reseed(seed), nil
		}
	case "resign":
		if _, is := e.resigns(s); is {
			return s, nil
		}
	}
	return nil, refuse(Damaged, "a table does undo, reseed and resign, not {0}", clip(e.Text))
}

// resigns returns who has ended the game by giving up.
func (e Entry) resigns(s *State) (Seat, bool) {
	rest, is := strings.CutPrefix(e.Text, "resign ")
	n, err := strconv.Atoi(rest)
	return Seat(n), is && e.Seat == Nobody && err == nil && n >= 0 && n < s.Seats()
}

// withoutSeat returns how a game ends in which a seat has given up: those who are still in it have won.
func (s *State) withoutSeat(seat Seat) Outcome {
	o := Outcome{Over: true}
	for x := range s.Standing().All() {
		if x != seat {
			o.Winners = append(o.Winners, x)
		}
	}
	return o
}
