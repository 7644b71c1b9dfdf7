package browser_test

import (
	"context"
	"errors"
	"flag"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
)

func TestMain(m *testing.M) {
	flag.Parse()
	if chosen := flag.Lookup("test.parallel"); chosen.Value.String() == strconv.Itoa(runtime.GOMAXPROCS(0)) {
		// Pages mostly wait, so run more tests at once than there are processors.
		if err := flag.Set("test.parallel", strconv.Itoa(2*runtime.GOMAXPROCS(0))); err != nil {
			panic(err)
		}
	}
	code := m.Run()
	quit()
	os.Exit(code)
}

// quit stops the browser if it was started.
var quit = func() {}

var errNoBrowser = errors.New("no browser found: install chromium, or set PLY_CHROMIUM")

// browser starts one browser for all tests.
var browser = sync.OnceValues(func() (context.Context, error) {
	path := chromium()
	if path == "" {
		return nil, errNoBrowser
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.Flag("headless", "new"), chromedp.DisableGPU, chromedp.WSURLReadTimeout(patience),
		// Each window would load two pages of the address bar's popup, in a process of their own.
		chromedp.Flag("disable-features", "Translate,WebUIOmniboxPopup,WebUIOmniboxAimPopup,CalculateNativeWinOcclusion"),
		// Chromium drops clicks on a page until it has drawn its first frame, which a busy machine delays.
		chromedp.Flag("allow-pre-commit-input", true),
		// Frames are composed in software, so a process for the GPU only adds messages.
		chromedp.Flag("in-process-gpu", true))
	if os.Geteuid() == 0 || inCI() {
		options = append(options, chromedp.NoSandbox)
	}
	outer, end := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, cancel := chromedp.NewContext(outer)
	quit = func() { cancel(); end() }
	return ctx, chromedp.Do(ctx)
})

// chromium returns the path of the browser, or "".
func chromium() string {
	if path := os.Getenv("PLY_CHROMIUM"); path != "" {
		return path
	}
	for _, name := range []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

func inCI() bool { return os.Getenv("CI") == "true" }

// skipOrFail skips the test because something is not installed; in CI it fails the test instead.
func skipOrFail(t *testing.T, what error) {
	t.Helper()
	if inCI() {
		t.Fatal(what)
	}
	t.Skip(what)
}

// inBrowser returns the browser, or skips the test.
func inBrowser(t *testing.T) context.Context {
	t.Helper()
	if testing.Short() && (raceDetector || t.Name() != "TestKeyboardOnly") {
		t.Skip("-short runs one browser test, -race -short none")
	}
	ctx, err := browser()
	switch {
	case errors.Is(err, errNoBrowser):
		skipOrFail(t, err)
	case err != nil:
		t.Fatalf("the browser does not start: %v", err)
	}
	return ctx
}
