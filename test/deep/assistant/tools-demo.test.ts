import { afterAll, beforeAll, expect, test } from 'vitest'
import { SECTION_IDS } from '#src/organizations/sections/section.ts'
import { callTool, openOwnAsk } from '#src/tools/ask.ts'
import { openCite } from '#src/tools/cite.ts'
import { citedTextOf, valuesOf } from '#src/tools/line.ts'
import type { Given } from '#src/tools/tool.ts'
import { toolOf } from '#src/tools/tools.ts'
import { findUnproven } from '#test/integration/assistant/prove-citations.ts'
import { type IndexedWorld, openIndexed } from '#test/world/indexed.ts'
import { takeSamples } from '#test/world/samples.ts'

// test/integration/contract.test.ts proves the Refs of the API; here, those in the text of tools.

let world: IndexedWorld
let samples: readonly string[]
beforeAll(async () => {
  world = await openIndexed('tools_demo')
  const sql = 'select ein from organization where primary_form is not null order by ein'
  const filers = await world.deps.postgres.query<{ ein: string }>(sql)
  samples = takeSamples(filers.map(({ ein }) => ein))
})
afterAll(() => world.close())

const call = async (name: string, given: Given) => {
  const tool = toolOf(name)
  if (!tool) throw new Error(`There is no tool ${name}.`)
  const called = await callTool(tool, given, openOwnAsk(world.app)(new AbortController().signal))
  const citations = await openCite(world.deps)(called.lines.flatMap(valuesOf))
  return { ...called, unproven: await findUnproven(world.deps, citations) }
}

test.each<[name: string, given: Given]>([
  ['organizations', {}],
  ...SECTION_IDS.map((Section): [string, Given] => ['organizations', { Section, Limit: 5 }]),
  ['people', { Limit: 20 }],
  ['grants', { Limit: 20 }],
  ['money', { Direction: 'Incoming', Limit: 20 }],
  ['money', { Direction: 'Outgoing', Limit: 20 }],
  ['money', { Prospective: 'yes' }],
  ['awards', {}],
  ['awards', { Kind: 'subawards' }],
  ['rating', {}],
])('%s %j: every Ref contains its value, and lines are readable', async (name, given) => {
  for (const EIN of samples) {
    const { lines, answer, shown, unproven } = await call(name, { EIN, ...given })
    if (answer.status !== 200) expect(answer.status, JSON.stringify(answer.body)).toBe(404)
    expect(unproven).toEqual([])
    const text = lines.map(citedTextOf).join('\n')
    expect(text).not.toMatch(/undefined|\[object|NaN|: $/m)
    expect(text.length).toBeLessThan(24_000)
    expect(JSON.stringify(shown).length).toBeLessThan(30_000)
  }
})

test('a comparison gives each figure a value or a reason', async () => {
  for (const EIN of samples) {
    const { lines, unproven } = await call('compare', { EINs: [EIN] })
    expect(unproven).toEqual([])
    for (const line of lines.slice(1).map(citedTextOf)) {
      expect(line).toMatch(/^- .*(?:\S\]|unknown\. .*\.|not reported\.)$|^Caution: /)
    }
  }
})
