import { displayName } from '#src/domain/display-name.ts'
import { formatEin } from '#src/domain/ein.ts'
import { refOf } from '#src/domain/evidence.ts'
import { toLocation } from '#src/domain/places.ts'
import type { Page } from '#src/organizations/page/page.ts'
import type { RelatedEvidence, Relationship } from '#src/organizations/relations/related.ts'
import type { SimilarHit } from '#src/search/similar/hits.ts'
import { comparePath, peerFundersPath } from '#src/web/links.ts'
import { NO_NAME } from '#src/web/words.ts'
import { Dollars, SourceLink } from '../figure.tsx'
import { showPlace } from '../place.ts'
import { DisplayName, Name, OrganizationLink } from '../text.tsx'
import { Band, linkSection } from './band.tsx'

/** Organizations near one in some respect, or the code of the error why they are not known. */
export type Neighbors<One> = { found: One[]; error?: string }

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

const SimilarRow = ({ one: { ein, display } }: { one: SimilarHit }) => {
  const { name, cause, revenue } = display
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
        {cause && ` · ${cause.label}`}
        {revenue && (
          <>
            {' · '}
            revenue{' '}
            <Dollars
              ein={ein}
              label={`Revenue of ${displayName(name)}, ${revenue.taxYear}`}
              figure={revenue}
            />{' '}
            in {revenue.taxYear}
          </>
        )}
      </span>
    </li>
  )
}

type RelatedProps = { page: Page; related: { relationships: Relationship[]; total: number } }

/** Organizations related by a Schedule R, either its own or theirs. */
export const RelatedBand = ({ page, related: { relationships, total } }: RelatedProps) => {
  const href = linkSection(page, 'RelatedOrganizations')
  if (href === undefined || relationships.length === 0) return null
  return (
    <Band
      id="related"
      title="Related organizations"
      more={{ href, label: total === 1 ? 'Relationship details' : `All ${total} relationships` }}
    >
      <ul class="rows-plain">
        {relationships.map((relationship, at) => (
          <RelatedRow key={at} relationship={relationship} />
        ))}
      </ul>
    </Band>
  )
}

const RelatedRow = ({ relationship }: { relationship: Relationship }) => {
  const { organization, type, roles, evidence } = relationship
  const { name, ein } = organization
  const place = toLocation(organization)
  const [first] = evidence
  return (
    <li>
      <OrganizationLink ein={ein} name={name ?? (ein ? `EIN ${formatEin(ein)}` : NO_NAME)} />
      {place && (
        <span class="quiet">
          , <DisplayName name={place} />
        </span>
      )}
      <span class="below quiet">
        {type}
        {roles.includes('Source') ? '' : ', according to its own return'}{' '}
        {first && (
          <SourceLink
            ein={first.ein}
            label={name ? displayName(name) : 'relationship'}
            ref_={refOf(first.filing, pathOf(first))}
          />
        )}
      </span>
    </li>
  )
}

/** Returns the path of the row, or of its first value if the values are filed apart. */
const pathOf = ({ row: { path, cells } }: RelatedEvidence): string =>
  path ?? Object.values(cells)[0]?.path ?? ''
