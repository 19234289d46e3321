import { afterAll, describe, expect, test } from 'vitest'
import { errorBody } from '#src/api/a/operation.ts'
import { readTsv } from '#src/domain/tsv.ts'
import { expectRecorded } from '#test/recorded.ts'
import { openWithoutStores } from './without-stores.ts'

const { app, close } = await openWithoutStores()
afterAll(close)

const eins = (count: number) =>
  Array.from({ length: count }, (_, n) => String(79_009_200 + n).padStart(9, '0')).join()

// Requests rejected before any store is read. validation.test.ts covers rules in the schema for all
// operations.
const REJECTED = readTsv(new URL('./rejected.tsv', import.meta.url)).flatMap(
  ([paths = '', query = '', names = '']) =>
    paths.split(' ').map((path) => [`${path}${query && `?${query}`}`, names] as const),
)

const ask = (url: string) =>
  app.inject(
    url
      .replace(/\{(\d+) EINs\}/, (_, count) => eins(Number(count)))
      .replace(/\{(\d+) x\}/, (_, count) => 'x'.repeat(Number(count))),
  )

describe('is rejected', () => {
  const texts: Record<string, string[]> = {}
  const record = (url: string, text: string) => {
    const [path = '', query = ''] = url.split('?')
    texts[path] ??= []
    texts[path].push(`${query}${query && ': '}${text}`)
  }

  test.each(REJECTED.filter(([, names]) => names))('%s for %s', async (url, names) => {
    const response = await ask(url)
    expect(response.statusCode, response.body).toBe(422)
    const detail = errorBody.parse(response.json()).detail as { loc: string[]; msg: string }[]
    const place = names === 'ein' ? 'path' : 'query'
    expect(detail.map(({ loc }) => loc.join()).sort()).toEqual(
      names.split(' ').map((name) => `${place},${name}`),
    )
    record(url, detail.map(({ loc, msg }) => `${loc[1]} ${msg}`).join('; '))
  })

  test.each(REJECTED.filter(([, names]) => !names))('%s with a sentence', async (url) => {
    const response = await ask(url)
    expect(response.statusCode).toBe(400)
    const { error, ...envelope } = response.json()
    expect(envelope).toEqual({ success: false, data: null })
    record(url, error)
  })

  test('with these messages', () => expectRecorded('rejections', texts))
})

describe.each([
  '/api/v2/charity-question',
  '/api/v2/agent-feedback',
  '/api/v2/assistant/chat/stream',
])('%s rejects a body', (url) => {
  test.each([
    ['of broken JSON', 400, 'application/json', '{"Message": '],
    ['without content', 400, 'application/json', ''],
    ['that is absent', 400, undefined, undefined],
    ['of text', 400, 'text/plain', '{}'],
    ['of XML', 400, 'application/xml', '<a/>'],
    ['of a form', 400, 'application/x-www-form-urlencoded', 'Message=Hello'],
    ['over 256 KiB', 413, 'application/json', JSON.stringify('x'.repeat(300_000))],
  ])('%s with %i', async (_, status, type, payload) => {
    const sent = type && { headers: { 'content-type': type }, payload }
    const response = await app.inject({ method: 'POST', url, ...sent })
    expect(response.statusCode, response.body).toBe(status)
    const ErrorCode = status === 413 ? 'BodyTooLarge' : 'InvalidRequest'
    expect(response.json().detail).toMatchObject({ ErrorCode })
  })

  test.each(['[]', '"text"', '1', 'null'])('that is %s', async (payload) => {
    const headers = { 'content-type': 'application/json' }
    const response = await app.inject({ method: 'POST', url, headers, payload })
    expect(response.statusCode).toBe(400)
    expect(response.json().detail[0].msg).toContain('JSON object')
  })
})
