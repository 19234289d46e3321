import { formatDay, formatMonth } from '#src/domain/days.ts'
import { countOf } from '#src/domain/money.ts'
import type { RecognitionStatus, ReportSource } from '#src/organizations/diligence/report.ts'
import type { Deductibility } from '#src/organizations/page/deductibility.ts'
import type { CheckedList } from '#src/organizations/store/read-checked-lists.ts'

const SOURCES: Record<ReportSource['what'], string> = {
  revenue: 'Total revenue',
  rating: 'Rating, with its inputs',
  registry: 'IRS registry of exempt organizations',
  revocation: 'IRS list of revoked exemptions',
  publication78: 'IRS Publication 78',
  restriction: 'Entry of a restriction list',
}

const GIFTS = { Deductible: 'Deductible', Limited: 'Limited or conditional' } as const

/** Texts of the diligence report. */
export const diligenceTexts = {
  title: 'Diligence report',
  description:
    'Check up to 25 nonprofits for recognition, deductibility, restriction lists, and reasons for review, on a dated page made for printing.',
  lead: (most: number) =>
    `Check up to ${most} organizations at once. Enter one EIN on each line, with or without the hyphen.`,
  field: 'EINs',
  submit: 'Prepare the report',
  faults: 'Entries that are not in the report',
  notAnEin: (text: string) => `“${text}” is not a nine-digit EIN.`,
  moreFaults: (count: number) => `${countOf(count, 'more entry', 'more entries')} are not valid.`,
  tooMany: (most: number, named: readonly string[], left: number) =>
    `A report has up to ${most} organizations. ${left > named.length ? `${left} are left out, the first of them` : 'Left out'}: ${named.join(', ')}.`,
  others: 'Check other organizations',
  prepared: (day: string, release: string | undefined) =>
    `Prepared on ${formatDay(day)}${release ? ` from data released on ${formatDay(release)}` : ''}.`,
  limits:
    'A report lists what the loaded sources say. It is not a recommendation. A name on a restriction list can be another person or organization, so a person must check each match.',
  table: 'Organizations in this report',
  heads: {
    name: 'Organization',
    state: 'State',
    latest: 'Latest return',
    revenue: 'Revenue',
    rating: 'Rating',
    recognition: 'Recognized by the IRS',
    deductibility: 'Gifts deductible',
    lists: 'Restriction lists',
    result: 'Result',
  },
  unknown: 'not in our data',
  noReturn: 'none loaded',
  notRated: 'not rated',
  oldReturn: 'from an old return',
  ofPossible: (possible: number) => `of ${possible}`,
  periodEnded: (day: string) => `period ended ${formatDay(day)}`,
  recognition: ({ status, asOf, subsection }: RecognitionStatus): string => {
    if (status === 'NotChecked') return 'Not checked: the registry of its state is not loaded'
    if (status === 'Revoked') return `Revoked on ${formatDay(asOf ?? '')}`
    const month = formatMonth(`${asOf}-01`)
    return status === 'Listed' ? `${subsection ?? 'Yes'} (${month})` : `Not listed (${month})`
  },
  deductibility: (found: Deductibility | undefined): string => {
    if (!found) return 'Not checked'
    const month = formatMonth(`${found.asOf}-01`)
    if (found.status === 'NotListed') return `Not listed (${month})`
    return `${GIFTS[found.status]}, ${found.codes.join(', ')} (${month})`
  },
  notListedNote:
    'Publication 78 does not list churches and members of a group exemption. They can receive deductible contributions without a listing.',
  lists: {
    none: 'Not checked: no list is loaded',
    Clear: 'No match',
    Review: 'Possible match',
    Confirmed: 'Match',
    list: ({ list, asOf, entries }: CheckedList) =>
      [
        list,
        ...(asOf === undefined ? [] : [formatMonth(`${asOf}-01`)]),
        ...(entries === undefined ? [] : [`(${countOf(entries, 'entry', 'entries')})`]),
      ].join(' '),
  },
  details: 'Reasons and sources',
  addresses: (origin: string) => `The addresses of the sources begin with ${origin}.`,
  noReasons: 'No reason for review was found in the sources that were checked.',
  unknownLead: (ein: string) =>
    `EIN ${ein} is in no loaded source. Check the number, or search by name.`,
  sources: 'Sources',
  source: ({ what }: ReportSource) => SOURCES[what],
  profile: 'Profile',
  compare: 'Compare these organizations',
  asData: 'This check as JSON',
  link: 'Diligence report of these organizations',
} as const
