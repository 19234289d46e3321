import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { errorBody } from '#src/api/a/operation.ts'
import { type CharityPage, charityPage } from '#src/api/a/page/schema.ts'
import { buildApp } from '#src/app.ts'
import { createOpenSearch } from '#src/platform/clients/opensearch.ts'
import { createPostgres } from '#src/platform/clients/postgres.ts'
import { POLICY_VERSION } from '#src/rating/rating.ts'
import { openDemo, type ProfilesWorld } from './profiles-world.ts'
import { embed, MODEL } from './world.ts'

let world: ProfilesWorld
beforeAll(async () => {
  world = await openDemo('page')
})
afterAll(() => world.close())

const url = (ein: string, query = '') => `/api/v2/charity/${ein}/page${query && `?${query}`}`

async function open(ein: string, query?: string): Promise<CharityPage> {
  const { status, body } = await world.get(url(ein, query))
  expect(status, JSON.stringify(body)).toBe(200)
  return charityPage.parse(body)
}

async function refuse(ein: string, query?: string) {
  const { status, body } = await world.get(url(ein, query))
  return { status, detail: errorBody.parse(body).detail }
}

const labels = ({ Hero }: CharityPage) => (Hero.Chips ?? []).map(({ Label }) => Label)

describe('a page', () => {
  test('opens the latest filing of the primary form', async () => {
    const { Context, Hero, SchemaVersion, CompiledAt } = await open('290000118')
    expect(Context).toMatchObject({
      SelectedForm: '990',
      SelectedYear: 2023,
      PrimaryForm: '990',
      AvailableForms: [{ Form: '990', LatestYear: 2023, Primary: true }],
      FilingRange: { FirstYear: 2020, LatestYear: 2023 },
    })
    expect(Hero).toMatchObject({
      EIN: '290000118',
      Name: 'Republican River Health System',
      Form: '990',
      Year: 2023,
      Location: { City: 'Omaha', State: 'NE', Country: 'US' },
      Website: 'https://www.republicanriverhealthsystem.example/',
      IRSRecognitionDate: '1998-12',
      Enrichment: { State: 'NotEnriched' },
      CTA: 'EnhanceProfile',
    })
    expect(SchemaVersion).toBe(2)
    const [release] = await world.postgres.query<{ at: string }>(
      `select to_char(max(minted_at at time zone 'utc'), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at from release`,
    )
    expect(CompiledAt).toBe(release?.at)
  })

  test('returns the Ref of its leaf for every figure', async () => {
    const { Hero } = await open('290000118')
    for (const [field, value] of Object.entries(Hero.Financials ?? {})) {
      const evidence = Hero.EvidenceRefs[`Financials.${field}`]
      expect(evidence, field).toMatchObject({ Collection: 'filings', Form: '990', TaxYear: 2023 })
      expect(await leafAt(evidence?.Ref ?? '')).toBe(String(value))
    }
    expect(Hero.EvidenceRefs['Financials.Revenue']).toMatchObject({
      SourcePath: '/IRS990/CYTotalRevenueAmt',
      Citation: 'Form 990 (tax year 2023), Part I, line 12',
    })
    expect(await leafAt(Hero.EvidenceRefs.Mission?.Ref ?? '')).toBe(Hero.Mission)
    expect(await leafAt(Hero.EvidenceRefs.CurrentYearActivity?.Ref ?? '')).toBe(
      Hero.CurrentYearActivity,
    )
  })

  test('cites every field of the hero', async () => {
    for (const ein of ['290000118', '490000181', '490000122', '970000161', '080000171']) {
      const { Hero } = await open(ein)
      const cited = Object.keys(Hero.EvidenceRefs)
      for (const field of [
        'Name',
        'LegalName',
        'Location',
        'Website',
        'Phone',
        'Mission',
      ] as const) {
        expect(cited.includes(field), `${ein} ${field}`).toBe(Hero[field] !== undefined)
      }
      for (const field of ['Description', 'CurrentYearActivity', 'IRSRecognitionDate'] as const) {
        expect(cited.includes(field), `${ein} ${field}`).toBe(Hero[field] !== undefined)
      }
    }
  })

  test('has Refs that each resolve in a section', async () => {
    let resolved = 0
    for (const ein of ['290000118', '180000201', '490000181', '490000122', '970000161']) {
      const { Hero, Sections } = await open(ein)
      const [section] = Sections
      const refs = new Set([
        ...Object.values(Hero.EvidenceRefs).map(({ Ref }) => Ref),
        ...(Hero.Chips ?? []).map(({ EvidenceRef }) => EvidenceRef),
        ...modelRefs(Hero.OperatingModel),
      ])
      for (const ref of refs) {
        const { status, body } = await world.get(
          `/api/v2/charity/${ein}/sections/${section?.Id}?EvidenceRef=${encodeURIComponent(ref)}`,
        )
        expect(status, `${ref}: ${JSON.stringify(body)}`).toBe(200)
        resolved += 1
      }
    }
    console.log(`Refs of pages passed back to a section and resolved: ${resolved}`)
  })

  test('lists the sections of the shown filing', async () => {
    const { Sections } = await open('290000118', 'Year=2021')
    expect(Sections.map(({ Id }) => Id)).toContain('MoneyFlow')
    for (const { Form, Year } of Sections)
      expect({ Form, Year }).toEqual({ Form: '990', Year: 2021 })
  })

  test("shows an earlier year as filed, under today's name", async () => {
    const [latest, earlier] = [await open('290000118'), await open('290000118', 'Year=2021')]
    expect(earlier.Hero).toMatchObject({ Name: latest.Hero.Name, Year: 2021 })
    expect(earlier.Hero.Financials).not.toEqual(latest.Hero.Financials)
    expect(earlier.Hero.EvidenceRefs['Financials.Revenue']?.TaxYear).toBe(2021)
  })

  test.each([2012, 2013, 2023])('reads the element names of the form of %i', async (year) => {
    const { Hero } = await open('290000116', `Year=${year}`)
    expect(Hero.Financials).toEqual({
      Revenue: expect.any(Number),
      Expense: expect.any(Number),
      Assets: expect.any(Number),
      Liabilities: expect.any(Number),
    })
    expect(Hero).toMatchObject({ Phone: expect.any(String), Mission: expect.any(String) })
  })

  test('opens another form that the organization files', async () => {
    const { Context, Hero } = await open('490000121', 'Form=990T')
    expect(Context.AvailableForms.map(({ Form, Primary }) => [Form, Primary])).toEqual([
      ['990', true],
      ['990T', false],
    ])
    expect(Hero.Form).toBe('990T')
    expect(Hero.Financials).not.toHaveProperty('Revenue')
  })

  test('leaves out unknown values, never null or 0', async () => {
    for (const ein of ['890000145', '890000146', '490000122', '970000161']) {
      const { body } = await world.get(url(ein))
      expect(JSON.stringify(body)).not.toContain('null')
    }
    const { Hero } = await open('890000145')
    expect(Hero.Financials).not.toHaveProperty('Assets')
    expect(Hero.EvidenceRefs).not.toHaveProperty('Financials.Assets')
  })

  test('has a score with its band, and says which forms have none', async () => {
    expect((await open('290000118')).Verdict).toMatchObject({
      State: 'Scored',
      Score: expect.any(Number),
      Verdict: expect.stringMatching(/^(Strong|Good|Mixed|Weak)$/),
      PolicyVersion: POLICY_VERSION,
    })
    for (const ein of ['490000181', '490000122', '970000161']) {
      const { Verdict } = await open(ein)
      expect(Verdict).toMatchObject({ State: 'NotRatedHere', PolicyVersion: POLICY_VERSION })
      expect(Verdict).not.toHaveProperty('Score')
    }
  })

  test('has metadata for search engines that matches its content', async () => {
    const { SEO, Hero } = await open('290000118')
    expect(SEO).toMatchObject({
      Title: 'Republican River Health System | EIN 29-0000118',
      Description: Hero.Mission,
      CanonicalPath: '/charity/290000118',
      JsonLd: {
        '@type': 'NGO',
        taxID: '29-0000118',
        nonprofitStatus: 'https://schema.org/Nonprofit501c3',
        url: Hero.Website,
        address: { addressLocality: 'Omaha', addressCountry: 'US' },
      },
    })
    const { SEO: long } = await open('890000153')
    expect(String(long?.Title).length).toBeLessThanOrEqual(65)
    expect(String(long?.Description).length).toBeLessThanOrEqual(160)
  })

  test('accepts an EIN with or without its leading zero', async () => {
    expect((await open('80000171')).Hero.EIN).toBe('080000171')
    expect((await open('080000171')).Hero.EIN).toBe('080000171')
  })
})

describe('chips warn the reader', () => {
  test.each([
    ['180000201', 'Group return for affiliates'],
    ['180000201', 'Central organization of group exemption 8801'],
    ['180000202', 'Member of group exemption 8801'],
    ['280000114', 'Final return'],
    ['970000161', 'Exemption revoked May 15, 2023'],
    ['490000122', '501(c)(9)'],
    ['490000181', 'Private non-operating foundation'],
    ['290000118', '501(c)(3)'],
    ['290000118', 'General Hospitals'],
  ])('%s: %s', async (ein, label) => {
    const page = await open(ein)
    expect(labels(page)).toContain(label)
  })

  test('about the first return and an amended one', async () => {
    const { Context } = await open('280000113')
    const first = await open('280000113', `Year=${Context.FilingRange?.FirstYear}`)
    expect(labels(first)).toContain('Initial return')
    expect(labels(await open('090000111', 'Year=2022'))).toContain('Amended return')
  })

  test('about a year of less than twelve months', async () => {
    const page = await open('290000115', 'Year=2022')
    expect(labels(page)).toContain('Short year, July 1, 2022 to December 31, 2022')
    const [chip] = (page.Hero.Chips ?? []).filter(({ Label }) => Label.startsWith('Short year'))
    expect(await leafAt(chip?.EvidenceRef ?? '')).toBe('2022-07-01')
  })

  test('without calling gifts to a revoked organization deductible', async () => {
    expect(labels(await open('970000161'))).not.toContain('Gifts are deductible')
  })
})

describe('an organization without a return', () => {
  test('has a small, accurate page for a postcard', async () => {
    const { Hero, Context } = await open('970000161')
    expect(Context.SelectedForm).toBe('990N')
    expect(Hero).not.toHaveProperty('Financials')
    expect(Hero).not.toHaveProperty('OperatingModel')
    expect(Hero).toMatchObject({
      Name: 'TRUCKEE MEADOWS SOFTBALL LEAGUE',
      Location: { State: 'NV' },
    })
    expect(labels(await open('970000161'))).toContain('Gross receipts normally $50,000 or less')
  })

  test.each([
    ['080000172', 'On a restriction list'],
    ['280000113', 'May be on a restriction list'],
    ['790000143', 'Officer, director, or employee may be on a restriction list'],
  ])('that may be on a restriction list says so first: %s, %s', async (ein, label) => {
    const [first] = (await open(ein)).Hero.Chips ?? []
    expect(first).toMatchObject({ Kind: 'Context', Label: label })
    const ref = encodeURIComponent(first?.EvidenceRef ?? '')
    const { status } = await world.get(
      `/api/v2/charity/${ein}/sections/FinancialStatements?EvidenceRef=${ref}`,
    )
    expect(status).toBe(200)
  })

  test('has no page if only the registry lists it, and the response says what is known', async () => {
    const { status, detail } = await refuse('970000163')
    expect(status).toBe(404)
    expect(detail).toMatchObject({
      ErrorCode: 'ProfileNotFound',
      Message: expect.stringMatching(
        /Lackawanna Main Street \(Scranton, PA\) is .*\(April 2026\) and on .* revoked exemptions \(May 15, 2023\), .*\/profile/,
      ),
    })
  })

  test('is 404 if unknown', async () => {
    expect(await refuse('999999999')).toMatchObject({
      status: 404,
      detail: { ErrorCode: 'ProfileNotFound' },
    })
  })
})

describe('a rejection names the parameter', () => {
  test('of a form never filed, and lists the existing forms', async () => {
    expect(await refuse('490000121', 'Form=990PF')).toMatchObject({
      status: 404,
      detail: {
        ErrorCode: 'FilingNotFound',
        Message: 'No Form 990PF of this organization is available. Available forms: 990, 990T.',
      },
    })
  })

  test('of a year without a filing, and lists the existing years', async () => {
    const { status, detail } = await refuse('290000118', 'Year=1999')
    expect(status).toBe(404)
    expect(detail).toMatchObject({
      ErrorCode: 'FilingNotFound',
      Message: expect.stringMatching(/Available tax years: 2020, 2021, 2022, 2023\.$/),
    })
  })

  test('an error has no ETag, and is not cached', async () => {
    const { headers } = await world.get(url('999999999'), { 'if-none-match': '*' })
    expect(headers).not.toHaveProperty('etag')
    expect(headers).toMatchObject({ 'cache-control': 'no-store' })
  })
})

describe('ETag', () => {
  test('is sent with the page, and the same page has the same one', async () => {
    const [one, two] = [await world.get(url('290000118')), await world.get(url('290000118'))]
    expect(one.headers.etag).toMatch(/^W\/"[^"]+"$/)
    expect(two.headers.etag).toBe(one.headers.etag)
    expect(one.headers['cache-control']).toBe('public, no-cache')
    const other = await world.get(url('290000118', 'Year=2021'))
    expect(other.headers.etag).not.toBe(one.headers.etag)
  })

  test.each([
    ['itself', (tag: string) => tag],
    ['a strong tag', (tag: string) => tag.replace('W/', '')],
    ['one of several', (tag: string) => `"other", ${tag}`],
    ['any', () => '*'],
  ])('as %s returns 304 without a body', async (_, spell) => {
    const { headers } = await world.get(url('290000118'))
    const answer = await world.get(url('290000118'), { 'if-none-match': spell(`${headers.etag}`) })
    expect(answer).toMatchObject({ status: 304, body: undefined })
    expect(answer.headers).toMatchObject({
      etag: headers.etag,
      'cache-control': 'public, no-cache',
    })
    expect(answer.headers).not.toHaveProperty('content-type')
  })

  test('of another page returns the page', async () => {
    const answer = await world.get(url('290000118'), { 'if-none-match': '"other"' })
    expect(answer.status).toBe(200)
  })

  test('is the same for a compressed page', async () => {
    const plain = await world.get(url('290000118'))
    const response = await world.app.inject({
      url: url('290000118'),
      headers: { 'accept-encoding': 'br' },
    })
    expect(response.headers['content-encoding']).toBe('br')
    expect(response.headers.etag).toBe(plain.headers.etag)
  })
})

test('/openapi.json describes the ETag and 304', async () => {
  const { body } = await world.get<{ paths: Record<string, { get: { responses: object } }> }>(
    '/openapi.json',
  )
  const ETag = { $ref: '#/components/headers/ETag' }
  expect(body.paths['/api/v2/charity/{ein}/page']?.get.responses).toMatchObject({
    200: { headers: { ETag } },
    304: { headers: { ETag } },
    404: { description: expect.stringMatching(/organization, .* does not exist/) },
  })
})

test('a page needs at most three statements', async () => {
  const query = vi.spyOn(world.postgres, 'query')
  try {
    for (const ein of ['290000118', '970000161', '490000181']) {
      query.mockClear()
      await open(ein)
      expect(query.mock.calls.length, ein).toBeLessThanOrEqual(3)
    }
  } finally {
    query.mockRestore()
  }
})

test('an unavailable store is 503, never "not found"', async () => {
  const opensearch = createOpenSearch({ url: 'http://127.0.0.1:1' })
  const app = await buildApp({
    config: { access: 'keyed', trustProxy: undefined, logLevel: 'silent' },
    opensearch,
    postgres: createPostgres({ url: 'postgres://u:p@127.0.0.1:1/d' }),
    indexPrefix: 'page-away-',
    embeddingModel: MODEL,
    embed,
  })
  const response = await app.inject(url('290000118'))
  expect(response.statusCode).toBe(503)
  expect(response.headers).toHaveProperty('retry-after')
  expect(response.json()).toMatchObject({ detail: { ErrorCode: 'StoreUnavailable' } })
  await app.close()
  await opensearch.close()
})

function modelRefs(model: CharityPage['Hero']['OperatingModel']): string[] {
  if (!model) return []
  const parts = [model.Resource, model.Delivery, ...(model.Modifiers ?? [])]
  return parts.flatMap(({ EvidenceRefs }) => EvidenceRefs)
}

/** Returns the text of a Ref's leaf, from the stored parts by Postgres's own JSON paths. */
async function leafAt(ref: string): Promise<string | undefined> {
  const [, , objectId = '', path = ''] = ref.split(':')
  const [block = '', ...steps] = path.slice(1).split('/')
  const [row] = await world.postgres.query<{ text: string | null }>(
    `select content #>> $3 as text from filing_block where object_id = $1 and block = $2`,
    [objectId, block, `{${steps.join(',')}}`],
  )
  return row?.text ?? undefined
}
