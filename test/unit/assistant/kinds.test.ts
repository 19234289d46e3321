import { expect, test } from 'vitest'
import { RULES, type Shown, WEIGHTS } from '#src/assistant/kinds.ts'
import { readParts } from '#src/assistant/read/parts.ts'

/** Returns a masked example as it is read; it has the kind `last` before it. */
function shownFor(example: string): Shown {
  const parts = readParts(example, [])
  const names = (mask: string) => example.split(mask).slice(1)
  return {
    ...{ ...parts, text: example, masked: parts.masked.replace(/\b(?:org|person|place)\b/g, up) },
    organizations: names('ORG').map((_, at) => ({ ein: `00000000${at}`, name: '', said: '' })),
    ...{ people: names('PERSON'), unresolved: [], isFragment: false },
    ...{ isFollowUp: /\b(?:its|and)\b/.test(example) },
    last: /\bit\b/.test(example) ? 'rating' : example.startsWith('who') ? 'money' : 'compare',
  }
}
const up = (mask: string) => mask.toUpperCase()

test.each(RULES.map(([kind = 'undecided', example], at) => ({ kind, example, at })))(
  '"$example" is $kind',
  ({ example, at }) => {
    expect(RULES.findIndex(([, , when]) => when(shownFor(example)))).toBe(at)
  },
)

test.each(WEIGHTS.map(([kinds, factor, example, when]) => ({ kinds, factor, example, when })))(
  '"$example" makes $kinds likelier by $factor',
  ({ example, when }) => {
    expect(when({ ...shownFor(example), last: 'money' })).toBe(true)
  },
)
