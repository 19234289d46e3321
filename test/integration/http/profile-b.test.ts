import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { errorEnvelope } from '#src/api/b/operation.ts'

import { POLICY_VERSION, wholeScore } from '#src/rating/rating.ts'
import { HEADER, makeReturn } from '#test/unit/indexer/made-return.ts'
import { takeSamples } from '#test/world/samples.ts'
import { blockData, coreData, expectSources, OPERATIONS, readData } from './answers-b.ts'
import { openDemo, openProfiles, type ProfilesWorld } from './profiles-world.ts'

let world: ProfilesWorld
beforeAll(async () => {
  world = await openDemo('b')
})
afterAll(() => world.close())

const url = (ein: string, operation: string) => `/api/v2/charity/${ein}/${operation}`
type Answers = { [Name in keyof typeof OPERATIONS]: z.output<(typeof OPERATIONS)[Name]> }

async function open<Name extends keyof typeof OPERATIONS>(
  ein: string,
  name: Name,
  query = '',
): Promise<Answers[Name]> {
  const answer = await world.get(`${url(ein, name)}${query}`)
  return readData(answer, OPERATIONS[name]) as Answers[Name]
}
const openBlock = async (ein: string, block: string, query = '') =>
  readData(await world.get(`${url(ein, `block/${block}`)}${query}`), blockData)

async function refuse(path: string) {
  const { status, body } = await world.get(path)
  return { status, error: errorEnvelope.parse(body).error }
}

/** The largest of the demo, with four years and Schedules I, J, K, and R. */
const LARGE = '290000118'
const CENTRAL = '180000201'
const SYNOD = '190000301'

describe('every operation', () => {
  test.each(Object.entries(OPERATIONS))('%s has a source for each figure', async (name, schema) => {
    const filers = await world.postgres.query<{ ein: string }>('select distinct ein from filing')
    let figures = 0
    for (const ein of takeSamples(filers.map((filer) => filer.ein))) {
      figures += expectSources(readData(await world.get(url(ein, name)), schema)).length
    }
    expect(figures > 100 || name === 'blocks').toBe(true)
  })

  test.each([...Object.keys(OPERATIONS), 'block/IRS990'])('%s reports its timing', async (name) => {
    const { headers } = await world.get(url(LARGE, name))
    expect(headers['server-timing']).toMatch(
      /^search;dur=0\.0, mongo;dur=\d+\.\d, build;dur=\d+\.\d, audit;dur=\d+\.\d, total;dur=\d+\.\d$/,
    )
    expect(headers['server-timing']).not.toContain('mongo;dur=0.0')
  })
})

describe('a profile', () => {
  test('has identity, mission, finances, and governance', async () => {
    const profile = await open(LARGE, 'profile')
    expect(profile).toMatchObject({
      ein: LARGE,
      name: 'Republican River Health System',
      primary_form: '990',
      latest_year: 2023,
      identity: {
        address: { city: 'Omaha', state: 'NE', country: 'US' },
        registry: { subsection: { value: '03', label: '501(c)(3)' } },
      },
      forms: [{ form: '990', primary: true, years: [2023, 2022, 2021, 2020] }],
    })
    expect(profile.mission?.statement?.value).toBeTruthy()
    expect(Object.keys(profile.financials?.figures ?? {})).toEqual([
      'total_revenue',
      'total_expenses',
      'total_assets',
      'total_liabilities',
      'net_assets',
      'program_ratio',
      'fundraising_ratio',
      'admin_ratio',
      'reserve_months',
      'revenue_growth',
      'officer_compensation',
      'highest_paid_compensation',
    ])
    expect(Object.keys(profile.governance?.answers ?? {})).toEqual([
      'board_size',
      'independent_board_members',
      'conflict_of_interest_policy',
      'whistleblower_policy',
      'document_retention_policy',
      'board_meeting_minutes',
      'compensation_review',
      'audited_financials',
      'material_diversion',
      'foreign_activities',
      'fundraising_activities',
      'related_party_transactions',
    ])
    expect(profile.financials?.not_known).toEqual([])
  })

  test('counts controls, and has the score with its components', async () => {
    const { trust_spectrum: trust } = await open(LARGE, 'profile')
    expect(trust).toMatchObject({ answered: 6, asked: 6 })
    expect(trust.events.map(({ key }) => key)).toEqual([
      'material_diversion',
      'related_party_transactions',
    ])
    expect(trust.in_place).toBe(trust.controls.filter((one) => one.in_place).length)
    expect(trust).toMatchObject({ state: 'scored', policy_version: POLICY_VERSION })
    expect(trust.note).toContain(`Rated ${trust.band}, ${wholeScore(trust.score ?? -1)} of `)
    expect(trust.categories).toEqual((await open(LARGE, 'ratings')).categories)
  })

  test('lists a material diversion separately from the controls', async () => {
    const { trust_spectrum: trust } = await open('700000138', 'profile')
    expect(trust.controls.map(({ key }) => key)).not.toContain('material_diversion')
    expect(trust.events.find(({ key }) => key === 'material_diversion')).toMatchObject({
      answer: { value: true },
    })
  })

  test('of a short form omits what the form does not ask', async () => {
    const [{ ein } = { ein: '' }] = await world.postgres.query<{ ein: string }>(
      `select ein from organization where primary_form = '990EZ' order by ein limit 1`,
    )
    const profile = await open(ein, 'profile')
    expect(profile.financials?.not_known).toContain('admin_ratio')
    expect(profile.governance?.not_known).toContain('whistleblower_policy')
    expect(JSON.stringify(profile)).not.toContain('null')
  })

  test("of an organization that only the registry has shows the registry's data", async () => {
    const profile = await open('970000163', 'profile')
    expect(profile).toMatchObject({ filings: [], forms: [] })
    expect(profile).not.toHaveProperty('financials')
    expect(profile.identity.registry.revocations).toHaveLength(1)
    expect(profile.evidence.default).toBe('bmf')
    expect(profile.note).toContain('No filings from this organization are loaded')
    expect(profile.identity.revoked).toBe(false)
    expect(profile.status.map(({ text }) => text)).toEqual([
      expect.stringMatching(
        /lists disagree\. .*May 15, 2023 and was not reinstated.*\(April 2026\)/,
      ),
    ])
    expectSources(profile)
  })

  test('of an organization on a restriction list says so, and the summary says it first', async () => {
    const { status } = await open('080000172', 'profile')
    expect(status[0]?.text).toMatch(/^"Ngong Farmers Trust" is .*OFAC sanctions lists/)
    const { decision_summary: sentences, readiness } = await open('080000172', 'summary')
    expect(sentences[0]).toEqual(status[0])
    expect(sentences[0]?.figures[0]?.ref).toBe(readiness.restrictions?.[0]?.ref)
    expect((await open('280000175', 'profile')).status).toEqual([])
  })

  test.each(['summary', 'metrics', 'flows', 'leadership', 'related', 'blocks', 'block/IRS990'])(
    '%s of such an organization is absent, and the message says which source has it',
    async (name) => {
      const { status, error } = await refuse(url('970000163', name))
      expect(status).toBe(404)
      expect(error).toContain('/api/v2/charity/970000163/profile')
      expect(error).not.toContain('page')
    },
  )

  test('of a postcard filer is small and accurate', async () => {
    const profile = await open('970000161', 'profile')
    expect(profile).toMatchObject({ primary_form: '990N', financials: { figures: {} } })
    expect(profile.trust_spectrum.note).toContain(
      'Form 990-N does not ask about governance policies',
    )
    // The list of postcards has no day; the month it came in is not one.
    for (const filing of [profile.filing, ...profile.filings]) {
      expect(filing).not.toHaveProperty('received_on')
    }
    const { decision_summary: sentences } = await open('970000161', 'summary')
    expect(sentences.at(-1)?.text).toMatch(/^Unknown for this Form 990-N: revenue, /)
    expect(await open('970000161', 'flows')).toMatchObject({ links: [] })
  })
})

describe('years', () => {
  test('metrics have one point a year, oldest first, with growth', async () => {
    const { years, form } = await open(LARGE, 'metrics')
    expect(form).toBe('990')
    expect(years.map(({ tax_year }) => tax_year)).toEqual([2020, 2021, 2022, 2023])
    const [, second] = years
    expect(second?.ratios.revenue_growth?.derived_from).toHaveLength(2)
    const [now, before] = second?.ratios.revenue_growth?.derived_from ?? []
    expect(now).toMatch(/^990:2021:/)
    expect(before).toMatch(/^990:2020:/)
  })

  test('the summary has sentences from figures, and the same series', async () => {
    const { decision_summary: sentences, series } = await open(LARGE, 'summary')
    expect(sentences.map(({ topic }) => topic)).toEqual([
      'status',
      'purpose',
      'rating',
      'size',
      'spending',
      'reserves',
      'trend',
      'controls',
      'events',
    ])
    expect(sentences[3]?.text).toMatch(/^In tax year 2023, it took in \$[\d.]+ [mb]illion, spent /)
    expect(series).toEqual((await open(LARGE, 'metrics')).years)
  })

  test.each(['flows', 'leadership', 'related'] as const)(
    '%s opens the requested year, and lists the existing ones',
    async (name) => {
      const data = await open(LARGE, name, '?year=2021')
      expect(data.filing).toMatchObject({ form: '990', tax_year: 2021 })
      expect(data.evidence.default).toBe('f990')
      const { status, error } = await refuse(`${url(LARGE, name)}?year=2001`)
      expect(status).toBe(404)
      expect(error).toContain('2020, 2021, 2022, 2023')
    },
  )

  test('the core record of a year, at both paths', async () => {
    const record = readData(await world.get(`/charities/${LARGE}?year=2021`), coreData)
    expect(record.filing.tax_year).toBe(2021)
    expect(record.years).toEqual([2023, 2022, 2021, 2020])
    const part = record.parts.find((one) => one.part === 'Part VI')
    expect(part?.facts.whistleblower_policy).toMatchObject({
      label: 'Whistleblower policy',
      line: expect.stringMatching(/^Part VI, .*line 13$/),
    })
    expectSources(record)
    const { body } = await world.get(`/api/v2/charities/${LARGE}?year=2021`)
    expect(body).toMatchObject({ data: record })
  })

  test('a group return is labeled', async () => {
    const { filings } = await open(CENTRAL, 'profile')
    expect(filings.some((one) => one.group_return)).toBe(true)
  })
})

describe('flows', () => {
  test('connect the sources of revenue to spending, and their parts add up', async () => {
    const { nodes, links, totals } = await open(LARGE, 'flows')
    const ids = new Set(nodes.map(({ id }) => id))
    for (const { from, to } of links) expect([from, to].every((id) => ids.has(id))).toBe(true)
    const sum = (split: string) =>
      links.filter((link) => link.split === split).reduce((total, { value }) => total + value, 0)
    expect(sum('revenue')).toBe(totals.revenue?.value)
    expect(sum('nature')).toBe(totals.spending?.value)
    expect(sum('function')).toBe(totals.spending?.value)
  })
})

describe('people and relations', () => {
  test('a person has the row of Part VII and that of Schedule J', async () => {
    const { people, evidence, total } = await open(LARGE, 'leadership')
    expect(total).toBe(people.length)
    const paid = people.find((person) => person.schedule_j)
    expect(paid).toMatchObject({
      reportable_compensation: { value: expect.any(Number), unit: 'USD' },
      schedule_j: { _src: 'schJ', amounts: { total_compensation: { unit: 'USD' } } },
    })
    expect(paid?.roles.length).toBeGreaterThan(0)
    expect(evidence.sources.schJ).toMatchObject({ form: '990', schedule: 'J' })
  })

  test('a person only on Schedule J is listed with that source', async () => {
    const { people } = await open('700000134', 'leadership')
    expect(people.at(-1)).toMatchObject({ _src: 'schJ', schedule_j: {} })
    expect(people.at(-1)).not.toHaveProperty('reportable_compensation')
  })

  test('Schedule R is a graph with each node once', async () => {
    const { nodes, edges, total } = await open(CENTRAL, 'related')
    expect(total).toBeGreaterThan(0)
    expect(nodes[0]).toMatchObject({ self: true, ein: CENTRAL })
    const ids = nodes.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const edge of edges) {
      expect(ids).toContain(edge.from)
      expect(ids).toContain(edge.to)
      expect(edge[edge.role === 'source' ? 'from' : 'to']).toBe(CENTRAL)
    }
  })

  test('a tax-exempt organization without an EIN gets that of the organization with its name and place', async () => {
    const { nodes, edges } = await open(CENTRAL, 'related')
    expect(nodes.find(({ id }) => id === '180000205')).toMatchObject({ state: 'IA' })
    expect(edges.find(({ to }) => to === '180000205')).toMatchObject({ confidence: 'strong' })
    expect(edges.find(({ to }) => to === '180000202')).toMatchObject({
      confidence: 'authoritative',
    })
    const disregarded = nodes.find(({ name }) => name?.endsWith('Holdings LLC'))
    expect(disregarded).toBeDefined()
  })

  test('a party of a transaction gets the EIN of its name on the same Schedule R', async () => {
    const { nodes, edges } = await open(SYNOD, 'related')
    const dealings = edges.filter(({ type }) => type.startsWith('Transaction'))
    expect(dealings).toMatchObject([
      { to: '190000302', confidence: 'authoritative' },
      { to: '190000303', confidence: 'authoritative' },
    ])
    expect(nodes.filter(({ ein }) => ein === undefined)).toEqual([])
  })

  test('a party with an ambiguous name has no EIN', async () => {
    const { nodes, edges } = await open(CENTRAL, 'related')
    const dealing = edges.find(({ type }) => type.startsWith('Transaction'))
    expect(dealing).toMatchObject({ confidence: 'strong' })
    expect(nodes.find(({ id }) => id === dealing?.to)).not.toHaveProperty('ein')
  })

  describe('the graph', () => {
    const FOUNDATION = '490000181'
    const COMMUNITY_FOUNDATION = '490000183'
    /** Its EIN is in a row of the community foundation that names another organization. */
    const MISTAKEN = '090000151'

    test("extends from a foundation through its grantee to the grantee's recipients", async () => {
      const { graph } = await open(FOUNDATION, 'related')
      const steps = new Map(graph?.nodes.map((node) => [node.ein, node.steps]))
      expect(graph?.nodes[0]).toMatchObject({ ein: FOUNDATION, steps: 0, profile_available: true })
      expect(steps.get(COMMUNITY_FOUNDATION)).toBe(1)
      const between = (from: string, to: string) =>
        graph?.edges.filter((edge) => edge.from === from && edge.to === to)
      expect(between(FOUNDATION, COMMUNITY_FOUNDATION)).toMatchObject([
        { kind: 'grant', type: 'FoundationPaid', amount: expect.any(Number), confidence: 'strong' },
      ])
      const beyond = graph?.edges.filter(
        ({ from, to, kind }) =>
          kind === 'grant' && from === COMMUNITY_FOUNDATION && steps.get(to) === 2,
      )
      expect(beyond?.length).toBeGreaterThan(0)
      for (const edge of beyond ?? []) {
        expect(edge).toMatchObject({
          type: 'ScheduleI',
          confidence: expect.stringMatching(/^(authoritative|strong)$/),
        })
      }
    })

    test('has each organization once and each edge between two of them, within its limits', async () => {
      for (const ein of [FOUNDATION, COMMUNITY_FOUNDATION, CENTRAL, LARGE]) {
        const { graph } = await open(ein, 'related')
        if (!graph) throw new Error(`${ein} has no graph`)
        const { nodes, edges, limits } = graph
        const eins = nodes.map((node) => node.ein)
        expect(new Set(eins).size).toBe(eins.length)
        expect(nodes.length).toBeLessThanOrEqual(limits.nodes)
        for (const { from, to } of edges) {
          expect(eins).toContain(from)
          expect(eins).toContain(to)
        }
        const places = edges.map(({ from, to, type, object_id }) =>
          [from, to, type, object_id].join(),
        )
        expect(new Set(places).size).toBe(places.length)
      }
    })

    test('has those that only Schedule R names, as filed', async () => {
      const { graph } = await open(CENTRAL, 'related')
      const holdings = graph?.nodes.find(({ ein }) => ein === '890000202')
      expect(graph?.nodes.filter(({ name }) => name === undefined)).toEqual([])
      expect(holdings).toMatchObject({
        name: 'Trailblazer Scouts of the Plains Holdings LLC',
        location: { state: 'MO' },
        profile_available: false,
      })
    })

    test('has amounts that are the sums of the rows their refs open', async () => {
      const { graph } = await open(FOUNDATION, 'related')
      const paid = graph?.edges.find(({ from, amount }) => from === FOUNDATION && amount)
      const section = `/api/v2/charity/${FOUNDATION}/sections/Grants?EvidenceRef=${paid?.ref}`
      const { body } = await world.get(section)
      expect(paid?.amount).toBeGreaterThan(0)
      expect(JSON.stringify(body)).toContain(String(paid?.amount))
    })

    test('does not extend beyond a weak match', async () => {
      const { graph } = await open(COMMUNITY_FOUNDATION, 'related')
      const weak = graph?.edges.filter(({ confidence }) => confidence === 'weak')
      expect(weak).toMatchObject([{ from: COMMUNITY_FOUNDATION, to: MISTAKEN }])
      const steps = new Map(graph?.nodes.map((node) => [node.ein, node.steps]))
      const others = graph?.edges.flatMap(({ from, to }) =>
        from === MISTAKEN ? [to] : to === MISTAKEN ? [from] : [],
      )
      // The weak match's edges were found only from their other ends.
      expect(others?.filter((ein) => steps.get(ein) === 2)).toEqual([])
      const [own] = await world.postgres.query<{ edges: number }>(
        'select count(*) as edges from network_edge where $1 in (funder_ein, recipient_ein)',
        [MISTAKEN],
      )
      expect(own?.edges).toBeGreaterThan(others?.length ?? 0)
    })

    test('says so if more returns name an organization than it reads', async () => {
      const isTruncated = async (ein: string) => (await open(ein, 'related')).graph?.truncated
      const filers = await world.postgres.query<{ ein: string }>(
        'select distinct ein from filing order by 1',
      )
      let whole: string | undefined
      for (const { ein } of filers) whole ??= (await isTruncated(ein)) ? undefined : ein
      if (whole === undefined) throw new Error('Every graph is truncated.')
      await world.postgres.query(
        `insert into related_reference (object_id, path, related_ein)
         select 'earlier', '/IRS990ScheduleR/IdRelatedTaxExemptOrgGrp[' || n || ']', $1
         from generate_series(1, 2001) n`,
        [whole],
      )
      expect(await isTruncated(whole)).toBe(true)
      await world.postgres.query("delete from related_reference where object_id = 'earlier'")
    })

    test('has related organizations on both sides, and transfers that the filer pays', async () => {
      const { graph } = await open(SYNOD, 'related')
      const kinds = new Set(graph?.edges.map(({ kind }) => kind))
      expect(kinds).toContain('related')
      expect(kinds).toContain('transfer')
    })
  })

  test('rejects a page beyond the last', async () => {
    expect(await refuse(`${url(LARGE, 'leadership')}?page=2`)).toEqual({
      status: 400,
      error: 'page must be 1 or less.',
    })
  })
})

describe('blocks', () => {
  test('a block is found by its full name and by short ones', async () => {
    const whole = await openBlock(LARGE, 'IRS990ScheduleJ')
    expect(whole).toMatchObject({
      block: 'IRS990ScheduleJ',
      evidence: { default: 'schJ', sources: { schJ: { schedule: 'J', tax_year: 2023 } } },
    })
    for (const name of ['irs990schedulej', 'ScheduleJ', 'schedule_j', 'schJ', 'J', 'j']) {
      expect(await openBlock(LARGE, name)).toEqual(whole)
    }
    expect((await openBlock(LARGE, '990')).block).toBe('IRS990')
    expect((await openBlock(LARGE, 'header')).block).toBe('ReturnHeader')
  })

  test('each of several blocks with one name is available', async () => {
    const second = await openBlock(LARGE, 'K', '?ordinal=2')
    expect(second).toMatchObject({ ordinal: 2, ordinals: 2 })
    expect(second.ref).toMatch(/:\/IRS990ScheduleK\[2\]$/)
    expect(await refuse(`${url(LARGE, 'block/K')}?ordinal=3`)).toEqual({
      status: 400,
      error: 'ordinal must be 2 or less.',
    })
  })

  test('an earlier year is available; a missing year or block is reported', async () => {
    expect((await openBlock(LARGE, 'IRS990', '?year=2020')).filing.tax_year).toBe(2020)
    const year = await refuse(`${url(LARGE, 'block/IRS990')}?year=2001`)
    expect(year).toEqual({ status: 404, error: expect.stringContaining('2020, 2021, 2022, 2023') })
    const block = await refuse(url(LARGE, 'block/IRS990ScheduleZ'))
    expect(block).toEqual({ status: 404, error: expect.stringContaining('ReturnHeader, IRS990, ') })
  })
})

describe('a superseded filing', () => {
  type Superseded = { ein: string; objectId: string; form: string; taxYear: number }
  let old: Superseded
  beforeAll(async () => {
    const [first] = await world.postgres.query<Superseded>(
      `select ein, object_id as "objectId", form, tax_year as "taxYear"
        from filing where not is_current order by object_id limit 1`,
    )
    if (!first) throw new Error('The demo has no superseded filing.')
    old = first
  })

  test('returns the blocks of its manifest by its object id', async () => {
    const { filings } = await open(old.ein, 'blocks')
    const listed = filings.find((one) => one.object_id === old.objectId)
    expect(listed).toMatchObject({ current: false })
    for (const { block, ordinal, bytes } of listed?.blocks ?? []) {
      const query = `?object_id=${old.objectId}&ordinal=${ordinal}`
      const opened = await openBlock(old.ein, block, query)
      expect(opened).toMatchObject({ block, bytes, filing: { object_id: old.objectId } })
      expect(opened.ref).toContain(`:${old.objectId}:/${block}`)
    }
  })

  test('is the source of a block only if it is named', async () => {
    const { filing } = await openBlock(old.ein, 'header', `?year=${old.taxYear}`)
    expect(filing.current).toBe(true)
  })

  test('is rejected with the form or year of another filing', async () => {
    const query = `?object_id=${old.objectId}&year=2001`
    const { status, error } = await refuse(`${url(old.ein, 'block/header')}${query}`)
    expect(status).toBe(400)
    expect(error).toContain(`year must be ${old.taxYear}`)
  })

  test.each([
    ['202299999999999999', 404, /object ID/],
    ['nothing', 400, /^object_id must be an 18-digit object ID/],
    ['20230319934930123%00', 400, /^object_id must be an 18-digit object ID/],
  ])('by object id %s is rejected', async (id, status, message) => {
    const refused = await refuse(`${url(old.ein, 'block/header')}?object_id=${id}`)
    expect(refused).toEqual({ status, error: expect.stringMatching(message) })
  })
})

describe('invalid input', () => {
  test('an EIN without its leading zero is the same organization', async () => {
    const [{ ein } = { ein: '' }] = await world.postgres.query<{ ein: string }>(
      `select ein from organization where ein like '0%' order by ein limit 1`,
    )
    expect(await open(ein.slice(1), 'profile')).toEqual(await open(ein, 'profile'))
  })

  test('the sector has no series before a reindex, which differs from having none', async () => {
    expect((await refuse(url('0', 'metrics'))).status).toBe(503)
  })
})

describe('a long schedule', () => {
  const GRANTS = 250
  let folder: string
  let long: ProfilesWorld
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'long-'))
    const rows = Array.from(
      { length: GRANTS },
      (_, at) =>
        `<RecipientTable><RecipientBusinessName><BusinessNameLine1Txt>Recipient ${at + 1} ${randomUUID().repeat(8)}</BusinessNameLine1Txt></RecipientBusinessName><CashGrantAmt>${at + 1}</CashGrantAmt></RecipientTable>`,
    )
    const data = `<IRS990><CYTotalRevenueAmt>100</CYTotalRevenueAmt></IRS990><IRS990ScheduleI><GrantRecordsMaintainedInd>1</GrantRecordsMaintainedInd>${rows.join('')}</IRS990ScheduleI>`
    await writeFile(
      join(folder, '202303199349301234_public.xml'),
      makeReturn({ header: HEADER, data }),
    )
    long = await openProfiles('b_long', [folder])
  })
  afterAll(async () => {
    await long.close()
    await rm(folder, { recursive: true })
  })

  test('is returned a hundred rows at a time, each once', async () => {
    const seen: unknown[] = []
    for (let page = 1; page <= 3; page += 1) {
      const answer = await long.get(url('070000001', `block/I?page=${page}`))
      const data = readData(answer, blockData)
      expect(data).toMatchObject({
        page,
        pages: 3,
        truncated: [{ path: '/IRS990ScheduleI/RecipientTable', rows: GRANTS, page, pages: 3 }],
        content: { GrantRecordsMaintainedInd: '1' },
      })
      const rows = data.content.RecipientTable as { CashGrantAmt: string }[]
      seen.push(...rows.map((row) => Number(row.CashGrantAmt)))
    }
    expect(seen).toEqual(Array.from({ length: GRANTS }, (_, at) => at + 1))
    const beyond = await long.get(url('070000001', 'block/I?page=4'))
    expect(beyond).toMatchObject({ status: 400, body: { error: 'page must be 3 or less.' } })
  })
})
