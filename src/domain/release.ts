/** Returns the time of a release, which is encoded in its id, as ISO time. */
export function releaseTime(release: string): string | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)t(\d\d)(\d\d)(\d\d)(\d{3})z$/.exec(release)
  if (!parts) return undefined
  const [, year, month, day, hour, minute, second, milli] = parts
  return `${year}-${month}-${day}T${hour}:${minute}:${second}.${milli}Z`
}

/** Returns the id of a release, given its id or its time in UTC (`2026-11-21T03:30:12.345Z`). */
export function toReleaseId(written: string): string | undefined {
  if (releaseTime(written) !== undefined) return written
  const parts = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)\.(\d{3})Z$/.exec(written)
  if (!parts) return undefined
  const [, year, month, day, hour, minute, second, milli] = parts
  return `${year}${month}${day}t${hour}${minute}${second}${milli}z`
}
