import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { describeEnriching, readOptions, showEnrichProgress } from '#indexer/commands/enrich.ts'
import { contentIdOf, SHARED, toOutcome, whoAnswered } from '#indexer/enrich/outcome.ts'
import { openReport } from '#indexer/enrich/report.ts'
import type { EnrichResult } from '#indexer/enrich/run.ts'

const result: EnrichResult = {
  due: 345_678,
  enriched: 234_567,
  changed: 123_456,
  refused: 98_765,
  failed: 12_346,
  lost: 1_234,
  isOffline: false,
  forgiven: 0,
  release: '20261122t090000000z',
  reasons: [
    { state: 'Failed', kind: 'Dns', count: 12_346 },
    { state: 'Refused', kind: 'Parked', count: 1_000 },
    { state: 'Refused', kind: 'Disallowed', count: 97_765 },
  ],
}

describe('the summary of a run', () => {
  const text = describeEnriching(result, { seconds: 8_000, path: 'data/not-read/not-read-1.csv' })

  it('has counts with reasons, the most frequent first, in 80 columns', () => {
    const lines = text.split('\n')
    for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(80)
    expect(lines).toEqual([
      'Tried the websites of 345,678 organizations in 2 h 13 min.',
      '  Enriched                          234,567',
      '  Refused                            98,765',
      '    Disallowed                       97,765',
      '    Parked                            1,000',
      '  Failed                             12,346',
      '    Dns                              12,346',
      'Changed: 123,456. No longer in the latest filing: 1,234.',
      'Websites that were not read, with reasons:',
      'data/not-read/not-read-1.csv',
      'Release 20261122t090000000z. Next: npm run reindex -- --changed.',
    ])
  })

  it('is short if nothing is due, and names no next step within another command', () => {
    const nothing = { ...result, due: 0, changed: 0, lost: 0, release: undefined }
    expect(describeEnriching(nothing, { seconds: 1 })).toBe(
      'No website is due.\nChanged: 0. No longer in the latest filing: 0.\nNo content changed.',
    )
    expect(describeEnriching(result, { seconds: 1, saysNext: false })).not.toContain('Next')
  })

  it('distinguishes a run that ended early from a complete one', () => {
    const cut = { ...result, enriched: 12, refused: 2, failed: 52, isOffline: true, forgiven: 50 }
    const text = describeEnriching(cut, { seconds: 61 })
    expect(text).toMatch(/^Tried the websites of 66 of 345,678 organizations in /)
    expect(text).toMatch(/^ {2}Failed, not stored +50$/m)
  })

  it('uses the singular for one organization, and its EIN if it files no website', () => {
    const one = { ...result, due: 1, enriched: 1, refused: 0, failed: 0, reasons: [] }
    const ein = '070000017'
    expect(describeEnriching(one, { seconds: 1, ein })).toMatch(
      /^Tried the website of 1 organization in /,
    )
    expect(describeEnriching({ ...one, due: 0 }, { seconds: 1, ein })).toMatch(
      /^The latest filing of EIN 070000017 has no website, or no filing is loaded\.$/m,
    )
  })
})

it('progress is on one line of a terminal', () => {
  let shown = ''
  const stream = Object.assign(
    new Writable({
      write: (chunk, _, done) => {
        shown += String(chunk)
        done()
      },
    }),
    { isTTY: true, columns: 80, cursorTo: () => true, clearLine: () => true },
  ) as unknown as NodeJS.WriteStream
  const progress = showEnrichProgress(stream)
  progress.update({ step: 'read', done: 5, total: 300_000, enriched: 3, refused: 1, failed: 1 })
  progress.stop()
  expect(shown).toMatch(/Read 3 of 300,000, refused 1, failed 1, [\d,]+\/s, .* left/)
})

it('the list of unread websites is a table that no spreadsheet executes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'report-'))
  const report = openReport(folder)
  expect(report.path()).toBeUndefined()
  const website = 'https://a.example/'
  const reason = '=1+1, said "it".'
  report.add({ ein: '070000017', website, state: 'Refused', kind: 'Parked', reason })
  report.addRequest({ url: 'https://a.example/i.svg', kind: 'NotIcon', reason: 'It is SVG.' })
  report.close()
  const lines = readFileSync(report.path() ?? '', 'utf8').split('\n')
  expect(lines[0]).toBe('time,ein,website,state,kind,reason')
  expect(lines[1]).toMatch(
    /Z,070000017,https:\/\/a\.example\/,Refused,Parked,"'=1\+1, said ""it""\."$/,
  )
  expect(lines[2]).toMatch(/Z,,https:\/\/a\.example\/i\.svg,Request,NotIcon,It is SVG\.$/)
  rmSync(folder, { recursive: true })
})

it('invalid options are rejected by name', () => {
  expect(readOptions({ ein: '07-0000017', limit: '5' })).toMatchObject({
    ein: '070000017',
    limit: 5,
  })
  expect(() => readOptions({ ein: '7', limit: '0' })).toThrow(
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

  it('is not evidence without text', () => {
    const links = [{ Network: 'YouTube', URL: 'https://www.youtube.com/@made' }]
    const outcome = toOutcome({ url: 'https://a.example/', fields: { SocialLinks: links } })
    expect(outcome).toMatchObject({ state: 'Refused', kind: 'Empty' })
  })

  it.each([
    ['Timeout', 'Failed'],
    ['Status', 'Failed'],
    ['RobotsUnread', 'Failed'],
    ['Unreadable', 'Failed'],
    ['Disallowed', 'Refused'],
    ['Address', 'Refused'],
    ['Parked', 'Refused'],
  ])('that is %s has %s', (kind, state) => {
    expect(toOutcome({ kind, reason: 'It is so.' })).toMatchObject({ state, kind })
  })

  it.each([
    [{ kind: 'Status', status: 503 }, 'Host'],
    [{ kind: 'Disallowed' }, 'Host'],
    [{ kind: 'Parked' }, 'Host'],
    [{ kind: 'Dns' }, 'Nobody'],
    [{ kind: 'Timeout' }, 'Nobody'],
    [{ kind: 'RobotsUnread' }, 'Host'],
    [{ kind: 'Unreadable' }, 'Host'],
    [{ kind: 'Port' }, 'Unasked'],
    [{ kind: 'Address' }, 'Unasked'],
    [{ kind: 'SocialPage' }, 'Unasked'],
  ])('with %o says who responded: %s', (failure, who) => {
    expect(whoAnswered(toOutcome({ reason: 'It is so.', ...failure }))).toBe(who)
  })

  it('with too many filers says that no request was sent', () => {
    expect(whoAnswered(SHARED)).toBe('Unasked')
  })
})
