import type { Block, Leaf } from '#src/domain/blocks.ts'
import type { Postgres } from '#src/platform/clients/postgres.ts'
import type { Filing, FilingSummary } from '../organization.ts'
import { FILING_VERSION, requireVersion } from './filing-version.ts'
import { rowElement } from './row-element.ts'

/** A row of another organization's Schedule R that names this one, with who filed it. */
export type ReferenceRow = {
  filing: Pick<FilingSummary, 'objectId' | 'form' | 'taxYear' | 'schemaVersion' | 'sourceArchive'>
  ein: string
  name: string
  city: string | null
  state: string | null
  country: string | null
  path: string
  element: Leaf | Block | null
  /** The organization's own Schedule R names its filer, too. */
  isNamed: boolean
}

export type ReferenceQuestion = {
  ein: string
  /** The organization's own filing, and the rows of its Schedule R that are asked about. */
  filing: Pick<Filing, 'objectId' | 'version'>
  paths: readonly string[]
  /** The portion wanted of those that the own Schedule R does not name, by EIN. */
  offset: number
  limit: number
}

// Counts only references from the latest current return of each form of the other organization.
const SQL = `
  with reference as (
    select r.object_id, r.path, f.ein, f.form, f.tax_year, f.schema_version, f.source_archive
    from related_reference r
    join filing f on f.object_id = r.object_id
    where r.related_ein = $1 and f.ein <> $1 and f.is_current and not exists (
      select 1 from filing later
      where later.ein = f.ein and later.form = f.form and later.is_current
        and later.tax_period_end > f.tax_period_end)
  ),
  own as (select related_ein, path from related_reference where object_id = $2),
  others as (
    select ein, row_number() over (order by ein) - 1 as place
    from (select ein from reference except select related_ein from own) unnamed
  ),
  wanted as (
    select ein, false as is_named from others where place >= $4 and place < $4 + $5
    union
    select related_ein, true from own where path = any($3)
  )
  select (select count(*) from others) as total,
    (select ${FILING_VERSION} from filing f where f.object_id = $2) as version, found.*
  from (select) one
  left join lateral (
    select r.object_id as "objectId", r.form, r.tax_year as "taxYear",
      r.schema_version as "schemaVersion", r.source_archive as "sourceArchive",
      r.ein, o.name, o.city, o.state, o.country, r.path, w.is_named as "isNamed",
      ${rowElement('r.object_id', 'r.path')} as element
    from wanted w
    join reference r on r.ein = w.ein
    join organization o on o.ein = r.ein
  ) found on true
  order by found.ein, found."objectId", length(found.path), found.path`

type Found = Omit<ReferenceRow, 'filing'> & ReferenceRow['filing']
type Answer = { total: number; version: string | null } & (Found | { objectId: null })

/**
 * Who names an organization on a current Schedule R of its own, of the form's latest return:
 * those among the rows asked about, and a portion of the `total` others. One round trip. Throws
 * ApiError StoreUnavailable, also while the organization's own filing is being replaced.
 */
export async function readReferences(
  db: Pick<Postgres, 'query'>,
  { ein, filing, paths, offset, limit }: ReferenceQuestion,
): Promise<{ references: ReferenceRow[]; total: number }> {
  const answers = await db.query<Answer>(SQL, [ein, filing.objectId, [...paths], offset, limit])
  requireVersion(filing.version, answers[0]?.version)
  const references = answers.flatMap((answer) =>
    answer.objectId === null ? [] : [toReference(answer)],
  )
  return { references, total: answers[0]?.total ?? 0 }
}

function toReference(answer: Found): ReferenceRow {
  const { objectId, form, taxYear, schemaVersion, sourceArchive, ...row } = answer
  const filing = { objectId, form, taxYear, schemaVersion, sourceArchive }
  const { ein, name, city, state, country, path, element, isNamed } = row
  return { filing, ein, name, city, state, country, path, element, isNamed }
}
