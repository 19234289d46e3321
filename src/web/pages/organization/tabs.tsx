import type { ComponentChildren, ComponentProps } from 'preact'
import { displayName } from '#src/domain/display-name.ts'
import { formatEin } from '#src/domain/ein.ts'
import { nteeLabel } from '#src/domain/ntee.ts'
import type { Page } from '#src/organizations/page/page.ts'
import type { RatingOutline } from '#src/organizations/page/rating-view.ts'
import { readGovernance } from '#src/organizations/people/governance.ts'
import type { Readiness } from '#src/rating/diligence.ts'
import type { SimilarHit } from '#src/search/similar/hits.ts'
import { ChecksBand } from '../../components/checks.tsx'
import { Chip, toneOfBand, toTone } from '../../components/chips.tsx'
import { Cited, Score } from '../../components/figure.tsx'
import { lagOf } from '../../components/filing.tsx'
import { Layout, type Site } from '../../components/layout.tsx'
import { FlowBand } from '../../components/money-flow.tsx'
import { Attention } from '../../components/organization/attention.tsx'
import { Awards } from '../../components/organization/awards.tsx'
import { Band, queryOf } from '../../components/organization/band.tsx'
import { Grants } from '../../components/organization/grants.tsx'
import { KeyFigures, LeadFigures } from '../../components/organization/key-figures.tsx'
import { FilingMasthead } from '../../components/organization/masthead.tsx'
import {
  type Neighbors,
  PeersBand,
  type RatingPeers,
  SimilarBand,
} from '../../components/organization/neighbors.tsx'
import { Governance, Leadership } from '../../components/organization/people.tsx'
import { PeopleByYearBand, type PeopleList } from '../../components/organization/people-by-year.tsx'
import { Programs } from '../../components/organization/programs.tsx'
import { Trends } from '../../components/organization/trends.tsx'
import { RatingBand } from '../../components/rating.tsx'
import { RelatedBand } from '../../components/related.tsx'
import { sectionPath, TABS, type TabId, tabPath, withQuery } from '../../links.ts'
import type { Money, Overview, RatingData } from './read.ts'

type OverviewProps = { site: Site; shown: Overview; similar: Neighbors<SimilarHit> }

/** Who it is, what the rating and the checks say, four figures, and the first rows of other tabs. */
export const OverviewTab = ({ site, shown, similar }: OverviewProps) => {
  const { page } = shown
  return (
    <Tab site={site} page={page} tab="overview">
      <Summary {...shown} />
      <LeadFigures {...shown} />
      <Programs page={page} programs={shown.programs} />
      <WorkPlaces page={page} workPlaces={shown.workPlaces} />
      <Leadership page={page} people={shown.people} />
      <Grants page={page} funders={shown.funders} grantees={shown.grantees} />
      <RelatedBand page={page} related={shown.related} />
      <SimilarBand ein={page.organization.ein} similar={similar} />
      <Sections page={page} />
      <Further page={page} />
    </Tab>
  )
}

type MoneyProps = { site: Site; shown: Money }

/** All figures of the filing, their trends, the flow of money, and federal awards. */
export const MoneyTab = ({ site, shown }: MoneyProps) => {
  const { page, awards, subawards } = shown
  return (
    <Tab site={site} page={page} tab="money">
      <KeyFigures page={page} figures={shown.figures} />
      <Trends page={page} series={shown.series} prior={shown.prior} />
      <FlowBand page={page} flow={shown.flow} />
      <Awards ein={page.organization.ein} awards={awards} subawards={subawards} />
    </Tab>
  )
}

type PeopleProps = { site: Site; page: Page; list: PeopleList }

/** The people whom returns list, with their pay by year, and the rules of the board. */
export const PeopleTab = ({ site, page, list }: PeopleProps) => (
  <Tab site={site} page={page} tab="people">
    <PeopleByYearBand ein={page.organization.ein} {...list} />
    <Governance page={page} governance={readGovernance(page.organization, page.filing)} />
  </Tab>
)

type RatingProps = { site: Site; shown: RatingData; peers: RatingPeers | undefined }

/** How the score is calculated, the nearest peers, and what the cross-checks found. */
export const RatingTab = ({ site, shown, peers }: RatingProps) => {
  const { page, rating, checks } = shown
  return (
    <Tab site={site} page={page} tab="rating">
      <Summary {...shown} />
      <RatingBand page={page} rating={rating} />
      <PeersBand ein={page.organization.ein} peers={peers} />
      <ChecksBand page={page} checks={checks} />
    </Tab>
  )
}

type SummaryProps = ComponentProps<typeof Attention> & ComponentProps<typeof VerdictCard>

/** A flagged issue comes first; otherwise a high score would appear above a sanctions warning. */
const Summary = (shown: SummaryProps) => {
  const verdict = <VerdictCard key="verdict" {...shown} />
  const attention = <Attention key="attention" {...shown} />
  const isFlagged = shown.readiness.tone === 'Concern'
  return <div class="summary">{isFlagged ? [attention, verdict] : [verdict, attention]}</div>
}

type ShellProps = { site: Site; page: Page; tab: TabId; children: ComponentChildren }

const Tab = ({ site, page, tab, children }: ShellProps) => {
  const { seo, compiledAt, filing, organization, hero } = page
  const name = hero.name.value
  const isOverview = tab === 'overview'
  const heading = `${TABS[tab].name} · ${displayName(name)}`
  return (
    <Layout
      site={site}
      head={{
        title: isOverview
          ? `${displayName(seo.name)} | EIN ${formatEin(organization.ein)}`
          : heading,
        // May begin with the name.
        description: seo.description.replace(name, () => displayName(name)),
        canonicalPath: isOverview ? seo.canonicalPath : tabPath(organization.ein, tab),
        ...(isOverview && { jsonLd: seo.jsonLd }),
      }}
      releasedAt={compiledAt}
      lag={lagOf(filing)}
    >
      <FilingMasthead page={page} tab={tab} />
      <div class="organization">{children}</div>
    </Layout>
  )
}

/** Three lines of a wide screen. */
const MAX_PLACES = 30

/** The places that the texts of the return name. */
const WorkPlaces = ({ page, workPlaces }: Pick<Overview, 'page' | 'workPlaces'>) => {
  if (workPlaces.length === 0) return null
  const { ein } = page.organization
  const rest = workPlaces.length - MAX_PLACES
  return (
    <Band id="where" title="Where it works">
      <p>
        {`The mission, the programs, and Schedule F of the return for ${page.filing.taxYear} name these places:`}{' '}
        {workPlaces.slice(0, MAX_PLACES).map(({ code, label, ref }, at) => (
          <>
            {at > 0 && '; '}
            <Cited key={code} ein={ein} label={`${label}, named in the return`} ref_={ref}>
              {label}
            </Cited>
          </>
        ))}
        {rest > 0 && `; and ${rest} more`}.
      </p>
    </Band>
  )
}

type VerdictProps = { page: Page; rating: RatingOutline; readiness: Readiness }

const STATES = { NotEnoughData: 'Not enough data for a rating', NotRatedHere: 'Not rated here' }

/** The score, or why there is none. */
const VerdictCard = ({ page, rating, readiness }: VerdictProps) => {
  const { ein } = page.organization
  const { state, score, band, possible, bottomLine } = rating.verdict
  return (
    <section class="card verdict" aria-labelledby="verdict">
      <h2 id="verdict">Rating</h2>
      {state === 'Scored' && score !== undefined ? (
        <p class="score">
          <span class="number">
            <Score ein={ein} label="Score" figure={{ value: score, ref: rating.evidence?.ref }} />
          </span>
          <span class="quiet"> of {possible ?? 100} </span>
          {band && (
            <Chip tone={toneOfBand(band, page.filing.form, readiness.tone === 'Concern')}>
              {band}
            </Chip>
          )}
        </p>
      ) : (
        state !== 'Scored' && <p class="state">{STATES[state]}</p>
      )}
      <p>{bottomLine}</p>
    </section>
  )
}

/** All sections of the filing, with a summary of each. */
const Sections = ({ page }: { page: Page }) => (
  <Band id="sections" title="Everything in this filing">
    <ul class="sections">
      {page.sections.map(({ id, title, summary, status }) => (
        <li key={id}>
          <a href={sectionPath(page.organization.ein, id, queryOf(page))}>{title}</a>{' '}
          {status && <Chip tone={toTone(status.tone)}>{status.label}</Chip>}
          <span class="below quiet">{summary}</span>
        </li>
      ))}
    </ul>
  </Band>
)

/** Links to other pages. */
const Further = ({ page }: { page: Page }) => {
  const { ein, name, nteeCode } = page.organization
  // Group Z means that the cause is unknown.
  const cause = nteeCode && !/^Z/i.test(nteeCode) ? nteeLabel(nteeCode) : undefined
  return (
    <Band id="further" title="Explore further">
      <ul>
        <li>
          <a href={withQuery('/compare', { EINs: ein })}>
            {`Compare ${displayName(name)} with other organizations`}
          </a>
        </li>
        {cause && (
          <li>
            <a href={withQuery('/', { Mode: 'Discovery', Query: cause.label })}>
              {`Search for organizations with the same cause: ${cause.label}`}
            </a>
          </li>
        )}
        <li>
          <a href={`/api/v2/charity/${ein}/page`} rel="nofollow">
            This page as JSON
          </a>
        </li>
      </ul>
    </Band>
  )
}
