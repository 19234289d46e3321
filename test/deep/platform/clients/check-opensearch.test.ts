import { createServer, type Server } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { checkOpenSearch } from '#src/platform/clients/check-opensearch.ts'
import { readConfig } from '#src/platform/config.ts'
import { OperatorError } from '#src/platform/errors.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** Address of a server with this one response; the password in it must never be shown. */
async function serve(status: number, type: string, body: string): Promise<string> {
  const listening = createServer((_, response) => {
    response.writeHead(status, { 'content-type': type }).end(body)
  })
  servers.push(listening)
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const address = listening.address()
  if (address === null || typeof address === 'string') throw new Error('no address')
  return `http://user:hush@127.0.0.1:${address.port}/`
}

const check = (url?: string) => checkOpenSearch(readConfig({ OPENSEARCH_URL: url }))
const version = (fields: object) => JSON.stringify({ version: fields })

async function refusal(url: string): Promise<string> {
  const error: unknown = await check(url).then(
    () => 'accepted',
    (reason) => reason,
  )
  if (!(error instanceof OperatorError)) throw new Error(`no OperatorError: ${String(error)}`)
  expect(error.message).toContain('OPENSEARCH_URL')
  for (const address of url.split(',')) {
    expect(error.message).toContain(address.replace('hush', '***'))
  }
  expect(error.message).not.toContain('hush')
  return error.message
}

test('without an address there is nothing to check', async () => {
  await expect(check()).resolves.toEqual([])
})

test('an OpenSearch of this line is accepted', async () => {
  const body = version({ distribution: 'opensearch', number: '3.6.0' })
  await expect(check(await serve(200, 'application/json', body))).resolves.toEqual([])
})

test.each([
  ['an older OpenSearch', { distribution: 'opensearch', number: '2.19.1' }, 'is OpenSearch 2.19.1'],
  ['an Elasticsearch', { number: '8.15.0' }, 'is not an OpenSearch server'],
])('%s is rejected by name', async (_, fields, words) => {
  expect(await refusal(await serve(200, 'application/json', version(fields)))).toContain(words)
})

test.each([
  ['a page', 200, 'text/html', '<html></html>'],
  ['broken JSON', 200, 'application/json', '{'],
  ['nothing', 200, 'application/json', ''],
  ['a missing page', 404, 'text/html', 'Not found'],
  ['a refused login', 401, 'text/plain', 'Unauthorized'],
])('a server that responds with %s is rejected', async (_, status, type, body) => {
  expect(await refusal(await serve(status, type, body))).toMatch(/OpenSearch (server|does)/)
})

test('a port without a listener is reported with the reason', async () => {
  expect(await refusal('http://user:hush@127.0.0.1:1/')).toContain('ECONNREFUSED')
})

describe('of several servers', () => {
  const silent = 'http://user:hush@127.0.0.1:1/'
  const node = (cluster_uuid: string, number = '3.6.0') =>
    serve(
      200,
      'application/json',
      JSON.stringify({ cluster_uuid, version: { distribution: 'opensearch', number } }),
    )

  test('one that responds is enough; the others are named in warnings', async () => {
    const warnings = await check(`${silent},${await node('a')},${await node('_na_')}`)
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toContain(silent.replace('hush', '***'))
    expect(warnings[0]).toContain('ECONNREFUSED')
  })

  test('when none responds, all are named', async () => {
    expect(await refusal(`${silent},${silent.replace(':1/', ':2/')}`)).toContain('ECONNREFUSED')
  })

  test('an older OpenSearch is rejected even next to a newer one', async () => {
    const old = await node('a', '2.19.1')
    await expect(check(`${await node('a')},${old}`)).rejects.toThrow('is OpenSearch 2.19.1')
  })

  test('nodes of different clusters are rejected', async () => {
    const urls = `${await node('a')},${await node('b')}`
    await expect(check(urls)).rejects.toThrow('different clusters')
  })
})
