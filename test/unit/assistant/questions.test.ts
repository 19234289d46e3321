import { expect, test } from 'vitest'
import type { Turn } from '#src/assistant/chat.ts'
import type { Mention, Question } from '#src/assistant/planner/questions/question.ts'
import { readQuestion } from '#src/assistant/planner/questions/read-question.ts'
import { readTsv } from '#src/domain/tsv.ts'

const ROWS = readTsv(new URL('./questions.tsv', import.meta.url))

const mention = (one: Mention): string => {
  if ('ein' in one) return one.ein
  const { name, state, whole } = one
  return `${name}${state ? ` @${state}` : ''}${whole ? ` (${whole})` : ''}`
}

/** Prints a question as in the file: kind, organizations, figures in brackets, and all else. */
function print(question: Question): string {
  const { kind, ...more } = question
  const { organizations, figures, ...rest } = more as Record<string, unknown>
  const others = Object.entries(rest).filter(([key, value]) =>
    key === 'aspect' ? value !== 'year' : value !== undefined,
  )
  return [
    kind,
    ...(organizations ? [(organizations as Mention[]).map(mention).join(' + ') || 'none'] : []),
    ...(figures ? [`[${(figures as string[]).join(' ')}]`] : []),
    ...others.sort().map(([key, value]) => {
      const isMention = key === 'funder' || key === 'recipient'
      return `${key}=${isMention ? mention(value as Mention) : [value].flat().join(' + ')}`
    }),
  ].join('; ')
}

/** Reads "question >> answer // question", in which an answer may be left out. */
const turnsOf = (earlier: string): Turn[] =>
  earlier.split(' // ').flatMap((exchange): Turn[] => {
    const [asked = '', answer = 'Nothing to refer to.'] = exchange.split(' >> ')
    const question = { role: 'user', content: asked } as const
    return [question, { role: 'assistant', content: answer }]
  })

test.each(ROWS)('%s: "%s" is %s', (_, message = '', question, page = '', earlier = '') => {
  const [, key, value] = /^(\w+)=(.*)$/.exec(page) ?? []
  const context = key ? { [key]: value } : {}
  expect(print(readQuestion(message, earlier ? turnsOf(earlier) : [], context))).toBe(question)
})

// A pattern that tries every split of these texts would not end.
test.each([
  ...['of ', '"a" ', '?! ', 'how is ', 'did a ', 'Aa and ', "what did Aa'", '12-3456789 '],
  ...['A', 'find ', 'grants of ', 'between 2019 and '],
])('a message of nothing but "%s" is read to its end', (part) => {
  const longest = part.repeat(Math.floor(2_000 / part.length))
  expect(() => readQuestion(`${longest}in Ohio`, [], {})).not.toThrow()
})

test('a name keeps no invisible characters and no markup', () => {
  const question = readQuestion('who funds "Har\u0000bor\u202e <b>House</b> \ud800"?', [], {})
  expect(print(question)).toBe('Funders; Har bor b House /b')
})
