import { describe, expect, test } from 'vitest'
import type { CharityPage } from '#src/api/a/page/route.ts'
import { opened } from '#test/integration/opened.ts'
import { expectRecorded } from '#test/recorded.ts'
import { codeOf, readA, refusalOf } from './answers-a.ts'
import { openDemo } from './profiles-world.ts'

// test/integration/contract.test.ts proves Refs, 304, HEAD, and that no value is null.

const world = opened(() => openDemo('page'))

const LARGE = '290000118'
const url = (ein: string, query = '') => `/api/v2/charity/${ein}/page${query && `?${query}`}`
const open = (ein: string, query?: string) => readA<CharityPage>(world, url(ein, query))

describe('a page', () => {
  test('opens the latest filing of the primary form', async () => {
    const { Context, Hero, CompiledAt } = await open(LARGE)
    expect(Context).toMatchObject({
      ...{ SelectedForm: '990', SelectedYear: 2023, PrimaryForm: '990' },
      AvailableForms: [{ Form: '990', LatestYear: 2023, Primary: true }],
      FilingRange: { FirstYear: 2020, LatestYear: 2023 },
    })
    expect(Hero).toMatchObject({
      ...{ EIN: LARGE, Name: 'Republican River Health System', Form: '990', Year: 2023 },
      Location: { City: 'Omaha', State: 'NE', Country: 'US' },
      Website: 'https://www.republicanriverhealthsystem.example/',
      ...{ IRSRecognitionDate: '1998-12', CTA: 'EnhanceProfile' },
    })
    const [release] = await world.postgres.query<{ at: string }>(
      `select to_char(max(minted_at at time zone 'utc'), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at from release`,
    )
    expect(CompiledAt).toBe(release?.at)
  })

  const CITED = `Name LegalName Location Website Phone Mission Description CurrentYearActivity
    IRSRecognitionDate`.split(/\s+/) as (keyof CharityPage['Hero'])[]
  test('cites every field of the hero, and only those', async () => {
    for (const ein of [LARGE, '490000181', '490000122', '970000161', '080000171']) {
      const { Hero } = await open(ein)
      const shown = CITED.filter((field) => Hero[field] !== undefined)
      expect(CITED.filter((field) => field in Hero.EvidenceRefs)).toEqual(shown)
    }
  })

  test("shows an earlier year as filed, under today's name, with its sections", async () => {
    const [latest, earlier] = [await open(LARGE), await open(LARGE, 'Year=2021')]
    expect(earlier.Hero).toMatchObject({ Name: latest.Hero.Name, Year: 2021 })
    expect(earlier.Hero.Financials).not.toEqual(latest.Hero.Financials)
    expect(earlier.Hero.EvidenceRefs['Financials.Revenue']?.TaxYear).toBe(2021)
    expect(earlier.Sections.map(({ Id }) => Id)).toContain('MoneyFlow')
    const filings = new Set(earlier.Sections.map(({ Form, Year }) => `${Form} ${Year}`))
    expect([...filings]).toEqual(['990 2021'])
  })

  test.each([2012, 2013, 2023])('reads the element names of the form of %i', async (year) => {
    const { Hero } = await open('290000116', `Year=${year}`)
    const number = expect.any(Number)
    const Financials = { Revenue: number, Expense: number, Assets: number, Liabilities: number }
    expect(Hero.Financials).toEqual(Financials)
    expect(Hero).toMatchObject({ Phone: expect.any(String), Mission: expect.any(String) })
  })

  test('opens another form that the organization files', async () => {
    const { Context, Hero } = await open('490000121', 'Form=990T')
    const forms = Context.AvailableForms.map(({ Form, Primary }) => `${Form} ${Primary}`)
    expect(forms).toEqual(['990 true', '990T false'])
    expect(Hero.Form).toBe('990T')
    expect(Hero.Financials).not.toHaveProperty('Revenue')
  })

  test('leaves out what is unknown', async () => {
    const { Hero } = await open('890000145')
    expect(Hero.Financials).not.toHaveProperty('Assets')
    expect(Hero.EvidenceRefs).not.toHaveProperty('Financials.Assets')
    const postcard = (await open('970000161')).Hero
    const Name = 'TRUCKEE MEADOWS SOFTBALL LEAGUE'
    expect(postcard).toMatchObject({ Form: '990N', Name, Location: { State: 'NV' } })
    for (const name of ['Financials', 'OperatingModel']) expect(postcard).not.toHaveProperty(name)
  })

  test('has metadata for search engines that matches its content', async () => {
    const { SEO, Hero } = await open(LARGE)
    expect(SEO).toMatchObject({
      ...{ Title: 'Republican River Health System | EIN 29-0000118', Description: Hero.Mission },
      CanonicalPath: '/charity/290000118',
      JsonLd: { '@type': 'NGO', taxID: '29-0000118', url: Hero.Website },
    })
    const { SEO: long } = await open('890000153')
    expect(String(long?.Title).length).toBeLessThanOrEqual(65)
    expect(String(long?.Description).length).toBeLessThanOrEqual(160)
  })
})

// Documented organizations (indexer/demo/README.md), one for each kind of warning.
const CHIPS = `180000201 180000202 280000114 970000161 490000122 490000181 290000118 080000172
  280000113 280000113?Year=2022 090000111?Year=2022 290000115?Year=2022
  790000143 890000146`.split(/\s+/)

test('chips warn the reader, those about restrictions first', async () => {
  const texts: Record<string, string[]> = {}
  for (const asked of CHIPS) {
    const [ein = '', query] = asked.split('?')
    const { Hero } = await open(ein, query)
    texts[asked] = (Hero.Chips ?? []).map(({ Kind, Label }) => `${Kind}: ${Label}`)
  }
  await expectRecorded('page-chips', texts)
})

test('a short year cites the day on which it begins', async () => {
  const { Hero } = await open('290000115', 'Year=2022')
  const chip = Hero.Chips?.find(({ Label }) => Label.includes('July 1, 2022'))
  const ref = encodeURIComponent(chip?.EvidenceRef ?? '')
  expect(await readA(world, `/api/v2/evidence?Ref=${ref}`)).toMatchObject({ Value: '2022-07-01' })
})

test('a rejection lists what is available, and is not cached', async () => {
  const texts: Record<string, string> = {}
  for (const [ein, query] of [
    ['999999999'],
    ['490000121', 'Form=990PF'],
    [LARGE, 'Year=1999'],
  ] as const) {
    texts[url(ein, query)] = await refusalOf(world, url(ein, query))
  }
  await expectRecorded('page-refusals', texts)
  const { headers } = await world.get(url('999999999'), { 'if-none-match': '*' })
  expect(headers).not.toHaveProperty('etag')
  expect(headers).toMatchObject({ 'cache-control': 'no-store' })
  // The registry lists it; profile-b.test.ts records what the message says.
  expect(await codeOf(world, url('970000163'))).toBe('404 ProfileNotFound')
})

// test/integration/contract.test.ts proves 304 for its own tag.
test('an ETag is weak, one for each page, also compressed, and matches in any form', async () => {
  const { headers } = await world.get(url(LARGE))
  const etag = String(headers.etag)
  expect([etag.slice(0, 3), headers['cache-control']]).toEqual(['W/"', 'public, no-cache'])
  expect((await world.get(url(LARGE, 'Year=2021'))).headers.etag).not.toBe(etag)
  for (const sent of [etag.replace('W/', ''), `"other", ${etag}`, '*']) {
    const answer = await world.get(url(LARGE), { 'if-none-match': sent })
    expect(answer, sent).toMatchObject({ status: 304, body: undefined })
    expect(answer.headers).toMatchObject({ etag, 'cache-control': 'public, no-cache' })
    expect(answer.headers).not.toHaveProperty('content-type')
  }
  const compressed = { url: url(LARGE), headers: { 'accept-encoding': 'br' } }
  const { headers: sent } = await world.app.inject(compressed)
  expect(sent).toMatchObject({ etag, 'content-encoding': 'br' })
})
