/**
 * The grants index, a companion of the organizations index. It has one document for each row of a
 * current return that reports money given, and one for each of the most frequent purposes. Only the
 * latter have a vector, because millions of rows share a purpose.
 */

import { keyword, organizationsProperties, organizationsSettings } from './organizations.ts'

/** Raised with every change of settings, properties, meaning of a field, or `display`; part of the name and alias. */
export const GRANTS_VERSION = 4

const { mission, name } = organizationsProperties.query.properties
// Stemmed, because "food banks" must find a recipient named "Food Bank".
const partyName = { type: 'text', analyzer: mission.analyzer, similarity: name.similarity } as const

export const grantsProperties = {
  // The funder.
  ein: keyword,
  // Rows that the document stands for: 0 if it is that of a purpose.
  rows: { type: 'byte' },
  // Object id and ordinal, the last key of every order.
  row: keyword,
  // `toPurposeKey` of the purpose: rows with equal keys share a vector.
  purpose: { ...keyword, doc_values: false },
  display: { type: 'object', enabled: false },
  query: {
    properties: {
      // Purposes are short, so phrases and positions add nothing.
      purpose: { type: 'text', analyzer: mission.analyzer, index_options: 'freqs' },
      // Names as normalized by `normalizeName`.
      funder: partyName,
      recipient: partyName,
    },
  },
  filter: {
    properties: {
      recipient: keyword,
      // The recipient's EIN, otherwise or if its match is uncertain its name as filed, by
      // `normalizeName`: sums are grouped by it.
      grantee: keyword,
      // USPS code of the recipient's address in the row, and `toCityKey` of its city.
      state: keyword,
      city: keyword,
      // USPS code of the funder's address.
      funderState: keyword,
      year: { type: 'short' },
      // Whole dollars and cents; absent if the row states no amount.
      amount: { type: 'double' },
      amountBand: keyword,
      category: keyword,
      // False for rows that sums never include.
      isCounted: { type: 'boolean' },
    },
  },
  vector: { properties: { purpose: organizationsProperties.vector.properties.cause } },
} as const

const { analysis, similarity } = organizationsSettings.index

export const grantsSettings = {
  index: { number_of_shards: 1, number_of_replicas: 0, knn: true, analysis, similarity },
} as const

/** A row of a return that reports money given, as filed. Unknown values are absent. */
export type GrantDisplay = {
  funder: { name?: string; city?: string; state?: string; country?: string }
  recipient: { name?: string; city?: string; state?: string; country?: string; region?: string }
  purpose?: string
  /** Why sums leave the row out; absent if they include it. */
  notCounted?: string
  matchMethod: string
  matchConfidence: string
  /** The parts of the row's Ref, with the tax year and category of `filter`. */
  form: string
  objectId: string
  path: string
  schemaVersion?: string
}

export type GrantDocument = {
  ein: string
  rows: 1
  row: string
  purpose?: string
  display: GrantDisplay
  query: { purpose?: string; funder?: string; recipient?: string }
  filter: {
    recipient?: string
    grantee: string
    state?: string
    city?: string
    funderState?: string
    year: number
    amount?: number
    amountBand: string
    category: string
    isCounted: boolean
  }
}

export type PurposeDocument = { rows: 0; purpose: string; vector: { purpose: number[] } }
