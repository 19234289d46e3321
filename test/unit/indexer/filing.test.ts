import { describe, expect, test } from 'vitest'
import { isKnownVersion, toFilingRecord } from '#indexer/records/filing.ts'
import { objectIdOfName, receivedOn } from '#indexer/records/object-id.ts'
import { readReturn } from '#indexer/sources/read-return.ts'
import { LONGEST_TEXT } from '#src/domain/long-text.ts'
import { HEADER, type MadeReturn, makeReturn } from './made-return.ts'

const OBJECT_ID = '202301329349300001'
const record = (made: MadeReturn = {}, objectId = OBJECT_ID) =>
  toFilingRecord(readReturn(Buffer.from(makeReturn(made))), objectId)

const OLD_HEADER = `<Timestamp>2010-05-12T10:11:12</Timestamp>
<TaxPeriodEndDate>2009-06</TaxPeriodEndDate><TaxPeriodBeginDate>2008-07</TaxPeriodBeginDate>
<ReturnType>990</ReturnType><Filer><EIN>070000002</EIN><Name><BusinessNameLine1>Old</BusinessNameLine1></Name></Filer>`

describe('a filing', () => {
  test('is read from the filer, not from the preparer', () => {
    expect(record()).toMatchObject({
      objectId: OBJECT_ID,
      ein: '070000001',
      form: '990',
      taxPeriodBegin: '2022-01-01',
      taxPeriodEnd: '2022-12-31',
      taxYear: 2022,
      schemaVersion: '2022v5.0',
      receivedOn: '2023-05-12',
      returnedAt: '2023-05-12T10:11:12-05:00',
      facts: { totalRevenue: { value: 100, path: '/IRS990/CYTotalRevenueAmt' } },
      warnings: [],
    })
  })

  test('keeps the regions of a Schedule F of ten thousand grants', () => {
    const row = `<GrantsToOrgOutsideUSGrp><RegionTxt>Europe</RegionTxt><PurposeOfGrantTxt>${'x'.repeat(500)}</PurposeOfGrantTxt></GrantsToOrgOutsideUSGrp>`
    const data = `<IRS990/><IRS990ScheduleF>${row.repeat(10_000)}</IRS990ScheduleF>`
    const [schedule] = record({ data }).narrative ?? []
    expect(schedule?.block).toBe('IRS990ScheduleF')
    expect(schedule?.content.GrantsToOrgOutsideUSGrp).toHaveLength(10_000)
  })

  test('of the first era has its months as days, and its year from the period', () => {
    const data = '<IRS990><AmendedReturn>X</AmendedReturn></IRS990>'
    expect(
      record({ version: '2009v1.7', header: OLD_HEADER, data }, 'h-0123456789abcdef'),
    ).toMatchObject({
      ein: '070000002',
      taxPeriodBegin: '2008-07-01',
      taxPeriodEnd: '2009-06-30',
      taxYear: 2008,
      receivedOn: '2010-05-12',
      returnedAt: '2010-05-12T10:11:12Z',
      isAmended: true,
    })
  })

  test.each([
    ['<IRS990><AmendedReturnInd>X</AmendedReturnInd></IRS990>', { isAmended: true }],
    [
      '<IRS990EZ><InitialReturnInd>1</InitialReturnInd></IRS990EZ>',
      { isInitial: true, form: '990EZ' },
    ],
    [
      '<IRS990PF><FinalReturnInd>true</FinalReturnInd></IRS990PF>',
      { isFinal: true, form: '990PF' },
    ],
    ['<IRS990><TerminationReturn>X</TerminationReturn></IRS990>', { isFinal: true }],
    [
      '<IRS990><GroupReturnForAffiliatesInd>true</GroupReturnForAffiliatesInd></IRS990>',
      { isGroupReturn: true },
    ],
    [
      '<IRS990><GroupReturnForAffiliatesInd>0</GroupReturnForAffiliatesInd></IRS990>',
      { isGroupReturn: false },
    ],
    [
      '<IRS990T><AmendedReturnInd>false</AmendedReturnInd></IRS990T>',
      { isAmended: false, form: '990T' },
    ],
    ['<IRS990T/><IRS990PF/>', { form: '990PF' }],
  ])('has the flags and form of %s', (data, expected) => {
    expect(record({ data })).toMatchObject(expected)
  })

  test('of an unknown version is loaded with a warning', () => {
    expect(record({ version: '2031v1.0' }).warnings).toContain('UnknownSchemaVersion')
  })

  test('warns of a dropped number and of text in an amount', () => {
    const data =
      '<IRS990><SSN>123456789</SSN><CYTotalRevenueAmt>RESTRICTED</CYTotalRevenueAmt></IRS990>'
    const { facts, warnings } = record({ data })
    expect(warnings).toEqual(['SsnDropped', 'NotAnAmount /IRS990/CYTotalRevenueAmt'])
    expect(facts).not.toHaveProperty('totalRevenue')
  })

  test('warns of each text that was cut, with its XPath', () => {
    const long = 'a'.repeat(LONGEST_TEXT + 1)
    const escaped = '"'.repeat(LONGEST_TEXT)
    const { warnings } = record({
      data: `<IRS990><MissionDesc>${long}</MissionDesc><Desc b="${long}">x</Desc>
        <ActivityOrMissionDesc>${escaped}</ActivityOrMissionDesc></IRS990>
        <IRS990ScheduleO><Detail><Txt>a</Txt></Detail><Detail><Txt>${long}</Txt></Detail></IRS990ScheduleO>`,
    })
    expect(warnings).toEqual([
      'TextCut /IRS990/MissionDesc',
      'TextCut /IRS990/Desc/@b',
      'TextCut /IRS990ScheduleO/Detail[2]/Txt',
    ])
  })

  const megabytes = (count: number, row: (text: string) => string): string =>
    row('a'.repeat(1e6)).repeat(count)

  test.each([
    ['a part of 17 MB', `<IRS990>${megabytes(17, (text) => `<A>${text}</A>`)}</IRS990>`, '/IRS990'],
    [
      'parts of one table of 17 MB together',
      `<IRS990/>${megabytes(17, (text) => `<IRS990ScheduleI><A>${text}</A></IRS990ScheduleI>`)}`,
      '/IRS990ScheduleI',
    ],
    [
      'a hundred rows of 17 MB',
      `<IRS990/><IRS990ScheduleI>${megabytes(17, (text) => `<Row>${text}</Row>`)}${'<Row/>'.repeat(100)}</IRS990ScheduleI>`,
      '/IRS990ScheduleI/Row',
    ],
    [
      'a part of 250,001 empty elements',
      `<IRS990/><IRS990ScheduleO><A/></IRS990ScheduleO><IRS990ScheduleO>${'<A/>'.repeat(250_002)}</IRS990ScheduleO>`,
      '/IRS990ScheduleO',
    ],
  ])('with %s is rejected', (_, data, place) => {
    expect(() => record({ data })).toThrow(expect.objectContaining({ code: 'TooLarge', place }))
  })

  test('attachments of 17 MB together are accepted, because each is opened separately', () => {
    const data = `<IRS990/>${megabytes(17, (text) => `<IRS5471><A>${text}</A></IRS5471>`)}`
    expect(record({ data }).parts).toHaveLength(19)
  })

  test.each([
    ['no filer', HEADER.replace(/<Filer>.*<\/Filer>/, ''), 'NoEin'],
    ['an EIN of zeros', HEADER.replace('070000001', '000000000'), 'InvalidEin'],
    ['no period end', HEADER.replace(/<TaxPeriodEndDt>.*<\/TaxPeriodEndDt>/, ''), 'NoPeriod'],
    ['an impossible period end', HEADER.replace('2022-12-31', '2022-02-30'), 'NoPeriod'],
  ])('whose header has %s is rejected', (_, header, code) => {
    expect(() => record({ header })).toThrow(expect.objectContaining({ code }))
  })

  test('of another form is rejected', () => {
    expect(() => record({ data: '<IRS1120><A/></IRS1120>' })).toThrow(
      expect.objectContaining({ code: 'UnknownForm' }),
    )
  })
})

describe('an object id', () => {
  test.each([
    ['202301329349300001_public.xml', '202301329349300001'],
    ['a/b/202301329349300001_public_irs_prefix.xml', '202301329349300001'],
    ['133913393_20141231_990_ce308439.xml', undefined],
    ['202304009349300001_public.xml', undefined],
    ['1202301329349300001.xml', undefined],
  ])('of %s is %s', (name, expected) => {
    expect(objectIdOfName(name)).toBe(expected)
  })

  test('contains the day of receipt', () => {
    expect(receivedOn('202403669349300001')).toBe('2024-12-31')
    expect(receivedOn('202303669349300001'), '2023 has 365 days').toBeUndefined()
  })
})

test('schema versions of real filings are known', () => {
  for (const version of ['2008v2.7', '2013v4.0', '2020v1.3', '2022v7.0', '2025v4.0']) {
    expect(isKnownVersion(version), version).toBe(true)
  }
  for (const version of ['2022v50.0', '', undefined, '2022', 'x2022v5.0']) {
    expect(isKnownVersion(version), String(version)).toBe(false)
  }
})
