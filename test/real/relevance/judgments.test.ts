import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { decodeText } from '#indexer/sources/bytes.ts'
import { parseReturn } from '#indexer/sources/strict-return.ts'
import { FORM_BLOCK } from '#src/domain/form.ts'
import { REAL } from '#test/real/real-data.ts'

const GROUPS = ['cause', 'grantmaking', 'narrow', 'paraphrase', 'place', 'population'] as const

const Intent = z.strictObject({
  id: z.string().regex(/^[a-z]+-\d\d$/),
  group: z.enum(GROUPS),
  split: z.enum(['tune', 'check']),
  query: z.string().trim().min(1),
  judgements: z.record(
    z.string().regex(/^\d{9}$/),
    z.union([z.literal(1), z.literal(2), z.literal(3)]),
  ),
})

const file = new URL('./intents.json', import.meta.url)
const intents = z.array(Intent).parse(JSON.parse(readFileSync(file, 'utf8')))

describe('the discovery judgements', () => {
  it('are in the order of their ids, each once', () => {
    const ids = intents.map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)].toSorted())
  })

  it('name their group in their id and are all different', () => {
    for (const { id, group } of intents) expect(id, id).toMatch(new RegExp(`^${group}-`))
    expect(new Set(intents.map(({ query }) => query.toLowerCase())).size).toBe(intents.length)
  })

  it('have 2 to 15 words and an organization of grade 2 or 3', () => {
    for (const { id, query, judgements } of intents) {
      const words = query.split(/\s+/).length
      expect(words >= 2 && words <= 15, `${id} has ${words} words`).toBe(true)
      const best = Math.max(...Object.values(judgements))
      expect(best, `${id} has no answer of grade 2 or 3`).toBeGreaterThan(1)
    }
  })

  it.each(GROUPS)('split %s into halves for tuning and checking', (group) => {
    const splits = intents.filter((intent) => intent.group === group).map(({ split }) => split)
    const tune = splits.filter((split) => split === 'tune').length
    expect(tune).toBeGreaterThan(0)
    expect(splits.length - tune).toBe(tune)
  })
})

// A 990-T has no program text, so an organization known by one alone cannot be judged.
const JUDGED_BLOCKS = [FORM_BLOCK['990'], FORM_BLOCK['990EZ'], FORM_BLOCK['990PF']]

function readFilerEin(name: string): string | undefined {
  const { blocks } = parseReturn([decodeText(readFileSync(join(REAL, name)))])
  if (!blocks.some(({ block }) => JUDGED_BLOCKS.includes(block))) return undefined
  const header = blocks.find(({ block }) => block === 'ReturnHeader')?.json ?? '{}'
  return z.object({ Filer: z.object({ EIN: z.string() }) }).parse(JSON.parse(header.toString()))
    .Filer.EIN
}

describe.skipIf(!existsSync(REAL))('the real filings of ../shared/data', () => {
  it('have a 990, 990EZ, or 990PF of every judged organization', () => {
    const filed = new Set(readdirSync(REAL).map(readFilerEin))
    for (const { id, judgements } of intents) {
      const unknown = Object.keys(judgements).filter((ein) => !filed.has(ein))
      expect(unknown, `${id} judges organizations without a filing`).toEqual([])
    }
  })
})
