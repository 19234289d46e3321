import { countOf } from '#src/domain/money.ts'
import { listAt, numberAt, textAt } from '#src/tools/json.ts'
import { type Asked, type Frame, LAG, type Said, sayWho, use } from '../asked.ts'
import { has } from '../message.ts'
import { closest, groupOf, readings, textOfGroup, unmatched } from './group.ts'
import { isInState, listOf, rowsOf, sayState, whoIn } from './parts.ts'

const MOST_NAMED = 3

/** Finds organizations by cause, place, and size, or counts them. */
export const find: Frame = async function* ({ message, call }: Asked) {
  const { subject, filters, isExact, notUsed } = groupOf(textOfGroup(message))
  message.unread = []
  const query = [subject, ...filters].join(' ').trim() || '*'
  const response = await call('search', { Query: query, Limit: message.limit ?? 5 })
  const rows = listAt(response.body, 'data.results')
  const total = numberAt(response.body, 'data.total') ?? 0
  const isLeast = textAt(response.body, 'data.total_relation') === 'at_least'
  const count = `${isLeast ? 'at least ' : ''}${countOf(total, 'organization')}`
  const fitting = isExact ? rows : closest(rows)
  const [first] = fitting
  const isCount = has(message, 'feature', 'count')
  const missing = isExact ? [] : unmatched(subject, message.text, rows)
  const match = total === 1 ? 'matches' : 'match'
  const words = missing.map((word) => `“${word}”`).join(', ')
  if (words) return yield [`I found no organization that mentions ${words}.`]
  if (!first) yield ['No organization in the loaded data matches.']
  else if (isCount) yield [`The loaded data has ${count} that ${match}.`]
  else if (total <= MOST_NAMED && isExact) yield [`${listOf(fitting.map(whoIn))} ${match}.`]
  else yield [`${whoIn(first)} matches best, of ${count} found.`]
  yield* rowsOf(response).slice(0, fitting.length).flat()
  // The number found answers "how many".
  yield* readings(
    response,
    notUsed.filter(({ phrase }) => !isCount || !COUNTS.test(phrase)),
  )
  if (first) yield LAG
}

const COUNTS = /how many|number of|count/i
// The most that the operation returns.
const MOST_SIMILAR = 25

/** Organizations like one, each with the reason. */
export const similar: Frame = async function* ({ message, call }: Asked): AsyncGenerator<Said> {
  const { state, limit = 5 } = message
  const sizes = message.words.filter(({ list, key }) => list === 'feature' && key === 'more')
  message.unread.push(...sizes.map(({ said }) => said))
  use(message, 'closest', 'match', 'matches', 'most', 'akin', 'something')
  for (const one of message.organizations.slice(0, 2)) {
    const response = await call('search', {
      SimilarTo: one.ein,
      Limit: state ? MOST_SIMILAR : limit,
    })
    const lines = rowsOf(response)
    const found = listAt(response.body, 'Organizations')
      .map((row, place) => ({ row, lines: lines[place] ?? [] }))
      .filter(({ row }) => isInState(message, row))
    const where = sayState(message)
    const [first] = found
    yield first
      ? [`The organization most like ${sayWho(one)}${where} is ${whoIn(first.row)}.`]
      : [`No organization like ${sayWho(one)} was found${where}.`]
    yield* found.slice(0, limit).flatMap((each) => each.lines)
  }
}
