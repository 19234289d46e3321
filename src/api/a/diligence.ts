import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { FiledNumber } from '#src/domain/cite.ts'
import { FORMS } from '#src/domain/form.ts'
import { toLocation } from '#src/domain/places.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import {
  type DiligenceEntry,
  readDiligence,
  todayInUtc,
} from '#src/organizations/diligence/diligence.ts'
import type { Readiness } from '#src/rating/diligence.ts'
import { example, FOOD_BANKS } from '../openapi/examples/demo.ts'
import { listOfEins } from '../shared/parameters.ts'
import { notReadable, presentNotReadable } from './fields.ts'
import { operation } from './operation.ts'

const diligenceQuery = z.strictObject({
  EINs: listOfEins('Up to 25 EINs of nine digits each, separated by commas, each once.'),
})

export const readiness = z
  .strictObject({
    Label: z.enum(['Clear', 'Needs review', 'Compliance issue flagged']),
    Tone: z.enum(['Good', 'Caution', 'Concern']),
    ReviewReasons: z
      .array(z.string())
      .describe(
        'Sentences with the source named; what could not be looked at is told, too, also of who is clear.',
      ),
    RestrictionStatus: z
      .enum(['Confirmed', 'Review', 'Clear'])
      .optional()
      .describe(
        'By the OFAC and SAM lists that are loaded, of which ReviewReasons names those that are not: Review means that people must look. Absent, with both counts, when none is.',
      ),
    RestrictionConfirmed: z.int().min(0).optional().describe('Entries of the lists that mean it.'),
    RestrictionReview: z
      .int()
      .min(0)
      .optional()
      .describe('Entries that may mean it or an officer.'),
  })
  .meta({ id: 'Readiness' })

export const diligenceSummary = z
  .strictObject({
    Organizations: z
      .array(
        z.strictObject({
          EIN: z.int(),
          Name: z.string().optional(),
          Location: z.string().optional(),
          PrimaryForm: z.enum(FORMS).optional(),
          Revenue: z.number().optional().describe('US dollars, as filed for LatestYear.'),
          Assets: z.number().optional().describe('US dollars, as filed for LatestYear.'),
          NotReadable: notReadable,
          LatestYear: z.int().optional().describe('Tax year of the latest filing.'),
          Rating: z
            .strictObject({
              Score: z.int().min(0).max(100).describe('Whole points that it reached.'),
              State: z.literal('Scored'),
            })
            .optional(),
          Readiness: readiness.optional(),
        }),
      )
      .describe('In request order; an EIN that nothing is known of stands alone.'),
  })
  .meta({ id: 'DiligenceSummary' })
export type DiligenceSummary = z.output<typeof diligenceSummary>

/** `GET /api/v2/charity/diligence-summary`; the router prefers the literal segment to an EIN. */
export const diligenceRoutes =
  (deps: ProfileDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/api/v2/charity/diligence-summary', {
      ...operation({
        operationId: 'summarizeDiligence',
        group: 'Organizations',
        summary: 'What to know of up to 25 organizations before relying on them',
        terms: { access: 'keyed', costs: 'Data', slot: 'shared' },
        examples: example('Two organizations', { query: { EINs: FOOD_BANKS.join() } }),
        request: { querystring: diligenceQuery },
        response: diligenceSummary,
      }),
      handler: async ({ query }) =>
        presentDiligence(await readDiligence(deps, query.EINs, todayInUtc())),
    })
  }

const presentDiligence = (entries: readonly DiligenceEntry[]): DiligenceSummary => ({
  Organizations: entries.map(presentEntry),
})

function presentEntry({ ein, found }: DiligenceEntry): DiligenceSummary['Organizations'][number] {
  const EIN = Number(ein)
  if (!found) return { EIN }
  const { name, primaryForm, revenue, assets, latestYear, score, readiness } = found
  const location = toLocation(found)
  return {
    EIN,
    Name: name,
    Location: location,
    ...(primaryForm && { PrimaryForm: primaryForm }),
    ...(revenue?.value !== undefined && { Revenue: revenue.value }),
    ...(assets?.value !== undefined && { Assets: assets.value }),
    ...presentNotReadable({ Revenue: unreadableRef(revenue), Assets: unreadableRef(assets) }),
    LatestYear: latestYear,
    ...(score !== undefined && { Rating: { Score: Math.floor(score), State: 'Scored' as const } }),
    Readiness: presentReadiness(readiness),
  }
}

const unreadableRef = (figure: FiledNumber | undefined): string | undefined =>
  figure?.value === undefined ? figure?.ref : undefined

/** A's form of a readiness; without a loaded restriction list nothing is said of any. */
export const presentReadiness = ({
  label,
  tone,
  reviewReasons,
  restriction,
}: Readiness): NonNullable<DiligenceSummary['Organizations'][number]['Readiness']> => ({
  Label: label,
  Tone: tone,
  ReviewReasons: reviewReasons,
  ...(restriction && {
    RestrictionStatus: restriction.status,
    RestrictionConfirmed: restriction.confirmed,
    RestrictionReview: restriction.review,
  }),
})
