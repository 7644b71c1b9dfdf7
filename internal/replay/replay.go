// Package replay reads the records of games for people: what was played and said ([Retell]), and whether the record of a
// match is true ([Verify]).
package replay

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/words"
)

// Write writes the moves, the table and how the game stands.
func (t *Telling) Write(con *console.Console) {
	rec, s := t.rec, t.state
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
func deed(rec *game.Record, m Played) (who, what string) {
	if m.Seat != game.Nobody {
		return player(rec, m.Seat), words.Tame(m.Text)
	}
	switch word, rest, _ := strings.Cut(m.Text, " "); word {
	case "undo":
		if rest == "0" {
			return "table", "back to the beginning"
		}
		return "table", "back to after " + rest
	case "reseed":
		return "table", "chance goes on with other numbers"
	}
	return player(rec, m.resigned()), "gives up"
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
}

// Telling is what a record has to say.
type Telling struct {
	rec      *game.Record
	state    *game.State // where it led
	entries  []Played
	resigned game.Seat // who has ended the game by giving up
}

// Retell plays a number of entries of a record again for what they have to say, up to one that comes out otherwise. The
// record leads from begin to s.
func Retell(begin, s *game.State, rec *game.Record, moves int) *Telling {
	t := &Telling{rec: rec, state: s, resigned: game.Nobody}
	states := []*game.State{begin}
	for _, e := range rec.Moves[:moves] {
		p := Played{Seat: e.Seat, Text: e.Text, Hash: e.Hash}
		s, err := p.after(states)
		if err != nil || s.HashText() != e.Hash || t.resigned != game.Nobody {
			break
		}
		if e.Seat == game.Nobody {
			t.resigned = p.resigned()
		} else {
			for _, line := range s.Said() {
				p.Said = append(p.Said, line.String())
			}
		}
		t.entries, states = append(t.entries, p), append(states, s)
	}
	return t
}

// after returns the state after an entry; before it lie those of all entries so far.
func (p Played) after(before []*game.State) (*game.State, error) {
	s := before[len(before)-1]
	if p.Seat != game.Nobody {
		return s.PlayText(p.Seat, p.Text)
	}
	switch word, rest, _ := strings.Cut(p.Text, " "); word {
	case "undo":
		n, err := strconv.Atoi(rest)
		if err != nil || n < 0 || n >= len(before) {
			return nil, errors.New("there is no such entry to go back to")
		}
		return before[n], nil
	case "reseed":
		var seed game.Seed
		_, err := hex.Decode(seed[:], []byte(rest[:min(len(rest), 2*len(seed))]))
		return s.Reseed(seed), err
	}
	if x := p.resigned(); x == game.Nobody || int(x) >= s.Seats() {
		return nil, errors.New("a table does nothing of the kind")
	}
	return s, nil
}

// resigned is who has given up by an entry of the table, game.Nobody if it says something else.
func (p Played) resigned() game.Seat {
	if rest, is := strings.CutPrefix(p.Text, "resign "); is {
		if n, err := strconv.Atoi(rest); err == nil && n >= 0 && n < 64 {
			return game.Seat(n)
		}
	}
	return game.Nobody
}

// outcome is how the game stands, which may have ended because somebody has given up.
func (t *Telling) outcome() game.Outcome {
	s := t.state
	if t.resigned == game.Nobody {
		return s.Outcome()
	}
	o := game.Outcome{Over: true, Ranks: make([]int, s.Seats())}
	for x := range game.Seat(s.Seats()) {
		o.Ranks[x] = 2
		if x != t.resigned && s.Standing().Has(x) {
			o.Ranks[x] = 1
			o.Winners = append(o.Winners, x)
		}
	}
	return o
}

// Summary is the answer for programs.
func (t *Telling) Summary() Summary {
	rec, s, o := t.rec, t.state, t.outcome()
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
	s := t.state
	if t.resigned != game.Nobody {
		return fmt.Sprintf("After %d moves %s has given up: %s.", s.Played(), player(t.rec, t.resigned), t.outcome())
	}
	return words.Standing(s)
}

func player(rec *game.Record, x game.Seat) string {
	if x >= 0 && int(x) < len(rec.Names) && rec.Names[x] != "" {
		return words.Tame(rec.Names[x])
	}
	return x.String()
}
