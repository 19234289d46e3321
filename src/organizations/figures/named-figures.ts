import { groupBy } from '#src/domain/es2024.ts'
import {
  type Citable,
  citeFact,
  citeUnreadable,
  type Readable,
  toRef,
} from '#src/domain/evidence.ts'
import { CATALOGUE, lineOf } from '#src/domain/facts/catalogue.ts'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import { FACTS, type FactKey, labelOf, unitOfKind } from '#src/domain/facts/definitions.ts'
import type { FactKind } from '#src/domain/facts/definitions-checklists.ts'
import {
  DERIVED,
  type DerivedFigure,
  type DerivedKey,
  deriveFigures,
} from '#src/domain/facts/derived.ts'
import type { FactValue } from '#src/domain/facts/read-facts.ts'
import { FORMS, type Form } from '#src/domain/form.ts'
import { knownFields } from '#src/domain/known-fields.ts'
import { type FieldSource, type FigureKey, needsPeople, sourceOf } from '#src/figures/figures.ts'
import type { ProfileDeps } from '../deps.ts'
import { toDerivedRef } from '../evidence/derived-figures.ts'
import { type Selection, selectionOf } from '../filings/select-filing.ts'
import { openFiler, openFiling, openYears } from '../open-profile.ts'
import type { Filing, Organization } from '../organization.ts'
import { readPeople } from '../people/people.ts'
import type { YearlyFiling } from '../store/read-organization.ts'

export type OpenedFigures = {
  organization: Organization
  filing: Filing
  /** All current filings of its form. */
  years: YearlyFiling[]
  derived: Partial<Record<DerivedKey, DerivedFigure>>
}

/**
 * Opens a filing with the inputs of its figures; two round trips, three if a figure needs the list of
 * people. Throws ApiError ProfileNotFound, FilingNotFound, StoreUnavailable, and the signal's reason
 * when it aborts.
 */
export async function openFigures(
  deps: ProfileDeps,
  ein: string,
  selection: Selection,
  keys: readonly FigureKey[],
  signal?: AbortSignal,
): Promise<OpenedFigures> {
  const organization = await openFiler(deps, ein)
  signal?.throwIfAborted()
  const opened = await openYears(deps, organization, selectionOf(organization, selection))
  signal?.throwIfAborted()
  const people = keys.some(needsPeople) ? await readPeople(deps, opened.filing) : undefined
  return { organization, ...opened, derived: deriveFigures({ ...opened, people }) }
}

/** A value with its label and Ref; a derived one with its formula and the Refs of its inputs. */
export type NamedFigure = {
  label: string
  value: FactValue
  /** USD, count, ratio (a share of 1) or months; answers and texts have none. */
  unit?: 'USD' | 'count' | 'ratio' | 'months'
  ref: string
  formula?: string
  derivedFrom?: string[]
}

/** The source of named figures. */
export type FigureSources = {
  organization: Pick<Organization, 'ein' | 'filings' | 'primaryForm'>
  filing: Citable
  derived: Partial<Record<DerivedKey, DerivedFigure>>
}

/** Returns the known figures of a filing by key. */
export const pickByKey = <Key extends FigureKey>(
  keys: readonly Key[],
  sources: FigureSources,
): Partial<Record<Key, NamedFigure>> => {
  const fields = keys.map((key) => [key, sourceOf(key, sources.filing.form)] as const)
  return pickFigures(Object.fromEntries(fields) as Record<Key, FieldSource>, sources)
}

/** Returns the known fields of a filing by name. */
export function pickFigures<Key extends string>(
  fields: Readonly<Record<Key, FieldSource>>,
  sources: FigureSources,
): Partial<Record<Key, NamedFigure>> {
  const found: Partial<Record<Key, NamedFigure>> = {}
  for (const key of Object.keys(fields) as Key[]) {
    const { fact, derived } = fields[key]
    const figure =
      (fact && filedFigure(fact, sources)) ?? (derived && derivedFigure(derived, sources))
    if (figure) found[key] = figure
  }
  return found
}

/** Returns a filed fact; text in place of an amount has no unit. */
export function filedFigure(
  key: FactKey,
  { filing }: Pick<FigureSources, 'filing'>,
): NamedFigure | undefined {
  const fact = citeFact(filing, key)
  if (fact === undefined) return undefined
  const [kind] = FACTS[key]
  const { value, ref } = fact
  const unit = typeof value === 'number' && unitOfKind(kind)
  return { label: labelOf(key, filing.form), value, ...(unit && { unit }), ref }
}

function derivedFigure(
  key: DerivedKey,
  { organization, filing, derived }: FigureSources,
): NamedFigure | undefined {
  const figure = derived[key]
  if (figure === undefined) return undefined
  const { label, value, unit, formula, from } = figure
  return {
    label,
    value,
    ...(unit !== 'boolean' && { unit }),
    ref: toDerivedRef(organization, filing, key),
    formula,
    derivedFrom: from.map(toRef),
  }
}

/**
 * Why a value is unknown: its line is blank, its text is not readable as a value, the form has no such
 * line, or an input of its formula is unknown.
 */
export const UNKNOWN_STATES = ['NotReported', 'NotReadable', 'NotOnForm', 'NotComputable'] as const
type UnknownState = (typeof UNKNOWN_STATES)[number]

/** `ref` is the Ref of an unreadable text. */
export type Unknown = { state: UnknownState; why: string; ref?: string }

/** Returns the label of a field on a form; undefined for a field without a source. */
export const labelOfField = ({ fact, derived }: FieldSource, form: Form): string | undefined =>
  fact ? labelOf(fact, form) : derived && DERIVED[derived].label

/** The kind of value that a line asks for. */
const ASKED: Record<FactKind, string> = {
  money: 'an amount',
  count: 'a number',
  share: 'a number',
  decimal: 'a number',
  boolean: 'yes or no',
  text: 'text',
}

/** Explains in a sentence why a field of a filing is unknown. */
export function whyUnknown({ fact, derived }: FieldSource, filing: Readable): Unknown {
  const { form } = filing
  const ref = fact && citeUnreadable(filing, fact)
  if (fact && ref) {
    const [kind] = FACTS[fact]
    const why = `This line of the ${FORM_NAMES[form]} contains text instead of ${ASKED[kind]}.`
    return { state: 'NotReadable', why, ref }
  }
  if (fact && hasLine(fact, form)) {
    const why = `This line is blank on the ${FORM_NAMES[form]}. Blank does not mean 0.`
    return { state: 'NotReported', why }
  }
  const forms: Partial<Record<Form, { formula: string }>> = derived ? DERIVED[derived].forms : {}
  const rule = forms[form]
  if (!rule) {
    const why = `${FORM_NAMES[form]} has no line for this${otherForm(fact)}.`
    return { state: 'NotOnForm', why }
  }
  const why = `A value in the formula is unknown: ${rule.formula}.`
  return { state: 'NotComputable', why }
}

const hasLine = (fact: FieldSource['fact'], form: Form): boolean =>
  CATALOGUE.some(({ key, paths }) => key === fact && paths[form] !== undefined)

/** Returns "; Form 990-T has" if exactly one form has the line. */
function otherForm(fact: FieldSource['fact']): string {
  const [one, ...more] = fact ? FORMS.filter((form) => hasLine(fact, form)) : []
  return one && more.length === 0 ? `; only ${FORM_NAMES[one]} does` : ''
}

export type CoreFact = {
  key: FactKey
  kind: FactKind
  label: string
  value: FactValue
  /** The line in the form's schema version, for example "Part I, line 12". */
  line?: string
  path: string
}
/** Facts of one part of the form: "Part I", "Heading", … */
type CorePart = { part: string; facts: CoreFact[] }
export type CoreRecord = { organization: Organization; filing: Filing; parts: CorePart[] }

/**
 * Reads all facts of the primary form of a tax year, by default the latest, by part of the form; two
 * round trips. Throws ApiError ProfileNotFound for an organization without filings, FilingNotFound,
 * whose message lists the years, and StoreUnavailable.
 */
export async function readCoreRecord(
  deps: ProfileDeps,
  ein: string,
  year: number | undefined,
): Promise<CoreRecord> {
  const organization = await openFiler(deps, ein)
  const filing = await openFiling(deps, organization, { year })
  return { organization, filing, parts: groupFacts(filing) }
}

/** Returns the facts of a filing by part of its form, in the order of the catalogue. */
export function groupFacts({
  form,
  facts,
  schemaVersion,
}: Pick<Filing, 'form' | 'facts' | 'schemaVersion'>): CorePart[] {
  const all = CATALOGUE.flatMap(({ key, kind }): CoreFact[] => {
    const fact = facts[key]
    if (fact === undefined) return []
    const line = lineOf(fact.path, schemaVersion ?? undefined)
    return [knownFields({ key, kind, label: labelOf(key, form), ...fact, line })]
  })
  const parts = groupBy(all, ({ line }) => (form === '990N' ? 'Postcard' : partOf(line)))
  return [...parts].map(([part, facts]) => ({ part, facts }))
}

// "Part VI, Section A, line 1a" → "Part VI"; "Schedule F, Part I" → "Schedule F".
const partOf = (line: string | undefined): string => line?.split(',')[0] ?? 'Other'
