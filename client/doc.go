// Package client is a Go client of the Ply server. A [Client] finds, creates and joins matches. A [Match] is a
// connection to one match, to play or watch it: it keeps the view of its seat up to date, returns what happens as
// [News], and reconnects when the connection is lost.
//
//	c := &client.Client{URL: "http://localhost:8080"}
//	joined, err := c.Join(ctx, "hex", id, wire.Join{Name: "Ann"})
//	...
//	m, err := c.Watch(ctx, id, joined.Token, games.Find)
//	...
//	defer m.Close()
//	for !m.Now().Over {
//		if now := m.Now(); now.MyTurn() {
//			err = m.Play(ctx, now.Seq, "place f6")
//		}
//		news, err := m.Next(ctx)
//		...
//	}
//
// The program must have the rules of the game. Watch finds them by name and sets the options of the match. The view is
// a game.State that answers what is on the table, what can be chosen next, and why something cannot be chosen. A
// request that the server refuses returns a [wire.Refusal].
package client
