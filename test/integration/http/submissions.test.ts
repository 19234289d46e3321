import type { LightMyRequestResponse } from 'fastify'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createKey } from '#src/access/keys.ts'
import { opened } from '#test/integration/opened.ts'
import { cases, testCases } from '#test/unit/cases.ts'
import { openWorld, RELEASE, withApp } from './world.ts'

// Both are known, the second only to the registry.
const [FILER, LISTED, UNKNOWN] = ['070000001', '170000002', '979009199']
const FEEDBACK = '/api/v2/agent-feedback'
const QUESTION = '/api/v2/charity-question'

const world = opened(() => openWorld('submissions'))
let key: string
beforeAll(async () => {
  const { postgres } = world
  await postgres.query("insert into release values ($1, now(), 'load')", [RELEASE])
  await postgres.query(
    `insert into organization (ein, name, name_ref, primary_form, entity_type, role, changed_release)
     values ($1, 'Cuyahoga Harvest Pantry', 'a', '990', 'OperatingOrOtherTaxExempt', 'Independent', $3),
       ($2, 'Registry Only Society', 'b', null, 'OperatingOrOtherTaxExempt', 'Independent', $3)`,
    [FILER, LISTED, RELEASE],
  )
  key = (await createKey(postgres, { tier: 'Internal', owner: 'submits' })).key
})
beforeEach(() => world.postgres.query('truncate submission'))

/** Sends a body, as JSON unless it is a text. */
const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  world.app.inject({
    method: 'POST',
    url,
    headers: { 'x-service-api-key': key, 'content-type': 'application/json', ...headers },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  })
const rows = () =>
  world.postgres.query<Record<string, unknown>>('select * from submission order by created_at, id')

/** Returns location and type of the errors of a rejected body. */
const faultsOf = (response: LightMyRequestResponse): string[] => {
  expect(response.statusCode, response.body.slice(0, 300)).toBe(400)
  const { detail } = response.json<{ detail: { loc: string[]; type: string }[] }>()
  return detail.map(({ loc, type }) => `${loc.join('.')} ${type}`)
}

const ASKED = {
  EIN: FILER,
  Question: 'Which years does the pantry report?\n  Grüße, 読者 🙂',
  Email: 'reader@library.example',
}
type Sent = Record<string, unknown>
const [WHOLE, ALIAS] = cases<[Sent]>('feedback').flat() as [Sent, Sent]
const ask = (changed: Record<string, unknown>) => post(QUESTION, { ...ASKED, ...changed })
const give = (changed: Record<string, unknown>) => post(FEEDBACK, { Message: 'm', ...changed })

describe('stored as it was sent', () => {
  test.each([
    ['question', 'q', QUESTION, ASKED, 'RequestID'],
    ['feedback', 'f', FEEDBACK, WHOLE, 'FeedbackID'],
  ] as const)('a %s, under its id', async (kind, letter, url, body, name) => {
    const response = await post(url, body)
    expect(response.statusCode, response.body).toBe(200)
    const { [name]: id, ...others } = response.json()
    expect(id).toMatch(new RegExp(`^${letter}_[A-Za-z0-9_-]{22}$`))
    expect(others).toEqual({ Stored: true, Notified: false })
    const stored = await rows()
    const own = { id, kind, ein: FILER, email: body.Email, key_id: 1, notified_at: null }
    expect(stored).toMatchObject([
      kind === 'question'
        ? { ...own, message: ASKED.Question, feedback_type: null, metadata: null, attempts: 0 }
        : {
            ...own,
            message: WHOLE.Message,
            feedback_type: 'missing_data',
            metadata: WHOLE.Metadata,
          },
    ])
    expect(stored[0]?.recovery_session_id).toBe(kind === 'question' ? null : 'r_ab-12')
    expect((await post(url, body)).json()[name]).not.toBe(id)
    // Nothing is queued without a channel.
    expect(stored[0]?.retry_at).toBeNull()
  })

  test('feedback with only a message, or in the snake_case form', async () => {
    expect((await give({})).statusCode).toBe(200)
    const nothing = { email: null, feedback_type: null, metadata: null }
    expect(await rows()).toMatchObject([{ message: 'm', ein: null, ...nothing }])
    expect((await post(FEEDBACK, ALIAS)).statusCode).toBe(200)
    const { message, feedback_type, owner_email: email, ...metadata } = ALIAS
    expect((await rows())[1]).toMatchObject({ message, feedback_type, email, metadata })
    // An empty text is treated as absent.
    const names = Object.fromEntries(Object.keys(ALIAS).map((name) => [name, '']))
    expect((await post(FEEDBACK, { ...names, message: 'n', task: 't' })).statusCode).toBe(200)
    await post(FEEDBACK, { message: 'o', agent_name: '' })
    const [, , blanks, bare] = await rows()
    expect(blanks).toMatchObject({ ...nothing, message: 'n', metadata: { task: 't' } })
    expect(bare).toMatchObject({ ...nothing, message: 'o' })
  })

  test('a private installation without keys stores it without one', async () => {
    const config = { ...world.deps.config, access: 'open' as const }
    const request = { method: 'POST', url: FEEDBACK, payload: { Message: 'm' } } as const
    const response = await withApp({ ...world.deps, config }, (app) => app.inject(request))
    expect(response.statusCode).toBe(200)
    expect(await rows()).toMatchObject([{ key_id: null, message: 'm' }])
  })
})

describe('the two forms of feedback', () => {
  testCases('rejected feedback', async (body: object, ...faults: string[]) => {
    expect(faultsOf(await post(FEEDBACK, body))).toEqual(faults)
    expect(await rows()).toEqual([])
  })

  test('suggest the nearest name of either form', async () => {
    expect((await give({ Feedbacktype: 'x' })).body).toContain('FeedbackType?')
    expect((await post(FEEDBACK, { message: 'm', agentname: 'x' })).body).toContain('agent_name?')
    expect((await ask({ question: 'x' })).body).toContain('Question?')
  })
})

testCases('characters of a text', async (field: string, most: number) => {
  for (const character of ['x', '🙂']) {
    const send = (length: number) => {
      const changed = { [field]: character.repeat(length) }
      if (field === 'Question') return ask(changed)
      return /^[A-Z]/.test(field) ? give(changed) : post(FEEDBACK, { message: 'm', ...changed })
    }
    expect((await send(most)).statusCode).toBe(200)
    expect(faultsOf(await send(most + 1))).toEqual([`body.${field} too_long`])
  }
  expect(await rows()).toHaveLength(2)
})

describe('Metadata', () => {
  const ofBytes = (bytes: number) => ({ a: 'x'.repeat(bytes - '{"a":""}'.length) })
  const ofDepth = (levels: number): object =>
    levels === 1 ? { end: 1 } : { in: ofDepth(levels - 1) }
  const INVALID = ['body.Metadata invalid_metadata']

  test('may have 16 KiB, and eight levels', async () => {
    expect((await give({ Metadata: ofBytes(16 * 1024) })).statusCode).toBe(200)
    const over = await give({ Metadata: ofBytes(16 * 1024 + 1) })
    expect(faultsOf(over)).toEqual(INVALID)
    expect(over.body).toContain('16385')
    expect((await give({ Metadata: ofDepth(8) })).statusCode).toBe(200)
    expect(faultsOf(await give({ Metadata: ofDepth(9) }))).toEqual(INVALID)
    const abyss = `{"Message":"m","Metadata":{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`
    expect((await post(FEEDBACK, abyss)).statusCode).toBe(400)
  })

  test.each(['1e999', '9007199254740993', '-9007199254740993'])(
    'has no number that would change when stored: %s',
    async (number) => {
      const body = `{"Message": "m", "Metadata": {"n": [${number}]}}`
      expect(faultsOf(await post(FEEDBACK, body))).toEqual(INVALID)
    },
  )

  // test/deep/http/keys-unseen.test.ts has other texts.
  test('has API keys masked', async () => {
    const pasted = `nrk_${'k'.repeat(43)}`
    await give({ Metadata: { headers: [`Bearer ${pasted}`], [pasted]: 'a "quoted\\" text' } })
    await give({ Metadata: { nrk_a: 1, text: '\nrk_total' } })
    expect((await rows()).map(({ metadata }) => metadata)).toEqual([
      { headers: ['Bearer nrk_[redacted]'], 'nrk_[redacted]': 'a "quoted\\" text' },
      { 'nrk_[redacted]': 1, text: '\nrk_total' },
    ])
  })
})

describe('a question', () => {
  testCases('a question about', async (EIN: unknown, ein: string) => {
    expect((await ask({ EIN })).statusCode).toBe(200)
    expect(await rows()).toMatchObject([{ ein }])
  })

  test.each([10_000_000, 999_999_999, '010000000', '009999999', '00-9999999', UNKNOWN])(
    'with EIN %j, which no source has, is 404 ProfileNotFound, like such feedback',
    async (EIN) => {
      const answers = [await ask({ EIN }), await give({ EIN: String(EIN) })]
      for (const answer of typeof EIN === 'string' ? answers : answers.slice(0, 1)) {
        expect(answer.statusCode, answer.body).toBe(404)
        expect(answer.json().detail.ErrorCode).toBe('ProfileNotFound')
      }
      expect(await rows()).toEqual([])
    },
  )

  testCases('a rejected question', async (changed: Record<string, unknown>, fault: string) => {
    expect(faultsOf(await ask(changed))).toEqual([fault])
    expect(await rows()).toEqual([])
  })

  const DOMAIN = `${'b'.repeat(61)}.${'c'.repeat(61)}.${'d'.repeat(57)}.example`
  const ofLength = (length: number) => `${'a'.repeat(length - DOMAIN.length - 1)}@${DOMAIN}`
  test('accepts an address of up to 254 characters', async () => {
    for (const Email of ['a.b+c@place.example', ofLength(254)]) {
      expect((await ask({ Email })).statusCode).toBe(200)
    }
    expect(faultsOf(await ask({ Email: ofLength(255) }))).toEqual(['body.Email too_long'])
    const missing = ['EIN', 'Question', 'Email'].map((one) => `body.${one} missing`)
    expect(faultsOf(await post(QUESTION, {}))).toEqual(missing)
  })

  // More than one byte a character, as padEnd counts.
  const TEXT = JSON.stringify(ASKED)
  const padded = (bytes: number) => TEXT.padEnd(bytes - Buffer.byteLength(TEXT) + TEXT.length)
  test.each([
    ['a prototype key', 400, '{"__proto__": {}}'],
    ['256 KiB', 200, padded(256 * 1024)],
    ['256 KiB and a byte', 413, padded(256 * 1024 + 1)],
  ])('with a body of %s is %i', async (_, status, body) => {
    expect((await post(QUESTION, body)).statusCode).toBe(status)
  })

  test('costs one Advanced operation, as does an unknown EIN, and a rejected body nothing', async () => {
    const own = await createKey(world.postgres, { tier: 'Paid', owner: 'pays', advancedLimit: 2 })
    const headers = { 'x-service-api-key': own.key }
    const bodies = [{ ...ASKED, Email: 'x' }, { ...ASKED, EIN: UNKNOWN }, ASKED, ASKED]
    const statuses: number[] = []
    for (const body of bodies) statuses.push((await post(QUESTION, body, headers)).statusCode)
    expect(statuses).toEqual([400, 404, 200, 429])
    expect(await rows()).toHaveLength(1)
    const site = await createKey(world.postgres, { tier: 'Site', owner: 'reads' })
    const refused = await post(QUESTION, ASKED, { 'x-service-api-key': site.key })
    expect([refused.statusCode, await rows()]).toEqual([403, [expect.anything()]])
  })
})
