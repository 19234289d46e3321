import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { charityPage } from '#src/api/a/page/schema.ts'
import { openReal, type ProfilesWorld } from '#test/integration/http/profiles-world.ts'
import { REAL } from './real-data.ts'

const url = (ein: string, query = '') => `/api/v2/charity/${ein}/page${query && `?${query}`}`

describe.skipIf(!existsSync(REAL))('real filings', () => {
  let real: ProfilesWorld
  beforeAll(async () => {
    real = await openReal('page_real')
  })
  afterAll(() => real.close())

  test('each open as a page of their form and year', async () => {
    const filings = await real.postgres.query<{ ein: string; form: string; year: number }>(
      'select distinct ein, form, tax_year as year from filing where is_current',
    )
    const filled: Record<string, number> = {}
    for (const { ein, form, year } of filings) {
      const { status, body } = await real.get(url(ein, `Form=${form}&Year=${year}`))
      expect(status, `${ein} ${form} ${year} ${JSON.stringify(body)}`).toBe(200)
      const { Hero } = charityPage.parse(body)
      for (const key of Object.keys(Hero)) filled[key] = (filled[key] ?? 0) + 1
    }
    console.log(`Pages of ${filings.length} real filings, by field: ${JSON.stringify(filled)}`)
    expect(filings.length).toBeGreaterThan(150)
  })
})
