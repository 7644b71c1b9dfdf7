// Package replay reads the records of games for people: what was played and said ([Retell]), and whether the record of a
// match is true ([Verify]).
package replay

import (
	"fmt"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/catalogue"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/words"
	"github.com/plygame/ply/match"
)

// Write writes the moves, the table and how the game stands.
func (t *Telling) Write(con *console.Console) {
	s := t.match.State()
	con.Printf("%s, %s%s\n\n", con.Bold(words.Title(s.Rules())), words.Plural(s.Seats(), "player"), words.Options(t.rec.Options))
	for i, m := range t.entries {
		con.Printf("%4d  %s\n", i+1, t.told(m))
		for _, line := range m.said {
			con.Printf("      %s\n", con.Faint(t.names.Line(line)))
		}
	}
	if d := words.Drawing(s); d != "" {
		con.Printf("\n%s\n", d)
	}
	con.Printf("\n%s\n", t.standing())
}

// told says who did what.
func (t *Telling) told(m Played) string {
	switch e := m.entry; e.Kind {
	case match.Undone:
		if e.Back == 0 {
			return "Back to the beginning"
		}
		return fmt.Sprintf("Back to after %d", e.Back)
	case match.Reseeded:
		return "Chance goes on with other numbers"
	case match.Resigned:
		return t.names.First(e.Seat) + " resigns"
	}
	return t.names.Line(m.line)
}

// Summary is a record that was played again, and where it led.
type Summary struct {
	Game    string      `json:"game"`
	Version string      `json:"version"`
	Options game.Values `json:"options"`
	Seats   int         `json:"seats"`
	Names   []string    `json:"names"`
	Moves   []Played    `json:"moves"`
	Over    bool        `json:"over"`
	Winners []game.Seat `json:"winners"`
	Ranks   []int       `json:"ranks"`
	Scores  []int       `json:"scores"`
	Turn    game.Seat   `json:"turn"` // -1 when the game is over
	Result  string      `json:"result"`
	Hash    string      `json:"hash"`
	Drawing string      `json:"drawing"`
}

type Played struct {
	Seat game.Seat `json:"seat"`
	Text string    `json:"text"`
	Hash string    `json:"hash"`
	Said []string  `json:"said,omitempty"` // log lines of the move

	entry match.Entry
	line  match.Line   // the move as people read it
	said  []match.Line // and what was said of it
}

// Read reads a record and finds the rules it was played by.
func Read(all catalogue.Catalogue, data []byte) (*match.Record, *game.Rules, error) {
	rec, err := match.ReadRecord(data)
	if err != nil {
		return nil, nil, err
	}
	r, err := all.Find(rec.Game)
	if err != nil {
		return nil, nil, err
	}
	if err := r.Check(); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", r.Name, err)
	}
	r, err = r.With(rec.Options)
	return rec, r, err
}

// Telling is what a record has to say.
type Telling struct {
	rec     *match.Record
	match   *match.Match // the record, played again
	names   words.Names
	entries []Played
}

// Retell says what happened in a match that was played again from a record, with what the game said of each move.
func Retell(m *match.Match, rec *match.Record) (*Telling, error) {
	t := &Telling{rec: rec, match: m, names: namesOf(m)}
	events, err := m.Events(0, game.Judge)
	if err != nil {
		return nil, err
	}
	for i, e := range m.Log(1) {
		p := Played{Seat: game.Nobody, Text: e.Text(), Hash: e.Hash, entry: e}
		if x := events[i]; e.Kind == match.Moved {
			p.Seat, p.line, p.said = e.Seat, *x.Line, x.Said
			for _, line := range x.Said {
				p.Said = append(p.Said, t.names.Line(line))
			}
		}
		t.entries = append(t.entries, p)
	}
	return t, nil
}

// Summary is the answer for programs.
func (t *Telling) Summary() Summary {
	rec, s, o := t.rec, t.match.State(), t.match.Outcome()
	r := Summary{
		Game: rec.Game, Version: rec.Version, Options: rec.Options, Seats: s.Seats(),
		Names: append([]string{}, rec.Names...), Moves: append([]Played{}, t.entries...),
		Over: o.Over, Winners: append([]game.Seat{}, o.Winners...), Ranks: append([]int{}, o.Ranks...), Scores: append([]int{}, o.Scores...),
		Turn: s.Turn(), Result: o.String(), Hash: s.HashText(), Drawing: words.Drawing(s),
	}
	if o.Over {
		r.Turn = game.Nobody
	}
	return r
}

// standing says where the game is.
func (t *Telling) standing() string { return t.names.Standing(t.match.State(), ended(t.match)) }

// ended says how a match ended, also if somebody has resigned; nothing if it has not.
func ended(m *match.Match) string {
	o, names := m.Ended(), namesOf(m)
	switch x := m.Resigned(); {
	case o == nil:
		return ""
	case x != game.Nobody:
		return names.Of(x) + " resigned, " + names.Within(o.Line)
	}
	return names.Within(o.Line)
}

// namesOf are the names of those who played.
func namesOf(m *match.Match) words.Names {
	return words.Names{Rules: m.Rules(), Sits: func(x game.Seat) string {
		if name := m.Player(x).Name; name != x.String() { // as records had it for somebody without a name
			return name
		}
		return ""
	}}
}
