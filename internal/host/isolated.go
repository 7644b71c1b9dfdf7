package host

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/admin"
	"github.com/plygame/ply/internal/catalogue"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/heap"
	"github.com/plygame/ply/server"
)

// Isolated is the command of the process that runs the rules of one game. Only a server starts it: it writes its
// settings to the input, and closes it to stop the process.
type Isolated struct {
	Game   string `arg:""`
	Socket string `arg:""`
}

// notReturning is what a process logs about a match whose rules do not return.
const notReturning = "the rules do not return; the process ends"

// stuckExit is the exit code of a process whose rules do not return.
const stuckExit = 3

// Run implements the command.
func (c *Isolated) Run(all catalogue.Catalogue, bots bot.Bots, con *console.Console) error {
	heap.Floor()
	debug.SetMaxStack(maxStack)
	signal.Ignore(os.Interrupt, syscall.SIGTERM) // Ctrl-C reaches all processes of a terminal; the server decides
	in := bufio.NewReader(con.In)
	line, err := in.ReadBytes('\n')
	if err != nil {
		return errors.New("only ply serve --isolate runs this command")
	}
	var set Settings
	if err := json.Unmarshal(line, &set); err != nil {
		return err
	}
	r, err := all.Find(c.Game)
	if err != nil {
		return err
	}
	log := newLog(con.Err, "json", *set.LogLevel)
	s, err := OpenStore(*set.Data) // the server that has started it has claimed the file
	if err != nil {
		return err
	}
	config := set.Config()
	config.Games, config.Bots, config.Store, config.Log = []*game.Rules{r}, bots, s, log
	config.Hosts, config.TrustedProxies, config.Retention = nil, nil, server.Retention{}
	config.Stuck = func(game, match string) {
		log.Error(notReturning, "game", game, "match", match, "limit", *set.MaxRun)
		os.Exit(stuckExit)
	}
	srv, err := server.New(config)
	if err != nil {
		return errors.Join(err, s.Close())
	}
	operator := (&admin.Admin{Server: srv, Store: s, Audit: io.Discard}).Routes()
	var web [2]*http.Server
	for i, handler := range []http.Handler{operator, srv} {
		listener, err := net.Listen("unix", c.Socket+[]string{forOperator, ""}[i])
		if err != nil {
			return errors.Join(err, s.Close())
		}
		web[i] = &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second,
			ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn)}
		go func() {
			if err := web[i].Serve(listener); !errors.Is(err, http.ErrServerClosed) {
				log.Error("the process cannot serve", "reason", err)
				os.Exit(1)
			}
		}()
	}
	_, _ = io.Copy(io.Discard, in) // until the server stops it, or dies
	ctx, cancel := context.WithTimeout(context.Background(), time.Duration(*set.Grace))
	defer cancel()
	if err := errors.Join(srv.Close(ctx), web[0].Shutdown(ctx), web[1].Shutdown(ctx), s.Close()); err != nil {
		return fmt.Errorf("the process of %s did not end in time: %w", c.Game, err)
	}
	return nil
}
