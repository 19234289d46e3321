import type { ComponentChildren } from 'preact'
import { formatCount } from '#src/domain/money.ts'
import type { MatchConfidence, MatchMethod } from '#src/domain/network.ts'
import type { Relationship } from '#src/organizations/relations/related.ts'

type Content = ComponentChildren

/** How a recipient was found (docs/using/network.md). */
const FOUND_BY: Record<MatchMethod, string> = {
  FiledEIN: 'matched by the filed EIN',
  RelatedEIN: 'matched by the EIN in Schedule R',
  NameCityState: 'matched by name and city',
  NameState: 'matched by name and state',
  Unresolved: 'not matched',
}

const CONFIDENCES: Record<MatchConfidence, string> = {
  Authoritative: 'authoritative',
  Strong: 'strong',
  Moderate: 'moderate: may be another organization in the same group',
  Weak: 'weak: the name is different',
  None: 'none',
}

/** For an EIN that no organization in the store has. */
const UNLISTED: Partial<Record<MatchConfidence, string>> = {
  Moderate: 'moderate: several funders file it with this name; not in our data',
  Weak: 'weak: not in our data',
}

type Meaning = {
  word: string
  meaning: string
  confidence: MatchConfidence
  method?: MatchMethod
  isUnlisted?: true
}

const MEANINGS: Meaning[] = [
  {
    word: 'authoritative',
    meaning: 'the filed EIN belongs to an organization with this name',
    confidence: 'Authoritative',
  },
  {
    word: 'strong, by name and city',
    meaning: 'the only organization with this name in the filed city',
    confidence: 'Strong',
    method: 'NameCityState',
  },
  {
    word: 'strong, by name and state',
    meaning:
      'no organization in the filed city has this name, but exactly one in the state does; less certain if a different place is shown next to the match',
    confidence: 'Strong',
    method: 'NameState',
  },
  {
    word: 'moderate',
    meaning: 'matched by name; may be another organization in the same group',
    confidence: 'Moderate',
  },
  {
    word: 'weak',
    meaning:
      'the filed EIN belongs to an organization with a different name, possibly because of an error, a fiscal sponsor, or a group',
    confidence: 'Weak',
  },
  {
    word: 'moderate, by EIN',
    meaning:
      'our data has no filing or registry row for the filed EIN, but two or more funders file it with similar names',
    confidence: 'Moderate',
    isUnlisted: true,
  },
  {
    word: 'weak, EIN not known',
    meaning:
      'our data has no filing or registry row for the filed EIN, and no other funder confirms it; the organization may be new, a church, a government body, or in a state whose registry is not loaded',
    confidence: 'Weak',
    isUnlisted: true,
  },
]

const ROLES: Record<Relationship['roles'][number], string> = {
  Source: 'listed by this organization',
  Target: 'lists this organization',
}

const RELATED: Record<Relationship['confidences'][number], string> = {
  Authoritative: 'matched by EIN',
  Strong: 'matched by name',
}

const capitalize = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** Texts on a section's page. */
export const sectionTexts = {
  notFound: 'Section not found',
  nav: 'Sections of this filing',
  formAndYear: 'Form and year',
  head: {
    derived: 'Derived from the filing',
    filed: 'As filed',
    onScreen: '. Each value links to its source.',
    onPaper: (address: string) => `. Each value links to its source at ${address}`,
  },
  missing: {
    title: 'Not found',
    others: (filing: string) => `Sections of ${filing}`,
    whole: 'The whole filing on one page',
  },
  rows: {
    mission: 'Mission',
    continued: 'More about the programs',
    totals: 'Totals and answers',
    filed: 'As filed',
    derived: 'Calculated figures',
    shown: (shown: number, count: number) =>
      `This page shows ${shown} of ${formatCount(count)} rows.`,
    dash: 'A dash means not reported.',
    empty: (labels: readonly string[]) => `Empty in all of these rows: ${labels.join('; ')}.`,
    emptyColumns: (count: number) => `${count} columns that are empty in all of these rows`,
    number: (kind: 'Row' | 'Line', number: string | number, table: string) =>
      `${kind} ${number} of ${table}, as filed`,
    detail: (line: string, total: string | undefined) =>
      total === undefined ? line : `${line}: ${total} from the organization`,
    rowOf: (label: string, number: Content) => (
      <>
        {label}, row {number}
      </>
    ),
  },
  recipient: {
    none: 'not matched to an organization in our data',
    foundBy: FOUND_BY,
    confidences: CONFIDENCES,
    unlisted: UNLISTED,
    meanings: MEANINGS,
    legend: (meanings: readonly Meaning[]) =>
      `These words show how certain each match is. ${meanings.map(({ word, meaning }) => `${capitalize(word)}: ${meaning}`).join('. ')}.`,
  },
  schedules: { nav: 'Schedules of this filing', title: 'Schedules and attachments' },
  related: {
    roles: ROLES,
    confidences: RELATED,
    ofOther: (filing: string) => `the other organization’s ${filing}`,
  },
  model: {
    resource: 'Where the money comes from',
    delivery: 'How the money is spent',
    modifiers: 'Other facts',
  },
} as const
