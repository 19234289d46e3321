/** Formats seconds for people: `40 s`, `5 min`, `2 h 10 min`. */
export function toDuration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/**
 * Returns how long the `open` rest takes if `done` took `seconds`; `…` until anything is done, so
 * that nothing begins with an endless time.
 */
export function timeLeft({ done, open, seconds }: { done: number; open: number; seconds: number }) {
  if (open <= 0) return '0 s'
  return done > 0 && seconds > 0 ? toDuration((open * seconds) / done) : '…'
}
