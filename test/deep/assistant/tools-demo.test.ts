import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FIGURE_KEYS } from '#src/figures/sets.ts'
import { listAwards } from '#src/tools/money/awards.ts'
import { compareOrganizationsTool } from '#src/tools/organization/comparison.ts'
import { checkDiligence } from '#src/tools/organization/diligence.ts'
import { readFigures } from '#src/tools/organization/figures.ts'
import { readProfileTool } from '#src/tools/organization/profile.ts'
import type { ToolAnswer, ToolDeps } from '#src/tools/tool.ts'
import { modelTool, runTool } from '#src/tools/tools.ts'
import { findUnproven } from '#test/integration/assistant/prove-citations.ts'
import { type IndexedWorld, openIndexed } from '#test/world/indexed.ts'
import { takeSamples } from '#test/world/samples.ts'

// test/integration/contract.test.ts proves the Refs of the API; here, those of the model's tools.
// questions.test.ts compares the values of answers with the API.

let world: IndexedWorld
let samples: readonly string[]
const { signal } = new AbortController()

beforeAll(async () => {
  world = await openIndexed('tools_demo')
  type Row = { ein: string }
  const sql = 'select ein from organization where primary_form is not null order by ein'
  const filers = await world.deps.postgres.query<Row>(sql)
  samples = takeSamples(filers.map(({ ein }) => ein))
})
afterAll(() => world.close())

/** Calls a tool by its name, as a model does. */
const call = async (name: string, input: unknown): Promise<ToolAnswer> => {
  const tool = modelTool(name)
  if (!tool) throw new Error(`There is no tool ${name}.`)
  return await runTool(tool, world.deps, input, signal)
}

type Runs<Input, Answer> = {
  run(deps: ToolDeps, input: Input, signal: AbortSignal): Promise<Answer>
}
const use = <Input, Answer>(tool: Runs<Input, Answer>, input: NoInfer<Input>): Promise<Answer> =>
  tool.run(world.deps, input, signal)

describe('every Ref resolves to the cited value', () => {
  test.each([
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
  ] as const)('%s %j', async (name, more) => {
    let cited = 0
    for (const ein of samples) {
      const { citations } = await call(name, { ein, ...more })
      cited += citations.length
      expect(await findUnproven(world.deps, citations)).toEqual([])
    }
    expect(cited).toBeGreaterThan(0)
  })

  test.each([
    ['check_diligence', { eins: ['070000101', '970000161', '700000138', '890000146'] }],
    ['discover_organizations', { query: 'food banks in Ohio', limit: 10 }],
    ['discover_organizations', { query: 'museums', sort: 'Revenue', limit: 10 }],
    ['resolve_organization', { name: 'Open Door Family Center' }],
    ['compare_organizations', { eins: ['08-0000102', '08-0000103', '490000181'] }],
  ])('%s %j', async (name, input) => {
    const { citations } = await call(name, input)
    expect(citations.length).toBeGreaterThan(0)
    expect(await findUnproven(world.deps, citations)).toEqual([])
  })
})

describe('an unknown value is reported as unknown, never 0', () => {
  test('a blank line, a form without the line, and a figure that lacks an input', async () => {
    const reasons = new Set<string>()
    for (const ein of samples) {
      const { figures, unknown } = await use(readFigures, { ein, figures: [...FIGURE_KEYS] })
      const keys = [...figures, ...unknown].map(({ key }) => key)
      expect(keys.toSorted(), ein).toEqual([...FIGURE_KEYS].toSorted())
      for (const { why } of unknown) reasons.add(why)
    }
    expect(reasons.size).toBeGreaterThan(3)
  })

  test('a postcard has no figures', async () => {
    const { filing, figures, unknown } = await use(readFigures, { ein: '180000205' })
    expect([filing.form, figures]).toEqual(['990N', []])
    expect(unknown.length).toBeGreaterThan(5)
  })

  test('without an identifier, the number of awards is unknown instead of 0', async () => {
    const { count = 0 } = await use(listAwards, { ein: '080000102', limit: 5 })
    expect(count).toBeGreaterThan(0)
    const unknown = await use(listAwards, { ein: '490000181', limit: 5 })
    expect([unknown.awards, unknown.count]).toEqual([[], undefined])
  })
})

describe('tool results', () => {
  test('a profile has names, exemption, and flags', async () => {
    const profile = await use(readProfileTool, { ein: '890000154' })
    const names = profile.otherNames.map((one) => one.name.toUpperCase())
    expect(names).toContain('PROVIDENCE PLAYERS GUILD')
    expect(String(profile.mission?.value).length).toBeLessThanOrEqual(300)
    expect(profile.years).toEqual(profile.years.toSorted((a, b) => b - a))
    expect([profile.isRevoked, profile.flagged]).toEqual([false, []])
    const revoked = await use(readProfileTool, { ein: '970000161' })
    expect([revoked.isRevoked, revoked.flagged.length]).toEqual([true, expect.any(Number)])
    expect(revoked.flagged.length).toBeGreaterThan(0)
    await expect(use(readProfileTool, { ein: '979999999' })).rejects.toMatchObject({
      code: 'ProfileNotFound',
    })
  })

  test('a comparison keeps the requested order and reports what differs', async () => {
    const { organizations, cautions, notCompared } = await use(compareOrganizationsTool, {
      eins: ['490000181', '080000102', '979999999'],
    })
    expect(organizations.map(({ filing }) => filing.ein)).toEqual(['490000181', '080000102'])
    expect(cautions.length).toBeGreaterThan(0)
    expect(notCompared).toMatchObject([{ ein: '979999999' }])
  })

  test('compliance matters have their reasons', async () => {
    const eins = ['790000142', '290000118', '979999999']
    const { organizations, unknownEins } = await use(checkDiligence, { eins })
    expect(organizations[0]).toMatchObject({ tone: 'Concern' })
    expect(organizations[0]?.reasons.join(' ')).toContain('OFAC')
    expect(unknownEins).toEqual(['979999999'])
  })
})

describe('callers', () => {
  test.each([
    ['read_figures', { ein: '12', figures: ['revenue'] }, /ein/i],
    ['read_figures', { ein: '080000102', sql: '1' }, /sql/],
    ['compare_organizations', { eins: ['080000102', '08-0000102'] }, /eins/i],
    ['list_grantees', { ein: '080000102', limit: 11 }, /limit/],
    ['discover_organizations', { query: 'food', state: 'Ohoi' }, /Ohio/],
    ['discover_organizations', { query: 'food', minRevenue: 2, maxRevenue: 1 }, /maximum/],
  ])('with unknown input are rejected: %s %j', async (name, input, named) => {
    await expect(call(name, input)).rejects.toThrow(named)
  })

  test('that disconnect stop the work', async () => {
    const gone = AbortSignal.abort(new Error('gone'))
    const reading = readFigures.run(world.deps, { ein: '080000102' }, gone)
    await expect(reading).rejects.toThrow('gone')
  })
})
