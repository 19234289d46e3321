export type Json = { [keyword: string]: unknown }
type Fields = Json & { properties: Json; required?: string[] }

export const isObject = (part: unknown): part is Json =>
  typeof part === 'object' && part !== null && !Array.isArray(part)

/** Whether a part is a schema, and not a map of properties, which may have any names. */
export const isSchema = (part: unknown): part is Json =>
  isObject(part) && (typeof part.type === 'string' || [part.type, part.anyOf].some(Array.isArray))

/** Schemas that have fields in common, by the name of the component with these fields. */
const WITH_FIELDS_OF: Record<string, readonly string[]> = {
  EvidenceRef: ['ChatCitation'],
  OrganizationDataB: [
    'SummaryDataB',
    'FlowsDataB',
    'ContradictionsDataB',
    'LeadershipDataB',
    'RelatedDataB',
    'CoreRecordDataB',
    'BlockDataB',
    'RatingsDataB',
  ],
  RatedScore: ['ComparedRating', 'RatingData'],
  FilingB: ['FilingBlocksB'],
  FederalAward: ['Award', 'Subaward'],
  SearchPage: ['SearchResults', 'GrantResults'],
  GrantRow: ['Grant', 'GrantHit'],
  SourcedValueB: ['FigureB', 'AnsweredB', 'GovernanceAnswerB', 'FiledValueB'],
}

/** Returns schemas in which such fields are written once. */
export function shareFields(schemas: Json): Json {
  const written = { ...schemas }
  for (const [name, members] of Object.entries(WITH_FIELDS_OF)) {
    const known = schemas[name] ? [name] : []
    const all = [...known, ...members].map((one) => schemas[one] as Fields)
    const fieldOf = ({ properties, required = [] }: Fields, field: string) =>
      JSON.stringify([properties[field], required.includes(field)])
    const [first] = all as [Fields]
    const common = Object.keys(first.properties).filter(
      (field) => new Set(all.map((one) => fieldOf(one, field))).size === 1,
    )
    // A component of the document keeps all of its fields.
    if (known.length > 0 && common.length < Object.keys(first.properties).length) continue
    written[name] = pick(first, (field) => common.includes(field))
    for (const member of members) {
      const own = pick(schemas[member] as Fields, (field) => !common.includes(field))
      written[member] = { allOf: [{ $ref: `#/components/schemas/${name}` }, own] }
    }
  }
  return written
}

function pick({ properties, required = [], ...schema }: Fields, isIn: (field: string) => boolean) {
  const left = required.filter(isIn)
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(properties).filter(([field]) => isIn(field))),
    ...(left.length > 0 && { required: left }),
  }
}

/** Of a reference without the name. */
const REFERENCE_LENGTH = '{"$ref":"#/components/schemas/"}'.length

/** A reader looks up a component only for what is longer than a line. */
const MIN_SHARED = 55

/** Whether a component and its references are shorter than the equal schemas. */
const isShorter = (length: number, name: string, count: number): boolean =>
  length >= MIN_SHARED && length + (REFERENCE_LENGTH + name.length) * count < length * count

type Whole = { paths: unknown; parameters: unknown; schemas: Json }

/** Returns the document with equal schemas as components, named after the first field that has them. */
export function shareEqual({ paths, parameters, schemas }: Whole): Whole {
  const counts = countSchemas({ paths, parameters, schemas })
  const names = new Map(Object.entries(schemas).map(([name, one]) => [JSON.stringify(one), name]))
  const added: Json = {}
  // What is always within another shared schema is not shared.
  const share = (part: unknown, label: string, above: number): unknown => {
    const key = JSON.stringify(part)
    const count = counts.get(key) ?? 0
    const known = names.get(key)
    if (count <= above || !isShorter(key.length, known ?? label, count))
      return shareBelow(part, label, above)
    const name = known ?? unusedName(toTypeName(label), { ...schemas, ...added })
    if (known === undefined) {
      names.set(key, name)
      // Keeps the name while the schemas below get theirs.
      added[name] = part
      added[name] = shareBelow(part, label, count)
    }
    return { $ref: `#/components/schemas/${name}` }
  }
  const shareBelow = (part: unknown, label: string, above: number): unknown => {
    if (Array.isArray(part)) return part.map((one) => share(one, label, above))
    if (!isObject(part)) return part
    const labelOf = (key: string) =>
      key === 'schema' ? String(part.name ?? label) : KEYWORDS.test(key) ? label : key
    const below = Object.entries(part).map(([key, one]) => [key, share(one, labelOf(key), above)])
    return Object.fromEntries(below)
  }
  const own = Object.entries(schemas).map(([name, one]) => [name, shareBelow(one, name, 1)])
  return {
    parameters: shareBelow(parameters, '', 1),
    paths: shareBelow(paths, '', 1),
    schemas: { ...Object.fromEntries(own), ...added },
  }
}

/** Returns how often each schema occurs, by its JSON. */
function countSchemas(document: Whole): Map<string, number> {
  const counts = new Map<string, number>()
  JSON.parse(JSON.stringify(document), (_, part) => {
    const key = isSchema(part) ? JSON.stringify(part) : ''
    if (key !== '') counts.set(key, (counts.get(key) ?? 0) + 1)
    return part
  })
  return counts
}

const KEYWORDS = /^(properties|items|additionalProperties|propertyNames|anyOf|oneOf|allOf)$/

/** Returns `TotalRevenue` for `total_revenue`. */
const toTypeName = (label: string): string =>
  label.replaceAll(/(?:^|\W|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())

export function unusedName(name: string, used: object): string {
  for (let number = 2; ; number += 1) {
    const own = number === 2 ? name : `${name}${number - 1}`
    if (!Object.hasOwn(used, own)) return own
  }
}
