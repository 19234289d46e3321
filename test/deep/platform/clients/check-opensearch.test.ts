import { describe, expect, test } from 'vitest'
import { checkOpenSearch } from '#src/platform/clients/check-opensearch.ts'
import { readConfig } from '#src/platform/config.ts'
import { OperatorError } from '#src/platform/errors.ts'
import { answerHere } from '#test/world/here.ts'

/** Address of a server with this one response; the password in it must never be shown. */
async function serve(status: number, type: string, body: string | object): Promise<string> {
  const { url } = await answerHere([status, body, type])
  return `${url.replace('//', '//user:hush@')}/`
}
const SILENT = 'http://user:hush@127.0.0.1:1/'
const JSON_TYPE = 'application/json'
const node = (number: string, cluster_uuid?: string) =>
  serve(200, JSON_TYPE, { cluster_uuid, version: { distribution: 'opensearch', number } })

const check = (url?: string) => checkOpenSearch(readConfig({ OPENSEARCH_URL: url }))

async function refusal(url: string): Promise<string> {
  const error: unknown = await check(url).catch((reason) => reason)
  if (!(error instanceof OperatorError)) throw new Error(`no OperatorError: ${String(error)}`)
  expect(error.message).toContain('OPENSEARCH_URL')
  for (const address of url.split(',')) {
    expect(error.message).toContain(address.replace('hush', '***'))
  }
  expect(error.message).not.toContain('hush')
  return error.message
}

test('an OpenSearch of this line is accepted, and none needs no check', async () => {
  expect(await check()).toEqual([])
  expect(await check(await node('3.6.0'))).toEqual([])
})

test.each([
  [200, JSON_TYPE, { version: { distribution: 'opensearch', number: '2.19.1' } }, '2.19.1'],
  [200, JSON_TYPE, { version: { number: '8.15.0' } }, 'not an OpenSearch'],
  [200, 'text/html', '<html></html>', 'OpenSearch server'],
  [200, JSON_TYPE, '{', 'OpenSearch server'],
  [200, JSON_TYPE, '', 'OpenSearch server'],
  [404, 'text/html', 'Not found', 'OpenSearch server'],
  [401, 'text/plain', 'Unauthorized', 'OpenSearch server'],
])('a server that responds with %i, %s, %j is rejected', async (status, type, body, words) => {
  expect(await refusal(await serve(status, type, body))).toContain(words)
})

test('a port without a listener is reported with the reason', async () => {
  expect(await refusal(SILENT)).toContain('ECONNREFUSED')
})

describe('of several servers', () => {
  test('one that responds is enough; the others are named in warnings', async () => {
    const two = `${await node('3.6.0', 'a')},${await node('3.6.0', '_na_')}`
    const warnings = await check(`${SILENT},${two}`)
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toContain(SILENT.replace('hush', '***'))
    expect(warnings[0]).toContain('ECONNREFUSED')
  })

  test('when none responds, all are named', async () => {
    expect(await refusal(`${SILENT},${SILENT.replace(':1/', ':2/')}`)).toContain('ECONNREFUSED')
  })

  test('an older OpenSearch is rejected even next to a newer one', async () => {
    const urls = `${await node('3.6.0', 'a')},${await node('2.19.1', 'a')}`
    await expect(check(urls)).rejects.toThrow('2.19.1')
  })

  test('nodes of different clusters are rejected', async () => {
    const urls = `${await node('3.6.0', 'a')},${await node('3.6.0', 'b')}`
    await expect(check(urls)).rejects.toThrow('different clusters')
  })
})
