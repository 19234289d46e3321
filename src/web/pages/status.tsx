import { readServiceState, type ServiceState } from '#src/api/shared/service-state.ts'
import { countOf } from '#src/domain/money.ts'
import { VERSION } from '#src/platform/version.ts'
import type { Source } from '#src/provenance/source.ts'
import { Layout } from '../components/layout.tsx'
import { column, Table } from '../components/table.tsx'
import { Day, MaybeLink } from '../components/text.tsx'
import { holdLast } from '../held.ts'
import { addPage, type Pages, STATIC_TERMS } from '../render.ts'

/** Adds `GET /status`: whether the service works, and how old its data is. */
export function addStatusPage(pages: Pages): void {
  const read = holdLast(() => readServiceState(pages.deps), {})
  addPage(pages, '/status', async () => <StatusPage state={await read()} />, {
    terms: STATIC_TERMS,
  })
}

const StatusPage = ({ state }: { state: ServiceState }) => (
  <Layout
    title="Status"
    description="Whether this service works, and how old its data is."
    path="/status"
    releasedAt={state.store?.releasedAt}
  >
    <h1>Status</h1>
    <p class="lead">{inShort(state)}</p>
    <Parts state={state} />
    <h2>Sources</h2>
    <p>
      <a href="/sources">What each source provides, and how late it is</a>
    </p>
    {state.store && <SourceAges sources={state.store.sources} />}
  </Layout>
)

function inShort({ index, store }: ServiceState): string {
  if (index && store) return 'The service works.'
  if (store && !store.releasedAt) return 'No data has been loaded yet.'
  if (store) return 'Searches do not work now. Pages of organizations do.'
  return index
    ? 'Searches work. Pages of organizations do not work now.'
    : 'The service does not work now.'
}

const Parts = ({ state: { index, store, isReindexDue } }: { state: ServiceState }) => (
  <Table<[string, preact.ComponentChild]>
    name="Parts"
    caption="Parts of the service"
    rows={[
      ['Version', VERSION],
      [
        'Data',
        store?.releasedAt ? (
          <>
            changed <Day iso={store.releasedAt} />
          </>
        ) : (
          ((store && 'none') ?? UNAVAILABLE)
        ),
      ],
      [
        'Search index',
        index ? (
          <>
            {index.builtAt && (
              <>
                built <Day iso={index.builtAt} />,{' '}
              </>
            )}
            release {index.release}
            {isReindexDue && '. Newer data is not in it yet'}
          </>
        ) : (
          UNAVAILABLE
        ),
      ],
    ]}
    columns={[column('Part', ([part]) => part), column('State', ([, shown]) => shown)]}
  />
)

const UNAVAILABLE = <span class="unknown">not available</span>

const SourceAges = ({ sources }: { sources: readonly Source[] }) => (
  <Table<Source>
    name="Sources"
    caption="Sources, and when each was last loaded"
    rows={sources}
    columns={[
      column('Source', ({ title, url }) => <MaybeLink href={url}>{title}</MaybeLink>),
      column('Loaded', ({ loaded }) =>
        loaded?.lastLoadedAt ? (
          <Day iso={loaded.lastLoadedAt} />
        ) : (
          <span class="unknown">not loaded</span>
        ),
      ),
      column('Age', ({ loaded }) => loaded?.lastLoadedAt && ageOf(loaded.lastLoadedAt)),
    ]}
  />
)

const ageOf = (iso: string): string => {
  const days = Math.floor((Date.now() - Date.parse(iso)) / 86_400_000)
  return days > 0 ? countOf(days, 'day') : 'less than a day'
}
