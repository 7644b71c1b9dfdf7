package server

import (
	"context"
	"math/rand/v2"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/wire"
)

// sample returns a sample position of a game. It is always the same and comes from no match.
func (s *Server) sample(_ context.Context, in *GamePath) (*body[wire.Sample], error) {
	made := s.samples[in.Game]
	if made == nil {
		return nil, s.toAPIError(s.noGame(in.Game))
	}
	done := s.watchCall(in.Game, 0)
	out, err := made()
	done()
	if err != nil {
		return nil, s.toAPIError(err)
	}
	sample := *out
	sample.Table.Art = s.artPath(in.Game)
	return &body[wire.Sample]{sample}, nil
}

// maxSampleMoves is the maximum number of moves played for a sample.
const maxSampleMoves = 300

// sampleOf plays a game at random and returns a position near the middle.
func sampleOf(r *game.Rules) (*wire.Sample, error) {
	s, err := r.Start(r.Seats.Min, game.SeedOf(1))
	if err != nil {
		return nil, err
	}
	luck := rand.New(rand.NewPCG(1, 1))
	var all []*game.State
	for ; s != nil && len(all) <= maxSampleMoves; s = playRandom(s, luck) {
		all = append(all, s)
	}
	view := all[len(all)*2/5].View(0)
	return &wire.Sample{Table: wire.TableOf(view), View: view.Save(), Labels: wire.Labels(view),
		Derived: wire.DerivedOf(view)}, nil
}

// playRandom plays a random move. It returns nil if the game is over. It tries again if a choice cannot be completed.
func playRandom(s *game.State, luck *rand.Rand) *game.State {
	for range 10 {
		for seat := range s.ToAct().Minus(s.Committed()).All() {
			view := s.View(seat)
			move, err := bot.Random(view, seat, luck)
			if err == nil {
				move, err = view.Real(move)
			}
			if err != nil {
				break
			}
			if next, err := s.Play(move); err == nil {
				return next
			}
			break
		}
	}
	return nil
}
