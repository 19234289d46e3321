import { z } from 'zod'
import { refOf } from '../../domain/evidence.ts'
import { type Cell, isUnreadable } from '../../domain/facts/tables/read-rows.ts'
import { leadershipTables } from '../../domain/facts/tables/tables.ts'
import { selectionOf } from '../../organizations/filings/select-filing.ts'
import { countTables } from '../../organizations/filings/table-rows.ts'
import { openFiler, openFiling } from '../../organizations/open-profile.ts'
import type { Filing, Organization } from '../../organizations/organization.ts'
import {
  COMPENSATION_TABLE,
  MAX_PEOPLE,
  type Person,
  readLeadership,
} from '../../organizations/people/people.ts'
import { cite, citeWords, known, toFilingShown } from '../cite.ts'
import { CHARITY, CURSOR, EIN, einInput, LIMIT, limitInput, yearInput } from '../parameters.ts'
import {
  at,
  bracketed,
  counted,
  dollars,
  joined,
  listAt,
  nameAt,
  nextPage,
  numberAt,
  quotedAt,
  textAt,
} from '../text.ts'
import { defineTool, type OperationTool } from '../tool.ts'

/** The leaders of an organization and their pay, from one filing. */
export const readLeadershipTool = defineTool({
  name: 'read_leadership',
  description:
    'Lists officers, directors, trustees, and key employees from one filing, with titles and reportable compensation in dollars from the organization and from related organizations. People with the highest total come first.',
  input: z.strictObject({
    ein: einInput,
    year: yearInput.optional(),
    limit: limitInput,
    chiefFirst: z
      .boolean()
      .optional()
      .describe(
        'List chief executives first: people with the title of CEO, chief executive, executive director, or president',
      ),
  }),
  run: async (deps, { ein, year, limit, chiefFirst }, signal) => {
    const organization = await openFiler(deps, ein)
    signal.throwIfAborted()
    const filing = await openFiling(deps, organization, selectionOf(organization, { year }))
    signal.throwIfAborted()
    const isUnsorted =
      countTables([...leadershipTables(filing.form), COMPENSATION_TABLE], filing) > MAX_PEOPLE
    const window = { offset: 0, limit: isUnsorted ? limit : MAX_PEOPLE }
    const { people, total } = await readLeadership(deps, filing, window)
    const unranked = isUnsorted ? 0 : people.filter(hasUnreadablePay).length
    const paidFirst = isUnsorted ? people : people.toSorted((a, b) => paid(b) - paid(a))
    const shown = chiefFirst ? paidFirst.toSorted((a, b) => chiefRank(a) - chiefRank(b)) : paidFirst
    const leaders = shown
      .slice(0, limit)
      .flatMap((person) => toLeader(organization, filing, person) ?? [])
    return {
      filing: toFilingShown(organization, filing),
      /** Highest pay first, then as filed; with `chiefFirst`, chief executives first. */
      people: leaders,
      /** All people listed. */
      total,
      /** Whether the list is too long to sort, so that these are the first as filed. */
      isUnsorted,
      /** How many people have unreadable pay, and therefore no rank by pay. */
      unranked: unranked > 0 ? unranked : undefined,
      /** How many of `people` come first because of their title, if that was requested. */
      chiefs: chiefFirst
        ? shown.slice(0, leaders.length).filter((one) => chiefRank(one) < NO_CHIEF).length
        : undefined,
      citations: known(
        leaders.flatMap((one) => [one.nameCitation, one.compensationCitation, one.relatedCitation]),
      ),
      counted: [{ label: 'People listed', value: total }],
    }
  },
})

// Columns for pay by the organization itself, the form's own list before Schedule J.
const PAY = ['reportableCompensation', 'compensation'] as const

const payOf = ({ filed }: Person): Cell | undefined =>
  PAY.map((key) => filed?.row.cells[key]).find((cell) => typeof cell?.value === 'number')

const relatedPayOf = ({ filed }: Person): Cell | undefined => {
  const cell = filed?.row.cells.relatedCompensation
  return typeof cell?.value === 'number' ? cell : undefined
}

const hasUnreadablePay = ({ filed }: Person): boolean =>
  [...PAY, 'relatedCompensation'].some((key) => isUnreadable(filed?.row.cells[key]))

/**
 * Returns columns (D) and (E) of Form 990 together; below 0 if neither is filed or one is
 * unreadable.
 */
function paid(person: Person): number {
  if (hasUnreadablePay(person)) return -1
  const cells = known([payOf(person), relatedPayOf(person)])
  return cells.length === 0 ? -1 : cells.reduce((sum, { value }) => sum + Number(value), 0)
}

export type Leader = NonNullable<ReturnType<typeof toLeader>>

function toLeader(organization: Organization, filing: Filing, person: Person) {
  const { cells } = (person.filed ?? person.scheduleJ)?.row ?? { cells: {} }
  const { name, title } = cells
  if (!name) return undefined
  const pay = payOf(person)
  const related = relatedPayOf(person)
  const nameCitation = citeWords(organization, {
    label: 'Name',
    value: String(name.value),
    ref: refOf(filing, name.path),
  })
  const citePay = (label: string, { value, path }: Cell) =>
    cite(organization, { label, value: Number(value), ref: refOf(filing, path) })
  return {
    name: String((nameCitation ?? name).value),
    title: title && String(title.value),
    /** Dollars from the organization itself. */
    compensation: pay && Number(pay.value),
    /** Dollars from related organizations, which Form 990 lists separately. */
    relatedCompensation: related && Number(related.value),
    /** Whether one of these amounts is filed but unreadable. */
    isPayUnreadable: hasUnreadablePay(person) || undefined,
    nameCitation,
    compensationCitation: pay && citePay(`Compensation of ${name.value}`, pay),
    relatedCitation:
      related && citePay(`Compensation of ${name.value} from related organizations`, related),
  }
}

// An executive title ranks before a president, who may be the president of the board.
const CHIEFS = [
  /\b(?:ceo|chief exec(?:utive)?)\b/i,
  /\bexec(?:utive|\.)? dir(?:ector)?\b/i,
  /\bpresident\b/i,
]
// Senior and executive vice presidents who also have such a title lead a division.
const NOT_CHIEF =
  /\b(?:vice|assistant|associate|asst|assoc|deputy|former|past|ex|elect|emerit(?:us|a)|v\.? ?p|[es]e?vp)\b/i

/** The rank of a title that is not a chief executive's. */
const NO_CHIEF = CHIEFS.length

/**
 * Returns the rank of a filed title among those of chief executives, 0 first; `NO_CHIEF` for
 * others.
 */
function rankTitle(title: string): number {
  const at = NOT_CHIEF.test(title) ? -1 : CHIEFS.findIndex((pattern) => pattern.test(title))
  return at < 0 ? NO_CHIEF : at
}

const chiefRank = ({ filed, scheduleJ }: Person): number =>
  rankTitle(String((filed ?? scheduleJ)?.row.cells.title?.value ?? ''))

function byYearToText(response: unknown): string[] {
  const people = listAt(response, 'People')
  const earlier = listAt(response, 'EarlierYears').map((one) => String(one))
  return [
    ...listAt(response, 'Years').map(yearLine),
    people.length === 0
      ? 'No return lists such a person.'
      : `Showing ${people.length} of ${counted(numberAt(response, 'Found'), 'person', 'people')}:`,
    ...people.flatMap(personLines),
    ...(earlier.length > 0 ? [`For ${joined(...earlier)}, pass one as LastYear.`] : []),
    ...nextPage(response),
  ]
}

function yearLine(year: unknown): string {
  const reported = numberAt(year, 'OfficerCompensation', 'Value')
  const own =
    reported === undefined
      ? ''
      : `; the return's own total for officers, directors, trustees, and key employees: ${dollars(reported)} [${textAt(year, 'OfficerCompensation', 'EvidenceRef')}]`
  return `Tax year ${textAt(year, 'TaxYear')} (Form ${textAt(year, 'Form')}): ${counted(numberAt(year, 'ListedCount'), 'row')}, total of their pay ${dollars(numberAt(year, 'TotalPay'))}${own}`
}

const personLines = (person: unknown): string[] => [
  `- ${nameAt(person, 'PersonName') ?? 'Name unknown'}${joined(at(person, 'Former') === true && ' (former)')}`,
  ...listAt(person, 'Years').map((year) => {
    const refs = joined(...listAt(year, 'Parts').map((part) => textAt(part, 'EvidenceRef')))
    const unread =
      listAt(year, 'NotReadable').length > 0 ? ', with an amount that is not readable' : ''
    return `  - ${joined(textAt(year, 'TaxYear'), quotedAt(year, 'Title'), `pay ${dollars(numberAt(year, 'Amount'))}${unread}`)}${bracketed(refs)}`
  }),
]

/** The people of an organization by year. */
export const peopleOverTime: OperationTool = {
  name: 'people_over_time',
  description: 'Lists the people of an organization with their pay by tax year.',
  operation: {
    title: 'People and pay over the years',
    path: `${CHARITY}/people-by-year`,
    arguments: {
      EIN,
      LastYear: { description: 'Newest tax year.' },
      Sort: {
        description: 'Pay (default), Name, Title, Hours, or a tax year.',
      },
      Within: { description: 'Part of the name or title.' },
      Limit: LIMIT,
      Cursor: CURSOR,
    },
    toText: byYearToText,
  },
}
