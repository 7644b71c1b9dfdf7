// Package client plays matches on a server from Go. A [Client] finds, makes and joins matches; a
// [Match] is a match that is watched or played. It keeps the view of its seat up to date, tells what
// happens as [News], and comes back by itself when the connection is lost:
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
// The rules are those of the program, found by the name of the game and set to the options of the
// match, so that the view can be asked like any other: what is on it, what can be chosen next, and
// why something cannot. What the server does not accept is a [wire.Refusal].
package client
