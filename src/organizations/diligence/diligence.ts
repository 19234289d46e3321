import { type FiledNumber, readNumber } from '#src/domain/evidence.ts'
import { citationOf } from '#src/domain/facts/citation.ts'
import { NO_NARRATIVE } from '#src/domain/facts/narrative.ts'
import type { Form } from '#src/domain/form.ts'
import { knownFields } from '#src/domain/known-fields.ts'
import { FIGURES } from '#src/figures/figures.ts'
import type { CheckOutcome } from '#src/rating/cross-checks/check.ts'
import { failedChecks } from '#src/rating/cross-checks/cross-check.ts'
import type { DiligenceFacts } from '#src/rating/diligence.ts'
import { type Readiness, toReadiness } from '#src/rating/diligence.ts'
import type { ProfileDeps } from '../deps.ts'
import { toCheckedFiling } from '../filings/check-filing.ts'
import { type DiligenceRow, readDiligenceRows } from '../store/read-organization.ts'

/** The facts about an organization in a list that is checked. */
export type Diligence = {
  name: string
  city?: string
  /** USPS code. */
  state?: string
  /** ISO 3166 alpha-2 */
  country?: string
  primaryForm?: Form
  /** 0 to 100; absent without a rating. */
  score?: number
  latestYear?: number
  /** Whole US dollars, as filed for the latest year. */
  revenue?: FiledNumber
  assets?: FiledNumber
  readiness: Readiness
}

/** A requested EIN; `found` is absent if no loaded source contains it. */
export type DiligenceEntry = { ein: string; found?: Diligence }

/**
 * Reads the readiness of up to 25 organizations, in the requested order; one round trip. `today` is
 * YYYY-MM-DD. Throws ApiError StoreUnavailable.
 */
export async function readDiligence(
  { postgres }: ProfileDeps,
  eins: readonly string[],
  today: string,
): Promise<DiligenceEntry[]> {
  const rows = await readDiligenceRows(postgres, eins, today)
  return eins.map((ein) => {
    const row = rows.find((one) => one.ein === ein)
    return { ein, ...(row && { found: toDiligence(row, today) }) }
  })
}

function toDiligence(row: DiligenceRow, today: string): Diligence {
  const { name, city, state, country, primaryForm, score, latest } = row
  return {
    ...knownFields({ name, city, state, country, primaryForm, score }),
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
  recognition: row,
  revokedOn: row.isRevoked ? (row.revokedOn ?? undefined) : undefined,
  newest: newest ?? undefined,
  ratingState: ratingState ?? undefined,
})

/** The facts of a readiness that are not from the latest filing. */
type Judged = Omit<DiligenceFacts, 'latest' | 'diversion' | 'failedChecks'>

type Latest = NonNullable<DiligenceRow['latest']>

/**
 * Returns the readiness of an organization based on its latest filing on the primary form, if any.
 */
export function readinessOf(judged: Judged, latest: Latest | undefined, today: string): Readiness {
  const facts = {
    ...judged,
    latest: latest && {
      ...latest,
      isWaiting: latest.contents === null || latest.rowFacts === null,
    },
    diversion: latest && citeDiversion(latest),
    failedChecks: latest ? failedIn(latest) : [],
  }
  return toReadiness(facts, today)
}

function citeDiversion(latest: Latest): string | undefined {
  const fact = latest.facts.materialDiversion
  return fact?.value === true ? citationOf({ ...latest, path: fact.path }) : undefined
}

function failedIn({ contents, ...latest }: Latest): CheckOutcome[] {
  const checked =
    contents === null
      ? undefined
      : toCheckedFiling({ ...latest, contents, narrative: NO_NARRATIVE })
  return checked ? failedChecks(checked) : []
}
