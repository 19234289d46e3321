import type { FactKey } from '../../domain/facts/definitions.ts'
import type { RowSumKey } from '../../domain/facts/row-facts.ts'
import { countSingleRows } from '../../domain/facts/tables/read-rows.ts'
import { TABLES } from '../../domain/facts/tables/tables.ts'
import type { CheckedFiling, CrossCheck, Finding } from './check.ts'
import { atMost, equal } from './compare.ts'
import { listInWords } from './lines-in-words.ts'
import { filed, listed, sourceIn } from './sides.ts'

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

function compareNames(filing: CheckedFiling): Finding | undefined {
  const { unlisted } = filing.rowFacts
  if (!unlisted) return undefined
  const people = countSingleRows(TABLES.scheduleJ, filing.rows)
  const missing = unlisted.length
  const first = unlisted.slice(0, NAMED).map(({ name }) => name)
  const more = missing - first.length
  const names = listInWords(more > 0 ? [...first, `${more} more`] : first)
  return {
    status: missing > 0 ? 'Failed' : 'Passed',
    severity: 'Caution',
    left: {
      label: 'People whose pay is detailed',
      line: TABLES.scheduleJ.line,
      value: people,
      unit: 'count',
      formula: 'Number of rows',
      from: unlisted.map(({ path }) => sourceIn(filing, path)),
    },
    right: {
      label: 'Of them, people listed by name',
      line: TABLES.officers990.line,
      value: people - missing,
      unit: 'count',
      formula: 'Number of those rows whose name stands in the list, too',
      from: filing.rowFacts.officers ? [sourceIn(filing, filing.rowFacts.officers.path)] : [],
    },
    difference: missing,
    explanation:
      missing > 0
        ? `Schedule J details the pay of ${names}, whom Part VII, Section A, which it details, does not name.`
        : 'Everybody whose pay Schedule J details is named in Part VII, Section A.',
  }
}

/** Lists of people against each other and their totals. */
export const PEOPLE_CHECKS: readonly CrossCheck[] = [
  {
    key: 'scheduleJPeople',
    label: 'People on Schedule J are listed in Part VII',
    forms: ['990'],
    severity: 'Caution',
    tolerance: 'none; names are compared without case, punctuation, titles and initials',
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
