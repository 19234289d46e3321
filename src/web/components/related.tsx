import { formatEin } from '#src/domain/ein.ts'
import type { RelatedEvidence, Relationship } from '#src/organizations/relations/related.ts'
import { describeTable } from '#src/organizations/sections/describe-tables.ts'
import { NO_NAME } from '../words.ts'
import { FactList } from './figure.tsx'
import { nameFiling } from './filing.tsx'
import { RowNumber, toFacts } from './rows/rows-table.tsx'
import { DisplayName, OrganizationLink } from './text.tsx'

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
