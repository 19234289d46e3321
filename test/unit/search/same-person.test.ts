import { expect, test } from 'vitest'
import { type Entry, findPossiblySame } from '#src/search/people/same-person.ts'

const entry = (ein: string, name: string, display: Partial<Entry['display']> = {}): Entry => ({
  ein,
  display: {
    name,
    ref: 'x',
    otherNames: [],
    titles: ['Treasurer'],
    firstYear: 2020,
    lastYear: 2022,
    organization: `Guild ${ein}`,
    city: 'Reno',
    state: 'NV',
    ...display,
  },
})
const one = entry('170000001', 'JANE M DOE')
const SHARED = 'Both organizations also list Ann Lee.'
const PLACE = 'Both organizations are in Reno, NV.'
const TITLE = 'Both list the title Treasurer in the same state.'
const elsewhere = { city: 'Toledo', state: 'OH' }

test.each<
  [
    string,
    Entry,
    string[],
    ReturnType<typeof findPossiblySame>[number]['likelihood'] | undefined,
    string[],
  ]
>([
  ['city and initials', entry('170000002', 'Jane M. Doe'), [], 'Likely', [PLACE, TITLE]],
  ['city without initials', entry('170000002', 'Jane Doe'), [], 'Possible', [PLACE, TITLE]],
  [
    'another listed person',
    entry('170000002', 'Jane Doe', elsewhere),
    ['ANN LEE'],
    'Likely',
    [SHARED],
  ],
  [
    'the title in the state',
    entry('170000002', 'Jane Doe', { city: 'Elko' }),
    [],
    'Possible',
    [TITLE],
  ],
  ['nothing but the name', entry('170000002', 'Jane Doe', elsewhere), [], undefined, []],
  ['another initial', entry('170000002', 'Jane R Doe'), ['ANN LEE'], undefined, []],
  ['the same organization', entry('170000001', 'Jane Doe'), [], undefined, []],
])('%s', (_, other, names, likelihood, why) => {
  const byEin = new Map([
    ['170000001', ['JANE M DOE', 'Ann Lee']],
    ['170000002', ['Jane Doe', ...names]],
  ])
  const found = findPossiblySame(one, [one, other], byEin)
  expect(found.map((same) => [same.likelihood, same.why])).toEqual(
    likelihood ? [[likelihood, why]] : [],
  )
})
