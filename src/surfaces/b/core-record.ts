import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { type CoreFact, type CoreRecord, readCoreRecord } from '../../profiles/core-record.ts'
import type { ProfileDeps } from '../../profiles/deps.ts'
import { refused, taxYear } from '../parameters.ts'
import { attribute } from './attribute.ts'
import { evidenceRegistry } from './evidence.ts'
import { anyFigure, type FilingPlace, filedFigure, src, toSnakeCase, unitOf } from './figure.ts'
import { about, filing, presentAbout, presentFiling } from './filing-schema.ts'
import { answerTimed, deepDive, einParams } from './operation.ts'

const query = z.strictObject({
  year: taxYear('Tax year of the primary form; the latest when it is left out.'),
  validate: refused('must not be used; leave it out'),
})

export const coreData = z.strictObject({
  ...about,
  filing,
  years: z.array(z.int()).describe('Tax years of the primary form there are, latest first.'),
  parts: z
    .array(z.strictObject({ part: z.string(), facts: z.record(z.string(), anyFigure), _src: src }))
    .describe('What was filed, by part of the form; what was not is left out.'),
  evidence: evidenceRegistry,
})

/** `GET /charities/{ein}`, also under `/api/v2` (decisions part 1). */
export const coreRecordRoutes =
  (deps: ProfileDeps): FastifyPluginAsyncZod =>
  async (app) => {
    for (const [path, operationId] of [
      ['/charities/:ein', 'readCoreRecord'],
      ['/api/v2/charities/:ein', 'readCoreRecordV2'],
    ] as const) {
      app.get(path, {
        ...deepDive({
          operationId,
          summary: 'Core filing record of one year',
          params: einParams,
          querystring: query,
          data: coreData,
          answer: 'CoreRecordEnvelope',
        }),
        handler: async (request) =>
          answerTimed(
            deps,
            request,
            (timed) => readCoreRecord(timed, request.params.ein, request.query.year),
            presentCoreRecord,
          ),
      })
    }
  }

/** B's form of the facts of one filing. */
export function presentCoreRecord(record: CoreRecord): z.output<typeof coreData> {
  const { organization, filing: read } = record
  const years = organization.filings.filter(
    ({ form, isCurrent }) => isCurrent && form === read.form,
  )
  const data = {
    ...presentAbout(organization),
    filing: presentFiling(read),
    years: [...new Set(years.map(({ taxYear: year }) => year))],
    parts: record.parts.map(({ part, facts }) => ({
      part,
      facts: Object.fromEntries(
        facts.map((fact) => [toSnakeCase(fact.key), presentFact(read, fact)]),
      ),
    })),
  }
  return attribute(data, read)
}

const presentFact = (place: FilingPlace, { kind, label, line, ...fact }: CoreFact) =>
  filedFigure(place, fact, { label, ...unitOf(kind), line })
