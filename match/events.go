package match

import (
	"slices"
	"strconv"
	"time"

	"github.com/plygame/ply/game"
)

// Event is an entry as an observer may see it.
type Event struct {
	N       int       `json:"n" doc:"Number of the entry; the first is 1."`
	Kind    string    `json:"kind" enum:"move,undo,reseed,resign,seat,rules,restored,looked,closed,token" doc:"The kind of entry."`
	Seat    game.Seat `json:"seat" doc:"The seat it belongs to; -1 for none."`
	Move    string    `json:"move,omitempty" doc:"move: the move, with the names of the observer's view."`
	Line    *Line     `json:"line,omitempty" doc:"move: the move as a sentence for people."`
	Back    int       `json:"back,omitempty" doc:"undo: the entry the match returns to; missing for the start."`
	Name    string    `json:"name,omitempty" doc:"seat: the new player of the seat; missing if the seat is now empty."`
	Bot     string    `json:"bot,omitempty" doc:"seat: the bot that now plays the seat."`
	At      time.Time `json:"at" doc:"When it happened."`
	Said    []Line    `json:"said,omitempty" nullable:"false" doc:"move: more lines for the log."`
	Notices []Notice  `json:"notices,omitempty" nullable:"false" doc:"move: effects to show or sounds to play."`

	Reserved bool `json:"reserved,omitempty" doc:"seat: the seat is reserved for this player, who has not joined yet."`
}

// Notice is an effect to show or play, such as an animation or a sound, in the names of the observer's view.
type Notice struct {
	Name string   `json:"name" doc:"Its name in the game."`
	Args []string `json:"args,omitempty" nullable:"false" doc:"Its arguments: names of elements, numbers of seats, numbers, words."`
}

// View returns what an observer sees after entry n. The observer is a seat, game.Nobody for spectators, or game.Judge.
func (m *Match) View(n int, who game.Seat) (*game.State, error) {
	s, err := m.At(n)
	if err != nil {
		return nil, err
	}
	return s.View(who), nil
}

// look is a cached view.
type look struct {
	of   *game.State
	who  game.Seat
	view *game.State
}

// Look returns what an observer sees of a state of the match. It caches the last view of each observer.
func (m *Match) Look(s *game.State, who game.Seat) *game.State {
	i := slices.IndexFunc(m.looked, func(x look) bool { return x.who == who })
	if i < 0 {
		i, m.looked = len(m.looked), append(m.looked, look{who: who})
	}
	if x := &m.looked[i]; x.of != s {
		x.of, x.view = s, s.View(who)
	}
	return m.looked[i].view
}

// Changes returns what changed for an observer after entry since.
func (m *Match) Changes(since int, who game.Seat) ([]game.Change, error) {
	s, err := m.At(since)
	if err != nil || s == m.now {
		return nil, err
	}
	return s.ChangesBy(m.Look, m.now, who)[0], nil
}

// Events returns the entries after an entry, as an observer may see them.
func (m *Match) Events(since int, who game.Seat) ([]Event, error) {
	return m.EventsUpTo(since, len(m.log), who)
}

// EventsUpTo is Events up to another entry.
func (m *Match) EventsUpTo(since, last int, who game.Seat) ([]Event, error) {
	s, err := m.At(since)
	if err != nil {
		return nil, err
	}
	var all []Event
	since = min(since, len(m.log)) // not the entries that Back removed
	for i, e := range m.log[since:max(since, min(last, len(m.log)))] {
		n := since + i + 1
		x := Event{N: n, Kind: e.Kind, Seat: e.Seat, Back: e.Back, At: e.At}
		switch e.Kind {
		case Moved:
			next := m.kept[n]
			if next == nil || next == m.snap { // a loaded state has no messages
				if next, err = e.after(s); err != nil {
					return nil, m.broken(n, err)
				}
			}
			if err := m.describeMove(&x, s, next, e, who); err != nil {
				return nil, m.broken(n, err)
			}
			s = next
		case Seated:
			x.Name, x.Bot, x.Reserved = e.Player.Name, e.Player.Bot, e.Player.Reserved != ""
		case Undone, Reseeded, Restored:
			if s, err = m.At(n); err != nil {
				return nil, err
			}
		}
		all = append(all, x)
	}
	return all, nil
}

// describeMove fills in a move, with its messages and notices.
func (m *Match) describeMove(x *Event, before, after *game.State, e Entry, who game.Seat) error {
	move := e.made
	if move == nil {
		read, err := before.Parse(e.Seat, e.Move)
		if err != nil {
			return err
		}
		move = &read
	}
	x.Move = before.TextFor(who, *move, after)
	named := m.namesAt(x.N)
	line := LineOf(before.MoveLine(m.Look, who, *move, after), named)
	x.Line = &line
	x.Said, x.Notices = messagesOf(after, who, named)
	return nil
}

// namesAt returns the names of the players at the time of an entry.
func (m *Match) namesAt(n int) func(game.Seat) string {
	return func(seat game.Seat) string {
		name, found := "", false
		for i := len(m.log) - 1; i >= n && !found; i-- { // the current player may have come later
			found = m.log[i].Kind == Seated && m.log[i].Seat == seat
		}
		if !found && seat >= 0 && int(seat) < len(m.players) {
			return m.players[seat].Name
		}
		for i := min(n, len(m.log)) - 1; i >= 0; i-- {
			if e := m.log[i]; e.Kind == Seated && e.Seat == seat {
				return e.Player.Name
			}
		}
		return name
	}
}

// messagesOf returns the messages and notices of the move that led to a state, as an observer may see them.
func messagesOf(s *game.State, who game.Seat, named func(game.Seat) string) (said []Line, notices []Notice) {
	lines, shown := s.Told(who)
	if len(lines) > 0 {
		said = make([]Line, 0, len(lines))
	}
	for _, l := range lines {
		said = append(said, LineOf(l, named))
	}
	for _, n := range shown {
		notice := Notice{Name: n.Name}
		for i := range n.Args {
			notice.Args = append(notice.Args, argText(n.Arg(i)))
		}
		notices = append(notices, notice)
	}
	return said, notices
}

// Stage is a part of a move as an observer sees it: up to a moment that the move shows, or from the last one to its
// end.
type Stage struct {
	View    *game.State
	Changes []game.Change // since the previous stage
	Said    []Line
	Notices []Notice
}

// Stages returns the stages of the last move, if it shows moments; before is the state before it.
func (m *Match) Stages(before *game.State, who game.Seat) (all []Stage) {
	moments := m.now.Moments()
	if len(moments) == 0 {
		return nil
	}
	lines, notices := 0, 0
	for _, s := range append(moments, m.now) {
		x := Stage{View: m.Look(s, who), Changes: before.ChangesBy(m.Look, s, who)[0]}
		if x.Said, x.Notices = messagesOf(s, who, m.namesAt(len(m.log))); s == m.now { // the last state has the messages of all stages
			x.Said, x.Notices = x.Said[lines:], x.Notices[notices:]
		}
		lines, notices = lines+len(x.Said), notices+len(x.Notices)
		all, before = append(all, x), s
	}
	return all
}

// argText returns an argument of a notice: the name of an element, the number of a seat, a number or a word.
func argText(value any, name, _ string) string {
	switch a := value.(type) {
	case game.ID:
		return name
	case game.Seat:
		return strconv.Itoa(int(a))
	case int:
		return strconv.Itoa(a)
	case string:
		return a
	}
	return ""
}
