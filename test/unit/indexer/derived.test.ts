import { describe, expect, test } from 'vitest'
import { toFilingRecord } from '#indexer/records/filing.ts'
import { readReturn } from '#indexer/sources/scan-return.ts'
import { makeReturn } from './made-return.ts'

const derived = (data: string) =>
  toFilingRecord(readReturn(Buffer.from(makeReturn({ data }))), '202301329349300001')

const related = (ein: string) =>
  `<IdRelatedTaxExemptOrgGrp><EIN>${ein}</EIN><PrimaryActivitiesTxt>${'x'.repeat(300)}` +
  '</PrimaryActivitiesTxt></IdRelatedTaxExemptOrgGrp>'
const scheduleR = (rows: string) => `<IRS990/><IRS990ScheduleR>${rows}</IRS990ScheduleR>`
const PATH = '/IRS990ScheduleR/IdRelatedTaxExemptOrgGrp'

describe('contents of a return', () => {
  test('are its parts with their full size, its rows, and its cut repeats', () => {
    const grant = `<RecipientTable><PurposeOfGrantTxt>${'x'.repeat(700)}</PurposeOfGrantTxt></RecipientTable>`
    const officer = '<Form990PartVIISectionAGrp><PersonNm>A</PersonNm></Form990PartVIISectionAGrp>'
    const { contents } = derived(
      `<IRS990>${officer.repeat(3)}</IRS990><IRS990ScheduleI>${grant.repeat(150)}</IRS990ScheduleI>`,
    )
    const [, form, schedule] = contents.blocks
    expect(form).toMatchObject({ block: 'IRS990', ordinal: 1 })
    expect(schedule?.bytes).toBeGreaterThan(150 * 700)
    expect(contents.rows).toMatchObject({
      '/IRS990/Form990PartVIISectionAGrp': 3,
      '/IRS990ScheduleI/RecipientTable': 150,
    })
    expect(contents.cut).toEqual(['/IRS990ScheduleI/RecipientTable'])
  })
})

describe('related references', () => {
  test('are the EINs of Schedule R with their rows, without the filer and placeholders', () => {
    const rows = ['170000005', '070000001', '000000000', 'FOREIGN', '17-0000006'].map(related)
    expect(derived(scheduleR(rows.join(''))).related).toEqual([
      { path: `${PATH}[1]`, relatedEin: '170000005' },
      { path: `${PATH}[5]`, relatedEin: '170000006' },
    ])
  })

  test('have an index for a single row', () => {
    expect(derived(scheduleR(related('170000005'))).related).toEqual([
      { path: `${PATH}[1]`, relatedEin: '170000005' },
    ])
  })
})

describe('the narrative', () => {
  test('has its source rows, even those stored apart', () => {
    const entry = `<SupplementalInformationDetail><ExplanationTxt>${'x'.repeat(700)}</ExplanationTxt></SupplementalInformationDetail>`
    const data = `<IRS990/><IRS990ScheduleO>${entry.repeat(120)}</IRS990ScheduleO>`
    const { narrative, contents } = derived(data)
    expect(contents.cut).toEqual(['/IRS990ScheduleO/SupplementalInformationDetail'])
    expect(narrative?.[0]?.content.SupplementalInformationDetail).toHaveLength(120)
  })
})

test('if a part should occur once, the first counts, and the others cause a warning', () => {
  const schedule = (count: number) =>
    `<IRS990ScheduleI>${'<RecipientTable/>'.repeat(count)}</IRS990ScheduleI>`
  const { contents, warnings } = derived(`<IRS990/>${schedule(3)}${schedule(2)}${schedule(2)}`)
  expect(contents.rows).toEqual({ '/IRS990ScheduleI/RecipientTable': 3 })
  expect(warnings).toEqual(['RepeatedPart IRS990ScheduleI'])
})
