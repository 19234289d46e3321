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
  description: 'Nine digits; resolve_organization finds it by a name.',
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

/** Of two organizations or more, side by side (interface part 8 has no such operation). */
export const COMPARED_EINS: Argument = { ...EINS, least: 2, most: 5 }

export const FORM: Argument = {}
export const YEAR: Argument = {}
export const LIMIT: Argument = {
  fallback: FEW,
  most: MOST,
  description: 'Most rows of an answer; NextCursor leads on.',
}
/** Of a list without pages: as many as its operation gives, since no call leads beyond. */
export const WHOLE: Argument = { fallback: FEW }
export const CURSOR: Argument = {
  description: 'NextCursor of the answer before, whose other arguments stay.',
}

/** What narrows a search, in both of its modes. */
export const SEARCH_FILTERS: Readonly<Record<string, Argument>> = {
  State: { examples: ['OH'] },
  Cause: { examples: ['K31'] },
  MinRevenue: {},
  MaxRevenue: {},
  PrimaryForm: {},
  EntityType: {},
  Sort: {},
  Facets: {},
  Limit: LIMIT,
  Cursor: { description: 'One-based page; NextCursor of the answer before.' },
}
