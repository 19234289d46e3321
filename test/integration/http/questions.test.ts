import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createKey } from '#src/access/keys.ts'
import {
  type CaptureWorld,
  FILER,
  fault,
  faultsOf,
  LISTED,
  openCapture,
  UNKNOWN,
} from './capture-world.ts'

const URL = '/api/v2/charity-question'
const ASKED = {
  EIN: FILER,
  Question: 'Which years does the pantry report?\n  Grüße, 読者 🙂',
  Email: 'reader@library.example',
}
let world: CaptureWorld

beforeAll(async () => {
  world = await openCapture('questions', URL)
})
afterAll(() => world.close())
beforeEach(() => world.postgres.query('truncate submission'))

const ask = (changed: Record<string, unknown>) => world.post({ ...ASKED, ...changed })

test('a question is stored as it was sent, and the response has its id', async () => {
  const response = await world.post(ASKED)
  expect(response.statusCode, response.body).toBe(200)
  const { RequestID, ...others } = response.json()
  expect(RequestID).toMatch(/^q_[A-Za-z0-9_-]{22}$/)
  expect(others).toEqual({ Stored: true, Notified: false })
  const [row, ...more] = await world.rows()
  expect(more).toEqual([])
  expect(row).toMatchObject({
    id: RequestID,
    kind: 'question',
    key_id: 1,
    ein: FILER,
    message: ASKED.Question,
    email: ASKED.Email,
    feedback_type: null,
    recovery_session_id: null,
    metadata: null,
    notified_at: null,
    attempts: 0,
  })
  expect((await world.post(ASKED)).json().RequestID).not.toBe(RequestID)
})

test('without a notification channel, nothing is queued', async () => {
  await world.post(ASKED)
  const [queue] = await world.postgres.query<{ schema: string | null }>(
    "select to_regnamespace('graphile_worker')::text as schema",
  )
  expect(queue?.schema).toBeNull()
})

describe('EIN', () => {
  test.each([
    [70_000_001, FILER],
    ['70000001', FILER],
    ['070000001', FILER],
    [170_000_002, LISTED],
    ['170000002', LISTED],
    ['07-0000001', FILER],
    ['17-0000002', LISTED],
  ])('%j means %s', async (EIN, ein) => {
    expect((await ask({ EIN })).statusCode).toBe(200)
    expect(await world.rows()).toMatchObject([{ ein }])
  })

  test.each([
    [10_000_000, 404],
    [9_999_999, 422],
    [999_999_999, 404],
    [1_000_000_000, 422],
    ['010000000', 404],
    ['009999999', 404],
    ['000000000', 422],
    ['0999999999', 422],
    ['7-0000001', 422],
    ['00-9999999', 404],
    ['07-000-0001', 422],
    ['070-000001', 422],
    [' 070000001', 422],
    [70_000_001.5, 422],
    ['', 422],
    [null, 422],
    [[70_000_001], 422],
    [{}, 422],
    [true, 422],
  ])('%j is %i', async (EIN, status) => {
    const response = await ask({ EIN })
    expect(response.statusCode, response.body).toBe(status)
    if (status === 422) expect(faultsOf(response)).toEqual([fault('EIN', 'ein', /EIN/)])
    expect(await world.rows()).toEqual([])
  })

  test('without any source is 404 ProfileNotFound', async () => {
    const response = await ask({ EIN: UNKNOWN })
    expect(response.statusCode).toBe(404)
    expect(response.json().detail).toMatchObject({ ErrorCode: 'ProfileNotFound' })
  })
})

describe('Question', () => {
  test.each([
    ['one character', 'x', 200],
    ['4,000 characters', 'x'.repeat(4_000), 200],
    ['4,000 characters of four bytes each', '🙂'.repeat(4_000), 200],
    ['4,001 characters', 'x'.repeat(4_001), 422],
    ['4,001 characters of four bytes each', '🙂'.repeat(4_001), 422],
    ['none', '', 422],
    ['blanks', ' \n\t\u3000', 422],
    ['NUL', 'a\0b', 422],
    ['half a surrogate pair', 'a\ud83d', 422],
    ['a number', 4, 422],
    ['null', null, 422],
    ['left out', undefined, 422],
  ])('of %s', async (_, Question, status) => {
    const response = await ask({ Question })
    expect(response.statusCode, response.body.slice(0, 300)).toBe(status)
    const rows = await world.rows()
    if (status === 200) expect(rows).toMatchObject([{ message: Question }])
    else expect([faultsOf(response)[0]?.[0], rows]).toEqual(['body.Question', []])
  })

  test('has messages that say what to do', async () => {
    const messages = async (changed: object) => faultsOf(await ask({ ...changed }))[0]?.[2]
    expect(await messages({ Question: '🙂'.repeat(4_001) })).toBe(
      'must be at most 4000 characters; it has 4001',
    )
    expect(await messages({ Question: 'a\0b' })).toMatch(/must not contain the NUL character/)
    expect(await messages({ Question: 'a\ud83d' })).toMatch(/surrogate/)
    expect(await messages({ Question: ' ' })).toBe('must not be blank')
    expect(await messages({ Question: undefined })).toBe('is required')
  })

  test('has API keys masked, because people read the stored text', async () => {
    const { key } = await createKey(world.postgres, { tier: 'Paid', owner: 'pastes' })
    await ask({ Question: `Why is ${key} refused?` })
    expect(await world.rows()).toMatchObject([{ message: 'Why is nrk_[redacted] refused?' }])
  })
})

const DOMAIN = `${'b'.repeat(61)}.${'c'.repeat(61)}.${'d'.repeat(57)}.example`
const ofLength = (length: number) => `${'a'.repeat(length - DOMAIN.length - 1)}@${DOMAIN}`

describe('Email', () => {
  test.each([
    ['a.b+c@place.example', 200],
    [ofLength(254), 200],
    [ofLength(255), 422],
    ['reader', 422],
    ['reader@', 422],
    ['@place.example', 422],
    ['a@b@place.example', 422],
    ['a b@place.example', 422],
    ['reader@place.example\r\nBcc: all@place.example', 422],
    ['reader@place.example\n', 422],
    ['Reader <reader@place.example>', 422],
    ['', 422],
    [null, 422],
    [undefined, 422],
  ])('%j is %i', async (Email, status) => {
    const response = await ask({ Email })
    expect(response.statusCode, response.body).toBe(status)
    if (status === 422) expect(faultsOf(response)).toEqual([fault('Email')])
  })
})

describe('a body', () => {
  test('with unknown fields is rejected, and the message suggests the nearest', async () => {
    expect(faultsOf(await ask({ question: 'x', Colour: 1 }))).toEqual([
      ['body.question', 'extra_forbidden', expect.stringContaining('did you mean Question?')],
      ['body.Colour', 'extra_forbidden', expect.stringContaining('not a known')],
    ])
  })

  const WHOLE = JSON.stringify(ASKED)
  test.each([
    ['a prototype key', 400, '{"__proto__": {}}', 'application/json'],
    ['256 KiB', 200, WHOLE.padEnd(256 * 1024 - bytesBeyond(WHOLE)), 'application/json'],
    [
      '256 KiB and a byte',
      413,
      WHOLE.padEnd(256 * 1024 - bytesBeyond(WHOLE) + 1),
      'application/json',
    ],
    ['JSON with a charset', 200, WHOLE, 'application/json; charset=utf-8'],
  ])('%s is %i', async (_, status, body, type) => {
    const response = await world.post(body, { 'content-type': type })
    expect(response.statusCode, response.body).toBe(status)
    if (status !== 200) {
      const ErrorCode = status === 413 ? 'BodyTooLarge' : 'InvalidRequest'
      expect(response.json().detail).toMatchObject({ ErrorCode })
    }
  })
})

// More than one byte a character, as padEnd counts.
function bytesBeyond(text: string): number {
  return Buffer.byteLength(text) - text.length
}

describe('the credential', () => {
  const without = (headers: Record<string, string>) =>
    world.app.inject({ method: 'POST', url: URL, headers, payload: ASKED })
  const withKey = async (wanted: { tier: 'Paid' | 'Site'; advancedLimit?: number }) => {
    const { key } = await createKey(world.postgres, { owner: 'asks', ...wanted })
    return () => without({ authorization: `Bearer ${key}` })
  }

  test('must have Advanced operations', async () => {
    const response = await (await withKey({ tier: 'Site' }))()
    expect(response.statusCode).toBe(403)
    expect(response.json().detail).toMatchObject({ ErrorCode: 'AdvancedNotIncluded' })
    expect(await world.rows()).toEqual([])
  })

  test('pays for one, and nothing is stored if it cannot pay', async () => {
    const send = await withKey({ tier: 'Paid', advancedLimit: 2 })
    expect((await send()).headers.ratelimit).toContain('r=1')
    expect((await send()).statusCode).toBe(200)
    const refused = await send()
    expect(refused.statusCode).toBe(429)
    expect(refused.json().detail).toMatchObject({ ErrorCode: 'AdvancedAllowanceExhausted' })
    expect(await world.rows()).toHaveLength(2)
  })

  test('pays nothing for a rejected body, and one operation for an unknown EIN', async () => {
    const { key } = await createKey(world.postgres, {
      tier: 'Paid',
      owner: 'errs',
      advancedLimit: 2,
    })
    const headers = { 'x-service-api-key': key }
    const statuses = []
    for (const body of [{ ...ASKED, Email: 'x' }, { ...ASKED, EIN: UNKNOWN }, ASKED, ASKED]) {
      statuses.push((await world.post(body, headers)).statusCode)
    }
    expect(statuses).toEqual([422, 404, 200, 429])
  })
})

test('GET is 405 with the allowed method', async () => {
  const response = await world.app.inject({ url: URL })
  expect(response.statusCode).toBe(405)
  expect(response.headers.allow).toContain('POST')
})
