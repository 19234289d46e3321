import type { FactKey } from '../../domain/facts/definitions.ts'
import type { DerivedSource } from '../../domain/facts/derived.ts'
import { MOST_PATHS, type RowSumKey } from '../../domain/facts/row-facts.ts'
import { countSingleRows } from '../../domain/facts/tables/read-rows.ts'
import { TABLES } from '../../domain/facts/tables/tables.ts'
import { itemPath } from '../../domain/filing-contents.ts'
import type { CheckedFiling, CheckSide, CrossCheck, Finding } from './check.ts'
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
    because: 'which is the total of the list',
  })

/** More names would not be read; the rest are counted. */
const NAMED = 3

const SCHEDULE_J = 'Schedule J'
const TOLERANCE =
  'none; names are compared without case, order, middle names, initials, titles and suffixes'

function compareNames(filing: CheckedFiling): Finding | undefined {
  const { unlisted } = filing.rowFacts
  if (!unlisted) return undefined
  const people = countSingleRows(TABLES.scheduleJ, filing.rows)
  const missing = unlisted.length
  return {
    status: missing > 0 ? 'Failed' : 'Passed',
    severity: 'Caution',
    tolerance: TOLERANCE,
    left: detailed(filing, people, unlisted),
    right: {
      label: 'Of them, people listed by name',
      line: TABLES.officers990.line,
      value: people - missing,
      unit: 'count',
      formula: 'Number of those rows whose name stands in the list, too',
      from: firstOfficer(filing),
    },
    difference: missing,
    explanation:
      missing > 0
        ? `Schedule J details the pay of ${namesOf(unlisted)}, but Part VII, Section A does not list ${missing === 1 ? 'that person' : 'them'}.`
        : 'Everybody whose pay Schedule J details is listed in Part VII, Section A.',
  }
}

type Person = { name: string; path: string }

// Those who are missing are what is to be looked up; where nobody is, the schedule as a whole.
const detailed = (
  filing: CheckedFiling,
  people: number,
  unlisted: readonly Person[],
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

function namesOf(people: readonly Person[]): string {
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
