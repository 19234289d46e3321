import { type Cited, citeNumber } from '../domain/cite.ts'
import { groupBy } from '../domain/es2024.ts'
import { parseRef } from '../domain/evidence.ts'
import { sumExactly } from '../domain/exact-numbers.ts'
import type { Form } from '../domain/form.ts'
import { GRANT_CATEGORIES } from '../domain/network.ts'
import type { ProfileDeps } from '../organizations/deps.ts'
import { type EvidenceRef, evidenceOf } from '../organizations/evidence/evidence-ref.ts'
import { type Grant, readGrants } from './grants.ts'
import type { Party } from './party.ts'
import { readReferencesBetween } from './store/read-references-between.ts'
import { type FiledReturn, readReturns } from './store/read-returns.ts'

/** The lines of a recipient's return that a grant is part of, as far as its form has them. */
export const RECEIVED_FACTS = [
  'contributions',
  'governmentGrants',
  'membershipDues',
  'totalRevenue',
] as const
type ReceivedFact = (typeof RECEIVED_FACTS)[number]

/** What to know before the two sides are compared. */
export const GRANT_FLAGS = [
  'MoreThanContributions',
  'NoReturnForPeriod',
  'OnlyPostcardForPeriod',
  'OtherNameFiled',
  'PeriodsDiffer',
] as const
type GrantFlag = (typeof GRANT_FLAGS)[number]

/** A tax period; `begin` is null if it is not filed. */
type Period = { begin: string | null; end: string }

/** The recipient's return for a period that overlaps the funder's. */
export type ReceivingReturn = {
  form: Form
  taxYear: number
  objectId: string
  period: Period
  lines: Partial<Record<ReceivedFact, Cited<number>>>
}

/** What one return of the funder lists for the recipient, and what the recipient reports. */
export type FundedYear = {
  form: Form
  taxYear: number
  objectId: string
  /** Of the funder's return. */
  period?: Period
  /** Rows of all categories. */
  grants: Grant[]
  /** Dollars of the rows that are grants; absent if none files an amount. */
  amount?: number
  /** Newest first; several if the fiscal years differ. */
  received: ReceivingReturn[]
  flags: GrantFlag[]
}

/** Payments in one direction, newest first. */
export type FundedYears = { funder: Party; recipient: Party; years: FundedYear[] }

export type BothSides = {
  /** From the requested organization, then to it; only directions with rows. */
  flows: FundedYears[]
  /** Rows of Schedule R by which one names the other as related, with the EIN of the filer. */
  related: { ein: string; evidence: EvidenceRef }[]
  /** Whether there are more rows than these. */
  isTruncated: boolean
}

/** A funder rarely lists a recipient more than ten times a year. */
const MOST_ROWS = 200

/**
 * Reads what two organizations report about the money between them: the rows of each one's returns
 * that name the other, and the recipient's own totals for the same period. Throws ApiError
 * ProfileNotFound, StoreUnavailable.
 */
export async function readBothSides(
  deps: ProfileDeps,
  ein: string,
  other: string,
): Promise<BothSides> {
  const filter = { counterparty: other, allCategories: true }
  const [{ grants, nextCursor }, returns, references] = await Promise.all([
    readGrants(deps, ein, filter, { limit: MOST_ROWS }),
    readReturns(deps.postgres, [ein, other], RECEIVED_FACTS),
    readReferencesBetween(deps.postgres, ein, other),
  ])
  return {
    flows: (['Outgoing', 'Incoming'] as const).flatMap((direction) => {
      const own = grants.filter((grant) => grant.direction === direction)
      const [first] = own
      return first ? [toFlow(first, own, returns)] : []
    }),
    related: references.map((row) => ({ ein: row.ein, evidence: evidenceOf(row)(row.path) })),
    isTruncated: nextCursor !== undefined,
  }
}

function toFlow(
  { funder, recipient }: Grant,
  grants: readonly Grant[],
  returns: readonly FiledReturn[],
): FundedYears {
  const byReturn = groupBy(grants, ({ evidence }) => objectIdOf(evidence.ref))
  const received = returns.filter(({ ein }) => ein === recipient.ein)
  return {
    funder,
    recipient,
    years: [...byReturn].map(([objectId, own]) =>
      toFundedYear(
        own,
        returns.find((filing) => filing.objectId === objectId),
        received,
      ),
    ),
  }
}

function objectIdOf(ref: string): string {
  const evidence = parseRef(ref)
  return evidence?.kind === 'filing' ? evidence.objectId : ''
}

/** Returns the rows of one return with the recipient's returns of the same period, and the flags. */
export function toFundedYear(
  grants: Grant[],
  filing: FiledReturn | undefined,
  returns: readonly FiledReturn[],
): FundedYear {
  const [first] = grants
  if (!first) throw new Error('A year of grants has at least one grant.')
  const overlapping = filing ? returns.filter((one) => overlaps(one, filing)) : []
  const received = overlapping.map(toReceiving)
  const amount = sumGrants(grants)
  return {
    form: first.form,
    taxYear: first.taxYear,
    objectId: objectIdOf(first.evidence.ref),
    ...(filing && { period: periodOf(filing) }),
    grants,
    ...(amount !== undefined && { amount }),
    received,
    flags: flagsOf({ grants, amount, filing, received }),
  }
}

const GRANTS: ReadonlySet<string> = new Set(GRANT_CATEGORIES)

function sumGrants(grants: readonly Grant[]): number | undefined {
  const filed = grants.flatMap(({ category, notCounted, amount }) =>
    GRANTS.has(category) && notCounted === undefined ? (amount ?? []) : [],
  )
  return filed.length > 0 ? sumExactly(filed) : undefined
}

const toReceiving = (filing: FiledReturn): ReceivingReturn => ({
  form: filing.form,
  taxYear: filing.taxYear,
  objectId: filing.objectId,
  period: periodOf(filing),
  lines: Object.fromEntries(
    RECEIVED_FACTS.flatMap((key) => {
      const cited = citeNumber(filing, key)
      return cited ? [[key, cited]] : []
    }),
  ),
})

const periodOf = ({ taxPeriodBegin, taxPeriodEnd }: FiledReturn): Period => ({
  begin: taxPeriodBegin,
  end: taxPeriodEnd,
})

/** Returns the first day of a period; if it is not filed, that of a full year. */
function firstDay({ taxPeriodBegin, taxPeriodEnd }: FiledReturn): string {
  if (taxPeriodBegin !== null) return taxPeriodBegin
  const day = new Date(taxPeriodEnd)
  day.setUTCFullYear(day.getUTCFullYear() - 1)
  day.setUTCDate(day.getUTCDate() + 1)
  return day.toISOString().slice(0, 10)
}

const overlaps = (one: FiledReturn, other: FiledReturn): boolean =>
  firstDay(one) <= other.taxPeriodEnd && firstDay(other) <= one.taxPeriodEnd

type Compared = Pick<FundedYear, 'grants' | 'received'> & {
  amount: number | undefined
  filing: FiledReturn | undefined
}

function flagsOf({ grants, amount, filing, received }: Compared): GrantFlag[] {
  const full = received.filter(({ form }) => form !== '990N')
  const contributions = full.map(({ lines }) => lines.contributions?.value)
  // A grant may be part of either of two fiscal years, so only more than both is a contradiction.
  const isKnown = full.length > 0 && contributions.every((value) => value !== undefined)
  const reported = sumExactly(contributions.flatMap((value) => value ?? []))
  const isMore = isKnown && amount !== undefined && reported !== undefined && amount > reported
  const differs =
    filing && full.length > 0 && full.every(({ period }) => period.end !== filing.taxPeriodEnd)
  const flags: Record<GrantFlag, boolean> = {
    MoreThanContributions: isMore,
    NoReturnForPeriod: received.length === 0,
    OnlyPostcardForPeriod: received.length > 0 && full.length === 0,
    OtherNameFiled: grants.some(({ filedName }) => filedName !== undefined),
    PeriodsDiffer: differs === true,
  }
  return GRANT_FLAGS.filter((flag) => flags[flag])
}
