import { type Evidence, parseRef } from '#src/domain/evidence.ts'
import { CATALOGUE } from '#src/domain/facts/catalogue.ts'
import type { FactKey } from '#src/domain/facts/definitions.ts'
import { NARRATIVE_PATHS } from '#src/domain/facts/narrative.ts'
import { ROW_SUM_KEYS, ROW_SUMS } from '#src/domain/facts/row-facts.ts'
import { STATEMENTS } from '#src/domain/facts/tables/statements.ts'
import type { TableDefinition } from '#src/domain/facts/tables/table.ts'
import { nearestAbove, plainPath } from '#src/domain/filing-contents.ts'
import { FORM_BLOCK, FORMS, type Form, HEADER_BLOCK } from '#src/domain/form.ts'
import { flowLines } from '#src/figures/flow-lines.ts'
import { readDerivedKey } from '../evidence/derived-figures.ts'
import { tableOf } from '../filings/table-rows.ts'
import { type FormSection, sectionOn } from './definitions.ts'
import { SECTION_IDS, type SectionId } from './section.ts'

/**
 * Returns the section that shows the target of a Ref, even as one of many rows; undefined if none
 * does (the header, for example), and for Refs outside filings.
 */
export function sectionOfRef(ref: string, form: Form): SectionId | undefined {
  const evidence = parseRef(ref)
  if (evidence?.kind === 'filing') return sectionOfPath(evidence)
  return evidence?.kind === 'derived' ? sectionOfFigure(evidence.key, form) : undefined
}

type Filed = Pick<Extract<Evidence, { kind: 'filing' }>, 'form' | 'path'>

function sectionOfPath({ form, path }: Filed): SectionId | undefined {
  const plain = plainPath(path)
  // A leaf that no column reads is shown with its row.
  const found = nearestAbove(PLACES.get(form) ?? new Map<string, SectionId>(), plain)
  if (found) return found
  const block = plain.split('/')[1]
  return block === HEADER_BLOCK || block === FORM_BLOCK[form] ? undefined : 'Schedules'
}

function sectionOfFigure(text: string, form: Form): SectionId | undefined {
  const key = readDerivedKey(text)?.key
  if (key === 'rating') return 'Rating'
  if (key === 'failedChecks') return 'Checks'
  const sum = ROW_SUM_KEYS.find((one) => one === key)
  return SECTION_IDS.find((id) => {
    const section = sectionOn(id, form)
    return sum
      ? section?.tables.includes(ROW_SUMS[sum].table)
      : section?.derived.some((one) => one === key)
  })
}

function placesOf(form: Form): Map<string, SectionId> {
  const places = new Map<string, SectionId>()
  const add = (paths: readonly string[], id: SectionId): void => {
    for (const path of paths) if (!places.has(path)) places.set(path, id)
  }
  const sections = SECTION_IDS.flatMap((id) => {
    const section = sectionOn(id, form)
    return section ? [{ id, section }] : []
  })
  for (const { id, section } of sections) add(rowPaths(section), id)
  // Facts shown beside others are excluded, because their section may not be listed.
  for (const { id, section } of sections) add(pathsOfFacts(form, section.facts), id)
  add(
    pathsOfFacts(
      form,
      flowLines(form).map(({ key }) => key),
    ),
    'MoneyFlow',
  )
  const { mission = [], programs = [] } = NARRATIVE_PATHS[form] ?? {}
  add([...mission, ...programs], 'Programs')
  return places
}

const rowPaths = ({ tables, statements }: FormSection): string[] => {
  const lines: readonly TableDefinition[] = statements.map((key) => STATEMENTS[key])
  return [...tables.map(tableOf), ...lines].flatMap(({ rows }) => rows.flatMap(pathsOfSource))
}

// A row whose leaves are not adjacent has no element of its own.
const pathsOfSource = ({ path, columns }: TableDefinition['rows'][number]): string[] =>
  columns
    ? Object.values(columns)
        .flat()
        .map((below) => (below === '' ? path : `${path}/${below}`))
    : [path]

const pathsOfFacts = (form: Form, keys: readonly FactKey[]): string[] =>
  CATALOGUE.flatMap(({ key, paths }) =>
    keys.includes(key) ? (paths[form]?.map(({ path }) => path) ?? []) : [],
  )

/**
 * Maps each path to its section, by form. Rows take precedence over facts, then the first section
 * counts.
 */
const PLACES = new Map(FORMS.map((form) => [form, placesOf(form)]))
