const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']

function toDate(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists && year >= 1900 ? date.toISOString().slice(0, 10) : undefined
}

/** A date of the e-postcard file, MM-DD-YYYY, as `YYYY-MM-DD`; undefined when it is none. */
export function readPostcardDate(text: string): string | undefined {
  const [, month, day, year] = /^(\d{2})-(\d{2})-(\d{4})$/.exec(text) ?? []
  return year === undefined ? undefined : toDate(Number(year), Number(month), Number(day))
}

/** A date of the revocation list, DD-MON-YYYY, as `YYYY-MM-DD`; undefined when it is none. */
export function readRevocationDate(text: string): string | undefined {
  const [, day, name = '', year] = /^(\d{2})-([A-Za-z]{3})-(\d{4})$/.exec(text) ?? []
  const month = MONTHS.indexOf(name.toUpperCase()) + 1
  return month === 0 ? undefined : toDate(Number(year), month, Number(day))
}
