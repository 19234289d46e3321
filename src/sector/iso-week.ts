const DAY_MS = 86_400_000

/**
 * Week of ISO 8601 in UTC: weeks begin on Monday, and the first of a year is that of its first
 * Thursday, so the first days of January may be in week 52 or 53 of the year before.
 */
export function isoWeek(time: string): { year: number; week: number } {
  const date = new Date(time)
  // Sunday is 0; the week of a day is in the year of its Thursday.
  const daysToThursday = 4 - (date.getUTCDay() || 7)
  const thursday = new Date(date.getTime() + daysToThursday * DAY_MS)
  const year = thursday.getUTCFullYear()
  const days = (thursday.getTime() - Date.UTC(year, 0, 1)) / DAY_MS
  return { year, week: Math.floor(days / 7) + 1 }
}
