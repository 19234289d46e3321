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
