const DAY_MS = 86_400_000

/** Returns the UTC day, `YYYY-MM-DD`, that allowances are counted by. */
export const utcDay = (now: Date): string => now.toISOString().slice(0, 10)

/** Returns the UTC day `days` earlier. */
export const daysBefore = (now: Date, days: number): string =>
  utcDay(new Date(now.getTime() - days * DAY_MS))

/** Returns the start of the next UTC day. */
export const endOfUtcDay = (now: Date): Date =>
  new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS)

/** Returns the whole seconds until the next UTC day, 1 to 86,400. */
export const secondsLeft = (now: Date): number =>
  Math.ceil((endOfUtcDay(now).getTime() - now.getTime()) / 1_000)
