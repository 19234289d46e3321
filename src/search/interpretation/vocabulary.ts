import { readTsv } from '#src/domain/tsv.ts'

/** Entries of a list by their words, their first words, and the most words that an entry has. */
type Entries = { values: Map<string, string>; first: Set<string>; most: number }

/** The words that rules read, by list. */
export const LISTS: ReadonlyMap<string, Entries> = readLists()

function readLists(): Map<string, Entries> {
  const lists = new Map<string, Entries>()
  for (const [list = '', value = '', words = ''] of readTsv(file('vocabulary'))) {
    const entries = lists.get(list) ?? { values: new Map(), first: new Set(), most: 0 }
    for (const entry of words.split(' | ')) {
      entries.values.set(entry, value || entry)
      entries.first.add(entry.split(' ', 1)[0] ?? '')
      entries.most = Math.max(entries.most, entry.split(' ').length)
    }
    lists.set(list, entries)
  }
  return lists
}

/** Why a request is not understood, and what to do instead. */
export type Reason = {
  /** For programs, with the operations to use. */
  why: string
  /** For people. */
  reason: string
  /** The page that does what was asked for. */
  page?: '/grants' | '/people' | '/compare' | '/sector'
}

const REASONS = new Map(
  readTsv(file('reasons')).map(([topic = '', reason = '', programs = '', page = '']) => {
    const why = programs === '' ? reason : `${reason} ${programs}`
    return [topic, { why, reason, ...(page !== '' && { page: page as Reason['page'] & {} }) }]
  }),
)

/** Returns why a request is not understood. */
export function reasonOf(topic: string): Reason {
  const reason = REASONS.get(topic)
  if (reason === undefined) throw new Error(`There is no reason for the topic ${topic}.`)
  return reason
}

function file(name: string): URL {
  return new URL(`./${name}.tsv`, import.meta.url)
}

/** Returns whether a list has this word. */
export const isIn = (list: string, word: string): boolean =>
  LISTS.get(list)?.values.has(word) ?? false

/** Returns a text without the words that fit any organization. */
export const subjectOf = (text: string): string =>
  text
    .replaceAll(/[\p{L}'’-]+/gu, (word) => (isGeneric(word) ? ' ' : word))
    .replaceAll(/\s+/g, ' ')
    .trim()

const isGeneric = (word: string): boolean => {
  const plain = word.toLowerCase().replaceAll('-', ' ')
  return isIn('generic', plain) || isIn('collective', plain)
}
