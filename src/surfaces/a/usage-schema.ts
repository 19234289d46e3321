import { z } from 'zod'
import { TIERS } from '../../access/keys.ts'

const count = z.int().min(0)
const unlimited = z.union([count, z.literal('Unlimited')])

const allowance = z
  .strictObject({ Limit: unlimited, Used: count, Remaining: unlimited })
  .meta({ id: 'UsageAllowance' })

/** Interface part 2.1, UsageSummary. */
export const usageSummary = z
  .strictObject({
    Day: z.iso.date().describe('Current UTC calendar day.'),
    ResetAt: z.iso.datetime().describe('Start of the next UTC day.'),
    Tier: z.enum(TIERS),
    Data: allowance,
    Advanced: allowance.optional(),
  })
  .meta({ id: 'UsageSummary' })
export type UsageSummary = z.output<typeof usageSummary>
