import { describe, expect, test } from 'vitest'
import type { CharityFilings } from '#src/api/a/filings.ts'
import type { CharityPage } from '#src/api/a/page/route.ts'
import type { CharitySection } from '#src/api/a/section/schema.ts'
import { opened } from '#test/integration/opened.ts'
import { codeOf, readA } from './answers-a.ts'
import { openDemo } from './profiles-world.ts'

const world = opened(() => openDemo('filings'))

const url = (ein: string, query = '') => `/api/v2/charity/${ein}/filings?${query}`
const list = (ein: string, query?: string) => readA<CharityFilings>(world, url(ein, query))

// A return amended twice, one with a 990-T besides the 990, and the largest
// (indexer/demo/README.md).
const [AMENDED_TWICE, TWO_FORMS, LARGE] = ['190000112', '490000121', '290000118']

describe('the filings of an organization', () => {
  test('are all received filings of the primary form, newest period first', async () => {
    const { Form, Filings } = await list(AMENDED_TWICE)
    const stored = await world.postgres.query<{ id: string }>(
      'select object_id as id from filing where ein = $1 and form = $2 order by 1',
      [AMENDED_TWICE, Form],
    )
    const ids = Filings.map(({ Source }) => Source.ObjectID).sort()
    expect(ids).toEqual(stored.map(({ id }) => id))
    const ends = Filings.map(({ TaxPeriodEnd }) => TaxPeriodEnd)
    expect(ends).toEqual([...ends].sort().reverse())
  })

  test('show which were superseded, and by what; a page opens only the current ones', async () => {
    const { Filings } = await list(AMENDED_TWICE)
    const [current, ...older] = Filings.slice(0, 3)
    expect(current?.Validation).toMatchObject({ Status: 'Current', Amended: true, Warnings: [] })
    const old = { Status: 'Superseded', SupersededBy: current?.Source.ObjectID, Warnings: [] }
    expect(older.map(({ Validation }) => Validation)).toEqual([{ ...old, Amended: true }, old])
    expect(older[0]?.Source.ReceivedOn).toBeDefined()
    expect(String(current?.Source.ReceivedOn) > String(older[0]?.Source.ReceivedOn)).toBe(true)
    for (const { Validation, Source } of Filings) {
      expect(Source.Links?.Page !== undefined).toBe(Validation.Status === 'Current')
    }
  })

  test('that were superseded still open by a Ref, and say what they are', async () => {
    const { Form, Filings } = await list(AMENDED_TWICE)
    for (const { Year, Source, Validation } of Filings) {
      const ref = `${Form}:${Year}:${Source.ObjectID}:/IRS990/CYTotalRevenueAmt`
      const { Section } = await readA<CharitySection>(
        world,
        `/api/v2/charity/${AMENDED_TWICE}/sections/MoneyFlow?EvidenceRef=${ref}`,
      )
      const isSuperseded = Validation.Status === 'Superseded'
      expect(Section.Status?.Label).toBe(isSuperseded ? 'Superseded filing' : undefined)
      expect(Section.Summary.includes('superseded')).toBe(isSuperseded)
    }
  })

  test('show their origin, and open by their link', async () => {
    const [newest] = (await list(LARGE)).Filings
    expect(newest).toMatchObject({
      ...{ Year: 2023, TaxPeriodEnd: '2024-06-30' },
      Source: { Archive: '2024_TEOS_XML_01A.zip', TaxPeriodBegin: '2023-07-01' },
    })
    const { Context } = await readA<CharityPage>(world, String(newest?.Source.Links?.Page))
    expect(Context).toMatchObject({ SelectedForm: '990', SelectedYear: 2023 })
  })

  test.each([
    ['280000114', 'Final'],
    ['280000113', 'Initial'],
    ['180000201', 'GroupReturn'],
    ['290000115', 'ShortYear'],
  ] as const)('of %s have one marked %s', async (ein, mark) => {
    const { Filings } = await list(ein)
    expect(Filings.some(({ Validation }) => Validation[mark] === true)).toBe(true)
  })

  test('of another form are returned on request, and those of a postcard filer are postcards', async () => {
    const other = await list(TWO_FORMS, 'Form=990T')
    expect(other.Form).toBe('990T')
    expect(other.Filings.length).toBeGreaterThan(0)
    const { Form, Filings } = await list('970000161')
    expect(Form).toBe('990N')
    expect(Filings[0]?.Source.ObjectID).toMatch(/^h-[0-9a-f]{16}$/)
    expect(Filings[0]?.Source).not.toHaveProperty('SchemaVersion')
  })
})

// test/integration/contract.test.ts walks the pages.
test('a form that was never filed is not found', async () => {
  expect(await codeOf(world, url(TWO_FORMS, 'Form=990EZ'))).toBe('404 FilingNotFound')
})

describe('a cursor', () => {
  test('belongs to an organization and a form', async () => {
    const { NextCursor } = await list(TWO_FORMS, 'Limit=1')
    for (const [ein, form] of [
      [LARGE, ''],
      [TWO_FORMS, 'Form=990T&'],
    ] as const) {
      expect(await codeOf(world, url(ein, `${form}Cursor=${NextCursor}`))).toBe('400 InvalidCursor')
    }
  })

  test('of a changed list is stale', async () => {
    const { NextCursor } = await list('290000117', 'Limit=1')
    await world.postgres.query(
      `delete from filing where object_id = (
         select object_id from filing where ein = '290000117' order by tax_period_end limit 1)`,
    )
    expect(await codeOf(world, url('290000117', `Cursor=${NextCursor}`))).toBe('400 StaleCursor')
  })
})
