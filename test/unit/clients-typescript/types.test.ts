import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { printClientTypes, TYPES_FILE } from '../../../clients/client-types.ts'
import { printOpenApi } from '../../../clients/openapi.ts'

it('are those of this checkout’s OpenAPI document', async () => {
  const printed = await printClientTypes(await printOpenApi())
  const isFresh = (await readFile(TYPES_FILE, 'utf8')) === printed
  expect(isFresh, `${TYPES_FILE} is stale; run: npm run client`).toBe(true)
})
