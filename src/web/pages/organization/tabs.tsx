import type { ComponentChildren } from 'preact'
import { displayName } from '#src/domain/display-name.ts'
import type { SimilarHit } from '#src/search/similar/hits.ts'
import { ChecksBand } from '../../components/checks.tsx'
import { lagOf } from '../../components/filing.tsx'
import { Layout, type Site } from '../../components/layout.tsx'
import { FlowBand } from '../../components/money-flow.tsx'
import { Attention } from '../../components/organization/attention.tsx'
import { Awards } from '../../components/organization/awards.tsx'
import { Further, Sections } from '../../components/organization/further.tsx'
import { Grants } from '../../components/organization/grants.tsx'
import { KeyFigures } from '../../components/organization/key-figures.tsx'
import { LeadFigures } from '../../components/organization/lead-figures.tsx'
import { FilingMasthead } from '../../components/organization/masthead.tsx'
import { PeersBand, SimilarBand } from '../../components/organization/neighbors.tsx'
import { Governance, Leadership } from '../../components/organization/people.tsx'
import { PeopleByYearBand } from '../../components/organization/people-by-year.tsx'
import { Programs } from '../../components/organization/programs.tsx'
import { Trends } from '../../components/organization/trends.tsx'
import { VerdictCard } from '../../components/organization/verdict.tsx'
import { WorkPlaces } from '../../components/organization/work-places.tsx'
import { RatingBand } from '../../components/rating.tsx'
import { RelatedBand } from '../../components/related.tsx'
import { type TabId, tabPath } from '../../links.ts'
import type { Neighbors, RatingPeers } from '../../search/neighbors.ts'
import { TAB_NAMES } from '../../words.ts'
import type { PeopleShown } from './people.ts'
import type { Awarded, Overview, TabData } from './read.ts'

export type TabProps<Shown extends TabData = TabData> = {
  site: Site
  profile: Shown
}

type OverviewProps = TabProps<Overview> & { similar: Neighbors<SimilarHit> }

/** Who it is, what the rating and the checks say, four figures, and the first rows of other tabs. */
export const OverviewTab = ({ profile, similar, ...shared }: OverviewProps) => (
  <Tab {...shared} profile={profile} tab="overview">
    <Summary profile={profile} />
    <LeadFigures profile={profile} />
    <Programs overview={profile} />
    <WorkPlaces overview={profile} />
    <Leadership overview={profile} />
    <Grants overview={profile} />
    <RelatedBand overview={profile} />
    <SimilarBand ein={profile.page.organization.ein} similar={similar} />
    <Sections overview={profile} />
    <Further overview={profile} />
  </Tab>
)

type MoneyProps = TabProps & { awarded: Awarded }

/** All figures of the filing, their trends, the flow of money, and federal awards. */
export const MoneyTab = ({ profile, awarded, ...shared }: MoneyProps) => (
  <Tab {...shared} profile={profile} tab="money">
    <KeyFigures overview={profile} />
    <Trends overview={profile} />
    <FlowBand overview={profile} />
    <Awards page={profile.page} awarded={awarded} />
  </Tab>
)

type PeopleProps = Omit<TabProps, 'profile'> & PeopleShown

/** The people whom returns list, with their pay by year, and the rules of the board. */
export const PeopleTab = ({ profile, found, asked, sorted, ...shared }: PeopleProps) => (
  <Tab {...shared} profile={profile} tab="people">
    <PeopleByYearBand
      ein={profile.page.organization.ein}
      found={found}
      asked={asked}
      sorted={sorted}
    />
    <Governance overview={profile} />
  </Tab>
)

type RatingProps = TabProps & { peers: RatingPeers | undefined }

/** How the score is calculated, the nearest peers, and what the cross-checks found. */
export const RatingTab = ({ profile, peers, ...shared }: RatingProps) => (
  <Tab {...shared} profile={profile} tab="rating">
    <Summary profile={profile} />
    <RatingBand overview={profile} />
    <PeersBand profile={profile} peers={peers} />
    <ChecksBand overview={profile} />
  </Tab>
)

/** A flagged issue comes first; otherwise a high score would appear above a sanctions warning. */
const Summary = ({ profile }: { profile: TabData }) => {
  const verdict = <VerdictCard key="verdict" overview={profile} />
  const attention = <Attention key="attention" overview={profile} />
  const isFlagged = profile.readiness.tone === 'Concern'
  return <div class="summary">{isFlagged ? [attention, verdict] : [verdict, attention]}</div>
}

type ShellProps = TabProps & { tab: TabId; children: ComponentChildren }

const Tab = ({ site, profile, tab, children }: ShellProps) => {
  const { seo, compiledAt, filing, organization, hero } = profile.page
  // A title ends with the EIN, which is not a name; a description may begin with the name.
  const title = seo.title.replace(/^.*(?= \| )/s, displayName)
  const name = hero.name.value
  const isOverview = tab === 'overview'
  const heading = `${TAB_NAMES[tab]} · ${displayName(name)}`
  return (
    <Layout
      site={site}
      head={{
        title: isOverview ? title : heading,
        description: seo.description.replace(name, () => displayName(name)),
        canonicalPath: isOverview ? seo.canonicalPath : tabPath(organization.ein, tab),
        ...(isOverview && { jsonLd: seo.jsonLd }),
      }}
      releasedAt={compiledAt}
      lag={lagOf(filing)}
    >
      <FilingMasthead profile={profile} tab={tab} />
      <div class="organization">{children}</div>
    </Layout>
  )
}
