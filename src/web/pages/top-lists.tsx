import type { FastifyInstance } from 'fastify'
import type { ListedOrganization, TopList, TopListsBody } from '#mappings/sector.ts'
import { toLocation } from '#src/domain/places.ts'
import { releaseTime } from '#src/domain/release.ts'
import { ApiError } from '#src/platform/errors.ts'
import { facetLabel } from '#src/search/results/facets.ts'
import { isoWeek } from '#src/sector/iso-week.ts'
import { readSectorTopLists } from '#src/sector/read-sector.ts'
import { describeList, LIST_LENGTH, NO_LISTS } from '#src/sector/top-lists.ts'
import { Figure } from '../components/figure.tsx'
import { formatValue } from '../components/formats.ts'
import { Layout, type Site } from '../components/layout.tsx'
import { ChoiceChips, Jump } from '../components/navigation.tsx'
import { numeric, Table } from '../components/table.tsx'
import { Day, Name, toLabel } from '../components/text.tsx'
import { organizationPath, withQuery } from '../links.ts'
import { addPage, type WebDeps } from '../render.ts'
import { searchPath } from '../search/address.ts'

/** Adds `GET /top-lists`: ten organizations of each cause. Throws ApiError IndexNotReady without lists. */
export function addTopListsPage(app: FastifyInstance, deps: WebDeps, site: Site): void {
  addPage(app, '/top-lists', async ({ query }) => {
    const body = await readSectorTopLists(deps)
    if (body.lists.length === 0) throw new ApiError('IndexNotReady', { message: NO_LISTS })
    const order = query.Order === 'Prominence' ? 'Prominence' : 'Revenue'
    return <TopListsPage site={site} body={body} order={order} />
  })
}

type Order = 'Revenue' | 'Prominence'
type Props = { site: Site; body: TopListsBody; order: Order }

const TopListsPage = ({ site, body, order }: Props) => {
  const { week, year } = isoWeek(body.computedAt)
  return (
    <Layout
      site={site}
      head={{
        title: `Top lists, week ${week} of ${year} · Nonprofit Research`,
        description: `The ${LIST_LENGTH} largest rated nonprofits of each of ${body.lists.length} causes, each figure linked to the filing it stands in.`,
        canonicalPath: '/top-lists',
      }}
      current="/top-lists"
      releasedAt={releaseTime(body.release)}
      lag="Each figure is from the organization's latest return; what has happened since is not in it."
    >
      <h1>Top lists</h1>
      <p>
        Week {week} of {year}, computed on <Day iso={body.computedAt} />: {LIST_LENGTH}{' '}
        organizations of each cause that has as many.
      </p>
      <ChoiceChips
        name="Order"
        class="years"
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
    meaning: 'The largest by total revenue, as filed on the latest return, come first.',
  },
  Prominence: {
    label: 'By prominence',
    path: withQuery('/top-lists', { Order: 'Prominence' }),
    meaning:
      'Prominence is the rating times the logarithm of revenue (log10(1 + revenue) × score): large and well-rated organizations come first.',
  },
}

const Method = ({ filingYear, order }: { filingYear: number | undefined; order: Order }) => (
  <details class="method">
    <summary>How organizations are ranked, and which are left out</summary>
    <p>{ORDERS[order].meaning} Ties go by EIN. Size says nothing about quality.</p>
    <p>
      The lists include organizations that the current model rates on their latest return, if that
      is a Form 990 or 990-EZ
      {filingYear !== undefined && <> of tax year {filingYear} or later</>} with total revenue. They
      leave out postcard filers and private foundations, which are not rated, organizations whose
      latest return is older, those without a known cause, those whose exemption is revoked, and
      those on a restriction list.
    </p>
  </details>
)

// Two lines of the column; the organization's page has the whole name.
const NAME_LENGTH = 80

const listId = (key: string): string => `group-${key}`

/** The list of a cause, with the evidence of each figure. */
const TopListTable = ({ list, order }: { list: TopList; order: Order }) => {
  const { title } = describeList(list.key)
  const listed = order === 'Revenue' ? list.byRevenue : list.byProminence
  const sort = order === 'Revenue' ? 'Revenue' : 'Rating'
  return (
    <section aria-labelledby={listId(list.key)} class="top-list">
      <h2 id={listId(list.key)}>{title}</h2>
      <p class="quiet">
        Ten of {formatValue(list.eligible)} eligible organizations.{' '}
        <a href={searchPath({ CauseLabel: title, Sort: sort })}>All of {title}</a>
      </p>
      <Table
        name={`${title}, the ten`}
        caption={`${title}, by ${order.toLowerCase()}`}
        heads={[
          ...[numeric('Rank'), 'Organization', numeric('Total revenue')],
          ...[numeric('Rating'), 'Filing'],
        ]}
      >
        {listed.map((one, at) => (
          <Row key={one.ein} one={one} rank={at + 1} />
        ))}
      </Table>
    </section>
  )
}

const Row = ({ one, rank }: { one: ListedOrganization; rank: number }) => (
  <tr>
    <td class="number">{rank}</td>
    <th scope="row">
      <a href={organizationPath(one.ein)}>
        <Name>{toLabel(one.name, NAME_LENGTH)}</Name>
      </a>
      <br />
      <span class="quiet">
        <Name>{toLocation(one) ?? 'place not known'}</Name>
      </span>
    </th>
    <td class="number">
      <Figure
        ein={one.ein}
        label={`Total revenue of ${one.name}`}
        value={one.revenue.value}
        unit="USD"
        ref_={one.revenue.ref}
      />
    </td>
    <td class="number">
      <Figure ein={one.ein} label={`Rating of ${one.name}`} value={one.score} ref_={one.scoreRef} />
      <br />
      <span class="quiet">{one.band}</span>
    </td>
    <td class="quiet">
      {facetLabel('Form', one.form)}, {one.latestYear}
    </td>
  </tr>
)
