import { groupBy } from '#src/domain/es2024.ts'
import { CATALOGUE, HEADER_PLACES } from '#src/domain/facts/catalogue.ts'
import { STATEMENTS } from '#src/domain/facts/tables/statements.ts'
import { TABLES } from '#src/domain/facts/tables/tables.ts'
import { readContent } from '../content.ts'

// Since 2013, names end in an abbreviation of their type; these few end differently.
const NEW_NAME =
  /(Txt|Amt|Ind|Cnt|Grp|Cd|Nm|Desc|Dt|Pct|Rt|Num|Yr|Ts)$|\/(BusinessName|USAddress|ForeignAddress)$/

const names = new Map<string, string>()
const lastOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/**
 * Records the names of one place from its paths, newest first: those of each element on the way.
 */
function learn(paths: readonly string[]): void {
  for (const [at, path] of paths.entries()) {
    const old = paths.slice(at + 1).find((other) => !NEW_NAME.test(other))
    if (old) learnElements(path.split('/'), old.split('/'))
    // The place has the same name in all eras.
    else if (!NEW_NAME.test(path) && !names.has(path)) names.set(path, lastOf(path))
  }
}

function learnElements(now: readonly string[], then: readonly string[]): void {
  if (now.length !== then.length) return
  for (const [at, name] of then.entries()) {
    const path = now.slice(0, at + 1).join('/')
    if (!names.has(path)) names.set(path, name)
  }
}

for (const paths of Object.values(HEADER_PLACES)) learn(paths)
for (const { paths } of CATALOGUE) {
  for (const places of Object.values(paths)) {
    const lines = groupBy(places, ({ line }) => line)
    for (const same of lines.values()) learn(same.map(({ path }) => path))
  }
}
for (const { rows, columns } of [...Object.values(TABLES), ...Object.values(STATEMENTS)]) {
  const lines = groupBy(rows, ({ line, label }) => `${line} ${label}`)
  for (const same of lines.values()) {
    learn(same.map(({ path }) => path))
    for (const [key, column] of Object.entries(columns)) {
      for (const row of same) {
        const leaves = row.columns?.[key] ?? column.paths
        learn(leaves.map((leaf) => (leaf === '' ? row.path : `${row.path}/${leaf}`)))
      }
    }
  }
}

// Elements that no fact is read from. Source: lines of the master concordance that have both names.
const OTHERS = new Map(
  readContent('names-of-2012', 'document element name').map(({ document, element, name }) => [
    `/${document}/${element}`,
    name,
  ]),
)

/**
 * Returns the name an element had in the forms of 2012, by the path it has had since 2014, such as
 * `/IRS990/TotalRevenueGrp`; undefined if the forms had no such element.
 */
export const nameOf2012 = (path: string): string | undefined =>
  names.get(path) ?? OTHERS.get(path) ?? OTHERS.get(path.replace(/^(\/[^/]+\/).*?([^/]+)$/, '$1$2'))
