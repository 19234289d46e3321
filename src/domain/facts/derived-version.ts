/**
 * The version of the rules by which facts, narrative, contents and references are derived from the
 * parts of a return. Raise it in the commit that changes what comes out of them: a fact, a table or
 * a place of the catalogue, what may repeat, what of the narrative is kept, what is cut. Filings of
 * a lower version (`filing.derived_version`) are then derived anew by `npm run derive`.
 */
export const DERIVED_VERSION = 5
