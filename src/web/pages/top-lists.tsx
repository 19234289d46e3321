import type { ListedOrganization, TopList, TopListsBody } from '#mappings/sector.ts'
import { displayName } from '#src/domain/display-name.ts'
import { releaseTime } from '#src/domain/release.ts'
import { facetLabel } from '#src/search/facets.ts'
import { isoWeek } from '#src/sector/iso-week.ts'
import { readSectorTopLists } from '#src/sector/read-sector.ts'
import { describeList, LIST_LENGTH } from '#src/sector/top-lists.ts'
import { NotComputedPage } from '../components/error-page.tsx'
import { Dollars, Score } from '../components/figure.tsx'
import { formatValue } from '../components/formats.ts'
import { Layout } from '../components/layout.tsx'
import { Jump } from '../components/navigation.tsx'
import { showPlace } from '../components/place.ts'
import { type Column, column, numeric, Table } from '../components/table.tsx'
import { Day, Name, OrganizationLink, TextList } from '../components/text.tsx'
import { addPage, type Pages } from '../render.ts'
import { searchPath } from '../search/address.ts'
import { orUndefined } from '../search/run-search.ts'

/** Adds `GET /top-lists`: ten organizations in each cause. */
export function addTopListsPage(pages: Pages): void {
  const { deps } = pages
  addPage(pages, '/top-lists', async () => {
    const body = await orUndefined(readSectorTopLists(deps))
    if (!body || body.lists.length === 0) {
      return (
        <NotComputedPage
          current="/top-lists"
          title={TITLE}
          missing="There are no lists yet. A list needs a cause with at least ten rated organizations whose latest return is current."
        />
      )
    }
    return <TopListsPage body={body} />
  })
}

const TITLE = 'Top lists'

const TopListsPage = ({ body }: { body: TopListsBody }) => {
  const { week, year } = isoWeek(body.computedAt)
  return (
    <Layout
      title={`Top lists, week ${week} of ${year}`}
      description={`The ${LIST_LENGTH} largest rated nonprofits in each of ${body.lists.length} causes. Every figure links to its filing.`}
      path="/top-lists"
      current="/top-lists"
      releasedAt={releaseTime(body.release)}
      lag="Each figure comes from the organization’s latest return. Later changes are not included."
    >
      <h1>{TITLE}</h1>
      <p>
        These lists are for week {week} of {year} and were calculated on{' '}
        <Day iso={body.computedAt} />. Each list has {LIST_LENGTH} organizations. A cause with fewer
        eligible organizations has no list.
      </p>
      <Method filingYear={body.filingYear} />
      <Jump
        name="Causes"
        entries={body.lists.map(({ key }) => ({ id: listId(key), title: describeList(key).title }))}
      />
      {body.lists.map((list) => (
        <TopListTable key={list.key} list={list} />
      ))}
    </Layout>
  )
}

const Method = ({ filingYear }: { filingYear: number | undefined }) => (
  <details class="method">
    <summary>How organizations are chosen and ranked</summary>
    <p>
      Lists are sorted by total revenue on the latest return, largest first. Ties are sorted by EIN.
      Size does not indicate quality.
    </p>
    <p>{`An organization is eligible if its latest return is a Form 990 or 990-EZ${filingYear === undefined ? '' : ` for tax year ${filingYear} or later`}, reports total revenue, and is rated by the current model.`}</p>
    <p>The lists exclude:</p>
    <TextList
      texts={[
        'Postcard filers and private foundations, because they are not rated.',
        'Organizations whose latest return is for an earlier tax year.',
        'Organizations without a known cause.',
        'Organizations whose tax exemption was revoked.',
        'Organizations on a restriction list.',
      ]}
    />
  </details>
)

// Two lines in the column; the organization's page has the whole name.
const NAME_LENGTH = 80

const listId = (key: string): string => `group-${key}`

/** The list of a cause, with the evidence of each figure. */
const TopListTable = ({ list }: { list: TopList }) => {
  const { title } = describeList(list.key)
  return (
    <section aria-labelledby={listId(list.key)} class="top-list">
      <h2 id={listId(list.key)}>{title}</h2>
      <p class="quiet">
        {`The top ${LIST_LENGTH} of ${formatValue(list.eligible)} eligible organizations.`}{' '}
        <a href={searchPath({ CauseLabel: title, Sort: 'Revenue' })}>
          {`All organizations in ${title}`}
        </a>
      </p>
      <Table
        name={`Top ${LIST_LENGTH} in ${title}`}
        caption={`${title}, by revenue`}
        rows={list.byRevenue}
        columns={COLUMNS}
        headAt={1}
      />
    </section>
  )
}

const COLUMNS: readonly Column<ListedOrganization>[] = [
  numeric('Rank', (_, at) => at + 1),
  column('Organization', (one) => (
    <>
      <OrganizationLink ein={one.ein} name={one.name} length={NAME_LENGTH} />
      <br />
      <span class="quiet">
        <Name>{showPlace(one) ?? 'location unknown'}</Name>
      </span>
    </>
  )),
  numeric('Total revenue', ({ ein, name, revenue }) => (
    <Dollars ein={ein} label={`Total revenue of ${displayName(name)}`} figure={revenue} />
  )),
  numeric('Rating', ({ ein, name, score, scoreRef, band }) => (
    <>
      <Score
        ein={ein}
        label={`Rating of ${displayName(name)}`}
        figure={{ value: score, ref: scoreRef }}
      />
      <br />
      <span class="quiet">{band}</span>
    </>
  )),
  column('Filing', ({ form, latestYear }) => `${facetLabel('Form', form)}, ${latestYear}`, {
    cellClass: 'quiet',
  }),
]
