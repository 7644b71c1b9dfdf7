package web_test

import (
	"context"
	"sync"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// window is a window of the browser with a storage that it shares only with the tabs of its person. To open one costs
// more than most tests do in it, so the next test gets the window of one that is over.
type window struct {
	id      target.ID
	storage cdp.BrowserContextID
	dirty   bool // it has not left the page of its test
}

// windows are free.
var windows struct {
	sync.Mutex
	free []*window
}

// takeWindow returns a window in which nothing is kept.
func takeWindow() (*window, error) {
	windows.Lock()
	if last := len(windows.free) - 1; last >= 0 {
		w := windows.free[last]
		windows.free = windows.free[:last]
		windows.Unlock()
		return w, nil
	}
	windows.Unlock()
	return freshWindow()
}

// freshWindow opens a window that no test has had.
func freshWindow() (*window, error) {
	made, err := call(target.CreateBrowserContext, target.CreateBrowserContextParams{})
	if err != nil {
		return nil, err
	}
	return openWindow(made.BrowserContextID)
}

func openWindow(storage cdp.BrowserContextID) (*window, error) {
	own := true
	made, err := call(target.CreateTarget, target.CreateTargetParams{URL: "about:blank", BrowserContextID: storage, NewWindow: &own})
	return &window{id: made.TargetID, storage: storage}, err
}

// leave goes away from the page that a test has opened, to a page without a script, and forgets what the page has kept.
// The page is of the same server, because the browser starts a new process for one of another site.
func (w *window) leave(ctx context.Context) {
	origin, err := chromedp.Run(ctx, chromedp.Evaluate[string]("location.origin"))
	if err == nil {
		err = chromedp.Do(ctx, chromedp.Navigate(origin+"/healthz"))
	}
	if err == nil && origin != "null" {
		_, err = chromedp.Call(ctx, storage.ClearDataForOrigin, storage.ClearDataForOriginParams{Origin: origin, StorageTypes: "all"})
	}
	w.dirty = err != nil
}

// put lets another test have the window, unless it may still show something of this one.
func (w *window) put(failed bool) {
	if failed || w.dirty {
		w.close()
		return
	}
	windows.Lock()
	defer windows.Unlock()
	windows.free = append(windows.free, w)
}

func (w *window) close() {
	_, _ = call(target.CloseTarget, target.CloseTargetParams{TargetID: w.id}) // the browser ends soon anyway
}

// call asks the browser, not one of its pages.
func call[P, R any](command cdp.Command[P, R], params P) (R, error) {
	ctx, err := browser()
	if err != nil {
		var none R
		return none, err
	}
	return cdp.Call(ctx, chromedp.FromContext(ctx).Browser, command, params)
}
