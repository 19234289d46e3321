import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { grantList } from '#src/api/a/grants/schema.ts'
import { errorBody } from '#src/api/a/operation.ts'
import { GRACE_MS } from '#src/api/shared/long-answer.ts'
import { ADMISSION } from '#src/limits/admission.ts'
import { DOWNLOAD_LIMITS, type DownloadLimits } from '#src/network/download-grants.ts'
import { openKey, serve } from '#test/integration/assistant/chat-world.ts'
import * as downloads from '#test/integration/http/export-world.ts'
import { type NetworkWorld, openNetwork } from '#test/integration/http/network-world.ts'

const SMALL = { ein: '079000101', name: 'Kestrel Lane Foundation' }
const LARGE = { ein: '079000102', name: 'Widewater Trust' }
// Some 25 MB of CSV, more than the kernel buffers, in the fewest rows that make many batches.
const ROWS = 20_000
const PURPOSE = 'General support of its work. '.repeat(35)

const HOSTILE = '=HYPERLINK("x"), said "so"\nand left'

let world: NetworkWorld
let port: number
const sockets = new Set<Socket>()

beforeAll(async () => {
  world = await openNetwork('grants_csv', [
    {
      ...SMALL,
      grants: [
        { name: LARGE.name, city: 'Canton', amount: -250, purpose: HOSTILE },
        { name: 'Nobody, Known &amp; Sons', purpose: '@home' },
      ],
    },
    { ...LARGE, grants: [{ name: 'Nobody At All', amount: 5 }] },
  ])
  // All rows of the one return.
  await world.postgres.query(
    `insert into filed_edge (object_id, ordinal, category, path, name, name_key, city, city_key,
       state, amount, purpose)
     select object_id, n + 1, category, replace(path, '[1]', '[' || n + 1 || ']'),
       'Recipient ' || n, 'recipient ' || n, city, city_key, state, n * 3 % 7919, $3
     from filed_edge join filing using (object_id), generate_series(1, $2) n
     where filing.ein = $1`,
    [LARGE.ein, ROWS - 1, PURPOSE],
  )
  await world.postgres.query("insert into due values ('network', $1)", [LARGE.ein])
  await world.resolve()
  world.app.server.on('connection', (socket) => sockets.add(socket))
  port = Number(new URL(await world.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => world.close())

const url = (ein: string, query = '') => `/api/v2/charity/${ein}/grants?Format=csv&${query}`

const begin = (path: string, headers: Record<string, string> = {}, of = port) =>
  downloads.begin(of, path, { ...world.headers, ...headers })

const readAll = async (response: AsyncIterable<Buffer>): Promise<string> =>
  (await downloads.readAll(response)).toString()

/** A separate server for one test, with these download and request limits. */
async function open(downloadLimits: Partial<DownloadLimits>, admission = ADMISSION) {
  const server = await serve(world.deps, { downloadLimits, admission })
  onTestFinished(() => server.close())
  return { server, port: Number(new URL(server.address).port) }
}

// Statements of running downloads in this database.
const READING = `from pg_stat_activity where datname = current_database() and state <> 'idle'
  and pid <> pg_backend_pid() and query like '%money_edge%'`
const countReading = async () => (await world.postgres.query(`select ${READING}`)).length

describe('grants as CSV', () => {
  test('have the rows of the pages', async () => {
    const response = await begin(url(SMALL.ein))
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="grants-${SMALL.ein}.csv"`,
    })
    const csv = await readAll(response)
    // No spreadsheet would execute these cells.
    expect(csv).toContain(`"'=HYPERLINK(""x""), said ""so""`)
    expect(csv).toContain(",'@home,")
    const rows = parse<Record<string, string>>(csv, { columns: true })
    const { body } = await world.get(`/api/v2/charity/${SMALL.ein}/grants`, world.headers)
    const { Grants } = grantList.parse(body)
    const refs = Grants.map(({ EvidenceRef }) => EvidenceRef)
    expect(rows.map(({ EvidenceRef }) => EvidenceRef)).toEqual(refs)
    const [funder, place] = [{ FunderEIN: SMALL.ein, FunderName: SMALL.name }, 'Akron, OH']
    expect(rows[0]).toMatchObject({
      ...{ Direction: 'Outgoing', TaxYear: '2023', ...funder, FunderLocation: place },
      ...{ RecipientEIN: LARGE.ein, RecipientName: LARGE.name, RecipientLocation: place },
      ...{ RecipientFiledLocation: 'Canton, OH', Amount: '-250', Category: 'FoundationPaid' },
      ...{ NotCounted: '', Citation: Grants[0]?.Citation },
    })
    expect(rows[1]).toMatchObject({
      ...{ RecipientEIN: '', RecipientName: 'Nobody, Known & Sons', RecipientFiledLocation: '' },
      ...{ Amount: '', MatchMethod: 'Unresolved', MatchConfidence: 'None' },
    })
    expect(Grants[1]).not.toHaveProperty('Amount')
  })

  test('are only the header if nothing matches', async () => {
    const text = await readAll(await begin(url(SMALL.ein, 'MinYear=2024')))
    expect(text).toMatch(/^Direction,TaxYear,FunderEIN,[\w,]+\r\n$/)
  })

  test('of thousands of rows arrive complete, plain and compressed', async () => {
    const text = await readAll(await begin(url(LARGE.ein, 'Direction=Outgoing')))
    const rows = text.trimEnd().split('\r\n')
    expect(rows).toHaveLength(ROWS + 1)
    expect(new Set(rows).size).toBe(ROWS + 1)
    const zipped = await begin(url(LARGE.ein, 'Direction=Outgoing'), { 'accept-encoding': 'gzip' })
    expect(zipped.headers['content-encoding']).toBe('gzip')
    const unzipped = await readAll(zipped.pipe(createGunzip()))
    expect(unzipped === text).toBe(true)
  })

  test('are created no faster than they are read', async () => {
    sockets.clear()
    const response = await begin(url(LARGE.ein))
    response.once('readable', () => undefined)
    await wait(1_000)
    const [socket] = sockets
    // The kernel and both ends buffer this much, of more than 25 MB in all.
    expect(socket?.bytesWritten).toBeLessThan(8_000_000)
    expect(await countReading()).toBe(1)
    expect((await readAll(response)).length).toBeGreaterThan(25_000_000)
  })

  test.each([{}, { 'accept-encoding': 'br' }])(
    'free their connection when a client disconnects %o',
    async (headers) => {
      // More than may be open at once.
      for (let n = 0; n < 5; n += 1) {
        const response = await begin(url(LARGE.ein), headers as Record<string, string>)
        response.destroy()
        await vi.waitFor(async () => expect(await countReading()).toBe(0), 10_000)
      }
    },
  )

  test('leave connections and slots for others: two for a client and three in all', async () => {
    // They use none of the slots that all requests share.
    const { server, port: own } = await open({}, { ...ADMISSION, slots: 1, queueLength: 0 })
    const another = await openKey(world.postgres)
    const refuse = async (headers: Record<string, string>) => {
      const refused = await begin(url(LARGE.ein), headers, own)
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60'])
      const { detail } = errorBody.parse(JSON.parse(await readAll(refused)))
      expect(detail).toMatchObject({ ErrorCode: 'RateLimited' })
    }
    const opened = [await begin(url(LARGE.ein), {}, own), await begin(url(LARGE.ein), {}, own)]
    await refuse({})
    opened.push(await begin(url(LARGE.ein), another, own))
    expect(opened.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    await refuse(another)
    const { headers } = world
    const ask = (method: 'GET' | 'HEAD', path: string) =>
      server.app.inject({ method, url: path, headers })
    expect((await ask('GET', `/api/v2/charity/${LARGE.ein}/grants`)).statusCode).toBe(200)
    expect((await ask('HEAD', url(LARGE.ein))).statusCode, 'HEAD needs no slot').toBe(200)
    for (const response of opened) response.destroy()
    await vi.waitFor(async () => expect(await countReading()).toBe(0), 10_000)
  })

  // export.test.ts tests the pause itself; here sorting takes too long for a server with a
  // short enough timeout.
  test('have a connection with a longer timeout than others', async () => {
    const { server, port: own } = await open({})
    const [connected] = await Promise.all([
      once(server.app.server, 'connection'),
      begin(url(LARGE.ein), {}, own).then((response) => response.destroy()),
    ])
    expect((connected as [Socket])[0].timeout).toBe(DOWNLOAD_LIMITS.idleMs + GRACE_MS)
    expect(DOWNLOAD_LIMITS.idleMs).toBeGreaterThan(server.app.server.timeout)
  })

  test('are not created for HEAD, which has their headers, or for an unknown EIN', async () => {
    const { headers } = world
    const ask = (ein: string) => world.app.inject({ method: 'HEAD', url: url(ein), headers })
    const head = await ask(LARGE.ein)
    expect([head.statusCode, head.body]).toEqual([200, ''])
    expect(head.headers['content-disposition']).toContain(`grants-${LARGE.ein}.csv`)
    for (let n = 0; n < 5; n += 1) {
      expect((await ask('079000199')).statusCode).toBe(404)
      expect((await world.get(url('079000199'), headers)).status).toBe(404)
    }
  })

  test.each([{}, { 'accept-encoding': 'gzip' }])(
    'that fail midway are aborted, and do not seem complete %o',
    async (headers) => {
      const response = await begin(url(LARGE.ein), headers as Record<string, string>)
      await world.postgres.query(`select pg_terminate_backend(pid) ${READING}`)
      expect(await downloads.endOf(response)).toBe('aborted')
    },
  )
})
