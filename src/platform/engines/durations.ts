/** Seconds as people say them: `40 s`, `5 min`, `2 h 10 min`. */
export function toDuration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/**
 * How long what is open takes at the pace of what was done in `seconds`; `…` as long as nothing
 * was, since a bar must not promise an endless time at its first stroke.
 */
export function timeLeft({ done, open, seconds }: { done: number; open: number; seconds: number }) {
  if (open <= 0) return '0 s'
  return done > 0 && seconds > 0 ? toDuration((open * seconds) / done) : '…'
}
