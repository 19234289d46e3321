import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ProfileDeps } from '../../profiles/deps.ts'
import { readSummary, type Summary } from '../../profiles/summary.ts'
import { TOPICS } from '../../profiles/summary-sentences.ts'
import { attribute } from './attribute.ts'
import { evidenceRegistry } from './evidence.ts'
import { anyFigure, presentFigure, src } from './figure.ts'
import { about, filing, presentAbout, presentFiling } from './filing-schema.ts'
import { answerTimed, deepDive, einParams, noQuery } from './operation.ts'
import { describeLag } from './present-profile.ts'
import { presentYear, seriesYear } from './series-schema.ts'

const sentence = z
  .strictObject({
    topic: z.enum(TOPICS),
    text: z.string(),
    figures: z.array(anyFigure).describe('What the sentence is made of.'),
    _src: src,
  })
  .meta({ id: 'SummarySentence' })

export const summaryData = z.strictObject({
  ...about,
  latest_year: z.int(),
  note: z.string().describe('What period the figures are of, and how far filings lag.'),
  filing,
  decision_summary: z.array(sentence),
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
      handler: async (request, reply) =>
        answerTimed(
          deps,
          request,
          reply,
          (timed) => readSummary(timed, request.params.ein),
          presentSummary,
        ),
    })
  }

/** Sentences with their figures, and the series. */
export function presentSummary(found: Summary): z.output<typeof summaryData> {
  const { organization, filing: latest, sentences, series } = found
  const data = {
    ...presentAbout(organization),
    latest_year: latest.taxYear,
    note: describeLag(latest),
    filing: presentFiling(latest),
    decision_summary: sentences.map(({ topic, text, figures }) => ({
      topic,
      text,
      figures: figures.map(presentFigure),
    })),
    series: series.map(presentYear),
  }
  return attribute(data, latest)
}
