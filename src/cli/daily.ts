const DAY_MS = 86_400_000

/** Does some work at once and then daily, until `stop`; `onFailure` is told of failures. */
export function daily(
  work: () => Promise<unknown>,
  stop: AbortSignal,
  onFailure: (error: unknown) => void,
): void {
  const run = () => {
    work().catch(onFailure)
  }
  run()
  // It must not hold up the end of the process.
  const timer = setInterval(run, DAY_MS).unref()
  stop.addEventListener('abort', () => clearInterval(timer), { once: true })
}
