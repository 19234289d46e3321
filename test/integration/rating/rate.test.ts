import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generateDemo } from '#indexer/demo/generate.ts'
import { resolveLoaded } from '#indexer/load/resolve-loaded.ts'
import { type RateResult, rateOrganizations } from '#indexer/rate/run.ts'
import { toCheckedFiling } from '#src/profiles/checked-filing.ts'
import { readFiling, readYears } from '#src/profiles/store/read-filing.ts'
import { readOrganization } from '#src/profiles/store/read-organization.ts'
import { crossCheck } from '#src/rating/cross-checks/cross-check.ts'
import { failedRules, toRatingInputs } from '#src/rating/inputs.ts'
import { rate } from '#src/rating/model.ts'
import type { Rating } from '#src/rating/rating.ts'
import { hasRealReturns, REAL_RETURNS } from '../../unit/domain/real-returns.ts'
import { createStore, loadInto, type Store } from '../indexer/store.ts'

const REGISTRY = '../shared/data/bmf'

const demo = await mkdtemp(join(tmpdir(), 'demo-'))
beforeAll(() => generateDemo({ folder: demo, organizations: 120 }))
afterAll(() => rm(demo, { recursive: true }))

/** What `toRatingInputs` gives, of what is stored with percentile and score. */
const unranked = ({ metrics }: Rating) =>
  metrics.map(({ key, value, ref }) => ({ key, value, ref }))
const unscored = ({ metrics }: Rating) =>
  metrics.map(({ key, value, ref, percentile, peers }) => ({
    ...{ key, value, ref },
    ...(percentile !== undefined && { percentile }),
    ...(peers && { peers }),
  }))

const worlds = [
  { world: 'demo', paths: [demo], isThere: true },
  { world: 'real', paths: [REAL_RETURNS, REGISTRY], isThere: hasRealReturns },
]

for (const { world, paths, isThere } of worlds) {
  describe.skipIf(!isThere)(`every rated organization of the ${world} returns`, () => {
    let store: Store
    let first: RateResult
    let eins: string[]

    beforeAll(async () => {
      store = await createStore(`rate_${world}`)
      await resolveLoaded(store.db, (await loadInto(store, paths)).touched)
      first = await rateOrganizations(store.db)
      const rows = await store.db.query<{ ein: string }>(
        "select ein from organization where primary_form in ('990', '990EZ') order by ein",
      )
      eins = rows.map(({ ein }) => ein)
    })
    afterAll(async () => await store?.drop())

    async function open(ein: string) {
      const organization = await readOrganization(store.db, ein)
      const rating = organization?.rating
      if (!rating) throw new Error(`${ein} is not rated.`)
      const filing = await readFiling(store.db, rating.objectId)
      if (!filing) throw new Error(`${rating.objectId} is not there.`)
      return { organization, rating, filing }
    }

    test('is rated, by its latest return, and nobody else is', async () => {
      expect(eins.length).toBeGreaterThan(50)
      const rated = await store.db.query<{ ein: string; isLatest: boolean }>(
        `select r.ein, r.object_id = o.latest_object_id as "isLatest"
         from rating r left join organization o using (ein) order by r.ein`,
      )
      expect(rated.map(({ ein }) => ein)).toEqual(eins)
      expect(rated.filter(({ isLatest }) => !isLatest)).toEqual([])
      expect(first).toMatchObject({ read: eins.length, changed: eins.length, removed: 0 })
      expect(first.scored + first.notEnoughData).toBe(eins.length)
      expect(Object.values(first.bands).reduce((sum, count) => sum + count)).toBe(first.scored)
    })

    test('has the score that its stored inputs lead to', async () => {
      let scored = 0
      for (const ein of eins) {
        const { rating } = await open(ein)
        const again = rate(unscored(rating))
        const { policyVersion, state, score, band, metrics, categories } = rating
        const shown = state === 'Scored' ? { state, score, band } : { state }
        expect(again, ein).toEqual({ policyVersion, ...shown, metrics, categories })
        if (state === 'Scored') scored++
      }
      expect(scored).toBe(first.scored)
      expect(scored).toBeGreaterThan(eins.length / 2)
    })

    test('is rated by what its whole returns say', async () => {
      for (const ein of eins) {
        const { rating, filing } = await open(ein)
        const checked = toCheckedFiling(filing)
        const checks = checked && crossCheck(checked)
        const inputs = toRatingInputs({
          ...{ ein, filing, checks },
          years: await readYears(store.db, ein, filing.form),
          rowFacts: filing.rowFacts ?? undefined,
        })
        expect(unranked(rating), ein).toEqual(inputs)
        expect(rating.failedChecks, ein).toEqual(failedRules(checks ?? []))
      }
    })

    test('reaches 70 at most by a 990-EZ, which has no controls', async () => {
      let short = 0
      for (const ein of eins) {
        const { rating } = await open(ein)
        if (rating.form !== '990EZ') continue
        short++
        expect(rating.score ?? 0, ein).toBeLessThanOrEqual(70)
        const controls = rating.categories.find(({ key }) => key === 'transparency')
        expect(controls, ein).toEqual({ key: 'transparency', weight: 30, members: [] })
      }
      expect(short).toBeGreaterThan(5)
    })

    test('comes out as it is when everybody is scored again', async () => {
      const ratings = () => store.db.query('select to_jsonb(rating) from rating order by ein')
      const before = await ratings()
      await store.db.query('delete from rating where ein = $1', [eins[0]])
      const { read, changed } = await rateOrganizations(store.db)
      expect({ read, changed }).toEqual({ read: 0, changed: 1 })
      const after = await ratings()
      expect(after.slice(1)).toEqual(before.slice(1))
    })

    test('is not written by a second run, which mints no release', async () => {
      const versions = () => store.db.query('select ein, xmin::text from rating order by ein')
      const before = await versions()
      const nothing = { ...first, read: 0, changed: 0, removed: 0, release: undefined }
      expect(await rateOrganizations(store.db)).toEqual(nothing)
      expect(await versions()).toEqual(before)
    })
  })
}

test('a store without any organization to rate is rated, too', async () => {
  const store = await createStore('rate_empty')
  const { bands, ...rest } = await rateOrganizations(store.db)
  expect(rest).toEqual({
    ...{ read: 0, scored: 0, notEnoughData: 0, changed: 0, removed: 0 },
    release: undefined,
  })
  await store.drop()
})
