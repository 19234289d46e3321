import { groupBy } from '../es2024.ts'
import { FORMS, type Form } from '../form.ts'
import { type Line, lineIn, parseMoved, readTsv } from '../tsv.ts'
import { FACTS, type FactKey, unitOfKind } from './definitions.ts'
import type { FactKind } from './definitions-checklists.ts'

/**
 * Leaves of the header that identify a return. They are columns of the filing, not facts. Eras
 * before 2013 use the second name.
 */
export const HEADER_PLACES = {
  ein: ['/ReturnHeader/Filer/EIN'],
  taxPeriodBegin: ['/ReturnHeader/TaxPeriodBeginDt', '/ReturnHeader/TaxPeriodBeginDate'],
  taxPeriodEnd: ['/ReturnHeader/TaxPeriodEndDt', '/ReturnHeader/TaxPeriodEndDate'],
  taxYear: ['/ReturnHeader/TaxYr', '/ReturnHeader/TaxYear'],
  returnedAt: ['/ReturnHeader/ReturnTs', '/ReturnHeader/Timestamp'],
} as const

/**
 * The line of each mission text by its path, best first, in every name era: 2013 and later, to 2012,
 * and the wrappers of 2009 and before. Program texts are in tables.
 */
export const MISSION_LINES: Partial<Record<Form, Readonly<Record<string, string>>>> = {
  '990': {
    '/IRS990/MissionDesc': 'Part III, line 1',
    '/IRS990/ActivityOrMissionDesc': 'Part I, line 1',
    '/IRS990/MissionDescription': 'Part III, line 1',
    '/IRS990/ActivityOrMissionDescription': 'Part I, line 1',
    '/IRS990/Form990PartIII/MissionDescription': 'Part III, line 1',
    '/IRS990/Form990PartI/ActivityOrMissionDescription': 'Part I, line 1',
  },
  '990EZ': {
    '/IRS990EZ/PrimaryExemptPurposeTxt': 'Part III, primary exempt purpose',
    '/IRS990EZ/PrimaryExemptPurpose': 'Part III, primary exempt purpose',
  },
}

/** One place of a fact: its path, and the line of the form for citations. */
type FactPlace = Line & { path: string }

type FactDefinition = {
  key: FactKey
  kind: FactKind
  /** Its label on most forms; `labelOf` returns it by form. */
  label: string
  /** One sentence, if the label does not say everything. */
  meaning?: string
  /** The unit of its figures; answers and texts have none. */
  unit?: 'USD' | 'count' | 'ratio'
  /** Places by form, in order of trust; the first one filed is the fact. */
  paths: Partial<Record<Form, readonly FactPlace[]>>
}

// The leaves of a row are the names of one line in the eras of a form, newest first.
const readPlaces = (file: string, root: string) =>
  readTsv(new URL(`./paths/${file}.tsv`, import.meta.url)).flatMap(
    ([key = '', line = '', leaves = '', moved]) => {
      if (!(key in FACTS)) throw new Error(`${file}.tsv: unknown fact ${key}`)
      return leaves
        .split(' ')
        .map((leaf) => ({ key, place: { path: root + leaf, line, ...parseMoved(moved) } }))
    },
  )

const HEADER = readPlaces('header', '/ReturnHeader/Filer/')
// Both the 990 and the 990-EZ have Schedule G.
const SCHEDULE_G = readPlaces('schedule-g', '/')

const PLACES: Record<Form, Map<string, FactPlace[]>> = {
  '990': byFact(HEADER, readPlaces('990', '/IRS990/'), SCHEDULE_G, readPlaces('schedules', '/')),
  '990EZ': byFact(HEADER, readPlaces('990ez', '/IRS990EZ/'), SCHEDULE_G),
  '990PF': byFact(HEADER, readPlaces('990pf', '/IRS990PF/')),
  '990T': byFact(HEADER, readPlaces('990t', '/IRS990T/')),
  '990N': byFact(readPlaces('990n', '/IRS990N/')),
}

function byFact(...files: { key: string; place: FactPlace }[][]): Map<string, FactPlace[]> {
  const groups = groupBy(files.flat(), ({ key }) => key)
  return new Map([...groups].map(([key, found]) => [key, found.map(({ place }) => place)]))
}

function pathsOf(key: FactKey): FactDefinition['paths'] {
  const paths: FactDefinition['paths'] = {}
  for (const form of FORMS) {
    const places = PLACES[form].get(key)
    if (places) paths[form] = places
  }
  return paths
}

type Definitions = Readonly<Record<string, readonly [FactKind, string, string?]>>

/** Every fact read from returns, with its place on each form. */
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

const places = new Map<string, FactPlace>()
for (const { paths } of CATALOGUE) {
  for (const place of Object.values(paths).flat()) places.set(place.path, place)
}
for (const lines of Object.values(MISSION_LINES)) {
  for (const [path, line] of Object.entries(lines)) places.set(path, { path, line })
}

// The two lines of a name are one fact.
const NAME_LINE = /\/BusinessNameLine[12](Txt)?$/

/**
 * Returns the line of a path, for example "Part I, line 12", in the given schema version; undefined
 * for a path outside the catalogue. An unknown version counts as the oldest.
 */
export function lineOf(path: string, schemaVersion?: string): string | undefined {
  const place = places.get(path) ?? places.get(path.replace(NAME_LINE, ''))
  return place && lineIn(place, schemaVersion)
}

/**
 * The version of the rules that derive facts, texts, contents, and references from the parts of a
 * return. Raise it in the commit that changes a fact, table, place of the catalogue, repeatable
 * element, kept text, cut, or shared row. `npm run derive` then updates filings of a lower version
 * (`filing.derived_version`).
 */
export const DERIVED_VERSION = 11
