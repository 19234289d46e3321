import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load } from 'cheerio'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resolveNetwork } from '#indexer/network/run.ts'
import { makeAllDue } from '#indexer/network/state.ts'
import { listGrantees } from '#src/tools/money/counterparties.ts'
import { listGrants } from '#src/tools/money/grants.ts'
import { madeObjectId } from '#test/integration/indexer/made-archives.ts'
import { giverXml, type MadeGiver } from '#test/integration/network/made-givers.ts'
import { type MoneyWorld, withKey } from './money-world.ts'
import { openProfiles } from './profiles-world.ts'

const OAK = '170000010'
const ELM = '170000020'
/** No filing or registry has these EINs. */
const ALDER = '280000101'
const CHOIR = '280000102'

const toAlder = { name: 'Alder State University', ein: ALDER, city: 'Lima' }
const GIVERS: MadeGiver[] = [
  {
    ein: OAK,
    name: 'Oak Fund',
    objectId: madeObjectId(1),
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

let world: MoneyWorld

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'unlisted-'))
  for (const giver of GIVERS) {
    writeFileSync(join(folder, `${giver.objectId}_public.xml`), giverXml(giver))
  }
  world = await withKey(await openProfiles('unlisted', [folder]), () =>
    rmSync(folder, { recursive: true }),
  )
  // Made EINs have prefixes that never count; here all of them but 97 count.
  await makeAllDue(world.postgres)
  await resolveNetwork(world.postgres, { unassignedPrefixes: ['97'] })
})
afterAll(() => world?.close())

const charity = (ein: string, operation: string) => `/api/v2/charity/${ein}/${operation}`
const party = { EIN: ALDER, Location: 'Lima, OH', ProfileAvailable: false }

describe('a recipient whose EIN no loaded source knows', () => {
  test('is a grantee with the name of its largest grant', async () => {
    const list = await world.read(charity(OAK, 'grantees'))
    expect(list).toMatchObject({
      GranteeCount: 2,
      TotalAmount: 800,
      Grantees: [
        {
          EIN: Number(ALDER),
          Name: 'Alder State University',
          Location: 'Lima, OH',
          ProfileAvailable: false,
          Amount: 600,
          GrantCount: 2,
        },
        { EIN: Number(CHOIR), Name: 'Quarry Lake Choir', Amount: 200, ProfileAvailable: false },
      ],
    })
  })

  test('is a counterparty of the money network', async () => {
    expect(await world.read(charity(OAK, 'money-network?Limit=1'))).toMatchObject({
      Edges: [
        {
          Counterparty: { ...party, Name: 'Alder State University' },
          Amount: 600,
          Count: 2,
          MatchMethod: 'FiledEIN',
          MatchConfidence: 'Moderate',
        },
      ],
    })
  })

  test('is in the list of grants under the name in the row', async () => {
    const match = { MatchMethod: 'FiledEIN', MatchConfidence: 'Moderate' }
    const list = await world.read(charity(OAK, 'grants?Match=Moderate'))
    expect(list).toMatchObject({
      Grants: [
        { Recipient: { ...party, Name: 'Alder State University' }, ...match },
        { Recipient: { ...party, Name: 'Trustees of Alder State Univ' }, ...match },
      ],
    })
    expect(JSON.stringify(list)).not.toContain('FiledEIN":"')
  })

  test('has its funders in a cohort, and no profile', async () => {
    expect(await world.read(`/api/v2/funders/for-cohort?EINs=${ALDER}`)).toMatchObject({
      Funders: [
        { EIN: Number(OAK), Amount: 600 },
        { EIN: Number(ELM), Amount: 50 },
      ],
    })
    const { status, detail } = await world.refuse(charity(ALDER, 'funders'))
    expect(status).toBe(404)
    expect(JSON.stringify(detail)).toMatch(
      /Returns of its funders name it .{1,2}Alder State University.*for-cohort\?EINs=280000101/,
    )
  })

  test('is a node of the related graph with its name', async () => {
    const { body } = await world.get(charity(OAK, 'related'))
    expect(JSON.stringify(body)).toContain(
      '"name":"Alder State University","location":{"city":"Lima","state":"OH"}',
    )
  })

  test('is on pages with its name, and its EIN leads to what is known of it', async () => {
    const page = load((await world.app.inject(`/charity/${OAK}`)).body)
    const row = page('tr').filter((_, one) => page(one).text().includes('Alder State'))
    expect(row.text()).toContain('EIN 28-0000101, not in our data')
    expect(row.find(`a[href="/charity/${ALDER}"]`).text()).toContain('Alder State')
    const section = await world.app.inject(`/charity/${OAK}/sections/Grants`)
    expect(load(section.body).text().replaceAll(/\s+/g, ' ')).toContain(
      'matched by the filed EIN (moderate: several funders file it with this name; not in our data)',
    )
  })
})

describe('the page of an EIN that is not in the data', () => {
  const open = async (ein: string) => {
    const { statusCode, body } = await world.app.inject({
      url: `/charity/${ein}`,
      headers: { accept: 'text/html' },
    })
    const $ = load(body)
    return { status: statusCode, $, text: $('main').text().replaceAll(/\s+/g, ' ') }
  }

  test('shows who gave to it and how much, each with its row', async () => {
    const { status, $, text } = await open(ALDER)
    expect(status).toBe(404)
    expect($('h1').text()).toBe('EIN 28-0000101 is not in our data')
    expect(text).toContain('Filings of others name it Alder State University.')
    expect(text).toContain('Recipient of 3 grants from 2 funders in the returns loaded here, $650')
    expect(
      $('tbody tr')
        .toArray()
        .map((row) =>
          $(row)
            .find('td')
            .toArray()
            .map((cell) => $(cell).text()),
        ),
    ).toEqual([
      ['$600', '2', expect.stringMatching(/^\d{4}$/)],
      ['$50', '1', expect.stringMatching(/^\d{4}$/)],
    ])
    for (const link of $('tbody a').toArray()) {
      const { statusCode } = await world.app.inject($(link).attr('href') ?? '')
      expect(statusCode, $(link).attr('href')).toBe(200)
    }
    expect($('meta[name=robots]').attr('content')).toBe('noindex')
  })

  test('that nothing names says so, and where to look next', async () => {
    const { status, $, text } = await open('280009999')
    expect(status).toBe(404)
    expect(text).toContain('No filing or award in our data names this EIN.')
    expect(text).toContain('in a state whose registry is not loaded')
    const links = $('main li a')
      .toArray()
      .map((one) => $(one).attr('href'))
    expect(links).toEqual(['/', 'https://apps.irs.gov/app/eos/', '/sources'])
  })
})

describe('the money given', () => {
  test('has the share with an identified recipient in its totals', async () => {
    const list = await world.read(charity(OAK, 'grants'))
    expect(list).toMatchObject({
      UnresolvedCount: 2,
      Totals: {
        Outgoing: {
          GrantCount: 5,
          TotalAmount: 1_000,
          IdentifiedAmount: 800,
          IdentifiedShare: 0.8,
        },
      },
    })
    expect(listGrants.operation.toText(list)).toContain(
      'Of all grants given, $800 of $1,000 (80%) has an identified recipient.',
    )
    const unpriced = await world.read(charity(OAK, 'grants?Match=None&MinYear=2024'))
    expect(unpriced).toMatchObject({ RowCount: 0, Totals: {} })
  })

  test('has the share in the tool and on the page', async () => {
    const answer = await listGrantees.run(
      world.deps,
      { ein: OAK, limit: 5 },
      new AbortController().signal,
    )
    expect(answer).toMatchObject({ given: 1_000, identified: 800, unresolved: 2 })
    const page = load((await world.app.inject(`/charity/${OAK}`)).body)
    expect(page('main').text().replaceAll(/\s+/g, ' ')).toContain(
      '(80% of the $1.0K that its returns list)',
    )
  })
})
