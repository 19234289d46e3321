import { it } from 'vitest'
import { fuzz, python } from './schemathesis/fuzz.ts'

it.skipIf(!python).each([
  ['open', 20],
  // Without a key, most operations return only 401, and 429 once the daily allowance is used up.
  ['keyed', 1],
] as const)(
  'with ACCESS=%s, responds to %i requests of each kind as /openapi.json says (needs Python 3)',
  fuzz,
)
