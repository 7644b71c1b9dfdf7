package server

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/wire"
)

// thinkers lets a limited number of bots think at a time, so that there is always a processor left for people. The
// others wait, first come, first served.
type thinkers chan struct{}

// enter waits until there is room for another bot.
func (t thinkers) enter(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case t <- struct{}{}: // the runtime serves goroutines that wait for a channel in order
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// leave makes room for the next bot.
func (t thinkers) leave() { <-t }

// thinkingAfter is how long a bot thinks, or waits to think, before the watchers are told.
const thinkingAfter = 300 * time.Millisecond

// begin notes that a bot is thinking, and tells the watchers unless it moves soon.
func (l *liveMatch) begin(turn *botTurn) {
	turn.ctx, turn.cancel = context.WithCancel(l.server.life)
	l.thinking = turn
	turn.sign = time.AfterFunc(thinkingAfter, func() {
		l.enqueue(func() {
			if l.thinking == turn && l.match != nil {
				turn.told = true
				l.broadcast(l.thinkingMessage())
			}
		})
	})
}

// end notes that a bot has finished thinking, and reports whether it was told to stop.
func (l *liveMatch) end(turn *botTurn) (stopped bool) {
	stopped = turn.ctx.Err() != nil
	turn.cancel()
	turn.sign.Stop()
	l.thinking = nil
	if turn.told {
		l.broadcast(l.thinkingMessage())
	}
	return stopped
}

// thinkingMessage returns the message about the bot that has been thinking for a while, if there is one.
func (l *liveMatch) thinkingMessage() *wire.Message {
	msg := &wire.Message{Type: "thinking", Thinking: []game.Seat{}}
	if l.thinking != nil && l.thinking.told {
		msg.Thinking = append(msg.Thinking, l.thinking.Seat)
	}
	return msg
}

// cancelThoughts stops a bot whose move can no longer be played, and a hint that has become stale.
func (l *liveMatch) cancelThoughts(batch *match.Batch) {
	if h := l.hinting; h != nil && (!l.practice(h.turn.Seat) || l.stale(batch, h.turn.Seat)) {
		h.cancel()
	}
	if turn := l.thinking; turn != nil && (l.match.Player(turn.Seat).Bot != turn.name || l.stale(batch, turn.Seat)) {
		turn.cancel()
	}
}

// stale reports whether a batch ends the turn of a seat. Where several seats choose at the same time, the choices of
// others do not.
func (l *liveMatch) stale(batch *match.Batch, seat game.Seat) bool {
	if l.match.Over() || !l.match.State().ToAct().Has(seat) {
		return true
	}
	return slices.ContainsFunc(batch.Entries, func(e match.Entry) bool {
		return e.Kind == match.Undone || e.Kind == match.Moved && e.Seat == seat
	})
}

// cancelLeft stops what nobody waits for any more when a connection ends.
func (l *liveMatch) cancelLeft(c *conn) {
	if l.hinting != nil && l.hinting.conn == c {
		l.hinting.cancel()
	}
	if l.thinking != nil && l.match != nil && len(l.watchers) == 0 && !l.hasPeople() {
		l.thinking.cancel()
	}
}

// exhausted reports whether the bots have played alone for so long that they stop. The watchers and the log are told.
func (l *liveMatch) exhausted() bool {
	most := l.server.config.MaxBotMoves
	if l.match.State().Played() < most {
		l.stopped = false
		return false
	}
	if !l.stopped {
		l.stopped = true
		l.server.config.Log.Warn("bots stop: the match does not end", "match", l.id, "moves", most)
		l.broadcast(l.stoppedMessage())
	}
	return true
}

// sponsored reports whether bots without people may play: for a spectator whose address has few such matches.
func (l *liveMatch) sponsored() bool {
	if l.sponsor != nil {
		return true
	}
	for _, c := range l.watchers {
		if l.server.limits.beginWatched(c.usage) {
			l.sponsor = c
			return true
		}
	}
	l.broadcast(&wire.Message{Type: "stopped",
		Why: fmt.Sprintf("bots play without people in at most %d matches for spectators from one address; close another one and come back, or take a seat", maxWatched)})
	return false
}

// endSponsor notes that the bots no longer play for a spectator.
func (l *liveMatch) endSponsor() {
	if l.sponsor != nil {
		l.server.limits.endWatched(l.sponsor.usage)
		l.sponsor = nil
	}
}

// stoppedMessage says why the bots have stopped moving.
func (l *liveMatch) stoppedMessage() *wire.Message {
	return &wire.Message{Type: "stopped",
		Why: fmt.Sprintf("the game has not ended after %d moves, so the bots stop here", l.server.config.MaxBotMoves)}
}
