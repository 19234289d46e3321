import { beforeAll, describe, expect, test } from 'vitest'
import { type RateResult, rateOrganizations } from '#indexer/rate/run.ts'
import { toCheckedFiling } from '#src/organizations/filings/check-filing.ts'
import {
  readFiling,
  readOrganization,
  readYears,
} from '#src/organizations/store/read-organization.ts'
import { crossCheck } from '#src/rating/cross-checks/cross-check.ts'
import { failedRules, toRatingInputs } from '#src/rating/inputs.ts'
import { rate } from '#src/rating/model.ts'
import type { Rating, RatingInput } from '#src/rating/rating.ts'
import { opened } from '#test/integration/opened.ts'
import { createLoaded, demoFolder } from '#test/world/prepared.ts'
import { createStore } from '#test/world/store.ts'

/** Returns the output of `toRatingInputs` from what is stored with percentile and score. */
const unscored = ({ metrics }: Rating) =>
  metrics.map(({ key, value, ref }) => ({ key, value, ref }))
const rankedInputs = ({ metrics }: Rating) =>
  metrics.map(({ key, value, ref, percentile, peers }) => ({
    ...{ key, value, ref },
    ...(percentile !== undefined && { percentile }),
    ...(peers && { peers }),
  }))

describe('every rated organization of the demo', () => {
  const store = opened(async () => createLoaded('rate_demo', { paths: [await demoFolder()] }))
  let first: RateResult
  let eins: string[]

  beforeAll(async () => {
    await store.db.query('truncate rating, rating_input, rating_cohort')
    first = await rateOrganizations(store.db)
    const rows = await store.db.query<{ ein: string }>(
      "select ein from organization where primary_form in ('990', '990EZ') order by ein",
    )
    eins = rows.map(({ ein }) => ein)
  })

  async function open(ein: string) {
    const organization = await readOrganization(store.db, ein, '2026-11-27')
    const rating = organization?.rating
    if (!rating) throw new Error(`${ein} is not rated.`)
    const filing = await readFiling(store.db, rating.objectId)
    if (!filing) throw new Error(`${rating.objectId} is not in the store.`)
    return { organization, rating, filing }
  }

  test('is rated by its latest return, and no other organization is rated', async () => {
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

  test('has the score of its stored inputs, which are figures of its whole returns', async () => {
    let scored = 0
    for (const ein of eins) {
      const { rating, filing } = await open(ein)
      const again = rate(rankedInputs(rating))
      const { policyVersion, state, score, band, metrics, categories } = rating
      const unranked: string[] = []
      const shown = state === 'Scored' ? { state, score, band } : { state }
      expect(again, ein).toEqual({ policyVersion, ...shown, metrics, unranked, categories })
      if (state === 'Scored') scored++
      const checked = toCheckedFiling(filing)
      const checks = checked && crossCheck(checked)
      const inputs = toRatingInputs({
        ...{ ein, filing, checks },
        years: await readYears(store.db, ein, filing.form),
        rowFacts: filing.rowFacts ?? undefined,
      })
      const isRanked = ({ key }: RatingInput) => !rating.unranked.includes(key)
      expect(unscored(rating), ein).toEqual(inputs.filter(isRanked))
      const keys = inputs.map((input) => input.key)
      expect(keys, ein).toEqual(expect.arrayContaining(rating.unranked))
      expect(rating.failedChecks, ein).toEqual(failedRules(checks ?? []))
    }
    expect(scored).toBe(first.scored)
    expect(scored).toBeGreaterThan(eins.length / 2)
  })

  test('is not written by a second run, which creates no release', async () => {
    const versions = () => store.db.query('select ein, xmin::text from rating order by ein')
    const before = await versions()
    const { reason, ...cohort } = first.cohort ?? {}
    expect(reason).toBe('none')
    const nothing = { ...first, cohort, read: 0, changed: 0, removed: 0, release: undefined }
    expect(await rateOrganizations(store.db)).toEqual(nothing)
    expect(await versions()).toEqual(before)
  })
})

test('a store without any organization to rate is rated, too', async () => {
  const store = await createStore('rate_empty')
  const { bands, cohort, ...rest } = await rateOrganizations(store.db)
  expect(cohort).toBeUndefined()
  const none = { read: 0, scored: 0, notEnoughData: 0, changed: 0, removed: 0 }
  expect(rest).toEqual({ ...none, release: undefined })
  await store.drop()
})
