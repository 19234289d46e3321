import { describe, expect, it } from 'vitest'
import { enrichOptions, showEnrichProgress } from '#indexer/commands/enrich.ts'
import { parseOptions } from '#indexer/commands/expected.ts'
import { contentIdOf, toOutcome } from '#indexer/enrich/outcome.ts'
import { captureStream } from '../capture-stream.ts'
import { testCases } from '../cases.ts'

it('progress is on one line of a terminal', () => {
  const terminal = { isTTY: true, columns: 80, cursorTo: () => true, clearLine: () => true }
  const { stream, text } = captureStream(terminal)
  const progress = showEnrichProgress(stream)
  progress.update({ step: 'read', done: 5, total: 300_000, enriched: 3, refused: 1, failed: 1 })
  progress.stop()
  expect(text()).toMatch(/Read 3 of 300,000, refused 1, failed 1, [\d,]+\/s, .* left/)
})

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
