package browser_test

import (
	"context"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// screen is a kind of screen and the preferences of its user.
type screen struct {
	name          string
	width, height int64
	scale         float64
	touch         bool
	dark          bool
	moving        bool // things are animated; otherwise the user prefers reduced motion
}

var (
	phone  = screen{name: "phone", width: 390, height: 844, scale: 1, touch: true} // one pixel is drawn faster than four
	tablet = screen{name: "tablet", width: 820, height: 1180, scale: 1, touch: true}
	desk   = screen{name: "desk", width: 1280, height: 800, scale: 1}
)

func (s screen) inDark(dark bool) screen { s.dark = dark; return s }

func (s screen) inMotion() screen { s.moving = true; return s }

func (s screen) theme() string {
	if s.dark {
		return "dark"
	}
	return "light"
}

// set emulates the screen on a page, and gives the page the focus.
func (s screen) set() chromedp.Action[chromedp.Void] {
	motion := "reduce"
	if s.moving {
		motion = "no-preference"
	}
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		size := emulation.SetDeviceMetricsOverrideParams{Width: s.width, Height: s.height, DeviceScaleFactor: s.scale, Mobile: s.touch}
		if _, err := cdp.Call(ctx, t, emulation.SetDeviceMetricsOverride, size); err != nil {
			return err
		}
		touch := emulation.SetTouchEmulationEnabledParams{Enabled: s.touch}
		if s.touch {
			touch.MaxTouchPoints = 5
		}
		if _, err := cdp.Call(ctx, t, emulation.SetTouchEmulationEnabled, touch); err != nil {
			return err
		}
		media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
			{Name: "prefers-color-scheme", Value: s.theme()},
			{Name: "prefers-reduced-motion", Value: motion},
		}}
		if _, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, media); err != nil {
			return err
		}
		_, err := cdp.Call(ctx, t, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
		return err
	})
}
