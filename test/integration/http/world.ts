import type { FastifyInstance } from 'fastify'
import { inject } from 'vitest'
import type { OrganizationDocument } from '#mappings/organization-document.ts'
import {
  MAPPING_VERSION,
  organizationsAlias,
  organizationsIndex,
  organizationsProperties,
  organizationsSettings,
  VECTOR_DIMENSION,
} from '#mappings/organizations.ts'
import { type AppDeps, buildApp } from '#src/app.ts'
import { toCompactKey, toSearchName, toWordSetKey } from '#src/domain/names.ts'
import { createOpenSearch, type OpenSearch } from '#src/platform/clients/opensearch.ts'
import { createPostgres, type Postgres } from '#src/platform/clients/postgres.ts'
import { createDatabase } from '#test/world/store.ts'

export const RELEASE = '20260301t040506789z'
export const MODEL = 'test-model'

const unit = (at: number): number[] =>
  Array.from({ length: VECTOR_DIMENSION }, (_, i) => +(i === at))

/** Every text has the same vector here; other tests rank by meaning with the real model. */
export const embed = async (): Promise<Float32Array> => Float32Array.from(unit(0))

/** The machine may be slow, so overload protection is off here; other tests cover it. */
export const PATIENT = { longestMs: 30_000, maxDelayMs: 0 }

type Sketch = {
  ein: string
  name: string
  state?: string
  form?: '990' | '990N' | '990PF'
  revenue?: number
  program?: string
  hasVector?: boolean
}

/** Returns a whole index document of a made-up organization. */
export function sketchDocument(sketch: Sketch): OrganizationDocument {
  const { ein, name, state, form, revenue, program, hasVector = true } = sketch
  const filing = `${form}:2024:202513199349301234`
  const row = `bmf:2026-02:${ein}`
  const programRef = `${filing}:/IRS990/Desc`
  const evidenceTier = program ? ('FiledProgram' as const) : ('ClassificationOnly' as const)
  const entityType = form === '990PF' ? 'PrivateFoundation' : 'OperatingOrOtherTaxExempt'
  const cause = { code: 'K31', label: 'Food Banks & Pantries', isInferred: false }
  const revenueRef = `${filing}:/IRS990/CYTotalRevenueAmt`
  const forms = form ? [form] : []
  return {
    ein,
    display: {
      ...{ name, names: [], ...(state && { city: 'Akron', state }), country: 'US', forms },
      nameRef: form
        ? `${filing}:/ReturnHeader/Filer/BusinessName/BusinessNameLine1Txt`
        : `${row}:NAME`,
      cause: { ...cause, ref: `${row}:NTEE_CD` },
      ...(form && { primaryForm: form, latestYear: 2024, latestPeriodEnd: '2024-12-31' }),
      ...{ entityType, role: 'Independent', evidenceTier, isRevoked: false },
      ...(revenue !== undefined && { revenue: { value: revenue, ref: revenueRef, taxYear: 2024 } }),
      passages: program ? [{ kind: 'Program', text: program, ref: programRef }] : [],
      places: state ? [{ code: `US-${state}`, label: state, ref: programRef }] : [],
    },
    query: {
      ...{ name: toSearchName(name), nameKey: toSearchName(name), alias: [], aliasKey: [] },
      ...{
        acronym: [],
        number: [],
        wordSet: [toWordSetKey(toSearchName(name))],
        compact: [toCompactKey(name)],
      },
      ...{ mission: [], programs: program ? [program] : [], website: [] },
      classification: [cause.label],
    },
    filter: {
      ...{
        ...(state && { state }),
        city: state ? ['akron', `akron ${state}`] : [],
        ...(form && { form }),
        forms,
      },
      ...{ cause: ['K', 'K3', 'K31'], causeLabel: 'Food, Agriculture & Nutrition' },
      ...{ entityType, evidenceTier, revenueBand: revenue === undefined ? 'None' : '1MTo10M' },
      ...(revenue !== undefined && { revenue }),
      places: state ? [`US-${state}`] : [],
    },
    sort: {
      ...(revenue !== undefined && { revenue }),
      ...{ prominence: Math.log10(1 + (revenue ?? 0)), evidence: program ? 0 : 1 },
    },
    ...(hasVector && { vector: { cause: unit(0) } }),
  }
}

const FOR_FAMILIES = 'Distributes food to families in need across northeast Ohio.'
export const ORGANIZATIONS = [
  sketchDocument({
    ...{ ein: '070000001', name: 'Cuyahoga Harvest Pantry', state: 'OH', form: '990' },
    ...{ revenue: 2_000_000, program: FOR_FAMILIES },
  }),
  sketchDocument({
    ...{ ein: '070000002', name: 'Harvest Pantry of Texas', state: 'TX', form: '990' },
    ...{ revenue: 1_500_000, program: 'Runs food pantries and a mobile kitchen.' },
  }),
  sketchDocument({ ein: '070000003', name: 'Whitcombe Family Foundation', form: '990PF' }),
  sketchDocument({ ein: '070000004', name: 'Registry Only Society', state: 'OH' }),
]

/** Creates an index of the documents behind the alias of a prefix. */
export async function buildIndex(
  opensearch: OpenSearch,
  prefix: string,
  documents: OrganizationDocument[],
  release = RELEASE,
): Promise<void> {
  const index = organizationsIndex(prefix, release)
  await opensearch.run((client) => client.indices.delete({ index, ignore_unavailable: true }))
  const body = {
    settings: organizationsSettings,
    mappings: {
      dynamic: 'strict',
      _meta: { index, release, mappingVersion: MAPPING_VERSION, embeddingModel: MODEL },
      properties: organizationsProperties,
    },
    aliases: { [organizationsAlias(prefix)]: {} },
  }
  await opensearch.run((client) =>
    client.transport.request({ method: 'PUT', path: `/${index}`, body }),
  )
  const lines = documents.flatMap((document) => [
    { index: { _index: index, _id: document.ein } },
    document,
  ])
  const { errors, items } = await opensearch.bulk(
    lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    { refresh: 'true' },
  )
  if (errors) throw new Error(`The bulk failed: ${JSON.stringify(items)}`)
}

/** Returns status and body of a GET, with headers if needed. */
export type Get = <Body = Record<string, unknown>>(
  url: string,
  headers?: Record<string, string>,
) => Promise<{ status: number; body: Body; headers: Record<string, unknown> }>

let asked = 0

/** Reads from an application, each time from a new address, which has its own allowance. */
export const getFrom =
  (app: FastifyInstance): Get =>
  async <Body>(url: string, headers = {}) => {
    asked += 1
    const remoteAddress = `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`
    const response = await app.inject({ url, headers, remoteAddress })
    const body = (response.body === '' ? undefined : response.json()) as Body
    return { status: response.statusCode, body, headers: response.headers }
  }

export type World = {
  app: FastifyInstance
  get: Get
  deps: AppDeps
  opensearch: OpenSearch
  postgres: Postgres
  close(): Promise<void>
}

/** Runs with another application, which is closed at the end. */
export async function withApp<Result>(
  deps: AppDeps,
  run: (app: FastifyInstance) => Promise<Result>,
): Promise<Result> {
  const app = await buildApp(deps)
  return await run(app).finally(() => app.close())
}

/**
 * The application over a separate store and, if there are documents, an index. Tests can replace
 * dependencies, to point it at absent servers.
 */
export async function openWorld(
  name: string,
  replaced: Partial<AppDeps> = {},
  documents?: OrganizationDocument[],
): Promise<World> {
  const opensearch = createOpenSearch({ url: inject('opensearchUrl') })
  const database = await createDatabase(`http_${name}`)
  const postgres = createPostgres({ url: database.url })
  const deps: AppDeps = {
    config: { access: 'keyed', trustProxy: undefined, logLevel: 'silent' },
    opensearch,
    postgres,
    indexPrefix: `http-${name}-`,
    embeddingModel: MODEL,
    embed,
    admission: PATIENT,
    ...replaced,
  }
  const app = await buildApp(deps)
  if (documents) await buildIndex(opensearch, deps.indexPrefix, documents)
  const close = async () => {
    await app.close()
    await postgres.close()
    await database.drop()
    const index = organizationsIndex(`http-${name}-`, RELEASE)
    await opensearch.run((client) => client.indices.delete({ index, ignore_unavailable: true }))
    await opensearch.close()
  }
  return { app, get: getFrom(app), deps, opensearch, postgres, close }
}
