import { refOf } from '#src/domain/cite.ts'
import { displayName } from '#src/domain/display-name.ts'
import { formatEin } from '#src/domain/ein.ts'
import { toLocation } from '#src/domain/places.ts'
import type { Page } from '#src/organizations/page/page.ts'
import type { RelatedEvidence, Relationship } from '#src/organizations/relations/related.ts'
import { describeTable } from '#src/organizations/sections/describe-tables.ts'
import { FactList, SourceLink } from './figure.tsx'
import { nameFiling } from './filing.tsx'
import { Band, linkSection } from './organization/band.tsx'
import { RowNumber, toFacts } from './rows/rows-table.tsx'
import { DisplayName, OrganizationLink } from './text.tsx'

type BandProps = { page: Page; related: { relationships: Relationship[]; total: number } }

/** Organizations related by a Schedule R, either its own or theirs. */
export const RelatedBand = ({ page, related: { relationships, total } }: BandProps) => {
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

const NO_NAME = 'Name not reported'

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

type Props = { ein: string; relationships: readonly Relationship[] }

/** The section: related organizations, each with its rows of Schedule R. */
export const RelatedData = ({ ein, relationships }: Props) => (
  <ol class="relationships">
    {relationships.map((relationship, at) => (
      <li key={at} class="card">
        <Relation ein={ein} relationship={relationship} />
      </li>
    ))}
  </ol>
)

const ROLES: Record<Relationship['roles'][number], string> = {
  Source: 'listed by this organization',
  Target: 'lists this organization',
}

const RELATED: Record<Relationship['confidences'][number], string> = {
  Authoritative: 'matched by EIN',
  Strong: 'matched by name',
}

const Relation = ({ ein, relationship }: { ein: string; relationship: Relationship }) => {
  const { organization, roles, type, confidences, evidence } = relationship
  const { ein: other, name, city, state, country } = organization
  const place = [city, state, country].filter(Boolean)
  const chips = [
    type,
    ...roles.map((role) => ROLES[role]),
    ...confidences.map((confidence) => RELATED[confidence]),
  ]
  return (
    <article>
      <h2>
        <OrganizationLink ein={other} name={name ?? NO_NAME} />
      </h2>
      <p class="quiet">
        {other ? `EIN ${formatEin(other)}` : 'EIN not reported'}
        {place.length > 0 && (
          <>
            {' '}
            · <DisplayName name={place.join(', ')} />
          </>
        )}
      </p>
      <ul class="chips">
        {chips.map((chip) => (
          <li key={chip} class="chip">
            {chip}
          </li>
        ))}
      </ul>
      {evidence.map((one, at) => (
        <Evidence key={at} isOwn={one.ein === ein} evidence={one} />
      ))}
    </article>
  )
}

// Refs of another organization's return open with that organization's EIN.
const Evidence = ({ isOwn, evidence }: { isOwn: boolean; evidence: RelatedEvidence }) => {
  const { ein, filing, table, row } = evidence
  const described = describeTable(filing, table, 1)
  return (
    <details open={isOwn}>
      <summary>
        {described.label},{' '}
        {isOwn ? nameFiling(filing) : `the other organization’s ${nameFiling(filing)}`}
      </summary>
      <p class="quiet">
        {described.line}, row{' '}
        <RowNumber ein={ein} filing={filing} table={described} shown={{ table, row }} />
      </p>
      <FactList ein={ein} facts={toFacts(filing, { table, row })} />
    </details>
  )
}
