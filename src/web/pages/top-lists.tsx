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
import { ChoiceChips, Jump } from '../components/navigation.tsx'
import { showPlace } from '../components/place.ts'
import { type Column, column, numeric, Table } from '../components/table.tsx'
import { Day, Name, OrganizationLink, TextList } from '../components/text.tsx'
import { withQuery } from '../links.ts'
import { addPage, type Pages } from '../render.ts'
import { searchPath } from '../search/address.ts'
import { orUndefined } from '../search/run-search.ts'

/** Adds `GET /top-lists`: ten organizations in each cause. */
export function addTopListsPage(pages: Pages): void {
  const { deps } = pages
  addPage(pages, '/top-lists', async ({ query }) => {
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
    const order = query.Order === 'Prominence' ? 'Prominence' : 'Revenue'
    return <TopListsPage body={body} order={order} />
  })
}

type Order = 'Revenue' | 'Prominence'
type Props = { body: TopListsBody; order: Order }

const TITLE = 'Top lists'

const TopListsPage = ({ body, order }: Props) => {
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
      <ChoiceChips
        name="Order"
        choices={(Object.keys(ORDERS) as Order[]).map((one) => ({
          text: ORDERS[one].label,
          href: ORDERS[one].path,
          isOn: one === order,
        }))}
      />
      <Method filingYear={body.filingYear} order={order} />
      <Jump
        name="Causes"
        entries={body.lists.map(({ key }) => ({ id: listId(key), title: describeList(key).title }))}
      />
      {body.lists.map((list) => (
        <TopListTable key={list.key} list={list} order={order} />
      ))}
    </Layout>
  )
}

const ORDERS: Record<Order, { label: string; path: string; meaning: string }> = {
  Revenue: {
    label: 'By revenue',
    path: '/top-lists',
    meaning: 'Lists are sorted by total revenue on the latest return, largest first.',
  },
  Prominence: {
    label: 'By prominence',
    path: withQuery('/top-lists', { Order: 'Prominence' }),
    meaning:
      'Lists are sorted by prominence, so that large, well-rated organizations come first. Prominence is the logarithm of revenue, multiplied by the rating: log10(1 + revenue) × score.',
  },
}

const Method = ({ filingYear, order }: { filingYear: number | undefined; order: Order }) => (
  <details class="method">
    <summary>How organizations are chosen and ranked</summary>
    <p>{ORDERS[order].meaning} Ties are sorted by EIN. Size does not indicate quality.</p>
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
const TopListTable = ({ list, order }: { list: TopList; order: Order }) => {
  const { title } = describeList(list.key)
  const sort = order === 'Revenue' ? 'Revenue' : 'Rating'
  return (
    <section aria-labelledby={listId(list.key)} class="top-list">
      <h2 id={listId(list.key)}>{title}</h2>
      <p class="quiet">
        {`The top ${LIST_LENGTH} of ${formatValue(list.eligible)} eligible organizations.`}{' '}
        <a href={searchPath({ CauseLabel: title, Sort: sort })}>
          {`All organizations in ${title}`}
        </a>
      </p>
      <Table
        name={`Top ${LIST_LENGTH} in ${title}`}
        caption={`${title}, by ${order.toLowerCase()}`}
        rows={order === 'Revenue' ? list.byRevenue : list.byProminence}
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
