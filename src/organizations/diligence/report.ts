import { citeRegistry, citeRevocation } from '#src/domain/evidence.ts'
import { knownFields } from '#src/domain/known-fields.ts'
import { describeSubsection } from '#src/domain/registry-codes.ts'
import type { ProfileDeps } from '../deps.ts'
import { hasFiling, selectFiling } from '../filings/select-filing.ts'
import type { FilingSummary, Organization } from '../organization.ts'
import { citeScore, verdictOn } from '../page/rating-view.ts'
import { type Deductibility, toDeductibility } from '../page/summary-sentences.ts'
import { type CheckedList, readListMonths, toCheckedLists } from '../store/read-checked-lists.ts'
import { readOrganizations } from '../store/read-organization.ts'
import { type Diligence, readDiligence } from './diligence.ts'

export const RECOGNITIONS = ['Listed', 'Revoked', 'NotListed', 'NotChecked'] as const
export const REPORT_SOURCES = [
  'revenue',
  'rating',
  'registry',
  'revocation',
  'publication78',
  'restriction',
] as const

/**
 * What the IRS lists say about the exemption. `NotChecked`: no registry extract for its state is
 * loaded. `asOf` is the month of the registry, YYYY-MM; the day of a revocation, YYYY-MM-DD.
 */
type RecognitionStatus = {
  status: (typeof RECOGNITIONS)[number]
  asOf?: string
  /** `501(c)(3)`; only if listed. */
  subsection?: string
  ref?: string
}

/** Something that a row of the report rests on. */
export type ReportSource = {
  what: (typeof REPORT_SOURCES)[number]
  ref: string
}

export type ReportFacts = Diligence & {
  /** The return that opens by default; absent if there is none. */
  latest?: Pick<FilingSummary, 'form' | 'taxYear' | 'taxPeriodEnd'>
  rating?: { score: number; possible?: number; isOld: boolean }
  recognition: RecognitionStatus
  deductibility?: Deductibility
  /** Restriction lists that it was checked against. */
  lists: CheckedList[]
  sources: ReportSource[]
}

/** A requested EIN; `found` is absent if no loaded source contains it. */
export type ReportEntry = { ein: string; found?: ReportFacts }

/**
 * Reads the diligence report of up to 25 organizations, in the requested order; three queries at
 * once. `today` is YYYY-MM-DD. Throws ApiError StoreUnavailable.
 */
export async function readReport(
  deps: ProfileDeps,
  eins: readonly string[],
  today: string,
): Promise<ReportEntry[]> {
  const [entries, organizations, months] = await Promise.all([
    readDiligence(deps, eins, today),
    readOrganizations(deps.postgres, eins, today),
    readListMonths(deps.postgres),
  ])
  return entries.map(({ ein, found }) => {
    const organization = organizations.find((one) => one.ein === ein)
    if (!found || !organization) return { ein }
    const lists = toCheckedLists(organization, months)
    return { ein, found: toReportFacts(found, organization, lists) }
  })
}

/** Returns the facts of a report from what diligence and the organization's page know. */
export function toReportFacts(
  diligence: Diligence,
  organization: Organization,
  lists: readonly CheckedList[],
): ReportFacts {
  const latest = hasFiling(organization) ? selectFiling(organization, {}) : undefined
  const verdict = latest && verdictOn(organization, latest)
  const score = verdict?.state === 'Scored' ? verdict.score : undefined
  const recognition = toRecognition(organization)
  const deductibility = toDeductibility(organization)
  const rating =
    score === undefined
      ? undefined
      : knownFields({ score, possible: verdict?.possible, isOld: verdict?.band === undefined })
  return {
    ...diligence,
    ...knownFields({ latest, rating, deductibility }),
    recognition,
    lists: lists.filter(({ list }) => list === 'OFAC' || list === 'SAM'),
    sources: [
      ...sourceOf('revenue', diligence.revenue?.ref),
      ...sourceOf('rating', score === undefined ? undefined : citeScore(organization)?.ref),
      ...sourceOf(recognition.status === 'Revoked' ? 'revocation' : 'registry', recognition.ref),
      ...sourceOf(
        'publication78',
        deductibility && 'ref' in deductibility ? deductibility.ref : undefined,
      ),
      ...[...new Set(organization.restrictions.map(({ ref }) => ref))].flatMap((ref) =>
        sourceOf('restriction', ref),
      ),
    ],
  }
}

const sourceOf = (what: ReportSource['what'], ref: string | undefined): ReportSource[] =>
  ref === undefined ? [] : [{ what, ref }]

/** Returns what the IRS lists say about the exemption of an organization. */
export function toRecognition(organization: Organization): RecognitionStatus {
  const revoked = citeRevocation(organization)
  if (revoked) return { status: 'Revoked', asOf: revoked.value, ref: revoked.ref }
  const { registry, registryAsOf } = organization
  if (!registry) {
    return registryAsOf === null
      ? { status: 'NotChecked' }
      : { status: 'NotListed', asOf: registryAsOf }
  }
  const subsection =
    registry.subsection === null ? undefined : describeSubsection(registry.subsection)
  const ref = citeRegistry(organization, subsection ? 'SUBSECTION' : 'NAME')
  return { status: 'Listed', asOf: registry.asOf, ...knownFields({ subsection, ref }) }
}
