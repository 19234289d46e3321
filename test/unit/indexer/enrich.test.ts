import { describe, expect, it } from 'vitest'
import { enrichOptions } from '#indexer/commands/enrich.ts'
import { parseOptions } from '#indexer/commands/expected.ts'
import { contentIdOf, toOutcome } from '#indexer/enrich/outcome.ts'
import { testCases } from '../cases.ts'

it('invalid options are rejected by name', () => {
  expect(parseOptions(enrichOptions, { ein: '07-0000017', limit: '5' })).toMatchObject({
    ein: '070000017',
    limit: 5,
  })
  expect(() => parseOptions(enrichOptions, { ein: '7', limit: '0' })).toThrow(
    /--limit: expected .*; got "0"\. --ein: expected/,
  )
})

describe('a fetched website', () => {
  it('is compared by its fields, in any order', () => {
    const icon = { URL: 'https://a.example/i.png', MediaType: 'image/png', SHA256: '00' }
    const id = contentIdOf({ Title: 'A', Icon: icon })
    const { URL, MediaType, SHA256 } = icon
    expect(contentIdOf({ Icon: { SHA256, MediaType, URL }, Title: 'A' })).toBe(id)
    expect(id).toMatch(/^[0-9a-f]{16}$/)
    expect(contentIdOf({ Title: 'B', Icon: icon })).not.toBe(id)
  })

  testCases('outcomes of websites', (kind: string, state: string, status?: number) => {
    const outcome = toOutcome({ kind, reason: 'It is so.', ...(status && { status }) })
    expect(outcome).toMatchObject({ state, kind })
  })
})
