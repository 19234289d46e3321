import { countOf } from '#src/domain/money.ts'

/** Texts on the page that searches people. */
export const peopleSearchTexts = {
  title: 'Search people',
  description: 'Search officers, directors, trustees, and the highest paid in all loaded returns.',
  lead: 'Search the officers, directors, trustees, and highest-paid employees that returns list. Each row is one person at one organization, over all years.',
  fields: { Name: 'Name', EIN: 'EIN of the organization', State: 'State of the organization' },
  fault: (field: string, message: string) => `${field}: ${message}.`,
  found: (count: number) => `${countOf(count, 'person', 'people')} found.`,
  none: 'Nobody of this name is listed. Check the spelling, or search without the state.',
  table: 'People found',
  best: 'Best match first',
  latest: 'Latest first',
  heads: {
    name: 'Person',
    organization: 'Organization',
    titles: 'Title',
    years: 'Listed in tax years',
    pay: 'Latest reportable pay',
    related: 'From related organizations',
  },
  payOf: (name: string, year: number) => `Pay of ${name}, ${year}`,
  inYear: (year: number) => `in ${year}`,
  also: (spellings: string) => `also ${spellings}`,
  across: 'All organizations',
  same: (likelihood: 'Likely' | 'Possible', organization: string, why: string) =>
    `${likelihood === 'Likely' ? 'Likely' : 'Possibly'} the same person as at ${organization}: ${why}`,
  sameNote:
    'Returns do not identify people. Two rows with one name can be two people, so they are never merged.',
  states: 'State',
} as const
