import { readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { ratingsRoute } from '#src/api/b/ratings.ts'
import { CATEGORIES } from '#src/rating/metrics.ts'
import { MIN_PEERS } from '#src/rating/peers.ts'
import { BAND_FLOORS, POLICY_VERSION } from '#src/rating/rating.ts'
import { readData } from '#test/integration/http/answers-b.ts'
import { openDemo } from '#test/integration/http/profiles-world.ts'
import { opened } from '#test/integration/opened.ts'
import { metricTable, type RatingsAnswer, sumTable } from './rating-tables.ts'

const DOC = await readFile('docs/using/rating.md', 'utf8')
const [, URL = ''] = /curl 'http:\/\/127\.0\.0\.1:8080(\/[^']+)'/.exec(DOC) ?? []

const world = opened(() => openDemo('rating_doc'))
let answer: RatingsAnswer

// Ranks depend on all organizations, so this needs the demo of a first start.
beforeAll(async () => {
  answer = readData(await world.get(URL), ratingsRoute.data)
})

test("the explained rating equals the API's, figure by figure", () => {
  for (const key of Object.keys(CATEGORIES)) {
    const category = key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    const table = metricTable(answer, category)
    if (table.length > 2) expect(DOC).toContain(table.join('\n'))
  }
  expect(DOC).toContain(sumTable(answer).join('\n'))
  expect(DOC).toContain(`**${answer.name}**`)
  expect(DOC).toContain(`> ${answer.bottom_line}`)
})

test('its arithmetic can be checked by hand from the printed numbers', () => {
  const points = answer.categories.map(({ score = 0, weight }) =>
    Number((score * weight).toFixed(4)),
  )
  const sum = points.reduce((total, one) => total + one, 0)
  expect(Number(sum.toFixed(2))).toBe(answer.trust?.score)
})

test('its rules are those of the model', () => {
  expect(DOC).toContain(`Policy version: \`${POLICY_VERSION}\``)
  for (const { label, weight } of Object.values(CATEGORIES)) {
    expect(DOC).toContain(`| ${label} | ${weight} |`)
  }
  for (const { band, from } of BAND_FLOORS) expect(DOC).toContain(`| ${band} | ${from} |`)
  expect(DOC).toContain(`at least ${MIN_PEERS} organizations`)
})
