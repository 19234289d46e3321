import { describe, expect, test } from 'vitest'
import type { OrganizationDisplay } from '#mappings/organization-document.ts'
import {
  buildCandidateSearches,
  type ComponentKind,
  KINDS,
  SIMILARITY_WEIGHTS,
} from '#src/search/queries/similar.ts'
import { type Candidate, readCompared } from '#src/search/results/similar.ts'
import { type Basis, toBasis } from '#src/search/similar/basis.ts'
import type { Likeness } from '#src/search/similar/components.ts'
import { describeEmptyCohort, explainSimilarity } from '#src/search/similar/explain.ts'
import { rankSimilar } from '#src/search/similar/rank.ts'
import { scoreSimilarity, toSimilarity } from '#src/search/similar/score.ts'
import { fc } from '#test/random.ts'

const display: OrganizationDisplay = {
  name: 'Marrowfield Pantry',
  nameRef: 'bmf:2026-02:070000101:NAME',
  names: [],
  forms: [],
  entityType: 'OperatingOrOtherTaxExempt',
  role: 'Independent',
  evidenceTier: 'FiledProgram',
  isRevoked: false,
  passages: [],
  places: [],
}
const basis: Basis = { subject: { ein: '070000101', display }, intent: 'food', codes: [] }

const candidate = (own: Partial<Candidate> & { shown?: Partial<OrganizationDisplay> }) => {
  const { shown, ...rest } = own
  return { ein: '070000102', prominence: 0, ...rest, display: { ...display, ...shown } }
}

const place = (code: string) => ({ code, label: code, ref: '990:2024:1:/IRS990/Desc' })
const cause = (code: string, isInferred = false) => ({ cause: { code, label: code, isInferred } })
const figure = (value: number) => ({ value, ref: '990:2024:1:/IRS990/Amt', taxYear: 2024 })
const operating = (resource: string, delivery: string) => ({
  operatingModel: {
    resource: { key: resource, label: resource },
    delivery: { key: delivery, label: delivery },
  },
})

const componentOf = (kind: ComponentKind, one: Partial<Basis>, other: Candidate) =>
  scoreSimilarity({ ...basis, ...one }, other).components.find((found) => found.kind === kind)

const scoreOf = (kind: ComponentKind, one: Partial<Basis>, other: Candidate) => {
  const component = componentOf(kind, one, other)
  return component?.state === 'Unavailable' ? undefined : component?.score
}

describe('each component is 0–100, or unavailable when it is unknown for a side', () => {
  const vector = [1]
  test.each([
    ['the same text', 1, 100],
    ['halfway between unrelated and the same', 0.65, 50],
    ['unrelated', 0.3, 0],
    ['opposite', -0.3, 0],
    ['no text', undefined, undefined],
  ])('CauseText: %s', (_, cosine, score) => {
    const other = candidate(cosine === undefined ? {} : { cosine })
    expect(scoreOf('CauseText', { vector }, other)).toBe(score)
    expect(scoreOf('CauseText', {}, other)).toBeUndefined()
  })

  const own = { source: 'Mission', text: 'food' } as const
  test.each([
    ['the same code', ['K31'], 'K31', 100],
    ['the same decile', ['K31'], 'K34', 75],
    ['the same major group', ['K31'], 'K20', 50],
    ['only the group of a code is known', ['K31'], 'K', 50],
    ['another cause', ['K31'], 'L41', 0],
    ['no code', [], 'K31', undefined],
    ['Z, which means unknown', ['K31'], 'Z99', undefined],
  ])('Classification: %s', (_, codes, code, score) => {
    const other = candidate({ shown: cause(code) })
    expect(scoreOf('Classification', { codes, intent: own }, other)).toBe(score)
  })

  test('Classification: an inferred cause does not count', () => {
    const other = candidate({ shown: cause('K', true) })
    expect(scoreOf('Classification', { codes: ['K31'] }, other)).toBeUndefined()
  })

  test('Classification: an Intent that names a group matches every code within it', () => {
    const other = candidate({ shown: cause('K20') })
    expect(scoreOf('Classification', { codes: ['K'] }, other)).toBe(100)
  })

  test.each([
    [
      'all places the same',
      ['KE', 'US-OH'],
      { shown: { places: [place('KE'), place('US-OH')] } },
      100,
    ],
    ['one of two shared', ['KE', 'UG'], { shown: { places: [place('KE'), place('TZ')] } }, 80],
    ['the same world region', ['KE'], { shown: { places: [place('UG')] } }, 40],
    [
      'only the same region of Schedule F',
      ['region-europe'],
      { shown: { places: [place('region-europe')] } },
      40,
    ],
    ['other states', ['US-OH'], { shown: { places: [place('US-TX')] } }, 0],
    ["registered in the other's place of work", ['US-OH'], { state: 'OH' }, 60],
    ['nothing known', ['US-OH'], {}, undefined],
  ])('Geography: %s', (_, codes, other, score) => {
    const footprint = { places: codes.map(place), isRegistered: false }
    expect(scoreOf('Geography', { footprint }, candidate(other))).toBe(score)
  })

  test.each([
    ['the same', 1_000_000, 1_000_000, 100],
    ['ten times', 99_999, 999_999, 50],
    ['a hundred times', 9_999, 999_999, 0],
    ['a thousand times', 999, 999_999, 0],
    ['a filed zero', 0, 0, 100],
    ['a year of losses', -5, 100, undefined],
  ])('Scale: %s', (_, one, other, score) => {
    expect(
      scoreOf('Scale', { revenue: one }, candidate({ shown: { revenue: figure(other) } })),
    ).toBe(score)
    expect(scoreOf('Scale', { revenue: one }, candidate({}))).toBeUndefined()
  })

  test.each([
    ['both', 'Contributions', 'Grantmaking', 100],
    ['one', 'Investments', 'Grantmaking', 50],
    ['none', 'Investments', 'Mixed', 0],
  ])('OperatingModel: %s the same', (_, resource, delivery, score) => {
    const other = candidate({ shown: operating('Contributions', 'Grantmaking') })
    expect(scoreOf('OperatingModel', operating(resource, delivery), other)).toBe(score)
    expect(scoreOf('OperatingModel', {}, other)).toBeUndefined()
  })
})

type Likenesses = Partial<Record<ComponentKind, Likeness>>

const likeness = fc
  .double({ min: 0, max: 100, noNaN: true })
  .map((score) => ({ score, values: [] }))
const likenesses: fc.Arbitrary<Likenesses> = fc.record(
  {
    CauseText: likeness,
    Classification: likeness,
    Geography: likeness,
    Scale: likeness,
    OperatingModel: likeness,
  },
  { requiredKeys: [] },
)
const similarityOf = (known: Likenesses) => toSimilarity((kind) => known[kind])
const kinds = fc.constantFrom(...KINDS)

describe('the score', () => {
  test('uses weights that sum to 1', () => {
    expect(Object.values(SIMILARITY_WEIGHTS).reduce((sum, one) => sum + one, 0)).toBeCloseTo(1)
  })

  test('lies between the lowest and the highest component, and within 0–100', () => {
    fc.assert(
      fc.property(likenesses, (known) => {
        const scores = Object.values(known).map(({ score }) => score)
        const { score, evidenceCoverage } = similarityOf(known)
        const [least, greatest] = scores.length
          ? [Math.min(...scores), Math.max(...scores)]
          : [0, 0]
        expect(score).toBeGreaterThanOrEqual(Math.max(0, Math.floor(least) - 1))
        expect(score).toBeLessThanOrEqual(Math.min(100, Math.ceil(greatest) + 1))
        expect(evidenceCoverage).toBeGreaterThanOrEqual(0)
        expect(evidenceCoverage).toBeLessThanOrEqual(100)
      }),
    )
  })

  test('is the sum of the contributions', () => {
    fc.assert(
      fc.property(likenesses, (known) => {
        const { score, components } = similarityOf(known)
        const points = components.map((one) => (one.state === 'Unavailable' ? 0 : one.contribution))
        expect(Math.abs(points.reduce((sum, one) => sum + one, 0) - score)).toBeLessThanOrEqual(0.6)
      }),
    )
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

  test('does not depend on the order of the components', () => {
    fc.assert(
      fc.property(likenesses, (known) => {
        const reversed = Object.fromEntries(Object.entries(known).reverse())
        expect(similarityOf(reversed)).toEqual(similarityOf(known))
      }),
    )
  })
})

describe('the order of candidates', () => {
  const vector = [1]
  const einsOf = (candidates: Candidate[]) =>
    rankSimilar({ ...basis, vector, codes: ['K31'] }, candidates).map((one) => one.candidate.ein)
  const like = (ein: string, own: Parameters<typeof candidate>[0] = {}) =>
    candidate({ ein, cosine: 0.8, ...own })

  test('does not depend on the input order', () => {
    const some = fc.array(
      fc.record({
        ein: fc.integer({ min: 70_000_000, max: 70_000_009 }).map((ein) => `0${ein}`),
        cosine: fc.constantFrom(0.35, 0.5, 0.9),
        prominence: fc.constantFrom(0, 5, 6),
      }),
      { maxLength: 8 },
    )
    fc.assert(
      fc.property(some, (sketches) => {
        const distinct = [...new Map(sketches.map((one) => [one.ein, one])).values()]
        const candidates = distinct.map(({ ein, ...own }) => like(ein, own))
        expect(einsOf(candidates.toReversed())).toEqual(einsOf(candidates))
      }),
    )
  })

  test('breaks ties by prominence, then EIN', () => {
    const tied = [like('070000103'), like('070000102'), like('070000104', { prominence: 6 })]
    expect(einsOf(tied)).toEqual(['070000104', '070000102', '070000103'])
  })

  test('keeps only the best member of a family', () => {
    const shown = { familyId: 'GEN-7002' }
    const members = [like('070000102', { shown, cosine: 0.7 }), like('070000103', { shown })]
    expect(einsOf([...members, like('070000104', { cosine: 0.6 })])).toEqual([
      '070000103',
      '070000104',
    ])
  })

  test('keeps weakly related texts after texts that match', () => {
    const little = like('070000102', { cosine: 0.32, prominence: 9 })
    expect(einsOf([little, like('070000103')])).toEqual(['070000103', '070000102'])
  })

  test('drops organizations that only share place and size', () => {
    const near = { state: 'OH', shown: { revenue: figure(1), ...cause('A20') }, cosine: 0.1 }
    expect(einsOf([like('070000102', near)])).toEqual([])
  })
})

describe('the explanation', () => {
  const own = { ...basis, vector: [1], codes: ['K31'] }
  const said = (one: Basis, other: Candidate) =>
    explainSimilarity(one, other, scoreSimilarity(one, other))

  test.each([
    ['close', 0.63, "Its text is close in meaning to the profile's (47 of 100) and both"],
    [
      'fairly close',
      0.54,
      "Its text is fairly close in meaning to the profile's (34 of 100) and both",
    ],
    [
      'loosely related',
      0.41,
      "Its text is loosely related in meaning to the profile's (16 of 100) and both",
    ],
    [
      'hardly alike',
      0.4,
      "Its text has a little in common with the profile's (14 of 100) and both",
    ],
  ])('calls a text %s', (_, cosine, start) => {
    const other = candidate({ cosine, shown: cause('K31') })
    const asProfile = { ...own, intent: { source: 'Mission' as const, text: 'food' } }
    expect(said(asProfile, other)).toBe(`${start} are classified under Food Banks & Pantries.`)
  })

  test.each([
    ['close', 0.56],
    ['fairly close', 0.44],
    ['loosely related', 0.35],
  ])('calls a text %s to an Intent from a lower cosine', (grade, cosine) => {
    const other = candidate({ cosine, shown: cause('K31') })
    expect(said(own, other)).toContain(`Its text is ${grade} in meaning to the Intent (`)
  })

  test('matches text from a cosine of 0.35 for an Intent and 0.41 for a profile', () => {
    const asProfile = { ...own, intent: { source: 'Mission' as const, text: 'food' } }
    const states = [own, asProfile].map((one) =>
      [0.34, 0.35, 0.4, 0.41].map(
        (cosine) => scoreSimilarity(one, candidate({ cosine })).components[0]?.state === 'Matched',
      ),
    )
    expect(states).toEqual([
      [false, true, true, true],
      [false, false, false, true],
    ])
  })

  test.each([
    [
      'another registered cause',
      cause('L41'),
      'It is registered under Housing & Shelter, not under',
    ],
    ['another inferred cause', cause('L', true), 'Its text suggests Housing & Shelter, not'],
    ['no known cause', {}, 'Its cause is unknown and may not be'],
  ])('mentions %s', (_, shown, start) => {
    expect(said(own, candidate({ cosine: 0.8, shown }))).toBe(
      `${start} Food, Agriculture & Nutrition; it is listed because its text is close in meaning to the Intent (71 of 100).`,
    )
  })
})

describe('sizes', () => {
  const intent = { source: 'Mission' as const, text: 'food' }
  const own = { ...basis, intent, codes: ['K31'], revenue: 1_000_000 }
  const scaleOf = (revenue: number) => {
    const other = candidate({ shown: { ...cause('K31'), revenue: figure(revenue) } })
    const similarity = scoreSimilarity(own, other)
    const state = similarity.components.find(({ kind }) => kind === 'Scale')?.state
    return [state, explainSimilarity(own, other, similarity)]
  }

  test.each([
    [
      'within three times',
      3_000_000,
      'Matched',
      'both are of similar size (revenues of $1 million and $3 million).',
    ],
    [
      'within ten times',
      10_000_000,
      'Matched',
      'their sizes differ by at most a factor of ten (revenues of $1 million and $10 million).',
    ],
    [
      'beyond ten times',
      11_000_000,
      'NotMatched',
      'Both are classified under Food Banks & Pantries.',
    ],
  ])('%s: state and explanation', (_, revenue, state, said) => {
    expect(scaleOf(revenue)).toEqual([state, expect.stringContaining(said)])
  })
})

describe('describeEmptyCohort', () => {
  const others = ['990', '990PF', '990'].map((primaryForm) => ({
    candidate: candidate({ shown: { primaryForm } }),
    similarity: toSimilarity(() => undefined),
  }))

  test('names the form, and the forms that have comparable organizations', () => {
    expect(describeEmptyCohort('990N', others)).toBe(
      'No organization that mainly files Form 990-N is comparable. To compare with other forms, pass Form=990 or Form=990PF.',
    )
  })

  test('suggests other words when no form has any', () => {
    expect(describeEmptyCohort('990N', [])).toContain('Pass an Intent that describes the cause')
  })
})

describe('buildCandidateSearches', () => {
  const wanted = {
    ein: '070000101',
    family: 'GEN-7001',
    form: '990' as const,
    vector: [1],
    text: 'food',
    codes: ['K31'],
    places: ['US-OH'],
    revenue: 999_999,
  }
  const inFamily = { exists: { field: 'filter.family' } }
  const own = [{ term: { ein: '070000101' } }, { term: { 'filter.family': 'GEN-7001' } }]
  const form = { term: { 'filter.form': '990' } }
  const alone = { bool: { filter: [form], must_not: [...own, inFamily] } }
  const members = { bool: { filter: [form, inFamily], must_not: own } }

  test('searches by meaning outside families, and for one member of each family', () => {
    const ids = { _source: false, track_total_hits: false }
    const near = (k: number, filter: object) => ({
      knn: { 'vector.cause': { vector: [1], k, filter } },
    })
    expect(buildCandidateSearches(wanted).slice(0, 2)).toEqual([
      { ...ids, size: 75, query: near(75, alone) },
      { ...ids, size: 25, query: near(200, members), collapse: { field: 'filter.family' } },
    ])
  })

  test('searches by class and orders by the points of the score', () => {
    const [, , first, second] = buildCandidateSearches(wanted)
    const fits = (field: string, values: string[], boost: number) => ({
      constant_score: { filter: { terms: { [field]: values } }, boost },
    })
    const query = {
      must: [fits('filter.cause', ['K'], 0)],
      should: [
        expect.objectContaining({ more_like_this: expect.objectContaining({ like: 'food' }) }),
        fits('filter.cause', ['K3'], 5),
        fits('filter.cause', ['K31'], 5),
        fits('filter.places', ['US-OH'], 15),
        fits('filter.state', ['OH'], 3.75),
      ],
    }
    const near = { linear: { 'sort.prominence': { origin: 6, scale: 1, decay: 0.5 } }, weight: 10 }
    const ranked = (filter: object) => ({
      function_score: {
        query: { bool: { ...query, filter } },
        functions: [near],
        boost_mode: 'sum',
      },
    })
    expect([first?.query, second?.query]).toEqual([ranked(alone), ranked(members)])
  })

  test('searches only by words without a class, and only by class without a text', () => {
    const { vector: _, ...silent } = wanted
    const byWords = buildCandidateSearches({ ...silent, codes: [] })
    expect(JSON.stringify(byWords)).not.toMatch(/knn|filter\.cause/)
    const byClass = buildCandidateSearches({ ...silent, text: undefined })
    expect(JSON.stringify(byClass)).not.toMatch(/knn|more_like_this/)
    expect([byWords, byClass].map((searches) => searches.length)).toEqual([2, 2])
  })
})

describe('readCompared', () => {
  const read = (score: number) =>
    readCompared(
      [{ _score: score, _source: { ein: '070000102', display, sort: { prominence: 1 } } }],
      true,
    )[0]?.cosine

  test('converts engine scores to cosines; 0 means no vector', () => {
    expect(read(1.75)).toBeCloseTo(0.75)
    expect(read(1)).toBe(0)
    expect(read(0.8)).toBeCloseTo(-0.25)
    expect(read(0)).toBeUndefined()
  })
})

describe('toBasis', () => {
  test.each(['x', ' K ', '!!!'])('reads no cause in the Intent %j', (text) => {
    const subject = { ein: '070000101', display }
    const given = { text, vector: Float32Array.from([1, 0]) }
    expect(toBasis(subject, given)).toMatchObject({ codes: [], vector: [1, 0] })
  })

  test('is undefined for a profile without text and class, unless there is an Intent', () => {
    const subject = { ein: '070000101', display: { ...display, ...cause('K', true) } }
    expect(toBasis(subject)).toBeUndefined()
    const vector = Float32Array.from([1, 0])
    expect(toBasis(subject, { text: 'food banks in Kenya', vector })).toMatchObject({
      intent: 'food banks in Kenya',
      vector: [1, 0],
      codes: ['K31'],
      footprint: { places: [{ code: 'KE' }], isRegistered: false },
    })
  })
})
