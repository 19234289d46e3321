import { FACTS, type FactKey, unitOfKind } from '#src/domain/facts/definitions.ts'
import { labelOf } from '#src/domain/facts/definitions-by-form.ts'
import { type DerivedFigure, deriveFigure } from '#src/domain/facts/derived.ts'
import type { FiledText } from '#src/domain/facts/narrative.ts'
import { readNarrative } from '#src/domain/facts/narrative.ts'
import { type EvidenceRef, evidenceOf, toDerivedEvidence } from '../evidence/evidence-ref.ts'
import { refOf } from '../evidence/ref-of.ts'
import type { Filing, Organization } from '../organization.ts'
import type { FormSection } from './definitions.ts'
import { describeTables } from './describe-tables.ts'
import type { RowsData, SectionFact, SectionRow, SectionText } from './section-data.ts'

/**
 * What a section of facts and rows shows: its facts and derived figures in the order of their
 * definition, then the rows given, which its caller has read.
 */
export function toRowsData(
  organization: Organization,
  filing: Filing,
  section: FormSection,
  rows: SectionRow[],
): { data: RowsData; evidence: EvidenceRef[] } {
  const { facts = [], context = [], derived = [], hasMission } = section
  const figures = derived.flatMap((key) => deriveFigure(key, { filing }) ?? [])
  const factKeys = [...new Set([...facts, ...context])]
  const texts = hasMission ? readTexts(filing, rows) : { mission: [], continued: [] }
  const data: RowsData = {
    kind: 'rows',
    filing,
    facts: factKeys.flatMap((key) => toFact(filing, key)),
    derived: figures.map((figure) => toDerived(organization, filing, figure)),
    mission: texts.mission.map((text) => toText(filing, text)),
    continued: texts.continued.map((text) => toText(filing, text)),
    tables: describeTables(filing, section, rows),
    rows,
  }
  const paths = [
    ...factKeys.flatMap((key) => filing.facts[key]?.path ?? []),
    ...[...texts.mission, ...texts.continued].map(({ path }) => path),
    ...rows.flatMap(pathsOfRow),
  ]
  const evidence = [...new Set(paths)].map(evidenceOf(filing))
  const derivedEvidence = figures.map((figure) => toDerivedEvidence(organization, filing, figure))
  return { data, evidence: [...evidence, ...derivedEvidence] }
}

function toFact(filing: Filing, key: FactKey): SectionFact[] {
  const fact = filing.facts[key]
  if (!fact) return []
  const { value, path } = fact
  const unit = typeof value === 'number' && unitOfKind(FACTS[key][0])
  const label = labelOf(key, filing.form)
  return [{ key, label, ...(unit && { unit }), value, ref: refOf(filing, path) }]
}

function toDerived(organization: Organization, filing: Filing, figure: DerivedFigure): SectionFact {
  const { ref } = toDerivedEvidence(organization, filing, figure)
  const { key, label, unit, value } = figure
  return { key, label, ...(unit !== 'boolean' && { unit }), value, ref }
}

/** Mission and texts on programs that stand in none of the rows. */
function readTexts(
  { form, narrative }: Filing,
  rows: readonly SectionRow[],
): { mission: FiledText[]; continued: FiledText[] } {
  const { mission, programs } = readNarrative(form, narrative ?? [])
  const shown = new Set(rows.flatMap(({ row }) => Object.values(row.cells).map(({ path }) => path)))
  return { mission, continued: programs.filter(({ path }) => !shown.has(path)) }
}

const toText = (filing: Filing, { text, path }: FiledText): SectionText => ({
  value: text,
  ref: refOf(filing, path),
})

/** The row itself; where its leaves stand apart, each of them. */
export const pathsOfRow = ({ row, detail }: SectionRow): string[] =>
  [row, ...(detail ? [detail.row] : [])].flatMap(({ path, cells }) =>
    path === undefined ? Object.values(cells).map((cell) => cell.path) : [path],
  )
