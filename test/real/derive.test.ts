import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toOldStore } from '#test/integration/indexer/old-store.ts'
import { createLoaded } from '#test/world/prepared.ts'
import { deriveIn, type Store } from '#test/world/store.ts'
import { hasRealData, REAL } from './real-data.ts'

const MIGRATION = 'indexer/migrations/000006_filing_narrative.sql'

describe.skipIf(!hasRealData)('real returns of an older store', () => {
  let store: Store
  beforeAll(async () => {
    store = await createLoaded('derive_real', { paths: [REAL] })
  })
  afterAll(() => store.drop())

  const makeOld = () => toOldStore(store, ({ archive }) => readFileSync(join(REAL, archive)))
  const readFilings = () =>
    store.db.query('select object_id as id, md5(f::text) as hash from filing f order by 1')
  const readNarratives = () =>
    store.db.query(
      `select object_id as id, (select json_agg(part order by part::text) from json_array_elements(narrative) one(part))
       as narrative from filing order by 1`,
    )

  test('are derived as a load of this version stores them', async () => {
    const fresh = await readFilings()
    await makeOld()
    await deriveIn(store, 2)
    expect(await readFilings()).toEqual(fresh)
  })

  test('get their narratives from the migration', async () => {
    const fresh = await readNarratives()
    await makeOld()
    await store.db.query('alter table filing drop column narrative')
    await store.db.query(readFileSync(MIGRATION, 'utf8'))
    expect(await readNarratives()).toEqual(fresh)
  })
})
