import { DERIVED } from '#src/domain/facts/derived.ts'
import { readTsv } from '#src/domain/tsv.ts'
import { listAt, textAt } from '#src/tools/json.ts'
import type { Frame, Said } from '../asked.ts'
import { NOT_YET, SUPPORTED } from '../chat.ts'
import { has, keysIn, type Message } from '../message.ts'
import { sayLinesOfOne } from './filed-lines.ts'
import { whoIn } from './parts.ts'

const ROWS = readTsv(new URL('help.tsv', import.meta.url)).map(
  ([kind = '', pattern = '', answer = '']) => ({ kind, pattern, answer }),
)

const EXAMPLES = ['Which food bank has the lowest overhead?', 'Find hospices in Florida']

/** What can be asked, in two sentences. */
export const CAN =
  'I can look up figures, people and pay, policies, funders, awards, and ratings of U.S. nonprofits, compare them, and find them by cause and place.'

/** What the assistant can do, and what terms mean. */
export const help: Frame = async function* ({ message, call }) {
  message.unread = []
  const text = message.text.toLowerCase()
  const definition = definitionOf(message)
  const known = ROWS.find(
    ({ kind, pattern }) => kind === 'help' && new RegExp(String.raw`\b(?:${pattern})\b`).test(text),
  )
  if (definition) yield [definition]
  else if (/\b(?:unable|not able|can(?:no|')t you|limits?|limitations)\b/.test(text)) {
    yield ['I cannot answer:']
    yield* NOT_YET.map((one): Said => [`- ${one}`])
  } else if (
    /\b(?:data|information|figures|numbers|sources?|current|updated?)\b/.test(text) &&
    /\b(?:where|source|sources|from|how current|how old|how often|up to date|updated|which data|what data)\b/.test(
      text,
    )
  ) {
    const { lines } = await call('sources', {})
    yield [
      'The data comes from the IRS (Form 990 returns and its registry) and other public sources:',
    ]
    yield* lines.slice(1)
    yield ['Filings lag behind current operations, by a year or two.']
  } else if (known) yield [known.answer]
  else {
    yield [`You can ask about U.S. nonprofits, in plain words. I can:`]
    yield* SUPPORTED.map((one): Said => [`- ${one}`])
    yield { choices: EXAMPLES }
  }
}

/** The meaning and formula of a computed figure. */
function definitionOf({ figures, organizations }: Message): string | undefined {
  const [figure = ''] = organizations.length === 0 ? figures : []
  const known = Object.entries(DERIVED).find(([key]) => key === figure)?.[1]
  const formula = Object.values(known?.forms ?? {})[0]?.formula
  return (
    known &&
    `${known.label}: ${known.meaning.replace(/\.$/, '')}.${formula ? ` On Form 990: ${formula}.` : ''}`
  )
}

/** Out of scope: one sentence that fits, then what can be asked. */
export const other: Frame = async function* (asked) {
  const { message, call } = asked
  if (!has(message, 'out', 'system') && (yield* sayLinesOfOne(asked))) return
  message.unread = []
  const topic = topicOf(message)
  const topics = topic ? [topic] : [...keysIn(message, 'out'), '']
  const row = ROWS.find(({ kind, pattern }) => kind === 'other' && topics.includes(pattern))
  const EINs = message.organizations.slice(0, 5).map(({ ein }) => ein)
  if (topic !== 'advice' || EINs.length === 0) {
    yield [`${row?.answer} ${CAN}`]
    return
  }
  const { body, lines } = await call('organizations', { EINs })
  yield [`${row?.answer} This is what the compliance check and rating say:`]
  yield* lines
  for (const one of listAt(body, 'Organizations'))
    if (textAt(one, 'Rating.Score') === undefined) yield [`${whoIn(one)} has no rating.`]
}

function topicOf(message: Message): string | undefined {
  const isOfDonors = /\bdonors?\b/i.test(message.text)
  if (isOfDonors && /\b(?:names?|emails?|addresses|who)\b/i.test(message.text)) return 'donors'
  if (has(message, 'feature', 'advice')) return 'advice'
  return has(message, 'feature', 'forecast') && !has(message, 'out') ? 'forecast' : undefined
}
