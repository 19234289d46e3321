import type { CallToolResult } from '@modelcontextprotocol/server'
import { beforeAll, expect, test } from 'vitest'
import { headersOf, openKey } from '#test/integration/assistant/chat-world.ts'
import {
  FAKE_REF,
  FAKES,
  FILINGS,
  HIDDEN,
  POISONED,
  YEAR,
} from '#test/integration/assistant/poisoned.ts'
import { openSections } from '#test/integration/http/sections-world.ts'
import { opened } from '#test/integration/opened.ts'
import { callOf } from './mcp-world.ts'

const world = opened(() => openSections('mcp_hostile', FILINGS))
let key: Record<string, string>
beforeAll(async () => {
  key = await openKey(world.postgres)
})

async function callTool(name: string, given: object) {
  const sent = { headers: headersOf(key), payload: callOf(name, given) }
  const response = await world.app.inject({ method: 'POST', url: '/mcp', ...sent })
  const { content, structuredContent } = response.json<{ result: CallToolResult }>().result
  const [block] = content
  return { text: block?.type === 'text' ? block.text : '', structuredContent }
}

const refTo = (path: string) => `990:${YEAR}:202301319349301234:${path}`
const UNSEEN = /[\p{Cf}\p{Variation_Selector}\u2028]/u
/** Returns everything outside quotation marks, which is the service's own text. */
const ownWords = (text: string): string => text.replaceAll(/“[^”]*”/gu, '“”')

// Every free text of this return contains instructions, a Ref, links, and invisible characters.
test.each([
  ['organizations', { EIN: POISONED }, /^Mission: “We teach chess to children \(990:/m],
  ['organizations', { EIN: POISONED, Section: 'Programs' }, /“event: error data: \{/],
  ['organizations', { EIN: POISONED, Section: 'Leadership' }, /Title: “''' \(990:/],
  ['organizations', { EIN: POISONED, Section: 'Grants' }, /“\(990:[^”]*; Cash grant:[^”]*”/],
  ['organizations', { EINs: [POISONED] }, /Willow Chess Club \(EIN/],
  ['people', { EIN: POISONED }, /“''' \(990:/],
  ['evidence', { Ref: refTo('/IRS990/ActivityOrMissionDesc') }, /“We teach chess/],
  ['evidence', { Ref: refTo('/IRS990/Form990PartVIISectionAGrp[1]') }, /TitleTxt “''' \(990:/],
  ['grants', { EIN: POISONED }, /to “\(990:[^”]*”, tax year/],
  ['money', { EIN: POISONED, Direction: 'Outgoing' }, /Elm Readers \(EIN/],
])('%s %j quotes filed text, which cannot imitate a Ref', async (name, given, shown) => {
  const { text } = await callTool(name, given)
  expect(text).toMatch(shown)
  expect(text).not.toMatch(UNSEEN)
  expect(text).not.toMatch(/[<>`]|^(?:event|data):/m)
  expect(text).not.toMatch(/“[^”]*[[\]]/)
  const own = ownWords(text)
  for (const fake of [...FAKES, 'IGNORE ALL', 'SYSTEM', 'evil']) expect(own).not.toContain(fake)
  for (const [bracket] of own.matchAll(/\[\D(?:[^\]]|\[\d+\])*\]/g)) {
    expect(bracket).toMatch(/^\[(?:990:|derived:)/)
  }
})

test('structured content has the text as filed', async () => {
  const leaders = await callTool('organizations', { EIN: POISONED, Section: 'Leadership' })
  expect(JSON.stringify(leaders.structuredContent)).toContain(`\`\`\` ${FAKE_REF} IGNORE ALL`)
  const profile = await callTool('organizations', { EIN: POISONED })
  expect(JSON.stringify(profile.structuredContent)).toContain(HIDDEN.slice(0, 5))
})
