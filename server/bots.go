package server

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
)

// botsGo lets a bot move, if it is to act. Bots do not play for themselves alone: somebody has a seat,
// or watches.
func (t *table) botsGo() {
	people := t.people()
	if t.botDue || t.server.closing.Load() || !people && len(t.watchers) == 0 || t.botWait > longestWait || t.botSeat() == game.Nobody {
		return
	}
	t.botDue = true
	t.server.hold(t)
	pause := max(t.server.config.BotDelay, t.botWait)
	if !people {
		pause = max(pause, botsAlone)
	}
	time.AfterFunc(pause, func() {
		t.do(func() {
			defer t.server.release(t)
			t.botMoves()
		})
	})
}

const (
	longestWait = time.Minute            // a bot that has failed so long waits until something happens
	botsAlone   = 100 * time.Millisecond // how long bots wait at least where no one else plays
)

// people reports whether anybody has a seat who is no bot.
func (t *table) people() bool {
	for seat := range game.Seat(t.match.Setup().Seats) {
		if t.match.Player(seat).Token != "" {
			return true
		}
	}
	return false
}

// botSeat returns a seat that a bot plays and that is to act.
func (t *table) botSeat() game.Seat {
	for _, seat := range t.match.ToAct() {
		if t.match.Player(seat).Bot != "" && !t.match.State().Committed().Has(seat) {
			return seat
		}
	}
	return game.Nobody
}

func (t *table) botMoves() {
	t.botDue = false
	if t.match == nil || t.server.closing.Load() {
		return
	}
	seat := t.botSeat()
	if seat == game.Nobody {
		return
	}
	t.botWait = max(2*t.botWait, time.Second) // unless it succeeds
	step, err := t.botChooses(seat)
	if err == nil {
		err = t.keep(context.Background(), step)
	}
	if err != nil {
		t.server.config.Log.Error("a bot cannot move", "match", t.id, "seat", int(seat), "reason", err)
		if t.match != nil {
			t.botsGo()
		}
	}
}

// botChooses makes a step of a bot. It may come to a choice that cannot be completed: then it chooses
// again.
func (t *table) botChooses(seat game.Seat) (step *match.Step, err error) {
	luck := rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
	for range 10 {
		step, err = t.match.Choose(seat, t.match.Seq(), func(view *game.State) (game.Move, error) { return bot.Random(view, seat, luck) })
		if err == nil {
			return step, nil
		}
	}
	return nil, err
}
