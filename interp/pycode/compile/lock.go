package compile

import (
	"context"
	"fmt"
	"time"

	"github.com/gofrs/flock"
)

// lockPoll is how often a process looks whether another has finished.
const lockPoll = 20 * time.Millisecond

// lock takes the lock that a file stands for, or waits for it. The system
// releases it when the process ends, however it ends.
func lock(ctx context.Context, path string) (unlock func(), err error) {
	l := flock.New(path)
	if _, err := l.TryLockContext(ctx, lockPoll); err != nil {
		return nil, fmt.Errorf("locking %s: %w", path, oneLine(err))
	}
	return func() { _ = l.Unlock() }, nil
}
