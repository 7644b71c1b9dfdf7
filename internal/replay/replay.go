// Package replay reads the records of games for people: what was played and said ([Retell]), and whether the record of a
// match is true ([Verify]).
package replay

import (
	"fmt"
	"unicode/utf8"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/catalogue"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/words"
	"github.com/plygame/ply/match"
)

// Write writes the moves, the table and how the game stands.
func (t *Telling) Write(con *console.Console) {
	rec, s := t.rec, t.match.State()
	con.Printf("%s, %s%s\n\n", con.Bold(words.Title(s.Rules())), words.Plural(s.Seats(), "seat"), words.Options(rec.Options))
	width := 8
	for x := range game.Seat(rec.Seats) {
		width = max(width, utf8.RuneCountInString(player(rec, x)))
	}
	for i, m := range t.entries {
		who, what := deed(rec, m)
		con.Printf("%4d  %-*s %s\n", i+1, width, who, what)
		for _, line := range m.Said {
			con.Printf("      %s\n", con.Faint(line))
		}
	}
	if d := words.Drawing(s); d != "" {
		con.Printf("\n%s\n", d)
	}
	con.Printf("\n%s\n", t.standing())
}

// deed says who has done what.
func deed(rec *match.Record, m Played) (who, what string) {
	switch e := m.entry; e.Kind {
	case match.Undone:
		if e.Back == 0 {
			return "table", "back to the beginning"
		}
		return "table", fmt.Sprintf("back to after %d", e.Back)
	case match.Reseeded:
		return "table", "chance goes on with other numbers"
	case match.Resigned:
		return player(rec, e.Seat), "gives up"
	}
	return player(rec, m.Seat), words.Tame(m.Text)
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
	if err := game.Check(r); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", r.Name, err)
	}
	r, err = r.With(rec.Options)
	return rec, r, err
}

// Telling is what a record has to say.
type Telling struct {
	rec     *match.Record
	match   *match.Match // the record, played again
	entries []Played
}

// Retell says what happened in a match that was played again from a record, with what the game said of each move.
func Retell(m *match.Match, rec *match.Record) (*Telling, error) {
	t := &Telling{rec: rec, match: m}
	for i, e := range m.Log(1) {
		p := Played{Seat: game.Nobody, Text: e.Text(), Hash: e.Hash, entry: e}
		if e.Kind == match.Moved {
			s, err := m.At(i + 1)
			if err != nil {
				return nil, err
			}
			p.Seat = e.Seat
			for _, line := range s.Said() {
				p.Said = append(p.Said, line.String())
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

// standing says where the game is, also if somebody has given up.
func (t *Telling) standing() string {
	s := t.match.State()
	if x := t.match.Resigned(); x != game.Nobody {
		return fmt.Sprintf("After %d moves %s has given up: %s.", s.Played(), player(t.rec, x), t.match.Outcome())
	}
	return words.Standing(s)
}

func player(rec *match.Record, x game.Seat) string {
	if x >= 0 && int(x) < len(rec.Names) && rec.Names[x] != "" {
		return words.Tame(rec.Names[x])
	}
	return x.String()
}
