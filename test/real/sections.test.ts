import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CharitySection, charitySection } from '#src/api/a/section/schema.ts'
import { openProfiles, type ProfilesWorld } from '#test/integration/http/profiles-world.ts'
import { TAKES_ALL } from '#test/random.ts'
import { REAL } from './real-data.ts'

type Opened = { ein: string; form: string; year: number }
type Listed = Opened & { id: string; isPageable: boolean }

describe.skipIf(!existsSync(REAL))('sections of every real filing', () => {
  let world: ProfilesWorld
  const listed: Listed[] = []
  const counts: Record<string, { sections: number; rows: number; pages: number }> = {}

  beforeAll(async () => {
    world = await openProfiles('sections_real', [REAL])
  })
  afterAll(async () => {
    console.log(`Sections of real filings: ${JSON.stringify(counts)}`)
    await world.close()
  })

  const open = async ({ ein, form, year, id }: Listed, query: string): Promise<CharitySection> => {
    const url = `/api/v2/charity/${ein}/sections/${id}?Form=${form}&Year=${year}&${query}`
    const { status, body } = await world.get(url)
    expect(status, `${url}: ${JSON.stringify(body)}`).toBe(200)
    return charitySection.parse(body)
  }

  test('have the same rows in the same order, each once, with any page size', async () => {
    for (const one of listed.filter(({ isPageable }) => isPageable)) {
      const whole = await walk(one, 200)
      // About five pages a section; pages of seven rows take a minute in all.
      expect(await walk(one, pageSize(whole))).toEqual(whole)
      expect(new Set(whole).size).toBe(whole.length)
    }
  })

  async function walk(one: Listed, limit: number): Promise<string[]> {
    const rows: string[] = []
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const page = await open(one, `Limit=${limit}${cursor && `&Cursor=${cursor}`}`)
      const own = rowsOf(page)
      expect(own.length).toBeGreaterThan(0)
      expect(own.length).toBeLessThanOrEqual(limit)
      rows.push(...own)
      const count = counts[one.id]
      if (count && limit < 200) count.pages += 1
      cursor = page.NextCursor
    }
    const count = counts[one.id]
    if (count && limit < 200) count.rows += rows.length
    return rows
  }
})

const pageSize = (rows: readonly string[]): number =>
  TAKES_ALL ? 7 : Math.min(199, Math.max(7, Math.ceil(rows.length / 5)))

/** Returns the rows of a page, each as a text that identifies it. */
function rowsOf({ Data }: CharitySection): string[] {
  const { Rows, Elements, Relationships } = Data as Record<string, unknown[] | undefined>
  return (Rows ?? Elements ?? Relationships ?? []).map((row) => JSON.stringify(row))
}
