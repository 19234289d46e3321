import type { FilingBlocks } from '#src/domain/blocks.ts'
import { refsOf } from '#src/domain/evidence.ts'
import { CATALOGUE } from '#src/domain/facts/catalogue.ts'
import { citationOf } from '#src/domain/facts/citation.ts'
import { type FactKey, labelOf } from '#src/domain/facts/definitions.ts'
import { type FactValue, readAs } from '#src/domain/facts/read-facts.ts'
import { leafSubject } from '#src/domain/facts/subjects.ts'
import { cutsIn, partPath } from '#src/domain/filing-contents.ts'
import { ApiError } from '#src/platform/errors.ts'
import type { ProfileDeps } from '../deps.ts'
import { fillRepeats } from '../filings/blocks.ts'
import { versionsOf } from '../filings/filings.ts'
import { openFiler } from '../open-profile.ts'
import type { Filing, FilingSummary, Organization } from '../organization.ts'
import { readFiling, replaced } from '../store/read-filing.ts'
import { readCutLengths, readParts } from '../store/read-parts.ts'
import { compareParts, type LeafChange, type PlacedLeaf } from './compare-parts.ts'

export const CHANGE_KINDS = ['Changed', 'Added', 'Removed'] as const
export const CHANGE_GROUPS = ['Fact', 'Row', 'Element'] as const

export type FiledValue = { value: FactValue; ref: string }

/** A value that differs between two returns for one period. */
export type FiledChange = {
  kind: (typeof CHANGE_KINDS)[number]
  /** A fact of the catalogue, a cell of one of its tables, or any other element. */
  group: (typeof CHANGE_GROUPS)[number]
  /** The label of the fact or column; otherwise the element's name. */
  label: string
  /** "Part I, line 12". */
  place: string
  /** The name in its row, such as a person or a recipient. */
  row?: string
  unit?: string
  before?: FiledValue
  after?: FiledValue
  /** The later number less the earlier one. */
  difference?: number
}

export type Amendment = {
  organization: Organization
  before: FilingSummary
  after: FilingSummary
  /** All submissions for the form and period, the latest received first. */
  versions: FilingSummary[]
  /** Facts first, then rows, then other elements; at most `MOST_CHANGES`. */
  changes: FiledChange[]
  /** The number of all differences, by kind. */
  counts: Record<FiledChange['kind'], number>
  /** Repeats of which only the first `MOST_ROWS` items were compared. */
  partly: string[]
}

/** A return that replaces another rarely changes more; a page of as many rows has 400 KB. */
export const MOST_CHANGES = 500
/** Of one repeated element. The longest that a load accepts have a hundred times as many. */
export const MOST_ROWS = 2_000

/**
 * Compares a return with another one for the same form and period, by default the one received before
 * it. The one received earlier is `before`. Five round trips. Throws ApiError ProfileNotFound,
 * FilingNotFound for unknown ids and for the first return of a period, InvalidParameters for
 * another form or period, StoreUnavailable.
 */
export async function readAmendment(
  deps: ProfileDeps,
  ein: string,
  objectId: string,
  against?: string,
): Promise<Amendment> {
  const organization = await openFiler(deps, ein)
  const { versions, before, after } = selectVersions(organization.filings, objectId, against)
  const [one, other] = await Promise.all([readWhole(deps, before), readWhole(deps, after)])
  const changes = compareFilings(one, other)
  const count = (kind: FiledChange['kind']) => changes.filter((own) => own.kind === kind).length
  return {
    organization,
    before,
    after,
    versions,
    changes: changes.slice(0, MOST_CHANGES),
    counts: { Changed: count('Changed'), Added: count('Added'), Removed: count('Removed') },
    partly: [...new Set([...one.partly, ...other.partly])],
  }
}

/** Returns the two returns to compare, the one received earlier as `before`. See `readAmendment`. */
export function selectVersions(
  filings: readonly FilingSummary[],
  objectId: string,
  against?: string,
): Pick<Amendment, 'versions' | 'before' | 'after'> {
  const asked = filings.find((filing) => filing.objectId === objectId)
  if (!asked) throw new ApiError('FilingNotFound')
  const versions = versionsOf(filings, asked)
  const at = versions.indexOf(asked)
  if (against === undefined) {
    const before = versions[at + 1]
    if (before) return { versions, before, after: asked }
    throw new ApiError('FilingNotFound', { message: describeFirst(versions) })
  }
  const other = filings.find((filing) => filing.objectId === against)
  if (!other) {
    throw new ApiError('FilingNotFound', {
      message: `This organization has no filing with the object ID ${against} in Against.`,
    })
  }
  const otherAt = versions.indexOf(other)
  if (otherAt < 0 || other === asked) {
    const ids = versions.filter((one) => one !== asked).map((one) => one.objectId)
    const choice = ids.length > 0 ? `: ${ids.join(' or ')}` : ', but no other is loaded'
    const msg = `must be another return for the same form and period${choice}`
    throw new ApiError('InvalidParameters', {
      issues: [{ loc: ['query', 'Against'], msg, type: 'other_period', input: against }],
    })
  }
  const [before, after] = at < otherAt ? [other, asked] : [asked, other]
  return { versions, before, after }
}

function describeFirst([newest, ...others]: readonly FilingSummary[]): string {
  const start = 'This return replaced no other one for its form and period.'
  return others.length === 0 || !newest
    ? `${start} Nothing can be compared.`
    : `${start} To compare it, use the object ID of a later one: ${newest.objectId}.`
}

type Whole = { filing: Filing; blocks: FilingBlocks; partly: string[] }

async function readWhole({ postgres }: ProfileDeps, { objectId }: FilingSummary): Promise<Whole> {
  const filing = await readFiling(postgres, objectId)
  if (!filing) throw replaced()
  const { blocks, cut } = filing.contents
  const lengths = cut.length === 0 ? new Map() : await readCutLengths(postgres, objectId, cut)
  const portions = cut.map((path) => ({
    path,
    from: 0,
    to: Math.min(lengths.get(path) ?? 0, MOST_ROWS),
  }))
  const parts = await readParts(postgres, filing, {
    blocks,
    portions: portions.filter(({ to }) => to > 0),
  })
  return {
    filing,
    blocks: parts.blocks.map((part) => {
      const own = cutsIn(filing.contents, part)
      const repeats = parts.repeats.filter(({ path }) => own.includes(path))
      return { ...part, content: fillRepeats(part.content, partPath(part), repeats) }
    }),
    partly: cut.filter((path) => (lengths.get(path) ?? 0) > MOST_ROWS),
  }
}

type Compared = {
  filing: Pick<Filing, 'form' | 'taxYear' | 'objectId' | 'schemaVersion' | 'facts'>
  blocks: FilingBlocks
}

/** Returns what differs between two returns: facts, then rows, then other elements. */
export function compareFilings(before: Compared, after: Compared): FiledChange[] {
  const sides = { before: toSide(before), after: toSide(after) }
  const facts = compareFacts(sides)
  const isFact = factPaths(before, after)
  const leaves = compareParts(before.blocks, after.blocks)
    .filter((leaf) => !isFact(leaf))
    .flatMap((leaf) => toChange(leaf, sides) ?? [])
  return CHANGE_GROUPS.flatMap((group) =>
    [...facts, ...leaves].filter((change) => change.group === group),
  )
}

type Side = Compared['filing'] & { refOf: (path: string) => string }
type Sides = { before: Side; after: Side }

const toSide = ({ filing }: Compared): Side => ({ ...filing, refOf: refsOf(filing) })

/** Compares by key, because the path of a fact differs between the eras of a form. */
function compareFacts({ before, after }: Sides): FiledChange[] {
  const changes = CATALOGUE.flatMap(({ key, unit }) => {
    const factOf = (side: Side, fact: Side['facts'][FactKey]) =>
      fact && { value: fact.value, ref: side.refOf(fact.path), path: fact.path }
    const one = factOf(before, before.facts[key])
    const other = factOf(after, after.facts[key])
    const label = labelOf(key, after.form)
    return change({ before, after }, { group: 'Fact', label, unit, one, other }) ?? []
  })
  // Two facts may have the same leaf.
  const refs = new Set<string>()
  return changes.filter(({ before: one, after: other }) => {
    const key = `${one?.ref} ${other?.ref}`
    return !refs.has(key) && refs.add(key)
  })
}

type Found = FiledValue & { path: string }
type Difference = {
  group: FiledChange['group']
  label: string
  unit: string | undefined
  row?: string | undefined
  one: Found | undefined
  other: Found | undefined
}

function change(sides: Sides, difference: Difference): FiledChange | undefined {
  const { group, label, unit, row, one, other } = difference
  const shown = other ?? one
  if (!shown || one?.value === other?.value) return undefined
  const side = other ? sides.after : sides.before
  const [a, b] = [one?.value, other?.value]
  const isNumber = typeof a === 'number' && typeof b === 'number'
  return {
    kind: one && other ? 'Changed' : other ? 'Added' : 'Removed',
    group,
    label,
    place: placeOf(side, shown.path),
    ...(row !== undefined && { row }),
    ...(unit && (typeof a === 'number' || typeof b === 'number') && { unit }),
    ...(one && { before: { value: one.value, ref: one.ref } }),
    ...(other && { after: { value: other.value, ref: other.ref } }),
    // Cents, without the error of binary fractions.
    ...(isNumber && { difference: Math.round((b - a) * 100) / 100 }),
  }
}

/** Returns a citation without the form and year, which are those of the whole comparison. */
const placeOf = ({ form, taxYear, schemaVersion }: Side, path: string): string =>
  citationOf({ form, taxYear, path, schemaVersion }).split(', ').slice(1).join(', ')

// Both lines of a name are one fact.
const NAME_LINE = /\/BusinessNameLine[12](Txt)?$/

/** Returns whether a leaf is a fact of either return. */
function factPaths(...compared: Compared[]): (leaf: LeafChange) => boolean {
  const paths = new Set(
    compared.flatMap(({ filing }) => Object.values(filing.facts).map(({ path }) => path)),
  )
  const isFact = (leaf: PlacedLeaf | undefined) =>
    leaf !== undefined && (paths.has(leaf.path) || paths.has(leaf.path.replace(NAME_LINE, '')))
  return ({ before, after }) => isFact(before) || isFact(after)
}

function toChange(
  { plain, row, before, after }: LeafChange,
  sides: Sides,
): FiledChange | undefined {
  const subject = leafSubject(plain)
  const read = (side: Side, leaf: PlacedLeaf | undefined): Found | undefined =>
    leaf && {
      value: subject && leaf.text !== '' ? readAs(subject.kind, leaf.text) : leaf.text,
      ref: side.refOf(leaf.path),
      path: leaf.path,
    }
  return change(sides, {
    group: subject ? 'Row' : 'Element',
    label: subject?.label ?? nameOf(plain),
    unit: subject?.unit,
    row,
    one: read(sides.before, before),
    other: read(sides.after, after),
  })
}

/** How the IRS ends the names of its elements, in words. */
const ENDINGS: Readonly<Record<string, string>> = {
  ...{ Amt: '', Desc: '', Grp: '', Ind: '', Txt: '' },
  ...{ Cd: ' code', Cnt: ' count', Dt: ' date', Nm: ' name', Num: ' number', Pct: ' percent' },
  Ts: ' time',
}

/** Returns the name of an element in words: "Total Assets EOY" of TotalAssetsEOYAmt. */
const nameOf = (plain: string): string =>
  (plain.split('/').at(-1) ?? '')
    .replace(/^@/, '')
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, ' ')
    .replace(/ (\w+)$/, (whole, ending: string) => ENDINGS[ending] ?? whole)
    .replace(/^./, (first) => first.toUpperCase())
