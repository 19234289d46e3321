import { formatEin } from '#src/domain/ein.ts'
import type { RelatedEvidence, Relationship } from '#src/organizations/relations/related.ts'
import { describeTable } from '#src/organizations/sections/describe-tables.ts'
import { organizationPath } from '#src/web/links.ts'
import { FactList } from '../fact-list.tsx'
import { nameFiling } from '../filing-words.tsx'
import { Name } from '../name.tsx'
import { toFacts } from '../rows/detail.tsx'
import { RowNumber } from '../rows/number.tsx'

type Props = { ein: string; relationships: readonly Relationship[] }

/** Related organizations, each with the rows of Schedule R that say so. */
export const RelatedData = ({ ein, relationships }: Props) => (
  <ol class="relationships">
    {relationships.map((relationship, at) => (
      <li key={at} class="card">
        <Related ein={ein} relationship={relationship} />
      </li>
    ))}
  </ol>
)

const Related = ({ ein, relationship }: { ein: string; relationship: Relationship }) => {
  const { organization, roles, type, confidences, evidence } = relationship
  const place = [organization.city, organization.state, organization.country].filter(Boolean)
  return (
    <article>
      <h2>
        <RelatedName organization={organization} />
      </h2>
      <p class="quiet">
        {organization.ein ? `EIN ${formatEin(organization.ein)}` : 'EIN not reported'}
        {place.length > 0 && ` · ${place.join(', ')}`}
      </p>
      <ul class="chips">
        <li class="chip">{type}</li>
        {roles.map((role) => (
          <li key={role} class="chip">
            {ROLES[role]}
          </li>
        ))}
        {confidences.map((confidence) => (
          <li key={confidence} class="chip">
            {CONFIDENCES[confidence]}
          </li>
        ))}
      </ul>
      {evidence.map((one, at) => (
        <Evidence key={at} isOwn={one.ein === ein} evidence={one} />
      ))}
    </article>
  )
}

const ROLES = {
  Source: 'named by this organization',
  Target: 'names this organization',
} as const satisfies Record<Relationship['roles'][number], string>

const CONFIDENCES = {
  Authoritative: 'known by its EIN',
  Strong: 'known by its name',
} as const satisfies Record<Relationship['confidences'][number], string>

const RelatedName = ({ organization: { ein, name } }: Pick<Relationship, 'organization'>) => {
  const shown = <Name>{name ?? 'Name not reported'}</Name>
  return ein === undefined ? shown : <a href={organizationPath(ein)}>{shown}</a>
}

// Rows of another's return open as hers, which names them for sure.
const Evidence = ({ isOwn, evidence }: { isOwn: boolean; evidence: RelatedEvidence }) => {
  const { ein, filing, table, row } = evidence
  const described = describeTable(filing, table, 1)
  return (
    <details open={isOwn}>
      <summary>
        {described.label}, {nameFiling(filing)}
        {!isOwn && ' of the other organization'}
      </summary>
      <p class="quiet">
        {described.line}, row{' '}
        <RowNumber ein={ein} filing={filing} table={described} shown={{ table, row }} />
      </p>
      <FactList ein={ein} facts={toFacts(filing, { table, row })} />
    </details>
  )
}
