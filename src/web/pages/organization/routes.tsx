import etag from '@fastify/etag'
import type { FastifyPluginAsync } from 'fastify'
import type { ComponentChildren, ComponentProps, VNode } from 'preact'
import { z } from 'zod'
import { answerUnchanged } from '#src/api/shared/conditional.ts'
import { oneOf, pathEin, queryText, taxYear, wordOrYear } from '#src/api/shared/parameters.ts'
import { displayName } from '#src/domain/display-name.ts'
import { formatEin, parseTypedEin } from '#src/domain/ein.ts'
import { FORMS } from '#src/domain/form.ts'
import type { Selection } from '#src/organizations/filings/select-filing.ts'
import { type Page, readPage } from '#src/organizations/page/page.ts'
import { readGovernance } from '#src/organizations/people/governance.ts'
import {
  PEOPLE_SORTS,
  readPeopleByYear,
  readPeopleOf,
} from '#src/organizations/people/people-by-year.ts'
import { ApiError } from '#src/platform/errors.ts'
import { orderOf, SORT_ORDERS } from '#src/search/params.ts'
import type { SimilarHit } from '#src/search/similar/hits.ts'
import { ChecksBand } from '../../components/checks.tsx'
import { lagOf } from '../../components/filing.tsx'
import { Layout, type Site } from '../../components/layout.tsx'
import { FlowBand } from '../../components/money-flow.tsx'
import { Grants } from '../../components/organization/grants.tsx'
import { KeyFigures, LeadFigures } from '../../components/organization/key-figures.tsx'
import { FilingMasthead } from '../../components/organization/masthead.tsx'
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
  Further,
  Programs,
  Sections,
  VerdictCard,
  WorkPlaces,
} from '../../components/organization/overview.tsx'
import { Governance, Leadership } from '../../components/organization/people.tsx'
import {
  PEOPLE_SORT,
  PeopleByYearBand,
  type PeopleList,
  peopleColumns,
} from '../../components/organization/people-by-year.tsx'
import { RatingBand } from '../../components/rating.tsx'
import { addCsv } from '../../csv.ts'
import { TABS, type TabId, tabPath } from '../../links.ts'
import { CSV_PART, fromForm, pageOf, partOf } from '../../list-query.ts'
import { addPage, type Pages, type WebDeps } from '../../render.ts'
import { registeredOnlyPage } from '../registered-only.tsx'
import {
  findSimilarTo,
  type Money,
  type Overview,
  type RatingData,
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
      const found = await readPeopleOf(deps, page.organization, wantedBy(query, partOf(query)))
      return <PeopleTab page={page} list={{ found, asked: query }} />
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
    { params: z.object({ ein: z.string() }), querystring },
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

/** Who it is, what the rating and the checks say, four figures, and the first rows of other tabs. */
const OverviewTab = ({ overview, similar }: OverviewProps) => {
  const { page } = overview
  return (
    <Tab page={page} tab="overview">
      <Summary {...overview} />
      <LeadFigures {...overview} />
      <Programs page={page} programs={overview.programs} />
      <WorkPlaces page={page} workPlaces={overview.workPlaces} />
      <Leadership page={page} people={overview.people} />
      <Grants page={page} funders={overview.funders} grantees={overview.grantees} />
      <RelatedBand page={page} related={overview.related} />
      <SimilarBand ein={page.organization.ein} similar={similar} />
      <Sections page={page} />
      <Further page={page} />
    </Tab>
  )
}

type MoneyProps = { money: Money }

/** All figures of the filing, their trends, the flow of money, and federal awards. */
const MoneyTab = ({ money }: MoneyProps) => {
  const { page, awards, subawards } = money
  return (
    <Tab page={page} tab="money">
      <KeyFigures page={page} figures={money.figures} />
      <Trends page={page} series={money.series} prior={money.prior} />
      <FlowBand page={page} flow={money.flow} />
      <Awards ein={page.organization.ein} awards={awards} subawards={subawards} />
    </Tab>
  )
}

type PeopleProps = { page: Page; list: PeopleList }

/** The people whom returns list, with their pay by year, and the rules of the board. */
const PeopleTab = ({ page, list }: PeopleProps) => (
  <Tab page={page} tab="people">
    <PeopleByYearBand ein={page.organization.ein} {...list} />
    <Governance page={page} governance={readGovernance(page.organization, page.filing)} />
  </Tab>
)

/** How the score is calculated, and what the cross-checks found. */
const RatingTab = (data: RatingData) => {
  const { page, rating, checks } = data
  return (
    <Tab page={page} tab="rating">
      <Summary {...data} />
      <RatingBand page={page} rating={rating} />
      <ChecksBand page={page} checks={checks} />
    </Tab>
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

type ShellProps = { page: Page; tab: TabId; children: ComponentChildren }

const Tab = ({ page, tab, children }: ShellProps) => {
  const { seo, compiledAt, filing, organization, hero } = page
  const name = hero.name.value
  const isOverview = tab === 'overview'
  return (
    <Layout
      title={
        isOverview
          ? `${displayName(seo.name)} | EIN ${formatEin(organization.ein)}`
          : TABS[tab].name
      }
      of={isOverview ? '' : displayName(name)}
      // May begin with the name.
      description={seo.description.replace(name, () => displayName(name))}
      path={isOverview ? seo.canonicalPath : tabPath(organization.ein, tab)}
      jsonLd={isOverview ? seo.jsonLd : undefined}
      releasedAt={compiledAt}
      lag={lagOf(filing)}
    >
      <FilingMasthead page={page} tab={tab} />
      <div class="organization">{children}</div>
    </Layout>
  )
}
