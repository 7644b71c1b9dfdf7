package console

import (
	"fmt"
	"strings"
	"time"
)

// Watch shows a progress bar until stop is called, if Err is a terminal.
func (c *Console) Watch(done func() int, all int) (stop func()) {
	if !c.live {
		return func() {}
	}
	end, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(100 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				fmt.Fprintf(c.Err, "\r%s", bar(done(), all))
			case <-end:
				fmt.Fprint(c.Err, "\r\x1b[K")
				return
			}
		}
	}()
	return func() {
		close(end)
		<-ended
	}
}

// bar draws a progress bar.
func bar(done, all int) string {
	const width = 30
	filled := width * done / max(all, 1)
	return fmt.Sprintf("[%s%s] %d of %d", strings.Repeat("#", filled), strings.Repeat(".", width-filled), done, all)
}
