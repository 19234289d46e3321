import { MAX_QUERY_LENGTH } from '#src/api/shared/parameters.ts'
import { parseSentEin, parseTypedEin } from '#src/domain/ein.ts'
import { FORMS } from '#src/domain/form.ts'
import { METRIC_NAMES } from '#src/figures/sets.ts'
import { MAX_COMPARED, MIN_COMPARED } from '#src/organizations/compare/compare.ts'
import type { Resolution } from '#src/search/params.ts'
import { type SearchDeps, searchOrganizations } from '#src/search/search.ts'
import type { CompareAddress } from '../links.ts'

/** A parsed address, and sentences about what is wrong with it. */
export type ReadCompare = {
  address: CompareAddress & { names: string[] }
  faults: string[]
}

/**
 * Reads the parameters of the page: `EINs` in any spelling, any number of names in `Name`, and the
 * `Form`, `Year`, and `Metric` to compare. Ignores other parameters.
 */
export function readCompare(raw: Readonly<Record<string, unknown>>): ReadCompare {
  const { eins, faults } = readEins(textsOf(raw.EINs).flatMap((list) => list.split(/[,;]/)))
  const names: string[] = []
  for (const text of textsOf(raw.Name)) {
    const ein = einOfName(text)
    if (ein) eins.add(ein)
    else if (text.length <= MAX_QUERY_LENGTH) names.push(text)
    else faults.push(`“${shorten(text)}” is too long for a name. Enter only the name.`)
  }
  const room = Math.max(0, MAX_COMPARED - eins.size)
  const left = names.splice(room)
  if (eins.size > MAX_COMPARED || left.length > 0) {
    const others = new Intl.ListFormat('en').format(left.map((name) => `“${shorten(name)}”`))
    faults.push(
      `You can compare up to ${MAX_COMPARED} organizations. These are the first ${MAX_COMPARED}${others && `, without ${others}`}.`,
    )
  }
  const form = FORMS.find((one) => one === raw.Form)
  if (isGiven(raw.Form) && !form) faults.push(`Form: expected one of ${FORMS.join(', ')}.`)
  const year = yearOf(raw.Year)
  if (isGiven(raw.Year) && !year) faults.push('Year: expected a tax year, such as 2022.')
  const metric = METRIC_NAMES.find((one) => one === raw.Metric)
  if (isGiven(raw.Metric) && !metric) {
    faults.push(`Metric: expected one of ${METRIC_NAMES.join(', ')}.`)
  }
  return {
    address: {
      eins: [...eins].slice(0, MAX_COMPARED),
      names,
      ...(form && { form }),
      ...(year && { year }),
      ...(metric && metric !== METRIC_NAMES[0] && { metric }),
    },
    faults,
  }
}

/** Returns the EINs of a list in any spelling, each once, and a sentence about each other entry. */
export function readEins(entries: readonly string[]): { eins: Set<string>; faults: string[] } {
  const eins = new Set<string>()
  const faults: string[] = []
  for (const entry of entries) {
    const ein = parseTypedEin(entry) ?? parseSentEin(entry.trim())
    if (ein) eins.add(ein)
    else if (entry.trim() !== '') faults.push(`“${shorten(entry)}” is not a nine-digit EIN.`)
  }
  return { eins, faults }
}

/** Whether there are enough organizations to compare. */
export const isComparable = ({ eins }: CompareAddress): boolean => eins.length >= MIN_COMPARED

const isGiven = (value: unknown): boolean => value !== undefined && value !== ''

const yearOf = (value: unknown): number | undefined =>
  typeof value === 'string' && /^(19|20)\d{2}$/.test(value) ? Number(value) : undefined

// No name contains NUL, and the engines reject it.
const textsOf = (value: unknown): string[] =>
  [value]
    .flat()
    .flatMap((one) => (typeof one === 'string' ? [one.replaceAll('\0', '').trim()] : []))
    .filter((text) => text !== '')

/** Returns the EIN of a text that is one, or ends in one as a chosen suggestion does. */
const einOfName = (text: string): string | undefined =>
  parseTypedEin(text) ?? parseTypedEin(/ · (EIN \d{2}-\d{7})$/.exec(text)?.[1] ?? '')

const SHOWN = 40
/** Returns a text from an address, cut for a sentence about it. */
const shorten = (text: string): string =>
  text.length > SHOWN ? `${text.slice(0, SHOWN).toWellFormed()}…` : text

/** A name that does not identify one organization, and the organizations it may mean. */
export type OpenName = { name: string; candidates: Resolution['candidates'] }

// The number of candidates that a resolution names.
const CANDIDATES = 3

/**
 * Resolves names to EINs, in the order of the names; `open` are those that do not identify one
 * organization. Throws as `searchOrganizations` does.
 */
export async function resolveNames(deps: SearchDeps, names: readonly string[]) {
  const found = await Promise.all(
    names.map(async (query) => {
      const { resolution } = await searchOrganizations(deps, {
        query,
        mode: 'Identity',
        page: 1,
        limit: CANDIDATES,
        sort: 'Relevance',
        facets: false,
        filters: {},
      })
      return { name: query, candidates: [], ...resolution }
    }),
  )
  return {
    eins: found.flatMap(({ status, ein }) => (status === 'Exact' && ein ? [ein] : [])),
    open: found
      .filter(({ status }) => status !== 'Exact')
      .map(({ name, candidates }): OpenName => ({ name, candidates })),
  }
}
