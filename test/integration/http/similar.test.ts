import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OrganizationDocument } from '#mappings/organization-document.ts'
import { organizationsIndex, VECTOR_DIMENSION } from '#mappings/organizations.ts'
import { type DiscoveryResults, discoveryResults } from '#src/api/a/discovery.ts'
import type { AppDeps } from '#src/app.ts'
import { nteeCodes, nteeLabel } from '#src/domain/ntee.ts'
import { createOpenSearch } from '#src/platform/clients/opensearch.ts'
import { deleteAll } from '#test/integration/indices/builds.ts'
import { addRegistry } from '#test/integration/indices/store.ts'
import { opened } from '#test/integration/opened.ts'
import { expectRecorded } from '#test/recorded.ts'
import { cases } from '#test/unit/cases.ts'
import { codeOf, readA, refusalOf } from './answers-a.ts'
import { keyed } from './sector-world.ts'
import { buildIndex, getFrom, openWorld, RELEASE, sketchDocument, withApp } from './world.ts'

type Sketch = Partial<Parameters<typeof sketchDocument>[0]> & {
  /** Cosine of its text with every Intent and with the subject's text. */
  cosine?: number
  nteeCode?: string
  isInferred?: boolean
  family?: string
}

/** Returns a vector with a given cosine to the first axis. */
const vectorAt = (cosine: number): number[] =>
  Array.from({ length: VECTOR_DIMENSION }, (_, at) =>
    at === 0 ? cosine : at === 1 ? Math.sqrt(1 - cosine ** 2) : 0,
  )

/** A made-up organization whose text has a chosen distance in meaning. */
function sketch(ein: string, name: string, made: Sketch): OrganizationDocument {
  const { cosine, nteeCode, isInferred = false, family } = made
  const { vector: _, ...document } = sketchDocument({ ein, name, ...made, hasVector: false })
  const { cause: _cause, ...display } = document.display
  const label = nteeCode ? nteeLabel(nteeCode) : undefined
  const ref = isInferred ? {} : { ref: `bmf:2026-02:${ein}:NTEE_CD` }
  const operatingModel = {
    resource: { key: 'Contributions', label: 'Contributions' },
    delivery: { key: 'DirectService', label: 'Direct service' },
  }
  return {
    ...document,
    display: {
      ...display,
      ...(label && { cause: { code: label.code, label: label.label, isInferred, ...ref } }),
      ...(family && { familyId: family, role: 'Member' as const }),
      ...(made.form && { operatingModel }),
    },
    filter: {
      ...document.filter,
      cause: nteeCode ? nteeCodes(nteeCode) : [],
      ...(family && { family }),
    },
    ...(cosine !== undefined && { vector: { cause: vectorAt(cosine) } }),
  }
}

const [SUBJECT, NEAR, GARDENS, SHELTER] = ['070000101', '070000102', '070000103', '070000104']
const [KITCHEN, REGISTERED, CHOIR, FUND] = ['070000105', '070000106', '070000107', '070000108']
const [UNKNOWN, MUSEUM, POSTCARD] = ['070000109', '070000110', '070000111']
const PANTRY = 'Gives food to hungry families and runs a mobile pantry.'
/** A family of chapters that each file the same words. */
const troops = (prefix: string, count: number, family: Sketch) =>
  Array.from({ length: count }, (_, at) => {
    const number = String(at + 1).padStart(3, '0')
    const filer = { form: '990', state: 'OH', revenue: 2_000_000, nteeCode: 'K31' } as const
    return sketch(`${prefix}${number}`, `Troop ${number}`, { ...filer, ...family })
  })
const ORGANIZATIONS = [
  ...cases<Parameters<typeof sketch>>('made organizations to compare').map((one) => sketch(...one)),
  ...troops('071000', 120, { program: PANTRY, cosine: 1, family: 'GEN-7001' }),
  ...troops('072000', 240, { program: 'Chapters cook.', cosine: 0.98, family: 'GEN-7002' }),
]

const world = opened(() => openWorld('similar', {}, ORGANIZATIONS))
let headers: Record<string, string>
const BARE = 'http-similar-bare-'
const EMPTY = 'http-similar-empty-'
beforeAll(async () => {
  const { opensearch } = world
  const bare = ORGANIZATIONS.map(({ vector: _, ...document }) => document)
  await buildIndex(opensearch, BARE, bare)
  await buildIndex(opensearch, EMPTY, ORGANIZATIONS.slice(0, 1))
  const emptied = { index: organizationsIndex(EMPTY, RELEASE), id: SUBJECT, refresh: true }
  await opensearch.run((client) => client.delete(emptied))
  headers = await keyed(world.postgres)
})
afterAll(() => Promise.all([BARE, EMPTY].map((prefix) => deleteAll(world.opensearch, prefix))))

type Query = Record<string, string>
const urlOf = (ein: string, query: Query = {}) =>
  `/api/v2/charity/${ein}/discovery?${new URLSearchParams(query)}`
const codeFor = (ein: string, query?: Query, get = world.get) =>
  codeOf({ get }, urlOf(ein, query), headers)
const similarTo = async (ein: string, query?: Query) =>
  discoveryResults.parse(await readA(world, urlOf(ein, query), headers))
type Organization = DiscoveryResults['Organizations'][number]
const einsOf = ({ Organizations }: DiscoveryResults) => Organizations.map(({ EIN }) => EIN)
const componentsOf = (organization: Organization | undefined) =>
  Object.fromEntries(organization?.Similarity?.Components.map((one) => [one.Kind, one]) ?? [])

describe('organizations similar to a profile', () => {
  let results: DiscoveryResults
  const found = (ein: string) => results.Organizations.find(({ EIN }) => EIN === ein)
  beforeAll(async () => {
    results = await similarTo(SUBJECT, { Limit: '25' })
  })

  // Of the same form, without the profile, its family, and those that share only place, size, and
  // operation; each other family once; those without their own text are last.
  test('are sorted by score, each family once', () => {
    expect(einsOf(results)).toEqual(['072000001', NEAR, KITCHEN, SHELTER, GARDENS, REGISTERED])
    expect(results.Organizations.every(({ PrimaryForm }) => PrimaryForm === '990')).toBe(true)
    expect(results.Organizations[0]?.FamilyID).toBe('GEN-7002')
  })

  test('show every part of the comparison', () => {
    const { Similarity, Match } = found(NEAR) ?? {}
    expect(Similarity).toMatchObject({ Score: 93, EvidenceCoverage: 100 })
    const components = Similarity?.Components.map((one) => {
      expect(one).toMatchObject({ State: 'Matched', Values: expect.any(Array) })
      return [one.Kind, one.Weight, one.Score, one.Contribution].join(' ')
    })
    expect(components).toEqual([
      ...['CauseText 0.45 86 38.7', 'Classification 0.2 100 20', 'Geography 0.15 100 15'],
      ...['Scale 0.1 94 9.4', 'OperatingModel 0.1 100 10'],
    ])
    expect(Object.values(results.Weights)).toEqual([0.45, 0.2, 0.15, 0.1, 0.1])
    expect(Match).toMatchObject({ Kind: 'Cause', Field: 'CauseText' })
  })

  test('mark as unavailable what is unknown for one side, including an inferred cause', () => {
    const Classification = { Kind: 'Classification', State: 'Unavailable', Weight: 0.2 }
    expect(componentsOf(found(KITCHEN)).Classification).toEqual(Classification)
    expect(componentsOf(found(REGISTERED)).CauseText?.State).toBe('Unavailable')
  })

  test('show the passages of both sides, and the basis of the comparison', () => {
    const passages = found(NEAR)?.WhyMatched?.filter(({ Kind }) => Kind === 'Passage')
    const texts = passages?.map(({ EIN, Text }) => `${EIN} ${Text}`)
    expect(texts).toEqual([`${NEAR} Hands out food to hungry families.`, `${SUBJECT} ${PANTRY}`])
    const EvidenceRef = '990:2024:202513199349301234:/IRS990/Desc'
    expect(results.Intent).toEqual({ Source: 'Program', Text: PANTRY, EvidenceRef })
    expect(results.PolicyVersion).toBe('similarity-1')
  })

  test('are six by default, and up to Limit on request', async () => {
    expect((await similarTo(SUBJECT, { Limit: '2' })).Organizations).toHaveLength(2)
    expect((await similarTo(SUBJECT)).Organizations.length).toBeLessThanOrEqual(6)
  })

  test('say why they are similar, and what to do if none are', async () => {
    const explained = results.Organizations.map(({ Name, Explanation = '' }) => [Name, Explanation])
    const values = Object.values(componentsOf(found(NEAR))).flatMap(({ Values }) => Values ?? [])
    const messageOf = async (ein: string, query?: Query) =>
      (await refusalOf(world, urlOf(ein, query), headers)).replace(/^.*?: /, '')
    await expectRecorded('discovery-answers', {
      ...Object.fromEntries(explained),
      'the compared values of Ashgrove Food Shelf': values,
      'no organization of the form': await messageOf(SUBJECT, { Form: '990T' }),
      'no other organization of the class and form': await messageOf(MUSEUM),
      'neither text nor class': await messageOf(POSTCARD),
      'an Intent, but no organization of the form': await messageOf(POSTCARD, { Intent: 'soup' }),
    })
  })
})

describe('request options', () => {
  test.each([
    [SUBJECT, '990PF', [FUND]],
    [MUSEUM, '990', [CHOIR]],
  ])('Form selects another cohort: %s, %s', async (ein, Form, eins) => {
    expect(einsOf(await similarTo(ein, { Form }))).toEqual(eins)
  })

  test('a profile without text is compared by class only', async () => {
    const { Intent, Organizations } = await similarTo(REGISTERED)
    expect(Intent).toMatchObject({ Source: 'Classification', Text: 'Food Banks & Pantries' })
    expect(componentsOf(Organizations[0])).toMatchObject({
      CauseText: { State: 'Unavailable' },
      Classification: { Score: 100 },
    })
  })

  test('an Intent sets words, causes, and places', async () => {
    const Intent = 'homeless shelters in Texas'
    const results = await similarTo(UNKNOWN, { Intent })
    expect(results.Intent).toBe(Intent)
    const shelter = results.Organizations.find(({ EIN }) => EIN === SHELTER)
    expect(componentsOf(shelter)).toMatchObject({
      Classification: { State: 'Matched', Score: 100 },
      Geography: { State: 'NotMatched', Score: 0 },
      Scale: { State: 'Unavailable' },
    })
    expect(shelter?.WhyMatched?.every(({ EIN }) => EIN === SHELTER)).toBe(true)
  })

  test('an Intent without a cause leaves the class unavailable; one helps a silent profile', async () => {
    const { Organizations } = await similarTo(SUBJECT, { Intent: 'kindness shown to strangers' })
    expect(componentsOf(Organizations[0]).Classification?.State).toBe('Unavailable')
    const helped = await similarTo(POSTCARD, { Intent: 'soup for neighbours', Form: '990' })
    expect(helped.Organizations.length).toBeGreaterThan(0)
  })
})

test.each([
  ['ProfileNotFound', 'an EIN that no source has', '070999999', {}],
  ['NoDiscoveryEvidence', 'neither text nor class', UNKNOWN, {}],
  ['NoComparableCohort', 'no other organization of its class and form', MUSEUM, {}],
  ['NoComparableCohort', 'a form that no organization mainly files', SUBJECT, { Form: '990T' }],
])('404 %s: %s', async (code, _, ein, query) => {
  expect(await codeFor(ein, query)).toBe(`404 ${code}`)
})

describe('a failure is 503 and never 404', () => {
  const dead = createOpenSearch({ url: 'http://127.0.0.1:1' })
  test.each<[string, string, Partial<AppDeps>]>([
    ['DiscoveryIndexEmpty', 'an index without a vector', { indexPrefix: BARE }],
    ['DiscoveryIndexEmpty', 'an emptied index', { indexPrefix: EMPTY }],
    ['IndexNotReady', 'no index', { indexPrefix: 'http-similar-none-' }],
    ['SearchUnavailable', 'a dead engine', { opensearch: dead }],
  ])('%s: %s', async (code, _, replaced) => {
    await withApp({ ...world.deps, ...replaced }, async (app) => {
      for (const ein of [SUBJECT, UNKNOWN, '070999999']) {
        expect(await codeFor(ein, {}, getFrom(app))).toBe(`503 ${code}`)
      }
    })
  })

  test("IndexNotReady: no document, or an Intent over another model's index", async () => {
    await addRegistry(world.postgres, 999_998, 999_998)
    expect(await codeFor('070999998')).toBe('503 IndexNotReady')
    await withApp({ ...world.deps, embeddingModel: 'another-model' }, async (app) => {
      expect(await codeFor(SUBJECT, { Intent: 'food' }, getFrom(app))).toBe('503 IndexNotReady')
      expect(await codeFor(SUBJECT, {}, getFrom(app))).toBe('200')
    })
  })
})
