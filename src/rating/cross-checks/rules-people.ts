import type { FactKey } from '../../domain/facts/definitions.ts'
import type { DerivedSource } from '../../domain/facts/derived.ts'
import { MOST_PATHS, type RowSumKey } from '../../domain/facts/row-facts.ts'
import type { UnlistedRow } from '../../domain/facts/row-facts-names.ts'
import { countSingleRows } from '../../domain/facts/tables/read-rows.ts'
import { TABLES } from '../../domain/facts/tables/tables.ts'
import { itemPath } from '../../domain/filing-contents.ts'
import type { CheckedFiling, CheckSide, CheckStatus, CrossCheck, Finding, Told } from './check.ts'
import { atMost, equal } from './compare.ts'
import { listInWords } from './lines-in-words.ts'
import { filed, listed, partSources, sourceIn } from './sides.ts'

const pay = (column: string, rows: RowSumKey & FactKey): CrossCheck =>
  equal({
    key: `${rows}Total`,
    label: `Pay listed in Part VII, column (${column}), and its total`,
    forms: ['990'],
    severity: 'Concern',
    left: listed(rows),
    right: filed(rows),
    blank: rows,
    because: 'which is the total of the list',
  })

/** More names would not be read; the rest are counted. */
const NAMED = 3

const SCHEDULE_J = 'Schedule J'
const TOLERANCE =
  'none; names are compared without case, order, spaces, middle names, initials, titles and suffixes'

function compareNames(filing: CheckedFiling): Finding | undefined {
  const { unlisted } = filing.rowFacts
  if (!unlisted) return undefined
  const missing = unlisted.filter(({ listedAs }) => listedAs === undefined)
  // Who goes by another first name is no failure: only where nobody has the family name, it is.
  const status = missing.length > 0 ? 'Failed' : unlisted.length > 0 ? 'Information' : 'Passed'
  return { status, tell: () => tellNames(filing, status, unlisted) }
}

function tellNames(
  filing: CheckedFiling,
  status: CheckStatus,
  unlisted: readonly UnlistedRow[],
): Told {
  const people = countSingleRows(TABLES.scheduleJ, filing.rows)
  return {
    severity: status === 'Information' ? status : 'Caution',
    tolerance: TOLERANCE,
    left: detailed(filing, people, unlisted),
    right: {
      label: 'Of them, people listed by name',
      line: TABLES.officers990.line,
      value: people - unlisted.length,
      unit: 'count',
      formula: 'Number of rows less those whose name does not stand in the list',
      from: firstOfficer(filing),
    },
    difference: unlisted.length,
    explanation: explainNames(unlisted),
  }
}

function explainNames(unlisted: readonly UnlistedRow[]): string {
  const missing = unlisted.filter(({ listedAs }) => listedAs === undefined)
  const similar = unlisted.filter(({ listedAs }) => listedAs !== undefined)
  const sentences = [
    missing.length > 0
      ? `Schedule J details the pay of ${namesOf(missing)}, but Part VII, Section A does not list ${missing.length === 1 ? 'that person' : 'them'}`
      : `Everybody ${similar.length > 0 ? 'else ' : ''}whose pay Schedule J details is listed in Part VII, Section A`,
    ...(similar.length > 0 ? [mayBeListed(similar)] : []),
  ]
  return `${sentences.join('; ')}.`
}

/** "William Smith may be listed there under another spelling, as BILL SMITH". */
function mayBeListed(similar: readonly UnlistedRow[]): string {
  const spellings = namesOf(similar.map(({ listedAs = '' }) => ({ name: listedAs })))
  return `${namesOf(similar)} may be listed there under another spelling, as ${spellings}`
}

// Those who are missing are what is to be looked up; where nobody is, the schedule as a whole.
const detailed = (
  filing: CheckedFiling,
  people: number,
  unlisted: readonly UnlistedRow[],
): CheckSide => ({
  label: 'People whose pay is detailed',
  line: TABLES.scheduleJ.line,
  value: people,
  unit: 'count',
  formula: 'Number of rows',
  from:
    unlisted.length > 0
      ? unlisted.slice(0, MOST_PATHS).map(({ path }) => sourceIn(filing, path))
      : partSources(filing, SCHEDULE_J),
})

// The list is cited by its first row: a Ref names one element.
function firstOfficer(filing: CheckedFiling): DerivedSource[] {
  const { officers } = filing.rowFacts
  return officers ? [sourceIn(filing, itemPath(officers.path, 0))] : []
}

function namesOf(people: readonly Pick<UnlistedRow, 'name'>[]): string {
  const first = people.slice(0, NAMED).map(({ name }) => name)
  const more = people.length - first.length
  return listInWords(more > 0 ? [...first, `${more} more`] : first)
}

/** Lists of people against each other and their totals. */
export const PEOPLE_CHECKS: readonly CrossCheck[] = [
  {
    key: 'scheduleJPeople',
    label: 'People on Schedule J are listed in Part VII',
    forms: ['990'],
    severity: 'Caution',
    tolerance: TOLERANCE,
    compare: compareNames,
  },
  pay('D', 'reportableCompensation'),
  pay('E', 'relatedCompensation'),
  pay('F', 'otherCompensation'),
  atMost({
    key: 'independentAmongVoting',
    label: 'Independent members are among the voting members',
    forms: ['990'],
    severity: 'Concern',
    left: filed('independentMembers', 'Part VI'),
    right: filed('votingMembers', 'Part VI'),
    tolerance: 'none; people are counted',
    because: 'among whom the line counts them',
  }),
]
