// Ctrl-C below npm arrives twice: from the terminal, and within milliseconds passed on by npm.
// Nobody who means a second one presses it so soon.
const SAME_SIGNAL_MS = 500

/**
 * A signal that is aborted by the first SIGINT, SIGTERM or SIGHUP; a second one, half a second
 * later or more, ends the process at once.
 */
export function listenForStop(): AbortSignal {
  const controller = new AbortController()
  let stoppedAt = 0
  const onSignal = (name: NodeJS.Signals) => {
    const now = performance.now()
    if (!controller.signal.aborted) {
      stoppedAt = now
      controller.abort(new Error(`stopped by ${name}`))
    } else if (now - stoppedAt >= SAME_SIGNAL_MS) {
      // Without a listener the signal has its own effect: `process.exit` would wait for threads.
      process.removeAllListeners(name)
      process.kill(process.pid, name)
    }
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, onSignal)
  return controller.signal
}
