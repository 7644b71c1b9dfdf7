package client

import (
	"slices"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/wire"
)

// Moment is the status of a match at one time, as the watcher may know it. It never changes.
type Moment struct {
	Role string    // seat, spectator, host or judge
	Seat game.Seat // the seat of this client, or game.Nobody

	Seq      int         // the number of entries of the match
	View     *game.State // what this client sees
	ToAct    []game.Seat // the seats the match is waiting for
	Over     bool
	Outcome  *wire.Outcome // how it ended, or nil
	Resigned game.Seat     // the seat that ended it by resigning, or game.Nobody

	Match      match.Listing // the match and its players
	Here       []bool        // whether the player is connected, by seat
	Spectators int
	Asked      *wire.Asked // the pending undo request, or nil
	Next       string      // the id of the rematch, if there is one
	Connected  bool        // false while the connection is lost

	mark   string // the server's mark of the last entry
	undone int    // the last entry with which the seat undid a move
}

// MyTurn reports whether the match is waiting for the seat of this client.
func (m *Moment) MyTurn() bool { return m.Seat >= 0 && slices.Contains(m.ToAct, m.Seat) }

// MustAgree reports whether the seat of this client must answer an undo request.
func (m *Moment) MustAgree() bool {
	return m.Asked != nil && m.Seat >= 0 && slices.Contains(m.Asked.Need, m.Seat)
}

// setStatus copies the status of the match from a message.
func (m *Moment) setStatus(msg *wire.Message) {
	m.Seq, m.ToAct, m.Outcome, m.Resigned = *msg.Seq, msg.ToAct, msg.Outcome, game.Nobody
	m.Over = msg.Over != nil && *msg.Over
	m.mark = msg.Mark
	if msg.Resigned != nil {
		m.Resigned = *msg.Resigned
	}
	if msg.Next != "" {
		m.Next = msg.Next
	}
	if msg.Listing != nil {
		m.Match = *msg.Listing
	}
	m.Match.Entries, m.Match.Over = m.Seq, m.Over
	m.Match.Outcome = m.Outcome
	m.Match.Seats = slices.Clone(m.Match.Seats)
	for _, e := range msg.Events {
		m.Match.Updated = e.At
		if e.Kind != match.Seated {
			m.Asked = nil // any other entry ends the request
		}
		if e.Kind == match.Undone && e.Seat == m.Seat {
			m.undone = e.N
		}
		if e.Kind == match.Seated && e.Seat >= 0 && int(e.Seat) < len(m.Match.Seats) {
			m.Match.Seats[e.Seat] = match.Sitter{Name: e.Name, Bot: e.Bot, Free: e.Name == "" && e.Bot == "",
				Reserved: e.Reserved}
		}
	}
}

// News is something that happened in a match.
type News struct {
	Kind   Kind
	Events []match.Event // the new entries
	Stages []Stage       // the stages of a move that shows moments; the last one is its end
	Why    string        // why the connection was lost
	Now    Moment        // the status of the match after it
}

// Stage is what the client sees of a move at a moment the move shows, or at its end.
type Stage struct {
	View    *game.State
	Said    []match.Line
	Notices []match.Notice
}

// Kind is the kind of News.
type Kind string

// The kinds of news.
const (
	Happened Kind = "happened" // new entries: Events
	Present  Kind = "present"  // someone has connected or disconnected: Now.Here
	Asked    Kind = "asked"    // an undo request was made or settled: Now.Asked
	Again    Kind = "again"    // there is a rematch: Now.Next
	Lost     Kind = "lost"     // the connection was lost; the client tries to reconnect
	Back     Kind = "back"     // the connection is back; Events has the missed entries
)
