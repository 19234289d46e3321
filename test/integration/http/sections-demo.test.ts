import { afterAll, beforeAll, expect, test } from 'vitest'
import { charitySection } from '#src/api/a/section/schema.ts'
import { SECTION_IDS } from '#src/organizations/sections/section.ts'
import type { ProfilesWorld } from './profiles-world.ts'
import { openDemo } from './profiles-world.ts'

let world: ProfilesWorld
beforeAll(async () => {
  world = await openDemo('sections_demo')
})
afterAll(() => world.close())

test('every section of every made-up organization works, and each kind occurs', async () => {
  const filings = await world.postgres.query<{ ein: string; form: string; year: number }>(
    'select distinct ein, form, tax_year as year from filing where is_current',
  )
  const counts = new Map<string, number>()
  for (const { ein, form, year } of filings) {
    const query = `Form=${form}&Year=${year}`
    const { body } = await world.get<{ Sections: { Id: string }[] }>(
      `/api/v2/charity/${ein}/page?${query}`,
    )
    for (const { Id } of body.Sections) {
      const url = `/api/v2/charity/${ein}/sections/${Id}?${query}`
      const section = await world.get(url)
      expect(section.status, `${url}: ${JSON.stringify(section.body)}`).toBe(200)
      charitySection.parse(section.body)
      counts.set(Id, (counts.get(Id) ?? 0) + 1)
    }
  }
  console.log(`Sections of the demo: ${JSON.stringify(Object.fromEntries(counts))}`)
  expect([...counts.keys()].sort()).toEqual([...SECTION_IDS].sort())
})

test('a postcard has its fields, each with its Ref', async () => {
  const [postcard] = await world.postgres.query<{ ein: string }>(
    `select ein from filing where form = '990N' order by ein limit 1`,
  )
  const { body } = await world.get(`/api/v2/charity/${postcard?.ein}/sections/Postcard?Form=990N`)
  const { Data, EvidenceRefs } = charitySection.parse(body)
  const { Facts } = Data as { Facts: Record<string, { Value: unknown; EvidenceRef: string }> }
  expect(Facts.FilerName?.EvidenceRef).toMatch(/^990N:\d{4}:h-[0-9a-f]{16}:\/OrganizationName$/)
  expect(EvidenceRefs).toHaveLength(Object.keys(Facts).length)
})
