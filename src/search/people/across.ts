import type { PersonDisplay, PersonPay } from '#mappings/people.ts'
import { groupBy } from '../../domain/es2024.ts'
import { toRef } from '../../domain/evidence.ts'
import { sumExactly } from '../../domain/exact-numbers.ts'
import type { Form } from '../../domain/form.ts'
import { personTerms } from '../../domain/person-names.ts'
import type { PersonMatch } from './people.ts'
import { type Entry, findPossiblySame, isNamesake, type NamesByEin } from './same-person.ts'

/**
 * How sure it is that an entry is the chosen person. `Likely`: the name agrees, and both organizations
 * list another person of one name, or are in one city and the middle names agree. `Possible`: the
 * name agrees, and perhaps the place or the title.
 */
export const CERTAINTIES = ['Chosen', 'Likely', 'Possible'] as const
export type Certainty = (typeof CERTAINTIES)[number]

/** What an organization lists for an entry in one tax year. */
export type EntryYear = {
  taxYear: number
  /** Ref of the row. */
  ref: string
  title?: string
  /** From the organization, and from organizations related to it. */
  pay?: PersonPay
  relatedPay?: PersonPay
}

export type AcrossEntry = {
  ein: string
  display: PersonDisplay
  certainty: Certainty
  /** The reasons besides the name; for the chosen entry, none. */
  why: string[]
  /** Newest first. */
  years: EntryYear[]
}

/** The pay of one tax year from several organizations. */
export type AcrossYear = {
  taxYear: number
  /** Sum of what each organization pays itself, and the Refs that it adds up. */
  amount?: number
  refs: { ein: string; ref: string }[]
  organizations: number
}

/** Another person whom two or more of the organizations list. */
export type CoListed = { name: string; eins: string[] }

/** Matches whose first and last names are those asked for. */
const SAME_NAME: readonly PersonMatch[] = ['ExactName', 'Reordered', 'MiddleNames']

/** Returns whether a match has the first and last name that was asked for. */
export const isSameName = (match: PersonMatch | undefined): boolean =>
  match !== undefined && SAME_NAME.includes(match)

const NAME_ONLY = 'Only the name agrees.'

/**
 * Relates entries to the chosen one, the likely ones first. Leaves out entries whose middle names or
 * suffixes contradict its own.
 */
export function relateEntries(
  chosen: Entry,
  others: readonly Entry[],
  names: NamesByEin,
): Omit<AcrossEntry, 'years'>[] {
  const related = others
    .filter((other) => isNamesake(chosen, other))
    .map((other) => {
      const [same] = findPossiblySame(chosen, [other], names)
      const { likelihood: certainty = 'Possible' as const, why = [NAME_ONLY] } = same ?? {}
      return { ...other, certainty, why }
    })
  const own = { ...chosen, certainty: 'Chosen' as const, why: [] }
  return [own, ...related].toSorted(
    (one, other) => CERTAINTIES.indexOf(one.certainty) - CERTAINTIES.indexOf(other.certainty),
  )
}

/** A filed row of a person (table filed_person) and its filing. */
export type ListedRow = {
  ein: string
  form: Form
  taxYear: number
  taxPeriodEnd: string
  objectId: string
  path: string
  name: string
  title: string | null
  pay: number | null
  payLeaf: string | null
  relatedPay: number | null
  relatedLeaf: string | null
}

/** Returns a name as `ListedRow`s are found by it: in lower case, with single spaces. */
export const toListedName = (name: string): string => name.toLowerCase().replace(/\s+/g, ' ')

/** Returns all spellings of an entry, as rows are found by them. */
export const spellingsOf = ({ name, otherNames }: PersonDisplay): string[] => [
  ...new Set([name, ...otherNames].map(toListedName)),
]

const SCHEDULE_J = '/IRS990ScheduleJ'

/**
 * Returns the years of an entry, newest first. Of two returns for one tax year, the later one counts,
 * and the form's own list comes before Schedule J, which counts benefits as pay. If a list names the
 * person twice, the larger amount counts.
 */
export function toEntryYears(
  { ein, display }: Pick<Entry, 'ein' | 'display'>,
  rows: readonly ListedRow[],
): EntryYear[] {
  const names = new Set(spellingsOf(display))
  const own = rows.filter((row) => row.ein === ein && names.has(toListedName(row.name)))
  return [...groupBy(own, ({ taxYear }) => taxYear)]
    .map(([, ofYear]) => toEntryYear(ofYear))
    .toSorted((one, other) => other.taxYear - one.taxYear)
}

function toEntryYear(rows: readonly ListedRow[]): EntryYear {
  const last = rows.toSorted((one, other) => other.taxPeriodEnd.localeCompare(one.taxPeriodEnd))[0]
  const filed = rows.filter(({ objectId }) => objectId === last?.objectId)
  const listed = filed.filter(({ path }) => !path.startsWith(SCHEDULE_J))
  const used = listed.length > 0 ? listed : filed
  const [row] = used
  if (!row) throw new Error('A year of a person has no rows.')
  const pay = largest(used, 'pay', 'payLeaf')
  const relatedPay = largest(used, 'relatedPay', 'relatedLeaf')
  const title = used.find((one) => one.title !== null)?.title
  return {
    taxYear: row.taxYear,
    ref: toRef(row),
    ...(title && { title }),
    ...(pay && { pay }),
    ...(relatedPay && { relatedPay }),
  }
}

function largest(
  rows: readonly ListedRow[],
  amount: 'pay' | 'relatedPay',
  leaf: 'payLeaf' | 'relatedLeaf',
): PersonPay | undefined {
  const [best] = rows
    .filter((row) => row[amount] !== null)
    .toSorted((one, other) => (other[amount] ?? 0) - (one[amount] ?? 0))
  const value = best?.[amount]
  if (!best || value === null || value === undefined) return undefined
  const { form, taxYear, objectId, path } = best
  return { value, taxYear, ref: toRef({ form, taxYear, objectId, path: `${path}/${best[leaf]}` }) }
}

/**
 * Adds up the pay of the chosen and the likely entries by tax year, newest first. Leaves out pay from
 * related organizations, because one of the others may report the same dollars as its own.
 */
export function toTotals(entries: readonly AcrossEntry[]): AcrossYear[] {
  const years = entries
    .filter(({ certainty }) => certainty !== 'Possible')
    .flatMap(({ ein, years: own }) => own.map((year) => ({ ein, ...year })))
  return [...groupBy(years, ({ taxYear }) => taxYear)]
    .map(([taxYear, own]) => {
      const paid = own.flatMap(({ ein, pay }) => (pay ? [{ ein, ...pay }] : []))
      const amount = paid.length > 0 ? sumExactly(paid.map(({ value }) => value)) : undefined
      return {
        taxYear,
        ...(amount !== undefined && { amount }),
        refs: paid.map(({ ein, ref }) => ({ ein, ref })),
        organizations: new Set(own.map(({ ein }) => ein)).size,
      }
    })
    .toSorted((one, other) => other.taxYear - one.taxYear)
}

/** More shared names than this are a family of organizations with one board. */
const MOST_CO_LISTED = 50

/** Returns other people whom two or more of the organizations list, the most organizations first. */
export function findCoListed(
  entries: readonly Pick<AcrossEntry, 'ein' | 'display'>[],
  names: NamesByEin,
): CoListed[] {
  const toWords = (name: string): string => personTerms(name).words.join(' ')
  const own = new Set(
    entries.flatMap(({ display }) => [display.name, ...display.otherNames].map(toWords)),
  )
  const found = new Map<string, { name: string; eins: Set<string> }>()
  for (const ein of new Set(entries.map((entry) => entry.ein))) {
    for (const name of names.get(ein) ?? []) {
      // A name that cannot be split is rarely that of a person.
      if (personTerms(name).keys.length === 0 || own.has(toWords(name))) continue
      const known = found.get(toWords(name)) ?? { name, eins: new Set() }
      known.eins.add(ein)
      found.set(toWords(name), known)
    }
  }
  return [...found.values()]
    .filter(({ eins }) => eins.size > 1)
    .toSorted((one, other) => other.eins.size - one.eins.size || (one.name < other.name ? -1 : 1))
    .slice(0, MOST_CO_LISTED)
    .map(({ name, eins }) => ({ name, eins: [...eins] }))
}
