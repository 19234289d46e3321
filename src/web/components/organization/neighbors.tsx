import { displayName } from '#src/domain/display-name.ts'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import type { Form } from '#src/domain/form.ts'
import type { RatingPeer } from '#src/search/rating-peers.ts'
import type { SimilarHit } from '#src/search/similar/hits.ts'
import { peerFundersPath } from '#src/web/links.ts'
import { comparePath } from '../compare/address.ts'
import { type DataColumn, DataTable, textColumn } from '../data-table.tsx'
import { Dollars } from '../figure.tsx'
import { showPlace } from '../place.ts'
import { ListedScore } from '../search/hit.tsx'
import { Name, OrganizationLink } from '../text.tsx'
import { Band } from './band.tsx'

/** Organizations near one in some respect, or the code of the error why they are not known. */
export type Neighbors<One> = { found: One[]; error?: string }

/** Rated organizations of the same form and, if it is known, the same major group. */
export type RatingPeers = Neighbors<RatingPeer> & { form: Form; group?: string | undefined }

// A comparison of more has columns that are too narrow to read side by side.
const COMPARED = 4

/** Returns the path that compares an organization with the first of its neighbors. */
const compareWith = (ein: string, found: readonly { ein: string }[]): string =>
  comparePath({ eins: [ein, ...found.slice(0, COMPARED).map((one) => one.ein)] })

const compareFirst = ({ length }: readonly unknown[]): string =>
  length === 1 ? 'Compare the two' : `Compare it with the first ${Math.min(COMPARED, length)}`

const NO_SIMILAR: Readonly<Record<string, string>> = {
  NoDiscoveryEvidence: 'The filings contain no text to compare with other organizations.',
  NoComparableCohort: 'We found no similar organization that files the same form.',
}

const NOT_AVAILABLE = 'Similar organizations are not available now. Try again later.'

type SimilarProps = { ein: string; similar: Neighbors<SimilarHit> }

/** Similar organizations, each with the reasons. */
export const SimilarBand = ({ ein, similar: { found, error } }: SimilarProps) => (
  <Band id="similar" title="Similar organizations">
    {found.length === 0 ? (
      <p>{NO_SIMILAR[error ?? ''] ?? NOT_AVAILABLE}</p>
    ) : (
      <>
        <ul class="rows-plain">
          {found.map((one) => (
            <SimilarRow key={one.ein} one={one} />
          ))}
        </ul>
        <p class="more">
          <a href={compareWith(ein, found)}>{compareFirst(found)}</a>
        </p>
        <p class="more">
          <a href={peerFundersPath(ein)}>Funders of similar organizations</a>
        </p>
      </>
    )}
  </Band>
)

const SimilarRow = ({ one: { ein, display, explanation } }: { one: SimilarHit }) => {
  const { name, revenue } = display
  const place = showPlace(display)
  return (
    <li>
      <OrganizationLink ein={ein} name={name} />
      <span class="quiet">
        {place && (
          <>
            , <Name>{place}</Name>
          </>
        )}
        {revenue && (
          <>
            {' · '}
            revenue <Revenue ein={ein} name={name} revenue={revenue} /> in {revenue.taxYear}
          </>
        )}
      </span>
      <span class="below quiet">
        <Name>{explanation}</Name>
      </span>
    </li>
  )
}

type RevenueProps = {
  ein: string
  name: string
  revenue: { value: number; taxYear: number; ref: string }
}

const Revenue = ({ ein, name, revenue }: RevenueProps) => (
  <Dollars
    ein={ein}
    label={`Revenue of ${displayName(name)}, ${revenue.taxYear}`}
    figure={revenue}
  />
)

type PeersProps = { ein: string; peers: RatingPeers | undefined }

const PEERS = 'Rated peers with the nearest revenue'

/** The rated organizations of the same kind with the nearest revenue, and their scores. */
export const PeersBand = ({ ein, peers }: PeersProps) => {
  if (!peers) return null
  const { found, error, form, group } = peers
  const href = found.length === 0 ? undefined : compareWith(ein, found)
  return (
    <Band id="peers" title={PEERS} more={{ href, label: compareFirst(found) }}>
      {found.length === 0 ? (
        <p>
          {error === undefined
            ? 'We found no other rated organization of this kind.'
            : 'The list of peers is not available now. Try again later.'}
        </p>
      ) : (
        <>
          <p class="quiet">{`The rating stores how its peers score, not their names. These are the rated ${FORM_NAMES[form]} filers ${
            group === undefined ? '' : `in ${group} `
          }with the nearest revenue in the current data.`}</p>
          <DataTable name={PEERS} columns={columnsFor(ein)} rows={found} />
        </>
      )}
    </Band>
  )
}

const columnsFor = (own: string): DataColumn<RatingPeer>[] => [
  {
    key: 'Name',
    label: 'Organization',
    cell: ({ ein, display }) => <OrganizationLink ein={ein} name={display.name} />,
  },
  textColumn('State', 'State', ({ display }) => display.state),
  {
    key: 'Revenue',
    label: 'Revenue',
    isNumeric: true,
    cell: ({ ein, display: { name, revenue } }) => (
      <Revenue ein={ein} name={name} revenue={revenue} />
    ),
  },
  {
    key: 'Score',
    label: 'Score',
    isNumeric: true,
    cell: ({ ein, display }) => <ListedScore ein={ein} display={display} />,
  },
  {
    key: 'Compare',
    label: 'Side by side',
    cell: ({ ein, display }) => (
      <a
        href={comparePath({ eins: [own, ein] })}
        aria-label={`Compare with ${displayName(display.name)}`}
      >
        Compare
      </a>
    ),
  },
]
