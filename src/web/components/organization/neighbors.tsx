import { displayName } from '#src/domain/display-name.ts'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import type { RatingPeer } from '#src/search/rating-peers.ts'
import type { SimilarHit } from '#src/search/similar/hits.ts'
import { organizationPath, peerFundersPath } from '#src/web/links.ts'
import type { TabData } from '#src/web/pages/organization/read.ts'
import type { Neighbors, RatingPeers } from '#src/web/search/neighbors.ts'
import { grantsTexts } from '#src/web/texts/grants.tsx'
import { organizationTexts } from '#src/web/texts/organization.tsx'
import { comparePath } from '../compare/address.ts'
import { type DataColumn, DataTable } from '../data-table.tsx'
import { Figure } from '../figure.tsx'
import { ListedScore } from '../listed-score.tsx'
import { showPlace } from '../place.ts'
import { DisplayName, Name } from '../text.tsx'
import { Band } from './band.tsx'

const texts = organizationTexts.neighbors

// A comparison of more has columns that are too narrow to read side by side.
const COMPARED = 4

/** Returns the path that compares an organization with the first of its neighbors. */
const compareWith = (ein: string, found: readonly { ein: string }[]): string =>
  comparePath({ eins: [ein, ...found.slice(0, COMPARED).map((one) => one.ein)] })

type SimilarProps = { ein: string; similar: Neighbors<SimilarHit> }

/** Similar organizations, each with the reasons. */
export const SimilarBand = ({ ein, similar: { found, error } }: SimilarProps) => (
  <Band id="similar" title={texts.similar}>
    {found.length === 0 ? (
      <p>{texts.noSimilar(error)}</p>
    ) : (
      <>
        <ul class="rows-plain">
          {found.map((one) => (
            <SimilarRow key={one.ein} one={one} />
          ))}
        </ul>
        <p class="more">
          <a href={compareWith(ein, found)}>
            {texts.compareFirst(Math.min(COMPARED, found.length))}
          </a>
        </p>
        <p class="more">
          <a href={peerFundersPath(ein)}>{grantsTexts.byYear.peers}</a>
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
      <a href={organizationPath(ein)}>
        <DisplayName name={name} />
      </a>
      <span class="quiet">
        {place && (
          <>
            , <Name>{place}</Name>
          </>
        )}
        {revenue && (
          <>
            {' · '}
            {texts.revenueOf(<Revenue ein={ein} name={name} revenue={revenue} />, revenue.taxYear)}
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

const Revenue = ({ ein, name, revenue: { value, taxYear, ref } }: RevenueProps) => (
  <Figure
    ein={ein}
    label={texts.revenueLabel(displayName(name), taxYear)}
    value={value}
    unit="USD"
    ref_={ref}
    isShort
  />
)

type PeersProps = { profile: TabData; peers: RatingPeers | undefined }

/** The rated organizations of the same kind with the nearest revenue, and their scores. */
export const PeersBand = ({ profile, peers }: PeersProps) => {
  if (!peers) return null
  const { ein } = profile.page.organization
  const { found, error, form, group } = peers
  return (
    <Band
      id="peers"
      title={texts.peers}
      more={
        found.length === 0
          ? undefined
          : {
              href: compareWith(ein, found),
              label: texts.compareFirst(Math.min(COMPARED, found.length)),
            }
      }
    >
      {found.length === 0 ? (
        <p>{texts.noPeers(error)}</p>
      ) : (
        <>
          <p class="quiet">{texts.chosen(FORM_NAMES[form], group)}</p>
          <DataTable
            name={texts.peers}
            columns={columnsFor(ein)}
            rows={found}
            keyOf={(one) => one.ein}
          />
        </>
      )}
    </Band>
  )
}

const columnsFor = (own: string): DataColumn<RatingPeer>[] => [
  {
    key: 'Name',
    label: texts.heads.name,
    cell: ({ ein, display }) => (
      <a href={organizationPath(ein)}>
        <DisplayName name={display.name} />
      </a>
    ),
  },
  { key: 'State', label: texts.heads.state, cell: ({ display }) => display.state },
  {
    key: 'Revenue',
    label: texts.heads.revenue,
    isNumeric: true,
    cell: ({ ein, display: { name, revenue } }) => (
      <Revenue ein={ein} name={name} revenue={revenue} />
    ),
  },
  {
    key: 'Score',
    label: texts.heads.score,
    isNumeric: true,
    cell: ({ ein, display }) => <ListedScore ein={ein} display={display} />,
  },
  {
    key: 'Compare',
    label: texts.heads.compare,
    cell: ({ ein, display }) => (
      <a
        href={comparePath({ eins: [own, ein] })}
        aria-label={texts.compareWith(displayName(display.name))}
      >
        {texts.compare}
      </a>
    ),
  },
]
