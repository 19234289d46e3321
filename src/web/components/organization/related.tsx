import { refOf } from '#src/domain/cite.ts'
import { toLocation } from '#src/domain/places.ts'
import type { RelatedEvidence, Relationship } from '#src/organizations/relations/related.ts'
import { organizationPath } from '#src/web/links.ts'
import type { Overview } from '#src/web/pages/overview.ts'
import { Name } from '../name.tsx'
import { SourceLink } from '../value.tsx'
import { Band, linkSection } from './band.tsx'

/** Organizations that a Schedule R, its own or theirs, relates to it. */
export const Related = ({ overview }: { overview: Overview }) => {
  const { relationships, total } = overview.related
  const href = linkSection(overview, 'RelatedOrganizations')
  if (href === undefined || relationships.length === 0) return null
  return (
    <Band
      id="related"
      title="Related organizations"
      more={{
        href,
        label: total === 1 ? 'The relationship in full' : `All ${total} relationships`,
      }}
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
  const shown = <Name>{name ?? (ein ? `EIN ${ein}` : 'Without a name')}</Name>
  const place = toLocation(organization)
  const [first] = evidence
  return (
    <li>
      {ein ? <a href={organizationPath(ein)}>{shown}</a> : shown}
      {place && <span class="quiet">, {place}</span>}
      <span class="below quiet">
        {type}
        {roles.includes('Source') ? '' : ', by its own return'}{' '}
        {first && (
          <SourceLink
            ein={first.ein}
            label={name ?? 'relationship'}
            ref_={refOf(first.filing, pathOf(first))}
          />
        )}
      </span>
    </li>
  )
}

/** Of the row, or of what stands for one whose values stand apart. */
const pathOf = ({ row: { path, cells } }: RelatedEvidence): string =>
  path ?? Object.values(cells)[0]?.path ?? ''
