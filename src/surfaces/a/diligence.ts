import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { FiledNumber } from '../../domain/cite.ts'
import { toLocation } from '../../domain/places.ts'
import type { ProfileDeps } from '../../profiles/deps.ts'
import { type DiligenceEntry, readDiligence, todayInUtc } from '../../profiles/diligence.ts'
import type { Readiness } from '../../rating/diligence.ts'
import { type DiligenceSummary, diligenceQuery, diligenceSummary } from './diligence-schema.ts'
import { openErrors } from './error-schema.ts'
import { presentNotReadable } from './not-readable.ts'

/** `GET /api/v2/charity/diligence-summary`; the router prefers the literal segment to an EIN. */
export const diligenceRoutes =
  (deps: ProfileDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/api/v2/charity/diligence-summary', {
      config: { terms: { access: 'keyed', costs: 'Data', place: 'shared' } },
      schema: {
        operationId: 'summarizeDiligence',
        summary: 'What to know of up to 25 organizations before relying on them',
        tags: ['Surface A'],
        querystring: diligenceQuery,
        response: { 200: diligenceSummary, ...openErrors },
      },
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
    ...(location !== undefined && { Location: location }),
    ...(primaryForm && { PrimaryForm: primaryForm }),
    ...(revenue?.value !== undefined && { Revenue: revenue.value }),
    ...(assets?.value !== undefined && { Assets: assets.value }),
    ...presentNotReadable({ Revenue: unreadableRef(revenue), Assets: unreadableRef(assets) }),
    ...(latestYear !== undefined && { LatestYear: latestYear }),
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
