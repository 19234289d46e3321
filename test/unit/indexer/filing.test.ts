import { describe, expect, test } from 'vitest'
import { isKnownVersion } from '#indexer/records/filing.ts'
import { objectIdOfName, receivedOn } from '#indexer/records/row.ts'
import { LONGEST_TEXT } from '#src/domain/long-text.ts'
import { testCases, testReturns } from '../cases.ts'
import { HEADER, type MadeReturn, recordOf } from './made-return.ts'

const OBJECT_ID = '202301329349300001'

const OLD_HEADER = `<Timestamp>2010-05-12T10:11:12</Timestamp>
<TaxPeriodEndDate>2009-06</TaxPeriodEndDate><TaxPeriodBeginDate>2008-07</TaxPeriodBeginDate>
<ReturnType>990</ReturnType><Filer><EIN>070000002</EIN><Name><BusinessNameLine1>Old</BusinessNameLine1></Name></Filer>`

const wrapped = (form: string, content: string) => `<${form}>${content}</${form}>`
const rejection = (code: string, more = {}) => expect.objectContaining({ code, ...more })

describe('a filing', () => {
  test('is read from the filer, not from the preparer', () => {
    expect(recordOf()).toMatchObject({
      ...{ objectId: OBJECT_ID, ein: '070000001', form: '990', schemaVersion: '2022v5.0' },
      ...{ taxPeriodBegin: '2022-01-01', taxPeriodEnd: '2022-12-31', taxYear: 2022 },
      ...{ receivedOn: '2023-05-12', returnedAt: '2023-05-12T10:11:12-05:00', warnings: [] },
      facts: { totalRevenue: { value: 100, path: '/IRS990/CYTotalRevenueAmt' } },
    })
  })

  test('keeps the regions of a Schedule F of ten thousand grants', () => {
    const purpose = wrapped('PurposeOfGrantTxt', 'x'.repeat(500))
    const row = wrapped('GrantsToOrgOutsideUSGrp', `<RegionTxt>Europe</RegionTxt>${purpose}`)
    const data = `<IRS990/>${wrapped('IRS990ScheduleF', row.repeat(10_000))}`
    const { regions } = recordOf({ data }).narrative
    expect(regions).toHaveLength(10_000)
    expect(regions.at(-1)?.path).toMatch(/ScheduleF.*\[10000\]/)
  })

  test('of the first era has its months as days, and its year from the period', () => {
    const data = '<IRS990><AmendedReturn>X</AmendedReturn></IRS990>'
    const old = recordOf({ version: '2009v1.7', header: OLD_HEADER, data }, 'h-0123456789abcdef')
    expect(old).toMatchObject({
      ...{ ein: '070000002', taxPeriodBegin: '2008-07-01', taxPeriodEnd: '2009-06-30' },
      ...{ taxYear: 2008, receivedOn: '2010-05-12', returnedAt: '2010-05-12T10:11:12Z' },
      isAmended: true,
    })
  })

  testCases('flags of returns', (form: string, name: string, text: string, expected: object) => {
    const data = wrapped(`IRS${form}`, wrapped(name, text))
    expect(recordOf({ data })).toMatchObject(expected)
  })

  test('with another form attached has its own', () => {
    expect(recordOf({ data: '<IRS990T/><IRS990PF/>' }).form).toBe('990PF')
  })

  test('of an unknown version is loaded with a warning', () => {
    expect(recordOf({ version: '2031v1.0' }).warnings).toContain('UnknownSchemaVersion')
  })

  test('warns of a dropped number and of text in an amount', () => {
    const amount = wrapped('CYTotalRevenueAmt', 'RESTRICTED')
    const data = wrapped('IRS990', `<SSN>123456789</SSN>${amount}`)
    const { facts, warnings } = recordOf({ data })
    expect(warnings).toEqual(['SsnDropped', 'NotAnAmount /IRS990/CYTotalRevenueAmt'])
    expect(facts).not.toHaveProperty('totalRevenue')
  })

  test('warns of each text that was cut, with its XPath', () => {
    const long = 'a'.repeat(LONGEST_TEXT + 1)
    const escaped = '"'.repeat(LONGEST_TEXT)
    const data = `<IRS990><MissionDesc>${long}</MissionDesc><Desc b="${long}">x</Desc>
      <ActivityOrMissionDesc>${escaped}</ActivityOrMissionDesc></IRS990>
      <IRS990ScheduleO><Detail><Txt>a</Txt></Detail><Detail><Txt>${long}</Txt></Detail></IRS990ScheduleO>`
    const paths = ['IRS990/MissionDesc', 'IRS990/Desc/@b', 'IRS990ScheduleO/Detail[2]/Txt']
    expect(recordOf({ data }).warnings).toEqual(paths.map((path) => `TextCut /${path}`))
  })

  const megabytes = (row: string, inner = '') => {
    const text = inner ? wrapped(inner, 'a'.repeat(1e6)) : 'a'.repeat(1e6)
    return wrapped(row, text).repeat(17)
  }
  const rows = megabytes('Row') + '<Row/>'.repeat(100)
  const O = 'IRS990ScheduleO'

  test.each([
    ['a part of 17 MB', wrapped('IRS990', megabytes('A')), '/IRS990'],
    ['parts of one table of 17 MB', megabytes('IRS990ScheduleI', 'A'), '/IRS990ScheduleI'],
    ['a hundred rows of 17 MB', wrapped('IRS990ScheduleI', rows), '/IRS990ScheduleI/Row'],
    ['250,001 empty elements', `<${O}><A/></${O}>${wrapped(O, '<A/>'.repeat(250_002))}`, `/${O}`],
  ])('with %s is rejected', (_, part, place) => {
    const data = part.startsWith('<IRS990>') ? part : `<IRS990/>${part}`
    expect(() => recordOf({ data })).toThrow(rejection('TooLarge', { place }))
  })

  test('attachments of 17 MB together are accepted, because each is opened separately', () => {
    expect(recordOf({ data: `<IRS990/>${megabytes('IRS5471', 'A')}` }).parts).toHaveLength(19)
  })

  test.each<[string, MadeReturn, string]>([
    ['no filer', { header: HEADER.replace(/<Filer>.*<\/Filer>/, '') }, 'NoEin'],
    ['an EIN of zeros', { header: HEADER.replace('070000001', '000000000') }, 'InvalidEin'],
    ['no period end', { header: HEADER.replace(/<TaxPeriodEndDt>.*EndDt>/, '') }, 'NoPeriod'],
    ['an impossible period', { header: HEADER.replace('2022-12-31', '2022-02-30') }, 'NoPeriod'],
    ['another form', { data: '<IRS1120><A/></IRS1120>' }, 'UnknownForm'],
  ])('that has %s is rejected', (_, made, code) => {
    expect(() => recordOf(made)).toThrow(rejection(code))
  })
})

testReturns({
  'object IDs in names of files': objectIdOfName,
  'days of receipt in object IDs': receivedOn,
  'schema versions of real filings': [isKnownVersion, true],
  'texts that are not a schema version': [isKnownVersion, false],
})
