import { type DerivedSource, sourceIn } from '../../domain/facts/derived-operands.ts'
import { MAX_PATHS } from '../../domain/facts/row-facts.ts'
import type { UnlistedRow } from '../../domain/facts/row-facts-names.ts'
import { countSingleRows } from '../../domain/facts/tables/read-rows.ts'
import { sourceKey, type TableDefinition } from '../../domain/facts/tables/table.ts'
import { TABLES } from '../../domain/facts/tables/tables.ts'
import { itemPath } from '../../domain/filing-contents.ts'
import { listInWords } from '../../domain/words.ts'
import type {
  CheckDetails,
  CheckedFiling,
  CheckSide,
  CheckStatus,
  CrossCheck,
  Finding,
} from './check.ts'

/** At most this many names are listed; the rest are counted. */
const NAMED = 3

const TOLERANCE =
  'none; the name comparison ignores case, word order, spaces, middle names, initials, titles, and suffixes'

function compareNames(filing: CheckedFiling): Finding | undefined {
  const { unlisted } = filing.rowFacts
  if (!unlisted) return undefined
  const missing = unlisted.filter(({ listedAs }) => listedAs === undefined)
  // A different first name is not a failure, but a family name that is missing from the list is.
  const status = missing.length > 0 ? 'Failed' : unlisted.length > 0 ? 'Information' : 'Passed'
  return { status, describe: () => describeNames(filing, status, unlisted) }
}

function describeNames(
  filing: CheckedFiling,
  status: CheckStatus,
  unlisted: readonly UnlistedRow[],
): CheckDetails {
  const people = countSingleRows(TABLES.scheduleJ, filing.rows)
  return {
    severity: status === 'Information' ? status : 'Caution',
    tolerance: TOLERANCE,
    left: detailed(filing, people),
    right: named(filing, people, unlisted),
    difference: unlisted.length,
    explanation: explainNames(unlisted),
  }
}

function explainNames(unlisted: readonly UnlistedRow[]): string {
  const missing = unlisted.filter(({ listedAs }) => listedAs === undefined)
  const similar = unlisted.filter(({ listedAs }) => listedAs !== undefined)
  const sentences = [
    missing.length > 0
      ? `Schedule J details the pay of ${namesOf(missing)}, but Part VII, Section A, does not list ${missing.length === 1 ? 'that person' : 'them'}`
      : `Part VII, Section A, lists everyone ${similar.length > 0 ? 'else ' : ''}whose pay Schedule J details`,
    ...(similar.length > 0 ? [mayBeListed(similar)] : []),
  ]
  return `${sentences.join('. ')}.`
}

/** "William Smith may be listed there under another spelling, as BILL SMITH". */
function mayBeListed(similar: readonly UnlistedRow[]): string {
  const spellings = namesOf(similar.map(({ listedAs = '' }) => ({ name: listedAs })))
  return `${namesOf(similar)} may be listed there under another spelling, as ${spellings}`
}

function detailed(filing: CheckedFiling, people: number): CheckSide {
  const { rows } = TABLES.scheduleJ as TableDefinition
  return {
    label: 'People on Schedule J',
    line: TABLES.scheduleJ.line,
    value: people,
    unit: 'count',
    formula: 'Number of rows',
    from: rows
      .filter(({ sumOf }) => sumOf === undefined)
      .flatMap((source) => rowsAt(filing, source.path, filing.rows[sourceKey(source)] ?? 0)),
  }
}

// A missing person has no row in the list, so the row of the schedule is cited.
const named = (
  filing: CheckedFiling,
  people: number,
  unlisted: readonly UnlistedRow[],
): CheckSide => ({
  label: 'People on Schedule J who are listed by name',
  line: TABLES.officers990.line,
  value: people - unlisted.length,
  unit: 'count',
  formula: 'Number of rows minus the rows whose name is not in the list',
  from: [
    ...listOf(filing),
    ...unlisted.slice(0, MAX_PATHS).map(({ path }) => sourceIn(filing, path)),
  ],
})

function listOf(filing: CheckedFiling): DerivedSource[] {
  const { officers } = filing.rowFacts
  return officers ? rowsAt(filing, officers.path, officers.names.length) : []
}

/** Cites the rows at a path if there are few, otherwise their part, as sums do. */
function rowsAt(filing: CheckedFiling, path: string, count: number): DerivedSource[] {
  if (count > MAX_PATHS) return [sourceIn(filing, path.split('/').slice(0, 2).join('/'))]
  return Array.from({ length: count }, (_, at) => sourceIn(filing, itemPath(path, at)))
}

function namesOf(people: readonly Pick<UnlistedRow, 'name'>[]): string {
  const first = people.slice(0, NAMED).map(({ name }) => name)
  const more = people.length - first.length
  return listInWords(more > 0 ? [...first, `${more} more`] : first)
}

/** The rule that Part VII lists the people of Schedule J. */
export const NAME_CHECK: CrossCheck = {
  key: 'scheduleJPeople',
  label: 'People on Schedule J and people in Part VII',
  forms: ['990'],
  severity: 'Caution',
  tolerance: TOLERANCE,
  compare: compareNames,
}
