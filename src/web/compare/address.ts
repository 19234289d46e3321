import { MAX_QUERY_LENGTH } from '#src/api/shared/parameters.ts'
import { parseTypedEin } from '#src/domain/ein.ts'
import { FORMS, type Form } from '#src/domain/form.ts'
import { LEAST_COMPARED, MOST_COMPARED } from '#src/organizations/compare/compare.ts'
import { withQuery } from '../links.ts'

/** What a page of a comparison is of; `names` are those that are still to be found. */
export type CompareAddress = { eins: string[]; names?: string[]; form?: Form; year?: number }

/** What a page was asked for, and what is wrong, in sentences. */
export type ReadCompare = {
  address: CompareAddress & { names: string[] }
  faults: string[]
}

/** The address of a comparison, with commas as people write them. */
export function comparePath({ eins, names = [], form, year }: CompareAddress): string {
  const parts = [
    ...(eins.length > 0 ? [`EINs=${eins.join(',')}`] : []),
    new URLSearchParams(names.map((name) => ['Name', name])).toString(),
    withQuery('', { Form: form, Year: year }).slice(1),
  ].filter((part) => part !== '')
  return parts.length === 0 ? '/compare' : `/compare?${parts.join('&')}`
}

/** The address with an organization instead of an open name, or without both. */
export const withFound = (address: CompareAddress, name: string, ein?: string): CompareAddress => ({
  ...address,
  eins: [...new Set([...address.eins, ...(ein === undefined ? [] : [ein])])],
  names: (address.names ?? []).filter((one) => one !== name),
})

/** The address with one organization less. */
export const withoutOne = (address: CompareAddress, ein: string): CompareAddress => ({
  ...address,
  eins: address.eins.filter((one) => one !== ein),
})

/**
 * Reads the parameters of the page: `EINs` in any spelling, names in any number of `Name`, and
 * the `Form` and `Year` that all are compared in. Other parameters are let pass; what cannot be
 * read is left out, and said.
 */
export function readCompare(raw: Readonly<Record<string, unknown>>): ReadCompare {
  const faults: string[] = []
  const eins = new Set<string>()
  for (const text of textsOf(raw.EINs).flatMap((list) => list.split(/[,;]/))) {
    const ein = parseTypedEin(text)
    if (ein) eins.add(ein)
    else if (text.trim() !== '') faults.push(`“${shorten(text)}” is no EIN of nine digits.`)
  }
  const names: string[] = []
  for (const text of textsOf(raw.Name)) {
    const ein = einOfName(text)
    if (ein) eins.add(ein)
    else if (text.length <= MAX_QUERY_LENGTH) names.push(text)
    else faults.push(`“${shorten(text)}” is longer than any name; give the name alone.`)
  }
  const room = Math.max(0, MOST_COMPARED - eins.size)
  const left = names.splice(room)
  if (eins.size > MOST_COMPARED || left.length > 0) {
    const others = left.map((name) => `“${shorten(name)}”`)
    faults.push(
      `${MOST_COMPARED} organizations are compared at most; these are the first${others.length > 0 ? `, without ${new Intl.ListFormat('en').format(others)}` : ''}.`,
    )
  }
  const form = FORMS.find((one) => one === raw.Form)
  if (isGiven(raw.Form) && !form) faults.push(`Form is one of ${FORMS.join(', ')}.`)
  const year = yearOf(raw.Year)
  if (isGiven(raw.Year) && !year) faults.push('Year is a tax year, such as 2022.')
  return {
    address: {
      eins: [...eins].slice(0, MOST_COMPARED),
      names,
      ...(form && { form }),
      ...(year && { year }),
    },
    faults,
  }
}

/** Whether there is enough to hold side by side. */
export const isComparable = ({ eins }: CompareAddress): boolean => eins.length >= LEAST_COMPARED

const isGiven = (value: unknown): boolean => value !== undefined && value !== ''

const yearOf = (value: unknown): number | undefined =>
  typeof value === 'string' && /^(19|20)\d{2}$/.test(value) ? Number(value) : undefined

// NUL stands in no name, and no index can be asked for it.
const textsOf = (value: unknown): string[] =>
  [value]
    .flat()
    .flatMap((one) => (typeof one === 'string' ? [one.replaceAll('\0', '').trim()] : []))
    .filter((text) => text !== '')

/** An EIN, or a name with the EIN behind it, as a suggestion that was chosen fills a field. */
const einOfName = (text: string): string | undefined =>
  parseTypedEin(text) ?? parseTypedEin(/ · (EIN \d{2}-\d{7})$/.exec(text)?.[1] ?? '')

const SHOWN = 40
const shorten = (text: string): string =>
  text.length > SHOWN ? `${text.slice(0, SHOWN).toWellFormed()}…` : text
