import { createHash } from 'node:crypto'
import fs, { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { beforeEach, describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { fetchSources, withDownloads } from '#indexer/commands/fetch.ts'
import { download } from '#indexer/sources/download.ts'
import { SOURCES, type SourceName } from '#indexer/sources/origins.ts'
import { listZip } from '#indexer/sources/zip.ts'
import { readConfig } from '#src/platform/config.ts'
import { tryLock } from '#src/platform/engines/file-lock.ts'
import { OperatorError } from '#src/platform/errors.ts'
import { writeZip } from '#test/unit/indexer/zips.ts'
import { startCommand } from '#test/world/command.ts'
import { folderHere, listenHere, serveHere } from '#test/world/here.ts'
import { createStore } from '#test/world/store.ts'
import { basesAt, readDemoMirror } from './demo-mirror.ts'

type Site = {
  files: Map<string, Buffer>
  requests: { path: string; range: string | undefined }[]
  /** Cuts the connection after a number of bytes of the body, once for each entry. */
  cuts: number[]
  failures: number[]
  /** Headers of a failure. */
  headers?: Record<string, string>
  redirect?: string
  /** The length that headers state, besides the body's. */
  lie: number
}

let site: Site
let server: Server
let base: string
let folder: string

const etagOf = (bytes: Buffer) =>
  `"${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}"`

function answer(request: IncomingMessage, response: ServerResponse): void {
  const path = decodeURIComponent(request.url ?? '').replace(/&api_key=.*/, '')
  site.requests.push({ path, range: request.headers.range })
  const failure = site.failures.shift()
  if (failure !== undefined) return void response.writeHead(failure, site.headers).end()
  if (site.redirect) return void response.writeHead(302, { location: site.redirect }).end()
  const bytes = site.files.get(path)
  if (bytes === undefined) return void response.writeHead(404).end()
  const etag = etagOf(bytes)
  if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end()
  const wanted = /^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1]
  const start = request.headers['if-range'] === etag && wanted ? Number(wanted) : 0
  const body = bytes.subarray(start)
  response.writeHead(start > 0 ? 206 : 200, {
    etag,
    'content-length': body.length + site.lie,
    ...(site.lie !== 0 && { connection: 'close' }),
    ...(start > 0 && { 'content-range': `bytes ${start}-${bytes.length - 1}/${bytes.length}` }),
  })
  const cut = site.cuts.shift()
  if (cut === undefined) return void response.end(body)
  response.write(body.subarray(0, cut), () => setTimeout(() => response.destroy(), 150))
}

beforeEach(async () => {
  site = { files: new Map(), requests: [], cuts: [], failures: [], lie: 0 }
  server = createServer(answer)
  base = `http://127.0.0.1:${await listenHere(server)}/xml/`
  folder = folderHere()
})

const content = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251))
const fetchOne = (name: string) =>
  download(`${base}${name}`, join(folder, name), { base, retryMs: 1 })
const stored = (name: string) => readFileSync(join(folder, name))

/** Returns a zip of one file. */
async function zipOf(name: string, bytes: Buffer): Promise<Buffer> {
  const path = join(folderHere(), 'a.zip')
  await writeZip(path, [{ name, bytes, level: 0 }])
  return readFileSync(path)
}

const ZIP = '/xml/a.zip'
const other = Buffer.from(content).reverse()

describe('download', () => {
  beforeEach(() => void site.files.set(ZIP, content))

  test('continues where a broken connection ended', async () => {
    site.cuts = [100_000, 50_000]
    expect(await fetchOne('a.zip')).toBe('fetched')
    expect(stored('a.zip').equals(content)).toBe(true)
    const [first, ...next] = site.requests.map(({ range }) => range)
    expect(first).toBeUndefined()
    const continued = expect.stringMatching(/^bytes=[1-9]\d*-$/)
    expect(next).toEqual([continued, continued])
  })

  test('starts again if the file changed between two tries', async () => {
    site.cuts = [100_000]
    server.once('request', () => setTimeout(() => site.files.set(ZIP, other), 5))
    expect(await fetchOne('a.zip')).toBe('fetched')
    expect(stored('a.zip').equals(other)).toBe(true)
  })

  test('fetches a file again only if it changed, or is shorter than its recorded version', async () => {
    await fetchOne('a.zip')
    expect(await fetchOne('a.zip')).toBe('present')
    writeFileSync(join(folder, 'a.zip'), content.subarray(0, 10))
    expect(await fetchOne('a.zip')).toBe('fetched')
    expect(stored('a.zip').equals(content)).toBe(true)
    site.files.set(ZIP, content.subarray(0, 10))
    expect(await fetchOne('a.zip')).toBe('fetched')
    expect(stored('a.zip')).toHaveLength(10)
  })

  test.each(['', '{"etag":"\\"a', 'null', '{"etag":1}'])(
    'treats a version that reads %o as unknown',
    async (text) => {
      await fetchOne('a.zip')
      writeFileSync(join(folder, '.a.zip.json'), text)
      writeFileSync(join(folder, '.a.zip.part.json'), text)
      expect(await fetchOne('a.zip')).toBe('fetched')
      expect(await fetchOne('a.zip')).toBe('present')
    },
  )

  test('retries while the server fails, and distinguishes that from a missing file', async () => {
    site.failures = [503, 500]
    expect(await fetchOne('a.zip')).toBe('fetched')
    expect(await fetchOne('none.zip')).toBe('missing')
    site.failures = Array.from({ length: 20 }, () => 503)
    await expect(fetchOne('b.zip')).rejects.toThrow(/b\.zip .*503/)
  })

  test.each([
    ['a busy server', 429, { 'retry-after': '1' }, 'fetched', 2],
    [
      'a server that asks for a date in the past',
      503,
      { 'retry-after': new Date(0).toUTCString() },
      'fetched',
      2,
    ],
    ['a daily limit', 429, { 'retry-after': '86400' }, /429/, 1],
    ['a forbidden file', 403, {}, /403/, 1],
    ['a key that is not valid', 401, {}, /401/, 1],
  ])('asks %s (%i) only as often as it may help', async (_, status, headers, outcome, requests) => {
    site.failures = [status]
    site.headers = { ...headers }
    if (typeof outcome === 'string') expect(await fetchOne('a.zip')).toBe(outcome)
    else await expect(fetchOne('a.zip')).rejects.toThrow(outcome)
    expect(site.requests).toHaveLength(requests)
  })

  test.each([
    ['more', 10],
    ['less', -10],
  ])('keeps no archive whose server states %s bytes than it has', async (_, lie) => {
    site.files.set(ZIP, await zipOf('a.xml', content))
    site.lie = lie
    const check = async (path: string) => void (await listZip(path).next())
    const fetching = download(`${base}a.zip`, join(folder, 'a.zip'), { base, retryMs: 1, check })
    await expect(fetching).rejects.toThrow(OperatorError)
    expect(readdirSync(folder)).not.toContain('a.zip')
  })

  test('sends the path of a redirect, and no key, only to a host that is allowed', async () => {
    const seen: (string | undefined)[] = []
    const storage = await serveHere((request, response) => {
      seen.push(request.url)
      response.end(content)
    })
    site.redirect = `${storage}/signed?signature=s`
    const fetchWith = (hosts: string[]) =>
      download(`${base}a.zip?api_key=k`, join(folder, 'a.zip'), { base, hosts, retryMs: 1 })
    await expect(fetchWith([])).rejects.toThrow(/^(?!.*signature=).*\/signed /)
    expect(await fetchWith([new URL(storage).host])).toBe('fetched')
    expect(seen).toEqual(['/signed?signature=s'])
  })

  test('follows no redirect away from the base address', async () => {
    for (const redirect of ['http://169.254.169.254/latest/meta-data', `${base}../secret`]) {
      site.redirect = redirect
      await expect(fetchOne('a.zip')).rejects.toThrow(OperatorError)
    }
    expect(site.requests).toHaveLength(2)
  })
})

const CHANGES = ['open', 'rename', 'rm', 'writeFile'] as const

/** Allows this number of disk changes and then no more, as for a process killed there. */
function killAfter(changes: number): { wasKilled: () => boolean; revive: () => void } {
  const originals = CHANGES.map((name) => [name, fs.promises[name]] as const)
  let done = 0
  for (const [name, original] of originals) {
    const change = (...given: unknown[]) => {
      done += 1
      if (done > changes) return Promise.reject(new Error('killed'))
      return Reflect.apply(original, fs.promises, given)
    }
    Object.assign(fs.promises, { [name]: change })
  }
  syncBuiltinESMExports()
  return {
    wasKilled: () => done > changes,
    revive: () => {
      Object.assign(fs.promises, Object.fromEntries(originals))
      syncBuiltinESMExports()
    },
  }
}

describe('a download killed at any disk change', () => {
  async function leaveOlder(left: string): Promise<void> {
    site.files.set(ZIP, content)
    if (left === 'file') await fetchOne('a.zip')
    if (left !== 'part') return
    writeFileSync(join(folder, '.a.zip.part'), content.subarray(0, 100_000))
    const version = { etag: etagOf(content), total: content.length }
    writeFileSync(join(folder, '.a.zip.part.json'), JSON.stringify(version))
  }

  test.each([
    ['nothing', 'the newer', other],
    ['part', 'the newer', other],
    ['file', 'the newer', other],
    ['file', 'the older again', content],
  ])('with an existing older %s returns %s next time', async (left, _next, next) => {
    let wasKilled = true
    for (let changes = 0; wasKilled; changes += 1) {
      for (const name of readdirSync(folder)) rmSync(join(folder, name))
      await leaveOlder(left)
      site.files.set(ZIP, other)
      const process = killAfter(changes)
      const run = fetchOne('a.zip').catch(() => undefined)
      await run.finally(process.revive)
      wasKilled = process.wasKilled()
      site.files.set(ZIP, next)
      await fetchOne('a.zip')
      expect(stored('a.zip').equals(next), `killed after ${changes} changes`).toBe(true)
      expect(await fetchOne('a.zip')).toBe('present')
    }
  })
})

const bases = () => basesAt(base)

describe('fetch', () => {
  const HEAD =
    'RETURN_ID,FILING_TYPE,EIN,TAX_PERIOD,SUB_DATE,TAXPAYER_NAME,RETURN_TYPE,DLN,OBJECT_ID,XML_BATCH_ID'
  const putIndex = (...batches: string[]) => {
    const rows = batches.map((one, row) => `${row},EFILE,070000001,202312,2024,A,990,1,2,${one}`)
    site.files.set('/xml/2024/index_2024.csv', Buffer.from([HEAD, ...rows].join('\n')))
  }
  const page = Buffer.from('<!DOCTYPE html><title>Not here</title>')
  let zip: Buffer
  const put = (...names: string[]) => {
    for (const name of names) site.files.set(`/xml/2024/2024_TEOS_XML_${name}`, zip)
  }
  const said: string[] = []
  beforeEach(async () => {
    zip = await zipOf('a.xml', content)
    said.length = 0
    const spy = vi.spyOn(console, 'log').mockImplementation((line) => void said.push(line))
    onTestFinished(() => spy.mockRestore())
  })
  const config = (more = {}) => readConfig({ ...bases(), DATA_DIR: folder, ...more })
  const years = () => [2024]
  const fetchOf = (sources: readonly SourceName[], more = {}) =>
    withDownloads(config(more), () => fetchSources(config(more), sources, { years }))
  const failures = () => said.filter((line) => line.startsWith('Failed'))
  const files = () =>
    readdirSync(join(folder, 'downloads'), { recursive: true, encoding: 'utf8' })
      .filter((name) => /^(?!(.*\/)?\.).*\.\w+$/.test(name))
      .sort()
  const archives = () => files().flatMap((name) => /2024_TEOS_XML_(.*)/.exec(name)?.[1] ?? [])

  test('finds archives in the other letter case and those missing from the index', async () => {
    putIndex('2024_TEOS_XML_05a', '2024_TEOS_XML_06A')
    put('05A.zip', '05B.zip', '06a.zip')
    expect(await fetchOf(['efile'])).toBe(0)
    expect(archives()).toEqual(['05A.zip', '05B.zip', '06a.zip'])
    expect(files()).toContain('efile/2024/index_2024.csv')
  })

  test('reports a row for each file that fails, and fetches the others', async () => {
    putIndex(...['05A', '06A', '07A', '08A'].map((one) => `2024_TEOS_XML_${one}`))
    put('07A.zip')
    site.files.set('/xml/2024/2024_TEOS_XML_06A.zip', page)
    site.files.set('/xml/2024/2024_TEOS_XML_08A.zip', zip.subarray(0, -30))
    expect(await fetchOf(['efile'])).toBe(3)
    expect(archives()).toEqual(['07A.zip'])
    expect(failures()).toEqual([
      expect.stringContaining('05A.zip'),
      expect.stringContaining('06A.zip'),
      expect.stringContaining('08A.zip'),
    ])
  })

  test('requests nothing that an index names outside the pattern', async () => {
    putIndex('../../etc/passwd', '2024_TEOS_XML_05A')
    put('05A.zip')
    expect(await fetchOf(['efile'])).toBe(0)
    expect(site.requests.every(({ path }) => path.startsWith('/xml/2024/'))).toBe(true)
  })

  test('reports a source without files, also if a web page is returned instead of an index', async () => {
    expect(await fetchOf(['efile'])).toBe(1)
    site.files.set('/xml/2024/index_2024.csv', Buffer.concat([Buffer.from('\n'), page]))
    expect(await fetchOf(['efile'])).toBe(1)
  })

  /** Puts a file of every source. */
  const putAll = () => {
    putIndex('2024_TEOS_XML_05A')
    put('05A.zip')
    const tables = [
      ...[1, 2, 3, 4].map((region) => `eo${region}.csv`),
      ...['ALT', 'ADD', 'SDN_COMMENTS', 'SDN'].map((name) => `${name}.CSV`),
      ...['ALT', 'ADD', 'COMMENTS', 'PRIM'].map((name) => `CONS_${name}.CSV`),
      ...['general', 'additional_eins', 'additional_ueis'].map((name) => `${name}.csv`),
    ]
    for (const name of tables) site.files.set(`/xml/${name}`, Buffer.from(`${name},1\n`))
    const award = 'FY2024_All_Assistance_Full_20240906.zip'
    const zips = ['epostcard', 'pub78', 'revocation'].map((name) => `data-download-${name}.zip`)
    for (const name of [...zips, award, 'extracts?fileType=EXCLUSION'])
      site.files.set(`/xml/${name}`, zip)
    const monthly_files = [{ file_name: '../evil.zip' }, { file_name: award }]
    site.files.set('/xml/list_monthly_files/', Buffer.from(JSON.stringify({ monthly_files })))
  }

  test('fetches every source once, dates it by its folder, and writes a manifest without the key', async () => {
    putAll()
    const key = { SAM_API_KEY: 'hidden key' }
    expect(await fetchSources(config(key), SOURCES, { years, isDryRun: true })).toBe(0)
    expect(readdirSync(folder)).toEqual([])
    expect(said.filter((line) => SOURCES.some((source) => source === line))).toEqual([...SOURCES])
    expect(said.filter((line) => line.split('\n').some((one) => one.length > 80))).toEqual([])
    expect(await fetchOf(SOURCES, key)).toBe(0)
    const month = new Date().toISOString().slice(0, 7)
    const folders = new Set(files().map((name) => name.split('/').slice(0, -1).join('/')))
    expect([...folders]).toEqual([
      ...[`audits/${month}`, 'awards/2024-09', 'efile/2024'],
      ...[`ofac/${month}`, `registry/${month}`, `sam/${month}`],
    ])
    expect(files()).toHaveLength(22)
    const manifest = readFileSync(join(folder, 'reports/fetched.jsonl'), 'utf8')
    expect(
      manifest
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toContainEqual(
      expect.objectContaining({
        file: 'efile/2024/2024_TEOS_XML_05A.zip',
        bytes: zip.length,
        sha256: createHash('sha256').update(zip).digest('hex'),
        etag: etagOf(zip),
      }),
    )
    expect(`${said.join()}${manifest}`).not.toContain('hidden')

    site.requests = []
    expect(await fetchOf(SOURCES, key)).toBe(0)
    expect(site.requests.filter(({ range, path }) => !range && !/index|list/.test(path))).toEqual(
      [],
    )
    expect(readFileSync(join(folder, 'reports/fetched.jsonl'), 'utf8')).toBe(manifest)
  })

  test('skips SAM without a key, and leaves out a list whose aliases fail', async () => {
    putAll()
    site.files.delete('/xml/ALT.CSV')
    expect(await fetchOf(['ofac', 'sam'])).toBe(4)
    expect(files().map((name) => name.split('/').at(-1))).toEqual(
      ['ADD', 'ALT', 'COMMENTS', 'PRIM'].map((name) => `CONS_${name}.CSV`),
    )
    expect(said.filter((line) => line.startsWith('sam'))).toHaveLength(1)
  })

  test('skips audits, and names the host, while their storage host is not allowed', async () => {
    putAll()
    const storage = await serveHere((_, response) => void response.end('report_id\n1\n'))
    const { host } = new URL(storage)
    site.redirect = `${storage}/signed?signature=s`
    expect(await fetchOf(['audits'])).toBe(0)
    expect(said.filter((line) => line.startsWith('audits'))).toEqual([
      expect.stringContaining(host),
    ])
    expect(await fetchOf(['registry'])).toBe(7)
    expect(await fetchOf(['audits'], { DOWNLOAD_HOSTS: host })).toBe(0)
    expect(files()).toHaveLength(3)
  })
})

describe('refresh --monthly', () => {
  const run = (args: string[], more = {}) =>
    startCommand({ ...process.env, ...bases(), DATA_DIR: folder, ...more }, 'indexer/cli.ts', args)

  test('stops at once while another process downloads', async () => {
    mkdirSync(join(folder, 'downloads'))
    const lock = tryLock(join(folder, 'downloads/.lock'))
    const commands = [run(['fetch', 'sam']), run(['refresh', '--monthly'])]
    const codes = await Promise.all(commands.map(({ ended }) => ended))
    lock?.release()
    expect(codes).toEqual([1, 1])
    expect(site.requests).toEqual([])
  })

  test('fills an empty store from a mirror, then finds nothing new and reports a lost file', async () => {
    const served = await readDemoMirror(folder)
    for (const [name, bytes] of Object.entries(served)) site.files.set(`/xml/${name}`, bytes)

    const store = await createStore('monthly')
    onTestFinished(store.drop)
    const env = {
      DATABASE_URL: store.url,
      OPENSEARCH_URL: inject('opensearchUrl'),
      INDEX_PREFIX: 'monthly-test-',
      SAM_API_KEY: 'hidden',
    }
    const codes: (number | null)[] = []
    const outputs: string[] = []
    for (const lost of ['', '/xml/eo4.csv']) {
      site.files.delete(lost)
      const command = run(['refresh', '--monthly'], env)
      codes.push(await command.ended)
      outputs.push(command.said())
    }
    expect(codes, outputs.join('\n---\n')).toEqual([0, 2])
    expect(outputs[1]).toContain('Nothing to do')
    for (const output of outputs) {
      const steps = [...output.matchAll(/^Step (\w+)/gm)].map(([, step]) => step)
      expect(steps).toEqual(['fetch', 'load', 'derive', 'rate', 'reindex', 'verify', 'prune'])
      expect(output).not.toContain('hidden')
    }
    const rows = await store.db.query('select distinct kind from load_source')
    expect(rows.length, JSON.stringify(rows)).toBeGreaterThan(10)
    // Two processes that load and index on a busy machine.
  }, 600_000)
})
