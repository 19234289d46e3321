import { expect, test } from 'vitest'
import type { FilingBlocks } from '#src/domain/blocks.ts'
import { readPacked } from '#src/domain/packed-json.ts'
import { makeReturn } from '#test/unit/indexer/made-return.ts'
import { openLoads } from './loads.ts'

const made = openLoads('narrative')

test('a load stores the narrative of a filing, each text at its filed path', async () => {
  const data = `<IRS990 documentId="R1"><CYTotalRevenueAmt>100</CYTotalRevenueAmt>
    <MissionDesc>To light the harbor.</MissionDesc></IRS990>
    <IRS990ScheduleO><SupplementalInformationDetail><ExplanationTxt>Part III: lamps.</ExplanationTxt>
    </SupplementalInformationDetail></IRS990ScheduleO>
    <IRS990ScheduleF><GrantsToOrgOutsideUSGrp><RegionTxt>Europe</RegionTxt></GrantsToOrgOutsideUSGrp>
    <TotalSpentAmt>1</TotalSpentAmt></IRS990ScheduleF>
    <IRS990ScheduleF><GrantsToOrgOutsideUSGrp><RegionTxt>Asia</RegionTxt></GrantsToOrgOutsideUSGrp>
    </IRS990ScheduleF>`
  await made.load(made.write('202301319349300077_public.xml', makeReturn({ data })))
  const [filing] = await made.query<{ narrative: Buffer }>('select narrative from filing')
  const part = (block: string, content: object) => ({ block, ordinal: 1, content })
  const parts = readPacked<FilingBlocks>(filing?.narrative ?? Buffer.of())
  expect(parts.toSorted((a, b) => (a.block < b.block ? -1 : 1))).toEqual([
    part('IRS990', { MissionDesc: 'To light the harbor.' }),
    part('IRS990ScheduleF', { GrantsToOrgOutsideUSGrp: { RegionTxt: 'Europe' } }),
    part('IRS990ScheduleO', {
      SupplementalInformationDetail: { ExplanationTxt: 'Part III: lamps.' },
    }),
  ])
})
