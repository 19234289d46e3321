import { describe, expect, test } from 'vitest'
import { opened } from '#test/integration/opened.ts'
import { expectRecorded } from '#test/recorded.ts'
import { cases } from '#test/unit/cases.ts'
import { takeSamples } from '#test/world/samples.ts'
import { refusalOf } from './answers-a.ts'
import { blockData, coreData, expectSources, OPERATIONS, openB, readData } from './answers-b.ts'
import { openDemo } from './profiles-world.ts'

const world = opened(() => openDemo('b'))

const url = (ein: string, operation: string) => `/api/v2/charity/${ein}/${operation}`
const open = <Name extends keyof typeof OPERATIONS>(ein: string, name: Name, query?: string) =>
  openB(world, ein, name, query)
const openBlock = async (ein: string, block: string, query = '') =>
  readData(await world.get(`${url(ein, `block/${block}`)}${query}`), blockData)

// The first is the largest of the demo, with four years and Schedules I, J, K, and R.
const [LARGE, CENTRAL, SYNOD] = ['290000118', '180000201', '190000301'] as const
const [LISTED, POSTCARD] = ['970000163', '970000161'] as const

test.each(Object.entries(OPERATIONS))('%s has a source for each figure', async (name, schema) => {
  const filers = await world.postgres.query<{ ein: string }>('select distinct ein from filing')
  let figures = 0
  for (const ein of takeSamples(filers.map((filer) => filer.ein))) {
    figures += expectSources(readData(await world.get(url(ein, name)), schema)).length
  }
  expect(figures > (name === 'related' ? 10 : 100) || name === 'blocks').toBe(true)
})

describe('a profile', () => {
  test('has identity, mission, finances, and governance', async () => {
    const profile = await open(LARGE, 'profile')
    expect(profile).toMatchObject({
      ...{ ein: LARGE, name: 'Republican River Health System', primary_form: '990' },
      identity: {
        address: { city: 'Omaha', state: 'NE' },
        registry: { subsection: { value: '03' } },
      },
      forms: [{ form: '990', primary: true, years: [2023, 2022, 2021, 2020] }],
      financials: { not_known: [], figures: { total_revenue: {}, reserve_months: {} } },
      governance: { answers: { board_size: {}, related_party_transactions: {} } },
    })
    expect(profile.mission?.statement?.value).toBeTruthy()
  })

  test('counts controls, and lists events apart', async () => {
    const { trust_spectrum: trust } = await open(LARGE, 'profile')
    expect(trust).toMatchObject({ answered: 6, asked: 6 })
    const events = trust.events.map(({ key }) => key).join()
    expect(events).toBe('material_diversion,related_party_transactions')
    expect(trust.in_place).toBe(trust.controls.filter((one) => one.in_place).length)
    const { trust_spectrum: diverted } = await open('700000138', 'profile')
    expect(diverted.controls.map(({ key }) => key)).not.toContain('material_diversion')
    const event = diverted.events.find(({ key }) => key === 'material_diversion')
    expect(event).toMatchObject({ answer: { value: true } })
  })

  test('omits what a short form does not ask, or what only a return has', async () => {
    const short = await open('890000146', 'profile')
    expect(short).toMatchObject({
      primary_form: '990EZ',
      financials: { not_known: expect.arrayContaining(['admin_ratio']) },
      governance: { not_known: expect.arrayContaining(['whistleblower_policy']) },
    })
    const registered = await open(LISTED, 'profile')
    expect(registered).toMatchObject({
      ...{ filings: [], forms: [], evidence: { default: 'bmf' } },
      identity: { revoked: false, registry: { revocations: [{}] } },
    })
    expect(registered).not.toHaveProperty('financials')
    expectSources(registered)
    const postcard = await open(POSTCARD, 'profile')
    expect(postcard).toMatchObject({ primary_form: '990N', financials: { figures: {} } })
    // The list of postcards has no day; the month it came in is not one.
    for (const filing of [postcard.filing, ...postcard.filings]) {
      expect(filing).not.toHaveProperty('received_on')
    }
    expect(await open(POSTCARD, 'flows')).toMatchObject({ flow: {} })
  })

  test('of an organization on a restriction list says so, and the summary says it first', async () => {
    const { status } = await open('080000172', 'profile')
    const { decision_summary: sentences, readiness } = await open('080000172', 'summary')
    expect(sentences[0]).toEqual(status[0])
    expect(sentences[0]?.figures[0]?.ref).toBe(readiness.restrictions?.[0]?.ref)
    expect((await open('280000175', 'profile')).status).toEqual([])
  })

  test('has these notes and sentences', async () => {
    const said = (all: readonly { text: string }[]) => all.map(({ text }) => text)
    const listed = await open(LISTED, 'profile')
    await expectRecorded('b-sentences', {
      'only in the registry': [listed.note ?? '', ...said(listed.status)],
      'on a restriction list': said((await open('080000172', 'profile')).status),
      'note on the controls of a postcard': (await open(POSTCARD, 'profile')).trust_spectrum.note,
      'summary of a postcard': said((await open(POSTCARD, 'summary')).decision_summary),
      'summary of a Form 990': said((await open(LARGE, 'summary')).decision_summary),
    })
  })
})

test('a rejection says what is available', async () => {
  const texts: Record<string, string> = {}
  // The series of the sector, of EIN 0, is unknown before a reindex, which differs from having none.
  for (const [rejected] of cases<[string]>('rejected by surface B')) {
    const refusal = await refusalOf(world, rejected)
    texts[refusal] = texts[refusal] ? `${texts[refusal]}\n${rejected}` : rejected
  }
  await expectRecorded('b-refusals', texts)
})

describe('years', () => {
  test('metrics have one point a year, oldest first, with growth; the summary has the same', async () => {
    const { years, form } = await open(LARGE, 'metrics')
    expect(form).toBe('990')
    expect(years.map(({ tax_year }) => tax_year)).toEqual([2020, 2021, 2022, 2023])
    const inputs = years[1]?.ratios.revenue_growth?.derived_from ?? []
    expect(inputs.map((ref) => ref.slice(0, 9))).toEqual(['990:2021:', '990:2020:'])
    const { decision_summary: sentences, series } = await open(LARGE, 'summary')
    expect(series).toEqual(years)
    expect(sentences.map(({ topic }) => topic).join(' ')).toBe(
      'status purpose rating size spending reserves trend controls events',
    )
  })

  test.each(['flows', 'leadership', 'related'] as const)('%s opens one', async (name) => {
    const data = await open(LARGE, name, '?year=2021')
    const filing = { form: '990', tax_year: 2021 }
    expect(data).toMatchObject({ filing, evidence: { default: 'f990' } })
  })

  test('the core record opens one, at both paths', async () => {
    const record = readData(await world.get(`/charities/${LARGE}?year=2021`), coreData)
    expect(record).toMatchObject({ filing: { tax_year: 2021 }, years: [2023, 2022, 2021, 2020] })
    const part = record.parts.find((one) => one.part === 'Part VI')
    const line = expect.stringMatching(/^Part VI, .*line 13$/)
    expect(part?.facts.whistleblower_policy).toMatchObject({ line })
    expectSources(record)
    const { body } = await world.get(`/api/v2/charities/${LARGE}?year=2021`)
    expect(body).toMatchObject({ data: record })
    const { filings } = await open(CENTRAL, 'profile')
    expect(filings.some((one) => one.group_return)).toBe(true)
  })
})

test('contradictions of a form without cross-checks say so', async () => {
  const { checks, counts, note } = await open('490000122', 'contradictions')
  expect([checks, counts]).toEqual([[], { made: 0, failed: 0, information: 0, passed: 0 }])
  expect(note).toContain('Form 990-T')
})

test.each([
  ['revenues', 'part'],
  ['expenses', 'part'],
  ['expenses', 'function'],
] as const)('the %s of a flow add up by %s', async (group, role) => {
  const lines = Object.values((await open(LARGE, 'flows')).flow[group] ?? {})
  const sumOf = (wanted: string) =>
    lines.reduce((sum, line) => (line.role === wanted ? sum + line.value : sum), 0)
  expect(sumOf('total')).toBeGreaterThan(0)
  expect(sumOf(role)).toBe(sumOf('total'))
})

describe('people and relations', () => {
  test('a person has the row of Part VII and that of Schedule J, or only the latter', async () => {
    const { people, evidence, total } = await open(LARGE, 'leadership')
    expect(total).toBe(people.length)
    expect(people.find((person) => person.schedule_j)).toMatchObject({
      values: { name: expect.any(String), reportable_compensation: expect.any(Number) },
      schedule_j: { _src: 'schJ', values: { total_compensation: expect.any(Number) } },
    })
    expect(evidence.sources.schJ).toMatchObject({ form: '990', schedule: 'J' })
    const last = (await open('700000134', 'leadership')).people.at(-1)
    expect(last).toMatchObject({ _src: 'schJ', table: 'schedule_j' })
  })

  test('a related organization gets its EIN by name and place, or as filed; a vague name gets none', async () => {
    const { relationships } = await open(CENTRAL, 'related')
    const of = (ein: string) => relationships.find((one) => one.organization.ein === ein)
    expect(of('180000205')).toMatchObject({
      ...{ roles: ['source'], confidences: ['strong'] },
      organization: { location: { state: 'IA' } },
    })
    expect(of('180000202')).toMatchObject({ confidences: ['authoritative'] })
    const names = relationships.map(({ organization }) => organization.name)
    expect(names.some((name) => name?.endsWith('Holdings LLC'))).toBe(true)
    const dealingsOf = (data: { relationships: typeof relationships }) =>
      data.relationships
        .filter((one) => one.relationship_type.startsWith('Transaction'))
        .map(({ organization: { ein }, confidences }) => `${ein} ${confidences}`)
    expect(dealingsOf({ relationships })).toContain('undefined strong')
    const synod = await open(SYNOD, 'related')
    expect(dealingsOf(synod)).toEqual(['190000302 authoritative', '190000303 authoritative'])
    expect(synod.relationships.filter((one) => one.organization.ein === undefined)).toEqual([])
  })

  test('form a graph of the organizations with an EIN', async () => {
    const { relationships, graph } = await open(CENTRAL, 'related')
    const eins = relationships.flatMap(({ organization }) => organization.ein ?? [])
    expect(graph.nodes.map((node) => node.ein)).toEqual([CENTRAL, ...new Set(eins)])
    for (const { from, to, ref } of graph.edges) {
      expect([from, to]).toContain(CENTRAL)
      expect(ref).toMatch(/^990.*ScheduleR/)
    }
  })
})

describe('a block', () => {
  // test/unit/organizations/filings.test.ts has the other spellings.
  test('is found by its full name and by a short one', async () => {
    const whole = await openBlock(LARGE, 'IRS990ScheduleJ')
    const schJ = { schedule: 'J', tax_year: 2023 }
    expect(whole).toMatchObject({ evidence: { default: 'schJ', sources: { schJ } } })
    expect(await openBlock(LARGE, 'j')).toEqual(whole)
  })

  test('of an earlier year, or the second of one name, is available', async () => {
    expect((await openBlock(LARGE, 'IRS990', '?year=2020')).filing.tax_year).toBe(2020)
    const second = await openBlock(LARGE, 'K', '?ordinal=2')
    expect(second).toMatchObject({ ordinal: 2, ordinals: 2 })
    expect(second.ref).toMatch(/:\/IRS990ScheduleK\[2\]$/)
  })

  test('of a superseded filing opens by its object ID, with its own form and year', async () => {
    const [old] = await world.postgres.query<{ ein: string; id: string; year: number }>(
      `select ein, object_id as id, tax_year as year from filing where not is_current
       order by object_id limit 1`,
    )
    const { ein = '', id = '', year } = old ?? {}
    const listed = (await open(ein, 'blocks')).filings.find((one) => one.object_id === id)
    expect(listed).toMatchObject({ current: false })
    for (const { block, ordinal, bytes } of listed?.blocks ?? []) {
      const opened = await openBlock(ein, block, `?object_id=${id}&ordinal=${ordinal}`)
      expect(opened).toMatchObject({ block, bytes, filing: { object_id: id } })
      expect(opened.ref).toContain(`:${id}:/${block}`)
    }
    expect((await openBlock(ein, 'header', `?year=${year}`)).filing.current).toBe(true)
    const refusal = await refusalOf(world, url(ein, `block/header?object_id=${id}&year=2001`))
    expect(refusal).toMatch(new RegExp(`^400: .* ${year}`))
  })
})
