import { writeFile } from 'node:fs/promises'
import openapiTS, { astToString } from 'openapi-typescript'
import { compact } from '#src/api/openapi/compact.ts'
import { printOpenApi } from './openapi.ts'

const TYPES_FILE = 'clients/typescript/src/schema.ts'

const types = await openapiTS(compact(await printOpenApi()) as never, { alphabetize: true })
await writeFile(
  TYPES_FILE,
  `// Generated from /openapi.json by npm run client.\n${astToString(types)}`,
)
console.log(`Wrote ${TYPES_FILE}.`)
