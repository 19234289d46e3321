import { describe, expect, test } from 'vitest'
import { readTsv } from '#src/domain/tsv.ts'
import type { Proposal } from '#src/search/recovery/propose.ts'
import { recoverSearch } from '#src/search/recovery/recover-search.ts'
import { opened } from '#test/integration/opened.ts'
import { openIndexed } from '#test/world/indexed.ts'

const world = opened(() => openIndexed('recovery'))
const { signal } = new AbortController()

const HOCKING = 'Hocking Hills Food Bank'

/** Searches without results, and a proposal expected for each. */
const BROKEN = readTsv(new URL('./recovery.tsv', import.meta.url)).map(
  ([query = '', filters = '', proposed, mode, kept = '', name = '']) =>
    [
      query,
      JSON.parse(filters),
      { query: proposed, mode, filters: JSON.parse(kept), name },
    ] as const,
)

const NAMES = { state: 'State', cause: 'Cause', minRevenue: 'MinRevenue', maxRevenue: 'MaxRevenue' }

/** Returns the API search of a proposal. */
function urlOf({ query, mode, filters }: Pick<Proposal, 'query' | 'mode' | 'filters'>): string {
  const params = new URLSearchParams({ Query: query, Mode: mode })
  for (const [field, name] of Object.entries(NAMES)) {
    const value = filters[field as keyof typeof NAMES]
    if (value !== undefined) params.set(name, String(value))
  }
  return `/api/v2/search?${params}`
}

type Row = { query: string; proposals: object[] }
const readStored = async (id: string): Promise<Row | undefined> => {
  const sql = 'select query, proposals from search_recovery where id = $1'
  const [row] = await world.deps.postgres.query<Row>(sql, [id])
  return row
}

describe('a search without results', () => {
  test.each(BROKEN)('%s %j', async (query, filters, { name, ...first }) => {
    const failed = await world.get(urlOf({ query, mode: 'Identity', filters }))
    expect(failed.body.Resolution).toMatchObject({ Status: 'None' })
    const { id, proposals, note } = await recoverSearch(world.deps, { query, filters }, signal)
    const wanted = proposals.find((one) => one.query === first.query && one.mode === first.mode)
    expect(wanted, JSON.stringify(proposals)).toBeDefined()
    expect(wanted?.filters).toEqual(first.filters)
    expect(wanted?.first.name.toUpperCase()).toBe(name.toUpperCase())
    expect(proposals.length).toBeLessThanOrEqual(3)
    expect(note).toBeUndefined()
    for (const proposal of proposals) {
      const { status, body } = await world.get(urlOf(proposal))
      expect(status, JSON.stringify(body)).toBe(200)
      expect(body.Found).toBe(proposal.found)
      expect((body.Hits as { Name: string }[])[0]?.Name).toBe(proposal.first.name)
      expect(proposal.why).toMatch(/^[A-Z].*\.$/)
    }
    const stored = await readStored(id)
    expect(stored?.query).toBe(query)
    expect(stored?.proposals).toEqual(
      proposals.map(({ query, mode, filters, found }) => ({ query, mode, filters, found })),
    )
  })

  test.each(['98-7654321', 'xqzzt vvrk', '???', '𝕏\0 zzq'])(
    'says so if nothing helps: %j',
    async (query) => {
      const failed = { query, filters: {} }
      const { id, proposals, note } = await recoverSearch(world.deps, failed, signal)
      expect(proposals).toEqual([])
      expect(note).toMatch(/EIN/)
      expect(await readStored(id)).toMatchObject({ proposals: [] })
    },
  )

  test("is first spelled as in the index's names", async () => {
    const failed = { query: 'Zurkana Welps Bartnership', filters: {} }
    const [first] = (await recoverSearch(world.deps, failed, signal)).proposals
    expect(first).toMatchObject({ query: 'turkana wells partnership', mode: 'Identity', found: 1 })
    expect(first?.first.ein).toBe('070000101')
  })
})

describe('a proposal', () => {
  test('an unknown cause is reported with the nearest one', async () => {
    const failed = { query: HOCKING, filters: { cause: 'museumz' } }
    await expect(recoverSearch(world.deps, failed)).rejects.toThrow(/Museums/)
  })

  test('stops when its client disconnects', async () => {
    const gone = AbortSignal.abort(new Error('gone'))
    const failed = { query: 'Zurkana Welps', filters: {} }
    await expect(recoverSearch(world.deps, failed, gone)).rejects.toThrow('gone')
  })
})
