import { describe, expect, test } from 'vitest'
import type { OrganizationDisplay } from '#mappings/organization-document.ts'
import { type Basis, toBasis } from '#src/search/similar/basis.ts'
import {
  buildCandidateSearches,
  type Candidate,
  type ComponentKind,
  KINDS,
  readCompared,
  SIMILARITY_WEIGHTS,
} from '#src/search/similar/candidates.ts'
import { describeEmptyCohort, explainSimilarity } from '#src/search/similar/hits.ts'
import {
  type Likeness,
  rankSimilar,
  scoreSimilarity,
  toSimilarity,
} from '#src/search/similar/score.ts'
import { fc } from '#test/random.ts'
import { expectRecorded } from '#test/recorded.ts'
import { testCases } from '../cases.ts'

const display: OrganizationDisplay = {
  ...{ name: 'Marrowfield Pantry', nameRef: 'bmf:2026-02:070000101:NAME', names: [], forms: [] },
  ...{ entityType: 'OperatingOrOtherTaxExempt', role: 'Independent', isRevoked: false },
  ...{ evidenceTier: 'FiledProgram', passages: [], places: [] },
}
const subject = { ein: '070000101', display }

/** What is known of one side of a comparison; `inferred` is the group of an inferred cause. */
type Sketch = Partial<
  Pick<Candidate, 'ein' | 'cosine' | 'prominence' | 'state'> & {
    cause: string
    inferred: string
    places: string[]
    revenue: number
    operating: [resource: string, delivery: string]
    family: string
    codes: string[]
    vector: boolean
    isProfile: boolean
  }
>
const place = (code: string) => ({ code, label: code, ref: '990:2024:1:/IRS990/Desc' })
const causeOf = (code: string, isInferred: boolean) => ({
  cause: { code, label: code, isInferred },
})
const operatingModel = ([resource, delivery]: [string, string]) => ({
  operatingModel: {
    resource: { key: resource, label: resource },
    delivery: { key: delivery, label: delivery },
  },
})

function candidate(sketch: Sketch): Candidate {
  const { cause, inferred, places, revenue, operating, family, ...rest } = sketch
  const known = {
    ...(cause && causeOf(cause, false)),
    ...(inferred && causeOf(inferred, true)),
    ...(places && { places: places.map(place) }),
    ...(revenue !== undefined && {
      revenue: { value: revenue, ref: '990:2024:1:/IRS990/Amt', taxYear: 2024 },
    }),
    ...(operating && operatingModel(operating)),
    ...(family && { familyId: family }),
  }
  return { ein: '070000102', prominence: 0, ...rest, display: { ...display, ...known } }
}

const basisOf = ({ codes = [], vector, revenue, places, operating, isProfile }: Sketch): Basis => ({
  ...{ subject, codes, intent: isProfile ? { source: 'Mission', text: 'food' } : 'food' },
  ...(vector && { vector: [1] }),
  ...(revenue !== undefined && { revenue }),
  ...(places && { footprint: { places: places.map(place), isRegistered: false } }),
  ...(operating && operatingModel(operating)),
})
const scored = (one: Sketch, other: Sketch) => scoreSimilarity(basisOf(one), candidate(other))
const componentOf = (kind: ComponentKind, one: Sketch, other: Sketch) =>
  scored(one, other).components.find((found) => found.kind === kind)

// A component is 0–100, or unavailable (null) if it is unknown for a side.
testCases(
  'components of similarity',
  (kind: ComponentKind, _: string, one: Sketch, other: Sketch, score: number | null) => {
    const component = componentOf(kind, one, other)
    expect(component?.state === 'Unavailable' ? null : component?.score).toBe(score)
  },
)

type Likenesses = Partial<Record<ComponentKind, Likeness>>

const likeness = fc
  .double({ min: 0, max: 100, noNaN: true })
  .map((score) => ({ score, values: [] }))
const byKind = Object.fromEntries(KINDS.map((kind) => [kind, likeness]))
const likenesses: fc.Arbitrary<Likenesses> = fc.record(byKind, { requiredKeys: [] })
const similarityOf = (known: Likenesses) => toSimilarity((kind) => known[kind])
const kinds = fc.constantFrom(...KINDS)
const forAny = (check: (known: Likenesses) => void) => fc.assert(fc.property(likenesses, check))

describe('the score', () => {
  test('uses weights that sum to 1', () => {
    expect(Object.values(SIMILARITY_WEIGHTS).reduce((sum, one) => sum + one, 0)).toBeCloseTo(1)
  })

  test('lies between the lowest and the highest component, and within 0–100', () => {
    forAny((known) => {
      const scores = Object.values(known).map(({ score }) => score)
      const { score, evidenceCoverage } = similarityOf(known)
      const [least, greatest] = scores.length ? [Math.min(...scores), Math.max(...scores)] : [0, 0]
      expect(score).toBeGreaterThanOrEqual(Math.max(0, Math.floor(least) - 1))
      expect(score).toBeLessThanOrEqual(Math.min(100, Math.ceil(greatest) + 1))
      expect(evidenceCoverage).toBeGreaterThanOrEqual(0)
      expect(evidenceCoverage).toBeLessThanOrEqual(100)
    })
  })

  test('adds up the contributions, in any order of the components', () => {
    forAny((known) => {
      const { score, components } = similarityOf(known)
      const points = components.map((one) => (one.state === 'Unavailable' ? 0 : one.contribution))
      expect(Math.abs(points.reduce((sum, one) => sum + one, 0) - score)).toBeLessThanOrEqual(0.6)
      const reversed = Object.fromEntries(Object.entries(known).reverse())
      expect(similarityOf(reversed)).toEqual(similarityOf(known))
    })
  })

  test('does not count unknown components as 0', () => {
    fc.assert(
      fc.property(likeness, fc.uniqueArray(kinds, { minLength: 1 }), (one, known) => {
        const { score } = similarityOf(Object.fromEntries(known.map((kind) => [kind, one])))
        expect(Math.abs(score - one.score)).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('never falls when a component rises', () => {
    fc.assert(
      fc.property(likenesses, kinds, likeness, (known, kind, other) => {
        const [less, more] = [known[kind] ?? other, other].toSorted((a, b) => a.score - b.score)
        const before = similarityOf({ ...known, ...(less && { [kind]: less }) })
        const after = similarityOf({ ...known, ...(more && { [kind]: more }) })
        expect(after.score).toBeGreaterThanOrEqual(before.score)
      }),
    )
  })
})

describe('the order of candidates', () => {
  const ranked = (candidates: Candidate[]) =>
    rankSimilar(basisOf({ vector: true, codes: ['K31'] }), candidates)
      .map((one) => one.candidate.ein.slice(-1))
      .join('')
  const like = (last: number, own: Sketch = {}) =>
    candidate({ ein: `07000010${last}`, cosine: 0.8, ...own })

  test('does not depend on the input order', () => {
    const some = fc.uniqueArray(
      fc.record({
        last: fc.integer({ min: 0, max: 9 }),
        cosine: fc.constantFrom(0.35, 0.5, 0.9),
        prominence: fc.constantFrom(0, 5, 6),
      }),
      { maxLength: 8, selector: ({ last }) => last },
    )
    fc.assert(
      fc.property(some, (sketches) => {
        const candidates = sketches.map(({ last, ...own }) => like(last, own))
        expect(ranked(candidates.toReversed())).toEqual(ranked(candidates))
      }),
    )
  })

  const [near, family] = [{ state: 'OH', revenue: 1, cause: 'A20' }, 'GEN-7002']
  test.each([
    ['breaks ties by prominence, then EIN', [like(3), like(2), like(4, { prominence: 6 })], '423'],
    [
      'keeps only the best member of a family',
      [like(2, { family, cosine: 0.7 }), like(3, { family }), like(4, { cosine: 0.6 })],
      '34',
    ],
    [
      'keeps weakly related texts after texts that match',
      [like(2, { cosine: 0.32, prominence: 9 }), like(3)],
      '32',
    ],
    ['drops those that only share place and size', [like(2, { ...near, cosine: 0.1 })], ''],
  ])('%s', (_, candidates, expected) => expect(ranked(candidates)).toBe(expected))
})

test('text matches from a cosine of 0.35 for an Intent and 0.41 for a profile', () => {
  const states = [false, true].map((isProfile) =>
    [0.34, 0.35, 0.4, 0.41].map((cosine) => {
      const { components } = scored({ vector: true, codes: ['K31'], isProfile }, { cosine })
      return components[0]?.state === 'Matched'
    }),
  )
  expect(states).toEqual([
    [false, true, true, true],
    [false, false, false, true],
  ])
})

test.each([
  [3_000_000, 'Matched'],
  [10_000_000, 'Matched'],
  [11_000_000, 'NotMatched'],
])('revenues of 1 and %d million dollars are of a size: %s', (revenue, state) => {
  expect(componentOf('Scale', { revenue: 1_000_000 }, { revenue })).toMatchObject({ state })
})

test('the reasons are recorded for each grade of nearness, cause, and size', async () => {
  const said = (one: Sketch, other: Sketch) =>
    explainSimilarity(basisOf(one), candidate(other), scored(one, other))
  const asked = { vector: true, codes: ['K31'] }
  const profile = { ...asked, isProfile: true }
  const graded = (one: Sketch, cosines: number[]) =>
    cosines.map((cosine) => `${cosine}: ${said(one, { cosine, cause: 'K31' })}`)
  const causes: Sketch[] = [{ cause: 'L41' }, { inferred: 'L' }, {}]
  const others = (['990', '990PF', '990'] as const).map((primaryForm) => ({
    candidate: { ...candidate({}), display: { ...display, primaryForm } },
    similarity: toSimilarity(() => undefined),
  }))
  await expectRecorded('similar', {
    'cosines to a profile': graded(profile, [0.63, 0.62, 0.54, 0.53, 0.41, 0.4]),
    'cosines to an Intent': graded(asked, [0.56, 0.55, 0.44, 0.43, 0.35, 0.34]),
    'other causes': causes.map((cause) => said(asked, { cosine: 0.8, ...cause })),
    sizes: [3, 3.2, 10, 11].map((millions) =>
      said(
        { codes: ['K31'], revenue: 1_000_000, isProfile: true },
        { cause: 'K31', revenue: millions * 1_000_000 },
      ),
    ),
    'no comparable filer': [describeEmptyCohort('990N', others), describeEmptyCohort('990N', [])],
  })
})

test('candidates are found only by words without a class, and only by class without a text', () => {
  const wanted = { ein: '070000101', places: ['US-OH'] }
  const byWords = buildCandidateSearches({ ...wanted, codes: [], text: 'food' })
  expect(JSON.stringify(byWords)).not.toMatch(/knn|filter\.cause|linear/)
  const byClass = buildCandidateSearches({ ...wanted, codes: ['K31'] })
  expect(JSON.stringify(byClass)).not.toMatch(/knn|more_like_this/)
  expect([byWords, byClass].map((searches) => searches.length)).toEqual([2, 2])
})

test.each([
  [1.75, 0.75],
  [1, 0],
  [0.8, -0.25],
  [0, undefined],
])('the score %d of the engine is the cosine %s; 0 means no vector', (score, cosine) => {
  const _source = { ein: '070000102', display, sort: { prominence: 1 } }
  expect(readCompared([{ _score: score, _source }], true)[0]?.cosine).toEqual(
    cosine && expect.closeTo(cosine),
  )
})

describe('toBasis', () => {
  const vector = Float32Array.from([1, 0])

  test.each(['x', ' K ', '!!!'])('reads no cause in the Intent %j', (text) => {
    expect(toBasis(subject, { text, vector })).toMatchObject({ codes: [], vector: [1, 0] })
  })

  test('is undefined for a profile without text and class, unless there is an Intent', () => {
    const inferred = candidate({ inferred: 'K' })
    expect(toBasis(inferred)).toBeUndefined()
    expect(toBasis(inferred, { text: 'food banks in Kenya', vector })).toMatchObject({
      ...{ intent: 'food banks in Kenya', vector: [1, 0], codes: ['K31'] },
      footprint: { places: [{ code: 'KE' }], isRegistered: false },
    })
  })
})
