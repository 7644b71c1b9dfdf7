package drive

import (
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
)

// maxTrack is the number of states kept for undo.
const maxTrack = 10_000

// track is the current game. The number of a state is the number of entries that led to it.
type track struct {
	*match.Match
	first int // the number of the oldest state kept
}

func newTrack(m *match.Match) *track {
	m.Keep = maxTrack
	t := &track{Match: m}
	t.bound()
	return t
}

// bound drops old states.
func (t *track) bound() { t.first = max(t.first, t.Seq()-maxTrack) }

// commit adds a batch to the game; nil adds nothing.
func (t *track) commit(batch *match.Batch) {
	if batch != nil {
		t.Commit(batch)
		t.bound()
	}
}

func (t *track) undo() error {
	if t.first > 0 && t.Seq() == t.first {
		return refuse(string(match.NothingToDo), "only the last %d moves can be undone", maxTrack)
	}
	return t.Back()
}

// at returns the state with this number, including undone ones.
func (t *track) at(seq int) (*game.State, error) {
	if seq < t.first {
		return nil, refuse(string(match.Stale), "entry %d is too old: the oldest one kept is %d", seq, t.first).About("since")
	}
	s, err := t.At(seq)
	if game.CodeOf(err) == match.Stale {
		return nil, refuse(string(match.Stale), "there is no entry %d: the game is at %d", seq, t.Seq()).About("since")
	}
	return s, err
}

// event is an entry as an observer may see it.
type event struct {
	Seat game.Seat `json:"seat"`
	Move string    `json:"move"`
	Said []string  `json:"said,omitempty"`
}

// since returns the moves after a state, as an observer may see them.
func (t *track) since(seq int, x game.Seat) ([]event, error) {
	all := []event{}
	events, err := t.Events(seq, x)
	for _, e := range events {
		x := event{Seat: e.Seat, Move: e.Move}
		for _, line := range e.Said {
			x.Said = append(x.Said, line.String())
		}
		all = append(all, x)
	}
	return all, err
}
