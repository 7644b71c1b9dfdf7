// Package hostname decides whether a request is meant for this server, by the name in its header Host. Without this
// check, the page of another site could reach a server in its visitor's network, through a name of that site that
// resolves to the address of the server (DNS rebinding).
package hostname

import (
	"net"
	"net/netip"
	"slices"
	"strings"
)

// Of returns the name in a header Host, without the port, in lower case.
func Of(header string) string {
	if host, _, err := net.SplitHostPort(header); err == nil {
		header = host
	}
	return strings.ToLower(strings.TrimSuffix(strings.Trim(header, "[]"), "."))
}

// Known reports whether a name is an address, which nobody can point elsewhere, a name of this machine, or one of a
// list: example.com, *.example.com, or * for all.
func Known(name string, list []string) bool {
	bare, _, _ := strings.Cut(name, "%")
	if _, err := netip.ParseAddr(bare); err == nil || name == "" || name == "localhost" ||
		strings.HasSuffix(name, ".localhost") {
		return true
	}
	return slices.ContainsFunc(list, func(pattern string) bool {
		if end, any := strings.CutPrefix(strings.ToLower(pattern), "*"); any {
			return strings.HasSuffix(name, end)
		}
		return strings.EqualFold(pattern, name)
	})
}
