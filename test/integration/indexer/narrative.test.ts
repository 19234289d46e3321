import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FilingBlocks } from '#src/domain/blocks.ts'
import { makeReturn } from '#test/unit/indexer/made-return.ts'
import { createLoaded, demoFolder } from '#test/world/prepared.ts'
import type { Store } from '#test/world/store.ts'
import { toOldStore } from './old-store.ts'

const MIGRATION = 'indexer/migrations/000006_filing_narrative.sql'
const MADE = '202301319349300077'

const folder = mkdtempSync(join(tmpdir(), 'narrative-'))
let store: Store

beforeAll(async () => {
  const data = `<IRS990 documentId="R1"><CYTotalRevenueAmt>100</CYTotalRevenueAmt>
    <MissionDesc>To light the harbor.</MissionDesc></IRS990>
    <IRS990ScheduleO><SupplementalInformationDetail><ExplanationTxt>Part III: lamps.</ExplanationTxt>
    </SupplementalInformationDetail></IRS990ScheduleO>
    <IRS990ScheduleF><GrantsToOrgOutsideUSGrp><RegionTxt>Europe</RegionTxt></GrantsToOrgOutsideUSGrp>
    <TotalSpentAmt>1</TotalSpentAmt></IRS990ScheduleF>
    <IRS990ScheduleF><GrantsToOrgOutsideUSGrp><RegionTxt>Asia</RegionTxt></GrantsToOrgOutsideUSGrp>
    </IRS990ScheduleF>`
  writeFileSync(join(folder, `${MADE}_public.xml`), makeReturn({ data }))
  store = await createLoaded('load_narrative', {
    paths: [await demoFolder(), folder],
  })
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await store.drop()
})

const readNarratives = async () => {
  const rows = await store.db.query<{ id: string; narrative: FilingBlocks | null }>(
    'select object_id as id, narrative from filing',
  )
  const inOrder = (parts: FilingBlocks | null) =>
    parts?.toSorted((a, b) => (a.block < b.block ? -1 : 1)) ?? null
  return new Map(rows.map(({ id, narrative }) => [id, inOrder(narrative)]))
}

describe('the narrative of a filing', () => {
  test('is stored by the load, each text at its filed path', async () => {
    const part = (block: string, content: object) => ({ block, ordinal: 1, content })
    expect((await readNarratives()).get(MADE)).toEqual([
      part('IRS990', { MissionDesc: 'To light the harbor.' }),
      part('IRS990ScheduleF', { GrantsToOrgOutsideUSGrp: { RegionTxt: 'Europe' } }),
      part('IRS990ScheduleO', {
        SupplementalInformationDetail: { ExplanationTxt: 'Part III: lamps.' },
      }),
    ])
  })

  test('is cut by the migration from filings that were loaded before it', async () => {
    const kept = await readNarratives()
    expect([...kept.values()].filter((parts) => parts !== null).length).toBeGreaterThan(60)
    await toOldStore(store, () => {
      throw new Error('The demo has no loose returns.')
    })
    await store.db.query('alter table filing drop column narrative')
    await store.db.query(readFileSync(MIGRATION, 'utf8'))
    expect(await readNarratives()).toEqual(kept)
  })
})
