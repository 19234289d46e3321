import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readElement, textOf } from '#src/domain/blocks.ts'
import { parseRef } from '#src/domain/evidence.ts'
import { resolveEvidence } from '#src/organizations/evidence/resolve-evidence.ts'
import { openProfile } from '#src/organizations/open-profile.ts'
import {
  blockData,
  collectFigures,
  coreData,
  expectSources,
  OPERATIONS,
  type Placed,
  readData,
} from '#test/integration/http/answers-b.ts'
import { openReal, type ProfilesWorld } from '#test/integration/http/profiles-world.ts'
import { hasRealReturns, type RealReturn, readRealReturns } from './returns.ts'

describe.skipIf(!hasRealReturns)('surface B over the real filings', () => {
  let world: ProfilesWorld
  let filings: { ein: string; taxYear: number; isPrimary: boolean }[]
  let returns: Map<string, RealReturn>

  beforeAll(async () => {
    // Read first, because reading blocks the event loop, which would look like overload.
    const byFile = new Map(readRealReturns().map((one) => [one.file, one]))
    world = await openReal('b_real')
    filings = await world.postgres.query(
      `select distinct f.ein, f.tax_year as "taxYear", o.primary_form = f.form as "isPrimary"
        from filing f join organization o using (ein) where is_current order by 1, 2`,
    )
    const files = await world.postgres.query<{ objectId: string; file: string }>(
      `select object_id as "objectId", source_archive as file from filing`,
    )
    returns = new Map(
      files.flatMap(({ objectId, file }) => {
        const found = byFile.get(file)
        return found ? [[objectId, found] as const] : []
      }),
    )
  })
  afterAll(() => world.close())

  const eins = () => [...new Set(filings.map(({ ein }) => ein))]

  /** Returns the value of an XML leaf, read without the loader and the catalogue. */
  function leafOf(ref: string): string | undefined {
    const named = parseRef(ref)
    if (named?.kind !== 'filing') return undefined
    const found = returns.get(named.objectId)
    const element = found && readElement(found.blocks, named.path)
    if (element === undefined || typeof element === 'string') return element?.trim()
    // A name of two lines is one value.
    return textOf(element)?.trim() ?? Object.values(element).join(' ').trim()
  }

  function isEqual(value: unknown, leaf: string | undefined): boolean {
    if (typeof value === 'number') return Number(leaf) === value
    if (typeof value === 'boolean') return ['1', 'true', 'X'].includes(leaf ?? '') === value
    return leaf === value
  }

  test.each(Object.entries(OPERATIONS))(
    '%s of every organization: schema, sources, and values equal to the XML',
    async (name, schema) => {
      const counts = { organizations: 0, figures: 0, rows: 0, equal: 0, derived: 0, registry: 0 }
      for (const ein of eins()) {
        const data = readData(await world.get(`/api/v2/charity/${ein}/${name}`), schema)
        const figures = expectSources(data)
        counts.organizations += 1
        counts.figures += figures.length
        for (const figure of figures) count(figure, counts)
      }
      console.log(`${name}: ${JSON.stringify(counts)}`)
      expect(counts.organizations).toBe(eins().length)
      if (name !== 'blocks') expect(counts.figures).toBeGreaterThan(0)
    },
  )

  function count({ value, ref, path }: Placed, counts: Record<string, number>) {
    const add = (name: string) => {
      counts[name] = (counts[name] ?? 0) + 1
    }
    const kind = parseRef(ref)?.kind
    if (kind !== 'filing') return add(kind === 'derived' ? 'derived' : 'registry')
    const leaf = leafOf(ref)
    expect(leaf, ref).toBeDefined()
    if (value === undefined) return add('rows')
    // A checked box of a person is shown by its name.
    if (/\.roles\.\d+$/.test(path)) return add('equal')
    expect(isEqual(value, leaf), `${ref} contains ${leaf}, not ${JSON.stringify(value)}`).toBe(true)
    add('equal')
  }

  // The loader never stores social security numbers. The tests' reader gives elements with
  // attributes an empty text, and drops text between elements.
  const withoutReading = (content: unknown): unknown =>
    JSON.parse(JSON.stringify(content), (name, value: unknown) => {
      if (name.endsWith('SSN')) return ''
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
      const { '#text': text, ...rest } = value as Record<string, unknown>
      const isLeaf = text && Object.keys(rest).every((key) => key.startsWith('@'))
      return isLeaf ? value : rest
    })

  test('the core record of every year of every primary form', async () => {
    const counts = { records: 0, figures: 0, equal: 0 }
    for (const { ein, taxYear, isPrimary } of filings) {
      if (!isPrimary) continue
      const data = readData(await world.get(`/charities/${ein}?year=${taxYear}`), coreData)
      counts.records += 1
      const figures = expectSources(data)
      counts.figures += figures.length
      for (const figure of figures) count(figure, counts)
    }
    console.log(`core records: ${JSON.stringify(counts)}`)
    expect(counts.records).toBeGreaterThan(100)
  })

  /** Returns a block with the pages of its long repeats combined. */
  async function readWhole(url: string) {
    const data = readData(await world.get(url), blockData)
    for (let page = 2; page <= data.pages; page += 1) {
      const { content } = readData(await world.get(`${url}&page=${page}`), blockData)
      for (const { path } of data.truncated) {
        const [held, more] = [data.content, content].map((one) => repeatAt(one, path))
        held?.push(...(more ?? []))
      }
    }
    return data
  }

  /** Returns the repeat at a path, whose part may have an index. */
  function repeatAt(content: Record<string, unknown>, path: string): unknown[] | undefined {
    const steps = path.split('/').slice(2)
    const found = steps.reduce<unknown>(
      (value, step) => (value as Record<string, unknown>)[step],
      content,
    )
    return found as unknown[] | undefined
  }

  test('every derived figure of a profile equals the value of its Ref', async () => {
    let resolved = 0
    for (const ein of eins()) {
      const data = readData(await world.get(`/api/v2/charity/${ein}/profile`), OPERATIONS.profile)
      const organization = await openProfile(world, ein)
      const derived = collectFigures(data).filter(({ ref }) => ref.startsWith('derived:'))
      for (const { ref, score, value = score, path } of derived) {
        expect((await resolveEvidence(world, organization, ref)).value, `${path} ${ref}`).toBe(
          value,
        )
        resolved += 1
      }
    }
    console.log(`derived figures that resolve to their value: ${resolved}`)
    expect(resolved).toBeGreaterThan(500)
  })

  test("every block of every organization's manifest equals the XML", async () => {
    const counts = { blocks: 0, truncated: 0 }
    for (const ein of eins()) {
      const { filings: held } = readData(
        await world.get(`/api/v2/charity/${ein}/blocks`),
        OPERATIONS.blocks,
      )
      for (const one of held.filter(({ current }) => current)) {
        for (const { block, ordinal } of one.blocks) {
          const query = `year=${one.tax_year}&form=${one.form}&ordinal=${ordinal}`
          const data = await readWhole(`/api/v2/charity/${ein}/block/${block}?${query}`)
          counts.blocks += 1
          counts.truncated += data.truncated.length
          const filed = returns.get(data.filing.object_id)?.blocks
          const same = filed?.find((part) => part.block === block && part.ordinal === ordinal)
          expect(withoutReading(data.content)).toEqual(withoutReading(same?.content))
        }
      }
    }
    console.log(`blocks: ${JSON.stringify(counts)}`)
    expect(counts.truncated).toBeGreaterThan(0)
  })
})
