import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKey } from '#src/access/keys.ts'
import { type Comparison, comparison } from '#src/api/a/compare.ts'
import type { DiligenceSummary } from '#src/api/a/diligence.ts'
import { displayName } from '#src/domain/display-name.ts'
import type { ProfilesWorld } from './profiles-world.ts'
import { openDemo } from './profiles-world.ts'

/**
 * Demo organizations (indexer/demo/README.md): two that file Form 990, a short year, and an unknown
 * one.
 */
const [FOOD_BANK, OTHER_FOOD_BANK, SHORT_YEAR, NOBODY] = [
  '080000102',
  '080000103',
  '290000115',
  '979999999',
]

let world: ProfilesWorld
beforeAll(async () => {
  world = await openDemo('compare')
})
afterAll(() => world.close())

const compare = async (eins: readonly string[], more = '') => {
  const { status, body } = await world.get<Comparison>(
    `/api/v2/compare?EINs=${eins.join(',')}${more}`,
  )
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

/** Returns the EIN of a demo filer, selected by its latest filing. */
async function filerOf(condition: string): Promise<string> {
  const sql = `select o.ein from organization o join filing f on f.object_id = o.latest_object_id
    where ${condition} order by o.ein limit 1`
  const [found] = await world.postgres.query<{ ein: string }>(sql)
  if (!found) throw new Error(`The demo has no organization with ${condition}.`)
  return found.ein
}

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

  test('agrees with their own pages and sections', async () => {
    const { Organizations } = await compare([FOOD_BANK, OTHER_FOOD_BANK])
    for (const { EIN, Name, Filing, Figures = [], Rating } of Organizations) {
      const { body } = await world.get<Record<string, Record<string, unknown>>>(
        `/api/v2/charity/${EIN}/page`,
      )
      expect(Name).toBe(body.Hero?.Name)
      expect([Filing?.Form, Filing?.TaxYear]).toEqual([
        body.Context?.SelectedForm,
        body.Context?.SelectedYear,
      ])
      const shown = (key: string) => Figures.find(({ Key }) => Key === key)?.Value
      expect(body.Hero?.Financials).toEqual({
        Revenue: shown('Revenue'),
        Expense: shown('Expenses'),
        Assets: shown('Assets'),
        Liabilities: shown('Liabilities'),
      })
      expect(Rating).toMatchObject(body.Verdict ?? {})
    }
  })

  test('has figures whose Refs resolve to them', async () => {
    const { Organizations } = await compare([FOOD_BANK, SHORT_YEAR])
    let opened = 0
    for (const one of Organizations) {
      for (const { Key, Value, EvidenceRef } of fieldsOf(one)) {
        if (EvidenceRef === undefined) continue
        const section = EvidenceRef.startsWith('derived') ? 'MoneyFlow' : 'FinancialStatements'
        const url = `/api/v2/charity/${one.EIN}/sections/${section}?EvidenceRef=${encodeURIComponent(EvidenceRef)}`
        const { status, body } = await world.get(url)
        expect(status, `${Key}: ${JSON.stringify(body)}`).toBe(200)
        expect(JSON.stringify(body), `${Key} ${EvidenceRef}`).toContain(String(Value))
        opened += 1
      }
    }
    expect(opened).toBeGreaterThan(40)
  })

  test('has the readiness of the diligence summary', async () => {
    const eins = [FOOD_BANK, '790000142']
    const { Organizations } = await compare(eins)
    const { key } = await createKey(world.postgres, { tier: 'Internal', owner: 'compare' })
    const { body } = await world.get<DiligenceSummary>(
      `/api/v2/charity/diligence-summary?EINs=${eins}`,
      { 'x-service-api-key': key },
    )
    expect(Organizations.map(({ Readiness }) => Readiness)).toEqual(
      body.Organizations.map(({ Readiness }) => Readiness),
    )
    expect(Organizations[1]?.Readiness?.Label).toBe('Compliance issue flagged')
  })
})

describe('an unknown value is reported as unknown, never as 0', () => {
  test('for a blank line, a form without it, and a value that lacks an input', async () => {
    const eins = await Promise.all([
      filerOf(`f.form = '990PF'`),
      filerOf(`f.form = '990N'`),
      filerOf(`f.ein = '890000145'`),
      filerOf(`f.ein = '280000113'`),
    ])
    const { Organizations } = await compare(eins)
    const unknown = Organizations.flatMap(fieldsOf).filter(({ Unknown }) => Unknown)
    expect(new Set(unknown.map(({ Unknown }) => Unknown))).toEqual(
      new Set(['NotOnForm', 'NotReported', 'NotComputable']),
    )
    for (const { Key, Value, EvidenceRef, Why } of unknown) {
      expect([Value, EvidenceRef], Key).toEqual([undefined, undefined])
      expect(Why, Key).toMatch(/[.]$/)
    }
    const [, postcard] = Organizations
    expect(postcard?.Figures?.every(({ Unknown }) => Unknown === 'NotOnForm')).toBe(true)
    expect(postcard?.Rating).toMatchObject({ State: 'NotRatedHere', Categories: [] })
  })

  test('for an unknown EIN, which keeps its position', async () => {
    const { Organizations } = await compare([NOBODY, FOOD_BANK])
    expect(Organizations[0]).toEqual({ EIN: NOBODY, NotCompared: expect.stringContaining('EIN') })
    expect(Organizations[1]).toMatchObject({ EIN: FOOD_BANK, Figures: expect.any(Array) })
  })

  test('for an EIN that only the registry has, with its name and the reason', async () => {
    const [listed] = await world.postgres.query<{ ein: string }>(
      `select o.ein from organization o
        where not exists (select from filing f where f.ein = o.ein) order by o.ein limit 1`,
    )
    const { Organizations } = await compare([listed?.ein ?? '', FOOD_BANK])
    expect(Organizations[0]).toEqual({
      EIN: listed?.ein,
      Name: expect.any(String),
      Readiness: expect.any(Object),
      NotCompared: expect.stringContaining('no filing of this organization is available'),
    })
  })

  test('for a list of only unknown EINs', async () => {
    const answer = await compare([NOBODY, '979999998'])
    expect(comparison.parse(answer).Cautions).toEqual([])
    expect(answer.Organizations.map(({ NotCompared }) => NotCompared)).not.toContain(undefined)
  })
})

describe('a comparison warns about', () => {
  test('other forms, a short year, and a group return', async () => {
    const foundation = await filerOf(`f.form = '990PF'`)
    const group = await filerOf('f.is_group_return')
    const { Cautions, Organizations } = await compare([foundation, group, SHORT_YEAR])
    const named = (ein: string) => Organizations.find(({ EIN }) => EIN === ein)?.Name
    expect(Cautions).toEqual(
      expect.arrayContaining([
        expect.stringMatching(
          /^The organizations file different forms: Form 990-PF and Form 990\.$/,
        ),
        `A group return, which covers several organizations, was filed by ${displayName(named(group) ?? '')}.`,
      ]),
    )
    const { Cautions: shorter } = await compare([FOOD_BANK, SHORT_YEAR], '&Year=2022')
    expect(shorter.join(' ')).toMatch(
      /shorter than twelve months for High Desert Job Corps Alliance/i,
    )
  })

  test('other years, if no year is given', async () => {
    const early = await filerOf(`f.tax_year < 2022 and f.form = '990'`)
    const { Cautions } = await compare([early, FOOD_BANK])
    expect(Cautions.join(' ')).toMatch(/different tax years: 20\d\d and 20\d\d\./)
  })
})

describe('Year and Form', () => {
  test('open the given filings', async () => {
    const { Organizations, Cautions } = await compare(
      [FOOD_BANK, OTHER_FOOD_BANK],
      '&Year=2021&Form=990',
    )
    expect(Organizations.map(({ Filing }) => Filing)).toMatchObject([
      { Form: '990', TaxYear: 2021 },
      { Form: '990', TaxYear: 2021 },
    ])
    expect(Cautions).toEqual([])
  })

  test('list the alternatives if an organization has none', async () => {
    const { Organizations } = await compare([FOOD_BANK, OTHER_FOOD_BANK], '&Form=990PF')
    expect(Organizations[0]?.NotCompared).toMatch(/No Form 990PF .* Available forms: 990/)
  })
})

test('a comparison needs no key and costs one data read; a rejection costs none', async () => {
  const remoteAddress = '10.250.0.1'
  const url = `/api/v2/compare?EINs=${FOOD_BANK},${OTHER_FOOD_BANK}`
  const response = await world.app.inject({ url, remoteAddress })
  expect(response.headers.ratelimit).toMatch(/"data";r=999;/)
  const refused = await world.app.inject({ url: '/api/v2/compare', remoteAddress })
  expect(refused.statusCode).toBe(422)
  const again = await world.app.inject({ url, remoteAddress })
  expect(again.headers.ratelimit).toMatch(/"data";r=998;/)
})
