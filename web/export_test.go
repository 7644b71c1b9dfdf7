package web

import (
	"io/fs"
	"net/http"
)

// Dist is the built pages.
func Dist() (fs.FS, error) { return fs.Sub(dist, "dist") }

// HandlerOf serves other pages than the built ones.
func HandlerOf(root fs.FS) (http.Handler, error) { return newSite(root) }
