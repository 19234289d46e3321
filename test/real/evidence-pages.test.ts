import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { collectRefs, type Met } from '#test/integration/evidence/collect-refs.ts'
import { openProfiles, type ProfilesWorld } from '#test/integration/http/profiles-world.ts'
import { linkedRefs, readPage } from '#test/integration/web/section-page.ts'
import { REAL } from './real-data.ts'

// Every eighth of the 160, which covers each form and era.
const EVERY = 8

type Opened = { ein: string; form: string; year: number; sections: string[] }

describe.skipIf(!existsSync(REAL))('pages of real filings', () => {
  let world: ProfilesWorld
  const opened: Opened[] = []

  beforeAll(async () => {
    const files = readdirSync(REAL).filter((_, at) => at % EVERY === 0)
    world = await openProfiles(
      'web_evidence',
      files.map((file) => join(REAL, file)),
    )
    const filings = await world.postgres.query<Omit<Opened, 'sections'>>(
      'select distinct ein, form, tax_year as year from filing where is_current order by 1, 2, 3',
    )
    for (const one of filings) {
      const url = `/api/v2/charity/${one.ein}/page?Form=${one.form}&Year=${one.year}`
      const { body } = await world.get<{ Sections: { Id: string }[] }>(url)
      opened.push({ ...one, sections: body.Sections.map(({ Id }) => Id) })
    }
    expect(opened.length).toBeGreaterThan(15)
  })
  afterAll(() => world.close())

  test('show every value that the API returns for every section, each with its evidence', async () => {
    for (const { ein, form, year, sections } of opened) {
      for (const id of sections) {
        const query = `Form=${form}&Year=${year}`
        const url = `/charity/${ein}/sections/${id}?${query}`
        const page = await readPage(world.app, url)
        expect(page.status, url).toBe(200)
        const linked = linkedRefs(page.$)
        const { body } = await world.get(`/api/v2/charity/${ein}/sections/${id}?${query}`)
        const { Data } = body as { Data: unknown }
        const wanted = collectRefs(Data).filter(isShown)
        const missing = wanted.filter(({ ref }) => !linked.has(ref))
        expect(missing, url).toEqual([])
      }
    }
  })
})

// Unchecked boxes are not a position: the page names the checked ones.
const POSITION = /\/(Trustee|InstitutionalTrustee|Officer|KeyEmployee|HighestCompensated|Former)$/
const isShown = ({ at, value }: Met): boolean => !(value === false && POSITION.test(at))
