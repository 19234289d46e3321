import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
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

test('the discovery judgements are different, in order, and each group is split in halves', () => {
  const ids = intents.map(({ id }) => id)
  expect(ids).toEqual([...new Set(ids)].toSorted())
  expect(new Set(intents.map(({ query }) => query.toLowerCase())).size).toBe(intents.length)
  for (const { id, group, query, judgements } of intents) {
    expect(id).toMatch(new RegExp(`^${group}-`))
    expect(query.split(/\s+/).length, id).toBeGreaterThan(1)
    expect(query.split(/\s+/).length, id).toBeLessThan(16)
    expect(Math.max(...Object.values(judgements)), id).toBeGreaterThan(1)
  }
  for (const group of GROUPS) {
    const splits = intents.flatMap((one) => (one.group === group ? one.split : []))
    const tune = splits.filter((split) => split === 'tune').length
    expect([tune > 0, splits.length], group).toEqual([true, 2 * tune])
  }
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

test.skipIf(!existsSync(REAL))('every judged organization has a real 990, 990EZ, or 990PF', () => {
  const filed = new Set(readdirSync(REAL).map(readFilerEin))
  for (const { id, judgements } of intents) {
    expect(
      Object.keys(judgements).filter((ein) => !filed.has(ein)),
      id,
    ).toEqual([])
  }
})
