import type { ComponentChildren } from 'preact'
import { countOf, formatCount } from '#src/domain/money.ts'
import type { Certainty } from '#src/search/people/across.ts'

type Content = ComponentChildren

/** Texts on the page of a name at all organizations. */
export const peopleAcrossTexts = {
  title: (name: string) => `${name} at all organizations`,
  description: (name: string) =>
    `The organizations and tax years whose returns list ${name}, with pay and sources.`,
  lead: (found: number) =>
    `${countOf(found, 'entry', 'entries')} with this first and last name. Returns do not identify people, so each row says how sure it is that it is the same person.`,
  none: 'No return lists a person of this name. Check the spelling, or search for part of the name.',
  search: 'Search people',
  compared: (name: Content, organization: Content) => (
    <>
      The other rows are compared with {name} at {organization}.
    </>
  ),
  certainties: {
    Chosen: 'chosen',
    Likely: 'likely the same person',
    Possible: 'possibly the same person',
  } satisfies Record<Certainty, string>,
  entries: 'Organizations and years',
  heads: {
    organization: 'Organization',
    person: 'Name as filed',
    certainty: 'Same person?',
    year: 'Tax year',
    title: 'Title',
    pay: 'Reportable pay',
    related: 'Reportable pay from related organizations',
  },
  chooseOther: 'Compare with this entry',
  totals: 'Pay by tax year',
  totalsNote:
    'Sums of the chosen and the likely entries, without other compensation such as benefits. Entries that are only possibly the same person are left out. So is pay from related organizations, because a related organization may report the same dollars as its own.',
  totalHeads: {
    year: 'Tax year',
    amount: 'Reportable pay',
    organizations: 'Organizations',
    sources: 'Sources',
  },
  source: (organization: string, year: number) => `Pay from ${organization}, ${year}`,
  coListed: 'Other people whom two or more of these organizations list',
  coListedNote: 'These names are compared word by word. Two people can share a name.',
  coListedHeads: { name: 'Person', organizations: 'Listed at' },
  others: (count: number) =>
    count === 1
      ? 'One entry is left out because its middle name or suffix is another, or because it is at the same organization.'
      : `${formatCount(count)} entries are left out because their middle name or suffix is another, or because they are at the same organization.`,
  truncated: 'There are more entries of this name. Add a middle name to compare fewer.',
  payOf: (name: string, organization: string, year: number) =>
    `Pay of ${name} from ${organization}, ${year}`,
} as const
