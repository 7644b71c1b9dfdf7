package client_test

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"

	"github.com/plygame/ply/client"
	"github.com/plygame/ply/games"
	"github.com/plygame/ply/server"
	"github.com/plygame/ply/wire"
)

// serve starts a server for an example.
func serve() (url string, stop func()) {
	srv, err := server.New(server.Config{Games: games.All(), Log: quiet()})
	if err != nil {
		log.Fatal(err)
	}
	web := httptest.NewServer(srv)
	return web.URL, func() {
		srv.Close(context.Background())
		web.Close()
		http.DefaultClient.CloseIdleConnections()
	}
}

func Example() {
	url, stop := serve()
	defer stop()
	ctx := context.Background()

	c := &client.Client{URL: url}
	made, err := c.Create(ctx, "tictactoe", wire.Create{})
	if err != nil {
		log.Fatal(err)
	}
	var programs []*client.Match
	for _, name := range []string{"Ann", "Bob"} {
		joined, err := c.Join(ctx, "tictactoe", made.Match, wire.Join{Name: name})
		if err != nil {
			log.Fatal(err)
		}
		m, err := c.Watch(ctx, made.Match, joined.Token, games.Find)
		if err != nil {
			log.Fatal(err)
		}
		defer m.Close()
		programs = append(programs, m)
	}
	for i, cell := range []string{"a1", "b1", "a2", "b2", "a3"} {
		m := programs[i%2]
		for now := m.Now(); !now.MyTurn(); now = m.Now() {
			if _, err := m.Next(ctx); err != nil {
				log.Fatal(err)
			}
		}
		if err := m.Play(ctx, m.Now().Seq, "place "+cell); err != nil {
			log.Fatal(err)
		}
	}
	now := programs[0].Now()
	fmt.Println(now.Outcome.Line)
	// Output: player 1 wins
}

// A spectator is told what everyone may know.
func ExampleClient_Watch() {
	url, stop := serve()
	defer stop()
	ctx := context.Background()

	c := &client.Client{URL: url}
	made, err := c.Create(ctx, "nim", wire.Create{})
	if err != nil {
		log.Fatal(err)
	}
	m, err := c.Watch(ctx, made.Match, "", games.Find)
	if err != nil {
		log.Fatal(err)
	}
	defer m.Close()
	if _, err := c.Join(ctx, "nim", made.Match, wire.Join{Name: "Ann"}); err != nil {
		log.Fatal(err)
	}
	for {
		news, err := m.Next(ctx)
		if err != nil {
			log.Fatal(err)
		}
		for _, e := range news.Events {
			fmt.Println(e.Kind, e.Name)
			return
		}
	}
	// Output: seat Ann
}

// A request that the server refuses returns a Refusal.
func ExampleMatch_Play() {
	url, stop := serve()
	defer stop()
	ctx := context.Background()

	c := &client.Client{URL: url}
	made, err := c.Create(ctx, "tictactoe", wire.Create{})
	if err != nil {
		log.Fatal(err)
	}
	joined, err := c.Join(ctx, "tictactoe", made.Match, wire.Join{Name: "Ann"})
	if err != nil {
		log.Fatal(err)
	}
	m, err := c.Watch(ctx, made.Match, joined.Token, games.Find)
	if err != nil {
		log.Fatal(err)
	}
	defer m.Close()
	err = m.Play(ctx, m.Now().Seq, "place d4")
	fmt.Println(wire.RefusalOf(err).Code, err)
	// Output: not-offered there is no d4
}

func ExampleClient_Games() {
	url, stop := serve()
	defer stop()

	c := &client.Client{URL: url}
	all, err := c.Games(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(all[0].Title, all[0].MinSeats)
	// Output: Breakthrough 2
}
