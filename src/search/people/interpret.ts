import { z } from 'zod'
import { causesNamedBy } from '../../domain/cause-phrases.ts'
import { findCause } from '../../domain/ntee.ts'
import { US_STATES } from '../../domain/places.ts'
import { namesOfOffice, officeNamed } from '../../domain/titles.ts'
import { shapeOf, toFilters } from '../filter-table.ts'
import { interpretQuery } from '../interpretation/interpret-query.ts'
import { isIn } from '../interpretation/vocabulary.ts'
import { SORT_ORDERS } from '../params.ts'
import { PEOPLE_FILTERS, PERSON_SORTS, type PeopleFilterName, type PeopleParams } from './people.ts'

/** What plain words ask for, as parameters, and the words with their meaning. */
export type PeopleReading = {
  settings: Partial<Record<PeopleFilterName | 'Sort' | 'Order', string>>
  phrases: { phrase: string; meaning: string }[]
  notUnderstood: string[]
}

const readable = z.object({
  ...shapeOf(PEOPLE_FILTERS),
  Sort: z.enum(PERSON_SORTS).optional(),
  Order: z.enum(SORT_ORDERS).optional(),
})
type Given = Partial<z.output<typeof readable>> & { Query?: string | undefined }
type Asked = Omit<PeopleParams, 'page' | 'limit' | 'facets'>

/** Returns what parameters ask for, and how `Query` was read. Other parameters override its words. */
export function readPeople(given: Given): { asked: Asked; reading?: PeopleReading } {
  const reading = given.Query === undefined ? undefined : interpretPeople(given.Query)
  const words = readable.safeParse(reading?.settings ?? {}).data
  const { Sort: sort = words?.Sort, Order: order = words?.Order } = given
  return {
    asked: {
      ...toFilters(PEOPLE_FILTERS, words ?? {}),
      ...toFilters(PEOPLE_FILTERS, given),
      ...{ sort, order },
    },
    ...(reading && { reading }),
  }
}

/** Reads order, title, cause, place, amounts, and years in a query; what is left is a name. */
export function interpretPeople(query: string): PeopleReading {
  const found = interpretQuery(query, 'people')
  const { filters, order } = found
  const state = filters.state ?? filters.worksInStates?.[0]
  const isOfPay = found.phrases.some(({ key }) => key === 'note')
  const reading: PeopleReading = {
    settings: toSettings({
      ...{ State: state, City: filters.city, EIN: found.ein },
      ...{ MinRevenue: filters.minRevenue, MaxRevenue: filters.maxRevenue },
      ...{ MinPay: found.minAmount, MinYear: found.minYear, MaxYear: found.maxYear },
      ...(isOfPay && { Sort: 'Pay', Order: order }),
      // Most people with the lowest pay work a few hours for none.
      ...(order === 'asc' && { PayStatus: 'Counted' }),
    }),
    phrases: [],
    notUnderstood: found.notUnderstood.map(({ phrase }) => phrase),
  }
  for (const { key, phrase, meaning } of found.phrases) {
    if (key === 'worksInStates' && filters.worksInStates?.length === 1)
      reading.phrases.push({
        phrase,
        meaning: `organization in ${US_STATES[state ?? ''] ?? state}`,
      })
    else if (READ.has(key)) reading.phrases.push({ phrase, meaning })
    else if (key !== 'cause') reading.notUnderstood.push(phrase)
  }
  if (found.ein === undefined) readSubject(found.text, reading)
  return reading
}

const READ = new Set(
  'state city ein minRevenue maxRevenue minAmount minYear maxYear note'.split(' '),
)

const toSettings = (
  given: Record<string, string | number | undefined>,
): PeopleReading['settings'] =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  )

// Words that end a title, apart from offices: "head coach", "medical director".
const ENDS_TITLE =
  /^(?:director|officer|manager|coach|professor|physician|surgeon|dean|provost|chancellor|counsel|trustee|president|treasurer|secretary|principal|superintendent|engineer|nurse|founder|doctor|attorney|lawyer|accountant|psychologist|psychiatrist|dentist|pharmacist|therapist|controller|administrator|coordinator|supervisor|scientist|curator|conductor|editor|chaplain)$/i
const LONGEST_TITLE = 4

/** Reads a title, a cause, and the name of a person or an organization. */
function readSubject(text: string, { settings, phrases }: PeopleReading): void {
  const words = text.match(/[\p{L}\p{N}&'’.-]+/gu) ?? []
  const title = findTitle(words)
  const phrase = title ? words.slice(title.from, title.to).join(' ') : ''
  if (title) {
    settings.Title = phrase
    const office = officeNamed(phrase)
    const meaning = office ? namesOfOffice(office).many : `title with these words`
    phrases.push({ phrase, meaning })
  }
  const before = title ? words.slice(0, title.from) : words
  const after = title ? words.slice(title.to) : []
  const rest = withoutFillers([...before, ...after]).join(' ')
  if (rest === '') return
  const named = causesNamedBy(rest)
  const isListing = title !== undefined || settings.Sort !== undefined || rest !== text
  if (named && isListing) {
    // A parameter has one label.
    settings.Cause = named.label.split('; ').find((label) => findCause(label).codes) ?? ''
    phrases.push({ phrase: rest, meaning: `cause ${settings.Cause}` })
  } else if (title && /^(?:of|at|for)$/i.test(after[0] ?? '')) {
    settings.Organization = rest
    phrases.push({ phrase: rest, meaning: 'name of the organization' })
  } else {
    settings.Name = rest
    phrases.push({ phrase: rest, meaning: 'name of the person' })
  }
}

const isFiller = (word = ''): boolean => isIn('notperson', word.toLowerCase())

/** Words at both ends that name neither a person nor an organization. */
function withoutFillers(words: readonly string[]): string[] {
  const from = words.findIndex((word) => !isFiller(word))
  return from < 0 ? [] : words.slice(from, words.findLastIndex((word) => !isFiller(word)) + 1)
}

/** Finds a title, preferably one that leaves a cause or nothing, otherwise the longest office. */
function findTitle(words: readonly string[]): { from: number; to: number } | undefined {
  const found = words.flatMap((_, from) =>
    [...Array(LONGEST_TITLE).keys()].flatMap((more) => {
      const to = from + more + 1
      const own = words.slice(from, to)
      const last = own.at(-1)?.replace(/(?<=ch)es$|s$/i, '') ?? ''
      if (to > words.length || [own[0], own.at(-1)].some(isFiller)) return []
      const isNamed = officeNamed(own.join(' ')) !== undefined
      if (!isNamed && !ENDS_TITLE.test(last)) return []
      const rest = withoutFillers([...words.slice(0, from), ...words.slice(to)]).join(' ')
      const isClear = rest === '' || causesNamedBy(rest) !== undefined
      return [{ from, to, rank: Number(isClear) * 10 + Number(isNamed) * 5 + own.length }]
    }),
  )
  return found.sort((one, other) => other.rank - one.rank)[0]
}
