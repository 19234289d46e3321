import type { FastifyInstance } from 'fastify'
import type { ListedOrganization, TopList, TopListsBody } from '#mappings/sector.ts'
import { displayName } from '#src/domain/display-name.ts'
import { releaseTime } from '#src/domain/release.ts'
import { facetLabel } from '#src/search/results/facets.ts'
import { isoWeek } from '#src/sector/iso-week.ts'
import { readSectorTopLists } from '#src/sector/read-sector.ts'
import { describeList, LIST_LENGTH } from '#src/sector/top-lists.ts'
import { Figure } from '../components/figure.tsx'
import { formatValue } from '../components/formats.ts'
import { Layout, type Site } from '../components/layout.tsx'
import { ChoiceChips, Jump } from '../components/navigation.tsx'
import { NotComputedPage } from '../components/not-computed.tsx'
import { showPlace } from '../components/place.ts'
import { numeric, Table } from '../components/table.tsx'
import { DisplayName, Name } from '../components/text.tsx'
import { organizationPath, withQuery } from '../links.ts'
import { addPage, type WebDeps } from '../render.ts'
import { searchPath } from '../search/address.ts'
import { orUndefined } from '../search/run-search.ts'
import { layoutTexts } from '../texts/layout.tsx'
import { topListsTexts } from '../texts/top-lists.tsx'

/** Adds `GET /top-lists`: ten organizations in each cause. */
export function addTopListsPage(app: FastifyInstance, deps: WebDeps, site: Site): void {
  addPage(app, '/top-lists', async ({ query }) => {
    const body = await orUndefined(readSectorTopLists(deps))
    if (!body || body.lists.length === 0) {
      const { heading: title, missing } = topListsTexts
      return <NotComputedPage {...{ site, title, missing }} current="/top-lists" />
    }
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
        title: layoutTexts.pageTitle(topListsTexts.title({ week, year })),
        description: topListsTexts.description({
          length: LIST_LENGTH,
          causes: body.lists.length,
        }),
        canonicalPath: '/top-lists',
      }}
      current="/top-lists"
      releasedAt={releaseTime(body.release)}
      lag={topListsTexts.lag}
    >
      <h1>{topListsTexts.heading}</h1>
      <p>{topListsTexts.lead({ week, year, day: body.computedAt, length: LIST_LENGTH })}</p>
      <ChoiceChips
        name={topListsTexts.order}
        class="years"
        choices={(Object.keys(ORDERS) as Order[]).map((one) => ({
          text: ORDERS[one].label,
          href: ORDERS[one].path,
          isOn: one === order,
        }))}
      />
      <Method filingYear={body.filingYear} order={order} />
      <Jump
        name={topListsTexts.causes}
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
    label: topListsTexts.byRevenue,
    path: '/top-lists',
    meaning: topListsTexts.revenueMethod,
  },
  Prominence: {
    label: topListsTexts.byProminence,
    path: withQuery('/top-lists', { Order: 'Prominence' }),
    meaning: topListsTexts.prominenceMethod,
  },
}

const Method = ({ filingYear, order }: { filingYear: number | undefined; order: Order }) => (
  <details class="method">
    <summary>{topListsTexts.method}</summary>
    <p>
      {ORDERS[order].meaning} {topListsTexts.ties}
    </p>
    <p>{topListsTexts.eligible({ year: filingYear })}</p>
    <p>{topListsTexts.excluded}</p>
    <ul>
      {topListsTexts.exclusions.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  </details>
)

const { heads } = topListsTexts

// Two lines in the column; the organization's page has the whole name.
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
        {topListsTexts.listed({ length: LIST_LENGTH, eligible: formatValue(list.eligible) })}{' '}
        <a href={searchPath({ CauseLabel: title, Sort: sort })}>
          {topListsTexts.all({ cause: title })}
        </a>
      </p>
      <Table
        name={topListsTexts.table({ length: LIST_LENGTH, cause: title })}
        caption={topListsTexts.caption({ cause: title, order })}
        heads={[
          ...[numeric(heads.rank), heads.organization, numeric(heads.revenue)],
          ...[numeric(heads.rating), heads.filing],
        ]}
      >
        {listed.map((one, at) => (
          <Row key={one.ein} one={one} rank={at + 1} />
        ))}
      </Table>
    </section>
  )
}

const Row = ({ one, rank }: { one: ListedOrganization; rank: number }) => {
  const name = displayName(one.name)
  return (
    <tr>
      <td class="number">{rank}</td>
      <th scope="row">
        <a href={organizationPath(one.ein)}>
          <DisplayName name={one.name} length={NAME_LENGTH} />
        </a>
        <br />
        <span class="quiet">
          <Name>{showPlace(one) ?? topListsTexts.noPlace}</Name>
        </span>
      </th>
      <td class="number">
        <Figure
          ein={one.ein}
          label={topListsTexts.revenueOf({ name })}
          value={one.revenue.value}
          unit="USD"
          ref_={one.revenue.ref}
          isShort
        />
      </td>
      <td class="number">
        <Figure
          ein={one.ein}
          label={topListsTexts.ratingOf({ name })}
          value={one.score}
          unit="score"
          ref_={one.scoreRef}
          isShort
        />
        <br />
        <span class="quiet">{one.band}</span>
      </td>
      <td class="quiet">
        {facetLabel('Form', one.form)}, {one.latestYear}
      </td>
    </tr>
  )
}
