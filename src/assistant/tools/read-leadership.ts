import { z } from 'zod'
import { leadershipTables } from '../../domain/facts/tables/people-tables.ts'
import type { Cell } from '../../domain/facts/tables/read-rows.ts'
import { COMPENSATION_TABLE, type Person, readLeadership } from '../../profiles/leadership.ts'
import { openFiler, openFiling } from '../../profiles/open-profile.ts'
import type { Filing, Organization } from '../../profiles/organization.ts'
import { MAX_PEOPLE } from '../../profiles/people.ts'
import { refOf } from '../../profiles/ref-of.ts'
import { countTables } from '../../profiles/table-rows.ts'
import type { Citation } from '../chat.ts'
import type { AssistantDeps } from '../deps.ts'
import { cite, citeWords, known, toFilingShown } from './cite.ts'
import type { FilingShown } from './figures.ts'
import { einParam, limitParam, yearParam } from './params.ts'
import { selectionOf } from './select-form.ts'
import type { Tool, ToolAnswer } from './tool.ts'

export type LeaderShown = {
  name: string
  title?: string
  /** Dollars from the organization itself, as listed; absent where none is filed. */
  compensation?: number
  nameCitation?: Citation
  compensationCitation?: Citation
}

export type ReadLeadershipAnswer = ToolAnswer & {
  filing: FilingShown
  /** Highest compensation first, then as filed. */
  people: LeaderShown[]
  /** All people listed. */
  total: number
  /** The list is too long to be sorted: these are the first as filed. */
  isUnsorted: boolean
}

const params = z.strictObject({ ein: einParam, year: yearParam.optional(), limit: limitParam })

async function run(
  deps: AssistantDeps,
  { ein, year, limit }: z.output<typeof params>,
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
  const shown = isUnsorted ? people : people.toSorted((a, b) => paid(b) - paid(a))
  const leaders = shown.slice(0, limit).flatMap((person) => toLeader(organization, filing, person))
  return {
    filing: toFilingShown(organization, filing),
    people: leaders,
    total,
    isUnsorted,
    citations: known(leaders.flatMap((one) => [one.nameCitation, one.compensationCitation])),
    counted: [{ label: 'People listed', value: total }],
  }
}

// What each list calls the pay by the organization itself, the form's own list first.
const PAY = ['reportableCompensation', 'compensation'] as const

const payOf = ({ filed }: Person): Cell | undefined =>
  PAY.map((key) => filed?.row.cells[key]).find((cell) => typeof cell?.value === 'number')

const paid = (person: Person): number => Number(payOf(person)?.value ?? -1)

function toLeader(organization: Organization, filing: Filing, person: Person): LeaderShown[] {
  const { cells } = (person.filed ?? person.scheduleJ)?.row ?? { cells: {} }
  const { name, title } = cells
  if (!name) return []
  const pay = payOf(person)
  const compensation = pay && Number(pay.value)
  const nameCitation = citeCell(organization, filing, 'Name', name)
  const compensationCitation =
    pay &&
    cite(organization, {
      label: `Compensation of ${name.value}`,
      value: Number(pay.value),
      ref: refOf(filing, pay.path),
    })
  return [
    {
      name: nameCitation ? String(nameCitation.value) : String(name.value),
      ...(title && { title: String(title.value) }),
      ...(compensation !== undefined && { compensation }),
      ...(nameCitation && { nameCitation }),
      ...(compensationCitation && { compensationCitation }),
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
    'Officers, directors, trustees and key employees of one filing with titles and reported compensation in dollars, the highest first.',
  params,
  run,
}
