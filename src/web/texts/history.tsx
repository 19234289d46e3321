import type { ComponentChildren } from 'preact'
import { countOf, formatCount } from '#src/domain/money.ts'
import type { Amendment } from '#src/organizations/history/amendment.ts'
import type { KnownName } from '#src/organizations/history/names.ts'

type Content = ComponentChildren

/** Texts of pages about what was filed, named, and known at different times. */
export const historyTexts = {
  changes: {
    title: 'What an amended return changed',
    description: (name: string) =>
      `Every line that differs between two returns of ${name} for the same period.`,
    lead: (form: string, ended: Content, later: Content, earlier: Content) => (
      <>
        {form}, period ended {ended}. The return {later} is compared with the one {earlier}.
      </>
    ),
    received: (day: Content) => <>received on {day}</>,
    receivedUnknown: (objectId: string) => `with object ID ${objectId}`,
    counts: ({ Changed, Added, Removed }: Amendment['counts']) =>
      Changed + Added + Removed === 0
        ? 'The lines of the two returns do not differ.'
        : `${countOf(Changed, 'line')} changed, ${formatCount(Added)} added, and ${formatCount(Removed)} removed.`,
    how: 'Only lines of the form and its schedules are compared, not the rows of their tables and statements.',
    more: (count: number) => countOf(count, 'more difference'),
    others: 'Compare with',
    versionOf: (day: string) => `received ${day}`,
    table: 'Lines of the form',
    heads: {
      place: 'Line',
      label: 'Value',
      kind: 'Change',
      before: 'Before',
      after: 'After',
      difference: 'Difference',
    },
    kinds: { Changed: 'changed', Added: 'added', Removed: 'removed' },
    absent: 'not reported',
    csv: 'Download CSV',
    filings: 'All filings',
    link: 'What it changed',
  },
  names: {
    title: 'All names',
    description: (name: string) =>
      `Every name and spelling under which ${name} appears in returns, IRS lists, grants, and federal awards.`,
    lead: 'Names and spellings in the loaded data, as written, with the years in which each source has them.',
    groups: {
      own: 'In its own filings',
      lists: 'In IRS lists',
      funders: 'In the returns of its funders',
      awards: 'In federal awards',
      slips: 'Rows that do not fit',
    },
    leads: {
      own: 'The organization filed these names under its own EIN.',
      lists: 'The IRS keeps one name for each EIN. Only the months that are loaded are known.',
      funders:
        'Funders spell the name of a recipient as they like. Some rows have its EIN, others are matched by name and place.',
      awards:
        'Federal agencies identify recipients by a UEI, which is matched to the EIN by audits. The score is the certainty of this match.',
      slips:
        'The EIN or the name in these rows of funders is probably wrong. Check the row before you rely on it.',
    },
    none: 'No name is known.',
    cut: 'The list is not complete: it covers the newest rows of funders, and the most common spellings.',
    sources: {
      Return: 'Return',
      Postcard: 'Postcard (Form 990-N)',
      BusinessMasterFile: 'Business Master File',
      Publication78: 'Publication 78',
      RevocationList: 'List of revocations',
      Funder: 'Grants',
      Award: 'Awards',
      Subaward: 'Subawards',
    } satisfies Record<KnownName['source'], string>,
    roles: {
      Name: '',
      DoingBusinessAs: 'doing business as',
      SecondLine: 'second line of the name',
    } satisfies Record<KnownName['role'], string>,
    slips: {
      OtherEin: (ein: string) => `filed with EIN ${ein}, matched by name`,
      UnlikeName: 'filed with its EIN, but the name is not like its own',
      Elsewhere: 'filed with its EIN, but not matched to it',
    },
    heads: {
      name: 'Name',
      source: 'Where',
      first: 'First',
      last: 'Last',
      count: 'Times',
      sure: 'How sure',
      example: 'Example',
    },
    funders: (count: number) => `by ${countOf(count, 'funder')}`,
    sure: 'its own EIN',
    confidences: {
      None: 'not matched',
      Weak: 'weak match',
      Moderate: 'moderate match',
      Strong: 'strong match',
      Authoritative: 'certain match',
    },
    range: (least: string, most: string) => `${least} to ${most}`,
    score: (score: number) => `score ${score.toFixed(2)}`,
    newest: 'newest',
    csv: 'Download CSV',
    link: 'All names',
  },
} as const
