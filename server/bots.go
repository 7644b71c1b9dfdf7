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

// scheduleBot makes a bot move soon if it is a bot's turn. Bots play only while a person has a seat or watches.
func (l *liveMatch) scheduleBot() {
	people := l.hasPeople()
	if people || l.match.Over() {
		l.endSponsor()
	}
	if l.botScheduled || l.server.closing.Load() || !people && len(l.watchers) == 0 || l.botBackoff > maxBotBackoff ||
		l.botSeat() == game.Nobody {
		return
	}
	if !people && (l.exhausted() || !l.sponsored()) {
		return
	}
	if l.server.watchdog.refuses(l.match.Setup().Game) != nil || l.match.Seq() >= l.server.config.MaxEntries {
		return
	}
	l.botScheduled = true
	l.server.hold(l)
	pause := max(l.server.config.BotDelay, l.botBackoff)
	if !people {
		pause = max(pause, botsOnlyPause)
	}
	time.AfterFunc(pause, func() {
		defer l.server.release(l)
		l.runBot()
	})
}

const (
	maxBotBackoff = time.Minute            // a bot that fails for longer waits for the next change
	botsOnlyPause = 100 * time.Millisecond // the minimum delay of a move if only bots play
	botTimeout    = 30 * time.Second       // the maximum time for one move, from when the bot may think
	botTries      = 10                     // the number of choices before a bot has failed
)

// hasPeople reports whether a person has a seat.
func (l *liveMatch) hasPeople() bool {
	for seat := range game.Seat(l.match.Setup().Seats) {
		if l.match.Player(seat).Token != "" {
			return true
		}
	}
	return false
}

// botSeat returns a seat whose bot must act, or game.Nobody.
func (l *liveMatch) botSeat() game.Seat {
	for _, seat := range l.match.ToAct() {
		if l.match.Player(seat).Bot != "" && !l.match.State().Committed().Has(seat) {
			return seat
		}
	}
	return game.Nobody
}

// botTurn is the turn of a bot.
type botTurn struct {
	bot.Turn
	name string // the name of the bot
	seq  int    // the last entry included in the view

	ctx    context.Context // ends when the move is no longer wanted
	cancel context.CancelFunc
	sign   *time.Timer // tells the watchers that the bot is thinking
	told   bool        // sign has told them
}

// runBot asks a bot for a move and plays it. The bot thinks outside of the queue, so that nobody waits for it. It
// chooses again if its move has become stale or cannot be completed.
func (l *liveMatch) runBot() {
	here := context.Background()
	for try := 1; ; try++ {
		turn, err := call(here, l, func() (*botTurn, error) { return l.botTurn(), nil })
		var move game.Move
		if err == nil && turn != nil {
			move, err = l.think(turn)
		}
		again, _ := call(here, l, func() (bool, error) { return l.finishBotTurn(turn, move, err, try), nil })
		if !again {
			return
		}
	}
}

// botTurn returns the turn of the next bot, or nil if no bot must act.
func (l *liveMatch) botTurn() *botTurn {
	if l.match == nil || l.server.closing.Load() {
		return nil
	}
	seat := l.botSeat()
	if seat == game.Nobody {
		return nil
	}
	turn := &botTurn{Turn: bot.NewTurn(l.match.State(), seat, rand.Uint64()), name: l.match.Player(seat).Bot,
		seq: l.match.Seq()}
	l.begin(turn)
	return turn
}

// think waits for a free thinker and asks the bot for its move. It returns a panic of the bot as an error.
func (l *liveMatch) think(turn *botTurn) (move game.Move, err error) {
	if err := l.server.thinkers.enter(turn.ctx); err != nil {
		return move, err
	}
	defer l.server.thinkers.leave()
	l.thinkingBegan.Store(l.server.uptime())
	defer l.thinkingBegan.Store(0)
	ctx, cancel := context.WithTimeout(turn.ctx, botTimeout)
	defer cancel()
	defer func() {
		if p := recover(); p != nil {
			l.server.metrics.panics.Inc()
			err = fmt.Errorf("bot %s panicked: %v\n%s", turn.name, p, debug.Stack())
		}
	}()
	return l.server.playerOf(turn.name).Choose(ctx, turn.Turn)
}

// finishBotTurn plays the move a bot has chosen, and reports whether the bot must choose again.
func (l *liveMatch) finishBotTurn(turn *botTurn, move game.Move, err error, try int) (again bool) {
	l.botScheduled = false
	stopped := turn != nil && l.end(turn)
	if l.match == nil || l.server.closing.Load() {
		return false
	}
	if turn == nil || stopped || l.match.Player(turn.Seat).Bot != turn.name {
		l.scheduleBot() // someone has taken its seat, or the match has changed
		return false
	}
	nextWait := max(2*l.botBackoff, time.Second)
	if err == nil {
		batch, refused := l.match.Choose(turn.Seat, turn.seq, func(*game.State) (game.Move, error) { return move, nil })
		if err = refused; err == nil {
			l.botBackoff = nextWait // commit resets it if it succeeds
			if err = l.commit(context.Background(), batch); err == nil {
				return false
			}
			try = botTries // the store failed, not the bot
		}
	}
	if try < botTries {
		l.botScheduled = true
		return true
	}
	l.botBackoff = nextWait
	l.server.config.Log.Error("bot cannot move", "match", l.id, "seat", int(turn.Seat), "bot", turn.name, "reason", err)
	if l.match != nil {
		l.scheduleBot()
	}
	return false
}

// playerOf returns the bot with this name. For an old match whose bot this server no longer has, it returns the
// default bot.
func (s *Server) playerOf(name string) bot.Player {
	p, err := s.config.Bots.Player(name)
	if err != nil {
		s.config.Log.Warn("unknown bot replaced by the default bot", "bot", s.config.Bot, "reason", err)
		p, _ = s.config.Bots.Player(s.config.Bot) // New has checked it
	}
	return p
}

// namedBot returns name, or the name of the default bot if name is empty. It refuses unknown names.
func (s *Server) namedBot(name string) (string, error) {
	name = cmp.Or(name, s.config.Bot)
	p, err := s.config.Bots.Player(name)
	if err != nil {
		return "", refusal("no-bot", "%v", err).About("bot")
	}
	if x, is := p.(*bot.Search); is && x.Simulations > s.config.MaxSimulations && name != s.config.Bot {
		return "", refusal("no-bot", "a bot may make at most %d simulations for a move on this server",
			s.config.MaxSimulations).About("bot")
	}
	return name, nil
}

// listBots lists the bots.
func (s *Server) listBots(context.Context, *struct{}) (*body[wire.BotList], error) {
	out := wire.BotList{Default: s.config.Bot, Simulations: s.config.MaxSimulations}
	for _, b := range s.config.Bots {
		out.Bots = append(out.Bots, wire.NamedBot{Name: b.Name, Takes: b.Takes, About: b.About})
	}
	return &body[wire.BotList]{out}, nil
}
