import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resolveOrganizations } from '#indexer/resolve/organizations.ts'
import { createStore, loadInto, type Store } from '#test/world/store.ts'
import { REAL_DATA } from './real-data.ts'

const DATA = REAL_DATA

/** Returns the rows of each table and a digest of their content, to compare two stores. */
const digests = ({ db }: Store) =>
  Promise.all(
    ['bmf', 'bmf_name', 'organization_name', 'organization'].map((table) =>
      db.query(
        `select count(*) as rows, md5(string_agg(row, ' ' order by row)) as digest
         from (select (to_jsonb(given) - 'changed_release')::text as row from ${table} given) rows`,
      ),
    ),
  )

const resolve = ({ db }: Store) => resolveOrganizations(db)

const count = async ({ db }: Store, question: string) =>
  (await db.query<{ count: number }>(`select count(*) ${question}`))[0]?.count

describe.skipIf(!existsSync(DATA))('the real registry files of ../shared/data', () => {
  let older: Store
  let newer: Store

  beforeAll(async () => {
    older = await createStore('registry_older_first')
    newer = await createStore('registry_newer_first')
  })
  afterAll(async () => {
    await older.drop()
    await newer.drop()
  })

  it('produce the same store in any order of months', async () => {
    for (const month of ['2020-07', '2026-04']) {
      expect((await loadInto(older, [`${DATA}/bmf/${month}`])).tally.rejected).toBe(0)
    }
    for (const month of ['2026-04', '2020-07']) await loadInto(newer, [`${DATA}/bmf/${month}`])
    await resolve(older)
    await resolve(newer)
    const expected = await digests(older)
    expect(await digests(newer)).toEqual(expected)
    // 140,934 rows of 2026-04 and those that left DC and RI since 2020-07.
    expect(await count(older, `from bmf where as_of = '2026-04-01'`)).toBe(140_934)
    expect(await count(older, 'from organization')).toBe(await count(older, 'from bmf'))
  })

  it('keep former names, and mark organizations that left the registry', async () => {
    expect(await count(older, `from organization_name where kind = 'former'`)).toBeGreaterThan(300)
    const gone = await count(older, 'from organization where not is_in_bmf')
    expect(gone).toBe(await count(older, `from bmf where as_of = '2020-07-01'`))
    expect(gone).toBeGreaterThan(5_000)
  })
})
