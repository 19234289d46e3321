import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { TSX } from '#src/platform/engines/tsx.ts'

const run = promisify(execFile)

const ROOT = resolve(import.meta.dirname, '../../..')
const CLIENT = 'clients/typescript'
const NAME = 'nonprofit-research-client'

/** The package's requirements, and the code of its README for a TypeScript project. */
const INSTALLED = [
  ...['openapi-fetch', 'openapi-typescript-helpers'],
  ...['eventsource-parser', '@types/node', 'undici-types'],
]

const STRICT = {
  ...{ target: 'es2023', strict: true, noEmit: true, skipLibCheck: false, types: ['node'] },
  ...{ exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
}
/** How projects resolve packages; the second setting is for browser bundlers. */
const PROJECTS = {
  nodenext: { ...STRICT, module: 'nodenext', lib: ['es2023'] },
  bundler: {
    ...{ ...STRICT, module: 'esnext', moduleResolution: 'bundler' },
    // The other setting checks the declarations of the package itself.
    skipLibCheck: true,
    lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
  },
}
export const PROJECT_KINDS = Object.keys(PROJECTS)

/** Packs the client as for a registry; returns the file and the names in it. */
async function pack(folder: string): Promise<{ file: string; names: string[] }> {
  // Packing runs `prepack`, which `ignore-scripts` of the surrounding project would skip.
  const args = ['pack', '--silent', '--offline', '--ignore-scripts=false']
  args.push('--pack-destination', folder)
  await run('npm', args, { cwd: join(ROOT, CLIENT) })
  const file = (await readdir(folder)).find((name) => name.endsWith('.tgz'))
  if (file === undefined) throw new Error('npm packed nothing.')
  const { stdout } = await run('tar', ['-tzf', file], { cwd: folder })
  return { file: join(folder, file), names: stdout.trim().split('\n').sort() }
}

/**
 * Makes a project with the packed client installed and the README's TypeScript as one module;
 * returns the package contents.
 */
export async function writeProject(folder: string, baseUrl: string): Promise<string[]> {
  const { file, names } = await pack(folder)
  const installed = join(folder, 'node_modules', NAME)
  await mkdir(installed, { recursive: true })
  await run('tar', ['-xzf', file, '--strip-components=1', '-C', installed])
  for (const name of INSTALLED) {
    await mkdir(dirname(join(folder, 'node_modules', name)), { recursive: true })
    await cp(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name), {
      recursive: true,
    })
  }
  const readme = await readFile(join(installed, 'README.md'), 'utf8')
  const blocks = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code)
  const code = blocks.join('\n').replace('http://127.0.0.1:8080', baseUrl)
  await writeFile(join(folder, 'readme.ts'), code)
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  for (const [kind, compilerOptions] of Object.entries(PROJECTS)) {
    const config = { compilerOptions, files: ['readme.ts'] }
    await writeFile(join(folder, `${kind}.json`), JSON.stringify(config))
  }
  return names
}

/** Checks the types of the module; rejects with the errors. */
export async function checkProject(folder: string, kind: string): Promise<void> {
  await run(join(ROOT, 'node_modules/.bin/tsc'), ['-p', join(folder, `${kind}.json`)]).catch(
    ({ stdout }: { stdout: string }) => {
      throw new Error(stdout)
    },
  )
}

/** Runs the module with a key and returns its output. Rejects if it fails. */
export const runProject = (folder: string, key: string) =>
  run(process.execPath, [...TSX, 'readme.ts'], {
    cwd: folder,
    env: { PATH: process.env.PATH, SERVICE_KEY: key },
  })
