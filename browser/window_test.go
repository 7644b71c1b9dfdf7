package browser_test

import (
	"context"
	"sync"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// window is a browser window with its own storage, shared only with other tabs of its player. Opening one takes longer
// than most tests, so tests reuse the windows of earlier ones.
type window struct {
	id      target.ID
	storage cdp.BrowserContextID
	dirty   bool // it still shows the page of its test
}

// windows holds the free windows.
var windows struct {
	sync.Mutex
	free []*window
}

// takeWindow returns a window with empty storage.
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

// freshWindow opens a window that no test has used.
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

// leave navigates to a page without scripts and clears the storage. That page is on the same server because the browser
// starts a new process for another site.
func (w *window) leave(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	origin, err := chromedp.Run(ctx, chromedp.Evaluate[string]("location.origin"))
	if err == nil {
		err = chromedp.Do(ctx, chromedp.Navigate(origin+"/healthz"))
	}
	if err == nil && origin != "null" {
		_, err = chromedp.Call(ctx, storage.ClearDataForOrigin, storage.ClearDataForOriginParams{Origin: origin, StorageTypes: "all"})
	}
	w.dirty = err != nil
}

// put returns the window for reuse, unless it may still show something of this test.
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

// call sends a command to the browser, not to one of its pages.
func call[P, R any](command cdp.Command[P, R], params P) (R, error) {
	ctx, err := browser()
	if err != nil {
		var none R
		return none, err
	}
	return cdp.Call(ctx, chromedp.FromContext(ctx).Browser, command, params)
}
