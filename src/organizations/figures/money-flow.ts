import {
  citeNumber,
  citeUnreadable,
  type FiledNumber,
  type Readable,
  readNumber,
} from '#src/domain/evidence.ts'
import { type FactKey, labelOf } from '#src/domain/facts/definitions.ts'
import { isShortYear, type TaxPeriod } from '#src/domain/tax-period.ts'
import { FIGURES, HERO_FIGURES, type HeroKey, readHero } from '#src/figures/figures.ts'
import { type FlowGroup, type FlowRole, flowLines } from '#src/figures/flow-lines.ts'
import type { ProfileDeps } from '../deps.ts'
import { selectFiling } from '../filings/select-filing.ts'
import { openFiler } from '../open-profile.ts'
import type { FilingSummary, Organization } from '../organization.ts'
import { type Control, readControls, readGovernance } from '../people/governance.ts'
import { readYears, replaced } from '../store/read-organization.ts'

export type Flows = {
  organization: Organization
  filing: FilingSummary
  flow: MoneyFlow
  controls: Control[]
}

/**
 * Reads the money flow and the controls of a tax year of the primary form, by default the latest; two
 * round trips. Throws ApiError ProfileNotFound for an organization without filings, FilingNotFound,
 * whose message lists the years, and StoreUnavailable.
 */
export async function readFlows(
  deps: ProfileDeps,
  ein: string,
  year: number | undefined,
): Promise<Flows> {
  const organization = await openFiler(deps, ein)
  const filing = selectFiling(organization, { year })
  const years = await readYears(deps.postgres, ein, filing.form)
  const read = years.find(({ objectId }) => objectId === filing.objectId)
  if (!read) throw replaced()
  return {
    organization,
    filing,
    flow: toMoneyFlow(years, read),
    controls: readControls(readGovernance(organization, read)),
  }
}

/** A year of a series; a year without a filing has neither value nor Ref. */
export type FlowPoint = { year: number } & FiledNumber

/** A line of a group. */
export type FlowLine = { key: FactKey; role: FlowRole; label: string; value: number; ref: string }

/** A line with a text instead of an amount, and its group. */
type UnreadableLine = Omit<FlowLine, 'value'> & { group: FlowGroup }

export type MoneyFlow = {
  trend: Record<HeroKey, FlowPoint[]>
  unreadable: UnreadableLine[]
} & Record<FlowGroup, FlowLine[]>

/** A tax year of a series with a filing. */
export type FlowYear = { year: number; isShortYear: boolean }

/**
 * Returns the years of a series that have a filing. If a year has two filings, the later period end
 * counts.
 */
export function toFlowYears(years: readonly (Pick<Readable, 'taxYear'> & TaxPeriod)[]): FlowYear[] {
  const byYear = new Map(years.map((filing) => [filing.taxYear, isShortYear(filing)]))
  return [...byYear].map(([year, isShort]) => ({ year, isShortYear: isShort }))
}

/** Returns whether a filing has anything to show as a money flow, even an unreadable line. */
export const hasMoneyFlow = (filing: Readable): boolean =>
  Object.values(readHero(filing)).some(({ ref }) => ref !== undefined)

/**
 * Returns yearly points of the form's current filings (`years`, oldest period first) and the lines of
 * the selected filing. Two filings of one tax year are never summed: the later period end counts.
 */
export function toMoneyFlow(years: readonly Readable[], selected: Readable): MoneyFlow {
  const byYear = new Map(years.map((filing) => [filing.taxYear, filing]))
  const lines = flowLines(selected.form).map(({ key, role, group }) => ({
    group,
    line: { key, role, label: labelOf(key, selected.form) },
  }))
  const readGroup = (wanted: FlowGroup): FlowLine[] =>
    lines.flatMap(({ group, line }) => {
      const found = group === wanted && citeNumber(selected, line.key)
      return found ? [{ ...line, ...found }] : []
    })
  return {
    trend: Object.fromEntries(
      HERO_FIGURES.map((key) => [key, toPoints(byYear, FIGURES[key].fact)]),
    ) as MoneyFlow['trend'],
    revenues: readGroup('revenues'),
    expenses: readGroup('expenses'),
    assets: readGroup('assets'),
    liabilities: readGroup('liabilities'),
    fundBalance: readGroup('fundBalance'),
    unreadable: lines.flatMap(({ group, line }) => {
      const ref = citeUnreadable(selected, line.key)
      return ref ? [{ ...line, group, ref }] : []
    }),
  }
}

function toPoints(byYear: ReadonlyMap<number, Readable>, key: FactKey): FlowPoint[] {
  const known = [...byYear.keys()]
  const first = Math.min(...known)
  const count = known.length === 0 ? 0 : Math.max(...known) - first + 1
  return Array.from({ length: count }, (_, at) => {
    const filing = byYear.get(first + at)
    return { year: first + at, ...(filing && readNumber(filing, key)) }
  })
}
