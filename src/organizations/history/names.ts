import { formatRef, toRef } from '#src/domain/evidence.ts'
import type { MatchConfidence } from '#src/domain/network.ts'
import type { ProfileDeps } from '../deps.ts'
import { openProfile } from '../open-profile.ts'
import type { Organization } from '../organization.ts'
import {
  type AwardName,
  type EinSlip,
  type FiledNames,
  readStoredNames,
  type Spelling,
  type StoredNames,
} from '../store/read-names.ts'

/** Who writes a name: the organization, the IRS, funders in their returns, or federal agencies. */
export const NAME_SOURCES = [
  'Return',
  'Postcard',
  'BusinessMasterFile',
  'Publication78',
  'RevocationList',
  'Funder',
  'Award',
  'Subaward',
] as const
export const NAME_ROLES = ['Name', 'DoingBusinessAs', 'SecondLine'] as const

/** A name in one kind of source, with the years in which that source has it. */
export type KnownName = {
  name: string
  source: (typeof NAME_SOURCES)[number]
  role: (typeof NAME_ROLES)[number]
  /** Tax year, month of a list (YYYY-MM), or year of an award; absent if unknown. */
  first?: string
  last?: string
  /** The number of submissions, rows, or awards; absent for lists. */
  count?: number
  funders?: number
  /**
   * How reliable the link to the organization is: the least and the most reliable row. Sources that
   * have its EIN are `Authoritative`.
   */
  confidence?: { least: MatchConfidence; most: MatchConfidence }
  /** For awards, the score of the match of their identifier, 0 to 1. */
  score?: number
  slip?: EinSlip
  /** The other EIN in the rows. */
  filedEin?: string
  /** The newest example, and the EIN under which its Ref opens. */
  ref: string
  refEin: string
}

export type NamesThroughTime = {
  organization: Organization
  /** Grouped by source in the order of `NAME_SOURCES`, the latest first. */
  names: KnownName[]
  /** Rows of funders whose EIN or name does not fit. */
  slips: KnownName[]
  /** The number of spellings of funders, and whether rows or spellings were left out. */
  spellings: number
  isCut: boolean
}

/**
 * Reads every name and spelling under which an organization appears; two round trips at once. Throws
 * ApiError ProfileNotFound, StoreUnavailable.
 */
export async function readNames(deps: ProfileDeps, ein: string): Promise<NamesThroughTime> {
  const [organization, stored] = await Promise.all([
    openProfile(deps, ein),
    readStoredNames(deps.postgres, ein),
  ])
  return { organization, ...toNames(ein, stored) }
}

/** Returns the names in stored sources; see `readNames`. */
export function toNames(ein: string, stored: StoredNames): Omit<NamesThroughTime, 'organization'> {
  const names = [
    ...filedNames(ein, stored.filed),
    ...listedNames(ein, stored),
    ...stored.spellings.map(toSpelling),
    ...stored.awards.map((one) => toAwardName(ein, one)),
  ]
  const { spellings, spellingCount, isCut } = stored
  return {
    names: NAME_SOURCES.flatMap((source) =>
      names
        .filter((one) => one.source === source && one.slip === undefined)
        .sort((a, b) => compare(b.last, a.last) || (b.count ?? 0) - (a.count ?? 0)),
    ),
    slips: names.filter(({ slip }) => slip !== undefined),
    spellings: spellingCount,
    isCut: isCut || spellings.length < spellingCount,
  }
}

const compare = (a = '', b = ''): number => (a < b ? -1 : a > b ? 1 : 0)

const SURE = { least: 'Authoritative', most: 'Authoritative' } as const

/** Returns one entry for each spelling; the newest filing comes first and is the example. */
function filedNames(ein: string, filed: readonly FiledNames[]): KnownName[] {
  const found = new Map<string, KnownName & { count: number }>()
  for (const { names, ...filing } of filed) {
    const { form, taxYear } = filing
    const source = form === '990N' ? 'Postcard' : 'Return'
    for (const [key, fact] of Object.entries(names)) {
      const role = key === 'filerName' ? 'Name' : 'DoingBusinessAs'
      const name = String(fact.value).trim()
      const id = JSON.stringify([source, role, name])
      const known = found.get(id)
      const year = String(taxYear)
      if (known) {
        known.count += 1
        if (compare(year, known.first) < 0) known.first = year
        if (compare(year, known.last) > 0) known.last = year
      } else {
        const ref = toRef({ ...filing, path: fact.path })
        found.set(id, {
          ...{ name, source, role, first: year, last: year, count: 1 },
          ...{ confidence: SURE, ref, refEin: ein },
        })
      }
    }
  }
  return [...found.values()]
}

type Lists = Pick<StoredNames, 'registry' | 'publication78' | 'revocations'>

function listedNames(ein: string, { registry, publication78, revocations }: Lists): KnownName[] {
  const sure = { confidence: SURE, refEin: ein }
  return [
    ...registry.map(({ name, kind, first, last }): KnownName => {
      const column = kind === 'name' ? 'NAME' : 'SORT_NAME'
      const ref = formatRef({ kind: 'bmf', asOf: last, ein, column })
      const role = kind === 'name' ? 'Name' : 'SecondLine'
      return { name, source: 'BusinessMasterFile', role, first, last, ...sure, ref }
    }),
    ...(publication78 ? [publication78] : []).map(({ name, asOf }): KnownName => {
      const ref = formatRef({ kind: 'pub78', asOf, ein, column: 'LegalName' })
      return { name, source: 'Publication78', role: 'Name', first: asOf, last: asOf, ...sure, ref }
    }),
    ...revocations.flatMap(({ name, dbaName, revokedOn }) => {
      const year = revokedOn.slice(0, 4)
      const of = (text: string, role: KnownName['role'], column: string): KnownName => {
        const ref = formatRef({ kind: 'revocation', ein, revokedOn, column })
        return { name: text, source: 'RevocationList', role, first: year, last: year, ...sure, ref }
      }
      return [
        of(name, 'Name', 'LegalName'),
        ...(dbaName ? [of(dbaName, 'DoingBusinessAs', 'DbaName')] : []),
      ]
    }),
  ]
}

const toSpelling = (one: Spelling): KnownName => ({
  name: one.name,
  source: 'Funder',
  role: 'Name',
  first: String(one.first),
  last: String(one.last),
  count: one.rows,
  funders: one.funders,
  confidence: { least: one.least, most: one.most },
  ...(one.slip !== null && { slip: one.slip }),
  ...(one.filedEin !== null && { filedEin: one.filedEin }),
  ref: toRef(one),
  refEin: one.funderEin,
})

const toAwardName = (ein: string, { name, kind, isDba, ...one }: AwardName): KnownName => ({
  name,
  source: kind === 'award' ? 'Award' : 'Subaward',
  role: isDba ? 'DoingBusinessAs' : 'Name',
  ...(one.first !== null && { first: String(one.first) }),
  ...(one.last !== null && { last: String(one.last) }),
  count: one.rows,
  score: one.score,
  ref: formatRef({
    kind,
    key: one.key,
    column: kind === 'award' ? 'recipient_name' : isDba ? 'subawardee_dba_name' : 'subawardee_name',
  }),
  refEin: ein,
})
