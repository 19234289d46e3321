import { parseTypedEin } from '../../../domain/ein.ts'
import { FORMS, type Form } from '../../../domain/form.ts'
import { LEAST_COMPARED, MOST_COMPARED } from '../../../profiles/compare.ts'
import { MAX_QUERY_LENGTH } from '../../parameters.ts'
import { withQuery } from '../links.ts'

/** What a page of a comparison is of. */
export type CompareAddress = { eins: string[]; form?: Form; year?: number }

/** What a page was asked for: names that are still to be found, and what is wrong, in sentences. */
export type ReadCompare = { address: CompareAddress; names: string[]; faults: string[] }

/** The address of a comparison, with commas as people write them. */
export function comparePath({ eins, form, year }: CompareAddress): string {
  const path = withQuery('/compare', { Form: form, Year: year })
  if (eins.length === 0) return path
  const [base = '', query] = path.split('?')
  return `${base}?EINs=${eins.join(',')}${query ? `&${query}` : ''}`
}

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
  const names = textsOf(raw.Name)
  const eins = new Set<string>()
  for (const text of textsOf(raw.EINs).flatMap((list) => list.split(/[,;]/))) {
    const ein = parseTypedEin(text)
    if (ein) eins.add(ein)
    else if (text.trim() !== '') faults.push(`“${shorten(text)}” is no EIN of nine digits.`)
  }
  for (const name of names) {
    const ein = parseTypedEin(name)
    if (ein) eins.add(ein)
  }
  if (eins.size > MOST_COMPARED) {
    faults.push(`${MOST_COMPARED} organizations are compared at most; these are the first.`)
  }
  const form = FORMS.find((one) => one === raw.Form)
  if (isGiven(raw.Form) && !form) faults.push(`Form is one of ${FORMS.join(', ')}.`)
  const year = yearOf(raw.Year)
  if (isGiven(raw.Year) && !year) faults.push('Year is a tax year, such as 2022.')
  return {
    address: {
      eins: [...eins].slice(0, MOST_COMPARED),
      ...(form && { form }),
      ...(year && { year }),
    },
    names: names
      .filter((name) => !parseTypedEin(name))
      .slice(0, Math.max(0, MOST_COMPARED - eins.size)),
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
    .map((text) => text.slice(0, MAX_QUERY_LENGTH))

const SHOWN = 40
const shorten = (text: string): string =>
  text.length > SHOWN ? `${text.slice(0, SHOWN).toWellFormed()}…` : text
