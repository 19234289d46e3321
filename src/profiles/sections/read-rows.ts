import { readAllRows } from '../../domain/facts/tables/read-rows.ts'
import { STATEMENTS, type StatementKey } from '../../domain/facts/tables/statements.ts'
import type { TableDefinition } from '../../domain/facts/tables/table.ts'
import {
  type PartId,
  partsNamed,
  plainPath,
  type StoredParts,
} from '../../domain/filing-contents.ts'
import { type Person, readLeadership } from '../leadership.ts'
import type { Filing } from '../organization.ts'
import { type Portion, readParts } from '../store/read-parts.ts'
import { countTables, portionsOf, rowsOf, windowsOf } from '../table-rows.ts'
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
  const limit = isPageable ? question.limit : MAX_UNPAGED
  const windows = windowsOf(tables, filing, { offset, limit })
  const parts = await readParts(deps.postgres, filing, {
    blocks: blocksOf(filing, statements),
    portions: [...portionsOf(windows), ...cutLines(filing, statements)],
  })
  const rows = [...readLines(statements, parts), ...rowsOf(windows, parts)]
  return {
    ...toRowsData(organization, filing, section, rows),
    ...(isPageable && nextPlace(offset, limit, countTables(tables, filing))),
  }
}

const definitionOf = (key: StatementKey): TableDefinition => STATEMENTS[key]
const pathsOf = (keys: readonly StatementKey[]): string[] =>
  keys.flatMap((key) => definitionOf(key).rows.map(({ path }) => path))
const blocksOf = ({ contents }: Filing, keys: readonly StatementKey[]): PartId[] => {
  const names = new Set(pathsOf(keys).map((path) => path.split('/')[1] ?? ''))
  return [...names].flatMap((name) => partsNamed(contents, name))
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
