package browser_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// traffic records what a page receives, and the errors on its console.
type traffic struct {
	mu      sync.Mutex
	answers map[network.RequestID]*answer
	frames  []string
	faults  []string
	bodies  bool           // bodies of answers are read, too
	open    sync.WaitGroup // bodies that are being read
}

// answer is the response to a request.
type answer struct {
	url  string
	body string
	size float64 // on the wire, with headers
	err  error   // set if the body could not be read
}

// listen starts to record what a page receives.
func listen(ctx context.Context) (*traffic, error) {
	h := &traffic{answers: map[network.RequestID]*answer{}}
	buffer := int64(64 << 20)
	follow(ctx, network.RequestWillBeSent, func(e network.EventRequestWillBeSent) {
		h.note(e.RequestID, func(a *answer) { a.url = e.Request.URL })
	})
	follow(ctx, network.LoadingFinished, func(e network.EventLoadingFinished) {
		h.open.Go(func() { h.read(ctx, e) })
	})
	follow(ctx, network.WebSocketFrameReceived, func(e network.EventWebSocketFrameReceived) {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.frames = append(h.frames, string(e.Response.PayloadData))
	})
	follow(ctx, runtime.ConsoleAPICalled, func(e runtime.EventConsoleAPICalled) {
		if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeAssert || e.Type == runtime.ConsoleAPICalledTypeWarning {
			h.complain("console.%s: %s", e.Type, described(e.Args))
		}
	})
	follow(ctx, runtime.ExceptionThrown, func(e runtime.EventExceptionThrown) {
		h.complain("exception: %s %s", e.ExceptionDetails.Text, described([]*runtime.RemoteObject{e.ExceptionDetails.Exception}))
	})
	follow(ctx, log.EntryAdded, func(e log.EventEntryAdded) {
		if e.Entry.Level == log.EntryLevelError || e.Entry.Source == log.EntrySourceSecurity {
			h.complain("%s: %s %s", e.Entry.Source, e.Entry.Text, e.Entry.URL)
		}
	})
	return h, chromedp.Do(ctx, chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, network.Enable, network.EnableParams{MaxTotalBufferSize: &buffer, MaxResourceBufferSize: &buffer})
		return err
	}))
}

// follow calls do for each event, in its own goroutine, until the page is closed.
func follow[E any](ctx context.Context, event cdp.Event[E], do func(E)) {
	events := chromedp.Events(ctx, event)
	go func() {
		for e, err := range events {
			if err != nil {
				return
			}
			do(e)
		}
	}()
}

func (h *traffic) note(id network.RequestID, change func(*answer)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.answers[id] == nil {
		h.answers[id] = new(answer)
	}
	change(h.answers[id])
}

// keepBodies records the bodies of answers from now on.
func (h *traffic) keepBodies() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.bodies = true
}

func (h *traffic) read(ctx context.Context, e network.EventLoadingFinished) {
	h.mu.Lock()
	bodies := h.bodies
	h.mu.Unlock()
	if !bodies {
		h.note(e.RequestID, func(a *answer) { a.size = e.EncodedDataLength })
		return
	}
	res, err := chromedp.Call(ctx, network.GetResponseBody, network.GetResponseBodyParams{RequestID: e.RequestID})
	h.note(e.RequestID, func(a *answer) { a.body, a.size, a.err = string(res.Body), e.EncodedDataLength, err })
}

func (h *traffic) complain(format string, args ...any) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.faults = append(h.faults, fmt.Sprintf(format, args...))
}

// complaints returns the console errors that contain none of the ignored texts.
func (h *traffic) complaints(ignored []string) (all []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, fault := range h.faults {
		if !slices.ContainsFunc(ignored, func(x string) bool { return strings.Contains(fault, x) }) {
			all = append(all, fault)
		}
	}
	return all
}

// all returns a copy of the answers.
func (h *traffic) all() (all []answer) {
	h.open.Wait()
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, a := range h.answers {
		all = append(all, *a)
	}
	return all
}

func described(values []*runtime.RemoteObject) string {
	var words []string
	for _, v := range values {
		switch {
		case v == nil:
		case v.Description != "":
			words = append(words, v.Description)
		default:
			words = append(words, string(v.Value))
		}
	}
	return strings.Join(words, " ")
}
