import { FORMS, type Form } from '../form.ts'
import {
  FACTS,
  type FactKey,
  type FactKind,
  type FactPaths,
  type FormPaths,
  type PathRow,
  unitOfKind,
} from './definitions.ts'
import { MISSION_LINES } from './narrative-paths.ts'
import { PATHS_990 } from './paths-990.ts'
import { PATHS_990_CHECKLISTS } from './paths-990-checklists.ts'
import { PATHS_990EZ } from './paths-990ez.ts'
import { PATHS_990EZ_CHECKLISTS } from './paths-990ez-checklists.ts'
import { PATHS_990N } from './paths-990n.ts'
import { PATHS_990PF } from './paths-990pf.ts'
import { PATHS_990PF_CHECKLISTS } from './paths-990pf-checklists.ts'
import { PATHS_990T } from './paths-990t.ts'
import { PATHS_HEADER } from './paths-header.ts'
import { PATHS_SCHEDULES } from './paths-schedules.ts'

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
  /** What most forms call it; `labelOf` has it by form. */
  label: string
  /** One sentence, where the label does not say it all. */
  meaning?: string
  /** What its figures count in; yes-or-no lines and texts have none. */
  unit?: 'USD' | 'count'
  /** Places by form, in order of trust; the first that is filed gives the fact. */
  paths: Partial<Record<Form, readonly FactPlace[]>>
}

const PATHS: FormPaths = {
  '990': { ...PATHS_HEADER, ...PATHS_990, ...PATHS_990_CHECKLISTS, ...PATHS_SCHEDULES },
  '990EZ': { ...PATHS_HEADER, ...PATHS_990EZ, ...PATHS_990EZ_CHECKLISTS },
  '990PF': { ...PATHS_HEADER, ...PATHS_990PF, ...PATHS_990PF_CHECKLISTS },
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

type Definitions = Readonly<Record<string, readonly [FactKind, string, string?]>>

/** Every fact read from returns, with where it stands on each form. */
export const CATALOGUE: readonly FactDefinition[] = Object.entries(FACTS as Definitions).map(
  ([key, [kind, label, meaning]]) => {
    const unit = unitOfKind(kind)
    return {
      key: key as FactKey,
      kind,
      label,
      ...(meaning && { meaning }),
      ...(unit && { unit }),
      paths: pathsOf(key as FactKey),
    }
  },
)

/** Names of the parts of a return that facts of each form are read from. */
export const FACT_BLOCKS = Object.fromEntries(
  FORMS.map((form): [Form, ReadonlySet<string>] => [
    form,
    new Set(
      CATALOGUE.flatMap(({ paths }) => paths[form] ?? []).map(
        ({ path }) => path.split('/')[1] ?? '',
      ),
    ),
  ]),
) as Record<Form, ReadonlySet<string>>

const places = new Map<string, FactPlace>()
for (const { paths } of CATALOGUE) {
  for (const place of Object.values(paths).flat()) places.set(place.path, place)
}
for (const [path, line] of Object.entries(MISSION_LINES)) places.set(path, { path, line })

// A name is one fact, whichever of its lines a path names.
const NAME_LINE = /\/BusinessNameLine[12](Txt)?$/

/**
 * The line of the form a path stands on, e.g. "Part I, line 12", as that schema version numbers
 * it; undefined for a path outside the catalogue. An unknown version counts as the oldest.
 */
export function lineOf(path: string, schemaVersion?: string): string | undefined {
  const place = places.get(path) ?? places.get(path.replace(NAME_LINE, ''))
  // Versions are `YYYYvM.N` with one-digit M and N, so they compare as text.
  const isMoved = place?.moved && schemaVersion && schemaVersion >= place.moved.since
  return isMoved ? place.moved?.line : place?.line
}
