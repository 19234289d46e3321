import type { ComponentChildren } from 'preact'
import { countOf, formatCount } from '#src/domain/money.ts'
import type { Amendment } from '#src/organizations/history/amendment.ts'

type Content = ComponentChildren

/** Texts about what an amended return changed. */
export const filingChangesTexts = {
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
} as const
