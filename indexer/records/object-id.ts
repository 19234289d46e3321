import { createHash } from 'node:crypto'
import { basename } from 'node:path'

const EIGHTEEN_DIGITS = /(?<!\d)(\d{18})(?!\d)/

/**
 * Returns the IRS's object id in a file's name: 18 digits, where 1–4 are the year and 6–8 the day of
 * receipt. Undefined if the name has none.
 */
export function objectIdOfName(name: string): string | undefined {
  const id = EIGHTEEN_DIGITS.exec(basename(name))?.[1]
  return id !== undefined && receivedOn(id) !== undefined ? id : undefined
}

/** Returns the id of a return that has none in its name: `h-` and 16 hex digits of its SHA-256. */
export const objectIdOfContent = (sha256: Buffer): string =>
  `h-${sha256.toString('hex').slice(0, 16)}`

export const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()

/** Returns the day of receipt in an object id, `YYYY-MM-DD`. */
export function receivedOn(objectId: string): string | undefined {
  if (!/^\d{18}$/.test(objectId)) return undefined
  const year = Number(objectId.slice(0, 4))
  const dayOfYear = Number(objectId.slice(5, 8))
  // E-filing of these forms began in 2004.
  if (year < 2004 || year > 2099 || dayOfYear < 1) return undefined
  const day = new Date(Date.UTC(year, 0, dayOfYear))
  return day.getUTCFullYear() === year ? day.toISOString().slice(0, 10) : undefined
}
