import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { isUnlimited, type Limited, limitOf } from '#src/access/allowances.ts'
import { TIERS } from '#src/access/keys.ts'
import { endOfUtcDay, readUsageOfKey, type Used, utcDay } from '#src/access/usage.ts'
import { NOT_YET, SUPPORTED } from '#src/assistant/chat.ts'
import type { Clock } from '#src/domain/days.ts'
import { releaseTime } from '#src/domain/release.ts'
import type { Postgres } from '#src/platform/clients/postgres.ts'
import { readIndexState } from '#src/search/index-state.ts'
import type { SearchDeps } from '#src/search/search.ts'
import { example } from '../openapi/examples/demo.ts'
import { noQuery } from '../shared/parameters.ts'
import { probe } from '../shared/probe.ts'
import { component } from '../shared/schemas.ts'
import { getOperation, operation } from './operation.ts'

export const health = component('Health', {
  Status: z.literal('Healthy'),
  SchemaVersion: z.literal(2),
  CompiledAt: z.iso.datetime().optional(),
  Documents: z.int().min(0),
})

export const healthRoute = getOperation(
  '/api/v2/health',
  {
    operationId: 'getHealth',
    group: 'Operators',
    summary: 'Check whether searches work and when the data was released',
    terms: { access: 'open', costs: 'nothing', slot: 'none' },
    examples: example('A healthy service'),
    request: { querystring: noQuery },
    response: health,
  },
  async ({ opensearch, indexPrefix }: SearchDeps) => {
    const state = readIndexState(opensearch, indexPrefix)
    const { release, documents } = await probe(state, 'SearchUnavailable')
    return {
      Status: 'Healthy' as const,
      SchemaVersion: 2 as const,
      CompiledAt: releaseTime(release),
      Documents: documents,
    }
  },
)

const count = z.int().min(0)
const unlimited = z.union([count, z.literal('Unlimited')])

const allowance = component('UsageAllowance', {
  Limit: unlimited,
  Used: count,
  Remaining: unlimited,
})

export const usageSummary = component('UsageSummary', {
  Day: z.iso.date(),
  ResetAt: z.iso.datetime(),
  Tier: z.enum(TIERS),
  Data: allowance,
  Advanced: allowance.optional(),
})
type UsageSummary = z.output<typeof usageSummary>

export type UsageDeps = Clock & { postgres: Postgres }

/** With ACCESS=open nothing is counted, as for the Internal tier. */
const OPEN: Limited = {
  tier: 'Internal',
  dataLimit: null,
  advancedLimit: null,
}
const NOTHING: Used = { Data: 0, Advanced: 0 }

export const usageRoute =
  ({ postgres, now: clock = () => new Date() }: UsageDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/api/v2/usage', {
      ...operation({
        operationId: 'getUsage',
        group: 'Operators',
        summary: "Get a key's allowances and how much of each it has used today",
        terms: { access: 'keyed', costs: 'nothing', slot: 'none' },
        examples: example('A paid key that has not been used today'),
        request: { querystring: noQuery },
        response: usageSummary,
      }),
      handler: async ({ apiKey }, reply) => {
        const now = clock()
        const used = apiKey
          ? await postgres.session((own) => readUsageOfKey(own, utcDay(now), apiKey.id))
          : NOTHING
        reply.header('Cache-Control', 'no-store')
        return presentUsage(apiKey ?? OPEN, used, now)
      },
    })
  }

function presentUsage(key: Limited, used: Used, now: Date): UsageSummary {
  return {
    Day: utcDay(now),
    ResetAt: endOfUtcDay(now).toISOString(),
    Tier: key.tier,
    Data: toAllowance(key, 'Data', used),
    Advanced: toAllowance(key, 'Advanced', used),
  }
}

function toAllowance(key: Limited, allowance: keyof Used, { [allowance]: used }: Used) {
  const limit = limitOf(key, allowance)
  if (isUnlimited(limit)) {
    return { Limit: 'Unlimited' as const, Used: used, Remaining: 'Unlimited' as const }
  }
  return { Limit: limit, Used: used, Remaining: Math.max(0, limit - used) }
}

const capabilities = component('AssistantCapabilities', {
  Supported: z.array(z.string()),
  NotYet: z.array(z.string()),
  SearchRecoveryEnabled: z.boolean(),
})

export const capabilitiesRoute = getOperation(
  '/api/v2/assistant/capabilities',
  {
    operationId: 'getAssistantCapabilities',
    group: 'Assistant',
    summary: 'List the questions that the assistant can and cannot answer',
    terms: { access: 'keyed', costs: 'Advanced', slot: 'store' },
    examples: example('Supported questions'),
    request: { querystring: noQuery },
    response: capabilities,
  },
  async () => ({
    Supported: [...SUPPORTED],
    NotYet: [...NOT_YET],
    SearchRecoveryEnabled: true,
  }),
)
