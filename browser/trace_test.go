package browser_test

import (
	"cmp"
	"encoding/json"
	"slices"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/tracing"
	"github.com/chromedp/chromedp"
)

// traceEvent is an event of the browser's trace; times are in microseconds.
type traceEvent struct {
	Name    string  `json:"name"`
	Process int     `json:"pid"`
	Thread  int     `json:"tid"`
	Start   float64 `json:"ts"`
	Took    float64 `json:"dur"`
	Busy    float64 `json:"tdur"` // processor time of the thread, which does not depend on how busy the machine is
}

// tasks returns the tasks of the page's main thread while do runs, the one with the most processor time first.
func (p *player) tasks(do func()) []traceEvent {
	p.t.Helper()
	collected, done := chromedp.Events(p.ctx, tracing.DataCollected), make(chan error, 1)
	complete := chromedp.Events(p.ctx, tracing.TracingComplete)
	go func() {
		for _, err := range complete {
			done <- err
			return
		}
	}()
	batches := make(chan []traceEvent, 1000)
	go func() {
		for e, err := range collected {
			if err != nil {
				return
			}
			batch := make([]traceEvent, len(e.Value))
			for i, v := range e.Value {
				json.Unmarshal(v, &batch[i])
			}
			batches <- batch
		}
	}()
	start := tracing.StartParams{TraceConfig: &tracing.TraceConfig{IncludedCategories: []string{"disabled-by-default-devtools.timeline", "blink.user_timing"}}}
	if _, err := chromedp.Call(p.ctx, tracing.Start, start); err != nil {
		p.t.Fatal(err)
	}
	eval[bool](p, `(performance.mark("ply-page"), true)`)
	do()
	if _, err := chromedp.Call(p.ctx, tracing.End, cdp.Empty{}); err != nil {
		p.t.Fatal(err)
	}
	select {
	case err := <-done:
		if err != nil {
			p.t.Fatal(err)
		}
	case <-time.After(patience):
		p.t.Fatal("the trace does not end")
	}
	all := drained(batches)
	at := slices.IndexFunc(all, func(e traceEvent) bool { return e.Name == "ply-page" })
	if at < 0 {
		p.t.Fatalf("the trace of %d events does not have the page", len(all))
	}
	page := all[at]
	all = slices.DeleteFunc(all, func(e traceEvent) bool {
		return e.Name != "RunTask" || e.Process != page.Process || e.Thread != page.Thread
	})
	slices.SortFunc(all, func(a, b traceEvent) int { return cmp.Compare(b.Busy, a.Busy) })
	if len(all) == 0 || all[0].Busy == 0 {
		p.t.Fatal("the trace has no tasks with their processor time")
	}
	return all
}

// drained returns everything that has been sent so far. Events arrive in another goroutine, a little later than the end of the trace.
func drained(batches <-chan []traceEvent) (all []traceEvent) {
	for {
		select {
		case batch := <-batches:
			all = append(all, batch...)
		case <-time.After(300 * time.Millisecond):
			return all
		}
	}
}
