import type { Clause } from './filters.ts'

// Words around a place that are not in the index, which contains only cities and states.
const ADDRESS_END = /(?<!\S)(?:\d{5}(?: \d{4})?|usa|us|united states)(?!\S)/g
// The last word is kept: "Gary, IN" is in Indiana. "City" is here because the registry writes SALT
// LAKE CTY and NEW YORK.
const LINKS = /(?<!\S)(?:in|near|at|of|from|located|city|cty)(?= )/g

const tidy = (words: string): string => words.replace(/ +/g, ' ').trim()

/** Removes the words before a place or at the end of an address; expects normalized words. */
export function withoutLinks(words: string): string {
  const place = tidy(tidy(words.replace(ADDRESS_END, ' ')).replace(LINKS, ' '))
  return place.replace(/ (?:city|cty)$/, '')
}

const NAME_AND_PLACE = ['query.name', 'query.alias', 'query.place']
const PLACED_BOOST = 3

/**
 * Matches a name with its place ("First Baptist Church Dallas"): each word is in the name or the
 * place, and both have at least one. This separates organizations with the same name. Empty when
 * the query only has words around a place.
 */
export function placedClauses(words: string, name: string): Clause[] {
  const query = withoutLinks(words)
  if (query === '') return []
  return [
    {
      bool: {
        must: {
          multi_match: { query, type: 'cross_fields', operator: 'and', fields: NAME_AND_PLACE },
        },
        filter: [
          { multi_match: { query, fields: ['query.name', 'query.alias'] } },
          { match: { 'query.place': query } },
        ],
        boost: PLACED_BOOST,
        _name: name,
      },
    },
  ]
}

// "in Salt Lake City, Utah 84101-1234, United States" has nine words.
const LONGEST_PLACE = 10

/** Matches a whole name followed by nothing but its place; empty for one word. */
export function placedNameFilters(words: string): Clause[] {
  const tokens = words.split(' ')
  const splits = tokens
    .map((_, at) => ({
      name: tokens.slice(0, at).join(' '),
      place: withoutLinks(tokens.slice(at).join(' ')),
    }))
    .slice(1)
    .slice(-LONGEST_PLACE)
    .filter(({ place }) => place !== '')
  return splits.map(({ name, place }) => ({
    bool: {
      filter: [
        {
          bool: {
            should: [{ term: { 'query.nameKey': name } }, { term: { 'query.aliasKey': name } }],
          },
        },
        { match: { 'query.place': { query: place, operator: 'and' } } },
      ],
    },
  }))
}
