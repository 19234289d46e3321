import type { Clause } from './filters.ts'

// What people write around a place and the index does not hold: its cities and states stand alone.
const ADDRESS_END = /(?<!\S)(?:\d{5}(?: \d{4})?|usa|us|united states)(?!\S)/g
// The last word of all is no link: "Gary, IN" is in Indiana. "City" is among them because the
// registry writes SALT LAKE CTY and NEW YORK.
const LINKS = /(?<!\S)(?:in|near|at|of|from|located|city|cty)(?= )/g

const tidy = (words: string): string => words.replace(/ +/g, ' ').trim()

/** Normalized words without what only leads to a place or closes an address. */
export function withoutLinks(words: string): string {
  const place = tidy(tidy(words.replace(ADDRESS_END, ' ')).replace(LINKS, ' '))
  return place.replace(/ (?:city|cty)$/, '')
}

const NAME_AND_PLACE = ['query.name', 'query.alias', 'query.place']
const PLACED_BOOST = 3

/**
 * A name with the place it is in ("First Baptist Church Dallas"): each word is one of the name's
 * or the place's, and each of the two has one. It tells organizations of one name apart. None for
 * a query of nothing but links.
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

// "in Salt Lake City, Utah 84101-1234, United States" are nine words; a tenth is spare.
const LONGEST_PLACE = 10

/** A whole name of an organization, and behind it nothing but its place; [] for one word. */
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
