import type { FastifyInstance } from 'fastify'
import { formatMonth } from '#src/domain/days.ts'
import { readSourceList, type SourceList } from '#src/provenance/read-list.ts'
import type { LoadedSource, Source } from '#src/provenance/source.ts'
import { Chip } from '../components/chips.tsx'
import { formatValue } from '../components/formats.ts'
import { Layout, type Site } from '../components/layout.tsx'
import { numeric, Table } from '../components/table.tsx'
import { Day, MaybeLink } from '../components/text.tsx'
import { addPage, FREE_TERMS, type WebDeps } from '../render.ts'
import { layoutTexts } from '../texts/layout.tsx'
import { sourcesTexts } from '../texts/sources.tsx'

/** Adds `GET /sources`: the data sources and their ages. */
export function addSourcesPage(app: FastifyInstance, deps: WebDeps, site: Site): void {
  const answer = async () => <SourcesPage site={site} list={await readSourceList(deps)} />
  addPage(app, '/sources', answer, { terms: FREE_TERMS })
}

const SourcesPage = ({ site, list: { sources, freshness } }: { site: Site; list: SourceList }) => (
  <Layout
    site={site}
    head={{
      title: layoutTexts.pageTitle(sourcesTexts.title),
      description: sourcesTexts.description,
      canonicalPath: '/sources',
    }}
    releasedAt={freshness.releasedAt}
  >
    <h1>{sourcesTexts.heading}</h1>
    <p>{sourcesTexts.lead}</p>
    <SourceTable sources={sources} />
    <p class="quiet">{sourcesTexts.asData}</p>
  </Layout>
)

const { heads } = sourcesTexts

/** Each source, its content and delay, and how much of it is loaded. */
export const SourceTable = ({ sources }: { sources: readonly Source[] }) => (
  <Table
    name={sourcesTexts.table}
    caption={sourcesTexts.caption}
    class="sources"
    heads={[heads.source, heads.loaded, heads.asOf, numeric(heads.rows), heads.lag]}
  >
    {sources.map(({ key, title, publisher, url, gives, lag, loaded }) => (
      <tr key={key}>
        <th scope="row">
          <MaybeLink href={url}>{title}</MaybeLink>
          <div class="quiet">
            {publisher}. {gives}
          </div>
        </th>
        <td>
          {loaded ? (
            <Loaded loaded={loaded} />
          ) : (
            <span class="unknown">{sourcesTexts.notLoaded}</span>
          )}
        </td>
        <td>{loaded?.asOf ? formatMonth(loaded.asOf) : <AsOf loaded={loaded} />}</td>
        <td class="number">
          {loaded?.rows === undefined ? (
            <span class="unknown">{sourcesTexts.notCounted}</span>
          ) : (
            formatValue(loaded.rows)
          )}
        </td>
        <td>{lag}</td>
      </tr>
    ))}
  </Table>
)

const Loaded = ({ loaded }: { loaded: LoadedSource }) => {
  const { lastLoadedAt, fictional, isUnfinished } = loaded
  return (
    <>
      {lastLoadedAt ? <Day iso={lastLoadedAt} /> : sourcesTexts.unknownDay}
      {isUnfinished && sourcesTexts.unfinished}
      {fictional && (
        <>
          <br />
          <Chip tone="caution">{sourcesTexts.fictional[fictional]}</Chip>
        </>
      )}
    </>
  )
}

const AsOf = ({ loaded }: { loaded: LoadedSource | undefined }) => {
  const newest = loaded?.newestReceived ?? loaded?.newestTaxPeriodEnd
  if (newest === undefined) return <span class="unknown">{sourcesTexts.notKnown}</span>
  return (
    <>
      {loaded?.newestReceived ? sourcesTexts.received : sourcesTexts.yearEnded}
      <Day iso={newest} />
    </>
  )
}
