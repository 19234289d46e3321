import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CaptureWorld, FILER, fault, faultsOf, openCapture, UNKNOWN } from './capture-world.ts'

let world: CaptureWorld

beforeAll(async () => {
  world = await openCapture('feedback', '/api/v2/agent-feedback')
})
afterAll(() => world.close())
beforeEach(() => world.postgres.query('truncate submission'))

const WHOLE = {
  Message: 'The officers of 2021 are missing.\n役員 🙂',
  FeedbackType: 'missing_data',
  EIN: '70000001',
  Email: 'owner@agents.example',
  RecoverySessionID: 'r_ab-12',
  Metadata: { Version: 3, Seen: [null, true, 'é', 1.5, { deep: {} }], ' odd "name"': '' },
}
const ALIAS = {
  agent_name: 'reader',
  agent_platform: 'shell',
  owner_email: 'owner@agents.example',
  purpose: 'research',
  task: 'compare pantries',
  query: 'food banks in Ohio',
  endpoint_used: '/api/v2/search',
  feedback_type: 'missing_data',
  message: 'The officers of 2021 are missing.',
  desired_data: 'officers',
}
const give = (changed: Record<string, unknown>) => world.post({ Message: 'm', ...changed })

describe('feedback is stored as it was sent', () => {
  test('with every field', async () => {
    const response = await world.post(WHOLE)
    expect(response.statusCode, response.body).toBe(200)
    const { FeedbackID, ...others } = response.json()
    expect(FeedbackID).toMatch(/^f_[A-Za-z0-9_-]{22}$/)
    expect(others).toEqual({ Stored: true, Notified: false })
    expect(await world.rows()).toMatchObject([
      {
        id: FeedbackID,
        kind: 'feedback',
        key_id: 1,
        message: WHOLE.Message,
        feedback_type: 'missing_data',
        ein: FILER,
        email: WHOLE.Email,
        recovery_session_id: 'r_ab-12',
        notified_at: null,
      },
    ])
    expect((await world.rows())[0]?.metadata).toEqual(WHOLE.Metadata)
  })

  test('with only a message', async () => {
    expect((await give({})).statusCode).toBe(200)
    const nothing = { ein: null, email: null, feedback_type: null, metadata: null }
    expect(await world.rows()).toMatchObject([{ message: 'm', ...nothing }])
  })

  test('in the snake_case form, whose other fields become Metadata', async () => {
    const response = await world.post(ALIAS)
    expect(response.statusCode, response.body).toBe(200)
    const { message, feedback_type, owner_email: email, ...metadata } = ALIAS
    expect(await world.rows()).toMatchObject([{ message, feedback_type, email, metadata }])
  })

  test('and an empty text in the snake_case form is treated as absent', async () => {
    const names = Object.keys(ALIAS).map((name) => [name, ''])
    const response = await world.post({ ...Object.fromEntries(names), message: 'm', task: 't' })
    expect(response.statusCode, response.body).toBe(200)
    const others = { email: null, feedback_type: null, metadata: { task: 't' } }
    expect(await world.rows()).toMatchObject([{ message: 'm', ...others }])
    await world.post({ message: 'n', agent_name: '' })
    expect((await world.rows())[1]).toMatchObject({ message: 'n', metadata: null })
  })
})

describe('the two forms', () => {
  test('do not mix: each field of the other form is named', async () => {
    const response = await world.post({ ...WHOLE, agent_name: 'reader', task: '' })
    expect(response.statusCode).toBe(422)
    expect(faultsOf(response)).toEqual([
      ['body.agent_name', 'extra_forbidden', expect.stringContaining('only one form')],
      ['body.task', 'extra_forbidden', expect.stringContaining('only one form')],
    ])
    const both = await world.post({ Message: 'm', message: 'm' })
    expect(faultsOf(both)).toEqual([fault('message', 'extra_forbidden')])
  })

  test('each require their message', async () => {
    expect(faultsOf(await world.post({}))).toEqual([['body.Message', 'missing', 'is required']])
    expect(faultsOf(await world.post({ FeedbackType: 'x' }))).toEqual([fault('Message')])
    expect(faultsOf(await world.post({ task: 'x' }))).toEqual([fault('message', 'missing')])
    for (const blank of ['', ' \n']) {
      expect(faultsOf(await world.post({ message: blank }))).toEqual([fault('message')])
    }
  })

  test('reject unknown fields, and suggest the nearest name of either form', async () => {
    expect(faultsOf(await give({ Feedbacktype: 'x' }))).toEqual([
      fault('Feedbacktype', 'extra_forbidden', /did you mean FeedbackType\?/),
    ])
    expect(faultsOf(await world.post({ message: 'm', agentname: 'x' }))).toEqual([
      fault('agentname', 'extra_forbidden', /did you mean agent_name\?/),
    ])
  })

  test('are both in /openapi.json, as alternatives', async () => {
    const { paths } = (await world.app.inject('/openapi.json')).json()
    const { requestBody, responses, security } = paths['/api/v2/agent-feedback'].post
    const { schema } = requestBody.content['application/json']
    expect(Object.keys(schema.properties)).toEqual([...Object.keys(WHOLE), ...ALIASES])
    expect(schema.properties.Message).toMatchObject({ type: 'string', maxLength: 8_000 })
    const ein = new RegExp(schema.properties.EIN.pattern)
    expect(
      ['07-0000001', '070000001', '70000001', '7-0000001'].map((one) => ein.test(one)),
    ).toEqual([true, true, true, false])
    expect(schema.required).toBeUndefined()
    expect(schema.oneOf).toEqual([
      expect.objectContaining({
        required: ['Message'],
        propertyNames: { enum: Object.keys(WHOLE) },
      }),
      expect.objectContaining({ required: ['message'], propertyNames: { enum: ALIASES } }),
    ])
    const statuses = ['200', '400', '401', '403', '404', '413', '422', '429', '500', '503']
    expect(Object.keys(responses)).toEqual(statuses)
    expect(security).toEqual([{ bearer: [] }, { apiKey: [] }])
    const question = paths['/api/v2/charity-question'].post
    expect(Object.keys(question.responses)).toEqual(statuses)
    expect(question.requestBody.content['application/json'].schema).toMatchObject({
      required: ['EIN', 'Question', 'Email'],
      properties: {
        EIN: { type: ['integer', 'string'], pattern: expect.stringContaining('-') },
        Question: { maxLength: 4_000 },
        Email: { format: 'email' },
      },
    })
  })
})

const ALIASES = [
  'message',
  'feedback_type',
  'owner_email',
  'agent_name',
  'agent_platform',
  'purpose',
  'task',
  'query',
  'endpoint_used',
  'desired_data',
]

describe('lengths, counted in characters', () => {
  test.each([
    ['Message', 8_000],
    ['FeedbackType', 100],
    ['RecoverySessionID', 128],
  ])('%s: %i', async (field, most) => {
    for (const character of ['x', '🙂']) {
      expect((await give({ [field]: character.repeat(most) })).statusCode).toBe(200)
      const over = await give({ [field]: character.repeat(most + 1) })
      expect(faultsOf(over)).toEqual([
        [`body.${field}`, 'too_long', expect.stringContaining(`at most ${most}`)],
      ])
    }
    expect(await world.rows()).toHaveLength(2)
  })

  test.each([
    ['message', 8_000],
    ['feedback_type', 100],
    ['agent_name', 200],
    ['agent_platform', 200],
    ['purpose', 2_000],
    ['task', 2_000],
    ['query', 2_000],
    ['endpoint_used', 2_000],
    ['desired_data', 2_000],
  ])('%s: %i', async (field, most) => {
    const send = (length: number) => world.post({ message: 'm', [field]: '🙂'.repeat(length) })
    expect((await send(most)).statusCode).toBe(200)
    expect(faultsOf(await send(most + 1))).toEqual([fault(field, 'too_long')])
  })
})

describe('rejected by name', () => {
  test.each([
    ['EIN', 70_000_001],
    ['EIN', '9999999'],
    ['EIN', '070-000001'],
    ['EIN', ''],
    ['Email', 'nobody'],
    ['Email', ''],
    ['FeedbackType', 3],
    ['FeedbackType', null],
    ['FeedbackType', 'idea\r\nKeyID: 1'],
    ['FeedbackType', 'idea\u2028KeyID: 1'],
    ['RecoverySessionID', 'a\0'],
    ['RecoverySessionID', 'r_1\nKeyID: 1'],
    ['Message', 'a\ud83d'],
    ['Metadata', 'text'],
    ['Metadata', []],
    ['Metadata', null],
    ['Metadata', { a: 'b\0' }],
    ['Metadata', { 'a\0': 'b' }],
    ['Metadata', { a: [{ b: '\udc00' }] }],
  ])('%s %j', async (field, value) => {
    const response = await give({ [field]: value })
    expect(response.statusCode, response.body).toBe(422)
    expect(faultsOf(response)).toEqual([fault(field)])
    expect(await world.rows()).toEqual([])
  })

  test('owner_email without an address', async () => {
    const response = await world.post({ message: 'm', owner_email: 'nobody' })
    expect(faultsOf(response)).toEqual([fault('owner_email', 'email')])
  })

  test.each(['1e999', '9007199254740993', '-9007199254740993'])(
    '%s, a number that would change when stored',
    async (number) => {
      const response = await world.post(`{"Message": "m", "Metadata": {"n": [${number}]}}`)
      expect(faultsOf(response)).toEqual([fault('Metadata', 'invalid_metadata', /number .*string/)])
    },
  )
})

test('an EIN that no loaded source has is 404, and nothing is stored', async () => {
  const response = await give({ EIN: UNKNOWN })
  expect(response.statusCode).toBe(404)
  expect(response.json().detail).toMatchObject({ ErrorCode: 'ProfileNotFound' })
  expect(await world.rows()).toEqual([])
})

describe('Metadata', () => {
  const ofBytes = (bytes: number) => ({ a: 'x'.repeat(bytes - '{"a":""}'.length) })
  const ofDepth = (levels: number): object =>
    levels === 1 ? { end: 1 } : { in: ofDepth(levels - 1) }

  test('may have 16 KiB', async () => {
    expect((await give({ Metadata: ofBytes(16 * 1024) })).statusCode).toBe(200)
    expect(faultsOf(await give({ Metadata: ofBytes(16 * 1024 + 1) }))).toEqual([
      ['body.Metadata', 'invalid_metadata', 'must be at most 16384 bytes of JSON; it has 16385'],
    ])
  })

  test('may have 8 levels', async () => {
    expect((await give({ Metadata: ofDepth(8) })).statusCode).toBe(200)
    expect(faultsOf(await give({ Metadata: ofDepth(9) }))).toEqual([
      fault('Metadata', 'invalid_metadata', /at most 8 levels/),
    ])
    const abyss = `{"Message":"m","Metadata":{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`
    expect((await world.post(abyss)).statusCode).toBe(422)
  })

  test('has API keys in it masked', async () => {
    const key = `nrk_${'k'.repeat(43)}`
    await give({ Metadata: { headers: [`Bearer ${key}`], [key]: 'a "quoted\\" text' } })
    expect((await world.rows())[0]?.metadata).toEqual({
      headers: ['Bearer nrk_[redacted]'],
      'nrk_[redacted]': 'a "quoted\\" text',
    })
    await give({ Metadata: { nrk_a: 1, nrk_b: 2, 'nrk_[redacted] (2)': 3, text: '\nrk_total' } })
    expect((await world.rows())[1]?.metadata).toEqual({
      'nrk_[redacted]': 1,
      'nrk_[redacted] (3)': 2,
      'nrk_[redacted] (2)': 3,
      text: '\nrk_total',
    })
    await world.post({ message: `my key ${key}`, query: `?key=${key}` })
    expect(JSON.stringify(await world.rows())).not.toContain('kkk')
  })
})

test('a private installation without keys stores it without one', async () => {
  const config = { access: 'open', trustProxy: undefined, logLevel: 'silent' } as const
  const open = await openCapture('feedback_open', '/api/v2/agent-feedback', { config })
  const response = await open.app.inject({
    method: 'POST',
    url: '/api/v2/agent-feedback',
    payload: { Message: 'm' },
  })
  expect(response.statusCode, response.body).toBe(200)
  expect(await open.rows()).toMatchObject([{ key_id: null, message: 'm' }])
  await open.close()
})
