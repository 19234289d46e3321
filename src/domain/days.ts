const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Returns the day of an ISO time or day: "May 12, 2023". */
export const formatDay = (iso: string): string => DAY.format(new Date(iso))

/** Returns the month of an ISO time, day, or month: "May 2023". */
export const formatMonth = (iso: string): string => MONTH.format(new Date(iso))

/** The clock of the service, by default the machine's. */
export type Clock = { now?: (() => Date) | undefined }

/** Returns the clock's date in UTC, YYYY-MM-DD. */
export const todayInUtc = ({ now = () => new Date() }: Clock): string =>
  now().toISOString().slice(0, 10)
