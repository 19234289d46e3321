import type { LoadedSource, Source } from '#src/provenance/source.ts'
import { formatValue } from '../figure.tsx'
import { Day } from '../layout.tsx'
import { Scroll } from '../scroll.tsx'

/** Every source, what it gives and how far it lags, and what is loaded of it. */
export const SourceTable = ({ sources }: { sources: readonly Source[] }) => (
  <Scroll name="Sources">
    <table class="sources">
      <caption class="hidden">Sources, and what is loaded of each</caption>
      <thead>
        <tr>
          <th scope="col">Source</th>
          <th scope="col">Loaded</th>
          <th scope="col">As of</th>
          <th scope="col" class="number">
            Rows
          </th>
          <th scope="col">Lag</th>
        </tr>
      </thead>
      <tbody>
        {sources.map((source) => (
          <Row key={source.key} source={source} />
        ))}
      </tbody>
    </table>
  </Scroll>
)

const Row = ({ source: { title, publisher, url, gives, lag, loaded } }: { source: Source }) => (
  <tr>
    <th scope="row">
      {url === undefined ? title : <a href={url}>{title}</a>}
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
)

const FICTIONAL = { All: 'made up for the demo', Some: 'some of it made up' }

const Loaded = ({
  loaded: { lastLoadedAt, fictional, isUnfinished },
}: {
  loaded: LoadedSource
}) => (
  <>
    {lastLoadedAt ? <Day iso={lastLoadedAt} /> : 'on an unknown day'}
    {isUnfinished && ', not yet whole'}
    {fictional && (
      <>
        <br />
        <span class="chip tone-caution">{FICTIONAL[fictional]}</span>
      </>
    )}
  </>
)

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
