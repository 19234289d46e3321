import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { isDeepStrictEqual, promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#src/platform/config.ts'
import { listen, type Server } from '#src/server.ts'
import { PATIENT } from '#test/integration/http/world.ts'
import { findPython } from '#test/python-environment.ts'
import { type IndexedWorld, openIndexed } from '#test/world/indexed.ts'
import { demoFolder } from '#test/world/prepared.ts'
import { type Notebook, printedBy, readNotebook, toComparable, toText } from './notebook-file.ts'

const run = promisify(execFile)

const NOTEBOOKS = resolve(import.meta.dirname, '../../../docs/notebooks')
const COMMITTED = join(NOTEBOOKS, 'explore.ipynb')

// All packages, including dependencies, because another version formats tables differently.
const requirements = readFileSync(join(NOTEBOOKS, 'requirements.txt'), 'utf8').trim().split('\n')
const python = await findPython(readConfig(process.env).cacheDir, 'notebook', requirements)

// Ten seconds on two free cores; a busy machine takes several times as long.
const LONGEST_MS = 300_000

it('is committed without keys, machines’ paths, and times', async () => {
  const text = await readFile(COMMITTED, 'utf8')
  expect(text).not.toMatch(
    /nrk_|\/(?:tmp|home|root|Users|var|work)\/|\d\d:\d\d:\d\d|iopub|"version"/,
  )
  expect(text.match(/127\.0\.0\.1:\d+/g)).toEqual(['127.0.0.1:8080'])
})

describe.skipIf(!python)('the notebook over the whole demo (needs Python 3)', () => {
  let folder: string
  let world: IndexedWorld
  let server: Server
  let executed: Notebook

  beforeAll(async () => {
    if (python === undefined) return
    folder = await mkdtemp(join(tmpdir(), 'notebook-'))
    world = await openIndexed('notebook', { paths: [await demoFolder()] })
    server = await listen({ host: '127.0.0.1', port: 0 }, { ...world.deps, admission: PATIENT })
    executed = await execute(python)
  }, LONGEST_MS * 2)
  afterAll(async () => {
    await server?.close()
    await world?.close()
    if (folder) await rm(folder, { recursive: true })
  })

  /** Runs every cell in a separate kernel; rejects with the traceback of the first that fails. */
  async function execute(python: string): Promise<Notebook> {
    const [first] = await world.deps.postgres.query<{ id: string }>(
      'select min(id) as id from release',
    )
    const output = join(folder, 'executed.ipynb')
    await run(join(dirname(python), 'jupyter-execute'), [COMMITTED, `--output=${output}`], {
      timeout: LONGEST_MS,
      env: {
        PATH: process.env.PATH,
        ...{ BASE_URL: server.address, SINCE: first?.id },
        // Keeps a person's own Jupyter settings out, and all written files inside this folder.
        ...{ HOME: folder, TMPDIR: folder, PYTHONUTF8: '1', NO_PROXY: '127.0.0.1' },
      },
    })
    return await readNotebook(output)
  }

  it('shows the committed output, except for pictures and cells tagged volatile', async () => {
    // To rewrite it, run: vitest run --project integration notebook.test.ts --update
    const committed = await readNotebook(COMMITTED)
    const isSame = isDeepStrictEqual(toComparable(executed), toComparable(committed))
    const shown = isSame ? await readFile(COMMITTED, 'utf8') : toText(executed)
    await expect(shown).toMatchFileSnapshot(COMMITTED)
  })

  it('has a row of the export for each organization found by a search', async () => {
    const { body } = await world.get('/api/v2/search?Query=community&Limit=1')
    const { Found } = body as { Found: number }
    expect(Found).toBeGreaterThan(5)
    expect(printedBy(executed, 'export')).toContain(`${Found} found, ${Found} rows`)
    const { body: health } = await world.get('/api/v2/health')
    const { Documents } = health as { Documents: number }
    // More than a page of any search.
    expect(Documents).toBeGreaterThan(100)
    expect(printedBy(executed, 'all')).toContain(`${Documents} found, ${Documents} rows`)
  })
})
