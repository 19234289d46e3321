import type { Block } from '#src/domain/blocks.ts'
import {
  COLLECTION,
  type Evidence,
  formatRef,
  parseRef,
  refsOf,
  shownPath,
} from '#src/domain/evidence.ts'
import { citationOf, FORM_NAMES, listCitationOf } from '#src/domain/facts/citation.ts'
import type { DerivedFigure } from '#src/domain/facts/derived.ts'
import type { DerivedInputs } from '#src/domain/facts/derived-operands.ts'
import type { FactValue } from '#src/domain/facts/read-facts.ts'
import type { Row } from '#src/domain/facts/tables/read-rows.ts'
import type { StatementKey } from '#src/domain/facts/tables/statements.ts'
import type { TableKey } from '#src/domain/facts/tables/tables.ts'
import type { Form } from '#src/domain/form.ts'
import { knownFields } from '#src/domain/known-fields.ts'
import type { Filing, FilingSummary, Organization } from '../organization.ts'
import {
  type CitedFigure,
  citeFigure,
  readDerivedKey,
  toCitedFigure,
  toDerivedRef,
} from './derived-figures.ts'

/** The source of a figure, as the EvidenceRef of surface A shows it. */
export type EvidenceRef = {
  ref: string
  collection: (typeof COLLECTION)[Evidence['kind']]
  form?: Form
  taxYear?: number
  /** XPath in the return, or the registry's column. */
  sourcePath?: string
  /** Object id and archive. */
  sourceDocument?: string
  citation: string
  formula?: string
  derivedFrom?: string[]
}

/** The target of a Ref. It has one of `value`, `row`, and `element`. */
export type ResolvedEvidence = {
  evidence: EvidenceRef
  /** Label and unit of a value, if the catalogue has them. */
  label?: string
  unit?: string
  /** A derived figure, or a leaf with the catalogue's type (otherwise text). */
  value?: FactValue
  /** What the code of a registry means. */
  meaning?: string
  /** A row of a table; `place` is its number among the elements with its name, from 1. */
  row?: { table: TableKey | StatementKey; row: Row; place: number }
  /** Any other element, as stored. */
  element?: Block
  /** The element of the return as XML; absent if it is too long to quote. */
  xml?: string
  /** Long repeats left out of `element`, where they are empty lists. */
  leftOut?: { path: string; rows?: number }[]
  /** The filing with the value; absent for rows of other lists. */
  filing?: FilingSummary
}

export type CitedFiling = Pick<
  FilingSummary,
  'objectId' | 'form' | 'taxYear' | 'schemaVersion' | 'sourceArchive'
>

/** Returns the evidence of a leaf or row of a filing; `path` begins with its part. */
export const toEvidenceRef = (filing: CitedFiling, path: string): EvidenceRef =>
  evidenceOf(filing)(path)

/** Returns `toEvidenceRef` of one filing, for many paths. */
export function evidenceOf(filing: CitedFiling): (path: string) => EvidenceRef {
  const { objectId, form, taxYear, schemaVersion, sourceArchive } = filing
  const toRefOf = refsOf(filing)
  const sourceDocument = `${objectId} in ${sourceArchive}`
  return (path) => ({
    ref: toRefOf(path),
    collection: COLLECTION.filing,
    form,
    taxYear,
    sourcePath: shownPath(form, path),
    sourceDocument,
    citation: citationOf({ form, taxYear, path, schemaVersion }),
  })
}

/** Evidence in a registry list or a restriction list. */
type ListEvidence = Parameters<typeof listCitationOf>[0]
export type AwardEvidence = Extract<Evidence, { kind: 'award' | 'subaward' }>
type WebEvidence = Extract<Evidence, { kind: 'web' }>

const toListed = (
  evidence: ListEvidence | AwardEvidence | WebEvidence,
  citation: string,
  sourceDocument?: string,
): EvidenceRef =>
  knownFields({
    ref: formatRef(evidence),
    collection: COLLECTION[evidence.kind],
    sourcePath: 'field' in evidence ? evidence.field : evidence.column,
    sourceDocument,
    citation,
  })

/** Returns the evidence of a column of a registry row, or of an entry of a restriction list. */
export const toListEvidence = (evidence: ListEvidence): EvidenceRef =>
  toListed(evidence, listCitationOf(evidence))

/**
 * The source of a row of USAspending: file, row, and month of the download (YYYY-MM). `title` is the
 * number, agency, and year of the award.
 */
export type AwardSource = { title: string; asOf: string; file: string; row: number }

// Subaward numbers are unique only within an award.
const AWARD_NUMBER = {
  award: `'award ' || award_id`,
  subaward: `concat('subaward', ' ' || subaward_number, ' of award ' || prime_award_id)`,
}

/** Returns SQL for the `AwardSource` of a row. */
export const awardSource = (kind: AwardEvidence['kind']): string => `
  json_build_object('asOf', to_char(as_of, 'YYYY-MM'), 'file', source_file, 'row', source_row,
    'title', concat_ws(', ', ${AWARD_NUMBER[kind]}, awarding_agency,
      extract(year from ${kind === 'award' ? 'start_date' : 'action_date'})))`

/**
 * Returns the evidence of an award or subaward, or of one of its columns: "USAspending, award 90CI01,
 * Department of Education, 2023 (as of 2026-05), total obligated amount".
 */
export function toAwardEvidence(
  evidence: AwardEvidence,
  { title, asOf, file, row }: AwardSource,
): EvidenceRef {
  const column = evidence.column?.replaceAll('_', ' ')
  const citation = `USAspending, ${title} (as of ${asOf})${column === undefined ? '' : `, ${column}`}`
  return toListed(evidence, citation, `row ${row} of ${file}`)
}

/** Address and time (ISO) of the first snapshot of a website with this content. */
export type WebSource = { url: string; capturedAt: string }

/**
 * Returns the evidence of a field of a snapshot of a website: "Website www.pantry.example, as read on
 * 2026-11-22" (a UTC day).
 */
export const toWebEvidence = (evidence: WebEvidence, { url, capturedAt }: WebSource): EvidenceRef =>
  toListed(evidence, `Website ${new URL(url).host}, as read on ${capturedAt.slice(0, 10)}`, url)

/** Returns the evidence of a derived figure of a filing: its formula and the Refs of its inputs. */
export function toDerivedEvidence(
  organization: Pick<Organization, 'ein' | 'filings' | 'primaryForm'>,
  filing: Pick<FilingSummary, 'form' | 'taxYear'>,
  figure: DerivedFigure | CitedFigure,
): EvidenceRef {
  const { form, taxYear } = filing
  const { key, label, formula, derivedFrom } = 'from' in figure ? toCitedFigure(figure) : figure
  return {
    ref: toDerivedRef(organization, filing, key),
    collection: COLLECTION.derived,
    form,
    taxYear,
    citation: `${FORM_NAMES[form]} (tax year ${taxYear}), derived: ${label}`,
    formula,
    derivedFrom,
  }
}

type Citing = Pick<Organization, 'filings'> & Partial<Organization>

/** Returns the evidence of a Ref, as `citeOwn` does. */
export const citeRef = (organization: Citing, ref: string): EvidenceRef | undefined =>
  citeOwn(organization, parseRef(ref))

/**
 * Returns the evidence of a target in the organization's own filings, in IRS and restriction lists, or
 * on its current website, without checking that the target exists; undefined for any other, including
 * derived ones.
 */
export function citeOwn(
  { filings, enrichment = null }: Citing,
  evidence: Evidence | undefined,
): EvidenceRef | undefined {
  switch (evidence?.kind) {
    case 'filing': {
      const filing = filings.find(({ objectId }) => objectId === evidence.objectId)
      return filing && toEvidenceRef(filing, evidence.path)
    }
    case 'web': {
      const isCurrent = enrichment?.contentId === evidence.contentId
      return isCurrent ? toWebEvidence(evidence, enrichment.source) : undefined
    }
    case 'bmf':
    case 'pub78':
    case 'revocation':
    case 'sdn':
    case 'sam':
      return toListEvidence(evidence)
    default:
      return undefined
  }
}

/**
 * Returns the evidence of a Ref, as `citeRef` does, and of a figure derived from the filing. A
 * figure is undefined if a load has replaced its inputs.
 */
export function citeDerivedOrFiled(
  organization: Organization,
  filing: Filing,
  ref: string,
  more: Omit<DerivedInputs, 'filing'> = {},
): EvidenceRef | undefined {
  const evidence = parseRef(ref)
  if (evidence?.kind !== 'derived') return citeOwn(organization, evidence)
  const key = readDerivedKey(evidence.key)?.key
  const figure = key && citeFigure(organization, filing, key, more)
  return figure && toDerivedEvidence(organization, filing, figure)
}
