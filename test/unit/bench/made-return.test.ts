import { describe, expect, it } from 'vitest'
import { toTemplate } from '../../../bench/growth/template.ts'

const FILED = `<Return><ReturnHeader>
  <TaxPeriodEndDt>2022-06-30</TaxPeriodEndDt><ReturnTypeCd>990</ReturnTypeCd><TaxYr>2021</TaxYr>
  <Filer><EIN>123456789</EIN><BusinessName><BusinessNameLine1Txt>OLD NAME</BusinessNameLine1Txt></BusinessName></Filer>
</ReturnHeader><ReturnData><IRS990ScheduleI>
  <RecipientTable><RecipientEIN>987654321</RecipientEIN><CashGrantAmt>5000</CashGrantAmt></RecipientTable>
  <RecipientTable><RecipientEIN>876543219</RecipientEIN><CashGrantAmt>7000</CashGrantAmt></RecipientTable>
</IRS990ScheduleI></ReturnData></Return>`

const own = { ein: '070000001', name: 'A & B FUND', city: 'DOVER', state: 'DE', zip: '19901' }
const other = { ...own, ein: '080000002', name: 'OTHER FUND' }

const template = toTemplate(FILED, new Map())
const make = (organization: number, taxYear = 2021) =>
  template.make({ organization, taxYear, own, parties: [other] })

describe('a made return', () => {
  it('names only its own organization and the given ones', () => {
    for (let organization = 0; organization < 20; organization += 1) {
      const xml = make(organization)
      const eins = [...xml.matchAll(/EIN>(\d+)</g)].map(([, ein]) => ein)
      expect(new Set(eins)).toEqual(new Set([own.ein, other.ein]))
      expect(xml).toContain('>A &amp; B FUND<')
    }
  })

  it('is the same each time, and differs by organization and year', () => {
    expect(make(3)).toBe(make(3))
    const some = [make(3), make(4), make(3, 2015)]
    expect(new Set(some).size).toBe(some.length)
  })

  it('moves the tax period with the year', () => {
    expect(template.endOf(2015)).toBe('201606')
    expect(make(3, 2015)).toContain('<TaxPeriodEndDt>2016-06-30<')
  })
})
