import { formatMonth } from '#src/domain/days.ts'
import { countOf } from '#src/domain/money.ts'
import { readSourceList, type SourceList } from '#src/provenance/read-sources.ts'
import type { LoadedSource, Source } from '#src/provenance/source.ts'
import { Chip } from '../components/chips.tsx'
import { formatValue } from '../components/formats.ts'
import { Layout } from '../components/layout.tsx'
import { column, numeric, Table } from '../components/table.tsx'
import { Day, MaybeLink } from '../components/text.tsx'
import { addPage, FREE_TERMS, type Pages } from '../render.ts'

/** Adds `GET /sources`: the data sources and their ages. */
export function addSourcesPage(pages: Pages): void {
  const { deps } = pages
  const answer = async () => <SourcesPage list={await readSourceList(deps)} />
  addPage(pages, '/sources', answer, { terms: FREE_TERMS })
}

const SourcesPage = ({ list: { sources, freshness } }: { list: SourceList }) => (
  <Layout
    title="Data sources"
    description="The sources of the facts on this site: who publishes each one, how late its data appears, and how much of the data is loaded."
    path="/sources"
    releasedAt={freshness.releasedAt}
  >
    <h1>Data sources</h1>
    <p>
      The facts on this site come from these sources. If a source is not loaded, its facts may
      exist, but this site does not show them.
    </p>
    <SourceTable sources={sources} />
    <p class="quiet">
      For what the data cannot show, see <a href="/about">about this site</a>; whether the service
      works, see its <a href="/status">status</a>. Get this list from the API:{' '}
      <a href="/api/v2/sources" rel="nofollow">
        /api/v2/sources
      </a>
      .
    </p>
  </Layout>
)

/** Each source, its content and delay, and how much of it is loaded. */
export const SourceTable = ({ sources }: { sources: readonly Source[] }) => (
  <Table<Source>
    name="Sources"
    caption="Sources, and how much of each is loaded"
    class="sources"
    rows={sources}
    columns={[
      column('Source', ({ title, publisher, url, gives }) => (
        <>
          <MaybeLink href={url}>{title}</MaybeLink>
          <div class="quiet">
            {publisher}. {gives}
          </div>
        </>
      )),
      column('Loaded', ({ loaded }) =>
        loaded ? <Loaded loaded={loaded} /> : <span class="unknown">not loaded</span>,
      ),
      column('As of', ({ loaded }) =>
        loaded?.asOf ? formatMonth(loaded.asOf) : <AsOf loaded={loaded} />,
      ),
      numeric('Entries', ({ loaded }) => {
        if (loaded?.rows === undefined) return <span class="unknown">not counted</span>
        const { rows, entries = rows } = loaded
        return (
          <>
            {formatValue(entries)}
            {entries !== rows && <div class="quiet">{`${countOf(rows, 'row')} in all files`}</div>}
          </>
        )
      }),
      column('Delay', ({ lag }) => lag),
    ]}
  />
)

const FICTIONAL = { All: 'fictional (demo)', Some: 'partly fictional' }

const Loaded = ({ loaded }: { loaded: LoadedSource }) => {
  const { lastLoadedAt, fictional, isUnfinished } = loaded
  return (
    <>
      {lastLoadedAt ? <Day iso={lastLoadedAt} /> : 'on an unknown date'}
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
