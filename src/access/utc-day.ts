const DAY_MS = 86_400_000

/** The UTC calendar day of a moment, `YYYY-MM-DD`: allowances are counted by it (interface part 3). */
export const utcDay = (now: Date): string => now.toISOString().slice(0, 10)

/** The day so many days before that of a moment. */
export const daysBefore = (now: Date, days: number): string =>
  utcDay(new Date(now.getTime() - days * DAY_MS))

/** When the day of a moment ends: 00:00 UTC of the next. */
export const endOfUtcDay = (now: Date): Date =>
  new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS)

/** Whole seconds until then, from 1 to 86,400: who waits so long comes in the new day. */
export const secondsLeft = (now: Date): number =>
  Math.ceil((endOfUtcDay(now).getTime() - now.getTime()) / 1_000)
