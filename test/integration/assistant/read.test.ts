import { afterAll, expect, test } from 'vitest'
import type { ChatContext, Turn } from '#src/assistant/chat.ts'
import type { Message } from '#src/assistant/message.ts'
import { readMessage } from '#src/assistant/read/read-message.ts'
import { readTsv } from '#src/domain/tsv.ts'
import { opened } from '#test/integration/opened.ts'
import { openIndexed } from '#test/world/indexed.ts'

const ROWS = readTsv(new URL('./read.tsv', import.meta.url))
const world = opened(() => openIndexed('read'))
const times: number[] = []

const read = (text: string, history: readonly Turn[] = [], context: ChatContext = {}) =>
  readMessage(world.deps, { text, history, context }, new AbortController().signal)

/** Reads "question >> answer // question", in which an answer may be left out. */
const turnsOf = (earlier: string): Turn[] =>
  earlier.split(' // ').flatMap((exchange): Turn[] => {
    const [asked = '', answer = 'Nothing to refer to.'] = exchange.split(' >> ')
    const content = answer.replaceAll('\\n', '\n')
    return [
      { role: 'user', content: asked },
      { role: 'assistant', content },
    ]
  })

/** Prints a message as in the file. */
function print({ organizations, unresolved, people, years, unread, ...more }: Message): string[] {
  const { from, to, relative } = years
  const span =
    from === undefined && to === undefined
      ? ''
      : from === to
        ? `${from}`
        : `${from ?? ''}-${to ?? ''}`
  const unclear = unresolved.map(({ said, isAmbiguous, candidates }) => {
    const eins = candidates.map(({ ein }) => ein).join(' ')
    return `“${said}”${isAmbiguous ? ' of' : candidates.length > 0 ? ' like' : ''} ${eins}`.trim()
  })
  const { isFragment, form, state, city, limit, minAmount, maxAmount, problem } = more
  const place = [city, state].filter(Boolean).join(', ')
  return [
    [...organizations.map(({ ein }) => ein), ...unclear].join(' + '),
    people.join(', '),
    [span, relative].filter(Boolean).join(' '),
    unread.join(' '),
    [
      ...[problem ?? [], isFragment ? 'fragment' : [], form ?? [], place || []].flat(),
      ...(limit ? [`top ${limit}`] : []),
      ...(minAmount ? [`from ${minAmount}`] : []),
      ...(maxAmount ? [`to ${maxAmount}`] : []),
    ].join('; '),
  ]
}

test.each(ROWS)('%s', async (text = '', page = '', earlier = '', ...expected) => {
  const began = performance.now()
  const message = await read(text, earlier ? turnsOf(earlier) : [], page ? { ein: page } : {})
  times.push(performance.now() - began)
  expect(print(message)).toEqual(Array.from({ length: 5 }, (_, at) => expected[at] ?? ''))
})

test.each([
  ...[
    [
      '',
      'a poem. ',
      'Harbor House and ',
      '"',
      '?! ',
      '12-3456789 ',
      '\u0000\u202e',
      '🙂 ',
      '$1 ',
    ].flat(),
  ],
])('a message of nothing but “%s” is read', async (part) => {
  const message = await read(part.repeat(Math.ceil(4_000 / (part.length || 1))).slice(0, 4_000))
  expect(message.text.length).toBeLessThanOrEqual(2_000)
})

test('a key is masked and is no name', async () => {
  const { text, unresolved } = await read('revenue of nrk_0123456789abcdef?')
  expect({ text, unresolved }).toEqual({ text: 'revenue of nrk_[redacted]?', unresolved: [] })
})

test.each([
  ['revenue of Hocking Hills Food Bank since 2020', 1],
  ['compare hoking hills food bank and maumee vally food bank with noor jorgensson', 2],
])('"%s" needs %i calls of the search engine', async (text, most) => {
  let calls = 0
  const msearch: typeof world.deps.opensearch.msearch = (searches) => {
    calls += searches.length > 0 ? 1 : 0
    return world.deps.opensearch.msearch(searches)
  }
  const deps = { ...world.deps, opensearch: { ...world.deps.opensearch, msearch } }
  await readMessage(deps, { text, history: [], context: {} }, new AbortController().signal)
  expect(calls).toBeLessThanOrEqual(most)
})

test('a message that is no longer awaited is not read', async () => {
  const sent = { text: 'Harbor House Milwaukee', history: [], context: {} }
  await expect(readMessage(world.deps, sent, AbortSignal.abort())).rejects.toThrow('aborted')
})

afterAll(() => {
  const sorted = times.toSorted((a, b) => a - b)
  console.log(`A message is read in ${sorted[Math.floor(sorted.length / 2)]?.toFixed(0)} ms (p50).`)
})
