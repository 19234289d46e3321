import { expect, test } from 'vitest'
import { rowsAsked } from '#src/assistant/frames/rows.ts'
import { RULES, type Shown, WEIGHTS } from '#src/assistant/kinds.ts'
import type { Kind } from '#src/assistant/message.ts'
import { readParts } from '#src/assistant/read/parts.ts'

/** Returns a masked example as it is read: "(rating of 2) and the worst?" */
function shownFor(example: string): Shown {
  const [, last, of = '1', text = example] =
    /^(?:\((\w+)(?: of (\d))?\) )?(.*)$/.exec(example) ?? []
  const parts = readParts(text.replaceAll(/\b(?:ORG|PERSON|PLACE)\b/g, toMask), [])
  const organizations = last ? Array(Number(of)).fill('') : text.split('ORG').slice(1)
  return {
    ...{ ...parts, text },
    organizations: organizations.map((_, at) => ({ ein: `00000000${at}`, name: '', said: '' })),
    ...{ people: text.split('PERSON').slice(1), unresolved: [], isFragment: false },
    ...{ isFollowUp: last !== undefined, last: last as Kind | undefined },
  }
}
const toMask = (mask: string) => `q${mask.toLowerCase()}`

test.each(RULES.map(({ kinds: [kind = 'undecided'], example }, at) => ({ kind, example, at })))(
  '"$example" is $kind',
  ({ example, at }) => {
    expect(RULES.findIndex(({ when }) => when(shownFor(example)))).toBe(at)
  },
)

test.each(WEIGHTS)('"$example" makes $kinds likelier by $factor', ({ example, when }) => {
  expect(when(shownFor(example))).toBe(true)
})

test.each([
  ['did org lend money to any of its executives', 'loans'],
  ['what does org owe to the bank', ''],
  ['how much did org pay its professional fundraisers', 'fundraisers'],
  ['how much donated food did org get', 'noncash'],
  ['how much was donated to org', ''],
  ['what did org spend in the middle east', 'regions'],
  ['how much was added to its endowment', 'endowmentUse'],
  ['how large is its endowment', ''],
  ['did the gala make a profit', ''],
  ['what did the gala bring in', 'events'],
])('"%s" asks for rows of %s', (masked, keys) => {
  expect(rowsAsked({ masked }).join()).toBe(keys)
})
