import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { oneOf, oneOfOrFirst, pathEin, queryText } from '#src/api/shared/parameters.ts'
import { displayName } from '#src/domain/display-name.ts'
import { countOf } from '#src/domain/money.ts'
import {
  MAX_PEERS,
  PEER_FUNDER_SORTS,
  type PeerFunders,
  readPeerFunders,
} from '#src/network/peer-funders.ts'
import { openFiler } from '#src/organizations/open-profile.ts'
import type { Organization } from '#src/organizations/organization.ts'
import { ApiError } from '#src/platform/errors.ts'
import { firstOrder, SORT_ORDERS } from '#src/search/params.ts'
import type { SimilarHit } from '#src/search/similar/hits.ts'
import { findSimilar } from '#src/search/similar.ts'
import { DataTable, TableTools } from '../components/data-table.tsx'
import type { Site } from '../components/layout.tsx'
import { peerFunderColumns } from '../components/network/peer-funders.tsx'
import { OrganizationPage } from '../components/organization/organization-page.tsx'
import { lastPage, Paging } from '../components/search/paging.tsx'
import { DisplayName, Name } from '../components/text.tsx'
import { addCsv, MAX_CSV_ROWS } from '../csv.ts'
import { organizationPath, peerFundersPath, withoutApiPaths, withQuery } from '../links.ts'
import { fromForm, pageOf } from '../list-query.ts'
import { addPage, type WebDeps } from '../render.ts'
import { NO_MATCH, TABLE_PAGES } from '../words.ts'

const ROWS_PER_PAGE = 50

const query = fromForm({
  Sort: oneOfOrFirst(PEER_FUNDER_SORTS, 'Order of the rows.'),
  Order: oneOf(SORT_ORDERS, 'Direction of the order.').optional(),
  Within: queryText('Part of a name.').optional(),
  Page: pageOf,
})
type Query = z.output<typeof query>
const SCHEMAS = { params: z.object({ ein: pathEin() }), querystring: query }

type Peers = { peers: SimilarHit[]; why?: string | undefined }

/** Adds `GET /charity/{ein}/peer-funders` and its CSV file: funders of similar organizations. */
export function addPeerFundersPages(app: FastifyInstance, deps: WebDeps, site: Site): void {
  const read = (ein: string, peers: readonly SimilarHit[], asked: Query, part: Part) =>
    readPeerFunders(
      deps,
      ein,
      peers.map((peer) => peer.ein),
      { ...sortedBy(asked), within: asked.Within, ...part },
    )
  addPage(
    app,
    '/charity/:ein/peer-funders',
    async ({ params: { ein }, query: asked }) => {
      const [organization, { peers, why }] = await Promise.all([
        openFiler(deps, ein),
        findPeers(deps, ein),
      ])
      const offset = (asked.Page - 1) * ROWS_PER_PAGE
      const found = await read(ein, peers, asked, { offset, limit: ROWS_PER_PAGE })
      return <PeerFundersPage {...{ site, organization, peers, why, found, asked }} />
    },
    SCHEMAS,
  )
  addCsv(
    app,
    '/charity/:ein/peer-funders.csv',
    async ({ params: { ein }, query: asked }) => {
      await openFiler(deps, ein)
      const { peers } = await findPeers(deps, ein)
      const found = await read(ein, peers, asked, { offset: 0, limit: MAX_CSV_ROWS })
      return { name: `peer-funders-${ein}`, columns: peerFunderColumns, rows: found.funders }
    },
    SCHEMAS,
  )
}

type Part = { offset: number; limit: number }

const NO_PEERS = ['NoDiscoveryEvidence', 'NoComparableCohort', 'DiscoveryIndexEmpty']

/** Finds similar organizations, or says why there are none. */
async function findPeers(deps: WebDeps, ein: string): Promise<Peers> {
  try {
    const { hits } = await findSimilar(deps, { ein, limit: MAX_PEERS })
    return { peers: hits }
  } catch (error) {
    if (!(error instanceof ApiError) || !NO_PEERS.includes(error.code)) throw error
    return { peers: [], why: withoutApiPaths(error.message) }
  }
}

const sortedBy = ({ Sort: sort, Order }: Query) => ({
  sort,
  order: Order ?? firstOrder(sort),
})

type Props = Peers & {
  site: Site
  organization: Organization
  found: PeerFunders
  asked: Query
}

const PeerFundersPage = ({ site, organization, peers, why, found, asked }: Props) => {
  const { ein } = organization
  const name = displayName(organization.name)
  return (
    <OrganizationPage
      site={site}
      organization={organization}
      tab="grants"
      title="Funders of similar organizations"
      description={`Funders of organizations similar to ${name} that do not fund it in the loaded returns.`}
      path={peerFundersPath(ein)}
    >
      <h2>
        Who funds organizations like <DisplayName name={organization.name} />
      </h2>
      {why !== undefined ? (
        <p>{`We can’t find similar organizations: ${why}`}</p>
      ) : (
        <>
          <p>
            {found.all === 0
              ? `No funder in the loaded returns supports two or more of the ${peers.length} most similar organizations without supporting this one.`
              : `${countOf(found.all, 'funder')} in the loaded returns ${found.all === 1 ? 'supports' : 'support'} at least two of the ${peers.length} most similar organizations and ${found.all === 1 ? 'lists' : 'list'} no grant to this one. A funder whose newer returns are not loaded may fund it by now.`}
          </p>
          {found.all > 0 && <Funders ein={ein} found={found} asked={asked} />}
          <h3>Similar organizations compared</h3>
          <ol>
            {peers.map((peer) => (
              <li key={peer.ein}>
                <a href={organizationPath(peer.ein)}>
                  <DisplayName name={peer.display.name} />
                </a>
                . <Name>{peer.explanation}</Name>
              </li>
            ))}
          </ol>
        </>
      )}
    </OrganizationPage>
  )
}

const Funders = ({ ein, found, asked }: Pick<Props, 'found' | 'asked'> & { ein: string }) => {
  const { sort, order } = sortedBy(asked)
  const kept = { Sort: sort, Order: asked.Order }
  const pathOf = (changes: Record<string, string | number | undefined>) =>
    peerFundersPath(ein, { ...kept, Within: asked.Within, ...changes })
  return (
    <>
      <TableTools
        path={peerFundersPath(ein)}
        kept={kept}
        within={asked.Within}
        csvPath={withQuery(`${peerFundersPath(ein)}.csv`, { ...kept, Within: asked.Within })}
      />
      {found.funders.length === 0 ? (
        <p>{NO_MATCH}</p>
      ) : (
        <DataTable
          name="Funders by number of similar organizations"
          columns={peerFunderColumns}
          rows={found.funders}
          keyOf={(funder) => funder.ein}
          sorted={{ key: sort, order }}
          sortPath={(next) => pathOf({ Sort: next.key, Order: next.order })}
        />
      )}
      <Paging
        name={TABLE_PAGES}
        page={asked.Page}
        last={lastPage(found.count, ROWS_PER_PAGE)}
        to={(page) => pathOf({ Page: page === 1 ? undefined : page })}
      />
    </>
  )
}
