import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerLeadership } from '#src/assistant/planner/answers/profiles.ts'
import { startWork } from '#src/assistant/planner/answers/say.ts'
import type { ToolDeps } from '#src/tools/tool.ts'
import { openProfiles, type ProfilesWorld } from '#test/integration/http/profiles-world.ts'
import { REAL } from './real-data.ts'

const [COMMON_SPIRIT, ASCENSION] = ['470617373', '311662309']

describe.skipIf(!existsSync(REAL))('over real filings', () => {
  let world: ProfilesWorld
  const { signal } = new AbortController()

  beforeAll(async () => {
    world = await openProfiles('assistant_real', [REAL])
  })
  afterAll(() => world.close())

  // Filed texts read only the store.
  const deps = () => ({ postgres: world.postgres }) as ToolDeps

  /** Returns an answer's lines about people, each with the leaves it cites. */
  async function tellLeaders(ein: string) {
    const lines: { text: string; cites: string[] }[] = []
    for await (const event of answerLeadership(startWork(deps(), signal), ein, {})) {
      if (event.kind === 'text') lines.push({ text: event.text.trim(), cites: [] })
      else if (event.kind === 'citation') lines.at(-1)?.cites.push(event.citation.evidence.ref)
    }
    return lines
  }

  test('the highest paid has the highest pay from the organization and related ones together', async () => {
    const [head, first, second, third] = await tellLeaders(COMMON_SPIRIT)
    expect(head?.text).toContain('lists 49 people in its Form 990 for tax year 2021; 6 of 49 shown')
    expect(first?.text).toBe(
      '- LLOYD H DEAN, CHIEF EXECUTIVE OFFICER: $0 from the organization, $25,820,624 from related organizations.',
    )
    expect(first?.cites.map((ref) => ref.split('/').at(-1))).toEqual([
      'PersonNm',
      'ReportableCompFromOrgAmt',
      'ReportableCompFromRltdOrgAmt',
    ])
    expect(second?.text).toContain('MARVIN OQUINN')
    expect(third?.text).toContain('$4,395,351 from related organizations')
    const [, best] = await tellLeaders(ASCENSION)
    expect(best?.text).toContain(
      'PRESIDENT/CEO: $0 from the organization, $17,491,695 from related',
    )
  })
})
