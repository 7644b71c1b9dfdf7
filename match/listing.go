package match

import (
	"time"

	"github.com/plygame/ply/game"
)

// Listing is what a list of matches shows of one. It has no secrets.
type Listing struct {
	ID       string      `json:"id"`
	Game     string      `json:"game"`
	Options  game.Values `json:"options,omitempty"`
	Seats    []Sitter    `json:"seats"`
	Entries  int         `json:"entries"`
	Over     bool        `json:"over"`
	Outcome  string      `json:"outcome,omitempty"`
	Unlisted bool        `json:"unlisted,omitempty"` // only who knows its id finds it
	Created  time.Time   `json:"created"`
	Updated  time.Time   `json:"updated"`
}

// Sitter is who sits in a seat, as everyone may know.
type Sitter struct {
	Name string `json:"name,omitempty"`
	Bot  string `json:"bot,omitempty"`
	Free bool   `json:"free,omitempty"`
}

// Open reports whether somebody can still join.
func (x *Listing) Open() bool {
	for _, s := range x.Seats {
		if s.Free && !x.Over {
			return true
		}
	}
	return false
}

// Listing returns what a list shows of the match as it is now.
func (m *Match) Listing() Listing {
	setup := m.Setup()
	x := Listing{ID: setup.ID, Game: setup.Game, Options: setup.Options, Entries: m.Seq(), Over: m.Over(), Unlisted: setup.Unlisted, Created: setup.Created, Updated: setup.Created}
	if x.Over {
		x.Outcome = m.Outcome().String()
	}
	for seat := range game.Seat(setup.Seats) {
		p := m.Player(seat)
		x.Seats = append(x.Seats, Sitter{Name: p.Name, Bot: p.Bot, Free: p.Free()})
	}
	if n := m.Seq(); n > 0 {
		x.Updated = m.Log(n)[0].At
	}
	return x
}
