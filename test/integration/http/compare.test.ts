import { describe, expect, test } from 'vitest'
import type { Comparison } from '#src/api/a/compare.ts'
import type { DiligenceSummary } from '#src/api/a/diligence.ts'
import type { CharityPage } from '#src/api/a/page/route.ts'
import { opened } from '#test/integration/opened.ts'
import { expectRecorded } from '#test/recorded.ts'
import { readA } from './answers-a.ts'
import { openDemo } from './profiles-world.ts'
import { keyed } from './sector-world.ts'

// Demo organizations (indexer/demo/README.md): two that file Form 990, a short year, one with a
// blank line, one without an input of a ratio, a foundation, a postcard filer, and others.
const [FOOD_BANK, OTHER_FOOD_BANK, SHORT_YEAR] = ['080000102', '080000103', '290000115']
const [BLANK, NO_INPUT, FOUNDATION, POSTCARD] = ['890000145', '280000113', '490000181', '970000161']
const [GROUP, FLAGGED, LISTED, NOBODY] = ['180000201', '790000142', '970000163', '979999999']

const world = opened(() => openDemo('compare'))

const compare = (eins: readonly string[], more = '') =>
  readA<Comparison>(world, `/api/v2/compare?EINs=${eins.join(',')}${more}`)

type Shown = Comparison['Organizations'][number]
const fieldsOf = ({ Figures = [], Governance = [] }: Shown) => [...Figures, ...Governance]

describe('a comparison of organizations', () => {
  test('has the requested order and the same fields in the same order', async () => {
    const { Organizations, CompiledAt } = await compare([OTHER_FOOD_BANK, FOOD_BANK, SHORT_YEAR])
    expect(Organizations.map(({ EIN }) => EIN)).toEqual([OTHER_FOOD_BANK, FOOD_BANK, SHORT_YEAR])
    const [first = [], ...others] = Organizations.map((one) => fieldsOf(one).map(({ Key }) => Key))
    expect(first).toEqual(expect.arrayContaining(['Revenue', 'ReserveMonths', 'BoardSize']))
    for (const keys of others) expect(keys).toEqual(first)
    expect(CompiledAt).toMatch(/^20/)
  })

  test('agrees with their own pages', async () => {
    const { Organizations } = await compare([FOOD_BANK, OTHER_FOOD_BANK])
    for (const { EIN, Name, Filing, Figures = [], Rating } of Organizations) {
      const url = `/api/v2/charity/${EIN}/page`
      const { Hero, Context, Verdict } = await readA<CharityPage>(world, url)
      const { SelectedForm, SelectedYear } = Context
      expect([Name, Filing?.Form, Filing?.TaxYear]).toEqual([Hero.Name, SelectedForm, SelectedYear])
      const shown = (key: string) => Figures.find(({ Key }) => Key === key)?.Value
      const [Revenue, Expense] = [shown('Revenue'), shown('Expenses')]
      const [Assets, Liabilities] = [shown('Assets'), shown('Liabilities')]
      expect(Hero.Financials).toEqual({ Revenue, Expense, Assets, Liabilities })
      expect(Rating).toMatchObject(Verdict)
    }
  })

  test('has the readiness of the diligence summary', async () => {
    const eins = [FOOD_BANK, FLAGGED]
    const headers = await keyed(world.postgres)
    const url = `/api/v2/charity/diligence-summary?EINs=${eins}`
    const summary = await readA<DiligenceSummary>(world, url, headers)
    const readinessOf = ({ Organizations }: { Organizations: { Readiness?: unknown }[] }) =>
      Organizations.map(({ Readiness }) => Readiness)
    expect(readinessOf(await compare(eins))).toEqual(readinessOf(summary))
    expect(summary.Organizations[1]?.Readiness).toMatchObject({ RestrictionStatus: 'Confirmed' })
  })
})

describe('an unknown value is reported as unknown, never as 0', () => {
  test('for a blank line, a form without it, and a value that lacks an input', async () => {
    const { Organizations } = await compare([FOUNDATION, POSTCARD, BLANK, NO_INPUT])
    const unknown = Organizations.flatMap(fieldsOf).filter(({ Unknown }) => Unknown)
    const kinds = [...new Set(unknown.map(({ Unknown }) => Unknown))].sort()
    expect(kinds.join()).toBe('NotComputable,NotOnForm,NotReported')
    for (const { Key, Value, EvidenceRef, Why } of unknown) {
      expect([Value, EvidenceRef], Key).toEqual([undefined, undefined])
      expect(Why, Key).toMatch(/[.]$/)
    }
    const [, postcard] = Organizations
    expect(postcard?.Figures?.every(({ Unknown }) => Unknown === 'NotOnForm')).toBe(true)
    expect(postcard?.Rating).toMatchObject({ State: 'NotRatedHere', Categories: [] })
  })

  test('for EINs that are unknown or only in the registry, which keep their position', async () => {
    const { Organizations, Cautions } = await compare([NOBODY, FOOD_BANK, LISTED])
    const [nobody, known, listed] = Organizations
    expect(Object.keys(nobody ?? {})).toEqual(['EIN', 'NotCompared'])
    expect(known).toMatchObject({ EIN: FOOD_BANK, Figures: expect.any(Array) })
    expect(Object.keys(listed ?? {}).sort()).toEqual(['EIN', 'Name', 'NotCompared', 'Readiness'])
    expect(Cautions).toEqual([])
    const none = await compare([NOBODY, '979999998'])
    expect(none.Cautions).toEqual([])
    expect(none.Organizations.map(({ NotCompared }) => NotCompared)).not.toContain(undefined)
  })
})

test('Year and Form open filings, and cautions name other forms, years, a short year, and a group return', async () => {
  const [early] = await world.postgres.query<{ ein: string }>(
    `select o.ein from organization o join filing f on f.object_id = o.latest_object_id
     where f.tax_year < 2022 and f.form = '990' order by o.ein limit 1`,
  )
  const cautions = async (eins: string[], more?: string) => (await compare(eins, more)).Cautions
  const both = [FOOD_BANK, OTHER_FOOD_BANK]
  const { Organizations, Cautions } = await compare(both, '&Year=2021&Form=990')
  const Filing = { Form: '990', TaxYear: 2021 }
  expect([Organizations, Cautions]).toMatchObject([[{ Filing }, { Filing }], []])
  const group = (await compare([FOUNDATION, GROUP])).Organizations[1]?.Filing
  expect(group).toMatchObject({ Amended: false, GroupReturn: true })
  const missing = await compare([FOOD_BANK, NOBODY], '&Form=990PF')
  expect(missing.Organizations[0]?.NotCompared).toMatch(/ 990PF .* 990\.$/)
  await expectRecorded('compare-cautions', {
    'a foundation and a group return': await cautions([FOUNDATION, GROUP]),
    'a short year': await cautions([FOOD_BANK, SHORT_YEAR], '&Year=2022'),
    'an earlier year': await cautions([early?.ein ?? '', FOOD_BANK]),
  })
})

test('a comparison needs no key and costs one data read; a rejection costs none', async () => {
  const remoteAddress = '10.250.0.1'
  const url = `/api/v2/compare?EINs=${FOOD_BANK},${OTHER_FOOD_BANK}`
  const left = async (asked: string) => {
    const { statusCode, headers } = await world.app.inject({ url: asked, remoteAddress })
    return [statusCode, /"data";r=(\d+);/.exec(String(headers.ratelimit))?.[1]]
  }
  expect(await left(url)).toEqual([200, '999'])
  expect((await left('/api/v2/compare'))[0]).toBe(422)
  expect(await left(url)).toEqual([200, '998'])
})
