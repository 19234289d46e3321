const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** A day for people, of an ISO time or day: "May 12, 2023". */
export const formatDay = (iso: string): string => DAY.format(new Date(iso))
