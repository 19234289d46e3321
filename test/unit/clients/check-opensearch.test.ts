import { createServer, type Server } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { checkOpenSearch } from '#src/clients/check-opensearch.ts'
import { readConfig } from '#src/config.ts'
import { OperatorError } from '#src/errors.ts'

let server: Server | undefined
afterEach(() => {
  server?.close()
  server = undefined
})

/** Address of a server with this one answer; the password in it must never be shown. */
async function serve(status: number, type: string, body: string): Promise<string> {
  const listening = createServer((_, response) => {
    response.writeHead(status, { 'content-type': type }).end(body)
  })
  server = listening
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
  expect(error.message).toContain(`OPENSEARCH_URL names`)
  expect(error.message).toContain(url.replace('hush', '***'))
  expect(error.message).not.toContain('hush')
  return error.message
}

test('without an address there is nothing to check', async () => {
  await expect(check()).resolves.toBeUndefined()
})

test('an OpenSearch of this line is taken', async () => {
  const body = version({ distribution: 'opensearch', number: '3.6.0' })
  await expect(check(await serve(200, 'application/json', body))).resolves.toBeUndefined()
})

test.each([
  ['an older OpenSearch', { distribution: 'opensearch', number: '2.19.1' }, 'is OpenSearch 2.19.1'],
  ['an Elasticsearch', { number: '8.15.0' }, 'is not an OpenSearch server'],
])('%s is refused by name', async (_, fields, words) => {
  expect(await refusal(await serve(200, 'application/json', version(fields)))).toContain(words)
})

test.each([
  ['a page', 200, 'text/html', '<html></html>'],
  ['broken JSON', 200, 'application/json', '{'],
  ['nothing', 200, 'application/json', ''],
  ['a page that is missing', 404, 'text/html', 'Not found'],
  ['a refused login', 401, 'text/plain', 'Unauthorized'],
])('a server that answers with %s is refused', async (_, status, type, body) => {
  expect(await refusal(await serve(status, type, body))).toMatch(/OpenSearch (server|does)/)
})

test('a port nobody listens on is told with its reason', async () => {
  expect(await refusal('http://user:hush@127.0.0.1:1/')).toContain('ECONNREFUSED')
})
