import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ProfileDeps } from '../../profiles/deps.ts'
import type { Organization } from '../../profiles/organization.ts'
import { readSummary, type Summary } from '../../profiles/summary.ts'
import type { Readiness } from '../../rating/diligence.ts'
import {
  AGREEMENTS,
  MATCH_METHODS,
  RESTRICTION_LISTS,
  type Restriction,
} from '../../rating/restriction.ts'
import { attribute } from './attribute.ts'
import { evidenceRegistry } from './evidence.ts'
import { src } from './figure.ts'
import { about, filing, presentAbout, presentFiling } from './filing-schema.ts'
import { answerTimed, deepDive, einParams, noQuery } from './operation.ts'
import { describeLag } from './present-profile.ts'
import { presentSentence, sentence } from './sentence.ts'
import { presentYear, seriesYear } from './series-schema.ts'

const restriction = z
  .strictObject({
    list: z.enum(RESTRICTION_LISTS),
    entry: z.string().describe("OFAC's entry number, SAM's number of the exclusion."),
    subject: z.enum(['organization', 'officer']),
    subject_name: z.string().describe('The name that was found, as filed or registered.'),
    subject_ref: z.string(),
    listed_name: z.string(),
    method: z.enum(MATCH_METHODS).describe('How the name was found.'),
    agreed: z.array(z.enum(AGREEMENTS)).describe('What agrees.'),
    status: z.enum(['Confirmed', 'Review']),
    programs: z.array(z.string()),
    ref: z.string().describe("Ref of the list's entry."),
    _src: src,
  })
  .meta({ id: 'RestrictionMatch' })

const readiness = z
  .strictObject({
    label: z.enum(['Clear', 'Needs review', 'Compliance issue flagged']),
    tone: z.enum(['Good', 'Caution', 'Concern']),
    review_reasons: z.array(z.string()).describe('Sentences with the source named.'),
    restriction_status: z
      .enum(['Confirmed', 'Review', 'Clear'])
      .optional()
      .describe('Absent, as restrictions are, when no restriction list is loaded.'),
    restrictions: z
      .array(restriction)
      .optional()
      .describe('Entries of restriction lists that mean it, or may mean it or an officer.'),
    _src: src,
  })
  .meta({ id: 'ReadinessB' })

export const summaryData = z.strictObject({
  ...about,
  latest_year: z.int(),
  note: z.string().describe('What period the figures are of, and how far filings lag.'),
  filing,
  decision_summary: z.array(sentence),
  readiness,
  series: z.array(seriesYear).describe('Years of the primary form, oldest first.'),
  evidence: evidenceRegistry,
})

/** `GET /api/v2/charity/{ein}/summary`. */
export const summaryRoutes =
  (deps: ProfileDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/api/v2/charity/:ein/summary', {
      ...deepDive({
        operationId: 'readSummary',
        summary: 'Decision summary and multi-year financial series',
        params: einParams,
        querystring: noQuery,
        data: summaryData,
        answer: 'SummaryEnvelope',
      }),
      handler: async (request) =>
        answerTimed(
          deps,
          request,
          (timed) => readSummary(timed, request.params.ein),
          presentSummary,
        ),
    })
  }

/** Sentences with their figures, and the series. */
export function presentSummary(found: Summary): z.output<typeof summaryData> {
  const { organization, filing: latest, sentences, series, readiness } = found
  const data = {
    ...presentAbout(organization),
    latest_year: latest.taxYear,
    note: describeLag(latest),
    filing: presentFiling(latest),
    decision_summary: sentences.map(presentSentence),
    readiness: presentReadiness(readiness, organization),
    series: series.map(presentYear),
  }
  return attribute(data, latest)
}

const presentReadiness = (readiness: Readiness, { restrictions }: Organization) => ({
  label: readiness.label,
  tone: readiness.tone,
  review_reasons: readiness.reviewReasons,
  ...(readiness.restriction && {
    restriction_status: readiness.restriction.status,
    restrictions: restrictions.map(presentRestriction),
  }),
})

const presentRestriction = (match: Restriction) => ({
  list: match.list,
  entry: match.entry,
  subject: match.subject,
  subject_name: match.subjectName,
  subject_ref: match.subjectRef,
  listed_name: match.listedName,
  method: match.method,
  agreed: match.agreed,
  status: match.status,
  programs: match.programs,
  ref: match.ref,
})
