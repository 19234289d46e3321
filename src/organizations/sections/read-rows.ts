import { readPath } from '#src/domain/blocks.ts'
import type { FactKey } from '#src/domain/facts/definitions.ts'
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
import { countTables, portionsOf, rowsOf, windowsOf } from '../filings/table-rows.ts'
import type { Filing } from '../organization.ts'
import { type Person, readLeadership } from '../people/leadership.ts'
import { type Portion, readParts } from '../store/read-parts.ts'
import { SECTIONS } from './definitions.ts'
import { nextPlace, type Reader } from './reader.ts'
import { toRowsData } from './rows-data.ts'
import type { SectionRow } from './section-data.ts'

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
