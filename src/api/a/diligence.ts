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
import { einNumber, fieldName, notReadable, presentNotReadable, toFields } from './fields.ts'
import { getOperation } from './operation.ts'
import { deductibility } from './page/route.ts'

const diligenceQuery = z.strictObject({
  EINs: listOfEins(),
  Report: boolean('Also returns Report, the sources and lists behind each result.'),
})

export const readiness = component('Readiness', {
  Label: required.enum(
    ['Clear', 'Needs review', 'Compliance issue flagged'],
    'Clear: checks against the loaded sources found no reason for review. Clear is not a recommendation. Deductibility and public charity status are not checked. For the dates of the lists, see /api/v2/sources.',
  ),
  Tone: z.enum(['Good', 'Caution', 'Concern']),
  ReviewReasons: required.strings(
    'Reasons for review, as sentences that state the source. Sources that are not loaded are also listed.',
  ),
  RestrictionStatus: optional.enum(
    ['Confirmed', 'Review', 'Clear'],
    'Result of the check against the loaded OFAC and SAM lists. Review: a person must check the match. Absent if no list is loaded.',
  ),
  RestrictionConfirmed: optional.count(
    'Number of list entries that match the organization. Absent if no list is loaded.',
  ),
  RestrictionReview: optional.count(
    'Number of list entries that may match the organization or an officer. Absent if no list is loaded.',
  ),
})

const report = optional.object('Only with Report=true.', {
  TaxPeriodEnd: optional.string('Last day of the latest tax period.'),
  Recognition: required.object(
    'What the IRS lists say about the exemption. NotChecked: no registry of its state is loaded.',
    {
      Status: z.enum(RECOGNITIONS),
      AsOf: optional.string('Month of the registry, YYYY-MM, or day of the revocation.'),
      Subsection: z.string().optional(),
      EvidenceRef: z.string().optional(),
    },
  ),
  Deductibility: deductibility,
  Lists: required.objects('Restriction lists that it was checked against, with their months.', {
    List: z.string(),
    AsOf: z.string().optional(),
  }),
  Sources: required.objects('Refs of what the result rests on.', {
    What: z.enum(REPORT_SOURCES.map(fieldName)),
    EvidenceRef: z.string(),
  }),
})

const diligenceSummary = component('DiligenceSummary', {
  Organizations: required.objects(
    'Organizations in request order. For an unknown EIN, the only field is EIN.',
    {
      EIN: einNumber,
      Name: z.string().optional(),
      Location: z.string().optional(),
      PrimaryForm: z.enum(FORMS).optional(),
      Revenue: optional.number('Total revenue in US dollars, as filed for LatestYear.'),
      Assets: optional.number('Total assets in US dollars, as filed for LatestYear.'),
      NotReadable: notReadable,
      LatestYear: optional.int('Tax year of the latest filing.'),
      Rating: optionalObject({
        Score: z.int().min(0).max(100).describe('Rating score as a whole number.'),
        State: z.literal('Scored'),
      }),
      Readiness: readiness.optional(),
      Report: report,
    },
  ),
})
export type DiligenceSummary = z.output<typeof diligenceSummary>

export const diligenceRoute = getOperation(
  // The router prefers the literal segment over an EIN.
  '/api/v2/charity/diligence-summary',
  {
    operationId: 'summarizeDiligence',
    group: 'Organizations',
    summary: 'Check up to 25 organizations for restrictions, revocations, and reasons for review',
    terms: { access: 'keyed', costs: 'Data', slot: 'shared' },
    examples: example('Two organizations', { query: { EINs: FOOD_BANKS.join() } }),
    request: { querystring: diligenceQuery },
    response: diligenceSummary,
  },
  async (deps: ProfileDeps, { query }) => {
    const read = query.Report ? readReport : readDiligence
    const entries: Entry[] = await read(deps, query.EINs, todayInUtc(deps))
    return { Organizations: entries.map(presentEntry) }
  },
)

type Entry = DiligenceEntry | ReportEntry

function presentEntry({ ein, found }: Entry): DiligenceSummary['Organizations'][number] {
  const EIN = Number(ein)
  if (!found) return { EIN }
  const { name, primaryForm, revenue, assets, latestYear, score, readiness } = found
  return {
    EIN,
    Location: toLocation(found),
    ...toFields({ name, primaryForm, latestYear }),
    Revenue: revenue?.value,
    Assets: assets?.value,
    ...presentNotReadable({ Revenue: unreadableRef(revenue), Assets: unreadableRef(assets) }),
    Rating: score === undefined ? undefined : { Score: wholeScore(score), State: 'Scored' },
    Readiness: presentReadiness(readiness),
    Report: 'recognition' in found ? presentReport(found) : undefined,
  }
}

const presentReport = (found: ReportFacts): z.input<typeof report> => ({
  TaxPeriodEnd: found.latest?.taxPeriodEnd,
  Recognition: {
    ...toFields(found.recognition, 'status', 'asOf', 'subsection'),
    EvidenceRef: found.recognition.ref,
  },
  Deductibility: found.deductibility && toFields(found.deductibility),
  Lists: found.lists.map(({ list, asOf }) => ({ List: list, AsOf: asOf })),
  Sources: found.sources.map(({ what, ref }) => ({ What: fieldName(what), EvidenceRef: ref })),
})

const unreadableRef = (figure: FiledNumber | undefined): string | undefined =>
  figure?.value === undefined ? figure?.ref : undefined

/** Without a loaded restriction list, there is no restriction status. */
export const presentReadiness = ({
  label,
  tone,
  reviewReasons,
  restriction,
}: Readiness): z.output<typeof readiness> => ({
  ...toFields({ label, tone: tone === 'Neutral' ? 'Caution' : tone, reviewReasons }),
  RestrictionStatus: restriction?.status,
  RestrictionConfirmed: restriction?.confirmed,
  RestrictionReview: restriction?.review,
})
