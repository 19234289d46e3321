import { basename } from 'node:path'
import type { TabularSource } from './source.ts'

/** Columns that say where a row came from. */
export const ORIGIN = ['as_of', 'source_file', 'source_row'] as const

/** The values of ORIGIN for one row. */
export const originOf = (source: TabularSource, row: number): (string | number)[] => [
  monthOf(source),
  fileOf(source),
  row,
]

/** Name of the file, or of the zip and its entry, without the folders of this machine. */
export const fileOf = ({ path, member }: TabularSource): string =>
  member === undefined ? basename(path) : `${basename(path)}/${member}`

/** First day of the month an extract is of. */
export const monthOf = ({ asOf }: TabularSource): string => `${asOf}-01`
