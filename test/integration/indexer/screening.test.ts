import { beforeAll, expect, test } from 'vitest'
import { screenOrganizations } from '#indexer/screen/run.ts'
import { ofMonth, withFiles } from '#test/world/here.ts'
import { openLoads } from './loads.ts'
import { madeObjectId } from './made-archives.ts'
import {
  type MadeParty,
  toOfacFiles,
  toRegistry,
  toReturn,
  toReturnFiles,
  toSam,
} from './made-lists.ts'

const made = openLoads('screening')

const REGISTRY = toRegistry([
  { ein: '079009001', name: 'LARKSPUR AID' },
  { ein: '079009002', name: 'QASR AL-NUJUM RELIEF', city: 'RENO', state: 'NV' },
  { ein: '079009003', name: 'KESTREL VIEW HOME HEALTH INC', city: 'MIAMI', state: 'FL' },
  { ein: '079009004', name: 'ORRERY OPTICS FOUNDATION', city: 'DENVER', state: 'CO' },
  { ein: '079009005', name: 'TANAGRA MEDICAL SUPPLY', city: 'HOUSTON', state: 'TX' },
  { ein: '079009006', name: 'OVERLOOK SAILING CLUB', city: 'ERIE', state: 'PA' },
])
const FILED = {
  ...{ ein: '079009007', name: 'Quillfeather Choral Guild', city: 'Columbus', state: 'OH' },
  officers: ['Fern Yellowhorse', 'Tibor J Varga', 'Dov Pemberline'],
}
const remarks = 'Tax ID No. 07-9009001 (United States).'
const PARTIES: MadeParty[] = [
  { entry: 990_101, name: 'SLICKROCK HOLDINGS', remarks },
  { entry: 990_102, name: 'PALACE OF STARS', also: ['QASR AL-NUJUM RELIEF'] },
  { entry: 990_103, name: 'VARGA, Tibor', type: 'individual', place: ['Budapest', 'Hungary'] },
  { entry: 990_104, name: 'OVERLOOK SAYLING CLUB', place: ['Odesa', 'Ukraine'] },
  // They match no organization; a list that omits one of so many still counts as the next month's.
  ...['FONTENOY TRADING', 'MARROWSTONE SHIPPING', 'THIRD MERIDIAN METALS'].map((name, at) => {
    return { entry: 990_105 + at, name }
  }),
]
const firm = (name: string, city: string, state: string, n: number, more = {}) => ({
  ...{ Classification: 'Firm', Name: name, City: city, 'State / Province': state, Country: 'USA' },
  ...{ 'Exclusion Program': 'Reciprocal', 'Exclusion Type': 'Prohibition/Restriction' },
  ...{ 'Active Date': '01/02/2020', 'Termination Date': 'Indefinite', 'Record Status': 'Active' },
  ...{ 'SAM Number': `S4MR000000${n}`, ...more },
})
const SAM = toSam([
  firm('KESTREL VIEW HOME HEALTH', 'MIAMI', 'FL', 1),
  firm('ORRERY OPTICS FOUNDATION', 'DENVER', 'CO', 2, {
    'Additional Comments': 'Section 889: the entity is not itself excluded.',
  }),
  firm('TANAGRA MEDICAL SUPPLY', 'HOUSTON', 'TX', 3, {
    'Termination Date': '01/02/2021',
    'Record Status': 'Inactive',
  }),
  firm('', 'TAMPA', 'FL', 4, { Classification: 'Individual', First: 'DOV', Last: 'PEMBERLINE' }),
])

const readMatches = () =>
  made.query<{ ein: string; entry: string; ref: string }>(
    `select ein, list, entry, subject, subject_name, subject_ref, method, agreed, status, ref
     from screening_match order by ein, list, entry`,
  )

beforeAll(async () => {
  const lists = { ...toOfacFiles(PARTIES), 'exclusions.csv': SAM }
  const files = { 'eo1.csv': REGISTRY, ...lists, ...toReturnFiles([FILED]) }
  await withFiles(ofMonth('2026-04', files), made.loadAndResolve)
})

test('a load screens organizations and officers against the lists it loads', async () => {
  const match = (ein: string, entry: string, more: object) =>
    expect.objectContaining({ ein: `07900900${ein}`, entry, ...more })
  expect(await readMatches()).toEqual([
    match('1', '990101', {
      ...{ method: 'Identifier', agreed: ['ein'], status: 'Confirmed', subject: 'organization' },
      ...{ subject_ref: 'bmf:2026-04:079009001:NAME', ref: 'sdn:2026-04:990101' },
    }),
    match('2', '990102', { method: 'Alias', agreed: ['alias'], status: 'Review' }),
    match('3', 'S4MR0000001', {
      ...{ method: 'ExactName', agreed: ['name', 'city', 'state'], status: 'Confirmed' },
      ref: 'sam:2026-04:S4MR0000001',
    }),
    // Excluded only in part; the same name and city is only a reason to review.
    match('4', 'S4MR0000002', { status: 'Review' }),
    match('6', '990104', { method: 'Transliteration' }),
    match('7', '990103', {
      ...{ subject: 'officer', subject_name: 'Tibor J Varga', status: 'Review' },
      subject_ref: `990:2024:${madeObjectId(0)}:/IRS990/Form990PartVIISectionAGrp[2]`,
    }),
  ])
})

test('screening again changes nothing and creates no release', async () => {
  const before = await readMatches()
  for (const eins of [undefined, ['079009001']]) {
    const result = await screenOrganizations(made.store.db, eins)
    expect(result).toEqual({ changed: 0, release: undefined })
  }
  expect(await readMatches()).toEqual(before)
})

test('screening some organizations does not change the matches of others', async () => {
  await made.query("update screening_match set listed_name = 'STALE'")
  const { changed } = await screenOrganizations(made.store.db, ['079009001', '079009006'])
  expect(changed).toBe(2)
  const stale = await made.query<{ ein: string }>(
    "select ein from screening_match where listed_name = 'STALE' order by ein",
  )
  expect(stale.map(({ ein }) => ein)).toEqual(['079009002', '079009003', '079009004', '079009007'])
  expect((await screenOrganizations(made.store.db)).changed).toBe(4)
})

test('an organization screened alone has the same matches as when all are screened', async () => {
  const before = await readMatches()
  await made.query('delete from screening_match')
  for (const ein of new Set(before.map((match) => match.ein))) {
    await screenOrganizations(made.store.db, [ein])
  }
  expect(await readMatches()).toEqual(before)
})

test('a newer list without a party removes its match, and resolves no organization', async () => {
  const releases = () =>
    made.query<{ id: string; cause: string }>('select id, cause from release order by id')
  const before = await releases()
  const newer = toOfacFiles(PARTIES.filter(({ entry }) => entry !== 990_102))
  const release = (await withFiles(ofMonth('2026-05', newer), made.loadAndResolve))?.release
  const matches = await readMatches()
  expect(matches.map(({ ein }) => ein)).not.toContain('079009002')
  expect(matches.find(({ ein }) => ein === '079009001')?.ref).toBe('sdn:2026-05:990101')
  expect((await releases()).slice(before.length)).toEqual([{ id: release, cause: 'resolve' }])
})

test('a return that names other people is screened with its own load', async () => {
  const later = toReturn({ ...FILED, year: 2025, officers: ['Fern Yellowhorse'] })
  await made.loadAndResolve(made.write(`later/${madeObjectId(7)}_public.xml`, later))
  expect((await readMatches()).map(({ ein }) => ein)).not.toContain('079009007')
})
