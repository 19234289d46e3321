import { execFile } from 'node:child_process'
import { cp, readFile, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

const ROOT = resolve(import.meta.dirname, '../../..')
const CLIENT = join(ROOT, 'clients/typescript')

/** The TypeScript of the client's README as one module, in a folder as a project would have it. */
export async function writeReadme(folder: string, baseUrl: string): Promise<void> {
  const readme = await readFile(join(CLIENT, 'README.md'), 'utf8')
  const blocks = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code)
  const code = blocks
    .join('\n')
    .replace("'nonprofit-research-client'", "'./client/index.ts'")
    .replace('http://127.0.0.1:8080', baseUrl)
  const compilerOptions = {
    ...{ target: 'es2023', module: 'nodenext', strict: true, noEmit: true, skipLibCheck: true },
    ...{ exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
    ...{ allowImportingTsExtensions: true, types: ['node'] },
  }
  await cp(join(CLIENT, 'src'), join(folder, 'client'), { recursive: true })
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'readme.ts'), code)
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  const config = { compilerOptions, files: ['readme.ts'] }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
}

/** Checks the types of what was written; rejects with what is wrong. */
export async function checkReadme(folder: string): Promise<void> {
  await run(join(ROOT, 'node_modules/.bin/tsc'), ['-p', folder]).catch(
    ({ stdout }: { stdout: string }) => {
      throw new Error(stdout)
    },
  )
}

/** Runs it with a key; what it printed. Rejects where it fails. */
export const runReadme = (folder: string, key: string) =>
  run(process.execPath, ['readme.ts'], {
    cwd: folder,
    env: { PATH: process.env.PATH, SERVICE_KEY: key },
  })
