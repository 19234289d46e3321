import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callTool, openOwnAsk } from '#src/tools/ask.ts'
import { citedTextOf } from '#src/tools/line.ts'
import type { Tool } from '#src/tools/tool.ts'
import { toolOf } from '#src/tools/tools.ts'
import { openProfiles, type ProfilesWorld } from '#test/integration/http/profiles-world.ts'
import { REAL } from './real-data.ts'

const [COMMON_SPIRIT, ASCENSION] = ['470617373', '311662309']

describe.skipIf(!existsSync(REAL))('over real filings', () => {
  let world: ProfilesWorld
  beforeAll(async () => {
    world = await openProfiles('assistant_real', [REAL])
  })
  afterAll(() => world.close())

  const peopleOf = async (EIN: string): Promise<string[]> => {
    const ask = openOwnAsk(world.app)(new AbortController().signal)
    const { lines } = await callTool(toolOf('people') as Tool, { EIN }, ask)
    return lines.map(citedTextOf).filter((line) => /^ {0,2}- /.test(line))
  }

  test('the highest paid has the highest pay from the organization and related ones', async () => {
    const [first, pay, second] = await peopleOf(COMMON_SPIRIT)
    expect(first).toMatch(/^- LLOYD H DEAN, “CHIEF EXECUTIVE OFFICER” \[990:2021:/)
    expect(pay).toMatch(/compensation from related organizations \$25,820,624 \[990:2021:/)
    expect(second).toContain('MARVIN OQUINN')
    const [best, bestPay] = await peopleOf(ASCENSION)
    expect(best).toContain('PRESIDENT/CEO')
    expect(bestPay).toContain('$17,491,695')
  })
})
