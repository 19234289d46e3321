import { type FiledNumber, readNumber } from '#src/domain/cite.ts'
import { citationOf } from '#src/domain/facts/citation.ts'
import type { Form } from '#src/domain/form.ts'
import { FIGURES } from '#src/figures/figures.ts'
import type { CheckedFiling, CheckOutcome } from '#src/rating/cross-checks/check.ts'
import { crossCheck } from '#src/rating/cross-checks/cross-check.ts'
import { type Readiness, toReadiness } from '#src/rating/diligence.ts'
import type { DiligenceFacts } from '#src/rating/diligence-facts.ts'
import type { ProfileDeps } from '../deps.ts'
import { toCheckedFiling } from '../filings/checked-filing.ts'
import type { Filing } from '../organization.ts'
import { type DiligenceRow, readDiligenceRows } from '../store/read-diligence.ts'

/** What is known of an organization when many are looked through at once. */
export type Diligence = {
  name: string
  city?: string
  /** USPS code. */
  state?: string
  /** ISO 3166 alpha-2 */
  country?: string
  primaryForm?: Form
  /** 0 to 100; only where the rating has one. */
  score?: number
  latestYear?: number
  /** As filed for the latest year, whole US dollars. */
  revenue?: FiledNumber
  assets?: FiledNumber
  readiness: Readiness
}

/** An EIN that was asked for; nothing else where nothing loaded names it. */
export type DiligenceEntry = { ein: string; found?: Diligence }

/**
 * What to know of up to 25 organizations before relying on them, in the order asked for; one round
 * trip. `today` is YYYY-MM-DD. Throws ApiError StoreUnavailable.
 */
export async function readDiligence(
  { postgres }: ProfileDeps,
  eins: readonly string[],
  today: string,
): Promise<DiligenceEntry[]> {
  const rows = await readDiligenceRows(postgres, eins)
  return eins.map((ein) => {
    const row = rows.find((one) => one.ein === ein)
    return { ein, ...(row && { found: toDiligence(row, today) }) }
  })
}

function toDiligence(row: DiligenceRow, today: string): Diligence {
  const { latest } = row
  return {
    name: row.name,
    ...(row.city !== null && { city: row.city }),
    ...(row.state !== null && { state: row.state }),
    ...(row.country !== null && { country: row.country }),
    ...(row.primaryForm !== null && { primaryForm: row.primaryForm }),
    ...(row.score !== null && { score: row.score }),
    ...(latest && {
      latestYear: latest.taxYear,
      revenue: readNumber(latest, FIGURES.revenue.fact),
      assets: readNumber(latest, FIGURES.assets.fact),
    }),
    readiness: readinessOf(toJudged(row), latest ?? undefined, today),
  }
}

const toJudged = ({ newest, ratingState, ...row }: DiligenceRow): Judged => ({
  screenedLists: row.screenedLists,
  restrictions: row.restrictions,
  revokedOn: row.isRevoked ? (row.revokedOn ?? undefined) : undefined,
  newest: newest ?? undefined,
  ratingState: ratingState ?? undefined,
})

/** What is judged besides the latest filing itself. */
export type Judged = Omit<DiligenceFacts, 'latest' | 'diversion' | 'failedChecks'>

/** A filing as diligence reads it; what it has no contents for cannot be checked. */
type Looked = Omit<Filing, 'narrative' | 'contents'> & { contents: Filing['contents'] | null }

/** The readiness of an organization by its latest filing of the primary form, if it has one. */
export function readinessOf(judged: Judged, latest: Looked | undefined, today: string): Readiness {
  const facts = {
    ...judged,
    latest: latest && { ...latest, isWaiting: toChecked(latest) === undefined },
    diversion: latest && citeDiversion(latest),
    failedChecks: latest ? failedChecks(latest) : [],
  }
  return toReadiness(facts, today)
}

function citeDiversion(latest: Looked): string | undefined {
  const fact = latest.facts.materialDiversion
  return fact?.value === true ? citationOf({ ...latest, path: fact.path }) : undefined
}

/** Undefined while it waits for what cross-checks read. */
const toChecked = ({ contents, ...latest }: Looked): CheckedFiling | undefined =>
  contents === null ? undefined : toCheckedFiling({ ...latest, contents, narrative: null })

function failedChecks(latest: Looked): CheckOutcome[] {
  const checked = toChecked(latest)
  return (checked ? crossCheck(checked) : []).filter(({ status }) => status === 'Failed')
}

/** Today in UTC, YYYY-MM-DD. */
export const todayInUtc = (): string => new Date().toISOString().slice(0, 10)
