package browser_test

import (
	"strings"
	"testing"

	chrome "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"
)

// withFriends starts a match with all other seats free, and returns its id.
func (p *player) withFriends(game string) string {
	p.t.Helper()
	p.open("/games/" + game)
	p.write(`[name="name"]`, p.name)
	p.click(`[data-do="friends"]`)
	p.waitFor(`[data-do="copy-link"]`)
	link := eval[string](p, `document.querySelector(".invite input").value`)
	return link[strings.LastIndex(link, "/")+1:]
}

// TestInvite checks that the link is copied, and that a visitor who opens it takes a seat, with a name of 40 letters.
func TestInvite(t *testing.T) {
	t.Parallel()
	h := newServer(t)
	ann := newPlayer(t, h, "Ann", desk)
	match := ann.withFriends("gofish")
	grant := chrome.SetPermissionParams{Permission: &chrome.PermissionDescriptor{Name: "clipboard-write"}, Setting: chrome.PermissionSettingGranted}
	if _, err := chromedp.Call(ann.ctx, chrome.SetPermission, grant); err != nil {
		t.Log(err) // the page has a fallback
	}
	ann.click(`[data-do="copy-link"]`)
	ann.until("the link is copied", `document.querySelector(".invite [role=status]").textContent === "Copied"`)
	bob := newPlayer(t, h, strings.Repeat("Wolfeschlegelstein", 3)[:40], phone)
	bob.join("gofish", match)
	ann.waitForText(bob.name)
	ann.waitWithout(".invite")
	for _, p := range []*player{ann, bob} {
		p.checkWidth()
	}
}
