import { FORMS, type Form } from '../form.ts'
import {
  FACTS,
  type FactKey,
  type FactKind,
  type FactPaths,
  type FormPaths,
  type PathRow,
} from './definitions.ts'
import { PATHS_990 } from './paths-990.ts'
import { PATHS_990EZ } from './paths-990ez.ts'
import { PATHS_990N } from './paths-990n.ts'
import { PATHS_990PF } from './paths-990pf.ts'
import { PATHS_990T } from './paths-990t.ts'
import { PATHS_HEADER } from './paths-header.ts'

/** One place a fact may stand: its path and the line of the form, for citations. */
export type FactPlace = {
  path: string
  line: string
  /** Where the IRS moved the line: the first schema version with it, and the line since. */
  moved?: { since: string; line: string }
}

export type FactDefinition = {
  key: FactKey
  kind: FactKind
  label: string
  /** Places by form, in order of trust; the first that is filed gives the fact. */
  paths: Partial<Record<Form, readonly FactPlace[]>>
}

const PATHS: FormPaths = {
  '990': { ...PATHS_HEADER, ...PATHS_990 },
  '990EZ': { ...PATHS_HEADER, ...PATHS_990EZ },
  '990PF': { ...PATHS_HEADER, ...PATHS_990PF },
  '990T': { ...PATHS_HEADER, ...PATHS_990T },
  '990N': PATHS_990N,
}

const toPlace = ([path, line, since, lineSince]: PathRow): FactPlace =>
  since && lineSince ? { path, line, moved: { since, line: lineSince } } : { path, line }

function pathsOf(key: FactKey): FactDefinition['paths'] {
  const paths: FactDefinition['paths'] = {}
  for (const form of FORMS) {
    const rows = (PATHS[form] as FactPaths)[key]
    if (rows) paths[form] = rows.map(toPlace)
  }
  return paths
}

/** Every fact read from returns, with where it stands on each form. */
export const CATALOGUE: readonly FactDefinition[] = Object.entries(FACTS).map(
  ([key, [kind, label]]) => ({
    key: key as FactKey,
    kind,
    label,
    paths: pathsOf(key as FactKey),
  }),
)

const places = new Map<string, FactPlace>()
for (const { paths } of CATALOGUE) {
  for (const place of Object.values(paths).flat()) places.set(place.path, place)
}

/**
 * The line of the form a path stands on, e.g. "Part I, line 12", as that schema version numbers
 * it; undefined for a path outside the catalogue. An unknown version counts as the oldest.
 */
export function lineOf(path: string, schemaVersion?: string): string | undefined {
  const place = places.get(path)
  // Versions are `YYYYvM.N` with one-digit M and N, so they compare as text.
  const isMoved = place?.moved && schemaVersion && schemaVersion >= place.moved.since
  return isMoved ? place.moved?.line : place?.line
}
