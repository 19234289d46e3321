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
import { component, optionalObject } from '../shared/schemas.ts'
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
  label: z
    .enum(['Clear', 'Needs review', 'Compliance issue flagged'])
    .describe(
      'Clear: checks against the loaded sources found no reason for review. It is not a recommendation. Deductibility and public charity status are not checked.',
    ),
  tone: z.enum(['Good', 'Caution', 'Concern']),
  reviewReasons: z.array(z.string()),
  restrictionStatus: z
    .enum(['Confirmed', 'Review', 'Clear'])
    .optional()
    .describe('Review: a person must check the match. Absent if no list is loaded.'),
  restrictionConfirmed: z.int().min(0).optional(),
  restrictionReview: z.int().min(0).optional(),
})

const report = z
  .strictObject({
    taxPeriodEnd: z.string().optional(),
    recognition: z.strictObject({
      status: z.enum(RECOGNITIONS),
      asOf: z.string().optional(),
      subsection: z.string().optional(),
      ref: z.string().optional(),
    }),
    deductibility,
    lists: z.array(
      z.strictObject({
        list: z.string(),
        asOf: z.string().optional(),
      }),
    ),
    sources: z.array(
      z.strictObject({
        what: nameOf(z.enum(REPORT_SOURCES)),
        ref: z.string(),
      }),
    ),
  })
  .optional()

const response = component('DiligenceSummary', {
  organizations: z.array(
    z.strictObject({
      ein: einNumber,
      name: z.string().optional(),
      location: z.string().optional(),
      primaryForm: z.enum(FORMS).optional(),
      revenue: z.number().optional(),
      assets: z.number().optional(),
      notReadable,
      latestYear: z.int().optional(),
      rating: optionalObject({
        score: z.int().min(0).max(100),
        state: z.literal('Scored'),
      }),
      readiness: readiness.optional(),
      report: report,
    }),
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
    terms: { access: 'keyed', costs: 'Data', slot: 'store' },
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
