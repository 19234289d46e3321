import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resolveDue } from '#indexer/pipeline/resolve.ts'
import { rateOrganizations } from '#indexer/rate/run.ts'
import { type ChangeListAnswer, changeList } from '#src/api/a/changes.ts'
import { readChanges } from '#src/organizations/filings/filings.ts'
import type { Postgres } from '#src/platform/clients/postgres.ts'
import { codeOf, readA } from '#test/integration/http/answers-a.ts'
import { type EnrichedWorld, openEnriched } from '#test/integration/http/enriched-world.ts'
import * as made from '#test/integration/indexer/made-lists.ts'
import { putSite } from '#test/integration/indexer/websites.ts'
import { toCsv } from '#test/unit/indexer/read-table.ts'
import { ofMonth, withFiles } from '#test/world/here.ts'
import { loadInto } from '#test/world/store.ts'

// Placed by hand in the demo (indexer/demo/README.md).
const RIVER = '290000118'
const WELLS = { ein: '070000101', name: 'Turkana Wells Partnership', city: 'Duluth', state: 'MN' }
const [HOCKING, MAUMEE] = ['080000102', '080000103'] as const

let world: EnrichedWorld
let db: Postgres

beforeAll(async () => {
  world = await openEnriched('changes')
  db = world.store.db
})
afterAll(() => world.close())

/** Loads files of a month with the real loader, and resolves what they change. */
async function load(month: string, files: Record<string, string>): Promise<void> {
  const { failed } = await withFiles(ofMonth(month, files), (folder) =>
    // One test moves a filing to another organization.
    loadInto(world.store, [folder], undefined, { mayReplaceOthers: true }),
  )
  expect(failed).toEqual([])
  await resolveDue(db)
}

const loadReturn = (id: string, filed: Parameters<typeof made.toReturn>[0]) =>
  load('2026-06', { [`${id}_public.xml`]: made.toReturn(filed) })

const newest = async (): Promise<string> => {
  const [row] = await db.query<{ id: string }>('select max(id) as id from release')
  return row?.id ?? ''
}

const ask = async (query: string): Promise<ChangeListAnswer> =>
  changeList.parse(await readA(world, `/api/v2/changes?${query}`))

type Walk = { release: string; changes: ChangeListAnswer['Changes'] }

/** Returns all pages since a release; calls `between` with each page before requesting the next. */
async function walk(
  since: string,
  limit = 50,
  between: (page: number) => Promise<void> = async () => undefined,
): Promise<Walk> {
  const changes: Walk['changes'] = []
  let cursor = ''
  for (let page = 1; ; page += 1) {
    const answer = await ask(`since=${since}&Limit=${limit}${cursor}`)
    changes.push(...answer.Changes)
    if (answer.NextCursor === undefined) return { release: answer.Release, changes }
    expect(answer.Changes).toHaveLength(limit)
    cursor = `&Cursor=${answer.NextCursor}`
    await between(page)
  }
}

const eins = ({ changes }: Walk) => changes.map(({ EIN }) => EIN)
const kinds = ({ changes }: Walk) =>
  Object.fromEntries(changes.map(({ EIN, What }) => [EIN, What.map(({ Kind }) => Kind)]))

describe('the changes after a release', () => {
  test('are empty after the newest release, which is the next value of since', async () => {
    const now = await newest()
    const answer = await ask(`since=${now}`)
    expect(answer).toMatchObject({ Since: now, Release: now, Changes: [] })
    expect(answer).not.toHaveProperty('NextCursor')
  })

  test('contain only its organization for a return of an earlier year', async () => {
    const before = await newest()
    const officers = ['ADA MERE']
    await loadReturn('201531339349300001', { ...WELLS, officers, year: 2014 })
    const found = await walk(before)
    expect(eins(found)).toEqual([WELLS.ein])
    expect(kinds(found)[WELLS.ein]).toContain('Filings')
    const [{ Links = {}, ...change } = {}] = found.changes
    expect(change).toMatchObject({
      Name: expect.stringMatching(/^Turkana/i),
      Release: expect.stringMatching(/^\d{8}t\d{9}z$/),
      ChangedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    })
    const urls = [Links.Page, Links.WebPage, Links.Profile]
    for (const url of urls) expect((await world.app.inject(url ?? '')).statusCode, url).toBe(200)
  })

  test('contain only the organizations with changed rows for a registry extract', async () => {
    const before = await newest()
    const rows = await db.query<Parameters<typeof made.toRegistry>[0][number]>(
      'select ein, name, city, state from bmf where ein = any($1)',
      [[HOCKING, MAUMEE]],
    )
    await load('2026-06', { 'eo_zz.csv': made.toRegistry(rows) })
    const each = { [HOCKING]: ['Organization'], [MAUMEE]: ['Organization'] }
    expect(kinds(await walk(before))).toEqual(each)
  })

  test('contain organizations with a changed rating; a later client sees each once with all changes', async () => {
    const readRatings = () =>
      db.query<{ row: string }>(
        `select concat_ws(' ', ein, (state, score, band, object_id, policy_version)) as row
         from rating order by ein`,
      )
    const old = new Set((await readRatings()).map(({ row }) => row))
    const before = await newest()
    const newer = { ein: HOCKING, name: 'Hocking Hills', city: 'Logan', state: 'OH', year: 2025 }
    await loadReturn('202631339349300004', { ...newer, officers: ['EVA LORE'] })
    const loaded = await walk(before)
    expect(kinds(loaded)[HOCKING]).toEqual(expect.arrayContaining(['Organization', 'Filings']))
    await rateOrganizations(db)
    const rerated = (await readRatings()).flatMap(({ row }) =>
      old.has(row) ? [] : row.slice(0, 9),
    )
    const rated = await walk(loaded.release)
    expect(rerated).toContain(HOCKING)
    expect(eins(rated).toSorted()).toEqual(rerated)
    expect(new Set(Object.values(kinds(rated)).flat())).toEqual(new Set(['Rating']))
    const both = await walk(before)
    const each = new Set([...eins(loaded), ...eins(rated)])
    expect(eins(both).toSorted()).toEqual([...each].toSorted())
    expect(kinds(both)[HOCKING]).toEqual([...(kinds(loaded)[HOCKING] ?? []), 'Rating'])
  })

  test('contain organizations that lose a rating or get one again', async () => {
    const before = await newest()
    const releases: string[] = []
    for (const form of ['990PF', '990']) {
      await db.query('update organization set primary_form = $2 where ein = $1', [MAUMEE, form])
      const since = await newest()
      await rateOrganizations(db)
      const found = await walk(since)
      expect(kinds(found)[MAUMEE]).toEqual(['Rating'])
      releases.push(found.release)
    }
    const both = (await walk(before)).changes.filter(({ EIN }) => EIN === MAUMEE)
    expect(both).toMatchObject([{ What: [{ Kind: 'Rating', Release: releases[1] }] }])
  })

  test('contain only the organizations that gain or lose awards and subawards', async () => {
    // As the demo's audits map them.
    const uei: Record<string, string> = { [WELLS.ein]: 'ZZDEMOTWPS01', [RIVER]: 'ZZDEMORRHS01' }
    const summary = (id: string, ein: string, day: string) => ({
      ...{ assistance_award_unique_key: `ASST_NON_${id}_7530`, award_id_fain: id },
      ...{ recipient_uei: uei[ein] ?? '', recipient_name: 'AS AWARDED' },
      awarding_agency_name: 'Department of Made Things',
      ...{ total_obligated_amount: '500.00', last_modified_date: day },
    })
    const changedBy = async (...rows: Record<string, string>[]) => {
      const before = await newest()
      await load('2026-06', { 'awards.csv': toCsv(Object.keys(rows[0] ?? {}), rows) })
      return kinds(await walk(before))
    }
    const first = summary('MADE1', WELLS.ein, '2026-01-01')
    const [wells, river] = [{ [WELLS.ein]: ['Awards'] }, { [RIVER]: ['Awards'] }]
    expect(await changedBy(first)).toEqual(wells)
    expect(await changedBy(first, summary('MADE2', RIVER, '2026-01-01'))).toEqual(river)
    const moved = await changedBy(summary('MADE1', RIVER, '2026-02-01'))
    expect(moved).toEqual({ ...wells, ...river })
    const subaward = {
      ...{ prime_award_unique_key: 'ASST_NON_MADE1_7530', subaward_number: 'S1' },
      ...{ subaward_amount: '10.00', subaward_action_date: '2026-01-01' },
      ...{ subawardee_uei: uei[WELLS.ein] ?? '', subawardee_name: 'AS AWARDED' },
    }
    expect(await changedBy(subaward)).toEqual(wells)
    const taken = {
      ...summary('MADE2', RIVER, '2026-03-01'),
      assistance_transaction_unique_key: '7530_MADE2_-NONE-_93.243_0',
      ...{ modification_number: '0', federal_action_obligation: '', action_date: '' },
      correction_delete_indicator_code: 'D',
    }
    expect(await changedBy(taken)).toEqual(river)
  })

  test('contain an organization when its website is read or a list includes it', async () => {
    putSite(world.web, 'river.example', 'Kayak ambulances of the river')
    await world.refile(RIVER, 'http://river.example')
    const before = await newest()
    await world.enrich(RIVER)
    const read = await walk(before)
    expect(kinds(read)).toEqual({ [RIVER]: ['Website'] })

    const names = ['TURKANA WELLS PARTNERSHIP', 'KAYAK CARTEL']
    const parties = names.map((name, at) => ({ entry: 81_000_001 + at, name }))
    await load('2026-06', made.toOfacFiles(parties))
    // The list replaces the demo's, whose matches end.
    const eins = [WELLS.ein, '080000172', '280000113', '790000142']
    const changed = Object.fromEntries(eins.map((ein) => [ein, ['Screening']]))
    expect(kinds(await walk(read.release))).toEqual(changed)
  })

  test('mark an organization that no source lists as Removed until it is listed again', async () => {
    const id = '202431339349300002'
    const officers = ['BEN SHORE']
    const misfiled = { ein: '797000001', name: 'Elsewhere Society', city: 'Akron', state: 'OH' }
    await loadReturn(id, { ...misfiled, officers })
    const before = await newest()
    await loadReturn(id, { ...misfiled, ein: '797000002', officers })
    const found = await walk(before)
    const own = ({ changes }: Walk) => changes.filter(({ EIN }) => EIN === misfiled.ein)
    expect(own(found)).toMatchObject([{ Name: misfiled.name, Removed: true, What: [], Links: {} }])
    expect(kinds(found)['797000002']).toContain('Organization')
    await loadReturn('202431339349300003', { ...misfiled, officers })
    expect(own(await walk(found.release))[0]).not.toHaveProperty('Removed')
    expect(own(await walk(before))).toHaveLength(1)
  })
})

describe('a copy that follows the changes', () => {
  /** The oldest release, so everything in the store changed after it. */
  const FIRST = '20200101t000000000z'
  beforeAll(async () => {
    await db.query(
      `insert into release (id, minted_at, cause) values ($1, '2020-01-01T00:00:00Z', 'load')`,
      [FIRST],
    )
  })
  afterAll(() => db.query('delete from release where id = $1', [FIRST]))

  test('walks over every organization once from the first release, oldest change first', async () => {
    const rows = await db.query<{ ein: string }>('select ein from organization order by ein')
    const all = rows.map(({ ein }) => ein)
    for (const limit of [7, 200]) {
      const found = await walk(FIRST, limit)
      const left = found.changes.filter(({ Removed }) => !Removed).map(({ EIN }) => EIN)
      expect(left.toSorted()).toEqual(all)
      const places = found.changes.map(({ Release, EIN }) => Release + EIN)
      expect(places).toEqual(places.toSorted())
    }
  })

  test('gets short and empty pages, and still everything, when pages skip most marks', async () => {
    // All were loaded first and rated or screened later, so a page skips most of what it may read.
    const scan = { first: 2, largest: 3, most: 9 }
    const found: string[] = []
    const sizes: number[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await readChanges({ postgres: db }, { since: FIRST, limit: 5, cursor, scan })
      found.push(...page.changes.map(({ ein }) => ein))
      sizes.push(page.changes.length)
      cursor = page.nextCursor
      if (cursor === undefined) break
    }
    expect(found).toEqual(eins(await walk(FIRST, 200)))
    expect(sizes).toContain(0)
    expect(Math.max(...sizes)).toBe(5)
    expect(sizes.slice(0, -1).some((size) => size > 0 && size < 5)).toBe(true)
  })

  test('misses nothing, and sees twice only what changed twice, while loads run', async () => {
    const officers = ['CLEO BANK']
    const at = { city: 'Akron', state: 'OH', officers }
    const listed = (await walk(FIRST, 200)).changes.filter(({ Removed }) => !Removed)
    // One that was already read, one not yet read, and one new.
    const [passed, coming] = [listed.at(0), listed.at(-1)]
    const change = (n: number, ein: string, name: string) =>
      loadReturn(`20153133934930010${n}`, { ein, name, ...at, year: 2013 })
    const first = await walk(FIRST, 20, async (page) => {
      if (page === 1) await change(1, passed?.EIN ?? '', passed?.Name ?? '')
      if (page === 2) await change(2, coming?.EIN ?? '', coming?.Name ?? '')
      if (page === 3) await change(3, '797000009', 'Newcomers of Akron')
    })
    const second = await walk(first.release)
    const third = await walk(second.release)
    expect(third.changes).toEqual([])
    expect(second.release).toBe(await newest())
    expect(new Set(eins(first)).size).toBe(first.changes.length)
    const seen = [...eins(first), ...eins(second)]
    const rows = await db.query<{ ein: string }>('select ein from organization')
    expect(rows.filter(({ ein }) => !seen.includes(ein))).toEqual([])
    const times = [passed?.EIN, coming?.EIN, '797000009'].map(
      (wanted) => seen.filter((ein) => ein === wanted).length,
    )
    expect(times).toEqual([2, 1, 1])
    // Others appear twice only if the new returns changed their money given or received.
    const twice = eins(first).filter((ein) => eins(second).includes(ein) && ein !== passed?.EIN)
    for (const ein of twice) expect(kinds(second)[ein]).toEqual(['MoneyNetwork'])
  })

  test('two loads at once create their releases one after the other, in that order', async () => {
    const before = await newest()
    const seen: string[] = []
    let isLoading = true
    const watch = async () => {
      for (let since = before, isLast = false; !isLast; ) {
        isLast = !isLoading
        const found = await walk(since)
        seen.push(...eins(found))
        since = found.release
      }
    }
    const made = [5, 6, 7, 8].map((n) => `79700010${n}`)
    const at = { city: 'Akron', state: 'OH', officers: ['DAN FORD'] }
    const watching = watch()
    await Promise.all(
      made.map((ein, n) =>
        loadReturn(`20243133934930000${n + 5}`, { ein, name: `Ford ${n}`, ...at }),
      ),
    )
    isLoading = false
    await watching
    expect(seen).toEqual(expect.arrayContaining(made))
  })
})

describe('since', () => {
  const refusal = async (query: string) => {
    type Refusal = { detail: { loc: string[]; msg: string; type: string }[] }
    const { status, body } = await world.get<Refusal>(`/api/v2/changes${query}`)
    expect(status, JSON.stringify(body)).toBe(422)
    const [{ loc = [], type = '', msg = '' } = {}] = body.detail
    return { fault: `${loc.join('.')} ${type}`, msg }
  }

  test('is a release or its time, required, with exactly one of its two names', async () => {
    const now = await newest()
    expect((await refusal('')).fault).toBe('query.since missing')
    expect((await refusal(`?since=${now}&Since=${now}`)).fault).toMatch(/^query\.Since /)
    expect(await ask(`Since=${now}`)).toEqual(await ask(`since=${now}`))
    const { ReleasedAt } = await ask(`since=${now}`)
    expect(await ask(`since=${ReleasedAt}`)).toMatchObject({ Since: now, Release: now })
  })

  test.each([
    ['yesterday', 'release'],
    ['2026-11-21', 'release'],
    ['20010101t000000000z', 'release_too_old'],
    ['29990101t000000000z', 'release_in_future'],
  ])('%s is rejected as %s, and the message says where to find a release', async (given, type) => {
    const { fault, msg } = await refusal(`?since=${given}`)
    expect(fault).toBe(`query.since ${type}`)
    for (const place of ['/readyz', 'X-Release', '/api/v2/health']) expect(msg).toContain(place)
  })

  test('between two releases is unknown, and a cursor belongs to one since', async () => {
    const [first] = await db.query<{ id: string }>('select min(id) as id from release')
    const since = first?.id ?? ''
    const between = `${since.slice(0, -2)}${since.at(-2) === '9' ? '8' : '9'}z`
    const { fault } = await refusal(`?Since=${between}`)
    expect(fault).toMatch(/^query\.Since (unknown_release|release_too_old)$/)
    // Ratings came after the first load.
    const { NextCursor } = await ask(`since=${since}&Limit=1`)
    const foreign = `/api/v2/changes?since=${await newest()}&Cursor=${NextCursor}`
    expect(await codeOf(world, foreign)).toBe('400 InvalidCursor')
  })
})
