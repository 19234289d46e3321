// Under npm, Ctrl-C arrives twice within milliseconds: from the terminal and from npm. A person
// does not press it again that quickly.
const SAME_SIGNAL_MS = 500

/**
 * Returns a signal that aborts on the first SIGINT, SIGTERM, or SIGHUP. A second one, at least half
 * a second later, ends the process at once.
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
      // The signal's default action ends the process; `process.exit` would wait for threads.
      process.removeAllListeners(name)
      process.kill(process.pid, name)
    }
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, onSignal)
  return controller.signal
}
