import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { makeReturn } from '#test/unit/indexer/made-return.ts'
import { createLoaded, demoFolder } from '#test/world/prepared.ts'
import { openLoads } from './loads.ts'
import { toOldStore } from './old-store.ts'

const MIGRATION = 'indexer/migrations/000006_filing_narrative.sql'
const MADE = '202301319349300077'

const made = openLoads('narrative', async () =>
  createLoaded('narrative', { paths: [await demoFolder()] }),
)

beforeAll(async () => {
  const data = `<IRS990 documentId="R1"><CYTotalRevenueAmt>100</CYTotalRevenueAmt>
    <MissionDesc>To light the harbor.</MissionDesc></IRS990>
    <IRS990ScheduleO><SupplementalInformationDetail><ExplanationTxt>Part III: lamps.</ExplanationTxt>
    </SupplementalInformationDetail></IRS990ScheduleO>
    <IRS990ScheduleF><GrantsToOrgOutsideUSGrp><RegionTxt>Europe</RegionTxt></GrantsToOrgOutsideUSGrp>
    <TotalSpentAmt>1</TotalSpentAmt></IRS990ScheduleF>
    <IRS990ScheduleF><GrantsToOrgOutsideUSGrp><RegionTxt>Asia</RegionTxt></GrantsToOrgOutsideUSGrp>
    </IRS990ScheduleF>`
  await made.load(made.write(`${MADE}_public.xml`, makeReturn({ data })))
})

const readNarratives = async () => {
  const rows = await made.query<{ id: string; parts: object[] | null }>(
    `select object_id as id, (select json_agg(part order by part ->> 'block', part::text)
       from json_array_elements(narrative) one(part)) as parts from filing`,
  )
  return new Map(rows.map(({ id, parts }) => [id, parts]))
}

test('a load stores the narrative of a filing, each text at its filed path', async () => {
  const part = (block: string, content: object) => ({ block, ordinal: 1, content })
  expect((await readNarratives()).get(MADE)).toEqual([
    part('IRS990', { MissionDesc: 'To light the harbor.' }),
    part('IRS990ScheduleF', { GrantsToOrgOutsideUSGrp: { RegionTxt: 'Europe' } }),
    part('IRS990ScheduleO', {
      SupplementalInformationDetail: { ExplanationTxt: 'Part III: lamps.' },
    }),
  ])
})

test('the migration cuts it from filings that were loaded earlier', async () => {
  const kept = await readNarratives()
  expect([...kept.values()].filter(Boolean).length).toBeGreaterThan(60)
  await toOldStore(made.store, () => {
    throw new Error('The demo has no loose returns.')
  })
  await made.query('alter table filing drop column narrative')
  await made.query(readFileSync(MIGRATION, 'utf8'))
  expect(await readNarratives()).toEqual(kept)
})
