package server

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime/debug"
	"slices"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/words"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/wire"
)

// hinting is a hint that a player is waiting for.
type hinting struct {
	conn   *conn
	turn   bot.Turn
	search *bot.Search
	level  string
	ctx    context.Context
	cancel context.CancelFunc
}

// maxHintSimulations is the highest number of simulations for a hint, that of the level sharp.
const maxHintSimulations = 1000

// startHint lets a bot think about the turn of a player. The answer comes when it has finished.
func (l *liveMatch) startHint(c *conn, q *wire.Request) error {
	h, err := l.newHint(c, q)
	if err != nil {
		return err
	}
	id := slices.Clone(q.ID)
	l.hinting = h
	l.server.hold(l)
	go func() {
		defer l.server.release(l)
		hint, err := l.server.findHint(h)
		l.enqueue(func() {
			if l.hinting == h {
				l.hinting = nil
			}
			stale := h.ctx.Err() != nil
			h.cancel()
			switch {
			case stale:
				c.refuse(id, refusal(string(match.Stale), "the match has changed since you asked for the hint"))
			case err != nil:
				c.fail(id, err)
			default:
				seq := l.match.Seq()
				c.answer(&wire.Message{Type: "answer", Re: id, Seq: &seq, Hint: hint})
			}
		})
	}()
	return nil
}

// newHint checks a request for a hint.
func (l *liveMatch) newHint(c *conn, q *wire.Request) (*hinting, error) {
	seat := c.role.seat
	switch {
	case seat < 0:
		return nil, refusal("no-right", "only a player with a seat gets hints; your role is %s", c.role.name)
	case l.match.Over():
		return nil, refusal(string(game.Over), "the match is over")
	case !l.practice(seat):
		return nil, refusal("no-right", "hints are for practice: all other seats must be bots")
	case !slices.Contains(l.match.ToAct(), seat) || l.match.State().Committed().Has(seat):
		return nil, refusal(string(game.NotYourTurn), "hints are for your own turn")
	case l.hinting != nil:
		return nil, refusal("too-fast", "a hint is being prepared; wait for it")
	}
	levels := bot.Levels()[:3]
	level := q.Level
	if level == "" {
		level = levels[2]
	}
	search, err := bot.NewSearch(level)
	if err != nil || search.Simulations > maxHintSimulations ||
		search.Simulations == 0 && !slices.Contains(levels, level) {
		return nil, refusal("no-bot", "the level of a hint must be %s, %s, %s or a number from 1 to %d, not %q", levels[0],
			levels[1], levels[2], maxHintSimulations, words.Clip(level)).About("level")
	}
	h := &hinting{conn: c, turn: bot.NewTurn(l.match.State(), seat, rand.Uint64()), search: search, level: level}
	h.ctx, h.cancel = context.WithCancel(l.server.life)
	return h, nil
}

// practice reports whether bots have all seats but this one.
func (l *liveMatch) practice(seat game.Seat) bool {
	for x := range game.Seat(l.match.Setup().Seats) {
		if x != seat && l.match.Player(x).Bot == "" {
			return false
		}
	}
	return true
}

// findHint waits for a free thinker and thinks.
func (s *Server) findHint(h *hinting) (hint *wire.Hint, err error) {
	if err := s.thinkers.enter(h.ctx); err != nil {
		return nil, err
	}
	defer s.thinkers.leave()
	defer func() {
		if p := recover(); p != nil {
			s.metrics.panics.Inc()
			err = fmt.Errorf("a hint panicked: %v\n%s", p, debug.Stack())
		}
	}()
	ctx, cancel := context.WithTimeout(h.ctx, botTimeout)
	defer cancel()
	defer s.watchCall(h.turn.View.Rules().Name, botTimeout)()
	thought, err := h.search.Think(ctx, h.turn)
	if err != nil {
		return nil, err
	}
	return hintOf(h.turn.View, h.level, thought)
}

// maxHints is the maximum number of moves in a hint.
const maxHints = 20

// hintOf returns what a bot has thought about the turn of a view's seat.
func hintOf(view *game.State, level string, t *bot.Thought) (*wire.Hint, error) {
	out := &wire.Hint{Level: level, Moves: []wire.Suggestion{}}
	best, total := view.Text(t.Move), 0
	all := slices.Clone(t.Choices)
	for _, c := range all {
		total += c.Visits
	}
	at := slices.IndexFunc(all, func(c bot.Choice) bool { return view.Text(c.Move) == best })
	if at < 0 {
		all, at = append(all, bot.Choice{Move: t.Move}), len(all)
	}
	first := all[at]
	all = slices.Insert(slices.Delete(all, at, at+1), 0, first)
	for _, c := range all[:min(len(all), maxHints)] {
		picks, err := picksOf(view, c.Move)
		if err != nil {
			return nil, err
		}
		line := match.LineOf(view.MoveLine(func(s *game.State, _ game.Seat) *game.State {
			return s
		}, c.Move.Seat, c.Move, view), nil)
		out.Moves = append(out.Moves, wire.Suggestion{
			Action: c.Move.Action, Picks: picks, Line: &line,
			Share: percent(float64(c.Visits) / float64(max(1, total))), Value: percent(c.Value),
		})
	}
	return out, nil
}

func percent(x float64) int { return int(math.Round(100 * x)) }

// picksOf returns the values of a move as texts.
func picksOf(view *game.State, m game.Move) ([][]string, error) {
	picks := make([][]string, len(m.Picks))
	for i, values := range m.Picks {
		picks[i] = []string{}
		draft := m
		if draft.Picks = nil; i > 0 {
			draft.Picks = append(slices.Clone(m.Picks[:i]), nil) // ends pick i-1
		}
		offers, err := view.Offers(draft)
		if err != nil {
			return nil, err
		}
		at := slices.IndexFunc(offers, func(o game.Offer) bool { return o.Action == m.Action && o.At == i })
		for _, v := range values {
			if at >= 0 {
				picks[i] = append(picks[i], offers[at].Show(v))
			}
		}
	}
	return picks, nil
}
