import { type Block, type FilingBlocks, textOf } from '../blocks.ts'
import { cutAtWord, describeText } from '../description.ts'
import { elementsAt } from '../filing-contents.ts'
import type { Form } from '../form.ts'
import { MISSION_LINES } from './catalogue.ts'
import { pathsOf } from './tables/read-rows.ts'
import type { TableDefinition } from './tables/table.ts'
import { TABLES, type TableKey } from './tables/tables.ts'

/** The paths of a form's texts about purpose and work. */
type NarrativePaths = { mission: readonly string[]; programs: readonly string[] }

const narrativePaths = (form: Form, table: TableKey): NarrativePaths => {
  const { rows, columns }: TableDefinition = TABLES[table]
  const programs = rows.flatMap((source) =>
    pathsOf(source, 'description', columns.description?.paths ?? []).map(
      (below) => `${source.path}/${below}`,
    ),
  )
  return { mission: Object.keys(MISSION_LINES[form] ?? {}), programs }
}

/**
 * Paths of mission and program texts in every name era, best first. A return has one era, so
 * alternatives never occur together. A foundation states no mission; a 990-T and a postcard have no
 * such texts.
 */
export const NARRATIVE_PATHS: Partial<Record<Form, NarrativePaths>> = {
  '990': narrativePaths('990', 'programs990'),
  '990EZ': narrativePaths('990EZ', 'programs990EZ'),
  '990PF': narrativePaths('990PF', 'directActivities990PF'),
}

/** Schedule O entries: the line each continues, and its text, in both eras. */
const SCHEDULE_O = {
  entries: ['SupplementalInformationDetail', 'GeneralExplanation'],
  reference: [
    'FormAndLineReferenceDesc',
    'ReturnReferenceTxt',
    'IdentifierTxt',
    'ReturnReference',
    'Identifier',
  ],
  text: ['ExplanationTxt', 'Explanation'],
} as const

/** Schedule F regions where the organization works or gives. */
const REGION_PATHS = [
  '/IRS990ScheduleF/AccountActivitiesOutsideUSGrp/RegionTxt',
  '/IRS990ScheduleF/GrantsToOrgOutsideUSGrp/RegionTxt',
  '/IRS990ScheduleF/ForeignIndividualsGrantsGrp/RegionTxt',
  '/IRS990ScheduleF/AcctsActvsOutUSTable/Region',
  '/IRS990ScheduleF/GrantsToOrgsOutsideUS/Region',
  '/IRS990ScheduleF/GrantsToIndOutsideUS/Region',
]

const STEPS = [
  ...Object.values(NARRATIVE_PATHS).flatMap(({ mission, programs }) => [...mission, ...programs]),
  ...REGION_PATHS,
  ...SCHEDULE_O.entries.map((entry) => `/IRS990ScheduleO/${entry}`),
].map((path) => path.split('/'))

/** Parts of a return with any of these texts. */
export const NARRATIVE_BLOCKS: ReadonlySet<string> = new Set(STEPS.map(([, block = '']) => block))

/** Elements directly below a part that have any of these texts. */
const NARRATIVE_ELEMENTS: ReadonlySet<string> = new Set(STEPS.map(([, , element = '']) => element))

/** A filed text and the path of its leaf. */
export type FiledText = { text: string; path: string }
export type Narrative = { mission: FiledText[]; programs: FiledText[]; regions: FiledText[] }

/** The narrative of a return without such texts. */
export const NO_NARRATIVE: Narrative = { mission: [], programs: [], regions: [] }

/**
 * Reads the texts about purpose and work. Entries of Schedule O that continue them follow them. A
 * text that only points there ("See Schedule O"), or that an earlier text contains, is left out.
 */
export function readNarrative(form: Form, blocks: FilingBlocks): Narrative {
  const paths = NARRATIVE_PATHS[form]
  const continued = readScheduleO(form, blocks)
  const read = (list: readonly string[]) => list.flatMap((path) => readLeaves(blocks, path))
  return {
    mission: distinct([...read(paths?.mission ?? []), ...continued.mission]),
    programs: distinct([...read(paths?.programs ?? []), ...continued.programs]),
    regions: read(REGION_PATHS),
  }
}

// Real returns have at most ten texts of up to 9,000 characters. All pairs are compared, which
// would take minutes for many texts of a megabyte.
const MAX_COMPARED = 50
const LONGEST_COMPARED = 10_000

/** `key` is the beginning of a long text, or all of a short one. */
type Kept = { found: FiledText; key: string; isLong: boolean }

function distinct(texts: FiledText[]): FiledText[] {
  const own = texts.filter(({ text }) => !isPointer(text))
  if (own.length < 2) return own
  const kept: Kept[] = []
  const keys = new Set<string>()
  own.forEach((found, place) => {
    const isLong = found.text.length > LONGEST_COMPARED
    const key = comparable(found.text.slice(0, LONGEST_COMPARED))
    const whole = isLong ? found.text : key
    if (keys.has(whole)) return
    keys.add(whole)
    if (place >= MAX_COMPARED) kept.push({ found, key, isLong })
    else keepWhole(kept, { found, key, isLong })
  })
  return kept.map(({ found }) => found)
}

function keepWhole(kept: Kept[], one: Kept): void {
  if (!one.isLong && kept.some(({ key }) => key.includes(one.key))) return
  // Part I often repeats the beginning of the mission in Part III, so the longer text is kept.
  const held = kept.findIndex(({ key, isLong }) => !isLong && one.key.includes(key))
  if (held >= 0) kept[held] = one
  else kept.push(one)
}

const comparable = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Returns every leaf at a path of elements; repeatable ones have an index, as in Refs. */
const readLeaves = (blocks: FilingBlocks, path: string): FiledText[] =>
  elementsAt({ blocks, repeats: [] }, path).flatMap(({ element, path }) => {
    const text = textOf(element)?.trim()
    return text ? [{ text, path }] : []
  })

function readScheduleO(form: Form, blocks: FilingBlocks): Omit<Narrative, 'regions'> {
  const found: Omit<Narrative, 'regions'> = { mission: [], programs: [] }
  const entries = SCHEDULE_O.entries.flatMap((name) =>
    elementsAt({ blocks, repeats: [] }, `/IRS990ScheduleO/${name}`),
  )
  for (const { element, path } of entries) {
    if (typeof element === 'string') continue
    const leaf = SCHEDULE_O.text.find((text) => textOf(element[text]))
    const text = leaf && textOf(element[leaf])?.trim()
    if (!text) continue
    const kind = continuedText(form, referenceOf(element, text))
    if (kind) found[kind].push({ text, path: `${path}/${leaf}` })
  }
  return found
}

// A line is named in a few words. Schemas allow 100 characters, but are not enforced.
const REFERENCE_LENGTH = 200

// If an entry has no line in its own element, filers begin the text with it.
function referenceOf(entry: Block, text: string): string {
  const named = SCHEDULE_O.reference.map((name) => textOf(entry[name])).find(Boolean)
  return named?.slice(0, REFERENCE_LENGTH) ?? text.slice(0, 80)
}

// Part III of another schedule ("Schedule L, Part III") is not a program.
const OTHER_SCHEDULE = /\bsch(?:edule|\.)?\s+(?!o\b)[a-z]\b/i
const PART_III = /\bpart\s*(?:iii|3)\b/i
const PART_I_LINE_1 = /\bpart\s*(?:i|1)\b.*\bline\s*1\b(?!\d)/i
const LINE_1 = /\bline\s*1\b/i

/** Returns the text that a Schedule O entry continues, by its line (Form 990 and EZ, Part III). */
function continuedText(form: Form, reference: string): 'mission' | 'programs' | undefined {
  if (OTHER_SCHEDULE.test(reference)) return undefined
  if (form === '990' && PART_I_LINE_1.test(reference) && !PART_III.test(reference)) return 'mission'
  if (/\bprimary exempt purpose\b|\bmission\b/i.test(reference)) return 'mission'
  if (!PART_III.test(reference)) return undefined
  return LINE_1.test(reference) ? 'mission' : 'programs'
}

/**
 * Phrases in place of a text that only say where it is, collected from Part I and Part III of real
 * filings ("SEE SCHEDULE O.", "SEE PART III, LINE 1.", "N/A").
 */
const POINTER =
  /^(?:\(?(?:please\s+)?(?:see|refer\s+to|attached)\b[^.!?]*(?:sch(?:edule|\.)?\s*o\b|part\s+[iv\d]+|line\s+\d|attach\w*|statement\w*|above|below|mission|website)[^.!?]*[.)]*|n\/?a|none|not applicable|same|same as above|various|other|unknown)[.\s]*$/i

// A longer text that begins like a pointer has content of its own.
const LONGEST_POINTER = 120

/** Returns whether a text has no content of its own: "See Schedule O", "N/A". */
export const isPointer = (text: string): boolean =>
  text.length <= LONGEST_POINTER && POINTER.test(text.trim())

const LEADING_POINTER = /^\(?(?:please\s+)?see\s+sch(?:edule|\.)?\s*o\.?\)?\s*:?\s*/i
const TRAILING_POINTER =
  /[\s(-]*(?:please\s+)?see\s+sch(?:edule|\.|eudle)?\s*o\b(?:\s+for\s+(?:more\s+)?(?:detail|information|description)s?)?[.)]*\s*$/i
const CONTINUED = /\((?:continued|cont['’.]?d?\.?)\)/gi

// The pattern takes quadratic time, so a long text of dashes would block every request. The longest
// pointer is shorter than this.
const TAIL = 200

function withoutTrailing(text: string): string {
  const tail = Math.max(0, text.length - TAIL)
  return text.slice(0, tail) + text.slice(tail).replace(TRAILING_POINTER, '')
}

const singleSpaced = (text: string): string => text.replace(/\s+/g, ' ').trim()

/**
 * Removes pointers to other parts of the return and repeated white space, in linear time for any
 * text.
 */
export const withoutPointers = (text: string): string =>
  singleSpaced(
    withoutTrailing(singleSpaced(text).replace(LEADING_POINTER, '')).replace(CONTINUED, ' '),
  )

// Descriptions are taken from the beginning of a text, as much of it as search keeps of a passage.
const DESCRIBED = 2_000

/** Returns the first sentences of a text without pointers; undefined if nothing is left. */
export const describeFiled = (text: string): string | undefined =>
  describeText(withoutPointers(cutAtWord(text, DESCRIBED)))

/**
 * Returns whether the narrative is read from the elements at this path, or from elements above it.
 */
export function isNarrative(path: string): boolean {
  const [, block = '', element = ''] = path.split('/')
  return NARRATIVE_BLOCKS.has(block) && NARRATIVE_ELEMENTS.has(element)
}
