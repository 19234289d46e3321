import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import {
  type CoreFact,
  type CoreRecord,
  readCoreRecord,
} from '#src/organizations/figures/core-record.ts'
import { DEMO, example, inPath } from '../openapi/examples/demo.ts'
import { einParams, refused, taxYear } from '../shared/parameters.ts'
import { attribute } from './attribute.ts'
import { evidenceRegistry } from './evidence.ts'
import { about, filing, presentAbout, presentFiling } from './fields.ts'
import { anyFigure, type FilingPlace, filedFigure, src, toSnakeCase, unitOf } from './figure.ts'
import { answerTimed, operation } from './operation.ts'

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

/** `GET /charities/{ein}`, also under `/api/v2`. */
export const coreRecordRoutes =
  (deps: ProfileDeps): FastifyPluginAsyncZod =>
  async (app) => {
    for (const [path, operationId] of [
      ['/charities/:ein', 'readCoreRecord'],
      ['/api/v2/charities/:ein', 'readCoreRecordV2'],
    ] as const) {
      app.get(path, {
        ...operation({
          operationId,
          examples: example('A past year', {
            path: inPath(DEMO.turkanaWells),
            query: { year: 2022 },
          }),
          summary: 'Core filing record of one year',
          request: { params: einParams, querystring: query },
          data: coreData,
          envelope: 'CoreRecordEnvelope',
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

function presentCoreRecord(record: CoreRecord): z.output<typeof coreData> {
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
