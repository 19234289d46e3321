import { z } from 'zod'
import {
  type CoreFact,
  type CoreRecord,
  readCoreRecord,
} from '#src/organizations/figures/core-record.ts'
import { DEMO, example, inPath } from '../openapi/examples/demo.ts'
import { refused } from '../shared/parameters.ts'
import { attribute } from './attribute.ts'
import { evidenceRegistry } from './evidence.ts'
import { about, filing, presentAbout, presentFiling, primaryYear } from './fields.ts'
import { anyFigure, type FilingPlace, filedFigure, src, toSnakeCase, unitOf } from './figure.ts'
import { deepDive } from './operation.ts'

const query = z.strictObject({
  year: primaryYear,
  validate: refused('is not supported; omit it'),
})

export const coreData = z.strictObject({
  ...about,
  filing,
  years: z.array(z.int()).describe('Tax years of the primary form, latest first.'),
  parts: z
    .array(z.strictObject({ part: z.string(), facts: z.record(z.string(), anyFigure), _src: src }))
    .describe('Filed facts, by part of the form.'),
  evidence: evidenceRegistry,
})

const readAt = (url: string, operationId: string) =>
  deepDive(url, {
    operationId,
    examples: example('A past year', { path: inPath(DEMO.turkanaWells), query: { year: 2022 } }),
    summary: 'Get the core filing record for one year',
    query,
    data: coreData,
    envelope: 'CoreRecordEnvelope',
    read: (deps, { ein, query: { year } }) => readCoreRecord(deps, ein, year),
    present: presentCoreRecord,
  })

export const coreRecordRoutes = [
  readAt('/charities/:ein', 'readCoreRecord'),
  readAt('/api/v2/charities/:ein', 'readCoreRecordV2'),
]

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
