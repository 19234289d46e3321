import { toRef } from '#src/domain/evidence.ts'
import { HEADER_BLOCK } from '#src/domain/form.ts'
import { type EvidenceRegistry, openRegistry, readable } from './evidence.ts'
import type { FilingPlace } from './figure.ts'

type Node = { [key: string]: unknown }
type Cited = Node & { ref: string; derived_from?: string[] }
type Cite = (figure: Cited) => string | undefined

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isCited = (value: unknown): value is Cited => isNode(value) && typeof value.ref === 'string'

/**
 * Returns the data with its evidence. A value with a `ref` gets the source that the ref identifies,
 * a derived figure the source of the first value it is computed from. A section has a `_src` if
 * most of its values are not from the default source; a single field is listed in `fields`; an item
 * of a list has its own `_src`. Sources that equal the level above are left out. The default source
 * is `home`, the filing in question, or one part of it.
 */
export function attribute<Data extends object>(
  data: Data,
  home: FilingPlace | undefined,
): Data & { evidence: EvidenceRegistry } {
  const registry = openRegistry(readable(home?.objectId))
  const cite: Cite = ({ ref, derived_from = [] }) => {
    let key = registry.cite(ref)
    // Cite all of them, because a reader looks up each source.
    for (const from of derived_from) {
      const named = registry.cite(from)
      key ??= named
    }
    return key
  }
  const own = home && registry.cite(toRef({ ...home, path: home.path ?? `/${HEADER_BLOCK}` }))
  const standard = own ?? mostFrequent(countSources(data, cite))
  const fields: Record<string, string> = {}
  const place: Place = { cite, fields }
  const sections = Object.entries(data).map(([name, section]) => [
    name,
    attributeSection(section, standard, name, place),
  ])
  const evidence = {
    default: standard,
    sources: registry.sources,
    ...(Object.keys(fields).length > 0 && { fields }),
  }
  return { ...(Object.fromEntries(sections) as Data), evidence }
}

type Place = { cite: Cite; fields: Record<string, string> }

function attributeSection(
  section: unknown,
  standard: string | undefined,
  name: string,
  place: Place,
): unknown {
  if (!isNode(section) || isCited(section)) return attributeFields(section, standard, name, place)
  const counts = countSources(section, place.cite)
  const own = mostFrequent(counts) ?? standard
  // All values have one source, so nothing below needs a `_src`.
  const attributed = counts.size > 1 ? attributeFields(section, own, name, place) : section
  return own === standard ? attributed : { ...(attributed as Node), _src: own }
}

/** Attributes values outside lists, where `fields` identifies a field by its path. */
function attributeFields(
  value: unknown,
  above: string | undefined,
  path: string,
  place: Place,
): unknown {
  if (Array.isArray(value)) return value.map((item) => attributeItem(item, above, place.cite))
  if (!isNode(value)) return value
  const own = isCited(value) ? place.cite(value) : undefined
  if (own !== undefined && own !== above) place.fields[path] = own
  const within = own ?? above
  return mapFields(value, (child, name) => attributeFields(child, within, `${path}.${name}`, place))
}

/**
 * Attributes an item of a list: each item has its own source, and so does each figure that differs
 * from it.
 */
function attributeItem(value: unknown, above: string | undefined, cite: Cite): unknown {
  if (Array.isArray(value)) return value.map((item) => attributeItem(item, above, cite))
  if (!isNode(value)) return value
  const counts = countSources(value, cite)
  const own = isCited(value) ? cite(value) : mostFrequent(counts)
  const within = own ?? above
  const isPlain = counts.size === 0 || (counts.size === 1 && counts.has(within ?? ''))
  const attributed = isPlain
    ? value
    : mapFields(value, (child) => attributeBelow(child, within, cite))
  return within === above ? attributed : { ...attributed, _src: within }
}

// Within an item, only cited or listed values have a source; plain groups stay as they are.
function attributeBelow(value: unknown, above: string | undefined, cite: Cite): unknown {
  if (Array.isArray(value) || isCited(value)) return attributeItem(value, above, cite)
  return isNode(value) ? mapFields(value, (child) => attributeBelow(child, above, cite)) : value
}

const mapFields = (node: Node, map: (value: unknown, name: string) => unknown): Node =>
  Object.fromEntries(Object.entries(node).map(([name, value]) => [name, map(value, name)]))

function countSources(
  value: unknown,
  cite: Cite,
  counts = new Map<string, number>(),
): Map<string, number> {
  if (Array.isArray(value)) for (const item of value) countSources(item, cite, counts)
  else if (isNode(value)) {
    const source = isCited(value) ? cite(value) : undefined
    if (source !== undefined) counts.set(source, (counts.get(source) ?? 0) + 1)
    for (const child of Object.values(value)) countSources(child, cite, counts)
  }
  return counts
}

/** Returns the most frequent source; in a tie, the first one. */
const mostFrequent = (counts: Map<string, number>): string | undefined =>
  [...counts].reduce<[string, number] | undefined>(
    (best, one) => (best && best[1] >= one[1] ? best : one),
    undefined,
  )?.[0]
