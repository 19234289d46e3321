/** Returns the time of a release, which is encoded in its id, as ISO time. */
export function releaseTime(release: string): string | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)t(\d\d)(\d\d)(\d\d)(\d{3})z$/.exec(release)
  if (!parts) return undefined
  const [, year, month, day, hour, minute, second, milli] = parts
  return `${year}-${month}-${day}T${hour}:${minute}:${second}.${milli}Z`
}
