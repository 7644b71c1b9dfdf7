package server

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"time"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/wire"
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
		defer t.server.release(t)
		t.botMoves()
	})
}

const (
	longestWait    = time.Minute            // a bot that has failed so long waits until something happens
	botsAlone      = 100 * time.Millisecond // how long bots wait at least where no one else plays
	longestThought = 30 * time.Second       // how long a bot thinks about one move
	botTries       = 10                     // how often a bot chooses before it has failed
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

// botTurn is the turn of a bot.
type botTurn struct {
	bot.Turn
	name string // of the bot
	seq  int    // the last entry that the view shows
}

// botMoves lets a bot think, and plays its move. It thinks outside of the queue, so that nobody waits for it; what
// happens meanwhile may make its move stale, and it may come to a choice that cannot be completed: then it chooses again.
func (t *table) botMoves() {
	here := context.Background()
	for try := 1; ; try++ {
		turn, err := call(here, t, func() (*botTurn, error) { return t.botTurn(), nil })
		var move game.Move
		if err == nil && turn != nil {
			move, err = t.think(turn)
		}
		again, _ := call(here, t, func() (bool, error) { return t.botMoved(turn, move, err, try), nil })
		if !again {
			return
		}
	}
}

// botTurn returns the turn of the next bot, nil if none is to act any more.
func (t *table) botTurn() *botTurn {
	if t.match == nil || t.server.closing.Load() {
		return nil
	}
	seat := t.botSeat()
	if seat == game.Nobody {
		return nil
	}
	return &botTurn{bot.NewTurn(t.match.State(), seat, rand.Uint64()), t.match.Player(seat).Bot, t.match.Seq()}
}

// think asks the bot for its move. A panic of a bot is its failure.
func (t *table) think(turn *botTurn) (move game.Move, err error) {
	ctx, cancel := context.WithTimeout(t.server.life, longestThought)
	defer cancel()
	defer func() {
		if p := recover(); p != nil {
			t.server.metrics.panics.Inc()
			err = fmt.Errorf("the bot %s panics: %v\n%s", turn.name, p, debug.Stack())
		}
	}()
	return t.server.playerOf(turn.name).Choose(ctx, turn.Turn)
}

// botMoved plays the move that a bot has chosen, and reports whether it must choose again.
func (t *table) botMoved(turn *botTurn, move game.Move, err error, try int) (again bool) {
	t.botDue = false
	if t.match == nil || t.server.closing.Load() {
		return false
	}
	if turn == nil || t.match.Player(turn.Seat).Bot != turn.name {
		t.botsGo() // somebody has taken its seat
		return false
	}
	nextWait := max(2*t.botWait, time.Second)
	if err == nil {
		step, refused := t.match.Choose(turn.Seat, turn.seq, func(*game.State) (game.Move, error) { return move, nil })
		if err = refused; err == nil {
			t.botWait = nextWait // unless it is kept
			if err = t.keep(context.Background(), step); err == nil {
				return false
			}
			try = botTries // the store has failed, not the bot
		}
	}
	if try < botTries {
		t.botDue = true
		return true
	}
	t.botWait = nextWait
	t.server.config.Log.Error("a bot cannot move", "match", t.id, "seat", int(turn.Seat), "bot", turn.name, "reason", err)
	if t.match != nil {
		t.botsGo()
	}
	return false
}

// playerOf returns the player of a bot's name. A match may have one from before that this server does not know any
// more: then the default bot plays on.
func (s *Server) playerOf(name string) bot.Player {
	p, err := s.config.Bots.Player(name)
	if err != nil {
		s.config.Log.Warn("another bot plays on", "bot", s.config.Bot, "reason", err)
		p, _ = s.config.Bots.Player(s.config.Bot) // New has tried it
	}
	return p
}

// namedBot returns the name of a bot that somebody has chosen, the default one if it is empty. It refuses names that
// are not known.
func (s *Server) namedBot(name string) (string, error) {
	name = cmp.Or(name, s.config.Bot)
	if _, err := s.config.Bots.Player(name); err != nil {
		return "", no("no-bot", "%v", err).About("bot")
	}
	return name, nil
}

// listBots lists the bots.
func (s *Server) listBots(context.Context, *struct{}) (*body[wire.BotList], error) {
	out := wire.BotList{Default: s.config.Bot}
	for _, b := range s.config.Bots {
		out.Bots = append(out.Bots, wire.NamedBot{Name: b.Name, Takes: b.Takes, About: b.About})
	}
	return &body[wire.BotList]{out}, nil
}
