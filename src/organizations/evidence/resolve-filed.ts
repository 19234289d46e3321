import type { Block, Leaf } from '#src/domain/blocks.ts'
import { groupBy } from '#src/domain/es2024.ts'
import type { Evidence } from '#src/domain/evidence.ts'
import { readAs, textBelow } from '#src/domain/facts/read-facts.ts'
import { leafSubject, rowSubject } from '#src/domain/facts/subjects.ts'
import { readRow } from '#src/domain/facts/tables/read-rows.ts'
import { findCut, type PartId, readStoredElement } from '#src/domain/filing-contents.ts'
import { knownFields } from '#src/domain/known-fields.ts'
import { attributeXml, toItemsXml } from '#src/domain/return-xml.ts'
import type { ProfileDeps } from '../deps.ts'
import type { Filing, FilingSummary, Organization } from '../organization.ts'
import { readFiling } from '../store/read-organization.ts'
import { type Portion, readParts } from '../store/read-parts.ts'
import { type ResolvedEvidence, toEvidenceRef } from './evidence-ref.ts'

/**
 * Resolves a leaf, row, or element of a filing of the organization, superseded filings included.
 */
export async function resolveFiled(
  deps: ProfileDeps,
  { filings }: Pick<Organization, 'filings'>,
  { form, taxYear, objectId, path }: Extract<Evidence, { kind: 'filing' }>,
): Promise<ResolvedEvidence | undefined> {
  const filing = filings.find((one) => one.objectId === objectId)
  if (filing?.form !== form || filing.taxYear !== taxYear) return undefined
  return (await resolvePaths(deps, filing, [path])).get(path)
}

/**
 * Resolves leaves, rows, and elements of one filing by path; paths that do not exist are left out.
 * `read` returns the filing if it has already been read.
 */
export async function resolvePaths(
  { postgres }: ProfileDeps,
  filing: FilingSummary,
  paths: readonly string[],
  read = (objectId: string) => readFiling(postgres, objectId),
): Promise<Map<string, ResolvedEvidence>> {
  const whole = await read(filing.objectId)
  if (!whole) return new Map()
  const parts = await readParts(postgres, whole, partsOf(whole, paths))
  return new Map(
    paths.flatMap((path): [string, ResolvedEvidence][] => {
      const element = readStoredElement(parts, path)
      return element === undefined ? [] : [[path, toResolved(whole, filing, path, element)]]
    }),
  )
}

function toResolved(
  whole: Filing,
  filing: FilingSummary,
  path: string,
  element: Leaf | Block,
): ResolvedEvidence {
  const found = describe(path, element)
  const leftOut = found.element ? leftOutOf(whole, path) : []
  const xml = filing.form === '990N' || leftOut.length > 0 ? undefined : quote(path, element)
  return {
    evidence: toEvidenceRef(filing, path),
    ...found,
    ...knownFields({ xml, leftOut: leftOut.length > 0 ? leftOut : undefined }),
    filing,
  }
}

/** About a screen of a row; people who need more download the return. */
const LONGEST_QUOTE = 4_000

function quote(path: string, element: Leaf | Block): string | undefined {
  const name =
    path
      .split('/')
      .at(-1)
      ?.replace(/\[\d+\]$/, '') ?? ''
  const xml = name.startsWith('@')
    ? attributeXml(name.slice(1), element as Leaf).trim()
    : toItemsXml(name, [element], 0).trim()
  return xml.length > LONGEST_QUOTE ? undefined : xml
}

// The number of rows is known if a table of the catalogue reads the repeat.
const leftOutOf = ({ contents }: Filing, path: string): { path: string; rows?: number }[] =>
  contents.cut
    .filter((cut) => cut.startsWith(`${path}/`))
    .map((cut) => knownFields({ path: cut, rows: contents.rows[cut] }))

function partsOf({ contents }: Filing, paths: readonly string[]) {
  const cuts = paths.map((path) => findCut(contents, path))
  return {
    blocks: paths.flatMap((path, at) => (cuts[at] ? [] : [partOf(path)])),
    portions: joinPortions(cuts.flatMap((cut) => cut ?? [])),
  }
}

const partOf = (path: string): PartId => {
  const [, block = '', ordinal = 1] = /^\/([^/[]+)(?:\[(\d+)\])?/.exec(path) ?? []
  return { block, ordinal: Number(ordinal) }
}

/** Returns one portion per repeat, from the first requested item to the last. */
function joinPortions(cuts: readonly { path: string; place: number }[]): Portion[] {
  const byPath = groupBy(cuts, ({ path }) => path)
  return [...byPath].map(([path, wanted]) => {
    const places = wanted.map(({ place }) => place)
    return { path, from: Math.min(...places), to: Math.max(...places) + 1 }
  })
}

type Described = Pick<ResolvedEvidence, 'label' | 'unit' | 'value' | 'row' | 'element'>

/** Returns an element as the leaf or row that the catalogue has at its path. */
function describe(path: string, element: Leaf | Block): Described {
  const leaf = describeLeaf(path, element)
  if (leaf) return leaf
  const subject = rowSubject(path)
  if (subject) {
    const { table, definition, source } = subject
    const row = readRow(definition, source, { element, path })
    return { row: { table, row, place: placeOf(path) } }
  }
  return { element: element as Block }
}

function describeLeaf(path: string, element: Leaf | Block): Described | undefined {
  const text = textBelow(element, '', path)
  // A row with only a name is still a row.
  const isLeaf = typeof element === 'string' || '#text' in element
  const subject = leafSubject(path)
  if (!isLeaf && !(subject && text)) return undefined
  const { kind = 'text', label, unit } = subject ?? {}
  // An empty element is an empty text, whatever its kind.
  const value = text ? readAs(kind, text.text) : ''
  const hasUnit = unit !== undefined && typeof value === 'number'
  return { ...(label && { label }), ...(hasUnit && { unit }), value }
}

const placeOf = (path: string): number => Number(/\[(\d+)\]$/.exec(path)?.[1] ?? 1)
