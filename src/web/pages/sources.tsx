import type { FastifyInstance } from 'fastify'
import { readSourceList, type SourceList } from '#src/provenance/read-list.ts'
import type { LoadedSource, Source } from '#src/provenance/source.ts'
import { Chip } from '../components/chips.tsx'
import { formatValue } from '../components/formats.ts'
import { Layout, type Site } from '../components/layout.tsx'
import { numeric, Table } from '../components/table.tsx'
import { Day, MaybeLink } from '../components/text.tsx'
import { addPage, FREE_TERMS, type WebDeps } from '../render.ts'

/** Adds `GET /sources`: the sources of the data, and how old each is. */
export function addSourcesPage(app: FastifyInstance, deps: WebDeps, site: Site): void {
  const answer = async () => <SourcesPage site={site} list={await readSourceList(deps)} />
  addPage(app, '/sources', answer, { terms: FREE_TERMS })
}

const SourcesPage = ({ site, list: { sources, freshness } }: { site: Site; list: SourceList }) => (
  <Layout
    site={site}
    head={{
      title: 'Sources · Nonprofit Research',
      description:
        'The sources of the facts here: who publishes each, how far it lags, and what of it is loaded.',
      canonicalPath: '/sources',
    }}
    releasedAt={freshness.releasedAt}
  >
    <h1>Sources</h1>
    <p>
      The sources of the facts here. If a source is not loaded, nothing of it can be found, which
      does not mean that there is nothing.
    </p>
    <SourceTable sources={sources} />
    <p class="quiet">
      The same as data:{' '}
      <a href="/api/v2/sources" rel="nofollow">
        /api/v2/sources
      </a>
      .
    </p>
  </Layout>
)

/** Each source, its content and lag, and what is loaded of it. */
export const SourceTable = ({ sources }: { sources: readonly Source[] }) => (
  <Table
    name="Sources"
    caption="Sources, and what is loaded of each"
    class="sources"
    heads={['Source', 'Loaded', 'As of', numeric('Rows'), 'Lag']}
  >
    {sources.map(({ key, title, publisher, url, gives, lag, loaded }) => (
      <tr key={key}>
        <th scope="row">
          <MaybeLink href={url}>{title}</MaybeLink>
          <div class="quiet">
            {publisher}. {gives}
          </div>
        </th>
        <td>{loaded ? <Loaded loaded={loaded} /> : <span class="unknown">not loaded</span>}</td>
        <td>{loaded?.asOf ?? <AsOf loaded={loaded} />}</td>
        <td class="number">
          {loaded?.rows === undefined ? (
            <span class="unknown">not counted</span>
          ) : (
            formatValue(loaded.rows)
          )}
        </td>
        <td>{lag}</td>
      </tr>
    ))}
  </Table>
)

const FICTIONAL = { All: 'made up for the demo', Some: 'some of it made up' }

const Loaded = ({ loaded }: { loaded: LoadedSource }) => {
  const { lastLoadedAt, fictional, isUnfinished } = loaded
  return (
    <>
      {lastLoadedAt ? <Day iso={lastLoadedAt} /> : 'on an unknown day'}
      {isUnfinished && ', not complete yet'}
      {fictional && (
        <>
          <br />
          <Chip tone="caution">{FICTIONAL[fictional]}</Chip>
        </>
      )}
    </>
  )
}

const AsOf = ({ loaded }: { loaded: LoadedSource | undefined }) => {
  const newest = loaded?.newestReceived ?? loaded?.newestTaxPeriodEnd
  if (newest === undefined) return <span class="unknown">not known</span>
  return (
    <>
      {loaded?.newestReceived ? 'received ' : 'year ended '}
      <Day iso={newest} />
    </>
  )
}
