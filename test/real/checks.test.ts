import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { charitySection, DATA } from '#src/api/a/section/schema.ts'
import { contradictionsRoute } from '#src/api/b/sections.ts'
import { openProfiles, type ProfilesWorld } from '#test/integration/http/profiles-world.ts'
import { REAL } from './real-data.ts'
import { hasRealReturns } from './returns.ts'

type Opened = { ein: string; form: string; year: number }

describe.skipIf(!hasRealReturns)('cross-checks of the real filings', () => {
  let world: ProfilesWorld
  let filings: Opened[]

  beforeAll(async () => {
    world = await openProfiles('checks', [REAL])
    filings = await world.postgres.query<Opened>(
      `select distinct ein, form, tax_year as year from filing
       where is_current and form in ('990', '990EZ', '990PF') order by 1, 2, 3`,
    )
  })
  afterAll(() => world.close())

  const open = async ({ ein, form, year }: Opened) => {
    const { status, body } = await world.get(
      `/api/v2/charity/${ein}/sections/Checks?Form=${form}&Year=${year}`,
    )
    expect(status, JSON.stringify(body)).toBe(200)
    const section = charitySection.parse(body)
    return { section, checks: DATA.checks.schema.parse(section.Data).Checks }
  }

  test('are the same on both surfaces, failed ones first', async () => {
    expect(filings.length).toBeGreaterThan(100)
    const latest = new Map(filings.map((one) => [one.ein, one]))
    for (const ein of latest.keys()) {
      const { status, body } = await world.get<{ data: unknown }>(
        `/api/v2/charity/${ein}/contradictions`,
      )
      expect(status, JSON.stringify(body)).toBe(200)
      const { checks, counts, filing } = contradictionsRoute.data.parse(body.data)
      if (checks.length === 0) continue
      const a = await open({ ein, form: filing.form, year: filing.tax_year })
      expect(checks.map(({ explanation }) => explanation)).toEqual(
        a.checks.map(({ Explanation }) => Explanation),
      )
      expect(checks.map(({ left, right }) => [left.ref, right.ref])).toEqual(
        a.checks.map(({ Left, Right }) => [Left.EvidenceRef, Right.EvidenceRef]),
      )
      expect(counts.made).toBe(counts.failed + counts.information + counts.passed)
      const failed = checks.slice(0, counts.failed).map(({ status }) => status)
      expect(failed).toEqual(failed.map(() => 'failed'))
      expect(a.section.Section.Status?.Tone === 'Good').toBe(counts.failed === 0)
    }
  })
})
