import { beforeAll, describe, expect, test } from 'vitest'
import { resolveNetwork } from '#indexer/network/run.ts'
import { makeAllDue } from '#indexer/network/state.ts'
import { madeObjectId } from '#test/integration/indexer/made-archives.ts'
import { giverXml, type MadeGiver } from '#test/integration/network/made-givers.ts'
import { opened } from '#test/integration/opened.ts'
import { readPage, textOf } from '#test/integration/web/section-page.ts'
import { expectRecorded } from '#test/recorded.ts'
import { testCases } from '#test/unit/cases.ts'
import { withKey } from './money-world.ts'
import { openFiles } from './profiles-world.ts'

const OAK = '170000010'
const ELM = '170000020'
/** No filing or registry has these EINs. */
const ALDER = '280000101'
const CHOIR = '280000102'

const name = 'Alder State University'
const toAlder = { name, ein: ALDER, city: 'Lima' }
const GIVERS: MadeGiver[] = [
  {
    ...{ ein: OAK, name: 'Oak Fund', objectId: madeObjectId(1) },
    grants: [
      { ...toAlder, amount: 500 },
      { ...toAlder, name: 'Trustees of Alder State Univ', amount: 100 },
      { name: 'Quarry Lake Choir', ein: CHOIR, amount: 200 },
      { name: 'Nowhere Club', amount: 200 },
      { name: 'Unpriced Club' },
    ],
  },
  { ein: ELM, name: 'Elm Fund', objectId: madeObjectId(2), grants: [{ ...toAlder, amount: 50 }] },
]

const world = opened(async () => {
  const files = GIVERS.map((giver) => [`${giver.objectId}_public.xml`, giverXml(giver)])
  return withKey(await openFiles('unlisted', Object.fromEntries(files)))
})
beforeAll(async () => {
  // Made EINs have prefixes that never count; here all of them but 97 count.
  await makeAllDue(world.postgres)
  await resolveNetwork(world.postgres, { unassignedPrefixes: ['97'] })
})

const charity = (ein: string, operation: string) => `/api/v2/charity/${ein}/${operation}`

describe('a recipient whose EIN no loaded source knows', () => {
  testCases(
    'a recipient whose EIN no loaded source knows',
    async (_: string, url: string, body: object) => {
      expect(await world.read(url)).toMatchObject(body)
    },
  )

  test('has no profile', async () => {
    const { status, detail } = await world.refuse(charity(ALDER, 'funders'))
    expect(status).toBe(404)
    for (const part of [name, `/for-cohort?EINs=${ALDER}`]) {
      expect(JSON.stringify(detail)).toContain(part)
    }
  })
})

test('the money given has the share with an identified recipient', async () => {
  expect(await world.read(charity(OAK, 'grants'))).toMatchObject({
    UnresolvedCount: 2,
    Totals: {
      Outgoing: { GrantCount: 5, TotalAmount: 1_000, IdentifiedAmount: 800, IdentifiedShare: 0.8 },
    },
  })
  const unpriced = await world.read(charity(OAK, 'grants?Match=None&MinYear=2024'))
  expect(unpriced).toMatchObject({ RowCount: 0, Totals: {} })
})

describe('pages', () => {
  const open = async (url: string) => {
    const page = await readPage(world.app, url)
    return { ...page, text: textOf(page.$) }
  }

  test('show a recipient with its name, and its EIN leads to what is known of it', async () => {
    const { text } = await open(`/charity/${OAK}`)
    const { $ } = await open(`/charity/${OAK}/grants?Direction=Outgoing`)
    const row = $('tr').filter((_, one) => $(one).text().includes('Alder State'))
    expect(row.find(`a[href="/charity/${ALDER}"]`).text()).toBe(name)
    expect(row.text()).toContain('28-0000101')
    expect(text).toContain('80%')
    const section = await open(`/charity/${OAK}/sections/Grants`)
    expect(section.$(`.row-note a[href="/charity/${ALDER}"]`).length).toBe(2)
  })

  test('of an EIN outside the data show who gave to it, each with its row', async () => {
    const { status, $, text } = await open(`/charity/${ALDER}`)
    expect([status, $('meta[name=robots]').attr('content')]).toEqual([404, 'noindex'])
    const amounts = [...$('main .rows-plain li')].map((row) => $(row).text().match(/\$\d+/)?.[0])
    expect(amounts).toEqual(['$600', '$50'])
    const hrefs = [...$('main .rows-plain a')].map((link) => $(link).attr('href') ?? '')
    expect(hrefs.length).toBeGreaterThan(3)
    for (const href of hrefs) expect((await open(href)).status, href).toBe(200)
    const unnamed = await open('/charity/280009999')
    expect(unnamed.status).toBe(404)
    expect([...unnamed.$('main li a')].map((one) => unnamed.$(one).attr('href'))).toEqual([
      '/',
      'https://apps.irs.gov/app/eos/',
      '/sources',
    ])
    await expectRecorded('pages-unknown', {
      'an EIN that filings name': text,
      'an EIN that nothing names': unnamed.text,
    })
  })
})
