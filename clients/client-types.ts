import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import type { OpenAPIV3_1 } from 'openapi-types'
import openapiTS, { astToString } from 'openapi-typescript'

/** Where the types are kept, from the root of the project. */
export const TYPES_FILE = 'clients/typescript/src/schema.ts'

const HEADING = `// Generated from /openapi.json by \`npm run client\`; edit the schemas of src/surfaces instead.\n\n`

/** TypeScript types of the operations of an OpenAPI document, formatted as the project is. */
export async function printClientTypes(document: OpenAPIV3_1.Document): Promise<string> {
  // A copy: the generator resolves references in place. Examples are for readers of /docs.
  const types = await openapiTS(structuredClone(document) as never, { alphabetize: true })
  return format(HEADING + astToString(types))
}

async function format(source: string): Promise<string> {
  const formatter = spawn('biome', ['format', `--stdin-file-path=${TYPES_FILE}`], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  formatter.stdin.end(source)
  const [formatted] = await Promise.all([
    text(formatter.stdout),
    new Promise<void>((resolve, reject) => {
      formatter.once('error', reject)
      formatter.once('close', (code) =>
        code === 0 ? resolve() : reject(new Error(`biome format ended with ${code}.`)),
      )
    }),
  ])
  return formatted
}
