package client

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"github.com/plygame/ply/match"
	"github.com/plygame/ply/wire"
)

// Play makes a move, which is written as the view names things. Seen is the Seq of the Moment that
// it was chosen at: if what the seat sees or may do has changed since, the move is refused as stale.
// If the connection is lost meanwhile, it waits until it is back, and the move is made once.
func (m *Match) Play(ctx context.Context, seen int, move string) error {
	text, err := json.Marshal(move)
	if err != nil {
		return err
	}
	var lost *link // the one that the move was sent by, without an answer
	for {
		l, err := m.linkedAfter(ctx, lost)
		if err != nil {
			return err
		}
		if lost != nil {
			done, err := m.played(ctx, l, seen)
			if errors.Is(err, errLost) {
				lost = l
				continue
			}
			if done || err != nil {
				return err
			}
		}
		if _, err = l.ask(ctx, wire.Request{Do: "play", Seq: &seen, Move: text}); !errors.Is(err, errLost) {
			return err
		}
		lost = l
	}
}

// played reports whether the seat has made a move after an entry: the one whose answer was lost.
func (m *Match) played(ctx context.Context, l *link, seen int) (bool, error) {
	msg, err := l.ask(ctx, wire.Request{Do: "history", Since: &seen})
	if err != nil {
		return false, err
	}
	seat := m.Now().Seat
	return slices.ContainsFunc(msg.Events, func(e match.Event) bool { return e.Kind == match.Moved && e.Seat == seat }), nil
}

// Offers asks the server what can be chosen next, when so much of a move is chosen already. The same
// can be asked of the view without the server.
func (m *Match) Offers(ctx context.Context, draft string) ([]wire.Offer, error) {
	q := wire.Request{Do: "offers"}
	if draft != "" {
		text, err := json.Marshal(draft)
		if err != nil {
			return nil, err
		}
		q.Draft = text
	}
	msg, err := m.ask(ctx, q)
	if err != nil {
		return nil, err
	}
	return msg.Offers, nil
}

// History returns what has happened since an entry, as the watcher may know it; 0 is the beginning.
func (m *Match) History(ctx context.Context, since int) ([]match.Event, error) {
	var all []match.Event
	for {
		msg, err := m.ask(ctx, wire.Request{Do: "history", Since: &since})
		if err != nil {
			return nil, err
		}
		all = append(all, msg.Events...)
		if !msg.More || len(msg.Events) == 0 {
			return all, nil
		}
		since = msg.Events[len(msg.Events)-1].N
	}
}

// Undo takes the last move of the seat back. If that is not its right, the others are asked: then
// it reports so, and they answer by Agree.
func (m *Match) Undo(ctx context.Context) (asked bool, err error) {
	before := m.Now().undone
	_, err = m.ask(ctx, wire.Request{Do: "undo"})
	return err == nil && m.Now().undone == before, err // what has happened is told before the answer
}

// Agree answers whether the moves may be taken back that another seat wants to take back.
func (m *Match) Agree(ctx context.Context, yes bool) error {
	_, err := m.ask(ctx, wire.Request{Do: "agree", Yes: &yes})
	return err
}

// Resign gives up.
func (m *Match) Resign(ctx context.Context) error {
	_, err := m.ask(ctx, wire.Request{Do: "resign"})
	return err
}

// ask asks for something once there is a connection.
func (m *Match) ask(ctx context.Context, q wire.Request) (*wire.Message, error) {
	l, err := m.linkedAfter(ctx, nil)
	if err != nil {
		return nil, err
	}
	return l.ask(ctx, q)
}

// linkedAfter returns the connection, and waits for one that is another than the old one.
func (m *Match) linkedAfter(ctx context.Context, old *link) (*link, error) {
	for {
		m.mu.Lock()
		l, change, err := m.link, m.change, m.err
		m.mu.Unlock()
		switch {
		case err != nil:
			return nil, err
		case l != nil && l != old:
			return l, nil
		}
		select {
		case <-change:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}
