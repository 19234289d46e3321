import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LoadResult } from '#indexer/load/run.ts'
import { createStore, loadInto, type Store } from '#test/world/store.ts'
import { REAL_DATA } from './real-data.ts'

const OFAC = join(REAL_DATA, 'ofac')

/** Counts the nonempty lines of a file, because OFAC breaks no row over lines. */
const linesOf = (file: string): string[] =>
  readFileSync(`${OFAC}/${file}`, 'utf8')
    .split('\n')
    .filter((line) => line.replace('\u001a', '').trim() !== '')

describe.skipIf(!existsSync(OFAC))('the real OFAC files of ../shared/data', () => {
  let store: Store
  let first: LoadResult

  beforeAll(async () => {
    store = await createStore('restrictions_real')
    first = await loadInto(store, [OFAC], '2026-04')
  })
  afterAll(() => store.drop())

  const one = async (question: string): Promise<Record<string, number> | undefined> =>
    (await store.db.query<Record<string, number>>(question))[0]

  it('stores every row of every file, each by its own count', async () => {
    expect(first.tally.rejected).toBe(0)
    // Two entries are in both lists: the later thread finds the other's or replaces it.
    const rows = first.tally.kinds.map(({ kind, loaded, replaced, unchanged }) => [
      kind,
      loaded + replaced + unchanged,
    ])
    const count = (...files: string[]) => files.flatMap(linesOf).length
    expect(Object.fromEntries(rows)).toEqual({
      'ofac-party': count('sdn.csv', 'cons_prim.csv'),
      'ofac-alias': count('alt.csv', 'cons_alt.csv'),
      'ofac-address': count('add.csv', 'cons_add.csv'),
      'ofac-comment': count('sdn_comments.csv', 'cons_comments.csv'),
    })
  })

  it('uses every entry of both lists', async () => {
    const entries = new Set(
      [...linesOf('sdn.csv'), ...linesOf('cons_prim.csv')].map((line) => line.split(',')[0]),
    )
    expect(await one('select count(*)::int as rows from restricted_current')).toEqual({
      rows: entries.size,
    })
  })

  it('finds the EINs in remarks, and does not mistake a Swiss number for one', async () => {
    const rows = await store.db.query<{ ein: string }>(
      'select distinct unnest(eins) as ein from restricted_party order by ein',
    )
    const eins = rows.map(({ ein }) => ein)
    expect(eins).toContain('954227517')
    expect(eins).toHaveLength(21)
    expect(eins.every((ein) => /^\d{9}$/.test(ein))).toBe(true)
  })

  it('stores no social security number', async () => {
    const shape = '\\d{3}-\\d{2}-\\d{4}'
    expect(
      await one(`select count(*)::int as rows from restricted_current
        where remarks ~ 'SSN ${shape}' or remarks ~ '; SSN \\d'`),
    ).toEqual({ rows: 0 })
  })
})
