package client

import (
	"slices"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/wire"
)

// Moment is where a match is, as its watcher may know it. It never changes.
type Moment struct {
	Role string    // seat, spectator, host or judge
	Seat game.Seat // which seat is played; game.Nobody, if none is

	Seq      int         // how many entries the match has
	View     *game.State // what is seen
	ToAct    []game.Seat // whom the match waits for
	Over     bool
	Outcome  *wire.Outcome // how it ended, if it is over
	Resigned game.Seat     // who has ended it by giving up, else game.Nobody

	Match      match.Listing // the match, and who plays
	Here       []bool        // by seat, who is connected
	Spectators int
	Asked      *wire.Asked // a request to take moves back that waits for answers
	Next       string      // the match after this one, when there is one
	Connected  bool        // false while the connection is lost

	mark   string // of the last entry, as the server has given it
	undone int    // the last entry by which the seat has taken something back
}

// MyTurn reports whether the match waits for the seat that is played.
func (m *Moment) MyTurn() bool { return m.Seat >= 0 && slices.Contains(m.ToAct, m.Seat) }

// MustAgree reports whether the seat that is played is asked to let moves be taken back.
func (m *Moment) MustAgree() bool {
	return m.Asked != nil && m.Seat >= 0 && slices.Contains(m.Asked.Need, m.Seat)
}

// take puts in where the match is according to a message.
func (m *Moment) take(msg *wire.Message) {
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
			m.Asked = nil // that is settled by it
		}
		if e.Kind == match.Undone && e.Seat == m.Seat {
			m.undone = e.N
		}
		if e.Kind == match.Seated && e.Seat >= 0 && int(e.Seat) < len(m.Match.Seats) {
			m.Match.Seats[e.Seat] = match.Sitter{Name: e.Name, Bot: e.Bot, Free: e.Name == "" && e.Bot == "", Reserved: e.Reserved}
		}
	}
}

// News is something that has happened to a match.
type News struct {
	Kind   Kind
	Events []match.Event // entries that are new
	Stages []Stage       // of a move that shows moments, in order; the last one is where the match is then
	Why    string        // why the connection is lost
	Now    Moment        // where the match is then
}

// Stage is what is seen of a move up to a moment that it shows, or at its end.
type Stage struct {
	View    *game.State
	Said    []match.Line
	Notices []match.Notice
}

// Kind is the sort of News.
type Kind string

// The sorts of news.
const (
	Happened Kind = "happened" // there are new entries: Events
	Present  Kind = "present"  // somebody has come or gone: Now.Here
	Asked    Kind = "asked"    // somebody asks to take moves back, or that is settled: Now.Asked
	Again    Kind = "again"    // there is a match after this one: Now.Next
	Lost     Kind = "lost"     // the connection is lost, and the client tries to come back
	Back     Kind = "back"     // the connection is back; Events has what it has missed
)
