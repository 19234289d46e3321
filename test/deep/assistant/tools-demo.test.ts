import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FIGURE_KEYS } from '#src/figures/sets.ts'
import { ApiError } from '#src/platform/errors.ts'
import type { Citation } from '#src/tools/cite.ts'
import { listAwards } from '#src/tools/money/awards.ts'
import { listFunders, listGrantees } from '#src/tools/money/counterparties.ts'
import { checkReturn } from '#src/tools/organization/checks.ts'
import { compareOrganizations } from '#src/tools/organization/comparison.ts'
import { checkDiligence } from '#src/tools/organization/diligence.ts'
import { readFigures, readSeries } from '#src/tools/organization/figures.ts'
import { readLeadershipTool } from '#src/tools/organization/leadership.ts'
import { readProfile } from '#src/tools/organization/profile.ts'
import { explainRating } from '#src/tools/organization/rating.ts'
import { resolveOrganization } from '#src/tools/search/resolve.ts'
import { discoverOrganizations } from '#src/tools/search/search.ts'
import { sectorStats } from '#src/tools/sector.ts'
import type { ToolAnswer } from '#src/tools/tool.ts'
import { modelTool, runTool, TOOLS } from '#src/tools/tools.ts'
import { findUnproven } from '#test/integration/assistant/prove-citations.ts'
import { type IndexedWorld, openIndexed } from '#test/world/indexed.ts'

let world: IndexedWorld
const eins: string[] = []
const { signal } = new AbortController()

beforeAll(async () => {
  world = await openIndexed('tools_demo')
  type Row = { ein: string }
  const sql = 'select ein from organization where primary_form is not null order by ein'
  eins.push(...(await world.deps.postgres.query<Row>(sql)).map(({ ein }) => ein))
})
afterAll(() => world.close())

const call = async (name: string, input: unknown): Promise<ToolAnswer> => {
  const tool = modelTool(name)
  if (!tool) throw new Error(`There is no tool ${name}.`)
  return await runTool(tool, world.deps, input, signal)
}

const unproven = (citations: readonly Citation[]) => findUnproven(world.deps, citations)

const OF_ONE = [
  ['read_profile', {}],
  ['read_figures', { figures: FIGURE_KEYS }],
  ['read_series', { figure: 'revenue' }],
  ['read_series', { figure: 'programRatio' }],
  ['explain_rating', {}],
  ['read_leadership', { limit: 10 }],
  ['list_funders', {}],
  ['list_grantees', {}],
  ['list_awards', {}],
  ['check_return', {}],
] as const

describe('every Ref resolves to the cited value', () => {
  test.each(OF_ONE)('%s %j for every filer', async (name, more) => {
    let cited = 0
    const faults: string[] = []
    for (const ein of eins) {
      const { citations } = await call(name, { ein, ...more })
      cited += citations.length
      faults.push(...(await unproven(citations)))
    }
    expect(faults).toEqual([])
    expect(cited).toBeGreaterThan(0)
  })

  test('check_diligence for every filer', async () => {
    const faults: string[] = []
    let cited = 0
    for (let at = 0; at < eins.length; at += 5) {
      const { citations } = await call('check_diligence', { eins: eins.slice(at, at + 5) })
      cited += citations.length
      faults.push(...(await unproven(citations)))
    }
    expect(faults).toEqual([])
    expect(cited).toBeGreaterThan(4)
  })

  test.each([
    ['discover_organizations', { query: 'food banks in Ohio', limit: 10 }],
    ['discover_organizations', { query: 'museums', sort: 'Revenue', limit: 10 }],
    ['resolve_organization', { name: 'Open Door Family Center' }],
    ['compare_organizations', { eins: ['08-0000102', '08-0000103', '490000181'] }],
  ])('%s %j', async (name, input) => {
    const { citations } = await call(name, input)
    expect(citations.length).toBeGreaterThan(0)
    expect(await unproven(citations)).toEqual([])
  })

  test('and the API returns the same value for the Ref', async () => {
    const { citations } = await call('read_figures', { ein: '080000102' })
    const { citations: grants } = await call('list_grantees', { ein: '490000181' })
    for (const { ein, evidence, value } of [...citations, ...grants]) {
      const section = evidence.ref.includes('Grant') ? 'Grants' : 'MoneyFlow'
      const url = `/api/v2/charity/${Number(ein)}/sections/${section}?EvidenceRef=${encodeURIComponent(evidence.ref)}`
      const { status, body } = await world.get(url)
      expect(status, `${url}: ${JSON.stringify(body)}`).toBe(200)
      if (section === 'MoneyFlow') expect(JSON.stringify(body), url).toContain(String(value))
    }
  })
})

describe('resolve_organization', () => {
  const find = (name: string, state?: string) =>
    resolveOrganization.run(world.deps, { name, ...(state && { state }) }, signal)

  test.each([
    ['Hocking Hills Food Bank', '080000102'],
    ['HOCKING HILLS FOOD BANK, INC.', '080000102'],
    ['08-0000102', '080000102'],
    ['80000102', '080000102'],
    ['Paws on Gay Street', '890000153'],
    ['Providence Players Guild', '890000154'],
  ])('%s is %s', async (name, ein) => {
    expect(await find(name)).toMatchObject({ status: 'Exact', ein })
  })

  test('two organizations with one name are ambiguous until a state decides', async () => {
    const both = await find('Open Door Family Center')
    expect(both.status).toBe('Ambiguous')
    const first = both.candidates.slice(0, 2).map(({ ein }) => ein)
    expect(first.sort()).toEqual(['090000151', '090000152'])
    expect(await find('Open Door Family Center', 'SC')).toMatchObject({
      status: 'Exact',
      ein: '090000152',
    })
  })

  test('a misspelled name returns candidates, and nonsense returns none', async () => {
    const near = await find('Hoking Hils Food Bank')
    expect(near.status).toBe('Closest')
    expect(near.candidates[0]).toMatchObject({ ein: '080000102' })
    const none = await find('Zyxwvut Qqqq')
    expect(none).toMatchObject({ status: 'None', candidates: [] })
    expect(none.suggestion).toContain('EIN')
  })
})

describe('an unknown value is reported as unknown, never 0', () => {
  test('a blank line, a form without the line, and a figure that lacks an input', async () => {
    const reasons = new Set<string>()
    for (const ein of eins) {
      const all = { ein, figures: [...FIGURE_KEYS] }
      const { figures, unknown } = await readFigures.run(world.deps, all, signal)
      const keys = [...figures, ...unknown].map(({ key }) => key)
      expect(keys.toSorted(), ein).toEqual([...FIGURE_KEYS].toSorted())
      for (const { why } of unknown) reasons.add(why)
    }
    const sentences = [...reasons].join('\n')
    expect(sentences).toMatch(/blank on the Form 990\. Blank does not mean 0/)
    expect(sentences).toMatch(/Form 990-EZ has no line for this/)
    expect(sentences).toMatch(/in the formula is unknown: Part IX, line 25/)
  })

  test('a postcard has no figures', async () => {
    const { filing, figures, unknown } = await readFigures.run(
      world.deps,
      { ein: '180000205' },
      signal,
    )
    expect(filing.form).toBe('990N')
    expect(figures).toEqual([])
    expect(unknown.length).toBeGreaterThan(5)
  })

  test('without an identifier, the number of awards is unknown instead of 0', async () => {
    const known = await listAwards.run(world.deps, { ein: '080000102', limit: 5 }, signal)
    expect(known.count).toBeGreaterThan(0)
    const unknown = await listAwards.run(world.deps, { ein: '490000181', limit: 5 }, signal)
    expect(unknown.awards).toEqual([])
    expect(unknown.count).toBeUndefined()
  })

  test('an EIN that no source contains returns the API’s 404', async () => {
    const failure = await readProfile
      .run(world.deps, { ein: '979999999' }, signal)
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ApiError)
    expect(failure).toMatchObject({ code: 'ProfileNotFound' })
  })
})

describe('tool results', () => {
  test('a profile has names, exemption, and flags', async () => {
    const { flagged, name, mission, years, otherNames } = await readProfile.run(
      world.deps,
      { ein: '890000154' },
      signal,
    )
    expect(name).toBe('Narragansett Stage Company')
    expect(otherNames.map((one) => one.name.toUpperCase())).toContain('PROVIDENCE PLAYERS GUILD')
    expect(String(mission?.value).length).toBeLessThanOrEqual(300)
    expect(years).toEqual(years.toSorted((a, b) => b - a))
    expect(flagged).toEqual([])
    const revoked = await readProfile.run(world.deps, { ein: '970000161' }, signal)
    expect(revoked.isRevoked).toBe(true)
    expect(revoked.flagged.join(' ')).toMatch(/revoked/)
  })

  test('a series has one point a year, oldest first, each the figure of that year', async () => {
    const { points, form } = await readSeries.run(
      world.deps,
      { ein: '080000102', figure: 'revenue' },
      signal,
    )
    const years = points.map(({ taxYear }) => taxYear)
    expect(years).toEqual([...new Set(years)].toSorted((a, b) => a - b))
    expect(years.length).toBeGreaterThan(2)
    for (const { taxYear: year, value } of points) {
      const { figures } = await readFigures.run(
        world.deps,
        { ein: '080000102', figures: ['revenue'], year, form },
        signal,
      )
      expect(figures[0]?.value).toBe(value)
    }
  })

  test('a comparison keeps the requested order and reports what differs', async () => {
    const { organizations, cautions, notCompared } = await compareOrganizations.run(
      world.deps,
      { eins: ['490000181', '080000102', '979999999'] },
      signal,
    )
    expect(organizations.map(({ filing }) => filing.ein)).toEqual(['490000181', '080000102'])
    expect(cautions.join(' ')).toMatch(/Form 990-PF and Form 990/)
    expect(notCompared).toMatchObject([{ ein: '979999999' }])
  })

  test('the points of a rating add up to its score', async () => {
    let rated = 0
    for (const ein of eins) {
      const answer = await explainRating.run(world.deps, { ein }, signal)
      if (answer.state !== 'Scored') {
        expect(answer.bottomLine.length).toBeGreaterThan(20)
        continue
      }
      rated += 1
      const sum = answer.categories.reduce((points, one) => points + (one.points ?? 0), 0)
      // The score is whole; the points have two decimals.
      expect(Math.abs(sum - (answer.score ?? 0)), ein).toBeLessThan(1)
      for (const { points, pointsPossible } of [...answer.raising, ...answer.lowering]) {
        expect(points).toBeLessThanOrEqual(pointsPossible)
      }
    }
    expect(rated).toBeGreaterThan(20)
    const foundation = await explainRating.run(world.deps, { ein: '490000181' }, signal)
    expect(foundation).toMatchObject({ state: 'NotRatedHere', categories: [], citations: [] })
  })

  test('people are listed with the highest pay first', async () => {
    const { people, total } = await readLeadershipTool.run(
      world.deps,
      { ein: '290000118', limit: 5 },
      signal,
    )
    const paid = people.map(({ compensation }) => compensation ?? 0)
    expect(paid).toEqual(paid.toSorted((a, b) => b - a))
    expect(people.length).toBe(Math.min(5, total))
  })

  test('grantees and funders are two sides of the same grants', async () => {
    const given = await listGrantees.run(world.deps, { ein: '490000181', limit: 10 }, signal)
    expect(given.items.length).toBeGreaterThan(3)
    expect(given.unresolved).toBeGreaterThan(0)
    const [first] = given.items
    if (!first) throw new Error('Brightwater has no grantees.')
    const received = await listFunders.run(
      world.deps,
      { ein: first.ein, counterparty: '490000181', limit: 10 },
      signal,
    )
    expect(received.items[0]).toMatchObject({
      ein: '490000181',
      amount: first.amount,
      grants: first.grants,
    })
    const url = `/api/v2/charity/490000181/grantees?Limit=10`
    const { body } = await world.get(url)
    expect(JSON.stringify(body)).toContain(String(first.amount))
  })

  test('a pair without a grant between them is empty', async () => {
    const none = await listFunders.run(
      world.deps,
      { ein: '080000102', counterparty: '290000118', limit: 5 },
      signal,
    )
    expect(none).toMatchObject({ items: [], count: 0, grants: [] })
  })

  test('compliance matters have their reasons', async () => {
    const { organizations, unknownEins } = await checkDiligence.run(
      world.deps,
      { eins: ['790000142', '290000118', '979999999'] },
      signal,
    )
    expect(organizations[0]).toMatchObject({ label: 'Compliance issue flagged', tone: 'Concern' })
    expect(organizations[0]?.reasons.join(' ')).toContain('OFAC')
    expect(unknownEins).toEqual(['979999999'])
  })

  test('a failed cross-check shows both values', async () => {
    const { checks, failed } = await checkReturn.run(world.deps, { ein: '700000131' }, signal)
    expect(failed).toBeGreaterThan(0)
    expect(checks[0]?.status).toBe('Failed')
    const { left, right } = checks[0] ?? {}
    expect(left?.value).not.toBe(right?.value)
    expect(left).toMatchObject({ value: expect.any(Number), unit: 'USD' })
    expect([left?.citation, right?.citation].filter(Boolean).length).toBeGreaterThan(0)
  })

  test('a search returns the same count as the API', async () => {
    const { found, hits, foundRelation } = await discoverOrganizations.run(
      world.deps,
      { query: 'food banks', state: 'OH', sort: 'Revenue', limit: 3 },
      signal,
    )
    const { body } = await world.get(
      '/api/v2/search?Query=food%20banks&Mode=Discovery&State=OH&Sort=Revenue&Limit=3',
    )
    expect(found).toBe(body.Found)
    expect(foundRelation).toBeDefined()
    expect(hits.map(({ name }) => name)).toEqual(
      (body.Hits as { Name: string }[]).map(({ Name }) => Name),
    )
  })

  test('the sector has its counts and a year', async () => {
    const { charities, year, counted, citations } = await sectorStats.run(world.deps, {}, signal)
    expect(charities).toBe(eins.length)
    expect(year?.figures.map(({ key }) => key)).toContain('revenue')
    expect(citations).toEqual([])
    expect(counted.length).toBeGreaterThan(5)
  })
})

describe('callers', () => {
  test('with unknown input are rejected', async () => {
    await expect(call('read_figures', { ein: '12', figures: ['revenue'] })).rejects.toThrow(
      /EIN|small/i,
    )
    await expect(call('read_figures', { ein: '080000102', sql: '1' })).rejects.toThrow(/sql/)
    await expect(
      call('compare_organizations', { eins: ['080000102', '08-0000102'] }),
    ).rejects.toThrow(/once/)
    await expect(call('list_grantees', { ein: '080000102', limit: 11 })).rejects.toThrow()
    await expect(call('discover_organizations', { query: 'food', state: 'Ohoi' })).rejects.toThrow(
      /Ohio/,
    )
    const upsideDown = { query: 'food', minRevenue: 2_000_000, maxRevenue: 1_000_000 }
    await expect(call('discover_organizations', upsideDown)).rejects.toThrow(
      /higher than the maximum/,
    )
  })

  test('that disconnect stop the work', async () => {
    const gone = AbortSignal.abort(new Error('gone'))
    const reading = readFigures.run(world.deps, { ein: '080000102' }, gone)
    await expect(reading).rejects.toThrow('gone')
  })

  test('find every operation under its own name', () => {
    expect(new Set(TOOLS.map(({ name }) => name)).size).toBe(TOOLS.length)
  })
})
