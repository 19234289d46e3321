import { readPath } from '#src/domain/blocks.ts'
import { type FactKey, FACTS, unitOfKind } from '#src/domain/facts/definitions.ts'
import { misreadFacts } from '#src/domain/facts/read-facts.ts'
import { readAllRows } from '#src/domain/facts/tables/read-rows.ts'
import { STATEMENTS, type StatementKey } from '#src/domain/facts/tables/statements.ts'
import type { TableDefinition } from '#src/domain/facts/tables/table.ts'
import { type PartId, partsNamed, plainPath, type StoredParts } from '#src/domain/filing-contents.ts'
import { countTables, portionsOf, rowsOf, windowsOf } from '../filings/table-rows.ts'
import type { Filing, Organization } from '../organization.ts'
import { type Person, readLeadership } from '../people/people.ts'
import { type Portion, readParts } from '../store/read-parts.ts'
import { SECTIONS, type FormSection } from './definitions.ts'
import { nextPlace, type Reader, type SectionRow, type RowsData, type SectionFact, type SectionText } from './section-data.ts'
import { labelOf } from '#src/domain/facts/definitions-by-form.ts'
import { type DerivedFigure, deriveFigure } from '#src/domain/facts/derived.ts'
import { type FiledText, readNarrative } from '#src/domain/facts/narrative.ts'
import { type EvidenceRef, evidenceOf, toDerivedEvidence } from '../evidence/evidence-ref.ts'
import { refOf } from '../../domain/cite.ts'
import { describeTables } from './describe-tables.ts'

/**
 * Sections of one page are told whole up to this many rows of their tables; the longest of the 160
 * real returns has 54. RowCount tells of more, and Schedules or an EvidenceRef reaches them.
 */
const MAX_UNPAGED = 1000

/** A page of a section of facts, statements and tables. */
export const readRowsSection: Reader = async (deps, question) => {
  const { id, organization, filing, place: offset = 0 } = question
  const { forms, isPageable } = SECTIONS[id]
  const section = forms[filing.form] ?? { sourceTags: [] }
  const { tables = [], statements = [] } = section
  const misread = misreadFacts(filing.form, filing.warnings)
  const limit = isPageable ? question.limit : MAX_UNPAGED
  const windows = windowsOf(tables, filing, { offset, limit })
  const parts = await readParts(deps.postgres, filing, {
    blocks: blocksOf(filing, [...pathsOf(statements), ...misread.values()]),
    portions: [...portionsOf(windows), ...cutLines(filing, statements)],
  })
  const rows = [...readLines(statements, parts), ...rowsOf(windows, parts)]
  return {
    ...toRowsData(organization, withTexts(filing, misread, parts), section, rows),
    ...(isPageable && nextPlace(offset, limit, countTables(tables, filing))),
  }
}

const definitionOf = (key: StatementKey): TableDefinition => STATEMENTS[key]
const pathsOf = (keys: readonly StatementKey[]): string[] =>
  keys.flatMap((key) => definitionOf(key).rows.map(({ path }) => path))
const blocksOf = ({ contents }: Filing, paths: readonly string[]): PartId[] => {
  const names = new Set(paths.map((path) => path.split('/')[1] ?? ''))
  return [...names].flatMap((name) => partsNamed(contents, name))
}

/** The filing with the texts of facts that hold no value, such as RESTRICTED for an amount. */
function withTexts(
  filing: Filing,
  misread: ReadonlyMap<FactKey, string>,
  { blocks }: StoredParts,
): Filing {
  const facts = { ...filing.facts }
  for (const [key, path] of misread) {
    const text = readPath(blocks, path)?.value.trim()
    if (text) facts[key] ??= { value: text, path }
  }
  return { ...filing, facts }
}

/** Lines that repeat so often that they are stored apart. */
const cutLines = ({ contents }: Filing, keys: readonly StatementKey[]): Portion[] =>
  contents.cut
    .map(plainPath)
    .filter((path) => pathsOf(keys).includes(path))
    .map((path) => ({ path, from: 0, to: MAX_UNPAGED }))

/** Lines of statements, in the order of the form. */
const readLines = (keys: readonly StatementKey[], parts: StoredParts): SectionRow[] =>
  keys.flatMap((table) => readAllRows(definitionOf(table), parts).map((row) => ({ table, row })))

/** People with what Schedule J says of them. */
export const readLeadershipSection: Reader = async (deps, question) => {
  const { id, organization, filing, place: offset = 0, limit } = question
  const section = SECTIONS[id].forms[filing.form] ?? { sourceTags: [] }
  const { people, total } = await readLeadership(deps, filing, { offset, limit })
  return {
    ...toRowsData(organization, filing, section, people.flatMap(toRow)),
    ...nextPlace(offset, limit, total),
  }
}

const toRow = ({ filed, scheduleJ }: Person): SectionRow[] =>
  filed ? [{ ...filed, ...(scheduleJ && { detail: scheduleJ }) }] : scheduleJ ? [scheduleJ] : []

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
