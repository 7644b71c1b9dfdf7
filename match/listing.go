package match

import (
	"time"

	"github.com/plygame/ply/game"
)

// Listing describes a match in a list of matches. It has no secrets.
type Listing struct {
	ID       string      `json:"id" doc:"Id of the match."`
	Game     string      `json:"game" doc:"Name of the game."`
	Options  game.Values `json:"options,omitempty" doc:"Its options that differ from the default."`
	Seats    []Sitter    `json:"seats" nullable:"false" doc:"The players, by seat."`
	Entries  int         `json:"entries" doc:"Number of entries."`
	Begun    bool        `json:"begun,omitempty" doc:"Whether a move has been made."`
	ToAct    []game.Seat `json:"toAct,omitempty" nullable:"false" doc:"The seats it is waiting for."`
	Over     bool        `json:"over" doc:"Whether it is over."`
	Outcome  *Outcome    `json:"outcome,omitempty" doc:"How it ended."`
	Unlisted bool        `json:"unlisted,omitempty" doc:"It is not in lists; players need its id."`
	Created  time.Time   `json:"created" doc:"When it was created."`
	Updated  time.Time   `json:"updated" doc:"When its last entry was added."`
}

// Sitter is the player in a seat, without secrets.
type Sitter struct {
	Name     string `json:"name,omitempty" doc:"The name of the player."`
	Bot      string `json:"bot,omitempty" doc:"The bot that plays the seat."`
	Free     bool   `json:"free,omitempty" doc:"Anyone may take the seat."`
	Reserved bool   `json:"reserved,omitempty" doc:"The seat is reserved for this player of the previous match, who has not joined yet."`
}

// Open reports whether a seat is free.
func (x *Listing) Open() bool {
	for _, s := range x.Seats {
		if s.Free && !x.Over {
			return true
		}
	}
	return false
}

// Listing returns the current listing of the match.
func (m *Match) Listing() Listing {
	setup := m.Setup()
	x := Listing{ID: setup.ID, Game: setup.Game, Options: setup.Options, Entries: m.Seq(),
		Begun: m.State().Played() > 0, ToAct: m.ToAct(), Over: m.Over(), Unlisted: setup.Unlisted, Created: setup.Created, Updated: setup.Created}
	if x.Over {
		x.Outcome = m.Ended()
	}
	for seat := range game.Seat(setup.Seats) {
		p := m.Player(seat)
		x.Seats = append(x.Seats, Sitter{Name: p.Name, Bot: p.Bot, Free: p.Free(), Reserved: p.Reserved != ""})
	}
	if n := m.Seq(); n > 0 {
		x.Updated = m.Log(n)[0].At
	}
	return x
}
