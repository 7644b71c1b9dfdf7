// Package replay presents records: the moves and messages of a game ([Retell]), and whether the record of a match is
// genuine ([Verify]).
package replay

import (
	"bytes"
	"fmt"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/catalogue"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/tableau"
	"github.com/plygame/ply/internal/words"
	"github.com/plygame/ply/match"
)

// Write prints the moves, the table and the result.
func (t *Telling) Write(con *console.Console) {
	s := t.match.State()
	con.Printf("%s, %s%s\n\n", con.Bold(words.Title(s.Rules())), words.Plural(s.Seats(), "player"),
		words.Options(t.rec.Options))
	for i, m := range t.entries {
		con.Printf("%4d  %s\n", i+1, t.describe(m))
		for _, line := range m.said {
			con.Printf("      %s\n", con.Faint(t.names.Line(line)))
		}
	}
	if d := words.Drawing(s); d != "" {
		con.Printf("\n%s\n", d)
	}
	con.Printf("\n%s\n", t.standing())
}

// describe describes an entry.
func (t *Telling) describe(m Played) string {
	switch e := m.entry; e.Kind {
	case match.Undone:
		if e.Back == 0 {
			return "Undo to the beginning"
		}
		return fmt.Sprintf("Undo back to %d", e.Back)
	case match.Reseeded:
		return "Chance continues with a new seed"
	case match.Restored:
		return "The server was restored from a backup; chance continues with a new seed"
	case match.Closed:
		return "The operator of the server ended the match"
	case match.Resigned:
		return t.names.First(e.Seat) + " resigns"
	}
	return t.names.Line(m.line)
}

// Summary is a replayed record, in a form for JSON.
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
	line  match.Line   // the move for people
	said  []match.Line // its messages
}

// Read parses a record and finds its rules.
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

// Telling is a replayed record.
type Telling struct {
	rec     *match.Record
	match   *match.Match // the replayed match
	names   words.Names
	entries []Played
}

// Position returns the position of a save (JSON), or the last one of a record. Both contain the game and its options.
func Position(all catalogue.Catalogue, data []byte) (*game.State, error) {
	if bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")) {
		r, err := all.Saved(data)
		if err != nil {
			return nil, err
		}
		return r.Load(data)
	}
	rec, r, err := Read(all, data)
	if err != nil {
		return nil, err
	}
	m, err := match.Replay(r, rec, -1)
	if err != nil {
		return nil, err
	}
	return m.State(), nil
}

// Retell returns the moves and messages of a match replayed from a record.
func Retell(m *match.Match, rec *match.Record) (*Telling, error) {
	t := &Telling{rec: rec, match: m, names: namesOf(m)}
	events, err := m.Events(0, game.Judge)
	if err != nil {
		return nil, err
	}
	for i, e := range m.Log(1) {
		p := Played{Seat: game.Nobody, Text: e.Text(), Hash: e.Hash, entry: e}
		if x := events[i]; e.Kind == match.Moved {
			p.Seat, p.line = e.Seat, tableau.Titled(m.State(), t.names, *x.Line)
			for _, line := range x.Said {
				line = tableau.Titled(m.State(), t.names, line)
				p.said = append(p.said, line)
				p.Said = append(p.Said, t.names.Line(line))
			}
		}
		t.entries = append(t.entries, p)
	}
	return t, nil
}

// Summary returns the summary for JSON.
func (t *Telling) Summary() Summary {
	rec, s, o := t.rec, t.match.State(), t.match.Outcome()
	r := Summary{
		Game: rec.Game, Version: rec.Version, Options: rec.Options, Seats: s.Seats(),
		Names: append([]string{}, rec.Names...), Moves: append([]Played{}, t.entries...),
		Over: o.Over, Winners: append([]game.Seat{}, o.Winners...), Ranks: append([]int{}, o.Ranks...),
		Scores: append([]int{}, o.Scores...),
		Turn:   s.Turn(), Result: o.String(), Hash: s.HashText(), Drawing: words.Drawing(s),
	}
	if o.Over {
		r.Turn = game.Nobody
	}
	return r
}

// standing describes the position or the result.
func (t *Telling) standing() string { return t.names.Standing(t.match.State(), ended(t.match)) }

// ended describes how a match ended, or returns "" if it has not.
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

// namesOf returns the names of the players.
func namesOf(m *match.Match) words.Names {
	return words.Names{Rules: m.Rules(), Sits: func(x game.Seat) string {
		if name := m.Player(x).Name; name != x.String() { // old records name a player without a name like this
			return name
		}
		return ""
	}}
}
