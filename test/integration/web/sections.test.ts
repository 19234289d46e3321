import { describe, expect, test } from 'vitest'
import { openSections, times } from '#test/integration/http/sections-world.ts'
import { opened } from '#test/integration/opened.ts'
import { readLeaves } from '#test/read-leaves.ts'
import { expectRecorded } from '#test/recorded.ts'
import { testCases } from '#test/unit/cases.ts'
import {
  evidenceUrl,
  hrefsOf,
  linkedRefs,
  openPage,
  readPage,
  shownValue,
  textOf,
  textsOf,
} from './section-page.ts'

const EIN = '070000301'
const OTHER = '070000302'
const HOSTILE = '<script>alert(1)</script>"\'&‮evil'
const toXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

// Enough rows for the repeat to be stored separately and read in two statements.
const ROWS = 1_100
const grants = (rows: number) =>
  times(rows, (n) => {
    const name = n === 1 ? toXml(HOSTILE) : `Recipient ${n}`
    const purpose = n === 2 ? 'javascript:alert(1)' : `General support of the work in place ${n}`
    return `<RecipientTable><RecipientBusinessName><BusinessNameLine1Txt>${name}</BusinessNameLine1Txt>
      </RecipientBusinessName><CashGrantAmt>${n * 1000}</CashGrantAmt>
      <PurposeOfGrantTxt>${purpose}</PurposeOfGrantTxt></RecipientTable>`
  })

const filing = (ein: string, id: string, revenue: number, year = 2022, rows = 60) => ({
  ...{ ein, id, year, name: toXml(HOSTILE) },
  data: `<IRS990 documentId="R1">
    <GrossReceiptsAmt>9</GrossReceiptsAmt><Organization501c3Ind referenceDocumentId="A">X</Organization501c3Ind>
    <ActivityOrMissionDesc>${toXml(`${HOSTILE} ${'Feeds neighbours. '.repeat(200)}`)}</ActivityOrMissionDesc>
    <CYTotalRevenueAmt>${revenue}</CYTotalRevenueAmt><CYTotalExpensesAmt>0</CYTotalExpensesAmt>
    <TotalAssetsEOYAmt>500</TotalAssetsEOYAmt>
    <GoverningBodyVotingMembersCnt>8</GoverningBodyVotingMembersCnt>
    <IndependentVotingMemberCnt>6</IndependentVotingMemberCnt>
    <Form990PartVIISectionAGrp><PersonNm>${toXml(HOSTILE)}</PersonNm><TitleTxt>Chair</TitleTxt>
      <IndividualTrusteeOrDirectorInd>X</IndividualTrusteeOrDirectorInd><OfficerInd>X</OfficerInd>
      <ReportableCompFromOrgAmt>0</ReportableCompFromOrgAmt></Form990PartVIISectionAGrp>
  </IRS990>
  <IRS990ScheduleI documentId="I1">${grants(rows)}<Total501c3OrgCnt>3</Total501c3OrgCnt></IRS990ScheduleI>`,
})

const SUPERSEDED = '202313199349300001'
const CURRENT = '202323199349300002'
const FOREIGN = '202323199349300004'
const leaf = (id: string, path = 'IRS990/CYTotalRevenueAmt') => `990:2022:${id}:/${path}`
const ROW = 'IRS990ScheduleI/RecipientTable'

const world = opened(() =>
  openSections('web_sections', [
    filing(EIN, SUPERSEDED, 100, 2022, ROWS),
    filing(EIN, CURRENT, 1234567),
    filing(EIN, '202223199349300003', 77, 2021),
    filing(OTHER, FOREIGN, 5),
  ]),
)

const read = (url: string, status?: number) => openPage(world.app, url, status)
const section = (id: string) => `/charity/${EIN}/sections/${id}`
const returnOf = (id: string) => `/charity/${EIN}/filings/${id}/return`
const evidence = (ref: string, status?: number) => read(evidenceUrl(EIN, ref), status)

describe("a section's page", () => {
  test('links through all rows, each row once', async () => {
    const names: string[] = []
    let next: string | undefined = section('Grants')
    for (let pages = 0; next !== undefined && pages < 5; pages += 1) {
      const { $ } = await read(next)
      names.push(...textsOf($, 'tbody th'))
      next = $('.pager a[rel=next]').attr('href')
    }
    expect([names.length, new Set(names).size]).toEqual([60, 60])
  })

  test('shows filed text as text, whatever it contains', async () => {
    for (const url of [...['Grants', 'Programs', 'Leadership'].map(section), returnOf(CURRENT)]) {
      const { html, $, headers } = await read(url)
      expect(html).not.toContain('<script>alert')
      expect($('script:not([src]):not([type])')).toHaveLength(0)
      expect(html).not.toMatch(/href="javascript:/i)
      expect(headers['content-security-policy']).toContain("default-src 'none'")
    }
    const { $ } = await read(section('Leadership'))
    expect($('tbody').text()).toContain('director, Officer')
    expect($('tbody th bdi').first().text()).toBe(HOSTILE)
  })

  test('opens the return instead of its schedules, and the return from evidence', async () => {
    expect((await read(section('Schedules'), 301)).headers.location).toBe(returnOf(CURRENT))
    const { $ } = await evidence(leaf(SUPERSEDED, `${ROW}[1050]/CashGrantAmt`))
    const href = hrefsOf($, '.actions a').find((one) => one.startsWith(returnOf(SUPERSEDED))) ?? ''
    const [url = '', anchor = ''] = href.split('#')
    const page = await read(url)
    expect(page.$(`[id="${anchor}"]`).text()).toBe('$1,050,000')
    expect(textsOf(page.$, 'tbody td.line')).toEqual(
      times(100, (n) => ` ${1000 + n}`)
        .trim()
        .split(' '),
    )
    const refs = [...linkedRefs((await read(returnOf(SUPERSEDED))).$).keys()]
    expect(refs).toContain(leaf(SUPERSEDED))
    expect(refs.filter((ref) => ref.includes(ROW))).toEqual([])
    await read(`${returnOf(SUPERSEDED)}?Part=schedule-i&Page=12`, 422)
    await read(`${returnOf(SUPERSEDED)}?Part=schedule-z`, 404)
  })

  test('distinguishes a filed zero from an unreported figure', async () => {
    const leadership = await read(section('Leadership'))
    expect(leadership.$('tbody td.number').first().text()).toBe('$0')
    const { $ } = await read(`/charity/${EIN}/money`)
    expect(textsOf($, '.lines td.number')).toContain('$0')
    expect($('.tiles .unknown').length).toBeGreaterThan(0)
  })

  test('links to other years of the same section', async () => {
    const { $ } = await read(section('Leadership'))
    const years = hrefsOf($, '.years a')
    expect(years).toEqual(
      [2022, 2021].map((one) => `${section('Leadership')}?Form=990&Year=${one}`),
    )
    expect((await read(years[1] ?? '')).$('h2').first().text()).toBe($('h2').first().text())
  })

  test('is its place on a tab if the tab shows all of it', async () => {
    const { headers } = await read(`${section('Governance')}?Year=2021`, 301)
    expect(headers.location).toBe(`/charity/${EIN}/people?Year=2021#Governance`)
    expect((await read(String(headers.location))).$('h2#Governance')).toHaveLength(1)
  })

  test('names the nearest if it does not exist, and opens its tab if it is not filed', async () => {
    const { $ } = await read(section('Grantz'), 404)
    expect($('main').text()).toContain('Grants?')
    expect($('meta[name=robots]').attr('content')).toBe('noindex')
    const { headers } = await read(section('Fundraising'), 302)
    expect(headers.location).toBe(`/charity/${EIN}/money?Form=990&Year=2022`)
  })

  testCases('addresses with a status', async (url: string, status: number) => {
    expect((await read(url, status)).$('h1')).toHaveLength(1)
  })
})

describe('an evidence page', () => {
  test('shows the value, its citation, and its filing, and links to them', async () => {
    const { $ } = await evidence(leaf(CURRENT))
    expect($('.large').text()).toBe('$1,234,567')
    expect($('meta[name=robots]').attr('content')).toBe('noindex')
    const links = hrefsOf($, '.actions a')
    expect(links).toHaveLength(2)
    expect(links[0]).toMatch(`/charity/${EIN}/filings/${CURRENT}/return?At=`)
    for (const link of links) await read(link)
    const [url = ''] = /http:\S+/.exec(textOf($, '.cite pre')) ?? []
    const { pathname, search } = new URL(url)
    await read(pathname + search)
    await expectRecorded('pages-evidence', {
      'a figure': textOf($),
      'the notice of a superseded filing': textOf((await evidence(leaf(SUPERSEDED))).$, '.notice'),
      'the cells of a row': textOf((await evidence(leaf(CURRENT, `${ROW}[1]`))).$, 'main dl:first'),
      'a derived figure': textOf((await evidence(`derived:independentShare:${EIN}:2022`)).$),
      'a Ref of another organization': textOf((await evidence(leaf(FOREIGN), 404)).$),
      'no Ref': textOf((await read(`/charity/${EIN}/evidence`, 400)).$),
    })
  })

  test.each([
    ['IRS990/CYTotalRevenueAmt', '<CYTotalRevenueAmt>1234567</CYTotalRevenueAmt>'],
    ['IRS990/Organization501c3Ind', ' referenceDocumentId="A">X</Organization501c3Ind>'],
    [`${ROW}[2]`, '<CashGrantAmt>2000</CashGrantAmt>'],
  ])('quotes the element %s', async (path, xml) => {
    const { $ } = await evidence(leaf(CURRENT, path))
    expect($('pre code').last().text()).toContain(xml)
  })

  test('of a replaced filing links to the new one, and to its own return', async () => {
    const { $ } = await evidence(leaf(SUPERSEDED))
    expect(shownValue($)).toBe('100')
    expect(linkedRefs($).get(leaf(CURRENT))).toBe(EIN)
    expect(hrefsOf($, '.actions a')[0]).toMatch(`/filings/${SUPERSEDED}/return?At=`)
    const form = await evidence(leaf(SUPERSEDED, 'IRS990'))
    expect(form.$('main').text()).toContain(SUPERSEDED)
  })

  test('of a row shows its cells, each a link to its own page', async () => {
    const { $ } = await evidence(leaf(CURRENT, `${ROW}[1]`))
    expect($('dl').first().text()).toContain(HOSTILE)
    for (const [ref] of linkedRefs($)) await evidence(ref)
  })

  test('of a derived figure shows its formula and each input with its value', async () => {
    const { $ } = await evidence(`derived:independentShare:${EIN}:2022`)
    expect(shownValue($)).toBe('0.75')
    expect($('.formula').text()).not.toBe('')
    expect(textsOf($, 'tbody tr td.number').sort()).toEqual(['6', '8'])
  })
})

describe.each([
  (ein: string, id: string) => `/charity/${ein}/filings/${id}.xml`,
  (ein: string, id: string) => `/api/v2/charity/${ein}/filings/${id}/xml`,
])('a return as XML (%s)', (pathOf) => {
  test.each([
    [CURRENT, '1234567', 60],
    [SUPERSEDED, '100', ROWS],
  ])('%s has every leaf, in order', async (id, revenue, rows) => {
    const { html, headers } = await read(pathOf(EIN, id))
    expect(headers['content-type']).toBe('application/xml; charset=utf-8')
    expect(headers['content-disposition']).toBe(`attachment; filename="${id}.xml"`)
    const leaves = new Map(readLeaves(html).map(({ path, text }) => [path, text]))
    const [main, schedule] = ['IRS990', 'IRS990ScheduleI'].map(
      (one) => `/Return[1]/ReturnData[1]/${one}[1]`,
    )
    expect(leaves.get(`${main}/CYTotalRevenueAmt[1]`)).toBe(revenue)
    expect(leaves.get(`${main}/Organization501c3Ind[1]/@referenceDocumentId`)).toBe('A')
    expect(leaves.get(`${schedule}/RecipientTable[${rows}]/CashGrantAmt[1]`)).toBe(`${rows}000`)
    const paths = [...leaves.keys()]
    expect(paths.at(-1)).toBe(`${schedule}/Total501c3OrgCnt[1]`)
    expect(paths.filter((path) => path.endsWith('CashGrantAmt[1]'))).toHaveLength(rows)
  })

  test.each([
    ['another organization', OTHER, CURRENT, 404],
    ['an unknown object id', EIN, '202399999999999999', 404],
    ['an unknown organization', '070999999', CURRENT, 404],
    ['no EIN', 'x', CURRENT, 422],
  ])('of %s is refused', async (_, ein, id, status) => {
    await read(pathOf(ein, id), status)
  })

  test('answers HEAD, and frees its slot each time', async () => {
    const head = { method: 'HEAD', url: pathOf(EIN, CURRENT), remoteAddress: '172.31.0.1' } as const
    for (let n = 0; n < 5; n += 1) expect((await world.app.inject(head)).statusCode).toBe(200)
  })
})

describe('any Ref', () => {
  type Evidence = { [field: string]: unknown; Citation: { URL: string } }
  const ask = (ref: string) =>
    world.get<Evidence>(`/api/v2/evidence?Ref=${encodeURIComponent(ref)}`)

  test('opens without an EIN, with value, filing, and citation, and leads to its page', async () => {
    const { body } = await ask(leaf(SUPERSEDED))
    expect(body).toMatchObject({
      ...{ EIN, Value: 100, Unit: 'USD', XML: '<CYTotalRevenueAmt>100</CYTotalRevenueAmt>' },
      Filing: { ObjectID: SUPERSEDED, Status: 'Superseded', SupersededBy: CURRENT },
      EvidenceRef: { Ref: leaf(SUPERSEDED), Citation: expect.stringContaining('line 12') },
    })
    const { pathname, search } = new URL(body.Citation.URL)
    await read(pathname + search)
    const row = await ask(leaf(CURRENT, `${ROW}[2]`))
    expect([row.status, row.body.Value]).toEqual([200, undefined])
    const { headers } = await read(`/evidence?Ref=${encodeURIComponent(leaf(CURRENT))}`, 302)
    expect(shownValue((await read(String(headers.location))).$)).toBe('1234567')
  })

  testCases('Refs with a status', async (ref: string, status: number) => {
    expect((await ask(ref)).status).toBe(status)
    const page = await readPage(world.app, `/evidence?Ref=${encodeURIComponent(ref)}`)
    expect(page.status).toBeOneOf([302, status])
  })
})

test('all filings are listed, each with its state', async () => {
  const { $ } = await read(`/charity/${EIN}/filings`)
  const rows = textsOf($, 'tbody tr')
  expect(rows).toHaveLength(3)
  expect(rows[1]).toContain(CURRENT)
  const { $: whole } = await read(hrefsOf($, 'tbody tr:nth-child(2) a[href$=return]')[0] ?? '')
  expect(whole('.notice')).toHaveLength(1)
})

test('pages offer the XML; a fictional organization has no original elsewhere', async () => {
  for (const url of [`/charity/${EIN}/filings`, evidenceUrl(EIN, leaf(SUPERSEDED))]) {
    const { $ } = await read(url)
    await read(hrefsOf($, 'main a[href$=".xml"]')[0] ?? '')
    expect($('a[href*="propublica"]')).toHaveLength(0)
  }
})
