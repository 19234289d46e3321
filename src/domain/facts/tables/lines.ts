import type { RowSource } from './table.ts'

type Moved = { since: string; line: string }
type Options = { moved?: Moved; columns?: NonNullable<RowSource['columns']> }

/**
 * Builds a line of a statement of the 990: its element since 2013, that of 2009–2012, and the
 * latter in the wrapper of 2008 and before.
 */
export const lineBuilder =
  (part: string, wrapper: string) =>
  (number: string, label: string, since2013: string, before: string, options: Options = {}) => {
    const names = [since2013, before, `${wrapper}/${before}`]
    return [...new Set(names)].map(
      (name): RowSource => ({
        path: `/IRS990/${name}`,
        label,
        line: `${part}, line ${number}`,
        ...options,
      }),
    )
  }

/** Builds a line that is one leaf on a form, from its names by era. */
export const leafBuilder =
  (part: string, root: string, since?: { version: string; part: string }) =>
  (number: string, label: string, names: readonly string[]): RowSource[] =>
    names.map((name) => ({
      path: `${root}/${name}`,
      label,
      line: `${part}, line ${number}`,
      ...(since && {
        moved: { since: since.version, line: `${since.part}, line ${number}` },
      }),
    }))
