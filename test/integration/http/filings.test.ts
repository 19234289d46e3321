import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type CharityFilings, charityFilings } from '#src/api/a/filings.ts'
import { errorBody } from '#src/api/a/operation.ts'
import { charityPage } from '#src/api/a/page/schema.ts'
import { charitySection } from '#src/api/a/section/schema.ts'
import type { ProfilesWorld } from './profiles-world.ts'
import { openDemo } from './profiles-world.ts'

let world: ProfilesWorld
beforeAll(async () => {
  world = await openDemo('filings')
})
afterAll(() => world.close())

const url = (ein: string, query = '') => `/api/v2/charity/${ein}/filings${query && `?${query}`}`

async function list(ein: string, query?: string): Promise<CharityFilings> {
  const { status, body } = await world.get(url(ein, query))
  expect(status, JSON.stringify(body)).toBe(200)
  return charityFilings.parse(body)
}

async function refuse(ein: string, query?: string) {
  const { status, body } = await world.get(url(ein, query))
  return { status, detail: errorBody.parse(body).detail }
}

// A return amended twice (indexer/demo/README.md).
const AMENDED_TWICE = '190000112'

describe('the filings of an organization', () => {
  test('are all received filings of the primary form, newest period first', async () => {
    const { Form, Filings } = await list(AMENDED_TWICE)
    const stored = await world.postgres.query<{ id: string }>(
      'select object_id as id from filing where ein = $1 and form = $2',
      [AMENDED_TWICE, Form],
    )
    expect(Filings.map(({ Source }) => Source.ObjectID).sort()).toEqual(
      stored.map(({ id }) => id).sort(),
    )
    const ends = Filings.map(({ TaxPeriodEnd }) => TaxPeriodEnd)
    expect(ends).toEqual([...ends].sort().reverse())
  })

  test('show which were superseded, and by what', async () => {
    const { Filings } = await list(AMENDED_TWICE)
    const [current, ...older] = Filings.slice(0, 3)
    expect(current?.Validation).toMatchObject({ Status: 'Current', Amended: true, Warnings: [] })
    expect(older.map(({ Validation }) => Validation)).toEqual([
      { Status: 'Superseded', SupersededBy: current?.Source.ObjectID, Amended: true, Warnings: [] },
      { Status: 'Superseded', SupersededBy: current?.Source.ObjectID, Warnings: [] },
    ])
    expect(older[0]?.Source.ReceivedOn).toBeDefined()
    expect(String(current?.Source.ReceivedOn) > String(older[0]?.Source.ReceivedOn)).toBe(true)
  })

  test('that were superseded still open by a Ref, and say what they are', async () => {
    const { Form, Filings } = await list(AMENDED_TWICE)
    for (const { Year, Source, Validation } of Filings) {
      const ref = `${Form}:${Year}:${Source.ObjectID}:/IRS990/CYTotalRevenueAmt`
      const section = `/api/v2/charity/${AMENDED_TWICE}/sections/MoneyFlow?EvidenceRef=${ref}`
      const { status, body } = await world.get(section)
      expect(status, JSON.stringify(body)).toBe(200)
      const { Section } = charitySection.parse(body)
      const isSuperseded = Validation.Status === 'Superseded'
      expect(Section.Status?.Label).toBe(isSuperseded ? 'Superseded filing' : undefined)
      expect(Section.Summary.includes('superseded')).toBe(isSuperseded)
    }
  })

  test('show their origin, and open by their link', async () => {
    const [newest] = (await list('290000118')).Filings
    expect(newest).toMatchObject({
      Year: 2023,
      TaxPeriodEnd: '2024-06-30',
      Source: {
        ObjectID: expect.stringMatching(/^\d{18}$/),
        Archive: '2024_TEOS_XML_01A.zip',
        Member: expect.stringMatching(/_public\.xml$/),
        SchemaVersion: expect.stringMatching(/^2023v/),
        TaxPeriodBegin: '2023-07-01',
      },
    })
    const { body } = await world.get(String(newest?.Source.Links?.Page))
    expect(charityPage.parse(body).Context).toMatchObject({
      SelectedForm: '990',
      SelectedYear: 2023,
    })
  })

  test('have a link to a page only if form and year open it', async () => {
    const { Filings } = await list(AMENDED_TWICE)
    for (const { Validation, Source } of Filings) {
      expect(Source.Links?.Page !== undefined).toBe(Validation.Status === 'Current')
    }
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

  test('of another form are returned on request', async () => {
    const { Form, Filings } = await list('490000121', 'Form=990T')
    expect(Form).toBe('990T')
    expect(Filings.length).toBeGreaterThan(0)
  })

  test('of a postcard filer are its postcards', async () => {
    const { Form, Filings } = await list('970000161')
    expect(Form).toBe('990N')
    expect(Filings[0]?.Source.ObjectID).toMatch(/^h-[0-9a-f]{16}$/)
    expect(Filings[0]?.Source).not.toHaveProperty('SchemaVersion')
  })

  test('need one statement', async () => {
    const query = vi.spyOn(world.postgres, 'query')
    await list('290000118')
    expect(query).toHaveBeenCalledTimes(1)
    query.mockRestore()
  })
})

describe('the pages of the list', () => {
  test('contain each filing once, in the order of the full list', async () => {
    const whole = await list(AMENDED_TWICE)
    const met: string[] = []
    let cursor: string | undefined
    do {
      const page: CharityFilings = await list(
        AMENDED_TWICE,
        `Limit=2${cursor ? `&Cursor=${cursor}` : ''}`,
      )
      expect(page.Filings.length).toBeLessThanOrEqual(2)
      met.push(...page.Filings.map(({ Source }) => Source.ObjectID))
      cursor = page.NextCursor
    } while (cursor)
    expect(met).toEqual(whole.Filings.map(({ Source }) => Source.ObjectID))
    expect(whole).not.toHaveProperty('NextCursor')
  })

  test.each([
    ['a broken cursor', AMENDED_TWICE, '', (cursor: string) => cursor.slice(1)],
    ['a text that is not a cursor', AMENDED_TWICE, '', () => 'nonsense'],
    ['a cursor that is too long', AMENDED_TWICE, '', () => 'x'.repeat(201)],
    ['a cursor of another EIN', '290000118', '', (cursor: string) => cursor],
  ])('reject %s as InvalidCursor', async (_, ein, query, spell) => {
    const { NextCursor = '' } = await list(AMENDED_TWICE, 'Limit=1')
    expect(await refuse(ein, `${query}Cursor=${spell(NextCursor)}`)).toMatchObject({
      status: 400,
      detail: { ErrorCode: 'InvalidCursor' },
    })
  })

  test('reject a cursor of another form as InvalidCursor', async () => {
    const { NextCursor } = await list('490000121', 'Limit=1')
    expect(await refuse('490000121', `Form=990T&Cursor=${NextCursor}`)).toMatchObject({
      status: 400,
      detail: { ErrorCode: 'InvalidCursor' },
    })
  })

  test('reject the cursor of a changed list as StaleCursor', async () => {
    const { NextCursor } = await list('290000117', 'Limit=1')
    await world.postgres.query(
      `delete from filing where object_id = (
         select object_id from filing where ein = '290000117' order by tax_period_end limit 1)`,
    )
    expect(await refuse('290000117', `Cursor=${NextCursor}`)).toMatchObject({
      status: 400,
      detail: { ErrorCode: 'StaleCursor' },
    })
  })
})

describe('a rejection names the parameter', () => {
  test('for an unknown EIN, and for one that never filed', async () => {
    const expected = { status: 404, detail: { ErrorCode: 'ProfileNotFound' } }
    expect(await refuse('999999999')).toMatchObject(expected)
    expect(await refuse('970000163')).toMatchObject(expected)
  })

  test('and lists the existing forms for one that was never filed', async () => {
    expect(await refuse('490000121', 'Form=990EZ')).toMatchObject({
      status: 404,
      detail: {
        ErrorCode: 'FilingNotFound',
        Message: expect.stringMatching(/Available forms: 990, 990T/),
      },
    })
  })
})
