import etag from '@fastify/etag'
import type { FastifyPluginAsync } from 'fastify'
import type { ComponentProps, VNode } from 'preact'
import { z } from 'zod'
import { answerUnchanged } from '#src/api/shared/conditional.ts'
import { oneOf, pathEin, queryText, taxYear, wordOrYear } from '#src/api/shared/parameters.ts'
import { parseTypedEin } from '#src/domain/ein.ts'
import { FORMS } from '#src/domain/form.ts'
import type { Selection } from '#src/organizations/filings/select-filing.ts'
import { type Page, readPage } from '#src/organizations/page/page.ts'
import {
  PEOPLE_SORTS,
  readPeopleByYear,
  readPeopleOf,
} from '#src/organizations/people/people-by-year.ts'
import type { Section } from '#src/organizations/sections/section-data.ts'
import { ApiError } from '#src/platform/errors.ts'
import { orderOf, SORT_ORDERS } from '#src/search/params.ts'
import type { SimilarHit } from '#src/search/similar/hits.ts'
import { ChecksBand } from '../../components/checks.tsx'
import type { Site } from '../../components/layout.tsx'
import { FlowBand } from '../../components/money-flow.tsx'
import { HowToApply } from '../../components/organization/apply.tsx'
import { linkSection } from '../../components/organization/band.tsx'
import { Grants } from '../../components/organization/grants.tsx'
import { KeyFigures, LeadFigures } from '../../components/organization/key-figures.tsx'
import { FilingPage } from '../../components/organization/masthead.tsx'
import {
  Awards,
  FIGURE_COLUMNS,
  listFigures,
  Trends,
} from '../../components/organization/money.tsx'
import {
  type Neighbors,
  RelatedBand,
  SimilarBand,
} from '../../components/organization/neighbors.tsx'
import {
  Attention,
  Leaders,
  Programs,
  VerdictCard,
  WhatChanged,
  WorkPlaces,
} from '../../components/organization/overview.tsx'
import {
  PEOPLE_SORT,
  PeopleByYearBand,
  type PeopleList,
  peopleColumns,
} from '../../components/organization/people-by-year.tsx'
import { RatingBand } from '../../components/rating.tsx'
import { SectionBand } from '../../components/section-data.tsx'
import { addCsv } from '../../csv.ts'
import { type TabId, tabPath } from '../../links.ts'
import { CSV_PART, fromForm, pageOf, partOf } from '../../list-query.ts'
import { addPage, PAGE_TERMS, type Pages, SEARCH_TERMS, type WebDeps } from '../../render.ts'
import { registeredOnlyPage } from '../registered-only.tsx'
import {
  findSimilarTo,
  type Money,
  type Overview,
  type RatingData,
  readDetails,
  readMoney,
  readOverview,
  readRating,
  readTrends,
} from './read.ts'

const SHOWN_FORM = oneOf(FORMS, 'Form to show. Default: the primary form.').optional()

// Unknown parameters are ignored, because shared links carry tracking tags.
const SHOWN_FILING = z.object({
  Form: SHOWN_FORM,
  Year: taxYear('Tax year to show. Default: the latest year of the form.'),
})

/** The parameters of the tab: the filing it shows, and the list. */
const PEOPLE_QUERY = fromForm({
  Form: SHOWN_FORM,
  Year: taxYear('Newest tax year to show. Default: the latest year of the form.'),
  Sort: wordOrYear(PEOPLE_SORTS, 'Order of the rows.'),
  Order: oneOf(SORT_ORDERS, 'Direction of the order.').optional(),
  Within: queryText('Part of a name or title.').optional(),
  Page: pageOf,
})
type Asked = z.output<typeof PEOPLE_QUERY>

/** `GET /charity/{ein}` and its tabs; 301 from other spellings of the EIN. */
export const organizationPages =
  (deps: WebDeps, site: Site): FastifyPluginAsync =>
  async (app) => {
    await app.register(etag, { weak: true, replyWith304: false })
    app.addHook('onSend', answerUnchanged)
    const pages = { app, deps, site }
    addTrendFile(pages)
    addPeopleFile(pages)
    addTab(pages, 'overview', SHOWN_FILING, async (ein, { selection }) => {
      const [overview, similar] = await Promise.all([
        readOverview(deps, ein, selection),
        findSimilarTo(deps, ein),
      ])
      return <OverviewTab overview={overview} similar={similar} />
    })
    addTab(pages, 'money', SHOWN_FILING, async (ein, { selection }) => (
      <MoneyTab money={await readMoney(deps, ein, selection)} />
    ))
    addTab(pages, 'rating', SHOWN_FILING, async (ein, { selection }) => (
      <RatingTab {...(await readRating(deps, ein, selection))} />
    ))
    addTab(pages, 'people', PEOPLE_QUERY, async (ein, { selection, query }) => {
      const page = await readPage(deps, ein, selection)
      const { organization, filing } = page
      const [found, details] = await Promise.all([
        readPeopleOf(deps, organization, wantedBy(query, partOf(query))),
        readDetails(deps, organization, filing, 'people'),
      ])
      return <PeopleTab {...{ page, details }} list={{ found, asked: query }} />
    })
  }

type Filing = z.output<typeof SHOWN_FILING>

/**
 * Adds a tab: 301 from other spellings of the EIN, and the page of an organization without filings if
 * the tab needs one.
 */
function addTab<Query extends Filing>(
  pages: Pages,
  tab: TabId,
  querystring: z.ZodType<Query>,
  render: (ein: string, request: { selection: Selection; query: Query }) => Promise<VNode>,
): void {
  addPage(
    pages,
    tabPath(':ein', tab),
    async ({ params, query }, reply) => {
      const ein = requireEin(params.ein)
      const selection = { form: query.Form, year: query.Year }
      if (ein !== params.ein) return reply.redirect(tabPath(ein, tab, selection), 301)
      return render(ein, { selection, query }).catch((error) =>
        registeredOnlyPage(reply, pages.deps, ein, error),
      )
    },
    {
      params: z.object({ ein: z.string() }),
      querystring,
      terms: tab === 'overview' ? SEARCH_TERMS : PAGE_TERMS,
    },
  )
}

/** Adds `GET /charity/{ein}/people.csv`. */
function addPeopleFile(pages: Pages): void {
  addCsv(
    pages,
    '/charity/:ein/people.csv',
    async ({ params: { ein }, query }) => {
      const { years, people } = await readPeopleByYear(pages.deps, ein, wantedBy(query, CSV_PART))
      return { name: `people-${ein}`, columns: peopleColumns(ein, years), rows: people }
    },
    { params: z.object({ ein: pathEin() }), querystring: PEOPLE_QUERY },
  )
}

const wantedBy = (asked: Asked, part: typeof CSV_PART) => ({
  lastYear: asked.Year,
  ...orderOf<Asked['Sort'] & {}>(asked, PEOPLE_SORT),
  within: asked.Within,
  ...part,
})

/** Adds the figures of a form by year as a CSV file. */
function addTrendFile(pages: Pages): void {
  addCsv(
    pages,
    '/charity/:ein/trends/figures.csv',
    async ({ params: { ein }, query: { Form: form } }) => ({
      name: `figures-${ein}`,
      columns: FIGURE_COLUMNS,
      rows: listFigures(await readTrends(pages.deps, ein, form)),
    }),
    { params: z.object({ ein: pathEin() }), querystring: SHOWN_FILING },
  )
}

/** Returns the EIN of an address as nine digits. Throws ApiError InvalidParameters. */
function requireEin(text: string): string {
  const ein = parseTypedEin(text)
  if (ein) return ein
  const msg = 'must be a nine-digit EIN, such as 12-3456789'
  throw new ApiError('InvalidParameters', { issues: [{ loc: ['path', 'ein'], msg, type: 'ein' }] })
}

type OverviewProps = { overview: Overview; similar: Neighbors<SimilarHit> }

/** Who it is, what the rating and the checks say, four figures, and what changed. */
const OverviewTab = ({ overview, similar }: OverviewProps) => {
  const { page } = overview
  return (
    <FilingPage page={page} tab="overview">
      <Summary {...overview} />
      <LeadFigures {...overview} />
      <WhatChanged page={page} changes={overview.changes} />
      <div class="columns">
        <Leaders page={page} people={overview.people} />
        <Grants page={page} funders={overview.funders} grantees={overview.grantees} />
      </div>
      <Programs page={page} programs={overview.programs} />
      <WorkPlaces page={page} workPlaces={overview.workPlaces} />
      <HowToApply ein={page.organization.ein} applications={overview.applications} />
      <div class="columns">
        <RelatedBand page={page} related={overview.related} />
        <SimilarBand ein={page.organization.ein} similar={similar} />
      </div>
      <Details page={page} sections={overview.postcard} />
    </FilingPage>
  )
}

type MoneyProps = { money: Money }

/** All figures of the filing, their trends, the flow of money, federal awards, and statements. */
const MoneyTab = ({ money }: MoneyProps) => {
  const { page, awards, subawards } = money
  return (
    <FilingPage page={page} tab="money">
      <KeyFigures page={page} figures={money.figures} />
      <Trends page={page} series={money.series} prior={money.prior} />
      <FlowBand page={page} flow={money.flow} />
      <Details page={page} sections={money.details} />
      <Awards ein={page.organization.ein} awards={awards} subawards={subawards} />
    </FilingPage>
  )
}

type DetailsProps = { page: Page; sections: readonly Section[] }

/** Sections of the filing. A section with more rows links to its page. */
const Details = ({ page, sections }: DetailsProps) => (
  <>
    {sections.map((section) => (
      <SectionBand
        key={section.summary.id}
        ein={page.organization.ein}
        section={section}
        more={
          section.nextCursor === undefined
            ? undefined
            : { href: linkSection(page, section.summary.id), label: 'All rows' }
        }
      />
    ))}
  </>
)

type PeopleProps = { page: Page; details: readonly Section[]; list: PeopleList }

/** The people whom returns list, with their pay by year, the board, contractors, and insiders. */
const PeopleTab = ({ page, details, list }: PeopleProps) => (
  <FilingPage page={page} tab="people">
    <PeopleByYearBand page={page} {...list} />
    <Details page={page} sections={details} />
  </FilingPage>
)

/** How the score is calculated, and what the cross-checks found. */
const RatingTab = (data: RatingData) => {
  const { page, rating, checks, evidence } = data
  return (
    <FilingPage page={page} tab="rating">
      <Summary {...data} />
      <RatingBand ein={page.organization.ein} rating={rating} />
      <ChecksBand {...{ page, checks, evidence }} />
    </FilingPage>
  )
}

type SummaryProps = ComponentProps<typeof Attention> & ComponentProps<typeof VerdictCard>

/** A flagged issue comes first; otherwise a high score would appear above a sanctions warning. */
const Summary = (summary: SummaryProps) => {
  const verdict = <VerdictCard key="verdict" {...summary} />
  const attention = <Attention key="attention" {...summary} />
  const isFlagged = summary.readiness.tone === 'Concern'
  return <div class="summary">{isFlagged ? [attention, verdict] : [verdict, attention]}</div>
}
