import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { describe, expect, test, vi } from 'vitest'
import { withResolvers } from '#src/domain/es2024.ts'
import { needsTls } from '#src/platform/clients/notify.ts'
import { openChannel } from '#src/submissions/channel.ts'
import type { Submission } from '#src/submissions/submission.ts'
import { openLoads } from '#test/integration/indexer/loads.ts'
import { listenHere } from '#test/world/here.ts'
import { giveFeedback, openNotifierOn, readNotified } from './submission-store.ts'

type Letter = { from: string; to: string[]; text: string; user: string | undefined }

let letters: Letter[]

/** A mail server on this machine; tests can replace parts of its behavior. */
async function openServer(replaced: SMTPServerOptions = {}): Promise<string> {
  letters = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onAuth: ({ username, password }, _, done) =>
      password === 'pass-w0rd' ? done(null, { user: username ?? '' }) : done(new Error('no')),
    async onData(stream, { envelope, user }, done) {
      const text = Buffer.concat(await stream.toArray()).toString()
      const from = envelope.mailFrom ? envelope.mailFrom.address : ''
      const to = envelope.rcptTo.map(({ address }) => address)
      letters.push({ from, to, text, user: user as string })
      done()
    },
    ...replaced,
  })
  // A client that hangs up does not fail the test.
  server.on('error', () => undefined)
  return `127.0.0.1:${await listenHere(server.server)}`
}

/** A channel's configuration for a mail server. */
const mailBy = (smtpUrl: string) =>
  ({ kind: 'mail', smtpUrl, from: 'api@service.example', to: 'people@service.example' }) as const

const QUESTION: Submission = {
  id: 'q_AAAAAAAAAAAAAAAAAAAAAA',
  kind: 'question',
  keyId: 7,
  ein: '070000001',
  message: 'Which years?\r\n.\r\nBcc: all@place.example\nGrüße 🙂',
  email: 'reader@library.example',
  feedbackType: null,
  recoverySessionId: null,
  metadata: null,
  createdAt: new Date('2026-11-22T01:02:03Z'),
}

async function send(smtpUrl: string, submission: Submission = QUESTION): Promise<void> {
  const channel = openChannel(mailBy(smtpUrl))
  try {
    await channel.send(submission, new AbortController().signal)
  } finally {
    await channel.close()
  }
}

const headersOf = ({ text }: Letter): Record<string, string> => {
  const lines = (text.split('\r\n\r\n')[0] ?? '').replace(/\r\n\s+/g, ' ').split('\r\n')
  const pairs = lines.map((line) => /^([^:]*): ?(.*)$/.exec(line) ?? [])
  return Object.fromEntries(pairs.map(([, name = '', value]) => [name.toLowerCase(), value ?? '']))
}

const bodyOf = ({ text }: Letter): string => {
  const encoded = text.slice(text.indexOf('\r\n\r\n') + 4)
  const plain = encoded
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(plain, 'latin1').toString()
}

describe('a submission by mail', () => {
  test("is one plain message to the operator's address, with the sender in Reply-To", async () => {
    await send(`smtp://${await openServer()}`)
    expect(letters).toHaveLength(1)
    const [letter = expect.fail()] = letters
    expect(letter).toMatchObject({ from: 'api@service.example', to: ['people@service.example'] })
    expect(headersOf(letter)).toMatchObject({
      from: 'api@service.example',
      to: 'people@service.example',
      'reply-to': 'reader@library.example',
      subject: `Question about EIN 070000001 (${QUESTION.id})`,
      'message-id': `<${QUESTION.id}@service.example>`,
      'content-type': 'text/plain; charset=utf-8',
    })
    expect(headersOf(letter)).not.toHaveProperty('bcc')
    expect(bodyOf(letter).replaceAll('\r\n', '\n')).toContain(
      '> Which years?\n> .\n> Bcc: all@place.example\n> Grüße 🙂\n',
    )
  })

  test('cannot get headers from a line break in an address', async () => {
    const email = 'reader@library.example\r\nBcc: all@place.example'
    await send(`smtp://${await openServer()}`, { ...QUESTION, email })
    const [letter = expect.fail()] = letters
    expect(letter.to).toEqual(['people@service.example'])
    expect(headersOf(letter)).not.toHaveProperty('bcc')
  })

  test('logs in with the user and password of the address', async () => {
    const place = await openServer({ authOptional: false })
    await send(`smtp://api%40service.example:pass-w0rd@${place}`)
    expect(letters).toMatchObject([{ user: 'api@service.example' }])
  })
})

test.each([
  ['smtp://api:word@mail.example', true],
  ['smtp://mail.example', false],
  ['smtp://api:word@localhost:25', false],
  ['smtp://api:word@127.0.0.1', false],
  ['smtp://api:word@[::1]:25', false],
  ['smtp://api:word@localhost.example', true],
])('the password of %s needs TLS: %s', (url, needed) => expect(needsTls(url)).toBe(needed))

describe('a mail server that', () => {
  const ABSENT = 'smtp://api:hidden@127.0.0.1:1'
  const NO_LOGIN: SMTPServerOptions = {
    authOptional: false,
    onAuth: ({ password }, _, done) => done(new Error(`said so: ${password}`)),
  }
  const NO_READER: SMTPServerOptions = {
    onRcptTo: (_, __, done) => done(Object.assign(new Error('said so'), { responseCode: 550 })),
  }
  test.each<[string, SMTPServerOptions, (place: string) => string, RegExp]>([
    ['rejects the password', NO_LOGIN, (place) => `smtp://api:hidden@${place}`, /EAUTH, .*535/],
    ['rejects the recipient', NO_READER, (place) => `smtp://${place}`, /EENVELOPE, .*550/],
    ['is absent', {}, () => ABSENT, /ECONNREFUSED/],
  ])('%s is reported by its code, without its words', async (_, replaced, urlOf, code) => {
    const error = await send(urlOf(await openServer(replaced))).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(Error)
    const { message, stack, cause } = error as Error
    expect(message).toMatch(code)
    expect(`${message} ${stack} ${JSON.stringify(cause)}`).not.toMatch(/hidden|said so/)
  })
})

describe('through the store', () => {
  const made = openLoads('capture_mail')

  test('a message that a server handles slowly is not retried for three minutes', async () => {
    const taking = withResolvers<void>()
    const place = await openServer({
      onData(stream, _, done) {
        stream.resume()
        taking.promise.then(() => done())
      },
    })
    const notifier = openNotifierOn(made.store, mailBy(`smtp://${place}`))
    const giving = giveFeedback(made.store, notifier)
    const held = () =>
      made.query<{ seconds: number; delay: number }>(
        `select round(extract(epoch from sending_until - now()))::int as seconds,
           round(extract(epoch from retry_at - created_at))::int as delay
         from submission where sending_until is not null`,
      )
    await vi.waitFor(async () => expect(await held()).toHaveLength(1), { timeout: 10_000 })
    const [{ seconds, delay } = expect.fail()] = await held()
    expect(seconds).toBeGreaterThan(120)
    expect(delay).toBeGreaterThan(seconds)
    taking.resolve()
    expect((await giving).isNotified).toBe(true)
    await notifier.close()
    await made.query('truncate submission')
  })

  test('an accepted message is recorded, and a rejected one with the reason', async () => {
    let isOpen = true
    const place = await openServer({
      onMailFrom: (_, __, done) =>
        isOpen ? done() : done(Object.assign(new Error('later'), { responseCode: 451 })),
    })
    const notifier = openNotifierOn(made.store, mailBy(`smtp://${place}`))
    expect((await giveFeedback(made.store, notifier)).isNotified).toBe(true)
    isOpen = false
    expect((await giveFeedback(made.store, notifier)).isNotified).toBe(false)
    await notifier.close()
    expect(await readNotified(made.store)).toMatchObject([
      { notified_at: expect.any(Date) },
      { notified_at: null, last_failure: expect.stringContaining('451') },
    ])
    expect(letters).toHaveLength(1)
  })
})
