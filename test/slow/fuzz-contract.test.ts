import { it } from 'vitest'
import { fuzz, missing } from './schemathesis/fuzz.ts'

it.skipIf(missing).each([
  ['open', 20],
  // Without a key, most operations return only 401, and 429 once the daily allowance is used up.
  ['keyed', 1],
] as const)(
  `with ACCESS=%s, responds to %i requests of each kind as /openapi.json says${missing ? ` (skipped: there is no ${missing})` : ''}`,
  fuzz,
)
