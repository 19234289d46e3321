const DATE = /^(\d{4})-(\d{2})(?:-(\d{2}))?/

const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

/**
 * Returns a filed date as `YYYY-MM-DD`; undefined if it is not a date. If a file gives only year and
 * month, `atEnd` selects the month's last day instead of its first.
 */
export function readFiledDate(text: string | undefined, atEnd: boolean): string | undefined {
  const [, yearText, monthText, dayText] = DATE.exec(text ?? '') ?? []
  if (yearText === undefined || monthText === undefined) return undefined
  const year = Number(yearText)
  const month = Number(monthText)
  if (year < 1900 || year > 2099 || month < 1 || month > 12) return undefined
  const last = daysIn(year, month)
  const day = dayText === undefined ? (atEnd ? last : 1) : Number(dayText)
  if (day < 1 || day > last) return undefined
  return `${yearText}-${monthText}-${String(day).padStart(2, '0')}`
}

/** Returns a filed timestamp with its time zone; UTC is assumed if it has none. */
export function readFiledMoment(text: string | undefined): string | undefined {
  if (text === undefined || !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text)) return undefined
  const zoned = /(Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text}Z`
  return Number.isNaN(Date.parse(zoned)) ? undefined : zoned
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']

function toDate(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists && year >= 1900 ? date.toISOString().slice(0, 10) : undefined
}

/** Reads a date MM-DD-YYYY, as in the e-postcard file, as `YYYY-MM-DD`. */
export function readPostcardDate(text: string): string | undefined {
  const [, month, day, year] = /^(\d{2})-(\d{2})-(\d{4})$/.exec(text) ?? []
  return year === undefined ? undefined : toDate(Number(year), Number(month), Number(day))
}

/** Reads a date DD-MON-YYYY, as in the revocation list, as `YYYY-MM-DD`. */
export function readRevocationDate(text: string): string | undefined {
  const [, day, name = '', year] = /^(\d{2})-([A-Za-z]{3})-(\d{4})$/.exec(text) ?? []
  const month = MONTHS.indexOf(name.toUpperCase()) + 1
  return month === 0 ? undefined : toDate(Number(year), month, Number(day))
}
