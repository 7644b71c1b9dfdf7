package load

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/client"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/words"
	"github.com/plygame/ply/wire"
)

// pair is a match and its clients. The client that receives the last message about a move sends the next move.
type pair struct {
	load    *load
	id      string
	clients []*client.Conn
	luck    *rand.Rand

	mu         sync.Mutex
	plan       plan
	views      []*game.State     // the views of the clients, if they choose from them
	news       [][][]game.Change // the changes since
	fork       *game.Fork        // to list the moves of a client
	moves      []game.Handle     // room for them
	toAct      []game.Seat       // the seats to act, if clients choose from their views
	have       []int             // the last entry that each client has
	want       int               // the entry of the pending move, or 0
	acked      bool
	moved      string
	sent       time.Time
	over       bool
	times      []time.Duration
	noted      []noted // acknowledged moves
	closed     bool
	idle       bool // it waits
	tokens     []string
	answers    []time.Duration // until the player had the answer
	spectators []*client.Conn
	audience   *audience // nil without spectators
	msg        []byte    // room for a request
}

// noted is an acknowledged move.
type noted struct {
	seq  int
	move string
}

// newPair creates a match and connects its clients.
func (l *load) newPair(ctx context.Context) (*pair, error) {
	p := &pair{load: l, luck: rand.New(rand.NewPCG(rand.Uint64(), 1)), have: make([]int, Clients),
		views: make([]*game.State, Clients), news: make([][][]game.Change, Clients)}
	if l.plans != nil {
		p.plan = l.plans[p.luck.IntN(len(l.plans))]
	}
	made, err := l.client.Create(ctx, l.rules.Name, wire.Create{Seats: Clients})
	if err != nil {
		return nil, err
	}
	p.id = made.Match
	p.idle, p.tokens = l.idle, make([]string, Clients)
	for seat := range p.tokens {
		joined, err := l.client.Join(ctx, l.rules.Name, p.id, wire.Join{Seat: &seat, Name: fmt.Sprint("client ", seat)})
		if err != nil {
			return nil, err
		}
		p.tokens[seat] = joined.Token
	}
	for seat, token := range p.tokens {
		if err := p.connect(ctx, seat, token); err != nil {
			return nil, err
		}
	}
	if l.watch > 0 && !p.idle {
		err = p.gather(ctx, l.watch)
	}
	return p, err
}

// connect connects a client to the match, and waits for its welcome.
func (p *pair) connect(ctx context.Context, seat int, token string) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	conn, m, err := p.load.client.Dial(ctx, p.id, token)
	if err != nil {
		return err
	}
	p.clients = append(p.clients, conn)
	p.have[seat], p.over = *m.Seq, *m.Over
	if p.plan == nil {
		p.toAct = m.ToAct
		p.views[seat], err = p.load.rules.Load(m.View)
	}
	return err
}

// readAll reads the messages of all clients until their connections are closed.
func (p *pair) readAll(ctx context.Context) {
	for i := range p.clients {
		p.load.work.Go(func() { p.read(context.WithoutCancel(ctx), i) })
	}
}

// read handles the messages of a client.
func (p *pair) read(ctx context.Context, seat int) {
	var buf bytes.Buffer
	for {
		buf.Reset()
		err := p.clients[seat].Read(ctx, &buf)
		if err == nil {
			p.load.told(buf.Len())
			err = p.handle(ctx, seat, buf.Bytes())
		}
		if err != nil {
			p.mu.Lock()
			closed := p.closed
			p.mu.Unlock()
			if !closed {
				p.load.failed(fmt.Errorf("match %s, client %d: %w", p.id, seat, err))
			}
			return
		}
	}
}

// handle handles a message, and continues after the last one about a move.
func (p *pair) handle(ctx context.Context, seat int, text []byte) error {
	g, err := wire.GlanceAt(text, p.plan != nil)
	if err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	switch g.Type {
	case "update":
		p.have[seat], p.over, p.toAct = g.Seq, p.over || g.Over, g.ToAct
		for _, x := range g.Stages {
			p.news[seat] = append(p.news[seat], x.Changes)
		}
	case "answer":
		if p.want == 0 || g.Seq != p.want {
			return fmt.Errorf("entry %d was acknowledged instead of %d", g.Seq, p.want)
		}
		p.acked, p.answers = true, append(p.answers, time.Since(p.sent))
		p.noted = append(p.noted, noted{p.want, p.moved})
		if !time.Now().After(p.load.ends) {
			p.load.count()
		}
	case "refusal", "farewell":
		return fmt.Errorf("after %q: %s", p.moved, words.Clip(string(text)))
	default:
		return nil
	}
	return p.moveOn(ctx)
}

// moveOn records a move that all clients have, and makes the next one.
func (p *pair) moveOn(ctx context.Context) error {
	if p.want == 0 || !p.acked {
		return nil
	}
	for _, n := range p.have {
		if n < p.want {
			return nil
		}
	}
	p.times = append(p.times, time.Since(p.sent))
	p.want = 0
	switch {
	case p.over:
		if err := p.lookAtAll(); err != nil {
			return err
		}
		p.views, p.news, p.fork, p.moves = nil, nil, nil, nil // only the moves are checked later
		p.shut()
		if p.load.running.Load() {
			p.load.work.Go(func() { p.load.failed(p.load.begin(ctx)) })
		}
	case p.load.running.Load():
		if p.load.limit == nil {
			return p.play(ctx)
		}
		time.AfterFunc(p.load.limit.Reserve().Delay(), func() {
			if p.load.running.Load() {
				p.begin()
			}
		})
	}
	return nil
}

// begin makes the next move of an idle match.
func (p *pair) begin() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.want == 0 && !p.over && !p.closed && !p.idle {
		p.load.failed(p.play(context.Background()))
	}
}

// play sends a move.
func (p *pair) play(ctx context.Context) error {
	seat, text, err := p.choose()
	if err != nil {
		return err
	}
	p.want, p.acked, p.moved = max(p.have[0], p.have[1])+1, false, text
	p.msg = strconv.AppendInt(append(p.msg[:0], `{"id":`...), int64(p.want), 10)
	p.msg = strconv.AppendInt(append(p.msg, `,"do":"play","seq":`...), int64(p.want-1), 10)
	p.msg = append(strconv.AppendQuote(append(p.msg, `,"move":`...), text), '}')
	p.sent = time.Now()
	p.audience.expects(p.want, p.sent)
	return p.clients[seat].Send(ctx, p.msg)
}

// choose returns the next move of the plan, or a random move of a seat to act.
func (p *pair) choose() (game.Seat, string, error) {
	if p.plan != nil {
		n := max(p.have[0], p.have[1]) - Clients // the first entries are those of the players
		if n >= len(p.plan) {
			return 0, "", errors.New("the game continues after its end")
		}
		return p.plan[n].Seat, p.plan[n].Move, nil
	}
	for _, seat := range p.toAct {
		if err := p.catchUp(seat); err != nil {
			return 0, "", err
		}
		if view := p.views[seat]; !view.Committed().Has(seat) {
			move, err := p.random(view, seat)
			return seat, move, err
		}
	}
	return 0, "", errors.New("nobody is to act")
}

// random returns a random move of a seat: one of all its moves or, if they cannot be listed, one chosen step by step.
func (p *pair) random(view *game.State, seat game.Seat) (string, error) {
	if p.fork == nil {
		p.fork = view.Fork()
	}
	p.fork.Reset(view)
	all, err := p.fork.Handles(p.moves[:0])
	p.moves = slices.DeleteFunc(all, func(h game.Handle) bool { return h.Seat() != seat })
	if err == nil && len(p.moves) > 0 {
		return view.Text(p.fork.Move(p.moves[p.luck.IntN(len(p.moves))])), nil
	}
	move, err := bot.Random(view, seat, p.luck)
	if err != nil {
		return "", err
	}
	return view.Text(move), nil
}

// catchUp applies the changes that a client received. A client does this only when it chooses a move.
func (p *pair) catchUp(seat game.Seat) (err error) {
	if len(p.news[seat]) > 0 {
		p.views[seat], err = p.views[seat].Apply(p.news[seat]...)
		p.news[seat] = p.news[seat][:0]
	}
	return err
}

// busy reports whether a move is pending.
func (p *pair) busy() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.want > 0 && !p.closed
}

// lookAtAll applies the changes that all clients received. The caller holds the mutex or is the only one left.
func (p *pair) lookAtAll() error {
	for seat := range p.news {
		if err := p.catchUp(game.Seat(seat)); err != nil {
			return fmt.Errorf("match %s, client %d: %w", p.id, seat, err)
		}
	}
	return nil
}

func (p *pair) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.shut()
}

func (p *pair) shut() {
	if p.closed {
		return
	}
	p.closed = true
	for _, c := range append(p.clients, p.spectators...) {
		c.Close()
	}
}
