package client

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"github.com/plygame/ply/match"
	"github.com/plygame/ply/wire"
)

// Play plays a move, written with the names of the view. Seen is the Seq of the Moment in which the player chose it:
// the server refuses the move as stale if what the seat sees or may do has changed since. If the connection is lost,
// Play waits until it is back; the move is never played twice.
func (m *Match) Play(ctx context.Context, seen int, move string) error {
	text, err := json.Marshal(move)
	if err != nil {
		return err
	}
	var lost *link // the link that was lost before it answered the move
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

// played reports whether the seat has moved after an entry: the move whose answer was lost.
func (m *Match) played(ctx context.Context, l *link, seen int) (bool, error) {
	msg, err := l.ask(ctx, wire.Request{Do: "history", Since: &seen})
	if err != nil {
		return false, err
	}
	seat := m.Now().Seat
	return slices.ContainsFunc(msg.Events, func(e match.Event) bool {
		return e.Kind == match.Moved && e.Seat == seat
	}), nil
}

// Offers asks the server what can be chosen next after a draft of a move. The view answers the same question without
// the server.
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

// History returns the events since an entry, as the watcher may know them; 0 is the start of the match.
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

// Undo undoes the last move of the seat. If this needs the consent of others, Undo asks them and reports that; they
// answer with Agree.
func (m *Match) Undo(ctx context.Context) (asked bool, err error) {
	before := m.Now().undone
	_, err = m.ask(ctx, wire.Request{Do: "undo"})
	return err == nil && m.Now().undone == before, err // updates come before the answer
}

// Agree answers another seat's request to undo moves.
func (m *Match) Agree(ctx context.Context, yes bool) error {
	_, err := m.ask(ctx, wire.Request{Do: "agree", Yes: &yes})
	return err
}

// Resign resigns the match.
func (m *Match) Resign(ctx context.Context) error {
	_, err := m.ask(ctx, wire.Request{Do: "resign"})
	return err
}

// ask sends a request as soon as there is a connection, and returns the answer.
func (m *Match) ask(ctx context.Context, q wire.Request) (*wire.Message, error) {
	l, err := m.linkedAfter(ctx, nil)
	if err != nil {
		return nil, err
	}
	return l.ask(ctx, q)
}

// linkedAfter returns the current link, or waits for one if there is none other than old.
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
