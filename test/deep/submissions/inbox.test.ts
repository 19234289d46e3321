import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createKey } from '#src/access/keys.ts'
import { removeOldSubmissions } from '#src/submissions/inbox.ts'
import { storeFeedback } from '#src/submissions/store.ts'
import { runHere } from '#test/deep/cli/run-here.ts'
import { openLoads } from '#test/integration/indexer/loads.ts'
import { expectRecorded } from '#test/recorded.ts'
import { openReceiver, type Receiver, SECRET } from './receivers.ts'
import { NOTHING, readNotified } from './submission-store.ts'

const made = openLoads('capture_inbox')
let receiver: Receiver

beforeAll(() => createKey(made.store.db, { tier: 'Paid', owner: 'asks' }))
beforeEach(async () => {
  receiver = await openReceiver()
  await made.query('truncate submission; truncate search_recovery')
})

/** Runs `npm run inbox`, with a notification channel unless `notify` is false. */
const inbox = (args: string[], notify = true) =>
  runHere('inbox', args, {
    DATABASE_URL: made.store.url,
    ...(notify && { NOTIFY_WEBHOOK_URL: receiver.url, NOTIFY_WEBHOOK_SECRET: SECRET }),
  })

const give = (given: Partial<Parameters<typeof storeFeedback>[1]> = {}) =>
  storeFeedback({ postgres: made.store.db }, { ...NOTHING, message: 'm', ...given })
const set = (change: string, id: string) =>
  made.query(`update submission set ${change} where id = $1`, [id])
const addRecovery = (id: string, age = '0 d', proposals: object[] = []) =>
  made.query(
    `insert into search_recovery (id, query, proposals, created_at)
     values ($1, 'fod bnaks', $3, now() - $2::interval)`,
    [id, age, JSON.stringify(proposals)],
  )
const idsOf = async (table: 'submission' | 'search_recovery') =>
  (await made.query<{ id: string }>(`select id from ${table} order by id`)).map(({ id }) => id)

const EVIL = 'red \u001b[31m, title \u001b]0;x\u0007, back \u202etxt.exe, C1 \u009b2J\r\nnext'

/** Control characters except line breaks, and one that reverses the direction of text. */
const OBEYED = /[^\P{Cc}\n]|\u202e/u

test('the commands print', async () => {
  const said: Record<string, string> = {}
  const run = async (title: string, args: string[], notify?: boolean) => {
    const { code, out, err } = await inbox(args, notify)
    said[title] = `${out}${err}exit ${code}`
      .replaceAll(/\bf_[\w-]{22}/g, `f_${'x'.repeat(22)}`)
      .replaceAll(/\d{4}-\d\d-\d\d([T ])\d\d:\d\d(:\d\d.\d+Z)?/g, '2026-11-27$1hh:mm')
  }
  await run('an empty inbox', [])
  const { id } = await give()
  await run('no entry of a kind', ['--kind', 'question'])
  for (const attempts of [0, 1, 2]) {
    await set(`attempts = ${attempts}`, id)
    await run(`an entry after ${attempts} attempts`, ['show', id])
  }
  await run('retry without a channel', ['retry'], false)
  await set("sending_until = now() + interval '15 s'", id)
  await run('retry of an entry that the service sends', ['retry', id])
  await set('sending_until = null', id)
  receiver.behave(() => 204)
  await run('retry', ['retry'])
  await run('retry of all that are sent', ['retry'])
  await run('retry of one that is sent', ['retry', id])
  receiver.behave(() => 503)
  for (let n = 0; n < 5; n += 1) await give()
  await run('retry with a receiver that rejects', ['retry'])
  await run('a page of entries', ['--limit', '1', '--not-notified'])
  await run('remove', ['remove', id])
  for (const args of [
    ['--limit', '0'],
    ['--limit', '1001'],
    ['--kind', 'letter'],
    ['--before', 'q_none'],
    ['show', 'q_\u001b[2J'],
    ['remove', 'q_none'],
    ['retry', 'q_none'],
  ]) {
    await run(JSON.stringify(args), args)
  }
  await expectRecorded('inbox', said)
})

describe('the list', () => {
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
    const ids: string[] = []
    for (const message of ['a', 'b', 'c']) ids.unshift((await give({ message })).id)
    const [newest = '', middle = '', oldest = ''] = ids
    await set('notified_at = now()', middle)
    const page = await inbox(['--limit', '2'])
    expect(page.out).toContain(`--before ${middle}`)
    expect(page.out).not.toContain(oldest)
    const rest = await inbox(['--limit', '2', '--before', middle])
    expect(rest.out).toContain(oldest)
    expect(rest.out).not.toContain('--before')
    const { out } = await inbox(['--not-notified', '--kind', 'feedback', '--json'])
    expect(JSON.parse(out).map(({ id }: { id: string }) => id)).toEqual([newest, oldest])
  })
})

describe('show', () => {
  test('has everything that was sent, and the proposed searches', async () => {
    const proposals = [{ query: 'food banks', filters: { State: 'OH' }, found: 12 }]
    await addRecovery('r_1', '0 d', proposals)
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
      given.email,
      'ty\\u001bpe',
      'fod bnaks',
      '"found": 12',
      '\\u009b2J\nnext',
    ]) {
      expect(out).toContain(text)
    }
    expect(out).not.toMatch(OBEYED)
    const json = (await inbox(['show', id, '--json'])).out
    expect(json).not.toMatch(OBEYED)
    const recovery = { query: 'fod bnaks', proposals }
    expect(JSON.parse(json)).toMatchObject({ ...given, id, recovery })
  })

  test('ignores an unknown recovery session', async () => {
    const { id } = await give({ recoverySessionId: 'made up' })
    const { code, out } = await inbox(['show', id])
    expect([code, out]).toEqual([0, expect.stringMatching(/Recovery: +made up/)])
  })
})

test('retry sends what was not notified, oldest first, even from before a channel was set', async () => {
  const ids = [(await give()).id, (await give()).id, (await give()).id]
  await set('notified_at = now()', ids[1] ?? '')
  expect((await inbox(['retry'])).code).toBe(0)
  expect(receiver.received.map(({ id }) => id)).toEqual([ids[0], ids[2]])
  expect((await readNotified(made.store)).every(({ notified_at }) => notified_at)).toBe(true)
})

test('remove deletes one permanently, and a search that belongs only to it', async () => {
  await addRecovery('r_one')
  await addRecovery('r_two')
  const { id: first } = await give({ recoverySessionId: 'r_one' })
  const { id: second } = await give({ recoverySessionId: 'r_two' })
  const { id: third } = await give({ recoverySessionId: 'r_two' })
  for (const id of [first, second]) expect((await inbox(['remove', id])).code).toBe(0)
  expect([await idsOf('submission'), await idsOf('search_recovery')]).toEqual([[third], ['r_two']])
})

test('sent submissions are removed after 400 days, unnamed searches after 30', async () => {
  const given = async (age: string, notified: string, recoverySessionId: string | null = null) => {
    const { id } = await give({ recoverySessionId })
    await set(`created_at = now() - interval '${age}', notified_at = ${notified}`, id)
    return id
  }
  await given('401 d', 'now()', 'r_gone')
  const kept = [await given('399 d', 'now()', 'r_named'), await given('401 d', 'null')]
  for (const id of ['r_gone', 'r_named', 'r_old']) await addRecovery(id, '31 d')
  await addRecovery('r_young', '29 d')
  await removeOldSubmissions(made.store.db, new Date())
  expect(await idsOf('submission')).toEqual(kept.toSorted())
  expect(await idsOf('search_recovery')).toEqual(['r_named', 'r_young'])
})

/** Ideographs take two columns of a terminal. */
const columnsOf = (line: string): number =>
  Array.from(line).reduce((sum, one) => sum + (/\p{Script=Han}/u.test(one) ? 2 : 1), 0)
