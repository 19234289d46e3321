import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checksData } from '#src/api/a/section/checks.ts'
import { charitySection } from '#src/api/a/section/schema.ts'
import { contradictionsData } from '#src/api/b/contradictions.ts'
import { openProfiles, type ProfilesWorld } from '#test/integration/http/profiles-world.ts'
import { REAL, REAL_DATA } from './real-data.ts'
import { hasRealReturns } from './returns.ts'

const EDITED = `${REAL_DATA}/filings-variants/edited_by_source_repo/rhit-shirakrk__`

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
    return { section, checks: checksData.parse(section.Data).Checks }
  }

  test('are the same on both surfaces, failed ones first', async () => {
    expect(filings.length).toBeGreaterThan(100)
    const latest = new Map(filings.map((one) => [one.ein, one]))
    for (const ein of latest.keys()) {
      const { status, body } = await world.get<{ data: unknown }>(
        `/api/v2/charity/${ein}/contradictions`,
      )
      expect(status, JSON.stringify(body)).toBe(200)
      const { checks, counts, filing } = contradictionsData.parse(body.data)
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

describe.skipIf(!hasRealReturns)('returns edited for the test', () => {
  let world: ProfilesWorld
  beforeAll(async () => {
    world = await openProfiles('checks_edited', [
      `${EDITED}key_employees_no_key_employees_964a5b.xml`,
      `${EDITED}key_employees_missing_schedule_j_f1b7be.xml`,
      `${EDITED}ein_contains_ein_34c9fa.xml`,
    ])
  })
  afterAll(() => world.close())

  async function readOf(form: string) {
    const [filing] = await world.postgres.query<{ ein: string }>(
      'select ein from filing where form = $1',
      [form],
    )
    const { body } = await world.get<{ data: unknown }>(
      `/api/v2/charity/${filing?.ein}/contradictions`,
    )
    return contradictionsData.parse(body.data)
  }

  test('fail if a person is missing from a list that has a total', async () => {
    const { checks, counts, evidence } = await readOf('990')
    expect(checks[0]).toMatchObject({
      rule: 'reportable_compensation_total',
      status: 'failed',
      severity: 'concern',
      left: { value: 0, ref: expect.stringContaining('derived:reportableCompensation:') },
      right: { value: 120_000, line: 'Part VII, Section A, line 1d, column (D)' },
      difference: -120_000,
    })
    expect(counts.failed).toBe(1)
    expect(Object.values(evidence.sources)).toContainEqual(expect.objectContaining({ form: '990' }))
  })

  test('do not require a 990-EZ to have schedules that it does not ask for', async () => {
    const { checks, counts } = await readOf('990EZ')
    expect(counts).toMatchObject({ failed: 0, made: checks.length })
    expect(checks.map(({ rule }) => rule)).toContain('schedule_a_attached')
    expect(checks.map(({ rule }) => rule)).not.toContain('schedule_j_attached')
  })

  test('have no checks, and say why, if the form has nothing to compare', async () => {
    const { checks, counts, note } = await readOf('990T')
    expect(checks).toEqual([])
    expect(counts).toEqual({ made: 0, failed: 0, information: 0, passed: 0 })
    expect(note).toContain('Form 990-T')
  })
})
