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
func (t *Table) Play(ctx context.Context, seen int, move string) error {
	text, err := json.Marshal(move)
	if err != nil {
		return err
	}
	var lost *link // the one that the move was sent by, without an answer
	for {
		l, err := t.linkedAfter(ctx, lost)
		if err != nil {
			return err
		}
		if lost != nil {
			done, err := t.played(ctx, l, seen)
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
func (t *Table) played(ctx context.Context, l *link, seen int) (bool, error) {
	m, err := l.ask(ctx, wire.Request{Do: "history", Since: &seen})
	if err != nil {
		return false, err
	}
	seat := t.Now().Seat
	return slices.ContainsFunc(m.Events, func(e match.Event) bool { return e.Kind == match.Moved && e.Seat == seat }), nil
}

// Offers asks the server what can be chosen next, when so much of a move is chosen already. The same
// can be asked of the view without the server.
func (t *Table) Offers(ctx context.Context, draft string) ([]wire.Offer, error) {
	q := wire.Request{Do: "offers"}
	if draft != "" {
		text, err := json.Marshal(draft)
		if err != nil {
			return nil, err
		}
		q.Draft = text
	}
	m, err := t.ask(ctx, q)
	if err != nil {
		return nil, err
	}
	return m.Offers, nil
}

// History returns what has happened since an entry, as the watcher may know it; 0 is the beginning.
func (t *Table) History(ctx context.Context, since int) ([]match.Event, error) {
	var all []match.Event
	for {
		m, err := t.ask(ctx, wire.Request{Do: "history", Since: &since})
		if err != nil {
			return nil, err
		}
		all = append(all, m.Events...)
		if !m.More || len(m.Events) == 0 {
			return all, nil
		}
		since = m.Events[len(m.Events)-1].N
	}
}

// Undo takes the last move of the seat back. If that is not its right, the others are asked: then
// it reports so, and they answer by Agree.
func (t *Table) Undo(ctx context.Context) (asked bool, err error) {
	before := t.Now().undone
	_, err = t.ask(ctx, wire.Request{Do: "undo"})
	return err == nil && t.Now().undone == before, err // what has happened is told before the answer
}

// Agree answers whether the moves may be taken back that another seat wants to take back.
func (t *Table) Agree(ctx context.Context, yes bool) error {
	_, err := t.ask(ctx, wire.Request{Do: "agree", Yes: &yes})
	return err
}

// Resign gives up.
func (t *Table) Resign(ctx context.Context) error {
	_, err := t.ask(ctx, wire.Request{Do: "resign"})
	return err
}

// ask asks for something once there is a connection.
func (t *Table) ask(ctx context.Context, q wire.Request) (*wire.Message, error) {
	l, err := t.linkedAfter(ctx, nil)
	if err != nil {
		return nil, err
	}
	return l.ask(ctx, q)
}

// linkedAfter returns the connection, and waits for one that is another than the old one.
func (t *Table) linkedAfter(ctx context.Context, old *link) (*link, error) {
	for {
		t.mu.Lock()
		l, change, err := t.link, t.change, t.err
		t.mu.Unlock()
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
