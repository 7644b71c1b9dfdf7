package drive

import (
	"slices"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/wire"
)

// maxTrack is how many states are kept to go back to.
const maxTrack = 10_000

// driveTrack is a game as it is driven: its record, and the last states of it. Unlike game.History
// it goes on when chance is set, and tells the states of before.
type driveTrack struct {
	start   *game.State // what the record begins with
	from    int         // the number of that state
	entries []game.Entry
	steps   []drivenStep // the states that are kept, with those that were undone
	first   int          // the number of the first of them
	now     int          // which of them is the present one
}

// drivenStep is a state, and the move that has led to it.
type drivenStep struct {
	state  *game.State
	move   game.Move
	rigged bool // chance was set here, so no record can lead through
}

func newTrack(s *game.State) *driveTrack {
	return &driveTrack{start: s, steps: []drivenStep{{state: s}}}
}

func (t *driveTrack) state() *game.State { return t.steps[t.now].state }

// seq is the number of the present state: how many entries led to it.
func (t *driveTrack) seq() int { return t.first + t.now }

// play plays a move; what was undone before is forgotten.
func (t *driveTrack) play(m game.Move) error {
	s := t.state()
	next, err := s.Play(m)
	if err != nil {
		return err
	}
	t.forgetUndone()
	t.entries = append(t.entries, game.Entry{Seat: m.Seat, Text: s.Text(m), Hash: next.HashText()})
	t.steps = append(t.steps, drivenStep{state: next, move: m})
	t.now++
	if len(t.steps) > maxTrack+1 {
		t.drop()
	}
	return nil
}

func (t *driveTrack) forgetUndone() {
	clear(t.steps[t.now+1:])
	t.steps = t.steps[:t.now+1]
	t.entries = t.entries[:t.seq()-t.from]
}

// drop lets the oldest state go.
func (t *driveTrack) drop() {
	if t.steps[0].rigged {
		t.begin(t.steps[0].state, t.first)
	}
	t.steps[0] = drivenStep{}
	t.steps = t.steps[1:]
	t.first++
	t.now--
}

// begin makes the record begin later.
func (t *driveTrack) begin(s *game.State, at int) {
	t.entries = slices.Clone(t.entries[at-t.from:])
	t.start, t.from = s, at
}

// cutTo goes back to an earlier number, and forgets what came after.
func (t *driveTrack) cutTo(seq int) {
	t.now = seq - t.first
	t.forgetUndone()
}

func (t *driveTrack) undo() error {
	switch {
	case t.now == 0 && t.first > 0:
		return no(string(game.NothingToDo), "moves before the last %d cannot be undone", maxTrack)
	case t.now == 0:
		return no(string(game.NothingToDo), "there is no move to undo")
	}
	m := t.steps[t.now].move
	for a := range t.steps[t.now-1].state.Actions() {
		if a.Name == m.Action && a.NoUndo {
			return &refusal{Code: string(game.Final), Action: m.Action, Why: "it cannot be taken back"}
		}
	}
	t.now--
	return nil
}

func (t *driveTrack) redo() error {
	if t.now == len(t.steps)-1 {
		return no(string(game.NothingToDo), "there is no move to redo")
	}
	t.now++
	return nil
}

// rig sets what chance decides next.
func (t *driveTrack) rig(script []game.Chance) {
	t.forgetUndone()
	t.steps[t.now].state = t.state().Rig(script...)
	t.steps[t.now].rigged = true
}

// record returns the game so far. It begins where chance was last set, if it was.
func (t *driveTrack) record() *game.Record {
	start, from := t.start, t.from
	for i := t.now; i >= 0; i-- {
		if t.steps[i].rigged {
			start, from = t.steps[i].state, t.first+i
			break
		}
	}
	rec := game.NewHistory(start, 1).Record()
	rec.Moves = slices.Clone(t.entries[from-t.from : t.seq()-t.from])
	if o := t.state().Outcome(); o.Over {
		rec.Result = o.String()
	}
	return rec
}

// driveTrackOf plays a record again, to go on from its end.
func driveTrackOf(r *game.Rules, rec *game.Record) (*driveTrack, error) {
	if _, err := game.Replay(r, rec, -1); err != nil {
		return nil, err
	}
	s, err := game.Replay(r, rec, 0)
	if err != nil {
		return nil, err
	}
	t := newTrack(s)
	for _, e := range rec.Moves {
		m, err := t.state().Parse(e.Seat, e.Text)
		if err == nil {
			err = t.play(m)
		}
		if err != nil {
			return nil, err
		}
	}
	return t, nil
}

// at returns the state of this number, undone ones too.
func (t *driveTrack) at(seq int) (*game.State, error) {
	switch i := seq - t.first; {
	case i < 0:
		return nil, no(string(game.Stale), "entry %d is too long ago: the oldest that is kept is %d", seq, t.first).About("since")
	case i >= len(t.steps):
		return nil, no(string(game.Stale), "there is no entry %d: the game is at %d", seq, t.seq()).About("since")
	default:
		return t.steps[i].state, nil
	}
}

// drivenEntry is an entry as an observer may read it.
type drivenEntry struct {
	Seat game.Seat `json:"seat"`
	Move string    `json:"move"`
	Said []string  `json:"said,omitempty"`
}

// since tells what was played after a state, as an observer may read it.
func (t *driveTrack) since(seq int, x game.Seat) []drivenEntry {
	all := []drivenEntry{}
	for i := max(seq-t.first, 0) + 1; i <= t.now; i++ {
		m, next := t.steps[i].move, t.steps[i].state
		all = append(all, drivenEntry{m.Seat, t.steps[i-1].state.TextFor(x, m, next), wire.Said(next.View(x))})
	}
	return all
}
