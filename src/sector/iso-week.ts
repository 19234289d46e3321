const DAY_MS = 86_400_000

/**
 * Returns the ISO 8601 week in UTC. Weeks begin on Monday and belong to the year of their Thursday,
 * so early January may be in week 52 or 53 of the previous year.
 */
export function isoWeek(time: string): { year: number; week: number } {
  const date = new Date(time)
  // Sunday is 0.
  const daysToThursday = 4 - (date.getUTCDay() || 7)
  const thursday = new Date(date.getTime() + daysToThursday * DAY_MS)
  const year = thursday.getUTCFullYear()
  const days = (thursday.getTime() - Date.UTC(year, 0, 1)) / DAY_MS
  return { year, week: Math.floor(days / 7) + 1 }
}
