import type { Argument } from './tool.ts'

// Arguments and paths of several tools.

export const CHARITY = '/api/v2/charity/{ein}'

export const EIN: Argument = {
  parameter: 'ein',
  isRequired: true,
  isEin: true,
  description: 'EIN of one organization, from search.',
}

/** Returns an argument for up to so many EINs. */
export const eins = (most: number, description: string): Argument => ({
  ...{ isRequired: true, isEin: true, isList: true, most, description },
})

/** A model pays for what it reads, so lists are short unless it asks for more. */
export const LIMIT: Argument = { fallback: 10, most: 50, description: 'Number of rows.' }

export const PAGED = {
  Limit: LIMIT,
  Cursor: { description: 'NextCursor of the previous result.' },
} satisfies Record<string, Argument>

/** Returns arguments that are parameters of the operation, by their names with spaces between them. */
export const asIs = (names: string): Record<string, Argument> =>
  Object.fromEntries(names.split(' ').map((name) => [name, {}]))

/** An organization in a row. */
export const PARTY = '{Name|name} (EIN {EIN|ein}[, {Location|place}])'
