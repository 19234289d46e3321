import { z } from 'zod'
import { leadershipTables } from '../../domain/facts/tables/people-tables.ts'
import { type Cell, isUnreadable } from '../../domain/facts/tables/read-rows.ts'
import { COMPENSATION_TABLE, type Person, readLeadership } from '../../profiles/leadership.ts'
import { openFiler, openFiling } from '../../profiles/open-profile.ts'
import type { Filing, Organization } from '../../profiles/organization.ts'
import { MAX_PEOPLE } from '../../profiles/people.ts'
import { refOf } from '../../profiles/ref-of.ts'
import { selectionOf } from '../../profiles/select-form.ts'
import { countTables } from '../../profiles/table-rows.ts'
import type { Citation } from '../chat.ts'
import type { AssistantDeps } from '../deps.ts'
import { NO_CHIEF, rankTitle } from './chief-titles.ts'
import { cite, citeWords, known, toFilingShown } from './cite.ts'
import type { FilingShown } from './figures.ts'
import { einParam, limitParam, yearParam } from './params.ts'
import type { Tool, ToolAnswer } from './tool.ts'

export type LeaderShown = {
  name: string
  title?: string
  /** Dollars from the organization itself, as listed; absent where none is filed. */
  compensation?: number
  /** Dollars from related organizations, as Form 990 lists them apart. */
  relatedCompensation?: number
  /** One of these amounts is filed and cannot be read. */
  isPayUnreadable?: true
  nameCitation?: Citation
  compensationCitation?: Citation
  relatedCitation?: Citation
}

export type ReadLeadershipAnswer = ToolAnswer & {
  filing: FilingShown
  /**
   * Highest compensation first, by the organization and related ones together, then as filed. With
   * `chiefFirst`, people with the title of a chief executive come first.
   */
  people: LeaderShown[]
  /** All people listed. */
  total: number
  /** The list is too long to be sorted: these are the first as filed. */
  isUnsorted: boolean
  /** How many people have pay that cannot be read, and so no rank by pay; absent if 0. */
  unranked?: number
  /** How many of `people` stand first for their title; absent where that was not asked for. */
  chiefs?: number
}

const params = z.strictObject({
  ein: einParam,
  year: yearParam.optional(),
  limit: limitParam,
  chiefFirst: z
    .boolean()
    .optional()
    .describe('CEO, chief executive, executive director or president first, by title'),
})

async function run(
  deps: AssistantDeps,
  { ein, year, limit, chiefFirst }: z.output<typeof params>,
  signal: AbortSignal,
): Promise<ReadLeadershipAnswer> {
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
  const leaders = shown.slice(0, limit).flatMap((person) => toLeader(organization, filing, person))
  return {
    filing: toFilingShown(organization, filing),
    people: leaders,
    total,
    isUnsorted,
    ...(unranked > 0 && { unranked }),
    ...(chiefFirst && {
      chiefs: shown.slice(0, leaders.length).filter((one) => chiefRank(one) < NO_CHIEF).length,
    }),
    citations: known(
      leaders.flatMap((one) => [one.nameCitation, one.compensationCitation, one.relatedCitation]),
    ),
    counted: [{ label: 'People listed', value: total }],
  }
}

// What each list calls the pay by the organization itself, the form's own list first.
const PAY = ['reportableCompensation', 'compensation'] as const

const payOf = ({ filed }: Person): Cell | undefined =>
  PAY.map((key) => filed?.row.cells[key]).find((cell) => typeof cell?.value === 'number')

const relatedPayOf = ({ filed }: Person): Cell | undefined => {
  const cell = filed?.row.cells.relatedCompensation
  return typeof cell?.value === 'number' ? cell : undefined
}

const hasUnreadablePay = ({ filed }: Person): boolean =>
  [...PAY, 'relatedCompensation'].some((key) => isUnreadable(filed?.row.cells[key]))

/** Columns (D) and (E) of Form 990 together; below 0 if neither is filed or one cannot be read. */
function paid(person: Person): number {
  if (hasUnreadablePay(person)) return -1
  const cells = known([payOf(person), relatedPayOf(person)])
  return cells.length === 0 ? -1 : cells.reduce((sum, { value }) => sum + Number(value), 0)
}

const titleOf = ({ filed, scheduleJ }: Person): string =>
  String((filed ?? scheduleJ)?.row.cells.title?.value ?? '')

const chiefRank = (person: Person): number => rankTitle(titleOf(person))

function toLeader(organization: Organization, filing: Filing, person: Person): LeaderShown[] {
  const { cells } = (person.filed ?? person.scheduleJ)?.row ?? { cells: {} }
  const { name, title } = cells
  if (!name) return []
  const pay = payOf(person)
  const related = relatedPayOf(person)
  const nameCitation = citeCell(organization, filing, 'Name', name)
  const citePay = (label: string, { value, path }: Cell) =>
    cite(organization, { label, value: Number(value), ref: refOf(filing, path) })
  const compensationCitation = pay && citePay(`Compensation of ${name.value}`, pay)
  const relatedCitation =
    related && citePay(`Compensation of ${name.value} from related organizations`, related)
  return [
    {
      name: nameCitation ? String(nameCitation.value) : String(name.value),
      ...(title && { title: String(title.value) }),
      ...(pay && { compensation: Number(pay.value) }),
      ...(related && { relatedCompensation: Number(related.value) }),
      ...(hasUnreadablePay(person) && { isPayUnreadable: true as const }),
      ...(nameCitation && { nameCitation }),
      ...(compensationCitation && { compensationCitation }),
      ...(relatedCitation && { relatedCitation }),
    },
  ]
}

const citeCell = (
  organization: Organization,
  filing: Filing,
  label: string,
  { value, path }: Cell,
): Citation | undefined =>
  citeWords(organization, { label, value: String(value), ref: refOf(filing, path) })

/** Who leads an organization and what a filing says they are paid. */
export const readLeadershipTool: Tool<typeof params, ReadLeadershipAnswer> = {
  name: 'read_leadership',
  description:
    'Officers, directors, trustees and key employees of one filing with titles and reportable compensation in dollars, from the organization and from related organizations, the highest together first.',
  params,
  run,
}
