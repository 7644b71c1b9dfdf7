package web

import (
	"net/http"
	"strconv"
	"strings"
)

// policy allows pages to load from and connect to this server only. Only the client's templates may turn text into
// HTML. It holds for documents, not for the scripts and styles they load, so those are sent without it. A worker would
// be bound by the policy of its own script instead; there are none.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; worker-src 'none'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
	"require-trusted-types-for 'script'; trusted-types svelte-trusted-html"

// protect sets the headers of every answer.
func protect(h http.Header) {
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
}

// protectPage sets the headers of everything that a browser could show as a page. URLs contain match ids, so there is
// no referrer.
func protectPage(h http.Header) {
	protect(h)
	h.Set("Content-Security-Policy", policy)
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()")
}

func takesGzip(accepted []string) bool {
	any := false
	for part := range strings.SplitSeq(strings.Join(accepted, ","), ",") {
		name, q, _ := strings.Cut(part, ";")
		switch strings.ToLower(strings.TrimSpace(name)) {
		case "gzip", "x-gzip":
			return positiveWeight(q)
		case "*":
			any = positiveWeight(q)
		}
	}
	return any
}

// positiveWeight reports whether a weight such as q=0.5 is above zero.
func positiveWeight(weight string) bool {
	_, text, has := strings.Cut(weight, "=")
	if !has {
		return true
	}
	q, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	return err == nil && q > 0
}

// named reports whether If-None-Match contains the tag.
func named(tags []string, tag string) bool {
	for one := range strings.SplitSeq(strings.Join(tags, ","), ",") {
		if one = strings.TrimPrefix(strings.TrimSpace(one), "W/"); one == tag || one == "*" {
			return true
		}
	}
	return false
}
