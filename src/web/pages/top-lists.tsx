import type { FastifyPluginAsync } from 'fastify'
import type { TopListsBody } from '#mappings/sector.ts'
import { releaseTime } from '#src/domain/release.ts'
import { ApiError } from '#src/platform/errors.ts'
import { isoWeek } from '#src/sector/iso-week.ts'
import { readSectorTopLists } from '#src/sector/read-sector.ts'
import { describeList, LIST_LENGTH, NO_LISTS } from '#src/sector/top-lists.ts'
import { Day, Layout, type Site } from '../components/layout.tsx'
import { listId, type Order, TopListTable } from '../components/top-lists/table.tsx'
import type { WebDeps } from '../deps.ts'
import { withQuery } from '../links.ts'
import { sendPage } from '../render.ts'

/** `GET /top-lists`: ten organizations of each cause. Throws ApiError IndexNotReady without lists. */
export const topListsPages =
  (deps: WebDeps, site: Site): FastifyPluginAsync =>
  async (app) => {
    app.get('/top-lists', {
      config: { terms: { access: 'open', costs: 'Data', slot: 'shared' } },
      schema: { hide: true },
      handler: async (request, reply) => {
        const { Order: asked } = request.query as { Order?: unknown }
        const body = await readSectorTopLists(deps)
        if (body.lists.length === 0) throw new ApiError('IndexNotReady', { message: NO_LISTS })
        const order = asked === 'Prominence' ? asked : 'Revenue'
        return sendPage(reply, <TopListsPage site={site} body={body} order={order} />)
      },
    })
  }

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
      lag="Each figure is of the organization's latest return; what has happened since is not in it."
    >
      <h1>Top lists</h1>
      <p>
        Week {week} of {year}, computed on <Day iso={body.computedAt} />: {LIST_LENGTH}{' '}
        organizations of each cause that has as many.
      </p>
      <Orders order={order} />
      <Method filingYear={body.filingYear} order={order} />
      <nav aria-label="Causes" class="jump">
        <ul class="chips">
          {body.lists.map(({ key }) => (
            <li key={key}>
              <a class="chip" href={`#${listId(key)}`}>
                {describeList(key).title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
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
      'Prominence is the rating times the logarithm of revenue (log10(1 + revenue) × score): large and well rated come first.',
  },
}

const Orders = ({ order }: { order: Order }) => (
  <nav aria-label="Order" class="years">
    <ul class="chips">
      {(Object.keys(ORDERS) as Order[]).map((one) => (
        <li key={one}>
          <a class="chip" href={ORDERS[one].path} aria-current={one === order ? 'true' : undefined}>
            {ORDERS[one].label}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)

const Method = ({ filingYear, order }: { filingYear: number | undefined; order: Order }) => (
  <details class="method">
    <summary>How they are ranked, and who is left out</summary>
    <p>{ORDERS[order].meaning} Ties go by EIN. Size says nothing about quality.</p>
    <p>
      Listed can be who is rated by the model in use on the very return that is its latest, on Form
      990 or 990-EZ
      {filingYear !== undefined && <> of tax year {filingYear} or later</>}, with total revenue on
      it. Left out are postcard filers and private foundations, which are not rated, organizations
      whose latest return is older, those of no known cause, those whose exemption is revoked, and
      those that a restriction list names.
    </p>
  </details>
)
