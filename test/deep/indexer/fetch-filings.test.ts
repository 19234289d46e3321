import { createHash } from 'node:crypto'
import fs, { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { fetchYear } from '#indexer/commands/fetch-filings.ts'
import { download } from '#indexer/sources/download.ts'
import { OperatorError } from '#src/platform/errors.ts'
import { folderHere, listenHere } from '#test/world/here.ts'

type Site = {
  files: Map<string, Buffer>
  requests: { path: string; range: string | undefined }[]
  /** Cuts the connection after a number of bytes of the body, once for each entry. */
  cuts: number[]
  failures: number[]
  redirect?: string
}

let site: Site
let server: Server
let base: string
let folder: string

const etagOf = (bytes: Buffer) =>
  `"${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}"`

function answer(request: IncomingMessage, response: ServerResponse): void {
  const path = decodeURIComponent(request.url ?? '')
  site.requests.push({ path, range: request.headers.range })
  const failure = site.failures.shift()
  if (failure !== undefined) return void response.writeHead(failure).end()
  if (site.redirect) return void response.writeHead(302, { location: site.redirect }).end()
  const bytes = site.files.get(path)
  if (bytes === undefined) return void response.writeHead(404).end()
  const etag = etagOf(bytes)
  if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end()
  const wanted = /^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1]
  const start = request.headers['if-range'] === etag && wanted ? Number(wanted) : 0
  const body = bytes.subarray(start)
  response.writeHead(start > 0 ? 206 : 200, {
    etag,
    'content-length': body.length,
    ...(start > 0 && { 'content-range': `bytes ${start}-${bytes.length - 1}/${bytes.length}` }),
  })
  const cut = site.cuts.shift()
  if (cut === undefined) return void response.end(body)
  response.write(body.subarray(0, cut), () => setTimeout(() => response.destroy(), 150))
}

beforeEach(async () => {
  site = { files: new Map(), requests: [], cuts: [], failures: [] }
  server = createServer(answer)
  base = `http://127.0.0.1:${await listenHere(server)}/xml/`
  folder = folderHere()
})

const content = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251))
const fetchOne = (name: string) =>
  download(`${base}${name}`, join(folder, name), { base, retryMs: 1 })
const stored = (name: string) => readFileSync(join(folder, name))

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

describe('fetch-filings', () => {
  const HEAD =
    'RETURN_ID,FILING_TYPE,EIN,TAX_PERIOD,SUB_DATE,TAXPAYER_NAME,RETURN_TYPE,DLN,OBJECT_ID,XML_BATCH_ID'
  const index = (...batches: string[]) => {
    const rows = batches.map(
      (batch, row) => `${row},EFILE,070000001,202312,2024,A,990,1,2,${batch}`,
    )
    return Buffer.from([HEAD, ...rows].join('\n'))
  }
  const fetchAll = (year: number) => fetchYear(year, folder, { base, retryMs: 1 })
  const zip = Buffer.concat([Buffer.from('PK\x03\x04'), content])
  const page = Buffer.from('<!DOCTYPE html><title>Not here</title>')
  const put = (name: string, bytes: Buffer) =>
    site.files.set(`/xml/2024/2024_TEOS_XML_${name}`, bytes)
  const putIndex = (...names: string[]) => {
    const listed = index(...names.map((name) => `2024_TEOS_XML_${name}`))
    site.files.set('/xml/2024/index_2024.csv', listed)
  }
  const archives = () =>
    readdirSync(folder).flatMap((name) => /^2024_TEOS_XML_(.*)/.exec(name)?.[1] ?? [])

  test('finds archives in the other letter case and those missing from the index', async () => {
    putIndex('05a', '06A')
    for (const name of ['05A.zip', '05B.zip', '06a.zip']) put(name, zip)
    await fetchAll(2024)
    expect(archives()).toEqual(['05A.zip', '05B.zip', '06a.zip'])
    expect(readdirSync(folder)).toContain('index_2024.csv')
  })

  test('names the archives that cannot be found after fetching the others', async () => {
    putIndex('05A', '07A')
    put('07A.zip', zip)
    await expect(fetchAll(2024)).rejects.toThrow(/05A\.zip/)
    expect(archives()).toEqual(['07A.zip'])
  })

  test('requests nothing that an index names outside the pattern', async () => {
    const names = index('../../etc/passwd', '2024_TEOS_XML_05A')
    site.files.set('/xml/2024/index_2024.csv', names)
    put('05A.zip', zip)
    await fetchAll(2024)
    expect(site.requests.every(({ path }) => path.startsWith('/xml/2024/'))).toBe(true)
  })

  test('treats a web page instead of an archive as missing', async () => {
    putIndex('05a', '06A', '07A')
    put('05a.zip', page)
    put('05A.zip', zip)
    for (const name of ['06A.zip', '07A.zip']) put(name, page)
    // An earlier run stored the page.
    const name = '2024_TEOS_XML_07A.zip'
    await download(`${base}2024/${name}`, join(folder, name), { base, retryMs: 1 })
    await expect(fetchAll(2024)).rejects.toThrow(/06A\.zip.*07A\.zip/)
    expect(archives()).toContain('05A.zip')
    expect(archives()).not.toContain('06A.zip')
  })

  test('reports a missing year, also if a web page is returned instead of its index', async () => {
    await expect(fetchAll(2031)).rejects.toThrow(/^index_2031\.csv/)
    site.files.set('/xml/2024/index_2024.csv', Buffer.concat([Buffer.from('\n'), page]))
    await expect(fetchAll(2024)).rejects.toThrow(/^index_2024\.csv/)
  })
})
