import { toRowCursor } from '#src/organizations/cursor.ts'
import { keyed } from '#test/integration/http/sector-world.ts'
import { type Outcome, type Tried, tryInputs } from './fuzz.ts'
import type { Random } from './random.ts'
import type { IndexedWorld } from './world/indexed.ts'

// Sends changed cursors, evidence Refs, and words to the API and its pages.

const ODD = [
  ...['\u0301'.repeat(300), '\u202e', '\0', '\ud800', '\udfff', '👩‍👩‍👧', '\u2028', '\ufeff', '٣'],
  ...['"', "'", '\\', '*', '?', '(((', '~2', '/.*/', '$$', "';--", '{"a":[', '<b>', '^9', 'a:b'],
  ...[' AND ', ' OR NOT ', ' -', ' near ', ' in ', ' over $', '0', '-1', '1e999', '9'.repeat(30)],
  ...['', ':', '/', '..', '&', '#', '=', '+', '\r\n', '\t', '[0]', '[999999999]', '%00'],
]
const LONG = ['food '.repeat(10_000), '"x" OR '.repeat(10_000), '('.repeat(9_000)]
const PLAIN = 'food bank schools Ohio over $1 million who runs 2023'.split(' ')
const VALUES = [
  ...['-1', '0', '2', '1.5', '1e308', '2147483648', '9007199254740991', '9'.repeat(20), 'null'],
  ...['"\\u0000"', '"\\ud800"', '""', '"x"', '"NaN"', '"070000101"', 'true', '[]', '{}', '[[]]'],
]

const WORDS = `search?Query search?q search?Mode=Discovery&Query search?Facets=true&Query
  search?Query=food&City search?Query=food&Near export?Query people?Query people?Name
  people?Facets=true&Title people?Organization grants?Query grants?Facets=true&Query
  grants?Recipient grants/totals?Query`.split(/\s+/)
const LISTS = `money-network filings people-by-year awards grants-by-year grants subawards
  sections/Grants sections/Compensation sections/Summary`.split(/\s+/)

type Found = { cursors: { url: string; cursor: string }[]; refs: string[] }

/** Returns cursors with their lists, and evidence Refs, from responses about the world's organizations. */
async function collect(world: IndexedWorld, hits: readonly { EIN: string }[]): Promise<Found> {
  const found: Found = { cursors: [], refs: [] }
  const urls = ['search', 'people', 'grants', 'grants/totals'].map(
    (path) => `/api/v2/${path}?Query=a&Limit=1`,
  )
  const lists = hits.flatMap(({ EIN }) =>
    LISTS.map((list) => `/api/v2/charity/${EIN}/${list}?Limit=1`),
  )
  for (const url of [...urls, ...lists]) {
    const { body } = await world.app.inject(url)
    const cursor = /"NextCursor":"([^"]+)"/.exec(body)?.[1]
    if (cursor !== undefined) found.cursors.push({ url, cursor })
    found.refs.push(...[...body.matchAll(/Ref":"([^"]+)"/g)].map(([, ref = '']) => ref))
  }
  found.refs = [...new Set(found.refs)]
  return found
}

/** Returns a cursor with one value of its position changed: it is JSON that clients can decode. */
function changePosition(random: Random, cursor: string): string {
  const text = Buffer.from(cursor, 'base64url').toString()
  // The version and two hashes come first.
  const values = [...text.matchAll(/"[^"]*"|-?\d+|true/g)].slice(3)
  if (values.length === 0) return cursor
  const { 0: value, index } = random.pick(values)
  const changed = text.slice(0, index) + random.pick(VALUES) + text.slice(index + value.length)
  return Buffer.from(changed).toString('base64url')
}

function partsOf(cursor: string): unknown[] {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return []
  }
}

/** Returns a cursor with a hash that fits its row, as a client can compute it. */
function sealed(cursor: string, request: readonly string[]): string {
  const [version, , ofData, key] = partsOf(cursor)
  if (!Array.isArray(key)) return cursor
  const [, hash] = partsOf(toRowCursor(request, [], key))
  return Buffer.from(JSON.stringify([version, hash, ofData, key])).toString('base64url')
}

/** Returns what the hash of a row's cursor covers besides the row; undefined for a cursor of a place. */
function requestOf({ url, cursor }: Found['cursors'][number]): string[] | undefined {
  const [, ein, list] = /charity\/(\d+)\/([^?]+)/.exec(url) ?? []
  if (ein === undefined || list === undefined || !Array.isArray(partsOf(cursor)[3]))
    return undefined
  const requests = [
    [list, ein],
    [list, ein, ''],
    [list, ein, '{}'],
  ]
  return requests.find((request) => sealed(cursor, request) === cursor)
}

/** Returns a text after a small change; sometimes one that is hostile. */
function change(random: Random, text: string, others: readonly string[]): string {
  const at = random.int(0, text.length)
  const [before, after] = [text.slice(0, at), text.slice(at)]
  const code = after.charCodeAt(0) ^ (1 << random.int(0, 6))
  const changes = [
    () => text,
    () => before + String.fromCharCode(code || 0) + after.slice(1),
    () => before,
    () => before + after.slice(random.int(1, 5)),
    () => before + after + after,
    () => random.pick(others),
    () => before + random.pick(others),
    () => before + random.pick(ODD) + after,
    () => before + random.pick(ODD) + random.pick(ODD) + after,
    () => before + (random.chance(0.2) ? random.pick(LONG) : after),
    () => changePosition(random, text),
    () => changePosition(random, text),
    () => changePosition(random, text),
  ]
  return random.pick(changes)()
}

/** Encodes a text for a URL. Half of a surrogate pair becomes bytes that are not UTF-8. */
const encode = (text: string): string =>
  text
    .split(/[\ud800-\udfff]/u)
    .map(encodeURIComponent)
    .join('%ED%A0%80')

/** Tries so many cursors, Refs, words, and questions each; returns how many were read (2xx) and rejected (4xx). Throws on any other response. */
export async function fuzzHttp(world: IndexedWorld, inputs: number): Promise<Tried> {
  const headers = await keyed(world.deps.postgres, 'Internal')
  const { Hits } = (
    await world.get<{ Hits: { EIN: string; Name: string }[] }>(
      '/api/v2/search?Limit=50&Mode=Discovery&Query=food%20school%20foundation%20trust',
    )
  ).body
  const { cursors, refs } = await collect(world, Hits.slice(0, 8))
  const rows = cursors.flatMap((one) => {
    const request = requestOf(one)
    return request ? [{ ...one, request }] : []
  })
  const names = [...Hits.map(({ Name }) => Name), ...PLAIN]
  const send = async (url: string, payload?: object): Promise<Outcome> => {
    const { statusCode, body } = await world.app.inject(
      payload ? { method: 'POST', url, headers, payload } : { url, headers },
    )
    const isBroken = payload !== undefined && /^event: error/m.test(body)
    if (statusCode >= 200 && statusCode < 300 && !isBroken) return 'read'
    if (statusCode >= 400 && statusCode < 500 && statusCode !== 429) return 'rejected'
    throw new Error(`${statusCode} for ${JSON.stringify({ url, payload }).slice(0, 500)}: ${body}`)
  }
  const phrase = (random: Random): string => {
    const words = Array.from({ length: random.int(1, 6) }, () => random.pick(names))
    return change(random, words.join(' '), names)
  }
  const senders: Record<string, (random: Random) => Promise<Outcome>> = {
    cursors: (random) => {
      const { url, cursor } = random.pick(cursors)
      const { cursor: other } = random.pick(cursors)
      return send(`${url}&Cursor=${encode(change(random, cursor, [other]))}`)
    },
    'forged rows': (random) => {
      const { url, cursor, request } = random.pick(rows)
      const changed = random.chance(0.2) ? cursor : changePosition(random, cursor)
      return send(`${url}&Cursor=${sealed(changed, request)}`)
    },
    refs: (random) => {
      const ref = encode(change(random, random.pick(refs), refs))
      const { EIN } = random.pick(Hits)
      const [api, section, page] = [
        `/api/v2/evidence?Ref=${ref}`,
        `/api/v2/charity/${EIN}/sections/Grants?EvidenceRef=${ref}`,
        `/charity/${EIN}/evidence?Ref=${ref}`,
      ]
      return send(random.pick([api, api, section, page]))
    },
    words: (random) => {
      const text = phrase(random)
      const queries = JSON.stringify({ a: { query: text } })
      return random.chance(0.1)
        ? send(`/reconcile?queries=${encode(queries)}`)
        : send(`${random.pick(['/api/v2', '/api/v2', ''])}/${random.pick(WORDS)}=${encode(text)}`)
    },
    questions: (random) => {
      const text = phrase(random)
      const { EIN } = random.pick(Hits)
      return random.pick([
        () => send(`/ask?q=${encode(text)}`),
        () => send('/api/v2/assistant/chat/stream', { Message: text }),
        () =>
          send('/ask/stream', {
            Message: text,
            Context: { Path: `/charity/${EIN}`, EIN, SearchQuery: text },
          }),
        () => send('/api/v2/charity-question', { EIN, Question: text, Email: 'a@library.example' }),
      ])()
    },
  }
  return tryInputs(senders, inputs)
}
