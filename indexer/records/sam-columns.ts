/**
 * Columns of SAM's public extract of exclusions that are read (SAM.gov, "Public Exclusions Extract
 * V2"). Both layouts have them: the one of 31 columns, and the one of 28 before, with DUNS.
 */
export const SAM_COLUMNS = [
  'CLASSIFICATION',
  'NAME',
  'FIRST',
  'MIDDLE',
  'LAST',
  'SUFFIX',
  'ADDRESS 1',
  'ADDRESS 2',
  'ADDRESS 3',
  'ADDRESS 4',
  'CITY',
  'STATE / PROVINCE',
  'COUNTRY',
  'ZIP CODE',
  'EXCLUSION PROGRAM',
  'EXCLUDING AGENCY',
  'EXCLUSION TYPE',
  'ADDITIONAL COMMENTS',
  'ACTIVE DATE',
  'TERMINATION DATE',
  'RECORD STATUS',
  'CROSS-REFERENCE',
  'SAM NUMBER',
] as const

/** In the newer layout alone. */
export const SAM_UEI = 'UNIQUE ENTITY ID'

/** One field of a row by its column's name; "" where it is empty. */
export type SamRow = (column: (typeof SAM_COLUMNS)[number] | typeof SAM_UEI) => string
