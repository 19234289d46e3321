import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createKey } from '#src/access/keys.ts'
import { TSX } from '#src/platform/engines/tsx.ts'
import { removeOldSubmissions } from '#src/submissions/inbox.ts'
import { storeFeedback } from '#src/submissions/store.ts'
import { createStore, type Store } from '#test/world/store.ts'
import { openReceiver, type Receiver, SECRET } from './receivers.ts'
import { NOTHING, readNotified } from './submission-store.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
let store: Store
let receiver: Receiver

beforeAll(async () => {
  store = await createStore('capture_inbox')
  receiver = await openReceiver()
  await createKey(store.db, { tier: 'Paid', owner: 'asks' })
})
afterAll(async () => {
  await receiver.close()
  await store.drop()
})
beforeEach(() => store.db.query('truncate submission; truncate search_recovery'))

type Ended = { code: number; out: string; err: string }

/**
 * Runs `npm run inbox` with these arguments, with a notification channel unless `notify` is false.
 */
async function inbox(args: string[], notify = true): Promise<Ended> {
  const env = {
    ...process.env,
    DATABASE_URL: store.url,
    ...(notify && { NOTIFY_WEBHOOK_URL: receiver.url, NOTIFY_WEBHOOK_SECRET: SECRET }),
  }
  let [out, err] = ['', '']
  const child = execFile(process.execPath, [...TSX, 'src/cli/inbox.ts', ...args], {
    cwd: root,
    env,
  })
  child.stdout?.on('data', (chunk) => {
    out += chunk
  })
  child.stderr?.on('data', (chunk) => {
    err += chunk
  })
  const [code] = await once(child, 'close')
  return { code, out, err }
}

const give = (given: Partial<Parameters<typeof storeFeedback>[1]>) =>
  storeFeedback({ postgres: store.db }, { ...NOTHING, message: 'm', ...given })

const EVIL = 'red \u001b[31m, title \u001b]0;x\u0007, back \u202etxt.exe, C1 \u009b2J\r\nnext'

/** Control characters except line breaks, and one that reverses the direction of text. */
const OBEYED = /[^\P{Cc}\n]|\u202e/u

describe('the list', () => {
  test('says when it is empty', async () => {
    expect(await inbox([])).toMatchObject({ code: 0, out: 'The inbox is empty.\n' })
    await give({})
    const none = await inbox(['--kind', 'question'])
    expect(none.out).toBe('No entry matches.\n')
  })

  test('has 80 columns, newest first, and neutralizes control characters in texts', async () => {
    const { id: first } = await give({ message: EVIL })
    const { id: second } = await give({ message: `${'読'.repeat(3_000)}` })
    const { out } = await inbox([])
    expect(out.indexOf(second)).toBeLessThan(out.indexOf(first))
    for (const line of out.split('\n')) expect(columnsOf(line), line).toBeLessThanOrEqual(80)
    expect(out).not.toMatch(OBEYED)
    expect(out).toContain('\\u001b[31m')
    expect(out).toContain('…')
  })

  test('lists in pages, by kind, and those not notified', async () => {
    const ids = []
    for (const message of ['a', 'b', 'c']) ids.unshift((await give({ message })).id)
    await store.db.query('update submission set notified_at = now() where id = $1', [ids[1]])
    const page = await inbox(['--limit', '2'])
    expect(page.out).toContain(`For older entries, add: --before ${ids[1]}`)
    expect(page.out).not.toContain(ids[2])
    const rest = await inbox(['--limit', '2', '--before', ids[1] ?? ''])
    expect(rest.out).toContain(ids[2])
    expect(rest.out).not.toContain('For older entries')
    const { out } = await inbox(['--not-notified', '--kind', 'feedback', '--json'])
    expect(JSON.parse(out).map(({ id }: { id: string }) => id)).toEqual([ids[0], ids[2]])
  })

  test.each([
    [['--limit', '0'], 'whole number from 1 to 1000'],
    [['--limit', '1001'], 'whole number from 1 to 1000'],
    [['--kind', 'letter'], 'Allowed choices are question, feedback'],
    [['--before', 'q_none'], 'The inbox has no submission "q_none"'],
    [['show', 'q_\u001b[2J'], 'The inbox has no submission "q_\\u001b[2J"'],
    [['remove', 'q_none'], 'The inbox has no submission "q_none"'],
    [['retry', 'q_none'], 'The inbox has no submission "q_none"'],
  ])('rejects %j', async (args, sentence) => {
    const { code, err } = await inbox(args)
    expect(code).toBe(1)
    expect(err).toContain(sentence)
  })
})

describe('show', () => {
  test.each([
    [0, 'not yet; not tried'],
    [1, 'not yet; tried once'],
    [2, 'not yet; tried 2 times'],
  ])('describes %i attempts: %s', async (attempts, described) => {
    const { id } = await give({})
    await store.db.query('update submission set attempts = $2 where id = $1', [id, attempts])
    expect((await inbox(['show', id])).out).toContain(`${described}\n`)
  })

  test('has everything that was sent, and the proposed searches', async () => {
    const proposals = [{ query: 'food banks', filters: { State: 'OH' }, found: 12 }]
    await store.db.query('insert into search_recovery (id, query, proposals) values ($1, $2, $3)', [
      'r_1',
      'fod bnaks',
      JSON.stringify(proposals),
    ])
    const given = {
      keyId: 1,
      message: EVIL,
      email: 'owner@agents.example',
      feedbackType: 'ty\u001bpe',
      recoverySessionId: 'r_1',
      metadata: { 'a\u009b': '\u001b[2J' },
    }
    const { id } = await give(given)
    const { out } = await inbox(['show', id])
    for (const text of [
      'owner@agents.example',
      'ty\\u001bpe',
      'fod bnaks',
      '"found": 12',
      'not yet',
    ]) {
      expect(out).toContain(text)
    }
    expect(out).toContain('C1 \\u009b2J\nnext')
    expect(out).not.toMatch(OBEYED)
    const json = (await inbox(['show', id, '--json'])).out
    expect(json).not.toMatch(OBEYED)
    expect(JSON.parse(json)).toMatchObject({
      ...given,
      id,
      recovery: { query: 'fod bnaks', proposals },
    })
  })

  test('ignores an unknown recovery session', async () => {
    const { id } = await give({ recoverySessionId: 'made up' })
    const { out } = await inbox(['show', id])
    expect(out).toMatch(/Recovery: +made up/)
    expect(out).not.toContain('Suggested instead')
  })
})

describe('retry', () => {
  test('sends everything that was not notified, oldest first, even from before a channel was set', async () => {
    receiver.behave(() => 204)
    receiver.received.length = 0
    const ids = [(await give({})).id, (await give({})).id, (await give({})).id]
    await store.db.query('update submission set notified_at = now() where id = $1', [ids[1]])
    expect(await inbox(['retry'])).toMatchObject({ code: 0, out: '2 sent.\n' })
    expect(receiver.received.map(({ id }) => id)).toEqual([ids[0], ids[2]])
    expect((await readNotified(store)).every(({ notified_at }) => notified_at)).toBe(true)
    expect((await inbox(['retry'])).out).toBe('All notifications have been sent.\n')
    expect((await inbox(['retry', ids[0] ?? ''])).out).toBe('1 sent earlier.\n')
  })

  test('skips what the service is sending now', async () => {
    const { id } = await give({})
    await store.db.query("update submission set sending_until = now() + interval '15 s'")
    const { out } = await inbox(['retry', id])
    expect(out).toBe('1 being sent by the service.\n')
  })

  test('stops after three failures in a row, and says why', async () => {
    receiver.behave(() => 503)
    for (let n = 0; n < 5; n += 1) await give({})
    const { code, err } = await inbox(['retry'])
    expect(code).toBe(1)
    expect(err).toMatch(/^3 failed, 2 not tried\. The receiver .* returned 503/)
  })

  test('says what to configure if there is no channel', async () => {
    const { code, err } = await inbox(['retry'], false)
    expect(code).toBe(1)
    expect(err).toMatch(/NOTIFY_… variables/)
  })
})

const addRecovery = (id: string, age = '0 d') =>
  store.db.query(
    `insert into search_recovery (id, query, proposals, created_at)
     values ($1, 'fod bnaks', '[]', now() - $2::interval)`,
    [id, age],
  )
const idsOf = async (table: 'submission' | 'search_recovery') =>
  (await store.db.query<{ id: string }>(`select id from ${table} order by id`)).map(({ id }) => id)

test('remove deletes one permanently, and a search that belongs only to it', async () => {
  await addRecovery('r_one')
  await addRecovery('r_two')
  const { id: first } = await give({ recoverySessionId: 'r_one' })
  const { id: second } = await give({ recoverySessionId: 'r_two' })
  const { id: third } = await give({ recoverySessionId: 'r_two' })
  for (const id of [first, second]) {
    expect(await inbox(['remove', id])).toMatchObject({ code: 0, out: `Removed ${id}.\n` })
  }
  expect([await idsOf('submission'), await idsOf('search_recovery')]).toEqual([[third], ['r_two']])
})

test('sent submissions are removed after 400 days, unnamed searches after 30', async () => {
  const given = async (
    age: string,
    isNotified: boolean,
    recoverySessionId: string | null = null,
  ) => {
    const { id } = await give({ recoverySessionId })
    await store.db.query(
      `update submission set created_at = now() - $2::interval,
         notified_at = case when $3 then now() end where id = $1`,
      [id, age, isNotified],
    )
    return id
  }
  await given('401 d', true, 'r_gone')
  const kept = [await given('399 d', true, 'r_named'), await given('401 d', false)]
  for (const id of ['r_gone', 'r_named', 'r_old']) await addRecovery(id, '31 d')
  await addRecovery('r_young', '29 d')
  await removeOldSubmissions(store.db, new Date())
  expect(await idsOf('submission')).toEqual(kept.toSorted())
  expect(await idsOf('search_recovery')).toEqual(['r_named', 'r_young'])
})

/** Ideographs take two columns of a terminal. */
const columnsOf = (line: string): number =>
  Array.from(line).reduce((sum, one) => sum + (/\p{Script=Han}/u.test(one) ? 2 : 1), 0)
