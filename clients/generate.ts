import { writeFile } from 'node:fs/promises'
import { printClientTypes, TYPES_FILE } from './client-types.ts'
import { printOpenApi } from './openapi.ts'

await writeFile(TYPES_FILE, await printClientTypes(await printOpenApi()))
console.log(`Wrote ${TYPES_FILE}.`)
