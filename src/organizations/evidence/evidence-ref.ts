import {
  COLLECTION,
  type Evidence,
  formatRef,
  parseRef,
  refsOf,
  shownPath,
} from '#src/domain/evidence.ts'
import {
  awardCitationOf,
  citationOf,
  FORM_NAMES,
  registryCitationOf,
  restrictionCitationOf,
  webCitationOf,
} from '#src/domain/facts/citation.ts'
import type { DerivedFigure } from '#src/domain/facts/derived.ts'
import type { Form } from '#src/domain/form.ts'
import type { FilingSummary, Organization } from '../organization.ts'
import { type CitedFigure, toCitedFigure } from './derived-figures.ts'
import { toDerivedRef } from './derived-ref.ts'

/** The source of a figure, as surface A's EvidenceRef shows it. */
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

export type CitedFiling = Pick<
  FilingSummary,
  'objectId' | 'form' | 'taxYear' | 'schemaVersion' | 'sourceArchive'
>

/** The evidence of a leaf or row of a filing; `path` begins with its part. */
export const toEvidenceRef = (filing: CitedFiling, path: string): EvidenceRef =>
  evidenceOf(filing)(path)

/** `toEvidenceRef` of one filing, for many of its leaves and rows. */
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

/** The evidence of a column of a registry row. */
export function toRegistryEvidence(
  evidence: Extract<Evidence, { kind: 'bmf' | 'pub78' | 'revocation' }>,
): EvidenceRef {
  return {
    ref: formatRef(evidence),
    collection: COLLECTION[evidence.kind],
    sourcePath: evidence.column,
    citation: registryCitationOf(evidence),
  }
}

/** The evidence of an entry of a restriction list, or of one of its columns. */
export const toRestrictionEvidence = (
  evidence: Extract<Evidence, { kind: 'sdn' | 'sam' }>,
): EvidenceRef => ({
  ref: formatRef(evidence),
  collection: COLLECTION[evidence.kind],
  ...(evidence.column !== undefined && { sourcePath: evidence.column }),
  citation: restrictionCitationOf(evidence),
})

/** Where a row of USAspending was read: file, row and month of the download (YYYY-MM). */
export type AwardSource = { asOf: string; file: string; row: number }

/** The evidence of an award or subaward, or of one of its columns. */
export const toAwardEvidence = (
  evidence: Extract<Evidence, { kind: 'award' | 'subaward' }>,
  { asOf, file, row }: AwardSource,
): EvidenceRef => ({
  ref: formatRef(evidence),
  collection: COLLECTION[evidence.kind],
  ...(evidence.column !== undefined && { sourcePath: evidence.column }),
  sourceDocument: `row ${row} of ${file}`,
  citation: awardCitationOf(evidence, asOf),
})

/** Where and when (ISO time) a website was first read with one content. */
export type WebSource = { url: string; capturedAt: string }

/** The evidence of a field of what was read of a website. */
export const toWebEvidence = (
  evidence: Extract<Evidence, { kind: 'web' }>,
  source: WebSource,
): EvidenceRef => ({
  ref: formatRef(evidence),
  collection: COLLECTION.web,
  sourcePath: evidence.field,
  sourceDocument: source.url,
  citation: webCitationOf(source),
})

/** The evidence of a derived figure of a filing: its formula, and the Refs it came from. */
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

/**
 * The evidence a Ref of the organization's own filings, registry rows or website as it is now
 * names, without looking whether it is there; undefined for any other Ref, derived ones too.
 */
export function citeRef(
  { filings, enrichment = null }: Pick<Organization, 'filings'> & Partial<Organization>,
  ref: string,
): EvidenceRef | undefined {
  const evidence = parseRef(ref)
  if (evidence?.kind === 'filing') {
    const filing = filings.find(({ objectId }) => objectId === evidence.objectId)
    return filing && toEvidenceRef(filing, evidence.path)
  }
  if (evidence?.kind === 'web') {
    const isCurrent = enrichment?.contentId === evidence.contentId
    return isCurrent ? toWebEvidence(evidence, enrichment.source) : undefined
  }
  const isRegistry =
    evidence?.kind === 'bmf' || evidence?.kind === 'pub78' || evidence?.kind === 'revocation'
  return isRegistry ? toRegistryEvidence(evidence) : undefined
}
