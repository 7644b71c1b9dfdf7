package match

import (
	"time"

	"github.com/plygame/ply/game"
)

// Grant is the access to a seat, or to the rights of the host.
type Grant struct {
	Token string    // the hash of the token in use
	Next  string    // the hash of the token that will replace it, or ""
	Since time.Time // when Token was first used
}

// Grant returns the access to a seat, or to the rights of the host if the seat is game.Nobody.
func (m *Match) Grant(seat game.Seat) Grant { return *m.grant(seat) }

func (m *Match) grant(seat game.Seat) *Grant {
	if seat == game.Nobody {
		return &m.grants[len(m.grants)-1]
	}
	return &m.grants[seat]
}

// Renew returns the batch that renews the token of a seat, or of the host if the seat is game.Nobody. Renewing takes
// two such batches, so that a player still has a valid token if the answer with the new one is lost: after the first,
// both tokens are valid; the second comes when the new token is used, and ends the old one.
func (m *Match) Renew(seat game.Seat, token string) *Batch {
	return m.add(m.batch(), Entry{Kind: Renewed, Seat: seat, Token: token}, m.now)
}

// renewed updates the access after an entry.
func (m *Match) renewed(e Entry) {
	g := m.grant(e.Seat)
	if g.Next != e.Token {
		g.Next = e.Token
		return
	}
	*g = Grant{Token: e.Token, Since: e.At}
	if e.Seat != game.Nobody {
		m.players[e.Seat].Token = e.Token
	}
}
