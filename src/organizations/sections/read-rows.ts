import { readPath } from '#src/domain/blocks.ts'
import { refOf } from '#src/domain/evidence.ts'
import type { FactKey } from '#src/domain/facts/definitions.ts'
import { deriveFigure } from '#src/domain/facts/derived.ts'
import type { FiledText } from '#src/domain/facts/narrative.ts'
import { misreadFacts } from '#src/domain/facts/read-facts.ts'
import { readAllRows } from '#src/domain/facts/tables/read-rows.ts'
import { STATEMENTS, type StatementKey } from '#src/domain/facts/tables/statements.ts'
import type { TableDefinition } from '#src/domain/facts/tables/table.ts'
import {
  type PartId,
  partsNamed,
  plainPath,
  type StoredParts,
} from '#src/domain/filing-contents.ts'
import { evidenceOf, toDerivedEvidence } from '../evidence/evidence-ref.ts'
import { filedFigure } from '../figures/named-figures.ts'
import { countTables, portionsOf, rowsOf, windowsOf } from '../filings/table-rows.ts'
import type { Filing } from '../organization.ts'
import { type Person, readLeadership } from '../people/people.ts'
import { type Portion, readParts } from '../store/read-parts.ts'
import { hasMission, SECTIONS, sectionOn } from './definitions.ts'
import { describeTables } from './describe-tables.ts'
import {
  nextPlace,
  type Question,
  type Reader,
  type SectionFact,
  type SectionPage,
  type SectionRow,
  type SectionText,
} from './section-data.ts'

/**
 * Number of table rows that a section without pages shows. The longest of 160 real returns has 54.
 * Schedules and EvidenceRefs reach the other rows.
 */
const MAX_UNPAGED = 1000

/** Reads a page of a section of facts, statements, and tables. */
export const readRowsSection: Reader = async (deps, question) => {
  const { id, filing, place: offset = 0 } = question
  const { isPageable } = SECTIONS[id]
  const { tables = [], statements = [] } = sectionOn(id, filing.form) ?? {}
  const misread = misreadFacts(filing.form, filing.warnings)
  const limit = isPageable ? question.limit : MAX_UNPAGED
  const windows = windowsOf(tables, filing, { offset, limit })
  const parts = await readParts(deps.postgres, filing, {
    blocks: blocksOf(filing, [...pathsOf(statements), ...misread.values()]),
    portions: [...portionsOf(windows), ...cutLines(filing, statements)],
  })
  const rows = [...readLines(statements, parts), ...rowsOf(windows, parts)]
  return {
    ...toPage({ ...question, filing: withTexts(filing, misread, parts) }, rows),
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

/** Returns the filing with the texts of unreadable facts, such as RESTRICTED for an amount. */
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

/** Returns the portions of lines that repeat so often that they are stored separately. */
const cutLines = ({ contents }: Filing, keys: readonly StatementKey[]): Portion[] =>
  contents.cut
    .map(plainPath)
    .filter((path) => pathsOf(keys).includes(path))
    .map((path) => ({ path, from: 0, to: MAX_UNPAGED }))

/** Returns the lines of statements, in the order of the form. */
const readLines = (keys: readonly StatementKey[], parts: StoredParts): SectionRow[] =>
  keys.flatMap((table) => readAllRows(definitionOf(table), parts).map((row) => ({ table, row })))

/** Reads a page of people with their rows of Schedule J. */
export const readLeadershipSection: Reader = async (deps, question) => {
  const { filing, place: offset = 0, limit } = question
  const { people, total } = await readLeadership(deps, filing, { offset, limit })
  return { ...toPage(question, people.flatMap(toRow)), ...nextPlace(offset, limit, total) }
}

const toRow = ({ filed, scheduleJ }: Person): SectionRow[] =>
  filed ? [{ ...filed, ...(scheduleJ && { detail: scheduleJ }) }] : scheduleJ ? [scheduleJ] : []

/** Returns the facts and derived figures of a section in the order of its definition, then the rows. */
function toPage({ id, organization, filing }: Question, rows: SectionRow[]): SectionPage {
  const section = sectionOn(id, filing.form)
  const figures = (section?.derived ?? []).flatMap((key) => deriveFigure(key, { filing }) ?? [])
  const derived = figures.map((figure) => toDerivedEvidence(organization, filing, figure))
  const keys = [...new Set([...(section?.facts ?? []), ...(section?.context ?? [])])]
  const { mission, continued } = hasMission(id, filing.form)
    ? readTexts(filing, rows)
    : { mission: [], continued: [] }
  const paths = [
    ...keys.flatMap((key) => filing.facts[key]?.path ?? []),
    ...[...mission, ...continued].map(({ path }) => path),
    ...rows.flatMap(pathsOfRow),
  ]
  const toText = ({ text, path }: FiledText): SectionText => ({
    value: text,
    ref: refOf(filing, path),
  })
  return {
    data: {
      kind: 'rows',
      filing,
      facts: keys.flatMap((key): SectionFact[] => {
        const figure = filedFigure(key, { filing })
        return figure ? [{ key, ...figure }] : []
      }),
      derived: figures.map(({ key, label, unit, value }, at) => {
        const ref = derived[at]?.ref ?? ''
        return { key, label, ...(unit !== 'boolean' && { unit }), value, ref }
      }),
      mission: mission.map(toText),
      continued: continued.map(toText),
      tables: section ? describeTables(filing, section, rows) : [],
      rows,
    },
    evidence: [...[...new Set(paths)].map(evidenceOf(filing)), ...derived],
  }
}

/** Returns the mission, and texts about programs that are in none of the rows. */
function readTexts(
  { narrative: { mission, programs } }: Filing,
  rows: readonly SectionRow[],
): { mission: FiledText[]; continued: FiledText[] } {
  const shown = new Set(rows.flatMap(({ row }) => Object.values(row.cells).map(({ path }) => path)))
  return { mission, continued: programs.filter(({ path }) => !shown.has(path)) }
}

/** Returns the path of a row, or of each leaf if they are not adjacent. */
export const pathsOfRow = ({ row, detail }: SectionRow): string[] =>
  [row, ...(detail ? [detail.row] : [])].flatMap(({ path, cells }) =>
    path === undefined ? Object.values(cells).map((cell) => cell.path) : [path],
  )
