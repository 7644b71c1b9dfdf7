package server

import (
	"crypto/subtle"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
)

// role is what a token allows.
type role struct {
	name string    // spectator, seat, host or judge
	seat game.Seat // whose view it gets
}

var spectator = role{"spectator", game.Nobody}

// roleOfToken returns the role of a token in this match. Without a token it is spectator; invalid tokens are refused.
func (l *liveMatch) roleOfToken(token string) (role, error) {
	if token == "" {
		return spectator, nil
	}
	hash := match.TokenHash(token)
	same := func(kept string) bool {
		return kept != "" && subtle.ConstantTimeCompare([]byte(kept), []byte(hash)) == 1
	}
	found := role{}
	for seat := range game.Seat(l.match.Setup().Seats) {
		if same(l.match.Player(seat).Token) {
			found = role{"seat", seat}
		}
	}
	if found.name == "" && same(l.match.Setup().Host) {
		found = role{"host", game.Nobody}
	}
	if found.name == "" && l.server.isJudge(token) {
		found = role{"judge", game.Judge}
	}
	if found.name == "" {
		return role{}, refusal("no-right", "the token is not valid for this match")
	}
	return found, nil
}

// isJudge reports whether this is the token of the judge.
func (s *Server) isJudge(token string) bool {
	judge := s.config.Judge
	return judge != "" && subtle.ConstantTimeCompare([]byte(match.TokenHash(judge)), []byte(match.TokenHash(token))) == 1
}
