import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SOURCE_KEYS } from '#src/provenance/source.ts'
import { openSections, type SectionsWorld, times } from '#test/integration/http/sections-world.ts'
import { evidenceUrl, linkedRefs, readPage, shownValue } from './section-page.ts'

const EIN = '070000301'
const OTHER = '070000302'
const HOSTILE = '<script>alert(1)</script>"\'&‮evil'
const toXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const GRANTS = times(
  60,
  (n) => `<RecipientTable><RecipientBusinessName><BusinessNameLine1Txt>${
    n === 1 ? toXml(HOSTILE) : `Recipient ${n}`
  }</BusinessNameLine1Txt></RecipientBusinessName>
    <CashGrantAmt>${n * 1000}</CashGrantAmt><PurposeOfGrantTxt>${
      n === 2 ? toXml('javascript:alert(1)') : 'General support'
    }</PurposeOfGrantTxt></RecipientTable>`,
)

const data = (revenue: number) => `<IRS990 documentId="R1">
    <ActivityOrMissionDesc>${toXml(`${HOSTILE} ${'Feeds neighbours. '.repeat(200)}`)}</ActivityOrMissionDesc>
    <CYTotalRevenueAmt>${revenue}</CYTotalRevenueAmt><CYTotalExpensesAmt>0</CYTotalExpensesAmt>
    <TotalAssetsEOYAmt>500</TotalAssetsEOYAmt>
    <GoverningBodyVotingMembersCnt>8</GoverningBodyVotingMembersCnt>
    <IndependentVotingMemberCnt>6</IndependentVotingMemberCnt>
    <Form990PartVIISectionAGrp><PersonNm>${toXml(HOSTILE)}</PersonNm><TitleTxt>Chair</TitleTxt>
      <IndividualTrusteeOrDirectorInd>X</IndividualTrusteeOrDirectorInd><OfficerInd>X</OfficerInd>
      <ReportableCompFromOrgAmt>0</ReportableCompFromOrgAmt></Form990PartVIISectionAGrp>
  </IRS990>
  <IRS990ScheduleI documentId="I1">${GRANTS}</IRS990ScheduleI>`

const filing = (ein: string, id: string, year: number, revenue: number) => ({
  ein,
  id,
  year,
  name: toXml(HOSTILE),
  data: data(revenue),
})

const SUPERSEDED = '202313199349300001'
const CURRENT = '202323199349300002'
const REVENUE = (id: string) => `990:2022:${id}:/IRS990/CYTotalRevenueAmt`

let world: SectionsWorld
beforeAll(async () => {
  world = await openSections('web_sections', [
    filing(EIN, SUPERSEDED, 2022, 100),
    filing(EIN, CURRENT, 2022, 1234567),
    filing(EIN, '202223199349300003', 2021, 77),
    filing(OTHER, '202323199349300004', 2022, 5),
  ])
})
afterAll(() => world.close())

const read = (url: string) => readPage(world.app, url)

describe("a section's page", () => {
  test('links through all rows, each row once', async () => {
    const names: string[] = []
    let next: string | undefined = `/charity/${EIN}/sections/Grants`
    for (let pages = 0; next !== undefined && pages < 5; pages += 1) {
      const { status, $ } = await read(next)
      expect(status).toBe(200)
      names.push(
        ...$('tbody th')
          .toArray()
          .map((cell) => $(cell).text()),
      )
      next = $('.pager a[rel=next]').attr('href')
    }
    expect(names).toHaveLength(60)
    expect(new Set(names).size).toBe(60)
  })

  test('shows on paper the address at which its values open', async () => {
    const { $ } = await read(`/charity/${EIN}/sections/Grants`)
    expect($('.on-paper').text()).toMatch(
      new RegExp(
        `at http://127\\.0\\.0\\.1:8080/charity/${EIN}/sections/Grants\\?Form=990&Year=\\d{4}$`,
      ),
    )
  })

  test('shows filed text as text, whatever it contains', async () => {
    for (const id of ['Grants', 'Programs', 'Leadership', 'Schedules']) {
      const { html, $, headers } = await read(`/charity/${EIN}/sections/${id}`)
      expect(html).not.toContain('<script>alert')
      expect(
        $('script')
          .toArray()
          .every((one) => $(one).attr('src') || $(one).attr('type')),
      ).toBe(true)
      expect(html).not.toMatch(/href="javascript:/i)
      expect(headers['content-security-policy']).toContain("default-src 'none'")
    }
    const { $ } = await read(`/charity/${EIN}/sections/Leadership`)
    expect($('tbody th bdi').first().text()).toBe(HOSTILE)
    expect($('tbody').text()).toContain('Individual trustee or director, Officer')
  })

  test('distinguishes a filed zero from an unreported figure', async () => {
    const { $ } = await read(`/charity/${EIN}/sections/Leadership`)
    expect($('tbody td.number').first().text()).toBe('$0')
    const { $: flow } = await read(`/charity/${EIN}/sections/MoneyFlow`)
    expect(flow('tbody').first().text()).toContain('$0')
    expect(flow('tbody').first().text()).toContain('not reported')
  })

  test('links to other years of the same section', async () => {
    const { $ } = await read(`/charity/${EIN}/sections/MoneyFlow`)
    const years = $('.form-year a')
      .toArray()
      .map((one) => $(one).attr('href'))
    expect(years).toEqual([
      `/charity/${EIN}/sections/MoneyFlow?Form=990&Year=2022`,
      `/charity/${EIN}/sections/MoneyFlow?Form=990&Year=2021`,
    ])
    expect((await read(years[1] ?? '')).$('h1').text()).toBe('Money flow')
  })

  test('lists the others and the nearest, if it does not exist', async () => {
    const unknown = await read(`/charity/${EIN}/sections/Grantz`)
    expect(unknown.status).toBe(404)
    expect(unknown.$('main').text()).toContain('Did you mean Grants?')
    const absent = await read(`/charity/${EIN}/sections/Foundation`)
    expect(absent.status).toBe(404)
    expect(
      absent
        .$('main ul a')
        .toArray()
        .map((one) => absent.$(one).text()),
    ).toContain('Grants')
    expect(absent.$('meta[name=robots]').attr('content')).toBe('noindex')
  })

  test('is an error page for an invalid address', async () => {
    for (const [path, status] of [
      [`/charity/${EIN}/sections/Grants?Year=22`, 422],
      [`/charity/12/sections/Grants`, 422],
      [`/charity/${EIN}/sections/Grants?Cursor=nonsense`, 400],
      [`/charity/070000399/sections/Grants`, 404],
      [`/charity/${EIN}/sections/Grants?Year=2010`, 404],
    ] as const) {
      const page = await read(path)
      expect(page.status, path).toBe(status)
      expect(page.$('h1').length).toBe(1)
    }
    expect((await read(`/charity/${EIN}/sections/Grants?utm_source=letter`)).status).toBe(200)
  })
})

describe('an evidence page', () => {
  test('shows the value, its citation, XPath, and filing', async () => {
    const { status, $ } = await read(evidenceUrl(EIN, REVENUE(CURRENT)))
    expect(status).toBe(200)
    expect($('h1').text()).toBe('Total revenue')
    expect($('.large').text()).toBe('$1,234,567')
    expect($('.citation').text()).toBe('Form 990 (tax year 2022), Part I, line 12.')
    expect($('code').text()).toContain('/IRS990/CYTotalRevenueAmt')
    expect($('main').text()).toContain(CURRENT)
    expect($('meta[name=robots]').attr('content')).toBe('noindex')
    const links = $('.actions a')
      .toArray()
      .map((one) => $(one).attr('href') ?? '')
    for (const link of links) expect((await read(link)).status, link).toBe(200)
    expect(links).toHaveLength(3)
  })

  test('of a replaced filing links to the new one, and to its own whole form', async () => {
    const { status, $ } = await read(evidenceUrl(EIN, REVENUE(SUPERSEDED)))
    expect(status).toBe(200)
    expect(shownValue($)).toBe('100')
    expect($('.notice').text()).toContain(CURRENT)
    expect(linkedRefs($).get(REVENUE(CURRENT))).toBe(EIN)
    expect(linkedRefs($).get(`990:2022:${SUPERSEDED}:/IRS990`)).toBe(EIN)
  })

  test('of a row shows its cells, each a link to its own page', async () => {
    const row = `990:2022:${CURRENT}:/IRS990ScheduleI/RecipientTable[1]`
    const { $ } = await read(evidenceUrl(EIN, row))
    expect($('h1').text()).toBe('Row 1 of grants to domestic organizations and governments')
    expect($('dl').first().text()).toContain(HOSTILE)
    for (const [ref, ein] of linkedRefs($)) {
      expect((await read(evidenceUrl(ein, ref))).status, ref).toBe(200)
    }
  })

  test('of a derived figure shows its formula and each input with its value', async () => {
    const { status, $ } = await read(evidenceUrl(EIN, `derived:independentShare:${EIN}:2022`))
    expect(status).toBe(200)
    expect(shownValue($)).toBe('0.75')
    expect($('.formula').text()).not.toBe('')
    const inputs = $('tbody tr td.number').toArray()
    expect(inputs.map((one) => $(one).text()).sort()).toEqual(['6', '8'])
  })

  test('of a long text shows all of it, as text', async () => {
    const { html, $ } = await read(
      evidenceUrl(EIN, `990:2022:${CURRENT}:/IRS990/ActivityOrMissionDesc`),
    )
    expect($('blockquote').text()).toContain(HOSTILE)
    expect($('blockquote').text().length).toBeGreaterThan(3_500)
    expect(html).not.toContain('<script>alert')
  })

  test('is an error page with advice for a missing or invalid Ref, or one of another organization', async () => {
    const none = await read(`/charity/${EIN}/evidence`)
    expect(none.status).toBe(400)
    expect(none.$('main').text()).toContain('To open evidence, follow the link on a figure')
    expect((await read(evidenceUrl(EIN, 'nonsense'))).status).toBe(400)
    const foreign = await read(evidenceUrl(EIN, REVENUE('202323199349300004')))
    expect(foreign.status).toBe(404)
    expect(foreign.$('main').text()).toContain('does not belong to this organization')
  })
})

describe('the page that lists all filings', () => {
  test('lists each with its state, and the newest at each time', async () => {
    const { status, $ } = await read(`/charity/${EIN}/filings`)
    expect(status).toBe(200)
    const rows = $('tbody tr')
      .toArray()
      .map((row) => $(row).text())
    expect(rows).toHaveLength(3)
    expect(rows[0]).toContain('Current')
    expect(rows[1]).toContain(`Superseded by ${CURRENT}`)
    const whole = await read($('tbody tr').eq(1).find('a[href*=evidence]').attr('href') ?? '')
    expect([whole.status, whole.$('.notice').length]).toEqual([200, 1])
    expect(
      $('.newest li')
        .toArray()
        .map((one) => $(one).text()),
    ).toHaveLength(3)
  })
})

describe('every page', () => {
  test('says whether organizations are made up, and how old the newest return is', async () => {
    for (const url of [`/charity/${EIN}/filings`, '/sources', '/charity/070999999']) {
      const { $ } = await read(url)
      expect($('aside').text(), url).toContain('Every organization here is fictional')
      expect($('footer').text(), url).toMatch(
        /Data loaded on \w+ \d+, \d{4}.*return was received on/,
      )
    }
  })

  test('about sources lists each source, loaded or not', async () => {
    const { status, $ } = await read('/sources')
    expect(status).toBe(200)
    expect($('tbody tr')).toHaveLength(SOURCE_KEYS.length)
  })
})
