import type { ComponentChildren } from 'preact'
import { countOf, formatCount } from '#src/domain/money.ts'
import type { Amendment, FiledChange } from '#src/organizations/history/amendment.ts'

type Content = ComponentChildren

/** Texts of pages about what was filed, named, and known at different times. */
export const historyTexts = {
  changes: {
    title: 'What an amended return changed',
    description: (name: string) =>
      `Every value that differs between two returns of ${name} for the same period.`,
    lead: (form: string, ended: Content, later: Content, earlier: Content) => (
      <>
        {form}, period ended {ended}. The return {later} is compared with the one {earlier}.
      </>
    ),
    received: (day: Content) => <>received on {day}</>,
    receivedUnknown: (objectId: string) => `with object ID ${objectId}`,
    counts: ({ Changed, Added, Removed }: Amendment['counts']) =>
      Changed + Added + Removed === 0
        ? 'The two returns have the same content.'
        : `${countOf(Changed, 'value')} changed, ${formatCount(Added)} added, and ${formatCount(Removed)} removed.`,
    how: 'Rows of a list are matched by their content, so a new row does not mark the rows after it as changed. Details of attached files and of the software are not compared.',
    cut: (shown: number) =>
      `Only the first ${formatCount(shown)} differences are listed: lines of the form first.`,
    partly: (rows: number) =>
      `One list is very long. Only its first ${formatCount(rows)} rows were compared.`,
    others: 'Compare with',
    versionOf: (day: string) => `received ${day}`,
    groups: {
      Fact: 'Lines of the form',
      Row: 'Rows and statements',
      Element: 'Other elements',
    } satisfies Record<FiledChange['group'], string>,
    heads: {
      place: 'Line',
      label: 'Value',
      row: 'Row',
      kind: 'Change',
      before: 'Before',
      after: 'After',
      difference: 'Difference',
    },
    kinds: { Changed: 'changed', Added: 'added', Removed: 'removed' },
    absent: 'not reported',
    csv: 'Download CSV',
    filings: 'All filings',
  },
} as const
