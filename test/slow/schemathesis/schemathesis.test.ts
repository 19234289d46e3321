import { it } from 'vitest'
import { fuzz, missing } from './fuzz.ts'

// Fifteen seconds on two idle cores. test/slow/fuzz-contract.test.ts sends many more requests.
const EXAMPLES = 1
const TIMEOUT_MS = 300_000

it.skipIf(missing)(
  `responds to valid and invalid requests as /openapi.json says${missing ? ` (skipped: there is no ${missing})` : ''}`,
  () => fuzz('open', EXAMPLES),
  TIMEOUT_MS,
)
