import { load } from 'cheerio'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import type { Form } from '#src/domain/form.ts'
import type { FigureKey } from '#src/figures/figures.ts'
import type { Recipient } from '#src/network/recipients.ts'
import type { NamedFigure } from '#src/organizations/figures/named-figures.ts'
import type { Page } from '#src/organizations/page/page.ts'
import type { CheckedList } from '#src/organizations/store/read-checked-lists.ts'
import { ApiError, type ErrorCode } from '#src/platform/errors.ts'
import type { Freshness } from '#src/provenance/source.ts'
import type { Readiness } from '#src/rating/diligence.ts'
import { ErrorPage } from '#src/web/components/error-page.tsx'
import { Layout } from '#src/web/components/layout.tsx'
import { KeyFigures } from '#src/web/components/organization/key-figures.tsx'
import { Attention } from '#src/web/components/organization/overview.tsx'
import { RecipientNote } from '#src/web/components/section-data.tsx'
import { evidencePath } from '#src/web/links.ts'
import { addAboutPage } from '#src/web/pages/about.tsx'
import { SourceTable } from '#src/web/pages/sources.tsx'
import { expectRecorded } from '#test/recorded.ts'
import { makeOrganization } from '#test/unit/organizations/made-filing.ts'
import { cases } from '../cases.ts'
import { draw, siteOf, textsOf } from './draw.ts'

const layoutOf = (freshness: Freshness, head: object = {}) =>
  draw(Layout, { title: 'A page', ...head, children: 'Text' }, siteOf(freshness))

/** Returns the lines of the page about the site. */
async function aboutOf(freshness: Freshness): Promise<string[]> {
  const app = Fastify()
  addAboutPage({ app, site: siteOf(freshness) })
  const { body } = await app.inject('/about')
  await app.close()
  return textsOf(load(body), 'main :is(h1, h2, p, li)')
}

const LOADED: Freshness = { releasedAt: '2026-11-22T01:02:03Z' }
const KNOWN: Freshness = {
  ...{ ...LOADED, newestReceived: '2026-10-01', newestTaxPeriodEnd: '2026-06-30' },
  medianLagMonths: 1,
}

const recipientOf = (more: Partial<Recipient> = {}) =>
  draw(RecipientNote, {
    recipient: {
      ...{ ein: '280000010', name: 'Old Mill Choir', isUnlisted: false, isNamedSo: true },
      ...{ profileAvailable: true, matchMethod: 'NameState', matchConfidence: 'Strong', ...more },
    },
  })
const UNLISTED = { isUnlisted: true, profileAvailable: false, matchMethod: 'FiledEIN' } as const
const RECIPIENTS = Object.fromEntries(cases<[string, Partial<Recipient>]>('recipients'))

const errorPageOf = (
  code: ErrorCode,
  more: { message?: string; retryAfterSeconds?: number } = {},
) => draw(ErrorPage, { error: new ApiError(code, more), requestId: 'r' })
// A message is shown without paths of the API, instead of the usual advice.
const ERROR_PAGES = cases<Parameters<typeof errorPageOf>>('errors with a page')

const attentionOf = (reviewReasons: string[], checked: CheckedList[], onlyReason?: 'Age') => {
  const restriction = { status: 'Clear', confirmed: 0, review: 0 }
  const judged = { label: reviewReasons[0] ? 'Needs review' : 'Clear', tone: 'Good' } as const
  const readiness = { ...judged, onlyReason, reviewReasons, restriction } as unknown as Readiness
  const page = { organization: makeOrganization({}) }
  return textsOf(draw(Attention, { page, readiness, checked, checks: [] }), 'p, li')
}

type Figures = Partial<Record<FigureKey, NamedFigure>>
const tilesOf = (form: Form, figures: Figures = {}, warnings: string[] = []) => {
  const filing = { form, taxYear: 2022, objectId: '1', facts: {}, warnings }
  const page = { filing, organization: { ein: '490000181' } }
  // A tile reads only this part of a page.
  return draw(KeyFigures, { page: page as unknown as Page, figures })
}
const figure = (value: number, unit: 'USD' | 'ratio' = 'USD'): NamedFigure => ({
  label: '',
  value,
  unit,
  ref: unit === 'USD' ? '990PF:2022:1:/IRS990PF/A' : 'derived:x:490000181:2022',
})
const NOT_AMOUNTS = ['CYTotalRevenueAmt', 'TotalFunctionalExpensesGrp/ProgramServicesAmt'].map(
  (line) => `NotAnAmount /IRS990/${line}`,
)
const FOUNDATION: Figures = {
  assetsFairMarketValue: figure(5_000_000),
  distributionsToDistributableAmount: figure(1.04, 'ratio'),
}
const TILES: Record<string, Parameters<typeof tilesOf>> = {
  // Even above 100%, something may remain to be paid out if the previous year used the amount.
  'of a foundation': ['990PF', FOUNDATION],
  'of a foundation with nothing to distribute': ['990PF', { distributableAmount: figure(0) }],
  'of a foundation with too little data': ['990PF', { distributableAmount: figure(5) }],
  'of a 990-T': ['990T', { unrelatedTaxableIncome: figure(0) }],
  'of a form with too little data for ratios': ['990EZ', { revenue: figure(1) }],
  'filed as text': ['990', {}, NOT_AMOUNTS],
  'of a postcard': ['990N'],
}

const SOURCE = { title: 'A list', publisher: 'A bureau', gives: 'Names.', lag: 'Weekly.' }

/** Puts a name before each title of a table. */
const titled = <Row, Text>(prefix: string, rows: Record<string, Row>, read: (row: Row) => Text) =>
  Object.fromEntries(Object.entries(rows).map(([title, row]) => [`${prefix} ${title}`, read(row)]))

test('parts of pages have these texts', async () => {
  await expectRecorded('web-parts', {
    'the page about the site': await aboutOf(KNOWN),
    'the footer, without and with data': [{}, KNOWN].flatMap((freshness) =>
      textsOf(layoutOf(freshness), 'footer p'),
    ),
    'the warning, if all or some are fictional': (['All', 'Some'] as const).flatMap((fictional) =>
      textsOf(layoutOf({ fictional }), 'aside'),
    ),
    ...titled('a recipient', RECIPIENTS, (more) => textsOf(recipientOf(more), '.row-note')),
    'error pages': ERROR_PAGES.flatMap(([code, more]) => [
      `### ${code} ${more ? JSON.stringify(more) : ''}`.trim(),
      ...textsOf(errorPageOf(code, more), 'main :is(h1, p)'),
    ]),
    'checks without concerns': attentionOf(
      [],
      [{ list: 'Revocations' }, { list: 'OFAC', asOf: '2026-10' }, { list: 'SAM' }],
    ),
    'checks with a reason': attentionOf(
      ['Not screened.'],
      [{ list: 'Revocations' }, { list: 'SAM', asOf: '2026-11' }],
    ),
    'checks of an old return': attentionOf(['Old.'], [{ list: 'SAM' }], 'Age'),
    ...titled('key figures', TILES, (given) => {
      const $ = tilesOf(...given)
      const values = textsOf($, '.tiles dd')
      const tiles = textsOf($, '.tiles dt').map((label, at) => `${label}: ${values[at]}`)
      return [...tiles, ...textsOf($, 'p')]
    }),
    'sources, loaded or not': textsOf(
      draw(SourceTable, {
        sources: [
          { key: 'OFAC', ...SOURCE },
          { key: 'Audits', ...SOURCE, loaded: { asOf: '2026-10', rows: 1200, fictional: 'All' } },
        ],
      }),
      'tbody tr',
    ),
  })
})

test('only made-up organizations are warned about, and search engines list only real ones', () => {
  const shown = (['All', 'Some', undefined] as const).map((fictional) => {
    const $ = layoutOf(fictional ? { fictional } : {})
    return [$('aside').length, $('meta[name=robots]').length]
  })
  expect(shown.join(' ')).toBe('1,1 1,0 0,0')
})

test('long metadata is cut', () => {
  const long = 'word '.repeat(1_000)
  const $ = layoutOf({}, { title: long, description: long })
  const lengthOf = (meta: string) => $(`meta[${meta}]`).attr('content')?.length
  expect(lengthOf('property="og:title"')).toBeLessThanOrEqual(200)
  expect(lengthOf('name=description')).toBeLessThanOrEqual(300)
  expect(lengthOf('property="og:description"')).toBeLessThanOrEqual(300)
})

test('screen readers read the name of a recipient, and its place is marked as a name', () => {
  expect(textsOf(recipientOf(), '.hidden bdi')).toEqual(['Old Mill Choir'])
  expect(textsOf(recipientOf(RECIPIENTS['in another place']), '.quiet bdi')).toEqual(['Lima, OH'])
  expect(recipientOf(UNLISTED)('a').attr('href')).toBe('/charity/280000010')
})

test('errors offer a search, except those of an allowance', () => {
  const links = (code: ErrorCode) => {
    const page = errorPageOf(code)('main')
    return ['form[action="/"]', 'a[href="/"]', 'a[href="/sources"]'].map(
      (place) => page.find(place).length,
    )
  }
  expect(links('PageAllowanceExhausted')).toEqual([0, 1, 1])
  expect(links('ProfileNotFound')).toEqual([1, 0, 1])
  expect(links('RateLimited')).toEqual([1, 0, 0])
})

test('key figures link to their evidence, also if they are not readable', () => {
  const ratio = tilesOf(...(TILES['of a foundation'] ?? ['990N']))('.tiles a').last()
  expect(ratio.attr('href')).toContain('derived%3Ax')
  const unreadable = tilesOf('990', {}, NOT_AMOUNTS)('.tiles a').first()
  const ref = '990:2022:1:/IRS990/CYTotalRevenueAmt'
  expect(unreadable.attr('href')).toBe(evidencePath('490000181', ref))
})
