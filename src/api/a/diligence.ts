import { z } from 'zod'
import { todayInUtc } from '#src/domain/days.ts'
import type { FiledNumber } from '#src/domain/evidence.ts'
import { FORMS } from '#src/domain/form.ts'
import { toLocation } from '#src/domain/places.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import { type DiligenceEntry, readDiligence } from '#src/organizations/diligence/diligence.ts'
import {
  RECOGNITIONS,
  REPORT_SOURCES,
  type ReportEntry,
  type ReportFacts,
  readReport,
} from '#src/organizations/diligence/report.ts'
import type { Readiness } from '#src/rating/diligence.ts'
import { wholeScore } from '#src/rating/rating.ts'
import { example, FOOD_BANKS } from '../openapi/examples/demo.ts'
import { boolean, listOfEins } from '../shared/parameters.ts'
import { component, optional, optionalObject, required } from '../shared/schemas.ts'
import { notReadable, someOf } from '../shared/sections.ts'
import { nameOf, type OnA } from '../shared/skin.ts'
import { BY_REF, einNumber } from './fields.ts'
import { readOperation } from './operation.ts'
import { deductibility, presentDeductibility } from './page/route.ts'

const diligenceQuery = z.strictObject({
  EINs: listOfEins(),
  Report: boolean('Also returns Report, the sources and lists behind each result.'),
})

export const readiness = component('Readiness', {
  label: required.enum(
    ['Clear', 'Needs review', 'Compliance issue flagged'],
    'Clear: checks against the loaded sources found no reason for review. Clear is not a recommendation. Deductibility and public charity status are not checked. For the dates of the lists, see /api/v2/sources.',
  ),
  tone: z.enum(['Good', 'Caution', 'Concern']),
  reviewReasons: required.strings(
    'Reasons for review, as sentences that state the source. Sources that are not loaded are also listed.',
  ),
  restrictionStatus: optional.enum(
    ['Confirmed', 'Review', 'Clear'],
    'Result of the check against the loaded OFAC and SAM lists. Review: a person must check the match. Absent if no list is loaded.',
  ),
  restrictionConfirmed: optional.count(
    'Number of list entries that match the organization. Absent if no list is loaded.',
  ),
  restrictionReview: optional.count(
    'Number of list entries that may match the organization or an officer. Absent if no list is loaded.',
  ),
})

const report = optional.object('Only with Report=true.', {
  taxPeriodEnd: optional.string('Last day of the latest tax period.'),
  recognition: required.object(
    'What the IRS lists say about the exemption. NotChecked: no registry of its state is loaded.',
    {
      status: z.enum(RECOGNITIONS),
      asOf: optional.string('Month of the registry, YYYY-MM, or day of the revocation.'),
      subsection: z.string().optional(),
      ref: z.string().optional(),
    },
  ),
  deductibility,
  lists: required.objects('Restriction lists that it was checked against, with their months.', {
    list: z.string(),
    asOf: z.string().optional(),
  }),
  sources: required.objects('Refs of what the result rests on.', {
    what: nameOf(z.enum(REPORT_SOURCES)),
    ref: z.string(),
  }),
})

const response = component('DiligenceSummary', {
  organizations: required.objects(
    'Organizations in request order. For an unknown EIN, the only field is EIN.',
    {
      ein: einNumber,
      name: z.string().optional(),
      location: z.string().optional(),
      primaryForm: z.enum(FORMS).optional(),
      revenue: optional.number('Total revenue in US dollars, as filed for LatestYear.'),
      assets: optional.number('Total assets in US dollars, as filed for LatestYear.'),
      notReadable,
      latestYear: optional.int('Tax year of the latest filing.'),
      rating: optionalObject({
        score: z.int().min(0).max(100).describe('Rating score as a whole number.'),
        state: z.literal('Scored'),
      }),
      readiness: readiness.optional(),
      report: report,
    },
  ),
})
export type DiligenceSummary = z.output<OnA<typeof response, typeof BY_REF>>

export const diligenceRoute = readOperation(
  // The router prefers the literal segment over an EIN.
  '/api/v2/charity/diligence-summary',
  {
    operationId: 'summarizeDiligence',
    group: 'Organizations',
    summary: 'Check up to 25 organizations for restrictions, revocations, and reasons for review',
    terms: { access: 'keyed', costs: 'Data', slot: 'shared' },
    examples: example('Two organizations', { query: { EINs: FOOD_BANKS.join() } }),
    request: { querystring: diligenceQuery },
    response,
    names: BY_REF,
  },
  async (deps: ProfileDeps, { query }) => {
    const read = query.Report ? readReport : readDiligence
    const entries: Entry[] = await read(deps, query.EINs, todayInUtc(deps))
    return { organizations: entries.map(toEntry) }
  },
)

type Entry = DiligenceEntry | ReportEntry

function toEntry({ ein, found }: Entry) {
  if (!found) return { ein: Number(ein) }
  const { revenue, assets, score, readiness } = found
  return {
    ...found,
    ein: Number(ein),
    location: toLocation(found),
    revenue: revenue?.value,
    assets: assets?.value,
    notReadable: someOf([...unreadable('revenue', revenue), ...unreadable('assets', assets)]),
    rating:
      score === undefined ? undefined : { score: wholeScore(score), state: 'Scored' as const },
    readiness: toReadiness(readiness),
    report: 'recognition' in found ? toReport(found) : undefined,
  }
}

const toReport = ({ latest, deductibility, ...facts }: ReportFacts) => ({
  ...facts,
  taxPeriodEnd: latest?.taxPeriodEnd,
  deductibility: deductibility && presentDeductibility(deductibility),
})

const unreadable = (figure: string, filed: FiledNumber | undefined) =>
  filed?.ref !== undefined && filed.value === undefined ? [{ figure, ref: filed.ref }] : []

/** Returns `readiness`. Without a loaded restriction list, there is no restriction status. */
export const toReadiness = ({ tone, restriction, ...known }: Readiness) => ({
  ...known,
  tone: tone === 'Neutral' ? ('Caution' as const) : tone,
  restrictionStatus: restriction?.status,
  restrictionConfirmed: restriction?.confirmed,
  restrictionReview: restriction?.review,
})
