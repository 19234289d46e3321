import { expect, test } from 'vitest'
import { openNarrative } from '#src/domain/facts/stored-facts.ts'
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
  expect(openNarrative('990', filing?.narrative ?? null)).toEqual({
    mission: [{ text: 'To light the harbor.', path: '/IRS990/MissionDesc' }],
    programs: [
      {
        text: 'Part III: lamps.',
        path: '/IRS990ScheduleO/SupplementalInformationDetail[1]/ExplanationTxt',
      },
    ],
    regions: [{ text: 'Europe', path: '/IRS990ScheduleF/GrantsToOrgOutsideUSGrp[1]/RegionTxt' }],
  })
})
