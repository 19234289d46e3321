/**
 * The version of the rules that derive facts, texts, contents, and references from the parts of a
 * return. Raise it in the commit that changes a fact, table, place of the catalogue, repeatable
 * element, kept text, or cut. `npm run derive` then updates filings of a lower version
 * (`filing.derived_version`).
 */
export const DERIVED_VERSION = 6
