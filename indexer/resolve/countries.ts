import { countryFromFips, findPlaces } from '#src/domain/places.ts'
import type { Session } from '#src/platform/clients/postgres.ts'
import { copyLines, toCopyLine } from '../store/copy.ts'

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

// IRS lists spell out countries: Publication 78 always, the BMF in place of the city for foreign
// addresses.
const WRITTEN = `
  select distinct country as name from pub78 where country is not null
  union select distinct city from bmf where state is null and city is not null`

/** Returns the ISO code of a country's name; undefined if the text names no single country. */
function countryFromName(name: string): string | undefined {
  if (/^(the )?united states( of america)?$/i.test(name)) return 'US'
  const codes = findPlaces(name).map(({ code }) => code)
  return codes.find((code) => /^[A-Z]{2}$/.test(code))
}

/**
 * Fills the temporary table `country_code` (spelling `fips` or `name`, written, alpha2), which
 * later statements use to translate countries.
 */
export async function writeCountryCodes(session: Session): Promise<void> {
  await session.query(
    `create temporary table country_code (spelling text, written text, alpha2 text)
     on commit drop`,
  )
  const names = await session.query<{ name: string }>(WRITTEN)
  const rows: [string, string, string][] = []
  for (const first of LETTERS) {
    for (const second of LETTERS) {
      const alpha2 = countryFromFips(first + second)
      if (alpha2) rows.push(['fips', first + second, alpha2])
    }
  }
  for (const { name } of names) {
    const alpha2 = countryFromName(name)
    if (alpha2) rows.push(['name', name, alpha2])
  }
  const stream = session.copyFrom('copy country_code (spelling, written, alpha2) from stdin')
  await copyLines(stream, rows.map(toCopyLine))
}
