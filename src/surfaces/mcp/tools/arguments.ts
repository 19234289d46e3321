import type { Argument } from './tool.ts'

/**
 * Rows of an answer where nothing else is asked: a model pays for what it reads, and NextCursor
 * leads on.
 */
const FEW = 10
/** The most rows of an answer: some 30 KB, a fifth of what many models can hold at once. */
const MOST = 50

export const EIN: Argument = {
  parameter: 'ein',
  isRequired: true,
  isEin: true,
  description:
    'Employer Identification Number, nine digits, with or without a hyphen; resolve_organization finds it by a name.',
  examples: ['070000101'],
}

export const EINS: Argument = {
  isRequired: true,
  isEin: true,
  isList: true,
  // The interface takes 25 at once (part 8).
  most: 25,
  description: 'EINs of nine digits each.',
  examples: [['070000101', '080000102']],
}

export const FORM: Argument = { parameter: 'Form', examples: ['990'] }
export const YEAR: Argument = { parameter: 'Year', examples: [2022] }
export const LIMIT: Argument = { fallback: FEW, most: MOST, examples: [FEW] }
/** Of a list without pages: as many as its operation gives, since no call leads beyond. */
export const WHOLE: Argument = { fallback: FEW, examples: [FEW] }
export const CURSOR: Argument = {
  description: 'NextCursor of the answer before, to the same arguments; leave it out at first.',
}

/** What narrows a search, in both of its modes. */
export const SEARCH_FILTERS: Readonly<Record<string, Argument>> = {
  State: { examples: ['OH'] },
  Cause: { examples: ['K31'] },
  MinRevenue: { examples: [250_000] },
  MaxRevenue: { examples: [5_000_000] },
  PrimaryForm: { examples: ['990PF'] },
  EntityType: { examples: ['PrivateFoundation'] },
  Sort: {},
  Facets: {},
  Limit: LIMIT,
  Cursor: { description: 'One-based page; NextCursor of the answer before.' },
}
