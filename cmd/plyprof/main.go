package main

import (
	"os"
	"os/signal"
	"runtime/pprof"
	"time"

	"github.com/plygame/ply/cli"
	"github.com/plygame/ply/games"
)

func main() {
	if f := os.Getenv("PROF"); f != "" {
		w, _ := os.Create(f + "." + os.Args[1])
		go func() {
			time.Sleep(1200 * time.Millisecond)
			pprof.StartCPUProfile(w)
			time.Sleep(8 * time.Second)
			pprof.StopCPUProfile()
			w.Close()
			h, _ := os.Create(f + ".heap." + os.Args[1])
			pprof.Lookup("allocs").WriteTo(h, 0)
			h.Close()
		}()
	}
	_ = signal.Ignore
	cli.Main(games.All()...)
}
