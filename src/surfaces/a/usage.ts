import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { type Allowance, isUnlimited, type Limited, limitOf } from '../../access/allowances.ts'
import { readUsageOfKey, type Used } from '../../access/usage.ts'
import { endOfUtcDay, utcDay } from '../../access/utc-day.ts'
import type { Postgres } from '../../clients/postgres.ts'
import { uncountedErrors } from './error-schema.ts'
import { type UsageSummary, usageSummary } from './usage-schema.ts'

export type UsageDeps = { postgres: Postgres; now?: () => Date }

/** With ACCESS=open no key is read and nothing is counted: that is the Internal tier's allowance. */
const OPEN: Limited = {
  tier: 'Internal',
  dataLimit: null,
  advancedLimit: null,
}
const NOTHING: Used = { Data: 0, Advanced: 0 }

/** `GET /api/v2/usage`: what the key that asks has used today; it costs nothing. */
export const usageRoutes =
  ({ postgres, now: clock = () => new Date() }: UsageDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/api/v2/usage', {
      config: { terms: { access: 'keyed', costs: 'nothing', place: 'none' } },
      schema: {
        operationId: 'getUsage',
        summary: 'What your key has used of its allowances today',
        tags: ['Surface A'],
        querystring: z.strictObject({}),
        response: { 200: usageSummary, ...uncountedErrors },
      },
      handler: async ({ apiKey }, reply) => {
        const now = clock()
        const used = apiKey ? await readUsageOfKey(postgres, utcDay(now), apiKey.id) : NOTHING
        reply.header('Cache-Control', 'no-store')
        return presentUsage(apiKey ?? OPEN, used, now)
      },
    })
  }

/** The use of a key on the UTC day of `now`, as interface part 2.1 words it. */
export function presentUsage(key: Limited, used: Used, now: Date): UsageSummary {
  return {
    Day: utcDay(now),
    ResetAt: endOfUtcDay(now).toISOString(),
    Tier: key.tier,
    Data: toAllowance(key, 'Data', used),
    Advanced: toAllowance(key, 'Advanced', used),
  }
}

function toAllowance(key: Limited, allowance: Allowance, { [allowance]: used }: Used) {
  const limit = limitOf(key, allowance)
  if (isUnlimited(limit)) {
    return { Limit: 'Unlimited' as const, Used: used, Remaining: 'Unlimited' as const }
  }
  return { Limit: limit, Used: used, Remaining: Math.max(0, limit - used) }
}
