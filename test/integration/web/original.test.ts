import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSections, type SectionsWorld, times } from '#test/integration/http/sections-world.ts'
import { readLeaves } from '#test/read-leaves.ts'
import { evidenceUrl, readPage } from './section-page.ts'

const EIN = '070000401'
const OTHER = '070000402'
const SUPERSEDED = '202313199349300001'
const CURRENT = '202323199349300002'
// Enough rows for the repeat to be stored separately and read in two statements.
const ROWS = 1_100
const NAME = 'Fox &amp; Hounds &lt;Society&gt;'

const GRANTS = times(
  ROWS,
  (
    n,
  ) => `<RecipientTable><RecipientBusinessName><BusinessNameLine1Txt>Recipient ${n}</BusinessNameLine1Txt>
    </RecipientBusinessName><CashGrantAmt>${n * 1000}</CashGrantAmt>
    <PurposeOfGrantTxt>General support of the work in place ${n}</PurposeOfGrantTxt></RecipientTable>`,
)
const data = (revenue: number) => `<IRS990 documentId="R1">
    <GrossReceiptsAmt>9</GrossReceiptsAmt><Organization501c3Ind referenceDocumentId="A">X</Organization501c3Ind>
    <CYTotalRevenueAmt>${revenue}</CYTotalRevenueAmt><CYTotalExpensesAmt>0</CYTotalExpensesAmt>
  </IRS990>
  <IRS990ScheduleI documentId="I1">${GRANTS}<Total501c3OrgCnt>3</Total501c3OrgCnt></IRS990ScheduleI>`

const filing = (ein: string, id: string, revenue: number) => ({
  ...{ ein, id, year: 2022, name: NAME },
  data: data(revenue),
})
const REVENUE = (id: string) => `990:2022:${id}:/IRS990/CYTotalRevenueAmt`

let world: SectionsWorld
beforeAll(async () => {
  world = await openSections('web_original', [
    filing(EIN, SUPERSEDED, 100),
    filing(EIN, CURRENT, 3271023),
    filing(OTHER, '202323199349300003', 5),
  ])
})
afterAll(() => world.close())

const read = (url: string) => readPage(world.app, url)
const PATHS = [
  (ein: string, id: string) => `/charity/${ein}/filings/${id}.xml`,
  (ein: string, id: string) => `/api/v2/charity/${ein}/filings/${id}/xml`,
]

describe.each(PATHS)('a return as XML (%s)', (pathOf) => {
  test('has every leaf, in order, and says that it is rebuilt', async () => {
    for (const [id, revenue] of [
      [CURRENT, '3271023'],
      [SUPERSEDED, '100'],
    ] as const) {
      const { status, html, headers } = await read(pathOf(EIN, id))
      expect(status).toBe(200)
      expect(headers['content-type']).toBe('application/xml; charset=utf-8')
      expect(headers['content-disposition']).toBe(`attachment; filename="${id}.xml"`)
      expect(html).toContain('This is not the file that the IRS published')
      const leaves = new Map(readLeaves(html).map(({ path, text }) => [path, text]))
      const main = '/Return[1]/ReturnData[1]/IRS990[1]'
      expect(leaves.get(`${main}/CYTotalRevenueAmt[1]`)).toBe(revenue)
      expect(leaves.get(`${main}/Organization501c3Ind[1]/@referenceDocumentId`)).toBe('A')
      const schedule = '/Return[1]/ReturnData[1]/IRS990ScheduleI[1]'
      expect(leaves.get(`${schedule}/RecipientTable[${ROWS}]/CashGrantAmt[1]`)).toBe('1100000')
      expect([...leaves.keys()].at(-1)).toBe(`${schedule}/Total501c3OrgCnt[1]`)
      expect([...leaves.keys()].filter((path) => path.endsWith('CashGrantAmt[1]'))).toHaveLength(
        ROWS,
      )
    }
  })

  test.each([
    ['another organization', OTHER, CURRENT, 404],
    ['an unknown object id', EIN, '202399999999999999', 404],
    ['an unknown organization', '070999999', CURRENT, 404],
    ['no EIN', 'x', CURRENT, 422],
  ])('of %s is refused', async (_, ein, id, status) => {
    expect((await read(pathOf(ein, id))).status).toBe(status)
  })

  test('answers HEAD, and frees its slot each time', async () => {
    for (let n = 0; n < 5; n += 1) {
      const { statusCode } = await world.app.inject({
        method: 'HEAD',
        url: pathOf(EIN, CURRENT),
        remoteAddress: '172.31.0.1',
      })
      expect(statusCode).toBe(200)
    }
  })
})

test.each([`${CURRENT}`, `${CURRENT}.txt`, 'x.xml', '..%2f..%2fetc.xml'])(
  'the address of filing %s is not a page',
  async (file) => {
    expect((await read(`/charity/${EIN}/filings/${file}`)).status).toBe(404)
  },
)

describe('an evidence page', () => {
  test('quotes the element, with the elements that contain it', async () => {
    const { $ } = await read(evidenceUrl(EIN, REVENUE(CURRENT)))
    expect($('pre code').first().text()).toBe('<CYTotalRevenueAmt>3271023</CYTotalRevenueAmt>')
    expect($('main').text()).toContain('Return › ReturnData › IRS990')
    const box = `990:2022:${CURRENT}:/IRS990/Organization501c3Ind`
    expect((await read(evidenceUrl(EIN, box))).$('pre code').first().text()).toBe(
      '<Organization501c3Ind referenceDocumentId="A">X</Organization501c3Ind>',
    )
    const row = `990:2022:${CURRENT}:/IRS990ScheduleI/RecipientTable[2]`
    expect((await read(evidenceUrl(EIN, row))).$('pre code').first().text()).toContain(
      '<CashGrantAmt>2000</CashGrantAmt>',
    )
  })

  test('opens the page of a current filing, and the whole form of a superseded one', async () => {
    const current = await read(evidenceUrl(EIN, REVENUE(CURRENT)))
    const open = (page: typeof current) =>
      page.$('.actions a').filter((_, one) => page.$(one).text() === 'Open this filing')
    expect(open(current).attr('href')).toBe(`/charity/${EIN}?Form=990&Year=2022`)
    const older = await read(evidenceUrl(EIN, REVENUE(SUPERSEDED)))
    const whole = await read(open(older).attr('href') ?? '')
    expect(whole.status).toBe(200)
    expect(whole.$('main').text()).toContain(SUPERSEDED)
    expect(open(whole)).toHaveLength(0)
  })

  test('offers the XML; a fictional organization has no original elsewhere', async () => {
    for (const url of [
      evidenceUrl(EIN, REVENUE(SUPERSEDED)),
      `/charity/${EIN}/filings`,
      `/charity/${EIN}/sections/Grants`,
    ]) {
      const { $ } = await read(url)
      const links = $('main a[href$=".xml"]')
      expect(links.length, url).toBeGreaterThan(0)
      expect((await read(links.first().attr('href') ?? '')).status).toBe(200)
      expect($('a[href*="propublica"]')).toHaveLength(0)
    }
  })

  test('has a citation in three styles with a permanent address', async () => {
    const { $ } = await read(evidenceUrl(EIN, REVENUE(CURRENT)))
    const [text = '', apa = '', bibtex = '', url = ''] = $('.cite pre')
      .toArray()
      .map((one) => $(one).text())
    expect(text).toMatch(/^Total revenue: \$3,271,023\. Fox & Hounds .*Part I, line 12, object ID/)
    expect(apa).toContain('Fox & Hounds')
    expect(bibtex).toContain('@misc{070000401-2022-CYTotalRevenueAmt,')
    const { pathname, search } = new URL(url)
    expect((await read(pathname + search)).status).toBe(200)
  })
})

describe('any Ref', () => {
  type Evidence = { [field: string]: unknown; Citation: { URL: string }; Filing?: object }
  const ask = async (ref: string) =>
    world.get<Evidence>(`/api/v2/evidence?Ref=${encodeURIComponent(ref)}`)

  test('opens without an EIN, with value, filing, and citation', async () => {
    const { status, body } = await ask(REVENUE(SUPERSEDED))
    expect(status).toBe(200)
    expect(body).toMatchObject({
      EIN,
      Label: 'Total revenue',
      Value: 100,
      Unit: 'USD',
      XML: '<CYTotalRevenueAmt>100</CYTotalRevenueAmt>',
      Filing: { ObjectID: SUPERSEDED, Status: 'Superseded', SupersededBy: CURRENT },
      EvidenceRef: { Ref: REVENUE(SUPERSEDED), Citation: expect.stringContaining('line 12') },
    })
    const { pathname, search } = new URL(body.Citation.URL)
    expect((await read(pathname + search)).status).toBe(200)
    const row = await ask(`990:2022:${CURRENT}:/IRS990ScheduleI/RecipientTable[2]`)
    expect([row.status, row.body.Value]).toEqual([200, undefined])
  })

  test.each([
    ['a leaf that does not exist', `990:2022:${CURRENT}:/IRS990/CYSalariesAmt`, 404],
    ['a filing that is not loaded', '990:2022:202399999999999999:/IRS990/X', 404],
    ['an unknown award', 'award:NONE', 404],
    ['an entry of a list that is not loaded', 'sdn:2026-04:1', 404],
    ['an organization that is not loaded', 'bmf:2026-04:070999999:NAME', 404],
    ['other text', 'nonsense', 400],
  ])('%s is an error', async (_, ref, status) => {
    expect((await ask(ref)).status).toBe(status)
    expect((await read(`/evidence?Ref=${encodeURIComponent(ref)}`)).status).toBeOneOf([302, status])
  })

  test('without a Ref is refused', async () => {
    expect((await world.get('/api/v2/evidence')).status).toBe(422)
    expect((await read('/evidence')).status).toBe(400)
  })

  test('leads to its page', async () => {
    const { status, headers } = await read(`/evidence?Ref=${encodeURIComponent(REVENUE(CURRENT))}`)
    expect(status).toBe(302)
    expect((await read(String(headers.location))).$('.large data').attr('value')).toBe('3271023')
  })
})
